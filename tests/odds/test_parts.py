"""Work in parts: results in their order, progress as it goes, and nothing more is begun after an error."""

import time

import pytest

from pitboss.odds.parts import cut, in_parts, in_threads, shares


def test_results_come_in_the_order_of_the_parts() -> None:
    def work(part: int) -> int:
        time.sleep(0.01 * (part == 0))  # the first takes longest
        return part * part

    told: list[float] = []
    assert in_threads(work, range(5), told.append, workers=3) == [0, 1, 4, 9, 16]
    assert told == [0.2, 0.4, 0.6, 0.8, 1.0]
    assert in_threads(work, []) == []


def test_parts_cover_all_numbers_once() -> None:
    found = in_parts(lambda begin, end, times: [times * number for number in range(begin, end)], 100, 3)
    assert [number for part in found for number in part] == [3 * number for number in range(100)]
    assert cut(0) == [] and cut(5, 2) == [(0, 2), (2, 5)]


def test_after_an_error_no_other_part_is_begun() -> None:
    begun: list[int] = []

    def work(part: int) -> None:
        begun.append(part)
        time.sleep(0.02)
        raise OSError(part)

    with pytest.raises(OSError):
        in_threads(work, range(50), workers=1)
    time.sleep(0.1)
    assert len(begun) < 5


def test_without_anybody_to_tell_nothing_is_told() -> None:
    assert list(shares(None, (1, 2))) == [None, None]

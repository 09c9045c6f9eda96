"""Pages are quick and small: measured as `benchmarks/pages.py` measures them, with three times its limits for machines that
have other things to do; bytes have no slack."""

from collections.abc import Callable

import pytest
from benchmarks.pages import fails, measure
from playwright.sync_api import Browser

from tests.browser.hosting import Hosted

TIMES, SLACK = 5, 3.0


def test_a_table_is_there_at_once(browser: Browser, floor: Callable[..., Hosted], record_property: Callable[..., None]) -> None:
    house = floor({"three-card-poker": "565"})
    found = measure(browser, house.url, TIMES)
    print(found)
    for name, value in found.items():
        record_property(name, value)
    assert fails(found, SLACK) == []


@pytest.mark.parametrize(
    ("name", "value"), [("click to Deal, ms", 3000.0), ("message to page, ms", 150.0), ("bytes of a table", 300_000)]
)
def test_what_is_too_slow_or_too_large_is_said(name: str, value: float) -> None:
    good = {"click to Deal, ms": 900.0, "message to page, ms": 5.0, "bytes of a table": 200_000}
    assert fails(good) == []
    assert fails(good | {name: value}, SLACK) == [f"{name}: {value} is not under {value:g}"]

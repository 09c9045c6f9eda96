"""What clients sent and were told, under load with kills, is linearizable per table; and the check of it finds servers that are
broken on purpose."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pitboss.evidence.keys import HouseKey
from tests.floor.breaking import WAYS
from tests.floor.crowd import Book
from tests.floor.history import check_apart, check_history, small
from tests.floor.mortal import Births, Mortal
from tests.floor.nights import LONGER, MOMENTS, Evening, rows_of, spend, two_servers
from tests.floor.postgres import Cluster
from tests.floor.rows import Rows, check_frames, check_lines, check_money, check_played, check_said

Check = Callable[[Book, Rows, HouseKey], Any]


def in_money(book: Book, rows: Rows, key: HouseKey) -> None:
    check_money(rows)


def in_frames(book: Book, rows: Rows, key: HouseKey) -> None:
    check_frames(book, rows)


def in_said(book: Book, rows: Rows, key: HouseKey) -> None:
    check_said(book, rows)


SOME = (
    "blackjack",
    "three-card-poker",
    "caribbean-stud-poker",
    "caribbean-stud-poker-2",
    "pai-gow-poker",
    "poker/holdem-limit",
)
FEW = ("565", "633a", "655a")  # chapters
FOUND: dict[str, tuple[Check, str]] = {  # which check finds a broken server, and what it says
    "tells_before_the_commit": (in_said, "was acknowledged at version"),
    "answers_before_the_commit": (in_said, "was acknowledged at version"),
    "forgets_ids": (in_said, "was carried out more than once"),
    "answers_with_the_version_before": (check_history, "was told that it brought about version|saw version"),
    "refuses_what_is_lawful": (check_history, "nobody refuses that"),
    "shows_what_was": (check_history, "saw version"),
    "shows_hidden_cards": (in_frames, "was sent"),
    "loses_chips": (in_money, "by the ledger"),
}


@pytest.fixture(autouse=True, scope="module")
def nobody_checks_on() -> Iterator[None]:
    """The process in which histories are checked ends with the last of them."""
    yield
    small().shutdown()
    small.cache_clear()


def spend_evening(
    servers: list[Mortal],
    kills: int,
    between: int,
    opens: Sequence[str] = (),
    again: bool = False,
    right: bool = True,
    restless: float = 0.03,
) -> Evening:
    """People play and annoy, at some tables of the default floor or at those that are opened first. A server is killed so
    often, with so many commands between two kills. People may annoy by nothing but saying `again` what was answered, and are so
    `restless` that they leave."""

    async def play(evening: Evening) -> None:
        if right:
            await evening.play(between)
            return
        with suppress(AssertionError):  # a table may wait for ever where the server forgets what it said
            await evening.play(between, 8.0)

    async def go(evening: Evening) -> None:
        await evening.begin(() if opens else SOME, players=3, opens=opens)
        for person in evening.people:
            person.mischief, person.ways = (0.5, [4]) if again else (0.15, range(6))
            person.restless = restless
        for number in range(kills):
            await play(evening)
            await evening.kill(servers[number % len(servers)], MOMENTS if right else ("answer",))
            await evening.start(servers[number % len(servers)])
        await play(evening)

    return asyncio.run(spend(Evening(servers, seed=kills), go, to_its_end=right))


def check_all(evening: Evening, url: str, key: Path, fresh: bool = True) -> dict[str, int]:
    """Every check that there is; how much the one of the history looked at."""
    book, rows = evening.book, rows_of(url)
    assert book.faults == []
    check_said(book, rows)
    check_frames(book, rows)
    check_lines(rows)
    check_money(rows)
    check_played(rows)
    return check_apart(book, rows, key, fresh=fresh)


def test_a_history_with_kills_is_linearizable_on_sqlite(births: Births, tmp_path: Path) -> None:
    """One server on SQLite, which is killed."""
    url, key = f"sqlite:///{tmp_path}/floor.db", tmp_path / "floor.key"
    evening = spend_evening([Mortal(births, url, f"key={key}", "delay=0.003")], 2 * LONGER, 120)
    found = check_all(evening, url, key)
    assert min(found.values()) >= 20, found


def test_a_history_with_kills_is_linearizable_on_postgresql(births: Births, cluster: Cluster, tmp_path: Path) -> None:
    """One server on PostgreSQL, which is killed."""
    url, key = cluster.new(), tmp_path / "floor.key"
    evening = spend_evening([Mortal(births, url, f"key={key}", "delay=0.003")], 2 * LONGER, 120)
    found = check_all(evening, url, key)
    assert min(found.values()) >= 20, found


def test_a_history_at_two_servers_is_linearizable(births: Births, cluster: Cluster, tmp_path: Path) -> None:
    """Two servers on PostgreSQL, each of which is killed once: what is said at one and carried out by the other has its place
    in the one order too. What one server shows of a table that the other serves may be a moment old."""
    url, key = cluster.new(), tmp_path / "floor.key"
    evening = spend_evening(two_servers(births, url, key), 2 * LONGER, 100)
    found = check_all(evening, url, key, fresh=False)
    assert min(found.values()) >= 10, found


@pytest.mark.parametrize("way", list(WAYS))
def test_a_broken_server_is_found(way: str, births: Births, tmp_path: Path) -> None:
    """Each of the servers that are broken on purpose is told from a right one, by the check that is there for it."""
    url, key = f"sqlite:///{tmp_path}/floor.db", tmp_path / "floor.key"
    server = Mortal(births, url, f"key={key}", "empty=1", f"broken={way}", "delay=0.03")
    restless = 0.2 if way == "loses_chips" else 0.03  # somebody has to leave
    evening = spend_evening([server], 3, 60, FEW, again=way == "forgets_ids", right=False, restless=restless)
    check, says = FOUND[way]
    with pytest.raises(AssertionError, match=says):
        check(evening.book, rows_of(url), HouseKey.load(key))


def test_a_right_server_is_not_found(births: Births, tmp_path: Path) -> None:
    """The same evening at a server that is not broken passes every check."""
    url, key = f"sqlite:///{tmp_path}/floor.db", tmp_path / "floor.key"
    server = Mortal(births, url, f"key={key}", "empty=1", "delay=0.03")
    check_all(spend_evening([server], 3, 60, FEW), url, key)

"""Promises that may have been used elsewhere are discarded: no card comes twice, everybody has what they had, and the log says
so and replays."""

import shutil
from pathlib import Path

import pytest

from pitboss.errors import BadLog, NotAuthorized, NotYours
from pitboss.evidence.records import Discarded, Promised, Revealed
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table.commands import HOUSE, Author, Command, Discard
from pitboss.table.drivers import bots
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.stores import FileStore, MemoryStore
from pitboss.table.steps import Ask
from pitboss.table.table import Table
from tests.fairness import ALL, KEY, NAME, fair, records_of
from tests.strategies import records, release

WHY = "the floor was started from a copy"


def opened(chapter: str, path: Path) -> Table:
    """Ann and Bob at a table whose chance cannot be repeated."""
    chance = type(fair(chapter))(NAME, KEY, reveals=game(chapter).dealt_in is None)
    table = Table(game(chapter), {}, chance, FileStore(path, signer=KEY), name=NAME)
    table.sit(1, "Ann")
    table.sit(2, "Bob")
    return table


def begin(table: Table) -> None:
    for seat in table.seats if table.game.dealt_in is None else ():
        table.bet(seat, table.game.suggest(table.house))
    table.begin()


def finish(table: Table) -> list[tuple[str, ...]]:
    """Plays the round in progress to its end, and returns its cards in the order in which they came."""
    while table.request is not None:
        table.reply(bots(table, table.request))
    assert table.last is not None
    return [(step.who, *map(str, step.cards)) for step in table.last.steps if step.act in ("deal", "draw")]


def copied(table: Table, path: Path, to: Path) -> Table:
    """A table that goes on from a copy of another's log."""
    shutil.copy(path, to)
    return resume(to, game, key=KEY)


@ALL
@pytest.mark.parametrize("rounds", [0, 2])
def test_no_card_of_a_promise_that_was_discarded_comes_again(chapter: str, rounds: int, tmp_path: Path) -> None:
    """After two rounds a shoe is half dealt; before the first there is a promise and nothing else."""
    path = tmp_path / "log"
    table = opened(chapter, path)
    for _ in range(rounds):
        begin(table)
        finish(table)
    same, other = copied(table, path, tmp_path / "same"), copied(table, path, tmp_path / "other")
    other.discard(WHY)
    dealt = []
    for each in (table, same, other):
        begin(each)
        dealt.append(finish(each))
        each.close()
        release(each)
    assert dealt[0] == dealt[1] != dealt[2], "the copy that discards nothing deals the cards that were seen"
    again = replay(tmp_path / "other", game, key=KEY)
    assert again.accounts() == other.accounts()
    told = [each for record in records_of(tmp_path / "other") for each in record.evidence]
    gone = {each.promise for each in told if isinstance(each, Discarded)}
    assert gone and not gone & {each.promise for each in told if isinstance(each, Revealed)}


@ALL
def test_a_round_in_progress_is_void_and_everybody_has_what_they_had(chapter: str, tmp_path: Path) -> None:
    table = opened(chapter, tmp_path / "log")
    begin(table)
    finish(table)
    request = None
    while not isinstance(request, Ask):
        if request is None:  # a round may end before anybody is asked: two Blackjacks
            before = {number: seat.cents for number, seat in table.seats.items()}
            meter = table.meter_cents
            begin(table)
        else:
            table.reply(bots(table, request))
        request = table.request
    table.discard(WHY)
    assert table.round is None and table.last is not None and table.last.void
    assert {number: seat.cents for number, seat in table.seats.items()} == before and table.meter_cents == meter
    assert any(WHY in step.note for step in table.last.steps if step.act == "void")
    begin(table)
    finish(table)
    release(table)
    assert replay(tmp_path / "log", game, key=KEY).accounts() == table.accounts()


def test_wagers_that_rest_on_the_promise_are_made_anew() -> None:
    """The house draws the next secret when it has seen them."""
    table = Table(game("565"), {}, fair("565", KEY), MemoryStore(), name=NAME)
    table.sit(1, "Ann")
    table.bet(1, {"Ante": 1000})
    table.discard(WHY)
    assert table.bets == {} and WHY in records(table)[-1].steps[-1].note
    evidence = records(table)[-1].evidence
    assert [type(each) for each in evidence] == [Discarded, Promised]
    table.pledge(1, "ab" * 32)
    table.bet(1, {"Ante": 1000})
    table.begin()
    assert table.called
    table.discard(WHY)
    assert not table.called and table.bets == {}


def test_only_the_house_discards_and_only_what_was_promised() -> None:
    table = Table(game("565"), {}, fair("565", KEY), MemoryStore(), name=NAME)
    for author in (Author("floorperson", "Pat"), Author("dealer", "Dan"), Author("player", "Ann")):
        with pytest.raises(NotYours):
            table.do(Command(Discard(WHY), author, 0))
    table.do(Command(Discard(WHY), HOUSE, 0))
    with pytest.raises(NotAuthorized, match="has promised nothing"):
        Table(game("565"), {}, Chance(1)).discard(WHY)


def test_without_the_key_a_log_is_proven_up_to_what_was_discarded(tmp_path: Path) -> None:
    """A secret that may still be in use elsewhere is not revealed, not even when the table closes."""
    table = opened("633a", tmp_path / "log")
    begin(table)
    finish(table)
    table.discard(WHY)
    table.close()
    release(table)
    assert replay(tmp_path / "log", game, key=KEY).closed
    with pytest.raises(BadLog, match="is proven before version"):
        replay(tmp_path / "log", game, key=KEY.public)

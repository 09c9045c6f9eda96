"""Seeds of the seats, in the open and pledged, and what becomes of them when somebody leaves or the table closes: nobody
chooses his seed after he has seen another's, nobody shuts another out, and no round is dealt from a later promise.
"""

from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import NotAuthorized, OutOfTurn, PitbossError
from pitboss.evidence.errors import IllegalSeed
from pitboss.evidence.records import Pledged, Promised, Seeded, Withdrawn
from pitboss.evidence.shuffles import pledge_of
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table.commands import (
    DEALER,
    FLOORPERSON,
    HOUSE,
    Author,
    Begin,
    Bet,
    Buy,
    Close,
    Command,
    CutCards,
    Deed,
    Leave,
    Open,
    Permit,
    Pledge,
    Rest,
    Seed,
    Sit,
)
from pitboss.table.drivers import bots
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.stores import FileStore, MemoryStore
from pitboss.table.steps import Cut
from pitboss.table.table import Table
from tests.fairness import KEY, KEYS, NAME, fair, same
from tests.strategies import records, release, state

ANN = Author("player", "Ann")


def seated(chapter: str = "565", store: Any = None) -> Table:
    """Mallory, who sits there for the house, and Ann."""
    table = Table(game(chapter), None, fair(chapter, KEY), store or MemoryStore(), name=NAME)
    table.sit(1, "Mallory")
    table.sit(2, "Ann")
    return table


def place(table: Table) -> None:
    for seat in list(table.seats) if table.game.dealt_in is None else ():
        table.bet(seat, table.game.suggest(table.house))


def finish(table: Table) -> None:
    while table.request is not None:
        table.reply(bots(table, table.request))


def say(table: Table, deed: Deed, author: Author) -> None:
    table.do(Command(deed, author, 0))


# ---------------------------------------------------------------------------- seeds


def refused(table: Table, error: type[PitbossError], words: str, attempt: Any) -> None:
    before, evidence = state(table), table.fair and table.fair.outline()
    with pytest.raises(error, match=words):
        attempt()
    assert state(table) == before
    assert (table.fair and table.fair.outline()) == evidence


def test_seeds_are_refused_where_chance_takes_none() -> None:
    table = Table(game("565"), None, Chance(1))
    table.sit(1, "Ann")
    refused(table, NotAuthorized, "takes no seeds", lambda: table.seed(1, "luck"))
    refused(table, NotAuthorized, "takes no seeds", lambda: table.pledge(1, pledge_of(1, "luck")))
    shoe = Table(game("633a"), None, Chance(1))
    shoe.sit(1, "Ann")
    shoe.bet(1, shoe.game.suggest(shoe.house))
    shoe.begin()
    assert isinstance(shoe.request, Cut)
    refused(shoe, NotAuthorized, "takes no seeds", lambda: shoe._say(CutCards(1, None, "luck"), shoe._player(1)))


def test_seeds_late_doubled_or_foreign_are_refused() -> None:
    table = Table(game("633a"), None, fair("633a"), name=NAME)
    table.sit(1, "Ann")
    table.sit(2, "Bo")

    def say(deed: Deed, author: Author) -> None:
        table.do(Command(deed, author, 0))

    refused(table, PitbossError, "nobody sits", lambda: table.seed(3, "luck"))
    refused(table, PitbossError, "Ann's, not Bo's", lambda: say(Seed(1, "luck"), Author("player", "Bo")))
    refused(table, PitbossError, "cannot say that", lambda: say(Seed(1, "luck"), Author("dealer")))
    for seed in ("", "\n", "x" * 257, 3):
        refused(table, IllegalSeed, "printable", lambda seed=seed: table.seed(1, seed))
    refused(table, IllegalSeed, "64 hexadecimal", lambda: table.pledge(1, 3))  # type: ignore[arg-type]
    table.pledge(1, pledge_of(1, "mine"))
    refused(table, IllegalSeed, "pledged its seed already", lambda: table.pledge(1, pledge_of(1, "mine")))
    refused(table, IllegalSeed, "not the one it pledged", lambda: table.seed(1, "other"))
    refused(table, IllegalSeed, "after “no more bets”", lambda: table.seed(1, "mine"))
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    refused(table, IllegalSeed, "not the one it pledged", lambda: table.seed(1, "other"))
    refused(table, IllegalSeed, "too late to add", lambda: table.seed(2, "late"))
    refused(table, OutOfTurn, "the pledged seeds are revealed", lambda: table.pledge(2, pledge_of(2, "late")))
    refused(table, OutOfTurn, "until seat 1 tells", table.begin)
    table.seed(1, "mine")
    refused(table, IllegalSeed, "added its seed already", lambda: table.seed(1, "mine"))
    table.begin()
    assert isinstance(table.request, Cut)
    refused(table, OutOfTurn, "before the round begins", lambda: table.seed(2, "late"))
    refused(table, IllegalSeed, "already", lambda: say(CutCards(1, 100, "again"), table._player(1)))
    refused(table, PitbossError, "does not cut", lambda: say(CutCards(1, None, "mine"), Author("house")))


def at_the_cut() -> Table:
    table = Table(game("633a"), None, fair("633a"), MemoryStore(), name=NAME)
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    assert isinstance(table.request, Cut)
    return table


def test_a_seed_with_the_cut_rearranges_the_shuffle_in_the_shoe() -> None:
    plain, one, other = at_the_cut(), at_the_cut(), at_the_cut()
    before = list(one.stacks[""].cards)
    plain._say(CutCards(1, 100), plain._player(1))
    one._say(CutCards(1, 100, "luck"), one._player(1))
    other._say(CutCards(1, 100, "more luck"), other._player(1))
    orders = [tuple(table.stacks[""].cards) for table in (plain, one, other)]
    assert len(set(orders)) == 3
    assert all(
        sorted([*order, table.racks[""][0]]) == sorted(before) for order, table in zip(orders, (plain, one, other), strict=True)
    )


# ---------------------------------------------------------------------------- a house that has a seat


@pytest.mark.parametrize("how", ["pledges first", "adds first", "pledges and tells"])
def test_one_seat_cannot_shut_all_others_out(how: str) -> None:
    """A house with a seat of its own knows the secret: as the only one who adds a seed it would choose the order."""
    for deed in (Seed(2, "Ann's own seed"), Pledge(2, pledge_of(2, "Ann's own seed"))):
        table = seated()
        if how == "adds first":
            table.seed(1, "the seed that the house likes best")
        else:
            table.pledge(1, pledge_of(1, "the seed that the house likes best"))
        if how == "pledges and tells":
            refused(table, IllegalSeed, "no more bets", lambda t=table: t.seed(1, "the seed that the house likes best"))
        say(table, deed, ANN)


@pytest.mark.parametrize("chapter", ["565", "633a", "637a"])
def test_pledged_seeds_are_told_when_nothing_else_can_be_said(chapter: str) -> None:
    table = seated(chapter)
    place(table)
    for seat in (1, 2):
        table.pledge(seat, pledge_of(seat, f"seed {seat}"))
    assert table.begin() is None and table.called
    deeds: list[tuple[Deed, Author]] = [
        *((Bet(2, {}), ANN), (Sit(3, "Cy", 500), FLOORPERSON), (Buy(2, 500), ANN), (Rest(), DEALER), (Permit(1), FLOORPERSON)),
        *((Close(), HOUSE), (Pledge(2, pledge_of(2, "x")), ANN), (table.opening, HOUSE)),
    ]
    for deed, author in deeds:
        refused(table, OutOfTurn, "pledged seeds are revealed", lambda d=deed, a=author: say(table, d, a))
    table.seed(1, "seed 1")
    refused(table, OutOfTurn, "until seat 2 tells", table.begin)
    table.seed(2, "seed 2")
    table.begin()
    assert table.round is not None
    told = [each for record in records(table) for each in record.evidence if isinstance(each, Pledged | Seeded)]
    assert [type(each) for each in told] == [Pledged, Pledged, Seeded, Seeded]
    finish(table)
    assert not table.called and table.rounds == 1


def test_who_is_offered_the_cut_adds_no_seed_where_others_have_told_theirs() -> None:
    table = seated("633a")
    place(table)
    table.pledge(2, pledge_of(2, "Ann's own seed"))
    table.begin()
    table.seed(2, "Ann's own seed")
    table.begin()
    assert isinstance(table.request, Cut) and table.request.seat == 1
    refused(table, IllegalSeed, "too late", lambda: say(table, CutCards(1, None, "the best"), Author("player", "Mallory")))


@pytest.mark.parametrize("chapter", ["565", "637a"])
@pytest.mark.parametrize("author", [Author("player", "Mallory"), FLOORPERSON])
def test_a_round_is_not_dealt_when_somebody_leaves_instead_of_telling_his_seed(chapter: str, author: Author) -> None:
    """He has heard Ann's seed: with the secret he could choose between two orders by telling his own, or by his empty seat."""
    table = seated(chapter)
    table.sit(3, "Cy")
    place(table)
    for seat in (1, 2):
        table.pledge(seat, pledge_of(seat, f"seed {seat}"))
    table.begin()
    table.seed(2, "seed 2")
    promised = [each.number for record in records(table) for each in record.evidence if isinstance(each, Promised)]
    say(table, Leave(1), author)
    assert not table.called and not table.bets and 1 not in table.seats
    found = [each.number for record in records(table) for each in record.evidence if isinstance(each, Promised)]
    assert found == [*promised, promised[-1] + 1], "whoever wagers anew has another promise"
    table.pledge(2, pledge_of(2, "another seed"))
    table.accounts()
    place(table)
    table.begin()
    table.seed(2, "another seed")
    table.begin()
    finish(table)
    assert table.rounds == 1


def test_who_takes_a_seat_can_add_a_seed_though_another_had_added_his_there() -> None:
    for deed in (Seed(1, "the seed that the house likes best"), Pledge(1, pledge_of(1, "the best"))):
        table = seated()
        say(table, deed, Author("player", "Mallory"))
        table.leave(1)
        assert any(isinstance(each, Withdrawn) for each in records(table)[-1].evidence)
        table.leave(2)
        table.sit(1, "Ann")
        table.seed(1, "Ann's own seed")
        place(table)
        table.begin()
        finish(table)
        assert table.rounds == 1


def test_who_changes_his_seat_leaves_his_seed_behind() -> None:
    table = seated("637a")
    table.seed(1, "the best")
    table.act("seat change", {"seat": 1, "to": 5})
    table.sit(1, "Cy")
    table.seed(1, "Cy's own")
    table.seed(5, "Mallory's")


@KEYS
@pytest.mark.parametrize("chapter", ["565", "633a", "637a"])
def test_a_table_killed_while_seeds_are_told_goes_on(chapter: str, key: Any, tmp_path: Path) -> None:
    table = Table(game(chapter), None, fair(chapter, key), FileStore(tmp_path / "log", signer=key), name=NAME)
    for seat, player in ((1, "Mallory"), (2, "Ann"), (3, "Cy")):
        table.sit(seat, player)
    table.seed(3, "Cy's seed")
    table.leave(3)
    place(table)
    for seat in (1, 2):
        table.pledge(seat, pledge_of(seat, f"seed {seat}"))
    table.begin()
    table.seed(2, "seed 2")
    release(table)
    back = resume(tmp_path / "log", game, fair(chapter, key, 7), key=key)
    assert back.called and back.fair is not None and back.fair.untold == [1]
    value = back.snapshot()
    assert value.chance is not None and value.chance.standing[-1].telling
    back.seed(1, "seed 1")
    back.begin()
    finish(back)
    release(back)
    same(back, replay(tmp_path / "log", game, key=key))


# ---------------------------------------------------------------------------- closing


@pytest.mark.parametrize("chance", [None, Chance(1)], ids=["fair", "plain"])
def test_a_table_does_not_close_while_wagers_lie_there(chance: Any) -> None:
    """The next round would be dealt from a promise that came after its wagers."""
    table = Table(game("565"), None, chance or fair("565", KEY), MemoryStore(), name=NAME)
    table.sit(1, "Ann")
    place(table)
    refused(table, OutOfTurn, "wagers on the layout", table.close)
    table.bet(1, {})
    table.close()
    assert table.closed


@pytest.mark.parametrize("chance", [None, Chance(1)], ids=["fair", "plain"])
def test_a_closed_table_takes_nothing_but_its_own_opening(chance: Any) -> None:
    table = Table(game("565"), None, chance or fair("565", KEY), MemoryStore(), name=NAME)
    table.sit(1, "Ann")
    others = [Open("565", {}, "0"), Open("999a", {}, "0"), Open("565", {"a": object()}, table.opening.software, NAME)]
    for opening in (table.opening, *others):
        refused(table, OutOfTurn, "open already|as it was first opened", lambda d=opening: say(table, d, HOUSE))
    say(table, Close(), HOUSE)
    deeds: list[tuple[Deed, Author]] = [
        *((Sit(2, "Bo", 500), Author("player", "Bo")), (Buy(1, 500), ANN), (Bet(1, {}), ANN), (Seed(1, "x"), ANN)),
        *((Begin(), DEALER), (Rest(), DEALER), (Permit(1), FLOORPERSON), (Leave(1), ANN), (Close(), HOUSE)),
    ]
    for deed, author in deeds:
        refused(table, OutOfTurn, "opened again before anything else", lambda d=deed, a=author: say(table, d, a))
    for opening in others:
        refused(table, OutOfTurn, "as it was first opened", lambda d=opening: say(table, d, HOUSE))
    refused(table, PitbossError, "a dealer cannot say that", lambda: say(table, table.opening, DEALER))
    say(table, table.opening, HOUSE)
    assert not table.closed
    assert [type(each) for each in records(table)[-1].evidence] == ([] if chance else [Promised])
    place(table)
    table.begin()
    finish(table)
    assert table.rounds == 1


def test_a_closed_log_is_free_for_whoever_resumes_it_and_opens_again(tmp_path: Path) -> None:
    table = Table(game("565"), None, Chance(1), FileStore(tmp_path / "log"), name=NAME)
    table.sit(1, "Ann")
    table.close()
    again = resume(tmp_path / "log", game, Chance(2))
    assert not again.closed and isinstance(records_in(again)[-1].command.deed, Open)
    place(again)
    again.begin()
    finish(again)
    again.close()
    assert replay(tmp_path / "log", game).closed


def records_in(table: Table) -> Any:
    assert table.store is not None
    return list(table.store.read())

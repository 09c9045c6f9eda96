"""A new game that is dealt from a shoe of several decks: its file lists the paragraphs, `pitboss.table` has the rest."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss import games
from pitboss.errors import NotAuthorized
from pitboss.house import House
from pitboss.proof.new_game import check_folder
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.procedures.multideck import memory_of, shoe_preparation_of
from pitboss.table.procedures.shoe_dealing import shoe_method_of
from pitboss.table.round import Round
from pitboss.table.steps import Incident, Moment, Reply, Request
from pitboss.table.table import Table
from tests.games import six_decks


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of Six Decks, which is added."""
    where = six_decks.write(tmp_path / "six-decks")
    games.add(where)
    yield where
    games.remove(where)


def table_of(**options: object) -> Table:
    table = Table("997", House.of("997", dict(options)), Chance(seed=1))
    table.sit(1, "Ann", 10**6)
    return table


def play(table: Table, *told: tuple[str, str, dict[str, object]]) -> Round:
    """A round played by bots, to whom incidents are told at moments."""
    left = list(told)

    def driver(table: Table, request: Request) -> Reply:
        for moment, kind, detail in left:
            if isinstance(request, Moment) and request.name == moment:
                left.remove((moment, kind, detail))
                return Incident(kind, detail)
        return bots(table, request)

    table.bet(1, {"Bet": 500})
    finished = drive(table, driver)
    assert not left
    if finished.refusal is not None:
        raise finished.refusal
    return finished


def test_its_folder_is_whole(folder: Path) -> None:
    assert check_folder(folder) == []


def test_what_its_file_leaves_out_it_does_not_have(folder: Path) -> None:
    p = shoe_preparation_of(chapter("997"))
    assert (p.change_hours, p.cut_depth, p.cover_share) == (24, 10, 4)
    assert (p.batches, p.determinant, p.tens, p.preinspected) == ((), "", "", "997.4(d)")
    assert shoe_method_of(chapter("997")).deal == "997.7(e)"


def test_the_first_player_cuts_and_the_cover_card_ends_the_shoe(folder: Path) -> None:
    table = table_of()
    first = play(table)
    assert [s.cite for s in first.steps if s.cite.startswith("997.5")][:2] == ["997.5(a)", "997.5(c)(1)"]
    assert [s.cite for s in first.steps if "first card after the shuffle" in s.note] == ["997.7(c)"]
    dealt = [s for s in first.steps if s.act == "deal"]
    assert [(s.cite, s.who) for s in dealt] == [("997.7(e)", "seat_1"), ("997.7(e)", "dealer")]
    rounds = 1
    while not memory_of(table).reshuffle:
        finished, rounds = play(table), rounds + 1
    assert rounds == 117  # 312 cards, one burned, and the cover card on the last 78
    assert any(s.cite == "997.7(d)" for s in finished.steps)
    assert any(s.act == "shuffle" for s in play(table).steps)


def test_remedies_have_their_paragraphs(folder: Path) -> None:
    table = table_of()
    assert "997.5(e)" in [s.cite for s in play(table, ("deal", "cut performed improperly", {})).steps]
    assert "997.9(a)" in [s.cite for s in play(table, ("deal", "card face up", {})).steps]
    assert "997.5(f)" in [s.cite for s in play(table, ("settle", "floorperson orders a reshuffle", {})).steps]
    assert memory_of(table).reshuffle
    left = play(table, ("dealt", "player leaves", {"seat": 1}))
    assert left.ledger is not None
    assert left.ledger["seat_1"] == -500 and not any(s.act == "pay" for s in left.steps)


def test_a_shuffler_jams_only_where_there_is_one(folder: Path) -> None:
    jam: tuple[str, str, dict[str, object]] = ("deal", "shuffler jam", {})
    assert any(s.cite == "997.9(c)" for s in play(table_of(shuffler="continuous"), jam).steps)
    with pytest.raises(NotAuthorized, match="no automated card shuffling device"):
        play(table_of(), jam)

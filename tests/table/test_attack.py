"""Attacks: forged seats, words that cannot be recorded, seats that change hands, linked meters on a full disk, promises made
after the wagers, seats whose seeds are shut out, logs without signatures.
"""

import gc
import math
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.errors import BadLog, DuplicateCommandError, PitbossError
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.commands import (
    DEALER,
    FLOORPERSON,
    HOUSE,
    Act,
    Author,
    Bet,
    Buy,
    Command,
    CutCards,
    Decide,
    Deed,
    Open,
    Report,
    Rest,
    Sit,
    VoidRound,
)
from pitboss.table.drivers import bots
from pitboss.table.log import sealed
from pitboss.table.log.replay import replay
from pitboss.table.log.sealed import FIRST, SealedFile
from pitboss.table.log.stores import FileStore, MemoryStore
from pitboss.table.money.linked_meter import LinkedMeter, replay_meter
from pitboss.table.steps import Ask, Cut, Step
from pitboss.table.table import Table
from pitboss.table.view.viewers import HIDDEN, Viewer
from pitboss.table.view.views import frames, layout_of, view
from tests.fairness import KEY, NAME, fair
from tests.strategies import release, state
from tests.table.test_linked import house as metered
from tests.table.test_progressive import bet as bet_progressive

ANN, BO, MALLORY = Author("player", "Ann"), Author("player", "Bo"), Author("player", "Mallory")
FULL = OSError(28, "No space left on device")
HIGH_HAND = {"high_hand_contribution": 100}


def seated(chapter: str = "565", store: Any = None, chance: Any = None, **house: Any) -> Table:
    """Ann at seat 1 and Bo at seat 2, with wagers where there are any before the deal."""
    table = Table(game(chapter), House.of(chapter, house), chance or Chance(3), store or MemoryStore())
    table.sit(1, "Ann")
    table.sit(2, "Bo")
    place(table)
    return table


def place(table: Table) -> None:
    for seat in list(table.seats) if table.game.dealt_in is None else ():
        table.bet(seat, table.game.suggest(table.house))


def go_on(table: Table, until: type | None = None) -> Table:
    """Plays until something of a kind is asked, or to the end of the round."""
    while table.request is not None and not (until is not None and isinstance(table.request, until)):
        table.reply(bots(table, table.request))
    return table


def at_a_decision(chapter: str = "565", chance: Any = None, store: Any = None, **house: Any) -> Table:
    table = seated(chapter, store, chance, **house)
    table.begin()
    return go_on(table, Ask)


def refused(table: Table, command: Command) -> PitbossError:
    """The sentence with which a command is refused, and nothing has changed."""
    before, records = repr(state(table)), len(table.store.records) if isinstance(table.store, MemoryStore) else 0
    with pytest.raises(PitbossError) as why:
        table.do(command)
    assert repr(state(table)) == before and not table.stopped
    assert not isinstance(table.store, MemoryStore) or len(table.store.records) == records
    return why.value


# ---------------------------------------------------------------------------- a seat that is not quite a number


@pytest.mark.parametrize("seat", [True, 1.0])
def test_nobody_decides_for_another_by_a_seat_that_is_no_integer(seat: Any) -> None:
    table = at_a_decision()
    assert isinstance(table.request, Ask) and table.request.seat == 1
    refused(table, Command(Decide(seat, "fold"), MALLORY, 0))


@pytest.mark.parametrize("seat", [True, 1.0])
@pytest.mark.parametrize("wagers", [{}, {"Ante": 50_000}])
def test_nobody_bets_for_another_by_a_seat_that_is_no_integer(seat: Any, wagers: dict[str, int]) -> None:
    refused(seated(), Command(Bet(seat, wagers), MALLORY, 0))


def test_nobody_cuts_the_cards_for_another_by_a_seat_that_is_no_integer() -> None:
    table = seated("633a")
    table.begin()
    go_on(table, Cut)
    assert isinstance(table.request, Cut)
    refused(table, Command(CutCards(float(table.request.seat), table.request.least), MALLORY, 0))  # type: ignore[arg-type]


# ---------------------------------------------------------------------------- what cannot be put on record

UNRECORDABLE = {
    "id None": Command(Rest(), DEALER, 0, None, None),  # type: ignore[arg-type]
    "id 0": Command(Rest(), DEALER, 0, None, 0),  # type: ignore[arg-type]
    "id []": Command(Rest(), DEALER, 0, None, []),  # type: ignore[arg-type]
    "id of half a character": Command(Rest(), DEALER, 0, None, "\ud800"),
    "author of half a character": Command(Rest(), Author("dealer", "\ud800"), 0),
    "author None": Command(Rest(), Author("dealer", None), 0),  # type: ignore[arg-type]
    "author an object": Command(Rest(), Author("dealer", object()), 0),  # type: ignore[arg-type]
    "author of a megabyte": Command(Rest(), Author("dealer", "x" * 10**6), 0),
    "name of a megabyte": Command(Sit(3, "x" * 10**6, 500), FLOORPERSON, 0),
    "no name": Command(Sit(3, "", 500), Author("player", ""), 0),
    "10^5000 cents": Command(Sit(3, "Cy", 10**5000), Author("player", "Cy"), 0),
    "10^4299 cents": Command(Buy(1, 10**4299), ANN, 0),
    "a time beyond all times": Command(Rest(), DEALER, 10**30),
    "another table's opening": Command(Open("999a", {}, "0"), HOUSE, 0),
    "an opening with an object": Command(Open("565", {"a": object()}, "0"), HOUSE, 0),
}


@pytest.mark.parametrize("command", UNRECORDABLE.values(), ids=list(UNRECORDABLE))
def test_what_cannot_be_put_on_record_is_refused_and_the_table_goes_on(command: Command, tmp_path: Path) -> None:
    table = seated(store=FileStore(tmp_path / "log"))
    refused(table, command)
    table.buy(1, 500)
    release(table)
    assert replay(tmp_path / "log", game).seats[1].cents == 1_000_500


def test_an_incident_whose_detail_is_a_list_is_refused(tmp_path: Path) -> None:
    table = at_a_decision(store=FileStore(tmp_path / "log"))
    refused(table, Command(Report("card face up", []), FLOORPERSON, 0))  # type: ignore[arg-type]


BARE: list[tuple[Deed, Author]] = [
    (Act([], {}), FLOORPERSON),  # type: ignore[arg-type]
    (Act("stakes added", True), FLOORPERSON),  # type: ignore[arg-type]
    (Act("stakes added", None), ANN),  # type: ignore[arg-type]
    (Bet([], {}), ANN),  # type: ignore[arg-type]
    (Bet(1, {5: 500}), ANN),  # type: ignore[dict-item]
    (Bet(1, [("Ante", 500)]), ANN),  # type: ignore[arg-type]
    (Bet(1, {"Ante": 10**5000}), ANN),
    (Sit(10**5000, "Cy", 5), FLOORPERSON),
    (Decide(1, True), ANN),  # type: ignore[arg-type]
    (Report([], {}), FLOORPERSON),  # type: ignore[arg-type]
    (Report("card face up", "x"), FLOORPERSON),  # type: ignore[arg-type]
    (VoidRound(object()), FLOORPERSON),  # type: ignore[arg-type]
    (Rest(), None),  # type: ignore[list-item]
    (Rest(), ("dealer",)),  # type: ignore[list-item]
]


@pytest.mark.parametrize("begun", [False, True])
def test_whatever_is_said_is_refused_with_a_sentence(begun: bool) -> None:
    table = at_a_decision() if begun else seated()
    bare = []
    for deed, author in BARE:
        try:
            refused(table, Command(deed, author, 0))
        except (TypeError, ValueError, AttributeError, KeyError, OverflowError) as error:
            bare.append((type(deed).__name__, repr(error)[:80]))
    assert bare == []


def test_a_time_that_is_too_great_is_refused_with_a_sentence() -> None:
    refused(seated(), Command(Rest(), DEALER, 10**400))


def test_a_detail_nested_too_deeply_is_refused_with_a_sentence() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    refused(at_a_decision(), Command(Report("card face up", {"card": deep}), FLOORPERSON, 0))


def test_a_refusal_does_not_keep_or_repeat_a_megabyte() -> None:
    table = seated()
    tracemalloc.start()
    try:
        longest = max(len(str(refused(table, Command(Bet(1, {f"{n}" + "x" * 10**6: 500}), ANN, 0)))) for n in range(8))
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert longest < 2000
    assert kept < 10**6, f"{kept:,} bytes are kept of what was refused"


def test_the_id_of_one_player_does_not_double_another_players_command() -> None:
    table = seated()
    table.do(Command(Buy(2, 500), BO, 0, table.version, "1"))
    try:
        table.do(Command(Buy(1, 500), ANN, 0, table.version, "1"))
    except DuplicateCommandError as error:
        pytest.fail(f"Ann is told that her command was carried out: {error}")


@pytest.mark.parametrize("until", [math.inf, math.nan])
def test_a_detail_that_json_cannot_tell_is_refused(until: float) -> None:
    table = Table(game("637a"), House.of("637a", HIGH_HAND), Chance(3), MemoryStore())
    refused(table, Command(Act("collection period", {"payout": "high hand", "until": until}), FLOORPERSON, 0))


# ---------------------------------------------------------------------------- who sees what


def folds(table: Table) -> Table:
    """A round in which seat 1 folds, and is not seen."""
    table.begin()
    while table.request is not None:
        request = table.request
        mine = isinstance(request, Ask) and request.seat == 1 and any(choice.word == "fold" for choice in request.choices)
        table.reply(request.verify("fold") if mine else bots(table, request))  # type: ignore[union-attr]
    return table


@pytest.mark.parametrize("chapter", ["637a", "565", "555", "678a"])
def test_who_takes_a_seat_does_not_see_the_cards_of_who_had_it_before(chapter: str) -> None:
    table = folds(seated(chapter, chance=Chance(5)))
    table.leave(1)
    table.sit(1, "Mallory")
    seen = layout_of(table, Viewer("Mallory", frozenset({1}))).hands["seat_1"].cards
    assert set(seen) == {HIDDEN}, f"Mallory sees {seen}, which Ann folded before he came"


def test_a_refusal_does_not_tell_by_which_paragraph_another_player_may_decide() -> None:
    sentences = set()
    for seed in (0, 91):  # with 91 seat 1 holds five cards of a suit, and may raise by § 678a.11(b)(2)
        table = at_a_decision("678a", Chance(seed))
        assert isinstance(table.request, Ask) and table.request.seat == 1
        for deed in (Decide(2, "fold"), CutCards(2)):
            sentences.add((type(deed).__name__, str(refused(table, Command(deed, BO, 0)))))
    assert len(sentences) == 2, sentences


# ---------------------------------------------------------------------------- linked meters

NUMBER = "555"


def linked(meter: LinkedMeter, name: str, store: Any, seed: int = 1) -> Table:
    table = Table(game(NUMBER), metered(NUMBER), Chance(seed), store, meter=meter, name=name)
    table.sit(1, "Ann", 10**9)
    table.sit(2, "Bo", 10**9)
    return table


def round_of(table: Table) -> None:
    bet_progressive(table)
    table.begin()
    go_on(table)


def test_looking_at_a_linked_table_changes_nothing() -> None:
    meter = LinkedMeter.of("the big one", metered(NUMBER))
    one, other = linked(meter, "one", MemoryStore()), linked(meter, "other", MemoryStore(), 2)
    round_of(other)
    record = one.take(Command(Buy(1, 500), ANN, 0))
    drawn, before = list(record.drawn), one.snapshot()
    view(one)
    assert record.drawn == drawn, "a record that is about to be written was changed"
    assert one.snapshot() == before


def test_a_linked_table_that_was_looked_at_replays(tmp_path: Path) -> None:
    meter = LinkedMeter.of("the big one", metered(NUMBER))
    one = linked(meter, "one", FileStore(tmp_path / "one.log", sync=lambda file: None))
    other = linked(meter, "other", MemoryStore(), 2)
    while one.version < 1990:
        one.buy(1, 500)
    round_of(other)
    view(one)
    while one.version < 2010:  # there is a snapshot between
        one.buy(1, 500)
    release(one)
    replay(tmp_path / "one.log", game)


def fail_writes(monkeypatch: pytest.MonkeyPatch, file: SealedFile) -> None:
    """A disk that is full for one file."""
    handle, real = file._file, sealed.write

    def write(to: int, content: bytes) -> None:
        if to == handle:
            raise FULL
        real(to, content)

    monkeypatch.setattr(sealed, "write", write)


# ---------------------------------------------------------------------------- fairness


def test_nobody_rests_while_wagers_lie_on_the_layout() -> None:
    """At Blackjack it brings a new shuffle: the house, which knows the cards to come and all seeds, could choose."""
    table = Table(game("633a"), None, fair("633a", KEY), MemoryStore(), name=NAME)
    table.sit(1, "Ann")
    place(table)
    table.begin()
    go_on(table)
    place(table)
    with pytest.raises(PitbossError):
        table.rest()


# ---------------------------------------------------------------------------- signatures


def signed(path: Path) -> None:
    table = Table(game("565"), None, Chance(3), FileStore(path, signer=KEY), name=NAME)
    table.sit(1, "Ann")
    for _ in range(2):
        place(table)
        table.begin()
        go_on(table)
    release(table)


# ---------------------------------------------------------------------------- files


@pytest.mark.parametrize("read", [LinkedMeter.again, replay_meter])
def test_json_nested_too_deeply_is_refused_with_a_sentence(read: Callable[[Path], Any], tmp_path: Path) -> None:
    nested = b"[" * 100_000 + b"]" * 100_000
    row, _ = sealed.sealed(b'{"event":"room","at":0,"meter":"opened","detail":{"a":' + nested + b"}}", FIRST)
    (tmp_path / "log").write_bytes(row + b"\n")
    with pytest.raises(BadLog):
        read(tmp_path / "log")


# ---------------------------------------------------------------------------- a second attack


def test_frames_do_not_show_the_cards_of_who_had_the_seat_before() -> None:
    table = seated("565", chance=Chance(5))
    version = table.version
    folds(table)
    table.leave(1)
    table.sit(1, "Mallory")
    assert table.store is not None
    sent = frames(table.store.read(version), Viewer("Mallory", frozenset({1})), looks=True)
    dealt = [step[3] for frame in sent for step in frame.steps if step and step[1:3] == ["deal", "seat_1"]]
    assert dealt == [[HIDDEN]] * 3
    ann = frames(table.store.read(version), Viewer("Ann", frozenset({1})), looks=True)
    assert [HIDDEN] not in [step[3] for frame in ann for step in frame.steps if step and step[1:3] == ["deal", "seat_1"]]


def stays(table: Table) -> None:
    """Who is asked checks or calls; otherwise the table goes on."""
    request = table.request
    assert request is not None
    words = [choice.word for choice in request.choices] if isinstance(request, Ask) else []
    word = next((word for word in ("call", "check") if word in words), None)
    table.reply(request.verify(word) if isinstance(request, Ask) and word is not None else bots(table, request))


def test_who_has_shown_and_lost_does_not_void_the_hand_by_leaving() -> None:
    table = Table(game("637a"), House.of("637a", HIGH_HAND), Chance(0), MemoryStore())
    table.sit(1, "Ann", 100_000)
    table.sit(2, "Bo", 100_000)
    table.begin()
    while not (shown := [step.who for step in steps_of(table) if step.act == "reveal" and step.who.startswith("seat_")]):
        stays(table)
    assert shown == ["seat_1"]
    table.leave(1)
    go_on(table)
    assert table.failure is None and table.rounds == 1 and list(table.seats) == [2]
    assert table.taken < 100_000


def steps_of(table: Table) -> list[Step]:
    assert table.round is not None
    return table.round.steps


@pytest.mark.parametrize("detail", [{1: 2}, {"cents": 10**400}, {"cents": 1e300}, {"a": {"b": [10**20]}}, {"a": ("b",)}])
def test_a_detail_is_told_by_json_as_it_is(detail: Any) -> None:
    refused(at_a_decision(), Command(Report("card face up", detail), FLOORPERSON, 0))
    refused(Table(game("637a"), None, Chance(3), MemoryStore()), Command(Act("stakes added", detail), FLOORPERSON, 0))


@pytest.mark.parametrize("until", ["nan", "inf", 10**400, True, [1]])
def test_a_collection_period_ends_at_a_time(until: Any) -> None:
    table = Table(game("637a"), House.of("637a", HIGH_HAND), Chance(3), MemoryStore())
    with pytest.raises(PitbossError):
        table.act("collection period", {"payout": "high hand", "until": until})


def test_stakes_are_bounded_by_whatever_way_they_come() -> None:
    table = seated("637a")
    with pytest.raises(PitbossError):
        table.act("stakes added", {"seat": 1, "cents": 10**400})


@pytest.mark.parametrize("change", [{"pauses": 1}, {"seeded": 1}, {"house": {"seats": 6.0}}])
def test_a_table_opens_again_with_the_very_words_of_its_opening(change: dict[str, Any]) -> None:
    table = Table(game("565"), None, Chance(3), MemoryStore())
    table.close()
    refused(table, Command(msgspec.structs.replace(table.opening, **change), HOUSE, 0))
    table.do(Command(table.opening, HOUSE, 0))


def test_the_last_player_who_is_asked_whether_he_shows_may_leave_and_a_refused_report_changes_nothing() -> None:
    table = Table(game("637a"), House.of("637a", HIGH_HAND), Chance(3), MemoryStore())
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Di"), 1):
        table.sit(seat, name, 100_000)
    table.begin()
    while not (isinstance(table.request, Ask) and any(step.who == "community" for step in steps_of(table))):
        stays(table)
    for seat in (1, 2, 3):
        table.leave(seat)
    request = go_on(table, Ask).request
    assert isinstance(request, Ask) and [choice.word for choice in request.choices] == ["show", "no show"]
    refused(table, Command(Report("shuffler jam", {}), FLOORPERSON, 0))
    assert table.request == request
    table.leave(request.seat)
    go_on(table)
    assert table.failure is None and table.rounds == 1 and not table.seats

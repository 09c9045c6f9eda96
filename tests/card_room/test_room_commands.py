"""What is said to a room: carried out once, by who may, for the room as he saw it; or refused, and nothing has changed."""

import random
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pitboss.card_room import Room
from pitboss.card_room import commands as said
from pitboss.card_room.board import board_of
from pitboss.card_room.commands import FLOORPERSON, HOUSE, MAY, Author, Command, Deed
from pitboss.card_room.logs import MemoryLogs
from pitboss.card_room.state import CHANGES, copy_of, is_same, snapshot_of, state_of
from pitboss.errors import DuplicateCommandError, NotYours, OutOfTurn, PitbossError, StaleVersionError, Stopped
from pitboss.table import commands as at_table
from pitboss.table.drivers import bots
from pitboss.table.steps import Answer, Ask
from tests.card_room.evening import NUMBER, Evening, seen
from tests.card_room.playing import BAD_BEAT, SLIP, Clock, beaten, hand, passive, rig, room_of

ANN = Author("player", "Ann")
HOLD_EM = "hold'em"


def say(room: Room, deed: Deed, author: Author = FLOORPERSON, version: int | None = None, id_: str = "") -> Any:
    """What a command gives that is sent from outside."""
    return room.do(Command(deed, author, 0, version, id_)).gave


def opened() -> Room:
    """A room with one table."""
    room = Room("637a", chance=Clock(1))
    room.open_table("1")
    return room


def unchanged(room: Room, act: Callable[[], object], error: type[PitbossError], words: str | None = None) -> None:
    """Expects a refusal that changes nothing at all."""
    before, tables = snapshot_of(room.state), {name: table.version for name, table in room.tables.items()}
    with pytest.raises(error, match=words):
        act()
    assert snapshot_of(room.state) == before
    assert {name: table.version for name, table in room.tables.items()} == tables


# ---------------------------------------------------------------------------- doubled and late


def test_a_command_with_the_same_id_is_carried_out_once() -> None:
    room = opened()
    assert say(room, said.Join("Ann", HOLD_EM), ANN, id_="a1") == 0
    version = room.version
    unchanged(
        room, lambda: say(room, said.Join("Ann", HOLD_EM), ANN, id_="a1"), DuplicateCommandError, "was carried out already"
    )
    unchanged(room, lambda: say(room, said.Strike("Ann"), ANN, id_="a1"), DuplicateCommandError)
    with pytest.raises(DuplicateCommandError) as doubled:
        say(room, said.Join("Ann", HOLD_EM), ANN, id_="a1")
    assert doubled.value.version == version


def test_two_authors_may_use_the_same_id() -> None:
    """An id belongs to its author: each command is carried out, and each author has an own first answer."""
    room = opened()
    bob = Author("player", "Bob")
    say(room, said.Join("Ann", HOLD_EM), ANN, id_="a")
    say(room, said.Join("Bob", HOLD_EM), bob, id_="a")
    assert [each.player for each in room.waiting] == ["Ann", "Bob"]
    with pytest.raises(DuplicateCommandError) as again:
        say(room, said.Join("Bob", HOLD_EM), bob, id_="a")
    assert again.value.version == room.version


def test_a_snapshot_of_an_earlier_version_has_ids_without_authors() -> None:
    """It is the same state; one with another version at an id is not."""
    room = opened()
    say(room, said.Join("Ann", HOLD_EM), ANN, id_="a")
    earlier, other = copy_of(room.state), copy_of(room.state)
    earlier.ids, other.ids = {"a": room.version}, {"a": room.version - 1}
    assert is_same(earlier, room.state) and not is_same(other, room.state)


def test_a_refused_command_may_be_sent_again_under_its_id() -> None:
    room = opened()
    unchanged(room, lambda: say(room, said.Strike("Ann"), ANN, id_="a1"), PitbossError)
    say(room, said.Join("Ann", HOLD_EM), ANN, id_="a1")


def test_who_was_seated_meanwhile_does_not_go_on_the_list_by_a_late_command() -> None:
    room = opened()
    seen_at = room.version
    room.seat("Ann", "1", 3, 50_000)
    unchanged(room, lambda: say(room, said.Join("Ann", HOLD_EM), ANN, seen_at), StaleVersionError, "too late")
    assert say(room, said.Join("Bob", HOLD_EM), Author("player", "Bob"), seen_at) == 0, "what happened to Ann is not about Bob"


def test_a_seat_is_not_taken_at_a_table_that_was_opened_anew() -> None:
    room = opened()
    seen_at = room.version
    room.close_table("1")
    room.open_table("1", {"small_bet": 10_000})
    unchanged(room, lambda: say(room, said.TakeSeat("Ann", "1", 3, 900_000), ANN, seen_at), StaleVersionError)
    say(room, said.TakeSeat("Ann", "1", 3, 900_000), ANN, room.version)


@pytest.mark.cites("637a.15(f)")
def test_a_late_dismissal_does_not_dismiss_the_next_hand() -> None:
    room = room_of("637a", bad_beat_hands="pair or better")
    while len(room.to_verify) < 2:
        hand(room)
    version = room.version
    say(room, said.Dismiss("bad beat"), version=version)
    unchanged(room, lambda: say(room, said.Dismiss("bad beat"), version=version), StaleVersionError)
    unchanged(room, lambda: say(room, said.PayBadBeat("P. Day"), version=version), StaleVersionError)


@pytest.mark.cites("637a.15(f)")
def test_hands_that_go_on_do_not_make_a_verification_late() -> None:
    room = room_of("637a")
    hand(room, cards=BAD_BEAT)
    version = room.version
    hand(room)
    hand(room)
    say(room, said.Dismiss("bad beat"), version=version)


@pytest.mark.parametrize("version", [-1, 99, 2**70])
def test_a_command_for_a_version_that_never_was_is_refused(version: int) -> None:
    room = opened()
    unchanged(room, lambda: say(room, said.Join("Ann", HOLD_EM), ANN, version), PitbossError)


def test_what_the_room_remembers_of_late_commands_is_bounded() -> None:
    room = opened()
    first = room.version
    for number in range(CHANGES // 2 + 100):
        room.join(f"player {number}", HOLD_EM)
        room.strike(f"player {number}")
    again = Room("637a", chance=Clock(1))
    assert len(room.state.changed) <= CHANGES and len(snapshot_of(room.state)) < 100 * CHANGES + len(snapshot_of(again.state))
    for number in range(CHANGES):
        room.join(f"late {number}", HOLD_EM)
    unchanged(room, lambda: say(room, said.Join("Ann", HOLD_EM), ANN, first), StaleVersionError)
    say(room, said.Join("Ann", HOLD_EM), ANN, room.version)


# ---------------------------------------------------------------------------- who may

DEEDS: tuple[Deed, ...] = (
    said.OpenTable("2", {}),
    said.CloseTable("2"),
    said.CloseRoom(),
    said.Join("Ann", HOLD_EM),
    said.Strike("Ann"),
    said.TakeSeat("Ann", "1", 5, 50_000),
    said.Offer("other", "bad beat", ["1"]),
    said.CountBoxes("bad beat", "main cage", "", "F. Lee", "S. Roy"),
    said.VerifyCount("bad beat", "C. May", 0),
    said.Adjust("bad beat", "N. Fox", "F. Lee"),
    said.PayBadBeat("P. Day"),
    said.StartPeriod("bad beat"),
    said.Track(True, **SLIP),
    said.Dismiss("bad beat"),
    said.EndPeriod("bad beat"),
    said.Collect("bad beat", "1-1", "table", True),
    said.Expire("bad beat"),
    said.Discontinue("bad beat"),
)


def test_every_command_has_its_authors() -> None:
    assert {type(deed) for deed in DEEDS} == set(MAY)


@pytest.mark.parametrize("role", ["player", "dealer", "floorperson", "house"])
@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: type(deed).__name__)
def test_who_may_not_say_something_changes_nothing(deed: Deed, role: said.Role) -> None:
    room = beaten("637a")
    if role not in MAY[type(deed)]:
        unchanged(room, lambda: say(room, deed, Author(role, "Ann")), NotYours, "cannot say that")


@pytest.mark.parametrize("deed", [said.Join("Ann", HOLD_EM), said.Strike("Ann"), said.TakeSeat("Ann", "1", 3, 50_000)], ids=str)
@pytest.mark.parametrize("name", ["Bob", ""])
def test_a_player_does_not_speak_for_another(deed: Deed, name: str) -> None:
    room = opened()
    unchanged(room, lambda: say(room, deed, Author("player", name)), NotYours, "cannot speak for Ann")


@pytest.mark.cites("637a.15(d)", "637a.15(e)", "637a.15(f)", "637a.15(h)")
def test_an_employee_signs_in_his_own_name() -> None:
    room = beaten("637a")
    for deed, role in (
        (said.CountBoxes("bad beat", "main cage", "", "F. Lee", "S. Roy"), "floorperson"),
        (said.VerifyCount("bad beat", "C. May", 0), "house"),
        (said.Adjust("bad beat", "N. Fox", "F. Lee"), "house"),
        (said.PayBadBeat("P. Day"), "floorperson"),
        (said.Track(True, **SLIP), "floorperson"),
    ):
        author = Author(role, "somebody else")  # type: ignore[arg-type]
        unchanged(room, lambda deed=deed, author=author: say(room, deed, author), NotYours, "cannot sign for")  # type: ignore[misc]
    assert say(room, said.PayBadBeat("P. Day"), Author("floorperson", "P. Day"))


def test_nobody_makes_up_what_the_room_says_itself() -> None:
    room = room_of("637a")
    for deed in (said.Note("1", 1, {"bad beat": 1_000_000}), said.OpenRoom("637a", "", "another")):
        for author in (HOUSE, FLOORPERSON, ANN):
            unchanged(room, lambda deed=deed, author=author: say(room, deed, author), NotYours, "only the room")  # type: ignore[misc]


@pytest.mark.parametrize("cents", [500.0, True, "50000", None, 10**30, -1])
def test_cents_are_integers_and_nothing_else(cents: Any) -> None:
    room = opened()
    unchanged(room, lambda: say(room, said.TakeSeat("Ann", "1", 3, cents), ANN), PitbossError)
    unchanged(room, lambda: room.seat("Ann", "1", 3, cents), PitbossError)


@pytest.mark.parametrize(
    "command",
    [
        Command(said.Join("Ann", HOLD_EM), ANN, 0.5),  # type: ignore[arg-type]
        Command(said.Join("Ann\ud800", HOLD_EM), Author("player", "Ann\ud800"), 0),
        Command(said.Join("Ann", HOLD_EM), Author("king", "Ann"), 0),  # type: ignore[arg-type]
        Command(said.Join("Ann", HOLD_EM), ANN, 0, id="x" * 101),
        Command(said.Join("Ann", HOLD_EM), ANN, 0, id=7),  # type: ignore[arg-type]
        Command("join", ANN, 0),  # type: ignore[arg-type]
        Command(said.OpenTable("2", {"small_bet": object()}), HOUSE, 0),
    ],
    ids=lambda command: repr(command)[:60],
)
def test_what_cannot_be_put_on_record_is_refused(command: Command) -> None:
    room = opened()
    unchanged(room, lambda: room.do(command), PitbossError)


# ---------------------------------------------------------------------------- at the tables


def seated() -> Room:
    """A room whose table has three players."""
    return room_of("637a", players=3)


def test_players_play_through_the_room_and_it_takes_note_of_the_hand() -> None:
    room = seated()
    table = room.table("1")
    room.at("1", at_table.Command(at_table.Begin(), at_table.DEALER, 0))
    forged = 0
    while table.request is not None:
        if isinstance(table.request, Ask):
            seat, answer = table.request.seat, passive(table, table.request)
            assert isinstance(answer, Answer)
            other = Author("player", f"1-{seat % 3 + 1}")
            decide = at_table.Decide(seat, answer.word, answer.cents)
            unchanged(room, lambda: room.at("1", at_table.Command(decide, other, 0)), NotYours)  # noqa: B023
            forged += 1
            room.at("1", at_table.Command(decide, Author("player", f"1-{seat}"), 0, table.version))
        else:
            room.at("1", at_table.Command(at_table.Proceed(), at_table.DEALER, 0))
    assert forged > 3 and room.state.noted == 1 and room.fund("bad beat").boxes == {"1": 100}
    room.books().balance()


@pytest.mark.cites("637a.8(a)")
@pytest.mark.parametrize("deed", [at_table.Sit(9, "Ann", 50_000), at_table.Close()], ids=str)
def test_nobody_goes_round_the_list_to_a_table(deed: at_table.Deed) -> None:
    room = seated()
    unchanged(room, lambda: room.at("1", at_table.Command(deed, FLOORPERSON, 0)), NotYours, "said to the room")


@pytest.mark.cites("637a.15(b)(3)")
def test_a_player_who_walks_away_from_a_bad_beat_is_still_known_by_name() -> None:
    room = room_of("637a")
    table = room.table("1")
    rig(table, BAD_BEAT)
    room.at("1", at_table.Command(at_table.Begin(), at_table.DEALER, 0))
    while not (isinstance(table.request, Ask) and table.request.seat == 3):
        table.reply(passive(table, table.request))  # type: ignore[arg-type]
    room.at("1", at_table.Command(at_table.Leave(3), Author("player", "1-3"), 0))
    while table.request is not None:
        reply = passive(table, table.request)
        deed = at_table.Decide(table.request.seat, reply.word, reply.cents) if isinstance(reply, Answer) else at_table.Proceed()
        author = Author("player", f"1-{deed.seat}") if isinstance(deed, at_table.Decide) else at_table.DEALER
        room.at("1", at_table.Command(deed, author, 0))
    assert 3 not in table.seats
    assert [call.player for call in room.to_verify] == ["1-1"] and "1-3" in room.to_verify[0].others
    room.books().balance()


def test_a_room_is_used_from_one_task() -> None:
    room = seated()

    def driver(table: Any, request: Any) -> Any:
        unchanged(room, lambda: room.join("Ann", HOLD_EM), OutOfTurn, "one task only")
        return bots(table, request)

    room.hand("1", driver)
    room.join("Ann", HOLD_EM)


# ---------------------------------------------------------------------------- whole evenings


class Sent(Room):
    """A room to which everything is sent as a command with id and version; each is then sent again, as it should not be."""

    numbers = count()
    accepted = 0

    def _say(self, deed: Deed, author: Author, at: float | None = None) -> Any:
        when = self._now() if at is None else round(at * 60_000)
        made = Command(deed, author, when, self.version, f"c{next(self.numbers)}")
        gave = self.do(made).gave
        self.accepted += 1
        again = Command(deed, author, when, made.version, f"c{next(self.numbers)}")
        forged = Command(deed, Author("dealer", author.name), when)
        for wrong, error in ((made, DuplicateCommandError), (again, StaleVersionError), (forged, NotYours)):
            unchanged(self, lambda wrong=wrong: self.do(wrong), error)  # type: ignore[misc]
        if isinstance(deed, said.PayBadBeat | said.EndPeriod):
            return []  # nobody looks at these
        return gave


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), acts=st.integers(1, 250))
@example(seed=7, acts=900)
def test_commands_doubled_late_and_forged_change_nothing_all_evening_long(seed: int, acts: int) -> None:
    room = Sent(NUMBER, chance=Clock(seed))
    evening = Evening(room, str(seed))
    for _ in range(acts):
        evening.goes_on()
    room.books().balance()
    assert acts < 900 or room.accepted > 100


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 2**32), acts=st.lists(st.integers(1, 60), min_size=1, max_size=4), every=st.sampled_from([1, 7, 500])
)
@example(seed=3, acts=[250, 250], every=7)
def test_a_room_resumed_is_the_room_that_was_left(seed: int, acts: list[int], every: int) -> None:
    logs, clock = MemoryLogs(), Clock(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.card_room.room.SNAPSHOT_RECORDS", every)
        patch.setattr("pitboss.table.table.SNAPSHOT_ROUNDS", 3)
        room = Room(NUMBER, logs, clock)
        for turn, number in enumerate(acts):
            evening = Evening(room, f"{seed} {turn}")
            for _ in range(number):
                evening.goes_on()
            again = Room.resume(logs, clock)
            assert again.state == room.state == state_of(snapshot_of(room.state))
            assert seen(again) == seen(room)
            again.books().balance()
            room = again


@pytest.mark.parametrize("broken", range(1, 60))
def test_a_store_that_fails_stops_the_room_and_loses_nothing(broken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The n-th record cannot be written, for every n of an evening: what is on record is there again, and no more."""
    logs, clock, chance = MemoryLogs(), Clock(5), random.Random(broken)
    room = Room(NUMBER, logs, clock)
    evening, written = Evening(room, "5"), logs.room.append
    left = iter(range(broken))

    def append(*given: Any) -> None:
        if next(left, None) is None:
            raise Stopped("the disk is full")
        written(*given)

    monkeypatch.setattr(logs.room, "append", append)
    with pytest.raises(Stopped, match="full"):
        for _ in range(400):
            clock.now += chance.random() / 60
            lively(evening)
    with pytest.raises(Stopped, match="full"):
        room.join("Ann", HOLD_EM)
    with pytest.raises(Stopped, match="full"):
        room.hand("1")
    monkeypatch.setattr(logs.room, "append", written)
    again = Room.resume(logs, clock)
    again.books().balance()
    assert again.version in (broken + 1, broken + 2), "all that was written, and perhaps a hand of which nobody took note"
    again.open_table("another")


def lively(evening: Evening) -> None:
    """Something happens, or is refused; a room that stops says so."""
    act = evening.chance.choice((Evening.opens, Evening.sits, Evening.sits, Evening.plays, Evening.offers, Evening.adds))
    try:
        act(evening)
    except PitbossError as error:
        if isinstance(error, Stopped):
            raise


def test_the_board_of_a_room_is_told_in_json() -> None:
    room = beaten("637a")
    call = board_of(room)["to_verify"][0]
    assert (call["kind"], call["player"], call["table"]) == ("bad beat", "1-1", "1")

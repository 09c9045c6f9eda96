"""Card reader device, shuffler and dealing shoe of a table of 21 that fail (§ 633a.14(k)–(m), § 635a.13(k)–(m))."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import NAMES, parse
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import NotAuthorized, OutOfTurn
from pitboss.games import game
from pitboss.games.twenty_one.irregularities import DETAILS
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.devices import READER
from pitboss.table.drivers import bots, drive
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.stores import FileStore, Store
from pitboss.table.procedures.failures import REPAIRED
from pitboss.table.round import Round
from pitboss.table.steps import DRAWN_BEFORE, IN_ERROR, UP, Ask, Cut, Incident, Moment, Step
from pitboss.table.table import Table

OUT = "device out of order"
BOTH = [("633a", "14"), ("635a", "13")]


def open_table(chapter: str, store: Store | None = None, seed: int = 3, **house: Any) -> Table:
    table = Table(game(chapter), House.of(chapter, house), Chance(seed), store)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}")
    return table


def bet(table: Table) -> None:
    for seat in table.seats:
        table.bet(seat, table.game.suggest(table.house))


def play(table: Table, *told: tuple[str, str, dict[str, Any]]) -> Round:
    """A round played by bots, to whom incidents are told at moments or, as "decision", at the first question."""
    left = list(told)

    def driver(table: Table, request: Any) -> Any:
        now = request.name if isinstance(request, Moment) else "decision" if isinstance(request, Ask) else ""
        if left and left[0][0] == now:
            _, kind, detail = left.pop(0)
            return Incident(kind, detail)
        return bots(table, request)

    bet(table)
    finished = drive(table, driver)
    assert not left, f"{left[0]} never came up"
    return finished


def notes(steps: list[Step], act: str = "say") -> list[str]:
    return [step.note for step in steps if step.act == act]


def shuffles(steps: list[Step]) -> list[str]:
    """How cards were shuffled."""
    return [note.split(";")[0] for note in notes(steps, "shuffle")]


# ---------------------------------------------------------------------------- the card reader device


@pytest.mark.cites("633a.14(k)", "635a.13(k)")
@pytest.mark.parametrize(("chapter", "section"), BOTH)
def test_no_card_is_dealt_until_the_reader_is_repaired(chapter: str, section: str, tmp_path: Path) -> None:
    """In the middle of a round, killed while it waits, and replayed."""
    cite, log = f"{chapter}.{section}(k)", tmp_path / "reader.jsonl"
    table = open_table(chapter, FileStore(log))
    bet(table)
    table.begin()
    while table.request != Moment("deal"):
        table.reply(None)
    table.reply(Incident(OUT, {"device": "card reader"}))
    table.reply(None)  # nothing else goes wrong before the deal
    waiting = Moment("out of order", Incident(REPAIRED, {"device": READER}))
    assert table.request == waiting
    assert table.round is not None
    assert not table.round.hands
    with pytest.raises(OutOfTurn) as refused:
        table.reply(None)
    assert refused.value.cite == cite
    with pytest.raises(NotAuthorized, match="out of order already"):
        table.reply(Incident(OUT, {"device": "card reader"}))
    with pytest.raises(NotAuthorized, match="out of order") as misused:
        table.reply(Incident("hole card in reader", {"value_can_be_seen": True}))
    assert misused.value.cite == f"{chapter}.{section}(j)"
    assert table.store is not None
    table.store.release()
    table = resume(log, game, Chance(4))
    assert table.request == waiting
    assert table.out_of_order == {READER}
    finished = drive(table, bots)
    said = [(s.act, s.cite) for s in finished.steps if s.act == "deal" or s.cite == cite]
    assert said[:3] == [("say", cite), ("say", cite), ("deal", f"{chapter}.7({'f' if chapter == '633a' else 'e'})(1)")]
    assert not finished.void
    assert not replay(log, game).out_of_order


@pytest.mark.cites("633a.14(k)", "635a.13(k)")
@pytest.mark.parametrize(("chapter", "section"), BOTH)
def test_without_a_reader_no_round_begins(chapter: str, section: str, tmp_path: Path) -> None:
    log = tmp_path / "reader.jsonl"
    table = open_table(chapter, FileStore(log))
    first = play(table, ("settle", OUT, {"device": "card reader device"}))
    assert not first.void
    bet(table)
    with pytest.raises(NotAuthorized, match="repaired or replaced") as refused:
        table.begin()
    assert refused.value.cite == f"{chapter}.{section}(k)"
    table.bet(1, {})  # who does not want to wait may take his wager back
    with pytest.raises(NotAuthorized, match="no shoe is in use"):
        table.act(REPAIRED, {"device": "shoe"})
    done = table.act(REPAIRED, {"device": "card reader"})
    assert [s.cite for s in done.steps] == [f"{chapter}.{section}(k)"]
    with pytest.raises(NotAuthorized, match="is not out of order"):
        table.act(REPAIRED, {"device": "card reader"})
    drive(table, bots)
    assert replay(log, game).rounds == 2


def test_the_hole_card_is_read_only_by_a_reader_in_order() -> None:
    """Under an ace or ten the dealer waits before he looks, with nothing left to deal."""
    for seed in range(60):
        table = open_table("633a", seed=seed)
        bet(table)
        table.begin()
        while table.request is not None and table.request != Moment("dealt"):
            table.reply(bots(table, table.request))
        table.reply(Incident(OUT, {"device": "card reader"}))
        table.reply(None)
        while isinstance(table.request, Ask) and table.request.cite == "633a.8(b)":
            table.reply(bots(table, table.request))
        up = table.round.hands["dealer"][0] if table.round is not None else 0
        if up >> 2 >= 8:  # a ten, a picture or an ace
            break
    assert isinstance(table.request, Moment)
    assert table.round is not None
    assert table.request.waits_for is not None
    assert "633a.7(h)" not in [s.cite for s in table.round.steps]
    table.reply(table.request.waits_for)
    steps = (table.round or table.last).steps  # type: ignore[union-attr]
    assert "633a.7(h)" in [s.cite for s in steps]


# ---------------------------------------------------------------------------- shuffler and dealing shoe


@pytest.mark.cites("633a.14(m)", "633a.5(h)", "635a.13(m)", "635a.5(h)")
@pytest.mark.parametrize(("chapter", "section"), BOTH)
def test_without_the_reshuffling_device_cards_are_shuffled_by_hand_and_cut(chapter: str, section: str, tmp_path: Path) -> None:
    log = tmp_path / "continuous.jsonl"
    table = open_table(chapter, FileStore(log), shuffler="continuous")
    first = play(table, ("dealt", OUT, {"device": "dealing shoe"}))
    assert shuffles(first.steps) == ["continuous"]
    assert f"{chapter}.{section}(m)" in [s.cite for s in first.steps]
    second = play(table)
    assert shuffles(second.steps) == ["manual"]
    cites = [s.cite for s in second.steps]
    assert f"{chapter}.5(d)" in cites  # the cut
    assert f"{chapter}.7(c)" in cites  # the first card is burned
    assert "the cover card lies" in " ".join(notes(second.steps))
    assert not shuffles(play(table).steps)  # a shoe now, dealt to its cover card
    table.act(REPAIRED, {"device": "shuffler"})
    assert shuffles(play(table).steps) == ["continuous"]
    assert replay(log, game).rounds == 4


@pytest.mark.cites("633a.14(m)", "633a.3(b)(4)")
def test_without_the_shuffler_one_batch_is_used_for_every_shoe() -> None:
    table = open_table("633a", shuffler="automated", decks=2)
    reshuffle: tuple[str, str, dict[str, Any]] = ("dealt", "floorperson orders a reshuffle", {})
    play(table, reshuffle)
    aside = list(table.waiting)
    play(table, ("deal", OUT, {"device": "automated card shuffling device"}), reshuffle)
    assert table.waiting != aside  # the batches took turns while the device worked
    aside = list(table.waiting)
    third = play(table, reshuffle)
    assert shuffles(third.steps) == ["manual"]
    assert "633a.3(b)(4)" not in [s.cite for s in third.steps]
    assert table.waiting == aside
    table.act(REPAIRED, {"device": "shuffler"})
    fourth = play(table)
    assert shuffles(fourth.steps) == ["automated"]
    assert "633a.3(b)(4)" in [s.cite for s in fourth.steps]
    assert table.waiting != aside


@pytest.mark.cites("633a.14(m)", "633a.12(b)(2)", "633a.7(a)")
def test_without_the_shuffler_cards_are_not_dealt_from_the_hand(tmp_path: Path) -> None:
    """From the hand a device must shuffle: until it is back the cards come from a shoe, face up."""
    log = tmp_path / "hand.jsonl"
    table = open_table("633a", FileStore(log), from_the_hand=True, shuffler="automated")

    def faces(finished: Round) -> set[str]:
        return {s.face for s in finished.steps if s.act == "deal" and s.who == "seat_1"}

    first = play(table, ("decision", OUT, {"device": "shuffling device"}))
    assert "down" in faces(first)
    second = play(table)
    assert faces(second) == {UP}
    assert shuffles(second.steps) == ["manual"]
    assert {"633a.7(a)", "633a.7(c)", "633a.7(f)(1)"} <= {s.cite for s in second.steps}
    table.act(REPAIRED, {"device": "shuffling device"})
    third = play(table)
    assert shuffles(third.steps) == ["automated"]
    assert "down" in faces(third)
    assert replay(log, game).rounds == 3


@pytest.mark.cites("633a.14(m)", "633a.12(b)(2)", "633a.7(c)")
def test_cards_in_the_hand_go_into_a_shoe_before_the_first_card(tmp_path: Path) -> None:
    """The first card of a full batch is burned there, and none of a batch that is partly dealt (§ 633a.7(c))."""
    fails: tuple[str, str, dict[str, Any]] = ("deal", OUT, {"device": "shuffler"})
    for rounds, burned in ((0, 1), (1, 0)):
        log = tmp_path / f"{rounds}.jsonl"
        table = open_table("633a", FileStore(log), from_the_hand=True)
        for _ in range(rounds):
            play(table)
        finished = play(table, fails)
        assert {s.face for s in finished.steps if s.act == "deal" and s.who == "seat_1"} == {UP}
        assert sum(s.cite == "633a.7(c)" for s in finished.steps) == burned
        assert "633a.12(b)(5)" not in {s.cite for s in finished.steps}
        assert shuffles(play(table).steps) == ["manual"]
        assert replay(log, game).rounds == rounds + 2


@pytest.mark.cites("635a.13(m)", "635a.7(a)")
def test_without_the_automated_shoe_cards_go_into_another() -> None:
    table = open_table("635a", dealing="automated shoe")
    first = play(
        table, ("decision", OUT, {"device": "automated dealing shoe"}), ("reveal", "floorperson orders a reshuffle", {})
    )
    placed = [s.note for s in first.steps if s.cite == "635a.7(a)"]
    assert "automated dealing shoe" in placed[0]
    assert placed[1] == "the cards left in it go into another dealing shoe, in their order"
    assert "automated" not in next(s.note for s in play(table).steps if s.cite == "635a.7(a)")
    table.act(REPAIRED, {})


# ---------------------------------------------------------------------------- a jam


@pytest.mark.cites("633a.14(l)", "635a.13(l)")
@pytest.mark.parametrize(("chapter", "section"), BOTH)
def test_a_shuffle_that_did_not_finish_is_done_again_and_cut_again(chapter: str, section: str) -> None:
    table = open_table(chapter, shuffler="automated")
    whole = len(table.game.deck(table.house))
    finished = play(table, ("deal", "shuffler jam", {}))
    assert shuffles(finished.steps) == ["automated", "automated"]
    [taken] = [s for s in finished.steps if s.act == "take"]
    assert taken.cite == f"{chapter}.{section}(l)"
    assert len(taken.cards) == whole
    order = [s.cite for s in finished.steps if s.cite in (taken.cite, f"{chapter}.5(d)", f"{chapter}.7(c)")]
    cut_and_burn = [f"{chapter}.5(d)", f"{chapter}.7(c)"]
    assert order == [*cut_and_burn, taken.cite, *cut_and_burn]


@pytest.mark.cites("633a.14(l)", "633a.3(b)(3)")
def test_a_jam_during_the_round_is_of_the_cards_in_the_device() -> None:
    table = open_table("633a", shuffler="automated")
    left = []
    bet(table)
    table.begin()
    while table.request != Moment("dealt"):
        assert table.request is not None
        table.reply(bots(table, table.request))
    waiting, left = list(table.waiting), list(table.stacks[""].cards)
    table.reply(Incident("shuffler jam", {}))
    assert table.waiting != waiting
    assert sorted(table.waiting) == sorted(waiting)
    assert table.stacks[""].cards == left

    table = open_table("633a", shuffler="continuous")
    bet(table)
    table.begin()
    while table.request != Moment("dealt"):
        assert table.request is not None
        table.reply(bots(table, table.request))
    left = list(table.stacks[""].cards)
    table.reply(Incident("shuffler jam", {}))
    assert table.stacks[""].cards != left
    assert sorted(table.stacks[""].cards) == sorted(left)


def test_a_device_without_cards_gets_them_after_the_round() -> None:
    """Spanish 21 has one batch only: it is all on the table."""
    table = open_table("635a", shuffler="automated")
    assert shuffles(play(table, ("dealt", "shuffler jam", {})).steps) == ["automated"]
    assert shuffles(play(table).steps) == ["automated"]
    assert not shuffles(play(table).steps)


# ---------------------------------------------------------------------------- what cannot be true

CANNOT_BE: list[tuple[str, str, str, dict[str, Any], dict[str, Any], str]] = [
    ("633a", "deal", OUT, {"device": "shuffler"}, {}, "no shuffler is in use at this table; it has card reader device"),
    ("633a", "deal", OUT, {"device": "toaster"}, {}, "no toaster is in use"),
    ("633a", "deal", OUT, {}, {}, "no other device is in use"),
    (
        "633a",
        "deal",
        OUT,
        {"device": "automated dealing shoe"},
        {"shuffler": "automated"},
        "no automated dealing shoe is in use",
    ),
    ("635a", "deal", OUT, {"device": "automated dealing shoe"}, {}, "no automated dealing shoe is in use"),
    ("635a", "deal", OUT, {"device": "shuffler"}, {"dealing": "automated shoe"}, "no shuffler is in use"),
    ("633a", "deal", REPAIRED, {"device": "card reader"}, {}, "the card reader device is not out of order"),
    ("633a", "deal", "shuffler jam", {}, {}, "no automated card shuffling device is in use"),
    ("633a", "deal", "no cards dealt", {"seat": 5}, {}, "seat 5 has no wager in this round"),
    ("635a", "deal", "one card dealt", {"seat": 9}, {}, "seat 9 has no wager in this round"),
    ("633a", "deal", "requested card not dealt", {"seat": 3}, {}, "seat 3 has no wager in this round"),
    ("633a", "deal", "dealer misses own card", {"card": 3}, {}, "first or his second card"),
    ("633a", "deal", "wrong side of the double shoe", {}, {}, "no double shoe is in use"),
    ("635a", "deal", "10 in the shoe", {"card": "9h"}, {}, "is not a 10"),
    ("635a", "deal", "card face up", {"card": "Th"}, {}, "cannot be in the shoe"),
    ("633a", "deal", "card drawn in error", {"card": "Th Th"}, {}, "one card is drawn in error"),
    ("633a", "settle", "card drawn in error", {"exposed": True}, {}, "all cards of the round have been dealt"),
    ("633a", "settle", "insufficient cards", {}, {}, "all cards of the round have been dealt"),
    ("633a", "settle", "hole card in reader", {}, {}, "has been revealed already"),
    ("633a", "settle", "requested card not dealt", {"seat": 1}, {}, "every card it asked for"),
    ("633a", "settle", "dealer misses own card", {"card": 1}, {}, "only happen at the deal"),
]


@pytest.mark.parametrize(("chapter", "at", "kind", "detail", "house", "words"), CANNOT_BE)
def test_what_cannot_be_true_is_refused(
    chapter: str, at: str, kind: str, detail: dict[str, Any], house: dict[str, Any], words: str
) -> None:
    table = open_table(chapter, **house)
    with pytest.raises(NotAuthorized, match=words) as refused:
        play(table, (at, kind, detail))
    assert refused.value.cite.startswith(chapter)
    drive(table, bots)  # and the round goes on as if nothing had been said


@pytest.mark.cites("633a.14(j)", "635a.13(j)")
@pytest.mark.parametrize("at", ["deal", "dealt"])
@pytest.mark.parametrize(("chapter", "up"), [*(("633a", up) for up in "ATJQK"), *(("635a", up) for up in "AJQK")])
def test_a_hole_card_that_belongs_in_the_reader_is_no_irregularity(chapter: str, up: str, at: str) -> None:
    """The round is played, whenever it is reported."""
    rigging = Rigging({"seat_1": parse("9h 9d"), "dealer": parse(f"{up}c 8s")}, [], [], 1)
    table = Table(game(chapter), House.of(chapter, {}), Chance(1), stacks={"": RiggedStack(rigging)})
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    request = table.begin()
    while request != Moment(at):
        request = table.reply(None)
    table.reply(Incident("hole card in reader", {"value_can_be_seen": True}))
    finished = drive(table, bots)
    assert not finished.void
    assert not finished.untrue
    reader = f"{chapter}.7({'h' if chapter == '633a' else 'g'})"
    assert [step.note for step in finished.steps if step.cite == reader][:1] == [
        "with this up card the hole card goes into the reader"
    ]


@pytest.mark.cites("633a.14(b)", "635a.13(c)")
@pytest.mark.parametrize(
    ("chapter", "house", "cite"),
    [
        ("633a", {}, "633a.7(f)(1)"),
        ("633a", {"from_the_hand": True, "decks": 2, "shuffler": "automated"}, "633a.12(b)(5)(i)"),
        ("635a", {}, "635a.7(e)(1)"),
    ],
)
def test_a_card_drawn_in_error_before_the_deal_is_the_first_card(chapter: str, house: dict[str, Any], cite: str) -> None:
    finished = play(open_table(chapter, **house), ("deal", "card drawn in error", {}))
    drawn = next(step for step in finished.steps if step.note.startswith("drawn in error"))
    first = next(step for step in finished.steps if step.act == "deal")
    assert (first.cite, first.who, first.cards) == (cite, "seat_1", drawn.cards) and first.note == DRAWN_BEFORE


@pytest.mark.cites("633a.14(b)", "635a.13(c)")
@pytest.mark.parametrize(("chapter", "cite"), [("633a", "633a.14(b)"), ("635a", "635a.13(c)")])
def test_a_card_drawn_in_error_that_nobody_draws_goes_to_the_discard_rack(chapter: str, cite: str) -> None:
    """The player stands, and so does the dealer."""
    rigging = Rigging({"seat_1": parse("Kh 9d"), "dealer": parse("9c 8s")}, [], [], 1)
    table = Table(game(chapter), House.of(chapter, {}), Chance(1), stacks={"": RiggedStack(rigging)})
    table.sit(1, "Ann")
    finished = play(table, ("decision", "card drawn in error", {}))
    (step,) = [step for step in finished.steps if step.note == "nobody can use the card"]
    assert (step.cite, step.act, step.who) == (cite, "discard", IN_ERROR)
    assert not finished.void


@pytest.mark.cites("633a.14(b)", "633a.14(a)")
@pytest.mark.parametrize("kind", ["card drawn in error", "card face up"])
def test_a_card_that_has_been_dealt_is_not_in_the_shoe(kind: str) -> None:
    """With one deck there is only one of each."""
    table = open_table("633a", decks=1)
    bet(table)
    table.begin()
    while table.request != Moment("dealt"):
        assert table.request is not None
        table.reply(bots(table, table.request))
    assert table.round is not None
    with pytest.raises(NotAuthorized, match="cannot be in the shoe"):
        table.reply(Incident(kind, {"card": NAMES[table.round.hands["seat_1"][0]]}))


@pytest.mark.cites("633a.14(d)", "635a.13(e)")
@pytest.mark.parametrize(("chapter", "paragraph"), [("633a", "633a.14(d)"), ("635a", "635a.13(e)")])
def test_a_card_drawn_when_the_dealer_has_stood_goes_to_the_rack(chapter: str, paragraph: str) -> None:
    for seed in range(20):
        table = open_table(chapter, seed=seed)
        try:
            finished = play(table, ("settle", "dealer draws in error", {}))
        except NotAuthorized:  # he stopped below 17, as nothing depended on it
            continue
        assert [(s.act, s.who) for s in finished.steps if s.cite == paragraph] == [("draw", "discard rack")]
        return
    raise AssertionError("the dealer never had 17")


@pytest.mark.cites("635a.13(a)", "635a.13(b)")
@pytest.mark.parametrize(("kind", "detail"), [("card face up", {"card": "4c 5d"}), ("10 in the shoe", {"card": "Tc Td"})])
def test_what_is_found_when_the_dealing_is_over_voids_nothing(kind: str, detail: dict[str, Any]) -> None:
    assert not play(open_table("635a"), ("settle", kind, detail)).void
    assert play(open_table("635a"), ("reveal", kind, detail)).void


@pytest.mark.parametrize("chapter", ["633a", "635a"])
def test_every_incident_says_what_may_be_said_of_it(chapter: str) -> None:
    assert set(game(chapter).incidents) <= set(DETAILS)


@pytest.mark.cites("633a.7(d)", "633a.7(c)")
def test_a_new_dealer_burns_no_card_at_a_double_shoe() -> None:
    burned = [s for s in play(open_table("633a"), ("deal", "new dealer", {})).steps if s.cite == "633a.7(c)"]
    assert len(burned) == 2  # after the shuffle, and by the new dealer
    finished = play(open_table("633a", double_shoe=True), ("deal", "new dealer", {}))
    assert "633a.7(c)" not in [s.cite for s in finished.steps]


def test_cuts_are_offered_as_ever() -> None:
    table = open_table("633a", shuffler="automated")
    bet(table)
    assert isinstance(table.begin(), Cut)

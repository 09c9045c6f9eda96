"""What is done at every one-deck table when something goes wrong or the cards grow old: step by step, in the order of the text.

Rule cases tell what a remedy does to the money; here stands what the dealer does with the cards, for each chapter alike.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from pitboss.games import BANKED, game, module
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.procedures.irregularities import Irregularities
from pitboss.table.procedures.preparation import Preparation
from pitboss.table.round import Round
from pitboss.table.steps import DOWN, RACK, SHOE, STACK, STUB, UP, Incident, Moment, Reply, Request, Step
from pitboss.table.table import Table

ONE_DECK = [n for n in BANKED if isinstance(getattr(module(n), "IRREGULARITIES", None), Irregularities)]
SHUFFLERS = [n for n in ONE_DECK if "shuffler" in House.of(n, {}).values]


class Clock(Chance):
    """Chance whose clock the test sets; it does not begin at midnight."""

    now = 3.0

    def hours(self) -> float:
        return self.now


def cites(number: str) -> Irregularities:
    found = module(number).IRREGULARITIES
    assert isinstance(found, Irregularities)
    return found


def preparation(number: str) -> Preparation:
    found = module(number).PREPARATION
    assert isinstance(found, Preparation)
    return found


def deck_size(number: str) -> int:
    return len(game(number).deck(House.of(number, {})))


def table_of(number: str, house: dict[str, Any], clock: Chance | None = None) -> Table:
    table = Table(game(number), House.of(number, house), clock or Chance(7))
    for seat in (1, 3):
        table.sit(seat, f"player {seat}", 1_000_000)
    return table


def play(table: Table, incidents: Sequence[tuple[str, Incident]] = ()) -> Round:
    """A round between bots in which these things happen at these moments."""
    waiting = list(incidents)

    def reply(table: Table, request: Request) -> Reply:
        if isinstance(request, Moment) and waiting and waiting[0][0] == request.name:
            return waiting.pop(0)[1]
        return bots(table, request)

    for seat in table.seats:
        table.bet(seat, table.game.suggest(table.house))
    finished = drive(table, reply)
    assert not waiting
    return finished


def under(finished: Round, cite: str) -> list[Step]:
    return [step for step in finished.steps if step.cite == cite]


def told(steps: Sequence[Step]) -> list[tuple[str, str]]:
    return [(step.act, step.who) for step in steps]


@pytest.mark.cites("555.3(c)(1)", "555.3(c)(2)", "557.3(c)(1)", "557.3(c)(2)", "559.3(c)(1)", "559.3(c)(2)", "561.3(c)(1)")
@pytest.mark.cites("561.3(c)(2)", "563.3(c)(1)", "563.3(c)(2)", "565.3(c)(1)", "565.3(c)(2)", "587.3(c)(1)", "587.3(c)(2)")
@pytest.mark.cites("645a.3(c)(1)", "645a.3(c)(2)", "655a.3(c)(1)", "655a.3(c)(2)", "657a.3(c)(1)", "657a.3(c)(2)")
@pytest.mark.cites("677a.3(c)(1)", "677a.3(c)(2)", "678a.3(c)(1)", "678a.3(c)(2)")
@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("number", ONE_DECK)
def test_cards_are_changed_when_their_hours_are_over_and_not_before(number: str, by_hand: bool) -> None:
    p, clock = preparation(number), Clock(7)
    table = table_of(number, {"dealing": "hand"} if by_hand else {}, clock)
    change, hours = (p.change_by_hand, p.hours_by_hand) if by_hand else (p.change_from_shoe, p.hours_from_shoe)
    assert (p.hours_by_hand, p.hours_from_shoe) == (4, 8)
    assert not under(play(table), change)
    clock.now += hours - 0.01
    assert not under(play(table), change)
    clock.now += 0.01
    first = play(table).steps[:2]
    assert [step.cite for step in first] == [change, p.preinspected if table.house["preshuffled"] else p.inspect]
    clock.now += 1
    assert not under(play(table), change)


@pytest.mark.cites("555.4(d)", "557.4(d)", "559.4(d)", "561.4(d)", "563.4(d)", "565.4(d)", "587.4(d)", "645a.4(d)")
@pytest.mark.cites("655a.4(d)", "657a.4(d)", "677a.4(d)", "678a.4(d)")
@pytest.mark.parametrize("number", SHUFFLERS)
def test_both_decks_are_made_ready_when_the_table_opens_and_when_the_decks_are_changed(number: str) -> None:
    p, clock = preparation(number), Clock(7)
    table = table_of(number, {"shuffler": True, "second_deck": True, "preshuffled": False}, clock)
    assert told(under(play(table), p.each_deck)) == [("say", "dealer")]
    assert not under(play(table), p.each_deck)
    clock.now += p.hours_from_shoe
    assert told(under(play(table), p.each_deck)) == [("say", "dealer")]


@pytest.mark.cites("645a.8(e)", "645a.9(d)", "645a.10(d)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
def test_the_four_cards_left_are_counted_although_the_device_counts_the_deck(dealing: str) -> None:
    table = table_of("645a", {"dealing": dealing, "reshuffling_device": True})
    cite = module("645a").METHODS[dealing].count
    for _ in range(2):
        assert any(step.note.endswith("left face down: 4") for step in under(play(table), cite))


@pytest.mark.cites("555.14(e)", "557.13(e)", "559.15(d)", "561.14(l)", "563.13(e)", "565.13(e)", "587.13(e)", "645a.14(l)")
@pytest.mark.cites("655a.13(e)", "657a.13(e)", "677a.13(e)", "678a.13(e)")
@pytest.mark.parametrize("number", [n for n in SHUFFLERS if cites(n).shuffler_jam])
def test_a_jam_of_the_shuffler_reshuffles_what_is_not_dealt_yet(number: str) -> None:
    cite, jam = cites(number).shuffler_jam, Incident("shuffler jam")
    early = under(play(table_of(number, {"shuffler": True}), [("deal", jam)]), cite)
    assert told(early) == [("take", STACK), ("shuffle", "")]
    assert (len(early[0].cards), early[0].face) == (deck_size(number), DOWN)
    for moment in ("community", "dealt") if number == "677a" else ("dealt",):  # with hands on the table, and cards in the stack
        late = under(play(table_of(number, {"shuffler": True}), [(moment, jam)]), cite)
        assert told(late) == [("say", SHOE)]


@pytest.mark.cites("555.14(g)", "557.13(g)", "559.15(f)", "561.14(n)", "563.13(g)", "565.13(g)", "587.13(g)", "645a.14(n)")
@pytest.mark.cites("655a.13(g)", "657a.13(g)", "677a.13(g)", "678a.13(g)")
@pytest.mark.parametrize("number", [n for n in SHUFFLERS if cites(n).out_of_order])
def test_a_device_out_of_order_is_put_out_of_use(number: str) -> None:
    table = table_of(number, {"shuffler": True})
    steps = under(play(table, [("deal", Incident("device out of order", {"device": "shuffler"}))]), cites(number).out_of_order)
    assert told(steps) == [("say", "dealer")]
    assert table.out_of_order == {"shuffler"}


@pytest.mark.cites("555.5(b)", "557.5(b)", "559.5(b)", "563.5(b)", "565.5(b)", "587.5(b)", "655a.5(b)", "657a.5(b)")
@pytest.mark.cites("677a.5(b)", "678a.5(b)")
@pytest.mark.parametrize("number", [n for n in SHUFFLERS if cites(n).device_count])
def test_a_deck_that_the_device_counts_wrong_is_told_taken_and_replaced(number: str) -> None:
    p, cite = preparation(number), cites(number).device_count
    table = table_of(number, {"shuffler": True, "counting_shuffler": True})
    steps = play(table, [("deal", Incident("shuffler count wrong", {"cards": 51}))]).steps
    at = next(n for n, step in enumerate(steps) if step.who == SHOE and step.cite == cite)
    assert steps[at].note == f"the device finds 51 cards, where there should be {deck_size(number)}"
    assert (steps[at + 1].cite, *told(steps[at + 1 : at + 2])) == (cite, ("take", STACK))
    assert len(steps[at + 1].cards) == deck_size(number)
    assert steps[at + 2].cite == p.inspect


@pytest.mark.cites("555.14(b)", "557.13(a)", "559.15(a)", "561.14(f)", "563.13(b)", "565.13(a)", "587.13(a)", "645a.14(f)")
@pytest.mark.cites("655a.13(a)", "657a.13(a)", "677a.13(a)", "678a.13(a)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_a_card_found_face_up_goes_to_the_rack_while_cards_are_dealt_and_is_only_told_later(number: str) -> None:
    cite, found = cites(number).face_up, Incident("card face up")
    early = under(play(table_of(number, {}), [("deal", found)]), cite)
    assert [(step.act, step.who, len(step.cards), step.face) for step in early] == [("draw", "discard rack", 1, UP)]
    later = "settle" if number == "563" else "dealt"  # its community cards come off the deck after the hands
    assert told(under(play(table_of(number, {}), [(later, found)]), cite)) == [("say", SHOE)]


@pytest.mark.cites("555.14(c)", "557.13(b)", "559.15(b)", "561.14(g)", "563.13(c)", "565.13(b)", "587.13(b)", "645a.14(g)")
@pytest.mark.cites("655a.13(b)", "657a.13(b)", "677a.13(b)", "678a.13(b)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_a_card_drawn_in_error_is_told(number: str) -> None:
    steps = under(play(table_of(number, {}), [("deal", Incident("card drawn in error"))]), cites(number).drawn_in_error)
    assert told(steps) == [("say", "dealer")]


@pytest.mark.cites("555.7(f)", "557.7(c)", "559.7(b)", "561.7(b)", "563.7(e)", "565.7(c)", "587.7(b)", "645a.7(b)")
@pytest.mark.cites("655a.7(b)", "657a.7(b)", "677a.7(b)", "678a.7(b)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_who_leaves_says_so_then_loses_his_wagers_then_his_cards(number: str) -> None:
    steps = under(play(table_of(number, {}), [("dealt", Incident("player leaves", {"seat": 3}))]), cites(number).leaves)
    acts = [step.act for step in steps if step.who == "seat_3"]
    assert acts[0] == "say" and acts[-1] == "discard"
    assert set(acts[1:-1]) == {"collect"}


@pytest.mark.cites("557.13(d)", "561.14(e)", "563.13(a)", "565.13(d)", "645a.14(e)", "657a.13(d)", "677a.13(d)", "678a.13(d)")
@pytest.mark.parametrize("number", [n for n in ONE_DECK if cites(n).dealer_exposed])
def test_an_exposed_card_of_the_dealer_is_the_one_that_is_shown(number: str) -> None:
    finished = play(table_of(number, {}), [("dealt", Incident("dealer card exposed"))])
    shown = [step for step in under(finished, cites(number).dealer_exposed) if step.act == "reveal"]
    dealt = [card for step in finished.steps if step.act == "deal" and step.who == "dealer" for card in step.cards]
    assert [step.cards for step in shown] == [tuple(dealt[:1])]


@pytest.mark.cites("555.8(b)", "555.8(f)", "555.9(a)(3)", "555.9(d)", "555.10(a)(2)", "555.10(d)", "557.8(b)", "557.8(f)")
@pytest.mark.cites("557.9(a)(3)", "557.9(d)", "557.10(a)(2)", "557.10(d)", "559.10(b)", "559.10(f)", "559.11(a)(3)")
@pytest.mark.cites("559.11(d)", "559.12(a)(2)", "559.12(d)", "561.9(a)", "561.9(d)", "561.10(a)(3)", "561.10(d)")
@pytest.mark.cites("561.11(a)(2)", "561.11(d)", "563.8(b)", "563.8(f)", "563.9(a)(3)", "563.9(d)", "563.10(a)(2)", "563.10(d)")
@pytest.mark.cites("565.8(b)", "565.8(f)", "565.9(a)(3)", "565.9(d)", "565.10(a)(2)", "565.10(d)", "587.8(b)", "587.8(f)")
@pytest.mark.cites("587.9(a)(3)", "587.9(d)", "587.10(a)(2)", "587.10(d)", "645a.8(b)", "645a.8(e)", "645a.9(a)(3)")
@pytest.mark.cites("645a.9(d)", "645a.10(a)(2)", "645a.10(d)", "655a.8(b)", "655a.8(f)", "655a.9(a)(3)", "655a.9(d)")
@pytest.mark.cites("655a.10(a)(2)", "655a.10(d)", "657a.8(b)", "657a.8(f)", "657a.9(a)(3)", "657a.9(d)", "657a.10(a)(2)")
@pytest.mark.cites("657a.10(d)", "677a.8(b)", "677a.8(e)", "677a.9(b)", "677a.9(d)", "677a.10(a)(2)", "677a.10(d)")
@pytest.mark.cites("678a.8(b)", "678a.8(f)", "678a.9(b)", "678a.9(d)", "678a.10(a)(2)", "678a.10(d)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
@pytest.mark.parametrize("number", ONE_DECK)
def test_no_more_bets_then_the_cards_then_a_wrong_stub_is_counted(number: str, dealing: str) -> None:
    method = module(number).METHODS[dealing]
    wrong = Incident("stub count wrong", {"stub": 1, "misdealt": False})
    finished = play(table_of(number, {"dealing": dealing}), [("deal", wrong)])
    notes = [step.note for step in under(finished, method.count) if step.act == "say"]
    assert any(note.startswith("counts the stub face down: 1 cards, where there should be") for note in notes)
    words = [step.note for step in finished.steps if step.act == "say"]
    said = words.index("“no more bets”")
    if not method.in_stacks:
        assert words.index(method.take[1]) > said
    assert all(words.index(note) < said for _, note in method.ready)


@pytest.mark.cites("555.8(h)", "555.9(f)", "555.10(f)", "557.8(h)", "557.9(f)", "557.10(f)", "559.10(h)", "559.11(f)")
@pytest.mark.cites("559.12(f)", "561.9(f)", "561.10(f)", "561.11(f)", "563.8(h)", "563.9(f)", "563.10(f)", "565.8(h)")
@pytest.mark.cites("565.9(f)", "565.10(f)", "587.8(h)", "587.9(f)", "587.10(f)", "645a.8(f)", "645a.9(e)", "645a.10(e)")
@pytest.mark.cites("655a.8(h)", "655a.9(f)", "655a.10(f)", "657a.8(h)", "657a.9(f)", "657a.10(f)", "677a.8(g)", "677a.9(f)")
@pytest.mark.cites("677a.10(f)", "678a.8(h)", "678a.9(f)", "678a.10(f)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
@pytest.mark.parametrize("number", ONE_DECK)
def test_a_wrong_stub_takes_the_deck_away_unless_the_cards_were_only_misdealt(number: str, dealing: str) -> None:
    method, p = module(number).METHODS[dealing], preparation(number)
    whole = play(table_of(number, {"dealing": dealing}))
    right = sum(len(step.cards) for step in whole.steps if step.who == STUB and step.act == "discard")
    pai_gow = number in ("561", "645a")  # whose misdealt deck stays however many cards are left
    for misdealt, count, removed in ((True, right - 1, False), (False, right - 1, True), (True, right - 2, not pai_gow)):
        table = table_of(number, {"dealing": dealing})
        finished = play(table, [("deal", Incident("stub count wrong", {"stub": count, "misdealt": misdealt}))])
        assert finished.void == method.wrong
        assert (("say", RACK) in told(under(finished, method.wrong))) == removed
        fresh = p.preinspected if table.house["preshuffled"] else p.inspect
        assert bool(under(play(table), fresh)) == removed

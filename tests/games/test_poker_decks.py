"""What is done with the two decks of a Poker table before a hand, paragraph by paragraph: both editions."""

from typing import Any

import pytest

from pitboss.errors import NotAuthorized
from pitboss.games import NONBANKED, game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident
from pitboss.table.table import Table
from tests.games.test_poker_by_the_text import hand

HAND = {
    "553": ["553.3(b)", "553.3(a)", "553.6(a)", "553.6(b)", "553.6(b)(1)", "553.6(b)(2)", "553.6(b)(3)"],
    "637a": ["637a.3(a)", "637a.3(a)", "637a.5(a)", "637a.5(b)(2)", "637a.5(b)(2)"],
}
DEVICE = {
    "553": ["553.3(d)(2)", "553.3(d)(1)", "553.6(a)", "553.6(b)", "553.6(b)(1)", "553.6(b)(2)", "553.6(b)(3)"],
    "637a": ["637a.3(a)", "637a.3(b)", "637a.5(a)", "637a.5(b)(1)"],
}
OPENING = {"553": ["553.5(a)", "553.5(b)", "553.5(c)"], "637a": ["637a.4(a)", "637a.4(b)", "637a.4(c)"]}
SECOND = {"553": "553.5(d)", "637a": "637a.4(d)"}
IN_DEVICE = {"553": "553.5(e)", "637a": "637a.4(c)"}
CHANGE = {"553": ("553.3(b)", 6), "637a": ("637a.3(c)", 12)}
IDLE = {"553": "553.6(d)", "637a": "637a.5(d)"}
COUNT = {"553": "553.7(e)(4)", "637a": "637a.7(e)(4)"}
WRONG_COUNT = {"553": "553.7(e)(5)", "637a": "637a.7(e)(5)"}
CARDS = 52


class Clock(Chance):
    """Chance whose clock the test sets; it does not begin at midnight."""

    now = 3.0

    def hours(self) -> float:
        return self.now


def opened(number: str, clock: Chance | None = None, **house: Any) -> Table:
    table = Table(game(number), House.of(number, house), clock or Chance(1))
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 1_000_000)
    return table


def before_the_hand(finished: Round) -> list[str]:
    """The paragraphs of what is done before it is said who is dealt in."""
    cites = [step.cite if step.act != "players" else "" for step in finished.steps]
    return cites[: cites.index("")]


@pytest.mark.cites("553.3(a)", "553.3(b)", "553.5(a)", "553.5(b)", "553.5(c)", "553.5(d)", "553.6(a)", "553.6(b)")
@pytest.mark.cites("553.6(b)(1)", "553.6(b)(2)", "553.6(b)(3)")
@pytest.mark.cites("637a.3(a)", "637a.4(a)", "637a.4(b)", "637a.4(c)", "637a.4(d)", "637a.5(a)", "637a.5(b)(2)")
@pytest.mark.parametrize("number", NONBANKED)
def test_both_decks_are_opened_once_and_take_turns_shuffled_and_cut_by_hand(number: str) -> None:
    table = opened(number)
    assert before_the_hand(hand(table)) == [*OPENING[number], SECOND[number], *HAND[number]]
    assert before_the_hand(hand(table)) == HAND[number]
    assert before_the_hand(hand(table)) == HAND[number]


@pytest.mark.cites("553.5(d)", "637a.4(d)")
@pytest.mark.parametrize("number", NONBANKED)
def test_the_second_deck_may_wait_and_is_washed_when_its_turn_comes(number: str) -> None:
    table = opened(number, opening_shuffle="deck in use")
    assert before_the_hand(hand(table)) == [*OPENING[number], SECOND[number], *HAND[number]]
    first, *rest = HAND[number]
    assert before_the_hand(hand(table)) == [first, SECOND[number], *rest]
    assert before_the_hand(hand(table)) == HAND[number]


@pytest.mark.cites("553.3(d)(1)", "553.3(d)(2)", "553.5(e)", "637a.3(b)", "637a.4(c)", "637a.5(b)(1)")
@pytest.mark.parametrize("number", NONBANKED)
def test_with_a_device_one_deck_is_in_it_while_the_other_is_played(number: str) -> None:
    table = opened(number, shuffler=True)
    assert before_the_hand(hand(table)) == [*OPENING[number], IN_DEVICE[number], *DEVICE[number]]
    assert before_the_hand(hand(table)) == DEVICE[number]


@pytest.mark.cites("637a.4(e)")
def test_preinspected_decks_are_not_inspected_spread_or_washed() -> None:
    assert before_the_hand(hand(opened("637a", preshuffled=True))) == ["637a.4(e)", *HAND["637a"]]
    assert before_the_hand(hand(opened("553", preshuffled=True)))[:3] == OPENING["553"]  # which has no such paragraph


@pytest.mark.cites("553.3(b)", "637a.3(c)")
@pytest.mark.parametrize("number", NONBANKED)
def test_the_decks_are_changed_when_their_hours_are_over_and_not_before(number: str) -> None:
    clock, (cite, hours) = Clock(7), CHANGE[number]
    table = opened(number, clock)
    hand(table)
    clock.now += hours - 0.01
    assert before_the_hand(hand(table)) == HAND[number]
    clock.now += 0.01
    assert before_the_hand(hand(table)) == [cite, *OPENING[number], SECOND[number], *HAND[number]]
    clock.now += 1
    assert before_the_hand(hand(table)) == HAND[number]


@pytest.mark.cites("553.6(d)", "637a.5(d)")
@pytest.mark.parametrize("number", NONBANKED)
def test_after_a_pause_the_spread_decks_are_shown_and_washed(number: str) -> None:
    table = opened(number)
    table.idle = True
    assert IDLE[number] not in before_the_hand(hand(table))  # it opens, which is more
    table.idle = True
    assert before_the_hand(hand(table)) == [IDLE[number], *HAND[number]]
    assert before_the_hand(hand(table)) == HAND[number]


@pytest.mark.cites("553.6(b)(2)", "637a.5(b)(2)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_cut_is_at_least_ten_cards_deep(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked = opened(number), list[tuple[int, int]]()
    usual = table.number

    def seen(least: int, most: int) -> int:
        asked.append((least, most))
        return usual(least, most)

    monkeypatch.setattr(table, "number", seen)
    hand(table)
    assert asked == [(10, CARDS - 10)]


@pytest.mark.cites("553.7(e)(4)(i)", "637a.7(e)(4)(i)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(
    ("variant", "method", "cards"), [("hold'em", "deck", 52), ("hold'em", "stub", 38), ("razz", "deck", 52)]
)
def test_the_deck_is_counted_in_every_fifth_round(number: str, variant: str, method: str, cards: int) -> None:
    variant = "seven-card stud" if (number, variant) == ("553", "razz") else variant
    table = opened(number, variant=variant, count_method=method)
    counted = [[step.note for step in hand(table).steps if step.cite == f"{COUNT[number]}(i)"] for _ in range(10)]
    assert [len(each) for each in counted] == [0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    assert counted[4] == counted[9] == [f"counts the {method}: {cards} cards"]


@pytest.mark.cites("553.7(e)(4)(ii)", "553.7(e)(5)", "637a.7(e)(4)(ii)", "637a.7(e)(5)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_counting_device_counts_every_deck_and_a_wrong_one_is_removed(number: str) -> None:
    table = opened(number, shuffler=True, counting_shuffler=True)
    for _ in range(6):
        counts = [step for step in hand(table).steps if step.cite.startswith(COUNT[number])]
        assert [(step.cite, step.note) for step in counts] == [(f"{COUNT[number]}(ii)", "the device counts 52 cards")]
    finished = hand(table, ("deal", Incident("shuffler count wrong", {"cards": 51})))
    removed = [step.cite for step in finished.steps if step.act != "bet"]
    at = removed.index(WRONG_COUNT[number])
    assert next(len(step.cards) for step in finished.steps if step.act == "take") == CARDS
    fresh = [*OPENING[number], DEVICE[number][2], f"{COUNT[number]}(ii)", *DEVICE[number][3:]]
    assert removed[at : at + len(fresh) + 2] == [WRONG_COUNT[number], WRONG_COUNT[number], *fresh]
    assert not finished.void


@pytest.mark.cites("553.7(e)(4)(ii)", "553.7(e)(5)", "637a.7(e)(4)(ii)", "637a.7(e)(5)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_device_counts_only_if_it_can_and_not_when_cards_are_dealt(number: str) -> None:
    told = [step.cite for step in hand(opened(number, shuffler=True)).steps]
    assert f"{COUNT[number]}(ii)" not in told
    for counts in (False, True):
        table = opened(number, shuffler=True, counting_shuffler=counts)
        request = table.begin()
        while not isinstance(request, Ask):
            if not counts:
                break
            request = table.reply(None)
        with pytest.raises(NotAuthorized) as refused:
            table.reply(Incident("shuffler count wrong", {"cards": 51}))
        assert refused.value.cite == WRONG_COUNT[number]


@pytest.mark.cites("553.7(e)(5)", "637a.7(e)(5)")
@pytest.mark.parametrize(
    ("cards", "why"), [(-1, "is not a number of cards"), (105, "is not a number of cards"), (52, "are the right number")]
)
@pytest.mark.parametrize("number", NONBANKED)
def test_a_device_does_not_count_what_cannot_be_or_the_right_number(number: str, cards: int, why: str) -> None:
    table = opened(number, shuffler=True, counting_shuffler=True)
    table.begin()
    with pytest.raises(NotAuthorized, match=why) as refused:
        table.reply(Incident("shuffler count wrong", {"cards": cards}))
    assert refused.value.cite == WRONG_COUNT[number]
    assert table.round is not None and len(table.round.stack) == 52

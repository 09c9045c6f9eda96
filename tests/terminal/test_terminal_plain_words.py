"""What the terminal says so that nobody has to guess: hands that do not qualify, what a surrender costs, how hands compare."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import parse
from pitboss.errors import IllegalDecision
from pitboss.games import caribbean_stud_poker, crazy_4_poker, high_card_flush, three_card_poker
from pitboss.hands import FIVE_CARD, FLUSH_LENGTH, FOUR_CARD, THREE_CARD, Ranking, Value
from pitboss.table.steps import Ask, Choice, Step
from pitboss.table.view.layout import Layout
from pitboss.telling.qualifying import falls_short
from pitboss.telling.sentences import sentence, tell
from pitboss.terminal.felt import middle
from pitboss.terminal.help import choices, everywhere
from pitboss.terminal.reading import poker_reply

Run: TypeAlias = Callable[..., Any]
QUALIFIES: dict[str, tuple[int, Ranking, Callable[[Value], bool]]] = {
    "555": (5, FIVE_CARD, caribbean_stud_poker.qualifies),
    "565": (3, THREE_CARD, three_card_poker.opens),
    "657a": (5, FOUR_CARD, crazy_4_poker.qualifies),
    "678a": (7, FLUSH_LENGTH, high_card_flush.qualifies),
}


@settings(max_examples=400)
@given(st.sampled_from(sorted(QUALIFIES)), st.permutations(range(52)))
def test_a_dealer_is_said_not_to_qualify_exactly_when_he_does_not(number: str, deck: list[int]) -> None:
    size, ranking, qualifies = QUALIFIES[number]
    cards = deck[:size]
    value = ranking.value(cards)
    assert bool(falls_short(number, ranking.in_full(value), cards)) != qualifies(value)
    if number == "555" and falls_short(number, ranking.in_full(value), cards[1:]):  # four of the five are turned up
        assert not qualifies(value)


def test_the_sentence_says_what_the_dealer_needs(pipe: Run) -> None:
    step = Step("565.11(c)", "reveal", "dealer", tuple(parse("Tc 9h 6d")), "up", note="ten high")
    said = "ten high, does not qualify (queen high is needed, § 565.12(a))"
    assert [sentence(line) for line in tell([step])] == [f"Dealer shows 10♣ 9♥ 6♦: {said}"]
    out = pipe("play", "565", "--seed", 5, "--rounds", 1, lines="10\nno\nplay\n").out
    assert "does not qualify" in out[out.rindex("· over") :]


def test_both_hands_of_pai_gow_poker_are_told_in_brief(pipe: Run) -> None:
    out = pipe("play", "645a", "--seed", 4, "--rounds", 1, "--narration", "brief", lines="\n\n\nh\nn\n").out
    assert "Dealer: high hand pair of sixes; low hand queen and ten" in out
    assert "seat 1: the low hand wins, the high hand does not: push" in out
    assert "[s]urrender (loses $5)" in out and "[h]ouse way" in out


def test_a_count_that_ends_at_the_dealer_says_so() -> None:
    note = "the count to 8 ends here: the first card goes here"
    told = [sentence(line) for who in ("dealer", "seat_2") for line in tell([Step("561.10(c)", "say", who, note=note)])]
    assert told == ["The count to 8 ends at the dealer: the first card goes there", f"seat 2: {note}"]


def test_a_letter_does_not_concede_a_pot() -> None:
    ask = Ask(1, (Choice("show"), Choice("concede")), "637a.11(k)")
    for typed in ("c", "con"):
        with pytest.raises(IllegalDecision, match="checks or calls while there is betting"):
            poker_reply(typed, ask, 500, "limit")
    assert (poker_reply("concede", ask, 500, "limit"), poker_reply("s", ask, 500, "limit")) == ("concede", "show")
    assert "[concede]" in "".join(text for atom in choices(ask, totals=True) for text, _ in atom)


def test_a_hint_at_the_cut_is_about_the_cut(pipe: Run) -> None:
    out = pipe("play", "645a", "--seed", 4, "--rounds", 1, lines="\nhint\n\nh\nn\n").out
    assert "One cut is as good as another" in out and "nothing to decide" not in out


def test_poker_has_no_pay_tables_and_no_pot_when_it_is_over() -> None:
    assert "paytable" not in dict(everywhere("637a.9(a)")) and "paytable" in dict(everywhere("565.7(a)"))
    assert middle(Layout(pots=[5000], in_progress=True)) and not middle(Layout(pots=[5000], in_progress=False))

"""Answers with cards: what is allowed is what can be verified, and cards dealt one at a time are cards dealt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import JOKER, NAMES, Card, parse, text
from pitboss.errors import BadCard, IllegalDecision
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.procedures.dealing import one_at_a_time
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Choice
from pitboss.table.table import Table

HAND = tuple(parse("Ah Kd Qc Jh 9s 7d Jk"))
SETTING = Ask(1, (Choice("set", of=HAND, number=(2, 2)), Choice("surrender")), "561.13(a)")
DRAWING = Ask(1, (Choice("discard", of=HAND[:5], number=(1, 5)), Choice("keep")), "553.13(a)")
BETTING = Ask(1, (Choice("check"), Choice("raise", 500, 2_300, 100), Choice("all in", 2_350, 2_350)), "677a.11(b)")

NAMED = st.lists(st.sampled_from([*map(NAMES.__getitem__, HAND), "2c", "ah", "10d", "Xx", ""]), max_size=6).map(" ".join)
WORDS = st.builds(
    "{}{}{}".format, st.sampled_from(["set", "discard", "SET", "surrender"]), st.sampled_from(["", " ", "  "]), NAMED
)


def verified(ask: Ask, words: str) -> Answer | None:
    try:
        return ask.verify(words)
    except IllegalDecision:
        return None


@given(st.sampled_from([SETTING, DRAWING]), WORDS)
def test_cards_are_allowed_when_they_are_verified_and_written_as_the_table_writes_them(ask: Ask, words: str) -> None:
    answer = verified(ask, words)
    assert (ask.read(words, 0) is not None) is (answer is not None and answer.word == words)
    assert answer is None or ask.read(answer.word, answer.cents) == answer
    assert ask.read(words, 100) is None


@given(st.sampled_from(["check", "raise", "all in", "fold"]), st.integers(-200, 2_500))
def test_amounts_are_allowed_when_they_are_verified(word: str, cents: int) -> None:
    said = verified(BETTING, f"{word} {cents}" if cents else word)
    plain = word == "check" and cents == 0
    assert (BETTING.read(word, cents) is not None) is (plain or (said is not None and said == Answer(word, cents)))


def test_the_word_alone_names_no_cards() -> None:
    assert SETTING.read("set", 0) is None
    assert SETTING.read("surrender", 0) == Answer("surrender")


@given(st.lists(st.integers(0, JOKER)))
def test_cards_are_read_as_they_are_written(cards: list[Card]) -> None:
    assert parse(text(cards)) == parse(text(cards).lower()) == parse(text(cards).replace("T", "10")) == cards


def test_one_wrong_card_among_right_ones_is_named() -> None:
    with pytest.raises(BadCard, match="'1x' is not a card"):
        parse("Ah kd 1x 2c")


def test_cards_dealt_one_at_a_time_are_cards_dealt() -> None:
    places = ["seat_1", "seat_4", "dealer"]
    both = []
    for together in (True, False):
        table = Table(game("555"), House.of("555"), Chance(1))
        round_ = Round(table, {1: {"Ante": 500}, 4: {"Ante": 500}}, table.game.irregularity)
        round_.stack.load(range(52))
        round_.deal("555.8(d)", "seat_4")
        if together:
            one_at_a_time(round_, "555.8(d)", places, 3)
        else:
            for place in places * 3:
                round_.deal("555.8(d)", place)
        both.append((round_.hands, round_.steps, round_.stack.cards))
    assert both[0] == both[1]
    assert [len(hand) for hand in both[0][0].values()] == [4, 3, 3]

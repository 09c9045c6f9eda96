"""What the table refuses during a round, in every banked game: answers out of turn, unknown words, wagers without chips."""

import re
from dataclasses import dataclass

import pytest

from pitboss.errors import IllegalDecision, IllegalWager, OutOfTurn
from pitboss.games import BANKED
from pitboss.table.commands import Command, Decide
from pitboss.table.steps import LETTERED, Ask, Choice
from pitboss.table.table import Table
from tests.table.asking import at_a_question, player, seated, to_a_question

REPAIRED = "device repaired or replaced"
FURTHER = [chapter for chapter in BANKED if chapter not in ("559", "561", "645a")]  # games with wagers after the first deal


def question(table: Table) -> Ask:
    assert isinstance(table.request, Ask)
    return table.request


@pytest.mark.parametrize("chapter", BANKED)
def test_no_round_begins_without_a_wager(chapter: str) -> None:
    table = seated(chapter)
    with pytest.raises(IllegalWager, match="nobody has placed a wager") as refused:
        table.begin()
    assert refused.value.cite == table.game.no_more_bets
    assert table.round is None


@pytest.mark.parametrize("chapter", BANKED)
def test_nobody_answers_a_question_that_another_seat_is_asked(chapter: str) -> None:
    table = at_a_question(chapter)
    asked = {ask.seat for ask in table.asks()}
    while len(asked) == len(table.seats):  # hands are set in any order: the first seats answer before their turn
        seat = max(asked)
        table.do(Command(Decide(seat, table.silent(table.ask_of(seat)).word), player(table, seat), 0))
        asked.remove(seat)
    ask, other = question(table), next(seat for seat in table.seats if seat not in asked)
    with pytest.raises(OutOfTurn, match=f"seat {ask.seat} is asked for a decision, not seat {other}") as refused:
        table.do(Command(Decide(other, table.silent(ask).word), player(table, other), 0))
    assert refused.value.cite == LETTERED[ask.cite]
    assert table.request is ask


@pytest.mark.parametrize("chapter", BANKED)
def test_a_decision_is_one_of_the_words_letter_for_letter(chapter: str) -> None:
    table = at_a_question(chapter)
    ask = question(table)
    silent = table.silent(ask)
    with pytest.raises(IllegalDecision, match=re.escape(f"seat {ask.seat} may")) as refused:
        table.do(Command(Decide(ask.seat, silent.word.upper(), silent.cents), player(table, ask.seat), 0))
    assert refused.value.cite == ask.cite
    assert table.request is ask


@pytest.mark.parametrize("chapter", BANKED)
def test_a_device_is_put_back_between_rounds_and_not_during_one(chapter: str) -> None:
    table = at_a_question(chapter)
    with pytest.raises(OutOfTurn, match="the round of play is not over") as refused:
        table.act(REPAIRED, {"device": "shuffler"})
    assert refused.value.cite == table.game.acts[REPAIRED][0]


@dataclass(frozen=True)
class Raise:
    """A question that offers a further wager."""

    table: Table
    ask: Ask
    choice: Choice


def further_wager(chapter: str, left: int = -1) -> Raise:
    """The first further wager that a seat is offered, with `left` cents besides the wagers it made before."""

    def offers(ask: Ask) -> bool:
        return any(choice.least for choice in ask.choices)

    for seed in range(3, 60):
        table = seated(chapter, seed=seed, people=1, chips=10**6)
        wagers = table.game.suggest(table.house)
        if left >= 0:
            table = seated(chapter, seed=seed, people=1, chips=sum(wagers.values()) + left)
        table.bet(1, wagers)
        table.begin()
        if (ask := to_a_question(table, offers)) is not None:
            return Raise(table, ask, next(choice for choice in ask.choices if choice.least))
    raise AssertionError("nobody is offered a wager")


@pytest.mark.parametrize("chapter", FURTHER)
def test_a_further_wager_takes_the_chips_for_it_and_no_more(chapter: str) -> None:
    least = further_wager(chapter).choice.least
    enough, short = further_wager(chapter, least), further_wager(chapter, least - 1)
    words = f"{enough.choice.word} {least}"
    assert enough.table.verify(enough.ask, words).cents == least
    with pytest.raises(IllegalDecision, match="left and cannot") as refused:
        short.table.verify(short.ask, words)
    assert refused.value.cite == short.ask.cite

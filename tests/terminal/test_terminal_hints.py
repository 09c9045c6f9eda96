"""Hints in the terminal: what each choice brings, what the last one cost; Pai Gow hands set apart, with a warning."""

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from pitboss.advice.choices import advise
from pitboss.advice.cost import cost_of
from pitboss.advice.sight import Advice, Sight, sight_of
from pitboss.cards import parse
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.steps import Answer, Ask, Choice
from pitboss.table.table import Table
from pitboss.table.view.viewers import Viewer
from pitboss.terminal.hints import Hints, in_dollars
from pitboss.terminal.screen import Screen
from pitboss.terminal.setting import FOUL_IT, set_in_words
from pitboss.terminal.sitting import Sitting

Run: TypeAlias = Callable[..., Any]


def asked(number: str, seed: int, wagers: dict[str, int]) -> tuple[Table, Ask]:
    """A table at its first decision."""
    table = Table(game(number), House.of(number), Chance(seed))
    table.sit(1, "you", 100_000)
    table.bet(1, wagers)
    request = table.begin()
    while not isinstance(request, Ask):
        assert request is not None
        request = table.reply(bots(table, request))
    return table, request


@pytest.mark.parametrize(("number", "wagers"), [("565", {"Ante": 1000}), ("557", {"Ante": 1000})])
def test_a_hint_has_the_figures_of_the_advice(pipe: Run, number: str, wagers: dict[str, int]) -> None:
    seed = 4
    table, ask = asked(number, seed, wagers)
    advice = advise(sight_of(table, Viewer.at(1), ask))
    out = pipe("play", number, "--seed", seed, lines="10\nno\nhint\nquit\n").out
    assert "What each choice brings on average:" in out
    rows = re.findall(r"^  (.*?)  +([-+]?\$[\d.,]+)(  best)?$", out, re.MULTILINE)
    assert [(amount, bool(best)) for _, amount, best in rows] == [
        (in_dollars(each.brings)[0], each.best) for each in advice.choices if each.brings is not None
    ]
    assert "rule of thumb" not in out.lower()


def test_what_the_last_choice_cost(pipe: Run) -> None:
    """A fold brings exactly the loss of the Ante, and costs what playing would have brought beside it."""
    for seed in range(4):
        table, ask = asked("565", seed, {"Ante": 1000})
        sight = sight_of(table, Viewer.at(1), ask)
        advice = advise(sight)
        out = pipe("play", "565", "--seed", seed, "--rounds", 1, lines="10\nno\nhint\nfold\n").out
        assert re.search(r"fold +-\$10\.00", out)
        cost = cost_of(sight, advice, Answer("fold"))
        assert cost is not None
        if advice.choices[0].word == "play":
            assert f"Your last choice cost {_dollars(cost)} on average; the best one was: play $10." in " ".join(out.split())
        else:
            assert cost == 0 and "Your last choice was the best one." in out


def _dollars(cents: float) -> str:
    return in_dollars(cents)[0].lstrip("+").removesuffix(".00")


def test_the_best_choice_costs_nothing_and_an_unknown_one_has_no_cost() -> None:
    table, ask = asked("557", 2, {"Ante": 1000})
    sight = sight_of(table, Viewer.at(1), ask)
    advice = advise(sight)
    assert cost_of(sight, advice, Answer("surrender")) is None
    assert [cost_of(sight, advice, Answer(each.word, each.cents)) == 0 for each in advice.choices if each.best] == [True]


def test_cost_without_a_choice_and_hints_without_a_question(pipe: Run) -> None:
    out = pipe("play", "565", lines="cost\nhint\nquit\n").out
    assert "You have not decided anything yet." in out and "Nothing to decide yet" in out


def test_hints_come_with_every_decision(pipe: Run) -> None:
    out = pipe("play", "565", "--seed", 3, "--rounds", 1, lines="hints\n10\nno\nplay\n").out
    assert "Best first:" in out and ("Your last choice" in out)


def test_whoever_does_not_wait_gets_no_hint(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(sight: Sight) -> Advice:
        raise KeyboardInterrupt

    table, ask = asked("565", 1, {"Ante": 1000})
    Hints(Screen(), interrupted).tell(sight_of(table, Viewer.at(1), ask), brief=False)
    assert "Stopped: there is no hint." in capsys.readouterr().out


# ---------------------------------------------------------------------------- Pai Gow Poker


def test_pai_gow_hands_are_drawn_apart_and_named(pipe: Run) -> None:
    out = pipe("play", "645a", "--seed", 5, "--rounds", 1, lines="10\nno\nhouse\nno surrender\n").out
    assert "[s]et two of your cards as the low hand" in " ".join(out.split())
    assert "seat 1, your low hand ›" in out
    assert re.search(r"High hand .+; low hand .+\.", " ".join(out.split()))
    drawn = out.rpartition("· over")[2]
    assert drawn.count("high hand") >= 2 and drawn.count("low hand") >= 2  # the dealer's and the player's


def fouled(number: str) -> tuple[Table, Ask, Answer]:
    """A table at which seven cards can be set wrongly, and how."""
    for seed in range(50):
        table, ask = asked(number, seed, {"Pai Gow Poker": 1000})
        seven = ask.choices[0].of
        for first in seven:
            for second in seven:
                if first < second and first >> 2 == second >> 2:
                    answer = Answer("", cards=(first, second))
                    if set_in_words(ask, answer)[0].startswith("Fouled"):
                        return table, ask, answer
    raise AssertionError("no hand that can be fouled")


@pytest.mark.parametrize("number", ["561", "645a"])
def test_a_person_is_warned_before_a_hand_is_fouled(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ask, answer = fouled(number)
    screen = Screen()
    sitting = Sitting(table, screen, None, 0)
    assert sitting.confirm(ask, answer)  # a pipe is warned, and taken at its word
    screen.interactive = True
    for said, wanted in (("", False), ("no", False), ("yes", True)):
        prompts: list[str] = []

        def typed(prompt: str, fits: object = None, said: str = said, prompts: list[str] = prompts) -> str:
            prompts.append(prompt)
            return said

        monkeypatch.setattr(screen, "ask", typed)
        assert sitting.confirm(ask, answer) is wanted and prompts == [FOUL_IT]
    assert set_in_words(ask, answer)[1] == {"561": "561.13(g)(3)", "645a": "645a.11(f)(1)(iii)"}[number]


def test_a_fouled_hand_costs_the_wager() -> None:
    table, ask, answer = fouled("645a")
    sight = sight_of(table, Viewer.at(1), ask)
    advice = advise(sight)
    best = next(each.brings for each in advice.choices if each.best)
    assert best is not None
    assert cost_of(sight, advice, answer) == pytest.approx(best + 1000, abs=0.01)


def test_settings_beyond_those_told_have_a_cost_too() -> None:
    table, ask = asked("645a", 3, {"Pai Gow Poker": 1000})
    sight = sight_of(table, Viewer.at(1), ask)
    advice = advise(sight)
    told = [cost_of(sight, advice, ask.verify(each.say)) for each in advice.choices if each.word == "set"]
    assert told[0] == pytest.approx(0, abs=0.01) and told == sorted(told, key=lambda cost: cost or 0)


def test_cards_are_read_as_they_are_printed() -> None:
    from pitboss.terminal.reading import reply_of

    seven = tuple(parse("Qs Th Jk 9c 5d 4s 2c"))
    ask = Ask(1, (Choice("set", of=seven, number=(2, 2)),), "645a.11(a)")
    for said in (
        "set Q♠ 10♥",
        "Q♠ 10♥",
        "s q♠ 10♥",
        "queen of spades and ten of hearts",
        "set the queen of spades, 10 of hearts",
    ):
        assert ask.verify(reply_of(said, ask)).cards == tuple(parse("Qs Th")), said
    assert ask.verify(reply_of("★ 9♣", ask)).cards == tuple(parse("Jk 9c"))

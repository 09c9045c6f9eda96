"""What may be chosen at `pitboss play`: wagers that the house does not offer yet, bankroll, narration, the way back to the
menu, and names that are nearly right."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from pitboss.errors import PitbossError
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.table.steps import Ask, Choice
from pitboss.terminal.help import not_offered
from pitboss.terminal.opening import variant_of
from pitboss.terminal.reading import reply_of, wagers_of

Run: TypeAlias = Callable[..., Any]


@pytest.mark.parametrize("number", BANKED)
def test_every_wager_that_is_not_offered_comes_with_how_to_get_it(pipe: Run, number: str) -> None:
    chapter, house = game(number), House.of(number)
    told = not_offered(chapter, house)
    missing = {wager.name for wager in chapter.wagers if wager.option and not house.values.get(wager.option)}
    assert len(told) == len(missing)
    for words in told:
        options, _, name = words.partition(" (")
        ran = pipe("play", number, *options.split(), lines="quit\n")
        assert ran.status == 0, ran.err
        assert name.rstrip(")") in " ".join(ran.out.split()).partition("Wagers: ")[2].partition("Not offered")[0]


def test_the_bankroll(pipe: Run) -> None:
    out = pipe("play", "565", "--bankroll", "250", "--bots", 1, lines="quit\n").out
    assert "seat 1, $250: your wagers?" in out and "has $250" in out
    for wrong, why in (("nonsense", "is an amount in dollars"), ("0", "is an amount in dollars"), ("1", "a round takes $5")):
        ran = pipe("play", "565", "--bankroll", wrong, lines="quit\n")
        assert ran.status == 2 and why in ran.err
    ran = pipe("play", "poker", "--bankroll", "77", lines="quit\n")
    assert "seat 1 $77" in ran.out


def test_brief_narration_leaves_out_what_does_not_decide_the_round(pipe: Run) -> None:
    full, brief = (
        pipe("play", "565", "--seed", 3, "--rounds", 1, "--narration", how, lines="10\nno\nplay\n").out
        for how in ("full", "brief")
    )
    assert pipe("play", "565", "--seed", 3, "--rounds", 1, lines="10\nno\nplay\n").out == full
    assert "Dealer shows" in brief and "Dealer shows" in full
    assert "Shuffle" in full and "Shuffle" not in brief
    assert full[full.rindex("╭──") :] == brief[brief.rindex("╭──") :]  # the table and the results are the same
    typed = pipe("play", "565", "--seed", 3, "--rounds", 1, lines="brief\n10\nno\nplay\n").out
    assert "Shuffle" not in typed


def test_quit_leads_back_to_the_menu_it_came_from(pipe: Run) -> None:
    out = pipe("play", lines="565\nquit\n677a\nquit\nquit\n").out
    assert out.count("Which game?") == 3
    assert "chapter 565 ·" in out and "chapter 677a ·" in out
    assert pipe("play", "565", lines="quit\n677a\n").out.count("Which game?") == 0


def test_near_names_are_offered(pipe: Run) -> None:
    house = House.of("565")
    with pytest.raises(PitbossError, match="did you mean Pair Plus"):
        wagers_of("ante 10 pairplsu 5", game("565"), house)
    ask = Ask(1, (Choice("raise", 1000, 1000), Choice("fold")), "677a.11(f)")
    with pytest.raises(PitbossError, match="did you mean raise"):
        reply_of("rasie", ask)
    with pytest.raises(PitbossError, match="did you mean razz"):
        variant_of("raz z", ["hold'em", "razz"])


def test_a_refusal_is_a_sentence() -> None:
    ask = Ask(1, (Choice("insurance", 500, 500), Choice("no insurance")), "633a.8(a)")
    with pytest.raises(PitbossError, match=r"seat 1 may take insurance \(\$5\) or decline insurance, not 'x'"):
        ask.verify("x")

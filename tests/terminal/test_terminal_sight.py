"""No card is shown at the terminal before it may be seen there."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from pitboss.cards import SIGNS, parse
from pitboss.games import game as load
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.steps import COMMUNITY, DEALER, UP, Ask, Step
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout
from pitboss.terminal.sight import Sight, cards_of

Run: TypeAlias = Callable[..., Any]  # the fixtures `pipe` and `program`

SIGN = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


def dealt(log: Path, places: set[str]) -> set[str]:
    """The signs of the cards that a log's first round deals to some places."""
    steps = [step for line in log.read_text().splitlines() for step in json.loads(line).get("steps", ())]
    cards = [c for s in steps if s[1] == "deal" and s[2] in places for c in parse(s[3])]
    return {SIGNS[card] for card in cards}


@pytest.mark.cites("565.11(c)", "565.11(d)(1)")
@pytest.mark.parametrize("seed", range(12))
def test_three_card_poker_shows_only_own_cards_until_the_reveal(pipe: Run, tmp_path: Path, seed: int) -> None:
    log = tmp_path / "a.log"
    lines = "table\n10\nplay\nplay\n"
    ran = pipe("play", "565", "--seed", seed, "--seats", 1, "--bots", 3, "--rounds", 1, "--log", log, lines=lines)
    before, reveal, after = ran.out.partition("Dealer shows")
    assert reveal
    assert set(SIGN.findall(before)) == dealt(log, {"seat_1"})
    assert dealt(log, {DEALER}) <= set(SIGN.findall(after))
    folded = {f"seat_{n}" for n in re.findall(r"seat (\d): fold", ran.out)}
    assert not dealt(log, folded) & set(SIGN.findall(after))


@pytest.mark.cites("677a.11(c)", "677a.11(e)", "677a.11(g)")
@pytest.mark.parametrize("seed", range(12))
def test_hold_em_turns_the_community_up_in_its_time(pipe: Run, tmp_path: Path, seed: int) -> None:
    log = tmp_path / "a.log"
    lines = "10\ncheck\ncheck\nraise\n"
    ran = pipe("play", "677a", "--seed", seed, "--bots", 2, "--rounds", 1, "--log", log, lines=lines)
    assert ran.status == 0
    before_flop, flop, rest = ran.out.partition("The flop:")
    before_turn, turn, rest = rest.partition("Turn and river:")
    before_reveal, reveal, _ = rest.partition("Dealer shows")
    assert flop and turn and reveal
    mine, community = dealt(log, {"seat_1"}), dealt(log, {COMMUNITY})
    assert set(SIGN.findall(before_flop)) == mine
    assert len(set(SIGN.findall(before_turn)) - mine) == 3
    assert set(SIGN.findall(before_turn)) < mine | community
    assert set(SIGN.findall(before_reveal)) == mine | community


@pytest.mark.cites("633a.7(f)(4)", "633a.7(m)")
@pytest.mark.parametrize("seed", range(12))
def test_the_hole_card_lies_face_down_until_it_is_turned(pipe: Run, seed: int, answers: dict[str, str]) -> None:
    ran = pipe("play", "633a", "--seed", seed, "--bots", 1, "--rounds", 1, lines=answers["blackjack"])
    before, reveal, after = ran.out.partition("Dealer shows")
    assert reveal
    assert "Deals: dealer ▒▒" in before
    for picture in before.split("╭────")[1:]:
        assert "▒▒▒│" in picture
    assert "▒" not in after


@pytest.mark.parametrize("chapter", ["565", "633a", "677a"])
@pytest.mark.parametrize("own", [frozenset({1}), frozenset({2, 3}), frozenset[int]()])
def test_the_layout_never_knows_more_than_was_turned_up(chapter: str, own: frozenset[int]) -> None:
    game = load(chapter)
    sight = Sight(own, game.players_look)
    table = Table(game, None, Chance(4))
    for number in (1, 2, 3):
        table.sit(number, f"player {number}")
    for _ in range(40):
        for number in (1, 2, 3):
            table.bet(number, game.suggest(table.house))
        request = table.begin()
        while request is not None:
            assert table.round is not None
            if isinstance(request, Ask):
                compare(table, table.round.steps, sight)
            request = table.reply(bots(table, request))
        assert table.last is not None
        compare(table, table.last.steps, sight)


def compare(table: Table, steps: list[Step], sight: Sight) -> None:
    """Every card on the layout was dealt face up, revealed, or dealt to a seat of this terminal; each place has its number."""
    open_to_us: Counter[int] = Counter()
    for step in steps:
        mine = step.act == "deal" and step.who in {f"seat_{n}" for n in sight.own}
        if (step.face == UP and step.act in ("deal", "reveal")) or mine:
            open_to_us.update(step.cards)
    hands = sight.layout(table).hands.values()
    shown = Counter(card for hand in hands for card in cards_of(hand) if card is not None)
    assert shown <= open_to_us
    number = sum(len(s.cards) for s in steps if s.act == "deal")
    assert sum(len(hand.cards) for hand in hands) == number


def test_a_hole_card_like_the_up_card_is_turned_all_the_same() -> None:
    nine = parse("9d")[0]
    steps = [
        Step("633a.7(f)(2)", "deal", DEALER, (nine,), UP),
        Step("633a.7(f)(4)", "deal", DEALER, (nine,), "down"),
        Step("633a.7(m)", "reveal", DEALER, (nine,), UP, note="18"),
    ]
    sight = Sight(frozenset({1}), False)
    assert cards_of(Layout(decks=6).see_all(sight.see(steps[:2])).hands[DEALER]) == [nine, None]
    assert cards_of(Layout(decks=6).see_all(sight.see(steps)).hands[DEALER]) == [nine, nine]


def test_every_act_has_a_sentence_of_its_own() -> None:
    from pitboss.table.money.ledger import MONEY
    from pitboss.telling.sentences import SILENT, _Teller

    stored = Path(__file__).parents[1] / "playthroughs"
    rounds = [f for f in stored.glob("*.txt") if not f.stem.endswith(("-irregularities", "-limits"))]
    acts = {line.split(" ")[1] for f in rounds for line in f.read_text().splitlines() if line[:1].isdigit()}
    assert {"say", "deal", "reveal", "feed"} <= acts
    assert {act for act in acts | MONEY | {"void", "take", "move"} if not hasattr(_Teller, f"_{act}")} <= SILENT

"""Drafts with random conditions, choices and decks: what is counted without listing is what every deal brings."""

import random
from dataclasses import replace

import pytest

from pitboss.drafts import boards, showdowns
from pitboss.drafts.counting import Plan, rows_of
from pitboss.drafts.pricing import price_wager
from pitboss.drafts.reading import read_draft
from pitboss.drafts.records import Deck, Wager

HANDS = ["pair", "flush", "straight", "three of a kind", "straight flush"]
PAYS = ["1 to 1", "2 to 1", "push", "7 to 2", "lose 1/2", "lose 2"]
OPTIONS = ['loses = "1/2"', "loses = 1", "bets = { b = 1 }", "bets = { b = 3 }", ""]
THREE = {"player = 3\nup = 1\nhidden = 2": ["up"], "player = 3\nhidden = 3": [""]}
BOARD = {"player = 2\nflop = 3\nlate = 2\nhidden = 2": ["", "flop", "late"], "player = 2\nflop = 5\nhidden = 2": ["", "flop"]}

TURN = {
    "player = 2\nflop = 3\nturn = 1\nriver = 1\nhidden = 2": ["", "flop", "turn", "river"],
    "player = 2\nturn = 4\nriver = 1\nhidden = 2": ["", "turn", "river"],
}


def condition(rng: random.Random, own: str, dealers: str, qualifies: str, depth: int = 0) -> str:
    def again() -> str:
        return condition(rng, own, dealers, qualifies, depth + 1)

    compared = [f"poker value in {own}", f"poker value in {dealers}"]
    rng.shuffle(compared)
    found = [
        f"{rng.choice(HANDS)}{rng.choice([' or better', ' or worse', ''])} in {own}",
        qualifies,
        f" {rng.choice(['>', '<', '>=', '<=', '=', '!='])} ".join(compared),
    ]
    if depth < 2:
        found += [f"not ({again()})", f"({again()}{rng.choice([' and ', ' or '])}{again()})"]
    return rng.choice(found)


def draft(rng: random.Random, deals: dict[str, list[str]], cards: int) -> Wager:
    deal = rng.choice(list(deals))
    names = [line.partition(" ")[0] for line in deal.splitlines()]
    board = [name for name in names if name in ("flop", "late", "turn", "river")]
    own, dealers = " + ".join(["player", *board]), " + ".join(name for name in names if name != "player")
    qualifies = f"{rng.choice([*HANDS[:-1], 'queen high'])} or better in {dealers}"
    words, sees, options = f"[deal]\n{deal}\n", '"player"', list[str]()
    for seen in deals[deal]:
        sees += f', "{seen}"' if seen else ""
        if rng.random() < 0.7:
            after = f"after = {rng.sample(options, min(2, len(options)))}\n" if options and rng.random() < 0.5 else ""
            words += f"[[choice]]\nsees = [{sees}]\n{after}"
            all_seen = set(own.split(" + ")) <= set(sees.replace('"', "").split(", "))
            for number in range(rng.choice([2, 2, 3])):
                options.append(f"option {len(options)}")
                when = f'when = "{rng.choice(HANDS)} or worse in {own}"\n' if number and all_seen and rng.random() < 0.4 else ""
                words += f'[[choice.option]]\nname = "{options[-1]}"\n{when}{rng.choice(OPTIONS)}\n'
    words += '[[bet]]\nname = "a"\n[[bet]]\nname = "b"\nsize = 0\n[[bet]]\nname = "c"\nbonus = true\npays = "every row"\n'
    for bet in "aaabbbc":
        after = f'after = "{rng.choice(options)}"\n' if options and rng.random() < 0.3 else ""
        when = condition(rng, own, dealers, qualifies)
        words += f'[[row]]\nbet = "{bet}"\nwhen = "{when}"\npays = "{rng.choice(PAYS)}"\n{after}'
    return replace(read_draft(words), deck=Deck(without=frozenset(range(52)) - frozenset(rng.sample(range(52), cards))))


def plan(wager: Wager) -> Plan | None:
    return boards.plan_of(wager) or showdowns.plan_of(wager)


CASES = [
    *((seed, THREE, 10) for seed in range(20)),
    *((seed, BOARD, 9) for seed in range(6)),
    *((seed, TURN, 9) for seed in range(8)),
]


@pytest.mark.parametrize(("seed", "deals", "cards"), CASES)
def test_every_deal_brings_the_same(seed: int, deals: dict[str, list[str]], cards: int) -> None:
    rng = random.Random(seed)
    wager = draft(rng, deals, cards)
    while (counted := plan(wager)) is None:  # conditions may look at one hand only
        wager = draft(rng, deals, cards)
    found, listed = price_wager(wager, plan=counted), price_wager(wager, plan=rows_of(wager))
    assert found.distribution == listed.distribution
    assert found.lines == listed.lines
    known = {decision.cards: decision for decision in listed.decisions}
    for decision in found.decisions:
        other = known[decision.cards]
        assert decision.best == other.best
        assert decision.values == {option: other.values[option] for option in decision.values}

"""The double shoe of Blackjack (§ 633a.7(d)): each side keeps its own cards, whatever goes wrong."""

from collections import Counter

import pytest

from pitboss.errors import PitbossError
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.steps import Cut, Incident, Moment
from pitboss.table.table import Table
from tests.strategies import Situation, deck_of

AT_THE_DEAL: list[tuple[str, dict[str, object]]] = [
    ("card drawn in error", {}),
    ("card drawn in error", {"card": "As"}),
    ("card drawn in error", {"exposed": True}),
    ("card face up", {}),
    ("card face up", {"card": "As"}),
    ("new dealer", {}),
    ("no cards dealt", {"seat": 1}),
    ("one card dealt", {"seat": 1, "choice": "dead"}),
    ("dealer misses own card", {"card": 1}),
    ("cut performed improperly", {}),
    ("floorperson orders a reshuffle", {}),
    ("insufficient cards", {}),
]


def sides(table: Table) -> dict[str, Counter[int]]:
    return {side: Counter([*stack.cards, *table.racks[side], *table.segregated[side]]) for side, stack in table.stacks.items()}


@pytest.mark.parametrize(("kind", "detail"), AT_THE_DEAL)
@pytest.mark.parametrize("decks", [2, 4])
def test_each_side_keeps_its_own_cards(kind: str, detail: dict[str, object], decks: int) -> None:
    """The side of the round is known only once the determinant card is out."""
    for seed in range(6):
        table = Situation("633a", {"double_shoe": True, "decks": decks}, ()).table(chance=Chance(seed))
        table.sit(1, "Ann")
        table.sit(4, "Bob")
        for _ in range(12):
            for number in table.seats:
                table.bet(number, table.game.suggest(table.house))
            table.begin()
            told = False
            while table.request is not None:
                if table.request == Moment("deal") and not told:
                    told = True
                    try:
                        table.reply(Incident(kind, detail))
                    except PitbossError:  # the card is not in the shoe any more
                        continue
                else:
                    table.reply(None if isinstance(table.request, Cut) else bots(table, table.request))
            deck = deck_of(table)
            assert sides(table) == {"left": deck, "right": deck}


@pytest.mark.cites("633a.14(f)")
def test_the_segregated_area_is_shuffled_in_when_too_few_cards_are_left() -> None:
    """Determinant cards of earlier rounds lie there; those of the other side stay."""
    table = Situation("633a", {"double_shoe": True}, ()).table(chance=Chance(1))
    table.sit(1, "Ann")
    refills = 0
    while refills < 3:
        table.bet(1, table.game.suggest(table.house))
        table.begin()
        while table.request is not None:
            side = table.round.side if table.round is not None else ""
            if table.request == Moment("dealt") and table.segregated[side]:
                area = {each: list(cards) for each, cards in table.segregated.items()}
                table.reply(Incident("insufficient cards"))
                while isinstance(table.request, Cut):
                    table.reply(None)
                assert table.round is not None
                taken = next(step.cards for step in table.round.steps if step.cite == "633a.14(f)" and step.act == "take")
                assert not Counter(area[side]) - Counter(taken)
                assert table.segregated == {**area, side: []}
                refills += 1
            else:
                table.reply(None if isinstance(table.request, Cut) else bots(table, table.request))

"""Money balances to the cent and every card is accounted for, in every round of every game."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import PitbossError
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.round import Round
from pitboss.table.steps import Step
from pitboss.table.table import Table
from tests.strategies import CHAPTERS, Situation, examples, lawful, play, situations

TROUBLE = (0.0, 0.0, 0.03, 0.3)


def fold(steps: list[Step]) -> tuple[dict[str, int], int, dict[tuple[str, str], int]]:
    """The money of a round, told anew: what each player has gained, what the house has, what lies on the layout."""
    players: dict[str, int] = defaultdict(int)
    layout: dict[tuple[str, str], int] = defaultdict(int)
    house = center = 0
    for step in steps:
        spot = (step.who, step.wager)
        match step.act:
            case "wager":
                players[step.who] -= step.cents
                layout[spot] += step.cents
            case "collect":
                layout[spot] -= step.cents
                house += step.cents
            case "return":
                layout[spot] -= step.cents
                players[step.who] += step.cents
            case "pay":
                assert layout[spot] > 0, f"{step} pays a wager that is not on the layout"
                players[step.who] += layout.pop(spot) + step.cents
                house -= step.cents
            case "bonus" | "restore":
                players[step.who] += step.cents
                house -= step.cents
            case "jackpot":  # the meter is the house's too, only not in the table inventory
                players[step.who] += step.cents
                house -= step.cents
            case "feed" | "unfeed" | "reset":
                pass  # from one pocket of the house to the other
            case "vigorish":
                players[step.who] -= step.cents
                house += step.cents
            case "lose":  # to the center of the table, where a player banks
                layout[spot] -= step.cents
                center += step.cents
            case "win":
                assert center >= step.cents, f"{step} pays what is not in the center"
                players[step.who] += layout.pop(spot) + step.cents
                center -= step.cents
            case "cover":
                players[step.who] -= step.cents
                center += step.cents
            case "surplus":
                players[step.who] += step.cents
                center -= step.cents
            case _:
                assert not step.cents or step.act == "decide", f"{step} moves money by no known act"
        assert step.cents >= 0, step
        assert layout[spot] >= 0, step
    assert not center, "money is left in the center of the table"
    house += players.pop("dealer", 0)  # the dealer's wager against a player who banks is the house's
    return dict(players), house, {spot: cents for spot, cents in layout.items() if cents}


def assert_layout(table: Table) -> None:
    """What lies on the layout is what the steps say."""
    if table.round is not None:
        _, _, layout = fold(table.round.steps)
        mine = {(f"seat_{n}", w): cents for n, held in table.round.wagers.items() for w, cents in held.items() if cents}
        assert mine == layout


def assert_cards(table: Table) -> None:
    """Every card of every deck is somewhere, once."""
    deck = sorted(table.game.deck(table.house))
    packs = len(table.stacks) + bool(table.waiting)
    assert sorted(table.cards_in_place()) == (sorted(deck * packs) if packs > 1 else deck)
    if table.waiting:
        assert sorted(table.waiting) == deck, "the deck that waits is not whole"
    if table.round is not None:
        return
    for side, stack in table.stacks.items():
        here = sorted([*stack.cards, *table.racks[side], *table.segregated[side]])
        assert here == deck, f"the {side or 'only'} side of the shoe has other cards than it began with"


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(70)
@given(data=st.data())
def test_every_cent_and_card_is_accounted_for_after_every_reply(chapter: str, data: st.DataObject) -> None:
    chips: dict[int, int] = {}

    def count(table: Table) -> None:
        """While the round goes on, what a seat has left is what it brought less what it has put out."""
        assert table.round is None or all(table.chips(n) >= 0 for n in table.seats)
        if table.round is not None and len(table.round.steps) and not chips:
            chips.update({n: s.cents for n, s in table.seats.items()})

    def settled(table: Table, done: Round) -> None:
        players, house, layout = fold(done.steps)
        assert not layout, "a wager was never settled"
        assert sum(players.values()) + house == 0
        ledger = done.ledger
        assert ledger is not None
        assert (ledger.players, ledger.inventory + ledger.meter) == (players, house)
        assert {who: sum(back.values()) - sum(ledger.placed[who].values()) for who, back in ledger.back.items()} == players
        for number, before in chips.items():
            assert table.seats[number].cents == before + players.get(f"seat_{number}", 0)
        assert not table.bets
        chips.clear()

    def watch(table: Table) -> None:
        count(table)
        assert_layout(table)
        assert_cards(table)

    play(data.draw(situations(chapter, rounds=8, trouble=TROUBLE)), watch=watch, ended=settled)


def shoes(chapter: str) -> list[dict[str, object]]:
    """Houses that keep their cards in every way the chapter has."""
    if chapter in ("633a", "635a"):
        ways: list[dict[str, object]] = [{"decks": n} for n in range(1, 9)]
        ways += [{"decks": n, "shuffler": "automated"} for n in (1, 2, 6)]
        ways += [{"decks": n, "shuffler": "continuous"} for n in (1, 4, 8)]
        ways += [{"decks": n, "double_shoe": True} for n in (2, 4, 8)]
        ways += [{"decks": n, "from_the_hand": True} for n in (1, 2)]
        ways += [{"decks": n, "blackjack_switch": True} for n in (2, 6)]
        return [way for way in ways if lawful(chapter, way)]
    ways = [{"dealing": way} for way in ("manual shoe", "hand", "automated shoe")]
    return [*ways, {"second_deck": True}, {"second_deck": True, "dealing": "hand", "preshuffled": True}]


@pytest.mark.parametrize(("chapter", "house"), [(c, house) for c in CHAPTERS for house in shoes(c)])
def test_cards_stay_whole_over_many_rounds_and_shuffles(chapter: str, house: dict[str, object]) -> None:
    seats = tuple((n, f"player {n}", 10**9) for n in (3, 1, 2, 6, 5))
    table, _ = play(Situation(chapter, house, seats, rounds=60, seed=8, trouble=0.02), watch=assert_cards)
    assert table.rounds == 60


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(60)
@given(data=st.data())
def test_bots_can_play_at_every_house(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter))
    table = situation.table(chance=Chance(situation.seed))
    for number, player, _ in situation.seats:
        table.sit(number, player, 10**9)
    for _ in range(situation.rounds):
        for number in table.seats:
            table.bet(number, table.game.suggest(table.house))
        drive(table, bots)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_bot_with_few_chips_finishes_the_round(chapter: str) -> None:
    for seed in range(40):
        table = Situation(chapter, {}, ()).table(chance=Chance(seed))
        mine = table.game.suggest(table.house)
        table.sit(1, "nearly broke", sum(mine.values()))
        table.bet(1, mine)
        try:
            drive(table, bots)
        except PitbossError as error:
            pytest.fail(f"the bots cannot go on: {error}")

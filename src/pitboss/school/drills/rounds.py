"""Rounds for drills: the engine deals them, but good hands come often, and what everybody sees of them at the end."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from pitboss.cards import JOKER, Card, parse, rank, suit
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import PitbossError
from pitboss.games.pai_gow.play import way_of
from pitboss.games.pai_gow.rules import rules_of
from pitboss.house import House
from pitboss.school.drills.questions import shown_cards
from pitboss.school.lessons import bots_sit_down, table_of_bots
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.game import Game
from pitboss.table.round import Round
from pitboss.table.steps import COMMUNITY, DEALER, Step, seat_of
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import HIDDEN, SPECTATOR, redact

ORDINARY = 0.25  # of all rounds are dealt from an ordinary shuffle
_SIZES: dict[tuple[str, str], dict[str, int]] = {}  # by game and house
FIRST = {"633a": 2, "635a": 2}  # cards that every hand gets first, where players draw


@dataclass(frozen=True)
class DealtRound:
    """A finished round, and the table as everybody saw it at its end."""

    game: Game
    house: House
    round: Round
    layout: Layout

    def shown(self, seats: frozenset[int] | None = None) -> tuple[str, ...]:
        """The cards and wagers on the table, a line for each place: of all seats, or of some."""
        lines = []
        for place, hand in self.layout.hands.items():
            seat = seat_of(place)
            if (place in (DEALER, COMMUNITY) or (seat and (seats is None or seat in seats))) and hand.cards:
                lines.append(f"{place.replace('seat_', 'seat ')}: {shown_cards(hand.cards)}{self._low(place)}")
        return tuple(lines)

    def _low(self, place: str) -> str:
        """How seven cards are set."""
        low = self.layout.hands[place].low
        return f" (low hand {shown_cards(low)})" if low and HIDDEN not in low else ""


def rounds(game: Game, house: House, rng: Random) -> Iterator[DealtRound]:
    """Rounds at a table, without end."""
    while True:
        seed = rng.randrange(1 << 40)
        try:
            yield deal(game, house, seed, rigged=rng.random() >= ORDINARY)
        except PitbossError:  # these cards or wagers cannot be dealt together
            continue


def deal(game: Game, house: House, seed: int, *, rigged: bool) -> DealtRound:
    """One round; good hands are frequent in a rigged one."""
    if rigged and not house.get("double_shoe"):
        table = Table(game, house, Chance(seed), stacks={"": RiggedStack(_rigging(game, house, seed))})
        bots_sit_down(table, Random(seed), 3)
    else:
        table = table_of_bots(game, house, seed)
    finished = drive(table, bots)
    (seen,) = redact(finished.steps, [SPECTATOR], game.looks(house))
    layout = Layout(decks=house.get("decks") or 1).see_all(seen)
    _set_apart(game, house, finished, layout)
    return DealtRound(game, house, finished, layout)


def _set_apart(game: Game, house: House, finished: Round, layout: Layout) -> None:
    """Puts high and low hand of seven cards apart, once they lie open: as the players set them, and the dealer by the house
    way."""
    if rules_of(game) is None:
        return
    everything = Layout(decks=house.get("decks") or 1).see_all(finished.steps)
    for place, hand in layout.hands.items():
        if HIDDEN in hand.cards or len(hand.cards) != 7:
            continue
        hand.low = list(everything.hands[place].low)
        if place == DEALER:
            low = way_of(house).set(parse(" ".join(hand.cards)))
            hand.low = [face for face, card in zip(hand.cards, parse(" ".join(hand.cards)), strict=True) if card in low]


def _rigging(game: Game, house: House, seed: int) -> Rigging:
    """Which cards land where: the cards of a player make a hand with the community cards, or by themselves."""
    rng = Random(seed)
    pool = sorted(set(game.deck(house)))
    sizes = _sizes(game, house)
    board = sizes.get(COMMUNITY, 0)
    places: dict[str, list[Card | None]] = {}
    for place in [place for place in sizes if place != COMMUNITY]:
        if board and COMMUNITY not in places:
            cards = _pattern(rng, pool, sizes[place] + board)
            rng.shuffle(cards)
            places[COMMUNITY] = [*cards[:board]]
            cards = cards[board:]
        else:
            cards = _pattern(rng, pool, sizes[place])
        places[place] = [*cards]
    return Rigging(places, [], [], seed)


def _sizes(game: Game, house: House) -> dict[str, int]:
    """How many cards each place is dealt."""
    key = game.chapter, repr(sorted(house.given.items(), key=repr))
    if key not in _SIZES:
        dealt: Counter[str] = Counter()
        for step in deal(game, house, 1, rigged=False).round.steps:
            if step.act == "deal" and (step.who in (DEALER, COMMUNITY) or seat_of(step.who)) and " " not in step.who:
                dealt[step.who] += len(step.cards)
        most = FIRST.get(game.chapter)
        _SIZES[key] = {place: min(number, most or number) for place, number in dealt.items()}
    return _SIZES[key]


def _pattern(rng: Random, pool: list[Card], number: int) -> list[Card]:
    """Cards that are taken out of the pool and make a hand: of one rank, of one suit, in a row, or anything."""
    first = rng.choice(pool)
    match rng.randrange(7):
        case 0 | 1:
            wanted = [card for card in pool if rank(card) == rank(first)]
        case 2:
            wanted = [card for card in pool if suit(card) == suit(first) and card != JOKER]
        case 3:
            wanted = _in_a_row(rng, pool, first, one_suit=False)
        case 4:
            wanted = _in_a_row(rng, pool, first, one_suit=True)
        case 5:  # two ranks
            other = rng.choice(pool)
            wanted = [card for card in pool if rank(card) in (rank(first), rank(other))]
        case _:
            wanted = []
    rng.shuffle(wanted)
    kept = wanted[: rng.choice((number, number, max(1, number - 1), max(1, number - 2)))]
    rest = [card for card in pool if card not in kept]
    found = kept + rng.sample(rest, number - len(kept))
    for card in found:
        pool.remove(card)
    return found


def _in_a_row(rng: Random, pool: list[Card], first: Card, *, one_suit: bool) -> list[Card]:
    """A card of each rank from that of the first one on."""
    found = []
    for above in range(5):
        here = [card for card in pool if card != JOKER and rank(card) == (rank(first) + above) % 13]
        here = [card for card in here if suit(card) == suit(first)] if one_suit else here
        found += [rng.choice(here)] if here else []
    return found


def outcomes(dealt: DealtRound) -> dict[tuple[str, str], list[Step]]:
    """What was done with each wager of each seat once the hands lay open."""
    found: dict[tuple[str, str], list[Step]] = {}
    for step in dealt.round.steps:
        if step.act in ("pay", "collect", "return", "lose", "win", "bonus", "jackpot", "vigorish"):
            found.setdefault((step.who, step.wager), []).append(step)
    return found

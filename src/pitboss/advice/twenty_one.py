"""Blackjack and Spanish 21, §§ 633a.7 and 635a.7: what may be done with a hand, insurance, rescue, and the exchange of
Blackjack Switch.

The odds are those of a fresh shoe without the player's own cards and the dealer's up card. Split hands have no figures one by
one; how the odds play them is told.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache

from pitboss.advice.sight import OwnHand, Reckoned, Sight, Values, unpriced
from pitboss.cards import Card
from pitboss.games import game as load
from pitboss.games.twenty_one.points import POINTS, total
from pitboss.house import House
from pitboss.odds.twenty_one.game import Game, values_of
from pitboss.odds.twenty_one.games import TwentyOne
from pitboss.odds.twenty_one.kernels import DOUBLE, HIT, STAND
from pitboss.odds.twenty_one.solver import WORDS, UpCard
from pitboss.odds.twenty_one.splits import Split
from pitboss.odds.twenty_one.strategy import BestPlay
from pitboss.odds.twenty_one.tables import index_of
from pitboss.table.steps import Choice, before_splitting, is_split, suffix_of

FRESH = (
    "Exact for a fresh shoe, from this hand and the dealer's card, the dealer having no Blackjack; cards of other players and "
    "of earlier rounds are not counted."
)
SPLIT = "A split hand has no figures of its own; this is how best play for the whole game treats it."


@lru_cache(maxsize=16)
def best_play(game: Game) -> BestPlay:
    """The best play of a game, solved once."""
    return BestPlay(game)


def playing(sight: Sight, house: House) -> Reckoned:
    """What the choices of a question at 21 bring."""
    words = {choice.word for choice in sight.ask.choices}
    if "no insurance" in words:
        return insurance(sight, house)
    if words & {"card", "accept", "refuse"} or len(sight.dealer) != 1:
        return Reckoned(why="Something has gone wrong in this round that the odds do not allow for.")
    game = TwentyOne(house).at_the_minimum
    if "no switch" in words:
        return switch(sight, game)
    hand = hand_asked(sight)
    wager = sight.wagers[first_wager(sight) + suffix_of(hand.place)]
    was_split = any(is_split(other.place) and origin(other) == origin(hand) for other in sight.hands)
    if "rescue" in words:
        return rescue(sight, game, hand, wager, was_split)
    if was_split:
        return split_hand(sight, game, hand, words)
    if game.push_22:
        return beside(sight, game, hand, wager, words)
    values = best_play(game).decide(list(hand.cards), sight.dealer[0]).values
    return with_words(sight, {word: Fraction(value) for word, value in values.items()}, wager)


def with_words(sight: Sight, values: dict[str, Fraction], wager: int) -> Reckoned:
    """What some words bring in wagers, told in cents; a Double Down at its most, as less is never better than both others."""
    found: Values = {}
    for choice in sight.ask.choices:
        if choice.word in values:
            found[choice.word, choice.bare or choice.most] = values[choice.word] * wager
    missing = [choice.word for choice in sight.ask.choices if choice.word not in values]
    why = "Standing cannot be better than hitting here, and is not worked out." if missing == ["stand"] else ""
    return Reckoned(found, FRESH, why)


def first_wager(sight: Sight) -> str:
    """The wager against the dealer."""
    return load(sight.chapter).wagers[0].name


def hand_asked(sight: Sight) -> OwnHand:
    """The hand a question is about."""
    about = sight.ask.about
    return sight.hands[int(about.removeprefix("hand ")) - 1 if about else 0]


def origin(hand: OwnHand) -> str:
    """The betting area of which a hand is a part."""
    return before_splitting(hand.place)


# ---------------------------------------------------------------------------- insurance and rescue


def insurance(sight: Sight, house: House) -> Reckoned:
    """Insurance by itself: 2 to 1 if the hole card is a ten, over all cards that are not in sight (§ 633a.8, § 635a.8)."""
    cards = load(sight.chapter).deck(house)
    left = Counter(cards)
    left.subtract(sight.seen)
    tens = sum(number for card, number in left.items() if POINTS[card] == 10)
    chance = Fraction(tens, len(cards) - len(sight.seen))
    offered = next(choice for choice in sight.ask.choices if choice.word == "insurance")
    values: Values = {("insurance", offered.most): (3 * chance - 1) * offered.most, ("no insurance", 0): Fraction(0)}
    basis = "What the Insurance Wager brings by itself: exact for a fresh shoe without the cards in sight."
    if any(choice.word == "even money" for choice in sight.ask.choices):  # § 635a.8(e): a Blackjack that would win 3 to 2
        wager = sight.wagers[first_wager(sight) + suffix_of(hand_asked(sight).place)]
        values = {answer: brings + wager * Fraction(3, 2) for answer, brings in values.items()}
        values["even money", 0] = Fraction(wager)
        basis = "With your Blackjack, which wins whatever the dealer has: exact for a fresh shoe without the cards in sight."
    return Reckoned(values, basis)


def rescue(sight: Sight, game: Game, hand: OwnHand, wager: int, was_split: bool) -> Reckoned:
    """§ 635a.10(d): the first wager is given up and the Double Down Wager comes back; or both stay."""
    solved, place = up_card(sight, game), index_of(values_of(hand.cards))
    doubled = sight.wagers.get("Double Down" + suffix_of(hand.place), 0)
    if was_split:
        split = solved.splits[POINTS[hand.cards[0]] - 1]
        best = "rescue" if split.rescued[place] else "no rescue"
        return unpriced(next(c for c in sight.ask.choices if c.word == best), SPLIT)
    live = solved.no_blackjack(*sorted(POINTS[card] - 1 for card in hand.cards))
    stands = Fraction(1) if total(list(hand.cards))[0] == 21 else Fraction(float(solved.values[place, STAND]) / live)
    return Reckoned({("rescue", 0): Fraction(-wager), ("no rescue", 0): stands * (wager + doubled)}, FRESH)


def up_card(sight: Sight, game: Game) -> UpCard:
    """The game under the dealer's up card."""
    up = POINTS[sight.dealer[0]] - 1
    return next(solved for solved in best_play(game).solved.ups if solved.up == up)


# ---------------------------------------------------------------------------- several hands


def split_hand(sight: Sight, game: Game, hand: OwnHand, words: set[str]) -> Reckoned:
    """How the odds play a hand that was split: by its own cards, the pair and the up card."""
    pair = POINTS[hand.cards[0]] - 1
    split = split_of(game, POINTS[sight.dealer[0]] - 1, pair, other_two(sight, hand)) if game.push_22 else None
    split = split or up_card(sight, game).splits[pair]
    mine = sum(origin(other) == origin(hand) for other in sight.hands)
    again = "split" in words and mine < split.most_hands
    word = "split" if again else WORDS[split.act[index_of(values_of(hand.cards))]]
    best: Choice = next(choice for choice in sight.ask.choices if choice.word == word)
    return unpriced(best, SPLIT)


@lru_cache(maxsize=256)
def split_of(game: Game, up: int, pair: int, gone: tuple[int, int]) -> Split:
    """A pair split beside two other cards, at Blackjack Switch."""
    ups = {solved.up: solved for solved in best_play(game).solved.ups}
    return Split(game, up, pair, gone, ups[up].splits[pair].most_hands)


def switch(sight: Sight, game: Game) -> Reckoned:
    """§ 633a.12(a)(4): the second cards as they lie or exchanged, both hands together."""
    cards = [card for hand in sight.hands for card in hand.cards]
    wager, live = sight.wagers[first_wager(sight)], live_chance(sight, game, cards)
    values = best_play(game).switch(cards, sight.dealer[0]).values
    brings = {(word, 0): Fraction(value / live) * wager for word, value in values.items()}
    return Reckoned(brings, f"Both hands together. {FRESH}")


def beside(sight: Sight, game: Game, hand: OwnHand, wager: int, words: set[str]) -> Reckoned:
    """Blackjack Switch: one hand by its own cards, the first two of the other and the up card."""
    up, gone, place = POINTS[sight.dealer[0]] - 1, other_two(sight, hand), index_of(values_of(hand.cards))
    values = game.play(up, game.without(up, *gone)).values
    held = len(hand.cards)
    reckoned = (STAND, HIT, DOUBLE) if held < 4 or total(list(hand.cards))[0] > 11 else (HIT,)
    brings = {WORDS[a]: float(values[place, a]) for a in reckoned}
    if "split" in words:
        brings["split"] = split_of(game, up, POINTS[hand.cards[0]] - 1, gone).value
    live = up_card(sight, game).no_blackjack(*(POINTS[card] - 1 for card in hand.cards), *gone)
    return with_words(sight, {word: Fraction(value / live) for word, value in brings.items() if value > float("-inf")}, wager)


def live_chance(sight: Sight, game: Game, cards: list[Card]) -> float:
    """The chance that the dealer has no Blackjack beside some cards."""
    return up_card(sight, game).no_blackjack(*(POINTS[card] - 1 for card in cards))


def other_two(sight: Sight, hand: OwnHand) -> tuple[int, int]:
    """The values of the first two cards of a player's other hand, as they lie after the exchange; of a pair that was split, of
    each of its hands the first."""
    others = [other.cards for other in sight.hands if origin(other) != origin(hand)]
    cards = others[0][:2] if len(others) == 1 else (others[0][0], others[1][0])
    low, high = sorted(POINTS[card] - 1 for card in cards)
    return low, high

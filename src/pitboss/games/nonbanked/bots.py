"""A simple strategy for Poker, with reasons: rules of thumb that use only what the seat itself sees.

A hand is measured by the share of opposing hands that it beats now, sampled evenly from the cards that the seat does not see.
Starting hands of Hold'em and Omaha are rated by points. Cards that would complete a good hand are counted as outs and compared
with the pot odds. Nothing is random: equal sights give equal answers.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from pitboss.cards import ACE, EIGHT, NINE, TEN, Card, text
from pitboss.games.nonbanked.jackpot_hands import high_hand
from pitboss.games.nonbanked.rules import Play, play_of
from pitboss.games.nonbanked.variants import DRAW, HOLD_EM, OMAHA, Variant
from pitboss.hands import FIVE_CARD, LOW, LOW_SHOWING, SHOWING, Value, low_eight_or_better
from pitboss.hands.five_card import STRAIGHT
from pitboss.hands.low import low_rank
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import BURN_CARDS, COMMUNITY, Ask, Choice

SAMPLES = 30  # opposing hands that are sampled for a decision
SIGHTS = 256  # cached sights, since a seat is asked again after every raise while it sees the same
BLUFFS, BLUFFED = 9, 2  # one weak hand in nine is bet as a bluff, against at most two opponents
MOST_RAISES = 3  # in a betting round; after that even the best hand only calls
NONE = Value(-1, ())  # a low hand that does not qualify, or a high hand if the variant has none
PICKED = 3  # at Omaha the best of six pairs of hole cards plays, which is about as strong as the best of three


@dataclass(frozen=True)
class Sight:
    """What a seat sees of the hand in progress."""

    seat: int
    variant: Variant
    own: tuple[Card, ...]
    board: tuple[Card, ...]
    others: tuple[tuple[int, tuple[Card, ...]], ...]  # the opponents, each with their up cards
    unseen: tuple[Card, ...]
    to_come: int  # cards that the seat still gets, or the board
    drawn: bool  # at Draw, True once the cards have been exchanged


def sight_of(t: Round, seat: int) -> Sight:
    """What a seat sees: its own cards, the cards face up, and the unseen rest."""
    play = play_of(t)
    variant, own, board = play.variant, tuple(t.hands.get(SEATS[seat], ())), tuple(t.hands.get(COMMUNITY, ()))
    seen = {*own, *board, *(card for cards in play.upward.values() for card in cards)}
    others = tuple([(s, tuple(play.upward.get(s, ()))) for s in play.contenders if s != seat])
    unseen = tuple([card for card in range(52) if card not in seen])
    whole = sum(len(street.cards) + street.board for street in variant.streets)
    drawn = variant.family == DRAW and any(s.act == "draw" and s.who == BURN_CARDS for s in t.steps)
    to_come = whole - len(own) - len(board) if variant.family != DRAW else int(not drawn)
    return Sight(seat, variant, own, board, others, unseen, max(0, to_come), drawn)


# ---------------------------------------------------------------------------- what a hand is worth now


def worth(variant: Variant, own: Sequence[Card], board: Sequence[Card]) -> tuple[Value, Value]:
    """The current values of a hand, high and low, complete or not."""
    cards = [*own, *board]
    high = low = NONE
    if variant.family == OMAHA:
        fives = [(*two, *three) for two in combinations(own, 2) for three in combinations(board, 3)]
        high = max(FIVE_CARD.value(five) for five in fives)
        if variant.low is not None:
            low = max([found for five in fives if (found := low_eight_or_better(five))], default=NONE)
        return high, low
    if variant.high is not None:
        high = (FIVE_CARD if len(cards) > 4 else SHOWING).value(cards)
    if variant.low is not None:
        low = (LOW if len(cards) > 4 else LOW_SHOWING).value(cards)
        if "eight or better" in variant.name and not small(low):
            low = NONE
    return high, low


def small(low: Value) -> bool:
    """True if a low hand, complete or not, has no pair and no card above an eight."""
    ranked = len(low.ranks)
    unpaired = len(LOW.categories if ranked > 4 else LOW_SHOWING.categories) - 1
    return low.category == unpaired and low.ranks[0] >= low_rank(EIGHT)


def won(mine: tuple[Value, Value], theirs: tuple[Value, Value]) -> tuple[float, float]:
    """What one hand wins of the high and the low half of a pot against another: 1, 0, or 1/2 for a tie. If neither has a low
    hand, or neither a high one, the other half's result counts for both."""
    high, low = [(a > b) + (a == b) / 2 for a, b in zip(mine, theirs, strict=True)]
    if mine[0] == theirs[0] == NONE:
        return low, low
    return (high, high) if mine[1] == theirs[1] == NONE else (high, low)


@lru_cache(maxsize=SIGHTS)
def ahead(sight: Sight) -> float:
    """The share of the pot that the hand wins as it is, against hands that the opponents may hold."""
    mine = worth(sight.variant, sight.own, sight.board)
    high = low = 1.0
    alike = Counter(up for _, up in sight.others)  # without up cards, all opponents are alike
    for up, players in alike.items():
        beaten = [won(mine, worth(sight.variant, cards, sight.board)) for cards in possible(sight, up, SAMPLES // len(alike))]
        picked = players * (PICKED if sight.variant.family == OMAHA else 1 + sight.drawn)
        high *= (sum(part for part, _ in beaten) / len(beaten)) ** picked
        low *= (sum(part for _, part in beaten) / len(beaten)) ** picked
    return (high + low) / 2


def possible(sight: Sight, up: Sequence[Card], times: int) -> list[list[Card]]:
    """A sample of the hands that an opponent may hold, given the opponent's up cards; at Omaha, of the two cards that count."""
    if sight.variant.family == OMAHA:
        return taken_evenly(sight.unseen, 2, times // (2 * len(sight.board) - 5))
    return [[*up, *down] for down in taken_evenly(sight.unseen, len(sight.own) - len(up), max(8, times))]


def taken_evenly(cards: Sequence[Card], number: int, times: int) -> list[list[Card]]:
    """A deterministic sample of hands from some cards, by steps of different lengths through them.

    >>> taken_evenly([10, 11, 12, 13, 14, 15, 16], 2, 3)
    [[10, 12], [13, 16], [16, 13]]
    """
    hands = []
    for turn in range(times):
        step, start = 2 + turn, turn * 3
        hand: list[Card] = []
        while len(hand) < number:
            card = cards[start % len(cards)]
            if card in hand:
                start += 1
                continue
            hand.append(card)
            start += step
        hands.append(hand)
    return hands


@lru_cache(maxsize=SIGHTS)
def chances(sight: Sight) -> float:
    """The probability that the next cards complete a good hand: a straight or better, or an eight low."""
    if not sight.to_come or len(sight.own) + len(sight.board) < 4 or is_good(sight, sight.own, sight.board):
        return 0.0
    cards = sight.unseen[::6] if sight.variant.family == OMAHA else sight.unseen
    if sight.variant.family == DRAW:
        gone = thrown(sight)
        kept = [card for card in sight.own if card not in gone]
        makes = sum(is_good(sight, [*kept, card], ()) for card in cards) if len(kept) == 4 else 0
    elif sight.variant.family in (HOLD_EM, OMAHA):
        makes = sum(is_good(sight, sight.own, [*sight.board, card]) for card in cards)
    else:
        makes = sum(is_good(sight, [*sight.own, card], sight.board) for card in cards)
    return min(0.7, makes / len(cards) * min(2, sight.to_come))


def is_good(sight: Sight, own: Sequence[Card], board: Sequence[Card]) -> bool:
    """True for a straight or better that the board alone does not make, or a low hand without a card above an eight."""
    if len(own) + len(board) < 5:
        return False
    high, low = worth(sight.variant, own, board)
    alone = FIVE_CARD.value(board).category if len(board) > 4 else 0
    return high.category >= max(STRAIGHT, alone + 1) or (len(low.ranks) == 5 and small(low))


# ---------------------------------------------------------------------------- starting hands by points


def start(sight: Sight) -> float:
    """The strength of a starting hand of Hold'em or Omaha against one opponent, between 0 and 1."""
    ranks = sorted([card >> 2 for card in sight.own], reverse=True)
    if sight.variant.family == HOLD_EM:
        high, low = ranks
        if high == low:
            return 0.5 + 0.03 * high
        suited = len({card & 3 for card in sight.own}) == 1
        return 0.32 + 0.016 * high + 0.01 * low + 0.03 * suited + 0.02 * (high - low < 3)
    points = 0.3 + 0.005 * sum(ranks)
    for one, other in combinations(sight.own, 2):
        high, low = max(one, other) >> 2, min(one, other) >> 2
        if high == low:
            points += 0.02 + 0.06 * (high >= TEN)
        points += 0.03 * (one & 3 == other & 3) + 0.015 * (0 < high - low < 4)
        if sight.variant.low is not None:
            points += {(ACE, 0): 0.12, (ACE, 1): 0.08, (ACE, 2): 0.04, (1, 0): 0.03}.get((high, low), 0.0)
    return min(0.9, points - 0.1 * (len(set(ranks)) < 3))


# ---------------------------------------------------------------------------- betting


def bot(t: Round, ask: Ask) -> str:
    """The answer by the simple strategy."""
    return advice(t, ask)[0]


def advice(t: Round, ask: Ask) -> tuple[str, str]:
    """The answer by the simple strategy, with a short reason."""
    words = {choice.word: choice for choice in ask.choices}
    if "no straddle" in words:
        return "no straddle", "a Straddle Bet is made without seeing the cards"
    if "no full bet" in words:
        return "no full bet", "the Forced Bet is the cheaper way to see the others' bets"
    if "concede" in words:  # offered only to players who have lost to a shown hand
        return "concede", "a better hand has been shown"
    if "continue" in words:  # the seat's last hole card was turned up
        return "continue", "who bets no more can win no more"
    if "no show" in words:
        if high_hand(t, ask.seat):
            return "show", "the hand counts for the High Hand Jackpot if it is shown"
        return "no show", "the hand is too low for the High Hand Jackpot"
    sight = sight_of(t, ask.seat)
    if "discard" in words:
        return exchange(sight)
    return bet(t, ask, sight, words)


def bet(t: Round, ask: Ask, sight: Sight, words: dict[str, Choice]) -> tuple[str, str]:
    """Fold, check, call, bet or raise, by the probability to win and the price of staying in."""
    play, raises = play_of(t), raises_so_far(t)
    call, more = words.get("call"), words.get("raise", words.get("bet"))
    pot = sum(play.put.values()) + sum(play.dead.values())
    price = call.most - ask.already if call else 0
    odds = price / (pot + price) if price else 0.0
    win, rivals = winning(sight, play, raises, price / pot if pot else 0.0)
    why = f"the hand wins about {percent(win)} of such pots"
    keen = win * (rivals + 1) > 1.35 + 0.15 * raises  # bet if the share is so much more than an equal one
    if more and raises < MOST_RAISES and keen:
        return f"{more.word} {size(t, more, pot + price, win, rivals)}", why
    if more and not price and not raises and rivals <= BLUFFED and sum(sight.own + sight.board) % BLUFFS == 0:
        return f"{more.word} {more.least}", "a bluff, made with about one hand in nine"
    if not price:
        return "check", f"{why}, and it costs nothing"
    needs = f"{why}, a call needs {percent(odds)}"
    return ("call" if win > odds else "fold"), needs


def winning(sight: Sight, play: Play, raises: int, weight: float) -> tuple[float, float]:
    """The probability to win the pot, and the expected number of opponents. Every raise, and a bet that is large relative to
    the pot, makes it more likely that opponents hold good hands."""
    top = max(play.bets.values(), default=0)
    waiting = sum(play.bets.get(s, 0) < top and s not in play.all_in for s, _ in sight.others)
    rivals = max(1.0, len(sight.others) - 0.75 * waiting)  # most players who have yet to answer will fold
    doubt = 1 + raises / 4 + weight / 2
    if not sight.board and sight.variant.family in (HOLD_EM, OMAHA):
        return start(sight) ** ((rivals + doubt) / 2), rivals
    now = ahead(sight) ** (doubt * rivals / len(sight.others))
    return now + (1 - now) * chances(sight) * 0.8, rivals


def raises_so_far(t: Round) -> int:
    """The number of bets and raises in this betting round, not counting Blind and Forced Bets."""
    found = 0
    for step in reversed(t.steps):
        if step.act in ("deal", "draw"):
            break
        found += step.act == "decide" and step.note in ("bet", "raise")
    return found


def size(t: Round, choice: Choice, pot: int, win: float, rivals: float) -> int:
    """The total to bet or raise to: halfway between the least and two thirds of the pot, or all of it with a very good hand."""
    part = pot if win * (rivals + 1) > 1.8 else pot * 2 // 3
    unit = t.house["smallest_chip"]
    total = max(choice.least, (choice.least + part) // 2 // unit * unit)
    return int(min(total, choice.most))


def percent(part: float) -> str:
    """A share as a percentage.

    >>> percent(0.333)
    '33%'
    """
    return f"{round(100 * part)}%"


# ---------------------------------------------------------------------------- drawing


def thrown(sight: Sight) -> list[Card]:
    """The cards to exchange at Five-card Draw."""
    own = sight.own
    if sight.variant.high is None:
        best = {card >> 2: card for card in own if low_rank(card >> 2) >= low_rank(EIGHT)}
        pat = len({card >> 2 for card in own}) == 5 and all(low_rank(card >> 2) >= low_rank(NINE) for card in own)
        return [] if pat else [card for card in own if best.get(card >> 2) != card]
    if FIVE_CARD.value(own).category >= STRAIGHT:
        return []
    ranks = [card >> 2 for card in own]
    paired = [card for card in own if ranks.count(card >> 2) > 1]
    if paired:
        return [card for card in own if card not in paired]
    for four in combinations(own, 4):
        held = sorted(card >> 2 for card in four)
        if len({card & 3 for card in four}) == 1 or (held[-1] - held[0] == 3 and held[-1] < ACE):
            return [card for card in own if card not in four]
    return sorted(own)[:3]


def exchange(sight: Sight) -> tuple[str, str]:
    """The answer that exchanges cards at Five-card Draw."""
    gone = thrown(sight)
    if not gone:
        return "keep", "the hand is made"
    goal = "low cards that make no pair" if sight.variant.high is None else "what can grow into a good hand"
    kept = text(card for card in sight.own if card not in gone)
    return f"discard {text(gone)}", f"keeps {kept}, {goal}" if kept else "nothing is worth keeping"

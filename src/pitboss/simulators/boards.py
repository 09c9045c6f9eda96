"""Five community cards and one dealer: § 563.11, Texas Hold 'Em Bonus, and § 677a.11, Heads-Up Hold 'Em.

The player's two cards are drawn first, then the dealer's two, then the community cards. Decisions are bits, looked up by the
class of the community cards with the player's pair as that class has its suits, or with all five by the kind of holding on
the board (`pitboss.odds.boards.holdings`). What a round brings depends on its sequence of options, the player's hand, and the
outcome.
"""

# An item of an array is a number to Numba.
# pyright: reportArgumentType=false, reportAssignmentType=false

from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled, inlined
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import CATEGORY_SHIFT, Table, code_of, values
from pitboss.odds.boards.backward import best_leaf
from pitboss.odds.boards.game import Game
from pitboss.odds.boards.holdings import (
    NO_FLUSH,
    RANK_SLOTS,
    SLOTS,
    Cards,
    compared,
    five_card_table,
    new_board,
    over_sets,
)
from pitboss.odds.boards.solver import Solution
from pitboss.odds.players.boards import HeadsUpPlayer, TexasBonusPlayer
from pitboss.odds.simulation import WHO
from pitboss.odds.suits import BINOMIAL, WHOLE, classes, turned_pairs
from pitboss.simulators.jobs import Memory, Numbers, Simulator, whole
from pitboss.simulators.payouts import Paying
from pitboss.simulators.philox import deal, put_back
from pitboss.simulators.sets import TURNS, number_of_set, places
from pitboss.table.steps import COMMUNITY, DEALER

Bits = NDArray[np.uint64]
OWN, DEALERS, BOARD, FLOP = 2, 2, 5, 3
DEALT = OWN + DEALERS + BOARD
PAIRS = comb(52, 2)


class Records(NamedTuple):
    """What a game on a board reads."""

    hands: Table
    before: NDArray[np.uint8]  # the option before the flop, by pair
    turned: NDArray[np.int16]  # the pair that a pair becomes, by way of turning suits
    flops: NDArray[np.int32]  # class and way of turning, by set of three cards
    flop: Bits  # whether the player raises on the flop, by class and pair
    fours: NDArray[np.int32]  # the same of four cards
    turn: Bits
    fives: NDArray[np.int32]  # by set of five cards: where its kinds of holdings begin
    river: Bits  # whether the player raises at the end, by kind of holding
    least: int  # the least code with which the dealer qualifies
    gains: Numbers  # of the house in cents, by sequence of options, category of the player's hand and outcome
    by_pair: Numbers  # from the other wagers, by wager and pair
    by_category: Numbers  # and by wager and category
    binomial: Numbers


@inlined
def bit(bits: Bits, at: int) -> bool:
    """One bit of many."""
    return bool(bits[at >> 6] >> np.uint64(at & 63) & np.uint64(1) != 0)


@inlined
def holding_slot(first: int, second: int, cards: Cards, begin: int, end: int) -> int:
    """The place of two cards among the kinds of holdings of a board."""
    of_suits, suit = 0, NO_FLUSH
    for at in range(begin, end):
        of_suits += 1 << 4 * (cards[at] & 3)
    for each in range(4):
        if of_suits >> 4 * each & 15 >= 3:
            suit = each
    one = (first >> 2) + (13 if first & 3 == suit else 0)
    other = (second >> 2) + (13 if second & 3 == suit else 0)
    if one > other:
        one, other = other, one
    return other * (other + 1) // 2 + one


@cache
def kernel(bets_on_the_turn: bool) -> Any:
    """The kernel of Texas Hold 'Em Bonus, where wagers may be added on flop and turn, or of Heads-Up Hold 'Em, with one
    raise."""

    def play(records: Records, memory: Memory, number: np.uint64, seed: np.uint64) -> None:
        cards, moves, words, _, gains = memory
        hands, before, turned, flops, flop, fours, turn = records[:7]
        fives, river, least, paid, by_pair, by_category, binomial = records[7:]
        start, keys, bits, displacement, codes, flush = hands
        deal(cards, moves, words, 0, DEALT, number, seed)
        a, b = whole(cards[0]), whole(cards[1])
        pair = a + b * (b - 1) // 2 if a < b else b + a * (a - 1) // 2
        # best play, and the sequence of options that it takes
        first = before[pair]
        where = whole(flops[number_of_set(cards, OWN + DEALERS, OWN + DEALERS + FLOP, binomial)])
        on_flop = bit(flop, (where // TURNS) * PAIRS + whole(turned[where % TURNS, pair]))
        if bets_on_the_turn:
            where = whole(fours[number_of_set(cards, OWN + DEALERS, OWN + DEALERS + FLOP + 1, binomial)])
            on_turn = bit(turn, (where // TURNS) * PAIRS + whole(turned[where % TURNS, pair]))
            leaf = 1 + (2 if on_flop else 0) + (1 if on_turn else 0) if first else 0
        elif first:
            leaf = 3
        elif on_flop:
            leaf = 2
        else:
            begins = whole(fives[number_of_set(cards, OWN + DEALERS, DEALT, binomial)])
            leaf = 1 if bit(river, begins + holding_slot(a, b, cards, OWN + DEALERS, DEALT)) else 0
        # the showdown
        key, suits = start, np.uint64(0)
        for at in range(OWN + DEALERS, DEALT):
            key += keys[cards[at]]
            suits |= bits[cards[at]]
        mine = code_of(key + keys[a] + keys[b], suits | bits[a] | bits[b], displacement, codes, flush)
        c, d = cards[2], cards[3]
        its = code_of(key + keys[c] + keys[d], suits | bits[c] | bits[d], displacement, codes, flush)
        outcome = 2 if mine == its else (0 if mine > its else 3) + (its < least)
        category = whole(mine) >> CATEGORY_SHIFT
        gains[0] = paid[leaf, category, outcome]
        for wager in range(1, len(gains)):
            gains[wager] = by_pair[wager, pair] + by_category[wager, category]
        put_back(cards, moves, DEALT)

    return inlined(play)


# ---------------------------------------------------------------------------- records


def simulator(paying: Paying, player: HeadsUpPlayer | TexasBonusPlayer) -> Simulator:
    """The simulator of a house whose game is solved."""
    texas = isinstance(player, TexasBonusPlayer)
    records = records_of(paying, player.best, player.terms.game, texas)
    return Simulator(
        paying.house.chapter.chapter,
        kernel,
        (texas,),
        records,
        WHOLE,
        DEALT,
        ((WHO, OWN), (DEALER, DEALERS), (COMMUNITY, BOARD)),
        BOARD,
        1 + len(paying.names),
        int(max(np.abs(records.gains).max(), np.abs(records.by_pair).max(), np.abs(records.by_category).max())),
    )


def records_of(paying: Paying, best: Solution, game: Game, texas: bool) -> Records:
    """Best play and payouts as arrays."""
    none = np.zeros(1, np.int32), np.zeros(1, np.uint64)
    turn = (places(4), packed(best.turn[0] > 0)) if texas else none
    river = none if texas else (starts(), packed(at_the_end(game)))
    ante = paying.bets["Ante"]
    cents, rest = np.divmod(-game.net * ante, game.scale)
    assert not rest.any()
    by_pair = np.zeros((1 + len(paying.names), PAIRS), np.int64)
    by_category = np.zeros((1 + len(paying.names), len(FIVE_CARD.categories)), np.int64)
    for place, side in enumerate(paying.sides, 1):
        if side.ranking is None:
            for low, high in combinations(range(52), 2):
                by_pair[place, low + comb(high, 2)] = paying.loss(side, side.row([low, high]))
        else:
            for value in values(FIVE_CARD).values():
                by_category[place, value.category] = paying.loss(side, side.row(value))
    return Records(
        five_card_table(),
        (best.before > 0).astype(np.uint8),
        turned_pairs(),
        places(3),
        packed(best.flop > 0),
        *turn,
        *river,
        game.least,
        cents.astype(np.int64),
        by_pair,
        by_category,
        BINOMIAL,
    )


def packed(decisions: NDArray[np.bool_]) -> Bits:
    """Decisions as bits, the first the lowest."""
    found = np.packbits(decisions.ravel(), bitorder="little")
    return np.pad(found, (0, -len(found) % 8)).view(np.uint64)


def widths() -> Numbers:
    """How many kinds of holdings there may be on the board of each class."""
    suits = np.sort(classes(BOARD).cards & 3, 1)
    return np.where((suits[:, :3] == suits[:, 2:]).any(1), SLOTS, RANK_SLOTS)


def starts() -> NDArray[np.int32]:
    """By set of five cards: where the kinds of holdings of its class begin."""
    begins = np.cumsum([0, *widths()])[:-1].astype(np.int32)
    return begins[classes(BOARD).place]


def at_the_end(game: Game) -> NDArray[np.bool_]:
    """Whether a player who has checked until the end raises rather than folds, by class of board and kind of holding."""
    boards, begins = classes(BOARD), np.cumsum([0, *widths()])
    found = np.zeros(int(begins[-1]), np.bool_)
    _, rules = game.tree

    def some(begin: int, end: int, nothing: tuple[()]) -> None:
        of_type = rules.type_of
        part = boards.cards[begin:end], begins[begin:end]
        decide_at_the_end(*part, np.array(WHOLE, np.uint8), five_card_table(), rules.least, of_type, rules.net, found)

    over_sets(len(boards.cards), lambda: (), some)
    return found


@compiled
def decide_at_the_end(
    boards: Cards,
    begins: Numbers,
    deck: Cards,
    hands: Table,
    least: int,
    type_of: NDArray[np.uint16],
    net: Numbers,
    found: NDArray[np.bool_],
) -> None:
    """Compares the last two options of the first branch: to fold and to raise."""
    board = new_board()
    for number in range(len(boards)):
        _, kinds = compared(boards[number], deck, hands, board, least)
        for kind in range(kinds):
            best, _ = best_leaf(board.counts, kind, net, whole(type_of[board.worth[kind]]), 0, 2)
            found[begins[number] + board.slot[kind]] = best == 1

"""Cards that come one by one, and no dealer's hand: § 559.13 (Let It Ride), § 587.11 (Raise It Up), § 655a.11 (Mississippi
Stud).

The player's own cards are drawn first, then the community cards. Best play is looked up by the class of the own cards, with the
community cards turned as that class has its suits, by street and by what has been wagered.
"""

# An item of an array is a number to Numba.
# pyright: reportArgumentType=false, reportAssignmentType=false

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import inlined
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import Table, code_of, table, values
from pitboss.money import exact
from pitboss.odds.game_odds import Side
from pitboss.odds.players.streets import StreetPlayer
from pitboss.odds.simulation import WHO
from pitboss.odds.streets.games import Streets
from pitboss.odds.streets.street_game import StreetGame
from pitboss.odds.suits import BINOMIAL, WHOLE, classes
from pitboss.odds.suits.sets import PERMUTATIONS
from pitboss.simulators.jobs import Memory, Numbers, Simulator, whole
from pitboss.simulators.payouts import Paying, in_lines
from pitboss.simulators.philox import deal, put_back
from pitboss.simulators.sets import TURNS, number_of_set, places
from pitboss.simulators.showdown import all_sets
from pitboss.table.steps import COMMUNITY

THREE, MOST_WAGERED, MOST_ACTIONS = 3, 16, 8


class Records(NamedTuple):
    """What a game of streets reads; gains are the house's, in cents."""

    hands: Table
    own: NDArray[np.int32]  # class and way of turning, by set of own cards
    suits: NDArray[np.uint8]  # what each suit becomes, by way of turning
    standing: NDArray[np.uint8]  # the cards that stand for a class, in ascending order
    begins: Numbers  # where choices begin, by street and units wagered; -1 where nothing is asked
    choices: NDArray[np.int8]
    adds: Numbers  # units, by street and action; -1 for a fold
    wagered: int  # units before any card is seen
    lines: NDArray[np.uint8]  # by code of the whole hand
    gains: Numbers  # by units wagered and line, or a fold in the last line
    by_line: Numbers  # from the other wagers, by wager and line
    by_three: NDArray[np.int32]  # and by wager and set of three cards
    forfeited: Numbers  # what a fold loses of a wager, or -1 where it is settled all the same
    binomial: Numbers


@cache
def kernel(own: int, community: int) -> Any:
    """The kernel of a game with so many own and community cards, a street for each community card."""
    dealt, left, three = own + community, 52 - own, own if own < THREE else 0

    def play(records: Records, memory: Memory, number: np.uint64, seed: np.uint64) -> None:
        cards, moves, words, _, gains = memory
        hands, own_sets, suits, standing, begins, choices, adds = records[:7]
        at_first, lines, paid, by_line, by_three, forfeited, binomial = records[7:]
        start, keys, bits, displacement, codes, flush = hands
        deal(cards, moves, words, 0, dealt, number, seed)
        where = whole(own_sets[number_of_set(cards, 0, own, binomial)])
        hand, turn, wagered, folded = where // TURNS, where % TURNS, at_first, False
        for street in range(community):
            begin = begins[street, wagered]
            if begin < 0 or folded:
                continue
            place, width = 0, 1
            for seen in range(street):
                card = whole(cards[own + seen])
                card = (card & ~3) | whole(suits[turn, card & 3])
                at = card
                for mine in range(own):
                    at -= standing[hand, mine] < card
                if seen == 0:
                    place, width = at, left
                else:
                    low, high = (at, place) if at < place else (place, at)
                    place, width = low * (2 * left - low - 1) // 2 + high - low - 1, left * (left - 1) // 2
            add = adds[street, choices[begin + hand * width + place]]
            if add < 0:
                folded = True
            else:
                wagered += add
        key, all_suits = start, np.uint64(0)
        for at in range(dealt):
            key += keys[cards[at]]
            all_suits |= bits[cards[at]]
        line = whole(lines[code_of(key, all_suits, displacement, codes, flush)])
        gains[0] = paid[wagered, len(by_line[0]) if folded else line]
        set_of_three = number_of_set(cards, three, three + THREE, binomial)
        for wager in range(1, len(gains)):
            if folded and forfeited[wager] >= 0:
                gains[wager] = forfeited[wager]
            else:
                gains[wager] = by_line[wager, line] + by_three[wager, set_of_three]
        put_back(cards, moves, dealt)

    return inlined(play)


# ---------------------------------------------------------------------------- records


def simulator(paying: Paying, player: StreetPlayer) -> Simulator:
    """The simulator of a house whose game is solved."""
    assert isinstance(player.solved, Streets)
    own, community = player.game.own, len(player.game.streets)
    records = records_of(paying, player.solved)
    return Simulator(
        paying.house.chapter.chapter,
        kernel,
        (own, community),
        records,
        WHOLE,
        own + community,
        ((WHO, own), (COMMUNITY, community)),
        max(own, THREE),
        1 + len(paying.names),
        int(max(np.abs(part).max() for part in (records.gains, records.by_line, records.by_three, records.forfeited))),
    )


def records_of(paying: Paying, solved: Streets) -> Records:
    """Best play and payouts as arrays."""
    game, solution = solved.game, solved.solution
    begins, parts, size = np.full((len(game.streets), MOST_WAGERED), -1, np.int64), [], 0
    adds = np.zeros((len(game.streets), MOST_ACTIONS), np.int64)
    for street, seen in enumerate(sorted(game.streets)):
        for wagered, choices in solution.choices[seen].items():
            begins[street, wagered] = size
            parts.append(choices.astype(np.int8).ravel())
            size += len(parts[-1])
            for action, add in enumerate(game.options(seen, wagered)):
                adds[street, action] = -1 if add is None else add
    by_code = [side for side in paying.sides if side.cards > THREE]
    lines, rows = lines_of(game, by_code)
    by_line = np.zeros((1 + len(paying.names), len(rows)), np.int64)
    by_three = np.zeros((1 + len(paying.names), comb(52, THREE)), np.int32)
    forfeited = np.full(1 + len(paying.names), -1, np.int64)
    for place, side in enumerate(paying.sides, 1):
        if side in by_code:
            by_line[place] = [paying.loss(side, row[1 + by_code.index(side)]) for row in rows]
        else:
            by_three[place] = [paying.loss(side, row_of_three(side, hand)) for hand in all_sets(THREE).tolist()]
        if side.kept is not None:
            forfeited[place] = paying.bets[side.wager]
    return Records(
        table(FIVE_CARD, game.own + len(game.streets)),
        places(game.own),
        np.array(PERMUTATIONS, np.uint8),
        classes(game.own).cards,
        begins,
        np.concatenate(parts),
        adds,
        game.wagered,
        lines,
        gains_of(paying, game, [row[0] for row in rows]),
        by_line,
        by_three,
        forfeited,
        BINOMIAL,
    )


def row_of_three(side: Side, hand: list[int]) -> str:
    """The row of three cards."""
    return side.row(hand)


def lines_of(game: StreetGame, sides: list[Side]) -> tuple[NDArray[np.uint8], list[tuple[str, ...]]]:
    """The line of every code of a whole hand, and the rows of the game and of some wagers in a line."""
    known, lines = values(FIVE_CARD), np.zeros(1 << 16, np.uint8)
    rows = [(game.row(value), *(side.row(value) for side in sides)) for value in known.values()]
    lines[list(known)], different = in_lines(rows)
    return lines, different


def gains_of(paying: Paying, game: StreetGame, rows: list[str]) -> Numbers:
    """What the house gains from the wagers that belong together, by units wagered and line, or a fold."""
    house, unit = paying.house, paying.bets[game.wager]
    found = np.zeros((MOST_WAGERED, len(rows) + 1), np.int64)
    for wagered in range(game.wagered, MOST_WAGERED):
        brings = [game.fixed(house, row) + (wagered - game.wagered) * game.unit(house, row) for row in rows]
        found[wagered] = [*(-exact(each * unit) for each in brings), wagered * unit]
    return found

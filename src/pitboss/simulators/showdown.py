"""A player's hand against the dealer's, no card shared: §§ 555.11, 557.11, 565.11, 657a.11, 678a.11.

The player's cards come first, then the dealer's. A hand of up to five cards is looked up by the number of its set, one of seven
by its class and by the code of its flush. What is looked up is best play and the line of the table of
gains. Codes of hands compare as hands do.
"""

# An item of an array is a number to Numba.
# pyright: reportArgumentType=false, reportAssignmentType=false

from functools import cache
from itertools import chain, combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import compiled, inlined
from pitboss.hands.kernels import Table, code_of, codes, table, values
from pitboss.odds.against_dealer.play import Contest
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.game_odds import Side
from pitboss.odds.players.against_dealer import AgainstDealer, keys_of
from pitboss.odds.simulation import WHO
from pitboss.odds.suits import BINOMIAL, WHOLE, Deck
from pitboss.odds.suits.deck import Numbering, class_of
from pitboss.simulators.jobs import Memory, Numbers, Simulator, whole
from pitboss.simulators.payouts import Paying, in_lines
from pitboss.simulators.philox import deal, put_back
from pitboss.simulators.sets import number_of_set
from pitboss.table.steps import DEALER

ENDS = 4  # the dealer does not open; the player's hand is higher, equal, lower
MOST_IN_A_SET = 5  # cards of a hand that is looked up by its set


class Records(NamedTuple):
    """What a showdown reads. `hands` is by set, or by code where play goes by class: the line of its gains, and where no card
    of the dealer is seen its action above LINE_BITS. `actions` are bits by set, plane and card seen: the planes are the
    action as a binary number."""

    mine: Table
    dealers: Table
    codes: NDArray[np.uint16]  # by set, where both hands have as many cards
    opens: NDArray[np.uint8]  # by the dealer's code
    hands: NDArray[np.uint16]
    actions: NDArray[np.uint64]
    classes: Numbering  # of hands that are played by their class
    by_class: NDArray[np.int8]  # their actions
    other: Table  # of a second ranking of the player's cards, by whose code a side wager is paid
    other_lines: NDArray[np.uint16]
    gains: Numbers  # by line, action, end and wager
    binomial: Numbers


LINE_BITS, LINE = 12, 0xFFF


@inlined
def code_in(cards: NDArray[np.uint8], begin: int, end: int, tables: Table) -> int:
    """The code of a hand."""
    start, keys, bits, displacement, code, flush = tables
    key, suits = start, np.uint64(0)
    for at in range(begin, end):
        key += keys[cards[at]]
        suits |= bits[cards[at]]
    return int(code_of(key, suits, displacement, code, flush))


@cache
def kernel(player: int, dealer: int, up_card: int, by_class: bool, two_rankings: bool) -> Any:
    """The kernel of a game with so many cards; `up_card` is the place of the one that is seen among the dealer's, -1 for
    none."""
    number, seen, alike = player + dealer, player + up_card, player == dealer and not by_class

    def play(records: Records, memory: Memory, round_: np.uint64, seed: np.uint64) -> None:
        cards, moves, words, _, gains = memory
        deal(cards, moves, words, 0, number, round_, seed)
        at = 0 if by_class else number_of_set(cards, 0, player, records.binomial)
        if alike:
            mine, dealers = (
                whole(records.codes[at]),
                whole(records.codes[number_of_set(cards, player, number, records.binomial)]),
            )
        else:
            mine = code_in(cards, 0, player, records.mine)
            dealers = code_in(cards, player, number, records.dealers)
        if by_class:
            at = mine
        entry = whole(records.hands[at])
        line, action = entry & LINE, entry >> LINE_BITS
        if by_class:
            suits = np.uint64(0)
            for place in range(player):
                suits |= records.mine.bits[cards[place]]
            action = whole(records.by_class[class_of(suits, records.classes)])
        if up_card >= 0:
            action = whole(0)
            for plane in range(records.actions.shape[1]):
                action |= whole(records.actions[at, plane] >> np.uint64(cards[seen]) & np.uint64(1)) << plane
        if two_rankings:
            line += whole(records.other_lines[code_in(cards, 0, player, records.other)])
        if records.opens[dealers] == 0:
            end = 0
        elif mine > dealers:
            end = 1
        elif mine == dealers:
            end = 2
        else:
            end = 3
        for wager in range(len(gains)):
            gains[wager] = records.gains[line, action, end, wager]
        put_back(cards, moves, number)

    return inlined(play)


# ---------------------------------------------------------------------------- records


def simulator(paying: Paying, player: AgainstDealer) -> Simulator:
    """The simulator of a house whose game is solved."""
    solved = showdown_of(player)
    setting, contest = solved.setting, solved.contest
    main, by_class = setting.ranking, setting.player > MOST_IN_A_SET
    others = [side for side in paying.sides if side.ranking not in (main, None)]
    lines, rows = lines_of_hands(paying, player, by_class)
    second, second_rows = lines_of_codes(others)
    hands, planes = lines * len(second_rows), np.zeros((0, 0), np.uint64)
    if setting.up_card is not None:
        planes = action_planes(player, contest)
    else:
        hands = hands if by_class else hands | actions_by_set(player) << LINE_BITS
    assert len(rows) * len(second_rows) <= LINE + 1
    gains = gains_of(paying, contest, rows, second_rows)
    own, dealers = table(main, setting.player), table(main, setting.dealer)
    opens = np.ones(1 << 16, np.uint8)
    for code, value in values(main).items():
        opens[code] = setting.opens is None or setting.opens(value)
    other = table(others[0].ranking or main, setting.player) if others else own
    by_set = setting.player == setting.dealer and not by_class
    of_sets = codes(main, all_sets(setting.player)) if by_set else np.zeros(1, np.uint16)
    numbering = Deck(joker=False).numbering(setting.player if by_class else 1)
    actions = actions_by_class(contest) if by_class else np.zeros(1, np.int8)
    of_hands = hands.astype(np.uint16), planes, numbering, actions
    records = Records(own, dealers, of_sets, opens, *of_hands, other, second.astype(np.uint16), gains, BINOMIAL)
    up_card = -1 if setting.up_card is None else setting.up_card
    return Simulator(
        paying.house.chapter.chapter,
        kernel,
        (setting.player, setting.dealer, up_card, by_class, bool(others)),
        records,
        WHOLE,
        setting.player + setting.dealer,
        ((WHO, setting.player), (DEALER, setting.dealer)),
        setting.player,
        1 + len(paying.names),
        int(np.abs(gains).max()),
    )


def showdown_of(player: AgainstDealer) -> Showdown:
    """The game that a player has solved."""
    assert isinstance(player.solved, Showdown)
    return player.solved


def lines_of_hands(paying: Paying, player: AgainstDealer, by_class: bool) -> tuple[Numbers, list[tuple[str, ...]]]:
    """The line of every set of cards, or of every code, and the lines: the kind of hand, and the row of each wager that the
    main ranking or the cards decide."""
    setting = showdown_of(player).setting
    main = setting.ranking
    sides = [side for side in paying.sides if side.ranking in (main, None)]
    known, rows = dict(values(main)), {}
    split = False  # whether hands of one value are paid differently
    for code, value in known.items():
        kinds = setting.kinds_of(value, WHOLE)
        split = split or len([share for _, share in kinds if share]) > 1
        rows[code] = (kinds[0][0], *("" if side.ranking is None else side.row(value) for side in sides))
    if not split and all(side.ranking is not None for side in sides):
        lines = np.zeros(1 << 16, np.int64)
        lines[list(rows)], different = in_lines(list(rows.values()))
        return (lines if by_class else lines[codes(main, all_sets(setting.player))]), different
    found = []
    for hand, code in zip(all_sets(setting.player).tolist(), codes(main, all_sets(setting.player)).tolist(), strict=True):
        kind = next(kind for kind, share in setting.kinds_of(known[code], tuple(hand)) if share)
        found.append((kind, *(side.row(hand if side.ranking is None else known[code]) for side in sides)))
    return in_lines(found)


def lines_of_codes(sides: list[Side]) -> tuple[Numbers, list[tuple[str, ...]]]:
    """The line of every code of the ranking that some wagers share, and the rows of each wager in a line; one line where there
    are no wagers."""
    if not sides or (ranking := sides[0].ranking) is None:
        return np.zeros(1, np.int64), [()]
    lines = np.zeros(1 << 16, np.int64)
    known = values(ranking)
    lines[list(known)], different = in_lines([tuple(side.row(value) for side in sides) for value in known.values()])
    return lines, different


def gains_of(paying: Paying, contest: Contest, rows: list[tuple[str, ...]], second: list[tuple[str, ...]]) -> Numbers:
    """What the house gains by line, action, end and wager."""
    terms, main = contest.terms, contest.ranking
    sides = paying.sides
    found = np.zeros((len(rows) * len(second), len(terms.actions), ENDS, 1 + len(sides)), np.int64)
    for first, (kind, *of_main) in enumerate(rows):
        for last, of_other in enumerate(second):
            line, mine, its = first * len(second) + last, iter(of_main), iter(of_other)
            for place, side in enumerate(sides, 1):
                found[line, :, :, place] = paying.loss(side, next(mine if side.ranking in (main, None) else its))
            for action, word in enumerate(terms.actions):
                if (kind, word) in terms.brings:
                    found[line, action, :, 0] = [paying.together(one, "Ante") for one in terms.brings[kind, word]]
    return found


@cache
def all_sets(number: int) -> NDArray[np.uint8]:
    """All sets of so many cards in the order of their numbers, each in ascending order."""
    ascending = np.fromiter(chain.from_iterable(combinations(range(52), number)), np.uint8).reshape(-1, number)
    order = np.zeros(len(ascending), np.int64)
    for size in range(number):
        order += BINOMIAL[ascending[:, size], size + 1]
    found = np.empty_like(ascending)
    found[order] = ascending
    return found


def actions_by_set(player: AgainstDealer) -> Numbers:
    """The best action with every set of cards where no card of the dealer is seen."""
    sets = all_sets(showdown_of(player).setting.player)
    best: Numbers = player.best[np.searchsorted(player.keys, keys_of(sets)), 0].astype(np.int64)
    return best


def actions_by_class(contest: Contest) -> NDArray[np.int8]:
    """The best action with every class of hands; hands of one class are played alike."""
    found = np.zeros(len(contest.dealt.hands), np.int8)
    found[contest.points.row] = contest.best[:, 0]
    return found


def action_planes(player: AgainstDealer, contest: Contest) -> NDArray[np.uint64]:
    """The best action with every set of cards and every card that the dealer may show, a bit of its number in each plane."""
    sets = all_sets(showdown_of(player).setting.player)
    rows = np.searchsorted(player.keys, keys_of(sets))
    found = np.zeros((len(sets), (len(contest.terms.actions) - 1).bit_length()), np.uint64)
    lay_planes(sets, rows, player.hands, player.up_cards, player.best, found)
    return found


@compiled
def lay_planes(
    sets: NDArray[np.uint8],
    rows: Numbers,
    standing: NDArray[np.uint8],
    up_cards: NDArray[np.uint8],
    best: NDArray[np.int8],
    found: NDArray[np.uint64],
) -> None:
    """Writes the actions of each set: those of the hand that stands for its class, with the suits renamed. Of suits that hold
    the same ranks each may take the other's place."""
    mine, its, place = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(52, np.int64)
    for number in range(len(sets)):
        row = rows[number]
        mine[:], its[:], place[:] = 0, 0, -1
        for card in sets[number]:
            mine[card & 3] |= 1 << (card >> 2)
        for card in standing[row]:
            its[card & 3] |= 1 << (card >> 2)
        for cell in range(up_cards.shape[1]):
            place[up_cards[row, cell]] = cell
        from_suits, to_suits = np.argsort(mine), np.argsort(its)
        for suit in range(4):
            for rank in range(13):
                cell = place[4 * rank + to_suits[suit]]
                if cell >= 0:
                    action, up = whole(best[row, cell]), np.uint64(4 * rank + from_suits[suit])
                    for plane in range(found.shape[1]):
                        found[number, plane] |= np.uint64(action >> plane & 1) << up

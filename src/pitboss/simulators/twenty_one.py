"""Games of 21, §§ 633a.7 and 635a.7, off the top of a fresh shoe: Blackjack and Spanish 21 with their optional wagers.

Cards are drawn in the order of the table: player, dealer, player, dealer, then hand by hand, and the dealer last. A hand is
known by its number among all hands (`pitboss.odds.twenty_one.tables`), and what is done with it is looked up: with the first
two cards by the cards themselves, since suits can win a bonus, later by hand and up card, after a split by the pair too.
Hands that wait after a split hold one card each, all of one value: how many wait is all that has to be known of them.
"""

# An item of an array is a number to Numba.
# pyright: reportArgumentType=false, reportAssignmentType=false

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import SPADES, Card, parse
from pitboss.compiling import inlined
from pitboss.games import game, spanish_21
from pitboss.games.blackjack.optional_wagers import (
    bet_the_set,
    in_between,
    is_royal_match,
    kings_bounty,
    royal_match,
    twenty_point_bonus,
)
from pitboss.games.blackjack.table import BET_THE_SET, IN_BETWEEN, KINGS_BOUNTY, LUCKY_LADIES, MATCH, ROYAL_MATCH
from pitboss.games.twenty_one.points import POINTS
from pitboss.games.twenty_one.side_wagers import matches
from pitboss.money import Odds, exact
from pitboss.odds.paid import beside, net, paid
from pitboss.odds.players.twenty_one import TwentyOnePlayer
from pitboss.odds.simulation import WHO
from pitboss.odds.twenty_one.game import BONUSES, Game
from pitboss.odds.twenty_one.kernels import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.odds.twenty_one.solver import WORDS
from pitboss.odds.twenty_one.tables import ACE, TEN, VALUES, player_hands
from pitboss.simulators.jobs import Memory, Numbers, Simulator, whole
from pitboss.simulators.payouts import Paying
from pitboss.simulators.philox import deal, put_back
from pitboss.table.steps import DEALER

Small = NDArray[np.int8]
CARDS = 52
RANKS = 13
KINDS = RANKS**3 * 4  # ranks of two cards and the up card, and whether each has its suit
CARDS_OF_A_HAND = 22  # at most, and of the dealer


class Records(NamedTuple):
    """What a game of 21 reads; gains are the house's, in cents."""

    values: Small  # by card, 0 an ace, 9 a ten
    total: Small  # by hand
    single: NDArray[np.int16]  # the hand of one card, by value
    child: NDArray[np.int16]  # by hand and value of the next card, -1 over 21
    first: Small  # what is done, by value of the up card and two cards
    act: Small  # by value of the up card and hand
    rescued: Small  # whether a doubled hand is given up, by value of the up card and hand
    split_act: Small  # by value of the up card, pair and hand
    split_rescued: Small
    most_hands: Small  # into which a pair is split, by value of the up card and pair
    bonus: Numbers  # what a drawn 21 of a hand wins, by hand, in cents
    suited: Numbers  # of three cards, by 0 for 6, 7 and 8 or 1 for three 7s, and suits: mixed, of one suit, of spades
    wager: int
    natural: int  # what a natural wins
    natural_tie: int  # against a dealer's
    surrender: int  # what surrender loses
    fixed: int  # what three suited sevens under a seven win besides
    drawn_21_wins: int
    two: NDArray[np.int32]  # gains by wager, two cards, and what the dealer has: nothing, a Blackjack, a Royal Match
    kind: NDArray[np.int32]  # gains by wager, ranks and suits


@cache
def kernel() -> Any:
    """The kernel of any game of 21 with one hand to a player."""

    def play(records: Records, memory: Memory, number: np.uint64, seed: np.uint64) -> None:
        cards, moves, words, notes, gains = memory
        (values, total, single, child, first_act, act, rescued, split_act, split_rescued, most_hands, bonus, suited) = records[
            :12
        ]
        wager, natural, natural_tie, surrender, fixed, drawn_21_wins, by_two, by_kind = records[12:]
        deal(cards, moves, words, 0, 4, number, seed)
        drawn = 4
        one, up_card, two, hole_card = whole(cards[0]), whole(cards[1]), whole(cards[2]), whole(cards[3])
        low, up, high, hole = (
            whole(values[one]),
            whole(values[up_card]),
            whole(values[two]),
            whole(values[hole_card]),
        )
        blackjack = (up == ACE and hole == TEN) or (up == TEN and hole == ACE)
        # the optional wagers
        royal = (up_card ^ hole_card) & 3 == 0 and (up_card >> 2) + (hole_card >> 2) == 21 and abs(up_card - hole_card) == 4
        pair = (one * CARDS + two) * 3
        ranks = (((one >> 2) * RANKS + (two >> 2)) * RANKS + (up_card >> 2)) * 4
        ranks += 2 * ((one ^ up_card) & 3 == 0) + ((two ^ up_card) & 3 == 0)
        for place in range(1, len(gains)):
            case = 1 if blackjack else 2 if royal else 0
            gains[place] = by_two[place, pair + case] + by_kind[place, ranks]
        # the wager against the dealer
        gain, hands, live = 0, 1, 0
        if (low == ACE and high == TEN) or (low == TEN and high == ACE):
            gain = -natural_tie if blackjack else -natural
            hands = 0
        elif blackjack:
            gain, hands = wager, 0
        action = whole(first_act[up, one * CARDS + two])
        if hands > 0 and action == SURRENDER:
            gain, hands = surrender, 0
        waiting, split, size, mask = hands, False, 2, (1 << (one & 3)) | (1 << (two & 3))
        hand = whole(child[single[low], high])
        while waiting > 0:
            waiting -= 1
            if split and size == 0:
                hand, size = whole(single[low]), 1
            stake, playing = wager, True
            while playing:
                if split and size == 1:
                    action = HIT
                elif total[hand] == 21:
                    action = STAND
                elif split:
                    action = whole(split_act[up, low, hand])
                    if size == 2 and hand == child[single[low], low] and hands < most_hands[up, low]:
                        action = SPLIT
                elif size > 2:
                    action = whole(act[up, hand])
                if action == SPLIT:
                    split, hands, waiting, hand, size = True, hands + 1, waiting + 1, whole(single[low]), 1
                elif action == STAND:
                    playing = False
                else:
                    deal(cards, moves, words, drawn, drawn + 1, number, seed)
                    card = whole(cards[drawn])
                    drawn += 1
                    size += 1
                    mask |= 1 << (card & 3)
                    hand = whole(child[hand, values[card]])
                    if action == DOUBLE:
                        stake, playing = 2 * wager, False
                    if hand < 0:
                        gain, stake, playing = gain + stake, 0, False
                    elif action == DOUBLE and (split_rescued[up, low, hand] if split else rescued[up, hand]):
                        gain, stake = gain + wager, 0
            if stake > 0 and drawn_21_wins and size > 2 and total[hand] == 21:
                won = stake
                if not split and stake == wager:
                    won = bonus[hand]
                    three_sevens = size == 3 and low == 6 and high == 6
                    if size == 3 and won != wager:
                        suits = 0 if mask & (mask - 1) else 2 if mask == 1 << SPADES else 1
                        won = suited[whole(three_sevens), suits]
                        if three_sevens and suits > 0 and up == 6:
                            won += fixed
                gain, stake = gain - won, 0
            if stake > 0:
                notes[2 * live], notes[2 * live + 1] = total[hand], stake
                live += 1
            size, mask = 0, 0
        if live > 0:
            points, ace = up + hole + 2, up == ACE or hole == ACE
            result = points + 10 if ace and points <= 11 else points
            while result < 17:
                deal(cards, moves, words, drawn, drawn + 1, number, seed)
                value = whole(values[cards[drawn]])
                drawn += 1
                points += value + 1
                ace = ace or value == ACE
                result = points + 10 if ace and points <= 11 else points
            for place in range(live):
                mine, stake = notes[2 * place], notes[2 * place + 1]
                if result > 21 or mine > result:
                    gain -= stake
                elif mine < result:
                    gain += stake
        gains[0] = gain
        put_back(cards, moves, drawn)

    return inlined(play)


# ---------------------------------------------------------------------------- records


def simulator(paying: Paying, player: TwentyOnePlayer) -> Simulator:
    """The simulator of a house whose game is solved."""
    house, solved = paying.house, player.game
    kind = game(house.chapter.chapter)
    records = records_of(paying, player)
    main = next(iter(paying.bets.values()))
    dearest = max(main * 2 * solved.most_hands, int(records.suited.max()) + records.fixed, records.natural)
    sides = int(max(np.abs(records.two).max(), np.abs(records.kind).max()))
    return Simulator(
        house.chapter.chapter,
        kernel,
        (),
        records,
        tuple(kind.deck(house)),
        CARDS_OF_A_HAND * (solved.most_hands + 1),
        ((WHO, 1), (DEALER, 1), (WHO, 1), (DEALER, 1)),
        2 * solved.most_hands,
        1 + len(paying.names),
        max(dearest, 2 * sides),
    )


def records_of(paying: Paying, player: TwentyOnePlayer) -> Records:
    """Best play and payouts as arrays."""
    solved, hands = player.game, player_hands()
    number, wager = len(hands.total), next(iter(paying.bets.values()))
    act, rescued = np.zeros((2, VALUES, number), np.int8)
    split_act, split_rescued = np.zeros((2, VALUES, VALUES, number), np.int8)
    most_hands = np.zeros((VALUES, VALUES), np.int8)
    for up, under in player.ups.items():
        act[up], rescued[up] = under.act, under.rescued
        for pair, split in under.splits.items():
            split_act[up, pair], split_rescued[up, pair] = split.act, split.rescued
            most_hands[up, pair] = min(split.most_hands, solved.hands_from(pair))
    return Records(
        np.array([POINTS[card] - 1 for card in range(CARDS)], np.int8),
        hands.total.astype(np.int8),
        np.array(
            [int(np.flatnonzero((hands.size == 1) & (hands.counts[:, value] == 1))[0]) for value in range(VALUES)], np.int16
        ),
        hands.child.astype(np.int16),
        first_acts(player),
        act,
        rescued,
        split_act,
        split_rescued,
        most_hands,
        *bonuses(solved, wager),
        wager,
        exact(solved.natural * wager),
        exact(solved.natural_tie * wager),
        int(wager * kind_rules(paying).surrender_share),
        exact(solved.fixed_payout * wager),
        int(solved.drawn_21_wins),
        *side_gains(paying),
    )


def kind_rules(paying: Paying) -> Any:
    """The chapter's rules of 21."""
    from pitboss.games.blackjack import RULES as BLACKJACK

    return spanish_21.RULES if paying.house.chapter.chapter == spanish_21.BOOK.chapter else BLACKJACK


def first_acts(player: TwentyOnePlayer) -> Small:
    """What is done with two cards, by value of the up card."""
    deck = sorted({card for card in range(CARDS) if player.game.shoe[POINTS[card] - 1]} & set(cards_of(player)))
    found = np.zeros((VALUES, CARDS * CARDS), np.int8)
    for up in player.ups:
        shown = next(card for card in deck if POINTS[card] - 1 == up)
        for one in deck:
            for two in deck:
                if {POINTS[one], POINTS[two]} != {1, 10}:
                    found[up, one * CARDS + two] = WORDS.index(player.unsplit([one, two], shown))
    return found


def cards_of(player: TwentyOnePlayer) -> list[Card]:
    """The cards of the player's house."""
    house = player.solved.house
    return list(game(house.chapter.chapter).deck(house))


def bonuses(solved: Game, wager: int) -> tuple[Numbers, Numbers]:
    """What a drawn 21 wins, in cents: by hand, and for the two hands of three cards by suits."""
    hands = player_hands()
    by_hand, suited = np.full(len(hands.total), wager, np.int64), np.full((2, 3), wager, np.int64)
    won = {name: exact(pays * wager) for name, pays in solved.bonus}
    for name in won:
        if name in ("5", "6", "7"):
            by_hand[hands.size >= int(name)] = won[name]
    for place, three in enumerate(("678", "777")):
        if three in won:
            counts = np.bincount([POINTS[card] - 1 for card in parse(BONUSES[three])], minlength=VALUES)
            by_hand[(hands.counts == counts).all(1)] = won[three]
            suited[place] = [won[three], won[f"{three} suited"], won[f"{three} spades"]]
    return by_hand, suited


def side_gains(paying: Paying) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """What the house gains from the optional wagers, numbered from 1: by two cards and the dealer's two, and by ranks and suits
    with the up card."""
    by_two = np.zeros((1 + len(paying.names), CARDS * CARDS, 3), np.int32)
    by_kind = np.zeros((1 + len(paying.names), KINDS), np.int32)
    for place, name in enumerate(paying.names, 1):
        if name in (MATCH, IN_BETWEEN):
            by_kind[place] = gains_by_kind(paying, name)
        else:
            by_two[place] = gains_by_two(paying, name)
    return by_two.reshape(1 + len(paying.names), -1), by_kind


def gain(paying: Paying, wager: str, odds: Odds | None) -> int:
    """What the house gains from a wager at these odds."""
    cents = paying.bets[wager]
    return -exact(net(odds, cents) * cents)


def gains_by_two(paying: Paying, wager: str) -> NDArray[np.int32]:
    """By two cards, and whether the dealer has nothing, a Blackjack, or a Royal Match."""
    table = paying.house.paytable(wager)
    found = np.zeros((CARDS * CARDS, 3), np.int32)
    crown = (
        -exact(beside(paid(table, "Crown Treasure"), paying.bets[wager]) * paying.bets[wager]) if wager == ROYAL_MATCH else 0
    )
    for one in range(CARDS):
        for two in range(CARDS):
            for case, blackjack in enumerate((False, True, False)):
                both = (one, two)
                if wager == LUCKY_LADIES:
                    row = twenty_point_bonus(both, blackjack)
                elif wager == KINGS_BOUNTY:
                    row = kings_bounty(both, blackjack)
                else:
                    row = royal_match(both) if wager == ROYAL_MATCH else bet_the_set(both)
                if wager == BET_THE_SET and row and not table.odds(row):
                    row = "Pairs"
                found[one * CARDS + two, case] = gain(paying, wager, table.odds(row))
            if wager == ROYAL_MATCH and paying.house["crown_treasure"] and is_royal_match((one, two)):
                found[one * CARDS + two, 2] += crown
    return found


def gains_by_kind(paying: Paying, wager: str) -> NDArray[np.int32]:
    """By ranks of two cards and the up card, and whether each has the up card's suit."""
    table, found = paying.house.paytable(wager), np.zeros(KINDS, np.int32)
    for at in range(KINDS):
        suits, ranks = at % 4, at // 4
        up = 4 * (ranks % RANKS)
        two = (4 * (ranks // RANKS // RANKS) + (not suits & 2), 4 * (ranks // RANKS % RANKS) + (not suits & 1))
        odds = matches(two, up, table) if wager == MATCH else table.odds(in_between(two, up))
        found[at] = gain(paying, wager, odds)
    return found

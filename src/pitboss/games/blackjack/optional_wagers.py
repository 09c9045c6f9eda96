"""The optional wagers: what wins them (§ 633a.1), when each is settled (§ 633a.7(g)) and what it pays (§ 633a.13(c)–(j)).

Most are settled as soon as all players have two cards. Two queens of hearts and two kings of spades wait for the card reader if
the up card is an ace or ten, a Royal Match for the hole card if it is a king or queen.
"""

from pitboss.cards import ACE, HEARTS, KING, NINE, QUEEN, SPADES, TEN, Card, rank
from pitboss.games.blackjack.table import (
    BET_THE_SET,
    CROWN_TREASURE,
    IN_BETWEEN,
    KINGS_BOUNTY,
    LUCKY_LADIES,
    MATCH,
    ROYAL_MATCH,
    SUPER_MATCH,
    pay_table,
)
from pitboss.games.twenty_one.play import expose
from pitboss.games.twenty_one.points import is_blackjack, ten_or_ace
from pitboss.games.twenty_one.rules import play_of
from pitboss.games.twenty_one.side_wagers import matches
from pitboss.hands import SUPER_MATCH as SUPER_MATCH_HANDS
from pitboss.hands import suited
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER

ORDER = (LUCKY_LADIES, MATCH, IN_BETWEEN, ROYAL_MATCH, BET_THE_SET, KINGS_BOUNTY, SUPER_MATCH)
QUEEN_OF_HEARTS, KING_OF_SPADES = 4 * QUEEN + HEARTS, 4 * KING + SPADES
HIGHEST_PAIR = {LUCKY_LADIES: QUEEN_OF_HEARTS, KINGS_BOUNTY: KING_OF_SPADES}
Two = tuple[Card, Card]

# § 633a.1 ------------------------------------------------------------------ the hands that win


def is_twenty(two: Two) -> bool:
    """Two cards with a total value of 20: tens and pictures, or an ace and a nine.

    >>> from pitboss.cards import parse
    >>> [is_twenty(tuple(parse(hand))) for hand in ("Th Kd", "Ah 9d", "9h 9d")]
    [True, True, False]
    """
    low, high = sorted(map(rank, two))
    return (low >= TEN and high < ACE) or (low, high) == (NINE, ACE)


def twenty_point_bonus(two: Two, blackjack: bool) -> str:
    """The highest row of § 633a.13(c) for a player's two cards, "" if they are not 20 (§ 633a.7(g)(1))."""
    if not is_twenty(two):
        return ""
    if two == (QUEEN_OF_HEARTS, QUEEN_OF_HEARTS):
        return "Queen of Hearts pair and dealer Blackjack" if blackjack else "Queen of Hearts pair"
    if two[0] == two[1]:
        return "Matched 20"
    return "Suited 20" if suited(two) else "Any 20"


def kings_bounty(two: Two, blackjack: bool) -> str:
    """The highest row of § 633a.13(h) for a player's two cards, "" if they are not 20 (§ 633a.7(g)(6))."""
    if not is_twenty(two):
        return ""
    if two == (KING_OF_SPADES, KING_OF_SPADES):
        return "King of Spades pair and dealer Blackjack" if blackjack else "King of Spades pair"
    if two[0] == two[1]:
        return "Suited Kings pair" if rank(two[0]) == KING else "Suited Queens, Jacks or 10s pair"
    if suited(two):
        return "Suited 20"
    return "Pair of kings" if rank(two[0]) == rank(two[1]) == KING else "Any 20"


def in_between(two: Two, up: Card) -> str:
    """The row of § 633a.13(e): the up card's rank strictly between the player's two (§ 633a.7(g)(3)(i)), or all three of one
    rank (§ 633a.7(g)(3)(ii)). The ace is high, and ten, jack, queen and king are four different ranks.

    >>> from pitboss.cards import parse
    >>> [in_between(tuple(parse(two)), parse(up)[0]) for two, up in (("7h 9d", "8c"), ("7h 9d", "9c"), ("4h 4d", "4c"))]
    ['One card spread', '', 'Triple Match']
    """
    low, high = sorted(map(rank, two))
    if low == high == rank(up):
        return "Triple Match"
    if not low < rank(up) < high:
        return ""
    return {1: "One card spread", 2: "Two card spread", 3: "Three card spread"}.get(high - low - 1, "All others")


def is_royal_match(two: Two) -> bool:
    """A king and a queen of one suit."""
    return suited(two) and {rank(two[0]), rank(two[1])} == {KING, QUEEN}


def royal_match(two: Two) -> str:
    """The row of § 633a.13(f): a Royal Match, or another two cards of one suit."""
    if not suited(two):
        return ""
    return "Royal Match" if is_royal_match(two) else "Suited Match"


def bet_the_set(two: Two) -> str:
    """The row of § 633a.13(g): a pair, or a pair of one suit, which the single deck of table A lacks (§ 633a.7(g)(5))."""
    if rank(two[0]) != rank(two[1]):
        return ""
    return "Suited Pairs" if two[0] == two[1] else "Pairs"


# § 633a.7(g) --------------------------------------------------------------- when each is settled


def settle_optional(t: Round, when: str, seat: int = 0) -> None:
    """§ 633a.7(g): settle the wagers that are due at a point of the round.

    "dealt" is before the card reader is used, "no Blackjack" after it, "hole card" once the hole card is exposed and before the
    Blackjack Wagers are settled, "collected" when a seat's Blackjack Wager is collected.
    """
    if when == "dealt":
        for each in t.counterclockwise():
            if len(t.wagers.get(each, ())) > 1:
                for wager in [w for w in ORDER if t.holds(each, w)]:
                    settle_first(t, each, wager)
        return
    for each, wager in list(play_of(t).waiting):
        if wager == ROYAL_MATCH:
            if when == "hole card":
                settle_royal_match(t, each)
        elif when == "no Blackjack":
            cite = "633a.7(g)(1)(i)" if wager == LUCKY_LADIES else "633a.7(g)(6)(i)"
            t.say(cite, "the dealer has no Blackjack: the highest pair is paid now", SEATS[each])
            pay_or_collect(t, each, wager, row_of(t, each, wager, blackjack=False))
            play_of(t).waiting.remove((each, wager))
        elif when == "collected" and each == seat and is_blackjack(t.hands[DEALER]):
            pay_highest_pair(t, each, wager)


def settle_first(t: Round, seat: int, wager: str) -> None:
    """Settle an optional wager right after the deal, unless it must wait. A Super Match is on both hands (§ 633a.12(a)(2))."""
    hands = play_of(t).hands[seat]
    for hand in hands if wager == SUPER_MATCH else hands[:1]:
        expose(t, hand, "633a.7(g)")
    two, up = first_two(t, seat), t.hands[DEALER][0]
    if wager in HIGHEST_PAIR and two == (HIGHEST_PAIR[wager],) * 2 and ten_or_ace(up):
        cite = "633a.7(g)(1)" if wager == LUCKY_LADIES else "633a.7(g)(6)"
        t.say(cite, f"the {wager} Wager is settled last, by the dealer's hole card", SEATS[seat])
        play_of(t).waiting.append((seat, wager))
    elif wager == ROYAL_MATCH and is_royal_match(two) and rank(up) in (KING, QUEEN):
        t.say("633a.7(g)(4)", "a Royal Match under a king or queen waits for the hole card", SEATS[seat])
        play_of(t).waiting.append((seat, wager))
    elif wager == MATCH:
        settle_match(t, seat)
    else:
        pay_or_collect(t, seat, wager, row_of(t, seat, wager, blackjack=False))


def first_two(t: Round, seat: int) -> Two:
    """The first two cards of a seat; at Blackjack Switch those of its first hand."""
    first, second = play_of(t).dealt[seat][:2]
    return first, second


def row_of(t: Round, seat: int, wager: str, blackjack: bool) -> str:
    """The row of the wager's pay table that a seat's cards win, "" for none."""
    two = first_two(t, seat)
    match wager:
        case "In Between":
            return in_between(two, t.hands[DEALER][0])
        case "Royal Match 21":
            return royal_match(two)
        case "Bet the Set 21":
            row = bet_the_set(two)
            return "Pairs" if row and not pay_table(t.house, wager).odds(row) else row
        case "Super Match":
            return SUPER_MATCH_HANDS.category(play_of(t).dealt[seat])  # § 633a.7(g)(7), on the first four cards
        case "King's Bounty":
            return kings_bounty(two, blackjack)
    return twenty_point_bonus(two, blackjack)


def pay_or_collect(t: Round, seat: int, wager: str, row: str, most: int | None = None) -> None:
    """Pay a wager by its row, or collect it if it has none."""
    table = pay_table(t.house, wager)
    if odds := table.odds(row):
        t.say("633a.7(g)(3)(ii)" if row == "Triple Match" else CITES[wager], row, SEATS[seat])
        t.pay(table.section, seat, wager, odds, most)
    else:
        t.collect(CITES[wager], seat, wager)


CITES = {
    LUCKY_LADIES: "633a.7(g)(1)",
    IN_BETWEEN: "633a.7(g)(3)(i)",
    ROYAL_MATCH: "633a.7(g)(4)",
    BET_THE_SET: "633a.7(g)(5)",
    KINGS_BOUNTY: "633a.7(g)(6)",
    SUPER_MATCH: "633a.7(g)(7)",
}


def settle_match(t: Round, seat: int) -> None:
    """§ 633a.7(g)(2): pay each of the two cards that has the up card's rank, by suit."""
    table = pay_table(t.house, MATCH)
    if odds := matches(first_two(t, seat), t.hands[DEALER][0], table):
        t.say("633a.7(g)(2)", "matches the dealer's up card", SEATS[seat])
        t.pay(table.section, seat, MATCH, odds)
    else:
        t.collect("633a.7(g)(2)", seat, MATCH)


def settle_royal_match(t: Round, seat: int) -> None:
    """§ 633a.7(g)(4): pay a Royal Match that waited, with the Crown Treasure Bonus if the dealer has one too."""
    play_of(t).waiting.remove((seat, ROYAL_MATCH))
    cents, table = t.holds(seat, ROYAL_MATCH), pay_table(t.house, ROYAL_MATCH)
    pay_or_collect(t, seat, ROYAL_MATCH, "Royal Match")
    dealers = t.hands[DEALER]
    if t.house["crown_treasure"] and is_royal_match((dealers[0], dealers[1])):
        crown = table.odds("Crown Treasure")
        assert crown is not None
        t.bonus(table.section, seat, CROWN_TREASURE, crown.winnings(cents) + cents, f"both have a Royal Match: {crown}")


def pay_highest_pair(t: Round, seat: int, wager: str) -> None:
    """§ 633a.7(g)(1)(ii), (g)(6)(ii): if the dealer has Blackjack, pay the highest pair when the Blackjack Wager is collected,
    within the payout limit of § 633a.13(j), which such hands share in proportion to their wagers."""
    cite = "633a.7(g)(1)(ii)" if wager == LUCKY_LADIES else "633a.7(g)(6)(ii)"
    t.say(cite, "the dealer has Blackjack: the highest pair is paid now", SEATS[seat])
    play, limit = play_of(t), t.house["payout_limit"]
    if not play.highest_pairs:  # summed before the first is paid, while all lie on the layout
        play.highest_pairs = sum(t.holds(each, made) for each, made in play.waiting if made in HIGHEST_PAIR)
    share = limit * t.holds(seat, wager) // play.highest_pairs if limit else None
    row = row_of(t, seat, wager, blackjack=True)
    odds = pay_table(t.house, wager).odds(row)
    assert odds is not None
    if share is not None and share < odds.winnings(t.holds(seat, wager)):
        t.say("633a.13(j)", "the payout limit of the round is shared by the wagers", SEATS[seat])
    pay_or_collect(t, seat, wager, row, share)

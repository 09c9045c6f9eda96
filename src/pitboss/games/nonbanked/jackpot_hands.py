"""Jackpot hands: a Bad Beat, and a full house or better in a High Hand Jackpot's qualifying period.

The table recognizes the hand and calls for its verification; the payment is up to the room (`pitboss.card_room`).
"""

import re
from itertools import combinations

from pitboss.errors import NotAuthorized
from pitboss.games.nonbanked.pots import Side, worth
from pitboss.games.nonbanked.rules import play_of
from pitboss.games.nonbanked.variants import OMAHA
from pitboss.hands import FIVE_CARD
from pitboss.hands.ranking import Value
from pitboss.house import House
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, Choice, Procedure
from pitboss.words import toml

NOTHING = Value(-1, ())
FIVE = 5  # cards in a hand
SHOW_OR_NOT = (Choice("show"), Choice("no show"))
FULL_HOUSE = FIVE_CARD.categories.index("full house")
FOUR = FIVE_CARD.categories.index("four-of-a-kind")
PLURALS: dict[str, int] = dict(zip("2s 3s 4s 5s 6s 7s 8s 9s 10s jacks queens kings aces".split(), range(13), strict=True))  # noqa: SIM905
NAMED = re.compile(r"(?:four (?P<four>[a-z0-9]+)|(?P<three>[a-z0-9]+) full of (?P<pair>[a-z0-9]+)|(?P<category>[a-z -]+))")


def least_hand(words: str, cite: str) -> Value:
    """The lowest hand that a phrase names: "four 8s or better", "aces full of jacks", "straight flush".

    >>> least_hand("aces full of jacks or better", "") < FIVE_CARD.value([48, 49, 50, 40, 41])
    True
    """
    said = " ".join(words.lower().split()).removesuffix(" or better")
    found = NAMED.fullmatch(said)
    try:
        if found is None:
            raise ValueError
        if found["four"]:
            return Value(FOUR, (PLURALS[found["four"]],))
        if found["three"]:
            return Value(FULL_HOUSE, (PLURALS[found["three"]], PLURALS[found["pair"]]))
        return Value(FIVE_CARD.categories.index(found["category"]), ())
    except (KeyError, ValueError):
        known = "“four 8s or better”, “aces full of jacks or better” or “straight flush”"
        raise NotAuthorized(f"{toml(words)} is not the name of a hand; write, for example, {known}", cite) from None


def named_hands(house: House) -> dict[str, Value]:
    """The hands that make a Bad Beat when they lose, by name, the lowest first: the lowest one of all, and those with payouts
    of their own (§ 553.20(a), § 637a.15(a))."""
    rows = {row["hand"]: "bad_beat_payouts" for row in house["bad_beat_payouts"] if row.get("hand")}
    said = {house["bad_beat_hands"]: "bad_beat_hands", **rows} if house["bad_beat_hands"] else rows
    found = {words: least_hand(words, house.section(option)) for words, option in said.items()}
    return dict(sorted(found.items(), key=lambda named: named[1]))


def bad_beat(t: Round, seat: int) -> bool:
    """True if a hand makes a Bad Beat when it loses."""
    hands = named_hands(t.house)
    high = worth(t, seat)[0] if hands else None
    return high is not None and high >= min(hands.values())


def tracked(t: Round) -> bool:
    """True if the table takes part in a High Hand Jackpot."""
    return bool(play_of(t).rules.high_hand_made and (t.house["high_hand"] or t.house["high_hand_contribution"]))


def high_hand(t: Round, seat: int) -> bool:
    """True if a hand may be the Qualifying High Hand of a period: a full house or better, with enough players dealt in."""
    high = high_of(t, seat) if may_count(t) else None
    return high is not None and high.category >= FULL_HOUSE


def may_count(t: Round) -> bool:
    """True if hands of this round may be the Qualifying High Hand of a period, whatever their cards."""
    return tracked(t) and len(play_of(t).players) >= t.house["high_hand_minimum_players"]


def high_of(t: Round, seat: int) -> Value | None:
    """The high hand of a player with the cards dealt so far, None if the variant has no high hand or there are too few
    cards."""
    play, hole, board = play_of(t), t.hands[SEATS[seat]], t.hands.get(COMMUNITY, [])
    if seat in play.worth:
        return worth(t, seat)[0]
    if play.variant.family == OMAHA:
        fives = [FIVE_CARD.value([*two, *three]) for two in combinations(hole, 2) for three in combinations(board, 3)]
        return max(fives, default=None)
    return None if play.variant.high is None or len(hole) + len(board) < FIVE else play.variant.high(hole, board)


def show_for_jackpot(t: Round) -> Procedure:
    """Ask the winner without a showdown to show a full house. The player need not show it (§ 637a.18(e)), but may do so for the
    High Hand Jackpot, which requires a verified hand, not a showdown (§ 637a.16(f)).

    Every such winner is asked, since a question to full houses only would reveal them.
    """
    play = play_of(t)
    (seat,) = play.contenders
    if seat not in play.shown and may_count(t) and high_of(t, seat) is not None:
        answer = yield from t.ask(seat, SHOW_OR_NOT, play.rules.high_hand_made)
        if answer.word == "show":
            play.shown.append(seat)
            t.reveal(play.rules.high_hand_made, SEATS[seat], t.hands[SEATS[seat]])


def note_jackpot_hands(t: Round, pots: list[Side]) -> None:
    """Record a losing hand that is a Bad Beat, and hands that may be the Qualifying High Hand of the period (§ 553.20(f),
    § 637a.15(f), § 637a.16(f)). Only shown hands count, and the time of showing is recorded."""
    play, outcome = play_of(t), play_of(t).outcome
    if not tracked(t) and not named_hands(t.house):
        return
    winners = {seat for pot in pots for seat in (*pot.high, *pot.low)}
    for seat in sorted(play.shown, key=lambda seat: high_of(t, seat) or NOTHING, reverse=True):
        high = high_of(t, seat)
        if high is None or seat not in play.contenders:
            continue
        name = FIVE_CARD.in_full(high)
        if seat not in winners and bad_beat(t, seat):
            outcome.bad_beats.append((seat, high))
            t.say(play.rules.bad_beat_hand, f"a losing {name}: the Poker shift supervisor verifies the Bad Beat", SEATS[seat])
        if high_hand(t, seat):
            outcome.high_hands.append((seat, high))
            t.say(play.rules.high_hand_made, f"a {name}: a floorperson verifies the hand", SEATS[seat])
    if outcome.high_hands:
        outcome.made_at = t.table.hours()
    if outcome.bad_beats or outcome.high_hands:
        outcome.bad_beat_winners, outcome.dealt_in = sorted(pots[0].high), sorted(play.players)

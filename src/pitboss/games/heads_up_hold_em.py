"""Chapter 677a, Heads-Up Hold 'Em, in the chapter's order.

Opening, shuffle and cut (§§ 677a.3–.5), the three dealing methods (§§ 677a.8–.10) and the common irregularities are the
shared building blocks of `pitboss.table` with this chapter's citations; rankings are in `pitboss.hands`.
"""

from collections.abc import Iterator
from functools import lru_cache

from pitboss import cards
from pitboss.errors import IllegalWager
from pitboss.hands import FIVE_CARD
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.money import dollars
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.offer import by_ranking
from pitboss.table.procedures.dealing import Method, community_cards, community_first_problems, deal_round, hands, methods_of
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import card_face_up, expose, irregularities_of, remedy
from pitboss.table.procedures.occasions import occasions
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, DEALER, Ask, Choice, Incident, Procedure, Void, offer

BOOK = chapter("677a")
ANTE, ODDS, RAISE, POCKET_BONUS, TRIPS_PLUS = "Ante", "Odds", "Raise", "Pocket Bonus", "Trips Plus"
PAIR = FIVE_CARD.categories.index("pair")
STRAIGHT = FIVE_CARD.categories.index("straight")

# § 677a.3–.5 --------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 677a.7 ------------------------------------------------------------------ wagers

WAGERS = (
    Wager(ANTE, "677a.7(d)(1)", required=True),
    Wager(ODDS, "677a.7(d)(1)", required=True),
    Wager(POCKET_BONUS, "677a.7(d)(2)", option="pocket_bonus"),
    Wager(TRIPS_PLUS, "677a.7(d)(3)", option="trips_plus"),
    Wager(RAISE, "677a.11(b)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 677a.7(d)(1): the Odds Wager equals the Ante."""
    if wagers[ODDS] != wagers[ANTE]:
        raise IllegalWager(
            f"the Odds Wager must equal the Ante of {dollars(wagers[ANTE])}, not {dollars(wagers[ODDS])}", "677a.7(d)(1)"
        )


def problems(house: House) -> Iterator[Problem]:
    """§ 677a.12(f), a payout limit is at least $50,000, and at least what the minimum wager can win; § 677a.10(g), community
    cards first only from an automated shoe."""
    limit = house["payout_limit"]
    least = house["table_minimum"]
    raised = BOOK.limit("raise_before_flop")
    most = least * (1 + raised + 500)  # Ante, the largest Raise, and a royal flush on the Odds
    if limit and limit < most:
        sums = f"the Ante of {dollars(least)}, a Raise of {raised} times as much, and 500 to 1 on the Odds"
        yield house.problem(
            f"payout_limit = {dollars(limit)} must be at least {dollars(most)}, what the minimum wager can win: {sums}",
            "payout_limit",
            "payout-limit-least",
            cite="677a.12(f)",
            allowed={"min": most},
            needs=("table_minimum",),
        )
    yield from community_first_problems(house, "677a.10(g)")


def positions(house: House) -> tuple[int, str]:
    """§ 677a.7(e): one position a player."""
    return BOOK.limit("positions_per_player"), "677a.7(e)"


# § 677a.8–.10 -------------------------------------------------------------- the three dealing methods

METHODS = methods_of(BOOK)

# § 677a.11 ----------------------------------------------------------------- completion of each round of play


def give(t: Round, method: Method) -> Procedure:
    """§ 677a.8(c)–(d): two cards to each player and the dealer, then five community cards, or those first (§ 677a.10(g))."""
    early = t.house["community_first"] and method.community_first
    if early:
        t.deal(method.community_first, COMMUNITY, BOOK.limit("community_cards"))
    hands(t, method, t.with_wager(ANTE), BOOK.limit("cards_per_hand"))
    if not early:
        yield from community_cards(t, method, BOOK.limit("community_cards"))


def round_of_play(t: Round) -> Procedure:
    """One round of play, with the flop, turn and river cards of § 677a.1."""
    yield from deal_round(t, METHODS, give)
    t.say("677a.11(a)", "each player examines his cards")
    t.say("677a.11(a)(1)", "nobody but the dealer and the player touches them")
    t.say("677a.11(a)(2)", "cards stay in full view of the dealer")
    flop = BOOK.limit("flop_cards")
    yield from offer_raise(t, "677a.11(b)", BOOK.limit("raise_before_flop"))
    t.reveal("677a.11(c)", COMMUNITY, t.hands[COMMUNITY][:flop], "the flop")
    yield from offer_raise(t, "677a.11(d)", BOOK.limit("raise_after_flop"))
    t.reveal("677a.11(e)", COMMUNITY, t.hands[COMMUNITY][flop:], "turn and river")
    for seat in undecided(t):
        if seat in t.left:
            continue
        ante = t.holds(seat, ANTE)
        answer = yield from t.ask(seat, (offer("raise", ante, ante), offer("fold")), "677a.11(f)", base=ante)
        if answer.word == "raise":
            t.place("677a.11(f)", seat, RAISE, ante)
        elif answer.word == "fold":
            t.forfeit("677a.11(f)", seat, ANTE)
            t.forfeit("677a.11(f)", seat, ODDS)
            if t.wagers[seat]:
                t.say("677a.11(f)", "tucks the cards under the optional wagers", SEATS[seat])
            else:
                t.discard("677a.11(f)", SEATS[seat])
    t.stage = "decided"
    yield from t.moment("reveal")
    value = FIVE_CARD.value(t.hands[DEALER] + t.hands[COMMUNITY])
    t.facts.dealer_hand = FIVE_CARD.categories[value.category]
    t.reveal("677a.11(g)", DEALER, note=FIVE_CARD.in_full(value))
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t)


def undecided(t: Round) -> list[int]:
    """The players, clockwise, with an Ante who have neither raised nor left."""
    return [s for s in t.seats if ANTE in t.wagers[s] and RAISE not in t.wagers[s]]


@lru_cache(maxsize=1024)
def check_or_raise(least: int, most: int, unit: int) -> tuple[Choice, ...]:
    """The choices before the last one. The text states no smallest raise, so the posted minimum applies, in chips up to the
    limit."""
    return Choice("check"), Choice("raise", least, most, unit)


def offer_raise(t: Round, cite: str, times: int) -> Procedure:
    """§ 677a.11(b), (d): each player in turn checks or raises, up to a multiple of the Ante, once in a round."""
    least, unit = t.house.least_wager(), t.house["smallest_chip"]
    for seat in undecided(t):
        if seat in t.left:
            continue
        ante = t.wagers[seat][ANTE]
        answer = yield from t.ask(seat, check_or_raise(least, times * ante, unit), cite, base=ante)
        if answer.word == "raise":
            t.place(cite, seat, RAISE, answer.cents)


def settle(t: Round) -> None:
    """§ 677a.11(g)–(j): counterclockwise, one player at a time, Ante, Raise and Odds first, then the optional wagers."""
    community = t.hands[COMMUNITY]
    dealer = FIVE_CARD.value(t.hands[DEALER] + community)
    limit = t.house["payout_limit"] or None
    for seat in t.counterclockwise():
        mine = t.wagers.get(seat)
        if not mine:
            continue
        place = SEATS[seat]
        value = FIVE_CARD.value(t.hands[place] + community)
        name = FIVE_CARD.categories[value.category]
        shown = "677a.11(g)(1)" if RAISE in mine else "677a.11(i)"  # (i): folded, under optional wagers
        t.reveal(shown, place, note=FIVE_CARD.in_full(value))
        if RAISE in mine:
            t.say("677a.11(g)(2)", FIVE_CARD.in_full(value), place)
            if dealer.category >= PAIR:
                against_a_pair(t, seat, value > dealer, value == dealer, value.category >= STRAIGHT, name, limit)
            else:
                t.give_back("677a.11(h)(1)", seat, ANTE)
                if value > dealer:
                    won = t.pay("677a.12(a)", seat, RAISE, most=limit)
                    pay_odds(t, "677a.11(h)(1)(i)", seat, name, limit, won)
                elif value == dealer:
                    t.give_back("677a.11(h)(1)(ii)", seat, RAISE)
                    t.give_back("677a.11(h)(1)(ii)", seat, ODDS)
                else:
                    t.collect("677a.11(h)(1)(iii)", seat, RAISE)
                    t.collect("677a.11(h)(1)(iii)", seat, ODDS)
        settle_optional(t, seat)
        t.discard("677a.11(j)", place)


def against_a_pair(t: Round, seat: int, wins: bool, ties: bool, straight: bool, name: str, limit: int | None) -> None:
    """§ 677a.11(h)(2): the dealer has a pair or better."""
    if wins:
        won = t.pay("677a.12(a)", seat, ANTE, most=limit)
        won += t.pay("677a.12(a)", seat, RAISE, most=None if limit is None else limit - won)
        pay_odds(t, "677a.11(h)(2)(i)", seat, name, limit, won)
    elif ties:
        for wager in (ANTE, RAISE, ODDS):
            t.give_back("677a.11(h)(2)(ii)", seat, wager)
    else:
        t.collect("677a.11(h)(2)(iii)", seat, ANTE)
        lost = "677a.11(h)(2)(iii)(B)" if straight else "677a.11(h)(2)(iii)(A)"
        t.collect(lost, seat, RAISE)
        odds = t.house.paytable("Bad Beat Bonus").odds(name) if straight else None
        if odds is None:
            t.collect(lost, seat, ODDS)
        else:
            t.say(lost, "a straight or better was beaten: Bad Beat Bonus", SEATS[seat])
            t.pay("677a.12(c)", seat, ODDS, odds, most=limit)


def pay_odds(t: Round, cite: str, seat: int, name: str, limit: int | None, won: int) -> None:
    """§ 677a.12(b) within the payout limit of § 677a.12(f): pays, or pushes below a straight."""
    odds = t.house.paytable(ODDS).odds(name)
    if odds is None or odds.kind == "push":
        t.give_back(cite, seat, ODDS, note=f"push on {name}")
    else:
        t.pay("677a.12(b)", seat, ODDS, odds, most=None if limit is None else limit - won)


def settle_optional(t: Round, seat: int) -> None:
    """§ 677a.11(i): Pocket Bonus and Trips Plus, after Ante, Raise and Odds."""
    settle_pocket_bonus(t, seat)
    settle_trips_plus(t, seat)


def settle_pocket_bonus(t: Round, seat: int) -> None:
    """§ 677a.11(i)(1)."""
    if t.holds(seat, POCKET_BONUS):
        row = pocket_hand(t.hands[SEATS[seat]])
        if row and (odds := t.house.paytable(POCKET_BONUS).odds(row)):
            t.say("677a.11(i)(1)(i)", row, SEATS[seat])
            t.pay("677a.12(d)", seat, POCKET_BONUS, odds)
        else:
            t.collect("677a.11(i)(1)(ii)", seat, POCKET_BONUS)


def pocket_hand(hand: list[cards.Card]) -> str:
    """The Pocket Bonus row of a player's two cards, "" if there is none.

    >>> pocket_hand(cards.parse("Ah Jh")), pocket_hand(cards.parse("2c 2d")), pocket_hand(cards.parse("Ah Th"))
    ('Ace and a K, Q or J of the same suit', 'Pair of 2’s – K’s', '')
    """
    high, low = sorted(hand, reverse=True)
    if cards.rank(high) == cards.rank(low):
        return "Pair of Aces" if cards.rank(high) == cards.ACE else "Pair of 2’s – K’s"
    if cards.rank(high) == cards.ACE and cards.rank(low) >= cards.JACK:
        return f"Ace and a K, Q or J of {'the same suit' if cards.suit(high) == cards.suit(low) else 'different suits'}"
    return ""


def settle_trips_plus(t: Round, seat: int) -> None:
    """§ 677a.11(i)(2)."""
    if t.holds(seat, TRIPS_PLUS):
        name = FIVE_CARD.category(t.hands[SEATS[seat]] + t.hands[COMMUNITY])
        if odds := t.house.paytable(TRIPS_PLUS).odds(name):
            t.say("677a.11(i)(2)(i)", name, SEATS[seat])
            t.pay("677a.12(e)", seat, TRIPS_PLUS, odds)
        else:
            t.collect("677a.11(i)(2)(ii)", seat, TRIPS_PLUS)


# § 677a.13 ----------------------------------------------------------------- irregularities

IRREGULARITIES = irregularities_of(BOOK, DEALER, COMMUNITY)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 677a.13."""
    match incident.kind:
        case "card face up":
            if card_face_up(t, "677a.13(a)", incident):
                if t.stage:  # all players have two cards, so the Pocket Bonus is decided
                    for seat in t.counterclockwise(t.with_wager(POCKET_BONUS)):
                        t.reveal("677a.13(a)", SEATS[seat])
                        settle_pocket_bonus(t, seat)
                raise Void("677a.13(a)", "more than one card was face up: all hands are void and the cards reshuffled")
        case "dealer card exposed":
            if expose(t, "677a.13(d)", DEALER, incident) and t.stage == "dealt":
                if t.with_wager(TRIPS_PLUS):
                    t.reveal("677a.13(d)", COMMUNITY, note="turned up to settle Trips Plus")
                for seat in t.counterclockwise(t.with_wager(POCKET_BONUS, TRIPS_PLUS)):
                    t.reveal("677a.13(d)", SEATS[seat])
                    settle_optional(t, seat)
                raise Void("677a.13(d)", "a card of the dealer was exposed too early: Ante, Odds and Raise go back")
        case _:
            remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: raise three times with good cards, twice with a pair, once with anything that may beat the dealer."""
    words = [c.word for c in ask.choices]
    hand = t.hands[SEATS[ask.seat]]
    board = [c for s in t.steps if s.act == "reveal" and s.who == COMMUNITY for c in s.cards]
    high, low = sorted((cards.rank(c) for c in hand), reverse=True)
    if not board:
        good = high == low or high == cards.ACE or (high == cards.KING and low >= cards.FIVE) or low >= cards.TEN
        return f"raise {ask.choices[1].most}" if good else "check"
    mine = FIVE_CARD.value(hand + board)
    made = mine.category >= PAIR and any(cards.rank(c) == r for c in hand for r in mine.ranks[:1])
    if "check" in words:
        return f"raise {ask.choices[1].most}" if made else "check"
    return "raise" if mine.category >= PAIR or high >= cards.QUEEN else "fold"


def suggest(house: House) -> dict[str, int]:
    """The wagers of a bot: the table minimum on Ante and Odds."""
    least: int = house["table_minimum"]
    return {ANTE: least, ODDS: least}


GAME = Game(
    chapter="677a",
    wagers=WAGERS,
    deck=lambda house: cards.deck(),
    check=check,
    problems=problems,
    positions=positions,
    prepare=lambda t: prepare(t, PREPARATION),
    round_of_play=round_of_play,
    irregularity=irregularity,
    occasion=occasions(IRREGULARITIES),
    incidents=IRREGULARITIES.kinds(),
    acts=device_acts(IRREGULARITIES.out_of_order),
    details=DETAILS,
    bot=bot,
    suggest=suggest,
    rankings={"677a.6": FIVE_CARD},
    name_hand=by_ranking(FIVE_CARD, community=True),
    chips="677a.7(a)",
    clear="677a.11(j)",
    no_more_bets="677a.7(c)",
)

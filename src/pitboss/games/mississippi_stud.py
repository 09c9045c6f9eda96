"""Chapter 655a, Mississippi Stud, in the chapter's order: no dealer's hand, three Bet Wagers, three community cards.

Opening, shuffle and cut (§§ 655a.3–.5), the three dealing methods (§§ 655a.8–.10), the progressive meter and the common
irregularities are the shared building blocks of `pitboss.table` with this chapter's citations; rankings are in `pitboss.hands`.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from pitboss import cards
from pitboss.hands import FIVE_CARD, THREE_CARD_655A, Value
from pitboss.house import House
from pitboss.house.payout_limits import limit_by_text
from pitboss.house.problems import Problem
from pitboss.money import Odds, dollars
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.money.progressive import pay_envy, pay_progressive
from pitboss.table.offer import by_ranking
from pitboss.table.procedures.dealing import Method, community_cards, community_first_problems, deal_round, methods_of
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import community_card_exposed, irregularities_of, remedy
from pitboss.table.procedures.occasions import occasions
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, Ask, Incident, Procedure, offer

BOOK = chapter("655a")
ANTE, THIRD, FOURTH, FIFTH = "Ante", "3rd Street", "4th Street", "5th Street"
MAIN = (ANTE, THIRD, FOURTH, FIFTH)
PROGRESSIVE, ENVY, THREE_CARD_BONUS = "Progressive Payout", "Envy Bonus", "Three Card Bonus"
ENVY_HANDS = ("royal flush", "straight flush")  # 655a.1

# § 655a.3–.5 --------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 655a.6 ------------------------------------------------------------------ rankings

PAIR = FIVE_CARD.categories.index("pair")


def row(value: Value) -> str:
    """The hand's row in the table of § 655a.12(a), "" for a pair that is not on it.

    >>> [row(FIVE_CARD.value(cards.parse(f"{pair} 2c 3d 4h"))) for pair in ("Jc Jd", "Tc Td", "6c 6d", "5c 5d")]
    ['pair of jacks or better', 'pair of 6s to 10s', 'pair of 6s to 10s', '']
    """
    if value.category != PAIR:
        return FIVE_CARD.categories[value.category]
    printed = value.ranks[0] + 2
    if printed > BOOK.limit("push_pair_highest"):
        return "pair of jacks or better"
    return "pair of 6s to 10s" if printed >= BOOK.limit("push_pair_lowest") else ""


# § 655a.7 ------------------------------------------------------------------ wagers

WAGERS = (
    Wager(ANTE, "655a.7(d)(1)", required=True),
    Wager(
        *(PROGRESSIVE, "655a.7(d)(3)", "progressive_payout"),
        amounts=(100, 500),  # as § 655a.12(c)(5) prints them
        amount="progressive_wager",
        which="progressive_wagers",
    ),
    Wager(THREE_CARD_BONUS, "655a.7(d)(4)", option="three_card_bonus"),
    Wager(THIRD, "655a.7(d)(2)", before_deal=False),
    Wager(FOURTH, "655a.7(d)(2)", before_deal=False),
    Wager(FIFTH, "655a.7(d)(2)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 655a.7(d): the Ante is required and no optional wager depends on another; there is nothing more to check."""


def problems(house: House) -> Iterator[Problem]:
    """§ 655a.12(b), the payout limit has a ceiling; § 655a.10(g), community cards first only from an automated shoe."""
    most = limit_by_text(house)
    if house["payout_limit"] > most:
        yield house.problem(
            f"payout_limit = {dollars(house['payout_limit'])} may not exceed {dollars(most)} at this table",
            "payout_limit",
            "payout-limit-most",
            cite="655a.12(b)",
            allowed={"max": most},
            needs=("table_minimum",),
        )
    yield from community_first_problems(house, "655a.10(g)")


def positions(house: House) -> tuple[int, str]:
    """§ 655a.7(e): one position a player."""
    return BOOK.limit("positions_per_player"), "655a.7(e)"


# § 655a.8–.10 -------------------------------------------------------------- the three dealing methods

METHODS = methods_of(BOOK)


def give(t: Round, method: Method) -> Procedure:
    """§ 655a.8(d), § 655a.9(b): two cards to one player, then to the next, then three community cards; or those first
    (§ 655a.10(g)). Unlike the other chapters, this one never deals a single card to each player in turn."""
    number = BOOK.limit("community_cards")
    early = t.house["community_first"] and method.community_first
    if early:
        t.deal(method.community_first, COMMUNITY, number)
    for seat in t.with_wager(ANTE):
        t.deal(method.deal, SEATS[seat], BOOK.limit("cards_per_hand"))
    t.stage = "hands dealt"
    if early:
        return
    if method.in_stacks:
        t.say(method.community, "takes the remaining cards out of the shoe and holds them in one hand")
    yield from community_cards(t, method, number)


# § 655a.11 ----------------------------------------------------------------- completion of each round of play


class Street(NamedTuple):
    """A Bet Wager, the paragraph that offers it, the one that reveals its community card, and the name of its limits."""

    wager: str
    offer: str
    reveal: str
    limits: str


STREETS = (
    Street(THIRD, "655a.11(b)", "655a.11(c)", "third_street"),
    Street(FOURTH, "655a.11(d)", "655a.11(e)", "fourth_street"),
    Street(FIFTH, "655a.11(f)", "655a.11(g)", "fifth_street"),
)


def round_of_play(t: Round) -> Procedure:
    """One round of play: a 3rd, 4th and 5th Street Wager or a fold (§ 655a.1), each before its community card."""
    yield from deal_round(t, METHODS, give)
    t.say("655a.11(a)", "each player examines his cards")
    t.say("655a.11(a)(1)", "nobody but the dealer and the player touches them")
    t.say("655a.11(a)(2)", "cards stay in full view of the dealer")
    for number, street in enumerate(STREETS):
        yield from offer_bet(t, street)
        if street is STREETS[-1]:
            t.stage = "decided"
            yield from t.moment("reveal")
        t.reveal(street.reveal, COMMUNITY, t.hands[COMMUNITY][number : number + 1], street.wager)
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t)


def offer_bet(t: Round, street: Street) -> Procedure:
    """§ 655a.11(b), (d), (f): each remaining player, clockwise, bets one, two or three times the Ante, or folds."""
    least, most = BOOK.limit_named(f"{street.limits}_minimum"), BOOK.limit_named(f"{street.limits}_maximum")
    for seat in t.with_wager(ANTE):
        if seat in t.left:
            continue
        ante = t.holds(seat, ANTE)
        choices = (offer("bet", least * ante, most * ante, ante, least * ante), offer("fold"))
        answer = yield from t.ask(seat, choices, street.offer, base=ante)
        if answer.word == "bet":
            t.place(street.offer, seat, street.wager, answer.cents)
        elif answer.word == "fold":
            fold(t, street, seat)


def fold(t: Round, street: Street, seat: int) -> None:
    """§ 655a.11(h): Ante, Bet and Progressive Payout Wagers are lost; Envy eligibility and the Three Card Bonus are not."""
    for wager in MAIN:
        if t.holds(seat, wager):
            t.forfeit(street.offer, seat, wager)
    if t.progressive.pop(seat, 0):
        t.say("655a.11(h)", "forfeits the Progressive Payout Wager and stays eligible for an Envy Bonus", SEATS[seat])
    elif not t.holds(seat, THREE_CARD_BONUS):
        t.discard(street.offer, SEATS[seat])
        return
    t.say(street.offer, "the folded cards stay on the table until all wagers are resolved", SEATS[seat])


def settle(t: Round) -> None:
    """§ 655a.11(i): counterclockwise, every hand on the table is turned up and its wagers settled before the next one, Ante
    and Bet Wagers first, then the others (§ 655a.11(i)(4)).

    § 655a.12(c)(5): Envy Bonuses are paid when the Qualifying Hand is shown, to players who folded too, and for a folded hand
    that was left on the table.
    """
    for seat in t.counterclockwise():
        place = SEATS[seat]
        if not t.hands.get(place):
            continue
        value = FIVE_CARD.value(t.hands[place] + t.hands[COMMUNITY])
        name = FIVE_CARD.categories[value.category]
        t.reveal("655a.11(i)", place, note=FIVE_CARD.in_full(value))
        if t.holds(seat, FIFTH):
            settle_main(t, seat, row(value))
        settle_progressive(t, seat, name)
        if name in ENVY_HANDS and t.house["progressive_payout"]:
            t.say("655a.11(i)(4)(i)(E)", f"{name}: an Envy Bonus for every other Progressive Payout Wager", place)
            pay_envy(t, seat, name)
        if t.holds(seat, THREE_CARD_BONUS):
            settle_three_card_bonus(t, seat)


def settle_main(t: Round, seat: int, name: str) -> None:
    """§ 655a.11(i)(1)–(3): collected, pushed or paid by § 655a.12(a), up to the limit of § 655a.12(b) for the hand. The wagers
    of a losing hand are collected before its cards."""
    odds = t.house.paytable("Mississippi Stud").odds(name)
    if odds is None:
        for wager in MAIN:
            t.collect("655a.11(i)(1)", seat, wager)
        if t.holds(seat, THREE_CARD_BONUS) and three_card_odds(t) is None:
            t.collect("655a.11(i)(1)", seat, THREE_CARD_BONUS)
        t.discard("655a.11(i)(1)", SEATS[seat])
    elif odds.kind == "push":
        for wager in MAIN:
            t.give_back("655a.11(i)(2)", seat, wager, note="push")
        t.discard("655a.11(i)(2)", SEATS[seat])
    else:
        t.say("655a.11(i)(3)", f"{name} pays {odds}", SEATS[seat])
        left = t.house["payout_limit"]
        if sum(odds.winnings(t.holds(seat, wager)) for wager in MAIN) > left:
            t.say("655a.12(b)", f"the hand reaches the payout limit of {dollars(left)}", SEATS[seat])
        for wager in MAIN:
            left -= t.pay("655a.12(a)", seat, wager, odds, most=left)


def settle_progressive(t: Round, seat: int, name: str) -> None:
    """§ 655a.12(c)(1)–(2), (4): only the highest hand is paid, from the meter as it is at the player's turn (§ 655a.12(c)(4)).

    A losing Progressive Payout Wager went into the table inventory before the deal (§ 655a.8(b)).
    Steps (C), (D) and (E) are § 655a.11(i)(4)(iii), § 655a.11(i)(4)(iv) and § 655a.11(i)(4)(v) in the struck numerals.
    """
    odds = t.house.paytable(PROGRESSIVE, "").odds(name) if seat in t.progressive else None
    if odds is None:
        return
    t.say("655a.11(i)(4)(i)(A)", f"verifies that {name} wins")
    t.say("655a.11(i)(4)(i)(B)", "verifies that the light on the progressive system is lit")
    t.say("655a.11(i)(4)(i)(C)", "a floorperson validates the progressive payout")
    if odds.kind == "meter":
        t.say("655a.11(i)(4)(i)(D)", "the cards stay until the documentation is complete", SEATS[seat])
    t.say("655a.12(c)(2)", f"only the highest ranking hand is paid: {name}")
    pay_progressive(t, "655a.12(c)(1)", seat, odds)


def three_card_odds(t: Round) -> Odds | None:
    """The payout of the three community cards on a Three Card Bonus Wager, None if it loses (§ 655a.12(d))."""
    return t.house.paytable(THREE_CARD_BONUS).odds(THREE_CARD_655A.category(t.hands[COMMUNITY]))


def settle_three_card_bonus(t: Round, seat: int) -> None:
    """§ 655a.11(i)(4)(ii): by the community cards alone, even for a player who folded (§ 655a.11(h))."""
    if odds := three_card_odds(t):
        made = THREE_CARD_655A.in_full(THREE_CARD_655A.value(t.hands[COMMUNITY]))
        t.say("655a.11(i)(4)(ii)", f"the community cards are a {made}")
        t.pay("655a.12(d)", seat, THREE_CARD_BONUS, odds)
    else:
        t.collect("655a.11(i)(1)", seat, THREE_CARD_BONUS)


# § 655a.13 ----------------------------------------------------------------- irregularities

IRREGULARITIES = irregularities_of(BOOK, COMMUNITY)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 655a.13."""
    match incident.kind:
        case "community card exposed":
            community_card_exposed(t, "655a.13(d)", incident)
        case _:
            remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: three times with a pair that cannot lose or a four-card flush, once with enough high and middle cards.

    A jack or better counts two points, a 6 to a 10 one. Two, three and four points are enough on the three streets.
    """
    seen = sum(wager in t.wagers[ask.seat] for wager in MAIN[1:])  # a community card for every Bet Wager made
    known = t.hands[SEATS[ask.seat]] + t.hands[COMMUNITY][:seen]
    ranks = Counter(cards.rank(card) for card in known)
    suited = max(Counter(cards.suit(card) for card in known).values())
    pairs = [rank for rank, number in ranks.items() if number > 1]
    if len(pairs) > 1 or any(r >= cards.SIX or ranks[r] > 2 for r in pairs) or (pairs and not seen) or suited > 3:
        return "bet 3x"
    points = sum(2 if cards.rank(card) >= cards.JACK else cards.rank(card) >= cards.SIX for card in known)
    return "bet 1x" if pairs or points >= 2 + seen or suited == 3 == len(known) else "fold"


def suggest(house: House) -> dict[str, int]:
    """The wagers of a bot: the table minimum on the Ante."""
    return {ANTE: house["table_minimum"]}


GAME = Game(
    chapter="655a",
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
    rankings={"655a.6": FIVE_CARD, "655a.6(c)": THREE_CARD_655A},
    name_hand=by_ranking(FIVE_CARD, community=True),
    chips="655a.7(a)",
    clear="655a.11(j)",
    no_more_bets="655a.7(c)",
    progressive=PROGRESSIVE,
    payments=(ENVY,),
)

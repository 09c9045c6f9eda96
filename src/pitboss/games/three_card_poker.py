"""Chapter 565, Three Card Poker: the basic game and the three versions of § 565.7(f), in the chapter's order.

Opening, shuffle and cut (§§ 565.3–.5), the three dealing methods (§§ 565.8–.10) and the common irregularities are the
shared building blocks of `pitboss.table` with this chapter's citations; rankings are in `pitboss.hands`.
"""

from pitboss import cards
from pitboss.errors import IllegalWager
from pitboss.hands import THREE_CARD, Value
from pitboss.house import House
from pitboss.money import Odds, dollars
from pitboss.rulebook import Paytable, chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.money.chips import Stake
from pitboss.table.offer import by_ranking
from pitboss.table.procedures.dealing import Method, deal_round, hands, methods_of
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import expose, irregularities_of, remedy
from pitboss.table.procedures.occasions import occasions
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Ask, Choice, Incident, Procedure, Void, offer

BOOK = chapter("565")
ANTE, PLAY, PAIR_PLUS = "Ante", "Play", "Pair Plus"

# § 565.3–.5 ---------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 565.6 ------------------------------------------------------------------- rankings

_QUEEN_HIGH = Value(0, (cards.QUEEN,))  # 565.12(a): any hand from queen high upward, whatever its other cards


def opens(dealer: Value) -> bool:
    """True if the dealer holds queen high or better (§ 565.12(a))."""
    return dealer >= _QUEEN_HIGH


def hand_name(hand: list[cards.Card]) -> str:
    """The hand's row in a pay table. The mini royal flush has a row of its own."""
    value = THREE_CARD.value(hand)
    name = THREE_CARD.categories[value.category]
    if name == "straight flush" and value.ranks[0] == cards.ACE:
        spades = " of spades" if cards.suit(hand[0]) == cards.SPADES else ""
        return f"mini royal flush{spades} (ace, king, queen)"
    return name


def called(hand: list[cards.Card]) -> str:
    """The hand as the dealer calls it.

    >>> called(cards.parse("As Ks Qs")), called(cards.parse("9c 9d 4h"))
    ('mini royal flush of spades (ace, king, queen)', 'pair of nines')
    """
    name = hand_name(hand)
    return name if name.startswith("mini royal") else THREE_CARD.in_full(THREE_CARD.value(hand))


def odds_for(table: Paytable, hand: list[cards.Card]) -> Odds | None:
    """The payout of a hand in a pay table: by its own row, or by the next more general one that the table prints."""
    name = hand_name(hand)
    found = table.odds(name)
    if found is None and name.startswith("mini royal"):
        found = table.odds("mini royal flush (ace, king, queen)") or table.odds("straight flush")
    return found


# § 565.7 ------------------------------------------------------------------- wagers

WAGERS = (
    Wager(ANTE, "565.7(a)(1)"),
    Wager(PAIR_PLUS, "565.7(a)(2)"),
    Wager(PLAY, "565.11(b)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 565.7(a)(3), Ante, Pair Plus or both, or what a version under § 565.7(f) demands of the two together."""
    ante, pair_plus = wagers.get(ANTE, 0), wagers.get(PAIR_PLUS, 0)
    version = house["version"]
    if version == "565.7(f)(1)" and pair_plus and ante < pair_plus:
        raise IllegalWager(
            f"a Pair Plus Wager of {dollars(pair_plus)} needs an Ante of at least {dollars(pair_plus)}", "565.7(f)(1)"
        )
    if version == "565.7(f)(2)" and pair_plus and 2 * ante < pair_plus:
        raise IllegalWager(f"a Pair Plus Wager of {dollars(pair_plus)} needs an Ante of at least half as much", "565.7(f)(2)")
    if version == "565.7(f)(3)":
        if not ante or not pair_plus:
            raise IllegalWager("this version needs both an Ante and a Pair Plus Wager", "565.7(f)(3)")
        times = BOOK.limit("greater_to_lesser_wager")
        if max(ante, pair_plus) > times * min(ante, pair_plus):
            raise IllegalWager(f"neither the Ante nor the Pair Plus Wager may exceed {times} times the other", "565.7(f)(3)")


def positions(house: House) -> tuple[int, str]:
    """§ 565.7(e): two adjacent positions if the Rules Submission says so."""
    return (BOOK.limit("positions_per_player") if house["two_positions"] else 1), "565.7(e)"


# § 565.8–.10 --------------------------------------------------------------- the three dealing methods

METHODS = methods_of(BOOK)

# § 565.11 ------------------------------------------------------------------ completion of each round of play


def give(t: Round, method: Method) -> Procedure:
    """§ 565.8(d), § 565.9(b), § 565.10(b): three cards to each player with a wager and to the dealer."""
    number: int = BOOK.limit("cards_per_hand")
    hands(t, method, t.with_wager(ANTE, PAIR_PLUS), number, 0 if method.cover_card else number)
    if method.cover_card:
        t.say(method.cover_card, "lays the cover card on top of the dealer's stack in the shoe")
        t.deal(method.deal, DEALER, number)
    yield from ()


def equal_to(ante: int) -> Choice:
    """§ 565.7(a)(1): a Play Wager equals the Ante."""
    return offer("play", ante, ante)


def round_of_play(t: Round) -> Procedure:
    """One round of play (§ 565.1): all wagers placed, all cards dealt, all wagers settled."""
    method = yield from deal_round(t, METHODS, give)
    t.say("565.11(a)", "each player examines his own cards")
    yield from t.play_or_fold(
        ANTE, PLAY, "565.11(b)", lambda seat: equal_to(t.holds(seat, ANTE)), lambda seat: gives_up(t, seat)
    )
    collect_forfeited(t)
    yield from t.moment("reveal")
    if method is METHODS["automated shoe"]:
        t.say("565.11(c)", "the cover card goes beside the automated dealing shoe")
    t.facts.dealer_hand = THREE_CARD.category(t.hands[DEALER])
    t.reveal("565.11(c)", DEALER, note=THREE_CARD.in_full(THREE_CARD.value(t.hands[DEALER])))
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t)


def gives_up(t: Round, seat: int) -> dict[str, str]:
    """§ 565.11(b): a player who does not play forfeits the Ante, and in a version of § 565.7(f) the Pair Plus Wager too."""
    pair_plus = {PAIR_PLUS: "565.11(c)"} if t.house["version"] and t.holds(seat, PAIR_PLUS) else {}
    return {ANTE: "565.11(c)"} | pair_plus


def collect_forfeited(t: Round) -> None:
    """§ 565.11(c): collect forfeited wagers with their cards. A hand that still has a Pair Plus Wager stays."""
    for seat in list(t.forfeited):
        t.collect_forfeited(seat)
        if not t.wagers[seat]:
            t.discard("565.11(c)", SEATS[seat])


def settle(t: Round) -> None:
    """§ 565.11(d), (e): counterclockwise, all remaining hands are revealed, then all losing wagers collected, then all winning
    ones paid (§ 565.11(d)(3)) by § 565.12; when every wager is settled the cards are collected."""
    dealer = THREE_CARD.value(t.hands[DEALER])
    qualified = opens(dealer)
    remaining = [seat for seat in t.counterclockwise() if t.wagers.get(seat)]
    hands = {seat: t.hands[SEATS[seat]] for seat in remaining}
    antes = {seat: t.holds(seat, ANTE) for seat in remaining}  # the bonus is computed from an Ante that may be lost by then
    pair_plus = t.house.paytable(PAIR_PLUS)
    for seat in remaining:
        t.reveal("565.11(d)(1)", SEATS[seat], note=called(hands[seat]))
    for seat in remaining:
        if qualified and PLAY in t.wagers[seat] and THREE_CARD.value(hands[seat]) < dealer:
            t.collect("565.11(d)(2)", seat, ANTE)
            t.collect("565.11(d)(2)", seat, PLAY)
        if PAIR_PLUS in t.wagers[seat] and odds_for(pair_plus, hands[seat]) is None:
            t.collect("565.11(d)(2)", seat, PAIR_PLUS)
    for seat in remaining:
        if PLAY in t.wagers[seat]:
            pay_or_push(t, seat, qualified, THREE_CARD.value(hands[seat]) > dealer)
        if antes[seat]:
            pay_ante_bonus(t, seat, antes[seat], hands[seat])
        if PAIR_PLUS in t.wagers[seat] and (odds := odds_for(pair_plus, hands[seat])):
            t.pay("565.12(d)", seat, PAIR_PLUS, odds)
    for seat in remaining:
        t.discard("565.11(e)", SEATS[seat])


def pay_or_push(t: Round, seat: int, qualified: bool, higher: bool) -> None:
    """§ 565.12(a)–(c): Ante and Play of a hand that did not lose."""
    if not qualified:
        t.pay("565.12(a)", seat, ANTE)
        t.give_back("565.12(a)", seat, PLAY)
    elif higher:
        t.pay("565.12(b)", seat, ANTE)
        t.pay("565.12(b)", seat, PLAY)
    else:
        t.give_back("565.12(c)", seat, ANTE)
        t.give_back("565.12(c)", seat, PLAY)


def pay_ante_bonus(t: Round, seat: int, ante: int, hand: list[cards.Card]) -> None:
    """§ 565.12(e), (f): the bonus on an Ante that was played, whether the hand won or lost."""
    cite = "565.12(f)" if t.house["version"] else "565.12(e)"
    if odds := odds_for(ante_bonus_table(t.house), hand):
        t.bonus(cite, seat, ANTE, odds.winnings(ante, cite=cite), f"Ante bonus {odds}")


def ante_bonus_table(house: House) -> Paytable:
    """§ 565.12(e) in the basic game, the chosen table of § 565.12(f) in a version."""
    return house.paytable("Ante Bonus", house.letter("ante_bonus") if house["version"] else "")


# § 565.13 ------------------------------------------------------------------ irregularities

IRREGULARITIES = irregularities_of(BOOK, DEALER)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 565.13."""
    match incident.kind:
        case "dealer card exposed":
            if expose(t, "565.13(d)", DEALER, incident) and t.stage != "revealed":
                raise Void("565.13(d)", "a card of the dealer was exposed too early: all hands are void")
        case _:
            remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: play queen-six-four or better, as every published strategy does."""
    return "play" if THREE_CARD.value(t.hands[SEATS[ask.seat]]) >= Value(0, (cards.QUEEN, cards.SIX, cards.FOUR)) else "fold"


def suggest(house: House) -> dict[str, int]:
    """The wagers of a bot: the table minimum on Ante, and on Pair Plus if the version makes it compulsory."""
    least: int = house["table_minimum"]
    return {ANTE: least, PAIR_PLUS: least} if house["version"] else {ANTE: least}


GAME = Game(
    chapter="565",
    wagers=WAGERS,
    deck=lambda house: cards.deck(),
    check=check,
    paid_on={"Ante Bonus": Stake(ANTE)},
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
    rankings={"565.6": THREE_CARD},
    name_hand=by_ranking(THREE_CARD),
    chips="565.7(b)",
    clear="565.11(e)",
    no_more_bets="565.7(d)",
)

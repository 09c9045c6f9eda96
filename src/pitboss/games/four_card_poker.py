"""Chapter 557, Four Card Poker, in the chapter's order.

Opening, shuffle and cut (§§ 557.3–.5), the three dealing methods (§§ 557.8–.10) and the common irregularities are the
shared building blocks of `pitboss.table` with this chapter's citations; rankings are in `pitboss.hands`.
"""

from pitboss import cards
from pitboss.hands import FOUR_CARD, Value
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.money.chips import Stake
from pitboss.table.offer import by_ranking
from pitboss.table.procedures.dealing import Method, deal_round, hands, methods_of
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import DEALING, cards_named, expose, irregularities_of, remedy
from pitboss.table.procedures.occasions import occasions
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, UP, Ask, Choice, Incident, Procedure, Void, offer

BOOK = chapter("557")
ANTE, PLAY, ACES_UP = "Ante", "Play", "Aces Up"
PAIR = FOUR_CARD.categories.index("pair")

# § 557.3–.5 ---------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 557.6 ------------------------------------------------------------------- rankings


def hand_name(value: Value) -> str:
    """The hand's row in a pay table. A pair of aces has a row of its own.

    >>> hand_name(FOUR_CARD.value(cards.parse("Ah Ad 9s 7c 2d"))), hand_name(FOUR_CARD.value(cards.parse("Kh Kd 9s 7c 2d")))
    ('pair of aces', 'pair')
    """
    name = FOUR_CARD.categories[value.category]
    return "pair of aces" if value.category == PAIR and value.ranks[0] == cards.ACE else name


# § 557.7 ------------------------------------------------------------------- wagers

WAGERS = (
    Wager(ANTE, "557.7(a)(1)"),
    Wager(ACES_UP, "557.7(a)(2)"),
    Wager(PLAY, "557.11(c)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 557.7(a)(3): Ante, Aces Up or both; there is nothing more to check."""


def positions(house: House) -> tuple[int, str]:
    """§ 557.7(e): two adjacent positions if the Rules Submission says so."""
    return (BOOK.limit("positions_per_player") if house["two_positions"] else 1), "557.7(e)"


# § 557.8–.10 --------------------------------------------------------------- the three dealing methods

METHODS = methods_of(BOOK)


def give(t: Round, method: Method) -> Procedure:
    """§ 557.8(d), § 557.9(b), § 557.10(b): five cards to each player with a wager and six to the dealer, the last face up.

    From an automated shoe, the sixth is the bottom card of one more stack, whose other four cards are not seen.
    """
    hands(t, method, t.with_wager(ANTE, ACES_UP), BOOK.limit("cards_per_hand"))
    if method.in_stacks:
        t.say(method.deal, "spreads the next stack face down, the bottom card to the far left")
    t.deal(method.deal, DEALER, face=UP)
    if method.in_stacks:
        t.burn(method.deal, BOOK.limit("discarded_from_second_dealer_stack"), "the rest of that stack, unseen")
    yield from ()


# § 557.11 ------------------------------------------------------------------ completion of each round of play


def round_of_play(t: Round) -> Procedure:
    """One round of play (§ 557.1): all wagers placed, all cards dealt, all wagers settled."""
    yield from deal_round(t, METHODS, give)
    t.say("557.11(a)", "each player examines his cards")
    t.say("557.11(b)", "nobody but the dealer and the player touches them")
    yield from t.play_or_fold(ANTE, PLAY, "557.11(c)", lambda seat: play_wager(t.house, t.holds(seat, ANTE)), gives_up)
    collect_forfeited(t)
    yield from t.moment("reveal")
    t.facts.dealer_hand = FOUR_CARD.category(t.hands[DEALER])
    t.reveal("557.11(e)", DEALER, note=FOUR_CARD.in_full(FOUR_CARD.value(t.hands[DEALER])))
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t)


def play_wager(house: House, ante: int) -> Choice:
    """§ 557.11(c): one to three times the Ante, including fractions; "play" alone means once."""
    least, most = BOOK.limit("play_minimum_multiple") * ante, BOOK.limit("play_maximum_multiple") * ante
    return offer("play", least, most, house["smallest_chip"], least)


def gives_up(seat: int) -> dict[str, str]:
    """§ 557.11(c), (d): a player who does not play forfeits the Ante and keeps the Aces Up Wager."""
    return {ANTE: "557.11(d)"}


def collect_forfeited(t: Round) -> None:
    """§ 557.11(d): all forfeited Antes, then the cards of those players who have no Aces Up Wager either."""
    for seat in list(t.forfeited):
        t.collect_forfeited(seat)
    for seat in t.folded:
        if not t.holds(seat, ACES_UP):
            t.discard("557.11(d)", SEATS[seat])


def settle(t: Round) -> None:
    """§ 557.11(e)–(f): every active hand is revealed, then all losing wagers are collected, then all winning ones paid."""
    dealer = FOUR_CARD.value(t.hands[DEALER])
    active = [seat for seat in t.counterclockwise() if t.wagers.get(seat)]
    values = {seat: FOUR_CARD.value(t.hands[SEATS[seat]]) for seat in active}
    antes = {seat: t.holds(seat, ANTE) for seat in active}  # the bonus is computed from an Ante that may be lost by then
    aces_up = t.house.paytable(ACES_UP)
    for seat in active:
        t.reveal("557.11(e)", SEATS[seat], note=FOUR_CARD.in_full(values[seat]))
    for seat in active:
        if PLAY in t.wagers[seat] and values[seat] < dealer:
            t.collect("557.11(e)", seat, ANTE)
            t.collect("557.11(e)", seat, PLAY)
        if ACES_UP in t.wagers[seat] and aces_up.odds(hand_name(values[seat])) is None:
            t.collect("557.11(e)", seat, ACES_UP)
    t.say("557.11(f)", "settles the winning wagers")
    for seat in active:
        name = hand_name(values[seat])
        if PLAY in t.wagers[seat]:
            t.pay("557.12(a)(1)", seat, ANTE)
            t.pay("557.12(a)(1)", seat, PLAY)
        if antes[seat] and (odds := t.house.paytable("Ante Bonus").odds(name)):
            t.bonus("557.12(a)(2)", seat, ANTE, odds.winnings(antes[seat], cite="557.12(a)(2)"), f"Ante bonus {odds}")
        if ACES_UP in t.wagers[seat] and (odds := aces_up.odds(name)):
            t.pay("557.12(a)(3)", seat, ACES_UP, odds)


# § 557.13 ------------------------------------------------------------------ irregularities

IRREGULARITIES = irregularities_of(BOOK, DEALER)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 557.13."""
    match incident.kind:
        case "dealer card exposed":
            dealer_card_exposed(t, incident)
        case _:
            remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


def dealer_card_exposed(t: Round, incident: Incident) -> None:
    """§ 557.13(d): void until the dealer reveals the cards. The sixth card lies face up by § 557.8(d), which is no exposure."""
    named = cards_named(incident)
    if t.stage not in DEALING and named and set(named) <= set(t.hands.get(DEALER, [])[BOOK.limit("cards_per_hand") :]):
        t.say("557.13(d)", "the dealer's sixth card lies face up anyway: play goes on")
        return
    if expose(t, "557.13(d)", DEALER, incident) and t.stage != "revealed":
        raise Void("557.13(d)", "a card of the dealer was exposed too early: all hands are void")


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: three times the Ante with tens or better, once with any lower pair, else fold."""
    value = FOUR_CARD.value(t.hands[SEATS[ask.seat]])
    if value >= Value(PAIR, (cards.TEN,)):
        return f"play {ask.choices[0].most}"
    return "play" if value.category >= PAIR else "fold"


def suggest(house: House) -> dict[str, int]:
    """The wagers of a bot: the table minimum on Ante."""
    return {ANTE: house["table_minimum"]}


GAME = Game(
    chapter="557",
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
    rankings={"557.6": FOUR_CARD},
    name_hand=by_ranking(FOUR_CARD),
    chips="557.7(b)",
    clear="557.11(g)",
    no_more_bets="557.7(d)",
)

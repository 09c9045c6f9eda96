"""One Card: the highest card wins. A whole game in one module, beside its data."""

from pitboss import cards
from pitboss.cards import Card
from pitboss.house import House
from pitboss.money import Odds
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.procedures.dealing import Method, deal_round, hands, methods_of
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import irregularities_of, remedy
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Ask, Incident, Procedure, offer

BOOK = chapter("999")
ANTE, PLAY, LUCKY_ACE = "Ante", "Play", "Lucky Ace"

PREPARATION = preparation_of(BOOK)
METHODS = methods_of(BOOK)

WAGERS = (
    Wager(ANTE, "999.7(d)", required=True),
    Wager(LUCKY_ACE, "999.7(d)", option="lucky_ace"),
    Wager(PLAY, "999.11(b)", before_deal=False),
)


def pays(house: House, card: Card) -> Odds | None:
    """What the Lucky Ace Wager is paid (§ 999.12(c))."""
    if cards.rank(card) != cards.ACE:
        return None
    return house.paytable(LUCKY_ACE).odds("Ace of spades" if cards.suit(card) == cards.SPADES else "Ace")


def give(t: Round, method: Method) -> Procedure:
    """§ 999.8(d): one card to each player with an Ante and to the dealer."""
    hands(t, method, t.with_wager(ANTE), BOOK.limit("cards_per_hand"))
    yield from ()


def round_of_play(t: Round) -> Procedure:
    """§ 999.11."""
    yield from deal_round(t, METHODS, give)
    t.say("999.11(a)", "each player looks at the card")
    yield from t.play_or_fold(
        ANTE,
        PLAY,
        "999.11(b)",
        lambda seat: offer("play", t.holds(seat, ANTE), t.holds(seat, ANTE)),
        lambda seat: {ANTE: "999.11(b)"},
    )
    for seat in list(t.forfeited):
        t.collect_forfeited(seat)
    yield from t.moment("reveal")
    t.reveal("999.11(c)", DEALER)
    t.stage = "revealed"
    yield from t.moment("settle")
    for seat in t.counterclockwise():
        if t.wagers.get(seat):
            settle(t, seat)
        if SEATS[seat] in t.hands:
            t.discard("999.11(e)", SEATS[seat])


def settle(t: Round, seat: int) -> None:
    """§ 999.11(d): a hand beside the dealer's."""
    (own,), (dealer,) = t.hands[SEATS[seat]], t.hands[DEALER]
    t.reveal("999.11(d)", SEATS[seat])
    if PLAY in t.wagers[seat]:
        if cards.rank(dealer) < cards.FIVE:
            t.pay("999.12(a)", seat, ANTE)
            t.give_back("999.12(a)", seat, PLAY)
        elif cards.rank(own) > cards.rank(dealer):
            t.pay("999.12(b)", seat, ANTE)
            t.pay("999.12(b)", seat, PLAY)
        else:
            t.collect("999.12(b)", seat, ANTE)
            t.collect("999.12(b)", seat, PLAY)
    if LUCKY_ACE in t.wagers[seat]:
        settle_lucky_ace(t, seat, own)


def settle_lucky_ace(t: Round, seat: int, card: Card) -> None:
    """§ 999.12(c)."""
    odds = pays(t.house, card)
    if odds is not None:
        t.pay("999.12(c)", seat, LUCKY_ACE, odds)
    else:
        t.collect("999.12(c)", seat, LUCKY_ACE)


IRREGULARITIES = irregularities_of(BOOK, DEALER)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 999.13."""
    remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


def bot(t: Round, ask: Ask) -> str:
    """Plays an eight or better."""
    return "play" if cards.rank(t.hands[SEATS[ask.seat]][0]) >= cards.EIGHT else "fold"


GAME = Game(
    chapter="999",
    wagers=WAGERS,
    deck=lambda house: cards.deck(),
    check=lambda house, wagers: None,
    positions=lambda house: (1, "999.2(a)"),
    prepare=lambda t: prepare(t, PREPARATION),
    round_of_play=round_of_play,
    irregularity=irregularity,
    incidents=IRREGULARITIES.kinds(),
    acts=device_acts(IRREGULARITIES.out_of_order),
    details=DETAILS,
    bot=bot,
    suggest=lambda house: {ANTE: house.least_wager()},
    rankings={},
    chips="999.7(a)",
    clear="999.11(e)",
    no_more_bets="999.7(c)",
)

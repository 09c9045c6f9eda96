"""Chapter 563, Texas Hold 'Em Bonus Poker, in the chapter's order.

Opening, shuffle and cut (§§ 563.3–.5), the three dealing methods (§§ 563.8–.10) and the common irregularities are the
shared building blocks of `pitboss.table` with this chapter's citations; rankings are in `pitboss.hands`.
"""

from collections.abc import Generator, Iterator
from functools import lru_cache

from pitboss import cards
from pitboss.hands import FIVE_CARD, Value, suited
from pitboss.house import House
from pitboss.house.payout_limits import limit_by_text
from pitboss.house.problems import Problem
from pitboss.money import Odds, dollars
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.offer import by_ranking
from pitboss.table.procedures.dealing import Method, count_stub, hands, methods_of, open_deal
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import card_face_up, expose, irregularities_of, remedy
from pitboss.table.procedures.occasions import occasions
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, DEALER, UP, Ask, Choice, Incident, Procedure, Reply, Request, Void

BOOK = chapter("563")
ANTE, FLOP, TURN, RIVER, BONUS = "Ante", "Flop", "Turn", "River", "Bonus"
PAIR = FIVE_CARD.categories.index("pair")
STRAIGHT = FIVE_CARD.categories.index("straight")
TIMES = {wager: BOOK.limit_named(f"{wager.lower()}_wager_multiple") for wager in (FLOP, TURN, RIVER)}  # the Ante
# For each street, the numbers of cards burned and dealt.
CARDS = {
    street: (BOOK.limit_named(f"burn_before_{street}"), BOOK.limit_named(f"{street}_cards"))
    for street in ("flop", "turn", "river")
}

# § 563.3–.5 ---------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 563.7 ------------------------------------------------------------------- wagers

WAGERS = (
    Wager(ANTE, "563.7(b)", required=True),
    Wager(BONUS, "563.7(c)", option="bonus", least=BOOK.limit("bonus_minimum")),
    *(Wager(later, "563.7(d)", before_deal=False) for later in (FLOP, TURN, RIVER)),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 563.7(b) and (c): the Ante is required and the Bonus Wager goes with it; there is nothing more to check."""


def problems(house: House) -> Iterator[Problem]:
    """§ 563.12(d), odds for aces against aces only if they are offered; § 563.12(e), no payout limit but the chapter's own."""
    least = next(option.default for option in BOOK.options if option.option == "aces_against_aces_odds")
    if house["aces_against_aces_odds"] != least and not house["aces_against_aces"]:
        yield house.problem(
            "aces_against_aces_odds needs aces_against_aces = true",
            "aces_against_aces_odds",
            "aces-odds-need-aces",
            cite="563.12(d)",
            allowed=[least],
            needs=("aces_against_aces",),
        )
    stated, limit = house["payout_limit"], limit_by_text(house)
    if stated != limit and not any(problem.field == "payout_limit" for problem in house.waived):
        yield house.problem(
            f"payout_limit = {dollars(stated)} must be left out: it is {dollars(limit)}, what the minimum wager can win",
            "payout_limit",
            "payout-limit-fixed",
            cite="563.12(e)",
            allowed=[limit],
            needs=("table_minimum",),
        )


def positions(house: House) -> tuple[int, str]:
    """§ 563.7(f): one position a player."""
    return BOOK.limit("positions_per_player"), "563.7(f)"


# § 563.8–.10 --------------------------------------------------------------- the three dealing methods

METHODS = methods_of(BOOK)


def deal(t: Round) -> Generator[Request, Reply, Method]:
    """§ 563.8(d), § 563.9(b), § 563.10(b): two cards to each player with an Ante Wager and to the dealer; the rest wait."""
    method = yield from open_deal(t, METHODS)
    number = BOOK.limit("automated_stack") if method.in_stacks else BOOK.limit("cards_per_hand")
    hands(t, method, t.with_wager(ANTE), number)
    t.say(method.cover_card, "the dealer's two cards lie under a cover card")
    if method.community:
        t.say(method.community, "takes the remaining cards out of the automated dealing shoe and holds them in one hand")
    t.stage = "dealt"
    yield from t.take_deferred()
    yield from t.moment("dealt")
    return method


# § 563.11 ------------------------------------------------------------------ completion of each round of play


def round_of_play(t: Round) -> Procedure:
    """One round of play, with the Flop, Turn and River of § 563.1."""
    method = yield from deal(t)
    t.say("563.11(a)", "each player examines his cards, exposes them to nobody and puts them back face down")
    yield from flop_or_fold(t)
    yield from community_cards(t, "563.11(b)", "flop")
    yield from wager_or_check(t, "563.11(c)", TURN)
    yield from community_cards(t, "563.11(d)", "turn")
    yield from wager_or_check(t, "563.11(e)", RIVER)
    t.stage = "decided"
    yield from community_cards(t, "563.11(f)", "river")
    count_stub(t, method)
    t.stub(method.stub)
    yield from t.moment("reveal")
    if anybody_in(t) or aces_may_meet(t):
        t.say("563.11(g)", "puts the cover card on the layout")
        called = ""
        if anybody_in(t):
            value = FIVE_CARD.value(t.hands[DEALER] + t.hands[COMMUNITY])
            t.facts.dealer_hand, called = FIVE_CARD.categories[value.category], FIVE_CARD.in_full(value)
        t.reveal("563.11(g)", DEALER, note=called)
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t)


@lru_cache(maxsize=1024)
def bet_or(otherwise: str, cents: int) -> tuple[Choice, ...]:
    """The choices of a wager of a fixed amount, or the alternative."""
    return Choice("bet", cents, cents), Choice(otherwise)


def flop_or_fold(t: Round) -> Procedure:
    """§ 563.11(a): each player in turn makes a Flop Wager of twice the Ante, or folds and forfeits the Ante."""
    for seat in t.with_wager(ANTE):
        if seat in t.left:
            continue
        ante = t.holds(seat, ANTE)
        flop = TIMES[FLOP] * ante
        answer = yield from t.ask(seat, bet_or("fold", flop), "563.11(a)", base=ante)
        if answer.word == "bet":
            t.place("563.11(a)(1)", seat, FLOP, flop)
        elif answer.word == "fold":
            t.forfeit("563.11(a)(2)", seat, ANTE)
            if t.holds(seat, BONUS):
                t.say("563.11(a)(2)(i)", "the cards stay on the table until the Bonus Wager is settled", SEATS[seat])
            else:
                t.discard("563.11(a)(2)(ii)", SEATS[seat])


def community_cards(t: Round, cite: str, street: str) -> Procedure:
    """§ 563.11(b), (d), (f): burn a card, then deal the Flop, Turn or River face up, if any player is left to use it."""
    if anybody_in(t):
        yield from t.moment("community")
        burned, dealt = CARDS[street]
        t.burn(cite, burned, note=f"burned before the {street.title()}")
        t.deal(cite, COMMUNITY, dealt, face=UP)


def anybody_in(t: Round) -> bool:
    """True if any player has a Flop Wager on the layout."""
    return any(FLOP in mine for mine in t.wagers.values())


def wager_or_check(t: Round, cite: str, wager: str) -> Procedure:
    """§ 563.11(c), (e): each player with a Flop Wager, clockwise, makes a wager equal to the Ante or checks."""
    for seat in t.with_wager(FLOP):
        if seat in t.left:
            continue
        ante = t.holds(seat, ANTE)
        cents = TIMES[wager] * ante
        answer = yield from t.ask(seat, bet_or("check", cents), cite, base=ante)
        if answer.word == "bet":
            t.place(cite, seat, wager, cents)


def settle(t: Round) -> None:
    """§ 563.11(h): counterclockwise, one player at a time. A folded player's Bonus Wager is settled in turn."""
    community = t.hands.get(COMMUNITY, [])
    dealer = FIVE_CARD.value(t.hands[DEALER] + community) if community else None
    limit = t.house["payout_limit"]
    for seat in t.counterclockwise(t.with_wager(FLOP, BONUS)):
        place, won = SEATS[seat], 0
        if dealer is not None and t.holds(seat, FLOP):
            value = FIVE_CARD.value(t.hands[place] + community)
            t.reveal("563.11(h)", place, note=FIVE_CARD.in_full(value))
            won = settle_against_dealer(t, seat, value, dealer, limit)
        else:
            t.reveal("563.11(h)(4)", place)
        if t.holds(seat, BONUS):
            settle_bonus(t, seat, limit - won)
            t.discard("563.11(h)(4)", place)
        else:
            t.discard("563.11(h)", place)


def settle_against_dealer(t: Round, seat: int, value: Value, dealer: Value, limit: int) -> int:
    """§ 563.11(h)(1)–(3): settle the Ante, Flop, Turn and River Wagers. Returns the cents won."""
    won, mine = 0, t.wagers[seat]
    for wager in [w for w in (ANTE, FLOP, TURN, RIVER) if w in mine]:
        if value < dealer:
            t.collect("563.11(h)(1)", seat, wager)
        elif value == dealer:
            t.give_back("563.11(h)(3)", seat, wager)
        elif wager == ANTE and value.category < FIVE_CARD.categories.index(t.house["qualifying_rank"]):
            t.give_back("563.11(h)(2)", seat, wager, note=f"push below a {t.house['qualifying_rank']}")
        else:
            won += t.pay("563.12(b)", seat, wager, most=limit - won)
    return won


def settle_bonus(t: Round, seat: int, limit: int) -> None:
    """§ 563.11(h)(4): settle the Bonus Wager by the player's two cards alone, regardless of the other wagers."""
    row = two_cards(t.hands[SEATS[seat]])
    if row == ACES and t.house["aces_against_aces"] and two_cards(t.hands[DEALER]) == ACES:
        t.pay("563.12(d)", seat, BONUS, aces_against_aces(t.house), most=limit)
    elif odds := t.house.paytable(BONUS).odds(row):
        t.pay("563.12(c)", seat, BONUS, odds, most=limit)
    else:
        t.collect("563.11(h)(4)", seat, BONUS)


# § 563.12 ------------------------------------------------------------------ payout odds

ACES = "Ace-ace"


def two_cards(hand: list[cards.Card]) -> str:
    """The row of § 563.12(c) for a player's two cards, "" if there is none. Odds are stated with "to" (§ 563.12(a)).

    >>> two_cards(cards.parse("Jh Ah")), two_cards(cards.parse("Ks Kd")), two_cards(cards.parse("Ah Th"))
    ('Ace-queen or ace-jack (same suit)', 'King-king, queen-queen or jack-jack', '')
    """
    high, low = sorted(map(cards.rank, hand), reverse=True)
    if high == low:
        if high == cards.ACE:
            return ACES
        return "King-king, queen-queen or jack-jack" if high >= cards.JACK else "A pair of 10-10 through two-two"
    if high < cards.ACE or low < cards.JACK:
        return ""
    with_ace = "Ace-king" if low == cards.KING else "Ace-queen or ace-jack"
    return f"{with_ace} ({'same suit' if suited(hand) else 'different suits'})"


def aces_against_aces(house: House) -> Odds:
    """§ 563.12(d): the payout of a pair of aces against a pair of aces, in place of the row for ace-ace."""
    return Odds.parse(f"{house['aces_against_aces_odds']} to 1")


def aces_may_meet(t: Round) -> bool:
    """True if a Bonus Wager depends on the dealer's cards (§ 563.12(d))."""
    return bool(t.house["aces_against_aces"] and t.with_wager(BONUS))


# § 563.13 ------------------------------------------------------------------ irregularities

IRREGULARITIES = irregularities_of(BOOK, DEALER)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 563.13."""
    match incident.kind:
        case "dealer card exposed":
            if expose(t, "563.13(a)", DEALER, incident) and t.stage == "dealt":
                settle_every_bonus(t, "563.13(a)")
                raise Void("563.13(a)", "a card of the dealer was exposed too early: all wagers but the Bonus go back")
        case "card face up":
            if card_face_up(t, "563.13(b)", incident):
                if t.stage:  # all players have two cards, so the Bonus Wager is decided
                    settle_every_bonus(t, "563.13(b)")
                raise Void("563.13(b)", "more than one card was face up: all hands are void and the cards reshuffled")
        case _:
            remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


def settle_every_bonus(t: Round, cite: str) -> None:
    """§ 563.13(a), (b): the hands are void and only the Bonus Wagers are settled, as § 563.12(c) pays them."""
    if aces_may_meet(t):
        t.reveal(cite, DEALER, note="turned up for aces against aces")
    for seat in t.counterclockwise(t.with_wager(BONUS)):
        t.reveal(cite, SEATS[seat])
        settle_bonus(t, seat, t.house["payout_limit"])


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: fold a two with a three to seven of another suit, and bet on hands that the player's own cards
    make."""
    hand, board = t.hands[SEATS[ask.seat]], t.hands.get(COMMUNITY, [])
    high, low = sorted(map(cards.rank, hand), reverse=True)
    if not board:
        return "fold" if low == cards.TWO and cards.TWO < high <= cards.SEVEN and not suited(hand) else "bet"
    mine = FIVE_CARD.value(hand + board)
    made = mine.category >= STRAIGHT or (mine.category >= PAIR and mine.ranks[0] in (high, low))
    return "bet" if made else "check"


def suggest(house: House) -> dict[str, int]:
    """The wagers of a bot: the table minimum on Ante."""
    return {ANTE: house["table_minimum"]}


GAME = Game(
    chapter="563",
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
    rankings={"563.6": FIVE_CARD},
    name_hand=by_ranking(FIVE_CARD, community=True),
    chips="563.7(a)",
    clear="563.11(i)",
    no_more_bets="563.7(b)",
)

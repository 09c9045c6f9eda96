"""Chapter 559, Let It Ride Poker, in the chapter's order.

Opening, shuffle and cut (§§ 559.3–.5), the frame of the three dealing methods (§§ 559.10–.12) and the common irregularities
are the shared building blocks of `pitboss.table` with this chapter's citations; rankings are in `pitboss.hands`.
"""

from collections import Counter
from collections.abc import Iterator

from pitboss import cards
from pitboss.errors import IllegalWager
from pitboss.hands import FIVE_CARD, THREE_CARD_BONUS, Value
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.money import Odds, dollars
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.money.chips import Stake
from pitboss.table.offer import by_ranking
from pitboss.table.procedures.dealing import Method, deal_round, methods_of, one_at_a_time
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import irregularities_of, remedy
from pitboss.table.procedures.occasions import occasions
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, Ask, Choice, Incident, Procedure

BOOK = chapter("559")
BET_1, BET_2, BET_3 = BETS = ("Bet 1", "Bet 2", "Bet 3")
LET_IT_RIDE_BONUS, THREE_CARD = "Let It Ride Bonus", "Three Card Bonus"
LET_IT_RIDE_POKER = "Let It Ride Poker"  # the name of the three Bets' pay table

# § 559.3–.5 ---------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 559.6 ------------------------------------------------------------------- rankings

PAIR = FIVE_CARD.categories.index("pair")
LOWEST_PAID = cards.TWO + BOOK.limit("lowest_paid_pair") - 2


def row(value: Value) -> str:
    """The row of the pay table of § 559.14(b) for a five-card hand, or the name of a hand that loses (§ 559.13(f)(2)).

    >>> row(FIVE_CARD.value(cards.parse("Th Tc 4d 3s 2h"))), row(FIVE_CARD.value(cards.parse("9h 9c Ad Ks Qh")))
    ('pair of tens, jacks, queens, kings or aces', 'pair')
    """
    name = FIVE_CARD.categories[value.category]
    return "pair of tens, jacks, queens, kings or aces" if name == "pair" and value >= Value(PAIR, (LOWEST_PAID,)) else name


# § 559.7–.9 ---------------------------------------------------------------- wagers

WAGERS = (
    *(Wager(bet, "559.7(d)", required=True) for bet in BETS),
    Wager(LET_IT_RIDE_BONUS, "559.8(b)", option="let_it_ride_bonus", amounts=(BOOK.limit("let_it_ride_bonus_amount"),)),
    Wager(THREE_CARD, "559.9(b)", option="three_card_bonus"),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 559.7(d): three equal wagers."""
    bet = wagers[BET_1]
    for name in (BET_2, BET_3):
        if wagers[name] != bet:
            raise IllegalWager(f"{name} must equal Bet 1 of {dollars(bet)}, not {dollars(wagers[name])}", "559.7(d)")


def problems(house: House) -> Iterator[Problem]:
    """§ 559.14(c): a payout limit is at least $50,000, and at least what three minimum Bets can win."""
    limit = house["payout_limit"]
    best = max(Odds.parse(payout).value for _, payout in house.paytable(LET_IT_RIDE_POKER).rows)
    most = int(BOOK.limit("bets") * house["table_minimum"] * best)
    if limit and limit < most:
        sums = f"{BOOK.limit('bets')} Bets of {dollars(house['table_minimum'])} at {best} to 1"
        yield house.problem(
            f"payout_limit = {dollars(limit)} must be at least {dollars(most)}, what the minimum wager can win: {sums}",
            "payout_limit",
            "payout-limit-least",
            cite="559.14(c)",
            allowed={"min": most},
            needs=("table_minimum", "let_it_ride_poker"),
        )


def positions(house: House) -> tuple[int, str]:
    """§ 559.7(e): two adjacent positions if the Rules Submission says so."""
    return (BOOK.limit("positions_per_player") if house["two_positions"] else 1), "559.7(e)"


# § 559.10–.12 -------------------------------------------------------------- the three dealing methods

METHODS = methods_of(BOOK)
# The five passes of the deal, alternately to the players and to the community area.
PASSES = {
    "559.10(d)": ("559.10(d)(1)", "559.10(d)(2)", "559.10(d)(3)", "559.10(d)(4)", "559.10(d)(5)"),
    "559.11(b)": ("559.11(b)(1)", "559.11(b)(2)", "559.11(b)(3)", "559.11(b)(4)", "559.11(b)(5)"),
}


def give(t: Round, method: Method) -> Procedure:
    """Deal three cards to each player with three Bets and two to the community area, starting at the dealer's left."""
    if method.in_stacks:
        yield from stacks(t, method)
    else:
        t.say(method.deal, "deals clockwise from the player farthest to the left, and to the community area between")
        first, second, third, fourth, fifth = PASSES[method.deal]
        one_to_each_player(t, first)
        t.stage = "hands dealt"  # from here on, a jam of the device does not lead to a new shuffle
        yield from t.moment("community")
        t.deal(second, COMMUNITY)
        one_to_each_player(t, third)
        t.deal(fourth, COMMUNITY)
        one_to_each_player(t, fifth)


def one_to_each_player(t: Round, cite: str) -> None:
    """One card face down to each player who has placed three wagers."""
    one_at_a_time(t, cite, [SEATS[seat] for seat in t.with_wager(BET_3)])


def stacks(t: Round, method: Method) -> Procedure:
    """§ 559.12(b): stacks of three; of the community stack the bottom card, at the dealer's left, goes to the discard rack.

    The first card lies at the bottom of its stack, as in chapters 555 and 557.
    """
    for seat in t.with_wager(BET_3):
        t.deal(method.deal, SEATS[seat], BOOK.limit("automated_stack"))
    t.stage = "hands dealt"
    yield from t.moment("community")
    t.say(method.deal, "spreads the stack of three: top card at the right, middle card in front, bottom card at the left")
    t.burn(method.deal, BOOK.limit("community_cards_removed"), "the community card at the left, unseen")
    t.deal(method.deal, COMMUNITY, BOOK.limit("community_cards"))


# § 559.13 ------------------------------------------------------------------ completion of each round of play

LET_IT_RIDE_OR_PULL = (Choice("let it ride"), Choice("pull"))


def round_of_play(t: Round) -> Procedure:
    """One round of play, with the hand, the community cards and the Let It Ride of § 559.1."""
    yield from deal_round(t, METHODS, give)
    t.say("559.13(a)", "each player examines his cards")
    t.say("559.13(a)(1)", "nobody but the dealer and the player touches them")
    t.say("559.13(a)(2)", "the three cards stay in full view of the dealer")
    yield from ask_each(t, BET_1, "559.13(b)", "559.13(b)(1)", "559.13(b)(2)")
    left, right = t.hands[COMMUNITY]
    t.reveal("559.13(c)", COMMUNITY, [left], "the first community card")
    yield from ask_each(t, BET_2, "559.13(d)", "559.13(d)(1)", "559.13(d)(2)", "559.13(a)(3)")
    yield from t.moment("reveal")
    t.reveal("559.13(e)", COMMUNITY, [right], "the second community card")
    t.stage = "revealed"
    yield from t.moment("settle")
    t.say("559.13(f)", "settles counterclockwise from the player farthest to the right, one player after another")
    for seat in t.counterclockwise():
        if t.wagers.get(seat):
            settle(t, seat)
    t.say("559.13(f)(4)", "all hands lay face up until every wager was settled")
    for seat in t.counterclockwise():
        t.discard("559.13(h)", SEATS[seat])


def ask_each(t: Round, bet: str, cite: str, rides: str, withdrawn: str, down: str = "") -> Procedure:
    """§ 559.13(b), (d): clockwise, each player withdraws the Bet or lets it ride. After the second Bet the cards lie face
    down."""
    for seat in t.seats:
        if seat in t.left:
            continue
        answer = yield from t.ask(seat, LET_IT_RIDE_OR_PULL, cite, about=bet)
        if answer.word == "let it ride":
            t.say(rides, f"{bet} stays until the end of the round", SEATS[seat])
        elif answer.word == "pull":
            t.give_back(withdrawn, seat, bet, note="withdrawn")
        if down and seat not in t.left:
            t.say(down, "lays the cards face down and does not touch them again", SEATS[seat])


def settle(t: Round, seat: int) -> None:
    """§ 559.13(f)(1)–(3): a player's cards are turned up, losing wagers collected, then winning wagers paid.

    The Let It Ride Bonus Wager (§ 559.8(d)) and the Three Card Bonus Wager (§ 559.9(d)) are independent of the Bets.
    """
    place, mine = SEATS[seat], t.wagers[seat]
    value = FIVE_CARD.value(t.hands[place] + t.hands[COMMUNITY])
    t.reveal("559.13(f)(1)", place, note=FIVE_CARD.in_full(value))
    t.say("559.13(f)(2)", FIVE_CARD.in_full(value), place)
    odds = t.house.paytable(LET_IT_RIDE_POKER).odds(row(value))
    three_card = three_card_odds(t.house, t.hands[place]) if THREE_CARD in mine else None
    if odds is None:
        for bet in [b for b in BETS if b in mine]:
            t.collect("559.13(f)(3)", seat, bet)
    if THREE_CARD in mine and three_card is None:
        t.collect("559.13(f)(3)", seat, THREE_CARD)
    if odds is not None:
        pay_bets(t, seat, odds)
    if seat in t.progressive:
        pay_let_it_ride_bonus(t, seat, row(value))
    if three_card is not None:
        t.pay("559.14(e)", seat, THREE_CARD, three_card)


# § 559.14 ------------------------------------------------------------------ payout odds; payout limitation


def pay_bets(t: Round, seat: int, odds: Odds) -> None:
    """§ 559.14(b), odds stated with "to" (§ 559.14(a)), and § 559.14(c): one limit for the three Bets of a hand together."""
    left = t.house["payout_limit"] or None
    for bet in [b for b in BETS if t.holds(seat, b)]:
        won = t.pay("559.14(b)", seat, bet, odds, most=left)
        left = None if left is None else left - won
    if left == 0:
        t.say("559.14(c)", f"the payout limit of {dollars(t.house['payout_limit'])} for one hand is reached", SEATS[seat])


def pay_let_it_ride_bonus(t: Round, seat: int, name: str) -> None:
    """Three-of-a-kind or better wins (§ 559.8(a)) the amounts of § 559.14(d) (§ 559.8(c)).

    The wager itself went into the table inventory container before the deal.
    """
    odds = t.house.paytable(LET_IT_RIDE_BONUS).odds(name)
    if odds is not None:
        t.bonus("559.14(d)", seat, LET_IT_RIDE_BONUS, int(odds.value), f"{odds} for {name}")


def three_card_odds(house: House, hand: list[cards.Card]) -> Odds | None:
    """A pair or better wins (§ 559.9(a)) by the row of the chosen table of § 559.14(e) (§ 559.9(c)).

    If the table has no row for it, a mini-royal pays as a straight flush.
    """
    table = house.paytable(THREE_CARD)
    odds = table.odds(THREE_CARD_BONUS.category(hand))
    return table.odds("straight flush") if odds is not None and odds.kind == "none" else odds


# § 559.15 ------------------------------------------------------------------ irregularities

IRREGULARITIES = irregularities_of(BOOK, COMMUNITY)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 559.15."""
    match incident.kind:
        case _:
            remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: let paying hands ride, and the draws that every published strategy lets ride; withdraw all others."""
    shown = [c for s in t.steps if s.act == "reveal" and s.who == COMMUNITY for c in s.cards]
    hand = t.hands[SEATS[ask.seat]] + shown
    ranks = sorted(cards.rank(c) for c in hand)
    counts = Counter(ranks)
    suited = len({cards.suit(c) for c in hand}) == 1
    high, span = sum(r >= LOWEST_PAID for r in ranks), ranks[-1] - ranks[0]
    pairs = [r for r, number in counts.items() if number > 1]
    if len(pairs) > 1 or any(r >= LOWEST_PAID or counts[r] > 2 for r in pairs):
        rides = True
    elif len(hand) == BOOK.limit("cards_per_hand"):  # toward a straight flush: each gap requires one more high card
        rides = suited and span <= 2 + high and ranks[0] > cards.TWO
    else:
        rides = suited or (not pairs and (span == len(hand) - 1 or high == len(hand)))
    return "let it ride" if rides else "pull"


def suggest(house: House) -> dict[str, int]:
    """The wagers of a bot: the table minimum on each of the three Bets."""
    return dict.fromkeys(BETS, house["table_minimum"])


GAME = Game(
    chapter="559",
    wagers=WAGERS,
    deck=lambda house: cards.deck(),
    check=check,
    paid_on={LET_IT_RIDE_POKER: Stake(BET_1)},
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
    rankings={"559.6": FIVE_CARD, "559.6(c)": THREE_CARD_BONUS},
    name_hand=by_ranking(FIVE_CARD, community=True),
    chips="559.7(a)",
    clear="559.13(h)",
    no_more_bets="559.7(c)",
    progressive=LET_IT_RIDE_BONUS,
)

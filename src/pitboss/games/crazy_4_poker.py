"""Chapter 657a, Crazy 4 Poker, in the chapter's order.

Opening, shuffle and cut (§§ 657a.3–.5), the three dealing methods (§§ 657a.8–.10), the progressive meter and the common
irregularities are the shared building blocks of `pitboss.table` with this chapter's citations; rankings are in
`pitboss.hands`.
"""

from collections.abc import Iterator

from pitboss import cards
from pitboss.errors import IllegalWager
from pitboss.hands import FOUR_CARD, Value
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.money import Odds, dollars
from pitboss.rulebook import Paytable, chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.money.progressive import pay_envy, pay_progressive
from pitboss.table.offer import by_ranking
from pitboss.table.procedures.dealing import Method, deal_round, hands, methods_of
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import expose, irregularities_of, remedy, seat_in
from pitboss.table.procedures.occasions import occasions
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, FLOORPERSON, Ask, Choice, Incident, Procedure, Void, offer

BOOK = chapter("657a")
ANTE, SUPER_BONUS, PLAY, QUEENS_UP, PROGRESSIVE = "Ante", "Super Bonus", "Play", "Queens Up", "Progressive Payout"
PAIR = FOUR_CARD.categories.index("pair")
FOUR_OF_A_KIND = FOUR_CARD.categories.index("four-of-a-kind")

# § 657a.3–.5 --------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 657a.6 ------------------------------------------------------------------ rankings

_KING_HIGH = Value(0, (cards.KING,))  # 657a.11(c)(3): any hand from king high upward, whatever its other cards
_PAIR_OF_ACES = Value(PAIR, (cards.ACE,))


def qualifies(dealer: Value) -> bool:
    """True if the dealer has a king or better (§ 657a.11(c)(3))."""
    return dealer >= _KING_HIGH


def hand_name(value: Value) -> str:
    """The hand's row in a pay table. Four aces, and a pair of queens or better, have rows of their own.

    >>> [hand_name(FOUR_CARD.value(cards.parse(hand))) for hand in ("Ah Ad As Ac 2d", "Qh Qd 9s 7c 2d", "Jh Jd 9s 7c 2d")]
    ['four aces', 'pair of queens or better', 'pair']
    """
    if value.category == FOUR_OF_A_KIND and value.ranks[0] == cards.ACE:
        return "four aces"
    if value.category == PAIR and value.ranks[0] >= cards.QUEEN:
        return "pair of queens or better"
    return FOUR_CARD.categories[value.category]


def odds_for(table: Paytable, name: str) -> Odds | None:
    """The payout of a hand in a pay table. Four aces pay as four-of-a-kind if the table has no row for them."""
    return table.odds(name) or (table.odds("four-of-a-kind") if name == "four aces" else None)


# § 657a.7 ------------------------------------------------------------------ wagers

WAGERS = (
    Wager(ANTE, "657a.7(d)(1)", required=True),
    Wager(SUPER_BONUS, "657a.7(d)(1)", required=True),
    Wager(QUEENS_UP, "657a.7(d)(2)"),
    Wager(
        *(PROGRESSIVE, "657a.7(d)(3)", "progressive_payout"),
        amounts=(100, 500),  # as § 657a.12(d)(5) prints them
        amount="progressive_wager",
        which="progressive_wagers",
    ),
    Wager(PLAY, "657a.11(b)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 657a.7(d)(1): the Super Bonus equals the Ante.

    The value chips of a Progressive Payout Wager (§ 657a.12(d)(5)) are checked with its entry above.
    """
    equal = BOOK.limit("super_bonus_multiple") * wagers[ANTE]
    if wagers[SUPER_BONUS] != equal:
        raise IllegalWager(
            f"the Super Bonus Wager must equal the Ante of {dollars(equal)}, not {dollars(wagers[SUPER_BONUS])}",
            "657a.7(d)(1)",
        )


def problems(house: House) -> Iterator[Problem]:
    """§ 657a.12(d)(3): initial and reset amount of the meter are at least $5,000 with paytable A, $1,000 with B."""
    table = house.letter("progressive_payout")
    if not table:
        return
    least = BOOK.limit_named(f"progressive_minimum_table_{table.lower()}")
    for option in ("progressive_initial", "progressive_reset"):
        if house[option] < least:
            yield house.problem(
                f"{option} = {dollars(house[option])} must be at least {dollars(least)} with paytable {table}",
                option,
                "meter-least-by-table",
                cite="657a.12(d)(3)",
                allowed={"min": least},
                needs=("progressive_payout",),
            )


def positions(house: House) -> tuple[int, str]:
    """§ 657a.7(e): one position a player."""
    return BOOK.limit("positions_per_player"), "657a.7(e)"


# § 657a.8–.10 -------------------------------------------------------------- the three dealing methods

METHODS = methods_of(BOOK)


def give(t: Round, method: Method) -> Procedure:
    """§ 657a.8(d), § 657a.9(b), § 657a.10(b): five cards to each player with Ante and Super Bonus, and to the dealer."""
    hands(t, method, t.with_wager(ANTE), BOOK.limit("cards_per_hand"))
    yield from ()


# § 657a.11 ----------------------------------------------------------------- completion of each round of play


def round_of_play(t: Round) -> Procedure:
    """One round of play, as § 657a.1 defines it."""
    yield from deal_round(t, METHODS, give)
    t.say("657a.11(a)", "each player examines his cards")
    t.say("657a.11(a)(1)", "nobody but the dealer and the player touches them")
    t.say("657a.11(a)(2)", "the five cards stay in full view of the dealer")
    yield from t.play_or_fold(ANTE, PLAY, "657a.11(b)", lambda seat: play_wager(t, seat, t.holds(seat, ANTE)))
    t.stage = "decided"
    for seat in list(t.folded):
        collect_forfeited(t, seat)
    yield from t.moment("reveal")
    t.facts.dealer_hand = FOUR_CARD.category(t.hands[DEALER])
    t.reveal("657a.11(c)", DEALER, note=FOUR_CARD.in_full(FOUR_CARD.value(t.hands[DEALER])))
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t)


def play_wager(t: Round, seat: int, ante: int) -> Choice:
    """§ 657a.11(b): a Play Wager equals the Ante; with a pair of aces or better, it may be up to three times the Ante, in
    chips."""
    equal = BOOK.limit("play_multiple") * ante
    if FOUR_CARD.value(t.hands[SEATS[seat]]) < _PAIR_OF_ACES:
        return offer("play", equal, equal)
    unit = t.house["smallest_chip"]
    return offer("play", equal, BOOK.limit("play_maximum_aces") * ante, unit, equal)


def collect_forfeited(t: Round, seat: int) -> None:
    """§ 657a.11(b)(1), (c): collect the wagers and cards of players who did not play. They stay eligible for an Envy Bonus."""
    t.folded.remove(seat)
    t.forfeit("657a.11(c)", seat, ANTE)
    t.forfeit("657a.11(c)", seat, SUPER_BONUS)
    if t.holds(seat, QUEENS_UP):
        t.forfeit("657a.11(c)", seat, QUEENS_UP)
    if t.progressive.pop(seat, 0):
        t.say("657a.11(b)(2)", "forfeits the Progressive Payout Wager, not the Envy Bonus", SEATS[seat])
    t.discard("657a.11(c)", SEATS[seat])


def settle(t: Round) -> None:
    """§ 657a.11(c)–(e): counterclockwise, everything for one player before the next."""
    dealer = FOUR_CARD.value(t.hands[DEALER])
    for seat in t.counterclockwise():
        if not t.holds(seat, PLAY):
            continue
        value = FOUR_CARD.value(t.hands[SEATS[seat]])
        name = hand_name(value)
        t.reveal("657a.11(c)(1)", SEATS[seat])
        t.say("657a.11(c)(2)", FOUR_CARD.in_full(value), SEATS[seat])
        outcome = against_the_dealer(t, seat, value, dealer)
        settle_super_bonus(t, seat, name, outcome)
        settle_queens_up(t, seat, name)
        if t.progressive.get(seat):
            settle_progressive(t, seat, name)
        if t.house["progressive_payout"]:
            pay_envy_bonuses(t, seat, name)


def against_the_dealer(t: Round, seat: int, value: Value, dealer: Value) -> str:
    """§ 657a.11(c)(3): settle Ante and Play. Returns the paragraph. If the dealer has no king, the hands are not compared."""
    if not qualifies(dealer):
        outcome = "657a.11(c)(3)(i)"
        t.give_back(outcome, seat, ANTE)
        t.pay("657a.12(a)", seat, PLAY)
    elif value < dealer:
        outcome = "657a.11(c)(3)(ii)(A)"
        t.collect(outcome, seat, ANTE)
        t.collect(outcome, seat, PLAY)
    elif value > dealer:
        outcome = "657a.11(c)(3)(ii)(B)"
        t.pay("657a.12(a)", seat, ANTE)
        t.pay("657a.12(a)", seat, PLAY)
    else:
        outcome = "657a.11(c)(3)(ii)(C)"
        t.give_back(outcome, seat, ANTE)
        t.give_back(outcome, seat, PLAY)
    return outcome


def settle_super_bonus(t: Round, seat: int, name: str, outcome: str) -> None:
    """§ 657a.12(b): a straight or better is paid, win or lose; with a lower hand it is returned, or lost with the hand.

    By the letter, § 657a.11(c)(3)(ii)(A) never collects it, but § 657a.2(b)(5)(iv) returns it only to players who beat or tie
    the dealer.
    """
    if odds := odds_for(t.house.paytable(SUPER_BONUS), name):
        t.pay("657a.12(b)", seat, SUPER_BONUS, odds)
    elif outcome == "657a.11(c)(3)(ii)(A)":
        t.collect("657a.2(b)(5)(iv)", seat, SUPER_BONUS)
    else:
        t.give_back(outcome, seat, SUPER_BONUS)


def settle_queens_up(t: Round, seat: int, name: str) -> None:
    """§ 657a.11(d), whatever the dealer has."""
    if not t.holds(seat, QUEENS_UP):
        return
    if odds := odds_for(t.house.paytable(QUEENS_UP), name):
        t.pay("657a.12(c)", seat, QUEENS_UP, odds)
    else:
        t.collect("657a.11(d)", seat, QUEENS_UP)


def settle_progressive(t: Round, seat: int, name: str) -> None:
    """§ 657a.11(e), whatever the dealer has; for the highest hand only (§ 657a.12(d)(2))."""
    place, odds = SEATS[seat], odds_for(t.house.paytable(PROGRESSIVE), name)
    if odds is None:
        t.say("657a.11(e)", "the Progressive Payout Wager has not won", place)
        return
    t.say("657a.11(e)(1)", f"verifies the {name}")
    t.say("657a.11(e)(2)", "verifies that the progressive system shows the right light")
    t.say("657a.11(e)(3)", "validates the progressive payout", FLOORPERSON)
    if odds.kind == "meter":
        pay_progressive(t, "657a.12(d)(4)", seat, odds)
        t.say("657a.11(e)(4)", "the cards stay on the table until the documentation is complete", place)
    else:
        pay_progressive(t, "657a.12(d)(1)", seat, odds)


def pay_envy_bonuses(t: Round, seat: int, name: str) -> None:
    """§ 657a.11(e)(5): to every other player with the wager, by § 657a.12(d)(5)(i) or § 657a.12(d)(5)(ii)."""
    pay_envy(t, seat, name, t.house.letter("progressive_payout"))


# § 657a.13 ----------------------------------------------------------------- irregularities

IRREGULARITIES = irregularities_of(BOOK, DEALER)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 657a.13."""
    match incident.kind:
        case "dealer card exposed":
            if expose(t, "657a.13(d)", DEALER, incident) and t.stage not in ("decided", "revealed"):
                raise Void("657a.13(d)", "a card of the dealer was exposed too early: all hands are void")
        case "player leaves" if seat_in(incident) in t.folded:  # a forfeited wager cannot be abandoned
            collect_forfeited(t, seat_in(incident))
            remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
        case _:
            remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: the maximum with aces or better, once with king, queen, 8, 4 or better, else fold."""
    value = FOUR_CARD.value(t.hands[SEATS[ask.seat]])
    if value >= Value(0, (cards.KING, cards.QUEEN, cards.EIGHT, cards.FOUR)):
        return f"play {ask.choices[0].most}"
    return "fold"


def suggest(house: House) -> dict[str, int]:
    """The wagers of a bot: the table minimum on Ante and Super Bonus."""
    least: int = house["table_minimum"]
    return {ANTE: least, SUPER_BONUS: least}


GAME = Game(
    chapter="657a",
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
    rankings={"657a.6": FOUR_CARD},
    name_hand=by_ranking(FOUR_CARD),
    chips="657a.7(a)",
    clear="657a.11(f)",
    no_more_bets="657a.7(c)",
    progressive=PROGRESSIVE,
    payments=("Envy Bonus",),
)

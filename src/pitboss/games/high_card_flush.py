"""Chapter 678a, High Card Flush, in the chapter's order.

Opening, shuffle and cut (§§ 678a.3–.5), the three dealing methods (§§ 678a.8–.10), the progressive meter and the common
irregularities are the shared building blocks of `pitboss.table` with this chapter's citations; rankings are in
`pitboss.hands`.
"""

from pitboss import cards
from pitboss.hands import FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH, Value
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.money.progressive import keep_settled, pay_progressive
from pitboss.table.offer import by_ranking
from pitboss.table.procedures.dealing import Method, deal_round, hands, methods_of
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import expose, irregularities_of, remedy
from pitboss.table.procedures.occasions import occasions
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Ask, Incident, Procedure, Void, offer

BOOK = chapter("678a")
ANTE, RAISE = "Ante", "Raise"
FLUSH_BONUS, STRAIGHT_FLUSH_BONUS, PROGRESSIVE = "Flush Bonus", "Straight Flush Bonus", "Progressive Jackpot"

# § 678a.3–.5 --------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 678a.6 ------------------------------------------------------------------ rankings

_NINE_HIGH = Value(FLUSH_LENGTH.categories.index("three card flush"), (cards.NINE,))


def qualifies(dealer: Value) -> bool:
    """True if the dealer has a three card flush, nine high, or better, whatever its other cards (§ 678a.11(d)(1), (2))."""
    return dealer >= _NINE_HIGH


def flush_cards(value: Value) -> int:
    """The number of cards in a flush (§ 678a.6(b))."""
    return len(value.ranks)


def straight_flush_row(hand: list[cards.Card]) -> str:
    """The pay table row of the longest straight flush, "" for two cards or fewer (§ 678a.6(d)).

    >>> straight_flush_row(cards.parse("Ah 2h 3h 4h 9c 8c 7c")), straight_flush_row(cards.parse("Ah Kh Jh Th 8c 6c 5c"))
    ('4 card straight flush', '')
    """
    category = STRAIGHT_FLUSH_LENGTH.value(hand).category  # the lowest, one, is a three card straight flush
    return f"{category + 2} card straight flush" if category else ""


# § 678a.7 ------------------------------------------------------------------ wagers

WAGERS = (
    Wager(ANTE, "678a.7(d)(1)", required=True),
    Wager(FLUSH_BONUS, "678a.7(d)(2)", option="flush_bonus"),
    Wager(STRAIGHT_FLUSH_BONUS, "678a.7(d)(3)", option="straight_flush_bonus"),
    Wager(PROGRESSIVE, "678a.7(d)(4)", option="progressive_jackpot", amount="progressive_wager"),
    Wager(RAISE, "678a.11(b)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 678a.7(d): the Ante is required and no optional wager depends on another; there is nothing more to check."""


def positions(house: House) -> tuple[int, str]:
    """§ 678a.7(e): one position a player."""
    return BOOK.limit("positions_per_player"), "678a.7(e)"


# § 678a.8–.10 -------------------------------------------------------------- the three dealing methods

METHODS = methods_of(BOOK)

# § 678a.11 ----------------------------------------------------------------- completion of each round of play


def give(t: Round, method: Method) -> Procedure:
    """§ 678a.8(d), § 678a.9(b), § 678a.10(b): seven cards to each player with an Ante and, under a cover card, the dealer."""
    hands(t, method, t.with_wager(ANTE), BOOK.limit("cards_per_hand"))
    t.say(method.cover_card, "the dealer's cards lie under the cover card")
    yield from ()


def round_of_play(t: Round) -> Procedure:
    """One round of play: Raise Wager or fold (§ 678a.1), then the dealer's hand and the settlement."""
    yield from deal_round(t, METHODS, give)
    t.say("678a.11(a)", "each player examines his cards")
    t.say("678a.11(a)(1)", "nobody but the dealer and the player touches them")
    t.say("678a.11(a)(2)", "cards stay in full view of the dealer")
    for seat in t.with_wager(ANTE):
        if seat in t.left:
            continue
        yield from raise_or_fold(t, seat)
    t.stage = "decided"
    yield from t.moment("reveal")
    t.facts.dealer_hand = FLUSH_LENGTH.category(t.hands[DEALER])
    t.reveal("678a.11(d)", DEALER, note=FLUSH_LENGTH.in_full(FLUSH_LENGTH.value(t.hands[DEALER])))
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t)


def raise_or_fold(t: Round, seat: int) -> Procedure:
    """§ 678a.11(b), (c): a player in turn folds or makes a Raise, from the table minimum to what the player's flush allows."""
    place, ante, least, unit = SEATS[seat], t.holds(seat, ANTE), t.house.least_wager(), t.house["smallest_chip"]
    flush = flush_cards(FLUSH_LENGTH.value(t.hands[place]))
    if flush <= 4:
        cite, most = "678a.11(b)(1)", ante * BOOK.limit("raise_two_to_four_card_flush")
        choice = offer("raise", most, most)
    elif flush == 5:
        cite, most = "678a.11(b)(2)", ante * BOOK.limit("raise_five_card_flush")
        choice = offer("raise", least, most, unit, ante)
    else:
        cite, most = "678a.11(b)(3)", ante * BOOK.limit("raise_six_or_seven_card_flush")
        choice = offer("raise", least, most, unit, ante)
    answer = yield from t.ask(seat, (choice, offer("fold")), cite, base=ante)
    if answer.word == "raise":
        t.place("678a.11(c)(1)", seat, RAISE, answer.cents)
    elif answer.word == "fold":
        t.forfeit("678a.11(c)(2)", seat, ANTE)
        if unsettled(t, seat):
            t.say("678a.11(c)(2)(i)", "tucks the cards under the optional wagers", place)
        else:
            t.discard("678a.11(c)(2)(ii)", place)


def unsettled(t: Round, seat: int) -> bool:
    """True if a player has a wager left to settle. The Progressive Jackpot was collected before the deal."""
    return bool(t.wagers.get(seat)) or seat in t.progressive


def settle(t: Round) -> None:
    """§ 678a.11(d): counterclockwise. If the dealer does not qualify, the Antes and Raises of all players come first
    (§ 678a.11(d)(1)), else each player is finished before the next (§ 678a.11(d)(2))."""
    dealer = FLUSH_LENGTH.value(t.hands[DEALER])
    qualified = qualifies(dealer)
    if not qualified:
        dealer_does_not_qualify(t)
    waiting = []
    for seat in t.counterclockwise():
        if not unsettled(t, seat):
            continue
        place = SEATS[seat]
        value = FLUSH_LENGTH.value(t.hands[place])
        shown = "678a.11(d)(2)(i)" if qualified else "678a.11(d)(1)(i)"
        t.reveal(shown, place, note=FLUSH_LENGTH.in_full(value))
        if t.holds(seat, RAISE):
            against_the_dealer(t, seat, value, dealer)
        if settle_optional(t, seat):
            waiting.append(place)
        else:
            t.discard("678a.11(f)", place)
    for place in waiting:
        t.say("678a.11(e)(3)(iv)", "the progressive payout is documented: the cards may leave the table", place)
        t.discard("678a.11(f)", place)


def dealer_does_not_qualify(t: Round) -> None:
    """§ 678a.11(d)(1): every player who raised is paid 1 to 1 on the Ante (§ 678a.12(a)) and gets the Raise back."""
    t.say("678a.11(d)(1)", "the dealer has less than a three card flush, nine high")
    for seat in t.counterclockwise(t.with_wager(RAISE)):
        t.pay("678a.12(a)", seat, ANTE)
        t.give_back("678a.11(d)(1)", seat, RAISE)
        if not unsettled(t, seat):
            t.discard("678a.11(d)(1)(ii)", SEATS[seat])


def against_the_dealer(t: Round, seat: int, player: Value, dealer: Value) -> None:
    """§ 678a.11(d)(2)(ii): the dealer qualifies, and the two flushes are compared (§ 678a.6(b), (c))."""
    if player > dealer:
        t.say("678a.11(d)(2)(ii)(A)", "higher than the dealer's hand", SEATS[seat])
        t.pay("678a.12(a)", seat, ANTE)
        t.pay("678a.12(a)", seat, RAISE)
    elif player == dealer:
        t.give_back("678a.11(d)(2)(ii)(B)", seat, ANTE)
        t.give_back("678a.11(d)(2)(ii)(B)", seat, RAISE)
    else:
        t.collect("678a.11(d)(2)(ii)(C)", seat, ANTE)
        t.collect("678a.11(d)(2)(ii)(C)", seat, RAISE)


def settle_optional(t: Round, seat: int) -> bool:
    """§ 678a.11(e): Flush Bonus, Straight Flush Bonus, Progressive Jackpot; True when a share of the meter is pending."""
    place = SEATS[seat]
    if t.holds(seat, FLUSH_BONUS):
        row = f"{flush_cards(FLUSH_LENGTH.value(t.hands[place]))} card flush"
        if odds := t.house.paytable(FLUSH_BONUS).odds(row):
            t.say("678a.11(e)(1)(ii)", row, place)
            t.pay("678a.12(b)", seat, FLUSH_BONUS, odds)
        else:
            t.collect("678a.11(e)(1)(i)", seat, FLUSH_BONUS, note=row)
    if not (t.holds(seat, STRAIGHT_FLUSH_BONUS) or seat in t.progressive):
        return False
    row = straight_flush_row(t.hands[place])
    t.say("678a.11(e)(2)", row or "no straight flush", place)
    if t.holds(seat, STRAIGHT_FLUSH_BONUS):
        if odds := t.house.paytable(STRAIGHT_FLUSH_BONUS).odds(row):
            t.say("678a.11(e)(2)(ii)", "the Straight Flush Bonus wins", place)
            t.pay("678a.12(c)", seat, STRAIGHT_FLUSH_BONUS, odds)
        else:
            t.collect("678a.11(e)(2)(i)", seat, STRAIGHT_FLUSH_BONUS)
    return seat in t.progressive and settle_progressive(t, seat, row)


def settle_progressive(t: Round, seat: int, row: str) -> bool:
    """§ 678a.11(e)(3): the highest straight flush only (§ 678a.12(d)(2)), from the meter as it is now (§ 678a.12(d)(4))."""
    place = SEATS[seat]
    odds = t.house.paytable(PROGRESSIVE).odds(row)
    if odds is None or odds.kind == "none":
        t.say("678a.11(e)(3)", "no progressive payout", place)
        return False
    t.say("678a.11(e)(3)(i)", f"verifies the {row}", place)
    t.say("678a.11(e)(3)(ii)", "verifies that the light of the progressive table game system is on", place)
    t.say("678a.11(e)(3)(iii)", "the floorperson validates the progressive payout", place)
    from_meter = odds.kind == "meter"
    pay_progressive(t, "678a.12(d)(4)" if from_meter else "678a.12(d)(1)", seat, odds)
    if from_meter:
        t.say("678a.11(e)(3)(iv)", "the cards stay on the table until the payout is documented", place)
    return from_meter


# § 678a.13 ----------------------------------------------------------------- irregularities

IRREGULARITIES = irregularities_of(BOOK, DEALER)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 678a.13."""
    match incident.kind:
        case "dealer card exposed":
            if expose(t, "678a.13(d)", DEALER, incident) and t.stage == "dealt":
                settle_after_exposure(t)
                raise Void("678a.13(d)", "a card of the dealer was exposed too early: Ante and Raise go back")
        case _:
            remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


def settle_after_exposure(t: Round) -> None:
    """§ 678a.13(d): the hands are void, but the optional wagers are settled by § 678a.11(e)."""
    for seat in t.counterclockwise():
        if any(t.holds(seat, wager) for wager in (FLUSH_BONUS, STRAIGHT_FLUSH_BONUS)) or seat in t.progressive:
            t.reveal("678a.13(d)", SEATS[seat], note="turned up to settle the optional wagers")
            settle_optional(t, seat)
    keep_settled(t)


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: the maximal raise with a hand that would qualify for the dealer, else fold."""
    good = qualifies(FLUSH_LENGTH.value(t.hands[SEATS[ask.seat]]))
    return f"raise {ask.choices[0].most}" if good else "fold"


def suggest(house: House) -> dict[str, int]:
    """The wagers of a bot: the table minimum on the Ante."""
    return {ANTE: house["table_minimum"]}


GAME = Game(
    chapter="678a",
    wagers=WAGERS,
    deck=lambda house: cards.deck(),
    check=check,
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
    rankings={"678a.6": FLUSH_LENGTH, "678a.6(d)": STRAIGHT_FLUSH_LENGTH},
    name_hand=by_ranking(FLUSH_LENGTH),
    chips="678a.7(a)",
    clear="678a.11(f)",
    no_more_bets="678a.7(c)",
    progressive=PROGRESSIVE,
)

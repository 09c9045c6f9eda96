"""Chapter 555, Caribbean Stud Poker, in the chapter's order.

Opening, shuffle and cut (§§ 555.3–.5), the three dealing methods (§§ 555.8–.10), the meter and the common irregularities are
the shared building blocks of `pitboss.table` with this chapter's citations; rankings are in `pitboss.hands`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss import cards
from pitboss.errors import NotAuthorized
from pitboss.hands import FIVE_CARD, Value
from pitboss.house import House
from pitboss.house.own_pay_tables import row_name
from pitboss.house.problems import Problem
from pitboss.money import Odds
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.money.chips import Stake
from pitboss.table.money.progressive import pay_progressive, return_progressive
from pitboss.table.offer import by_ranking
from pitboss.table.procedures.dealing import close_deal, hands, methods_of, open_deal
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import (
    DEALING,
    cards_named,
    irregularities_of,
    remedy,
    seat_in,
    wrong_number,
)
from pitboss.table.procedures.occasions import occasions
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, FLOORPERSON, Ask, Incident, Procedure, Void, offer

BOOK = chapter("555")
ANTE, BET, PROGRESSIVE = "Ante", "Bet", "Progressive Payout"

# § 555.3–.5 ---------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 555.6 ------------------------------------------------------------------- rankings

_LOWEST_QUALIFYING_HAND = Value(0, (cards.ACE, cards.KING, cards.FOUR, cards.THREE, cards.TWO))


def qualifies(dealer: Value) -> bool:
    """True if the dealer has a qualifying hand: ace, king, four, three and two or better (§ 555.1)."""
    return dealer >= _LOWEST_QUALIFYING_HAND


# § 555.7 ------------------------------------------------------------------- wagers

WAGERS = (
    Wager(ANTE, "555.7(b)", required=True),
    Wager(PROGRESSIVE, "555.7(c)", amounts=(BOOK.limit("progressive_wager"),)),
    Wager(BET, "555.7(d)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 555.7(b): the Ante is required and the progressive wager goes with it; there is nothing more to check."""


def problems(house: House) -> Iterator[Problem]:
    """§ 555.13(d): no hand wins more than the whole meter, and a straight flush is posted as the house designated it."""
    book, own = BOOK.paytable(PROGRESSIVE), house.values["progressive_payout"]
    for (hand, payout), (_, printed) in zip(house.paytable(PROGRESSIVE).rows, book.rows, strict=True):
        row = row_name(book, own, hand) if isinstance(own, dict) else ""
        odds, designated = Odds.parse(payout), Odds.parse(house["progressive_straight_flush"])
        if odds.kind == "meter" and odds.value > 1:
            message = f"{hand} cannot pay {odds}: nobody can win more than the meter shows"
            yield house.problem(message, "progressive_payout", "whole-meter", cite="555.13(d)", allowed="100%", row=row)
        if len(Odds.choices(printed)) > 1 and payout != printed and odds.kind != designated.kind:
            message = f"{hand} is posted at {odds}, but {designated} is designated"
            yield house.problem(
                *(message, "progressive_payout", "as-designated"),
                cite="555.13(d)",
                allowed=f"{designated} or more",
                needs=("progressive_straight_flush",),
                row=row,
            )


def positions(house: House) -> tuple[int, str]:
    """§ 555.7(e): one hand a player."""
    return BOOK.limit("positions_per_player"), "555.7(e)"


# § 555.8–.10 --------------------------------------------------------------- the three dealing methods

METHODS = methods_of(BOOK)


@dataclass
class Play:
    """The state of a round."""

    dealers_cards: int = BOOK.limit("cards_per_hand")  # as dealt, before a short hand is completed


def play_of(t: Round) -> Play:
    """The state of a round."""
    found = t.play
    assert isinstance(found, Play)
    return found


def deal(t: Round) -> Procedure:
    """Deal five cards to each player with an Ante and to the dealer, whose first is face up
    (§ 555.8(d), § 555.9(b), § 555.10(b)).

    From an automated shoe, the first card lies at the bottom of the dealer's stack and is turned up last. A dealer who was
    dealt four cards gets the fifth here (§ 555.14(d)).
    """
    method = yield from open_deal(t, METHODS)
    number = BOOK.limit("cards_per_hand")
    short = number - play_of(t).dealers_cards
    hands(t, method, t.with_wager(ANTE), number, number - short, first_up=True)
    if short:
        t.deal("555.14(d)", DEALER, short)
    yield from close_deal(t, method)
    if method.in_stacks:
        t.say("555.10(g)", "spreads the stack in a row, the top card to the right and the bottom card to the left")
        t.reveal("555.10(g)", DEALER, t.hands[DEALER][:1], "the bottom card")


# § 555.11 ------------------------------------------------------------------ Bet Wagers, completion of each round of play


def round_of_play(t: Round) -> Procedure:
    """One round of play (§ 555.1): all players dealt a hand, folded or wagered upon it, paid or collected."""
    t.play = Play()
    yield from deal(t)
    t.say("555.11(b)", "only the player and the dealer touch a hand; its five cards stay in full view")
    for seat in t.with_wager(ANTE):
        if seat in t.left:
            continue
        ante = t.holds(seat, ANTE)
        bet = ante * BOOK.limit("bet_multiple")
        answer = yield from t.ask(seat, (offer("bet", bet, bet), offer("fold")), "555.11(a)", base=ante)
        if answer.word == "bet":
            t.place("555.11(a)", seat, BET, bet)
        elif answer.word == "fold":
            fold(t, seat)
    t.stage = "decided"
    yield from t.moment("reveal")
    t.facts.dealer_hand = FIVE_CARD.category(t.hands[DEALER])
    t.reveal("555.11(d)", DEALER, t.hands[DEALER][1:], FIVE_CARD.in_full(FIVE_CARD.value(t.hands[DEALER])))
    t.stage = "revealed"
    yield from t.moment("settle")
    dealer = FIVE_CARD.value(t.hands[DEALER])
    seats = t.counterclockwise(t.with_wager(BET))
    if qualifies(dealer):
        settle(t, seats, dealer)
    else:
        no_hand(t, seats)


def fold(t: Round, seat: int) -> None:
    """§ 555.11(a): the Ante is forfeited and the hand racked; the progressive payout wager is lost with it (§ 555.12(c))."""
    t.forfeit("555.11(a)", seat, ANTE)
    if t.progressive.pop(seat, 0):
        t.say("555.12(c)", "the folded hand has lost its progressive payout wager", SEATS[seat])
    t.discard("555.11(a)", SEATS[seat])


def settle(t: Round, seats: list[int], dealer: Value) -> None:
    """§ 555.11(e) against a qualifying hand: all hands turned up, all losing wagers collected, then progressives paid before
    any hand is collected (§ 555.12(a)), losing hands racked, ties settled one by one, and all winning wagers paid."""
    values = {seat: FIVE_CARD.value(t.hands[SEATS[seat]]) for seat in seats}
    losers = [seat for seat in seats if values[seat] < dealer]
    for seat in seats:
        t.reveal("555.11(e)", SEATS[seat], note=FIVE_CARD.in_full(values[seat]))
    for seat in losers:
        t.collect("555.11(e)(1)", seat, ANTE)
        t.collect("555.11(e)(1)", seat, BET)
    documented = pay_progressives(t, seats)
    for seat in losers:
        if seat not in documented:
            t.discard("555.11(e)(1)", SEATS[seat])
    for seat in seats:
        if values[seat] == dealer:
            t.give_back("555.11(e)(2)", seat, ANTE)
            t.give_back("555.11(e)(2)", seat, BET)
            if seat not in documented:
                t.discard("555.11(e)(2)", SEATS[seat])
    for seat in seats:
        if values[seat] > dealer:
            t.pay("555.13(b)", seat, ANTE)
            t.pay("555.13(c)", seat, BET, bet_odds(t.house, name_of(t, seat)))
    rack(t, "555.11(e)(3)", seats, documented)


def no_hand(t: Round, seats: list[int]) -> None:
    """§ 555.11(f) without a qualifying hand: progressives, then every Ante is paid and every Bet returned unseen."""
    for seat in seats:
        if seat in t.progressive:
            t.reveal("555.11(f)(1)", SEATS[seat], note=FIVE_CARD.in_full(FIVE_CARD.value(t.hands[SEATS[seat]])))
    documented = pay_progressives(t, seats)
    t.say("555.11(f)(2)", "“no hand”")
    for seat in seats:
        t.pay("555.11(f)(2)", seat, ANTE)
    for seat in seats:
        t.give_back("555.11(f)(3)", seat, BET, "void")
    rack(t, "555.11(f)(4)", seats, documented)


def rack(t: Round, cite: str, seats: list[int], documented: set[int]) -> None:
    """Move the hands on the layout to the discard rack in order (§ 555.11(g)), documented ones last."""
    for seat in seats:
        if seat not in documented:
            t.discard(cite, SEATS[seat])
    for seat in seats:
        if seat in documented:
            t.discard(cite, SEATS[seat], "the documentation of the progressive payout is complete")


def name_of(t: Round, seat: int) -> str:
    """The poker hand of a seat in the words of § 555.6(b)."""
    return FIVE_CARD.category(t.hands[SEATS[seat]])


# § 555.12–.13 -------------------------------------------------------------- progressive payout, payout odds


def bet_odds(house: House, hand: str) -> Odds:
    """The payout of a winning Bet Wager (§ 555.13(c)). The last row is for a pair and everything below."""
    table = house.paytable(BET)
    odds = table.odds(hand) or table.odds("one pair or less")
    assert odds is not None
    return odds


def progressive_odds(house: House, hand: str) -> Odds | None:
    """The payout of a progressive payout hand (§ 555.13(d)), None below a flush; of a straight flush, as the house
    designated."""
    posted = house.paytable(PROGRESSIVE).odds(hand)
    designated = Odds.parse(house["progressive_straight_flush"])
    return designated if posted and hand == "straight flush" and posted.kind != designated.kind else posted


def pay_progressives(t: Round, seats: list[int]) -> set[int]:
    """§ 555.12(a), (c): progressive payout hands are paid before any hand is collected, whatever the dealer holds.

    § 555.13(f): each in turn from the meter as it stands then, all royal flushes together at the first one's turn. Returns the
    payouts that did not come from the table inventory container and need documentation.
    """
    names = {seat: name_of(t, seat) for seat in seats if seat in t.progressive}
    winners = {seat: odds for seat, name in names.items() if (odds := progressive_odds(t.house, name))}
    royals = [seat for seat in winners if names[seat] == "royal flush"]
    documented = set()
    for seat in sorted(winners, key=lambda seat: royals[0] if seat in royals else seat, reverse=True):
        t.say("555.12(b)(1)", f"{SEATS[seat]} wins with a {names[seat]}")
        t.say("555.12(b)(2)", f"the light of {SEATS[seat]}'s acceptor device is on")
        t.say("555.12(b)(3)", "validates the progressive payout", FLOORPERSON)
        share = len(royals) - royals.index(seat) if seat in royals else 1
        cite = "555.13(f)" if seat in royals and len(royals) > 1 else "555.13(d)"
        pay_progressive(t, cite, seat, winners[seat], share, off_meter=True)
        if winners[seat].kind == "meter":
            documented.add(seat)
    return documented


# § 555.14 ------------------------------------------------------------------ irregularities

IRREGULARITIES = irregularities_of(BOOK, DEALER)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 555.14, and § 555.11(c) for players who talk."""
    match incident.kind:
        case "hole card exposed":
            hole_card_exposed(t, incident)
        case "wrong number of cards":
            wrong_number_of_cards(t, incident)
        case _:
            remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


def hole_card_exposed(t: Round, incident: Incident) -> None:
    """§ 555.14(a), read as before every player has bet or folded; later the hole cards are due to be turned over."""
    named = cards_named(incident)
    if t.stage in DEALING:
        t.deferred.append(incident)
        return
    hole = t.hands[DEALER][1:]
    if set(named) - set(hole):
        raise NotAuthorized("that is not one of the dealer's four hole cards", "555.14(a)")
    t.reveal("555.14(a)", DEALER, named or hole[:1], "exposed by accident")
    if t.stage not in ("decided", "revealed"):
        raise Void("555.14(a)", "a hole card was exposed too early: all hands are void and the cards reshuffled")


def wrong_number_of_cards(t: Round, incident: Incident) -> None:
    """§ 555.14(d): a player's hand is void by itself, once all are dealt; four cards of the dealer are made up to five."""
    to, number = wrong_number(t, "555.14(d)", IRREGULARITIES.hands, incident)
    if to == DEALER:
        four = BOOK.limit("dealer_cards_that_may_be_completed")
        if number != four:
            raise Void("555.14(d)", "the dealer has the wrong number of cards: all hands are void and the cards reshuffled")
        if t.stage:
            t.say("555.14(d)", "the dealer had four cards: one more completes the hand")
        play_of(t).dealers_cards = four
        return
    seat = seat_in(incident)
    if seat not in t.seats or seat in t.left or (t.stage and SEATS[seat] not in t.hands):
        if incident in t.deferred:  # the player has left or talked since
            return
        raise NotAuthorized(f"seat {seat} has no hand in the round", "555.14(d)")
    if not t.stage:
        t.deferred.append(incident)
        return
    t.say("555.14(d)", "has the wrong number of cards: this hand is void", SEATS[seat])
    t.left.add(seat)
    for wager in list(t.wagers[seat]):
        t.give_back("555.14(d)", seat, wager)
    return_progressive(t, "555.14(d)", seat)
    t.discard("555.14(d)", SEATS[seat])


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: bet on ace-king-jack-eight-three or better."""
    least = Value(0, (cards.ACE, cards.KING, cards.JACK, cards.EIGHT, cards.THREE))
    return "bet" if FIVE_CARD.value(t.hands[SEATS[ask.seat]]) >= least else "fold"


def suggest(house: House) -> dict[str, int]:
    """The wagers of a bot: the table minimum on the Ante."""
    return {ANTE: house["table_minimum"]}


GAME = Game(
    chapter="555",
    wagers=WAGERS,
    deck=lambda house: cards.deck(),
    check=check,
    paid_on={BET: Stake(ANTE, BOOK.limit("bet_multiple"), BET)},
    problems=problems,
    positions=positions,
    prepare=lambda t: prepare(t, PREPARATION),
    round_of_play=round_of_play,
    irregularity=irregularity,
    occasion=occasions(IRREGULARITIES),
    incidents=IRREGULARITIES.kinds() | {"hole card exposed": "555.14(a)"},
    acts=device_acts(IRREGULARITIES.out_of_order),
    details=DETAILS,
    bot=bot,
    suggest=suggest,
    rankings={"555.6": FIVE_CARD},
    name_hand=by_ranking(FIVE_CARD),
    chips="555.7(a)",
    clear="555.11(g)",
    no_more_bets="555.7(b)",
    progressive=PROGRESSIVE,
)

"""The dealer's part of a round: his hand (§ 633a.7(m)–(o)) and the settlement (§ 633a.7(p)–(s), § 633a.13(a), (b))."""

from pitboss.games.blackjack.play import IN_ERROR, NATURAL, Hand, kill, play_hand, play_of, settle_surrender
from pitboss.games.blackjack.points import announce, is_blackjack, total
from pitboss.games.blackjack.table import BOOK, INSURANCE, PREPARATION
from pitboss.money import Odds
from pitboss.table.multideck import next_card
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, UP, Choice, Procedure

TWO_TO_ONE = Odds.parse(BOOK.limit("insurance_payout"))
STANDS_ON: int = BOOK.limit("dealer_stands_on")

# § 633a.7(m)–(o) ----------------------------------------------------------- the dealer's hand


def late_cards(t: Round) -> Procedure:
    """§ 633a.14(i): a card that was asked for and not dealt comes now, or the hand is dead, as the player chooses."""
    play = play_of(t)
    for hand, choice in play.late:
        if hand.dead or hand.seat in t.left:
            continue
        if choice not in ("card", "dead"):
            choices = (Choice("card"), Choice("dead"))
            choice = (yield from t.ask(hand.seat, choices, "633a.14(i)")).word
        if choice == "dead":
            kill(t, hand, "633a.14(i)")
            continue
        yield from next_card(t, PREPARATION, "633a.14(i)", hand.place)
        t.say("633a.7(k)", announce(t.hands[hand.place]), hand.place)
        if not hand.doubled:
            yield from play_hand(t, hand)


def live(t: Round, hand: Hand) -> bool:
    """Whether the dealer's total can still change what this hand is paid (§ 633a.7(o))."""
    if hand.dead or hand.paid or hand.surrendered or hand.seat in t.left or not t.hands.get(hand.place):
        return False
    held = t.hands[hand.place]
    return total(held)[0] <= 21 and (hand.split or not is_blackjack(held))


def dealer_draws(t: Round, blackjack: bool) -> Procedure:
    """§ 633a.7(m)–(o): turns the hole card up and draws to 17, unless nothing depends on it."""
    dealer = t.hands[DEALER]
    t.reveal("633a.7(m)", DEALER, dealer[1:2], announce(dealer))
    if not blackjack:
        if any(live(t, hand) for boxes in play_of(t).hands.values() for hand in boxes):
            while total(dealer)[0] < STANDS_ON:
                yield from next_card(t, PREPARATION, "633a.7(n)", DEALER)
                t.say("633a.7(m)", announce(dealer))
        elif total(dealer)[0] < STANDS_ON:
            t.say("633a.7(o)", "no further card: it would change nothing")
    if play_of(t).draws_in_error and total(dealer)[0] >= STANDS_ON:
        if not len(t.stack):
            yield from next_card(t, PREPARATION, "633a.14(d)", "error")
            t.discard("633a.14(d)", "error")
        else:
            t.burn("633a.14(d)", note=f"drawn in error on {total(dealer)[0]}", face=UP)
    if t.hands.get(IN_ERROR):
        t.discard("633a.14(c)" if play_of(t).exposed else "633a.14(b)", IN_ERROR, "nobody can use the card")
    t.facts["dealer_hand"] = announce(dealer).removeprefix("soft ")


# § 633a.7(p)–(s) ----------------------------------------------------------- settlement


def settle(t: Round, blackjack: bool) -> None:
    """§ 633a.7(p)–(s): by one of the two procedures of (r), counterclockwise from the dealer's right."""
    seats = t.counterclockwise()
    for hand in (h for boxes in play_of(t).hands.values() for h in boxes if h.face_down):
        t.reveal("633a.10(c)", hand.place, t.hands[hand.place][-1:], announce(t.hands[hand.place]))
    order = "633a.7(r)(1)" if t.house["settlement"] == "633a.7(r)(1)" else "633a.7(r)(2)"
    t.say(order, "all losing wagers first" if order.endswith("(1)") else "player by player from the dealer's right")
    passes: tuple[str, ...] = ("lose", "win") if order.endswith("(1)") else ("",)
    for only in passes:
        for seat in seats:
            settle_insurance(t, seat, blackjack, only)
            for hand in reversed(play_of(t).hands.get(seat, ())):
                if not hand.dead and not hand.paid and t.holds(seat, hand.wager):
                    settle_hand(t, hand, blackjack, only, order)
    for place in list(t.hands):
        t.discard("633a.7(s)", place)


def settle_insurance(t: Round, seat: int, blackjack: bool, only: str) -> None:
    """§ 633a.8(c): Insurance wins when the hole card makes the dealer's Blackjack."""
    if t.holds(seat, INSURANCE) and blackjack and only != "lose":
        t.say("633a.8(c)", "the Insurance Wager wins", SEATS[seat])
        t.pay("633a.13(b)", seat, INSURANCE, TWO_TO_ONE)


def settle_hand(t: Round, hand: Hand, blackjack: bool, only: str, order: str) -> None:
    """§ 633a.7(p), (q) for one hand."""
    seat, held = hand.seat, t.hands[hand.place]
    mine, dealers = total(held)[0], total(t.hands[DEALER])[0]
    natural = not hand.split and is_blackjack(held)
    if hand.surrendered:
        if not blackjack:
            settle_surrender(t, hand, "633a.9(a)(2)", only)
        elif only != "win":
            t.collect("633a.9(a)(2)", seat, hand.wager)
        return
    if natural and not blackjack:
        if only != "lose":
            t.say("633a.7(p)(3)" if dealers == 21 else "633a.7(j)(1)(ii)", "Blackjack is paid now", hand.place)
            t.pay("633a.13(a)", seat, hand.wager, NATURAL)
        return
    wagers = [w for w in (hand.wager, hand.double) if t.holds(seat, w)]
    if blackjack and not natural:
        if only == "win":
            return
        original = not hand.suffix
        for wager in wagers:
            if original and wager == hand.wager:
                t.collect("633a.7(h)", seat, wager)
            else:  # § 633a.10(b), § 633a.11(d): only the original wager is lost to a Blackjack
                t.give_back("633a.10(b)" if wager == hand.double else "633a.11(d)", seat, wager)
        return
    if mine > 21 or (dealers <= 21 and mine < dealers):
        if only != "win":
            for wager in wagers:
                t.collect(order, seat, wager, note="over 21" if mine > 21 else f"{mine} against {dealers}")
    elif only != "lose":
        for wager in wagers:
            if mine == dealers:
                t.give_back("633a.7(q)", seat, wager)
            else:
                t.say("633a.7(p)(1)" if dealers > 21 else "633a.7(p)(2)", f"{mine} against {dealers}", hand.place)
                t.pay("633a.13(a)", seat, wager)

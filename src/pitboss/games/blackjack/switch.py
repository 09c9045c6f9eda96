"""Blackjack Switch (§ 633a.12(a)): two hands for each player, who may exchange their second cards."""

from pitboss.games.blackjack.table import BLACKJACK, BOOK
from pitboss.games.twenty_one.completion import compare
from pitboss.games.twenty_one.play import expose, is_natural, say_total
from pitboss.games.twenty_one.points import is_blackjack, total
from pitboss.games.twenty_one.rules import Hand, Verdict, play_of
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, UP, Choice, Procedure, Step

NATURAL = BOOK.pays("633a.13(a)", BLACKJACK, "Blackjack")
AGAINST_21 = BOOK.pays("633a.12(a)(5)(i)", BLACKJACK)
PUSH_TOTAL: int = BOOK.limit("switch_push_total")


def offer_switch(t: Round, seat: int) -> Procedure:
    """§ 633a.12(a)(4): once the totals are announced, a player may exchange the second cards of the two hands."""
    play = play_of(t)
    hands = play.hands[seat]
    if not play.switch or any(hand.dead for hand in hands):
        return
    answer = yield from t.ask(seat, (Choice("switch"), Choice("no switch")), "633a.12(a)(4)")
    if answer.word != "switch":
        return
    first, second = hands
    for hand in hands:
        expose(t, hand, "633a.12(a)(4)")
        hand.switched = True
    mine, other = t.hands[first.place], t.hands[second.place]
    t.steps.append(Step("633a.12(a)(4)", "move", second.place, (mine[1],), UP, note=first.place))
    t.steps.append(Step("633a.12(a)(4)", "move", first.place, (other[1],), UP, note=second.place))
    mine[1], other[1] = other[1], mine[1]
    for hand in hands:
        say_total(t, hand)


def switch_verdict(t: Round, hand: Hand, blackjack: bool) -> Verdict:
    """§ 633a.12(a)(5): a Blackjack as dealt is paid 3 to 2, but 1 to 1 against a drawn 21. One made by switching counts as 21,
    and ties a dealer's 21 or 22. A dealer's 22 ties every other hand that has not broken."""
    dealers = total(t.hands[DEALER])[0]
    if is_natural(t, hand):
        if blackjack:
            return Verdict("tie", "633a.12(a)(5)(ii)")
        if dealers == 21:
            return Verdict("win", "633a.12(a)(5)(i)", AGAINST_21, "633a.12(a)(5)(i)")
        return Verdict("win", "633a.7(j)(1)(ii)", NATURAL)
    if hand.switched and not hand.split and is_blackjack(t.hands[hand.place]) and dealers in (21, PUSH_TOTAL):
        return Verdict("tie", "633a.12(a)(5)(iv)")
    if dealers == PUSH_TOTAL and total(t.hands[hand.place])[0] <= 21:
        return Verdict("tie", "633a.12(a)(5)(v)")
    return compare(t, hand, "633a.7(p)(1)", "633a.7(p)(2)", "633a.7(q)")

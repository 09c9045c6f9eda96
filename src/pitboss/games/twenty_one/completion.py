"""The dealer's part of a round: late cards, the dealer's hand, and the settlement."""

from pitboss.games.twenty_one.play import (
    CARD_OR_DEAD,
    expose,
    is_natural,
    kill,
    offer_rescue,
    play_hand,
    say_drawn,
    settle_surrender,
)
from pitboss.games.twenty_one.points import announce, total
from pitboss.games.twenty_one.rules import Hand, Verdict, play_of
from pitboss.table.procedures.multideck import burn_next, next_card
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, IN_ERROR, UP, Procedure, is_split

# ---------------------------------------------------------------------------- the dealer's hand


def late_cards(t: Round) -> Procedure:
    """A card that was asked for and not dealt is dealt now, or the hand is dead, as the player chooses."""
    play = play_of(t)
    rules = play.rules
    for hand, choice in play.late:
        if hand.dead or hand.seat in t.left:
            continue
        if choice not in ("card", "dead"):
            choice = (yield from t.ask(hand.seat, CARD_OR_DEAD, rules.not_dealt)).word
        if choice == "dead":
            kill(t, hand, rules.not_dealt)
            continue
        yield from next_card(t, play.shoe, rules.not_dealt, hand.place)
        say_drawn(t, hand)
        yield from offer_rescue(t, hand) if hand.doubled else play_hand(t, hand)


def live(t: Round, hand: Hand) -> bool:
    """True if the dealer's total can still change the payout of this hand."""
    if hand.dead or hand.paid or hand.surrendered or hand.seat in t.left or not t.hands.get(hand.place):
        return False
    play, held = play_of(t), t.hands[hand.place]
    points = total(held)[0]
    if points == 21 and len(held) > 2 and play.rules.drawn_21_wins:
        return False
    return points <= 21 and (play.switch or not is_natural(t, hand))


def dealer_draws(t: Round, blackjack: bool) -> Procedure:
    """Turn the hole card up and draw to 17, unless no hand depends on it."""
    play, dealer = play_of(t), t.hands[DEALER]
    rules = play.rules
    t.reveal(rules.from_hand.hole_card if play.from_hand else rules.hole_card, DEALER, dealer[1:2], announce(dealer))
    rules.optional(t, "hole card", 0)
    settle_surrenders(t, blackjack)
    if not blackjack:
        if any(live(t, hand) for boxes in play.hands.values() for hand in boxes):
            while total(dealer)[0] < rules.stands_on:
                yield from next_card(t, play.shoe, rules.dealer_draws, DEALER)
                t.say(rules.hole_card, announce(dealer))
        elif total(dealer)[0] < rules.stands_on:
            t.say(rules.dealer_stops, "no further card: it would change nothing")
    if play.draws_in_error and total(dealer)[0] >= rules.stands_on:
        yield from draw_on_17(t)
    if t.hands.get(IN_ERROR):
        cite = rules.error_exposed if play.exposed else rules.error_unseen
        t.discard(cite, IN_ERROR, "nobody can use the card")
    t.facts.dealer_hand = announce(dealer).removeprefix("soft ")


def draw_on_17(t: Round) -> Procedure:
    """§ 633a.14(d), § 635a.13(e): a card that the dealer draws when required to stand goes to the discard rack."""
    play, points = play_of(t), total(t.hands[DEALER])[0]
    note = f"drawn in error on {points}"
    yield from burn_next(t, play.shoe, play.rules.draws_on_17, note, face=UP)


# ---------------------------------------------------------------------------- settlement


def settle_surrenders(t: Round, blackjack: bool) -> None:
    """§ 633a.9(a)(2), § 635a.9(a)(2): after the hole card is revealed, before the dealer draws. Against a Blackjack the whole
    wager is lost."""
    play = play_of(t)
    for seat in t.counterclockwise():
        for hand in reversed(play.hands.get(seat, ())):
            if hand.surrendered and t.holds(seat, hand.wager):
                settle_surrender(t, hand, play.rules.surrender_high, all_lost=blackjack)


def settle(t: Round, blackjack: bool) -> None:
    """Settle by one of the chapter's two procedures: all losing wagers first, or player by player from the dealer's right."""
    play = play_of(t)
    rules = play.rules
    for hand in (h for seat in t.counterclockwise() for h in play.hands.get(seat, ())):
        if hand.covered and t.hands.get(hand.place) and total(t.hands[hand.place])[0] <= 21:
            expose(t, hand, rules.from_hand.settles)
        if hand.face_down:
            t.reveal(rules.double_card, hand.place, t.hands[hand.place][-1:], announce(t.hands[hand.place]))
    order = rules.losers_first if t.house["settlement"] == rules.losers_first else rules.player_by_player
    first = order == rules.losers_first
    t.say(order, "all losing wagers first" if first else "player by player from the dealer's right")
    for only in ("lose", "win") if first else ("",):
        for seat in t.counterclockwise():
            for hand in reversed(play.hands.get(seat, ())):
                if blackjack and only != "lose" and t.holds(seat, hand.insurance):
                    t.say(rules.insurance_wins, "the Insurance Wager wins", SEATS[seat])
                    t.pay(rules.insurance_pays, seat, hand.insurance, rules.insurance_odds)
                if not hand.dead and not hand.paid and t.holds(seat, hand.wager):
                    settle_hand(t, hand, blackjack, only, order)
            if only != "win":
                rules.optional(t, "collected", seat)


def settle_hand(t: Round, hand: Hand, blackjack: bool, only: str, order: str) -> None:
    """Settle one hand against the dealer's. `only` restricts it to losing or to winning wagers, "" to neither."""
    rules, seat = play_of(t).rules, hand.seat
    wagers = [w for w in (hand.wager, hand.double) if t.holds(seat, w)]
    if blackjack and not is_natural(t, hand):
        if only == "win":
            return
        for wager in wagers:  # only the original wager is lost to a Blackjack
            if wager == hand.double:
                t.give_back(rules.double_returned, seat, wager)
            elif is_split(hand.suffix):
                t.give_back(rules.split_returned, seat, wager)
            else:
                t.collect(rules.reader_switched if hand.switched else rules.reader, seat, wager)
        return
    verdict = rules.verdict(t, hand, blackjack)
    mine, dealers = total(t.hands[hand.place])[0], total(t.hands[DEALER])[0]
    if verdict.result == "lose":
        if only != "win":
            for wager in wagers:
                t.collect(order, seat, wager, note="over 21" if mine > 21 else f"{mine} against {dealers}")
    elif only != "lose":
        if verdict.result == "tie":
            for wager in wagers:
                t.give_back(verdict.cite, seat, wager)
            return
        t.say(verdict.cite, announce_result(t, hand, dealers), hand.place)
        for wager in wagers:
            odds = None if wager == hand.double else verdict.odds
            t.pay(verdict.pays or rules.pays, seat, wager, odds or rules.usual)
        rules.besides(t, hand)


def announce_result(t: Round, hand: Hand, dealers: int) -> str:
    """A short reason why a hand wins."""
    held = t.hands[hand.place]
    return "Blackjack is paid now" if is_natural(t, hand) else f"{total(held)[0]} against {dealers}"


def compare(t: Round, hand: Hand, over: str, higher: str, tie: str) -> Verdict:
    """The comparison of totals that both chapters print: over 21, higher, equal, lower."""
    mine, dealers = total(t.hands[hand.place])[0], total(t.hands[DEALER])[0]
    if mine > 21:
        return Verdict("lose", higher)
    if dealers > 21:
        return Verdict("win", over)
    if mine == dealers:
        return Verdict("tie", tie)
    return Verdict("win" if mine > dealers else "lose", higher)

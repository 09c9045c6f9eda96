"""The players' part of a round: two cards each, Insurance, the decisions hand by hand, surrender, Double Down and splits."""

from collections.abc import Generator

from pitboss.games.twenty_one.points import POINTS, announce, announce_split, is_blackjack, ten_or_ace, total
from pitboss.games.twenty_one.rules import Hand, play_of
from pitboss.table import notes
from pitboss.table.procedures.multideck import burn_next, determinant, next_card
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import (
    DEALER,
    DOWN,
    IN_ERROR,
    SECOND,
    UP,
    Answer,
    Ask,
    Choice,
    Procedure,
    Reply,
    Request,
    Step,
    before_splitting,
    offer,
    split_hand,
)

CARD_OR_DEAD = (Choice("card"), Choice("dead"))  # the choices if the dealer failed to deal a card

# ---------------------------------------------------------------------------- the first two cards


def deal_two(t: Round) -> Procedure:
    """Deal two cards to every box and the dealer, clockwise, the dealer's second face down.

    § 633a.7(f), § 635a.7(e). At Blackjack Switch each player gets two hands in the same deal (§ 633a.12(a)(3)). When dealing
    from the hand, one card is burned before each round and the players' cards are dealt face down (§ 633a.12(b)(5)).
    """
    play = play_of(t)
    rules, shoe = play.rules, play.shoe
    seats = t.clockwise()
    t.say(rules.no_more_bets, "“no more bets”")
    if t.house.get("double_shoe"):
        yield from determinant(t, shoe, SEATS[seats[0]])
    yield from t.moment("deal")
    first, dealers, second, hole = rules.deal
    if play.from_hand:
        first, dealers, second, hole = rules.from_hand.deal
        yield from burn_next(t, shoe, rules.from_hand.burn, "the first card of the round")
        t.say(rules.from_hand.take, "takes each card off the top with the other hand")
    else:
        t.say(rules.taken_from_shoe, "each card is taken with the hand next to the shoe and placed with the other")
    face = DOWN if play.from_hand else UP
    for seat in seats:
        hands = play.hands[seat] = [Hand(seat, SEATS[seat], rules.wager, covered=play.from_hand)]
        if play.switch:
            hands.append(Hand(seat, SEATS[seat] + SECOND, rules.wager + SECOND, SECOND, covered=play.from_hand))
            t.facts.hands[seat] = [h.suffix for h in hands]
    boxes = [h for s in seats if s not in play.no_cards for h in play.hands[s]]
    for hand in boxes:
        if not t.hands.get(hand.place):
            yield from next_card(t, shoe, first, hand.place, face)
    if play.misses != 1:
        yield from next_card(t, shoe, dealers, DEALER)
    late = [h for h in boxes if h.seat in play.one_card and not h.suffix]
    for hand in boxes:
        if hand not in late:
            yield from next_card(t, shoe, second, hand.place, face)
    for hand in late:
        if not play.one_card[hand.seat]:
            t.stage = "hands dealt"
            play.one_card[hand.seat] = (yield from t.ask(hand.seat, CARD_OR_DEAD, rules.no_cards)).word
        if play.one_card[hand.seat] != "dead":
            yield from next_card(t, shoe, rules.no_cards, hand.place, face)
    while len(t.hands.get(DEALER, ())) < 2:
        face = DOWN if t.hands.get(DEALER) else UP
        yield from next_card(t, shoe, rules.misses_card if play.misses else hole, DEALER, face)
    for seat in seats:
        play.dealt[seat] = tuple(card for hand in play.hands[seat] for card in t.hands.get(hand.place, ()))
    dead = [h for s in play.no_cards for h in play.hands[s]] + [h for h in late if play.one_card[h.seat] == "dead"]
    for hand in dead:
        return_optional(t, hand, rules.no_cards)
        kill(t, hand, rules.no_cards)
    if play.from_hand:
        t.say(rules.from_hand.looks, "the players look at their cards with one hand and keep them in the dealer's view")
    else:
        t.say(rules.hands_off, "players and spectators do not touch the cards")
    t.stage = "dealt"


def kill(t: Round, hand: Hand, cite: str) -> None:
    """Call a hand dead and return its wagers."""
    hand.dead = True
    for wager in (hand.wager, hand.double):
        if t.holds(hand.seat, wager):
            t.give_back(cite, hand.seat, wager, note="the hand is dead")
    t.discard(cite, hand.place)


def return_optional(t: Round, hand: Hand, cite: str) -> None:
    """Return the optional wagers, which are on the first hand, if that is dead before it has two cards."""
    for wager in (w.name for w in t.table.game.wagers if w.option and not w.required and not hand.suffix):
        if t.holds(hand.seat, wager):
            t.give_back(cite, hand.seat, wager, note="the hand is dead")


def expose(t: Round, hand: Hand, cite: str) -> None:
    """Turn up the two cards that a player holds face down."""
    if hand.covered:
        hand.covered = False
        t.reveal(cite, hand.place, t.hands[hand.place][:2])


def is_natural(t: Round, hand: Hand) -> bool:
    """True if a hand is a Blackjack as dealt, not after a split or by switching."""
    return not hand.split and not hand.switched and is_blackjack(t.hands[hand.place])


# ---------------------------------------------------------------------------- Insurance Wager


def offer_insurance(t: Round) -> Procedure:
    """If the up card is an ace, each hand may be insured for up to half its wager, rounded to the next unit that chips allow.

    If the house offers it, a Blackjack may be paid even money instead (§ 635a.8(e)).
    """
    play = play_of(t)
    rules = play.rules
    hands = {(hand.seat, number_of(t, hand)): hand for seat in t.clockwise() for hand in play.hands[seat]}

    def questions() -> list[Ask]:
        open_ = [hand for hand in hands.values() if t.holds(hand.seat, hand.wager) and hand.seat not in t.left]
        return [insurance_of(t, hand) for hand in open_]

    def take(ask: Ask, answer: Answer) -> None:
        hand = hands[ask.seat, ask.about]
        if answer.word == "insurance":
            t.place(rules.insurance, hand.seat, hand.insurance, answer.cents)
        elif answer.word == "even money":
            t.pay(rules.even_money, hand.seat, hand.wager)
            t.discard(rules.even_money, hand.place, "even money is paid at once")
            hand.paid = True

    yield from t.ask_together(questions, take)


def insurance_of(t: Round, hand: Hand) -> Ask:
    """The choices of a player who is offered insurance on a hand."""
    rules, unit = play_of(t).rules, t.house["smallest_chip"]
    most = -(-t.holds(hand.seat, hand.wager) // (2 * unit)) * unit
    choices = [offer("insurance", unit, most, unit, bare=most), offer("no insurance")]
    if rules.even_money and t.house["even_money"] and is_natural(t, hand):
        choices.append(offer("even money"))
    return Ask(hand.seat, tuple(choices), rules.insurance, number_of(t, hand))


def card_reader(t: Round) -> bool:
    """Put the hole card into the reader. Returns True if the dealer has Blackjack; otherwise the Insurance Wagers are lost."""
    play = play_of(t)
    t.say(play.rules.reader, "inserts the hole card into the card reader device without exposing it")
    if is_blackjack(t.hands[DEALER]):
        t.say(play.rules.reader, "the dealer has Blackjack: no more cards are dealt")
        return True
    for seat in t.counterclockwise():
        for hand in reversed(play.hands[seat]):
            if t.holds(seat, hand.insurance):
                t.collect(play.rules.insurance_loses, seat, hand.insurance)
    return False


# ---------------------------------------------------------------------------- the players' hands


def play_box(t: Round, seat: int) -> Procedure:
    """§ 633a.7(i)–(l), § 635a.7(h): carry out a player's decisions, hand by hand from the dealer's left."""
    play = play_of(t)
    if seat in t.left or all(hand.dead or hand.paid for hand in play.hands[seat]):
        return
    for hand in play.hands[seat]:
        say_total(t, hand)
    yield from play.rules.before_play(t, seat)
    at = 0
    while at < len(play.hands[seat]):
        hand = play.hands[seat][at]
        at += 1
        if hand.dead or hand.paid:
            continue
        if is_natural(t, hand):
            pay_or_keep(t, hand)
        else:
            yield from play_hand(t, hand)
    play.served.add(seat)


def say_total(t: Round, hand: Hand) -> None:
    """Announce a player's point total, if the chapter requires it and the cards lie open."""
    announces = play_of(t).rules.announces
    if announces and not hand.covered and not hand.dead:
        t.say(announces, announce(t.hands[hand.place]), hand.place)


def pay_or_keep(t: Round, hand: Hand) -> None:
    """Pay a player's Blackjack at once if the up card is low; otherwise it waits until the hole card has been revealed.

    At Blackjack Switch it always waits, since a dealer's 21 reduces it to 1 to 1 (§ 633a.12(a)(5)(i)).
    """
    play = play_of(t)
    rules = play.rules
    low = not ten_or_ace(t.hands[DEALER][0])
    expose(t, hand, rules.natural_at_once if low else rules.natural_waits)
    if low and not play.switch:
        t.pay(rules.pays, hand.seat, hand.wager, rules.natural)
        t.discard(rules.natural_at_once, hand.place, "Blackjack is paid at once")
        hand.paid = True
    else:
        cite = rules.natural_in_two_hands if play.switch else rules.natural_waits
        t.say(cite, "Blackjack; it is paid when the hole card has been revealed", hand.place)


def play_hand(t: Round, hand: Hand) -> Procedure:
    """The decisions on one hand. Below 21 it may draw (§ 633a.7(l), § 635a.7(j)); a doubled hand gets one card
    (§ 633a.7(l)(2), § 635a.7(j)(2))."""
    play = play_of(t)
    rules = play.rules
    if len(t.hands[hand.place]) == 1 and hand.seat not in play.refused:  # a split hand gets its second card in its turn
        yield from second_card(t, hand)
    while total(t.hands[hand.place])[0] <= 21 and hand.seat not in play.refused:
        answer = yield from decide(t, hand)
        if hand.dead or hand.seat in t.left or answer.word in ("stand", "leave"):
            return
        if answer.word == "refuse":
            refuse(t, hand.seat)
            return
        if answer.word in ("surrender", "double", "split"):
            expose(t, hand, rules.from_hand.shows)
        if answer.word == "surrender":
            surrender(t, hand)
            return
        if hand.seat in play.not_dealt and answer.word in ("hit", "double"):
            if answer.word == "double":
                hand.doubled = True
                t.place(rules.double, hand.seat, hand.double, answer.cents)
            play.late.append((hand, play.not_dealt.pop(hand.seat)))
            t.say(rules.not_dealt, "the requested card is not dealt", hand.place)
            return
        if play.exposed and t.hands.get(IN_ERROR):
            choices = (offer("accept"), offer("refuse"))
            if (yield from t.ask(hand.seat, choices, rules.error_exposed)).word == "refuse":
                refuse(t, hand.seat)
                return
        if answer.word == "split":
            split(t, hand, answer)
            yield from second_card(t, hand)
            continue
        if answer.word == "double":
            hand.doubled = True
            t.place(rules.double, hand.seat, hand.double, answer.cents)
            face = DOWN if t.house.get("double_down_card") == "face down" else UP
            hand.face_down = face == DOWN
            yield from next_card(t, play.shoe, rules.double_card, hand.place, face)
            if face == UP:
                say_drawn(t, hand)
            yield from offer_rescue(t, hand)
            return
        yield from next_card(t, play.shoe, rules.from_hand.draw if play.from_hand else rules.draw, hand.place)
        say_drawn(t, hand)


def second_card(t: Round, hand: Hand) -> Procedure:
    """Deal the second card to a split hand. The total is announced if the chapter requires it."""
    play = play_of(t)
    yield from next_card(t, play.shoe, play.rules.split_card, hand.place)
    if play.rules.announces:
        t.say(play.rules.split_decide, announce_split(t.hands[hand.place]), hand.place)


def say_drawn(t: Round, hand: Hand) -> None:
    """Announce the new point total after a card, if the chapter requires it. A hand held face down that breaks is laid down."""
    rules, held = play_of(t).rules, t.hands[hand.place]
    if hand.covered:
        if total(held)[0] > 21:
            t.say(rules.from_hand.over, "over 21: sets the first two cards aside face down", hand.place)
    elif rules.announces:
        t.say(rules.draw, announce(held), hand.place)


def number_of(t: Round, hand: Hand) -> str:
    """Which of a player's several hands a question is about, in words."""
    hands = play_of(t).hands[hand.seat]
    return notes.which_hand(hands.index(hand) + 1) if len(hands) > 1 else ""


def decide(t: Round, hand: Hand) -> Generator[Request, Reply, Answer]:
    """Ask the player what to do with a hand."""
    play = play_of(t)
    rules = play.rules
    cite = rules.from_hand.looks if play.from_hand else rules.split_decide if hand.split else rules.decide
    return (yield from t.ask(hand.seat, lawful(t, hand), cite, number_of(t, hand), again=lambda: lawful(t, hand)))


def lawful(t: Round, hand: Hand) -> tuple[Choice, ...]:
    """The choices on a hand; at 21 only standing (§ 633a.7(l)(1), § 635a.7(j)(1))."""
    play, held = play_of(t), t.hands[hand.place]
    if total(held)[0] >= 21:
        return (offer("stand"),)
    wager = t.holds(hand.seat, hand.wager)
    choices = [offer("hit"), offer("stand")]
    if len(held) == 2:
        unit = min(t.house["smallest_chip"], wager)
        choices.append(offer("double", unit, wager, unit, bare=wager))
        if may_split(t, hand):
            choices.append(offer("split", wager, wager))
        if not hand.split and not play.switch:  # § 633a.12(a)(4) names every other choice
            choices.append(offer("surrender"))
    if play.exposed and t.hands.get(IN_ERROR):
        choices.append(offer("refuse"))
    return tuple(choices)


def refuse(t: Round, seat: int) -> None:
    """A player who refuses the exposed card gets no more cards in this round."""
    play_of(t).refused.add(seat)
    t.say(play_of(t).rules.error_exposed, "refuses the exposed card and gets no other", SEATS[seat])


# ---------------------------------------------------------------------------- surrender and rescue


def surrender(t: Round, hand: Hand) -> None:
    """§ 633a.9(a), § 635a.9(a): half of the wager is lost; if the up card is an ace or ten, only after the dealer's second card
    is revealed. An Insurance Wager is settled separately (§ 633a.9(b), § 635a.9(b))."""
    rules = play_of(t).rules
    hand.surrendered = True
    if ten_or_ace(t.hands[DEALER][0]):
        t.say(rules.surrender_high, "the wager is placed on the cards until the hole card is revealed", hand.place)
    else:
        settle_surrender(t, hand, rules.surrender_low)


def settle_surrender(t: Round, hand: Hand, cite: str, *, all_lost: bool = False) -> None:
    """Collect half of the wager and return the other half, or collect all. The cards stay until all wagers are settled."""
    hand.paid = True
    if all_lost:
        t.collect(cite, hand.seat, hand.wager)
        return
    share = play_of(t).rules.surrender_share
    t.forfeit(cite, hand.seat, hand.wager, int(t.holds(hand.seat, hand.wager) * share))
    t.give_back(cite, hand.seat, hand.wager, note="half of the surrendered wager")


def offer_rescue(t: Round, hand: Hand) -> Procedure:
    """§ 635a.10(d): after the card of a Double Down, if the total is not over 21, the player may take back the Double Down
    Wager and give up the original wager."""
    cite = play_of(t).rules.rescue
    if not cite or total(t.hands[hand.place])[0] > 21:
        return
    answer = yield from t.ask(hand.seat, (offer("rescue"), offer("no rescue")), cite, number_of(t, hand))
    if answer.word == "rescue" and not hand.dead and t.holds(hand.seat, hand.double):
        t.give_back(cite, hand.seat, hand.double, note="taken back")
        t.forfeit(cite, hand.seat, hand.wager)  # the cards stay until all wagers are settled (§ 635a.7(q))
        hand.paid = True


# ---------------------------------------------------------------------------- splitting pairs


def may_split(t: Round, hand: Hand) -> bool:
    """True if a hand may be split: two cards of identical value, as often as the Rules Submission allows."""
    first, second = t.hands[hand.place]
    if POINTS[first] != POINTS[second]:
        return False
    if hand.split and POINTS[first] == 1 and not t.house.get("resplit_aces", True):
        return False
    mine = [h for h in play_of(t).hands[hand.seat] if origin(h) == origin(hand)]
    return len(mine) < 2 + int(t.house["resplits"])


def origin(hand: Hand) -> str:
    """The betting area that a hand belongs to. At Blackjack Switch, each of the two may be split separately."""
    return before_splitting(hand.place)


def split(t: Round, hand: Hand, answer: Answer) -> None:
    """Split a hand: the second card becomes a new hand, next on the dealer's right, with an equal wager."""
    rules, boxes = play_of(t).rules, play_of(t).hands[hand.seat]
    parts = sum(origin(h) == origin(hand) for h in boxes)
    suffix = split_hand(before_splitting(hand.suffix), parts)
    other = Hand(hand.seat, SEATS[hand.seat] + suffix, rules.wager + suffix, suffix, split=True)
    hand.split = True
    boxes.insert(boxes.index(hand) + 1, other)
    t.facts.hands[hand.seat] = [h.suffix for h in boxes]
    t.place(rules.split, hand.seat, other.wager, answer.cents)
    t.hands[other.place] = [t.hands[hand.place].pop()]
    t.steps.append(Step(rules.split, "move", other.place, tuple(t.hands[other.place]), UP, note=hand.place))

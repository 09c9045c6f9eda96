"""The players' part of a round: dealing (§ 633a.7(a)–(f)), Insurance (.8), decisions (.7(i)–(l)), surrender (.9), Double Down
(.10) and splitting pairs (.11)."""

from collections.abc import Generator
from dataclasses import dataclass, field

from pitboss.games.blackjack.points import POINTS, announce, announce_split, is_blackjack, ten_or_ace, total
from pitboss.games.blackjack.table import BLACKJACK, BOOK, DOUBLE_DOWN, INSURANCE, PREPARATION
from pitboss.money import Odds
from pitboss.table.multideck import determinant, next_card
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, DOWN, UP, Answer, Choice, Procedure, Reply, Request, Step

NATURAL = Odds.parse(BOOK.limit("blackjack_payout"))
IN_ERROR = "drawn in error"


@dataclass
class Hand:
    """One hand of a box: its place on the layout, its wagers, and what became of it."""

    seat: int
    place: str
    suffix: str = ""
    split: bool = False
    doubled: bool = False
    surrendered: bool = False
    dead: bool = False
    paid: bool = False
    face_down: bool = False  # the card of a Double Down lies face down (§ 633a.10(c))

    @property
    def wager(self) -> str:
        return BLACKJACK + self.suffix

    @property
    def double(self) -> str:
        return DOUBLE_DOWN + self.suffix


@dataclass
class Play:
    """What a round of Blackjack keeps between its paragraphs."""

    hands: dict[int, list[Hand]] = field(default_factory=dict)
    misses: int = 0  # which of his own cards the dealer misses (§ 633a.14(e))
    no_cards: set[int] = field(default_factory=set)  # § 633a.14(g)
    one_card: dict[int, str] = field(default_factory=dict)  # seat -> choice
    not_dealt: dict[int, str] = field(default_factory=dict)  # § 633a.14(i): seat -> choice
    late: list[tuple[Hand, str]] = field(default_factory=list)
    exposed: bool = False  # the card drawn in error is exposed (§ 633a.14(c))
    refused: set[int] = field(default_factory=set)
    draws_in_error: bool = False  # § 633a.14(d)
    served: set[int] = field(default_factory=set)  # seats that have made all their decisions


def play_of(t: Round) -> Play:
    """The state of a Blackjack round."""
    found: Play = t.memory["play"]
    return found


# § 633a.7(b)–(f) ----------------------------------------------------------- the first two cards


def deal_two(t: Round) -> Procedure:
    """§ 633a.7(f): two cards to every box and the dealer, clockwise, his second face down."""
    play = play_of(t)
    seats = t.clockwise()
    t.say("633a.6(c)", "“no more bets”")
    if t.house["double_shoe"]:
        yield from determinant(t, PREPARATION, SEATS[seats[0]])
    yield from t.moment("deal")
    in_play = [s for s in seats if s not in play.no_cards]
    t.say("633a.7(b)", "each card is taken with the hand next to the shoe and placed with the other")
    for seat in in_play:
        if not t.hands.get(SEATS[seat]):
            yield from next_card(t, PREPARATION, "633a.7(f)(1)", SEATS[seat])
    if play.misses != 1:
        yield from next_card(t, PREPARATION, "633a.7(f)(2)", DEALER)
    for seat in in_play:
        if seat not in play.one_card:
            yield from next_card(t, PREPARATION, "633a.7(f)(3)", SEATS[seat])
    for seat in in_play:
        if play.one_card.get(seat, "dead") != "dead":
            yield from next_card(t, PREPARATION, "633a.14(g)", SEATS[seat])
    while len(t.hands.get(DEALER, ())) < 2:
        face = DOWN if t.hands.get(DEALER) else UP
        cite = "633a.14(e)" if play.misses else "633a.7(f)(4)"
        yield from next_card(t, PREPARATION, cite, DEALER, face)
    for seat in seats:
        hand = Hand(seat, SEATS[seat])
        play.hands[seat] = [hand]
        if seat in play.no_cards or play.one_card.get(seat) == "dead":
            kill(t, hand, "633a.14(g)")
    t.say("633a.7(t)", "players and spectators do not touch the cards")
    t.stage = "dealt"
    yield from t.take_deferred()
    yield from t.moment("dealt")


def kill(t: Round, hand: Hand, cite: str) -> None:
    """A hand is called dead and its wager goes back."""
    hand.dead = True
    for wager in (hand.wager, hand.double):
        if t.holds(hand.seat, wager):
            t.give_back(cite, hand.seat, wager, note="the hand is dead")
    t.discard(cite, hand.place)


# § 633a.8 ------------------------------------------------------------------ Insurance Wager


def offer_insurance(t: Round) -> Procedure:
    """§ 633a.8(a), (b): up to half the wager, or to the next unit that chips allow."""
    unit = t.house["smallest_chip"]
    for seat in t.clockwise():
        wager = t.holds(seat, BLACKJACK)
        if not wager or seat in t.left:
            continue
        most = -(-wager // (2 * unit)) * unit
        choices = (Choice("insurance", unit, most, unit, bare=most), Choice("no insurance"))
        answer = yield from t.ask(seat, choices, "633a.8(b)")
        if answer.word == "insurance":
            t.place("633a.8(b)", seat, INSURANCE, answer.cents)


def card_reader(t: Round) -> bool:
    """§ 633a.7(h), § 633a.8(d): the hole card goes into the reader; without Blackjack the Insurance Wagers are lost."""
    t.say("633a.7(h)", "inserts the hole card into the card reader device without exposing it")
    if is_blackjack(t.hands[DEALER]):
        t.say("633a.7(h)", "the dealer has Blackjack: no more cards are dealt")
        return True
    for seat in t.counterclockwise():
        if t.holds(seat, INSURANCE):
            t.collect("633a.8(d)", seat, INSURANCE)
    return False


# § 633a.7(i)–(l) ----------------------------------------------------------- the players' hands


def play_box(t: Round, seat: int) -> Procedure:
    """§ 633a.7(i)–(l): announces the point total and carries out the player's decisions, hand by hand."""
    first = play_of(t).hands[seat][0]
    if first.dead or seat in t.left:
        return
    hand = t.hands[first.place]
    t.say("633a.7(i)", announce(hand), first.place)
    if is_blackjack(hand):
        if not ten_or_ace(t.hands[DEALER][0]):
            t.pay("633a.13(a)", seat, BLACKJACK, NATURAL)
            t.discard("633a.7(j)(1)(i)", first.place, "Blackjack is paid at once")
            first.paid = True
        else:
            t.say("633a.7(j)(1)(ii)", "Blackjack; it is paid when the hole card has been revealed", first.place)
        return
    at = 0
    while at < len(play_of(t).hands[seat]):
        yield from play_hand(t, play_of(t).hands[seat][at])
        at += 1
    play_of(t).served.add(seat)


def play_hand(t: Round, hand: Hand) -> Procedure:
    """Decisions on one hand: below 21 it may draw (§ 633a.7(l)), at 21 it may not (§ 633a.7(l)(1)), doubled it gets one
    card (§ 633a.7(l)(2))."""
    play = play_of(t)
    if len(t.hands[hand.place]) == 1:  # § 633a.11(b): a split hand gets its second card when its turn comes
        yield from next_card(t, PREPARATION, "633a.11(b)", hand.place)
        t.say("633a.11(c)", announce_split(t.hands[hand.place]), hand.place)
    while total(t.hands[hand.place])[0] <= 21 and hand.seat not in play.refused:
        answer = yield from decide(t, hand)
        if hand.dead or hand.seat in t.left or answer.word in ("stand", "leave"):
            return
        if answer.word == "refuse":
            refuse(t, hand.seat)
            return
        if answer.word == "surrender":
            surrender(t, hand)
            return
        if hand.seat in play.not_dealt and answer.word in ("hit", "double"):
            if answer.word == "double":
                hand.doubled = True
                t.place("633a.10(a)", hand.seat, hand.double, answer.cents)
            play.late.append((hand, play.not_dealt.pop(hand.seat)))
            t.say("633a.14(i)", "the requested card is not dealt", hand.place)
            return
        if play.exposed and t.hands.get(IN_ERROR):
            choices = (Choice("accept"), Choice("refuse"))
            if (yield from t.ask(hand.seat, choices, "633a.14(c)")).word == "refuse":
                refuse(t, hand.seat)
                return
        if answer.word == "split":
            split(t, hand, answer)
            yield from next_card(t, PREPARATION, "633a.11(b)", hand.place)
            t.say("633a.11(c)", announce_split(t.hands[hand.place]), hand.place)
            continue
        if answer.word == "double":
            hand.doubled = True
            t.place("633a.10(a)", hand.seat, hand.double, answer.cents)
            face = DOWN if t.house["double_down_card"] == "face down" else UP
            hand.face_down = face == DOWN
            yield from next_card(t, PREPARATION, "633a.10(c)", hand.place, face)
            if face == UP:
                t.say("633a.7(k)", announce(t.hands[hand.place]), hand.place)
            return
        yield from next_card(t, PREPARATION, "633a.7(k)", hand.place)
        t.say("633a.7(k)", announce(t.hands[hand.place]), hand.place)


def decide(t: Round, hand: Hand) -> Generator[Request, Reply, Answer]:
    """§ 633a.7(j)(2): what the player may do now."""
    number = play_of(t).hands[hand.seat].index(hand) + 1
    about = f"hand {number}" if hand.split else ""
    return (yield from t.ask(hand.seat, lawful(t, hand), "633a.7(j)(2)", about, again=lambda: lawful(t, hand)))


def lawful(t: Round, hand: Hand) -> tuple[Choice, ...]:
    """The choices on a hand: at 21 only to stand."""
    held = t.hands[hand.place]
    if total(held)[0] >= 21:
        return (Choice("stand"),)
    wager = t.holds(hand.seat, hand.wager)
    choices = [Choice("hit"), Choice("stand")]
    if len(held) == 2:
        unit = min(t.house["smallest_chip"], wager)
        choices.append(Choice("double", unit, wager, unit, bare=wager))
        if may_split(t, hand):
            choices.append(Choice("split", wager, wager))
        if not hand.split:
            choices.append(Choice("surrender"))
    if play_of(t).exposed and t.hands.get(IN_ERROR):
        choices.append(Choice("refuse"))
    return tuple(choices)


def refuse(t: Round, seat: int) -> None:
    """§ 633a.14(c): who refuses the exposed card gets no more cards in this round."""
    play_of(t).refused.add(seat)
    t.say("633a.14(c)", "refuses the exposed card and gets no other", SEATS[seat])


# § 633a.9 ------------------------------------------------------------------ surrender


def surrender(t: Round, hand: Hand) -> None:
    """§ 633a.9(a): half is lost; under an ace or ten only once the dealer's second card is revealed.

    An Insurance Wager is settled by itself (§ 633a.9(b)).
    """
    hand.surrendered = True
    if ten_or_ace(t.hands[DEALER][0]):
        t.say("633a.9(a)(2)", "the wager is placed on the cards until the hole card is revealed", hand.place)
    else:
        settle_surrender(t, hand, "633a.9(a)(1)")


def settle_surrender(t: Round, hand: Hand, cite: str, only: str = "") -> None:
    """Half of the wager is collected, half returned; where losing wagers come first, in two passes."""
    if only != "win":
        t.forfeit(cite, hand.seat, hand.wager, t.holds(hand.seat, hand.wager) // 2)
    if only != "lose":
        t.give_back(cite, hand.seat, hand.wager, note="half of the surrendered wager")
        t.discard(cite, hand.place)
        hand.paid = True


# § 633a.11 ----------------------------------------------------------------- splitting pairs


def may_split(t: Round, hand: Hand) -> bool:
    """§ 633a.11(a), (c): two cards of identical value, as often again as the Rules Submission says."""
    first, second = t.hands[hand.place]
    if POINTS[first] != POINTS[second]:
        return False
    if hand.split and POINTS[first] == 1 and not t.house["resplit_aces"]:
        return False
    return len(play_of(t).hands[hand.seat]) < 2 + int(t.house["resplits"])


def split(t: Round, hand: Hand, answer: Answer) -> None:
    """The second card becomes a hand of its own, next on the dealer's right, with an equal wager."""
    boxes = play_of(t).hands[hand.seat]
    suffix = f" split {len(boxes)}"
    other = Hand(hand.seat, SEATS[hand.seat] + suffix, suffix, split=True)
    hand.split = True
    boxes.insert(boxes.index(hand) + 1, other)
    t.facts.setdefault("hands", {})[hand.seat] = [h.suffix for h in boxes]
    t.place("633a.11(a)", hand.seat, other.wager, answer.cents)
    t.hands[other.place] = [t.hands[hand.place].pop()]
    t.steps.append(Step("633a.11(a)", "move", other.place, tuple(t.hands[other.place]), UP, note=hand.place))

"""Chapter 633a, Blackjack, in the chapter's order: Blackjack Wager, Insurance, surrender, Double Down, splitting pairs.

Shoe, cut, cover card and double shoe are the building block `pitboss.table.multideck` with this chapter's citations. The
optional wagers of § 633a.6(e) are settled where § 633a.7(g) has them, in `round_of_play`; they and the variations of
§ 633a.12 are not offered yet.
"""

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss import cards
from pitboss.cards import Card
from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.money import Odds, dollars
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.house import House
from pitboss.table.irregularities import seat_in
from pitboss.table.multideck import ShoePreparation, cut, determinant, next_card, prepare_shoe
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import (
    DEALER,
    DOWN,
    SHOE,
    UP,
    Answer,
    Ask,
    Choice,
    Incident,
    Procedure,
    Reply,
    Request,
    Step,
    Void,
)
from pitboss.table.table import Table

BOOK = chapter("633a")
BLACKJACK, INSURANCE, DOUBLE_DOWN = "Blackjack", "Insurance", "Double Down"
NATURAL = Odds.parse(BOOK.limit("blackjack_payout"))
TWO_TO_ONE = Odds.parse(BOOK.limit("insurance_payout"))
IN_ERROR = "drawn in error"

# § 633a.3–.5 --------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = ShoePreparation(
    change="633a.3(d)",
    change_hours=BOOK.limit("card_change_hours"),
    batches=(
        ("633a.3(b)(1)", "two batches of equally many decks"),
        ("633a.3(b)(3)", "one batch is shuffled while the other is dealt"),
        ("633a.3(b)(4)", "the batches take turns, shoe by shoe"),
        ("633a.3(b)(5)", "one batch only in the discard rack"),
    ),
    inspect="633a.4(a)",
    spread="633a.4(b)",
    wash="633a.4(c)",
    double_shoe_opening="633a.4(d)",
    batch_opening="633a.4(e)",
    preinspected="633a.4(f)",
    shuffle="633a.5(a)",
    offer_cut="633a.5(b)",
    first_player="633a.5(c)(1)",
    cover_on_player="633a.5(c)(2)",
    cover_on_dealer="633a.5(c)(3)",
    by_floorperson="633a.5(c)(4)",
    cut="633a.5(d)",
    cut_depth=BOOK.limit("cut_depth"),
    cover_share=Fraction(BOOK.limit("cover_card_depth")).denominator,
    recut="633a.5(e)",
    reshuffle="633a.5(f)",
    idle=(
        ("633a.5(g)", "the cards lie spread face down; the arriving player inspects them"),
        ("633a.5(g)(1)", "the cards are washed, stacked, shuffled and cut"),
    ),
    continuous="633a.5(h)",
    place="633a.7(a)",
    burn="633a.7(c)",
    determinant="633a.7(d)(1)",
    determinant_stays="633a.7(d)(2)",
    cover_card="633a.7(e)",
    collect_single="633a.7(e)(1)",
    collect_double="633a.7(e)(2)",
    shuffle_side="633a.7(e)(3)",
    too_few="633a.14(f)",
)


def total(hand: Iterable[Card]) -> tuple[int, bool]:
    """The point count of a hand and whether it is soft (§ 633a.3(e)).

    >>> total(cards.parse("Ah 6d")), total(cards.parse("Ah 6d Kc")), total(cards.parse("Ah Ad 9c"))
    ((17, True), (17, False), (21, True))
    """
    points = aces = 0
    for card in hand:
        value = POINTS[card]
        points += value
        aces += value == 1
    if aces and points <= 11:
        return points + 10, True
    return points, False


POINTS = tuple([1 if r == cards.ACE else min(r + 2, 10) for r in (c >> 2 for c in range(52))])


def is_blackjack(hand: list[Card]) -> bool:
    """An ace and a card of value ten as the first two cards (§ 633a.1)."""
    return len(hand) == 2 and POINTS[hand[0]] + POINTS[hand[1]] == 11 and 1 in (POINTS[hand[0]], POINTS[hand[1]])


def ten_or_ace(card: Card) -> bool:
    """An up card under which the dealer may have Blackjack (§ 633a.7(h))."""
    return POINTS[card] in (1, 10)


# § 633a.6 ------------------------------------------------------------------ wagers

WAGERS = (
    Wager(BLACKJACK, "633a.6(d)", required=True),
    Wager(INSURANCE, "633a.8(a)", before_deal=False),
    Wager(DOUBLE_DOWN, "633a.10(a)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """3 to 2 and the half of a surrender must come out in whole cents (§ 633a.13(a), § 633a.9(a))."""
    if wagers[BLACKJACK] % 2:
        raise IllegalWager(f"3 to 2 on {dollars(wagers[BLACKJACK])} cannot be paid to the cent", "633a.13(a)")


def check_house(house: House) -> None:
    """§ 633a.3(b), (c): equal sides and batches; and what is not offered yet."""
    if house["double_shoe"] and house["decks"] % 2:
        raise NotAuthorized(f"{house['decks']} decks cannot be split evenly between the sides of a double shoe", "633a.3(c)")
    if house["double_shoe"] and house["shuffler"] != "manual":
        raise NotAuthorized("a double shoe is shuffled side by side, without a second batch", "633a.7(e)(3)")
    later = ("blackjack_switch", "from_the_hand", "lucky_ladies", "match_the_dealer", "in_between", "royal_match_21")
    for option in (*later, "crown_treasure", "bet_the_set_21", "kings_bounty", "super_match"):
        if house[option]:
            raise NotAuthorized(f"{option} cannot be played yet", house.section(option))


def positions(house: House) -> tuple[int, str]:
    """§ 633a.6(f): as many adjacent boxes as the Rules Submission says."""
    return house["boxes"], "633a.6(f)"


def may_bet(table: Table, seat: int) -> None:
    """§ 633a.6(b): where the house forbids it, nobody enters who missed a round since the last shuffle."""
    inside = table.memory.get("in_shoe")
    fresh = table.memory.get("reshuffle") or table.house["shuffler"] == "continuous"
    if not table.house["mid_shoe_entry"] and inside is not None and not fresh and seat not in inside:
        raise IllegalWager(f"seat {seat} did not bet on the last round and may enter after the next shuffle", "633a.6(b)")


# § 633a.7 ------------------------------------------------------------------ dealing and completion


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


def prepare(t: Round) -> Procedure:
    """§§ 633a.3–.5."""
    t.memory["play"] = Play()
    t.table.memory.setdefault("first player", min(t.table.seats, default=1))
    return prepare_shoe(t, PREPARATION)


def play_of(t: Round) -> Play:
    """The state of a Blackjack round."""
    found: Play = t.memory["play"]
    return found


def round_of_play(t: Round) -> Procedure:
    """§§ 633a.7–.11, one round."""
    note_entries(t)
    yield from deal_two(t)
    up = t.hands[DEALER][0]
    # § 633a.7(g): the optional wagers of § 633a.6(e) are settled here, before the card reader is used.
    blackjack = False
    if ten_or_ace(up):
        if POINTS[up] == 1:
            yield from offer_insurance(t)
        blackjack = card_reader(t)
    if not blackjack:
        for seat in t.clockwise():
            yield from play_box(t, seat)
        yield from late_cards(t)
    t.stage = "decided"
    yield from t.moment("reveal")
    yield from dealer_draws(t, blackjack)
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t, blackjack)


def note_entries(t: Round) -> None:
    """Remembers who has bet on every round since the shuffle (§ 633a.6(b))."""
    inside = t.table.memory.get("in_shoe")
    t.table.memory["in_shoe"] = set(t.seats) if inside is None else inside & set(t.seats)


def deal_two(t: Round) -> Procedure:
    """§ 633a.7(b)–(f): two cards to every box and the dealer, his second face down."""
    play = play_of(t)
    seats = t.clockwise()
    t.say("633a.6(c)", "“no more bets”")
    yield from t.moment("deal")
    in_play = [s for s in seats if s not in play.no_cards]
    if t.side or len(t.table.stacks) > 1:
        yield from determinant(t, PREPARATION, SEATS[in_play[0]] if in_play else DEALER)
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
    t.stage = "dealt"
    for incident in t.deferred:
        yield from irregularity(t, incident)
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


def announce(hand: list[Card]) -> str:
    """The point total as the dealer says it.

    >>> announce(cards.parse("Ah Kd")), announce(cards.parse("Ah 6d")), announce(cards.parse("Kh 6d"))
    ('Blackjack', 'soft 17', '16')
    """
    points, soft = total(hand)
    return "Blackjack" if is_blackjack(hand) else f"{'soft ' * soft}{points}"


def play_hand(t: Round, hand: Hand) -> Procedure:
    """Decisions on one hand until it stands, busts, is doubled, surrendered or dead."""
    play = play_of(t)
    if len(t.hands[hand.place]) == 1:  # § 633a.11(b): a split hand gets its second card when its turn comes
        yield from next_card(t, PREPARATION, "633a.11(b)", hand.place)
        t.say("633a.11(c)", announce_split(t.hands[hand.place]), hand.place)
    while total(t.hands[hand.place])[0] < 21 and hand.seat not in play.refused:
        answer = yield from decide(t, hand)
        if hand.dead or hand.seat in t.left or answer.word in ("stand", "leave"):
            return
        if answer.word == "refuse":
            refuse(t, hand.seat)
            return
        if answer.word == "surrender":
            surrender(t, hand)
            return
        if hand.seat in play.not_dealt and answer.word == "hit":
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
            yield from next_card(t, PREPARATION, "633a.10(c)", hand.place, face)
            if face == UP:
                t.say("633a.7(k)", announce(t.hands[hand.place]), hand.place)
            return
        yield from next_card(t, PREPARATION, "633a.7(k)", hand.place)
        t.say("633a.7(k)", announce(t.hands[hand.place]), hand.place)


def announce_split(hand: list[Card]) -> str:
    """A split hand of 21 is not Blackjack (§ 633a.1)."""
    points, soft = total(hand)
    return f"{'soft ' * soft}{points}"


def decide(t: Round, hand: Hand) -> Generator[Request, Reply, Answer]:
    """§ 633a.7(j)(2): what the player may do now."""
    seat, held = hand.seat, t.hands[hand.place]
    wager = t.holds(seat, hand.wager)
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
    number = play_of(t).hands[seat].index(hand) + 1
    about = f"hand {number}" if hand.split else ""
    return (yield from t.ask(seat, tuple(choices), "633a.7(j)(2)", about))


def refuse(t: Round, seat: int) -> None:
    """§ 633a.14(c): who refuses the exposed card gets no more cards in this round."""
    play_of(t).refused.add(seat)
    t.say("633a.14(c)", "refuses the exposed card and gets no other", SEATS[seat])


# § 633a.9 ------------------------------------------------------------------ surrender


def surrender(t: Round, hand: Hand) -> None:
    """§ 633a.9(a): half is lost; under an ace or ten only once the dealer's second card is revealed."""
    hand.surrendered = True
    if ten_or_ace(t.hands[DEALER][0]):
        t.say("633a.9(a)(2)", "the wager is placed on the cards until the hole card is revealed", hand.place)
    else:
        settle_surrender(t, hand, "633a.9(a)(1)")


def settle_surrender(t: Round, hand: Hand, cite: str) -> None:
    """Half of the wager is collected, half returned."""
    half = t.holds(hand.seat, hand.wager) // 2
    t.collect(cite, hand.seat, hand.wager, half, note="half, surrendered")
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
    return len(play_of(t).hands[hand.seat]) < 2 + t.house["resplits"]


def split(t: Round, hand: Hand, answer: Answer) -> None:
    """The second card becomes a hand of its own, next on the dealer's right, with an equal wager."""
    boxes = play_of(t).hands[hand.seat]
    suffix = f" split {len(boxes)}"
    other = Hand(hand.seat, SEATS[hand.seat] + suffix, suffix, split=True)
    hand.split = True
    boxes.insert(boxes.index(hand) + 1, other)
    t.place("633a.11(a)", hand.seat, other.wager, answer.cents)
    t.hands[other.place] = [t.hands[hand.place].pop()]
    t.steps.append(Step("633a.11(a)", "move", other.place, tuple(t.hands[other.place]), UP, note=hand.place))


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
            while total(dealer)[0] < 17:
                yield from next_card(t, PREPARATION, "633a.7(n)", DEALER)
                t.say("633a.7(m)", announce(dealer))
        elif total(dealer)[0] < 17:
            t.say("633a.7(o)", "no further card: it would change nothing")
    if play_of(t).draws_in_error and total(dealer)[0] >= 17:
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
    order = "633a.7(r)(1)" if t.house["settlement"] == "633a.7(r)(1)" else "633a.7(r)(2)"
    t.say(order, "all losing wagers first" if order.endswith("(1)") else "player by player from the dealer's right")
    passes: tuple[str, ...] = ("lose", "win") if order.endswith("(1)") else ("",)
    for only in passes:
        for seat in seats:
            settle_insurance(t, seat, blackjack, only)
            for hand in reversed(play_of(t).hands.get(seat, ())):
                if not hand.dead and not hand.paid and t.holds(seat, hand.wager):
                    settle_hand(t, hand, blackjack, only, order)
    t.facts["hands"] = {s: [h.suffix for h in boxes] for s, boxes in play_of(t).hands.items() if len(boxes) > 1}
    for place in list(t.hands):
        t.discard("633a.7(s)", place)


def settle_insurance(t: Round, seat: int, blackjack: bool, only: str) -> None:
    """§ 633a.8(c): Insurance wins when the hole card makes the dealer's Blackjack."""
    if t.holds(seat, INSURANCE) and blackjack and only != "lose":
        t.pay("633a.8(c)", seat, INSURANCE, TWO_TO_ONE)


def settle_hand(t: Round, hand: Hand, blackjack: bool, only: str, order: str) -> None:
    """§ 633a.7(p), (q) for one hand."""
    seat, held = hand.seat, t.hands[hand.place]
    mine, dealers = total(held)[0], total(t.hands[DEALER])[0]
    natural = not hand.split and is_blackjack(held)
    if hand.surrendered:
        if blackjack:
            t.collect("633a.9(a)(2)", seat, hand.wager)
        else:
            settle_surrender(t, hand, "633a.9(a)(2)")
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


# § 633a.14 ----------------------------------------------------------------- irregularities

INCIDENTS = {
    "card face up": "633a.14(a)",
    "card drawn in error": "633a.14(b)",
    "dealer draws in error": "633a.14(d)",
    "dealer misses own card": "633a.14(e)",
    "no cards dealt": "633a.14(g)",
    "one card dealt": "633a.14(g)",
    "wrong side of the double shoe": "633a.14(h)",
    "requested card not dealt": "633a.14(i)",
    "hole card in reader": "633a.14(j)",
    "device out of order": "633a.14(k)",
    "shuffler jam": "633a.14(l)",
    "cut performed improperly": "633a.5(e)",
    "floorperson orders a reshuffle": "633a.5(f)",
    "new dealer": "633a.7(c)",
}


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 633a.14."""
    play, detail = play_of(t), incident.detail
    match incident.kind:
        case "card face up":
            face_up(t, detail.get("card"))
        case "card drawn in error":
            draw_in_error(t, detail.get("card"), bool(detail.get("exposed")))
        case "dealer draws in error":
            play.draws_in_error = True
        case "dealer misses own card":
            before_the_deal(t, incident)
            play.misses = 2 if str(detail.get("card", 2)) in ("2", "second", "hole") else 1
            t.say("633a.14(e)", "misses his own card and takes it after the players have theirs")
        case "no cards dealt":
            before_the_deal(t, incident)
            play.no_cards.add(seat_of(t, incident))
        case "one card dealt":
            before_the_deal(t, incident)
            seat = seat_of(t, incident)
            play.one_card[seat] = str(detail.get("choice", "card"))
        case "wrong side of the double shoe":
            if not t.house["double_shoe"]:
                raise NotAuthorized("no double shoe is in use at this table", "633a.14(h)")
            t.say("633a.14(h)", "the round is treated as if drawn from the correct side", SHOE)
        case "requested card not dealt":
            play.not_dealt[seat_of(t, incident)] = str(detail.get("choice", ""))
        case "hole card in reader":
            if t.stage == "":
                t.deferred.append(incident)
            elif ten_or_ace(t.hands[DEALER][0]):
                t.say("633a.7(h)", "the hole card belongs into the reader under this up card")
            elif detail.get("value_can_be_seen"):
                t.say("633a.14(j)", "notifies a floorperson")
                raise Void("633a.14(j)(1)", "the reader can show a player the hole card: all hands are dead")
            else:
                t.say("633a.14(j)", "notifies a floorperson")
                t.say("633a.14(j)(2)", "no player can see the hole card in this reader: play goes on")
        case "device out of order":
            if "reader" in str(detail.get("device", "")):
                t.say("633a.14(k)", "no further dealing until the card reader device is repaired or replaced")
            else:
                t.table.out_of_order.add("shuffler")
                t.say("633a.14(m)", "the device is covered or signed out of order before another way of shuffling is used")
        case "shuffler jam":
            t.say("633a.14(l)", "the cards in the device are reshuffled", SHOE)
        case "cut performed improperly":
            before_the_deal(t, incident)
            t.say("633a.5(e)", "the floorperson requires a recut")
            yield from cut(t, PREPARATION)
        case "floorperson orders a reshuffle":
            t.table.memory["reshuffle"].update(t.table.stacks)
            t.say("633a.5(f)", "the cards are reshuffled after this round")
        case "new dealer":
            before_the_deal(t, incident)
            t.burn("633a.7(c)", note="a new dealer burns one card")


def before_the_deal(t: Round, incident: Incident) -> None:
    """Some things can only go wrong before the first card is dealt."""
    if t.stage:
        raise NotAuthorized(f"{incident.kind!r} can only happen at the deal", INCIDENTS[incident.kind])


def seat_of(t: Round, incident: Incident) -> int:
    """The seat an incident is about, which must be in the round."""
    seat = seat_in(incident)
    if seat not in t.seats:
        raise NotAuthorized(f"seat {seat} has no wager in this round", INCIDENTS[incident.kind])
    return seat


def face_up(t: Round, named: object) -> None:
    """§ 633a.14(a): not used in this round; to the discard rack, or to the segregated area of a double shoe."""
    note = "found face up: may not be used in this round"
    if not len(t.stack):
        t.say("633a.14(a)", note, SHOE)
        return
    card = cards.parse(str(named))[0] if named else None
    if not t.side:
        t.burn("633a.14(a)", card=card, face=UP, note=note)
        return
    if card is None:
        card = t.stack.draw()
    elif not t.stack.take(card):
        raise NotAuthorized(f"the {cards.name(card)} is not in the shoe", "633a.14(a)")
    t.table.segregated[t.side].append(card)
    t.steps.append(Step("633a.14(a)", "draw", f"segregated area, {t.side}", (card,), UP, note=note))


def draw_in_error(t: Round, named: object, exposed: bool) -> None:
    """§ 633a.14(b), (c): the card is out of the shoe and will be used as the next one."""
    cite = "633a.14(c)" if exposed and t.stage else "633a.14(b)"
    if t.hands.get(IN_ERROR):
        raise NotAuthorized("a card drawn in error is lying on the table already", cite)
    card = cards.parse(str(named))[0] if named else None
    if card is None and not len(t.stack):
        raise NotAuthorized("the shoe is empty", cite)
    if card is None:
        card = t.stack.draw(IN_ERROR)
    elif not t.stack.take(card):
        t.say(cite, "a card drawn in error is used as the next card", SHOE)
        return
    play_of(t).exposed = exposed and bool(t.stage)
    t.hands[IN_ERROR] = [card]
    face = UP if exposed else DOWN
    t.steps.append(Step(cite, "draw", IN_ERROR, (card,), face, note="drawn in error: it is used as the next card"))


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """Plays by a short form of basic strategy: a heuristic, not the exact best play."""
    words = [c.word for c in ask.choices]
    if "no insurance" in words:
        return "no insurance"
    if "accept" in words:
        return "accept"
    if "card" in words:
        return "card"
    boxes = play_of(t).hands[ask.seat]
    number = int(ask.about.removeprefix("hand ")) - 1 if ask.about else 0
    held = t.hands[boxes[number].place]
    up = POINTS[t.hands[DEALER][0]]
    points, soft = total(held)
    if "split" in words and POINTS[held[0]] in (1, 8) and up not in (1,):
        return "split"
    if "split" in words and POINTS[held[0]] in (2, 3, 6, 7, 9) and 2 <= up <= 6:
        return "split"
    if "surrender" in words and not soft and ((points == 16 and up in (1, 9, 10)) or (points == 15 and up == 10)):
        return "surrender"
    if "double" in words and not soft and (points == 11 or (points == 10 and 2 <= up <= 9) or (points == 9 and 3 <= up <= 6)):
        return "double"
    if soft:
        return "stand" if points >= 19 or (points == 18 and 2 <= up <= 8) else "hit"
    if points >= 17 or (points >= 13 and 2 <= up <= 6) or (points == 12 and 4 <= up <= 6):
        return "stand"
    return "hit"


def suggest(house: House) -> dict[str, int]:
    """What a bot bets: the table minimum."""
    return {BLACKJACK: house["table_minimum"]}


def deck(house: House) -> list[Card]:
    """The cards of the shoe, or of one side of a double shoe."""
    return cards.decks(house["decks"] // 2 if house["double_shoe"] else house["decks"])


GAME = Game(
    chapter="633a",
    wagers=WAGERS,
    deck=deck,
    check=check,
    check_house=check_house,
    positions=positions,
    may_bet=may_bet,
    prepare=prepare,
    round_of_play=round_of_play,
    irregularity=irregularity,
    incidents=INCIDENTS,
    bot=bot,
    suggest=suggest,
    clear="633a.7(s)",
    no_more_bets="633a.6(c)",
    players_look=False,
)

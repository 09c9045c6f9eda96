"""Cards, opening, shuffle, cut and cover card of games dealt from a shoe of several decks.

Single shoe, double shoe with its determinant card, two alternating batches, continuous shuffler. A chapter passes its own
citations and numbers.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from pitboss import cards
from pitboss.errors import Unbalanced
from pitboss.rulebook import Chapter
from pitboss.table import notes
from pitboss.table.devices import AUTOMATED_SHOE, READER
from pitboss.table.felt import Felt
from pitboss.table.memory import Memory
from pitboss.table.procedures.failures import REPAIRED
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import (
    DEALER,
    DOWN,
    DRAWN_BEFORE,
    IN_ERROR,
    RACK,
    SHOE,
    STACK,
    UP,
    Cut,
    Incident,
    Moment,
    Procedure,
    Step,
    Void,
    seat_of,
    segregated_area,
)

DETERMINANT = "determinant card"


@dataclass(frozen=True)
class ShoePreparation:
    """A chapter's paragraphs on the cards of a shoe, "" where it has none."""

    change: str
    change_hours: int
    inspect: str
    spread: str
    wash: str
    shuffle: str
    offer_cut: str
    first_player: str  # the first player's right to cut
    cover_on_player: str
    cover_on_dealer: str
    by_floorperson: str
    cut: str
    cut_depth: int
    cover_share: int  # the cover card lies at least 1/cover_share from the bottom
    recut: str
    reshuffle: str
    idle: tuple[str, str]
    idle_by_hand: tuple[str, str]
    place: str
    cover_card: str
    collect_single: str
    too_few: str
    burn: str = ""  # after the shoe is filled; "" where a card is burned before every round
    preinspected: str = ""
    continuous: str = ""
    idle_by_device: tuple[str, str] = ("", "")
    batches: tuple[tuple[str, str], ...] = ()  # two batches for an automated shuffler: the acts at each change
    batch_opening: str = ""
    double_shoe_opening: str = ""
    determinant: str = ""
    determinant_stays: str = ""
    collect_double: str = ""
    shuffle_side: str = ""
    tens: str = ""  # the 10s are removed from the decks
    kept: str = "the cards go into the shoe"


def shoe_preparation_of(book: Chapter) -> ShoePreparation:
    """A chapter's paragraphs on the cards of a shoe, as its file lists them."""
    return book.procedure(
        "preparation",
        ShoePreparation,
        change_hours=book.limit("card_change_hours"),
        cut_depth=book.limit("cut_depth"),
        cover_share=Fraction(book.limit("cover_card_depth")).denominator,
    )


@dataclass
class ShoeMemory(Memory):
    """What a table remembers about a shoe of several decks."""

    reshuffle: set[str] = field(default_factory=set)  # the sides whose cards are reshuffled before the next round
    decks_removed: bool = False  # the next round opens with other decks
    cover_card_on: str = ""  # the place due the card behind the cover card, since the last cut
    first_player: int = 0  # the seat of the first player to arrive
    in_shoe: set[int] | None = None  # the seats that have bet on every round since the shuffle, None before the first


def memory_of(table: Felt) -> ShoeMemory:
    """The table's memory of its shoe."""
    memory = table.memory
    assert isinstance(memory, ShoeMemory)
    return memory


def shuffler_of(table: Felt) -> str:
    """The way cards are shuffled now: by hand while the device is out of order (§ 633a.14(m), § 635a.13(m))."""
    return str(table.in_force["shuffler"])


def from_the_hand(table: Felt) -> bool:
    """True if cards are dealt from the hand, which requires a shuffling device (§ 633a.12(b)(2)); otherwise they come from a
    shoe."""
    return bool(table.in_force.get("from_the_hand"))


def prepare_shoe(t: Round, p: ShoePreparation) -> Procedure:
    """Everything before the first card: change of cards, opening, reshuffle and cut where due, burn or determinant card."""
    table, shuffler = t.table, shuffler_of(t.table)
    hours = table.hours()
    memory = memory_of(table)
    memory.first_player = memory.first_player or next(iter(table.seats))  # seats are in order of arrival
    due, first = memory.reshuffle, table.opened_at is None
    if not first and (memory.decks_removed or hours - (table.opened_at or 0) >= p.change_hours):
        memory.decks_removed = False
        t.say(p.change, "the decks are changed")
        first = True
    if first:
        table.opened_at = hours
        open_shoe(t, p)
        due.update(table.stacks)
    elif table.idle and shuffler != "continuous":
        t.say(*p.idle)
        t.say(*(p.idle_by_device if shuffler == "automated" else p.idle_by_hand))
        due.update(table.stacks)
    table.idle = False
    for side in table.stacks:
        if side in due or shuffler == "continuous":
            t.use_side(side)
            yield from fill_shoe(t, p, first=first)
    due.clear()


def open_shoe(t: Round, p: ShoePreparation) -> None:
    """Section .4: inspect, spread, wash and stack, side by side or batch by batch."""
    if p.tens and t.house["preshuffled"]:
        t.say(p.tens, "makes sure, with a floorperson, that no 10 is left in the decks")
    if t.house["preshuffled"]:
        t.say(p.preinspected, "the decks came preinspected and preshuffled: no inspection, spread or wash")
        return
    t.say(p.inspect, "inspects the cards; the floorperson verifies")
    if p.tens:
        t.say(p.tens, "removes every 10 with a floorperson, tears it in half and puts it into the decks' box")
    t.say(p.spread, "spreads the cards face up by deck and suit for the first player to see")
    t.say(p.wash, "turns the cards face down, washes and stacks them")
    if t.house.get("double_shoe"):
        t.say(p.double_shoe_opening, "spreads, washes and stacks the cards of each side of the shoe by themselves")
    if shuffler_of(t.table) == "automated" and p.batches:
        t.say(p.batch_opening, "spreads, washes, stacks and shuffles each batch by itself")


def fill_shoe(t: Round, p: ShoePreparation, *, first: bool) -> Procedure:
    """Section .5: gathers the cards of one side, shuffles, has them cut, sets the cover card and fills the shoe."""
    table, shuffler = t.table, shuffler_of(t.table)
    batches = shuffler == "automated" and bool(p.batches)
    if not first and shuffler != "continuous":
        cite = p.collect_double if t.side else p.collect_single
        t.say(cite, "takes the remaining cards out and counts them: none is missing")
    if batches:
        if not table.waiting:
            table.waiting = table.game.deck(t.house)
            table.cards += len(table.waiting)
        for cite, note in p.batches:
            t.say(cite, note)
    whole = [*t.stack.empty(), *t.rack, *table.segregated[t.side]]
    if len(whole) != len(table.game.deck(t.house)):
        raise Unbalanced(f"{len(whole)} cards came back for the shuffle", p.shuffle)
    t.rack.clear()
    table.segregated[t.side].clear()
    if batches and not first:
        whole, table.waiting = table.waiting, whole
    yield from shuffle_into_shoe(t, p, whole, first=first)
    burn_first(t, p)
    t.filled = not (first and t.house["preshuffled"])
    memory_of(table).in_shoe = None  # a reshuffle admits every seat again


def burn_first(t: Round, p: ShoePreparation) -> None:
    """§ 633a.7(c), § 635a.7(c): the first card of a full shoe goes to the discard rack; a double shoe has none to burn."""
    if p.burn and not t.side and shuffler_of(t.table) != "continuous":
        t.burn(p.burn, note="the first card after the shuffle")


def jam(t: Round, p: ShoePreparation, cite: str) -> Procedure:
    """§ 633a.14(l), § 635a.13(l): a device did not finish a shuffle, and the cards in it are reshuffled.

    Before the first card these are the cards of a shoe just filled; later, the cards that the device holds: the other batch, or
    all undealt cards. The cards of a device that holds none are reshuffled after the round.
    """
    table, stack = t.table, t.stack
    if shuffler_of(table) == "continuous":
        t.steps.append(Step(cite, "take", STACK, tuple(stack.cards[::-1]), DOWN))
        shuffle = table.shuffle(stack.empty())
        stack.load(shuffle.order, root=shuffle.digest)
        t.steps.append(Step(cite, "shuffle", note=notes.shuffled("again", shuffle.digest)))
    elif t.filled and not t.stage:
        whole = [*stack.empty(), *(t.rack[:1] if p.burn else ())]  # includes the burned first card
        del t.rack[: bool(p.burn)]
        t.steps.append(Step(cite, "take", STACK, tuple(whole), DOWN, note="the shuffle was not finished"))
        memory_of(table).cover_card_on = t.cover_card_was_on  # the same player has the cut again
        yield from shuffle_into_shoe(t, p, whole, first=False)
        burn_first(t, p)
    elif table.waiting:
        shuffle = table.shuffle(table.waiting)
        table.waiting = list(shuffle.order)
        t.steps.append(Step(cite, "shuffle", note=notes.shuffled("the batch in the device, again", shuffle.digest)))
    else:
        memory_of(table).reshuffle.update(table.stacks)
        t.say(cite, "the device holds no cards of this round; they are reshuffled after it", SHOE)


def shuffle_into_shoe(t: Round, p: ShoePreparation, whole: list[cards.Card], *, first: bool) -> Procedure:
    """Shuffles, offers the cut, places the cover card."""
    table, house, shuffler = t.table, t.house, shuffler_of(t.table)
    shuffle = table.shuffle(whole)
    side = f"{t.side} side: " if t.side else ""
    how = "preshuffled" if first and house["preshuffled"] else shuffler
    t.steps.append(
        Step(
            p.shuffle_side if t.side and not first else p.shuffle,
            "shuffle",
            note=notes.shuffled(f"{side}{how}", shuffle.digest),
        )
    )
    t.stack.load(shuffle.order, root=shuffle.digest)
    if shuffler == "continuous":
        t.say(p.continuous, "the device reshuffles; no cut and no cover card")
        return
    yield from cut(t, p)
    size = len(t.stack)
    if size > 4:
        # "at least 1/4 of the way in from the bottom": where the mark on the shoe is.
        t.stack.behind_cover = -(-size // p.cover_share)
    kept = p.kept
    if house.get("dealing") == AUTOMATED_SHOE:
        kept = "the cards go into the automated dealing shoe"
    t.say(p.place, f"the cover card lies {t.stack.behind_cover} cards from the bottom; {kept}", SHOE)


def cut(t: Round, p: ShoePreparation, *, again: bool = False) -> Procedure:
    """Offers the cut in the chapter's order; if no player takes it the dealer cuts.

    A recut is offered to the player who last cut the cards, then to the next who is entitled (§ 633a.5(e), § 635a.5(e)).
    """
    table = t.table
    size = len(t.stack)
    least = min(p.cut_depth, size // 2)
    most = size - least
    if least < 1:
        return
    t.cut_made = True
    seats, memory = t.counterclockwise(), memory_of(table)
    if not again:
        t.cover_card_was_on, memory.cover_card_on = memory.cover_card_on, ""
    cover = t.cover_card_was_on
    if table.rounds == 0:
        cite, order = p.first_player, [memory.first_player or (seats[-1] if seats else 1)]
    elif seat_of(cover) in table.seats:
        cite, order = p.cover_on_player, [seat_of(cover)]
    else:
        cite, order = (p.cover_on_dealer if cover == DEALER else p.by_floorperson), seats
    last, t.cut_by = t.cut_by, 0
    for seat in order[order.index(last) :] if again and last in order else order:
        t.say(cite, "is offered the cut", SEATS[seat])
        depth = yield Cut(seat, least, most, cite)
        if type(depth) is int:
            t.cut_by = seat
            t.stack.cut(depth)
            t.say(p.cut, f"puts the cover card in after {depth} cards; the cards above it go to the bottom", SEATS[seat])
            return
    t.say(p.offer_cut, "nobody takes the cut: the dealer cuts")
    t.stack.cut(table.number(least, most))
    t.say(p.cut, "the cards above the cover card go to the bottom")


def determinant(t: Round, p: ShoePreparation, first: str) -> Procedure:
    """§ 633a.7(d): the suit of a card from either side determines the side from which the round is dealt."""
    table = t.table
    side = ("left", "right")[table.number(0, 1)]
    t.use_side(side)
    if not len(t.stack):
        yield from refill(t, p)
    cover = cover_card_next(t)
    card = t.stack.draw(DETERMINANT)
    red = cards.suit(card) in (cards.DIAMONDS, cards.HEARTS)
    red_side = t.house["determinant_red_side"]
    other = "right" if red_side == "left" else "left"
    chosen = red_side if red else other
    if cover:
        cover_card(t, p, first if chosen == side else DEALER)
    note = f"determinant card from the {side} side: the round is dealt from the {chosen} side"
    if chosen == side:
        t.hands.setdefault(first, []).append(card)
        t.steps.append(Step(p.determinant, "deal", first, (card,), UP, note=note))
        t.say(p.determinant_stays, "the determinant card is the first player's first card", first)
    else:
        table.segregated[side].append(card)
        t.steps.append(Step(p.determinant_stays, "draw", segregated_area(side), (card,), UP, note=note))
        t.use_side(chosen)


def next_card(t: Round, p: ShoePreparation, cite: str, to: str, face: str = UP) -> Procedure:
    """Deals one card off the shoe. A card drawn in error comes first; the cover card and an empty shoe are handled on the way.

    No card is dealt while the card reader device is out of order.
    """
    if t.table.out_of_order:
        yield from await_reader(t)
    waiting = t.hands.get(IN_ERROR)
    if waiting:
        card = waiting.pop()
        t.hands.setdefault(to, []).append(card)
        t.steps.append(Step(cite, "deal", to, (card,), face, note=DRAWN_BEFORE))
        return
    if not t.stack.cards:
        yield from refill(t, p)
    if cover_card_next(t):
        cover_card(t, p, to)
    t.deal(cite, to, 1, face)


def burn_next(t: Round, p: ShoePreparation, cite: str, note: str, face: str = DOWN) -> Procedure:
    """Burns one card off the shoe into the discard rack, handling an empty shoe or the cover card first."""
    yield from await_reader(t)
    if not t.stack.cards:
        yield from refill(t, p)
    if cover_card_next(t):
        cover_card(t, p, DEALER)
    t.burn(cite, note=note, face=face)


def await_reader(t: Round) -> Procedure:
    """§ 633a.14(k), § 635a.13(k): dealing waits until the card reader device is repaired or replaced."""
    here = Moment("out of order", Incident(REPAIRED, {"device": READER}))
    while READER in t.table.out_of_order:
        reply = yield here
        if not isinstance(reply, Incident):
            raise TypeError(f"a device is out of order and {reply!r} came")
        yield from t.remedy(reply)


def cover_card_next(t: Round) -> bool:
    """True if the cover card lies on top of the next card."""
    stack = t.stack
    return len(stack.cards) <= stack.behind_cover and bool(stack.behind_cover) and t.side not in t.cover_cards


def cover_card(t: Round, p: ShoePreparation, to: str) -> None:
    """§ 633a.7(e), § 635a.7(d): the cover card is put aside, the round is finished, and then that side is reshuffled."""
    t.cover_cards.add(t.side)
    memory = memory_of(t.table)
    memory.reshuffle.add(t.side)
    memory.cover_card_on = to
    t.say(p.cover_card, "the cover card comes out and is put aside; the cards are reshuffled after this round", SHOE)
    t.say(p.reshuffle, "a reshuffle will follow", SHOE)


def refill(t: Round, p: ShoePreparation) -> Procedure:
    """§ 633a.14(f): too few cards for the round; the discards are shuffled and cut, one is burned, and play goes on."""
    table = t.table
    whole = [*t.rack, *table.segregated[t.side]]
    if len(whole) < 2:
        raise Void(p.too_few, "no cards are left to finish the round: all hands are void")
    t.rack.clear()
    table.segregated[t.side].clear()
    t.steps.append(Step(p.too_few, "take", RACK, tuple(whole), DOWN, note="the shoe is empty: the discards are shuffled"))
    yield from shuffle_into_shoe(t, p, whole, first=False)
    t.stack.behind_cover = 0
    memory_of(table).reshuffle.add(t.side)
    t.burn(p.too_few, note="the first card after the shuffle")

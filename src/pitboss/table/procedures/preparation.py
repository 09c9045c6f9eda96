"""Cards, opening, shuffle and cut of games with one deck: sections .3 to .5, nearly the same in every chapter.

A chapter passes its own citations and numbers. Differences are data; the procedure is written once.
"""

from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.errors import Unbalanced
from pitboss.rulebook import Chapter
from pitboss.table import notes
from pitboss.table.memory import DeckMemory
from pitboss.table.round import Round
from pitboss.table.steps import DOWN, RACK, STACK, Procedure, Step


@dataclass(frozen=True)
class Preparation:
    """A chapter's paragraphs on the deck between rounds. "" where a chapter has no such paragraph."""

    change_by_hand: str  # how often decks are changed when dealt by hand, in hours
    change_from_shoe: str
    hours_by_hand: int
    hours_from_shoe: int
    waits: str  # the other deck is being shuffled
    alternate: str  # two decks take turns
    one_in_rack: str
    inspect: str
    spread: str
    wash: str
    each_deck: str
    preinspected: str
    shuffle: str
    count: str
    automated: str
    by_hand: str
    cut: tuple[tuple[str, str], ...]  # the dealer's acts when the cards must be cut
    cut_depth: int
    recut: str
    idle: str
    reshuffling_device: str = ""
    idle_by_hand: str = ""  # where the chapter distinguishes tables without and with a shuffling device
    idle_by_device: str = ""
    viewers: str = "the first player"  # the audience of the spread cards
    arrivals: str = "the arriving player"  # the audience after a pause
    stored: str = ""  # where two decks are always kept: the place on the table of the other, without a device
    in_device: str = ""


def preparation_of(book: Chapter) -> Preparation:
    """A chapter's paragraphs on the deck (sections .3 to .5), as its file lists them. Some chapters change decks after the same
    number of hours for every way of dealing."""
    equally = any(limit.name == "card_change_hours" for limit in book.limits)
    return book.procedure(
        "preparation",
        Preparation,
        hours_by_hand=book.limit("card_change_hours" if equally else "card_change_hours_hand"),
        hours_from_shoe=book.limit("card_change_hours" if equally else "card_change_hours_shoe"),
        cut_depth=book.limit("cut_depth"),
    )


def memory_of(t: Round) -> DeckMemory:
    """The table's memory of its decks."""
    memory = t.table.memory
    assert isinstance(memory, DeckMemory)
    return memory


def device_in_use(t: Round) -> bool:
    """True if an automated card shuffling device works at the table."""
    return bool(t.house["shuffler"])


def reshuffles_by_itself(t: Round) -> bool:
    """True if the device reshuffles the cards by itself, so that there is no cut, recut or idle spread."""
    return bool(t.house.get("reshuffling_device"))


def counts_the_cards(t: Round) -> bool:
    """True if the device counts the deck after each shuffle, as one that reshuffles by itself also does."""
    return bool(t.house.get("counting_shuffler") or t.house.get("reshuffling_device"))


def open_table(t: Round, p: Preparation) -> None:
    """Section .4: inspects, spreads, washes and stacks a fresh deck, and a second one if there is one."""
    house = t.house
    if open_deck(t, p):
        return
    if p.in_device and device_in_use(t):
        t.say(p.in_device, "washes the second deck by itself, which goes into the device")
    elif house.get("opening_shuffle") == "deck in use":
        t.say(p.each_deck, "puts the second deck into its place, to be washed when its turn comes")
        memory_of(t).unwashed = True
    elif house.get("second_deck", True):
        t.say(p.each_deck, "does the same with the second deck by itself")


def open_deck(t: Round, p: Preparation) -> bool:
    """Section .4 for one deck; True if it came preinspected and preshuffled, so that nothing is to be done."""
    if t.house["preshuffled"] and p.preinspected:
        t.say(p.preinspected, "the deck came preinspected and preshuffled: no inspection, spread or wash")
        return True
    t.say(p.inspect, "inspects the cards; the floorperson verifies")
    if t.house.get("two_joker_decks"):
        t.say(p.spread, "tears the second joker in half with a floorperson and puts it into the deck's box")
    t.say(p.spread, f"spreads the cards face up by suit for {p.viewers} to see")
    t.say(p.wash, "turns the cards face down, washes and stacks them")
    return False


def shuffle_cards(t: Round, p: Preparation, cards: list[Card], first: bool) -> bool:
    """Section .5: shuffles and stacks the cards, committed and counted as the way of shuffling requires; True if they must be
    cut."""
    house, table = t.house, t.table
    by_device = device_in_use(t)
    shuffle = table.shuffle(cards)
    preshuffled = first and house["preshuffled"]
    how = "the cards came preshuffled" if preshuffled else "by device" if by_device else "by hand"
    t.steps.append(Step(p.shuffle, "shuffle", note=notes.shuffled(how, shuffle.digest)))
    t.stack.load(shuffle.order, root=shuffle.digest)
    if house.get("counting_shuffler"):
        t.say(p.count, f"the device counts {len(t.stack)} cards")
    if reshuffles_by_itself(t):
        t.say(p.reshuffling_device, "the device reshuffles and counts; no cut")
        return False
    if by_device and not preshuffled and p.automated:
        t.say(p.automated, "shuffled by device: no cut")
        return False
    t.say(p.by_hand, "the cards must be cut")
    return True


def cut(t: Round, p: Preparation) -> None:
    """The dealer's cut, at least as deep as the chapter says."""
    t.stack.cut(t.table.number(p.cut_depth, len(t.stack) - p.cut_depth))
    t.cut_made = True
    for cite, note in p.cut:
        t.say(cite, note)


def prepare(t: Round, p: Preparation, *, same_deck: bool = False) -> Procedure:
    """Everything between two rounds: change of decks, opening, shuffle and the dealer's cut."""
    if shuffle_cards(t, p, *gather(t, p, same_deck=same_deck)):
        cut(t, p)
    yield from ()


def gather(t: Round, p: Preparation, *, same_deck: bool = False) -> tuple[list[Card], bool]:
    """The cards for the next round, changed, opened or alternated if due, and whether they are fresh. With `same_deck` the deck
    just used comes back although there are two, as in Poker after a misdeal."""
    table, house = t.table, t.house
    hours = table.hours()
    by_hand = house.get("dealing", "hand") == "hand"
    first, device = table.opened_at is None, device_in_use(t)
    if not first and hours - (table.opened_at or 0) >= (p.hours_by_hand if by_hand else p.hours_from_shoe):
        t.say(p.change_by_hand if by_hand else p.change_from_shoe, "the decks are changed")
        first = True
    if first:
        table.opened_at = hours
        open_table(t, p)
    elif table.idle and not reshuffles_by_itself(t):
        t.say(p.idle, f"the spread cards are shown to {p.arrivals}, then washed and stacked")
        if p.idle_by_hand:
            note = "the cards go into the device and its deck comes out" if device else "the cards are washed and stacked"
            t.say(p.idle_by_device if device else p.idle_by_hand, note)
    table.idle = False
    t.rack.extend(t.stack.empty())  # a void round may leave undealt cards
    # Poker always has two decks at the table. Elsewhere the second lies in the device and is not used without one.
    if house.get("second_deck", True) and (p.stored or device) and not same_deck:
        if not table.waiting:
            table.waiting = table.game.deck(house)
            table.cards += len(table.waiting)
        t.rack[:], table.waiting = table.waiting, list(t.rack)
        t.say(p.alternate, "one of the two decks comes into play" if first else "the other deck comes into play")
        if not first and memory_of(t).unwashed:
            memory_of(t).unwashed = False
            t.say(p.each_deck, "it is washed for the first time")
        aside = "the other deck" if first else "the deck just used"
        if device:
            t.say(p.waits, f"{aside} goes into the device")
        else:
            t.say(p.stored, f"{aside} lies in its place on the table")
        if p.one_in_rack:
            t.say(p.one_in_rack, "the discard rack is empty for this deck")
    cards = list(t.rack)
    if len(cards) != len(table.game.deck(house)):
        raise Unbalanced(f"{len(cards)} cards came back for the shuffle", p.shuffle)
    t.rack.clear()
    return cards, first


def reshuffle(t: Round, p: Preparation, cite: str) -> None:
    """Shuffles the undealt cards again, as after a jam of the device."""
    t.steps.append(Step(cite, "take", STACK, tuple(t.stack.cards[::-1]), DOWN))
    shuffle = t.table.shuffle(t.stack.empty())
    t.stack.load(shuffle.order, root=shuffle.digest)
    t.steps.append(Step(cite, "shuffle", note=notes.shuffled("again", shuffle.digest)))


def replace_deck(t: Round, p: Preparation, cite: str) -> None:
    """Removes the deck before a card of it is dealt; a fresh one is opened, shuffled and cut."""
    t.steps.append(Step(cite, "take", STACK, tuple(t.stack.cards[::-1]), DOWN, note="the deck is removed from the table"))
    fresh = t.table.game.deck(t.house)
    t.stack.empty()
    open_deck(t, p)
    if shuffle_cards(t, p, fresh, first=True):
        cut(t, p)


def remove_deck(t: Round, cite: str) -> None:
    """Removes the whole deck from the table; the next round opens with another."""
    t.steps.append(Step(cite, "say", RACK, note="the entire deck is removed from the table"))
    t.table.opened_at = None

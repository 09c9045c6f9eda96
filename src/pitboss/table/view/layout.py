"""The picture of a table: one fold over its steps, as a viewer sees them.

A layout holds all that the fold needs to continue: a client that receives a layout at some version and the steps after it
arrives at the same layout as one that was there from the beginning. This module knows no table, round or viewer; a layout knows
only the steps that it was shown.
"""

from collections.abc import Callable, Iterable

import msgspec

from pitboss.table import notes
from pitboss.table.money.side_pots import divide_pots
from pitboss.table.notes import POSTED
from pitboss.table.steps import COMMUNITY, DEAD, DEALER, DOWN, UP, Step, seat_of
from pitboss.table.view import faults
from pitboss.table.view.viewers import FACES, HIDDEN, Asked

BURNED, DISCARDED, DRAWN, IN_ERROR = "burn cards", "discards", "drawn", "drawn in error"
TURNED = "turned"  # a card that was dealt face down and turned up later
GIVEN_UP = ("fold", "surrender", "concede")
MISTAKEN = "dealt by mistake"


class Hand(msgspec.Struct):
    """The cards of one place in order, "??" for hidden ones, and the latest label of the hand.

    Each card was dealt "up" or "down", or has been "turned" up since. `low` holds the cards set as the low hand of Pai Gow
    Poker.
    """

    cards: list[str] = []
    faces: list[str] = []
    label: str = ""
    low: list[str] = []
    gone: bool = False  # collected from its place


class Seat(msgspec.Struct):
    """The player at a seat, and the chips before them that they may still wager."""

    player: str
    chips: int


class Result(msgspec.Struct):
    """A wager's result in the round: placed, returned, and how it was paid ("3 to 1", "Ante bonus 4 to 1")."""

    placed: int = 0
    back: int = 0
    paid: list[str] = []


class Pushed(msgspec.Struct):
    """Chips that a player won from a pot of Poker: "main pot" or "side pot 1", "" where there was only one."""

    pot: str
    seat: int
    cents: int


class Layout(msgspec.Struct):
    """The state of a table's layout, by seat number unless by place."""

    decks: int = 1  # a shoe of several holds the same card more than once
    round: int = 0
    in_progress: bool = False
    void: str = ""  # the paragraph that made the round void
    seats: dict[int, Seat] = {}
    playing: list[int] = []  # the seats in the round
    hands: dict[str, Hand] = {}  # by place, a split hand next to its first
    wagers: dict[int, dict[str, int]] = {}  # on the layout
    placed: dict[int, dict[str, int]] = {}  # for a round that has not begun; still among the seat's chips
    staked: dict[int, int] = {}  # chips of a seat that were staked in this round
    results: dict[int, dict[str, Result]] = {}
    dealer: dict[str, int] = {}  # the dealer's wagers against a player who banks
    center: int = 0  # the chips in the center of the table, where a player banks
    # Poker
    button: int = 0
    posted: dict[int, dict[str, int]] = {}  # antes, Blind Bets, Straddle Bets and Forced Bets
    bets: dict[int, int] = {}  # before each seat in this betting round
    put: dict[int, int] = {}  # in the whole round
    dead: dict[int, int] = {}  # antes that do not count towards a bet
    pots: list[int] = []  # in the middle, the main pot first; kept after the round
    pushed: list[Pushed] = []  # the awards, in order
    folded: list[int] = []
    all_in: list[int] = []
    raked: int = 0  # in the rake area
    boxes: dict[str, int] = {}  # contributed to jackpots in this round, by jackpot
    # All games
    meters: dict[str, int] = {}  # what progressive meters show, by wager
    asked: tuple[Asked, ...] = ()

    def see(self, step: Step | None) -> None:
        """Applies one step. A hidden step, or an unknown act, changes nothing; a step that cannot be drawn is logged and left
        out."""
        if step is not None and (act := ACTS.get(step.act)) is not None:
            try:
                act(self, step)
            except Exception as error:
                faults.report("drawn", step, error)

    def see_all(self, steps: Iterable[Step | None]) -> "Layout":
        """Applies several steps; returns the layout itself."""
        for step in steps:
            self.see(step)
        return self

    def hands_of(self, seat: int) -> dict[str, Hand]:
        """The hands of a seat, in the order in which they are played."""
        return {place: hand for place, hand in self.hands.items() if seat_of(place) == seat}


# ---------------------------------------------------------------------------- players and rounds


def _sit(t: Layout, step: Step) -> None:
    t.seats[seat_of(step.who)] = Seat(step.note, step.cents)


def _buy(t: Layout, step: Step) -> None:
    if seat := t.seats.get(seat_of(step.who)):
        seat.chips += step.cents


def _leave(t: Layout, step: Step) -> None:
    t.seats.pop(seat_of(step.who), None)
    t.placed.pop(seat_of(step.who), None)


def _placed(t: Layout, step: Step) -> None:
    seat = seat_of(step.who)
    if step.cents:
        t.placed.setdefault(seat, {})[step.wager] = step.cents
    elif not step.wager:
        t.placed.pop(seat, None)
    else:
        t.placed.get(seat, {}).pop(step.wager, None)


def _begin(t: Layout, step: Step) -> None:
    """Clears the cards and chips of the last round; those who have placed a wager play."""
    number = notes.read_number(step.note)
    fresh = Layout(t.decks, t.round + 1 if number is None else number, True, seats=t.seats, placed=t.placed, meters=t.meters)
    fresh.playing = sorted(t.placed)
    for field in t.__struct_fields__:
        setattr(t, field, getattr(fresh, field))


def _end(t: Layout, step: Step) -> None:
    """Pays every player's gain to their chips."""
    for number, seat in t.seats.items():
        seat.chips += t.staked.get(number, 0) + sum(r.back - r.placed for r in t.results.get(number, {}).values())
    t.in_progress, t.staked, t.placed, t.asked = False, {}, {}, ()


def _void(t: Layout, step: Step) -> None:
    t.void, t.pushed = step.cite, []


def _players(t: Layout, step: Step) -> None:
    t.playing = notes.read_seats(step.note)


# ---------------------------------------------------------------------------- cards


def _deal(t: Layout, step: Step) -> None:
    if IN_ERROR in t.hands:  # a card drawn in error is the next card
        del t.hands[IN_ERROR]
    _lay(t, step.who, step)


def _lay(t: Layout, place: str, step: Step) -> None:
    """Adds cards to a place."""
    hand = t.hands.get(place)
    if hand is None or hand.gone:
        hand = t.hands[place] = Hand()
    hand.cards += [FACES[card] for card in step.cards]
    hand.faces += [step.face or DOWN] * len(step.cards)


def _draw(t: Layout, step: Step) -> None:
    """Cards off the deck that go to no hand; those that go to the rack leave the layout."""
    if step.who in (BURNED, DISCARDED, IN_ERROR):
        _lay(t, step.who, step)
    elif seat_of(step.who):
        _lay(t, step.who, step)
        t.hands[step.who].label = MISTAKEN


def _reveal(t: Layout, step: Step) -> None:
    hand = t.hands.get(step.who)
    if hand is None or step.face != UP:
        return
    for card in step.cards:
        _turn_up(t, hand, FACES[card])
    if step.who != COMMUNITY:
        hand.label = step.note


def _turn_up(t: Layout, hand: Hand, card: str) -> None:
    """Turns a card up: where it is known to lie, otherwise the first hidden one."""
    lying = list(zip(hand.cards, hand.faces, strict=True))
    if (card, DOWN) in lying:
        at = lying.index((card, DOWN))
    elif (HIDDEN, DOWN) in lying and (t.decks > 1 or card not in hand.cards):
        at = lying.index((HIDDEN, DOWN))
    else:  # the card lies face up already
        return
    hand.cards[at], hand.faces[at] = card, TURNED


def _move(t: Layout, step: Step) -> None:
    """A split: the card leaves the hand named in the note and lies next to it. At Blackjack Switch it goes to the player's
    other hand."""
    source = t.hands.get(step.note)
    if source is None:
        return
    _take_away(source, step)
    if step.who in t.hands:
        _lay(t, step.who, step)
        return
    source.label = ""
    hands = {}
    for place, hand in t.hands.items():
        hands[place] = hand
        if place == step.note:
            hands[step.who] = Hand([FACES[card] for card in step.cards], [UP] * len(step.cards))
    t.hands = hands


def _take_away(hand: Hand, step: Step) -> None:
    """Removes cards from a hand: those named, or as many hidden ones. Of two equal cards the later one goes."""
    for card in step.cards:
        face = FACES[card] if FACES[card] in hand.cards else HIDDEN
        if face in hand.cards:
            at = len(hand.cards) - 1 - hand.cards[::-1].index(face)
            del hand.cards[at], hand.faces[at]


def _discard(t: Layout, step: Step) -> None:
    hand = t.hands.get(step.who)
    if step.who == DRAWN or (hand is not None and (seat_of(step.who) in t.folded or hand.label == MISTAKEN)):
        _lay(t, DISCARDED, step)  # the pile of a Poker table
    if hand is not None:
        hand.gone = True


def _take(t: Layout, step: Step) -> None:
    if step.who in (BURNED, DISCARDED):
        t.hands.pop(step.who, None)


def _say(t: Layout, step: Step) -> None:
    hand = t.hands.get(step.who)
    if hand is not None and notes.are_points(step.note):
        hand.label = step.note


def _decide(t: Layout, step: Step) -> None:
    hand = t.hands.get(step.who)
    if (at := notes.read_which_hand(step.wager)) is not None:  # the question named one of several hands
        hands = list(t.hands_of(seat_of(step.who)).values())
        hand = hands[at - 1] if 0 < at <= len(hands) else hand
    if hand is None:
        return
    if step.note in GIVEN_UP:
        hand.label = step.note
    elif step.note == "discard":
        _take_away(hand, step)
    elif step.note == "set":
        hand.low = [FACES[card] for card in step.cards]


# ---------------------------------------------------------------------------- money

# How an act changes a wager's cents on the layout, its total placed, and its total returned.
MOVES = {
    "wager": (1, 1, 0),
    "return": (-1, 0, 1),
    "collect": (-1, 0, 0),
    "lose": (-1, 0, 0),
    "bet": (0, 1, 0),
    "cover": (0, 1, 0),
    "refund": (0, 0, 1),
    "award": (0, 0, 1),
    "surplus": (0, 0, 1),
    "bonus": (0, 0, 1),
    "restore": (0, 0, 1),
    "jackpot": (0, 0, 1),
    "vigorish": (0, 0, -1),
}
PAID = ("pay", "win", "bonus", "jackpot", "restore")  # acts whose note states the odds or amount
CENTER = {"lose": 1, "cover": 1, "win": -1, "surplus": -1}
METER = {"feed": 1, "reset": 1, "unfeed": -1, "jackpot": -1}
# How the reversal of an act changes the total returned.
REVERSED = {"pay": -1, "bonus": -1, "jackpot": -1, "award": -1, "win": -1, "vigorish": 1, "lose": 1}


def _money(t: Layout, step: Step) -> None:
    """Moves chips onto the layout, off it, or past it."""
    act, who, wager, cents = step.act, step.who, step.wager, step.cents
    seat = seat_of(who)
    lying = t.dealer if who == DEALER else t.wagers.setdefault(seat, {})
    here = lying.get(wager, 0)
    on, placed, back = MOVES.get(act) or (0, 0, 1)
    left = here + on * cents
    if act in ("pay", "win"):  # the wager goes back with its winnings
        cents, left = cents + here, 0
    if left:
        lying[wager] = left
    else:
        lying.pop(wager, None)
    if who != DEALER:
        result = t.results.setdefault(seat, {}).setdefault(wager, Result())
        result.placed += placed * cents
        result.back += back * cents
        if act in PAID and step.note:
            result.paid.append(step.note)
        if not lying:
            t.wagers.pop(seat, None)
    t.center += CENTER.get(act, 0) * step.cents
    if act in METER:
        _meter_moves(t, step)


def _reverse(t: Layout, step: Step) -> None:
    """Undoes part of a failed round: payments go back, and so do winnings from a player."""
    undone = notes.read_undone(step.note)
    act, cents = undone.act if undone is not None else "", step.cents
    if (seat := seat_of(step.who)) and act in REVERSED:
        t.results.setdefault(seat, {}).setdefault(step.wager, Result()).back += REVERSED[act] * cents
    t.center -= CENTER.get(act, 0) * cents
    if act == "contribute":
        t.boxes[step.wager] = t.boxes.get(step.wager, 0) - cents
    if act in METER and step.wager in t.meters:
        t.meters[step.wager] -= METER[act] * cents


def _wager(t: Layout, step: Step) -> None:
    _money(t, step)
    if seat := seat_of(step.who):
        t.placed.pop(seat, None)
        _stake(t, seat, step.cents)
        if seat not in t.playing:
            t.playing = sorted([*t.playing, seat])


def _stake(t: Layout, seat: int, cents: int) -> None:
    """Puts a player's chips at stake; negative cents are the player's again."""
    t.staked[seat] = t.staked.get(seat, 0) + cents
    if seat in t.seats:
        t.seats[seat].chips -= cents


def _charge(t: Layout, step: Step) -> None:
    """A charge for time, taken between two rounds."""
    if seat := t.seats.get(seat_of(step.who)):
        seat.chips -= step.cents


def _meter(t: Layout, step: Step) -> None:
    """Sets a meter to a reading, which moves no money: its cents are in the note."""
    if (cents := notes.read_number(step.note)) is not None:
        t.meters[step.wager] = cents


def _meter_moves(t: Layout, step: Step) -> None:
    if step.wager in t.meters:
        t.meters[step.wager] += METER[step.act] * step.cents


# ---------------------------------------------------------------------------- Poker


def _button(t: Layout, step: Step) -> None:
    t.button = seat_of(step.who)


def _bet(t: Layout, step: Step) -> None:
    seat, cents = seat_of(step.who), step.cents
    _money(t, step)
    _stake(t, seat, cents)
    t.bets[seat] = t.bets.get(seat, 0) + cents
    t.put[seat] = t.put.get(seat, 0) + cents
    if step.note in POSTED:
        posted = t.posted.setdefault(seat, {})
        posted[step.note] = posted.get(step.note, 0) + cents


def _refund(t: Layout, step: Step) -> None:
    """Returns chips from the pot: the part that was not called, or all that a player had put in."""
    seat = seat_of(step.who)
    _money(t, step)
    _stake(t, seat, -step.cents)
    remaining = t.put.pop(seat, 0) - step.cents
    if remaining > 0:
        t.put[seat] = remaining
    elif (dead := t.dead.pop(seat, 0) + remaining) > 0:
        t.dead[seat] = dead
    if (bet := t.bets.pop(seat, 0) - step.cents) > 0:
        t.bets[seat] = bet
    _count_pots(t)


def _gather(t: Layout, step: Step) -> None:
    """Gathers the bets into the middle; antes may not count towards a bet."""
    t.bets = {}
    if step.note == DEAD:
        t.dead, t.put = t.put, {}
    _count_pots(t)


def _count_pots(t: Layout) -> None:
    gathered = {seat: cents for seat, put in t.put.items() if (cents := put - t.bets.get(seat, 0))}
    contenders = [seat for seat in t.playing if seat not in t.folded]
    t.pots = [cents for cents, _ in divide_pots(gathered, contenders, t.folded, t.all_in, t.dead)]


def _fold(t: Layout, step: Step) -> None:
    t.folded.append(seat_of(step.who))
    _count_pots(t)


def _all_in(t: Layout, step: Step) -> None:
    if (seat := seat_of(step.who)) not in t.all_in:
        t.all_in.append(seat)
        _count_pots(t)


def _award(t: Layout, step: Step) -> None:
    """Gives a pot, or a share of it, to a player."""
    _money(t, step)
    t.pushed.append(Pushed(notes.read_pot(step.note)[1], seat_of(step.who), step.cents))


def _rake(t: Layout, step: Step) -> None:
    t.raked += step.cents if step.act == "rake" else -step.cents


def _contribute(t: Layout, step: Step) -> None:
    t.boxes[step.note] = t.boxes.get(step.note, 0) + step.cents


ACTS: dict[str, Callable[[Layout, Step], None]] = {
    **dict.fromkeys((*MOVES, "pay", "win"), _money),
    "award": _award,
    **dict.fromkeys(("feed", "unfeed", "reset"), _meter_moves),
    **dict.fromkeys(("rake", "unrake"), _rake),
    "sit": _sit,
    "buy": _buy,
    "leave": _leave,
    "placed": _placed,
    "begin": _begin,
    "end": _end,
    "void": _void,
    "players": _players,
    "deal": _deal,
    "draw": _draw,
    "reveal": _reveal,
    "move": _move,
    "discard": _discard,
    "take": _take,
    "say": _say,
    "decide": _decide,
    "wager": _wager,
    "reverse": _reverse,
    "charge": _charge,
    "meter": _meter,
    "button": _button,
    "bet": _bet,
    "refund": _refund,
    "gather": _gather,
    "fold": _fold,
    "all_in": _all_in,
    "contribute": _contribute,
}

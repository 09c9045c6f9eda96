"""A chapter's paragraphs about Pai Gow Poker, and the few points in which the two editions differ."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.rulebook import Chapter
from pitboss.table.felt import Felt
from pitboss.table.game import Game
from pitboss.table.memory import DeckMemory
from pitboss.table.procedures.dealing import Method
from pitboss.table.procedures.preparation import Preparation
from pitboss.table.round import Round
from pitboss.table.steps import DEALER

WAGER = "Pai Gow Poker"


@dataclass(frozen=True)
class PaiGowMethod(Method):
    """One dealing section, with its paragraphs about the starting position and about collecting the cards of empty
    positions."""

    start: str = ""
    empty: str = ""
    lammer: str = ""  # an Envy lammer beside each Qualifying Wager
    lock_out: str = ""
    misdealt_if_whole: bool = False  # whichever hand has the wrong number of cards: § 561.9(f) and § 645a.8(f) require no more
    alternating: bool = False  # seven stacks, one card each from left to right and then from right to left


@dataclass(frozen=True)
class Rules:
    """The paragraphs in the order of a round, "" for those that an edition lacks."""

    book: Chapter
    preparation: Preparation
    methods: dict[str, PaiGowMethod]
    offer_cut: str
    cut_first: str  # who cuts first: the first player to arrive, the bank, or the player farthest to the right
    cut_bank: str
    cut_right: str
    cut: str
    dice: str  # how long dice may be used
    shake: str
    total: str
    count: str
    cover: str
    random_number: str
    button: str
    mark: str
    set: str
    adjacent: str
    help: str
    done: str
    dealer_sets: str
    surrender: str
    reveal: str
    both_lower: str
    copy: str
    foul: str
    collect: str
    tie_by_high: str
    tie_by_low: str
    tie: str
    win: str
    pays: str
    # irregularities
    not_flat: str
    fallen: str
    wrong_position: str
    player_exposed: str
    dealer_exposed: str
    reset: str
    exposed_by_hand: str
    stacks_wrong: str = ""
    lid: str = ""  # a bank takes the lid off the shaker
    pays_at_the_end: str = ""  # winning wagers are paid once all hands are exposed
    surrenders_early: bool = False  # also before the dealer has set the dealer's hands
    settle_optional: Callable[[Round, int], None] | None = None
    after_all: Callable[[Round], None] | None = None


def rules_of(kind: Game) -> Rules | None:
    """The paragraphs of a game of Pai Gow Poker, None for any other game."""
    return kind.rules if isinstance(kind.rules, Rules) else None


@dataclass
class PaiGowMemory(DeckMemory):
    """What a table of Pai Gow Poker remembers from round to round."""

    first_player: int = 0  # the seat of the first player to arrive
    button: str = DEALER  # the place of the button
    dice_since: float | None = None  # since when the dice have been in use
    bank_open: bool = False  # players may bank
    bank_at: int = 0  # the seat that banked the last round, 0 for none
    last_bank: str | None = None  # the player who banked the last round
    wagered: dict[str, int] = field(default_factory=dict)  # cents by player, in the last round against the dealer


def memory_of(table: Felt) -> PaiGowMemory:
    """What a table remembers."""
    found = table.memory
    assert isinstance(found, PaiGowMemory)
    return found


class EnvyHand(NamedTuple):
    """An Envy Bonus Qualifying Hand: the wager whose Envy Bonus it pays, its seat, and the row of the Envy Bonus."""

    wager: str
    seat: int
    row: str


@dataclass
class Play:
    """The state of a round."""

    rules: Rules
    positions: int
    begun: bool = False  # wagers lie on the layout
    cutters: list[int] = field(
        default_factory=list
    )  # the seat that cut, and the seats entitled to cut after it; [] if the dealer cut
    start: str = ""  # the place that gets the first card
    started_by: str = ""  # how it was determined: shaker, random number generator or button
    low: dict[int, tuple[Card, ...]] = field(default_factory=dict)  # the low hand each seat has set
    dealer_low: tuple[Card, ...] = ()
    dealer_worth: tuple[int, int] = (0, 0)  # the values of the dealer's high and low hand
    set_wrong: bool = False  # the dealer set the hands by mistake otherwise than the house way
    wrong_low: tuple[Card, ...] = ()  # the two cards set low by mistake, if the report names them
    voided: set[int] = field(default_factory=set)  # seats that gave up a hand with an exposed card
    surrendered: set[int] = field(default_factory=set)
    settled: bool = False  # a wager has been paid, returned or collected after a comparison of hands
    bank: int = 0  # the seat that banks the round
    co_bank: bool = False
    bank_low: tuple[Card, ...] = ()
    center: int = 0  # the cents in the center of the table when a player banks
    payout_left: dict[int, int] = field(default_factory=dict)  # the rest of the payout limit, by seat
    lammers: list[int] = field(default_factory=list)  # the seats with an Envy lammer
    qualifying: dict[str, list[int]] = field(default_factory=dict)  # the seats with a Qualifying Wager, by wager
    envy_hands: list[EnvyHand] = field(default_factory=list)
    documented: list[int] = field(default_factory=list)  # the seats whose hand stays until its payout is documented


def play_of(t: Round) -> Play:
    """The state of a round."""
    found = t.play
    assert isinstance(found, Play)
    return found

"""A chapter's paragraphs about nonbanked Poker, and the state of a hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.games.nonbanked.variants import Variant
from pitboss.hands import Value
from pitboss.rulebook import Chapter
from pitboss.table.felt import Felt
from pitboss.table.game import Game
from pitboss.table.memory import DeckMemory
from pitboss.table.round import Round


@dataclass(frozen=True)
class Section:
    """The section about one family of variants."""

    seats: str
    first_deal: str
    opening: str  # Blind Bets, or the Forced Bet
    first_round: str
    streets: tuple[str, ...]  # the later rounds of cards, in order
    later_rounds: str
    high: str
    low: str = ""
    halves: str = ""  # high and low hand divide the pot
    tied_high: str = ""
    tied_low: str = ""
    no_low: str = ""  # no low hand qualifies
    kill: str = ""
    straddle: str = ""
    button: str = ""  # it moves on
    button_right: str = ""  # it starts at the dealer's right
    button_by_card: str = ""  # it starts where the highest card is
    forced: Mapping[str, str] = field(default_factory=dict)  # which up card makes the Forced Bet, by variant
    opens: str = ""  # the highest hand showing opens the later rounds
    opens_low: str = ""
    opens_tied: str = ""  # among several highest hands showing, the one nearest to the dealer's left does
    burn_draw: str = ""
    short_deck: str = ""


@dataclass(frozen=True)
class Conduct:
    """The paragraphs about irregularities and the conduct of players."""

    not_shuffled: str
    wrong_start: str
    two_face_up: str
    not_dealt_in: str
    ineligible: str
    wrong_deck: str
    wrong_count: str
    face_up: str
    unprotected: str
    stud_protected: str
    reconstruct: str
    refund: str
    walks_away: str
    binding: str
    thrown_away: str
    still_owed: str
    stud_hole_card: str
    ends: str
    continues: str
    five_card_stud: str
    off_table: str
    exchange: str
    shuffler_jam: str
    out_of_order: str
    put_out_of_use: str  # a device that cannot be used is taken out of use
    cards_speak: str
    announced: str
    larger_chip: str
    string_bet: str
    communicates: str
    recut: str
    dispute: str
    in_view: str
    pot_untouched: str
    steps_away: str


@dataclass(frozen=True)
class Between:
    """The paragraphs about acts between two hands."""

    seated: str  # only seated players receive cards
    add: str
    currency: str
    away: str
    counted: str
    covered: str
    minimum: str
    leaves: str  # the house may make a player leave
    charge: str
    hourly: str
    fraction: str
    rake_area: str
    drop: str
    contributions: str  # they may end at any time
    collection: str  # they are collected as the posted rules say


@dataclass(frozen=True)
class Rules:
    """The paragraphs about all types of Poker."""

    book: Chapter
    sections: dict[str, Section]
    ante: str
    funds: str  # the funds that a player needs on the table to be dealt in
    holds_cards: str
    all_in: str
    pot: str
    count: str  # of the deck or the stub
    losing_hands: str
    rake_in_play: str  # a percentage, as play progresses
    rake_at_end: str
    levels: str  # an incremental rake goes into the rake area
    levels_drop: str
    uncalled: str
    bad_beat: str
    bad_beat_hand: str  # the Poker shift supervisor verifies it
    high_hand: str
    high_hand_made: str  # a floorperson verifies it
    show: str
    chips: str
    conduct: Conduct
    between: Between
    alternate_by_hand: str = ""  # two decks alternate at a table without a shuffling device, if that is another paragraph
    house_names_odd_chip: bool = False  # True if the Rules Submission may say which player gets an odd amount


def rules_of(kind: Game) -> Rules:
    """The paragraphs of a game of nonbanked Poker."""
    assert isinstance(kind.rules, Rules)
    return kind.rules


@dataclass(frozen=True)
class Customs:
    """Deviations from the chapter, for tournaments and other houses: parameters of a table, `PokerMemory.customs`.

    `antes` and `blinds` are by seat, None for those of the house. They can express a big-blind ante, a straddle from any seat
    and, with two players, the small blind on the button. A blind below zero is posted like any other, but does not affect who
    acts first.
    """

    antes: dict[int, int] | None = None
    blinds: dict[int, int] | None = None
    dead_antes: bool = False  # antes are not part of bets: all of them go to the main pot
    posted_counts: bool = False  # a short blind or Forced Bet is matched as it was posted, not as it should have been
    forced_passes_on: bool = False  # a player who is All-in by the ante makes no Forced Bet; the next player does
    forced_in_full: bool = False  # the player who owes the Forced Bet opens with a full bet instead
    odd_chips_by_seat: bool = False  # the first winner left of the button gets odd chips, in Seven-card Stud too
    short_bets_add: bool = False  # a full bet goes on top of a short All-in bet; short raises together may make a full one


@dataclass(frozen=True)
class Agreement:
    """A minimum bet in cents, and the players who have agreed to it."""

    cents: int = 0
    players: frozenset[str] = frozenset()


@dataclass
class PokerMemory(DeckMemory):
    """A Poker table's state between hands, and its deviations from the chapter."""

    button: int | None = None  # the seat of the button, None before the first hand
    misdeal: str = ""  # the paragraph that made the last hand void, "" if it was completed
    kill: bool = False  # the next hand is played at higher limits
    away: dict[int, int] = field(default_factory=dict)  # the seats whose players are away, with the table stakes that they left
    minimum: Agreement = Agreement()
    contributions_ended: set[str] = field(default_factory=set)  # payouts to which pots no longer contribute
    collected_until: dict[str, float | None] = field(default_factory=dict)  # in hours, None before a collection period
    charged_until: float | None = None  # the time in hours up to which a time charge is taken, None before the first hand
    time_charges: int = 0  # in cents, of the whole sitting
    customs: Customs = Customs()
    button_here: int | None = None  # the seat that gets the button in the next hand, regardless of the chapter
    any_stack: bool = False  # players are dealt in whatever their stacks, except those declared short
    short_of_funds: set[int] = field(default_factory=set)  # the seats declared short, if any stack is enough
    passed_over: set[int] = field(default_factory=set)  # the seats that are not dealt in, by mistake, in the next hand


def memory_of(table: Felt) -> PokerMemory:
    """What a table remembers."""
    found = table.memory
    assert isinstance(found, PokerMemory)
    return found


@dataclass
class Outcome:
    """The outcome of a hand: its pots, the amounts won, and the hands that must be verified for a jackpot."""

    pots: list[int] = field(default_factory=list)  # in cents, the main pot first
    won: dict[int, int] = field(default_factory=dict)  # by seat
    rake: int = 0
    jackpot: int = 0  # all contributions to jackpots
    contributions: dict[str, int] = field(default_factory=dict)  # by payout
    bad_beats: list[tuple[int, Value]] = field(default_factory=list)  # losing hands by seat, the highest first
    high_hands: list[tuple[int, Value]] = field(default_factory=list)  # hands by seat, the highest first
    made_at: float = 0.0  # the time in hours at which the high hands were shown
    bad_beat_winners: list[int] = field(default_factory=list)  # the seats that won the main pot
    dealt_in: list[int] = field(default_factory=list)


@dataclass
class Play:
    """A hand of Poker in progress."""

    rules: Rules
    variant: Variant
    players: list[int]  # dealt in, clockwise from the first to get a card
    button: int = 0
    folded: list[int] = field(default_factory=list)
    all_in: set[int] = field(default_factory=set)
    put: dict[int, int] = field(default_factory=dict)  # cents put into the pot in the whole hand
    bets: dict[int, int] = field(default_factory=dict)  # cents bet in this betting round
    betting_rounds: int = 0  # begun so far
    voluntary: set[int] = field(default_factory=set)  # the seats that have made voluntary bets
    last_bettor: int = 0
    turned_up: dict[int, list[Card]] = field(default_factory=dict)  # hole cards that come face up in the deal
    turns_up: dict[int, int] = field(default_factory=dict)  # how many of the next hole cards come face up, whichever they are
    ineligible: dict[int, int] = field(default_factory=dict)  # seats not in the round that get cards by mistake, and how many
    all_dealt: bool = False  # no more cards are dealt in this round
    throws: set[int] = field(default_factory=set)  # the seats whose players throw their cards away as soon as they have them
    dead: dict[int, int] = field(default_factory=dict)  # antes that do not count towards bets
    customs: Customs = Customs()
    owed: Callable[[int, str], None] | None = None  # makes a seat pay an announced bet
    owes: set[int] = field(default_factory=set)  # the seats that paid an announced bet, whose uncalled part stays in the pot
    obliged: dict[int, int] = field(default_factory=dict)  # obligatory bets, by seat
    uncalled: int = 0  # the uncalled cents that stay in the pot and are not raked
    upward: dict[int, list[Card]] = field(default_factory=dict)  # the up cards of Stud
    worth: dict[int, tuple[Value | None, Value | None]] = field(default_factory=dict)  # high and low, once looked at
    shown: list[int] = field(default_factory=list)  # the seats that have shown their hands at the showdown
    bound: dict[int, str] = field(default_factory=dict)  # binding announcements of players in turn
    raked: dict[str, int] = field(default_factory=dict)  # cents in the rake area, by the paragraph that took them
    outcome: Outcome = field(default_factory=Outcome)
    _still_in: tuple[int, list[int]] = (-1, [])  # a cache: the number of folds, and the contenders then

    @property
    def section(self) -> Section:
        """The section whose procedures a game follows: that of its family (§ 553.10(a), § 553.11(a), § 553.12(a), § 553.13(a),
        § 553.14(a), § 637a.10(a), § 637a.11(a), § 637a.12(a), § 637a.13(a), § 637a.14(a))."""
        return self.rules.sections[self.variant.family]

    @property
    def contenders(self) -> list[int]:
        """The seats that have not folded."""
        if self._still_in[0] != len(self.folded):
            self._still_in = len(self.folded), [seat for seat in self.players if seat not in self.folded]
        return self._still_in[1]


def play_of(t: Round) -> Play:
    """The state of a hand."""
    found = t.play
    assert isinstance(found, Play)
    return found


def clockwise_from(seats: list[int], first: int) -> list[int]:
    """Seats clockwise, starting with one of them or with the next after it."""
    order = sorted(seats)
    return [s for s in order if s >= first] + [s for s in order if s < first]

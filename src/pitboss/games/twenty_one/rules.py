"""A chapter's paragraphs about a game of 21, and the few points in which the chapters differ."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from pitboss.cards import Card
from pitboss.money import Odds
from pitboss.table.felt import Felt
from pitboss.table.procedures.multideck import ShoePreparation
from pitboss.table.round import Round
from pitboss.table.steps import Procedure

INSURANCE, DOUBLE_DOWN = "Insurance", "Double Down"


@dataclass
class Hand:
    """One hand of a box: its place on the layout, its wagers, and its state."""

    seat: int
    place: str
    wager: str
    suffix: str = ""  # distinguishes the wagers of this hand from those of the box's first hand
    split: bool = False
    switched: bool = False  # its second card came from the player's other hand
    covered: bool = False  # its first two cards lie face down before the player
    doubled: bool = False
    surrendered: bool = False
    dead: bool = False
    paid: bool = False
    face_down: bool = False  # the card of a Double Down lies face down

    @property
    def double(self) -> str:
        return DOUBLE_DOWN + self.suffix

    @property
    def insurance(self) -> str:
        return INSURANCE + self.suffix


class Verdict(NamedTuple):
    """The result of a hand against the dealer's, with its paragraph."""

    result: Literal["win", "lose", "tie"]
    cite: str
    odds: Odds | None = None  # of the first wager, if not the usual ones; a Double Down Wager always has the usual odds
    pays: str = ""  # the paragraph about the odds, if not the chapter's usual one


def no_question(t: Round, seat: int) -> Procedure:
    """The default for chapters without a decision before a player's first hand."""
    return
    yield


def nothing_more(t: Round, hand: Hand) -> None:
    """The default for chapters without payments besides the winnings."""


@dataclass(frozen=True)
class FromTheHand:
    """The paragraphs about dealing from the hand, with the players' cards face down, in a chapter that allows it."""

    take: str = ""
    burn: str = ""
    deal: tuple[str, str, str, str] = ("", "", "", "")  # to the players, the dealer, the players, the dealer
    looks: str = ""  # players look at their cards, and decide
    shows: str = ""  # a player who surrenders, doubles or splits turns up the cards
    over: str = ""
    draw: str = ""
    hole_card: str = ""
    settles: str = ""


@dataclass(frozen=True)
class Rules:
    """The paragraphs in the order of a round, "" for those that a chapter lacks."""

    wager: str  # the wager against the dealer's hand
    preparation: Callable[[Felt], ShoePreparation]
    verdict: Callable[[Round, Hand, bool], Verdict]
    optional: Callable[[Round, str, int], None]
    before_play: Callable[[Round, int], Procedure]
    besides: Callable[[Round, Hand], None]
    natural: Odds
    usual: Odds  # for every other winning hand
    stands_on: int
    insurance_odds: Odds
    no_more_bets: str
    entry: str
    taken_from_shoe: str  # how a card is taken out and placed
    deal: tuple[str, str, str, str]  # to the boxes, to the dealer, to the boxes again, the hole card
    hands_off: str  # players do not touch the cards
    reader: str
    insurance: str
    insurance_wins: str
    insurance_pays: str
    insurance_loses: str
    natural_at_once: str
    natural_waits: str
    pays: str
    decide: str
    draw: str
    surrender_share: Fraction  # of the wager, which is lost
    surrender_low: str
    surrender_high: str
    double: str
    double_card: str
    double_returned: str
    split: str
    split_card: str
    split_decide: str
    split_returned: str
    hole_card: str
    dealer_draws: str
    dealer_stops: str
    losers_first: str
    player_by_player: str
    # irregularities
    face_up: str
    error_unseen: str
    error_exposed: str
    draws_on_17: str
    misses_card: str
    too_few: str
    no_cards: str
    not_dealt: str
    reader_misused: str
    reader_shows: str
    reader_hides: str
    reader_fails: str
    shuffler_jam: str
    out_of_order: str
    recut: str
    reshuffle: str
    new_dealer: str
    wrong_side: str = ""
    ten_found: str = ""  # a card that was to be removed from the decks
    announces: str = ""  # the dealer announces the players' point totals
    even_money: str = ""
    rescue: str = ""
    natural_in_two_hands: str = ""  # a Blackjack where each player has two hands
    reader_switched: str = ""  # the reader shows a Blackjack against a hand that was switched
    determinant_serves: str = ""  # a new dealer at a double shoe burns no card
    from_hand: FromTheHand = FromTheHand()
    one_face_up_only: bool = False  # a second card found face up voids the round
    drawn_21_wins: bool = False  # a 21 in more than two cards wins whatever the dealer draws


@dataclass
class Play:
    """The state of a round."""

    rules: Rules
    shoe: ShoePreparation
    hands: dict[int, list[Hand]] = field(default_factory=dict)
    dealt: dict[int, tuple[Card, ...]] = field(default_factory=dict)  # the first cards of each seat, hand by hand
    switch: bool = False  # each player has two hands, and may exchange their second cards (§ 633a.12(a))
    from_hand: bool = False  # dealt from the hand, face down (§ 633a.12(b))
    misses: int = 0  # the number of the dealer's card that is missing
    no_cards: set[int] = field(default_factory=set)
    one_card: dict[int, str] = field(default_factory=dict)  # seat -> choice
    not_dealt: dict[int, str] = field(default_factory=dict)  # seat -> choice
    late: list[tuple[Hand, str]] = field(default_factory=list)
    exposed: bool = False  # the card drawn in error is exposed
    refused: set[int] = field(default_factory=set)
    draws_in_error: bool = False
    served: set[int] = field(default_factory=set)  # seats that have made all their decisions
    tens: int = 0  # cards found that should have been removed from the decks
    waiting: list[tuple[int, str]] = field(default_factory=list)  # optional wagers that the hole card decides, by seat
    highest_pairs: int = 0  # in cents, all wagers that share the payout limit of the round


def play_of(t: Round) -> Play:
    """The state of a round."""
    found = t.play
    assert isinstance(found, Play)
    return found

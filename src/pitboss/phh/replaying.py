"""Plays a hand history through the engine: every answer comes from the record, and the first deviation from the rules is
reported.
"""

from dataclasses import dataclass

from pitboss.cards import text
from pitboss.errors import BadHand, PitbossError, Unbalanced
from pitboss.games.nonbanked.pots import beaten, sides_of
from pitboss.games.nonbanked.rules import Play, play_of
from pitboss.phh.hand import Hand
from pitboss.phh.table import RecordedStack, table_of, whom
from pitboss.table.drivers import drive
from pitboss.table.notes import FORCED_BET
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident, Moment, Reply, Request, Step, seat_name
from pitboss.table.table import Table

MUCKS = "hand discarded at the showdown"


@dataclass(frozen=True)
class Played:
    """A hand history after playing: the final stacks in the order of the file, and their difference from the record."""

    table: Table
    stacks: list[int]
    difference: str

    @property
    def steps(self) -> list[Step]:
        """Every step, as far as the hand was played."""
        round_ = self.table.round or self.table.last
        return round_.steps if round_ is not None else []


class Differs(PitbossError):
    """The record deviates from the rules here."""


def play_hand(hand: Hand) -> Played:
    """Plays a hand history and compares; raises BadHand if the record is too incomplete to be played."""
    stack = RecordedStack(hand.record.cards)
    table = table_of(hand, stack)
    script = Script(hand)
    difference = ""
    try:
        drive(table, script)
        script.finish(stack)
    except (BadHand, Unbalanced):
        raise
    except PitbossError as error:
        difference = hand.in_units(str(error))
    stacks = [table.seats[seat].cents for seat in sorted(table.seats)]
    return Played(table, stacks, difference or other_ending(hand, stacks))


def other_ending(hand: Hand, stacks: list[int]) -> str:
    """The first player whose final stack differs from the record, as a sentence; "" if there is none."""
    for player, (ruled, recorded) in enumerate(zip(stacks, hand.finishing or stacks, strict=True), 1):
        if ruled != recorded:
            return f"p{player} ends with {hand.amount(recorded)} in the record and with {hand.amount(ruled)} by the rules"
    return ""


class Script:
    """A driver that answers from the record."""

    def __init__(self, hand: Hand) -> None:
        self.path = hand.path
        self.record = hand.record
        self.acts = list(hand.record.acts)  # the acts still to come
        self.opened = hand.variant.blinds
        self.by_format = not hand.chapter

    def __call__(self, table: Table, request: Request) -> Reply:
        round_ = table.round
        assert round_ is not None
        play = play_of(round_)
        if not self.opened:
            self.open(play, round_.steps)
        if isinstance(request, Ask):
            return table.verify(request, self.answer(play, request, table))
        if isinstance(request, Moment) and request.name == "reveal":
            return self.muck(round_)
        return None

    def open(self, play: Play, steps: list[Step]) -> None:
        """Checks that the Forced Bet, once made, was made by the same player as in the record."""
        place = next((step.who for step in steps if step.note == FORCED_BET), "")
        if not place:
            return
        self.opened = True
        if not self.acts or self.acts[0].word not in ("pb", "cbr"):
            if alone(play, place):
                return
            raise Differs(f"{whom(place)} is to make the Forced Bet, and the record has none")
        act = self.acts.pop(0)
        if seat_name(act.player) != place:
            raise Differs(f"the record says {str(act)!r}, but {whom(place)} is to make the Forced Bet")

    def answer(self, play: Play, ask: Ask, table: Table) -> str:
        """The record's answer for the player in turn."""
        words = [choice.word for choice in ask.choices]
        if "show" in words:
            return words[1] if ask.seat in self.record.mucks else "show"
        act = self.acts[0] if self.acts else None
        if act is None or act.player != ask.seat:
            if "check" in words and alone(play, seat_name(ask.seat)):
                return "check"
            if act is None:
                raise BadHand(f"{self.path}: the record ends while p{ask.seat} is to {' or '.join(words)}")
            raise Differs(f"the record says {str(act)!r}, but it is the turn of p{ask.seat}")
        self.acts.pop(0)
        if act.word == "f":
            return "fold"
        if act.word == "cc":
            return "check" if "check" in words else "call"
        bet = next((choice for choice in ask.choices if choice.word in ("bet", "raise")), None)
        if bet is None:
            return f"raise {act.total}"
        in_part = self.by_format and act.total < bet.least and act.total == most_matched(play, ask.seat, table)
        return f"{bet.word} {bet.least if in_part else act.total}"

    def muck(self, round_: Round) -> Incident | None:
        """The next hand thrown away before the showdown: that of a player who mucks, or of one who never shows unseen cards and
        so has lost, if any contender's cards are known. A known hand that is mucked and loses is conceded later, when its
        player is asked."""
        play, mucks, unseen = play_of(round_), self.record.mucks, self.record.unseen
        showing = [player for player in play.contenders if player not in mucks and player not in unseen]
        mucking = [player for player in mucks if player in play.contenders and player not in unseen]
        mucking = [player for player in mucking if not (showing and beaten(round_, player, showing, sides_of(round_)))]
        player = next((player for player in (*mucking, *unseen) if player in play.contenders), 0)
        if not player or len(play.contenders) == 1:
            return None
        if player not in mucks and all(contender in unseen for contender in play.contenders):
            names = " and ".join(f"p{contender}" for contender in play.contenders)
            raise BadHand(f"{self.path}: the record does not tell what {names} hold, and so not who wins")
        return Incident(MUCKS, {"seat": player})

    def finish(self, stack: RecordedStack) -> None:
        """Checks that the record ends with the hand."""
        if self.acts:
            raise Differs(f"the hand is over, and the record goes on with {str(self.acts[0])!r}")
        for place, cards in stack.places.items():
            if cards:
                raise Differs(f"the hand is over, and the record deals {text(cards)} to {whom(place)}")


def most_matched(play: Play, seat: int, table: Table) -> int:
    """The highest total of a betting round that any opponent of a player can match. Some records state only this much of a bet
    or raise: it was a full one, and the part that could not be matched went back."""
    return max(play.bets.get(other, 0) + table.chips(other) for other in play.contenders if other != seat)


def alone(play: Play, place: str) -> bool:
    """True if a player has no opponent left to bet against."""
    return all(seat in play.all_in for seat in play.contenders if seat_name(seat) != place)

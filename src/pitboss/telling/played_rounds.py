"""Splits a log into rounds, each with its wagers, payouts and results: for a dispute about one of them."""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass

from pitboss.errors import Unbalanced
from pitboss.money import dollars
from pitboss.table.money.ledger import Ledger, balance
from pitboss.table.steps import Step, seat_of
from pitboss.table.view.layout import Layout


@dataclass(frozen=True)
class PlayedRound:
    """A finished round: its number, the steps between the previous round and this one, its own steps, and the final layout."""

    number: int
    before: tuple[Step, ...]
    steps: tuple[Step, ...]
    layout: Layout

    @property
    def ledger(self) -> Ledger | None:
        """The round's ledger, None if it does not balance."""
        try:
            return balance(self.steps)
        except Unbalanced:
            return None

    def about(self, seat: int) -> list[Step]:
        """The steps of the round that are not about other seats; all steps for seat 0."""
        return [step for step in self.steps if not seat or seat_of(step.who) in (0, seat)]

    def results(self, seat: int = 0) -> Iterator[tuple[int, str]]:
        """A sentence about each player, or about one: amounts placed and returned, and the difference.

        >>> steps = [Step("565.7(a)(1)", "wager", "seat_1", wager="Ante", cents=1000),
        ...          Step("565.12(b)", "pay", "seat_1", wager="Ante", cents=1000)]
        >>> list(PlayedRound(1, (), tuple(steps), Layout()).results())
        [(1, 'placed $10 on Ante, got $20 back: gains $10')]
        """
        if (ledger := self.ledger) is None:
            return
        placed, back = ledger.placed, ledger.back
        for who, gained in sorted(ledger.players.items(), key=lambda entry: seat_of(entry[0])):
            if seat and seat_of(who) != seat:
                continue
            wagers = [f"{dollars(cents)} on {wager}" for wager, cents in placed[who].items() if cents]
            returned = sum(back[who].values())
            of_wagers = f"placed {' and '.join(wagers)}, got {dollars(returned) if returned else 'nothing'} back: "
            yield seat_of(who), (of_wagers if wagers else "") + gains(gained)

    def player(self, seat: int) -> str:
        """The name of the player at a seat, "" if it is empty."""
        occupant = self.layout.seats.get(seat)
        return occupant.player if occupant else ""


def gains(cents: int) -> str:
    """What a player gained or lost, in words.

    >>> gains(500), gains(-500), gains(0)
    ('gains $5', 'loses $5', 'comes out even')
    """
    return f"gains {dollars(cents)}" if cents > 0 else f"loses {dollars(-cents)}" if cents else "comes out even"


class RoundReader:
    """Reads a log step by step, and passes each finished round to `show`."""

    def __init__(self, show: Callable[[PlayedRound], None], decks: int = 1) -> None:
        self._show, self._layout = show, Layout(decks=decks)
        self._steps: list[Step] = []

    def take(self, step: Step) -> None:
        """Read the next step."""
        self._layout.see(step)
        self._steps.append(step)
        if step.act == "end":
            self._show(self._round())
            self._steps = []

    @property
    def rest(self) -> Sequence[Step]:
        """The steps since the end of the last round."""
        return self._steps

    def _round(self) -> PlayedRound:
        start = next(at for at, step in enumerate(self._steps) if step.act == "begin")
        before, steps = tuple(self._steps[:start]), tuple(self._steps[start:])
        return PlayedRound(self._layout.round, before, steps, deepcopy(self._layout))

"""Hints: the exact expected value of each choice, and the cost of the last one, from what the player may know.

The figures are those of `pitboss.advice`, as on the floor's pages. When players play against each other, choices have no exact
value, and a hint says what a bot would do in that seat.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.advice.sight import Advice, Priced, Sight
from pitboss.cards import parse
from pitboss.money import dollars
from pitboss.table.steps import Answer
from pitboss.telling.pieces import Atom, Piece, Row, card_row, words
from pitboss.terminal.pieces import width_of, wrap
from pitboss.terminal.screen import Screen

WORKING = "Working out what each choice brings …"
NOTHING = "Nothing to decide yet; hints are for decisions."
NO_CHOICE = "You have not decided anything yet."


def exact(sight: Sight) -> Advice:
    """The value of each choice, computed in this process."""
    from pitboss.advice.choices import advise  # imported late, since it loads every solver

    return advise(sight)


@dataclass
class Hints:
    """The hints of one sitting. The advice on a question is cached until the next question."""

    screen: Screen
    work_out: Callable[[Sight], Advice] = exact
    _cached: tuple[Sight, Advice] | None = None
    _last: tuple[Sight, Answer] | None = field(default=None)

    def tell(self, sight: Sight, brief: bool) -> None:
        """Print the value of each choice, the best first; with `brief` in one paragraph without notes."""
        if (advice := self.advice(sight)) is None:
            return
        if not advice.choices:
            self.screen.say(advice.why)
            return
        if brief:
            listed = [
                spoken(choice) + ([(" ", ""), in_dollars(choice.brings)] if choice.brings is not None else [])
                for choice in advice.choices
            ]
            atoms: list[Atom] = [[*entry, (";" * (at < len(listed)), "")] for at, entry in enumerate(listed, 1)]
            for row in wrap([*words("Best first:"), *atoms], self.screen.width):
                self.screen.row(row)
            return
        self.screen.say("What each choice brings on average:" if advice.choices[0].brings is not None else "The best choice:")
        widest = max(width_of(spoken(choice)) for choice in advice.choices)
        for choice in advice.choices:
            self.screen.row(choice_row(choice, widest))
        for note in (advice.why, advice.basis):
            if note:
                self.screen.say(note, "quiet")

    def advice(self, sight: Sight) -> Advice | None:
        """The advice on a question, from the cache or computed; None if the player interrupts the computation."""
        if self._cached is not None and self._cached[0] == sight:
            return self._cached[1]
        try:
            with self.screen.working(WORKING):
                advice = self.work_out(sight)
        except KeyboardInterrupt:
            self.screen.say("Stopped: there is no hint.")
            return None
        self._cached = sight, advice
        return advice

    def answered(self, sight: Sight, answer: Answer, always: bool) -> None:
        """Record a choice. Prints its cost if hints are on, or one was given for this question."""
        self._last = sight, answer
        if always or (self._cached is not None and self._cached[0] == sight):
            self.cost(quiet=True)

    def cost(self, quiet: bool = False) -> None:
        """Print what the last choice cost. With `quiet`, print nothing if the cost is unknown."""
        if self._last is None:
            self.screen.say(NO_CHOICE)
            return
        from pitboss.advice.cost import cost_of

        sight, answer = self._last
        if (advice := self.advice(sight)) is None:
            return
        cost = cost_of(sight, advice, answer)
        if cost is None:
            if not quiet:
                self.screen.say(advice.why or "There is no exact figure for your last choice.")
        elif round(cost) <= 0:
            self.screen.say("Your last choice was the best one.")
        else:
            best = "".join(text for text, _ in spoken(next(choice for choice in advice.choices if choice.best)))
            self.screen.say(f"Your last choice cost {dollars(round(cost))} on average; the best one was: {best}.")


def choice_row(choice: Priced, widest: int) -> Row:
    """A choice with its value."""
    name = spoken(choice)
    row: Row = [("  ", ""), *name, (" " * (widest - width_of(name) + 2), "")]
    if choice.brings is not None:
        amount, style = in_dollars(choice.brings)
        row.append((amount.rjust(12), style))
    return [*row, ("  best" * choice.best, "title")]


def spoken(choice: Priced) -> Row:
    """A choice in everyday words: "raise $20", "low hand K♦ Q♣"."""
    word, _, cards = choice.say.partition(" ")
    if word == "set":
        return [("low hand ", ""), *card_row(parse(cards))]
    return [(f"{choice.word} {dollars(choice.cents)}" if choice.cents else choice.say, "")]


def in_dollars(cents: float) -> Piece:
    """An expected value in dollars, rounded to the cent.

    >>> in_dollars(412.34), in_dollars(-1000.0), in_dollars(0.2)
    (('+$4.12', 'win'), ('-$10.00', 'loss'), ('$0.00', ''))
    """
    whole = round(cents)
    return (
        f"{'+' if whole > 0 else '-' if whole < 0 else ''}${abs(whole) / 100:,.2f}",
        "win" if whole > 0 else "loss" if whole < 0 else "",
    )

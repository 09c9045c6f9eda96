"""Hints: what each choice brings, exactly, and what the last one cost, from what the player who is asked may know.

The figures are those of `pitboss.advice`, as on the floor's pages. Where players play against each other no choice has an exact
value, and a hint is what a bot would do in that seat.
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
    """What each choice brings, worked out in this process."""
    from pitboss.advice.choices import advise  # not before it is needed: it loads every solver

    return advise(sight)


@dataclass
class Hints:
    """The hints of one sitting. What was worked out for a question is kept until another one is asked."""

    screen: Screen
    work_out: Callable[[Sight], Advice] = exact
    _known: tuple[Sight, Advice] | None = None
    _last: tuple[Sight, Answer] | None = field(default=None)

    def tell(self, sight: Sight, brief: bool) -> None:
        """What each choice brings, the best first; in brief in one paragraph without the notes."""
        if (advice := self.advice(sight)) is None:
            return
        if not advice.choices:
            self.screen.say(advice.why)
            return
        if brief:
            listed = [
                spoken(each) + ([(" ", ""), in_dollars(each.brings)] if each.brings is not None else [])
                for each in advice.choices
            ]
            atoms: list[Atom] = [[*each, (";" * (at < len(listed)), "")] for at, each in enumerate(listed, 1)]
            for row in wrap([*words("Best first:"), *atoms], self.screen.width):
                self.screen.row(row)
            return
        self.screen.say("What each choice brings on average:" if advice.choices[0].brings is not None else "The best choice:")
        widest = max(width_of(spoken(each)) for each in advice.choices)
        for each in advice.choices:
            self.screen.row(choice_row(each, widest))
        for note in (advice.why, advice.basis):
            if note:
                self.screen.say(note, "quiet")

    def advice(self, sight: Sight) -> Advice | None:
        """What is known of a question, worked out if it must be; None where somebody does not wait for it."""
        if self._known is not None and self._known[0] == sight:
            return self._known[1]
        try:
            with self.screen.working(WORKING):
                found = self.work_out(sight)
        except KeyboardInterrupt:
            self.screen.say("Stopped: there is no hint.")
            return None
        self._known = sight, found
        return found

    def answered(self, sight: Sight, answer: Answer, always: bool) -> None:
        """A choice was made; what it cost is said where hints are on, or one was given for this question."""
        self._last = sight, answer
        if always or (self._known is not None and self._known[0] == sight):
            self.cost(quiet=True)

    def cost(self, quiet: bool = False) -> None:
        """What the last choice cost; with `quiet` nothing is said where that is not known."""
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
            best = "".join(text for text, _ in spoken(next(each for each in advice.choices if each.best)))
            self.screen.say(f"Your last choice cost {dollars(round(cost))} on average; the best one was: {best}.")


def choice_row(each: Priced, widest: int) -> Row:
    """A choice with what it brings."""
    said = spoken(each)
    row: Row = [("  ", ""), *said, (" " * (widest - width_of(said) + 2), "")]
    if each.brings is not None:
        amount, style = in_dollars(each.brings)
        row.append((amount.rjust(12), style))
    return [*row, ("  best" * each.best, "title")]


def spoken(each: Priced) -> Row:
    """A choice as a person says it: "raise $20", "low hand K♦ Q♣"."""
    word, _, cards = each.say.partition(" ")
    if word == "set":
        return [("low hand ", ""), *card_row(parse(cards))]
    return [(f"{each.word} {dollars(each.cents)}" if each.cents else each.say, "")]


def in_dollars(cents: float) -> Piece:
    """What a choice brings, to the cent.

    >>> in_dollars(412.34), in_dollars(-1000.0), in_dollars(0.2)
    (('+$4.12', 'win'), ('-$10.00', 'loss'), ('$0.00', ''))
    """
    whole = round(cents)
    return (
        f"{'+' if whole > 0 else '-' if whole < 0 else ''}${abs(whole) / 100:,.2f}",
        "win" if whole > 0 else "loss" if whole < 0 else "",
    )

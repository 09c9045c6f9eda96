"""A table in the terminal: `pitboss play`, and the sentence behind every step for `pitboss replay --explain`.

The engine decides everything; here wagers and decisions are read from a person or a pipe, bots answer for the seats they
fill, and every step is told in one line with its section. Nothing heavy is imported before it is needed.

The commands call it. Start reading at `play.py`.
"""

from collections.abc import Callable

from pitboss.money import dollars
from pitboss.table.steps import Step

__all__ = ["explain_step"]


def explain_step(step: Step, amount: Callable[[int], str] = dollars) -> None:
    """Prints one step as one line: its section and a plain sentence, in which cents are written by `amount`."""
    from pitboss.terminal.screen import print_step

    print_step(step, amount)

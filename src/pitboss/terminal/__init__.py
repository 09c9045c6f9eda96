"""A table in the terminal: `pitboss play`, and the sentences of `pitboss replay --explain`.

The engine makes all decisions about rules. This package reads wagers and decisions from a person or a pipe, lets bots answer
for their seats, and prints each step as a line with its section. Heavy modules are imported only when needed.

The commands use it. Start reading at `play.py`.
"""

from collections.abc import Callable

from pitboss.money import dollars
from pitboss.table.steps import Step

__all__ = ["explain_step"]


def explain_step(step: Step, amount: Callable[[int], str] = dollars) -> None:
    """Print a step as one line: its section and a plain sentence. `amount` formats cents."""
    from pitboss.terminal.screen import print_step

    print_step(step, amount)

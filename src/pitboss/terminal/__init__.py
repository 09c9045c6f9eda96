"""A table in the terminal: `pitboss play`, and the sentence behind every step for `pitboss replay --explain`.

The engine decides everything; here wagers and decisions are read from a person or a pipe, bots answer for the seats they
fill, and every step is told in one line with its section. Nothing heavy is imported before it is needed.
"""

from collections.abc import Sequence
from pathlib import Path

from pitboss.table.steps import Step

__all__ = ["explain_step", "play_in_terminal"]


def play_in_terminal(
    game: str,
    *,
    seed: int | None,
    log: Path | None,
    house: Path | None,
    chosen: Sequence[str],
    seats: int | None,
    bots: int | None,
    rounds: int,
    resume: bool,
    key: Path | None = None,
) -> None:
    """Plays at a table until the person leaves, the rounds are over or the input ends."""
    from pitboss.terminal.play import play

    play(game, seed=seed, log=log, house=house, chosen=chosen, seats=seats, bots=bots, rounds=rounds, resume=resume, key=key)


def explain_step(step: Step) -> None:
    """Prints one step as one line: its section and a plain sentence."""
    from pitboss.terminal.screen import print_step

    print_step(step)

"""Rule cases: one TOML file, one situation, read and run through the engine (the format is in docs/cases.md).

`reading` parses a file, `rigging` stacks the deck, `banked` and `poker` play it, `comparing` and `order` judge what happened.
The commands and the tests call it. Start reading at `banked.py`.
"""

from pathlib import Path
from typing import Any

from pitboss.cases.banked import run_banked_case
from pitboss.cases.order import as_line
from pitboss.cases.poker import run_poker_case
from pitboss.cases.reading import read_toml
from pitboss.games import NONBANKED
from pitboss.table.steps import Step


def run_case(path: Path) -> list[str]:
    """Runs a case; the list of what differs from its expectation is empty when it passes."""
    return played(path)[0]


def steps_of(path: Path) -> list[str]:
    """The steps of a case's round, each as a case would ask for it."""
    return played(path)[1]


def played(path: Path) -> tuple[list[str], list[str]]:
    """What differs from the expectation of a case that is played once, and the steps of its round."""
    found, steps = played_steps(path)
    return found, list(map(as_line, steps))


def played_steps(path: Path) -> tuple[list[str], list[Step]]:
    """What differs from the expectation of a case that is played once, and the steps of its round as the table took them."""
    data = read_toml(path)
    found, finished = run_poker_case(path, data) if is_poker(data) else run_banked_case(path, data)
    return found, list(finished.steps)


def is_poker(data: dict[str, Any]) -> bool:
    """Whether the data of a file are a case of nonbanked Poker."""
    return str(data.get("chapter", "")).strip() in NONBANKED or "variant" in data

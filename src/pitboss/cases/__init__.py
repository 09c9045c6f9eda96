"""Rule cases: one TOML file describes one situation, which is played by the engine (docs/cases.md has the format).

`reading` parses a file, `rigging` stacks the deck, `banked` and `poker` play the case, `comparing` and `order` compare the
outcome with its expectation. The commands and the tests use it. Start reading at `banked.py`.
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
    """Run a case. Returns the differences from its expectation, [] if it passes."""
    return played(path)[0]


def steps_of(path: Path) -> list[str]:
    """The steps of a case's round, each written as a case expects it."""
    return played(path)[1]


def played(path: Path) -> tuple[list[str], list[str]]:
    """Run a case once. Returns the differences from its expectation, and its steps as a case would list them."""
    different, steps = played_steps(path)
    return different, list(map(as_line, steps))


def played_steps(path: Path) -> tuple[list[str], list[Step]]:
    """Run a case once. Returns the differences from its expectation, and the steps of its round."""
    data = read_toml(path)
    different, finished = run_poker_case(path, data) if is_poker(data) else run_banked_case(path, data)
    return different, list(finished.steps)


def is_poker(data: dict[str, Any]) -> bool:
    """True if the data of a file are a case of nonbanked Poker."""
    return str(data.get("chapter", "")).strip() in NONBANKED or "variant" in data

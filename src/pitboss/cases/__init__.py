"""Rule cases: one TOML file, one situation, read and run through the engine (the format is in docs/cases.md)."""

from pathlib import Path
from typing import Any

from pitboss.cases.banked import play_case, run_banked_case
from pitboss.cases.order import as_line
from pitboss.cases.poker import play_poker_case, run_poker_case
from pitboss.cases.reading import case_of, read_toml
from pitboss.games import NONBANKED


def run_case(path: Path) -> list[str]:
    """Runs a case; the list of what differs from its expectation is empty when it passes."""
    data = read_toml(path)
    return run_poker_case(path, data) if is_poker(data) else run_banked_case(path, data)


def steps_of(path: Path) -> list[str]:
    """The steps of a case's round, each as a case would ask for it."""
    data = read_toml(path)
    finished = play_poker_case(path, data) if is_poker(data) else play_case(case_of(path, data))[1]
    return [as_line(step) for step in finished.steps]


def is_poker(data: dict[str, Any]) -> bool:
    """Whether the data of a file are a case of nonbanked Poker."""
    return str(data.get("chapter", "")).strip() in NONBANKED or "variant" in data

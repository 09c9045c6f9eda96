"""Rule cases: one TOML file, one situation, read and run through the engine (the format is in docs/cases.md)."""

from pathlib import Path

from pitboss.cases.banked import run_banked_case
from pitboss.cases.poker import run_poker_case
from pitboss.cases.reading import read_toml
from pitboss.games import NONBANKED


def run_case(path: Path) -> list[str]:
    """Runs a case; the list of what differs from its expectation is empty when it passes."""
    data = read_toml(path)
    if str(data.get("chapter", "")).strip() in NONBANKED or "variant" in data:
        return run_poker_case(path, data)
    return run_banked_case(path)

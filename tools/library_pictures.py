"""Pictures of what the library draws in a notebook, for docs/library.md: `make pictures`, or this program alone.

Each is what `_repr_svg_` gives: a table in the middle of a round, a hand, a house, the odds of a wager.
"""

import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import pitboss  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"


def table() -> str:
    """Heads-Up Hold 'Em with two players, when the first is asked before the community cards."""
    found = pitboss.Table("heads-up-hold-em", {"trips_plus": "A"}, chance=pitboss.Chance(seed=4))
    for seat, name in ((2, "Ann"), (5, "Bob")):
        found.sit(seat, name, cents=500_00)
        found.bet(seat, {"Ante": 10_00, "Odds": 10_00, "Trips Plus": 5_00})
    request = found.begin()
    while not isinstance(request, pitboss.Ask):
        request = found.reply(pitboss.bots(found, request) if request is not None else None)
    return found._repr_svg_()


def hand() -> str:
    """A royal flush."""
    return pitboss.evaluate("Ah Kh Qh Jh Th")._repr_svg_()


def house() -> str:
    """The felt of a house of Three Card Poker."""
    return pitboss.check("three-card-poker", {"table_minimum": 10_00})._repr_svg_()


def odds() -> str:
    """The results of Pair Plus."""
    found = pitboss.odds_of("three-card-poker", "Pair Plus")._repr_svg_()
    assert found is not None
    return found


PICTURES: dict[str, Callable[[], str]] = {"table": table, "hand": hand, "house": house, "odds": odds}


def main() -> None:
    """Draws all of them."""
    for name, draw in PICTURES.items():
        (FOLDER / f"library-{name}.svg").write_text(draw().rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

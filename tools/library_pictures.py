"""Draws the notebook pictures of docs/library.md. `make pictures` runs it, or run it alone.

Each picture is what `_repr_svg_` returns: a table in the middle of a round, a hand, a house, the odds of a wager.
"""

import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import pitboss  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"


def table() -> str:
    """Heads-Up Hold 'Em with two players, at the first decision, before the community cards."""
    game = pitboss.Table("heads-up-hold-em", {"trips_plus": "A"}, chance=pitboss.Chance(seed=4))
    for seat, name in ((2, "Ann"), (5, "Bob")):
        game.sit(seat, name, cents=500_00)
        game.bet(seat, {"Ante": 10_00, "Odds": 10_00, "Trips Plus": 5_00})
    request = game.begin()
    while not isinstance(request, pitboss.Ask):
        request = game.reply(pitboss.bots(game, request) if request is not None else None)
    return game._repr_svg_()


def hand() -> str:
    """A royal flush."""
    return pitboss.evaluate("Ah Kh Qh Jh Th")._repr_svg_()


def house() -> str:
    """The felt of a house of Three Card Poker."""
    return pitboss.check("three-card-poker", {"table_minimum": 10_00})._repr_svg_()


def odds() -> str:
    """The results of Pair Plus."""
    drawing = pitboss.odds_of("three-card-poker", "Pair Plus")._repr_svg_()
    assert drawing is not None
    return drawing


PICTURES: dict[str, Callable[[], str]] = {"table": table, "hand": hand, "house": house, "odds": odds}


def main() -> None:
    """Draw all pictures."""
    for name, draw in PICTURES.items():
        (FOLDER / f"library-{name}.svg").write_text(draw().rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

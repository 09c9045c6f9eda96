"""What the errata of the regulation do to an edge: each computed with the reading adopted and with the other one.

`side_wagers` and `pai_gow` are those of wagers that one hand decides, `games` those of the wagers against the dealer or against
streets.

`pitboss odds --errata` calls it. Start reading at `effect.py`.
"""

from collections.abc import Callable, Iterator

from pitboss.errors import UnknownCitation
from pitboss.odds.errata.effect import Effect
from pitboss.odds.errata.games import GAMES
from pitboss.odds.errata.pai_gow import PAI_GOW
from pitboss.odds.errata.side_wagers import SIDES

__all__ = ["EFFECTS", "Effect", "effects"]

EFFECTS: dict[str, Callable[[], Iterator[Effect]]] = SIDES | PAI_GOW | GAMES


def effects(chapter: str = "", progress: Callable[[str, float], None] | None = None) -> Iterator[Effect]:
    """Every effect, or those of a chapter."""
    chosen = {name: find for name, find in EFFECTS.items() if not chapter or name.startswith(f"{chapter}-")}
    if not chosen:
        known = ", ".join(sorted({name.partition("-")[0] for name in EFFECTS} - {"all"}))
        raise UnknownCitation(f"no erratum of chapter {chapter} changes an edge; those of {known} do")
    for number, (name, find) in enumerate(chosen.items()):
        if progress is not None:
            progress("errata", number / len(chosen))
        for effect in find():
            assert effect.erratum == name
            yield effect

"""The felt of a table as pages have it: drawn in both forms, and where things lie on it."""

from typing import Any

from pitboss.felt import FORMS, draw, felt_of
from pitboss.games import game
from pitboss.house import House

MOST = 64  # houses whose felts are kept


def felt_for(house: House) -> dict[str, Any]:
    """`felts`, the drawing in each form; `places`, where things lie in each; `seats`, how many there are."""
    key = house.chapter.chapter, repr(sorted(house.given.items()))
    if key not in _KEPT:
        if len(_KEPT) >= MOST:
            _KEPT.clear()
        _KEPT[key] = _drawn(house)
    return _KEPT[key]


_KEPT: dict[tuple[str, str], dict[str, Any]] = {}


def _drawn(house: House) -> dict[str, Any]:
    found = {form: felt_of(house, form) for form in FORMS}
    return {
        "felts": {form: draw(felt) for form, felt in found.items()},
        "places": {form: felt.places() for form, felt in found.items()},
        "seats": game(house.chapter.chapter).seats(house)[0],
    }

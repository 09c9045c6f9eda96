"""The data that a page is given: plain JSON, with every place that the page draws on."""

import json

import pytest

from pitboss.errors import PitbossError
from pitboss.felt import FORMS, felt_of
from pitboss.games import MODULES, NONBANKED
from pitboss.house import House

SEAT = {"x", "y", "w", "h", "rotation", "areas", "cards", "own", "hands", "splits", "name", "bet", "button"}
CARDS = {"x", "y", "w", "h", "rotation", "scale", "step", "most", "label", "cite"}
SPLIT = {"x", "y", "w", "h", "rotation", "scale", "step", "down", "chips"}
AREA = {"x", "y", "w", "h", "r", "rotation", "shape", "label", "cite", "title", "size"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("chapter", MODULES)
def test_places_are_plain_data(chapter: str, form: str) -> None:
    places = felt_of(House.of(chapter), form).places()
    assert json.loads(json.dumps(places)) == places
    seats = [places["you"]] if form == "tall" else list(places["seats"].values())
    for seat in seats:
        assert set(seat) == SEAT
        assert set(seat["cards"]) == set(seat["own"]) == CARDS
        assert all(set(area) == AREA for area in seat["areas"].values())
        assert all(set(hand) == SPLIT for hands in seat["splits"] for hand in hands)
        assert [len(hands) for hands in seat["splits"]] == ([2, 3, 4, 5] if chapter in ("633a", "635a") else [])
        assert (seat["bet"] is not None) == (chapter in NONBANKED)
    assert len(json.dumps(places)) < 60_000


def test_a_phone_has_a_plate_for_every_seat() -> None:
    places = felt_of(House.of("637a"), "tall").places()
    assert list(places["others"]) == [str(number) for number in range(1, 11)]
    assert places["seats"] == {}
    assert places["pot"][0]["x"] == places["view"][2] / 2


def test_another_form_is_refused() -> None:
    with pytest.raises(PitbossError, match="wide or tall"):
        felt_of(House.of("565"), "round")

"""Builds the felt of a house in one of two forms, wide or tall."""

from pitboss.errors import PitbossError
from pitboss.felt.half_moon import half_moon
from pitboss.felt.oval import oval
from pitboss.felt.places import Felt, Pay
from pitboss.felt.tall import tall
from pitboss.games import NONBANKED
from pitboss.house import House

FORMS = ("wide", "tall")


def felt_of(house: House, form: str = "wide", holder: str = "pitboss", pays: tuple[Pay, ...] = ()) -> Felt:
    """The felt of a house: "wide" for a screen, "tall" for a phone. It shows the holder's name (§ 565.2(b)(1) and the
    corresponding paragraphs) and, if the felt is wide and the game banked, the given pay tables.

    >>> felt_of(House.of("heads-up-hold-em")).view[2], felt_of(House.of("heads-up-hold-em"), "tall").view[2]
    (1200.0, 390.0)
    """
    if form not in FORMS:
        raise PitbossError(f"a felt is {' or '.join(FORMS)}, not {form!r}")
    if form == "tall":
        return tall(house, holder)
    return oval(house, holder) if house.chapter.chapter in NONBANKED else half_moon(house, holder, pays)

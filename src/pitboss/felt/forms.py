"""The felt of a house in one of its two forms."""

from pitboss.errors import PitbossError
from pitboss.felt.half_moon import half_moon
from pitboss.felt.oval import oval
from pitboss.felt.places import Felt, Pay
from pitboss.felt.tall import tall
from pitboss.games import NONBANKED
from pitboss.house import House

FORMS = ("wide", "tall")


def felt_of(house: House, form: str = "wide", holder: str = "pitboss", pays: tuple[Pay, ...] = ()) -> Felt:
    """The felt of this house: "wide" for a screen, "tall" for a phone. The holder's name is on it (§ 565.2(b)(1) and its like),
    and on a wide one of a banked game so are pay tables, if any are given.

    >>> felt_of(House.of("heads-up-hold-em")).view[2], felt_of(House.of("heads-up-hold-em"), "tall").view[2]
    (1200.0, 390.0)
    """
    if form not in FORMS:
        raise PitbossError(f"a felt is {' or '.join(FORMS)}, not {form!r}")
    if form == "tall":
        return tall(house, holder)
    return oval(house, holder) if house.chapter.chapter in NONBANKED else half_moon(house, holder, pays)

"""A printed game with other payouts, as a draft: the chapter, the wager and what its hands pay.

chapter = "565"
wager = "Pair Plus"

[pays]
"Straight flush" = "40 to 1"
"""

from collections.abc import Mapping
from typing import Any

from pitboss.drafts.reading import Draft, Table
from pitboss.errors import BadOdds, PitbossError
from pitboss.house import House, house_of
from pitboss.odds import asking
from pitboss.odds.row import Row
from pitboss.spelling import option_of, wager_key

AS_PRINTED = "the chapter prints these payouts"


def price_payouts(draft: Draft) -> tuple[Row, bool, str, str]:
    """The row of the wager on the draft's payouts, and whether they are lawful: yes or no, the reason and its section."""
    top = Table(draft, (), draft.data, ("name", "source", "note", "chapter", "wager", "table", "house", "pays"))
    chapter, wager = top.text("chapter"), top.text("wager")
    pays = draft.data["pays"]
    table = Table(draft, ("pays",), pays)
    printed = {hand: table.text(hand) for hand in table.data}
    choices = draft.data.get("house", {})
    Table(draft, ("house",), choices)
    try:
        house = house_of(chapter, choices)
        row = asking.price(chapter, wager, printed, house, table=top.text("table", ""))
    except BadOdds as error:
        raise draft.error(("pays",), error.message) from None
    except PitbossError as error:
        raise draft.error(("pays",) if "wager" in draft.data else (), str(error)) from None
    return row, *_lawful(house, wager, choices, printed)


def _lawful(house: House, wager: str, choices: Mapping[str, Any], pays: Mapping[str, str]) -> tuple[bool, str, str]:
    option = option_of(wager)
    if not any(known.option == option for known in house.chapter.options):
        tables = [table for table in house.chapter.paytables if wager_key(table.wager) == wager_key(wager)]
        section = tables[0].section if tables else house.chapter.chapter
        if any(all(str(table.odds(hand)) == pay for hand, pay in pays.items()) for table in tables):
            return True, AS_PRINTED, section
        return False, f"the {wager} pays as printed and no other way", section
    try:
        house_of(house.chapter.chapter, {**choices, option: dict(pays)})
    except PitbossError as error:
        return False, error.message, error.cite
    return (
        True,
        "the chapter lets a holder post these payouts",
        next(known.section for known in house.chapter.options if known.option == option),
    )

"""A printed game with other payouts, as a draft: the chapter, the wager and what its hands pay.

chapter = "565"
wager = "Pair Plus"

[pays]
"Straight flush" = "40 to 1"
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.drafts.reading import Draft, Table, pay_tables
from pitboss.errors import BadOdds, PitbossError
from pitboss.house import House, house_of
from pitboss.odds import asking
from pitboss.odds.row import Row
from pitboss.spelling import option_of, wager_key
from pitboss.submissions.places import Path

AS_PRINTED = "the chapter prints these payouts"


@dataclass(frozen=True)
class PricedPayouts:
    """A printed wager on a pay table of a draft, and whether that is lawful: yes or no, the reason and its section."""

    name: str
    row: Row
    lawful: bool
    remark: str
    section: str


def price_payouts(draft: Draft) -> list[PricedPayouts]:
    """The wager on the draft's payouts, [pays]; where it has several tables, [[pays]], first as printed, then on each."""
    top = Table(draft, (), draft.data, ("name", "source", "note", "chapter", "wager", "table", "house", "pays"))
    if isinstance(draft.data["pays"], dict):
        tables = [("", Table(draft, ("pays",), draft.data["pays"]))]
    else:
        tables = [("", Table(draft, ("pays",), {})), *pay_tables(draft)]
    return [_priced(top, name, {hand: table.text(hand) for hand in table.data}, table.path) for name, table in tables]


def _priced(top: Table, name: str, pays: Mapping[str, str], path: Path) -> PricedPayouts:
    draft = top.draft
    chapter, wager = top.text("chapter"), top.text("wager")
    choices = draft.data.get("house", {})
    Table(draft, ("house",), choices)
    try:
        house = house_of(chapter, choices)
        row = asking.price(chapter, wager, pays, house, table=top.text("table", ""))
    except BadOdds as error:
        raise draft.error(path, error.message) from None
    except PitbossError as error:
        raise draft.error(path if "wager" in draft.data else (), str(error)) from None
    return PricedPayouts(name, row, *_lawful(house, wager, choices, pays))


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

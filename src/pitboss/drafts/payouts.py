"""A printed game with other payouts, as a draft: the chapter, the wager and what its hands pay.

chapter = "565"
wager = "Pair Plus"

[pays]
"Straight flush" = "40 to 1"
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.drafts.lawfulness import Verdict, judge_payouts
from pitboss.drafts.pay_tables import pay_tables
from pitboss.drafts.reading import Draft, Table
from pitboss.errors import BadOdds, PitbossError
from pitboss.house import house_of
from pitboss.house.own_pay_tables import own_rows
from pitboss.odds import asking
from pitboss.odds.row import Row
from pitboss.submissions.places import Path


@dataclass(frozen=True)
class PricedPayouts:
    """A printed wager on a pay table of a draft, and whether that is lawful."""

    name: str
    posted: asking.Posted
    row: Row
    verdict: Verdict
    kept: str  # the rows of which the draft says nothing, in words


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
        printed = top.text("table", "")
        row, own = asking.price(chapter, wager, pays, house, table=printed), asking.posted(chapter, wager, pays, house, printed)
    except BadOdds as error:
        raise draft.error(path, error.message) from None
    except PitbossError as error:
        raise draft.error(path if "wager" in draft.data else (), str(error)) from None
    said = own_rows(own.table, pays)
    rows = [f"{hand} {payout}" for hand, payout in own.table.rows if hand not in said]
    kept = f"unchanged: {', '.join(rows)}" if pays and rows else ""
    return PricedPayouts(name, own, row, judge_payouts(house, own.table, choices, pays), kept)

"""The printed wagers that cards decide, as drafts: `printed.toml` has what wins each row, the chapters have what it pays.

>>> [wager] = [wager for wager in printed_wagers() if wager.name == "Pair Plus" and "565" in wager.chapters]
>>> draft_of(wager, wager.tables[0])["row"][-1]
{'hand': 'Pair', 'when': 'pair', 'pays': '1 to 1'}
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

from pitboss.rulebook import Paytable, chapter

TWENTY_ONE = ("633a", "635a")  # played with several decks, 635a without tens


@dataclass(frozen=True)
class PrintedWager:
    """A printed wager: the cards it looks at, and what wins each hand of its pay tables, in the order of the rows."""

    name: str
    chapters: tuple[str, ...]
    deal: Mapping[str, int]
    rows: Mapping[str, str]
    each: Mapping[str, str] = field(default_factory=dict)
    define: Mapping[str, str] = field(default_factory=dict)
    hand_cards: int = 5
    every_row: bool = False
    bug: bool = False

    @property
    def tables(self) -> list[Paytable]:
        """Its printed pay tables."""
        return [table for number in self.chapters for table in chapter(number).paytables if table.wager == self.name]


@cache
def printed_wagers() -> tuple[PrintedWager, ...]:
    """All printed wagers that can be written as drafts."""
    entries = tomllib.loads((files("pitboss.drafts") / "printed.toml").read_text(encoding="utf-8"))["wager"]
    return tuple(PrintedWager(entry.pop("wager"), tuple(entry.pop("chapters")), **entry) for entry in entries)


def draft_of(printed: PrintedWager, table: Paytable, decks: int = 1) -> dict[str, Any]:
    """The draft of a wager on one printed table; 633a and 635a are played with so many decks."""
    deck: dict[str, Any] = {"decks": decks} if table.chapter in TWENTY_ONE else {}
    if table.chapter == "635a":
        deck["without"] = "10"
    if printed.bug:
        deck |= {"jokers": 1, "bug": "joker"}
    rows = []
    for hand, when in printed.rows.items():
        if (odds := table.odds(hand)) is not None and odds.kind != "none":
            rows.append({"hand": hand, "when": when, "pays": str(odds)})
            if hand in printed.each:
                rows[-1]["each"] = printed.each[hand]
    return {
        "name": table.wager,
        "deck": deck,
        "deal": printed.deal,
        "define": printed.define,
        "row": rows,
        "wager": {"hand_cards": printed.hand_cards} | ({"pays": "every row"} if printed.every_row else {}),
    }


def on_groups(printed: PrintedWager, deal: Mapping[str, int]) -> list[PrintedWager]:
    """A printed wager on groups of cards with other names, in every way in which their sizes agree; where no condition looks
    at some groups only, on any groups of as many cards."""
    words = [*printed.rows.values(), *printed.each.values(), *printed.define.values()]
    if not any(re.search(r"\bin\b|\bas\b", text) for text in words):
        return [replace(printed, deal=deal)] if sum(deal.values()) == sum(printed.deal.values()) else []
    sizes = list(printed.deal.values())
    return [
        replace(printed, deal=deal, define={**dict(zip(printed.deal, names, strict=True)), **printed.define})
        for names in permutations(deal)
        if [deal[name] for name in names] == sizes
    ]

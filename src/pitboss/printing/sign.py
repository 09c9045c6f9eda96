"""The sign at a table: what is paid, what may be bet, and what section .2 and the sections on wagers have posted there."""

from collections.abc import Sequence
from typing import Any

from pitboss.errors import PitbossError
from pitboss.games import NONBANKED
from pitboss.optional_packages import require
from pitboss.printing.filing import Filed
from pitboss.printing.notices import limits, notices, poker, sign_of, waivers
from pitboss.printing.press import Matter
from pitboss.printing.wagers import blocks

LONGEST_ADDRESS = 200
PAPERS = ("us-tabloid", "us-letter", "us-legal", "a4", "a3")


def sign(all_filed: Sequence[Filed], floor: str = "", paper: str = "us-tabloid") -> Matter:
    """The signs of some submissions, one for each of their tables. `floor` is the address of the floor whose rules the code on
    the sign leads to; "" prints none."""
    if floor and (not floor.startswith(("http://", "https://")) or len(floor) > LONGEST_ADDRESS):
        raise PitbossError("the address of a floor begins with http:// or https://, and is short enough for a code")
    if paper not in PAPERS:
        raise PitbossError(f"paper is {', '.join(PAPERS)}, not {paper!r}")
    signs = [_sign(each, table, floor) for each in all_filed for table in each.tables or ("",)]
    dates = [each.dated for each in all_filed if each.dated]
    title = f"{all_filed[0].book.game}: table sign" if len(all_filed) == 1 else "Table signs"
    return Matter("signs", title, {"paper": paper, "signs": signs}, max(dates, default=None))


def _sign(filed: Filed, table: str, floor: str) -> dict[str, Any]:
    house, book = filed.house, filed.book
    number = book.chapter
    address = f"{floor.rstrip('/')}/rules/{number}" if floor else ""
    of_poker, posted = number in NONBANKED, sign_of(number).posted
    return {
        "game": book.game,
        "about": f"{_capital(house['variant'])} · {house['structure']}" if of_poker else _about(filed),
        "chapter": number,
        "holder": filed.holder,
        "facility": filed.facility,
        "table": table,
        "since": filed.since,
        "limits": limits(house),
        "limits_cite": f"§ {house.section('table_minimum')}",
        "limits_of": "Bets" if of_poker else "Table limits",
        "blocks": poker(house) if of_poker else [block.data() for block in blocks(house)],
        "notices": [notice.data() for notice in (waivers(house) if of_poker else notices(house))],
        "posted": f"posted under § {posted}" if posted else "",
        "address": address,
        "code": code(address) if address else "",
    }


def _about(filed: Filed) -> str:
    """What tells one table of a game from another, in a few words."""
    house = filed.house
    if "decks" in house.values:
        decks = house["decks"]
        words = "one deck" if decks == 1 else f"{decks} decks"
        return f"{words} · Blackjack Switch" if house.get("blackjack_switch") else words
    return ""


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def code(address: str) -> str:
    """The square code that leads a telephone to an address, as SVG."""
    require("print")
    import segno

    found: str = segno.make(address, error="m", micro=False).svg_inline(border=0, dark="#093a2c", omitsize=True)
    return found.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)

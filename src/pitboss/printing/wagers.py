"""What a house pays, in blocks as they are printed: one for each wager, its rows under the condition that they depend on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.felt.areas import made_here
from pitboss.games import game
from pitboss.house import House
from pitboss.house.posted_payouts import in_force, stated_in_force
from pitboss.money import dollars
from pitboss.rulebook import Paytable
from pitboss.table.offer import Wager

Rows = tuple[tuple[str, str], ...]
SAID = {"Any hand of paragraphs (1) to (7)": "Any hand that would pay more than 1 to 1"}  # to who has no paragraphs at hand
ENOUGH_SAID = (
    "basic game",
    "565.7(f) version",
    "six decks",
    "eight decks",
    "single deck",
    "two decks",
    "multiple decks",
    "four or more decks",
)

# Never for the player's own hand: § 587.11(i)(3)(i), § 645a.11(h)(1)(ii), § 655a.11(i)(4)(i), § 657a.11(e).
ENVIED = "For another player's hand"


@dataclass(frozen=True)
class Block:
    """The payouts of a wager. Each part has its condition, "" for none, and its rows."""

    wager: str
    cites: tuple[str, ...]
    parts: tuple[tuple[str, Rows], ...]
    table: str = ""  # the letter of the printed table
    limits: str = ""

    def data(self) -> dict[str, Any]:
        """As the template takes it."""
        parts = [{"condition": condition, "rows": [list(row) for row in rows]} for condition, rows in self.parts]
        letter = f", table {self.table}" if self.table else ""
        return {"title": self.wager, "cite": f"{cited(self.cites)}{letter}", "limits": self.limits, "parts": parts}


def cited(cites: Sequence[str]) -> str:
    """Some paragraphs; of many the first and the last.

    >>> cited(["565.12(a)"]), cited(["565.12(a)", "565.12(b)"]), cited(["a", "b", "c", "d"])
    ('§ 565.12(a)', '§§ 565.12(a), 565.12(b)', '§§ a to d')
    """
    if len(cites) > 3:
        return f"§§ {cites[0]} to {cites[-1]}"
    return f"{'§' if len(cites) == 1 else '§§'} {', '.join(cites)}"


def blocks(house: House) -> list[Block]:
    """Every payout of the offered wagers, those too that the text states in a sentence. The wagers of every round come
    first, with what decisions make of them, then the optional ones."""
    tables = [*stated_in_force(house), *in_force(house)]
    order = [wager.name for wager in in_order(house)]
    by_wager: dict[str, list[Paytable]] = {}
    for table in tables:
        name = f"{table.wager}, {table.condition}" if table.kind == "envy" else table.wager
        by_wager.setdefault(name, []).append(table)
    found = [_block(house, name, same) for name, same in by_wager.items()]
    at = {name: place for place, name in enumerate(order)}
    found.sort(
        key=lambda block: min(
            (at[name] for name in order if block.wager.startswith(name)), default=_after(block, at, house.chapter.game)
        )
    )
    return list(_merged(found))


def in_order(house: House) -> list[Wager]:
    """The wagers that can be made here: those of every round first, with what decisions make of them, then the optional ones.

    >>> [wager.name for wager in in_order(House.of("three-card-poker"))]
    ['Ante', 'Play', 'Pair Plus']
    """
    made = made_here(house)
    first = [wager for wager in made if wager is made[0] or wager.required or not wager.before_deal]
    return [*first, *(wager for wager in made if wager not in first)]


def _after(block: Block, order: dict[str, int], game_name: str) -> float:
    """The place of what is no wager itself: what the whole game pays first, an Envy Bonus after its wager, others after all."""
    if block.wager == game_name:
        return -1
    if block.wager.startswith("Envy Bonus"):
        return next((place + 0.5 for name, place in order.items() if name in block.wager), len(order))
    return len(order)


def _block(house: House, name: str, tables: list[Paytable]) -> Block:
    """One wager. Under one condition the rows stand together."""
    parts: list[tuple[str, Rows]] = []
    for table in tables:
        rows = paid(table)
        condition = "" if table.condition in ENOUGH_SAID else ENVIED if table.kind == "envy" else _sentence(table.condition)
        if parts and parts[-1][0] == condition:
            parts[-1] = (condition, (*parts[-1][1], *rows))
        else:
            parts.append((condition, rows))
    parts.sort(key=lambda part: bool(part[0]))  # a row that holds always must not stand under a condition
    letters = {table.table for table in tables}
    return Block(
        name,
        tuple(dict.fromkeys(table.section for table in tables)),
        tuple(part for part in parts if part[1]),
        letters.pop() if len(letters) == 1 else "",
        own_limits(house, tables[0].wager),
    )


def paid(table: Paytable) -> Rows:
    """The rows of a pay table that pay something or give a wager back. "N/A" stands where a hand cannot occur, or is paid as
    the next one. A bare percentage is a part of the meter (§ 645a.13(e)(1)).

    >>> from pitboss.rulebook import chapter
    >>> paid(chapter("pai-gow-poker").paytable("Progressive Payout"))[:3]
    (('7 card Straight Flush', '100% of meter'), ('5 Aces', '10% of meter'), ('Royal Flush', '500 for 1'))
    """
    rows = ((SAID.get(hand, hand), payout) for hand, payout in table.rows if payout and payout != "N/A")
    return tuple((hand, f"{payout} of meter" if payout.endswith("%") else payout) for hand, payout in rows)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def own_limits(house: House, name: str) -> str:
    """The limits of a wager, where they are not those of the table.

    >>> own_limits(House.of("caribbean-stud-poker"), "Progressive Payout"), own_limits(House.of("caribbean-stud-poker"), "Ante")
    ('$1', '')
    """
    offer = game(house.chapter.chapter)
    wager = next((each for each in offer.offered(house) if each.name == name), None)
    if wager is None:
        return ""
    if amounts := wager.only(house):
        return " or ".join(map(dollars, amounts))
    own = offer.amounts(house, wager)
    return "" if own == offer.amounts(house, offer.wagers[0]) else between(*own)


def between(least: int, most: int | None) -> str:
    """The least and the most of a wager.

    >>> between(100, 100), between(500, 10_000), between(500, None)
    ('$1', '$5 to $100', '$5 or more')
    """
    if least == most:
        return dollars(least)
    return f"{dollars(least)} to {dollars(most)}" if most else f"{dollars(least)} or more"


def _merged(found: Iterable[Block]) -> Iterable[Block]:
    """Neighbors of which all is alike but the name, as one: Flop, Turn and River."""
    kept: list[tuple[list[str], Block]] = []
    for block in found:
        if kept and (last := kept[-1][1]).parts == block.parts and (last.limits, last.table) == (block.limits, block.table):
            kept[-1][0].append(block.wager)
            cites = tuple(dict.fromkeys((*last.cites, *block.cites)))
            kept[-1] = (kept[-1][0], Block(last.wager, cites, block.parts, block.table, block.limits))
        else:
            kept.append(([block.wager], block))
    for names, block in kept:
        title = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        yield Block(title, block.cites, block.parts, block.table, block.limits)


def rows_of(house: House) -> list[tuple[str, str]]:
    """Every row that a sign of this house must show, hand and payout."""
    return [row for table in (*stated_in_force(house), *in_force(house)) for row in paid(table)]

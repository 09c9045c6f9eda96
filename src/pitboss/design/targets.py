"""A design as a file: a draft (docs/drafts.md) whose rows may pay one of several payouts, and what the pay table is to do.

    [deal]
    player = 3

    [[row]]
    when = "straight flush"
    pays = "30 to 1 .. 60 to 1"

    [[row]]
    when = "pair or better"
    pays = ["1 to 1", "2 to 1"]

    [target]
    edge = "3% .. 5%"

A target with one value is what the table should be as near to as it can; a range is a condition.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.printed import draft_of, printed_wagers
from pitboss.drafts.reading import Draft, Table, load, pay_in, wager_in
from pitboss.drafts.records import Pay, Wager
from pitboss.money import Odds
from pitboss.rulebook import Paytable
from pitboss.spelling import near, wager_key

TARGETS = ("edge", "hit_rate", "standard_deviation", "top_award", "chips", "monotone", "best", "tables", "lawful")
BEST = ("edge", "lowest edge", "highest edge", "lowest deviation", "highest deviation", "highest hit rate", "lowest hit rate")
MOST_PAYOUTS, MOST_TABLES = 200, 50
RANGE = ".."
_PERCENT = re.compile(r"(-?[0-9]{1,6}(?:\.[0-9]{1,12})?) ?%")
_RATIO = re.compile(r"(-?[0-9]{1,30})/([1-9][0-9]{0,29})")
_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")
_TO_ONE = re.compile(r"([0-9]{1,7}(?:\.[0-9]{1,4})?) (to|for) 1")
WHOLE_TO, FIVES_TO, QUARTERS_TO, FIFTIES_TO = 20, 100, 500, 1000  # odds in a range: by 1, by 5, by 25, by 50, then by 100


@dataclass(frozen=True)
class Target:
    """What a figure of the pay table must lie between; a figure to be near to has both ends alike and `aim` set."""

    least: Fraction
    most: Fraction
    aim: bool = False

    def holds(self, value: Fraction) -> bool:
        """True if the figure lies between the ends, or only has to be near them."""
        return self.aim or self.least <= value <= self.most


@dataclass(frozen=True)
class Design:
    """A wager, the payouts that each row may have, and what the pay table is to do. Rows are listed bet by bet."""

    wager: Wager
    payouts: tuple[tuple[Pay, ...], ...]
    edge: Target | None = None
    hit_rate: Target | None = None
    deviation: Target | None = None
    top_award: Target | None = None
    chips: int = 0  # cents; the smallest chip, 0 if any amount can be paid
    monotone: bool = True
    strict: bool = False  # a better row pays more, not only as much
    best: str = "edge"
    tables: int = 5
    lawful: bool = False

    @property
    def hands(self) -> list[str]:
        """The hands of the rows."""
        return [row.hand for bet in self.wager.bets for row in bet.rows]

    @property
    def simple(self) -> bool:
        """True for one bet that pays the first row that holds, without choices: then its whole distribution is linear."""
        [bet, *others] = self.wager.bets
        plain = not others and not bet.every_row and not bet.bonus and all(row.each is None for row in bet.rows)
        return plain and not self.decided

    @property
    def decided(self) -> bool:
        """True if the player has decisions, so that best play depends on the payouts."""
        return bool(self.wager.choices) or self.wager.discard is not None

    def with_payouts(self, pays: Sequence[Pay]) -> Wager:
        """The wager on one pay table."""
        rest = iter(pays)
        bets = tuple(replace(bet, rows=tuple(replace(row, pays=next(rest)) for row in bet.rows)) for bet in self.wager.bets)
        return replace(self.wager, bets=bets)

    def net(self, pay: Pay) -> Fraction:
        """What a row gains a bet of 1."""
        return pay.net(self.wager.amount, self.wager.meter)


def load_design(path: Path) -> Design:
    """The design in a file; raises BadDraft."""
    return read_design(load(path))


def read_design(draft: Draft) -> Design:
    """The design in a draft that has been read; raises BadDraft."""
    data = dict(draft.data)
    if "target" not in data:
        raise draft.error((), '[target] is missing: it says what the pay table should do, such as edge = "3% .. 4%"')
    if "blackjack" in data:
        raise draft.error(("blackjack",), "rules of Blackjack have no pay table to design; a draft with [deal] and [[row]] has")
    target = Table(draft, ("target",), data.pop("target"), TARGETS)
    if "printed" in data:
        data = _printed(draft, data)
    listed = data.get("row", [])
    entries = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    for place, entry in enumerate(entries):
        pays = entry.get("pays")
        if not isinstance(pays, str) and not (isinstance(pays, list) and 1 <= len(pays) <= MOST_PAYOUTS):
            message = f'pays is a payout, a range such as "1 to 1 .. 5 to 1", or a list of 1 to {MOST_PAYOUTS} payouts'
            raise draft.error(("row", place, "pays"), message)
    first = [{**entry, "pays": _first(entry["pays"])} for entry in entries]
    wager = wager_in(Draft({**data, "row": first} if entries else data, "\n".join(draft.lines), draft.places))
    by_bet: dict[str, list[tuple[Pay, ...]]] = {bet.name.lower(): [] for bet in wager.bets}
    for place, entry in enumerate(entries):
        by_bet[str(entry.get("bet", wager.bets[0].name)).lower()].append(_payouts(Table(draft, ("row", place), entry)))
    payouts = tuple(pays for bet in wager.bets for pays in by_bet[bet.name.lower()])
    return _checked(draft, target, Design(wager, payouts))


def _first(pays: object) -> object:
    """The payout of a row with which the draft is read."""
    return pays[0] if isinstance(pays, list) else str(pays).partition(RANGE)[0].strip()


def _payouts(table: Table) -> tuple[Pay, ...]:
    """The payouts that a row may have: one, a list of them, or all ordinary odds of a range."""
    value = table.data["pays"]
    if isinstance(value, list):
        parts = [pay_in(Table(table.draft, table.path, {"pays": one}), "pays") for one in value]
        return tuple(dict.fromkeys(parts))
    if RANGE not in str(value):
        return (pay_in(table, "pays"),)
    ends = [_TO_ONE.fullmatch(part.strip()) for part in str(value).split(RANGE)]
    if len(ends) != 2 or ends[0] is None or ends[1] is None or ends[0][2] != ends[1][2]:
        raise table.error("pays", 'a range of payouts is written "1 to 1 .. 5 to 1" or "2 for 1 .. 9 for 1"')
    least, most, how = Fraction(ends[0][1]), Fraction(ends[1][1]), ends[0][2]
    odds = [value for value in _ordinary(most) if least < value < most]
    pays = [Pay(Odds.parse(f"{_written(value)} {how} 1")) for value in dict.fromkeys([least, *odds, most])]
    if least > most:
        raise table.error("pays", f"the range ends at {ends[1][0]}, below {ends[0][0]}, with which it begins")
    if len(pays) > MOST_PAYOUTS:
        raise table.error("pays", f"the range has {len(pays)} payouts, {MOST_PAYOUTS} at the most: narrow it, or list them")
    return tuple(pays)


def _ordinary(most: Fraction) -> list[Fraction]:
    """Odds that pay tables print: whole numbers, in larger steps as they grow."""
    odds, value = [], 1
    while value <= most:
        odds.append(Fraction(value))
        steps = ((WHOLE_TO, 1), (FIVES_TO, 5), (QUARTERS_TO, 25), (FIFTIES_TO, 50))
        value += next((step for end, step in steps if value < end), 100)
    return odds


def _written(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):g}"


def _printed(draft: Draft, data: dict[str, Any]) -> dict[str, Any]:
    """The draft of a printed wager, on which [[row]] says by hand what may be paid instead."""
    printed = Table(draft, ("printed",), data.pop("printed"), ("chapter", "wager", "table"))
    number, name, letter = printed.text("chapter"), printed.text("wager"), printed.text("table", "")
    known = [one for one in printed_wagers() if number in one.chapters]
    if not known:
        numbers = sorted({chapter for one in printed_wagers() for chapter in one.chapters})
        raise printed.error(
            "chapter", f"no wager of chapter {number[:20]} is decided by cards alone; of {', '.join(numbers)} some are"
        )
    one = next((one for one in known if wager_key(one.name) == wager_key(name)), None)
    if one is None:
        names = [one.name for one in known]
        guess = near(name, names)
        raise printed.error("wager", f"chapter {number} has no {name[:40]!r}; there is {' or '.join(guess or names)}")
    tables = [table for table in one.tables if table.chapter == number]
    base = draft_of(one, _table(printed, tables, letter))
    rows = {row["hand"].lower(): row for row in base["row"]}
    for place, entry in enumerate(data.pop("row", [])):
        table = Table(draft, ("row", place), entry, ("hand", "pays"))
        hand = table.text("hand")
        if hand.lower() not in rows:
            raise table.error("hand", f"{name} pays no {hand[:40]!r}; it pays {', '.join(row['hand'] for row in base['row'])}")
        rows[hand.lower()]["pays"] = table.data.get("pays")
    return {**base, **data}


def _table(printed: Table, tables: list[Paytable], letter: str) -> Paytable:
    table = next((table for table in tables if table.table == letter), None if letter else tables[0])
    if table is None:
        letters = ", ".join(table.table for table in tables if table.table) or "only one, without a letter"
        raise printed.error("table", f"there is no table {letter[:20]!r}; there is {letters}")
    return table


def _checked(draft: Draft, target: Table, design: Design) -> Design:
    """A design with its targets; raises BadDraft where they ask for what cannot be promised."""
    monotone = target.data.get("monotone", True)
    if monotone not in (True, False, "strict"):
        raise target.error("monotone", 'monotone must be true, false or "strict"')
    best = target.text("best", "edge" if "edge" in target else "lowest edge")
    if best not in BEST:
        raise target.error("best", f"best must be one of {', '.join(BEST)}")
    design = replace(
        design,
        edge=_target(target, "edge", percent=True),
        hit_rate=_target(target, "hit_rate", percent=True),
        deviation=_target(target, "standard_deviation"),
        top_award=_target(target, "top_award"),
        chips=target.cents("chips", 0),
        monotone=bool(monotone),
        strict=monotone == "strict",
        best=best,
        tables=target.integer("tables", 5, 1, MOST_TABLES),
        lawful=target.flag("lawful"),
    )
    if best == "edge" and design.edge is None:
        raise target.error("best", 'best = "edge" is the table nearest to an edge: state edge = "4%" or a range')
    for key in ("hit_rate", "standard_deviation", "top_award"):
        figure = _target(target, key, percent=key == "hit_rate")
        if figure is not None and figure.aim:
            raise target.error(
                key, f"{key} is a range, such as {'20% .. 30%' if key == 'hit_rate' else '2 .. 4'}; only edge may be one value"
            )
    if not design.simple and (design.hit_rate or design.deviation or best not in ("edge", "lowest edge", "highest edge")):
        one = "one bet that pays the first row that holds, and no choices"
        raise target.error("edge", f"of this wager only edge and top_award can be designed: hit rate and deviation need {one}")
    return _payable(draft, design)


def _payable(draft: Draft, design: Design) -> Design:
    """A design without the payouts that its chips cannot pay or that are above its top award."""
    if not design.chips and design.top_award is None:
        return design
    payouts = []
    for hand, pays in zip(design.hands, design.payouts, strict=True):
        left = [pay for pay in pays if _in_chips(design, pay)]
        if not left:
            amount = f"${design.wager.amount / 100:,.2f}"
            raise BadDraft(
                f"{hand}: none of its payouts on a bet of {amount} can be paid in chips of ${design.chips / 100:,.2f}"
            )
        most = design.top_award.most if design.top_award else None
        left = [pay for pay in left if most is None or design.net(pay) <= most]
        if not left:
            raise BadDraft(f"{hand}: each of its payouts is above the top award of {most}")
        payouts.append(tuple(left))
    return replace(design, payouts=tuple(payouts))


def _in_chips(design: Design, pay: Pay) -> bool:
    gain = design.net(pay) * design.wager.amount
    return not design.chips or gain <= 0 or (gain / design.chips).denominator == 1


def _target(table: Table, key: str, percent: bool = False) -> Target | None:
    if key not in table:
        return None
    words = str(table.data[key])
    ends = [_figure(part.strip(), percent) for part in words.split(RANGE)]
    if len(ends) > 2 or any(end is None for end in ends) or isinstance(table.data[key], bool):
        example = '"3%" or "3% .. 4%"' if percent else '"2 .. 4"'
        raise table.error(key, f"{key} is written {example}")
    values = [end for end in ends if end is not None]
    if values[0] > values[-1]:
        raise table.error(key, f"the range of {key} ends below its beginning")
    return Target(values[0], values[-1], len(values) == 1)


def _figure(words: str, percent: bool) -> Fraction | None:
    if ratio := _RATIO.fullmatch(words):
        return Fraction(int(ratio[1]), int(ratio[2]))
    if percent:
        match = _PERCENT.fullmatch(words)
        return Fraction(match[1]) / 100 if match else None
    if odds := _TO_ONE.fullmatch(words):
        return Fraction(odds[1]) - (odds[2] == "for")
    return Fraction(words) if _NUMBER.fullmatch(words) else None

"""An experiment: a wager of a chapter with what is changed about it, read from the query of an address and written back so that
only what differs from the printed game is in it.

>>> changed = read("565", "wager=Pair+Plus&Pair+Plus:Flush=4+to+1")
>>> changed.wager, dict(changed.pays), changed.query
('Pair Plus', {'Flush': '4 to 1'}, 'wager=Pair+Plus&Pair+Plus:Flush=4+to+1')
>>> read("565", "wager=Pair+Plus&Pair+Plus:Flush=3+to+1").query
'wager=Pair+Plus'
>>> read("565", "wagger=Ante")
Traceback (most recent call last):
pitboss.errors.NotAuthorized: the laboratory of chapter 565 changes no 'wagger' of the Ante; did you mean wager? (§ 565)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, quote_plus

from pitboss.errors import BadOdds, NotAuthorized, UnknownCitation
from pitboss.house import House
from pitboss.house.own_pay_tables import own_rows
from pitboss.laboratory.fields import Bench, Field, bench_of
from pitboss.money import Odds, dollars
from pitboss.rulebook import Paytable
from pitboss.spelling import hint, wager_key

LONGEST_QUERY, MOST_PARTS, LONGEST_VALUE = 4_000, 60, 60
YES, NO = "yes", "no"


@dataclass(frozen=True)
class Experiment:
    """A wager and what is changed: options of the chapter (`given`), other rules, and payouts of one pay table."""

    chapter: str
    wager: str
    table: str = ""  # the letter of the pay table
    given: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    pays_of: str = ""  # the printed name of the table whose payouts are changed
    pays: Mapping[str, str] = field(default_factory=dict)

    @property
    def bench(self) -> Bench:
        """The wager, with what may be changed."""
        return bench_of(self.chapter, self.wager)

    @property
    def house(self) -> House:
        """The house with the options of the chapter that are chosen."""
        return House.of(self.chapter, self.choices)

    @property
    def choices(self) -> dict[str, Any]:
        """The options that are chosen; the lettered Ante Bonus tables of § 565.12(f) belong to a version of the game."""
        version = {"version": "565.7(f)(1)", "ante_bonus": self.table} if self.chapter == "565" and self.table else {}
        return {**self.given, **version}

    @property
    def paying(self) -> House:
        """The house, with the changed payouts in place of the printed ones."""
        house = self.house
        for table in self.tables:
            if table.wager == self.pays_of:
                house = house.paying(replace(table, rows=tuple((dict(table.rows) | dict(self.pays)).items())))
        return house

    @property
    def is_main(self) -> bool:
        """True for the chapter's first wager, which is played against the dealer."""
        return self.wager == bench_of(self.chapter, "").wager

    @property
    def printed(self) -> "Experiment":
        """The wager as the chapter prints it: every option at its default, the same pay table where there is one."""
        house = House.of(self.chapter)
        letter = self.table if self.table in self.bench.letters(house) else first_letter(self.bench, house)
        return Experiment(self.chapter, self.wager, letter)

    @property
    def is_printed(self) -> bool:
        """True if nothing is changed."""
        return not (self.given or self.rules or self.pays)

    @property
    def tables(self) -> tuple[Paytable, ...]:
        """The pay tables in force, as printed."""
        return self.bench.tables_at(self.house, self.table)

    @property
    def query(self) -> str:
        """The query of its address: only what differs from the chapter's first wager, its first table and its defaults."""
        parts: list[tuple[str, str]] = []
        if not self.is_main:
            parts.append(("wager", self.wager))
        if self.table != first_letter(self.bench, self.house):
            parts.append(("table", self.table))
        changed = {**self.given, **self.rules}
        parts += [(each.name, written(each, changed[each.name])) for each in self.bench.fields if each.name in changed]
        parts += [(f"{self.pays_of}:{hand}", payout) for hand, payout in self.pays.items()]
        return "&".join(f"{quote_plus(name, safe=':')}={quote_plus(value, safe=':$,/')}" for name, value in parts)


def first_letter(bench: Bench, house: House) -> str:
    """The letter of the first pay table, "" where it has none."""
    return next(iter(bench.letters(house)), "")


def read(number: str, query: str) -> Experiment:
    """The experiment of an address; raises NotAuthorized, UnknownCitation or BadOdds, with what is allowed."""
    if len(query) > LONGEST_QUERY:
        raise NotAuthorized(f"an experiment is at most {LONGEST_QUERY:,} characters long", number)
    try:
        parts = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_PARTS, errors="strict")
    except (ValueError, UnicodeDecodeError):
        raise NotAuthorized(f"an experiment has at most {MOST_PARTS} parts, each a name and a value", number) from None
    names = [name for name, _ in parts]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise NotAuthorized(f"{twice[:LONGEST_VALUE]!r} is there twice; say it once", number)
    words = dict(parts)
    bench = bench_of(number, words.pop("wager", ""))
    payouts = {name: words.pop(name) for name in names if ":" in name}
    letter = words.pop("table", None)
    changed: dict[bool, dict[str, Any]] = {True: {}, False: {}}  # by whether it is an option of the chapter
    for name, value in words.items():
        if (known := bench.field(name)) is None:
            raise _unknown(number, bench, name)
        if (chosen := chosen_value(known, value)) != known.default:
            changed[known.option][name] = chosen
    given, rules = changed[True], changed[False]
    house = House.of(number, given)
    _check_together(number, given, rules)
    table = _letter(bench, house, letter)
    pays_of, pays = _pays(number, bench, bench.tables_at(house, table), payouts)
    return Experiment(number, bench.wager, table, given, rules, pays_of, pays)


def chosen_value(known: Field, value: str) -> Any:
    """The value of a field as it was written; raises NotAuthorized with what is allowed."""
    words = value.strip()
    if known.kind == "flag" and words in (YES, NO):
        return words == YES
    if known.kind == "choice" and words in known.values:
        return words
    if known.kind == "payout":
        odds = Odds.parse(_short(words))
        if odds.kind in ("to", "for"):
            return " ".join(words.split())
    cents = known.kind == "dollars"
    if cents or known.kind == "number":
        digits = words.lstrip("$").replace(",", "")
        whole, _, part = digits.partition(".")
        if (
            digits.isascii()
            and whole.isdigit()
            and len(whole) <= 12
            and (not part or (cents and part.isdigit() and len(part) == 2))
        ):
            number = int(whole) * (100 if cents else 1) + int(part or 0)
            if known.least <= number <= known.most or number == known.default:
                return number
    raise NotAuthorized(f"{known.name} cannot be {words[:LONGEST_VALUE]!r}; it is {_allowed(known)}", known.section)


def written(known: Field, value: Any) -> str:
    """The value of a field as an address has it."""
    if known.kind == "flag":
        return YES if value else NO
    if known.kind == "dollars":
        return f"{value // 100}" + (f".{value % 100:02}" if value % 100 else "")
    return str(value)


def _allowed(known: Field) -> str:
    if known.kind == "flag":
        return f"{YES} or {NO}"
    if known.kind == "choice":
        return f"one of {', '.join(value or 'nothing' for value in known.values)}"
    if known.kind == "payout":
        return "a payout such as 6 to 5"
    show = dollars if known.kind == "dollars" else "{:,}".format
    return f"a {'sum' if known.kind == 'dollars' else 'whole number'} from {show(known.least)} to {show(known.most)}"


def _short(words: str) -> str:
    if len(words) > LONGEST_VALUE:
        raise BadOdds(f"a payout has at most {LONGEST_VALUE} characters")
    return words


def _unknown(number: str, bench: Bench, name: str) -> NotAuthorized:
    known = ["wager", "table", *(each.name for each in bench.fields)]
    of = f"the laboratory of chapter {number} changes no {name[:LONGEST_VALUE]!r} of the {bench.wager}"
    return NotAuthorized(f"{of}{hint(name[:LONGEST_VALUE], known, 'it knows ' + ', '.join(known))}", number)


def _check_together(number: str, given: Mapping[str, Any], rules: Mapping[str, Any]) -> None:
    """Refuses rules that are not worked out together."""
    if rules and given.get("blackjack_switch"):
        raise NotAuthorized(f"Blackjack Switch is worked out as printed: leave {', '.join(rules)} out", f"{number}.12(a)")
    if "charlie" in rules and rules.get("hole_card") == "none, original lost":
        raise NotAuthorized("hands that win at once need another hole_card than 'none, original lost'", f"{number}.7(h)")


def _letter(bench: Bench, house: House, letter: str | None) -> str:
    letters = bench.letters(house)
    if letter is None:
        return first_letter(bench, house)
    found = next((known for known in letters if known.lower() == letter.strip().lower()), None)
    if found is None:
        has = (
            f"it has {', '.join(known or 'the basic one' for known in letters)}" if any(letters) else "it has one; leave it out"
        )
        raise UnknownCitation(
            f"the {bench.wager} has no pay table {letter[:LONGEST_VALUE]!r} here; {has}",
            bench.tables[0].section if bench.tables else "",
        )
    return found


def _pays(number: str, bench: Bench, tables: tuple[Paytable, ...], payouts: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The table and the payouts that differ from what it prints."""
    changed: dict[str, dict[str, str]] = {}
    for name, payout in payouts.items():
        title, _, hand = name.partition(":")
        table = next((table for table in tables if wager_key(table.wager) == wager_key(title)), None)
        if table is None:
            known = dict.fromkeys(table.wager for table in tables)
            has = f"it has {', '.join(known)}" if known else "its payouts are stated in sentences and stay as they are"
            raise NotAuthorized(f"the {bench.wager} has no pay table {title[:LONGEST_VALUE]!r} to change; {has}", number)
        [(row, _)] = own_rows(table, {hand[: 2 * LONGEST_VALUE]: payout}, "can pay").items()
        odds = Odds.parse(_short(payout.strip()))
        printed = dict(table.rows)[row]
        if odds not in Odds.choices(printed) or len(Odds.choices(printed)) > 1:
            changed.setdefault(table.wager, {})[row] = " ".join(payout.split())
    if len(changed) > 1:
        raise NotAuthorized(f"{' and '.join(changed)} are changed one at a time: leave one as printed", number)
    return next(iter(changed.items()), ("", {}))

"""The price of any draft: a wager on dealt cards, a printed game with other payouts, or rules of Blackjack.

>>> quote = price_draft(Draft.of('[deal]\\nplayer = 3\\n[[row]]\\nwhen = "pair or better"\\npays = "3 to 1"'))
>>> print(quote)
the wager: the house holds -2.4434% of it, exactly -27/1105
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, overload

from pitboss.drafts.blackjack import game_in, lawful, price_rules
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.counting import Decision
from pitboss.drafts.lawfulness import Seen, Verdict, judge
from pitboss.drafts.pay_tables import pay_tables, with_payouts
from pitboss.drafts.payouts import PricedPayouts, price_payouts
from pitboss.drafts.pricing import Line, Price, price_tables
from pitboss.drafts.reading import Draft, Table, load, wager_in
from pitboss.drafts.records import Wager
from pitboss.odds import asking
from pitboss.odds.row import Row

Progress = Callable[[str, float], None] | None


SHARED = (  # with the records of printed wagers
    *("of", "house_edge", "house_edge_exact", "element_of_risk", "hit_rate", "standard_deviation", "deals"),
    *("method", "seconds", "note"),
)


@dataclass(frozen=True)
class Quote(Row):
    """The exact price of a draft: the row of a wager of no chapter, or of a chapter's wager with other payouts. Results are in
    units of the first bet, `of`."""

    lawful: bool | None = None  # None: no chapter prints a wager that is proven to be this one
    remark: str = ""  # whether and why the draft is lawful in Pennsylvania
    section: str = ""
    lines: tuple[Line, ...] = ()
    decisions: Sequence[Decision] = ()
    tables: tuple["Quote", ...] = ()  # the same on the draft's further pay tables, [[pays]]

    @property
    def basis(self) -> str:
        """The first bet, which goes without saying where it is the whole wager."""
        return "it" if self.of == self.name else self.of

    def _repr_svg_(self) -> None:
        """Nothing: only wagers of a chapter are drawn."""

    @property
    def top_award(self) -> tuple[Fraction, Fraction] | None:
        """The largest net result and its chance; None where only the mean is known."""
        if self.distribution is None:
            return None
        best = max(net for net, count in self.distribution.counts.items() if count)
        return best, Fraction(self.distribution.counts[best], self.distribution.deals)

    def record(self) -> dict[str, Any]:
        """The quote as `pitboss odds --draft --json` prints it."""
        row, known, top = super().record(), self.distribution, self.top_award
        return {
            "name": self.name,
            **{key: row[key] for key in SHARED},
            "skewness": known.skewness if known else None,
            "top_award": str(top[0]) if top else None,
            "top_award_chance": float(top[1]) if top else None,
            "lawful": self.lawful,
            "lawful_remark": self.remark,
            "section": self.section,
            "lines": [_line_record(line) for line in self.lines],
            "tables": [quote.record() for quote in self.tables],
        }


def _line_record(line: Line) -> dict[str, Any]:
    return {
        "bet": line.bet,
        "hand": line.hand,
        "pays": line.pays,
        "deals": line.deals,
        "probability": float(line.probability),
        "contribution": float(line.contribution),
        "sensitivity": None if line.sensitivity is None else float(line.sensitivity),
        "sensitivity_exact": None if line.sensitivity is None else str(line.sensitivity),
    }


@overload
def price(
    draft: str | int,
    wager: str,
    pays: Mapping[str, str],
    house: asking.Choices = None,
    progress: Progress = None,
    table: str = "",
) -> Row: ...


@overload
def price(draft: Path | Wager | Mapping[str, Any], *, progress: Progress = None) -> Quote: ...


def price(
    draft: str | int | Path | Wager | Mapping[str, Any],
    wager: str = "",
    pays: Mapping[str, str] | None = None,
    house: asking.Choices = None,
    progress: Progress = None,
    table: str = "",
) -> Row | Quote:
    """The exact price of a draft: the path of its file, its data or a `Wager`. With a game's name, a wager and what each hand
    pays, the row of a printed game on a pay table that nobody printed.

    >>> price({"deal": {"player": 2}, "row": [{"when": "pair", "pays": "11 to 1"}]}).edge
    Fraction(5, 17)
    """
    if isinstance(draft, str | int):
        return asking.price(draft, wager, pays or {}, house, table=table)
    if isinstance(draft, Wager):
        return _wager_quote(draft, progress)
    return price_draft(load(draft) if isinstance(draft, Path) else Draft.of_data(draft), progress)


def price_draft(draft: Draft, progress: Progress = None) -> Quote:
    """The price of a draft that has been read; raises BadDraft."""
    if "blackjack" in draft.data:
        return _rules_quote(draft, progress)
    if "pays" in draft.data and "deal" not in draft.data:
        first, *others = [_payouts_quote(draft, priced) for priced in price_payouts(draft)]
        return replace(first, tables=tuple(others))
    wager = wager_in(draft)
    tables = [(name, with_payouts(wager, table)) for name, table in pay_tables(draft)]
    pays = [row.pays for one in (wager, *(other for _, other in tables)) for bet in one.bets for row in bet.rows]
    if not wager.meter and any(pay.odds and pay.odds.kind == "meter" for pay in pays):
        raise draft.error(("wager",), 'a part of the meter is paid, which is missing: write meter = "$10,000" in [wager]')
    return _wager_quote(wager, progress, tables)


def _payouts_quote(draft: Draft, priced: PricedPayouts) -> Quote:
    row = priced.row
    name = Table(draft, (), draft.data).text("name", row.name)
    is_lawful, remark, section = priced.verdict
    return Quote(
        *("", priced.name or name, "", "", row.of, row.distribution, row.edge),
        method=f"the solver of chapter {row.chapter}, {row.method}",
        seconds=row.seconds,
        note="; ".join(filter(None, (row.note, priced.kept))),
        lawful=is_lawful,
        remark=remark,
        section=section,
    )


def _rules_quote(draft: Draft, progress: Progress) -> Quote:
    edge, distribution, how, seconds = price_rules(draft, progress)
    name = Table(draft, (), draft.data, None).text("name", "Blackjack")
    how_exact = "exact" if isinstance(edge, Fraction) else "a floating-point number"
    note = f"after a split the hands' results are joined as if independent: the edge is {how_exact}, the distribution nearly so"
    is_lawful, remark, section = lawful(game_in(draft))
    return Quote(
        *("", name, "", "", "the wager", distribution, edge),
        method=f"the solver of Blackjack, {how}",
        seconds=seconds,
        note=note,
        lawful=is_lawful,
        remark=remark,
        section=section,
    )


def _wager_quote(wager: Wager, progress: Progress, tables: Sequence[tuple[str, Wager]] = ()) -> Quote:
    tell = (lambda done: progress(wager.name, done)) if progress else None
    prices = price_tables([wager, *(other for _, other in tables)], tell)
    names = [wager.name, *(name for name, _ in tables)]
    of = wager.bets[0].name if len(wager.bets) > 1 else wager.name
    seen: Seen = {}
    first, *others = [
        _table_quote(name, of, priced, judge(priced.wager, seen)) for name, priced in zip(names, prices, strict=True)
    ]
    return replace(first, tables=tuple(others))


def _table_quote(name: str, of: str, priced: Price, verdict: Verdict) -> Quote:
    is_lawful, remark, section = verdict
    return Quote(
        *("", name, "", "", of, priced.distribution, priced.distribution.edge),
        method=str(priced.plan),
        seconds=priced.seconds,
        lawful=is_lawful,
        remark=remark,
        section=section,
        lines=priced.lines,
        decisions=priced.decisions,
    )


def decisions_of(draft: Draft, progress: Progress = None) -> Sequence[Decision]:
    """Best play of a draft; raises BadDraft where it has no choices, or too many."""
    quote = price_draft(draft, progress)
    if not quote.decisions:
        none = "no choices: a draft states them as [[choice]]"
        raise BadDraft(f"{quote.name} has {'too many choices to list' if 'choice' in draft.data else none}")
    return quote.decisions

"""The pay tables that meet a design, best first, and which conditions conflict where there are none.

Without decisions one count of all deals gives every figure of every pay table. Where the player decides, best play depends on
the payouts: a table is designed for the best play of the last one, and solved again until that no longer changes. Every answer
of the integer program is computed again in whole numbers before it counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

from pitboss.design.program import Bound, Picked, Program, Sum, solve
from pitboss.design.targets import Design, Target
from pitboss.drafts.lawfulness import Seen, judge
from pitboss.drafts.pricing import LOST, Price, price_tables, price_wager
from pitboss.errors import PitbossError

MOST_TRIES = 400  # answers of the program that are looked at
CONDITIONS = ("edge", "hit_rate", "standard_deviation", "top_award", "monotone")
Progress = Callable[[str], None] | None
ZERO = Fraction(0)


class TargetConflict(PitbossError):
    """No pay table meets the targets: the conditions that conflict, and why."""

    def __init__(self, conditions: tuple[str, ...], message: str) -> None:
        super().__init__(message)
        self.conditions = conditions

    def record(self) -> dict[str, Any]:
        """The conflict as `pitboss design --json` prints it."""
        return {"conflict": list(self.conditions), "message": self.message}


@dataclass(frozen=True)
class PayTable:
    """A designed pay table with its exact figures."""

    rows: tuple[tuple[str, str, str], ...]  # bet, hand, payout
    edge: Fraction
    hit_rate: Fraction
    standard_deviation: float
    top_award: Fraction
    lawful: bool | None
    remark: str
    section: str

    def record(self) -> dict[str, Any]:
        """The table as `pitboss design --json` prints it."""
        several = len({bet for bet, _, _ in self.rows}) > 1
        return {
            "rows": [{**({"bet": bet} if several else {}), "hand": hand, "payout": pays} for bet, hand, pays in self.rows],
            "house_edge": float(self.edge),
            "house_edge_exact": str(self.edge),
            "hit_rate": float(self.hit_rate),
            "hit_rate_exact": str(self.hit_rate),
            "standard_deviation": self.standard_deviation,
            "top_award": str(self.top_award),
            "lawful": self.lawful,
            "lawful_remark": self.remark,
            "section": self.section,
        }


@dataclass(frozen=True)
class Figures:
    """The figures of every pay table of a design, for one way to play."""

    edge: Sum
    hit_rate: Sum
    square: Sum  # the mean square of the result
    chances: tuple[Fraction, ...]  # of each row

    def variance(self, picked: Picked) -> Fraction:
        """The exact variance of a pay table."""
        return self.square.of(picked) - self.edge.of(picked) ** 2


def figures_of(design: Design, price: Price) -> Figures:
    """The figures that follow from one priced table of a design."""
    nets = [[design.net(pay) for pay in pays] for pays in design.payouts]
    rows = [line for line in price.lines if line.hand != LOST]
    at_first = [design.net(row.pays) for bet in price.wager.bets for row in bet.rows]
    weights = [-(line.sensitivity or ZERO) for line in rows]
    rest = price.distribution.edge + sum((weight * net for weight, net in zip(weights, at_first, strict=True)), ZERO)
    edge = {(row, at): -weights[row] * net for row, pays in enumerate(nets) for at, net in enumerate(pays)}
    chances = [line.probability for line in rows]
    wins = {(row, at): chances[row] * (net > 0) for row, pays in enumerate(nets) for at, net in enumerate(pays)}
    squares = {(row, at): chances[row] * net**2 for row, pays in enumerate(nets) for at, net in enumerate(pays)}
    lost = 1 - sum(chances, ZERO) if design.simple else ZERO
    return Figures(Sum(rest, edge), Sum(ZERO, wins), Sum(lost, squares), tuple(chances))


def design_tables(design: Design, progress: Progress = None) -> list[PayTable]:
    """The best pay tables of a design; raises TargetConflict where there is none."""
    tell = progress or (lambda _: None)
    tell("counting the deals")
    first = price_wager(design.with_payouts([pays[len(pays) // 2] for pays in design.payouts]))
    figures = figures_of(design, first)
    seen: Seen = {}
    picks = _with_decisions(design, figures, seen, tell) if design.decided else _picks(design, figures, seen, tell)
    if not picks:
        raise _conflict(design, figures)
    tell("judging what is lawful")
    if design.simple:
        return [_counted(design, figures, picked, seen) for picked in picks]
    wagers = [design.with_payouts(_pays(design, picked)) for picked in picks]
    return [_pay_table(price, seen) for price in price_tables(wagers)]


def _counted(design: Design, figures: Figures, picked: Picked, seen: Seen) -> PayTable:
    """A table whose figures all follow from one count of the deals."""
    wager = design.with_payouts(_pays(design, picked))
    [bet] = wager.bets
    rows = tuple((bet.name, row.hand, str(row.pays)) for row in bet.rows)
    paid = [pay for pay, line in zip(_pays(design, picked), figures.chances, strict=True) if line]
    top = max([design.net(pay) for pay in paid], default=Fraction(-1))
    deviation = sqrt(figures.variance(picked))
    return PayTable(rows, figures.edge.of(picked), figures.hit_rate.of(picked), deviation, top, *judge(wager, seen))


def _pays(design: Design, picked: Picked) -> list[Any]:
    return [pays[at] for pays, at in zip(design.payouts, picked, strict=True)]


def _pay_table(price: Price, seen: Seen) -> PayTable:
    verdict, known = judge(price.wager, seen), price.distribution
    rows = tuple((bet.name, row.hand, str(row.pays)) for bet in price.wager.bets for row in bet.rows)
    top = max(net for net, deals in known.counts.items() if deals)
    return PayTable(rows, known.edge, known.hit_rate, known.standard_deviation, top, *verdict)


def _picks(design: Design, figures: Figures, seen: Seen, tell: Callable[[str], None]) -> list[Picked]:
    """The best tables of a design whose deals are counted once. What the program makes small may differ from what is asked for
    by the square of the edge; it goes on until no other table can be better."""
    scored: list[tuple[Fraction, Picked]] = []
    excluded: list[Picked] = []
    objective, near, slack = _objective(design, figures)
    bounds = _bounds(design, figures, _names(design))
    while len(excluded) < MOST_TRIES:
        tell(f"table {len(scored) + 1} of {design.tables}")
        picked = solve(Program(_sizes(design), bounds, objective, near, tuple(excluded)))
        if picked is None:
            break
        excluded.append(picked)
        value = objective.of(picked)
        least = (abs(value - near) if near is not None else value) - slack
        if len(scored) >= design.tables and least > sorted(scored)[design.tables - 1][0]:
            break
        if _meets(design, figures, picked) and _may_be(design, picked, seen):
            scored.append((_score(design, figures, picked), picked))
            if len(scored) >= design.tables and not slack:
                break
    return [picked for _, picked in sorted(scored)[: design.tables]]


def _with_decisions(design: Design, figures: Figures, seen: Seen, tell: Callable[[str], None]) -> list[Picked]:
    """The best tables of a design in which the player decides. No way to play may do better than the target allows, and the
    table must be near its target under the best play of its own."""
    scored: list[tuple[Fraction, Picked]] = []
    excluded: list[Picked] = []
    known = [figures]
    for number in range(MOST_TRIES):
        tell(f"table {len(scored) + 1} of {design.tables}, solved {number} times")
        objective, near, _ = _objective(design, figures)
        bounds = _bounds(design, figures, _names(design))
        if design.edge is not None and not design.edge.aim:
            bounds += tuple(Bound(other.edge, least=design.edge.least) for other in known)
        picked = solve(Program(_sizes(design), bounds, objective, near, tuple(excluded)))
        if picked is None:
            break
        priced = figures_of(design, price_wager(design.with_payouts(_pays(design, picked))))
        stable = priced.edge.of(picked) == figures.edge.of(picked)
        figures = priced
        known.append(priced)
        if not stable and picked not in {pick for _, pick in scored}:
            continue
        excluded.append(picked)
        if _meets(design, priced, picked) and _may_be(design, picked, seen):
            scored.append((_score(design, priced, picked), picked))
            if len(scored) >= design.tables:
                break
    return [picked for _, picked in sorted(scored)]


def _sizes(design: Design) -> tuple[int, ...]:
    return tuple(len(pays) for pays in design.payouts)


def _names(design: Design) -> list[str]:
    """The conditions that a design states."""
    stated = {
        "edge": design.edge is not None and not design.edge.aim,
        "hit_rate": design.hit_rate is not None,
        "standard_deviation": design.deviation is not None,
        "top_award": design.top_award is not None,
        "monotone": design.monotone,
    }
    return [name for name in CONDITIONS if stated[name]]


def _bounds(design: Design, figures: Figures, names: Sequence[str]) -> tuple[Bound, ...]:
    """Some conditions of a design, as the program takes them."""
    bounds: list[Bound] = []
    if design.edge is not None and "edge" in names:
        bounds.append(Bound(figures.edge, design.edge.least, design.edge.most))
    if design.hit_rate is not None and "hit_rate" in names:
        bounds.append(Bound(figures.hit_rate, design.hit_rate.least, design.hit_rate.most))
    if design.deviation is not None and "standard_deviation" in names:
        low, high = _squared_edges(design, figures)
        bounds.append(Bound(figures.square, design.deviation.least**2 + low, design.deviation.most**2 + high))
    if design.top_award is not None and "top_award" in names:
        high_enough = {
            (row, at): Fraction(design.net(pay) >= design.top_award.least)
            for row, pays in enumerate(design.payouts)
            for at, pay in enumerate(pays)
        }
        bounds.append(Bound(Sum(ZERO, high_enough), least=Fraction(1)))
    if "monotone" in names:
        bounds += _in_order(design)
    return tuple(bounds)


def _in_order(design: Design) -> list[Bound]:
    """A row of a bet pays no less than the row below it, or more where the order is strict."""
    nets = [[design.net(pay) for pay in pays] for pays in design.payouts]
    bounds, row = [], 0
    for bet in design.wager.bets:
        for above in range(row, row + len(bet.rows) - 1):
            terms = {(above, at): net for at, net in enumerate(nets[above])}
            terms |= {(above + 1, at): -net for at, net in enumerate(nets[above + 1])}
            steps = [high - low for high in nets[above] for low in nets[above + 1] if high > low]
            bounds.append(Bound(Sum(ZERO, terms), least=min(steps, default=Fraction(1)) if design.strict else ZERO))
        row += len(bet.rows)
    return bounds


def _squared_edges(design: Design, figures: Figures) -> tuple[Fraction, Fraction]:
    """The least and the largest square of the edge that the design allows."""
    low, high = figures.edge.ends(_sizes(design))
    if design.edge is not None and not design.edge.aim:
        low, high = max(low, design.edge.least), min(high, design.edge.most)
    largest = max(low**2, high**2)
    return (ZERO if low <= 0 <= high else min(low**2, high**2)), largest


def _objective(design: Design, figures: Figures) -> tuple[Sum, Fraction | None, Fraction]:
    """What the program makes small, the value it is to be near to, and by how much it may differ from the score of a table."""
    if design.best == "edge" and design.edge is not None:
        return figures.edge, (design.edge.least + design.edge.most) / 2, ZERO
    slack = _squared_edges(design, figures)
    figure, slack_of = {
        "edge": (figures.edge, ZERO),
        "hit rate": (figures.hit_rate, ZERO),
        "deviation": (figures.square, slack[1] - slack[0]),
    }[design.best.partition(" ")[2]]
    if design.best.startswith("highest"):
        return Sum(-figure.constant, {key: -value for key, value in figure.terms.items()}), None, slack_of
    return figure, None, slack_of


def _score(design: Design, figures: Figures, picked: Picked) -> Fraction:
    """How good a table is, exactly: the smaller the better, in the units of the program's figure."""
    objective, near, _ = _objective(design, figures)
    if near is not None:
        return abs(objective.of(picked) - near)
    if design.best.endswith("deviation"):
        low, high = _squared_edges(design, figures)
        highest = design.best.startswith("highest")
        return -figures.variance(picked) - low if highest else figures.variance(picked) + high
    return objective.of(picked)


def _meets(design: Design, figures: Figures, picked: Picked) -> bool:
    """True if a table meets its conditions exactly."""
    if design.deviation is not None:
        variance = figures.variance(picked)
        if not design.deviation.least**2 <= variance <= design.deviation.most**2:
            return False
    edge = design.edge is None or design.edge.holds(figures.edge.of(picked))
    return edge and (design.hit_rate is None or design.hit_rate.holds(figures.hit_rate.of(picked)))


def _may_be(design: Design, picked: Picked, seen: Seen) -> bool:
    return not design.lawful or judge(design.with_payouts(_pays(design, picked)), seen).lawful is True


def _conflict(design: Design, figures: Figures) -> TargetConflict:
    """The fewest conditions that no table meets together."""
    names = _names(design)
    for many in range(1, len(names) + 1):
        for some in combinations(names, many):
            if not _possible(design, figures, some):
                return TargetConflict(some, _why(design, figures, some))
    if design.lawful:
        return TargetConflict(("lawful",), "no table that meets the other targets is lawful in Pennsylvania; leave lawful out")
    return TargetConflict(tuple(names), "no table meets the targets exactly; widen a range")


def _possible(design: Design, figures: Figures, names: Sequence[str]) -> bool:
    return solve(Program(_sizes(design), _bounds(design, figures, names), figures.edge)) is not None


def _why(design: Design, figures: Figures, names: tuple[str, ...]) -> str:
    """A sentence on a conflict, with what the first of its conditions can reach under the others."""
    rest = [name for name in names[1:] if name != names[0]]
    figure = {"edge": figures.edge, "hit_rate": figures.hit_rate, "standard_deviation": figures.square}.get(names[0])
    together = f"no pay table meets {' and '.join(names)}{' together' if rest else ''}"
    if figure is None:
        return f"{together}: a row must pay no less than the row below it" if names == ("monotone",) else together
    ends = []
    for sign in (1, -1):
        goal = Sum(sign * figure.constant, {key: sign * value for key, value in figure.terms.items()})
        picked = solve(Program(_sizes(design), _bounds(design, figures, rest), goal))
        ends.append(None if picked is None else figures.variance(picked) if figure is figures.square else figure.of(picked))
    if ends[0] is None or ends[1] is None:
        return together
    low, high = (_shown(names[0], value) for value in ends if value is not None)
    with_rest = f"with {' and '.join(rest)} as asked " if rest else "with them "
    return f"{together}: {with_rest}{names[0].replace('_', ' ')} is between {low} and {high}"


def _shown(name: str, value: Fraction) -> str:
    return f"{float(value) ** 0.5:.4g}" if name == "standard_deviation" else f"{float(value):.4%}"


def lowest_and_highest(design: Design, figures: Figures, least: Fraction, most: Fraction) -> tuple[float, float] | None:
    """The standard deviations of the least and the most volatile table with an edge in a range; None if there is no table."""
    ends = []
    for best in ("lowest deviation", "highest deviation"):
        one = replace(design, edge=Target(least, most), best=best, tables=1)
        picks = _picks(one, figures, {}, lambda _: None)
        if not picks:
            return None
        ends.append(float(figures.variance(picks[0])) ** 0.5)
    return ends[0], ends[1]

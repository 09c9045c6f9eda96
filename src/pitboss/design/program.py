"""The integer program of a design: one binary variable for each payout of each row, of which every row takes one.

Edge, hit rate and mean square of the result are sums over these variables, so conditions on them are linear. HiGHS solves the
program in floating point; `search` checks every answer in whole numbers, and ranges are a little wider here so that none is
lost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, cast

import highspy

SLACK = 1e-9  # that ranges are wider by
Terms = Mapping[tuple[int, int], Fraction]  # by row and payout
Picked = tuple[int, ...]  # which payout each row takes


@dataclass(frozen=True)
class Sum:
    """A figure of the pay table: a constant and what each payout of each row adds."""

    constant: Fraction
    terms: Terms

    def of(self, picked: Picked) -> Fraction:
        """The exact figure of a pay table."""
        return self.constant + sum((self.terms[row, at] for row, at in enumerate(picked)), Fraction(0))

    def ends(self, sizes: Sequence[int]) -> tuple[Fraction, Fraction]:
        """The least and the largest value that rows of so many payouts allow."""
        values = [[self.terms[row, at] for at in range(size)] for row, size in enumerate(sizes)]
        return self.constant + sum(map(min, values), Fraction(0)), self.constant + sum(map(max, values), Fraction(0))


@dataclass(frozen=True)
class Bound:
    """A condition: a figure lies between two values, either of which may be open."""

    figure: Sum
    least: Fraction | None = None
    most: Fraction | None = None


@dataclass(frozen=True)
class Program:
    """What to look for: rows with so many payouts, conditions, and a figure to make as small as possible or, with `near`, as
    near to a value as possible."""

    sizes: tuple[int, ...]
    bounds: tuple[Bound, ...]
    objective: Sum
    near: Fraction | None = None
    excluded: tuple[Picked, ...] = field(default=())


def solve(program: Program) -> Picked | None:
    """The best pay table, proven optimal up to rounding; None if no table meets the conditions."""
    model = cast(Any, highspy).Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("mip_rel_gap", 0.0)
    model.setOptionValue("mip_abs_gap", 1e-12)
    model.setOptionValue("primal_feasibility_tolerance", 1e-10)
    model.setOptionValue("mip_feasibility_tolerance", 1e-9)
    columns = {(row, at): model.addBinary() for row, size in enumerate(program.sizes) for at in range(size)}
    for row, size in enumerate(program.sizes):
        model.addConstr(sum(columns[row, at] for at in range(size)) == 1)
    for bound in program.bounds:
        expression = _expression(columns, bound.figure)
        if bound.least is not None:
            model.addConstr(expression >= float(bound.least - bound.figure.constant) - SLACK)
        if bound.most is not None:
            model.addConstr(expression <= float(bound.most - bound.figure.constant) + SLACK)
    for picked in program.excluded:
        model.addConstr(sum(columns[row, at] for row, at in enumerate(picked)) <= len(picked) - 1)
    goal = _expression(columns, program.objective)
    if program.near is not None:
        distance = model.addVariable(lb=0)
        aim = float(program.near - program.objective.constant)
        model.addConstr(distance - goal >= -aim)
        model.addConstr(distance + goal >= aim)
        goal = distance
    model.minimize(goal)
    if model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    values = {key: model.val(column) for key, column in columns.items()}
    return tuple(max(range(size), key=lambda at: values[row, at]) for row, size in enumerate(program.sizes))


def _expression(columns: Mapping[tuple[int, int], Any], figure: Sum) -> Any:
    """A figure as HiGHS takes it, without its constant."""
    return sum(float(value) * columns[key] for key, value in figure.terms.items())

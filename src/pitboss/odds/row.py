"""One line of `pitboss odds`."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.drawing import svg_of
from pitboss.odds.distribution import Combination, Distribution, together

LONGEST_EXACT = 40  # characters of a fraction that a person still reads

CONTRIBUTION = "contribution"  # what a jackpot's row is a part of, where others have a wager


@dataclass(frozen=True)
class Row:
    """The odds of one wager on one pay table. `of` names the wager that must be made first, of which the edge is a part."""

    chapter: str
    wager: str
    table: str
    condition: str
    of: str
    distribution: Distribution | None  # None where only the mean is known
    edge: Fraction | float
    method: str = "exact"  # or "simulation"
    seconds: float = 0.0
    note: str = ""
    standard_error: float = 0.0
    extra: dict[str, float] = field(default_factory=dict)
    combinations: tuple[Combination, ...] = field(default=(), repr=False)  # () where only net results are counted

    @classmethod
    def from_classes(cls, about: tuple[str, str, str, str, str], combinations: tuple[Combination, ...], **more: Any) -> "Row":
        """A row from every class of deals, `about` its chapter, wager, table, condition and first wager."""
        known = together(combinations)
        return cls(*about, known, known.edge, combinations=combinations, **more)

    def __str__(self) -> str:
        """The row as a person says it.

        >>> print(Row("565", "Pair Plus", "", "", "Pair Plus", None, Fraction(707, 5525)))
        Pair Plus: the house holds 12.7964% of Pair Plus, exactly 707/5525
        """
        exactly = f", exactly {self.exact}" if self.exact and len(self.exact) <= LONGEST_EXACT else ""
        return f"{self.name}: the house holds {float(self.edge):.4%} of {self.basis}{exactly}"

    def __repr__(self) -> str:
        """The row, without all of its results.

        >>> Row("565", "Ante", "A", "", "Ante", None, 0.03373)
        <Row of chapter 565, Ante A: the house holds 3.3730% of Ante>
        """
        return f"<Row of chapter {self.chapter}, {self}>"

    def _repr_svg_(self) -> str | None:
        """Every net result with its chance, for a notebook; None where that is not known, or pictures are not installed."""
        svg: str | None = svg_of(self)
        return svg

    @property
    def name(self) -> str:
        """The wager and the letter of its pay table."""
        return f"{self.wager} {self.table}".strip()

    @property
    def basis(self) -> str:
        """What the edge is a part of, in words."""
        return self.of

    @property
    def exact(self) -> str | None:
        """The edge as "p/q", None where it is not exact."""
        return f"{self.edge.numerator}/{self.edge.denominator}" if isinstance(self.edge, Fraction) else None

    @property
    def payouts(self) -> list[dict[str, Any]] | None:
        """Every net result, the most first, with the deals that bring it and their chance; None where only the mean is known.
        Deals are None where only chances are known."""
        known = self.distribution
        if known is None:
            return None
        counts = sorted(((net, count) for net, count in known.counts.items() if count), reverse=True)
        return [
            {"net": str(net), "deals": None if known.parts else count, "chance": count / known.deals} for net, count in counts
        ]

    def record(self) -> dict[str, Any]:
        """The row as `pitboss odds --json` prints it."""
        known = self.distribution
        return {
            "chapter": self.chapter,
            "wager": self.wager,
            "table": self.table,
            "condition": self.condition,
            "of": self.of,
            "house_edge": float(self.edge),
            "house_edge_exact": self.exact,
            "element_of_risk": float(known.element_of_risk) if known else None,
            "hit_rate": float(known.hit_rate) if known else None,
            "standard_deviation": known.standard_deviation if known else None,
            "method": self.method,
            "deals": known.deals if known and not known.parts else None,
            "seconds": round(self.seconds, 3),
            "note": self.note,
            **({"standard_error": self.standard_error} if self.method != "exact" else {}),
            **self.extra,
        }

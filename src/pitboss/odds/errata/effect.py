"""One line of `pitboss odds --errata`."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any


@dataclass(frozen=True)
class Effect:
    """What a wager holds with the reading adopted and with another reading."""

    erratum: str
    wager: str
    table: str
    adopted: Fraction | float
    otherwise: Fraction | float
    reading: str  # the other one, in words

    def record(self) -> dict[str, Any]:
        """The effect as `pitboss odds --errata --json` prints it."""
        return {
            "erratum": self.erratum,
            "wager": self.wager,
            "table": self.table,
            "adopted": float(self.adopted),
            "otherwise": float(self.otherwise),
            "change": float(self.otherwise - self.adopted),
            "reading": self.reading,
        }

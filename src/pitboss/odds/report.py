"""A game's mathematics as a laboratory files it: the rules in force, every outcome with the whole number of deals that bring
it, what follows from them, best play with the cost of rules for it, how all of it was found and found again, and a digest of
code and data. Everything is taken from the odds that there are; nothing is solved here."""

import hashlib
import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from importlib import metadata
from math import sqrt
from statistics import NormalDist
from typing import Any

import pitboss
from pitboss.games import BANKED
from pitboss.house import House
from pitboss.house.posted_payouts import in_force, stated_in_force
from pitboss.odds.announcing import telling
from pitboss.odds.catalogue import declared, rows
from pitboss.odds.claims import compared
from pitboss.odds.dependencies import rooms, sources, version
from pitboss.odds.parts import Told
from pitboss.odds.row import Row
from pitboss.odds.strategy import rules
from pitboss.rulebook import Paytable, errata

CONFIDENCE = 0.9  # of the volatility index, as laboratories state it
ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
PACKAGES = ("numpy", "numba")


def report(house: House, found: Sequence[Row], best: bool = False, progress: Told = None) -> dict[str, Any]:
    """The report of a house about some wagers, as JSON has it. With `best`, also rules whose cost takes minutes."""
    book = house.chapter
    number = book.chapter
    with telling(number, progress) as tell:
        claims = compared(lambda chapter, wager: rows(chapter, progress=tell, wager=wager), number)
        advice = rules(number, house, tell) if number in BANKED and (best or not declared(number).slow) else []
    wagers = [wager_record(row) for row in found]
    method = declared(number).method
    return {
        "report": "mathematics of a table game",
        "chapter": number,
        "game": book.game,
        "edition": book.edition,
        "text": book.source,
        "rules": [
            {"option": o.option, "section": o.section, "value": _plain(house.values[o.option]), "unit": o.unit}
            for o in book.options
        ],
        "waived": [{"option": each.field, "section": each.section, "by": each.waiver} for each in house.waived],
        "paytables": [_table(table) for table in (*in_force(house), *stated_in_force(house))],
        "wagers": wagers,
        "claims": claims,
        "strategy": [asdict(each) for each in advice],
        "errata": [{"id": e.id, "cites": list(e.cites), "adopted": e.adopted} for e in errata(number)],
        "method": {"module": method.module, "words": method.words},
        "second_method": {"words": method.second, "tests": list(method.tests)},
        "digest": {
            "code_and_data": version(number),
            "over": rooms(sources(number)),
            "files": len(sources(number)),
            "results": hashlib.sha256(json.dumps(wagers, sort_keys=True).encode()).hexdigest(),
        },
        "versions": {"pitboss": pitboss.__version__, "python": platform.python_version()}
        | {name: metadata.version(name) for name in PACKAGES},
    }


def wager_record(row: Row) -> dict[str, Any]:
    """One wager: its outcomes, and what follows from them. Deals are None where only chances are known."""
    known = row.distribution
    said = row.record()
    record = {name: said[name] for name in PRINTED}
    if known is None:
        return record | dict.fromkeys(OUTCOMES)
    deviation = known.standard_deviation
    return record | {
        "outcomes": row.payouts,
        "element_of_risk_exact": _exact(known.element_of_risk),
        "hit_rate_exact": _exact(known.hit_rate),
        "volatility_index": volatility_index(deviation),
        "hold": [hold_after(float(row.edge), deviation, rounds) for rounds in ROUNDS],
    }


PRINTED = (
    *("wager", "table", "condition", "of", "note", "method", "house_edge", "house_edge_exact"),
    *("deals", "element_of_risk", "hit_rate", "standard_deviation"),
)
OUTCOMES = ("outcomes", "element_of_risk_exact", "hit_rate_exact", "volatility_index", "hold")


def volatility_index(deviation: float) -> float:
    """How far the result of a round may lie from its mean with the confidence of nine in ten, by the normal distribution.

    >>> round(volatility_index(1.0), 4)
    1.6449
    """
    return NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * deviation


def hold_after(edge: float, deviation: float, rounds: int) -> dict[str, Any]:
    """Between which figures nine in ten houses find what they held after so many rounds."""
    around = volatility_index(deviation) / sqrt(rounds)
    return {"rounds": rounds, "confidence": CONFIDENCE, "least": edge - around, "most": edge + around}


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _plain(value: Any) -> Any:
    """A choice as JSON can say it."""
    return str(value) if isinstance(value, Fraction) else value


def _table(table: Paytable) -> dict[str, Any]:
    return {
        "section": table.section,
        "wager": table.wager,
        "table": table.table,
        "condition": table.condition,
        "rows": [{"hand": hand, "payout": payout} for hand, payout in table.rows],
    }

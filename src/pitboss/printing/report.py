"""A game's mathematics as a laboratory files it, a PAR sheet: the rules in force, every class of hands with the whole number of
deals that make it, its payout, its probability and what it adds to the return; what follows from them, best play with the cost
of rules for it, the readings of the text that change a figure, how all of it was found and found again, and digests. Everything
is taken from the odds that there are; nothing is solved here."""

import hashlib
import json
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
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
from pitboss.odds.distribution import Combination, Distribution
from pitboss.odds.errata import EFFECTS
from pitboss.odds.parts import Told
from pitboss.odds.row import Row
from pitboss.odds.strategy import rules
from pitboss.rulebook import Paytable, errata

CONFIDENCE = 0.9  # of the volatility index, as laboratories state it
CONFIDENCES = (CONFIDENCE, 0.95, 0.99)  # of the intervals of hold
ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
PACKAGES = ("numpy", "numba")


@dataclass(frozen=True)
class Signing:
    """Who answers for a report: what is left empty is a blank line on paper."""

    document: str = ""
    author: str = ""
    reviewer: str = ""
    dated: date | None = None

    def record(self) -> dict[str, str]:
        """As JSON has it."""
        dated = self.dated.isoformat() if self.dated else ""
        return {"number": self.document, "author": self.author, "reviewer": self.reviewer, "date": dated}


UNSIGNED = Signing()


def report(
    house: House, found: Sequence[Row], best: bool = False, progress: Told = None, signing: Signing = UNSIGNED
) -> dict[str, Any]:
    """The report of a house about some wagers, as JSON has it. With `best`, also rules whose cost takes minutes."""
    book = house.chapter
    number = book.chapter
    with telling(number, progress) as tell:
        claims = compared(lambda chapter, wager: rows(chapter, progress=tell, wager=wager), number)
        advice = rules(number, house, tell) if number in BANKED and (best or not declared(number).slow) else []
    wagers = [wager_record(row) for row in found]
    method = declared(number).method
    posted = [_table(table) for table in (*in_force(house), *stated_in_force(house))]
    chosen = [
        {"option": o.option, "section": o.section, "value": _plain(house.values[o.option]), "unit": o.unit}
        for o in book.options
    ]
    return {
        "report": "mathematics of a table game",
        "document": signing.record(),
        "chapter": number,
        "game": book.game,
        "edition": book.edition,
        "text": book.source,
        "rules": chosen,
        "waived": [{"option": each.field, "section": each.section, "by": each.waiver} for each in house.waived],
        "paytables": posted,
        "wagers": wagers,
        "claims": claims,
        "strategy": [asdict(each) for each in advice],
        "errata": [
            {"id": e.id, "cites": list(e.cites), "adopted": e.adopted, "effect": e.effect, "of_figures": e.id in EFFECTS}
            for e in errata(number)
        ],
        "method": {"module": method.module, "words": method.words},
        "second_method": {"words": method.second, "tests": list(method.tests)},
        "digest": {
            "code_and_data": version(number),
            "over": rooms(sources(number)),
            "files": len(sources(number)),
            "kernels": _kernels(number),
            "house": _sha256({"chapter": number, "rules": chosen, "paytables": posted}),
            "results": _sha256(wagers),
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
    classes = classes_of(row)
    deviation = known.standard_deviation
    return record | {
        "outcomes": row.payouts,
        "element_of_risk_exact": _exact(known.element_of_risk),
        "hit_rate_exact": _exact(known.hit_rate),
        "volatility_index": volatility_index(deviation),
        "variance": deviation**2,
        "skewness": known.skewness,
        "hold": [hold_after(float(row.edge), deviation, rounds, sure) for sure in CONFIDENCES for rounds in ROUNDS],
        "counted_in": "parts" if known.parts else "deals",
        "combinations": [_class_record(each, known) for each in classes],
        "totals": _totals(classes, known),
        "results": list(_results(classes, known)),
    }


PRINTED = (
    *("wager", "table", "condition", "of", "note", "method", "house_edge", "house_edge_exact"),
    *("deals", "element_of_risk", "hit_rate", "standard_deviation"),
)
OUTCOMES = (
    *("outcomes", "element_of_risk_exact", "hit_rate_exact", "volatility_index", "variance", "skewness", "hold"),
    *("counted_in", "combinations", "totals", "results"),
)
APART = ("natural", "surrender")  # results of 21 with counts of their own, by the first word of their class


def classes_of(row: Row) -> Sequence[Combination]:
    """The classes of deals of a wager; where nobody counts them, one for each net result. They make up its distribution."""
    known = row.distribution
    assert known is not None
    counts = {net: deals for net, deals in known.counts.items() if deals}
    if not row.combinations:
        return [Combination("any hand", _sign(net), "", net, deals) for net, deals in sorted(counts.items(), reverse=True)]
    added: dict[Fraction, int] = {}
    for each in row.combinations:
        added[each.net] = added.get(each.net, 0) + each.deals
    if added != counts:
        raise AssertionError(f"the classes of {row.name} do not add up to its net results")
    return sorted(row.combinations, key=lambda each: each.net, reverse=True)


def _sign(net: Fraction) -> str:
    """
    >>> [_sign(Fraction(net)) for net in (2, 0, -1)]
    ['win', 'push', 'loss']
    """
    return "win" if net > 0 else "loss" if net < 0 else "push"


def _class_record(each: Combination, known: Distribution) -> dict[str, Any]:
    chance = Fraction(each.deals, known.deals)
    return {
        "hand": each.hand,
        "ending": each.ending,
        "pays": each.pays,
        "net": str(each.net),
        "combinations": each.deals,
        "probability": float(chance),
        "probability_exact": _exact(chance),
        "contribution": float(chance * each.net),
        "contribution_exact": _exact(chance * each.net),
    }


def _totals(classes: Sequence[Combination], known: Distribution) -> dict[str, Any]:
    """What the classes add up to: all deals, all probability, and the player's expected gain."""
    deals = sum(each.deals for each in classes)
    gain = sum((each.deals * each.net for each in classes), Fraction(0)) / known.deals
    return {
        "combinations": deals,
        "probability_exact": _exact(Fraction(deals, known.deals)),
        "contribution": float(gain),
        "contribution_exact": _exact(gain),
        "return": 1 + float(gain),
    }


def _results(classes: Sequence[Combination], known: Distribution) -> Iterator[dict[str, Any]]:
    """How often a wager wins, pushes and loses; naturals, surrenders and folds apart."""
    found: dict[str, int] = {}
    for each in classes:
        apart = each.hand if each.hand.split(",")[0].split()[0].removesuffix("s") in APART else ""
        name = apart or ("fold" if "fold" in each.ending else _sign(each.net))
        found[name] = found.get(name, 0) + each.deals
    for name, deals in found.items():
        chance = Fraction(deals, known.deals)
        yield {"result": name, "combinations": deals, "probability": float(chance), "probability_exact": _exact(chance)}


def _kernels(number: str) -> str:
    """A digest of the files whose functions are compiled to machine code."""
    compiled = {path: words for path, words in sources(number).items() if b"@compiled" in words}
    names = sorted(hashlib.sha256(words).hexdigest() for words in compiled.values())
    return _sha256(names)


def _sha256(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def volatility_index(deviation: float) -> float:
    """How far the result of a round may lie from its mean with the confidence of nine in ten, by the normal distribution.

    >>> round(volatility_index(1.0), 4)
    1.6449
    """
    return NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * deviation


def hold_after(edge: float, deviation: float, rounds: int, confidence: float = CONFIDENCE) -> dict[str, Any]:
    """Between which figures so many of all houses find what they held after so many rounds, by the normal distribution."""
    around = NormalDist().inv_cdf((1 + confidence) / 2) * deviation / sqrt(rounds)
    return {"rounds": rounds, "confidence": confidence, "least": edge - around, "most": edge + around}


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

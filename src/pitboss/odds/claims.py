"""What the Board has said about the hold of its games when it explained them, each beside the exact value."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pitboss.house import House
from pitboss.odds.published import how_printed
from pitboss.odds.row import Row
from pitboss.odds.side_wagers import counts_of, meter_shares, sides_of

HEADS_UP = "preamble of 677a and 678a"
SPANISH = "preamble of 635a to 657a"


@dataclass(frozen=True)
class Claim:
    """A hold that was stated: between two figures (or one), for a wager on all its tables together."""

    chapter: str
    wager: str
    least: str
    most: str
    source: str
    note: str = ""
    value: Callable[[Row], float] = lambda row: float(row.edge)
    remark: Callable[[], str] = lambda: ""  # what has to be computed for the note


def rate_of_23() -> str:
    """§ 678a.12(e): the rates of progression at which the Progressive Jackpot Wager holds 23% in the long run."""
    house = House.of("678a")
    [side] = [side for side in sides_of("678a") if side.progressive]
    wager, counts = house["progressive_wager"], counts_of(side, house)
    reset = Fraction(house["progressive_reset"], wager)
    found = []
    for table in house.chapter.paytables:
        if table.wager == side.wager:
            shares = meter_shares(wager, table, counts)
            found.append(f"{float(shares.long_run(Fraction(0), reset) - Fraction(23, 100)):.2%} ({table.table})")
    return f"with the least reset amount 23% would be held in the long run at a rate of {' or '.join(found)}"


CLAIMS = (
    Claim("677a", "Pocket Bonus", "4.52%", "9.95%", HEADS_UP),
    Claim("677a", "Trips Plus", "0.75%", "4.34%", HEADS_UP),
    Claim("678a", "Flush Bonus", "4.8%", "9.6%", HEADS_UP),
    Claim("678a", "Straight Flush Bonus", "6.26%", "7.75%", HEADS_UP),
    Claim(
        *("678a", "Progressive Jackpot", "23%", "23%", HEADS_UP),
        "depends on meter and rate; exact with the meter at its least",
        remark=rate_of_23,
    ),
    Claim(
        "655a",
        "Ante",
        "1.58%",
        "1.58%",
        SPANISH,
        "called the theoretical house edge; set beside the part of all that is wagered",
        lambda row: float(row.distribution.element_of_risk) if row.distribution else 0.0,
    ),
    Claim(
        "635a",
        "Spanish 21",
        "14.88%",
        "26.64%",
        SPANISH,
        "asked for the edge, the Board gave the hold of some months: money won over chips bought, not the edge of a wager",
    ),
    Claim("657a", "Queens Up", "3.35%", "6.78%", SPANISH, "depending on the options; the Ante is a wager of its own"),
)


def compared(rows: Callable[[str, str], list[Row]], chapter: str = "") -> list[dict[str, object]]:
    """Every claim, or those of a chapter, with the least and the most that its tables hold exactly, and whether they
    agree as printed, rounded or cut off. `rows` gives the odds of a wager of a chapter."""
    found = []
    for claim in CLAIMS:
        if chapter not in ("", claim.chapter):
            continue
        exact = [claim.value(row) for row in rows(claim.chapter, claim.wager) if row.wager == claim.wager]
        least, most = min(exact), max(exact)
        how = [how_printed(claim.least, least), how_printed(claim.most, most)]
        found.append(
            {
                "chapter": claim.chapter,
                "wager": claim.wager,
                "claimed": claim.least if claim.least == claim.most else f"{claim.least} to {claim.most}",
                "exact": _span(least, most),
                "agrees": all(how),
                "verdict": verdict(how),
                "source": claim.source,
                "note": "; ".join(filter(None, (claim.note, claim.remark()))),
            }
        )
    return found


def verdict(how: list[str]) -> str:
    """Whether both figures of a claim are the exact ones, and how they were printed.

    >>> verdict(["rounded", "rounded"]), verdict(["cut off", "rounded"]), verdict(["", "rounded"]), verdict(["", ""])
    ('agrees, rounded', 'agrees, cut off and rounded', 'differs at its least', 'differs')
    """
    if all(how):
        return f"agrees, {' and '.join(dict.fromkeys(how))}"
    if not any(how):
        return "differs"
    return "differs at its most" if how[0] else "differs at its least"


def _span(least: float, most: float) -> str:
    return f"{least:.2%}" if f"{least:.2%}" == f"{most:.2%}" else f"{least:.2%} to {most:.2%}"

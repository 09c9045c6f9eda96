"""A game's mathematics report on paper: what `pitboss.odds.report` says, in the order in which somebody reads it."""

from collections.abc import Iterator
from typing import Any

from pitboss.money import dollars
from pitboss.printing.paper import Heading, Paper, Part, Table, paper
from pitboss.printing.press import Matter

GRID = 6  # columns that a grid has at least
THIRDS = (1, 1, 1)  # of the line
LEGEND = ("Letter", "Meaning")
NONE = "—"  # where nothing is known, or nothing was chosen


def mathematics(report: dict[str, Any]) -> Matter:
    """The report of a game as the press takes it."""
    parts = [*_summary(report), *_wagers(report), *_claims(report), *_play(report), *_rules(report), *_methods(report)]
    side = f"Chapter {report['chapter']}"
    return paper(Paper(report["game"], parts, "MATHEMATICS OF A TABLE GAME", side, f"{report['game']}, {side}"))


def _summary(report: dict[str, Any]) -> Iterator[Part]:
    yield f"{report['edition'].capitalize()} text: {report['text']}."
    rows = [
        (
            _name(each),
            _percent(each["house_edge"]),
            *(_percent(each[k]) for k in ("element_of_risk", "hit_rate")),
            *_spread(each),
        )
        for each in report["wagers"]
    ]
    if not rows:
        yield "No wager is offered with these choices."
        return
    yield Heading("Wagers")
    heads = ("Wager", "Edge", "Risk", "Hit rate", "Deviation", "Volatility")
    yield Table(heads, rows, widths=(2.2, 1, 1, 1, 1, 1))
    yield (
        "The edge is what the house expects to keep of the wager that must be made first, under best play; risk is the same as "
        "a part of all that is wagered. The hit rate is how often a player comes out ahead. The volatility index is the "
        "standard deviation times the 95th percentile of the normal distribution."
    )


def _name(wager: dict[str, Any]) -> str:
    condition = f" ({wager['condition']})" if wager["condition"] else ""
    return f"{wager['wager']} {wager['table']}".strip() + condition


def _percent(value: float | None) -> str:
    return NONE if value is None else f"{value:.4%}"


def _spread(wager: dict[str, Any]) -> tuple[str, str]:
    deviation, index = wager["standard_deviation"], wager["volatility_index"]
    return (NONE, NONE) if deviation is None else (f"{deviation:.3f}", f"{index:.3f}")


def _wagers(report: dict[str, Any]) -> Iterator[Part]:
    """Every wager with its outcomes, the most first."""
    for wager in report["wagers"]:
        yield Heading(_name(wager))
        exact = f" = {wager['house_edge_exact']}" if wager["house_edge_exact"] else ""
        note = f"; {wager['note']}" if wager["note"] else ""
        how = "by an exact count" if wager["method"] == "exact" else f"by {wager['method']}"
        yield f"House edge {_percent(wager['house_edge'])}{exact} of {wager['of']}, {how}{note}."
        if wager["outcomes"]:
            rows = [
                (_signed(each["net"]), NONE if each["deals"] is None else f"{each['deals']:,}", f"{each['chance']:.8%}")
                for each in wager["outcomes"]
            ]
            total = NONE if wager["deals"] is None else f"{wager['deals']:,}"
            yield Table(("Net result", "Deals", "Chance"), [*rows, ("all", total, "100%")], numbers=0, widths=THIRDS)
            held = [(f"{each['rounds']:,}", f"{each['least']:.4%}", f"{each['most']:.4%}") for each in wager["hold"]]
            yield Table(
                ("Rounds", "Least hold", "Most hold"), held, "What nine in ten houses hold after so many rounds", 0, THIRDS
            )


def _signed(net: str) -> str:
    """A net result with its sign.

    >>> _signed("7/2"), _signed("-1"), _signed("0")
    ('+7/2', '−1', '0')
    """
    return net if net == "0" else f"−{net[1:]}" if net.startswith("-") else f"+{net}"


def _claims(report: dict[str, Any]) -> Iterator[Part]:
    if report["claims"]:
        yield Heading("What the Board has claimed")
        rows = [(each["wager"], each["claimed"], each["exact"], each["verdict"]) for each in report["claims"]]
        yield Table(("Wager", "Claimed", "Exact", ""), rows, numbers=None)
        yield from (f"{each['wager']}: {each['note']}." for each in report["claims"] if each["note"])


def _play(report: dict[str, Any]) -> Iterator[Part]:
    """Rules to remember, each with its cost; a grid becomes a table."""
    if not report["strategy"]:
        return
    yield Heading("Best play")
    for each in report["strategy"]:
        yield from _laid_out(each["rule"].splitlines())
        yield f"This costs {each['cost']:.5%} of the first wager; the house then holds {each['edge']:.4%}."


def _laid_out(lines: list[str]) -> Iterator[Part]:
    """Rules as paragraphs, what is set in with what it belongs to; lines of short words under a head as tables, and what the
    words of such a table mean as a table too.

    >>> list(_laid_out(["Bet 1", "  let it ride with", "    a pair", "    a flush", "  else pull", "Bet 2", "  pull"]))
    ['Bet 1: let it ride with a pair, or a flush; else pull', 'Bet 2: pull']
    """
    heads, rows, words, before = list[str](), list[list[str]](), "", 0
    legend, used = list[tuple[str, str]](), set[str]()
    for line in [*lines, ""]:
        cells, depth = line.split(), len(line) - len(line.lstrip())
        in_grid = len(cells) >= GRID and all(len(cell) <= 2 for cell in cells[1:])
        if heads and (not in_grid or cells[0].islower()):
            yield Table(heads, rows, numbers=None, widths=[1] * len(heads))
            heads, rows = [], []
        if words and (in_grid or not depth):
            yield words[:1].upper() + words[1:]
            words = ""
        if cells and cells[0] in used and not in_grid:
            legend.append((cells[0], line.partition(cells[0])[2].strip()))
            continue
        if legend:
            yield Table(LEGEND, legend, numbers=None, widths=(1, 9))
            legend = []
        if in_grid and heads:
            rows.append(cells)
            used.update(cells[1:])
        elif in_grid:
            heads = cells
        else:
            words += _joint(before, depth) * bool(words) + line.strip()
            before = depth


def _joint(before: int, depth: int) -> str:
    """What stands between two lines of a rule: one that is set in further says more of what stands above it."""
    if depth > before:
        return ": " if not before else " "
    return ", or " if depth == before > 2 else "; "


def _rules(report: dict[str, Any]) -> Iterator[Part]:
    yield Heading("Rules in force")
    rows = [(each["option"].replace("_", " "), f"§ {each['section']}", _value(each)) for each in report["rules"]]
    yield Table(("Choice", "Section", "Value"), rows, numbers=None, widths=(1.4, 1, 1.6))
    for each in report["waived"]:
        yield f"{each['option'].replace('_', ' ').capitalize()} departs from § {each['section']}: {each['by']}."
    for table in report["paytables"]:
        caption = ", ".join(filter(None, (table["wager"], table["table"], table["condition"], f"§ {table['section']}")))
        yield Table(("Hand", "Pays"), [(each["hand"], each["payout"]) for each in table["rows"]], caption)
    if report["errata"]:
        yield Heading("Readings of the text")
        for each in report["errata"]:
            own = [cite for cite in each["cites"] if cite.split(".")[0] == report["chapter"]]
            yield f"§ {', § '.join(own)}: {each['adopted']}"


def _value(rule: dict[str, Any]) -> str:
    value = rule["value"]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if rule["unit"] == "cents" and isinstance(value, int):
        return dollars(value)
    if isinstance(value, dict):
        return "; ".join(f"{key} {inner}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value)) or NONE
    return str(value) or NONE


def _methods(report: dict[str, Any]) -> Iterator[Part]:
    yield Heading("How it was found")
    yield f"Method ({report['method']['module']}): {report['method']['words']}."
    yield f"Second method: {report['second_method']['words']}."
    yield Table(("Tests that compare the two",), [(test,) for test in report["second_method"]["tests"]], numbers=None)
    digest = report["digest"]
    rows = [("code and data", digest["code_and_data"]), ("results", digest["results"])]
    yield Table(("Digest", "SHA-256"), rows, numbers=None, widths=(1, 4))
    yield "Versions: " + ", ".join(f"{name} {number}" for name, number in report["versions"].items()) + "."

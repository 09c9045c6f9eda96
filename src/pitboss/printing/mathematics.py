"""A game's mathematics report on paper, a PAR sheet: what `pitboss.printing.report` says, in the order in which it is read."""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from pitboss.printing.form import said
from pitboss.printing.paper import Beside, Heading, Paper, Part, Signed, Table, paper
from pitboss.printing.press import Matter
from pitboss.rulebook import chapter

GRID = 6  # columns that a grid has at least
LEGEND = ("Letter", "Meaning")
SHARING = 2  # classes of 21 that share a net result with others: naturals of both, and at Spanish 21 all naturals
LONG = 10  # rows from which on a table of classes is set densely
WIDEST = 36  # letters for which a column of classes has room
NONE = "—"  # where nothing is known, or nothing was chosen
CONFIDENT = "Hold after so many rounds: between these figures in 90, 95 and 99 of 100 cases, by the normal distribution"
GRIDS = {
    "hard": "Hard totals by the dealer's card",
    "soft": "Soft totals by the dealer's card",
    "pair": "Pairs by the dealer's card",
}


def mathematics(report: dict[str, Any]) -> Matter:
    """The report of a game as the press takes it."""
    signing = report["document"]
    parts = [
        *_document(signing),
        *_scope(report),
        *_summary(report),
        *_wagers(report),
        *_claims(report),
        *_play(report),
        *_rules(report),
        *_readings(report),
        *_methods(report),
        *_conclusion(report),
    ]
    side = f"Chapter {report['chapter']}"
    foot = ", ".join(filter(None, (report["game"], side, signing["number"])))
    dated = date.fromisoformat(signing["date"]) if signing["date"] else None
    return paper(Paper(report["game"], parts, "MATHEMATICS OF A TABLE GAME (PAR SHEET)", side, foot, dated=dated))


def _document(signing: dict[str, str]) -> Iterator[Part]:
    """Which document this is, and whose; a blank line for what is not said."""
    fields = (("Document number", "number"), ("Date", "date"), ("Author", "author"), ("Reviewer", "reviewer"))
    yield Signed([(label, signing[name]) for label, name in fields])


def _scope(report: dict[str, Any]) -> Iterator[Part]:
    yield Heading("Scope")
    yield from scope(report)
    play = report.get("play", {})
    if play.get("steps"):
        yield Heading("Rules of play")
        yield play["idea"]
        yield from (f"{number}. {step}" for number, step in enumerate(play["steps"], 1))


def scope(report: dict[str, Any]) -> list[str]:
    """What a report covers, and what it does not."""
    names = list(dict.fromkeys(wager["wager"] for wager in report["wagers"]))
    versions = _many(len(report["wagers"]), "pay table or version", "pay tables or versions")
    covered = f"{_many(len(names), 'wager')} with {versions}" if names else "no wager"
    return [
        f"This report covers {report['game']}, chapter {report['chapter']}, {report['edition']} text: {report['text']}.",
        f"It prices {covered}{': ' if names else ''}{', '.join(names)}, under the rules in force that are listed below.",
        "All cards are taken to be complete and fairly shuffled, and a player to follow the best play that is given here.",
        "Not covered: shuffling and dealing equipment, dealing errors, what players learn from earlier rounds or from each "
        "other, and payouts cut by a payout limit, unless a note says so.",
    ]


def _many(number: int, word: str, words: str = "") -> str:
    """
    >>> _many(1, "wager"), _many(2, "wager")
    ('1 wager', '2 wagers')
    """
    return f"{number:,} {word if number == 1 else words or f'{word}s'}"


def _summary(report: dict[str, Any]) -> Iterator[Part]:
    rows = [
        (
            _name(each),
            _percent(each["house_edge"]),
            _percent(1 - each["house_edge"]),
            *(_percent(each[k]) for k in ("element_of_risk", "hit_rate")),
        )
        for each in report["wagers"]
    ]
    if not rows:
        yield "No wager is offered with these choices."
        return
    yield Heading("Wagers")
    dense = len(rows) > LONG
    yield (
        "The house edge is what the house expects to keep of the wager that must be made first, under best play; the return is "
        "the rest of that wager. Risk is the edge as a part of all that is wagered. The hit rate is how often a player comes "
        "out ahead."
    )
    yield Table(("Wager", "House edge", "Return", "Risk", "Hit rate"), rows, widths=(2.6, 1, 1, 1, 1), dense=dense)
    spreads = [(_name(each), *_spread(each)) for each in report["wagers"] if each["standard_deviation"] is not None]
    heads = ("Wager", "Deviation", "Variance", "Skewness", "Volatility")
    yield (
        "The volatility index is the standard deviation times the 95th percentile of the normal distribution (1.6449). The "
        "more skewed a wager, the more rounds it takes until the intervals of its hold below are more than rough."
    )
    yield Table(heads, spreads, "Volatility, in units of that wager", widths=(2.6, 1, 1, 1, 1), dense=dense)


def _name(wager: dict[str, Any]) -> str:
    condition = f" ({wager['condition']})" if wager["condition"] else ""
    return f"{wager['wager']} {wager['table']}".strip() + condition


def _percent(value: float | None) -> str:
    return NONE if value is None else f"{value:.4%}".replace("-", "−")


def _spread(wager: dict[str, Any]) -> list[str]:
    names = ("standard_deviation", "variance", "skewness", "volatility_index")
    return [f"{wager[name]:,.4f}".replace("-", "−") for name in names]


def _wagers(report: dict[str, Any]) -> Iterator[Part]:
    """Every wager with its classes of hands, what the house holds after some rounds, and how often a main wager wins."""
    for wager in report["wagers"]:
        yield Heading(_name(wager))
        exact = f" = {wager['house_edge_exact']}" if wager["house_edge_exact"] else ""
        note = f"; {wager['note']}" if wager["note"] else ""
        how = "by an exact count" if wager["method"] == "exact" else f"by {wager['method']}"
        yield f"House edge {_percent(wager['house_edge'])}{exact} of {wager['of']}, {how}{note}."
        if wager["combinations"]:
            yield from _counted(wager)


def _counted(wager: dict[str, Any]) -> Iterator[Part]:
    of = "Parts" if wager["counted_in"] == "parts" else "Combinations"
    if of == "Parts":
        yield (
            "The deals are too many to be listed: the probability of each result is worked out in double precision and given "
            f"in {wager['totals']['combinations']:,} parts. The house edge above does not depend on them."
        )
    paid = any(each["pays"] for each in wager["combinations"])
    if not paid:
        yield from _results(wager, of)
    yield _classes(wager, of)
    sure = list(dict.fromkeys(each["confidence"] for each in wager["hold"]))
    rounds = list(dict.fromkeys(each["rounds"] for each in wager["hold"]))
    between = {
        (each["rounds"], each["confidence"]): f"{_percent(each['least'])} to {_percent(each['most'])}" for each in wager["hold"]
    }
    held = [(f"{number:,}", *(between[number, each] for each in sure)) for number in rounds]
    yield Table(("Rounds", *(f"{each:.0%}" for each in sure)), held, CONFIDENT, widths=(1, 2, 2, 2))


def _results(wager: dict[str, Any], of: str) -> Iterator[Part]:
    """How often a main wager wins, pushes and loses, and its net results."""
    whole = f"{wager['totals']['combinations']:,}"
    rows = [(each["result"].capitalize(), f"{each['combinations']:,}", _chance(each)) for each in wager["results"]]
    ends = _results_table("Result", of, [*rows, ("All", whole, "100%")], "How the wager ends; each round is counted once")
    counts: dict[str, int] = {}
    for each in wager["combinations"]:
        counts[each["net"]] = counts.get(each["net"], 0) + each["combinations"]
    if len(counts) + SHARING >= len(wager["combinations"]):
        yield ends  # the classes below are as good as net results
        return
    nets = [(_signed(each["net"]), f"{counts[each['net']]:,}", f"{each['chance']:.8%}") for each in wager["outcomes"]]
    caption = f"Net results, in units of {wager['of']}"
    yield Beside(ends, _results_table("Net result", of, [*nets, ("All", whole, "100%")], caption))


def _results_table(head: str, of: str, rows: Sequence[Sequence[str]], caption: str) -> Table:
    return Table((head, of, "Probability"), rows, caption, 1, (2, 2, 1.6), totals=1, dense=True)


def _classes(wager: dict[str, Any], of: str) -> Table:
    """The classes of hands, each with what it is paid or how the round ends; no two of them are put together."""
    totals = wager["totals"]
    second = next((name for name in ("pays", "ending") if any(each[name] for each in wager["combinations"])), "")
    rows: list[Sequence[str]] = [
        (
            _capital(each["hand"]),
            *([_capital(each[second])] if second else []),
            _signed(each["net"]),
            f"{each['combinations']:,}",
            _chance(each),
            f"{1 / each['probability']:,.2f}",
            _decimal(each["contribution"]),
        )
        for each in wager["combinations"]
    ]
    total = (f"{totals['combinations']:,}", "100%", "", _decimal(totals["contribution"]))
    titles = {"pays": ("Hand", "Pays"), "ending": ("Hand", "Round"), "": ("Result",)}[second]
    heads = (*titles, "Net", of, "Probability", "1 in", "To return")
    empty = [""] * len(titles)
    caption = (
        f"Every class of hands. “1 in” is the hit frequency; “to return” is net result times probability and adds up to "
        f"{totals['contribution_exact']}"
    ).replace("-", "−")
    rows.append(("Total", *empty, *total))
    return Table(heads, rows, caption, len(titles), _shares(heads, rows), totals=1, dense=len(rows) > LONG)


def _shares(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[float]:
    """The shares of columns in a line, by the letters in the longest cell of each; those of heads are capitals, and wider.

    >>> _shares(("Hand", "Net"), [("Mini royal flush of spades (ace, king, queen)", "+7")])
    [36, 7]
    """
    letters = [max(len(head) + 2, *map(len, column)) for head, column in zip(heads, zip(*rows, strict=True), strict=True)]
    return [min(WIDEST, longest + 2) for longest in letters]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _chance(each: dict[str, Any]) -> str:
    return f"{each['probability']:.8%}"


def _decimal(value: float) -> str:
    """
    >>> _decimal(-0.25), _decimal(0.0)
    ('−0.25000000', '0.00000000')
    """
    return f"{value:.8f}".replace("-", "−")


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
        yield f"To play as follows costs {each['cost']:.5%} of the first wager; the house then holds {_percent(each['edge'])}."
        yield from map(_side_by_side, _laid_out(each["rule"].splitlines()))


def _side_by_side(part: Part) -> Part:
    """A legend in two columns, so that it stays on the page of its grids.

    >>> _side_by_side(Table(LEGEND, [("S", "stand"), ("H", "hit"), ("P", "split")])).rows
    [('S', 'stand', 'P', 'split'), ('H', 'hit', '', '')]
    """
    if not isinstance(part, Table) or part.heads != LEGEND:
        return part
    rows = [*part.rows, ("", "")][: len(part.rows) + len(part.rows) % 2]
    half = len(rows) // 2
    pairs = [(*left, *right) for left, right in zip(rows[:half], rows[half:], strict=True)]
    return Table((*LEGEND, *LEGEND), pairs, numbers=None, widths=(1, 6, 1, 6))


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
            yield Table(heads, rows, GRIDS.get(heads[0], ""), numbers=None, widths=[1] * len(heads))
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
    rows = [
        (each["option"].replace("_", " "), f"§ {each['section']}", value_of(each, report["chapter"]))
        for each in report["rules"]
    ]
    half = (len(rows) + 1) // 2
    heads = ("Choice", "Section", "Value")
    yield Beside(*(Table(heads, part, numbers=None, widths=(1.5, 1.1, 1.4), dense=True) for part in (rows[:half], rows[half:])))
    for each in report["waived"]:
        yield f"{each['option'].replace('_', ' ').capitalize()} departs from § {each['section']}: {each['by']}."
    posted = [_posted(table) for table in report["paytables"]]
    yield from (Beside(left, right) for left, right in zip(posted[::2], posted[1::2], strict=False))
    yield from posted[len(posted) - len(posted) % 2 :]


def _posted(table: dict[str, Any]) -> Table:
    """A pay table that the house posts."""
    caption = ", ".join(filter(None, (table["wager"], table["table"], table["condition"], f"§ {table['section']}")))
    return Table(("Hand", "Pays"), [(each["hand"], each["payout"]) for each in table["rows"]], caption, dense=True)


def _readings(report: dict[str, Any]) -> Iterator[Part]:
    """How defects of the text are read: first what changes a figure, with its effect where another reading was priced."""
    for of_figures, heading in ((True, "Readings of the text that change a figure"), (False, "Other readings of the text")):
        rows = []
        for each in (each for each in report["errata"] if each["of_figures"] is of_figures):
            own = [cite for cite in each["cites"] if cite.split(".")[0] == report["chapter"]]
            rows.append(("§ " + ", § ".join(own), each["adopted"], each["effect"]))
        if rows:
            yield Heading(heading)
            heads = ("Section", "Reading adopted", "Effect of the other reading")
            yield Table(heads, rows, numbers=None, widths=(1, 2, 2.2), whole=False)


def value_of(rule: dict[str, Any], number: str) -> str:
    """The value of a rule of a chapter as its form has it.

    >>> value_of({"option": "payout_limit", "value": 0}, "633a"), value_of({"option": "rake_percent", "value": "15/2"}, "637a")
    ('none', '7.5%')
    """
    value = rule["value"]
    option = next(each for each in chapter(number).options if each.option == rule["option"])
    return said(option, Fraction(value) if option.kind == "number" and isinstance(value, str) else value)


def _methods(report: dict[str, Any]) -> Iterator[Part]:
    yield Heading("How it was found")
    methods = method_words(report)
    yield from (f"{what.capitalize()}: {words}." for what, words in methods if what != "test")
    tests = [(words,) for what, words in methods if what == "test"]
    yield Table(("Tests that compare the two",), tests, numbers=None)
    digest = report["digest"]
    rows = [
        ("house: rules and pay tables", digest["house"]),
        ("sources: code and data", digest["code_and_data"]),
        ("kernels: compiled sources", digest["kernels"]),
        ("results", digest["results"]),
    ]
    yield Table(("Digest", "SHA-256"), rows, numbers=None, widths=(1.3, 4))
    yield "Versions: " + ", ".join(f"{name} {number}" for name, number in report["versions"].items()) + "."


def method_words(report: dict[str, Any]) -> list[tuple[str, str]]:
    """How the figures were found, and found again, each with what it is."""
    first, second = report["method"], report["second_method"]
    methods = [("method", f"{first['words']} ({first['module']})"), ("second method", second["words"])]
    return [*methods, *(("test", test) for test in second["tests"])]


def _conclusion(report: dict[str, Any]) -> Iterator[Part]:
    yield Heading("Conclusion")
    yield from conclusion(report)
    signing = report["document"]
    who = (("Author", signing["author"]), ("Reviewer", signing["reviewer"]))
    fields = [(f"{role}, signature{f': {name}' if name else ''}", "") for role, name in who]
    yield Signed([each for field in fields for each in (field, ("Date", ""))], shares=(2, 1))


def conclusion(report: dict[str, Any]) -> list[str]:
    """What the figures say, without a judgement that is the signers' own."""
    wagers: Sequence[dict[str, Any]] = report["wagers"]
    if not wagers:
        return ["No wager is played against the house, so no house edge is stated."]
    how = {True: "in double precision", False: "by simulation"}
    inexact = [f"{_name(each)} ({how[each['method'] == 'exact']})" for each in wagers if not each["house_edge_exact"]]
    low, high = (pick(wagers, key=lambda each: each["house_edge"]) for pick in (min, max))
    found = [
        f"{_many(len(wagers), 'house edge is', 'house edges are')} stated, "
        + (f"all exact but {', '.join(inexact)}." if inexact else "all exact."),
        "Every table of classes adds up to all deals, to a probability of one and to the player's expected gain.",
        f"The least house edge is {_percent(low['house_edge'])}, {_name(low)}; "
        f"the greatest is {_percent(high['house_edge'])}, {_name(high)}.",
    ]
    if ahead := [_name(each) for each in wagers if each["house_edge"] < 0]:
        found.append(f"A player of best play is ahead of the house on {', '.join(ahead)}.")
    if claims := report["claims"]:
        agree = sum(bool(claim["agrees"]) for claim in claims)
        found.append(f"Of {_many(len(claims), 'figure')} claimed by the Board, {agree} agree with the exact value as printed.")
    return [*found, "These figures hold for the rules, pay tables and digests of this report and for no others."]

"""The records of a table games department on paper, to be filled in and signed: opening checklist, card-change log, training
record, and what is filed with the Board under §§ 521.4 and 521.5."""

from collections.abc import Sequence
from datetime import datetime

from pitboss.desk.equipment import GROUPS, Item, checklist
from pitboss.desk.filing import KINDS, Filing
from pitboss.desk.filing import Finding as Lack
from pitboss.desk.opened import changes, told
from pitboss.desk.register import Register, TableTest
from pitboss.desk.training import Missing, Review, Standing
from pitboss.printing.filing import Filed, in_words
from pitboss.printing.paper import Cover, Heading, Paper, Part, Signed, Table, paper
from pitboss.printing.press import Matter

CREDENTIAL = "Board-issued credential number"
LINES = 10  # of a log, on one sheet
RECEIVED = (("Received for the Board, name and signature", ""), ("Date", ""))


def opening_checklist(filed: Filed) -> Matter:
    """The checklist of a table at its opening, to be ticked off thing by thing."""
    house, parts = filed.house, list[Part]()
    parts.append(Signed([("Table", ", ".join(filed.tables)), ("Date", ""), ("Time", "")], (2, 1, 1)))
    items = checklist(house)
    for group in GROUPS:
        rows = _ticked([item for item in items if item.group == group])
        if rows:
            table = Table(
                ("Done", group, "Section", "Initials"), rows, numbers=None, widths=(0.5, 5, 1.4, 0.8), whole=False, tall=19
            )
            parts.append(table)
    parts += [_hours(filed), Signed(signers("Dealer", "Floorperson or above"), (2, 1))]
    return paper(_of_table(filed, "opening checklist", "OPENING CHECKLIST", parts))


def _ticked(items: Sequence[Item]) -> list[tuple[str, str, str, str]]:
    """A line for each thing, with all of its paragraphs."""
    things: dict[str, list[str]] = {}
    for item in items:
        words = "the layout, as it was approved" if item.thing == "layout" else item.here
        things.setdefault(words, []).append(f"§ {item.section}")
    return [("", words, ", ".join(cites), "") for words, cites in things.items()]


def _hours(filed: Filed) -> str:
    said = [
        f"the {each.what} are replaced after {each.hours} hours at the most (§ {each.section})" for each in changes(filed.house)
    ]
    return f"At this table {' and '.join(said)}." if said else "The chapter states no hours after which cards are replaced."


def signers(*who: str) -> list[tuple[str, str]]:
    return [field for each in who for field in ((f"{each}, name and signature", ""), (CREDENTIAL, ""))]


def _of_table(filed: Filed, name: str, kicker: str, parts: Sequence[Part], wide: bool = False) -> Paper:
    book = filed.book
    whose = " · ".join(filter(None, (filed.holder, filed.facility)))
    foot = " · ".join(filter(None, (whose, f"{book.game}: {name}")))
    side = f"Chapter {book.chapter}"
    shown = " · ".join(filter(None, (kicker, whose)))
    return Paper(book.game, parts, shown, side, foot, dated=filed.dated, wide=wide)


def card_change_log(filed: Filed, opened: datetime | None = None) -> Matter:
    """The log of a table's cards, and of its dice where a shaker has some: each change with the time by which the next is due.
    The first line is filled in where it is known when the cards were put on the table."""
    first = []
    if opened is not None:
        due = "; ".join(f"{told(each.due(opened))} ({each.what})" for each in changes(filed.house))
        first = [("1", told(opened), "", "", "", due, "", "")]
    rows = [*first, *((str(number), *[""] * 7) for number in range(len(first) + 1, LINES + 1))]
    heads = (
        "No.",
        "Date and time",
        "Removed: backs, decks",
        "Put on: backs, decks",
        "Why",
        "Next change due by",
        "Dealer",
        "Floorperson",
    )
    widths = (0.4, 1.2, 1.4, 1.4, 1, 1.4, 1, 1)
    parts: list[Part] = [
        Signed([("Table", ", ".join(filed.tables)), ("Gaming day", "")]),
        _hours(filed),
        Table(heads, rows, numbers=None, widths=widths, whole=False, tall=23),
        Signed([("Shift manager, signature", ""), ("Date", "")], (2, 1)),
    ]
    return paper(_of_table(filed, "card-change log", "CARD-CHANGE LOG", parts, wide=True))


# ---------------------------------------------------------------------------- chapter 527


def training_record(found: Review, register: Register) -> Matter:
    """How every dealer stands at every game on a day, and what the certificate holder owes."""
    parts: list[Part] = []
    if found.holder:
        parts += [Heading("The certificate holder"), _gaps(found.holder)]
    for dealer in dict.fromkeys(standing.dealer for standing in found.standings):
        games = [standing for standing in found.standings if standing.dealer == dealer]
        tests = {deals.game.name: deals.test for each in register.dealers if each.name == dealer for deals in each.deals}
        rows = [row for standing in games for row in _standing(standing, tests.get(standing.game))]
        parts.append(Heading(dealer))
        heads = ("Game", "Table test", "On this day", "Section")
        parts.append(Table(heads, rows, numbers=None, widths=(1.5, 1.8, 2, 0.8), whole=False))
    parts += [
        "The entries were compared with the personnel files (§ 527.5(b)).",
        Signed(signers("For the certificate holder"), (2, 1)),
    ]
    day = in_words(found.day)
    return paper(
        Paper(
            register.holder or "Training record",
            parts,
            "TRAINING RECORD",
            f"Chapter 527 · {day}",
            f"Training record, {day}",
            dated=found.day,
        )
    )


def _gaps(missing: Sequence[Missing]) -> Table:
    rows = [(gap.what, f"§ {gap.section}") for gap in missing]
    return Table(("What is missing", "Section"), rows, numbers=None, widths=(4, 1))


def _standing(standing: Standing, test: TableTest | None) -> list[tuple[str, str, str, str]]:
    verdict = "may deal" if standing.may_deal else "may not deal"
    game = f"{standing.game} ({standing.chapter})" if standing.chapter else standing.game
    tested = f"{'passed' if test.passed else 'not passed'} {test.day}, {test.by} ({test.position})" if test else "none"
    gaps = [("", "", gap.what, f"§ {gap.section}") for gap in standing.missing]
    lapses = [("", "", f"from {lapse.on}: {lapse.what}", f"§ {lapse.section}") for lapse in standing.lapses]
    return [(game, tested, verdict, ""), *gaps, *lapses]


# ---------------------------------------------------------------------------- §§ 521.4, 521.5


def petition(filing: Filing, lacks: Sequence[Lack]) -> Matter:
    """A request or a petition as it is filed: a cover page, its contents under the paragraphs that ask for them, a signature;
    what it still lacks stands at its end."""
    section = filing.section
    subject = filing.game or filing.feature or f"waiver of {', '.join(filing.sections)}"
    kinds: dict[str, str] = dict(
        zip(KINDS, ("Request for a new table game", "Request for a new feature", "Petition for a waiver"), strict=True)
    )
    parts: list[Part] = []
    contents = (
        ("Description", f"{section}(1)", filing.description),
        ("Rules of play", f"{section}(1)", filing.rules_of_play),
        ("Rules of wagering", f"{section}(1)", filing.rules_of_wagering),
        ("Reason", f"{section}(2)", filing.reason),
    )
    for heading, cite, words in contents:
        if words:
            parts += [Heading(f"{heading} (§ {cite})"), words]
    parts.append(Heading(f"Other jurisdictions (§ {section}(3))"))
    parts.append("; ".join(each.name for each in filing.jurisdictions or ()) or "None.")
    if wrong := [lack for lack in lacks if lack.level == "error"]:
        rows = [(lack.field.replace("_", " "), lack.message, f"§ {lack.section}") for lack in wrong]
        parts += [
            Heading("Not yet complete"),
            Table(("Field", "What is missing", "Section"), rows, numbers=None, widths=(1, 3, 1)),
        ]
    parts += ["Submitted for the certificate holder.", Signed(signers("For the certificate holder"), (2, 1))]
    book = f"Chapter {filing.chapter}" if filing.chapter else ""
    fields = [
        ("Certificate holder", filing.holder),
        ("Addressed to", filing.addressed_to),
        ("About", " · ".join(filter(None, (subject[:1].upper() + subject[1:], book)))),
        ("Filed on", in_words(filing.day) if filing.day else ""),
        ("Number, given by the Board", ""),
        ("Decided on", ""),
    ]
    title = kinds[filing.kind]
    cover = Cover(
        subject[:1].upper() + subject[1:],
        title.upper(),
        f"58 Pa. Code § {section}",
        fields,
        (),
        RECEIVED,
    )
    return paper(Paper(title, parts, "", "", f"{title}: {subject}", dated=filing.day, cover=cover))

"""The papers of a dealer's training: the scoring sheet of a table test (§ 527.5(a)), and a certificate."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from pitboss.cards import SIGNS
from pitboss.desk.register import Dealer, Deals, Register
from pitboss.desk.training import Standing
from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.printing.filing import in_words
from pitboss.printing.paper import Heading, Paper, Part, Signed, Table, paper
from pitboss.printing.press import Matter
from pitboss.printing.records import signers
from pitboss.rulebook import Chapter
from pitboss.school.acts import MONEY, POKER, TABLE
from pitboss.school.judge import Verdict
from pitboss.school.table_tests import Decision, Sheet, in_points
from pitboss.table.steps import Step, seat_of

PASSED = "Passed or not passed"


def table_test(
    book: Chapter,
    verdicts: Sequence[Verdict],
    judged: bool,
    dealer: str = "",
    day: date | None = None,
    *,
    scored: Sheet | None = None,
    decision: Decision | None = None,
    rounds: Sequence[Sequence[Step]] = (),
    seed: int | None = None,
) -> Matter:
    """The scoring sheet of a table test: the house's criteria where it was scored by some, what was wagered and dealt in its
    rounds, every act of them with its paragraph, as it was judged or to be judged by hand, and what the employee who ranks pit
    boss or higher decides and signs (§ 527.5(a)). The `seed` is that of the shuffles."""
    right = sum(verdict.verdict == "right" for verdict in verdicts)
    if decision is not None and day is None:
        day = date.fromisoformat(decision.date)
    rows = [
        (
            str(number),
            _act(each.act),
            f"§ {each.section}",
            f"{each.verdict}{f': {each.message}' if each.message else ''}" if judged else "",
        )
        for number, each in enumerate(verdicts, 1)
    ]
    score = f"{right} right, {len(verdicts) - right} wrong" if judged else ""
    parts: list[Part] = [
        Signed([("Dealer", dealer), ("Date", in_words(day) if day else "")], (1, 1)),
        Signed([("Acts", str(len(rows))), ("Score", score)], (1, 1)),
    ]
    parts += _criteria(scored) if scored is not None else []
    parts += _dealt(rounds, seed)
    parts.append(
        Table(("No.", "Act that is due", "Section", "Judgment"), rows, numbers=None, widths=(0.4, 3, 1.2, 2.2), whole=False)
    )
    parts.append(_decided(decision))
    return paper(
        Paper(book.game, parts, "TABLE TEST · § 527.5(a)", f"Chapter {book.chapter}", f"Table test: {book.game}", dated=day)
    )


def _dealt(rounds: Sequence[Sequence[Step]], seed: int | None) -> Iterator[Part]:
    """How the rounds of a test lie: so that another examiner can deal them again, and judge the acts below."""
    rows = []
    for number, steps in enumerate(rounds, 1):
        for place in sorted({step.who for step in steps if step.act == "deal"}, key=lambda who: (seat_of(who) or 99, who)):
            own = [step for step in steps if step.who == place]
            wagers = ", ".join(f"{dollars(step.cents)} {step.wager}" for step in own if step.act == "wager")
            cards = " ".join(SIGNS[card] for step in own if step.act in ("deal", "draw") for card in step.cards)
            decided = ", ".join(step.note.split()[0] if step.cents else step.note for step in own if step.act == "decide")
            rows.append((str(number), place.replace("_", " ").capitalize(), wagers, cards, decided))
    if rows:
        caption = "How the rounds lie" + (f", by the shuffles of seed {seed}" if seed is not None else "")
        heads = ("Round", "Place", "Wagers", "Cards", "Decisions")
        yield Table(heads, rows, caption, numbers=None, widths=(0.5, 0.8, 3, 1.8, 1.2), dense=True)


def _criteria(scored: Sheet) -> list[Part]:
    """The criteria with their points, and whether the house's marks are reached."""
    rows = [
        (
            each.criterion.name,
            f"{each.right} of {each.of}" if each.of else "not demanded",
            f"{each.criterion.least}%",
            f"{in_points(each.points)} of {each.criterion.points}" if each.of else "",
            ("met" if each.is_met else "not met") if each.of else "",
        )
        for each in scored.scores
    ]
    total = (
        "In all",
        "",
        f"{scored.criteria.pass_mark}%",
        f"{in_points(scored.points)} of {scored.of}",
        "met" if scored.is_met else "not met",
    )
    heads = ("Criterion", "Right at the first try", "At least", "Points", "Criterion met")
    return [Table(heads, [*rows, total], numbers=None, widths=(3.2, 1.3, 0.8, 1.1, 0.9), whole=False)]


def _decided(decision: Decision | None) -> Signed:
    """What the examiner decides: filled in where it is decided, with room for the signature."""
    name, credential = signers("Pit boss or higher")
    if decision is None:
        return Signed([name, credential, (PASSED, ""), ("Date", "")], (2, 1))
    who = f"{decision.by}, {decision.position}"
    told = "Passed" if decision.passed else "Not passed"
    remarks = [("Remarks", decision.remarks), ("Signature", "")] if decision.remarks else [("Signature", ""), ("", "")]
    return Signed(
        [(name[0], who), credential, (PASSED, told), ("Date", in_words(date.fromisoformat(decision.date))), *remarks], (2, 1)
    )


def _act(words: str) -> str:
    """An act as people read it, with its amount in dollars; what is said may end with a total of points.

    >>> _act("pay seat_5 Ante 500"), _act("deal seat_1 down"), _act("say seat_1 17")
    ('pay seat 5 Ante $5', 'deal seat 1 down', 'say seat 1 17')
    """
    told_of = re.sub(r"seat_(\d+)", r"seat \1", words)
    if words.split()[0] not in (*MONEY, *POKER, *TABLE):
        return told_of
    return re.sub(r"(?<!seat) (\d+)$", lambda found: f" {dollars(int(found[1]))}", told_of)


# ---------------------------------------------------------------------------- a certificate


def certificate(register: Register, standings: Sequence[Standing], dealer: Dealer, day: date) -> Matter:
    """A dealer's certificate, with each game that they may deal on a day: what their training rests on, and the table test.
    Raises PitbossError, with what is missing, where there is no such game."""
    mine = [standing for standing in standings if standing.dealer == dealer.name]
    games = [standing.game for standing in mine if standing.may_deal]
    if not games:
        lacks = next((f": {gap.what} (§ {gap.section})" for standing in mine for gap in standing.missing), "")
        raise PitbossError(f"{dealer.name} may deal no game on {day}, and gets no certificate{lacks}", "527.5(a)")
    rows = [row for deals in dealer.deals if deals.game.name in games for row in _game(dealer, deals)]
    courses = [
        (course.kind.name, course.at, f"{course.hours:g}", str(course.completed or ""), f"§ {course.section}")
        for course in dealer.courses
        if course.satisfactory
    ]
    parts: list[Part] = [
        f"{register.holder or 'The certificate holder'} certifies that {dealer.name} may conduct the table games named here on "
        "its gaming floor: training or experience (§ 527.1), the holder's program (§ 527.3) and the table tests (§ 527.5(a)) "
        "are proven in the personnel file (§ 527.5(b)).",
        Table(("Game", "Chapter", "Table test", "Judged by"), rows, numbers=None, widths=(2, 0.8, 1.2, 2), whole=False),
    ]
    if courses:
        heads = ("Course", "At", "Hours", "Completed", "Section")
        parts += [Heading("Courses"), Table(heads, courses, numbers=None, widths=(2.4, 1.4, 0.7, 1.1, 0.9), whole=False)]
    elsewhere = [(each.jurisdiction, str(each.began), str(each.ended or "goes on")) for each in dealer.employments]
    if elsewhere:
        parts += [
            Heading("Experience (§ 527.1(3))"),
            Table(("Dealt in", "From", "Until"), elsewhere, numbers=None, widths=(3, 1, 1), whole=False),
        ]
    parts.append(Signed(signers("For the certificate holder"), (2, 1)))
    foot = f"Certificate of training, {dealer.name}, {in_words(day)}"
    return paper(Paper(dealer.name, parts, "CERTIFICATE OF TRAINING", f"Chapter 527 · {in_words(day)}", foot, dated=day))


def _game(dealer: Dealer, deals: Deals) -> list[tuple[str, str, str, str]]:
    test = deals.test
    if test is None:
        return []
    return [(deals.game.name, deals.game.chapter or "", f"passed {test.day}", f"{test.by}, {test.position}")]

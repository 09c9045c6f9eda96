"""Handouts for dealers in print: a quick card for the pit, the procedure with what is said aloud, payouts to practise, what
follows each irregularity, and the answers on a page of their own (`pitboss.school.handouts` says what stands there).
"""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby

from pitboss.games import NONBANKED
from pitboss.house import House
from pitboss.printing.notices import limits, poker
from pitboss.printing.paper import Break, Heading, Paper, Part, Table, paper
from pitboss.printing.press import Matter
from pitboss.printing.wagers import blocks
from pitboss.school.handouts import AS_THE_RULE, Handout, Instruction, Remedy

HOW = "What the dealer does, in the order of a round; what is said aloud; and the paragraph in our words."
PRACTICE = "What is paid besides the wager, at this table's odds. The answers are on the last page."


def handout_paper(shown: Handout, holder: str = "", dated: date | None = None) -> Matter:
    """The handout of a table as the press takes it."""
    book = shown.house.chapter
    parts: list[Part] = [Heading("Quick card for the pit"), f"{limits(shown.house)}.", *_quick(shown)]
    parts += [Break(), Heading("The procedure"), HOW]
    parts += [_instructions("Before the first round", shown.opening, 1)] if shown.opening else []
    parts.append(_instructions("The round", shown.round, len(shown.opening) + 1))
    if shown.remedies:
        parts += [Break(), Heading("When something goes wrong"), _remedies(shown)]
    if shown.practice:
        parts += [
            Break(),
            Heading("Payouts to practise"),
            PRACTICE,
            _practice(shown),
            Break(),
            Heading("Answers"),
            _answers(shown),
        ]
    foot = f"Handout for dealers, {book.game}, chapter {book.chapter}"
    side = f"Chapter {book.chapter}{f' · {holder}' if holder else ''}"
    return paper(Paper(book.game, parts, "HANDOUT FOR DEALERS", side, foot, dated=dated))


# ---------------------------------------------------------------------------- the quick card


def _quick(shown: Handout) -> Iterator[Part]:
    brief = [(_brief(each), f"§ {each.section}") for each in shown.round if not each.is_players]
    rows = [(str(n), *row) for n, row in enumerate(brief, 1)]
    yield Table(("No.", "The dealer", "Section"), rows, numbers=None, widths=(0.35, 5, 1.1), whole=False, dense=True)
    if paid := list(pay_rows(shown.house)):
        heads = ("Posted", "What holds") if shown.game.chapter in NONBANKED else ("Wager", "Pays")
        yield Table(heads, paid, numbers=None, widths=(1.4, 5), whole=False, dense=True)
    remedies = [
        (_kind(kind), "; or ".join(_if(each) for each in same), f"§ {same[0].section}")
        for kind, same in ((kind, list(found)) for kind, found in groupby(shown.remedies, lambda each: each.kind))
    ]
    if remedies:
        yield Table(
            ("When this goes wrong", "Then", "Section"), remedies, numbers=None, widths=(2, 3.6, 1.1), whole=False, dense=True
        )


def _brief(each: Instruction) -> str:
    """What is done and said, in one line."""
    said = f"Says {each.say}" if each.say else ""
    return ". ".join(filter(None, (each.do, said)))


def pay_rows(house: House) -> Iterator[tuple[str, str]]:
    """What a table pays: each wager with its hands and payouts in a line."""
    shown = poker(house) if house.chapter.chapter in NONBANKED else [block.data() for block in blocks(house)]
    for block in shown:
        for part in block["parts"]:
            title = ", ".join(filter(None, (block["title"], part["condition"])))
            yield title, " · ".join(f"{hand} {payout}" for hand, payout in part["rows"])


# ---------------------------------------------------------------------------- the pages


def _instructions(caption: str, listed: Sequence[Instruction], first: int) -> Table:
    rows = [
        (str(n), each.do or "Announces", each.say, f"§ {each.section}: {each.rule}") for n, each in enumerate(listed, first)
    ]
    heads = ("No.", "The dealer", "Says aloud", "The rule")
    return Table(heads, rows, caption, numbers=None, widths=(0.35, 2.4, 1.1, 4), whole=False)


def _remedies(shown: Handout) -> Table:
    rows = []
    last = ""
    for each in shown.remedies:
        again = each.kind == last
        rows.append(
            ("" if again else _kind(each.kind), each.when, each.then, "" if again else f"§ {each.section}: {each.rule}")
        )
        last = each.kind
    heads = ("What has gone wrong", "If", "Then", "The rule")
    return Table(heads, rows, numbers=None, widths=(1.5, 1.3, 2.3, 2.7), whole=False)


def _kind(kind: str) -> str:
    return kind[:1].upper() + kind[1:]


def _if(remedy: Remedy) -> str:
    """What is done, with the condition before it."""
    return f"if {remedy.when}: {remedy.then}" if remedy.when not in ("", AS_THE_RULE) else remedy.then


def _practice(shown: Handout) -> Table:
    rows = [(str(n), "; ".join(each.shown), each.ask, "") for n, each in enumerate(shown.practice, 1)]
    return Table(("No.", "On the table", "Question", "Answer"), rows, numbers=None, widths=(0.35, 3.2, 2.4, 1), whole=False)


def _answers(shown: Handout) -> Table:
    rows = [(str(n), each.answer, each.why, f"§ {each.section}") for n, each in enumerate(shown.practice, 1)]
    return Table(("No.", "Answer", "Why", "Section"), rows, numbers=None, widths=(0.35, 1.2, 3, 1.4), whole=False)

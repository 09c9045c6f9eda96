"""The Rules Submission form, filled in: every choice with its section, what is chosen and what was allowed."""

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

from pitboss.house import House
from pitboss.money import decimal, dollars
from pitboss.printing.filing import Filed, in_words
from pitboss.printing.notices import shared, taken, when
from pitboss.printing.paper import Cover
from pitboss.printing.press import Matter
from pitboss.rulebook import Option, chapter_of
from pitboss.spelling import option_of
from pitboss.submissions.waived import waived

ROWS: dict[str, Callable[[dict[str, Any]], str]] = {  # entries of lists, as a person reads them
    "rake_schedule": lambda row: f"{when(row)}: {taken(row)}",
    "raise_schedule": lambda row: raises(row),
    "bad_beat_payouts": shared,
    **dict.fromkeys(
        ("rake_levels", "bad_beat_levels", "high_hand_levels"),
        lambda row: f"{dollars(row['take'])} from a pot of {dollars(row['pot'])}",
    ),
}
UNLIMITED = {"maximum_raises": "no restriction", "high_hand_claim_limit": "no limit"}  # what 0 stands for


def form(filed: Filed, day: date | None = None) -> Matter:
    """The form of a submission, with a cover page; the day on which it is filed is a line to write on where it is not known."""
    house, book = filed.house, filed.book
    by_waiver = {problem.field: f"Waived by {problem.waiver}" for problem in waived(house)}
    rows = [_row(house, option, by_waiver.get(option.option, "")) for option in book.options]
    changed = sum(row["differs"] for row in rows)
    about = [
        ("Certificate holder", filed.holder),
        ("Licensed facility", filed.facility),
        ("In force from", filed.since),
        ("Tables", ", ".join(filed.tables)),
        ("Filed on", in_words(day) if day else ""),
        ("Number, given by the Board", ""),
    ]
    note = f"{len(rows)} choices, of which {changed or 'none'} {'differs' if changed == 1 else 'differ'} from the default"
    if follows := sum(row["follows"] for row in rows):
        note += f" and {follows} {'follows' if follows == 1 else 'follow'} from those"
    note = f"{note}. Text of the chapter: {book.edition}{f', {book.dated}' if book.dated else ''}."
    signed = [("Received for the Board, name and signature", ""), ("Date", "")]
    cover = Cover(book.game, "RULES SUBMISSION", f"58 Pa. Code Chapter {book.chapter}", about, (note,), signed)
    data = {
        "game": book.game,
        "chapter": book.chapter,
        "holder": filed.holder,
        "cover": cover.data(),
        "note": note,
        "rows": rows,
    }
    return Matter("form", f"Rules Submission: {book.game}", data, filed.dated)


def _row(house: House, option: Option, by_waiver: str) -> dict[str, Any]:
    chosen = house.values[option.option]
    given = any(name in house.given for name in (option.option, *option.also))
    return {
        "section": option.section,
        "name": option.option.replace("_", " ").capitalize(),
        "why": option.why[:1].upper() + option.why[1:],
        "chosen": said(option, chosen),
        "default": said(option, option.default),
        "allowed": f"{allowed(option)}. {by_waiver}" if by_waiver else allowed(option),
        "differs": given and chosen != option.default,
        "follows": not given and chosen != option.default,  # a Poker table's minimum from its small bet
    }


def said(option: Option, value: Any) -> str:
    """A value as a person reads it on paper.

    >>> from pitboss.rulebook import chapter
    >>> options = {each.option: each for each in chapter("let-it-ride-poker").options}
    >>> said(options["table_minimum"], 1500), said(options["three_card_bonus"], "A"), said(options["three_card_bonus"], "")
    ('$15', 'A', 'not offered')
    >>> said(options["let_it_ride_poker"], "floor"), said(options["let_it_ride_poker"], {"Flush": "9 to 1"})
    ('as printed', 'Flush 9 to 1, else as printed')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == "floor":
        return "as printed"
    if isinstance(value, dict) and option.option in ROWS:
        return ROWS[option.option](value)
    if isinstance(value, dict):
        rows = ", ".join(f"{hand} {payout}" for hand, payout in value.items())
        return f"{rows}, else as printed" if option.kind == "table" else rows
    if isinstance(value, list | tuple):
        between = "; " if any(isinstance(each, dict) for each in value) else ", "
        return between.join(said(option, each) for each in value) or "none"
    if isinstance(value, int | Fraction):
        if option.unit.startswith("cents"):
            none = value == 0 and isinstance(option.allowed, dict) and option.allowed.get("min", 0) in (0, *_high(option))
            return "none" if none else f"{dollars(int(value))}{option.unit.removeprefix('cents')}"
        if value == 0 and option.option in UNLIMITED:
            return UNLIMITED[option.option]
        if option.unit == "percent":
            return f"{decimal(value)}%" if value else "none"
        return f"{value} {option.unit}".strip()
    return str(value) or ("nothing said" if option.kind == "text" else "not offered" if _wager(option) else "none")


def raises(row: dict[str, Any]) -> str:
    """An entry of a raise schedule.

    >>> raises({"players": 2, "raises": 0}), raises({"betting_rounds": 3, "small_bet": 2000, "raises": 4})
    ('With at most 2 players: no restriction', 'In the first 3 betting rounds, bets from $20: 4 raises')
    """
    rounds = f"In the first {row['betting_rounds']} betting rounds" if "betting_rounds" in row else ""
    others = {name: value for name, value in row.items() if name not in ("betting_rounds", "raises")}
    where = when(others) if others else ""
    joined = f"{rounds}, {where[0].lower()}{where[1:]}" if rounds and where else rounds or where or "Always"
    most = f"{row['raises']} raises" if row["raises"] else "no restriction"
    return f"{joined}: {most}"


def _wager(option: Option) -> bool:
    """Whether an option offers a wager on one of its pay tables."""
    return any(option_of(table.wager) == option.option for table in chapter_of(option.section).paytables)


def _high(option: Option) -> tuple[int, ...]:
    """A least amount beside a default of 0: a limit that a house need not have."""
    return (option.allowed["min"],) if option.default == 0 and option.allowed.get("min") else ()


def allowed(option: Option) -> str:
    """What a house may choose.

    >>> from pitboss.rulebook import chapter
    >>> options = chapter("let-it-ride-poker").options
    >>> [allowed(each) for each in options if each.option in ("payout_limit", "dealing", "shuffler")]
    ['manual shoe; hand; automated shoe', '$50,000 or more', 'no; yes']
    """
    values = option.allowed
    if option.option in ROWS:
        return "a list of entries"
    if isinstance(values, dict):
        least, most = values.get("min"), values.get("max")
        if least == "floor":
            return "as printed, or a table that pays no hand less"
        if least is None:
            return "any words" if option.kind == "text" else "any"
        if option.unit.startswith("cents") and least <= 1 and most is None:
            return "any amount"
        return f"{_bound(option, least)} to {_bound(option, most)}" if most is not None else f"{_bound(option, least)} or more"
    names = [said(option, each) for each in values]
    if option.kind == "table" and names:
        names.append("a table that pays no hand less")
    return "; ".join(names) or "any words"


def _bound(option: Option, number: int) -> str:
    """A bound of what is allowed."""
    if option.unit.startswith("cents"):
        return dollars(number)
    return f"{number}%" if option.unit == "percent" else str(number)

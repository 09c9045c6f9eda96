"""Things of value between licensees: 40 Pa. Code 13.51. Advertising novelties are section 13.52's, which is not in the texts
here."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from pitboss.house.problems import Problem
from pitboss.money import dollars
from pitboss.records.deadlines import Deadline, Statement, years_later
from pitboss.records.reading import Entry, Record

ENTERTAINMENT = "routine business entertainment"
MANUFACTURERS = ("in-State manufacturer", "out-of-State manufacturer")
DISTRIBUTORS = ("importing distributor", "distributor")
LICENSEES = (*DISTRIBUTORS, "retail licensee")  # told apart from manufacturers and trade organizations (§ 40-13.51(c))


def value_problems(record: Record) -> Iterator[Problem]:
    """Nothing of value passes between classes (§ 40-13.51(a)) but what the section allows; a tasting on licensed premises is
    nothing of value (§ 40-13.51(e))."""
    for gift in record.parts("gift"):
        kind, differ = gift.text("kind"), gift.text("from_class") != gift.text("to_class")
        if kind == "other" and differ:
            message = f"{gift.text('from')} gave something of value to {gift.text('to')}, of another class"
            yield gift.problem("value-given", "kind", message, list(gift.fields["kind"].allowed[:-1]))
        if kind == "tasting" and differ and not gift.flag("on_licensed_premises"):
            message = "a tasting that is not on licensed premises is something of value"
            yield gift.problem("value-tasting", "on_licensed_premises", message, True)


def convention_problems(record: Record) -> Iterator[Problem]:
    """At conventions manufacturers pay registration fees and program advertising, and entertain registrants
    (§ 40-13.51(b))."""
    for gift in record.parts("gift"):
        if gift.text("kind") != "convention":
            continue
        if gift.text("from_class") not in MANUFACTURERS:
            message = f"{gift.text('from')} is no manufacturer, and pays at a convention"
            yield gift.problem("value-convention", "from_class", message, list(MANUFACTURERS), "40-13.51(b)")
        if gift.text("spent_on") == "other":
            message = "at a convention it was spent on something else"
            yield gift.problem("value-convention", "spent_on", message, list(gift.fields["spent_on"].allowed[:-1]))
        if gift.text("spent_on").startswith("food") and not gift.flag("registrants_only"):
            message = "others than genuine registrants of the convention were entertained"
            yield gift.problem("value-convention", "registrants_only", message, True)


def entertainment_problems(record: Record) -> Iterator[Problem]:
    """Routine business entertainment obliges to nothing (§ 40-13.51(c)(1)), has the donor there (§ 40-13.51(c)(2)), and no
    overnight stay (§ 40-13.51(c)(3))."""
    for gift in _entertainment(record):
        if gift.flag("obligation"):
            message = f"{gift.text('to')} owes something for it"
            yield gift.problem("value-obligation", "obligation", message, False)
        donor = gift.text("passed_on_by") or gift.text("from")
        if gift.text("accompanied_by") != donor:
            message = f"{gift.text('accompanied_by') or 'nobody'} came along; {donor} is the donor"
            yield gift.problem("value-accompanied", "accompanied_by", message, [donor])
        if gift.flag("overnight"):
            yield gift.problem("value-overnight", "overnight", "it includes an overnight stay", False)


def cap_problems(record: Record) -> Iterator[Problem]:
    """At most $800 in a calendar year on a recipient licensee, by all donors together (§ 40-13.51(c)(4)), with spouse,
    employees and guests (§ 40-13.51(c)(5))."""
    most = record.kind.book.limit_named("entertainment_cap")
    for (to, year), gifts in _by_recipient(record).items():
        spent = 0
        for gift in gifts:
            spent += (amount := gift.number("amount") or 0)
            if spent > most:
                left = max(0, most - spent + amount)
                message = f"{dollars(spent)} spent on {to} in {year}; at most {dollars(most)}"
                yield gift.problem("value-cap", "amount", message, {"max": left})


def _entertainment(record: Record) -> list[Entry]:
    return [gift for gift in record.parts("gift") if gift.text("kind") == ENTERTAINMENT]


def _by_recipient(record: Record) -> dict[tuple[str, int], list[Entry]]:
    """The entertainment of each recipient licensee and calendar year, in the order of the days."""
    given = [gift for gift in _entertainment(record) if gift.text("to_class") in LICENSEES]
    dated = [(day, gift) for gift in given if (day := gift.day("date")) is not None]
    found: dict[tuple[str, int], list[Entry]] = defaultdict(list)
    for day, gift in sorted(dated, key=lambda each: each[0]):
        found[gift.text("to"), day.year].append(gift)
    return found


def logo_problems(record: Record) -> Iterator[Problem]:
    """Manufacturers may pay distributors for logos on vehicles under an earlier written agreement (§ 40-13.51(d))."""
    for gift in record.parts("gift"):
        if gift.text("kind") != "vehicle logo":
            continue
        agreed, day = gift.day("agreed"), gift.day("date")
        if agreed is None or (day is not None and agreed > day):
            message = "there was no written agreement before it was paid"
            yield gift.problem("value-logo", "agreed", message, f"{day} or earlier")
        for name, allowed in (("from_class", MANUFACTURERS), ("to_class", DISTRIBUTORS)):
            if gift.text(name) not in allowed:
                message = f"vehicle logos are paid by manufacturers to distributors, not by or to a {gift.text(name)}"
                yield gift.problem("value-logo", name, message, list(allowed), "40-13.51(d)")


def record_problems(record: Record) -> Iterator[Problem]:
    """Licensees and manufacturers keep a complete record for two years: recipient, donor, type and date, a donor the amount
    too (§ 40-13.51(c)(6))."""
    for gift in _on_record(record):
        needed = [each for each in gift.fields["recorded"].allowed if each != "amount" or record.text("record_of") == "donor"]
        if missing := [each for each in needed if each not in gift.texts("recorded")]:
            message = f"the record of the entertainment lacks {', '.join(missing)}"
            yield gift.problem("value-record", "recorded", message, needed)
        thrown, until = gift.day("discarded"), _kept_until(record, gift)
        if thrown is not None and until is not None and thrown < until:
            message = f"the record was thrown away on {thrown}, before {until}"
            yield gift.problem("value-record-kept", "discarded", message, f"{until} or later")


def _on_record(record: Record) -> list[Entry]:
    """The entertainment of which a record is kept: a trade organization need not keep any."""
    keeper = "to_class" if record.text("record_of") == "recipient" else "from_class"
    return [gift for gift in _entertainment(record) if gift.text(keeper) != "trade organization"]


def _kept_until(record: Record, gift: Entry) -> date | None:
    day = gift.day("date")
    return day and years_later(day, record.kind.book.limit_named("entertainment_record_years"))


def deadlines(record: Record) -> Iterator[Deadline]:
    """From when each record of entertainment may be thrown away (§ 40-13.51(c)(6))."""
    for gift in _on_record(record):
        if (until := _kept_until(record, gift)) is not None:
            what = f"the record of the entertainment of {gift.text('to')} on {gift.day('date')} may go"
            yield Deadline("40-13.51(c)(6)", until, what, record.on >= until)


def statements(record: Record) -> Iterator[Statement]:
    """How much of the $800 each recipient has had in each year."""
    most = record.kind.book.limit_named("entertainment_cap")
    for (to, year), gifts in _by_recipient(record).items():
        spent = sum(gift.number("amount") or 0 for gift in gifts)
        yield Statement(
            "40-13.51(c)(4)", f"{to} {year}", f"{dollars(spent)} of {dollars(most)}", "routine business entertainment"
        )

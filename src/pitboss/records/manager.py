"""Managers of licensed establishments: 40 Pa. Code 5.23, with the reputation of § 40-1.5."""

from collections.abc import Iterator
from datetime import date

from pitboss.house.problems import Problem
from pitboss.money import dollars
from pitboss.records.deadlines import Deadline, Statement, late, length, within
from pitboss.records.reading import Entry, Record

APPROVED = "approved officer, member, partner or shareholder"
CONTROLS = ("hiring", "firing", "discipline", "salary", "duties", "sales")


def appointment_problems(record: Record) -> Iterator[Problem]:
    """Each establishment has a manager of its own, an individual who works there full time (§ 40-5.23(a)); a licensee is
    that of one establishment only (§ 40-5.23(b))."""
    if not record.text("manager"):
        yield record.problem("manager-appointed", "manager", "the establishment has no manager", "an individual")
    if not record.flag("individual"):
        yield record.problem("manager-appointed", "individual", "the manager is not an individual", True)
    if not record.flag("full_time"):
        yield record.problem("manager-full-time", "full_time", "the manager does not give the business full time", True)
    if others := record.texts("other_establishments"):
        own = record.text("licensee_kind") == "individual" and record.text("manager_is") == "licensee"
        message = f"the manager also manages {', '.join(others)}"
        rule, section = ("manager-one", "40-5.23(b)") if own else ("manager-full-time", "40-5.23(a)")
        yield record.problem(rule, "other_establishments", message, [], section)


def reputation_problems(record: Record) -> Iterator[Problem]:
    """The manager is of good repute (§ 40-5.23(c)); the Board may consider convictions (§ 40-1.5(a))."""
    if not record.flag("reputable"):
        yield record.problem("manager-reputable", "reputable", "the manager is not of good repute", True)
    if record.number("convictions"):
        message = "the Board may consider convictions when it judges the manager's reputation"
        yield record.problem("manager-convictions", "convictions", message, 0)


def notice_problems(record: Record) -> Iterator[Problem]:
    """The Board gets name, home address, date and place of birth of the manager in writing, after a change within 15 days
    (§ 40-5.23(c)). For a first appointment no time is printed."""
    due = _notice_due(record)
    if due is not None:
        yield from late(record, "notice_filed", due, record.on, "manager-notice", "40-5.23(c)")
    elif record.day("notice_filed") is None:
        message = "the Board has no notice of the manager; the text prints no last day for a first appointment"
        yield record.problem("manager-first-notice", "notice_filed", message, "a written notice")
    if record.day("notice_filed") is None:
        return
    if not record.flag("notice_in_writing"):
        yield record.problem("manager-notice-contents", "notice_in_writing", "the notice is not written", True)
    for name, what in (("home_address", "home address"), ("birth_place", "place of birth"), ("born", "date of birth")):
        if not record.values[name]:
            yield record.problem("manager-notice-contents", name, f"the notice does not give the manager's {what}", what)


def _notice_due(record: Record) -> date | None:
    """The last day of the notice of a change."""
    appointed = record.day("appointed")
    if appointed is None or not record.text("replaces"):
        return None
    return within(appointed, record.kind.book.limit_named("manager_notice_days"))


def fee(record: Record) -> tuple[int | None, str]:
    """The fee of the notice in cents with its paragraph, None where neither text nor record has it: $60 for a person whom the
    Board has approved already, $135 with an investigation (§ 40-5.23(d)), else the appropriate one (§ 40-5.23(c))."""
    if record.text("manager_is") == APPROVED:
        return record.kind.book.limit_named("approved_person_fee"), "40-5.23(d)"
    if record.flag("investigated"):
        return record.kind.book.limit_named("investigation_fee"), "40-5.23(d)"
    return record.number("appropriate_fee"), "40-5.23(c)"


def fee_problems(record: Record) -> Iterator[Problem]:
    """Each notice comes with its fee (§ 40-5.23(c), § 40-5.23(d))."""
    if record.day("notice_filed") is None:
        return
    due, section = fee(record)
    if due is None:
        message = "the text does not print the fee of a notice without an investigation, and the record does not state it"
        yield record.problem("manager-fee-unknown", "appropriate_fee", message, "the Board's fee")
        return
    paid = record.number("fee_paid") or 0
    if paid < due:
        message = f"{dollars(paid)} was paid; the notice costs {dollars(due)}"
        yield record.problem("manager-fee", "fee_paid", message, due, section)


def acting_problems(record: Record) -> Iterator[Problem]:
    """Nobody acts as manager after the licensee was told of a disapproval (§ 40-5.23(d)), or after the approval was rescinded
    (§ 40-5.23(f))."""
    acted = record.day("last_acted")
    for name, section in (("disapproved", "40-5.23(d)"), ("rescinded", "40-5.23(f)")):
        told = record.day(name)
        if acted is not None and told is not None and acted > told:
            message = f"the manager acted on {acted}, after being {name} on {told}"
            yield record.problem("manager-acting", "last_acted", message, f"{told} or earlier", section)


def business_problems(record: Record) -> Iterator[Problem]:
    """Another business needs the Board's written approval first (§ 40-5.23(d)); a club's manager needs none, unless the Liquor
    Code bars it (§ 40-5.23(i))."""
    business, approved = record.text("other_business"), record.day("other_business_approved")
    since = record.day("other_business_since")
    if not business:
        return
    if record.text("licensee_kind") == "club":
        if record.flag("other_business_barred"):
            message = f"section 493(11) of the Liquor Code bars a club's manager from {business}"
            yield record.problem("manager-club", "other_business", message, "", "40-5.23(i)")
    elif approved is None:
        message = f"the Board has not approved {business} in writing"
        yield record.problem("manager-business", "other_business", message, "a business approved beforehand")
    elif since is not None and approved > since:
        message = f"the Board approved {business} on {approved}, after it began on {since}"
        yield record.problem("manager-business", "other_business_approved", message, f"{since} or earlier")


def temporary_problems(record: Record) -> Iterator[Problem]:
    """For an ill or absent licensee the Board approves a manager for at most 30 days, in an emergency and on a written request
    for more (§ 40-5.23(g))."""
    most = record.kind.book.limit_named("temporary_manager_days")
    for each in record.parts("temporary"):
        if not each.flag("approved"):
            message = "the Board has not approved the temporary manager"
            yield each.problem("manager-temporary", "approved", message, True)
        days = _length(each)
        if days > most and not _extended(each):
            message = f"{days} days, and no written request in an emergency makes it longer than {most}"
            yield each.problem("manager-temporary", "until", message, {"max": str(_last(each, most))})


def in_charge_problems(record: Record) -> Iterator[Problem]:
    """Without the Board an employee may be in charge for at most 15 calendar days while the manager is away (§ 40-5.23(h))."""
    most = record.kind.book.limit_named("in_charge_days")
    for each in record.parts("in_charge"):
        if not each.flag("employee"):
            message = "the person in charge is not an employee of the licensee"
            yield each.problem("manager-in-charge", "employee", message, True)
        if not each.flag("manager_absent"):
            yield each.problem("manager-in-charge", "manager_absent", "the manager is not away", True)
        if (days := _length(each)) > most:
            message = f"{days} calendar days; at most {most} without the Board's approval"
            yield each.problem("manager-in-charge", "until", message, {"max": str(_last(each, most))})


def company_problems(record: Record) -> Iterator[Problem]:
    """A management company may employ the manager if the Board approves, and if the licensee decides all the same
    (§ 40-5.23(j))."""
    if record.text("employed_by") != "management company":
        return
    if not record.flag("contract_approved"):
        message = "the Board has not approved the contract under which the management company employs the manager"
        yield record.problem("manager-of-company", "contract_approved", message, True)
    if missing := [each for each in CONTROLS if each not in record.texts("controls")]:
        message = f"the licensee does not alone decide {', '.join(missing)}"
        yield record.problem("manager-of-company", "controls", message, list(CONTROLS))


def _extended(each: Entry) -> bool:
    """Whether a temporary manager may stay longer, in an emergency on a written request (§ 40-5.23(g))."""
    return each.flag("emergency") and each.flag("extension_requested")


def _length(each: Entry) -> int:
    """The days of a period, 0 where it has no end or no beginning."""
    first, last = each.day("from"), each.day("until")
    return length(first, last) if first is not None and last is not None else 0


def _last(each: Entry, most: int) -> date | None:
    first = each.day("from")
    return first and within(first, most - 1)


def deadlines(record: Record) -> Iterator[Deadline]:
    """The last day of the notice of a change, and the last days of those who stand in."""
    if (due := _notice_due(record)) is not None:
        what = f"notice to the Board: change of manager at {record.text('establishment')}"
        yield Deadline("40-5.23(c)", due, what, record.day("notice_filed") is not None)
    limit = record.kind.book.limit_named
    for name, section, most, what in (
        ("temporary", "40-5.23(g)", limit("temporary_manager_days"), "last day of the temporary manager"),
        ("in_charge", "40-5.23(h)", limit("in_charge_days"), "last day of the employee in charge"),
    ):
        for each in record.parts(name):
            last, longest = each.day("until"), _last(each, most)
            if last is not None and longest is not None and not (name == "temporary" and _extended(each)):
                last = min(last, longest)
            if last is not None:
                yield Deadline(section, last, f"{what} at {record.text('establishment')}", record.on > last)


def statements(record: Record) -> Iterator[Statement]:
    """The fee; and that the licensee answers for violations all the same (§ 40-5.23(e))."""
    due, section = fee(record)
    yield Statement(section, "fee", "not printed" if due is None else dollars(due))
    yield Statement("40-5.23(e)", "who answers for violations", "the licensee, with or without a manager")

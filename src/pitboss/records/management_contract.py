"""Management contracts: 40 Pa. Code 3.141 to 3.143, with the pecuniary interest of § 40-1.1 and the reputation of § 40-1.5."""

from collections.abc import Iterator
from datetime import date

from pitboss.house.problems import Problem
from pitboss.money import dollars
from pitboss.records.deadlines import Deadline, Statement, late, within
from pitboss.records.reading import Record
from pitboss.rulebook import chapter

FREE = (  # changes without substance (§ 40-3.142(c))
    "typographical correction",
    "omitted page or document",
    "name change",
    "address change",
    "contact information change",
)


def form_problems(contract: Record) -> Iterator[Problem]:
    """A contract is written, lies on the premises, and leaves the licensee in charge and liable (§ 40-3.141(b) and
    § 40-3.141(c), § 40-3.143(c)). § 40-3.141(a) lets a licensee make one."""
    if not contract.flag("licensee_directs"):
        message = "the contract does not leave the licensee able to direct its own business"
        yield contract.problem("contract-direction", "licensee_directs", message, True)
    for name, message in (
        ("in_writing", "the contract is not written"),
        ("copy_on_premises", "no copy of the contract is on the premises"),
        ("open_to_inspection", "the Board cannot inspect the contract"),
    ):
        if not contract.flag(name):
            yield contract.problem("contract-copy", name, message, True)
    if contract.flag("relieves_licensee"):
        message = "the licensee answers for violations whatever the contract says"
        yield contract.problem("contract-responsibility", "relieves_licensee", message, False)


def interest_problems(contract: Record) -> Iterator[Problem]:
    """A contract gives no pecuniary interest (§ 40-3.141(d)); one is presumed from ten percent of the proceeds on (§ 40-1.1) or
    from control (§ 40-1.1(i), § 40-1.1(ii), § 40-1.1(iii)), which may be rebutted. The Board may refuse the company for it
    (§ 40-3.143(b)(1))."""
    if contract.flag("gives_ownership"):
        yield contract.problem("contract-ownership", "gives_ownership", "the contract makes the company an owner", False)
    rebutted = bool(contract.text("rebuttal"))
    rule = "contract-interest-rebutted" if rebutted else "contract-interest"
    for name, what, allowed in _presumptions(contract):
        end = "the Board weighs what rebuts it" if rebutted else "a contract may give none (§ 40-3.141(d))"
        message = f"a pecuniary interest of the company is presumed, since {what}; {end}"
        yield contract.problem(rule, name, message, allowed)


def _presumptions(contract: Record) -> Iterator[tuple[str, str, object]]:
    """The fields from which a pecuniary interest is presumed, why, and what would be allowed."""
    percent, least = contract.decimal("proceeds_percent"), chapter("40-1").limit_named("pecuniary_percent")
    if percent is not None and percent >= least:
        yield "proceeds_percent", f"it receives {float(percent):g} percent of the proceeds", f"less than {least}"
    all_, own = contract.number("employees"), contract.number("employees_of_company")
    if all_ is not None and own is not None and 2 * own > all_:
        yield "employees_of_company", f"it employs {own} of {all_} employees, a majority", {"max": all_ // 2}
    if contract.flag("decides_daily"):
        yield "decides_daily", "it decides independently from day to day", False
    if contract.text("final_authority") == "company":
        yield "final_authority", "it has the final authority over the business", ["licensee"]


def party_problems(contract: Record) -> Iterator[Problem]:
    """The identity of every party, of licensee and company first, is filed with the Bureau of Licensing, on its forms
    (§ 40-3.142(a))."""
    listed = {party.text("name").strip().casefold() for party in contract.parts("party")}
    both = [name for name in (contract.text("licensee"), contract.text("company")) if name]
    if missing := [name for name in both if name.strip().casefold() not in listed]:
        message = f"no party of the name of {' or '.join(missing)} is listed"
        yield contract.problem("contract-parties", "party", message, both, "40-3.142(a)", "add [[party]]")
    for party in contract.parts("party"):
        if not party.flag("identity_filed"):
            message = f"the identity of {party.text('name')} was not filed with the Bureau of Licensing"
            yield party.problem("contract-parties", "identity_filed", message, True)
        elif not party.flag("on_form"):
            message = f"the identity of {party.text('name')} was not filed on the bureau's form"
            yield party.problem("contract-parties", "on_form", message, True)


def notice_problems(contract: Record) -> Iterator[Problem]:
    """The licensee or applicant reports a contract that is made, changed or ended in writing, on the Board's form, within 30
    days (§ 40-3.142(b))."""
    if (due := _due(contract)) is not None:
        yield from late(contract, "notice_filed", due, contract.on, "contract-notice", "40-3.142(b)")
    if contract.day("notice_filed") is None:
        return
    if contract.text("notice_by") != "licensee":
        message = f"the {contract.text('notice_by')} filed the notice; the licensee or applicant files it"
        yield contract.problem("contract-notice-form", "notice_by", message, ["licensee"])
    for name, what in (("notice_in_writing", "written"), ("notice_on_form", "on the Board's form")):
        if not contract.flag(name):
            yield contract.problem("contract-notice-form", name, f"the notice is not {what}", True)


def fee_problems(contract: Record) -> Iterator[Problem]:
    """A notice of a new or changed contract costs $350, any other nothing (§ 40-3.142(c))."""
    paid, due = contract.number("fee_paid") or 0, fee(contract)
    if contract.day("notice_filed") is not None and paid < due:
        message = f"{dollars(paid)} was paid; the notice costs {dollars(due)}"
        yield contract.problem("contract-fee", "fee_paid", message, due)
    elif paid > due:
        message = f"{dollars(paid)} was paid; the notice costs {dollars(due) if due else 'nothing'}"
        yield contract.problem("contract-fee-excess", "fee_paid", message, due)


def decision_problems(contract: Record) -> Iterator[Problem]:
    """A company that the Board has refused does not work (§ 40-3.143(b)); the Board decides in writing (§ 40-3.143(a))."""
    decision = contract.text("board_decision")
    if decision == "refused" and contract.flag("company_works"):
        yield contract.problem("contract-refused", "company_works", "the Board has refused the company, and it works", False)
    if decision != "none" and not contract.flag("decision_in_writing"):
        message = "the Board tells its decision in writing: ask for it"
        yield contract.problem("contract-decision", "decision_in_writing", message, True)


def person_problems(contract: Record) -> Iterator[Problem]:
    """A company's reputation is that of its people (§ 40-1.5(b)); the Board may refuse it for what they did (§ 40-1.5(a),
    § 40-3.143(b)(2))."""
    for person in contract.parts("person"):
        who = f"{person.text('name')}, {person.text('role')} of the company,"
        for name, what in (("convictions", "convicted"), ("citations", "cited")):
            if person.number(name):
                message = f"{who} was {what}: the Board considers it, and may refuse the company"
                yield person.problem("contract-reputation", name, message, 0, "40-1.5(b)")
        if person.flag("other_licenses"):
            message = f"{who} has or had a part in other licenses: the Board may refuse the company for it"
            yield person.problem("contract-other-licenses", "other_licenses", message, False)


def fee(contract: Record) -> int:
    """The fee of a contract's notice in cents (§ 40-3.142(c))."""
    event = contract.text("event")
    if event == "terminated" or (event == "modified" and contract.text("change") in FREE):
        return 0
    return contract.kind.book.limit_named("contract_fee")


def _due(contract: Record) -> date | None:
    """The last day of the notice; None for what happened before the paragraph was added."""
    event, book = contract.day("event_date"), contract.kind.book
    if event is None or event < date.fromisoformat(book.effective):
        return None
    return within(event, book.limit_named("contract_notice_days"))


def deadlines(contract: Record) -> Iterator[Deadline]:
    """The last day of the notice (§ 40-3.142(b))."""
    if (due := _due(contract)) is not None:
        what = f"notice to the Board: management contract {contract.text('event')}"
        yield Deadline("40-3.142(b)", due, what, contract.day("notice_filed") is not None)


def statements(contract: Record) -> Iterator[Statement]:
    """The fee, who files, and whether a pecuniary interest is presumed."""
    due = fee(contract)
    yield Statement("40-3.142(c)", "fee", dollars(due) if due else "none", contract.text("event"))
    who = "applicant" if contract.flag("applicant") else "licensee"
    yield Statement("40-3.142(b)", "who files", f"the {who}, in writing, on the Board's form")
    found = [name for name, _, _ in _presumptions(contract)]
    words = ["proceeds"] * ("proceeds_percent" in found) + ["control"] * (len(found) > ("proceeds_percent" in found))
    yield Statement("40-1.1", "presumption", " and ".join(words) or "none")

"""Hearings on license applications: 40 Pa. Code 17.5, 17.7 and 17.13."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from pitboss.house.problems import Problem
from pitboss.records.deadlines import Deadline, late, within
from pitboss.records.reading import Entry, Record

PETITION = "petition to intervene"
CONTENTS = {  # of every protest and petition
    "name": ("40-17.13(a)(1)", "the name"),
    "address": ("40-17.13(a)(1)", "the address"),
    "telephone": ("40-17.13(a)(1)", "the telephone number"),
    "matter": ("40-17.13(a)(2)", "the matter"),
    "objections": ("40-17.13(a)(3)", "the objections"),
}
OF_PETITIONS = {  # § 40-17.13(a)(4)
    "direct_interest": ("40-17.13(a)(4)(i)", "the petitioner's direct interest"),
    "aggrieved": ("40-17.13(a)(4)(ii)", "how the petitioner would be hurt"),
}


def content_problems(record: Record) -> Iterator[Problem]:
    """What a protest contains, and a petition besides (§ 40-17.13(a)(1) to § 40-17.13(a)(4)); a petition is served on the
    applicant, a protest need not be (§ 40-17.13(c)). Nobody has to answer either (§ 40-17.13(d))."""
    for protest in record.parts("protest"):
        petition = protest.text("kind") == PETITION
        for name, (section, what) in (CONTENTS | (OF_PETITIONS if petition else {})).items():
            if not protest.text(name):
                message = f"the {protest.text('kind') or 'protest'} does not say {what}"
                yield protest.problem("hearing-contents", name, message, what, section)
        if petition and not protest.flag("served"):
            yield protest.problem("hearing-served", "served", "the petition was not served on the applicant", True)


def filing_problems(record: Record) -> Iterator[Problem]:
    """Filed within 30 days of the posting, later only for good cause (§ 40-17.13(b))."""
    due = _protest_due(record)
    for protest in record.parts("protest"):
        filed = protest.day("filed")
        if due is None or filed is None:
            continue
        if filed > due and (cause := protest.text("good_cause")):
            message = f"filed on {filed}, after {due}; the Board may accept it for good cause: {cause}"
            yield protest.problem("hearing-late-with-cause", "filed", message, f"{due} or earlier")
        else:
            yield from late(protest, "filed", due, filed, "hearing-filed", "40-17.13(b)")


def notice_problems(record: Record) -> Iterator[Problem]:
    """Valid protestants and intervenors hear of the hearing at least ten days before it; the Board may leave out the reasons of
    those who stay away (§ 40-17.13(e))."""
    due = _notice_due(record)
    for protest in record.parts("protest"):
        if due is None or not protest.flag("valid"):
            continue
        told = protest.day("notified")
        if (told or record.on) > due:
            when = f"on {told}" if told else f"not at all, and it is {record.on}"
            message = f"told of the hearing {when}; ten days before it is {due}"
            yield protest.problem("hearing-notice", "notified", message, f"{due} or earlier")
        if not protest.flag("appears"):
            message = "the Board may leave out the reasons of a person who stays away or does not testify"
            yield protest.problem("hearing-absent", "appears", message, True)


def application_problems(record: Record) -> Iterator[Problem]:
    """Other than the Board's own (§ 40-17.5(a)), a subpoena is issued upon a written application with a copy to the other party
    (§ 40-17.5(a)(1)) that gives the reasons and names the documents (§ 40-17.5(a)(2)); else the Board may refuse it
    (§ 40-17.5(a)(3))."""
    for subpoena in record.parts("subpoena"):
        if subpoena.text("by") == "Board":
            continue
        refused = "the Board may refuse the subpoena"
        for name, what in (("application", "no written application"), ("copy_to_opponent", "no copy to the other party")):
            if not subpoena.flag(name):
                yield subpoena.problem("hearing-application", name, f"there is {what}: {refused}", True)
        if not subpoena.text("relevance"):
            message = f"the application does not say why the evidence matters: {refused}"
            yield subpoena.problem("hearing-relevance", "relevance", message, "the reasons")
        if subpoena.text("kind") == "documents" and not subpoena.text("documents"):
            message = f"the application does not say which documents are wanted: {refused}"
            yield subpoena.problem("hearing-relevance", "documents", message, "the documents")


def service_problems(record: Record) -> Iterator[Problem]:
    """A witness is served in person by the party that asked, which pays the fees (§ 40-17.5(b)(1)); for documents whoever has
    them, or the agency head (§ 40-17.5(b)(2)); 48 hours before the hearing (§ 40-17.5(b)(3)). Else the subpoena may be
    unenforceable (§ 40-17.5(b)(4))."""
    last = _service_due(record)
    for subpoena in record.parts("subpoena"):
        served = subpoena.time("served")
        if served is None:
            if last is not None and record.on > last.date() and not subpoena.flag("waived_48_hours"):
                message = f"not served, and it is {record.on}: it may not be enforced"
                yield subpoena.problem("hearing-48-hours", "served", message, f"{last:%Y-%m-%d %H:%M} or earlier")
            continue
        if last is not None and served > last and not subpoena.flag("waived_48_hours"):
            message = f"served at {served:%Y-%m-%d %H:%M}, less than 48 hours before the hearing: it may not be enforced"
            allowed = f"{last:%Y-%m-%d %H:%M} or earlier"
            yield subpoena.problem("hearing-48-hours", "served", message, allowed)
        if subpoena.text("kind") == "witness":
            yield from _witness(subpoena)
        else:
            yield from _documents(subpoena)


def _witness(subpoena: Entry) -> Iterator[Problem]:
    if not subpoena.flag("personally"):
        yield subpoena.problem("hearing-witness", "personally", "the witness was not served in person", True)
    for name, what in (("served_by", "served the witness"), ("fees_paid_by", "pays the witness fees")):
        if subpoena.text(name) == "other":
            message = f"another than the requesting party {what}"
            yield subpoena.problem("hearing-witness", name, message, ["requesting party"])


def _documents(subpoena: Entry) -> Iterator[Problem]:
    allowed = ["possessor"] if subpoena.flag("possessor_known") else ["agency head", "custodian"]
    if subpoena.text("served_on") not in allowed:
        message = f"it was served on the {subpoena.text('served_on')}"
        yield subpoena.problem("hearing-documents", "served_on", message, allowed)


def exhibit_problems(record: Record) -> Iterator[Problem]:
    """Five copies of each exhibit unless directed otherwise (§ 40-17.7(a)); what was shown in advance is no evidence until it
    is admitted (§ 40-17.7(b))."""
    for exhibit in record.parts("exhibit"):
        copies, directed = exhibit.number("copies"), exhibit.number("copies_directed")
        least = record.kind.book.limit_named("exhibit_copies") if directed is None else directed
        if copies is not None and copies < least:
            message = f"{copies} copies of {exhibit.text('name')}; {least} are handed in"
            yield exhibit.problem("hearing-copies", "copies", message, {"min": least})
        if exhibit.flag("in_advance") and exhibit.flag("relied_on") and not exhibit.flag("admitted"):
            message = f"{exhibit.text('name')} is no evidence: the examiner has not admitted it at the hearing"
            yield exhibit.problem("hearing-evidence", "admitted", message, True)


def _protest_due(record: Record) -> date | None:
    posted = record.day("posted")
    return posted and within(posted, record.kind.book.limit_named("protest_days"))


def _notice_due(record: Record) -> date | None:
    hearing = record.time("hearing")
    return hearing and within(hearing.date(), -record.kind.book.limit_named("hearing_notice_days"))


def _service_due(record: Record) -> datetime | None:
    hearing = record.time("hearing")
    return hearing and hearing - timedelta(hours=record.kind.book.limit_named("service_hours"))


def deadlines(record: Record) -> Iterator[Deadline]:
    """The last days of protests, of the notice of the hearing and of subpoenas."""
    if (due := _protest_due(record)) is not None:
        yield Deadline("40-17.13(b)", due, f"protests against {record.text('applicant')}", record.on > due)
    if (due := _notice_due(record)) is not None:
        told = all(protest.day("notified") for protest in record.parts("protest") if protest.flag("valid"))
        yield Deadline("40-17.13(e)", due, "notice of the hearing to protestants and intervenors", told)
    last = _service_due(record)
    if last is not None and record.parts("subpoena"):
        served = all(subpoena.time("served") for subpoena in record.parts("subpoena"))
        yield Deadline("40-17.5(b)(3)", last.date(), f"service of subpoenas, by {last:%H:%M}", served)

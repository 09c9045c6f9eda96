"""Tags of bobcats and fishers: 58 Pa. Code 147.701, by the text in force in 2011 and by the proposal for it.

In force: a carcass tag at once, then a permanent tag for every bobcat and fisher, through the eyes of a pelt that leaves
Pennsylvania. Proposed: after the carcass tag a CITES tag for bobcats only, where one goes abroad or the permittee asks.
"""

from collections.abc import Iterator
from datetime import date

from pitboss.house.problems import Problem
from pitboss.records.deadlines import Statement
from pitboss.records.reading import Record

PROPOSED = "proposed"
PREPARED = "mounted, tanned, made into a commercial fur or prepared for consumption"
EYES, PART = "eyes of the pelt", "the part"


def permit_problems(record: Record) -> Iterator[Problem]:
    """Bobcats are hunted and trapped, fishers trapped, with a permit, in season and in designated areas (§ 147.701)."""
    if record.text("species") == "fisher" and record.text("method") == "hunting":
        yield record.problem("tag-method", "method", "permits are for trapping fishers, not for hunting them", ["trapping"])
    for name, what in (("permit", "the person has no permit"), ("designated_area", "the area is not a designated one")):
        if not record.flag(name):
            yield record.problem("tag-permit", name, what, True)
    taken, first, last = record.day("taken"), record.day("season_from"), record.day("season_until")
    if taken is not None and ((first is not None and taken < first) or (last is not None and taken > last)):
        allowed = f"{first or 'any day'} to {last or 'any day'}"
        yield record.problem("tag-season", "taken", f"{taken} is not in the season", allowed)


def carcass_problems(record: Record) -> Iterator[Problem]:
    """The carcass tag is filled in and attached before the animal is moved, and stays on until the next tag or until the animal
    is made into something (§ 147.701(4)(i)): in force until the permanent tag is provided, by the proposal until a CITES tag is
    attached."""
    if record.text("carcass_tag_attached") not in ("", "before removal"):
        message = f"the carcass tag was attached {record.text('carcass_tag_attached')}"
        yield record.problem("tag-carcass", "carcass_tag_attached", message, ["before removal"])
    if not record.flag("carcass_tag_complete"):
        yield record.problem("tag-carcass", "carcass_tag_complete", "the carcass tag is not fully filled in", True)
    removed = record.day("carcass_tag_removed")
    if record.text("text") == PROPOSED:
        next_tag = record.day("tag_locked") if record.text("tag") == "CITES" else None
    else:
        next_tag = record.day("tag_received") if record.text("tag") == "permanent" else None
    ends = [day for day in (next_tag, _prepared(record)) if day is not None]
    if removed is not None and (not ends or removed < min(ends)):
        end = min(ends) if ends else None
        message = f"the carcass tag came off on {removed}, {f'before {end}' if end else 'and nothing had replaced it'}"
        yield record.problem("tag-carcass", "carcass_tag_removed", message, f"{end} or later" if end else carcass_tag(record))


def _prepared(record: Record) -> date | None:
    """The day on which the animal was made into something; None while it is not."""
    return None if record.text("prepared") == "no" else record.day("prepared_on")


def lock_problems(record: Record) -> Iterator[Problem]:
    """The second tag is locked at once, and stays on until the animal is made into something (§ 147.701(4)(iii))."""
    received, locked, removed = record.day("tag_received"), record.day("tag_locked"), record.day("tag_removed")
    if received is not None and locked != received:
        message = f"the tag came on {received}, and was {f'locked on {locked}' if locked else 'not locked'}"
        yield record.problem("tag-locked", "tag_locked", message, str(received))
    prepared = _prepared(record)
    if removed is not None and (prepared is None or removed < prepared):
        message = f"the tag came off on {removed}, before the animal was {PREPARED}"
        yield record.problem("tag-kept", "tag_removed", message, f"{prepared or 'then'} or later")


def second_tag_problems(record: Record) -> Iterator[Problem]:
    """What leaves has the tag that the text asks for, locked where it says (§ 147.701(4)(iii))."""
    needed, tag = second_tag(record), record.text("tag")
    if tag != "none" and tag != needed:
        message = f"the {'proposal' if record.text('text') == PROPOSED else 'text in force'} knows no {tag} tag for this animal"
        yield record.problem("tag-needless", "tag", message, [needed])
    exported, locked, through = record.day("exported"), record.day("tag_locked"), record.text("tag_locked_through")
    if needed == "none" or (exported is None and tag != needed):
        return
    if exported is not None and tag != needed:
        yield record.problem("tag-missing", "tag", f"it left Pennsylvania without a {needed} tag", [needed])
        return
    if exported is not None and locked is None and record.day("tag_received") is None:
        message = f"it left Pennsylvania on {exported}; when its tag was locked is not stated"
        yield record.problem("tag-missing", "tag_locked", message, f"{exported} or earlier")
    if exported is not None and locked is not None and exported < locked:
        message = f"it left Pennsylvania on {exported}, before the tag was locked on {locked}"
        yield record.problem("tag-missing", "exported", message, f"{locked} or later")
    place = _place(record)
    if place and through and through != place:
        yield record.problem("tag-place", "tag_locked_through", f"the tag was locked through {through}", [place])


def _place(record: Record) -> str:
    """Where the second tag is locked, "" where the text leaves it open."""
    if record.text("text") == PROPOSED:
        return EYES if record.text("part") == "pelt" else PART
    return EYES if record.text("destination") != "Pennsylvania" and record.text("part") == "pelt" else ""


def second_tag(record: Record) -> str:
    """The tag that follows the carcass tag (§ 147.701(4)(iii))."""
    if record.text("text") != PROPOSED:
        return "permanent"
    wanted = record.text("destination") == "abroad" or record.flag("requested")
    return "CITES" if record.text("species") == "bobcat" and wanted else "none"


def carcass_tag(record: Record) -> str:
    """Until when the carcass tag stays on (§ 147.701(4)(i)), where nothing is done to the animal before."""
    needed = second_tag(record)
    if needed == "none":
        return f"until the animal is {PREPARED}"
    return "until the permanent tag is provided" if needed == "permanent" else "until the CITES tag is attached"


def statements(record: Record) -> Iterator[Statement]:
    """Which tags the animal bears, and until when."""
    yield Statement("147.701(4)(i)", "carcass tag", carcass_tag(record), "attached before the animal is moved")
    needed, place = second_tag(record), _place(record)
    if needed == "none":
        yield Statement("147.701(4)(iii)", "second tag", "none")
        return
    through = f", through {place}" if place else ""
    until = f"locked when it comes{through}, until the animal is {PREPARED}"
    yield Statement("147.701(4)(iii)", "second tag", f"{needed} tag", until)

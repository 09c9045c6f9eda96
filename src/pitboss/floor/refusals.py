"""Refused reports: who declared what at which table, and why it was refused, as lines of the office.

A report that is refused changes nothing at its table and has no record there, and its version stays. The office has it before
its author hears of it. What one account says again in the same words is on record once, and an account that is refused too
often is only told to wait.
"""

import json
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pitboss.errors import PitbossError, public
from pitboss.floor import office
from pitboss.floor.accounts import Account
from pitboss.floor.banks import Again
from pitboss.floor.limits import Bucket, Buckets, Rate, TooMany
from pitboss.floor.units import Unit
from pitboss.floor.writer import Writer
from pitboss.table.commands import Report

if TYPE_CHECKING:
    from pitboss.floor.floor import Reply

OFTEN = Rate(20, 10.0)  # refusals of one account that are put on record
ALL = Rate(500, 1.0)  # and of all accounts together: anybody may come as a guest
REMEMBERED = 1000  # refusals that are not put on record again
LONGEST = 500  # characters of a detail or a reason

Known = tuple[int, str, str, str, str]


class Refusals:
    """The refused reports of a floor."""

    def __init__(self, writer: Writer, now: Callable[[], int], clock: Callable[[], float]) -> None:
        self._writer, self._now = writer, now
        self._own, self._all = Buckets(OFTEN, clock=clock), Bucket(ALL, clock=clock)
        self.waiting = 0  # refusals on their way to the disk
        self._known: OrderedDict[Known, None] = OrderedDict()

    def reply(self, table: str, who: Account, deed: Report, reply: "Reply") -> "Reply":
        """A reply that puts a refusal on record before it passes it on."""
        return partial(self._pass_on, table, who, deed, reply)

    def _pass_on(self, table: str, who: Account, deed: Report, reply: "Reply", found: int | PitbossError) -> None:
        if not isinstance(found, PitbossError) or isinstance(found, Again | TooMany):
            reply(found)
            return
        detail = json.dumps(deed.detail, separators=(",", ":"), default=str)[:LONGEST]
        key: Known = (who.id, table, _plain(deed.kind), detail, _plain(found.message))
        if key in self._known:
            self._known.move_to_end(key)
            reply(found)
        elif wait := self._own.wait(who.id) or int(not self._all.take()):
            reply(TooMany(wait, "too many reports were refused"))
        else:
            self._record(key, who, found, reply)

    def _record(self, key: Known, who: Account, refused: PitbossError, reply: "Reply") -> None:
        _, table, kind, detail, why = key
        event = office.ReportRefused(
            by=who.by, at=self._now(), table=table, kind=kind, detail=detail, why=why, cite=refused.cite
        )

        def done(error: Exception | None) -> None:
            self.waiting -= 1
            if error is not None:
                reply(Again(f"the refusal could not be put on record; say it again ({public(error)})"))
                return
            self._remember(key)
            reply(refused)

        self.waiting += 1
        try:
            self._writer.submit(Unit(office=[office.encode(event)], done=done))
        except (PitbossError, ValueError) as error:
            done(error)

    def _remember(self, key: Known) -> None:
        self._known[key] = None
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _plain(text: str) -> str:
    """A text of moderate length that can be written down, whatever is in it."""
    return text[:LONGEST].encode(errors="backslashreplace").decode()

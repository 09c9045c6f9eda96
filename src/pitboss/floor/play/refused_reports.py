"""Refused reports, put on record in the office: author, table, report and reason.

A refused report changes nothing at its table and leaves no record there. The office has it before its author gets the refusal.
Repeats in the same words are recorded once, and an account that is refused too often is only told to wait.
"""

import json
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

from pitboss.errors import PitbossError, public_message
from pitboss.floor.people import office
from pitboss.floor.people.accounts import Account
from pitboss.floor.people.rate_limits import Buckets, Rate, RateLimitError, remember
from pitboss.floor.play.banks import RetryLaterError
from pitboss.floor.play.command_requests import Reply
from pitboss.floor.storage.transactions import Unit
from pitboss.floor.storage.writer import Writer
from pitboss.table.commands import Report

OFTEN = Rate(20, 10.0)  # refusals of one account that are put on record
ALL = Rate(500, 1.0)  # of all accounts together, as guests are free
REMEMBERED = 1000  # refusals that are not put on record again
LONGEST = 500  # characters of a detail or a reason

Known = tuple[int, str, str, str, str]


class RefusedReports:
    """The refused reports of a floor."""

    def __init__(self, writer: Writer, now: Callable[[], int], clock: Callable[[], float]) -> None:
        self._writer, self._now = writer, now
        self._own, self._all = Buckets(OFTEN, clock=clock), Buckets(ALL, keys=1, clock=clock)
        self.waiting = 0  # refusals on their way to the disk
        self._known: OrderedDict[Known, None] = OrderedDict()

    def reply(self, table: str, account: Account, report: Report, reply: Reply) -> Reply:
        """A reply that puts a refusal on record before it passes it on."""
        return partial(self._pass_on, table, account, report, reply)

    def _pass_on(self, table: str, account: Account, report: Report, reply: Reply, result: int | PitbossError) -> None:
        if not isinstance(result, PitbossError) or isinstance(result, RetryLaterError | RateLimitError):
            reply(result)
            return
        detail = json.dumps(report.detail, separators=(",", ":"), default=str)[:LONGEST]
        key: Known = (account.id, table, _plain(report.kind), detail, _plain(result.message))
        if key in self._known:
            self._known.move_to_end(key)
            reply(result)
        elif wait := self._own.wait(account.id) or self._all.wait(""):
            reply(RateLimitError(wait, "too many reports were refused"))
        else:
            self._record(key, account, result, reply)

    def _record(self, key: Known, account: Account, refused: PitbossError, reply: Reply) -> None:
        _, table, kind, detail, why = key
        event = office.ReportRefused(
            by=account.by, at=self._now(), table=table, kind=kind, detail=detail, why=why, cite=refused.cite
        )

        def done(error: Exception | None) -> None:
            self.waiting -= 1
            if error is not None:
                reply(RetryLaterError(f"the refusal could not be put on record; say it again ({public_message(error)})"))
                return
            remember(self._known, key, None, REMEMBERED)
            reply(refused)

        self.waiting += 1
        try:
            self._writer.submit(Unit(office=[office.encode(event)], done=done))
        except (PitbossError, ValueError) as error:
            done(error)


def _plain(text: str) -> str:
    """A text of moderate length that can be written down, whatever is in it."""
    return text[:LONGEST].encode(errors="backslashreplace").decode()

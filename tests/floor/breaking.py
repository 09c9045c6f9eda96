"""Servers that are broken on purpose, each in one way that the tests of crashes and histories have to find."""

import random
import time
from collections.abc import Callable
from typing import Any


def slow_down(seconds: float) -> None:
    """Has each commit wait, so that more is under way when the server dies."""
    if not seconds:
        return
    from pitboss.floor.storage.commits import Commits

    commit = Commits.commit

    def later(self: Any, units: Any) -> Any:
        time.sleep(seconds)
        return commit(self, units)

    Commits.commit = later  # type: ignore[method-assign]


def spoil(name: str) -> None:
    """Breaks the server of this process."""
    if name:
        WAYS[name]()


def tells_before_the_commit() -> None:
    """Acknowledges and shows what is only queued."""
    from pitboss.floor.play.floor import Floor

    submit = Floor._submit

    def early(self: Any, bank: Any, pending: Any) -> None:
        submit(self, bank, pending)
        if any(each is pending for each in bank.pending):
            done, pending.unit.done = pending.unit.done, lambda error: None
            done(None)

    Floor._submit = early  # type: ignore[method-assign]


def answers_before_the_commit() -> None:
    """Acknowledges what is only queued, and shows nothing before its time."""
    from pitboss.floor.play.floor import Floor

    submit = Floor._submit

    def early(self: Any, bank: Any, pending: Any) -> None:
        waiting, pending.waiting = pending.waiting, []
        submit(self, bank, pending)
        for told in waiting:
            told(None)

    Floor._submit = early  # type: ignore[method-assign]


def forgets_ids() -> None:
    """Carries out again what is said again."""
    from pitboss.floor.play import floor
    from pitboss.floor.play.command_requests import UsedIds
    from pitboss.table.table import Table

    Table._remember = lambda self, author, id_: None  # type: ignore[method-assign]
    UsedIds.add = lambda self, account, request_id, stream: None  # type: ignore[method-assign]
    vars(floor)["CommandRow"] = lambda *row: None


def answers_with_the_version_before() -> None:
    """Tells a version that was another's."""
    from pitboss.floor.play import floor

    answer = floor._answer
    vars(floor)["_answer"] = lambda reply, version, log, failed: answer(reply, version - 1, log, failed)


def refuses_what_is_lawful() -> None:
    """Refuses a few commands for no reason."""
    from pitboss.errors import IllegalWager
    from pitboss.floor.play.floor import Floor

    submit = Floor.submit

    def moody(self: Any, table: Any, account: Any, command: Any, expected_version: Any, request_id: str, reply: Any) -> None:
        if random.random() < 0.1:
            reply(IllegalWager("no wager may be made, increased or withdrawn after “no more bets”"))
        else:
            submit(self, table, account, command, expected_version, request_id, reply)

    Floor.submit = moody  # type: ignore[method-assign]


def shows_what_was() -> None:
    """Shows whoever looks at a whole table what somebody saw of it some time before."""
    from pitboss.floor.play.live_table import LiveTable

    whole, kept = LiveTable.whole, {}  # type: ignore[var-annotated]

    def stale(self: Any, viewer: Any, words: bool = False) -> bytes:
        before: bytes = kept.get((self.name, viewer.player)) or whole(self, viewer, words)
        kept[self.name, viewer.player] = whole(self, viewer, words)
        return before

    LiveTable.whole = stale  # type: ignore[method-assign]


def shows_hidden_cards() -> None:
    """Shows everybody all cards that are dealt."""
    from pitboss.floor.play.broadcast import Broadcast
    from pitboss.table.view.viewers import SURVEILLANCE

    join = Broadcast.join

    def joined(self: Any, line: Any, viewer: Any, words: bool = False) -> None:
        join(self, line, SURVEILLANCE, words)

    Broadcast.join = joined  # type: ignore[method-assign]


def loses_chips() -> None:
    """Leaves what a player takes back to the cage out of the ledger."""
    from pitboss.floor.play import tables
    from pitboss.floor.storage.postings import entries_of

    def careless(record: Any, *about: Any) -> Any:
        left = any(step.act == "leave" for step in record.steps)
        return [] if left else entries_of(record, *about)

    vars(tables)["entries_of"] = careless


WAYS: dict[str, Callable[[], None]] = {
    way.__name__: way
    for way in (
        tells_before_the_commit,
        answers_before_the_commit,
        forgets_ids,
        answers_with_the_version_before,
        refuses_what_is_lawful,
        shows_what_was,
        shows_hidden_cards,
        loses_chips,
    )
}

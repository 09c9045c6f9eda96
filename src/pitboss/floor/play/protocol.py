"""The WebSocket protocol, and what a client needs when it connects.

Up: `{"hello": {"version": 57, "log": "table/blackjack"}}` (once, first), then
`{"id": "…", "version": 57, "command": {"do": "bet", "seat": 1, "wagers": {"Ante": 1000}}}`.

Down: `{"table": {…}, "v": 57}`, the whole table as this viewer sees it, unless the client is up to date; then messages
`{"v": 58, "frames": [{"v": 58, "steps": […]}], "asked": […], "answers": [{"id": "…", "v": 58}]}`. A frame is what one record
shows to this viewer, and a gap between two frames always means loss. `asked` is there while the table waits, with `clock`, the
seconds until the house answers for silent players. An answer has the version that a command produced, or
`{"id": "…", "refused": "…", "cite": "565.7(a)(1)", "kind": "IllegalWager", "retry": false}`. An unreadable message is answered
with `{"error": "…", "id": "…"}`. After a close with "resync", connect again.

With `"words": true` in hello, frames also have `words`, lines such as `["565.11(b)", "Seat 2: fold"]`; the whole table has the
`words` of its last round; and `question` comes with `asked`: `["565.11(b)", "Play for $10, or fold?"]` for the player asked,
`["", "Seat 2 is asked."]` for others.

Heartbeats: `{"ping": true}` is answered with `{"pong": true}` at once. With `"beats": true` in hello the server pings too, by
the protocol's own pings, and ends the connection of a client that is silent for about two seconds.
"""

import re
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from pitboss.errors import BadCommand
from pitboss.table.commands import Deed
from pitboss.table.door import LONGEST_ID, MOST_CENTS

BUY_IN = 50_000  # cents with which a player sits down by default
LONGEST_MESSAGE = 32_768  # bytes that a client may send at once


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client has of a table: version and log, none at the first visit. With `words` it wants sentences too, with
    `beats` a ping every second."""

    version: int | None = None
    log: str = ""
    words: bool = False
    beats: bool = False


class ClientMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a client: a command under its own id for the version it knows, or a greeting."""

    id: str = ""
    version: int | None = None
    command: Deed | None = None
    hello: Hello | None = None
    ready: bool | None = None  # no more wagers from this player for the next round
    ping: Literal[True] | None = None


class Status(NamedTuple):
    """The state of a table for a client that says hello: log, versions with frames, and why it closed."""

    log: str
    oldest: int  # frames after this version can be sent
    version: int
    closed: str = ""


class Whole(NamedTuple):
    """The client is sent the whole table."""


class Since(NamedTuple):
    """The client gets what happened since its version."""

    version: int


class Closed(NamedTuple):
    """The client is sent nothing more."""

    why: str


def welcome(hello: Hello, table: Status) -> Whole | Since | Closed:
    """What a client needs: one rule for first visit, reload, lost line and restarted server.

    >>> here = Status("table/blackjack", 10, 57)
    >>> welcome(Hello(), here), welcome(Hello(50, "table/blackjack"), here), welcome(Hello(57, "table/blackjack"), here)
    (Whole(), Since(version=50), Since(version=57))
    >>> welcome(Hello(9, "table/blackjack"), here), welcome(Hello(58, "table/blackjack"), here)
    (Whole(), Whole())
    >>> welcome(Hello(50, "table/other"), here), welcome(Hello(50), here._replace(closed="the table has closed"))
    (Whole(), Closed(why='the table has closed'))
    """
    if table.closed:
        return Closed(table.closed)
    if hello.version is None or hello.log != table.log or not table.oldest <= hello.version <= table.version:
        return Whole()
    return Since(hello.version)


_UP: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def read_client_message(message: str | bytes) -> ClientMessage:
    """Parse a client's message; raises BadCommand."""
    if len(message) > LONGEST_MESSAGE:
        raise BadCommand(f"a message has at most {LONGEST_MESSAGE} bytes")
    try:
        up = _UP.decode(message)
    except (msgspec.MsgspecError, UnicodeError, ValueError, RecursionError) as error:
        raise unreadable(error, Deed) from None
    if [up.command, up.hello, up.ready, up.ping].count(None) != 3:
        raise BadCommand("a message is one of hello, command, ready, ping")
    if up.command is not None:
        check_command_id(up.id, up.version)
    return up


WRONG_KIND = re.compile(r"Expected `(?P<kind>[a-z]+)[^`]*`, got `[^`]*` - at `[^`]*\.(?P<field>\w+)(?P<each>\[\.*\d*\])?`")
KINDS = {
    "int": "a whole number of at most 18 digits",  # a longer one is read as a number with a decimal point
    "str": "a text",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
}


def unreadable(error: Exception, commands: Any) -> BadCommand:
    """One sentence about a message that does not parse as one of these commands.

    >>> unreadable(ValueError("Invalid value 'fly' - at `$.command.do`"), Deed).message[:41]
    '`do` is one of open, sit, buy, leave, bet'
    >>> unreadable(ValueError("Object missing required field `seat` - at `$.command`"), Deed).message
    'that is not as it is taken here: Object missing required field `seat` - at `$.command`'
    >>> unreadable(ValueError("Expected `int`, got `float` - at `$.command.limits[...]`"), Deed).message
    'each of `limits` must be a whole number of at most 18 digits'
    """
    why = str(error)[:200]
    if (found := WRONG_KIND.fullmatch(why)) and found["kind"] in KINDS:
        each = "each of " if found["each"] else ""
        return BadCommand(f"{each}`{found['field']}` must be {KINDS[found['kind']]}")
    if why.endswith(".do`") or "missing required field `do`" in why:
        return BadCommand(f"`do` is one of {', '.join(str(each.__struct_config__.tag) for each in get_args(commands))}")
    return BadCommand(f"that is not as it is taken here: {why}")


class _Id(msgspec.Struct):
    id: str = ""


def id_in(message: str | bytes) -> str:
    """The id of an unreadable message, as far as it can be read.

    >>> id_in(b'{"id": "c1", "command": 7}'), id_in(b"nonsense")
    ('c1', '')
    """
    try:
        return msgspec.json.decode(message, type=_Id).id[:LONGEST_ID]
    except (msgspec.MsgspecError, UnicodeError, ValueError, RecursionError):
        return ""


def check_command_id(request_id: str, version: int | None) -> None:
    """Check a command's id and version; raises BadCommand."""
    if not 1 <= len(request_id) <= LONGEST_ID or not request_id.isprintable():
        raise BadCommand(f"a command has an id of its own, of 1 to {LONGEST_ID} characters")
    if version is None or not 0 <= version <= MOST_CENTS:
        raise BadCommand("a command says for which version of the table it was made")

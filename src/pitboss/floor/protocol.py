"""What goes over a WebSocket, and what a client needs when it comes, first or again.

Up: `{"hello": {"version": 57, "log": "table/blackjack"}}` (once, first), then
`{"id": "…", "version": 57, "command": {"do": "bet", "seat": 1, "wagers": {"Ante": 1000}}}`.

Down: either `{"table": {…}, "v": 57}`, the whole table as this viewer sees it, or nothing but what follows; and then messages
`{"v": 58, "frames": [{"v": 58, "steps": […]}], "asked": […], "answers": [{"id": "…", "v": 58}]}`. A frame is what one record
shows to this viewer, and a gap between two frames always means loss. `asked` is there when the table waits, with `clock`, the
seconds until the house goes on without whoever is silent; a message without `asked` says that the table goes on. An answer has
the version that a command brought about, or why it was refused: `{"id": "…", "refused": "…", "cite": "565.7(a)(1)", "kind":
"IllegalWager", "retry": false}`. What cannot be read at all is answered with `{"error": "…", "id": "…"}`. A line that ends with
"resync" has to be opened again.

Whoever says `"words": true` with hello is told everything in sentences too: a frame then has `words`, a list of lines such as
`["565.11(b)", "Seat 2: fold"]`, where there is anything to be said; the whole table has beside it the `words` of the round in
progress or of the last one; and with what is asked comes `question`, one line `["565.11(b)", "Play for $10, or fold?"]` to
whoever is asked, `["", "Seat 2 is asked."]` to others.
"""

from typing import Any, NamedTuple, get_args

import msgspec

from pitboss.errors import BadCommand
from pitboss.table.commands import Deed
from pitboss.table.door import LONGEST_ID, MOST_CENTS

LONGEST_MESSAGE = 32_768  # bytes that a client may send at once


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client knows of a table: the version that it was told last, and of which log; nothing at its first visit.
    With `words` it is told all that happens in sentences too."""

    version: int | None = None
    log: str = ""
    words: bool = False


class Up(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command, under an id of the client's own, made for what it knows; or a greeting."""

    id: str = ""
    version: int | None = None
    command: Deed | None = None
    hello: Hello | None = None
    ready: bool | None = None  # no more wagers from this player for the next round


class Status(NamedTuple):
    """What is known of a table when somebody says hello: its log, the versions from which frames are kept and to which they are
    durable, and why it is closed."""

    log: str
    oldest: int  # frames after this version can be sent
    version: int
    closed: str = ""


class Whole(NamedTuple):
    """The client is sent the whole table."""


class Since(NamedTuple):
    """The client is sent what happened since the version that it knows."""

    version: int


class Closed(NamedTuple):
    """The client is sent nothing more."""

    why: str


def welcome(hello: Hello, table: Status) -> Whole | Since | Closed:
    """What a client needs: one rule for the first visit, a reload, a lost line and a server that was started again.

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


_UP: msgspec.json.Decoder[Up] = msgspec.json.Decoder(Up)


def read_up(message: str | bytes) -> Up:
    """What a client says; raises BadCommand with one sentence."""
    if len(message) > LONGEST_MESSAGE:
        raise BadCommand(f"a message has at most {LONGEST_MESSAGE} bytes")
    try:
        up = _UP.decode(message)
    except (msgspec.MsgspecError, UnicodeError, ValueError, RecursionError) as error:
        raise unreadable(error, Deed) from None
    if (up.command is not None) + (up.hello is not None) + (up.ready is not None) != 1:
        raise BadCommand("a message is one of hello, command, ready")
    if up.command is not None:
        check_said(up.id, up.version)
    return up


def unreadable(error: Exception, deed: Any) -> BadCommand:
    """One sentence on what is no message or no command, where one of a kind of deeds was meant.

    >>> unreadable(ValueError("Invalid value 'fly' - at `$.command.do`"), Deed).message[:60]
    '`do` is one of open, sit, buy, leave, bet, rest, permit, act'
    >>> unreadable(ValueError("Object missing required field `seat` - at `$.command`"), Deed).message
    'that is not as it is taken here: Object missing required field `seat` - at `$.command`'
    """
    why = str(error)[:200]
    if why.endswith(".do`") or "missing required field `do`" in why:
        return BadCommand(f"`do` is one of {', '.join(str(each.__struct_config__.tag) for each in get_args(deed))}")
    return BadCommand(f"that is not as it is taken here: {why}")


class _Id(msgspec.Struct):
    id: str = ""


def id_in(message: str | bytes) -> str:
    """The id of a message that is no command, as far as it can be read.

    >>> id_in(b'{"id": "c1", "command": 7}'), id_in(b"nonsense")
    ('c1', '')
    """
    try:
        return msgspec.json.decode(message, type=_Id).id[:LONGEST_ID]
    except (msgspec.MsgspecError, UnicodeError, ValueError, RecursionError):
        return ""


def check_said(id_: str, version: int | None) -> None:
    """Whether a command can be told from others and was made for something; raises BadCommand."""
    if not 1 <= len(id_) <= LONGEST_ID or not id_.isprintable():
        raise BadCommand(f"a command has an id of its own, of 1 to {LONGEST_ID} characters")
    if version is None or not 0 <= version <= MOST_CENTS:
        raise BadCommand("a command says for which version of the table it was made")

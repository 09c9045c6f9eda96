"""Messages between the processes of a floor, and requests about a table that are no commands: the process that serves the table
handles them, the others forward them."""

import msgspec

from pitboss.errors import BadCommand, PitbossError, public_message
from pitboss.floor.people.accounts import Account
from pitboss.floor.play import bots
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.peers import TableRequest
from pitboss.floor.play.table_lifecycle import TableLifecycle


class Call(msgspec.Struct, omit_defaults=True, rename={"account": "who", "command": "deed"}):
    """Something that is asked of another process, or answered to it."""

    number: int
    sender: str
    place: str = ""  # the table or room; "" for an answer
    asked: TableRequest | None = None  # None for a command
    account: Account | None = None
    command: msgspec.Raw = msgspec.Raw(b"null")
    version: int | None = None
    id: str = ""
    error: str = ""  # of an answer: the kind of the error, its sentence and its paragraph
    why: str = ""
    cite: str = ""
    numbers: dict[str, int] = {}  # what the error has besides, such as the seconds after which to try again


async def handle(lifecycle: TableLifecycle, live: LiveTable, request: TableRequest) -> int:
    """Handle a request, or forward it to the process that serves the table."""
    floor, player = lifecycle.floor, request.player
    if live.bank.served_by and floor.cluster is not None:
        return await floor.cluster.call(live, request)
    match request.kind:
        case "ready":
            floor.presence.is_ready(live, player, bool(request.count))
        case "hold":
            floor.presence.hold(live, player, request.account.id if request.account else 0)
        case "came" | "went":
            floor.presence.is_there(live, player, request.process, request.kind == "came")
        case "bots":
            return await bots.seat(floor, live, request.count)
        case "welcome":
            return len(bots.welcome(live, live.seated))
        case "dismiss":
            return await bots.dismiss(floor, live)
        case "close":
            assert request.account is not None
            await lifecycle.close_table(request.account, live)
        case _:
            raise BadCommand(f"nobody asks for {request.kind} here")
    return 0


def write_error(answer: Call, error: PitbossError) -> None:
    """Put an error into the answer to another process."""
    answer.error, answer.why, answer.cite = error.kind, public_message(error)[:2000], error.cite
    answer.numbers = {name: value for name, value in vars(error).items() if type(value) is int}


def read_error(answer: Call) -> PitbossError:
    """The error that another process put into its answer: of the same type, so that clients get the same status from both."""
    types: list[type[PitbossError]] = [PitbossError]
    for each in types:
        types += each.__subclasses__()
    kind = next((each for each in types if each.kind == answer.error), PitbossError)
    error = kind.__new__(kind)
    PitbossError.__init__(error, answer.why, answer.cite)
    vars(error).update(answer.numbers)
    return error


def channel_of(process: str) -> str:
    """The channel on which a process takes requests."""
    return f"pitboss_{process}"

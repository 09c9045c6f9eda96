"""What a server logs of an exception: its type and the lines of code that it passed through, and nothing of what was there.

A log is read by people who may not see cards. The sentence of an exception may name a card or quote a row, and the values of
variables are the table itself.
"""

import sys
import traceback
from typing import Any

from structlog.typing import EventDict, WrappedLogger

from pitboss.errors import BadLog
from pitboss.table.replay import Difference


def where(error: BaseException) -> str:
    """The type of an exception, and where it was raised, the innermost line last.

    >>> try:
    ...     int("Ah Kd")
    ... except ValueError as error:
    ...     print(where(error).partition(" at ")[0])
    ValueError
    """
    lines = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    return f"{type(error).__name__} at {' > '.join(lines)}"


def reason(error: Exception) -> str:
    """The sentence of an error, unless it may quote a line of a log.

    >>> reason(BadLog("line 12: the log says deal seat_1 As, the rules say deal seat_1 Kd")), reason(OSError("no disk"))
    ('a log is wrong: `pitboss audit` says where', 'no disk')
    """
    return "a log is wrong: `pitboss audit` says where" if isinstance(error, BadLog | Difference) else str(error)


def without_values(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Has an event of a log say where an exception was raised, in the place of the exception."""
    raised: Any = event.pop("exc_info", None)
    if raised is True:
        raised = sys.exc_info()
    error = raised[1] if isinstance(raised, tuple) else raised
    if isinstance(error, BaseException):
        event["raised"] = where(error)
    return event

"""Log records of exceptions: type and lines of code, without values.

Logs are read by people who may not see cards. An exception's sentence may name a card, and variables are the table itself.
"""

import sys
import traceback
from typing import Any

from structlog.typing import EventDict, WrappedLogger

from pitboss.errors import BadLog
from pitboss.table.log.log import Difference


def where(error: BaseException) -> str:
    """An exception's type, and where it was raised, innermost last.

    >>> try:
    ...     int("Ah Kd")
    ... except ValueError as error:
    ...     print(where(error).partition(" at ")[0])
    ValueError
    """
    lines = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
    return f"{type(error).__name__} at {' > '.join(lines)}"


def reason(error: Exception) -> str:
    """An error's sentence, unless it may quote a line of a log.

    >>> reason(BadLog("line 12: the log says deal seat_1 As, the rules say deal seat_1 Kd")), reason(OSError("no disk"))
    ('a log is wrong: `pitboss audit` says where', 'no disk')
    """
    return "a log is wrong: `pitboss audit` says where" if isinstance(error, BadLog | Difference) else str(error)


def without_values(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Replace an event's exception by where it was raised."""
    raised: Any = event.pop("exc_info", None)
    if raised is True:
        raised = sys.exc_info()
    error = raised[1] if isinstance(raised, tuple) else raised
    if isinstance(error, BaseException):
        event["raised"] = where(error)
    return event

"""Steps that cannot be shown: each kind is logged once, and the table goes on.

A log entry names the act, the paragraph and the type of the error, and no card: its readers may not be entitled to see any.
"""

import logging
from typing import NamedTuple

from pitboss.table.steps import Step

log = logging.getLogger("pitboss.steps")
log.addHandler(logging.NullHandler())  # a terminal shows a table, not the log; a server passes warnings on
MOST = 1000  # kinds that are remembered


class Fault(NamedTuple):
    """A kind of step that could not be processed: how, and the type of the error."""

    what: str  # such as "told" or "drawn"
    cite: str
    act: str
    error: str


reported: dict[Fault, None] = {}


def report(what: str, step: Step, error: Exception) -> None:
    """Logs a step that could not be drawn or put in words, unless one of its kind was logged before."""
    fault = Fault(what, step.cite, step.act, type(error).__name__)
    if fault in reported or len(reported) >= MOST:
        return
    reported[fault] = None
    log.warning("a step cannot be %s: %s of § %s", what, step.act, step.cite, exc_info=error)

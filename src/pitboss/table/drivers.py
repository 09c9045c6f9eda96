"""Who answers a procedure: scripts, bots, recorded logs. A driver never re-implements a rule.

A driver is a function from a request to a reply; `drive` runs a round with it.
"""

from collections.abc import Callable
from typing import TypeAlias

from pitboss.errors import IllegalDecision
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Moment, Reply, Request
from pitboss.table.table import Table

Driver: TypeAlias = Callable[[Table, Request], Reply]


def drive(table: Table, driver: Driver) -> Round:
    """Plays the round with the wagers on the layout to its end."""
    request = table.begin() if table.round is None else table.request
    while request is not None:
        request = table.reply(driver(table, request))
    assert table.last is not None
    return table.last


def bots(table: Table, request: Request) -> Reply:
    """The chapter's sensible player in every seat, who never cuts; nothing goes wrong."""
    if isinstance(request, Ask):
        if request.only is not None:
            return request.only
        round_ = table.round
        assert round_ is not None
        try:
            return table.verify(request, table.game.bot(round_, request))
        except IllegalDecision:  # he has not the chips for it
            return Answer(next(c.word for c in request.choices[::-1] if not c.most and not c.of))
    return request.waits_for if isinstance(request, Moment) else None

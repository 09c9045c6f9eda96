"""The parts of a running server. `pitboss.floor.server` opens them, and the web application uses them."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

from pitboss.floor.books.calculations import Calculator
from pitboss.floor.people.registry import People
from pitboss.floor.play.floor import Floor
from pitboss.floor.play.table_lifecycle import TableLifecycle
from pitboss.floor.storage.leases import Leases
from pitboss.floor.storage.writer import Writer


@dataclass
class Running:
    """The parts of a running server."""

    floor: Floor
    people: People
    lifecycle: TableLifecycle
    writer: Writer
    leases: Leases
    calculator: Calculator = field(default_factory=Calculator)


Start = Callable[[], AbstractAsyncContextManager[Running]]

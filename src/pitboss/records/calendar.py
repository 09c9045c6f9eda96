"""Deadlines as iCalendar (RFC 5545), which calendars of all makes import: an event of a whole day for each."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from pitboss.optional_packages import require
from pitboss.records.deadlines import Deadline
from pitboss.version import __version__


def calendar_of(deadlines: Iterable[tuple[str, Deadline]], stamp: datetime | None = None) -> bytes:
    """A calendar of deadlines, each with the name of its file; those that are done are left out. An event keeps its identifier
    as long as file, paragraph and what is to be done stay the same, so that importing the calendar again moves its day."""
    require("calendar")
    from icalendar import Alarm, Calendar, Event

    calendar = Calendar()
    calendar.add("prodid", f"-//pitboss//{__version__}//EN")
    calendar.add("version", "2.0")
    for name, deadline in deadlines:
        if deadline.done:
            continue
        event = Event()
        event.add("uid", f"{sha256(f'{name} {deadline.section} {deadline.what}'.encode()).hexdigest()[:32]}@pitboss")
        event.add("dtstamp", stamp or datetime.now(UTC))
        event.add("dtstart", deadline.day)
        event.add("dtend", deadline.day + timedelta(days=1))
        event.add("summary", f"{deadline.what} (§ {deadline.section})")
        event.add("description", f"the last day by § {deadline.section}; {name}")
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", deadline.what)
        alarm.add("trigger", timedelta(days=-1))
        event.add_component(alarm)
        calendar.add_component(event)
    found: bytes = calendar.to_ical()
    return found

"""Interior displays: 40 Pa. Code 13.43. The maximum value is the Board's, the maximum area that of section 13.42; neither is in
the texts here, and a record states them."""

from collections.abc import Iterator

from pitboss.house.problems import Problem
from pitboss.money import dollars
from pitboss.records.reading import Entry, Record

INSIDE = "interior"


def kind_problems(record: Record) -> Iterator[Problem]:
    """Inside there may be signs, pictures, plaques and the like (§ 40-13.43(a))."""
    for item in record.parts("item"):
        if item.text("kind") == "other":
            message = f"{item.text('name')} is none of the items listed, and not similar to them"
            yield item.problem("display-kind", "kind", message, list(item.fields["kind"].allowed[:-1]))


def value_problems(record: Record) -> Iterator[Problem]:
    """Nothing is worth more than the maximum value, and what is worth as much has no background material (§ 40-13.43(b),
    § 40-13.43(c))."""
    most = record.number("maximum_value")
    for item in record.parts("item"):
        value = item.number("value")
        if most is None or value is None or value < most:
            continue
        if value > most:
            message = f"{item.text('name')} is worth {dollars(value)}, more than the maximum of {dollars(most)}"
            section = "40-13.43(b)" if item.text("place") == INSIDE else "40-13.43(c)"
            yield item.problem("display-value", "value", message, {"max": most}, section)
        if item.flag("background"):
            message = f"{item.text('name')} has the maximum value, and background material with it"
            yield item.problem("display-background", "background", message, False)


def area_problems(record: Record) -> Iterator[Problem]:
    """What may hang in a window or doorway too keeps to the area of section 13.42 (§ 40-13.43(c))."""
    most = record.number("maximum_area")
    outside = [item for item in record.parts("item") if item.text("place") not in ("", INSIDE)]
    if outside and most is None:
        message = "the maximum area of section 13.42 is not stated, and an item hangs in window or doorway"
        yield record.problem("display-area", "maximum_area", message, "the area of section 13.42")
    for item in outside:
        yield from _too_large(item, most)


def _too_large(item: Entry, most: int | None) -> Iterator[Problem]:
    area = item.number("area")
    if area is None:
        message = f"the area of {item.text('name')} is not stated"
        yield item.problem("display-area", "area", message, None if most is None else {"max": most})
    elif most is not None and area > most:
        message = f"{item.text('name')} has {area} square inches, more than the maximum of {most}"
        yield item.problem("display-area", "area", message, {"max": most})

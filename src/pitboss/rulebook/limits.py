"""Numbers of a chapter that bind."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """A number that binds: money in cents, fractions as "1/2"."""

    name: str
    section: str
    value: int | str
    unit: str
    says: str

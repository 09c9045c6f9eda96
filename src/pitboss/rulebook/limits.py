"""Binding numbers of a chapter."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """A binding number: money in cents, fractions as "1/2"."""

    name: str
    section: str
    value: int | str
    unit: str
    says: str

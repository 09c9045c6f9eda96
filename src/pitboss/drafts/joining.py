"""Rows that are equal in all that matters, joined: their keys renumbered and their numbers added up."""

import numpy as np

from pitboss.drafts.measures import Values, Ways


def compact(keys: Values, size: int) -> tuple[Values, Values]:
    """Keys below a size renumbered without gaps, and a row in which each occurs."""
    if size > 4 * len(keys) + 1024:
        _, first, place = np.unique(keys, return_index=True, return_inverse=True)
        return place, first
    row = np.full(size, -1)
    row[keys] = np.arange(len(keys))
    occurs = np.flatnonzero(row >= 0)
    number = np.empty(size, np.int64)
    number[occurs] = np.arange(len(occurs))
    return number[keys], row[occurs]


def totals(ways: Ways, place: Values, size: int) -> list[int]:
    """The sums of numbers by place, which may be larger than 64 bits."""
    if ways.dtype == object:
        sums = [0] * size
        for where, number in zip(place.tolist(), ways.tolist(), strict=True):
            sums[where] += number
        return sums
    if not ways.max(initial=0) >> 26:
        return [int(total) for total in np.bincount(place, ways, size)]
    part = (1 << 26) - 1  # so that sums of a chunk are exact as floating-point numbers
    whole = [np.bincount(place, ways >> shift & part, size).astype(np.int64).tolist() for shift in (0, 26, 52)]
    return [low + (middle << 26) + (high << 52) for low, middle, high in zip(*whole, strict=True)]

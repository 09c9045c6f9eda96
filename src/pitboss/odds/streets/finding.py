"""Rules found from sums: which kinds of hands a player should remember for each action.

A rule for a street names kinds of hands for some actions; a hand that is of several is played by the greatest action that names
it, one of no kind by the action that is left. Kinds are taken one by one, each time the one that gains most over all deals, and
exchanged and dropped as long as that gains.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitboss.odds.streets.endings import Actions, Counts
from pitboss.odds.streets.kinds import Flags, Held, Kind

Lines = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Line:
    """An action (by its place among those of the street) and a kind of hands that takes it."""

    action: int
    kind: Kind


@dataclass(frozen=True)
class StreetRule:
    """The lines of a street, the greatest action first; a hand that no line names takes action 0."""

    lines: tuple[Line, ...] = ()

    def choose(self, held: Held) -> Actions:
        """The action for every hand."""
        chosen = np.zeros(len(held.cards), np.int8)
        for line in self.lines:
            chosen = np.where((chosen == 0) & line.kind.holds(held), np.int8(line.action), chosen)
        return chosen


def find(kinds: Sequence[Kind], actions: tuple[int, ...], held: Held, values: Counts, most: int, least: int) -> StreetRule:
    """A rule for some actions, for hands of which it is known what each action brings, `values[hand, action]`: at most so many
    lines for an action, of which each gains at least so much."""
    flags = np.stack([kind.holds(held) for kind in kinds], 1)
    _, first, group = np.unique(np.packbits(flags, axis=1), axis=0, return_index=True, return_inverse=True)
    sums = np.zeros((len(first), values.shape[1]), np.int64)
    np.add.at(sums, group.ravel(), values)
    flags = flags[first]
    _, different = np.unique(flags, axis=1, return_index=True)  # of kinds that are the same the first
    different.sort()
    lines = Finder(flags[:, different], sums, actions, most, max(least, 1)).find()
    ordered = sorted(lines, key=lambda line: (-line[0], line[1]))
    return StreetRule(tuple(Line(action, kinds[different[kind]]) for action, kind in ordered))


@dataclass(frozen=True)
class Finder:
    """What is known of a street: `flags[group, kind]` and what each action brings in all, `values[group, action]`, by group of
    hands that no kind tells apart. Lines are actions with kinds, both by their place."""

    flags: Flags
    values: Counts
    actions: tuple[int, ...]  # that lines may name
    most: int  # lines for an action
    least: int  # that a line has to gain

    def chosen(self, lines: Lines) -> Actions:
        """The action of every group, the greatest that a line names."""
        chosen = np.zeros(len(self.flags), np.int8)
        for action, kind in lines:
            chosen = np.maximum(chosen, np.int8(action) * self.flags[:, kind])
        return chosen

    def value(self, lines: Lines) -> int:
        """What following the lines brings in all."""
        return int(np.take_along_axis(self.values, self.chosen(lines)[:, None], 1).sum())

    def gains(self, lines: Lines) -> dict[int, Counts]:
        """What each kind gains when a line for it is added, by action."""
        chosen = self.chosen(lines)
        now = np.take_along_axis(self.values, chosen[:, None], 1)[:, 0]
        free = [action for action in self.actions if sum(line[0] == action for line in lines) < self.most]
        return {action: np.where(chosen < action, self.values[:, action] - now, 0) @ self.flags for action in free}

    def filled(self, lines: Lines) -> Lines:
        """Lines with as many added as are worth it, each time the best."""
        while gains := self.gains(lines):
            action = max(gains, key=lambda action: int(gains[action].max()))
            kind = int(gains[action].argmax())
            if gains[action][kind] < self.least:
                break
            lines = (*lines, (action, kind))
        return lines

    def find(self) -> Lines:
        """The lines, when no change to one of them helps."""
        lines = self.filled(())
        while (better := self.changed(lines)) is not None:
            lines = better
        return lines

    def changed(self, lines: Lines) -> Lines | None:
        """Lines with one dropped that is not worth it, or one exchanged and what then is worth adding; None if none helps."""
        value = self.value(lines)
        for at in range(len(lines)):
            without = lines[:at] + lines[at + 1 :]
            alone = self.value(without)
            if value - alone < self.least:
                return without
            for action, gains in self.gains(without).items():
                for kind in np.flatnonzero(gains > 0).tolist():
                    tried = self.filled((*without, (action, kind)))
                    if self.value(tried) > value + self.least * (len(tried) - len(lines)):
                        return tried
        return None

"""How many deals bring each result when the player chooses best, by going through every deal.

Deals are told apart only as far as the conditions can see. Those that look alike to the player are one information state; the
choices are solved backwards over those states.
"""

from abc import abstractmethod
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, perm
from typing import NamedTuple, Protocol, overload

import numpy as np

from pitboss.cards import text
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.deals import Listing, finer_of, groups_of, level_of
from pitboss.drafts.joining import compact, totals
from pitboss.drafts.measures import NO_CARD, Batch, Reading, Values, Ways
from pitboss.drafts.records import Bet, Option, Wager

MOST_LEAVES = 1_000_000  # situations of the player, with the options taken in them
A_SECOND = 4_000_000  # rows, about
State = tuple[int, bytes]  # a choice, and the cards that the player sees
Progress = Callable[[float], None] | None


Paid = tuple[tuple[int, int], ...]  # the rows of a bet that are paid, and how many times


class Result(NamedTuple):
    """What a deal brings: the options taken, what each bet is paid for, and how many cards were drawn."""

    options: tuple[str, ...]
    paid: tuple[Paid, ...]
    drawn: int


Results = Counter[Result]  # how many deals bring each
Leaf = tuple[tuple[State, ...], tuple[str, ...]]  # the states in which the player chose, and the options taken


@dataclass(frozen=True)
class Decision:
    """The best option in one state and what each option brings, in units of the first bet."""

    cards: str
    best: str
    values: dict[str, Fraction]
    deals: int


class Decisions(Sequence[Decision]):
    """Decisions that are worked out when they are asked for."""

    @abstractmethod
    def decision(self, at: int) -> Decision:
        """One of them, by its place from 0."""

    @overload
    def __getitem__(self, at: int) -> Decision: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Decision]: ...

    def __getitem__(self, at: int | slice) -> Decision | Sequence[Decision]:
        places = range(len(self))[at]
        return self.decision(places) if isinstance(places, int) else [self.decision(place) for place in places]


class Counted(NamedTuple):
    """What a count finds: the decisions, how many deals bring each result, and the sum of all that is bet."""

    decisions: Sequence[Decision]
    results: Results
    wagered: Fraction


class Plan(Protocol):
    """How a wager is counted; its text says so."""

    @property
    def seconds(self) -> float:
        """How long it takes, about."""

    def counted(self, wagers: Sequence[Wager], progress: Progress) -> list[Counted]:
        """Count the wager of which this is the plan, and others that differ from it only by what rows pay."""


@dataclass(frozen=True)
class Rows:
    """The plan to list every deal: the rows that are looked at, and what for."""

    listing: Listing
    by: str

    @property
    def seconds(self) -> float:
        """How long it takes, about."""
        return self.listing.size / A_SECOND

    def __str__(self) -> str:
        apart = {"nothing": "by what is counted", "suits": "by suit class"}.get(self.by, f"by {self.by[:-1]}")
        suits = ", suits by inclusion and exclusion" if self.listing.later else ""
        draws = ", and every card drawn" if self.listing.draws else ""
        return f"every deal, told apart {apart}{suits}: {self.listing.size:,} rows for {self.listing.deals:,} deals{draws}"

    def counted(self, wagers: Sequence[Wager], progress: Progress) -> list[Counted]:
        """Go through every row once."""
        leaves, deals = self._leaves(wagers[0], progress)
        counts = [_best_play(leaves, wager) for wager in wagers]
        for wager, counted in zip(wagers, counts, strict=True):
            if wager.given is None and (number := counted.results.total()) != deals:
                raise AssertionError(f"{number} deals were counted, and there are {deals}")
        return counts

    def _leaves(self, wager: Wager, progress: Progress) -> tuple[dict[Leaf, Results], int]:
        """How many deals bring each result, by the states in which the player chooses and the options taken there; and how
        many deals there are."""
        leaves: dict[Leaf, Results] = defaultdict(Counter)
        seen, most = 0, 0
        for batch, ways, drawn in self.listing.batches():
            rows = np.ones(batch.rows, np.bool_) if wager.given is None else batch.holds(wager.given)
            for path, options, results in _leaves(wager, batch, rows, ways, drawn):
                leaves[path, options].update(results)
            most = max(most, int(drawn.max(initial=0)))
            seen += batch.rows
            # The first groups are those that the player sees, so that situations grow with the rows.
            soon = len(leaves) * self.listing.size > 2 * MOST_LEAVES * seen and seen > self.listing.size // 20
            if soon or len(leaves) > MOST_LEAVES:
                raise BadDraft(
                    f"{wager.name}: there are more than {MOST_LEAVES:,} situations and choices in them, too many to solve"
                )
            if progress is not None:
                progress(min(seen / self.listing.size, 1.0))
        left = self.listing.total - sum(group.size for group in self.listing.groups)
        weight = {count: perm(left - count, most - count) for count in range(most + 1)}
        leaves = {leaf: Counter({k: n * weight[k.drawn] for k, n in found.items()}) for leaf, found in leaves.items()}
        if not leaves:
            raise BadDraft(f"{wager.name}: no deal is as given")
        return leaves, self.listing.deals * perm(left, most)


def reading_of(wager: Wager) -> Reading:
    """How a wager's cards are read as Poker hands."""
    return Reading(wager.deck.wild, wager.deck.bug, wager.hand_cards)


def rows_of(wager: Wager) -> Rows:
    """The plan to list every deal of a wager."""
    by = level_of(wager)
    if by in ("nothing", "values", "ranks") and any(choice.sees for choice in wager.choices):
        by = "ranks"
    groups, reading = groups_of(wager), reading_of(wager)
    listing = Listing(wager.deck, groups, by, wager.draws, reading)
    if finer := finer_of(wager):
        shorter = Listing(wager.deck, groups, finer.by, wager.draws, reading, finer)
        if shorter.work < listing.size or (wager.draws and by in ("suits", "cards")):
            return Rows(shorter, finer.by)
    return Rows(listing, by)


def _leaves(
    wager: Wager, batch: Batch, given: Values, ways: Ways, drawn: Values
) -> Iterator[tuple[tuple[State, ...], tuple[str, ...], Results]]:
    """For every path of states and options the results of the deals that take it."""
    for options, rows in histories(wager, batch, 0, (), given):
        at = np.flatnonzero(rows)
        if not len(at):
            continue
        paths, path_of = _paths(wager, batch, options, at)
        key, paid = results_of(wager, batch, options)
        taken = tuple(name for name in options if name)
        counts = int(drawn.max(initial=0)) + 1
        full, first = compact((path_of * counts + drawn[at]) * len(paid) + key[at], len(paths) * counts * len(paid))
        found: dict[int, Results] = defaultdict(Counter)
        for row, number in zip(first.tolist(), totals(ways[at], full, len(first)), strict=True):
            result = int(key[at[row]])
            found[int(path_of[row])][Result(taken, paid[result], int(drawn[at[row]]))] += number
        for path, results in found.items():
            yield paths[path], taken, results


def histories(
    wager: Wager, batch: Batch, number: int, before: tuple[str, ...], rows: Values
) -> Iterator[tuple[tuple[str, ...], Values]]:
    """Every sequence of options, "" where a choice is not offered, and the rows in which it can be taken."""
    if number == len(wager.choices):
        yield before, rows
        return
    choice = wager.choices[number]
    if not wager.follows(before, choice.after):
        yield from histories(wager, batch, number + 1, (*before, ""), rows)
        return
    offered = rows & batch.holds(choice.when) if choice.when is not None else rows
    for option in choice.options:
        here = offered & batch.holds(option.when) if option.when is not None else offered
        if option.loses is not None:
            yield (*before, option.name), here
        else:
            yield from histories(wager, batch, number + 1, (*before, option.name), here)
    if choice.when is not None:
        yield from histories(wager, batch, number + 1, (*before, ""), rows & ~offered)


def _paths(wager: Wager, batch: Batch, options: tuple[str, ...], at: Values) -> tuple[list[tuple[State, ...]], Values]:
    """The states in which the player chose: every different path, and which one each row takes."""
    made = [(number, choice) for number, (choice, name) in enumerate(zip(wager.choices, options, strict=False)) if name]
    if not made:
        return [()], np.zeros(len(at), np.int64)
    sees: list[str] = []
    parts: list[tuple[int, Values, list[bytes]]] = []
    joined: Values = np.zeros(len(at), np.int64)
    first: Values = np.zeros(1, np.int64)
    for number, choice in made:
        sees += [name for name in choice.sees if name not in sees]
        place, cards = _seen(batch, tuple(sees), at)
        parts.append((number, place, cards))
        joined, first = compact(joined * len(cards) + place, len(first) * len(cards))
    paths = [tuple((number, cards[place[row]]) for number, place, cards in parts) for row in first.tolist()]
    return paths, joined


def _seen(batch: Batch, sees: tuple[str, ...], at: Values) -> tuple[Values, list[bytes]]:
    """The different hands that a player sees, group by group, and which one each row has."""
    joined: Values = np.zeros(len(at), np.int64)
    first: Values = np.zeros(1, np.int64)
    hands = []
    for names, (cards, place) in batch.groups.items():
        if names[0] in sees:
            here = at if place is None else place[at]
            hands.append((cards, here))
            if place is not None:
                joined, first = compact(joined * len(cards.cards) + here, len(first) * len(cards.cards))
            else:
                for column in np.sort(cards.cards[here], axis=1).T:
                    joined, first = compact(joined * 256 + column, len(first) * 256)
    rows = first.tolist()
    return joined, [b"".join(bytes(sorted(cards.cards[here[row]].tolist())) for cards, here in hands) for row in rows]


def results_of(wager: Wager, batch: Batch, options: tuple[str, ...]) -> tuple[Values, list[tuple[Paid, ...]]]:
    """What every row brings after some options: a number for each different result, with what is paid."""
    key: Values = np.zeros(batch.rows, np.int64)
    results: list[tuple[Paid, ...]] = [()]
    for bet, size in zip(wager.bets, sizes_of(wager, options), strict=True):
        values: list[Paid] = [()]
        place: Values = np.zeros(batch.rows, np.int64)
        if size and ended_by(wager, options) is None:
            place, values = _rows_paid(wager, bet, batch, options)
        before_of = key
        key, first = compact(key * len(values) + place, len(results) * len(values))
        results = [
            (*results[before], values[now])
            for before, now in zip(before_of[first].tolist(), place[first].tolist(), strict=True)
        ]
    return key, results


def net_of(wager: Wager, options: tuple[str, ...], paid: tuple[Paid, ...]) -> Fraction:
    """The net result of all bets, in units of the first."""
    return sum(nets_of(wager, options, paid), Fraction(0))


def nets_of(wager: Wager, options: tuple[str, ...], paid: tuple[Paid, ...]) -> list[Fraction]:
    """What each bet gains or loses after some options, in units of the first bet."""
    ended = ended_by(wager, options)
    nets = []
    for bet, size, rows in zip(wager.bets, sizes_of(wager, options), paid, strict=True):
        cents = int(wager.amount * size)
        lost = Fraction(0) if bet.bonus else size * (1 if ended is None else ended)
        won = sum((times * bet.rows[row].pays.net(cents, wager.meter) for row, times in rows), Fraction(0))
        nets.append(size * won if rows else -lost)
    return nets


def ended_by(wager: Wager, options: tuple[str, ...]) -> Fraction | None:
    """The share of every bet that is lost where an option has ended the game, None where it went on."""
    return next((option.loses for option in _taken(wager, options) if option.loses is not None), None)


def sizes_of(wager: Wager, options: tuple[str, ...]) -> list[Fraction]:
    """How large each bet is after some options, in units of the first bet."""
    taken = _taken(wager, options)
    return [bet.size + sum((option.bets.get(bet.name, Fraction(0)) for option in taken), Fraction(0)) for bet in wager.bets]


def _taken(wager: Wager, options: tuple[str, ...]) -> list[Option]:
    return [option for choice in wager.choices for option in choice.options if option.name in options]


def _rows_paid(wager: Wager, bet: Bet, batch: Batch, options: tuple[str, ...]) -> tuple[Values, list[Paid]]:
    """The rows of a bet that are paid in every row of a batch: a place in a list."""
    rows = [(number, row) for number, row in enumerate(bet.rows) if wager.follows(options, row.after)]
    if not bet.every_row and not any(row.each is not None for _, row in rows):
        winner = np.zeros(batch.rows, np.int64)
        for number, (_, row) in enumerate(rows, 1):
            winner[(winner == 0) & batch.holds(row.when)] = number
        return winner, [(), *(((place, 1),) for place, _ in rows)]
    won: Values = np.zeros(batch.rows, np.bool_)
    key: Values = np.zeros(batch.rows, np.int64)
    paid: list[Paid] = [()]
    for number, row in rows:
        holds = batch.holds(row.when) & (bet.every_row | ~won)
        times = np.where(holds, np.maximum(batch.value(row.each), 0), 0) if row.each is not None else holds.astype(np.int64)
        won |= times > 0
        before_of, most = key, int(times.max(initial=0)) + 1
        key, first = compact(key * most + times, len(paid) * most)
        paid = [
            (*paid[before], (number, now)) if now else paid[before]
            for before, now in zip(before_of[first].tolist(), times[first].tolist(), strict=True)
        ]
    return key, paid


def _best_play(leaves: dict[Leaf, Results], wager: Wager) -> Counted:
    """Choose best in every state, the last choices first; also the sum of all that is bet."""
    different = {result for results in leaves.values() for result in results}
    nets = {result: net_of(wager, result.options, result.paid) for result in different}
    scale = lcm(*(net.denominator for net in nets.values()))
    worth = {result: int(net * scale) for result, net in nets.items()}
    sizes = {options: bet_in_all(wager, options) for options in {options for _, options in leaves}}
    live = {
        leaf: (
            results.copy(),
            sum(worth[result] * deals for result, deals in results.items()),
            sizes[leaf[1]] * results.total(),
        )
        for leaf, results in leaves.items()
    }
    decisions: list[Decision] = []
    while depth := max((len(states) for states, _ in live), default=0):
        choices: dict[Leaf, dict[str, tuple[Results, int, Fraction]]] = defaultdict(dict)
        for states, options in [leaf for leaf in live if len(leaf[0]) == depth]:
            choices[states, options[:-1]][options[-1]] = live.pop((states, options))
        for (states, options), brings in choices.items():
            names = [option.name for option in wager.choices[states[-1][0]].options if option.name in brings]
            best = max(names, key=lambda name: brings[name][1])  # of options that bring as much the first is chosen
            results, worths, wagered = brings[best]
            deals = sum(results.values())
            values = {name: Fraction(brings[name][1], scale * deals) for name in names}
            decisions.append(_decision(states[-1], best, values, deals))
            before = live.get((states[:-1], options), (Counter(), 0, Fraction(0)))
            before[0].update(results)
            live[states[:-1], options] = before[0], before[1] + worths, before[2] + wagered
    results, _, wagered = live[(), ()]
    return Counted(tuple(decisions), results, wagered)


def bet_in_all(wager: Wager, options: tuple[str, ...]) -> Fraction:
    """What is bet after some options, in units of the first bet."""
    sizes = zip(wager.bets, sizes_of(wager, options), strict=True)
    return sum((size for bet, size in sizes if not bet.bonus), Fraction(0))


def _decision(state: State, best: str, values: dict[str, Fraction], deals: int) -> Decision:
    cards = [card for card in state[1] if card != NO_CARD]
    return Decision(text(cards), best, values, deals)

"""The price of a wager: the cheapest plan to count its deals, and the odds that follow.

Every deal is listed (`counting`), draw games are solved hold by hold (`discards`), or where a hand meets the dealer's, `boards`
and `showdowns` count many more deals without listing them. A wager whose deals are too many for each is refused with their
number.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.drafts import boards, discards, showdowns
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.counting import Decision, Plan, Progress, Results, ended_by, net_of, nets_of, rows_of, sizes_of
from pitboss.drafts.deals import without_idle_draws
from pitboss.drafts.records import Wager
from pitboss.odds.distribution import Distribution

LARGEST = 400_000_000  # rows that are looked at; more take too long
A_MOMENT = 0.2  # seconds; a listing that takes no longer is not compared with other counts
LOST = "all other deals"


@dataclass(frozen=True)
class Line:
    """One line of a combination table: a row of a bet, the deals that win it, and what it adds to the return."""

    bet: str
    hand: str
    pays: str
    deals: int
    probability: Fraction
    contribution: Fraction  # to the player's expected gain, in units of the first bet
    sensitivity: Fraction | None  # change of the edge if the row pays one more; None of deals that no row pays


@dataclass(frozen=True)
class Price:
    """A priced wager: its distribution, its combination table, its best play, and how they were counted."""

    wager: Wager
    distribution: Distribution
    lines: tuple[Line, ...]
    decisions: Sequence[Decision]
    plan: Plan
    seconds: float


def plan_of(wager: Wager) -> Plan:
    """The cheapest count of a wager; raises BadDraft where even that is too large."""
    if wager.discard is not None:
        return discards.plan_of(wager)
    rows = rows_of(wager)
    others = [boards.plan_of(wager), showdowns.plan_of(wager)] if rows.seconds > A_MOMENT else []
    plans = [*([rows] if rows.listing.size <= LARGEST else []), *(plan for plan in others if plan is not None)]
    if not plans:
        raise BadDraft(f"{wager.name}: {rows.listing.size:,} different deals are too many to count; {LARGEST:,} can be")
    return min(plans, key=lambda plan: plan.seconds)


def price_wager(wager: Wager, progress: Progress = None, plan: Plan | None = None) -> Price:
    """Count every deal of a wager, choose best, and price its rows."""
    [price] = price_tables([wager], progress, plan)
    return price


def price_tables(wagers: Sequence[Wager], progress: Progress = None, plan: Plan | None = None) -> list[Price]:
    """The prices of wagers that differ only by what their rows pay; the deals are counted once."""
    begin = time.perf_counter()
    wagers = [without_idle_draws(wager) for wager in wagers]
    plan = plan or plan_of(wagers[0])
    prices = []
    for wager, counted in zip(wagers, plan.counted(wagers, progress), strict=True):
        counts: Counter[Fraction] = Counter()
        for result, deals in counted.results.items():
            counts[net_of(wager, result.options, result.paid)] += deals
        deals = sum(counts.values())
        wagered = None if counted.wagered == deals else Fraction(counted.wagered)
        distribution = Distribution(dict(sorted(counts.items())), wagered)
        lines = _lines(wager, counted.results, deals)
        prices.append(Price(wager, distribution, lines, counted.decisions, plan, time.perf_counter() - begin))
    return prices


def _lines(wager: Wager, results: Results, deals: int) -> tuple[Line, ...]:
    """The combination table of every bet."""
    won = {(number, row): Total() for number, bet in enumerate(wager.bets) for row in range(len(bet.rows))}
    lost = [Total() for _ in wager.bets]
    for result, many in results.items():
        nets, sizes = nets_of(wager, result.options, result.paid), sizes_of(wager, result.options)
        over = ended_by(wager, result.options) is not None
        for number, (bet, rows) in enumerate(zip(wager.bets, result.paid, strict=True)):
            size = sizes[number]
            for row, times in rows:
                net = bet.rows[row].pays.net(int(wager.amount * size), wager.meter)
                won[number, row].add(many, times * size * net, times * size)
            if size and not rows and not (over and bet.bonus):
                lost[number].add(many, nets[number])
    lines = []
    for number, bet in enumerate(wager.bets):
        lines += [won[number, at].line(deals, bet.name, row.hand, str(row.pays)) for at, row in enumerate(bet.rows)]
        lines.append(lost[number].line(deals, bet.name, LOST, "0" if bet.bonus else "lose", a_row=False))
    return tuple(lines)


@dataclass
class Total:
    """What a row of a bet adds up to over all deals."""

    deals: int = 0
    gain: Fraction = Fraction(0)
    bets: Fraction = Fraction(0)  # that the row is paid on, in units of the first bet

    def add(self, deals: int, gain: Fraction, bet: Fraction = Fraction(0)) -> None:
        """Add some deals that bring the same."""
        self.deals += deals
        self.gain += deals * gain
        self.bets += deals * bet

    def line(self, deals: int, bet: str, hand: str, pays: str, a_row: bool = True) -> Line:
        """The line of a row, of so many deals in all."""
        sensitivity = -self.bets / deals if a_row else None
        return Line(bet, hand, pays, self.deals, Fraction(self.deals, deals), self.gain / deals, sensitivity)

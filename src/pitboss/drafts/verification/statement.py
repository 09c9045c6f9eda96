"""A statement that a price is right: two methods, their results, and digests of the draft and of the code that computed them.

A wager on dealt cards is counted again by another plan of the planner, or by listing every deal card by card; where the whole
deck has too many deals, both methods are compared on a smaller one; or deals are dealt by chance. A printed wager is priced
again as a draft, or its game is played at the table. Rules of Blackjack are priced in whole and in floating-point numbers.
"""

import hashlib
import json
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from importlib import import_module, metadata
from math import sqrt
from typing import Any

import numpy as np

from pitboss.cards import JOKER
from pitboss.compiling import in_use
from pitboss.drafts import boards, discards, payouts, showdowns
from pitboss.drafts.blackjack import exchanges, game_in, solved
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.counting import Plan, Rows, net_of, reading_of, results_of, rows_of
from pitboss.drafts.deals import Listing, groups_of, without_idle_draws
from pitboss.drafts.pay_tables import pay_tables, with_payouts
from pitboss.drafts.pricing import price_tables
from pitboss.drafts.printed import draft_of, printed_wagers
from pitboss.drafts.quote import Progress, Quote, price_draft
from pitboss.drafts.reading import Draft, wager_in
from pitboss.drafts.records import Wager
from pitboss.drafts.sampling import sample
from pitboss.drafts.verification import every_draw
from pitboss.drafts.verification.every_draw import EveryDraw
from pitboss.odds import dependencies
from pitboss.odds.asking import Posted
from pitboss.odds.distribution import Distribution
from pitboss.odds.simulation import simulate
from pitboss.version import __version__

PACKAGES = ("numpy", "numba", "llvmlite")
MOST_SECONDS = 120.0  # of another plan
MOST_LISTED = 40_000_000  # deals that are listed card by card
MOST_ON_SMALL, MOST_DEALS = 30_000_000, 3_000_000  # rows and deals on a smaller deck
MOST_DRAWS = 700_000  # to every hold of every hand
ROUNDS, CHUNK, SEED = 1_000_000, 20_000, 1  # of deals by chance
AT_A_TABLE = 20_000  # rounds of a printed game
MOST_ERRORS = 4.0  # standard errors between a simulation and the price; chance alone exceeds them once in 16,000 times
ROUNDING = 1e-9  # of floating-point numbers
REPEAT = "`pitboss odds --draft FILE --verify` with these versions gives the same digests and the same results"


@dataclass(frozen=True)
class Second:
    """The second method: its results for the pay tables of the draft in order, and whether they agree with the first."""

    method: str
    results: tuple[str, ...]
    agrees: bool


@dataclass(frozen=True)
class Statement:
    """What a price is based on, for somebody who has to trust it."""

    quote: Quote
    draft_digest: str
    code_digest: str
    kernels: tuple[tuple[str, str], ...]  # compiled functions, each with the digest of all that is compiled into it
    versions: dict[str, str]
    date: str
    second: Second | None

    @property
    def agrees(self) -> bool | None:
        """Whether two methods agree; None where there is no second one."""
        return None if self.second is None else self.second.agrees

    @property
    def verdict(self) -> str:
        """The outcome in words."""
        return {True: "both methods agree", False: "THE METHODS DIFFER", None: "no second method was found"}[self.agrees]

    def record(self) -> dict[str, Any]:
        """The statement as `pitboss odds --draft --verify --json` prints it."""
        return {
            "date": self.date,
            "versions": self.versions,
            "draft_sha256": self.draft_digest,
            "code_sha256": self.code_digest,
            "kernels_sha256": _sha256(self.kernels),
            "kernels": [{"function": name, "digest": digest} for name, digest in self.kernels],
            "results": [_result(quote.edge) for quote in (self.quote, *self.quote.tables)],
            "method": self.quote.method,
            "second_method": self.second.method if self.second else None,
            "second_results": list(self.second.results) if self.second else [],
            "agrees": self.agrees,
            "repeat": REPEAT,
        }

    def __str__(self) -> str:
        versions = ", ".join(f"{name} {version}" for name, version in self.versions.items())
        quotes = (self.quote, *self.quote.tables)
        names = [quote.name for quote in quotes]
        lines = [
            f"Verification of {self.quote.name}, {self.date}",
            f"  software        {versions}",
            f"  draft           sha256 {self.draft_digest}",
            f"  source code     sha256 {self.code_digest}",
            f"  compiled code   sha256 {_sha256(self.kernels)} ({len(self.kernels)} functions)",
            f"  method          {self.quote.method}",
            *(
                f"    {name}: {_result(quote.edge)}"
                for name, quote in zip(names, (self.quote, *self.quote.tables), strict=True)
            ),
        ]
        if self.second is not None:
            lines.append(f"  second method   {self.second.method}")
            lines += [f"    {name}: {result}" for name, result in zip(names, self.second.results, strict=True)]
        return "\n".join([*lines, f"  verdict         {self.verdict}", f"  to repeat it    {REPEAT}"])


def verify(draft: Draft, progress: Progress = None) -> Statement:
    """Price a draft by two methods; raises BadDraft."""
    quote = price_draft(draft, progress)
    second = _second(draft, quote, progress)
    return Statement(
        quote=quote,
        draft_digest=hashlib.sha256(canonical(draft).encode()).hexdigest(),
        code_digest=dependencies.digest_of_code("pitboss.drafts.verification.statement"),
        kernels=tuple(in_use()),
        versions={"pitboss": __version__, "Python": platform.python_version()}
        | {name: metadata.version(name) for name in PACKAGES}
        | {"processor": import_module("llvmlite.binding").get_host_cpu_name()},
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        second=second,
    )


def canonical(draft: Draft) -> str:
    """The data of a draft in the order of its file, without comments and spaces.

    >>> canonical(Draft.of('[deal]\\nplayer = 2 # cards'))
    '{"deal":{"player":2}}'
    """
    return json.dumps(draft.data, separators=(",", ":"), ensure_ascii=False, default=str)


def _sha256(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()


def _result(edge: Fraction | float) -> str:
    return f"{float(edge):.6%}, exactly {edge.numerator}/{edge.denominator}" if isinstance(edge, Fraction) else f"{edge:.10%}"


def _second(draft: Draft, quote: Quote, progress: Progress) -> Second | None:
    """The second method for any draft."""
    if "blackjack" in draft.data:
        if exchanges(draft):
            return None
        value = -solved(draft, game_in(draft)).value
        agrees = abs(value - float(quote.edge)) < ROUNDING
        return Second(f"the same play in floating-point numbers, to {ROUNDING:.0e}", (_result(value),), agrees)
    if "pays" in draft.data and "deal" not in draft.data:
        return _of_payouts([priced.posted for priced in payouts.price_payouts(draft)], [quote, *quote.tables])
    wager = wager_in(draft)
    wagers = [wager, *(with_payouts(wager, table) for _, table in pay_tables(draft))]
    return _of_wagers([without_idle_draws(one) for one in wagers], [quote, *quote.tables])


def _same(one: Distribution | None, other: Distribution | None) -> bool:
    """Whether two distributions have the same chances and the same stakes."""
    if one is None or other is None:
        return False
    chances = [{net: Fraction(n, found.deals) for net, n in found.counts.items() if n} for found in (one, other)]
    return chances[0] == chances[1] and one.edge * other.element_of_risk == other.edge * one.element_of_risk


# ---------------------------------------------------------------------------- wagers on dealt cards


def _of_wagers(wagers: Sequence[Wager], quotes: Sequence[Quote]) -> Second | None:
    for plan in _other_plans(wagers[0], quotes[0].method):
        try:
            prices = price_tables(wagers, plan=plan)
        except BadDraft:
            continue
        pairs = zip(prices, quotes, strict=True)
        agrees = all(_same(price.distribution, quote.distribution) for price, quote in pairs)
        return Second(f"{plan}", tuple(_result(price.distribution.edge) for price in prices), agrees)
    return _on_smaller_decks(wagers, quotes[0].method) or _by_chance(wagers, quotes)


def _other_plans(wager: Wager, method: str) -> Iterator[Plan]:
    """The plans other than that of a method that do not take too long, every deal card by card the last."""
    if wager.discard is not None:
        return
    for plan in (boards.plan_of(wager), showdowns.plan_of(wager)):
        if plan is not None and str(plan) != method and plan.seconds < MOST_SECONDS:
            yield plan
    for rows in (rows_of(wager), card_by_card(wager)):
        if str(rows) != method and isinstance(rows, Rows) and _rows(rows) <= MOST_LISTED:
            yield rows


def _rows(plan: Rows) -> int:
    """About how many rows a listing looks at, with those for every card that may be drawn."""
    draws = plan.listing.draws
    return MOST_LISTED + 1 if any(draw.until for draw in draws) else plan.listing.size * len(plan.listing.kinds) ** len(draws)


def card_by_card(wager: Wager) -> Rows | EveryDraw:
    """The plan to list every deal of a wager, or every draw, without looking for equal ones."""
    if wager.discard is not None:
        return every_draw.plan_of(wager)
    return Rows(Listing(wager.deck, groups_of(wager), "cards", wager.draws, reading_of(wager)), "cards")


def _on_smaller_decks(wagers: Sequence[Wager], method: str) -> Second | None:
    """The planned method on smaller decks, where every deal can be listed: two suits with many ranks, and four with few."""
    results, agrees, decks = [], True, []
    for suits in ((2, 3), (0, 1, 2, 3)):
        small = _smaller(wagers, suits)
        plan = None if small is None else _like(small[0], method)
        if small is None or plan is None or str(plan) == str(card_by_card(small[0])):
            continue
        try:
            first, second = price_tables(small, plan=plan), price_tables(small, plan=card_by_card(small[0]))
        except BadDraft:
            continue
        agrees = agrees and all(_same(a.distribution, b.distribution) for a, b in zip(first, second, strict=True))
        results.append([_result(price.distribution.edge) for price in second])
        decks.append(f"{sum(small[0].deck.counts)} cards")
    if not decks:
        return None
    every = "every deal card by card" if wagers[0].discard is None else "every draw to every hold"
    words = f"the first method beside {every}, on a deck of {' and one of '.join(decks)}"
    joined = tuple(" and ".join(each) for each in zip(*results, strict=True))
    return Second(f"{words}: the whole deck has too many deals to list", joined, agrees)


def _smaller(wagers: Sequence[Wager], suits: Sequence[int]) -> list[Wager] | None:
    """Wagers on the deck with some suits of the highest ranks, as many as can be listed card by card."""
    best = None
    for lowest in reversed(range(13)):
        cards = {4 * rank + suit for rank in range(lowest, 13) for suit in suits}
        without = wagers[0].deck.without | (frozenset(range(JOKER)) - cards)
        small = [replace(wager, deck=replace(wager.deck, without=without)) for wager in wagers]
        dealt = sum(wagers[0].deal.values())
        if sum(small[0].deck.counts) > (dealt if wagers[0].discard is None else 2 * dealt):
            if _is_large(card_by_card(small[0])):
                return best
            best = small
    return best


def _is_large(plan: Rows | EveryDraw) -> bool:
    """Whether a smaller deck is still too large to look at everything."""
    if isinstance(plan, EveryDraw):
        return plan.draws > MOST_DRAWS
    return _rows(plan) > MOST_ON_SMALL or plan.listing.deals > MOST_DEALS


def _like(wager: Wager, method: str) -> Plan | None:
    """The plan of the kind that a method is, on another deck."""
    if wager.discard is not None:
        return discards.plan_of(wager)
    plans = (rows_of(wager), boards.plan_of(wager), showdowns.plan_of(wager))
    return next((plan for plan in plans if plan is not None and str(plan).split(":")[0] == method.split(":")[0]), None)


def _by_chance(wagers: Sequence[Wager], quotes: Sequence[Quote]) -> Second | None:
    """Deals by chance, of a wager without choices."""
    [first, *_] = wagers
    if first.choices or first.discard is not None:
        return None
    rng, rounds = np.random.default_rng(SEED), 0
    totals = [0.0] * len(wagers)
    for _ in range(ROUNDS // CHUNK):
        batch = sample(first, rng, CHUNK)
        given = np.ones(batch.rows, np.bool_) if first.given is None else batch.holds(first.given)
        rounds += int(given.sum())
        key, paid = results_of(first, batch, ())
        for place, wager in enumerate(wagers):
            totals[place] += float(np.array([float(net_of(wager, (), rows)) for rows in paid])[key[given]].sum())
    return _simulated(f"{rounds:,} deals by chance", [-total / rounds for total in totals], rounds, quotes) if rounds else None


def _simulated(words: str, edges: Sequence[float], rounds: int, quotes: Sequence[Quote]) -> Second | None:
    """The results of a simulation, each with its distance from the price in standard errors."""
    results, agrees = [], True
    for edge, quote in zip(edges, quotes, strict=True):
        if quote.distribution is None:
            return None
        error = quote.distribution.standard_deviation / sqrt(rounds)
        distance = (edge - float(quote.edge)) / error if error else 0.0
        agrees = agrees and abs(distance) < MOST_ERRORS
        results.append(f"{edge:.4%} with a standard error of {error:.4%}, z = {distance:+.2f}")
    return Second(f"{words}, seed {SEED}", tuple(results), agrees)


# ---------------------------------------------------------------------------- printed wagers


def _of_payouts(tables: Sequence[Posted], quotes: Sequence[Quote]) -> Second | None:
    """A printed wager as a draft, or its game at the table."""
    chapter, name = tables[0].house.chapter.chapter, tables[0].table.wager
    printed = next((one for one in printed_wagers() if one.name == name and chapter in one.chapters), None)
    if printed is not None:
        house = tables[0].house
        wagers = [wager_in(Draft.of_data(draft_of(printed, one.table, house.get("decks") or 1))) for one in tables]
        if "progressive_wager" in house.values:
            wagers = [replace(w, amount=house["progressive_wager"], meter=house["progressive_meter"]) for w in wagers]
        prices = price_tables(wagers)
        agrees = all(_same(price.distribution, quote.distribution) for price, quote in zip(prices, quotes, strict=True))
        return Second(f"as a draft: {prices[0].plan}", tuple(_result(price.distribution.edge) for price in prices), agrees)
    edges = []
    for one in tables:
        if one.house.chapter.chapter != chapter or one.envied:
            return None
        found = simulate(chapter, one.house.paying(one.table), AT_A_TABLE, SEED)
        edges.append(found.entries[0].mean(AT_A_TABLE))
    return _simulated(f"{AT_A_TABLE:,} rounds played at the table by best play", edges, AT_A_TABLE, quotes)

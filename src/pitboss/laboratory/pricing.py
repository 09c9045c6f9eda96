"""The figures of an experiment: from `pitboss.odds` for a printed pay table, as a draft for changed payouts or rules."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.drafts.blackjack import lawful
from pitboss.drafts.quote import Quote, price_draft
from pitboss.drafts.reading import Draft
from pitboss.games import game
from pitboss.laboratory.best_play import draft_of, game_of
from pitboss.laboratory.experiment import Experiment
from pitboss.laboratory.parts import Law, NetResult, Numbers
from pitboss.odds import catalogue
from pitboss.odds.distribution import Distribution
from pitboss.odds.parts import begun
from pitboss.odds.row import Row
from pitboss.odds.twenty_one import fixed_payout, spread
from pitboss.odds.twenty_one.solver import solution, solve_game

Tell = Callable[[str, float], None]
GAMES_OF_21 = ("633a", "635a")
MOST_OUTCOMES = 200  # that are listed; the rarest are joined with the next lower result


def price(experiment: Experiment, tell: Tell | None = None) -> tuple[Numbers, Law, Distribution | None]:
    """The figures of an experiment, whether it is lawful, and its distribution."""
    if experiment.rules or experiment.pays:
        quote = price_draft(Draft.of_data(draft_of(experiment) if experiment.rules else _payouts_draft(experiment)), tell)
        numbers = numbers_of(quote)
        return numbers, Law(quote.lawful, quote.remark, quote.section), quote.distribution
    row = row_of(experiment, tell)
    return numbers_of(row, row.condition, row.standard_error), law_of(experiment), row.distribution


def first_numbers(experiment: Experiment, tell: Tell) -> tuple[Numbers, Distribution] | None:
    """The figures of a game of 21 in double precision, long before the exact fraction; None where all figures come at once."""
    number, is_switch = experiment.chapter, experiment.given.get("blackjack_switch")
    if number not in GAMES_OF_21 or not experiment.is_main or experiment.is_printed or experiment.pays or is_switch:
        return None
    game = game_of(experiment)
    if game.bonus_cards:
        game = game.paid(fixed_payout(experiment.house["table_minimum"]))
    solve_game(game, begun(tell, "the house edge"))
    found = solution(game)
    known, of = spread(found.results, found.wagered), "the wager" if experiment.rules else experiment.wager
    return numbers_of(Row(number, experiment.wager, "", "", of, known, -found.value)), known


def law_of(experiment: Experiment) -> Law:
    """Whether an experiment without payouts of its own is lawful."""
    return Law(*lawful(game_of(experiment))) if experiment.rules else Law(True, "the chapter has it so", _section(experiment))


def row_of(experiment: Experiment, tell: Tell | None = None) -> Row:
    """The row of a wager on a printed pay table."""
    rows = catalogue.rows(experiment.chapter, experiment.choices, tell, wager=experiment.wager)
    return next((row for row in rows if row.table == experiment.table), rows[0])


def _payouts_draft(experiment: Experiment) -> dict[str, Any]:
    """The payouts of an experiment as a draft (docs/drafts.md)."""
    draft = {"chapter": experiment.chapter, "wager": experiment.pays_of, "house": experiment.choices}
    return {**draft, "pays": dict(experiment.pays)} | ({"table": experiment.table} if experiment.table else {})


def numbers_of(priced: Row | Quote, condition: str = "", error: float = 0.0) -> Numbers:
    """The figures of a row or a quote."""
    edge = Numbers(
        *(priced.name, priced.of, condition, float(priced.edge), priced.exact),
        method=priced.method,
        note=priced.note,
        error=error,
    )
    known = priced.distribution
    if known is None:
        return edge
    return msgspec.structs.replace(
        edge,
        deviation=known.standard_deviation,
        hit_rate=float(known.hit_rate),
        risk=float(known.element_of_risk),
        skewness=known.skewness,
        outcomes=outcomes(known.counts, known.deals),
    )


def outcomes(counts: Mapping[Fraction, int], deals: int) -> list[NetResult]:
    """Net results with their chances, the least first; the rarest ones are joined where they are too many."""
    listed = sorted(net for net, count in counts.items() if count)
    rare = set(sorted(listed, key=lambda net: counts[net])[: max(0, len(listed) - MOST_OUTCOMES)])
    found: list[NetResult] = []
    for net in listed:
        chance = counts[net] / deals
        if net in rare and found:
            found[-1] = msgspec.structs.replace(found[-1], chance=found[-1].chance + chance)
        else:
            found.append(NetResult(str(net), float(net), chance))
    return found


def _section(experiment: Experiment) -> str:
    """The paragraph of a wager: that of its pay table, else the wager's own, else the first option's."""
    if experiment.tables:
        return experiment.tables[0].section
    own = (wager.cite for wager in game(experiment.chapter).wagers if wager.name == experiment.wager)
    return next(own, "") or next((field.section for field in experiment.bench.fields), experiment.chapter)

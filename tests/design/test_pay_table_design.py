"""Designed pay tables agree with every pay table of a small design, priced one by one; printed tables are found again."""

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pitboss.design import Design, TargetConflict, design_tables, frontier, read_design
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.pricing import Price, price_tables
from pitboss.drafts.printed import PrintedWager, draft_of, printed_wagers
from pitboss.drafts.reading import Draft
from pitboss.rulebook import Paytable
from tests.commands import ROOT, pitboss

THREE_CARDS: dict[str, Any] = {
    "name": "Three cards",
    "deal": {"player": 3},
    "row": [
        {"hand": "Straight flush", "when": "straight flush", "pays": "20 to 1 .. 30 to 1"},
        {"hand": "Trips", "when": "three of a kind", "pays": ["15 to 1", "20 to 1", "30 to 1", "40 to 1"]},
        {"hand": "Straight", "when": "straight", "pays": "4 to 1 .. 8 to 1"},
        {"hand": "Flush", "when": "flush", "pays": "2 to 1 .. 5 to 1"},
        {"hand": "Pair", "when": "pair", "pays": ["1 to 1", "push", "N/A"]},
    ],
}
# One card against another of a deck of eight: who sees the own card may double the bet.
DOUBLING: dict[str, Any] = {
    "name": "High card",
    "deck": {"without": "2 to queen"},
    "deal": {"player": 1, "dealer": 1},
    "bet": [{"name": "Ante"}, {"name": "Raise", "size": 0}],
    "choice": [
        {
            "sees": ["player"],
            "option": [{"name": "raise", "bets": {"Raise": 1}}, {"name": "fold", "loses": 1}],
        }
    ],
    "row": [
        {"bet": "Ante", "hand": "win", "when": "highest in player > highest in dealer", "pays": "1 to 1 .. 4 to 1"},
        {"bet": "Ante", "hand": "tie", "when": "highest in player = highest in dealer", "pays": ["push", "lose", "lose 1/2"]},
        {"bet": "Raise", "hand": "win more", "when": "highest in player > highest in dealer", "pays": ["1 to 1", "2 to 1"]},
        {"bet": "Raise", "hand": "tie more", "when": "highest in player = highest in dealer", "pays": ["push", "1 to 1"]},
    ],
}


def designed(draft: dict[str, Any], **target: Any) -> Design:
    return read_design(Draft.of_data({**draft, "target": target}))


PRICED: dict[str, list[Price]] = {}


def every_table(design: Design) -> list[Price]:
    """Every pay table of a design, priced once for all targets."""
    priced = PRICED.setdefault(design.wager.name, [])
    if not priced:
        priced += price_tables([design.with_payouts(pays) for pays in product(*design.payouts)])
    return priced


def variance(price: Price) -> Fraction:
    known = price.distribution
    return sum((net**2 * deals for net, deals in known.counts.items()), Fraction(0)) / known.deals - known.edge**2


def in_order(price: Price) -> bool:
    """True if no row of a bet pays less than the one below it."""
    nets = [[row.pays.net() for row in bet.rows] for bet in price.wager.bets]
    return all(rows == sorted(rows, reverse=True) for rows in nets)


@pytest.mark.parametrize(
    "target",
    [
        {"edge": "3%"},
        {"edge": "2.5% .. 5%", "hit_rate": "20% .. 30%"},
        {"edge": "1% .. 6%", "standard_deviation": "2.2 .. 2.6", "best": "highest edge"},
        {"edge": "2% .. 4%", "best": "lowest deviation"},
        {"edge": "2% .. 4%", "best": "highest deviation", "top_award": "25 .. 30"},
        {"edge": "-5% .. 9%", "best": "highest hit rate", "monotone": "strict"},
        {"best": "lowest edge", "monotone": False, "hit_rate": "1% .. 10%"},
    ],
)
def test_the_best_tables_are_those_of_all_tables_priced_one_by_one(target: dict[str, Any]) -> None:
    design = designed(THREE_CARDS, tables=4, **target)

    def score(price: Price) -> Fraction:
        known = price.distribution
        edge = (design.edge.least + design.edge.most) / 2 if design.edge else Fraction(0)
        return {
            "edge": abs(known.edge - edge),
            "lowest edge": known.edge,
            "highest edge": -known.edge,
            "lowest deviation": variance(price),
            "highest deviation": -variance(price),
            "highest hit rate": -known.hit_rate,
        }[design.best]

    def meets(price: Price) -> bool:
        known = price.distribution
        nets = [row.pays.net() for row in price.wager.bets[0].rows]
        ordered = not design.monotone or ((len(set(nets)) == len(nets) or not design.strict) and in_order(price))
        return (
            ordered
            and (design.edge is None or design.edge.holds(known.edge))
            and (design.hit_rate is None or design.hit_rate.holds(known.hit_rate))
            and (design.deviation is None or design.deviation.least**2 <= variance(price) <= design.deviation.most**2)
            and (design.top_award is None or design.top_award.holds(max(nets)))
        )

    best = sorted(score(price) for price in every_table(design) if meets(price))[:4]
    tables = design_tables(design)
    priced = price_tables([design.with_payouts(pays) for pays in _payouts(design, tables)])
    assert best and [score(price) for price in priced] == best
    assert all(meets(price) for price in priced)
    assert [table.edge for table in tables] == [price.distribution.edge for price in priced]


def _payouts(design: Design, tables: list[Any]) -> list[list[Any]]:
    """The payouts of designed tables, found by what they print."""
    return [
        [
            next(pay for pay in pays if str(pay) == printed)
            for pays, (_, _, printed) in zip(design.payouts, table.rows, strict=True)
        ]
        for table in tables
    ]


@pytest.mark.parametrize("target", [{"edge": "2% .. 6%"}, {"edge": "0% .. 20%", "best": "lowest edge"}, {"edge": "5%"}])
def test_where_the_player_decides_a_table_is_priced_under_its_own_best_play(target: dict[str, Any]) -> None:
    design = designed(DOUBLING, tables=1, **target)
    [table] = design_tables(design)
    priced = [price for price in every_table(design) if in_order(price)]
    assert table.edge in {price.distribution.edge for price in priced}
    assert design.edge is not None and design.edge.holds(table.edge)
    aim = design.edge.least if design.best == "lowest edge" else (design.edge.least + design.edge.most) / 2
    reachable = [price.distribution.edge for price in priced if design.edge.holds(price.distribution.edge)]
    assert abs(table.edge - aim) == min(abs(edge - aim) for edge in reachable)


def quickly_counted() -> list[tuple[PrintedWager, Paytable]]:
    """The printed wagers on two and three cards."""
    return [(one, table) for one in printed_wagers() if sum(one.deal.values()) <= 3 and not one.each for table in one.tables]


@pytest.mark.parametrize(("printed", "table"), quickly_counted(), ids=lambda one: getattr(one, "name", "") or one.table or "-")
def test_a_printed_table_is_found_again_from_its_own_figures(printed: PrintedWager, table: Paytable) -> None:
    draft = draft_of(printed, table)
    for row in draft["row"]:
        if row["pays"].endswith(" to 1"):
            odds = int(row["pays"].removesuffix(" to 1").replace(",", ""))
            row["pays"] = [f"{value} to 1" for value in sorted({max(1, odds - 1), odds, odds + 1})]
    wished = read_design(Draft.of_data({**draft, "target": {"edge": "0% .. 100%", "monotone": False}}))
    [price] = price_tables([read_design(Draft.of_data({**draft_of(printed, table), "target": {"best": "lowest edge"}})).wager])
    edge, deviation = price.distribution.edge, Fraction(price.distribution.standard_deviation)
    target = {
        "edge": f"{edge.numerator}/{edge.denominator}",
        "standard_deviation": f"{float(deviation) - 1e-6:.9f} .. {float(deviation) + 1e-6:.9f}",
        "monotone": False,
        "tables": 50,
    }
    if not wished.simple:
        del target["standard_deviation"]
    tables = design_tables(read_design(Draft.of_data({**draft, "target": target})))
    assert tables[0].edge == edge
    assert tuple(str(table.odds(row["hand"])) for row in draft["row"]) in {
        tuple(pays for _, _, pays in one.rows) for one in tables
    }


@pytest.mark.parametrize(
    ("target", "conditions", "words"),
    [
        ({"edge": "95% .. 97%"}, ("edge",), "edge is between"),
        ({"edge": "2% .. 3%", "hit_rate": "1% .. 9%"}, ("edge", "hit_rate"), "edge and hit_rate together"),
        ({"edge": "-9% .. 99%", "hit_rate": "70% .. 80%"}, ("hit_rate",), "no pay table meets hit_rate"),
        ({"edge": "1% .. 2%", "standard_deviation": "1 .. 1.5"}, ("standard_deviation",), "between"),
    ],
)
def test_targets_that_conflict_are_named(target: dict[str, Any], conditions: tuple[str, ...], words: str) -> None:
    with pytest.raises(TargetConflict) as caught:
        design_tables(designed(THREE_CARDS, **target))
    assert caught.value.conditions == conditions and words in caught.value.message


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ({"edge": "3"}, 'edge is written "3%"'),
        ({"edge": "4% .. 3%"}, "ends below its beginning"),
        ({"edgs": "3%"}, "did you mean edge?"),
        ({"hit_rate": "20%"}, "hit_rate is a range"),
        ({"edge": "3%", "best": "cheapest"}, "best must be one of"),
        ({"edge": "3%", "tables": 500}, "from 1 to 50"),
        ({"edge": "3%", "chips": "$7"}, "can be paid in chips of $7.00"),
        ({"best": "edge"}, "state edge"),
    ],
)
def test_a_bad_target_is_refused_in_one_sentence(target: dict[str, Any], words: str) -> None:
    with pytest.raises(BadDraft) as caught:
        designed(THREE_CARDS, **target)
    assert words in caught.value.message and "\n" not in caught.value.message


def test_chips_leave_only_payouts_that_they_can_pay() -> None:
    draft = {
        **THREE_CARDS,
        "row": [{"when": "pair or better", "pays": ["3 to 2", "2 to 1", "5 to 4"]}],
        "wager": {"amount": "$5"},
    }
    assert [str(pay) for pay in designed(draft, edge="3%", chips="$2.50").payouts[0]] == ["3 to 2", "2 to 1"]
    assert [str(pay) for pay in designed(draft, edge="3%", chips="$5").payouts[0]] == ["2 to 1"]


def test_the_frontier_bounds_every_table() -> None:
    design = designed(THREE_CARDS, edge="0% .. 8%")
    points = frontier(design, steps=4)
    deviations = [
        (price.distribution.edge, price.distribution.standard_deviation) for price in every_table(design) if in_order(price)
    ]
    for point in points:
        within = [deviation for edge, deviation in deviations if point.least <= edge <= point.most]
        assert min(within) == pytest.approx(point.lowest) and max(within) == pytest.approx(point.highest)
    assert len(points) == 4


def test_the_command_prints_tables_and_conflicts(tmp_path: Path) -> None:
    example = ROOT / "examples" / "designs" / "pair-plus.toml"
    picture = tmp_path / "frontier.svg"
    done = pitboss("design", str(example), "--out", str(picture))
    assert done.returncode == 0 and done.stdout.startswith("1. edge ") and picture.read_text("utf-8").startswith("<?xml")
    bad = tmp_path / "bad.toml"
    bad.write_text(example.read_text("utf-8").replace('edge = "2% .. 4%"', 'edge = "90% .. 95%"'), encoding="utf-8")
    refused = pitboss("design", str(bad), "--json")
    assert refused.returncode == 1 and '"conflict"' in refused.stdout


def test_rows_of_one_name_have_payouts_of_their_own() -> None:
    rows = [{"hand": "X", "when": "pair", "pays": ["1 to 1", "2 to 1"]}, {"hand": "X", "when": "flush", "pays": "9 to 1"}]
    design = designed({"deal": {"player": 3}, "row": rows}, edge="3%", monotone=False)
    assert [[str(pay) for pay in pays] for pays in design.payouts] == [["1 to 1", "2 to 1"], ["9 to 1"]]
    with pytest.raises(BadDraft, match="a list of 1 to 200 payouts"):
        designed({"deal": {"player": 3}, "row": [{"when": "pair", "pays": 3}]}, edge="3%")

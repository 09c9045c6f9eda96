"""Progressive meters: fed by the rate of progression, paid in turn, reset, linked, and none the worse for a crash."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.odds import catalogue, pai_gow
from pitboss.odds.pai_gow.overlap import Outcomes
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.stores import FileStore
from pitboss.table.money.linked_meter import LinkedMeter
from pitboss.table.money.meter import Meter
from pitboss.table.table import Table
from tests.strategies import examples, release

# The lowest lawful reset and a rate of a quarter, so that meters move by whole cents and by parts of them.
METERED = [n for n in BANKED if game(n).progressive and any(o.option == "progressive_meter" for o in chapter(n).options)]


def offering(number: str) -> dict[str, Any]:
    """A house of the chapter that offers its progressive wager and states a rate."""
    book = chapter(number)
    options = {o.option: o for o in book.options}
    name = "progressive_payout" if "progressive_payout" in options else "progressive_jackpot"
    letters = options[name].allowed
    least = options["progressive_rate"].allowed.get("min", 0)
    offered = next(a for a in letters if a) if isinstance(letters, list) else "floor"
    return {name: offered, "progressive_rate": max(least, 25)}


def bet(table: Table) -> None:
    wagers = table.game.suggest(table.house)
    rule = next(w for w in table.game.wagers if w.name == table.game.progressive)
    wagers[rule.name] = rule.amounts[0] if rule.amounts else table.game.limits(table.house, rule)[0]
    for seat in table.seats:
        table.bet(seat, wagers)


def open_table(number: str, seed: int, **more: Any) -> Table:
    table = Table(game(number), House.of(number, offering(number)), Chance(seed), **more)
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 10**9)
    return table


def test_these_chapters_have_a_meter() -> None:
    assert METERED == ["555", "587", "645a", "655a", "657a", "678a"]


@pytest.mark.parametrize("number", METERED)
def test_the_meter_balances_to_the_cent_over_many_rounds(number: str) -> None:
    table = open_table(number, 3)
    assert table.meter is not None
    start, players, inventory, moved = table.meter.cents, 0, 0, 0
    for _ in range(150):
        bet(table)
        ledger = drive(table, bots).ledger
        assert ledger is not None
        players += sum(ledger.players.values())
        inventory += ledger.inventory
        moved += ledger.meter
        assert table.meter.cents == start + moved
    assert players + inventory + moved == 0
    assert moved


@pytest.mark.parametrize("number", METERED)
def test_a_meter_survives_a_crash(number: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    table = open_table(number, 4, store=FileStore(log))
    for _ in range(3):
        bet(table)
        drive(table, bots)
    start = Meter.of(table.house)
    assert table.meter is not None
    assert start is not None
    assert table.meter.cents > start.cents
    release(table)
    again = resume(log, game, Chance(1))
    assert again.meter == table.meter
    bet(again)
    drive(again, bots)
    assert replay(log, game).meter == again.meter


@pytest.mark.parametrize("number", METERED)
def test_tables_linked_to_one_meter(number: str, tmp_path: Path) -> None:
    meter = LinkedMeter.of("linked", House.of(number, offering(number)))
    start = meter.meter.cents
    tables = [
        open_table(number, seed, meter=meter, store=FileStore(tmp_path / f"{seed}.log"), name=f"{seed}") for seed in (5, 6)
    ]
    moved = 0
    for _ in range(5):
        for table in tables:
            bet(table)
            ledger = drive(table, bots).ledger
            assert ledger is not None
            moved += ledger.meter
            assert meter.meter.cents == start + moved
    for seed in (5, 6):
        assert replay(tmp_path / f"{seed}.log", game).rounds == 5


@examples(40)
@given(st.sampled_from(METERED), st.integers(0, 1_000_000), st.lists(st.sampled_from((100, 500)), min_size=1, max_size=60))
def test_a_rate_with_decimal_places_feeds_the_meter_to_the_cent(number: str, part: int, wagers: list[int]) -> None:
    least = next(o for o in chapter(number).options if o.option == "progressive_rate").allowed["min"]
    rate = Decimal(least * 10_000 + part % ((100 - least) * 10_000) + 1) / 10_000  # from just above the least, four places
    meter = Meter.of(House.of(number, {**offering(number), "progressive_rate": float(rate)}))
    assert meter is not None
    before = meter.cents
    grown = sum(map(meter.feed, wagers))
    assert meter.cents - before == grown == sum(wagers) * Fraction(rate) // 100
    assert grown + meter.carried == sum(wagers) * Fraction(rate) / 100


def test_parts_of_a_cent_are_carried() -> None:
    meter = Meter(1000, 500, Fraction(1, 3))
    assert [meter.feed(100) for _ in range(3)] == [33, 33, 34]
    assert (meter.cents, meter.carried) == (1100, Fraction(0))


@pytest.mark.cites("645a.13", "655a.12(c)(3)", "657a.12(d)(3)", "678a.12(d)(3)")
@pytest.mark.parametrize("stated", [{}, {"progressive_rate": 0}])
@pytest.mark.parametrize("number", ["645a", "655a", "657a", "678a"])
def test_a_progressive_wager_without_a_rate_of_progression_does_not_open(
    number: str, stated: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr(pai_gow, "compare_ways", lambda *_, **__: Outcomes(1, 1, 1))  # the main wager takes half a minute
    monkeypatch.setattr(pai_gow, "bank_edge_against_several", lambda *_, **__: (0.0, 0.0))
    house = {option: value for option, value in offering(number).items() if option != "progressive_rate"} | stated
    with pytest.raises(NotAuthorized, match="state progressive_rate") as refused:
        Table(game(number), House.of(number, house))
    assert refused.value.cite == next(o.section for o in chapter(number).options if o.option == "progressive_rate")
    Table(game(number), House.of(number, house | {"progressive_rate": 1}))
    assert catalogue.picked(catalogue.rows(number, house), number, game(number).progressive, "")  # its pay table has a price


@pytest.mark.cites("555.13(e)", "587.12(e)(3)")
@pytest.mark.parametrize(("number", "least"), [("555", 70), ("587", 14)])
def test_a_printed_least_rate_of_progression_holds_where_none_is_stated(number: str, least: int) -> None:
    house = {option: value for option, value in offering(number).items() if option != "progressive_rate"}
    meter = Table(game(number), House.of(number, house)).meter
    assert meter is not None
    assert meter.rate == Fraction(least, 100)


@pytest.mark.parametrize("number", METERED)
def test_a_meter_below_its_minimum_is_refused(number: str) -> None:
    for option in chapter(number).options:
        if option.option in ("progressive_reset", "progressive_rate", "progressive_initial") and option.allowed.get("min"):
            low = option.allowed["min"] - 1
            low -= low == option.default  # a rate of 0 stands for one that is not stated
            with pytest.raises(NotAuthorized) as refused:
                House.of(number, offering(number) | {option.option: low})
            assert refused.value.cite == option.section


@pytest.mark.parametrize("number", [n for n in BANKED if n != "633a"])
def test_a_wager_the_house_does_not_offer_is_refused(number: str) -> None:
    played = game(number)
    table = Table(played, House.of(number), Chance(1))
    table.sit(1, "player")
    offered = {w.name for w in played.offered(table.house)}
    for wager in played.wagers:
        if wager.name in offered or not wager.before_deal:
            continue
        with pytest.raises(IllegalWager, match="does not offer") as refused:
            table.bet(1, played.suggest(table.house) | {wager.name: 500})
        assert refused.value.cite == wager.cite


@pytest.mark.parametrize("number", [n for n in BANKED if chapter(n).paytables])
def test_a_letter_the_chapter_does_not_have_is_refused(number: str) -> None:
    for option in chapter(number).options:
        if isinstance(option.allowed, list) and "A" in option.allowed:
            with pytest.raises(NotAuthorized) as refused:
                House.of(number, {option.option: "Z"})
            assert refused.value.cite == option.section


def test_a_meter_without_a_rate_of_progression_does_not_move() -> None:
    """A rule case may state none: then the meter stands."""
    meter = Meter.of(House.of("655a", offering("655a") | {"progressive_rate": 0}))
    assert meter is not None
    assert meter.rate == meter.feed(10**6) == 0

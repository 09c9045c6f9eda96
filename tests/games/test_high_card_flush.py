"""Chapter 678a beyond its rule cases: refused wagers and raises, the deal, the order of settlement, the deck between rounds."""

from itertools import pairwise
from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized
from pitboss.games.high_card_flush import GAME
from pitboss.house import House
from pitboss.shoe import Chance, Stack
from pitboss.table.drivers import bots, drive
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident, Moment, Reply, Request, Step
from pitboss.table.table import Table

OFFERED: dict[str, Any] = {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive_jackpot": "A", "progressive_rate": 20}
ALL_WAGERS = {"Ante": 1000, "Flush Bonus": 500, "Straight Flush Bonus": 500, "Progressive Jackpot": 100}
DEALING = ("manual shoe", "hand", "automated shoe")

NINE_HIGH = "9s 3s 2s Ad 7d Ac 4c"
EIGHT_HIGH = "8s 4s 2s Ad 7d Jc Tc"
FOUR_CARDS = "Ah Jh 9h 6h Kc Qd 5d"
FIVE_CARDS = "Ah Jh 9h 6h 4h Kc 5d"
SEVEN_IN_A_ROW = "Th 9h 8h 7h 6h 5h 4h"
SIX_IN_A_ROW = "Qc Jc Tc 9c 8c 7c 3d"
TWO_CARDS = "Kd Jd Tc 5c 6s 5s Qh"


def open_table(seats: int = 1, chance: Chance | None = None, cards: dict[str, str] | None = None, **house: Any) -> Table:
    rigging = Rigging({place: parse(words) for place, words in (cards or {}).items()}, [], [], 1)
    stacks: dict[str, Stack] | None = {"": RiggedStack(rigging)} if cards else None
    table = Table(GAME, House.of("678a", {"progressive_rate": 1} | house), chance or Chance(1), stacks=stacks)
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}")
    return table


def bet(table: Table, **wagers: int) -> None:
    for seat in table.seats:
        table.bet(seat, wagers or GAME.suggest(table.house))


def play(table: Table, *decisions: str, at: str = "", incident: Incident | None = None) -> Round:
    """Plays the bets with these decisions, in the order asked, then as the bot would; the incident comes once."""
    left, pending = list(decisions), [incident] if incident else []

    def driver(table: Table, request: Request) -> Reply:
        now = request.name if isinstance(request, Moment) else "decision"
        if pending and now == at:
            return pending.pop()
        if isinstance(request, Ask) and left:
            return table.verify(request, left.pop(0))
        return bots(table, request)

    return drive(table, driver)


def cites(finished: Round) -> list[str]:
    return [step.cite for step in finished.steps]


def moves(finished: Round, *acts: str) -> list[tuple[str, str, str]]:
    return [(s.act, s.who, s.wager) for s in finished.steps if s.act in acts]


# ---------------------------------------------------------------------- § 678a.6, .7: rankings and wagers


@pytest.mark.cites("678a.6(a)", "678a.6(b)", "678a.6(c)", "678a.6(d)")
def test_order_of_flushes_and_of_straight_flushes() -> None:
    flushes = [TWO_CARDS, EIGHT_HIGH, NINE_HIGH, FOUR_CARDS, FIVE_CARDS, SIX_IN_A_ROW, SEVEN_IN_A_ROW, "Ah 9h 8h 7h 6h 5h 3h"]
    value = GAME.rankings["678a.6"].value
    assert all(value(parse(low)) < value(parse(high)) for low, high in pairwise(flushes))
    straight = GAME.rankings["678a.6(d)"].category
    assert straight(parse("Ah 2h 3h Kc Qc 9d 8d")) == "three card straight flush"
    assert straight(parse("Kh Ah 2h 5c 6c 8c 9d")) == "no straight flush"


@pytest.mark.cites("678a.7(a)", "678a.7(d)(1)", "678a.7(d)(2)", "678a.7(d)(3)", "678a.7(d)(4)", "678a.11(b)")
@pytest.mark.parametrize(
    ("wagers", "cite"),
    [
        ({"Ante": 400}, "678a.7(d)(1)"),
        ({"Ante": 50_050}, "678a.7(d)(1)"),
        ({"Flush Bonus": 500}, "678a.7(d)(1)"),  # the Ante is required
        ({"Progressive Jackpot": 100}, "678a.7(d)(1)"),
        ({"Ante": 525}, "678a.7(a)"),
        ({"Ante": 2_000_000}, "678a.7(d)(1)"),
        ({"Ante": 500, "Raise": 500}, "678a.11(b)"),
        ({"Ante": 500, "Flush Bonus": 400}, "678a.7(d)(2)"),
        ({"Ante": 500, "Straight Flush Bonus": 400}, "678a.7(d)(3)"),
        ({"Ante": 500, "Progressive Jackpot": 500}, "678a.7(d)(4)"),  # this house takes one dollar
    ],
)
def test_wagers_that_are_refused(wagers: dict[str, int], cite: str) -> None:
    table = open_table(**OFFERED)
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, wagers)
    assert refused.value.cite == cite
    assert table.bets == {}
    table.bet(1, {"Ante": 500, "Progressive Jackpot": 100})  # below the table minimum, as the house fixes it


@pytest.mark.cites("678a.7(d)(2)", "678a.7(d)(3)", "678a.7(d)(4)")
@pytest.mark.parametrize(("wager", "n"), [("Flush Bonus", 2), ("Straight Flush Bonus", 3), ("Progressive Jackpot", 4)])
def test_optional_wagers_only_where_the_house_offers_them(wager: str, n: int) -> None:
    table = open_table()
    with pytest.raises(IllegalWager, match=f"does not offer the {wager} Wager") as refused:
        table.bet(1, {"Ante": 500, wager: 500})
    assert refused.value.cite == f"678a.7(d)({n})"


@pytest.mark.cites("678a.7(d)(4)")
def test_the_house_names_the_chip_of_the_progressive_wager() -> None:
    table = open_table(progressive_jackpot="A", progressive_wager=500)
    table.bet(1, {"Ante": 500, "Progressive Jackpot": 500})
    with pytest.raises(IllegalWager, match=r"must be \$5, not \$1"):
        table.bet(1, {"Ante": 500, "Progressive Jackpot": 100})
    assert GAME.limits(table.house, GAME.wagers[3]) == (500, 500)


@pytest.mark.cites("678a.7(a)", "678a.7(b)", "678a.7(c)", "678a.7(e)")
def test_who_may_bet_where_and_until_when() -> None:
    table = Table(GAME, House.of("678a"), Chance(1))
    table.sit(1, "one person", 900)
    for seat, cite in ((2, "678a.7(e)"), (7, "678a.2(a)")):
        with pytest.raises(IllegalWager) as refused:
            table.sit(seat, "one person")
        assert refused.value.cite == cite
    with pytest.raises(IllegalWager, match="only seated players"):
        table.bet(2, {"Ante": 500})
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, {"Ante": 1000})  # more than his chips
    assert refused.value.cite == "678a.7(a)"
    table.bet(1, {"Ante": 500})
    table.begin()
    for wagers in ({}, {"Ante": 600}):
        with pytest.raises(IllegalWager, match="no more bets") as refused:
            table.bet(1, wagers)
        assert refused.value.cite == "678a.7(c)"


@pytest.mark.cites("678a.12(b)", "678a.12(c)", "678a.12(d)(1)", "678a.12(d)(3)", "678a.2(a)")
@pytest.mark.parametrize(
    ("house", "cite"),
    [
        ({"flush_bonus": "I"}, "678a.12(b)"),
        ({"straight_flush_bonus": "E"}, "678a.12(c)"),
        ({"progressive_jackpot": "C"}, "678a.12(d)(1)"),
        ({"progressive_initial": 2_999_999}, "678a.12(d)(3)"),
        ({"progressive_reset": 2_999_999}, "678a.12(d)(3)"),
        ({"progressive_rate": 101}, "678a.12(d)(3)"),
        ({"dealing": "hand", "shuffler": False}, "678a.9(a)(1)"),
        ({"seats": 7}, "678a.2(a)"),
    ],
)
def test_choices_that_are_refused(house: dict[str, Any], cite: str) -> None:
    with pytest.raises(NotAuthorized) as refused:
        Table(GAME, House.of("678a", house), Chance(1))
    assert refused.value.cite == cite


# ---------------------------------------------------------------------- § 678a.8–.10: the deal


@pytest.mark.cites("678a.8(a)", "678a.8(b)", "678a.8(c)", "678a.8(d)", "678a.8(e)")
@pytest.mark.cites("678a.9(a)(1)", "678a.9(a)(2)", "678a.9(b)", "678a.9(c)")
@pytest.mark.cites("678a.10(a)(1)", "678a.10(a)(2)", "678a.10(b)", "678a.10(c)")
@pytest.mark.parametrize(
    ("dealing", "before", "deal", "stub"),
    [
        ("manual shoe", ["678a.8(a)", "678a.8(b)", "678a.8(c)"], "678a.8(d)", "678a.8(e)"),
        ("hand", ["678a.9(a)(1)", "678a.9(a)(2)", "678a.9(b)"], "678a.9(b)", "678a.9(c)"),
        ("automated shoe", ["678a.10(a)(1)", "678a.10(a)(2)"], "678a.10(b)", "678a.10(c)"),
    ],
)
def test_seven_cards_each_clockwise_the_dealer_last(dealing: str, before: list[str], deal: str, stub: str) -> None:
    table = open_table(dealing=dealing)
    for seat in (6, 3):
        table.sit(seat, f"player {seat}")
    bet(table)
    finished = play(table)
    order = ["seat_1", "seat_3", "seat_6", "dealer"]
    dealt = [(s.who, len(s.cards)) for s in finished.steps if s.act == "deal"]
    stacks = dealing == "automated shoe"
    assert dealt == [(place, 7) for place in order] if stacks else dealt == [(place, 1) for place in order] * 7
    assert {s.cite for s in finished.steps if s.act == "deal"} == {deal}
    first = next(n for n, s in enumerate(finished.steps) if s.act == "deal")
    said = list(dict.fromkeys(s.cite for s in finished.steps[:first] if s.cite.startswith(deal.split("(")[0] + "(")))
    assert said == before
    assert any(s.cite == deal and "cover card" in s.note for s in finished.steps)
    assert next(s for s in finished.steps if s.who == "stub").cite == stub


@pytest.mark.cites("678a.8(b)", "678a.9(b)", "678a.10(a)(2)", "678a.12(d)(3)")
@pytest.mark.parametrize("dealing", DEALING)
def test_progressive_wagers_are_collected_before_the_first_card_and_feed_the_meter(dealing: str) -> None:
    table = open_table(2, dealing=dealing, **OFFERED, progressive_initial=3_500_000)
    assert table.meter is not None
    assert table.meter.cents == 3_500_000
    table.bet(1, ALL_WAGERS)
    table.bet(2, {"Ante": 500})
    finished = play(table)
    acts = moves(finished, "collect", "feed", "deal")
    assert acts[:2] == [("collect", "seat_1", "Progressive Jackpot"), ("feed", "seat_1", "Progressive Jackpot")]
    assert acts[2][0] == "deal"
    assert [s.cents for s in finished.steps if s.act == "feed"] == [20]


@pytest.mark.cites("678a.8(f)", "678a.8(g)", "678a.9(d)", "678a.9(e)", "678a.10(d)", "678a.10(e)", "678a.5(b)")
@pytest.mark.parametrize(("dealing", "section"), [("manual shoe", 8), ("hand", 9), ("automated shoe", 10)])
@pytest.mark.parametrize("counting", [False, True])
def test_the_stub_is_counted_every_fifth_round_unless_the_device_counts(dealing: str, section: int, counting: bool) -> None:
    table = open_table(dealing=dealing, counting_shuffler=counting)
    counted, by_device = [], []
    for number in range(1, 11):
        bet(table)
        said = cites(play(table))
        letter = "fg" if section == 8 else "de"
        if f"678a.{section}({letter[0]})" in said:
            assert f"678a.{section}({letter[1]})" in said
            counted.append(number)
        by_device += [number] * ("678a.5(b)" in said)
    assert counted == ([] if counting else [5, 10])
    assert by_device == (list(range(1, 11)) if counting else [])


@pytest.mark.cites("678a.8(h)", "678a.9(f)", "678a.10(f)")
@pytest.mark.parametrize(("dealing", "cite"), [*zip(DEALING, ("678a.8(h)", "678a.9(f)", "678a.10(f)"), strict=True)])
@pytest.mark.parametrize(("misdealt", "stub", "removed"), [(True, 37, False), (False, 37, True), (True, 36, True)])
def test_a_wrong_stub_takes_the_deck_away_unless_it_was_only_misdealt(
    dealing: str, cite: str, misdealt: bool, stub: int, removed: bool
) -> None:
    table = open_table(dealing=dealing, **OFFERED)
    bet(table, **ALL_WAGERS)
    wrong = Incident("stub count wrong", {"stub": stub, "misdealt": misdealt})
    finished = play(table, at="deal", incident=wrong)
    assert finished.void == cite
    assert finished.ledger is not None
    assert (finished.ledger.players, finished.ledger.meter) == ({"seat_1": 0}, 0)  # the meter gives its part back
    bet(table)
    assert ("678a.4(a)" in cites(play(table))) == removed


# ---------------------------------------------------------------------- § 678a.11: decisions


@pytest.mark.cites("678a.11(a)", "678a.11(a)(1)", "678a.11(a)(2)", "678a.11(b)")
def test_players_are_asked_clockwise_after_a_look_at_their_cards() -> None:
    table = open_table(4)
    bet(table)
    finished = play(table)
    assert [s.who for s in finished.steps if s.act == "decide"] == ["seat_1", "seat_2", "seat_3", "seat_4"]
    said = cites(finished)
    look = said.index("678a.11(a)")
    assert said[look : look + 3] == ["678a.11(a)", "678a.11(a)(1)", "678a.11(a)(2)"]
    assert max(n for n, s in enumerate(finished.steps) if s.act == "deal") < look
    assert look < next(n for n, s in enumerate(finished.steps) if s.act == "decide")


@pytest.mark.cites("678a.11(b)(1)", "678a.11(b)(2)", "678a.11(b)(3)")
@pytest.mark.parametrize(
    ("hand", "cite", "allowed", "refused"),
    [
        (TWO_CARDS, "678a.11(b)(1)", ("raise", "raise 1x"), ("raise 2x", "raise 950", "raise 1050", "check")),
        (FOUR_CARDS, "678a.11(b)(1)", ("raise", "raise 1000"), ("raise 2x", "raise 500")),
        (
            FIVE_CARDS,
            "678a.11(b)(2)",
            ("raise", "raise 500", "raise 1550", "raise 2x"),  # $5 is the table minimum
            ("raise 2050", "raise 3x", "raise 1025", "raise 450"),
        ),
        (SIX_IN_A_ROW, "678a.11(b)(3)", ("raise 500", "raise 2550", "raise 3x"), ("raise 3050", "raise 4x", "raise 450")),
        (SEVEN_IN_A_ROW, "678a.11(b)(3)", ("raise 1x", "raise 3x", "fold"), ("raise 4x",)),
    ],
)
def test_how_much_may_be_raised(hand: str, cite: str, allowed: tuple[str, ...], refused: tuple[str, ...]) -> None:
    table = open_table(cards={"seat_1": hand})
    bet(table, Ante=1000)
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    assert request.cite == cite
    for words in allowed:
        table.verify(request, words)
    for words in refused:
        with pytest.raises(IllegalDecision) as error:
            table.verify(request, words)
        assert error.value.cite == cite


@pytest.mark.cites("678a.11(c)(1)", "678a.11(c)(2)", "678a.11(c)(2)(i)", "678a.11(c)(2)(ii)")
def test_folded_cards_wait_under_the_optional_wagers_or_are_racked_at_once() -> None:
    table = open_table(3, **OFFERED)
    table.bet(1, {"Ante": 500})
    table.bet(2, {"Ante": 500, "Progressive Jackpot": 100})
    table.bet(3, {"Ante": 500})
    finished = play(table, "fold", "fold", "raise 500")
    before = [s for s in finished.steps[: cites(finished).index("678a.11(d)")] if s.cite.startswith("678a.11(c)")]
    assert [(s.cite, s.act, s.who) for s in before] == [
        ("678a.11(c)(2)", "collect", "seat_1"),
        ("678a.11(c)(2)(ii)", "discard", "seat_1"),
        ("678a.11(c)(2)", "collect", "seat_2"),
        ("678a.11(c)(2)(i)", "say", "seat_2"),
        ("678a.11(c)(1)", "wager", "seat_3"),
    ]


# ---------------------------------------------------------------------- § 678a.11(d)–(f): settlement


@pytest.mark.cites("678a.11(d)(1)", "678a.11(d)(1)(i)", "678a.11(d)(1)(ii)")
def test_without_a_qualifying_dealer_antes_and_raises_of_all_come_first() -> None:
    table = open_table(3, cards={"dealer": EIGHT_HIGH, "seat_1": FOUR_CARDS}, **OFFERED)
    table.bet(1, {"Ante": 1000, "Flush Bonus": 500})
    table.bet(2, {"Ante": 1000})
    table.bet(3, {"Ante": 1000, "Flush Bonus": 500})
    finished = play(table, "raise", "raise 1000", "fold")
    steps = finished.steps[cites(finished).index("678a.11(d)(1)") :]
    assert [(s.cite, s.act, s.who) for s in steps if s.act != "say"][:8] == [
        ("678a.12(a)", "pay", "seat_2"),
        ("678a.11(d)(1)", "return", "seat_2"),
        ("678a.11(d)(1)(ii)", "discard", "seat_2"),
        ("678a.12(a)", "pay", "seat_1"),
        ("678a.11(d)(1)", "return", "seat_1"),
        ("678a.11(d)(1)(i)", "reveal", "seat_3"),  # the folded hand has its turn
        *[(s.cite, s.act, "seat_3") for s in steps if s.wager == "Flush Bonus" and s.who == "seat_3"],
        ("678a.11(f)", "discard", "seat_3"),
    ]


@pytest.mark.cites("678a.11(d)(2)", "678a.11(d)(2)(i)", "678a.11(e)", "678a.11(e)(2)", "678a.11(e)(3)", "678a.11(f)")
def test_with_a_qualifying_dealer_each_player_is_finished_before_the_next() -> None:
    hands = {"dealer": NINE_HIGH, "seat_1": "9h 8h 7h 6h Kc Qc 2d", "seat_2": "5c 4d 3d 2c Kh Qs Js"}
    table = open_table(2, cards=hands, **OFFERED)
    bet(table, **ALL_WAGERS)
    finished = play(table, "raise", "raise")
    steps = finished.steps[cites(finished).index("678a.11(d)") + 1 :]
    assert [(s.cite, s.act, s.wager) for s in steps if s.who == "seat_1"] == [
        ("678a.11(d)(2)(i)", "reveal", ""),
        ("678a.11(d)(2)(ii)(A)", "say", ""),
        ("678a.12(a)", "pay", "Ante"),
        ("678a.12(a)", "pay", "Raise"),
        ("678a.11(e)(1)(ii)", "say", ""),
        ("678a.12(b)", "pay", "Flush Bonus"),
        ("678a.11(e)(2)", "say", ""),
        ("678a.11(e)(2)(ii)", "say", ""),
        ("678a.12(c)", "pay", "Straight Flush Bonus"),
        ("678a.11(e)(3)(i)", "say", ""),
        ("678a.11(e)(3)(ii)", "say", ""),
        ("678a.11(e)(3)(iii)", "say", ""),
        ("678a.12(d)(1)", "bonus", "Progressive Jackpot"),
        ("678a.11(f)", "discard", ""),
    ]
    assert [s.who for s in steps if s.act == "discard"] == ["seat_2", "seat_1", "dealer"]
    assert max(n for n, s in enumerate(steps) if s.who == "seat_2") < min(n for n, s in enumerate(steps) if s.who == "seat_1")


@pytest.mark.cites("678a.11(e)(3)(i)", "678a.11(e)(3)(ii)", "678a.11(e)(3)(iii)", "678a.11(e)(3)(iv)", "678a.12(d)(4)")
def test_cards_that_won_a_share_of_the_meter_stay_until_it_is_documented() -> None:
    hands = {"dealer": NINE_HIGH, "seat_1": SEVEN_IN_A_ROW, "seat_2": SIX_IN_A_ROW}
    table = open_table(2, cards=hands, **OFFERED, progressive_reset=3_200_000)
    bet(table, **{"Ante": 1000, "Progressive Jackpot": 100})
    finished = play(table, "raise 3x", "raise 3x")
    jackpots = [s for s in finished.steps if s.act == "jackpot"]
    assert [(s.who, s.cents) for s in jackpots] == [("seat_2", 300_004), ("seat_1", 2_700_036)]  # 20 cents of each wager fed it
    assert table.meter is not None
    assert table.meter.cents == 3_200_000
    last = finished.steps.index(jackpots[-1])
    racked = [s for s in finished.steps[last:] if s.act == "discard"]
    assert [s.who for s in racked] == ["seat_2", "seat_1", "dealer"]
    documented = [s for s in finished.steps if s.cite == "678a.11(e)(3)(iv)" and "documented:" in s.note]
    assert [s.who for s in documented] == ["seat_2", "seat_1"]
    assert finished.ledger is not None
    # Two Antes and triple Raises won, two chips taken, the meter fed and started again: no jackpot from the inventory.
    assert finished.ledger.inventory == -2 * (1000 + 3000) + 200 - 40 - 3_200_000


# ---------------------------------------------------------------------- § 678a.13: irregularities


@pytest.mark.cites("678a.13(d)")
def test_an_exposed_dealer_card_leaves_the_progressive_wagers_settled() -> None:
    table = open_table(2, cards={"seat_1": SEVEN_IN_A_ROW, "dealer": NINE_HIGH}, **OFFERED)
    bet(table, **ALL_WAGERS)
    finished = play(table, at="decision", incident=Incident("dealer card exposed", {"card": "9s"}))
    assert finished.void == "678a.13(d)"
    assert not moves(finished, "restore", "unfeed")
    assert [s.wager for s in finished.steps if s.act == "return"] == ["Ante", "Ante"]
    assert [s.cents for s in finished.steps if s.act == "jackpot"] == [3_000_040]
    assert table.meter is not None
    assert table.meter.cents == 3_000_000
    assert [s.who for s in finished.steps if s.cite == "678a.13(d)" and s.act == "reveal"] == ["dealer", "seat_2", "seat_1"]


@pytest.mark.cites("678a.7(b)", "678a.13(c)")
def test_a_void_round_returns_all_but_what_was_abandoned() -> None:
    table = open_table(2, **OFFERED)
    bet(table, **ALL_WAGERS)
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    table.reply(Incident("player leaves", {"seat": 1}))
    table.reply(Incident("wrong number of cards", {"to": "dealer", "cards": 8}))
    assert table.last is not None
    assert table.last.ledger is not None
    assert table.last.ledger.players == {"seat_1": -2100, "seat_2": 0}


@pytest.mark.cites("678a.13(e)", "678a.13(f)", "678a.13(g)")
def test_devices_that_fail() -> None:
    table = open_table(dealing="automated shoe", shuffler=True)
    bet(table)
    before = [s.act for s in play(table, at="deal", incident=Incident("shuffler jam")).steps]
    assert before.count("shuffle") == 2
    bet(table)
    assert play(table, at="deal", incident=Incident("automated shoe jam")).void == "678a.13(f)"
    bet(table)
    play(table, at="settle", incident=Incident("device out of order", {"device": "automated dealing shoe"}))
    bet(table)
    assert "678a.8(b)" in cites(play(table))  # dealt from a manual shoe now
    plain = open_table()
    bet(plain)
    plain.begin()
    with pytest.raises(NotAuthorized) as refused:
        plain.reply(Incident("automated shoe jam"))
    assert refused.value.cite == "678a.13(f)"


# ---------------------------------------------------------------------- § 678a.3–.5: the deck between rounds


class Clock(Chance):
    """Seeded chance whose clock stands until it is moved, and which remembers the cuts."""

    def __init__(self) -> None:
        super().__init__(1)
        self.now = 0.0
        self.cuts: list[tuple[int, int]] = []

    def hours(self) -> float:
        return self.now

    def number(self, least: int, most: int) -> int:
        self.cuts.append((least, most))
        return super().number(least, most)


@pytest.mark.cites("678a.4(a)", "678a.4(b)", "678a.4(c)", "678a.5(a)", "678a.5(c)(2)", "678a.5(d)", "678a.5(f)")
@pytest.mark.cites("678a.3(c)(1)", "678a.3(c)(2)")
@pytest.mark.parametrize(("dealing", "hours", "cite"), [("manual shoe", 8, "678a.3(c)(2)"), ("hand", 4, "678a.3(c)(1)")])
def test_the_deck_is_inspected_shuffled_cut_and_changed_in_time(dealing: str, hours: int, cite: str) -> None:
    clock = Clock()
    table = open_table(chance=clock, dealing=dealing)
    opened = ["678a.4(a)", "678a.4(b)", "678a.4(c)", "678a.5(a)"]
    after = ["678a.5(c)(1)"] if dealing == "hand" else ["678a.5(c)(2)", "678a.5(d)"]
    rounds = [(0.0, opened), (hours - 0.1, ["678a.5(a)"]), (hours, [cite, *opened]), (hours, ["678a.5(f)", "678a.5(a)"])]
    for number, (now, prepared) in enumerate(rounds):
        clock.now = now
        if number == 3:
            table.rest()
        bet(table)
        said = cites(play(table))
        assert said[: said.index("678a.7(d)(1)")] == [*prepared, *after]
    assert clock.cuts == ([] if dealing == "hand" else [(10, 42)] * 4)


@pytest.mark.cites("678a.3(b)(2)", "678a.3(b)(3)", "678a.3(b)(4)", "678a.4(d)")
def test_two_decks_take_turns() -> None:
    table = open_table(second_deck=True)
    for number in range(3):
        bet(table)
        waiting = list(table.waiting)
        said = cites(play(table))
        assert {"678a.3(b)(2)", "678a.3(b)(3)", "678a.3(b)(4)"} <= set(said)
        assert ("678a.4(d)" in said) == (number == 0)
        assert sorted(table.waiting) == sorted(table.racks[""]) == list(range(52))
        if waiting:
            assert table.racks[""] != waiting


@pytest.mark.cites("678a.4(e)", "678a.5(c)(1)", "678a.5(c)(2)", "678a.5(d)", "678a.5(e)", "678a.5(g)")
def test_when_the_cards_are_cut_and_cut_again() -> None:
    houses: tuple[tuple[dict[str, Any], list[str]], ...] = (
        ({"preshuffled": True}, ["678a.4(e)", "678a.5(a)", "678a.5(c)(2)", "678a.5(d)"]),
        ({"shuffler": True, "preshuffled": True}, ["678a.4(e)", "678a.5(a)", "678a.5(c)(2)", "678a.5(d)"]),
        ({"shuffler": True}, ["678a.4(a)", "678a.4(b)", "678a.4(c)", "678a.5(a)", "678a.5(c)(1)"]),
        ({"shuffler": True, "reshuffling_device": True}, ["678a.4(a)", "678a.4(b)", "678a.4(c)", "678a.5(a)", "678a.5(g)"]),
    )
    for house, expected in houses:
        table = open_table(**house)
        bet(table)
        said = cites(play(table))
        assert said[: said.index("678a.7(d)(1)")] == expected
    clock = Clock()
    table = open_table(chance=clock)
    bet(table)
    finished = play(table, at="deal", incident=Incident("cut performed improperly"))
    recut = finished.steps[cites(finished).index("678a.5(e)") :]
    assert recut[1].cite == "678a.5(d)"
    assert clock.cuts == [(10, 42)] * 2
    bet(table)
    with pytest.raises(NotAuthorized) as refused:
        play(table, at="decision", incident=Incident("cut performed improperly"))
    assert refused.value.cite == "678a.5(e)"


@pytest.mark.cites("678a.1", "678a.7(d)(1)")
def test_the_bot_raises_all_it_may_with_nine_high_or_better_and_folds_the_rest() -> None:
    for hand, answer in ((NINE_HIGH, ("raise", 500)), (EIGHT_HIGH, ("fold", 0)), (FIVE_CARDS, ("raise", 1000))):
        table = open_table(cards={"seat_1": hand})
        bet(table)
        decided: Step = next(s for s in play(table).steps if s.act == "decide")
        assert (decided.note, decided.cents) == answer

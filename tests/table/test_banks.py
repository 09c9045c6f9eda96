"""A player banks (§ 645a.12): money balances to the cent after every request, and whoever banks was entitled to."""

from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotAuthorized
from pitboss.games import game
from pitboss.games.pai_gow.rules import play_of
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident, Moment, Step
from pitboss.table.table import Table
from tests.strategies import Situation, examples, play, situations, with_more

PAI_GOW = "Pai Gow Poker"
EVERYTHING: dict[str, Any] = {
    "player_bank": True,
    "fortune_bonus": "B",
    "emperors_treasure": "D",
    "pai_gow_insurance": "A",
    "progressive_payout": True,
    "progressive_rate": 13,
}
# From where to where money goes; whatever goes back with a payment is moved by `Till.move`.
WAYS = {
    "wager": ("player", "layout"),
    "collect": ("layout", "inventory"),
    "return": ("layout", "player"),
    "pay": ("inventory", "player"),
    "bonus": ("inventory", "player"),
    "restore": ("inventory", "player"),
    "vigorish": ("player", "inventory"),
    "lose": ("layout", "center"),
    "win": ("center", "player"),
    "cover": ("player", "center"),
    "surplus": ("center", "player"),
    "feed": ("inventory", "meter"),
    "unfeed": ("meter", "inventory"),
    "reset": ("inventory", "meter"),
    "jackpot": ("meter", "player"),
}


class Till:
    """Where every cent of a round lies, counted step by step: before the players, on the layout, in the center, with the
    house. The dealer's chips are the house's."""

    def __init__(self) -> None:
        self.seen = 0
        self.lies: Counter[str] = Counter()
        self.layout: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def move(self, step: Step) -> None:
        if step.act not in WAYS:
            return
        assert step.cents >= 0
        source, target = WAYS[step.act]
        person = "inventory" if step.who == "dealer" else step.who
        if step.act in ("pay", "win"):
            stake = self.layout[step.who].pop(step.wager)
            assert stake > 0
            self.lies[person] += stake
        for place, cents in ((source, -step.cents), (target, step.cents)):
            if place == "layout":
                self.layout[step.who][step.wager] += cents
                assert self.layout[step.who][step.wager] >= 0, step
            else:
                self.lies[person if place == "player" else place] += cents
        assert self.lies["center"] >= 0, step

    def watch(self, done: Round) -> None:
        """Counts what has happened since the last look."""
        for step in done.steps[self.seen :]:
            self.move(step)
        self.seen = len(done.steps)
        on_layout = {who: +wagers for who, wagers in self.layout.items() if +wagers}
        assert sum(self.lies.values()) + sum(w.total() for w in on_layout.values()) == 0
        wagers = {f"seat_{n}": {w: c for w, c in mine.items() if c} for n, mine in done.wagers.items()}
        assert {who: dict(w) for who, w in on_layout.items() if who != "dealer"} == {who: w for who, w in wagers.items() if w}


@dataclass
class Watcher:
    """Looks at a table after every request and at the end of every round."""

    till: Till = field(default_factory=Till)
    at_start: dict[int, int] = field(default_factory=dict)
    met: Counter[str] = field(default_factory=Counter)
    drop: int = 0  # what the house has won so far, its meter left out
    fed: int = 0

    def watch(self, table: Table) -> None:
        current = table.round or table.last
        assert current is not None
        if table.round is not None:
            self.at_start = {n: seat.cents for n, seat in table.seats.items()}
        self.till.watch(current)

    def ended(self, table: Table, done: Round) -> None:
        assert done.ledger is not None
        lies, self.till = self.till.lies, Till()
        assert not any(till for place, till in lies.items() if place == "center")
        gains = {f"seat_{n}": seat.cents - self.at_start[n] for n, seat in table.seats.items()}
        assert {who: cents for who, cents in gains.items() if cents} == {
            who: cents for who, cents in lies.items() if cents and who.startswith("seat_")
        }
        assert sum(gains.values()) + done.ledger.inventory + done.ledger.meter == 0
        assert (done.ledger.inventory, done.ledger.meter) == (lies["inventory"], lies["meter"])
        assert all(seat.cents >= 0 for seat in table.seats.values())
        self.bank_pays_what_it_has(done)
        if done.void:
            self.everything_back(done, gains)
        self.drop += done.ledger.inventory
        self.fed += done.ledger.meter
        if table.meter is not None:
            first = table.house.given.get("progressive_meter") or table.house["progressive_initial"]
            assert table.meter.cents == first + self.fed

    def bank_pays_what_it_has(self, done: Round) -> None:
        banks = [s.who for s in done.steps if s.act == "decide" and s.note in ("bank", "co-bank")]
        assert len(banks) <= 1
        for bank in banks:
            self.met["co-bank" if any(s.note == "co-bank" for s in done.steps) else "bank"] += 1
            number = int(bank.removeprefix("seat_"))
            own = sum(s.cents for s in done.steps if s.act == "wager" and s.who == bank)
            assert not [s for s in done.steps if s.act == "wager" and s.who == bank and s.wager == PAI_GOW]
            covered = sum(s.cents for s in done.steps if s.act == "cover" and s.who == bank)
            assert own + covered <= self.at_start[number]
            self.met["covers"] += bool(covered)

    def everything_back(self, done: Round, gains: dict[str, int]) -> None:
        """Every wager of a void round goes back, the dealer's too; only what was abandoned stays lost."""
        self.met["void"] += 1
        gone = {f"seat_{n}" for n in done.left}
        lost = sum(gains[who] for who in gone)
        bank = next((s.who for s in done.steps if s.act == "decide" and s.note in ("bank", "co-bank")), "")
        for who, cents in gains.items():
            assert who in gone or cents == 0 or (who == bank and 0 <= cents <= -lost), (who, cents, done.void)
        dealers = [s for s in done.steps if s.who == "dealer" and s.act in WAYS]
        assert sum(s.cents for s in dealers if s.act == "wager") == sum(s.cents for s in dealers if s.act == "return")


def watched(situation: Situation) -> Watcher:
    watcher = Watcher()
    table, _ = play(situation, watch=watcher.watch, ended=watcher.ended)
    watcher.met["rounds"] += table.rounds
    return watcher


def sitting(rounds: int, seed: int, trouble: float = 0.0, chips: int = 2_000_00, **house: Any) -> Situation:
    """A full table; half of the players have so many chips that they can cover the others for long."""
    seats = tuple((n, f"player {n}", chips if n % 2 else 10**9) for n in range(1, 7))
    return Situation("645a", house, seats, rounds, seed, trouble)


@examples(80)
@given(data=st.data())
def test_money_balances_at_any_table(data: st.DataObject) -> None:
    situation = data.draw(situations("645a", rounds=8, trouble=(0.0, 0.02, 0.1)))
    extra = data.draw(st.sampled_from(({}, {"player_bank": True}, EVERYTHING, EVERYTHING | {"co_banking": True})))
    watched(situation.but(house=with_more("645a", situation.house, extra)))


@pytest.mark.cites("645a.12(j)", "645a.12(l)")
@pytest.mark.parametrize("rounding", [0, 25])
@pytest.mark.parametrize("co_banking", [False, True])
def test_money_balances_through_a_thousand_rounds(co_banking: bool, rounding: int) -> None:
    house = EVERYTHING | {"co_banking": co_banking, "vigorish_rounding": rounding, "smallest_chip": 40}
    met = watched(sitting(300, 3, **house, table_minimum=2_00)).met
    assert met["bank"] > 40
    assert met["covers"] > 20
    assert (met["co-bank"] > 20) == co_banking
    assert met["void"] == 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("abandoned", [False, True])
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
def test_money_balances_when_things_go_wrong(dealing: str, abandoned: bool, seed: int) -> None:
    house = EVERYTHING | {"co_banking": True, "dealing": dealing, "shuffler": True, "abandoned_wagers_lose": abandoned}
    met = watched(sitting(90, seed, 0.04, **house, smallest_chip=1_00)).met
    assert met["void"]
    assert met["bank"] + met["co-bank"] > 10


@pytest.mark.parametrize("seed", range(3))
def test_money_balances_at_a_table_of_2010_when_things_go_wrong(seed: int) -> None:
    seats = tuple((n, f"player {n}", 10**9) for n in range(1, 7))
    for trouble in (0.03, 0.1):
        assert watched(Situation("561", {"smallest_chip": 1_00}, seats, 100, seed, trouble)).met["void"]


# ---------------------------------------------------------------------------- who banks


class Entitled:
    """§ 645a.12(b)–(d), (f): who may be offered the bank, and where the offer begins."""

    def __init__(self, begins: bool = True) -> None:
        self.begins = begins  # whether the first to be offered it is looked at too
        self.rounds = self.banked = 0
        self.offers: list[int] = []
        self.wagered: set[str] = set()  # against the dealer, in the last round without a bank
        self.last_bank = 0
        self.chips: dict[int, int] = {}
        self.bets: dict[int, dict[str, int]] = {}

    def watch(self, table: Table) -> None:
        request = table.request
        if table.round is not None and not self.bets:
            self.bets = {n: dict(mine) for n, mine in table.bets.items()}
            self.chips = {n: seat.cents for n, seat in table.seats.items()}
        if isinstance(request, Ask) and request.cite == "645a.12(c)":
            self.offers.append(request.seat)

    def may(self, table: Table, seat: int) -> bool:
        player = table.seats[seat].player
        optional = sum(cents for wager, cents in self.bets[seat].items() if wager != PAI_GOW)
        others = sum(mine[PAI_GOW] for n, mine in self.bets.items() if n != seat)
        areas = sum(table.seats[n].player == player for n in self.bets)
        before = table.seats[self.last_bank].player if self.last_bank else ""
        return player in self.wagered and player != before and areas == 1 and optional + others <= self.chips[seat]

    def ended(self, table: Table, done: Round) -> None:
        said = {s.who: s.note for s in done.steps if s.act == "decide" and s.cite == "645a.12(c)"}
        bank = next((int(who.removeprefix("seat_")) for who, note in said.items() if note != "pass"), 0)
        entitled = [seat for seat in self.order() if self.rounds and self.may(table, seat)]
        if not self.begins and self.offers:
            at = entitled.index(self.offers[0])
            entitled = entitled[at:] + entitled[:at]
        assert self.offers == (entitled[: entitled.index(bank) + 1] if bank else entitled)
        self.banked += bool(bank)
        if not bank:
            self.wagered = {table.seats[n].player for n in self.bets}
        self.last_bank, self.offers, self.bets = bank, [], {}
        self.rounds += 1

    def order(self) -> list[int]:
        """Counterclockwise from the dealer's right, or from the right of the bank of the round before."""
        order = sorted(self.bets, reverse=True)
        return [n for n in order if n < self.last_bank] + [n for n in order if n >= self.last_bank] if self.last_bank else order


@pytest.mark.cites("645a.12(b)", "645a.12(c)", "645a.12(d)", "645a.12(d)(1)", "645a.12(d)(2)", "645a.12(f)")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("two", [False, True])
def test_the_bank_is_offered_counterclockwise_to_whoever_may_have_it_and_to_nobody_else(two: bool, seed: int) -> None:
    banked(Entitled(begins=False), two, seed)


@pytest.mark.cites("645a.12(c)")
@pytest.mark.parametrize("seed", range(3))
def test_the_offer_begins_at_the_dealers_right_or_at_the_right_of_the_last_bank(seed: int) -> None:
    """Whoever sits there now, whether he played the round before or not."""
    banked(Entitled(), False, seed)


def banked(rules: Entitled, two: bool, seed: int) -> None:
    """Two hundred and fifty rounds with rich and poor players."""
    house = EVERYTHING | {"two_positions": two, "smallest_chip": 20, "table_maximum": 60_00}
    names = ("Ann", "Ann", "Bob", "Cid", "Dora", "Eve") if two else ("Ann", "Fay", "Bob", "Cid", "Dora", "Eve")
    seats = tuple((n, name, (90_00, 400_00, 10**9)[(n + seed) % 3]) for n, name in enumerate(names, 1))
    play(Situation("645a", house, seats, 250, seed), watch=rules.watch, ended=rules.ended)
    assert rules.banked > 30


@examples(60)
@given(data=st.data())
def test_who_is_offered_the_bank_at_any_table(data: st.DataObject) -> None:
    situation = data.draw(situations("645a", rounds=8))
    rules = Entitled(begins=False)
    play(situation.but(house=with_more("645a", situation.house, {"player_bank": True})), watch=rules.watch, ended=rules.ended)


# ---------------------------------------------------------------------------- one situation each


def open_table(chapter: str = "645a", seats: tuple[int, ...] = (1, 2, 3), chips: int = 1_000_00, **house: Any) -> Table:
    if chapter == "645a":
        house = {"player_bank": True} | house
    table = Table(game(chapter), House.of(chapter, house), Chance(1))
    for seat in seats:
        table.sit(seat, f"player {seat}", chips)
    return table


def until(table: Table, cite: str, seat: int | None = None, /, **said: str) -> Ask | None:
    """Bets if nobody has, and goes on until a seat is asked under a paragraph: everybody else says what is safe."""
    if table.round is None:
        for number in table.seats:
            table.bet(number, {PAI_GOW: 10_00})
        table.begin()
    while (request := table.request) is not None:
        if isinstance(request, Ask):
            if request.cite == cite and request.seat == (seat or request.seat):
                return request
            assert table.round is not None
            answer = said.get(f"seat_{request.seat}", "")
            words = [choice.word for choice in request.choices]
            table.reply(table.verify(request, answer if answer in words else table.game.bot(table.round, request)))
        else:
            table.reply(None)
    return None


def whole_round(table: Table, **said: str) -> Round:
    until(table, "", **said)
    assert table.last is not None
    return table.last


def second_round(table: Table, cite: str, seat: int | None = None, /, **said: str) -> Ask | None:
    """After a round without a bank."""
    whole_round(table)
    return until(table, cite, seat, **said)


def finish(table: Table) -> Round:
    """The end of a round that has begun, and perhaps ended already."""
    if table.round is not None:
        until(table, "")
    assert table.last is not None
    return table.last


@pytest.mark.cites("645a.12(c)", "645a.7(b)")
def test_a_player_who_leaves_when_offered_the_bank_does_not_bank() -> None:
    table = open_table()
    second_round(table, "645a.12(c)", 3)
    with suppress(NotAuthorized):  # no wager lies on the layout yet that he could abandon
        table.reply(Incident("player leaves", {"seat": 3}))
    done = finish(table)
    assert play_of(done).bank != 3
    assert done.ledger is not None
    assert sum(done.ledger.players.values()) + done.ledger.inventory == 0


@pytest.mark.cites("645a.7(b)")
def test_a_player_who_leaves_while_the_bank_is_offered_to_another() -> None:
    table = open_table()
    second_round(table, "645a.12(c)", 3)
    with suppress(NotAuthorized):  # no wager lies on the layout yet that he could abandon
        table.reply(Incident("player leaves", {"seat": 1}))
    done = finish(table)
    assert done.ledger is not None
    assert sum(done.ledger.players.values()) + done.ledger.inventory == 0


@pytest.mark.cites("645a.7(b)", "645a.12(j)", "645a.14(e)")
def test_a_void_round_after_a_player_left_a_banked_table() -> None:
    table = open_table()
    second_round(table, "645a.11(b)", 1, seat_3="bank")
    table.reply(Incident("player leaves", {"seat": 2}))
    table.reply(Incident("dealer card exposed", {}))
    done = finish(table)
    assert done.void == "645a.14(e)"
    assert done.ledger is not None
    assert done.ledger.players["seat_1"] == 0


@pytest.mark.cites("645a.12(c)", "645a.14(e)")
def test_a_void_round_does_not_use_up_the_bank() -> None:
    table = open_table()
    second_round(table, "645a.11(b)", 1, seat_3="bank")
    table.reply(Incident("dealer card exposed", {}))
    assert finish(table).void
    asked = until(table, "645a.12(c)")
    assert asked is not None
    assert asked.seat == 3  # who banked the void round is offered the bank first again, and may take it
    assert play_of(whole_round(table, seat_3="bank")).bank == 3
    asked = until(table, "645a.12(c)")
    assert asked is not None
    assert asked.seat == 2  # after a completed round the offer goes on to the right


@pytest.mark.cites("645a.12(b)", "645a.12(d)(1)")
def test_a_void_first_round_is_no_round_of_play() -> None:
    table = open_table()
    until(table, "645a.11(b)", 1)
    table.reply(Incident("dealer card exposed", {}))
    assert finish(table).void
    assert not any(s.act == "decide" and s.cite == "645a.12(c)" for s in whole_round(table, seat_3="bank").steps)
    assert until(table, "645a.12(c)", 3) is not None


@pytest.mark.cites("645a.12(j)", "645a.14(h)")
@pytest.mark.parametrize("bank", ["bank", "pass"])
def test_nothing_that_was_settled_is_lost_when_the_round_is_void_after_all(bank: str) -> None:
    """All hands are void and all wagers are returned, also those that were settled before the miscount was seen (or it cannot
    be seen any more)."""
    for seed in range(1, 12):
        table = open_table()
        table.chance = Chance(seed)
        second_round(table, "645a.11(d)", 1, seat_3=bank)
        assert table.round is not None
        with suppress(NotAuthorized):
            table.reply(Incident("wrong number of cards", {"to": "seat_1"}))
        done = finish(table)
        assert done.ledger is not None
        if done.void:
            assert set(done.ledger.players.values()) == {0}


@pytest.mark.cites("561.7(b)", "561.13(l)")
@pytest.mark.parametrize("abandoned", [False, True])
def test_a_winner_of_2010_who_leaves_before_he_is_paid(abandoned: bool) -> None:
    for seed in range(1, 12):
        table = open_table("561", abandoned_wagers_lose=abandoned)
        table.chance = Chance(seed)
        until(table, "561.13(e)", 1)
        with suppress(NotAuthorized):
            table.reply(Incident("player leaves", {"seat": 3}))
        done = finish(table)
        assert done.ledger is not None
        assert sum(done.ledger.players.values()) + done.ledger.inventory == 0


@pytest.mark.cites("645a.12(g)", "645a.12(j)")
def test_a_dealers_wager_whose_vigorish_is_no_whole_cent_is_not_made() -> None:
    """5% of a surplus that has the dealer's wager in it must come out too: of chips of 50 cents he cannot wager one."""
    for seed in range(1, 12):
        table = open_table(smallest_chip=50)
        table.chance = Chance(seed)
        ask = second_round(table, "645a.12(g)", 3, seat_3="bank")
        assert ask is not None
        choice = ask.choices[0]
        for cents in (choice.least, choice.least + choice.unit):
            assert cents % 20 == 0
        table.reply(table.verify(ask, f"dealer wager {choice.least}"))
        finish(table)


@pytest.mark.cites("645a.5(i)(1)(ii)")
@pytest.mark.parametrize(
    "house", [{"starting_position": "random number generator"}, {"starting_position": "button", "dealing": "automated shoe"}]
)
def test_a_bank_has_no_lid_to_remove_where_no_dice_are_shaken(house: dict[str, Any]) -> None:
    table = open_table(**house, shuffler=True)
    second_round(table, "645a.12(g)", 3, seat_3="bank")
    while table.request != Moment("deal"):
        request = table.request
        table.reply(table.verify(request, "no dealer wager") if isinstance(request, Ask) else None)
    with pytest.raises(NotAuthorized, match="lid") as refused:
        table.reply(Incident("bank removes the lid", {}))
    assert refused.value.cite == "645a.5(i)(1)(ii)"


@pytest.mark.cites("645a.12(a)", "645a.12(g)")
def test_what_the_dealer_wagers_against_the_bank() -> None:
    """What the bank last wagered against him, or what the submission says; less or nothing if the bank wants, and never more
    than the bank can cover beside the others."""
    usual = second_round(open_table(), "645a.12(g)", 3, seat_3="bank")
    assert usual is not None
    assert (usual.choices[0].most, [c.word for c in usual.choices]) == (10_00, ["dealer wager", "no dealer wager"])
    stated = second_round(open_table(dealer_bank_wager=7_00), "645a.12(g)", 3, seat_3="bank")
    assert stated is not None
    assert stated.choices[0].most == 7_00
    table = open_table(seats=(1, 2), chips=1_000_00)
    table.sit(3, "player 3", 36_00)
    whole_round(table)
    table.seats[3].cents = 26_00
    poor = until(table, "645a.12(g)", 3, seat_3="bank")
    assert poor is not None
    assert poor.choices[0].most == 6_00  # 26 less the 20 of the others
    table = open_table(seats=(1, 2), chips=1_000_00)
    table.sit(3, "player 3", 36_00)
    whole_round(table)
    table.seats[3].cents = 20_00
    assert until(table, "645a.12(g)", 3, seat_3="bank") is None  # nothing is left to cover a wager of the dealer
    assert table.last is not None
    assert play_of(table.last).bank == 3


@pytest.mark.cites("645a.12(e)")
def test_with_a_co_bank_the_dealer_wagers_nothing_and_sets_the_hands() -> None:
    table = open_table(co_banking=True)
    whole_round(table)
    done = whole_round(table, seat_3="co-bank")
    play_ = play_of(done)
    assert (play_.bank, play_.co_bank) == (3, True)
    assert not [s for s in done.steps if s.act == "wager" and s.who == "dealer"]
    assert not [s for s in done.steps if s.act == "decide" and s.who == "seat_3" and s.note == "set"]
    assert "645a.12(e)" in {s.cite for s in done.steps}

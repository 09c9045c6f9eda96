"""The accounts of a whole sitting: players come, buy, play, pay for time, change seats and go, and every cent is somewhere."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import Unbalanced
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.money.accounts import Accounts
from pitboss.table.money.ledger import Ledger, balance, reverse
from pitboss.table.money.meter import Meter
from pitboss.table.round import Round
from pitboss.table.steps import Act, Ask, Step
from pitboss.table.table import Table
from tests.card_room.playing import Clock
from tests.strategies import Outside, examples, play_round, situations


def step(act: Act, cents: int, who: str = "seat_1", wager: str = "Ante") -> Step:
    return Step("565.12(b)", act, who, wager=wager, cents=cents)


OPEN = Accounts().buy(1, 50_000, "Ann").buy(2, 20_000, "Bo")
WON = balance([step("wager", 1000), step("pay", 1500)])


def test_everybody_who_came_and_went() -> None:
    table = OPEN.post(WON).buy(2, 5000).post(balance([step("wager", 2500, "seat_2"), step("collect", 2500, "seat_2")]))
    assert table.players == {"seat_1": 51_500, "seat_2": 22_500}
    assert (table.inventory, table.brought, table.taken) == (1000, 75_000, 0)
    table = table.leave(1)
    assert (table.players, table.names, table.taken) == ({"seat_2": 22_500}, {"seat_2": "Bo"}, 51_500)
    table = table.move(2, 6).leave(6)
    assert (table.players, table.names) == ({}, {})
    assert table.brought == table.taken + table.inventory == 75_000


def test_every_account_during_a_round() -> None:
    during = [step("wager", 1000), step("wager", 500, "seat_2"), step("bet", 200, "seat_2", "pot"), step("collect", 400)]
    during += [step("wager", 300, "dealer", "Pai Gow Poker"), step("lose", 100, "dealer", "Pai Gow Poker")]
    during += [step("feed", 5, "", "Progressive"), step("contribute", 20, "", "pot"), step("buy", 700, "seat_2", "")]
    found = OPEN.holdings(during)
    assert found == {
        "seat_1": 49_000,
        "seat_2": 20_000,
        "layout": 600 + 500 + 200,
        "center": 100,
        "pot": 180,
        "inventory": 400 - 300 - 5,
        "meter": 5,
        "box": 20,
        "cage": -70_700,
    }
    assert sum(found.values()) == 0
    assert OPEN.holdings() == OPEN.holdings([*during, *reverse(during, "565.12(b)", "void")])


def test_a_player_who_walks_away_from_a_wager() -> None:
    """He takes what is before him; what lies on the layout is the house's when the round is over."""
    table = OPEN.leave(1, 49_000)
    assert table.players["seat_1"] == 1000 and "seat_1" not in table.names
    table = table.post(balance([step("wager", 1000), step("collect", 1000)]))
    assert (table.players, table.inventory, table.taken) == ({"seat_2": 20_000}, 1000, 49_000)


def test_what_came_back_for_a_player_who_left_is_his() -> None:
    table = OPEN.leave(1, 49_000)  # with $10 on the layout, in a round that is undone
    with pytest.raises(Unbalanced, match="seat 1 holds \\$10 of a player who left"):
        table.buy(1, 500, "Cy")
    with pytest.raises(Unbalanced):
        table.move(1, 3)
    table = table.leave(1)
    assert (table.players, table.taken) == ({"seat_2": 20_000}, 50_000)
    assert table.buy(1, 500, "Cy").names["seat_1"] == "Cy"


def test_steps_at_the_cage_are_entered_too() -> None:
    table = Accounts().buy(3, 0, "Cy").post(balance([step("buy", 900, "seat_3", "")]))
    assert (table.players, table.brought) == ({"seat_3": 900}, 900)
    assert table.post(balance([step("leave", 900, "seat_3", "")])).taken == 900


def test_who_has_all_his_chips_on_the_layout_leaves_with_none() -> None:
    table = OPEN.leave(1, 0)
    assert (table.players["seat_1"], table.taken, table.names) == (50_000, 0, {"seat_2": "Bo"})


def test_who_gains_nothing_needs_no_seat() -> None:
    """He left in the middle of the round with all that he had, and his wager came back to nobody."""
    nothing = Ledger({"seat_5": 0}, 0, 0)
    assert OPEN.post(nothing) == OPEN
    assert OPEN.holdings([step("bet", 0, "seat_5")])["seat_5"] == 0


@pytest.mark.parametrize("cents", [-1, 500.0, True, None, "500"])
def test_chips_are_whole_cents(cents: object) -> None:
    with pytest.raises(Unbalanced):
        OPEN.buy(1, cents)  # type: ignore[arg-type]


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    before = msgspec.json.encode(OPEN)
    for wrong in (
        lambda: OPEN.buy(1, 500, "Bo"),  # Ann's seat
        lambda: OPEN.buy(3, 500),  # nobody's
        lambda: OPEN.leave(3),
        lambda: OPEN.leave(1, 50_001),
        lambda: OPEN.leave(1, -1),
        lambda: OPEN.move(1, 2),
        lambda: OPEN.move(3, 4),
        lambda: OPEN.post(balance([step("wager", 20_001, "seat_2"), step("collect", 20_001, "seat_2")])),  # more than he has
        lambda: OPEN.post(balance([step("wager", 500, "seat_3"), step("pay", 500, "seat_3")])),
        lambda: OPEN.post(Ledger({"seat_1": 500}, -499, 0)),
        lambda: OPEN.holdings([step("wager", 20_001, "seat_2")]),
        lambda: Accounts(players={"seat_1": 5}, inventory=-4).check(),
    ):
        with pytest.raises(Unbalanced):
            wrong()
    assert msgspec.json.encode(OPEN) == before


def test_read_by_a_person() -> None:
    table = Accounts().buy(11, 1_000_000, "Zoë").buy(2, 0, "Bo").buy(2, 1_005).post(LOST)
    assert str(table).splitlines() == [
        "seat 2, Bo           $0.05",
        "seat 11, Zoë       $10,000",
        "inventory              $10",
        "meter                   $0",
        "jackpot boxes           $0",
        "taken away              $0",
        "brought        -$10,010.05",
        "                        $0",
    ]


LOST = balance([step("wager", 1000, "seat_2"), step("collect", 1000, "seat_2")])


# ---------------------------------------------------------------------------- whole sittings


class Cashier:
    """Keeps the accounts of a table from outside: whoever is new has bought, whoever is gone has left."""

    def __init__(self, table: Table) -> None:
        self.table, self.accounts = table, Accounts()

    def sits(self, number: int, player: str, cents: int) -> None:
        self.accounts = self.accounts.buy(number, cents, player)

    def watch(self, table: Table) -> None:
        """At any moment of a round everything is somewhere, and a seat has the chips that the table says it has."""
        if table.round is not None:
            found = self.accounts.holdings(table.round.steps)
            assert all(cents >= 0 for account, cents in found.items() if account not in ("inventory", "meter", "cage"))

    def ended(self, done: Round) -> None:
        assert done.ledger is not None
        self.accounts = self.accounts.post(done.ledger)
        self.agrees()

    def agrees(self) -> None:
        table, mine = self.table, self.accounts
        assert mine.players == {f"seat_{n}": seat.cents for n, seat in table.seats.items()}
        assert mine.inventory == table.inventory
        assert msgspec.json.decode(msgspec.json.encode(mine), type=Accounts) == mine
        assert mine.brought == sum(mine.players.values()) + mine.taken + mine.inventory + mine.meter + mine.box


@pytest.mark.parametrize("number", list(BANKED))
@examples(40)
@given(data=st.data())
def test_a_sitting_balances(number: str, data: st.DataObject) -> None:
    situation = data.draw(situations(number, rounds=5, trouble=(0.0, 0.05)))
    table, outside = situation.table(), Outside(situation)
    cashier = Cashier(table)
    for _ in range(situation.rounds):
        seated = set(table.seats)
        outside.arrive(table)
        for n in set(table.seats) - seated:
            cashier.sits(n, table.seats[n].player, table.seats[n].cents)
        if not outside.bet(table):
            break
        play_round(table, outside, cashier.watch)
        assert table.last is not None
        cashier.ended(table.last)


@pytest.mark.parametrize("number", ["553", "637a"])
@pytest.mark.parametrize("seed", range(3))
def test_an_evening_of_poker_balances(number: str, seed: int) -> None:
    """Hands with rake and contributions, charges for time, stakes added, seats changed, players who come and go."""
    rng, clock = random.Random(seed), Clock(seed)
    house = {"rake": "percentage and time", "rake_percent": 5, "time_charge": 1200, "bad_beat_contribution": 50}
    table = Table(game(number), House.of(number, house), clock)
    cashier = Cashier(table)
    for n in (1, 2, 3, 4):
        table.sit(n, f"player {n}", 30_000)
        cashier.sits(n, f"player {n}", 30_000)
    for hand in range(25):
        cashier.ended(drive(table, bots))
        clock.now += 0.2
        n = rng.choice(list(table.seats))
        if hand % 5 == 0 and len(table.seats) > 3:
            cashier.accounts = cashier.accounts.leave(n)
            table.act("player leaves", {"seat": n})
        elif hand % 5 == 1:
            free = rng.choice([to for to in range(1, 7) if to not in table.seats])
            table.act("seat change", {"seat": n, "to": free})
            cashier.accounts = cashier.accounts.move(n, free)
        elif hand % 5 == 2:
            table.act("stakes added", {"seat": n, "cents": 5000})
            cashier.accounts = cashier.accounts.buy(n, 5000)
        elif hand % 5 == 3:
            cashier.ended(table.act("time charge", {"floorperson": "Flo"}))
        elif len(table.seats) < 5:
            free = rng.choice([to for to in range(1, 7) if to not in table.seats])
            table.sit(free, f"player {10 + hand}", 30_000)
            cashier.sits(free, f"player {10 + hand}", 30_000)
        cashier.agrees()
    assert cashier.accounts.box > 0 and cashier.accounts.inventory > 0 and cashier.accounts.taken > 0


def test_tables_that_share_a_meter_enter_what_they_moved_themselves() -> None:
    house = House.of("555", {"progressive_payout": True})
    meter = Meter.of(house)
    assert meter is not None
    shown = meter.cents
    tables = [Table(game("555"), house, Chance(seed), meter=meter) for seed in (1, 2)]
    cashiers = [Cashier(table) for table in tables]
    for table, cashier in zip(tables, cashiers, strict=True):
        for n in (1, 2, 3):
            table.sit(n, f"player {n}", 1_000_000)
            cashier.sits(n, f"player {n}", 1_000_000)
    for hand in range(60):
        table, cashier = tables[hand % 2], cashiers[hand % 2]
        for n in table.seats:
            table.bet(n, {"Ante": 1000, "Progressive Payout": 100})
        cashier.ended(drive(table, bots))
    moved = [cashier.accounts.meter for cashier in cashiers]
    assert all(moved) and sum(moved) == meter.cents - shown


@pytest.mark.parametrize("number", list(BANKED))
def test_a_round_that_fails_is_undone_and_the_sitting_goes_on(number: str) -> None:
    """Some exception in the middle: the steps so far and those that undo them make a round in which nobody gained."""
    table = Table(game(number), None, Chance(5))
    table.sit(1, "Ann", 1_000_000)
    accounts = Accounts().buy(1, 1_000_000, "Ann")
    table.bet(1, table.game.suggest(table.house))
    request = table.begin()
    while request is not None and not isinstance(request, Ask):
        request = table.reply(bots(table, request))
    assert table.round is not None
    done = table.round.steps
    undone = reverse(done, table.game.clear, "the floor undoes the round")
    assert accounts.holdings(done) != accounts.holdings() and undone
    assert accounts.post(balance([*done, *undone])) == accounts

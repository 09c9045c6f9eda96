"""The engine, played by best play on the full deck, agrees with the odds; and what a simulation is besides."""

import functools
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import NotAuthorized
from pitboss.games import BANKED, NONBANKED, game
from pitboss.games.odds.let_it_ride_poker import GAME as LET_IT_RIDE
from pitboss.games.odds.raise_it_up_stud_poker import GAME as RAISE_IT_UP
from pitboss.house import House
from pitboss.odds import pai_gow, simulation, twenty_one
from pitboss.odds.advice import Actions
from pitboss.odds.boards.play import heads_up_hold_em
from pitboss.odds.catalogue import player_of, solved
from pitboss.odds.every_round import optional
from pitboss.odds.pai_gow import bonus
from pitboss.odds.pai_gow.overlap import Outcomes
from pitboss.odds.players.player import Player
from pitboss.odds.simulation import Simulation, entries_of, ledgers, settle, wagers, with_all_wagers
from pitboss.odds.streets import play as street_play
from pitboss.odds.twenty_one.solver import solution
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, DEALER, Answer, Ask

SEED = 1
ROUNDS = 3000
MORE = 4000  # of a hand against the dealer's, which no other test deals from the full deck
ERRORS = 3.0
AGAINST_DEALER = ("555", "557", "565", "657a", "678a")
SLOW = ("563", "677a")  # whose solution takes most of the time
CHAPTERS = [pytest.param(number, marks=pytest.mark.slow if number in SLOW else ()) for number in BANKED]
GOLDEN: dict[str, Any] = json.loads((Path(__file__).parent / "golden" / "pai_gow.json").read_text())


@functools.cache
def player_at(number: str) -> tuple[House, Player]:
    """The player of a chapter with every wager offered, solved once for all tests."""
    house = with_all_wagers(number, House.of(number))
    return house, player_of(number, house)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where what is worked out for one test lies for the others."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def solved_before(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    """Solutions are shared, and what takes Pai Gow Poker minutes comes from the counts that its own tests check. Edges at 21
    are in double precision, which is far closer than a simulation; `test_twenty_one_rows` compares them with fractions."""

    def shared(number: str, house: House, progress: object = None) -> Player:
        known, player = player_at(number)
        return player if known.values == house.values else player_of(number, house)

    monkeypatch.setenv("PITBOSS_CACHE", str(cache))
    monkeypatch.setattr(twenty_one, "exact_value", lambda found, *_: Fraction(solution(found).value))
    monkeypatch.setattr(simulation, "player_of", shared)
    monkeypatch.setattr(
        pai_gow, "compare_ways", lambda way, *_, **__: Outcomes(**GOLDEN["ways"][f"{way.name} against {way.name}"])
    )
    monkeypatch.setattr(pai_gow, "bank_edge_against_several", lambda *_, **__: (0.0, 0.0))
    monkeypatch.setattr(bonus, "hands_by_row", lambda wager, *_, **__: GOLDEN["bonus"][wager])


def simulated(number: str, rounds: int = ROUNDS, seed: int = SEED, **given: Any) -> Simulation:
    """A simulation at a house with these choices."""
    return simulation.simulate(number, House.of(number, given), rounds, seed)


def assert_agrees(found: Simulation) -> None:
    """Every mean is within three standard errors of what the odds say."""
    for wager in found.record()["wagers"]:
        if wager["exact"] is not None:
            assert abs(wager["mean"] - wager["exact"]) <= ERRORS * wager["standard_error"], wager


# ---------------------------------------------------------------------------- engine and odds


@pytest.mark.parametrize("number", CHAPTERS)
def test_engine_and_odds_agree(number: str) -> None:
    found = simulated(number, MORE if number in AGAINST_DEALER else ROUNDS)
    assert_agrees(found)
    assert found.record()["wagers"][0]["exact"] is not None


@pytest.mark.parametrize(
    ("number", "given"),
    [
        ("565", {"version": "565.7(f)(3)", "ante_bonus": "B"}),
        ("633a", {"decks": 1, "shuffler": "continuous"}),
        ("633a", {"from_the_hand": True}),
        ("633a", {"double_shoe": True, "decks": 8}),
        ("635a", {"decks": 8, "table_minimum": 2500}),
        ("655a", {"dealing": "automated shoe", "community_first": True}),
        ("561", {"house_way": "split-pairs", "dealing": "hand"}),
    ],
)
def test_other_houses_agree_too(number: str, given: dict[str, Any]) -> None:
    assert_agrees(simulated(number, **given))


@pytest.mark.slow
def test_blackjack_switch_agrees() -> None:
    found = simulated("633a", blackjack_switch=True)
    assert_agrees(found)
    assert "Super Match" in [entry.wager for entry in found.entries]


# ---------------------------------------------------------------------------- players


class Doubting(Player):
    """Compares every answer of a player with what a look at the hand by itself says."""

    def __init__(self, number: str) -> None:
        self.house, self.player = player_at(number)
        self.number = number
        self.compared = 0

    def answer(self, t: Round, ask: Ask) -> Answer:
        answer = self.player.answer(t, ask)
        values = dict(self.second_opinion(t, ask))
        if values:
            said = answer.word if answer.word in values else f"{answer.word} {answer.cents // ask.base}x"
            assert values[said] == max(values.values()), (t.hands, said, values)
            self.compared += 1
        return answer

    def second_opinion(self, t: Round, ask: Ask) -> Actions:
        """What each action brings, [] where nobody says."""
        own, shared = tuple(t.hands[SEATS[ask.seat]]), tuple(t.hands.get(COMMUNITY, ()))
        match self.number, ask.cite:
            case (("555" | "557" | "565" | "657a"), _):
                up = {"555": t.hands[DEALER][0], "557": t.hands[DEALER][-1]}.get(self.number)
                return solved(self.number, self.house).decide(own, up)
            case "559", _:
                return street_play.actions(LET_IT_RIDE, self.house, own + shared[: ask.about == "Bet 2"])
            case "587", "587.11(f)":
                return street_play.actions(RAISE_IT_UP, self.house, own + shared[:2])
            case "677a", "677a.11(f)":
                return heads_up_hold_em(self.house, own + shared)
        return []


@pytest.mark.parametrize("number", ["555", "557", "559", "565", "587", "657a", pytest.param("677a", marks=pytest.mark.slow)])
def test_players_find_the_best_action(number: str) -> None:
    player = Doubting(number)
    for _ in ledgers(number, player.house, player, wagers(number, player.house), 25, SEED):
        pass
    assert player.compared > 5


# ---------------------------------------------------------------------------- money


@pytest.mark.parametrize("number", ["555", "565", "633a", "645a", "655a"])
def test_money_balances(number: str) -> None:
    house, player = player_at(number)
    bets = wagers(number, house)
    entries = entries_of(number, house, bets, player, None)
    gained = 0
    for ledger in ledgers(number, house, player, bets, 300, SEED):
        assert sum(ledger.players.values()) + ledger.inventory + ledger.meter == 0
        settle(ledger, entries)
        gained -= ledger.players["seat_1"]
    assert sum(entry.total for entry in entries) == gained


class Watching(Player):
    """Notes what the meter shows whenever a player is asked."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seen: set[int] = set()

    def answer(self, t: Round, ask: Ask) -> Answer:
        assert t.table.meter is not None
        self.seen.add(t.table.meter.cents)
        return self.player.answer(t, ask)


def test_meter_shows_the_same_in_every_round() -> None:
    """§ 555.13(d): fixed amounts come off the meter and wagers move it, but not from one simulated round to the next."""
    house, player = player_at("555")
    watching = Watching(player)
    off_meter = 0
    for ledger in ledgers("555", house, watching, wagers("555", house), 1500, SEED):
        off_meter -= ledger.meter
    assert off_meter > 0
    assert watching.seen == {house["progressive_meter"]}


# ---------------------------------------------------------------------------- wagers


def letters(number: str, **given: Any) -> Iterator[tuple[str, str]]:
    """The optional wagers of a simulation with their tables."""
    house = with_all_wagers(number, House.of(number, given))
    for wager in optional(game(number), house):
        yield wager.name, simulation._letter(house, wager.name)


def test_every_optional_wager_is_made_by_the_first_table_that_is_lawful() -> None:
    assert list(letters("677a")) == [("Pocket Bonus", "A"), ("Trips Plus", "A")]
    assert dict(letters("633a"))["Royal Match 21"] == "C"  # A and B are for a single deck
    assert dict(letters("633a", decks=1))["Royal Match 21"] == "A"
    assert "Super Match" not in dict(letters("633a"))  # which only Blackjack Switch has


def test_the_choices_of_the_house_stand() -> None:
    assert dict(letters("677a", trips_plus="D", pocket_bonus="")) == {"Trips Plus": "D"}
    assert "Lucky Ladies Twenty Point Bonus" not in dict(letters("633a", lucky_ladies=False))
    assert dict(letters("633a", royal_match_21="E"))["Royal Match 21"] == "E"


def test_wagers_are_the_least_that_are_lawful() -> None:
    house = with_all_wagers("563", House.of("563", {"table_minimum": 1500}))
    assert wagers("563", house) == {"Ante": 1500, "Bonus": 100}
    house = with_all_wagers("657a", House.of("657a", {"progressive_wager": 500}))
    assert wagers("657a", house) == {"Ante": 500, "Super Bonus": 500, "Queens Up": 500, "Progressive Payout": 500}


# ---------------------------------------------------------------------------- the record


def test_the_same_seed_gives_the_same_rounds() -> None:
    first, again, other = (simulated("565", 200, seed).record() for seed in (7, 7, 8))
    assert first["wagers"] == again["wagers"] != other["wagers"]


def test_a_record_says_what_was_done() -> None:
    told: list[tuple[str, float]] = []
    found = simulation.simulate("565", House.of("565"), 450, 3, lambda *done: told.append(done)).record()
    assert found["rounds"] == 450
    assert found["seed"] == 3
    assert set(found["wagers"][0]) == {"wager", "table", "mean", "standard_error", "exact", "sums"}
    assert told[-3:] == [("dealing", 200 / 450), ("dealing", 400 / 450), ("dealing", 1.0)]


def test_the_standard_error_is_that_of_the_exact_distribution() -> None:
    found = simulated("565", 100)
    _, player = player_at("565")
    row = next(player.solved.rows())
    assert row.distribution is not None
    assert found.entries[0].standard_error(100) == row.distribution.standard_deviation / 10


@pytest.mark.parametrize("rounds", [0, -5])
def test_no_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(NotAuthorized, match=f"at least one round, not {rounds}"):
        simulated("565", rounds)


@pytest.mark.parametrize("number", NONBANKED)
def test_nobody_plays_against_the_house_at_poker(number: str) -> None:
    with pytest.raises(NotAuthorized, match="nobody plays against the house"):
        simulated(number)

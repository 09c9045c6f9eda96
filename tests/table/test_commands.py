"""Commands: what is late, doubled, reordered or forged changes nothing; the money of a sitting balances whatever happens."""

import gc
import random
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.errors import (
    BadCommand,
    DuplicateCommandError,
    IllegalDecision,
    IllegalWager,
    NotYours,
    OutOfTurn,
    PitbossError,
    StaleVersionError,
    Unbalanced,
    Unpayable,
)
from pitboss.games import BANKED, NONBANKED, game
from pitboss.games.nonbanked.between import away_from
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.commands import (
    DEALER,
    FLOORPERSON,
    HOUSE,
    Act,
    Author,
    Begin,
    Bet,
    Buy,
    Close,
    Command,
    CutCards,
    Decide,
    Deed,
    Leave,
    Permit,
    Proceed,
    Report,
    Rest,
    Sit,
    VoidRound,
)
from pitboss.table.drivers import bots, drive
from pitboss.table.log.records import Record
from pitboss.table.log.replay import replay
from pitboss.table.log.stores import FileStore, MemoryStore
from pitboss.table.steps import Answer, Ask, Cut, Failed, Moment
from pitboss.table.table import Table
from tests.sittings import CHAPTERS, sitting
from tests.strategies import release, state

ANN, BO = Author("player", "Ann"), Author("player", "Bo")
DEEDS: list[Deed] = [
    *(
        Sit(1, "Mallory", 10**6),
        Buy(1, 500),
        Leave(1),
        Bet(1, {}),
        Rest(),
        Permit(1),
        Act("stakes added", {"seat": 1, "cents": 5}),
    ),
    *(Begin(), Proceed(), Decide(1, "fold"), CutCards(1, 20), Report("card face up", {}), VoidRound("no"), Close()),
]


def at_a_decision(chapter: str, seed: int = 3) -> Table:
    """A table with Ann and Bo, in a round, at the first decision."""
    table = Table(game(chapter), None, Chance(seed), MemoryStore())
    table.sit(1, "Ann")
    table.sit(2, "Bo")
    if table.game.dealt_in is None:
        for seat in (1, 2):
            table.bet(seat, table.game.suggest(table.house))
    table.begin()
    while not isinstance(table.request, Ask):
        assert table.request is not None
        table.reply(bots(table, table.request))
    return table


# ---------------------------------------------------------------------------- late, doubled, forged


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_late_answer_of_one_seat_is_not_taken_for_another(chapter: str) -> None:
    table = at_a_decision(chapter)
    ask = table.request
    assert isinstance(ask, Ask)
    first, made_for = ask.seat, table.version
    answer = bots(table, ask)
    late = Command(Decide(first, answer.word, answer.cents), table._player(first), 0, made_for, "b")  # type: ignore[union-attr]
    table.do(msgspec.structs.replace(late, id="a"))
    before = state(table)
    with pytest.raises(PitbossError) as refused:
        table.do(late)
    assert not isinstance(refused.value, Unbalanced)
    assert state(table) == before


@pytest.mark.parametrize("chapter", CHAPTERS)
@pytest.mark.parametrize("seed", range(3))
def test_commands_doubled_late_reordered_or_forged_change_nothing(chapter: str, seed: int) -> None:
    """Behind every command of a sitting: it comes again, others of before come again, and strangers say all they can."""
    rng = random.Random(seed)
    heard: list[Command] = []

    def attack(table: Table, record: Record) -> None:
        said = record.command
        again = msgspec.structs.replace(said, version=table.version)
        forged = [Command(deed, Author("player", "Mallory"), 0, table.version, "x") for deed in DEEDS]
        forged = [c for c in forged if not isinstance(c.deed, Sit)]
        held = [Command(c.deed, Author("player", "Mallory"), 0) for c in heard if c.author.role == "player"]
        old = [c for c in heard if not isinstance(c.deed, Sit | Buy | Leave)]
        old = [msgspec.structs.replace(c, id=f"old {n}") for n, c in enumerate(old) if (c.version or 0) < table.asked_at]
        for command in [
            again,
            *rng.sample(forged, 4),
            *rng.sample(held, min(2, len(held))),
            *rng.sample(old, min(3, len(old))),
        ]:
            before = state(table)
            with pytest.raises(PitbossError) as refused:
                table.do(command)
            assert not isinstance(refused.value, Unbalanced)
            assert state(table) == before, command
        heard.append(msgspec.structs.replace(said, version=table.version - 1))

    table, crowd = sitting(chapter, seed, rounds=3, watch=attack)
    assert table.rounds and crowd.said


def test_a_doubled_command_says_what_the_first_one_did() -> None:
    table = Table(game("565"), None, Chance(1))
    table.do(Command(Sit(1, "Ann", 5000), ANN, 0, 1, "first"))
    table.do(Command(Buy(1, 500), ANN, 0, 2, "second"))
    with pytest.raises(DuplicateCommandError, match="version 3") as refused:
        table.do(Command(Buy(1, 500), ANN, 0, 2, "second"))
    assert refused.value.version == 3
    assert table.seats[1].cents == 5500


def test_ids_are_forgotten_only_when_what_bears_them_would_be_late() -> None:
    table = Table(game("565"), None, Chance(1))
    table.do(Command(Sit(1, "Ann", 10**6), ANN, 0, 1, "sit"))
    buy = Command(Buy(1, 500), ANN, 0, table.version, "buy")
    table.do(buy)
    for n in range(1000):
        table.do(Command(Bet(1, {"Ante": 500}), ANN, 0, table.version, f"bet {n}"))
    before = state(table)
    with pytest.raises(StaleVersionError):
        table.do(buy)
    assert state(table) == before


def test_versions_of_the_future_and_of_no_kind_are_refused() -> None:
    table = Table(game("565"), None, Chance(1))
    for version in (2, 99, -1):
        with pytest.raises(StaleVersionError):
            table.do(Command(Sit(1, "Ann", 5000), ANN, 0, version))
    for none in (1.0, "1", True):
        with pytest.raises(BadCommand):
            table.do(Command(Sit(1, "Ann", 5000), ANN, 0, none))  # type: ignore[arg-type]
    assert table.version == 1


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_nobody_speaks_for_another(chapter: str) -> None:
    table = at_a_decision(chapter)
    ask = table.request
    assert isinstance(ask, Ask)
    answer = bots(table, ask)
    other = BO if table.seats[ask.seat].player == "Ann" else ANN
    before = state(table)
    for author in (other, DEALER, FLOORPERSON, Author("player", ""), Author("cheat", "Ann")):  # type: ignore[arg-type]
        with pytest.raises(NotYours):
            table.do(Command(Decide(ask.seat, answer.word, answer.cents), author, 0))  # type: ignore[union-attr]
    with pytest.raises(NotYours):
        table.do(Command(Proceed(), ANN, 0))
    with pytest.raises(NotYours):
        table.do(Command(Report("card face up", {}), ANN, 0))
    with pytest.raises(OutOfTurn):
        table.do(Command(Decide(9, "fold"), Author("player", "nobody"), 0))
    assert state(table) == before


@pytest.mark.parametrize("cents", [500.0, True, "500", None, 1e9, [5]])
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_cents_are_integers_and_nothing_else(chapter: str, cents: Any) -> None:
    table = Table(game(chapter), None, Chance(1))
    with pytest.raises(BadCommand):
        table.do(Command(Sit(1, "Ann", cents), ANN, 0))
    with pytest.raises(IllegalWager):
        table.sit(1, "Ann", cents)
    table.sit(1, "Ann")
    with pytest.raises(BadCommand):
        table.do(Command(Buy(1, cents), ANN, 0))
    with pytest.raises(IllegalWager):
        table.buy(1, cents)
    if table.game.dealt_in is None:
        wagers = dict.fromkeys(table.game.suggest(table.house), cents)
        with pytest.raises(BadCommand):
            table.do(Command(Bet(1, wagers), ANN, 0))
        with pytest.raises(IllegalWager):
            table.bet(1, wagers)
    table = at_a_decision(chapter)
    ask = table.request
    assert isinstance(ask, Ask)
    before = state(table)
    with pytest.raises(BadCommand):
        table.do(Command(Decide(ask.seat, ask.choices[0].word, cents), table._player(ask.seat), 0))
    with pytest.raises(IllegalDecision):
        table.reply(Answer(ask.choices[0].word, cents))
    assert state(table) == before


@pytest.mark.parametrize("word", [None, 5, b"fold", ["fold"], ""])
def test_a_decision_is_a_word(word: Any) -> None:
    table = at_a_decision("565")
    with pytest.raises(IllegalDecision if word == "" else BadCommand):
        table.do(Command(Decide(1, word), ANN, 0))
    with pytest.raises(IllegalDecision):
        table.reply(Answer(word))


# ---------------------------------------------------------------------------- silence


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_round_of_silent_players_ends_by_the_answers_of_the_house(chapter: str) -> None:
    """A clock outside acts for everybody, by what each question carries for who is silent; any other answer is refused."""
    for seed in range(12):
        table = at_a_decision(chapter, seed)
        for _ in range(200):
            request = table.request
            if request is None:
                break
            if isinstance(request, Ask):
                answer = table.silent(request)
                for choice in request.choices:
                    if choice.word != answer.word and not choice.of:
                        with pytest.raises(NotYours):
                            table.do(Command(Decide(request.seat, choice.word, choice.most), HOUSE, 0))
                table.do(Command(Decide(request.seat, answer.word, answer.cents), HOUSE, 0, table.version))
            elif isinstance(request, Cut):
                table.do(Command(CutCards(request.seat), HOUSE, 0))
            else:
                assert isinstance(request, Moment)
                table.reply(request.waits_for)
        assert table.round is None


# ---------------------------------------------------------------------------- together


@pytest.mark.parametrize(("chapter", "wanted"), [("633a", "insurance"), ("635a", "insurance"), ("561", "set"), ("645a", "set")])
def test_players_answer_together_in_any_order_and_the_steps_come_in_the_order_of_the_text(chapter: str, wanted: str) -> None:
    for seed in range(200):
        tables = []
        for _ in range(2):
            table = Table(game(chapter), None, Chance(seed))
            for seat, name in enumerate(("Ann", "Bo", "Cy", "Dee"), 1):
                table.sit(seat, name)
                table.bet(seat, table.game.suggest(table.house))
            table.begin()
            while table.request is not None and not asks_for(table, wanted):
                table.reply(bots(table, table.request))
            tables.append(table)
        if tables[0].request is not None:
            break
    in_turn, reversed_ = tables
    asks = reversed_.asks()
    assert sorted(ask.seat for ask in asks) == [1, 2, 3, 4]
    answers = {ask.seat: bots(reversed_, ask) for ask in asks}
    made_for = reversed_.version
    for ask in reversed(asks):  # the last first, all for the version at which they were asked
        said = answers[ask.seat]
        deed = Decide(ask.seat, said.word, said.cents)  # type: ignore[union-attr]
        record = reversed_.do(Command(deed, reversed_._player(ask.seat), 0, made_for, f"{ask.seat}"))
        assert bool(record.steps) == (ask is asks[0]), "nobody sees an answer before its turn"
        if ask is not asks[0]:
            with pytest.raises(OutOfTurn):
                reversed_.do(Command(deed, reversed_._player(ask.seat), 0, made_for, f"{ask.seat} again"))
    for _ in asks:
        request = in_turn.request
        assert isinstance(request, Ask)
        in_turn.reply(answers[request.seat])
    assert reversed_.round is not None and in_turn.round is not None
    assert reversed_.round.steps == in_turn.round.steps
    assert reversed_.request == in_turn.request


@pytest.mark.parametrize(("chapter", "wanted"), [("633a", "insurance"), ("561", "set"), ("645a", "set")])
def test_who_answers_together_with_others_is_not_late_when_they_were_faster(chapter: str, wanted: str) -> None:
    for seed in range(200):
        table = Table(game(chapter), None, Chance(seed))
        for seat, name in enumerate(("Ann", "Bo", "Cy"), 1):
            table.sit(seat, name)
            table.bet(seat, table.game.suggest(table.house))
        table.begin()
        while table.request is not None and not asks_for(table, wanted):
            table.reply(bots(table, table.request))
        if table.request is not None:
            break
    made_for, asks = table.version, table.asks()
    assert len(asks) == 3
    for ask in asks:  # all saw the same table
        said = bots(table, ask)
        table.do(Command(Decide(ask.seat, said.word, said.cents), table._player(ask.seat), 0, made_for))  # type: ignore[union-attr]
    with pytest.raises(StaleVersionError):
        table.do(Command(Decide(3, "stand"), table._player(3), 0, made_for))


@pytest.mark.parametrize("chapter", NONBANKED)
def test_a_player_does_for_himself_what_is_his_own_affair(chapter: str) -> None:
    table = Table(game(chapter), None, Chance(1), MemoryStore())
    for seat, name in enumerate(("Ann", "Bo", "Cy"), 1):
        table.sit(seat, name, 50_000)
    before = repr(state(table))
    for detail in ({"seat": 1}, {"seat": "1"}, {"seat": True}, {"seat": 1.0}, {}):
        with pytest.raises(NotYours):
            table.do(Command(Act("player steps away", detail), BO, 0))
    with pytest.raises(NotYours):
        table.do(Command(Act("player put out", {"seat": 1}), ANN, 0))
    assert repr(state(table)) == before
    table.do(Command(Act("player steps away", {"seat": 1}), ANN, 0))
    assert list(away_from(table)) == [1]


def asks_for(table: Table, word: str) -> bool:
    return isinstance(table.request, Ask) and any(choice.word == word for choice in table.request.choices)


# ---------------------------------------------------------------------------- money over a sitting


@pytest.mark.parametrize("chapter", CHAPTERS)
@pytest.mark.parametrize("seed", range(6))
def test_money_balances_over_sittings_with_arrivals_and_departures(chapter: str, seed: int, tmp_path: Path) -> None:
    came: list[str] = []

    def watch(table: Table, record: Record) -> None:
        table.accounts().check()
        came.extend(step.act for step in record.steps)

    table, _ = sitting(chapter, seed, rounds=6, watch=watch, store=FileStore(tmp_path / "log"))
    release(table)
    again = replay(tmp_path / "log", game)
    assert again.accounts() == table.accounts()
    assert {"sit", "begin", "end"} <= set(came)
    assert table.brought > 0


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_who_walks_away_leaves_his_wagers_and_takes_his_chips(chapter: str) -> None:
    table = at_a_decision(chapter)
    before = table.seats[1].cents
    table.leave(1)
    if table.round is not None:
        with pytest.raises(PitbossError):
            table.leave(1)
        drive(table, bots)
    assert 1 not in table.seats
    assert 0 < table.taken <= before + table.brought
    table.accounts().check()
    table.sit(1, "Cy", 500)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_chips_are_bought_and_taken_away_between_rounds(chapter: str) -> None:
    table = Table(game(chapter), None, Chance(1))
    table.sit(1, "Ann", 5000)
    table.buy(1, 10**5)
    assert table.seats[1].cents == 105_000
    if table.game.dealt_in is None:
        table.bet(1, table.game.suggest(table.house))
    table.leave(1)
    assert (table.brought, table.taken, table.seats, table.bets) == (105_000, 105_000, {}, {})
    table.accounts().check()


# ---------------------------------------------------------------------------- rounds that fail


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_round_that_fails_is_voided_by_the_floor_and_the_table_goes_on(
    chapter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The procedure breaks at any of its steps: everybody has what he had before, and the next round is played."""

    class Broken(Exception):
        pass

    for at in range(1, 60, 7):
        path = tmp_path / f"{at}"
        table = Table(game(chapter), None, Chance(at), FileStore(path))
        for seat, name in ((1, "Ann"), (2, "Bo")):
            table.sit(seat, name)
        played = table.game.round_of_play

        def breaking(t: Any, played: Any = played, at: int = at) -> Any:
            procedure, reply = played(t), None
            for _ in range(at % 9):
                try:
                    request = procedure.send(reply)
                except StopIteration:
                    break
                reply = yield request
            raise Broken("something that nobody thought of")

        with monkeypatch.context() as patch:
            patch.setitem(vars(table.game), "round_of_play", breaking)
            before = {n: s.cents for n, s in table.seats.items()}
            bet_all(table)
            with pytest.raises(Broken):
                drive(table, bots)
            assert isinstance(table.request, Failed)
            with pytest.raises(OutOfTurn, match="floorperson"):
                table.do(Command(Proceed(), DEALER, 0))
            with pytest.raises(NotYours):
                table.do(Command(VoidRound("it broke"), DEALER, 0))
            table.void_round("it broke")
            assert {n: s.cents for n, s in table.seats.items()} == before
            assert table.round is None and table.inventory == 0
            table.accounts().check()
        bet_all(table)
        drive(table, bots)
        release(table)


def bet_all(table: Table) -> None:
    if table.game.dealt_in is None:
        for seat in table.seats:
            table.bet(seat, table.game.suggest(table.house))


def test_only_a_round_that_failed_is_voided_by_the_floor() -> None:
    table = at_a_decision("565")
    with pytest.raises(PitbossError, match="goes on by the rules"):
        table.void_round("I would rather not")


# ---------------------------------------------------------------------------- memory


def test_memory_is_flat_over_rounds_and_refused_commands() -> None:
    """One block of memory left behind in every second round would be noticed."""
    table = Table(game("565"), House.of("565"), Chance(1))
    table.sit(1, "Ann", 10**14)

    def go(rounds: int) -> int:
        for n in range(rounds):
            with pytest.raises(PitbossError):
                table.do(Command(Bet(1, {f"Ante {n}": 500}), ANN, 0, table.version, f"bad {n}"))
            table.do(Command(Bet(1, {"Ante": 500 + 100 * (n % 400)}), ANN, 0, table.version, f"good {n}-{table.version}"))
            drive(table, bots)
        gc.collect()
        return sys.getallocatedblocks()

    early = go(2_000)
    assert go(2_000) - early < 1_000


@pytest.mark.parametrize("chapter", list(BANKED))
def test_caches_of_what_users_type_are_bounded(chapter: str) -> None:
    table = Table(game(chapter), None, Chance(1))
    table.sit(1, "Ann", 10**9)
    for n in range(3000):
        with pytest.raises(PitbossError):
            table.bet(1, {f"wager {n}": 500})
    assert len(table._lawful) <= 256


def test_a_payment_beyond_all_measure_ends_in_a_round_that_can_be_voided() -> None:
    """Lawful limits and odds can be multiplied to more than any store holds; nobody's chips are lost by it."""
    rows = dict.fromkeys([hand for hand, _ in House.of("565").paytable("Pair Plus").rows], "1,000,000 to 1")
    table = Table(game("565"), House.of("565", {"pair_plus": rows, "table_maximum": 10**12}), Chance(1))
    table.sit(1, "Ann", 10**14)
    for _ in range(200):
        before = table.seats[1].cents
        table.bet(1, {"Ante": 500, "Pair Plus": 10**10})
        try:
            drive(table, bots)
        except Unpayable as error:
            assert "$10,000,000,000,000" in error.message
            break
    assert isinstance(table.request, Failed)
    table.void_round("nobody can pay that")
    assert table.seats[1].cents == before and table.round is None
    table.accounts().check()

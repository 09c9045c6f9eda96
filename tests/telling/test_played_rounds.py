"""The rounds of a log: divided where they end, each with what was placed, what came back and who gained what."""

from pathlib import Path

import pytest

from pitboss.games import game
from pitboss.money import dollars
from pitboss.shoe import Chance
from pitboss.table.drivers import play
from pitboss.table.log.replay import replay
from pitboss.table.log.stores import FileStore
from pitboss.table.steps import Step, seat_of
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout
from pitboss.telling.played_rounds import PlayedRound, RoundReader

ROUNDS = 3


@pytest.mark.parametrize(("chapter", "decks"), [("565", 1), ("633a", 6), ("645a", 1)])
def test_every_round_has_its_steps_players_cards_and_results(tmp_path: Path, chapter: str, decks: int) -> None:
    log = tmp_path / "table.log"
    table = Table(chapter, chance=Chance(seed=5), store=FileStore(log))
    gained = []
    for seat, name in ((1, "Ann"), (3, "Bo")):
        table.sit(seat, name)
    for _ in range(ROUNDS):
        for seat in (1, 3):
            table.bet(seat, table.game.suggest(table.house))
        play(table)
        assert table.last is not None and table.last.ledger is not None
        gained.append(table.last.ledger.players)
    table.close()
    rounds: list[PlayedRound] = []
    reader = RoundReader(rounds.append, decks)
    steps: list[Step] = []

    def take(step: Step) -> None:
        steps.append(step)
        reader.take(step)

    replay(log, game, take)
    assert [each.number for each in rounds] == list(range(1, ROUNDS + 1))
    assert [step for each in rounds for step in (*each.before, *each.steps)] + list(reader.rest) == steps
    for each, players in zip(rounds, gained, strict=True):
        assert each.ledger is not None and each.ledger.players == players
        assert (each.player(1), each.player(3), each.player(2)) == ("Ann", "Bo", "")
        dealt = [card for step in each.steps if step.act == "deal" and step.who == "seat_3" for card in step.cards]
        assert len(each.layout.hands["seat_3"].cards) == len(dealt)
        words = dict(each.results())
        assert set(words) == {1, 3} and list(each.results(3)) == [(3, words[3])]
        for who, cents in players.items():
            told = words[seat_of(who)]
            placed, back = (sum(amounts[who].values()) for amounts in (each.ledger.placed, each.ledger.back))
            assert back - placed == cents and dollars(abs(cents) or placed) in told
            assert ("gains" in told, "loses" in told) == (cents > 0, cents < 0)
        assert {seat_of(step.who) for step in each.about(3)} == {0, 3} < {seat_of(step.who) for step in each.about(0)}


def test_a_round_that_does_not_balance_has_no_results() -> None:
    open_wager = Step("565.7(a)(1)", "wager", "seat_1", wager="Ante", cents=1000)
    played = PlayedRound(1, (), (open_wager,), Layout())
    assert played.ledger is None and list(played.results()) == []

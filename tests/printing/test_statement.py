"""The printed statement of a round: what happened, what was paid, which readings bear on it, what proves it."""

import pytest

from pitboss.games import game
from pitboss.printing import printed
from pitboss.printing.statement import NONE, readings, statement
from pitboss.rulebook import paragraph
from pitboss.shoe import Chance
from pitboss.table.drivers import play
from pitboss.table.log.replay import replay
from pitboss.table.log.stores import FileStore
from pitboss.table.steps import Step
from pitboss.table.table import Table
from pitboss.telling.played_rounds import PlayedRound, RoundReader
from tests.printing.reading import close, text_of

DIGEST = "ab" * 32


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, PlayedRound]:
    """The third round with seed 5: seat 1 folds, seat 3 holds a flush against a dealer who does not qualify."""
    log = tmp_path_factory.mktemp("statement") / "table.log"
    table = Table("565", chance=Chance(seed=5), store=FileStore(log))
    for seat, name in ((1, "Ann"), (3, "Bo")):
        table.sit(seat, name)
    for _ in range(3):
        for seat in (1, 3):
            table.bet(seat, table.game.suggest(table.house))
        play(table)
    table.close()
    rounds: list[PlayedRound] = []
    return replay(log, game, RoundReader(rounds.append).take), rounds[2]


def test_it_has_all_that_a_dispute_is_about(played: tuple[Table, PlayedRound]) -> None:
    text = close(text_of(printed(statement(*played, 3, ["table.log: as the rules say"], "table.log", DIGEST), "pdf")[0]))
    for words in (
        *("Three Card Poker: Round 3, seat 3", "Seat 3 Bo Ante $5 $10 pay § 565.12(a) (1 to 1)", "gains $5"),
        *("9♠ Q♠ 8♠", "flush, queen high", "§ 565.11(b) Seat 3: play ($5 on Play)", paragraph("565.12(a)").says),
        *("§ 565.6(c)", "table.log: as the rules say", DIGEST, "FOR THE CERTIFICATE HOLDER", "BOARD REPRESENTATIVE"),
    ):
        assert close(words) in text, words
    assert "Ann" not in text and "J♣" not in text, "another seat's cards are nobody's business"


def test_without_a_seat_it_has_all_of_them(played: tuple[Table, PlayedRound]) -> None:
    text = close(text_of(printed(statement(*played, 0, [], "table.log", DIGEST), "pdf")[0]))
    for words in ("Seat 1 Ann Ante $5 $0 collect § 565.11(c) (given up)", "loses $5", "Seats: 1 Ann, 3 Bo."):
        assert close(words) in text, words


def test_only_readings_that_bear_on_the_round_are_told(played: tuple[Table, PlayedRound]) -> None:
    table, round_ = played
    ids = {each.id for each in readings(table, list(round_.steps))}
    assert "all-tie-break" in ids, "hands were compared (§ 565.6(c))"
    assert "all-tie-break" not in {each.id for each in readings(table, [Step("565.12(a)", "pay", "seat_1")])}
    nothing = PlayedRound(4, (), (Step("565.8(c)", "say", note="takes each card"),), round_.layout)
    assert readings(table, list(nothing.steps)) == []
    assert close(NONE) in close(text_of(printed(statement(table, nothing, 0, [], "a.log", DIGEST), "pdf")[0]))


def test_a_void_round_says_under_which_paragraph(played: tuple[Table, PlayedRound]) -> None:
    table, round_ = played
    wager = Step("565.7(a)(1)", "wager", "seat_3", wager="Ante", cents=500)
    void = (
        wager,
        Step("565.13(b)", "void", note="two cards face up"),
        Step("565.13(b)", "return", "seat_3", (), "", "Ante", 500),
    )
    text = text_of(printed(statement(table, PlayedRound(4, (), void, round_.layout), 0, [], "a.log", DIGEST), "pdf")[0])
    assert "All hands of this round are void under § 565.13(b): two cards face up." in text and "comes out even" in text

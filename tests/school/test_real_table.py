"""Physical cards: the round is led by what is entered, nothing is told that hidden cards decide, and the log replays."""

import io
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from pitboss import cli
from pitboss.cards import text
from pitboss.cases.banked import play_case
from pitboss.cases.reading import read_case
from pitboss.errors import IllegalDecision, NotAuthorized, PitbossError
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.school.physical.needs import BadEntry
from pitboss.school.physical.table import RealTable
from pitboss.table.log.replay import replay
from pitboss.table.steps import Step
from pitboss.table.table import Table
from tests.school.dealers import CASES, EXPLORES


def real(number: str, **given: object) -> RealTable:
    return RealTable(game(number), House.of(number, given))


def unseen(at: RealTable, shuffle: int) -> list[int]:
    seen = Counter(card for (number, _), card in at.known_now().items() if number == shuffle)
    return sorted((Counter(at.decks[shuffle]) - seen).elements())


def answer(at: RealTable, rng: Random) -> None:
    """Enters something that can be so."""
    need = at.need
    match need.kind:
        case "cards":
            for _ in range(60):  # what the card reader device has shown may rule some out
                with suppress(BadEntry):
                    at.give(text(rng.sample(unseen(at, need.places[0][0]), len(need.places))))
                    return
            raise AssertionError(need)
        case "decision":
            assert need.ask is not None
            choice = rng.choice(need.ask.choices)
            amount = f" {choice.least / 100:.2f}" if choice.most and choice.word != "set" else ""
            at.give(choice.word + amount)
        case "dice":
            at.give(" ".join(str(rng.randint(1, 6)) for _ in range(3)))
        case "reader":
            at.give(rng.choice("yn"))


def deal(at: RealTable, rng: Random, seats: tuple[int, ...] = (1, 3)) -> list[Step]:
    """Deals a round: everything that the dealer is told."""
    for seat in seats:
        at.bet(seat, at.game.suggest(at.house))
    at.begin()
    told = at.news()
    for _ in range(400):
        if at.need.kind == "bets":
            return told
        answer(at, rng)
        told += at.news()
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("number", [*BANKED] if EXPLORES else ["557", "561", "565", "633a", "655a"])
def test_rounds_of_every_game_are_led_and_replay(number: str, tmp_path: Path) -> None:
    """What was told is what the log has, to the cent; whatever the cards are."""
    rng, at = Random(number), real(number)
    for _ in range(3):
        told = deal(at, rng)
        assert at.table is not None and at.table.last is not None
        done = [step for step in at.table.last.steps if step.act in ("pay", "collect", "return", "bonus")]
        assert [step for step in told if step.act in ("pay", "collect", "return", "bonus")] == done
    path = tmp_path / "table.log"
    at.write_log(path)
    again = replay(path, game)
    assert isinstance(again, Table) and again.rounds == 3
    assert at.table is not None and again.inventory == at.table.inventory


def test_a_rule_case_dealt_with_physical_cards_pays_the_same() -> None:
    """The cards of a case, entered as they are turned up, settle as the case does."""
    path = CASES / "565" / "losers-collected-then-winners-paid-then-cards.toml"
    case = read_case(path)
    _, finished = play_case(case)
    at = RealTable(game("565"), House.unlimited("565", finished.house.given))
    for seat, content in case.seats.items():
        at.bet(seat, content["wagers"])
    at.begin()
    decisions = {seat: list(content.get("decisions", [])) for seat, content in case.seats.items()}
    while at.need.kind != "bets":
        at.news()
        if at.need.kind == "decision":
            assert at.need.ask is not None
            at.give(decisions[at.need.ask.seat].pop(0))
        else:
            turned = next(s for s in finished.steps if s.act == "reveal" and s.who == at.need.who)
            at.give(text(turned.cards))
    assert at.table is not None and at.table.last is not None
    assert at.table.last.ledger == finished.ledger


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    at = real("565")
    at.bet(1, {"Ante": 1000})
    at.begin()
    at.news()
    with pytest.raises(IllegalDecision):
        at.give("dance")
    at.give("play")
    at.news()
    with pytest.raises(BadEntry, match="3 cards must lie at dealer, not 4; if it is so, report it: wrong number of cards"):
        at.give("Ah Kh Qh 2c")
    at.give("Ah Kh Qh")
    told = len(at.news())
    with pytest.raises(BadEntry, match="the ace of hearts has been turned up already"):
        at.give("Ah 2c 3c")
    with pytest.raises(BadEntry, match="no incident 'cards face up'; did you mean card face up"):
        at.report("cards face up", {})
    assert told and at.need.who == "seat_1" and not at.news()
    at.undo()
    assert at.need.who == "dealer" and not at.news()
    at.give("2h 3h 9d")
    at.news()
    at.give("Ah Kh Qh")
    assert at.need.kind == "bets" and at.result == "seat_1 +$60, inventory -$60"


def test_something_goes_wrong_at_a_real_table() -> None:
    """§ 565.13(c): a wrong number of cards voids all hands, and the wagers go back."""
    at = real("565")
    at.bet(1, {"Ante": 1000})
    at.begin()
    at.news()
    at.report("wrong number of cards", {"to": "seat_1", "cards": 4})
    assert any(step.act == "void" for step in at.news())
    assert at.need.kind == "bets" and at.result == "seat_1 $0, inventory $0"


def test_a_raise_that_needs_a_pair_is_taken_at_its_word_until_the_cards_lie_open() -> None:
    """§ 657a.11(b): three times the Ante only with a pair of aces or better."""
    at = real("657a")
    at.bet(1, at.game.suggest(at.house))
    at.begin()
    at.give(f"play {3 * at.game.suggest(at.house)['Ante'] // 100}")
    while at.need.who != "seat_1":
        at.give("2c 2d 2h 3c 3d")
    nothing = [next(card for card in unseen(at, 1) if card == (rank << 2) + rank % 4) for rank in (2, 4, 6, 8, 9)]
    with pytest.raises(PitbossError, match=r"may play \(\$5\), not \$15"):
        at.give(text(nothing))


def test_poker_is_dealt_elsewhere() -> None:
    with pytest.raises(NotAuthorized, match="physical cards are entered at games against the house"):
        real("637a")


def test_the_terminal_goes_on_after_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "565.log"

    def types(*lines: str) -> str:
        monkeypatch.setattr(sys, "argv", ["pitboss", "school", "565", "--cards", "--log", str(log)])
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert not left.value.code
        return " ".join(capsys.readouterr().out.split())

    told = types("1 ante 10 pp 5", "3 ante 5", "deal", "play", "fold", "qh 10d 4c", "qh 2c 3c")
    assert "“no more bets”" in told and "commitment" not in told and "queen of hearts has been turned up already" in told
    assert not log.exists()  # the round is not over
    told = types("9h 9c 2s", "quit")
    assert "Pays seat 1: $10 Ante (1 to 1), $10 Play (1 to 1)" in told and "$5 Pair Plus (1 to 1)" in told
    assert "Round 1 is over: seat_1 +$25, seat_3 -$5, inventory -$20. 3 dealt cards not turned up" in told
    again = replay(log, game)
    assert isinstance(again, Table) and again.rounds == 1

"""What a player in turn has said or done binds him (§ 553.8(c)–(i), § 637a.8(c)–(i))."""

import pytest

from pitboss.errors import IllegalDecision
from pitboss.games.nonbanked.gestures import Gesture, meaning
from pitboss.table.steps import Ask, Choice, Incident
from tests.card_room.playing import BOTH, asked, opened, saying

FACING = Ask(2, (Choice("fold"), Choice("call", 1000, 1000), Choice("raise", 2000, 50_000, 100)), "637a.11(g)", already=500)
MAY_CHECK = Ask(2, (Choice("fold"), Choice("check"), Choice("raise", 1000, 50_000, 100)), "637a.11(g)", already=500)
CAPPED = Ask(2, (Choice("fold"), Choice("check")), "637a.11(g)", already=500)
OPENS = Ask(2, (Choice("fold"), Choice("check"), Choice("bet", 500, 50_000, 100)), "637a.11(h)")


@pytest.mark.parametrize(
    ("ask", "said", "means"),
    [
        (FACING, "1000", "call"),
        (FACING, "2000", "raise 2000"),
        (FACING, "50000", "raise 50000"),
        (OPENS, "500", "bet 500"),
        (MAY_CHECK, "1000", "raise 1000"),
        (MAY_CHECK, "call", "check"),
    ],
)
@pytest.mark.cites("553.8(c)", "637a.8(c)")
def test_an_amount_or_a_word_alone_is_a_decision(ask: Ask, said: str, means: str) -> None:
    assert meaning(ask, Gesture(said=said)) == means


@pytest.mark.parametrize(
    ("ask", "said"), [(FACING, "999"), (FACING, "1500"), (FACING, "50100"), (OPENS, "100"), (OPENS, "call"), (CAPPED, "1000")]
)
@pytest.mark.cites("553.8(c)", "637a.8(c)")
def test_what_is_not_within_the_rules_and_limits_does_not_bind(ask: Ask, said: str) -> None:
    with pytest.raises(IllegalDecision, match=f"not say '{said}'"):
        meaning(ask, Gesture(said=said))


@pytest.mark.cites("553.8(c)", "553.8(e)(1)", "553.16(j)(1)(i)", "637a.8(c)", "637a.8(e)(1)", "637a.18(l)(1)(i)")
def test_where_nothing_said_binds_chips_and_cards_decide() -> None:
    assert meaning(FACING, Gesture(said="check", chips=(500,))) == "call"
    assert meaning(FACING, Gesture(said="1500", chips=(1000, 1000, 500))) == "raise 3000"
    assert meaning(FACING, Gesture(said="check", cards="discarded")) == "fold"
    assert meaning(OPENS, Gesture(said="good luck", chips=(500, 500))) == "bet 1000"


@pytest.mark.cites("553.8(f)", "553.8(g)", "637a.8(f)", "637a.8(g)")
def test_only_raise_lets_a_player_go_on() -> None:
    assert meaning(OPENS, Gesture(said="bet", chips=(500,), later=(1000,))) == "bet 500"
    assert meaning(OPENS, Gesture(said="bet", chips=(500,), later=(1000,), unfinished=True)) == "bet 1500"
    assert meaning(FACING, Gesture(said="raise", chips=(500,), later=(2000,))) == "raise 3000"


@pytest.mark.cites("553.8(c)", "553.8(g)", "637a.8(c)", "637a.8(g)")
def test_raise_is_a_raise_although_its_amount_may_not_be_bet() -> None:
    assert meaning(FACING, Gesture(said="raise 1500", chips=(1000,))) == "raise 2000"
    assert meaning(FACING, Gesture(said="raise 1500", chips=(2500,))) == "raise 3000"
    assert meaning(FACING, Gesture(said="raise 1500")) == "raise 2000", "without chips the nearest raise that is lawful"
    assert meaning(FACING, Gesture(said="raise 60000")) == "raise 50000"
    with pytest.raises(IllegalDecision, match=r"raise \$20 to \$500, not \$15"):
        FACING.verify(meaning(FACING, Gesture(said="raise 1500", cards="discarded")))


@pytest.mark.cites("553.8(i)", "637a.8(i)")
def test_one_larger_chip_of_who_may_check() -> None:
    assert meaning(MAY_CHECK, Gesture(chips=(2500,))) == "check", "the bet that stands is his own"
    assert meaning(CAPPED, Gesture(chips=(2500,))) == "check"
    assert meaning(MAY_CHECK, Gesture(said="raise", chips=(2500,))) == "raise 3000"
    assert meaning(MAY_CHECK, Gesture(chips=(500, 500))) == "raise 1500"
    assert meaning(MAY_CHECK, Gesture(chips=(100, 100))) == "check", "two chips, and no raise"
    assert meaning(MAY_CHECK, Gesture(chips=(2500,), currency=True)) == "raise 3000", "a bill is no chip"
    assert meaning(OPENS, Gesture(chips=(2500,))) == "bet 2500", "there is nothing to call"


@BOTH
@pytest.mark.cites("553.8(c)", "553.16(j)", "637a.8(c)", "637a.18(l)")
def test_a_statement_that_is_on_record_leaves_no_other_choice(number: str) -> None:
    def left(seat: int, incident: Incident, *acts: str) -> list[str]:
        table = opened(number, 3, structure="no limit")
        asked(table, saying(*acts), lambda ask: ask.seat == seat)
        request = table.reply(incident)
        assert isinstance(request, Ask)
        return [str(choice) for choice in request.choices]

    said = Incident("verbal statement", {"seat": 3, "says": "2000"})
    assert left(3, said) == ["raise ($20)"]
    assert left(3, Incident("verbal statement", {"seat": 3, "says": "500"})) == ["call ($5)"]
    assert len(left(3, Incident("verbal statement", {"seat": 3, "says": "600"}))) == 3, "it is not within the rules"
    chip = Incident("single larger chip", {"seat": 2})
    assert left(2, chip, "3: call", "1: call") == ["check"]

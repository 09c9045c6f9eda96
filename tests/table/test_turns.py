"""Who waits for whom when players are asked: in turn, or at once where the text gives no order."""

import re

import pytest

from pitboss.errors import OutOfTurn
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.commands import FLOORPERSON, Command, Decide, Report
from pitboss.table.log.stores import MemoryStore
from pitboss.table.steps import Answer, Ask
from pitboss.table.table import Table
from tests.games.test_poker_by_the_text import staying
from tests.table.asking import POKER, at_a_question, bet_all, player, seated, to_a_question, words


@pytest.mark.cites("557.11(c)", "559.13(b)", "565.11(b)", "587.11(b)", "655a.11(b)", "657a.11(b)", "677a.11(b)", "678a.11(b)")
@pytest.mark.parametrize("chapter", ["555", "557", "559", "563", "565", "587", "655a", "657a", "677a", "678a", *POKER])
def test_players_whom_the_dealer_asks_in_order_wait_for_their_turn(chapter: str) -> None:
    """§ 555.11(a) and § 563.11(a) print no order; there too the dealer asks clockwise."""
    table = at_a_question(chapter)
    first = table.request
    assert isinstance(first, Ask)
    assert [ask.seat for ask in table.asks()] == [first.seat]
    answer = table.silent(first)
    for seat in table.seats:
        if seat != first.seat:
            with pytest.raises(OutOfTurn):
                table.do(Command(Decide(seat, answer.word, answer.cents), player(table, seat), 0))


# The paragraphs under which players of each Poker game are asked before the showdown.
ASKED_UNDER = [
    ("553", "seven-card stud", {"553.10(e)", "553.10(g)"}),
    ("553", "hold'em", {"553.11(f)", "553.11(g)"}),
    ("553", "omaha", {"553.12(f)", "553.12(g)"}),
    ("553", "five-card draw", {"553.13(f)", "553.13(g)", "553.13(h)"}),
    ("553", "five-card stud", {"553.14(e)", "553.14(f)"}),
    ("637a", "seven-card stud", {"637a.10(e)", "637a.10(g)"}),
    ("637a", "hold'em", {"637a.11(e)", "637a.11(g)", "637a.11(h)"}),
    ("637a", "omaha", {"637a.12(e)", "637a.12(g)", "637a.12(h)"}),
    ("637a", "five-card draw", {"637a.13(f)", "637a.13(g)", "637a.13(h)"}),
    ("637a", "five-card stud", {"637a.14(e)", "637a.14(g)"}),
]


def answers_out_of_turn(table: Table) -> set[str]:
    """Plays a hand; whenever a player is asked, all others give that player's answer. Returns what their refusals cite."""
    cites, request = set[str](), table.begin()
    while request is not None:
        answer = staying(table, request)
        if isinstance(request, Ask) and isinstance(answer, Answer):
            for seat in set(table.seats) - {request.seat}:
                with pytest.raises(OutOfTurn, match=f"seat {request.seat} is asked for a decision, not seat {seat}") as refused:
                    table.do(Command(Decide(seat, answer.word, answer.cents), player(table, seat), 0))
                cites.add(refused.value.cite)
            assert table.request is request
        request = table.reply(answer)
    return cites


@pytest.mark.cites("553.10(e)", "553.10(g)", "553.11(f)", "553.11(g)", "553.12(f)", "553.12(g)", "553.13(f)", "553.13(g)")
@pytest.mark.cites("553.13(h)", "553.14(e)", "553.14(f)", "637a.10(e)", "637a.10(g)", "637a.11(e)", "637a.11(g)", "637a.11(h)")
@pytest.mark.cites(
    "637a.12(e)", "637a.12(g)", "637a.12(h)", "637a.13(f)", "637a.13(g)", "637a.13(h)", "637a.14(e)", "637a.14(g)"
)
@pytest.mark.parametrize(("chapter", "variant", "paragraphs"), ASKED_UNDER)
def test_a_poker_player_acts_only_in_turn(chapter: str, variant: str, paragraphs: set[str]) -> None:
    straddle = {"straddle": True} if f"{chapter}.{variant}" in ("637a.hold'em", "637a.omaha") else {}
    cites = answers_out_of_turn(seated(chapter, {"variant": variant, **straddle}))
    assert cites - {"553.16(d)", "637a.18(e)"} == paragraphs


@pytest.mark.cites("553.16(d)", "637a.18(e)")
@pytest.mark.parametrize(("chapter", "paragraph"), [("553", "553.16(d)"), ("637a", "637a.18(e)")])
def test_hands_are_shown_in_turn(chapter: str, paragraph: str) -> None:
    assert paragraph in answers_out_of_turn(seated(chapter))


ONE_BY_ONE = [("561", "561.7(e)"), ("645a", "645a.7(f)")]


def two_positions(chapter: str, wagers: dict[int, int], alone: int) -> Table:
    """Ann sits at two positions and Bo at one, and they are asked to set their hands."""
    table = Table(game(chapter), House.of(chapter, {"two_positions": True}), Chance(5), MemoryStore())
    for seat in wagers:
        table.sit(seat, "Bo" if seat == alone else "Ann", 10**6)
    for seat, cents in wagers.items():
        table.bet(seat, {"Pai Gow Poker": cents})
    table.begin()
    to_a_question(table)
    return table


def house_way(table: Table, seat: int) -> Command:
    """The hands of a seat set in the house's way, said by its player."""
    request = table.request
    assert isinstance(request, Ask)
    ask = next(ask for ask in (request, *request.together) if ask.seat == seat)
    return Command(Decide(seat, table.silent(ask).word), player(table, seat), 0)


@pytest.mark.cites("561.7(e)", "645a.7(f)")
@pytest.mark.parametrize(("chapter", "paragraph"), ONE_BY_ONE)
@pytest.mark.parametrize(("one", "two", "first"), [(3000, 1000, 1), (1000, 3000, 2), (1000, 1000, 2)])
def test_a_player_at_two_positions_sets_the_larger_wager_first(
    chapter: str, paragraph: str, one: int, two: int, first: int
) -> None:
    """He 'shall be required' to: the other hand is not taken from him before. Equal wagers are set counterclockwise."""
    table, other = two_positions(chapter, {1: one, 2: two, 3: 1000}, alone=3), 3 - first
    assert [ask.seat for ask in table.asks()] == [first, 3], "the other player waits for nobody"
    with pytest.raises(OutOfTurn, match=re.escape(paragraph)):
        table.do(house_way(table, other))
    table.do(house_way(table, first))
    assert [ask.seat for ask in table.asks()] == [other, 3]
    table.do(house_way(table, other))


@pytest.mark.cites("561.7(e)", "645a.7(f)")
@pytest.mark.parametrize(("chapter", "paragraph"), ONE_BY_ONE)
def test_that_holds_for_answers_before_their_turn_too(chapter: str, paragraph: str) -> None:
    table = two_positions(chapter, {1: 1000, 2: 1000, 3: 3000}, alone=1)
    assert [ask.seat for ask in table.asks()] == [1, 3]
    with pytest.raises(OutOfTurn, match=re.escape(paragraph)):
        table.do(house_way(table, 2))
    for seat in (3, 2, 1):
        table.do(house_way(table, seat))
    set_ = [step.who for step in table.round.steps if step.act == "decide"] if table.round is not None else []
    assert set_ == ["seat_1", "seat_3", "seat_2"]


@pytest.mark.cites("561.7(e)", "645a.7(f)")
@pytest.mark.parametrize(("chapter", "paragraph"), ONE_BY_ONE)
def test_a_player_alone_at_the_table_keeps_to_that_order(chapter: str, paragraph: str) -> None:
    table = two_positions(chapter, {1: 1000, 2: 1000}, alone=0)
    with pytest.raises(OutOfTurn, match="the player at seat 1 has another position, which comes first") as refused:
        table.do(house_way(table, 1))
    assert refused.value.cite == paragraph


@pytest.mark.cites("561.7(e)", "645a.7(f)")
@pytest.mark.parametrize(("chapter", "paragraph"), ONE_BY_ONE)
def test_who_has_set_his_hands_before_his_turn_is_not_told_of_another_position(chapter: str, paragraph: str) -> None:
    """Bo has one position. His hands lie face down, and what refuses others has nothing to do with two positions."""
    table = two_positions(chapter, {1: 1000, 2: 1000, 3: 3000}, alone=3)
    again = house_way(table, 3)
    table.do(again)
    with pytest.raises(OutOfTurn, match="seat 2 is asked for a decision, not seat 3") as refused:
        table.do(again)
    assert refused.value.cite != paragraph


@pytest.mark.cites("561.13(e)")
def test_who_has_surrendered_is_not_asked_again_when_something_goes_wrong() -> None:
    table = at_a_question("561")
    table.do(Command(Decide(1, "surrender"), player(table, 1), 0))
    table.do(Command(Report("player card exposed", {"seat": 3, "choice": "play"}), FLOORPERSON, 0))
    assert [ask.seat for ask in table.asks()] == [2, 3]


@pytest.mark.cites("645a.11(c)", "645a.12(e)")
@pytest.mark.parametrize(("word", "sets"), [("bank", True), ("co-bank", False)])
def test_a_bank_sets_his_hands_after_all_players_and_a_co_bank_never(word: str, sets: bool) -> None:
    table = seated("645a", {"player_bank": True, "co_banking": True})
    bank = 0
    for _ in range(2):
        bet_all(table, {"Pai Gow Poker": 1000})
        table.begin()
        ask = to_a_question(table, lambda ask: "bank" in words(ask))
        if ask is not None:
            bank = ask.seat
            table.reply(Answer(word))
    assert bank
    order = []
    while to_a_question(table, lambda ask: "set" in words(ask)) is not None:
        assert len(table.asks()) == 1 or bank not in [ask.seat for ask in table.asks()]
        request = table.request
        assert isinstance(request, Ask)
        order.append(request.seat)
        table.reply(table.silent(request))
    assert order == [seat for seat in (1, 2, 3) if seat != bank] + ([bank] if sets else [])


@pytest.mark.cites("645a.11(d)")
def test_who_has_made_an_optional_wager_is_not_offered_to_surrender() -> None:
    table = seated("645a", {"fortune_bonus": "A"})
    table.bet(1, {"Pai Gow Poker": 1000, "Fortune Bonus": 500})
    table.bet(2, {"Pai Gow Poker": 1000})
    table.begin()
    asked = set()
    while (ask := to_a_question(table)) is not None:
        if "surrender" in words(ask):
            asked.add(ask.seat)
        table.reply(table.silent(ask))
    assert asked == {2}

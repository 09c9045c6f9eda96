"""Pai Gow Poker, both editions: numbers that the text prints are those that are played, and whom the dealer helps to set."""

from collections import Counter
from typing import Any

import pytest

from pitboss.cards import JOKER, parse, text
from pitboss.desk.equipment import checklist
from pitboss.errors import BadCard, IllegalDecision, IllegalWager, NotAuthorized
from pitboss.games import game
from pitboss.games.pai_gow.play import least_wager
from pitboss.games.pai_gow.rules import play_of
from pitboss.hands import PAI_GOW_HIGH, emperors_treasure, fortune_bonus, pai_gow_progressive
from pitboss.house import House
from pitboss.rulebook import chapter as chapter_of
from pitboss.table.drivers import deciding, drive, house_way
from pitboss.table.steps import Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table
from tests.games.rigged import Clock, rigged_table
from tests.games.test_pai_gow import BOTH, HANDS, PAI_GOW, begin, bet, dealt, open_table, play, rigged, saying

SETS = {"561": "561.13(a)", "645a": "645a.11(b)"}

# ---------------------------------------------------------------------------- cards and dice


@BOTH
@pytest.mark.cites("561.3(a)", "645a.3(a)")
def test_one_deck_with_one_joker_and_two_cover_cards(chapter: str) -> None:
    book, house = chapter_of(chapter), House.of(chapter)
    deck = Counter(game(chapter).deck(house))
    assert set(deck.values()) == {book.limit("decks")} == {1}
    assert deck[JOKER] == book.limit("jokers") == 1
    (cards,) = [item.here for item in checklist(house) if item.section == f"{chapter}.3(a)"]
    assert cards == "1 deck of 53 cards; 2 cover cards"


@BOTH
@pytest.mark.cites("561.8(a)(1)(iii)", "645a.2(c)(1)(i)")
def test_dice_do_not_stay_on_a_table_for_more_than_24_hours(chapter: str) -> None:
    """Dice that are shaken when their 24 hours are over would stay longer, so others are."""
    clock = Clock(1)
    table = rigged_table(game(chapter), (1,), clock=clock)
    cite = {"561": "561.8(a)(1)(iii)", "645a": "645a.2(c)(1)(i)"}[chapter]
    clock.now = 3.0  # when the table opens
    for now, changed in ((3.0, 0), (26.9, 0), (27.0, 1), (27.5, 0), (50.9, 0), (51.0, 1)):
        clock.now = now
        done = play(table)
        assert [s.cite for s in done.steps].count(cite) == changed, now
        (announced,) = [s.note for s in done.steps if "announces" in s.note]
        assert announced.count(",") == 2, "three dice"


@BOTH
@pytest.mark.cites("561.9(c)", "561.10(a)(3)", "561.11(c)", "645a.8(d)", "645a.9(c)", "645a.10(c)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
def test_seven_hands_of_seven_cards(chapter: str, dealing: str) -> None:
    book, number = chapter_of(chapter), Counter[str]()
    for place, cards in dealt(play(open_table(chapter, (2,), dealing=dealing))):
        number[place] += cards
    assert set(number.values()) == {book.limit("cards_per_hand")} == {7}
    assert len(number) == 7
    if chapter == "561":
        assert len(number) == book.limit_named("stacks")


# ---------------------------------------------------------------------------- rankings


@pytest.mark.cites("561.6(b)", "645a.6(b)", "645a.6(d)", "645a.6(e)", "645a.6(f)")
def test_a_hand_has_five_cards_or_all_seven() -> None:
    for number in (0, 4, 8):
        with pytest.raises(BadCard, match=f"five to seven cards, not {number}") as refused:
            PAI_GOW_HIGH.value(list(range(number)))
        assert refused.value.cite == "561.6(b)"
    for bonus, cite in ((fortune_bonus, "645a.6(d)"), (emperors_treasure, "645a.6(e)"), (pai_gow_progressive, "645a.6(f)")):
        for number in (6, 8):
            with pytest.raises(BadCard, match=f"seven cards, not {number}") as refused:
                bonus(list(range(0, 4 * number, 4)))
            assert refused.value.cite == cite


@pytest.mark.cites("561.6(b)", "561.6(b)(2)", "645a.6(b)", "645a.6(b)(2)")
def test_a_royal_flush_has_its_name() -> None:
    royal, lower = parse("Ks Qs Js Ts Jk"), parse("As 2s 3s 4s 5s")
    assert (PAI_GOW_HIGH.category(royal), PAI_GOW_HIGH.category(lower)) == ("royal flush", "straight flush")
    assert PAI_GOW_HIGH.value(royal) > PAI_GOW_HIGH.value(lower)


# ---------------------------------------------------------------------------- wagers and houses


@BOTH
@pytest.mark.cites("561.13(m)", "645a.13(a)")
def test_a_table_needs_a_wager_whose_vigorish_comes_out_in_cents(chapter: str) -> None:
    cite = {"561": "561.13(m)", "645a": "645a.13(a)"}[chapter]
    limits: dict[str, Any] = {"table_minimum": 1_15, "table_maximum": 1_15, "smallest_chip": 5}
    with pytest.raises(NotAuthorized, match=r"of \$1.15 cannot be taken to the cent") as refused:
        open_table(chapter, **limits)
    assert refused.value.cite == cite
    house, problems = House.of(chapter, limits), game(chapter).problems
    assert problems is not None
    with pytest.raises(NotAuthorized, match=r"no wager within the table's limits is payable"):
        least_wager(house, cite)
    assert [(problem.section, problem.field) for problem in problems(house)] == [(cite, "table_minimum")]
    assert least_wager(House.of(chapter, {**limits, "vigorish_rounding": 25}), cite) == 1_15
    table = open_table(chapter, (1,), **{**limits, "table_maximum": 1_20})
    assert game(chapter).suggest(table.house) == {PAI_GOW: 1_20}
    with pytest.raises(IllegalWager) as refused_wager:
        table.bet(1, {PAI_GOW: 1_15})
    assert refused_wager.value.cite == cite


@BOTH
@pytest.mark.cites("561.7(e)", "645a.7(f)")
def test_only_a_player_on_two_areas_is_told_which_hands_come_first(chapter: str) -> None:
    table = open_table(chapter, (1, 6), two_positions=True)
    for seat in (3, 4):
        table.sit(seat, "Ann")
    done = play(table)
    cite = {"561": "561.7(e)", "645a": "645a.7(f)"}[chapter]
    assert [s.who for s in done.steps if s.cite == cite] == ["seat_3"]


# ---------------------------------------------------------------------------- help


@BOTH
@pytest.mark.cites("561.13(b)", "645a.11(a)(1)")
def test_who_asks_for_help_is_told_the_house_way_and_nobody_else(chapter: str) -> None:
    """Seat 1 sets his hands himself, against the house way; seat 2 has the dealer tell him how the house would."""
    table = rigged(chapter, HANDS)
    bet(table)
    asked: list[str] = []

    def people(at: Table, ask: Ask) -> str:
        if "set" not in [choice.word for choice in ask.choices]:
            assert house_way(at, ask, "house way") == ""  # nothing is to be set
            return "no surrender"
        asked.append(house_way(at, ask, "set Qh Jc"))
        return "set Qh Jc" if ask.seat == 1 else "the house way"

    done = drive(table, deciding(people))
    assert asked == ["", ""], "who sets his hands himself is told nothing"
    assert {seat: text(low) for seat, low in play_of(done).low.items()} == {1: "Qh Jc", 2: "8d 8c"}


@BOTH
@pytest.mark.cites("561.13(b)", "645a.11(a)(1)")
def test_the_dealer_tells_the_rule_by_which_the_house_sets_seven_cards(chapter: str) -> None:
    table = rigged(chapter, HANDS, house_way="split-pairs")
    ask = begin(table, SETS[chapter])
    assert isinstance(ask, Ask)
    assert table.round is not None
    advice = game(chapter).advice
    assert advice is not None
    assert advice(table.round, ask)[0] == "set Kd Qh"
    assert house_way(table, ask, "House") == "set Kd Qh"
    with pytest.raises(IllegalDecision):
        table.verify(ask, "house")  # a way is asked for by name, not laid down by it


@pytest.mark.cites("645a.12(i)", "645a.12(k)", "645a.14(c)", "645a.14(e)")
def test_once_the_hands_of_a_bank_lie_face_up_the_deal_is_not_questioned() -> None:
    table = open_table("645a", player_bank=True)
    play(table)
    refused: list[str] = []

    def people(at: Table, request: Request) -> Reply:
        if request == Moment("settle"):
            with pytest.raises(NotAuthorized) as error:
                at.reply(Incident("wrong starting position", {}))
            refused.append(error.value.cite)
        return saying(seat_6="bank")(at, request)

    done = play(table, people)
    assert play_of(done).bank == 6
    assert (refused, done.void) == (["645a.14(c)"], "")

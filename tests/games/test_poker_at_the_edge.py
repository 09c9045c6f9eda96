"""Poker at the edge of a rule: too few cards, words that come too late, a player who never left. Both editions."""

from collections.abc import Callable

import pytest

from pitboss.cards import parse
from pitboss.errors import BadCard, IllegalDecision, NotAuthorized, PitbossError
from pitboss.games import MODULES, NONBANKED
from pitboss.games.nonbanked.gestures import Gesture, meaning
from pitboss.games.nonbanked.rules import memory_of, play_of
from pitboss.hands import FIVE_CARD, LOW
from pitboss.hands.five_card import omaha_high, omaha_low
from pitboss.hands.ranking import Ranking
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.table.steps import DOWN, STACK, Ask, Choice, Incident, Moment, Step
from tests.card_room.playing import rig
from tests.games.test_poker_by_the_text import hand, staying, table_of


@pytest.mark.cites("553.4(b)", "553.4(d)")
@pytest.mark.parametrize(("ranking", "cite"), [(FIVE_CARD, "553.4(b)"), (LOW, "553.4(d)")])
@pytest.mark.parametrize("cards", ["Ac Kc Qc Jc", "Ac Kc Qc Jc Tc 9c 8c 7c"])
def test_a_hand_is_ranked_by_five_to_seven_cards(ranking: Ranking, cite: str, cards: str) -> None:
    with pytest.raises(BadCard) as refused:
        ranking.value(parse(cards))
    assert refused.value.cite == cite


@pytest.mark.cites("553.12", "637a.12")
@pytest.mark.parametrize("value", [omaha_high, omaha_low])
@pytest.mark.parametrize(("hole", "board"), [("As 2d Kd", "2s 3s 4s 5s Td"), ("As 2d Kd Kc", "2s 3s 4s 5s")])
def test_an_omaha_hand_is_made_of_four_and_five_cards(value: Callable[..., object], hole: str, board: str) -> None:
    with pytest.raises(BadCard, match="four hole and five community cards") as refused:
        value(parse(hole), parse(board))
    assert refused.value.cite == "553.12"


STRAIGHTS = [("Ac 2d 3h 4s 5c", "5"), ("5c 6d 7h 8s 9c", "9"), ("Tc Jd Qh Ks Ac", "A"), ("5c 6c 7c 8c 9c", "9")]


@pytest.mark.cites("553.4(b)(2)", "553.4(b)(6)")
@pytest.mark.parametrize(("cards", "top"), STRAIGHTS)
def test_a_straight_is_as_high_as_its_highest_card(cards: str, top: str) -> None:
    assert FIVE_CARD.value(parse(cards)).ranks == ("23456789TJQKA".index(top),)


@pytest.mark.cites("553.7(e)(2)", "553.8(c)", "553.16(j)(2)", "637a.7(e)(2)", "637a.8(c)", "637a.18(l)(2)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("said", ["call", "raise"])
def test_a_bet_said_when_no_betting_round_is_on_binds_nobody(number: str, said: str) -> None:
    table = table_of(number, variant="five-card draw")
    request = table.begin()
    while request is not None and not (isinstance(request, Ask) and request.choices[0].word == "discard"):
        request = table.reply(staying(table, request))
    assert isinstance(request, Ask) and table.round is not None
    play, seat = play_of(table.round), request.seat
    before = dict(play.put)
    table.reply(Incident("cards thrown away", {"seat": seat, "said": said}))
    assert seat in play.folded
    assert play.put == before


@pytest.mark.cites("553.8(b)(5)", "637a.8(b)(6)")
@pytest.mark.parametrize("number", NONBANKED)
def test_who_was_not_away_does_not_come_back(number: str) -> None:
    table = table_of(number)
    with pytest.raises(NotAuthorized, match="the player of seat 1 was not away"):
        table.act("player returns", {"seat": 1})


def told(steps: list[Step], act: str, cite: str) -> list[Step]:
    return [step for step in steps if (step.act, step.cite) == (act, cite)]


@pytest.mark.cites("553.14(f)", "637a.14(f)(2)", "637a.14(f)(1)")
@pytest.mark.parametrize("number", NONBANKED)
def test_of_two_equal_hands_showing_the_one_nearest_to_the_left_of_the_dealer_opens(number: str) -> None:
    table = table_of(number, variant="five-card stud")
    rig(table, {"seat_1": "2c Qh 6d 7s 9c", "seat_2": "3c Kd 5h 8s Tc", "seat_3": "4c Kh 5d Js Ad"})
    finished = hand(table)
    section = play_of(finished).section
    cites = {"553": ("553.14(f)", "553.14(f)"), "637a": ("637a.14(f)(2)", "637a.14(f)(1)")}
    assert (section.opens_tied, section.opens) == cites[number]
    opens = [(step.cite, step.note) for step in finished.steps if step.note.endswith("shows the best hand and opens")]
    assert opens == [
        (section.opens_tied, "seat 2 shows the best hand and opens"),
        (section.opens, "seat 3 shows the best hand and opens"),
        (section.opens, "seat 3 shows the best hand and opens"),
    ]


@pytest.mark.cites("553.8(b)(3)", "637a.8(b)(4)", "553.16(e)", "637a.18(g)")
@pytest.mark.parametrize("number", NONBANKED)
def test_who_is_in_the_round_is_told_and_who_has_too_little_too(number: str) -> None:
    table = table_of(number, 2)
    for seat in (3, 4):
        table.sit(seat, f"player {seat}", 100)
    finished = hand(table)
    assert [step.note for step in finished.steps if step.act == "players"] == ["1 2"]
    short = [step.who for step in finished.steps if step.note.startswith("has too little on the table")]
    assert short == ["seat_3", "seat_4"]


@pytest.mark.cites("553.15(b)(3)", "637a.17(b)(3)", "553.16(e)", "637a.18(g)")
@pytest.mark.parametrize("number", NONBANKED)
def test_time_is_charged_from_the_first_hand_on(number: str) -> None:
    table = table_of(number)
    memory = memory_of(table)
    assert memory.charged_until is None
    hand(table)
    assert memory.charged_until == table.opened_at is not None
    memory.charged_until = charged = memory.charged_until + 0.5
    hand(table)
    assert memory.charged_until == charged, "the next hand does not begin it anew"


@pytest.mark.cites("553.16(f)", "637a.18(h)")
@pytest.mark.parametrize("number", NONBANKED)
def test_cards_of_an_ineligible_player_are_discarded_face_down(number: str) -> None:
    table = table_of(number, 3)
    table.sit(4, "player 4", 100)  # too little to be dealt in
    finished = hand(table, ("deal", Incident("cards dealt to an ineligible player", {"seat": 4, "cards": 2})))
    cite = play_of(finished).rules.conduct.ineligible
    (gone,) = [step for step in finished.steps if step.act == "discard" and step.cite == cite]
    assert (gone.who, len(gone.cards), gone.face) == ("seat_4", 2, DOWN) and not finished.void


@pytest.mark.cites("553.16(g)", "637a.18(i)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("kind", ["missing card found", "additional card found"])
def test_a_deck_that_is_not_whole_is_removed_from_the_table(number: str, kind: str) -> None:
    table = table_of(number)
    finished = hand(table, ("decision", Incident(kind)))
    cite = play_of(finished).rules.conduct.wrong_deck
    assert finished.void == cite
    assert [step.note for step in told(finished.steps, "say", cite)].count("the entire deck is removed from the table") == 1
    assert table.opened_at is None, "the next hand opens with another"


@pytest.mark.cites("553.16(j)(1)", "637a.18(l)(1)")
@pytest.mark.parametrize("number", NONBANKED)
def test_who_has_folded_has_no_cards_to_throw_away(number: str) -> None:
    table = table_of(number)
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    seat = request.seat
    request = table.reply(table.verify(request, "fold"))
    assert isinstance(request, Ask) and request.seat != seat and table.round is not None
    with pytest.raises(NotAuthorized, match=f"seat {seat} has no hand in this round") as refused:
        table.reply(Incident("cards thrown away", {"seat": seat}))
    assert refused.value.cite == play_of(table.round).rules.conduct.thrown_away


@pytest.mark.cites("553.16(j)(1)(i)", "553.16(j)(1)(ii)", "637a.18(l)(1)(i)", "637a.18(l)(1)(ii)")
@pytest.mark.parametrize("cards", ["discarded", "up cards face down"])
def test_cards_thrown_away_are_no_fold_where_nobody_is_faced_with_a_bet(cards: str) -> None:
    ask = Ask(1, (Choice("show"), Choice("concede")), "637a.18(e)")
    with pytest.raises(IllegalDecision, match="seat 1 may show or concede, not fold"):
        meaning(ask, Gesture(cards=cards), turn=True, stud=True)


@pytest.mark.cites("553.16(k)", "637a.18(m)", "553.16(n)", "637a.18(p)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("street", [3, 5])
def test_between_the_cards_no_hole_card_is_turned_up_in_the_deal(number: str, street: int) -> None:
    table = table_of(number, variant="seven-card stud")
    request = table.begin()
    while not (isinstance(request, Ask) and table.round is not None and len(table.round.hands["seat_1"]) == street):
        assert request is not None
        request = table.reply(staying(table, request))
    before = len(table.round.steps)
    with pytest.raises(NotAuthorized, match=f"no hole card is being dealt to seat {request.seat}"):
        table.reply(Incident("hole card face up", {"seat": request.seat}))
    assert len(table.round.steps) == before


@pytest.mark.cites("553.16(o)", "637a.18(q)")
@pytest.mark.parametrize("number", NONBANKED)
def test_after_a_jam_all_cards_are_shuffled_again(number: str) -> None:
    table = table_of(number, shuffler=True)
    finished = hand(table, ("deal", Incident("shuffler jam")))
    cite = play_of(finished).rules.conduct.shuffler_jam
    (taken,) = told(finished.steps, "take", cite)
    assert sorted(taken.cards) == sorted(table.game.deck(table.house)) and taken.who == STACK and taken.face == DOWN


@pytest.mark.cites("553.16(j)(1)", "637a.18(l)(1)")
@pytest.mark.parametrize("number", NONBANKED)
def test_who_is_not_dealt_in_throws_nothing_away_in_the_deal(number: str) -> None:
    table = table_of(number, 3)
    table.sit(4, "player 4", 100)  # too little to be dealt in
    request = table.begin()
    while not (isinstance(request, Moment) and request.name == "deal"):
        assert request is not None
        request = table.reply(staying(table, request))
    with pytest.raises(NotAuthorized, match="seat 4 has no hand in this round"):
        table.reply(Incident("cards thrown away", {"seat": 4}))


@pytest.mark.cites("553.7(b)")
def test_an_eleventh_player_finds_no_seat_at_the_earlier_chapters_table() -> None:
    table = table_of("553", 10)
    with pytest.raises(PitbossError) as refused:
        table.sit(11, "player 11", 1_000_000)
    assert "seat" in refused.value.message and len(table.seats) == 10
    with pytest.raises(PitbossError) as refused:
        House.of("553", {"seats": 11})
    assert refused.value.cite == "553.7(b)"


@pytest.mark.cites("553.7(b)", "553.15(b)(1)")
@pytest.mark.parametrize("number", MODULES)
def test_an_option_goes_as_far_as_the_limit_of_its_name_and_section(number: str) -> None:
    book = chapter(number)
    limits = {(limit.name, limit.section): limit.value for limit in book.limits}
    for option in book.options:
        if (most := limits.get((option.option, option.section))) is not None:
            allowed = option.allowed
            assert most == (allowed["max"] if isinstance(allowed, dict) else max(allowed)), option.option


@pytest.mark.cites("553.15(b)(1)")
def test_a_rake_is_ten_percent_of_the_pot_at_most() -> None:
    assert House.of("553", {"rake_percent": 10})["rake_percent"] == 10
    with pytest.raises(PitbossError) as refused:
        House.of("553", {"rake_percent": 11})
    assert refused.value.cite == "553.15(b)(1)"

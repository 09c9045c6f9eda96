"""Chips and wagers in a round: what may be bought, what stays on the layout, and what becomes of it when a player leaves."""

import pytest

from pitboss.errors import IllegalDecision, PitbossError
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.rulebook import chapter as chapter_of
from pitboss.shoe import Chance
from pitboss.table.commands import FLOORPERSON, Act, Author, Bet, Buy, Command, Decide, Leave, Report
from pitboss.table.drivers import bots
from pitboss.table.log.stores import MemoryStore
from pitboss.table.steps import Answer, Ask
from pitboss.table.table import Table
from tests.sittings import CHAPTERS
from tests.table.asking import (
    PAI_GOW,
    POKER,
    TWENTY_ONE,
    at_a_question,
    bet_all,
    player,
    seated,
    silence_to_the_end,
    to_a_question,
    words,
)

LEAVERS_LOSE = [chapter for chapter in BANKED if chapter not in TWENTY_ONE]
TWO_POSITIONS = [n for n in LEAVERS_LOSE if any(o.option == "two_positions" for o in chapter_of(n).options)]

# ---------------------------------------------------------------------------- chips


@pytest.mark.parametrize("chapter", BANKED)
def test_who_lacks_the_chips_for_a_wager_may_buy_them_in_the_round(chapter: str) -> None:
    """No banked chapter closes the rack during a round, and 633a and 635a even turn cash into chips for a wager."""
    house = House.of(chapter)
    cost = sum(game(chapter).check_wagers(house, game(chapter).suggest(house)).values())
    table = at_a_question(chapter, people=1, chips=cost)
    while (ask := to_a_question(table)) is not None:
        costly = next((c for c in ask.choices if c.most), None)
        if costly is not None:
            with pytest.raises(IllegalDecision):
                table.do(Command(Decide(1, costly.word, costly.least), player(table, 1), 0))
            table.do(Command(Buy(1, costly.most), player(table, 1), 0))
            table.do(Command(Decide(1, costly.word, costly.least), player(table, 1), 0))
            silence_to_the_end(table)
            table.accounts().check()
            return
        table.reply(table.silent(ask))
    assert chapter in ("559", *PAI_GOW), "these ask for no further wager"


@pytest.mark.parametrize("chapter", BANKED)
def test_no_wager_is_withdrawn_or_increased_in_a_round(chapter: str) -> None:
    table = at_a_question(chapter)
    more = {name: 2 * cents for name, cents in table.game.suggest(table.house).items()}
    for mine in ({}, more):
        with pytest.raises(PitbossError, match=rf"§ {chapter}\.[67]"):
            table.do(Command(Bet(1, mine), player(table, 1), 0))


@pytest.mark.cites("553.8(b)(1)", "637a.8(b)(2)")
@pytest.mark.parametrize(("chapter", "paragraph"), [("553", "553.8(b)(1)"), ("637a", "637a.8(b)(2)")])
def test_table_stakes_are_added_between_rounds_only(chapter: str, paragraph: str) -> None:
    table = at_a_question(chapter)
    for author in (player(table, 1), FLOORPERSON):
        with pytest.raises(PitbossError) as refused:
            table.do(Command(Buy(1, 5000), author, 0))
        assert paragraph in str(refused.value), "a refusal names the section"
    silence_to_the_end(table)
    table.do(Command(Buy(1, 5000), player(table, 1), 0))


@pytest.mark.cites("553.8(b)(1)", "553.16(i)(4)", "637a.8(b)(2)", "637a.18(k)(4)")
@pytest.mark.parametrize("chapter", POKER)
@pytest.mark.parametrize("folded", [False, True])
def test_table_stakes_do_not_leave_in_a_round(chapter: str, folded: bool) -> None:
    """Neither with a player whose hand is collected because he left, nor with one who folded before."""
    table = at_a_question(chapter, people=4)
    ask = table.request
    assert isinstance(ask, Ask)
    leaver = ask.seat
    if folded:
        table.do(Command(Decide(leaver, "fold"), player(table, leaver), 0))
    chips = table.chips(leaver)
    table.do(Command(Leave(leaver), player(table, leaver), 0))
    assert table.round is not None and table.taken == 0
    assert leaver not in silence_to_the_end(table)
    assert table.taken == chips
    assert leaver not in table.seats
    table.accounts().check()


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_who_is_not_in_the_round_leaves_when_he_likes(chapter: str) -> None:
    """One who has made no wager, or at Poker has too little for the blind and a bet."""
    table = seated(chapter, seed=4)
    bet_all(table)
    table.sit(4, "Dee", 100)
    table.begin()
    assert to_a_question(table) is not None
    table.do(Command(Leave(4), Author("player", "Dee"), 0))
    silence_to_the_end(table)
    assert 4 not in table.seats and table.taken == 100
    table.accounts().check()


@pytest.mark.cites("553.8(b)(5)", "637a.8(b)(6)")
@pytest.mark.parametrize("chapter", POKER)
def test_whoever_takes_the_seat_of_one_who_stepped_away_and_left_is_there(chapter: str) -> None:
    table = at_a_question(chapter, people=4)
    ask = table.request
    assert isinstance(ask, Ask)
    leaver = ask.seat
    table.do(Command(Report("player steps away", {"seat": leaver}), FLOORPERSON, 0))
    table.do(Command(Leave(leaver), player(table, leaver), 0))
    silence_to_the_end(table)
    table.sit(leaver, "Eve", 10**6)
    table.begin()
    assert table.round is not None and leaver in table.round.seats


@pytest.mark.cites("553.7(e)(6)", "553.16(j)(2)", "637a.7(e)(6)", "637a.18(l)(2)")
@pytest.mark.parametrize("chapter", POKER)
def test_a_blind_stays_in_the_pot_when_its_player_walks_away(chapter: str) -> None:
    table = at_a_question(chapter, people=4)
    posted = {seat: 10**6 - table.chips(seat) for seat in table.seats}
    blind = max(posted, key=lambda seat: posted[seat])
    assert posted[blind] > 0
    table.do(Command(Leave(blind), player(table, blind), 0))
    silence_to_the_end(table)
    assert table.last is not None and table.last.ledger is not None
    assert table.last.ledger.players[f"seat_{blind}"] == -posted[blind]


@pytest.mark.cites("553.8(b)(3)", "637a.8(b)(4)")
@pytest.mark.parametrize("chapter", POKER)
def test_who_cannot_pay_the_blind_and_one_bet_is_not_dealt_in(chapter: str) -> None:
    table = seated(chapter)
    table.sit(4, "Dee", table.house["big_blind"])
    for _ in range(4):  # the blinds come to everybody
        table.begin()
        asked = silence_to_the_end(table)
        assert table.last is not None
        assert 4 not in asked and 4 not in table.last.seats
    assert table.chips(4) == table.house["big_blind"]


@pytest.mark.cites("553.8(a)", "553.8(b)(5)", "637a.8(a)", "637a.8(b)(6)")
@pytest.mark.parametrize("chapter", POKER)
def test_who_has_stepped_away_gets_no_cards_and_posts_no_blind(chapter: str) -> None:
    """Only players who are seated at the table may receive cards; his stakes stay as they are."""
    table = seated(chapter, people=4)
    table.do(Command(Act("player steps away", {"seat": 2}), FLOORPERSON, 0))
    for _ in range(4):
        table.begin()
        asked = silence_to_the_end(table)
        assert table.last is not None
        assert 2 not in asked and 2 not in table.last.seats
    assert table.chips(2) == 10**6


# ---------------------------------------------------------------------------- leaving a banked game in a round


@pytest.mark.parametrize("chapter", LEAVERS_LOSE)
@pytest.mark.parametrize("by", ["player", "floorperson"])
def test_who_leaves_in_a_round_loses_his_wagers_and_nobody_waits_for_him(chapter: str, by: str) -> None:
    table = at_a_question(chapter)
    wagered = 10**6 - table.chips(2)
    assert wagered > 0
    table.do(Command(Leave(2), player(table, 2) if by == "player" else FLOORPERSON, 0))
    assert 2 not in silence_to_the_end(table)
    assert table.last is not None and table.last.ledger is not None
    assert table.last.ledger.players["seat_2"] == -wagered
    assert table.taken == 10**6 - wagered
    table.accounts().check()


@pytest.mark.parametrize("chapter", TWO_POSITIONS)
def test_a_player_at_two_positions_who_leaves_the_table_leaves_both(chapter: str) -> None:
    """'Any wagers made by the player': there is no leaving the table with one of two positions."""
    table = Table(game(chapter), House.of(chapter, {"two_positions": True}), Chance(5), MemoryStore())
    for seat, name in ((1, "Ann"), (2, "Ann"), (3, "Bo")):
        table.sit(seat, name, 10**6)
    bet_all(table)
    table.begin()
    to_a_question(table)
    table.do(Command(Leave(1), Author("player", "Ann"), 0))
    assert silence_to_the_end(table) == {3}
    assert set(table.seats) == {3}


@pytest.mark.cites("645a.7(b)", "645a.12(j)")
def test_a_player_at_two_positions_who_leaves_loses_both_wagers_to_the_bank() -> None:
    table = Table(game("645a"), House.of("645a", {"player_bank": True, "two_positions": True}), Chance(5), MemoryStore())
    for seat, name in ((1, "Ann"), (2, "Ann"), (3, "Bo")):
        table.sit(seat, name, 10**6)
    for _ in range(2):
        bet_all(table, {"Pai Gow Poker": 1000})
        table.begin()
        if to_a_question(table, lambda ask: "bank" in words(ask)) is not None:
            table.reply(Answer("bank"))
    to_a_question(table, lambda ask: "set" in words(ask))
    table.do(Command(Leave(2), Author("player", "Ann"), 0))
    silence_to_the_end(table)
    assert table.last is not None and table.last.ledger is not None
    gained = table.last.ledger.players
    assert gained["seat_1"] == gained["seat_2"] == -1000
    assert any(step.act == "lose" and step.who == "seat_1" for step in table.last.steps)
    assert set(table.seats) == {3}


@pytest.mark.cites("561.7(b)", "561.14(d)")
def test_who_has_one_hand_void_leaves_the_wager_of_the_other() -> None:
    table = Table(game("561"), House.of("561", {"two_positions": True}), Chance(5), MemoryStore())
    for seat, name in ((1, "Ann"), (2, "Ann"), (3, "Bo")):
        table.sit(seat, name, 10**6)
    bet_all(table)
    wager = sum(table.bets[1].values())
    table.begin()
    to_a_question(table)
    table.do(Command(Report("player card exposed", {"seat": 1, "choice": "void"}), FLOORPERSON, 0))
    table.do(Command(Leave(1), Author("player", "Ann"), 0))
    silence_to_the_end(table)
    assert table.taken == 2 * 10**6 - wager


@pytest.mark.cites("633a.6(c)", "635a.6(c)")
@pytest.mark.parametrize("chapter", TWENTY_ONE)
@pytest.mark.parametrize("leaver", [1, 2, 3])
def test_wagers_of_who_leaves_a_game_of_21_are_decided_as_if_he_sat_there_in_silence(chapter: str, leaver: int) -> None:
    """These chapters have no abandoned wagers: a wager is not altered until it is decided. What it wins is his."""
    for seed in range(3, 30):
        ends = []
        for leaves in (False, True):
            table = seated(chapter, None, seed)
            bet_all(table)
            table.begin()
            while table.request is not None and not isinstance(table.request, Ask):
                table.reply(bots(table, table.request))
            if table.request is None:
                break
            if leaves:
                table.do(Command(Leave(leaver), player(table, leaver), 0))
            asked = silence_to_the_end(table)
            assert not leaves or leaver not in asked
            assert table.last is not None and table.last.ledger is not None
            ends.append(table.last.ledger.players)
            assert table.taken == (10**6 + ends[-1][f"seat_{leaver}"] if leaves else 0)
        if ends:
            assert ends[0] == ends[1]


@pytest.mark.cites("645a.7(b)", "645a.12(d)(2)", "645a.12(j)")
def test_what_covers_the_wagers_does_not_leave_with_the_bank() -> None:
    """Whether he is refused or goes: the players against him are paid in full and the bank pays."""
    for seed in range(10):
        table = seated("645a", {"player_bank": True}, seed)
        bank = 0
        for _ in range(2):
            bet_all(table, {"Pai Gow Poker": 1000})
            table.begin()
            ask = to_a_question(table, lambda ask: "bank" in words(ask))
            if ask is not None:
                bank = ask.seat
                table.reply(Answer("bank"))
        to_a_question(table, lambda ask: "set" in words(ask))
        try:
            table.do(Command(Leave(bank), player(table, bank), 0))
        except PitbossError as error:
            assert "645a" in str(error)
        assert table.taken == 0
        silence_to_the_end(table)
        table.accounts().check()

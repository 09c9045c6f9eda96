"""A Bad Beat in a round with a side pot: the winning hand is that of the main pot (§ 553.20(b)(3), § 637a.15(b)(3))."""

import pytest

from pitboss.card_room import Room
from pitboss.games.nonbanked.rules import play_of
from pitboss.table.steps import Ask, Reply, Request
from pitboss.table.table import Table
from tests.card_room.playing import BOTH, Clock, counted, hand, jackpot_house, rig, shown

TWICE = {"seat_1": "9h 9d", "seat_2": "8h 8c", "seat_3": "2h 2d", "community": "9s 9c 8s 8d 2c"}


@BOTH
@pytest.mark.cites("637a.15(b)(3)", "553.20(b)(3)")
def test_the_winning_hand_of_a_bad_beat_is_that_of_the_main_pot(number: str) -> None:
    room = Room(number, chance=Clock(1))
    rows = [{"to": "losing hand", "percent": 50}, {"to": "winning hand", "percent": 50}]
    room.open_table("1", jackpot_house(number, ("bad beat",), bad_beat_hands="full house", bad_beat_payouts=rows))
    for seat, cents in ((1, 10_000), (2, 50_000), (3, 50_000)):
        room.seat(f"1-{seat}", "1", seat, cents)
    room.offer("bad beat", "bad beat", ["1"])
    hand(room, cards={"seat_1": "Kh 7d", "seat_2": "4h 6d", "seat_3": "5h Ts", "community": "As Qd Jc 7h 2d"})
    counted(room)
    shown(room)
    rig(room.table("1"), TWICE)

    def driver(table: Table, request: Request) -> Reply:  # everybody bets all he can
        if isinstance(request, Ask):
            words = [choice.word for choice in request.choices]
            most = next((c.most for c in request.choices if c.word in ("raise", "bet")), 0)
            said = f"{words[-1]} {most}" if most else next(w for w in ("call", "check", "show") if w in words)
            return table.verify(request, said)
        return None

    finished = room.hand("1", driver)
    assert len(play_of(finished).outcome.pots) > 1
    paid = {award.player: award.cents for award in room.award_bad_beat(supervisor="P. Day", at=60)}
    assert set(paid) == {"1-3", "1-1"}, "four nines won the main pot; four eights only the side pot"

"""Let It Ride Poker: what the two bonus wagers win, and that nothing else at the table changes it."""

import pytest

from pitboss.games.let_it_ride_poker import GAME
from tests.games.rigged import play, rigged_table, script

BETS = dict.fromkeys(("Bet 1", "Bet 2", "Bet 3"), 1000)
BONUSES = {"Let It Ride Bonus": 100, "Three Card Bonus": 500}


def back(hand: str, community: str, word: str) -> dict[str, int]:
    """What comes back to a player with every wager who answers both questions with one word."""
    table = rigged_table(GAME, (1,), {"seat_1": hand, "community": community}, let_it_ride_bonus="floor", three_card_bonus="A")
    finished = play(table, script(word, word), BETS | BONUSES)
    assert finished.ledger is not None
    return finished.ledger.back["seat_1"]


@pytest.mark.cites("559.8(a)", "559.8(c)", "559.8(d)")
@pytest.mark.parametrize("word", ["pull", "let it ride"])
def test_three_of_a_kind_or_better_wins_the_let_it_ride_bonus_whatever_becomes_of_the_bets(word: str) -> None:
    for hand, community, won in (
        ("Kh 7d 2c", "Kd Ac", 0),  # a pair pays the Bets and not the bonus
        ("Kh 7d 2c", "Kd 7c", 0),  # and so do two pair
        ("4h 4d 2c", "4s Ac", 500),
        ("4h 5d 6c", "7s 8c", 2500),
        ("4h 4d 2c", "4s 2d", 20_000),
    ):
        found = back(hand, community, word)
        assert found["Let It Ride Bonus"] == won
        assert found["Bet 3"] > 0
        assert (found["Bet 1"], found["Bet 2"]) == (1000, 1000) if word == "pull" else found["Bet 1"] == found["Bet 3"]


@pytest.mark.cites("559.9(a)", "559.9(c)", "559.9(d)")
@pytest.mark.parametrize("word", ["pull", "let it ride"])
def test_a_pair_or_better_of_the_players_own_cards_wins_the_three_card_bonus(word: str) -> None:
    for hand, community, odds, bets in (
        ("Kh 7d 2c", "Kd Kc", -1, True),  # the community cards do not count
        ("2h 2d 7c", "Kd 9c", 1, False),
        ("2h 6h 9h", "Kd Qc", 4, False),
        ("2h 3d 4h", "Kd Qc", 6, False),
        ("2h 2d 2s", "Kd Qc", 30, True),
        ("2h 3h 4h", "Kd Qc", 40, False),
        ("Ah Kh Qh", "2d 7c", 40, False),  # table A has no row for a mini-royal
    ):
        found = back(hand, community, word)
        assert found["Three Card Bonus"] == 500 + odds * 500
        assert (found["Bet 3"] > 0) == bets

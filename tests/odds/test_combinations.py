"""Classes of deals: they make up the distribution of their wager, textbooks have the same numbers, the store keeps them."""

from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from pitboss.house import House
from pitboss.odds.catalogue import rows
from pitboss.odds.distribution import Combination, summed, together
from pitboss.odds.row import Row
from pitboss.odds.store import kept
from pitboss.odds.twenty_one import naturals, round_of
from pitboss.odds.twenty_one.game import Game


@pytest.mark.parametrize(
    ("number", "wager"),
    [
        *(("565", wager) for wager in ("Ante", "Pair Plus")),
        *(("559", wager) for wager in ("Bet 1", "Let It Ride Bonus", "Three Card Bonus")),
        *(("655a", wager) for wager in ("Ante", "Progressive Payout")),
        *(("633a", wager) for wager in ("Insurance", "Match-the-Dealer", "Royal Match 21", "Super Match")),
        *(("557", "Aces Up"), ("563", "Bonus"), ("645a", "Fortune Bonus"), ("677a", "Trips Plus")),
    ],
)
def test_the_classes_of_a_wager_make_up_its_distribution(number: str, wager: str) -> None:
    found = rows(number, wager=wager)
    assert found
    for row in found:
        assert row.distribution is not None and len(row.combinations) > 1
        added: Counter[Fraction] = Counter()
        for each in row.combinations:
            added[each.net] += each.deals
        assert added == {net: deals for net, deals in row.distribution.counts.items() if deals}
        names = [(each.hand, each.ending) for each in row.combinations]
        assert len(set(names)) == len(names)
        if row.distribution.wagered is not None:
            assert sum(each.staked * each.deals for each in row.combinations) == row.distribution.wagered


def test_bets_of_let_it_ride_are_told_apart_by_hand() -> None:
    """Of 2,598,960 hands 4 are royal flushes, each dealt in as many ways as three cards, then two in order."""
    [row] = rows("559", wager="Bet 1")
    ways = comb(5, 3) * 2
    royals = {each.ending: each.deals for each in row.combinations if each.hand == "royal flush"}
    assert royals == {"3 Bets in play": 4 * ways} and sum(each.deals for each in row.combinations) == comb(52, 5) * ways
    flushes = sum(each.deals for each in row.combinations if each.hand == "flush")
    assert flushes == 5108 * ways


def test_matching_cards_of_six_decks() -> None:
    """Six cards are like the up card but for itself: five; eighteen have its rank and another suit."""
    row = next(row for row in rows("633a", wager="Match-the-Dealer"))
    found = {each.hand: each.deals for each in row.combinations}
    assert found["2 matching cards of the same suit"] == 312 * 5 * 4
    assert found["1 matching card of the same suit, 1 of a different suit"] == 312 * 2 * 5 * 18
    assert found["2 matching cards of a different suit"] == 312 * 18 * 17
    assert found["no matching card"] == 312 * 288 * 287


def test_a_natural_by_hand() -> None:
    """Six decks have 24 aces and 96 cards that count ten; the dealer's two cards come from what the player's leave."""
    win, both = naturals(Game.decks(6))
    assert win + both == Fraction(2 * 24 * 96, 312 * 311)
    assert both == (win + both) * Fraction(2 * 23 * 95, 310 * 309)


def test_rounds_of_spanish_21_may_win_a_bonus() -> None:
    game = Game.decks(6, tens=12, bonus=(("5", Fraction(3, 2)),), drawn_21_wins=True)
    assert [round_of(game, Fraction(*net)) for net in ((3, 2), (2, 1), (1, 1), (0, 1))] == [
        *("win, bonus 21", "win, doubled, split or bonus 21", "win", "push")
    ]


def test_equal_classes_are_added_and_empty_ones_left_out() -> None:
    fold = Combination("high card", "fold", "", Fraction(-1), 3)
    found = summed([fold, fold, Combination("pair", "win", "", Fraction(1), 0)])
    assert found == (Combination("high card", "fold", "", Fraction(-1), 6),)
    assert together(found).counts == {Fraction(-1): 6} and together(found).wagered is None
    raised = Combination("pair", "raise, win", "", Fraction(2), 4, Fraction(2))
    assert together([*found, raised]).wagered == 6 + 2 * 4


def test_the_store_gives_classes_back_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    told = (Combination("pair", "play, win", "3 to 2", Fraction(3, 2), 10**20, Fraction(2)),)
    row = Row("565", "Ante", "", "", "Ante", together(told), Fraction(-3, 2), combinations=told)
    assert kept("odds-of-a-test", House.of("565"), lambda seen: [row]) == [row]
    assert kept("odds-of-a-test", House.of("565"), lambda seen: pytest.fail("it is stored")) == [row]

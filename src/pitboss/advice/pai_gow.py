"""Pai Gow Poker, §§ 561.13 and 645a.11: how to set seven cards against a dealer who sets by the house way, and whether to
surrender. Where players may bank, whose hands one meets is another matter, and nothing is told."""

from fractions import Fraction
from functools import lru_cache

from pitboss.advice.sight import SETS, SHOWN, Reckoned, Sight, Values
from pitboss.cards import Card, text
from pitboss.games import game
from pitboss.games.pai_gow.house_way import HouseWay, house_way
from pitboss.games.pai_gow.play import way_of
from pitboss.games.pai_gow.rules import WAGER, rules_of
from pitboss.games.pai_gow.vigorish import vigorish
from pitboss.games.pai_gow.worth import worth
from pitboss.house import House
from pitboss.odds.pai_gow.one_hand import Judged, judge

BASIS = "Exact over every hand that the dealer may hold, set by the house way; the cards of other players are not counted."
BANKED = "Where players may bank there is no exact figure: a player who banks may set his hands as he likes."


def setting(sight: Sight, house: House) -> Reckoned:
    """What the settings bring, or a surrender."""
    words = {choice.word for choice in sight.ask.choices}
    if house.get("player_bank"):
        return Reckoned(why=BANKED)
    wager = sight.wagers.get(WAGER, 0)
    if not wager or not words & {"set", "no surrender"}:
        return Reckoned(why="There is no exact figure for this question.")
    part = vigorish_on(house, wager)
    if "set" not in words:
        return Reckoned(_after_setting(sight, house, wager, part), "The dealer's hands are face up: the outcome is certain.")
    values: Values = {
        (f"{SETS}{text(each.split.low)}", 0): each.mean(part) * wager for each in all_settings(sight.cards, house["house_way"])
    }
    left = f" The best {SHOWN} of {len(values)} lawful settings." if len(values) > SHOWN else ""
    if "surrender" in words:
        values["surrender", 0] = Fraction(-wager)
    return Reckoned(values, BASIS + left)


def all_settings(seven: tuple[Card, ...], way: str) -> list[Judged]:
    """Every lawful setting of seven cards, against a dealer who sets by a house way."""
    return _judged(seven, house_way(way))


@lru_cache(maxsize=4)  # the hand that is being set
def _judged(seven: tuple[Card, ...], way: HouseWay) -> list[Judged]:
    return judge(seven, way)


def vigorish_on(house: House, wager: int) -> Fraction:
    """The vigorish as a part of the wager."""
    return Fraction(vigorish(house, wager, house.section("vigorish_rounding")), wager)


def setting_brings(sight: Sight, low: tuple[Card, ...]) -> float | None:
    """What a setting brings in cents: a fouled hand loses the wager. None where there is no figure."""
    house, wager = House.of(sight.chapter, sight.given), sight.wagers.get(WAGER, 0)
    if rules_of(game(sight.chapter)) is None or not wager or house.get("player_bank"):
        return None
    for each in all_settings(sight.cards, house["house_way"]):
        if set(each.split.low) == set(low):
            return float(each.mean(vigorish_on(house, wager)) * wager)
    return float(-wager)


def _after_setting(sight: Sight, house: House, wager: int, part: Fraction) -> Values:
    """The hands are set, and the dealer's lie open."""
    [hand] = sight.hands
    dealer = list(sight.dealer)
    (high, low), (his_high, his_low) = worth(list(hand.cards), hand.low), worth(dealer, way_of(house).set(dealer))
    won = (high > his_high) + (low > his_low)
    kept = {0: Fraction(-wager), 1: Fraction(0), 2: (1 - part) * wager}[won if high >= low else 0]
    return {("no surrender", 0): kept, ("surrender", 0): Fraction(-wager)}

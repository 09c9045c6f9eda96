"""The odds of Blackjack with every option (chapter 633a), of Blackjack Switch, of Spanish 21 (chapter 635a), and by rules of
other places.

`game` has the rules in one record. `solver` values the wager against the dealer, `exact` makes a fraction of it; `splits` and
`switch` are about several hands of one player, `suits` about bonus 21s. `strategy` finds the best play of a hand, and play by
totals, given or best; `side_wagers` counts the optional wagers.

The games declare it. Start reading at `solver.py`.
"""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.games import spanish_21
from pitboss.house import House
from pitboss.money import dollars
from pitboss.odds.distribution import Combination, Distribution
from pitboss.odds.paid import LOST
from pitboss.odds.parts import Progress, Told, begun, shares
from pitboss.odds.row import Row
from pitboss.odds.twenty_one.exact import exact_value
from pitboss.odds.twenty_one.game import MOST_HANDS, Game
from pitboss.odds.twenty_one.solver import solution, solve_game
from pitboss.odds.twenty_one.strategy import best_play
from pitboss.odds.twenty_one.switch import switch_solution
from pitboss.odds.twenty_one.tables import ACE, TEN

__all__ = ["best_play"]

PARTS = 10**15  # into which a chance is divided where deals are too many to be counted one by one
TIED = "naturals of player and dealer"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
PLAYED = (
    "off the top of a fresh shoe, by exact composition-dependent play; a split hand is played by its own cards, the pair and "
    "the up card, and minding the cards of the other hands too would gain less than 0.01%"
)
DOUBLE = "worked out exactly but in double precision, with an error below 1e-12 of the wager, so no fraction is given"
TOGETHER = "the spread of results takes hands of one player as independent given the dealer's total; the edge does not"


def decks_of(house: House) -> str:
    """The number of decks in words; with a double shoe, of the side that a round is dealt from."""
    number = house["decks"] // 2 if house.get("double_shoe") else house["decks"]
    words = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{words} deck{'s' * (number > 1)}" + (" in each side" if house.get("double_shoe") else "")


def spread(results: dict[Fraction, float], wagered: float) -> Distribution:
    """Chances as whole numbers of parts."""
    counts = {result: number for result, chance in results.items() if (number := round(chance * PARTS)) > 0}
    return Distribution(counts, Fraction(round(wagered * sum(counts.values()))), parts=True)


def combinations(game: Game, known: Distribution) -> tuple[Combination, ...]:
    """The classes of rounds of one hand of 21: naturals, surrender, and other rounds by what they bring."""
    win, tie = (round(chance * known.deals) for chance in naturals(game))
    found: list[Combination] = []
    for net, parts in sorted(known.counts.items(), reverse=True):
        for words, number in (
            ("natural, the dealer has none", win * (net == game.natural)),
            (TIED, tie * (net == game.natural_tie)),
        ):
            if number:
                found.append(Combination(words, "", "", net, number))
                parts -= number
        if parts:
            found.append(Combination(round_of(game, net), "", "", net, parts))
    return tuple(found)


def naturals(game: Game) -> tuple[Fraction, Fraction]:
    """The chances of a natural against a dealer without one, and of naturals of both."""
    aces, tens, cards = game.shoe[ACE], game.shoe[TEN], game.cards
    natural = Fraction(2 * aces * tens, cards * (cards - 1))
    both = natural * Fraction(2 * (aces - 1) * (tens - 1), (cards - 2) * (cards - 3))
    return natural - both, both


def round_of(game: Game, net: Fraction) -> str:
    """What a round is called by what it brings, naturals apart.

    >>> game = Game.decks(6)
    >>> [round_of(game, Fraction(*net)) for net in ((1, 1), (2, 1), (0, 1), (-1, 2), (-4, 1))]
    ['win', 'win, doubled or split', 'push', 'surrender', 'loss, doubled or split']
    """
    if net == Fraction(-1, 2) and game.surrender != "none":
        return "surrender"
    more = ", doubled or split" if abs(net) > 1 else ""
    if game.bonus and net > 1:
        more = ", bonus 21" if net.denominator > 1 else ", doubled, split or bonus 21"
    return "push" if not net else f"{'win' if net > 0 else 'loss'}{more}"


def notes(house: House, *more: str) -> str:
    """The note of a row."""
    resplits = house["resplits"] + 2
    capped = f"pairs are split into at most {MOST_HANDS} hands here" if resplits > MOST_HANDS else ""
    return "; ".join(words for words in (*more, capped) if words)


def edge_of(game: Game, fractions: bool, progress: Progress) -> Fraction | float:
    """The house's edge of the wager against the dealer."""
    solving, dividing = shares(progress, (1, 2 if fractions else 0))
    solve_game(game, solving)
    return -exact_value(game, dividing) if fractions else -solution(game).value


def blackjack_rows(number: str, house: House, progress: Told = None, fractions: bool = True) -> Iterator[Row]:
    """The Blackjack Wager. Without `fractions` the edge is a number in double precision, which is several times faster."""
    game = Game.of(house)
    if house["blackjack_switch"]:
        yield switch_row(house, game, progress)
        return
    edge = edge_of(game, fractions, begun(progress, f"Blackjack, {decks_of(house)}"))
    found = solution(game)
    told = spread(found.results, found.wagered)
    yield Row(
        *(number, "Blackjack", "", decks_of(house), "Blackjack", told, edge),
        note=notes(house, PLAYED, TOGETHER),
        combinations=combinations(game, told),
    )


def switch_row(house: House, game: Game, progress: Told) -> Row:
    """Both Blackjack Wagers of Blackjack Switch together."""
    condition = f"Blackjack Switch, {decks_of(house)}"
    found = switch_solution(game, begun(progress, condition))
    halves = {result / 2: chance for result, chance in found.results.items()}
    unusual = "3 to 2 on a Blackjack as dealt, as printed, is unusual for this game and more than gives the edge away"
    each = (
        "parts of both wagers together; a hand is played by its own cards, the other's first two and the up card, and minding "
        "the cards that the other draws would gain very little"
    )
    return Row(
        *(house.chapter.chapter, "Blackjack", "", condition, "Blackjack", spread(halves, found.wagered / 2)),
        edge=-found.value / 2,
        note=notes(house, PLAYED, DOUBLE, each, unusual, TOGETHER),
    )


def fixed_payout(wager: int) -> Fraction:
    """The additional fixed payout of § 635a.12(c) in units of a wager in cents."""
    found = spanish_21.fixed_payout(wager)
    return found[1].value / wager if found else Fraction(0)


def spanish_rows(number: str, house: House, progress: Told = None, fractions: bool = True) -> Iterator[Row]:
    """The Spanish 21 Wager at the table minimum and maximum, which differ in what the fixed payout is worth."""
    game = Game.of(house)
    even = "even money gives away half a wager each time and is not taken" if house["even_money"] else ""
    for wager in dict.fromkeys((house["table_minimum"], house["table_maximum"])):
        paid, condition = game.paid(fixed_payout(wager)), f"{decks_of(house)}, wager of {dollars(wager)}"
        edge = edge_of(paid, fractions, begun(progress, f"Spanish 21, {condition}"))
        found = solution(paid)
        told = spread(found.results, found.wagered)
        units = f"{float(paid.fixed_payout):g}"
        fixed = f"three suited sevens under a seven win {units} units more; nothing is counted for sevens of other players"
        yield Row(
            *(number, "Spanish 21", "", condition, "Spanish 21", told, edge),
            note=notes(house, PLAYED, TOGETHER, fixed, even),
            extra={"edge_without_fixed_payout": -solution(game).value},
            combinations=combinations(paid, told),
        )


def insurance_rows(number: str, house: House, progress: Told = None) -> Iterator[Row]:
    """§ 633a.13(b), § 635a.9: Insurance under an ace, over all cards that the player may hold."""
    game = Game.of(house)
    tens, others = game.shoe[TEN], game.cards - 1 - game.shoe[TEN]
    left = game.cards - 3
    extra = {f"edge_with_{NUMBERS[held]}_tens_in_hand": 1 - 3 * (tens - held) / left for held in (0, 1, 2)}
    classes = (
        Combination("the dealer's other card counts 10", "", "2 to 1", Fraction(2), tens),
        Combination("the dealer's other card does not count 10", "", LOST, Fraction(-1), others),
    )
    note = "under an ace, over all cards of the player; never better than none off the top"
    yield Row.from_classes((number, "Insurance", "", decks_of(house), "Insurance"), classes, note=note, extra=extra)

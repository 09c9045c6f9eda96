"""The table before the first card: cards, opening, shuffle and cut (§§ 633a.3–.5), wagers (§ 633a.6)."""

from collections.abc import Iterator
from dataclasses import replace

from pitboss import cards
from pitboss.cards import Card
from pitboss.errors import IllegalWager, PitbossError
from pitboss.games.twenty_one.rules import DOUBLE_DOWN, INSURANCE
from pitboss.house import House, fits_decks
from pitboss.house.problems import Problem
from pitboss.money import Odds, dollars
from pitboss.rulebook import Paytable, chapter
from pitboss.table.felt import Felt
from pitboss.table.game import Wager
from pitboss.table.procedures.multideck import ShoePreparation, from_the_hand, shoe_preparation_of
from pitboss.words import many, toml

BOOK = chapter("633a")

# § 633a.3–.5 --------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = shoe_preparation_of(BOOK)
FROM_THE_HAND = replace(
    PREPARATION,
    change_hours=BOOK.limit("card_change_hours_from_the_hand"),
    burn="",
    place="633a.12(b)(3)",
    kept="the dealer takes the cards in one hand and keeps them there",
)


def preparation(table: Felt) -> ShoePreparation:
    """§ 633a.12(b): when cards are dealt from the hand, they are changed more often, and one is burned before every round."""
    return FROM_THE_HAND if from_the_hand(table) else PREPARATION


MOST_DECKS = 500  # our own limit, since more take seconds to shuffle; the text has none


def deck(house: House) -> list[Card]:
    """The cards of the shoe, or of one side of a double shoe: at least one deck; the text has no maximum (§ 633a.3(a))."""
    if house["decks"] > MOST_DECKS:
        raise PitbossError(
            f"the regulation states no maximum number of decks, but pitboss handles at most {MOST_DECKS}", "633a.3(a)"
        )
    return cards.decks(house["decks"] // 2 if house["double_shoe"] else house["decks"])


# § 633a.6 ------------------------------------------------------------------ wagers

BLACKJACK, SECOND_BLACKJACK = "Blackjack", "Blackjack hand 2"
LUCKY_LADIES, MATCH, IN_BETWEEN = "Lucky Ladies Twenty Point Bonus", "Match-the-Dealer", "In Between"
ROYAL_MATCH, BET_THE_SET, KINGS_BOUNTY, SUPER_MATCH = "Royal Match 21", "Bet the Set 21", "King's Bounty", "Super Match"
CROWN_TREASURE = "Crown Treasure Bonus"

WAGERS = (
    Wager(BLACKJACK, "633a.6(d)", required=True, also=("Blackjack hand 1",)),
    Wager(SECOND_BLACKJACK, "633a.12(a)(1)", option="blackjack_switch", required=True, also=("Second Blackjack",)),
    Wager(LUCKY_LADIES, "633a.6(e)(1)", option="lucky_ladies", also=("Lucky Ladies", "Twenty Point Bonus")),
    Wager(MATCH, "633a.6(e)(2)", option="match_the_dealer"),
    Wager(IN_BETWEEN, "633a.6(e)(3)", option="in_between"),
    Wager(ROYAL_MATCH, "633a.6(e)(4)", option="royal_match_21"),
    Wager(BET_THE_SET, "633a.6(e)(5)", option="bet_the_set_21"),
    Wager(KINGS_BOUNTY, "633a.6(e)(6)", option="kings_bounty"),
    Wager(SUPER_MATCH, "633a.6(e)(7)", option="super_match"),
    Wager(INSURANCE, "633a.8(a)", before_deal=False),
    Wager(DOUBLE_DOWN, "633a.10(a)", before_deal=False),
)
BY_DECKS = (MATCH, ROYAL_MATCH, BET_THE_SET, SUPER_MATCH)  # their pay tables depend on the number of decks


def check(house: House, wagers: dict[str, int]) -> None:
    """Blackjack Switch takes two equal wagers (§ 633a.12(a)(1))."""
    if house["blackjack_switch"] and wagers[SECOND_BLACKJACK] != wagers[BLACKJACK]:
        both = f"{dollars(wagers[BLACKJACK])} and {dollars(wagers[SECOND_BLACKJACK])}"
        raise IllegalWager(f"the two Blackjack Wagers must be equal, not {both}", "633a.12(a)(1)")


def problems(house: House) -> Iterator[Problem]:
    """The chapter's rules about combinations of a house's choices."""
    decks = house["decks"]
    shoe = ("double_shoe",)
    if house["double_shoe"] and decks % 2:
        message = f"{many(decks, 'deck')} cannot be split evenly between the sides of a double shoe"
        yield house.problem(message, "decks", "double-shoe-even", cite="633a.3(c)", allowed=[2, 4, 6, 8], needs=shoe)
    if house["double_shoe"] and house["shuffler"] != "manual" and not house["from_the_hand"]:
        message = "a double shoe is shuffled side by side, without a second batch"
        yield house.problem(message, "shuffler", "double-shoe-by-hand", cite="633a.7(e)(3)", allowed=["manual"], needs=shoe)
    if house["from_the_hand"]:
        yield from from_the_hand_problems(house)
    if house["super_match"] and not house["blackjack_switch"]:
        message = "super_match is offered at a Blackjack Switch table only: set blackjack_switch"
        also = ("blackjack_switch",)
        yield house.problem(message, "super_match", "super-match-at-switch", cite="633a.6(e)(7)", allowed=[False], needs=also)
    for wager in WAGERS:
        if wager.name in BY_DECKS and house.values[wager.option]:
            fitting = fitting_table(house, wager.name)
            if isinstance(fitting, Problem):
                yield fitting
    yield from payout_limit_problems(house)


def from_the_hand_problems(house: House) -> Iterator[Problem]:
    """§ 633a.12(b): the choices that dealing from the hand requires or excludes."""
    decks, most, hand = house["decks"], BOOK.limit("maximum_decks_from_the_hand"), ("from_the_hand",)
    if decks > most:
        message = f"decks = {decks}: from the hand at most {most} are used"
        yield house.problem(message, "decks", "hand-decks", cite="633a.12(b)(1)", allowed={"max": most}, needs=hand)
    if house["shuffler"] != "automated":
        message = "from the hand the cards are shuffled by an automated shuffling device"
        also = ("shuffler",)
        yield house.problem(message, "from_the_hand", "hand-shuffler", cite="633a.12(b)(2)", allowed=[False], needs=also)
    if house["double_shoe"]:
        message = "cards are dealt from the hand or from a double shoe, not both"
        yield house.problem(message, "double_shoe", "hand-or-shoe", cite="633a.12(b)(3)", allowed=[False], needs=hand)


def pay_table(house: House, wager: str) -> Paytable:
    """The pay table in force for an optional wager. If tables depend on the number of decks, one that fits.

    Match-the-Dealer § 633a.13(d)(1), § 633a.13(d)(2); Royal Match 21 § 633a.13(f)(1), § 633a.13(f)(2); Bet the Set 21
    § 633a.13(g)(1), § 633a.13(g)(2), § 633a.13(g)(3); Super Match § 633a.13(i)(1), § 633a.13(i)(2).
    """
    fitting = house.derived(f"pay table of {wager}", lambda: fitting_table(house, wager))
    if isinstance(fitting, Problem):
        raise fitting.error()
    return fitting


def fitting_table(house: House, wager: str) -> Paytable | Problem:
    """The pay table that fits the decks, or the problem that there is none."""
    option = next(w.option for w in WAGERS if w.name == wager)
    letter = house.values[option] if isinstance(house.values[option], str) else ""
    printed = [p for p in BOOK.paytables if p.wager == wager]
    for table in printed:
        chosen = table.table == letter or house.given.get(option) is True  # `true` does not choose a letter
        if chosen and fits_decks(table.condition, house["decks"]):
            return table
    allowed = ", ".join(dict.fromkeys(f"{p.table} with {p.condition}".removeprefix(" with ") for p in printed))
    return house.problem(
        f"{option} = {toml(house.values[option])} has no pay table for decks = {house['decks']}: {allowed}",
        option,
        "table-for-decks",
        cite=next((p.section for p in printed if p.table == letter != ""), printed[0].section.rpartition("(")[0]),
        allowed=[p.table or True for p in printed if fits_decks(p.condition, house["decks"])] or ["" if letter else False],
        needs=("decks",),
    )


def payout_limit_problems(house: House) -> Iterator[Problem]:
    """§ 633a.13(j): a payout limit is at least what one patron can win with the largest wager."""
    limit, most = house["payout_limit"], house["optional_wager_maximum"] or house.largest_wager()
    if limit and most is not None and (house["lucky_ladies"] or house["kings_bounty"]):
        tables = [p for p in BOOK.paytables if p.wager in (LUCKY_LADIES, KINGS_BOUNTY)]
        best = house["boxes"] * max(Odds.parse(p.rows[0][1]).winnings(most) for p in tables)
        if limit < best:
            odds = max((Odds.parse(p.rows[0][1]) for p in tables), key=lambda odds: odds.value)
            boxes = f" in each of {house['boxes']} boxes" if house["boxes"] > 1 else ""
            sums = f"{dollars(most)} at {odds}{boxes}"
            yield house.problem(
                f"payout_limit = {dollars(limit)} must be at least {dollars(best)}, what the largest wager can win: {sums}",
                "payout_limit",
                "payout-limit-least",
                cite="633a.13(j)",
                allowed={"min": best},
                needs=("table_maximum", "optional_wager_maximum", "boxes"),
            )


def positions(house: House) -> tuple[int, str]:
    """§ 633a.6(f): the number of adjacent boxes that the Rules Submission allows."""
    return house["boxes"], "633a.6(f)"

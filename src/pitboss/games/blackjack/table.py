"""The table before the first card: cards, opening, shuffle and cut (§§ 633a.3–.5), wagers (§ 633a.6)."""

from fractions import Fraction

from pitboss import cards
from pitboss.cards import Card
from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.money import dollars
from pitboss.rulebook import chapter
from pitboss.table.game import Wager
from pitboss.table.house import House
from pitboss.table.multideck import ShoePreparation
from pitboss.table.table import Table

BOOK = chapter("633a")
BLACKJACK, INSURANCE, DOUBLE_DOWN = "Blackjack", "Insurance", "Double Down"

# § 633a.3–.5 --------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = ShoePreparation(
    change="633a.3(d)",
    change_hours=BOOK.limit("card_change_hours"),
    batches=(
        ("633a.3(b)(1)", "two batches of equally many decks"),
        ("633a.3(b)(3)", "one batch is shuffled while the other is dealt"),
        ("633a.3(b)(4)", "the batches take turns, shoe by shoe"),
        ("633a.3(b)(5)", "one batch only in the discard rack"),
    ),
    inspect="633a.4(a)",
    spread="633a.4(b)",
    wash="633a.4(c)",
    double_shoe_opening="633a.4(d)",
    batch_opening="633a.4(e)",
    preinspected="633a.4(f)",
    shuffle="633a.5(a)",
    offer_cut="633a.5(b)",
    first_player="633a.5(c)(1)",
    cover_on_player="633a.5(c)(2)",
    cover_on_dealer="633a.5(c)(3)",
    by_floorperson="633a.5(c)(4)",
    cut="633a.5(d)",
    cut_depth=BOOK.limit("cut_depth"),
    cover_share=Fraction(BOOK.limit("cover_card_depth")).denominator,
    recut="633a.5(e)",
    reshuffle="633a.5(f)",
    idle=("633a.5(g)", "the cards lie spread face down; the arriving player inspects them"),
    idle_by_hand=("633a.5(g)(1)", "the cards are washed, stacked, shuffled and cut"),
    idle_by_device=("633a.5(g)(2)", "the cards go into the device and its batch comes out"),
    continuous="633a.5(h)",
    place="633a.7(a)",
    burn="633a.7(c)",
    determinant="633a.7(d)(1)",
    determinant_stays="633a.7(d)(2)",
    cover_card="633a.7(e)",
    collect_single="633a.7(e)(1)",
    collect_double="633a.7(e)(2)",
    shuffle_side="633a.7(e)(3)",
    too_few="633a.14(f)",
)


def deck(house: House) -> list[Card]:
    """The cards of the shoe, or of one side of a double shoe."""
    return cards.decks(house["decks"] // 2 if house["double_shoe"] else house["decks"])


# § 633a.6 ------------------------------------------------------------------ wagers

WAGERS = (
    Wager(BLACKJACK, "633a.6(d)", required=True),
    Wager(INSURANCE, "633a.8(a)", before_deal=False),
    Wager(DOUBLE_DOWN, "633a.10(a)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """3 to 2 and the half of a surrender must come out in whole cents (§ 633a.13(a), § 633a.9(a))."""
    if wagers[BLACKJACK] % 2:
        raise IllegalWager(f"3 to 2 on {dollars(wagers[BLACKJACK])} cannot be paid to the cent", "633a.13(a)")


def check_house(house: House) -> None:
    """§ 633a.3(b), (c): equal sides and batches; and what is not offered yet."""
    if house["double_shoe"] and house["decks"] % 2:
        raise NotAuthorized(f"{house['decks']} decks cannot be split evenly between the sides of a double shoe", "633a.3(c)")
    if house["double_shoe"] and house["shuffler"] != "manual":
        raise NotAuthorized("a double shoe is shuffled side by side, without a second batch", "633a.7(e)(3)")
    later = ("blackjack_switch", "from_the_hand", "lucky_ladies", "match_the_dealer", "in_between", "royal_match_21")
    for option in (*later, "crown_treasure", "bet_the_set_21", "kings_bounty", "super_match"):
        if house[option]:
            raise NotAuthorized(f"{option} cannot be played yet", house.section(option))


def positions(house: House) -> tuple[int, str]:
    """§ 633a.6(f): as many adjacent boxes as the Rules Submission says."""
    return house["boxes"], "633a.6(f)"


def may_bet(table: Table, seat: int) -> None:
    """§ 633a.6(b): where the house forbids it, nobody enters who missed a round, until the house lets him (§ 633a.6(b)(1)) or
    the cards are reshuffled (§ 633a.6(b)(2))."""
    inside = table.memory.get("in_shoe")
    fresh = table.memory.get("reshuffle") or table.house["shuffler"] == "continuous"
    if table.house["mid_shoe_entry"] or inside is None or fresh or seat in table.permitted:
        return
    if seat not in inside:
        raise IllegalWager(f"seat {seat} did not bet on the last round and may enter after the next shuffle", "633a.6(b)")

"""What an experiment may change: the pay tables of a wager, the options of the chapter that its mathematics reads, and rules of
Blackjack that no chapter prints (priced as a draft)."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from pitboss.games import MODULES, NONBANKED
from pitboss.games.nonbanked.seating import LIMITS
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.games.pai_gow.house_way import house_ways
from pitboss.house import House, fits_decks
from pitboss.odds import catalogue
from pitboss.rulebook import Option, Paytable, chapter

Kind = Literal["choice", "flag", "number", "dollars", "payout"]
MOST_DECKS, MOST_SPLITS, MOST_CENTS = 16, 10, 100_000_000_00
PROGRESSIVE = ("progressive_meter", "progressive_wager", "progressive_rate", "progressive_reset")
SHOE = ("decks", "double_shoe")
OPTIONS: dict[tuple[str, str], tuple[str, ...]] = {
    ("553", "Bad Beat payout"): ("variant", "bad_beat_hands"),
    ("555", "Progressive Payout"): ("progressive_straight_flush", *PROGRESSIVE),
    ("561", "Pai Gow Poker"): ("house_way", "vigorish_rounding", "table_minimum"),
    ("563", "Ante"): ("qualifying_rank",),
    ("563", "Bonus"): ("aces_against_aces", "aces_against_aces_odds"),
    ("587", "Progressive Payout"): PROGRESSIVE,
    ("633a", "Blackjack"): (*SHOE, "resplits", "resplit_aces", "blackjack_switch"),
    ("633a", "Insurance"): SHOE,
    ("633a", "Lucky Ladies Twenty Point Bonus"): SHOE,
    ("633a", "Match-the-Dealer"): SHOE,
    ("633a", "In Between"): SHOE,
    ("633a", "Royal Match 21"): (*SHOE, "crown_treasure"),
    ("633a", "Bet the Set 21"): SHOE,
    ("633a", "King's Bounty"): SHOE,
    ("633a", "Super Match"): SHOE,
    ("635a", "Spanish 21"): ("decks", "resplits", "table_minimum"),
    ("635a", "Insurance"): ("decks",),
    ("635a", "Match-the-Dealer"): ("decks",),
    ("637a", "Bad Beat payout"): ("variant", "bad_beat_hands"),
    ("637a", "High Hand Jackpot payout"): ("variant", "high_hand_minimum_players"),
    ("645a", "Pai Gow Poker"): ("house_way", "vigorish_rounding", "table_minimum"),
    ("645a", "Bank"): ("house_way", "vigorish_rounding", "table_minimum"),
    ("645a", "Progressive Payout"): PROGRESSIVE,
    ("655a", "Progressive Payout"): PROGRESSIVE,
    ("657a", "Progressive Payout"): PROGRESSIVE,
    ("678a", "Progressive Jackpot"): PROGRESSIVE,
}
MOST: dict[str, int] = {"decks": MOST_DECKS, "resplits": MOST_SPLITS, "aces_against_aces_odds": 10_000}
BAD_BEATS = ("", "aces full of 10s or better", "aces full of jacks or better", "four-of-a-kind or better")


@dataclass(frozen=True)
class Field:
    """Something beside payouts that may be changed. `values` are those of a choice; a number lies from `least` to `most`.
    A rule that is no `option` of the chapter is not lawful in Pennsylvania unless it is at its default."""

    name: str
    label: str
    kind: Kind
    default: Any
    section: str
    why: str = ""
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    unit: str = ""
    option: bool = True


RULES = (  # with the words of drafts (`pitboss.drafts.blackjack`), whose module loads compiled code
    Field("blackjack_pays", "Blackjack pays", "payout", "3 to 2", "633a.13(a)", option=False),
    Field("soft_17", "Dealer on a soft 17", "choice", "stand", "633a.7(n)", values=("stand", "hit"), option=False),
    Field(
        *("surrender", "Surrender", "choice", "late", "633a.9(a)", "Before or after the dealer looks for Blackjack."),
        values=("none", "late", "early", "early but not under aces"),
        option=False,
    ),
    Field(
        *("double", "Double on", "choice", "any two cards", "633a.10(a)"),
        values=("any two cards", "8 to 11", "9 to 11", "10 or 11", "11", "none"),
        option=False,
    ),
    Field("double_after_split", "Double after a split", "flag", True, "633a.10(a)", option=False),
    Field("hit_split_aces", "Split aces may draw", "flag", True, "633a.11(c)", option=False),
    Field(
        *("hole_card", "Hole card", "choice", "peek", "633a.7(h)"),
        values=("peek", "none", "none, original lost", "peek under aces"),
        option=False,
    ),
    Field("push_22", "A dealer’s 22 is a push", "flag", False, "633a.7(p)(1)", option=False),
    Field(
        *("charlie", "Cards that win at once", "choice", "none", "633a.7(p)", "So many cards that are not over 21."),
        values=("none", "5", "6", "7"),
        option=False,
    ),
)


@dataclass(frozen=True)
class Bench:
    """A wager as an experiment finds it: the pay tables that may be changed, and the fields."""

    chapter: str
    wager: str
    tables: tuple[Paytable, ...]
    fields: tuple[Field, ...]

    def field(self, name: str) -> Field | None:
        """A field by its name."""
        return next((field for field in self.fields if field.name == name), None)

    def letters(self, house: House) -> tuple[str, ...]:
        """The letters of the pay tables of which a house plays one, its own number of decks given; at Poker, which has none,
        the numbers of players."""
        if house.chapter.chapter in NONBANKED:
            most = house.chapter.limit_named(LIMITS[VARIANTS[house["variant"]].family])
            return tuple(f"{players} players" for players in range(most, 1, -1))
        return tuple(
            dict.fromkeys(table.table for table in self.tables if fits_decks(table.condition, house.get("decks") or 1))
        )

    def tables_at(self, house: House, letter: str) -> tuple[Paytable, ...]:
        """The pay tables in force where a letter is played."""
        decks = house.get("decks") or 1
        return tuple(table for table in self.tables if table.table == letter and fits_decks(table.condition, decks))


@cache
def benches(number: str) -> tuple[Bench, ...]:
    """The wagers of a chapter, the main one first.

    >>> [bench.wager for bench in benches("565")], [field.name for field in benches("563")[0].fields]
    (['Ante', 'Pair Plus'], ['qualifying_rank'])
    """
    return tuple(_bench(number, wager) for wager in catalogue.wagers(number))


def _bench(number: str, wager: str) -> Bench:
    book, known = chapter(number), catalogue.wagers(number)
    tables = [table for table in book.paytables if table.kind != "envy"]
    if wager == known[0]:  # with it belong the tables of wagers and bonuses that are not priced by themselves
        of_wager = [table for table in tables if table.wager == wager or table.wager not in known]
    else:
        of_wager = [table for table in tables if table.wager == wager]
    options = {option.option: option for option in book.options}
    fields = [_field_of(options[name]) for name in OPTIONS.get((number, wager), ()) if name in options]
    rules = RULES if (number, wager) == ("633a", "Blackjack") else ()
    return Bench(number, wager, tuple(of_wager), (*fields, *rules))


def _field_of(option: Option) -> Field:
    """An option of a chapter as a field."""
    name, label = option.option, option.option.replace("_", " ").capitalize()
    if name == "house_way":
        return _choice(option, label, tuple(way.name for way in house_ways()))
    if name == "bad_beat_hands":
        return _choice(option, "Losing hands that qualify", BAD_BEATS)
    if option.kind == "flag":
        return Field(name, label, "flag", option.default, option.section, option.why)
    if isinstance(option.allowed, list):
        return _choice(option, label, tuple(map(str, option.allowed)))
    least, most = option.allowed.get("min", 0), option.allowed.get("max", MOST.get(name, MOST_CENTS))
    kind: Kind = "dollars" if option.unit == "cents" else "number"
    return Field(name, label, kind, option.default, option.section, option.why, (), least, most, option.unit)


def _choice(option: Option, label: str, values: tuple[str, ...]) -> Field:
    return Field(option.option, label, "choice", str(option.default), option.section, option.why, values, unit=option.unit)


def bench_of(number: str, wager: str) -> Bench:
    """A wager's bench, by its name in any case; the main one without a name. Raises UnknownCitation."""
    name = catalogue.named_wager(number, wager) or catalogue.wagers(number)[0]
    return next(bench for bench in benches(number) if bench.wager == name)


def chapters() -> tuple[str, ...]:
    """The chapters of the laboratory: every game; Poker with its jackpots."""
    return tuple(number for number, source in MODULES.items() if isinstance(source.module, str))

"""What is to be watched at an open table: when the cards and the dice are changed, whether the backs of the decks and the cover
card can be told apart, and how many tables a floorperson watches (§ 587.14(c))."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pitboss.desk.equipment import limit_of
from pitboss.desk.fields import FIRST_YEAR, LAST_YEAR, BadRecord
from pitboss.desk.kinds import game_named
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.spelling import plain
from pitboss.words import many

EXCLUDED = {  # games that the tables of a floorperson may not be mixed with
    "Baccarat": "587.14(c)(1)",
    "Midibaccarat": "587.14(c)(2)",
    "Craps": "587.14(c)(3)",
    "Mini-Craps": "587.14(c)(4)",
    "Pai Gow": "587.14(c)(5)",
    "Three Dice Football": "587.14(c)(6)",
}


@dataclass(frozen=True)
class Change:
    """Something that is replaced after so many hours at the most."""

    what: str
    section: str
    hours: int

    def due(self, opened: datetime) -> datetime:
        """When it is next replaced at the latest, where it was put on the table at a time."""
        return opened + timedelta(hours=self.hours)


@dataclass(frozen=True)
class Wrong:
    """Something that may not be so at an open table."""

    section: str
    message: str


def changes(house: House) -> list[Change]:
    """What a table replaces, and how often: the cards by the way they are dealt (§ 565.3(c) and its like, § 633a.3(d)), and the
    dice of a shaker (§ 645a.2(c)(1)(i))."""
    by_hand = bool(house.get("from_the_hand")) or house.get("dealing") == "hand"
    names = ("card_change_hours_from_the_hand", "card_change_hours_hand") if by_hand else ("card_change_hours_shoe",)
    found = []
    for name in (*names, "card_change_hours"):
        if (limit := limit_of(house.chapter, name)) is not None:
            found.append(Change("cards", limit.section, int(limit.value)))
            break
    dice = limit_of(house.chapter, "dice_hours")
    if dice is not None and house["starting_position"] == "shaker":
        found.append(Change("dice", dice.section, int(dice.value)))
    return found


def overdue(house: House, opened: datetime, now: datetime) -> list[Wrong]:
    """What should have been replaced by now."""
    return [
        Wrong(change.section, f"the {change.what} were to be replaced by {told(change.due(opened))}, {change.hours} hours on")
        for change in changes(house)
        if now > change.due(opened)
    ]


def told(time: datetime) -> str:
    """A time as people read it."""
    return time.strftime("%Y-%m-%d %H:%M")


def parse_time(words: str, where: str, day: datetime) -> datetime:
    """A time as it is written, 2026-03-06 20:15, or 20:15 on some day.

    >>> monday = datetime(2026, 3, 2)
    >>> print(parse_time("20:15", "--now", monday), parse_time("2026-03-06 08:00", "--now", monday))
    2026-03-02 20:15:00 2026-03-06 08:00:00
    """
    for written in (words, f"{day.date()} {words}"):
        try:
            found = datetime.fromisoformat(written).replace(tzinfo=None)
        except ValueError:
            continue
        if FIRST_YEAR <= found.year <= LAST_YEAR:
            return found
    raise BadRecord(f"{where} {words!r} must be a time, such as 2026-03-06 20:15 or 20:15")


def parse_opening(words: str, where: str, now: datetime) -> datetime:
    """A time that lies before another; 22:00 is yesterday's where it is not yet that late today.

    >>> print(parse_opening("22:00", "--opened", datetime(2026, 3, 2, 2, 15)))
    2026-03-01 22:00:00
    """
    found = parse_time(words, where, now)
    if found > now and "-" not in words:
        found -= timedelta(days=1)
    if found > now:
        raise BadRecord(f"{where} {told(found)} is after {told(now)}")
    return found


# ---------------------------------------------------------------------------- colors


def check_colors(house: House, backs: Sequence[str], cover: str) -> list[Wrong]:
    """§ 521.1: a cover card is told at a glance from the backs of the cards; and two decks, batches or sides of a double shoe
    have backs of different colors."""
    found = []
    if cover and plain(cover) in [plain(back) for back in backs]:
        found.append(Wrong("521.1", f"a cover card as {cover} as the backs of the cards cannot be told from them"))
    section, number = backs_of(house)
    if backs and len(backs) != number:
        found.append(Wrong(section, f"the table has backs of {many(number, 'color')}, not {len(backs)}"))
    elif len({plain(back) for back in backs}) != len(backs):
        found.append(Wrong(section, "the two decks have backs of one color"))
    return found


def backs_of(house: House) -> tuple[str, int]:
    """How many colors of backs a table has, and the paragraph that says so."""
    number = house.chapter.chapter
    if number == "633a":
        if house["double_shoe"]:
            return "633a.3(c)", 2
        return ("633a.3(b)(2)", 2) if house["shuffler"] == "automated" else ("633a.3(a)", 1)
    if house.get("second_deck"):
        differ = f"{number}.3(b)(2)"  # the older chapters have it there, the others in (b)(1)
        return (differ if house.chapter.paragraphs[differ].kind == "equipment" else f"{number}.3(b)(1)"), 2
    return f"{number}.3(a)", 2 if limit_of(house.chapter, "decks_at_table") is not None else 1


# ---------------------------------------------------------------------------- supervision


def check_supervision(games: Sequence[str]) -> list[Wrong]:
    """§ 587.14(c): a floorperson watches four tables at the most, of banking games and none of the six that are left out.

    >>> [wrong.section for wrong in check_supervision(["587", "Blackjack", "565", "Craps"])]
    ['587.14(c)(3)']
    """
    most, found = chapter("587").limit("tables_per_floorperson"), list[Wrong]()
    if len(games) > most:
        found.append(Wrong("587.14(c)", f"{many(len(games), 'table')} are more than the {most} that a floorperson may watch"))
    excluded = {plain(name): name for name in EXCLUDED}
    for words in games:
        if (name := excluded.get(plain(words))) is not None:
            found.append(Wrong(EXCLUDED[name], f"{name} may not be among the tables of this floorperson"))
            continue
        game = game_named(words, "--supervises")
        if game.chapter and chapter(game.chapter).kind == "nonbanked":
            found.append(Wrong("587.14(c)", f"{game.name} (chapter {game.chapter}) is not a banking game"))
    return found

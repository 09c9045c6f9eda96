"""Reads a PHH file into a Hand, or says in one sentence why pitboss cannot play it."""

from decimal import Decimal
from pathlib import Path
from typing import Any

from pitboss.errors import BadHand, PitbossError
from pitboss.files import not_text, parse_toml
from pitboss.files import read_text as read_file
from pitboss.games import NONBANKED
from pitboss.games.nonbanked.schedules import is_raise_row, is_rake_row
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.house import House
from pitboss.phh.actions import read_actions
from pitboss.phh.fields import Fields
from pitboss.phh.hand import CODES, HOUSE, NOT_PLAYED, Hand, as_seated
from pitboss.rulebook import POKER


def read_hand(path: Path) -> Hand:
    """Reads a hand history from a file; raises BadHand."""
    try:
        words = read_file(path)
    except OSError as error:
        raise BadHand(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadHand(f"{path} is not a PHH file: {not_text(error)}") from None
    return read_text(words, str(path))


def read_text(words: str, path: str = "the hand") -> Hand:
    """Reads a hand history from its text; raises BadHand."""
    try:
        data = parse_toml(words, Decimal)
    except (ValueError, ArithmeticError) as error:
        raise BadHand(f"{path} is not a PHH file: it is not TOML: {error}") from None
    try:
        return hand_of(data, path)
    except PitbossError as error:
        raise BadHand(f"{path}: {error.message}", error.cite) from None


def hand_of(data: dict[str, Any], path: str) -> Hand:
    """The hand in a file's fields."""
    code = code_in(data)
    name, structure = CODES[code]
    variant, limit = VARIANTS[name], structure == "limit"
    fields = Fields(data)
    starting = stacks_in(fields)
    players = len(starting)
    small_bet = fields.one("small_bet" if limit else "min_bet")
    return Hand(
        path=path,
        code=code,
        unit=fields.unit,
        antes=as_seated(fields.row("antes", players)),
        blinds=as_seated(fields.row("blinds_or_straddles", players, signed=True)) if variant.blinds else [],
        forced_bet=0 if variant.blinds else fields.one("bring_in"),
        small_bet=small_bet,
        big_bet=fields.one("big_bet") if limit else small_bet,
        dead_antes=data.get("ante_trimming_status", False) is False,
        starting=starting,
        finishing=fields.row("finishing_stacks", players) if "finishing_stacks" in data else None,
        chapter=chapter_in(data),
        house=house_in(data),
        record=read_actions(actions_in(data), players, variant, fields.unit),
    )


def code_in(data: dict[str, Any]) -> str:
    """The code of a variant that pitboss plays; raises BadHand."""
    code = data.get("variant")
    if not isinstance(code, str):
        raise BadHand("not a PHH file: it names no variant")
    if code not in CODES:
        what = NOT_PLAYED.get(code, "a variant that the format does not have either")
        raise BadHand(f"pitboss does not play {code!r} ({what}); it plays {', '.join(CODES)}")
    return code


def stacks_in(fields: Fields) -> list[int]:
    """The stacks before the hand, one for each player; raises BadHand."""
    starting = fields.row("starting_stacks")
    most = House.of(POKER)["seats"]
    if not 2 <= len(starting) <= most:
        raise BadHand(f"starting_stacks has {len(starting)} players; a table has 2 to {most}")
    if min(starting) <= 0:
        raise BadHand(f"p{starting.index(min(starting)) + 1} has no chips: a player who is dealt in has a stack")
    return starting


def chapter_in(data: dict[str, Any]) -> str:
    """The chapter in a file that pitboss wrote; "" for the rules of the format."""
    chapter: str = data.get("_chapter", "")
    if chapter not in ("", *NONBANKED):
        raise BadHand(f"_chapter must be {' or '.join(NONBANKED)}, not {chapter!r}")
    return chapter


def house_in(data: dict[str, Any]) -> dict[str, Any]:
    """The house's choices in a file that pitboss wrote."""
    house = data.get("_house", {})
    if not isinstance(house, dict) or not set(house) <= set(HOUSE):
        raise BadHand(f"_house must be a table with {', '.join(HOUSE)}")
    for option in ("rake_levels", "bad_beat_levels", "high_hand_levels"):
        levels = house.get(option, [])
        if not isinstance(levels, list) or not all(map(is_level, levels)):
            raise BadHand(f"_house: {option} must be tables of pot and take")
    for option, fits in (("rake_schedule", is_rake_row), ("raise_schedule", is_raise_row)):
        rows = house.get(option, [])
        if not isinstance(rows, list) or not all(map(fits, rows)):
            raise BadHand(f"_house: {option} must be tables as a submission has them")
    return house


def is_level(level: Any) -> bool:
    """True for a level of the rake: a pot and the amount taken from it on."""
    return isinstance(level, dict) and type(level.get("pot")) is type(level.get("take")) is int


def actions_in(data: dict[str, Any]) -> list[str]:
    """The actions as texts."""
    actions = data.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise BadHand("actions must be a list of texts")
    return actions

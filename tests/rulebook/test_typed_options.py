"""The types of options and limits are those of the chapters' data, and a game asks for nothing that its chapter has not got."""

import ast
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games import MODULES
from pitboss.house import House
from pitboss.rulebook import chapter

TOOL = Path(__file__).parents[2] / "tools" / "typed_options.py"
GAMES = Path(__file__).parents[2] / "src" / "pitboss" / "games"
SHARED = {  # rooms of several chapters, each of which may have what the others have not
    "pai_gow": ("561", "645a"),
    "nonbanked": ("553", "637a"),
    "twenty_one": ("633a", "635a"),
    "blackjack": ("633a",),
}


def test_the_types_are_those_of_the_data() -> None:
    tool = runpy.run_path(str(TOOL))
    assert tool["FILE"].read_text(encoding="utf-8") == tool["render"](), "run python tools/typed_options.py"


def asked(file: Path) -> Iterator[tuple[str, str]]:
    """What a module asks a house or a chapter for, by a name that stands there: an option or a limit."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Subscript(value=ast.Name(id="house") | ast.Attribute(attr="house"), slice=ast.Constant(value=str(name))):
                yield "option", name
            case ast.Call(func=ast.Attribute(attr="limit"), args=[ast.Constant(value=str(name))]):
                yield "limit", name


def belongs() -> dict[Path, tuple[str, ...]]:
    """The modules of the games with the chapters that they are of."""
    found = {GAMES / f"{source.slug.replace('-', '_')}.py": (number,) for number, source in MODULES.items()}
    found = {file: numbers for file, numbers in found.items() if file.exists()}
    return found | {file: numbers for room, numbers in SHARED.items() for file in (GAMES / room).glob("*.py")}


@pytest.mark.parametrize("file", belongs(), ids=lambda file: str(file.relative_to(GAMES)))
def test_a_game_asks_for_what_its_chapter_has(file: Path) -> None:
    books = [chapter(number) for number in belongs()[file]]
    known = {("option", option.option) for book in books for option in book.options}
    known |= {("limit", limit.name) for book in books for limit in book.limits}
    assert set(asked(file)) <= known


def test_every_module_of_a_game_is_looked_at() -> None:
    declared = {GAMES / "__init__.py", *GAMES.glob("odds/*.py")}  # which look nothing up themselves
    assert set(belongs()) == {*GAMES.glob("*.py"), *GAMES.glob("*/*.py")} - declared
    assert sum(len(list(asked(file))) for file in belongs()) > 200


def test_a_name_that_is_made_is_looked_up_too() -> None:
    house = House.of("565", {"ante_bonus": "B", "pair_plus": {"Pair": "1 to 1"}})
    assert house["ante_bonus"] == house.values["ante_bonus"] == house.letter("ante_bonus") == "B"
    assert house.letter("pair_plus") == "", "rows of its own have no letter"
    assert house.get("decks") is None and house.get("decks", 1) == 1 and house.get("dealing", "") == "manual shoe"
    assert house.chapter.limit_named("seats") == house.chapter.limit("seats")
    with pytest.raises(KeyError):
        house.chapter.limit_named("chairs")

"""Checks that the folder of an added game is complete (`docs/new-game.md`): its files, the data that a chapter must state, the
citations of its module, and that it can be played and its cases pass. All problems are reported at once."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from datetime import date
from pathlib import Path
from typing import Any

from pitboss import games, rulebook
from pitboss.cases import run_case
from pitboss.errors import PitbossError
from pitboss.files import parse_toml, read_text
from pitboss.house import House
from pitboss.proof.proving_tests import WHOLE_CITE
from pitboss.rulebook import inheritance
from pitboss.shoe import Chance
from pitboss.spelling import option_of
from pitboss.table.drivers import bots, drive
from pitboss.table.game import Game
from pitboss.table.table import Table
from pitboss.words import toml

HEAD = ("chapter", "game", "slug", "kind", "edition", "effective", "replaces", "replaced_by", "source", "sections")
FIELDS = {
    "limit": ("name", "section", "value", "unit", "says"),
    "option": ("option", "section", "kind", "default", "allowed", "unit", "why"),
    "paytable": ("section", "wager", "table", "kind", "condition", "rows"),
    "stated": ("section", "wager", "condition", "rows"),
}
LIMITS = (
    "seats",
    "card_change_hours_hand",
    "card_change_hours_shoe",
    "cut_depth",
)  # and stub_count_rounds_… for each way of dealing
OPTIONS = ("dealing", "shuffler", "second_deck", "preshuffled", "abandoned_wagers_lose")
SHOE_LIMITS = ("seats", "card_change_hours", "cut_depth", "cover_card_depth")  # of a game dealt from a shoe of several decks
SHOE_OPTIONS = ("decks", "shuffler", "preshuffled", "abandoned_wagers_lose")
AMOUNTS = ("table_minimum", "table_maximum", "smallest_chip")
KINDS = ("approval", "definition", "equipment", "irregularity", "lead-in", "option", "payout", "procedure", "ranking", "wager")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
ROUNDS = 20  # played by bots
CHIPS = 10**9  # cents


def check_folder(folder: Path) -> list[str]:
    """The problems of a game's folder, a sentence each, [] if it is complete."""
    missing = [
        f"{folder}/{name} is not there"
        for name in ("chapter.toml", "paragraphs.toml", "game.py")
        if not (folder / name).is_file()
    ]
    if not any((folder / "cases").glob("*.toml")):
        missing.append(f"{folder}/cases has no rule case: write one for each row of a pay table, and one for losing")
    data, paragraphs = _read(folder / "chapter.toml", missing), _read(folder / "paragraphs.toml", missing)
    data, paragraphs = _with_inherited(folder, data, paragraphs, missing)
    missing += _data(folder, data, paragraphs)
    if (folder / "game.py").is_file():
        missing += _cited(folder / "game.py", data, paragraphs)
    with redirect_stdout(sys.stderr):  # keep what the game prints out of the answer
        return missing or list(_play_problems(folder, paragraphs))


def _read(path: Path, missing: list[str]) -> dict[str, Any]:
    try:
        return parse_toml(read_text(path))
    except FileNotFoundError:
        return {}
    except OSError as error:
        missing.append(f"{path} cannot be read: {error.strerror}")
    except ValueError as error:
        missing.append(f"{path} cannot be read: {error}")
    return {}


Data = dict[str, Any]


def _with_inherited(folder: Path, data: Data, paragraphs: Data, missing: list[str]) -> tuple[Data, Data]:
    """The data of both files, including what they inherit."""
    number, name = str(data.get("chapter", "")), data.get("extends", "")
    try:
        return inheritance.inherit(dict(data), number), inheritance.paragraphs(name, paragraphs, number)
    except ValueError as error:
        missing.append(f"{folder}/chapter.toml: {error}")
        return data, paragraphs


def _data(folder: Path, data: Mapping[str, Any], paragraphs: Mapping[str, Any]) -> Iterator[str]:
    """The problems of the two data files."""
    file = folder / "chapter.toml"
    if data:
        yield from (f"{file} does not state {key}" for key in HEAD if key not in data)
        if not isinstance(data.get("slug", "x"), str) or not SLUG.fullmatch(data.get("slug", "x")):
            yield f"{file}: slug must be small letters and digits, with hyphens between words, not {toml(data['slug'])}"
        if not _is_day(data.get("effective", "")):
            yield f'{file}: effective must be a date such as "2026-03-06", or "", not {toml(data["effective"])}'
        if data.get("kind", "banked") not in ("banked", "nonbanked"):
            yield f'{file}: kind must be "banked" or "nonbanked", not {data["kind"]!r}'
        yield from _entries(file, data, paragraphs)
    for cite in dict.fromkeys(WHOLE_CITE.findall(repr(data.get("procedures", "")))) if paragraphs else ():
        if cite not in paragraphs:
            yield f"{file}: [procedures] cites {cite}, which paragraphs.toml does not have"
    for cite, entry in paragraphs.items():
        if not isinstance(entry, dict) or not entry.get("says") or entry.get("kind") not in KINDS:
            yield f"{folder}/paragraphs.toml: {cite} must have says and a kind, which is one of {', '.join(KINDS)}"


def _is_day(given: Any) -> bool:
    try:
        return given == "" or bool(date.fromisoformat(given))
    except (TypeError, ValueError):
        return False


def _entries(file: Path, data: Mapping[str, Any], paragraphs: Mapping[str, Any]) -> Iterator[str]:
    """The problems of limits, options and payouts: missing fields, unknown paragraphs, and entries that a table requires."""
    for kind, fields in FIELDS.items():
        for entry in data.get(kind, []):
            name = entry.get("name") or entry.get("option") or f"{entry.get('wager', '')} {entry.get('table', '')}".strip()
            yield from (f"{file}: [[{kind}]] {name} does not state {field}" for field in fields if field not in entry)
            if paragraphs and entry.get("section", "") not in paragraphs:
                yield f"{file}: [[{kind}]] {name} has the section {entry.get('section')!r}, and paragraphs.toml has not"
    limits = {entry.get("name") for entry in data.get("limit", [])}
    options = {entry.get("option"): entry for entry in data.get("option", [])}
    dealing = options.get("dealing", {}).get("allowed", [])
    stubs = [f"stub_count_rounds_{str(way).replace(' ', '_')}" for way in dealing]
    wanted, choices = (SHOE_LIMITS, SHOE_OPTIONS) if "decks" in options else ((*LIMITS, *stubs), OPTIONS)
    yield from (f"{file} has no [[limit]] {name}" for name in wanted if name not in limits)
    yield from (f"{file} has no [[option]] {name}" for name in (*choices, *AMOUNTS) if name not in options)


def _cited(path: Path, data: Mapping[str, Any], paragraphs: Mapping[str, Any]) -> Iterator[str]:
    """The problems of the module: citations that the data do not have, and payments without a stated payout."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError) as error:
        yield f"{path} is not Python: {error}"
        return
    if not any(isinstance(node, ast.Name) and node.id == "GAME" and isinstance(node.ctx, ast.Store) for node in ast.walk(tree)):
        yield f"{path} has no GAME"
    stated = {entry.get("section") for entry in data.get("stated", [])}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and WHOLE_CITE.fullmatch(node.value):
            if paragraphs and node.value not in paragraphs:
                yield f"{path}:{node.lineno} cites {node.value}, which paragraphs.toml does not have"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "t.pay" and len(node.args) == 3 and not node.keywords:
            cite = node.args[0]
            if data and isinstance(cite, ast.Constant) and isinstance(cite.value, str) and cite.value not in stated:
                yield f"{path}:{node.lineno} pays by {cite.value} without odds, and chapter.toml has no [[stated]] payout of it"


def _play_problems(folder: Path, paragraphs: Mapping[str, Any]) -> Iterator[str]:
    """The problems that show when the game is added and played."""
    present = [source.data.parent for source in rulebook.sources().values()]
    try:
        games.add(folder)
        yield from _plays(folder, paragraphs)
    except SystemExit:
        yield f"{folder}/game.py ends the program (sys.exit), which a game may not do"
    except Exception as error:
        yield f"{folder}/game.py cannot be played: {_said(error)}"
    finally:
        if folder not in present:
            games.remove(folder)


def _plays(folder: Path, paragraphs: Mapping[str, Any]) -> Iterator[str]:
    """The problems of the game's own citations, its side wagers, some rounds with every wager, and its cases."""
    book = rulebook.chapter(next(source.chapter for source in rulebook.sources().values() if source.data.parent == folder))
    kind = games.game(book.chapter)
    if kind.chapter != book.chapter:
        yield f"{folder}/game.py is the game of chapter {kind.chapter}, and chapter.toml of {book.chapter}"
    for what in ("chips", "clear", "no_more_bets"):
        if getattr(kind, what) not in paragraphs:
            yield f"{folder}/game.py: {what} = {getattr(kind, what)!r} is not a paragraph of paragraphs.toml"
    yield from _side_wagers(folder, book, kind)
    given = {o.option: next(v for v in o.allowed if v) for o in book.options if _offers(kind, o.option, o.allowed)}
    table = Table(kind, House.of(book.chapter, given), Chance(seed=1), pauses=False)
    seats, _ = kind.seats(table.house)
    for seat in range(1, min(seats, 3) + 1):
        table.sit(seat, f"player {seat}", CHIPS)
    bets = dict(kind.suggest(table.house))
    for wager in kind.offered(table.house):
        bets.setdefault(wager.name, table.house.least_wager())
    for _ in range(ROUNDS):
        for seat in table.seats:
            table.bet(seat, bets)
        drive(table, bots)
    for case in sorted((folder / "cases").glob("*.toml")):
        try:
            yield from (f"{case} does not hold: {words}" for words in run_case(case))
        except PitbossError as error:
            yield f"{case} cannot be run: {error}"


def _offers(kind: Game, option: str, allowed: Any) -> bool:
    return option in {wager.option for wager in kind.wagers} and isinstance(allowed, list) and any(allowed)


def _side_wagers(folder: Path, book: rulebook.Chapter, kind: Game) -> Iterator[str]:
    """The problems of the options and pay tables of optional wagers."""
    options = {option.option: option for option in book.options}
    for wager in kind.wagers:
        if wager.option and wager.option not in options:
            yield f"{folder}/chapter.toml has no [[option]] {wager.option}, which offers the {wager.name} Wager"
        elif wager.option:
            printed = {table.table for table in book.paytables if option_of(table.wager) == option_of(wager.name)}
            allowed = options[wager.option].allowed
            letters = {value for value in allowed if isinstance(value, str) and value} if isinstance(allowed, list) else set()
            for letter in sorted(letters - printed):
                yield f"{folder}/chapter.toml has no [[paytable]] {letter} for {wager.name}, which {wager.option} allows"


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, PitbossError) else f"{type(error).__name__}: {error}"

"""How a table in the terminal opens: which game, what the house chose, who sits where, or the table that a log describes."""

import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss import rulebook
from pitboss.errors import BadLog, NotAuthorized, PitbossError, UnknownCitation
from pitboss.games import game as load
from pitboss.house import House
from pitboss.rulebook import Chapter
from pitboss.shoe import Chance, Source
from pitboss.submissions.reading import choices, setting
from pitboss.table.game import Game
from pitboss.table.replay import Difference, resume
from pitboss.table.stores import FileStore
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey

BOT = re.compile(r"bot \d+")
USUAL_BOTS = 4  # where nobody can play alone
BUY_IN = 100  # small bets that a player brings to a table without wagers against the house
CHIPS = 1_000_000  # cents that he brings to any other


class EndOfInput(PitbossError):
    """Standard input ended where a decision was wanted."""


def picked(answer: str, books: list[Chapter]) -> Chapter:
    """The game that somebody picked from the menu: by number, chapter, slug or the beginning of its name."""
    word = " ".join(answer.lower().split())
    if word.isdecimal() and 1 <= int(word) <= len(books):
        return books[int(word) - 1]
    exact = [b for b in rulebook.games() if word in (b.chapter, b.slug)]
    named = [b for b in rulebook.games() if word == b.game.lower()]
    found = exact or named or [b for b in books if b.slug.startswith(word.replace(" ", "-")) or b.game.lower().startswith(word)]
    if len(found) == 1:
        load(found[0].chapter)
        return found[0]
    if found:
        raise UnknownCitation(f"{answer.strip()!r} may mean {' or '.join(b.slug for b in found)}")
    raise UnknownCitation(f"there is no game {answer.strip()!r} on the menu; write a number, a chapter or a slug")


def house_of(game: Game, path: Path | None, chosen: Sequence[str] = ()) -> House:
    """The house's choices from a TOML file, with those said beside it ("option=value") on top; the defaults without either."""
    said = dict(map(setting, chosen))
    given = read_house(game, path) if path is not None else {}
    return House.of(game.chapter, {o: v for o, v in given.items() if o not in said} | said)


def is_open(house: House) -> bool:
    """Whether the house offers several variants of the game and has not said which one is played here."""
    return house.get("variant") is not None and "variant" not in house.given


def variant_of(answer: str, variants: Sequence[str]) -> str:
    """The variant that somebody picked: by number, name or how it begins.

    >>> variant_of("2", ["hold'em", "razz"]), variant_of("holdem", ["hold'em", "razz"]), variant_of("R", ["hold'em", "razz"])
    ('razz', "hold'em", 'razz')
    """
    word = _plain(answer)
    if word.isdecimal() and 1 <= int(word) <= len(variants):
        return variants[int(word) - 1]
    exact = [v for v in variants if _plain(v) == word]
    found = exact or [v for v in variants if _plain(v).startswith(word)]
    if len(found) > 1:
        raise UnknownCitation(f"{answer.strip()!r} may mean {' or '.join(found)}")
    if not found:
        raise UnknownCitation(f"there is no variant {answer.strip()!r} on the list; write a number or a name")
    return found[0]


def _plain(words: str) -> str:
    return " ".join(words.lower().replace("'", "").replace("’", "").replace("-", " ").split())


def read_house(game: Game, path: Path) -> dict[str, Any]:
    """The choices that a file names, which must be about this game."""
    number, given = choices(path)
    if number not in ("", game.chapter):
        raise NotAuthorized(f"{path} describes a table of chapter {number}, not of chapter {game.chapter}")
    return given


def seating(seats: int, bots: int, positions: int = 1) -> list[tuple[int, str]]:
    """Who takes which seat: the people at this terminal first.

    Several seats are several players, since most chapters give a player one betting position (§ 565.7(e), § 677a.7(e)); where
    the house gives a player so many, they are one player's.

    >>> seating(1, 2), seating(2, 0), seating(2, 0, 2)
    ([(1, 'you'), (2, 'bot 1'), (3, 'bot 2')], [(1, 'you 1'), (2, 'you 2')], [(1, 'you'), (2, 'you')])
    """
    people = ["you"] * seats if seats <= positions else [f"you {n}" for n in range(1, seats + 1)]
    return list(enumerate([*people, *(f"bot {n}" for n in range(1, bots + 1))], 1))


def buy_in(game: Game, house: House) -> int:
    """The cents with which a player sits down."""
    return CHIPS if game.dealt_in is None else BUY_IN * int(max(house["small_bet"], house["big_blind"]))


def enough_bots(game: Game, house: House, seats: int, bots: int | None) -> int:
    """How many bots sit down: as many as were asked for, or where players play against each other enough for a game."""
    if bots is not None or game.dealt_in is None:
        return bots or 0
    return max(0, min(USUAL_BOTS, game.seats(house)[0] - seats))


def open_table(
    game: Game, house: House, seats: int, bots: int | None, seed: int | None, log: Path | None, key: Path | None = None
) -> tuple[Table, str]:
    """A new table with everybody seated, and what is to be said of its key if that was made now. Nothing is written to the log
    before all of it is known to be lawful. With a key the log is signed, and chance is fair unless it is seeded."""
    rehearsal = Table(game, house)
    seat_all(rehearsal, seats, bots)
    if log is None or key is None:
        table, made = Table(game, house, Chance(seed), FileStore(log) if log else None), ""
    else:
        signer, made = key_of(key)
        name = f"{game.chapter}-{secrets.token_hex(8)}"  # secrets and signatures are bound to it
        chance: Source = Chance(seed) if seed is not None else fair_chance(game, name, signer)
        table = Table(game, house, chance, FileStore(log, signer=signer), name=name)
    seat_all(table, seats, bots)
    return table, made


def fair_chance(game: Game, name: str, key: "HouseKey") -> Source:
    """Chance that promises and proves; where hands stay hidden for ever it never reveals its secrets."""
    from pitboss.evidence.fair import FairChance

    return FairChance(name, key, reveals=game.dealt_in is None)


def key_of(path: Path) -> "tuple[HouseKey, str]":
    """The key of the house in a file, which is made where it is not there; and then what is to be said of it."""
    from pitboss.evidence.keys import HouseKey, public_file

    if path.exists():
        return HouseKey.load(path), ""
    key, beside = HouseKey.create(path), public_file(path)
    key.public.write(beside)
    return key, f"A key of the house was made: {path} is for you alone, {beside} for whoever verifies (pitboss replay --key)."


def seat_all(table: Table, seats: int, bots: int | None) -> None:
    """Everybody who does not sit yet takes his seat."""
    game, house = table.game, table.house
    for number, player in seating(seats, enough_bots(game, house, seats, bots), game.positions(house)[0]):
        if number not in table.seats:
            table.sit(number, player, buy_in(game, house))


def take_up(
    name: str,
    seats: int,
    bots: int | None,
    seed: int | None,
    log: Path | None,
    house: Path | None,
    chosen: Sequence[str],
    key: Path | None = None,
) -> Table:
    """The table that a log describes, in the middle of a round if it stopped there."""
    if log is None:
        raise BadLog("--resume goes on with a log: name it with --log FILE")
    for given, option in ((house, "--house"), (chosen, "--set")):
        if given:
            raise BadLog(f"{log} says what the house chose: leave {option} out when resuming")
    try:
        table = resume(log, load, key=load_key(key) if key is not None else None)
    except Difference as difference:
        raise BadLog(f"{log} cannot be resumed: {difference}") from None
    if name and load(name).chapter != table.game.chapter:
        raise BadLog(f"{log} is the log of a table of chapter {table.game.chapter}, not of {name}")
    if seed is not None and table.fair is not None:
        table.store = None
        raise BadLog(f"{log} has fair chance: leave --seed out when resuming")
    if seed is not None:  # the same seed from its beginning would deal the first cards of the log once more
        table.chance = Chance(seed + (table.version << 64))
    if table.round is None and not table.rounds:  # stopped while the players were sitting down
        seat_all(table, seats, bots)
    return table


def load_key(path: Path) -> "HouseKey":
    """The key of the house that a table goes on with."""
    from pitboss.evidence.keys import HouseKey

    return HouseKey.load(path)


def is_bot(player: str) -> bool:
    """Whether a player's name is one of those that bots bear here.

    >>> is_bot("bot 2"), is_bot("you"), is_bot("you 1")
    (True, False, False)
    """
    return BOT.fullmatch(player) is not None


def seat_bots(table: Table, number: int) -> list[int]:
    """Seats so many bots more, on the next free seats; raises IllegalWager where the table is full, and seats none."""
    most, section = table.game.seats(table.house)
    free = [n for n in range(1, most + 1) if n not in table.seats]
    named = sum(is_bot(seat.player) for seat in table.seats.values())
    if number > len(free):
        raise NotAuthorized(f"{len(free)} of the {most} seats are free, not {number}", section)
    for at, seat in enumerate(free[:number], 1):
        table.sit(seat, f"bot {named + at}", buy_in(table.game, table.house))
    return free[:number]

"""How a table in the terminal opens: which game, what the house chose, who sits where, or the table that a log describes."""

import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss import rulebook
from pitboss.errors import BadLog, NotAuthorized, PitbossError, UnknownCitation
from pitboss.games import game as load
from pitboss.games.nonbanked.seating import funds_needed
from pitboss.house import House
from pitboss.money import dollars
from pitboss.rulebook import Chapter
from pitboss.shoe import Chance, Source
from pitboss.spelling import plain
from pitboss.submissions.reading import choices, setting
from pitboss.table.game import Game
from pitboss.table.log.log import Difference
from pitboss.table.log.replay import resume
from pitboss.table.log.stores import FileStore
from pitboss.table.money.chips import unpaid
from pitboss.table.steps import Step, seat_of
from pitboss.table.table import Table
from pitboss.terminal.reading import close

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
    word = answer.strip()
    if word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(books):
        return books[int(word) - 1]
    if found := meant(answer):
        return found
    raise UnknownCitation(f"there is no game {word!r} on the menu; {nearest(word) or 'type a number, a chapter or a slug'}")


def meant(answer: str) -> Chapter | None:
    """The game that a chapter, a slug, a name or the beginning of one can only mean; raises UnknownCitation where it may mean
    several.

    >>> [meant(word).slug for word in ("565", "Three Card", "texas", "poker")], meant("blakjack")
    (['three-card-poker', 'three-card-poker', 'texas-hold-em-bonus-poker', 'poker'], None)
    """
    books, word = rulebook.games(), " ".join(answer.lower().split())
    exact = [b for b in books if word in (b.chapter, b.slug)] or [b for b in books if word == b.game.lower()]
    begun = [b for b in books if word and (b.slug.startswith(word.replace(" ", "-")) or b.game.lower().startswith(word))]
    found = exact or begun
    if len(found) > 1:
        raise UnknownCitation(f"{answer.strip()!r} may mean {' or '.join(b.slug for b in found)}")
    return found[0] if found else None


def nearest(word: str) -> str:
    """A question whether the game that is spelled most like a word was meant, "" where none is.

    >>> nearest("blakjack"), nearest("nonsense")
    ('did you mean blackjack?', '')
    """
    return close("-".join(word.lower().split()), {book.slug: book.slug for book in rulebook.games()})


def named(word: str) -> Game:
    """The game that the command line names; raises a PitbossError with the nearest name where there is none."""
    if found := meant(word):
        return load(found.chapter)
    try:
        return load(word)
    except UnknownCitation as error:
        if guess := nearest(word):
            raise UnknownCitation(f"there is no game {word.strip()!r}; {guess}") from None
        raise error


def house_of(game: Game, path: Path | None, chosen: Sequence[str] = ()) -> House:
    """The house's choices from a TOML file, with those said beside it ("option=value") on top; the defaults without either."""
    said = dict(map(setting, chosen))
    given = read_house(game, path) if path is not None else {}
    house = House.of(game.chapter, {o: v for o, v in given.items() if o not in said} | said)
    if game.dealt_in is None and house.least_wager() != house["table_minimum"]:
        raise NotAuthorized(
            f"table_minimum = {house['table_minimum']} is {dollars(house['table_minimum'])}, which cannot be bet in chips of"
            f" {dollars(house['smallest_chip'])}; amounts are cents: 1000 is $10",
            house.section("table_minimum"),
        )
    if game.dealt_in is None and (found := unpaid(house, game.dues(house), game.suggest(house))) is not None:
        message = f"{found.due.sentence(house, found.cents)}: lower smallest_chip, or raise table_minimum"
        raise NotAuthorized(message, found.due.cite)
    return house


def is_open(house: House) -> bool:
    """Whether the house offers several variants of the game and has not said which one is played here."""
    return house.get("variant") is not None and "variant" not in house.given


def variant_of(answer: str, variants: Sequence[str]) -> str:
    """The variant that somebody picked: by number, name or how it begins.

    >>> variant_of("2", ["hold'em", "razz"]), variant_of("holdem", ["hold'em", "razz"]), variant_of("R", ["hold'em", "razz"])
    ('razz', "hold'em", 'razz')
    """
    word = plain(answer)
    if word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(variants):
        return variants[int(word) - 1]
    exact = [v for v in variants if plain(v) == word]
    found = exact or [v for v in variants if plain(v).startswith(word)]
    if len(found) > 1:
        raise UnknownCitation(f"{answer.strip()!r} may mean {' or '.join(found)}")
    if not found:
        near = close(word, {plain(v): v for v in variants})
        raise UnknownCitation(f"there is no variant {answer.strip()!r} on the list; {near or 'type a number or a name'}")
    return found[0]


def read_house(game: Game, path: Path) -> dict[str, Any]:
    """The choices that a file names, which must be about this game."""
    number, given = choices(path)
    if number not in ("", game.chapter):
        raise NotAuthorized(f"{path} describes a table of chapter {number}, not of chapter {game.chapter}")
    return given


def least_bankroll(game: Game, house: House) -> int:
    """The cents without which nobody can play a round here."""
    return sum(game.suggest(house).values()) if game.dealt_in is None else funds_needed(house)


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


def check_new(log: Path | None, key: Path | None) -> None:
    """Whether a new table can have this log and this key; raises a PitbossError before anybody has chosen anything."""
    if log is not None:
        FileStore(log).lease()
    if key is not None and log is None:
        raise BadLog("--key signs a log and seals its secrets: name the log with --log FILE")
    if key is not None and key.exists():
        load_key(key)


def open_table(
    game: Game,
    house: House,
    seats: int,
    bots: int | None,
    seed: int | None,
    log: Path | None,
    key: Path | None = None,
    bankroll: int | None = None,
) -> tuple[Table, str]:
    """A new table with everybody seated, and what is to be said of its key if that was made now. Nothing is written to the log
    before all of it is known to be lawful. With a key the log is signed, and chance is fair unless it is seeded. `bankroll` is
    what the people here bring, in cents."""
    if bankroll is not None and bankroll < (least := least_bankroll(game, house)):
        raise NotAuthorized(f"--bankroll {dollars(bankroll)} is not enough: a round takes {dollars(least)} at least")
    rehearsal = Table(game, house)
    seat_all(rehearsal, seats, bots, bankroll)
    if log is None or key is None:
        table, made = Table(game, house, Chance(seed), FileStore(log) if log else None), ""
    else:
        signer, made = key_of(key)
        name = f"{game.chapter}-{secrets.token_hex(8)}"  # secrets and signatures are bound to it
        chance: Source = Chance(seed) if seed is not None else fair_chance(game, name, signer)
        table = Table(game, house, chance, FileStore(log, signer=signer), name=name)
    seat_all(table, seats, bots, bankroll)
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
    made = f"A key for the house was made: keep {path} to yourself; {beside} is for anyone who verifies the log"
    return key, f"{made} (pitboss replay --key)."


def seat_all(table: Table, seats: int, bots: int | None, bankroll: int | None = None) -> None:
    """Everybody who does not sit yet takes his seat, the people here with their bankroll."""
    game, house = table.game, table.house
    for number, player in seating(seats, enough_bots(game, house, seats, bots), game.positions(house)[0]):
        if number not in table.seats:
            own = None if is_bot(player) else bankroll
            table.sit(number, player, buy_in(game, house) if own is None else own)


def take_up(
    name: str,
    seats: int | None,
    bots: int | None,
    seed: int | None,
    log: Path | None,
    house: Path | None,
    chosen: Sequence[str],
    key: Path | None = None,
    bankroll: int | None = None,
) -> Table:
    """The table that a log describes, in the middle of a round if it stopped there. Whatever it opened with stays."""
    if log is None:
        raise BadLog("--resume continues a log: name the log with --log FILE")
    for given, option, what in (
        (house, "--house", "what the house chose"),
        (chosen or None, "--set", "what the house chose"),
        (seed, "--seed", "where its chance comes from"),
        (seats, "--seats", "who sits at the table"),
        (bots, "--bots", "who sits at the table"),
        (bankroll, "--bankroll", "what everybody brought"),
    ):
        if given is not None:
            raise BadLog(f"{log} says {what}: leave {option} out when resuming")
    wanted = named(name).chapter if name else ""
    try:
        table = resume(log, load, key=load_key(key) if key is not None else None)
    except Difference as difference:
        raise BadLog(f"{log} cannot be resumed: {difference}") from None
    if wanted and wanted != table.game.chapter:
        if table.store is not None:
            table.store.release()
        raise BadLog(f"{log} is the log of a table of chapter {table.game.chapter}, not of {name}")
    if table.round is None and not table.rounds:  # stopped while the players were sitting down
        seat_all(table, 1, None)
    return table


def brought_by(table: Table) -> dict[int, int]:
    """What each seat has brought to the table, in cents: since its log began, where it was taken up."""
    if table.store is None:
        return {number: seat.cents for number, seat in table.seats.items()}
    brought: dict[int, int] = {}
    for record in table.store.read():
        brought = brought_in(record.steps, brought)
    return brought


def brought_in(steps: Sequence[Step], before: dict[int, int]) -> dict[int, int]:
    """What each seat has brought with the chips that it bought in these steps.

    >>> brought_in([Step("565.2(a)", "sit", "seat_1", cents=500), Step("565.3", "buy", "seat_1", cents=200)], {2: 100})
    {2: 100, 1: 700}
    """
    brought = dict(before)
    for step in steps:
        if step.act in ("sit", "buy"):
            number = seat_of(step.who)
            brought[number] = step.cents + (brought.get(number, 0) if step.act == "buy" else 0)
    return brought


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
        free_seats = f"{len(free)} of the {most} seats {'is' if len(free) == 1 else 'are'} free"
        raise NotAuthorized(f"{free_seats}, not {number}", section)
    for at, seat in enumerate(free[:number], 1):
        table.sit(seat, f"bot {named + at}", buy_in(table.game, table.house))
    return free[:number]

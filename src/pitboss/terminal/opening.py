"""Opens a table in the terminal: the game, the house's choices and the players, or a table resumed from its log."""

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
USUAL_BOTS = 4  # in games that need several players
BUY_IN = 100  # the buy-in in small bets, at tables where players play against each other
CHIPS = 1_000_000  # the buy-in in cents, at all other tables


class EndOfInput(PitbossError):
    """Standard input ended at a decision."""


def picked(answer: str, books: list[Chapter]) -> Chapter:
    """The game that an answer to the menu means: by number, chapter, slug or the start of its name."""
    word = answer.strip()
    if word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(books):
        return books[int(word) - 1]
    if book := meant(answer):
        return book
    raise UnknownCitation(f"there is no game {word!r} on the menu; {nearest(word) or 'type a number, a chapter or a slug'}")


def meant(answer: str) -> Chapter | None:
    """The game that a chapter, a slug, a name or the start of one means, None if there is none. Raises UnknownCitation if it is
    ambiguous.

    >>> [meant(word).slug for word in ("565", "Three Card", "texas", "poker")], meant("blakjack")
    (['three-card-poker', 'three-card-poker', 'texas-hold-em-bonus-poker', 'poker'], None)
    """
    books, word = rulebook.games(), " ".join(answer.lower().split())
    exact = [b for b in books if word in (b.chapter, b.slug)] or [b for b in books if word == b.game.lower()]
    prefixed = [b for b in books if word and (b.slug.startswith(word.replace(" ", "-")) or b.game.lower().startswith(word))]
    matches = exact or prefixed
    if len(matches) > 1:
        raise UnknownCitation(f"{answer.strip()!r} may mean {' or '.join(b.slug for b in matches)}")
    return matches[0] if matches else None


def nearest(word: str) -> str:
    """A suggestion of the game with the most similar spelling, "" if none is similar.

    >>> nearest("blakjack"), nearest("nonsense")
    ('did you mean blackjack?', '')
    """
    return close("-".join(word.lower().split()), {book.slug: book.slug for book in rulebook.games()})


def named(word: str) -> Game:
    """The game that the command line names. Raises a PitbossError with the nearest name if there is none."""
    if book := meant(word):
        return load(book.chapter)
    try:
        return load(word)
    except UnknownCitation as error:
        if guess := nearest(word):
            raise UnknownCitation(f"there is no game {word.strip()!r}; {guess}") from None
        raise error


def house_of(game: Game, path: Path | None, chosen: Sequence[str] = ()) -> House:
    """The house with the choices of a TOML file and of the command line ("option=value"), which take precedence."""
    overrides = dict(map(setting, chosen))
    given = read_house(game, path) if path is not None else {}
    house = House.of(game.chapter, {o: v for o, v in given.items() if o not in overrides} | overrides)
    if game.dealt_in is None and house.least_wager() != house["table_minimum"]:
        raise NotAuthorized(
            f"table_minimum = {house['table_minimum']} is {dollars(house['table_minimum'])}, which cannot be bet in chips of"
            f" {dollars(house['smallest_chip'])}; amounts are cents: 1000 is $10",
            house.section("table_minimum"),
        )
    if game.dealt_in is None and (problem := unpaid(house, game.dues(house), game.suggest(house))) is not None:
        message = f"{problem.due.sentence(house, problem.cents)}: lower smallest_chip, or raise table_minimum"
        raise NotAuthorized(message, problem.due.cite)
    return house


def is_open(house: House) -> bool:
    """True if the house offers several variants of the game and has not chosen the one to play."""
    return house.get("variant") is not None and "variant" not in house.given


def variant_of(answer: str, variants: Sequence[str]) -> str:
    """The variant that an answer means: by number, name or the start of one.

    >>> variant_of("2", ["hold'em", "razz"]), variant_of("holdem", ["hold'em", "razz"]), variant_of("R", ["hold'em", "razz"])
    ('razz', "hold'em", 'razz')
    """
    word = plain(answer)
    if word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(variants):
        return variants[int(word) - 1]
    exact = [v for v in variants if plain(v) == word]
    matches = exact or [v for v in variants if plain(v).startswith(word)]
    if len(matches) > 1:
        raise UnknownCitation(f"{answer.strip()!r} may mean {' or '.join(matches)}")
    if not matches:
        near = close(word, {plain(v): v for v in variants})
        raise UnknownCitation(f"there is no variant {answer.strip()!r} on the list; {near or 'type a number or a name'}")
    return matches[0]


def read_house(game: Game, path: Path) -> dict[str, Any]:
    """The choices in a file, which must be about this game."""
    number, given = choices(path)
    if number not in ("", game.chapter):
        raise NotAuthorized(f"{path} describes a table of chapter {number}, not of chapter {game.chapter}")
    return given


def least_bankroll(game: Game, house: House) -> int:
    """The smallest amount, in cents, with which a player can play a round here."""
    return sum(game.suggest(house).values()) if game.dealt_in is None else funds_needed(house)


def seating(seats: int, bots: int, positions: int = 1) -> list[tuple[int, str]]:
    """The seats with their players: first the people at this terminal, then bots.

    Most chapters give a player one betting position (§ 565.7(e), § 677a.7(e)), so several seats are several players, unless the
    house allows one player so many positions.

    >>> seating(1, 2), seating(2, 0), seating(2, 0, 2)
    ([(1, 'you'), (2, 'bot 1'), (3, 'bot 2')], [(1, 'you 1'), (2, 'you 2')], [(1, 'you'), (2, 'you')])
    """
    people = ["you"] * seats if seats <= positions else [f"you {n}" for n in range(1, seats + 1)]
    return list(enumerate([*people, *(f"bot {n}" for n in range(1, bots + 1))], 1))


def buy_in(game: Game, house: House) -> int:
    """The usual buy-in in cents."""
    return CHIPS if game.dealt_in is None else BUY_IN * int(max(house["small_bet"], house["big_blind"]))


def enough_bots(game: Game, house: House, seats: int, bots: int | None) -> int:
    """The number of bots: as many as were asked for, or, when players play against each other, enough for a game."""
    if bots is not None or game.dealt_in is None:
        return bots or 0
    return max(0, min(USUAL_BOTS, game.seats(house)[0] - seats))


def check_new(log: Path | None, key: Path | None) -> None:
    """Raise a PitbossError if a new table cannot have this log and key. Called before the player is asked anything."""
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
    """Open a new table and seat all players. Returns the table, and a notice if a key was created.

    Nothing is written to the log before everything is known to be lawful. With a key, the log is signed, and chance is fair
    unless it is seeded. `bankroll` is the chips of the people at this terminal, in cents.
    """
    if bankroll is not None and bankroll < (least := least_bankroll(game, house)):
        raise NotAuthorized(f"--bankroll {dollars(bankroll)} is not enough: a round takes {dollars(least)} at least")
    rehearsal = Table(game, house)
    seat_all(rehearsal, seats, bots, bankroll)
    if log is None or key is None:
        table, notice = Table(game, house, Chance(seed), FileStore(log) if log else None), ""
    else:
        signer, notice = key_of(key)
        name = f"{game.chapter}-{secrets.token_hex(8)}"  # secrets and signatures are bound to this name
        chance: Source = Chance(seed) if seed is not None else fair_chance(game, name, signer)
        table = Table(game, house, chance, FileStore(log, signer=signer), name=name)
    seat_all(table, seats, bots, bankroll)
    return table, notice


def fair_chance(game: Game, name: str, key: "HouseKey") -> Source:
    """Provably fair chance. In games whose hands may stay hidden, it never reveals its secrets."""
    from pitboss.evidence.fair import FairChance

    return FairChance(name, key, reveals=game.dealt_in is None)


def key_of(path: Path) -> "tuple[HouseKey, str]":
    """Load the house's key from a file, or create it. Returns the key, and a notice if it was created."""
    from pitboss.evidence.keys import HouseKey, public_file

    if path.exists():
        return HouseKey.load(path), ""
    key, beside = HouseKey.create(path), public_file(path)
    key.public.write(beside)
    notice = f"A key for the house was made: keep {path} to yourself; {beside} is for anyone who verifies the log"
    return key, f"{notice} (pitboss replay --key)."


def seat_all(table: Table, seats: int, bots: int | None, bankroll: int | None = None) -> None:
    """Seat all players who are not seated yet, the people at this terminal with their bankroll."""
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
    """Resume the table that a log describes, in the middle of a round if it stopped there. The log determines house and
    players, so options about them are refused."""
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
    if table.round is None and not table.rounds:  # it may have stopped while players were being seated
        seat_all(table, 1, None)
    return table


def brought_by(table: Table) -> dict[int, int]:
    """The cents that each seat has brought to the table, counted from the beginning of its log."""
    if table.store is None:
        return {number: seat.cents for number, seat in table.seats.items()}
    brought: dict[int, int] = {}
    for record in table.store.read():
        brought = brought_in(record.steps, brought)
    return brought


def brought_in(steps: Sequence[Step], before: dict[int, int]) -> dict[int, int]:
    """The cents that each seat has brought, including the chips bought in these steps.

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
    """Load the house's existing key."""
    from pitboss.evidence.keys import HouseKey

    return HouseKey.load(path)


def is_bot(player: str) -> bool:
    """True if a player's name is that of a bot.

    >>> is_bot("bot 2"), is_bot("you"), is_bot("you 1")
    (True, False, False)
    """
    return BOT.fullmatch(player) is not None


def seat_bots(table: Table, number: int) -> list[int]:
    """Seat `number` more bots on the next free seats. Raises NotAuthorized, and seats none, if there are too few."""
    most, section = table.game.seats(table.house)
    free = [n for n in range(1, most + 1) if n not in table.seats]
    seated_bots = sum(is_bot(seat.player) for seat in table.seats.values())
    if number > len(free):
        free_seats = f"{len(free)} of the {most} seats {'is' if len(free) == 1 else 'are'} free"
        raise NotAuthorized(f"{free_seats}, not {number}", section)
    for at, seat in enumerate(free[:number], 1):
        table.sit(seat, f"bot {seated_bots + at}", buy_in(table.game, table.house))
    return free[:number]

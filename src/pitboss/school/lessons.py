"""The rounds of a lesson: bots play, or a rule case is played; what the dealer has to do is kept with what happened."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from pitboss.cases import is_poker
from pitboss.cases.banked import play_case
from pitboss.cases.poker import play_poker_case
from pitboss.cases.reading import read_case, read_toml
from pitboss.errors import BadCase, IllegalWager
from pitboss.games import NONBANKED
from pitboss.games.nonbanked.seating import funds_needed
from pitboss.house import House
from pitboss.school.due import Due, Trouble, due_acts
from pitboss.school.incidents import kinds_of, trouble
from pitboss.school.judge import Judge
from pitboss.school.orders import orders_of
from pitboss.shoe import Chance
from pitboss.table.drivers import Driver, bots, drive
from pitboss.table.game import Game
from pitboss.table.round import Round
from pitboss.table.steps import Incident, Reply, Request
from pitboss.table.table import Table

CHIPS = 10**9  # cents that a bot brings
PLAYERS = 3
STACKS = (1, 3, 10, 40, 100)  # big bets at Poker
TIMES = (1, 1, 2, 3, 4, 5, 7, 10)  # the usual wager
USUALLY = 12  # questions that a round asks
MOST_FOR_ONE = 40  # tries for one kind
TRIES = 100  # until something goes wrong in a round
FAR = 1_000_003  # from one shuffle to another where nothing could go wrong


@dataclass(frozen=True)
class Lesson:
    """A finished round, to be dealt by a learner."""

    game: Game
    round: Round
    troubles: tuple[Trouble, ...] = ()

    def due(self, automated: frozenset[str] = frozenset()) -> list[Due]:
        """What the round demands of its dealer, but for the kinds of acts that are automated."""
        return due_acts(self.game.chapter, self.round.steps, self.troubles, automated)

    def judge(self, automated: frozenset[str] = frozenset()) -> Judge:
        """A judge of this round."""
        return Judge(self.due(automated), self.game.clear, self.troubles)


class Watch:
    """A driver that notes when something went wrong, and which steps remedied it."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.heard: list[tuple[int, int, Incident]] = []
        self.open: tuple[int, Incident] | None = None

    def __call__(self, table: Table, request: Request) -> Reply:
        assert table.round is not None
        self.close(table.round)
        reply = self.driver(table, request)
        if isinstance(reply, Incident):
            self.open = len(table.round.steps), reply
        return reply

    def close(self, round_: Round) -> None:
        """Ends the remedy of what went wrong last; an incident that was refused had none."""
        if self.open is not None:
            start, incident = self.open
            self.heard.append((start, len(round_.steps), incident))
            self.open = None

    def troubles(self, game: Game, finished: Round) -> tuple[Trouble, ...]:
        """Everything that went wrong in a finished round."""
        self.close(finished)
        return tuple(Trouble(start, end, incident, game.incidents[incident.kind]) for start, end, incident in self.heard)


def lesson_of_case(path: Path, game: Game) -> Lesson:
    """A rule case as a lesson; raises BadCase where it is not one of the game."""
    data = read_toml(path)
    chapter = str(data.get("chapter", "")) if is_poker(data) else read_case(path).chapter
    if chapter != game.chapter:
        raise BadCase(f"{path} is a case of chapter {chapter}, not of chapter {game.chapter}")
    orders_of(game.chapter)
    watches: list[Watch] = []

    def watched(driver: Driver) -> Driver:
        watches.append(Watch(driver))
        return watches[0]

    if is_poker(data):
        finished = play_poker_case(path, data, watched)
    else:
        _, finished = play_case(read_case(path), watch=watched)
    return Lesson(game, finished, watches[0].troubles(game, finished))


def lesson_of_seed(
    game: Game, house: House, seed: int, players: int = PLAYERS, *, troubled: bool = False, kind: str = ""
) -> Lesson:
    """A round of bots, which bet what is usual or some times that, and every optional wager that the house offers. In a
    troubled one something goes wrong, of a certain kind where one is named; raises BadCase where that cannot happen."""
    orders_of(game.chapter)
    if troubled:
        return _troubled(game, house, seed, players, kind)
    return lesson_at(table_of_bots(game, house, seed, players), bots)


def table_of_bots(game: Game, house: House, seed: int, players: int = PLAYERS) -> Table:
    """A table where bots sit and have bet."""
    table = Table(game, house, Chance(seed))
    bots_sit_down(table, Random(seed), players)
    return table


def bots_sit_down(table: Table, rng: Random, players: int) -> None:
    """Bots take seats all along the table, and bet."""
    seats = list(range(1, table.game.seats(table.house)[0] + 1))
    of_poker = table.game.chapter in NONBANKED
    players = max(players, 2) if of_poker else players
    for number in seats[:: max(1, len(seats) // players)][:players]:
        table.sit(number, f"player at seat {number}", _stack(table, rng) if of_poker else CHIPS)
        place_bets(table, number, rng)


def _stack(table: Table, rng: Random) -> int:
    """What a bot brings to Poker: now and then so little that there is a side pot."""
    return funds_needed(table.house) + table.house["big_bet"] * rng.choice(STACKS)


def bets_again(table: Table) -> None:
    """Bots bet on the next round; at Poker those who have lost too much buy chips."""
    for number in table.seats:
        if table.game.chapter in NONBANKED and table.chips(number) < funds_needed(table.house):
            table.buy(number, _stack(table, Random(table.rounds)))
        place_bets(table, number)


def place_bets(table: Table, number: int, rng: Random | None = None) -> None:
    """Bets the usual wagers of a seat, and of the optional ones each that can be bet beside them; some times as much where
    chance decides."""
    game, house = table.game, table.house
    if game.chapter in NONBANKED:  # players bet in the round
        return
    usual = game.suggest(house)
    times = 1 if rng is None else rng.choice(TIMES)
    wagers = _lawful(game, house, {wager: cents * times for wager, cents in usual.items()}) or usual
    least: int = house.get("optional_wager_minimum") or house["table_minimum"]
    for wager in game.offered(house):
        if wager.name in wagers:
            continue
        times = 1 if rng is None else rng.choice(TIMES)
        for cents in (*wager.only(house), max(least, wager.least) * times, max(least, wager.least), house["table_minimum"]):
            if lawful := _lawful(game, house, wagers | {wager.name: cents}):
                wagers = lawful
                break
    table.bet(number, wagers)


def _lawful(game: Game, house: House, wagers: dict[str, int]) -> dict[str, int] | None:
    """The wagers, None where the table does not take them."""
    try:
        game.check_wagers(house, wagers)
    except IllegalWager:
        return None
    return wagers


def _troubled(game: Game, house: House, seed: int, players: int, wanted: str) -> Lesson:
    """A round in which something goes wrong that the engine has not taken back."""
    rng = Random(f"{game.chapter} {seed}")
    asked = USUALLY
    for attempt in range(MOST_FOR_ONE if wanted else TRIES):
        table = table_of_bots(game, house, seed + attempt * FAR, players)
        watch = Watch(bots)
        kind, moment = wanted or rng.choice(kinds_of(game)), rng.choice((0, rng.randrange(asked + 1)))
        asked, request = 0, table.begin()
        while request is not None:
            start = len(table.round.steps) if table.round is not None else 0
            waits = asked >= moment and not watch.heard and watch.open is None
            if waits and (gone := trouble(rng, table, kind)) is not None:
                watch.open, request = (start, gone[0]), gone[1]
            else:
                asked, request = asked + 1, table.reply(watch(table, request))
        assert table.last is not None
        if (troubles := watch.troubles(game, table.last)) and not table.last.untrue:
            return Lesson(game, table.last, troubles)
    if wanted:
        raise BadCase(f"{wanted!r} cannot happen at this table", game.incidents[wanted])
    raise BadCase(f"nothing goes wrong in a round of chapter {game.chapter} at this table")


def lesson_at(table: Table, driver: Driver) -> Lesson:
    """The next round of a table as a lesson."""
    watch = Watch(driver)
    finished = drive(table, watch)
    return Lesson(table.game, finished, watch.troubles(table.game, finished))

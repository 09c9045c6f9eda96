"""The rounds of a lesson: bots play, or a rule case is played; what the dealer has to do is kept with what happened."""

from dataclasses import dataclass
from pathlib import Path

from pitboss.cases.banked import play_case
from pitboss.cases.reading import read_case
from pitboss.errors import BadCase, IllegalWager
from pitboss.house import House
from pitboss.school.due import Due, Trouble, due_acts
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
    case = read_case(path)
    if case.chapter != game.chapter:
        raise BadCase(f"{path} is a case of chapter {case.chapter}, not of chapter {game.chapter}")
    orders_of(game.chapter)
    watches: list[Watch] = []

    def watched(driver: Driver) -> Driver:
        watches.append(Watch(driver))
        return watches[0]

    _, finished = play_case(case, watch=watched)
    return Lesson(game, finished, watches[0].troubles(game, finished))


def lesson_of_seed(game: Game, house: House, seed: int, players: int = PLAYERS) -> Lesson:
    """A round of bots, which bet what is usual and every optional wager that the house offers."""
    orders_of(game.chapter)
    table = Table(game, house, Chance(seed))
    seats = list(range(1, game.seats(house)[0] + 1))
    for number in seats[:: max(1, len(seats) // players)][:players]:
        table.sit(number, f"player at seat {number}", CHIPS)
        place_bets(table, number)
    return lesson_at(table, bots)


def place_bets(table: Table, number: int) -> None:
    """Bets the usual wagers of a seat, and of the optional ones each that can be bet beside them."""
    wagers = table.game.suggest(table.house)
    least: int = table.house.get("optional_wager_minimum") or table.house["table_minimum"]
    for wager in table.game.offered(table.house):
        if wager.name in wagers:
            continue
        for cents in (*wager.only(table.house), max(least, wager.least), table.house["table_minimum"]):
            try:
                table.game.check_wagers(table.house, wagers | {wager.name: cents})
            except IllegalWager:
                continue
            wagers = wagers | {wager.name: cents}
            break
    table.bet(number, wagers)


def lesson_at(table: Table, driver: Driver) -> Lesson:
    """The next round of a table as a lesson."""
    watch = Watch(driver)
    finished = drive(table, watch)
    return Lesson(table.game, finished, watch.troubles(table.game, finished))

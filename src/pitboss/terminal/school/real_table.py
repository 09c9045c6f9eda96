"""A real table at the terminal: the dealer enters wagers, decisions and cards as they are turned up, by key or with a scanner
that types; the program says what comes next and what is paid.

Every line that was taken is saved before the next is asked for: the same command goes on after a kill.
"""

import os
from contextlib import suppress
from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.school.physical.needs import BadEntry
from pitboss.school.physical.table import RealTable
from pitboss.school.shorthand import Shorthand, cents_in
from pitboss.table.game import Game
from pitboss.table.steps import Step, seat_of
from pitboss.telling.sentences import tell
from pitboss.terminal import help as guide
from pitboss.terminal.screen import Screen
from pitboss.words import many

JOURNAL = ".entered"  # what follows the name of the log for the lines that were entered
HELP = (
    "1 ante 10 pair 5    the wagers of seat 1, in dollars; again: those of the round before; deal: no more bets",
    "Ah 10d 2c           cards as they are turned up; a scanner may type them, one or several a line",
    "play, raise 30      what a player decides, amounts in dollars",
    "wrong card face up          something has gone wrong; wrong number of cards to=seat_1 cards=4",
    "undo                take back what was entered last in this round",
    "paytables   rule 11(c)   ?   quit",
)


def run_real_table(game: Game, house: House, log: Path | None) -> None:
    """Leads a dealer through rounds until they leave; with a log, the record of them is written."""
    screen = Screen()
    real = RealTable(game, house)
    dealer = Dealer(screen, real, log)
    screen.heading(f"{house.chapter.game} · physical cards")
    screen.say("Deal as always; enter what you see. ? says how.")
    dealer.resume()
    while (line := screen.ask(f"{real.need.words} ›")) is not None:
        if line.strip().lower() in ("quit", "q", "exit"):
            break
        dealer.hear(line)
    dealer.leave()


class Dealer:
    """A dealer at the terminal."""

    def __init__(self, screen: Screen, real: RealTable, log: Path | None) -> None:
        self.screen, self.real, self.log = screen, real, log
        self.journal = None if log is None else log.with_name(log.name + JOURNAL)
        self.short = Shorthand(list(real.game.wager_names))

    def resume(self) -> None:
        """Takes up the lines that were entered before; raises PitbossError where the journal is of another table."""
        if self.journal is None or not self.journal.exists():
            if self.log is not None and self.log.exists():
                raise PitbossError(f"{self.log} is there already, and no {JOURNAL} beside it says how it came about")
            return
        about, *lines = self.journal.read_text(encoding="utf-8").splitlines() or [""]
        if about != self._about():
            raise PitbossError(f"{self.journal} is of another game or house")
        for line in lines:
            with suppress(PitbossError):  # a line that was cut off
                self._enter(line)
        self.real.news()
        self.screen.say(f"{many(len(self.real.rounds), 'round')} dealt before: it goes on after them.")

    def hear(self, line: str) -> None:
        """Does what a line says, and tells what follows."""
        words = line.split()
        match words[0].lower() if words else "":
            case "":
                pass
            case "?" | "help":
                for means in HELP:
                    self.screen.row([(means, "")])
            case "rule" | "§":
                guide.rule(self.screen, " ".join(words[1:]), self.real.game)
            case "paytable" | "paytables":
                guide.paytables(self.screen, self.real.house)
            case _:
                try:
                    self._enter(line)
                except PitbossError as error:
                    self.screen.refuse(error)
                else:
                    self._save(line)
                    self._tell()

    def _enter(self, line: str) -> None:
        """Carries out a line that is part of the record."""
        real, words = self.real, line.split()
        match words[0].lower() if words else "":
            case "deal":
                real.begin()
            case "again":
                real.bet_again()
            case "undo":
                real.undo()
            case "wrong":
                real.report(*self._incident(words[1:]))
            case _ if real.need.kind == "bets":
                real.bet(*self._wagers(words))
            case _:
                real.give(line)

    def _wagers(self, words: list[str]) -> tuple[int, dict[str, int]]:
        """A seat and its wagers."""
        seat = int(words[0]) if words[0].isdecimal() else seat_of(words[0])
        found: dict[str, int] = {}
        named: list[str] = []
        for word in words[1:]:
            if named and (cents := cents_in(word)) is not None and not self.short.wager_named(" ".join((*named, word))):
                wager = self.short.wager_named(" ".join(named))
                if not wager:
                    raise BadEntry(f"no wager here is called {' '.join(named)!r}; there are {', '.join(self.short.wagers)}")
                found[wager] = cents
                named = []
            else:
                named.append(word)
        if not seat or not found or named:
            raise BadEntry(f"enter a seat and its wagers, such as `1 {self.short.wagers[0].lower()} 10`, then `deal`")
        return seat, found

    @staticmethod
    def _incident(words: list[str]) -> tuple[str, dict[str, object]]:
        """What went wrong, with its detail: `wrong number of cards to=seat_1 cards=4`."""
        kind = " ".join(word for word in words if "=" not in word)
        detail: dict[str, object] = {}
        for name, _, value in (word.partition("=") for word in words if "=" in word):
            yes_no = {"yes": True, "no": False}
            detail[name] = yes_no.get(value, int(value) if value.isdecimal() else value)
        return kind, detail

    def _tell(self) -> None:
        """What happens next at the table, up to what has to be entered."""
        self._lines(self.real.news())
        if self.real.need.kind == "bets" and self.real.rounds and not self.real.bets:
            self._round_over()

    def _round_over(self) -> None:
        hidden = self.real.not_seen
        unseen = f" {many(hidden, 'dealt card')} not turned up." if hidden else ""
        self.screen.say(f"Round {len(self.real.rounds)} is over: {self.real.result}.{unseen}")
        if self.log is not None:
            self.real.write_log(self.log)

    def _lines(self, steps: list[Step]) -> None:
        for line in tell(steps):
            self.screen.line(line)

    def leave(self) -> None:
        """Says where the record is."""
        if self.log is not None and self.real.rounds:
            self.screen.say(
                f"The record of {many(len(self.real.rounds), 'round')} is {self.log}; `pitboss replay {self.log}` checks it."
            )

    def _about(self) -> str:
        return f"{self.real.game.chapter} {sorted(self.real.house.given.items(), key=repr)}"

    def _save(self, line: str) -> None:
        """Writes a line to the disk."""
        if self.journal is None:
            return
        new = not self.journal.exists()
        with self.journal.open("a", encoding="utf-8") as file:
            file.write(f"{self._about()}\n" * new + f"{line}\n")
            file.flush()
            os.fsync(file.fileno())

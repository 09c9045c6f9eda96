"""`pitboss play`: asks for what the command line leaves open, opens a table or resumes one from its log, and plays."""

import sys
from collections.abc import Sequence
from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.table.table import Table
from pitboss.terminal.menu import choose, choose_variant
from pitboss.terminal.opening import check_new, house_of, is_open, named, open_table, take_up
from pitboss.terminal.screen import Screen
from pitboss.terminal.sitting import Sitting


def play(
    name: str,
    *,
    seed: int | None,
    log: Path | None,
    house: Path | None,
    chosen: Sequence[str],
    seats: int | None,
    bots: int | None,
    rounds: int,
    resume: bool,
    key: Path | None = None,
    bankroll: int | None = None,
    brief: bool = False,
) -> None:
    """Open or resume a table and play at it. If the game was picked from the menu, leaving returns to the menu, unless the
    table has a log, since each table needs its own."""
    if not resume:
        check_new(log, key)
    screen = Screen()
    if resume:
        table = take_up(name, seats, bots, seed, log, house, chosen, key, bankroll)
        _sit(Sitting(table, screen, log, rounds, key, brief=brief))
        return
    again = True
    while again:
        picked = name or choose(screen)
        if picked is None:
            return
        opened = _opened(screen, picked, seats, bots, seed, log, house, chosen, key, bankroll)
        left = opened is None or _sit(Sitting(opened, screen, log, rounds, key, brief=brief))
        again = left and not name and log is None


def _opened(
    screen: Screen,
    name: str,
    seats: int | None,
    bots: int | None,
    seed: int | None,
    log: Path | None,
    house: Path | None,
    chosen: Sequence[str],
    key: Path | None,
    bankroll: int | None,
) -> Table | None:
    """Open a new table of a game. Returns None if the player is asked for a variant and leaves."""
    game = named(name)
    offered = house_of(game, house, chosen)
    if is_open(offered):
        variant = choose_variant(screen, offered) if screen.interactive else offered["variant"]
        if variant is None:
            return None
        offered = House.of(game.chapter, offered.given | {"variant": variant})
    table, notice = open_table(game, offered, seats or 1, bots, seed, log, key, bankroll)
    if notice:
        screen.say(notice)
    return table


def _sit(sitting: Sitting) -> bool:
    """Play at a table. Returns True if the player left it."""
    table = sitting.table
    try:
        return sitting.run()
    except KeyboardInterrupt:
        sitting.screen.blank()
        try:
            sitting.left()
        except PitbossError as error:  # interrupted while writing the log, which will resume from its last complete line
            sitting.screen.refuse(error)
        sys.exit(130)
    finally:
        if table.store is not None:
            table.store.release()

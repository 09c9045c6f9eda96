"""`pitboss play`: asks what is not said yet, opens a table or takes up the one that a log describes, and plays at it."""

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
    """Opens or takes up a table and plays at it. Whoever leaves a table that was picked from the menu is back at the menu,
    unless the table has a log: another table needs another one."""
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
    """A new table of a game, None where somebody is asked for a variant of it and wants none."""
    game = named(name)
    offered = house_of(game, house, chosen)
    if is_open(offered):
        variant = choose_variant(screen, offered) if screen.interactive else offered["variant"]
        if variant is None:
            return None
        offered = House.of(game.chapter, offered.given | {"variant": variant})
    table, made = open_table(game, offered, seats or 1, bots, seed, log, key, bankroll)
    if made:
        screen.say(made)
    return table


def _sit(sitting: Sitting) -> bool:
    """Plays at a table; whether somebody left it."""
    table = sitting.table
    try:
        return sitting.run()
    except KeyboardInterrupt:
        sitting.screen.blank()
        try:
            sitting.left()
        except PitbossError as error:  # where it came while the log was being written: that goes on from its last whole line
            sitting.screen.refuse(error)
        sys.exit(130)
    finally:
        if table.store is not None:
            table.store.release()

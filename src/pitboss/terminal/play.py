"""`pitboss play`: asks what is not said yet, opens a table or takes up the one that a log describes, and plays at it."""

import sys
from collections.abc import Sequence
from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.house import House
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
) -> None:
    """Opens or takes up a table and plays at it."""
    screen: Screen | None = None
    if not resume:
        check_new(log, key)
    if not name and not resume:
        screen = Screen()
        picked_here = choose(screen)
        if picked_here is None:
            return
        name = picked_here
    if resume:
        table = take_up(name, seats, bots, seed, log, house, chosen, key)
    else:
        game = named(name)
        offered = house_of(game, house, chosen)
        if is_open(offered):
            screen = screen or Screen()
            variant = choose_variant(screen, offered) if screen.interactive else offered["variant"]
            if variant is None:
                return
            offered = House.of(game.chapter, offered.given | {"variant": variant})
        table, made = open_table(game, offered, seats or 1, bots, seed, log, key)
        if made:
            screen = screen or Screen()
            screen.say(made)
    sitting = Sitting(table, screen or Screen(), log, rounds, key)
    try:
        sitting.run()
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

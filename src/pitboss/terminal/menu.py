"""The menus before a table opens: the game, and the variant of Poker."""

import sys
from collections.abc import Callable

from pitboss import rulebook
from pitboss.errors import PitbossError
from pitboss.house import House
from pitboss.terminal import help as guide
from pitboss.terminal.opening import picked, variant_of
from pitboss.terminal.screen import Screen


def choose(screen: Screen) -> str | None:
    """The chapter that the player picks from the menu, None to leave."""
    guide.menu(screen)
    while (line := menu_line(screen, "Which game? ›", guide.menu_help)) is not None:
        try:
            return picked(line, rulebook.games()).chapter
        except PitbossError as error:
            screen.refuse(error)
    return None


def choose_variant(screen: Screen, house: House) -> str | None:
    """The variant that the player picks from a list, None to leave."""
    variants = guide.variants(screen, house)
    prompt = f"Which one? [{house['variant']}] ›"
    while (line := menu_line(screen, prompt, guide.variants_help, house["variant"])) is not None:
        try:
            return variant_of(line, variants)
        except PitbossError as error:
            screen.refuse(error)
    return None


def menu_line(screen: Screen, prompt: str, help_: Callable[[Screen], None], usual: str = "") -> str | None:
    """The player's answer to a menu, `usual` for Enter, None to leave. Requests for help and rules are served meanwhile."""
    while True:
        try:
            line = screen.ask(prompt)
        except KeyboardInterrupt:
            screen.blank()
            sys.exit(130)
        word = (line or "").strip().lower()
        if line is None or word in ("quit", "q", "exit"):
            return None
        if word in ("?", "help") or not (word or usual):
            help_(screen)
        elif word.split(" ")[0] in ("rule", "§"):
            guide.rule(screen, word.partition(" ")[2])
        else:
            return line if word else usual

"""Prompts and displays that all sittings in the terminal share, at a local table or at one of a floor: commands that work at
every prompt, the drawn table, the results of a round, the total of a sitting."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pitboss.cards import parse
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.house import House
from pitboss.money import dollars
from pitboss.table.game import Game
from pitboss.table.notes import read_compared, read_two_hands
from pitboss.table.steps import DEALER, Ask, Step
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import HIDDEN
from pitboss.telling.pieces import Atom
from pitboss.telling.qualifying import falls_short
from pitboss.terminal import help as guide
from pitboss.terminal.draw import picture
from pitboss.terminal.pieces import signed, wrap
from pitboss.terminal.reading import is_cut, poker_reply, reply_of
from pitboss.terminal.screen import Screen, text_of
from pitboss.terminal.setting import with_dealers_low

COMMANDS = (
    *("?", "help", "hint", "hints", "cost", "rule", "§", "paytable", "paytables", "table", "brief", "full"),
    *("quit", "q", "exit"),
)
CUT_HINT = "One cut is as good as another: every order of the cards stays equally likely."
# Acts that are told in brief: decisions, shown hands, gains and losses, and irregularities.
TOLD_IN_BRIEF = frozenset(
    {
        *("decide", "reveal", "pay", "collect", "return", "bonus", "restore", "vigorish", "lose", "win", "jackpot", "award"),
        *("refund", "void", "reverse", "sit", "buy", "leave", "charge"),
    }
)


class Leave(Exception):
    """The player at the terminal leaves the table."""


def command_in(line: str) -> bool:
    """True if a line is one of the commands that work at every prompt."""
    return line.strip().lower().partition(" ")[0] in COMMANDS


@dataclass
class Prompts:
    """The prompts of one table. `draw` draws the table, `hint` prints a hint for a decision (the flag asks for a brief one),
    `cost` prints the cost of the last choice. With `brief`, only steps that decide a round are told."""

    screen: Screen
    game: Game
    house: House
    draw: Callable[[], None]
    hint: Callable[[Ask | None, bool], None]
    cost: Callable[[], None]
    brief: bool = False
    hints: bool = False  # True if every decision comes with a hint

    def ask(
        self,
        prompt: str,
        help_: Callable[[], None],
        asked: Ask | None = None,
        fits: Callable[[str], bool] | None = None,
    ) -> str | None:
        """Ask for a line. Commands that work everywhere are carried out meanwhile. Returns None at the end of the input."""
        while True:
            line = self.screen.ask(prompt, fits and (lambda line: command_in(line) or fits(line)))
            if line is None:
                return None
            first, _, rest = " ".join(line.split()).partition(" ")
            match first.lower():
                case "?" | "help":
                    help_()
                case "hint" if not rest and fits is is_cut:
                    self.screen.say(CUT_HINT)
                case "hint" if not rest:
                    self.hint(asked, False)
                case "hints" if not rest:
                    self.hints = not self.hints
                    self.screen.say(f"Hints are {'on: one comes with every decision' if self.hints else 'off'}.")
                    if self.hints and asked is not None:
                        self.hint(asked, False)
                case "cost" if not rest:
                    self.cost()
                case "brief" | "full" if not rest:
                    self.brief = first.lower() == "brief"
                    self.screen.say(
                        f"From now on the dealer {'says only what decides a round' if self.brief else 'says everything'}."
                    )
                case "rule" | "§":
                    guide.rule(self.screen, rest, self.game)
                case "paytable" | "paytables":
                    guide.paytables(self.screen, self.house)
                case "table" if not rest:
                    self.draw()
                case "quit" | "q" | "exit" if not rest:
                    raise Leave
                case _:
                    return line


def told_of(steps: Sequence[Step], brief: bool) -> list[Step]:
    """The steps that are told. The picture and the results show all steps. Even in brief, the two hands of Pai Gow Poker and
    their comparison are told."""
    return [step for step in steps if not brief or step.act in TOLD_IN_BRIEF or _decides(step)]


def _decides(step: Step) -> bool:
    return step.act == "say" and step.who == DEALER and bool(read_compared(step.note) or read_two_hands(step.note))


def wagers_prompt(name: str, chips: int, usual: dict[str, int]) -> str:
    """The prompt for a seat's wagers. Enter places the usual ones."""
    return f"{name}, {dollars(chips)}: your wagers? [{listed(usual)}] ›"


def listed(wagers: dict[str, int]) -> str:
    """Wagers with their amounts, separated by commas."""
    return ", ".join(f"{wager} {dollars(cents)}" for wager, cents in wagers.items())


def usual_wagers(game: Game, house: House, last: dict[str, int] | None, chips: int) -> dict[str, int]:
    """The seat's last wagers, or the minimum for a round if it has none or too few chips to repeat them."""
    return last if last and sum(last.values()) <= chips else game.suggest(house)


def cut_prompt(name: str, least: int, most: int) -> str:
    """The prompt that offers the cut to a seat."""
    return f"{name}: cut the cards? Depth {least} to {most}, Enter for the dealer to cut ›"


def decision_in(line: str, ask: Ask, chips: int, poker: str = "") -> str:
    """A decision in the engine's words. Enter declines an offer. `poker` is the betting structure of a Poker table, where
    amounts are totals."""
    declines = next((c.word for c in ask.choices if c.word.startswith("no ") or c.word == "pass"), "")
    if not line.strip() and declines:
        return declines
    return poker_reply(line, ask, chips, poker) if poker else reply_of(line, ask)


def draw(screen: Screen, layout: Layout, own: frozenset[int], house: House, poker: bool) -> None:
    """Print the table in a frame, during a round or as the last round left it."""
    if not layout.round:
        return
    over = "" if layout.in_progress else " · over"
    void = " · void" if layout.void else ""
    variant = VARIANTS[house["variant"]] if poker else None
    named = house.chapter.game if variant is None else f"{variant.name.capitalize()}, {house['structure']}"
    layout = layout if poker else with_qualification(with_dealers_low(layout, house), house)
    screen.framed(f"{named} · round {layout.round}{over}{void}", picture(layout, own, screen.width - 4, variant))


def with_qualification(layout: Layout, house: House) -> Layout:
    """The layout, with a note under the dealer's hand if it does not qualify."""
    hand = layout.hands.get(DEALER)
    if (
        hand is not None
        and HIDDEN not in hand.cards
        and falls_short(house.chapter.chapter, hand.label, parse(" ".join(hand.cards)))
    ):
        hand.label += ": does not qualify"
    return layout


def results(screen: Screen, layout: Layout, own: frozenset[int]) -> None:
    """Print the result of each wager of the round."""
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("seat", "wager", "bet", "came back", "net", "has now"):
        grid.add_column(column, justify="left" if column in ("seat", "wager") else "right", no_wrap=True)
    for number in layout.playing:
        by_wager, seat = layout.results.get(number, {}), layout.seats.get(number)
        net = sum(result.back - result.placed for result in by_wager.values())
        style = "bold" if number in own else ""
        for at, (wager, result) in enumerate(by_wager.items()):
            first, last = not at, at == len(by_wager) - 1
            grid.add_row(
                Text(f"{number} {seat.player if seat else ''}".rstrip() if first else "", style),
                wager,
                dollars(result.placed),
                dollars(result.back),
                text_of([signed(net)]) if last else "",
                dollars(seat.chips) if last and seat else "",
            )
    screen.show(grid)


def total(screen: Screen, rounds: int, seats: Sequence[tuple[str, int, str]]) -> None:
    """Print the total of a sitting: what each seat won or lost, and its chips."""
    atoms: list[Atom] = [[(f"Sitting: {rounds} round{'s' * (rounds != 1)}", "title")]]
    for name, net, has in seats:
        atoms.append([("· ", "quiet"), (f"{name} ", ""), signed(net), (f", has {has}", "")])
    screen.blank()
    for row in wrap(atoms, screen.width):
        screen.row(row)

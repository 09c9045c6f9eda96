"""Terminal input and output: prints rows, in colour if there is a terminal, and reads lines.

Without a terminal on standard input nothing is coloured, and each answer is echoed after its prompt, so that the output of a
pipe reads like a transcript.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING

from pitboss import rulebook
from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.table.steps import Step
from pitboss.telling.pieces import Row, plain, words
from pitboss.telling.sentences import Line, tell
from pitboss.terminal.pieces import STYLES, wrap

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

WIDEST = 80
LONGEST_LINE = 100_000  # characters of one answer by pipe
# Replacements for terminals limited to ASCII, character for character, so that drawings keep their shape.
ASCII = str.maketrans("♣♦♥♠★─│╭╮╰╯▒●▶·…✗§“”’–—→×", 'cdhs*-|++++#o>--xS""\'-->x')


class Typed:
    """The unfinished input of an interrupted prompt, which reappears when the same prompt is shown again. Without line editing
    it is lost."""

    def __init__(self) -> None:
        self._prompt, self._text = "", ""

    @contextmanager
    def again(self, prompt: str) -> Iterator[None]:
        """A context for reading a line at a prompt: restores and, on an interruption, saves the unfinished input."""
        try:
            import readline
        except ImportError:
            yield
            return
        text = self._text if prompt == self._prompt else ""
        readline.set_startup_hook(lambda: readline.insert_text(text))
        try:
            yield
        except EOFError:
            raise
        except BaseException:
            self._prompt, self._text = prompt, readline.get_line_buffer()
            raise
        finally:
            readline.set_startup_hook(None)
        self._text = ""


class Screen:
    """Standard input and output, with or without a terminal."""

    def __init__(self) -> None:
        from rich.console import Console

        self.interactive = sys.stdin.isatty()
        for stream in (sys.stdin, sys.stdout):
            if getattr(stream, "errors", "") == "strict":
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # invalid text must not abort a round
        self.console = Console(
            markup=False,
            highlight=False,
            emoji=False,
            force_terminal=None if self.interactive else False,
            no_color=None if self.interactive else True,
        )
        self.plain = not self.console.is_terminal
        if self.plain:
            self.console.size = self.console.size  # fixed for a pipe; otherwise rich looks it up for every line
        self.ascii = not (self.console.encoding or "").lower().startswith("utf")
        self.waiting: list[str] = []  # lines of a pipe that were put back
        self.typed = Typed()

    @property
    def width(self) -> int:
        """The columns to use: 80, or less in a narrow window."""
        return min(self.console.width, WIDEST)

    # ------------------------------------------------------------------ printing

    def show(self, renderable: "RenderableType", *, whole: bool = False) -> None:
        """Print a rich renderable. With `whole`, the terminal breaks lines that are too long."""
        if not self.ascii:
            self.console.print(renderable, width=None if whole else self.width, soft_wrap=whole)
            return
        with self.console.capture() as capture:
            self.console.print(renderable, width=None if whole else self.width, soft_wrap=whole)
        sys.stdout.write(capture.get().translate(ASCII))

    def row(self, row: Row) -> None:
        """Print one row of pieces."""
        text = "".join([text for text, _ in row]) if self.plain else "\n"
        if not text.isprintable():
            self.show(text_of(row), whole=True)
            return
        text = text.translate(ASCII) if self.ascii else text
        sys.stdout.write(f"{text}\n")  # equals rich's output without colours
        if not self.ascii:
            sys.stdout.flush()

    def say(self, text: str, style: str = "") -> None:
        """Print a paragraph of text, wrapped."""
        for row in wrap(words(text, style), self.width):
            self.row(row)

    def indent(self, text: str, columns: int, style: str = "") -> None:
        """Print a paragraph of text, indented."""
        for row in wrap(words(text, style), self.width - columns):
            self.row([(" " * columns, ""), *row])

    def blank(self) -> None:
        """Print an empty line."""
        self.console.print()

    def line(self, line: Line) -> None:
        """Print a step: its section dimmed at the left, its sentence beside it."""
        for row in laid_out(line, self.width):
            self.row(row)

    def refuse(self, error: PitbossError) -> None:
        """Print the error's sentence, which says why something is not allowed."""
        for at, row in enumerate(wrap(words(str(error)), self.width - 2)):
            self.row([("  " if at else "✗ ", "alarm"), *row])

    def framed(self, title: str, rows: list[Row]) -> None:
        """Print rows in a frame with a title."""
        from rich import box
        from rich.panel import Panel
        from rich.text import Text

        inside = Text("\n").join([text_of(row) for row in rows])
        inside.no_wrap = True
        self.show(Panel(inside, title=Text(title, "bold not dim"), box=box.ROUNDED, width=self.width, border_style="dim"))

    @contextmanager
    def working(self, text: str) -> Iterator[None]:
        """A context that shows a status line during a computation, if a person sits at a terminal."""
        if not (self.interactive and self.console.is_terminal):
            yield
            return
        with self.console.status(text.translate(ASCII) if self.ascii else text, spinner="line" if self.ascii else "dots"):
            yield

    def heading(self, title: str) -> None:
        """Print a horizontal rule with a title."""
        from rich.rule import Rule
        from rich.text import Text

        self.blank()
        self.show(Rule(Text(title, "bold"), style="dim", characters="─"))

    # ------------------------------------------------------------------ reading

    def forget_typed(self) -> None:
        """Discard input that has been typed but not read."""
        with suppress(ImportError, OSError):
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def ask(self, prompt: str, fits: Callable[[str], bool] | None = None) -> str | None:
        """Ask for one line, typed or from a pipe. Returns None at the end of the input.

        If a line from a pipe does not satisfy `fits`, it is put back for the next question, and this one gets an empty answer.
        """
        if self.interactive:
            sys.stdout.flush()
            # \001 and \002 tell line editing that the escape sequences have no width.
            bold, normal = ("\001\033[1m\002", "\001\033[0m\002") if self.console.is_terminal else ("", "")
            try:
                with self.typed.again(prompt):
                    return input(f"{bold}{prompt.translate(ASCII) if self.ascii else prompt}{normal} ")
            except EOFError:
                self.blank()
                return None
        line = self.waiting.pop() if self.waiting else self.next_line()
        if line is None:
            self.say(prompt)
            return None
        if fits is not None and not fits(line):
            self.waiting.append(line)
            line = ""
        self.row([(f"{prompt} {line.strip()}".rstrip(), "")])
        return line.strip()

    @staticmethod
    def next_line() -> str | None:
        """Read one line of a pipe without printing anything. Returns None at the end of the input."""
        line = sys.stdin.readline(LONGEST_LINE)
        if len(line) == LONGEST_LINE:  # /dev/zero has no end
            raise PitbossError(f"a line of standard input is longer than {LONGEST_LINE:,} characters")
        return line or None


def text_of(row: Row) -> "Text":
    """A row as a rich Text."""
    from rich.text import Text

    return Text.assemble(*[(text, STYLES[style]) for text, style in row], no_wrap=True)


@cache
def margin(chapter: str) -> int:
    """The width of the column of citations, which fits the chapter's longest citation."""
    try:
        return max(len(cite) for cite in rulebook.chapter(chapter).paragraphs) + 4
    except PitbossError:
        return 24


def laid_out(line: Line, width: int) -> list[Row]:
    """A line as rows: the citation, then the sentence, whose continuation is aligned with its start."""
    left = margin(line.cite.split(".")[0])
    rows = []
    for at, row in enumerate(wrap(line.atoms, max(width - left, 20))):
        rows.append([((f"§ {line.cite}" if not at else "").ljust(left), "cite"), *row])
    return rows


def print_step(step: Step, amount: Callable[[int], str] = dollars) -> None:
    """Print one step as one line, coloured on a terminal, for `pitboss replay --explain`."""
    for line in tell([step], amount=amount):
        row = laid_out(line, 10_000)[0]
        if sys.stdout.isatty():
            _console().print(text_of(row), soft_wrap=True)
        else:
            print(plain(row))


@cache
def _console() -> "Console":
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)

"""The terminal itself: prints rows in colour through rich where there is a terminal and plainly where there is none, and reads.

Without a terminal on standard input nothing is coloured, and each answer is echoed behind its question, so that what a pipe
produced can be read as a whole.
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
# For a terminal that cannot show more than ASCII: a sign for a sign, so that drawings keep their shape.
ASCII = str.maketrans("♣♦♥♠★─│╭╮╰╯▒●▶·…✗§“”’–—→×", 'cdhs*-|++++#o>--xS""\'-->x')


class Typed:
    """What somebody has typed at a prompt and not finished when something else had to be shown: it is there again when the same
    is asked again. Where there is no line editing it is forgotten."""

    def __init__(self) -> None:
        self._prompt, self._text = "", ""

    @contextmanager
    def again(self, prompt: str) -> Iterator[None]:
        """The time in which a line is read, also with line editing and history."""
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
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # what is not text must not end a round
        self.console = Console(
            markup=False,
            highlight=False,
            emoji=False,
            force_terminal=None if self.interactive else False,
            no_color=None if self.interactive else True,
        )
        self.plain = not self.console.is_terminal
        if self.plain:
            self.console.size = self.console.size  # which a pipe does not change, and rich looks up for every line
        self.ascii = not (self.console.encoding or "").lower().startswith("utf")
        self.waiting: list[str] = []  # lines read from a pipe and put back
        self.typed = Typed()

    @property
    def width(self) -> int:
        """The columns to use: 80, or less in a narrow window."""
        return min(self.console.width, WIDEST)

    # ------------------------------------------------------------------ printing

    def show(self, renderable: "RenderableType", *, whole: bool = False) -> None:
        """Prints something of rich's; with `whole`, lines that are too long are left to the terminal to break."""
        if not self.ascii:
            self.console.print(renderable, width=None if whole else self.width, soft_wrap=whole)
            return
        with self.console.capture() as capture:
            self.console.print(renderable, width=None if whole else self.width, soft_wrap=whole)
        sys.stdout.write(capture.get().translate(ASCII))

    def row(self, row: Row) -> None:
        """Prints one row of pieces."""
        text = "".join([text for text, _ in row]) if self.plain else "\n"
        if not text.isprintable():
            self.show(text_of(row), whole=True)
            return
        text = text.translate(ASCII) if self.ascii else text
        sys.stdout.write(f"{text}\n")  # what rich makes of it where it has no colours
        if not self.ascii:
            sys.stdout.flush()

    def say(self, text: str, style: str = "") -> None:
        """Prints a paragraph of text, wrapped."""
        for row in wrap(words(text, style), self.width):
            self.row(row)

    def indent(self, text: str, columns: int, style: str = "") -> None:
        """Prints a paragraph of text that starts at a column."""
        for row in wrap(words(text, style), self.width - columns):
            self.row([(" " * columns, ""), *row])

    def blank(self) -> None:
        """An empty line."""
        self.console.print()

    def line(self, line: Line) -> None:
        """Prints a step: its section dim at the left, its sentence beside it."""
        for row in laid_out(line, self.width):
            self.row(row)

    def refuse(self, error: PitbossError) -> None:
        """Says why something is not allowed, in the error's own sentence."""
        for at, row in enumerate(wrap(words(str(error)), self.width - 2)):
            self.row([("  " if at else "✗ ", "alarm"), *row])

    def framed(self, title: str, rows: list[Row]) -> None:
        """Prints rows in a frame with a title."""
        from rich import box
        from rich.panel import Panel
        from rich.text import Text

        inside = Text("\n").join([text_of(row) for row in rows])
        inside.no_wrap = True
        self.show(Panel(inside, title=Text(title, "bold not dim"), box=box.ROUNDED, width=self.width, border_style="dim"))

    @contextmanager
    def working(self, text: str) -> Iterator[None]:
        """A word while something is worked out, gone when it is done; nothing where nobody sits before the screen."""
        if not (self.interactive and self.console.is_terminal):
            yield
            return
        with self.console.status(text.translate(ASCII) if self.ascii else text, spinner="line" if self.ascii else "dots"):
            yield

    def heading(self, title: str) -> None:
        """A line across with a title."""
        from rich.rule import Rule
        from rich.text import Text

        self.blank()
        self.show(Rule(Text(title, "bold"), style="dim", characters="─"))

    # ------------------------------------------------------------------ reading

    def forget_typed(self) -> None:
        """Whatever has been typed and not been read is not read any more."""
        with suppress(ImportError, OSError):
            import termios

            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def ask(self, prompt: str, fits: Callable[[str], bool] | None = None) -> str | None:
        """One line typed or piped in, None where the input has ended.

        A line of a pipe that does not fit is kept for the next question, and this one is left without an answer.
        """
        if self.interactive:
            sys.stdout.flush()
            # The marks tell line editing that the escapes take no room.
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
        """One line of a pipe, with nothing printed; None where the input has ended."""
        line = sys.stdin.readline(LONGEST_LINE)
        if len(line) == LONGEST_LINE:  # /dev/zero has no end
            raise PitbossError(f"a line of standard input is longer than {LONGEST_LINE:,} characters")
        return line or None


def text_of(row: Row) -> "Text":
    """A row as rich's text."""
    from rich.text import Text

    return Text.assemble(*[(text, STYLES[style]) for text, style in row], no_wrap=True)


@cache
def margin(chapter: str) -> int:
    """How wide the column of sections is: as wide as the chapter's longest citation needs."""
    try:
        return max(len(cite) for cite in rulebook.chapter(chapter).paragraphs) + 4
    except PitbossError:
        return 24


def laid_out(line: Line, width: int) -> list[Row]:
    """A step as rows: the section, the sentence, and the sentence's continuation under itself."""
    left = margin(line.cite.split(".")[0])
    rows = []
    for at, row in enumerate(wrap(line.atoms, max(width - left, 20))):
        rows.append([((f"§ {line.cite}" if not at else "").ljust(left), "cite"), *row])
    return rows


def print_step(step: Step, amount: Callable[[int], str] = dollars) -> None:
    """One step as one line, coloured on a terminal, for `pitboss replay --explain`."""
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

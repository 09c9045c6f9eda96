"""Problems of a submission or house, as records. `refuse` turns a problem into an exception."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from pitboss.errors import NotAuthorized

Level = Literal["error", "warning"]
NOT_PLAYED = "it can be checked here, but not printed, compared or played"


@dataclass(frozen=True)
class Problem:
    """One problem: a sentence, the violated paragraph, the option with its value, and what would be allowed.

    `rule` is the violated rule of the check, `row` the row of a pay table, `needs` other options that contribute to the
    problem, `fix` the remedy, "" if `allowed` says enough. `waiver` names the waiver that covers it (§ 521.5). `playable` means
    that a table can be run in spite of it.
    """

    message: str
    section: str = ""
    field: str = ""
    given: Any = None
    allowed: Any = None
    rule: str = ""
    row: str = ""
    needs: tuple[str, ...] = ()
    level: Level = "error"
    fix: str = ""
    waiver: str = ""
    playable: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """What identifies a problem within its submission."""
        return self.rule, self.field, self.row

    def waived(self, waiver: str, playable: bool) -> "Problem":
        """The problem as a warning, because the Board has waived its section (§ 521.5)."""
        message = f"{self.message}; waived by {waiver}{'' if playable else f': {NOT_PLAYED}'}"
        return replace(self, level="warning", waiver=waiver, playable=playable, message=message)

    def error(self) -> NotAuthorized:
        """The problem as an exception.

        >>> Problem("seats must be 1 to 7", "565.2(a)").error()
        NotAuthorized('seats must be 1 to 7')
        """
        about = {"field": self.field, "given": self.given, "allowed": self.allowed}
        return NotAuthorized(self.message, self.section, **about, rule=self.rule, row=self.row, needs=self.needs)


def refuse(problems: Iterable[Problem]) -> None:
    """Raise the first problem that prevents running a table, if there is one."""
    for problem in problems:
        if not problem.playable:
            raise problem.error()

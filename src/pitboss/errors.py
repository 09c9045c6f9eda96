"""Errors: one clear sentence each, with the paragraph that the input violates."""

from typing import Any, ClassVar


class PitbossError(Exception):
    """Bad input. `cite` is the paragraph it violates, "" where none applies; `kind` names the error in JSON.

    >>> str(IllegalWager("the Ante Wager must be between $5 and $500, not $2", "565.7(a)(1)"))
    'the Ante Wager must be between $5 and $500, not $2 (§ 565.7(a)(1))'
    """

    kind: ClassVar[str] = "PitbossError"

    def __init_subclass__(cls, *, kind: str = "") -> None:
        super().__init_subclass__()
        cls.kind = kind or cls.__name__

    def __init__(self, message: str, cite: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cite = cite

    def __str__(self) -> str:
        return f"{self.message} (§ {self.cite})" if self.cite else self.message


class BadCard(PitbossError):
    """A card that does not exist, or that the deck does not hold any more."""


class BadOdds(PitbossError):
    """A payout that cannot be read."""


class Unpayable(PitbossError):
    """A negative payment, or one beyond all measure."""


class InexactPayment(PitbossError):
    """A payout that cannot be made to the cent."""


class IllegalWager(PitbossError):
    """A wager of the wrong kind or amount, at the wrong time or place."""


class IllegalDecision(PitbossError):
    """An answer that the rules do not allow here."""


class OutOfTurn(PitbossError):
    """A player or employee acted out of turn."""


class NotAuthorized(PitbossError):
    """The house offers something that its chapter does not authorize. `field` is the option concerned, `row` the row of a pay
    table, `rule` the rule of the check, and `needs` lists other options that cause the problem.

    >>> problem = NotAuthorized("seats must be 1 to 7", "565.2(a)", field="seats", given=9, allowed="1 to 7")
    >>> problem.field, problem.given, problem.allowed
    ('seats', 9, '1 to 7')
    """

    def __init__(
        self,
        message: str,
        cite: str = "",
        *,
        field: str = "",
        given: Any = None,
        allowed: Any = None,
        rule: str = "",
        row: str = "",
        needs: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, cite)
        self.field, self.given, self.allowed = field, given, allowed
        self.rule, self.row, self.needs = rule, row, needs


class NotStated(NotAuthorized, KeyError):
    """A limit, option or payout that a game needs and its chapter's file does not state."""


class Unbalanced(PitbossError):
    """Money or cards appeared or vanished: a defect of pitboss itself, never of the input."""


class BadLog(PitbossError):
    """A log that is cut short, edited or not a log."""


class Unfinished(BadLog):
    """A log that ends in the middle of a round; everything before that follows the rules."""


class NotRevealed(BadLog):
    """A log with rounds that are sealed for this reader; all other rounds follow the rules.

    `gaps` lists the sealed parts: the version and the number of rounds before each, then the version and rounds of the snapshot
    from which the log can be verified again, or 0 for a gap up to the end. `table` is the table of the log, as far as it is
    known.
    """

    def __init__(self, message: str, version: int = 0, rounds: int = 0, table: Any = None) -> None:
        super().__init__(message)
        self.gaps, self.table = [(version, rounds, 0, 0)], table

    @property
    def to_the_end(self) -> bool:
        """True if the end of the log is sealed."""
        return not self.gaps[-1][2]

    def verifies(self, version: int) -> bool:
        """True if a version of the log is verified.

        >>> sealed = NotRevealed("", 57, 4)
        >>> sealed.take_up(90, 6)
        >>> [sealed.verifies(version) for version in (56, 57, 90, 91)]
        [True, False, False, True]
        """
        return not any(first <= version and (not last or version <= last) for first, _, last, _ in self.gaps)

    def take_up(self, version: int, rounds: int) -> None:
        """Ends the gap at a snapshot, from which the log is verified again."""
        first, before, _, _ = self.gaps[-1]
        self.gaps[-1] = (first, before, version, rounds)

    def rounds(self, last: int) -> list[int]:
        """The verified rounds of a log whose last completed round has this number.

        >>> NotRevealed("", 57, 4).rounds(9)
        [1, 2, 3, 4]
        """
        sealed_rounds = [range(before + 1, (after if end else last) + 1) for _, before, end, after in self.gaps]
        return [number for number in range(1, last + 1) if not any(number in each for each in sealed_rounds)]

    def rest(self, last: int) -> str:
        """The part that only the house's key verifies, in a log whose last completed round has this number.

        >>> NotRevealed("", 57, 4).rest(9), NotRevealed("", 57, 4).rest(5), NotRevealed("", 57, 4).rest(4)
        ('rounds 5 to 9, from version 57 on', 'round 5, from version 57 on', 'the round in progress, from version 57 on')
        >>> sealed = NotRevealed("", 57, 4)
        >>> sealed.take_up(90, 6)
        >>> sealed.rest(20)
        'rounds 5 to 6, versions 57 to 90'
        """
        return "; ".join(self._gap(*gap, last) for gap in self.gaps)

    def _gap(self, version: int, before: int, end: int, after: int, last: int) -> str:
        first, last = before + 1, after if end else last
        what = f"rounds {first} to {last}" if last > first else f"round {first}" if last == first else "the round in progress"
        return f"{what}, versions {version} to {end}" if end else f"{what}, from version {version} on"


class BadCase(PitbossError):
    """A rule case that cannot be read or does not describe a possible round."""


class BadHand(PitbossError):
    """A hand history that cannot be read, or a round that the format cannot express."""


class BadHouseWay(PitbossError):
    """A house way that cannot be read, or that does not set a hand."""


class BadRules(PitbossError, ValueError):
    """Rules of a game that contradict each other, or whose odds cannot be computed."""


class UnknownCitation(PitbossError):
    """A chapter, section or paragraph that the rulebook does not have."""


class UnknownAccount(PitbossError, LookupError):
    """A player or account that the ledger of a round does not have."""


class BadCommand(PitbossError):
    """A command that cannot be put on record."""


class StaleVersionError(OutOfTurn, kind="Late"):
    """A command for a version of the table that is no longer current."""


class DuplicateCommandError(OutOfTurn, kind="Doubled"):
    """A command that has been carried out before; `version` is the version that it produced."""

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.version = version


class NotYours(OutOfTurn):
    """A command by someone who is not asked, or about another player's seat."""


class Stopped(PitbossError):
    """A table whose log could not be written; it must be resumed from what the log holds."""


class DatabaseFailed(Stopped):
    """A database that does not answer. The message may contain its address: clients get `public_message` instead."""


def public_message(error: Exception) -> str:
    """The message of an error for clients, without its citation. Messages of libraries are not for clients.

    >>> public_message(OutOfTurn("it is not your turn")), public_message(OSError("no disk at /dev/sda"))
    ('it is not your turn', 'the floor failed at that; its log says at what')
    """
    if isinstance(error, DatabaseFailed):
        return "the database of the floor does not answer just now"
    return error.message if isinstance(error, PitbossError) else "the floor failed at that; its log says at what"


class NotInstalled(PitbossError, ImportError):
    """A feature needs a package that is not installed; the message names the extra of pitboss that installs it."""

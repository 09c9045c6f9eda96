"""What `pitboss replay` says of a log: what it proves, what it does not, and how a log goes on that stops in a round."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from pitboss.errors import BadLog, NotRevealed, Unfinished
from pitboss.evidence.records import Numbered, Record, Seeded, Shuffled
from pitboss.submissions.waived import notice, waived
from pitboss.table.commands import Open
from pitboss.table.log.proving import Key
from pitboss.table.log.records import Record as TableRecord
from pitboss.table.log.stores import read_log
from pitboss.table.table import Table
from pitboss.version import __version__

TRIED = "the house could have tried several secrets before it promised one"


def verdict(log: Path, table: Table, key: Key, evidence: Sequence[Record]) -> list[str]:
    """Sentences on a log that follows the rules."""
    found = _by_the_rules(log, table, rounds_in_words(table.rounds))
    if table.fair is not None:
        found += ["Its chance was fair: every promise, shuffle and number fits.", about_seeds(evidence)]
    found += _signed(table.signatures, table.signed_to, table.version, key)
    if table.closed:
        found.append(f"It ends closed: record {table.version} closes the table, and nothing follows.")
    else:
        found.append("It does not end closed: the log may go on elsewhere, or have been cut after this round.")
    return found + _about_the_opening(table)


def verdict_in_part(log: Path, proven: NotRevealed, key: Key) -> list[str]:
    """Sentences on a log that follows the rules as far as its secrets are revealed."""
    events = [event for event in read_log(log) if isinstance(event, TableRecord)]
    evidence = [each for event in events if proven.verifies(event.version) for each in event.evidence]
    rounds = len(proven.rounds(rounds_before(log)))
    found = [f"{log}: every seal holds, and no round can be replayed"]
    if rounds:
        found = _by_the_rules(log, proven.table, rounds_in_words(rounds))
        found += ["Their chance was fair: every promise, shuffle and number fits.", about_seeds(evidence)]
    found.append(f"Not verified, as only the key of the house opens the cards: {proven.rest(rounds_before(log))}.")
    found += _signed(proven.table.signatures, proven.table.signed_to, events[-1].version, key)
    return found + _about_the_opening(proven.table)


def _by_the_rules(log: Path, table: Table, what: str) -> list[str]:
    found = [f"{log}: {what}, every step and every cent as the rules say"]
    return found + [f"By leave of the Board: {notice(problem)}." for problem in waived(table.house)]


def _about_the_opening(table: Table) -> list[str]:
    found = ["Its chance was seeded: whoever knew the seed knew the cards."] if table.opening.seeded else []
    if table.opening.software != __version__:
        found.append(f"It was opened under pitboss {table.opening.software}, and replayed under {__version__}.")
    return found


def opened_in_words(log: Path) -> list[str]:
    """When a log was opened, under which version of pitboss, and with which options. Nothing where it is no table's log, which
    is said when it is replayed."""
    first = next(read_log(log), None)
    if not isinstance(first, TableRecord) or not isinstance(opening := first.deed, Open):
        return []
    when = f"at {opened_at(log)}" if first.at else "with a clock that stood still"  # as it does where shuffles are seeded
    found = [f"Opened {when} under pitboss {opening.software}: chapter {opening.chapter}."]
    if not opening.options:
        return [*found, "It names only the options that the house chose: the others have the defaults of today."]
    return [*found, "Options in force:", *(f"    {option} = {as_toml(value)}" for option, value in opening.options.items())]


def decks_of(log: Path) -> int:
    """How many decks the table of a log plays with."""
    first = next(read_log(log), None)
    opening = first.deed if isinstance(first, TableRecord) else None
    decks = opening.options.get("decks") if isinstance(opening, Open) else None
    return decks if isinstance(decks, int) and decks > 0 else 8


def opened_at(log: Path) -> str:
    """When a log was opened, "" where it does not begin with that."""
    first = next(read_log(log), None)
    return in_words(first.at) if isinstance(first, TableRecord) else ""


def played_at(log: Path, number: int) -> tuple[str, str]:
    """When a round began and when it was over, by the clock of the table; empty where that stood still."""
    began = over = 0
    for event in read_log(log):
        if isinstance(event, TableRecord):
            if any(step.act == "begin" for step in event.steps):
                began = event.at
            if event.end is not None and event.end.round == number:
                over = event.at
                break
    return (in_words(began), in_words(over)) if began and over else ("", "")


def in_words(at: int) -> str:
    """A time in milliseconds since 1970, in UTC; "" where it is none.

    >>> in_words(0), in_words(10**20)
    ('1970-01-01T00:00:00+00:00', '')
    """
    try:
        return datetime.fromtimestamp(at // 1000, UTC).isoformat()
    except (OverflowError, ValueError, OSError):
        return ""


def as_toml(value: object) -> str:
    """An option as a file of the house would have it, nearly."""
    return json.dumps(value, ensure_ascii=False)


def _signed(signatures: int, signed_to: int, version: int, key: Key) -> list[str]:
    """By whom a log is signed, and how far of its last version."""
    if key is None:
        return ["It is signed; who signed it is not verified without --key."] if signatures else []
    rest = f"; versions {signed_to + 1} to {version} are not signed" if version > signed_to else ""
    return [f"Signed by {getattr(key, 'public', key)} up to version {signed_to}{rest}."]


def rounds_in_words(rounds: int) -> str:
    return f"{rounds} round{'s' * (rounds != 1)}"


def about_seeds(evidence: Sequence[Record]) -> str:
    """Whether seats added seeds wherever chance was taken from a promise.

    >>> taken = [Shuffled(1, 1, 52, ""), Shuffled(2, 1, 52, "")]
    >>> about_seeds(taken)
    'No seat added a seed: the house could have tried several secrets before it promised one.'
    >>> about_seeds([*taken, Seeded(2, 1, "rain")])
    'Seats added seeds to 1 of 2 promises; at the other the house could have tried several secrets before it promised one.'
    >>> about_seeds([*taken, Seeded(2, 1, "rain"), Seeded(1, 1, "wind")])
    'Seats added seeds to every promise, and they fit.'
    """
    taken = {each.promise for each in evidence if isinstance(each, Shuffled | Numbered)}
    seeded = taken & {each.promise for each in evidence if isinstance(each, Seeded)}
    if not taken:
        return "No card was shuffled."
    if not seeded:
        return f"No seat added a seed: {TRIED}."
    if seeded == taken:
        return "Seats added seeds to every promise, and they fit."
    others = "the other" if len(taken - seeded) == 1 else "the others"
    return f"Seats added seeds to {len(seeded)} of {len(taken)} promises; at {others} {TRIED}."


def unproven(log: Path, error: BadLog, key: Key) -> BadLog:
    """Why a log could not be replayed to its end, and what can be done; any other error as it is."""
    if isinstance(error, Unfinished):
        rounds = rounds_before(log)
        before = f"what comes before ({rounds_in_words(rounds)}) is right to the cent"
        return BadLog(f"{log} stops in the middle of a round; {before}, and `{going_on(log, key)}` goes on with it")
    if isinstance(error, NotRevealed) and nothing_is_proven(error, key):
        return BadLog(
            f"nothing of {log} is proven: the secret of its first promise is sealed and has not been revealed;"
            " only the key of the house itself opens it"
        )
    return error


def nothing_is_proven(proven: NotRevealed, key: Key) -> bool:
    """Whether a log has neither a round that can be replayed without the key of the house nor a signature of a known key."""
    first_rounds = proven.gaps[0][1]
    return proven.table is None or (not first_rounds and proven.to_the_end and (key is None or not proven.table.signatures))


def going_on(log: Path, key: Key) -> str:
    """The command that goes on with a log."""
    return f"pitboss play --resume --log {log}" + " --key FILE" * (key is not None)


def rounds_before(log: Path) -> int:
    """How many rounds of a log are over."""
    ends = [getattr(found, "end", None) for found in read_log(log)]
    return max((end.round for end in ends if end is not None), default=0)

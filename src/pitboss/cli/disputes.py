"""What `pitboss replay` prints of the rounds of a log: all with headings, or one for a dispute, also on paper."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pitboss.cards import text
from pitboss.cli.app import show
from pitboss.cli.verdict import played_at
from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.table.steps import Step
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout
from pitboss.telling.plain import say
from pitboss.telling.played_rounds import PlayedRound
from pitboss.terminal import explain_step

Amount = Callable[[int], str]


def print_round(played: PlayedRound, seat: int = 0, amount: Amount = dollars) -> None:
    """Prints a round under its heading, of one seat what is not about the others."""
    print(f"\nRound {played.number}" + (f", seat {seat}" if seat else ""))
    for step in played.about(seat):
        explain_step(step, amount)
    for number, sentence in played.results(seat):
        print(f"    {player_at(played, number)} {sentence}")


def player_at(played: PlayedRound, seat: int) -> str:
    """A seat with its player's name."""
    name = played.player(seat)
    return f"seat {seat} ({name})" if name else f"seat {seat}"


def dispute(
    log: Path,
    table: Table,
    proof: list[str],
    asked: list[PlayedRound],
    number: int,
    seat: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Prints a round in dispute, or writes a statement of it."""
    played = round_asked(asked, table.rounds, number, seat, log)
    when = played_at(log, number)
    if out is not None:
        from pitboss.printing import write
        from pitboss.printing.statement import statement

        on_paper = [sentence.replace(str(log), log.name).replace("--key", "the key of the house") for sentence in proof]
        paths = write(statement(table, played, seat, on_paper, log.name, file_digest(log), when), out)
        if not as_json:
            print("\n".join(map(str, paths)))
    if as_json:
        about = {"log": str(log), "ok": True, "rounds": table.rounds, "seat": seat or None}
        about |= {"began": when[0] or None, "over": when[1] or None}
        show([{**about, **round_record(played, seat), "proof": proof}], True)
    elif out is None:
        print_round(played, seat)
        if when[0]:
            print(f"\nPlayed from {when[0]} to {when[1]}, by the clock of the table.")
        print("\n" + "\n".join(proof))


def round_asked(asked: list[PlayedRound], rounds: int, number: int, seat: int, log: Path) -> PlayedRound:
    """The round that was asked for; raises PitbossError where the log has no such round, or nobody played at the seat."""
    if not asked:
        has = {0: "no round that is over", 1: "one round"}.get(rounds, f"rounds 1 to {rounds}")
        raise PitbossError(f"{log} has {has}, and no round {number}")
    played = asked[-1]
    seats = [at for at, _ in played.results()]
    if seat and seats and seat not in seats:
        raise PitbossError(f"nobody played at seat {seat} in round {number}; seats in play: {', '.join(map(str, seats))}")
    return played


def file_digest(log: Path) -> str:
    """The SHA-256 of a log's file."""
    with log.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def round_record(played: PlayedRound, seat: int) -> dict[str, Any]:
    """A round as JSON has it; amounts are cents."""
    ledger = played.ledger
    return {
        "round": played.number,
        "gained": ledger.players if ledger is not None else None,
        "placed": ledger.placed if ledger is not None else None,
        "back": ledger.back if ledger is not None else None,
        "steps": [step_record(step) for step in played.about(seat)],
    }


def step_record(step: Step) -> dict[str, Any]:
    """A step as JSON has it."""
    return {name: text(step.cards) if name == "cards" else getattr(step, name) for name in step.__struct_fields__}


def case_sentences(steps: list[Step]) -> Iterator[str]:
    """The round of a rule case in sentences, and what each seat gained."""
    yield from (f"§ {cite:<18} {sentence}" for cite, sentence in say(steps))
    for seat, sentence in PlayedRound(1, (), tuple(steps), Layout()).results():
        yield f"seat {seat} {sentence}"

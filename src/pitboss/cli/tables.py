"""Commands that play: tables, rooms, rule cases, replays."""

from enum import StrEnum, auto
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from pitboss.cli.app import Chosen, HouseFile, Json, app, show
from pitboss.cli.streams import complain
from pitboss.errors import BadLog, NotRevealed, PitbossError
from pitboss.evidence.records import Seeded
from pitboss.rulebook import POKER

if TYPE_CHECKING:
    from pitboss.evidence.keys import HouseKey, PublicKey


class Narration(StrEnum):
    """How much the dealer says at a table: everything, or what decides a round."""

    full = auto()
    brief = auto()


@app.command()
def play(
    game: Annotated[
        str, typer.Argument(help="A chapter, a game's slug or how it begins, or a table of the floor; a menu if left out.")
    ] = "",
    seed: Annotated[int | None, typer.Option(help="Repeatable shuffles, for tests and lessons.")] = None,
    log: Annotated[Path | None, typer.Option(help="Write every step to this file; pitboss replay reads it.")] = None,
    house: HouseFile = None,
    chosen: Chosen = None,
    seats: Annotated[int | None, typer.Option(min=1, max=10, help="How many seats you play yourself; 1 if left out.")] = None,
    bots: Annotated[
        int | None, typer.Option(min=0, max=10, help="How many other seats bots play; none if left out, 4 at Poker.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=0, help="Stop after so many rounds; 0 goes on until you quit.")] = 0,
    bankroll: Annotated[str | None, typer.Option(metavar="DOLLARS", help="What you sit down with: 500, 2,000.")] = None,
    narration: Annotated[Narration, typer.Option(help="How much the dealer says.")] = Narration.full,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the table that --log describes.")] = False,
    key: Annotated[
        Path | None,
        typer.Option(help="Sign the log and seal its secrets with the key of the house in this file; made if it is not there."),
    ] = None,
    floor: Annotated[str, typer.Option(metavar="URL", help="Sit down at a table of the floor that is served there.")] = "",
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="Your name on the floor; a guest if left out.")] = "",
) -> None:
    """Sit down at a table. Without a terminal, decisions are read from standard input, one a line."""
    from pitboss.terminal.reading import bankroll_of

    cents, brief = bankroll_of(bankroll), narration is Narration.brief
    if floor or name:
        from pitboss.terminal.lobby import play_on_floor

        local = {"--seed": seed, "--log": log, "--house": house, "--set": chosen, "--seats": seats, "--key": key}
        named = [option for option, given in local.items() if given is not None] + ["--resume"] * resume
        options = {} if cents is None else {"bankroll": cents}
        play_on_floor(floor, game, name, bots or 0, rounds, named, brief=brief, **options)
        return
    from pitboss.submissions.reading import choices
    from pitboss.terminal.play import play as play_at_table

    if not game and house is not None and not resume:
        game, _ = choices(house)
    play_at_table(
        game,
        seed=seed,
        log=log,
        house=house,
        chosen=chosen or [],
        seats=seats,
        bots=bots,
        rounds=rounds,
        resume=resume,
        key=key,
        bankroll=cents,
        brief=brief,
    )


@app.command()
def room(
    folder: Annotated[Path | None, typer.Argument(help="Keep the logs of room and tables here; go on where they end.")] = None,
    chapter: Annotated[str, typer.Option(help="The edition of Poker: 637a or 553.")] = POKER,
    seed: Annotated[int | None, typer.Option(help="Repeatable shuffles and a clock to move, for tests and lessons.")] = None,
    key: Annotated[
        Path | None,
        typer.Option(
            help="Sign all logs and seal their secrets with the key of the house in this file; made if it is not there."
        ),
    ] = None,
) -> None:
    """Run a Poker room: tables, waiting list, time charges, jackpots. One command a line; `help` lists them."""
    from pitboss.terminal.room import run_room

    run_room(chapter, folder, seed, key)


@app.command()
def case(
    files: Annotated[list[Path], typer.Argument(help="Rule cases, TOML files.")],
    steps: Annotated[bool, typer.Option("--steps", help="Print the steps of each round, as a case may ask for them.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Print every step as a sentence, with amounts.")] = False,
    as_json: Json = False,
) -> None:
    """Runs rule cases, a line each; exit 1 if any differs, 2 if one cannot be read."""
    from pitboss.cases import played_steps
    from pitboss.cases.order import as_line
    from pitboss.cli.disputes import case_sentences

    rows: list[dict[str, object]] = []
    status = 0
    for path in files:
        try:
            found, done = played_steps(path)
        except PitbossError as error:
            rows.append({"case": str(path), "ok": False, "differences": [], "steps": [], "error": str(error)})
            status = 2
            complain(error)
            continue
        told = [as_line(step) for step in done] if steps else []
        sentences = list(case_sentences(done)) if explain else []
        rows.append({"case": str(path), "ok": not found, "differences": found, "steps": told, "error": ""})
        rows[-1] |= {"sentences": sentences} if explain else {}
        status = max(status, 1 if found else 0)
        if not as_json:
            print(f"{'differs' if found else 'ok':8}{path}" + "".join(f"\n        {d}" for d in [*found, *told, *sentences]))
    if as_json:
        show(rows, True)
    elif len(files) > 1:
        good = sum(bool(r["ok"]) for r in rows)
        print(f"{good} of {len(rows)} cases ok")
    raise typer.Exit(status)


@app.command()
def replay(
    log: Annotated[Path, typer.Argument(help="The log of a table, the folder of a Poker room, or a hand history (.phh).")],
    explain: Annotated[bool, typer.Option("--explain", help="Print every step with its section.")] = False,
    key: Annotated[
        str, typer.Option(metavar="KEY", help="Prove who wrote it: a public key (64 digits or its file), or the house's file.")
    ] = "",
    only: Annotated[int, typer.Option("--round", metavar="N", help="Explain this round only.")] = 0,
    seat: Annotated[int, typer.Option("--seat", metavar="N", help="With --round: leave out what is about other seats.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="With --round: a statement to sign, .pdf, .svg or .png.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Replays a log; exit 1 and the first difference where it does not follow the rules, 2 if it was cut short or edited.
    Rounds whose cards only the key of the house opens are listed as not verified, with exit 0; 2 if nothing could be verified.
    With --round, everything about one round in dispute; with --out, a statement of it to print and sign."""
    if (seat or out is not None) and not only:
        raise PitbossError("--seat and --out are about one round: name it with --round")
    if only and (log.suffix.lower() == ".phh" or log.is_dir() or log.name == "room.log"):
        raise PitbossError("--round takes the log of one table")
    if log.suffix.lower() == ".phh":
        _replay_hand(log, explain, as_json)
        return
    if log.is_dir() or log.name == "room.log":
        from pitboss.terminal.room_replay import show_replayed

        raise typer.Exit(show_replayed(log, _key(key) if key else None, as_json))
    from pitboss.cli.disputes import dispute, print_round, step_record
    from pitboss.cli.verdict import (
        decks_of,
        nothing_is_proven,
        opened_at,
        opened_in_words,
        rounds_before,
        unproven,
        verdict,
        verdict_in_part,
    )
    from pitboss.games import game
    from pitboss.table.log.log import Difference
    from pitboss.table.log.proving import evidence_in
    from pitboss.table.log.replay import replay as play_again
    from pitboss.table.steps import Step
    from pitboss.telling.played_rounds import PlayedRound, RoundReader
    from pitboss.terminal import explain_step

    known = _key(key) if key else None
    steps: list[Step] = []
    asked: list[PlayedRound] = []
    part: NotRevealed | None = None

    def show_round(played: PlayedRound) -> None:
        if played.number == only:
            asked.append(played)
        if explain and not only and not as_json:
            for step in played.before:
                explain_step(step)
            print_round(played)

    reader = RoundReader(show_round, decks_of(log))

    def take(step: Step) -> None:
        if explain and as_json and not only:
            steps.append(step)
        reader.take(step)

    if explain and not only and not as_json:
        print("\n".join(opened_in_words(log)))
    try:
        table = play_again(log, game, take if explain or only else None, known)
    except Difference as difference:
        for step in reader.rest if explain and not as_json else ():
            explain_step(step)
        if as_json:
            show([{"log": str(log), "ok": False, "line": difference.line, "difference": str(difference)}], True)
        else:
            print(f"{log}: {difference}")
        raise typer.Exit(1) from None
    except NotRevealed as error:
        if nothing_is_proven(error, known):
            raise unproven(log, error, known) from None
        if only and only not in error.rounds(last := rounds_before(log)) and only <= last:
            raise PitbossError(f"round {only} is not verified: {error}") from None
        table, part = error.table, error
    except BadLog as error:
        raise unproven(log, error, known) from None
    evidence = evidence_in(log)
    proof = verdict(log, table, known, evidence) if part is None else verdict_in_part(log, part, known)
    if only:
        dispute(log, table, proof, asked, only, seat, out, as_json)
        return
    if as_json:
        told = {"steps": [step_record(step) for step in steps]} if explain else {}
        about = {"closed": table.closed, "seeded": table.opening.seeded, "software": table.opening.software}
        about |= {"fair": table.fair is not None, "signatures": table.signatures, "proven": bool(key)}
        about |= {"opened": opened_at(log), "options": table.opening.options, "not_verified": ""}
        about |= {"version": table.version, "seeds": sum(isinstance(each, Seeded) for each in evidence)}
        about |= {"rounds": table.rounds, "chips": {n: at.cents for n, at in sorted(table.seats.items())}}
        if part is not None:  # what the table holds there is not known
            last = rounds_before(log)
            about |= {"rounds": len(part.rounds(last)), "chips": None, "not_verified": part.rest(last)}
            about |= {"version": part.gaps[-1][0] - 1} if part.to_the_end else {}
        show([{"log": str(log), "ok": True, **about, **told}], True)
        return
    for step in reader.rest:
        explain_step(step)
    print("\n".join(proof))


def _key(given: str) -> "HouseKey | PublicKey":
    from pitboss.evidence.keys import read_key

    return read_key(given)


def _replay_hand(path: Path, explain: bool, as_json: bool) -> None:
    """Plays a hand history through the poker engine and compares with its finishing stacks."""
    from pitboss.cli.disputes import step_record
    from pitboss.phh import play_hand, read_hand
    from pitboss.terminal import explain_step

    hand = read_hand(path)
    played = play_hand(hand)
    variant, structure = hand.variant.name, played.table.house["structure"]
    if as_json:
        told = {"steps": [step_record(step) for step in played.steps]} if explain else {}
        result = {"log": str(path), "ok": not played.difference, "difference": played.difference}
        about = {"variant": variant, "structure": structure, "unit": hand.unit}
        show([{**result, **about, "stacks": played.stacks, "finishing_stacks": hand.finishing, **told}], True)
    else:
        for step in played.steps if explain else ():
            explain_step(replace(step, note=hand.in_units(step.note)), hand.amount)
        if played.difference:
            print(f"{path}: {played.difference}")
        else:
            stacks = ", ".join(f"p{n} {hand.amount(cents)}" for n, cents in enumerate(played.stacks, 1))
            agree = "as recorded" if hand.finishing is not None else "the record has no finishing_stacks to compare"
            print(f"{path}: {structure} {variant}, {len(played.stacks)} players end with {stacks}; {agree}")
    if played.difference:
        raise typer.Exit(1)

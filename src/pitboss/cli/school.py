"""The dealer school: a lesson in the terminal, or the acts of a dealer read from a script; both are judged."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import Chosen, HouseFile, Json, app, check_other, show
from pitboss.cli.lessons import (
    Asked,
    begin_best_play,
    begin_drill,
    begin_lesson,
    begin_today,
    decide_test,
    mode_of,
    print_handout,
    print_report,
)
from pitboss.errors import PitbossError
from pitboss.json_output import print_json

if TYPE_CHECKING:
    from pitboss.printing import Matter
    from pitboss.table.game import Game


@app.command()
def school(
    game: Annotated[str, typer.Argument(help="A chapter, or a game's slug or how it begins.")] = "",
    script: Annotated[Path | None, typer.Option(metavar="FILE", help="Judge these acts of a dealer, one a line.")] = None,
    case: Annotated[Path | None, typer.Option(metavar="FILE", help="Deal the round of this rule case.")] = None,
    seed: Annotated[int | None, typer.Option(help="Deal a round of bots with these shuffles; 1 if left out.")] = None,
    players: Annotated[int, typer.Option(min=1, max=10, help="How many bots play.")] = 3,
    house: HouseFile = None,
    chosen: Chosen = None,
    rounds: Annotated[int | None, typer.Option(min=1, max=1000, help="How many rounds the lesson has; 3 if left out.")] = None,
    practice: Annotated[
        str | None,
        typer.Option(metavar="WHAT", help="Practise only payouts, order, hands or irregularities; the rest is done for you."),
    ] = None,
    irregularities: Annotated[bool, typer.Option("--irregularities", help="Something goes wrong in every round.")] = False,
    at_end: Annotated[bool, typer.Option("--at-end", help="Judge a round when it is over, and not each act at once.")] = False,
    drill: Annotated[
        str | None,
        typer.Option(metavar="KIND", help="Answer questions without end on payouts, hands, chips or irregularities."),
    ] = None,
    count: Annotated[int | None, typer.Option(min=1, max=100_000, help="How many questions the drill has.")] = None,
    cases: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Rule cases for the drill on irregularities, instead of rounds of bots."),
    ] = None,
    today: Annotated[bool, typer.Option("--today", help="Ask the cards that are due today, and some new ones.")] = False,
    minutes: Annotated[int, typer.Option(min=1, max=600, help="How long the lesson of --today is at the most.")] = 20,
    report: Annotated[bool, typer.Option("--report", help="Print what you know, by section, and what is weak.")] = False,
    handout: Annotated[
        bool,
        typer.Option("--handout", help="Print a handout: procedure, payouts to practise, irregularities."),
    ] = False,
    best_play: Annotated[
        bool, typer.Option("--best-play", help="For players: decide hands, and see the exact cost of a mistake.")
    ] = False,
    cards: Annotated[
        bool, typer.Option("--cards", help="Deal physical cards: enter what is turned up, and be led through the round.")
    ] = False,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Where the record of --cards goes; pitboss replay reads it.")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a lesson, and leave one that is not over.")] = False,
    progress: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where your progress is saved; PITBOSS_SCHOOL, or a file of yours, if left out."),
    ] = None,
    automate: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help="A kind of act that you need not perform; repeatable; prepare if left out, or none."),
    ] = None,
    answers: Annotated[
        bool, typer.Option("--answers", help="Print the script of a perfect dealer, or the questions of a drill with answers.")
    ] = False,
    acts: Annotated[bool, typer.Option("--acts", help="List the acts that a script may name.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Print the handout, or the scoring sheet of a table test: with --script or --at-end judged.",
        ),
    ] = None,
    dealer: Annotated[str, typer.Option(metavar="NAME", help="Who is tested, on the scoring sheet.")] = "",
    decide: Annotated[
        str | None,
        typer.Option(metavar="RESULT", help="Decide the last table test, as the examiner: passed or failed (§ 527.5(a))."),
    ] = None,
    examiner: Annotated[str, typer.Option(metavar="NAME", help="Who decides.")] = "",
    position: Annotated[str, typer.Option(metavar="WHAT", help="What the examiner is: pit boss or higher.")] = "",
    employer: Annotated[str, typer.Option(metavar="NAME", help="Whose employee the examiner is.")] = "",
    criteria: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Score by these criteria of the house instead of the usual ones.")
    ] = None,
    register: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the result to this training register (see pitboss training).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Deal as the dealer while bots play: each act is judged with its paragraph; exit 1 if there was a mistake. You deal in the
    terminal, unless an option asks for something else; a lesson that is not over goes on."""
    from pitboss.rulebook import chapter
    from pitboss.school.orders import orders, orders_of
    from pitboss.terminal.opening import house_of, named

    asked = Asked(
        script, case, seed, players, house, chosen, rounds, practice, irregularities, at_end, drill, count, cases, today,
        minutes, report, handout, best_play, cards, log, new, progress, automate, answers, acts, out, dealer, decide,
        examiner, position, employer, criteria, register, as_json,
    )  # fmt: skip
    if not game:
        listed = ", ".join(f"{number} {chapter(number).game}" for number in orders())
        raise PitbossError(f"name the game that you learn, such as `pitboss school 565`: {listed}")
    mode, taught = mode_of(asked), named(game)
    orders_of(taught.chapter)
    if mode == "":
        raise typer.Exit(0 if begin_lesson(taught, asked) else 1)
    if mode == "--drill":
        raise typer.Exit(0 if begin_drill(taught, house_of(taught, house, chosen or []), asked) else 1)
    if mode == "--today":
        raise typer.Exit(0 if begin_today(taught, house_of(taught, house, chosen or []), asked) else 1)
    if mode == "--best-play":
        raise typer.Exit(0 if begin_best_play(taught, house_of(taught, house, chosen or []), asked) else 1)
    if mode == "--cards":
        from pitboss.terminal.school.real_table import run_real_table

        run_real_table(taught, house_of(taught, house, chosen or []), log)
        return
    if mode == "--decide":
        decide_test(taught, asked)
    elif mode == "--report":
        print_report(taught, house_of(taught, house, chosen or []), asked)
    elif mode == "--handout":
        print_handout(taught, house_of(taught, house, chosen or []), asked)
    else:
        _judge_script(taught, asked)


def _judge_script(taught: "Game", asked: Asked) -> None:
    """Judges the acts of a script, or prints those of a perfect dealer, or all there are."""
    from pitboss.printing.table_tests import table_test
    from pitboss.rulebook import chapter
    from pitboss.school.judge import Verdict
    from pitboss.school.lessons import lesson_of_case, lesson_of_seed
    from pitboss.school.scripts import acts_of, automated, perfect, read_script
    from pitboss.terminal.opening import house_of

    skipped = automated(asked.automate)
    if asked.acts:
        show(acts_of(taught), asked.as_json)
        return
    if asked.case is not None and (asked.seed is not None or asked.house is not None or asked.chosen):
        raise PitbossError("a case has cards and a house of its own: --case stands without --seed, --house and --set")
    seed: int | None = None
    if asked.case is not None:
        lesson = lesson_of_case(asked.case, taught)
    else:
        house = house_of(taught, asked.house, asked.chosen or [])
        lesson = lesson_of_seed(taught, house, seed := 1 if asked.seed is None else asked.seed, asked.players)
    sheet = partial(table_test, chapter(taught.chapter), dealer=asked.dealer, rounds=[lesson.round.steps], seed=seed)
    if asked.script is None:
        lines = list(perfect(lesson, skipped))
        if asked.out is not None:
            due = [Verdict(line.act, "", line.section, "", "") for line in lines if line.act]
            _print(sheet(due, False), asked.out)
        elif asked.as_json:
            print_json([{"act": line.act, "section": line.section, "kind": line.kind} for line in lines if line.act])
        else:
            print("\n".join(map(str, lines)))
        return
    verdicts = lesson.judge(skipped).script(read_script(asked.script))
    right = sum(verdict.verdict == "right" for verdict in verdicts)
    mistakes = len(verdicts) - right
    if asked.out is not None:
        check_other(asked.script, asked.out)
        _print(sheet(verdicts, True), asked.out)
    elif asked.as_json:
        print_json([*(verdict.row() for verdict in verdicts), {"right": right, "mistakes": mistakes}])
    else:
        for verdict in verdicts:
            told = f"  {verdict.message}" if verdict.message else ""
            print(f"{verdict.verdict:<13} {verdict.act}  § {verdict.section}{told}")
        print(f"{right} right, {mistakes} mistake{'s' * (mistakes != 1)}")
    raise typer.Exit(1 if mistakes else 0)


def _print(matter: "Matter", out: Path) -> None:
    from pitboss.printing import write

    print("\n".join(map(str, write(matter, out))))

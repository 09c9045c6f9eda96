"""The dealer school: a lesson in the terminal, or the acts of a dealer read from a script; both are judged."""

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import typer

from pitboss.cli.app import Chosen, HouseFile, Json, app, check_other, print_json, show
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.house import House
    from pitboss.printing import Matter
    from pitboss.school.plans import Plan
    from pitboss.table.game import Game


@app.command()
def school(
    game: Annotated[str, typer.Argument(help="A chapter, or a game's slug or how it begins.")],
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
    new: Annotated[bool, typer.Option("--new", help="Begin a lesson, and leave one that is not over.")] = False,
    progress: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where your progress is saved; PITBOSS_SCHOOL, or a file of yours, if left out."),
    ] = None,
    automate: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help="A kind of act that you need not perform; repeatable; prepare if left out, or none."),
    ] = None,
    answers: Annotated[bool, typer.Option("--answers", help="Print the script of a perfect dealer for the round.")] = False,
    acts: Annotated[bool, typer.Option("--acts", help="List the acts that a script may name.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Print the scoring sheet of a table test: judged with --script, with --answers to judge by hand.",
        ),
    ] = None,
    dealer: Annotated[str, typer.Option(metavar="NAME", help="Who is tested, on the scoring sheet.")] = "",
    as_json: Json = False,
) -> None:
    """Deal as the dealer while bots play: each act is judged with its paragraph; exit 1 if there was a mistake. You deal in the
    terminal, unless --script, --answers or --acts is given; a lesson that is not over goes on."""
    from pitboss.printing.records import table_test
    from pitboss.rulebook import chapter
    from pitboss.school.judge import Verdict
    from pitboss.school.lessons import lesson_of_case, lesson_of_seed
    from pitboss.school.orders import orders_of
    from pitboss.school.scripts import acts_of, automated, perfect, read_script
    from pitboss.terminal.opening import house_of, named

    if sum((script is not None, answers, acts)) > 1:
        raise PitbossError("say one of --script FILE, --answers and --acts, or none of them to deal in the terminal")
    taught = named(game)
    lesson_only = rounds is not None or practice is not None or irregularities or at_end or new
    if drill is not None:
        if lesson_only or script is not None or acts or case is not None or automate:
            raise PitbossError(
                "--drill stands with --count, --cases, --seed, --house, --set, --answers, --json and --progress only"
            )
        questions = Drilled(drill, count, cases, seed, answers, as_json)
        raise typer.Exit(0 if _drill(taught, house_of(taught, house, chosen or []), questions, progress) else 1)
    if count is not None or cases is not None:
        raise PitbossError("--count and --cases belong to a drill: say which with --drill")
    if script is None and not answers and not acts:
        orders_of(taught.chapter)
        if as_json or out is not None:
            raise PitbossError("--json and --out belong to --script, --answers and --acts: a lesson is dealt in the terminal")
        asked = Asked(rounds, practice, irregularities, at_end, new, seed, players, house, chosen, automate, case)
        raise typer.Exit(0 if _lesson(taught, asked, progress) else 1)
    if lesson_only:
        raise PitbossError("--rounds, --practice, --irregularities, --at-end and --new belong to a lesson in the terminal")
    skipped = automated(automate)
    orders_of(taught.chapter)
    if acts:
        show(acts_of(taught), as_json)
        return
    if case is not None and (seed is not None or house is not None or chosen):
        raise PitbossError("a case has cards and a house of its own: --case stands without --seed, --house and --set")
    if case is not None:
        lesson = lesson_of_case(case, taught)
    else:
        lesson = lesson_of_seed(taught, house_of(taught, house, chosen or []), 1 if seed is None else seed, players)
    if script is None:
        lines = list(perfect(lesson, skipped))
        if out is not None:
            due = [Verdict(line.act, "", line.section, "", "") for line in lines if line.act]
            _print(table_test(chapter(taught.chapter), due, False, dealer), out)
        elif as_json:
            print_json([{"act": line.act, "section": line.section, "kind": line.kind} for line in lines if line.act])
        else:
            print("\n".join(map(str, lines)))
        return
    verdicts = lesson.judge(skipped).script(read_script(script))
    right = sum(verdict.verdict == "right" for verdict in verdicts)
    mistakes = len(verdicts) - right
    if out is not None:
        check_other(script, out)
        _print(table_test(chapter(taught.chapter), verdicts, True, dealer), out)
    elif as_json:
        print_json([*(verdict.row() for verdict in verdicts), {"right": right, "mistakes": mistakes}])
    else:
        for verdict in verdicts:
            told = f"  {verdict.message}" if verdict.message else ""
            print(f"{verdict.verdict:<13} {verdict.act}  § {verdict.section}{told}")
        print(f"{right} right, {mistakes} mistake{'s' * (mistakes != 1)}")
    raise typer.Exit(1 if mistakes else 0)


class Asked(NamedTuple):
    """What is asked for a lesson."""

    rounds: int | None
    practice: str | None
    irregularities: bool
    at_end: bool
    new: bool
    seed: int | None
    players: int
    house: Path | None
    chosen: list[str] | None
    automate: list[str] | None
    case: Path | None


def _lesson(taught: "Game", asked: Asked, path: Path | None) -> bool:
    """Deals a lesson in the terminal, or goes on with one; whether nothing was wrong."""
    from pitboss.school.lessons import PLAYERS
    from pitboss.school.plans import Plan
    from pitboss.school.practice import practice_of
    from pitboss.school.progress import Progress, progress_file
    from pitboss.terminal.dealing import run_lesson
    from pitboss.terminal.opening import house_of

    if asked.case is not None and (
        asked.seed is not None or asked.house or asked.chosen or asked.rounds or asked.irregularities
    ):
        raise PitbossError("a case has cards and a house of its own: --case stands without --seed, --house, --set and --rounds")
    saved = Progress(progress_file(path))
    begun = None if asked.new else saved.unfinished(taught.chapter)
    if begun is not None and asked == Asked(None, None, False, False, False, None, PLAYERS, None, None, None, None):
        return run_lesson(begun.plan, saved, begun)
    practised = practice_of(asked.practice, asked.automate, asked.irregularities)
    plan = Plan(
        chapter=taught.chapter,
        house={} if asked.case is not None else house_of(taught, asked.house, asked.chosen or []).given,
        seed=asked.seed if asked.seed is not None else saved.next_seed(taught.chapter),
        rounds=1 if asked.case is not None else asked.rounds or 3,
        players=asked.players,
        skipped=sorted(practised.skipped),
        counts=practised.counts,
        troubled=practised.troubled,
        at_end=asked.at_end,
        case="" if asked.case is None else str(asked.case.resolve()),
    )
    if begun is not None and asked.seed is None:
        plan = msgspec.structs.replace(plan, seed=begun.plan.seed) if _same(plan, begun.plan) else plan
    return run_lesson(plan, saved, begun if begun is not None and begun.plan == plan else None)


class Drilled(NamedTuple):
    """What is asked for a drill."""

    kind: str
    most: int | None
    cases: Path | None
    seed: int | None
    answers: bool
    as_json: bool


def _drill(taught: "Game", house: "House", asked: Drilled, path: Path | None) -> bool:
    """Asks the questions of a drill, or prints them with their answers; whether all answers were right."""
    from pitboss.school.drills import questions
    from pitboss.school.progress import Progress, progress_file
    from pitboss.terminal.drilling import run_drill

    if asked.answers:
        listed = questions(asked.kind, taught, house, asked.seed or 1, cases=asked.cases)
        rows: list[dict[str, Any]] = [question.row() for question in islice(listed, asked.most or 20)]
        if asked.as_json:
            print_json(rows)
        else:
            for row in rows:
                answer = f"  {row['answer']} (§ {row['section']}) {row['why']}".rstrip()
                print("\n".join((*row["shown"], row["ask"], *row["choices"], answer, "")))
        return True
    saved = Progress(progress_file(path))
    before = saved.answers(taught.chapter, asked.kind)
    seed, known = (asked.seed, []) if asked.seed is not None else (len(before) + 1, [row["key"] for row in before])
    found = questions(asked.kind, taught, house, seed, frozenset(known), asked.cases)
    answered = run_drill(islice(found, asked.most), taught.chapter, saved, quiet=asked.as_json)
    right = sum(each.right for each in answered)
    if asked.as_json:
        print_json([*(each.row() for each in answered), {"right": right, "of": len(answered)}])
    return right == len(answered)


def _same(plan: "Plan", other: "Plan") -> bool:
    """True if two lessons differ at most in the seed."""
    return msgspec.structs.replace(plan, seed=0) == msgspec.structs.replace(other, seed=0)


def _print(matter: "Matter", out: Path) -> None:
    from pitboss.printing import write

    print("\n".join(map(str, write(matter, out))))

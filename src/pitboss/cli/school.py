"""The dealer school: the acts of a dealer are read from a script and judged."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import Chosen, HouseFile, Json, app, check_other, print_json, show
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.printing import Matter


@app.command()
def school(
    game: Annotated[str, typer.Argument(help="A chapter, or a game's slug or how it begins.")],
    script: Annotated[Path | None, typer.Option(metavar="FILE", help="Judge these acts of a dealer, one a line.")] = None,
    case: Annotated[Path | None, typer.Option(metavar="FILE", help="Deal the round of this rule case.")] = None,
    seed: Annotated[int | None, typer.Option(help="Deal a round of bots with these shuffles; 1 if left out.")] = None,
    players: Annotated[int, typer.Option(min=1, max=10, help="How many bots play.")] = 3,
    house: HouseFile = None,
    chosen: Chosen = None,
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
    """Deal a round as the dealer while bots play: each act is judged with its paragraph; exit 1 if there was a mistake."""
    from pitboss.printing.records import table_test
    from pitboss.rulebook import chapter
    from pitboss.school.judge import Verdict
    from pitboss.school.lessons import lesson_of_case, lesson_of_seed
    from pitboss.school.orders import orders_of
    from pitboss.school.scripts import acts_of, automated, perfect, read_script
    from pitboss.terminal.opening import house_of, named

    if sum((script is not None, answers, acts)) != 1:
        raise PitbossError("say one of --script FILE, --answers and --acts")
    taught, skipped = named(game), automated(automate)
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


def _print(matter: "Matter", out: Path) -> None:
    from pitboss.printing import write

    print("\n".join(map(str, write(matter, out))))

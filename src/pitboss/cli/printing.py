"""Commands that print: signs, layouts, the gaming guide, the form of a submission, slips."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import Chosen, HouseFile, app, check_other
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.printing import Filed, Matter
    from pitboss.records.checking import Verdict

Source = Annotated[str, typer.Argument(metavar="FILE|CHAPTER", help="A submission (TOML or JSON), or a chapter or slug.")]
Sources = Annotated[
    str, typer.Argument(metavar="FILE|FOLDER|CHAPTER", help="A submission, a folder of them, or a chapter or slug.")
]
Out = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="What is written: .pdf, .svg or .png.")]
OutOrFolder = Annotated[
    Path, typer.Option("--out", "-o", metavar="FILE|FOLDER", help="What is written: .pdf, .svg or .png; for a folder a folder.")
]
PaperSize = Annotated[str, typer.Option("--paper", help="us-tabloid, us-letter, us-legal, a4 or a3.")]


@app.command()
def sign(
    source: Sources,
    out: OutOrFolder,
    house: HouseFile = None,
    chosen: Chosen = None,
    floor: Annotated[
        str,
        typer.Option(
            "--floor", metavar="ADDRESS", help="The floor to whose rules a code on the sign leads; no code without it."
        ),
    ] = "",
    paper: PaperSize = "us-tabloid",
    form: Annotated[str, typer.Option("--format", help="pdf, svg or png, for a folder.")] = "pdf",
) -> None:
    """Prints the sign of a table: what every offered wager pays, the limits and the notices that must be posted. For a folder
    the signs of all its submissions."""
    from pitboss.printing import sign as print_sign

    _print(source, out, house, chosen, form, "sign", lambda filed: print_sign([filed], floor, paper))


@app.command()
def layout(
    source: Sources,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FILE|FOLDER", help="What is written: .pdf, .svg, .png or .dxf; for a folder a folder."
        ),
    ],
    house: HouseFile = None,
    chosen: Chosen = None,
    paper: PaperSize = "us-tabloid",
    scale: Annotated[int | None, typer.Option(help="5 draws 1 to 5; the largest that the paper holds if left out.")] = None,
    width: Annotated[float | None, typer.Option(help="The table with its rail, in inches: 74, at Poker 96.")] = None,
    form: Annotated[str, typer.Option("--format", help="pdf, svg or png, for a folder.")] = "pdf",
) -> None:
    """Prints the layout that section .2 of a chapter asks for, to scale, with the paragraph behind every area and its
    dimensions; as .dxf in inches at full size, for the maker of the felt."""
    from pitboss.printing import layout as print_layout

    if out.suffix.lower() == ".dxf":
        _dxf(source, out, house, chosen, width)
        return
    _print(source, out, house, chosen, form, "layout", lambda filed: print_layout(filed, paper, scale, width))


@app.command()
def guide(
    source: Sources,
    out: Out,
    house: HouseFile = None,
    chosen: Chosen = None,
    edges: Annotated[bool, typer.Option("--edges", help="Tell what each wager costs.")] = False,
) -> None:
    """Prints the gaming guide of a house for its patrons: how each game is played, what can be bet and what it pays."""
    from pitboss.printing import filed, folder
    from pitboss.printing import guide as print_guide
    from pitboss.printing.filing import is_house
    from pitboss.terminal.progress import progress

    several = is_house(source)
    _alone(several, house, chosen)
    games = folder(Path(source)) if several else [filed(source, house, chosen or [])]
    with progress("the guide") as tell:
        matter = print_guide(games, edges, tell)
    _write(matter, out)


@app.command()
def form(
    source: Sources,
    out: OutOrFolder,
    house: HouseFile = None,
    chosen: Chosen = None,
    kind: Annotated[str, typer.Option("--format", help="pdf, svg or png, for a folder.")] = "pdf",
    day: Annotated[
        str, typer.Option("--filed", metavar="DATE", help="The day on which it is filed; a line to write on if left out.")
    ] = "",
) -> None:
    """Prints a Rules Submission as a form, with a cover page: every choice with its section, what is chosen and what was
    allowed. A record of another kind (docs/other-records.md) is printed with its verdict."""
    from pitboss.desk.fields import parse_day
    from pitboss.printing import form as print_form
    from pitboss.printing.record import record_form

    if (verdict := _record(source)) is not None:
        _alone(True, house, chosen)
        check_other(Path(source), out)
        _write(record_form(verdict), out)
        return
    when = parse_day(day, "--filed") if day else None
    _print(source, out, house, chosen, kind, "form", lambda filed: print_form(filed, when))


@app.command()
def slip(
    source: Source,
    out: Out,
    house: HouseFile = None,
    chosen: Chosen = None,
    kind: Annotated[
        str, typer.Option(help="high-hand, high-hand-count or bad-beat-count; those of the house if left out.")
    ] = "",
) -> None:
    """Prints the slips of a Poker table: the High Hand Tracking Slip, and those of a count of jackpot boxes."""
    from pitboss.printing import filed, slips

    _write(slips(filed(source, house, chosen or []), kind), out)


def _record(source: str) -> "Verdict | None":
    """The verdict on a file that is a record, None for anything else."""
    from pitboss.submissions.checking import check_document
    from pitboss.submissions.reading import document

    path = Path(source)
    if path.suffix.lower() not in (".toml", ".json") or not path.is_file():
        return None
    found = document(path)
    return check_document(found).verdict if "record" in found.flat else None


def _print(
    source: str,
    out: Path,
    house: Path | None,
    chosen: list[str] | None,
    form: str,
    name: str,
    make: "Callable[[Filed], Matter]",
) -> None:
    """Prints something for one submission, or for each of a folder's."""
    from pitboss.printing import filed, folder
    from pitboss.printing.filing import is_house
    from pitboss.printing.press import FORMATS

    several = is_house(source)
    _alone(several, house, chosen)
    if not several:
        check_other(Path(source), house, out)
        _write(make(filed(source, house, chosen or [])), out)
        return
    if form not in FORMATS:
        raise PitbossError(f"a format is {', '.join(FORMATS)}, not {form!r}")
    if out.suffix.lower().removeprefix(".") in FORMATS:
        raise PitbossError(f"{source} is a folder: name a folder for what is written, not {out.name!r}")
    every = folder(Path(source))
    out.mkdir(parents=True, exist_ok=True)
    stems = [Path(each.source).stem for each in every]
    for each, stem in zip(every, stems, strict=True):
        own = stem if stems.count(stem) == 1 else Path(each.source).name  # a.toml and a.json are two submissions
        _write(make(each), out / f"{own}-{name}.{form}")


def _dxf(source: str, out: Path, house: Path | None, chosen: list[str] | None, width: float | None) -> None:
    """Writes the layout of one submission as DXF."""
    from pitboss.printing import filed
    from pitboss.printing.dxf import write_dxf
    from pitboss.printing.filing import is_house

    if is_house(source):
        raise PitbossError(f"{source} is a folder: a DXF file is written for one submission, so name one of its files")
    check_other(Path(source), house, out)
    typer.echo(write_dxf(filed(source, house, chosen or []), out, width))


def _alone(several: bool, house: Path | None, chosen: list[str] | None) -> None:
    if several and (house is not None or chosen):
        raise PitbossError("--house and --set change one submission, not a folder of them")


def _write(matter: "Matter", out: Path) -> None:
    from pitboss.printing import write

    for path in write(matter, out):
        print(path)

"""The command that draws the felt of a table."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import ChapterArg, Chosen, HouseFile, app
from pitboss.errors import PitbossError


@app.command()
def felt(
    chapter: ChapterArg,
    house: HouseFile = None,
    chosen: Chosen = None,
    form: Annotated[str, typer.Option(help="wide for a screen, tall for a phone.")] = "wide",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The picture, .svg; printed if left out.")] = None,
    holder: Annotated[str, typer.Option(help="The certificate holder's name, as the layout shows it.")] = "pitboss",
) -> None:
    """Draws the layout that section .2 of a chapter asks for, with the betting areas and inscriptions of the house, as SVG."""
    from pitboss import rulebook
    from pitboss.felt import draw, felt_of
    from pitboss.submissions.reading import house_for

    offered = house_for(rulebook.chapter(chapter).chapter, house, chosen or [])
    svg = draw(felt_of(offered, form, holder), standalone=True)
    if out is None:
        print(svg)
        return
    if out.suffix.lower() != ".svg":
        raise PitbossError(f"a felt is written as .svg, not as {out.name!r}")
    try:
        out.write_text(svg + "\n", encoding="utf-8")
    except OSError as problem:
        raise PitbossError(f"{out} cannot be written: {problem.strerror}") from problem
    print(out)

"""Commands about what a table games department keeps on record: training."""

from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import Json, app, print_json
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.desk.training import Review

RecordFile = Annotated[Path | None, typer.Argument(metavar="FILE", help="The record, TOML or JSON.")]
New = Annotated[bool, typer.Option("--new", help="Print a commented example that passes, and nothing else.")]


@app.command()
def training(
    file: RecordFile = None,
    day: Annotated[str, typer.Option("--date", metavar="DATE", help="The day that is asked about; today if left out.")] = "",
    new: New = False,
    as_json: Json = False,
) -> None:
    """Whether each dealer may deal each game: what the training register (chapter 527) lacks, and what lapses when. Exit 1
    where somebody may not deal, or the certificate holder owes something."""
    from pitboss.desk.fields import example, parse_day
    from pitboss.desk.register import read_register
    from pitboss.desk.training import review

    if new:
        print(example("training"), end="")
        return
    found = review(read_register(_named(file, "training")), parse_day(day, "--date") if day else date.today())
    if as_json:
        print_json(_training_record(found))
    else:
        print("\n".join(_training_lines(found)))
    raise typer.Exit(0 if found.ok else 1)


def _named(file: Path | None, command: str) -> Path:
    if file is None:
        raise PitbossError(f"name a file, or begin with `pitboss {command} --new`")
    return file


def _training_record(found: "Review") -> dict[str, Any]:
    return {
        "ok": found.ok,
        "date": str(found.day),
        "holder": [asdict(gap) for gap in found.holder],
        "dealers": [
            {
                "dealer": each.dealer,
                "game": each.game,
                "chapter": each.chapter,
                "kind": each.kind,
                "may_deal": each.may_deal,
                "missing": [asdict(gap) for gap in each.missing],
                "lapses": [{"section": lapse.section, "what": lapse.what, "on": str(lapse.on)} for lapse in each.lapses],
            }
            for each in found.standings
        ],
    }


def _training_lines(found: "Review") -> list[str]:
    lines = []
    if found.holder:
        lines += ["the certificate holder", *(f"    {gap.what} (§ {gap.section})" for gap in found.holder)]
    for each in found.standings:
        lines.append(f"{each.dealer}, {each.game}: {'may deal' if each.may_deal else 'may not deal'} on {found.day}")
        lines += [f"    {gap.what} (§ {gap.section})" for gap in each.missing]
        lines += [f"    from {lapse.on}: {lapse.what} (§ {lapse.section})" for lapse in each.lapses]
    return lines or ["the register names no dealer"]

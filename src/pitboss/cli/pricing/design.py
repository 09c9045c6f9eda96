"""`pitboss design`: the pay tables that meet targets, best first."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import Json, app, check_other
from pitboss.json_output import print_json
from pitboss.terminal.progress import progress

if TYPE_CHECKING:
    from pitboss.design import PayTable


@app.command()
def design(
    file: Annotated[Path, typer.Argument(help="A draft whose rows may pay several payouts, with [target] (docs/design.md).")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Draw edges and deviations as .svg or .png, the tables on it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Finds the pay tables that meet targets (edge, hit rate, deviation, top award, chips), best first, by integer programming
    over the counted deals. Exit 1 where the targets conflict, with the conditions that do."""
    from pitboss.design import TargetConflict, design_tables, load_design
    from pitboss.design.frontier import draw_frontier, frontier

    check_other(file, out)
    wanted = load_design(file)
    try:
        with progress(file.stem) as tell:
            tables = design_tables(wanted, lambda step: tell(step, 0))
    except TargetConflict as conflict:
        if as_json:
            print_json(conflict.record())
        else:
            print(f"{conflict.message}\nconflict: {', '.join(conflict.conditions)}")
        raise typer.Exit(1) from None
    if out is not None:
        draw_frontier(wanted, frontier(wanted), [(float(table.edge), table.standard_deviation) for table in tables], out)
    if as_json:
        print_json([table.record() for table in tables])
        return
    for number, table in enumerate(tables, 1):
        _print(number, table)


def _print(number: int, table: "PayTable") -> None:
    """Print one pay table with its figures."""
    lawful = {True: "lawful", False: "not lawful", None: "no printed wager"}[table.lawful]
    print(
        f"{number}. edge {float(table.edge):.4%}, hit rate {float(table.hit_rate):.4%}, "
        f"deviation {table.standard_deviation:.3f}; {lawful} in Pennsylvania (§ {table.section})"
    )
    for _, hand, pays in table.rows:
        print(f"     {hand:<36}{pays:>14}")

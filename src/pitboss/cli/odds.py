"""Commands about odds and best play."""

import json
from dataclasses import asdict
from typing import Annotated, Any

import typer

from pitboss.cli.app import ChapterArg, Json, app, show
from pitboss.errors import PitbossError


@app.command()
def odds(
    chapter: Annotated[str, typer.Argument(help="A chapter or a game's slug; left out with --claims.")] = "",
    wager: Annotated[str, typer.Option(help="One wager only.")] = "",
    table: Annotated[str, typer.Option(help="One pay table only.")] = "",
    chosen: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="One choice of the house; repeatable.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Compute again what is stored from an earlier run.")] = False,
    best: Annotated[bool, typer.Option("--best", help="Pai Gow Poker: the player's best setting too (minutes).")] = False,
    whole: Annotated[bool, typer.Option("--document", help="The odds of all chapters as a document (docs/odds.md).")] = False,
    claims: Annotated[bool, typer.Option("--claims", help="What the Board has claimed, beside the exact value.")] = False,
    as_json: Json = False,
) -> None:
    """What every wager of a chapter holds for the house under best play, exactly, on every printed pay table."""
    from pitboss.odds.catalogue import SOLVERS, rows
    from pitboss.odds.claims import compared
    from pitboss.odds.document import document
    from pitboss.submissions.reading import setting
    from pitboss.terminal.progress import progress

    if not chapter and not claims and not whole:
        raise PitbossError("name a chapter, for example `pitboss odds 565`, or ask for --claims")
    with progress() as tell:
        if whole:
            print("\n".join(document(list(SOLVERS), lambda number: rows(number, progress=tell))))
            return
        if claims:
            told = [c for c in compared(lambda number: rows(number, progress=tell)) if chapter in ("", c["chapter"])]
            show(told, as_json)
            return
        found = rows(chapter, dict(map(setting, chosen or [])), tell, fresh, best)
    picked = [row for row in found if wager.lower() in ("", row.wager.lower()) and table.lower() in ("", row.table.lower())]
    if not picked:
        known = ", ".join(dict.fromkeys(f"{row.wager} {row.table}".strip() for row in found))
        raise PitbossError(f"chapter {chapter} has no such wager or table; it has {known}")
    if as_json:
        show([row.record() for row in picked], True)
        return
    _print_odds([row.record() for row in picked])


def _print_odds(records: list[dict[str, Any]]) -> None:
    """Odds as people read them: a line for each, what goes with it below."""
    from textwrap import wrap

    from rich.console import Console

    console = Console(markup=False, highlight=False)
    console.print(f"{'wager':<38}{'edge':>10}{'risk':>10}{'hit rate':>10}{'deviation':>11}", style="bold")
    for record in records:
        name = " ".join(filter(None, (record["wager"], record["table"])))
        percent = ["" if record[k] is None else f"{record[k]:.4%}" for k in ("house_edge", "element_of_risk", "hit_rate")]
        deviation = "" if record["standard_deviation"] is None else f"{record['standard_deviation']:.3f}"
        console.print(f"{name:<38}" + "".join(f"{word:>10}" for word in percent) + f"{deviation:>11}")
        below = "; ".join(filter(None, (record["condition"], record["note"])))
        for line in wrap(below, min(console.width, 80) - 4):
            console.print(f"    {line}", style="dim")
    of = ", ".join(dict.fromkeys(record["of"] for record in records))
    for line in wrap(f"edge: the house's part of {of}; risk: its part of all that is wagered", min(console.width, 80)):
        console.print(line, style="dim")


@app.command()
def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A submission (TOML or JSON), or a chapter for its defaults.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another submission of the game, or its other edition.")],
    as_json: Json = False,
) -> None:
    """What differs between two submissions or two editions, and what that does to the hold of every wager it touches."""
    from pitboss.odds.catalogue import rows
    from pitboss.submissions.diff import changes, told, touched
    from pitboss.submissions.reading import read
    from pitboss.terminal.progress import progress

    one, other = read(a), read(b)
    found = changes(one, other)
    with progress() as tell:
        wagers = touched(one, other, lambda house: rows(house.chapter.chapter, house.said, tell)) if found else []
    if as_json:
        about = {side: {"from": s.source, "chapter": s.house.chapter.chapter} for side, s in (("a", one), ("b", other))}
        whole = {**about, "changes": [asdict(c) for c in found], "wagers": [w.record() for w in wagers]}
        print(json.dumps(whole, indent=1, ensure_ascii=False))
        return
    if not found:
        print(f"{one.source} and {other.source} say the same")
        return
    print("\n".join(told(found)), end="\n\n")
    if not wagers:
        print("no wager holds more or less")
        return
    print(f"{'wager':<28}{'table':<12}{'holds':>10}{'then':>10}{'change':>10}  of")
    for wager in wagers:
        sides = [wager.a, wager.b]
        table = " → ".join(dict.fromkeys("none" if row is None else row.table for row in sides))
        held = "".join(f"{'' if row is None else f'{float(row.edge):.4%}':>10}" for row in sides)
        change = "" if wager.change is None else f"{wager.change:+.4%}"
        print(f"{wager.row.wager:<28}{table:<12}{held}{change:>10}  {wager.row.of}")


@app.command()
def strategy(
    chapter: ChapterArg,
    hand: Annotated[str, typer.Option(help='The player\'s cards, then community cards: --hand "Qs 6d 4c".')] = "",
    dealer: Annotated[str, typer.Option(help="The card that the dealer shows.")] = "",
    chosen: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="One choice of the house; repeatable.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Best play: rules to remember with what they cost, or with --hand what each action brings."""
    from pitboss import rulebook
    from pitboss.cards import parse
    from pitboss.odds.strategy import decide, rules
    from pitboss.submissions.reading import setting
    from pitboss.table.house import House

    number = rulebook.chapter(chapter).chapter
    house = House.of(number, dict(map(setting, chosen or [])))
    if not hand:
        found = rules(number, house)
        if as_json:
            show([asdict(rule) for rule in found], True)
        for rule in found if not as_json else ():
            print(f"{rule.rule}\n    costs {rule.cost:.5%} of the first wager; the house then holds {rule.edge:.4%}")
        return
    up = parse(dealer)[0] if dealer else None
    actions = decide(number, house, parse(hand), up)
    told = [{"action": action, "brings": float(value)} for action, value in actions]
    show(told if as_json else [r | {"brings": f"{r['brings']:+.6f}"} for r in told], as_json)

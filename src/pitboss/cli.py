"""The command line: parses, calls, prints. What the commands promise is the contract that scripts rely on.

Exit status: 0 fine; 1 the answer is no; 2 bad usage or bad input, with one clear line on standard error.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.exceptions import TyperException

from pitboss import __version__
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.games.pai_gow.house_way import HouseWay

app = typer.Typer(
    help="Pennsylvania's table game regulations as running software: play, replay and look up any rule by its section.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
ChapterArg = Annotated[str, typer.Argument(help="A chapter (565, 633a) or a game's slug (three-card-poker).")]
MaybeChapter = Annotated[str, typer.Argument(help="A chapter or a game's slug; all chapters if left out.")]


def main() -> None:
    """Runs the command line; bad input ends in one line and exit status 2."""
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except typer.Abort:
        sys.exit(130)
    except TyperException as error:
        words = error.format_message().rstrip(".")
        print(f"pitboss: {words}; `{_command()} --help` tells how it is used", file=sys.stderr)
        sys.exit(2)
    except PitbossError as error:
        print(f"pitboss: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


def _command() -> str:
    """The command that was called, as far as it is one."""
    known = {c.name or (c.callback.__name__ if c.callback else "") for c in app.registered_commands}
    return " ".join(["pitboss", *[word for word in sys.argv[1:2] if word in known]])


def show(rows: list[dict[str, Any]], as_json: bool, columns: list[str] | None = None) -> None:
    """Prints rows as JSON or as a table for people."""
    if as_json:
        print(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    columns = columns or (list(rows[0]) if rows else [])
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column.replace("_", " "), overflow="fold", no_wrap=column == columns[0])
    for row in rows:
        table.add_row(*[_cell(row.get(column, "")) for column in columns])
    Console(markup=False, highlight=False).print(table)


def _cell(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{k} {v}" for k, v in value.items())
    return str(value)


@app.callback(invoke_without_command=True)
def version(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Pennsylvania's table game regulations as running software."""
    if show_version:
        print(f"pitboss {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())
    else:
        return
    raise typer.Exit


@app.command()
def games(as_json: Json = False) -> None:
    """The sixteen chapters: game, edition, and what replaces what."""
    from pitboss import rulebook

    keys = ("chapter", "game", "slug", "kind", "edition", "effective", "replaces", "replaced_by")
    show([{k: getattr(c, k) for k in keys} for c in rulebook.games()], as_json)


@app.command()
def options(chapter: ChapterArg, as_json: Json = False) -> None:
    """Every choice that a Rules Submission makes, with its section and what is allowed."""
    from pitboss import rulebook

    rows = [{**asdict(o), "also": list(o.also)} for o in rulebook.chapter(chapter).options]
    show(rows, as_json, ["option", "section", "default", "allowed", "unit", "why"])


@app.command()
def paytables(chapter: MaybeChapter = "", as_json: Json = False) -> None:
    """Every printed pay table, in the printed words and order."""
    from pitboss import rulebook

    books = [rulebook.chapter(chapter)] if chapter else rulebook.games()
    tables = [p for book in books for p in book.paytables]
    if as_json:
        rows = [
            {
                "chapter": p.chapter,
                "section": p.section,
                "wager": p.wager,
                "table": p.table,
                "kind": p.kind,
                "condition": p.condition,
                "rows": [{"hand": hand, "payout": payout} for hand, payout in p.rows],
            }
            for p in tables
        ]
        show(rows, True)
        return
    from rich.console import Console
    from rich.table import Table

    console = Console(markup=False, highlight=False)
    for p in tables:
        title = f"§ {p.section}  {p.wager}{f', table {p.table}' if p.table else ''}"
        notes = ", ".join(x for x in (p.kind if p.kind != "odds" else "", p.condition) if x)
        console.print(title + (f"  ({notes})" if notes else ""), style="bold")
        table = Table(box=None, show_header=False, padding=(0, 2))
        for hand, payout in p.rows:
            table.add_row(hand, payout)
        console.print(table)
    if not tables:
        console.print(f"chapter {books[0].chapter} prints no pay table")


@app.command()
def rule(
    citation: Annotated[str, typer.Argument(help="A paragraph such as 565.8(b), a section, or a chapter.")],
    as_json: Json = False,
) -> None:
    """What a paragraph requires, in our own words; what implements and tests it; its errata; a chapter's incidents."""
    from pitboss import rulebook
    from pitboss.coverage import coverage

    tidy = citation.strip().removeprefix("§").strip()
    if "." not in tidy:
        book = rulebook.chapter(tidy)
        paragraphs = list(book.paragraphs.values())
    else:
        found = rulebook.paragraph(tidy)
        book = rulebook.chapter_of(tidy)
        paragraphs = [p for c, p in book.paragraphs.items() if c == found.cite or c.startswith(found.cite + "(")]
    states = {s.paragraph: s for s in coverage(book)}
    incidents = _incidents(book.chapter)
    rows = []
    for p in paragraphs:
        state = states[p.cite]
        rows.append(
            {
                "paragraph": p.cite,
                "kind": p.kind,
                "says": p.says,
                "same_as": p.same_as,
                "status": state.status,
                "where": state.where,
                "tests": list(state.tests),
                "errata": [e.id for e in rulebook.errata(book.chapter) if p.cite in e.cites],
                "incidents": [kind for kind, cite in incidents.items() if cite == p.cite],
            }
        )
    if as_json:
        show(rows, True)
        return
    from rich.console import Console
    from rich.padding import Padding
    from rich.text import Text

    console = Console(markup=False, highlight=False)
    if "." not in tidy:
        console.print(f"Chapter {book.chapter}, {book.game} ({book.edition})", style="bold")
    for row in rows:
        title = book.sections.get(str(row["paragraph"]), "")
        console.print(Text(f"§ {row['paragraph']}", style="bold cyan") + Text(f"  {title}", style="bold"))
        console.print(Padding(str(row["says"]), (0, 0, 0, 3)))
        if "." in tidy:
            tests = row["tests"]
            assert isinstance(tests, list)
            more = f" and {len(tests) - 3} more" if len(tests) > 3 else ""
            where = f"   {row['status']}" + (f", {row['where']}" if row["where"] else "")
            console.print(where + (f"; tested by {', '.join(tests[:3])}{more}" if tests else ""), style="dim")
            for erratum in rulebook.errata(book.chapter):
                if row["paragraph"] in erratum.cites:
                    console.print(f"   erratum {erratum.id}: {erratum.adopted}", style="yellow")
            if row["incidents"]:
                console.print(f"   incidents: {_cell(row['incidents'])}", style="dim")
    if "." not in tidy and incidents:
        console.print("Incidents a rule case may use", style="bold")
        for kind, cite in incidents.items():
            console.print(f"   {kind} (§ {cite})")


def _incidents(chapter: str) -> dict[str, str]:
    from pitboss.games import MODULES, game

    return dict(game(chapter).incidents) if chapter in MODULES else {}


@app.command()
def coverage(chapter: MaybeChapter = "", as_json: Json = False) -> None:
    """For every paragraph: played, priced, checked, printed, equipment, declined or open; where, and by which tests."""
    from pitboss import rulebook
    from pitboss.coverage import coverage as cover
    from pitboss.coverage import coverage_of_all

    states = cover(rulebook.chapter(chapter)) if chapter else coverage_of_all()
    rows = [{**asdict(s), "tests": list(s.tests)} for s in states]
    if as_json:
        show(rows, True)
        return
    from collections import Counter

    for row in rows:
        tests = row["tests"]
        row["tests"] = tests[0] + (f" and {len(tests) - 1} more" if len(tests) > 1 else "") if tests else row["why"]
    show(rows, False, ["paragraph", "status", "where", "tests"])
    counts = Counter(s.status for s in states)
    print(f"{len(states)} paragraphs: " + ", ".join(f"{n} {status}" for status, n in counts.most_common()))


@app.command()
def errata(chapter: MaybeChapter = "", as_json: Json = False) -> None:
    """Defects of the regulation, what the letter would do, and the reading adopted."""
    from pitboss import rulebook

    found = rulebook.errata(rulebook.chapter(chapter).chapter if chapter else "")
    if as_json:
        show([{**asdict(e), "cites": list(e.cites)} for e in found], True)
        return
    from rich.console import Console
    from rich.padding import Padding

    console = Console(markup=False, highlight=False)
    for e in found:
        console.print(f"{e.id}  § {', § '.join(e.cites)}", style="bold")
        for label, words in (("says", e.says), ("effect", e.effect), ("adopted", e.adopted), ("why", e.why)):
            console.print(Padding(f"{label}: {words}", (0, 0, 0, 3)))


@app.command()
def inventory(chapter: ChapterArg, as_json: Json = False) -> None:
    """The physical things a table of the game must have, each with its paragraph."""
    from pitboss import rulebook

    book = rulebook.chapter(chapter)
    rows = [{"paragraph": p.cite, "requires": p.says} for p in book.paragraphs.values() if p.kind == "equipment"]
    show(rows, as_json, ["paragraph", "requires"])


@app.command("house-ways")
def house_ways(as_json: Json = False) -> None:
    """The ways to set the dealer's hands at Pai Gow Poker that come with pitboss."""
    from pitboss.games.pai_gow.house_way import house_ways as every_way

    show([{"name": way.name, "says": way.says, "rules": len(way.rules)} for way in every_way()], as_json)


@app.command("house-way")
def house_way(
    name_or_file: Annotated[str, typer.Argument(help="A name of `pitboss house-ways`, or a TOML file of your own.")],
    hand: Annotated[str | None, typer.Option(help='Set these seven cards, "As Kd Jk ...", and say which rule did it.')] = None,
    prove: Annotated[bool, typer.Option("--prove", help="Set all 154,143,080 hands; exit 1 if one is not set.")] = False,
    as_json: Json = False,
) -> None:
    """The rules of a house way of Pai Gow Poker in their order; sets a hand by them, or proves that they set every hand."""
    from pitboss.games.pai_gow.house_way import house_way as read

    way = read(name_or_file)
    if hand and prove:
        raise PitbossError("ask for --hand or for --prove, not for both")
    if hand is not None:
        _set_hand(way, hand, as_json)
    elif prove:
        _prove(way, as_json)
    elif as_json:
        show([{"rule": rule.number, **rule.written} for rule in way.rules], True)
    else:
        print(f"{way.name}: {way.says}")
        show([{"rule": rule.number, "says": rule.says} for rule in way.rules], False)


def _set_hand(way: "HouseWay", hand: str, as_json: bool) -> None:
    from pitboss.cards import parse, text
    from pitboss.hands import PAI_GOW_HIGH, PAI_GOW_LOW

    rule, split = way.setting(parse(hand))
    row = {
        "high": text(split.high),
        "high_hand": PAI_GOW_HIGH.category(split.high),
        "low": text(split.low),
        "low_hand": PAI_GOW_LOW.category(split.low),
        "rule": rule.number,
        "says": rule.says,
    }
    if as_json:
        show([row], True)
        return
    print(f"high  {row['high']}  {row['high_hand']}\nlow   {row['low']}  {row['low_hand']}\nrule {rule.number}: {rule.says}")


def _prove(way: "HouseWay", as_json: bool) -> None:
    from rich.console import Console
    from rich.progress import Progress

    from pitboss.cards import name, text
    from pitboss.games.pai_gow.proof import prove

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("hands set")
        proof = prove(way, lambda done, total: bar.update(task, completed=done, total=total))
    rows = [{"rule": r.number, "hands": n, "says": r.says} for r, n in zip(way.rules, proof.by_rule, strict=True)]
    failures = [{"why": f.why, "hands": f.hands, "example": text(f.example)} for f in proof.failures]
    if as_json:
        found = {"ok": not failures, "hands": proof.hands, "classes": proof.classes, "failures": failures}
        show([{"name": way.name, **found, "rules": rows, "categories": proof.by_category}], True)
    else:
        show([row | {"hands": f"{row['hands']:>11,}"} for row in rows], False)
        print()
        show([{"best_five": c, "hands": f"{n:>11,}"} for c, n in reversed(proof.by_category.items())], False)
        print()
        for failure in proof.failures:
            example = ", ".join(map(name, failure.example))
            print(f"{failure.hands:,} hand{'s' * (failure.hands != 1)}: {failure.why}, for example {example}")
        if not failures:
            print(f"{way.name}: all {proof.hands:,} hands ({proof.classes:,} but for suits) are set lawfully, each in one way")
    raise typer.Exit(1 if failures else 0)


@app.command()
def case(files: Annotated[list[Path], typer.Argument(help="Rule cases, TOML files.")], as_json: Json = False) -> None:
    """Runs rule cases, a line each; exit 1 if any differs, 2 if one cannot be read."""
    from pitboss.cases import run_case

    rows = []
    status = 0
    for path in files:
        try:
            found = run_case(path)
        except PitbossError as error:
            rows.append({"case": str(path), "ok": False, "differences": [], "error": str(error)})
            status = 2
            print(f"pitboss: {error}", file=sys.stderr)
            continue
        rows.append({"case": str(path), "ok": not found, "differences": found, "error": ""})
        status = max(status, 1 if found else 0)
        if not as_json:
            print(f"{'differs' if found else 'ok':8}{path}" + "".join(f"\n        {d}" for d in found))
    if as_json:
        show(rows, True)
    elif len(files) > 1:
        good = sum(bool(r["ok"]) for r in rows)
        print(f"{good} of {len(rows)} cases ok")
    raise typer.Exit(status)


@app.command()
def replay(
    log: Annotated[Path, typer.Argument(help="A log that a table wrote, or a poker hand history (.phh).")],
    explain: Annotated[bool, typer.Option("--explain", help="Print every step with its section.")] = False,
    as_json: Json = False,
) -> None:
    """Replays a log; exit 1 and the first difference where it does not follow the rules, 2 if it is cut short or edited."""
    if log.suffix.lower() == ".phh":
        _replay_hand(log, explain, as_json)
        return
    from pitboss.cards import text
    from pitboss.games import game
    from pitboss.table.replay import Difference
    from pitboss.table.replay import replay as play_again
    from pitboss.table.steps import Step
    from pitboss.terminal import explain_step

    try:
        steps: list[Step] = []
        table = play_again(log, game, (steps.append if as_json else explain_step) if explain else None)
    except Difference as difference:
        if as_json:
            show([{"log": str(log), "ok": False, "line": difference.line, "difference": str(difference)}], True)
        else:
            print(f"{log}: {difference}")
        raise typer.Exit(1) from None
    seats = {n: seat.cents for n, seat in sorted(table.seats.items())}
    if as_json:
        told = {"steps": [{**s._asdict(), "cards": text(s.cards)} for s in steps]} if explain else {}
        show([{"log": str(log), "ok": True, "rounds": table.rounds, "chips": seats, **told}], True)
    else:
        print(f"{log}: {table.rounds} round{'s' * (table.rounds != 1)}, every step and every cent as the rules say")


def _replay_hand(path: Path, explain: bool, as_json: bool) -> None:
    """Plays a hand history through the poker engine and compares with its finishing stacks."""
    from pitboss.cards import text
    from pitboss.phh import play_hand, read_hand
    from pitboss.terminal import explain_step

    hand = read_hand(path)
    played = play_hand(hand)
    variant, structure = hand.variant.name, played.table.house["structure"]
    if as_json:
        told = {"steps": [{**s._asdict(), "cards": text(s.cards)} for s in played.steps]} if explain else {}
        result = {"log": str(path), "ok": not played.difference, "difference": played.difference}
        about = {"variant": variant, "structure": structure, "unit": hand.unit}
        show([{**result, **about, "stacks": played.stacks, "finishing_stacks": hand.finishing, **told}], True)
    else:
        for step in played.steps if explain else ():
            explain_step(step)
        if played.difference:
            print(f"{path}: {played.difference}")
        else:
            stacks = ", ".join(f"p{n} {hand.amount(cents)}" for n, cents in enumerate(played.stacks, 1))
            agree = "as recorded" if hand.finishing is not None else "the record has no finishing_stacks to compare"
            print(f"{path}: {structure} {variant}, {len(played.stacks)} players end with {stacks}; {agree}")
    if played.difference:
        raise typer.Exit(1)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game's slug or chapter; a menu if left out.")] = "",
    seed: Annotated[int | None, typer.Option(help="Repeatable shuffles, for tests and lessons.")] = None,
    log: Annotated[Path | None, typer.Option(help="Write every step to this file; pitboss replay reads it.")] = None,
    house: Annotated[Path | None, typer.Option(help="The house's choices, TOML as `pitboss options` names them.")] = None,
    chosen: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="OPTION=VALUE", help="One choice of the house, above --house; repeatable."),
    ] = None,
    seats: Annotated[int, typer.Option(min=1, max=10, help="How many seats you play yourself.")] = 1,
    bots: Annotated[int | None, typer.Option(min=0, max=10, help="How many other seats bots play; none, at Poker 4.")] = None,
    rounds: Annotated[int, typer.Option(min=0, help="Stop after so many rounds; 0 goes on until you quit.")] = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the table that --log describes.")] = False,
) -> None:
    """Sit down at a table. Without a terminal, decisions are read from standard input, one a line."""
    from pitboss.terminal import play_in_terminal

    play_in_terminal(
        game, seed=seed, log=log, house=house, chosen=chosen or [], seats=seats, bots=bots, rounds=rounds, resume=resume
    )


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
    from pitboss.terminal.opening import setting
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
    from pitboss.table.house import House
    from pitboss.terminal.opening import setting

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


@app.command()
def room(
    folder: Annotated[Path | None, typer.Argument(help="Keep the logs of room and tables here; go on where they end.")] = None,
    chapter: Annotated[str, typer.Option(help="The edition of Poker: 637a or 553.")] = "637a",
    seed: Annotated[int | None, typer.Option(help="Repeatable shuffles and a clock to move, for tests and lessons.")] = None,
) -> None:
    """Run a Poker room: tables, waiting list, time charges, jackpots. One command a line; `help` lists them."""
    from pitboss.terminal.room import run_room

    run_room(chapter, folder, seed)


if __name__ == "__main__":
    main()

"""Commands about what a table games department keeps on record: mathematics of a game, equipment and people of a table,
training, requests and petitions."""

import json
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import Chosen, Json, app, check_other, console
from pitboss.errors import PitbossError
from pitboss.json_output import print_json
from pitboss.spelling import hint

if TYPE_CHECKING:
    from pitboss.desk.equipment import Item
    from pitboss.desk.register import Register
    from pitboss.desk.training import Review
    from pitboss.printing import Matter
    from pitboss.submissions.reading import Submission

ENDINGS = (".json", ".xlsx", ".csv", ".pdf", ".svg", ".png")  # of a report
RecordFile = Annotated[Path | None, typer.Argument(metavar="FILE", help="The record, TOML or JSON.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Print it, to be signed: .pdf, .svg or .png.")]
New = Annotated[bool, typer.Option("--new", help="Print a commented example that passes, and nothing else.")]


@app.command()
def training(
    file: RecordFile = None,
    day: Annotated[str, typer.Option("--date", metavar="DATE", help="The day that is asked about; today if left out.")] = "",
    enter: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Add the table tests of this file, as the school writes them, to the register."),
    ] = None,
    certificate: Annotated[
        str, typer.Option(metavar="DEALER", help="With --out: print this dealer's certificate instead of the record.")
    ] = "",
    new: New = False,
    out: Out = None,
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
    if enter is not None:
        from pitboss.desk.register import enter_tests

        enter_tests(_named(file, "training"), enter)
    register = read_register(_named(file, "training"))
    found = review(register, parse_day(day, "--date") if day else date.today())
    if out is not None:
        check_other(file, out)
        _print(_on_paper(register, found, certificate), out, as_json)
    elif certificate:
        raise PitbossError("--certificate is printed: add --out FILE.pdf")
    if as_json:
        print_json(_training_record(found))
    elif out is None:
        print("\n".join(_training_lines(found)))
    raise typer.Exit(0 if found.ok else 1)


def _on_paper(register: "Register", found: "Review", certified: str) -> "Matter":
    """The training record, or the certificate of one dealer."""
    if not certified:
        from pitboss.printing.records import training_record

        return training_record(found, register)
    from pitboss.printing.table_tests import certificate

    dealer = next((each for each in register.dealers if each.name == certified), None)
    if dealer is None:
        known = [each.name for each in register.dealers]
        raise PitbossError(f"there is no dealer {certified!r}{hint(certified, known, 'the register has ' + ', '.join(known))}")
    return certificate(register, found.standings, dealer, found.day)


def _print(matter: "Matter", out: Path, quiet: bool = False) -> None:
    """Writes printed matter, and says where; with --json nothing else is printed."""
    from pitboss.printing import write

    paths = write(matter, out)
    if not quiet:
        print("\n".join(map(str, paths)))


def _named(file: Path | None, command: str) -> Path:
    if file is None:
        raise PitbossError(f"name a file, or begin with `pitboss {command} --new`")
    return file


def _submission(name: str, chosen: list[str] | None) -> "Submission":
    """A Rules Submission by its file or its chapter, with choices said beside it; only of a game."""
    from pitboss.submissions.reading import changed, read

    found = read(name)
    if found.house.chapter.kind in ("general", "record"):
        raise PitbossError(f"chapter {found.house.chapter.chapter} is no game; `pitboss games` lists them")
    return changed(found, None, chosen) if chosen else found


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


@app.command()
def filing(
    file: RecordFile = None,
    new: New = False,
    kind: Annotated[str, typer.Option(help="With --new: new game, new feature or waiver.")] = "new game",
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Whether a request for a new game or feature (521.4) or a petition for a waiver (521.5) has the contents that it must
    have. Exit 1 where something is missing."""
    from pitboss.desk.fields import example
    from pitboss.desk.filing import KINDS, check, read_filing

    if new:
        if (named := kind.lower().replace("-", " ")) not in KINDS:
            raise PitbossError(f"--kind {kind!r} must be {', '.join(map(repr, KINDS))}")
        print(example(named.replace(" ", "-")), end="")
        return
    path = _named(file, "filing")
    told = read_filing(path)
    found = check(told)
    ok = all(each.level != "error" for each in found)
    if out is not None:
        from pitboss.printing.records import petition

        check_other(path, out)
        _print(petition(told, found), out, as_json)
    if as_json:
        print_json({"ok": ok, "section": told.section, "kind": told.kind, "findings": [asdict(each) for each in found]})
    else:
        for each in found:
            print(f"{each.level}: {each.field}: {each.message} (§ {each.section})")
        print(f"{path} {'has' if ok else 'lacks'} what § {told.section} requires")
    raise typer.Exit(0 if ok else 1)


@app.command()
def equipment(
    name: Annotated[str, typer.Argument(metavar="FILE|CHAPTER", help="A Rules Submission, or a chapter for its defaults.")],
    chosen: Chosen = None,
    opened: Annotated[
        str, typer.Option(metavar="TIME", help="When the cards were put on the table: 20:15, or with a date.")
    ] = "",
    now: Annotated[str, typer.Option(metavar="TIME", help="What time it is; the clock's if left out.")] = "",
    backs: Annotated[list[str] | None, typer.Option(metavar="COLOR", help="The color of a deck's backs; repeatable.")] = None,
    cover_card: Annotated[str, typer.Option(metavar="COLOR", help="The color of the cover card.")] = "",
    supervises: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="A table that the floorperson watches; repeatable.")
    ] = None,
    out: Out = None,
    log: Annotated[bool, typer.Option("--log", help="With --out: the log of card changes instead of the checklist.")] = False,
    as_json: Json = False,
) -> None:
    """The checklist of a table: seats, layout, boxes, signs, devices, decks and people, each with its paragraph and what this
    house's choices make of it; when cards are changed next. Exit 1 where a change is overdue, colors cannot be told apart, or a
    floorperson watches too much."""
    from pitboss.desk.equipment import checklist
    from pitboss.desk.opened import changes, check_colors, check_supervision, overdue, parse_opening, parse_time, told

    submission = _submission(name, chosen)
    house = submission.house
    clock = datetime.now().replace(second=0, microsecond=0)
    moment = parse_time(now, "--now", clock) if now else clock
    since = parse_opening(opened, "--opened", moment) if opened else None
    wrong = [
        *(overdue(house, since, moment) if since else ()),
        *check_colors(house, backs or [], cover_card),
        *check_supervision(supervises or []),
    ]
    items, due = checklist(house), changes(house)
    if log and out is None:
        raise PitbossError("--log prints a log to write in: say where with --out FILE")
    if out is not None:
        from pitboss.printing import filed
        from pitboss.printing.records import card_change_log, opening_checklist

        check_other(Path(name), out)
        table = filed(name, None, chosen or [])
        _print(card_change_log(table, since) if log else opening_checklist(table), out, as_json)
    if as_json:
        print_json(
            {
                "ok": not wrong,
                "chapter": house.chapter.chapter,
                "game": house.chapter.game,
                "items": [asdict(item) for item in items],
                "changes": [asdict(each) | {"due": told(each.due(since)) if since else None} for each in due],
                "findings": [asdict(each) for each in wrong],
            }
        )
    elif out is None:
        _print_checklist(f"{submission.source}: {house.chapter.game}", items)
        for each in due:
            at = f", by {told(each.due(since))}" if since else ""
            print(f"the {each.what} are replaced every {each.hours} hours{at} (§ {each.section})")
    if not as_json:
        for one in wrong:
            print(f"wrong: {one.message} (§ {one.section})")
    raise typer.Exit(1 if wrong else 0)


def _print_checklist(title: str, items: "list[Item]") -> None:
    from rich.padding import Padding
    from rich.text import Text

    out, group = console(), ""
    out.print(title, style="bold")
    for item in items:
        if item.group != group:
            group = item.group
            out.print(group, style="bold cyan")
        out.print(Padding.indent(Text(f"□ {item.here}") + Text(f"  § {item.section}", style="cyan"), 2))
        out.print(Padding.indent(item.requires, 6), style="dim")


@app.command()
def report(
    name: Annotated[str, typer.Argument(metavar="FILE|CHAPTER", help="A Rules Submission, or a chapter for all its tables.")],
    out: Annotated[Path | None, typer.Option(help="Where it goes: .json, .xlsx, .csv, or printed .pdf, .svg or .png.")] = None,
    chosen: Chosen = None,
    author: Annotated[str, typer.Option(help="Who wrote the report; on paper a blank line if left out.")] = "",
    reviewer: Annotated[str, typer.Option(help="Who reviewed it.")] = "",
    document: Annotated[str, typer.Option(metavar="NUMBER", help="Its document number.")] = "",
    day: Annotated[str, typer.Option("--date", metavar="DATE", help="Its date, such as 2026-03-06.")] = "",
    best: Annotated[
        bool, typer.Option("--best", help="Pai Gow Poker: what the house way costs a player too (minutes).")
    ] = False,
    as_json: Json = False,
) -> None:
    """A game's PAR sheet as a laboratory files it: every class of hands with its pay, combinations, probability and part of the
    return, edges, volatility, hold, best play, readings of the text, methods, digests and signature lines. Of a submission the
    wagers it offers, of a chapter all."""
    from pitboss.desk.fields import parse_day
    from pitboss.odds.catalogue import rows
    from pitboss.printing.guide import how
    from pitboss.printing.report import Signing
    from pitboss.printing.report import report as made
    from pitboss.submissions.diff import in_force, offered
    from pitboss.terminal.progress import progress

    if out is not None and out.suffix.lower() not in ENDINGS:
        raise PitbossError(f"--out {out} must end with {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
    check_other(Path(name), out)
    signing = Signing(document, author, reviewer, parse_day(day, "--date") if day else None)
    submission = _submission(name, chosen)
    house = submission.house
    idea, steps = how(house)
    with progress(f"chapter {house.chapter.chapter}") as tell:
        found = rows(house.chapter.chapter, offered(house) if not submission.edition else {}, tell, best=best)
        found = [row for row in found if submission.edition or in_force(row, house)]
        whole = made(house, found, best, tell, signing) | {"play": {"idea": idea, "steps": steps}}
    if out is None or as_json:
        print_json(whole)
    if out is not None:
        paths = _written(whole, out)
        if not as_json:
            print("\n".join(map(str, paths)))


def _written(whole: dict[str, Any], out: Path) -> list[Path]:
    """Writes a report by the ending of a file's name; the files that were written."""
    if out.suffix.lower() in (".xlsx", ".csv"):
        from pitboss.printing.workbook import write_sheets

        write_sheets(whole, out)
        return [out]
    if out.suffix.lower() != ".json":
        from pitboss.printing import write
        from pitboss.printing.mathematics import mathematics

        return write(mathematics(whole), out)
    out.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return [out]

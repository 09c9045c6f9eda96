"""Commands about odds and best play."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import ChapterArg, Chosen, HouseFile, Json, app, show
from pitboss.cli.streams import complain
from pitboss.errors import PitbossError
from pitboss.json_output import print_json

if TYPE_CHECKING:
    from pitboss.house import House


DraftFile = Annotated[
    Path | None, typer.Option("--draft", metavar="FILE", help="A wager or game of your own, TOML or JSON (docs/drafts.md).")
]


def _refuse_beside_a_draft(*others: object) -> None:
    """Refuse a chapter or choices beside a draft, which states its own."""
    if any(others):
        raise PitbossError("a draft states its own game: leave out the chapter and the other options")


@app.command()
def odds(
    chapter: Annotated[str, typer.Argument(help="A chapter or a game's slug; left out with --claims.")] = "",
    wager: Annotated[str, typer.Option(help="One wager only.")] = "",
    table: Annotated[str, typer.Option(help="One pay table only.")] = "",
    house: HouseFile = None,
    chosen: Chosen = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Compute again what is stored from an earlier run.")] = False,
    best: Annotated[bool, typer.Option("--best", help="Pai Gow Poker: the player's best setting too (minutes).")] = False,
    whole: Annotated[bool, typer.Option("--document", help="The odds of all chapters as a document (docs/odds.md).")] = False,
    errata: Annotated[bool, typer.Option("--errata", help="What the errata do to an edge, read both ways.")] = False,
    payouts: Annotated[bool, typer.Option("--payouts", help="With every net result and the deals that bring it.")] = False,
    sensitive: Annotated[
        bool, typer.Option("--sensitivity", help="With --wager: how the edge changes if a hand of the pay table pays one more.")
    ] = False,
    claims: Annotated[bool, typer.Option("--claims", help="What the Board has claimed, beside the exact value.")] = False,
    draft: DraftFile = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --draft: the combination table as .csv, .xlsx or .json.")
    ] = None,
    verified: Annotated[
        bool,
        typer.Option("--verify", help="With --draft: price it by a second method too, and state digests of all used."),
    ] = False,
    as_json: Json = False,
) -> None:
    """What every wager of a chapter holds for the house under best play, exactly, on every printed pay table. With --draft,
    what a wager of your own holds (docs/drafts.md)."""
    if draft is not None:
        from pitboss.cli.pricing.drafts import print_odds

        _refuse_beside_a_draft(chapter, wager, table, house, chosen)
        if not print_odds(draft, out, as_json, verified):
            raise typer.Exit(1)
        return
    if out is not None or verified:
        printed = "`pitboss report CHAPTER --out FILE` has those of a printed game, with both methods"
        raise PitbossError(f"--out and --verify go with --draft; {printed}")
    from pitboss import rulebook
    from pitboss.games import MODULES
    from pitboss.odds.catalogue import check_table, named_wager, parts_of, picked, rows
    from pitboss.submissions.diff import offered
    from pitboss.submissions.reading import choices, house_for
    from pitboss.terminal.progress import progress

    if not chapter and house is not None:
        chapter, _ = choices(house)
    if not chapter and not (claims or errata or whole):
        raise PitbossError("name a chapter, for example `pitboss odds 565`, or ask for --claims or --errata")
    number = rulebook.chapter(chapter).chapter if chapter else ""
    at = house_for(number, house, chosen or []) if number else None
    _wonder(at)
    given = at.given if at is not None else {}
    if at is not None and house is not None and not as_json:  # one house plays one version; the document for scripts has all
        given = offered(at)
    if sensitive:
        if not wager:
            raise PitbossError("--sensitivity needs the wager of a pay table, --wager")
        _print_sensitivity(number, wager, table, at, as_json)
        return
    if parts_of(number):
        check_table(number, named_wager(number, wager), table)
    with progress(f"chapter {number}" if number else "all chapters") as tell:
        if whole:
            from pitboss.odds.document import document

            print("\n".join(document(list(MODULES), lambda number, given: rows(number, dict(given), tell))))
            return
        if claims:
            from pitboss.odds.claims import compared

            _print_claims(compared(lambda number, wager: rows(number, progress=tell, wager=wager), number), as_json)
            return
        if errata:
            from pitboss.odds.errata import effects

            _print_effects([effect.record() for effect in effects(number, tell)], as_json)
            return
        found = rows(number, given, tell, fresh, best, wager if parts_of(number) else "")
    if not found and not as_json:
        print(f"chapter {number} has no wagers" if not wager else f"no {wager} is offered with these choices")
        return
    chosen_rows = picked(found, number, wager, table) if found else []
    records = [row.record() | ({"payouts": row.payouts} if payouts else {}) for row in chosen_rows]
    if as_json:
        show(records, True)
        return
    _print_odds(records)
    for row in chosen_rows if payouts else ():
        print("\n" + " ".join(filter(None, (row.wager, row.table, row.condition))))
        for line in row.payouts or ():
            print(f"{line['net']:>14}{line['deals'] or '':>32}{line['chance']:>16.10%}")


def _print_sensitivity(number: str, wager: str, table: str, house: "House | None", as_json: bool) -> None:
    """The change of the edge for each hand of a pay table, if that hand pays one more."""
    from pitboss.odds.sensitivities import sensitivity

    slopes = sensitivity(number, wager, house=house, table=table)
    if as_json:
        show([{"hand": hand, "sensitivity": float(slope), "exact": str(slope)} for hand, slope in slopes.items()], True)
        return
    print(f"{'paid one more':<52}{'edge':>14}  exactly")
    for hand, slope in slopes.items():
        print(f"{hand:<52}{float(slope):>+14.6%}  {slope}")


def _wonder(*houses: "House | None") -> None:
    """Says on standard error what is lawful and seldom meant: a pay table that pays a hand less than one below it."""
    from pitboss.house.posted_payouts import out_of_order

    for words in dict.fromkeys(words for house in houses if house is not None for words in out_of_order(house)):
        complain(f"{words}: that is lawful, and seldom meant")


def _print_claims(claims: list[dict[str, Any]], as_json: bool) -> None:
    """What the Board has said, a line each, with where and what is to be said of it below."""
    if as_json:
        show(claims, True)
        return
    if not claims:
        print("the Board has claimed nothing here")
        return
    print(f"{'':<32}{'claimed':>18}{'exact':>18}")
    for claim in claims:
        name = f"{claim['chapter']} {claim['wager']}"
        print(f"{name:<32}{claim['claimed']:>18}{claim['exact']:>18}  {claim['verdict']}")
        print(_wrapped("    " + "; ".join(filter(None, (claim["source"], claim["note"])))))


def _print_effects(records: list[dict[str, Any]], as_json: bool) -> None:
    """Errata with what they do, those of one erratum together."""
    if as_json:
        show(records, True)
        return
    last = ""
    for record in records:
        if (title := f"{record['erratum']}: {record['reading']}") != last:
            last = title
            print(title)
        name = " ".join(filter(None, (record["wager"], record["table"])))
        print(f"    {name:<36}{record['adopted']:>10.4%} adopted{record['otherwise']:>10.4%} otherwise")


def _print_odds(records: list[dict[str, Any]]) -> None:
    """Odds as people read them: a line for each, what goes with it or with several below."""
    from textwrap import wrap

    from rich.console import Console

    console = Console(markup=False, highlight=False)
    console.print(f"{'wager':<38}{'edge':>10}{'risk':>10}{'hit rate':>10}{'deviation':>11}", style="bold")
    notes = ["; ".join(filter(None, (record["condition"], record["note"]))) for record in records]
    for record, note, following in zip(records, notes, [*notes[1:], ""], strict=True):
        name = " ".join(filter(None, (record["wager"], record["table"])))
        percent = ["" if record[k] is None else f"{record[k]:.4%}" for k in ("house_edge", "element_of_risk", "hit_rate")]
        deviation = "" if record["standard_deviation"] is None else f"{record['standard_deviation']:.3f}"
        console.print(f"{name:<38}" + "".join(f"{word:>10}" for word in percent) + f"{deviation:>11}")
        for line in wrap(note, min(console.width, 80) - 4) if note != following else ():
            console.print(f"    {line}", style="dim")
    of = ", ".join(dict.fromkeys(record["of"] for record in records))
    for line in wrap(f"edge: the house's share of {of}; risk: its share of everything wagered", min(console.width, 80)):
        console.print(line, style="dim")


@app.command()
def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A submission (TOML or JSON), a folder of them, or a chapter.")],
    b: Annotated[
        str, typer.Argument(metavar="[B]", help="Another submission of the game or folder, or its other edition.")
    ] = "",
    house: HouseFile = None,
    chosen: Chosen = None,
    as_json: Json = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Print it: .pdf, .svg or .png.")] = None,
) -> None:
    """What differs between two submissions or two editions, and what that does to the hold of every wager it touches. A file
    alone is compared with its chapter's defaults, a folder with another folder, file by file. With --house or --set the second
    is B (or A again) with these choices on top: `pitboss diff 677a --set trips_plus=C`."""
    from pitboss.cli.folders import diff_folders, print_changes
    from pitboss.odds.catalogue import rows
    from pitboss.submissions.diff import changes, offered, touched
    from pitboss.submissions.reading import changed, defaults, is_folder, read
    from pitboss.terminal.progress import progress

    if any(is_folder(name) for name in (a, b)):
        if not b or house is not None or chosen:
            raise PitbossError("a folder is compared with another folder, without --house and --set")
        diff_folders(a, b, as_json, out)
        return
    one, other = read(a), read(b or a)
    if not b and house is None and not chosen:
        if one.edition:
            raise PitbossError("name a second submission or edition, or say what changes with --set or --house")
        one = defaults(one)
    if house is not None or chosen:
        other = changed(other, house, chosen or [])
    found = changes(one, other)
    _wonder(one.house, other.house)
    with progress(f"{one.source} and {other.source}") as tell:
        wagers = touched(one, other, lambda house: rows(house.chapter.chapter, offered(house), tell)) if found else []
    if out is not None:
        from pitboss.printing.comparison import comparison
        from pitboss.printing.press import write

        print("\n".join(map(str, write(comparison(one, other, found, wagers), out))))
        return
    if as_json:
        about = {side: {"from": s.source, "chapter": s.house.chapter.chapter} for side, s in (("a", one), ("b", other))}
        whole = {**about, "changes": [asdict(c) for c in found], "wagers": [w.record() for w in wagers]}
        print_json(whole)
        return
    if not found:
        print(f"{one.source} and {other.source} say the same")
        return
    print_changes(found, wagers)


def _wrapped(words: str) -> str:
    """Lines that fit a terminal; what goes on is set in further than what begins."""
    from shutil import get_terminal_size
    from textwrap import fill

    width = min(get_terminal_size().columns, 100)
    indents = [len(line) - len(line.lstrip()) for line in words.splitlines()]
    lines = zip(words.splitlines(), indents, strict=True)
    return "\n".join(fill(line, width, subsequent_indent=" " * (indent + (4 if indent < 4 else 0))) for line, indent in lines)


@app.command()
def strategy(
    chapter: Annotated[str, typer.Argument(help="A chapter or a game's slug; left out with --draft.")] = "",
    hand: Annotated[str, typer.Option(help='The player\'s cards, then community cards: --hand "Qs 6d 4c".')] = "",
    dealer: Annotated[str | None, typer.Option(help="The card that the dealer shows.")] = None,
    house: HouseFile = None,
    chosen: Chosen = None,
    draft: DraftFile = None,
    as_json: Json = False,
) -> None:
    """Best play: rules to remember with what they cost, or with --hand what each action brings. With --draft, best play of a
    game of your own (docs/drafts.md)."""
    if draft is not None:
        from pitboss.cli.pricing.drafts import print_strategy

        _refuse_beside_a_draft(chapter, hand, dealer, house, chosen)
        print_strategy(draft, as_json)
        return
    if not chapter:
        raise PitbossError("name a chapter, for example `pitboss strategy 565`, or a file with --draft")
    from pitboss import rulebook
    from pitboss.cards import parse
    from pitboss.odds.strategy import decide, rules
    from pitboss.submissions.reading import house_for
    from pitboss.terminal.progress import progress

    number = rulebook.chapter(chapter).chapter
    offered = house_for(number, house, chosen or [])
    if not hand:
        with progress(f"best play of chapter {number}") as tell:
            found = rules(number, offered, tell)
        if as_json:
            show([asdict(rule) for rule in found], True)
        for rule in found if not as_json else ():
            print(_wrapped(rule.rule))
            print(f"    costs {rule.cost:.5%} of the first wager; the house then holds {rule.edge:.4%}\n")
        return
    shown = parse(dealer) if dealer is not None else []
    if dealer is not None and len(shown) != 1:
        raise PitbossError(f"--dealer takes one card, not {dealer!r}")
    with progress(f"best play of {hand}") as tell:
        actions = decide(number, offered, parse(hand), shown[0] if shown else None, tell)
    told = [{"action": action, "brings": float(value)} for action, value in actions]
    show(told if as_json else [r | {"brings": f"{r['brings']:+.6f}"} for r in told], as_json)


@app.command()
def simulate(
    chapter: ChapterArg,
    rounds: Annotated[int, typer.Option(help="How many rounds are played.")] = 10_000,
    seed: Annotated[int | None, typer.Option(help="Repeatable shuffles.")] = None,
    on: Annotated[str, typer.Option(help="Where: threads, processes, ray (a cluster) or gpu.")] = "threads",
    chunks: Annotated[int | None, typer.Option(help="Into how many chunks the rounds are cut; changes no result.")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Stores finished chunks here, and goes on with those that are there.")
    ] = None,
    engine: Annotated[bool, typer.Option("--engine", help="Through the table itself, step by step.")] = False,
    wager: Annotated[str, typer.Option(help="Report one wager only.")] = "",
    house: HouseFile = None,
    chosen: Chosen = None,
    as_json: Json = False,
) -> None:
    """Plays rounds by best play, every wager on the table; the house's mean gain beside the exact edge. Games with a compiled
    simulator play millions of rounds per second, the others go through the table itself (docs/scale.md)."""
    from pitboss import rulebook
    from pitboss.games import BANKED
    from pitboss.odds.catalogue import named_wager
    from pitboss.submissions.reading import house_for
    from pitboss.terminal.progress import progress

    number = rulebook.chapter(chapter).chapter
    only = named_wager(number, wager) if number in BANKED else ""
    offered = house_for(number, house, chosen or [])
    with progress(f"chapter {number}") as tell:
        from pitboss.simulators.simulate import simulate as play_rounds

        found = play_rounds(number, offered, rounds, seed, tell, on, chunks, resume, engine).record()
    if only:
        found["wagers"] = [row for row in found["wagers"] if row["wager"] == only]
        if not found["wagers"]:
            raise PitbossError(f"no {only} Wager is made at this table: chapter {number} does not offer it with these choices")
    if as_json:
        print_json(found)
        return
    print(f"{found['rounds']:,} rounds in {found['seconds']:.1f} s, seed {found['seed']}")
    print(f"{'wager':<38}{'mean':>11}{'error':>10}{'exact':>11}")
    for row in found["wagers"]:
        name = " ".join(filter(None, (row["wager"], row["table"])))
        exact = "" if row["exact"] is None else f"{row['exact']:.4%}"
        print(f"{name:<38}{row['mean']:>11.4%}{row['standard_error']:>10.4%}{exact:>11}")
    print("mean: the house's gain as a share of the first required wager, comparable with the edge in `pitboss odds`")


@app.command()
def plot(
    chapter: ChapterArg,
    kind: Annotated[str, typer.Option(help="payouts of a wager, edges of all wagers, or strategy.")] = "edges",
    out: Annotated[Path | None, typer.Option(help="The picture, .svg or .png; CHAPTER-KIND.svg if left out.")] = None,
    wager: Annotated[str, typer.Option(help="One wager only; with payouts the chapter's first if left out.")] = "",
    table: Annotated[str, typer.Option(help="One pay table only.")] = "",
    house: HouseFile = None,
    chosen: Chosen = None,
) -> None:
    """Draws payouts, house edges (at Poker, chances of a jackpot) or best play, good enough for a filing."""
    from pitboss import pictures, rulebook
    from pitboss.submissions.reading import house_for
    from pitboss.terminal.progress import progress

    number = rulebook.chapter(chapter).chapter
    offered = house_for(number, house, chosen or [])
    path = out or Path(f"{number}-{kind}.svg")
    with progress(f"chapter {number}") as tell:
        pictures.plot(number, kind, offered, path, wager, table, progress=tell)
    print(path)

"""Commands for a floor that grows: archives of old rounds, logs of other houses, maintenance of the database."""

from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli.app import Json, app, show
from pitboss.cli.floor import DATABASE, HouseKeyFile, Url, configured, floor_packages
from pitboss.errors import PitbossError


@app.command()
def archive(
    archive_days: Annotated[
        int | None,
        typer.Option(
            "--days",
            min=0,
            envvar="PITBOSS_ARCHIVE_DAYS",
            show_envvar=False,
            callback=configured,
            help="Archive rounds that ended more than so many days ago; also archive-days in the configuration file.",
        ),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="Only name the archives.")] = False,
    gone: Annotated[str, typer.Option("--delete", metavar="FILE", help="Delete one archive, on record.")] = "",
    why: Annotated[str, typer.Option(help="With --delete: the reason, which the office keeps.")] = "",
    since: Annotated[
        Path | None,
        typer.Option(help="With --delete: the file of `pitboss audit --since`, which has verified its lines."),
    ] = None,
    database: Url = DATABASE,
    key: HouseKeyFile = None,
    as_json: Json = False,
) -> None:
    """Moves old rounds into signed files, also while the floor is served; `audit`, `export` and pages still read them. Their
    folder is the one that PITBOSS_ARCHIVE names, or floor.archive beside the database. Only --delete deletes an archive."""
    with floor_packages():
        import asyncio

        from pitboss.floor import archiving
        from pitboss.floor.books.audit import open_floor

        if listed:
            floor = open_floor(database)
            try:
                records = archiving.records_of(floor)
            finally:
                floor.close()
            show([{"file": file, "lines": span.last - span.first + 1} for file, span in records.here.items()], as_json)
        elif gone:
            if not why or since is None:
                raise PitbossError("--delete takes the reason with --why and the file of an audit with --since")
            span = asyncio.run(archiving.delete(database, gone, why, since, key))
            sentence = (
                f"{gone} was deleted: lines {span.first} to {span.last} of {span.stream} are gone. Audit with --since {since}."
            )
            _print_result({"deleted": gone, "stream": span.stream, "first": span.first, "last": span.last}, sentence, as_json)
        elif archive_days is None:
            raise PitbossError("--days says how long rounds stay in the database, such as --days 365")
        else:
            result = asyncio.run(archiving.archive(database, archive_days, key))
            sentence = f"{result.folder}: {len(result.files)} new files with {result.lines} lines, {result.bytes} bytes."
            _print_result(vars(result), sentence + (" Copy them with your backups." if result.files else ""), as_json)


def _print_result(row: dict[str, Any], sentence: str, as_json: bool) -> None:
    if as_json:
        show([row], True)
    else:
        print(sentence)


@app.command("import")
def import_log(
    log: Annotated[Path, typer.Argument(help="The log of a table, as pitboss export --log wrote it at another floor.")],
    house: Annotated[str, typer.Option("--house", metavar="KEY", help="The public key of that house: 64 digits or its file.")],
    database: Url = DATABASE,
    key: HouseKeyFile = None,
    as_json: Json = False,
) -> None:
    """Brings the log of a table of another floor into the archives of this one: history to look up, not chips. Every seal,
    signature and round is verified first; a log that was changed is refused."""
    with floor_packages():
        import asyncio

        from pitboss.evidence.keys import HouseKey, read_key
        from pitboss.floor.archiving import import_log as import_into

        theirs = read_key(house)
        public = theirs.public if isinstance(theirs, HouseKey) else theirs
        result = asyncio.run(import_into(database, log, public, key))
        sentence = (
            f"{result.file}: {result.lines} lines, {result.rounds} rounds"
            f", {result.signatures} signatures of {result.house[:16]}…."
        )
        rest = f" Not verified, as only the key of that house can: {result.not_verified}." if result.not_verified else ""
        _print_result(vars(result), sentence + rest, as_json)


@app.command()
def maintain(
    database: Url = DATABASE,
    compact: Annotated[
        bool, typer.Option("--compact", help="SQLite, while no server is running: write the file anew, without free pages.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Maintains the database of a floor, also while it is served: the write-ahead log goes into the file, rows are counted,
    free space is given back."""
    with floor_packages():
        from pitboss.floor.books.audit import open_floor
        from pitboss.floor.storage.maintenance import maintain as maintain_database

        floor = open_floor(database)
        try:
            result = maintain_database(floor, compact)
        finally:
            floor.close()
        sentence = f"{result.database}: {result.before} bytes before, {result.after} now; {'; '.join(result.done)}."
        _print_result(vars(result), sentence, as_json)

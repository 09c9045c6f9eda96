"""Commands that copy a floor and put the copy in its place."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.app import Json, app, show
from pitboss.cli.floor import DATABASE, Url, configured, floor_packages, read_floor_key


def _time(at: int) -> str:
    """A time in milliseconds, for a person and for a program.

    >>> _time(1_800_000_000_000)
    '2027-01-15T08:00:00Z'
    """
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The copy, a new file; in a folder it is named by the time.")],
    database: Url = DATABASE,
    keep: Annotated[
        int, typer.Option(min=0, help="In a folder: delete older backups there but for so many; 0 deletes none.")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Copies a floor while it is served, and verifies the copy: a SQLite file, or a dump of PostgreSQL. `pitboss restore` puts
    it in place. The key of the house is kept apart."""
    with floor_packages():
        from pitboss.errors import PitbossError
        from pitboss.floor.books.audit import open_floor
        from pitboss.floor.storage.backup import back_up, last_time, new_name, prune
        from pitboss.terminal.progress import progress

        if keep and not file.is_dir():
            raise PitbossError(f"--keep is about the backups in a folder, and {file} is none")
        floor = open_floor(database)
        try:
            path = new_name(file, floor) if file.is_dir() else file
            at = last_time(floor)
            with progress() as tell:
                size = back_up(floor, path, tell)
        finally:
            floor.close()
        deleted = [str(each) for each in prune(file, keep)] if keep else []
        if as_json:
            about = {"file": str(path), "bytes": size, "database": str(floor), "as_of": _time(at)}
            show([about | ({"deleted": deleted} if keep else {})], True)
            return
        print(
            f"{path}: a whole copy of {floor}, {size} bytes, verified. It has everything that was answered before {_time(at)}."
        )
        if deleted:
            print(f"Deleted: {', '.join(deleted)}.")
        print("The key of the house is not in it: keep a copy of the key file too, in another place.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that pitboss backup made.")],
    database: Url = DATABASE,
    key: Annotated[
        str | None,
        typer.Option(
            metavar="KEY",
            envvar="PITBOSS_KEY",
            show_envvar=False,
            callback=configured,
            help="The house's key file, or its public key; the key beside a SQLite file if left out, empty is none.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Puts a backup in the place of a floor: a new SQLite file or an empty PostgreSQL database; nothing is ever replaced. It is
    verified first, with the key also that servers of the house wrote it. The next `pitboss serve` discards promises of chance:
    no card that was seen is dealt again, and rounds in progress are void."""
    with floor_packages():
        from pitboss.floor.restoring import restore as restore_floor
        from pitboss.floor.storage.database import read_address

        url = read_address(database)
        beside = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
        restored = restore_floor(file, database, read_floor_key(key, beside))
        if as_json:
            show([asdict(restored) | {"file": str(file), "as_of": _time(restored.as_of)}], True)
            return
        print(f"{restored.database}: {restored.rounds} rounds and {restored.accounts} accounts, as of {_time(restored.as_of)}.")
        if restored.vouched:
            print("Every log ends with a line that a server of this house wrote.")
        else:
            print(f"Not verified without the key {restored.key[:16]}…: that servers of the house wrote the logs.")
        print(
            "What was answered later is lost: chips, accounts, roles and passwords are those of that time.\n"
            "Everybody with a password has to sign in again.\n"
            "`pitboss audit` verifies every round; `pitboss serve` opens the floor with new cards."
        )

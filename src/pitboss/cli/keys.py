"""Commands for the key of the house, with which logs are signed and secrets are sealed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import Json, app, show
from pitboss.cli.floor import DATABASE, Url, floor_packages

if TYPE_CHECKING:
    from pitboss.evidence.keys import PublicKey

keys = typer.Typer(help="The key of the house: sign logs, seal secrets.", rich_markup_mode=None)
app.add_typer(keys, name="key")


@keys.command()
def new(
    file: Annotated[Path, typer.Argument(help="Where the key goes; nobody but its owner can read it.")],
    house: Annotated[str, typer.Option(help="The name of the house.")] = "the house",
    as_json: Json = False,
) -> None:
    """Makes a key, and beside it FILE.pub, the public key for whoever verifies."""
    from pitboss.evidence.keys import HouseKey, public_file

    key = HouseKey.create(file, house)
    key.public.write(public_file(file))
    _tell(key.public, as_json)


@keys.command(name="show")
def show_key(
    file: Annotated[str, typer.Argument(help="A key file of either kind.")],
    as_json: Json = False,
) -> None:
    """Prints the public key."""
    from pitboss.evidence.keys import HouseKey, read_key

    key = read_key(file)
    _tell(key.public if isinstance(key, HouseKey) else key, as_json)


@keys.command()
def change(
    key: Annotated[Path, typer.Argument(help="The key file of a floor that nobody serves; the new key takes its place.")],
    database: Url = DATABASE,
    stolen: Annotated[
        bool,
        typer.Option("--stolen", help="The old key is in other hands: the next start also discards all promises of chance."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Changes the key of a floor. The new file also opens and verifies what was written with the old key, which signs nothing
    any more; FILE.pub verifies all of it. Stop every server first."""
    with floor_packages():
        import asyncio

        from pitboss.floor.office_commands import change_key

        new = asyncio.run(change_key(database, key, stolen))
        if as_json:
            show([{"house": new.house, "public": new.public.key, "earlier": new.public.earlier}], True)
            return
        print(f"{key} is the new key, {new.public.key}; the old one is kept as {key}.{new.public.earlier[0][:8]}.")
        print(
            f"Give {key}.pub to whoever verifies, copy {key} to every server and to the place of its copy, and start the floor."
        )


def _tell(key: "PublicKey", as_json: bool) -> None:
    if as_json:
        show([{"house": key.house, "public": key.key}], True)
    else:
        print(key.key)

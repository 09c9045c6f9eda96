"""Who may give which command: players for their own seats, employees within their office, the house for silent players."""

from pitboss.errors import NotYours
from pitboss.table import commands as said
from pitboss.table.commands import MAY, Author, Deed
from pitboss.table.playing import Playing


def check_author(table: Playing, deed: Deed, author: Author) -> None:
    """Checks that an author may give a command; raises NotYours."""
    may, (role, name) = MAY[type(deed)], author
    if role not in may:
        raise NotYours(f"a {role} cannot say that; {' or '.join(may)} can")
    if role == "player":
        _check_player(table, deed, name)
    elif role == "house" and isinstance(deed, said.Decide | said.CutCards):
        _check_silent(table, deed)


def _check_player(table: Playing, deed: Deed, name: str) -> None:
    if isinstance(deed, said.Sit):
        if deed.player != name:
            raise NotYours(f"{name} cannot sit down for {deed.player}")
        return
    number = getattr(deed, "seat", None)
    if isinstance(deed, said.Act):
        number = deed.detail.get("seat")
        if deed.kind not in table.game.players_acts:
            raise NotYours(f"a player cannot do that: {deed.kind!r} is for a dealer or floorperson")
    if type(number) is not int:
        raise NotYours("a player speaks for a seat, which is a whole number")
    seat = table.seats.get(number)
    if seat is not None and seat.player != name:
        raise NotYours(f"seat {number} is {seat.player}'s, not {name}'s")


def _check_silent(table: Playing, deed: said.Decide | said.CutCards) -> None:
    """Checks that the house gives a silent player the prescribed answer and no other."""
    if isinstance(deed, said.CutCards):
        if deed.depth is not None or deed.seed:
            raise NotYours("a silent player does not cut the cards")
        return
    ask = table.ask_of(deed.seat)
    answer = table.silent(ask)
    if (deed.word, deed.cents) != (answer.word, answer.cents):
        raise NotYours(f"seat {deed.seat} is silent: the answer given for it is {answer}", ask.cite)

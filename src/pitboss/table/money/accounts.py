"""The accounts of a table over a whole sitting. What players brought from the cage lies before them, was taken away by those
who left, or went to the inventory, the meter and the jackpot boxes.

Every account opens at zero. Purchases, departures and changes of seats are entered, and the ledger of every round and of every
act between rounds. Each entry returns new accounts, or raises Unbalanced and changes nothing. A meter may be shared by several
tables; only this table's moves are in its accounts, so the meter's balance may be negative. `msgspec.json` writes and reads
accounts.

>>> from pitboss.table.money.ledger import balance
>>> table = Accounts().buy(1, 50_000, "Ann").buy(2, 20_000, "Bo")
>>> table = table.post(balance([Step("565.7(a)(1)", "wager", "seat_1", wager="Ante", cents=1000),
...                             Step("565.12(b)", "pay", "seat_1", wager="Ante", cents=1500)]))
>>> print(table.leave(2))
seat 1, Ann          $515
inventory            -$15
meter                  $0
jackpot boxes          $0
taken away           $200
brought             -$700
                       $0
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Unbalanced
from pitboss.money import dollars
from pitboss.table.money.ledger import Ledger, holdings
from pitboss.table.steps import DEALER, Step, seat_name


class Accounts(Struct, frozen=True):
    """The balance of every account of a table, in cents. Seats are named as in steps."""

    players: dict[str, int] = {}  # the chips before each seat
    names: dict[str, str] = {}  # who sits there
    inventory: int = 0
    meter: int = 0
    box: int = 0
    brought: int = 0  # from the cage, in all
    taken: int = 0  # back to it, in all

    def buy(self, number: int, cents: int, player: str = "") -> "Accounts":
        """A player buys chips: a new player by name, or the player who has the seat."""
        who = seat_name(number)
        player = player or self.names.get(who, "")
        if type(cents) is not int or cents < 0:
            raise Unbalanced(f"nobody can buy {cents!r} cents of chips")
        if self.names.get(who, player) != player or not player:
            raise Unbalanced(f"{player or 'nobody'} does not have seat {number}")
        if who in self.players and who not in self.names:
            raise Unbalanced(f"seat {number} holds {dollars(self.players[who])} of a player who left")
        chips = {**self.players, who: self.players.get(who, 0) + cents}
        return self._but(players=chips, names={**self.names, who: player}, brought=self.brought + cents)

    def leave(self, number: int, cents: int | None = None) -> "Accounts":
        """A player leaves with all their chips, or with `cents`. Their wagers stay until the round is over; chips that come
        back can be taken to them then."""
        who = seat_name(number)
        chips = self._held(number)
        taken = chips if cents is None else cents
        if type(taken) is not int or not 0 <= taken <= chips:
            raise Unbalanced(f"seat {number} has {dollars(chips)} in chips and cannot leave with {taken!r} cents")
        players = {**self.players, who: chips - taken}
        names = {seat: name for seat, name in self.names.items() if seat != who}
        return self._but(players=players, names=names, taken=self.taken + taken)

    def move(self, number: int, to: int) -> "Accounts":
        """A player takes another seat, with their chips."""
        who, there = seat_name(number), seat_name(to)
        chips = self._held(number)
        if there in self.players or who not in self.names:
            raise Unbalanced(f"nobody can move from seat {number} to seat {to}")
        players = {seat: cents for seat, cents in self.players.items() if seat != who} | {there: chips}
        names = {seat: name for seat, name in self.names.items() if seat != who} | {there: self.names[who]}
        return self._but(players=players, names=names)

    def post(self, ledger: Ledger) -> "Accounts":
        """Enters the ledger of a round, or of an act between rounds."""
        players = dict(self.players)
        for who, cents in ledger.players.items():
            if who not in players and cents:
                raise Unbalanced(f"{who} gained {dollars(cents)} and nobody sits there")
            players[who] = players.get(who, 0) + cents
        return self._but(
            players=players,
            inventory=self.inventory + ledger.inventory,
            meter=self.meter + ledger.meter,
            box=self.box + ledger.box,
            brought=self.brought + max(0, -ledger.cage),
            taken=self.taken + max(0, ledger.cage),
        )

    def holdings(self, steps: Iterable[Step] = ()) -> dict[str, int]:
        """The balance of every account, also during a round with these steps so far; raises Unbalanced unless all of it sums to
        zero.

        >>> list(Accounts().buy(1, 500, "Ann").holdings([Step("", "wager", "seat_1", wager="Ante", cents=200)]).items())[:3]
        [('seat_1', 300), ('layout', 200), ('center', 0)]
        """
        moved = holdings(steps)
        table = moved.pop("")
        chips = dict(self.players)
        inventory, layout = self.inventory + table["inventory"], 0
        for who, own in moved.items():
            gained = own["player"] + own["back"]
            inventory += own["collected"]
            layout += own["layout"]
            if who == DEALER:
                inventory += gained
            else:
                chips[who] = chips.get(who, 0) + gained
        others = {
            "layout": layout,
            "center": table["center"],
            "pot": table["pot"],
            "inventory": inventory,
            "meter": self.meter + table["meter"],
            "box": self.box + table["box"],
            "cage": self.taken - self.brought + table["cage"],
        }
        _check(chips, sum(others.values()))
        return chips | others

    def __str__(self) -> str:
        lines = []
        for who, cents in sorted(self.players.items(), key=lambda seat: int(seat[0].removeprefix("seat_"))):
            player = self.names.get(who, "")
            lines.append((who.replace("_", " ") + (f", {player}" if player else ""), cents))
        lines += [("inventory", self.inventory), ("meter", self.meter), ("jackpot boxes", self.box)]
        lines += [("taken away", self.taken), ("brought", -self.brought)]
        lines.append(("", sum(cents for _, cents in lines)))
        names, sums = max(len(name) for name, _ in lines), max(len(dollars(cents)) for _, cents in lines)
        return "\n".join(f"{name:<{names}}  {dollars(cents):>{max(sums, 10)}}" for name, cents in lines)

    def _held(self, number: int) -> int:
        if seat_name(number) not in self.players:
            raise Unbalanced(f"nobody sits at seat {number}")
        return self.players[seat_name(number)]

    def check(self) -> None:
        """Checks that no player has negative chips and that everything sums to zero; raises Unbalanced."""
        _check(self.players, self.inventory + self.meter + self.box + self.taken - self.brought)

    def _but(self, players: dict[str, int], **changes: Any) -> "Accounts":
        """The accounts with some of them changed; a vacated seat without chips is dropped."""
        names = changes.get("names", self.names)
        kept = {who: cents for who, cents in players.items() if cents or who in names}
        found = replace(self, players=kept, **changes)
        found.check()
        return found


def _check(chips: dict[str, int], others: int) -> None:
    for who, cents in chips.items():
        if cents < 0:
            raise Unbalanced(f"{who} has {dollars(cents)} in chips")
    if total := sum(chips.values()) + others:
        raise Unbalanced(f"the accounts of the sitting sum to {dollars(total)}, not zero")

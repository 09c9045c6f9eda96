"""A room's commands as methods, for a caller who stands in it: each gives one command, with its author, at the time of the
room's clock.
"""

from abc import ABC, abstractmethod
from typing import Any

from pitboss.card_room import commands as said
from pitboss.card_room.commands import FLOORPERSON, HOUSE, Author, Deed
from pitboss.card_room.funds import Award, Count, Fund
from pitboss.card_room.state import State
from pitboss.table.table import Table


class Words(ABC):
    """The commands of a room as methods. Times (`at`) are minutes on the room's clock, by default now."""

    state: State
    tables: dict[str, Table]

    @abstractmethod
    def _say(self, deed: Deed, author: Author, at: float | None = None) -> Any:
        """Has a command carried out; returns its result."""

    # ------------------------------------------------------------------ tables, the list and the seats

    def open_table(self, name: str, given: dict[str, Any] | None = None) -> Table:
        """Opens a table."""
        self._say(said.OpenTable(name, dict(given or {})), FLOORPERSON)
        return self.tables[name]

    def close_table(self, name: str) -> None:
        """Closes a table at which nobody sits."""
        self._say(said.CloseTable(name), FLOORPERSON)

    def close(self) -> None:
        """Closes the room, after its tables: a log that ends here is complete."""
        self._say(said.CloseRoom(), FLOORPERSON)

    def join(self, player: str, variant: str) -> int:
        """Puts a player on the list for a game; returns how many wait for it ahead of them."""
        return int(self._say(said.Join(player, variant), Author("player", player)))

    def strike(self, player: str) -> None:
        """Takes a player off the list."""
        self._say(said.Strike(player), FLOORPERSON)

    def seat(self, player: str, name: str, number: int, cents: int) -> None:
        """A player takes a free seat with sufficient table stakes. The first player on the list for the game has priority."""
        self._say(said.TakeSeat(player, name, number, cents), Author("player", player))

    # ------------------------------------------------------------------ jackpots

    def offer(self, name: str, kind: str, tables: list[str]) -> Fund:
        """Offers a Bad Beat payout or a High Hand Jackpot at some tables."""
        self._say(said.Offer(name, kind, list(tables)), HOUSE)
        return self.state.fund(name)

    def count(
        self,
        name: str,
        place: str,
        dealer: str,
        floorperson: str,
        security: str,
        compliance: bool = True,
        day: int | None = None,
    ) -> Count:
        """Counts the boxes of a fund (`Fund.count`)."""
        deed = said.CountBoxes(name, place, dealer, floorperson, security, compliance, day)
        counted: Count = self._say(deed, Author("floorperson", floorperson))
        return counted

    def verify(self, name: str, cashier: str, cents: int) -> int:
        """The cage verifies a count (`Fund.verify`)."""
        return int(self._say(said.VerifyCount(name, cashier, cents), Author("house", cashier)))

    def adjust(self, name: str, finance: str, floorperson: str) -> int:
        """Sets a fund's display to the amount held (`Fund.adjust`)."""
        return int(self._say(said.Adjust(name, finance, floorperson), Author("house", finance)))

    def award_bad_beat(self, supervisor: str, at: float | None = None) -> list[Award]:
        """The Poker shift supervisor verifies the first Bad Beat that a dealer called, with every qualifying losing hand of
        that round that was not dismissed."""
        awards: list[Award] = self._say(said.PayBadBeat(supervisor), Author("floorperson", supervisor), at)
        return awards

    def start_period(self, name: str, at: float | None = None) -> None:
        """Starts a qualifying period of a High Hand Jackpot."""
        self._say(said.StartPeriod(name), FLOORPERSON, at)

    def track(self, at: float | None = None, identification: bool = True, **fields: str) -> bool:
        """A floorperson verifies the first hand that a dealer called, and fills in the tracking slip; returns whether it is the
        highest so far, or ties it. `fields` are phone, dealer, dealer_credential, floorperson, floorperson_credential."""
        blank = dict.fromkeys(("phone", "dealer", "dealer_credential", "floorperson", "floorperson_credential"), "")
        deed = said.Track(identification, **blank | fields)
        return bool(self._say(deed, Author("floorperson", deed.floorperson), at))

    def dismiss(self, kind: str, player: str = "") -> None:
        """Dismisses the first hand that waits for verification, or the first of a player."""
        self._say(said.Dismiss(kind, player), FLOORPERSON)

    def end_period(self, name: str, at: float | None = None) -> list[Award]:
        """Ends a qualifying period; the highest hand wins the pool (`Fund.finish`)."""
        awards: list[Award] = self._say(said.EndPeriod(name), FLOORPERSON, at)
        return awards

    def collect(self, name: str, player: str, at: float | None = None, place: str = "", identification: bool = True) -> int:
        """A player collects a payout (`Fund.collect`)."""
        return int(self._say(said.Collect(name, player, place, identification), FLOORPERSON, at))

    def expire(self, name: str, at: float | None = None) -> int:
        """Returns payouts that were not collected in time to the fund."""
        return int(self._say(said.Expire(name), FLOORPERSON, at))

    def discontinue(self, name: str, into: str = "") -> int:
        """Ends a fund; its money stays for its players or goes to another fund (`Fund.end`)."""
        return int(self._say(said.Discontinue(name, into), HOUSE))

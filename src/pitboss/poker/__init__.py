"""The Poker room: tables, the waiting list, revenue and jackpots around the hands that `pitboss.games.nonbanked` plays."""

from pitboss.poker.funds import Fund, Slip
from pitboss.poker.notices import notice
from pitboss.poker.room import Room

__all__ = ["Fund", "Room", "Slip", "notice"]

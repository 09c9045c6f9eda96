"""The Poker room: tables, the waiting list, revenue and jackpots around the hands that `pitboss.games.nonbanked` plays."""

from pitboss.poker.jackpots import Fund, Slip, notice
from pitboss.poker.room import Room

__all__ = ["Fund", "Room", "Slip", "notice"]

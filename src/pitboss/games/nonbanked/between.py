"""Acts at a Poker table between two hands: stakes, seats, absences, an agreed minimum bet, the charge for time.

Each is an act (`Table.act`): checked before it has an effect, recorded, and written as steps with their paragraphs.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.games.nonbanked.rules import Agreement, Between, memory_of
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.money import dollars
from pitboss.table.door import LATEST, MOST_CENTS
from pitboss.table.felt import HOUR, Felt, Seat
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import Step

CHARGE = "Time charge"


Act = Callable[[Round, dict[str, Any]], None]


def acts(b: Between) -> Mapping[str, tuple[str, Act]]:
    """The acts of a chapter, each with its paragraph."""
    return {
        "stakes added": (b.add, lambda t, d: add_stakes(t, b, d)),
        "seat change": (b.seated, lambda t, d: change_seat(t, b, d)),
        "player leaves": (b.seated, lambda t, d: leave(t, b.seated, seat_named(t, b.seated, d), "gives up the seat")),
        "player put out": (b.leaves, lambda t, d: put_out(t, b, d)),
        "player steps away": (b.away, lambda t, d: step_away(t, b, seat_named(t, b.away, d))),
        "player returns": (b.away, lambda t, d: come_back(t, b, d)),
        "minimum bet agreed": (b.minimum, lambda t, d: agree(t, b, d)),
        "time charge": (b.charge, lambda t, d: charge_time(t, b, d)),
        "contributions end": (b.contributions, lambda t, d: end_contributions(t, b, d)),
        "collection period": (b.collection, lambda t, d: collect_until(t, b, d)),
    }


# Acts of players themselves; all others are acts of the dealer or a floorperson.
PLAYERS_ACTS = frozenset({"stakes added", "seat change", "player leaves", "player steps away", "player returns"})


def seat_named(t: Round, cite: str, detail: dict[str, Any]) -> int:
    """The occupied seat that an act is about."""
    number = int(detail["seat"])
    if number not in t.table.seats:
        raise IllegalWager(f"nobody sits at seat {number}", cite)
    return number


# ---------------------------------------------------------------------------- stakes and seats


def add_stakes(t: Round, b: Between, detail: dict[str, Any]) -> None:
    """Add table stakes, which is possible only between rounds. Players take stakes off the table only by leaving it. The dealer
    changes currency into chips."""
    seat, cents = seat_named(t, b.add, detail), detail["cents"]
    if type(cents) is not int or not 0 < cents <= MOST_CENTS:
        raise IllegalWager(f"table stakes can be added to, not changed by {cents!r:.40} cents", b.add)
    if detail.get("currency"):
        t.say(b.currency, f"changes {dollars(cents)} in currency into chips", SEATS[seat])
    t.say(b.add, f"adds {dollars(cents)} to the table stakes", SEATS[seat])
    t.steps.append(Step(b.add, "buy", SEATS[seat], cents=cents))


def change_seat(t: Round, b: Between, detail: dict[str, Any]) -> None:
    """Move a player, with the table stakes, to another free seat."""
    seat, to = seat_named(t, b.seated, detail), detail["to"]
    t.table.check_seat(to)
    if to in t.table.seats:
        raise IllegalWager(f"seat {to} is taken by {t.table.seats[to].player}", b.seated)
    if seat in away_from(t.table):
        raise NotAuthorized(f"the player of seat {seat} is away", b.away)
    moved = t.table.seats.pop(seat)
    t.table.seats[to] = Seat(moved.player, 0, moved.since)
    t.say(b.seated, f"moves to seat {to}", SEATS[seat])
    t.steps.append(Step(b.seated, "leave", SEATS[seat], cents=moved.cents, note=moved.player))
    t.steps.append(Step(b.seated, "sit", SEATS[to], cents=moved.cents, note=moved.player))


def leave(t: Round, cite: str, seat: int, note: str) -> None:
    """Free a seat; its chips go with the player."""
    gone = t.table.seats.pop(seat)
    away_from(t.table).pop(seat, None)
    t.say(cite, f"{note} with {dollars(gone.cents)}", SEATS[seat])
    t.steps.append(Step(cite, "leave", SEATS[seat], cents=gone.cents, note=gone.player))


def put_out(t: Round, b: Between, detail: dict[str, Any]) -> None:
    """A player who helps another to win, or reveals anything about the hands (§ 553.17(a), § 637a.18(b)), may have to leave the
    game. A casino compliance representative is notified."""
    seat = seat_named(t, b.leaves, detail)
    leave(t, b.leaves, seat, "must leave the game")
    t.say(b.leaves, "a casino compliance representative is notified", SEATS[seat])


# ---------------------------------------------------------------------------- stepping away


def away_from(table: Felt) -> dict[int, int]:
    """The players who are away from the table, by seat, with the table stakes that they left."""
    return memory_of(table).away


def step_away(t: Round, b: Between, seat: int) -> None:
    """A player steps away and keeps the seat: a floorperson counts the table stakes, or covers them."""
    if seat in away_from(t.table):
        raise NotAuthorized(f"the player of seat {seat} is away already", b.away)
    cents = t.table.chips(seat)
    away_from(t.table)[seat] = cents
    if t.house["absent_player_stakes"] == "covered":
        t.say(b.covered, f"a floorperson covers the table stakes of {dollars(cents)}", SEATS[seat])
    else:
        t.say(b.counted, f"a floorperson counts the table stakes: {dollars(cents)}", SEATS[seat])


def come_back(t: Round, b: Between, detail: dict[str, Any]) -> None:
    """A player returns. The table stakes, as counted now (`cents`), must be unchanged, except for time charges paid
    meanwhile."""
    seat = seat_named(t, b.away, detail)
    if seat not in away_from(t.table):
        raise NotAuthorized(f"the player of seat {seat} was not away", b.away)
    left, found = t.table.seats[seat].cents, detail.get("cents", t.table.seats[seat].cents)
    if found != left:
        cite = b.covered if t.house["absent_player_stakes"] == "covered" else b.counted
        raise NotAuthorized(f"seat {seat} left {dollars(left)} on the table and has {dollars(found)} now", cite)
    del away_from(t.table)[seat]
    if t.house["absent_player_stakes"] == "covered":
        t.say(b.covered, "the cover comes off the table stakes", SEATS[seat])
    else:
        t.say(b.counted, f"a floorperson verifies {dollars(left)}: unchanged", SEATS[seat])


# ---------------------------------------------------------------------------- an agreed minimum bet


def agreed_minimum(table: Felt) -> int:
    """The minimum bet that all players at the table have agreed to, 0 if not all have."""
    agreed = memory_of(table).minimum
    return agreed.cents if all(seat.player in agreed.players for seat in table.seats.values()) else 0


def agree(t: Round, b: Between, detail: dict[str, Any]) -> None:
    """All players at the table agree to a higher minimum bet, within what the Rules Submission allows; 0 ends the agreement."""
    cents, posted, most = detail["cents"], t.house["small_bet"], t.house["minimum_bet_increase"]
    if not cents:
        memory_of(t.table).minimum = Agreement()
        t.say(b.minimum, f"the posted minimum bet of {dollars(posted)} is back")
        return
    if type(cents) is not int or not posted < cents <= posted + most or cents % t.house["smallest_chip"]:
        allowed = f"{dollars(posted)} to {dollars(posted + most)}" if most else f"{dollars(posted)}, as posted"
        given = dollars(cents) if type(cents) is int else repr(cents)
        raise NotAuthorized(f"the players may agree to {allowed}, not to {given}", b.minimum)
    here = sorted(t.table.seats)
    if missing := [seat for seat in here if seat not in detail["seats"] or seat in away_from(t.table)]:
        raise NotAuthorized(f"seat {missing[0]} has not agreed; all players at the table must", b.minimum)
    memory_of(t.table).minimum = Agreement(cents, frozenset(t.table.seats[seat].player for seat in here))
    t.say(b.minimum, f"all players agree to a minimum bet of {dollars(cents)} ({t.house['minimum_bet_agreement']})")


def end_contributions(t: Round, b: Between, detail: dict[str, Any]) -> None:
    """Pots at this table stop contributing to a payout."""
    payout = payout_of(t, b.contributions, detail)
    memory_of(t.table).contributions_ended.add(payout)
    t.say(b.contributions, f"pots no longer contribute to the {payout} payout")


def payout_of(t: Round, cite: str, detail: dict[str, Any]) -> str:
    """The payout that an act is about. Pots at this table must contribute to it."""
    payout = str(detail["payout"])
    if not t.house.values.get(f"{payout.replace(' ', '_')}_contribution"):
        raise NotAuthorized(f"this table takes no contributions to a {payout} payout", cite)
    return payout


def collect_until(t: Round, b: Between, detail: dict[str, Any]) -> None:
    """Pots contribute to a payout until a time in hours, or, if that is None, not until a collection period begins. By default,
    a table collects from every pot."""
    payout, until = payout_of(t, b.collection, detail), detail["until"]
    if until is not None and not (type(until) in (int, float) and abs(until) <= LATEST / HOUR):
        raise NotAuthorized(f"a collection period ends at a time in hours, not at {until!r:.40}", b.collection)
    memory_of(t.table).collected_until[payout] = None if until is None else float(until)
    when = "only once a collection period begins" if until is None else "in this collection period"
    t.say(b.collection, f"pots contribute to the {payout} payout {when}")


def collects(table: Felt, payout: str) -> bool:
    """True if a pot contributes to a payout now. Collection periods depend on the clock, whose reading is recorded."""
    if payout in memory_of(table).contributions_ended:
        return False
    periods = memory_of(table).collected_until
    if payout not in periods:
        return True
    until = periods[payout]
    return until is not None and table.hours() <= until


# ---------------------------------------------------------------------------- the charge for time


def charge_time(t: Round, b: Between, detail: dict[str, Any]) -> None:
    """Take the charge for the time since the last one (§ 553.15(b)(3), § 637a.17(b)(3)): an hourly fee, taken in parts of an
    hour, from every seated player, playing or not, or from the table as a whole, whose players then share it. It lies in the
    rake area until a floorperson has verified it."""
    house, table = t.house, t.table
    if "time" not in house["rake"]:
        raise NotAuthorized(f"this table has a rake by {house['rake']}, not a charge for time", b.charge)
    if not (floorperson := str(detail.get("floorperson", "")).strip()):
        raise NotAuthorized("a floorperson verifies the charges and must be named", b.drop)
    memory = memory_of(table)
    started = memory.charged_until
    if started is None:
        raise NotAuthorized("the first hand has not been dealt: no time has passed", b.fraction)
    minutes = house["time_charge_minutes"]
    passed = Fraction(table.hours()) - Fraction(started)
    periods = int(passed * 60 / minutes + Fraction(1, 10**6))
    if periods < 1:
        raise NotAuthorized(f"a charge is due every {minutes} minutes", b.fraction)
    memory.charged_until = started + periods * minutes / 60
    fee = periods * house["time_charge"] * minutes // 60
    t.say(b.hourly, f"{dollars(house['time_charge'])} an hour; {periods * minutes} minutes have passed")
    for seat, owed in shares(t, fee).items():
        cents = min(owed, table.seats[seat].cents)
        t.steps.append(
            Step(b.charge, "charge", SEATS[seat], wager=CHARGE, cents=cents, note=f"for {periods * minutes} minutes")
        )
        memory.time_charges += cents
    t.say(b.rake_area, "puts the charges into the rake area")
    t.say(b.drop, f"{floorperson} verifies them; they go into the drop box")


def shares(t: Round, fee: int) -> dict[int, int]:
    """The amount that each seated player owes: the fee, or a share of the table's fee in chips, with odd chips from the first
    seats."""
    seats = sorted(t.table.seats)
    if t.house["time_charge_basis"] == "player" or not seats:
        return dict.fromkeys(seats, fee)
    unit = t.house["smallest_chip"]
    chips, rest = divmod(fee, unit)
    each, odd = divmod(chips, len(seats))
    owed = {seat: (each + (at < odd)) * unit for at, seat in enumerate(seats)}
    owed[seats[0]] += rest
    return owed


def charge_problems(house: House, b: Between) -> Iterator[Problem]:
    """The part of an hourly fee that is taken every so many minutes must be whole cents."""
    if house["time_charge"] * house["time_charge_minutes"] % 60:
        every = f"every {house['time_charge_minutes']} minutes"
        message = f"{dollars(house['time_charge'])} an hour cannot be taken {every} in whole cents"
        also = ("time_charge_minutes",)
        multiple = f"a multiple of {60 // math.gcd(60, house['time_charge_minutes'])}"
        yield house.problem(message, "time_charge", "charge-in-cents", cite=b.fraction, allowed=multiple, needs=also)

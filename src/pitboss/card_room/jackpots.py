"""The effect of commands about jackpots: which funds are offered at which tables, counts, verifications, awards and payouts.
The funds themselves are in `funds`. Times (`at`) are minutes.
"""

from msgspec.structs import replace

from pitboss.card_room import commands as said
from pitboss.card_room.commands import Call
from pitboss.card_room.funds import KINDS, Award, Count, Slip, check_shared, offered, section_of
from pitboss.card_room.state import State
from pitboss.errors import NotAuthorized

BAD_BEAT, HIGH_HAND = KINDS


def offer(state: State, deed: said.Offer) -> None:
    """Offers a Bad Beat payout or a High Hand Jackpot at some tables."""
    name, kind, tables = deed.fund, deed.kind, deed.tables
    if name in state.funds:
        raise NotAuthorized(f"there already is a fund {name!r}")
    if not tables:
        raise NotAuthorized("a fund is made of contributions: name the tables that take part")
    if kind not in KINDS or not section_of(state.chapter, kind):
        raise NotAuthorized(f"chapter {state.chapter} has no {kind!r} payout")
    houses = [state.house(table) for table in tables]
    fund, *same = [offered(kind, house) for house in houses]
    for other in same:
        check_shared(fund, other.house)
    fund_of_table = state.contributes.get(kind, {})
    for table in tables:
        before = fund_of_table.get(table)
        if before is not None and (state.funds[before].collecting or state.funds[before].held):
            raise NotAuthorized(f"table {table} belongs to the fund {before} already")
    state.funds[name] = fund
    state.apart[kind] = [table for table in state.apart.get(kind, ()) if table not in tables]
    state.contributes[kind] = fund_of_table | dict.fromkeys(tables, name)
    fund.boxes = dict.fromkeys(tables, 0)
    state.change(f"fund {name}")


def discontinue(state: State, deed: said.Discontinue) -> int:
    """Ends a fund; returns the cents that moved to another."""
    name, into = deed.fund, deed.into
    moved = state.fund(name).end(state.fund(into) if into else None)
    state.change(f"fund {name}")
    if into:
        for fund_of_table in state.contributes.values():
            for table in [table for table, fund in fund_of_table.items() if fund == name]:
                fund_of_table[table] = into
                state.funds[into].boxes.setdefault(table, 0)
        state.to_verify = [replace(call, fund=into) if call.fund == name else call for call in state.to_verify]
        state.change(f"fund {into}", *(f"calls {kind}" for kind in KINDS))
    return moved


# ---------------------------------------------------------------------------- boxes and display


def count(state: State, deed: said.CountBoxes) -> Count:
    """Counts the boxes of a fund."""
    fund = state.fund(deed.fund)
    counted = fund.count(deed.place, deed.dealer, deed.floorperson, deed.security, deed.compliance, deed.day)
    state.change(f"fund {deed.fund}")
    return counted


def verify(state: State, deed: said.VerifyCount) -> int:
    """The cage verifies a count."""
    cents = state.fund(deed.fund).verify(deed.cashier, deed.cents)
    state.change(f"fund {deed.fund}")
    return cents


def adjust(state: State, deed: said.Adjust) -> int:
    """Sets a fund's display to the amount held."""
    displayed = state.fund(deed.fund).adjust(deed.finance, deed.floorperson)
    state.change(f"fund {deed.fund}")
    return displayed


# ---------------------------------------------------------------------------- hands to be verified


def first_call(state: State, kind: str, player: str = "") -> Call:
    """The first hand of a kind that waits for verification, or the first of a player; raises NotAuthorized."""
    calls = [call for call in state.to_verify if call.kind == kind and player in ("", call.player)]
    if not calls:
        raise NotAuthorized(f"no {kind} waits for verification")
    return calls[0]


def dismiss(state: State, deed: said.Dismiss) -> None:
    """Dismisses a hand that does not qualify."""
    state.to_verify.remove(first_call(state, deed.kind, deed.player))
    state.change(f"calls {deed.kind}")


def pay_bad_beat(state: State, deed: said.PayBadBeat, at: float) -> list[Award]:
    """Pays the Bad Beat that was called first, with every qualifying losing hand of its round that was not dismissed."""
    first = first_call(state, BAD_BEAT)
    together = [call for call in state.to_verify if call.kind == BAD_BEAT and call.round == first.round]
    losers, highest = [call.player for call in together], max(call.hand for call in together)
    others = [player for player in first.others if player not in losers]
    paid = state.funds[first.fund].pay_bad_beat(deed.supervisor, highest, losers, list(first.winners), others, at)
    state.to_verify = [call for call in state.to_verify if call not in together]
    state.change(f"fund {first.fund}", f"calls {BAD_BEAT}")
    return paid


def track(state: State, deed: said.Track, at: float) -> bool:
    """Puts a hand on the tracking slip; returns whether it is the highest so far, or ties it."""
    call = first_call(state, HIGH_HAND)
    slip = Slip(
        player=call.player,
        phone=deed.phone,
        seat=call.seat,
        table=call.table,
        hand=call.hand,
        dealer=deed.dealer,
        dealer_credential=deed.dealer_credential,
        floorperson=deed.floorperson,
        floorperson_credential=deed.floorperson_credential,
        made=call.made,
        at=at,
    )
    highest = state.funds[call.fund].track(slip, call.players, deed.identification)
    state.to_verify.remove(call)
    state.change(f"calls {HIGH_HAND}")
    return highest


# ---------------------------------------------------------------------------- qualifying periods, and paying out


def start_period(state: State, deed: said.StartPeriod, at: float) -> None:
    """Starts a qualifying period of a High Hand Jackpot."""
    state.fund(deed.fund).start(at)
    state.change(f"fund {deed.fund}")


def end_period(state: State, deed: said.EndPeriod, at: float) -> list[Award]:
    """Ends a qualifying period; the highest hand wins the pool."""
    fund = state.fund(deed.fund)
    if any(call.kind == HIGH_HAND and call.fund == deed.fund for call in state.to_verify):
        raise NotAuthorized("a hand of this period waits for verification", f"{state.chapter}.16(f)")
    won = fund.finish(at)
    state.change(f"fund {deed.fund}")
    return won


def collect(state: State, deed: said.Collect, at: float) -> int:
    """A player collects a payout."""
    paid = state.fund(deed.fund).collect(deed.player, at, deed.place, deed.identification)
    state.change(f"payout {deed.fund} {deed.player}")
    return paid


def expire(state: State, deed: said.Expire, at: float) -> int:
    """Returns payouts not collected in time to the fund."""
    back = state.fund(deed.fund).expire(at)
    state.change(f"fund {deed.fund}")
    return back

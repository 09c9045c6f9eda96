"""A table as a viewer sees it now, ready for JSON: its layout, and the visible steps of the round."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import msgspec

from pitboss.evidence.records import Record as Evidence
from pitboss.evidence.records import published
from pitboss.table import notes
from pitboss.table.log.records import Record
from pitboss.table.steps import Step, seat_name, seat_of
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout, Seat
from pitboss.table.view.viewers import SPECTATOR, Viewer, asked, in_text, redact

Say: TypeAlias = Callable[[Sequence[Step | None], frozenset[int]], list[tuple[str, str]]]  # `pitboss.telling.plain.say`


def told(table: Table) -> list[Step]:
    """The steps of the sitting that a layout needs: the players with their chips, the wagers placed, and the round in progress
    or the previous one from its beginning."""
    current, game = table.shown, table.game
    ledger = current.balanced if current is not None and table.round is None else None
    before = ledger.players if ledger is not None else {}
    steps = []
    for number, seat in table.seats.items():
        who = seat_name(number)
        steps.append(Step(game.chips, "sit", who, cents=seat.cents - before.get(who, 0), note=seat.player))
    placed = [
        Step(game.chips, "placed", seat_name(number), wager=wager, cents=cents)
        for number, wagers in table.bets.items()
        for wager, cents in wagers.items()
    ]
    if table.round is not None:
        steps += placed
    if current is not None:
        number = table.rounds + (table.round is not None)
        steps += [Step(game.no_more_bets, "begin", note=notes.number(number)), *current.steps]
    if table.round is None:
        steps += [Step(game.clear, "end")] if current is not None else []
        steps += placed
    if table.meter_cents is not None:
        steps.append(Step(game.no_more_bets, "meter", wager=game.progressive, note=notes.number(table.meter_cents)))
    return steps


def who_was(table: Table, viewer: Viewer) -> Viewer:
    """A viewer as of the round in progress or the last one: a player who takes a seat does not see the cards of its previous
    player."""
    current = table.shown
    if current is None or not viewer.player:
        return viewer
    held = {number for number, seat in current.seated.items() if seat.player == viewer.player}
    return replace(viewer, seats=frozenset(held & viewer.seats))


def newcomers(table: Table) -> list[int]:
    """The seats whose players did not hold them in the round in progress or the last one: its cards there are not theirs."""
    current = table.shown
    if current is None:
        return []
    held = {number: seat.player for number, seat in current.seated.items()}
    return [number for number, seat in sorted(table.seats.items()) if held.get(number) != seat.player]


def layout_of(table: Table, viewer: Viewer = SPECTATOR) -> Layout:
    """The table as a viewer sees it now, with the cards of the last round until the next begins."""
    then = replace(who_was(table, viewer), player="")  # the `sit` steps of `told` do not change who saw what
    (steps,) = redact(told(table), [then], table.game.looks(table.house))
    layout = Layout(decks=table.house.get("decks") or 1).see_all(steps)
    layout.asked = asked(table.asks() or [table.request], viewer, table.silent)
    return layout


def outline_of(table: Table) -> Layout:
    """The players at a table with their chips, and no more: for a table whose steps cannot be drawn."""
    seats = {number: Seat(seat.player, table.chips(number)) for number, seat in table.seats.items()}
    playing = table.round is not None
    return Layout(table.house.get("decks") or 1, table.rounds + playing, playing, seats=seats)


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The message to a viewer about one record: its version with the visible steps, or the bare version; the public evidence of
    fair chance; and on request the steps in words, each line with its paragraph."""

    v: int
    steps: list[list[Any] | None] = []
    evidence: list[Evidence] = []
    words: list[tuple[str, str]] = []


def frames(records: Iterable[Record], viewer: Viewer, looks: bool, say: Say | None = None) -> list[Frame]:
    """Records as a viewer is sent them, one frame each, so that a gap in the versions always means loss. A viewer who sits down
    or leaves meanwhile sees what is theirs from then on. `say` puts the visible steps in words."""
    found, records = [], list(records)
    viewer = at_first(viewer, records)
    for record in records:
        (steps,) = redact(record.steps, [viewer], looks)
        before, viewer = viewer, viewer.after(record.steps)
        told_of = [in_text(step) for step in steps]
        words = say(steps, before.seats | viewer.seats) if say is not None else []
        found.append(Frame(record.version, told_of if any(told_of) else [], published(record.evidence), words))
    return found


def at_first(viewer: Viewer, records: Sequence[Record]) -> Viewer:
    """A named viewer as of before some records: a seat that changes hands in them was not theirs before."""
    seats = set(viewer.seats) if viewer.player else set()
    for step in [step for record in records for step in record.steps if step.act in ("sit", "leave")] if seats else ():
        if (seat := seat_of(step.who)) in seats:
            seats.discard(seat)
            if step.act == "sit" or step.note != viewer.player:
                viewer = replace(viewer, seats=viewer.seats - {seat})
    return viewer


def steps_of_round(table: Table, viewer: Viewer) -> Sequence[Step | None]:
    """The steps of the round in progress or of the last one, as a viewer saw them."""
    current = table.shown
    return redact(current.steps if current is not None else [], [who_was(table, viewer)], table.game.looks(table.house))[0]


def view(table: Table, viewer: Viewer = SPECTATOR) -> dict[str, Any]:
    """The table as a viewer sees it, ready for JSON."""
    steps = steps_of_round(table, viewer)
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(layout_of(table, viewer)))
    return {"chapter": table.game.chapter, **found, "steps": [in_text(step) for step in steps]}

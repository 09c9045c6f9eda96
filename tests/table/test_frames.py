"""What is sent to a viewer, record by record: no version is missing, and the picture made of it is that of the live table."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from pitboss.evidence.records import Promised
from pitboss.games import game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.commands import DEALER, Begin
from pitboss.table.drivers import bots
from pitboss.table.log.records import Record
from pitboss.table.steps import Step
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import BACK, SPECTATOR, SURVEILLANCE, Viewer, from_text
from pitboss.table.view.views import Frame, at_first, frames, layout_of, newcomers, steps_of_round, told, who_was
from tests.sittings import CHAPTERS, NAMES, sitting

SAME = (
    *("round", "in_progress", "void", "seats", "hands", "wagers", "placed"),
    *("bets", "put", "pots", "folded", "all_in", "button"),
)


class Client:
    """Somebody who has seen a table from its opening on, over a line."""

    def __init__(self, viewer: Viewer, table: Table) -> None:
        self.viewer, self.looks = viewer, table.game.looks(table.house)
        self.layout = Layout(decks=table.house.get("decks") or 1)
        self.versions = [1]  # the opening
        self.seats = viewer.seats  # when the round began

    def hear(self, record: Record) -> None:
        """A frame arrives."""
        (sent,) = frames([record], self.viewer, self.looks)
        frame = msgspec.json.decode(msgspec.json.encode(sent), type=Frame)
        self.viewer = self.viewer.after(record.steps)
        if isinstance(record.deed, Begin):
            self.seats = self.viewer.seats
        self.versions.append(frame.v)
        self.layout.see_all([from_text(row) for row in frame.steps])


@pytest.mark.parametrize("chapter", CHAPTERS)
@pytest.mark.parametrize("seed", range(3))
def test_a_client_has_the_picture_of_the_live_table(chapter: str, seed: int) -> None:
    clients: list[Client] = []

    def watch(table: Table, record: Record) -> None:
        if not clients:
            clients.extend(Client(viewer, table) for viewer in (SPECTATOR, SURVEILLANCE, *map(Viewer, NAMES[:2])))
        for client in clients:
            client.hear(record)
            live = layout_of(table, client.viewer)
            for field in SAME:
                if field == "hands" and client.viewer.seats != client.seats:
                    continue  # whoever has left still knows what he saw, and who comes has not seen it
                assert getattr(client.layout, field) == getattr(live, field), (field, record.deed)
            assert client.versions == list(range(1, table.version + 1))

    table, _ = sitting(chapter, seed, rounds=3, watch=watch)
    assert table.rounds


# ---------------------------------------------------------------------------- who comes and goes


def step(act: Any, seat: int, note: str = "", cards: tuple[int, ...] = ()) -> Step:
    return Step("565.7(b)", act, f"seat_{seat}", cards, "down" if cards else "", note=note)


def record(version: int, *steps: Step) -> Record:
    return Record(version, Begin(), DEALER, 0, "", [], list(steps))


def opened() -> Table:
    """A table of Three Card Poker at which Ann sits."""
    table = Table(game("565"), House.of("565"), Chance(3))
    table.sit(1, "Ann", 100_000)
    return table


def finish(table: Table) -> None:
    while table.request is not None:
        table.reply(bots(table, table.request))


def play_one(table: Table) -> None:
    for seat in table.seats:
        table.bet(seat, {"Ante": 500})
    table.begin()
    finish(table)


@pytest.mark.parametrize(
    ("steps", "before"),
    [
        ([], {1, 2}),
        ([step("sit", 1, "Ann")], {2}),
        ([step("leave", 1, "Bob"), step("sit", 1, "Ann")], {2}),
        ([step("leave", 1, "Ann"), step("sit", 1, "Ann")], {1, 2}),
        ([step("sit", 2, "Ann"), step("sit", 1, "Ann")], set()),
        ([step("sit", 3, "Bob"), step("leave", 3, "Bob")], {1, 2}),
        ([step("deal", 1, cards=(5,)), step("say", 2)], {1, 2}),
    ],
)
def test_a_seat_that_somebody_takes_in_some_records_was_not_his_before(steps: list[Step], before: set[int]) -> None:
    now = Viewer("Ann", frozenset({1, 2}))
    assert at_first(now, [record(1, *steps)]) == Viewer("Ann", frozenset(before))
    assert at_first(Viewer.at(1, 2), [record(1, *steps)]) == Viewer.at(1, 2)


def test_a_frame_for_each_record_shows_what_was_his_then() -> None:
    deal = step("deal", 1, cards=(50,))
    records = [record(7, deal), record(8), record(9, step("leave", 1, "Bob"), step("sit", 1, "Ann"), deal), record(10, deal)]
    records[1].evidence = [Promised(1, "ab" * 32, "cd" * 8)]
    sent = frames(records, Viewer("Ann", frozenset({1})), True)
    assert [(frame.v, [row[3] for row in frame.steps if row is not None]) for frame in sent] == [
        (7, [["??"]]),
        (8, []),
        (9, [[], [], ["Ah"]]),
        (10, [["Ah"]]),
    ]
    assert [frame.evidence for frame in sent] == [[], [Promised(1, "ab" * 32)], [], []]
    assert all(frame.words == [] for frame in sent)


def test_a_frame_tells_in_words_what_is_seen_by_who_holds_or_takes_the_seat() -> None:
    heard: list[tuple[int, frozenset[int]]] = []

    def say(steps: Sequence[Step | None], own: frozenset[int]) -> list[tuple[str, str]]:
        heard.append((len(steps), own))
        return [("565.7(b)", "words")]

    records = [record(7, step("leave", 1, "Ann")), record(8, step("sit", 2, "Ann"), step("say", 2)), record(9)]
    sent = frames(records, Viewer("Ann", frozenset({1})), True, say)
    assert heard == [(1, frozenset({1})), (2, frozenset({2})), (0, frozenset({2}))]
    assert all(frame.words == [("565.7(b)", "words")] for frame in sent)


def test_what_lies_before_a_newcomer_is_not_his() -> None:
    """Who sits down after a round sees nothing of it, and who held the seat does; who changed seats is new in his."""
    table = opened()
    assert newcomers(table) == []
    table.sit(3, "Cid", 100_000)
    assert newcomers(table) == []
    play_one(table)
    assert newcomers(table) == []
    mine = steps_of_round(table, Viewer("Ann", frozenset({1})))
    assert any(seen is not None and seen.who == "seat_1" and BACK not in seen.cards and seen.cards for seen in mine)
    table.leave(3)
    table.sit(3, "Dan", 100_000)
    table.sit(5, "Eve", 100_000)
    assert newcomers(table) == [3, 5]
    assert who_was(table, Viewer("Dan", frozenset({3}))) == Viewer("Dan")
    assert who_was(table, Viewer("Ann", frozenset({1, 5}))) == Viewer("Ann", frozenset({1}))
    assert who_was(table, Viewer("Cid")) == Viewer("Cid")
    assert who_was(table, Viewer.at(3)) == Viewer.at(3)
    dealt = [seen for seen in steps_of_round(table, Viewer("Dan", frozenset({3}))) if seen is not None and seen.act == "deal"]
    assert {card for seen in dealt if seen.who == "seat_3" for card in seen.cards} == {BACK}


def test_the_picture_of_a_table_between_rounds_and_in_one() -> None:
    table = opened()
    assert [(each.act, each.who, each.cents, each.note) for each in told(table)] == [("sit", "seat_1", 100_000, "Ann")]
    table.bet(1, {"Ante": 500})
    assert [each.act for each in told(table)] == ["sit", "placed"]
    assert [(each.wager, each.cents) for each in told(table)][1] == ("Ante", 500)
    table.begin()
    acts = [each.act for each in told(table)]
    assert acts[:3] == ["sit", "placed", "begin"] and "end" not in acts and told(table)[2].note == "1"
    finish(table)
    acts = [each.act for each in told(table)]
    assert acts[:2] == ["sit", "begin"] and acts[-1] == "end" and told(table)[1].note == "1"
    gained = table.seats[1].cents - 100_000
    assert told(table)[0].cents == 100_000 == table.seats[1].cents - gained
    table.bet(1, {"Ante": 500})
    assert [each.act for each in told(table)][-2:] == ["end", "placed"]


def test_a_meter_is_shown_as_it_stands_and_a_game_of_one_deck_has_one() -> None:
    house = House.of("655a", {"progressive_payout": True, "progressive_rate": 25, "progressive_meter": 1_234_500})
    table = Table(game("655a"), house, Chance(3))
    assert told(table)[-1] == Step(table.game.no_more_bets, "meter", wager=table.game.progressive, note="1234500")
    assert not any(each.act == "meter" for each in told(opened()))
    assert (
        layout_of(opened()).decks == 1 and layout_of(Table(game("633a"), House.of("633a", {"decks": 6}), Chance(3))).decks == 6
    )

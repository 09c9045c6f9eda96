"""The picture of a table is true, the same for whoever folds it later, and goes on from where it was sent."""

import json
from typing import cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import NAMES, parse
from pitboss.games import MODULES, game
from pitboss.games.nonbanked.pots import sides_of
from pitboss.games.nonbanked.rules import play_of
from pitboss.table.money.ledger import reverse
from pitboss.table.steps import Act, Ask, Step, seat_name
from pitboss.table.table import Table
from pitboss.table.view.layout import ACTS, Layout, Result, Seat
from pitboss.table.view.viewers import SHOWN, SPECTATOR, SURVEILLANCE, Viewer, from_text, in_text, redact
from pitboss.table.view.views import layout_of, told
from tests.card_room.playing import opened
from tests.strategies import examples
from tests.table.watching import VIEWERS, watched

# ---------------------------------------------------------------------------- the picture is true

WHISTLE = cast(Act, "whistle")  # of which nobody has heard


@pytest.mark.parametrize("chapter", MODULES)
@examples(80)
@given(data=st.data())
def test_the_layout_is_what_lies_on_the_table(chapter: str, data: st.DataObject) -> None:
    def watch(table: Table) -> None:
        for viewer in VIEWERS:
            layout = layout_of(table, viewer)
            assert {n: (s.player, s.chips) for n, s in layout.seats.items()} == {
                n: (s.player, table.chips(n)) for n, s in table.seats.items()
            }
            assert layout.meters == ({game(chapter).progressive: table.meter.cents} if table.meter is not None else {})
            if table.round is None:
                is_over(layout, table)
            else:
                is_live(layout, table, viewer)

    watched(data, chapter, watch)


def is_live(layout: Layout, table: Table, viewer: Viewer) -> None:
    """Compares a layout with the round in progress."""
    live = table.round
    assert live is not None and layout.in_progress
    assert layout.round == table.rounds + 1
    hands = {place: hand.cards for place, hand in layout.hands.items() if not hand.gone and hand.cards}
    held = {place: [NAMES[card] for card in cards] for place, cards in live.hands.items() if cards}
    if viewer.everything:
        assert hands == held
    assert {place: len(cards) for place, cards in hands.items()} == {place: len(cards) for place, cards in held.items()}
    assert layout.wagers == {number: placed for number, placed in live.wagers.items() if placed}
    assert layout.dealer == live.dealers
    assert bool(layout.void) == bool(live.void)
    if live.play is None or table.game.dealt_in is None:
        return
    hand = play_of(live)
    assert (layout.playing, layout.button) == (sorted(live.seats), hand.button)
    assert (layout.folded, set(layout.all_in)) == (hand.folded, hand.all_in)
    assert layout.bets == ({} if live.stage == "decided" else {s: cents for s, cents in hand.bets.items() if cents})
    assert (layout.put, layout.dead) == ({s: cents for s, cents in hand.put.items() if cents}, hand.dead)
    assert layout.raked == sum(hand.raked.values())
    assert sum(layout.pots) + sum(layout.bets.values()) == sum(hand.put.values()) + sum(hand.dead.values())
    if live.stage == "decided":
        assert layout.pots == [pot.cents for pot in sides_of(live)]
    for seat, cards in hand.upward.items():
        lying = layout.hands[seat_name(seat)]
        up = [card for card, face in zip(lying.cards, lying.faces, strict=True) if face == "up"]
        assert lying.gone or up == [NAMES[card] for card in cards]


def is_over(layout: Layout, table: Table) -> None:
    """Compares a layout with the ledger of the round just over."""
    assert table.last is not None and table.last.ledger is not None and not layout.in_progress
    ledger = table.last.ledger
    results = {seat_name(number): of for number, of in layout.results.items()}
    assert {who: {wager: r.placed for wager, r in of.items()} for who, of in results.items()} == ledger.placed
    assert {who: {wager: r.back for wager, r in of.items()} for who, of in results.items()} == ledger.back
    assert not layout.wagers and not layout.dealer and not layout.center and not layout.asked
    assert all(hand.gone for hand in layout.hands.values())
    assert layout.void == table.last.void
    assert table.game.dealt_in is None or table.last.void or layout.pots == play_of(table.last).outcome.pots


@pytest.mark.parametrize("chapter", MODULES)
@examples(40)
@given(data=st.data())
def test_a_layout_is_the_same_live_later_and_over_the_wire(chapter: str, data: st.DataObject) -> None:
    kept: dict[int, tuple[int, list[Layout]]] = {}  # by round: how many steps the layouts have seen

    def watch(table: Table) -> None:
        looks, steps = table.game.looks(table.house), [step for step in told(table) if step.act != "meter"]
        whole = [Layout(table.house.get("decks") or 1).see_all(mine) for mine in redact(steps, VIEWERS, looks)]
        if table.round is None:
            return
        number = table.rounds + 1
        far, live = kept.setdefault(number, (0, [Layout(table.house.get("decks") or 1) for _ in VIEWERS]))
        fresh = json.loads(json.dumps([[in_text(step) for step in mine] for mine in redact(steps[far:], VIEWERS, looks)]))
        for at, (layout, rows) in enumerate(zip(live, fresh, strict=True)):
            layout.see_all(map(from_text, rows))
            live[at] = msgspec.json.decode(msgspec.json.encode(layout), type=Layout)  # a client that was given it goes on
        kept[number] = len(steps), live
        assert live == whole

    watched(data, chapter, watch)


# ---------------------------------------------------------------------------- by hand


def wager(seat: int, name: str, cents: int) -> Step:
    return Step("565.7(a)(1)", "wager", seat_name(seat), wager=name, cents=cents)


def test_players_come_buy_bet_and_go() -> None:
    layout = Layout()
    layout.see_all(
        [
            Step("565.7(b)", "sit", "seat_1", cents=5000, note="Ann"),
            Step("565.7(b)", "sit", "seat_2", cents=3000, note="Bob"),
            Step("565.7(b)", "buy", "seat_2", cents=500),
            Step("565.7(a)(1)", "placed", "seat_1", wager="Ante", cents=1000),
            Step("565.7(a)(1)", "placed", "seat_2", wager="Ante", cents=700),
            Step("565.7(a)(2)", "placed", "seat_2", wager="Pair Plus", cents=500),
        ]
    )
    assert layout.seats == {1: Seat("Ann", 5000), 2: Seat("Bob", 3500)}
    assert layout.placed == {1: {"Ante": 1000}, 2: {"Ante": 700, "Pair Plus": 500}}
    layout.see(Step("565.7(a)(1)", "placed", "seat_2"))
    assert layout.placed == {1: {"Ante": 1000}}
    layout.see(Step("565.8(b)", "begin", note="7"))
    assert (layout.round, layout.in_progress, layout.playing) == (7, True, [1])
    layout.see(wager(1, "Ante", 1000))
    assert (layout.placed, layout.wagers, layout.seats[1].chips) == ({}, {1: {"Ante": 1000}}, 4000)
    layout.see_all([Step("565.12(b)", "pay", "seat_1", wager="Ante", cents=1000), Step("565.11(e)", "end")])
    assert layout.seats[1].chips == 6000
    assert layout.results == {1: {"Ante": Result(1000, 2000)}}
    layout.see(Step("565.7(b)", "leave", "seat_1", cents=6000))
    assert layout.seats == {2: Seat("Bob", 3500)}
    layout.see(Step("565.8(b)", "begin", note="8"))
    assert not layout.results and not layout.hands and layout.round == 8


def test_a_view_at_five_card_draw_has_five_cards_however_many_were_exchanged() -> None:
    table = opened("637a", variant="five-card draw")
    table.begin()
    while not (isinstance(ask := table.request, Ask) and ask.choices[0].of):
        assert ask is not None
        table.reply(table.verify(ask, "call" if ask.choices[1].word == "call" else "check") if isinstance(ask, Ask) else None)
    place = seat_name(ask.seat)
    before = layout_of(table, Viewer.at(ask.seat)).hands[place].cards
    table.reply(table.verify(ask, f"discard {' '.join(before[:3])}"))
    for viewer in (*VIEWERS, Viewer.at(2), Viewer.at(3)):
        hands = layout_of(table, viewer).hands
        assert [len(hands[f"seat_{n}"].cards) for n in (1, 2, 3)] == [5, 5, 5]
    after = layout_of(table, Viewer.at(ask.seat)).hands[place].cards
    assert after[:2] == before[3:] and "??" not in after
    assert set(layout_of(table, SPECTATOR).hands[place].cards) == {"??"}


def test_the_card_that_is_shown_twice_lies_there_once() -> None:
    """A card that was exposed by accident is named again when the same is reported again."""
    nine, ten = parse("9c Th")
    down = Step("645a.8(d)", "deal", "seat_2", (nine, ten), "down")
    shown = Step("645a.14(f)", "reveal", "seat_2", (ten,), "up", note="exposed by accident")
    for viewer, cards in ((SPECTATOR, ["Th", "??"]), (Viewer.at(2), ["9c", "Th"]), (SURVEILLANCE, ["9c", "Th"])):
        layout = Layout().see_all(redact([down, shown, shown], [viewer], looks=True)[0])
        assert layout.hands["seat_2"].cards == cards


def test_a_split_hand_lies_next_to_its_first() -> None:
    eights = tuple(parse("8c 8d"))
    steps = [
        Step("633a.7(f)(1)", "deal", "seat_1", eights, "up"),
        Step("633a.7(f)(2)", "deal", "dealer", tuple(parse("6h")), "up"),
        Step("633a.7(i)", "say", "seat_1", note="16"),
        Step("633a.11(a)", "move", "seat_1 split 1", eights[1:], "up", note="seat_1"),
    ]
    layout = Layout(decks=6).see_all(steps[:3])
    assert layout.hands["seat_1"].label == "16"
    layout.see(steps[3])
    assert list(layout.hands) == ["seat_1", "seat_1 split 1", "dealer"]
    assert [hand.cards for hand in layout.hands.values()] == [["8c"], ["8d"], ["6h"]]
    assert not layout.hands["seat_1"].label


def test_a_card_drawn_in_error_lies_there_until_it_is_the_next_card() -> None:
    (queen,) = parse("Qs")
    drawn = Step("633a.14(b)", "draw", "drawn in error", (queen,), "up", note="drawn in error: it is used as the next card")
    layout = Layout(decks=6).see_all([Step("633a.7(f)(1)", "deal", "seat_1", tuple(parse("9c")), "up"), drawn])
    assert layout.hands["drawn in error"].cards == ["Qs"]
    layout.see(Step("633a.7(k)", "deal", "seat_1", (queen,), "up"))
    assert {place: hand.cards for place, hand in layout.hands.items()} == {"seat_1": ["9c", "Qs"]}


def test_what_everybody_is_shown_the_layout_knows() -> None:
    silent = {"shuffle"}  # changes nothing that lies there
    assert set(SHOWN) - set(ACTS) == silent
    assert set(ACTS) <= set(SHOWN)


def test_an_act_that_nobody_knows_changes_nothing() -> None:
    layout = Layout().see_all([wager(1, "Ante", 500)])
    before = msgspec.json.encode(layout)
    layout.see_all([None, Step("565.8(b)", WHISTLE, "seat_1", tuple(parse("As")), cents=3)])
    assert msgspec.json.encode(layout) == before


def test_a_round_that_failed_after_it_paid_leaves_everybody_with_what_they_had() -> None:
    """What `VoidRound` undoes, the picture undoes too: chips, the meter and the center of the table."""
    paid = [
        Step("565.7", "sit", "seat_1", cents=90_000, note="Ann"),
        Step("565.7", "meter", wager="Progressive", note="500000"),
        Step("565.7", "begin", note="1"),
        Step("565.7", "wager", "seat_1", wager="Ante", cents=500),
        Step("565.7", "feed", "seat_1", wager="Progressive", cents=70),
        Step("565.12", "pay", "seat_1", wager="Ante", cents=700),
        Step("565.12", "vigorish", "seat_1", wager="Ante", cents=25),
        Step("565.12", "jackpot", "seat_1", wager="Progressive", cents=9000),
    ]
    layout = Layout().see_all([*paid, *reverse(paid[3:], "565.12", "the round is void"), Step("565.12", "end")])
    assert (layout.seats[1].chips, layout.meters, layout.center) == (90_000, {"Progressive": 500_000}, 0)

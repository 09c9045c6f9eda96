"""No seat's view holds a card that the seat may not see."""

import json
import re
from collections import Counter, defaultdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import NAMES, SIGNS, Card, name, parse
from pitboss.shoe import Chance, Shuffle, commit
from pitboss.table.drivers import bots, drive
from pitboss.table.steps import Answer, Ask, Cut, Step
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout, Seat
from pitboss.table.view.viewers import SPECTATOR, Viewer, in_text, seen
from pitboss.table.view.views import layout_of, outline_of, view
from tests.strategies import CHAPTERS, Clockwork, Situation, events, examples, play, situations

TROUBLE = (0.0, 0.0, 0.1)
WORD = re.compile(r"(?<![\w])([2-9TJQKA][cdhs]|Jk)(?![\w])")


def eyes(seat: int | None) -> Viewer:
    """Whoever sits at a seat; None is a spectator."""
    return SPECTATOR if seat is None else Viewer.at(seat)


def owner(place: str) -> str:
    """The seat a hand belongs to: split hands lie beside the first."""
    return place.split(" ")[0]


def known(steps: list[Step], seat: int | None, players_look: bool) -> Counter[Card]:
    """The cards a seat has seen in a round: dealt or drawn face up, turned up, or its own where players look at theirs.

    What is burned, what is left in the stub, what others hold face down and how the cards were shuffled is in none of them.
    """
    seen: Counter[Card] = Counter()
    for step in steps:
        mine = seat is not None and players_look and owner(step.who) == f"seat_{seat}"
        if step.act in ("deal", "draw") and step.face == "up":
            seen.update(step.cards)
        elif step.act == "reveal" or (step.act == "deal" and step.face == "down" and mine):
            seen |= Counter(step.cards)
            seen.update(Counter(step.cards) if step.act == "deal" else ())
    return seen


def assert_hidden(table: Table, seat: int | None) -> None:
    """Compares the view of a seat with what it may know."""
    current = table.round or table.last
    steps = current.steps if current is not None else []
    look = table.game.players_look
    shown = view(table, eyes(seat))
    words = json.dumps(shown, ensure_ascii=False)
    may = known(steps, seat, look)
    told = {NAMES[c] for c in may}
    for _, kind, detail in events(table, "incident"):
        if kind == "wrong number of cards":  # what was said aloud about it is repeated in the note
            told |= set(WORD.findall(json.dumps(detail)))
    found = set(WORD.findall(words))
    assert found <= told, f"seat {seat} is shown {found - told}"
    if seat in (None, 99):  # who sees least: no card in any other spelling either
        for card in set(range(52)) - set(may):
            assert SIGNS[card] not in words
            assert name(card) not in words
    for shuffle in events(table, "shuffle"):
        assert shuffle.salt not in words
    for step, row in zip(steps, shown["steps"], strict=True):
        assert_step(step, row[3], seat, look)
        assert_rest(step, row, seat)


def assert_step(step: Step, cards: list[str], seat: int | None, look: bool) -> None:
    """One step of the view: all of its cards, or as many backs."""
    mine = owner(step.who) == f"seat_{seat}" and (step.act == "decide" or (look and step.act == "deal"))
    if step.face == "up" or mine:
        assert cards == [NAMES[c] for c in step.cards]
    else:
        assert cards == ["??"] * len(step.cards), f"{step} shows {cards} to seat {seat}"


def assert_rest(step: Step, row: list[Any], seat: int | None) -> None:
    """All else of a step is told, but for the paragraph of another's decision, which tells what he might have done."""
    if step.act == "decide" and owner(step.who) != f"seat_{seat}":
        assert row[0] == step.cite or (step.cite.startswith(f"{row[0]}(") and row[0].endswith(")"))
    else:
        assert row[0] == step.cite
    assert [row[1], row[2], row[4], row[5], row[6], row[7]] == [
        step.act, step.who, step.face, step.wager, step.cents, step.note
    ]  # fmt: skip


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(30)
@given(data=st.data())
def test_no_view_holds_a_hidden_card(chapter: str, data: st.DataObject) -> None:
    def look(table: Table) -> None:
        for seat in (None, 7, 99, *table.seats):
            assert_hidden(table, seat)

    play(data.draw(situations(chapter, rounds=3, trouble=TROUBLE)), watch=look)


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(40)
@given(data=st.data())
def test_a_step_is_redacted_for_each_seat(chapter: str, data: st.DataObject) -> None:
    table, _ = play(data.draw(situations(chapter, rounds=2, trouble=TROUBLE)))
    for steps in events(table, "steps"):
        for step in steps:
            for seat in (None, 1, 2, 7):
                for look in (True, False):
                    row = in_text(seen(step, eyes(seat), look))
                    assert row is not None
                    assert_step(step, row[3], seat, look)
                    assert_rest(step, row, seat)


def layout(steps: list[Step], seat: int | None, look: bool) -> dict[str, Counter[str]]:
    """What lies in front of each place, told anew from the steps: the cards' names, "??" for those the seat cannot see."""
    hands: dict[str, list[list[Any]]] = defaultdict(list)  # [card, is it seen?]
    for step in steps:
        mine = seat is not None and look and owner(step.who) == f"seat_{seat}"
        if step.act == "deal":
            hands[step.who] += [[card, step.face == "up" or mine] for card in step.cards]
        elif step.act == "reveal":
            turned = Counter(step.cards)
            for spot in sorted(hands[step.who], key=lambda s: s[1]):  # those that lie face down first
                if turned[spot[0]] > 0:
                    turned[spot[0]] -= 1
                    spot[1] = True
        elif step.act == "move":
            for card in step.cards:
                spot = next(s for s in hands[step.note] if s[0] == card)
                hands[step.note].remove(spot)
                hands[step.who].append(spot)
        elif step.act == "discard":
            hands.pop(step.who, None)
    return {place: Counter(NAMES[c] if seen else "??" for c, seen in spots) for place, spots in hands.items() if spots}


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(40)
@given(data=st.data())
def test_the_view_shows_all_that_lies_open(chapter: str, data: st.DataObject) -> None:
    def look(table: Table) -> None:
        for seat in (None, *table.seats):
            shown = layout_of(table, eyes(seat))
            lying = {place: hand for place, hand in shown.hands.items() if not hand.gone}
            if table.round is None:
                assert shown.in_progress is False
                assert lying == {}
                continue
            hands = {place: Counter(hand.cards) for place, hand in lying.items() if hand.cards}
            assert {place for place, cards in table.round.hands.items() if cards} == set(hands)
            hands.pop("drawn in error", None)
            assert hands == layout(table.round.steps, seat, table.game.looks(table.house))
            assert {n: s.chips for n, s in shown.seats.items()} == {n: table.chips(n) for n in table.seats}
            assert shown.wagers == {n: w for n, w in table.round.wagers.items() if w}
            if isinstance(table.request, Ask):
                assert [asked.seat for asked in shown.asked] == [ask.seat for ask in table.asks()]
                for asked, ask in zip(shown.asked, table.asks(), strict=True):
                    assert len(asked.choices) == len(ask.choices) * (seat == asked.seat)

    play(data.draw(situations(chapter, rounds=3, trouble=TROUBLE)), watch=look)


def test_a_seat_sees_that_it_is_offered_the_cut() -> None:
    table = Situation("633a", {}, ()).table(chance=Chance(1))
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    assert isinstance(table.request, Cut)
    (asked,) = view(table, Viewer.at(1))["asked"]
    assert asked["seat"] == 1
    assert [option["word"] for option in asked["choices"]] == ["cut", "refuse"]
    assert view(table, SPECTATOR)["asked"] == [{"seat": 1}]


class Stacked(Clockwork):
    """Chance that shuffles the named cards to the top."""

    def __init__(self, top: str) -> None:
        super().__init__(0)
        self.top = parse(top)

    def shuffle(self, cards: Any) -> Shuffle:
        left = Counter(cards) - Counter(self.top)
        order = (*self.top, *sorted(left.elements()))
        return Shuffle(order, "salt", commit(order, "salt"))

    def hours(self) -> float:
        return 0.0


def test_two_cards_alike_are_both_shown() -> None:
    """From a shoe of several decks the hole card may be the very card that lies beside it."""
    # no cut, no burn: a continuous shuffler deals from the top
    table = Situation("633a", {"shuffler": "continuous"}, ()).table(chance=Stacked("9c 7d 9c 7d"))
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    while not isinstance(table.request, Ask):
        assert table.request is not None
        table.reply(bots(table, table.request))
    hands = layout_of(table, Viewer.at(1)).hands
    assert {place: hand.cards for place, hand in hands.items()} == {"seat_1": ["9c", "9c"], "dealer": ["7d", "??"]}
    table.reply(Answer("split", table.game.suggest(table.house)["Blackjack"]))
    hands = layout_of(table, Viewer.at(1)).hands
    assert hands["seat_1"].cards[0] == hands["seat_1 split 1"].cards[0] == "9c"
    while table.round is not None and not any(s.act == "reveal" for s in table.round.steps):
        assert table.request is not None
        table.reply(Answer("stand") if isinstance(table.request, Ask) else None)
    assert table.round is not None
    assert layout_of(table, Viewer.at(1)).hands["dealer"].cards[:2] == ["7d", "7d"]


@pytest.mark.parametrize(("chapter", "house", "decks"), [("565", {}, 1), ("633a", {"decks": 6}, 6)])
def test_an_outline_has_the_seats_the_round_and_the_decks(chapter: str, house: dict[str, Any], decks: int) -> None:
    table = Situation(chapter, house, ()).table(chance=Chance(3))
    table.sit(2, "Ann", 100_000)
    assert outline_of(table) == Layout(decks, 0, False, seats={2: Seat("Ann", 100_000)})
    table.bet(2, table.game.suggest(table.house))
    table.begin()
    assert outline_of(table) == Layout(decks, 1, True, seats={2: Seat("Ann", table.chips(2))})
    while table.request is not None:
        table.reply(bots(table, table.request))
    assert outline_of(table) == Layout(decks, 1, False, seats={2: Seat("Ann", table.chips(2))})


def test_before_the_first_round_there_is_nothing_to_see() -> None:
    table = Situation("565", {}, ()).table()
    table.sit(2, "Ann", 700)
    shown = view(table, Viewer.at(2))
    assert json.loads(json.dumps(shown)) == shown
    assert shown["steps"] == []
    assert shown["seats"] == {"2": {"player": "Ann", "chips": 700}}


def test_after_the_round_what_was_never_shown_stays_hidden() -> None:
    table = Situation("565", {}, ()).table(chance=Chance(3))
    for number in (1, 2):
        table.sit(number, f"player {number}")
        table.bet(number, {"Ante": 500})
    table.begin()
    while table.request is not None:
        table.reply(Answer("fold") if isinstance(table.request, Ask) else None)
    assert table.last is not None
    shown = {word for row in view(table, SPECTATOR)["steps"] for word in row[3]}
    dealt = {step.who: set(step.cards) for step in table.last.steps if step.act == "discard"}
    assert not shown & {NAMES[c] for c in dealt["seat_1"] | dealt["stub"]}
    drive_next(table)


def drive_next(table: Table) -> None:
    """The next round does not show the last one's cards either."""
    table.bet(1, {"Ante": 500})
    drive(table, bots)
    assert_hidden(table, 2)

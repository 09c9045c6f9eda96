"""Paragraphs of Poker that are about the table rather than about who wins: both editions."""

from typing import Any

import pytest

from pitboss.errors import IllegalDecision, NotAuthorized
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.gestures import Gesture, meaning, read_gesture
from pitboss.games.nonbanked.rules import play_of
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Choice, Incident, Moment, Reply, Request
from pitboss.table.table import Table

SECTIONS = {"553": {"seven": "553.10", "hold": "553.11", "omaha": "553.12", "draw": "553.13", "five": "553.14"}}
SECTIONS["637a"] = {word: cite.replace("553", "637a") for word, cite in SECTIONS["553"].items()}
# The cards of a hand that goes to the end: face down to each player, face up, on the board.
DEALT = {"seven-card stud": (3, 4, 0), "razz": (3, 4, 0), "hold'em": (2, 0, 5), "omaha": (4, 0, 5), "five-card stud": (1, 4, 0)}


def table_of(number: str, seats: int = 3, seed: int = 1, **house: Any) -> Table:
    table = Table(game(number), House.of(number, house), Chance(seed))
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 1_000_000)
    return table


def staying(table: Table, request: Request) -> Reply:
    """Checks, calls, keeps, shows."""
    if not isinstance(request, Ask):
        return None
    word = next(c.word for c in request.choices if c.word in ("check", "call", "keep", "show", "no straddle"))
    return table.verify(request, word)


def hand(table: Table, *incidents: tuple[str, Incident]) -> Round:
    """One hand in which nobody folds, with something that goes wrong at a moment or at the first decision."""
    pending = list(incidents)
    request = table.begin()
    while request is not None:
        now = request.name if isinstance(request, Moment) else "decision"
        found = next((i for i in pending if i[0] == now), None)
        if found is not None:
            pending.remove(found)
            request = table.reply(found[1])
        else:
            request = table.reply(staying(table, request))
    assert table.last is not None
    return table.last


@pytest.mark.cites("553.9(a)(1)", "553.9(a)(2)", "553.9(a)(3)", "553.9(a)(4)", "553.9(a)(5)", "553.10(a)", "553.11(a)")
@pytest.mark.cites("553.12(a)", "553.13(a)", "553.14(a)", "553.13(i)", "637a.9(a)(1)", "637a.9(a)(2)", "637a.9(a)(3)")
@pytest.mark.cites("637a.9(a)(4)", "637a.9(a)(5)", "637a.10(a)", "637a.11(a)", "637a.12(a)", "637a.13(a)", "637a.14(a)")
@pytest.mark.parametrize("number", NONBANKED)
def test_every_authorized_game_is_dealt_by_its_own_section(number: str) -> None:
    for name, variant in VARIANTS.items():
        if number == "553" and name == "razz":
            with pytest.raises(NotAuthorized, match=r"553\.9\(a\)"):
                House.of(number, {"variant": name})
            continue
        finished = hand(table_of(number, variant=name))
        word = next((w for w in ("omaha", "hold", "draw") if w in name), "five" if name == "five-card stud" else "seven")
        deals = [step for step in finished.steps if step.act == "deal"]
        assert {step.cite.split("(")[0] for step in deals} == {SECTIONS[number][word]}, name
        mine = [step for step in deals if step.who == "seat_1"]
        board = sum(len(step.cards) for step in deals if step.who == "community")
        down, up = (sum(len(step.cards) for step in mine if step.face == face) for face in ("down", "up"))
        family = next((f for f in DEALT if name.startswith(f)), "five-card draw")
        assert (down, up, board) == DEALT.get(family, (5, 0, 0)), name
        shown = [step.who for step in finished.steps if step.act == "reveal"]
        assert len(shown) == 3, "a showdown of all who are left"
        awards = [step for step in finished.steps if step.act == "award"]
        assert all("low" in step.note or variant.high for step in awards)
        assert not any("low" in step.note for step in awards) or variant.low


@pytest.mark.cites("553.7(e)(2)", "553.10(e)", "553.10(g)", "553.11(f)", "553.11(g)", "553.12(f)", "553.12(g)")
@pytest.mark.cites("553.13(f)", "553.13(h)", "553.14(e)", "553.14(f)")
@pytest.mark.cites("637a.7(e)(2)", "637a.10(e)", "637a.10(g)", "637a.11(g)", "637a.11(h)", "637a.12(g)", "637a.12(h)")
@pytest.mark.cites("637a.13(f)", "637a.13(h)", "637a.14(e)", "637a.14(g)")
@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("number", NONBANKED)
def test_the_last_player_left_is_asked_nothing_more(number: str, later: bool) -> None:
    for variant in ("hold'em", "omaha", "five-card draw", "seven-card stud", "five-card stud"):
        table = table_of(number, 4, variant=variant)
        request, asked = table.begin(), []
        while request is not None:
            assert table.round is not None
            if isinstance(request, Ask) and play_of(table.round).betting_rounds > later:
                asked.append(request.seat)
                request = table.reply(table.verify(request, "fold"))
            else:
                request = table.reply(staying(table, request))
        assert len(asked) == len(set(asked)) == 3, variant


@pytest.mark.cites("553.7(e)(2)", "637a.7(e)(2)")
@pytest.mark.parametrize("number", NONBANKED)
def test_the_dealer_tells_each_player_his_turn_and_his_options(number: str) -> None:
    table = table_of(number, 4, structure="no limit")
    request = table.begin()
    turns = []
    while request is not None:
        if isinstance(request, Ask) and request.choices[0].word == "fold":
            turns.append(request.seat)
            assert request.cite.startswith(f"{number}.11")
            assert [c.word for c in request.choices[1:]] in (["call", "raise"], ["check", "raise"], ["check", "bet"])
        request = table.reply(staying(table, request))
    assert turns[:8] == [3, 4, 1, 2, 1, 2, 3, 4], "left of the blinds first, then left of the button"


@pytest.mark.cites("553.7(e)(3)", "637a.7(e)(3)")
@pytest.mark.parametrize("number", NONBANKED)
def test_burn_cards_stay_apart_from_the_discards(number: str) -> None:
    table = table_of(number, 4, variant="five-card draw")
    request = table.begin()
    burned: list[int] = []
    discarded: list[int] = []
    while request is not None:
        now = table.round
        assert now is not None
        burned, discarded = now.hands.get("burn cards", burned), now.hands.get("discards", discarded)
        word = next((c for c in (request.choices if isinstance(request, Ask) else ()) if c.word == "discard"), None)
        if word is not None and isinstance(request, Ask):
            request = table.reply(table.verify(request, f"discard {' '.join(map(str, cards(word.of[:2])))}"))
        else:
            request = table.reply(staying(table, request))
    assert len(burned) == 1
    assert len(discarded) == 8
    assert not set(burned) & set(discarded)


def cards(given: tuple[int, ...]) -> list[str]:
    from pitboss.cards import NAMES

    return [NAMES[card] for card in given]


@pytest.mark.cites("553.8(e)(1)", "553.8(e)(2)", "553.8(e)(3)", "637a.8(e)(1)", "637a.8(e)(2)", "637a.8(e)(3)")
def test_what_is_a_bet() -> None:
    ask = Ask(2, (Choice("fold"), Choice("call", 1000, 1000), Choice("raise", 2000, 50_000, 100)), "637a.11(g)")
    assert meaning(ask, Gesture(chips=(500, 500))) == "call"
    assert meaning(ask, Gesture(chips=(1000, 1000, 500))) == "raise 2500"
    with pytest.raises(IllegalDecision, match="has not said or done"):
        meaning(ask, Gesture(chips=(500, 500), forward=False))
    bill = read_gesture("puts 5000 in currency")
    assert bill is not None
    assert meaning(ask, bill) == "raise 5000", "a bill is no single chip that waits for change"
    assert meaning(ask, Gesture(chips=(5000,))) == "call"


@pytest.mark.cites("553.8(h)", "553.16(b)", "553.16(c)", "637a.8(h)", "637a.18(a)", "637a.18(d)")
@pytest.mark.parametrize("number", NONBANKED)
def test_conduct_is_put_right_and_play_goes_on(number: str) -> None:
    cites = {"553": ("553.8(h)", "553.16(b)", "553.16(c)"), "637a": ("637a.8(h)", "637a.18(a)", "637a.18(d)")}[number]
    for kind, cite in zip(("player touches the pot", "dispute", "cards out of view"), cites, strict=True):
        detail = {"seat": 2} | ({"ruling": "the call stands"} if kind == "dispute" else {})
        finished = hand(table_of(number), ("decision", Incident(kind, detail)))
        [step] = [step for step in finished.steps if step.cite == cite and step.act == "say"]
        assert not finished.void
        if kind == "dispute":
            assert (step.who, step.note) == ("Poker shift supervisor", "the call stands")


@pytest.mark.cites("553.16(o)", "553.16(p)", "637a.18(q)", "637a.18(r)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_shuffler_that_fails_is_put_out_of_use_before_cards_are_shuffled_by_hand(number: str) -> None:
    table = table_of(number, shuffler=True)
    first = hand(table, ("deal", Incident("shuffler jam")), ("settle", Incident("device out of order", {"device": "shuffler"})))
    cites = [step.cite for step in first.steps]
    assert ("553.16(p)" if number == "553" else "637a.18(r)") in cites
    assert cites.count("553.16(o)" if number == "553" else "637a.18(q)") >= 2, "taken out and shuffled again"
    second = hand(table)
    assert any(step.act == "shuffle" and "by hand" in step.note for step in second.steps)
    with pytest.raises(NotAuthorized, match="no automated card shuffling device"):
        hand(table_of(number), ("deal", Incident("shuffler jam")))


@pytest.mark.cites("553.12(c)(2)", "553.13(c)(2)", "637a.12(c)(1)", "637a.13(c)(1)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("variant", ["hold'em", "omaha", "five-card draw"])
def test_the_button_starts_at_the_dealers_right_or_with_the_highest_card_and_goes_clockwise(number: str, variant: str) -> None:
    table = table_of(number, 4, variant=variant)
    assert [play_of(hand(table)).button for _ in range(5)] == [4, 1, 2, 3, 4]
    drawn = table_of(number, 4, seed=9, variant=variant, button_start="one card dealt")
    finished = hand(drawn)
    cards_for = {step.note: step.cards[0] for step in finished.steps if step.who == "button" and step.act == "draw"}
    assert len(cards_for) == 4
    button = play_of(finished).button
    assert cards_for[f"for seat {button}"] == max(cards_for.values())
    assert play_of(hand(drawn)).button == button % 4 + 1


@pytest.mark.parametrize("number", NONBANKED)
def test_half_kill_needs_limits_that_can_be_halved(number: str) -> None:
    given: dict[str, Any] = {"variant": "omaha high-low eight or better", "kill": "half-kill", "smallest_chip": 100}
    with pytest.raises(NotAuthorized, match="halved"):
        table_of(number, small_bet=500, **given)
    table_of(number, small_bet=400, big_bet=800, **given)
    with pytest.raises(NotAuthorized, match="not for hold'em"):
        table_of(number, kill="kill")


def test_bots_play_every_variant_to_the_end() -> None:
    for name in VARIANTS:
        table = table_of("637a", 5, variant=name)
        for _ in range(3):
            request = table.begin()
            while request is not None:
                request = table.reply(bots(table, request))
        assert sum(seat.cents for seat in table.seats.values()) == 5_000_000

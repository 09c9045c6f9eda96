"""The plain player of nonbanked Poker: lawful in every variant, blind to what is hidden, and better than one who only calls."""

import sys
from types import FrameType

import pytest

from pitboss.cards import parse, text
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.bots import MOST_RAISES, advice, bot, sight_of, start, taken_evenly, thrown
from pitboss.games.nonbanked.rules import play_of
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.round import Round
from pitboss.table.steps import COMMUNITY, Ask
from pitboss.table.table import Table

STRUCTURES = ("limit", "spread", "pot limit", "no limit")


def opened(number: str, variant: str, structure: str, seed: int, players: int = 5, **house: object) -> Table:
    """A table with everybody seated, with stacks of different size."""
    chosen = {"variant": variant, "structure": structure, **house}
    table = Table(game(number), House.of(number, chosen), Chance(seed))
    for seat in range(1, players + 1):
        table.sit(seat, f"player {seat}", (50_000, 50_000, 9_000, 2_600)[seat % 4])
    return table


def variants() -> list[tuple[str, str]]:
    """Every variant of both editions."""
    return [(n, v) for n in NONBANKED for o in chapter(n).options if o.option == "variant" for v in o.allowed]


# ---------------------------------------------------------------------------- lawful, and it ends


@pytest.mark.parametrize(("number", "variant"), variants())
@pytest.mark.parametrize("structure", STRUCTURES)
def test_every_answer_is_lawful_and_hands_end(number: str, variant: str, structure: str) -> None:
    for seed in range(6):
        table = opened(number, variant, structure, seed, ante=100)
        for _ in range(3):
            request = table.begin()
            asked = 0
            while request is not None:
                asked += isinstance(request, Ask)
                assert asked < 150, "the hand does not end"
                if isinstance(request, Ask) and request.only is None:
                    assert table.round is not None
                    answer, why = advice(table.round, request)
                    assert answer == bot(table.round, request) and why
                    request = table.reply(table.verify(request, answer))
                else:
                    request = table.reply(bots(table, request))


@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_raises_without_end(variant: str) -> None:
    for seed in range(25):
        table = opened("637a", variant, "no limit", seed, players=4, additional_blinds=[])
        request = table.begin()
        while request is not None:
            request = table.reply(bots(table, request))
        assert table.last is not None
        raised = 0
        for step in table.last.steps:
            raised = 0 if step.act in ("deal", "draw") else raised + (step.act == "decide" and step.note in ("bet", "raise"))
            assert raised <= MOST_RAISES


def test_a_decision_takes_less_than_a_moment() -> None:
    """A few thousand calls of functions, which is how a moment is measured alike on every machine."""
    table = opened("637a", "omaha high-low eight or better", "limit", 1, players=8)
    calls, decisions = 0, 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    for _ in range(20):
        request = table.begin()
        while request is not None:
            sys.setprofile(count)
            reply = bots(table, request)
            sys.setprofile(None)
            decisions += isinstance(request, Ask)
            request = table.reply(reply)
        for number, seat in table.seats.items():
            if seat.cents < 50_000:
                table.buy(number, 50_000 - seat.cents)
    assert calls / decisions < 5000


# ---------------------------------------------------------------------------- nothing hidden is used


@pytest.mark.parametrize(("number", "variant"), variants())
def test_an_answer_depends_on_nothing_hidden(number: str, variant: str) -> None:
    for seed in range(8):
        table = opened(number, variant, "pot limit", seed)
        request = table.begin()
        while request is not None:
            if isinstance(request, Ask) and request.only is None:
                assert table.round is not None
                answer = advice(table.round, request)
                assert answer == with_other_cards(table.round, request, seed)
                request = table.reply(table.verify(request, answer[0]))
            else:
                request = table.reply(bots(table, request))


def with_other_cards(t: Round, ask: Ask, seed: int) -> tuple[str, str]:
    """The advice after all cards that the seat does not see have changed places: in other hands, in the deck, burned."""
    own, open_ = f"seat_{ask.seat}", {card for cards in play_of(t).upward.values() for card in cards}
    hidden = [(hand, at) for place, hand in t.hands.items() if place not in (own, COMMUNITY) for at in range(len(hand))]
    hidden = [(hand, at) for hand, at in hidden if hand[at] not in open_]
    hidden += [(t.stack.cards, at) for at in range(len(t.stack.cards))]
    before = [hand[at] for hand, at in hidden]
    turn = 7 + seed
    for (hand, at), card in zip(hidden, before[turn:] + before[:turn], strict=True):
        hand[at] = card
    found = advice(t, ask)
    for (hand, at), card in zip(hidden, before, strict=True):
        hand[at] = card
    return found


# ---------------------------------------------------------------------------- sensible


def plain(t: Round, ask: Ask) -> str:
    """A player who never bets: calls what costs less than a quarter of the stack and folds to more."""
    words = {c.word: c for c in ask.choices}
    for word in ("check", "keep", "no straddle", "show"):
        if word in words:
            return word
    call = words.get("call")
    return "call" if call and (call.most - ask.already) * 4 <= t.table.chips(ask.seat) else "fold"


def gained(variant: str, structure: str, sittings: int) -> int:
    """The cents that one of ours wins in some short sittings, each at a table of four plain players."""
    total = 0
    for seed in range(sittings):
        table = Table(game("637a"), House.of("637a", {"variant": variant, "structure": structure}), Chance(seed))
        mine = seed % 5 + 1
        for seat in range(1, 6):
            table.sit(seat, f"player {seat}", 50_000)
        for _ in range(4):
            request = table.begin()
            while request is not None:
                if isinstance(request, Ask) and request.only is None and request.seat != mine:
                    assert table.round is not None
                    request = table.reply(table.verify(request, plain(table.round, request)))
                else:
                    request = table.reply(bots(table, request))
        total += table.seats[mine].cents - 50_000
    return total


@pytest.mark.parametrize("structure", ["limit", "no limit"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_wins_from_players_who_only_call(variant: str, structure: str) -> None:
    assert gained(variant, structure, 50) > 0


@pytest.mark.parametrize(
    ("variant", "hand", "gone"),
    [
        ("five-card draw", "Kh Kd 7c 4s 2d", "7c 4s 2d"),
        ("five-card draw", "Kh Kd 7c 7s 2d", "2d"),
        ("five-card draw", "9h Qh 4h 2h Ks", "Ks"),
        ("five-card draw", "9h Tc Jd Qs 2s", "2s"),
        ("five-card draw", "Ah 9c 7d 4s 2c", "2c 4s 7d"),
        ("five-card draw", "9h Tc Jd Qs Ks", ""),
        ("five-card draw low", "Ah 2c 7d 4s Kc", "Kc"),
        ("five-card draw low", "Ah 2c 7d 7s 8c", "7d"),
        ("five-card draw low", "9h 2c 7d 4s 3c", ""),
        ("five-card draw low", "9h Tc Jd Qs Ks", "9h Tc Jd Qs Ks"),
    ],
)
def test_which_cards_are_exchanged(variant: str, hand: str, gone: str) -> None:
    table = opened("637a", variant, "limit", 1, players=2)
    while not (isinstance(table.request, Ask) and "discard" in str(table.request.choices[0])):
        reply = bots(table, table.request) if table.request else None
        if isinstance(table.request, Ask):
            reply = table.verify(table.request, plain(table.round, table.request))  # type: ignore[arg-type]
        table.begin() if table.round is None else table.reply(reply)
    assert table.round is not None
    table.round.hands[f"seat_{table.request.seat}"][:] = parse(hand)
    sight = sight_of(table.round, table.request.seat)
    assert sorted(parse(text(thrown(sight)))) == sorted(parse(gone))
    answer, why = advice(table.round, table.request)
    assert answer == (f"discard {text(thrown(sight))}" if gone else "keep") and why


@pytest.mark.parametrize(
    ("variant", "better", "worse"),
    [
        ("hold'em", "As Ad", "Ks Kd"),
        ("hold'em", "As Ks", "As Kd"),
        ("hold'em", "Ts 9s", "7c 2d"),
        ("omaha", "As Ad Ks Kd", "9c 9d 5h 2s"),
        ("omaha", "Js Td 9s 8d", "Js 7d 4h 2c"),
        ("omaha high-low eight or better", "As 2s 3d Kd", "Ks Qd 9h 8c"),
    ],
)
def test_starting_hands_by_points(variant: str, better: str, worse: str) -> None:
    table = opened("637a", variant, "limit", 1)
    table.begin()
    while not isinstance(table.request, Ask):
        table.reply(None)
    assert table.round is not None
    points = []
    for hand in (better, worse):
        table.round.hands[f"seat_{table.request.seat}"][:] = parse(hand)
        points.append(start(sight_of(table.round, table.request.seat)))
    assert 1 > points[0] > points[1] > 0


def test_other_hands_are_taken_evenly() -> None:
    cards = list(range(40))
    hands = taken_evenly(cards, 5, 30)
    assert all(len(set(hand)) == 5 and set(hand) <= set(cards) for hand in hands)
    assert len({card for hand in hands for card in hand}) > 30

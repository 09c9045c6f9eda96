"""Drivers answer a procedure: scripts, bots, recorded logs. A driver never re-implements a rule.

A driver is a function from a table and a request to a reply, and `drive` plays a round with it. `play` plays a round with a
function that decides in words and is asked for nothing else.
"""

from collections.abc import Callable
from typing import TypeAlias

from pitboss.errors import IllegalDecision
from pitboss.table.round import Round
from pitboss.table.silence import cheapest
from pitboss.table.steps import COMMUNITY, Ask, Moment, Reply, Request
from pitboss.table.table import Table
from pitboss.table.view.viewers import HIDDEN, Viewer
from pitboss.table.view.views import layout_of

Driver: TypeAlias = Callable[[Table, Request], Reply]
Decide: TypeAlias = Callable[[Table, Ask], str]  # a seat's decision in words: "play", "raise 2000", "raise 3x", "fold"

HOUSE_WAY = ("house", "house way", "the house way", "the house's way")
HAND = "hand "  # with its number, the subject of a question to a seat with several hands


def drive(table: Table, driver: Driver) -> Round:
    """Plays the round with the wagers on the layout to its end."""
    request = table.begin() if table.round is None else table.request
    while request is not None:
        request = table.reply(driver(table, request))
    assert table.last is not None
    return table.last


def play(table: Table, decide: Decide | None = None) -> Round:
    """Plays the round with the wagers on the layout to its end. Decisions are words from `decide`, or without it those of the
    chapter's sensible player. Nobody cuts, and nothing goes wrong.

    >>> from pitboss.shoe import Chance
    >>> table = Table("three-card-poker", chance=Chance(seed=5))
    >>> table.sit(1, "Ann", cents=100_00)
    >>> table.bet(1, {"Ante": 10_00})
    >>> play(table, lambda table, ask: "fold")
    <Round 1 of Three Card Poker: seat_1 -$10, inventory +$10>
    """
    return drive(table, bots if decide is None else deciding(decide))


def deciding(decide: Decide) -> Driver:
    """A driver from a function that decides in words and is asked for nothing else. "set house" sets the hands of Pai Gow Poker
    as the house would set its own."""

    def driver(table: Table, request: Request) -> Reply:
        if not isinstance(request, Ask) or request.only is not None:
            return bots(table, request)
        words = decide(table, request)
        if not isinstance(words, str):
            raise IllegalDecision(f"`decide` must return words such as {example(request)!r}, not {words!r}", request.cite)
        return table.verify(request, house_way(table, request, words) or words)

    return driver


def example(ask: Ask) -> str:
    """A lawful answer, in words."""
    choice = ask.choices[0]
    return f"{choice.word} {choice.least}" if choice.least != choice.most else choice.word


def house_way(table: Table, ask: Ask, words: str) -> str:
    """The house's way of setting a player's cards, which the dealer tells on request (§ 561.13(b), § 645a.11(a)(1)); "" if
    `words` do not ask for it."""
    said = " ".join(words.lower().split()).removeprefix("set ")
    asked = said in HOUSE_WAY and any(choice.word == "set" and choice.of for choice in ask.choices)
    return table.game.advice(table.round, ask)[0] if asked and table.game.advice and table.round else ""


def cards_of(table: Table, ask: Ask) -> str:
    """The cards that the player who is asked sees: those of their hand, then the community cards turned up."""
    layout = layout_of(table, Viewer.at(ask.seat))
    hands = list(layout.hands_of(ask.seat).values())
    hand = hands[int(ask.about.removeprefix(HAND)) - 1 if ask.about.startswith(HAND) else 0]
    board = layout.hands[COMMUNITY].cards if COMMUNITY in layout.hands else []
    return " ".join(card for card in (*hand.cards, *board) if card != HIDDEN)


def bots(table: Table, request: Request) -> Reply:
    """Plays every seat as the chapter's sensible player, who never cuts; nothing goes wrong."""
    if isinstance(request, Ask):
        if request.only is not None:
            return request.only
        round_ = table.round
        assert round_ is not None
        try:
            return table.verify(request, table.game.bot(round_, request))
        except IllegalDecision:  # the seat lacks the chips for it, or is bound by what was said
            return cheapest(request)
    return request.waits_for if isinstance(request, Moment) else None

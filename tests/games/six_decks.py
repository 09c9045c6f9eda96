"""Six Decks, a game in a folder of its own that is dealt from a shoe: one card each, the higher one wins."""

from pathlib import Path

CHAPTER = """
chapter     = "997"
game        = "Six Decks"
slug        = "six-decks"
kind        = "banked"
edition     = "example"
effective   = "2026-11-18"
replaces    = ""
replaced_by = ""
source      = "written for a test"
extends     = "multi-deck"

[[limit]]
name    = "seats"
section = "997.2(a)"
value   = 7
unit    = "players"
says    = "at most seven"

[[stated]]
section   = "997.7(f)"
wager     = "Bet"
condition = ""
rows      = [["higher card", "1 to 1"]]
"""
PARAGRAPHS = """
"997.2"    = { kind = "lead-in", says = "What the table looks like." }
"997.2(a)" = { kind = "equipment", says = "One to seven betting positions." }
"997.6(d)" = { kind = "wager", says = "Whoever plays makes a Bet." }
"997.7(f)" = { kind = "payout", says = "A higher card than the dealer's is paid 1 to 1." }
"997.7(g)" = { kind = "procedure", says = "The cards are collected." }
"""
MODULE = '''
"""Six Decks."""

from pitboss import cards
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.procedures.multideck import ShoeMemory, prepare_shoe, shoe_preparation_of
from pitboss.table.procedures.shoe_dealing import (
    DETAILS,
    deal_from_shoe,
    remedy_at_shoe,
    shoe_irregularities_of,
    shoe_method_of,
)
from pitboss.table.round import SEATS
from pitboss.table.steps import DEALER, UP

BOOK = chapter("997")
PREPARATION, METHOD = shoe_preparation_of(BOOK), shoe_method_of(BOOK)
IRREGULARITIES = shoe_irregularities_of(BOOK)


def round_of_play(t):
    places = [*[SEATS[seat] for seat in t.clockwise()], DEALER]
    yield from deal_from_shoe(t, PREPARATION, METHOD, [(place, UP) for place in places])
    yield from t.moment("settle")
    for seat in [seat for seat in t.counterclockwise() if t.wagers[seat]]:
        (own,), (dealer,) = t.hands[SEATS[seat]], t.hands[DEALER]
        if cards.rank(own) > cards.rank(dealer):
            t.pay("997.7(f)", seat, "Bet")
        else:
            t.collect("997.7(f)", seat, "Bet")
        t.discard("997.7(g)", SEATS[seat])


GAME = Game(
    chapter="997",
    wagers=(Wager("Bet", "997.6(d)", required=True),),
    deck=lambda house: cards.decks(house["decks"]),
    check=lambda house, wagers: None,
    positions=lambda house: (1, "997.2(a)"),
    prepare=lambda t: prepare_shoe(t, PREPARATION),
    round_of_play=round_of_play,
    irregularity=lambda t, incident: remedy_at_shoe(t, incident, IRREGULARITIES, PREPARATION),
    incidents=IRREGULARITIES.kinds(),
    details=DETAILS,
    bot=lambda t, ask: "stand",
    suggest=lambda house: {"Bet": house.least_wager()},
    rankings={},
    chips="997.6(a)",
    clear="997.7(g)",
    no_more_bets="997.6(c)",
    memory=ShoeMemory,
)
'''
CASE = """
chapter = "997"
cites   = ["997.7(f)"]
why     = "a ten beats a nine of the same suit, and a tie loses"

[cards]
seat_1 = "Tc"
seat_2 = "9c"
dealer = "9c"

[[seat]]
number    = 1
wagers    = { Bet = 500 }
decisions = []

[[seat]]
number    = 2
wagers    = { Bet = 500 }
decisions = []

[expect.seat_1]
Bet = 1000

[expect.seat_2]
Bet = 0
"""


def write(folder: Path) -> Path:
    """Writes the game and returns its folder."""
    (folder / "cases").mkdir(parents=True)
    (folder / "chapter.toml").write_text(CHAPTER, encoding="utf-8")
    (folder / "paragraphs.toml").write_text(PARAGRAPHS, encoding="utf-8")
    (folder / "game.py").write_text(MODULE.lstrip(), encoding="utf-8")
    (folder / "cases" / "higher-card.toml").write_text(CASE, encoding="utf-8")
    return folder

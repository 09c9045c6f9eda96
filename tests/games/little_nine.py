"""Little Nine, a game in a folder of its own, made from the example One Card: two cards each, the last digit of their sum,
nearer to nine wins, and nobody decides anything."""

from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "one-card"
WORDS = {
    "999": "998",
    "One Card": "Little Nine",
    "one-card": "little-nine",
    "Lucky Ace": "Twins",
    "lucky_ace": "twins",
    "Ace of spades": "Pair of aces",
    '["Ace",': '["Pair",',
    "value   = 1\n": "value   = 2\n",
}
MODULE = '''
"""Little Nine."""

from pitboss import cards
from pitboss.rulebook import chapter
from pitboss.table.procedures.dealing import deal_round, hands, methods_of
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.procedures.irregularities import irregularities_of, remedy
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS
from pitboss.table.steps import DEALER

BOOK = chapter("998")
ANTE, TWINS = "Ante", "Twins"
PREPARATION = preparation_of(BOOK)
METHODS = methods_of(BOOK)
WAGERS = (Wager(ANTE, "998.7(d)", required=True), Wager(TWINS, "998.7(d)", option="twins"))


def pips(card):
    return 1 if cards.rank(card) == cards.ACE else min(cards.rank(card) + 2, 10)


def give(t, method):
    hands(t, method, t.with_wager(ANTE), BOOK.limit("cards_per_hand"))
    yield from ()


def round_of_play(t):
    yield from deal_round(t, METHODS, give)
    t.say("998.11(a)", "each player looks at his cards")
    yield from t.moment("reveal")
    t.reveal("998.11(c)", DEALER)
    yield from t.moment("settle")
    for seat in t.counterclockwise():
        settle(t, seat, t.hands[SEATS[seat]], t.hands[DEALER])
        t.discard("998.11(e)", SEATS[seat])


def settle(t, seat, own, dealer):
    t.reveal("998.11(d)", SEATS[seat])
    mine, its = (sum(map(pips, hand)) % 10 for hand in (own, dealer))
    if mine > its:
        t.pay("998.12(b)", seat, ANTE)
    elif mine == its:
        t.give_back("998.12(a)", seat, ANTE)
    else:
        t.collect("998.12(b)", seat, ANTE)
    if TWINS in t.wagers[seat]:
        if cards.rank(own[0]) == cards.rank(own[1]):
            hand = "Pair of aces" if cards.rank(own[0]) == cards.ACE else "Pair"
            t.pay("998.12(c)", seat, TWINS, t.house.paytable(TWINS).odds(hand))
        else:
            t.collect("998.12(c)", seat, TWINS)


IRREGULARITIES = irregularities_of(BOOK, DEALER)


def irregularity(t, incident):
    remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


GAME = Game(
    chapter="998",
    wagers=WAGERS,
    deck=lambda house: cards.deck(),
    check=lambda house, wagers: None,
    positions=lambda house: (1, "998.2(a)"),
    prepare=lambda t: prepare(t, PREPARATION),
    round_of_play=round_of_play,
    irregularity=irregularity,
    incidents=IRREGULARITIES.kinds(),
    details=DETAILS,
    bot=lambda t, ask: "stand",
    suggest=lambda house: {ANTE: house.least_wager()},
    rankings={},
    chips="998.7(a)",
    clear="998.11(e)",
    no_more_bets="998.7(c)",
)
'''
CASE = """
chapter = "998"
cites   = ["998.12(b)", "998.12(c)"]
why     = "nine beats eight, and two different ranks are no twins"

[house]
twins = "A"

[cards]
seat_1 = "4d 5c"
dealer = "Kc 8d"

[[seat]]
number    = 1
wagers    = { Ante = 1000, Twins = 500 }
decisions = []

[expect.seat_1]
Ante  = 2000
Twins = 0
"""


def write(folder: Path) -> Path:
    """Writes the game into a new folder."""
    (folder / "cases").mkdir(parents=True)
    for name in ("chapter.toml", "paragraphs.toml"):
        words = (EXAMPLE / name).read_text(encoding="utf-8")
        for one, other in WORDS.items():
            words = words.replace(one, other)
        (folder / name).write_text(words, encoding="utf-8")
    (folder / "game.py").write_text(MODULE.lstrip(), encoding="utf-8")
    (folder / "cases" / "nine.toml").write_text(CASE, encoding="utf-8")
    return folder

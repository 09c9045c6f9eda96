"""A rule of thumb for every decision at 21, for bots and for hints at the terminal.

The tables are the usual basic strategy for a shoe whose dealer stands on all 17s: one for decks of 52 cards, one for decks
without tens. They depend only on the player's total and the up card, not on the number of decks, the cards dealt, or the
house's pay tables. They are a heuristic; the best play is computed elsewhere.
"""

from pitboss.cards import Card
from pitboss.games.twenty_one.points import POINTS, announce_split, total
from pitboss.games.twenty_one.rules import Hand, play_of
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, Ask

WORDS = {"H": "hit", "S": "stand", "D": "double", "P": "split", "R": "surrender"}
# A row for each total, a letter for each up card from 2 to ace. D means double, else hit; d means double, else stand; R means
# surrender, else hit; P means split.
FIFTY_TWO = {
    "hard": {
        9: "HDDDDHHHHH",
        10: "DDDDDDDDHH",
        11: "DDDDDDDDDH",
        12: "HHSSSHHHHH",
        13: "SSSSSHHHHH",
        14: "SSSSSHHHHH",
        15: "SSSSSHHHRH",
        16: "SSSSSHHRRR",
    },
    "soft": {
        13: "HHHDDHHHHH",
        14: "HHHDDHHHHH",
        15: "HHDDDHHHHH",
        16: "HHDDDHHHHH",
        17: "HDDDDHHHHH",
        18: "SddddSSHHH",
    },
    "pair": {
        1: "PPPPPPPPPP",
        2: "PPPPPPHHHH",
        3: "PPPPPPHHHH",
        4: "HHHPPHHHHH",
        6: "PPPPPHHHHH",
        7: "PPPPPPHHHH",
        8: "PPPPPPPPPP",
        9: "PPPPPSPPSS",
    },
}
WITHOUT_TENS = {
    "hard": {
        9: "HHHHDHHHHH",
        10: "DDDDDDHHHH",
        11: "DDDDDDDDHH",
        12: "HHHHHHHHHH",
        13: "HHHHSHHHHH",
        14: "HHSSSHHHHH",
        15: "SSSSSHHHHH",
        16: "SSSSSHHHHR",
    },
    "soft": {
        16: "HHHHDHHHHH",
        17: "HHHDDHHHHH",
        18: "SSdddSSHHH",
    },
    "pair": {
        1: "PPPPPPPPPP",
        2: "HPPPPPHHHH",
        3: "HPPPPPPHHH",
        6: "HHPPPHHHHH",
        7: "PPPPPPHHHH",
        8: "PPPPPPPPPR",
        9: "SPPPPSPPSS",
    },
}
RESCUE_BELOW = {1: 18, 8: 17, 9: 17, 10: 17}  # by up card: a doubled total below this is given up
SWITCH_WORTH = (21, 20, 19, 11, 18, 10, 9, 17)  # two-card totals from the best down; all others count as worthless


def bot(t: Round, ask: Ask) -> str:
    """The answer by the rule of thumb."""
    return advice(t, ask)[0]


def advice(t: Round, ask: Ask) -> tuple[str, str]:
    """The answer by the rule of thumb, with a short reason."""
    words = [c.word for c in ask.choices]
    if "no insurance" in words:
        return "no insurance", "Insurance loses more often than its 2 to 1 makes up for"
    if "accept" in words:
        return "accept", "whoever refuses the exposed card gets no other"
    if words == ["card", "dead"]:
        return "card", "the hand is played on"
    if "switch" in words:
        return switch_or_not(t, ask.seat)
    hand = hand_asked(t, ask)
    held, up = t.hands[hand.place], t.hands[DEALER][0]
    points, soft = total(held)
    reason = f"{announce_split(held)} against {'an ace' if POINTS[up] == 1 else POINTS[up]}"
    if "rescue" in words:
        return ("rescue" if points < RESCUE_BELOW.get(POINTS[up], 0) and not soft else "no rescue"), reason
    return letter_word(letter_of(t, held, up, words), words), reason


def hand_asked(t: Round, ask: Ask) -> Hand:
    """The hand that a question is about."""
    hands = play_of(t).hands[ask.seat]
    return hands[int(ask.about.removeprefix("hand ")) - 1 if ask.about else 0]


def letter_of(t: Round, held: list[Card], up: Card, words: list[str]) -> str:
    """The letter of the table for a hand."""
    table = WITHOUT_TENS if play_of(t).rules.ten_found else FIFTY_TWO
    column = (POINTS[up] - 2) % 10
    points, soft = total(held)
    pair = table["pair"].get(POINTS[held[0]], "")[column:][:1] if "split" in words else ""
    if pair == "P" or (pair == "R" and "surrender" in words):
        return pair
    row = table["soft" if soft else "hard"].get(points, "")
    if row:
        return row[column]
    return "S" if points >= (19 if soft else 17) else "H"


def letter_word(letter: str, words: list[str]) -> str:
    """The choice that a letter means, or its alternative if that choice is not offered."""
    word = WORDS[letter.upper()]
    if word in words:
        return word
    instead = "stand" if letter == "d" else "hit"
    return instead if instead in words else "stand"


def switch_or_not(t: Round, seat: int) -> tuple[str, str]:
    """Whether to exchange the second cards: only if the two totals improve."""
    first, second = (t.hands[h.place] for h in play_of(t).hands[seat])
    before = worth(first) + worth(second)
    after = worth([first[0], second[1]]) + worth([second[0], first[1]])
    totals = (
        f"{total(first)[0]} and {total(second)[0]} or {total([first[0], second[1]])[0]} and {total([second[0], first[1]])[0]}"
    )
    return ("switch" if after > before else "no switch"), totals


def worth(two: list[Card]) -> int:
    """A rough value of a two-card hand."""
    points = total(two)[0]
    return 1 << (len(SWITCH_WORTH) - SWITCH_WORTH.index(points)) if points in SWITCH_WORTH else 0

"""The actions of a file, sorted into acts in turn, dealt cards and mucked hands; and cards in place of those never seen."""

import re
from dataclasses import dataclass

from pitboss.cards import NAMES, Card, deck, rank, suit
from pitboss.errors import BadHand
from pitboss.games.nonbanked.variants import Variant
from pitboss.phh.fields import amount
from pitboss.table.steps import COMMUNITY, seat_name

ACTION = re.compile(
    r"(?:d (?P<deal>db|dh p(?P<to>\d{1,3})) (?P<dealt>\S+)|p(?P<player>\d{1,3}) (?P<act>f|cc|pb|cbr|sm|sd)(?: (?P<what>\S+))?)"
)
UNKNOWN: Card = -1
CARDS = {NAMES[card]: card for card in deck()} | {"??": UNKNOWN}
UP_CARD = 2  # two cards of Stud are dealt face down, then one face up


@dataclass(frozen=True)
class Act:
    """A player's act in turn: f, cc, cbr with a total, or pb."""

    player: int
    word: str
    total: int = 0

    def __str__(self) -> str:
        return f"p{self.player} {self.word}" + (f" {self.total}" if self.total else "")


@dataclass(frozen=True)
class Record:
    """The actions of a hand."""

    acts: list[Act]
    cards: dict[str, list[Card]]  # by place, in the order received
    mucks: list[int]  # players who throw their hands away at the showdown
    unseen: list[int]  # players whose cards were never seen


def read_actions(actions: list[str], players: int, variant: Variant, unit: int) -> Record:
    """Reads actions; raises BadHand for one that the format or the variant does not have."""
    acts: list[Act] = []
    dealt: dict[str, list[Card]] = {}
    shown: dict[int, list[Card]] = {}
    mucks: list[int] = []
    for action in actions:
        words = " ".join(action.split("#")[0].split())
        if not words:
            continue
        match = ACTION.fullmatch(words)
        if match is None:
            raise BadHand(f"{action!r} is not an action of the format")
        player, word, detail = int(match["player"] or match["to"] or 0), match["act"], match["what"]
        if player > players or (player == 0 and match["deal"] != "db"):
            raise BadHand(f"{action!r}: there is no such player")
        if match["deal"]:
            place = seat_name(player) if player else COMMUNITY
            dealt.setdefault(place, []).extend(read_cards(match["dealt"], action))
        elif word == "sm":
            if detail is None:
                mucks.append(player)
            elif detail != "-":
                shown[player] = read_cards(detail, action)
        elif word == "sd":
            raise BadHand(f"{action!r}: nobody draws in {variant.name}")
        elif (word == "cbr") != (detail is not None):
            raise BadHand(f"{action!r} is not an action of the format")
        else:
            acts.append(Act(player, word, amount(detail, unit, action) if detail else 0))
    for player, cards in shown.items():
        fill_in(dealt.get(seat_name(player), []), cards)
    unseen = [player for player in range(1, players + 1) if UNKNOWN in dealt.get(seat_name(player), ())]
    choose_unknown(dealt, variant, acts[0].player if acts else 0)
    return Record(acts, dealt, mucks, unseen)


def read_cards(words: str, action: str) -> list[Card]:
    """Cards written without spaces, "??" for an unseen one."""
    names = [words[at : at + 2] for at in range(0, len(words), 2)]
    for name in names:
        if name not in CARDS:
            raise BadHand(f"{action!r}: {name!r} is not a card")
    return [CARDS[name] for name in names]


def fill_in(held: list[Card], shown: list[Card]) -> None:
    """Replaces cards dealt unseen by those shown at the end."""
    new = [card for card in shown if card != UNKNOWN and card not in held]
    for at, card in enumerate(held):
        if card == UNKNOWN and new:
            held[at] = new.pop(0)


def choose_unknown(dealt: dict[str, list[Card]], variant: Variant, opener: int) -> None:
    """Chooses a card in place of each unseen one. An up card of Stud is chosen so that the player who made the Forced Bet was
    the one who had to make it."""
    seen_cards = [card for cards in dealt.values() for card in cards if card != UNKNOWN]
    if len(set(seen_cards)) != len(seen_cards):
        duplicate = next(card for card in seen_cards if seen_cards.count(card) > 1)
        raise BadHand(f"the {NAMES[duplicate]} is dealt twice")
    if sum(map(len, dealt.values())) > len(deck()):
        raise BadHand("more cards are dealt than a deck has")
    ace_low = variant.ace == "low"
    unused = sorted(set(deck()) - set(seen_cards), key=lambda card: ((rank(card) + ace_low) % 13, suit(card)))
    unknown = [(place, at) for place, cards in dealt.items() for at, card in enumerate(cards) if card == UNKNOWN]
    up_cards = [(place, at) for place, at in unknown if variant.forced and at == UP_CARD]
    for place, at in up_cards:
        lowest = (place == seat_name(opener)) == (variant.forced == "low")
        dealt[place][at] = unused.pop(0 if lowest else -1)
    for place, at in unknown:
        if (place, at) not in up_cards:
            dealt[place][at] = unused.pop(len(unused) // 2)

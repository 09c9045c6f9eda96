"""Best play as a person asks for it: what each action brings with a hand, and simple rules with their cost."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict

from pitboss.cards import Card, name
from pitboss.errors import BadCard, NotAuthorized
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.odds.advice import Actions, Advice
from pitboss.odds.catalogue import solved
from pitboss.odds.parts import Told
from pitboss.odds.solved import Solved
from pitboss.odds.store import stored


def rules(number: str, house: House, progress: Told = None) -> list[Advice]:
    """Rules that are easy to remember, from the store where they were found before; raises NotAuthorized for a chapter that has
    none."""
    if number not in BANKED:
        raise NotAuthorized(f"chapter {number} has no simple rules; only chapters {', '.join(BANKED)} have")

    def compute(seen: House) -> list[dict[str, object]]:
        found = solved(number, seen, progress, f"rules of chapter {number}")
        found.begin()
        return [asdict(advice) for advice in found.rules()]

    return [Advice(**advice) for advice in stored("rules", house, compute)]


def check(game_solved: Solved, cards: Sequence[Card], up: Card | None) -> None:
    """Refuses cards that cannot lie on a table, and a dealer's card where none is seen, or none where one is."""
    house = game_solved.house
    number = house.chapter.chapter
    deck = Counter(game(number).deck(house))
    for card, times in Counter(cards if up is None else [*cards, up]).items():
        if times > deck[card]:
            often = {0: "has no", 1: "has only one"}.get(deck[card], f"has only {deck[card]} of the")
            raise BadCard(f"the deck of chapter {number} {often} {name(card)}")
    if game_solved.sees_the_dealer and up is None:
        raise BadCard('the best play depends on the dealer\'s card: name it (`--dealer Th`, or dealer="Th" in a program)')
    if up is not None and not game_solved.sees_the_dealer:
        raise BadCard(f"no card of a dealer is seen in chapter {number}: leave --dealer out")


def decide(number: str, house: House, cards: Sequence[Card], up: Card | None = None, progress: Told = None) -> Actions:
    """What each action brings, in units of the first wager, the best first. The cards are the player's own, then the community
    cards."""
    found = solved(number, house, progress, f"best play of chapter {number}")
    check(found, cards, up)
    return found.decide(cards, up)

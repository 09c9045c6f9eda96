"""The functions of `import pitboss` that belong to no single package: evaluate hands, check houses, replay logs, look up rules.

>>> print(evaluate("Ah Kh Qh Jh Th"))
Ah Kh Qh Jh Th: royal flush (§ 553.4(b))
>>> evaluate("As Ad Kc", "three-card-poker").beats(evaluate("Ks Kd Ac", "three-card-poker"))
True
>>> max(map(evaluate, ("Qs 6d 4c", "Qs 7d 3c", "Js Td 9s"))).name
'straight, jack high'
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import total_ordering
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.cards import JOKER, Card, name, parse, text
from pitboss.errors import BadCard
from pitboss.games import MODULES
from pitboss.games import game as named
from pitboss.hands import FIVE_CARD, FOUR_CARD, PAI_GOW_HIGH, THREE_CARD, TWO_CARD, Ranking, Value
from pitboss.house import House, house_of
from pitboss.proof.explanation import Explained, explain
from pitboss.shoe import Source
from pitboss.submissions.reading import read
from pitboss.table.log import replay as logs
from pitboss.table.table import Table
from pitboss.table.working import check_works

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.evidence.keys import HouseKey, PublicKey

BY_NUMBER = {2: TWO_CARD, 3: THREE_CARD, 4: FOUR_CARD}  # by number of cards; five and more cards make the best five


@total_ordering
@dataclass(frozen=True, eq=False)
class Hand:
    """Cards and their value in one printed order of hands. Hands of the same order compare by value, and are equal if they tie.
    Hands of different orders are never equal, and comparing them raises BadCard."""

    cards: tuple[Card, ...]
    ranking: Ranking
    value: Value

    @property
    def category(self) -> str:
        """The category of the hand, in the words of the chapter."""
        return self.ranking.categories[self.value.category]

    @property
    def name(self) -> str:
        """The full name of the hand, as a dealer calls it: "queen high", "two pair, aces and jacks"."""
        return self.ranking.in_full(self.value) or "nothing"

    def beats(self, other: "Hand") -> bool:
        """True if the hand beats another hand of the same order."""
        return self > other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and (self.ranking, self.value) == (other.ranking, other.value)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        if self.ranking != other.ranking:
            raise BadCard(f"a {self.ranking.name} hand and a {other.ranking.name} hand are not compared")
        return self.value < other.value

    def __hash__(self) -> int:
        return hash((self.ranking, self.value))

    def __str__(self) -> str:
        return f"{text(self.cards)}: {self.name} (§ {self.ranking.cite})"

    def __repr__(self) -> str:
        return f"<Hand {self}>"

    def _repr_svg_(self) -> str:
        """The cards, for a notebook."""
        from pitboss.felt import hand_svg

        return hand_svg(text(self.cards).split())


def evaluate(cards: str | Sequence[Card | str], game: str = "") -> Hand:
    """The value of a hand: by the order that a game's chapter prints, or by the usual one for this number of cards. Cards are a
    text or a list, of numbers or of texts such as "Ah".

    >>> evaluate("Ks Qs Js", "three-card-poker").category
    'straight flush'
    >>> evaluate(["Ks", "Qs", "Js"]) == evaluate("Ks Qs Js")
    True
    >>> evaluate("Ah Ah")
    Traceback (most recent call last):
    pitboss.errors.BadCard: the ace of hearts is in this hand twice
    """
    hand = parse(cards) if isinstance(cards, str) else _listed(cards)
    for card in hand:
        if hand.count(card) > 1:
            raise BadCard(f"the {name(card)} is in this hand twice")
    ranking = _ranking(hand, game)
    return Hand(tuple(hand), ranking, ranking.value(hand))


def _listed(cards: Sequence[Card | str]) -> list[Card]:
    """The cards of a list of numbers or texts; raises BadCard."""
    hand: list[Card] = []
    for card in cards:
        if isinstance(card, str):
            hand += parse(card)
        elif type(card) is int and 0 <= card <= JOKER:
            hand.append(card)
        else:
            raise BadCard(f'a card is a text such as "Ah" or a number from 0 to {JOKER}, not {card!r}')
    return hand


def _ranking(hand: list[Card], game: str) -> Ranking:
    """The order by which a hand is ranked; raises BadCard if there is none."""
    if not game:
        return PAI_GOW_HIGH if JOKER in hand else BY_NUMBER.get(len(hand), FIVE_CARD)
    printed = named(game).rankings.values()
    match = next((ranking for ranking in printed if len(hand) in ranking.cards), None)
    if match is None:
        sizes = sorted({size for ranking in printed for size in ranking.cards})
        takes = f"ranks hands of {', '.join(map(str, sizes))} cards, not of {len(hand)}" if sizes else "does not rank hands"
        raise BadCard(f"chapter {named(game).chapter} {takes}")
    return match


def rule(citation: str) -> Explained:
    """A paragraph by its citation: a paraphrase of what it requires, the code that implements it and the tests that prove it.

    >>> rule("565.8(b)").heading
    'Procedures for dealing the cards from a manual dealing shoe'
    """
    return explain(citation)


def check(name_or_file: str | Path, choices: "Mapping[str, Any] | None" = None) -> House:
    """The house that a certificate holder asks for, by a game and its choices or by the file of a submission. Raises
    NotAuthorized, with the section and what is allowed, if the chapter does not authorize it.

    >>> check("heads-up-hold-em", {"trips_plus": "Q"})
    Traceback (most recent call last):
    pitboss.errors.NotAuthorized: trips_plus = "Q" is not allowed; allowed are "", "A", "B", "C", "D" (§ 677a.12(e))
    """
    house = read(str(name_or_file)).house if choices is None else house_of(str(name_or_file), choices)
    if house.chapter.chapter in MODULES:
        check_works(named(house.chapter.chapter), house)
    return house


def replay(log: str | Path, key: "HouseKey | PublicKey | None" = None) -> Table:
    """The table at the end of a log, with every step proven. Raises `pitboss.table.log.replay.Difference` if the log breaks the
    rules, BadLog if it is cut short or edited; with a key, the log must be signed with it."""
    return logs.replay(Path(log), named, key=key)


def resume(log: str | Path, chance: Source | None = None, key: "HouseKey | None" = None) -> Table:
    """The table of a log, which continues the same log."""
    return logs.resume(Path(log), named, chance, key=key)

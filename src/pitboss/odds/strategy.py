"""Best play as a person asks for it: what each action brings with a hand, and simple rules with their cost."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction

from pitboss.cards import Card, name, text
from pitboss.errors import BadCard, NotAuthorized
from pitboss.games import BANKED, game
from pitboss.games.pai_gow.house_way import house_way
from pitboss.games.pai_gow.rules import WAGER
from pitboss.house import House
from pitboss.odds import against_dealer, enumeration, pai_gow, twenty_one
from pitboss.odds.advice import Actions, Advice
from pitboss.odds.boards import play as board_play
from pitboss.odds.boards import rules as board_rules
from pitboss.odds.catalogue import own_odds, rows
from pitboss.odds.pai_gow.one_hand import judge
from pitboss.odds.parts import Told, begun
from pitboss.odds.store import stored
from pitboss.odds.streets import play as street_play
from pitboss.odds.streets import rules as street_rules

TWENTY_ONE = ("633a", "635a")
PAI_GOW = ("561", "645a")


def rules(number: str, house: House, progress: Told = None) -> list[Advice]:
    """Rules that are easy to remember, from the store where they were found before; raises NotAuthorized for a chapter that has
    none."""
    if number not in BANKED:
        raise NotAuthorized(f"chapter {number} has no simple rules; only chapters {', '.join(BANKED)} have")
    found = stored("rules", house, lambda seen: [asdict(advice) for advice in _found(number, seen, progress)])
    return [Advice(**advice) for advice in found]


def _found(number: str, house: House, progress: Told) -> list[Advice]:
    if number in PAI_GOW:
        return [by_the_house_way(number, house, progress)]
    tell = begun(progress, f"rules of chapter {number}")
    if number in TWENTY_ONE:
        grid = twenty_one.best_play(house).grid
        return [Advice("\n".join(grid.lines()), -grid.value, grid.cost)]
    if number in street_rules.STREETS:
        return street_rules.rules(number, house)
    if number in board_rules.CHAPTERS:
        return board_rules.rules(number, house, tell)
    if (own := own_odds(number)) is not None:
        return own.rules(house)
    if number not in against_dealer.SETTINGS:
        return enumeration.rules(house, progress)
    found = against_dealer.thresholds(number, house)
    return [Advice(rule.words, float(rule.edge), float(rule.cost)) for rule in found]


def by_the_house_way(number: str, house: House, progress: Told) -> Advice:
    """Pai Gow Poker: what it costs to set every hand as the dealer does, beside setting each for the most (minutes)."""
    ways = {row.condition: row for row in rows(number, house.given, progress, best=True, wager=WAGER)}
    dealer, best = ways["set by the house way"], ways["best setting"]
    way = house["house_way"]
    words = f"set every hand as the dealer does, by the house way {way!r} (pitboss house-way {way} --hand)"
    return Advice(words, float(dealer.edge), float(dealer.edge - best.edge))


def settings(house: House, cards: tuple[Card, ...]) -> Actions:
    """Pai Gow Poker: every lawful setting against a dealer who sets by the house way."""
    part = pai_gow.vigorish_part(house)
    return [(f"set {text(each.split.low)}", each.mean(part)) for each in judge(cards, house_way(house["house_way"]))]


# By chapter: with how many cards a player decides, and what looks at them.
DECIDE = {
    "559": ((3, 4), street_play.let_it_ride),
    "587": ((3, 4, 5), street_play.raise_it_up),
    "655a": ((2, 3, 4), street_play.mississippi),
    "563": ((2, 5, 6), board_play.texas_hold_em_bonus),
    "677a": ((2, 5, 7), board_play.heads_up_hold_em),
    **dict.fromkeys(PAI_GOW, ((7,), settings)),
}


def check(number: str, house: House, cards: Sequence[Card], up: Card | None) -> None:
    """Refuses cards that cannot lie on a table, and a dealer's card where none is seen, or none where one is."""
    deck = Counter(game(number).deck(house) if number in BANKED else range(52))
    for card, times in Counter(cards if up is None else [*cards, up]).items():
        if times > deck[card]:
            often = {0: "has no", 1: "has only one"}.get(deck[card], f"has only {deck[card]} of the")
            raise BadCard(f"the deck of chapter {number} {often} {name(card)}")
    shows = number in TWENTY_ONE or (number in against_dealer.SETTINGS and against_dealer.SETTINGS[number].up_card)
    if (own := own_odds(number)) is not None:
        shows = own.SEES_THE_DEALER
    if shows and up is None:
        raise BadCard('the best play depends on the dealer\'s card: name it (`--dealer Th`, or dealer="Th" in a program)')
    if up is not None and not shows:
        raise BadCard(f"no card of a dealer is seen in chapter {number}: leave --dealer out")


def decide(number: str, house: House, cards: Sequence[Card], up: Card | None = None, progress: Told = None) -> Actions:
    """What each action brings, in units of the first wager. The cards are the player's own, then the community cards."""
    check(number, house, cards, up)
    if number in TWENTY_ONE:
        assert up is not None
        values = twenty_one.best_play(house).decide(list(cards), up).values
        if not values:
            raise BadCard(f"with {text(cards)} there is nothing to decide")
        return sorted(((word, Fraction(value)) for word, value in values.items()), key=lambda a: a[1], reverse=True)
    if number in against_dealer.SETTINGS:
        return against_dealer.decide(number, house, cards, up)
    if number not in BANKED:
        raise NotAuthorized(f"nobody plays against the house in chapter {number}")
    if (own := own_odds(number)) is not None:
        return own.decide(house, tuple(cards), up)
    if number not in DECIDE:
        return enumeration.decide(house, tuple(cards))
    sizes, play = DECIDE[number]
    if len(cards) not in sizes:
        raise BadCard(f"chapter {number} decides with {' or '.join(map(str, sizes))} cards, not {len(cards)}")
    if number in board_rules.CHAPTERS and len(cards) == 2:  # for which the whole game is solved
        board_play.first_cards(number, house, progress=begun(progress, f"best play of chapter {number}"))
    return sorted(play(house, tuple(cards)), key=lambda action: action[1], reverse=True)

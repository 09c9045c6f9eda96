"""Odds of any game by playing it: every order in which its cards can fall and every answer, through the engine itself.

No solver is needed for a game that deals few cards. A round is played again and again until every card that may be drawn and
every answer that may be given have been tried. Then, from the last question back to the first, the answer is kept that brings
the most on average over all that the player cannot tell apart (backward induction over information sets). It is exact, and as
slow as the engine: a game with more rounds than `MOST` is dealt at random instead and played as its bot does.

Answers are chosen for the wagers that belong together; optional wagers are reckoned along the way. An amount that may be chosen
is tried at its least and its most, between which what it brings lies on a straight line.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, sqrt
from typing import Any, NamedTuple

from pitboss.cards import CARDS, Card, name, text
from pitboss.errors import BadCard, PitbossError
from pitboss.games import game
from pitboss.house import House
from pitboss.odds.advice import Actions, Advice
from pitboss.odds.distribution import Distribution
from pitboss.odds.parts import Told, begun
from pitboss.odds.row import Row
from pitboss.shoe import Chance, ChosenStack, Shuffle
from pitboss.table.drivers import bots, drive
from pitboss.table.game import Game, Wager
from pitboss.table.layout import Hand, Layout
from pitboss.table.round import SEATS
from pitboss.table.steps import COMMUNITY, DEALER, Answer, Ask, Reply, Request
from pitboss.table.table import Table
from pitboss.table.viewers import HIDDEN, Viewer
from pitboss.table.views import layout_of

MOST = 200_000  # rounds
ROUNDS = 20_000  # dealt at random where there are more
TOLD_EVERY = 500  # rounds
SEAT = 1
WHO = SEATS[SEAT]
CHIPS = 10**12  # cents, enough for everything

Key = tuple[Any, ...]  # what a player knows when he is asked


class TooMany(PitbossError):
    """A game has more deals than can be played."""


class Said(NamedTuple):
    """An answer, and what the player knew when he gave it; the amount as a part of his first wager."""

    key: Key
    word: str
    times: Fraction


@dataclass(frozen=True)
class Played:
    """One round: how likely its cards were, what was said, and what it brought on each wager, in cents."""

    chance: Fraction
    said: tuple[Said, ...]
    main: int  # the wagers that belong together
    risked: int
    others: dict[str, int]


class Branches:
    """A way through a tree of choices: `choose` takes the next one on it, `turn` goes to another way until none is left."""

    def __init__(self) -> None:
        self._way: list[tuple[int, int]] = []
        self._at = 0

    def choose(self, number: int) -> int:
        """One of so many, by its place."""
        if self._at == len(self._way):
            self._way.append((0, number))
        chosen, _ = self._way[self._at]
        self._at += 1
        return chosen

    def turn(self) -> bool:
        """Goes back to the beginning, for another way; whether there is one."""
        self._at = 0
        while self._way and self._way[-1][0] + 1 == self._way[-1][1]:
            self._way.pop()
        if self._way:
            chosen, number = self._way[-1]
            self._way[-1] = (chosen + 1, number)
        return bool(self._way)


class _AnyStack(ChosenStack):
    """A stack of which any card may come next."""

    __slots__ = ("branches", "chance")

    def __init__(self, branches: Branches) -> None:
        self.branches = branches
        self.chance = Fraction(1)
        super().__init__()

    def draw(self, to: str = "") -> Card:
        held = sorted(Counter(self.cards).items())
        card, number = held[self.branches.choose(len(held))]
        self.chance *= Fraction(number, len(self.cards))
        self.cards.remove(card)
        return card


class _NoChance:
    """Nothing is left to chance but the cards that are drawn."""

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        return Shuffle(tuple(cards), "", "")

    def number(self, least: int, most: int) -> int:
        return least

    def hours(self) -> float:
        return 0.0


# ---------------------------------------------------------------------------- what a player knows


def key_of(ask: Ask, own: Mapping[str, Sequence[Card]], up: Iterable[Sequence[Card]], wagers: Mapping[str, int]) -> Key:
    """What a player knows when he is asked: the question, his own cards by hand, the cards that lie face up before the dealer
    and in the middle, and his wagers as parts of what the question multiplies."""
    hands = tuple((place, tuple(sorted(cards))) for place, cards in own.items())
    placed = tuple((name, Fraction(cents, ask.base or 1)) for name, cents in sorted(wagers.items()))
    return ask.cite, ask.about, hands, tuple(tuple(sorted(cards)) for cards in up), placed


def known_at(table: Table, ask: Ask) -> Key:
    """What the player at a table who is asked knows."""
    return _key(layout_of(table, Viewer.at(ask.seat)), ask, main_wagers(table.game, table.house))


def main_wagers(kind: Game, house: House) -> set[str]:
    """The wagers that belong together, by name."""
    return {wager.name for wager in kind.wagers} - {wager.name for wager in optional(kind, house)}


def _key(layout: Layout, ask: Ask, main: Collection[str]) -> Key:
    def seen(hand: Hand | None) -> list[Card]:
        return [CARDS[face] for face in hand.cards if face != HIDDEN] if hand is not None and not hand.gone else []

    own = {place: seen(hand) for place, hand in layout.hands_of(ask.seat).items() if not hand.gone}
    wagers = {name: cents for name, cents in layout.wagers.get(ask.seat, {}).items() if name in main}
    return key_of(ask, own, [seen(layout.hands.get(place)) for place in (DEALER, COMMUNITY)], wagers)


# ---------------------------------------------------------------------------- every round


class _Player:
    """Gives every answer in turn."""

    def __init__(self, branches: Branches, unit: int) -> None:
        self.branches, self.unit = branches, unit
        self.said: list[Said] = []

    def __call__(self, table: Table, request: Request) -> Reply:
        if not isinstance(request, Ask):
            return None
        if (only := request.only) is not None:
            return only
        answers = answers_to(request)
        answer = answers[self.branches.choose(len(answers))]
        self.said.append(Said(known_at(table, request), answer.word, Fraction(answer.cents, self.unit)))
        return answer


def answers_to(ask: Ask) -> list[Answer]:
    """Every answer to a question, an amount at its least and its most."""
    found = []
    for choice in ask.choices:
        if choice.of:
            raise TooMany(f"which cards to {choice.word} is not tried", ask.cite)
        amounts = sorted({choice.least, choice.most}) if choice.most else [0]
        found += [Answer(choice.word, cents) for cents in amounts]
    return found


def every_round(kind: Game, house: House, bets: dict[str, int], told: Told = None) -> Iterator[Played]:
    """Every round that one seat can play with these wagers; raises TooMany."""
    aside = {wager.name for wager in optional(kind, house)}
    branches, unit = Branches(), next(iter(bets.values()))
    tell = begun(told, f"every round of {house.chapter.game}") or (lambda done: None)
    for number in range(MOST):
        stack, player = _AnyStack(branches), _Player(branches, unit)
        table = Table(kind, house, _NoChance(), stacks={"": stack}, pauses=False)
        table.sit(SEAT, "player", CHIPS)
        table.bet(SEAT, bets)
        ledger = drive(table, player).ledger
        assert ledger is not None
        placed, back = ledger.placed[WHO], ledger.back[WHO]
        others = {name: back.get(name, 0) - placed[name] for name in aside if name in placed}
        risked = sum(cents for name, cents in placed.items() if name not in aside)
        yield Played(stack.chance, tuple(player.said), ledger.players[WHO] - sum(others.values()), risked, others)
        if number % TOLD_EVERY == 0:
            tell(0.0)  # nobody knows how many there are
        if not branches.turn():
            return
    raise TooMany(f"chapter {kind.chapter} has more than {MOST:,} rounds to play: too many for all of them")


def optional(kind: Game, house: House) -> list[Wager]:
    """The wagers that do not belong to the first one: they are won or lost by themselves."""
    return [wager for wager in kind.offered(house)[1:] if not wager.required]


# ---------------------------------------------------------------------------- best play


@dataclass
class Best:
    """The rounds of best play, and what every answer brings with what is known, in cents."""

    unit: int
    rounds: list[Played] = field(default_factory=list)
    brings: dict[Key, dict[tuple[str, Fraction], Fraction]] = field(default_factory=dict)

    def distribution(self, wager: str = "") -> Distribution:
        """What the wagers that belong together bring, or an optional one."""
        deals = lcm(*(each.chance.denominator for each in self.rounds))
        counts: Counter[Fraction] = Counter()
        for each in self.rounds:
            counts[Fraction(each.others[wager] if wager else each.main, self.unit)] += int(each.chance * deals)
        risked = sum((each.chance * each.risked for each in self.rounds), Fraction(0)) * deals / self.unit
        return Distribution(dict(counts), None if wager else risked)


def best_of(rounds: list[Played], unit: int) -> Best:
    """Best play among all rounds: of every question the answer that brings the most over what cannot be told apart."""
    found = Best(unit)
    found.rounds = _best(rounds, 0, found.brings)
    return found


def _best(rounds: list[Played], asked: int, brings: dict[Key, dict[tuple[str, Fraction], Fraction]]) -> list[Played]:
    """The rounds that best play leads to, of some in which so many questions have been answered alike."""
    kept = [each for each in rounds if len(each.said) == asked]
    groups: dict[Key, dict[tuple[str, Fraction], list[Played]]] = {}
    for each in rounds:
        if len(each.said) > asked:
            said = each.said[asked]
            groups.setdefault(said.key, {}).setdefault((said.word, said.times), []).append(each)
    for key, answers in groups.items():
        after = {answer: _best(those, asked + 1, brings) for answer, those in answers.items()}
        brings[key] = {answer: _mean(those) for answer, those in after.items()}
        kept += after[max(brings[key], key=lambda answer: brings[key][answer])]
    return kept


def _mean(rounds: list[Played]) -> Fraction:
    chance = sum((each.chance for each in rounds), Fraction(0))
    return sum((each.chance * each.main for each in rounds), Fraction(0)) / chance


_found: dict[tuple[str, str], Best] = {}  # by chapter and choices


def best_play(house: House, told: Told = None) -> Best:
    """Best play of a house's game with every wager that it offers; raises TooMany."""
    key = house.chapter.chapter, repr(sorted(house.values.items()))
    if key not in _found:
        kind, house = game(house.chapter.chapter), House.of(house.chapter.chapter, dict(house.given))
        bets = wagers_of(kind, house)
        _found[key] = best_of(list(every_round(kind, house, bets, told)), next(iter(bets.values())))
    return _found[key]


def wagers_of(kind: Game, house: House) -> dict[str, int]:
    """The wagers of a plain player, and every optional one at its least."""
    found = dict(kind.suggest(house))
    unit = house["smallest_chip"]
    for wager in optional(kind, house):
        found.setdefault(wager.name, -(-kind.limits(house, wager)[0] // unit) * unit)
    return found


# ---------------------------------------------------------------------------- as a person asks for it


def decide(house: House, cards: tuple[Card, ...]) -> Actions:
    """What each action brings with a hand and the community cards, in units of the first wager, the best first."""
    best = best_play(house)
    for (_, _, hands, (_, community), _), brings in best.brings.items():
        if sorted((*(card for _, hand in hands for card in hand), *community)) == sorted(cards):
            found = [(_said(answer), value / best.unit) for answer, value in brings.items()]
            return sorted(found, key=lambda action: action[1], reverse=True)
    raise BadCard(f"with {text(cards)} there is nothing to decide in chapter {house.chapter.chapter}")


def rules(house: House, progress: Told = None) -> list[Advice]:
    """Best play as a list: with which hands each answer to the first question is the best."""
    best = best_play(house, progress)
    first = next(iter(best.brings))[0]
    hands: dict[str, dict[str, None]] = {}
    for (cite, _, held, (up, community), _), brings in best.brings.items():
        if cite == first:
            cards = [name(card).split(" of ")[0] for _, hand in held for card in hand]
            seen = [*cards, *(text([card]) for card in (*up, *community))]
            hands.setdefault(_said(max(brings, key=lambda answer: brings[answer])), {})[" ".join(seen)] = None
    words = "; ".join(f"{answer} with {', '.join(held)}" for answer, held in hands.items())
    return [Advice(words, float(best.distribution().edge), 0.0)]


def _said(answer: tuple[str, Fraction]) -> str:
    """
    >>> _said(("raise", Fraction(3))), _said(("fold", Fraction(0)))
    ('raise 3x', 'fold')
    """
    word, times = answer
    return f"{word} {times}x" if times > 1 else word


# ---------------------------------------------------------------------------- rows


def rows(number: str, house: House, progress: Told = None) -> Iterator[Row]:
    """The wagers that belong together, then every optional wager by every pay table that the chapter prints for it."""
    kind = game(number)
    first, *_ = kind.offered(house)
    after = [wager.name for wager in kind.wagers if not wager.before_deal]
    words = f"with {' and '.join(after)}" if after else ""
    try:
        known = best_play(house, progress).distribution()
    except TooMany:
        yield from _dealt(kind, house, first.name, progress)
        return
    yield Row(number, first.name, "", "", first.name, known, known.edge, note=words)
    for wager in (wager for wager in kind.wagers if wager.option and not wager.required):
        for table, offering in _offering(house, wager):
            known = best_play(offering, progress).distribution(wager.name)
            yield Row(number, wager.name, table, "", wager.name, known, known.edge)


def _offering(house: House, wager: Wager) -> Iterator[tuple[str, House]]:
    """The house with an optional wager, by the letter of each pay table that it may choose."""
    option = next(option for option in house.chapter.options if option.option == wager.option)
    values = option.allowed if isinstance(option.allowed, list) else [True]
    for value in values:
        if value not in ("", False):
            yield value if isinstance(value, str) else "", House.of(house.chapter.chapter, {**house.given, wager.option: value})


def _dealt(kind: Game, house: House, first: str, progress: Told) -> Iterator[Row]:
    """The wagers that belong together by chance: so many rounds, played as the bot does."""
    tell = begun(progress, f"{ROUNDS:,} rounds of {house.chapter.game}") or (lambda done: None)
    table = Table(kind, house, Chance(seed=1), pauses=False)
    table.sit(SEAT, "player", CHIPS)
    bets = dict(kind.suggest(house))
    unit, total, squares = next(iter(bets.values())), 0, 0
    for done in range(ROUNDS):
        table.bet(SEAT, bets)
        ledger = drive(table, bots).ledger
        assert ledger is not None
        gain = -ledger.players[WHO]
        total, squares = total + gain, squares + gain * gain
        if done % TOLD_EVERY == 0:
            tell(done / ROUNDS)
    error = sqrt(max(0.0, squares / ROUNDS - (total / ROUNDS) ** 2) / ROUNDS) / unit
    mean = total / ROUNDS / unit
    note = "as the bot plays; there are too many deals to play them all"
    yield Row(kind.chapter, first, "", "", first, None, mean, "simulation", note=note, standard_error=error)

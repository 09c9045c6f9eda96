"""Every round of a game through the engine itself: every way in which its cards can fall, and every answer.

A few rounds at random tell beforehand how many there are (Knuth's estimate for a tree); of more than `MOST` not all are played.

Two shortcuts are taken where they change nothing. Cards are decided only as far as the game looks at them; and where nobody is
asked anything, a hand is counted once whatever the order of its cards. Every tenth round is played again with cards that lie
in the open, the cards of each hand in another order: where one wager then ends otherwise, the shortcut is given up.

An amount that may be chosen is tried at its least and its most, between which what it brings lies on a straight line.
"""

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from pitboss.cards import CARDS, Card
from pitboss.errors import PitbossError
from pitboss.games import game
from pitboss.house import House
from pitboss.odds.parts import Told, begun
from pitboss.odds.unseen import Branches, GivenStack, NoSuchHand, Probe, UnseenStack
from pitboss.shoe import Shuffle, Stack
from pitboss.table.drivers import drive
from pitboss.table.game import Game, Wager
from pitboss.table.money.ledger import Ledger
from pitboss.table.round import SEATS
from pitboss.table.steps import COMMUNITY, DEALER, Answer, Ask, Reply, Request
from pitboss.table.table import Table
from pitboss.table.view.layout import Hand, Layout
from pitboss.table.view.viewers import HIDDEN, Viewer
from pitboss.table.view.views import layout_of

MOST = 200_000  # rounds
TOLD_EVERY = 100  # rounds
PROBES = 60  # rounds at random, before all are played
CHECKED = 10  # every so many rounds one is played again without the shortcut
SEAT = 1
WHO = SEATS[SEAT]
CHIPS = 10**12  # cents, enough for everything

Key = tuple[Any, ...]  # what a player knows when he is asked
T = TypeVar("T")


class TooManyRoundsError(PitbossError):
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


def answers_to(ask: Ask) -> list[Answer]:
    """Every answer to a question, an amount at its least and its most."""
    found = []
    for choice in ask.choices:
        if choice.of:
            raise TooManyRoundsError(f"which cards to {choice.word} is not tried", ask.cite)
        amounts = sorted({choice.least, choice.most}) if choice.most else [0]
        found += [Answer(choice.word, cents) for cents in amounts]
    return found


class _Differs(Exception):
    """A shortcut changes what happens."""


@dataclass(frozen=True)
class _Shortcut:
    """How rounds are played: whether every card is looked at as it is drawn, and whether the order of a hand does not count."""

    seen: bool
    unordered: bool


SHORTCUTS = (_Shortcut(False, True), _Shortcut(False, False), _Shortcut(True, False))


@dataclass(frozen=True)
class _Rounds:
    """Rounds of a game with one seat and its wagers, one for every way through the branches."""

    kind: Game
    house: House
    bets: dict[str, int]

    @property
    def unit(self) -> int:
        """The first wager."""
        return next(iter(self.bets.values()))

    def play(self, branches: Branches, shortcut: _Shortcut) -> tuple[Played, UnseenStack]:
        """A round, and its cards; raises NoSuchHand where there is none."""
        stack, said = UnseenStack(branches, shortcut.seen, shortcut.unordered), list[Said]()

        def each_in_turn(table: Table, ask: Ask) -> Answer:
            answers = answers_to(ask)
            answer = answers[branches.choose(len(answers))]
            said.append(Said(known_at(table, ask), answer.word, Fraction(answer.cents, self.unit)))
            return answer

        ledger = self._ledger(stack, each_in_turn)
        return self._played(ledger, stack.chance, tuple(said)), stack

    def check(self, played: Played, stack: UnseenStack, chance: random.Random) -> None:
        """Plays a round again with cards that lie in the open, a hand in any order where that does not count."""
        before = iter(played.said)

        def the_same(table: Table, ask: Ask) -> Answer:
            if (said := next(before, None)) is None:
                raise _Differs
            return Answer(said.word, int(said.times * self.unit))

        ledger = self._ledger(GivenStack(stack.order(chance)), the_same)
        if self._played(ledger, played.chance, played.said) != played:
            raise _Differs

    def _ledger(self, stack: Stack, answer: Callable[[Table, Ask], Answer]) -> Ledger:
        def player(table: Table, request: Request) -> Reply:
            if not isinstance(request, Ask):
                return None
            return answer(table, request) if request.only is None else request.only

        table = Table(self.kind, self.house, _NoChance(), stacks={"": stack}, pauses=False)
        table.sit(SEAT, "player", CHIPS)
        table.bet(SEAT, self.bets)
        return drive(table, player).ledger

    def _played(self, ledger: Ledger, chance: Fraction, said: tuple[Said, ...]) -> Played:
        aside = {wager.name for wager in optional(self.kind, self.house)}
        placed, back = ledger.placed[WHO], ledger.back[WHO]
        others = {name: back.get(name, 0) - placed[name] for name in aside if name in placed}
        risked = sum(cents for name, cents in placed.items() if name not in aside)
        return Played(chance, said, ledger.players[WHO] - sum(others.values()), risked, others)


@dataclass(frozen=True)
class Probed:
    """What a few rounds at random tell of a game: about how many rounds there are, and whether anybody is asked anything."""

    rounds: int
    asks: bool


def probe(rounds: _Rounds, shortcut: _Shortcut = SHORTCUTS[1]) -> Probed:
    """Plays a few rounds at random, and each again without the shortcut; raises _Differs."""
    chance, ways, asks = random.Random(1), 0, False
    for _ in range(PROBES):
        branches = Probe(chance)
        try:
            played, stack = rounds.play(branches, shortcut)
        except NoSuchHand:
            continue
        rounds.check(played, stack, chance)
        ways += branches.ways
        asks = asks or bool(played.said)
    return Probed(ways // PROBES, asks)


def decides(house: House) -> bool:
    """Whether a player of the house's game is ever asked anything, as far as a few rounds at random tell."""
    kind, house = game(house.chapter.chapter), House.of(house.chapter.chapter, dict(house.given))
    rounds = _Rounds(kind, house, wagers_of(kind, house))
    return _with_shortcut(SHORTCUTS[1:], lambda shortcut: probe(rounds, shortcut).asks)


def every_round(
    kind: Game, house: House, bets: dict[str, int], told: Told = None, shortcuts: Sequence[_Shortcut] = SHORTCUTS
) -> list[Played]:
    """Every round that one seat can play with these wagers; raises TooManyRoundsError."""
    rounds = _Rounds(kind, house, bets)
    return _with_shortcut(shortcuts, lambda shortcut: _all(rounds, shortcut, told))


def _with_shortcut(shortcuts: Sequence[_Shortcut], play: Callable[[_Shortcut], T]) -> T:
    """The result with the first shortcut that works; raises TooManyRoundsError."""
    for shortcut in shortcuts[:-1]:
        try:
            return play(shortcut)
        except TooManyRoundsError:
            raise
        except Exception:  # it changes what happens, or the game cannot take cards that nobody has looked at
            continue
    return play(shortcuts[-1])


def _all(rounds: _Rounds, shortcut: _Shortcut, told: Told) -> list[Played]:
    """Every round with a shortcut; raises _Differs where it must not be taken, and TooManyRoundsError."""
    known = probe(rounds, shortcut)
    if shortcut.unordered and known.asks:
        raise _Differs  # a player may know a card of a hand before the others
    if known.rounds > MOST:
        raise TooManyRoundsError(
            f"chapter {rounds.kind.chapter} has about {about(known.rounds)} rounds, and more than {MOST:,} are not all played"
        )
    tell = begun(told, f"playing all of about {about(known.rounds)} rounds of {rounds.house.chapter.game}") or (
        lambda done: None
    )
    chance, branches, found, more = random.Random(2), Branches(), list[Played](), True
    while more:
        try:
            played, stack = rounds.play(branches, shortcut)
        except NoSuchHand:
            more = branches.turn()
            continue
        if len(found) % CHECKED == 0:
            rounds.check(played, stack, chance)
        if shortcut.unordered and played.said:
            raise _Differs
        found.append(played)
        if len(found) % TOLD_EVERY == 0:
            tell(branches.done())
        if len(found) > 2 * MOST:  # the estimate was too low
            too_many = f"chapter {rounds.kind.chapter} has more than {2 * MOST:,} rounds to play: too many for all of them"
            raise TooManyRoundsError(too_many)
        more = branches.turn()
    if shortcut.unordered and sum((each.chance for each in found), Fraction(0)) != 1:
        raise _Differs
    tell(1.0)
    return found


def about(number: int) -> str:
    """A number as it is said where it is not known better.

    >>> about(8_281), about(96), about(3_141_592)
    ('8,300', '96', '3,100,000')
    """
    unit = 10 ** max(0, len(str(number)) - 2)
    return f"{round(number / unit) * unit:,}"


def optional(kind: Game, house: House) -> list[Wager]:
    """The wagers that do not belong to the first one: they are won or lost by themselves."""
    return [wager for wager in kind.offered(house)[1:] if not wager.required]


def wagers_of(kind: Game, house: House) -> dict[str, int]:
    """The wagers of a plain player, and every optional one at its least."""
    found = dict(kind.suggest(house))
    unit = house["smallest_chip"]
    for wager in optional(kind, house):
        found.setdefault(wager.name, -(-kind.limits(house, wager)[0] // unit) * unit)
    return found

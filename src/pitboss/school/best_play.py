"""Hands for players to play: what do you do? Every choice has its exact value, so a mistake has its exact cost; a hand that was
played wrong comes again, as the cards of a dealer's lesson do.

A hand is named by the number of its shuffle, so that it comes again as it was. `pitboss.advice` says what the choices bring.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Any

import msgspec

from pitboss.advice.sight import SETS, OwnHand, Sight, Worth, sight_of
from pitboss.cards import NAMES, Card
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.games import NONBANKED
from pitboss.house import House
from pitboss.money import dollars
from pitboss.school.drills.questions import Question, one_of, shown_cards
from pitboss.school.memory import AGAIN_AFTER, Memory
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.game import Game
from pitboss.table.steps import Ask
from pitboss.table.table import Table
from pitboss.table.view.viewers import Viewer

DRILL = "best play"
LETTERS = "abcdefgh"
SETTINGS = 5  # of seven cards at Pai Gow Poker, of up to 21
SEAT = 1
STOPS = 0.5  # the chance that the hand is asked at a decision, and not at a later one
PLAIN = 4  # one in so many of the hands in which everything but the best play costs more than half the first wager is asked
CHIPS = 10**8
TRIES = 200  # hands, until one can be priced


class Hand(msgspec.Struct, frozen=True):
    """A hand to be played: its number, and what its player knows when asked."""

    number: int
    sight: Sight

    @property
    def name(self) -> str:
        """What its answers are saved under."""
        return f"{self.number} {table_name(self.sight.given)}"


def check_priced(game: Game) -> None:
    """Raises NotAuthorized for a game in which no choice has an exact value."""
    if game.chapter in NONBANKED:
        raise NotAuthorized(
            "at Poker nobody plays against the house, so no choice has an exact value: there is nothing to drill"
        )


def table_name(given: Mapping[str, Any]) -> str:
    """A few letters for the choices of a house, by which its hands are told from those of others."""
    return hashlib.sha256(msgspec.json.encode(given, order="deterministic")).hexdigest()[:8]


def hand(game: Game, house: House, number: int) -> Hand | None:
    """The hand of a number, at one of its decisions; None where its player has nothing to decide."""
    rng = Random(number)
    table = Table(game, house, Chance(number))
    table.sit(SEAT, "player at seat 1", CHIPS)
    table.bet(SEAT, game.suggest(house))
    sight, request = None, table.begin()
    while request is not None:
        if isinstance(request, Ask) and request.only is None:
            sight = sight_of(table, Viewer.at(SEAT), request)
            if rng.random() < STOPS:
                break
        request = table.reply(bots(table, request))
    return None if sight is None else Hand(number, sight)


def is_asked(played: Hand, worths: Sequence[Worth]) -> bool:
    """True if a hand is worth asking: its choices are priced, and few of the plain ones are."""
    values = sorted((each.value for each in worths), reverse=True)
    if len(values) < 2 or values[0] == values[-1]:
        return False
    plain = values[0] - values[1] > Fraction(played.sight.ask.base or max(played.sight.wagers.values()), 2)
    return not plain or played.number % PLAIN == 0


def question_of(played: Hand, worths: Sequence[Worth], basis: str) -> Question:
    """What do you do? With the exact cost of each choice beside the best."""
    sight = played.sight
    listed = _listed(played, worths)
    best = max(each.value for each in listed)
    letters = LETTERS[: len(listed)]
    costs: dict[object, Fraction] = {letter: best - each.value for letter, each in zip(letters, listed, strict=True)}
    right = [letter for letter in letters if not costs[letter]]
    about = f" with {sight.ask.about}" if sight.ask.about else ""
    return Question(
        drill=DRILL,
        about=" or ".join(dict.fromkeys(choice.word for choice in sight.ask.choices)),
        section=sight.ask.cite,
        shown=tuple(_shown(sight)),
        ask=f"What do you do{about}?",
        choices=tuple(f"{letter}) {in_words(each)}" for letter, each in zip(letters, listed, strict=True)),
        answer=" or ".join(right),
        why=f"{'; '.join(f'{in_words(each)} {signed(each.value)}' for each in _best_first(listed))}. {basis}",
        means=tuple(right),
        reads=one_of(tuple(letters)),
        costs=costs,
    )


def _listed(played: Hand, worths: Sequence[Worth]) -> list[Worth]:
    """The choices that are asked about: all of them; of many settings of seven cards the best, and some others."""
    settings = [each for each in _best_first(worths) if each.word.startswith(SETS)]
    if len(settings) <= SETTINGS:
        return list(worths)[: len(LETTERS)]
    rng = Random(played.number)
    found = [settings[0], *rng.sample(settings[1:], SETTINGS - 1)]
    rng.shuffle(found)
    return found


def _best_first(worths: Sequence[Worth]) -> list[Worth]:
    return sorted(worths, key=lambda each: each.value, reverse=True)


def in_words(worth: Worth) -> str:
    """A choice in words.

    >>> in_words(Worth("raise", 1500, "0")), in_words(Worth("set As Kd", 0, "0")), in_words(Worth("fold", 0, "0"))
    ('raise $15', 'low hand A♠ K♦', 'fold')
    """
    if worth.word.startswith(SETS):
        return f"low hand {shown_cards(worth.word.removeprefix(SETS).split())}"
    return f"{worth.word} {dollars(worth.cents)}" if worth.cents else worth.word


def signed(cents: Fraction) -> str:
    """An amount that is won or lost on average, to the cent.

    >>> signed(Fraction(-1000, 3)), signed(Fraction(250))
    ('−$3.33', '+$2.50')
    """
    return f"{'−' if cents < 0 else '+'}{in_dollars(abs(cents))}"


def in_dollars(cents: Fraction) -> str:
    """A cost, to the cent."""
    return f"${round(cents) / 100:,.2f}"


def _shown(sight: Sight) -> list[str]:
    """What the player sees."""
    lines = [f"you have {', '.join(f'{dollars(cents)} {wager}' for wager, cents in sight.wagers.items())}"]
    for number, own in enumerate(sight.hands, 1):
        which = f"your hand {number}" if len(sight.hands) > 1 else "your hand"
        lines.append(f"{which}: {_cards(own)}")
    for place, cards in (("the dealer shows", sight.dealer), ("community cards", sight.community)):
        if cards:
            lines.append(f"{place}: {_faces(cards)}")
    return lines


def _cards(own: OwnHand) -> str:
    low = f" (low hand {_faces(own.low)})" if own.low else ""
    return _faces(own.cards) + low


def _faces(cards: Sequence[Card]) -> str:
    return shown_cards([NAMES[card] for card in cards])


# ---------------------------------------------------------------------------- which hand is next


def numbers_to_play(rows: Sequence[dict[str, Any]], given: Mapping[str, Any], at: datetime) -> tuple[list[int], int]:
    """The hands at a table that come again now, the most forgotten first, and the number of the first new one. A hand that was
    played wrong comes again after some others, and then on the days that its answers ask for."""
    ours = table_name(given)
    mine = [row | {"card": row["hand"]} for row in rows if row["hand"].endswith(f" {ours}")]
    memory = Memory(mine)
    recent = {row["hand"] for row in mine[-AGAIN_AFTER:] if datetime.fromisoformat(row["at"]).date() == at.date()}
    last = {row["hand"]: row for row in mine}
    end = at + timedelta(hours=12)
    again = []
    for name, lapses in memory.lapses.items():
        due = memory.due_named(name)
        is_over = last[name]["right"] and datetime.fromisoformat(last[name]["at"]).date() == at.date()
        if lapses and due is not None and due <= end and not is_over and name not in recent:
            again.append(name)
    again.sort(key=lambda name: memory.known_named(name, at))
    played = [int(row["hand"].split()[0]) for row in mine]
    return [int(name.split()[0]) for name in again], max(played, default=0) + 1


def hands_to_play(game: Game, house: House, rows: Sequence[dict[str, Any]], at: datetime) -> Iterator[Hand]:
    """The hands that come again, then new ones, of which those that are not worth asking are to be left out; raises
    NotAuthorized where no choice has an exact value, and PitbossError after many hands."""
    check_priced(game)
    again, first = numbers_to_play(rows, house.given, at)
    for number in (*again, *range(first, first + TRIES)):
        if (played := hand(game, house, number)) is not None:
            yield played
    raise PitbossError(f"no choice of a player at this table of chapter {game.chapter} has an exact value")


def next_question(game: Game, house: House, rows: Sequence[dict[str, Any]], at: datetime) -> tuple[Hand, Question]:
    """The hand that is played next, and its question; raises as `hands_to_play` does."""
    from pitboss.advice.choices import worths  # not before it is needed: it loads every solver

    for played in hands_to_play(game, house, rows, at):
        priced, basis = worths(played.sight)
        if is_asked(played, priced):
            return played, question_of(played, priced, basis)
    raise AssertionError("hands end with an error")

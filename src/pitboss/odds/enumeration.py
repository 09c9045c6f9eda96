"""Odds of any game by playing it: every way in which its cards can fall and every answer, through the engine itself.

No solver is needed for a game that deals few cards. A round is played again and again until everything that may be seen of the
cards (`pitboss.odds.unseen`) and every answer that may be given have been tried. Then, from the last question back to the
first, the answer is kept that brings the most on average over all that the player cannot tell apart (backward induction over
information sets). It is exact, and as slow as the engine. A few rounds at random tell beforehand how many there are
(Knuth's estimate for a tree): a game with more than `MOST` is dealt at random instead and played as its bot does.

Answers are chosen for the wagers that belong together; optional wagers are reckoned along the way.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm, sqrt

from pitboss.cards import Card, name, text
from pitboss.errors import BadCard, NotAuthorized
from pitboss.games import game
from pitboss.house import House
from pitboss.odds.advice import Actions, Advice
from pitboss.odds.distribution import Distribution
from pitboss.odds.every_round import (
    CHIPS,
    PROBES,
    SEAT,
    TOLD_EVERY,
    WHO,
    Key,
    Played,
    TooManyRoundsError,
    decides,
    every_round,
    optional,
    wagers_of,
)
from pitboss.odds.parts import Told, begun
from pitboss.odds.row import Row
from pitboss.odds.solved import Solved
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.game import Game, Wager
from pitboss.table.table import Table

ROUNDS = 20_000  # dealt at random where there are too many for all of them
SURE = 1.96  # standard errors on either side, between which the truth lies in 95 of 100 cases


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


_found: dict[tuple[str, str], tuple[Game, Best]] = {}  # by chapter and choices; another game of that number is another


def best_play(house: House, told: Told = None) -> Best:
    """Best play of a house's game with every wager that it offers; raises TooManyRoundsError."""
    kind, key = game(house.chapter.chapter), (house.chapter.chapter, repr((sorted(house.values.items()), house.instead)))
    if key not in _found or _found[key][0] is not kind:
        house = replace(House.of(house.chapter.chapter, dict(house.given)), instead=house.instead)
        bets = wagers_of(kind, house)
        _found[key] = kind, best_of(every_round(kind, house, bets, told), next(iter(bets.values())))
    return _found[key][1]


# ---------------------------------------------------------------------------- as a person asks for it


class Enumerated(Solved):
    """A game at one house, by playing every round of it; raises TooManyRoundsError."""

    @property
    def best(self) -> Best:
        """Best play, found once in this process."""
        return best_play(self.house, self.progress)

    def actions(self, cards: tuple[Card, ...], up: Card | None) -> Actions:
        """With the hand and the community cards."""
        self._check_decides()
        best = self.best
        for (_, _, hands, (_, community), _), brings in best.brings.items():
            if sorted((*(card for _, hand in hands for card in hand), *community)) == sorted(cards):
                return [(_said(answer), value / best.unit) for answer, value in brings.items()]
        raise BadCard(f"with {text(cards)} there is nothing to decide in chapter {self.house.chapter.chapter}")

    def _check_decides(self) -> None:
        if not decides(self.house):
            book = self.house.chapter
            raise NotAuthorized(
                f"nothing is to be decided in {book.game} (chapter {book.chapter}): "
                f"in {PROBES} rounds at random nobody was asked anything"
            )

    def rules(self) -> list[Advice]:
        """Best play as a list: with which hands each answer to the first question is the best."""
        self._check_decides()
        best = self.best
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


def rows(number: str, house: House, progress: Told = None, wager: str = "") -> Iterator[Row]:
    """The wagers that belong together, then every optional wager by every pay table that the chapter prints for it; or only
    one of these."""
    kind = game(number)
    first, *_ = kind.offered(house)
    after = [each.name for each in kind.wagers if not each.before_deal]
    words = f"with {' and '.join(after)}" if after else ""
    if wager in ("", first.name):
        yield _row(kind, house, first.name, "", words, progress)
    for each in (each for each in kind.wagers if each.option and not each.required and wager in ("", each.name)):
        for table, offering in _offering(house, each):
            yield _row(kind, offering, each.name, table, "", progress)


def _row(kind: Game, house: House, wager: str, table: str, words: str, progress: Told) -> Row:
    """A wager by all rounds, or by some at random where they are too many."""
    side = wager if wager in {each.name for each in optional(kind, house)} else ""
    try:
        known = best_play(house, progress).distribution(side)
    except TooManyRoundsError as error:
        return _dealt(kind, house, wager, table, side, str(error), progress)
    return Row(kind.chapter, wager, table, "", wager, known, known.edge, note=words)


def _offering(house: House, wager: Wager) -> Iterator[tuple[str, House]]:
    """The house with an optional wager, by the letter of each pay table that it may choose."""
    option = next(option for option in house.chapter.options if option.option == wager.option)
    values = option.allowed if isinstance(option.allowed, list) else [True]
    for value in values:
        if value not in ("", False):
            offering = House.of(house.chapter.chapter, {**house.given, wager.option: value})
            yield value if isinstance(value, str) else "", replace(offering, instead=house.instead)


def _dealt(kind: Game, house: House, wager: str, table: str, side: str, why: str, progress: Told) -> Row:
    """A wager by chance: so many rounds, played as the bot does."""
    tell = begun(progress, f"dealing {ROUNDS:,} rounds of {house.chapter.game} at random") or (lambda done: None)
    bets = wagers_of(kind, house) if side else dict(kind.suggest(house))
    unit, total, squares = bets[side] if side else next(iter(bets.values())), 0, 0
    felt = Table(kind, house, Chance(seed=1), pauses=False)
    felt.sit(SEAT, "player", CHIPS)
    for done in range(ROUNDS):
        felt.bet(SEAT, bets)
        ledger = drive(felt, bots).ledger
        gain = ledger.placed[WHO][side] - ledger.back[WHO].get(side, 0) if side else -ledger.players[WHO]
        total, squares = total + gain, squares + gain * gain
        if done % TOLD_EVERY == 0:
            tell(done / ROUNDS)
    error = sqrt(max(0.0, squares / ROUNDS - (total / ROUNDS) ** 2) / ROUNDS) / unit
    note = f"{ROUNDS:,} rounds at random, played as the bot does: ±{SURE * error:.2%} in 95 of 100 cases; {why}"
    return Row(
        kind.chapter, wager, table, "", wager, None, total / ROUNDS / unit, "simulation", note=note, standard_error=error
    )

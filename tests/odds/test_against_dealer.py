"""Exact odds of a hand against the dealer's: every solver against plain enumeration, the engine, and stored counts.
Rounds that the engine deals from the full deck are in `test_simulate.py`.

After a change that is meant, write the stored counts anew with `python tests/odds/test_against_dealer.py` and read the
difference before committing it.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cards import ACE, KING, QUEEN, Card, parse
from pitboss.errors import BadCard
from pitboss.games import game
from pitboss.hands.kernels import histogram, values
from pitboss.house import House
from pitboss.odds.against_dealer import five_card, flush, four_card, three_card
from pitboss.odds.against_dealer.counting import lowest_opening, order
from pitboss.odds.against_dealer.play import FOLD, LOST, TIED, UNOPENED, WON, Contest, Setting
from pitboss.odds.against_dealer.rules import _cuts
from pitboss.odds.against_dealer.showdown import Showdown
from pitboss.odds.distribution import Distribution
from pitboss.odds.suits import WHOLE
from pitboss.shoe import Chance, ChosenStack
from pitboss.table.drivers import drive
from pitboss.table.steps import DEALER, Ask, Reply, Request
from pitboss.table.table import Table

GOLDEN = Path(__file__).parent / "golden"
SOLVED: dict[str, Callable[[House], Showdown]] = {
    "555": five_card.solved,
    "557": four_card.solved_557,
    "565": three_card.solved,
    "657a": four_card.solved_657a,
    "678a": flush.solved,
}
SETTINGS = {number: solved(House.of(number)).setting for number, solved in SOLVED.items()}
CHAPTERS = tuple(SETTINGS)
ANTE = 1000  # cents


def deck_of(ranks: str, suits: str) -> tuple[Card, ...]:
    return tuple(sorted(parse(" ".join(r + s for r in ranks for s in suits))))


# Few enough cards to look at every deal: hands that open and that do not, every kind of hand that so few cards can make.
SMALL = [
    ("555", deck_of("89TJKA", "cs")),
    ("555", deck_of("9TKA", "cds")),
    ("557", deck_of("2345KA", "cs")),
    ("557", deck_of("4567", "chs")),
    ("565", deck_of("8TJK", "cds")),
    ("565", deck_of("TQKA", "hs")),
    ("657a", deck_of("5679QA", "cs")),
    ("657a", deck_of("4567", "cdh")),
    ("678a", deck_of("3479A", "cds")),
    ("678a", deck_of("3479TQA", "hs")),
]


@cache
def contest(chapter: str, deck: tuple[Card, ...] = WHOLE) -> Contest:
    return SOLVED[chapter](House.of(chapter)).contest if deck == WHOLE else SETTINGS[chapter].contest(House.of(chapter), deck)


# ---------------------------------------------------------------------------- stored counts


def as_data(chapter: str) -> dict[str, dict[str, int | str | dict[str, int]]]:
    """The rows of a chapter as they are stored."""
    data: dict[str, dict[str, int | str | dict[str, int]]] = {}
    for row in SOLVED[chapter](House.of(chapter)).rows():
        assert row.distribution is not None
        counts = {str(result): count for result, count in row.distribution.counts.items()}
        edge, wagered = str(row.edge), str(row.distribution.wagered)
        data[f"{row.wager} {row.table}".strip()] = {"edge": edge, "wagered": wagered, "counts": counts}
    return data


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_outcome_counts_are_those_stored(chapter: str) -> None:
    assert as_data(chapter) == json.loads((GOLDEN / f"{chapter}.json").read_text(encoding="utf-8"))


DEALS = {
    "555": comb(52, 5) * 47 * comb(46, 4),
    "557": comb(52, 5) * 47 * comb(46, 5),
    "565": comb(52, 3) * comb(49, 3),
    "657a": comb(52, 5) * comb(47, 5),
    "678a": comb(52, 7) * comb(45, 7),
}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_deal_is_counted_once(chapter: str) -> None:
    assert contest(chapter).result.deals == DEALS[chapter]


# Published by others for the same rules, to as many places as they print. For High Card Flush 2.64% is published; the
# counts here give 2.66%, and the cause of the difference is not known.
PUBLISHED = {"555": "5.2243%", "557": "2.79%", "565": "3.3730%", "657a": "3.42%"}


@pytest.mark.parametrize(("chapter", "edge"), PUBLISHED.items())
def test_published_edges(chapter: str, edge: str) -> None:
    found = contest(chapter).result.edge
    assert f"{float(found):.{len(edge.split('.')[1]) - 1}%}" == edge


@pytest.mark.parametrize(("chapter", "deck"), [(chapter, deck) for chapter, deck in SMALL if len(deck) < 13])
def test_progress_is_told_from_nothing_to_all(chapter: str, deck: tuple[Card, ...]) -> None:
    told: list[float] = []
    SETTINGS[chapter].count(deck, told.append)
    assert told == sorted(told) and 0 < told[0] < 0.5 and told[-1] == pytest.approx(1)


def test_a_house_that_has_chosen_its_version_gets_its_own_row() -> None:
    (row,) = three_card.solved(House.of("565", {"version": "565.7(f)(2)", "ante_bonus": "B"})).rows()
    assert (row.table, row.condition) == ("B", "565.7(f) version")
    assert f"{float(row.edge):.2%}" == "4.75%"


def test_a_better_bet_table_is_better_for_the_player() -> None:
    house = House.of("555", {"bet": {"Flush": "6 to 1"}})
    (row,) = five_card.solved(house).rows()
    assert row.edge < contest("555").result.edge


# ---------------------------------------------------------------------------- counts against plain enumeration


def plain_counts(setting: Setting, hand: Sequence[Card], up: Card | None, deck: Sequence[Card]) -> tuple[int, int, int, int]:
    """What `Showdowns` counts for one hand, by the readable ranking."""
    value = setting.ranking.value(list(hand))
    first = [] if up is None else [up]
    rest = [card for card in deck if card not in hand and card != up]
    dealer = [setting.ranking.value([*first, *more]) for more in combinations(rest, setting.dealer - len(first))]
    unopened = 0 if setting.opens is None else sum(not setting.opens(v) for v in dealer)
    return sum(v < value for v in dealer), sum(v <= value for v in dealer), unopened, len(dealer)


@pytest.mark.parametrize(("chapter", "deck"), SMALL)
def test_counts_on_a_small_deck(chapter: str, deck: tuple[Card, ...]) -> None:
    setting, dealt = SETTINGS[chapter], contest(chapter, deck).dealt
    known, _ = order(setting.ranking)
    assert dealt.sizes.sum() == comb(len(deck), setting.player)
    for row in range(0, len(dealt.sizes), 3):
        hand = dealt.hands[row].tolist()
        assert known[dealt.value[row]] == setting.ranking.value(hand)
        for cell in range(dealt.below.shape[1]):
            up = int(dealt.up_cards[row, cell]) if setting.up_card is not None else None
            found = [int(counts[row, cell]) for counts in (dealt.below, dealt.up_to, dealt.unopened)]
            assert (*found, dealt.deals) == plain_counts(setting, hand, up, deck)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_one_hand_is_worth_what_the_solver_counted(chapter: str) -> None:
    setting, solved, chance = SETTINGS[chapter], contest(chapter), random.Random(7)
    house, dealt, terms = House.of(chapter), solved.dealt, solved.terms
    for _ in range(3 if chapter == "678a" else 12):
        point = chance.randrange(len(solved.points.row))
        row, cell = int(solved.points.row[point]), chance.randrange(dealt.below.shape[1])
        up = int(dealt.up_cards[row, cell]) if setting.up_card is not None else None
        told = SOLVED[chapter](house).decide(dealt.hands[row].tolist(), up)
        below, up_to, unopened = (int(counts[row, cell]) for counts in (dealt.below, dealt.up_to, dealt.unopened))
        lower, not_higher = max(below, unopened), max(up_to, unopened)
        outcome = (unopened, lower - unopened, not_higher - lower, dealt.deals - not_higher)
        kind = terms.kinds[solved.points.kind[point]]
        for action, brings in told:
            expected = sum(Fraction(n) * result for n, result in zip(outcome, terms.brings[kind, action], strict=True))
            assert brings == expected / dealt.deals
        assert told[0][1] == dict(told)[terms.actions[solved.best[point, cell]]]


@pytest.mark.parametrize("chapter", ["555", "565", "657a", "678a"])
def test_player_and_dealer_are_dealt_alike(chapter: str) -> None:
    """With as many cards each, the player is higher in as many deals as the dealer."""
    dealt = contest(chapter).dealt
    below, above = (dealt.below.sum(axis=1, dtype=np.int64), (dealt.deals - dealt.up_to).sum(axis=1, dtype=np.int64))
    assert (below * dealt.sizes).sum() == (above * dealt.sizes).sum()


@pytest.mark.parametrize("chapter", ["555", "565", "657a", "678a"])
def test_the_dealer_opens_as_often_as_any_hand_would(chapter: str) -> None:
    """Over all hands of the player the dealer's is any hand of the deck, each with every card of it seen once."""
    setting, dealt = SETTINGS[chapter], contest(chapter).dealt
    assert setting.opens is not None
    hands = histogram(setting.ranking, setting.dealer)
    closed = sum(int(hands[code]) for code, value in values(setting.ranking).items() if not setting.opens(value))
    seen = setting.dealer if setting.up_card is not None else 1
    found = int((dealt.unopened.sum(axis=1, dtype=np.int64) * dealt.sizes).sum())
    assert found == closed * seen * comb(52 - setting.dealer, setting.player)


# ---------------------------------------------------------------------------- the engine


class Wanted(ChosenStack):
    """A stack from which every place draws the cards that a test wants it to have."""

    __slots__ = ("cards_for",)
    cards_for: dict[str, list[Card]]

    def draw(self, to: str = "") -> Card:
        card = self.cards_for[to].pop(0)
        self.cards.remove(card)
        return card


def canonical(hand: Sequence[Card]) -> tuple[int, ...]:
    """The same for hands that differ only in the names of their suits."""
    return tuple(sorted([sum([1 << (card >> 2) for card in hand if card & 3 == s]) for s in range(4)]))


class Engine:
    """A table of the engine with one player and a deck of our own, at which any deal can be played."""

    def __init__(self, chapter: str, deck: tuple[Card, ...], given: dict[str, str] | None = None) -> None:
        self.game = replace(game(chapter), deck=lambda house: list(deck))
        self.stack = Wanted()
        house = House.of(chapter, {"shuffler": True, "smallest_chip": 100, **(given or {})})
        self.table = Table(self.game, house, Chance(1), stacks={"": self.stack})
        self.table.sit(1, "player", 10**12)
        self.wagers = dict.fromkeys([wager for wager in self.game.suggest(house) if wager != "Pair Plus"], ANTE)

    def net(self, hand: Sequence[Card], dealer: Sequence[Card], action: str) -> Fraction:
        """What the player gains, in Antes, when he is dealt this and answers so."""
        self.stack.cards_for = {"seat_1": list(hand), DEALER: list(dealer)}
        self.table.bet(1, self.wagers)

        def answer(table: Table, request: Request) -> Reply:
            return table.verify(request, in_cents(action)) if isinstance(request, Ask) else None

        ledger = drive(self.table, answer).ledger
        assert ledger is not None
        return Fraction(ledger.players.get("seat_1", 0), ANTE)


def in_cents(action: str) -> str:
    """An action in the words of the table: "play 3x" is three times the Ante."""
    word, _, times = action.partition(" ")
    return f"{word} {int(times.removesuffix('x')) * ANTE}" if times else word


def deals_of(setting: Setting, deck: tuple[Card, ...], by_class: bool) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every hand of a player and how many it stands for."""
    seen: dict[tuple[int, ...], list[tuple[Card, ...]]] = {}
    for hand in combinations(deck, setting.player):
        seen.setdefault(canonical(hand) if by_class else hand, []).append(hand)
    for alike in seen.values():
        yield alike[0], len(alike)


def engine_counts(chapter: str, deck: tuple[Card, ...]) -> Distribution:
    """Best play by playing every deal in the engine with every action; which of a dealer's cards he shows changes no result."""
    setting, engine = SETTINGS[chapter], Engine(chapter, deck)
    terms = setting.terms(House.of(chapter))
    counts: dict[Fraction, int] = {}
    wagered = Fraction(0)
    turn = 0
    mini_royal = chapter == "565" and {QUEEN, KING, ACE} <= {card >> 2 for card in deck}  # which is paid by its suit
    for hand, alike in deals_of(setting, deck, by_class=not mini_royal):
        value = setting.ranking.value(list(hand))
        kind = next(kind for kind, share in setting.kinds_of(value, hand) if share)
        actions = [action for of, action in terms.brings if of == kind]
        rest = [card for card in deck if card not in hand]
        results: dict[str, dict[Card | None, list[Fraction]]] = {action: {} for action in actions}
        for dealer in combinations(rest, setting.dealer):
            turn += 1
            shift = turn % setting.dealer
            for action in actions:
                brought = engine.net(hand, dealer[shift:] + dealer[:shift], action)
                for up in dealer if setting.up_card is not None else (None,):
                    results[action].setdefault(up, []).append(brought)
        for up in rest if setting.up_card is not None else (None,):
            best = max(actions, key=lambda action: sum(results[action][up]))
            wagered += alike * terms.staked[best] * len(results[best][up])
            for brought in results[best][up]:
                counts[brought] = counts.get(brought, 0) + alike
    return Distribution(dict(sorted(counts.items())), wagered)


@pytest.mark.parametrize(("chapter", "deck"), SMALL)
def test_the_engine_on_a_small_deck_brings_the_same(chapter: str, deck: tuple[Card, ...]) -> None:
    ours, theirs = contest(chapter, deck).result, engine_counts(chapter, deck)
    assert ours.counts == theirs.counts
    assert ours.wagered == theirs.wagered


VERSIONS = [{"version": "565.7(f)(1)", "ante_bonus": table} for table in "ABC"]


@pytest.mark.parametrize(("chapter", "given"), [*((c, {}) for c in CHAPTERS), *(("565", version) for version in VERSIONS)])
def test_every_kind_of_hand_is_paid_as_the_engine_pays_it(chapter: str, given: dict[str, str]) -> None:
    """Two hands of every kind, in every suit, against chance hands of the dealer."""
    setting, engine, chance = SETTINGS[chapter], Engine(chapter, WHOLE, given), random.Random(5)
    terms, points, dealt = setting.terms(House.of(chapter, given)), contest(chapter).points, contest(chapter).dealt
    for number, kind in enumerate(terms.kinds):
        of_kind = points.row[points.kind == number]
        hands = [hand for row in {*of_kind[:1].tolist(), *of_kind[-1:].tolist()} for hand in in_all_suits(dealt.hands[row])]
        for hand in [
            h for h in hands if kind in [k for k, share in setting.kinds_of(setting.ranking.value(h), tuple(h)) if share]
        ]:
            rest = [card for card in WHOLE if card not in hand]
            for dealer in [chance.sample(rest, setting.dealer) for _ in range(12)]:
                outcome = outcome_of(setting, hand, dealer)
                for action in [action for of, action in terms.brings if of == kind]:
                    assert engine.net(hand, dealer, action) == terms.brings[kind, action][outcome]


def in_all_suits(hand: NDArray[np.uint8]) -> list[list[Card]]:
    """A hand with its suits turned round, each in the place of the next."""
    return [[int(card) & ~3 | (int(card) + turn) & 3 for card in hand] for turn in range(4)]


def outcome_of(setting: Setting, hand: Sequence[Card], dealer: Sequence[Card]) -> int:
    player, other = setting.ranking.value(list(hand)), setting.ranking.value(list(dealer))
    if setting.opens is not None and not setting.opens(other):
        return UNOPENED
    return WON if player > other else TIED if player == other else LOST


# ---------------------------------------------------------------------------- best play and rules


@pytest.mark.parametrize(("chapter", "kinds"), [("657a", 8), ("678a", 3)])
def test_where_any_amount_may_be_bet_the_most_is_best(chapter: str, kinds: int) -> None:
    """What a wager brings is linear in its amount: if three times is better than once, it is better than any less."""
    solved = contest(chapter)
    _, allowed = solved.terms.scaled
    free = np.flatnonzero(allowed.sum(axis=1) > 2)
    assert len(free) == kinds
    most = allowed.shape[1] - 1 - np.argmax(allowed[:, ::-1], axis=1)
    here = np.isin(solved.points.kind, free)
    assert (solved.best[here] == most[solved.points.kind[here]][:, None]).all()


RULES = {
    "555": ["ace-king-jack-8-3", "with ace-king if the dealer shows 2 to queen"],
    "557": ["a pair of 10s with jack", "against ace: play 1x"],
    "565": ["queen-6-4"],
    "657a": ["king-queen-8-4"],
    "678a": ["three card flush 10-8-6"],
}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_rules_to_remember(chapter: str) -> None:
    told = SOLVED[chapter](House.of(chapter)).simple_rules()
    for words, rule in zip(RULES[chapter], told, strict=True):
        assert words in rule.words
        assert rule.cost >= 0 and rule.edge - rule.cost == contest(chapter).result.edge
    assert [rule.cost for rule in told] == sorted([rule.cost for rule in told], reverse=True)
    if chapter == "565":
        assert told[0].cost == 0


@pytest.mark.parametrize("levels", [2, 3])
def test_thresholds_are_the_best_there_are(levels: int) -> None:
    chance = np.random.default_rng(levels)
    for _ in range(50):
        sums = chance.integers(-9, 10, (8, levels))

        def total(cuts: Sequence[int], sums: NDArray[np.int64] = sums) -> int:
            return sum(int(sums[value, sum(value >= cut for cut in cuts)]) for value in range(len(sums)))

        best = max(total(cuts) for cuts in combinations_with_replacement(range(9), levels - 1))
        assert total(_cuts(sums, range(levels))) == best


def test_fold_comes_first_and_costs_what_was_bet() -> None:
    for chapter in CHAPTERS:
        terms = SETTINGS[chapter].terms(House.of(chapter))
        assert terms.actions[FOLD] == "fold"
        assert all(set(terms.brings[kind, "fold"]) == {-terms.staked["fold"]} for kind in terms.kinds)


def test_the_lowest_opening_hands() -> None:
    names = {chapter: order(s.ranking)[0][lowest_opening(s.ranking, s.opens)].ranks for chapter, s in SETTINGS.items()}
    assert names["555"] == (12, 11, 2, 1, 0)
    assert names["565"][0] == 10 and names["657a"][0] == 11 and names["678a"][0] == 7


@pytest.mark.parametrize(
    ("chapter", "hand", "up", "why"),
    [
        ("565", "Qs 6d", "", "is not a hand of 3 different cards"),
        ("565", "Qs 6d 6d", "", "is not a hand of 3 different cards"),
        ("565", "Qs 6d Jk", "", "is not a hand of 3 different cards"),
        ("565", "Qs 6d 4c", "2c", "the dealer shows no card"),
        ("557", "Qs 6d 4c 4d 2s", "", "the dealer shows a card, which must be named"),
        ("555", "Qs 6d 4c 4d 2s", "Qs", "is not a hand of 5 different cards"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(chapter: str, hand: str, up: str, why: str) -> None:
    with pytest.raises(BadCard, match=why):
        SOLVED[chapter](House.of(chapter)).decide(parse(hand), parse(up)[0] if up else None)


def test_the_spade_mini_royal_is_paid_apart() -> None:
    house = House.of("565", {"version": "565.7(f)(1)", "ante_bonus": "A"})
    spades, hearts = (dict(three_card.solved(house).decide(parse(f"A{s} K{s} Q{s}")))["play"] for s in "sh")
    assert spades - hearts == 45


if __name__ == "__main__":
    for chapter in CHAPTERS:
        (GOLDEN / f"{chapter}.json").write_text(json.dumps(as_data(chapter), indent=1) + "\n", encoding="utf-8")

"""PokerKit as the judge of the Poker engine: both deal the same deck and hear the same random lawful actions.

At every decision both must ask the same player, want the same amount from him and let him raise within the same limits;
after every hand stacks, pots and rake agree to the chip. All ten variants are built from PokerKit's general state, also
those for which it has no class of its own. Where the two are known to differ, DIFFERENCES says why; nothing else may.
"""

import os
import random
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count
from typing import Any

import pytest

from pitboss.cards import NAMES, text
from pitboss.games import game
from pitboss.games.nonbanked.rules import Customs, memory_of, play_of
from pitboss.games.nonbanked.variants import VARIANTS, Variant
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.steps import Answer, Ask
from pitboss.table.table import Table

pokerkit = pytest.importorskip(
    "pokerkit", reason="PokerKit, the judge of the Poker engine, is not installed (pip install pokerkit)"
)

MORE = 20 if os.environ.get("HYPOTHESIS_PROFILE") == "explore" else 1
# Hands of each variant under each structure; PokerKit takes its time for some.
HANDS = {"hold'em": 110, "omaha": 30, "seven-card stud": 50, "five-card draw": 110, "five-card stud": 110}


@dataclass(frozen=True)
class Difference:
    """Something in which the two engines differ for a reason."""

    section: str
    why: str
    handled: str


DIFFERENCES = {
    "table stakes": Difference(
        "637a.8(b)(4)",
        "Nobody is dealt in who cannot pay ante, blind and one bet. PokerKit takes any stack, and then asks for less than the "
        "blind where the player who posted it was short.",
        "every stack is enough",
    ),
    "two players' blinds": Difference(
        "637a.11(d)",
        "The player left of the button posts the first blind also when there are two. PokerKit gives it to the button.",
        "PokerKit is given the blinds in the order of the seats",
    ),
    "a Straddle Bet": Difference(
        "637a.11(e), 637a.12(e)",
        "The player is asked, and in a game without limit it is the size of the next raise, as a blind is. In PokerKit it is a "
        "blind and the house says the size.",
        "PokerKit is told the blind and the size",
    ),
    "the Forced Bet": Difference(
        "637a.10(d)",
        "Its amount is fixed. In PokerKit the player may bet a full bet at once.",
        "PokerKit's player always posts it",
    ),
    "raises counted": Difference(
        "637a.1, 637a.8(k)",
        "The house limits raises, and an opening bet is none. PokerKit counts bets and raises together.",
        "PokerKit is allowed one more in rounds that are opened by a bet",
    ),
    "a short opening bet": Difference(
        "637a.1, 637a.8(k)",
        "All-in for less than the posted minimum: a player may raise to the minimum, as a raise is any larger bet, and others "
        "may raise that. In PokerKit he must raise by the minimum, and what only reaches it lets nobody raise again.",
        "the least raise of both is computed; only amounts lawful in both are bet",
    ),
    "a short first raise": Difference(
        "637a.8(k)",
        "The regulation leaves it to the house; both engines reopen the betting after a full raise or all-in raises that make "
        "one. But PokerKit has no size for a full raise before the first in the round, and takes a short one for full; after "
        "a Forced Bet it takes what completes it for the size.",
        "PokerKit may allow a raise to a player who has acted; he does not make it",
    ),
    "cards thrown away": Difference(
        "637a.8(b)(5)(i), 637a.7(e)(6)",
        "A player who folds without need against none but All-in players keeps the side pot that he is the last to contend "
        "for. PokerKit has no winner for it.",
        "nobody folds then",
    ),
    "the deck runs out": Difference(
        "637a.10(h), 637a.13(g)(2)",
        "Stud has a common card when the stub is too short, and the draw reshuffles the discards at that moment. PokerKit "
        "reshuffles folded hands.",
        "the hand ends there; draws are kept within the stub",
    ),
    "losing hands": Difference(
        "637a.7(e)(6)(ii), 637a.17(b)(1)",
        "A side pot is a pot of its own, raked and divided by itself. PokerKit throws losing hands away first and merges pots "
        "for which the same players are left.",
        "no hand is thrown away in PokerKit at the showdown",
    ),
    "rake of a hand without showdown": Difference(
        "637a.17(d)",
        "Only the final bet that nobody called is no part of the pot. PokerKit leaves out all that the winner bet in that "
        "round.",
        "the rake of the whole pot is computed",
    ),
    "a side pot without a low hand": Difference(
        "637a.12(l), 637a.10(j)",
        "It all goes to its highest hand. PokerKit parts it in two as soon as anybody at the table has a low hand, and shares "
        "the low half among all who contend for it.",
        "the awards are computed from PokerKit's hands",
    ),
    "odd chips by suit": Difference(
        "637a.10(i)(3)(ii), 637a.12(k)(2)(ii)",
        "In split games they go by suit unless the house says otherwise. PokerKit gives them to the first left of the button.",
        "the house says left of the button",
    ),
}
SEEN: Counter[str] = Counter()  # how often each difference came up

STRUCTURES = ("limit", "no limit", "pot limit")
CARDS: list[Any] = [next(iter(pokerkit.Card.parse(name))) for name in NAMES[:52]]
MOST_SEATS = {"seven-card stud": 8, "hold'em": 10, "omaha": 10, "five-card draw": 6, "five-card stud": 8}


@cache
def remembering(kind: Any) -> Any:
    """A kind of hand that is not worked out again for every pot."""

    @lru_cache(64)
    def known(hole: tuple[Any, ...], board: tuple[Any, ...]) -> Any:
        return kind.from_game_or_none(hole, board)

    def from_game(cls: Any, hole: Any, board: Any = ()) -> Any:
        found = known(tuple(hole), tuple(board))
        if found is None:
            raise ValueError("no such hand")
        return found

    return type(kind.__name__, (kind,), {"from_game": classmethod(from_game)})


def hand_types(variant: Variant) -> tuple[Any, ...]:
    """What is compared at the showdown, high before low."""
    low = {
        "omaha high-low eight or better": pokerkit.OmahaEightOrBetterLowHand,
        "seven-card stud high-low eight or better": pokerkit.EightOrBetterLowHand,
    }
    high = pokerkit.OmahaHoldemHand if variant.family == "omaha" else pokerkit.StandardHighHand
    found = (high,) * (variant.high is not None) + (low.get(variant.name, pokerkit.RegularLowHand),) * (variant.low is not None)
    return tuple(map(remembering, found))


@dataclass
class Stakes:
    """What a hand is played for."""

    structure: str
    blinds: list[int]
    ante: int
    forced: int
    small: int
    big: int
    raises: int
    rake: int  # percent
    straddle: bool = False

    def into(self, house: House) -> None:
        """The house posts these stakes."""
        blinds = [*self.blinds, 0, 0][: max(2, len(self.blinds))]
        house.values.update(
            {
                "structure": self.structure,
                "ante": self.ante,
                "small_blind": blinds[0],
                "big_blind": blinds[1],
                "additional_blinds": blinds[2:],
                "forced_bet": self.forced,
                "small_bet": self.small,
                "big_bet": self.big,
                "maximum_raises": self.raises,
                "rake": "percentage" if self.rake else "",
                "rake_percent": self.rake,
                "rake_maximum": 0,
                "straddle": self.straddle,
                "straddle_amount": 2 * max([1, *blinds]),
            }
        )


def stakes_for(rng: random.Random, variant: Variant, structure: str, players: int) -> Stakes:
    """Random stakes."""
    small = rng.choice((2, 5, 10, 17))
    blinds: list[int] = []
    if variant.blinds:
        blinds = rng.choice(([small // 2, small], [small, small], [small], [1, small]))
        if players > 3 and rng.random() < 0.2:
            blinds = [*blinds, blinds[-1] * 2]
    limit = structure == "limit"
    return Stakes(
        structure,
        blinds,
        ante=rng.choice((0, 0, 1, small // 2, small)),
        forced=rng.randint(1, small - 1) if variant.forced else 0,
        small=max([small, *blinds]) if limit else small,
        big=2 * max([small, *blinds]) if limit else small,
        raises=rng.choice((0, 0, 3, 4)) if limit else 0,
        rake=rng.choice((0, 0, 5, 10)),
        straddle=rng.random() < 0.15,
    )


def state_of(variant: Variant, s: Stakes, stacks: list[int], deck: list[Any], first_size: int) -> Any:
    """The same hand in PokerKit."""
    opening = pokerkit.Opening
    streets = []
    for n, street in enumerate(variant.streets):
        if variant.blinds:
            opens = opening.POSITION
        elif n == 0:
            opens = opening.LOW_CARD if variant.forced == "low" else opening.HIGH_CARD
        else:
            opens = opening.LOW_HAND if variant.opens_low else opening.HIGH_HAND
        size = first_size if n == 0 else s.big if street.big else s.small
        most = s.raises + (n > 0) if s.raises else None
        SEEN["raises counted"] += bool(most)
        up = tuple(kind == "u" for kind in street.cards)
        streets.append(pokerkit.Street(n > 0, up, street.board, street.draw, opens, size, most))
    structure = {
        "limit": pokerkit.BettingStructure.FIXED_LIMIT,
        "no limit": pokerkit.BettingStructure.NO_LIMIT,
        "pot limit": pokerkit.BettingStructure.POT_LIMIT,
    }[s.structure]
    blinds = [*s.blinds, *[0] * len(stacks)][: len(stacks)]
    if len(stacks) == 2 and variant.blinds:
        blinds = blinds[::-1]
        SEEN["two players' blinds"] += 1
    return pokerkit.State(
        tuple(pokerkit.Automation),
        deck,
        hand_types(variant),
        tuple(streets),
        structure,
        True,
        s.ante,
        blinds,
        s.forced,
        stacks,
        len(stacks),
        mode=pokerkit.Mode.CASH_GAME,
        rake=lambda amount, _: (amount * s.rake // 100, amount - amount * s.rake // 100),
    )


@pytest.fixture(autouse=True)
def stacked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """PokerKit leaves the deck in our order, and does not comment on folds that it finds foolish."""
    monkeypatch.setattr("pokerkit.state.shuffle", lambda cards: None)
    monkeypatch.setattr(pokerkit.State, "can_win_now", lambda state, index: True)  # see "losing hands"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class DeckOut(Exception):
    """The deck runs out in this hand: the two go on in different ways."""


@dataclass
class Hand:
    """One hand in both engines."""

    rng: random.Random
    table: Table
    stakes: Stakes
    order: list[int] = field(default_factory=list)  # seats as PokerKit numbers its players
    state: Any = None
    matched: int = 0  # of the winner's last bet, where all others folded
    over: bool = False  # by a fold
    said: list[str] = field(default_factory=list)

    def play(self) -> None:
        """From the deal to the last chip."""
        table = self.table
        before = {n: seat.cents for n, seat in table.seats.items()}
        request = table.begin()
        round_ = table.round
        assert round_ is not None
        play = play_of(round_)
        self.order = list(play.players)
        assert self.order and len(self.order) == len(before)
        SEEN["table stakes"] += 1
        if isinstance(request, Ask):  # a Straddle Bet is offered; PokerKit has it as one more blind
            amount = request.choices[0].most
            if self.rng.random() < 0.7 and amount <= table.chips(request.seat):
                self.stakes.blinds.append(amount)
                SEEN["a Straddle Bet"] += 1
                request = table.reply(Answer("straddle", amount))
            else:
                request = table.reply(Answer("no straddle"))
        deck = [CARDS[c] for c in table.stacks[""].cards[::-1]]
        size = max(self.stakes.blinds) if self.stakes.blinds and self.stakes.structure != "limit" else self.stakes.small
        self.state = state_of(play.variant, self.stakes, [before[n] for n in self.order], deck, size)
        if play.variant.forced:
            SEEN["the Forced Bet"] += 1
            self.state.post_bring_in()
        while request is not None:
            if isinstance(request, Ask):
                if request.choices[0].word == "show":  # a beaten hand at the showdown
                    answer = Answer(self.rng.choice(("show", "concede")))
                else:
                    answer = self.draw(request) if request.choices[0].of else self.decide(request)
                self.said.append(f"{request.seat}: {answer}")
                request = table.reply(answer)
            else:
                request = table.reply(None)
            if any(step.act == "deal" and step.who == "community" for step in round_.steps) and play.variant.forced:
                self.finish()
                raise DeckOut
        assert not self.state.status, "PokerKit's hand is not over"
        self.compare(before)

    def finish(self) -> None:
        """Ends a hand of ours that is not compared."""
        while self.table.request is not None:
            ask = self.table.request
            passive = ("check", "call", "keep", "concede")
            if isinstance(ask, Ask):
                choice = next(c for c in ask.choices if c.word in passive)
                self.table.reply(Answer(choice.word, choice.most))
            else:
                self.table.reply(None)

    # ------------------------------------------------------------------ decisions

    def draw(self, ask: Ask) -> Answer:
        """Some cards for new ones, as many as the stub has for everybody."""
        state = self.state
        seat = self.order[state.stand_patter_or_discarder_index]
        assert seat == ask.seat
        waiting = sum(state.standing_pat_or_discarding_statuses)
        owed = sum(map(len, state.hole_dealing_statuses))  # PokerKit deals when all have discarded
        most = min(5, (len(state.deck_cards) - 1 - owed) // waiting)
        if most < 5:
            SEEN["the deck runs out"] += 1
        gone = self.rng.sample(ask.choices[0].of, self.rng.randint(0, most))
        state.stand_pat_or_discard([CARDS[c] for c in gone])
        return Answer(f"discard {text(gone)}" if gone else "keep")

    def decide(self, ask: Ask) -> Answer:
        """One action that is lawful in both, once both have said what is."""
        state, rng = self.state, self.rng
        assert state.actor_index is not None, f"PokerKit asks nobody, we ask seat {ask.seat}"
        assert self.order[state.actor_index] == ask.seat
        _, stay, *more = ask.choices
        owed = stay.most - ask.already if stay.word == "call" else 0
        assert state.checking_or_calling_amount == owed
        ours = (more[0].least, more[0].most) if more else None
        least, most = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
        theirs = (least, most) if least is not None else None
        both = ours if ours == theirs else self.differ(ask, ours, theirs)
        me, bets = state.actor_index, state.bets
        others = [i for i in state.player_indices if state.statuses[i] and i != me]
        needless = owed == 0 and not any(state.stacks[i] for i in others)
        SEEN["cards thrown away"] += needless
        bold = rng.random()
        if both is not None and bold < 0.45:
            low, high = both
            total = rng.choice((low, high, rng.randint(low, high), min(high, low + rng.randint(0, 5))))
            state.complete_bet_or_raise_to(total)
            return Answer(more[0].word, total)
        if not needless and rng.random() < (0.22 if owed else 0.02):
            if len(others) == 1:
                self.over = True
                self.matched = min(bets[others[0]], max(bets[i] for i in range(len(bets)) if i != others[0]))
            state.fold()
            return Answer("fold")
        state.check_or_call()
        return Answer(stay.word, stay.most)

    def differ(self, ask: Ask, ours: tuple[int, int] | None, theirs: tuple[int, int] | None) -> tuple[int, int] | None:
        """The amounts that are lawful in both, where a difference is known; fails where none is."""
        state = self.state
        size = state.street.min_completion_betting_or_raising_amount
        current = max(state.bets)
        so_far = state.completion_betting_or_raising_amount
        what = f"seat {ask.seat} may raise {ours}, in PokerKit {theirs}; {self.said}"
        assert 0 < so_far < size, what  # all raises of the round so far were short, or completed a Forced Bet
        if ours is None:
            SEEN["a short first raise"] += 1
            return None
        SEEN["a short opening bet"] += 1
        if theirs is None:  # somebody has raised to the minimum
            assert current >= size, what
            return None
        assert current < size, what
        chips = state.stacks[state.actor_index] + state.bets[state.actor_index]
        assert ours[0] == min(size, chips), what
        assert theirs[0] == min(current + size, chips), what
        both = max(ours[0], theirs[0]), min(ours[1], theirs[1])
        if self.stakes.structure != "limit":
            assert ours[1] == theirs[1] or theirs[0] == theirs[1], what
        return both if both[0] <= both[1] else None

    # ------------------------------------------------------------------ the end

    def compare(self, before: dict[int, int]) -> None:
        """Stacks, pots and rake."""
        state, table, last = self.state, self.table, self.table.last
        assert last is not None and last.ledger is not None
        raked = [pot.raked_amount for pot in state.pots]
        pots = list(raked)
        base = list(state.stacks)
        for operation in state.operations:
            if isinstance(operation, pokerkit.ChipsPushing):
                pots[operation.pot_index] += sum(operation.amounts)
                base = [stack - cents for stack, cents in zip(base, operation.amounts, strict=True)]
        stacks = list(state.stacks)
        rake = sum(raked)
        SEEN["losing hands"] += not self.over
        if self.over:
            pots = [sum(pots) + self.matched] if sum(pots) + self.matched else []
            due = sum(pots) * self.stakes.rake // 100
            SEEN["rake of a hand without showdown"] += due != rake
            winner = state.statuses.index(True)
            stacks[winner] += rake - due
            rake = due
        elif len(pots) > 1 and len(state.hand_types) > 1:
            left = [pot - cents for pot, cents in zip(pots, raked, strict=True)]
            awards, odd = self.printed([(cents, pot.player_indices) for cents, pot in zip(left, state.pots, strict=True)])
            if odd:
                SEEN["a side pot without a low hand"] += 1
                stacks = [stack + award for stack, award in zip(base, awards, strict=True)]
        SEEN["odd chips by suit"] += len(state.hand_types) > 1
        where = f"{self.stakes} {before} {self.said}"
        assert play_of(last).outcome.pots == pots, where
        assert play_of(last).outcome.rake == rake, where
        assert [table.seats[n].cents for n in self.order] == stacks, where

    def printed(self, pots: list[tuple[int, tuple[int, ...]]]) -> tuple[list[int], bool]:
        """What everybody wins of the pots as printed, by PokerKit's hands; and whether a pot has no low hand where there is
        one at the table."""
        last = self.table.last
        assert last is not None
        shown = {step.who: step.cards for step in last.steps if step.act == "reveal" or step.note.startswith("conceded")}
        board = [CARDS[c] for step in last.steps if step.act == "deal" and step.who == "community" for c in step.cards]
        awards = [0] * len(self.order)
        high, low = self.state.hand_types
        best: dict[int, tuple[Any, Any]] = {}
        for i, seat in enumerate(self.order):
            if cards := shown.get(f"seat_{seat}"):
                hole = [CARDS[c] for c in cards]
                best[i] = high.from_game(hole, board), low.from_game_or_none(hole, board)
        lows = any(pair[1] is not None for pair in best.values())
        odd = False
        for cents, players in pots:
            here = [i for i in players if best[i][1] is not None]
            odd |= lows and not here
            half = cents // 2 if here else 0
            for share, kind, among in ((cents - half, 0, list(players)), (half, 1, here)):
                if share:
                    top = max(best[i][kind] for i in among)
                    winners = [i for i in among if best[i][kind] == top]
                    for i in winners:
                        awards[i] += share // len(winners) + (share % len(winners) if i == winners[0] else 0)
        return awards, odd


def hands_of(name: str, structure: str, seed: int) -> Iterator[Hand]:
    """Random hands of a variant at one table, with other players, stacks and stakes each time."""
    rng = random.Random(f"{name} {structure} {seed}")
    variant = VARIANTS[name]
    given = {"variant": name, "odd_chip": "left of button", "smallest_chip": 1}
    house = House.of("637a", given)
    table = Table(game("637a"), house, Chance(rng.randrange(10**9)))
    memory_of(table).customs = Customs(odd_chips_by_seat=True)
    for _ in count():
        players = min(rng.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10)), MOST_SEATS[variant.family])
        stakes = stakes_for(rng, variant, structure, players)
        stakes.into(house)
        opening = stakes.ante + (max(stakes.blinds) if stakes.blinds else stakes.forced)
        enough = opening + stakes.small
        for seat in list(table.seats):
            table.leave(seat)
        for seat in rng.sample(range(1, game("637a").seats(house)[0] + 1), players):
            chips = enough + rng.choice((0, rng.randint(0, 3), rng.randint(0, 4 * enough), rng.randint(0, 40 * enough)))
            table.sit(seat, f"player {seat}", chips)
        yield Hand(rng, table, stakes)


@pytest.mark.cites("637a.8(b)(5)(i)", "637a.8(b)(5)(iii)", "637a.7(d)", "637a.17(d)")
@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("name", VARIANTS)
def test_every_hand_ends_as_in_pokerkit(name: str, structure: str) -> None:
    played = 0
    for hand in hands_of(name, structure, 1):
        try:
            hand.play()
        except DeckOut:
            SEEN["the deck runs out"] += 1
            continue
        played += 1
        if played == HANDS[VARIANTS[name].family] * MORE:
            break


def test_every_difference_comes_up() -> None:
    """A difference that no hand shows does not belong in the list, and none goes without a name."""
    SEEN.clear()
    tables = [
        hands_of("seven-card stud high-low eight or better", "no limit", 10),
        hands_of("hold'em", "limit", 10),
        hands_of("seven-card stud", "limit", 10),
    ]
    for number in range(900):
        try:
            next(tables[number % len(tables)]).play()
        except DeckOut:
            SEEN["the deck runs out"] += 1
        if {name for name, times in SEEN.items() if times} == set(DIFFERENCES):
            return
    raise AssertionError(f"never seen: {[name for name in DIFFERENCES if not SEEN[name]]}")

"""What holds of every hand of nonbanked Poker, in both editions: random houses, stacks, decisions and incidents."""

import random
import re
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import NAMES
from pitboss.errors import IllegalWager, PitbossError, Unbalanced
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.rules import play_of
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.table.log.records import Record
from pitboss.table.log.replay import replay
from pitboss.table.log.stores import FileStore, MemoryStore, Store, read_log
from pitboss.table.round import Round
from pitboss.table.steps import UP, Ask, Incident, Moment, Step, seat_name
from pitboss.table.table import Table
from pitboss.table.view.viewers import SPECTATOR, Viewer
from pitboss.table.view.views import view
from tests.strategies import MOST_REQUESTS, Clockwork, decision, detail_of, examples, with_more

TROUBLE = (0.0, 0.0, 0.04, 0.2)
CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs])\b")
Watch = Callable[[Table], None]


@dataclass(frozen=True)
class Sitting:
    """Some hands at one table."""

    chapter: str
    house: dict[str, Any]
    stacks: tuple[tuple[int, int], ...]
    hands: int
    seed: int
    trouble: float

    def play(self, store: Store | None = None, *, watch: Watch | None = None, ended: Watch | None = None) -> Table:
        """Plays the hands; whoever has lost his chips buys in again."""
        rng = random.Random(self.seed)
        table = Table(game(self.chapter), House.of(self.chapter, self.house), Clockwork(self.seed), store or MemoryStore())
        for seat, cents in self.stacks:
            table.sit(seat, f"player {seat}", cents)
        for _ in range(self.hands):
            try:
                table.begin()
            except IllegalWager:  # fewer than two have chips enough
                break
            for _ in range(MOST_REQUESTS):
                if watch is not None:
                    watch(table)
                if table.request is None:
                    break
                self.answer(rng, table)
            else:
                raise AssertionError("the hand does not end")
            if ended is not None:
                ended(table)
        return table

    def answer(self, rng: random.Random, table: Table) -> None:
        """A lawful answer, or something goes wrong first."""
        request = table.request
        early = 3 if isinstance(request, Moment) else 1  # much of what goes wrong goes wrong in the deal and at the end
        if isinstance(request, Ask | Moment) and rng.random() < early * self.trouble:
            try:
                table.reply(incident(rng, table))
            except PitbossError as error:
                assert not isinstance(error, Unbalanced), error
            return
        table.reply(decision(rng, table, request) if isinstance(request, Ask) else None)


def incident(rng: random.Random, table: Table) -> Incident:
    """Something that the chapter has a remedy for, said rightly or not."""
    kind = rng.choice(sorted(table.game.incidents))
    detail = detail_of(rng, table, kind)
    seats = list(table.seats)
    words: dict[str, list[Any]] = {
        "seat": seats,
        "protected": [True, False],
        "reconstructed": [True, False],
        "contributed": [True, False],
        "said": ["call", "raise", "raise 1000", "bet 400", "all in", "fold", ""],
        "choice": ["end", "continue", "go on"],
    }
    for key, values in words.items():
        if rng.random() < 0.6 and key in table.game.details[kind]:
            detail[key] = rng.choice(values)
    return Incident(kind, detail)


@st.composite
def sittings(draw: st.DrawFn, number: str, hands: int = 5) -> Sitting:
    """A sitting at a table of the chapter."""
    options = {o.option: o for o in chapter(number).options}
    unit = draw(st.sampled_from((1, 5, 100)))
    small = unit * draw(st.integers(2, 10))
    variant = draw(st.sampled_from(options["variant"].allowed))
    house = {
        "variant": variant,
        "structure": draw(st.sampled_from(options["structure"].allowed)),
        "smallest_chip": unit,
        "small_bet": small,
        "big_bet": 2 * small,
        "small_blind": unit * draw(st.integers(1, small // unit)),
        "big_blind": small,
        "forced_bet": unit * draw(st.integers(1, small // unit)),
        "ante": unit * draw(st.integers(0, 3)),
    }
    extras = {
        "additional_blinds": [2 * small],
        "maximum_raises": 3,
        "check_raise": False,
        "straddle": True,
        "straddle_amount": 2 * small,
        "straddle_maximum": 5 * small,
        "ante_from": draw(st.sampled_from(options["ante_from"].allowed)),
        "forced_bet_full": True,
        "raise_schedule": [{"players": 2, "raises": 0}, {"betting_rounds": 1, "raises": 1}],
        "rake_schedule": [{"betting_rounds": 1, "maximum": 0}, {"players": 3, "maximum": unit}],
        "odd_chip": draw(st.sampled_from(options["odd_chip"].allowed)),
        "shuffler": True,
        "counting_shuffler": True,
        "preshuffled": True,
        "bad_beat": True,
        "bad_beat_hands": "two pair or better",
        "show_discarded_hands": True,
        "button_start": "one card dealt",
        "count_method": "deck",
        "kill": "kill",
        "qualifying_pot": 4 * small,
        "bad_beat_contribution": unit,
        "bad_beat_levels": [{"pot": 3 * small, "take": unit}],
        "rake_rounding": unit,
        "bad_beat_minimum_pot": 6 * small,
        "high_hand": True,
        "high_hand_contribution": unit * 2,
        "high_hand_minimum_pot": 3 * small,
    }
    for name in draw(st.lists(st.sampled_from(sorted(extras)), unique=True)):
        if name in options:
            house = with_more(number, house, {name: extras[name]})
    rake = draw(st.sampled_from(("", "percentage", "incremental", "percentage and incremental")))
    if "percentage" in rake:
        house |= {"rake": rake, "rake_percent": draw(st.sampled_from((1, 2.5, 3.3333, 7.75, 10)))}
        house["rake_maximum"] = draw(st.sampled_from((0, small)))
        house["rake_collected"] = draw(st.sampled_from(("as play progresses", "at the end of the round")))
    if "incremental" in rake:
        house |= {"rake": rake, "rake_levels": [{"pot": k * small, "take": unit} for k in (3, 7, 20)]}
    places, _ = game(number).seats(House.of(number, house))
    seats = draw(st.lists(st.integers(1, places), min_size=2, max_size=places, unique=True))
    stack = st.sampled_from((4, 5, 9, 30, 1000)).map(lambda times: times * small + 3 * unit)
    return Sitting(
        number,
        house,
        tuple((seat, draw(stack)) for seat in seats),
        draw(st.integers(1, hands)),
        draw(st.integers(0, 2**32)),
        draw(st.sampled_from(TROUBLE)),
    )


def finished(table: Table) -> Round:
    """The hand that has just ended."""
    assert table.last is not None and table.round is None
    return table.last


# ---------------------------------------------------------------------------- money


@pytest.mark.cites("637a.8(b)(5)(i)", "637a.8(b)(5)(iii)", "637a.17(e)", "637a.18(i)")
@pytest.mark.parametrize("number", NONBANKED)
@examples(400)
@given(data=st.data())
def test_chips_go_from_players_to_winners_rake_and_jackpots_and_nowhere_else(number: str, data: st.DataObject) -> None:
    sitting: Sitting = data.draw(sittings(number))
    before: dict[int, int] = {}

    def watch(table: Table) -> None:
        if not before:
            before.update({n: seat.cents for n, seat in table.seats.items()})
        if table.round is not None:
            play = play_of(table.round)
            for seat in table.seats:
                assert table.chips(seat) >= 0
                assert table.chips(seat) + play.put.get(seat, 0) + play.dead.get(seat, 0) == table.seats[seat].cents

    def ended(table: Table) -> None:
        last = finished(table)
        gained = {n: seat.cents - before[n] for n, seat in table.seats.items()}
        before.clear()
        assert all(seat.cents >= 0 for seat in table.seats.values())
        if last.void:
            assert not any(gained.values())
            return
        outcome, put, dead = play_of(last).outcome, play_of(last).put, play_of(last).dead
        won, everything = outcome.won, sum(put.values()) + sum(dead.values())
        assert sum(gained.values()) + outcome.rake + outcome.jackpot == 0
        assert sum(outcome.pots) == sum(won.values()) + outcome.rake + outcome.jackpot == everything
        for seat, cents in gained.items():
            assert cents == won.get(seat, 0) - put.get(seat, 0) - dead.get(seat, 0)
        play = play_of(last)
        for seat, cents in won.items():
            mine = put.get(seat, 0)
            if seat in play.all_in or not sitting.trouble:
                most = sum(dead.values()) + sum(min(mine, theirs) for theirs in put.values())
                assert cents <= most, f"seat {seat} put in {mine} of {put}"

    sitting.play(watch=watch, ended=ended)


# ---------------------------------------------------------------------------- cards


@pytest.mark.cites("637a.3(a)", "637a.7(e)(3)")
@pytest.mark.parametrize("number", NONBANKED)
@examples(180)
@given(data=st.data())
def test_every_card_is_in_one_place_after_every_request(number: str, data: st.DataObject) -> None:
    both = sorted([*range(52)] * 2)

    def watch(table: Table) -> None:
        assert sorted(table.cards_in_place()) == both
        current = table.round
        if current is not None:
            held = [card for hand in current.hands.values() for card in hand]
            in_play = [*held, *table.stacks[""].cards, *table.racks[""]]
            assert sorted(in_play) == list(range(52)), "the deck in play is whole, the other deck waits"

    data.draw(sittings(number)).play(watch=watch)


@pytest.mark.cites("637a.18(b)")
@pytest.mark.parametrize("number", NONBANKED)
@examples(90)
@given(data=st.data())
def test_no_view_shows_a_hole_card_or_a_burn_card(number: str, data: st.DataObject) -> None:
    def watch(table: Table) -> None:
        current = table.round or table.last
        assert current is not None
        public = {NAMES[c] for step in current.steps if step.face == UP for c in step.cards}
        for seat in (None, *table.seats):
            own = {NAMES[c] for step in current.steps if step.act == "deal" and step.who == own_name(seat) for c in step.cards}
            viewer = SPECTATOR if seat is None else Viewer.at(seat)
            shown = set(CARD.findall(msgspec.json.encode(view(table, viewer)).decode()))
            assert shown <= public | own, f"seat {seat} sees {shown - public - own}"

    def own_name(seat: int | None) -> str:
        return seat_name(seat) if seat is not None else ""

    data.draw(sittings(number, hands=2)).play(watch=watch)


# ---------------------------------------------------------------------------- the log


@pytest.mark.parametrize("number", NONBANKED)
@examples(120)
@given(data=st.data())
def test_a_log_replays_to_the_same_steps(number: str, data: st.DataObject) -> None:
    sitting: Sitting = data.draw(sittings(number))
    with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
        path = Path(folder) / "log"
        table = sitting.play(FileStore(path))
        steps: list[Step] = []
        again = replay(path, game, steps.append)
        assert steps == [step for record in read_log(path) if isinstance(record, Record) for step in record.steps]
        assert {n: s.cents for n, s in again.seats.items()} == {n: s.cents for n, s in table.seats.items()}
        if table.last is not None and again.last is not None:
            assert again.last.steps == table.last.steps


# ---------------------------------------------------------------------------- lawful answers only


@pytest.mark.parametrize("number", NONBANKED)
@examples(90)
@given(data=st.data())
def test_an_unlawful_amount_changes_nothing(number: str, data: st.DataObject) -> None:
    def watch(table: Table) -> None:
        ask = table.request
        if not isinstance(ask, Ask):
            return
        assert table.round is not None
        steps = len(table.round.steps)
        for choice in ask.choices:
            if choice.most:
                for cents in (choice.least - 1, choice.most + 1, -choice.most):
                    with suppress(PitbossError):
                        answer = table.verify(ask, f"{choice.word} {cents}")
                        raise AssertionError(f"{answer} was taken, {choice} is lawful")
        assert table.request == ask and len(table.round.steps) == steps

    data.draw(sittings(number, hands=3)).play(watch=watch)

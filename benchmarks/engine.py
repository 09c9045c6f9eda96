"""Full-procedure rounds per second at six seats, beside PokerKit's six-handed hold'em hands per second in the same run.

Every round is the whole procedure (shuffle with commitment, cut, deal, decisions, settlement, ledger, card count) with every
step and every input logged. Players answer at once with a fixed choice, the first who is offered the cut takes it, and
PokerKit's players check or call: neither side thinks. The two take turns in short slices, so that a busy machine slows both
alike.

    python benchmarks/engine.py [chapter ...] [--json] [--seconds 12]
"""

import argparse
import gc
import json
import time
from collections.abc import Callable, Sequence
from operator import attrgetter

from pitboss.cards import NAMES
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.drivers import drive
from pitboss.table.log.stores import MemoryStore
from pitboss.table.steps import Answer, Ask, Choice, Cut, Reply, Request
from pitboss.table.table import Table

STAYING = ("play", "check", "stand", "no insurance", "raise", "call", "bet", "let it ride", "set", "no surrender")
ROUNDS = 500  # in a slice of ours
HANDS = 10  # in a slice of PokerKit's
WARM_UP = 6  # slices
STEPS = attrgetter("steps")
NOTHING: tuple[tuple[Choice, ...], Answer | None] = ((), None)
ANSWERED: dict[str, tuple[tuple[Choice, ...], Answer]] = {}


def stay(table: Table, request: Request) -> Reply:
    """Answers at once with whatever keeps the player in the round; who is offered the cut takes it."""
    if type(request) is not Ask:
        return request.least if type(request) is Cut else None
    asked, answer = ANSWERED.get(request.cite, NOTHING)
    return answer if asked == request.choices else staying(request)


def staying(request: Ask) -> Answer:
    """The choice that keeps the player in; of the questions that each paragraph asks, the last is remembered."""
    choices = request.choices
    choice = choices[0]
    if choice.of:  # other cards every time: nothing to remember
        return Answer(" ".join([choice.word, *[NAMES[card] for card in choice.of[: choice.number[0]]]]))
    choice = next((c for word in STAYING for c in choices if c.word == word), choice)
    answer = Answer(choice.word, choice.bare or choice.most)
    ANSWERED[request.cite] = choices, answer
    return answer


def rounds_of(number: str, seats: int = 6) -> Callable[[], int]:
    """A function that plays some rounds and says how many steps they logged."""
    store = MemoryStore()
    table = Table(game(number), House.of(number), Chance(1), store, pauses=False)
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 10**15)
    bet = table.game.suggest(table.house)

    def slice_() -> int:
        steps = 0
        for _ in range(ROUNDS):
            for seat in table.seats:
                table.bet(seat, bet)
            drive(table, stay)
            steps += sum(map(len, map(STEPS, store.records)))
            store.records.clear()  # a round's log goes as a PokerKit hand's state goes
        return steps

    return slice_


def pokerkit_hands() -> Callable[[], int] | None:
    """A function that plays some six-handed no-limit hold'em hands in PokerKit, or None where it is not installed."""
    try:
        from pokerkit import Automation, NoLimitTexasHoldem
    except ImportError:
        return None
    everything = tuple(Automation)

    def slice_() -> int:
        operations = 0
        for _ in range(HANDS):
            state = NoLimitTexasHoldem.create_state(everything, True, 0, (1, 2), 2, 200, 6)
            while state.status:
                state.check_or_call()
            operations += len(state.operations)
        return operations

    return slice_


def measure(seconds: float, games: Sequence[str] = tuple(BANKED)) -> list[dict[str, float | str | None]]:
    """Rounds and steps per second of every game and of PokerKit, and how many times as fast a game is."""
    peer = pokerkit_hands()
    rows: list[dict[str, float | str | None]] = []
    for number in games:
        ours = rounds_of(number)
        for _ in range(WARM_UP):
            ours()
        gc.collect()
        gc.freeze()  # as a long-running server does once it has started; both sides gain
        rounds = steps = hands = operations = 0
        our_time = peer_time = 0.0
        until = time.perf_counter() + seconds / len(games)
        while time.perf_counter() < until or not rounds:
            start = time.perf_counter()
            steps += ours()
            middle = time.perf_counter()
            our_time += middle - start
            rounds += ROUNDS
            if peer is not None:
                operations += peer()
                peer_time += time.perf_counter() - middle
                hands += HANDS
        theirs = hands / peer_time if peer_time else None
        rows.append(
            {
                "game": chapter(number).game,
                "rounds_per_second": rounds / our_time,
                "steps_per_round": steps / rounds,
                "pokerkit_hands_per_second": theirs,
                "pokerkit_operations_per_hand": operations / hands if hands else None,
                "ratio": rounds / our_time / theirs if theirs else None,
            }
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("chapter", nargs="*", choices=[*BANKED, []], metavar="chapter", help="every banked game if left out")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--seconds", type=float, default=12.0, help="how long to measure in all")
    given = parser.parse_args()
    rows = measure(given.seconds, given.chapter or tuple(BANKED))
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    print(f"{'six seats, every step logged':32}{'rounds/s':>10}{'steps':>7}{'PokerKit hands/s':>18}{'ratio':>8}")
    for row in rows:
        theirs, ratio = row["pokerkit_hands_per_second"], row["ratio"]
        peer = f"{theirs:18.0f}{ratio:8.0f}" if theirs and ratio else f"{'not installed':>18}{'':8}"
        print(f"{row['game']:32}{row['rounds_per_second']:10.0f}{row['steps_per_round']:7.0f}{peer}")


if __name__ == "__main__":
    main()

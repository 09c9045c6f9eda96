"""What it costs to show every action to seven viewers, beside what it costs to play it.

Every game is played with every record written to a file, which is not synced: nobody sees an action before it is on record.
The steps of each action are redacted for six players at their seats and a spectator, and folded into a layout. The share is
the time of redacting over the time of playing; beside it, the same over the time of playing without a record (a synced one
takes far longer than either).

    python benchmarks/viewers.py [--json] [--seconds 16]
"""

import argparse
import gc
import json
import tempfile
import time
from functools import cache
from pathlib import Path

from pitboss.cards import text
from pitboss.games import MODULES, game
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.log.stores import FileStore, Store
from pitboss.table.steps import Answer, Ask, Choice, Step
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import SPECTATOR, Audience, Viewer
from pitboss.table.view.views import told

STAYING = ("play", "check", "call", "stand", "no insurance", "raise", "bet", "let it ride", "set", "no surrender", "keep")
SEATS = 6
WARM_UP = 100  # rounds
SLICE = 2  # rounds: what was just played is still at hand, as it is when an action is shown at once
VIEWERS = [*(Viewer.at(seat) for seat in range(1, SEATS + 1)), SPECTATOR]


@cache
def staying(choices: tuple[Choice, ...]) -> Answer:
    """The choice that keeps a player in for the least."""
    choice = next((c for word in STAYING for c in choices if c.word == word), choices[0])
    if choice.of:
        return Answer(f"{choice.word} {text(choice.of[: choice.number[0]])}")
    return Answer(choice.word, choice.bare or choice.most)


class Sitting:
    """Rounds at one table, played action by action, and shown afterwards."""

    def __init__(self, number: str, store: Store | None = None) -> None:
        self.table = table = Table(game(number), House.of(number), Chance(1), store)
        for seat in range(1, SEATS + 1):
            table.sit(seat, f"player {seat}", 10**15)
        self.bet = table.game.suggest(table.house)
        self.audience = Audience(VIEWERS, table.game.looks(table.house))

    def play(self, rounds: int) -> list[list[list[Step]]]:
        """The steps of some rounds, by action."""
        table, played = self.table, []
        for _ in range(rounds):
            for seat in table.seats if self.bet else ():
                table.bet(seat, self.bet)
            request = table.begin()
            current, actions, known = table.round, [], 0
            assert current is not None
            while request is not None:
                actions.append(current.steps[known:])
                known = len(current.steps)
                request = table.reply(staying(request.choices) if isinstance(request, Ask) else None)
            played.append([*actions, current.steps[known:]])
        return played

    def show(self, played: list[list[list[Step]]]) -> None:
        """Redacts every action for every viewer."""
        watch = self.audience.watch
        for actions in played:
            for steps in actions:
                watch(steps)

    def draw(self, played: list[list[list[Step]]]) -> None:
        """Folds the steps as they are into layouts."""
        begin = told(self.table)[:SEATS]
        for actions in played:
            layout = Layout().see_all(begin)
            for steps in actions:
                layout.see_all(steps)


def measure(seconds: float) -> list[dict[str, float | str]]:
    """The share of redacting in every game; the three take turns in short slices, so that a busy machine slows all alike."""
    with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
        return [row_of(number, seconds / len(MODULES), Path(folder)) for number in MODULES]


def row_of(number: str, seconds: float, folder: Path) -> dict[str, float | str]:
    """The figures of one game."""
    sitting = Sitting(number, FileStore(folder / number, sync=lambda file: None))
    alone = Sitting(number)
    sitting.show(sitting.play(WARM_UP))
    alone.play(WARM_UP)
    gc.collect()
    gc.freeze()
    playing = without = showing = drawing = 0.0
    steps = actions = 0
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        start = time.process_time()
        alone.play(SLICE)
        began = time.process_time()
        played = sitting.play(SLICE)
        then = time.process_time()
        sitting.show(played)
        shown = time.process_time()
        sitting.draw(played)
        drawing += time.process_time() - shown
        without += began - start
        playing += then - began
        showing += shown - then
        actions += sum(map(len, played))
        steps += sum(len(action) for round_ in played for action in round_)
    return {
        "game": f"{number} {chapter(number).game}",
        "played_us_per_action": playing / actions * 1e6,
        "shown_us_per_action": showing / actions * 1e6,
        "share": showing / playing,
        "share_without_record": showing / without,
        "drawn_us_per_step": drawing / steps * 1e6,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--seconds", type=float, default=16.0, help="how long to measure in all")
    given = parser.parse_args()
    rows = measure(given.seconds)
    if given.json:
        print(json.dumps(rows, indent=1))
        return
    heads = f"{'played, an action':>20}{'shown to seven':>17}{'share':>8}{'no record':>11}{'drawn, a step':>16}"
    print(f"{'six players and a spectator':32}{heads}")
    for row in rows:
        print(
            f"{row['game']:32}{row['played_us_per_action']:17.1f} µs{row['shown_us_per_action']:14.1f} µs"
            f"{row['share']:8.1%}{row['share_without_record']:11.1%}{row['drawn_us_per_step']:13.2f} µs"
        )


if __name__ == "__main__":
    main()

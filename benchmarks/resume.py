"""How long a table takes to be resumed from its log, after few rounds and after very many.

A log has a snapshot every 50 rounds; resuming reads from its end to the last one. Each sitting stops 25 rounds after a
snapshot, in the middle of a round, so that there is something to play again. Nothing is synced while the logs are made.

    python benchmarks/resume.py [--json] [--rounds 100 1000 100000] [--game 565]
"""

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.log.replay import resume
from pitboss.table.log.stores import FileStore
from pitboss.table.table import Table

TIMES = 9
AFTER = 25  # rounds since the last snapshot


def log_of(number: str, rounds: int, path: Path) -> None:
    """A log of so many rounds and some, and the beginning of another."""
    table = Table(game(number), None, Chance(1), FileStore(path, sync=lambda file: None))
    table.sit(1, "Ann", 10**12)
    table.sit(2, "Bo", 10**12)
    for _ in range(rounds + AFTER):
        for seat in table.seats:
            table.bet(seat, table.game.suggest(table.house))
        drive(table, bots)
    for seat in table.seats:
        table.bet(seat, table.game.suggest(table.house))
    table.begin()
    assert table.store is not None
    table.store.release()


def seconds(path: Path) -> float:
    """The median time of resuming."""
    found = []
    for _ in range(TIMES):
        start = time.perf_counter()
        table = resume(path, game, Chance(2))
        found.append(time.perf_counter() - start)
        assert table.round is not None and table.store is not None
        table.store.release()
    return statistics.median(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--rounds", type=int, nargs="+", default=[100, 1000, 100_000], help="how many rounds were played")
    parser.add_argument("--game", default="565", help="chapter or slug")
    given = parser.parse_args()
    rows: list[dict[str, float]] = []
    for rounds in given.rounds:
        with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
            path = Path(folder) / "log"
            log_of(given.game, rounds, path)
            took = seconds(path)
            ratio = took / rows[0]["seconds"] if rows else 1.0
            rows.append({"rounds": rounds, "megabytes": path.stat().st_size / 1e6, "seconds": took, "ratio": ratio})
            if not given.json:
                print(f"{rounds:>9,} rounds{rows[-1]['megabytes']:>9.1f} MB{1000 * took:>9.1f} ms{ratio:>7.2f}", flush=True)
    if given.json:
        print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()

"""How many units a second the floor's writer makes durable, beside what one sync of this machine takes.

A unit is what an ordinary command leaves: one line of 400 bytes and its id, no money. Each of 250 tables has so many units on
the way at once, and submits the next when one is told. `submit` is what a unit costs the event loop before it is told.

    python benchmarks/writer.py [--json] [--units 40000] [--ahead 1 4] [--database URL …]

The default is a new SQLite file in a temporary folder here. A database that is named must be one to throw away.
"""

import argparse
import asyncio
import json
import os
import secrets
import tempfile
import time
from pathlib import Path

from pitboss.floor.storage.database import Database
from pitboss.floor.storage.leases import open_leases
from pitboss.floor.storage.transactions import CommandRow, StreamLine, Unit
from pitboss.floor.storage.writer import Writer

TABLES = 250
SYNCS = 200
BODY = b'{"line":"%s"}' % (b"x" * 389)


class Load:
    """So many units of all tables, `ahead` of each on the way at once."""

    def __init__(self, writer: Writer, fences: dict[str, int], units: int, ahead: int) -> None:
        self.writer, self.fences, self.units, self.ahead = writer, fences, units, ahead
        self.seqs = dict.fromkeys(fences, 0)
        self.sent = 0
        self.submitting = 0.0
        self.waits: list[float] = []
        self.done = asyncio.get_running_loop().create_future()

    def submit(self, bank: str) -> None:
        """Submits the next unit of a table, and another one when it is told."""
        if self.sent == self.units:
            return
        self.sent += 1
        self.seqs[bank] += 1
        seq = self.seqs[bank]
        line = StreamLine(bank, seq, "record", seq, BODY, "0" * 64)
        unit = Unit(bank, self.fences[bank], [line], CommandRow(seq % 6, f"{bank} {secrets.token_hex(8)}", bank, seq))
        start = time.perf_counter()

        def told(error: Exception | None) -> None:
            if error is not None:
                self.done.set_exception(error)
                return
            self.waits.append(time.perf_counter() - start)
            if len(self.waits) == self.units:
                self.done.set_result(None)
            self.submit(bank)

        unit.done = told
        self.writer.submit(unit)
        self.submitting += time.perf_counter() - start

    async def run(self) -> float:
        """How many seconds it took."""
        start = time.perf_counter()
        for _ in range(self.ahead):
            for bank in self.fences:
                self.submit(bank)
        await self.done
        return time.perf_counter() - start


async def measure(url: str, units: int, ahead: int) -> dict[str, float]:
    """What came of so many units."""
    database = Database.open(url)
    database.migrate()
    leases = await open_leases(database)
    name = secrets.token_hex(4)  # so that each measurement has streams of its own
    fences = {f"table/{name}-{number}": 0 for number in range(TABLES)}
    for bank in fences:
        fences[bank] = await leases.take(bank) or 0
    backend = database.backend()
    writer = Writer(backend, asyncio.get_running_loop())
    await writer.write(Unit())
    before = backend.count
    load = Load(writer, fences, units, ahead)
    seconds = await load.run()
    commits = backend.count - before
    await writer.close()
    await leases.close()
    database.close()
    waits = sorted(load.waits)
    return {
        "units_per_second": units / seconds,
        "units_per_commit": units / commits,
        "submit_us": load.submitting / units * 1e6,
        "p50_ms": waits[units // 2] * 1e3,
        "p99_ms": waits[units * 99 // 100] * 1e3,
    }


def syncs_per_second(folder: Path) -> float:
    """How often a second this machine makes 4 KiB durable."""
    file = os.open(folder / "sync", os.O_RDWR | os.O_CREAT, 0o600)
    start = time.perf_counter()
    for _ in range(SYNCS):
        os.write(file, bytes(4096))
        os.fdatasync(file)
    os.close(file)
    return SYNCS / (time.perf_counter() - start)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--units", type=int, default=40_000)
    parser.add_argument("--ahead", type=int, nargs="+", default=[1, 4])
    parser.add_argument("--database", nargs="*", default=[])
    options = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory(dir=".") as folder:
        syncs = syncs_per_second(Path(folder))
        for url in [f"sqlite:///{folder}/floor.db", *options.database]:
            for ahead in options.ahead:
                found = asyncio.run(measure(url, options.units, ahead))
                results.append({"database": url.partition(":")[0], "ahead": ahead, "syncs_per_second": syncs, **found})
    if options.json:
        print(json.dumps(results))
        return
    print(f"{syncs:,.0f} syncs a second")
    for result in results:
        print(
            "{database}, {ahead} ahead: {units_per_second:,.0f} units/s, {units_per_commit:,.0f} to a commit,"
            " told after {p50_ms:.0f} ms (99%: {p99_ms:.0f} ms), submit {submit_us:.2f} µs".format(**result)
        )


if __name__ == "__main__":
    main()

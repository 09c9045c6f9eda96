"""A whole floor under load: 250 tables, which is what the Act allows one facility, with a bot over a WebSocket at every seat.

The tables are spread over the fourteen banked games. Server and bots (`floor_server.py`, `floor_bots.py`) have a process each.
In the same run are measured, for comparison, under the same uvicorn and with the same bots:

- an echo of the same frames: for each frame that a bot sends, the frames that the floor sent after it, to whom it sent them;
- a bare echo, which sends one frame back for each;
- how often a second this machine writes and syncs a file beside the database.

What must hold is told in these:

- actions a second, as fast as the bots get their acknowledgements: at least a quarter of the echo of the same frames;
- steps a second that became durable: at least 100 times the syncs;
- from saying to the acknowledgement, 99th percentile, with half of that load: at most 20 syncs;
- the echo had a core to itself, as nothing can be said beside one that other programs slow down;
- nothing refused, no line lost, nobody left waiting;
- memory in the last quarter of the time as in the second.

What is told in syncs has a meaning on disks of some age only: one that syncs 8,000 times a second would demand 800,000 steps
of the rules a second. With `--disk-ms 5.4` every commit takes as long as on the disk for which these were demanded. With
`--processes 2` and a PostgreSQL (`--database URL`, empty) two floors share the tables, and all three processes the cores:
then nothing is said beside the echo.

    python benchmarks/floor.py [--json] [--seconds 40] [--tables 250] [--database URL] [--folder DIR] [--disk-ms 5.4]
                               [--processes 2]
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

HERE = Path(__file__).parent
WARM_UP = 10.0  # seconds
READY = 180.0  # seconds until a floor is open
SYNCING = 2.0  # seconds, before and after
EVERY = 0.25  # seconds between two looks at the memory
ALONE = 0.9  # of a core, at least, that the echo has under full load where nothing else runs
ECHO, SYNCS, WAIT, GROWTH = 4, 100, 20, 1.05  # what must hold


class Held(NamedTuple):
    """One of the things that must hold."""

    name: str
    ratio: float  # of what was measured to what is demanded, 1 or more where it holds
    told: str

    @property
    def holds(self) -> bool:
        """Whether it does."""
        return self.ratio >= 1


class Served:
    """A server in a process of its own, until the end of the block."""

    def __init__(self, folder: Path, name: str, *options: str) -> None:
        self.plan = folder / f"{name}.plan"
        self._log = folder / f"{name}.log"
        command = [sys.executable, str(HERE / "floor_server.py"), "--plan", str(self.plan), *options]
        self.process = subprocess.Popen(command, stdout=self._log.open("w"), stderr=subprocess.STDOUT)

    def __enter__(self) -> "Served":
        until = time.monotonic() + READY
        while not self.plan.exists():
            if self.process.poll() is not None or time.monotonic() > until:
                self.__exit__()
                sys.exit(f"the server did not start: {self.log()[-2000:]}")
            time.sleep(0.1)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def log(self) -> str:
        """What the server has printed."""
        return self._log.read_text()

    def memory(self) -> int:
        """The bytes that it and what it started hold in memory, as far as that can be known."""
        found = 0
        for pid in self._processes():
            with suppress(OSError, IndexError, ValueError):
                found += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return found

    def worked(self) -> float:
        """The seconds that both have had a core, all threads together."""
        found = 0.0
        for pid in self._processes():
            with suppress(OSError, IndexError, ValueError):
                user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
                found += (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        return found

    def _processes(self) -> list[int]:
        """The server, and what it has started."""
        pid = self.process.pid
        with suppress(OSError):
            return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
        return [pid]


class Seen(NamedTuple):
    """A server at one time: the bytes that it held, and the seconds that it had worked."""

    at: float
    memory: int
    worked: float


def syncs_per_second(folder: Path) -> float:
    """How often 4 KB can be appended to a file and brought to the disk."""
    path = folder / "synced"
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        count, began = 0, time.perf_counter()
        while (now := time.perf_counter()) - began < SYNCING:
            os.write(file, b"x" * 4096)
            os.fdatasync(file)
            count += 1
        return count / (now - began)
    finally:
        os.close(file)
        path.unlink()


def played(servers: list[Served], folder: Path, seconds: float, *options: str) -> tuple[dict[str, Any], list[int]]:
    """What the bots measured, with the share of a core that the servers had meanwhile; and their memory at each time."""
    command = [sys.executable, str(HERE / "floor_bots.py"), "--heard", str(folder / "heard")]
    for served in servers:
        command += ["--plan", str(served.plan)]
    command += ["--seconds", str(seconds), "--warm-up", str(WARM_UP), *options]
    bots = subprocess.Popen(command, stdout=subprocess.PIPE)
    seen = []
    while bots.poll() is None:
        memory, worked = sum(one.memory() for one in servers), sum(one.worked() for one in servers)
        seen.append(Seen(time.time(), memory, worked))
        time.sleep(EVERY)
    assert bots.stdout is not None
    printed = bots.stdout.read()
    if bots.returncode:
        sys.exit(f"the bots failed; the server printed: {servers[0].log()[-2000:]}")
    found = json.loads(printed)
    seen = [one for one in seen if found["began"] <= one.at <= found["ended"]]
    found["server_busy"] = (seen[-1].worked - seen[0].worked) / (seen[-1].at - seen[0].at)
    found["server_us"] = found["server_busy"] / max(found["acknowledged_per_second"], 1) * 1e6
    return found, [one.memory for one in seen]


def floor_figures(given: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """A floor, with what it counted while the bots measured."""
    database = given.database or f"sqlite:///{folder / 'floor.db'}"
    counts = [folder / f"counts-{part}" for part in range(given.processes)]
    with ExitStack() as servers:
        all_served = []
        for part in range(given.processes):
            options = ["--database", database, "--tables", str(given.tables), "--counts", str(counts[part])]
            options += [
                "--disk-ms",
                str(given.disk_ms),
                "--part",
                f"{part + 1}/{given.processes}",
                "--key",
                str(folder / "key"),
            ]
            all_served.append(servers.enter_context(Served(folder, f"floor-{part}", *options)))
        found, held = played(all_served, folder, given.seconds)
    for name in ("commands", "records", "steps", "rounds", "commits"):
        found[f"{name}_per_second"] = 0.0
    for file in counts:
        counted = [json.loads(line) for line in file.read_text().splitlines()]
        counted = [one for one in counted if found["began"] <= one["at"] <= found["ended"]]
        span = counted[-1]["at"] - counted[0]["at"]
        for name in ("commands", "records", "steps", "rounds", "commits"):
            found[f"{name}_per_second"] += (counted[-1][name] - counted[0][name]) / span
        for name in ("refused", "rebuilt", "by_clock"):
            if number := counted[-1][name]:
                found["wrong"][f"{name.replace('_', ' ')}, by the server"] = number
    quarter = len(held) // 4
    found["memory_mb"] = [fmean(held[at : at + quarter]) / 1e6 for at in range(0, 4 * quarter, quarter)]
    for served in all_served:
        if "Traceback" in served.log():
            found["wrong"]["the server printed an error"] = 1
            print(served.log()[-2000:], file=sys.stderr)
    return found


def echo_figures(given: argparse.Namespace, folder: Path, kind: str) -> dict[str, Any]:
    """The same bots and frames against an echo."""
    options = ["--tables", str(given.tables), "--echo", kind, "--heard", str(folder / "heard")]
    with Served(folder, kind, *options) as served:
        return played([served], folder, given.seconds / 4, "--echo", kind)[0]


def measure(given: argparse.Namespace) -> dict[str, Any]:
    """All figures of one run."""
    with tempfile.TemporaryDirectory(prefix="pitboss-", dir=given.folder) as name:
        folder = Path(name)
        syncs = [syncs_per_second(folder)]
        found: dict[str, Any] = {"floor": floor_figures(given, folder)}
        syncs.append(syncs_per_second(folder))
        if given.processes == 1:
            found |= {"echo": echo_figures(given, folder, "same"), "bare_echo": echo_figures(given, folder, "bare")}
            syncs.append(syncs_per_second(folder))
    most = 1000 / given.disk_ms if given.disk_ms else math.inf
    return {**found, "syncs_per_second": fmean(min(one, most) for one in syncs), "syncs": syncs, "disk_ms": given.disk_ms}


def judged(found: dict[str, Any]) -> list[Held]:
    """What must hold, and whether it does."""
    floor, syncs = found["floor"], found["syncs_per_second"]
    steps, waited = floor["steps_per_second"], floor["half"]["p99_ms"] / 1000 * syncs
    wrong = dict(floor["wrong"])
    _, second, _, last = floor["memory_mb"]
    held = []
    if echo := found.get("echo"):
        share, alone = floor["acknowledged_per_second"] / echo["acknowledged_per_second"], echo["server_busy"]
        held = [
            Held("actions beside the echo", share * ECHO, f"{share:.1%} of its exchanges; at least {1 / ECHO:.0%}"),
            Held("the echo had its core", alone / ALONE, f"{alone:.0%} of it; else nothing can be said beside it"),
        ]
        wrong |= echo["wrong"] | found["bare_echo"]["wrong"]
    return [
        *held,
        Held("steps beside syncs", steps / syncs / SYNCS, f"{steps / syncs:.1f} a sync; at least {SYNCS}"),
        Held("99th percentile", WAIT / waited, f"{waited:.1f} syncs; at most {WAIT}"),
        Held("nothing wrong", float(not wrong), "; ".join(f"{number} × {what}" for what, number in wrong.items()) or "nothing"),
        Held("memory", GROWTH * second / last, f"{second:.0f} MB, then {last:.0f} MB; at most {GROWTH - 1:.0%} more"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--seconds", type=float, default=40.0, help="how long to measure the floor")
    parser.add_argument("--tables", type=int, default=250, help="how many tables")
    parser.add_argument("--database", default="", help="of the floor, an empty one; a new SQLite file where none is named")
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="where that file and the one that is synced lie")
    parser.add_argument("--disk-ms", type=float, default=0.0, help="the milliseconds that a commit takes at least")
    parser.add_argument("--processes", type=int, choices=(1, 2), default=1, help="servers of one PostgreSQL")
    given = parser.parse_args()
    found = measure(given)
    held = judged(found)
    if given.json:
        rows = [{**one._asdict(), "holds": one.holds} for one in held]
        print(json.dumps({**found, "must_hold": rows}, indent=1))
    else:
        tell(found, held)
    sys.exit(not all(one.holds for one in held))


def tell(found: dict[str, Any], held: list[Held]) -> None:
    """Prints the figures."""
    floor, half, syncs = found["floor"], found["floor"]["half"], found["syncs_per_second"]
    print(f"{floor['lines']} lines, bots busy {floor['load_busy']:.0%} of a core")
    for name in ("acknowledged", "commands", "records", "steps", "rounds", "commits", "messages", "bytes"):
        print(f"{name + ' a second':24}{floor[f'{name}_per_second']:14,.0f}")
    for name, one in (("acknowledged after", floor), ("at half of the load", half)):
        times = f"{one['median_ms']:11.1f} ms, 99 % within {one['p99_ms']:.1f} ms, all within {one['longest_ms']:.1f} ms"
        print(f"{name:24}{times}, {one['acknowledged_per_second']:,.0f} a second")
    for name, title in (("echo", "echo, same frames"), ("bare_echo", "echo, bare")):
        if one := found.get(name):
            sent = one["messages_per_second"] / one["acknowledged_per_second"]
            print(f"{title:24}{one['acknowledged_per_second']:14,.0f} a second, {sent:.1f} frames down for each one up")
    for name in ("floor", "echo", "bare_echo"):
        if one := found.get(name):
            busy = f"{one['server_us']:11.0f} µs each, busy {one['server_busy']:.0%} of a core"
            print(f"{f'the server, {name}'.replace('_', ' '):24}{busy}, bots {one['load_busy']:.0%}")
    print(f"{'syncs':24}{syncs:14,.0f} a second (this disk {', '.join(f'{one:,.0f}' for one in found['syncs'])})")
    if found["disk_ms"]:
        print(f"{'':24}every commit took at least {found['disk_ms']} ms, as on another disk")
    print(f"{'memory, by quarters':24}{', '.join(f'{one:.0f}' for one in floor['memory_mb']):>14} MB")
    for one in held:
        print(f"{'holds' if one.holds else 'FAILS':7}{one.name:24}{one.ratio:7.2f} × what is demanded: {one.told}")


if __name__ == "__main__":
    main()

"""`python -m tools.mutants [NAME…]`: tries the mutants of chapters and rooms (default: all) and lists those that survive."""

import argparse
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tools.mutants import results, rooms
from tools.mutants.making import Mutant, mutants_of
from tools.mutants.places import ROOT
from tools.mutants.running import Done, run_all
from tools.mutants.sampling import sample
from tools.mutants.tracing import Trace, trace
from tools.mutants.trials import chapters

EVERY = 40  # results are saved after so many mutants


def main() -> int:
    """Run the command line. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("chapters", nargs="*", metavar="NAME")
    parser.add_argument("--again", action="store_true", help="try all mutants, also those whose result is known")
    parser.add_argument(
        "--sample", type=int, default=0, metavar="N", help="only try so many known ones again, with the test that noticed them"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.processes < 1 or given.sample < 0:
        parser.error("there has to be a process or more, and a sample has no fewer than 0 mutants")
    sys.path.insert(0, str(ROOT / "src"))
    room_names = rooms.rooms()
    wanted = given.chapters or [*sorted(chapters()), *room_names]
    if unknown := set(wanted) - chapters() - set(room_names):
        allowed = ", ".join([*sorted(chapters()), *room_names])
        print(f"there is no chapter with rule cases or room {', '.join(sorted(unknown))}; allowed: {allowed}", file=sys.stderr)
        return 2
    if given.sample:
        return sample(wanted, given.sample, given.processes)
    return max((try_room if name in room_names else try_chapter)(name, given.processes, given.again) for name in wanted)


def try_chapter(chapter: str, processes: int, again: bool) -> int:
    """Try the mutants of a chapter that have no valid result, save and print the results. Returns 1 if a mutant survives."""
    start, data = time.monotonic(), results.read(chapter)
    if again or data.get("digest") != results.chapter_digest(chapter):
        show_progress(f"{chapter}: tracing its tests")
        traced_tests = trace_in_child(chapter)
        if traced_tests.broken:
            print(f"{chapter}: these tests fail as it is: {', '.join(traced_tests.broken)}", file=sys.stderr)
            return 2
        mutants = mutants_of(chapter, traced_tests)
        try_mutants(
            chapter,
            mutants,
            results.still_known(data, mutants),
            again,
            lambda waiting, done: run_all(chapter, waiting, traced_tests, processes, done),
            lambda noticed, whole: results.written(chapter, traced_tests, mutants, noticed, whole=whole),
        )
        data = results.read(chapter)
    return report(chapter, data, time.monotonic() - start)


def try_room(name: str, processes: int, again: bool) -> int:
    """Try the mutants of a room that have no valid result, save and print the results. Returns 1 if a mutant survives.

    In the results, functions take the place of paragraphs.
    """
    room = rooms.rooms()[name]
    start, data = time.monotonic(), results.read(room.results_name)
    if again or data.get("digest") != room.digest():
        show_progress(f"{name}: tracing its tests")
        ran = rooms.traced(room)
        if ran.broken:
            print(f"{name}: these tests fail as it is: {', '.join(ran.broken)}", file=sys.stderr)
            return 2
        mutants = rooms.mutants_of(room, ran)
        try_mutants(
            room.results_name,
            mutants,
            rooms.still_known(data, mutants),
            again,
            lambda waiting, done: rooms.run_all(room, waiting, ran, processes, done),
            lambda noticed, whole: rooms.written(room, mutants, noticed, whole),
        )
        data = results.read(room.results_name)
    results.write(room.results_name, rooms.judged(data))  # survivors may have been declared equivalent since
    return report(name, data, time.monotonic() - start)


def trace_in_child(chapter: str) -> Trace:
    """Trace a chapter in a child process."""
    there, here = os.pipe()
    pid = os.fork()
    if not pid:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # on an interrupt just end; the parent reports it
        os.close(there)
        try:
            with os.fdopen(here, "w", encoding="utf-8") as pipe:
                pipe.write(trace(chapter).encode())
        finally:
            sys.stderr.flush()
            os._exit(0)
    os.close(here)
    with os.fdopen(there, encoding="utf-8") as pipe:
        words = pipe.read()
    os.waitpid(pid, 0)
    return Trace.decode(words)


def try_mutants(
    name: str,
    mutants: list[Mutant],
    known: dict[str, results.Tried],
    again: bool,
    run: Callable[[list[Mutant], Done], None],
    written: Callable[[dict[str, str], bool], dict[str, Any]],
) -> None:
    """Try the mutants without a known result, or with `again` all, and save results as they come. A known result stands until
    it is replaced. A change that stands for several paragraphs is tried once, with the tests of all of them."""
    noticed = {key: tried.by for key, tried in known.items()}
    by_change: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_change.setdefault(f"{mutant.where} {mutant.change.text}", []).append(mutant)
    waiting: dict[Mutant, list[Mutant]] = {}
    for group in by_change.values():
        by = next((noticed[mutant.key] for mutant in group if mutant.key in noticed), None)
        if by is not None and not again:
            noticed |= {mutant.key: by for mutant in group if mutant.key not in noticed}
        else:
            tests = dict.fromkeys(name for mutant in group for name in mutant.tests)
            waiting[replace(group[0], tests=tuple(tests))] = group

    keys_left = {mutant.key for group in waiting.values() for mutant in group}

    def done(mutant: Mutant, by: str) -> None:
        keys = [same_change.key for same_change in waiting[mutant]]
        noticed.update(dict.fromkeys(keys, by))
        keys_left.difference_update(keys)
        tried = len(mutants) - len(keys_left)
        if tried % EVERY < len(keys):
            results.write(name, written(noticed, False))
        unnoticed = sum(not by for by in noticed.values())
        show_progress(f"{name}: {tried} of {len(mutants)} mutants, {unnoticed} unnoticed")

    run(list(waiting), done)
    results.write(name, written(noticed, True))


def report(chapter: str, data: dict[str, Any], seconds: float) -> int:
    """Print the survivors and the totals of a chapter or room. Returns 1 if a mutant survives."""
    paragraphs, in_code = data["paragraphs"], chapter in rooms.rooms()
    show_progress("")
    for cite, paragraph in paragraphs.items():
        for row in paragraph["mutants"]:
            tried = results.Tried(*row)
            if not tried.by:
                print(f"{'' if in_code else f'§ {cite}  '}{tried.at}\n    {tried.change}")
    counts = Counter(paragraph["proof"] for paragraph in paragraphs.values())
    killed, tried_all = (sum(paragraph[word] for paragraph in paragraphs.values()) for word in ("killed", "tried"))
    share = ", ".join(f"{counts[word]} {word}" for word in ("proven", "named", "narrated"))
    what = "functions" if in_code else "paragraphs played"
    print(f"{chapter}: {len(paragraphs)} {what}, {share}; {killed} of {tried_all} mutants noticed ({seconds:.1f} s)")
    return int(killed < tried_all)


def show_progress(words: str) -> None:
    """Show progress on one line of the terminal."""
    if sys.stderr.isatty():
        print(f"\r{words:<100}", end="" if words else "\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\ninterrupted; what was tried by then is kept", file=sys.stderr)
        sys.exit(130)

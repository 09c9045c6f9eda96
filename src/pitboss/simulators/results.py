"""The sums of chunks in a file, so that a job that was interrupted goes on where it was.

The first line says which job it is; every other line has the sums of a chunk. A last line that was cut short is left out.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from pitboss.errors import PitbossError
from pitboss.simulators.jobs import Chunk, Sums


class Results:
    """The chunks of a job that are done, by number; in memory only where there is no file."""

    def __init__(self, file: TextIO | None, done: dict[int, list[Sums]]) -> None:
        self.file, self.done = file, done

    def add(self, chunk: Chunk, sums: list[Sums]) -> None:
        """Writes down the sums of a chunk."""
        self.done[chunk.id] = sums
        if self.file is not None:
            self.file.write(json.dumps({"chunk": chunk.id, "begin": chunk.begin, "end": chunk.end, "sums": sums}) + "\n")
            self.file.flush()


@contextmanager
def results(path: Path | None, job: dict[str, Any]) -> Iterator[Results]:
    """The results of a job, with those that a file already has; raises PitbossError where it has another job's."""
    if path is None:
        yield Results(None, {})
        return
    done = stored(path, job) if path.exists() else {}
    lines = [json.dumps(job), *(json.dumps({"chunk": number} | rest) for number, rest in done.items())]
    with path.open("w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        yield Results(file, {number: [Sums(*each) for each in rest["sums"]] for number, rest in done.items()})


def stored(path: Path, job: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """What a file has of a job, by chunk."""
    first, *lines = path.read_text(encoding="utf-8").splitlines() or [""]
    if _read(first) != job:
        known = _read(first) or {}
        different = ", ".join(f"{name} {known.get(name)}" for name in job if known.get(name) != job[name])
        raise PitbossError(f"{path} has the results of another simulation ({different or 'not one of pitboss'})")
    found = {}
    for line in lines:
        if (chunk := _read(line)) is not None:
            found[int(chunk.pop("chunk"))] = chunk
    return found


def _read(line: str) -> dict[str, Any] | None:
    """One line, None where it was cut short."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None

"""A process that has imported all that a command may need, and forks one for each call: what a command does is a process of its
own all the same, and is spared only the imports.

    python -m tests.calling

Each line of its input has the words of a command, the folder in which it runs, the folder of its streams and what it finds in
its environment besides, as JSON; each line of its output the status with which the command ended. `tests.commands` speaks to
it. Tests of streams and encodings, of the wheel, and of what is imported start a process for each command.
"""

import importlib
import io
import json
import os
import pkgutil
import random
import runpy
import secrets
import sys
import traceback
from functools import cache
from pathlib import Path

import pitboss.cli

SOURCE = str(Path(pitboss.cli.__file__).parents[2])
ROOT = str(Path(__file__).parents[1])
UNASKED = ("floor", "__main__")  # a floor is large, and few commands need one
OF_FLOORS = ("serve", "staff", "audit", "backup", "restore", "export", "archive", "import", "maintain", "checkpoint")


def import_most() -> None:
    """All of the package but the floor."""
    for module in pkgutil.walk_packages(pitboss.__path__, "pitboss."):
        if not any(part in UNASKED for part in module.name.split(".")[1:2] + module.name.split(".")[-1:]):
            importlib.import_module(module.name)
    importlib.import_module("typer._adapters")


@cache
def import_floor() -> None:
    """What the commands of a floor need, before the first of them."""
    storage = ("storage.backup", "storage.maintenance", "preflight", "restoring")
    for name in ("books.audit", *storage, "office_commands", "archiving", "server"):
        importlib.import_module(f"pitboss.floor.{name}")


def call(words: list[str], folder: str, streams: Path, besides: dict[str, str]) -> int:
    """Runs a command as `python -m pitboss.cli` does, in a process that has just been forked: its status."""
    os.chdir(folder)
    os.environ["PYTHONPATH"] = SOURCE
    os.environ.update(besides)
    sys.path[:] = [folder, *(each for each in sys.path[1:] if each != ROOT)]
    random.seed()
    if leases := sys.modules.get("pitboss.floor.storage.leases"):
        leases.PROCESS = secrets.token_hex(8)  # type: ignore[attr-defined]  # what was drawn at the import must not be shared
    for number, name, mode in ((0, "stdin", os.O_RDONLY), (1, "stdout", os.O_WRONLY), (2, "stderr", os.O_WRONLY)):
        opened = os.open(streams / name, mode | os.O_CREAT)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)))
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)))
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(io.FileIO(2, "w", closefd=False)), errors="backslashreplace", line_buffering=True
    )
    sys.argv = ["pitboss", *words]
    status: object = 0
    try:
        runpy.run_module("pitboss.cli", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        status = end.code
        if not isinstance(status, int | None):
            print(status, file=sys.stderr)
            status = 1
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return int(status or 0)  # type: ignore[call-overload, no-any-return]


def main() -> None:
    """Forks a command for each line, and waits for it."""
    import_most()
    while line := sys.stdin.readline():
        words, folder, streams, besides = json.loads(line)
        if words[:1] and words[0] in OF_FLOORS:
            import_floor()
        number = os.fork()
        if not number:
            status = 1
            try:
                status = call(words, folder, Path(streams), besides)
            finally:
                os._exit(status)
        print(os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]), flush=True)


if __name__ == "__main__":
    main()

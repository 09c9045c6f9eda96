"""The command line as a script calls it."""

import atexit
import json
import os
import select
import subprocess
import sys
import tempfile
import threading
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
HANGS = 600  # seconds after which a program is taken to hang; no test expects one to be fast
# What a command looks up when it runs, and not when something is imported.
LATE = ("PITBOSS_CACHE", "PITBOSS_ANSWERS", "PITBOSS_CONFIG", "PITBOSS_DATABASE", "PITBOSS_ARCHIVE", "PITBOSS_ALL_CONNECTIONS")
ONE_AT_A_TIME = threading.Lock()


def pitboss(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command to its end, forked from a process that has imported most (`tests.calling`); in a process started for it
    where the environment is another one or somebody else waits for a command."""
    env = environment()
    command = [sys.executable, "-m", "pitboss.cli", *args]
    if not (without_late(env) == FIRST and ONE_AT_A_TIME.acquire(blocking=False)):
        return subprocess.run(command, input=stdin, capture_output=True, text=True, env=env, timeout=HANGS, check=False)
    try:
        return forked(command, list(args), stdin)
    finally:
        ONE_AT_A_TIME.release()


def environment() -> dict[str, str]:
    """What a command finds in its environment."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {**own, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "150"}


def without_late(env: dict[str, str]) -> dict[str, str]:
    """An environment but for what is looked up when it is needed, and told with each command."""
    return {name: value for name, value in env.items() if name not in LATE}


FIRST = without_late(environment())  # of the process from which commands are forked: before any test has changed anything


@cache
def caller() -> subprocess.Popen[str]:
    """The process from which commands are forked."""
    env = FIRST | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.calling"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, cwd=ROOT, text=True
    )
    atexit.register(process.communicate)  # the end of its input ends it
    return process


def forked(command: list[str], args: list[str], stdin: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in a process that is forked."""
    process = caller()
    assert process.stdin is not None and process.stdout is not None
    with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
        streams = Path(folder)
        (streams / "stdin").write_text(stdin)
        process.stdin.write(
            json.dumps([args, os.getcwd(), folder, {name: os.environ[name] for name in LATE if name in os.environ}]) + "\n"
        )
        process.stdin.flush()
        if not select.select([process.stdout], [], [], HANGS)[0]:
            process.kill()
            raise subprocess.TimeoutExpired(command, HANGS)
        status = int(process.stdout.readline())
        said, complained = ((streams / name).read_text() for name in ("stdout", "stderr"))
        return subprocess.CompletedProcess(command, status, said, complained)

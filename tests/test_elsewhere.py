"""Systems that lack what Linux has: on Windows there is no `fcntl`, no `resource` and no uvloop.

The modules are hidden. That shows what can be imported and played, not how Windows itself behaves.
"""

import subprocess
import sys

import pytest

from tests.commands import ROOT

WINDOWS = ("fcntl", "resource", "termios", "readline", "pwd", "grp", "uvloop")
HIDE = f"import sys\nfor name in {WINDOWS}: sys.modules[name] = None\n"


def run(code: str) -> str:
    """What a program prints that lacks these modules."""
    done = subprocess.run([sys.executable, "-c", HIDE + code], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_a_table_is_played_without_them() -> None:
    """In memory, with rules and exact odds; a log in a file is refused in one sentence."""
    code = """
from pathlib import Path
from pitboss import Table
from pitboss.errors import PitbossError
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.log.stores import FileStore
table = Table(game("565"), None, Chance(1))
table.sit(1, "Ann", 10_000)
table.bet(1, {"Ante": 500})
drive(table, bots)
print(table.rounds)
try:
    Table(game("565"), None, Chance(1), FileStore(Path("never.log")))
except PitbossError as error:
    print(error)
"""
    rounds, refused = run(code).splitlines()
    assert rounds == "1" and refused.startswith("this system has no locks of files")


def test_the_parts_of_a_floor_can_be_imported_without_them() -> None:
    """Audits, clients and the command line; serving on SQLite is refused, as two servers could have one file."""
    code = """
import pitboss.cli.app, pitboss.floor.books.audit, pitboss.floor.client, pitboss.floor.server, pitboss.floor.web.app
from pitboss.errors import PitbossError
from pitboss.floor.storage.sqlite import ProcessLock
from pathlib import Path
import tempfile
with tempfile.TemporaryDirectory() as folder:
    try:
        ProcessLock(Path(folder) / "floor.db").take()
    except PitbossError as error:
        print(error)
print(pitboss.floor.server.open_files())
"""
    assert run(code).splitlines() == [
        "this system has no locks of files, so nothing here is written to disk: a table without a log can be played", "0",
    ]  # fmt: skip


@pytest.mark.parametrize("loop", ["", "sys.modules['uvloop'] = None\n"], ids=["uvloop", "without"])
def test_a_floor_is_served_with_and_without_uvloop(loop: str) -> None:
    code = f"""
import sys
{loop}
import asyncio
from pitboss.floor.server import uvicorn_config
from pitboss.floor.web.transport.wire import Wire
async def nothing(scope, receive, send): ...
print(uvicorn_config(nothing, Wire).get_loop_factory().__module__)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.stdout.strip() == ("uvloop" if not loop else "asyncio.unix_events"), done.stderr[-1000:]

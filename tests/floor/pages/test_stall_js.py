"""When the line of a page says that the floor is silent, by a clock of the test's own."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(
    NODE is None and os.environ.get("PITBOSS_REQUIRE_BROWSER") != "1", reason="there is no JavaScript here"
)


def test_a_silent_floor_is_noticed_within_three_seconds() -> None:
    """Whenever it falls silent. One that answers is open all the time, and again as soon as it answers; after some seconds of
    silence another connection is tried."""
    assert NODE is not None
    run = subprocess.run([NODE, Path(__file__).with_name("stall.mjs")], capture_output=True, check=True, text=True)
    moments = json.loads(run.stdout)
    assert len(moments) == 25
    assert {moment["healthy"] for moment in moments} == {2}, "opening, open, and nothing else"
    assert all(1000 < moment["stalled"] <= 3000 for moment in moments)
    assert {moment["back"] for moment in moments} == {"open"}
    assert all(5000 <= moment["lost"] <= 5500 and moment["sockets"] == 2 for moment in moments)

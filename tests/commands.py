"""The command line as a script calls it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HANGS = 600  # seconds after which a program is taken to hang; no test expects one to be fast


def pitboss(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "150"}
    command = [sys.executable, "-m", "pitboss.cli", *args]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, env=env, timeout=HANGS, check=False)

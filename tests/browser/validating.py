"""HTML as html-validate sees it. `tools/install-node-tools` puts that program into .venv/node."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / ".venv" / "node" / "node_modules" / "html-validate" / "bin" / "html-validate.mjs"
MISSING = "html-validate is not installed: HTML is not checked (tools/install-node-tools installs it)"


def require() -> list[str]:
    """How it is called; skips the test where it is missing, or fails it where that is not allowed."""
    node = shutil.which("node")
    program = Path(os.environ.get("PITBOSS_HTML_VALIDATE", PROGRAM))
    if node is not None and program.exists():
        return [node, str(program)]
    if os.environ.get("PITBOSS_REQUIRE_BROWSER") == "1":
        pytest.fail("PITBOSS_REQUIRE_BROWSER=1, and html-validate is not installed")
    pytest.skip(MISSING)


def problems(html: str) -> str:
    """What is wrong with a page, "" where nothing is."""
    command = [*require(), "--config", str(ROOT / ".htmlvalidate.json"), "--formatter", "text", "--stdin"]
    done = subprocess.run(command, input=html, capture_output=True, text=True, cwd=ROOT)
    return "" if done.returncode == 0 else (done.stdout + done.stderr).strip()

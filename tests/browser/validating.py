"""HTML as html-validate sees it. `tools/install-node-tools` puts that program into .venv/node."""

import atexit
import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / ".venv" / "node" / "node_modules" / "html-validate" / "dist" / "es" / "index.js"
SCRIPT = Path(__file__).with_name("validating.mjs")
MISSING = "html-validate is not installed: HTML is not checked (tools/install-node-tools installs it)"


def require() -> list[str]:
    """How it is called; skips the test where it is missing, or fails it where that is not allowed."""
    node = shutil.which("node")
    library = Path(os.environ.get("PITBOSS_HTML_VALIDATE", LIBRARY))
    if node is not None and library.exists():
        return [node, str(SCRIPT), library.as_uri(), str(ROOT / ".htmlvalidate.json")]
    if os.environ.get("PITBOSS_REQUIRE_BROWSER") == "1":
        pytest.fail("PITBOSS_REQUIRE_BROWSER=1, and html-validate is not installed")
    pytest.skip(MISSING)


@cache
def validator() -> subprocess.Popen[str]:
    """The program, which is loaded once and takes page after page."""
    process = subprocess.Popen(require(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    atexit.register(process.communicate)  # the end of its input ends it
    return process


def problems(html: str) -> str:
    """What is wrong with a page, "" where nothing is."""
    process = validator()
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(json.dumps(html) + "\n")
    process.stdin.flush()
    found: str = json.loads(process.stdout.readline())
    return found

"""The pages' own scripts in Node, for tests of what they work out without a page."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

NODE = shutil.which("node")
STATIC = Path(__file__).parents[3] / "src/pitboss/floor/pages/static"
needs_node = pytest.mark.skipif(
    NODE is None and os.environ.get("PITBOSS_REQUIRE_BROWSER") != "1", reason="there is no JavaScript here"
)


def in_node(code: str, *modules: str) -> Any:
    """The value of an expression in which some modules are known, `layout` and `steps` among them, and `seen`, which reads rows
    as steps."""
    paths = {name: (STATIC / f"{name.replace('_', '-')}.js").as_uri() for name in ("layout", "steps", *modules)}
    imports = " ".join(f"const {name} = await import({json.dumps(path)});" for name, path in paths.items())
    script = (
        f"{imports} const seen = (rows) => rows.map((row) => row && steps.stepOf(row)); console.log(JSON.stringify({code}));"
    )
    done = subprocess.run([str(NODE), "--input-type=module", "-e", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)

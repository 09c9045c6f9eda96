"""What a command of pitboss prints, run in this process."""

import io
import json
from contextlib import redirect_stdout
from typing import Any

from pitboss.cli.app import run
from pitboss.errors import PitbossError


def output_of(*arguments: str) -> str:
    """What a command prints; raises PitbossError where its exit status is not 0."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        status = run(arguments)
    if status:
        raise PitbossError(f"pitboss {' '.join(arguments)} ended with status {status}")
    return printed.getvalue()


def data_of(*arguments: str) -> Any:
    """The document that a command prints with --json."""
    return json.loads(output_of(*arguments, "--json"))

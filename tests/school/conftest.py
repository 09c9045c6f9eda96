"""Runs the school in this process with what a learner types."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from pitboss import cli

Typed: TypeAlias = Callable[..., tuple[int, str, str]]


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Typed:
    """Runs `pitboss school` with what a learner types: the status, what is printed, and the complaint."""

    def run(*arguments: object, typed: list[str]) -> tuple[int, str, str]:
        words = ["pitboss", "school", *map(str, arguments), "--progress", str(tmp_path / "school.jsonl")]
        monkeypatch.setattr(sys, "argv", words)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        monkeypatch.setenv("COLUMNS", "80")
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            cli.main()
        printed = capsys.readouterr()
        return int(left.value.code or 0), printed.out, printed.err

    return run

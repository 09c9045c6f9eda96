"""The Python that make takes: not one that is slow for want of its optimisations, if the system has another that will do."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[1] / "tools" / "find-python"
OPTIMISED = "'--enable-optimizations' '--with-lto'"
PLAIN = "'--prefix=/somewhere' '--enable-shared'"


def python(folder: Path, built: str | None = PLAIN, version: tuple[int, int] = (3, 11), pip: bool = True) -> Path:
    """A Python in a folder of its own that says that it was built so."""
    folder.mkdir()
    (folder / "sysconfig.py").write_text(f"def get_config_var(name):\n    return {{'CONFIG_ARGS': {built!r}}}.get(name)\n")
    (folder / "ensurepip.py").write_text("" if pip else "raise ImportError\n")
    (folder / "venv.py").write_text("")
    (folder / "sitecustomize.py").write_text(f"import sys\nsys.version_info = {version}\n")
    program = folder / "python3"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={folder} exec {sys.executable} "$@"\n')
    program.chmod(0o755)
    return program


def found(on_path: Path, system: Path) -> str:
    """What the tool prints."""
    environment = {"PATH": f"{on_path.parent}:/usr/bin:/bin"}
    return subprocess.run([TOOL, system], env=environment, capture_output=True, text=True, check=True).stdout.strip()


def test_the_system_has_a_faster_one(tmp_path: Path) -> None:
    system = python(tmp_path / "system")
    assert found(python(tmp_path / "mine"), system) == str(system)


@pytest.mark.parametrize("built", [OPTIMISED, None])
def test_one_that_is_not_known_to_be_slow_stays(tmp_path: Path, built: str | None) -> None:
    assert found(python(tmp_path / "mine", built), python(tmp_path / "system")) == "python3"


def test_the_system_s_may_not_do(tmp_path: Path) -> None:
    mine = python(tmp_path / "mine")
    assert found(mine, python(tmp_path / "old", version=(3, 10))) == "python3"
    assert found(mine, python(tmp_path / "bare", pip=False)) == "python3"
    assert found(mine, tmp_path / "none") == "python3"

"""What is installed: ranges for whoever uses the package, one plain version each for `make` and the checks."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pitboss.optional_packages import EXTRAS
from tests.commands import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FOLDER = ROOT / "requirements"
PLAIN = re.compile(r"([a-z0-9-]+)==([0-9][0-9a-z.]*)")


def pins(path: Path) -> dict[str, str]:
    """The versions of a file, of which each line is a comment or one plain version."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found = [PLAIN.fullmatch(line) for line in lines]
    assert found and all(found), path
    return {match[1]: match[2] for match in found if match is not None}


def asked_for() -> list[Requirement]:
    """Everything that the package or one of its extras asks for."""
    extras = PROJECT["optional-dependencies"].values()
    found = map(Requirement, [*PROJECT["dependencies"], *(each for extra in extras for each in extra)])
    return [each for each in found if each.name != "pitboss"]


def test_every_version_is_plain() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {
        "pip.txt",
        "run.txt",
        "scale.txt",
        "test.txt",
        "bench.txt",
        "release.txt",
    }
    for path in FOLDER.iterdir():
        assert pins(path)


def test_the_package_asks_for_ranges_and_a_version_within_is_pinned() -> None:
    known = pins(FOLDER / "run.txt") | pins(FOLDER / "scale.txt")
    asked = asked_for()
    assert {canonicalize_name(each.name) for each in asked} == set(known)
    for each in asked:
        assert str(each.specifier).startswith((">=", "<")) and "==" not in str(each.specifier), each
        assert each.specifier.contains(known[canonicalize_name(each.name)]), each


def test_the_core_is_small() -> None:
    core = {Requirement(each).name for each in PROJECT["dependencies"]}
    assert core == {"cryptography", "msgspec", "rich", "typer"}


def test_every_package_of_an_extra_is_known_by_name() -> None:
    """So that what is missing can be said in one sentence; but for uvloop, which Windows does without."""
    modules = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client", "numba-cuda": "numba_cuda"}
    for extra, (_, packages) in EXTRAS.items():
        asked = [Requirement(each) for each in PROJECT["optional-dependencies"][extra]]
        needed = {each.name for each in asked if each.name != "uvloop"} - {"pitboss"}
        assert {modules.get(name, name) for name in needed} == set(packages)


def test_make_names_every_file_of_versions() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(f"requirements/{path.name}" in makefile for path in FOLDER.iterdir())

"""The wheel, installed outside the tree with no more than it asks for: what it holds, answers, and says is missing."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import pitboss
from pitboss.proof.proving_tests import INDEX, PACKAGE
from tests.commands import ROOT
from tests.commands import pitboss as from_checkout

BUILT_FROM = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "src", "tests")
FROM_ROOT = re.compile(r"\b(?:src/pitboss|tests)/")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this tree, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in BUILT_FROM:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(ROOT / name, folder / name)
    alone = ("--no-deps", "--no-index", "--no-build-isolation")
    command = [sys.executable, "-m", "pip", "wheel", *alone, "--wheel-dir", "dist", "."]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (found,) = (folder / "dist").glob("*.whl")
    return found


def needs(requirements: Iterable[str]) -> Iterator[metadata.Distribution]:
    """The packages that requirements bring, as they are installed here."""
    known: set[str] = set()
    waiting = [Requirement(each) for each in requirements]
    while waiting:
        wanted = waiting.pop()
        if wanted.name in known or (wanted.marker is not None and not wanted.marker.evaluate({"extra": ""})):
            continue
        known.add(wanted.name)
        found = metadata.distribution(wanted.name)
        assert wanted.specifier.contains(found.version), f"{wanted} is not {found.version}"
        yield found
        waiting += map(Requirement, found.requires or ())


def link(requirements: Iterable[str], site: Path) -> None:
    """Puts packages into an environment as links to where they are installed here."""
    for found in needs(requirements):
        for top in {str(path.parts[0]) for path in found.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():
                (site / top).symlink_to(Path(str(found.locate_file(top))))


def wanted_by(wheel: Path, extra: str = "") -> list[str]:
    """What a wheel asks for itself, or with an extra."""
    with zipfile.ZipFile(wheel) as opened:
        (about,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        lines = opened.read(about).decode().splitlines()
    found = [Requirement(line.removeprefix("Requires-Dist: ")) for line in lines if line.startswith("Requires-Dist: ")]
    marked = f'extra == "{extra}"' if extra else ""
    for_extra = [each for each in found if str(each.marker or "") == marked]
    return [f"{each.name}{each.specifier}" for each in for_extra if each.name != "pitboss"]


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages of a new environment with the wheel in it, and what the wheel asks for."""
    home = tmp_path_factory.mktemp("installed") / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    into = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "install", "--no-deps", "--no-index"]
    subprocess.run([*into, str(wheel)], check=True, capture_output=True)
    (found,) = home.glob("lib/python*/site-packages")
    link(wanted_by(wheel), found)
    return found


def run(site: Path, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """A program of the environment, run where no tree is."""
    outside = site.parents[3]
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PITBOSS", "NUMBA"))}
    env = {**clean, "HOME": str(outside), "COLUMNS": "150", "PYTHONIOENCODING": "utf-8", **environment}
    program, *rest = words
    return subprocess.run([site.parents[2] / "bin" / program, *rest], cwd=outside, env=env, capture_output=True, text=True)


def answer(site: Path, *words: str, **environment: str) -> str:
    """What it prints, where it has nothing to complain about."""
    done = run(site, *words, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_it_holds_every_file_of_the_package_and_the_index(wheel: Path) -> None:
    files = [path.relative_to(PACKAGE.parent) for path in PACKAGE.rglob("*") if path.is_file()]
    expected = {path.as_posix() for path in files if "__pycache__" not in path.parts}
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
    assert len(expected) > 300
    assert held - expected == {f"pitboss/{INDEX.relative_to(PACKAGE).as_posix()}"} and expected <= held


def test_it_is_really_outside(site: Path) -> None:
    where = answer(site, "python", "-c", "import pitboss, sys; print(pitboss.__file__); print(sys.path)")
    assert where.startswith(str(site)) and str(ROOT) not in where
    assert answer(site, "pitboss", "--version") == f"pitboss {pitboss.__version__}\n"
    assert answer(site, "python", "-m", "pitboss", "games") == from_checkout("games").stdout


@pytest.mark.parametrize("words", ["rule 565.8", "rule 633a.7(j) --json", "coverage --json", "coverage 645a", "errata 555"])
def test_it_answers_as_the_checkout_does(site: Path, words: str) -> None:
    """From the index: which tests prove a paragraph is known without the tests. In a checkout files are named from its root."""
    expected = from_checkout(*words.split()).stdout
    if "--json" not in words:
        assert words.startswith("errata") or {"src/pitboss/", "tests/"} <= set(FROM_ROOT.findall(expected))
        expected = FROM_ROOT.sub("", expected)
    assert _spaced(answer(site, "pitboss", *words.split())) == _spaced(expected)


def _spaced(text: str) -> list[list[str]]:
    """The words of each line: columns are as wide as what stands in them."""
    return [line.split() for line in text.splitlines()]


def test_it_shows_the_test_of_a_paragraph(site: Path) -> None:
    code = "import pitboss; found = pitboss.rule({cite!r}); print(found.status, found.test.name); print(found.test.text)"
    for cite in ("565.8(d)", "633a.7(j)(2)", "637a.11(g)", "565.1"):
        found = pitboss.rule(cite)
        assert found.test is not None
        said = answer(site, "python", "-c", code.format(cite=cite), PYTHONUTF8="1")
        assert said == f"{found.status} {found.test.name}\n{found.test.text}\n"


def test_a_log_is_played_and_replayed_without_an_extra(site: Path, tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    code = (
        "import sys, pitboss\n"
        "table = pitboss.Table(sys.argv[1], chance=pitboss.Chance(seed=5), store=pitboss.FileStore(sys.argv[2]))\n"
        "table.sit(1, 'Ann'); table.bet(1, table.game.suggest(table.house)); pitboss.play(table); table.close()\n"
    )
    for game in ("three-card-poker", "blackjack", "pai-gow-poker"):
        answer(site, "python", "-c", code, game, f"{log}-{game}")
        done = json.loads(answer(site, "pitboss", "replay", f"{log}-{game}", "--json"))
        assert done[0]["ok"] and done[0]["rounds"] == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("odds 565", "exact odds need numba, which is not installed; `pip install 'pitboss[odds]'`"),
        ("simulate 565", "exact odds need numba, which is not installed; `pip install 'pitboss[odds]'`"),
        ("house-way traditional --prove", "exact odds need numba, which is not installed; `pip install 'pitboss[odds]'`"),
        ("sign 565 --out sign.pdf", "printed matter needs segno, which is not installed; `pip install 'pitboss[print]'`"),
        ("form 565 --out form.pdf", "printed matter needs segno, which is not installed; `pip install 'pitboss[print]'`"),
        ("serve", "the floor needs structlog, which is not installed; `pip install 'pitboss[floor]'`"),
        (
            "play --floor http://localhost:1",
            "the floor needs websockets, which is not installed; `pip install 'pitboss[floor]'`",
        ),
    ],
)
def test_it_says_which_extra_is_missing(site: Path, words: str, sentence: str) -> None:
    done = run(site, "pitboss", *words.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"pitboss: {sentence}\n")


def test_a_program_is_told_which_extra_is_missing(site: Path) -> None:
    code = "import pitboss\ntry: pitboss.odds_of\nexcept ImportError as error: print(repr(error))"
    assert "pip install 'pitboss[odds]'" in answer(site, "python", "-c", code)


@pytest.fixture(scope="module")
def sealed(wheel: Path, site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with odds, and nowhere to write: what would be a folder for compiled code is a file, be it root who tries."""
    home = tmp_path_factory.mktemp("sealed") / "environment"
    shutil.copytree(site.parents[2], home, symlinks=True)
    (found,) = home.glob("lib/python*/site-packages")
    link(wanted_by(wheel, "odds"), found)
    for folder in [found / "pitboss", *(path for path in (found / "pitboss").rglob("*") if path.is_dir())]:
        if folder.name != "__pycache__":
            shutil.rmtree(folder / "__pycache__", ignore_errors=True)
            (folder / "__pycache__").touch()
    return found


def test_odds_are_found_where_nothing_can_be_written(sealed: Path) -> None:
    """What is compiled is compiled anew: nowhere can it be kept."""
    code = (
        "import pitboss; from pitboss.hands import THREE_CARD, kernels\n"
        "row = pitboss.price('565', 'Pair Plus', {}); print(row.edge, row._repr_svg_())\n"
        "print(kernels.codes(THREE_CARD, [[0, 1, 2]]), type(kernels._codes._cache).__name__)"
    )
    told = answer(sealed, "python", "-c", code, HOME="/dev/null", XDG_CACHE_HOME="/dev/null")
    assert told == "707/5525 None\n[16384] NullCache\n"


def test_a_picture_says_what_it_needs(sealed: Path) -> None:
    done = run(sealed, "python", "-m", "pitboss", "plot", "565", "--kind", "payouts", "--wager", "Pair Plus", HOME="/dev/null")
    sentence = "pictures of odds need matplotlib, which is not installed; `pip install 'pitboss[pictures]'`"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"pitboss: {sentence}\n")

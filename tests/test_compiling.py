"""The cache of compiled code: an entry is read only by the very code that it was compiled from."""

import importlib
import os
import pkgutil
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import pitboss.hands
import pitboss.odds
from pitboss.compiling import MOST_ENTRIES, Compiled, Entries, NoDigest, digest_of

HEAD = "import numpy as np\nfrom pitboss.compiling import compiled\n"
CALLEE = HEAD + "@compiled\ndef factor(n):\n    return n * 2\n"
MIDDLE = HEAD + "@compiled\ndef middle(n):\n    return factor(n) + 1\n"
CALLER = HEAD + "@compiled\ndef caller(n):\n    return middle(n) * 10\n"


class Package:
    """Three modules in a folder, of which each calls the one before, loaded anew as a new process would."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write(callee=CALLEE, middle=MIDDLE, caller=CALLER)

    def write(self, **sources: str) -> None:
        """Writes modules; no file's time of change ever moves."""
        for name, source in sources.items():
            path = self.folder / f"{name}.py"
            path.write_text(source)
            os.utime(path, (1_700_000_000, 1_700_000_000))

    def load(self) -> SimpleNamespace:
        names: dict[str, Any] = {}
        for name in ("callee", "middle", "caller"):
            path = self.folder / f"{name}.py"
            known = names | {"__name__": name}
            exec(compile(path.read_text(), str(path), "exec"), known)
            names |= {key: value for key, value in known.items() if not key.startswith("__")}
        return SimpleNamespace(**names)

    def run(self) -> tuple[int, bool]:
        """What the caller answers, and whether its code came from the cache."""
        caller = self.load().caller
        answer = int(caller(3))
        return answer, sum(caller.by_numba.stats.cache_hits.values()) == 1


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
    return Package(tmp_path)


def test_a_changed_callee_is_compiled_into_its_callers_and_a_restored_one_again(package: Package) -> None:
    """Size and time of change of every file stay; the caller's and the middle one's own files never change."""
    assert package.run() == (70, False) and package.run() == (70, True)
    package.write(callee=CALLEE.replace("* 2", "* 9"))
    assert package.run() == (280, False)
    package.write(callee=CALLEE)
    assert package.run() == (70, True)
    package.write(callee=CALLEE + "\n# A comment changes no code.\n")
    assert package.run() == (70, True)


MODULE = "import types\nM = types.ModuleType('m')\nM.size = "


@pytest.mark.parametrize(
    ("read", "before", "after"),
    [
        ("K", "K = 2", "K = 3"),
        ("K", "K = np.uint8(2)", "K = np.int64(2)"),
        ("TABLE[0]", "TABLE = np.arange(5)", "TABLE = np.arange(5) + 1"),
        ("PAIR[1][1]", "PAIR = (2, (1, 4))", "PAIR = (2, (1, 5))"),
        ("M.size", MODULE + "1", MODULE + "2"),
    ],
)
def test_a_constant_that_a_callee_reads_is_part_of_the_code(package: Package, read: str, before: str, after: str) -> None:
    digests = []
    for constant in (before, after, before):
        package.write(callee=f"{HEAD}{constant}\n@compiled\ndef factor(n):\n    return n * {read}\n")
        digests.append(digest_of(package.load().caller))
    assert digests[0] == digests[2] != digests[1]


def test_what_a_function_closes_over_is_part_of_the_code() -> None:
    def times(number: int) -> Callable[[int], int]:
        def answer(n: int) -> int:
            return n * number

        return answer

    assert digest_of(times(2)) == digest_of(times(2)) != digest_of(times(3))


STRANGE = {"a": 1}


def test_a_function_that_reads_what_has_no_digest_is_not_cached(package: Package) -> None:
    def strange() -> int:
        return STRANGE["a"]

    with pytest.raises(NoDigest, match="dict has no digest"):
        digest_of(strange)
    package.write(
        callee=CALLEE.replace("@compiled", "STRANGE = {}\n@compiled").replace("n * 2", "n * 2 if STRANGE is None else n")
    )
    caller = package.load().caller
    assert type(caller.by_numba._cache).__name__ == "NullCache"


def test_every_compiled_function_of_the_package_has_a_digest() -> None:
    found: dict[str, Compiled] = {}
    for room in (pitboss.hands, pitboss.odds):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if not module.name.endswith("__main__"):
                loaded = vars(importlib.import_module(module.name))
                found |= {f"{module.name}.{name}": each for name, each in loaded.items() if _is_compiled(each, module.name)}
    assert len(found) > 100
    assert len({digest_of(each) for each in found.values()}) == len(found)


def _is_compiled(value: Any, module: str) -> bool:
    return (isinstance(value, Compiled) or hasattr(value, "py_func")) and value.__module__ == module


# ---------------------------------------------------------------------------- entries on disk


def test_a_damaged_entry_is_compiled_again(package: Package) -> None:
    assert package.run() == (70, False)
    for path in package.folder.glob("__pycache__/*.nbc"):
        path.write_bytes(path.read_bytes()[:-7])
    assert package.run() == (70, False) and package.run() == (70, True)


def test_a_folder_that_cannot_be_written_any_more_is_no_error(package: Package) -> None:
    caller = package.load().caller
    assert caller.by_numba._cache.cache_path == str(package.folder / "__pycache__")
    (package.folder / "__pycache__").rmdir()
    (package.folder / "__pycache__").write_text("")
    assert caller(3) == 70


def test_writers_at_the_same_time_never_mix_up_their_code(tmp_path: Path) -> None:
    """Each key has a file of its own; what is read back under a key is what was saved under it."""
    entries, together = Entries(tmp_path, "f", "d"), threading.Barrier(MOST_ENTRIES // 2)

    read: list[tuple[int, Any]] = []

    def work(key: int) -> None:
        together.wait()
        for _ in range(20):
            entries.save(key, [key] * 1000)
            read.append((key, entries.load(key)))

    threads = [threading.Thread(target=work, args=(key,)) for key in range(MOST_ENTRIES // 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(read) == 20 * (MOST_ENTRIES // 2) and all(found == [key] * 1000 for key, found in read)
    assert not list(tmp_path.glob("*.part"))


def test_old_versions_are_cleaned_up(tmp_path: Path) -> None:
    (tmp_path / "kernels.f-12.py311.nbi").write_text("of an older version of Numba's cache")
    os.utime(tmp_path / "kernels.f-12.py311.nbi", (1, 1))
    for version in range(MOST_ENTRIES + 4):
        Entries(tmp_path, "kernels.f", f"digest{version}").save("key", version)
    assert len(list(tmp_path.iterdir())) == MOST_ENTRIES and not list(tmp_path.glob("*.nbi"))
    assert Entries(tmp_path, "kernels.f", f"digest{MOST_ENTRIES + 3}").load("key") == MOST_ENTRIES + 3
    assert Entries(tmp_path, "kernels.f", "digest0").load("key") is None


class Key(str):
    """Keys that differ and are printed alike."""

    def __repr__(self) -> str:
        return "key"


def test_keys_that_are_printed_alike_are_not_taken_for_each_other(tmp_path: Path) -> None:
    entries = Entries(tmp_path, "f", "d")
    entries.save(Key("one"), 1)
    assert entries.load(Key("one")) == 1 and entries.load(Key("two")) is None

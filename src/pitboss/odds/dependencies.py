"""What stored odds depend on, computed from the sources themselves.

The code is every module of the package that a solver may import: import statements are followed from the modules that store
results, also those inside functions. The data are all other files of the rooms in which that code lies. A game in a folder of
its own (`PITBOSS_GAMES`) adds the files of that folder and whatever they import. A digest of all that, and of the versions of
Python, NumPy and Numba, is part of the name of a stored result. A test compares it with what real runs import and open.
"""

import ast
import hashlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from math import inf
from pathlib import Path
from types import ModuleType

from pitboss import version as software
from pitboss.games import MODULES, module

# The modules that store results, and what the rules of the house name as data (`pitboss/house/rules.toml`).
ENTRIES = ("pitboss.odds.catalogue", "pitboss.odds.strategy", "pitboss.house.combinations", "pitboss.house.own_pay_tables")
INSTALLED = ("numpy", "numba", "llvmlite")
DECLARED = "pitboss.games.odds."  # what each game declares of its mathematics
CASES = "cases"  # a folder of a game that its odds do not depend on
SRC = os.path.dirname(os.path.dirname(os.path.abspath(software.__file__)))
COARSE = 0.05  # seconds by which the clock of a file system may lag
# `from pitboss.odds import row`, `import pitboss.odds.row` and `import_module(f"pitboss.odds.{name}")`. The expression starts
# with a fixed word, for which Python searches much faster.
_IMPORT = re.compile(
    rb'pitboss(?:(?<=from pitboss)|(?<=import pitboss)|(?:(?<=import_module\(f"pitboss)|(?<=import_module\("pitboss))(?=\.\w))'
    rb"([\w.]*)(?: import (\([^)]*\)|[^\n]*))?"
)
_FOR_TYPES = re.compile(rb"\nif TYPE_CHECKING:(?:\n(?:[ \t][^\n]*)?)+")
_COMMENT = re.compile(rb"#[^\n]*")

Sources = dict[str, bytes]  # files by path, with what is in them


def version(number: str = "") -> str:
    """A digest of all that the odds of a chapter depend on, as it was when this process first asked."""
    return _first(number, _added_module(number))[0]


def is_current(number: str = "") -> bool:
    """Whether the code in memory is certainly the one that `version` names. A process that runs while its sources are edited
    has some code of before and some of after; no program can set back the time at which a file's state changed."""
    added = _added_module(number)
    try:
        changed = max((os.stat(path).st_ctime for path in _first(number, added)[1]), default=inf)
        return changed < software.LOADED - COARSE and (added is None or _digest(number, sources(number)) == version(number))
    except OSError:  # a file is gone
        return False


@cache
def _first(number: str, added: ModuleType | None) -> tuple[str, list[str]]:
    """The version and the files of the package, by the module of a game that was added: another one when it is added again."""
    contents = sources(number)
    return _digest(number, contents), [path for path in contents if path.startswith(SRC + os.sep)]


def _digest(number: str, contents: Sources) -> str:
    digest = hashlib.sha256(repr([sys.version_info[:3], *_installed(), *_others(number, contents)]).encode())
    for path in sorted(contents):
        folder = SRC if path.startswith(SRC + os.sep) else _folder_of(number)
        digest.update(f"\n{path[len(folder) :]}\n".encode() + hashlib.sha256(contents[path]).digest())
    return digest.hexdigest()


@cache
def _installed() -> tuple[str, ...]:
    """What the installed packages say of themselves, their version among it; reading that out would take longer."""
    return tuple(metadata.distribution(name).read_text("METADATA") or "" for name in INSTALLED)


def digest_of_code(*entries: str) -> str:
    """A digest of the files of code and data that some modules depend on, and of the versions of what runs them."""
    return _digest("", sources(entries=entries))


def sources(number: str = "", entries: Iterable[str] = ENTRIES) -> Sources:
    """The files of code and data that the odds of a chapter, or of all chapters, depend on."""
    contents: Sources = {path: _read(path) for path in _own_files(number)}
    paths = _modules()
    own = f"{DECLARED}{MODULES[number].module}" if number in MODULES else ""
    named = [name for name in paths if not (number and name.startswith(DECLARED) and name != own)]  # not those of other games
    waiting = [*entries, *(name for path, words in contents.items() if path.endswith(".py") for name in imports(words, named))]
    known: set[str] = set()
    while waiting:
        if (name := waiting.pop()) in known:
            continue
        known.add(name)
        waiting += [name.rpartition(".")[0]] if "." in name else []  # a package is imported before its modules
        if (path := paths.get(name, "")) and path not in contents:  # a name may be that of a function
            contents[path] = _read(path)
            waiting += imports(contents[path], named)
    return contents | {path: _read(path) for room in rooms(contents) for path in _data_of(room)}


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def rooms(contents: Iterable[str]) -> list[str]:
    """The rooms of the package that files lie in."""
    inside = (path[len(SRC) + 1 :].split(os.sep) for path in contents if path.startswith(SRC + os.sep))
    return sorted({parts[1] for parts in inside if len(parts) > 2})


# ---------------------------------------------------------------------------- the package


def imports(words: bytes, modules: Iterable[str] = ()) -> Iterator[str]:
    """The modules of the package that a file may import, by what its import statements name; of those whose name is known only
    while it runs, all among `modules` that it may be.

    >>> list(imports(b"from pitboss.odds import row, store"))
    ['pitboss.odds', 'pitboss.odds.row', 'pitboss.odds.store']
    >>> list(imports(b'import_module(f"pitboss.games.{slug}")', ["pitboss.games.poker", "pitboss.odds.row"]))
    ['pitboss.games.poker']
    """
    for tail, names in _IMPORT.findall(_FOR_TYPES.sub(b"", words)):
        package = f"pitboss{tail.decode()}"
        if package.endswith("."):
            yield from (name for name in modules if name.startswith(package))
            continue
        yield package
        listed = _COMMENT.sub(b"", names).decode().strip("() ").split(",")
        yield from (f"{package}.{name.split()[0]}" for name in listed if name.strip())


def _modules() -> dict[str, str]:
    """The modules of the package by name, with their files."""
    paths = (path for path in _walk(os.path.join(SRC, "pitboss")) if path.endswith(".py"))
    names = ((path[len(SRC) + 1 : -3].replace(os.sep, "."), path) for path in paths)
    return {name.removesuffix(".__init__"): path for name, path in names}


def _data_of(room: str) -> list[str]:
    """The files of a room that are no code."""
    return [path for path in _walk(os.path.join(SRC, "pitboss", room)) if not path.endswith(".py")]


def _walk(folder: str, without: str = "") -> Iterator[str]:
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("__pycache__", without) and not name.startswith(".")]
        yield from (f"{where}{os.sep}{name}" for name in names if not name.startswith("."))


# ---------------------------------------------------------------------------- a game in a folder of its own


def _folder_of(number: str) -> str:
    """The folder of a game that was added, "" for a chapter of ours."""
    known = MODULES[number].module if number in MODULES else ""
    return os.path.abspath(known.parent) if isinstance(known, Path) else ""


def _added_module(number: str) -> ModuleType | None:
    return module(number) if _folder_of(number) else None


def _own_files(number: str) -> list[str]:
    return list(_walk(folder, without=CASES)) if (folder := _folder_of(number)) else []


def _others(number: str, contents: Sources) -> list[tuple[str, str]]:
    """What a game that was added imports from elsewhere: installed packages by their version, other modules by their files."""
    waiting = [path for path in _own_files(number) if path.endswith(".py")]
    known: dict[str, str] = {}
    while waiting:
        path = waiting.pop()
        words = contents.get(path) or _read(path)
        for name in {each for each in _top_names(words) if each not in known}:
            known[name], more = _about(name)
            waiting += more
    return sorted(known.items())


def _top_names(words: bytes) -> Iterator[str]:
    """The packages that a file imports, without Python's own and ours."""
    for node in ast.walk(ast.parse(words)):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
        tops = (name.partition(".")[0] for name in names)
        yield from (top for top in tops if top != "pitboss" and top not in sys.stdlib_module_names)


def _about(name: str) -> tuple[str, list[str]]:
    """The version of an installed package; of another module a digest of its files, and those, which may import more."""
    try:
        return metadata.version(name), []
    except metadata.PackageNotFoundError:
        spec = find_spec(name)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    paths = [path for place in places for path in _walk(place)] or ([spec.origin] if spec is not None and spec.origin else [])
    paths = [path for path in paths if os.path.isfile(path)]
    digest = hashlib.sha256(b"".join(hashlib.sha256(_read(path)).digest() for path in sorted(paths))).hexdigest()
    return digest, [path for path in paths if path.endswith(".py")]

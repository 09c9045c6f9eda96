"""Functions that Numba compiles, and the cache of compiled code on disk.

Everything that a function reads is frozen into its compiled code: the functions that it calls, and global constants. The name
of a cache entry therefore has a digest of all of that (`digest_of`), taken from the functions in memory; no file and no time of
change is asked. So an entry of other code is never read, however files are edited, restored or copied, and whatever other
processes compile at the same time.
"""

import dis
import hashlib
import pickle
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property, update_wrapper
from importlib import import_module
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

# Nobody hands one compiled function to another, for which each would be compiled once more, to be called as those of C are.
_OPTIONS: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True}
MOST_ENTRIES = 16  # of one function on disk: its versions and types of arguments
SHORT = 24  # digits of a digest in a file's name


_IN_USE: list[Any] = []  # Numba's functions that this process has asked for


class Compiled:
    """A function that is compiled when it is first called; Numba is imported then, which takes longer than most answers.

    Those that it calls have to be Numba's own when it is compiled, so they take the places of their namesakes in its module.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        return self.by_numba(*arguments)

    @cached_property
    def by_numba(self) -> Callable[..., Any]:
        """Numba's function."""
        from numba import njit

        known = self.function.__globals__
        for name in self.function.__code__.co_names:
            if isinstance(called := known.get(name), Compiled) and called is not self:
                known[name] = called.by_numba
        found = njit(**options_of(self.function))(self.function)
        if known.get(self.function.__name__) is self:
            known[self.function.__name__] = found
        _cache(found)
        _IN_USE.append(found)
        return cast(Callable[..., Any], found)


def compiled(function: F) -> F:
    """Compile with Numba when first called, and cache the result on disk, beside the module or in the user's cache folder.
    Where neither can be written, or where the function reads a value that has no digest, every run compiles it anew."""
    return cast(F, Compiled(function))


def without_counting(function: F) -> F:
    """Compile as `compiled` does, without counting references to arrays. The function may create none; one that takes arrays
    out of a tuple in every turn of a loop is then several times as fast."""
    vars(function)["options"] = {"_nrt": False}
    return compiled(function)


def inlined(function: F) -> F:
    """Compile as `without_counting` does, as a part of each function that calls it."""
    vars(function)["options"] = {"_nrt": False, "inline": "always"}
    return compiled(function)


def options_of(function: Any) -> dict[str, Any]:
    """The options with which a function is compiled."""
    own: dict[str, Any] = vars(_plain(function)).get("options", {})
    return _OPTIONS | own


def in_use() -> list[tuple[str, str]]:
    """The functions that this process has asked to be compiled, each with the digest of all that is compiled into it. Machine
    code itself has numbers in it that differ from process to process."""
    found = set()
    for function in _IN_USE:
        plain = function.py_func
        with suppress(NoDigest):
            found.add((f"{plain.__module__}.{plain.__qualname__}", digest_of(plain)))
    return sorted(found)


# ---------------------------------------------------------------------------- the cache on disk


class Entries:
    """The cached code of one function, one file for each types of arguments and machine. It does the work of Numba's
    `IndexDataCacheFile`, which has one index for all of them: processes that write at the same time can mix them up there."""

    def __init__(self, folder: Path, name: str, digest: str) -> None:
        self.folder, self.name, self.digest = folder, name, digest

    def load(self, key: Any) -> Any:
        """The code that was saved under a key; None where there is none, or where its file is damaged."""
        with suppress(OSError):
            written = self._path(key).read_bytes()
            if hashlib.sha256(written[32:]).digest() == written[:32]:
                saved_key, data = pickle.loads(written[32:])
                return data if saved_key == key else None
        return None

    def save(self, key: Any, data: Any) -> None:
        """Saves compiled code, whole or not at all; raises OSError."""
        written = import_module("numba.core.serialize").dumps((key, data))
        path = self._path(key)
        part = path.with_suffix(f".{secrets.token_hex(8)}.part")
        try:
            part.write_bytes(hashlib.sha256(written).digest() + written)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        with suppress(OSError):  # another process cleans up, too
            self._clean_up()

    def flush(self) -> None:
        """Removes all entries of this version of the function."""
        for path in self.folder.glob(f"{self.name}-{self.digest}.*"):
            path.unlink(missing_ok=True)

    def _path(self, key: Any) -> Path:
        """Keys that differ may be printed alike, so `load` compares the key itself."""
        return self.folder / f"{self.name}-{self.digest}.{_sha(repr(key))}.nbc"

    def _clean_up(self) -> None:
        """Removes the oldest entries of a function with many: those of sources that have changed since."""
        paths = sorted(self.folder.glob(f"{self.name}-*"), key=lambda path: path.stat().st_mtime)
        for path in paths[:-MOST_ENTRIES]:
            path.unlink(missing_ok=True)


def _cache(dispatcher: Any) -> None:
    """Has Numba cache a function under the digest of all that is compiled into it."""
    caching: Any = import_module("numba.core.caching")

    class OnDisk(caching.FunctionCache):  # type: ignore[misc]
        def save_overload(self, sig: Any, data: Any) -> None:
            with suppress(OSError):  # a folder that cannot be written any more is no error
                super().save_overload(sig, data)

    function = dispatcher.py_func
    with suppress(RuntimeError, NoDigest):  # no folder can be written, or nobody knows when the code is out of date
        digest, on_disk = digest_of(function), OnDisk(function)
        name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}".replace("<", "").replace(">", "")
        on_disk._cache_file = Entries(Path(on_disk.cache_path), name, digest)
        dispatcher._cache = on_disk


# ---------------------------------------------------------------------------- what is compiled


class NoDigest(TypeError):
    """A compiled function reads a value of a kind that has no digest."""


def digest_of(function: Callable[..., Any]) -> str:
    """A digest of everything that is compiled into a function: its code and options, every function and constant that it reads,
    directly or through others, and the versions of what compiles it. Raises NoDigest."""
    functions = [_plain(function)]  # grows: each function that one of these reads comes behind it
    parts: list[Any] = [_versions()]
    parts += (list(_parts(each, functions)) for each in functions)
    return _sha(repr(parts))


def _versions() -> list[str]:
    return [sys.version, *(import_module(name).__version__ for name in ("numba", "llvmlite", "numpy"))]


def _plain(function: Any) -> FunctionType:
    """The Python function of one that is compiled."""
    return cast(FunctionType, getattr(function, "function", None) or getattr(function, "py_func", function))


def _parts(function: FunctionType, functions: list[FunctionType]) -> Iterator[Any]:
    """What one function is made of; functions that it reads are added to the list, and known by their place in it."""
    yield function.__qualname__
    yield sorted(options_of(function).items())
    yield [_value(default, functions) for default in function.__defaults__ or ()]
    yield [_value(cell.cell_contents, functions) for cell in function.__closure__ or ()]
    for code in _codes(function.__code__):
        yield [code.co_code.hex(), code.co_exceptiontable.hex(), code.co_argcount, code.co_flags]
        yield [code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars]
        yield [_value(constant, functions) for constant in code.co_consts if not isinstance(constant, CodeType)]
        yield [(name, _value(value, functions, code.co_names)) for name, value in _read(code, function.__globals__)]


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of a function, and of those within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _read(code: CodeType, known: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The global names that a code reads, with what they stand for; names of Python's own are left out."""
    return [(name, known[name]) for name in _global_names(code) if name in known]


@cache
def _global_names(code: CodeType) -> list[str]:
    return sorted({each.argval for each in dis.get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")})


def _value(value: Any, functions: list[FunctionType], attributes: tuple[str, ...] = ()) -> Any:
    """A value as its digest is made of; of a module the attributes with these names."""
    if isinstance(value, ModuleType):
        read = () if _has_version(value.__name__) else [name for name in attributes if hasattr(value, name)]
        return [value.__name__, [(name, _value(getattr(value, name), functions, attributes)) for name in read]]
    if isinstance(value, FunctionType | Compiled) or hasattr(value, "py_func"):
        return _function(_plain(value), functions)
    if value is None or value is ... or isinstance(value, bool | int | float | complex | str | bytes):
        return [type(value).__qualname__, repr(value)]
    if isinstance(value, tuple | list):
        return [type(value).__qualname__, [_value(each, functions) for each in value]]
    if isinstance(value, frozenset):
        return ["frozenset", sorted(repr(_value(each, functions)) for each in value)]
    return _of_others(value)


def _function(function: FunctionType, functions: list[FunctionType]) -> Any:
    """A function that is read: its place among those whose parts are in the digest."""
    if _has_version(function.__module__ or ""):
        return [function.__module__, function.__qualname__]
    if function not in functions:
        functions.append(function)
    return ["function", functions.index(function)]


def _of_others(value: Any) -> Any:
    """A value of Python's or NumPy's own kinds; raises NoDigest."""
    import numpy as np

    if isinstance(value, np.ndarray) and value.dtype.hasobject is False:
        return [str(value.dtype.descr), value.shape, hashlib.sha256(value.tobytes()).hexdigest()]
    if isinstance(value, np.generic):
        return [value.dtype.str, value.item()]
    if isinstance(value, type) and (_has_version(value.__module__) or hasattr(value, "_fields")):
        return [value.__module__, value.__qualname__, getattr(value, "_fields", ())]
    if isinstance(value, BuiltinFunctionType | np.ufunc):
        return ["builtin", value.__name__]
    raise NoDigest(f"{type(value).__qualname__} has no digest: a function that reads one is compiled in every run")


def _has_version(module: str) -> bool:
    """Whether a module changes only with one of the versions that are in every digest."""
    top = module.partition(".")[0]
    return top in ("numba", "numpy") or top in sys.stdlib_module_names


def _sha(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:SHORT]

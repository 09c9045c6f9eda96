"""Functions compiled by Numba, and the cache of compiled code on disk.

Everything that a function reads is frozen into its compiled code: the functions it calls, and global constants. The name of a
cache entry therefore contains a digest of all of that (`digest_of`), computed from the functions in memory; files and
modification times play no part. So an entry for other code is never read, however files are edited, restored or copied, and
whatever other processes compile at the same time.
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

# No compiled function is passed to another, so none needs the C wrapper, which would be compiled in addition.
_OPTIONS: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True}
MOST_ENTRIES = 16  # entries of one function on disk: its versions and argument types
SHORT = 24  # digits of a digest in a file name


_IN_USE: list[Any] = []  # Numba's functions that this process has compiled


class Compiled:
    """A function that is compiled at its first call. Numba is imported then, because importing it takes longer than most
    answers.

    The functions it calls must be Numba's own when it is compiled, so they replace their originals in the module.
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

        namespace = self.function.__globals__
        for name in self.function.__code__.co_names:
            if isinstance(called := namespace.get(name), Compiled) and called is not self:
                namespace[name] = called.by_numba
        dispatcher = njit(**options_of(self.function))(self.function)
        if namespace.get(self.function.__name__) is self:
            namespace[self.function.__name__] = dispatcher
        _cache(dispatcher)
        _IN_USE.append(dispatcher)
        return cast(Callable[..., Any], dispatcher)


def compiled(function: F) -> F:
    """Compile with Numba at the first call, and cache the result on disk, beside the module or in the user's cache folder. If
    neither is writable, or if the function reads a value without a digest, every run compiles it anew."""
    return cast(F, Compiled(function))


def without_counting(function: F) -> F:
    """Compile as `compiled` does, without reference counts for arrays. The function must not create arrays. A function that
    unpacks arrays from a tuple in a loop is then several times as fast."""
    vars(function)["options"] = {"_nrt": False}
    return compiled(function)


def inlined(function: F) -> F:
    """Compile as `without_counting` does, inlined into each function that calls it."""
    vars(function)["options"] = {"_nrt": False, "inline": "always"}
    return compiled(function)


def options_of(function: Any) -> dict[str, Any]:
    """The options with which a function is compiled."""
    own: dict[str, Any] = vars(_plain(function)).get("options", {})
    return _OPTIONS | own


def in_use() -> list[tuple[str, str]]:
    """The functions that this process has compiled, each with the digest of everything compiled into it. The machine code
    itself contains numbers that differ from process to process."""
    digests = set()
    for function in _IN_USE:
        plain = function.py_func
        with suppress(NoDigest):
            digests.add((f"{plain.__module__}.{plain.__qualname__}", digest_of(plain)))
    return sorted(digests)


# ---------------------------------------------------------------------------- the cache on disk


class Entries:
    """The cached code of one function, with one file per argument types and machine. It replaces Numba's `IndexDataCacheFile`,
    whose single index can be corrupted by processes that write at the same time."""

    def __init__(self, folder: Path, name: str, digest: str) -> None:
        self.folder, self.name, self.digest = folder, name, digest

    def load(self, key: Any) -> Any:
        """The code saved under a key; None if there is none, or if its file is damaged."""
        with suppress(OSError):
            written = self._path(key).read_bytes()
            if hashlib.sha256(written[32:]).digest() == written[:32]:
                saved_key, data = pickle.loads(written[32:])
                return data if saved_key == key else None
        return None

    def save(self, key: Any, data: Any) -> None:
        """Saves compiled code atomically; raises OSError."""
        written = import_module("numba.core.serialize").dumps((key, data))
        path = self._path(key)
        part = path.with_suffix(f".{secrets.token_hex(8)}.part")
        try:
            part.write_bytes(hashlib.sha256(written).digest() + written)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        with suppress(OSError):  # another process may clean up at the same time
            self._clean_up()

    def flush(self) -> None:
        """Removes all entries of this version of the function."""
        for path in self.folder.glob(f"{self.name}-{self.digest}.*"):
            path.unlink(missing_ok=True)

    def _path(self, key: Any) -> Path:
        """The file of a key. Different keys may print alike, so `load` compares the key itself."""
        return self.folder / f"{self.name}-{self.digest}.{_sha(repr(key))}.nbc"

    def _clean_up(self) -> None:
        """Removes the oldest entries of a function with many: those of sources that have changed since."""
        paths = sorted(self.folder.glob(f"{self.name}-*"), key=lambda path: path.stat().st_mtime)
        for path in paths[:-MOST_ENTRIES]:
            path.unlink(missing_ok=True)


def _cache(dispatcher: Any) -> None:
    """Makes Numba cache a function under the digest of everything compiled into it."""
    caching: Any = import_module("numba.core.caching")

    class OnDisk(caching.FunctionCache):  # type: ignore[misc]
        def save_overload(self, sig: Any, data: Any) -> None:
            with suppress(OSError):  # a folder that is no longer writable is no error
                super().save_overload(sig, data)

    function = dispatcher.py_func
    with suppress(RuntimeError, NoDigest):  # no folder is writable, or it is unknown when the code is out of date
        digest, on_disk = digest_of(function), OnDisk(function)
        name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}".replace("<", "").replace(">", "")
        on_disk._cache_file = Entries(Path(on_disk.cache_path), name, digest)
        dispatcher._cache = on_disk


# ---------------------------------------------------------------------------- what is compiled


class NoDigest(TypeError):
    """A compiled function reads a value of a type without a digest."""


def digest_of(function: Callable[..., Any]) -> str:
    """A digest of everything compiled into a function: its code and options, every function and constant that it reads,
    directly or through others, and the versions of the compilers. Raises NoDigest."""
    functions = [_plain(function)]  # grows: functions read by earlier ones are appended
    parts: list[Any] = [_versions()]
    parts += (list(_parts(each, functions)) for each in functions)
    return _sha(repr(parts))


def _versions() -> list[str]:
    return [sys.version, *(import_module(name).__version__ for name in ("numba", "llvmlite", "numpy"))]


def _plain(function: Any) -> FunctionType:
    """The Python function behind a compiled one."""
    return cast(FunctionType, getattr(function, "function", None) or getattr(function, "py_func", function))


def _parts(function: FunctionType, functions: list[FunctionType]) -> Iterator[Any]:
    """The parts of one function. Functions that it reads are appended to the list, and identified by their index in it."""
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
    """The code of a function, and of the functions within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _read(code: CodeType, namespace: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The global names that a code reads, with their values; Python's builtins are left out."""
    return [(name, namespace[name]) for name in _global_names(code) if name in namespace]


@cache
def _global_names(code: CodeType) -> list[str]:
    return sorted({each.argval for each in dis.get_instructions(code) if each.opname in ("LOAD_GLOBAL", "LOAD_NAME")})


def _value(value: Any, functions: list[FunctionType], attributes: tuple[str, ...] = ()) -> Any:
    """A value as input for a digest; of a module, only the attributes with these names."""
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
    return _other_value(value)


def _function(function: FunctionType, functions: list[FunctionType]) -> Any:
    """A function that is read, identified by its index among those whose parts are in the digest."""
    if _has_version(function.__module__ or ""):
        return [function.__module__, function.__qualname__]
    if function not in functions:
        functions.append(function)
    return ["function", functions.index(function)]


def _other_value(value: Any) -> Any:
    """A value of other Python or NumPy types; raises NoDigest."""
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
    """True if a module changes only with one of the versions that are in every digest."""
    top = module.partition(".")[0]
    return top in ("numba", "numpy") or top in sys.stdlib_module_names


def _sha(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:SHORT]

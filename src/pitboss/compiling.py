"""Functions that Numba compiles, for whoever counts: hands and odds."""

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, update_wrapper
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

# Nobody hands one compiled function to another, for which each would be compiled once more, to be called as those of C are.
_OPTIONS: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True}


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
        found = njit(**_OPTIONS)(self.function)
        if known.get(self.function.__name__) is self:
            known[self.function.__name__] = found
        with suppress(RuntimeError):  # no folder is found to keep it in
            found.enable_caching()
        return cast(Callable[..., Any], found)


def compiled(function: F) -> F:
    """Compile with Numba when first called, and keep the result on disk, beside the module or in the user's cache folder; where
    neither can be written, it is compiled in every run."""
    return cast(F, Compiled(function))

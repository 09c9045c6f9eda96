"""A room that is killed: in its logs stands what was written until then, the last line perhaps cut short."""

import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pitboss.table.log import sealed
from pitboss.table.log.sealed import SealedFile


class Killed(BaseException):
    """The process is no more: nobody catches this but the test."""


@contextmanager
def killed_after(left: int) -> Iterator[None]:
    """Within, what logs write is lost after so many bytes, and with the first byte lost the process is, and its locks."""
    whole_write = sealed.write

    def write(file: int, content: bytes) -> None:
        nonlocal left
        os.write(file, content[:left])
        left -= len(content)
        if left < 0:
            left = 0
            raise Killed

    sealed.write = write
    try:
        yield
    finally:
        sealed.write = whole_write


def close_all(folder: Path = Path("/")) -> None:
    """Every log in a folder is free for others, as after the end of its process."""
    within = os.path.join(folder, "")  # as text: there may be a thousand logs, and paths are slow to compare
    for file in list(OPEN):
        if str(file.path).startswith(within):
            file.close()
            OPEN.discard(file)


OPEN: weakref.WeakSet[SealedFile] = weakref.WeakSet()
_init = SealedFile.__init__


def _noted(self: SealedFile, *given: Any) -> None:
    _init(self, *given)
    OPEN.add(self)


SealedFile.__init__ = _noted  # type: ignore[method-assign,assignment]

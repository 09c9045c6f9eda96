"""A room that is killed: in its logs stands what was written until then, the last line perhaps cut short."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pitboss.table.journal import FileJournal


class Killed(BaseException):
    """The process is no more: nobody catches this but the test."""


@contextmanager
def killed_after(left: int) -> Iterator[None]:
    """Within, what logs write is lost after so many bytes, and with the first byte lost the process is."""
    whole_line = FileJournal._line

    def line(self: FileJournal, event: str, data: Any) -> None:
        nonlocal left
        self._file.flush()
        before = self.path.stat().st_size
        whole_line(self, event, data)
        self._file.flush()
        left -= self.path.stat().st_size - before
        if left < 0:
            self._file.truncate(max(before, self.path.stat().st_size + left))
            left = 0
            raise Killed

    FileJournal._line = line  # type: ignore[method-assign]
    try:
        yield
    finally:
        FileJournal._line = whole_line  # type: ignore[method-assign]

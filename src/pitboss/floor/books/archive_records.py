"""Archives by the office's record, compared with the files: none is missing that was not deleted on record, and each ends as
the house signed it. What the lines say is verified with all others."""

from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey, PublicKey
from pitboss.floor.books.audit_result import MismatchError, check_line
from pitboss.floor.people import office
from pitboss.floor.storage.archives import Span, check_file
from pitboss.floor.storage.database_view import View
from pitboss.table.log.sealed import read_lines


class ArchiveRecords:
    """The files of the archives by the office's lines."""

    def __init__(self) -> None:
        self.parts: dict[str, tuple[str, int, int, str]] = {}  # log, first and last line, seal
        self.deleted: list[str] = []
        self.imported: dict[str, tuple[int, str]] = {}  # lines and seal

    def take(self, event: office.Event) -> None:
        """The next event of the office."""
        match event:
            case office.RoundsArchived():
                self.parts[event.file] = event.stream, event.first, event.last, event.seal
            case office.ArchiveDeleted():
                self.deleted.append(event.file)
            case office.LogImported():
                self.imported[event.file] = event.lines, event.seal

    @property
    def here(self) -> dict[str, Span]:
        """The files that have to be there, with what they have."""
        return {file: Span(*part[:3]) for file, part in self.parts.items() if file not in self.deleted}

    def check(self, view: View, folder: Path, key: PublicKey | HouseKey | None) -> None:
        """Check every file; raises MismatchError."""
        public = key.public if isinstance(key, HouseKey) else key
        for file, (stream, first, last, seal) in self.parts.items():
            check_line(view, stream, last, seal, f"the archive {file} has")
            if file in self.deleted:
                continue
            try:
                found = check_file(folder / file, Span(stream, first, last), public)
            except PitbossError as error:
                raise MismatchError(f"the archive {file}", error.message) from None
            if found != seal:
                raise MismatchError(f"the archive {file}", f"it has other lines than {stream}")
        for file, (lines, seal) in self.imported.items():
            try:
                *_, end = read_lines(folder / file)
            except (PitbossError, ValueError) as error:
                raise MismatchError(f"the imported log {file}", str(error)) from None
            if (end.number, end.seal) != (lines, seal):
                raise MismatchError(f"the imported log {file}", "it is not as it was when it was imported")

"""Two folders of Rules Submissions side by side, file by file: which are new, which are gone, what changed in the others."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.submissions.checking import files_in
from pitboss.submissions.diff import Change, Rows, Wager, changes, touched
from pitboss.submissions.reading import BadSubmission, Submission, read


@dataclass(frozen=True)
class Compared:
    """One file of two folders: its submission on each side (None where it is not there), what changed, and the wagers that
    the changes touch."""

    file: str
    a: Submission | None
    b: Submission | None
    changes: tuple[Change, ...] = ()
    wagers: tuple[Wager, ...] = ()

    @property
    def status(self) -> str:
        """New, gone, changed or same."""
        if self.a is None or self.b is None:
            return "new" if self.a is None else "gone"
        return "changed" if self.changes else "same"

    @property
    def submission(self) -> Submission:
        """The submission that names the game, the second one where there are two."""
        found = self.b or self.a
        assert found is not None
        return found


def submissions_in(folder: Path) -> dict[str, Submission]:
    """The submissions of a folder by the name of their file."""
    return {path.name: _read(path) for path in files_in(folder)}


def _read(path: Path) -> Submission:
    """A submission by its path; what is wrong with it is told with the file."""
    try:
        return read(str(path))
    except BadSubmission:
        raise
    except PitbossError as error:
        raise BadSubmission(f"{path}: {error.message}", error.cite) from None


def compare_folders(a: Path, b: Path, rows: Rows) -> Iterator[Compared]:
    """Every file of two folders: those of one name that are about one game, then those with another name that are the only
    ones about their game on both sides; the others are new or gone."""
    first, second = submissions_in(a), submissions_in(b)
    names = {name: name for name in first if name in second and _one_game(first[name], second[name])}
    left = {name: found for name, found in first.items() if name not in names}
    right = {name: found for name, found in second.items() if name not in names.values()}
    for name, found in left.items():
        same = [other for other, its in right.items() if _one_game(found, its)]
        rivals = [other for other, its in left.items() if _one_game(found, its)]
        if len(same) == len(rivals) == 1:
            names[name] = same[0]
    for name in sorted({*first, *(second.keys() - names.values())}):
        if name in names:
            yield _compared(name, names[name], first[name], second[names[name]], rows)
        if name in first and name not in names:
            yield Compared(name, first[name], None)
        if name in second and name not in names.values():
            yield Compared(name, None, second[name])


def _one_game(a: Submission, b: Submission) -> bool:
    """Whether two submissions are about one chapter, or about two editions of one game."""
    one, other = a.house.chapter, b.house.chapter
    return one.chapter == other.chapter or other.chapter in (one.replaces, one.replaced_by)


def _compared(name: str, other: str, a: Submission, b: Submission, rows: Rows) -> Compared:
    found = changes(a, b)
    file = name if name == other else f"{name} → {other}"
    return Compared(file, a, b, tuple(found), tuple(touched(a, b, rows)) if found else ())

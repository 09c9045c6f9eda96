"""Rules Submission files written from the regulation's text alone, and what each of them says is expected of the check:
`# expect: error 677a.12(e) trips_plus`, a warning in the same words, or `# expect: ok`. A file that expects an error gets that
one and no other, where rows of one pay table count as one. A file that expects a warning gets it, perhaps among others, and no
error; `ok` means no error."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
MARK = "# expect: "


@dataclass(frozen=True, order=True)
class Expected:
    """A finding that a file must get: its level, the paragraph that is offended and the option that offends it."""

    level: str
    section: str
    field: str


@dataclass(frozen=True)
class Reading:
    """One file: where it lies, what is expected of it, and the choices in it."""

    path: Path
    expected: tuple[Expected, ...]
    choices: dict[str, Any]

    @property
    def name(self) -> str:
        """The file's path below this folder, for the names of tests."""
        return self.path.relative_to(HERE).as_posix()


def reading(path: Path) -> Reading:
    """Reads one file; no expectations are left where it says ok."""
    text = path.read_text(encoding="utf-8")
    marks = [line.removeprefix(MARK) for line in text.splitlines() if line.startswith(MARK)]
    if not marks:
        raise ValueError(f"{path} does not say what is expected of it")
    expected = () if marks == ["ok"] else tuple(Expected(*mark.split()) for mark in marks)
    return Reading(path, expected, tomllib.loads(text))


def readings(folder: str) -> list[Reading]:
    """The files of a folder: "violations", "lawful" or "elsewhere"."""
    return [reading(path) for path in sorted((HERE / folder).rglob("*.toml"))]

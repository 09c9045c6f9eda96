"""What `pitboss diff` prints: the changes between two submissions with the hold of the wagers they touch, and two folders of
submissions file by file."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.errors import PitbossError
from pitboss.json_output import print_json
from pitboss.words import plain

if TYPE_CHECKING:
    from pitboss.submissions.diff import Change, Wager
    from pitboss.submissions.folders import Compared


def print_changes(found: "Sequence[Change]", wagers: "Sequence[Wager]") -> None:
    """Changes under their kinds, and a line for each wager whose hold they change."""
    from pitboss.submissions.diff import told

    print("\n".join(map(plain, told(found))), end="\n\n")
    if not wagers:
        print("no wager's hold changes")
        return
    tables = [" → ".join(dict.fromkeys("none" if row is None else row.table for row in (w.a, w.b))) for w in wagers]
    wide, wider = (max(28, *(len(w.row.wager) + 2 for w in wagers)), max(12, *(len(table) + 2 for table in tables)))
    print(f"{'wager':<{wide}}{'table':<{wider}}{'holds':>10}{'then':>10}{'change':>10}  of")
    for wager, table in zip(wagers, tables, strict=True):
        held = "".join(f"{'' if row is None else f'{float(row.edge):.4%}':>10}" for row in (wager.a, wager.b))
        change = "" if wager.change is None else f"{wager.change:+.4%}"
        print(f"{wager.row.wager:<{wide}}{table:<{wider}}{held}{change:>10}  {wager.row.of}")


def diff_folders(a: str, b: str, as_json: bool, out: Path | None = None) -> None:
    """Prints two folders of submissions file by file, on paper where a file is named for it."""
    from pitboss.odds.catalogue import rows
    from pitboss.submissions.diff import offered
    from pitboss.submissions.folders import compare_folders
    from pitboss.submissions.reading import is_folder
    from pitboss.terminal.progress import progress

    one, other = Path(a), Path(b)
    for path in (one, other):
        if not is_folder(str(path)):
            raise PitbossError(f"{path} is not a folder: a folder is compared with a folder, a submission with a submission")
    with progress(f"{one} and {other}") as tell:
        found = list(compare_folders(one, other, lambda house: rows(house.chapter.chapter, offered(house), tell)))
    if out is not None:
        from pitboss.printing import write
        from pitboss.printing.comparison import folders_compared

        print("\n".join(map(str, write(folders_compared(a, b, found), out))))
        return
    if as_json:
        print_json({"a": {"from": a}, "b": {"from": b}, "files": list(map(_record, found))})
        return
    for each in found:
        if each.status != "same":
            book = each.submission.house.chapter
            print(f"{each.file}: {book.game} (chapter {book.chapter}), {each.status}")
        if each.status == "changed":
            print_changes(each.changes, each.wagers)
            print()
    counts = Counter(each.status for each in found)
    print(", ".join(f"{counts[status]} {status}" for status in ("changed", "new", "gone", "same")))


def _record(each: "Compared") -> dict[str, Any]:
    return {
        "file": each.file,
        "status": each.status,
        "chapter": each.submission.house.chapter.chapter,
        "changes": [asdict(change) for change in each.changes],
        "wagers": [wager.record() for wager in each.wagers],
    }

"""Tries a small sample of noticed mutants again, each with the test that noticed it, within seconds."""

import ast
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from tools.mutants import results, rooms
from tools.mutants.changes import changes_at
from tools.mutants.making import Mutant
from tools.mutants.places import SRC, Function, qualname, source_of
from tools.mutants.running import Changed, first_to_fail, fork_each


def sample(chapters: Sequence[str], number: int, processes: int) -> int:
    """Try `number` noticed mutants of chapters or rooms again. Returns 1 if one goes unnoticed. The sample depends on the code
    only, so runs are repeatable."""
    unnoticed: list[str] = []
    for chapter in chapters:
        room = rooms.rooms().get(chapter)
        data = results.read(room.results_name if room else chapter)
        rows = [
            (cite, results.Tried(*row))
            for cite, paragraph in data.get("paragraphs", {}).items()
            for row in paragraph["mutants"]
        ]
        asked = (lambda by: "::" in by and not by.startswith(results.IMPORT)) if room else (lambda by: by.startswith("cases/"))
        rows = [(cite, tried) for cite, tried in rows if ".py:" in tried.at and asked(tried.by)]
        random.Random(data.get("digest", "")).shuffle(rows)
        chosen = [mutant for cite, tried in rows[: max(1, number // len(chapters))] for mutant in remade(cite, tried)]

        def done(mutant: Mutant, by: str) -> None:
            where = mutant.where if mutant.cite == mutant.where else f"§ {mutant.cite}  {mutant.where}"
            print(f"{where}\n    {mutant.change.text}: {by or 'NOT NOTICED'}")
            if not by:
                unnoticed.append(mutant.key)

        fork_each(chosen, processes, rooms.noticed_after_import if room else noticed_by, done)
    print(f"{len(unnoticed)} went unnoticed", file=sys.stderr)
    return int(bool(unnoticed))


def remade(cite: str, tried: results.Tried) -> Iterator[Mutant]:
    """The mutant of a stored result, identified by its function and text; none if the code has changed since."""
    file, _, function = results.without_line(tried.at).partition(":")
    if not (SRC / file).is_file():
        return
    source = source_of(file)
    about = "" if ".py" in cite else cite
    for node in source.nodes:
        if isinstance(node, Function) and qualname(source, node) == function:
            statements = [part for part in ast.walk(node) if isinstance(part, ast.stmt) and part is not node]
            changes = (change for part in statements for change in changes_at(source, part, about))
            for change in changes:
                if change.text == tried.change and change.digest == tried.digest:
                    yield Mutant(cite, change, (tried.by,))
                    return


def noticed_by(mutant: Mutant) -> str:
    """Try a mutant with the test that noticed it before. Returns that test, "" if it no longer notices."""
    change: Any = mutant.change
    sys.meta_path.insert(0, Changed(change))
    return first_to_fail(mutant.tests, {})

"""Writes the Python of README and docs into build/documented, where mypy and pyright read its types.

    python -m tools.documented_code

A page of examples with prompts is one module, as its examples build on each other; every other block is a module of its own,
unless it stands in a game of `examples`, whose types are read there.
"""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "documented"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def pages() -> list[Path]:
    """README and the pages of the documentation."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def modules() -> dict[str, str]:
    """The code of all pages, by the names of modules.

    >>> sorted(name for name in modules() if name.startswith(("readme", "library")))
    ['library', 'readme']
    """
    shown = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "examples").rglob("*.py"))
    found: dict[str, str] = {}
    for page in pages():
        name, text = page.stem.lower().replace("-", "_"), page.read_text(encoding="utf-8")
        if examples := doctest.DocTestParser().get_examples(text):
            found[name] = "".join(example.source for example in examples)
        plain = [block for block in BLOCK.findall(text) if ">>>" not in block and block.strip() not in shown]
        found |= {f"{name}_{number}": block for number, block in enumerate(plain, 1)}
    return found


def main() -> None:
    """Writes the modules, and removes those of blocks that are gone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    found = modules()
    for path in FOLDER.glob("*.py"):
        if path.stem not in found:
            path.unlink()
    for name, code in found.items():
        path = FOLDER / f"{name}.py"
        if not path.is_file() or path.read_text(encoding="utf-8") != code:  # what has not changed is not read again
            path.write_text(code, encoding="utf-8")


if __name__ == "__main__":
    main()

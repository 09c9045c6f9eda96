"""How long the desk takes for a whole casino: checking its submissions as the command does, and printing signs, layouts, gaming
guide and forms as PDF.

    python benchmarks/desk.py [--json] [--folder examples/keystone]
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from pitboss.printing import Matter, folder, form, guide, layout, printed, sign

KEYSTONE = Path(__file__).resolve().parents[1] / "examples" / "keystone"


def measured(path: Path) -> list[dict[str, object]]:
    """Each kind of work with its documents, its bytes and its seconds."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "pitboss", "check", str(path)], check=True, capture_output=True)
    check = {"what": "check", "seconds": time.perf_counter() - begun}
    started = time.perf_counter()
    games = folder(path)
    rows: list[dict[str, object]] = [{"what": "reading", "documents": len(games), "seconds": time.perf_counter() - started}]
    kinds: dict[str, Callable[[], list[Matter]]] = {
        "signs": lambda: [sign([game]) for game in games],
        "layouts": lambda: [layout(game) for game in games],
        "guide": lambda: [guide(games)],
        "forms": lambda: [form(game) for game in games],
    }
    for what, make in kinds.items():
        begun = time.perf_counter()
        content = [printed(matter, "pdf")[0] for matter in make()]
        took = time.perf_counter() - begun
        rows.append({"what": what, "documents": len(content), "bytes": sum(map(len, content)), "seconds": took})
    return [check, *rows, {"what": "printing", "seconds": time.perf_counter() - started}]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--folder", type=Path, default=KEYSTONE, help="the submissions of a casino")
    chosen = parser.parse_args()
    rows = measured(chosen.folder)
    if chosen.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        documents = f"{row['documents']} documents" if "documents" in row else ""
        print(f"{row['what']:<10}{documents:>16}{row['seconds']:>9.2f} s")


if __name__ == "__main__":
    main()

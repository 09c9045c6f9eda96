"""Write all pages of the site, and build it: `python -m tools.docs_site`."""

import shutil
import subprocess
import sys
from pathlib import Path

from tools.docs_site import games, pages, reference

ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = ROOT / "zensical.toml"
PAGES = ROOT / "build" / "site" / "pages"


def write_pages(folder: Path) -> None:
    """Write every page of the site into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    pages.write(ROOT, folder)
    games.write(folder / "games")
    reference.write(folder / "reference")


def main() -> int:
    """Build the site; 1 where Zensical warns."""
    write_pages(PAGES)
    zensical = Path(sys.executable).with_name("zensical")
    return subprocess.run([zensical, "build", "--clean", "--strict", "--config-file", CONFIGURATION], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())

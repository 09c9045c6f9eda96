"""The pages that are written by hand, with their links as they have to be on the site."""

import re
import shutil
from pathlib import Path

FROM_ROOT = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
LEFT_OUT = ("slowest-tests.md",)
LINK = re.compile(r"(?P<before>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)")


def write(root: Path, folder: Path) -> None:
    """Copy docs/ and the pages of the root."""
    shutil.copytree(root / "docs", folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in FROM_ROOT:
        shutil.copy(root / name, folder / name)
    for page in folder.glob("*.md"):
        within = "" if page.name in FROM_ROOT else "docs/"
        page.write_text(with_links(page.read_text(encoding="utf-8"), within, root), encoding="utf-8")


def with_links(text: str, within: str, root: Path) -> str:
    """A page of a folder of the checkout with its links as on the site, where docs/ and the pages of the root lie side by side.
    What is not on the site is named without a link."""

    def moved(link: re.Match[str]) -> str:
        target, anchor = link["target"], link["anchor"] or ""
        if not target or "://" in target:
            return link[0]
        path = (root / within / target).resolve()
        inside = path.relative_to(root).as_posix()
        if inside.startswith("docs/") and path.name not in LEFT_OUT:
            return f"{link['before']}[{link['text']}]({inside.removeprefix('docs/')}{anchor})"
        if inside in FROM_ROOT:
            return f"[{link['text']}]({inside}{anchor})"
        return str(link["text"])

    return LINK.sub(moved, text)

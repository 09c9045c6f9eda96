"""Whole boards are solved once for all tests of a run; results that come with the package are not looked at."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss import shipped
from tests.solved import share


@pytest.fixture(autouse=True, scope="session")
def solved_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The folder of the run, which all workers have."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if base.name.startswith("worker-") else base) / "solved"
    folder.mkdir(exist_ok=True)
    patch = share(folder)
    yield
    patch.undo()


@pytest.fixture(autouse=True, scope="module")
def without_answers() -> Iterator[pytest.MonkeyPatch]:
    """The solvers are tested, and not the files that they once wrote."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shipped, "FOLDER", Path(os.devnull))
        shipped._of_chapter.cache_clear()
        yield patch
    shipped._of_chapter.cache_clear()

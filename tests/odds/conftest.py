"""Whole boards are solved once for all tests of a run; results that come with the package are not looked at."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss import shipped
from tests.solved import solved_once

__all__ = ["solved_once"]


@pytest.fixture(autouse=True, scope="module")
def without_answers() -> Iterator[pytest.MonkeyPatch]:
    """The solvers are tested, and not the files that they once wrote."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shipped, "FOLDER", Path(os.devnull))
        shipped._of_chapter.cache_clear()
        yield patch
    shipped._of_chapter.cache_clear()

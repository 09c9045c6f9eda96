"""Whole boards are solved once for all tests of a run."""

from collections.abc import Iterator

import pytest

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

"""A room that is rebuilt is another process: whatever wrote its logs before is no more."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.poker import Room
from pitboss.shoe import Source
from tests.poker.killing import close_all


@pytest.fixture(autouse=True)
def rebuilt_by_another_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Locks end with the process that held them."""
    rebuilt = Room.rebuilt

    def after_the_end(folder: Path, chance: Source | None = None) -> Room:
        close_all(folder)
        return rebuilt(folder, chance)

    monkeypatch.setattr(Room, "rebuilt", staticmethod(after_the_end))
    yield
    close_all()

"""A room that is resumed is another process: whatever wrote its logs before is no more."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.card_room import Room
from pitboss.card_room.logs import Logs
from pitboss.evidence.keys import HouseKey
from pitboss.shoe import Source
from tests.card_room.killing import close_all


@pytest.fixture(autouse=True)
def resumed_by_another_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Locks end with the process that held them."""
    resume = Room.resume

    def after_the_end(logs: Path | Logs, chance: Source | None = None, *, key: HouseKey | None = None) -> Room:
        if isinstance(logs, Path):
            close_all(logs)
        return resume(logs, chance, key=key)

    monkeypatch.setattr(Room, "resume", staticmethod(after_the_end))
    yield
    close_all()

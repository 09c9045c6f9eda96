"""Servers of one floor that start at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from pitboss.evidence.errors import BadKey
from pitboss.evidence.keys import HouseKey
from pitboss.floor.server import load_or_create

SERVERS = 4


def test_one_of_several_servers_makes_the_key_and_all_have_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has seen that there is no key before any of them makes one."""
    path, seen, create = tmp_path / "floor.key", Barrier(SERVERS), HouseKey.create

    def create_at_once(path: Path, house: str) -> HouseKey:
        seen.wait(30)
        return create(path, house)

    monkeypatch.setattr(HouseKey, "create", create_at_once)
    with ThreadPoolExecutor(SERVERS) as pool:
        keys = list(pool.map(load_or_create, [path] * SERVERS))
    assert {key.public.key for key in keys} == {HouseKey.load(path).public.key}


def test_a_key_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadKey, match="cannot be written"):
        load_or_create(tmp_path / "absent" / "floor.key")

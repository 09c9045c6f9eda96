"""kill -9 at random, some hundreds of times: what was acknowledged is in the log, nothing is there twice, every log replays."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table.log.replay import replay, resume
from tests.sittings import Crowd
from tests.strategies import release
from tests.table.killed import Killer, a_killer

KILLS = 60  # of each game
GAMES = ("565", "633a", "637a", "645a", "657a")


@pytest.fixture(scope="module")
def killer() -> Iterator[Killer]:
    """The process that forks and kills."""
    with a_killer() as found:
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("chapter", GAMES)
def test_nothing_acknowledged_is_lost_and_nothing_doubled(chapter: str, killer: Killer, tmp_path: Path) -> None:
    path, rng, versions = tmp_path / "log", random.Random(chapter), [0]
    for kill in range(KILLS):
        told, error = killer.killed(path, chapter, kill, rng.choice((0.02, 0.06, 0.15, 0.3)) * rng.random())
        assert not error
        if not path.exists():
            assert not told, "a table was opened, and its log is not there"
            continue
        table = resume(path, game, Chance(1))
        release(table)
        table.accounts().check()
        assert table.version >= max(told, versions[-1])
        versions.append(table.version)
        if kill % 20 == 19 and table.round is None:
            assert replay(path, game).snapshot() == table.snapshot()
    assert versions[-1] > 100
    table = resume(path, game, Chance(1))
    crowd = Crowd(1)
    while table.request is not None:
        crowd.answer(table)
    release(table)
    assert replay(path, game).accounts() == table.accounts()

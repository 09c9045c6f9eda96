"""How hypothesis runs here: the same examples every time, unless somebody wants to explore.

`HYPOTHESIS_PROFILE=explore python -m pytest` tries other, and ten times as many, examples.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import pitboss.table.sealed

sys.path.insert(0, str(Path(__file__).parents[1]))  # so that `tests.strategies` is found however pytest was started

from tests.person import Person

collect_ignore_glob = ["conftest.py", "*/conftest.py"]  # they have no doctests, and all of them one name
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
settings.register_profile("steady", derandomize=True, deadline=None, database=None, suppress_health_check=SLOW)
settings.register_profile("explore", deadline=None, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(autouse=True, scope="session")
def written_but_not_synced() -> Iterator[None]:
    """Logs go to the page cache here, which survives what tests do to processes. Tests of syncing bring a sync of their own."""
    synced = pitboss.table.sealed.to_disk
    pitboss.table.sealed.to_disk = lambda file: None
    yield
    pitboss.table.sealed.to_disk = synced


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment in which the command line finds this source."""
    return {**os.environ, "PYTHONPATH": str(Path(pitboss.__file__).parents[1]), "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def people() -> Iterator[list[Person]]:
    """Everybody who sat down in a test; who is still there at its end is shown out."""
    found: list[Person] = []
    yield found
    for person in found:
        if person.program.poll() is None:
            person.program.kill()
            person.program.wait()
        os.close(person.keyboard)

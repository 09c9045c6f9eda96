"""How hypothesis runs here: the same examples every time, unless somebody wants to explore.

`HYPOTHESIS_PROFILE=explore python -m pytest` tries other, and ten times as many, examples. `HYPOTHESIS_PROFILE=quick` is for
`make quick`: one example of each property, the doctests, and what is marked so, and nothing else.
"""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from _pytest.doctest import DoctestItem
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

import pitboss.table.log.sealed
from pitboss.table.view import faults

sys.path.insert(0, str(Path(__file__).parents[1]))  # so that `tests.strategies` is found however pytest was started

from tests.person import Person

if TYPE_CHECKING:  # it imports the floor, of which most tests need nothing
    from tests.floor.mortal import Births

GARBAGE = (10_000, 20, 50)  # how seldom Python looks for it: by default more than one second in twenty goes there
collect_ignore_glob = ["conftest.py", "*/conftest.py"]  # they have no doctests, and all of them one name
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
settings.register_profile("steady", derandomize=True, deadline=None, database=None, suppress_health_check=SLOW)
settings.register_profile("explore", deadline=None, suppress_health_check=SLOW)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=1)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "steady")
settings.load_profile(PROFILE)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collects without looking for garbage among twenty thousand tests, which stay: nor is it looked for there later, and
    among what tests leave seldom. What each worker would do first is done before they are forked."""
    gc.disable()
    try:
        return (yield)
    finally:
        if session.config.getoption("workers", 0):
            warm_up()
        gc.freeze()
        gc.enable()
        gc.set_threshold(*GARBAGE)


def warm_up() -> None:
    """Numba's first function takes half a second, and hypothesis reads the source of every module for constants to try."""
    import numba

    numba.njit(lambda number: number)(0)
    providers._get_local_constants()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Under the quick profile: leaves out what is not quick, and lets each property have one example, whatever it asks for."""
    if PROFILE != "quick":
        return
    kept: list[pytest.Item] = []
    for item in items:
        test = getattr(item, "function", None)
        if own := getattr(test, "_hypothesis_internal_use_settings", None):
            test._hypothesis_internal_use_settings = settings(own, max_examples=1)  # type: ignore[union-attr]
        if isinstance(item, DoctestItem) or own is not None or item.get_closest_marker("quick"):
            kept.append(item)
    left = set(items) - set(kept)
    config.hook.pytest_deselected(items=list(left))
    items[:] = kept


@pytest.fixture(autouse=True)
def every_step_is_shown() -> Iterator[None]:
    """A step that cannot be told or drawn takes no table down, and would go unnoticed. Who expects one clears the list."""
    yield
    reported = list(faults.reported)
    faults.reported.clear()
    assert not reported, reported


@pytest.fixture(autouse=True, scope="session")
def written_but_not_synced() -> Iterator[None]:
    """Logs go to the page cache here, which survives what tests do to processes. Tests of syncing bring a sync of their own."""
    synced = pitboss.table.log.sealed.to_disk
    pitboss.table.log.sealed.to_disk = lambda file: None
    yield
    pitboss.table.log.sealed.to_disk = synced


@pytest.fixture(scope="session")
def births(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Births]":
    """What starts servers, for all tests of a worker: it has imported the floor. A test stops what it has started."""
    from tests.floor.mortal import Births

    found = Births(tmp_path_factory.mktemp("births"))
    yield found
    found.end()


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

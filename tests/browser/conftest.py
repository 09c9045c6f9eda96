"""A browser that tests share, floors that they have for themselves, and windows that fail the test where something is wrong.

The browser ends with the last test of this folder: while Playwright is there, no other test of the process can run a loop.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.browsing import Visit, chromium, require
from tests.browser.hosting import Hosted
from tests.floor.mortal import Births


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with chromium(require()) as found:
        yield found


@pytest.fixture(scope="package")
def births(births: Births) -> Births:
    """What starts floors, where there is a browser to look at them."""
    require()
    return births


@pytest.fixture(scope="package")
def usual_floor(births: Births) -> Iterator[Hosted]:
    """A floor with the tables of every new floor, which tests share that change nothing."""
    found = Hosted(births)
    yield found
    found.close()


@pytest.fixture
def floor(births: Births) -> Iterator[Callable[..., Hosted]]:
    """Opens a floor of the test's own: `floor({"blackjack": "633a"}, cards={"blackjack": ""})`, see `Hosted`."""
    made: list[Hosted] = []

    def opened(*tables: Any, **about: Any) -> Hosted:
        made.append(Hosted(births, *tables, **about))
        return made[-1]

    yield opened
    for each in made:
        each.close()


@pytest.fixture
def visit(browser: Browser, floor: Callable[..., Hosted]) -> Iterator[Callable[..., Visit]]:
    """Opens a window at a floor: `visit(floor, size=PHONE, theme="light")`. The test fails where one of its pages had a fault
    that was not announced. A test's floors end after its windows: one that goes first would be such a fault."""
    made: list[Visit] = []

    def opened(floor: Hosted, **about: Any) -> Visit:
        made.append(Visit(browser, floor.url, **about))
        return made[-1]

    yield opened
    for each in made:
        each.close()
    assert [fault for each in made for fault in each.unexpected] == []

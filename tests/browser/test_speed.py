"""Lobby and table are small, measured as `benchmarks/pages.py` measures them; how quick they are, that program says."""

from collections.abc import Callable

import pytest
from benchmarks.pages import fails, measure
from playwright.sync_api import Browser

from tests.browser.hosting import Hosted

TIMES = 2


def test_what_a_table_weighs(browser: Browser, floor: Callable[..., Hosted], record_property: Callable[..., None]) -> None:
    found = measure(browser, floor({"three-card-poker": "565"}).url, TIMES)
    for name, value in found.items():
        record_property(name, value)
    assert min(found.values()) > 0
    assert [said for said in fails(found) if "bytes" in said] == []


@pytest.mark.parametrize(
    ("name", "value"), [("click to Deal, ms", 1000.0), ("message to page, ms", 50.0), ("bytes of a table", 110_000)]
)
def test_what_is_too_slow_or_too_large_is_said(name: str, value: float) -> None:
    good = {"click to Deal, ms": 900.0, "message to page, ms": 5.0, "bytes of a table": 50_000}
    assert fails(good) == []
    assert fails(good | {name: value}) == [f"{name}: {value} is not under {value:g}"]

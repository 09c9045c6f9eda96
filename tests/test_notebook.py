"""What a program has in its hand shows itself in a notebook: one real kernel of Jupyter, and what it sends to be displayed."""

import os
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.commands import ROOT

LONGEST = 60  # seconds to wait for an answer of the kernel, on a busy machine
BEGIN = f"""
import sys
sys.path.insert(0, {str(ROOT / "src")!r})
import pitboss
table = pitboss.Table("three-card-poker", chance=pitboss.Chance(seed=5))
table.sit(1, "Ann", cents=100_00)
table.bet(1, {{"Ante": 10_00, "Pair Plus": 5_00}})
finished = pitboss.play(table, lambda table, ask: "play")
"""
Run = Callable[[str], dict[str, str]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Runs a cell in the kernel, and gives what it displays of its last line, by the kind of picture."""
    if not os.environ.get("PITBOSS_REQUIRE_BROWSER"):
        pytest.importorskip("ipykernel")
    from importlib import import_module

    sockets = str(tmp_path_factory.mktemp("kernel") / "socket")  # files, and no ports of the machine
    manager = import_module("jupyter_client.manager").KernelManager(transport="ipc", ip=sockets)
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=LONGEST)

    def displayed(cell: str) -> dict[str, str]:
        shown: dict[str, str] = {}

        def hear(message: dict[str, Any]) -> None:
            kind, content = message["msg_type"], message["content"]
            assert kind not in ("error", "stream"), content
            if kind == "execute_result":
                shown.update(content["data"])

        reply = client.execute_interactive(cell, timeout=LONGEST, output_hook=hear, allow_stdin=False)
        assert reply["content"]["status"] == "ok", reply["content"]
        return shown

    try:
        assert displayed(BEGIN) == {}
        yield displayed
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.parametrize(
    ("cell", "rows", "cells"),
    [
        ("finished", 34, ["§ 565.12(d)", "Pair Plus"]),
        ("finished.ledger", 9, ["seat 1", "in all", "-$45"]),
        ('pitboss.best_play("three-card-poker", "Qs 6d 4c")', 3, ["play", "-0.993378", "fold"]),
        ('pitboss.simulate("three-card-poker", rounds=20, seed=7)', 3, ["Ante", "Pair Plus", "12.7964%"]),
    ],
)
def test_a_result_is_a_table(run: Run, cell: str, rows: int, cells: list[str]) -> None:
    shown = run(cell)
    table = ET.fromstring(shown["text/html"])
    assert (table.tag, len(table.findall("tr"))) == ("table", rows)
    texts = [text for each in table.findall("tr") if (text := " ".join(each.itertext()))]
    assert all(any(word in text for text in texts) for word in cells), texts
    assert shown["text/plain"]


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("table", ["Ann"]),
        ('pitboss.evaluate("Ah Kh Qh Jh Th")', []),
        ('pitboss.check("three-card-poker", {"table_minimum": 10_00})', ["Three Card Poker", "Ante"]),
        ('pitboss.odds_of("three-card-poker", "Pair Plus")', []),
    ],
)
def test_a_thing_draws_itself(run: Run, cell: str, words: list[str]) -> None:
    picture = ET.fromstring(run(cell)["image/svg+xml"])
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    said = " ".join(picture.itertext()).casefold()
    assert all(word.casefold() in said for word in words), said
    assert sum(1 for _ in picture.iter()) > 10


def test_a_mistake_is_one_sentence_of_ours(run: Run) -> None:
    code = 'try:\n    pitboss.check("565", {"seats": 9})\nexcept pitboss.PitbossError as error:\n    words = str(error)\nwords'
    assert "seats = 9 must be at least 1 and at most 7" in run(code)["text/plain"]

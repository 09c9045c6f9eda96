"""Pages take turns: however many readers there are, the event loop looks after the tables between two pages."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.running import Running
from pitboss.floor.web import lobby, pages, table_page
from tests.floor.floor_evening import Evening
from tests.floor.test_recall import Web, run

READERS = 40


@pytest.mark.parametrize("path", ["/", "/tables/three", "/rules/565"])
def test_between_two_pages_everything_else_has_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """A task that is always ready runs between any two pages, and any two parts of pages, of forty readers."""
    ticks, work = 0, list[int]()

    def noting(call: Any) -> Any:
        def noted(*given: Any, **named: Any) -> Any:
            work.append(ticks)
            return call(*given, **named)

        return noted

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    async def test(here: Running, evening: Evening) -> None:
        await here.lifecycle.open_table(None, "three", "565", {})
        client = Web(here).client()
        assert (await client.get(path)).status_code == 200  # the felt is drawn, the template read
        for module, name in ((lobby, "game_card"), (table_page, "about_table")):
            monkeypatch.setattr(module, name, noting(getattr(module, name)))
        template = type(pages.TEMPLATES.get_template("lobby.html"))
        monkeypatch.setattr(template, "render", noting(template.render))
        ticking = asyncio.create_task(tick())
        answers = await asyncio.gather(*(client.get(path) for _ in range(READERS)))
        ticking.cancel()
        assert {answer.status_code for answer in answers} == {200}
        assert len(work) >= READERS and len(set(work)) == len(work), "two pages in one turn of the loop"

    run(tmp_path, test)

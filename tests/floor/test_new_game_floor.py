"""A game from a folder, on a floor: its page, its advice and a round of it (`docs/new-game.md`)."""

import asyncio
from pathlib import Path

import httpx
import pytest

from pitboss.floor.client import Visitor
from tests.floor.serving import ROOT, Serving

PLAN = """
[[table]]
name = "one-card"
chapter = "999"
house = { lucky_ace = "A" }
"""
RESULTS = {main + lucky for main in (-20_00, 10_00, 20_00) for lucky in (-5_00, 35_00, 100_00)}


def test_a_game_from_a_folder_is_played_on_the_floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_GAMES", str(ROOT / "examples" / "one-card"))
    (plan := tmp_path / "plan.toml").write_text(PLAN)
    server = Serving(f"sqlite:///{tmp_path}/floor.db", f"plan={plan}")
    try:
        page = httpx.get(f"{server.url}/tables/one-card", headers={"accept": "text/html"}, timeout=60).text
        assert "One Card" in page and 'data-wager="Lucky Ace"' in page
        assert "One Card" in httpx.get(server.url, headers={"accept": "text/html"}, timeout=60).text
        assert asyncio.run(asyncio.wait_for(a_round(server.url), 60)) in RESULTS
    finally:
        server.kill()


async def a_round(url: str) -> int:
    """Plays whatever card comes; what a round of $10 and $5 brought."""
    guest = await Visitor.guest(url)
    seat = await guest.sit("one-card", cents=100_00)
    await seat.bet({"Ante": 10_00, "Lucky Ace": 5_00})
    while seat.line.layout.in_progress:
        if seat.asked is not None:
            await seat.answer("play")
        else:
            await seat.line.change()
    won = sum(each.back - each.placed for each in seat.line.layout.results[seat.number].values())
    await seat.leave()
    await seat.line.close()
    return won

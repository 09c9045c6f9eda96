"""The page about the floor: its session with curl and its clients are run as they stand there, against a real server."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.floor.house import CODE
from tests.floor.mortal import Births, Served
from tests.floor.serving import HANGS, SOURCE

PAGE = (Path(__file__).parents[2] / "docs" / "floor.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def served(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server; every client of the page leaves its tables as it found them."""
    served = Served(births, tmp_path_factory.mktemp("floor"))
    yield served
    served.stop()


def blocks(language: str) -> list[str]:
    """The code of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def ran(command: list[str], **env: str) -> list[str]:
    """What a program prints that ends well and says nothing on standard error."""
    path = {"PYTHONPATH": str(SOURCE)} if "pitboss" in command[2] else {"PYTHONPATH": ""}
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **path, **env}, timeout=HANGS, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_round_is_played_with_curl_alone(served: Served) -> None:
    (script,) = blocks("sh")
    assert set(re.findall(r"\b(python\w*|jq|wget|perl|node)\b", script)) == set()
    *said, left, me = ran(["sh", "-e", "-c", script], floor=served.url)
    decided, frames, in_progress, results = said
    assert json.loads(decided)["id"] == "three"
    assert [step[1] for frame in json.loads(frames) for step in frame["steps"]][-1] == "end"
    assert in_progress == '"in_progress":false' and '"Play":{"placed":1000' in results
    assert json.loads(left)["id"] == "four"
    won = sum(
        each["back"] - each["placed"]
        for each in json.loads(results.removeprefix('"results":').removesuffix(',"dealer"'))["1"].values()
    )
    assert json.loads(me)["cage"] == 10_000_000 + won, "every cent is in the cage again"


def test_the_ten_lines_play_a_round(served: Served) -> None:
    """Again and again: it leaves its seat."""
    client, *_ = blocks("python")
    assert len(client.split("\n\n")[1].splitlines()) <= 10
    for _ in range(2):
        told = ran([sys.executable, "-c", client, served.url])
        assert "'placed', 'seat_2'" in told[0] and any("'decide', 'seat_2'" in line for line in told)
        assert "'end'" in told[-1]


def test_the_client_over_a_line_plays_a_round(served: Served) -> None:
    _, client, *_ = blocks("python")
    assert set(re.findall(r"^(?:import|from) (.*?)(?: import.*)?$", client, re.MULTILINE)) == {
        "json, sys, urllib.request",
        "websockets.sync.client",
    }
    for _ in range(2):
        told = ran([sys.executable, "-c", client, served.url])
        assert re.fullmatch(r"565\.2\(a\) sit seat_2 \[\]   10000 Guest .*", told[0])
        assert any("decide seat_2" in line for line in told)
        assert "leave seat_2" in told[-1]


def test_the_client_of_the_package_plays_a_round(served: Served) -> None:
    _, _, client, _ = blocks("python")
    (printed,) = ran([sys.executable, "-c", client, served.url])
    assert "'Blackjack': Result(placed=" in printed


def test_a_dealer_deals_a_round_and_finds_a_card_face_up(served: Served) -> None:
    *_, client = blocks("python")
    told = ran([sys.executable, "-c", client, served.url, CODE])
    (found,) = [line for line in told if "found face up" in line]
    assert found.startswith("['565.13(a)', 'draw', 'discard rack'") and "'end'" in told[-1]


def test_the_calls_of_the_page_are_those_of_the_server(served: Served) -> None:
    with urlopen(f"{served.url}/openapi.json", timeout=HANGS) as answer:
        paths = json.load(answer)["paths"]
    known = {(method.upper(), re.sub(r"\{.*?\}", "{}", path)) for path, methods in paths.items() for method in methods}
    table = PAGE.partition("| call | |\n|---|---|\n")[2].partition("\n\n")[0]
    calls = {(m, re.sub(r"\{.*?\}", "{}", p)) for m, p in re.findall(r"`(GET|POST|PUT|DELETE) (/[^`?…]*?)[`?]", table)}
    assert len(calls) >= 18
    assert {call for call in calls if call not in known} == set()

"""The files of `deploy`: nginx and Caddy before a real floor, with TLS; the units of systemd; that every option in them exists.

nginx is Debian's (tools/install-debian installs it); what needs it, Caddy or systemd is skipped where that is missing.
"""

import asyncio
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.floor.client import Visitor
from pitboss.floor.configuration import read_configuration
from tests.commands import pitboss
from tests.floor.mortal import Births, Served
from tests.floor.proxying import DEPLOY, JSON, Nginx, program
from tests.floor.serving import HANGS

UNITS = sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer"))


@pytest.fixture(scope="module")
def nginx(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    program("nginx")
    floor = Served(births, tmp_path_factory.mktemp("floor"), 0.05, "proxy=127.0.0.1", "limited=1")
    proxy = Nginx(tmp_path_factory.mktemp("nginx"), [floor.port])
    yield proxy
    proxy.stop()
    floor.stop()


def test_the_example_for_nginx_is_as_nginx_reads_it(nginx: Nginx) -> None:
    done = subprocess.run([*nginx.command, "-t"], capture_output=True, text=True)
    assert done.returncode == 0 and "[warn]" not in done.stderr and "[emerg]" not in done.stderr, done.stderr


def test_a_browser_behind_nginx_has_a_cookie_for_tls_only(nginx: Nginx) -> None:
    """The floor knows that the request came over TLS, and accepts changes from its own pages only."""
    with nginx.client() as client:
        page = client.get("/", headers={"accept": "text/html"})
        assert page.status_code == 200 and page.headers["strict-transport-security"]
        come = client.post("/api/guest", json={}, headers={"origin": nginx.url})
        assert come.status_code == 201 and come.json()["token"] is None
        assert "__Host-pitboss=" in come.headers["set-cookie"] and "Secure" in come.headers["set-cookie"]
        assert client.post("/api/guest", json={}, headers={"origin": "https://evil.example"}).status_code == 403
    with httpx.Client(base_url=f"http://localhost:{nginx.plain}") as plain:
        answer = plain.post("/api/guest", json={}, headers=JSON)
        assert answer.status_code == 308 and answer.headers["location"] == "https://localhost/api/guest"


def test_a_round_is_played_through_nginx(nginx: Nginx, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over HTTPS and a WebSocket, with the client of the package."""
    monkeypatch.setenv("SSL_CERT_FILE", str(nginx.certificate))

    async def play() -> int:
        guest = await Visitor.guest(nginx.url)
        seat = await guest.sit("three-card-poker", cents=10_000)
        await seat.bet({"Ante": 500})
        while seat.line.layout.in_progress:
            await (seat.answer() if seat.asked is not None else seat.line.change())
        chips = seat.chips
        await seat.leave()
        await seat.line.close()
        return chips

    assert asyncio.run(asyncio.wait_for(play(), HANGS)) > 0


def test_nobody_is_another_client_by_what_they_send(nginx: Nginx) -> None:
    """Limits go by the address that nginx saw, whatever a client writes into the header."""
    body = {"name": "Ann", "password": "password", "bearer": True}
    with nginx.client("127.0.0.5") as eve, nginx.client("127.0.0.6") as ann:
        answers = [
            eve.post("/api/accounts", json=body, headers={"x-forwarded-for": f"203.0.113.{number}"}).status_code
            for number in range(11)
        ]
        assert answers == [422] * 10 + [429]
        assert ann.post("/api/accounts", json=body).status_code == 422


def test_numbers_of_a_floor_are_for_its_own_machine(nginx: Nginx) -> None:
    with nginx.client() as here, nginx.client("127.0.0.5") as there:
        assert here.get("/metrics").status_code == 200 and there.get("/metrics").status_code == 403
        assert there.get("/readyz").status_code == 200


def test_the_example_for_caddy_is_as_caddy_reads_it(tmp_path: Path) -> None:
    command = [program("caddy"), "adapt", "--config", str(DEPLOY / "Caddyfile"), "--validate"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr


def test_the_units_are_as_systemd_reads_them(tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/pitboss/bin/pitboss", "/bin/true"))
    done = subprocess.run([analyze, "verify", *(str(tmp_path / unit.name) for unit in UNITS)], capture_output=True, text=True)
    assert done.returncode == 0 and str(tmp_path) not in done.stderr, done.stderr


def test_all_options_and_variables_of_the_files_are_there() -> None:
    """What the server does not know it would ignore in the environment, and refuse in the file."""
    known = {name.replace("-", "_").upper() for name in re.findall(r"--([a-z-]+)", pitboss("serve", "--help").stdout)}
    assert {"ALL_CONNECTIONS", "CONFIG", "DATABASE", "KEY", "NAME", "PROXY"} < known
    written = "\n".join(path.read_text() for path in DEPLOY.iterdir())
    named = set(re.findall(r"PITBOSS_([A-Z_]+)", written)) - {"CACHE", "SITE", "UPSTREAM"}
    assert named and named <= known
    assert read_configuration(DEPLOY / "floor.toml") == tomllib.loads((DEPLOY / "floor.toml").read_text())
    commands = set(re.findall(r"bin/pitboss ([a-z]+)", written)) | set(re.findall(r'"pitboss", "([a-z]+)"', written))
    assert commands == {"serve", "backup"}
    assert "/" not in "".join(re.findall(r"^(?:FROM|\s+image:) (\S+)", written, re.MULTILINE)), "no registry is named"

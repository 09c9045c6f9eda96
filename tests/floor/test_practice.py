"""Practice: who may take a staff role, also where a reverse proxy lets others in of whom the floor knows nothing."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.cli.floor import _say_open
from pitboss.errors import PitbossError
from pitboss.floor.people.practice_code import NEEDED, StaffCode, read_code
from pitboss.floor.people.rate_limits import Rate, RateLimitError
from pitboss.floor.people.roles import ROLES
from pitboss.floor.running import Running
from pitboss.floor.server import Settings, running
from tests.floor.floor_evening import Evening
from tests.floor.hostile import Served
from tests.floor.house import CODE
from tests.floor.mortal import Births
from tests.floor.proxying import Proxy
from tests.floor.test_recall import Web, run
from tests.floor.visitors import settings as floor_settings

STAFF = [role for role in ROLES if role != "patron"]
PAGES = ["/", "/pit", "/desk", "/tables/three", "/rules/565", "/odds/565", "/rounds/three", "/nowhere"]


@pytest.fixture(scope="module")
def behind_a_plain_proxy(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """A plain `serve`, and before it a proxy that adds no header, as nginx does by default."""
    served = Served(births, tmp_path_factory.mktemp("floor"), "limited=1")
    proxy = Proxy(served.url, forwards=False)
    yield proxy
    proxy.close()
    served.serving.kill()


@pytest.mark.parametrize("role", STAFF)
def test_nobody_from_elsewhere_becomes_staff(behind_a_plain_proxy: Proxy, role: str) -> None:
    """The floor cannot tell that somebody else asks; without the code it gives nobody a staff role."""
    refused = httpx.post(f"{behind_a_plain_proxy.url}/api/guest", json={"role": role, "bearer": True})
    assert refused.status_code == 403 and refused.json()["error"] == NEEDED
    patron = httpx.post(f"{behind_a_plain_proxy.url}/api/guest", json={"bearer": True})
    assert patron.status_code == 201 and patron.json()["role"] == "patron"


def test_the_code_opens_and_cannot_be_guessed(behind_a_plain_proxy: Proxy) -> None:
    """Whoever has the printed address is let in; wrong codes run into a limit, whether in the body, the address or a cookie."""
    url, wrong = behind_a_plain_proxy.url, "not-the-code-of-it"
    given = httpx.post(f"{url}/api/guest", json={"role": "pit boss", "code": CODE, "bearer": True})
    assert given.status_code == 201 and given.json()["role"] == "pit boss"
    for _ in range(4):
        assert httpx.post(f"{url}/api/guest", json={"role": "dealer", "code": wrong, "bearer": True}).status_code == 403
        assert httpx.get(f"{url}/?code={wrong}").status_code == 200
        assert "Look as" not in httpx.get(f"{url}/pit", headers={"cookie": f"pitboss-code={wrong}"}).text
    last = httpx.post(f"{url}/api/guest", json={"role": "dealer", "code": CODE, "bearer": True})
    assert last.status_code == 429 and "try again in" in last.json()["error"]


@pytest.mark.parametrize(
    ("given", "practises"),
    [
        ({}, True),
        ({"host": "::1"}, True),
        ({"host": "0.0.0.0"}, False),
        ({"host": "192.0.2.7"}, False),
        ({"proxy": "127.0.0.1"}, False),
        ({"names": ("casino.example",)}, False),
        ({"practice": False}, False),
        ({"practice": True, "proxy": "127.0.0.1"}, True),
        ({"practice": True, "host": "0.0.0.0"}, True),
    ],
)
def test_practice_is_off_where_others_can_come_unless_it_is_asked_for(given: dict[str, Any], practises: bool) -> None:
    assert Settings(**given).practises is practises


def test_a_floor_behind_a_proxy_has_no_practice(tmp_path: Path) -> None:
    """Not even with a code: nobody is a guest in a staff role there, and no code is made."""

    async def main() -> None:
        async with running(floor_settings(tmp_path, proxy="127.0.0.1", code="", plan=None)) as here:
            assert not here.floor.practice and here.people.settings.code == ""
            client = Web(here).client()
            refused = await client.post("/api/guest", json={"role": "dealer", "code": CODE, "bearer": True})
            assert refused.status_code == 403 and "except on a practice floor" in refused.json()["error"]
            assert "ractice floor" not in (await client.get("/")).text
            assert not list(tmp_path.glob("*.code"))

    asyncio.run(main())


def test_every_page_of_a_practice_floor_says_so(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        await here.lifecycle.open_table(None, "three", "565", {})
        client = Web(here).client()
        for path in PAGES:
            assert "Practice floor" in (await client.get(path, headers={"accept": "text/html"})).text, path

    run(tmp_path, test, practice=True, proxy="127.0.0.1")


def test_the_printed_address_lets_a_browser_take_a_role(tmp_path: Path) -> None:
    """It becomes a cookie that no script and no other site can use, and leaves the address."""

    async def test(here: Running, evening: Evening) -> None:
        client = Web(here).client()
        assert "prints an address that carries" in (await client.get("/pit")).text
        for path in ("/", "/pit", "/desk"):
            entered = await client.get(f"{path}?code={CODE}")
            assert entered.status_code == 303 and entered.headers["location"] == path
            cookie = entered.headers["set-cookie"].lower()
            assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
        assert "Look as a pit boss" in (await client.get("/pit")).text
        came = await client.post("/api/guest", json={"role": "pit boss"}, headers={"origin": "http://localhost"})
        assert came.status_code == 201 and 'id="wall"' in (await client.get("/pit")).text

    run(tmp_path, test)


def test_a_wrong_code_is_said_to_be_wrong(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        page = await Web(here).client().get("/pit?code=another-code-than-ours")
        assert page.status_code == 200 and "That is not the code" in page.text and "set-cookie" not in page.headers

    run(tmp_path, test)


# ---------------------------------------------------------------------------- the code itself


def test_a_code_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "floor.code"
    code = read_code(path)
    assert read_code(path) == code and re.fullmatch(r"[\w-]{20,}", code) and path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", ["", "short", "with a space in it", "é" * 20])
def test_a_file_that_holds_no_code_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "floor.code"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(PitbossError, match="remove it, or give a code with --code"):
        read_code(path)


def test_no_code_fits_where_there_is_none() -> None:
    assert not StaffCode("", Rate(1, 1), lambda: 0.0).fits("203.0.113.7", "")


def test_wrong_codes_of_one_address_cost_another_nothing() -> None:
    """The addresses of one IPv6 customer count as one."""
    code = StaffCode(CODE, Rate(2, 10.0), lambda: 0.0)
    assert [code.fits("2001:db8::1", "wrong"), code.fits("2001:db8::2", "wrong")] == [False, False]
    with pytest.raises(RateLimitError):
        code.fits("2001:db8::3", CODE)
    assert code.fits("2001:db8:0:1::1", CODE)


@pytest.mark.parametrize("code", ["", CODE])
def test_the_first_line_is_the_plain_address(capsys: pytest.CaptureFixture[str], code: str) -> None:
    """Programs read it; the code stands in a line of its own."""
    _say_open("http://127.0.0.1:8000", False, code)
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "http://127.0.0.1:8000"
    assert second.endswith(f"http://127.0.0.1:8000/?code={code}") == bool(code)

"""The pages over HTTP: what is on them for everybody, what they ask before something is said, and what is not there."""

import html
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import httpx
import pytest

from pitboss.cards import NAMES
from pitboss.floor.books.figures import Handle
from pitboss.floor.books.theoretical_win import theory
from pitboss.floor.play.floor_plan import read_plan
from pitboss.floor.web.pages import data
from pitboss.floor.web.transport.static_files import static_files
from pitboss.games import game
from pitboss.house import House
from tests.floor.mortal import Births, Mortal

BROWSER = {"accept": "text/html,application/xhtml+xml"}
TABLES = [table.name for table in read_plan().table]
FORBIDDEN = re.compile(r"<script(?![^>]*(src|application/json))|\sstyle=|<style|\son\w+=")  # by the policy


@pytest.fixture(scope="module")
def client(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    server = Mortal(births, f"sqlite:///{tmp_path_factory.mktemp('pages')}/floor.db")
    with httpx.Client(base_url=server.url, timeout=60, verify=False) as found:
        yield found
    server.kill()


def about(page: str) -> dict[str, Any]:
    """What a page tells its scripts."""
    found = re.search(r'<script type="application/json" id="about">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def test_the_lobby_has_every_table_and_room(client: httpx.Client) -> None:
    page = client.get("/", headers=BROWSER)
    assert page.status_code == 200 and not FORBIDDEN.search(page.text)
    cards, rooms = page.text.split('<section class="room', 1)
    assert set(re.findall(r'data-table="([^"]+)"', cards)) == set(TABLES)
    titles = re.findall(r"<h3><a [^>]*>([^<]+)</a></h3>", cards)
    assert len(set(titles)) == len(titles) == len(TABLES) and "Caribbean Stud Poker, table 2" in titles
    assert "caribbean-stud-poker-2" not in re.sub(r"<[^>]*>", "", page.text)  # a name, and no address, is what one reads
    three = re.sub(r"<[^>]*>", "", cards[cards.index('data-table="three-card-poker"') :])
    assert "3.37% of the Ante" in three and "moderate, 1.6 × the Ante" in three  # as `pitboss odds 565` has them
    assert "Below queen high the dealer does not play." in three and "one a round" in three
    for room in client.get("/api/rooms").json():
        for table in room["tables"]:
            assert f'href="/tables/{room["room"]}/{table["table"]}#bots"' in rooms


def test_the_lobby_says_where_you_sit(client: httpx.Client) -> None:
    me = client.post("/api/guest", json={"bearer": True}).json()
    mine = {"authorization": f"Bearer {me['token']}"}
    assert "You sit at" not in client.get("/", headers=BROWSER | mine).text
    at = client.get("/api/tables/high-card-flush", headers=mine).json()
    sit = {"do": "sit", "seat": 1, "player": me["name"], "cents": 200_00}
    said = client.post(
        "/api/tables/high-card-flush/commands", headers=mine, json={"id": "1", "command": sit, "version": at["v"]}
    )
    assert said.status_code == 200, said.text
    page = client.get("/", headers=BROWSER | mine).text
    assert 'You sit at <a href="/tables/high-card-flush">High Card Flush</a> with $200.' in page
    assert "You sit at" not in client.get("/", headers=BROWSER).text, "nobody else is told"


@pytest.mark.parametrize("name", [*TABLES, "poker/holdem-no-limit", "poker/stud", "poker-2010/holdem"])
def test_the_page_of_a_table_has_its_felt_wagers_and_payouts(client: httpx.Client, name: str) -> None:
    page = client.get(f"/tables/{name}", headers=BROWSER)
    assert page.status_code == 200 and not FORBIDDEN.search(page.text)
    told, listed = about(page.text), next(each for each in client.get("/api/tables").json() if each["name"] == name)
    assert [wager["name"] for wager in told["wagers"]] == list(listed["limits"])
    for form in ("wide", "tall"):
        places = told["places"][form]
        seats = places["seats"].values() if form == "wide" else [places["you"]]
        assert len(places["seats"] if form == "wide" else places["others"]) == told["seats"]
        for seat in seats:
            assert {wager["name"] for wager in told["wagers"]} <= set(seat["areas"])
    how = page.text.partition('<h2 id="howto">')[2].partition("</section>")[0]
    assert how.count("<li>") >= 3, "how the game is played stands there until the first round"
    ids = re.findall(r'\sid="([^"]+)"', page.text)
    assert len(ids) == len(set(ids)), "two things have one id"


def test_a_page_tells_no_card(client: httpx.Client) -> None:
    """Pages are for everybody: what lies on a table comes over the line of whoever may see it."""
    page = client.get("/tables/three-card-poker", headers=BROWSER).text
    assert not [card for card in NAMES if f'"{card}"' in page]


@pytest.mark.parametrize("path", ["/tables/nowhere", "/nowhere", "/rounds/nowhere", "/tables/%3Cscript%3E"])
def test_what_is_not_here_is_said_on_a_page(client: httpx.Client, path: str) -> None:
    page, answer = client.get(path, headers=BROWSER), client.get(path)
    assert page.status_code == answer.status_code == 404
    assert "To the lobby" in page.text and "<script>" not in page.text
    assert answer.json()["error"]


def test_what_an_account_may_not_have_is_said_on_a_page(client: httpx.Client) -> None:
    """It names the cause, and who may; a program gets JSON."""
    token = client.post("/api/guest", json={"bearer": True}).json()["token"]
    path, signed = "/api/export/table/three-card-poker", {"authorization": f"Bearer {token}"}
    page, answer = client.get(path, headers=BROWSER | signed), client.get(path, headers=signed)
    assert page.status_code == answer.status_code == 403
    why = answer.json()["error"]
    assert "an auditor may" in why and why[1:] in html.unescape(page.text) and "To the lobby" in page.text


def test_files_are_asked_for_again_and_not_sent_twice(client: httpx.Client) -> None:
    for path in ("/static/table.js", "/static/cards.svg", "/static/chips.svg"):
        first = client.get(path)
        assert first.status_code == 200 and first.headers["cache-control"] == "no-cache"
        again = client.get(path, headers={"if-none-match": first.headers["etag"]})
        assert again.status_code == 304 and not again.content
    assert client.get("/static/../web/pages.py").status_code == client.get("/static/%2e%2e/web/pages.py").status_code == 404


@pytest.mark.parametrize("path", ["/", "/tables/three-card-poker", "/pit", "/odds/565", "/nowhere"])
def test_files_of_a_page_are_kept_for_good_under_a_name_of_their_content(client: httpx.Client, path: str) -> None:
    page = client.get(path, headers=BROWSER).text
    addresses = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    assert {address.rpartition(".")[2] for address in addresses} == {"css", "js", "svg", "woff2"}
    for address in addresses:
        file = client.get(address, headers={"accept-encoding": "identity"})
        assert "immutable" in file.headers["cache-control"] and sha256(file.content).hexdigest()[:16] in address
        assert set(re.findall(r"/static/[\w.-]+", file.text if "woff2" not in address else "")) <= set(
            static_files().addresses.values()
        )
    other = re.sub(r"\w{16}", "0" * 16, addresses.pop())
    assert client.get(other).status_code == 404, "nothing else is kept under such a name"


@pytest.mark.parametrize("path", ["/", "/static/table.js", "/static/cards.svg"])
def test_what_is_compressed_is_the_same(client: httpx.Client, path: str) -> None:
    headers = BROWSER | {"accept-encoding": "gzip"}
    plain, small = client.get(path, headers=BROWSER | {"accept-encoding": "gzip;q=0"}), client.get(path, headers=headers)
    assert "content-encoding" not in plain.headers and small.headers["content-encoding"] == "gzip"
    assert plain.headers["vary"] == small.headers["vary"] == "accept-encoding"
    assert small.content == plain.content and int(small.headers["content-length"]) < len(plain.content) / 2
    tags = [answer.headers.get("etag") for answer in (plain, small)]
    assert tags == [None, None] or tags[0] != tags[1]


def test_answers_of_the_api_are_not_compressed(client: httpx.Client) -> None:
    """Their length would hint at the cards in them."""
    answer = client.get("/api/tables", headers={"accept-encoding": "gzip"})
    assert len(answer.content) > 1000 and "content-encoding" not in answer.headers


def test_the_drawings_have_every_card(client: httpx.Client) -> None:
    cards = client.get("/static/cards.svg").text
    assert set(re.findall(r'<symbol id="(\w+)"', cards)) == {*NAMES, "back"}


def test_data_for_scripts_cannot_end_its_element() -> None:
    assert data({"name": "</script><b>&"}) == '{"name":"\\u003c/script\\u003e\\u003cb\\u003e\\u0026"}'


@pytest.mark.parametrize(
    ("table", "wagers", "cite"),
    [
        ("three-card-poker", {"Ante": 400}, "565.7(a)(1)"),
        ("three-card-poker", {"Ante": 501}, "565.7(b)"),
        ("heads-up-hold-em", {"Trips Plus": 500}, "677a.7(d)(1)"),
    ],
)
def test_unlawful_wagers_are_told_with_their_paragraph(
    client: httpx.Client, table: str, wagers: dict[str, int], cite: str
) -> None:
    found = client.post(f"/api/tables/{table}/wagers", json={"wagers": wagers}).json()
    assert not found["lawful"] and found["why"] and found["cite"] == cite
    assert client.get(f"/api/tables/{table}").json()["table"]["placed"] == {}


def test_lawful_wagers_are_told_with_those_that_go_without_saying(client: httpx.Client) -> None:
    found = client.post("/api/tables/three-card-poker/wagers", json={"wagers": {"Ante": 500, "Pair Plus": 1000}}).json()
    assert found["lawful"] and found["wagers"] == {"Ante": 500, "Pair Plus": 1000}


def test_two_hands_of_pai_gow_poker_are_told_before_they_are_set(client: httpx.Client) -> None:
    seven = "Ah Kd Qc Jh 9s 7d 7c"
    path = "/api/tables/pai-gow-poker/setting"
    house = client.post(path, json={"cards": seven}).json()
    assert house["house_way"] and house["cite"] == "645a.11(a)(1)"
    good = client.post(path, json={"cards": seven, "low": " ".join(house["house_way"])}).json()
    assert not good["fouled"] and good["hands"] == house["hands"]
    fouled = client.post(path, json={"cards": seven, "low": "7d 7c"}).json()
    assert fouled["fouled"] and fouled["cite"] == "645a.11(b)"
    assert client.post(path, json={"cards": seven, "low": "2c 3c"}).status_code == 422
    assert client.post("/api/tables/blackjack/setting", json={"cards": seven}).status_code == 422


def test_a_table_should_win_its_edge_without_what_depends_on_a_meter() -> None:
    house = House.of("565")
    found = theory(house, {"Ante": Handle(100, 100_000, 10**8, 2 * 10**8), "Play": Handle(60, 60_000, 6 * 10**7, 10**8)})
    assert found is not None
    win, error, _ = found
    assert round(win) == 3373 and 20_000 < error < 25_000  # 3.373 % of $1,000; the seats of a round taken together
    progressive = House.of("657a", {"progressive_payout": "A", "progressive_rate": 20})
    assert "Progressive Payout" in {wager.name for wager in game("657a").offered(progressive)}
    made = {"Ante": Handle(1, 500, 250_000, 250_000), "Progressive Payout": Handle(1, 100, 10**4, 10**4)}
    aside = theory(progressive, made)
    assert aside is not None and aside.aside == ("Progressive Payout", "Envy Bonus")

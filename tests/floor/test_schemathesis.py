"""What `/openapi.json` promises: every operation, asked with anything that its description allows and much that it does not, by
somebody who has not signed in, a patron and a pit boss, answers as described and never with 5xx."""

import asyncio
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import hypothesis.strategies as st
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.generation import GenerationMode

from pitboss.floor.web.app import application
from tests.floor.hostile import Served, new_id
from tests.floor.mortal import Births

load_all_checks()
ASKERS = ("nobody", "patron", "pit boss")
LEFT_OUT = {("DELETE", "/api/session")}  # whoever asks would be signed out
EXAMPLES = 5
HELD = CHECKS.get_by_names(
    ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance"]
)


def description() -> dict[str, Any]:
    """The description, of an application whose floor never opens."""
    return application(lambda: None).openapi()  # type: ignore[arg-type, return-value]


OPERATIONS = sorted(
    (method.upper(), path)
    for path, methods in description()["paths"].items()
    for method in methods
    if (method.upper(), path) not in LEFT_OUT
)


class House:
    """A floor with a table, a room, and an account for everybody who asks."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.tokens = {"nobody": ""}
        self.schema = schemathesis.openapi.from_dict(description())
        asyncio.run(self.open())

    async def open(self) -> None:
        """Opens it. Nobody who asks is a guest: a guest who takes a name is signed out."""
        boss = await self.served.come("pit boss")
        for role in ("patron", "pit boss", "bystander"):
            async with self.served.http() as client:
                body = {"name": f"A {role}", "password": "correct horse", "bearer": True}
                self.tokens[role] = (await client.post("/api/accounts", json=body)).json()["token"]
        answer = await boss.http.put(f"/api/accounts/{quote('A pit boss')}/role", json={"role": "pit boss"})
        assert answer.status_code == 200
        assert (await boss.http.post("/api/tables", json={"name": "one", "chapter": "565"})).status_code == 201
        assert (await boss.http.post("/api/rooms", json={"name": "room"})).status_code == 201
        await (await self.served.come()).sit("one", 1)

    def version(self) -> int:
        """Of the table."""
        return int(httpx.get(f"{self.served.url}/api/tables/one", verify=False).json()["v"])


@pytest.fixture(scope="module")
def house(births: Births, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    served = Served(births, tmp_path_factory.mktemp("described"))
    yield House(served)
    served.serving.kill()


REAL = {
    "chapter": "565",
    "table": "one",
    "room": "room",
    "window": "w",
    "name": "A bystander",
    "number": 1,
    "stream": "table/one",
    "citation": "565.8(d)",
    "kind": "manager",
    "candidate": "A bystander",
    "lesson": 1,
}
COMMANDS = st.sampled_from(
    [
        {"do": "leave", "seat": 2},
        {"do": "begin"},
        {"do": "buy", "seat": 1, "cents": 500},
        {"do": "sit", "seat": 3, "player": "A patron", "cents": 5000},
        {"do": "bet", "seat": 3, "wagers": {"Ante": 500}},
        {"do": "rest"},
        {"do": "report", "kind": "x", "detail": {}},
        {"do": "join", "player": "A patron", "variant": "x"},
        {"do": "open table", "table": "1", "house": {}},
        {"do": "offer", "fund": "x", "kind": "bad beat", "tables": ["1"]},
    ]
)


@pytest.mark.parametrize("asker", ASKERS)
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_answers_are_as_described(house: House, asker: str, method: str, path: str) -> None:
    operation = house.schema[path][method]
    modes = st.sampled_from([GenerationMode.POSITIVE, GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
    cases = modes.flatmap(lambda mode: operation.as_strategy(generation_mode=mode))
    brings = "bystander" if (method, path) == ("POST", "/api/session") and asker != "nobody" else asker  # that session ends
    token = {"authorization": f"Bearer {house.tokens[brings]}"} if house.tokens[brings] else {}

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, real=st.booleans(), command=st.none() | COMMANDS)
    def ask(case: Any, real: bool, command: Any) -> None:
        if real:
            case.path_parameters = {name: REAL[name] for name in case.path_parameters or {}}
            if path.endswith("/frames"):
                case.query = {"after": 1}
        if command is not None and path.endswith("/commands"):
            body = {"id": new_id(), "version": house.version(), "command": command}
            case.body, case.media_type = body, "application/json"
        case.headers = {**(case.headers or {}), **token}
        response = case.call(base_url=house.served.url)
        case.validate_response(response, checks=HELD)

    ask()


@pytest.mark.parametrize("asker", ASKERS[1:])
def test_nobody_signed_himself_out(house: House, asker: str) -> None:
    """Those who asked are still who they were: the tests before this one, in the order of this file, say what they mean to."""
    answer = httpx.get(f"{house.served.url}/api/me", headers={"authorization": f"Bearer {house.tokens[asker]}"}, verify=False)
    assert answer.status_code == 200 and answer.json()["role"] == asker

"""Passwords are changed by the person and reset by the house: every session ends with it, on record, and the audit agrees."""

import asyncio
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.evidence.keys import HouseKey
from pitboss.floor.books.audit import audit, open_floor
from pitboss.floor.office_commands import hire, reset_password
from pitboss.floor.people import office
from pitboss.floor.people.followed_office import FollowedOffice
from pitboss.floor.people.passwords import BadPasswordError
from pitboss.floor.people.rate_limits import Rate, RateLimitError, Rates
from pitboss.floor.people.registry import PeopleSettings, WrongPasswordError
from pitboss.floor.people.roles import ForbiddenError
from pitboss.floor.server import running
from pitboss.floor.storage.transactions import Unit
from tests.floor.floor_evening import settings
from tests.floor.house import House, in_house
from tests.floor.test_people_web import Floor, is_problem, visit

HERE, ELSEWHERE = "203.0.113.7", "198.51.100.9"
PASSWORD, NEW = "correct horse", "a rainy Tuesday in June"


def test_whoever_changes_the_password_is_the_only_one_signed_in(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        people, changed = floor.people, list[int]()
        ann = await people.register(HERE, "Ann", PASSWORD)
        other = await people.sign_in(ELSEWHERE, "Ann", PASSWORD)
        people.changed.append(changed.append)
        again = await people.change_password(ann.account, HERE, PASSWORD, NEW)
        assert [await people.account_of(each.token) for each in (ann, other)] == [None, None] and changed == [ann.account.id]
        assert await people.account_of(again.token) == ann.account
        event = office.decode(floor.office()[-1])
        assert isinstance(event, office.PasswordChanged) and (event.by.account, event.name) == (ann.account.id, "Ann")
        assert NEW not in floor.office()[-1].decode() and event.session and event.password
        with pytest.raises(WrongPasswordError):
            await people.sign_in(HERE, "Ann", PASSWORD)
        assert (await people.sign_in(HERE, "Ann", NEW)).account.id == ann.account.id

    in_house(tmp_path, test)


def test_a_password_is_changed_by_whoever_knows_it(tmp_path: Path) -> None:
    """A stolen session does not change it, and may not try many."""

    async def test(floor: House) -> None:
        people = floor.people
        ann, guest = await people.register(HERE, "Ann", PASSWORD), await people.guest(HERE)
        with pytest.raises(ForbiddenError, match="a guest has no password"):
            await people.change_password(guest.account, HERE, PASSWORD, NEW)
        for new, why in ((PASSWORD, "the password you have"), ("password", "easy to guess"), ("short", "8 to 200")):
            with pytest.raises(BadPasswordError, match=why):
                await people.change_password(ann.account, HERE, PASSWORD, new)
        for _ in range(3):
            with pytest.raises(WrongPasswordError, match="that is not your password"):
                await people.change_password(ann.account, ELSEWHERE, "another one", NEW)
        with pytest.raises(RateLimitError):
            await people.change_password(ann.account, ELSEWHERE, PASSWORD, NEW)
        assert await people.account_of(ann.token) == ann.account

    rates = Rates(sign_in=Rate(3, 1000.0))
    in_house(tmp_path, test, PeopleSettings(rates=rates))


def test_a_password_is_changed_over_http(tmp_path: Path) -> None:
    """The client has a new token; nothing secret comes back."""

    async def test(floor: Floor) -> None:
        client = floor.client()
        made = await client.post("/api/accounts", json={"name": "Ann", "password": PASSWORD, "bearer": True})
        client.headers["authorization"] = f"Bearer {made.json()['token']}"
        body = {"password": "not mine", "new": NEW, "bearer": True}
        is_problem(await client.put("/api/me/password", json=body), 401, "that is not your password")
        answer = await client.put("/api/me/password", json=body | {"password": PASSWORD})
        assert answer.status_code == 200 and answer.json()["token"] != made.json()["token"] and NEW not in answer.text
        is_problem(await client.get("/api/me"), 401, "sign in first")
        client.headers["authorization"] = f"Bearer {answer.json()['token']}"
        assert (await client.get("/api/me")).json()["name"] == "Ann"

    visit(tmp_path, test)


def test_the_house_resets_a_password_beside_a_server(tmp_path: Path) -> None:
    """The server closes the lines of the account, though another process ended its sessions; the audit finds all in order."""
    url = f"sqlite:///{tmp_path}/floor.db"

    async def run() -> None:
        async with running(settings(tmp_path)) as opened:
            people, closed = opened.people, asyncio.Event()
            bea = await people.register(HERE, "Bea", PASSWORD)
            opened.floor.account_changed = lambda account: closed.set() if account == bea.account.id else None  # type: ignore[method-assign]
            follower = FollowedOffice(opened.floor.database, lambda account: opened.floor.account_changed(account), True)
            await follower.look()
            account, password = await asyncio.to_thread(lambda: asyncio.run(reset_password(url, "bea")))
            await follower.look()
            assert closed.is_set() and account.name == "Bea" and await people.account_of(bea.token) is None
            with pytest.raises(WrongPasswordError):
                await people.sign_in(HERE, "Bea", PASSWORD)
            signed_in = await people.sign_in(HERE, "Bea", password)
            closed.clear()
            await people.change_password(signed_in.account, HERE, password, NEW)
            await follower.look()
            assert not closed.is_set(), "what this process did it has told its lines itself"
        for name in ("Ada (bot)", "nobody at all"):
            with pytest.raises(PitbossError, match=r"has no password|nobody has that name"):
                await reset_password(url, name)
        await hire(url, "Cy", "auditor")

    asyncio.run(run())
    database = open_floor(url)
    assert audit(database, HouseKey.load(tmp_path / "floor.key")).recorded
    database.close()


def test_a_server_follows_the_office_of_its_file(tmp_path: Path) -> None:
    """`running` starts the follower itself."""

    async def run() -> None:
        async with running(settings(tmp_path)) as opened:
            bea = await opened.people.register(HERE, "Bea", PASSWORD)
            closed = asyncio.Event()
            opened.people.changed.clear()
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr("pitboss.floor.people.followed_office.EVERY", 0.01)
                patched.setattr(opened.floor.presence, "hold", lambda *_: closed.set())
                live = await opened.lifecycle.open_table(None, "three", "565", {})
                live.holder = bea.account.id
                event = office.SessionsEnded(by=office.HOUSE, at=1, account=bea.account.id, name="Bea")
                await asyncio.sleep(0.1)
                await opened.writer.write(Unit(office=[office.encode(event)]))
                await asyncio.wait_for(closed.wait(), 10)

    asyncio.run(run())

"""People: accounts, sessions, roles and play chips, each change whole and on record."""

import asyncio
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.floor.people import office
from pitboss.floor.people.accounts import MOST_SESSIONS, Account, NameTakenError, session_digest
from pitboss.floor.people.passwords import BadPasswordError
from pitboss.floor.people.rate_limits import Rate, RateLimitError, Rates
from pitboss.floor.people.registry import NoChipsError, NoSuchAccountError, PeopleSettings, WrongPasswordError
from pitboss.floor.people.roles import ForbiddenError
from pitboss.floor.storage.transactions import ConflictError, Entry, Unit
from tests.floor import house, postgres
from tests.floor.house import UNLIMITED, House, in_house

HERE = "203.0.113.7"
PASSWORD = "correct horse"


@pytest.fixture(autouse=True, params=["sqlite", "postgresql"])
def each_database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything here holds in both."""
    if request.param == "postgresql":
        monkeypatch.setattr(house, "new_database", request.getfixturevalue("cluster").new)


@pytest.fixture(scope="module")
def cluster() -> Iterator[postgres.Cluster]:
    """One server for all of these tests, with a database for each."""
    running = postgres.Cluster()
    yield running
    running.remove()


async def spend(floor: House, account: Account, cents: int) -> None:
    """Has chips leave the cage for a table."""
    line = office.encode(office.TableOpened(by=office.HOUSE, at=1, table="1", chapter="565"))
    entries = [Entry(f"cage/{account.id}", -cents), Entry("table/1/seat_1", cents)]
    await floor.writer.write(Unit(office=[line], entries=entries))


# ---------------------------------------------------------------------------- coming


def test_a_guest_has_a_name_chips_and_a_session(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        account, token = await floor.people.guest(HERE)
        assert account.guest and account.role == "patron" and account.cage == 100_000
        assert account.name.startswith("Guest ") and len(account.name) == 10
        assert await floor.people.account_of(token) == account
        assert floor.rows("SELECT account, cents, stream, seq FROM entry ORDER BY cents") == [
            ("issued", -100_000, "office", 1),
            (f"cage/{account.id}", 100_000, "office", 1),
        ]
        (line,) = floor.office()
        made = office.AccountMade(
            by=account.by,
            at=floor.clock.now,
            account=account.id,
            name=account.name,
            role="patron",
            guest=True,
            cents=100_000,
            session=session_digest(*floor.rows("SELECT token, account, created, expires FROM session")[0]),
        )
        assert office.decode(line) == made

    in_house(tmp_path, test)


def test_guests_who_come_together_have_names_of_their_own(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        guests = await asyncio.gather(*(floor.people.guest(HERE) for _ in range(100)))
        assert len({guest.account.name for guest in guests}) == len({guest.account.id for guest in guests}) == 100
        assert len({guest.token for guest in guests}) == 100

    in_house(tmp_path, test)


def test_registering_and_signing_in(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        made = await floor.people.register(HERE, "Ann", PASSWORD)
        again = await floor.people.sign_in(HERE, "ANN", PASSWORD)
        assert again.account == made.account and again.token != made.token
        assert await floor.people.account_of(made.token) == await floor.people.account_of(again.token) == made.account
        for name, password in [
            ("Ann", "wrong horse"),
            ("Ann", ""),
            ("Bob", PASSWORD),
            ("Ann\x00", PASSWORD),
            ("x" * 500, "y" * 999),
        ]:
            with pytest.raises(WrongPasswordError, match="the name or the password is wrong"):
                await floor.people.sign_in(HERE, name, password)

    in_house(tmp_path, test)


@pytest.mark.parametrize("name", ["ann", "ＡＮＮ", "ANN"])
def test_a_name_is_somebodys_once(tmp_path: Path, name: str) -> None:
    async def test(floor: House) -> None:
        await floor.people.register(HERE, "Ann", PASSWORD)
        hashed = floor.hasher.hashed
        with pytest.raises(NameTakenError):
            await floor.people.register(HERE, name, PASSWORD)
        assert floor.hasher.hashed == hashed  # which costs nothing
        assert floor.rows("SELECT count(*) FROM account") == [(1,)]

    in_house(tmp_path, test)


def test_two_who_take_a_name_at_once(tmp_path: Path) -> None:
    """Both find the name free before either is written: one has it, and nothing of the other is there."""

    async def test(floor: House) -> None:
        both = await asyncio.gather(
            *(floor.people.register(HERE, "Ann", f"{PASSWORD} {i}") for i in range(2)), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in both) == ["NameTakenError", "SignedIn"]
        assert floor.rows("SELECT count(*) FROM account") == [(1,)] and len(floor.office()) == 1
        assert floor.rows("SELECT sum(cage) FROM account") == [(100_000,)]

    in_house(tmp_path, test)


def test_sql_in_names_is_a_name(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        for name in ["Robert'); DROP TABLE account;--", "' OR '1'='1", 'x" UNION SELECT 1 --', "a?b:c%s", ":p0 ?"]:
            made = await floor.people.register(HERE, name, PASSWORD)
            assert (await floor.people.named(name)).id == made.account.id
            assert (await floor.people.sign_in(HERE, name, PASSWORD)).account.id == made.account.id
        with pytest.raises(NoSuchAccountError):
            await floor.people.named("' OR 1=1 --")
        assert floor.rows("SELECT count(*) FROM account") == [(5,)]

    in_house(tmp_path, test)


@pytest.mark.parametrize("password", ["", "seven77", "x" * 201, "\ud800" * 10])
def test_passwords_that_nobody_has(tmp_path: Path, password: str) -> None:
    async def test(floor: House) -> None:
        with pytest.raises(BadPasswordError):
            await floor.people.register(HERE, "Ann", password)
        assert floor.rows("SELECT count(*) FROM account") == [(0,)]

    in_house(tmp_path, test)


def test_a_password_is_not_the_name(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        with pytest.raises(BadPasswordError, match="not the name"):
            await floor.people.register(HERE, "Annabelle", "ANNABELLE")

    in_house(tmp_path, test)


# ---------------------------------------------------------------------------- passwords and tokens


def test_neither_passwords_nor_tokens_are_in_the_database(tmp_path: Path) -> None:
    """Every row is looked through, and every byte of the file and of its log, after everything that can be done with them."""

    async def test(floor: House) -> tuple[list[str], bytes]:
        guest = await floor.people.guest(HERE)
        named = await floor.people.take_name(guest.account, HERE, "Ann", PASSWORD)
        again = await floor.people.sign_in(HERE, "Ann", PASSWORD, named.token)
        assert floor.rows("SELECT token FROM session") == [(hashlib.sha256(again.token.encode()).hexdigest(),)]
        assert len(again.token) == 43
        rows = [floor.rows(f"SELECT * FROM {table}") for table in ("account", "session", "event", "entry")]
        return [PASSWORD, guest.token, named.token, again.token], repr(rows).encode()

    secrets, rows = in_house(tmp_path, test)
    kept = b"".join([rows, *(path.read_bytes() for path in tmp_path.iterdir())])
    assert b"argon2id" in rows
    for secret in secrets:
        assert secret.encode() not in kept


def test_an_unknown_name_costs_what_a_wrong_password_costs(tmp_path: Path) -> None:
    """Counted, not timed: one verification whether the name is unknown, a guest's, wrong, disabled or right."""

    async def test(floor: House) -> None:
        boss = await floor.people.hire("Pat", PASSWORD, "pit boss")
        guest = await floor.people.guest(HERE)
        await floor.people.register(HERE, "Ann", PASSWORD)
        await floor.people.register(HERE, "Bob", PASSWORD)
        await floor.people.disable(boss, "Bob")
        for name, password in [
            ("Nobody here", PASSWORD),
            ("Ann", "wrong horse"),
            ("Ann", "short"),
            ("Ann", PASSWORD),
            ("Bob", PASSWORD),
            (guest.account.name, ""),
            ("\x00", PASSWORD),
        ]:
            verified, hashed = floor.hasher.verified, floor.hasher.hashed
            try:
                await floor.people.sign_in(HERE, name, password)
                right = True
            except PitbossError:
                right = False
            assert (floor.hasher.verified - verified, floor.hasher.hashed - hashed) == (1, 0), name
            assert right == ((name, password) == ("Ann", PASSWORD))

    in_house(tmp_path, test)


def test_an_old_hash_is_made_anew(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        await floor.people.register(HERE, "Ann", PASSWORD)
        floor.hasher._parameters = type(floor.hasher)(time_cost=2)._parameters
        await floor.people.sign_in(HERE, "Ann", PASSWORD)
        assert "t=2" in floor.rows("SELECT password FROM account")[0][0]
        await floor.people.sign_in(HERE, "Ann", PASSWORD)

    in_house(tmp_path, test)


def test_a_thousand_attempts_cost_a_handful_of_hashes_and_lock_nobody_out(tmp_path: Path) -> None:
    settings = PeopleSettings(rates=Rates(sign_in=Rate(10, 20.0), sign_in_address=Rate(40, 5.0), register=Rate(10, 60.0)))

    async def test(floor: House) -> None:
        await floor.people.register(HERE, "Ann", PASSWORD)
        verified, refused = floor.hasher.verified, 0
        for number in range(1000):
            try:
                await floor.people.sign_in("198.51.100.9", "Ann", f"guess {number}")
            except RateLimitError:
                refused += 1
            except WrongPasswordError:
                pass
        assert refused == 990 and floor.hasher.verified - verified == 10
        await floor.people.sign_in(HERE, "Ann", PASSWORD)  # the owner, from elsewhere
        with pytest.raises(RateLimitError):
            await floor.people.sign_in("198.51.100.9", "Ann", PASSWORD)
        floor.clock.now += 20_000
        await floor.people.sign_in("198.51.100.9", "Ann", PASSWORD)  # or from there, a little later

    in_house(tmp_path, test, settings)


# ---------------------------------------------------------------------------- sessions


def test_a_session_ends(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        people = floor.people
        first, second = await people.register(HERE, "Ann", PASSWORD), await people.sign_in(HERE, "Ann", PASSWORD)
        await people.sign_out(first.token)
        assert await people.account_of(first.token) is None and await people.account_of(second.token) is not None
        floor.clock.now += people.settings.session - 1
        assert await people.account_of(second.token) is not None
        floor.clock.now += 1
        assert await people.account_of(second.token) is None

    in_house(tmp_path, test)


def test_lines_end_when_a_new_session_ends_the_oldest(tmp_path: Path) -> None:
    """Whoever stole a session has no line left either, once its owner has pushed it out."""

    async def test(floor: House) -> None:
        people = floor.people
        changed: list[int] = []
        first = await people.register(HERE, "Ann", PASSWORD)
        people.changed.append(changed.append)
        for _ in range(MOST_SESSIONS - 1):
            floor.clock.now += 20_000
            await people.sign_in(HERE, "Ann", PASSWORD)
        assert changed == [] and await people.account_of(first.token) is not None
        floor.clock.now += 20_000
        await people.sign_in(HERE, "Ann", PASSWORD)
        assert changed == [first.account.id] and await people.account_of(first.token) is None

    in_house(tmp_path, test)


def test_a_session_from_the_future_does_not_count(tmp_path: Path) -> None:
    """A clock that was a year ahead, and was put right, leaves no session that lasts for a year."""

    async def test(floor: House) -> None:
        people, day = floor.people, 24 * 3600 * 1000
        floor.clock.now += 365 * day
        ahead = await people.register(HERE, "Ann", PASSWORD)
        assert await people.account_of(ahead.token) is not None
        floor.clock.now -= 365 * day
        assert await people.account_of(ahead.token) is None
        now = await people.sign_in(HERE, "Ann", PASSWORD)
        floor.clock.now -= 60_000  # another server's clock
        assert await people.account_of(now.token) is not None

    in_house(tmp_path, test)


def test_a_token_is_new_whatever_was_brought(tmp_path: Path) -> None:
    """Session fixation: a token that somebody planted is not taken over; and where it was a session, that ends."""

    async def test(floor: House) -> None:
        await floor.people.register(HERE, "Ann", PASSWORD)
        mallory = await floor.people.guest(HERE)
        for planted in ("A" * 43, mallory.token):
            signed = await floor.people.sign_in(HERE, "Ann", PASSWORD, planted)
            assert signed.token != planted and await floor.people.account_of(planted) is None

    in_house(tmp_path, test)


@pytest.mark.parametrize("token", ["", "x", "' OR '1'='1", "\x00", "\ud800", "A" * 43, "é" * 43])
def test_tokens_that_are_nobodys(tmp_path: Path, token: str) -> None:
    async def test(floor: House) -> None:
        await floor.people.guest(HERE)
        assert await floor.people.account_of(token) is None

    in_house(tmp_path, test)


def test_the_digest_of_a_token_is_not_a_token(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        guest = await floor.people.guest(HERE)
        assert await floor.people.account_of(hashlib.sha256(guest.token.encode()).hexdigest()) is None

    in_house(tmp_path, test)


def test_an_account_has_only_so_many_sessions(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        first = await floor.people.register(HERE, "Ann", PASSWORD)
        for _ in range(MOST_SESSIONS):
            floor.clock.now += 1
            last = await floor.people.sign_in(HERE, "Ann", PASSWORD)
        assert floor.rows("SELECT count(*) FROM session") == [(MOST_SESSIONS,)]
        assert await floor.people.account_of(first.token) is None and await floor.people.account_of(last.token) is not None

    in_house(tmp_path, test)


def test_signing_out_everywhere(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        people = floor.people
        told: list[int] = []
        people.changed.append(told.append)
        boss = await people.hire("Pat", PASSWORD, "pit boss")
        ann, bob = await people.register(HERE, "Ann", PASSWORD), await people.register(HERE, "Bob", PASSWORD)
        again = await people.sign_in(HERE, "Ann", PASSWORD)
        with pytest.raises(ForbiddenError):
            await people.sign_out_everywhere(bob.account, "Ann")
        assert await people.account_of(ann.token) is not None and told == []
        await people.sign_out_everywhere(ann.account, "ann")
        assert await people.account_of(ann.token) is await people.account_of(again.token) is None
        await people.sign_out_everywhere(boss, "Bob")
        assert await people.account_of(bob.token) is None
        assert told == [ann.account.id, bob.account.id]

    in_house(tmp_path, test)


# ---------------------------------------------------------------------------- a guest takes a name


def test_a_guest_who_takes_a_name_keeps_number_and_chips(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        guest = await floor.people.guest(HERE)
        await spend(floor, guest.account, 40_000)
        named = await floor.people.take_name(guest.account, HERE, "Ann", PASSWORD)
        assert (named.account.id, named.account.cage, named.account.name) == (guest.account.id, 60_000, "Ann")
        assert not named.account.guest and named.token != guest.token
        assert await floor.people.account_of(guest.token) is None
        assert (await floor.people.sign_in(HERE, "Ann", PASSWORD)).account == named.account
        event = office.decode(floor.office()[-2])  # before he signed in
        assert isinstance(event, office.AccountNamed) and (event.before, event.name) == (guest.account.name, "Ann")
        with pytest.raises(ForbiddenError, match="has an account already"):
            await floor.people.take_name(named.account, HERE, "Anna", PASSWORD)
        with pytest.raises(ForbiddenError, match="has an account already"):  # as an old copy would have it
            await floor.people.take_name(guest.account, HERE, "Anna", PASSWORD)

    in_house(tmp_path, test)


def test_a_name_that_is_taken_stays_taken_for_guests(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        await floor.people.register(HERE, "Ann", PASSWORD)
        guest = await floor.people.guest(HERE)
        with pytest.raises(NameTakenError):
            await floor.people.take_name(guest.account, HERE, "ann", PASSWORD)
        assert await floor.people.account_of(guest.token) == guest.account

    in_house(tmp_path, test)


def test_nobody_changes_his_name_while_he_sits(tmp_path: Path) -> None:
    """A seat is known by the name of its player."""

    async def sits(account: int) -> bool:
        return True

    async def test(floor: House) -> None:
        guest = await floor.people.guest(HERE)
        floor.people.sits = sits
        with pytest.raises(ConflictError, match="get up first"):
            await floor.people.take_name(guest.account, HERE, "Ann", PASSWORD)

    in_house(tmp_path, test)


# ---------------------------------------------------------------------------- what a pit boss does


def test_a_pit_boss_grants_roles_and_nobody_else_does(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        people = floor.people
        boss = await people.hire("Pat", PASSWORD, "pit boss")
        ann, bob = await people.register(HERE, "Ann", PASSWORD), await people.register(HERE, "Bob", PASSWORD)
        with pytest.raises(ForbiddenError):
            await people.grant(ann.account, "Ann", "pit boss")
        with pytest.raises(ForbiddenError):
            await people.grant(ann.account, "Bob", "dealer")
        assert (await people.grant(boss, "ann", "floorperson")).role == "floorperson"
        assert (await people.named("Ann")).role == "floorperson" and (await people.named("Bob")).role == "patron"
        event = office.RoleGranted(
            by=boss.by, at=floor.clock.now, account=ann.account.id, name="Ann", role="floorperson", before="patron"
        )
        assert office.decode(floor.office()[-1]) == event
        with pytest.raises(ForbiddenError, match="his own role"):
            await people.grant(boss, "Pat", "patron")
        with pytest.raises(NoSuchAccountError):
            await people.grant(boss, "Nobody here", "dealer")
        with pytest.raises(ForbiddenError, match="no such role"):
            await people.grant(boss, "Bob", "house")  # type: ignore[arg-type]
        assert bob.account.role == "patron"

    in_house(tmp_path, test)


def test_whoever_is_no_longer_pit_boss_grants_nothing(tmp_path: Path) -> None:
    """What counts is what he is when it is written, not when he came in."""

    async def test(floor: House) -> None:
        people = floor.people
        first, second = await people.hire("Pat", PASSWORD, "pit boss"), await people.hire("Sam", PASSWORD, "pit boss")
        await people.register(HERE, "Ann", PASSWORD)
        await people.grant(second, "Pat", "patron")
        lines = len(floor.office())
        for attempt in (
            people.grant(first, "Ann", "dealer"),
            people.disable(first, "Ann"),
            people.grant(first, "Sam", "patron"),
        ):
            with pytest.raises(ForbiddenError):
                await attempt
        assert len(floor.office()) == lines and (await people.named("Ann")).role == "patron"

    in_house(tmp_path, test)


def test_a_guest_is_a_patron_except_on_a_practice_floor(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        boss = await floor.people.hire("Pat", PASSWORD, "pit boss")
        guest = await floor.people.guest(HERE)
        with pytest.raises(ForbiddenError):
            await floor.people.guest(HERE, "pit boss")
        with pytest.raises(ForbiddenError):
            await floor.people.grant(boss, guest.account.name, "dealer")

    async def practice(floor: House) -> None:
        assert (await floor.people.guest(HERE, "pit boss")).account.role == "pit boss"

    (tmp_path / "practice").mkdir()
    in_house(tmp_path, test)
    in_house(tmp_path / "practice", practice, PeopleSettings(practice=True, rates=UNLIMITED))


def test_a_disabled_account_is_out_until_it_is_enabled(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        people = floor.people
        boss, ann = await people.hire("Pat", PASSWORD, "pit boss"), await people.register(HERE, "Ann", PASSWORD)
        await people.disable(boss, "Ann", "left without his chips")
        assert await people.account_of(ann.token) is None
        with pytest.raises(ForbiddenError, match="disabled"):
            await people.sign_in(HERE, "Ann", PASSWORD)
        with pytest.raises(WrongPasswordError):  # only who knows the password is told
            await people.sign_in(HERE, "Ann", "wrong horse")
        with pytest.raises(ForbiddenError, match="disables his own"):
            await people.disable(boss, "Pat")
        await people.enable(boss, "Ann")
        assert await people.account_of(ann.token) is None
        assert (await people.sign_in(HERE, "Ann", PASSWORD)).account.cage == 100_000
        events = [type(office.decode(body)).__name__ for body in floor.office()[2:]]
        assert events == ["AccountDisabled", "AccountEnabled", "SignedIn"]

    in_house(tmp_path, test)


def test_a_session_that_outlived_its_account_is_nobodys(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        ann = await floor.people.register(HERE, "Ann", PASSWORD)
        disable = Unit(work=lambda execute: execute("UPDATE account SET disabled = ? WHERE id = ?", (True, ann.account.id)))
        await floor.writer.write(disable)
        assert floor.rows("SELECT count(*) FROM session") == [(1,)]
        assert await floor.people.account_of(ann.token) is None

    in_house(tmp_path, test)


# ---------------------------------------------------------------------------- play chips


def test_more_chips_come_when_there_are_nearly_none_and_not_too_often(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        people = floor.people
        ann = (await people.guest(HERE)).account
        with pytest.raises(NoChipsError, match=r"there is \$1,000 in the cage; more play chips come below \$100"):
            await people.more_chips(ann)
        await spend(floor, ann, 95_000)
        with pytest.raises(NoChipsError, match="in 600 seconds"):
            await people.more_chips(ann)
        floor.clock.now += 600_000
        assert (await people.more_chips(ann)).cage == 100_000
        await spend(floor, ann, 100_000)
        with pytest.raises(NoChipsError, match="in 600 seconds"):
            await people.more_chips(ann)

    in_house(tmp_path, test)


def test_chips_asked_for_twice_at_once_come_once(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        ann = (await floor.people.guest(HERE)).account
        await spend(floor, ann, 100_000)
        floor.clock.now += 600_000
        many = await asyncio.gather(*(floor.people.more_chips(ann) for _ in range(10)), return_exceptions=True)
        assert sorted(type(each).__name__ for each in many) == ["Account"] + ["NoChipsError"] * 9
        assert floor.rows("SELECT cage FROM account") == [(100_000,)]

    in_house(tmp_path, test)


def test_the_cage_is_the_sum_of_its_entries(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        people = floor.people
        for number in range(8):
            account = (await people.guest(HERE)).account
            if number % 2:
                await spend(floor, account, 95_000 + number)
                floor.clock.now += 600_000
                await people.more_chips(account)
            if number % 3:
                await people.take_name(account, HERE, f"Ann {number}", PASSWORD)
        sums = "SELECT coalesce(sum(cents), 0) FROM entry WHERE entry.account = 'cage/' || account.id"
        assert floor.rows(f"SELECT count(*) FROM account WHERE cage = ({sums})") == [(8,)]
        assert floor.rows("SELECT sum(cents) FROM entry") == [(0,)]
        assert floor.rows("SELECT stream, seq FROM entry GROUP BY stream, seq HAVING sum(cents) <> 0") == []
        issued = sum(getattr(office.decode(body), "cents", 0) for body in floor.office())
        assert floor.rows("SELECT sum(cents) FROM entry WHERE account = 'issued'") == [(-issued,)]

    in_house(tmp_path, test)


def test_a_ledger_is_told_in_pages_and_only_ones_own(tmp_path: Path) -> None:
    async def test(floor: House) -> None:
        ann, bob = (await floor.people.guest(HERE)).account, (await floor.people.guest(HERE)).account
        for cents in range(1, 6):
            await spend(floor, ann, cents)
        first = await floor.people.ledger(ann, most=4)
        rest = await floor.people.ledger(ann, before=first[-1].id, most=4)
        assert [each.cents for each in first + rest] == [-5, -4, -3, -2, -1, 100_000]
        assert [each.cents for each in await floor.people.ledger(bob)] == [100_000]

    in_house(tmp_path, test)

"""Passwords: hashed as strongly as we say, a few at a time, and only so many wait."""

import asyncio
import contextlib
import threading
import time
from typing import Any

import argon2
import pytest

from pitboss.floor.people.passwords import (
    AT_ONCE,
    LONGEST_PASSWORD,
    MOST_WAITING,
    BadPasswordError,
    Passwords,
    argon2_hasher,
    check_strength,
    no_password,
)
from pitboss.floor.people.rate_limits import RateLimitError
from tests.floor.house import Hasher

PASSWORD = "correct horse"


def test_the_real_hash_is_argon2id_with_19_mib() -> None:
    async def test() -> None:
        passwords = Passwords()
        kept = await passwords.hash(PASSWORD)
        assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert await passwords.fits(kept, PASSWORD) and not await passwords.fits(kept, "wrong horse")
        assert not await passwords.fits("", PASSWORD)
        assert not passwords.is_old(kept) and argon2_hasher().memory_cost == 19456

    asyncio.run(test())


def test_what_nobody_has_as_a_password_is_checked_as_a_real_hash_is() -> None:
    """The door must not tell by its pace whether there is such a name; and no two floors have the same."""
    hasher = argon2_hasher()
    nobody = no_password(hasher)
    assert argon2.extract_parameters(nobody) == argon2.extract_parameters(hasher.hash(PASSWORD))
    assert not hasher.check_needs_rehash(nobody) and nobody != no_password(hasher)
    with pytest.raises(argon2.exceptions.VerifyMismatchError):  # worked out to the end, and not refused as no hash at all
        hasher.verify(nobody, PASSWORD)


class Slow(Hasher):
    """Works until it is told to end, and counts how many it does at once."""

    def __init__(self) -> None:
        super().__init__()
        self.end, self.at_once, self.most = threading.Event(), 0, 0

    def verify(self, *arguments: Any) -> Any:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.end.wait(10)
        self.at_once -= 1
        return super().verify(*arguments)


def test_a_few_are_hashed_at_once_and_only_so_many_wait() -> None:
    """Whoever comes when the line is full is sent away at once, and the event loop goes on all the while."""

    async def test() -> None:
        hasher = Slow()
        passwords = Passwords(hasher)
        tries = [asyncio.create_task(passwords.fits("", PASSWORD)) for _ in range(MOST_WAITING + 50)]
        _, waiting = await asyncio.wait(tries, timeout=0.2)
        assert len(waiting) == MOST_WAITING
        hasher.end.set()
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert results[:MOST_WAITING] == [False] * MOST_WAITING
        assert all(isinstance(each, RateLimitError) for each in results[MOST_WAITING:])
        assert hasher.most == AT_ONCE
        assert not await passwords.fits("", PASSWORD)

    asyncio.run(test())


@pytest.mark.parametrize("name", ["Ann", "Livia Plurabelle"])
@pytest.mark.parametrize(
    "password", ["password", "Password1!", "12345678", "qwertyuiop", "pitboss1", "passwordpassword", "a" * LONGEST_PASSWORD]
)
def test_a_password_that_is_easy_to_guess_is_refused(password: str, name: str) -> None:
    """One sentence says what would be accepted."""
    with pytest.raises(BadPasswordError, match="three or more unrelated words would do"):
        check_strength(password, name)


def test_the_words_of_a_name_make_no_password() -> None:
    with pytest.raises(BadPasswordError):
        check_strength("Plurabelle1", "Livia Plurabelle")
    check_strength("Plurabelle1", "Ann")


@pytest.mark.parametrize("password", [PASSWORD, "a rainy Tuesday in June", "dTkf83kd9-Kq", "p4$$w0rd@1" * 20])
def test_judging_a_password_takes_no_time(password: str) -> None:
    """However long it is."""
    began = time.perf_counter()
    with contextlib.suppress(BadPasswordError):
        check_strength(password, "Ann" * 13)
    assert time.perf_counter() - began < 1

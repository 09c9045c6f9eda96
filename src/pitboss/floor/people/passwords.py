"""Passwords, hashed with argon2 in a few threads; and session tokens, stored as digests only."""

import asyncio
import hashlib
import secrets
import threading
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from typing import TypeVar

import argon2
from zxcvbn import zxcvbn

from pitboss.errors import PitbossError
from pitboss.floor.people.rate_limits import RateLimitError

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
LONGEST_JUDGED = 40  # characters, 40 ms at worst; more make no password easier to guess
WEAKEST = 2  # zxcvbn: a million guesses or more, which the rate limits do not allow
TOKEN_BYTES = 32
AT_ONCE = 2
MOST_WAITING = 100  # at some 70 ms each
T = TypeVar("T")
_judging = threading.Lock()  # zxcvbn keeps the user's words in a global


class BadPasswordError(PitbossError, kind="BadPassword"):
    """A password that no account may have."""


def argon2_hasher() -> argon2.PasswordHasher:
    """19 MiB, two passes, one lane: the least that OWASP recommends, some 70 ms on a small machine."""
    return argon2.PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def no_password(hasher: argon2.PasswordHasher) -> str:
    """A hash that no password has; checking it takes as long as any other."""
    salt, digest = (b64encode(secrets.token_bytes(size)).decode().rstrip("=") for size in (hasher.salt_len, hasher.hash_len))
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2{hasher.type.name.lower()}$v={argon2.low_level.ARGON2_VERSION}${cost}${salt}${digest}"


class Passwords:
    """Makes and checks password hashes off the event loop."""

    def __init__(self, hasher: argon2.PasswordHasher | None = None, at_once: int = AT_ONCE) -> None:
        self._hasher = hasher or argon2_hasher()
        self._turn = asyncio.Semaphore(at_once)
        self._waiting = 0
        self._nobody = no_password(self._hasher)  # checked for unknown names

    async def hash(self, password: str) -> str:
        """The hash of a new password."""
        return await self._run(lambda: self._hasher.hash(password))

    async def check(self, password: str, name: str) -> None:
        """Check that a new password is hard to guess; raises BadPasswordError."""
        await self._run(lambda: check_strength(password, name))

    async def fits(self, hashed: str, password: str) -> bool:
        """True if this is the password. "" matches none and takes as long."""
        return await self._run(lambda: self._fits(hashed or self._nobody, password)) and bool(hashed)

    def is_old(self, hashed: str) -> bool:
        """Whether a hash was made with other settings than now."""
        return self._hasher.check_needs_rehash(hashed)

    def _fits(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except argon2.exceptions.VerificationError:
            return False

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise RateLimitError(5, "too many people are at the door")
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def read_password(written: str) -> str:
    """A password as it is hashed, the same from every keyboard; raises BadPasswordError.

    >>> read_password("correct horse")
    'correct horse'
    >>> read_password("short")
    Traceback (most recent call last):
    pitboss.floor.people.passwords.BadPasswordError: a password has 8 to 200 characters
    """
    password = unicodedata.normalize("NFKC", written) if len(written) <= LONGEST_PASSWORD else written
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadPasswordError(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
    if any("\ud800" <= each <= "\udfff" for each in password):
        raise BadPasswordError("a password has whole characters only")
    return password


def check_strength(password: str, name: str) -> None:
    """Check that a new password is hard to guess; raises BadPasswordError.

    >>> check_strength("a rainy Tuesday in June", "Ann")
    >>> check_strength("password", "Ann")
    Traceback (most recent call last):
    pitboss.floor.people.passwords.BadPasswordError: that password is easy to guess; three or more unrelated words would do
    """
    with _judging:
        score = zxcvbn(password[:LONGEST_JUDGED], user_inputs=[name, *name.split(), "pitboss"])["score"]
    if score < WEAKEST:
        raise BadPasswordError("that password is easy to guess; three or more unrelated words would do")


def new_token() -> str:
    """A random session token."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest_of(token: str) -> str:
    """The stored digest of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()

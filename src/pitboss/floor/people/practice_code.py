"""The code of a practice floor, which guests in a staff role must know.

A practice floor listens on this machine only, but a reverse proxy may let others in. So `serve` prints an address with a code,
as Jupyter does, and a file beside the database holds the code for programs.
"""

import hmac
import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from pitboss.errors import PitbossError
from pitboss.floor.people.rate_limits import Buckets, Rate, network_of

CODE_BYTES = 16
CODE = re.compile(r"[A-Za-z0-9_-]{12,100}")
NEEDED = (
    "a staff role on a practice floor needs its code: `pitboss serve` prints an address that carries it,"
    " and a .code file beside the database holds it"
)


class StaffCode:
    """Compares codes in constant time, with a rate limit by address. "" matches no code."""

    def __init__(self, code: str, rate: Rate, clock: Callable[[], float]) -> None:
        self._code, self._tries = code.encode(), Buckets(rate, clock=clock)

    def fits(self, address: str, given: str) -> bool:
        """True if the code is right; raises RateLimitError after too many wrong ones."""
        if not given or not self._code:
            return False
        network = network_of(address)
        self._tries.take(network)
        if not hmac.compare_digest(given.encode(errors="replace"), self._code):
            return False
        self._tries.refill(network)
        return True


def check_code(code: str) -> str:
    """A chosen code; raises PitbossError if it is guessable or cannot stand in an address."""
    if not CODE.fullmatch(code):
        raise PitbossError("the code of a practice floor has 12 to 100 letters, digits, hyphens and underscores")
    return code


def read_code(path: Path) -> str:
    """The code in a file readable by its owner only; a new one is stored if possible."""
    code = secrets.token_urlsafe(CODE_BYTES)
    try:
        return check_code(path.read_text(encoding="ascii").strip())
    except (PitbossError, UnicodeDecodeError):
        raise PitbossError(
            f"{path} does not hold the code of a practice floor: remove it, or give a code with --code"
        ) from None
    except FileNotFoundError:
        with suppress(OSError):
            return _store(path, code)
    except OSError as error:
        raise PitbossError(f"{path} cannot be read: {error.strerror}; give a code with --code") from None
    return code


def _store(path: Path, code: str) -> str:
    """Writes a code whole, unless another process has been faster; the code that is stored."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(f"{code}\n")
    try:
        os.link(draft, path)
    except FileExistsError:
        return check_code(path.read_text(encoding="ascii").strip())
    finally:
        draft.unlink()
    return code

"""The house's key, in one file that only its owner can read, to sign logs and seal secrets; and the public key for verifiers.

The file is JSON: the name of the house, the Ed25519 signing key, the sealing key, and the public key. It is created atomically
and never replaces another file. A file that others can read is refused, because they may already have the key.
"""

import errno
import hmac
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitboss.evidence.errors import BadKey
from pitboss.evidence.records import Hex32
from pitboss.files import open_file

LONGEST_FILE = 4096  # bytes: a key and about twenty earlier ones
MARKING = b"pitboss: marks under the lines of a floor"
SECRET_FILE, PUBLIC_FILE = "key of a house, secret", "public key of a house"


class _Earlier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seal: Hex32
    public: Hex32


class _SecretFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pitboss: str
    house: str
    sign: Hex32
    seal: Hex32
    public: Hex32
    earlier: tuple[_Earlier, ...] = ()


class _PublicFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pitboss: str
    house: str
    public: Hex32
    earlier: tuple[Hex32, ...] = ()


@dataclass(frozen=True)
class PublicKey:
    """A key to verify with, the house's name as its holder knows it, and the house's earlier keys, latest first."""

    key: str
    house: str = ""
    earlier: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        try:
            msgspec.convert([self.key, *self.earlier], list[Hex32])
        except msgspec.ValidationError:
            raise BadKey("a public key has 64 hexadecimal digits") from None

    @property
    def current(self) -> "PublicKey":
        """The key without its predecessors, which sign nothing new."""
        return PublicKey(self.key, self.house)

    @property
    def all(self) -> list["PublicKey"]:
        """The key and its predecessors, latest first."""
        return [PublicKey(each, self.house) for each in (self.key, *self.earlier)]

    def __str__(self) -> str:
        return f"{self.house} (key {self.key[:16]}…)" if self.house else f"key {self.key}"

    def verify(self, content: bytes, signature: str) -> bool:
        """True if the house signed this content."""
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key)).verify(bytes.fromhex(signature), content)
        except (InvalidSignature, ValueError):
            return False
        return True

    @staticmethod
    def read(digits_or_path: str) -> "PublicKey":
        """A public key from its digits, or from a file that `write` made or that holds the digits."""
        if _digits(digits_or_path):
            return PublicKey(digits_or_path)
        content = _content(Path(digits_or_path))
        digits = content.decode(errors="replace").strip()
        if not digits.startswith("{"):
            return _checked(digits_or_path, digits)
        try:
            file = msgspec.json.decode(content, type=_PublicFile)
        except (msgspec.MsgspecError, ValueError):
            raise BadKey(f"{digits_or_path} does not hold the public key of a house") from None
        return PublicKey(file.public, file.house, file.earlier)

    def write(self, path: Path) -> None:
        """Writes the public key to a new file, for verifiers."""
        _write(path, _PublicFile(PUBLIC_FILE, self.house, self.key, self.earlier), 0o644)


@dataclass(frozen=True, repr=False)
class EarlierKey:
    """The remains of an earlier key of the house: it opens seals and signs nothing."""

    sealing: bytes
    public: str


@dataclass(frozen=True, repr=False)
class HouseKey:
    """The house's key, to sign and to seal with, and the remains of its earlier keys, latest first."""

    signing: bytes
    sealing: bytes
    house: str = "the house"
    earlier: tuple[EarlierKey, ...] = field(default=(), compare=False)
    public: PublicKey = field(init=False)  # the key for verifiers
    _private: Ed25519PrivateKey = field(init=False, compare=False)
    _marking: hmac.HMAC = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.signing) != 32 or len(self.sealing) != 32:
            raise BadKey("the key of a house has twice 32 bytes")
        if not self.house.isprintable():
            raise BadKey(f"{self.house!r} is not a name that can be put on record")
        private = Ed25519PrivateKey.from_private_bytes(self.signing)
        digits, before = private.public_key().public_bytes_raw().hex(), tuple(each.public for each in self.earlier)
        object.__setattr__(self, "_private", private)
        object.__setattr__(self, "_marking", _marking(self.sealing))
        object.__setattr__(self, "public", PublicKey(digits, self.house, before))

    def __repr__(self) -> str:
        return f"<the key of {self.house}>"

    def __deepcopy__(self, memo: object) -> "HouseKey":
        return self

    def __reduce__(self) -> NoReturn:
        raise BadKey("the key of the house is not written anywhere but into its own file")

    def sign(self, content: bytes) -> str:
        """The house's signature on some content."""
        return self._private.sign(content).hex()

    def mark(self, content: bytes) -> str:
        """A mark that only the holder of this key can make and check. It takes a fiftieth of the time of a signature."""
        mark = self._marking.copy()  # unlike hmac.digest, this keeps the interpreter's lock: a busy floor marks every line
        mark.update(content)
        return mark.hexdigest()

    @property
    def sealings(self) -> list[bytes]:
        """The keys that open seals of the house, the present one first."""
        return [self.sealing, *(each.sealing for each in self.earlier)]

    def mark_with(self, public: str, content: bytes) -> str:
        """The mark made by this key or an earlier one; "" for a key that the house never had."""
        if public == self.public.key:
            return self.mark(content)
        sealing = next((each.sealing for each in self.earlier if each.public == public), None)
        if sealing is None:
            return ""
        mark = _marking(sealing)
        mark.update(content)
        return mark.hexdigest()

    @staticmethod
    def create(path: Path, house: str = "the house") -> "HouseKey":
        """Creates a new key and its file; raises BadKey if the file exists."""
        key = HouseKey(secrets.token_bytes(32), secrets.token_bytes(32), house)
        key.write(path)
        return key

    def following(self) -> "HouseKey":
        """A new key of the same house that still opens and verifies what this one sealed and signed."""
        earlier = (EarlierKey(self.sealing, self.public.key), *self.earlier)
        return HouseKey(secrets.token_bytes(32), secrets.token_bytes(32), self.house, earlier)

    def write(self, path: Path) -> None:
        """Writes the key to a new file; raises BadKey if the file exists."""
        earlier = tuple(_Earlier(each.sealing.hex(), each.public) for each in self.earlier)
        file = _SecretFile(SECRET_FILE, self.house, self.signing.hex(), self.sealing.hex(), self.public.key, earlier)
        _write(path, file, 0o600)

    @staticmethod
    def load(path: Path) -> "HouseKey":
        """The key in a file; raises BadKey if the file cannot be read, can be read by others, or holds no key."""
        if _is_public(path):
            raise BadKey(f"{path} is the public half of a key, for whoever verifies; the house signs with the other half")
        content = _content(path, private=True)
        try:
            file = msgspec.json.decode(content, type=_SecretFile)
        except (msgspec.MsgspecError, ValueError):
            raise BadKey(f"{path} does not hold the key of a house as pitboss writes it") from None
        earlier = tuple(EarlierKey(bytes.fromhex(each.seal), each.public) for each in file.earlier)
        key = HouseKey(bytes.fromhex(file.sign), bytes.fromhex(file.seal), file.house, earlier)
        if file.pitboss != SECRET_FILE or key.public.key != file.public:
            raise BadKey(f"{path} has been changed: its public key does not belong to its secret one")
        return key


def _marking(sealing: bytes) -> hmac.HMAC:
    return hmac.new(hmac.digest(sealing, MARKING, "sha256"), digestmod="sha256")


def public_file(path: Path) -> Path:
    """The path of the public key that belongs to a key file."""
    return path.with_name(f"{path.name}.pub")


def _digits(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


def read_key(digits_or_path: str) -> HouseKey | PublicKey:
    """A key from the digits of a public key, or from a file of either kind."""
    if _digits(digits_or_path):
        return PublicKey(digits_or_path)
    try:
        content = _content(Path(digits_or_path))
    except BadKey as error:
        raise BadKey(f"{error}; a key is a file, or the 64 hexadecimal digits of a public one") from None
    return HouseKey.load(Path(digits_or_path)) if b'"sign"' in content else PublicKey.read(digits_or_path)


def _is_public(path: Path) -> bool:
    """True if a file holds a public key as pitboss writes it."""
    try:
        return msgspec.json.decode(_content(path), type=_PublicFile).pitboss == PUBLIC_FILE
    except (msgspec.MsgspecError, ValueError):
        return False


def _checked(digits_or_path: str, digits: str) -> PublicKey:
    try:
        return PublicKey(digits)
    except BadKey:
        raise BadKey(f"{digits_or_path} does not hold the public key of a house") from None


def _content(path: Path, *, private: bool = False) -> bytes:
    """The content of a key file. Mode and owner are those of the opened file, whatever replaces its name later."""
    try:
        with open_file(path) as file:
            about = os.fstat(file.fileno())
            content = file.read(LONGEST_FILE + 1)
    except OSError as error:
        if error.errno in (errno.EISDIR, errno.EINVAL):
            raise BadKey(f"{path} is not a file") from None
        raise BadKey(f"{path} cannot be read: {error.strerror}") from None
    if private and about.st_mode & 0o077:
        raise BadKey(
            f"{path} can be read or written by others than its owner; if nobody else has, `chmod 600 {path}` is enough,"
            " else make a new key"
        )
    if private and about.st_uid not in (0, os.geteuid()):
        raise BadKey(f"{path} belongs to another user, who may know or change the key")
    if len(content) > LONGEST_FILE:
        raise BadKey(f"{path} is too long for a key")
    return content


def _write(path: Path, content: msgspec.Struct, mode: int) -> None:
    """Creates a file atomically: written and synced under another name, then linked, which never replaces a file."""
    text = msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n"
    try:
        with _unfinished(path, mode) as (handle, name):
            with os.fdopen(handle, "wb") as file:
                file.write(text)
                file.flush()
                os.fsync(handle)
            os.link(name, path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except FileExistsError:
        raise BadKey(f"{path} exists already; choose another file") from None
    except (OSError, ValueError) as error:
        raise BadKey(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None


@contextmanager
def _unfinished(path: Path, mode: int) -> Iterator[tuple[int, Path]]:
    """A temporary file beside another, unreadable to others and removed afterwards."""
    name = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(handle, mode)  # regardless of the umask
        yield handle, name
    finally:
        name.unlink()

"""Rate limits: token buckets by address and by name, in bounded memory.

A bucket refills at a steady rate; an attempt takes a token. Passwords for one name are delayed more and more, from whatever
address: the delay doubles up to a minute, for unknown names too. Nobody is locked out, and addresses that have signed in with
the name before do not wait.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeVar

from pitboss.errors import PitbossError

MOST_KEYS = 20_000
Key = TypeVar("Key")
Value = TypeVar("Value")


class RateLimitError(PitbossError, kind="TooMany"):
    """Too many attempts; allowed again after `wait` seconds."""

    def __init__(self, wait: int, why: str = "that was tried too often") -> None:
        super().__init__(f"{why}; try again in {wait} second{'s' if wait != 1 else ''}")
        self.wait = wait


def remember(kept: OrderedDict[Key, Value], key: Key, value: Value, most: int) -> None:
    """Remember something as the latest of so many at most."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)


class Rate(NamedTuple):
    """A burst, and then one in so many seconds."""

    most: int
    seconds: float


class Buckets:
    """A bucket per key; the least recently used are dropped.

    >>> now = 0.0
    >>> buckets = Buckets(Rate(2, 10.0), clock=lambda: now)
    >>> [buckets.wait("203.0.113.7") for _ in range(3)]
    [0, 0, 10]
    >>> now = 10.0
    >>> buckets.wait("203.0.113.7")
    0
    """

    def __init__(self, rate: Rate, keys: int = MOST_KEYS, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.keys, self.clock = rate, keys, clock
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()  # when each bucket will be full again

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, key: Hashable) -> int:
        """Take a token and return 0, or return the seconds until there is one."""
        now = self.clock()
        full_at = max(now, self._full_at.get(key, now)) + self.rate.seconds
        late = full_at - now - self.rate.most * self.rate.seconds
        if late > 1e-9:
            self._full_at.move_to_end(key)
            return math.ceil(late)
        self._full_at[key] = full_at
        self._full_at.move_to_end(key)
        self._forget(now)
        return 0

    def take(self, key: Hashable) -> None:
        """Take a token; raises RateLimitError."""
        if wait := self.wait(key):
            raise RateLimitError(wait)

    def refill(self, key: Hashable) -> None:
        """Forget the attempts of a key."""
        self._full_at.pop(key, None)

    def _forget(self, now: float) -> None:
        """Drop full buckets, and the oldest if there are too many."""
        while self._full_at:
            oldest = next(iter(self._full_at))
            if self._full_at[oldest] > now and len(self._full_at) <= self.keys:
                return
            del self._full_at[oldest]


class Delay(NamedTuple):
    """Free attempts, then a delay that doubles from `first` to `longest` seconds. `peace` seconds without attempts reset it."""

    free: int
    first: float
    longest: float
    peace: float


class Delays:
    """A growing delay per key; the least recently used are dropped.

    >>> now = 0.0
    >>> delays = Delays(Delay(1, 1.0, 60.0, 900.0), clock=lambda: now)
    >>> delays.take("ann"), delays.take("ann")
    (None, None)
    >>> delays.take("ann")
    Traceback (most recent call last):
    pitboss.floor.people.rate_limits.RateLimitError: that was tried too often; try again in 1 second
    """

    def __init__(self, delay: Delay, keys: int = MOST_KEYS, clock: Callable[[], float] = time.monotonic) -> None:
        self.delay, self.keys, self.clock = delay, keys, clock
        self._tried: OrderedDict[Hashable, tuple[int, float]] = OrderedDict()  # how often, and when last

    def __len__(self) -> int:
        return len(self._tried)

    def take(self, key: Hashable) -> None:
        """Count an attempt; raises RateLimitError, uncounted, if it comes too early."""
        now = self.clock()
        count, last = self._tried.get(key, (0, now))
        if now - last >= self.delay.peace:
            count = 0
        if (early := last + self._seconds(count) - now) > 1e-9:
            raise RateLimitError(math.ceil(early))
        remember(self._tried, key, (count + 1, now), self.keys)

    def _seconds(self, count: int) -> float:
        """The delay after `count` attempts."""
        over = count - self.delay.free
        return 0.0 if over <= 0 else min(self.delay.longest, self.delay.first * 2.0 ** min(over - 1, 60))


class Rates(NamedTuple):
    """The rate limits of a floor."""

    sign_in: Rate = Rate(10, 20.0)  # of one name from one address
    sign_in_address: Rate = Rate(40, 5.0)
    register: Rate = Rate(10, 60.0)  # from one address
    guest: Rate = Rate(60, 2.0)  # from one address
    code: Rate = Rate(10, 20.0)  # wrong codes of a practice floor, from one address
    sign_in_name: Delay = Delay(20, 1.0, 60.0, 900.0)  # of one name, from all addresses that have not signed in with it


class Limits:
    """The buckets of a floor."""

    def __init__(self, rates: Rates | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        rates = rates or Rates()
        self._sign_in = Buckets(rates.sign_in, clock=clock)
        self._sign_in_address = Buckets(rates.sign_in_address, clock=clock)
        self._sign_in_name = Delays(rates.sign_in_name, clock=clock)
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()  # addresses and names that have signed in
        self._register = Buckets(rates.register, clock=clock)
        self._guest = Buckets(rates.guest, clock=clock)

    def sign_in(self, address: str, name_key: str) -> None:
        """Whether this address may try a password for this name; raises RateLimitError."""
        network = network_of(address)
        self._sign_in_address.take(network)  # first, so that an address that is refused fills no memory with names
        self._sign_in.take((network, name_key))  # before the name: a refused address delays nobody else
        if (network, name_key) not in self._known:
            self._sign_in_name.take(name_key)

    def signed_in(self, address: str, name_key: str) -> None:
        """Forget the attempts for this name from this address; those from elsewhere stay."""
        key = (network_of(address), name_key)
        self._sign_in.refill(key)
        remember(self._known, key, None, MOST_KEYS)

    def register(self, address: str) -> None:
        """Whether this address may make another account; raises RateLimitError."""
        self._register.take(network_of(address))

    def guest(self, address: str) -> None:
        """Whether this address may send another guest; raises RateLimitError."""
        self._guest.take(network_of(address))


class Proxies:
    """The reverse proxies whose forwarded addresses are trusted, by address or network.

    >>> proxies = Proxies("127.0.0.1, 10.0.0.0/8")
    >>> "10.1.2.3" in proxies, "203.0.113.7" in proxies, "" in proxies, str(proxies)
    (True, False, False, '127.0.0.1/32,10.0.0.0/8')
    >>> Proxies("*")
    Traceback (most recent call last):
    pitboss.errors.PitbossError: a proxy is named by its address, such as 10.0.0.7, or its network, such as 10.0.0.0/8, not '*'
    """

    def __init__(self, written: str = "") -> None:
        self._networks = [_network(each.strip()) for each in written.split(",")] if written else []

    def __contains__(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)

    def __str__(self) -> str:
        return ",".join(map(str, self._networks))


def _network(written: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(written)
    except ValueError:
        raise PitbossError(
            f"a proxy is named by its address, such as 10.0.0.7, or its network, such as 10.0.0.0/8, not {written!r}"
        ) from None


def network_of(address: str) -> str:
    """The network of an address; of IPv6 the first 64 bits, which belong to one customer.

    >>> network_of("203.0.113.7"), network_of("2001:db8::1"), network_of("::ffff:203.0.113.7"), network_of("testclient")
    ('203.0.113.7', '2001:db8::/64', '203.0.113.7', 'testclient')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), 64), strict=False))

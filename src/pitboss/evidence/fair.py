"""Fair chance as a table uses it, live and replayed. It does no input or output: the table takes its records for the log.

`promise` comes before the wagers and covers all decisions of chance until the next promise, however many shuffles that is: both
sides of a double shoe, a reshuffle after a jam, cuts, dice. An unused promise stays valid for the next round. A shuffle lives
until its cards are gathered again (`end`). When all shuffles of a promise are over and it is not the latest, its secret is
revealed, unless the game keeps cards hidden for ever, as Poker does with folded cards. A promise that may have been used
elsewhere is discarded, and its secret is never revealed (`discard`).
"""

import hashlib
import secrets
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from pitboss.cards import Card
from pitboss.errors import OutOfTurn
from pitboss.evidence.errors import BadEvidence, IllegalSeed
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.records import (
    Discarded,
    FairRecord,
    LiveShuffle,
    Numbered,
    Pledged,
    Promised,
    Record,
    Reordered,
    Revealed,
    Seeded,
    Shuffled,
    Standing,
    Withdrawn,
    description_of,
    difference,
    outline_of,
)
from pitboss.evidence.sealing import not_revealed, open_secret, seal, seal_secret, unseal_for
from pitboss.evidence.shuffles import (
    SCHEME,
    SECRET,
    FairShuffle,
    Opening,
    Secret,
    check_pledge,
    check_seed,
    pledge_of,
    scope_of,
)
from pitboss.shoe import Shuffle


def new_secret() -> bytes:
    """A secret from the operating system's generator."""
    return secrets.token_bytes(SECRET)


def hours_now() -> float:
    """The time in hours since a fixed moment."""
    return time.time() / 3600


def no_hours() -> float:
    """A constant clock, for commands that bring their own time."""
    return 0.0


class SeededSecrets:
    """Repeatable secrets for tests and simulations; with them, a promise proves nothing."""

    def __init__(self, seed: int) -> None:
        self.seed, self.drawn = seed, 0

    def __call__(self) -> bytes:
        self.drawn += 1
        return hashlib.sha256(f"pitboss test secret {self.seed} {self.drawn}".encode()).digest()


@dataclass
class _Promise:
    """A promise in force: its secret, what was derived from it, and its shuffles whose cards are not gathered yet.

    A replay without the house's key may not know the secret (`opened` is None); it continues until the secret is needed.
    """

    promised: Promised
    opened: Secret | None
    seeds: dict[int, str] = field(default_factory=dict)
    pledges: dict[int, str] = field(default_factory=dict)
    shuffles: int = 0
    numbers: int = 0
    telling: bool = False  # only pledged seeds may be revealed now
    live: dict[str, FairShuffle] = field(default_factory=dict)

    @property
    def number(self) -> int:
        return self.promised.number

    @property
    def secret(self) -> Secret:
        """The secret; raises Sealed if it is not known."""
        if self.opened is None:
            raise not_revealed(self.promised)
        return self.opened

    @property
    def untouched(self) -> bool:
        return not (self.shuffles or self.numbers or self.seeds or self.pledges)


class FairChance:
    """Chance that no one can choose: a `Source` for tables, with a promise before and a proof after."""

    def __init__(
        self,
        table: str,
        key: HouseKey | None = None,
        *,
        reveals: bool = True,
        draw: Callable[[], bytes] = new_secret,
        clock: Callable[[], float] = hours_now,
        scheme: int = SCHEME,
    ) -> None:
        scope_of(table, 0)
        self.table, self.key, self.reveals = table, key, reveals
        self._draw, self._clock, self._scheme = draw, clock, scheme
        self._made = 0  # the number of promises so far
        self._standing: dict[int, _Promise] = {}
        self._current: _Promise | None = None
        self._records: list[Record] = []

    @property
    def seeded(self) -> bool:
        """True if the secrets do not come from the operating system."""
        return self._draw is not new_secret

    @property
    def witness(self) -> "FairChance":
        """The object that gives evidence of chance: itself."""
        return self

    @property
    def promised(self) -> bool:
        """True if a promise stands from which the next round can be dealt."""
        return self._current is not None

    @property
    def standing(self) -> list[Promised]:
        """The promises in force without their secrets; the last one is for the next round."""
        return [
            Promised(each.promised.number, each.promised.promise, scheme=each.promised.scheme)
            for each in self._standing.values()
        ]

    @property
    def living(self) -> list[str]:
        """The roots of all shuffles whose cards are not gathered yet."""
        return [root for promise in self._standing.values() for root in promise.live]

    # ------------------------------------------------------------------ before the wagers, and with them

    def promise(self) -> str:
        """The promise for the next round: a new one, or the current one if it is unused."""
        if self._current is not None and self._current.untouched:
            return self._current.promised.promise
        promised, secret = self._next_promise(self._made + 1)
        others = [other.opened.value for other in self._standing.values() if other.opened is not None]
        if secret is not None and secret.value in others:
            raise BadEvidence(f"the secret of promise {promised.number} was drawn before")
        self._record(promised)
        self._leave()
        self._made += 1
        self._current = self._standing[self._made] = _Promise(promised, secret)
        return promised.promise

    def pledge(self, seat: int, digest: str) -> None:
        """A seat commits to its seed by `pledge_of`, and reveals it once no more pledges or seeds are accepted."""
        current = self._now()
        check_pledge(seat, digest)
        if current.telling:
            raise IllegalSeed("the pledged seeds are being told: it is too late to pledge another")
        if seat in current.pledges:
            raise IllegalSeed(f"seat {seat} has pledged its seed already")
        if seat in current.seeds:
            raise IllegalSeed(f"seat {seat} has added its seed already")
        self._record(Pledged(current.number, seat, digest))
        current.pledges[seat] = digest

    def no_more_seeds(self) -> None:
        """Accepts only the reveal of pledged seeds from now on: no one who knows one of them can choose their own."""
        self._now().telling = True

    @property
    def telling(self) -> bool:
        """True while only pledged seeds may be revealed."""
        return self._current is not None and self._current.telling

    @property
    def untold(self) -> list[int]:
        """The seats that have pledged a seed and not revealed it."""
        return [] if self._current is None else sorted(self._current.pledges.keys() - self._current.seeds.keys())

    def add_seed(self, seat: int, seed: str) -> None:
        """A seat adds its seed to all decisions of chance until the next promise."""
        self.check_seed(seat, seed)
        current = self._now()
        self._record(Seeded(current.number, seat, seed))
        current.seeds[seat] = seed

    def check_seed(self, seat: int, seed: str) -> None:
        """Checks that a seat may add this seed now; raises IllegalSeed."""
        current = self._now()
        check_seed(seat, seed)
        pledged = current.pledges.get(seat)
        if seat in current.seeds:
            raise IllegalSeed(f"seat {seat} has added its seed already")
        if pledged is not None and pledged != pledge_of(seat, seed):
            raise IllegalSeed(f"the seed of seat {seat} is not the one it pledged")
        if pledged is not None and not current.telling:
            raise IllegalSeed("a pledged seed is told after “no more bets”, when nobody can choose another by it")
        if pledged is None and current.telling:
            raise IllegalSeed("the pledged seeds are being told: it is too late to add another")

    def keep_seeds_of(self, seats: Collection[int]) -> None:
        """Drops seeds and pledges of other seats, whose players have left, so that the next player there can add a seed. Once
        pledged seeds are being revealed nothing is dropped: players who know them could choose by leaving."""
        current = self._current
        if current is None or current.telling or not (current.seeds or current.pledges):
            return
        for seat in sorted({*current.seeds, *current.pledges}.difference(seats)):
            self._record(Withdrawn(current.number, seat))
            current.seeds.pop(seat, None)
            current.pledges.pop(seat, None)

    # ------------------------------------------------------------------ what a table asks of chance

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        """The gathered cards in their final order, with the root that commits to them."""
        current = self._now()
        shuffle = current.secret.shuffle(current.shuffles + 1, cards, current.seeds)
        self._record(Shuffled(current.number, shuffle.number, len(shuffle.order), shuffle.root))
        current.shuffles += 1
        if shuffle.order:
            current.live[shuffle.root] = shuffle
        return Shuffle(shuffle.order, "", shuffle.root)

    def order_of(self, root: str) -> tuple[Card, ...]:
        """The final order of a living shuffle."""
        return self._holder(root).live[root].order

    def gathered(self, root: str) -> tuple[Card, ...]:
        """The cards of a living shuffle as they were gathered for it."""
        return self._holder(root).live[root].gathered

    def hidden_of(self, root: str) -> tuple[int, str]:
        """The promise number of a living shuffle, and the part of its secret that is never published, "" if its scheme has
        none."""
        secret = self._holder(root).secret
        return secret.number, secret.value.hex() if secret.digest else ""

    def reorder(self, root: str) -> Shuffle:
        """Rearranges a shuffle of the current promise by all seeds added so far, before its first card, as after an offer of
        the cut."""
        current = self._now()
        shuffle = current.live.get(root)
        if shuffle is None:
            raise OutOfTurn(f"no shuffle of promise {current.number} has the root {root}")
        if shuffle.opened:
            raise OutOfTurn("a card of this shuffle has been opened; seeds come before the first card")
        self._record(Reordered(current.number, shuffle.number))
        shuffle.seed(current.seeds)
        return Shuffle(shuffle.order, "", root)

    def number(self, least: int, most: int) -> int:
        """A number from least to most, such as the depth of a cut."""
        current = self._now()
        value = current.secret.draw(current.numbers + 1, least, most, current.seeds)
        self._record(Numbered(current.number, current.numbers + 1, least, most, value))
        current.numbers += 1
        return value

    def hours(self) -> float:
        """The time in hours since a fixed moment."""
        return self._clock()

    # ------------------------------------------------------------------ proofs

    def open_card(self, root: str, position: int) -> Opening:
        """The card at a position of the final order of a living shuffle, with its proof. After a cut of depth d before the
        deal, position p of the cut stack is position (p + d) mod n."""
        shuffle = self._holder(root).live[root]
        if not 0 <= position < len(shuffle.order):
            raise BadEvidence(f"there is no card {position} among {len(shuffle.order)}")
        return shuffle.open_card(position)

    def end(self, root: str) -> None:
        """Ends a shuffle: its cards are gathered and no more of them will be dealt."""
        if root == EMPTY:
            return
        promise = self._holder(root)
        del promise.live[root]
        if promise is not self._current:
            self._reveal(promise)

    def close(self) -> None:
        """Closes the table: no shuffle lives on, and no promise stands."""
        for promise in self._standing.values():
            promise.live.clear()
        self._current = None
        for promise in list(self._standing.values()):
            self._reveal(promise)

    def discard(self) -> None:
        """Discards every promise and its shuffles, because they may have been used where this table cannot see it. Their
        secrets are never revealed: cards dealt from them elsewhere may still be hidden."""
        for number in list(self._standing):
            self._record(Discarded(number))
            del self._standing[number]
        self._current = None

    def take_records(self) -> list[Record]:
        """The records for the log since the last call."""
        records, self._records = self._records, []
        return records

    # ------------------------------------------------------------------ as one value

    def to_record(self) -> FairRecord:
        """The whole state as one value, with secrets and cards sealed if the house has a key."""
        return FairRecord(self.table, self._made, self._current is not None, self._all_standing())

    def outline(self) -> FairRecord:
        """The state without the parts that are sealed anew every time (`outline_of`); it needs no key."""
        return outline_of(FairRecord(self.table, self._made, self._current is not None, self._all_standing(sealing=False)))

    def again(self, records: Sequence[Record], start: FairRecord | None) -> "FairReplay":
        """A replay of this chance from a state, by the records that it produced since."""
        replay = FairReplay(records, self.table, self.key, reveals=self.reveals, clock=no_hours)
        if start is not None:
            replay.restore(start)
        return replay

    def restore(self, record: FairRecord) -> None:
        """Restores a state; raises BadEvidence if it does not fit."""
        if record.table != self.table:
            raise BadEvidence(f"this is the chance of {record.table}, not of {self.table}")
        self._standing = {each.promised.number: self._restore_promise(each) for each in record.standing}
        self._made, self._current = record.promises, None
        if record.current:
            self._current = self._standing.get(record.promises)
            if self._current is None:
                raise BadEvidence(f"promise {record.promises} stands, but is not there")

    @staticmethod
    def from_record(
        record: FairRecord,
        key: HouseKey | None = None,
        *,
        reveals: bool = True,
        draw: Callable[[], bytes] = new_secret,
        clock: Callable[[], float] = hours_now,
    ) -> "FairChance":
        """Fair chance that continues from a state."""
        chance = FairChance(record.table, key, reveals=reveals, draw=draw, clock=clock)
        chance.restore(record)
        return chance

    def _all_standing(self, *, sealing: bool = True) -> tuple[Standing, ...]:
        return tuple([self._standing_record(promise, sealing) for promise in self._standing.values()])

    def _standing_record(self, promise: _Promise, sealing: bool) -> Standing:
        live = []
        for root, shuffle in promise.live.items():
            coded = self._coded_cards(promise, shuffle) if sealing else bytes(shuffle.gathered).hex()
            live.append(LiveShuffle(shuffle.number, root, coded, dict(shuffle.seeds), shuffle.opened))
        seeds, pledges = dict(promise.seeds), dict(promise.pledges)
        return Standing(promise.promised, seeds, pledges, promise.shuffles, promise.numbers, promise.telling, tuple(live))

    def _coded_cards(self, promise: _Promise, shuffle: FairShuffle) -> str:
        """The cards of a living shuffle for a snapshot: sealed if the secret of its promise is."""
        cards = bytes(shuffle.gathered)
        if not promise.promised.sealed:
            return cards.hex()
        if self.key is None:
            raise BadEvidence("cards whose secret is sealed need the key of the house to be put into a snapshot")
        return seal(cards, self.key.sealing, _cards_context(promise.secret, shuffle.number))

    def _restore_promise(self, record: Standing) -> _Promise:
        promised, secret = record.promised, self._secret_of(record)
        if secret is not None and secret.promise != promised.promise:
            raise BadEvidence(f"promise {promised.number}: its secret is not the one that was promised")
        for seeds in (record.seeds, *[each.seeds for each in record.live]):
            for seat, seed in seeds.items():
                check_seed(seat, seed)
        seeds, pledges = dict(record.seeds), dict(record.pledges)
        promise = _Promise(promised, secret, seeds, pledges, record.shuffles, record.numbers, record.telling)
        for each in record.live:
            secret = promise.secret
            if self.key is not None and promised.sealed:
                cards = unseal_for(self.key, each.cards, _cards_context(secret, each.number))
            else:
                cards = bytes.fromhex(each.cards)
            shuffle = secret.shuffle(each.number, cards, each.seeds)
            if shuffle.root != each.root:
                raise BadEvidence(f"shuffle {each.number} of promise {promised.number}: its cards are not those of its root")
            shuffle.opened = each.opened
            promise.live[each.root] = shuffle
        return promise

    # ------------------------------------------------------------------ overridden by a replay

    def _secret_of(self, record: Standing) -> Secret | None:
        """The secret of a promise in a snapshot; raises Sealed or BadEvidence."""
        promised = record.promised
        return Secret(open_secret(promised, self.table, self.key), self.table, promised.number, promised.scheme)

    def _next_promise(self, number: int) -> tuple[Promised, Secret | None]:
        """The next promise as a record, its secret sealed if the house has a key, and the secret."""
        secret = Secret(self._draw(), self.table, number, self._scheme)
        return _promise_record(secret, "" if self.key is None else seal_secret(secret, self.key.sealing)), secret

    def _record(self, record: Record) -> None:
        self._records.append(record)

    # ------------------------------------------------------------------ promises

    def _now(self) -> _Promise:
        if self._current is None:
            raise OutOfTurn("nothing has been promised; a promise comes before the wagers")
        return self._current

    def _holder(self, root: str) -> _Promise:
        for promise in self._standing.values():
            if root in promise.live:
                return promise
        raise BadEvidence(f"no living shuffle has the root {root}")

    def _leave(self) -> None:
        last, self._current = self._current, None
        if last is not None:
            self._reveal(last)

    def _reveal(self, promise: _Promise) -> None:
        """Drops a promise whose shuffles are all over, and reveals its secret."""
        if promise.live:
            return
        del self._standing[promise.number]
        if self.reveals:
            secret = promise.secret
            hidden = secret.value.hex() if secret.digest else ""
            self._record(Revealed(secret.number, secret.told.hex(), secret.digest, hidden))


class FairReplay(FairChance):
    """A replay of fair chance from its records in a log: it must be asked the same questions and arrive at the same answers.

    Secrets are opened with the house's key, or taken from what was revealed. Sealed is raised when an unknown secret is needed.
    The first mismatch is named. With `goes_on` it becomes live chance at the end of the records; without, going further is an
    error.
    """

    def __init__(
        self,
        records: Sequence[Record],
        table: str,
        key: HouseKey | None = None,
        *,
        reveals: bool = True,
        goes_on: bool = False,
        draw: Callable[[], bytes] = new_secret,
        clock: Callable[[], float] = hours_now,
    ) -> None:
        super().__init__(table, key, reveals=reveals, draw=draw, clock=clock)
        self.goes_on = goes_on
        self._log, self._at = records, 0
        self._revealed = _revealed_in(records)
        self._seen: dict[bytes, int] = {}

    def hear(self, records: Sequence[Record]) -> None:
        """Adds new records of the log."""
        self._log = [*self._log[self._at :], *records]
        self._at = 0
        self._revealed |= _revealed_in(records)

    def finish(self) -> None:
        """Raises BadEvidence if the log holds more than was asked for."""
        if self._at < len(self._log):
            raise BadEvidence(f"record {self._at + 1}, {description_of(self._log[self._at])}, was never asked for")

    def _next_promise(self, number: int) -> tuple[Promised, Secret | None]:
        if self._at >= len(self._log) and self.goes_on:
            return super()._next_promise(number)
        promised = self._next_in_log(f"promise {number}")
        if not isinstance(promised, Promised) or promised.number != number:
            raise BadEvidence(f"record {self._at + 1} is {description_of(promised)}, where promise {number} comes")
        value = self._revealed.get(number, b"") if self.key is None and promised.sealed else b""
        if not value and promised.sealed and self.key is None:
            return promised, None
        value = value or open_secret(promised, self.table, self.key)
        if self._seen.setdefault(value, number) != number:
            raise BadEvidence(f"promise {number} has the secret of promise {self._seen[value]} again")
        secret = Secret(value, self.table, number, promised.scheme)
        return _promise_record(secret, promised.sealed), secret

    def _secret_of(self, record: Standing) -> Secret | None:
        promised = record.promised
        if self.key is not None or not promised.sealed:
            return super()._secret_of(record)
        if record.live:  # the cards of its shuffles are sealed too
            raise not_revealed(promised)
        value = self._revealed.get(promised.number)
        return None if value is None else Secret(value, self.table, promised.number, promised.scheme)

    def _coded_cards(self, promise: _Promise, shuffle: FairShuffle) -> str:
        """A replay without the key holds snapshots only in memory, of cards that its log reveals, so it seals nothing."""
        sealing = self.key is not None or self.goes_on
        return super()._coded_cards(promise, shuffle) if sealing else bytes(shuffle.gathered).hex()

    def _record(self, record: Record) -> None:
        if self._at >= len(self._log) and self.goes_on:
            super()._record(record)
            return
        recorded = self._next_in_log(description_of(record))
        if recorded != record:
            raise BadEvidence(difference(self._at + 1, recorded, record))
        self._at += 1
        super()._record(record)

    def _next_in_log(self, wanted: str) -> Record:
        if self._at >= len(self._log):
            raise BadEvidence(f"the log ends after {len(self._log)} records of chance, where {wanted} comes")
        return self._log[self._at]


def _promise_record(secret: Secret, sealed: str) -> Promised:
    """A promise as a record; a secret that is not sealed is in the open."""
    return Promised(secret.number, secret.promise, sealed, "" if sealed else secret.value.hex(), secret.scheme)


def _revealed_in(records: Sequence[Record]) -> dict[int, bytes]:
    """The drawn values that records reveal, by promise."""
    return {each.promise: bytes.fromhex(each.hidden or each.secret) for each in records if isinstance(each, Revealed)}


def _cards_context(secret: Secret, shuffle: int) -> bytes:
    return b"pitboss cards 1\0" + secret.scope + shuffle.to_bytes(4, "big")


EMPTY = Secret(bytes(SECRET), "", 0).shuffle(0, ()).root  # the root of an empty shuffle, for every secret

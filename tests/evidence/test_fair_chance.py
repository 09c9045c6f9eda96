"""Fair chance at a table: promised before the wagers, replayed to the same cards; every change of its records is noticed."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from pitboss.errors import OutOfTurn, PitbossError
from pitboss.evidence.errors import BadEvidence, BadKey, IllegalSeed, Sealed
from pitboss.evidence.fair import FairChance, FairReplay, SeededSecrets
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.records import (
    Numbered,
    Promised,
    Record,
    Revealed,
    Seeded,
    Shuffled,
    fair_record_from_data,
    from_data,
    to_data,
)
from pitboss.evidence.shuffles import Secret, pledge_of, promise_of, verify_card, verify_shuffle
from pitboss.shoe import Source
from tests.evidence.sitting import KEY, TABLE, Call, Sitting, play

# ---------------------------------------------------------------------------- promises


def test_fair_chance_is_what_a_table_asks_for() -> None:
    source: Source = FairChance(TABLE, clock=lambda: 12.5)
    assert source.hours() == 12.5
    assert FairChance(TABLE).hours() > 400_000
    assert not FairChance(TABLE).seeded
    assert FairChance(TABLE, draw=SeededSecrets(1)).seeded


@pytest.mark.parametrize(
    "ask", [lambda c: c.shuffle(range(4)), lambda c: c.number(1, 6), lambda c: c.add_seed(1, "a"), lambda c: c.pledge(1, "a")]
)
def test_without_a_promise_there_is_no_chance(ask: Callable[[FairChance], Any]) -> None:
    chance = FairChance(TABLE)
    with pytest.raises(OutOfTurn, match="a promise comes before the wagers"):
        ask(chance)
    chance.promise()
    chance.close()
    with pytest.raises(OutOfTurn, match="a promise comes before the wagers"):
        ask(chance)


def test_a_promise_stands_until_something_is_taken_from_it_and_never_again() -> None:
    chance = FairChance(TABLE)
    seen = []
    for take in (lambda: chance.number(1, 6), lambda: chance.shuffle(range(4)), lambda: chance.add_seed(1, "a")):
        seen.append(chance.promise())
        assert chance.promise() == seen[-1]
        take()
    seen.append(chance.promise())
    assert len(set(seen)) == 4
    assert [each.number for each in chance.take_records() if isinstance(each, Promised)] == [1, 2, 3, 4]


def test_a_secret_that_comes_twice_is_refused() -> None:
    chance = FairChance(TABLE, draw=lambda: b"\7" * 32)
    chance.promise()
    chance.number(1, 6)
    with pytest.raises(BadEvidence, match="the secret of promise 2 was drawn before"):
        chance.promise()
    with pytest.raises(BadEvidence, match="32 bytes"):
        FairChance(TABLE, draw=lambda: b"short").promise()


def test_an_old_secret_in_a_later_promise_is_noticed() -> None:
    """A house that promises again what it has revealed would let whoever listened know the cards."""
    values = [b"\7" * 32, b"\7" * 32]
    records: list[Record] = [
        Promised(1, Secret(values[0], TABLE, 1).promise, secret=values[0].hex(), scheme=2),
        Numbered(1, 1, 1, 6, Secret(values[0], TABLE, 1).draw(1, 1, 6)),
        Promised(2, Secret(values[1], TABLE, 2).promise, secret=values[1].hex(), scheme=2),
        Revealed(1, Secret(values[0], TABLE, 1).told.hex(), Secret(values[0], TABLE, 1).digest, values[0].hex()),
    ]
    chance = FairReplay(records, TABLE)
    chance.promise()
    chance.number(1, 6)
    with pytest.raises(BadEvidence, match="promise 2 has the secret of promise 1 again"):
        chance.promise()


def test_a_promise_of_another_number_or_table_does_not_fit() -> None:
    first = play([("promise", None), ("number", 6), ("promise", None), ("number", 6)], KEY)[1]
    for table, records in (("table 8", first), (TABLE, [msgspec.structs.replace(first[2], number=1), *first[1:]])):
        with pytest.raises(BadEvidence):
            FairReplay(records, table, KEY).promise()
        with pytest.raises(BadEvidence):
            FairReplay(records, table).promise()


def test_one_promise_covers_both_sides_of_a_shoe_and_a_reshuffle() -> None:
    chance = FairChance(TABLE, KEY)
    promise = chance.promise()
    left, right = chance.shuffle(range(52)), chance.shuffle(range(52))
    again = chance.shuffle(left.order[5:])
    assert len({left.digest, right.digest, again.digest}) == 3
    assert left.order != right.order
    for shuffle in (left, right, again):
        assert verify_card(shuffle.digest, chance.open_card(shuffle.digest, 3))
    chance.end(left.digest)
    chance.promise()
    chance.end(again.digest)
    assert not any(isinstance(each, Revealed) for each in chance.take_records())
    chance.end(right.digest)  # the last of them: now the secret may be known
    [revealed] = chance.take_records()
    assert isinstance(revealed, Revealed)
    secret = Secret(bytes.fromhex(revealed.hidden), TABLE, 1)
    assert promise_of(TABLE, 1, bytes.fromhex(revealed.secret), revealed.digest) == promise
    for number, cards, shuffle in ((1, range(52), left), (2, range(52), right), (3, left.order[5:], again)):
        assert verify_shuffle(promise, secret, number, cards, shuffle.digest) == shuffle.order


def test_a_secret_is_not_in_the_log_before_its_shuffles_are_over() -> None:
    draw = SeededSecrets(1)
    chance = FairChance(TABLE, KEY, draw=draw)
    chance.promise()
    shuffle = chance.shuffle(range(52))
    chance.promise()
    log = msgspec.json.encode([to_data(each) for each in chance.take_records()])
    snapshot = msgspec.json.encode(to_data(chance.to_record()))
    secret = SeededSecrets(1)()
    for written in (log, snapshot, repr(chance._standing).encode()):
        assert secret.hex().encode() not in written
        assert bytes(range(52)).hex().encode() not in written
        assert bytes(shuffle.order).hex().encode() not in written
    chance.end(shuffle.digest)
    made = Secret(secret, TABLE, 1)
    assert chance.take_records() == [Revealed(1, made.told.hex(), made.digest, secret.hex())]


def test_without_a_key_the_secret_lies_open() -> None:
    chance = FairChance(TABLE, draw=SeededSecrets(1))
    chance.promise()
    [promised] = chance.take_records()
    assert isinstance(promised, Promised)
    assert (promised.sealed, promised.secret) == ("", SeededSecrets(1)().hex())


def test_no_cards_at_all() -> None:
    chance = FairChance(TABLE)
    chance.promise()
    for _ in range(2):
        shuffle = chance.shuffle(())
        assert shuffle.order == ()
    chance.end(shuffle.digest)
    chance.end(shuffle.digest)


def test_a_shuffle_that_does_not_live_has_nothing_to_open() -> None:
    chance = FairChance(TABLE)
    chance.promise()
    root = chance.shuffle(range(4)).digest
    for position in (-1, 4):
        with pytest.raises(BadEvidence, match="among 4"):
            chance.open_card(root, position)
    chance.end(root)
    for ask in (chance.end, chance.reorder, lambda root: chance.open_card(root, 0)):
        with pytest.raises(PitbossError, match="has the root"):
            ask(root)


def test_memory_does_not_grow_with_the_rounds() -> None:
    for reveals in (True, False):
        chance = FairChance(TABLE, reveals=reveals)
        for _ in range(300):
            chance.promise()
            root = chance.shuffle(range(5)).digest
            chance.open_card(root, 0)
            chance.end(root)
            chance.take_records()
        assert len(pickle.dumps(chance)) < 3000
        assert len(chance._standing) == 1


def test_chance_is_copied_but_its_key_is_not_pickled() -> None:
    chance = FairChance(TABLE, KEY, draw=SeededSecrets(1))
    chance.promise()
    other = copy.deepcopy(chance)
    assert other.shuffle(range(52)) == chance.shuffle(range(52))
    with pytest.raises(BadKey):
        pickle.dumps(chance)


# ---------------------------------------------------------------------------- seeds


def test_seeds_count_from_when_they_are_added() -> None:
    chance = FairChance(TABLE, draw=SeededSecrets(1))
    chance.promise()
    bare = chance.shuffle(range(52))
    chance.add_seed(3, "luck")
    seeded = chance.reorder(bare.digest)
    assert seeded.order != bare.order
    secret = Secret(SeededSecrets(1)(), TABLE, 1)
    assert secret.shuffle(1, range(52), {3: "luck"}).order == seeded.order
    assert chance.shuffle(range(52)).order == secret.shuffle(2, range(52), {3: "luck"}).order
    assert chance.number(1, 10**9) == secret.draw(1, 1, 10**9, {3: "luck"})
    with pytest.raises(IllegalSeed, match="seat 3 has added its seed already"):
        chance.add_seed(3, "more luck")


def test_seeds_come_before_the_first_card() -> None:
    chance = FairChance(TABLE)
    chance.promise()
    root = chance.shuffle(range(52)).digest
    chance.open_card(root, 0)
    chance.add_seed(3, "luck")
    with pytest.raises(OutOfTurn, match="seeds come before the first card"):
        chance.reorder(root)
    restored = FairChance.from_record(chance.to_record())
    with pytest.raises(OutOfTurn, match="seeds come before the first card"):
        restored.reorder(root)


def test_seeds_do_not_outlive_their_promise() -> None:
    chance = FairChance(TABLE, draw=SeededSecrets(1))
    chance.promise()
    chance.add_seed(3, "luck")
    chance.promise()
    draw = SeededSecrets(1)
    draw()
    assert chance.shuffle(range(52)).order == Secret(draw(), TABLE, 2).shuffle(1, range(52)).order


def test_who_pledged_must_tell_that_seed_when_nobody_can_add_another() -> None:
    """So that a house that has a seat of its own can neither choose the last seed nor shut the others out."""
    chance = FairChance(TABLE)
    chance.promise()
    chance.pledge(1, pledge_of(1, "long and random"))
    with pytest.raises(IllegalSeed, match="seat 1 has pledged"):
        chance.pledge(1, pledge_of(1, "better"))
    with pytest.raises(IllegalSeed, match="64 hexadecimal digits"):
        chance.pledge(2, "AB" * 32)
    with pytest.raises(IllegalSeed, match="not the one it pledged"):
        chance.add_seed(1, "better")
    with pytest.raises(IllegalSeed, match="told after “no more bets”"):
        chance.add_seed(1, "long and random")
    chance.add_seed(2, "in the open")
    with pytest.raises(IllegalSeed, match="seat 2 has added its seed already"):
        chance.pledge(2, pledge_of(2, "another"))
    chance.pledge(3, pledge_of(3, "after one in the open"))
    assert chance.untold == [1, 3] and not chance.telling
    chance.no_more_seeds()
    with pytest.raises(IllegalSeed, match="too late to pledge"):
        chance.pledge(4, pledge_of(4, "late"))
    with pytest.raises(IllegalSeed, match="too late to add"):
        chance.add_seed(4, "chosen by the house")
    chance.add_seed(1, "long and random")
    assert chance.untold == [3]
    told = ["Promised", "Pledged", "Seeded", "Pledged", "Seeded"]
    assert [type(each).__name__ for each in chance.take_records()] == told


def test_the_seed_of_a_seat_that_is_free_is_dropped_until_others_are_told() -> None:
    chance = FairChance(TABLE)
    chance.promise()
    chance.add_seed(1, "in the open")
    chance.pledge(2, pledge_of(2, "long and random"))
    chance.keep_seeds_of([1, 2, 3])
    chance.keep_seeds_of([3])
    told = ["Promised", "Seeded", "Pledged", "Withdrawn", "Withdrawn"]
    assert [type(each).__name__ for each in chance.take_records()] == told
    assert chance.promise() == chance.promise(), "nothing was taken from it"
    chance.add_seed(1, "of whoever came after")
    chance.pledge(2, pledge_of(2, "his too"))
    chance.no_more_seeds()
    chance.keep_seeds_of([])
    assert chance.untold == [2]


# ---------------------------------------------------------------------------- what a replay says


def test_a_replay_names_the_first_thing_that_does_not_fit() -> None:
    calls: list[Call] = [
        ("promise", None),
        ("seed", (2, "a")),
        ("shuffle", [1, 2, 3, 4, 5]),
        ("number", 6),
        ("end", 0),
        ("promise", None),
    ]
    _, records = play(calls, KEY, close=False)
    promised, seeded, shuffled, numbered, following, revealed = records
    assert isinstance(promised, Promised)
    assert isinstance(seeded, Seeded)
    assert isinstance(shuffled, Shuffled)
    assert isinstance(numbered, Numbered)
    assert isinstance(revealed, Revealed)
    replace = msgspec.structs.replace
    forgeries: list[tuple[list[Record], HouseKey | None, str]] = [
        ([replace(promised, promise="00" * 32), *records[1:]], KEY, "record 1, promise 1: the log says promise 0000"),
        ([*records[:5], replace(revealed, hidden="00" * 32)], None, "record 1, promise 1: the log says promise"),
        (
            [*records[:5], replace(revealed, secret="00" * 32)],
            KEY,
            "record 6, the secret of promise 1: the log says secret 0000",
        ),
        (
            [replace(promised, sealed=promised.sealed[:-2] + "xx"), *records[1:]],
            KEY,
            "promise 1: the key of the house does not",
        ),
        (
            [promised, replace(seeded, seed="b"), *records[2:]],
            KEY,
            "record 2, the seed of seat 2 for promise 1: the log says seed b",
        ),
        (
            [*records[:2], replace(shuffled, root="00" * 32), *records[3:]],
            KEY,
            "record 3, shuffle 1 of promise 1: the log says root",
        ),
        (
            [*records[:3], replace(numbered, value=9), *records[4:]],
            KEY,
            "record 4, number 1 of promise 1: the log says value 9",
        ),
        ([*records[:2], *records[3:]], KEY, "record 3 is number 1 of promise 1, where shuffle 1 of promise 1 comes"),
        ([*records[:4], *records[5:]], KEY, "record 5 is the secret of promise 1, where promise 2 comes"),
        (records[:3], KEY, "the log ends after 3 records of chance, where number 1 of promise 1 comes"),
        ([], KEY, "the log ends after 0 records of chance, where promise 1 comes"),
        ([*records, numbered], KEY, "record 7, number 1 of promise 1, was never asked for"),
    ]
    for forged, key, sentence in forgeries:
        chance = FairReplay(forged, TABLE, key)
        sitting = Sitting(chance)
        with pytest.raises(BadEvidence) as refused:
            for call in calls:
                sitting.call(call)
            chance.finish()
        assert sentence in str(refused.value)
    assert following.number == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"evidence": "rumour"},
        {"evidence": "promise", "number": 1},
        {"evidence": "promise", "number": -1, "promise": "00" * 32},
        {"evidence": "promise", "number": 1.5, "promise": "00" * 32},
        {"evidence": "promise", "number": True, "promise": "00" * 32},
        {"evidence": "promise", "number": 1, "promise": "00" * 31},
        {"evidence": "promise", "number": 1, "promise": "00" * 32 + "\n"},
        {"evidence": "promise", "number": 1, "promise": "00" * 32, "sealed": "abc"},
        {"evidence": "promise", "number": 1, "promise": "00" * 32, "more": 1},
        {"evidence": "reveal", "promise": 1, "secret": "00"},
        {"evidence": "shuffle", "promise": 1, "number": 1, "cards": 2**40, "root": "00" * 32},
    ],
)
def test_what_is_not_a_record_is_refused(data: Any) -> None:
    with pytest.raises(BadEvidence, match="not a record of chance"):
        from_data(data)


def test_a_snapshot_that_was_changed_is_refused() -> None:
    for key in (KEY, None):
        chance = FairChance(TABLE, key)
        chance.promise()
        chance.add_seed(1, "a")
        chance.shuffle(range(6))
        true = to_data(chance.to_record())
        assert FairChance.from_record(fair_record_from_data(true), key).number(1, 10**9) == chance.number(1, 10**9)

        def changed(change: Callable[[Any], Any], true: Any = true) -> Any:
            data = copy.deepcopy(true)
            change(data)
            return data

        wrong: list[Callable[[Any], Any]] = [
            lambda d: d["standing"][0]["promised"].update(promise="00" * 32),
            lambda d: d["standing"][0]["promised"].update(number=2),
            lambda d: d["standing"][0]["live"][0].update(root="00" * 32),
            lambda d: d["standing"][0]["live"][0].update(number=2),
            lambda d: d["standing"][0]["live"][0].update(cards="000102030504"),
            lambda d: d["standing"][0]["live"][0].update(seeds={"0": "a"}),
            lambda d: d["standing"][0].update(seeds={"1": ""}),
            lambda d: d.update(table="table 8"),
            lambda d: d.update(promises=2),
            lambda d: d.update(standing=[]),
            lambda d: d.update(more=1),
            lambda d: d["standing"][0].update(shuffles=-1),
        ]
        for change in wrong:
            with pytest.raises(PitbossError):
                chance = FairChance(TABLE, key)
                chance.restore(fair_record_from_data(changed(change)))


def test_a_table_that_gets_a_key_goes_on_from_when_it_had_none() -> None:
    chance = FairChance(TABLE)
    chance.promise()
    shuffle = chance.shuffle(range(52))
    chance.take_records()
    for _ in range(2):
        chance = FairChance.from_record(fair_record_from_data(to_data(chance.to_record())), KEY)
    assert chance.open_card(shuffle.digest, 0).card == shuffle.order[0]
    chance.promise()
    [promised] = chance.take_records()
    assert isinstance(promised, Promised)
    assert promised.sealed
    assert not promised.secret


def test_a_snapshot_of_sealed_cards_needs_the_key() -> None:
    records = play([("promise", None), ("shuffle", [1, 2, 3])], KEY)[1]
    chance = FairReplay(records, TABLE, goes_on=True)  # all secrets are revealed: it replays without the key
    chance.promise()
    chance.shuffle([1, 2, 3])
    with pytest.raises(BadEvidence, match="need the key"):
        chance.to_record()
    chance = FairReplay(records, TABLE)  # it writes nothing
    chance.promise()
    chance.shuffle([1, 2, 3])
    assert chance.to_record().standing[0].live[0].cards == "010203"


def test_a_secret_that_is_not_revealed_is_asked_for_when_something_is_taken() -> None:
    """Without the key a replay goes on to the first card or number that only the key of the house opens."""
    records = play([("promise", None), ("number", 6), ("promise", None), ("number", 6)], KEY, close=False)[1]
    takes: tuple[Callable[[FairReplay], object], ...] = (lambda c: c.number(1, 60), lambda c: c.shuffle([1, 2, 3]))
    for take in takes:
        chance = FairReplay(records, TABLE)
        chance.promise()
        chance.number(1, 6)
        chance.promise()
        with pytest.raises(Sealed, match="the secret of promise 2 is sealed"):
            take(chance)


def test_a_table_without_a_name_that_can_be_written_has_no_chance() -> None:
    for name in ("\ud800", "t" * 65536):
        with pytest.raises(BadEvidence, match="a table has a name"):
            FairChance(name)

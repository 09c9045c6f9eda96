"""Whatever a table asks of fair chance: a replay comes to the same, and whatever is changed in the records is noticed."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.evidence.errors import BadEvidence
from pitboss.evidence.fair import FairChance, FairReplay, SeededSecrets
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.records import (
    Numbered,
    Promised,
    Record,
    Revealed,
    Shuffled,
    fair_record_from_data,
    from_data,
    to_data,
)
from tests.evidence.sitting import CALLS, HOUSES, KEY, SITTINGS, TABLE, Call, Sitting, play, replay


@settings(max_examples=200)
@given(calls=SITTINGS, key=HOUSES)
def test_a_replay_comes_to_the_same(calls: list[Call], key: HouseKey | None) -> None:
    """With the key of the house, and without it when all secrets are revealed."""
    results, records = play(calls, key)
    assert replay(calls, records, key) == results
    assert replay(calls, records, None) == results
    assert [from_data(msgspec.json.decode(msgspec.json.encode(to_data(each)))) for each in records] == records


@settings(max_examples=100)
@given(calls=SITTINGS)
def test_a_game_that_hides_cards_for_ever_reveals_nothing(calls: list[Call]) -> None:
    results, records = play(calls, KEY, reveals=False)
    assert not any(isinstance(each, Revealed) for each in records)
    assert replay(calls, records, KEY, reveals=False) == results
    if any(isinstance(each, Shuffled | Numbered) for each in records):
        with pytest.raises(BadEvidence, match="sealed and has not been revealed"):
            replay(calls, records, None, reveals=False)
    else:
        assert replay(calls, records, None, reveals=False) == results


@settings(max_examples=400)
@given(calls=SITTINGS, key=HOUSES, data=st.data())
def test_whatever_is_changed_in_the_records_is_noticed(calls: list[Call], key: HouseKey | None, data: st.DataObject) -> None:
    _, records = play(calls, key)
    at = data.draw(st.integers(0, len(records) - 1))
    forged = list(records)
    how = data.draw(st.sampled_from(["change", "change", "change", "drop", "double", "swap"]))
    if how == "change":
        name = data.draw(st.sampled_from(records[at].__struct_fields__))
        forged[at] = msgspec.structs.replace(records[at], **{name: other_value(getattr(records[at], name), data)})
    elif how == "drop":
        del forged[at]
    elif how == "double":
        forged.insert(at, records[at])
    else:
        forged.append(forged.pop(at))
    if forged == records:
        return
    with pytest.raises(BadEvidence):
        replay(calls, forged, key)


def other_value(value: Any, data: st.DataObject) -> Any:
    """Something else of the same kind."""
    if isinstance(value, int):
        return value + data.draw(st.sampled_from([-1, 1, 7]))
    if set(value) <= set("0123456789abcdef") and value:
        at = data.draw(st.integers(0, len(value) - 1))
        return value[:at] + "0123456789abcdef0"["0123456789abcdef".index(value[at]) + 1] + value[at + 1 :]
    return value + "00"


@settings(max_examples=200)
@given(calls=SITTINGS, key=HOUSES, data=st.data())
def test_chance_goes_on_from_wherever_a_log_stops(calls: list[Call], key: HouseKey | None, data: st.DataObject) -> None:
    """A log that was cut anywhere is played again and continued; with the same secrets it becomes the same log."""
    results, records = play(calls, key, close=False)
    cut = data.draw(st.integers(0, len(records)))
    drawn = SeededSecrets(5)
    drawn.drawn = sum(isinstance(each, Promised) for each in records[:cut])
    chance = FairReplay(records[:cut], TABLE, key, goes_on=True, draw=drawn)
    sitting = Sitting(chance)
    for call in calls:
        sitting.call(call)
    assert sitting.results == results
    assert list(map(unsealed, chance.take_records())) == list(map(unsealed, records))


def unsealed(record: Record) -> Record:
    """A record without the nonce that differs each time."""
    return msgspec.structs.replace(record, sealed="") if isinstance(record, Promised) else record


@settings(max_examples=200)
@given(calls=SITTINGS, more=st.lists(CALLS, max_size=12), key=HOUSES)
def test_a_snapshot_goes_on_as_if_nothing_had_happened(calls: list[Call], more: list[Call], key: HouseKey | None) -> None:
    sitting = Sitting(FairChance(TABLE, key, draw=SeededSecrets(5)))
    for call in calls:
        sitting.call(call)
    sitting.chance.take_records()
    coded = msgspec.json.encode(to_data(sitting.chance.to_record()))
    record = fair_record_from_data(msgspec.json.decode(coded))
    draw = SeededSecrets(5)
    draw.drawn = sitting.chance._made
    again = Sitting(FairChance.from_record(record, key, draw=draw))
    again.roots, again.results = list(sitting.roots), list(sitting.results)
    for each in (sitting, again):
        for call in more:
            each.call(call)
        each.chance.close()
    assert again.results == sitting.results
    assert list(map(unsealed, again.chance.take_records())) == list(map(unsealed, sitting.chance.take_records()))


@settings(max_examples=100)
@given(calls=SITTINGS, more=st.lists(CALLS, max_size=12))
def test_a_replay_starts_from_a_snapshot(calls: list[Call], more: list[Call]) -> None:
    sitting = Sitting(FairChance(TABLE, KEY))
    for call in calls:
        sitting.call(call)
    sitting.chance.take_records()
    record, roots, results = sitting.chance.to_record(), list(sitting.roots), len(sitting.results)
    for call in more:
        sitting.call(call)
    sitting.chance.close()
    chance = FairReplay(sitting.chance.take_records(), TABLE, KEY)
    chance.restore(record)
    again = Sitting(chance)
    again.roots = roots
    for call in more:
        again.call(call)
    chance.close()
    chance.finish()
    assert again.results == sitting.results[results:]

"""A table with fair chance: the promise before the wagers, no undealt order in the log, and a log that proves itself."""

import copy
import json
import pickle
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.cards import text
from pitboss.errors import BadLog, NotAuthorized, NotRevealed, OutOfTurn
from pitboss.evidence.errors import BadKey
from pitboss.evidence.fair import FairChance
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.records import Numbered, Promised, Revealed, Seeded, Shuffled, published
from pitboss.evidence.shuffles import pledge_of, verify_card
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table import table as table_module
from pitboss.table.commands import Begin, Bet
from pitboss.table.drivers import bots, drive
from pitboss.table.log.records import Record
from pitboss.table.log.replay import replay, resume
from pitboss.table.log.sealed import read_lines
from pitboss.table.log.snapshots import Snapshot
from pitboss.table.log.stores import FileStore, MemoryStore, read_line
from pitboss.table.steps import Cut
from pitboss.table.table import Table
from pitboss.table.view.proofs import faces, open_dealt, proofs
from pitboss.table.view.viewers import Viewer, seen
from pitboss.table.view.views import Frame, frames
from tests.fairness import ALL, KEY, KEYS, NAME, OTHER, Seeding, fair, play, records_of, same
from tests.sittings import sitting
from tests.strategies import records, release, state


@pytest.fixture(autouse=True)
def snapshots_every_other_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short sittings have snapshots too."""
    monkeypatch.setattr(table_module, "SNAPSHOT_ROUNDS", 2)


# ---------------------------------------------------------------------------- whole sittings


@ALL
@KEYS
@pytest.mark.parametrize("seed", range(2))
def test_a_fair_sitting_replays(chapter: str, key: HouseKey | None, seed: int, tmp_path: Path) -> None:
    table = play(chapter, seed, key, FileStore(tmp_path / "log", signer=key))
    release(table)
    again = replay(tmp_path / "log", game, key=key)
    same(table, again)
    found = records_of(tmp_path / "log")
    assert all(type(given).__name__ == "Reading" for record in found for given in record.drawn)
    assert any(isinstance(each, Seeded) for record in found for each in record.evidence)


@ALL
def test_a_closed_log_is_proven_without_the_key_unless_cards_stay_hidden(chapter: str, tmp_path: Path) -> None:
    table = play(chapter, 4, KEY, FileStore(tmp_path / "log", signer=KEY))
    try:
        same(table, replay(tmp_path / "log", game, key=KEY.public))  # no card lies in a shoe
    except NotRevealed as part:
        assert re.search(r"is proven before version \d+; from there on the secret of promise \d+ is sealed", part.message)
        assert part.to_the_end and len(part.rounds(table.rounds)) < table.rounds
        assert table.fair is not None and (table.fair.living or not table.fair.reveals)
    table.close()
    release(table)
    assert replay(tmp_path / "log", game, key=KEY).closed
    if table.game.dealt_in is None:
        same(table, replay(tmp_path / "log", game, key=KEY.public))
        same(table, replay(tmp_path / "log", game))
    else:
        with pytest.raises(BadLog, match=r"before version \d+; from there on the secret of promise 1 is sealed"):
            replay(tmp_path / "log", game)


def test_the_public_key_verifies_a_shoe_of_many_rounds_that_was_revealed(tmp_path: Path) -> None:
    """The defect: a replay without the key sealed the shoe for a snapshot, which needs the key, and named a difference."""
    table = play("633a", 4, KEY, FileStore(tmp_path / "log", signer=KEY), rounds=2 * table_module.ALONE_ROUNDS)
    table.close()
    release(table)
    assert replay(tmp_path / "log", game, key=KEY.public).rounds == 2 * table_module.ALONE_ROUNDS


def test_behind_discarded_cards_the_public_key_verifies_from_the_next_snapshot_on(tmp_path: Path) -> None:
    """The secret of cards that were discarded in a round is never revealed; a snapshot behind them needs none."""
    table = play("565", 2, KEY, FileStore(tmp_path / "log", signer=KEY), rounds=3)
    crowd = Seeding(7)
    crowd.between(table)
    before = table.rounds
    while table.round is None:
        table.begin()
    table.discard("the house started from a copy")
    for _ in range(7):
        crowd.between(table)
        crowd.round(table)
    table.close()
    release(table)
    assert replay(tmp_path / "log", game, key=KEY).rounds == table.rounds
    with pytest.raises(NotRevealed) as found:
        replay(tmp_path / "log", game, key=KEY.public)
    [(_, behind, last, after)] = found.value.gaps
    assert behind == before < after <= before + 3 < table.rounds
    assert found.value.verifies(table.version) and not found.value.verifies(last)
    same(table, found.value.table)


# ---------------------------------------------------------------------------- promises


@ALL
def test_the_promise_is_on_record_before_the_wagers(chapter: str) -> None:
    """Everything that chance decides follows from a promise of an earlier record, with no secret revealed that still counts."""
    store = MemoryStore()
    table = play(chapter, 0, KEY, store)
    table.close()
    promised: set[int] = set()
    revealed: set[int] = set()
    current = 0
    for record in store.records:
        before = current
        for each in record.evidence:
            if isinstance(each, Promised):
                promised.add(each.number)
                current = each.number
            elif isinstance(each, Revealed):
                revealed.add(each.promise)
            else:
                assert each.promise == before
                assert each.promise in promised - revealed
        if isinstance(record.deed, Bet | Begin):
            assert before and not any(isinstance(each, Promised) for each in record.evidence if record.end is None)
        if record.end is not None:
            assert not record.evidence or isinstance(record.evidence[-1], Promised | Revealed)
    assert revealed == (promised if table.game.dealt_in is None else set())


@ALL
@KEYS
def test_a_table_that_closed_promises_anew_before_wagers(chapter: str, key: HouseKey | None, tmp_path: Path) -> None:
    table = play(chapter, 3, key, FileStore(tmp_path / "log", signer=key), rounds=2)
    table.close()
    assert not any(stack.cards for stack in table.stacks.values()), "cards whose secret is revealed are not dealt"
    before = state(table)
    seat = next(iter(table.seats))
    for attempt in (
        lambda: table.bet(seat, table.game.suggest(table.house)),
        table.begin,
        lambda: table.seed(seat, "luck"),
        lambda: table.pledge(seat, pledge_of(seat, "luck")),
    ):
        with pytest.raises(OutOfTurn, match="opened again before anything else"):
            attempt()
    assert state(table) == before
    release(table)
    back = resume(tmp_path / "log", game, fair(chapter, key, 77), key=key)
    assert back.store is not None
    assert isinstance(list(back.store.read())[-1].evidence[0], Promised)
    crowd = Seeding(9)
    for _ in range(3):
        crowd.between(back)
        crowd.round(back)
    back.close()
    release(back)
    same(back, replay(tmp_path / "log", game, key=key))


def test_chance_has_the_name_of_its_table() -> None:
    for name, reveals in (("another", True), (NAME, False)):
        with pytest.raises(NotAuthorized, match="the table's name"):
            Table(game("565"), None, FairChance(name, reveals=reveals), name=NAME)


# ---------------------------------------------------------------------------- proofs


@ALL
def test_every_card_that_is_dealt_can_be_opened_at_once(chapter: str) -> None:
    """Whatever a viewer has seen is proven against a root on record; nothing that he has not seen is opened."""
    roots: set[str] = set()
    proven = 0

    def watch(table: Table, record: Record) -> None:
        nonlocal proven
        roots.update(each.root for each in record.evidence if isinstance(each, Shuffled))
        current = table.round or table.last
        if current is None:
            return
        look = table.game.looks(table.house)
        for side, stack in table.stacks.items():
            assert table.fair is not None
            if stack.root in table.fair.living:
                places = stack.places_dealt()
                for number in range(len(places))[-3:]:
                    found = open_dealt(table, number, side)
                    assert verify_card(stack.root, found.opening) and found.position == places[number]
                with pytest.raises(OutOfTurn):
                    open_dealt(table, len(places), side)
        for seat in (None, *list(table.seats)[:2]):
            visible = [
                card
                for step in current.steps
                for card in faces(seen(step, Viewer() if seat is None else Viewer.at(seat), look)).cards
            ]
            for each in proofs(table, Viewer() if seat is None else Viewer.at(seat)):
                assert each.root in roots
                assert verify_card(each.root, each.opening)
                assert each.opening.card in visible
                proven += 1

    sitting(chapter, 0, rounds=3, watch=watch, chance=fair(chapter, KEY, 0), name=NAME)
    assert proven


@ALL
def test_all_that_a_player_sees_of_a_round_is_proven(chapter: str) -> None:
    """Without incidents, every card that left the stack face up or for him."""
    table = Table(game(chapter), None, fair(chapter, KEY), name=NAME)
    for seat in (1, 2):
        table.sit(seat, f"player {seat}")
        if table.game.dealt_in is None:
            table.bet(seat, table.game.suggest(table.house))
    table.begin()
    look, complete = table.game.looks(table.house), 0
    while table.request is not None:
        assert table.round is not None
        steps = [faces(seen(step, Viewer.at(1), look)) for step in table.round.steps if step.act in ("deal", "draw")]
        visible = [card for step in steps for card in step.cards]
        opened = [each.opening.card for each in proofs(table, Viewer.at(1))]
        assert not Counter(visible) - Counter(opened)
        complete = max(complete, len(visible))
        table.reply(bots(table, table.request))
    assert complete


def test_plain_chance_proves_nothing() -> None:
    table = Table(game("565"), None, Chance(1))
    for attempt in (lambda: proofs(table, Viewer.at(1)), lambda: open_dealt(table, 0)):
        with pytest.raises(NotAuthorized, match="proves nothing"):
            attempt()


def test_what_everybody_may_see_has_no_secret() -> None:
    for key in (None, KEY):
        table = Table(game("565"), None, fair("565", key), MemoryStore(), name=NAME)
        [promised] = published(records(table)[0].evidence)
        assert isinstance(promised, Promised) and not promised.secret and not promised.sealed
        assert len(promised.promise) == 64


@pytest.mark.parametrize("key", [None, KEY])
def test_a_viewer_is_sent_promises_and_roots_and_a_secret_only_when_it_is_revealed(key: HouseKey | None) -> None:
    table = Table(game("565"), None, fair("565", key), MemoryStore(), name=NAME)
    table.sit(1, "Ann")
    table.bet(1, {"Ante": 1000})
    drive(table, bots)
    log = records(table)
    hidden = [(each.secret, each.sealed) for record in log for each in record.evidence if isinstance(each, Promised)]
    sent = frames(log, Viewer("Ann"), table.game.looks(table.house))
    told = [each for frame in sent for each in frame.evidence]
    assert [type(each) for each in told] == [Promised, Shuffled, Numbered, Promised, Revealed]
    revealed = next(each for each in told if isinstance(each, Revealed))
    before_the_end = msgspec.json.encode(sent[:-1]).decode()
    for secret, sealed in hidden:
        assert not secret or secret not in before_the_end
        assert not sealed or sealed not in before_the_end
    assert revealed.secret not in before_the_end
    assert msgspec.json.decode(msgspec.json.encode(sent), type=list[Frame]) == sent


# ---------------------------------------------------------------------------- killed and copied


def go_on(path: Path, whole: list[Record], chance: FairChance, key: HouseKey | None) -> Table:
    """Resumes a log that was cut from a whole one, and says to the table what it has not heard yet."""
    table = resume(path, game, chance, key=key)
    for record in whole[table.version :]:
        table.do(record.command)
    release(table)
    return table


def without_seals(evidence: list[Any]) -> list[Any]:
    """What chance left, but for what is encrypted anew every time."""
    return [msgspec.structs.replace(each, sealed="") if isinstance(each, Promised) else each for each in evidence]


@ALL
@KEYS
def test_a_killed_table_goes_on_as_if_nothing_had_been(chapter: str, key: HouseKey | None, tmp_path: Path) -> None:
    """Cut anywhere, between promise and wagers too: the same secrets, the same cards, the same log."""
    whole = play(chapter, 6, key, FileStore(tmp_path / "log", signer=key), rounds=3)
    release(whole)
    written, records = (tmp_path / "log").read_bytes(), records_of(tmp_path / "log")
    ends = [n for n, byte in enumerate(written, 1) if byte == 10]
    rng = random.Random(6)
    promises = [n for n, each in enumerate(records) if any(isinstance(e, Promised) for e in each.evidence)]
    cuts = {*rng.sample(ends, min(len(ends), 2)), *(rng.randrange(ends[0], len(written)) for _ in range(2))}
    for cut in sorted({*cuts, *(ends[n] for n in promises[:2])}):
        (tmp_path / "cut").write_bytes(written[:cut])
        lines = read_lines(tmp_path / "cut", unfinished=True)
        kept = [found for line in lines if isinstance(found := read_line(tmp_path / "cut", line), Record)]
        chance = fair(chapter, key, 6)
        drawn = sum(isinstance(each, Promised) for record in kept for each in record.evidence)
        for _ in range(drawn):  # the secrets that the log has already
            chance._draw()
        table = go_on(tmp_path / "cut", records, chance, key)
        same(whole, table)
        same(whole, replay(tmp_path / "cut", game, key=key))
        for one, other in zip(records, records_of(tmp_path / "cut"), strict=True):
            assert without_seals(one.evidence) == without_seals(other.evidence)
            assert (one.steps, one.end) == (other.steps, other.end)


@ALL
def test_a_copy_goes_on_by_itself(chapter: str) -> None:
    table = Table(game(chapter), None, fair(chapter, KEY), name=NAME)
    table.sit(1, "Ann")
    table.sit(2, "Bob")
    for _ in range(3):
        for seat in table.seats if table.game.dealt_in is None else ():
            table.bet(seat, table.game.suggest(table.house))
        table.begin()
        while table.request is not None:
            copied = copy.deepcopy(table)
            table.reply(bots(table, table.request))
    while copied.request is not None:
        copied.reply(bots(copied, copied.request))
    same(copied, table)
    with pytest.raises(BadKey, match="its own file"):
        pickle.dumps(table)


def test_a_fair_table_without_a_key_can_be_pickled() -> None:
    table = Table(game("633a"), None, fair("633a"), name=NAME)
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    drive(table, bots)
    again = pickle.loads(pickle.dumps(table))
    same(table, again)
    for each in (table, again):
        each.bet(1, each.game.suggest(each.house))
        drive(each, bots)
    same(table, again)


@ALL
@KEYS
def test_a_snapshot_survives_its_trip(chapter: str, key: HouseKey | None) -> None:
    table = play(chapter, 2, key, None, rounds=3)
    value = table.snapshot()
    back = msgspec.json.decode(msgspec.json.encode(value), type=Snapshot)
    assert back == value
    chance = fair(chapter, key)
    assert back.chance is not None
    chance.restore(back.chance)
    same(table, Table(table.game, table.house, chance, snapshot=back))


@pytest.mark.parametrize("rounds", [0, 1, 4])  # nothing is signed yet; without a snapshot; with one
def test_a_sealed_log_is_resumed_with_its_key_only(rounds: int, tmp_path: Path) -> None:
    path = tmp_path / "log"
    release(play("633a", 1, KEY, FileStore(path, signer=KEY), rounds=rounds))
    written = path.read_bytes()
    assert (b'"snapshot"' in written, b'"signature"' in written) == (rounds == 4, rounds > 0)
    with pytest.raises(BadLog, match="only the key of the house opens it" if not rounds else "key of the house only"):
        resume(path, game)
    with pytest.raises(BadLog, match="does not open this seal" if not rounds else "not signed with your key"):
        resume(path, game, key=OTHER)
    with pytest.raises(BadLog, match="cannot go on with another"):
        resume(path, game, Chance(1), key=KEY)
    assert path.read_bytes() == written
    release(resume(path, game, key=KEY))


# ---------------------------------------------------------------------------- nothing to be read


def stub_of(table: Table) -> list[str]:
    """The order of the cards not yet dealt, in every way in which it might be written."""
    found = []
    for stack in table.stacks.values():
        order = stack.cards[::-1][:6]
        if len(order) == 6:
            found += [text(order), text(order[::-1]), bytes(order).hex(), json.dumps(order), json.dumps(order)[1:-1]]
            found += [json.dumps(order, separators=(",", ":"))[1:-1], "".join(text([card]) for card in order)]
    return found


@ALL
def test_the_order_of_cards_not_yet_dealt_is_not_in_a_sealed_log(chapter: str, tmp_path: Path) -> None:
    """At every request, in the whole file: neither the order nor the secret from which it follows."""
    path, looked = tmp_path / "log", 0
    key = KEY

    def watch(table: Table, record: Record) -> None:
        nonlocal looked
        content = path.read_text(encoding="utf-8")
        for words in stub_of(table):
            assert words not in content
            looked += 1
        assert isinstance(table.fair, FairChance)
        for promise in table.fair._standing.values():
            assert promise.secret.value.hex() not in content

    table, _ = sitting(chapter, 5, rounds=3, watch=watch, chance=fair(chapter, key, 5), store=FileStore(path), name=NAME)
    release(table)
    assert looked


def test_another_order_of_the_rest_changes_only_what_is_sealed_or_hashed(tmp_path: Path) -> None:
    """Two logs up to the cut: another secret, another order, and the same words but for promise, seal, root and snapshot."""
    contents = []
    for seed in (1, 2):
        path = tmp_path / str(seed)
        table = Table(game("633a"), None, fair("633a", KEY, seed), FileStore(path), name=NAME)
        table.sit(1, "Ann")
        table.bet(1, table.game.suggest(table.house))
        table.begin()
        assert isinstance(table.request, Cut)
        release(table)
        contents.append(re.sub(r"[0-9a-f]{64,}", "…", path.read_text(encoding="utf-8")))
    assert contents[0] == contents[1]

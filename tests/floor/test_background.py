"""What is told with a round beyond its frames: the table before it, and what chance published about it. Nobody learns more."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.cards import NAMES
from pitboss.evidence.shuffles import Secret, promise_of, verify_card
from pitboss.floor.books.recall import Asker
from pitboss.floor.play import bots
from pitboss.floor.running import Running
from pitboss.games import NONBANKED
from pitboss.table.commands import Leave
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import from_text
from tests.floor.floor_evening import PASSWORD, Evening
from tests.floor.test_recall import Web, cards_in, open_game, recall_of, recalled, run

WAGERING = {"placed", "wager", "bet", "begin"}


def of(found: dict[str, Any], kind: str) -> list[Any]:
    return [each for each in found["chance"] if each["record"]["evidence"] == kind]


def folded(found: dict[str, Any]) -> Layout:
    """The picture that a page comes to at the end of a round."""
    layout = msgspec.convert(found["layout"], Layout, str_keys=True)
    for frame in found["frames"]:
        layout.see_all(map(from_text, frame.get("steps", [])))
    return layout


@pytest.mark.parametrize("number", ["565", "633a", "637a", "645a", "657a"])
def test_a_round_leads_from_the_table_before_it_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: str
) -> None:
    """Whoever folds it has everybody's chips to the cent before and after, over snapshots too; and no card of another round."""
    monkeypatch.setattr("pitboss.table.table.SNAPSHOT_ROUNDS", 2)

    async def test(opened: Running, evening: Evening) -> None:
        live = await open_game(opened, number)
        ann, bo = await evening.guest(), await evening.guest()
        for seat, who in ((1, ann), (3, bo)):
            await evening.sit(live, who, seat, 40_000)
        if number in NONBANKED:
            await bots.seat(opened.floor, live, 2)
        await evening.play(live, [(ann, 1), (bo, 3)], 5)
        recall, last = recall_of(opened), None
        for played in range(1, 6):
            found = await recalled(recall, live, played, Asker())
            before = found["layout"]
            assert before["hands"] == before["wagers"] == before["results"] == {} and not before["in_progress"]
            first = {seat: (each["player"], each["chips"]) for seat, each in before["seats"].items()}
            assert last is None or {seat: first[seat] for seat in last if seat in first} == last
            after = folded(found)
            assert after.round == played and not after.in_progress
            last = {str(seat): (each.player, each.chips) for seat, each in after.seats.items()}
        assert (last and {ann.name, bo.name} <= {name for name, _ in last.values()}) or number in NONBANKED

    run(tmp_path, test)


def test_the_promise_is_told_with_the_round_that_it_decided(tmp_path: Path) -> None:
    """It was published before the round's first frame, and its secret with the last one."""

    async def test(opened: Running, evening: Evening) -> None:
        live = await open_game(opened, "565")
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        await evening.play(live, [(ann, 1)], 3)
        for number in (1, 2, 3):
            found = await recalled(recall_of(opened), live, number, Asker())
            (promised,), (shuffled,), (revealed,) = [of(found, kind) for kind in ("promise", "shuffle", "reveal")]
            wagers = [f["v"] for f in found["frames"] if any(s and s[1] in WAGERING for s in f.get("steps", []))]
            assert promised["v"] < wagers[0] < shuffled["v"] <= revealed["v"] == found["last"]
            assert (promised["v"] < found["first"]) == (number > 1) and found["reveals"] and not found["seeded"]
            told, number = revealed["record"], promised["record"]["number"]
            assert "hidden" not in told, "from which folded cards would follow"
            fits = promise_of(found["scope"], number, bytes.fromhex(told["secret"]), told["digest"])
            assert fits == promised["record"]["promise"]

    run(tmp_path, test)


def test_a_shoe_is_told_in_every_round_that_is_dealt_from_it(tmp_path: Path) -> None:
    """Its promise and root from before, and its secret not until the table closes; then in the rounds of long ago too."""

    async def test(opened: Running, evening: Evening) -> None:
        boss = await opened.people.hire("Pat Boss", PASSWORD, "pit boss")
        live = await open_game(opened, "633a")
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        await evening.play(live, [(ann, 1)], 3)
        recall = recall_of(opened)
        third = await recalled(recall, live, 3, Asker(ann.id))
        (promised,), (shuffled,) = of(third, "promise"), of(third, "shuffle")
        assert promised["v"] == 1 < shuffled["v"] < third["first"] and of(third, "reveal") == []
        assert {each.root for each in await recall.proofs(live.log, 3, Asker(ann.id)) or []} == {shuffled["record"]["root"]}
        assert "secret" not in json.dumps(third) and "sealed" not in json.dumps(third)
        assert await recall.gathered(live.log, 3) == ({}, {})
        await evening.say(live, ann, Leave(1))
        await opened.lifecycle.close_table(boss, live)
        (revealed,) = of(await recalled(recall, live, 3, Asker()), "reveal")
        assert revealed["v"] > third["last"]
        again = await recall.gathered(live.log, 3)
        gathered, secret = again.cards[shuffled["record"]["root"]], Secret(bytes.fromhex(again.hidden[1]), third["scope"], 1)
        assert secret.told.hex() == revealed["record"]["secret"]
        assert secret.shuffle(1, gathered).root == shuffled["record"]["root"] and len(gathered) == 312

    run(tmp_path, test)


def test_at_poker_no_secret_is_told_and_the_showdown_is_proven(tmp_path: Path) -> None:
    """Every card that was shown at the end is opened against a root that was published, for whoever saw it, and no other."""

    async def test(opened: Running, evening: Evening) -> None:
        live = await open_game(opened, "637a")
        ann = await evening.guest()
        await evening.sit(live, ann, 1, 40_000)
        await bots.seat(opened.floor, live, 3)
        recall, shown, number = recall_of(opened), 0, 0
        while number < 18 or not shown:  # the cards are nobody's choice: in some hands all but one fold
            number += 1
            assert number < 180, "the last act of a hand never turned cards up"
            await evening.play(live, [(ann, 1)])
            found = await recalled(recall, live, number, Asker())
            assert of(found, "promise") and not of(found, "reveal") and not found["reveals"]
            assert await recall.gathered(live.log, number) == ({}, {})
            steps = [step for frame in found["frames"] for step in frame.get("steps", []) if step]
            last = [step for step in found["frames"][-1].get("steps", []) if step]
            shown += sum(len(step[3]) for step in last if step[1] == "reveal")
            seen = {card for step in steps for card in step[3]} - {"??"}
            proven = await recall.proofs(live.log, number, Asker()) or []
            assert {NAMES[each.opening.card] for each in proven} == seen
            roots = {each["record"]["root"] for each in of(found, "shuffle")}
            assert all(each.root in roots and verify_card(each.root, each.opening) for each in proven)

    run(tmp_path, test)


def test_what_a_player_gained(tmp_path: Path) -> None:
    """As the chips before him say, in the rounds that he played and no other."""

    async def test(opened: Running, evening: Evening) -> None:
        live = await open_game(opened, "565")
        ann, bo = await evening.guest(), await evening.guest()
        await evening.sit(live, ann, 1, 40_000)
        await evening.sit(live, bo, 2, 40_000)
        await evening.play(live, [(ann, 1)], 2)
        await evening.play(live, [(bo, 2)], 1)
        recall = recall_of(opened)
        rounds = await recall.rounds(live.log, 99, 10)
        mine, his = await recall.gains(rounds, ann.id), await recall.gains(rounds, bo.id)
        assert set(mine) == {1, 2} and set(his) == {3}
        assert sum(each.cents for each in mine.values()) == live.table.chips(1) - 40_000
        assert his[3].cents == live.table.chips(2) - 40_000
        for gained in (*mine.values(), *his.values()):
            assert gained.wagered > 0 and gained.cents >= -gained.wagered
        assert set(await recall.gains(rounds[-1:], ann.id)) == {1}
        assert await recall.gains(rounds, 0) == await recall.gains([], ann.id) == {}

    run(tmp_path, test)


def test_a_round_as_a_spectator_saw_it(tmp_path: Path) -> None:
    """Whoever may see more can ask for less, of the round and of its proofs; only auditors are told how cards were gathered."""

    async def test(opened: Running, evening: Evening) -> None:
        web, live = Web(opened), await open_game(opened, "565")
        ann, me = await web.as_("patron")
        await evening.sit(live, me, 1)
        await evening.play(live, [(me, 1)], 2)
        url = f"/rounds/{live.name}/1"
        nobody = (await web.client().get(url)).json()
        watcher, _ = await web.as_("surveillance")
        auditor, account = await web.as_("auditor")
        for client in (ann, watcher, auditor):
            whole, less = (await client.get(url)).json(), (await client.get(f"{url}?as=spectator")).json()
            assert "??" not in cards_in(whole["frames"], 1) and set(cards_in(less["frames"], 1)) == {"??"}
            assert less == nobody
            proven, fewer = [(await client.get(f"{url}/proofs{more}")).json() for more in ("", "?as=spectator")]
            assert len(proven["proofs"]) == len(fewer["proofs"]) + 3 and fewer["gathered"] == fewer["hidden"] == {}
            assert bool(proven["gathered"]) == bool(proven["hidden"]) == (client is auditor)
        assert (await ann.get(f"{url}?as=dealer")).status_code == 422
        await evening.sit(live, account, 5)
        assert (await auditor.get(f"{url}/proofs")).json()["gathered"] == {}  # he plays himself

    run(tmp_path, test)

"""The dealer school over HTTP: lessons, drills, cards and table tests, saved act by act, by whatever server is asked."""

import json
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest

from pitboss.cards import Card
from pitboss.desk.fields import Fields
from pitboss.desk.register import register_of
from pitboss.files import parse_toml
from pitboss.floor.people import office
from pitboss.floor.running import Running
from pitboss.games import game
from pitboss.house import House
from pitboss.school import narration
from pitboss.school.plans import Plan
from pitboss.school.table_tests import read_criteria, usual_criteria
from pitboss.shoe import Chance, Shuffle
from tests.floor.floor_evening import Evening
from tests.floor.test_recall import Web, run

LESSON = "/api/school/565/lesson"
TESTS = "/api/table-tests"


def perfect(chapter: str, seed: int, rounds: int, *, skipped: tuple[str, ...] = (), troubled: bool = False) -> list[list[str]]:
    """The acts of a perfect dealer in each round of a plan."""
    plan = Plan(chapter, {}, seed, rounds, 3, sorted(skipped), False, troubled, False)
    return [
        [due.words for due in plan.lesson(number).due(frozenset(skipped)) if due.demanded] for number in range(1, rounds + 1)
    ]


async def ok(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()


def at(state: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Where a lesson is, as a page says it with an act."""
    return {name: state[name] for name in ("lesson", "round", "entered")} | more


def steps(state: dict[str, Any]) -> Iterator[list[Any]]:
    return (event["step"] for event in state["events"] if event["kind"] == "step")


def test_a_lesson_is_dealt_act_by_act_on_any_server(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        web, other = Web(here), Web(here)  # two servers: they share the rows alone
        client, _ = await web.as_("patron")
        elsewhere = other.client()
        elsewhere.headers.update(client.headers)
        assert (await client.get(LESSON)).status_code == 404
        state = await ok(await client.post(LESSON, json={"automate": ["prepare"], "rounds": 2}))
        first, second = perfect("565", 1, 2, skipped=("prepare",))
        assert (state["lesson"], state["round"], state["entered"], state["ended"]) == (1, 1, 0, False)
        assert [step[1] for step in steps(state)][:2] == ["sit", "sit"]
        for number, line in enumerate(first):
            server = (client, elsewhere)[number % 2]
            state = await ok(await server.post(f"{LESSON}/acts", json=at(state, line=line)))
            assert (state["events"][-1]["kind"] in ("verdict", "said", "step")) and not state["refused"]
            assert [e["verdict"] for e in state["events"] if e["kind"] == "verdict"] == ["right"] * (number + 1), line
        assert state["ended"] and not state["finished"] and (state["right"], state["of"]) == (len(first), len(first))
        down = [step for step in steps(state) if step[1] == "deal" and step[4] == "down"]
        assert down and all(set(step[3]) == {"??"} for step in down), "a dealer sees backs"
        whole = json.dumps(state["events"])
        state = await ok(await elsewhere.get(LESSON))
        assert (state["round"], state["entered"]) == (2, 0) and whole != json.dumps(state["events"])
        state = await ok(await client.post(f"{LESSON}/acts", json=at(state, line="; ".join(second[:3]))))
        assert state["entered"] == 3
        state = await ok(await client.post(f"{LESSON}/acts", json=at(state, do="show")))
        assert any(event.get("verdict") == "shown" for event in state["events"]) and state["entered"] == 4
        state = await ok(await client.post(f"{LESSON}/acts", json=at(state, do="end")))
        assert state["finished"] and state["of"] == len(first) + len(second)
        assert state["right"] == len(first) + 3 and {line["about"] for line in state["by_kind"]} >= {"deal", "announce"}
        assert (await ok(await client.get(LESSON)))["finished"]
        again = await client.post(f"{LESSON}/acts", json=at(state, line="d 1"))
        assert again.status_code == 404
        known = await ok(await client.get("/api/school/three-card-poker"))
        assert known["lesson"] is None and known["weak_sections"]

    run(tmp_path, test)


def test_a_mistake_has_its_paragraph_and_nothing_is_performed(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        web = Web(here)
        client, _ = await web.as_("patron")
        state = await ok(await client.post(LESSON, json={"rounds": 1, "automate": ["prepare"]}))
        begun = len(state["events"])
        wrong = await ok(await client.post(f"{LESSON}/acts", json=at(state, line="d 1; d 3", has=begun)))
        assert wrong["entered"] == 1 and wrong["first"] == begun
        (event,) = wrong["events"]
        assert (event["verdict"], event["section"]) == ("out of order", "565.8(b)")
        assert "no more bets" in event["due"] and event["says"]
        late = await client.post(f"{LESSON}/acts", json=at(state, line="d 1"))
        assert late.status_code == 409 and "another window" in late.json()["error"]
        for line, told in (("dance 1", "is no act of a dealer"), ("p 1 ante", "how much?"), ("", "")):
            answer = await client.post(f"{LESSON}/acts", json=at(wrong, line=line))
            assert (answer.status_code, told in answer.text) == ((422, True) if line else (200, True)), answer.text
        counted = await ok(await client.post(LESSON, json={"rounds": 1, "practice": "hands"}))
        assert counted["lesson"] == 2 and counted["counts"] and "pay" not in counted["automated"]
        at_end = await ok(await client.post(LESSON, json={"rounds": 1, "at_end": True}))
        quiet = await ok(await client.post(f"{LESSON}/acts", json=at(at_end, line="d 5")))
        assert [e["kind"] for e in quiet["events"] if e["kind"] in ("entered", "verdict")] == ["entered"]
        assert (await ok(await client.post(f"{LESSON}/acts", json=at(quiet, do="show"))))["entered"] == quiet["entered"]

    run(tmp_path, test)


def test_what_cannot_be_learned_is_refused(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        client, _ = await Web(here).as_("patron")
        refusals: list[tuple[str, dict[str, Any], int, str]] = [
            ("/api/school/527/lesson", {}, 404, "the school does not teach that"),
            (LESSON, {"practice": "dance"}, 422, "there is no practice"),
            (LESSON, {"automate": ["sleep"]}, 422, "there is no kind of act"),
            (LESSON, {"dealing": "thrown"}, 422, "dealing"),
            (LESSON, {"table": "nowhere"}, 404, "there is no such table"),
            (LESSON, {"rounds": 0}, 422, "rounds"),
            (LESSON, {"seed": 7}, 422, "field"),
        ]
        for path, body, status, told in refusals:
            answer = await client.post(path, json=body)
            assert answer.status_code == status and told in answer.json()["error"], answer.text
        assert (await Web(here).client().get(LESSON)).status_code == 401
        assert (await client.get("/api/school/565/drills/dancing")).status_code == 404

    run(tmp_path, test)


def test_a_question_is_asked_until_it_is_answered(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        web, other = Web(here), Web(here)
        client, _ = await web.as_("patron")
        elsewhere = other.client()
        elsewhere.headers.update(client.headers)
        for kind in ("payouts", "chips", "irregularities"):
            path = f"/api/school/565/drills/{kind}"
            question = await ok(await client.get(path))
            assert question["number"] == 1 and "answer" not in question
            assert (await ok(await elsewhere.get(path))) == question
            found = await ok(await client.post(path, json={"key": question["key"], "seconds": 4.0}))
            assert not found["right"] and found["answer"] and found["section"].startswith("565.")
            following = found["next"]
            assert following["number"] == 2 and following["key"] != question["key"]
            late = await client.post(path, json={"key": question["key"], "answer": found["answer"]})
            assert late.status_code == 409
        path = "/api/school/565/drills/chips"
        question = await ok(await client.get(path))
        unreadable = await client.post(path, json={"key": question["key"], "answer": "3 pink"})
        assert unreadable.status_code == 422 and (await ok(await client.get(path)))["key"] == question["key"]
        known = await ok(await client.get("/api/school/565"))
        assert {kind: lines[0]["of"] for kind, lines in known["drills"].items() if lines} == {
            "payouts": 1,
            "chips": 1,
            "irregularities": 1,
        }

    run(tmp_path, test)


def test_the_cards_of_a_day_come_again_until_they_are_known(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        client, _ = await Web(here).as_("patron")
        path = "/api/school/565/today"
        card = await ok(await client.get(path))
        left, first = card["left"], card["key"]
        found = await ok(await client.post(path, json={"key": first}))
        assert not found["right"] and found["next"]["left"] == left and found["next"]["key"] != first
        keys = [first]
        for _ in range(3):
            card = found["next"]
            keys.append(card["key"])
            found = await ok(await client.post(path, json={"key": card["key"]}))
        assert len(set(keys)) == 4
        assert found["next"]["shown"] == (await ok(await client.get(path)))["shown"]

    run(tmp_path, test)


def test_a_player_learns_what_a_mistake_costs(tmp_path: Path) -> None:
    """The hand stays the same until it is played; one that is shown costs nothing and comes again after others."""

    async def test(here: Running, evening: Evening) -> None:
        here.calculator.patience = 60.0
        client, _ = await Web(here).as_("patron")
        path = "/api/school/657a/best-play"
        hand = await ok(await client.get(path))
        assert "answer" not in hand and hand == await ok(await client.get(path))
        assert (await client.post(path, json={"key": hand["key"], "answer": "z"})).status_code == 422
        shown, first = [], hand["shown"]
        for letter in ("", "a", "b", "a"):
            hand = await ok(await client.get(path))
            shown.append(hand["shown"])
            found = await ok(await client.post(path, json={"key": hand["key"], "answer": letter, "seconds": 3.0}))
            assert found["right"] == (letter == found["answer"]) and found["next"] is None
            assert bool(found["cost"]) == (letter != "" and not found["right"])
        assert first == shown[0] and len({str(each) for each in shown}) == 4
        assert (await ok(await client.get(path)))["shown"] == first
        assert (await client.post(path, json={"key": "0" * 16, "answer": "a"})).status_code == 409
        known = await ok(await client.get("/api/school/657a"))
        assert not known["weak_sections"] and not known["asked"], "what a player does not know is none of a dealer's"

    run(tmp_path, test)


CRITERIA = """rounds = 1
irregularities = false
pass_mark = 90
[[criterion]]
name = "Everything"
kinds = ["announce", "deal", "reveal", "collect", "pay", "discard", "handle", "burn", "prepare", "remedy"]
points = 10
least = 95
"""


def test_a_table_test_is_set_dealt_and_decided(tmp_path: Path) -> None:
    """§ 527.5(a): an examiner sets it, the candidate deals without help, the examiner decides, and the register has it."""

    async def test(here: Running, evening: Evening) -> None:
        web = Web(here)
        boss, examiner = await web.as_("pit boss")
        candidate, account = await web.as_("dealer")
        body = {"candidate": account.name, "dealer": "Ann Lee", "seed": 527, "criteria": CRITERIA}
        assert (await candidate.post(f"{TESTS}/565", json=body)).status_code == 403
        assert (await boss.post(f"{TESTS}/565", json=body | {"candidate": examiner.name})).status_code == 403
        assert (await boss.post(f"{TESTS}/565", json=body | {"criteria": "rounds = 1"})).status_code == 422
        line = await ok(await boss.post(f"{TESTS}/565", json=body))
        assert (line["rounds"], line["dealt"], line["passed"]) == (1, 0, None)
        path = f"{TESTS}/565/{account.name}/{line['lesson']}"
        assert (await candidate.get(path)).status_code == 403 and (await candidate.get(TESTS)).status_code == 403
        state = await ok(await candidate.get(LESSON))
        assert state["test"] and state["at_end"] and "527" not in json.dumps({k: v for k, v in state.items() if k != "events"})
        assert (await candidate.post(LESSON, json={})).status_code == 409, "the test is dealt first"
        assert (await boss.post(f"{path}/decision", json={"passed": True})).status_code == 409, "it is not over"
        (acts,) = perfect("565", 527, 1)
        for n in range(0, len(acts), 20):
            state = await ok(await candidate.post(f"{LESSON}/acts", json=at(state, line="\n;".join(acts[n : n + 20]))))
        if not state["ended"]:
            state = await ok(await candidate.post(f"{LESSON}/acts", json=at(state, do="end")))
        assert state["finished"]
        sheet = await ok(await boss.get(path))
        assert (sheet["points"], sheet["most"], sheet["met"], sheet["decision"]) == ("10", 10, True, None)
        assert {verdict["verdict"] for verdict in sheet["verdicts"]} == {"right"}
        assert (await boss.get(f"{path}/record.toml")).status_code == 404
        decided = await ok(await boss.post(f"{path}/decision", json={"passed": True, "by": "Bo Kim"}))
        assert decided["decision"]["passed"] and decided["test"]["passed"] and decided["decision"]["position"] == "pit boss"
        assert (await boss.post(f"{path}/decision", json={"passed": False})).status_code == 409
        assert [each["passed"] for each in await ok(await boss.get(TESTS))] == [True]
        assert (await boss.get(f"{path}/sheet.pdf")).content.startswith(b"%PDF-")
        record = (await boss.get(f"{path}/record.toml")).text
        register = parse_toml(f'[[dealer]]\nname = "Ann Lee"\n[[dealer.game]]\ngame = "565"\n{record}')
        (dealer,) = register_of(Fields(register, "register")).dealers
        (deals,) = dealer.deals
        assert deals.test is not None and deals.test.passed and deals.test.by == "Bo Kim" and deals.test.day <= date.today()
        lines = [office.decode(line.body) for line in here.floor.database.lines("office")]
        (event,) = [line for line in lines if isinstance(line, office.TableTestDecided)]
        assert event.passed and event.by.account == examiner.id and len(event.sheet) == 64

    run(tmp_path, test)


@pytest.mark.parametrize(
    "path", ["/school", "/school/565", "/school/565/today", "/school/565/drills/hands", "/school/565/handout"]
)
def test_pages_are_there_for_everybody(tmp_path: Path, path: str) -> None:
    async def test(here: Running, evening: Evening) -> None:
        web = Web(here)
        page = await web.client().get(path, headers={"accept": "text/html"})
        assert page.status_code == 200 and "Three Card Poker" in page.text
        if path.endswith("handout"):
            assert (await web.client().get(f"{path}.pdf")).content.startswith(b"%PDF-")
        gone = await web.client().get("/school/565/lesson", headers={"accept": "text/html"})
        assert gone.status_code == 303
        assert (await web.client().get("/school/tests", headers={"accept": "text/html"})).status_code == 403

    run(tmp_path, test)


def test_the_usual_criteria_name_every_kind_of_act() -> None:
    from pitboss.school.table_tests import COUNTED

    assert {kind for each in read_criteria(usual_criteria()).criterion for kind in each.kinds} == set(COUNTED)


class Twin(Chance):
    """Chance of which one shuffle has two cards exchanged."""

    places: ClassVar[dict[int, int]] = {}

    def shuffle(self, cards: Iterable[Card]) -> Shuffle:
        found = super().shuffle(cards)
        order = [found.order[self.places.get(at, at)] for at in range(len(found.order))]
        return Shuffle(tuple(order), found.salt, found.digest)


PROBES = (
    "p 1 ante 10; p 1 pp 5", "pay seat_1 Ante 500", "c 1 ante", "c 3 play", "g 1 play", "o 1 ante 5", "s 3 flush",
    "s queen high", "x d", "x 1", "r 1", "r 3", "void", "f", "d d", "s dealer qualifies", "j 1 ante 5", "s 1 pair of aces",
)  # fmt: skip


def test_two_lessons_that_differ_in_hidden_cards_answer_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a learner types before the dealer's cards are turned up, refusals and answers tell nothing of them."""
    monkeypatch.setattr("pitboss.school.lessons.Chance", Twin)

    def clear() -> None:
        for cached in (narration._lesson, narration._sayings):
            cached.cache_clear()

    async def heard(web: Web, places: dict[int, int]) -> list[str]:
        clear()
        monkeypatch.setattr(Twin, "places", places)
        client, _ = await web.as_("patron")
        state = await ok(await client.post(LESSON, json={"automate": ["prepare"]}))
        lines = perfect("565", 1, 1, skipped=("prepare",))[0]
        answers = [json.dumps(state)]
        before = lines[: lines.index("reveal dealer") + 1]
        for number, line in enumerate(before):
            for probe in PROBES if number in (0, len(before) // 2, len(before) - 1) else ():
                answer = await client.post(f"{LESSON}/acts", json=at(state, line=probe))
                answers.append(answer.text)
                state = answer.json() if answer.is_success else state
            if line != "reveal dealer":
                state = await ok(await client.post(f"{LESSON}/acts", json=at(state, line=line)))
                answers.append(json.dumps(state))
        state = await ok(await client.post(f"{LESSON}/acts", json=at(state, line="reveal dealer")))
        return [*answers, json.dumps(state)]

    async def test(here: Running, evening: Evening) -> None:
        plan = Plan("565", {}, 1, 3, 3, ["prepare"], False, False, False)
        dealt = [card for step in plan.lesson(1).round.steps if step.act == "deal" for card in step.cards]
        mine = [
            card for step in plan.lesson(1).round.steps if step.act == "deal" and step.who == "dealer" for card in step.cards
        ]
        order = Chance(1).shuffle(sorted(game("565").deck(House.of("565", {})))).order
        web = Web(here)
        undealt = [n for n, card in enumerate(order) if card not in dealt][:3]
        swap = dict(zip([order.index(card) for card in mine], undealt, strict=True))
        here_, there = await heard(web, {}), await heard(web, swap | {new: old for old, new in swap.items()})
        assert here_[-1] != there[-1], "the cards differ, once they lie open"
        assert here_[:-1] == there[:-1]

    run(tmp_path, test)
    clear()

"""What the floor says in words: to those who ask for it, from the steps that each of them sees, and to nobody else."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from pitboss.floor.play import broadcast
from pitboss.floor.play.protocol import Hello, read_client_message
from pitboss.games import MODULES
from pitboss.table.view.viewers import from_text
from pitboss.telling.plain import say
from tests.floor.directing import Habits, directed
from tests.floor.overheard import Stage, on_stage
from tests.floor.twins import STRANGER, TABLE, Act, Dealt, Evening, Setting, said

COMMITMENT = re.compile("[0-9a-f]{64}")
QUIET = Habits(rounds=1, looks=0, comes=0, foreign=0, together=0)


@dataclass(eq=False)
class Paper:
    """A line that keeps what it is sent."""

    player: str
    account_id: int = 0
    sent: list[bytes] = field(default_factory=list)
    closed: str = ""

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def close(self, why: str) -> None:
        self.closed = why

    def read(self) -> list[dict[str, Any]]:
        return [json.loads(message) for message in self.sent]


def without_words(message: dict[str, Any]) -> dict[str, Any]:
    """A message as it would be to somebody who wants none."""
    found = {key: value for key, value in message.items() if key not in ("words", "question")}
    if "frames" in found:
        found["frames"] = [{key: value for key, value in frame.items() if key != "words"} for frame in found["frames"]]
    return found


def evening_on_paper(chapter: str) -> tuple[Evening, dict[str, tuple[Paper, Paper]]]:
    """A round that everybody follows over two lines, without words and with them."""

    async def run(stage: Stage) -> tuple[Evening, dict[str, tuple[Paper, Paper]]]:
        evening = Evening(stage, Setting(chapter, seats=(1, 2), seed=3))
        await evening.begin()
        papers = {}
        for who in (STRANGER, *evening.players):
            papers[who] = plain, words = Paper(evening.names[who]), Paper(evening.names[who])
            evening.live.greet(Hello(), plain)
            evening.live.greet(Hello(words=True), words)
        async for acts in directed(3, QUIET)(evening):
            await evening.moment(acts)
        return evening, papers

    return on_stage(run, lambda: Dealt(3))


@pytest.mark.parametrize("chapter", MODULES)
def test_words_are_what_the_steps_of_a_frame_say_and_nothing_else_differs(chapter: str) -> None:
    evening, papers = evening_on_paper(chapter)
    names = evening.live.broadcast.names
    sentences, questions = set[str](), set[str]()
    for who, (plain, words) in papers.items():
        own = {"player 1": {1}, "player 2": {2}}.get(who, set())
        assert [without_words(message) for message in words.read()] == plain.read()
        assert not any(b'"words"' in message or b'"question"' in message for message in plain.sent)
        for message in words.read():
            for frame in message.get("frames", ()):
                steps = [from_text(row) for row in frame.get("steps", ())]
                assert frame.get("words", []) == [list(line) for line in say(steps, frozenset(own), names)]
                assert "words" not in frame or frame["words"], "where nothing is to be said there are no words"
                sentences |= {sentence for _, sentence in frame.get("words", ())}
            if message.get("asked"):
                cite, sentence = message["question"]
                mine = [each for each in message["asked"] if "choices" in each]
                assert cite == (mine[0]["cite"] if mine else "")
                questions.add(sentence)
                assert sentence.endswith("?" if mine and len(mine[0]["choices"]) > 1 else (".", "?")), sentence
            else:
                assert "question" not in message
    assert any(text.startswith("You ") for text in sentences) and any(names[2] in text for text in sentences)
    assert any(text.startswith("Deals:") for text in sentences)
    assert any(text.endswith(("is asked.", "are asked.")) for text in questions) and len(questions) > 1
    assert not any("▒" in text or COMMITMENT.search(text) for text in sentences)


def test_a_table_says_what_happened_and_what_is_asked_wherever_somebody_asks_for_words() -> None:
    """Three Card Poker between the deal and a decision: over a line, over HTTP, and to whoever comes again."""

    async def run(stage: Stage) -> None:
        at = Evening(stage, Setting("565", seats=(1, 2), seed=5))
        await at.begin()
        for seat in (1, 2):
            bet = said(f"bet {seat}", at.live.table.version, "bet", seat=seat, wagers={"Ante": 1000})
            await at.moment([Act(f"player {seat}", "say", bet)])
        one, stranger = at.people["player 1"], at.people[STRANGER]
        _, mine = await one.ask("GET", f"/api/tables/{TABLE}?words=true")
        _, theirs = await stranger.ask("GET", f"/api/tables/{TABLE}?words=true")
        assert mine["question"] == ["565.11(b)", "Play for $10, or fold?"]
        assert theirs["question"] == ["", "Seat 1 is asked."]
        (dealt,) = [line for line in theirs["words"] if line[1].startswith("Deals:")]
        three = "three cards face down"
        assert dealt[1] == f"Deals: {at.names['player 1']} {three} · {at.names['player 2']} {three} · dealer {three}"
        (dealt,) = [line for line in mine["words"] if line[1].startswith("Deals:")]
        assert dealt[1].startswith("Deals: you ") and dealt[1].count("three cards face down") == 2
        assert sum(dealt[1].count(suit) for suit in "♣♦♥♠") == 3
        _, frames = await one.ask("GET", f"/api/tables/{TABLE}/frames?after={at.live.since}&words=true")
        assert dealt in [line for frame in frames for line in frame.get("words", ())]
        paper = Paper(at.names["player 1"])
        at.live.greet(Hello(at.live.since, at.live.log, words=True), paper)
        (again,) = paper.read()
        assert dealt in [line for frame in again["frames"] for line in frame.get("words", ())]
        assert again["question"] == mine["question"]
        _, plain = await one.ask("GET", f"/api/tables/{TABLE}")
        assert plain == without_words(mine)
        for seat in (1, 2):
            fold = said(f"fold {seat}", at.live.table.version, "decide", seat=seat, word="fold")
            await at.moment([Act(f"player {seat}", "say", fold)])
        _, over = await one.ask("GET", f"/rounds/{TABLE}/1?words=true")
        lines = [line for frame in over["frames"] for line in frame.get("words", ())]
        assert ["565.11(b)", "You fold"] in lines and ["565.11(b)", f"{at.names['player 2']} folds"] in lines
        _, plain = await one.ask("GET", f"/rounds/{TABLE}/1")
        assert plain == without_words(over)

    on_stage(run, lambda: Dealt(5))


def test_words_are_told_only_where_somebody_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for sentences that nobody reads; and who sees alike is told by one telling."""
    told: list[Any] = []

    def noted(steps: Any, own: Any, names: Any) -> list[Any]:
        told.append(own)
        return []

    monkeypatch.setattr(broadcast, "say", noted)

    async def run(stage: Stage) -> None:
        at = Evening(stage, Setting("565", seats=(1,), seed=5, words=False))
        await at.begin()
        await at.moment([Act("player 1", "say", said("a", at.live.table.version, "bet", seat=1, wagers={"Ante": 1000}))])
        assert not told
        lines = [Paper(name) for name in ("", "", "watcher one", "watcher two")]
        for line in lines:
            at.live.greet(Hello(words=True), line)
        before = at.live.durable
        await at.moment([Act("player 1", "say", said("b", at.live.table.version, "decide", seat=1, word="fold"))])
        number = len(told)
        assert number == at.live.durable - before, "four see alike"
        for line in lines:
            at.live.leave(line)
        await at.moment([Act("player 1", "say", said("c", at.live.table.version, "bet", seat=1, wagers={"Ante": 1000}))])
        assert at.live.durable > before + number and len(told) == number

    on_stage(run, lambda: Dealt(5))


def test_hello_says_whether_words_are_wanted() -> None:
    up = read_client_message(b'{"hello":{"words":true}}')
    assert up.hello is not None and up.hello.words
    up = read_client_message(b'{"hello":{}}')
    assert up.hello is not None and not up.hello.words

"""The lines to those who look at a table: what each is sent of a record, in words too where he wants that, with his answers."""

import json
from typing import Any

from pitboss.errors import IllegalWager
from pitboss.evidence.records import Promised
from pitboss.floor.play.broadcast import Broadcast, Line, Questions, answer, clock_of, refusal
from pitboss.table.commands import FLOORPERSON, Bet
from pitboss.table.log.records import Record
from pitboss.table.steps import Step
from pitboss.table.view.viewers import SPECTATOR, Asked, Option, Viewer

DEAL = Step("565.8(d)", "deal", "seat_1", (50, 51), "down")
SAID = Step("565.8(d)", "say", note="the dealer counts the stub")
ANN, BO = Viewer("Ann", frozenset({1})), Viewer("Bo", frozenset({2}))
WHOLE = ["565.8(d)", "deal", "seat_1", ["Ah", "As"], "down", "", 0, ""]
BACKS = ["565.8(d)", "deal", "seat_1", ["??", "??"], "down", "", 0, ""]


class Paper:
    """A line on which all that is sent is kept."""

    def __init__(self, player: str = "") -> None:
        self.player, self.account_id = player, 0
        self.sent: list[Any] = []

    def send(self, message: bytes) -> None:
        self.sent.append(json.loads(message))

    def close(self, why: str) -> None:
        raise AssertionError(why)


def record(*steps: Step, version: int = 12) -> Record:
    return Record(version, Bet(1, {}), FLOORPERSON, 0, "", [], list(steps))


def three() -> tuple[Broadcast, Paper, Paper, Paper]:
    """Ann at seat 1, Bo at seat 2 and somebody who watches."""
    viewing, ann, bo, watcher = Broadcast(looks=True), Paper("Ann"), Paper("Bo"), Paper()
    for line, viewer in ((ann, ANN), (bo, BO), (watcher, SPECTATOR)):
        viewing.join(line, viewer)
    return viewing, ann, bo, watcher


def test_a_card_that_is_dealt_face_down_goes_to_its_player_alone() -> None:
    viewing, ann, bo, watcher = three()
    viewing.show(12, [record(DEAL)], None, {})
    assert ann.sent == [{"v": 12, "frames": [{"v": 12, "steps": [WHOLE]}]}]
    assert bo.sent == watcher.sent == [{"v": 12, "frames": [{"v": 12, "steps": [BACKS]}]}]


def test_nobody_looks_where_players_do_not() -> None:
    viewing, ann = Broadcast(looks=False), Paper("Ann")
    viewing.join(ann, ANN)
    viewing.show(12, [record(DEAL)], None, {})
    assert ann.sent[0]["frames"][0]["steps"] == [BACKS]


def test_what_everybody_sees_is_the_same_for_all() -> None:
    viewing, *lines = three()
    viewing.show(13, [record(SAID), record(version=13)], None, {})
    said = ["565.8(d)", "say", "", [], "", "", 0, SAID.note]
    for line in lines:
        assert line.sent == [{"v": 13, "frames": [{"v": 12, "steps": [said]}, {"v": 13}]}]


def test_evidence_comes_with_its_record_and_without_its_secret() -> None:
    viewing, *lines = three()
    promise = record(SAID)
    promise.evidence = [Promised(1, "ab" * 32, "cd" * 8)]
    viewing.show(13, [promise, record(version=13)], None, {})
    for line in lines:
        first, second = line.sent[0]["frames"]
        assert first["evidence"] == [{"evidence": "promise", "number": 1, "promise": "ab" * 32}]
        assert "evidence" not in second


def test_several_lines_of_one_player_are_told_the_same() -> None:
    viewing, ann, *_ = three()
    second = Paper("Ann")
    viewing.join(second, ANN)
    assert len(viewing) == 4 and len(viewing.lines) == 4 and viewing.players() == {"Ann", "Bo"}
    viewing.show(12, [record(DEAL)], None, {})
    assert second.sent == ann.sent and ann.sent[0]["frames"][0]["steps"] == [WHOLE]
    viewing.leave(ann)
    viewing.show(13, [record(DEAL, version=13)], None, {})
    assert len(ann.sent) == 1 and second.sent[1]["frames"][0]["steps"] == [WHOLE]


def test_who_looks_no_more_is_sent_nothing_and_the_others_see_what_they_saw() -> None:
    for gone in range(3):
        viewing, *lines = three()
        viewing.leave(lines[gone])
        viewing.leave(lines[gone])
        assert len(viewing) == 2 and lines[gone] not in viewing.lines
        viewing.show(12, [record(DEAL)], None, {})
        steps = [line.sent and line.sent[0]["frames"][0]["steps"] for line in lines]
        assert steps == [[] if at == gone else [[WHOLE], [BACKS], [BACKS]][at] for at in range(3)]


def test_one_of_a_stranger_who_never_looked_changes_nothing() -> None:
    viewing, ann, *_ = three()
    viewing.leave(Paper("Ann"))
    viewing.leave(Paper("Cy"))
    assert len(viewing) == 3 and ann in viewing.lines


def test_who_sits_down_sees_his_cards_from_then_on() -> None:
    viewing, _, bo, _ = three()
    viewing.show(12, [record(Step("565.7", "leave", "seat_1"), Step("565.7", "sit", "seat_1", note="Bo"), DEAL)], None, {})
    assert bo.sent[0]["frames"][0]["steps"][-1] == WHOLE


def test_nobody_is_sent_anything_without_news() -> None:
    viewing, ann, bo, _ = three()
    viewing.show(12, [], None, {ann: [answer("c1", 12)]})
    assert ann.sent == [{"v": 12, "answers": [{"id": "c1", "v": 12}]}] and bo.sent == []
    Broadcast(looks=True).show(12, [record(DEAL)], None, {})


def test_answers_come_with_the_records() -> None:
    viewing, ann, bo, _ = three()
    answers: dict[Line, list[bytes]] = {ann: [answer("c1", 12), refusal("c2", IllegalWager("too much", "565.7"), retry=True)]}
    viewing.show(12, [record(DEAL)], None, answers)
    assert ann.sent[0]["frames"] and ann.sent[0]["answers"] == [
        {"id": "c1", "v": 12},
        {"id": "c2", "refused": "too much", "cite": "565.7", "kind": "IllegalWager", "retry": True},
    ]
    assert "answers" not in bo.sent[0] and answers == {}


def questions(seconds: float | None = 19.6) -> Questions:
    own = (Asked(1, (Option("play"), Option("fold")), "565.11(b)"),)
    return Questions((Asked(1),), {"Ann": own}, clock_of(seconds), {"Ann": frozenset({1})})


def test_only_who_is_asked_is_told_what() -> None:
    viewing, ann, bo, watcher = three()
    viewing.show(12, [record(DEAL)], questions(), {})
    options = [{"word": "play"}, {"word": "fold"}]
    assert ann.sent[0]["asked"] == [{"seat": 1, "choices": options, "cite": "565.11(b)"}]
    assert bo.sent[0]["asked"] == watcher.sent[0]["asked"] == [{"seat": 1}]
    assert ann.sent[0]["clock"] == bo.sent[0]["clock"] == 20
    assert "question" not in ann.sent[0]


def test_a_clock_that_has_run_out_says_nothing_less_than_that_and_none_says_nothing() -> None:
    assert json.loads(b"{" + questions(-3).of("Ann")[1:] + b"}")["clock"] == 0
    assert b"clock" not in questions(None).of("Ann") + questions(None).of("Bo")


def test_who_wants_words_is_told_what_he_sees_in_sentences() -> None:
    viewing, ann, bo, watcher = three()
    reader = Paper("Ann")
    viewing.join(reader, ANN, words=True)
    viewing.show(12, [record(DEAL), record(SAID)], questions(), {reader: [answer("c1", 12)]})
    first, second = reader.sent[0]["frames"]
    assert [{key: frame[key] for key in ("v", "steps")} for frame in (first, second)] == ann.sent[0]["frames"]
    assert "A♥ A♠" in str(first["words"]) and first["words"][0][0] == "565.8(d)"
    assert SAID.note in str(second["words"]).lower()
    assert reader.sent[0]["question"] == ["565.11(b)", "Play or fold?"] and reader.sent[0]["asked"] == ann.sent[0]["asked"]
    assert reader.sent[0]["answers"] == [{"id": "c1", "v": 12}]
    for line in (ann, bo, watcher):
        assert "words" not in str(line.sent) and "question" not in line.sent[0]


def arrival(player: str) -> Step:
    return Step("565.7", "sit", "seat_1", note=player, cents=5000)


def test_a_seat_is_called_by_the_name_of_who_sat_down_last() -> None:
    viewing, reader = Broadcast(looks=True, names={1: "Ann", 2: "Bo"}), Paper()
    viewing.show(12, [record(arrival("Cy (bot)"))], None, {})
    viewing.join(reader, SPECTATOR, words=True)
    viewing.show(13, [record(DEAL, version=13)], None, {})
    viewing.show(14, [record(arrival("Di"), version=14), record(DEAL, version=15)], None, {})
    words = [frame["words"][0][1] for message in reader.sent for frame in message["frames"]]
    assert words == ["Deals: Cy two cards face down", "Di takes seat 1 with $50", "Deals: Di two cards face down"]


def test_words_for_somebody_who_watches_tell_no_card() -> None:
    viewing, *_ = three()
    reader, other = Paper(), Paper("Bo")
    viewing.join(reader, SPECTATOR, words=True)
    viewing.join(other, BO, words=True)
    viewing.show(12, [record(DEAL)], questions(), {})
    assert reader.sent[0]["frames"][0]["words"] and "A♥" not in str(reader.sent) + str(other.sent)
    assert reader.sent[0]["question"] == other.sent[0]["question"]
    viewing.leave(reader)
    viewing.show(13, [record(DEAL, version=13)], None, {})
    assert len(reader.sent) == 1 and other.sent[1]["frames"][0]["words"] and "question" not in other.sent[1]


def test_who_wants_words_and_has_nothing_to_read_is_sent_none() -> None:
    viewing, reader = Broadcast(looks=True), Paper("Ann")
    viewing.join(reader, ANN, words=True)
    viewing.show(12, [], questions(), {reader: [answer("c1", 12)]})
    assert "frames" not in reader.sent[0] and reader.sent[0]["question"]
    viewing.show(13, [record(version=13)], Questions((), {}, {}), {})
    assert reader.sent[1] == {"v": 13, "frames": [{"v": 13}], "asked": []}


def test_a_reader_who_leaves_takes_his_words_with_him() -> None:
    viewing, reader, plain = Broadcast(looks=True), Paper("Ann"), Paper("Ann")
    viewing.join(reader, ANN, words=True)
    viewing.join(plain, ANN)
    viewing.leave(reader)
    assert viewing._readers == {}
    viewing.show(12, [record(DEAL)], None, {})
    assert "words" not in plain.sent[0]["frames"][0]

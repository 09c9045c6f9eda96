"""A player banks a round of Pai Gow Poker on a floor: everybody at the table follows it in words and in pictures, and the table
plays on (§ 645a.12)."""

import asyncio
from pathlib import Path
from typing import Any, ClassVar

import pytest

from pitboss.floor.books.recall import Asker, Recall
from pitboss.floor.play.protocol import Hello
from pitboss.floor.play.questions import answer_in_words
from pitboss.games import MODULES
from pitboss.table.commands import Command, Decide
from pitboss.table.steps import Ask, Cut
from pitboss.table.view.viewers import Viewer, asked
from tests.floor.test_floor import books
from tests.floor.visitors import Visitor, a_floor
from tests.table.asking import bet_all, player, seated

BANKED = {"player_bank": True, "co_banking": True, "table_minimum": 1000}


class Reader(Visitor):
    """A visitor who reads the sentences of the page, and takes the bank with `word` when it is offered."""

    word = "pass"

    def come(self, hello: Hello | None = None) -> None:
        super().come(hello or Hello(words=True))

    def decide(self, wild: bool = False) -> str | None:
        for each in self.asked:
            if any(choice["word"] == self.word for choice in each["choices"]):
                return self.say(Decide(each["seat"], self.word))
        return super().decide(wild)

    @property
    def sentences(self) -> list[str]:
        """Every sentence that this visitor read."""
        frames = [frame for message in self.messages for frame in message.get("frames", ())]
        return [words for frame in frames for _, words in frame.get("words", ())]


async def evening(here: Any, word: str, kind: type[Reader] = Reader) -> list[Reader]:
    """Two players; the first one takes the bank as soon as it is offered."""
    live = await here.lifecycle.open_table(None, "banked", "645a", BANKED)
    readers: list[Reader] = []
    for number in (1, 2):
        readers.append(kind(here, live, (await here.people.guest(f"test {number}")).account))
        readers[-1].come()
        await readers[-1].sit(number)
    readers[0].word = word
    await asyncio.gather(*(reader.play(3) for reader in readers))
    return readers


@pytest.mark.parametrize("word", ["bank", "co-bank"])
def test_a_banked_round_is_followed_by_everybody_and_the_table_plays_on(tmp_path: Path, word: str) -> None:
    async def run() -> None:
        async with a_floor(tmp_path, plan=None) as here:
            readers = await evening(here, word)
            for reader in readers:
                assert not reader.ended and reader.rounds >= 3
                assert any(", against the bank: " in words for words in reader.sentences)
            again = Reader(here, readers[0].live, readers[0].account)
            again.come()  # a page that is loaded anew
            assert again.messages[0]["words"]
            recalled = await Recall(here.floor.database).round("table/banked", 2, Asker(), words=True)
            assert recalled is not None and any(frame.words for frame in recalled["frames"])
            await books(here)

    asyncio.run(run())


class Echoing(Reader):
    """Takes the bank, and answers with the very words of `silent` where there are cents behind them."""

    echoed: ClassVar[set[str]] = set()

    def decide(self, wild: bool = False) -> str | None:
        for each in self.asked:
            if each.get("silent", "").rpartition(" ")[2].isdecimal():
                self.echoed.add(each["silent"])
                return self.say(Decide(each["seat"], each["silent"]))
        return super().decide(wild)


def test_what_silent_says_can_be_sent_back_in_the_same_words(tmp_path: Path) -> None:
    """Here there are cents behind the word: "dealer wager 1000"."""

    async def run() -> None:
        async with a_floor(tmp_path, plan=None) as here:
            readers = await evening(here, "bank", Echoing)
            assert not any("refused" in answer for reader in readers for answer in reader.answers.values())
            assert any(words.startswith("dealer wager ") for words in Echoing.echoed), Echoing.echoed

    asyncio.run(run())


HOUSES: dict[str, dict[str, Any]] = {"645a": BANKED}


@pytest.mark.parametrize("number", MODULES)
def test_every_answer_of_silent_can_be_sent_back_as_a_decision(number: str) -> None:
    """To every kind of question, the cut and the settings of Pai Gow included: nothing of it is refused."""
    table, kinds = seated(number, HOUSES.get(number)), set()
    for _ in range(4):
        bet_all(table)
        table.begin()
        while (request := table.request) is not None:
            if not isinstance(request, Ask | Cut):
                table.reply(None)
                continue
            (question,) = asked([request], Viewer.at(request.seat), table.silent)
            assert question.silent is not None
            kinds.add(question.silent.split()[0])
            table.do(Command(answer_in_words(request, Decide(request.seat, question.silent)), player(table, request.seat), 0))
    assert number not in ("561", "645a") or {"set", "refuse"} <= kinds

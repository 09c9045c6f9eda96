"""Blackjack and Spanish 21 from the page: hands that are split and doubled, Insurance, a Blackjack, a rescue, a surrender."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from tests.browser.browsing import Visit
from tests.browser.comparing import compare, nothing_is_hidden, settled
from tests.browser.from_page import Seated
from tests.browser.hosting import Hosted
from tests.floor.mortal import Births

Visiting = Callable[..., Visit]


@dataclass(frozen=True)
class Script:
    """A round: the cards, the answers (a letter is a key), and what each wager of $5 brings, in cents."""

    chapter: str
    cards: str
    dealer: str
    answers: list[str]
    brings: dict[str, int]
    then: str = ""


ROUNDS = {
    # 21 and 19; the dealer draws a king to his 16
    "split-and-doubled": Script(
        "633a",
        "8s 8h",
        "6c Td",
        ["p", "d", "h", "s"],
        {"Blackjack": 500, "Double Down": 500, "Blackjack split 1": 500},
        then="3h Td 2c 9c Kc",
    ),
    # 15, 20 and 17, the latter two doubled, against 18: the second pair is split off the first hand
    "split-twice": Script(
        "633a",
        "8s 8h",
        "6c Td",
        ["p", "p", "h", "s", "d", "d"],
        {
            "Blackjack": -500,
            "Blackjack split 2": 500,
            "Double Down split 2": 500,
            "Blackjack split 1": -500,
            "Double Down split 1": -500,
        },
        then="8d 3h 4d Tc 2c 9c 7h 2s",
    ),
    # the dealer has Blackjack: $2.50 of Insurance bring what the wager loses
    "insured": Script("633a", "Tc 9d", "Ac Kd", ["i"], {"Blackjack": -500, "Insurance": 500}),
    # he has none: the Insurance is lost, and 19 wins against soft 17
    "insured-in-vain": Script("633a", "Tc 9d", "Ac 6d", ["Insurance $2.50", "s"], {"Blackjack": 500, "Insurance": -250}),
    "not-insured": Script("633a", "Tc 9d", "Ac Kd", ["n"], {"Blackjack": -500}),
    "blackjack": Script("633a", "Ac Kd", "9c 8d", [], {"Blackjack": 750}),
    "too-many": Script("633a", "Tc 6d", "9c 8d", ["h"], {"Blackjack": -500}, then="Ks"),
    "doubled-for-less": Script("633a", "6s 5h", "9c 8d", ["Double: 2.50"], {"Blackjack": 500, "Double Down": 250}, then="Td"),
    "surrendered": Script("635a", "Ks 6h", "9c 8d", ["Surrender"], {"Spanish 21": -250}),
    "rescued": Script("635a", "6s 5h", "9c 8d", ["d", "r"], {"Spanish 21": -500, "Double Down": 0}, then="2d"),
    "not-rescued": Script("635a", "6s 5h", "9c 8d", ["d", "No rescue"], {"Spanish 21": 500, "Double Down": 500}, then="8d"),
}


@pytest.fixture(scope="module")
def house(births: Births) -> Iterator[Hosted]:
    """A table for each round: a shoe lasts for many, and is stacked once."""
    found = Hosted(births, {table: script.chapter for table, script in ROUNDS.items()}, cards=dict.fromkeys(ROUNDS, ""))
    yield found
    found.close()


@pytest.mark.parametrize("table", ROUNDS)
def test_a_round(visit: Visiting, house: Hosted, table: str) -> None:
    script = ROUNDS[table]
    player = Seated(visit(house), table)
    house.deal(table, {player.sit(): script.cards}, dealer=script.dealer, then=script.then)
    player.put(player.about["wagers"][0]["name"])
    player.answer("Enter")
    for answer in ["n", *script.answers]:
        compare(player)
        player.answer(answer)
        nothing_is_hidden(player)
    compare(player)
    assert player.results() == script.brings
    settled(player, sum(script.brings.values()))

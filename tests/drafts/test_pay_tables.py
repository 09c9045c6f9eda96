"""Several pay tables of one draft are priced in one count, and each is what a draft of its own gives."""

import csv
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.measures import Batch
from pitboss.drafts.quote import Quote, price
from pitboss.drafts.records import Wager
from pitboss.drafts.sampling import sample
from pitboss.drafts.tables import write_table


def same(one: Quote, other: Quote) -> bool:
    found, expected = (
        replace(quote, wager="", seconds=0, tables=(), decisions=tuple(quote.decisions)) for quote in (one, other)
    )
    return found == expected


GAME = """
[deck]
without = "2 to 5"
[deal]
player = 3
dealer = 3
[define]
qualifies = "queen high or better in dealer"
wins = "poker value in player > poker value in dealer"
ties = "poker value in player = poker value in dealer"
[[choice]]
sees = ["player"]
[[choice.option]]
name = "fold"
loses = 1
[[choice.option]]
name = "raise"
bets = { raise = 1 }
[[bet]]
name = "ante"
[[bet]]
name = "raise"
size = 0
[[row]]
bet = "ante"
hand = "straight that wins"
when = "straight or better in player and wins"
pays = "2 to 1"
[[row]]
bet = "ante"
hand = "win"
when = "not qualifies or wins"
pays = "1 to 1"
[[row]]
bet = "ante"
hand = "tie"
when = "ties"
pays = "push"
[[row]]
bet = "raise"
hand = "tie"
when = "not qualifies or ties"
pays = "push"
[[row]]
bet = "raise"
hand = "win"
when = "wins"
pays = "1 to 1"
"""
CLOSED = GAME.replace('sees = ["player"]', 'sees = ["player"]\nwhen = "not pair of aces in player"')
LISTED = CLOSED.replace("2 to 5", "2 to 9, jack")  # so few deals that each is listed
DISCARDS = """
[deck]
without = "3 to 6, 8 to queen"
[deal]
hand = 3
[discard]
group = "hand"
[[row]]
hand = "three of a kind"
when = "three of a kind"
pays = "19 to 1"
[[row]]
hand = "pair"
when = "pair"
pays = "1 to 1"
"""
TABLES: list[dict[str, Any]] = [
    {"straight that wins": "5 to 1"},
    {"straight that wins": "1 to 2", "raise": {"win": "2 to 1", "tie": "lose 1/2"}},
    {"ante": {"win": "4 to 5"}},
]


def with_rows(words: str, table: dict[str, Any]) -> dict[str, Any]:
    """The draft with the payouts of a table written into its rows."""
    data = tomllib.loads(words)
    for row in data["row"]:
        row["pays"] = table.get(row.get("bet"), {}).get(row["hand"]) or table.get(row["hand"]) or row["pays"]
    return data


@pytest.mark.parametrize(
    ("words", "payouts", "method"),
    [
        (GAME, TABLES, "every hand of the player"),
        (CLOSED, TABLES, "every hand of the player"),
        (LISTED, TABLES, "every deal"),
        (DISCARDS, [{"pair": "2 to 1"}, {"three of a kind": "1 to 2"}, {"pair": "push"}], "every hand with all of its 8 holds"),
    ],
    ids=["compared", "not always open", "listed", "discards"],
)
def test_every_table_is_priced_as_a_draft_of_its_own(words: str, payouts: list[dict[str, Any]], method: str) -> None:
    tables = [{"name": f"table {place}", **table} for place, table in enumerate(payouts)]
    quote = price({**tomllib.loads(words), "pays": tables})
    assert quote.method.startswith(method)
    assert [table.name for table in quote.tables] == ["table 0", "table 1", "table 2"]
    assert same(quote, price(tomllib.loads(words)))
    for found, table in zip(quote.tables, payouts, strict=True):
        assert same(found, price(with_rows(words, table)))
    assert len({found.edge for found in (quote, *quote.tables)}) == 4


def test_deals_are_compared_with_printed_wagers_once_for_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[str]()

    def counted(wager: Wager, *more: Any) -> Batch:
        looked.append(wager.name)
        return sample(wager, *more)

    monkeypatch.setattr("pitboss.drafts.lawfulness.sample", counted)
    hands = {"suited and run": 9, "three of a kind": 3, "straight": 2, "flush": 1, "pair": 1}
    words = "[deal]\nplayer = 3\n" + "".join(f'[[row]]\nwhen = "{when}"\npays = "{p} to 1"\n' for when, p in hands.items())
    alone = price(tomllib.loads(words))
    once = len(looked)
    assert once > 0 and alone.lawful is False
    quote = price({**tomllib.loads(words), "pays": [{"name": str(n), "flush": f"{n} to 1"} for n in (2, 3)]})
    assert len(looked) == 2 * once and [table.lawful for table in quote.tables] == [False, False]


def test_printed_wagers_are_priced_on_every_table() -> None:
    printed = {"chapter": "565", "wager": "Ante Bonus", "table": "A"}
    mine, other = {"Straight": "2 to 1"}, {"Straight flush": "9 to 1"}
    quote = price({**printed, "pays": [{"name": "mine", **mine}, {"name": "other", **other}]})
    assert quote.edge == price({**printed, "pays": {}}).edge
    assert [table.edge for table in quote.tables] == [price({**printed, "pays": pays}).edge for pays in (mine, other)]


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ([{"name": "a", "straihgt that wins": "1 to 1"}], "did you mean straight that wins?"),
        ([{"name": "a", "win": "1 to 1"}], "is a row of ante and raise"),
        ([{"name": "a", "ante": {"lucky": "1 to 1"}}], "has no 'lucky'"),
        ([{"name": "a", "straight that wins": "much"}], "is not a payout"),
        ([{"straight that wins": "1 to 1"}], "name is missing"),
        ([{"name": "a"}, {"name": "a"}], "two pay tables have one name"),
        ([{"name": str(number)} for number in range(101)], "at most 100"),
    ],
)
@pytest.mark.quick
def test_a_table_that_cannot_be_read_is_refused(tables: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(BadDraft, match=message):
        price({**tomllib.loads(GAME), "pays": tables})


def test_the_rows_that_stay_are_told() -> None:
    pays = {"straight flush": "40 to 1", "Three of a kind": "30 to 1"}
    data = {"chapter": "565", "wager": "Pair Plus", "pays": pays}
    unchanged = "Pair 1 to 1, Flush 3 to 1, Straight 5 to 1, Mini royal flush (ace, king, queen) 35 to 1"
    assert price(data).note.endswith(f"; unchanged: {unchanged}")
    whole = {"Pair": "1 to 1", "Flush": "3 to 1", "Straight": "5 to 1", "Mini royal flush": "40 to 1", **pays}
    assert "unchanged" not in price(data | {"pays": whole}).note


def test_files_name_the_table_of_every_line(tmp_path: Path) -> None:
    quote = price({**tomllib.loads(GAME), "name": "printed", "pays": [{"name": "other", "straight that wins": "5 to 1"}]})
    write_table(quote, tmp_path / "tables.csv")
    with (tmp_path / "tables.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert {line["table"] for line in lines} == {"printed", "other"}
    assert [line["pays"] for line in lines if line["hand"] == "straight that wins"] == ["2 to 1", "5 to 1"]

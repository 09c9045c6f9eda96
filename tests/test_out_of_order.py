"""A pay table of the house's own in which a better hand pays less than a worse one: lawful, and said on standard error."""

import pytest

from pitboss.house import House
from pitboss.house.posted_payouts import out_of_order
from tests.commands import pitboss

ODD = 'pair_plus={ "Straight flush" = "40 to 1" }'
SAID = "pays Mini royal flush (ace, king, queen) 35 to 1, and Straight flush, a lower hand, 40 to 1 (§ 565.12(d))"


def test_a_better_hand_that_pays_less_is_found() -> None:
    (found,) = out_of_order(House.of("565", {"pair_plus": {"Straight flush": "40 to 1"}}))
    assert found == f"the Pair Plus table {SAID}"


@pytest.mark.parametrize(
    "rows",
    [
        {"Straight flush": "40 to 1", "Mini royal flush (ace, king, queen)": "40 to 1"},
        {"Mini royal flush (ace, king, queen)": "50 to 1"},
        {"Pair": "1 to 1"},
    ],
)
def test_a_table_in_order_is_not_wondered_at(rows: dict[str, str]) -> None:
    assert out_of_order(House.of("565", {"pair_plus": rows})) == []


@pytest.mark.parametrize("chapter", ["565", "677a", "559"])
def test_printed_tables_are_not_wondered_at(chapter: str) -> None:
    assert out_of_order(House.of(chapter)) == []


def test_odds_and_diff_say_it_beside_the_answer() -> None:
    odds = pitboss("odds", "565", "--wager", "Pair Plus", "--set", ODD, "--json")
    assert odds.returncode == 0 and SAID in odds.stderr and "lawful" in odds.stderr and odds.stdout.startswith("[")
    diff = pitboss("diff", "565", "--set", ODD)
    assert diff.returncode == 0 and diff.stderr.count(SAID) == 1 and "Pair Plus" in diff.stdout

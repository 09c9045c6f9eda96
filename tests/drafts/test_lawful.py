"""Whether a draft is lawful in Pennsylvania is said with the paragraph that decides it."""

import pytest

from pitboss.drafts.blackjack import game_in, lawful
from pitboss.drafts.quote import price
from pitboss.drafts.reading import Draft

pytestmark = pytest.mark.quick
PRINTED = '[deck]\ndecks = 6\n[blackjack]\nsurrender = "late"\nhit_split_aces = true\nresplit_aces = true\n'
OTHER = {
    'blackjack_pays = "6 to 5"': "633a.13(a)",
    "ties_lose = true": "633a.7(q)",
    "push_22 = true": "633a.7(p)(1)",
    'soft_17 = "hit"': "633a.7(n)",
    'hole_card = "none"': "633a.7(h)",
    "both_cards_shown = true": "633a.7(h)",
    "split_hands = 1": "633a.11(a)",
    'double = "9 to 11"': "633a.10(a)",
    "double_after_split = false": "633a.10(a)",
    "free_doubles = [9, 10, 11]": "633a.10(a)",
    "charlie = 7": "633a.7(p)",
    "drawn_21_wins = true": "633a.7(p)",
    "rescue = true": "633a.9(a)",
    "surrender_up_cards = [10]": "633a.9(a)",
    "double_split_aces = false": "633a.10(a)",
}


def test_the_rules_of_the_chapter_are_lawful() -> None:
    assert lawful(game_in(Draft.of(PRINTED)))[0]


@pytest.mark.parametrize("rule", OTHER)
def test_another_rule_is_not_and_the_paragraph_says_so(rule: str) -> None:
    found, _, section = lawful(game_in(Draft.of(PRINTED + rule + "\n")))
    assert (found, section) == (False, OTHER[rule])


def test_a_wager_on_dealt_cards_is_not_judged() -> None:
    quote = price({"deal": {"player": 2}, "row": [{"when": "pair", "pays": "11 to 1"}]})
    assert (quote.lawful, quote.section) == (None, "521.4")

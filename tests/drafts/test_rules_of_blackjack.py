"""Drafts of rules of Blackjack: what each choice is worth, and what is refused."""

from fractions import Fraction

import pytest

from pitboss.drafts.blackjack import choices_of, game_in, grid_lines
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.quote import price_draft
from pitboss.drafts.reading import Draft
from pitboss.odds.twenty_one.solver import solution
from pitboss.odds.twenty_one.switch import switch_solution

ONE_DECK = "[deck]\ndecks = 1\n[blackjack]\n"


def test_the_choices_add_up_to_the_edge() -> None:
    """Without a hole card every choice is worth what the whole round brings."""
    draft = Draft.of(ONE_DECK + 'hole_card = "none"\n')
    choices = choices_of(draft)
    assert sum(choice["chance"] for choice in choices) == pytest.approx(1)
    natural = Fraction(4 * 16 * 2, 52 * 51)
    tie = natural * Fraction(2 * 3 * 15, 50 * 49)  # the dealer has one as well
    played = sum(choice["chance"] * choice[choice["best"]] for choice in choices if choice["best"] != "Blackjack")
    assert played + float(Fraction(3, 2) * (natural - tie)) == pytest.approx(-float(price_draft(draft).edge), abs=1e-12)


def test_surrender_under_some_up_cards_only() -> None:
    draft = Draft.of(ONE_DECK + 'surrender = "late"\nsurrender_up_cards = [9, "A"]\n')
    assert game_in(draft).surrender_ups == (0, 8)
    assert {choice["dealer"] for choice in choices_of(draft) if "surrender" in choice} == {"9", "A"}


def test_each_pair_that_may_be_split_adds_its_own_part() -> None:
    def value(words: str) -> float:
        return solution(game_in(Draft.of(ONE_DECK + words))).value

    some, others = 'split_pairs = [8, "A"]\n', "split_pairs = [2, 3, 4, 5, 6, 7, 9, 10]\n"
    never, every = value("split_hands = 1\n"), value("")
    assert value(some) - never > (every - never) / 2  # eights and aces are worth most
    assert value(some) + value(others) - never == pytest.approx(every, abs=1e-13)
    split = {choice["cards"] for choice in choices_of(Draft.of(ONE_DECK + some)) if "split" in choice}
    assert split == {"8 8", "A A"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("surrender_up_cards = [1]", 'line 4: surrender_up_cards must be a list of 2 to 10 and "A", such as [10, "A"]'),
        ("surrender_up_cards = 9", 'line 4: surrender_up_cards must be a list of 2 to 10 and "A", such as [10, "A"]'),
        ('split_pairs = ["8"]', 'line 4: split_pairs must be a list of 2 to 10 and "A", such as [10, "A"]'),
        ("super_bonus = 200", 'line 4: super_bonus goes with a bonus for "777 suited"'),
        (
            'super_bonus = "much"\nbonus = { "777 suited" = "2 to 1" }',
            'line 4: super_bonus must be a number of bets such as 1, "1/2" or 1.5',
        ),
        ("bonus_after_split = 1", "line 4: bonus_after_split must be true or false"),
        ("double_split_ace = false", "line 4: [blackjack] has no 'double_split_ace'; did you mean double_split_aces or "),
    ],
)
def test_what_cannot_be_is_refused(words: str, message: str) -> None:
    with pytest.raises(BadDraft) as refusal:
        game_in(Draft.of(ONE_DECK + words + "\n"))
    assert message in refusal.value.message


TWO_HANDS = '[deck]\nwithout = "2 to 9"\n[blackjack]\nexchange = true\n'


def test_two_hands_whose_cards_may_be_exchanged() -> None:
    """Aces and tens alone, in units of both wagers: the solver of Blackjack Switch, whose own tests look at every deal."""
    draft = Draft.of(TWO_HANDS + 'blackjack_pays = "1 to 1"\npush_22 = true\n')
    quote = price_draft(draft)
    assert quote.edge == -switch_solution(game_in(draft)).value / 2
    assert quote.record()["house_edge_exact"] is None
    with pytest.raises(BadDraft, match="has no chart"):
        grid_lines(draft)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("", 'exchange goes with blackjack_pays = "1 to 1", and with best play alone'),
        ('blackjack_pays = "1 to 1"\nplay = "best chart"', "with best play alone"),
        ('blackjack_pays = "1 to 1"\nsurrender = "late"', "exchanged cards cannot be combined with rules but of"),
    ],
)
def test_rules_that_two_such_hands_do_not_have(rule: str, message: str) -> None:
    with pytest.raises(BadDraft, match=message):
        price_draft(Draft.of(f"{TWO_HANDS}{rule}\n"))

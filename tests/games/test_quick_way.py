"""Pai Gow Poker in whole numbers beside its readable definitions: the worth of hands, what is lawful, what a house way sets."""

import ast
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from graphlib import TopologicalSorter
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pitboss.games.pai_gow
from pitboss.cards import JOKER, Card, parse, text
from pitboss.errors import BadCard, BadHouseWay
from pitboss.games.pai_gow.house_way import HouseWay, house_way, house_ways
from pitboss.games.pai_gow.quick_way import QuickWay, quick_way
from pitboss.games.pai_gow.setting import HANDS, holding, not_below, splits
from pitboss.games.pai_gow.worth import LOW_HANDS, number_of, worth
from pitboss.hands import PAI_GOW_HIGH, PAI_GOW_LOW, Ranking, Value
from tests.games.test_house_ways import SEVEN, dealt_hands, special_hands


def every_value(ranking: Ranking) -> list[Value]:
    """Everything that a hand can be worth, ascending."""
    from pitboss.hands.kernels import values

    return list(values(ranking).values())


def test_numbers_are_in_the_order_of_values() -> None:
    for ranking in (PAI_GOW_HIGH, PAI_GOW_LOW):
        numbers = [number_of(value) for value in every_value(ranking)]
        assert numbers == sorted(set(numbers))


@pytest.mark.cites("561.13(a)", "645a.11(b)")
def test_a_high_hand_is_lawful_when_its_number_is_not_smaller() -> None:
    for high, low in product(every_value(PAI_GOW_HIGH), every_value(PAI_GOW_LOW)):
        assert (number_of(high) >= number_of(low)) is not_below(high, low), (high, low)


def test_two_cards_are_worth_what_the_ranking_says() -> None:
    for first, second in combinations(range(53), 2):
        expected = number_of(PAI_GOW_LOW.value((first, second)))
        assert LOW_HANDS[first][second] == LOW_HANDS[second][first] == expected


def by_the_rankings(seven: list[Card], low: tuple[Card, ...]) -> tuple[int, int]:
    high = [card for card in seven if card not in low]
    return number_of(PAI_GOW_HIGH.value(high)), number_of(PAI_GOW_LOW.value(low))


def test_seven_cards_in_every_setting_are_worth_what_the_rankings_say() -> None:
    seen: Counter[int] = Counter()
    for seven in [*special_hands()[::5], *dealt_hands()[::2]]:
        for low in combinations(seven, 2):
            found = worth(seven, low)
            assert found == by_the_rankings(seven, low), (text(seven), text(low))
            seen[found[0] >> 20] += 1
    assert set(seen) == set(range(len(PAI_GOW_HIGH.categories)))


# ---------------------------------------------------------------------------- house ways


def every_word(tmp_path: Path) -> HouseWay:
    """A way that nobody would use, with every word that a rule may have."""
    rules = [
        {"hand": '"one pair"', "pair": '"2 to 6"', "highest_single": '"A"', "then": '"highest high hand"'},
        {"hand": '"two pair"', "higher_pair": '"9 to A"', "lower_pair": '"2 to 5"', "singles": '"K"', "low": '"pair"'},
        {"hand": '"three pair"', "lower_pair": '"3 to 9"', "high": '"two pair"', "then": '"highest high hand"'},
        {"hand": '["full house", "three of a kind"]', "three": '"5 to Q"', "high": '"three of a kind"'},
        {"hand": '"four of a kind"', "four": '"2 to 9"', "singles": '"A"', "then": '"highest high hand"'},
        {"straight_or_flush": "true", "high": '"flush"', "low": '"pair"'},
        {"straight_or_flush": "true", "high": '"straight"', "then": '"highest high hand"'},
        {"straight_or_flush": "false", "highest_single": '"2 to 10"'},
        {"low": '"pair"'},
        {},
    ]
    lines = ['name = "odd"', 'says = "Odd."']
    for number, rule in enumerate(rules):
        lines += ["[[rule]]", f'says = "{number}"', *(f"{word} = {value}" for word, value in rule.items())]
    file = tmp_path / "odd.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return house_way(file)


def compare(ways: Sequence[HouseWay], hands: list[list[Card]]) -> list[tuple[Counter[int], Counter[str]]]:
    """Holds both choices of ways against each other; for each way by which rule hands were set and what was held, how often.
    What is lawful with seven cards is the same for all of them."""
    found = [(QuickWay(way), Counter[int](), Counter[str]()) for way in ways]
    lawful = lru_cache(maxsize=1)(splits)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.games.pai_gow.house_way.splits", lawful)
        for seven in map(tuple, hands):
            hand = holding(seven, lawful(seven)).hand
            for way, (quick, rules, held) in zip(ways, found, strict=True):
                rule, split = way.setting(seven)
                assert quick.setting(seven) == (rule, split.low), (way.name, text(seven))
                rules[rule.number] += 1
                held[hand] += 1
    assert lawful.cache_info().misses == len(hands)
    return [(rules, held) for _, rules, held in found]


def rare_hands() -> list[list[Card]]:
    """Hands of few ranks, where groups of cards meet; and of few ranks next to each other, where straights do."""
    rng = Random(561)
    hands = []
    for _ in range(4_000):
        ranks = rng.sample(range(13), rng.randint(2, 4)) if rng.random() < 0.5 else range(first := rng.randint(0, 6), first + 7)
        cards = [4 * rank + suit for rank in ranks for suit in range(4)] + [JOKER]
        hands.append(rng.sample(cards, 7))
    return hands


def test_the_quick_choice_is_the_readable_one() -> None:
    ways = house_ways()
    found = compare(ways, [*special_hands()[::2], *dealt_hands()[::2], *rare_hands()])
    for way, (rules, held) in zip(ways, found, strict=True):
        assert set(rules) == {rule.number for rule in way.rules}, way.name
        assert set(held) == set(HANDS), way.name


def test_the_quick_choice_knows_every_word(tmp_path: Path) -> None:
    way = every_word(tmp_path)
    [(rules, held)] = compare([way], [*special_hands()[::2], *dealt_hands()[1::2], *rare_hands()])
    assert set(rules) == {rule.number for rule in way.rules}
    assert set(held) == set(HANDS)


@given(SEVEN, st.sampled_from([way.name for way in house_ways()]))
def test_any_seven_cards_are_set_alike(seven: list[Card], name: str) -> None:
    rule, split = house_way(name).setting(seven)
    assert quick_way(name).setting(seven) == (rule, split.low)


def test_what_no_rule_fits_and_what_are_not_seven_cards_is_refused_alike(tmp_path: Path) -> None:
    file = tmp_path / "pairs.toml"
    file.write_text('name = "pairs"\nsays = "Pairs."\n[[rule]]\nsays = "A pair."\nhand = "one pair"\n', encoding="utf-8")
    with pytest.raises(BadHouseWay, match="has no rule for As Kd Qh Jc 9s 7d 2c"):
        quick_way(file).set(parse("As Kd Qh Jc 9s 7d 2c"))
    for wrong in (parse("As Kd Qh Jc 9s 7d"), parse("As Kd Qh Jc 9s 7d 7d"), [1, 2, 3, 4, 5, 6, 53], [-1, 2, 3, 4, 5, 6, 7]):
        with pytest.raises(BadCard) as quick:
            quick_way("traditional").set(wrong)
        with pytest.raises(BadCard) as readable:
            house_way("traditional").set(wrong)
        assert str(quick.value) == str(readable.value)


def test_no_module_of_the_room_imports_one_above_it() -> None:
    room = Path(pitboss.games.pai_gow.__file__).parent
    imports: dict[str, set[str]] = {}
    for file in room.glob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        named = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        imports[file.stem] = {name.rpartition(".")[2] for name in named if name.startswith("pitboss.games.pai_gow.")}
    assert imports["proof"] >= {"compiled_way", "house_way"}
    TopologicalSorter(imports).prepare()  # raises CycleError, wherever in a file the import stands

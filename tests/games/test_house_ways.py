"""House ways of Pai Gow Poker: every rule by example, both implementations side by side, and every hand there is.

The low hands below were worked out from the rules' sentences, before the program was asked.
"""

import json
from collections import Counter
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import ACE, JOKER, Card, parse, text
from pitboss.errors import BadCard, BadHouseWay
from pitboss.games.pai_gow.house_way import WAYS, HouseWay, house_way, house_ways
from pitboss.games.pai_gow.setting import is_lawful, splits
from pitboss.hands import PAI_GOW_HIGH, PAI_GOW_LOW
from tests.commands import pitboss

ROOT = Path(__file__).parents[2]
NAMES = ("split-pairs", "traditional")

EXAMPLES = {
    "traditional": [
        (1, "Ac Ad Ah As Jk Kc Kd", "Kd Kc"),
        (2, "Ac Ad Ah As Jk Kc Qd", "As Ah"),
        (2, "Ac Ad Ah As Jk Qc Qd", "As Ah"),
        (3, "9c 9d 9h 9s 4c 4d Ah", "4d 4c"),
        (3, "4c 4d 4h 4s Kc Kd Kh", "Kh Kd"),
        (4, "6c 6d 6h 6s Ah Kd 2c", "Ah Kd"),
        (5, "8c 8d 8h 8s Jk Qd 3c", "Jk Qd"),
        (6, "Qc Qd Qh Qs Ah Kd 2c", "Ah Kd"),
        (7, "Kc Kd Kh Ks Ah Qd Jc", "Ks Kh"),
        (7, "Tc Td Th Ts Kd Qc 2h", "Ts Th"),
        (7, "Ac Ad Ah Jk Kh Qh Jh", "Ad Ac"),  # and a royal flush high
        (8, "5c 5d 5h Kc Kd 9c 9d", "Kd Kc"),
        (9, "8c 8d 8h 2c 2d Ah Kd", "Ah Kd"),
        (10, "8c 8d 8h 2c 2d Ah Qd", "2d 2c"),
        (10, "9c 9d 9h Jk Ad Kh Qd", "Jk Ad"),
        (11, "Qc Qd Qh 7c 7d 7h As", "Qh Qd"),
        (12, "Kc Kd 9h 9s 7c 7d 2h", "Kd Kc"),
        (13, "9c 8d 7h 6s 5c Kd Kh", "Kh Kd"),
        (13, "Ah Jh 9h 6h 3h Tc Td", "Td Tc"),
        (13, "9c 9d 9h 8d 7s 6c 5h", "9h 9d"),
        (13, "Ac Jk Qd Jh Ts 9c 9d", "9d 9c"),  # ace, queen, jack, 10 and the joker are a straight
        (14, "Ac Ad 2h 2s Kc Qd 9h", "2s 2h"),
        (15, "Jc Jd 6h 6s Ac 9d 2h", "6s 6h"),
        (16, "Kc Kd 5h 5s Ac 9d 2h", "Ac 9d"),
        (16, "7c 7d 6h 6s Ac 9d 2h", "Ac 9d"),
        (17, "6c 6d 5h 5s Kc 9d 2h", "Kc 9d"),
        (17, "3c 3d 2h 2s Jk 9d 8h", "Jk 9d"),
        (18, "6c 6d 5h 5s Qc 9d 2h", "5s 5h"),
        (18, "Kc Kd 5h 5s Qc 9d 2h", "5s 5h"),
        (19, "Ac Ad Ah Kc 9d 7h 2s", "Ah Kc"),
        (19, "Ac Ad Jk Kc 9d 7h 2s", "Ad Kc"),  # the joker stays high
        (20, "9c 9d 9h Ac Kd 5h 2s", "Ac Kd"),
        (21, "Ah Kc Kd Qs Jh Tc 4d", "Ah Qs"),
        (21, "Ah Tc Td 9s 8h 7c 6d", "Ah Td"),
        (22, "Ah Kc Qd Js Th 9c 2d", "Ah 2d"),
        (22, "9c 9d 8s 7h 6c 5d Kh", "Kh 9d"),
        (23, "9c 9d Ks Qh 6c 4d 2h", "Ks Qh"),
        (24, "As Kd Qh Jc 9s 7d 2c", "Kd Qh"),
    ],
    "split-pairs": [
        (1, "Ac Ad Ah As Jk Kc Kd", "As Ah"),
        (2, "4c 4d 4h 4s Kc Kd Kh", "Kh Kd"),
        (3, "6c 6d 6h 6s Ah Kd 2c", "Ah Kd"),
        (4, "8c 8d 8h 2c 2d Ah Kd", "2d 2c"),
        (4, "5c 5d 5h Kc Kd 9c 9d", "Kd Kc"),
        (4, "Qc Qd Qh 7c 7d 7h As", "Qh Qd"),
        (5, "Kc Kd 9h 9s 7c 7d 2h", "Kd Kc"),
        (6, "9c 8d 7h 6s 5c Kd Kh", "Kh Kd"),
        (7, "Kc Kd 5h 5s Ac 9d 2h", "5s 5h"),
        (7, "Kc Kd Kh Ks Ah Qd Jc", "Ks Kh"),
        (7, "9c 9d 8h 8s 7c 6d 5h", "8s 8h"),  # the straight would leave no pair
        (8, "Ah Kc Qd Js Th 9c 2d", "9c 2d"),
        (9, "Ac Ad Ah Kc 9d 7h 2s", "Ah Kc"),
        (10, "9c 9d 9h Ac Kd 5h 2s", "Ac Kd"),
        (11, "9c 9d Ks Qh 6c 4d 2h", "Ks Qh"),
        (12, "As Kd Qh Jc 9s 7d 2c", "Kd Qh"),
    ],
}


@pytest.mark.parametrize(
    "name, rule, hand, low", [pytest.param(name, *example) for name, examples in EXAMPLES.items() for example in examples]
)
def test_every_rule_by_example(name: str, rule: int, hand: str, low: str) -> None:
    way = house_way(name)
    assert (way.rule_for(parse(hand)).number, text(way.set(parse(hand)))) == (rule, low)


def test_every_rule_has_an_example() -> None:
    assert sorted(EXAMPLES) == [way.name for way in house_ways()] == list(NAMES)
    for way in house_ways():
        assert {rule for rule, _, _ in EXAMPLES[way.name]} == set(range(1, len(way.rules) + 1))


# ---------------------------------------------------------------------------- what is lawful


@pytest.mark.cites("561.1", "561.13(a)", "645a.11(b)")
@pytest.mark.parametrize(
    "high, low, lawful",
    [
        ("7c 7d Ah 3s 2c", "7h 7s", True),  # the example of the chapter
        ("6c 6d Ah 3s 2c", "7h 7s", False),
        ("8c 8d 4h 3s 2c", "7h 7s", True),
        ("Ac Kd Qh Js 9c", "2h 2s", False),
        ("3c 3d 2h 2c 4c", "Ah As", True),
        ("6c 5d 4h 3s 2c", "Ah Jk", True),
        ("Jk Kd 9h 8s 2c", "Ah Qs", True),
        ("Ad Qd 9h 8s 2c", "Jk Kd", False),
        ("Kc Qd 4h 3s 2c", "Kh Qs", True),  # equal in the two cards that both have
        ("Kc Jd 4h 3s 2c", "Kh Qs", False),
        ("Kc Qd 4h 3s 2c", "Ah 5s", False),
    ],
)
def test_the_high_hand_is_not_below_the_low_hand(high: str, low: str, lawful: bool) -> None:
    assert is_lawful(parse(high), parse(low)) is lawful
    seven = parse(f"{high} {low}")
    assert (set(parse(low)) in [set(split.low) for split in splits(seven)]) is lawful


@pytest.mark.cites("561.1", "561.3(a)")
def test_what_is_not_seven_cards_is_refused() -> None:
    with pytest.raises(BadCard, match="takes seven cards, not 6"):
        splits(parse("Ac Ad Ah As Jk Kc"))
    with pytest.raises(BadCard, match="only one Ac in the deck"):
        splits(parse("Ac Ad Ah As Jk Kc Ac"))
    with pytest.raises(BadCard, match="has the cards 0 to 52, not 53"):
        splits([1, 2, 3, 4, 5, 6, 53])
    with pytest.raises(BadCard, match="has the cards 0 to 52, not -1"):
        splits([-1, 1, 2, 3, 4, 5, 6])
    with pytest.raises(BadCard, match="takes five cards, not 6"):
        is_lawful(parse("Ac Ad Ah As Jk Kc"), parse("Kd Kh"))
    for low in ("Kd", "Kd Kc Kh"):
        with pytest.raises(BadCard, match="a low hand takes two cards, not"):
            is_lawful(parse("Ac Ad Ah As Jk"), parse(low))


SEVEN = st.one_of(
    st.lists(st.integers(0, 52), min_size=7, max_size=7, unique=True),
    st.lists(st.integers(0, 51), min_size=6, max_size=6, unique=True).map(lambda six: [*six, JOKER]),
    st.lists(st.sampled_from([*range(32, 53), 0, 1, 4, 5]), min_size=7, max_size=7, unique=True),
)


@given(SEVEN, st.randoms(use_true_random=False), st.permutations(range(4)), st.sampled_from(NAMES))
def test_order_and_names_of_suits_do_not_matter(seven: list[Card], rng: Any, suits: list[int], name: str) -> None:
    way = house_way(name)
    rule, split = way.setting(seven)
    shuffled = rng.sample(seven, 7)
    assert way.setting(shuffled) == (rule, split)
    assert way.set(shuffled) == split.low
    assert is_lawful(split.high, split.low)
    assert sorted([*split.high, *split.low]) == sorted(seven)
    renamed = [card if card == JOKER else card & ~3 | suits[card & 3] for card in seven]
    other_rule, other = way.setting(renamed)
    assert other_rule == rule
    assert (other.high_value, other.low_value) == (split.high_value, split.low_value)
    assert [card >> 2 for card in other.low] == [card >> 2 for card in split.low]


# ---------------------------------------------------------------------------- the compiled way beside the readable one


def special_hands() -> list[list[Card]]:
    """Five aces, and all hands of aces, joker and the other cards of royal flushes in two suits."""
    aces = [*range(4 * ACE, 53)]
    royal = [*aces, *(4 * rank + suit for rank in range(8, 12) for suit in (0, 1))]
    low = [*aces, *(4 * rank for rank in range(5)), 1, 5, 9]
    five_aces = [[*aces, *two] for two in combinations(range(48), 2)]
    return five_aces + [list(seven) for cards in (royal, low) for seven in combinations(cards, 7)]


def dealt_hands() -> list[list[Card]]:
    rng = np.random.default_rng(561)
    hands = [rng.choice(53, 7, replace=False).tolist() for _ in range(8_000)]
    hands += [[*rng.choice(52, 6, replace=False).tolist(), JOKER] for _ in range(4_000)]
    two_suits = [4 * (n >> 1) + (n & 1) for n in range(26)]
    hands += [rng.choice([*two_suits, JOKER], 7, replace=False).tolist() for _ in range(4_000)]
    return hands


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("hands", [special_hands, dealt_hands])
def test_both_implementations_agree(name: str, hands: Any) -> None:
    from pitboss.games.pai_gow.compiled_way import settings
    from pitboss.hands.kernels import values

    way, rows = house_way(name), hands()
    high_values, low_values = values(PAI_GOW_HIGH), values(PAI_GOW_LOW)
    for seven, (place, high, low) in zip(rows, settings(way, rows).tolist(), strict=True):
        rule, split = way.setting(seven)
        assert (rule.number, split.high_value, split.low_value) == (place + 1, high_values[high], low_values[low]), text(seven)


def test_lawful_by_counting_is_lawful() -> None:
    from pitboss.games.pai_gow.compiled_way import lawful

    for seven in [*special_hands()[::3], *dealt_hands()[::4]]:
        cards = np.array(seven)
        for split, low in enumerate(combinations(seven, 2)):
            high = [card for card in seven if card not in low]
            assert lawful(cards, split) == is_lawful(high, low), (text(high), text(low))


# ---------------------------------------------------------------------------- every hand


def has_straight(ranks: set[int], joker: int) -> bool:
    runs = [{ACE, 0, 1, 2, 3}, *({*range(low, low + 5)} for low in range(9))]
    return any(len(run & ranks) + joker >= 5 for run in runs)


def by_ranks(ranks: Counter[int], joker: int) -> int:
    """The place of the best five cards, suits left aside, in the order of § 561.6(b)."""
    numbers = sorted((ranks + Counter({ACE: joker})).values(), reverse=True)
    if numbers[0] == 5:
        return 10
    if numbers[0] == 4:
        return 7
    if numbers[0] == 3 and numbers[1] >= 2:
        return 6
    if has_straight(set(ranks), joker):
        return 4
    return 3 if numbers[0] == 3 else min(numbers.count(2), 2)


def by_suit(ranks: set[int], joker: int) -> int:
    """The place of five cards or more of one suit."""
    if len(ranks & {8, 9, 10, 11, 12}) + joker >= 5:
        return 9
    return 8 if has_straight(ranks, joker) else 5


@cache
def frequencies() -> dict[str, int]:
    """The hands of each category, counted by ranks; for each, in how many ways one suit holds enough of them."""
    count: Counter[int] = Counter()
    for joker in (0, 1):
        for seven in combinations_with_replacement(range(13), 7 - joker):
            ranks = Counter(seven)
            if max(ranks.values()) > 4:
                continue
            without_flush = prod(comb(4, n) for n in ranks.values())
            worth = by_ranks(ranks, joker)
            for suited in chain(*(combinations(ranks, size) for size in range(5 - joker, len(ranks) + 1))):
                ways = 4 * prod(comb(3, n - (rank in suited)) for rank, n in ranks.items())
                count[max(worth, by_suit(set(suited), joker))] += ways
                without_flush -= ways
            count[worth] += without_flush
    return {category: count[place] for place, category in enumerate(PAI_GOW_HIGH.categories)}


def test_the_hands_counted_by_ranks_are_all_hands() -> None:
    assert sum(frequencies().values()) == comb(53, 7) == 154_143_080
    assert frequencies()["five aces"] == comb(48, 2)


# Three pairs by hand: no joker; the joker makes a pair with an ace; the joker is the single ace.
THREE_PAIRS = comb(13, 3) * 6**3 * 40 + 4 * comb(12, 2) * 6**2 * 40 + comb(12, 3) * 6**3


@pytest.mark.parametrize("name, three_pairs", [("traditional", 12), ("split-pairs", 5)])
def test_a_way_sets_every_hand(name: str, three_pairs: int) -> None:
    from pitboss.games.pai_gow.proof import prove

    seen: list[tuple[int, int]] = []
    proof = prove(house_way(name), lambda done, total: seen.append((done, total)))
    assert proof.failures == ()
    assert proof.hands == sum(proof.by_rule) == 154_143_080
    assert proof.by_category == frequencies()
    assert all(proof.by_rule)  # no rule is there for nothing
    assert proof.by_rule[three_pairs - 1] == THREE_PAIRS
    assert proof.by_rule[-1] == frequencies()["high card"]
    assert seen[0] == (0, 154_143_080)
    assert seen[-1] == (154_143_080, 154_143_080)
    assert seen == sorted(seen)


def test_the_proof_would_find_an_unlawful_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.games.pai_gow import proof
    from pitboss.games.pai_gow.compiled_way import tables_of_cards

    tables = tables_of_cards()
    careless = tables._replace(least_high=np.zeros_like(tables.least_high))
    monkeypatch.setattr(proof, "tables_of_cards", lambda: careless)
    (failure,) = proof.prove(house_way("split-pairs")).failures
    assert failure.why == "the high hand is lower than the low hand"
    # Without the law the highest low hand of seven cards that hold nothing has the highest card of them, never lawfully.
    assert failure.hands >= frequencies()["high card"]
    assert len(set(failure.example)) == 7


# ---------------------------------------------------------------------------- the command line


def without(way: HouseWay, number: int, path: Path) -> str:
    """A copy of a way without one of its rules, as a file."""
    head, *rules = (WAYS / f"{way.name}.toml").read_text(encoding="utf-8").split("[[rule]]")
    del rules[number - 1]
    path.write_text("[[rule]]".join([head, *rules]), encoding="utf-8")
    return str(path)


def test_a_way_without_one_of_its_rules_is_reported_with_an_example(tmp_path: Path) -> None:
    file = without(house_way("traditional"), 24, tmp_path / "short.toml")
    done = pitboss("house-way", file, "--prove")
    assert done.returncode == 1 and done.stderr in ("", "pitboss: setting all hands by 'traditional' takes a while …\n")
    last = done.stdout.splitlines()[-1]
    assert last.startswith(f"{frequencies()['high card']:,} hands: no rule sets it, for example ")
    example = last.split("for example ")[1].split(", ")
    assert len(example) == 7
    assert len({card.split(" of ")[0] for card in example}) == 7
    with pytest.raises(BadHouseWay, match="has no rule for As Kd Qh Jc 9s 7d 2c"):
        house_way(file).set(parse("As Kd Qh Jc 9s 7d 2c"))


def test_listing_reading_and_setting() -> None:
    rows = json.loads(pitboss("house-ways", "--json").stdout)
    assert [(r["name"], r["rules"]) for r in rows] == [("split-pairs", 12), ("traditional", 24)]
    rows = json.loads(pitboss("house-way", "traditional", "--json").stdout)
    assert rows[0] == {
        "rule": 1,
        "hand": "five aces and a pair",
        "pair": "K",
        "high": "five aces",
        "low": "pair",
        "says": "Five aces and two kings: the aces high, the kings low.",
        "schema": 1,
    }
    assert "24    Nothing at all" in pitboss("house-way", "traditional").stdout
    (row,) = json.loads(pitboss("house-way", "traditional", "--hand", "As Kd Qh Jc 9s 7d 2c", "--json").stdout)
    assert (row["high"], row["low"], row["rule"]) == ("As Jc 9s 7d 2c", "Kd Qh", 24)
    assert "rule 24: Nothing at all" in pitboss("house-way", "traditional", "--hand", "As Kd Qh Jc 9s 7d 2c").stdout


GOOD = 'name = "mine"\nsays = "Mine."\n[[rule]]\nsays = "All."\n'


@pytest.mark.parametrize(
    "broken, message",
    [
        ("name = ", "is not TOML"),
        (GOOD + "colour = 1", r'mine.toml, rule 1: there is no word "colour"; allowed are says, hand, '),
        (GOOD + 'hand = "two pairs"', 'rule 1: hand cannot be "two pairs"; allowed are no pair, one pair, two pair, '),
        (GOOD + "hand = []", "hand cannot be []"),
        (GOOD + 'hand = ["one pair", 7]', "hand cannot be 7"),
        (
            GOOD + 'hand = "two pair"\npair = "K"',
            'pair cannot be asked of "two pair"; allowed with it are one pair, full house, ',
        ),
        (GOOD + 'four = "K"', 'four cannot be asked of "no pair"'),
        (GOOD + 'hand = "one pair"\npair = "1"', 'pair has "1" for a rank; allowed are 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A'),
        (GOOD + 'hand = "one pair"\npair = "K to 7"', 'pair cannot be "K to 7"; write one rank, or the lower first'),
        (GOOD + 'singles = "A, K"', 'singles has "A," for a rank'),
        (GOOD + 'high = "big"', 'high cannot be "big"; allowed are high card, pair, two pair, three of a kind, '),
        (GOOD + 'low = "ace"', 'low cannot be "ace"; allowed are pair'),
        (GOOD + 'then = "best"', 'then cannot be "best"; allowed are highest low hand, highest high hand'),
        (GOOD + 'straight_or_flush = "yes"', 'straight_or_flush cannot be "yes"; allowed are true and false'),
        (GOOD + '[[rule]]\nhand = "no pair"', "rule 2: `says` must tell the rule in a sentence"),
        ('name = "mine"\nsays = "Mine."', "needs rules"),
        ('says = "Mine."', 'needs a "name"'),
        (GOOD.replace("[[rule]]", "[[rules]]"), 'there is no word "rules"; allowed are name, says, rule'),
    ],
)
@pytest.mark.cites("561.13(d)", "645a.11(c)")
def test_what_cannot_be_read_is_refused(broken: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(broken, encoding="utf-8")
    with pytest.raises(BadHouseWay, match=message.replace("[", r"\[")):
        house_way(file)


@pytest.mark.cites("561.13(d)", "645a.11(c)")
def test_a_way_is_one_that_is_known_or_a_file_that_can_be_read(tmp_path: Path) -> None:
    assert house_way("traditional").name == "traditional"
    file = tmp_path / "ours"  # without an ending
    file.write_text(GOOD, encoding="utf-8")
    assert house_way(file).name == "mine"
    with pytest.raises(BadHouseWay, match='there is no house way "lucky"; allowed are split-pairs, traditional, or a file'):
        house_way("lucky")
    with pytest.raises(BadHouseWay, match=r"none\.toml cannot be read: no such file or directory"):
        house_way(tmp_path / "none.toml")
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\xff")
    with pytest.raises(BadHouseWay, match=r"picture\.toml is not TOML: it is not text"):
        house_way(tmp_path / "picture.toml")


def test_hyphens_and_numbers_are_understood(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD + 'hand = "Three-of-a-kind"\nthree = 7\nhigh = "three-of-a-kind"', encoding="utf-8")
    (rule,) = house_way(file).rules
    assert (rule.hands, rule.ranks, rule.high) == (("three of a kind",), (("three", frozenset({5})),), 3)


@pytest.mark.parametrize(
    "args",
    [
        ("house-way", "lucky"),
        ("house-way", "no-such-file.toml"),
        ("house-way", "traditional", "--hand", "As Kd"),
        ("house-way", "traditional", "--hand", "As Kd Qh Jc 9s 7d 2c", "--prove"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(args: tuple[str, ...]) -> None:
    done = pitboss(*args)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)

"""Boards swept at once against the listing of every deal, on decks that are small enough, and against published odds."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import parse
from pitboss.drafts import boards
from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.counting import rows_of
from pitboss.drafts.pricing import Price, plan_of, price_wager
from pitboss.drafts.reading import load, read_draft, wager_in
from pitboss.drafts.records import Deck, Wager
from pitboss.house import House
from pitboss.odds.boards import heads_up, texas_bonus

GOLDEN = Path(__file__).parents[1] / "odds" / "golden"
EXAMPLES = Path(__file__).parents[2] / "examples" / "drafts"
TWO_SUITS = "Tc Jc Qc Kc Ac Ts Js Qs Ks As"
FOUR_SUITS = "Qc Qd Qh Qs Kc Kd Kh Ks Ac Ad Ah As"
MIXED = "4h 5h 6h 7h 8h Th 6s 7c 9d Kd Qs"
FEW = "Th Jh Qh Kh Ah Ac 9d 9s 4s"


def example(name: str) -> Wager:
    return wager_in(load(EXAMPLES / f"{name}.toml"))


def cut(wager: Wager, cards: str) -> Wager:
    """The wager with only these cards."""
    return replace(wager, deck=Deck(without=frozenset(range(52)) - frozenset(parse(cards))))


def swept(wager: Wager) -> Price:
    plan = boards.plan_of(wager)
    assert plan is not None
    return price_wager(wager, plan=plan)


def heads_up_draft() -> Wager:
    """Heads-Up Hold 'Em: Ultimate Texas Hold'em with three times for the first raise, and with the Bad Beat Bonus."""
    words = (EXAMPLES / "ultimate-texas-holdem.toml").read_text("utf-8")
    words = words.replace('name = "raise 4"\nbets = { Play = 4 }', 'name = "raise 4"\nbets = { Play = 3 }')
    for hand, pays in {"straight flush": 500, "four of a kind": 25, "full house": 6, "flush": 5, "straight": 4}.items():
        words += f'\n[[row]]\nbet = "Blind"\nwhen = "{hand} in own"\npays = "{pays} to 1"\n'
    return read_draft(words)


def same(found: Price, listed: Price) -> None:
    assert found.distribution == listed.distribution
    assert found.lines == listed.lines
    known = {decision.cards: decision for decision in listed.decisions}
    for decision in found.decisions:
        other = known[decision.cards]
        assert decision.best == other.best
        assert decision.values == {option: other.values[option] for option in decision.values}


@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [
        (TWO_SUITS, "straight or better"),
        (FOUR_SUITS, "four of a kind of kings or better"),
        (MIXED[:-3], "pair of eights or better"),
    ],
)
def test_flop_is_played_as_in_every_deal(cards: str, qualifies: str) -> None:
    words = (EXAMPLES / "casino-holdem.toml").read_text("utf-8").replace("pair of fours or better", qualifies)
    wager = cut(read_draft(words), cards)
    same(swept(wager), price_wager(wager, plan=rows_of(wager)))


def test_three_choices_are_made_as_in_every_deal() -> None:
    wager = cut(example("ultimate-texas-holdem"), FEW)
    first = replace(wager.choices[0], options=wager.choices[0].options[:2])  # fewer to list
    wager = replace(wager, choices=(first, *wager.choices[1:]))
    found = swept(wager)
    same(found, price_wager(wager, plan=rows_of(wager)))
    assert len(found.decisions) == 36 and {decision.best for decision in found.decisions} == {"raise 4", "check"}


@pytest.mark.parametrize(
    ("dealers", "wins"),
    [
        ("two pair or better in dealer + board", "poker value in player + board >= poker value in dealer + board"),
        ("not two pair or worse in dealer + board", "poker value in dealer + board < poker value in player + board"),
        ("always", "not poker value in player + board <= poker value in dealer + board"),
        ("(flush in dealer + board or full house or better in dealer + board)", "always"),
        ("queen high or better in dealer + board", "poker value in player + board != poker value in dealer + board"),
    ],
)
@pytest.mark.parametrize("sees", ["", 'sees = ["player"]', 'sees = ["player", "board"]'])
def test_qualifications_and_comparisons(dealers: str, wins: str, sees: str) -> None:
    """A wager that pays differently where the dealer does not qualify, lost or won, with a choice at any time or none."""
    wager = read_draft(f"""
        deal = {{ player = 2, board = 5, dealer = 2 }}
        bet = [{{ name = "ante" }}, {{ name = "more", size = "1/2", bonus = true }}]
        row = [
            {{ bet = "ante", when = "{wins} and ({dealers}) and straight or better in player + board", pays = "7 to 2" }},
            {{ bet = "ante", when = "{wins} and {dealers} and pair or better in player + board", pays = "1 to 1" }},
            {{ bet = "ante", when = "{wins}", pays = "push" }},
            {{ bet = "ante", when = "not ({dealers})", pays = "lose 1/2" }},
            {{ bet = "ante", when = "poker value in player + board = poker value in dealer + board", pays = "lose 1/3" }},
            {{ bet = "more", when = "flush of queens or worse in player + board", pays = "3 to 1" }},
        ]
        {
        ""
        if not sees
        else f'''
        [[choice]]
        {sees}
        option = [{{ name = "fold", loses = "2/3" }}, {{ name = "call", bets = {{ ante = 1 }} }}]
        '''
    }
    """)
    wager = cut(wager, MIXED[:-3])
    same(swept(wager), price_wager(wager, plan=rows_of(wager)))


def test_heads_up_hold_em_is_that_of_its_chapter() -> None:
    """Chapter 677a on some cards of the deck, by its own solver; only the time of the raise is told apart there."""
    cards = "8c 9c Tc Jc Qc Kc Ac 8s 9s Ts Js Qs Ks As"
    deck = tuple(sorted(parse(cards)))
    found = swept(cut(heads_up_draft(), cards)).distribution
    expected = heads_up.solve(House.of("677a"), deck).distribution
    assert found.counts == expected.counts and found.element_of_risk == expected.element_of_risk


@pytest.mark.parametrize("rank", ["straight", "flush"])
@pytest.mark.parametrize("cards", [FEW, TWO_SUITS])
def test_texas_hold_em_bonus_is_that_of_its_chapter(cards: str, rank: str) -> None:
    """Chapter 563 on some cards of the deck: by its own solver, and by every deal."""
    words = (EXAMPLES / "texas-holdem-bonus.toml").read_text("utf-8").replace("straight or better", f"{rank} or better")
    wager, deck = cut(read_draft(words), cards), tuple(sorted(parse(cards)))
    found = swept(wager)
    expected = texas_bonus.solve(House.of("563", {"qualifying_rank": rank}), deck).distribution
    assert found.distribution.counts == expected.counts
    assert found.distribution.element_of_risk == expected.element_of_risk
    if cards == FEW:
        same(found, price_wager(wager, plan=rows_of(wager)))


@pytest.mark.slow
@pytest.mark.parametrize(("number", "wager"), [("563", example("texas-holdem-bonus")), ("677a", heads_up_draft())])
def test_chapters_as_drafts_give_the_golden_integers(number: str, wager: Wager) -> None:
    counts = {str(net): str(deals) for net, deals in price_wager(wager).distribution.counts.items()}
    assert counts == json.loads((GOLDEN / f"{number}.json").read_text("utf-8"))


@pytest.mark.slow
def test_casino_hold_em_as_published() -> None:
    """The usual figure is 0.82 % of all that is bet."""
    price = price_wager(example("casino-holdem"))
    assert price.distribution.edge == Fraction(1363917077, 63213204600)
    assert f"{float(price.distribution.edge):.2%} {float(price.distribution.element_of_risk):.2%}" == "2.16% 0.82%"
    assert str(price.plan).startswith(
        "every board, told apart by suit class, with all hands of both sides at once: 136,787 boards"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('sees = ["player", "flop"]', 'sees = ["player", "late"]'),  # three cards and not two
        ('sees = ["player", "flop"]', 'sees = ["player", "flop"]\nwhen = "pair in player"'),
        ('sees = ["player", "flop"]', 'sees = ["player", "dealer"]'),
        ("late = 2", "late = 2\nburnt = 1"),
        ("pair of fours or better in dealers", "flush in dealers"),  # a full house is better and would not qualify
        ("pair of fours or better in dealers", "pair or better in dealer"),
        ("and full house in own", "and suited in own"),
        ("and full house in own", "and pair or better in dealers"),  # a second qualification
        ('pays = "3 to 1"', 'pays = "3 to 1"\neach = "pairs in own"'),
        ("player = 2\n", "player = 2\n[deck]\ndecks = 2\n[deal]\n"),
    ],
)
def test_others_are_refused_by_their_size(old: str, new: str) -> None:
    words = (EXAMPLES / "casino-holdem.toml").read_text("utf-8")
    assert old in words
    if "decks" in new:
        words = words.replace("[deal]\n", "[deck]\njokers = 1\n\n[deal]\n").replace("poker value in own", "pairs in own")
        words = words.replace("poker value in dealers", "pairs in dealers")
    else:
        words = words.replace(old, new)
    wager = read_draft(words)
    assert boards.plan_of(wager) is None
    with pytest.raises(BadDraft, match="different deals are too many to count"):
        plan_of(wager)


def test_other_hands_of_poker_are_not_swept() -> None:
    wager = example("casino-holdem")
    assert boards.plan_of(replace(wager, hand_cards=4)) is None
    assert boards.plan_of(replace(wager, deck=Deck(wild=frozenset({0})))) is None

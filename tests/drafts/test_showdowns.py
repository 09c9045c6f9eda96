"""Showdowns counted by inclusion and exclusion against the listing of every deal, on decks that are small enough, and against
the chapters that print such a game."""

from dataclasses import replace

import pytest

from pitboss.cards import parse
from pitboss.drafts import showdowns
from pitboss.drafts.conditions import BadDraft, parse_condition
from pitboss.drafts.counting import rows_of
from pitboss.drafts.pricing import Price, plan_of, price_wager
from pitboss.drafts.reading import read_draft
from pitboss.drafts.records import Bet, Deck, Pay, Row, Wager
from pitboss.house import House
from pitboss.odds.against_dealer import five_card, three_card

FOUR_SUITS = "Jc Jd Jh Js Qc Qd Qh Qs Kc Kd Kh Ks Ac Ad Ah As"
TWO_SUITS = "9c Tc Jc Qc Kc Ac 9s Ts Js Qs Ks As"
MIXED = "4h 5h 6h 7h 8h Th 6s 7c 9d Kd Qs Qc"


def draft(
    deal: str, dealer: str, opens: str, paid: dict[str, str], raised: int, sees: str = '"player"', mine: str = "player"
) -> Wager:
    """Ante and Play against a dealer's hand: the Play wager is paid by the player's hand, the Ante has a bonus of a quarter."""
    rows = "".join(
        f'[[row]]\nbet = "play"\nwhen = "wins and {hand} in {mine}"\npays = "{pays}"\n' for hand, pays in paid.items()
    )
    return read_draft(f"""
        [deal]
        {deal}
        [define]
        opens = "({opens})"
        wins = "poker value in {mine} > poker value in {dealer}"
        ties = "poker value in {mine} = poker value in {dealer}"
        [[choice]]
        sees = [{sees}]
        option = [{{ name = "fold", loses = 1 }}, {{ name = "play", bets = {{ play = {raised} }} }}]
        [[bet]]
        name = "ante"
        [[bet]]
        name = "play"
        size = 0
        [[row]]
        bet = "ante"
        when = "not opens or wins"
        pays = "1 to 1"
        [[row]]
        bet = "ante"
        when = "ties"
        pays = "push"
        [[row]]
        bet = "play"
        when = "not opens or ties"
        pays = "push"
        {rows}
    """)


CARIBBEAN = {
    "royal flush": "100 to 1",
    "straight flush": "50 to 1",
    "four of a kind": "20 to 1",
    "full house": "7 to 1",
    "flush": "5 to 1",
    "straight": "4 to 1",
    "three of a kind": "3 to 1",
    "two pair": "2 to 1",
    "high card or better": "1 to 1",
}
ACE_KING = "ace high in up + hidden and count(king) in up + hidden = 1 or pair or better in up + hidden"


def three(opens: str = "queen high or better in dealer") -> Wager:
    return draft("player = 3\ndealer = 3", "dealer", opens, {"high card or better": "1 to 1"}, 1)


def five(opens: str = ACE_KING) -> Wager:
    return draft("player = 5\nup = 1\nhidden = 4", "up + hidden", opens, CARIBBEAN, 2, '"player", "up"')


def in_part(deal: str, opens: str) -> Wager:
    """The player chooses before the own hand is complete."""
    return draft(deal, "dealer", opens, {"pair or better": "3 to 2", "high card": "1 to 1"}, 2, mine="player + more")


def four_card() -> Wager:
    """The best four of five against the best four of six."""
    deal, opens = "player = 5\nup = 1\nhidden = 5", "pair of kings or better in up + hidden"
    wager = draft(deal, "up + hidden", opens, {"straight": "2 to 1", "flush": "3 to 1"}, 3, '"player", "up"')
    return replace(wager, hand_cards=4)


def cut(wager: Wager, cards: str) -> Wager:
    """The wager with only these cards."""
    return replace(wager, deck=Deck(without=frozenset(range(52)) - frozenset(parse(cards))))


def met(wager: Wager) -> Price:
    plan = showdowns.plan_of(wager)
    assert plan is not None
    return price_wager(wager, plan=plan)


def same(found: Price, listed: Price) -> None:
    assert found.distribution == listed.distribution
    assert found.lines == listed.lines
    known = {decision.cards: decision for decision in listed.decisions}  # of two suits, the listing has every hand
    for decision in found.decisions:
        assert (decision.best, decision.values) == (known[decision.cards].best, known[decision.cards].values)
    for chosen in ("fold", "play"):
        deals = [sum(decision.deals for decision in each.decisions if decision.best == chosen) for each in (found, listed)]
        assert deals[0] == deals[1]


@pytest.mark.parametrize(
    "wager",
    [
        cut(three(), FOUR_SUITS),
        cut(three(), MIXED),
        cut(three("pair or better in dealer"), TWO_SUITS),
        cut(draft("player = 3\nup = 1\ndealer = 2", "up + dealer", "always", {"pair": "2 to 1"}, 3, '"player", "up"'), MIXED),
        cut(draft("player = 4\ndealer = 4", "dealer", "straight or better in dealer", {"flush": "3 to 1"}, 1), TWO_SUITS),
        cut(draft("player = 4\nup = 1\ndealer = 3", "up + dealer", "not flush or worse in up + dealer", {}, 2), MIXED),
        cut(in_part("player = 2\nmore = 1\ndealer = 3", "queen high or better in dealer"), FOUR_SUITS),
        cut(in_part("player = 2\nmore = 1\ndealer = 3", "pair or better in dealer"), MIXED),
        cut(in_part("player = 3\nmore = 2\ndealer = 5", "always"), "9h Th Jh Qh Kh Ah Ac Kd Qs 9c 4s"),
        cut(four_card(), MIXED),
        cut(five(), "9h Th Jh Qh Kh Ah Ac Kd Qs 9c 4s"),
        cut(five("pair or better in up + hidden"), "Qc Qd Qh Qs Kc Kd Kh Ks Ac Ad Ah As"),
        cut(draft("player = 5\ndealer = 5", "dealer", "two pair or better in dealer", CARIBBEAN, 1), TWO_SUITS),
    ],
)
def test_results_are_those_of_every_deal(wager: Wager) -> None:
    same(met(wager), price_wager(wager, plan=rows_of(wager)))


@pytest.mark.parametrize(
    "dealers",
    ["flush or better in dealer", "(queen high in dealer and always or king high or better in dealer)"],
)
def test_what_no_game_prints(dealers: str) -> None:
    """No choice; results that depend on both hands where the dealer does not qualify; the player's suits and ranks."""
    wager = read_draft(f"""
        deal = {{ player = 3, dealer = 3 }}
        bet = [{{ name = "ante" }}, {{ name = "more", size = "1/2", bonus = true }}, {{ name = "aces", pays = "every row" }}]
        row = [
            {{ bet = "ante", when = "poker value in player >= poker value in dealer and not {dealers}", pays = "7 to 2" }},
            {{ bet = "ante", when = "{dealers} and poker value in dealer != poker value in player", pays = "lose 1/3" }},
            {{ bet = "more", when = "suited in player or highest in player < jack", pays = "3 to 1" }},
            {{ bet = "aces", when = "count(ace) in player > 0", pays = "1 to 1", each = "count(ace) in player" }},
            {{ bet = "aces", when = "poker value in dealer > poker value in player", pays = "lose 2" }},
        ]
    """)
    for cards in (FOUR_SUITS, MIXED):
        same(met(cut(wager, cards)), price_wager(cut(wager, cards), plan=rows_of(cut(wager, cards))))


def test_three_cards_as_in_chapter_565() -> None:
    """The whole deck: 3.3730 % of the Ante with a bonus of 5, 4 and 1, win or lose."""
    ante = three()
    hands = {"straight flush": "5 to 1", "three of a kind": "4 to 1", "straight": "1 to 1"}
    rows = tuple(Row(hand, parse_condition(f"{hand} in player"), Pay.parse(pays)) for hand, pays in hands.items())
    price = price_wager(replace(ante, bets=(*ante.bets, Bet("Ante bonus", rows, bonus=True))))
    expected = three_card.solved(House.of("565")).contest.result
    assert price.distribution == expected and f"{float(expected.edge):.4%}" == "3.3730%"
    assert isinstance(price.plan, showdowns.Meeting) and len(price.decisions) == 1755


def test_caribbean_stud_is_that_of_its_chapter() -> None:
    """Chapter 555 by its own solver, on some cards of the deck."""
    cards = "8c 9c Tc Jc Qc Kc Ac 8s 9s Ts Js Qs Ks As"
    setting, deck = five_card.SETTING, tuple(sorted(parse(cards)))
    expected = setting.contest(House.of("555"), deck).result
    found = met(cut(five(), cards)).distribution
    assert found.edge == expected.edge and found.deals == expected.deals


@pytest.mark.parametrize(
    "wager",
    [
        replace(three(), choices=(three().choices[0], replace(three().choices[0], sees=("player", "dealer")))),
        three("flush in dealer"),
        three("count(ace) in dealer > 0"),
        replace(draft("player = 5\ndealer = 5", "dealer", "always", {}, 1), deal={"player": 5, "dealer": 4}),
        replace(three(), deck=Deck(wild=frozenset({0}))),
        draft("player = 6\ndealer = 6", "dealer", "always", {}, 1),
        draft("player = 3\nup = 2\ndealer = 1", "up + dealer", "always", {}, 1, '"player", "up"'),
        draft(
            "player = 3\nup = 1\ndealer = 2",
            "up + dealer",
            "always",
            {"count(queen of spades) in player = 0 and pair": "2 to 1"},
            1,
        ),
        draft("player = 3\ndealer = 3", "dealer", "highest in player > highest in dealer", {}, 1),
    ],
)
def test_others_are_listed(wager: Wager) -> None:
    assert showdowns.plan_of(wager) is None


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(BadDraft, match="different deals are too many to count"):
        plan_of(five("flush in up + hidden"))

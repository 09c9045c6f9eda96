"""Prices of drafts by a second method: every deal from the shoe, one by one, judged by a function in plain Python."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import JOKER, Card
from pitboss.drafts.pricing import price_wager
from pitboss.drafts.reading import read_draft
from pitboss.drafts.records import Wager
from pitboss.drafts.verification.statement import card_by_card

Hand = Sequence[Card]
Deal = dict[str, list[Card]]


def deals(wager: Wager) -> list[Deal]:
    """Every deal of a wager's groups, one by one, each as likely as any other."""
    shoe = [card for card, number in enumerate(wager.deck.counts) for _ in range(number)]
    found: list[tuple[Deal, tuple[int, ...]]] = [({}, tuple(range(len(shoe))))]
    for name, size in wager.deal.items():
        following = []
        for deal, left in found:
            for places in combinations(left, size):
                rest = tuple(place for place in left if place not in places)
                following.append(({**deal, name: [shoe[place] for place in places]}, rest))
        found = following
    return [deal for deal, _ in found]


def points(hand: Hand) -> int:
    hard = sum(min(10, (card >> 2) + 2) if card >> 2 < 12 else 1 for card in hand)
    return hard + 10 if hard <= 11 and any(card >> 2 == 12 for card in hand) else hard


def is_run(hand: Hand) -> bool:
    ranks = {card >> 2 for card in hand if card != JOKER}
    low = {-1 if rank == 12 else rank for rank in ranks}
    return len(ranks) == len(hand) and (max(ranks) - min(ranks) == len(hand) - 1 or max(low) - min(low) == len(hand) - 1)


def pips(card: Card) -> int:
    """The rank of a card with the ace 1."""
    return 1 if card >> 2 == 12 else 2 + (card >> 2)


def suited(hand: Hand) -> bool:
    return len({card & 3 if card != JOKER else 9 + place for place, card in enumerate(hand)}) == 1


def most(hand: Hand) -> int:
    return max(Counter(card >> 2 for card in hand if card != JOKER).values(), default=0)


def category(hand: Hand) -> str:
    """The category of three cards by the printed order."""
    if most(hand) == 3:
        return "three of a kind"
    if suited(hand) and is_run(hand):
        return "straight flush"
    return "straight" if is_run(hand) else "flush" if suited(hand) else "pair" if most(hand) == 2 else "high card"


SMALL = '[deck]\nwithout = "2 to 9"\n[deal]\n'  # twenty cards
DRAFTS: dict[str, tuple[str, Callable[[Deal], Fraction | int]]] = {
    "three cards": (
        SMALL
        + 'player = 3\n[[row]]\nwhen = "straight flush"\npays = "9 to 1"\n[[row]]\nwhen = "three of a kind"\npays = "7 to 2"\n'
        + '[[row]]\nwhen = "straight"\npays = "3 for 1"\n[[row]]\nwhen = "flush or pair"\npays = "push"',
        lambda deal: {
            "straight flush": Fraction(9),
            "three of a kind": Fraction(7, 2),
            "straight": Fraction(2),
            "flush": Fraction(0),
            "pair": Fraction(0),
            "high card": Fraction(-1),
        }[category(deal["player"])],
    ),
    "21 and up": (
        '[deck]\nwithout = "3 to 8"\ndecks = 2\n[deal]\nplayer = 2\nup = 1\n'
        '[[row]]\nwhen = "total in player + up = 21 and suited in player"\npays = "10 to 1"\n'
        '[[row]]\nwhen = "total in player + up >= 20"\npays = "1 to 1"\n',
        lambda deal: (
            10
            if points(deal["player"] + deal["up"]) == 21 and suited(deal["player"])
            else (1 if points(deal["player"] + deal["up"]) >= 20 else -1)
        ),
    ),
    "match": (
        '[deck]\nwithout = "2 to 9"\ndecks = 2\n[deal]\nplayer = 2\nup = 1\n[wager]\npays = "every row"\n'
        '[[row]]\nwhen = "same card as up in player >= 1"\neach = "same card as up in player"\npays = "11 to 1"\n'
        '[[row]]\nwhen = "same rank as up in player >= 1 and same card as up in player = 0"\npays = "4 to 1"\n',
        lambda deal: (
            11 * deal["player"].count(deal["up"][0])
            + (
                4
                if deal["up"][0] not in deal["player"] and any(card >> 2 == deal["up"][0] >> 2 for card in deal["player"])
                else 0
            )
            or -1
        ),
    ),
    "pips": (
        "[deck]\nwithout = '4 to 9'\n[deal]\nplayer = 2\ndealer = 1\n"
        '[[row]]\nwhen = "pips in player = 14"\npays = "7 to 1"\n'
        '[[row]]\nwhen = "pips in dealer > highest in player"\npays = "2 to 1"\n'
        '[[row]]\nwhen = "pips in player - pips in dealer >= 12"\npays = "1 to 1"\n',
        lambda deal: (
            7
            if sum(pips(card) for card in deal["player"]) == 14
            else 2
            if pips(deal["dealer"][0]) > 2 + max(card >> 2 for card in deal["player"])
            else 1
            if sum(pips(card) for card in deal["player"]) - pips(deal["dealer"][0]) >= 12
            else -1
        ),
    ),
    "suits alone": (
        "[deck]\nwithout = '2 to 9'\njokers = 1\n[deal]\nplayer = 3\nup = 1\n"
        '[[row]]\nwhen = "longest suit in player = 3"\npays = "7 to 1"\n'
        '[[row]]\nwhen = "same suit as up in player = 2"\npays = "3 to 1"\n'
        '[[row]]\nwhen = "suits in player = 3 and count(joker) = 0"\npays = "1 to 1"\n',
        lambda deal: (
            7
            if suited(deal["player"])
            else 3
            if deal["up"] != [JOKER] and [c & 3 for c in deal["player"] if c != JOKER].count(deal["up"][0] & 3) == 2
            else 1
            if JOKER not in deal["player"] + deal["up"] and len({card & 3 for card in deal["player"]}) == 3
            else -1
        ),
    ),
    "jokers": (
        '[deck]\nwithout = "2 to 10"\njokers = 2\n[deal]\nplayer = 3\nother = 1\n'
        '[[row]]\nwhen = "count(joker) = 2"\npays = "50 to 1"\n'
        '[[row]]\nwhen = "suited in player and count(joker) in other = 1"\npays = "20 to 1"\n'
        '[[row]]\nwhen = "not pair in player and same colour in player"\npays = "1 to 1"\n',
        lambda deal: (
            50
            if (deal["player"] + deal["other"]).count(JOKER) == 2
            else 20
            if suited(deal["player"]) and deal["other"] == [JOKER]
            else 1
            if most(deal["player"]) == 1
            and len({card & 3 in (1, 2) for card in deal["player"]}) == 1
            and JOKER not in deal["player"]
            else -1
        ),
    ),
    "runs and suits": (
        SMALL
        + 'player = 4\n[[row]]\nwhen = "longest suited run = 4"\npays = "40 to 1"\n[[row]]\nwhen = "longest run >= 4"\n'
        + 'pays = "8 to 1"\n[[row]]\nwhen = "suits = 4 and ranks >= 3"\npays = "1 to 1"\n'
        + '[[row]]\nwhen = "pairs = 2 or spread <= 2"\npays = "lose 1/2"\n',
        lambda deal: (
            40
            if suited(deal["player"]) and is_run(deal["player"])
            else 8
            if is_run(deal["player"])
            else 1
            if len({card & 3 for card in deal["player"]}) == 4 and len({card >> 2 for card in deal["player"]}) >= 3
            else Fraction(-1, 2)
            if sum(number >= 2 for number in Counter(card >> 2 for card in deal["player"]).values()) == 2
            or max(card >> 2 for card in deal["player"]) - min(card >> 2 for card in deal["player"]) <= 2
            else -1
        ),
    ),
}


@pytest.mark.parametrize("name", DRAFTS)
def test_every_deal_judged_by_hand_gives_the_same_distribution(name: str) -> None:
    words, worth = DRAFTS[name]
    wager = read_draft(words)
    counted = Counter(Fraction(worth(deal)) for deal in deals(wager))
    total = sum(counted.values())
    price = price_wager(wager)
    assert {net: Fraction(number, price.distribution.deals) for net, number in price.distribution.counts.items()} == {
        net: Fraction(number, total) for net, number in counted.items()
    }


def test_the_dealer_s_draws_are_those_of_every_order_of_a_small_shoe() -> None:
    wager = read_draft(
        '[deck]\nwithout = "2, 3, 5, 7 to 9, jack to king"\n[deal]\nup = 1\n'  # 4, 6, 10, ace
        '[[draw]]\ngroup = "drawn"\nuntil = "total in up + drawn >= 17"\n'
        '[[row]]\nwhen = "bust in up + drawn and cards in up + drawn >= 4"\npays = "9 to 1"\n'
        '[[row]]\nwhen = "bust in up + drawn"\npays = "2 to 1"\n'
    )
    nets: dict[Fraction, Fraction] = defaultdict(Fraction)

    def draw(hand: list[Card], left: list[Card], chance: Fraction) -> None:
        if hand and points(hand) >= 17:
            busts = points(hand) > 21
            nets[Fraction(9 if busts and len(hand) >= 4 else 2 if busts else -1)] += chance
            return
        for rank in {card >> 2 for card in left}:
            alike = [card for card in left if card >> 2 == rank]
            rest = [card for card in left if card != alike[0]]
            draw([*hand, alike[0]], rest, chance * len(alike) / len(left))

    draw([], [card for card, number in enumerate(wager.deck.counts) if number], Fraction(1))
    found = price_wager(wager).distribution
    assert {net: Fraction(number, found.deals) for net, number in found.counts.items()} == dict(nets)


def test_choices_are_the_best_of_every_information_state() -> None:
    words = (
        SMALL + 'player = 2\ndealer = 2\n[define]\nwins = "poker value in player > poker value in dealer"\n'
        'ties = "poker value in player = poker value in dealer"\n'
        '[[choice]]\nsees = "player"\n[[choice.option]]\nname = "fold"\nloses = "1/2"\n'
        '[[choice.option]]\nname = "raise"\nbets = { raise = 2 }\n'
        '[[bet]]\nname = "ante"\n[[bet]]\nname = "raise"\nsize = 0\n'
        '[[row]]\nbet = "ante"\nwhen = "wins"\npays = "3 to 2"\n[[row]]\nbet = "ante"\nwhen = "ties"\npays = "push"\n'
        '[[row]]\nbet = "raise"\nwhen = "wins or ties"\npays = "1 to 1"\n'
    )
    wager = read_draft(words)

    def value(hand: Hand) -> tuple[bool, list[int]]:
        ranks = sorted((card >> 2 for card in hand), reverse=True)
        return ranks[0] == ranks[1], ranks

    states: dict[tuple[Card, ...], dict[str, Fraction]] = {}
    number = 0
    for deal in deals(wager):
        mine, theirs = value(deal["player"]), value(deal["dealer"])
        raised = Fraction(7, 2) if mine > theirs else Fraction(2) if mine == theirs else Fraction(-3)
        state = states.setdefault(tuple(deal["player"]), {"fold": Fraction(0), "raise": Fraction(0)})
        state["fold"] -= Fraction(1, 2)
        state["raise"] += raised
        number += 1
    price = price_wager(wager)
    assert price.distribution.mean == sum(max(state.values()) for state in states.values()) / number
    assert {decision.best for decision in price.decisions} == {"fold", "raise"}
    raised_states = sum(state["raise"] > state["fold"] for state in states.values())
    share = Fraction(raised_states, len(states))
    assert price.distribution.wagered == price.distribution.deals * (1 + 2 * share)


def test_wild_cards_make_the_printed_numbers_of_hands() -> None:
    """Five cards with one joker, and with deuces wild: numbers that every book on Poker prints."""
    hands = ["five of a kind", "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind"]
    rows = "".join(f'[[row]]\nwhen = "{hand}"\npays = "1 to 1"\n' for hand in (*hands, "two pair"))
    joker = price_wager(read_draft(f'[deck]\njokers = 1\nwild = "joker"\n[deal]\nplayer = 5\n{rows}'))
    assert [line.deals for line in joker.lines[:-1]] == [13, 204, 3120, 6552, 7804, 20532, 137280, 123552]
    deuces = price_wager(read_draft(f'[deck]\nwild = "2"\n[deal]\nplayer = 5\n{rows}'))
    assert [line.deals for line in deuces.lines[:-2]] == [672, 2552, 31552, 12672, 14472, 62232, 355080]


def test_given_counts_only_the_deals_in_which_it_holds() -> None:
    words = '[deck]\ndecks = 6\n[deal]\nup = 1\nhole = 1\n[wager]\ngiven = "count(ace) in up = 1"\n'
    insurance = read_draft(words + '[[row]]\nwhen = "count(ten-value) in hole = 1"\npays = "2 to 1"\n')
    assert price_wager(insurance).distribution.edge == 1 - 3 * Fraction(96, 311)


def test_a_choice_is_open_after_some_options_only() -> None:
    """A coin of two cards is called, or left; who called may double. Without a call there is nothing to double."""
    words = (
        '[deck]\nwithout = "3 to king"\n[deal]\ncard = 1\n[[choice]]\n[[choice.option]]\nname = "call"\n'
        '[[choice.option]]\nname = "call loudly"\n[[choice.option]]\nname = "leave"\nloses = "1/4"\n'
        '[[choice]]\nafter = "call loudly"\nsees = "card"\n[[choice.option]]\nname = "double"\nbets = { more = 1 }\n'
        '[[choice.option]]\nname = "stay"\n[[bet]]\nname = "coin"\n[[bet]]\nname = "more"\nsize = 0\n'
        '[[row]]\nbet = "coin"\nwhen = "count(ace) = 1"\nafter = ["call", "call loudly"]\npays = "1 to 1"\n'
        '[[row]]\nbet = "more"\nwhen = "count(ace) = 1"\npays = "1 to 1"\n'
    )
    price = price_wager(read_draft(words))
    assert price.distribution.counts == {-1: 4, 2: 4}
    assert {decision.best for decision in price.decisions} == {"call loudly", "double", "stay"}
    always = price_wager(read_draft(words.replace('after = "call loudly"\n', "")))
    assert {decision.best for decision in always.decisions} == {"call", "double", "stay"}


def test_cards_that_conditions_only_count_are_joined() -> None:
    words = '[deck]\njokers = 1\n[deal]\nplayer = 2\nup = 2\n[[row]]\npays = "3 to 1"\n'
    joined = read_draft(words + 'when = "same colour in player and count(Ah, As) in up >= 1"')
    listed = price_wager(joined, plan=card_by_card(joined))
    assert str(price_wager(joined).plan) == (
        "every deal, told apart by what is counted, suits by inclusion and exclusion: 9 rows for 1,756,950 deals"
    )
    assert price_wager(joined).distribution == listed.distribution
    assert price_wager(joined).lines == listed.lines


def test_an_ace_may_be_high_only() -> None:
    """Of 48 suited and 720 other straights of three cards 4 and 60 are A-2-3; the 4 are flushes then."""
    rows = {
        "straight flush and not low-ace": 44,
        "three of a kind": 52,
        "straight and not low-ace": 660,
        "flush or straight flush": 1096 + 4,
        "pair": 3744,
    }
    words = '[deal]\nhand = 3\n[define]\nlow-ace = "highest = ace and lowest = 2"\n'
    words += "".join(f'[[row]]\nwhen = "{when}"\npays = "1 to 1"\n' for when in rows)
    *won, _ = price_wager(read_draft(words)).lines
    assert {line.hand: line.deals for line in won} == rows

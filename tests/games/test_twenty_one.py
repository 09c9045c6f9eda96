"""Blackjack (633a) and Spanish 21 (635a): what a rule case cannot tell."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import TEN, parse, rank
from pitboss.cases.comparing import totals
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import IllegalWager, NotAuthorized, PitbossError
from pitboss.games import blackjack, game, spanish_21
from pitboss.games.twenty_one.completion import settle, settle_surrenders
from pitboss.games.twenty_one.points import total
from pitboss.games.twenty_one.rules import Hand, Play
from pitboss.house import House
from pitboss.shoe import Chance, Shuffle, commit
from pitboss.table.drivers import bots, drive
from pitboss.table.log.replay import replay
from pitboss.table.log.stores import FileStore
from pitboss.table.procedures.multideck import memory_of
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table
from pitboss.table.view.viewers import SPECTATOR, Viewer
from pitboss.table.view.views import layout_of, view
from pitboss.table.vocabulary import surrendered


def open_table(chapter: str, seats: int = 1, cards: dict[str, str] | None = None, then: str = "", **house: Any) -> Table:
    stacks: Any = None
    if cards is not None:
        places = {place: parse(words) for place, words in cards.items()}
        stacks = {"": RiggedStack(Rigging(places, parse(then), [], 1))}
    table = Table(game(chapter), House.of(chapter, house), Chance(1), stacks=stacks)
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}")
    return table


def begin(table: Table, wagers: dict[str, int]) -> Round:
    """Bets and deals; stops at the first decision."""
    for seat in table.seats:
        table.bet(seat, wagers)
    table.begin()
    while table.request is not None and not isinstance(table.request, Ask):
        reach(table)
        table.reply(None)
    current = table.round or table.last
    assert current is not None
    return current


def reach(table: Table) -> None:
    """Tells a rigged stack that the first deal is over."""
    for stack in table.stacks.values():
        if isinstance(stack, RiggedStack) and (isinstance(table.request, Ask) or table.request == Moment("dealt")):
            stack.rigging.first_deal_over = True


def money(t: Round) -> dict[tuple[str, str], tuple[str, int, str]]:
    return {(s.who, s.wager): (s.act, s.cents, s.cite) for s in t.steps if s.act in ("collect", "return", "pay")}


# ---------------------------------------------------------------------------- everything in one round

SEVEN_SEATS = {
    1: ("8c 8d", "insurance 500", "split", "split", "double", "double 400", "double"),  # three hands, all doubled
    2: ("Tc 6c", "insurance 200", "surrender"),
    3: ("As Kh", "insurance 500"),
    4: ("5c 6d", "no insurance", "double 300"),
    5: ("Ts Qd", "no insurance", "stand"),
    6: ("9h 7s", "insurance", "hit", "hit"),
    7: ("Ac Ad", "no insurance", "split", "double", "split", "double", "double 100"),
}
DEALER = "Ah 6h"
THEN = "8h 3d Th 2s 9d 3c 5d 5s 2c Kd 8s 9s Ad 4h 4d 6s 3s"
# What comes back, worked out by hand: the dealer has soft 17 and stands.
BACK = {
    1: {"Blackjack": 4000, "Double Down": 2800, "Insurance": 0},  # 21 and 19 win, 16 loses
    2: {"Blackjack": 500, "Insurance": 0},
    3: {"Blackjack": 2500, "Insurance": 0},
    4: {"Blackjack": 0, "Double Down": 0},  # 5 6 and a 5: 16
    5: {"Blackjack": 2000},
    6: {"Blackjack": 0, "Insurance": 0},  # 9 7 2 and a king: 28
    7: {"Blackjack": 6000, "Double Down": 4200},
}


class Stacked(Chance):
    """Chance that shuffles the cards into one given order, as seen after a cut of a hundred cards."""

    def __init__(self, first: list[int]) -> None:
        super().__init__(1)
        self.first = first

    def shuffle(self, cards: Iterable[int]) -> Shuffle:
        rest = list((Counter(cards) - Counter(self.first)).elements())
        wanted = [*self.first, *rest]
        order = (*wanted[-100:], *wanted[:-100])
        return Shuffle(order, "salt", commit(order, "salt"))

    def number(self, least: int, most: int) -> int:
        return 100


def in_order_of_dealing(seats: list[str], dealer: str, then: str, burned: str = "2h") -> list[int]:
    """The cards as they leave the shoe."""
    hands = [parse(hand) for hand in [*seats, dealer]]
    return [*parse(burned), *(hand[0] for hand in hands), *(hand[1] for hand in hands), *parse(then)]


@pytest.mark.cites("633a.8(d)", "633a.9(b)", "633a.10(a)", "633a.11(a)", "633a.11(c)", "633a.7(p)(2)")
def test_seven_seats_with_everything_and_replayed_to_the_cent(tmp_path: Path) -> None:
    """Splits to the allowed maximum, doubles after split, Insurance and surrender in one round, and again from its log."""
    log = tmp_path / "everything.jsonl"
    cards = in_order_of_dealing([said[0] for said in SEVEN_SEATS.values()], DEALER, THEN)
    table = Table(game("633a"), House.of("633a", {"resplits": 1}), Stacked(cards), FileStore(log))
    left = {seat: list(said[1:]) for seat, said in SEVEN_SEATS.items()}
    for seat in left:
        table.sit(seat, f"player {seat}", 100_000)
        table.bet(seat, {"Blackjack": 1000})

    def people(table: Table, request: Request) -> Reply:
        if not isinstance(request, Ask):
            return None
        return request.only or table.verify(request, left[request.seat].pop(0))

    played = drive(table, people)
    assert not any(left.values()), left
    assert played.ledger is not None
    back = {n: totals(played.ledger.back[f"seat_{n}"], played.facts.hands.get(n, [])) for n in SEVEN_SEATS}
    assert {n: {w: c for w, c in mine.items() if "hand" not in w} for n, mine in back.items()} == BACK
    assert sum(played.ledger.players.values()) == -played.ledger.inventory
    again = replay(log, game)
    assert again.last is not None
    assert again.last.steps == played.steps
    assert again.last.ledger == played.ledger
    assert {n: s.cents for n, s in again.seats.items()} == {n: s.cents for n, s in table.seats.items()}


# ---------------------------------------------------------------------------- Blackjack Switch and from the hand


@pytest.mark.cites("633a.12(a)(5)(iii)")
def test_a_blackjack_made_by_switching_loses_to_the_dealers() -> None:
    """The card reader goes first, so this can only be told by putting the hands down."""
    table = open_table("633a", blackjack_switch=True)
    begin(table, {"Blackjack": 1000})
    t = Round(table, {1: {"Blackjack": 1000}}, table.game.irregularity)
    t.hands = {"dealer": parse("Ah Kd"), "seat_1": parse("As Kh"), "seat_1 hand 2": parse("Ac Qh")}
    for wager in ("Blackjack", "Blackjack hand 2"):
        t.place("633a.6(d)", 1, wager, 1000)
    switched = Hand(1, "seat_1", "Blackjack", switched=True)
    dealt = Hand(1, "seat_1 hand 2", "Blackjack hand 2", " hand 2")
    t.play = Play(blackjack.RULES, blackjack.PREPARATION, {1: [switched, dealt]}, switch=True)
    settle(t, blackjack=True)
    assert money(t) == {
        ("seat_1", "Blackjack"): ("collect", 1000, "633a.12(a)(5)(iii)"),
        ("seat_1", "Blackjack hand 2"): ("return", 1000, "633a.12(a)(5)(ii)"),
    }


@pytest.mark.cites("633a.12(a)(1)")
def test_blackjack_switch_takes_two_equal_wagers() -> None:
    table = open_table("633a", blackjack_switch=True)
    table.bet(1, {"Blackjack": 1000})
    assert table.bets[1] == {"Blackjack": 1000, "Blackjack hand 2": 1000}
    with pytest.raises(IllegalWager, match="equal") as refused:
        table.bet(1, {"Blackjack": 1000, "Blackjack hand 2": 1500})
    assert refused.value.cite == "633a.12(a)(1)"
    with pytest.raises(IllegalWager, match="does not offer"):
        open_table("633a").bet(1, {"Blackjack": 1000, "Blackjack hand 2": 1000})


@pytest.mark.cites("633a.12(a)(4)")
def test_surrender_is_no_choice_at_blackjack_switch() -> None:
    """§ 633a.12(a)(4) lists the choices of a player and leaves surrender out."""
    table = open_table("633a", 1, {"seat_1": "Th Tc 6d 5d", "dealer": "9c 8c"}, blackjack_switch=True)
    begin(table, {"Blackjack": 1000})
    assert isinstance(table.request, Ask)
    assert [c.word for c in table.request.choices] == ["switch", "no switch"]
    table.reply(table.verify(table.request, "no switch"))
    assert isinstance(table.request, Ask)
    assert [c.word for c in table.request.choices] == ["hit", "stand", "double"]
    assert table.request.about == "hand 1"


@pytest.mark.cites("633a.12(b)(6)", "633a.12(b)(6)(ii)", "633a.12(b)(9)", "633a.7(t)")
def test_from_the_hand_only_the_player_sees_his_cards_until_they_are_turned() -> None:
    cards = {"seat_1": "9h 5d", "seat_2": "Kd 7c", "dealer": "9c 8c"}
    table = open_table("633a", 2, cards, "Qs", from_the_hand=True)
    begin(table, {"Blackjack": 1000})
    hands = {place: hand.cards for place, hand in layout_of(table, Viewer.at(1)).hands.items()}
    assert hands == {"seat_1": ["9h", "5d"], "seat_2": ["??", "??"], "dealer": ["9c", "??"]}
    assert layout_of(table, SPECTATOR).hands["seat_1"].cards == ["??", "??"]
    assert not [s for s in view(table, Viewer.at(2))["steps"] if s[0] == "633a.7(i)"]  # nobody announces a hidden total
    reach(table)
    assert isinstance(table.request, Ask)
    table.reply(table.verify(table.request, "hit"))
    assert layout_of(table, Viewer.at(2)).hands["seat_1"].cards == ["??", "??", "Qs"]
    assert [s[7] for s in view(table, Viewer.at(2))["steps"] if s[0] == "633a.12(b)(6)(ii)"] == [
        "over 21: sets the first two cards aside face down"
    ]
    drive(table, bots)
    assert table.last is not None
    turned = {s.who: s.cite for s in table.last.steps if s.act == "reveal"}
    assert turned == {"dealer": "633a.12(b)(8)", "seat_2": "633a.12(b)(9)"}


@pytest.mark.cites("633a.12(b)(5)")
def test_from_the_hand_a_card_is_burned_before_every_round_whether_shuffled_or_not() -> None:
    table = open_table("633a", 1, decks=2, from_the_hand=True, shuffler="automated")
    shuffled = []
    for _ in range(3):
        table.bet(1, {"Blackjack": 1000})
        done = drive(table, bots)
        shuffled.append(any(step.act == "shuffle" for step in done.steps))
        first = next(step for step in done.steps if step.act in ("draw", "deal"))
        assert (first.cite, first.act, first.who, len(first.cards)) == ("633a.12(b)(5)", "draw", "discard rack", 1)
    assert shuffled == [True, False, False]


@pytest.mark.cites("633a.12(b)(1)", "633a.12(b)(2)", "633a.12(b)(3)", "633a.6(e)(7)", "633a.13(j)")
@pytest.mark.parametrize(
    ("house", "cite", "match"),
    [
        ({"from_the_hand": True, "decks": 3}, "633a.12(b)(1)", "at most 2"),
        ({"from_the_hand": True, "shuffler": "manual"}, "633a.12(b)(2)", "automated"),
        ({"from_the_hand": True, "shuffler": "continuous"}, "633a.12(b)(2)", "automated"),
        ({"super_match": True}, "633a.6(e)(7)", "Blackjack Switch"),
        ({"super_match": True, "blackjack_switch": True, "decks": 4}, "633a.13(i)", "six decks"),
        ({"match_the_dealer": True, "decks": 7}, "633a.13(d)", "six decks"),
        ({"royal_match_21": "A"}, "633a.13(f)(1)", "single deck"),
        ({"royal_match_21": "C", "decks": 1}, "633a.13(f)(2)", "multiple decks"),
        ({"bet_the_set_21": "A", "decks": 2}, "633a.13(g)(1)", "B with two decks"),
        ({"bet_the_set_21": "C", "decks": 3}, "633a.13(g)(3)", "four or more decks"),
        ({"payout_limit": 2_500_000, "lucky_ladies": True}, "633a.13(j)", "at least \\$500,000"),
        ({"payout_limit": 2_400_000, "lucky_ladies": True}, "633a.13(j)", "at least \\$25,000"),
    ],
)
def test_houses_that_the_chapter_does_not_allow(house: dict[str, Any], cite: str, match: str) -> None:
    with pytest.raises(NotAuthorized, match=match) as refused:
        open_table("633a", **house)
    assert refused.value.cite == cite


@pytest.mark.cites(
    "633a.13(d)(1)", "633a.13(d)(2)", "633a.13(g)(1)", "633a.13(g)(2)", "633a.13(g)(3)", "633a.13(i)(1)", "633a.13(i)(2)"
)
@pytest.mark.parametrize(
    ("wager", "option", "decks"),
    [("Match-the-Dealer", "match_the_dealer", 7), ("Bet the Set 21", "bet_the_set_21", 3), ("Super Match", "super_match", 4)],
)
def test_no_pay_table_is_in_force_that_does_not_fit_the_decks(wager: str, option: str, decks: int) -> None:
    house = House.of("633a", {option: True, "decks": decks})
    with pytest.raises(NotAuthorized, match=f"has no pay table for decks = {decks}"):
        blackjack.table.pay_table(house, wager)


@pytest.mark.cites("633a.13(j)")
def test_a_game_refuses_a_payout_limit_that_is_too_low() -> None:
    house = House.of("633a", {"payout_limit": 2_500_000, "lucky_ladies": True})
    with pytest.raises(NotAuthorized, match="at least \\$500,000"):
        game("633a").check_house(house)


@pytest.mark.cites("633a.9(a)", "635a.9(a)")
@pytest.mark.parametrize("chapter", ["633a", "635a"])
def test_the_question_says_what_a_surrender_gives_up(chapter: str) -> None:
    assert surrendered(chapter) == "half the wager"


def test_a_payout_limit_goes_with_small_optional_wagers() -> None:
    house: dict[str, Any] = {"payout_limit": 2_500_000, "lucky_ladies": True, "optional_wager_maximum": 2500}
    assert open_table("633a", **house).house["payout_limit"] == 2_500_000


@pytest.mark.cites("633a.13(f)(2)")
def test_odd_cents_on_a_royal_match_of_two_and_a_half_to_one() -> None:
    house: dict[str, Any] = {"royal_match_21": "C", "smallest_chip": 1, "optional_wager_minimum": 1}
    with pytest.raises(IllegalWager, match=r"2\.5 to 1"):
        open_table("633a", **house).bet(1, {"Blackjack": 1000, "Royal Match 21": 25})
    open_table("633a", **house).bet(1, {"Blackjack": 1000, "Royal Match 21": 26})


@pytest.mark.cites("633a.7(g)", "633a.7(g)(1)", "633a.7(g)(1)(i)")
def test_queens_of_hearts_are_settled_after_every_other_optional_wager_and_before_the_next_card() -> None:
    cards = {"seat_1": "Kh Td", "seat_2": "Qh Qh", "seat_3": "9c 8c", "dealer": "Ts 7d"}
    table = open_table("633a", 3, cards, lucky_ladies=True)
    begin(table, {"Blackjack": 1000, "Lucky Ladies": 500})
    drive(table, bots)
    assert table.last is not None
    steps = table.last.steps
    order = [s.who for s in steps if s.wager.startswith("Lucky") and s.act in ("pay", "collect")]
    assert order == ["seat_3", "seat_1", "seat_2"]
    paid = next(n for n, s in enumerate(steps) if s.act == "pay" and s.who == "seat_2" and s.wager.startswith("Lucky"))
    reader = next(n for n, s in enumerate(steps) if s.cite == "633a.7(h)")
    first_decision = next(n for n, s in enumerate(steps) if s.act == "decide")
    assert reader < paid < first_decision
    assert steps[paid].cents == 100_000


# ---------------------------------------------------------------------------- the number of decks


@pytest.mark.cites("633a.3(a)", "633a.13(g)(3)", "633a.13(f)(2)", "633a.13(d)")
def test_no_maximum_of_decks_is_printed() -> None:
    """Tables for "multiple" or "four or more" decks hold at any such number, those for six or eight at no other."""
    table = open_table("633a", decks=12, bet_the_set_21="D", royal_match_21="E")
    assert table.cards == 12 * 52
    table.bet(1, {"Blackjack": 1000, "Bet the Set 21": 500, "Royal Match 21": 500})
    drive(table, bots)
    with pytest.raises(NotAuthorized, match="six decks, eight decks"):
        open_table("633a", decks=12, match_the_dealer=True)
    with pytest.raises(NotAuthorized, match="at most 2"):
        open_table("633a", decks=3, from_the_hand=True, shuffler="automated")
    with pytest.raises(NotAuthorized, match="at least 1"):
        House.of("633a", {"decks": 0})


def test_more_decks_than_a_computer_can_shuffle_are_refused_in_one_sentence() -> None:
    house = House.of("633a", {"decks": 10**9})  # the text does not forbid it
    with pytest.raises(PitbossError, match="pitboss handles at most 500"):
        Table(game("633a"), house)


# ---------------------------------------------------------------------------- Spanish 21


@pytest.mark.cites("635a.3(a)", "635a.3(c)(1)")
@pytest.mark.parametrize("decks", [6, 8])
def test_spanish_decks_have_no_tens(decks: int) -> None:
    deck = game("635a").deck(House.of("635a", {"decks": decks}))
    assert len(deck) == 48 * decks
    assert not [card for card in deck if rank(card) == TEN]
    assert set(Counter(deck).values()) == {decks}
    assert [total(parse(hand))[0] for hand in ("2h 3d", "4h 5d", "6h 7d", "8h 9d")] == [5, 9, 13, 17]
    with pytest.raises(NotAuthorized):
        House.of("635a", {"decks": 4})


@pytest.mark.cites("635a.6(b)", "635a.6(b)(1)", "635a.6(b)(2)")
def test_mid_shoe_entry_at_spanish_21() -> None:
    table = open_table("635a", 2, mid_shoe_entry=False)
    table.bet(1, {"Spanish 21": 1000})
    drive(table, bots)
    with pytest.raises(IllegalWager) as refused:
        table.bet(2, {"Spanish 21": 1000})
    assert refused.value.cite == "635a.6(b)"
    table.permit(2)
    table.bet(2, {"Spanish 21": 1000})
    table.bet(2, {})
    memory_of(table).reshuffle.add("")
    table.bet(2, {"Spanish 21": 1000})


@pytest.mark.cites("635a.10(b)", "635a.11(d)", "635a.7(o)", "635a.9(a)(2)")
def test_a_dealers_blackjack_takes_only_the_original_wager_of_spanish_21() -> None:
    table = open_table("635a", 2)
    begin(table, {"Spanish 21": 1000})
    t = Round(table, {1: {"Spanish 21": 1000}, 2: {"Spanish 21": 1000}}, table.game.irregularity)
    t.hands = {
        "dealer": parse("Ah Kd"),
        "seat_1": parse("8c 3d Jh"),
        "seat_1 split 1": parse("8h Jd"),
        "seat_2": parse("9c 7d"),
    }
    for seat, wager, cents in (
        *((1, "Spanish 21", 1000), (1, "Spanish 21 split 1", 1000), (1, "Double Down", 500)),
        (2, "Spanish 21", 1000),
    ):
        t.place("635a.6(d)", seat, wager, cents)
    first = Hand(1, "seat_1", "Spanish 21", split=True, doubled=True)
    second = Hand(1, "seat_1 split 1", "Spanish 21 split 1", " split 1", split=True)
    hands = {1: [first, second], 2: [Hand(2, "seat_2", "Spanish 21", surrendered=True)]}
    t.play = Play(spanish_21.RULES, spanish_21.PREPARATION, hands)
    settle_surrenders(t, blackjack=True)
    settle(t, blackjack=True)
    assert money(t) == {
        ("seat_1", "Spanish 21"): ("collect", 1000, "635a.7(g)"),
        ("seat_1", "Spanish 21 split 1"): ("return", 1000, "635a.11(d)"),
        ("seat_1", "Double Down"): ("return", 500, "635a.10(b)"),
        ("seat_2", "Spanish 21"): ("collect", 1000, "635a.9(a)(2)"),
    }


@pytest.mark.cites("635a.12(c)(3)", "635a.6(f)")
def test_the_fifty_dollars_go_once_to_each_other_player() -> None:
    """A player with two boxes is one player: he gets $50 once, and nothing for his own sevens."""
    cards = {"seat_1": "7h 7h", "seat_2": "9c 8c", "seat_3": "9d 8d", "seat_4": "9s 8s", "dealer": "7c 8h"}
    places = {place: parse(words) for place, words in cards.items()}
    stacks: Any = {"": RiggedStack(Rigging(places, parse("7h Kd"), [], 1))}
    table = Table(game("635a"), House.of("635a", {"boxes": 2}), Chance(1), stacks=stacks)
    for seat, player in ((1, "Ann"), (2, "Ann"), (3, "Bob"), (4, "Bob")):
        table.sit(seat, player)
    begin(table, {"Spanish 21": 1000})
    reach(table)
    assert isinstance(table.request, Ask)
    table.reply(table.verify(table.request, "hit"))
    drive(table, lambda table, ask: table.verify(ask, "stand") if isinstance(ask, Ask) else None)
    assert table.last is not None
    paid = [(s.who, s.cents, s.cite) for s in table.last.steps if s.act == "bonus"]
    assert paid == [("seat_1", 100_000, "635a.12(c)(1)"), ("seat_4", 5000, "635a.12(c)(3)")]


@pytest.mark.cites("635a.13(b)")
def test_decks_with_two_tens_are_removed_and_new_ones_opened() -> None:
    table = open_table("635a")
    begin(table, {"Spanish 21": 1000})
    table.reply(Incident("10 in the shoe", {"card": "Th Td"}))
    assert table.last is not None
    assert table.last.void == "635a.13(b)"
    begin(table, {"Spanish 21": 1000})
    assert table.round is not None
    assert [s.cite for s in table.round.steps][:3] == ["635a.3(b)", "635a.4(a)", "635a.4(b)"]
    with pytest.raises(NotAuthorized, match="is not a 10"):
        table.reply(Incident("10 in the shoe", {"card": "9h"}))


@pytest.mark.cites("633a.12(a)(4)")
def test_hands_that_lie_face_down_are_turned_up_to_be_switched() -> None:
    house: dict[str, Any] = {"blackjack_switch": True, "from_the_hand": True, "decks": 2, "shuffler": "automated"}
    table = open_table("633a", 1, {"seat_1": "Th Tc 6d 5d", "dealer": "9c 8c"}, **house)
    begin(table, {"Blackjack": 1000})
    assert isinstance(table.request, Ask) and table.round is not None
    table.reply(table.verify(table.request, "switch"))
    steps = [step for step in table.round.steps if step.cite == "633a.12(a)(4)" and step.cards]
    assert [(step.act, step.who, len(step.cards)) for step in steps] == [
        ("reveal", "seat_1", 2),
        ("reveal", "seat_1 hand 2", 2),
        ("move", "seat_1 hand 2", 1),
        ("move", "seat_1", 1),
    ]

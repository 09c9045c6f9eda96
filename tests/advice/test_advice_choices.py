"""What each choice brings: the same as best play in the odds, as counting by another method, and as the engine pays."""

from itertools import combinations
from typing import Any

import pytest

from pitboss.advice.choices import ADVISE, advise
from pitboss.advice.mathematics import mathematics_of
from pitboss.advice.sight import Advice, OwnHand, Sight, sight_of
from pitboss.cards import Card, parse, text
from pitboss.games import MODULES, game
from pitboss.hands import FIVE_CARD, THREE_CARD
from pitboss.house import House
from pitboss.odds.catalogue import player_of
from pitboss.table.drivers import bots, drive
from pitboss.table.steps import COMMUNITY, DEALER, Ask, Choice
from pitboss.table.table import Table
from pitboss.table.view.viewers import Viewer
from tests.advice.asked_rounds import advice_at, play_at_random, sight_at
from tests.games.rigged import rigged_table
from tests.odds.engine import result

BANKED = sorted(number for number in MODULES if game(number).dealt_in is None)
# Where best play takes long to be known as a whole, single hands are looked at, and the first cards of 563 and 677a are not.
PLAYED = {"559": 10, "565": 10, "633a": 40, "635a": 40, "655a": 5, "657a": 10}
LOOKED_AT = {"555": 5, "557": 5, "563": 1, "587": 3, "677a": 1, "678a": 1}


def brings(advice: Advice) -> dict[str, float]:
    """What each choice brings, by how it is said."""
    return {choice.say: choice.brings for choice in advice.choices if choice.brings is not None}


def test_every_game_against_the_house_is_known() -> None:
    named = {number: mathematics_of(number).advice for number in BANKED}
    assert len(named) == 14 and set(named.values()) == set(ADVISE) - {""}


@pytest.mark.parametrize("number", PLAYED)
def test_the_best_choice_is_that_of_the_odds(number: str) -> None:
    best = player_of(number, House.of(number))
    priced = 0

    def look(table: Table, ask: Ask) -> None:
        nonlocal priced
        assert table.round is not None
        found, answer = advice_at(table, ask), str(best.answer(table.round, ask))
        assert found.choices and found.basis, found.why
        marked = {choice.say for choice in found.choices if choice.best}
        values = brings(found)
        assert answer in marked
        if values:
            priced += 1
            assert list(values.values()) == sorted(values.values(), reverse=True)
            assert {say for say, cents in values.items() if cents == max(values.values())} >= marked
            said = {choice.word for choice in found.choices}
            assert said == {choice.word for choice in ask.choices} or "not worked out" in found.why

    play_at_random(number, PLAYED[number], look)
    assert priced > 5


@pytest.mark.parametrize("number", LOOKED_AT)
def test_every_choice_is_told_the_best_first(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def look(table: Table, ask: Ask) -> None:
        nonlocal asked
        asked += 1
        found = advice_at(table, ask)
        assert found.basis and not found.why
        values = list(brings(found).values())
        assert values == sorted(values, reverse=True) and found.choices[0].best
        assert {choice.word for choice in found.choices} == {choice.word for choice in ask.choices}
        assert all(str(table.verify(ask, choice.say)) == choice.say for choice in found.choices), "it can be said so"

    play_at_random(number, LOOKED_AT[number], look)
    assert asked


def test_blackjack_switch_is_played_as_the_odds_play_it() -> None:
    house: dict[str, Any] = {"blackjack_switch": True, "decks": 6}
    best = player_of("633a", House.of("633a", house))
    looked = 0

    def look(table: Table, ask: Ask) -> None:
        nonlocal looked
        assert table.round is not None
        if any(choice.word == "switch" for choice in ask.choices):  # takes seconds for each up card
            return
        answer = str(best.answer(table.round, ask))
        assert answer in {choice.say for choice in advice_at(table, ask).choices if choice.best}
        looked += 1

    play_at_random("633a", 3, look, **house)
    assert looked > 3


# ---------------------------------------------------------------------------- only what the player may know


def asked_first(number: str, cards: dict[str, str]) -> list[Sight]:
    """What seat 1 knows each time that it is asked in a round in which these cards fall."""
    table = rigged_table(game(number), (1, 2), cards)
    found = []

    def driver(table: Table, request: Any) -> Any:
        if isinstance(request, Ask) and request.seat == 1 and request.only is None:
            found.append(sight_at(table, request))
        return bots(table, request)

    for seat in table.seats:
        table.bet(seat, game(number).suggest(table.house))
    drive(table, driver)
    return found


@pytest.mark.parametrize(
    ("number", "own", "dealer", "others", "seen"),
    [
        ("565", "Qs 6d 4c", ("2c 3c 5d", "As Ad Ah"), ("7c 8c 9d", "Ks Kd Kh"), 1),
        ("557", "Qs 6d 4c 8h 9h", ("2c 3c 5d 7h Jd Kc", "As Ad Ah Ac Jc Kc"), ("7c 8c 9d 9s Ts", "Ks Kd Kh Qh Qd"), 1),
        ("657a", "Qs 6d 4c 8h 9h", ("2c 3c 5d 7h Jd", "As Ad Ah Ac Jc"), ("7c 8c 9d 9s Ts", "Ks Kd Kh Qh Qd"), 1),
        ("555", "Qs 6d 4c 8h 9h", ("Kc 2c 3c 5d 7h", "Kc As Ad Ah Ac"), ("7c 8c 9d 9s Ts", "Ks Kd Kh Qh Qd"), 1),
        ("678a", "Qs 6d 4c 8h 9h 2s 3d", ("2c 3c 5d 7h Jd Kc 9d", "As Ad Ah Ac Jc Kc Kh"), ("7c 8c 9c Ts Td Tc Th",) * 2, 1),
        ("677a", "Qs 6d", ("2c 3c", "As Ad"), ("7c 8c", "Ks Kd"), 1),
        ("563", "Qs Qd", ("2c 3c", "As Ad"), ("7c 8c", "Ks Kd"), 1),
        ("587", "Qs 6d 4c", ("", ""), ("7c 8c 9d", "Ks Kd Kh"), 1),
        ("559", "Qs 6d 4c", ("", ""), ("7c 8c 9d", "Ks Kd Kh"), 2),
        ("655a", "Qs Jd", ("", ""), ("7c 8c", "Ks Kd"), 1),
    ],
)
def test_hidden_cards_change_nothing(
    number: str, own: str, dealer: tuple[str, str], others: tuple[str, str], seen: int
) -> None:
    board = {"677a": "9c Tc Jh 2h 3h", "563": "9c Tc Jh 2h 3h", "587": "9c Tc Jh", "559": "9c Tc", "655a": "9c Tc Jh"}
    rounds = []
    for mine, his in zip(dealer, others, strict=True):
        cards = {"seat_1": own, "seat_2": his} | ({DEALER: mine} if mine else {})
        rounds.append(asked_first(number, cards | ({COMMUNITY: board[number]} if number in board else {})))
    assert len(rounds[0]) >= seen
    assert rounds[0][:seen] == rounds[1][:seen]
    for sight in rounds[0][:seen]:
        assert not set(sight.seen) & set(parse(others[0])), "another player's cards are not seen"


def test_a_community_card_is_not_known_before_it_is_turned_up() -> None:
    first, second = (asked_first("655a", {"seat_1": "Qs Qd", COMMUNITY: board}) for board in ("9c Tc Jh", "2c 3c 4h"))
    assert first[0] == second[0] and first[0].community == ()
    assert first[1].community == tuple(parse("9c")) and second[1].community == tuple(parse("2c"))


def test_nobody_is_advised_on_another_hand() -> None:
    table = rigged_table(game("565"))
    ask = Ask(1, (Choice("play", 500, 500), Choice("fold")), "565.11(b)", base=500)
    with pytest.raises(ValueError, match="another player"):
        sight_of(table, Viewer.at(2), ask)


# ---------------------------------------------------------------------------- counted by another method


def sight(number: str, own: str, ask: Ask, wagers: dict[str, int], board: str = "", dealer: str = "", **house: Any) -> Sight:
    """What somebody knows, as a test says it."""
    cards = parse(own)
    seen = (*cards, *parse(board), *parse(dealer))
    hands = (OwnHand(f"seat_{ask.seat}", tuple(cards)),)
    return Sight(number, house, ask, wagers, hands, tuple(parse(board)), tuple(parse(dealer)), seen)


def rest_of(known: str) -> list[Card]:
    return [card for card in range(52) if card not in parse(known)]


def test_three_card_poker_over_every_hand_of_the_dealer() -> None:
    """§ 565.11: without a queen the dealer does not play; Ante and Play are paid, Play is returned."""
    own = "Ks 9d 4c"
    mine, total, hands = THREE_CARD.value(parse(own)), 0, 0
    queen = THREE_CARD.value(parse("Qs 3d 2c"))
    for cards in combinations(rest_of(own), 3):
        his = THREE_CARD.value(list(cards))
        total += 1000 if his < queen else 2000 * ((mine > his) - (mine < his))
        hands += 1
    ask = Ask(1, (Choice("play", 1000, 1000), Choice("fold")), "565.11(b)", base=1000)
    found = advise(sight("565", own, ask, {"Ante": 1000}))
    assert brings(found)["play 1000"] == round(total / hands, 2) and brings(found)["fold"] == -1000


@pytest.mark.parametrize("own", ["Ah 9h", "2c 7d"])
def test_heads_up_hold_em_at_the_end_is_what_the_engine_pays(own: str) -> None:
    """§ 677a.11(f): over all 990 hands of the dealer."""
    board = "Kh 7h 2d Jc 4s"
    ask = Ask(1, (Choice("raise", 1000, 1000), Choice("fold")), "677a.11(f)", base=1000)
    found = brings(advise(sight("677a", own, ask, {"Ante": 1000, "Odds": 1000}, board)))
    paid = [
        result("677a", {"seat_1": parse(own), DEALER: two, COMMUNITY: parse(board)}, {"Ante": 1000, "Odds": 1000}, words)
        for two in combinations(rest_of(f"{own} {board}"), 2)
        for words in (["check", "check", "raise"],)
    ]
    assert found == {"raise 1000": round(sum(paid) / len(paid), 2), "fold": -2000}


def test_texas_hold_em_bonus_counts_a_turn_wager_that_was_made() -> None:
    """§ 563.11(e): over all rivers and all hands of the dealer."""
    own, board = parse("Ah 9h"), parse("Kh 7h 2d Jc")
    ask = Ask(1, (Choice("bet", 1000, 1000), Choice("check")), "563.11(e)", base=1000)
    made = {"Ante": 1000, "Flop": 2000, "Turn": 1000}
    found = brings(advise(sight("563", text(own), ask, made, text(board))))
    left, straight = rest_of(text([*own, *board])), FIVE_CARD.categories.index("straight")
    with_river = without = deals = 0
    for river in left:
        mine = FIVE_CARD.value([*own, *board, river])
        for two in combinations([card for card in left if card != river], 2):
            his = FIVE_CARD.value([*two, *board, river])
            sign = (mine > his) - (mine < his)
            ante = 1000 * sign if sign < 0 or mine.category >= straight else 0
            without += ante + 3000 * sign
            with_river += ante + 4000 * sign
            deals += 1
    assert found == {"bet 1000": round(with_river / deals, 2), "check": round(without / deals, 2)}


def test_a_fold_on_fifth_street_knows_all_that_was_wagered() -> None:
    """§ 655a.11(f): with three times the Ante on both streets before, a fold loses seven."""
    own, board = "Qs 6d", "4c 5c"
    ask = Ask(1, (Choice("bet", 1000, 3000, 1000, 1000), Choice("fold")), "655a.11(f)", base=1000)
    made = {"Ante": 1000, "3rd Street": 3000, "4th Street": 3000}
    found = brings(advise(sight("655a", own, ask, made, board)))
    total = 0
    for card in rest_of(f"{own} {board}"):
        words = ["bet 3000", "bet 3000", "bet 1000"]
        community = [*parse(board), card]
        total += result("655a", {"seat_1": parse(own), COMMUNITY: community}, {"Ante": 1000}, words)
    assert found["fold"] == -7000 and found["bet 1000"] == round(total / 48, 2)


def test_a_raise_of_any_amount_is_told_for_the_least_and_the_most() -> None:
    """§ 678a.11(b)(2) and § 677a.11(d)."""
    ask = Ask(1, (Choice("raise", 500, 4000, 100, 2000), Choice("fold")), "678a.11(b)(2)", base=2000)
    found = brings(advise(sight("678a", "As Ks 9s 4s 2s 3c Kc", ask, {"Ante": 2000})))
    assert set(found) == {"raise 500", "raise 2000", "raise 4000", "fold"}
    step = (found["raise 4000"] - found["raise 2000"]) / 2000
    assert found["raise 500"] == pytest.approx(found["raise 2000"] - 1500 * step, abs=0.02)
    ask = Ask(1, (Choice("check"), Choice("raise", 500, 4000, 100)), "677a.11(d)", base=2000)
    on_the_flop = brings(advise(sight("677a", "Ah 9h", ask, {"Ante": 2000, "Odds": 2000}, "Kh 7h 2d")))
    assert set(on_the_flop) == {"raise 500", "raise 4000", "check"}


def test_insurance_by_the_cards_in_sight() -> None:
    """§ 633a.8: of 312 cards 96 are tens; three are seen, one of them a ten."""
    ask = Ask(1, (Choice("insurance", 100, 500, 100, 500), Choice("no insurance")), "633a.8(b)")
    found = brings(advise(sight("633a", "Ks 6d", ask, {"Blackjack": 1000}, dealer="Ah")))
    assert found == {"no insurance": 0, "insurance 500": round(500 * (3 * 95 / 309 - 1), 2)}


def test_pai_gow_settings_and_what_is_certain_once_the_dealer_has_shown() -> None:
    seen: list[Advice] = []
    play_at_random("645a", 2, lambda table, ask: seen.append(advice_at(table, ask)), seats=1)
    settings, certain = seen[0], seen[1]
    assert settings.choices[0].word == "set" and settings.choices[0].best and len(settings.choices) <= 5
    assert {choice.say for choice in certain.choices} == {"no surrender", "surrender"}
    assert brings(certain)["surrender"] == -brings(certain)["no surrender"] or brings(certain)["no surrender"] in (0, 475, -500)


# ---------------------------------------------------------------------------- where nothing exact is known


def test_what_is_not_known_is_said() -> None:
    ask = Ask(1, (Choice("call", 200, 200), Choice("fold")), "637a.9(a)")
    assert "no choice has an exact value" in advise(sight("637a", "As Ks", ask, {})).why
    dead = Ask(1, (Choice("card"), Choice("dead")), "633a.13(g)")
    assert "gone wrong" in advise(sight("633a", "Ts 6d", dead, {"Blackjack": 1000}, dealer="Th")).why
    banked = Ask(1, (Choice("surrender"), Choice("no surrender")), "645a.11(d)")
    made = advise(sight("645a", "As Ks Qs Js 9d 8c 2c", banked, {"Pai Gow Poker": 1000}, player_bank=True))
    assert not made.choices and "bank" in made.why


def test_what_a_fold_gives_up_besides_is_said() -> None:
    ask = Ask(1, (Choice("play", 1000, 1000), Choice("fold")), "657a.11(b)", base=1000)
    found = advise(sight("657a", "Qs 6d 4c 8h 9h", ask, {"Ante": 1000, "Super Bonus": 1000, "Queens Up": 500}))
    assert "gives up the Queens Up Wager too" in found.basis


def test_heads_up_hold_em_with_an_ante_above_the_table_minimum() -> None:
    """Raises as small as the table minimum count: the least is told beside the most, and to check is worth more in Antes than
    with an Ante at the minimum, as less may be raised on the flop."""
    checks, told = {}, {}
    for ante in (500, 5000):
        ask = Ask(1, (Choice("raise", 500, 3 * ante), Choice("check")), "677a.11(b)", base=ante)
        told[ante] = brings(advise(sight("677a", "7s 2d", ask, {"Ante": ante, "Odds": ante})))
        checks[ante] = told[ante]["check"] / ante
    assert set(told[5000]) == {"raise 500", "raise 15000", "check"} and set(told[500]) == {"raise 500", "raise 1500", "check"}
    assert checks[5000] > checks[500] + 0.01
    each = [(told[ante]["raise 500"] - told[ante][f"raise {3 * ante}"]) / (3 * ante - 500) for ante in (500, 5000)]
    assert each[0] == pytest.approx(each[1], rel=1e-4), "each cent raised brings the same"

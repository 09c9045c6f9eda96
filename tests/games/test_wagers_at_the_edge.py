"""Wagers at the edge of what is lawful, in every banked game: all chips of a player, the second of two wagers, and what the
table records around a round."""

import pytest

from pitboss.cards import parse
from pitboss.errors import BadCard, IllegalDecision, IllegalWager, NotAuthorized
from pitboss.games import BANKED, game
from pitboss.hands import FOUR_CARD, THREE_CARD, TWO_CARD
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.steps import Ask
from pitboss.table.table import Table


def table_of(number: str, cents: int) -> Table:
    table = Table(game(number), House.of(number, {}), Chance(3))
    table.sit(1, "player 1", cents)
    return table


@pytest.mark.parametrize("number", BANKED)
def test_a_player_may_bet_all_his_chips_and_not_one_more(number: str) -> None:
    wagers = game(number).suggest(House.of(number, {}))
    total = sum(wagers.values())
    table = table_of(number, total)
    table.bet(1, wagers)
    assert table.bets[1] == wagers
    with pytest.raises(IllegalWager, match="in chips and cannot bet") as refused:
        table_of(number, total - 1).bet(1, wagers)
    assert refused.value.cite == table.game.chips


LATER_WAGERS = [
    ("555", "555.11(a)"),
    ("557", "557.11(c)"),
    ("563", "563.11(a)"),
    ("565", "565.11(b)"),
    ("587", "587.11(b)"),
    ("655a", "655a.11(b)"),
    ("657a", "657a.11(b)"),
    ("677a", "677a.11(b)"),
    ("678a", "678a.11(b)(1)"),
]


@pytest.mark.cites("555.11(a)", "557.11(c)", "563.11(a)", "565.11(b)", "587.11(b)", "655a.11(b)", "657a.11(b)", "677a.11(b)")
@pytest.mark.cites("678a.11(b)(1)")
@pytest.mark.parametrize(("number", "cite"), LATER_WAGERS)
def test_nobody_plays_on_with_chips_that_are_not_there(number: str, cite: str) -> None:
    """All chips are in the first wager; the next one is refused when its player is asked for it."""
    wagers = game(number).suggest(House.of(number, {}))
    table = table_of(number, sum(wagers.values()))
    table.bet(1, wagers)
    request = table.begin()
    while not (isinstance(request, Ask) and request.cite == cite):
        assert request is not None, "nobody is asked"
        request = table.reply(bots(table, request))
    wager = next(choice for choice in request.choices if choice.least)
    with pytest.raises(IllegalDecision, match=r"seat 1 has \$0 left and cannot") as refused:
        table.verify(request, f"{wager.word} {wager.least}")
    assert refused.value.cite == cite
    assert table.request is request


@pytest.mark.parametrize("number", [n for n in BANKED if len(game(n).offered(House.of(n, {}))) > 1])
def test_each_of_several_wagers_is_checked(number: str) -> None:
    table = table_of(number, 1_000_000)
    first = table.game.suggest(table.house)
    others = [w.name for w in table.game.offered(table.house) if w.name not in first and not w.only(table.house)]
    for other in others:
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, {**first, other: 777})
        assert refused.value.cite


@pytest.mark.parametrize("number", [n for n in BANKED if any(not w.before_deal for w in game(n).wagers)])
def test_a_wager_that_the_dealer_offers_in_the_round_is_not_made_before(number: str) -> None:
    table = table_of(number, 1_000_000)
    for wager in table.game.wagers:
        if not wager.before_deal:
            with pytest.raises(IllegalWager, match="is made when the dealer offers it, not before") as refused:
                table.bet(1, {**table.game.suggest(table.house), wager.name: 1000})
            assert refused.value.cite == wager.cite


@pytest.mark.parametrize("number", BANKED)
def test_a_wager_that_is_given_up_for_others_is_recorded(number: str) -> None:
    table = table_of(number, 1_000_000)
    offered = table.game.offered(table.house)
    first = table.game.suggest(table.house)
    every = {w.name: first.get(w.name) or min(w.only(table.house) or [1000]) for w in offered}
    for name in [w.name for w in offered if not w.required and len(every) > 1]:
        table.bet(1, every)
        try:
            table.bet(1, {other: cents for other, cents in every.items() if other != name})
        except IllegalWager:  # the others cannot be made without it
            continue
        placed = [(step.cite, step.wager, step.cents) for step in table.tail[-1].steps]
        kept = [(table.game.cite_of(other), other, cents) for other, cents in every.items() if other != name]
        assert placed == [*kept, (table.game.cite_of(name), name, 0)]


@pytest.mark.cites("565.7(a)(3)", "565.7(f)(3)")
def test_the_version_with_both_wagers_says_so_where_one_is_missing() -> None:
    table = Table(game("565"), House.of("565", {"version": "565.7(f)(3)"}), Chance(3))
    table.sit(1, "player 1", 1_000_000)
    for wagers in ({"Ante": 1000}, {"Pair Plus": 1000}):
        with pytest.raises(IllegalWager, match="needs both an Ante and a Pair Plus Wager") as refused:
            table.bet(1, wagers)
        assert refused.value.cite == "565.7(f)(3)"


@pytest.mark.cites("677a.12(d)")
def test_a_pocket_has_two_cards() -> None:
    for hand in ("As", "As Kd Qc"):
        with pytest.raises(BadCard, match="takes two cards") as refused:
            TWO_CARD.value(parse(hand))
        assert refused.value.cite == "677a.12(d)"


@pytest.mark.cites("677a.10(g)")
def test_community_cards_come_first_only_out_of_an_automated_shoe() -> None:
    for dealing in ("manual shoe", "hand"):
        with pytest.raises(NotAuthorized, match="community_first") as refused:
            Table(game("677a"), House.of("677a", {"community_first": True, "dealing": dealing}), Chance(3))
        assert refused.value.cite == "677a.10(g)"


@pytest.mark.cites("565.6(b)")
def test_a_three_card_hand_has_three_cards() -> None:
    for hand in ("As Kd", "As Kd Qc Jh"):
        with pytest.raises(BadCard, match="takes three cards") as refused:
            THREE_CARD.value(parse(hand))
        assert refused.value.cite == "565.6(b)"


@pytest.mark.cites("557.6(b)")
def test_a_four_card_hand_is_made_of_four_to_six_cards() -> None:
    for hand in ("As Kd Qc", "As Kd Qc Jh 9s 8d 7c"):
        with pytest.raises(BadCard, match="takes four to six cards") as refused:
            FOUR_CARD.value(parse(hand))
        assert refused.value.cite == "557.6(b)"


@pytest.mark.parametrize("number", BANKED)
def test_a_round_is_recorded_from_its_beginning_to_its_end(number: str) -> None:
    table = table_of(number, 1_000_000)
    wagers = table.game.suggest(table.house)
    table.bet(1, wagers)
    drive(table, bots)
    steps = [step for record in table.tail for step in record.steps]
    placed = {step.wager: step.cents for step in steps if step.act == "placed"}
    assert placed == wagers
    acts = [step.act for step in steps]
    begin, end = acts.index("begin"), acts.index("end")
    assert acts[begin - len(wagers) : begin] == ["placed"] * len(wagers)
    assert [(steps[at].cite, steps[at].act) for at in (begin, end)] == [
        (table.game.no_more_bets, "begin"),
        (table.game.clear, "end"),
    ]
    assert table.last is not None and steps[begin + 1 : end] == table.last.steps
    assert end == len(steps) - 1

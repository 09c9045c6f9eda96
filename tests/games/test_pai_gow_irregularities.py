"""Pai Gow Poker, both editions: a recut, a stub that is wrong, and what cannot have gone wrong and is refused."""

import copy
from typing import Any

import pytest

from pitboss.cards import text
from pitboss.errors import NotAuthorized
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.steps import Ask, Cut, Incident, Moment, Reply, Request
from pitboss.table.table import Table
from tests.games.test_pai_gow import BOTH, begin, bet, open_table, play, saying


@BOTH
@pytest.mark.cites("561.5(f)", "645a.5(f)")
@pytest.mark.parametrize(
    ("first", "second", "offered"),
    [(6, 6, [6, 6]), (3, 3, [6, 3, 3]), (3, 1, [6, 3, 3, 1]), (3, 0, [6, 3, 3, 1]), (0, 0, [6, 3, 1])],
)
def test_a_recut_is_for_the_player_who_cut_or_the_next_one_entitled(
    chapter: str, first: int, second: int, offered: list[int]
) -> None:
    table, takers, seats = open_table(chapter, (3, 6, 1)), [first, second], []
    play(table)

    def people(at: Table, request: Request) -> Reply:
        if request == Moment("deal") and len(takers) == 2:
            takers.pop(0)
            return Incident("cut performed improperly")
        if isinstance(request, Cut):
            seats.append(request.seat)
            return 20 if request.seat == takers[0] else None
        return bots(at, request)

    done = play(table, people)
    assert seats == offered  # nobody who has refused is asked again; where nobody took the cut the dealer cuts again
    recut = next(n for n, s in enumerate(done.steps) if s.cite == f"{chapter}.5(f)")
    assert [s.cite for s in done.steps[recut:]].count(f"{chapter}.5(e)") == 1 + bool(second)


@BOTH
@pytest.mark.cites("561.9(f)", "561.10(f)", "561.11(f)", "645a.8(f)", "645a.9(e)", "645a.10(e)")
@pytest.mark.parametrize(
    ("dealing", "wrong"),
    [
        ("manual shoe", {"561": "561.9(f)", "645a": "645a.8(f)"}),
        ("hand", {"561": "561.10(f)", "645a": "645a.9(e)"}),
        ("automated shoe", {"561": "561.11(f)", "645a": "645a.10(e)"}),
    ],
)
def test_a_deck_that_was_misdealt_stays_and_any_other_wrong_one_is_removed(
    chapter: str, dealing: str, wrong: dict[str, str]
) -> None:
    """However many cards are left: these chapters ask for a misdeal, not for a deck that is whole."""
    for stub, misdealt, removed in ((3, True, False), (6, True, False), (3, False, True), (6, False, True)):
        table = open_table(chapter, dealing=dealing)
        begin(table, "deal")
        table.reply(Incident("stub count wrong", {"stub": stub, "misdealt": misdealt}))
        done = drive(table, bots)
        assert done.void == wrong[chapter]
        told = [(s.act, s.who) for s in done.steps if s.cite == done.void and s.act in ("say", "void")]
        assert told == [*[("say", "discard rack")] * removed, ("void", "")]
        assert (f"{chapter}.4(a)" in {s.cite for s in play(table).steps}) == removed  # another deck is inspected


@BOTH
@pytest.mark.cites("561.14(d)", "561.14(k)", "645a.14(d)")
def test_cards_are_not_dealt_by_hand_while_the_shuffler_is_out_of_order(chapter: str) -> None:
    table = open_table(chapter, dealing="hand", shuffler=True)
    begin(table, "settle")
    table.reply(Incident("device out of order", {"device": "shuffler"}))
    drive(table, bots)
    begin(table, "deal")
    if chapter == "561":
        with pytest.raises(NotAuthorized, match="by hand"):
            table.reply(Incident("stacks dealt wrong", {}))
    table.reply(Incident("player card exposed", {"seat": 1, "choice": "void"}))
    done = drive(table, bots)
    assert done.void == ""  # it is the choice of that player alone
    assert [s.cite for s in done.steps if s.who == "seat_1" and s.act == "return"] == [f"{chapter}.14(d)"]


@BOTH
@pytest.mark.cites("561.14(m)", "645a.14(m)")
def test_a_shoe_that_is_out_of_order_does_not_jam(chapter: str) -> None:
    table = open_table(chapter, dealing="automated shoe", shuffler=True)
    begin(table, "settle")
    table.reply(Incident("device out of order", {"device": "automated shoe"}))
    drive(table, bots)
    begin(table, "deal")
    with pytest.raises(NotAuthorized, match="no automated dealing shoe") as refused:
        table.reply(Incident("automated shoe jam", {}))
    assert refused.value.cite == f"{chapter}.14(m)"


@pytest.mark.cites("561.14(m)", "645a.14(m)")
@pytest.mark.parametrize(("chapter", "house"), [("561", {}), ("645a", {}), ("645a", {"player_bank": True})])
def test_a_jam_voids_the_round_until_the_first_wager_is_settled(chapter: str, house: dict[str, Any]) -> None:
    """Reported at every question about a surrender; a surrender to the dealer settles nothing. Against a bank, wagers in
    the center count as settled, and so does the dealer's own."""
    found = set()
    for seed in range(16):
        table = open_table(chapter, chance=Chance(seed), dealing="automated shoe", **house)
        if house:
            play(table)  # nobody banks the first round
        driver = saying(seat_3="bank")
        bet(table)
        table.begin()
        while (request := table.request) is not None:
            reply = driver(table, request)
            if isinstance(request, Ask) and "no dealer wager" in [c.word for c in request.choices] and seed % 2:
                reply = table.verify(request, "dealer wager 1000")
            elif isinstance(request, Ask) and str(reply) == "no surrender" and table.round is not None:
                acts = [(s.act, s.note) for s in table.round.steps if s.act in ("pay", "return", "lose", "collect")]
                settled = any(note != "surrendered" for _, note in acts)
                void = jams(copy.deepcopy(table))
                assert void is not settled or (house and not void)
                found.add(void)
                if request.seat == 6 and seed < 4:
                    reply = table.verify(request, "surrender")
            table.reply(reply)
    assert found == {True, False}


def jams(table: Table) -> bool:
    """Whether a jam of the automated shoe voids the round now, with everybody's wagers back; False where it is refused."""
    try:
        table.reply(Incident("automated shoe jam", {}))
    except NotAuthorized as refused:
        assert "are being settled" in str(refused)
        return False
    assert table.last is not None
    assert table.last.void == f"{table.game.chapter}.14(m)"
    assert (ledger := table.last.ledger) is not None
    assert not any((ledger.inventory, *ledger.players.values()))
    return True


@pytest.mark.cites("645a.5(g)(1)", "645a.5(g)(2)")
def test_spread_cards_go_into_the_device_unless_it_is_out_of_order() -> None:
    table = open_table("645a", shuffler=True)
    play(table)
    for out_of_order in (False, True):
        if out_of_order:
            table.out_of_order.add("shuffler")
        table.rest()
        done = {s.cite for s in play(table).steps}
        assert (("645a.5(g)(1)" in done), ("645a.5(g)(2)" in done)) == (out_of_order, not out_of_order)


@BOTH
@pytest.mark.cites("561.14(a)", "561.14(c)", "645a.14(a)", "645a.14(c)")
def test_dice_go_wrong_only_where_dice_are_shaken_and_in_time(chapter: str) -> None:
    for kind, house, moment, cite in (
        ("no roll", {"starting_position": "random number generator"}, "deal", "14(a)"),
        ("no roll", {}, "dealt", "14(a)"),
        ("wrong starting position", {"starting_position": "random number generator"}, "dealt", "14(c)"),
        ("wrong starting position", {}, "settle", "14(c)"),
    ):
        assert refused(chapter, house, moment, Incident(kind, {})) == f"{chapter}.{cite}"


@BOTH
@pytest.mark.cites("561.14(d)", "561.14(h)", "645a.14(d)", "645a.14(h)")
def test_what_cannot_have_happened_to_a_hand_is_refused(chapter: str) -> None:
    for kind, detail, moment, cite in (
        ("player card exposed", {"seat": 2}, "dealt", "14(d)"),  # nobody wagers there
        ("player card exposed", {"seat": 1}, "reveal", "14(d)"),  # the hands lie face down already
        ("wrong number of cards", {"to": "seat_1", "cards": 7}, "dealt", "14(h)"),
        ("wrong number of cards", {"to": "dealer", "cards": 7}, "dealt", "14(h)"),
        ("wrong number of cards", {"to": "seat_7", "cards": 8}, "dealt", "14(h)"),
    ):
        assert refused(chapter, {}, moment, Incident(kind, detail)) == f"{chapter}.{cite}", (kind, detail, moment)


@BOTH
@pytest.mark.cites("561.14(i)", "645a.14(i)")
def test_hands_are_set_again_only_if_two_cards_of_the_dealer_were_set_wrong_in_time(chapter: str) -> None:
    for moment, whose, number, words in (
        ("reveal", "dealer", 1, "the dealer has not set two cards low by mistake"),
        ("reveal", "dealer", 3, "the dealer has not set two cards low by mistake"),
        ("settle", "dealer", 2, "the dealer has not set two cards low by mistake"),
        ("reveal", "seat_1", 2, "the dealer does not hold"),
    ):
        table = open_table(chapter, (1, 3))
        begin(table, moment)
        assert table.round is not None
        low = text(table.round.hands[whose][:number])
        with pytest.raises(NotAuthorized, match=words) as error:
            table.reply(Incident("dealer sets hands wrong", {"low": low}))
        assert error.value.cite == f"{chapter}.14(i)"


@BOTH
@pytest.mark.cites("561.14(i)", "645a.14(i)")
def test_hands_that_the_dealer_set_wrong_are_set_again_without_a_word_which_cards_lay_low(chapter: str) -> None:
    """At a live table nobody names a card."""
    table = open_table(chapter, (1, 3))
    begin(table, "reveal")
    table.reply(Incident("dealer sets hands wrong"))
    table.reply(None)
    assert table.round is not None
    told = [step.note for step in table.round.steps if step.cite == f"{chapter}.14(i)"]
    assert told == ["set the hands, against the house way: the hands are set again"]


@BOTH
@pytest.mark.cites("561.14(d)", "645a.14(d)")
def test_the_card_that_the_dealer_exposed_is_the_one_that_is_shown(chapter: str) -> None:
    for at in (None, 0, 4):
        table = open_table(chapter, (1, 3))
        begin(table, "dealt")
        assert table.round is not None
        hand = list(table.round.hands["seat_1"])
        named = {} if at is None else {"card": text(hand[at : at + 1])}
        table.reply(Incident("player card exposed", {"seat": 1, "choice": "play", **named}))
        done = drive(table, bots)
        assert [s.cards for s in done.steps if s.cite == f"{chapter}.14(d)" and s.act == "reveal"] == [(hand[at or 0],)]


def refused(chapter: str, house: dict[str, Any], moment: str, incident: Incident) -> str:
    """By which paragraph something that is reported at a moment is refused; the round goes on to its end."""
    table = open_table(chapter, (1, 3), **house)
    begin(table, moment)
    with pytest.raises(NotAuthorized) as error:
        table.reply(incident)
    assert drive(table, bots).void == ""
    return error.value.cite


@BOTH
@pytest.mark.cites("561.14(h)", "645a.14(h)", "645a.14(k)")
@pytest.mark.parametrize("place", ["seat_1", "seat_2", "seat_6", "dealer"])
def test_a_wrong_number_of_cards_at_any_position_voids_all_hands(chapter: str, place: str) -> None:
    for cards in (6, 8):
        table = open_table(chapter, (1, 3))
        begin(table, "dealt")
        table.reply(Incident("wrong number of cards", {"to": place, "cards": cards}))
        done = table.last
        assert done is not None
        assert done.void == f"{chapter}.14(h)"
        assert {s.who for s in done.steps if s.cite == done.void and s.act == "return"} == {"seat_1", "seat_3"}

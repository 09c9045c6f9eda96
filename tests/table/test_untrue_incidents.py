"""An incident that cannot have happened, or is told in words that its kind does not know, is refused alike in every chapter."""

from collections import Counter
from typing import Any

import pytest

from pitboss.cards import NAMES
from pitboss.errors import NotAuthorized
from pitboss.games import BANKED, game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.round import Round
from pitboss.table.steps import COMMUNITY, DEALER, Cut, Incident, Moment
from pitboss.table.table import Table

ONE_DECK = ("555", "557", "559", "563", "565", "587", "655a", "657a", "677a", "678a")


def at_moment(chapter: str, name: str, house: dict[str, Any] | None = None) -> Table:
    """A table at which seats 1 and 2 play and a moment has come."""
    table = Table(game(chapter), House.of(chapter, house), Chance(3))
    for seat in (1, 2):
        table.sit(seat, f"player {seat}")
        table.bet(seat, table.game.suggest(table.house))
    table.begin()
    play_to(table, name)
    return table


def play_to(table: Table, name: str = "") -> Round:
    """Plays on by bots until a moment, or the end of the round."""
    while table.request is not None and table.request != Moment(name):
        table.reply(bots(table, table.request))
    current = table.round or table.last
    assert current is not None
    return current


@pytest.mark.parametrize("chapter", sorted(BANKED))
def test_an_unknown_word_in_a_detail_is_refused(chapter: str) -> None:
    table = at_moment(chapter, "deal")
    for kind in table.game.incidents:
        with pytest.raises(NotAuthorized, match="no word 'contributd'"):
            table.reply(Incident(kind, {"contributd": True}))
    assert play_to(table).ledger is not None


def test_a_word_that_means_yes_or_no_must_say_so() -> None:
    table = at_moment("565", "deal")
    with pytest.raises(NotAuthorized, match="must be true or false"):
        table.reply(Incident("card drawn in error", {"exposed": "no"}))


def test_every_incident_has_its_words() -> None:
    for chapter in BANKED:
        played = game(chapter)
        assert set(played.incidents) <= set(played.details)


@pytest.mark.cites("555.14(d)", "557.13(c)", "559.15(c)", "561.14(h)", "563.13(d)", "565.13(c)", "587.13(c)", "645a.14(h)")
@pytest.mark.cites("655a.13(c)", "657a.13(c)", "677a.13(c)", "678a.13(c)")
@pytest.mark.parametrize("chapter", [*ONE_DECK, "561", "645a"])
def test_the_right_number_of_cards_is_no_misdeal(chapter: str) -> None:
    table = at_moment(chapter, "dealt")
    current = table.round
    assert current is not None
    for place in ("seat_1", DEALER, COMMUNITY)[: 3 if chapter in ONE_DECK else 2]:  # Pai Gow has no community cards
        right = len(current.hands.get(place, ())) if chapter != "563" or place != COMMUNITY else 5
        with pytest.raises(NotAuthorized) as refused:  # as many as lie there, or a place the game does not have
            table.reply(Incident("wrong number of cards", {"to": place, "cards": right}))
        assert refused.value.cite == table.game.incidents["wrong number of cards"]
    assert not play_to(table).void


@pytest.mark.cites("555.14(d)", "557.13(c)", "559.15(c)", "561.14(h)", "563.13(d)", "565.13(c)", "587.13(c)", "645a.14(h)")
@pytest.mark.cites("655a.13(c)", "657a.13(c)", "677a.13(c)", "678a.13(c)")
@pytest.mark.parametrize("number", [-1, 54])
@pytest.mark.parametrize("chapter", [*ONE_DECK, "561", "645a"])
def test_a_hand_of_fewer_cards_than_none_or_more_than_a_deck_is_no_misdeal(chapter: str, number: int) -> None:
    table = at_moment(chapter, "dealt")
    with pytest.raises(NotAuthorized, match="is not a number of cards") as refused:
        table.reply(Incident("wrong number of cards", {"to": "seat_1", "cards": number}))
    assert refused.value.cite == table.game.incidents["wrong number of cards"]


@pytest.mark.cites("555.7(f)", "557.7(c)", "559.7(b)", "561.7(b)", "563.7(e)", "565.7(c)", "587.7(b)", "645a.7(b)")
@pytest.mark.cites("655a.7(b)", "657a.7(b)", "677a.7(b)", "678a.7(b)")
@pytest.mark.parametrize("chapter", [*ONE_DECK, "561", "645a"])
def test_who_has_no_hand_in_the_round_does_not_leave_it(chapter: str) -> None:
    table = at_moment(chapter, "dealt" if chapter in ONE_DECK else "deal")
    with pytest.raises(NotAuthorized, match="seat 3 is not in the round") as refused:
        table.reply(Incident("player leaves", {"seat": 3}))
    assert refused.value.cite == table.game.incidents["player leaves"]


@pytest.mark.parametrize("chapter", ["559", "587", "655a"])
def test_no_cards_are_dealt_to_a_dealer_who_has_no_hand(chapter: str) -> None:
    table = at_moment(chapter, "deal")
    with pytest.raises(NotAuthorized, match="no cards are dealt to dealer in this game"):
        table.reply(Incident("wrong number of cards", {"to": DEALER, "cards": 4}))


EXPOSED = [
    (chapter, kind, place)
    for chapter in (*ONE_DECK, "561", "645a")
    for kind, place in (("dealer card exposed", DEALER), ("hole card exposed", DEALER), ("community card exposed", COMMUNITY))
    if kind in game(chapter).incidents
]


@pytest.mark.cites("555.14(a)", "557.13(d)", "561.14(e)", "563.13(a)", "565.13(d)", "587.13(d)", "645a.14(e)", "655a.13(d)")
@pytest.mark.cites("657a.13(d)", "677a.13(d)", "678a.13(d)")
@pytest.mark.parametrize(("chapter", "kind", "place"), EXPOSED)
def test_a_card_that_the_hand_does_not_hold_was_not_exposed(chapter: str, kind: str, place: str) -> None:
    table = at_moment(chapter, "dealt")
    current = table.round
    assert current is not None
    elsewhere = next(c for c in table.cards_in_place() if c not in current.hands[place])
    with pytest.raises(NotAuthorized) as refused:
        table.reply(Incident(kind, {"card": NAMES[elsewhere]}))
    assert refused.value.cite == table.game.incidents[kind]
    assert not play_to(table).void


@pytest.mark.parametrize(("chapter", "kind", "place"), EXPOSED)
def test_a_card_reported_during_the_deal_and_not_held_then_is_dismissed(chapter: str, kind: str, place: str) -> None:
    table = at_moment(chapter, "deal")
    current = table.round
    assert current is not None
    coming = play_to(at_moment(chapter, "deal"), "dealt").hands[place]  # the same chance deals the same cards
    elsewhere = next(c for c in table.cards_in_place() if c not in coming)
    table.reply(Incident(kind, {"card": NAMES[elsewhere]}))
    finished = play_to(table)
    assert len(finished.untrue) == 1
    assert not finished.void


@pytest.mark.parametrize("chapter", [*ONE_DECK, "561", "645a"])
def test_a_stub_of_the_right_count_is_not_wrong(chapter: str) -> None:
    racked = next(len(s.cards) for s in play_to(at_moment(chapter, "deal")).steps if s.who == "stub")
    late = at_moment(chapter, "reveal")
    with pytest.raises(NotAuthorized, match="are the right number for the stub"):
        late.reply(Incident("stub count wrong", {"stub": racked, "misdealt": False}))
    assert not play_to(late).void
    early = at_moment(chapter, "deal")
    early.reply(Incident("stub count wrong", {"stub": racked, "misdealt": False}))
    assert play_to(early).untrue
    assert not play_to(early).void


# ---------------------------------------------------------------------------- cards found face up


@pytest.mark.cites("555.14(b)", "557.13(a)", "559.15(a)", "561.14(f)", "563.13(b)", "565.13(a)", "587.13(a)", "645a.14(f)")
@pytest.mark.cites("655a.13(a)", "657a.13(a)", "677a.13(a)", "678a.13(a)")
@pytest.mark.parametrize("chapter", [*ONE_DECK, "561", "645a"])
def test_a_card_in_a_hand_is_not_found_face_up_in_the_deck(chapter: str) -> None:
    table = at_moment(chapter, "dealt")
    assert table.round is not None
    held = table.round.hands["seat_1"][0]
    with pytest.raises(NotAuthorized, match="cannot be in the shoe or the deck any more") as refused:
        table.reply(Incident("card face up", {"card": NAMES[held]}))
    assert refused.value.cite == table.game.incidents["card face up"]
    assert not play_to(table).void


@pytest.mark.cites("561.14(f)")
@pytest.mark.parametrize("moment", ["dealt", "reveal", "settle"])
def test_a_second_card_found_face_up_voids_a_round_of_561_until_it_is_settled(moment: str) -> None:
    """§ 561.14(f) does not say that it holds while the cards are being dealt."""
    table = at_moment("561", moment)
    first, second = table.racks[""][:2]
    table.reply(Incident("card face up", {"card": NAMES[first]}))
    assert table.round is not None and not table.round.void
    table.reply(Incident("card face up", {"card": NAMES[second]}))
    assert play_to(table).void == "561.14(f)"


def test_a_card_found_face_up_in_the_deal_of_561_is_not_found_again() -> None:
    table = at_moment("561", "deal")
    card = NAMES[table.stacks[""].cards[0]]
    table.reply(Incident("card face up", {"card": card}))
    play_to(table, "reveal")
    with pytest.raises(NotAuthorized, match="was found face up before"):
        table.reply(Incident("card face up", {"card": card}))
    assert not play_to(table).void


@pytest.mark.parametrize("chapter", [*ONE_DECK, "645a"])
@pytest.mark.parametrize("moment", ["dealt", "reveal", "settle"])
def test_cards_found_face_up_after_the_deal_change_nothing(chapter: str, moment: str) -> None:
    table = at_moment(chapter, moment)
    if chapter == "563" and moment == "dealt":  # its community cards are still to be dealt
        for card in [*table.stacks[""].cards[:2]]:
            table.reply(Incident("card face up", {"card": NAMES[card]}))
        assert play_to(table).void == "563.13(b)"
        return
    for card in [*table.racks[""][:2]]:
        table.reply(Incident("card face up", {"card": NAMES[card]}))
    assert not play_to(table).void


# ---------------------------------------------------------------------------- shuffling devices


@pytest.mark.parametrize("chapter", ONE_DECK)
def test_a_deck_that_the_device_counts_wrong_is_removed(chapter: str) -> None:
    table = at_moment(chapter, "deal", {"counting_shuffler": True, "second_deck": True})
    for right in (52, -1, 51.5):
        with pytest.raises(NotAuthorized):
            table.reply(Incident("shuffler count wrong", {"cards": right}))
    table.reply(Incident("shuffler count wrong", {"cards": 51}))
    current = table.round
    assert current is not None
    after = [s.cite for s in current.steps if s.act in ("take", "shuffle")]
    assert after[-2:] == [f"{chapter}.5(b)", f"{chapter}.5(a)"]
    deck = Counter(table.game.deck(table.house))
    assert Counter(table.stacks[""].cards) == deck
    table.check_cards(current.hands.values())
    assert not play_to(table).void


@pytest.mark.parametrize("chapter", ONE_DECK)
def test_a_device_that_does_not_count_finds_nothing_wrong(chapter: str) -> None:
    for house, moment in (({"shuffler": True}, "deal"), ({"counting_shuffler": True}, "dealt")):
        with pytest.raises(NotAuthorized):
            at_moment(chapter, moment, house).reply(Incident("shuffler count wrong", {"cards": 51}))


@pytest.mark.parametrize("chapter", ["587", "655a", "657a", "677a", "678a"])
def test_a_device_that_reshuffles_needs_no_cut_no_idle_spread_and_no_count_of_the_stub(chapter: str) -> None:
    table = at_moment(chapter, "deal", {"reshuffling_device": True})  # which is a shuffling device, without saying so twice
    for _ in range(6):
        finished = play_to(table)
        said = {s.cite for s in finished.steps}
        assert f"{chapter}.5(g)" in said
        assert not said & {f"{chapter}.5({x})" for x in "def"}
        assert not any("counts the stub" in s.note for s in finished.steps)
        table.rest()
        table.bet(1, table.game.suggest(table.house))
        table.begin()
    assert not isinstance(table.request, Cut)


@pytest.mark.parametrize("chapter", ["587", "655a", "657a", "677a", "678a"])
def test_a_device_that_reshuffles_is_refused_where_the_house_says_there_is_none(chapter: str) -> None:
    with pytest.raises(NotAuthorized, match="reshuffling_device needs an automated card shuffling device"):
        House.of(chapter, {"reshuffling_device": True, "shuffler": False})


@pytest.mark.parametrize("chapter", ["655a", "677a"])
def test_community_cards_come_first_only_from_a_shoe_that_reshuffles(chapter: str) -> None:
    house = House.of(chapter, {"community_first": True, "dealing": "automated shoe"})
    assert house["reshuffling_device"]

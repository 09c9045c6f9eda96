"""Second times, exceptions and remnants: what a change made in a hurry breaks first."""

import pytest

from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.games import NONBANKED, game
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.devices import AUTOMATED_SHOE
from pitboss.table.steps import Incident
from pitboss.table.table import Table
from tests.games.test_devices_that_fail import SHUFFLER_FAILS, methods_of
from tests.games.test_poker_by_the_text import hand
from tests.games.test_poker_decks import CHANGE, SECOND, Clock, before_the_hand, opened
from tests.games.test_remedies_in_steps import ONE_DECK, SHUFFLERS, cites, play, preparation, table_of, under
from tests.games.test_shoes_by_the_text import BOTH


@pytest.mark.cites("555.4(d)", "557.4(d)", "559.4(d)", "561.4(d)", "563.4(d)", "565.4(d)", "587.4(d)", "645a.4(d)")
@pytest.mark.cites("655a.4(d)", "657a.4(d)", "677a.4(d)", "678a.4(d)")
@pytest.mark.parametrize("number", SHUFFLERS)
def test_no_second_deck_is_opened_where_a_device_shuffles_the_only_one(number: str) -> None:
    table = table_of(number, {"shuffler": True, "second_deck": False})
    assert not any(under(play(table), preparation(number).each_deck) for _ in range(2))


@pytest.mark.cites("587.5(g)", "645a.5(h)", "655a.5(g)", "657a.5(g)", "677a.5(g)", "678a.5(g)")
@pytest.mark.parametrize("number", [n for n in ONE_DECK if "reshuffling_device" in House.of(n, {}).values])
def test_the_cards_of_a_device_that_reshuffles_are_not_spread_while_a_table_is_idle(number: str) -> None:
    for reshuffles in (False, True):
        table = table_of(number, {"shuffler": True, "reshuffling_device": reshuffles})
        play(table)
        table.rest()
        assert bool(under(play(table), preparation(number).idle)) is not reshuffles


@pytest.mark.cites("555.14(e)", "557.13(e)", "559.15(d)", "561.14(l)", "563.13(e)", "565.13(e)", "587.13(e)", "645a.14(l)")
@pytest.mark.cites("655a.13(e)", "657a.13(e)", "677a.13(e)", "678a.13(e)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_a_shuffling_device_that_is_out_of_order_does_not_jam(number: str) -> None:
    table, jam = table_of(number, {"shuffler": True}), Incident("shuffler jam")
    assert under(play(table, [("deal", jam)]), cites(number).shuffler_jam)
    play(table, [("dealt", SHUFFLER_FAILS)])
    with pytest.raises(NotAuthorized, match="no automated card shuffling device is in use") as refused:
        play(table, [("deal", jam)])
    assert refused.value.cite == cites(number).shuffler_jam


@pytest.mark.cites("555.14(b)", "557.13(a)", "559.15(a)", "561.14(f)", "563.13(b)", "565.13(a)", "587.13(a)", "645a.14(f)")
@pytest.mark.cites("655a.13(a)", "657a.13(a)", "677a.13(a)", "678a.13(a)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_two_cards_found_face_up_at_once_void_the_round_like_one_after_the_other(number: str) -> None:
    cite, found = cites(number).face_up, ("deal", Incident("card face up", {"card": "2c"}))
    assert not play(table_of(number, {}), [found]).void
    assert play(table_of(number, {}), [found, ("deal", Incident("card face up", {"card": "3d"}))]).void == cite
    assert play(table_of(number, {}), [("deal", Incident("card face up", {"cards": "2c 3d"}))]).void == cite


@pytest.mark.cites("559.10(g)", "559.11(e)", "559.12(e)", "587.8(g)", "587.9(e)", "587.10(e)", "655a.8(g)", "655a.9(e)")
@pytest.mark.cites("655a.10(e)", "677a.8(f)", "677a.9(e)", "677a.10(e)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", AUTOMATED_SHOE])
@pytest.mark.parametrize("number", ["559", "587", "655a", "677a"])
def test_a_hand_left_behind_during_the_deal_belongs_to_the_deck_that_is_counted(number: str, dealing: str) -> None:
    """Somebody leaves before the community cards are dealt, in the round whose stub is counted."""
    method = methods_of(number)[dealing]
    table = table_of(number, {"dealing": dealing, "shuffler": dealing == "hand"})
    rounds = [play(table) for _ in range(4)]
    rounds.append(play(table, [("community", Incident("player leaves", {"seat": 3}))]))
    assert [bool(under(each, method.count)) for each in rounds] == [False] * 4 + [True]
    assert not rounds[-1].void
    assert under(rounds[-1], method.right)[0].note == "the deck is complete"


@pytest.mark.cites("633a.5(a)", "635a.5(a)")
@pytest.mark.parametrize("number", BOTH)
def test_only_the_first_shoe_of_preshuffled_cards_is_not_shuffled_at_the_table(number: str) -> None:
    table = table_of(number, {"preshuffled": True})
    reshuffle = [("dealt", Incident("floorperson orders a reshuffle"))]
    shuffles = [step.note for _ in range(3) for step in play(table, reshuffle).steps if step.act == "shuffle"]
    assert [note.partition(";")[0] for note in shuffles] == ["preshuffled", "manual", "manual"]


@pytest.mark.cites("557.7(e)", "559.7(e)", "561.7(d)", "565.7(e)", "633a.6(f)", "635a.6(f)", "645a.7(f)")
@pytest.mark.parametrize("number", ["557", "559", "561", "565", "633a", "635a", "645a"])
def test_a_players_last_position_is_adjacent_too(number: str) -> None:
    """The third of three boxes as well as the second of two; the first and the last position of a table are not adjacent."""
    several = {"boxes": 3} if number in BOTH else {"two_positions": True}
    table = Table(game(number), House.of(number, several), Chance(7))
    last, _ = table.game.seats(table.house)
    mine = [2, 3] if number in BOTH else [2]
    for seat in mine:
        table.sit(seat, "one player", 100_000)
    for far in (mine[-1] + 2, last):
        with pytest.raises(IllegalWager, match="must be adjacent"):
            table.sit(far, "one player", 100_000)
    table.sit(1, "one player", 100_000)
    table.sit(last, "another player", 100_000)
    assert [seat for seat, player in sorted(table.seats.items()) if player.player == "one player"] == [1, *mine]


@pytest.mark.cites("553.15(b)(3)(v)", "637a.17(b)(3)(v)")
@pytest.mark.parametrize("number", NONBANKED)
def test_every_charge_for_time_is_verified_not_just_the_first(number: str) -> None:
    clock = Clock(1)
    table = opened(number, clock, rake="time", time_charge=1200, time_charge_minutes=30)
    drop = {"553": "553.15(b)(3)(v)", "637a": "637a.17(b)(3)(v)"}[number]
    play(table)
    for _ in range(2):
        clock.now += 0.5
        with pytest.raises(NotAuthorized) as refused:
            table.act("time charge", {"floorperson": " "})
        assert refused.value.cite == drop
        assert under(table.act("time charge", {"floorperson": "a floorperson"}), drop)


@pytest.mark.cites("553.15(b)(3)", "553.15(b)(3)(i)", "637a.17(b)(3)", "637a.17(b)(3)(i)")
@pytest.mark.parametrize("number", NONBANKED)
def test_what_a_table_owes_for_its_time_is_shared_to_the_last_cent(number: str) -> None:
    """$7.65 in chips of $1: seven of them for three players, and what is less than a chip."""
    clock = Clock(1)
    table = opened(number, clock, rake="time", time_charge=1530, time_charge_minutes=30, time_charge_basis="table")
    play(table)
    clock.now += 0.5
    charged = [step.cents for step in table.act("time charge", {"floorperson": "a floorperson"}).steps if step.act == "charge"]
    assert charged == [365, 200, 200]


@pytest.mark.cites("553.8(a)", "553.17(a)", "637a.8(a)", "637a.18(b)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("gone", ["player put out", "player leaves"])
def test_who_takes_the_seat_of_a_player_who_was_away_is_not_away(number: str, gone: str) -> None:
    table = opened(number)
    table.act("player steps away", {"seat": 2})
    table.act(gone, {"seat": 2})
    table.sit(2, "next player", 100_000)
    with pytest.raises(NotAuthorized, match="the player of seat 2 was not away"):
        table.act("player returns", {"seat": 2})
    table.act("player steps away", {"seat": 2})


@pytest.mark.cites("553.5(d)", "553.5(e)", "637a.4(c)", "637a.4(d)")
@pytest.mark.parametrize("number", NONBANKED)
def test_no_second_deck_goes_into_a_device_that_is_out_of_order(number: str) -> None:
    """The device has failed, and then the decks are changed; later it is repaired, and they are changed once more."""
    clock, (change, hours) = Clock(7), CHANGE[number]
    table = opened(number, clock, shuffler=True)
    told = [before_the_hand(hand(table, ("deal", SHUFFLER_FAILS)))]
    clock.now += hours
    told.append(before_the_hand(hand(table)))
    table.act("device repaired or replaced", {})
    clock.now += hours
    told.append(before_the_hand(hand(table)))
    assert [change in each for each in told] == [False, True, True]
    assert [SECOND[number] in each for each in told] == [False, True, False]


@pytest.mark.cites("555.8(h)", "555.9(f)", "555.10(f)", "557.8(h)", "557.9(f)", "557.10(f)", "559.10(h)", "559.11(f)")
@pytest.mark.cites("559.12(f)", "561.9(f)", "561.10(f)", "561.11(f)", "563.8(h)", "563.9(f)", "563.10(f)", "565.8(h)")
@pytest.mark.cites("565.9(f)", "565.10(f)", "587.8(h)", "587.9(f)", "587.10(f)", "645a.8(f)", "645a.9(e)", "645a.10(e)")
@pytest.mark.cites("655a.8(h)", "655a.9(f)", "655a.10(f)", "657a.8(h)", "657a.9(f)", "657a.10(f)", "677a.8(g)", "677a.9(f)")
@pytest.mark.cites("677a.10(f)", "678a.8(h)", "678a.9(f)", "678a.10(f)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", AUTOMATED_SHOE])
@pytest.mark.parametrize("number", ONE_DECK)
def test_a_wrong_stub_voids_the_round_although_a_card_was_found_face_up_before(number: str, dealing: str) -> None:
    table = table_of(number, {"dealing": dealing, "shuffler": dealing == "hand"})
    face_up, wrong = Incident("card face up", {"card": "2c"}), Incident("stub count wrong", {"stub": 50})
    finished = play(table, [("deal", face_up), ("deal", wrong)])
    assert under(finished, cites(number).face_up)
    assert finished.void == methods_of(number)[dealing].wrong

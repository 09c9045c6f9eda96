"""Shuffling device and automated shoe that fail and come back, round after round, in every chapter dealt from one deck."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.errors import NotAuthorized, OutOfTurn
from pitboss.games import game, module
from pitboss.games.pai_gow.rules import memory_of, play_of
from pitboss.house import House
from pitboss.shoe import Chance
from pitboss.table.devices import AUTOMATED_SHOE, NAMES, SHUFFLER
from pitboss.table.log.replay import replay
from pitboss.table.log.stores import FileStore
from pitboss.table.procedures.dealing import Method
from pitboss.table.procedures.failures import BROKEN, REPAIRED
from pitboss.table.round import Round
from pitboss.table.steps import COMMUNITY, DEALER, Incident
from pitboss.table.table import Table
from tests.games.test_poker_decks import opened
from tests.games.test_remedies_in_steps import ONE_DECK, Clock, cites, play, preparation, table_of, under

PAI_GOW = ["561", "645a"]
FIRST = ["655a", "677a"]
SHOE_FAILS = Incident(BROKEN, {"device": "automated dealing shoe"})
SHUFFLER_FAILS = Incident(BROKEN, {"device": "automated card shuffling device"})
WORDS = {AUTOMATED_SHOE: "automated dealing shoe", SHUFFLER: "automated card shuffling device"}


def methods_of(number: str) -> dict[str, Method]:
    found = module(number).METHODS
    assert isinstance(found, dict)
    return found


def section(cite: str) -> str:
    return cite.partition("(")[0]


def dealt_by(number: str, finished: Round) -> str:
    """The method whose section dealt the cards, by name."""
    dealt = {section(step.cite) for step in finished.steps if step.act == "deal"}
    found = [way for way, method in methods_of(number).items() if section(method.stub) in dealt]
    assert len(found) == 1, found
    return found[0]


def repair(table: Table, device: str) -> None:
    """A device returns to service, which the paragraph on its failure is cited for."""
    (step,) = table.act(REPAIRED, {"device": WORDS[device]}).steps
    assert step.cite == table.game.incidents[BROKEN]
    assert step.note == f"the {NAMES[device]} is repaired or replaced and in use again"


@pytest.mark.cites("555.14(g)", "557.13(g)", "559.15(f)", "561.14(n)", "563.13(g)", "565.13(g)", "587.13(g)", "645a.14(n)")
@pytest.mark.cites("655a.13(g)", "657a.13(g)", "677a.13(g)", "678a.13(g)")
@pytest.mark.parametrize(("moment", "second"), [("deal", "manual shoe"), ("dealt", AUTOMATED_SHOE), ("settle", AUTOMATED_SHOE)])
@pytest.mark.parametrize("number", ONE_DECK)
def test_an_automated_shoe_deals_until_it_fails_and_again_when_it_is_back(number: str, moment: str, second: str) -> None:
    table = table_of(number, {"dealing": AUTOMATED_SHOE})
    rounds = [play(table), play(table, [(moment, SHOE_FAILS)]), play(table), play(table)]
    repair(table, AUTOMATED_SHOE)
    rounds += [play(table), play(table)]
    ways = [AUTOMATED_SHOE, second, "manual shoe", "manual shoe", AUTOMATED_SHOE, AUTOMATED_SHOE]
    assert [dealt_by(number, each) for each in rounds] == ways
    assert not any(each.void for each in rounds)


@pytest.mark.cites("555.14(g)", "555.9(a)(1)", "557.13(g)", "557.9(a)(1)", "559.15(f)", "559.11(a)(1)", "561.14(n)")
@pytest.mark.cites("561.10(a)(1)", "563.13(g)", "563.9(a)(1)", "565.13(g)", "565.9(a)(1)", "587.13(g)", "587.9(a)(1)")
@pytest.mark.cites("645a.14(n)", "645a.9(a)(1)", "655a.13(g)", "655a.9(a)(1)", "657a.13(g)", "657a.9(a)(1)", "677a.13(g)")
@pytest.mark.cites("677a.9(a)(1)", "678a.13(g)", "678a.9(a)(1)")
@pytest.mark.parametrize(("moment", "second"), [("deal", "manual shoe"), ("dealt", "hand")])
@pytest.mark.parametrize("number", ONE_DECK)
def test_cards_are_dealt_from_the_hand_only_while_a_device_shuffles_them(number: str, moment: str, second: str) -> None:
    table, p = table_of(number, {"dealing": "hand"}), preparation(number)
    rounds = [play(table), play(table, [(moment, SHUFFLER_FAILS)]), play(table), play(table)]
    repair(table, SHUFFLER)
    rounds.append(play(table))
    assert [dealt_by(number, each) for each in rounds] == ["hand", second, "manual shoe", "manual shoe", "hand"]
    assert [bool(under(each, p.by_hand)) for each in rounds] == [False, False, True, True, False]  # the cut


@pytest.mark.cites("555.14(g)", "555.3(b)(4)", "557.13(g)", "557.3(b)(4)", "559.15(f)", "559.3(b)(4)", "561.14(n)")
@pytest.mark.cites("561.3(b)(4)", "563.13(g)", "563.3(b)(4)", "565.13(g)", "565.3(b)(4)", "587.13(g)", "587.3(b)(3)")
@pytest.mark.cites("645a.14(n)", "645a.3(b)(3)", "655a.13(g)", "655a.3(b)(3)", "657a.13(g)", "657a.3(b)(3)", "677a.13(g)")
@pytest.mark.cites("677a.3(b)(3)", "678a.13(g)", "678a.3(b)(3)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_both_devices_fail_and_come_back_one_by_one(number: str) -> None:
    table, p = table_of(number, {"dealing": AUTOMATED_SHOE, "second_deck": True}), preparation(number)
    rounds = [play(table, [("deal", SHUFFLER_FAILS), ("deal", SHOE_FAILS)]), play(table)]
    repair(table, AUTOMATED_SHOE)
    rounds.append(play(table))
    repair(table, SHUFFLER)
    rounds += [play(table), play(table)]
    ways = ["manual shoe", "manual shoe", AUTOMATED_SHOE, AUTOMATED_SHOE, AUTOMATED_SHOE]
    assert [dealt_by(number, each) for each in rounds] == ways
    assert [bool(under(each, p.alternate)) for each in rounds] == [True, False, False, True, True]
    assert table.out_of_order == set()


@pytest.mark.cites("555.3(b)(3)", "557.3(b)(3)", "559.3(b)(3)", "561.3(b)(3)", "563.3(b)(3)", "565.3(b)(3)", "587.3(b)(2)")
@pytest.mark.cites("645a.3(b)(2)", "655a.3(b)(2)", "657a.3(b)(2)", "677a.3(b)(2)", "678a.3(b)(2)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_no_deck_was_used_before_the_first_round(number: str) -> None:
    table, p = table_of(number, {"second_deck": True}), preparation(number)
    notes = [[step.note for step in under(play(table), p.waits)] for _ in range(3)]
    just_used = ["the deck just used goes into the device"]
    assert notes == [["the other deck goes into the device"], just_used, just_used]


@pytest.mark.cites("555.14(g)", "557.13(g)", "559.15(f)", "561.14(n)", "563.13(g)", "565.13(g)", "587.13(g)", "645a.14(n)")
@pytest.mark.cites("655a.13(g)", "657a.13(g)", "677a.13(g)", "678a.13(g)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_a_device_is_removed_or_covered_as_its_chapter_says(number: str) -> None:
    for incident, device in ((SHOE_FAILS, "automated dealing shoe"), (SHUFFLER_FAILS, "automated card shuffling device")):
        table = table_of(number, {"dealing": AUTOMATED_SHOE, "shuffler": True})
        [told, *_] = under(play(table, [("settle", incident)]), cites(number).out_of_order)
        done = "is out of order and removed from the table" if number < "587" else "is covered or signed out of order"
        assert told.note == f"the {device} {done} before another way is used"


@pytest.mark.cites("555.14(g)", "557.13(g)", "559.15(f)", "561.14(n)", "563.13(g)", "565.13(g)", "587.13(g)", "645a.14(n)")
@pytest.mark.cites("655a.13(g)", "657a.13(g)", "677a.13(g)", "678a.13(g)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_what_cannot_be_true_of_a_device_is_refused(number: str) -> None:
    table, cite = table_of(number, {"dealing": AUTOMATED_SHOE}), cites(number).out_of_order
    with pytest.raises(NotAuthorized, match="the automated dealing shoe is not out of order") as sound:
        repair(table, AUTOMATED_SHOE)
    with pytest.raises(NotAuthorized, match="'kettle' is neither"):
        table.act(REPAIRED, {"device": "kettle"})
    play(table, [("deal", SHOE_FAILS)])
    with pytest.raises(NotAuthorized, match="the automated dealing shoe is out of order already") as twice:
        play(table, [("deal", SHOE_FAILS)])
    with pytest.raises(OutOfTurn):
        repair(table, AUTOMATED_SHOE)  # in a round it is reported
    assert sound.value.cite == twice.value.cite == cite


@pytest.mark.cites("555.14(f)", "557.13(f)", "559.15(e)", "561.14(m)", "563.13(f)", "565.13(f)", "587.13(f)", "645a.14(m)")
@pytest.mark.cites("655a.13(f)", "657a.13(f)", "677a.13(f)", "678a.13(f)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_a_shoe_that_is_out_of_order_does_not_jam(number: str) -> None:
    table = table_of(number, {"dealing": AUTOMATED_SHOE})
    play(table, [("deal", SHOE_FAILS)])
    with pytest.raises(NotAuthorized, match="no automated dealing shoe is in use"):
        play(table, [("deal", Incident("automated shoe jam"))])


@pytest.mark.cites("555.14(f)", "557.13(f)", "559.15(e)", "561.14(m)", "563.13(f)", "565.13(f)", "587.13(f)", "645a.14(m)")
@pytest.mark.cites("655a.13(f)", "657a.13(f)", "677a.13(f)", "678a.13(f)")
@pytest.mark.parametrize("moment", ["deal", "dealt", "reveal", "settle"])
@pytest.mark.parametrize("number", ONE_DECK)
def test_a_shoe_that_jams_voids_the_round_until_its_wagers_are_settled(number: str, moment: str) -> None:
    finished = play(table_of(number, {"dealing": AUTOMATED_SHOE}), [(moment, Incident("automated shoe jam"))])
    assert finished.void == cites(number).shoe_jam
    assert finished.ledger is not None
    assert finished.ledger.inventory == 0


@pytest.mark.cites("555.10(f)", "557.10(f)", "559.12(f)", "563.10(f)", "565.10(f)", "587.10(f)", "655a.10(f)", "657a.10(f)")
@pytest.mark.cites("677a.10(f)", "678a.10(f)")
@pytest.mark.parametrize("number", [n for n in ONE_DECK if n not in PAI_GOW])
def test_a_stub_is_judged_by_the_method_that_dealt_it(number: str) -> None:
    """A shoe that fails after its last stack does not change the paragraph on the count."""
    table = table_of(number, {"dealing": AUTOMATED_SHOE})
    finished = play(table, [("dealt", SHOE_FAILS), ("dealt", Incident("stub count wrong", {"stub": 1, "misdealt": False}))])
    assert finished.void == methods_of(number)[AUTOMATED_SHOE].wrong


@pytest.mark.cites("555.3(c)(1)", "555.3(c)(2)", "557.3(c)(1)", "557.3(c)(2)", "559.3(c)(1)", "559.3(c)(2)", "561.3(c)(1)")
@pytest.mark.cites("561.3(c)(2)", "563.3(c)(1)", "563.3(c)(2)", "565.3(c)(1)", "565.3(c)(2)", "587.3(c)(1)", "587.3(c)(2)")
@pytest.mark.cites("645a.3(c)(1)", "645a.3(c)(2)", "655a.3(c)(1)", "655a.3(c)(2)", "657a.3(c)(1)", "657a.3(c)(2)")
@pytest.mark.cites("677a.3(c)(1)", "677a.3(c)(2)", "678a.3(c)(1)", "678a.3(c)(2)")
@pytest.mark.parametrize("number", ONE_DECK)
def test_cards_from_a_manual_shoe_last_eight_hours(number: str) -> None:
    """They are changed every 4 hours only while they are dealt by hand."""
    clock, p = Clock(7), preparation(number)
    table = table_of(number, {"dealing": "hand"}, clock)
    play(table, [("dealt", SHUFFLER_FAILS)])
    clock.now += 5
    assert not under(play(table), p.change_by_hand)
    clock.now += 3
    assert under(play(table), p.change_from_shoe)
    repair(table, SHUFFLER)
    clock.now += 4
    assert under(play(table), p.change_by_hand)


@pytest.mark.cites("555.8(f)", "557.8(f)", "559.10(f)", "563.8(f)", "565.8(f)", "587.8(f)", "655a.8(f)", "657a.8(f)")
@pytest.mark.cites("677a.8(e)", "678a.8(f)")
@pytest.mark.parametrize("number", [n for n in ONE_DECK if n not in PAI_GOW])
def test_the_dealer_counts_while_the_counting_device_is_out_of_order(number: str) -> None:
    table = table_of(number, {"counting_shuffler": True})
    count = methods_of(number)["manual shoe"].count
    assert not any(under(play(table), count) for _ in range(6))
    play(table, [("settle", SHUFFLER_FAILS)])
    assert any(under(play(table), count) for _ in range(5))
    repair(table, SHUFFLER)
    assert not any(under(play(table), count) for _ in range(6))


@pytest.mark.cites("555.8(f)", "557.8(f)", "559.10(f)", "563.8(f)", "565.8(f)", "587.8(f)", "655a.8(f)", "657a.8(f)")
@pytest.mark.cites("677a.8(e)", "678a.8(f)")
@pytest.mark.parametrize("number", [n for n in ONE_DECK if n not in PAI_GOW])
def test_a_round_void_before_its_stub_lies_there_is_none_of_the_five(number: str) -> None:
    """The register has it as all-void-rounds-and-counts."""
    face_up = [("deal", Incident("card face up")), ("deal", Incident("card face up"))]
    after = [("settle", Incident("wrong number of cards", {"to": "seat_1"}))]
    count = methods_of(number)["manual shoe"].count
    for incidents, due in ((face_up, 6), (after, 5)):
        table = table_of(number, {})
        rounds = [play(table, incidents if at == 2 else []) for at in range(6)]
        assert bool(rounds[2].void) == (number != "555" or due == 6)
        assert [at for at, each in enumerate(rounds, 1) if under(each, count)] == [due]


# ---------------------------------------------------------------------------- the starting position


@pytest.mark.cites("561.12(d)", "561.14(n)", "645a.5(i)(3)", "645a.14(n)")
@pytest.mark.parametrize("device", [AUTOMATED_SHOE, SHUFFLER])
@pytest.mark.parametrize("number", PAI_GOW)
def test_dice_find_the_starting_position_while_a_device_of_the_button_fails(number: str, device: str) -> None:
    table = table_of(number, {"dealing": AUTOMATED_SHOE, "starting_position": "button"})
    fails = Incident(BROKEN, {"device": WORDS[device]})
    rounds = [play(table), play(table, [("deal", fails)]), play(table)]
    lying = memory_of(table).button
    repair(table, device)
    rounds += [play(table), play(table)]
    assert [play_of(each).started_by for each in rounds] == ["button", "shaker", "shaker", "button", "button"]
    assert [play_of(each).start for each in (rounds[0], *rounds[3:])] == [DEALER, "seat_1", "seat_2"]
    assert lying == "seat_1"


@pytest.mark.cites("561.12(d)", "645a.5(i)(3)")
@pytest.mark.parametrize("number", PAI_GOW)
def test_a_button_that_began_the_round_moves_on_though_the_shoe_failed_later(number: str) -> None:
    table = table_of(number, {"dealing": AUTOMATED_SHOE, "starting_position": "button"})
    first = play(table, [("dealt", SHOE_FAILS)])
    assert play_of(first).started_by == "button"
    with pytest.raises(NotAuthorized, match="no dice have been totaled wrongly"):
        play(table_of(number, dict(table.house.given)), [("dealt", SHOE_FAILS), ("dealt", Incident("wrong starting position"))])
    repair(table, AUTOMATED_SHOE)
    assert play_of(play(table)).start == "seat_1"


# ---------------------------------------------------------------------------- community cards first


def first_to(finished: Round) -> str:
    return next(step.who for step in finished.steps if step.act == "deal")


@pytest.mark.cites("655a.10(g)", "655a.13(g)", "677a.10(g)", "677a.13(g)")
@pytest.mark.parametrize("device", [AUTOMATED_SHOE, SHUFFLER])
@pytest.mark.parametrize("number", FIRST)
def test_community_cards_come_first_only_from_a_shoe_that_reshuffles(number: str, device: str) -> None:
    table, p = table_of(number, {"dealing": AUTOMATED_SHOE, "community_first": True}), preparation(number)
    rounds = [play(table), play(table, [("deal", Incident(BROKEN, {"device": WORDS[device]}))]), play(table)]
    repair(table, device)
    rounds.append(play(table))
    assert [first_to(each) for each in rounds] == [COMMUNITY, "seat_1", "seat_1", COMMUNITY]
    way = AUTOMATED_SHOE if device == SHUFFLER else "manual shoe"
    assert [dealt_by(number, each) for each in rounds] == [AUTOMATED_SHOE, way, way, AUTOMATED_SHOE]
    assert [bool(under(each, p.by_hand)) for each in rounds] == [False, False, True, False]  # shuffled by hand and cut


# ---------------------------------------------------------------------------- Poker, and logs


@pytest.mark.cites("553.16(p)", "637a.18(r)")
@pytest.mark.parametrize("number", ["553", "637a"])
def test_a_shuffling_device_of_poker_comes_back(number: str) -> None:
    table = opened(number, shuffler=True, counting_shuffler=True)
    cite = {"553": "553.16(p)", "637a": "637a.18(r)"}[number]
    table.act("player steps away", {"seat": next(iter(table.seats))})
    with pytest.raises(NotAuthorized, match="is not out of order") as error:
        table.act(REPAIRED, {"device": "shuffler"})
    assert error.value.cite == cite
    table.out_of_order.add(SHUFFLER)
    done = table.act(REPAIRED, {})
    assert [(step.cite, step.note) for step in done.steps] == [
        (cite, "the automated card shuffling device is repaired or replaced and in use again")
    ]
    assert table.in_force["counting_shuffler"]


@pytest.mark.cites("553.16(p)", "637a.18(r)")
@pytest.mark.parametrize("number", ["553", "637a"])
def test_what_cannot_be_true_of_a_device_of_poker_is_refused(number: str) -> None:
    table = opened(number, shuffler=True)
    cite = {"553": "553.16(p)", "637a": "637a.18(r)"}[number]
    with pytest.raises(NotAuthorized, match="'kettle' is neither") as unknown:
        table.act(REPAIRED, {"device": "kettle"})
    play(table, [("settle", SHUFFLER_FAILS)])
    with pytest.raises(NotAuthorized, match="the automated card shuffling device is out of order already") as twice:
        play(table, [("settle", SHUFFLER_FAILS)])
    assert unknown.value.cite == twice.value.cite == cite
    assert table.out_of_order == {SHUFFLER}


@pytest.mark.parametrize(
    ("number", "house"),
    [
        ("565", {"dealing": AUTOMATED_SHOE, "second_deck": True}),
        ("645a", {"dealing": AUTOMATED_SHOE, "starting_position": "button"}),
        ("677a", {"dealing": AUTOMATED_SHOE, "community_first": True}),
    ],
)
def test_a_log_with_devices_that_fail_and_return_replays(number: str, house: dict[str, Any], tmp_path: Path) -> None:
    log = tmp_path / "devices.jsonl"
    table = Table(game(number), House.of(number, house), Chance(5), FileStore(log))
    for seat in (1, 3):
        table.sit(seat, f"player {seat}", 1_000_000)
    play(table, [("deal", SHUFFLER_FAILS), ("dealt", SHOE_FAILS)])
    play(table)
    repair(table, AUTOMATED_SHOE)
    repair(table, SHUFFLER)
    play(table)
    table.close()
    assert replay(log, game).rounds == 3

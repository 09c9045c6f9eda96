"""What one round leaves to the next, and what else a rule case of one round and one player for each seat cannot ask."""

import pytest

from pitboss.errors import IllegalWager
from pitboss.games import module
from pitboss.games.pai_gow.rules import play_of
from pitboss.table.drivers import bots, drive
from pitboss.table.procedures.multideck import memory_of
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Cut, Incident, Reply, Request, seat_of
from pitboss.table.table import Table
from tests.games.test_poker_decks import opened
from tests.games.test_remedies_in_steps import ONE_DECK, Clock, play, preparation, table_of, under
from tests.games.test_shoes_by_the_text import open_table

PAI_GOW = ["561", "645a"]
ALIKE = [number for number in ONE_DECK if number not in PAI_GOW]
BROKEN = Incident("device out of order", {"device": "shuffler"})
ASIDE = ("the deck just used", "the other deck goes", "the other deck lies")


@pytest.mark.cites("555.5(c)(2)", "555.8(f)", "555.14(g)", "557.5(c)(2)", "557.8(f)", "557.13(g)", "559.5(c)(2)", "559.10(f)")
@pytest.mark.cites("559.15(f)", "563.5(c)(2)", "563.8(f)", "563.13(g)", "565.5(c)(2)", "565.8(f)", "565.13(g)", "587.5(c)(2)")
@pytest.mark.cites("587.8(f)", "587.13(g)", "655a.5(c)(2)", "655a.8(f)", "655a.13(g)", "657a.5(c)(2)", "657a.8(f)")
@pytest.mark.cites("657a.13(g)", "677a.5(c)(2)", "677a.8(e)", "677a.13(g)", "678a.5(c)(2)", "678a.8(f)", "678a.13(g)")
@pytest.mark.parametrize("number", ALIKE)
def test_without_its_shuffler_a_table_cuts_counts_and_deals_from_a_shoe(number: str) -> None:
    table = table_of(number, {"dealing": "hand", "shuffler": True, "counting_shuffler": True})
    p, methods = preparation(number), module(number).METHODS
    assert not under(play(table, [("deal", BROKEN)]), p.by_hand)
    rounds = [play(table) for _ in range(5)]
    assert all(under(each, p.by_hand) and not under(each, p.automated) for each in rounds)
    assert all(under(each, methods["manual shoe"].no_more_bets) for each in rounds)
    assert not any(under(each, methods["hand"].no_more_bets) for each in rounds)
    assert any(under(each, methods["manual shoe"].count) for each in rounds)


@pytest.mark.cites("555.14(g)", "557.13(g)", "559.15(f)", "563.13(g)", "565.13(g)", "587.13(g)", "655a.13(g)", "657a.13(g)")
@pytest.mark.cites("677a.13(g)", "678a.13(g)")
@pytest.mark.parametrize("number", ALIKE)
def test_a_broken_shuffler_leaves_the_automated_shoe_in_use(number: str) -> None:
    table = table_of(number, {"dealing": "automated shoe", "shuffler": True})
    play(table, [("deal", BROKEN)])
    assert under(play(table), module(number).METHODS["automated shoe"].no_more_bets)


@pytest.mark.cites("565.11(c)")
def test_the_cover_card_lies_beside_an_automated_shoe_only_if_that_dealt_the_cards() -> None:
    """§ 565.11(c)."""
    table, out = table_of("565", {"dealing": "automated shoe"}), Incident("device out of order", {"device": "automated shoe"})
    rounds = [play(table), play(table, [("reveal", out)]), play(table)]
    assert [any(step.act == "say" for step in under(each, "565.11(c)")) for each in rounds] == [True, True, False]


@pytest.mark.cites("555.3(b)(3)", "555.3(b)(4)", "557.3(b)(3)", "557.3(b)(4)", "559.3(b)(3)", "559.3(b)(4)", "563.3(b)(3)")
@pytest.mark.cites("563.3(b)(4)", "565.3(b)(3)", "565.3(b)(4)", "587.3(b)(2)", "587.3(b)(3)", "655a.3(b)(2)", "655a.3(b)(3)")
@pytest.mark.cites("657a.3(b)(2)", "657a.3(b)(3)", "677a.3(b)(2)", "677a.3(b)(3)", "678a.3(b)(2)", "678a.3(b)(3)")
@pytest.mark.parametrize("number", ALIKE)
def test_nobody_deals_from_a_second_deck_without_a_device_that_keeps_it(number: str) -> None:
    table, p = table_of(number, {"shuffler": True, "second_deck": True}), preparation(number)
    before = play(table, [("deal", BROKEN)])
    after = play(table)
    assert under(before, p.alternate) and under(before, p.waits)
    assert not under(after, p.alternate) and not under(after, p.waits) and not after.void


@pytest.mark.cites("553.3(a)", "553.3(d)(1)", "637a.3(a)", "637a.3(b)")
@pytest.mark.parametrize("number", ["553", "637a"])
def test_the_other_deck_of_poker_lies_in_its_place_while_the_device_is_out_of_order(number: str) -> None:
    """§ 553.3(a), § 553.3(d)(1), § 637a.3(a), § 637a.3(b)."""
    stored, in_device = {"553": ("553.3(a)", "553.3(d)(1)"), "637a": ("637a.3(a)", "637a.3(b)")}[number]
    table = opened(number, shuffler=True)
    where = [
        [(step.cite, step.note) for step in hand_with(table, incident).steps if step.note.startswith(ASIDE)]
        for incident in (None, BROKEN, None)
    ]
    assert where == [
        [(in_device, "the other deck goes into the device")],  # no deck has been used before the first hand
        [(in_device, "the deck just used goes into the device")],
        [(stored, "the deck just used lies in its place on the table")],
    ]


def hand_with(table: Table, incident: Incident | None) -> Round:
    """A hand between bots, in which this happens at the first occasion."""
    waiting = [incident] if incident else []

    def reply(table: Table, request: Request) -> Reply:
        return waiting.pop() if waiting and not isinstance(request, Ask | Cut) else bots(table, request)

    finished = drive(table, reply)
    assert not waiting
    return finished


@pytest.mark.cites("555.5(f)", "555.3(c)(1)", "557.5(f)", "557.3(c)(1)", "559.5(f)", "559.3(c)(1)", "563.5(f)", "563.3(c)(1)")
@pytest.mark.cites("565.5(f)", "565.3(c)(1)", "587.5(f)", "587.3(c)(1)", "655a.5(f)", "655a.3(c)(1)", "657a.5(f)")
@pytest.mark.cites("657a.3(c)(1)", "677a.5(f)", "677a.3(c)(1)", "678a.5(f)", "678a.3(c)(1)")
@pytest.mark.parametrize("number", ALIKE)
def test_a_pause_is_told_once_and_does_not_make_cards_younger(number: str) -> None:
    p, clock = preparation(number), Clock(7)
    table = table_of(number, {"dealing": "hand"}, clock)
    play(table)
    clock.now += 3
    table.rest()
    assert under(play(table), p.idle)
    assert not under(play(table), p.idle)
    clock.now += 1
    assert under(play(table), p.change_by_hand)


@pytest.mark.cites("587.5(f)", "655a.5(f)", "657a.5(f)", "677a.5(f)", "678a.5(f)")
@pytest.mark.parametrize("number", ["587", "655a", "657a", "677a", "678a"])
def test_a_reshuffling_device_that_is_out_of_order_does_not_spare_the_spread(number: str) -> None:
    table = table_of(number, {"shuffler": True, "reshuffling_device": True})
    play(table, [("deal", BROKEN)])
    table.rest()
    assert under(play(table), preparation(number).idle)


@pytest.mark.cites("555.3(b)(4)", "557.3(b)(4)", "559.3(b)(4)", "563.3(b)(4)", "565.3(b)(4)", "587.3(b)(3)", "655a.3(b)(3)")
@pytest.mark.cites("657a.3(b)(3)", "677a.3(b)(3)", "678a.3(b)(3)")
@pytest.mark.parametrize("number", ALIKE)
def test_decks_take_turns_after_a_void_round_too(number: str) -> None:
    """The cards that were not dealt belong to the deck that was in use."""
    table = table_of(number, {"shuffler": True, "second_deck": True, "dealing": "automated shoe"})
    assert play(table, [("deal", Incident("automated shoe jam"))]).void
    after = play(table)
    assert under(after, preparation(number).alternate) and not after.void


@pytest.mark.cites("557.5(a)", "563.5(a)", "587.5(a)")
@pytest.mark.parametrize("number", ["557", "563", "587"])
def test_only_a_fresh_deck_came_preshuffled(number: str) -> None:
    table, p = table_of(number, {"preshuffled": True}), preparation(number)
    first, second = play(table), play(table)
    assert "preshuffled" in under(first, p.shuffle)[0].note
    assert "preshuffled" not in under(second, p.shuffle)[0].note


@pytest.mark.cites("555.8(f)", "557.8(f)", "559.10(f)", "563.8(f)", "565.8(f)", "587.8(f)", "655a.8(f)", "657a.8(f)")
@pytest.mark.cites("677a.8(e)", "678a.8(f)")
@pytest.mark.parametrize("number", ALIKE)
def test_a_round_with_a_card_found_face_up_counts_among_the_five(number: str) -> None:
    table, count = table_of(number, {}), module(number).METHODS["manual shoe"].count
    rounds = [play(table, [("deal", Incident("card face up"))] if at == 1 else []) for at in range(5)]
    assert [bool(under(each, count)) for each in rounds] == [False] * 4 + [True]


@pytest.mark.cites("555.7(b)", "557.7(d)", "559.7(c)", "563.7(b)", "565.7(d)", "587.7(c)", "655a.7(c)", "657a.7(c)")
@pytest.mark.cites("677a.7(c)", "678a.7(c)")
@pytest.mark.parametrize("number", ALIKE)
def test_who_is_not_in_the_round_makes_no_wager_while_it_is_played(number: str) -> None:
    table = table_of(number, {})
    table.bet(1, table.game.suggest(table.house))
    table.begin()
    with pytest.raises(IllegalWager) as refused:
        table.bet(3, table.game.suggest(table.house))
    assert refused.value.cite == table.game.no_more_bets


@pytest.mark.cites("555.11(d)", "555.14(d)")
def test_the_fifth_card_that_completes_the_dealers_hand_is_revealed_too() -> None:
    """§ 555.11(d)."""
    done = play(table_of("555", {}), [("deal", Incident("wrong number of cards", {"to": "dealer", "cards": 4}))])
    assert len(under(done, "555.11(d)")[0].cards) == 4


@pytest.mark.cites("677a.11(c)", "677a.11(e)")
def test_the_flop_is_three_cards_when_everybody_has_raised() -> None:
    """§ 677a.11(c), § 677a.11(e)."""
    table = table_of("677a", {})
    for seat in table.seats:
        table.bet(seat, table.game.suggest(table.house))

    def reply(table: Table, request: Request) -> Reply:
        raises = isinstance(request, Ask) and "raise" in [choice.word for choice in request.choices]
        return table.verify(request, "raise 1500") if isinstance(request, Ask) and raises else bots(table, request)

    done = drive(table, reply)
    assert [len(under(done, cite)[0].cards) for cite in ("677a.11(c)", "677a.11(e)")] == [3, 2]


@pytest.mark.cites("557.7(c)", "559.7(b)", "561.7(b)", "565.7(c)", "645a.7(b)")
@pytest.mark.parametrize("number", ["557", "559", "565", *PAI_GOW])
def test_who_leaves_abandons_both_positions(number: str) -> None:
    table = table_of(number, {"two_positions": True})
    table.sit(2, "player 1", 100_000)
    done = play(table, [("dealt", Incident("player leaves", {"seat": 1}))])
    assert done.left == {1, 2}
    if number in PAI_GOW:
        assert {step.who for step in under(done, f"{number}.7(b)") if step.act == "collect"} == {"seat_1", "seat_2"}


@pytest.mark.cites("561.12(d)", "645a.5(i)(3)")
@pytest.mark.parametrize("number", PAI_GOW)
@pytest.mark.parametrize(
    ("at", "happens"),
    [
        ("dealt", Incident("player card exposed", {"seat": 1, "choice": "void"})),
        ("dealt", Incident("player leaves", {"seat": 1})),
        ("reveal", Incident("dealer sets hands wrong", {})),
        ("deal", Incident("card face up", {})),
        ("settle", Incident("shuffler jam", {})),
    ],
)
def test_the_button_moves_on_whatever_happens_in_a_round_that_is_completed(number: str, at: str, happens: Incident) -> None:
    table = table_of(number, {"starting_position": "button", "dealing": "automated shoe", "shuffler": True})
    rounds = [play(table, [(at, happens)]), play(table)]
    assert not rounds[0].void
    assert [play_of(each).start for each in rounds] == ["dealer", "seat_1"]


@pytest.mark.cites("553.17(b)", "637a.18(c)")
@pytest.mark.parametrize("number", ["553", "637a"])
def test_who_is_away_can_be_put_out(number: str) -> None:
    table = opened(number)
    table.act("player steps away", {"seat": 2})
    table.act("player put out", {"seat": 2})
    assert 2 not in table.seats


@pytest.mark.cites("633a.5(c)(2)", "635a.5(c)(2)")
@pytest.mark.parametrize("chapter", ["633a", "635a"])
def test_the_cut_is_offered_to_whom_the_cover_card_came_though_he_sits_out(chapter: str) -> None:
    """§ 633a.5(c)(2), § 635a.5(c)(2)."""
    table = open_table(chapter)
    drive_offering(table, [1, 2, 3])
    memory = memory_of(table)
    memory.cover_card_on = "seat_2"
    memory.reshuffle.update(table.stacks)
    assert drive_offering(table, [1, 3]) == [(f"{chapter}.5(c)(2)", 2)]


@pytest.mark.cites("633a.5(c)(2)", "635a.5(c)(2)")
@pytest.mark.parametrize("chapter", ["633a", "635a"])
def test_the_cut_is_offered_to_whose_split_hand_the_cover_card_came(chapter: str) -> None:
    """§ 633a.5(c)(2), § 635a.5(c)(2)."""
    table = open_table(chapter)
    for _ in range(3000):
        before = memory_of(table).cover_card_on
        offered = drive_offering(table, [1, 2, 3])
        if "split" in before:
            assert offered == [(f"{chapter}.5(c)(2)", seat_of(before))]
            return
    pytest.fail("the cover card never came to a split hand")


def drive_offering(table: Table, seats: list[int]) -> list[tuple[str, int]]:
    """A round of these seats, in which everybody splits who may: to whom the cut was offered, and by what paragraph."""
    offered: list[tuple[str, int]] = []

    def reply(table: Table, request: Request) -> Reply:
        if isinstance(request, Cut):
            offered.append((request.cite, request.seat))
            return None
        if isinstance(request, Ask) and (splits := [choice for choice in request.choices if choice.word == "split"]):
            return Answer("split", splits[0].most)
        return bots(table, request)

    for seat in seats:
        table.bet(seat, table.game.suggest(table.house))
    drive(table, reply)
    return offered

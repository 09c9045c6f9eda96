"""What goes wrong at a Poker table: what moves on after it, who is asked, and what cannot have happened."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import NAMES
from pitboss.cases import run_case
from pitboss.errors import BadCase, NotAuthorized, PitbossError
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.irregularities import DETAILS
from pitboss.games.nonbanked.rules import play_of
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident
from pitboss.table.table import Table
from tests.card_room.playing import opened, rig
from tests.games.test_poker_by_the_text import hand, staying, table_of

BUTTON = {"553": "553.11(c)(3)", "637a": "637a.11(c)(2)"}
ALTERNATE = {"553": "553.3(b)", "637a": "637a.3(a)"}
MISDEALS = [
    Incident("cards not shuffled and cut"),
    Incident("wrong starting position"),
    Incident("missing card found"),
]
MOST = {"hold'em": 10, "omaha": 10, "omaha high-low eight or better": 10}


def notes(finished: Round, cite: str) -> list[str]:
    return [step.note for step in finished.steps if step.cite == cite and step.act == "say"]


@pytest.mark.cites("553.11(c)(3)", "553.16(e)", "637a.11(c)(2)", "637a.18(g)", "637a.3(a)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("trouble", MISDEALS, ids=lambda i: i.kind)
def test_button_and_deck_move_on_after_a_completed_round_of_play_only(number: str, trouble: Incident) -> None:
    table = table_of(number, 4)
    first = hand(table)
    void = hand(table, ("deal", trouble))
    assert void.void
    again = hand(table)
    after = hand(table)
    assert [play_of(h).button for h in (first, void, again, after)] == [4, 1, 1, 2]
    assert "the round of play was not completed: the button stays at seat 1" in notes(again, BUTTON[number])
    opened, comes = "one of the two decks comes into play", "the other deck comes into play"
    decks = [[note for note in notes(h, ALTERNATE[number]) if note in (opened, comes)] for h in (first, void, again, after)]
    assert decks == [[opened], [comes], [], [comes]]
    replaced = trouble.kind == "missing card found"
    assert notes(again, void.void)[0].startswith("the deck in its place" if replaced else "the cards come back")


@pytest.mark.cites("553.11(c)(3)", "637a.11(c)(2)")
@pytest.mark.parametrize("number", NONBANKED)
def test_the_button_stays_with_the_next_player_where_its_own_has_left(number: str) -> None:
    table = table_of(number, 4)
    hand(table)
    assert hand(table, ("deal", MISDEALS[0])).void
    table.act("player leaves", {"seat": 1})
    assert play_of(hand(table)).button == 2


@pytest.mark.cites("553.11(c)(3)", "637a.11(c)(2)")
@pytest.mark.parametrize("number", NONBANKED)
def test_the_button_goes_to_the_first_seat_when_the_last_player_has_left_with_it(number: str) -> None:
    table = table_of(number, 5)
    assert play_of(hand(table)).button == 5
    table.act("player leaves", {"seat": 5})
    assert play_of(hand(table)).button == 1


@pytest.mark.cites("637a.11(e)", "637a.12(e)")
@pytest.mark.parametrize(("variant", "section"), [("hold'em", "637a.11(e)"), ("omaha", "637a.12(e)")])
def test_a_straddle_below_a_blind_is_refused_when_the_house_is_made(variant: str, section: str) -> None:
    house: dict[str, Any] = {"variant": variant, "straddle": True, "structure": "no limit"}
    with pytest.raises(NotAuthorized) as refused:
        table_of("637a", straddle_amount=400, big_blind=500, **house)
    assert refused.value.cite == section
    with pytest.raises(NotAuthorized):
        table_of("637a", straddle_amount=1000, big_blind=500, additional_blinds=[1100], **house)
    table_of("637a", straddle_amount=500, big_blind=500, **house)
    table_of("637a", straddle_amount=400, big_blind=500, variant="five-card draw", straddle=True)  # which has no straddle


@pytest.mark.cites("553.10(b)", "553.11(b)", "553.12(b)", "553.13(b)", "553.14(b)", "637a.10(b)", "637a.11(b)", "637a.12(b)")
@pytest.mark.parametrize("number", NONBANKED)
def test_as_many_may_play_as_the_section_says_without_a_word_from_the_house(number: str) -> None:
    for variant in VARIANTS:
        if (number, variant) != ("553", "razz"):
            most = MOST.get(variant, 8)
            table = table_of(number, most, variant=variant)
            assert len(play_of(hand(table)).players) == most
            with pytest.raises(PitbossError, match=f"seats 1 to {most}"):
                table.sit(most + 1, "one too many", 100_000)


@pytest.mark.cites("553.16(f)", "637a.18(h)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("variant", ["hold'em", "omaha", "five-card draw", "seven-card stud", "five-card stud"])
def test_cards_dealt_to_an_ineligible_player_leave_the_deck(number: str, variant: str) -> None:
    table = table_of(number, variant=variant)
    finished = hand(table, ("deal", Incident("cards dealt to an ineligible player", {"seat": 5})))
    cite = "553.16(f)" if number == "553" else "637a.18(h)"
    drawn = [step for step in finished.steps if step.act == "draw" and step.who == "seat_5"]
    [discarded] = [step for step in finished.steps if step.act == "discard" and step.who == "seat_5"]
    assert [step.cite for step in (*drawn, discarded)] == [cite] * (len(VARIANTS[variant].streets[0].cards) + 1)
    assert discarded.cards == tuple(card for step in drawn for card in step.cards)
    others = {card for step in finished.steps if step.act == "deal" for card in step.cards}
    assert not others & set(discarded.cards)
    assert not finished.void


def seventh_street(number: str) -> tuple[Table, int]:
    """A hand of Seven-card Stud at the first question after the seventh card, and who is asked."""
    table = table_of(number, variant="seven-card stud")
    request = table.begin()
    while request is not None:
        assert table.round is not None
        if isinstance(request, Ask) and len(table.round.hands.get(f"seat_{request.seat}", ())) == 7:
            return table, request.seat
        request = table.reply(staying(table, request))
    raise AssertionError("nobody was dealt a seventh card")


@pytest.mark.cites("553.16(k)(1)", "553.16(k)(2)", "637a.18(m)(1)", "637a.18(m)(2)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("answer", ["end", "continue"])
def test_a_player_whose_last_hole_card_is_turned_up_is_asked(number: str, answer: str) -> None:
    table, seat = seventh_street(number)
    other = seat % 3 + 1
    asked = table.reply(Incident("hole card face up", {"seat": other}))
    assert isinstance(asked, Ask)
    assert (asked.seat, [c.word for c in asked.choices]) == (other, ["end", "continue"])
    assert table.round is not None
    turned = [step for step in table.round.steps if step.act == "reveal"][-1]
    assert turned.cards == (table.round.hands[f"seat_{other}"][-1],)
    request = table.reply(table.verify(asked, answer))
    turns = set()
    while request is not None:
        if isinstance(request, Ask) and request.choices[0].word == "fold":
            turns.add(request.seat)
        request = table.reply(staying(table, request))
    assert (other in turns) == (answer == "continue")


@pytest.mark.cites("553.16(k)", "637a.18(m)")
@pytest.mark.parametrize("number", NONBANKED)
def test_where_every_stud_hand_is_void_nobody_pays_and_nobody_wins(number: str) -> None:
    table = opened(number, 2, variant="seven-card stud", ante=100)
    rig(table, {"seat_1": "Ah Ad", "seat_2": "Kh Kd"})
    up = [Incident("hole card face up", {"seat": seat, "cards": cards}) for seat, cards in ((1, "Ah Ad"), (2, "Kh Kd"))]
    finished = hand(table, *(("deal", incident) for incident in up))
    assert [seat.cents for seat in table.seats.values()] == [50_000, 50_000]
    assert not play_of(finished).outcome.won
    assert not any(step.note == "Forced Bet" for step in finished.steps)


@pytest.mark.cites("553.16(k)", "637a.18(m)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("variant", ["seven-card stud", "five-card stud"])
def test_a_hole_card_that_is_not_named_is_the_next_that_the_seat_gets(number: str, variant: str) -> None:
    """At a live table nobody names a card: the first hole card comes up, and the next up card down instead."""
    finished = hand(opened(number, 2, variant=variant, ante=100), ("deal", Incident("hole card face up", {"seat": 1})))
    dealt = {seat: [s.face for s in finished.steps if s.act == "deal" and s.who == f"seat_{seat}"][:3] for seat in (1, 2)}
    assert dealt[1][0] == "up" and dealt[2][0] == "down"
    assert dealt[1].count("down") == (2 if variant == "seven-card stud" else 1)


@pytest.mark.cites("553.16(k)", "637a.18(m)")
@pytest.mark.parametrize("number", NONBANKED)
def test_two_hole_cards_that_are_not_named_void_the_hand_and_a_third_there_is_not(number: str) -> None:
    up = ("deal", Incident("hole card face up", {"seat": 1}))
    finished = hand(opened(number, 3, variant="seven-card stud", ante=100), up, up)
    assert [s.note for s in finished.steps if s.act == "refund" and s.who == "seat_1"] == ["the ante of a void hand"]
    with pytest.raises(NotAuthorized, match="seat 1 gets no more than 2 hole cards in the deal"):
        hand(opened(number, 3, variant="seven-card stud", ante=100), up, up, up)


def test_every_incident_has_the_words_of_its_detail() -> None:
    for number in NONBANKED:
        assert set(game(number).incidents) == set(DETAILS)


@pytest.mark.cites("553.16(d)", "637a.18(e)")
@pytest.mark.parametrize("number", NONBANKED)
def test_who_has_conceded_wins_nothing_when_the_hand_that_beat_his_is_lost(number: str) -> None:
    table = opened(number)
    rig(table, {"seat_1": "Ah Ad", "seat_2": "Kh Kd", "seat_3": "2h 7d", "community": "3c 4s 8c 9s Jh"})
    request = table.begin()
    while request is not None:
        show = isinstance(request, Ask) and request.choices[-1].word == "concede"
        if isinstance(request, Ask) and show and request.seat == 3:
            table.reply(Incident("unprotected hand collected", {"seat": 1}))
            request = table.reply(table.verify(request, "show"))
        else:
            request = table.reply(
                table.verify(request, "concede") if isinstance(request, Ask) and show else staying(table, request)
            )
    assert table.last is not None
    assert {step.who for step in table.last.steps if step.act == "award"} == {"seat_3"}


# ---------------------------------------------------------------------------- what cannot have happened


def impossible() -> Iterator[tuple[str, str, dict[str, Any], str]]:
    """Variant, kind, detail at the first decision, and the paragraph of 637a that the refusal cites."""
    yield "hold'em", "eligible player not dealt in", {"seat": 1}, "637a.18(g)(4)"  # he was
    yield "hold'em", "eligible player not dealt in", {"seat": 7}, "637a.18(g)(4)"  # nobody sits there
    yield "hold'em", "cards dealt to an ineligible player", {"seat": 2}, "637a.18(h)"
    yield "hold'em", "cards dealt to an ineligible player", {"seat": 5, "cards": 9}, "637a.18(h)"
    yield "hold'em", "cards dealt to an ineligible player", {"seat": 5, "cards": 0}, "637a.18(h)"
    yield "hold'em", "cards dealt to an ineligible player", {"seat": 11}, "637a.11(b)"  # no such seat
    yield "hold'em", "stub count wrong", {"stub": 46}, "637a.18(i)"  # the right number
    yield "hold'em", "missing card found", {"stub": 47}, "637a.18(i)"  # one too many is not missing
    yield "hold'em", "additional card found", {"stub": 45}, "637a.18(i)"
    yield "hold'em", "missing card found", {"card": "held"}, "637a.18(i)"
    yield "hold'em", "card face up", {"card": "held"}, "637a.18(j)"
    yield "hold'em", "card off the table", {"card": "held"}, "637a.18(o)"
    yield "hold'em", "hole card face up", {"seat": 1, "card": "held"}, "637a.18(p)"  # the deal is over
    yield "seven-card stud", "hole card face up", {"seat": 1, "card": "held"}, "637a.18(m)"
    yield "five-card draw", "hole card face up", {"seat": 1, "card": "held"}, "637a.18(m)"
    for kind, cite in (
        ("unprotected hand collected", "637a.18(k)"),
        ("unprotected hand fouled", "637a.18(k)"),
        ("protected hand collected", "637a.18(k)(3)"),
        ("protected hand fouled", "637a.18(k)(3)"),
        ("player leaves the table", "637a.18(k)(4)"),
        ("cards thrown away", "637a.18(l)(1)"),
        ("hand called wrongly", "637a.6(f)"),
        ("verbal statement", "637a.18(l)"),
        ("statement out of turn", "637a.18(l)"),
        ("single larger chip", "637a.8(i)"),
        ("bet increased afterwards", "637a.8(f)"),
        ("cards out of view", "637a.18(d)"),
        ("player communicates", "637a.18(c)"),
        ("player touches the pot", "637a.8(h)"),
        ("player steps away", "637a.8(b)(6)"),
    ):
        yield "hold'em", kind, {"seat": 7}, cite
    yield "hold'em", "player leaves the table", {"seat": 7, "protected": True}, "637a.18(k)(4)"
    yield "hold'em", "statement out of turn", {"seat": 3}, "637a.18(l)"  # it is his turn
    yield "hold'em", "announced amount differs", {"seat": 3, "announced": 1000, "placed": 1000}, "637a.8(d)"
    yield "hold'em", "up cards turned face down", {"seat": 3}, "637a.18(l)(1)"
    yield "hold'em", "hand conceded", {"seat": 3}, "637a.18(l)(1)"
    yield "hold'em", "device out of order", {"device": "shuffler"}, "637a.18(r)"
    yield "hold'em", "device out of order", {"device": "automated shoe"}, "637a.18(r)"
    yield "hold'em", "shuffler jam", {}, "637a.18(q)"  # there is none
    yield "hold'em", "cut performed improperly", {}, "637a.5(c)"  # cards have been dealt
    yield "hold'em", "shuffler count wrong", {"cards": 51}, "637a.7(e)(5)"  # there is no device that counts


# Where chapter 553 has what the refusals cite.
IN_2010 = {
    "637a.5(c)": "553.6(c)",
    "637a.6(f)": "553.4(f)",
    "637a.8(b)(6)": "553.8(b)(5)",
    "637a.18(c)": "553.17(b)",
    "637a.18(d)": "553.16(c)",
    "637a.18(g)(4)": "553.16(e)(4)",
    "637a.18(h)": "553.16(f)",
    "637a.18(i)": "553.16(g)",
    "637a.18(j)": "553.16(h)",
    "637a.18(k)": "553.16(i)",
    "637a.18(k)(3)": "553.16(i)(3)",
    "637a.18(k)(4)": "553.16(i)(4)",
    "637a.18(l)": "553.16(j)",
    "637a.18(l)(1)": "553.16(j)(1)",
    "637a.18(m)": "553.16(k)",
    "637a.18(o)": "553.16(m)",
    "637a.18(p)": "553.16(n)",
    "637a.18(q)": "553.16(o)",
    "637a.18(r)": "553.16(p)",
}
IMPOSSIBLE = list(impossible())


@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("which", range(len(IMPOSSIBLE)), ids=[f"{which} {row[1]}" for which, row in enumerate(IMPOSSIBLE)])
def test_an_incident_that_cannot_be_true_is_refused_and_changes_nothing(number: str, which: int) -> None:
    variant, kind, detail, cite = IMPOSSIBLE[which]
    if number == "553":
        cite = IN_2010.get(cite, cite.replace("637a", "553"))
    table = table_of(number, variant=variant)
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    assert table.round is not None
    if detail.get("card") == "held":
        detail = detail | {"card": NAMES[table.round.hands["seat_1"][0]]}
    steps, stub = len(table.round.steps), len(table.round.stack)
    with pytest.raises(PitbossError) as refused:
        table.reply(Incident(kind, detail))
    assert refused.value.cite == cite
    assert (len(table.round.steps), len(table.round.stack), table.request) == (steps, stub, request)


@pytest.mark.parametrize("number", NONBANKED)
def test_an_amount_that_differs_is_stated(number: str) -> None:
    """§ 553.8(d), § 637a.8(d): a bet is corrected to the amount announced, which must be known."""
    with pytest.raises(NotAuthorized, match="the amount announced, which must be stated"):
        hand(table_of(number), ("decision", Incident("announced amount differs", {"seat": 3})))


@pytest.mark.parametrize("kind", ["unprotected hand collected", "protected hand fouled", "player leaves the table"])
@pytest.mark.parametrize("number", NONBANKED)
def test_no_hand_is_lost_before_it_is_dealt(number: str, kind: str) -> None:
    with pytest.raises(NotAuthorized, match="has no hand"):
        hand(table_of(number), ("deal", Incident(kind, {"seat": 1})))


@pytest.mark.parametrize("number", NONBANKED)
def test_no_card_falls_off_the_table_when_the_last_is_dealt(number: str) -> None:
    with pytest.raises(NotAuthorized, match="no more cards are being dealt"):
        hand(table_of(number), ("settle", Incident("card off the table")))


CASE = """chapter = "637a"
variant = "hold'em"
actions = ["3: fold", "1: fold"]
[stakes]
structure = "no limit"
small_blind = 100
big_blind = 200
button = 3
[cards]
seat_1 = "Ah Kd"
community = "2c 3c 4c 5h 6h"
[[seat]]
number = 1
stack = 10000
[[seat]]
number = 2
stack = 10000
[[seat]]
number = 3
stack = 10000
[[seat]]
number = 4
stack = 399
short = true
[expect]
won = { seat_2 = 200 }
"""
INCIDENT = '[[incident]]\nat = "deal"\nkind = "KIND"\ndetail = DETAIL\n[expect]'


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[expect]", ("card face up", '{ card = "3c" }'), "'card face up' has the 3 of clubs, which is in cards.community"),
        ("[expect]", ("card off the table", '{ card = "Ah" }'), "the ace of hearts"),
        ("[expect]", ("hole card face up", '{ seat = 1, card = "Ah" }'), "in cards.seat_1 of the case (§ 637a.18(p))"),
        ("[expect]", ("missing card found", '{ card = "6h" }'), "in cards.community of the case (§ 637a.18(i))"),
        ("[expect]", ("eligible player not dealt in", "{ seat = 4 }"), "no eligible player sits at seat 4 (§ 637a.18(g)(4))"),
        ("[expect]", ("eligible player not dealt in", "{ seat = 12 }"), "there is no seat 12"),
        ("stack = 399", "stack = 400", "seat 4 is not short: $4 is enough to be dealt in (§ 637a.8(b)(4))"),
        ("short = true", "short = 1", "must be true or false"),
        ("short = true", "shirt = true", "has a number and a stack"),
        ("button = 3", "button = 4", "one of the seats 1, 2, 3, not at 4"),
        ("button = 3", 'button = 3\nkill = "kill"', "not for hold'em (§ 637a.12(n))"),
        ("button = 3", 'button = 3\nkill = "full"', "the kill in effect is kill or half-kill, not 'full'"),
    ],
)
def test_a_case_that_cannot_be_true_is_refused(old: str, new: str | tuple[str, str], words: str, tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(CASE, encoding="utf-8")
    assert run_case(file) == []
    if isinstance(new, tuple):
        new = INCIDENT.replace("KIND", new[0]).replace("DETAIL", new[1])
    file.write_text(CASE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadCase) as refused:
        run_case(file)
    assert words in str(refused.value)


def test_a_stud_hole_card_turned_up_in_the_deal_is_one_of_its_seats(tmp_path: Path) -> None:
    source = Path(__file__).parents[1] / "cases" / "637a" / "stud-void-hand-gets-no-third-card.toml"
    file = tmp_path / "case.toml"
    words = source.read_text(encoding="utf-8")
    file.write_text(words.replace('seat_2 = "Kd Kc"\n', ""), encoding="utf-8")  # then the incidents say what he is dealt
    assert run_case(file) == []
    file.write_text(words.replace('card = "Kd"', 'card = "As"'), encoding="utf-8")
    with pytest.raises(BadCase, match="the ace of spades is not one of the hole cards that the case deals to seat_2"):
        run_case(file)


@pytest.mark.cites("553.16(f)", "637a.18(h)")
@pytest.mark.parametrize("number", NONBANKED)
def test_the_cards_of_an_ineligible_player_go_to_the_discards_and_are_not_dealt_again(number: str) -> None:
    table = table_of(number, 4)
    finished = hand(table, ("deal", Incident("cards dealt to an ineligible player", {"seat": 6})))
    mistaken = [card for step in finished.steps if step.who == "seat_6" and step.act == "draw" for card in step.cards]
    assert len(mistaken) == 2
    later = [card for step in finished.steps if step.act == "deal" for card in step.cards]
    assert not {*mistaken} & {*later}
    (racked,) = [step.cards for step in finished.steps if step.act == "discard" and step.who == "discards"]
    assert {*mistaken} <= {*racked}

"""What is done at a Poker table between hands and when something goes wrong, step by step: both editions."""

from collections.abc import Sequence
from typing import Any

import pytest

from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized, PitbossError
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.rules import play_of
from pitboss.games.nonbanked.seating import dealt_in
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident, Step
from pitboss.table.table import Table
from tests.games.test_poker_by_the_text import hand, staying
from tests.games.test_poker_decks import HAND, Clock

Told = tuple[str, str, str]


def at(number: str, earlier: str, later: str) -> str:
    """A paragraph of the chapter: as it is numbered in 553, and in 637a."""
    return f"553.{earlier}" if number == "553" else f"637a.{later}"


def opened(number: str, seats: int = 3, chance: Chance | None = None, **house: Any) -> Table:
    table = Table(game(number), House.of(number, house), chance or Chance(1))
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", 100_000)
    return table


def told(steps: Sequence[Step]) -> list[Told]:
    return [(step.cite, step.act, step.who) for step in steps]


# ---------------------------------------------------------------------- between hands


@pytest.mark.cites("553.8(a)", "553.8(b)(1)", "553.8(b)(2)", "553.17(a)", "553.17(b)")
@pytest.mark.cites("637a.8(a)", "637a.8(b)(2)", "637a.8(b)(3)", "637a.18(b)", "637a.18(c)")
@pytest.mark.parametrize("number", NONBANKED)
def test_stakes_seats_and_leaving_are_told_before_they_are_booked(number: str) -> None:
    table = opened(number)
    add, money, seat = at(number, "8(b)(1)", "8(b)(2)"), at(number, "8(b)(2)", "8(b)(3)"), at(number, "8(a)", "8(a)")
    out = at(number, "17(b)", "18(c)")
    done = table.act("stakes added", {"seat": 1, "cents": 500, "currency": True})
    assert told(done.steps) == [(money, "say", "seat_1"), (add, "say", "seat_1"), (add, "buy", "seat_1")]
    done = table.act("stakes added", {"seat": 1, "cents": 500})
    assert told(done.steps) == [(add, "say", "seat_1"), (add, "buy", "seat_1")]
    done = table.act("seat change", {"seat": 1, "to": 5})
    assert told(done.steps) == [(seat, "say", "seat_1"), (seat, "leave", "seat_1"), (seat, "sit", "seat_5")]
    done = table.act("player leaves", {"seat": 5})
    assert told(done.steps) == [(seat, "say", "seat_5"), (seat, "leave", "seat_5")]
    done = table.act("player put out", {"seat": 2})
    assert told(done.steps) == [(out, "say", "seat_2"), (out, "leave", "seat_2"), (out, "say", "seat_2")]
    assert "compliance" in done.steps[-1].note
    for cents in (0, -100, True, 1.5):
        with pytest.raises(PitbossError) as refused:
            table.act("stakes added", {"seat": 3, "cents": cents})
        assert refused.value.cite == add


@pytest.mark.cites("553.8(b)(5)", "553.8(b)(5)(i)", "553.8(b)(5)(ii)", "637a.8(b)(6)", "637a.8(b)(6)(i)", "637a.8(b)(6)(ii)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("kept", ["counted", "covered"])
def test_the_stakes_of_who_steps_away_are_counted_or_covered_until_he_is_back(number: str, kept: str) -> None:
    table = opened(number, absent_player_stakes=kept)
    cite = at(number, "8(b)(5)", "8(b)(6)")
    way = f"{cite}({'i' if kept == 'counted' else 'ii'})"
    with pytest.raises(NotAuthorized) as refused:
        table.act("player returns", {"seat": 1})
    assert refused.value.cite == cite
    assert told(table.act("player steps away", {"seat": 1}).steps) == [(way, "say", "seat_1")]
    with pytest.raises(NotAuthorized) as refused:
        table.act("player steps away", {"seat": 1})
    assert refused.value.cite == cite
    for cents in (99_999, 100_001):
        with pytest.raises(NotAuthorized) as refused:
            table.act("player returns", {"seat": 1, "cents": cents})
        assert refused.value.cite == way
    assert told(table.act("player returns", {"seat": 1, "cents": 100_000}).steps) == [(way, "say", "seat_1")]
    assert told(table.act("player steps away", {"seat": 1}).steps) == [(way, "say", "seat_1")]


@pytest.mark.cites("553.8(b)(5)", "553.8(b)(5)(i)", "553.8(b)(5)(ii)", "637a.8(b)(6)", "637a.8(b)(6)(i)", "637a.8(b)(6)(ii)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("kept", ["counted", "covered"])
def test_the_stakes_of_who_steps_away_in_a_round_are_those_that_he_has_not_bet(number: str, kept: str) -> None:
    """The button is at seat 3, and the Blind Bet of seat 2 lies in the pot."""
    table = opened(number, absent_player_stakes=kept, small_blind=300, big_blind=500)
    finished = hand(table, ("decision", Incident("player steps away", {"seat": 2})))
    (stakes,) = [step for step in finished.steps if "table stakes" in step.note]
    assert stakes.who == "seat_2"
    assert stakes.note.endswith(" $995")


@pytest.mark.cites(
    "553.15(b)(3)", "553.15(b)(3)(i)", "553.15(b)(3)(ii)", "553.15(b)(3)(iii)", "553.15(b)(3)(iv)", "553.15(b)(3)(v)"
)
@pytest.mark.cites("637a.17(b)(3)", "637a.17(b)(3)(i)", "637a.17(b)(3)(ii)", "637a.17(b)(3)(iii)", "637a.17(b)(3)(iv)")
@pytest.mark.cites("637a.17(b)(3)(v)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(("basis", "each"), [("player", [600, 600, 600]), ("table", [200, 200, 200])])
def test_a_charge_for_time_is_told_taken_laid_in_the_rake_area_and_dropped(number: str, basis: str, each: list[int]) -> None:
    clock = Clock(1)
    table = opened(number, chance=clock, rake="time", time_charge=1200, time_charge_minutes=30, time_charge_basis=basis)
    cite = at(number, "15(b)(3)", "17(b)(3)")
    deed = {"floorperson": "a floorperson"}
    with pytest.raises(NotAuthorized) as refused:
        table.act("time charge", deed)
    assert refused.value.cite == f"{cite}(iii)"
    hand(table)
    clock.now += 29 / 60
    with pytest.raises(NotAuthorized) as refused:
        table.act("time charge", deed)
    assert refused.value.cite == f"{cite}(iii)"
    clock.now += 1 / 60
    with pytest.raises(NotAuthorized) as refused:
        table.act("time charge", {"floorperson": " "})
    assert refused.value.cite == f"{cite}(v)"
    done = table.act("time charge", deed)
    assert [step.cents for step in done.steps if step.act == "charge"] == each
    assert told(done.steps) == [
        (f"{cite}(ii)", "say", "dealer"),
        *((f"{cite}(i)", "charge", f"seat_{seat}") for seat in (1, 2, 3)),
        (f"{cite}(iv)", "say", "dealer"),
        (f"{cite}(v)", "say", "dealer"),
    ]
    clock.now += 1.01
    again = table.act("time charge", deed)
    assert [step.cents for step in again.steps if step.act == "charge"] == [2 * cents for cents in each]
    with pytest.raises(NotAuthorized) as refused:
        opened(number).act("time charge", deed)
    assert refused.value.cite == f"{cite}(i)"


@pytest.mark.cites("553.18", "637a.8(k)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_higher_minimum_needs_all_players_and_stays_within_the_submission(number: str) -> None:
    table, cite = opened(number, small_bet=500, minimum_bet_increase=500), at(number, "18", "8(k)")
    for deed in (
        {"cents": 1100, "seats": [1, 2, 3]},
        {"cents": 500, "seats": [1, 2, 3]},
        {"cents": 1000, "seats": [1, 2]},
        {"cents": 950, "seats": [1, 2, 3]},
    ):
        with pytest.raises(NotAuthorized) as refused:
            table.act("minimum bet agreed", deed)
        assert refused.value.cite == cite
    done = table.act("minimum bet agreed", {"cents": 1000, "seats": [1, 2, 3]})
    assert told(done.steps) == [(cite, "say", "dealer")] and "all players agree" in done.steps[0].note
    done = table.act("minimum bet agreed", {"cents": 0, "seats": []})
    assert told(done.steps) == [(cite, "say", "dealer")] and "is back" in done.steps[0].note


@pytest.mark.cites("553.8(b)(3)", "637a.8(b)(4)")
@pytest.mark.parametrize("number", NONBANKED)
def test_who_is_dealt_in_depends_on_the_posted_minimum_not_on_the_agreed_one(number: str) -> None:
    """A player needs the opening bets and one bet at the posted minimum: a cent less is too little, and an agreement of all
    players to bet more asks for no more on the table."""
    house: dict[str, Any] = {"small_bet": 500, "big_bet": 1000, "small_blind": 200, "big_blind": 500}
    table = opened(number, seats=2, minimum_bet_increase=500, **house)
    table.sit(3, "just enough", 1000)
    table.sit(4, "a cent less", 999)
    assert sorted(dealt_in(table)) == [1, 2, 3]
    table.act("minimum bet agreed", {"cents": 1000, "seats": [1, 2, 3, 4]})
    assert sorted(dealt_in(table)) == [1, 2, 3]


@pytest.mark.cites("553.20(c)", "637a.15(c)", "637a.16(c)")
@pytest.mark.parametrize("number", NONBANKED)
def test_the_end_of_contributions_and_a_collection_period_are_told(number: str) -> None:
    table = opened(number, bad_beat_contribution=100, bad_beat_discontinuance="paid to the players")
    cite, period = at(number, "20(c)", "15(c)"), at(number, "20(c)", "16(c)")
    done = table.act("collection period", {"payout": "bad beat", "until": 10.0})
    assert told(done.steps) == [(period, "say", "dealer")]
    done = table.act("contributions end", {"payout": "bad beat"})
    assert told(done.steps) == [(cite, "say", "dealer")]
    assert not [step for step in hand(table).steps if step.act == "contribute"]


@pytest.mark.cites("553.20(c)", "637a.15(c)", "637a.16(c)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_table_without_contributions_has_none_to_end_or_to_collect(number: str) -> None:
    table = opened(number)
    for payout in ("bad beat", "high hand"):
        with pytest.raises(NotAuthorized) as ended:
            table.act("contributions end", {"payout": payout})
        with pytest.raises(NotAuthorized) as collected:
            table.act("collection period", {"payout": payout, "until": 1.0})
        assert (ended.value.cite, collected.value.cite) == (at(number, "20(c)", "15(c)"), at(number, "20(c)", "16(c)"))


@pytest.mark.cites(
    "553.8(a)", "553.8(b)(1)", "553.8(b)(5)", "553.17(b)", "637a.8(a)", "637a.8(b)(2)", "637a.8(b)(6)", "637a.18(c)"
)
@pytest.mark.parametrize("number", NONBANKED)
def test_nothing_is_done_at_an_empty_seat(number: str) -> None:
    table = opened(number)
    for kind, detail, cite in (
        ("stakes added", {"cents": 500}, at(number, "8(b)(1)", "8(b)(2)")),
        ("seat change", {"to": 5}, at(number, "8(a)", "8(a)")),
        ("player leaves", {}, at(number, "8(a)", "8(a)")),
        ("player put out", {}, at(number, "17(b)", "18(c)")),
        ("player steps away", {}, at(number, "8(b)(5)", "8(b)(6)")),
        ("player returns", {}, at(number, "8(b)(5)", "8(b)(6)")),
    ):
        with pytest.raises(IllegalWager, match="nobody sits at seat 4") as refused:
            table.act(kind, {"seat": 4, **detail})
        assert refused.value.cite == cite, kind
    assert sorted(table.seats) == [1, 2, 3]


@pytest.mark.cites("553.7(e)(6)(i)", "553.8(a)", "637a.7(e)(6)(i)", "637a.8(a)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_hand_is_recorded_from_its_beginning_to_its_end(number: str) -> None:
    table = opened(number)
    finished = hand(table)
    steps = [step for record in table.tail for step in record.steps]
    begin = [step.act for step in steps].index("begin")
    assert (steps[begin].cite, steps[begin].note) == (at(number, "8(a)", "8(a)"), str(finished.number))
    assert steps[begin + 1 : -1] == finished.steps
    assert (steps[-1].cite, steps[-1].act) == (at(number, "7(e)(6)(i)", "7(e)(6)(i)"), "end")


# ---------------------------------------------------------------------- the button


BUTTON = {"hold'em": "11", "omaha": "12", "five-card draw": "13"}


def button_steps(finished: Round, section: str) -> list[Told]:
    return [each for each in told(finished.steps) if each[0].startswith(f"{section}(c)")]


@pytest.mark.cites("553.11(c)(1)", "553.11(c)(2)(i)", "553.11(c)(3)", "553.12(c)(1)", "553.12(c)(2)(i)", "553.12(c)(3)")
@pytest.mark.cites("553.13(c)(1)", "553.13(c)(2)(i)", "553.13(c)(3)", "637a.11(c)", "637a.11(c)(1)(i)", "637a.11(c)(2)")
@pytest.mark.cites("637a.12(c)", "637a.12(c)(1)(i)", "637a.12(c)(2)", "637a.13(c)", "637a.13(c)(1)(i)", "637a.13(c)(2)")
@pytest.mark.cites("553.16(e)", "637a.18(g)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("variant", BUTTON)
def test_the_button_starts_at_the_dealers_right_moves_clockwise_and_stays_after_a_misdeal(number: str, variant: str) -> None:
    table, section = opened(number, variant=variant), f"{number}.{BUTTON[variant]}"
    start, on = (
        at(number, f"{BUTTON[variant]}(c)(2)(i)", f"{BUTTON[variant]}(c)(1)(i)"),
        f"{section}(c)({3 if number == '553' else 2})",
    )
    assert button_steps(hand(table), section) == [(start, "say", "dealer"), (start, "button", "seat_3")]
    assert button_steps(hand(table), section) == [(on, "say", "dealer"), (on, "button", "seat_1")]
    void = hand(table, ("deal", Incident("cards not shuffled and cut")))
    assert void.void == at(number, "16(e)(1)", "18(g)(1)")
    assert button_steps(void, section) == [(on, "say", "dealer"), (on, "button", "seat_2")]
    again = hand(table)
    assert button_steps(again, section) == [(on, "say", "dealer"), (on, "button", "seat_2")]
    assert (again.steps[0].cite, again.steps[0].note) == (void.void, "the cards come back and are shuffled again")
    assert next(step.note for step in again.steps if step.cite == on).startswith("the round of play was not completed")
    assert button_steps(hand(table), section) == [(on, "say", "dealer"), (on, "button", "seat_3")]


@pytest.mark.cites("553.11(c)(2)(ii)", "553.12(c)(2)(ii)", "553.13(c)(2)(ii)")
@pytest.mark.cites("637a.11(c)(1)(ii)", "637a.12(c)(1)(ii)", "637a.13(c)(1)(ii)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("variant", BUTTON)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_button_may_start_where_the_highest_card_falls(number: str, variant: str, seed: int) -> None:
    table = opened(number, chance=Chance(seed), variant=variant, button_start="one card dealt")
    cite = at(number, f"{BUTTON[variant]}(c)(2)(ii)", f"{BUTTON[variant]}(c)(1)(ii)")
    finished = hand(table)
    mine = [step for step in finished.steps if step.cite == cite]
    assert [(step.act, step.face) for step in mine[:3]] == [("draw", "up")] * 3
    assert [step.note for step in mine[:3]] == ["for seat 1", "for seat 2", "for seat 3"]
    cards = [step.cards[0] for step in mine[:3]]
    button = cards.index(max(cards)) + 1
    assert [(step.act, step.who) for step in mine[3:]] == [("say", "dealer"), ("take", "button"), ("button", f"seat_{button}")]
    assert mine[4].face == "down"
    assert play_of(finished).button == button
    after = finished.steps.index(mine[4]) + 1
    again = [step.cite for step in finished.steps[after : after + len(HAND[number]) - 2]]
    assert again == HAND[number][2:]  # the cards are shuffled and cut anew


# ---------------------------------------------------------------------- cards that go astray


ASTRAY: list[tuple[str, str, str, dict[str, Any]]] = [
    ("hold'em", "deal", "cards dealt to an ineligible player", {"seat": 5}),
    ("seven-card stud", "deal", "cards dealt to an ineligible player", {"seat": 5, "cards": 2}),
    ("hold'em", "decision", "cards dealt to an ineligible player", {"seat": 5}),
    ("hold'em", "deal", "card face up", {}),
    ("omaha", "deal", "card off the table", {}),
    ("hold'em", "deal", "hole card face up", {"seat": 1}),
    ("omaha", "deal", "hole card face up", {"seat": 2}),
    ("hold'em", "decision", "unprotected hand collected", {"seat": 2}),
    ("seven-card stud", "decision", "protected hand collected", {"seat": 2}),
    ("five-card draw", "decision", "cards thrown away", {"seat": 2}),
    ("five-card stud", "decision", "player leaves the table", {"seat": 2}),
    ("hold'em", "deal", "wrong starting position", {}),
]


@pytest.mark.cites("553.16(f)", "553.16(h)", "553.16(m)", "553.16(n)", "637a.18(h)", "637a.18(j)", "637a.18(o)", "637a.18(p)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("which", range(len(ASTRAY)), ids=[f"{kind} {variant}" for variant, _, kind, _ in ASTRAY])
def test_every_card_comes_back_for_the_next_shuffle(number: str, which: int) -> None:
    """A card that is lost from sight makes the table refuse to go on: two more hands bring both decks into play again."""
    variant, when, kind, detail = ASTRAY[which]
    table = opened(number, variant=variant)
    finished = hand(table, (when, Incident(kind, detail)))
    assert bool(finished.void) == (kind == "wrong starting position")
    for _ in range(2):
        hand(table)


@pytest.mark.cites("553.10(h)", "637a.10(h)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(
    ("folds", "common", "reshuffled"), [((), 1, 1), ((6,), 1, 1), ((5,), 1, 0), ((4,), 1, 0), ((3, 3), 0, 0)]
)
def test_a_common_card_comes_from_the_deck_while_two_cards_are_left_there(
    number: str, folds: tuple[int, ...], common: int, reshuffled: int
) -> None:
    """Of eight players some fold with so many cards before them: nobody, one who saw six (these cards stay with the discards),
    one who saw five (two cards are left for the last round), one who saw four (three are left), or two early enough that all
    get a card of their own."""
    table, left = opened(number, 8, variant="seven-card stud"), list(folds)
    request = table.begin()
    while request is not None:
        words = None
        if isinstance(request, Ask) and table.round is not None and left:
            held = len(table.round.hands[f"seat_{request.seat}"])
            mandatory = play_of(table.round).last_bettor == request.seat
            words = "fold" if held == left[0] and not mandatory else None
        if words and isinstance(request, Ask):
            left.pop(0)
            request = table.reply(table.verify(request, words))
        else:
            request = table.reply(staying(table, request))
    assert table.last is not None and not left
    cite = f"{number}.10(h)"
    steps = [step for step in table.last.steps if step.cite == cite]
    assert [step.act for step in steps].count("shuffle") == reshuffled
    assert sum(step.who == "community" for step in steps if step.act == "deal") == common
    taken = [(step.who, step.face, len(step.cards)) for step in steps if step.act == "take"]
    assert taken == [("burn cards", "down", 4)] * reshuffled, "three cards burned before, and the last one of the deck"


@pytest.mark.cites("553.1", "553.12(m)", "637a.1", "637a.12(n)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(("qualifying_pot", "limits"), [(100, "$20 and $40"), (1_000_000, "")])
def test_a_misdeal_neither_ends_nor_begins_a_kill(number: str, qualifying_pot: int, limits: str) -> None:
    """A void round has no pot that is split, or that does not qualify, or that qualifies."""
    variant = "omaha high-low eight or better"
    bets: dict[str, Any] = {"small_bet": 1000, "big_bet": 2000, "small_blind": 500, "big_blind": 1000}
    table = opened(number, variant=variant, kill="kill", qualifying_pot=qualifying_pot, **bets)
    request = table.begin()
    while request is not None:  # the last player left wins the whole pot
        request = table.reply(table.verify(request, "fold") if isinstance(request, Ask) else None)
    misdeal = [hand(table, ("deal", Incident("wrong starting position"))) for _ in range(2)]
    rounds = [*misdeal, hand(table)]
    assert [bool(finished.void) for finished in rounds] == [True, True, False]
    said = [step.note for finished in rounds for step in finished.steps if "the limits are" in step.note]
    assert said == ([f"kill: the limits are {limits}"] * 3 if limits else [])


@pytest.mark.cites("637a.11(e)", "637a.12(e)")
@pytest.mark.parametrize("variant", ["hold'em", "omaha"])
@pytest.mark.parametrize(("seats", "more", "asked"), [(2, [], 0), (3, [], 1), (3, [600], 0), (4, [600], 1)])
def test_who_sits_left_of_the_last_blind_may_straddle_unless_he_has_a_blind_himself(
    variant: str, seats: int, more: list[int], asked: int
) -> None:
    house: dict[str, Any] = {"variant": variant, "straddle": True, "straddle_amount": 1000, "additional_blinds": more}
    table = opened("637a", seats, **house)
    request, offers = table.begin(), list[int]()
    while request is not None:
        if isinstance(request, Ask) and request.choices[0].word == "straddle":
            offers.append(request.seat)
            assert request.cite == f"637a.{BUTTON[variant]}(e)"
        request = table.reply(staying(table, request))
    assert len(offers) == asked
    assert offers == [len(more) + 3] * asked
    assert not [step for step in hand(opened("637a", 3, variant=variant)).steps if step.cite == f"637a.{BUTTON[variant]}(e)"]


@pytest.mark.cites("637a.12(e)")
def test_nobody_straddles_with_more_than_he_has_left() -> None:
    """§ 637a.12(e)."""
    table = Table(game("637a"), House.of("637a", {"straddle": True, "straddle_amount": 2000}), Chance(1))
    for seat in range(1, 5):
        table.sit(seat, f"player {seat}", 1500)
    request = table.begin()
    while not (isinstance(request, Ask) and request.choices[0].word == "straddle"):
        assert request is not None
        request = table.reply(staying(table, request))
    with pytest.raises(IllegalDecision, match=r"has \$15 left and cannot straddle \$20"):
        table.verify(request, "straddle")


# ---------------------------------------------------------------------- numbers


NUMBERS = {
    "decks": 1,
    "decks_at_table": 2,
    "cover_cards": 1,
    "deck_size": 52,
    "deck_count_rounds": 5,
    "cut_depth": 10,
    "players_minimum": 2,
    "seats_holdem": 10,
    "seats_omaha": 10,
    "seats_seven_card_stud": 8,
    "seats_five_card_draw": 8,
    "seats_five_card_stud": 8,
    "kill_multiple": 2,
    "half_kill_multiple": "3/2",
}


@pytest.mark.cites("553.1", "553.3(a)", "553.3(b)", "553.4(b)", "553.6(b)(2)", "553.7(b)", "553.7(e)(4)(i)", "553.10(b)")
@pytest.mark.cites("553.11(b)", "553.12(b)", "553.13(b)", "553.14(b)")
@pytest.mark.cites(
    "637a.1", "637a.3(a)", "637a.3(c)", "637a.5(b)(2)", "637a.6(b)", "637a.7(b)", "637a.7(e)(4)(i)", "637a.10(b)"
)
@pytest.mark.cites("637a.11(b)", "637a.12(b)", "637a.13(b)", "637a.14(b)")
@pytest.mark.parametrize("number", NONBANKED)
def test_the_numbers_of_the_chapter_are_those_of_its_text(number: str) -> None:
    limits = {limit.name: limit.value for limit in chapter(number).limits}
    wanted = NUMBERS | ({"card_change_hours": 6} if number == "553" else {"card_change_hours": 12, "cards_per_hand": 5})
    assert {name: limits.get(name) for name in wanted} == wanted

"""What a round of 21 does that a rule case cannot ask for: which way cards lie, what is not said, and whom nobody asks."""

from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import IllegalWager, NotAuthorized
from pitboss.games import game
from pitboss.house import House
from pitboss.rulebook import chapter as book
from pitboss.shoe import Chance
from pitboss.table.round import Round
from pitboss.table.steps import DOWN, UP, Ask, Incident, Moment
from pitboss.table.table import Table

BOTH = ["633a", "635a"]
# The same paragraph in each of the two chapters.
STOPS = {"633a": "633a.7(o)", "635a": "635a.7(m)"}
EXPOSED = {"633a": "633a.14(c)", "635a": "635a.13(d)"}
ON_17 = {"633a": "633a.14(d)", "635a": "635a.13(e)"}
TOO_FEW = {"633a": "633a.14(f)", "635a": "635a.13(g)"}
NOT_DEALT = {"633a": "633a.14(i)", "635a": "635a.13(i)"}


def round_of(
    chapter: str,
    cards: dict[str, str],
    then: str = "",
    answers: tuple[str, ...] = (),
    incidents: dict[str, Incident] | None = None,
    **house: Any,
) -> Round:
    """A round with these cards and answers, in which something happens at a moment or, as "decision", at the first question."""
    rigging = Rigging({place: parse(words) for place, words in cards.items()}, parse(then), [], 1)
    table = Table(game(chapter), House.of(chapter, house), Chance(1), stacks={"": RiggedStack(rigging)})
    for place in cards:
        if place != "dealer":
            seat = int(place.removeprefix("seat_"))
            table.sit(seat, f"player {seat}")
            table.bet(seat, table.game.suggest(table.house))
    left, waiting = list(answers), dict(incidents or {})
    request = table.begin()
    while request is not None:
        name = request.name if isinstance(request, Moment) else "decision" if isinstance(request, Ask) else ""
        rigging.first_deal_over = rigging.first_deal_over or name in ("dealt", "decision")
        if name in waiting:
            request = table.reply(waiting.pop(name))
        elif isinstance(request, Ask):
            request = table.reply(table.verify(request, left.pop(0) if left else "stand"))
        else:
            request = table.reply(None)
    assert not left and not waiting
    assert table.last is not None
    return table.last


def cites(finished: Round) -> list[str]:
    return [step.cite for step in finished.steps]


@pytest.mark.cites("633a.11(a)", "635a.11(a)")
@pytest.mark.parametrize("chapter", BOTH)
def test_the_second_card_of_a_pair_is_moved_face_up_beside_its_wager(chapter: str) -> None:
    cards = {"seat_1": "8h 8d", "dealer": "6c Jd"}
    finished = round_of(chapter, cards, "Kh Qd 9s", ("split", "stand", "stand"))
    (moved,) = [step for step in finished.steps if step.act == "move"]
    assert (moved.cite, moved.who, moved.cards, moved.face) == (f"{chapter}.11(a)", "seat_1 split 1", tuple(parse("8d")), UP)


@pytest.mark.cites("633a.7(o)", "635a.7(m)")
@pytest.mark.parametrize("chapter", BOTH)
@pytest.mark.parametrize(("hole", "says"), [("Jd", False), ("9d", True)])
def test_a_dealer_who_stands_on_17_is_not_said_to_stop(chapter: str, hole: str, says: bool) -> None:
    """Where every hand has broken; with 16 he would draw, and does not."""
    finished = round_of(chapter, {"seat_1": "9h 7d", "dealer": f"7c {hole}"}, "Kh", ("hit",))
    assert (STOPS[chapter] in cites(finished)) == says


@pytest.mark.cites("633a.7(l)(1)", "635a.7(j)(1)")
@pytest.mark.parametrize("chapter", BOTH)
def test_a_player_draws_below_21_only(chapter: str) -> None:
    rigging = Rigging({"seat_1": parse("9h 7d"), "dealer": parse("7c Jd")}, parse("5s"), [], 1)
    table = Table(game(chapter), House.of(chapter, {}), Chance(1), stacks={"": RiggedStack(rigging)})
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    assert {choice.word for choice in request.choices} == {"hit", "stand", "double", "surrender"}
    rigging.first_deal_over = True
    request = table.reply(table.verify(request, "hit"))
    if isinstance(request, Ask):
        assert [choice.word for choice in request.choices] == ["stand"]


@pytest.mark.cites("633a.9(a)", "635a.9(a)")
@pytest.mark.parametrize("chapter", BOTH)
@pytest.mark.parametrize(("first", "choices"), [("split", {"hit", "stand", "double"}), ("hit", {"hit", "stand"})])
def test_surrender_is_open_only_as_the_first_decision_on_a_hand(chapter: str, first: str, choices: set[str]) -> None:
    """A player who has split the pair or drawn a card has decided against surrender."""
    rigging = Rigging({"seat_1": parse("8h 8d"), "dealer": parse("7c Jd")}, parse("2s 3s 4s"), [], 1)
    table = Table(game(chapter), House.of(chapter, {}), Chance(1), stacks={"": RiggedStack(rigging)})
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    assert "surrender" in {choice.word for choice in request.choices}
    rigging.first_deal_over = True
    request = table.reply(table.verify(request, first))
    assert isinstance(request, Ask)
    assert {choice.word for choice in request.choices} == choices
    if first == "split":  # nor may the other hand of the pair be surrendered
        request = table.reply(table.verify(request, "stand"))
        assert isinstance(request, Ask)
        assert {choice.word for choice in request.choices} == choices


# ---------------------------------------------------------------------------- what goes wrong


@pytest.mark.cites("633a.14(b)", "633a.14(c)", "635a.13(c)", "635a.13(d)")
@pytest.mark.parametrize("chapter", BOTH)
@pytest.mark.parametrize("exposed", [False, True])
def test_only_a_card_that_was_seen_may_be_refused_and_only_once(chapter: str, exposed: bool) -> None:
    """The first player who asks for a card takes it; nobody after him is asked, nor anybody about a card that nobody saw."""
    cards = {"seat_1": "9h 3d", "seat_2": "8h 3c", "dealer": "7c Jd"}
    told = {"decision": Incident("card drawn in error", {"card": "5s", "exposed": exposed})}
    answers = ("hit", *(["accept"] if exposed else []), "stand", "hit", "stand")
    finished = round_of(chapter, cards, "5s 6h", answers, told)
    asked = [(step.who, step.act) for step in finished.steps if step.cite == EXPOSED[chapter]]
    assert asked == ([("drawn in error", "draw"), ("seat_1", "decide")] if exposed else [])


@pytest.mark.cites("633a.14(d)", "635a.13(e)")
@pytest.mark.parametrize("chapter", BOTH)
def test_a_card_drawn_on_17_lies_open_in_the_rack(chapter: str) -> None:
    cards = {"seat_1": "9h 9d", "dealer": "7c Jd"}
    finished = round_of(chapter, cards, "4s", incidents={"reveal": Incident("dealer draws in error")})
    (drawn,) = [step for step in finished.steps if step.cite == ON_17[chapter]]
    assert (drawn.act, drawn.who, drawn.cards, drawn.face) == ("draw", "discard rack", tuple(parse("4s")), UP)
    assert drawn.note == "drawn in error on 17"


@pytest.mark.cites("633a.14(f)", "635a.13(g)")
@pytest.mark.parametrize("chapter", BOTH)
def test_cards_of_an_empty_shoe_are_handled_face_down(chapter: str) -> None:
    cards = {"seat_1": "9h 9d", "dealer": "7c Jd"}
    finished = round_of(chapter, cards, incidents={"decision": Incident("insufficient cards")})
    steps = [(step.act, step.face) for step in finished.steps if step.cite == TOO_FEW[chapter]]
    assert steps == [("discard", DOWN), ("take", DOWN), ("draw", DOWN)]


@pytest.mark.cites("633a.14(i)", "635a.13(i)")
@pytest.mark.parametrize("chapter", BOTH)
def test_a_player_whose_turn_is_over_has_got_every_card_he_asked_for(chapter: str) -> None:
    rigging = Rigging({"seat_1": parse("9h 3d"), "seat_2": parse("8h 3c"), "dealer": parse("7c Jd")}, parse("5s"), [], 1)
    table = Table(game(chapter), House.of(chapter, {}), Chance(1), stacks={"": RiggedStack(rigging)})
    for seat in (1, 2):
        table.sit(seat, f"player {seat}")
        table.bet(seat, table.game.suggest(table.house))
    request = table.begin()
    while not isinstance(request, Ask):
        request = table.reply(None)
    request = table.reply(table.verify(request, "stand"))
    assert isinstance(request, Ask) and request.seat == 2
    with pytest.raises(NotAuthorized, match="has received every card") as refused:
        table.reply(Incident("requested card not dealt", {"seat": 1}))
    assert refused.value.cite == NOT_DEALT[chapter]
    table.reply(Incident("requested card not dealt", {"seat": 2}))


# ---------------------------------------------------------------------------- cards and cents


@pytest.mark.cites("633a.9(a)", "635a.9(a)", "635a.12(a)", "633a.13(a)")
@pytest.mark.parametrize(
    ("chapter", "wager", "cite"), [("633a", "Blackjack", "633a.13(a)"), ("635a", "Spanish 21", "635a.12(a)")]
)
def test_a_wager_must_be_halved_and_paid_3_to_2_in_whole_cents(chapter: str, wager: str, cite: str) -> None:
    table = Table(game(chapter), House.of(chapter, {"smallest_chip": 1}), Chance(1))
    table.sit(1, "Ann")
    for cents in (501, 503, 507):
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, {wager: cents})
        assert refused.value.cite == cite
    for cents in (500, 502, 504):
        table.bet(1, {wager: cents})
        assert table.bets[1][wager] == cents


@pytest.mark.cites("635a.3(a)")
@pytest.mark.parametrize("decks", [6, 8])
def test_the_printed_numbers_of_the_spanish_shoe_are_those_that_are_dealt(decks: int) -> None:
    spanish = book("635a")
    assert decks in (spanish.limit("decks_few"), spanish.limit("decks_many"))
    assert len(game("635a").deck(House.of("635a", {"decks": decks}))) == decks * spanish.limit("deck_size") == decks * 48
    assert spanish.limit("cover_cards") == 1  # at least one


@pytest.mark.cites("633a.7(l)(2)", "635a.7(j)(2)", "633a.14(i)", "635a.13(i)")
@pytest.mark.parametrize("chapter", BOTH)
def test_a_doubled_hand_whose_card_came_late_takes_no_other(chapter: str) -> None:
    """The hand has 8 after its one card, and its player is not asked whether to draw again."""
    cards = {"seat_1": "2h 3d", "dealer": "7c Jd"}
    late = {"decision": Incident("requested card not dealt", {"seat": 1, "choice": "card"})}
    finished = round_of(chapter, cards, "3s Kh", ("double", *(["no rescue"] if chapter == "635a" else [])), late)
    dealt = [step for step in finished.steps if step.act == "deal" and step.who == "seat_1"]
    assert [step.cite for step in dealt[2:]] == [NOT_DEALT[chapter]]
    answers = [step.note for step in finished.steps if step.act == "decide"]
    assert answers == (["double"] if chapter == "633a" else ["double", "no rescue"])


@pytest.mark.cites("633a.14(f)", "635a.13(g)")
@pytest.mark.parametrize("chapter", BOTH)
def test_a_shoe_refilled_from_the_rack_is_reshuffled_whole_before_the_next_round(chapter: str) -> None:
    table = Table(game(chapter), House.of(chapter, {}), Chance(1))
    table.sit(1, "Ann", 100_000)
    shuffled = []
    for incident in (Incident("insufficient cards"), None):
        table.bet(1, table.game.suggest(table.house))
        request = table.begin()
        while request is not None:
            if isinstance(request, Ask):
                assert table.round is not None
                answer = table.verify(request, table.game.bot(table.round, request))
                request = table.reply(incident or answer)
                incident = None
            else:
                request = table.reply(None)
        assert table.last is not None
        acts = [step.act for step in table.last.steps]
        shuffled.append("shuffle" in acts[: acts.index("deal")])
    assert shuffled == [True, True]


@pytest.mark.cites("633a.11(c)")
@pytest.mark.parametrize(
    ("house", "splits"),
    [
        ({"resplits": 3, "resplit_aces": True}, [True, True, True, True, False]),
        ({"resplits": 3, "resplit_aces": False}, [True, False]),
        ({"resplits": 1, "resplit_aces": True}, [True, True, False]),
        ({"resplits": 0, "resplit_aces": True}, [True, False]),
    ],
)
def test_aces_are_split_once_and_again_only_as_often_as_the_house_says(house: dict[str, Any], splits: list[bool]) -> None:
    """Every card that the player draws is an ace; at each question about the first hand, whether it may be split."""
    rigging = Rigging({"seat_1": parse("Ac Ad"), "dealer": parse("9h 8d")}, parse("As Ah Ac Ad Kc Kd Ks Kh"), [], 1)
    table = Table(game("633a"), House.of("633a", {"decks": 6, **house}), Chance(1), stacks={"": RiggedStack(rigging)})
    table.sit(1, "Ann")
    table.bet(1, table.game.suggest(table.house))
    request, offered = table.begin(), list[bool]()
    while request is not None and False not in offered:
        if isinstance(request, Ask):
            rigging.first_deal_over = True
            offered.append("split" in [choice.word for choice in request.choices])
            request = table.reply(table.verify(request, "split" if offered[-1] else "stand"))
        else:
            request = table.reply(None)
    assert offered == splits

"""Orders that the text leaves open, written from the text: each is another than the engine's, and none has a mistake."""

import pytest

from pitboss.errors import NotAuthorized
from pitboss.school.orders import Lane, Open, Place, orders_of
from pitboss.table.steps import Step
from tests.school.dealers import case

SPREAD = "say spreads the stack of three: top card at the right, middle card in front, bottom card at the left"
SHAKER = "say covers the shaker, shakes it once and puts it to the right"
VERIFIED = [
    "say seat_7 wins with a flush",
    "say the light of seat_7's acceptor device is on",
    "say floorperson validates the progressive payout",
    "jackpot seat_7 Progressive Payout 5000",
]
SEAT_4 = [
    "reveal seat_4",
    "collect seat_4 Flush Bonus 500",
    "pay seat_4 Straight Flush Bonus 3500",
    "say seat_4 verifies the 3 card straight flush",
    "say seat_4 verifies that the light of the progressive table game system is on",
    "say seat_4 the floorperson validates the progressive payout",
    "bonus seat_4 Progressive Jackpot 300",
    "discard seat_4",
]
MOVED = {  # what is done before what, instead of where the engine has it
    "a loser's wagers and cards at once, before the next hand is turned up: § 555.11(e)(1)": (
        *("555/seven-seats-seven-outcomes", "reveal seat_3"),
        ["collect seat_4 Bet 2000", "collect seat_4 Ante 1000", "discard seat_4"],
    ),
    "a winner's progressive payout before the cards are collected: § 555.12(a)": (
        *("555/seven-seats-seven-outcomes", "discard seat_7"),
        VERIFIED,
    ),
    "“no hand” at once: § 555.11(f)(2)": (
        *("555/no-hand-progressives-then-antes-then-bets-then-cards", "reveal seat_1"),
        ["say no hand"],
    ),
    "each Bet goes back with its Ante: § 555.11(f)(3)": (
        *("555/no-hand-progressives-then-antes-then-bets-then-cards", "pay seat_2 Ante 1000"),
        ["return seat_3 Bet 2000"],
    ),
    "a player is finished before the next Ante is paid: § 678a.11(d)(1)": (
        *("678a/order-of-a-round-against-a-dealer-who-does-not-qualify", "pay seat_3 Ante 1000"),
        SEAT_4,
    ),
    "the next hand is exposed before a loser is collected: § 561.13(h)": (
        *("561/six-players-settled-each-against-the-dealer-hand", "collect seat_5 Pai Gow Poker 2500"),
        ["reveal seat_4"],
    ),
    "the shaker is covered before the cards left are counted: § 561.12(b)": (
        *("561/no-vigorish-on-ties-and-losses-beside-a-winner", "say spreads the cards left face down: 4"),
        [SHAKER],
    ),
    "the vigorish before the bank's surplus: § 645a.12(j)": (
        *("645a/order-of-a-banked-round-from-the-hand", "surplus seat_2 Bank 2000"),
        ["vigorish seat_2 Bank 100"],
    ),
    "losing wagers in another order of seats: § 635a.7(p)(1)": (
        *("635a/order-of-a-round-losers-first", "collect seat_2 Spanish 21 1000"),
        ["collect seat_1 Spanish 21 1000"],
    ),
    "the Three Card Bonus before the progressive payout: § 655a.11(i)(4)": (
        *("655a/order-of-a-round-from-the-hand", "say verifies that straight flush wins"),
        ["pay seat_6 Three Card Bonus 20000"],
    ),
    "the Six Card Bonus before the progressive payout: § 587.11(i)(3)": (
        *("587/order-of-a-round-from-the-hand", "say seat_2 the hand wins: three-of-a-kind"),
        ["pay seat_2 Six Card Bonus 2500"],
    ),
    "the stack of three is put down before one of it is taken away: § 559.12(b)": (
        *("559/one-player-settled-after-another-and-cards-after-all-dealt-from-an-automated-shoe", SPREAD),
        ["deal community down"],
    ),
}


@pytest.mark.parametrize("why", MOVED)
def test_an_order_that_the_text_leaves_open(why: str) -> None:
    name, before, moved = MOVED[why]
    lesson = case(name)
    lines = [line for line in lesson.lines if line not in moved]
    at = lines.index(before)
    assert len(lines) == len(lesson.lines) - len(moved)
    assert lesson.mistakes([*lines[:at], *moved, *lines[at:]]) == []


def test_a_push_may_be_handed_back_and_need_not_be() -> None:
    """§ 655a.11(i)(2): the dealer neither collects nor pays it."""
    lesson = case("655a/six-seats-six-outcomes")
    at = lesson.lines.index("discard seat_3")
    assert not any(line.startswith("return") for line in lesson.lines)
    pushed = [due.words for due in lesson.all if due.step.act == "return" and due.step.who == "seat_3"]
    assert len(pushed) == 4
    assert lesson.mistakes([*lesson.lines[:at], *pushed, *lesson.lines[at:]]) == []


def test_the_floor_is_called_in_either_words() -> None:
    """§ 633a.14(j): the dealer notifies a floorperson, which is a call of the floor."""
    lesson = case("633a/irregularity-hole-card-seen-in-the-reader-after-optional-wagers-were-settled")
    said = [line.replace("call the floor", "say notifies a floorperson") for line in lesson.lines]
    assert said != lesson.lines
    assert lesson.mistakes(said) == []


def test_a_total_is_said_of_the_seat_or_of_the_hand_that_is_due() -> None:
    """§ 633a.7(i), (m): a line that names no seat is of the hand whose total is due, and of the dealer where both are."""
    lesson = case("633a/burn-deal-hit-settle")
    assert lesson.mistakes([line.replace("say seat_1 19", "say 19") for line in lesson.lines]) == []
    found = lesson.mistakes([line for line in lesson.lines if line != "say seat_4 20"])
    assert [(v.verdict, v.section, v.due) for v in found] == [("missing", "633a.7(k)", "say seat_4 20")]


def test_cards_that_are_not_turned_up_at_once_are_counted() -> None:
    """§ 677a.11(c), (e): three community cards, then two; a line that does not say which is the next of them."""
    lesson = case("677a/order-of-a-round-from-a-manual-shoe")
    lines = lesson.lines
    turned = [line for line in lines if line.startswith("reveal community")]
    assert turned == ["reveal community 1-3", "reveal community 4-5"]
    assert lesson.mistakes(["reveal community" if line in turned else line for line in lines]) == []
    found = lesson.mistakes([line for line in lines if line != turned[0]])
    assert [(v.verdict, v.section) for v in found] == [("missing", "677a.11(c)")]


def test_lanes_wait_for_their_own_seat_or_for_the_whole_table() -> None:
    shown = Lane(paragraphs=("555.11(e)",), name="shown", in_turn=True)
    lost = Lane(paragraphs=("555.11(e)(1)",), name="lost", own=("shown",))
    won = Lane(paragraphs=("555.13(b)",), name="won", after=("lost",))
    first = Place(0, 1, seat=6, weave=1, lane=shown)
    other, mine = (Place(n, n, seat=seat, weave=1, lane=lost) for n, seat in ((2, 4), (3, 6)))
    paid = Place(4, 4, seat=6, weave=1, lane=won)
    assert first.precedes(Place(1, 2, seat=4, weave=1, lane=shown))
    assert first.precedes(mine)
    assert not first.precedes(other)
    assert not other.precedes(mine)
    assert other.precedes(paid)
    assert not first.precedes(paid)  # by their lanes; what stands between them keeps the order
    assert first.precedes(Place(4, 4, seat=6, weave=2, lane=won))


def test_an_entry_covers_what_it_names() -> None:
    step = Step("655a.11(i)(1)", "collect", "seat_1", wager="Ante", cents=500)
    found = [
        Open(paragraphs=(cite,), acts=acts, wagers=wagers, of="seat", why="").covers(step)
        for cite, acts, wagers in (
            ("655a.11(i)", (), ()),
            ("655a.11", ("pay", "collect"), ("Ante",)),
            ("655a.1", (), ()),
            ("655a.11(i)", ("pay",), ()),
            ("655a.11(i)", (), ("Three Card Bonus",)),
        )
    ]
    assert found == [True, True, False, False, False]


def test_another_chapter_is_not_taught() -> None:
    with pytest.raises(NotAuthorized, match="does not teach chapter 527 yet; it teaches 565,"):
        orders_of("527")

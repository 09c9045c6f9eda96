"""Hands of Poker told in words, for paragraphs that no step of their own shows: both editions."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.cases.poker import play_poker_case
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.rules import play_of
from pitboss.table.round import Round

LIMIT = {"structure": "limit", "ante": 100, "forced_bet": 200, "small_bet": 400, "big_bet": 800, "chip": 100}
NO_LIMIT = {"structure": "no limit", "small_blind": 100, "big_blind": 200, "chip": 100, "button": 3}
STUD_EIGHT = "seven-card stud high-low eight or better"
OMAHA_EIGHT = "omaha high-low eight or better"


def played(number: str, variant: str, cards: dict[str, str], actions: list[str], **more: Any) -> Round:
    """A hand as a rule case would have it."""
    seats = [{"number": n, "stack": more.get("stack", 10_000)} for n in range(1, sum(k != "community" for k in cards) + 1)]
    for seat, cents in more.get("stacks", {}).items():
        seats[seat - 1]["stack"] = cents
    stakes = more.get("stakes", LIMIT if "stud" in variant else NO_LIMIT)
    data = {"chapter": number, "variant": variant, "cards": cards, "actions": actions, "stakes": stakes, "seat": seats}
    return play_poker_case(Path("hand"), data | {"house": more.get("house", {}), "expect": {}})


def won(finished: Round) -> dict[int, int]:
    return play_of(finished).outcome.won


def checks(*rounds: tuple[int, ...]) -> list[str]:
    return [f"{seat}: check" for order in rounds for seat in order]


@pytest.mark.cites("553.10(k)", "553.10(k)(1)", "553.10(k)(2)", "553.10(l)")
@pytest.mark.cites("637a.10(k)", "637a.10(k)(1)", "637a.10(k)(2)", "637a.10(l)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(
    ("mine", "theirs", "takes"),
    [
        ("2c 3d 4h 5s 6c Kd Kh", "Qc Qd 2d 3s 8h 9s Th", {1: 600}),  # one straight is the high and the low hand
        ("2c 4c 5c 7c 8c Kd Kh", "Qc Qd 2d 3s 8h 9s Th", {1: 600}),  # and so is one flush
        ("Ac 2d 3h 4s 6c Ah Kd", "Qc Qd 2h 3s 8h 9s Th", {1: 600}),  # an ace counts low here and high there
        ("2c 3d 4h 6s 8c Kd Kh", "Ac Ad 2h 9s Jh Ts Kc", {1: 300, 2: 300}),  # two different hands win one half each
    ],
)
def test_the_same_five_cards_or_two_different_hands_may_win_high_and_low(
    number: str, mine: str, theirs: str, takes: dict[int, int]
) -> None:
    cards = {"seat_1": mine, "seat_2": theirs}
    finished = played(number, STUD_EIGHT, cards, first_calls(mine, theirs))
    assert won(finished) == takes


def first_calls(mine: str, theirs: str) -> list[str]:
    """The Forced Bet is called and then everybody checks; the best hand showing opens each time."""
    ranks = "23456789TJQKA"
    up = {1: mine.split()[2:6], 2: theirs.split()[2:6]}
    low = min(up, key=lambda seat: (ranks.index(up[seat][0][0]), "cdhs".index(up[seat][0][1])))
    found = [f"{3 - low}: call"]
    for number in (2, 3, 4, 4):
        first = best_showing({seat: [card[0] for card in cards[:number]] for seat, cards in up.items()})
        found += [f"{first}: check", f"{3 - first}: check"]
    return found


def best_showing(up: dict[int, list[str]]) -> int:
    """Pairs first, then high cards; among equals seat 1."""
    ranks = "23456789TJQKA"

    def worth(seat: int) -> list[tuple[int, int]]:
        return sorted(((up[seat].count(r), ranks.index(r)) for r in set(up[seat])), reverse=True)

    return max(sorted(up), key=worth)


@pytest.mark.cites("553.4(b)(1)", "637a.6(b)(1)")
@pytest.mark.parametrize(("number", "section"), [("553", "553.4"), ("637a", "637a.6")])
def test_ace_to_ten_of_one_suit_is_a_royal_flush_and_no_other_straight_flush_is(number: str, section: str) -> None:
    ranking = game(number).rankings[section]
    royal, lower, wheel = (ranking.value(parse(cards)) for cards in ("Ah Kh Qh Jh Th", "Kh Qh Jh Th 9h", "5h 4h 3h 2h Ah"))
    assert royal > lower > wheel
    assert [ranking.categories[value.category] for value in (royal, lower, wheel)] == [
        "royal flush",
        "straight flush",
        "straight flush",
    ]


@pytest.mark.cites("553.12(l)(1)", "553.12(l)(2)", "553.12(l)(3)", "637a.12(m)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(
    ("mine", "theirs", "takes"),
    [
        ("Ac 2c Kd Kh", "Qc Qd Jd Jh", {1: 400}),  # A-2 for the low, kings for the high hand
        ("Ac 4c 9d Th", "Qc Qd 2d Jh", {1: 400}),  # one wheel is both
        ("2c 4c 9d Th", "Qc Qd Kh Kd", {1: 200, 2: 200}),  # a low hand of two own cards, and the kings
    ],
)
def test_two_of_four_cards_may_be_others_for_high_and_low(number: str, mine: str, theirs: str, takes: dict[int, int]) -> None:
    board = "2s 3d 5h Ks 9c" if mine.startswith("Ac 4c") else "3d 5h 7s Kc 9s"
    cards = {"seat_1": mine, "seat_2": theirs, "community": board}
    finished = played(
        number, OMAHA_EIGHT, cards, ["1: call", "2: check", *checks(*[(1, 2)] * 3)], stakes=NO_LIMIT | {"button": 2}
    )
    assert won(finished) == takes


@pytest.mark.cites("553.10(i)(2)(iv)", "553.10(f)(2)", "637a.10(i)(3)(iv)", "637a.10(f)(3)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(("ante", "spades", "clubs"), [(100, 300, 400), (300, 700, 600)])
@pytest.mark.parametrize("spade", [1, 2])
def test_an_odd_dollar_of_tied_hands_goes_by_suit_in_stud(number: str, ante: int, spades: int, clubs: int, spade: int) -> None:
    """Both have A-K-Q-8-4 and 8-4-3-2-A. Of $7 the low half is $3: its odd dollar goes to the eight of clubs. Of $13 the high
    half is $7: its odd dollar goes to the ace of spades. Where both show the same, seat 1 opens."""
    hands = {spade: "As Kd 2c 3h 4d 8d Qc", 3 - spade: "Ac Kh 2d 3s 4h 8c Qd"}
    cards = {f"seat_{seat}": hands[seat] for seat in (1, 2)} | {"seat_3": "Js Jd Ts"}
    rest = (spade % 3 + 1, (spade + 1) % 3 + 1)  # who has the deuce of clubs makes the Forced Bet
    actions = [f"{seat}: {'fold' if seat == 3 else 'call'}" for seat in rest]
    finished = played(number, STUD_EIGHT, cards, [*actions, *checks(*[(1, 2)] * 4)], stakes=LIMIT | {"ante": ante})
    assert won(finished) == {spade: spades, 3 - spade: clubs}
    tied = "553.10(f)(2)" if number == "553" else "637a.10(f)(3)"
    assert [step.cite for step in finished.steps if "shows the best hand" in step.note] == [tied] * 4


@pytest.mark.cites("553.12(j)(2)(iv)", "637a.12(k)(2)(iv)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(("big", "spades", "clubs"), [(200, 300, 200), (300, 300, 400)])
@pytest.mark.parametrize("spade", [1, 2])
def test_an_odd_dollar_of_tied_hands_goes_by_suit_in_omaha(number: str, big: int, spades: int, clubs: int, spade: int) -> None:
    """Both have A-K-Q-J-5 and 8-5-3-2-A. Of $5 the high half is $3: its odd dollar goes to the ace of spades. Of $7 the low
    half is $3: its odd dollar goes to the eight of clubs."""
    hands = {spade: "As 8d Jh Td", 3 - spade: "Ac 8c Js Tc"}
    cards = {f"seat_{seat}": hands[seat] for seat in (1, 2)} | {"seat_3": "9d 9h 4d 4h", "community": "2s 3d 5h Ks Qc"}
    stakes = NO_LIMIT | {"big_blind": big, "button": 2}
    finished = played(number, OMAHA_EIGHT, cards, ["2: call", "3: fold", "1: check", *checks(*[(1, 2)] * 3)], stakes=stakes)
    assert won(finished) == {spade: spades, 3 - spade: clubs}


@pytest.mark.cites("553.7(e)(6)", "553.7(e)(6)(ii)", "553.7(e)(6)(iii)", "553.7(e)(6)(iv)")
@pytest.mark.cites("637a.7(e)(6)", "637a.7(e)(6)(ii)", "637a.7(e)(6)(iii)", "637a.7(e)(6)(iv)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_hand_ends_with_losers_rake_contribution_side_pot_and_main_pot(number: str) -> None:
    cards = {"seat_1": "Kh Kd", "seat_2": "Ah Ad", "seat_3": "7c 2d", "community": "Qs Js 8h 5c 3d"}
    house = {
        "rake": "percentage",
        "rake_percent": 10,
        "rake_collected": "at the end of the round",
        "bad_beat_contribution": 300,
    }
    actions = ["3: raise 5000", "1: call", "2: call", *checks((1, 3), (1, 3), (1, 3))]
    finished = played(number, "hold'em", cards, actions, house=house, stacks={2: 1000})
    acts = [(step.act, step.who, step.cents) for step in finished.steps]
    last = [each for each in acts if each[0] in ("rake", "contribute", "award") or each == ("discard", "seat_3", 0)]
    assert last == [
        ("discard", "seat_3", 0),
        ("rake", "", 1100),
        ("contribute", "", 300),
        ("award", "seat_1", 7200),
        ("award", "seat_2", 2400),
    ]
    before = finished.steps[: next(i for i, step in enumerate(finished.steps) if step.act == "award")]
    assert [step.who for step in before if step.act == "discard"] == ["seat_3"]  # the winners keep theirs
    outcome = play_of(finished).outcome
    assert (outcome.pots, outcome.rake, outcome.jackpot) == ([3000, 8000], 1100, 300)
    assert outcome.contributions == {"bad beat": 300}


@pytest.mark.cites("553.8(b)(4)(i)", "553.8(b)(4)(ii)", "553.8(b)(4)(iii)")
@pytest.mark.cites("637a.8(b)(5)(i)", "637a.8(b)(5)(ii)", "637a.8(b)(5)(iii)")
@pytest.mark.parametrize("number", NONBANKED)
def test_who_is_all_in_gets_every_card_and_wins_what_he_has_paid_for(number: str) -> None:
    cards = {"seat_1": "Ah Ad 7c 9d 2c 4h 8s", "seat_2": "Kh Kd 3c Jh Ts 5d 6h", "seat_3": "Qs Jc 9c 5s 7h 3d 2h"}
    actions = ["3: raise 400", "1: call", "2: call", "2: bet 400", "3: call", *checks((2, 3), (2, 3), (2, 3))]
    finished = played(number, "seven-card stud", cards, actions, stacks={1: 500})
    mine = [step for step in finished.steps if step.who == "seat_1"]
    assert sum(len(step.cards) for step in mine if step.act == "deal") == 7
    assert sum(step.cents for step in mine if step.act == "bet") == 500
    assert [step.act for step in mine].count("all_in") == 1
    assert won(finished) == {1: 1500, 2: 800}
    assert play_of(finished).outcome.pots == [1500, 800]


@pytest.mark.cites("553.8(f)(1)", "553.8(f)(2)", "637a.8(f)(1)", "637a.8(f)(2)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(
    ("does", "bets"),
    [
        ("puts 200 then 400", 200),  # a second motion adds nothing
        ("puts 200 then 400 not finished", 600),  # unless he says that the bet is not complete
        ("says raise, puts 200 then 400", 600),  # or that he raises
        ("puts 200", 200),
    ],
)
def test_a_bet_is_not_increased_unless_its_player_says_so(number: str, does: str, bets: int) -> None:
    cards = {"seat_1": "Kh Kd", "seat_2": "Ah Ad", "seat_3": "7c 2d"}
    finished = played(
        number,
        "hold'em",
        cards,
        [f"3: {does}", "1: fold", *(["2: fold"] if bets > 200 else [*checks((2,), (2,)), "3: bet 400", "2: fold"])],
    )
    assert next(step.cents for step in finished.steps if step.act == "bet" and step.who == "seat_3") == bets


@pytest.mark.cites("553.16(j)(1)(i)", "553.16(j)(1)(ii)", "637a.18(l)(1)(i)", "637a.18(l)(1)(ii)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("does", ["discards", "turns the up cards down"])
def test_cards_thrown_away_or_turned_down_facing_a_bet_are_a_fold(number: str, does: str) -> None:
    cards = {"seat_1": "Ah Ad 7c", "seat_2": "Kh Kd 3c", "seat_3": "Qs Jc 9c"}
    finished = played(number, "seven-card stud", cards, [f"3: {does}", "1: fold"])
    assert [step.who for step in finished.steps if step.act == "fold"] == ["seat_3", "seat_1"]
    assert won(finished) == {2: 300}


@pytest.mark.cites("553.15(b)(1)(i)", "553.15(b)(2)(i)", "637a.17(b)(1)(i)", "637a.17(b)(2)(i)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_rake_of_one_cent_is_taken_once_and_nothing_is_moved_afterwards(number: str) -> None:
    """A tenth of 12 cents; nobody bets any more, so that no later betting round moves anything."""
    cards = {"seat_1": "Kh Kd", "seat_2": "Ah Ad", "seat_3": "7c 2d", "community": "Qs Js 8h 5c 3d"}
    house = {"rake": "percentage", "rake_percent": 10, "rake_collected": "as play progresses"}
    stakes = NO_LIMIT | {"small_blind": 2, "big_blind": 4, "chip": 1}
    actions = ["3: call", "1: call", "2: check", *checks(*[(1, 2, 3)] * 3)]
    finished = played(number, "hold'em", cards, actions, house=house, stakes=stakes)
    assert [(step.act, step.cents) for step in finished.steps if step.act in ("rake", "unrake")] == [("rake", 1)]


@pytest.mark.cites("553.13(g)", "553.13(g)(2)", "637a.13(g)", "637a.13(g)(2)")
@pytest.mark.parametrize("number", NONBANKED)
def test_discards_of_the_draw_lie_face_down_and_are_shuffled_face_down(number: str) -> None:
    suits = {1: "s", 2: "h", 3: "d"}
    hands = {seat: [f"{rank}{suit}" for rank in "23457"] for seat, suit in suits.items()}
    cards = {f"seat_{seat}": " ".join(hands.get(seat, [])) for seat in range(1, 9)}
    actions = [*(f"{seat}: call" for seat in (3, 4, 5, 6, 7, 8, 1)), "2: check"]
    actions += [f"{seat}: discard {' '.join(hands[seat])}" for seat in hands] + [f"{seat}: keep" for seat in range(4, 9)]
    finished = played(number, "five-card draw", cards, [*actions, *checks(tuple(range(1, 9)))], stakes=NO_LIMIT | {"button": 8})
    gone = [step for step in finished.steps if step.act == "discard" and step.who == "drawn"]
    assert [(len(step.cards), step.face) for step in gone] == [(5, "down")] * 3
    [taken] = [step for step in finished.steps if step.act == "take" and step.who == "discards"]
    assert (taken.cite, taken.face, len(taken.cards)) == (f"{number}.13(g)(2)", "down", 15)

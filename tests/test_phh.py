"""Hand histories in the PHH format: real hands come out as the real tables paid them, our own come back as they went."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.errors import BadHand
from pitboss.games import game
from pitboss.games.nonbanked.rules import play_of
from pitboss.house import House
from pitboss.money import dollars
from pitboss.phh import CODES, MUCKS, play_hand, read_hand, read_text, toml, write_hand
from pitboss.shoe import Chance
from pitboss.table.drivers import drive
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table

REAL = Path(__file__).parents[2] / "shared" / "phh"
real = pytest.mark.skipif(not REAL.is_dir(), reason=f"the real hands are not there ({REAL})")


@real
def test_every_real_hand_ends_with_the_stacks_that_the_real_table_paid() -> None:
    hands = sorted(REAL.rglob("*.phh"))
    assert len(hands) >= 237
    found = {path.name: play_hand(read_hand(path)).difference for path in hands}
    assert {name: difference for name, difference in found.items() if difference} == {}
    assert {read_hand(path).code for path in hands} == set(CODES)


@real
def test_a_real_hand_with_another_ending_differs() -> None:
    path = min(REAL.rglob("*.phh"))
    words = path.read_text()
    hand = read_hand(path)
    assert hand.finishing is not None
    wrong = [hand.finishing[0], hand.finishing[1] + 1, *hand.finishing[2:]]
    played = play_hand(read_text(words.replace(f"finishing_stacks = {hand.finishing}", f"finishing_stacks = {wrong}")))
    assert played.difference.startswith(f"p2 ends with {wrong[1]} in the record and with {hand.finishing[1]} by the rules")


# ---------------------------------------------------------------------------- our own hands


def table_of(code: str, rng: random.Random, seats: int, **house: Any) -> Table:
    """A table of a variant with players whose stacks are sometimes short."""
    variant, structure = CODES[code]
    given = {"variant": variant, "structure": structure, "smallest_chip": 100}
    stakes = {"ante": rng.choice((0, 100)), "small_bet": 500, "big_bet": 1000}
    table = Table(game("637a"), House.unlimited("637a", given | stakes | house), Chance(rng.randrange(10**9)))
    for seat in sorted(rng.sample(range(1, 9), seats)):
        table.sit(seat, f"player {seat}", rng.choice((1200, rng.randrange(1100, 5000, 100), 60_000)))
    return table


def at_random(rng: random.Random) -> Callable[[Table, Request], Reply]:
    """Lawful answers; seldom a fold, so that hands go far."""

    def driver(table: Table, request: Request) -> Reply:
        if not isinstance(request, Ask):
            return None
        free = any(c.word in ("check", "keep") for c in request.choices)
        choice = rng.choice(
            [c for c in request.choices if not c.of and (c.word != "fold" or (not free and rng.random() < 0.3))]
        )
        most = choice.most if rng.random() < 0.2 else min(choice.most, 3 * choice.least)
        wanted = rng.randint(choice.least, most) if most > choice.least else choice.least
        cents = min(-(-wanted // choice.unit) * choice.unit, choice.most)  # in chips, or everything
        return table.verify(request, f"{choice.word} {cents}" if choice.most else choice.word)

    return driver


def seated(finished: Round) -> list[int]:
    return [finished.table.seats[n].cents for n in play_of(finished).players]


@pytest.mark.parametrize("code", CODES)
def test_a_hand_comes_back_as_it_was_written(code: str) -> None:
    rng = random.Random(code)
    for _ in range(30):
        rake = rng.choice(({}, {"rake": "percentage", "rake_percent": 7.5, "rake_maximum": 500}))
        table = table_of(code, rng, rng.randint(2, 6), **rake)
        for _ in range(3):
            if len([s for s in table.seats.values() if s.cents >= 1100]) < 2:
                break
            before = {n: s.cents for n, s in table.seats.items()}
            finished = drive(table, at_random(rng))
            words = write_hand(finished)
            hand = read_text(words)
            played = play_hand(hand)
            players = play_of(finished).players
            assert (hand.code, hand.starting) == (code, [before[n] for n in players])
            assert (played.difference, played.stacks) == ("", seated(finished)), words
            assert write_hand(played.table.last or finished).split("seats")[0] == words.split("seats")[0]


def test_a_written_hand_is_one_for_pokerkit_too() -> None:
    notation = pytest.importorskip("pokerkit.notation", reason="PokerKit is not installed (pip install pokerkit)")
    rng = random.Random(20)
    for code in CODES:
        for _ in range(8):
            table = table_of(code, rng, rng.randint(2, 6), odd_chip="left of button", smallest_chip=1, maximum_raises=3)
            stack = rng.choice((3000, 500_000))
            for seat in table.seats.values():
                seat.cents = stack
            words = write_hand(drive(table, at_random(rng)))
            history = notation.HandHistory.loads(words)
            *_, last = history
            assert list(last.stacks) == history.finishing_stacks, words


def test_a_straddle_is_written_as_a_blind_bet() -> None:
    table = table_of("NT", random.Random(1), 5, straddle=True, straddle_amount=1000, ante=0)
    for seat in table.seats.values():
        seat.cents = 50_000

    def driver(table: Table, request: Request) -> Reply:
        if not isinstance(request, Ask):
            return None
        words = [c.word for c in request.choices]
        return table.verify(request, next(w for w in ("straddle", "check", "call", "show") if w in words))

    words = write_hand(drive(table, driver))
    assert "blinds_or_straddles = [200, 500, 1000, 0, 0]" in words
    assert play_hand(read_text(words)).difference == ""


def test_a_hand_of_the_edition_of_2010_is_played_by_its_chapter() -> None:
    rng = random.Random(7)
    table = Table(game("553"), House.of("553", {"variant": "hold'em", "structure": "no limit"}), Chance(7))
    for seat in (2, 5, 6):
        table.sit(seat, f"player {seat}", 50_000)
    words = write_hand(drive(table, at_random(rng)))
    played = play_hand(read_text(words))
    assert (played.table.game.chapter, played.difference) == ("553", "")


def test_what_the_format_cannot_tell_is_refused() -> None:
    rng = random.Random(3)
    table = table_of("NT", rng, 3, variant="five-card draw")
    with pytest.raises(BadHand, match="PHH has no code for no limit five-card draw"):
        write_hand(drive(table, at_random(rng)))
    table = table_of("NT", rng, 3)
    incidents = [Incident("wrong starting position")]

    def misdeal(table: Table, request: Request) -> Reply:
        at_deal = isinstance(request, Moment) and request.name == "deal"
        return incidents.pop() if incidents and at_deal else at_random(rng)(table, request)

    with pytest.raises(BadHand, match="void"):
        write_hand(drive(table, misdeal))
    first = drive(table, at_random(rng))
    drive(table, at_random(rng))
    with pytest.raises(BadHand, match="the stacks have moved on"):
        write_hand(first)


def test_a_hand_thrown_away_at_the_showdown_is_mucked() -> None:
    table = table_of("NT", random.Random(5), 3)
    for seat in table.seats.values():
        seat.cents = 50_000
    gone = sorted(table.seats)[0]
    incidents = [Incident(MUCKS, {"seat": gone})]

    def driver(table: Table, request: Request) -> Reply:
        if isinstance(request, Ask):
            return table.verify(request, next(c.word for c in request.choices if c.word in ("check", "call", "concede")))
        return incidents.pop() if incidents and isinstance(request, Moment) and request.name == "reveal" else None

    words = write_hand(drive(table, driver))
    assert " sm'" in words
    assert gone in table.seats


# ---------------------------------------------------------------------------- what other houses do


def phh(**fields: Any) -> str:
    plain = {
        "variant": "NT",
        "ante_trimming_status": True,
        "antes": [0, 0, 0],
        "blinds_or_straddles": [50, 100, 0],
        "min_bet": 100,
        "starting_stacks": [1000, 1000, 1000],
    }
    return "".join(f"{key} = {toml(value)}\n" for key, value in (plain | fields).items() if value is not None)


DEALT = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 2c7d"]
BOARD = ["d db 3s4s9h", "d db Th", "d db Jc"]
TWO = ["d dh p1 AhAd", "d dh p2 KhKd"]

ENDINGS: dict[str, tuple[dict[str, Any], list[int]]] = {
    "a blind from the big blind alone is no bet, and the winner takes it": (
        {"ante_trimming_status": False, "antes": [0, 100, 0], "actions": [*DEALT, "p3 f", "p1 cbr 300", "p2 f"]},
        [1200, 800, 1000],
    ),
    "an ante that nobody else has to match goes back": (
        {"antes": [0, 100, 0], "actions": [*DEALT, "p3 f", "p1 cbr 300", "p2 f"]},
        [1100, 900, 1000],
    ),
    "of two players the button has the small blind and acts first": (
        {
            "antes": [0, 0],
            "blinds_or_straddles": [50, 100],
            "starting_stacks": [1000, 1000],
            "actions": [*TWO, "p2 f"],
        },
        [1050, 950],
    ),
    "a short big blind is matched as it was posted": (
        {
            "starting_stacks": [1000, 30, 1000],
            "actions": [*DEALT, "p3 f", "p1 sm AhAd", "p2 sm KhKd", *BOARD],
        },
        [1030, 0, 1000],
    ),
    "a straddle on the button makes the small blind act first": (
        {"blinds_or_straddles": [50, 100, 200], "actions": [*DEALT, "p1 f", "p2 f"]},
        [950, 900, 1150],
    ),
    "a raise goes on top of a short bet": (
        {
            "starting_stacks": [130, 1000, 1000],
            "actions": [
                *DEALT,
                *("p3 cc", "p1 cc", "p2 cc", BOARD[0], "p1 cbr 30", "p2 cbr 130", "p3 f", "p1 sm AhAd", "p2 sm KhKd"),
                *BOARD[1:],
            ],
        },
        [360, 870, 900],
    ),
    "unknown cards that are never shown win nothing": (
        {
            "actions": [
                *("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 cc", "p2 cc"),
                *(BOARD[0], "p1 cc", "p2 cc", BOARD[1], "p1 cc", "p2 cc", BOARD[2], "p1 cc", "p2 cc"),
                *("p1 sm", "p2 sm 2s2d"),
            ]
        },
        [900, 1100, 1000],
    ),
    "amounts may have fractions": (
        {
            "blinds_or_straddles": [0.5, 1, 0],
            "min_bet": 1,
            "starting_stacks": [100, 100, 100],
            "actions": [*DEALT, "p3 f", "p1 cbr 2.50 # a comment", "p2 f", ""],
        },
        [1010, 990, 1000],
    ),
}


@pytest.mark.parametrize("why", ENDINGS)
def test_what_other_houses_do_is_a_parameter_of_the_table(why: str) -> None:
    fields, ending = ENDINGS[why]
    played = play_hand(read_text(phh(**fields)))
    assert (played.difference, played.stacks) == ("", ending)


STUD: dict[str, Any] = {
    "variant": "F7S",
    "antes": [10, 10, 10],
    "blinds_or_straddles": None,
    "min_bet": None,
    "bring_in": 20,
    "small_bet": 100,
    "big_bet": 200,
}
UP = ["d dh p1 AhAd2c", "d dh p2 KhKd9d", "d dh p3 7c7dTh"]


def test_the_forced_bet_may_be_a_full_bet_at_once_and_is_raised_by_another() -> None:
    words = phh(**STUD, actions=[*UP, "p1 cbr 100", "p2 cbr 200", "p3 f", "p1 f"])
    played = play_hand(read_text(words))
    assert (played.difference, played.stacks) == ("", [890, 1120, 990])


def test_who_is_all_in_by_the_ante_makes_no_forced_bet() -> None:
    words = phh(**STUD | {"starting_stacks": [10, 1000, 1000]}, actions=[*UP, "p2 pb", "p3 cbr 100", "p2 f", "p1 sm AhAd2c"])
    with pytest.raises(BadHand, match="no further card for p1"):
        play_hand(read_text(words))


# ---------------------------------------------------------------------------- bets told only as far as they can be called


LIMIT: dict[str, Any] = {"variant": "FT", "min_bet": None, "small_bet": 100, "big_bet": 200}
FOLDED = [*DEALT, "p3 f", "p1 cc", "p2 cc", BOARD[0], "p1 cc", "p2 cc", BOARD[1]]  # p1 and p2 on the turn, where a bet is 200
THREE = [*DEALT, "p3 cc", "p1 cc", "p2 cc", BOARD[0], "p1 cc", "p2 cc", "p3 cc", BOARD[1]]
SHOWN = ["p1 sm AhAd", "p2 sm KhKd", BOARD[2]]

IN_PART: dict[str, tuple[dict[str, Any], list[int]]] = {
    "a raise that the opponent can call in part": (
        LIMIT | {"starting_stacks": [350, 1000, 1000], "actions": [*FOLDED, "p1 cbr 200", "p2 cbr 250", "p1 cc", *SHOWN]},
        [700, 650, 1000],
    ),
    "the same raise, and the opponent folds": (
        LIMIT | {"starting_stacks": [350, 1000, 1000], "actions": [*FOLDED, "p1 cbr 200", "p2 cbr 250", "p1 f"]},
        [50, 1300, 1000],
    ),
    "a bet that the opponent can call in part": (
        LIMIT | {"starting_stacks": [1000, 250, 1000], "actions": [*FOLDED, "p1 cbr 150", "p2 cc", *SHOWN]},
        [1250, 0, 1000],
    ),
    "a raise that one opponent can call in part, and another less of it": (
        LIMIT
        | {
            "starting_stacks": [350, 1000, 320],
            "actions": [*THREE, "p1 cbr 200", "p2 cbr 250", "p3 cc", "p1 cc", "p3 sm 2c7d", *SHOWN],
        },
        [1020, 650, 0],
    ),
    "a bet at no limit, less than the least because nobody could call that": (
        {
            "starting_stacks": [1000, 330, 1000],
            "actions": [*DEALT, "p3 f", "p1 cbr 250", "p2 cc", BOARD[0], "p1 cbr 80", "p2 f"],
        },
        [1250, 80, 1000],
    ),
    "a bet of Seven-card Stud": (
        STUD
        | {
            "starting_stacks": [140, 1000, 1000],
            "actions": [
                *(*UP, "p1 pb", "p2 cbr 100", "p3 f", "p1 cc", "d dh p1 3h", "d dh p2 5d", "p2 cbr 30", "p1 cc"),
                *("d dh p1 8h", "d dh p2 6c", "d dh p1 Js", "d dh p2 4c", "d dh p1 9s", "d dh p2 Qc"),
                *("p1 sm AhAd2c3h8hJs9s", "p2 sm KhKd9d5d6c4cQc"),
            ],
        },
        [290, 860, 990],
    ),
}


@pytest.mark.parametrize("why", IN_PART)
def test_a_bet_told_only_as_far_as_it_can_be_called_ends_as_the_full_one(why: str) -> None:
    fields, ending = IN_PART[why]
    played = play_hand(read_text(phh(**fields, finishing_stacks=ending)))
    assert (played.difference, played.stacks) == ("", ending)


NOT_IN_PART: dict[str, dict[str, Any]] = {
    "it is less than the opponent can call": {"actions": [*FOLDED, "p1 cbr 200", "p2 cbr 240", "p1 cc", *SHOWN]},
    "it is more than the opponent can call, and not full": {"actions": [*FOLDED, "p1 cbr 200", "p2 cbr 260", "p1 cc", *SHOWN]},
    "the opponent could call all of it": {
        "starting_stacks": [1000, 1000, 1000],
        "actions": [*FOLDED, "p1 cbr 200", "p2 cbr 250", "p1 cc", *SHOWN],
    },
    "another opponent could call all of it": {"actions": [*THREE, "p1 cbr 200", "p2 cbr 250", "p3 f", "p1 cc", *SHOWN]},
    "the record says that it is of a table of the chapter": {
        "_chapter": "637a",
        "actions": [*FOLDED, "p1 cbr 200", "p2 cbr 250", "p1 cc", *SHOWN],
    },
}


@pytest.mark.parametrize("why", NOT_IN_PART)
def test_another_bet_than_the_limit_allows_is_still_a_wrong_record(why: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(phh(**LIMIT | {"starting_stacks": [350, 1000, 1000]} | NOT_IN_PART[why]))
    result = CliRunner().invoke(app, ["replay", str(path)])
    assert (result.exit_code, "seat 2 may raise (400), not 2" in result.stdout) == (1, True), result.stdout


# ---------------------------------------------------------------------------- records that are wrong


WRONG = {
    "the record says 'p1 f', but it is the turn of p3": [*DEALT, "p1 f"],
    "the hand is over, and the record goes on with 'p1 f'": [*DEALT, "p3 f", "p1 f", "p1 f"],
    "the hand is over, and the record deals 3s 4s 9h to the board": [*DEALT, "p3 f", "p1 f", "d db 3s4s9h"],
    "seat 3 may fold or call (100) or raise 200 to 1000, not 150": [*DEALT, "p3 cbr 150"],
}


@pytest.mark.parametrize("difference", WRONG)
def test_a_record_against_the_rules_says_where(difference: str) -> None:
    assert difference.split(" or ")[-1] in play_hand(read_text(phh(actions=WRONG[difference]))).difference


BAD = {
    "it is not TOML": "variant = ",
    "it names no variant": "hello = 1",
    "pitboss does not play 'N2L1D' (no-limit deuce-to-seven single draw)": "variant = 'N2L1D'",
    "pitboss does not play 'XX'": "variant = 'XX'",
    "starting_stacks is missing": "variant = 'NT'",
    "starting_stacks has 1 players; a table has 2 to 10": phh(starting_stacks=[100]),
    "p2 has no chips": phh(starting_stacks=[100, 0, 100]),
    "antes must be a list of 3 amounts": phh(antes=[1]),
    "starting_stacks: 'a lot' is not an amount": phh(starting_stacks=["a lot", 1, 2]),
    "min_bet is missing": phh(min_bet=None),
    "min_bet must be more than 0": phh(min_bet=0),
    "actions must be a list of texts": phh(actions=[1]),
    "'p1 dance' is not an action of the format": phh(actions=["p1 dance"]),
    "'p1 cbr' is not an action of the format": phh(actions=["p1 cbr"]),
    "there is no such player": phh(actions=["p4 f"]),
    "'Zz' is not a card": phh(actions=["d dh p1 AhZz"]),
    "the Ah is dealt twice": phh(actions=["d dh p1 AhAh"]),
    "nobody draws in hold'em": phh(actions=["p1 sd"]),
    "_chapter must be 553 or 637a": phh(_chapter="565", actions=[]),
    "_house must be a table with smallest_chip": phh(_house={"variant": "omaha"}, actions=[]),
    "rake_levels must be tables of pot and take": phh(_house={"rake_levels": [1]}, actions=[]),
    "more than six decimal places": phh(min_bet=0.00000001).replace("1e-08", "0.00000001"),
}


@pytest.mark.parametrize("why", BAD)
def test_a_file_that_is_no_hand_history_is_refused_in_one_line(why: str) -> None:
    with pytest.raises(BadHand) as caught:
        read_text(BAD[why], "x.phh")
    assert why in str(caught.value)
    assert str(caught.value).startswith("x.phh")
    assert "\n" not in str(caught.value)


def test_a_record_that_stops_in_the_middle_is_refused() -> None:
    with pytest.raises(BadHand, match="the record ends while p3 is to fold or call or raise"):
        play_hand(read_text(phh(actions=DEALT)))
    with pytest.raises(BadHand, match="no further card for p1"):
        play_hand(read_text(phh(actions=[])))


def test_a_showdown_of_unknown_cards_has_no_winner() -> None:
    unknown = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
    checks = [action for cards in BOARD for action in (cards, "p1 cc", "p2 cc")]
    with pytest.raises(BadHand, match="does not tell what p1 and p2 hold"):
        play_hand(read_text(phh(actions=[*unknown, "p3 f", "p1 cc", "p2 cc", *checks])))


def test_replay_at_the_command_line(tmp_path: Path) -> None:
    def replay(words: str, *options: str) -> tuple[int, str]:
        path = tmp_path / "hand.phh"
        path.write_text(words)
        result = CliRunner().invoke(app, ["replay", str(path), *options])
        return result.exit_code, result.stdout

    good = phh(actions=[*DEALT, "p3 f", "p1 f"], finishing_stacks=[950, 1050, 1000])
    status, out = replay(good)
    assert status == 0
    assert out.endswith("no limit hold'em, 3 players end with p1 950, p2 1050, p3 1000; as recorded\n")
    assert out.count("\n") == 1
    status, out = replay(good, "--explain")
    assert status == 0
    assert "§ 637a.11(d)" in out
    status, out = replay(good, "--explain", "--json")
    told = json.loads(out)[0]
    assert (status, told["ok"], told["stacks"]) == (0, True, [950, 1050, 1000])
    assert any(step["note"] == "Blind Bet" for step in told["steps"])
    status, out = replay(good.replace("1050", "1051"))
    assert (status, out.split(": ")[1]) == (1, "p2 ends with 1051 in the record and with 1050 by the rules\n")
    status, out = replay(good.replace("1050", "1051"), "--json")
    assert (status, json.loads(out)[0]["ok"]) == (1, False)
    assert replay(phh(actions=[*DEALT, "p3 f", "p1 f"]))[1].endswith("the record has no finishing_stacks to compare\n")


def test_replay_tells_amounts_in_the_units_of_the_file(tmp_path: Path) -> None:
    def explained(words: str) -> tuple[int, str]:
        path = tmp_path / "hand.phh"
        path.write_text(words)
        result = CliRunner().invoke(app, ["replay", str(path), "--explain"])
        return result.exit_code, result.stdout

    status, out = explained(phh(starting_stacks=[50_000] * 3, actions=[*DEALT, "p3 cbr 35000", "p1 f", "p2 f"]))
    assert (status, "$" in out) == (0, False)
    assert "puts 35000 into the pot" in out and "Blind Bets: seat 1 50" in out
    halves = phh(blinds_or_straddles=[Fraction(1, 2), 1, 0], min_bet=1, actions=[*DEALT, "p3 cbr 2.5", "p1 f", "p2 f"])
    status, out = explained(halves)
    assert (status, "$" in out) == (0, False)
    assert "puts 2.5 into the pot" in out and "Blind Bets: seat 1 0.5" in out
    status, out = explained(phh(actions=[*DEALT, "p3 cbr 150"]))
    assert (status, "$" in out) == (1, False)
    assert "raise 200 to 1000" in out


@given(st.integers(0, 10**15), st.sampled_from([1, 10, 100, 10**6]))
def test_every_amount_of_a_sentence_comes_in_the_units_of_the_file(cents: int, unit: int) -> None:
    hand = replace(read_text(phh(actions=DEALT)), unit=unit)
    assert hand.in_units(f"may raise {dollars(cents)}, not {dollars(-cents)}.") == (
        f"may raise {hand.amount(cents)}, not {'-' * (cents > 0)}{hand.amount(cents)}."
    )

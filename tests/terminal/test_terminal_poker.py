"""Nonbanked Poker in the terminal: every variant of both editions, what is seen, what is typed, what lies in the middle."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import SIGNS, parse
from pitboss.errors import PitbossError
from pitboss.games import NONBANKED
from pitboss.games import game as load
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.drivers import bots
from pitboss.table.steps import Ask, Choice, Step
from pitboss.table.table import Table
from pitboss.table.view.layout import Layout
from pitboss.telling.pieces import plain
from pitboss.telling.sentences import sentence, tell
from pitboss.terminal.felt import middle
from pitboss.terminal.reading import poker_reply
from pitboss.terminal.sight import Sight, cards_of

Run: TypeAlias = Callable[..., Any]  # the fixtures `pipe` and `program`

# What does not fit a prompt is refused there and the next line is read.
CALLS = "\nc\nk\nshow\n" * 60
SIGN = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]")


def variants() -> list[tuple[str, str]]:
    """Every variant of both editions."""
    return [(n, v) for n in NONBANKED for o in chapter(n).options if o.option == "variant" for v in o.allowed]


def seats(number: str, variant: str) -> int:
    """How many may play a variant."""
    return load(number).seats(House.of(number, {"variant": variant}))[0]


# ---------------------------------------------------------------------------- whole hands


@pytest.mark.parametrize(("number", "variant"), variants())
def test_every_variant_is_played_by_people_and_bots(pipe: Run, tmp_path: Path, number: str, variant: str) -> None:
    for people, others in ((1, 1), (2, 2), (1, seats(number, variant) - 1)):
        log = tmp_path / f"{others}.log"
        chosen = ("--set", f"variant={variant}", "--seats", people, "--bots", others)
        ran = pipe("play", number, "--seed", 6, "--rounds", 3, "--log", log, *chosen, lines=CALLS)
        assert (ran.status, ran.err) == (0, ""), ran.out
        assert ran.out.count("· over") == 3 and "Sitting: 3 rounds" in ran.out
        assert "\x1b" not in ran.out
        told = [line for line in ran.out.splitlines() if "›" not in line]
        assert max(map(len, told)) <= 80 + len("commitment")
        assert pipe("replay", log).status == 0


@pytest.mark.parametrize("structure", ["limit", "spread", "pot limit", "no limit"])
def test_every_structure_is_played(pipe: Run, structure: str) -> None:
    ran = pipe("play", "poker", "--seed", 2, "--rounds", 4, "--set", f"structure={structure}", lines=CALLS)
    assert ran.status == 0
    assert f"Hold'em, {structure} · round 4 · over" in ran.out


def test_a_pipe_takes_the_usual_variant_and_four_bots(pipe: Run) -> None:
    ran = pipe("play", "poker", "--seed", 1, "--rounds", 1, lines=CALLS)
    assert ran.status == 0
    assert "Which one?" not in ran.out and "Hold'em (§ 637a.9(a)), limit" in ran.out
    assert "seat 5 bot 4" in ran.out and "seat 6" not in ran.out
    assert "The usual buy-in is $500." in " ".join(ran.out.split())


def test_poker_is_on_the_menu(pipe: Run) -> None:
    ran = pipe("play", "--seed", 1, "--rounds", 1, lines="poker\n" + CALLS)
    assert ran.status == 0
    assert "chapter 637a" in ran.out and "Sitting: 1 round" in ran.out


def test_a_table_killed_at_any_line_is_taken_up(pipe: Run, tmp_path: Path) -> None:
    whole = tmp_path / "whole.log"
    arguments = ("--seed", 8, "--set", "variant=five-card draw", "--set", "ante=100", "--rounds", 2, "--log", whole)
    assert pipe("play", "553", *arguments, lines="sit out\n" + CALLS).status == 0
    lines = whole.read_text().splitlines(keepends=True)
    for end in range(1, len(lines)):
        log = tmp_path / f"{end}.log"
        log.write_text("".join(lines[:end]) + lines[end][: len(lines[end]) // 2 if end % 2 else 0])
        ended = sum('"end":' in line for line in lines[:end])
        ran = pipe("play", "--resume", "--rounds", 1, "--log", log, lines=CALLS)
        assert (ran.status, ran.err) == (0, ""), f"killed after line {end}"
        assert f"Sitting: {ended + 1} round" in ran.out
        assert pipe("replay", log).status == 0, f"killed after line {end}"


WORDS = """||c|f|k|r|r 20|raise by 5|all in|pot|bet|b 10|9c|9c 4d|keep|show|sit out|sit out 1|add 100|add|bots 1|bots|?|hint
hints|table|rule 8(k)|paytable|raise to|by 5|$|to 5|raise by|pass|-|x"""


@settings(max_examples=50)
@given(
    st.sampled_from(variants()),
    st.integers(0, 50),
    st.lists(st.sampled_from(WORDS.split("|")) | st.text(max_size=9), max_size=40),
)
def test_no_input_ends_in_anything_but_a_sentence(pipe: Run, which: tuple[str, str], seed: int, lines: list[str]) -> None:
    number, variant = which
    ran = pipe("play", number, "--seed", seed, "--set", f"variant={variant}", "--bots", 2, lines="\n".join(lines))
    assert ran.status in (0, 2)
    assert ran.err.count("\n") == (ran.status == 2)


# ---------------------------------------------------------------------------- what is seen


@pytest.mark.cites("637a.18(b)", "553.17(a)")
@pytest.mark.parametrize(("number", "variant"), variants())
def test_no_card_is_shown_that_may_not_be_seen(pipe: Run, tmp_path: Path, number: str, variant: str) -> None:
    for seed in range(4):
        log = tmp_path / f"{seed}.log"
        arguments = ("--seed", seed, "--set", f"variant={variant}", "--rounds", 1, "--log", log)
        ran = pipe("play", number, *arguments, lines="\nhint\nc\ntable\nc\n" + CALLS)
        steps = [step for line in log.read_text().splitlines() for step in json.loads(line).get("steps", ())]
        steps = [[*s, "", "", "", ""] for s in steps]
        seen = {c for s in steps if s[4] == "up" or (s[1] == "deal" and s[2] == "seat_1") for c in parse(s[3])}
        assert set(SIGN.findall(ran.out)) == {SIGNS[card] for card in seen}


@pytest.mark.parametrize(("number", "variant"), variants())
@pytest.mark.parametrize("own", [frozenset({1}), frozenset({2, 3}), frozenset[int]()])
def test_the_layout_has_every_hand_and_no_hidden_card(number: str, variant: str, own: frozenset[int]) -> None:
    game = load(number)
    table = Table(game, House.of(number, {"variant": variant}), Chance(4))
    for seat in (1, 2, 3):
        table.sit(seat, f"player {seat}", 50_000)
    for _ in range(12):
        request = table.begin()
        while request is not None:
            assert table.round is not None
            if isinstance(request, Ask):
                compare(table, Sight(own, True))
            request = table.reply(bots(table, request))


def compare(table: Table, sight: Sight) -> None:
    """The cards of every hand in play lie there: known where they are open or our own, as backs where not."""
    assert table.round is not None
    hands = sight.layout(table).hands
    face_up = {card for step in table.round.steps if step.face == "up" for card in step.cards}
    for place, cards in table.round.hands.items():
        if place in ("burn cards", "discards"):
            assert set(cards_of(hands[place])) <= {None, *face_up}
            continue
        mine = place in {f"seat_{n}" for n in sight.own}
        assert sorted(c for c in cards_of(hands[place]) if c is not None) == sorted(c for c in cards if mine or c in face_up)
        assert len(hands[place].cards) == len(cards)


def test_the_button_bets_and_who_has_folded_are_drawn(pipe: Run) -> None:
    ran = pipe("play", "poker", "--seed", 1, "--bots", 9, lines="\n")
    assert ran.status == 2  # the input ends in a decision
    drawn = ran.out.partition("╭─")[2]
    assert drawn.count("· button") == 1
    assert "▶ seat 1 you" in drawn and "seat 10 bot 9" in drawn
    assert "folded" in drawn and "● $5 bet" in drawn and "bet in this betting round" in drawn


def test_stud_hands_lie_open_but_for_the_hole_cards(pipe: Run) -> None:
    ran = pipe("play", "poker", "--seed", 4, "--set", "variant=seven-card stud", "--rounds", 1, lines=CALLS)
    assert "hole ▒▒ ▒▒" in ran.out and "hole J♥ 7♣" not in ran.out.partition("╭─")[0]
    assert re.search(r"up   \S+ \S+ \S+", ran.out)


@pytest.mark.cites("637a.8(b)(5)(iii)")
def test_side_pots_lie_beside_the_main_pot() -> None:
    put = {1: 1000, 2: 5000, 3: 5000, 4: 700}
    steps = [
        Step("637a.8(a)", "players", note="1 2 3 4"),
        *[Step("637a.11(g)", "bet", f"seat_{seat}", wager="Pot", cents=cents) for seat, cents in put.items()],
        Step("637a.8(b)(5)", "all_in", "seat_1"),
        Step("637a.11(g)", "fold", "seat_4"),
        Step("637a.7(c)", "gather"),
        Step("637a.11(h)", "bet", "seat_3", wager="Pot", cents=500),
    ]
    layout = Layout(in_progress=True).see_all(steps)
    assert layout.pots == [3700, 8000]
    assert [plain(atom) for atom in middle(layout)] == [
        "pot ●●●●● $37",
        "· side pot ●●●● $80",
        "· $5 bet in this betting round",
    ]
    dead = [Step("637a.7(c)", "bet", f"seat_{seat}", wager="Pot", cents=100, note="ante") for seat in (1, 2)]
    antes = [*dead, Step("637a.7(c)", "gather", note="dead")]
    assert Layout().see_all([steps[0], *antes, *steps[1:]]).pots == [3900, 8000]
    assert [plain(atom) for atom in middle(Layout(in_progress=True))] == ["pot $0"]


# ---------------------------------------------------------------------------- what is typed

RAISE = Ask(1, (Choice("fold"), Choice("call", 500, 500), Choice("raise", 1000, 9000, 100)), "637a.11(g)", already=200)
BET = Ask(1, (Choice("fold"), Choice("check"), Choice("bet", 500, 3000, 100)), "637a.11(h)")
SHORT = Ask(1, (Choice("fold"), Choice("call", 400, 400)), "637a.11(h)")
DRAW = Ask(1, (Choice("discard", of=tuple(parse("9c 4d As Ah Ad")), number=(1, 5)), Choice("keep")), "637a.13(g)")


@pytest.mark.parametrize(
    ("ask", "said", "means"),
    [
        (RAISE, "r 20", "raise 2000"),
        (RAISE, "raise to $ 20", "raise 2000"),
        (RAISE, "raise by 20", "raise 2500"),
        (RAISE, "by 5", "raise 1000"),
        (RAISE, "bet 12.50", "raise 1250"),
        (RAISE, "All-In", "raise 9000"),
        (RAISE, "allin", "raise 9000"),
        (RAISE, "c", "call"),
        (RAISE, "FOLD", "fold"),
        (RAISE, "r", "raise"),
        (BET, "c", "check"),
        (BET, "b 5", "bet 500"),
        (BET, "raise 7", "bet 700"),
        (BET, "by 7", "bet 700"),
        (SHORT, "all in", "call"),
        (DRAW, "discard 9c 4d", "discard 9c 4d"),
        (DRAW, "9c 4d", "discard 9c 4d"),
        (DRAW, "d 9c", "discard 9c"),
        (DRAW, "k", "keep"),
    ],
)
def test_what_is_typed_is_read(ask: Ask, said: str, means: str) -> None:
    chips = {RAISE: 8800, BET: 9000, SHORT: 400, DRAW: 0}[ask]
    assert poker_reply(said, ask, chips, "no limit") == means


def test_the_pot_may_be_said_where_it_is_the_limit() -> None:
    assert poker_reply("pot", BET, 9000, "pot limit") == "bet 3000"
    for ask, said, words in (
        (BET, "pot", "this table is no limit"),
        (BET, "all in", "not 'all in'"),
        (BET, "b 40", "bet to a total of $5 to $30, not $40"),
        (BET, "by x", "is not an amount in dollars"),
        (RAISE, "raise by 1", "raise to a total of $10 to $90, not $6"),
        (SHORT, "pot", "this table is no limit"),
    ):
        with pytest.raises(PitbossError, match=re.escape(words)):
            poker_reply(said, ask, 9000, "no limit")


def test_amounts_are_said_to_be_totals(pipe: Run) -> None:
    ran = pipe("play", "poker", "--seed", 1, "--set", "structure=no limit", lines="\n?\nr 3\nr 10\n")
    told = " ".join(ran.out.split())
    assert "[c]all $3 more [r]aise to $10 … $500" in told
    assert "to a total of $10 to $500 in this betting round, of which $2 is in already" in told
    assert "seat 1 may raise to a total of $10 to $500, not $3 (§ 637a.11(g))" in told
    assert "seat 1: raise to $10 ($8 more)" in told


def test_a_hint_speaks_of_dollars(pipe: Run) -> None:
    for seed in range(30):
        told = " ".join(pipe("play", "poker", "--seed", seed, "--rounds", 1, lines="\nhint\nc\nhint\n" + CALLS).out.split())
        if "A bot in your seat would bet $5: " in told or "A bot in your seat would raise to $10: " in told:
            return
    raise AssertionError("no hint to bet in thirty hands")


# ---------------------------------------------------------------------------- between two hands


def test_sitting_out_and_coming_back(pipe: Run, tmp_path: Path) -> None:
    log = tmp_path / "log"
    ran = pipe("play", "poker", "--seed", 3, "--rounds", 2, "--log", log, lines="sit out\n" + CALLS)
    first, _, second = ran.out.partition("─ round 2 ─")
    assert "sits out" in first and "seat 1 you" in first
    assert "sits out" not in second and "▒▒" in second
    assert '"player steps away"' in log.read_text() and '"player returns"' in log.read_text()
    assert pipe("replay", log).status == 0


def test_one_of_several_sits_out(pipe: Run) -> None:
    ran = pipe("play", "poker", "--seed", 3, "--seats", 3, "--bots", 0, "--rounds", 1, lines="sit out 2\n" + CALLS)
    assert ran.status == 0 and "Sitting: 1 round" in ran.out
    assert ran.out.count("sits out") >= 1 and "seat 2 (you 2) ›" not in ran.out


def test_nobody_plays_alone(pipe: Run) -> None:
    ran = pipe("play", "poker", "--bots", 0, "--rounds", 1, lines="\nbots 1\nbots 20\nbots 12\nc\n" + CALLS)
    told = " ".join(ran.out.split())
    assert "A hand needs two players" in told and "Bots take seat 2." in told
    assert "'c' is not understood here" in told
    assert ran.status == 0 and "Sitting: 1 round" in told


def test_whoever_has_lost_all_may_buy_chips(pipe: Run) -> None:
    arguments = ("--seed", 3, "--bots", 1, "--set", "structure=no limit", "--rounds", 40)
    ran = pipe("play", "poker", *arguments, lines="\nall in\nc\nk\nshow\n" * 200)
    told = " ".join(ran.out.split())
    assert ran.status == 0
    assert "“add 500” buys chips" in told or "adds $500 to the table stakes" in told
    lines = "add\nadd x\nadd 100 to 7\nadd 250\nquit\n"
    told = " ".join(pipe("play", "poker", lines=lines).out.split())
    assert told.count("how many dollars are added") == 3
    assert "seat 1 adds $250 to the table stakes" in told and "has $750" in told


def test_help_between_hands_and_no_pay_tables(pipe: Run) -> None:
    told = " ".join(pipe("play", "553", lines="?\npaytable\nhint\nrule 8(b)\nquit\n").out.split())
    assert "deals the next hand" in told and "the next hand is dealt without you" in told
    assert "This game has no pay tables" in told and "Nothing to decide yet" in told


# ---------------------------------------------------------------------------- what the house chose


def test_choices_of_the_house_are_said_on_the_command_line(pipe: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('variant = "razz"\nsmall_bet = 400\nbig_bet = 800\n')
    ran = pipe("play", "poker", "--house", house, "--set", "structure=spread", lines="quit\n")
    assert "Razz (§ 637a.9(a)), spread: bets of $4 to $8" in ran.out
    ran = pipe("play", "poker", "--house", house, "--set", "variant=omaha", "--set", "small_bet=200", lines="quit\n")
    assert "Omaha (§ 637a.9(a)), limit: bets of $2, later $8" in ran.out
    ran = pipe("play", "565", "--set", "table_minimum=1000", lines="quit\n")
    assert "Table limits $10 to" in ran.out
    ran = pipe("play", "677a", "--set", "trips_plus=B", "--set", 'dealing="hand"', lines="paytable\n")
    assert "Trips Plus, table B" in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--set", "razz"), "a choice is option=value"),
        (("--set", "=razz"), "a choice is option=value"),
        (("--set", "variant=bridge"), 'variant = "bridge" is not allowed'),
        (("--set", "varian=razz"), "did you mean variant?"),
        (("--set", "small_bet=much"), "must be a whole number"),
        (("--set", "small_bet=1\nbig_bet=2"), "must be a whole number"),
        (("--set", "variant=razz", "--bots", "8"), "there is no seat 9"),
        (("--resume", "--log", "a.log", "--set", "variant=razz"), "leave --set out"),
    ],
)
def test_a_bad_choice_is_one_line(pipe: Run, arguments: tuple[str, ...], words: str) -> None:
    ran = pipe("play", "poker", *arguments, lines="\n")
    assert ran.status == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1


# ---------------------------------------------------------------------------- sentences


def test_money_in_the_pot_reads_as_dollars() -> None:
    steps = [
        Step("637a.7(c)", "bet", "seat_1", wager="Pot", cents=100, note="ante"),
        Step("637a.7(c)", "bet", "seat_2", wager="Pot", cents=100, note="ante"),
        Step("637a.11(g)", "bet", "seat_1", wager="Pot", cents=1800, note="raises to 2000"),
        Step("637a.11(g)", "decide", "seat_2", cents=2000, note="call"),
        Step("637a.11(g)", "bet", "seat_2", wager="Pot", cents=1500, note="calls"),
        Step("637a.17(d)", "refund", "seat_1", wager="Pot", cents=50, note="nobody called it"),
        Step("637a.17(b)(1)", "rake", wager="Pot", cents=200, note="the rake"),
        Step("637a.15(c)", "contribute", wager="Pot", cents=100, note="bad beat"),
        Step("637a.11(k)", "award", "seat_2", wager="Pot", cents=3050, note="the best high hand"),
    ]
    assert [sentence(line) for line in tell(steps)] == [
        "Antes: seat 1 $1 · seat 2 $1",
        "seat 1 puts $18 into the pot (raises to $20)",
        "seat 2: call $15",
        "Gives $0.50 back to seat 1 (nobody called it)",
        "Takes a rake of $2",
        "$1 of the pot goes to the bad beat fund",
        "Pushes $30.50 to seat 2 (the best high hand)",
    ]

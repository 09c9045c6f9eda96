"""`pitboss play` through a pipe: wagers, decisions, help, refusals, the end of the input, the options of the command."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

Run: TypeAlias = Callable[..., Any]  # the fixtures `pipe` and `program`
GAMES = ("three-card-poker", "blackjack", "heads-up-hold-em")


def until(pipe: Run, words: str, lines: str) -> Any:
    """The first of some rounds of Blackjack in which these words are seen."""
    runs = (pipe("play", "blackjack", "--seed", seed, "--rounds", 1, lines=lines) for seed in range(100))
    return next(ran for ran in runs if words in ran.out)


@pytest.mark.parametrize("game", GAMES)
def test_a_pipe_plays_rounds_of_every_game(pipe: Run, game: str, answers: dict[str, str]) -> None:
    ran = pipe("play", game, "--seed", 3, "--seats", 2, "--bots", 2, "--rounds", 4, lines=answers[game])
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("· over") == 4
    assert "Sitting: 4 rounds" in ran.out
    assert "seat 1 you 1" in ran.out and "seat 3 bot 1" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80 + len("seat 1 (you 1), $10,000: your wagers? no insurance")
    assert "\x1b" not in ran.out


def test_every_step_is_a_line_with_its_section(pipe: Run) -> None:
    ran = pipe("play", "565", "--seed", 3, "--rounds", 1, lines="ante 10 pair plus 5\nplay\n")
    steps = [line for line in ran.out.splitlines() if line.startswith("§ 565.")]
    assert any(line.startswith("§ 565.8(d)") and "Deals:" in line for line in steps)
    assert any(line.startswith("§ 565.7(a)(2)") and "$5 Pair Plus" in line for line in steps)
    assert any(line.startswith("§ 565.11(c)") and "Dealer shows" in line for line in steps)


def test_the_welcome_names_chapter_edition_limits_and_wagers(pipe: Run) -> None:
    ran = pipe("play", "three-card-poker", lines="")
    assert ran.status == 0
    for words in ("Three Card Poker", "chapter 565", "temporary", "$5 to $500", "Pair Plus (§ 565.7(a)(2))", "?", "quit"):
        assert words in ran.out


@pytest.mark.parametrize(
    ("line", "placed"),
    [
        ("10", "seat 1 $10 Ante"),
        ("", "seat 1 $5 Ante"),
        ("$7.50", "seat 1 $7.50 Ante"),
        ("ante 10 pair plus 5", "seat 1 $5 Pair Plus"),
        ("Ante=10, Pair Plus=5", "seat 1 $5 Pair Plus"),
        ("pp 5", "seat 1 $5 Pair Plus"),
        ("10 pair-plus 5", "seat 1 $5 Pair Plus"),
        ("$10 on the ante and $5 on pair plus", "seat 1 $5 Pair Plus"),
    ],
)
def test_ways_to_write_a_wager(pipe: Run, line: str, placed: str) -> None:
    assert placed in pipe("play", "565", "--seed", 3, "--rounds", 1, lines=f"{line}\nplay\n").out


def test_an_ante_implies_the_equal_odds(pipe: Run) -> None:
    assert "seat 1 $10 Ante, $10 Odds" in pipe("play", "677a", "--seed", 3, lines="10\n").out


def test_illegal_wagers_are_refused_with_the_rule_and_asked_again(pipe: Run) -> None:
    lines = "2\n10.30\nraise 5\ntrips plus 5\nante 10 odds 20\nante 10 ante 5\n-5\nfive\nante\n10 20\n0\n1000000000\n10\n"
    ran = pipe("play", "677a", "--seed", 3, lines=lines)
    assert ran.out.count("✗") == 12
    for words in (
        "must be $5 to $500, not $2 (§ 677a.7(d)(1))",
        "multiple of $0.50",
        "the Raise Wager is made when the dealer offers it, not before (§ 677a.11(b))",
        "does not offer the Trips Plus Wager (§ 677a.7(d)(3))",
        "the Odds Wager must equal the Ante of $10, not $20",
        "named twice",
        "cannot be read as a wager in dollars",
        "there is no 'five' wager here",
        "how much on Ante?",
        "two amounts for one wager",
    ):
        assert words in " ".join(ran.out.split())
    assert "seat 1 $10 Ante, $10 Odds" in ran.out


def test_illegal_decisions_are_refused_with_the_rule_and_asked_again(pipe: Run) -> None:
    ran = pipe("play", "677a", "--seed", 3, lines="10\nraise 31\nraise 5.25\nraise 1,00\nfold\nstand\nr\n5\nr 7.50\n")
    told = " ".join(ran.out.split())
    assert "seat 1 may raise $5 to $30, not $31 (§ 677a.11(b))" in told
    assert "$5.25 is not a multiple of $0.50" in told
    assert "not 'raise 1,00'" in told
    assert "not 'fold'" in told
    assert "must say how much" in told
    assert "seat 1: raise ($7.50 on Raise)" in told


def test_an_empty_line_is_told_what_may_be_answered(pipe: Run) -> None:
    ran = pipe("play", "565", lines="10\n\n")
    assert "✗ seat 1 may play ($10) or fold (§ 565.11(b))" in ran.out
    assert "not ''" not in ran.out


def test_a_letter_that_may_mean_two_things_is_asked_again(pipe: Run) -> None:
    ran = until(pipe, "[su]rrender", lines="10\n\ns\nst\n")
    assert "'s' may mean stand or " in ran.out
    assert "seat 1: stand" in ran.out


def test_split_hands_lie_beside_each_other_and_are_played_in_turn(pipe: Run) -> None:
    ran = until(pipe, "[sp]lit", lines="10\n\nsplit\n" + "stand\n" * 6)
    assert ran.status == 0
    told = " ".join(ran.out.split())
    assert "seat 1 splits:" in told
    assert "▶ hand 1" in ran.out or "▶ hand 2" in ran.out
    assert "1 you Blackjack $10" in told and "Blackjack split 1 $10" in told


@pytest.mark.parametrize("game", GAMES)
def test_help_at_every_prompt(pipe: Run, game: str, answers: dict[str, str]) -> None:
    ran = pipe("play", game, "--seed", 6, "--rounds", 1, lines="?\nhelp\n10\n?\nhelp\n" + answers[game])
    assert ran.status == 0
    assert ran.out.count("quit   ") >= 4
    assert "amounts are dollars" in ran.out


def test_help_says_the_paragraph_in_our_own_words(pipe: Run) -> None:
    ran = pipe("play", "565", "--seed", 3, "--rounds", 1, lines="10\n?\nplay\n")
    assert "each player with an Ante is asked" in " ".join(ran.out.split())


def test_rule_paytable_and_table_are_answered_anywhere(pipe: Run) -> None:
    lines = "rule 565.12(d)\npaytable\ntable\nrule\nrule 999.1\n10\nrule 12(e)\npaytable\ntable\nplay\n"
    ran = pipe("play", "565", "--seed", 3, "--rounds", 1, lines=lines)
    assert ran.status == 0
    assert ran.out.count("Mini royal flush") == 2 and ran.out.count("Ante Bonus") == 2
    assert "§ 565.12(d)\n" in ran.out and "§ 565.12(e)\n" in ran.out
    assert "is not a paragraph" in ran.out
    lines = "rule § 677a.11(h)(2)(iii)(b)\nrule 677a.99\nrule 677a\n"
    ran = pipe("play", "677a", lines=lines)
    assert "§ 677a.11(h)(2)(iii)(B)\n" in ran.out
    assert ran.out.count("✗") == 2


def test_pay_tables_in_force_are_those_the_house_chose(pipe: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('[house]\ntrips_plus = "B"\n')
    ran = pipe("play", "677a", "--house", house, lines="paytable\n10 trips plus 5\n")
    assert "Trips Plus, table B" in ran.out
    assert "table A" not in ran.out and "Pocket Bonus" not in ran.out
    assert "$5 Trips Plus" in ran.out
    version = tmp_path / "version.toml"
    version.write_text('version = "565.7(f)(1)"\nante_bonus = "C"\n')
    assert "Ante Bonus, table C" in pipe("play", "565", "--house", version, lines="paytable\n").out
    own = pipe("play", "559", "--set", 'three_card_bonus={Straight="9 to 1"}', lines="paytable\n").out
    assert own.count("Three Card Bonus ") == 1 and "9 to 1" in own, "the house's own rows, and once"


def test_payouts_stated_in_a_sentence_are_shown_where_they_hold(pipe: Run) -> None:
    plain = " ".join(pipe("play", "633a", lines="paytable\n").out.split())
    assert "Blackjack § 633a.13(a) Blackjack 3 to 2 All other winning hands 1 to 1" in plain
    assert "633a.12(a)(5)(i)" not in plain
    assert "§ 633a.12(a)(5)(i)" in pipe("play", "633a", "--set", "blackjack_switch=true", lines="paytable\n").out
    aces = pipe(
        "play", "563", "--set", "aces_against_aces=true", "--set", "aces_against_aces_odds=2500", lines="paytable\n"
    ).out
    assert "2500 to 1" in aces and "1000 to 1" not in aces


def test_sitting_out_and_nobody_betting(pipe: Run) -> None:
    ran = pipe("play", "565", "--seed", 3, "--seats", 2, "--rounds", 1, lines="-\npass\n-\n10\nplay\n")
    assert ran.status == 0
    assert "Nobody has placed a wager" in ran.out
    assert "sits out" in ran.out
    assert "seat 2 (you 2) " in ran.out.splitlines()[-1]


def test_bots_play_on_while_everybody_here_sits_out(pipe: Run) -> None:
    ran = pipe("play", "565", "--seed", 3, "--bots", 1, "--rounds", 1, lines="pass\n")
    assert ran.status == 0
    assert "sits out" in ran.out and "2 bot 1" in ran.out


def test_bots_take_free_seats_on_request(pipe: Run) -> None:
    ran = pipe("play", "565", "--seed", 3, "--rounds", 1, lines="bots 2\nbots 9\nbots\n10\nplay\n")
    assert "Bots take seats 2, 3." in ran.out
    assert "4 of the 7 seats are free, not 9 (§ 565.2(a))" in ran.out
    full = pipe("play", "565", "--bots", 5, lines="bots 20\nbots " + 5000 * "9" + "\nbots 0\nquit\n").out
    assert "1 of the 7 seats is free, not 20 (§ 565.2(a))" in full and full.count("How many bots?") == 2
    assert "3 bot 2" in ran.out


def test_the_end_of_the_input(pipe: Run, tmp_path: Path) -> None:
    assert pipe("play", "565", lines="").status == 0
    assert pipe("play", "565", lines="quit\n").status == 0
    ran = pipe("play", "565", lines="10\n")
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert "the input ended when seat 1 was asked to play ($10) or fold (§ 565.11(b))" in ran.err
    log = tmp_path / "a.log"
    assert f"--resume --log {log}" in pipe("play", "565", "--log", log, lines="10\n").err


def test_quitting_in_the_middle_of_a_round(pipe: Run, tmp_path: Path) -> None:
    ran = pipe("play", "565", lines="10\nquit\n")
    assert ran.status == 0
    assert "stays unfinished" in ran.out and "cannot be taken up again" in ran.out
    log = tmp_path / "a.log"
    assert f"--resume --log {log}" in " ".join(pipe("play", "565", "--log", log, lines="10\nquit\n").out.split())


def test_a_cut_is_offered_and_a_pipe_may_leave_it_unanswered(pipe: Run) -> None:
    told = " ".join(pipe("play", "blackjack", "--seed", 6, lines="10\n5\n50\nstand\n").out.split())
    assert "the cut must be 10 to 302 cards deep" in told
    assert "after 50 cards" in told
    ran = until(pipe, "[su]rrender", lines="10\nstand\n")
    assert ran.status == 0
    assert "seat 1: stand" in ran.out


def test_a_game_is_named_by_how_it_begins(pipe: Run) -> None:
    for name in ("three", "Three Card", "threecardpoker", "565"):
        ran = pipe("play", name, lines="quit\n")
        assert (name == "threecardpoker") == bool(ran.status)
        assert "did you mean three-card-poker?" in ran.err if ran.status else "chapter 565" in ran.out


def test_the_menu_reads_a_pipe_too(pipe: Run) -> None:
    ran = pipe("play", lines="")
    assert (ran.status, ran.err) == (0, "")
    assert "Three Card Poker" in ran.out
    ran = pipe("play", "--seed", 5, "--rounds", 1, lines="three-card-poker\n10\nplay\n")
    assert (ran.status, ran.err) == (0, "")
    assert "Sitting: 1 round" in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nonsense",), "there is no chapter 'nonsense'"),
        (("blakjack",), "there is no game 'blakjack'; did you mean blackjack?"),
        (("pai",), "'pai' may mean pai-gow-poker-2010 or pai-gow-poker"),
        (("633a", "--set", "smallest_chip=500"), "is $7.50, which chips of $5 do not pay: lower smallest_chip"),
        (("565", "--set", "table_minimum=10"), "is $0.10, which cannot be bet in chips of $0.50; amounts are cents"),
        (("565", "--set", "table_minimum=7.50"), "must be a whole number of cents"),
        (("565", "--seats", "5", "--bots", "3"), "there is no seat 8; the table has seats 1 to 7 (§ 565.2(a))"),
        (("677a", "--bots", "6"), "there is no seat 7; the table has seats 1 to 6 (§ 677a.2(a))"),
        (("565", "--resume"), "--log FILE"),
        (("565", "--resume", "--log", "/nowhere/a.log"), "cannot be read"),
        (("565", "--log", "/nowhere/a.log"), "cannot be written"),
        (("565", "--house", "/nowhere/house.toml"), "cannot be read"),
    ],
)
def test_bad_usage_is_one_line(pipe: Run, arguments: tuple[str, ...], words: str) -> None:
    ran = pipe("play", *arguments, lines="10\n")
    assert ran.status == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("table_minimum = 500\ndealing == 3\n", "line 2: not TOML"),
        ('dealing = "', "not TOML"),
        ("tabel_minimum = 500\n", "did you mean table_minimum"),
        ('dealing = "by mail"\n', "is not allowed"),
        ('chapter = "677a"\n', "chapter 677a, not of chapter 565"),
        ("house = 3\n", "[house]"),
    ],
)
def test_a_bad_house_is_one_line(pipe: Run, tmp_path: Path, text: str, words: str) -> None:
    house = tmp_path / "house.toml"
    house.write_text(text)
    ran = pipe("play", "565", "--house", house, lines="10\nplay\n")
    assert ran.status == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_a_table_too_small_for_its_players_leaves_no_log(pipe: Run, tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    assert pipe("play", "565", "--seats", 8, "--log", log).status == 2
    assert not log.exists()


def test_who_has_no_chips_left_sits_out(pipe: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text("table_minimum = 1000000\ntable_maximum = 1000000\nsmallest_chip = 1000000\n")
    ran = pipe("play", "565", "--seed", 1, "--house", house, "--rounds", 30, lines="\nplay\nfold\n" * 60)
    assert ran.status == 0
    assert "cannot play $10,000" in ran.out  # nothing is left for the Play Wager
    assert "less than the least wager of $10,000, and sits out" in " ".join(ran.out.split())


def test_no_colour_and_plain_letters_where_the_terminal_knows_no_more(program: Run) -> None:
    ran = program("play", "565", "--seed", "3", "--rounds", "1", lines="10\nplay\n", PYTHONIOENCODING="ascii")
    assert ran.status == 0
    assert ran.out.isascii()
    assert "Sitting: 1 round" in ran.out


def test_as_a_program(program: Run, answers: dict[str, str]) -> None:
    ran = program("play", "blackjack", "--seed", "6", "--rounds", "2", lines=answers["blackjack"])
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("· over") == 2


WORDS = """10 5|7.50|ante 10|pair plus 5|odds 5|play|fold|check|raise|raise 3x|raise 10|hit|stand|double|split
|surrender|insurance|no insurance|?|help|rule 565.12(d)|paytable|table|-|pass||x|bots 1|$|=|ante|§|raise $ 5|play -1"""


@settings(max_examples=60)
@given(
    st.sampled_from(GAMES), st.integers(0, 50), st.lists(st.sampled_from(WORDS.split("|")) | st.text(max_size=12), max_size=40)
)
def test_no_input_ends_in_anything_but_a_sentence(pipe: Run, game: str, seed: int, lines: list[str]) -> None:
    ran = pipe("play", game, "--seed", seed, "--bots", 1, lines="\n".join(lines))
    assert ran.status in (0, 2)
    assert ran.err.count("\n") == (ran.status == 2)

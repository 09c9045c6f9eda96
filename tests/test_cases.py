"""The rule cases of every chapter, and that a case with a wrong expectation fails."""

import re
from pathlib import Path
from typing import get_args

import pytest

from pitboss.cases import played, run_case, steps_of
from pitboss.cases.poker import differences, play_poker_case
from pitboss.cases.reading import read_case, read_toml
from pitboss.errors import BadCase, PitbossError
from pitboss.games import BANKED, NONBANKED
from pitboss.games.nonbanked.rules import play_of
from pitboss.table.steps import Act

DOCUMENT = Path(__file__).parent.parent / "docs" / "cases.md"
ACTS = frozenset(get_args(Act))
CASES = sorted((Path(__file__).parent / "cases").glob("*/*.toml"))


@pytest.mark.quick
@pytest.mark.parametrize("path", CASES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_case(path: Path) -> None:
    found, steps = played(path)
    assert found == []
    assert {step.split()[1] for step in steps} <= ACTS


def test_there_are_at_least_forty_cases_a_game() -> None:
    for chapter in BANKED | NONBANKED:
        assert sum(p.parent.name == chapter for p in CASES) >= 40


@pytest.mark.parametrize("path", CASES[::7], ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_wrong_expectation_fails(path: Path, tmp_path: Path) -> None:
    words = path.read_text(encoding="utf-8")
    file = tmp_path / path.name
    if path.parent.name in NONBANKED:
        head, expect = words.split("[expect]", 1)
        wrong = re.sub(r"(\d+)(?= *[,\]}\n])", lambda m: str(int(m[1]) + 7), expect + "\n", count=1)
        if wrong == expect + "\n":  # a void round: nothing is won
            wrong = re.sub(r"void *= *true", "void = false", expect)
        file.write_text(f"{head}[expect]{wrong}", encoding="utf-8")
        assert len(run_case(file)) == 1
        return
    head, expect = words.split("[expect.seat_", 1)
    wrong = re.sub(r"= (\d+)$", lambda m: f"= {int(m[1]) + 7}", expect, count=1, flags=re.M)
    assert wrong != expect
    file.write_text(head + "[expect.seat_" + wrong, encoding="utf-8")
    assert len(run_case(file)) == 1


def test_a_wrong_void_fails(tmp_path: Path) -> None:
    source = next(p for p in CASES if p.parent.name == "565").read_text(encoding="utf-8")
    file = tmp_path / "case.toml"
    file.write_text(source.replace("void = false", "void = true"), encoding="utf-8")
    assert run_case(file) == ["void: expected True, got False"]


POKER_VOID = next(p for p in CASES if p.parent.name == "637a" and p.stem == "two-cards-face-up-in-the-deck-are-a-misdeal")


def test_a_void_hand_of_poker_says_so_and_nobody_gains_or_loses_by_it() -> None:
    finished = play_poker_case(POKER_VOID, read_toml(POKER_VOID))
    assert differences({"void": True}, finished) == []
    finished.steps = [step for step in finished.steps if step.act != "void"]
    silent = f"void: the round is void by § {finished.void}, and its steps say nothing of it"
    assert differences({}, finished) == [silent]
    assert finished.ledger is not None
    finished.ledger.players["seat_1"] = -300
    assert differences({}, finished) == [silent, "void: seat_1 gains -$3 in a void hand"]


def test_what_the_room_is_told_of_a_hand_of_poker_is_what_the_steps_move() -> None:
    path = next(p for p in CASES if p.parent.name == "637a" and p.stem == "rake-of-pot-and-side-pot")
    finished = play_poker_case(path, read_toml(path))
    assert differences({}, finished) == []
    play_of(finished).outcome.rake += 1
    assert differences({}, finished) == ["rake: the steps move 700, and the room is told 701"]


GOOD = """chapter = "565"
[cards]
seat_1 = "Ah Kd 9c"
dealer = "Qh Jd 9s"
[[seat]]
number = 1
wagers = { Ante = 1000 }
decisions = ["play"]
[expect.seat_1]
Ante = 2000
Play = 2000
"""


def incident(kind: str, detail: str) -> str:
    """An incident at the deal, before what the case expects of seat 1."""
    return f'[[incident]]\nat = "deal"\nkind = "{kind}"\ndetail = {{ {detail} }}\n[expect.seat_1]'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Ah Kd 9c", "Ah Kd 1x", "'1x' is not a card"),
        ("Ah Kd 9c", "Qh Kd 9c", "the queen of hearts is used 2 times"),
        ("Ah Kd 9c", "Ah Kd Jk", "the joker is used 1 times, and the deck holds none"),
        ("number = 1", "number = 2", "cards are given to seat_1, but no"),
        ("number = 1", "number = 9", "there is no seat 9; the table has seats 1 to 7"),
        ("number = 1", "number = true", "seat number True"),
        ("Ante = 1000 }", 'Ante = "1000" }', "whole number of cents"),
        ("Ante = 1000 }", "Ante = 1000.0 }", "whole number of cents"),
        ('decisions = ["play"]', "decisions = 5", "must be a list of texts"),
        ('"Ah Kd 9c"', '["Ah"]', "must be a text"),
        ("Ah Kd 9c", "Ah Kd 9c 2c", "seat_1 is given 2c, which the rules deal to nobody there"),
        ("dealer =", 'moon = "2c"\ndealer =', "there is no place 'moon'"),
        ("Ante = 2000", "Ante = 2000.0", "whole number of cents"),
        ("Ante = 2000", "Anti = 0\nAnte = 2000", "is not a wager of chapter 565"),
        ("[expect.seat_1]", '[[incident]]\nkind = "shuffler jam"\n[expect.seat_1]', "an incident at None"),
        ("[expect.seat_1]", "[expect]\nvoid = 1\n[expect.seat_1]", "expect.void must be true or false"),
        ('chapter = "565"', 'chapter = "553"', "a Poker case needs 'variant'"),
        ("wagers = { Ante = 1000 }", "wagers = { Ant = 1000 }", "there is no Ant Wager"),
        ("wagers = { Ante = 1000 }", "wagers = { Ante = 10.5 }", "whole number of cents"),
        ('decisions = ["play"]', 'decisions = ["play", "dance"]', "known are"),
        ('decisions = ["play"]', 'decisions = ["raise"]', "seat 1 may play"),
        ('decisions = ["play"]', "decisions = []", "has no decision left"),
        ('decisions = ["play"]', 'decisions = ["play", "fold"]', "never asked for"),
        ("[expect.seat_1]", "[expect.seat_2]", "expect.seat_2 is not a seat of the case"),
        ('chapter = "565"', 'chapter = "565"\ncites = ["565.99"]', "no paragraph 565.99"),
        ('chapter = "565"', 'chapter = "999"', "there is no chapter '999'"),
        ('chapter = "565"', 'chapter = "565', "is not TOML"),
        ('chapter = "565"', 'chapter = "565"\nhause = 1', "'hause' is not part of a case"),
        ("[cards]", '[house]\ndealing = "by mail"\n[cards]', 'dealing = "by mail" is not allowed'),
        ("[expect.seat_1]", '[[incident]]\nat = "lunch"\nkind = "x"\n[expect.seat_1]', "an incident at 'lunch'"),
        ("[expect.seat_1]", '[[incident]]\nat = "deal"\nkind = "x"\n[expect.seat_1]', "has no incident 'x'"),
        ("Play = 2000\n", "Play = 2000\n[expect.house]\nmoon = 1\n", "nothing is known of house.moon"),
        ("[expect.seat_1]", '[expect]\nsteps = "all"\n[expect.seat_1]', "expect.steps must be a list of texts"),
        ("[expect.seat_1]", '[expect]\nsteps = ["565.99 pay"]\n[expect.seat_1]', "no paragraph 565.99"),
        ("[expect.seat_1]", '[expect]\nsteps = ["565.12 give"]\n[expect.seat_1]', "'give' is not an act"),
        ("[expect.seat_1]", incident("card face up", 'crad = "2c"'), "has no word 'crad'; did you mean card?"),
        ("[expect.seat_1]", incident("card face up", 'card = "Ah"'), "the ace of hearts is used 2 times"),
        ("[expect.seat_1]", incident("dealer card exposed", 'card = "2c"'), "dealer does not hold the 2 of clubs"),
        ("[expect.seat_1]", incident("dealer card exposed", 'card = "Ah"'), "dealer does not hold the ace of hearts"),
        ("[expect.seat_1]", incident("wrong number of cards", 'to = "dealer", cards = 3'), "3 cards are the right number"),
        ("[expect.seat_1]", incident("wrong number of cards", 'to = "community"'), "no cards are dealt to community"),
        ("[expect.seat_1]", incident("wrong number of cards", 'to = "seat_4"'), "seat_4 is not in the round"),
        ("[expect.seat_1]", incident("stub count wrong", "stub = 46"), "46 cards are the right number for the stub"),
        ("[expect.seat_1]", incident("stub count wrong", "stub = 999"), "999 is not a number of cards"),
        ("[expect.seat_1]", incident("wrong number of cards", "seat = 7"), "7 is not in the round"),
        ("[expect.seat_1]", incident("wrong number of cards", "seat = 1, cards = 3"), "right number for seat_1"),
        ("[expect.seat_1]", incident("wrong number of cards", "cards = 1000000"), "1000000 is not a number of cards"),
        ("[expect.seat_1]", incident("device out of order", 'device = "toaster"'), "neither the shuffling device nor"),
        ("[expect.seat_1]", incident("card drawn in error", 'card = ["4c"]'), "cannot be read"),
        ("dealer =", 'community = "9s"\ndealer =', "chapter 565 deals no community cards"),
        ('chapter = "565"', 'chapter = "565"\nwhy = ' + "9" * 5000, "is not TOML"),
        ("number = 1", "number = 1\nplayer = 7", "the player of seat 1 must be a name, not 7"),
        ("[expect.seat_1]", '[expect]\nasked = "seat_1"\n[expect.seat_1]', "expect.asked must be a list of texts"),
    ],
)
def test_a_case_that_makes_no_sense_is_refused_in_one_sentence(tmp_path: Path, old: str, new: str, message: str) -> None:
    file = tmp_path / "case.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert run_case(file) == []
    assert old in GOOD
    file.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(BadCase) as refused:
        run_case(file)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_exposed_card_lies_in_the_hand_where_the_case_leaves_room(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    words = GOOD.replace('dealer = "Qh Jd 9s"\n', "").replace("[expect.seat_1]", incident("dealer card exposed", 'card = "2c"'))
    file.write_text(words.replace("Ante = 2000\nPlay = 2000", "Ante = 1000"), encoding="utf-8")
    assert run_case(file) == []


ORDER = """[expect]
steps = {steps}
drawn = {drawn}
[expect.seat_1]"""


@pytest.mark.parametrize(
    ("steps", "drawn", "differs"),
    [
        ('["565.8(d) deal seat_1", "565.11(c) reveal dealer", "565.12 pay seat_1 Play"]', '["seat_1", "dealer"]', ""),
        ('["* deal *", "565.11(c)", "565.11(e) discard seat_1"]', "[]", ""),
        ('["565.12(b) pay seat_1 Ante", "565.11(c) reveal dealer"]', "[]", "does not come in this order"),
        ('["565.12(c) return seat_1 Ante"]', "[]", "does not occur"),
        ("[]", '["seat_1", "seat_1"]', "drawn: expected seat_1, seat_1, got seat_1, dealer"),
    ],
)
def test_a_case_may_ask_for_the_order(steps: str, drawn: str, differs: str, tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(GOOD.replace("[expect.seat_1]", ORDER.format(steps=steps, drawn=drawn)), encoding="utf-8")
    found = run_case(file)
    assert len(found) == bool(differs)
    assert differs in "".join(found)


@pytest.mark.parametrize(
    ("asked", "differs"),
    [
        ('["seat_1"]', ""),
        ("[]", "asked: expected nobody, got seat_1"),
        ('["seat_1", "Seat_1"]', "asked: expected seat_1, seat_1, got seat_1"),
    ],
)
def test_a_case_may_say_who_is_asked(asked: str, differs: str, tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(GOOD.replace("[expect.seat_1]", f"[expect]\nasked = {asked}\n[expect.seat_1]"), encoding="utf-8")
    assert "".join(run_case(file)) == differs


TWO_POSITIONS = """
[house]
two_positions = {allowed}
[[seat]]
number = 1
player = "Ann"
wagers = {{ Ante = 1000 }}
decisions = ["fold"]
[[seat]]
number = {second}
player = "Ann"
wagers = {{ Ante = 1000 }}
decisions = ["fold"]
[expect.seat_1]
Ante = 0
"""


@pytest.mark.parametrize(
    ("allowed", "second", "refusal"),
    [("true", 2, ""), ("true", 3, "Ann's positions must be adjacent"), ("false", 2, "Ann may play 1 position, not 2")],
)
def test_a_case_may_say_who_holds_two_positions(allowed: str, second: int, refusal: str, tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text('chapter = "565"' + TWO_POSITIONS.format(allowed=allowed, second=second), encoding="utf-8")
    if not refusal:
        assert run_case(file) == []
        return
    with pytest.raises(BadCase, match=refusal) as refused:
        run_case(file)
    assert refused.value.cite == "565.7(e)"


def test_a_step_that_does_not_occur_is_answered_with_those_that_do(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    words = ORDER.format(steps='["565.11(e) rack seat_1"]', drawn="[]").replace("rack", "take")
    file.write_text(GOOD.replace("[expect.seat_1]", words), encoding="utf-8")
    under = "565.11(e) discard seat_1, 565.11(e) discard dealer"
    assert run_case(file) == [f"steps: '565.11(e) take seat_1' does not occur; under that paragraph: {under}"]
    assert steps_of(file)[-2:] == under.split(", ")


def test_the_cases_of_the_documentation_pass(tmp_path: Path) -> None:
    blocks = re.findall(r"((?:^    .*\n|^\n)+)", DOCUMENT.read_text(encoding="utf-8"), flags=re.M)
    cases = [block for block in blocks if "chapter =" in block and "[expect]" in block]
    assert len(cases) == 2
    for number, block in enumerate(cases):
        file = tmp_path / f"{number}.toml"
        file.write_text(re.sub(r"^    ", "", block, flags=re.M), encoding="utf-8")
        assert run_case(file) == []


BANKS = """chapter = "645a"
[[seat]]
number = 1
bank = true
[[seat]]
number = 2
bank = true
[expect]
void = false
"""


def test_two_banks_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(BANKS, encoding="utf-8")
    with pytest.raises(BadCase, match="seats 1 and 2 bank; only one player may bank a round"):
        run_case(file)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadCase, match="cannot be read"):
        read_case(tmp_path / "no.toml")


def poker_incident(kind: str, detail: str) -> str:
    """An incident at the deal, before what a case of Poker expects."""
    return f'[[incident]]\nat = "deal"\nkind = "{kind}"\ndetail = {{ {detail} }}\n[expect]'


POKER = """chapter = "637a"
variant = "hold'em"
actions = ["3: fold", "1: fold"]
[stakes]
structure = "no limit"
small_blind = 100
big_blind = 200
button = 3
[cards]
seat_1 = "Ah Kd"
[[seat]]
number = 1
stack = 10000
[[seat]]
number = 2
stack = 10000
[[seat]]
number = 3
stack = 10000
[expect]
won = { seat_2 = 200 }
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('chapter = "637a"\n', 'chapter = ""\n', "chapter"),
        ("button = 3", "button = 9", "the button is at one of the seats 1, 2, 3"),
        ("button = 3", "super_blind = 3", "'super_blind' is not part of [stakes]"),
        ("seat_1 =", "seat_7 =", "this case has no place seat_7 for cards"),
        ("seat_1 =", "dealer =", "this case has no place dealer"),
        ('"Ah Kd"', '"Ah Kd 2c"', "hold'em deals 2 there"),
        ('"Ah Kd"', '"Ah Ah"', "ace of hearts"),
        ('"Ah Kd"', '"Ah Jk"', "a joker"),
        ("{ seat_2 = 200 }", '"all"', "expect.won must be a table"),
        ("[expect]", '[[incident]]\nat = "noon"\nkind = "card face up"\n[expect]', "not at 'noon'"),
        ("[expect]", '[[incident]]\nat = "deal"\nkind = "card face up"\ndetail = "x"\n[expect]', "is a table"),
        ("[cards]", "[house]\nrake_levels = [1]\n[cards]", "rake_levels must be a list"),
        ("{ seat_2 = 200 }", "{ seat_2 = 200, banana = 0 }", "'banana', which is no seat of the case"),
        ("{ seat_2 = 200 }", "{ seat_2 = 200.0 }", "whole number of cents"),
        ("{ seat_2 = 200 }", "{ seat_2 = 200 }\npots = [200.0]", "whole numbers of cents"),
        ("{ seat_2 = 200 }", "{ seat_2 = 200 }\njackpot = false", "expect.jackpot must be a whole number of cents"),
        ('"3: fold"', '"3: puts 99999999"', "has $100 and cannot put down more"),
        ("[expect]", poker_incident("eligible player not dealt in", "seat = true"), "True is not a seat"),
        ("[expect]", poker_incident("eligible player not dealt in", 'seat = "one"'), "'one' is not a seat"),
        ("[expect]", poker_incident("card face up", 'card = "2c" }\nwhen = { a = 1'), "'when' is not part of an incident"),
        ("[cards]", "[house]\nadditional_blinds = [-5]\n[cards]", "additional_blinds must be a list"),
        ("small_blind = 100\nbig_blind = 200", "small_blind = 0\nbig_blind = 0", "begins with Blind Bets"),
    ],
)
def test_malformed_cases_of_poker_get_one_sentence(old: str, new: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text(POKER, encoding="utf-8")
    assert run_case(file) == []
    file.write_text(POKER.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PitbossError, match=re.escape(words)):
        run_case(file)

"""`pitboss diff`: two submissions or two editions, and what the changes do to the hold."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.errors import NotAuthorized, PitbossError, UnknownCitation
from pitboss.house import House
from pitboss.odds.catalogue import rows
from pitboss.odds.row import Row
from pitboss.submissions.diff import changes, in_force, told, touched
from pitboss.submissions.reading import BadSubmission, Submission, read
from tests.commands import pitboss

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function that writes a file and says where it is."""

    def written(name: str, words: str) -> Path:
        path = tmp_path / name
        path.write_text(words, encoding="utf-8")
        return path

    return written


def row(wager: str, table: str = "", edge: int = 1) -> Row:
    """A row of the odds with an edge of so many hundredths."""
    return Row("645a", wager, table, "", wager, None, Fraction(edge, 100))


def of(number: str, **given: object) -> Submission:
    """A submission that was not read from a file."""
    return Submission(number, House.of(number, given))


def test_a_submission_is_toml_or_json_with_or_without_a_house_table(write: Write) -> None:
    plain = read(str(write("a.toml", 'chapter = "677a"\ntrips_plus = "A"\n')))
    apart = read(str(write("b.toml", 'chapter = "677a"\n[house]\ntrips_plus = "A"\n')))
    as_json = read(str(write("c.json", '{"chapter": "677a", "house": {"trips_plus": "A"}}')))
    assert plain.house.values == apart.house.values == as_json.house.values
    assert plain.house["trips_plus"] == "A" and not plain.edition
    assert read("heads-up-hold-em").edition and read("677a").house["trips_plus"] == ""


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("a.toml", "trips_plus = \n", "line 1: not TOML"),
        ("a.toml", 'trips_plus = "A"\n', "does not say which chapter it is about"),
        ("a.toml", 'chapter = "677a"\nhouse = 3\n', "house must be a table of options"),
        ("a.json", '{"chapter": ', "line 1: not JSON"),
        ("a.json", "[1]", "not an object with fields"),
        ("a.json", "[" * 100_000, "nested too deeply"),
        ("a.toml", 'chapter = "677a"\ntrips_plus = "Q"\n', 'allowed are "", "A", "B", "C", "D" (§ 677a.12(e))'),
        ("a.toml", 'chapter = "999"\n', "there is no chapter '999'"),
    ],
)
def test_a_bad_submission_is_refused_in_one_sentence(write: Write, name: str, words: str, message: str) -> None:
    with pytest.raises(PitbossError) as refused:
        read(str(write(name, words)))
    assert message in str(refused.value) and "\n" not in str(refused.value)


def test_who_files_a_submission_and_from_when_is_no_choice_of_the_house(write: Write) -> None:
    plain, dated = write("a.toml", 'chapter = "565"\n'), 'chapter = "565"\nholder = "X"\neffective = 2026-01-01\n'
    assert read(str(write("b.toml", dated))).house.values == read(str(plain)).house.values


def test_what_is_neither_a_file_nor_a_chapter_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownCitation, match='no file and no chapter "ludo"'):
        read("ludo")
    with pytest.raises(BadSubmission, match="cannot be read: No such file"):
        read(str(tmp_path / "none.toml"))


def test_options_that_differ_are_told_with_their_section() -> None:
    a, b = of("677a", trips_plus="A"), of("677a", trips_plus="C", table_minimum=1000)
    found = {change.name: (change.kind, change.section, change.a, change.b) for change in changes(a, b)}
    assert found["trips_plus"] == ("option", "677a.12(e)", "A", "C")
    assert found["table_minimum"][2:] == (500, 1000) and len(found) == 2
    assert "  trips plus (§ 677a.12(e)): A → C" in told(changes(a, b))
    assert changes(a, a) == []


def test_only_editions_of_one_game_are_compared() -> None:
    with pytest.raises(NotAuthorized, match="not editions of one game"):
        changes(read("565"), read("557"))
    assert changes(read("645a"), read("561")) and changes(read("553"), read("637a"))


def test_an_edition_that_adds_a_pay_table_says_so() -> None:
    lines = told(changes(read("561"), read("645a")))
    assert "  Fortune Bonus A (§ 645a.13(b)): new" in lines and "  chapter: 561 → 645a" in lines
    assert "  Fortune Bonus A (§ 645a.13(b)): gone" in told(changes(read("645a"), read("561")))


@pytest.mark.parametrize(
    ("number", "given", "wager", "table", "offered"),
    [
        ("677a", {}, "Trips Plus", "A", False),
        ("677a", {"trips_plus": "B"}, "Trips Plus", "A", False),
        ("677a", {"trips_plus": "A"}, "Trips Plus", "A", True),
        ("677a", {}, "Ante", "", True),
        ("633a", {}, "Match-the-Dealer", "", False),
        ("633a", {"match_the_dealer": True}, "Match-the-Dealer", "", True),
        ("633a", {"lucky_ladies": True}, "Lucky Ladies Twenty Point Bonus", "", True),
        ("633a", {"kings_bounty": True}, "King's Bounty", "", True),
        ("559", {}, "Let It Ride Bonus", "", False),
        ("559", {"let_it_ride_bonus": "floor"}, "Let It Ride Bonus", "", True),
        ("645a", {}, "Bank", "", False),
        ("645a", {"player_bank": True}, "Bank", "", True),
    ],
)
def test_a_row_counts_where_the_house_offers_it(
    number: str, given: dict[str, object], wager: str, table: str, offered: bool
) -> None:
    assert in_force(row(wager, table), House.of(number, given)) is offered


def test_wagers_touched_are_those_that_bring_something_else() -> None:
    a, b = of("645a", fortune_bonus="A"), of("645a", fortune_bonus="B", pai_gow_insurance="A")
    solved = [row("Pai Gow Poker"), row("Fortune Bonus", "A", 7), row("Fortune Bonus", "B", 9), row("Pai Gow Insurance", "A")]
    found = touched(a, b, lambda house: solved)
    assert [(w.row.wager, w.a and w.a.table, w.b and w.b.table, w.change) for w in found] == [
        ("Fortune Bonus", "A", "B", pytest.approx(0.02)),
        ("Pai Gow Insurance", None, "A", None),
    ]


def test_editions_are_compared_on_every_printed_table() -> None:
    old, new = read("561"), read("645a")
    by_chapter = {
        "561": [row("Pai Gow Poker", edge=2)],
        "645a": [row("Pai Gow Poker", edge=3), row("Fortune Bonus", "A"), row("Fortune Bonus", "B")],
    }
    found = touched(old, new, lambda house: by_chapter[house.chapter.chapter])
    assert [(w.row.wager, w.row.table, w.change) for w in found] == [
        ("Pai Gow Poker", "", pytest.approx(0.01)),
        ("Fortune Bonus", "A", None),
        ("Fortune Bonus", "B", None),
    ]


def test_the_command_gives_the_change_in_hold(write: Write) -> None:
    a = write("a.toml", 'chapter = "557"\naces_up = "I"\n')
    b = write("b.toml", 'chapter = "557"\naces_up = "VII"\n')
    answer = json.loads(pitboss("diff", str(a), str(b), "--json").stdout)
    [wager] = answer["wagers"]
    exact = {r.table: r.edge for r in rows("557") if r.wager == "Aces Up"}
    assert (wager["table_a"], wager["table_b"]) == ("I", "VII")
    assert Fraction(wager["hold_exact_b"]) - Fraction(wager["hold_exact_a"]) == exact["VII"] - exact["I"]
    assert wager["change"] == pytest.approx(float(exact["VII"] - exact["I"]))
    shown = pitboss("diff", str(a), str(b)).stdout
    assert "aces up (§ 557.12(a)(3)): I → VII" in shown and f"{float(exact['VII'] - exact['I']):+.4%}" in shown
    assert "say the same" in pitboss("diff", str(a), str(a)).stdout


def test_the_command_prices_a_version_of_three_card_poker(write: Write) -> None:
    b = write("b.toml", 'chapter = "565"\nversion = "565.7(f)(1)"\nante_bonus = "B"\n')
    answer = json.loads(pitboss("diff", "565", str(b), "--json").stdout)
    [wager] = [w for w in answer["wagers"] if w["wager"] == "Ante"]
    assert (wager["hold_a"], wager["hold_b"]) == (pytest.approx(0.03373, abs=1e-5), pytest.approx(0.047485, abs=1e-5))


def test_bad_files_end_the_command_with_status_2() -> None:
    done = pitboss("diff", "565", "nothing.toml")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "cannot be read" in done.stderr

"""Choices of the house on the command line: files and --set together, values that can be typed back, contradictions, near
names, one wager alone, and that long work says so."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.rulebook import typed
from pitboss.errors import NotAuthorized
from pitboss.house import House
from pitboss.rulebook import games
from pitboss.spelling import near
from pitboss.submissions.reading import changed, document_in, house_for, read, setting
from pitboss.terminal.progress import progress
from tests.commands import pitboss


@pytest.fixture
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "store"
    monkeypatch.setenv("PITBOSS_CACHE", str(folder))
    return folder


@pytest.fixture
def submission(tmp_path: Path) -> str:
    path = tmp_path / "house.toml"
    path.write_text('chapter = "565"\n[house]\ntable_minimum = 1000\n[house.pair_plus]\n"Flush" = "4 to 1"\n', encoding="utf-8")
    return str(path)


# ---------------------------------------------------------------------------- --house and --set


def test_a_submission_is_read_wherever_a_choice_can_be_set(submission: str, own_store: Path, tmp_path: Path) -> None:
    def edge(*args: str) -> float:
        [row] = json.loads(pitboss("odds", *args, "--wager", "Pair Plus", "--json").stdout)
        return float(row["house_edge"])

    plain, own = edge("565"), edge("565", "--house", submission)
    assert own < plain
    assert edge("565", "--set", 'pair_plus={"Flush"="4 to 1"}') == own == edge("--house", submission)
    assert edge("565", "--house", submission, "--set", 'pair_plus="floor"') == plain
    drawn = f"plot 565 --out {tmp_path}/p.svg --wager pair-plus"
    for command in ("strategy 565", "simulate 565 --rounds 5", "felt 565", drawn):
        done = pitboss(*command.split(), "--house", submission)
        assert done.returncode == 0, done.stderr
    assert "pair plus" in (tmp_path / "p.svg").read_text().lower()


def test_a_submission_for_another_chapter_is_refused(submission: str) -> None:
    for command in ("odds", "strategy", "simulate", "felt", "plot"):
        done = pitboss(command, "677a", "--house", submission)
        assert done.returncode == 2 and "chapter 565, not for chapter 677a" in done.stderr
    done = pitboss("odds", "565", "--house", "nowhere.toml")
    assert done.returncode == 2 and "cannot be read" in done.stderr


def test_what_a_change_does_needs_only_one_submission(submission: str, own_store: Path) -> None:
    shown = pitboss("diff", submission, "--set", 'pair_plus="floor"')
    assert shown.returncode == 0 and "pair plus (§ 565.12(d))" in shown.stdout
    [wager] = json.loads(pitboss("diff", "565", "--house", submission, "--json").stdout)["wagers"]
    assert wager["wager"] == "Pair Plus" and wager["change"] < 0
    assert pitboss("diff", "565").returncode == 2


def test_a_choice_said_by_its_other_name_replaces_that_of_the_file(tmp_path: Path) -> None:
    option = next(o for book in games() for o in book.options if o.also)
    number = option.section.split(".")[0]
    other = option.also[0]
    assert house_for(number, None, [f"{other}={typed(option.default)}"]).values[option.option] == option.default
    base = read(number)
    assert changed(base, None, [f"{other}={typed(option.default)}"]).house.values == base.house.values


# ---------------------------------------------------------------------------- values and pay tables


def test_every_default_and_every_allowed_value_can_be_typed_back() -> None:
    for book in games():
        for option in book.options:
            allowed = option.allowed if isinstance(option.allowed, list) else []
            for value in (option.default, *allowed):
                assert setting(f"{option.option}={typed(value)}") == (option.option, value)


def test_options_are_filtered_by_words() -> None:
    def names(*words: str) -> list[str]:
        return [row["option"] for row in json.loads(pitboss("options", *words, "--json").stdout)]

    assert "decks" in names("633a", "decks") and "dealing" not in names("633a", "decks")
    assert names("677a", "trips", "plus") == ["trips_plus"]
    shown = pitboss("options", "565", "pair_plus").stdout
    assert 'pair_plus = { "' in shown and 'default "floor"' in shown
    assert "default true" in pitboss("options", "677a", "abandoned").stdout
    wrong = pitboss("options", "633a", "dekcs")
    assert wrong.returncode == 2 and "did you mean decks" in wrong.stderr


def test_the_spelling_of_an_own_pay_table_is_in_the_error_and_works() -> None:
    with pytest.raises(NotAuthorized) as refused:
        House.of("565", {"pair_plus": "generous"})
    example = refused.value.message.partition("for example ")[2]
    name, rows = setting(example)
    assert House.of("565", {name: rows}).paytable("Pair Plus").rows == House.of("565").paytable("Pair Plus").rows


def test_the_examples_of_the_documentation_are_lawful() -> None:
    page = (Path(__file__).parents[1] / "docs" / "choices.md").read_text(encoding="utf-8")
    files = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    for words in files:
        found = document_in(words, Path("example.toml"))
        house_for(found.chapter, None, [f"{name}={typed(value)}" for name, value in found.given.items()])
    [said] = re.findall(r"--set '(pair_plus.*)'", page)
    assert dict([setting(said)]) == document_in(files[-1], Path("example.toml")).given


@pytest.mark.parametrize(
    ("number", "choices", "words"),
    [
        ("677a", ["community_first=true"], "community_first needs dealing from the automated shoe (§ 677a.10(g))"),
        ("655a", ["community_first=true", "dealing=hand"], "community_first needs dealing from the automated shoe"),
        ("677a", ["smallest_chip=2500"], "smallest_chip = $25 is more than table_minimum = $5"),
        ("565", ["dealing=hand", "shuffler=false"], "shuffler must be true (§ 565.9(a)(1))"),
    ],
)
def test_choices_that_contradict_each_other_are_refused_with_the_section(number: str, choices: list[str], words: str) -> None:
    with pytest.raises(NotAuthorized) as refused:
        house_for(number, None, choices)
    assert words in str(refused.value) and refused.value.cite.startswith(number)
    house_for(number, None, ["dealing=automated shoe"])


# ---------------------------------------------------------------------------- one wager alone


def test_one_wager_is_solved_alone(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_ANSWERS", "off")  # what comes with the package is not stored again
    rows = json.loads(pitboss("odds", "677a", "--wager", "trips plus", "--json").stdout)
    assert [(row["wager"], row["table"]) for row in rows] == [("Trips Plus", table) for table in "ABCD"]
    assert rows[0]["house_edge"] == pytest.approx(0.00740232, abs=5e-9)
    assert [path.name.rsplit("-", 3)[0] for path in own_store.iterdir()] == ["odds-trips-plus"]
    [one] = json.loads(pitboss("odds", "677a", "--wager", "Trips Plus", "--table", "c", "--json").stdout)
    assert one["table"] == "C"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("odds", "677a", "--wager", "Trip Plus"), "did you mean Trips Plus?"),
        (("odds", "677a", "--wager", "Pears"), "it has Ante, Pocket Bonus, Trips Plus"),
        (("odds", "677a", "--wager", "Trips Plus", "--table", "Q"), "it has A, B, C, D"),
        (("odds", "tree-card-poker"), "did you mean three-card-poker"),
        (("odds", "677a", "--set", "trip_plus=A"), "did you mean trips_plus"),
        (("odds", "677a", "--set", "dealing=manual sheo"), "did you mean manual shoe"),
        (("simulate", "677a", "--wager", "pocketbonus"), "did you mean Pocket Bonus"),
        (("plot", "677a", "--wager", "pocketbonus"), "did you mean Pocket Bonus"),
        (("plot", "677a", "--kind", "payout"), "did you mean payouts"),
        (("errata", "677a-raise-minimun"), "did you mean 677a-raise-minimum"),
        (("diff", "blakjack", "565"), "did you mean blackjack"),
        (("stratgy", "565"), "pitboss: No such command 'stratgy'; did you mean strategy?"),
        (("key", "creat"), "pitboss: No such command 'creat'; `pitboss key --help` shows"),
        (("rule", "blakjack"), "did you mean blackjack"),
    ],
)
def test_an_unknown_name_is_refused_at_once_with_near_ones(args: tuple[str, ...], words: str, own_store: Path) -> None:
    done = pitboss(*args)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert words in done.stderr
    assert not any(path.name.startswith("odds") for path in own_store.glob("*")), "nothing was solved"


def test_near_names() -> None:
    assert near("Trips", ["Ante", "Trips Plus"]) == ["Trips Plus"]
    assert near("", ["Ante"]) == [] and near("zzz", ["Ante"]) == []


# ---------------------------------------------------------------------------- long work says so


def test_long_work_announces_itself_where_there_is_no_terminal() -> None:
    code = "import time; from pitboss.terminal import progress as p; p.MOMENT = 0.1\n"
    code += "def work():\n end = time.process_time() + 0.5\n while time.process_time() < end: time.sleep(0); sum(range(1000))\n"
    code += "with p.progress('first') as tell:\n work(); tell('second', 0.0); tell('quick', 0.0); tell('quick', 1.0); work()\n"
    code += " tell('third', 0.0); work(); tell('idle', 0.0); time.sleep(0.5)"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "src")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert done.stdout == ""
    assert [line.split()[1] for line in done.stderr.splitlines()] == ["first", "third"]


def test_short_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("chapter 565") as tell:
        tell("Three Card Poker", 0.5)
    assert capsys.readouterr().err == ""


def test_long_work_has_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress("chapter 645a") as tell:
        tell("Pai Gow Poker", 0.5)
    shown = capsys.readouterr().err
    assert "Pai Gow Poker" in shown


# ---------------------------------------------------------------------------- the rulebook's commands


def rows_of(*args: str) -> list[dict[str, Any]]:
    done = pitboss(*args, "--json")
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


@pytest.mark.parametrize("words", [("58 Pa. Code § 565.8(b)",), ("58", "Pa.", "Code", "§", "565.8(b)"), ("Section 565.8(b)",)])
def test_a_citation_is_read_as_people_write_it(words: tuple[str, ...]) -> None:
    assert [row["paragraph"] for row in rows_of("rule", *words)] == [row["paragraph"] for row in rows_of("rule", "565.8(b)")]


def test_rules_are_found_by_words() -> None:
    rows = rows_of("rule", "misdeal")
    assert len(rows) > 10 and all("misdeal" in row["says"].lower() for row in rows)
    few = rows_of("rule", "misdeal", "565")
    assert few and all(row["paragraph"].startswith("565.") for row in few)
    assert {row["paragraph"] for row in few} < {row["paragraph"] for row in rows}
    shown = pitboss("rule", "misdeal").stdout
    assert f"{len(rows)} paragraphs of" in shown and "§ 555.14" in shown
    assert pitboss("rule", "xylophone").returncode == 2


def test_rules_are_found_by_asking() -> None:
    asked = ("four card poker: what if the delaer shows a card",)
    rows = rows_of("rule", *asked)
    assert rows[0]["paragraph"] == "557.13(d)" and rows[0].keys() == rows_of("rule", "557.13(d)")[0].keys()
    shown = pitboss("rule", *asked).stdout
    assert shown.startswith("read delaer as dealer\n§ 557.13(d)  Four Card Poker: Irregularities") and "of 1 chapter" in shown
    assert {row["paragraph"].split(".")[0] for row in rows_of("rule", "678a", "the shuffler jams")} == {"678a"}
    assert len({row["paragraph"].split(".")[0] for row in rows_of("rule", "the shuffler jams")}) > 3


def test_the_official_text_stands_beside_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    (tmp_path / "text.txt").write_text("(b) The words\nof the Board.\n", encoding="utf-8")
    (tmp_path / "INDEX.tsv").write_text("paragraph\tfile\tline\n565.8(b)\ttext.txt\t1\n", encoding="utf-8")
    named = pitboss("rule", "--official", str(tmp_path))
    assert named.returncode == 0 and "1 paragraph is shown" in named.stdout
    assert "(b) The words\n      of the Board." in pitboss("rule", "565.8(b)").stdout.replace(" \n", "\n")
    assert rows_of("rule", "565.8(b)")[0]["official"] == "(b) The words\nof the Board."
    assert pitboss("rule", "--official", str(tmp_path / "settings")).returncode == 2
    assert pitboss("rule", "--official", "").returncode == 0
    assert rows_of("rule", "565.8(b)")[0]["official"] == ""
    assert pitboss("rule").returncode == 2


def test_a_rule_says_which_text_it_is_of() -> None:
    shown = pitboss("rule", "565.8(b)").stdout
    assert "temporary, 2010-03-06" in shown and "40 Pa.B." in shown
    [row] = rows_of("rule", "565.8(b)")
    assert (row["edition"], row["dated"]) == ("temporary", "2010-03-06")


def test_one_erratum_by_its_name() -> None:
    assert [row["id"] for row in rows_of("errata", "677a-raise-minimum")] == ["677a-raise-minimum"]
    assert "at least the posted table minimum" in pitboss("errata", "677a-raise-minimum").stdout.lower()


def test_games_say_how_old_their_texts_are_and_what_replaces_them() -> None:
    shown = pitboss("games").stdout
    assert "replaced by 637a" in shown and "replaces 553" in shown and "years" in shown
    assert "only the Pennsylvania Code says" in shown


def test_coverage_is_filtered() -> None:
    assert rows_of("coverage", "--open") == []
    eight = rows_of("coverage", "565", ".8")
    assert eight[0]["paragraph"] == "565.8" and all(row["paragraph"].startswith("565.8") for row in eight)
    assert eight == rows_of("coverage", "565.8") == rows_of("coverage", "three-card-poker", "565.8")
    assert "565.10(a)" not in {row["paragraph"] for row in rows_of("coverage", "565", ".1")}
    assert pitboss("coverage", "565", ".99").returncode == 2

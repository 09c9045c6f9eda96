"""What an author forgot is told in a sentence that names the file and the key, and all of it at once."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss import games, rulebook
from pitboss.errors import NotAuthorized
from pitboss.house import House
from pitboss.proof.new_game import check_folder
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.table import Table
from tests.commands import pitboss
from tests.games import little_nine


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of Little Nine."""
    where = little_nine.write(tmp_path / "little-nine")
    yield where
    games.remove(where)


def change(path: Path, one: str, other: str) -> None:
    words = path.read_text(encoding="utf-8")
    assert one in words
    path.write_text(words.replace(one, other), encoding="utf-8")


def test_a_whole_folder_is_whole(folder: Path) -> None:
    assert check_folder(folder) == check_folder(little_nine.EXAMPLE) == []
    assert "998" not in rulebook.sources() and "999" not in rulebook.sources()


def test_everything_that_is_missing_is_told_at_once(folder: Path) -> None:
    data = folder / "chapter.toml"
    for one, other in (
        ('extends     = "one-deck"', ""),
        ('edition     = "example"\n', ""),
        ('unit    = "players"\n', ""),
        ('section   = "998.12(b)"', 'section   = "998.12(z)"'),
    ):
        change(data, one, other)
    change(folder / "game.py", 't.collect("998.12(b)"', 't.collect("998.77"')
    (folder / "cases" / "nine.toml").unlink()
    found = "\n".join(check_folder(folder))
    for words in (
        "cases has no rule case",
        "chapter.toml does not state edition",
        "[[limit]] seats does not state unit",
        "[[stated]] Ante has the section '998.12(z)'",
        "chapter.toml has no [[limit]] cut_depth",
        "chapter.toml has no [[option]] second_deck",
        "cites 998.77, which paragraphs.toml does not have",
        "pays by 998.12(b) without odds, and chapter.toml has no [[stated]] payout of it",
    ):
        assert words in found


def test_a_pay_table_and_an_option_that_are_missing_are_told(folder: Path) -> None:
    change(folder / "chapter.toml", '["", "A", "B"]', '["", "A", "C"]')
    assert f"{folder}/chapter.toml has no [[paytable]] C for Twins, which twins allows" in check_folder(folder)
    change(folder / "game.py", 'option="twins"', 'option="triplets"')
    assert any("has no [[option]] triplets, which offers the Twins Wager" in each for each in check_folder(folder))


def test_a_case_that_does_not_hold_is_told(folder: Path) -> None:
    change(folder / "cases" / "nine.toml", "Twins = 0", "Twins = 500")
    (found,) = check_folder(folder)
    assert found.startswith(f"{folder}/cases/nine.toml does not hold: ")


def test_a_missing_limit_names_file_and_key(folder: Path) -> None:
    change(folder / "chapter.toml", '"cards_per_hand"', '"cards"')
    with pytest.raises(NotAuthorized, match=r"little-nine/chapter.toml has no \[\[limit\]\] cards_per_hand"):
        games.add(folder)


def test_a_missing_option_names_file_and_key(folder: Path) -> None:
    change(folder / "chapter.toml", '"twins"', '"triplets"')
    games.add(folder)
    with pytest.raises(NotAuthorized, match=r"little-nine/chapter.toml has no \[\[option\]\] twins"):
        House.of("998").values["twins"]


def test_a_file_to_extend_that_is_missing_is_named(folder: Path) -> None:
    change(folder / "chapter.toml", '"one-deck"', '"two-decks"')
    assert any("there is no shared file 'two-decks' to extend" in each for each in check_folder(folder))


def test_a_payout_that_is_not_stated_names_file_and_key(folder: Path) -> None:
    change(folder / "game.py", 't.pay("998.12(b)"', 't.pay("998.77"')
    games.add(folder)
    table = Table("998", chance=Chance(seed=1), pauses=False)
    table.sit(1, "Ann", 1_000_00)
    with pytest.raises(NotAuthorized, match=r"little-nine/chapter.toml has no \[\[stated\]\] 998.77 Ante"):
        for _ in range(20):
            table.bet(1, {"Ante": 10_00})
            drive(table, bots)


def test_a_field_that_is_missing_names_the_file(folder: Path) -> None:
    change(folder / "chapter.toml", 'table     = "A"\n', "")
    with pytest.raises(NotAuthorized, match=r"little-nine/chapter.toml is not a chapter: it does not state 'table'"):
        games.add(folder)


def test_a_module_without_a_game_is_told(folder: Path) -> None:
    change(folder / "game.py", "GAME = Game(", "PLAY = Game(")
    with pytest.raises(NotAuthorized, match=r"little-nine/game.py has no GAME"):
        games.add(folder)
    games.remove(folder)
    done = pitboss("games", "--check", str(folder))
    assert done.returncode == 1 and done.stdout == f"{folder}/game.py has no GAME\n" and not done.stderr


def test_what_is_no_file_is_not_waited_for(folder: Path) -> None:
    (folder / "chapter.toml").unlink()
    os.mkfifo(folder / "chapter.toml")
    assert f"{folder}/chapter.toml cannot be read: it is a pipe or a device, not a file" in check_folder(folder)


def test_a_game_that_prints_does_not_spoil_the_answer(folder: Path) -> None:
    game = folder / "game.py"
    game.write_text(f'{game.read_text(encoding="utf-8")}\nprint("hello")\n', encoding="utf-8")
    done = pitboss("games", "--check", str(folder), "--json")
    assert (done.returncode, json.loads(done.stdout)) == (0, []) and "hello" in done.stderr
    game.write_text(f"{game.read_text(encoding='utf-8')}\nraise SystemExit(0)\n", encoding="utf-8")
    done = pitboss("games", "--check", str(folder), "--json")
    assert (done.returncode, len(json.loads(done.stdout))) == (1, 1) and "ends the program" in done.stdout


@pytest.mark.parametrize("effective", ['"soon"', "7", '"2026-13-01"'])
def test_slug_and_date_are_what_they_should_be(folder: Path, effective: str) -> None:
    words = (folder / "chapter.toml").read_text(encoding="utf-8")
    words = re.sub(r"(?m)^slug .*$", 'slug = "Little Nine!"', words)
    (folder / "chapter.toml").write_text(re.sub(r"(?m)^effective .*$", f"effective = {effective}", words), encoding="utf-8")
    found = check_folder(folder)
    assert any('hyphens between words, not "Little Nine!"' in each for each in found)
    assert any("effective must be a date such as" in each and each.endswith(effective) for each in found)

"""With a real terminal: the menu, colours, and leaving with the interrupt key."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from tests.person import Person

Run: TypeAlias = Callable[..., Any]  # the fixtures `pipe` and `program`


def test_the_menu_offers_what_can_be_played(people: list[Person], environment: dict[str, str]) -> None:
    people.append(person := Person(environment, "play", "--seed", 3))
    menu = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", person.reads("Which game?"))
    assert re.search(r"\d  Three Card Poker", menu) and re.search(r"1  Poker +553 ", menu)
    assert len(re.findall(r" [0-9]{3}a? ", menu)) == 16
    for line, answer in (("?", "its chapter"), ("99", "no game '99'"), ("pai", "may mean")):
        person.types(line)
        person.reads(answer)
    person.types("three")
    person.reads("your wagers?")
    person.types("10")
    assert "\x1b[" in person.reads("[?] help")  # in colour
    person.types("p")
    person.reads("round 2")
    person.types("quit")
    person.reads("Sitting: 1 round")
    person.reads("Which game?")  # back at the menu
    person.types("quit")
    assert person.leaves() == 0


def test_the_interrupt_key_leaves_with_the_log_intact(
    people: list[Person], environment: dict[str, str], pipe: Run, tmp_path: Path
) -> None:
    log = tmp_path / "a.log"
    people.append(person := Person(environment, "play", "565", "--seed", 3, "--log", log))
    person.reads("your wagers?")
    person.types("10")
    person.reads("[?] help")
    person.reads("seat 1 ›\x1b[0m ")
    person.interrupts()
    person.reads("stays unfinished")
    assert person.leaves() == 130
    assert pipe("play", "--resume", "--log", log, "--rounds", 1, lines="play\n").status == 0
    assert pipe("replay", log).status == 0


def test_a_table_killed_without_warning_is_taken_up(
    people: list[Person], environment: dict[str, str], pipe: Run, tmp_path: Path
) -> None:
    log = tmp_path / "a.log"
    people.append(person := Person(environment, "play", "677a", "--seed", 3, "--log", log))
    person.reads("your wagers?")
    person.types("10")
    person.reads("[?] help")
    person.program.kill()
    person.leaves()
    ran = pipe("play", "--resume", "--log", log, "--rounds", 1, lines="check\ncheck\nfold\n")
    assert ran.status == 0 and "round 1 goes on" in ran.out
    assert pipe("replay", log).status == 0


def test_closing_the_input_leaves_the_table(people: list[Person], environment: dict[str, str]) -> None:
    people.append(person := Person(environment, "play", "565"))
    person.reads("your wagers?")
    os.write(person.keyboard, b"\x04")
    person.reads("Sitting: 0 rounds")
    assert person.leaves() == 0


def test_poker_asks_which_variant_where_it_is_open(people: list[Person], environment: dict[str, str]) -> None:
    people.append(person := Person(environment, "play", "poker", "--seed", 3, "--bots", 2))
    listed = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", person.reads("Which one? [hold'em]"))
    assert "3  Razz" in listed and "10  Five-card stud" in listed
    for line, answer in (("?", "the number of a variant"), ("bridge", "no variant 'bridge'"), ("omaha h", "Omaha high-low")):
        person.types(line)
        person.reads(answer)
    person.reads("Enter deals the next hand")
    person.types("")
    person.reads("[?] help")
    person.types("f")
    person.reads("round 2")
    person.types("quit")
    person.reads("Sitting: 1 round")
    assert person.leaves() == 0


def test_a_variant_that_is_said_is_not_asked_for(people: list[Person], environment: dict[str, str]) -> None:
    people.append(person := Person(environment, "play", "553", "--set", "variant=five-card stud"))
    assert "Which one?" not in person.reads("Enter deals the next hand")
    os.write(person.keyboard, b"\x04")
    person.reads("Sitting: 0 rounds")
    assert person.leaves() == 0
    people.append(person := Person(environment, "play", "637a"))
    person.reads("Which one?")
    person.types("quit")
    assert person.leaves() == 0

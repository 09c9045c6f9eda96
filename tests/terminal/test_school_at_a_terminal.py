"""The dealer school with a real terminal: tab completion, leaving by the interrupt key, and a kill."""

from pathlib import Path

from tests.person import Person


def test_a_lesson_that_is_killed_goes_on_where_it_was(
    people: list[Person], environment: dict[str, str], tmp_path: Path
) -> None:
    saved = tmp_path / "own.jsonl"
    people.append(person := Person(environment, "school", "565", "--seed", 4, "--progress", saved))
    person.is_asked("You deal. Bots play at seats 1, 3, 5.", "you ›")
    person.types("s no mo", end="\t")
    person.reads("no more bets")
    person.types("")
    person.is_asked("✓", "you ›")
    person.types("d 1 3 5 d; d 1 3 5 d")
    person.is_asked("(8 acts)", "you ›")
    person.program.kill()
    person.leaves()
    people.append(person := Person(environment, "school", "565", "--progress", saved))
    person.is_asked("9 acts of this round were entered before", "you ›")
    person.types("d 1 3 5 d")
    person.is_asked("(4 acts)", "you ›")
    person.interrupts()
    person.reads("The same command goes on with it.")
    assert person.leaves() == 0
    assert len(saved.read_text().splitlines()) == 1 + 13


def test_a_drill_ends_with_its_summary_at_the_interrupt_key(
    people: list[Person], environment: dict[str, str], tmp_path: Path
) -> None:
    people.append(person := Person(environment, "school", "565", "--drill", "chips", "--progress", tmp_path / "own.jsonl"))
    person.is_asked("Cut", "› ")
    person.types("-")
    person.is_asked("✗", "› ")
    person.interrupts()
    person.reads("in all")
    assert person.leaves() == 1

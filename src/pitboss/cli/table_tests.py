"""The examiner's end of a table test that was dealt in the terminal (§ 527.5(a)): the score, the decision, the records."""

from datetime import date
from typing import TYPE_CHECKING

import msgspec

from pitboss.cli.app import print_json
from pitboss.cli.lessons import Asked
from pitboss.errors import PitbossError
from pitboss.files import read_text

if TYPE_CHECKING:
    from pitboss.school.table_tests import Criteria, Decision, Sheet
    from pitboss.table.game import Game

RESULTS = {"passed": True, "failed": False}


def decide_test(taught: "Game", asked: Asked) -> None:
    """Scores the last table test of a game by the criteria of the house, and puts the examiner's decision on record."""
    from pitboss.desk.register import PIT_BOSS, POSITIONS, enter_tests
    from pitboss.rulebook import chapter
    from pitboss.school.progress import open_progress, progress_file
    from pitboss.school.table_tests import Decision, register_entry, score

    if asked.decide not in RESULTS:
        raise PitbossError(f"--decide is passed or failed, not {asked.decide!r}")
    if not asked.examiner or not asked.dealer:
        raise PitbossError("name the dealer and the examiner: --dealer NAME --examiner NAME --position 'pit boss'", "527.5(a)")
    position = asked.position.strip().lower()
    if not position or (position in POSITIONS and POSITIONS.index(position) < POSITIONS.index(PIT_BOSS)):
        raise PitbossError(
            f"a table test is decided by an employee who is pit boss or higher: --position {position!r} is not", "527.5(a)"
        )
    saved = open_progress(progress_file(asked.progress))
    test = saved.last_lesson(taught.chapter)
    if test is None or not test.plan.at_end or test.plan.skipped:
        raise PitbossError("the last lesson is no table test: deal one with --at-end --automate none", "527.5(a)")
    if not test.is_over:
        raise PitbossError(f"round {test.ended + 1} of {test.plan.rounds} of the test is not dealt yet", "527.5(a)")
    criteria = criteria_of(asked)
    sheet = score(criteria, saved.marks(taught.chapter, test.number))
    today = date.today().isoformat()
    decision = Decision(RESULTS[asked.decide], asked.examiner, position, today, employer=asked.employer)
    entry = register_entry(asked.dealer, taught.chapter, decision)
    if asked.register is not None:
        beside = asked.register.with_name(f"test-of-{asked.register.name}")
        beside.write_text(entry, encoding="utf-8")
        try:
            enter_tests(asked.register, beside)
        finally:
            beside.unlink()
    if asked.out is not None:
        from pitboss.printing import write
        from pitboss.printing.table_tests import table_test

        matter = table_test(chapter(taught.chapter), test.verdicts(), True, asked.dealer, scored=sheet, decision=decision)
        paths = write(matter, asked.out)
        if not asked.as_json:
            print("\n".join(map(str, paths)))
    _show(sheet, decision, entry, asked)


def criteria_of(asked: Asked) -> "Criteria":
    """The criteria of the house, or the usual ones; raises PitbossError."""
    from pitboss.school.table_tests import read_criteria, usual_criteria

    if asked.criteria is None:
        return read_criteria(usual_criteria())
    try:
        return read_criteria(read_text(asked.criteria))
    except OSError as error:
        raise PitbossError(f"{asked.criteria} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PitbossError(f"{asked.criteria} is no text") from None


def _show(sheet: "Sheet", decision: "Decision", entry: str, asked: Asked) -> None:
    from pitboss.school.table_tests import in_points

    rows = [
        {
            "criterion": each.criterion.name,
            "right": each.right,
            "of": each.of,
            "least": each.criterion.least,
            "points": in_points(each.points),
            "most": each.criterion.points,
            "met": each.is_met,
        }
        for each in sheet.scores
    ]
    if asked.as_json:
        told = {"points": in_points(sheet.points), "of": sheet.of, "met": sheet.is_met}
        print_json({"criteria": rows, **told, "decision": msgspec.to_builtins(decision)})
        return
    for row in rows:
        met = "not demanded" if not row["of"] else "met" if row["met"] else f"not met: at least {row['least']}%"
        print(f"{row['criterion']:<68} {row['right']} of {row['of']}, {row['points']} of {row['most']} points, {met}")
    met = "met" if sheet.is_met else "not met"
    print(f"In all {in_points(sheet.points)} of {sheet.of} points: the criteria of the house are {met}.")
    print(f"{asked.dealer}: {asked.decide}, decided by {decision.by}, {decision.position} (§ 527.5(a)).")
    print(f"Entered in {asked.register}." if asked.register is not None else f"For the training register:\n{entry}".rstrip())

"""The dealer school at the terminal: which of its modes is asked for, and the lessons, drills and reports themselves."""

from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pitboss.errors import PitbossError
from pitboss.files import read_text
from pitboss.json_output import print_json

if TYPE_CHECKING:
    from pitboss.house import House
    from pitboss.school.plans import Plan
    from pitboss.school.progress import Begun
    from pitboss.school.table_tests import Criteria, Decision, Sheet
    from pitboss.table.game import Game
    from pitboss.terminal.school.drilling import Answered

ROUNDS = 3  # of a lesson
QUESTIONS = 20  # that are printed with their answers
TABLE = ("--seed", "--house", "--set")
SCRIPT = (*TABLE, "--players", "--case", "--automate", "--out", "--dealer", "--json")
ALLOWED = {  # beside each mode; "" is a lesson
    "": (
        *TABLE,
        "--players",
        "--case",
        "--rounds",
        "--practice",
        "--irregularities",
        "--automate",
        "--at-end",
        "--out",
        "--dealer",
        "--new",
        "--progress",
    ),
    "--script": SCRIPT,
    "--answers": SCRIPT,
    "--acts": ("--json",),
    "--drill": (*TABLE, "--count", "--cases", "--answers", "--json", "--progress"),
    "--today": ("--house", "--set", "--minutes", "--json", "--progress"),
    "--report": ("--house", "--set", "--json", "--progress"),
    "--best-play": ("--house", "--set", "--count", "--json", "--progress"),
    "--cards": ("--house", "--set", "--log"),
    "--handout": (*TABLE, "--count", "--out", "--json"),
    "--decide": (
        "--examiner",
        "--position",
        "--employer",
        "--criteria",
        "--dealer",
        "--register",
        "--out",
        "--json",
        "--progress",
    ),
}
RESULTS = {"passed": True, "failed": False}  # of a table test
NAMES = {"chosen": "--set", "as_json": "--json"}


class Asked(NamedTuple):
    """The options of `pitboss school`."""

    script: Path | None = None
    case: Path | None = None
    seed: int | None = None
    players: int = 3
    house: Path | None = None
    chosen: list[str] | None = None
    rounds: int | None = None
    practice: str | None = None
    irregularities: bool = False
    at_end: bool = False
    drill: str | None = None
    most: int | None = None
    cases: Path | None = None
    today: bool = False
    minutes: int = 20
    report: bool = False
    handout: bool = False
    best_play: bool = False
    cards: bool = False
    log: Path | None = None
    new: bool = False
    progress: Path | None = None
    automate: list[str] | None = None
    answers: bool = False
    acts: bool = False
    out: Path | None = None
    dealer: str = ""
    decide: str | None = None
    examiner: str = ""
    position: str = ""
    employer: str = ""
    criteria: Path | None = None
    register: Path | None = None
    as_json: bool = False

    @property
    def given(self) -> list[str]:
        """The options that are not left out."""
        names = {**NAMES, "most": "--count"}
        pairs = zip(self._fields, self, Asked(), strict=True)
        return [names.get(name, f"--{name.replace('_', '-')}") for name, value, usual in pairs if value not in (usual, [])]


def mode_of(asked: Asked) -> str:
    """What is asked for: the option that says so, "" for a lesson; raises PitbossError where options do not go together."""
    given = asked.given
    modes = ["--drill"] if asked.drill is not None else [mode for mode in ALLOWED if mode in given]
    if len(modes) > 1:
        raise PitbossError(
            "say one of --script FILE, --answers, --acts, --drill KIND, --today, --report, --handout, --best-play, "
            "--cards and --decide, not "
            f"{' and '.join(modes)}"
        )
    mode = modes[0] if modes else ""
    if stray := [option for option in given if option not in (mode, *ALLOWED[mode])]:
        raise PitbossError(f"{mode or 'a lesson'} stands with {', '.join(ALLOWED[mode])} only, not with {stray[0]}")
    return mode


def begin_lesson(taught: "Game", asked: Asked) -> bool:
    """Deals a lesson in the terminal, or goes on with one; whether nothing was wrong."""
    from pitboss.school.plans import Plan
    from pitboss.school.practice import practice_of
    from pitboss.school.progress import open_progress, progress_file
    from pitboss.terminal.opening import house_of
    from pitboss.terminal.school.dealing import run_lesson

    own = {"--seed", "--house", "--set", "--rounds", "--irregularities"}
    if asked.case is not None and own & {*asked.given}:
        raise PitbossError("a case has cards and a house of its own: --case stands without --seed, --house, --set and --rounds")
    if asked.out is not None and not asked.at_end:
        raise PitbossError("--out prints the scoring sheet of a table test, which is judged at its end: add --at-end")
    saved = open_progress(progress_file(asked.progress))
    begun = None if asked.new else saved.unfinished(taught.chapter)
    if begun is not None and not {*asked.given} - {"--progress"}:
        return run_lesson(begun.plan, saved, begun)
    practised = practice_of(asked.practice, asked.automate, asked.irregularities)
    plan = Plan(
        chapter=taught.chapter,
        house={} if asked.case is not None else house_of(taught, asked.house, asked.chosen or []).given,
        seed=asked.seed if asked.seed is not None else saved.next_seed(taught.chapter),
        rounds=1 if asked.case is not None else asked.rounds or ROUNDS,
        players=asked.players,
        skipped=sorted(practised.skipped),
        counts=practised.counts,
        troubled=practised.troubled,
        at_end=asked.at_end,
        case="" if asked.case is None else str(asked.case.resolve()),
    )
    if begun is not None and (begun.plan == plan or (asked.seed is None and _same(plan, begun.plan))):
        right = run_lesson(begun.plan, saved, begun)
    else:
        right = run_lesson(plan, saved)
    dealt = saved.last_lesson(taught.chapter)
    if asked.out is not None and dealt is not None and dealt.is_over:
        _print_sheet(taught, dealt, asked)
    return right


def _print_sheet(taught: "Game", dealt: "Begun", asked: Asked) -> None:
    """Prints the scoring sheet of a lesson that is over, for the employee who decides the table test (§ 527.5(a))."""
    from pitboss.printing import write
    from pitboss.printing.table_tests import table_test
    from pitboss.rulebook import chapter

    assert asked.out is not None
    rounds, seed = dealt.rounds(), dealt.plan.seed
    sheet = table_test(chapter(taught.chapter), dealt.verdicts(), True, asked.dealer, rounds=rounds, seed=seed)
    print("\n".join(map(str, write(sheet, asked.out))))


def _same(plan: "Plan", other: "Plan") -> bool:
    """True if two lessons differ at most in the seed."""
    return msgspec.structs.replace(plan, seed=0) == msgspec.structs.replace(other, seed=0)


def begin_drill(taught: "Game", house: "House", asked: Asked) -> bool:
    """Asks the questions of a drill, or prints them with their answers; whether all answers were right."""
    from pitboss.school.drills import questions
    from pitboss.school.progress import open_progress, progress_file
    from pitboss.terminal.school.drilling import run_drill

    kind = asked.drill or ""
    if asked.answers:
        seed = 1 if asked.seed is None else asked.seed
        listed = questions(kind, taught, house, seed, cases=asked.cases)
        _print_answers([question.row() for question in islice(listed, asked.most or QUESTIONS)], asked.as_json)
        return True
    saved = open_progress(progress_file(asked.progress))
    before = saved.answers(taught.chapter, kind)
    seed, known = (asked.seed, []) if asked.seed is not None else (len(before) + 1, [row["key"] for row in before])
    found = questions(kind, taught, house, seed, frozenset(known), asked.cases)
    return _all_right(run_drill(islice(found, asked.most), taught.chapter, saved, quiet=asked.as_json), asked.as_json)


def _print_answers(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json(rows)
        return
    for row in rows:
        answer = f"  {row['answer']} (§ {row['section']}) {row['why']}".rstrip()
        print("\n".join((*row["shown"], row["ask"], *row["choices"], answer, "")))


def begin_today(taught: "Game", house: "House", asked: Asked) -> bool:
    """Asks the cards of today; whether all answers were right."""
    from pitboss.school.progress import open_progress, progress_file
    from pitboss.terminal.school.reviewing import run_today

    saved = open_progress(progress_file(asked.progress))
    return _all_right(run_today(taught, house, saved, asked.minutes, quiet=asked.as_json), asked.as_json)


def _all_right(answered: "list[Answered]", as_json: bool) -> bool:
    """Whether all answers were right; prints them as JSON where that is wanted."""
    right = sum(each.right for each in answered)
    if as_json:
        print_json([*(each.row() for each in answered), {"right": right, "of": len(answered)}])
    return right == len(answered)


def print_report(taught: "Game", house: "House", asked: Asked) -> None:
    """Prints what a learner knows."""
    from pitboss.school.progress import open_progress, progress_file
    from pitboss.school.report import report
    from pitboss.terminal.school.reviewing import show_report

    found = report(taught, house, open_progress(progress_file(asked.progress)))
    print_json(found) if asked.as_json else show_report(found)


def begin_best_play(taught: "Game", house: "House", asked: Asked) -> bool:
    """Has a player play hands; whether all were played best."""
    from pitboss.school.progress import open_progress, progress_file
    from pitboss.terminal.school.best_play import run_best_play

    saved = open_progress(progress_file(asked.progress))
    return _all_right(run_best_play(taught, house, saved, asked.most, quiet=asked.as_json), asked.as_json)


def print_handout(taught: "Game", house: "House", asked: Asked) -> None:
    """Prints the handout of a table into a file, or what stands in it."""
    from pitboss.school.handouts import PRACTICE, handout

    seed = 1 if asked.seed is None else asked.seed
    shown = handout(taught, house, seed, asked.most or PRACTICE)
    if asked.out is not None:
        from pitboss.printing import write
        from pitboss.printing.handouts import handout_paper

        paths = write(handout_paper(shown), asked.out)
        print_json([str(path) for path in paths]) if asked.as_json else print("\n".join(map(str, paths)))
    elif asked.as_json:
        print_json(shown.rows())
    else:
        from pitboss.terminal.school.reviewing import show_handout

        show_handout(shown)


# ---------------------------------------------------------------------------- table tests


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

        about, acts = chapter(taught.chapter), test.verdicts()
        rounds, seed = test.rounds(), test.plan.seed
        matter = table_test(about, acts, True, asked.dealer, scored=sheet, decision=decision, rounds=rounds, seed=seed)
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

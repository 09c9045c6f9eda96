"""Chapter 527: for every rule of the training register a register that breaks just that rule, and what hours and days do."""

import json
import tomllib
from collections.abc import Callable
from copy import deepcopy
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.desk.fields import BadRecord, Fields, example, read_record
from pitboss.desk.kinds import KINDS, game_named
from pitboss.desk.register import SUBJECTS, register_of
from pitboss.desk.training import Review, experienced, first_within, review, years_after
from pitboss.errors import PitbossError
from pitboss.rulebook import games
from tests.commands import pitboss

TODAY = date(2026, 11, 17)
Change = Callable[[dict[str, Any]], Any]


def changed(change: Change | None = None, day: date = TODAY) -> Review:
    """The example of `pitboss training --new` with one change, on a day."""
    data = deepcopy(tomllib.loads(example("training")))
    if change is not None:
        change(data)
    return review(register_of(Fields(data, "register")), day)


def sections(found: Review) -> set[str]:
    """The paragraphs that something is missing under."""
    gaps = [*found.holder, *(gap for standing in found.standings for gap in standing.missing)]
    return {gap.section for gap in gaps}


def ann(data: dict[str, Any]) -> Any:
    """Who went to a school, and deals 565 and 587."""
    return data["dealer"][0]


def ben(data: dict[str, Any]) -> Any:
    """Who worked elsewhere, and deals Craps and Poker."""
    return data["dealer"][1]


def test_the_example_passes() -> None:
    found = changed()
    assert found.ok and sections(found) == set()
    assert [standing.game for standing in found.standings if standing.may_deal] == [
        *("Three Card Poker", "Raise It Up Stud Poker", "Craps", "Poker")
    ]


@pytest.mark.cites("527.1(1)", "527.2(1)", "527.2(2)")
@pytest.mark.parametrize(
    ("change", "section"),
    [
        (lambda d: ann(d)["course"][0].update(hours=119.5), "527.2(1)"),
        (lambda d: ann(d)["course"][0].update(began=date(2026, 2, 14)), "527.2(1)"),
        (lambda d: ann(d)["course"][0].update(teaches=[]), "527.2(2)"),
        (lambda d: ann(d)["course"][0].update(approved_by=""), "527.1(1)"),
        (lambda d: ann(d)["course"][0].update(satisfactory=False), "527.1(1)"),
        (lambda d: ann(d)["course"][0].update(completed=date(2026, 4, 21)), "527.1"),
        (lambda d: ann(d)["course"][0].update(began=date(2021, 2, 1), completed=date(2021, 4, 19)), "527.1(1)"),
    ],
)
def test_a_course_at_a_school_that_lacks_one_thing(change: Change, section: str) -> None:
    found = changed(change)
    assert not found.ok and section in sections(found) <= {section, "527.1"}
    assert [standing.may_deal for standing in found.standings] == [False, False, True, True]


@pytest.mark.cites("527.1(1)")
def test_a_school_course_counts_on_its_fifth_anniversary_and_not_after_it() -> None:
    five = changed(lambda d: ann(d)["course"][0].update(began=date(2021, 3, 1), completed=date(2021, 4, 20)))
    over = changed(lambda d: ann(d)["course"][0].update(began=date(2021, 3, 1), completed=date(2021, 4, 19)))
    assert five.ok and not over.ok


@pytest.mark.cites("527.1(2)")
def test_a_holders_course_never_lapses_but_must_be_satisfactory() -> None:
    def old(data: dict[str, Any], **more: Any) -> None:
        long_ago = {"began": date(2011, 1, 3), "completed": date(2011, 2, 18)}
        ann(data)["course"][0].update(at="certificate holder", approved_by="", **long_ago, **more)

    assert changed(old).ok
    assert sections(changed(lambda d: old(d, satisfactory=False))) == {"527.1(2)", "527.1"}


@pytest.mark.cites("527.1(3)")
def test_work_elsewhere_counts_for_six_months_within_five_years() -> None:
    def worked(*spells: tuple[date, date], where: str = "Nevada") -> Review:
        listed = [{"jurisdiction": where, "began": began, "ended": ended} for began, ended in spells]
        return changed(lambda d: ben(d).update(employment=listed))

    assert worked((date(2025, 11, 11), date(2026, 5, 10))).ok
    assert not worked((date(2025, 11, 11), date(2026, 5, 9))).ok
    assert not worked((date(2025, 11, 11), date(2026, 5, 10)), where="Pennsylvania").ok
    assert not worked((date(2016, 1, 1), date(2021, 11, 9))).ok  # of which the last five years hold a day less than six months
    assert worked((date(2016, 1, 1), date(2021, 11, 10))).ok
    assert worked((date(2024, 1, 1), date(2024, 4, 1)), (date(2025, 1, 1), date(2025, 4, 2))).ok  # 92 days each
    assert not worked((date(2024, 1, 1), date(2024, 4, 1)), (date(2025, 1, 1), date(2025, 4, 1))).ok
    assert sections(worked((date(2026, 1, 1), date(2026, 1, 2)))) == {"527.1"}


@pytest.mark.cites("527.1")
def test_without_an_application_nobody_may_deal_and_it_is_said_until_when_to_apply() -> None:
    found = changed(lambda d: (ann(d).pop("applied"), ben(d).pop("applied")))
    assert sections(found) == {"527.1"}
    lapses = {standing.game: standing.lapses for standing in found.standings}
    assert [(lapse.section, str(lapse.on)) for lapse in lapses["Poker"]] == [("527.1(3)", "2030-07-02")]
    # Who has dealt a game since a day needs no proof of his course again; who has not must apply before the course is too old.
    assert lapses["Three Card Poker"] == ()
    assert [(lapse.section, str(lapse.on)) for lapse in lapses["Raise It Up Stud Poker"]] == [("527.1(1)", "2031-03-21")]


@pytest.mark.cites("527.2(1)", "527.2(3)", "527.2(4)")
@pytest.mark.parametrize("kind", KINDS.values(), ids=str)
def test_each_kind_has_its_hours_weeks_and_things(kind: Any) -> None:
    """The table of § 527.2(1) as printed, and a course of each kind that lacks an hour, a week or a thing."""
    printed = {"Craps": (160, 6), "Pai Gow Tiles": (160, 6), "Blackjack and other banked card games": (120, 6)}
    assert (kind.hours, kind.weeks) == printed.get(kind.name, (80, 4))
    whole = {"kind": kind.name, "hours": kind.hours, "weeks": kind.weeks, "teaches": list(kind.uses)}
    assert changed(lambda d: d.update(curriculum=[whole])).ok

    def teaching(**other: Any) -> set[str]:
        return sections(changed(lambda d: d.update(curriculum=[whole | other])))

    assert teaching(hours=kind.hours - 1) == teaching(weeks=kind.weeks - 1) == {"527.2(1)"}
    for thing, cite in {"cards": "527.2(2)", "dice": "527.2(3)", "tiles": "527.2(4)"}.items():
        expected = {cite} if thing in kind.uses else set()
        assert teaching(teaches=[each for each in kind.uses if each != thing]) == expected


def test_a_house_without_a_shaker_teaches_no_dice() -> None:
    course = {"kind": "Pai Gow Poker", "hours": 80, "weeks": 4, "teaches": ["cards"]}
    assert sections(changed(lambda d: d.update(curriculum=[course]))) == {"527.2(3)"}
    assert changed(lambda d: d.update(curriculum=[course], without_dice=["645a"])).ok


@pytest.mark.cites("527.3", *SUBJECTS.values())
@pytest.mark.parametrize(("subject", "cite"), SUBJECTS.items())
def test_program_and_dealer_need_every_subject(subject: str, cite: str) -> None:
    rest = [each for each in SUBJECTS if each != subject]
    assert sections(changed(lambda d: d["program"].update(subjects=rest))) == {cite}
    found = changed(lambda d: ben(d)["program"].update(subjects=rest))
    assert sections(found) == {cite} and [s.may_deal for s in found.standings] == [True, True, False, False]
    assert sections(changed(lambda d: ben(d)["program"].pop("completed"))) == {"527.3"}


@pytest.mark.cites("527.1", "527.2", "527.3", "527.3(1)", "527.3(2)", "527.3(3)", "527.3(4)")
@pytest.mark.cites("527.3(5)", "527.3(6)", "527.3(7)", "527.3(8)")
def test_a_dealer_without_any_training_misses_all_of_it() -> None:
    found = changed(lambda d: (ben(d).pop("employment"), ben(d).pop("program")))
    assert sections(found) == {"527.1", "527.3", *SUBJECTS.values()}


@pytest.mark.cites("527.4")
def test_the_board_has_a_summary() -> None:
    assert sections(changed(lambda d: d["program"].pop("submitted"))) == {"527.4"}
    assert sections(changed(lambda d: d["program"].update(submitted=TODAY + timedelta(days=1)))) == {"527.4"}


@pytest.mark.cites("527.5(a)")
@pytest.mark.parametrize(
    "change",
    [
        {"passed": False},
        {"position": "floorperson"},
        {"position": "dealer"},
        {"position": ""},
        {"position": "janitor"},
        {"by": ""},
        {"employer": "Another Casino"},
        {"date": date(2026, 5, 5)},  # a day after she dealt the game first
    ],
    ids=str,
)
def test_a_table_test_that_does_not_count(change: dict[str, Any]) -> None:
    found = changed(lambda d: ann(d)["game"][0]["test"].update(change))
    assert sections(found) == {"527.5(a)"}
    assert [standing.may_deal for standing in found.standings] == [False, True, True, True]


@pytest.mark.cites("527.5(a)", "527.5(b)(3)")
def test_every_game_has_a_table_test_of_its_own() -> None:
    found = changed(lambda d: ben(d)["game"][1].pop("test"))
    assert [standing.may_deal for standing in found.standings] == [True, True, True, False]
    assert sections(found) == {"527.5(a)", "527.5(b)(3)"}
    assert changed(lambda d: ben(d)["game"][0]["test"].update(position="director of table games")).ok


@pytest.mark.cites("527.5(b)(1)", "527.5(b)(2)", "527.5(b)(3)")
def test_the_personnel_file_holds_three_proofs() -> None:
    assert sections(changed(lambda d: ann(d)["file"].pop("training"))) == {"527.5(b)(1)"}
    assert sections(changed(lambda d: ann(d)["file"].pop("program"))) == {"527.5(b)(2)"}
    assert sections(changed(lambda d: ann(d)["game"][0]["test"].pop("filed"))) == {"527.5(b)(3)"}


@pytest.mark.cites("587.14(d)")
def test_raise_it_up_stud_has_training_of_its_own() -> None:
    found = changed(lambda d: ann(d)["game"][1].pop("trained"))
    assert sections(found) == {"587.14(d)"}
    assert [standing.may_deal for standing in found.standings] == [True, False, True, True]


def test_every_chapter_has_a_kind() -> None:
    kinds = {book.chapter: game_named(book.chapter, "").kind.name for book in games()}
    assert {n for n, kind in kinds.items() if kind == "Poker"} == {"553", "637a"}
    assert {n for n, kind in kinds.items() if kind == "Pai Gow Poker"} == {"561", "645a"}
    assert set(kinds.values()) == {"Poker", "Pai Gow Poker", "Blackjack and other banked card games"}


def test_a_game_that_the_board_approved_is_dealt_under_its_name() -> None:
    def approve(data: dict[str, Any]) -> None:
        data["approved_games"] = {"Lucky Draw": "blackjack and other banked card games"}
        ann(data)["game"][0]["game"] = "lucky draw"

    found = changed(approve)
    assert found.ok and found.standings[0].game == "Lucky Draw"


# ---------------------------------------------------------------------------- what always holds

DAYS = st.dates(date(2015, 1, 1), date(2026, 1, 1))


@st.composite
def registers(draw: st.DrawFn) -> dict[str, Any]:
    """The example with other days, hours and courses; everything has happened by 2026."""
    data = deepcopy(tomllib.loads(example("training")))
    course = data["dealer"][0]["course"][0]
    data["program"]["submitted"] = draw(DAYS)
    for dealer in data["dealer"]:
        dealer["program"]["completed"] = draw(DAYS)
        dealer["file"] = {"training": draw(DAYS), "program": draw(DAYS)}
        if (applied := draw(DAYS | st.none())) is None:
            del dealer["applied"]
        else:
            dealer["applied"] = applied
        dealer["employment"] = [
            {"jurisdiction": "Nevada", "began": min(days), "ended": max(days)}
            for days in draw(st.lists(st.tuples(DAYS, DAYS), max_size=3))
        ]
        dealer["course"] = [
            course | {"began": min(days), "completed": max(days), "hours": draw(st.integers(0, 200))}
            for days in draw(st.lists(st.tuples(DAYS, DAYS), max_size=2))
        ]
        for each in dealer["game"]:
            each |= {"since": draw(DAYS), "trained": draw(DAYS)}
            each["test"] |= {"date": draw(DAYS), "filed": draw(DAYS)}
    return data


@given(registers(), st.dates(date(2026, 1, 1), date(2040, 1, 1)), st.integers(0, 4000))
def test_a_later_day_never_mends_what_was_missing(data: dict[str, Any], day: date, more: int) -> None:
    """Where everything in the register has happened, time only lapses things."""
    register = register_of(Fields(data, "register"))
    then, later = review(register, day), review(register, day + timedelta(days=more))
    assert not then.holder and not later.holder
    for one, other in zip(then.standings, later.standings, strict=True):
        assert len(one.missing) <= len(other.missing) and (one.may_deal or not other.may_deal)


@given(registers(), st.dates(date(2026, 7, 1), date(2040, 1, 1)), st.integers(0, 200))
def test_more_hours_never_make_more_missing(data: dict[str, Any], day: date, more: int) -> None:
    before = review(register_of(Fields(deepcopy(data), "register")), day)
    for dealer in data["dealer"]:
        for course in dealer.get("course", ()):
            course["hours"] += more
    after = review(register_of(Fields(data, "register")), day)
    for less, much in zip(before.standings, after.standings, strict=True):
        assert len(much.missing) <= len(less.missing) and (much.may_deal or not less.may_deal)


@given(registers(), st.dates(date(2026, 7, 1), date(2032, 1, 1)))
def test_what_lapses_on_a_day_counts_the_day_before(data: dict[str, Any], day: date) -> None:
    register = register_of(Fields(data, "register"))
    for place, standing in enumerate(review(register, day).standings):
        for lapse in standing.lapses:
            assert lapse.on > day
            before = review(register, lapse.on - timedelta(days=1)).standings[place].lapses
            after = review(register, lapse.on).standings[place].lapses
            assert (lapse in before) and (lapse not in after)


@given(st.dates(date(1950, 1, 1), date(2150, 1, 1)), st.integers(1, 10))
def test_years_reach_from_the_first_day_to_the_last(day: date, years: int) -> None:
    first = first_within(day, years)
    assert years_after(first, years) >= day > years_after(first - timedelta(days=1), years)


def test_nobody_without_work_is_experienced() -> None:
    assert not experienced((), TODAY)


WRONG: st.SearchStrategy[Any] = st.sampled_from(
    [None, -1, True, 1.5, "", "x", [], {}, [1], [{}], {"a": 1}, date(1, 1, 1), "9999-12-31", float("nan")]
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in some data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [found for key, value in inner for found in [(*path, key), *places(value, (*path, key))]]


@given(st.data())
def test_a_mutated_register_is_read_or_refused_with_a_sentence(data: st.DataObject) -> None:
    register = tomllib.loads(example("training"))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(register)))
        inner = register
        for key in path[:-1]:
            inner = inner[key]
        if data.draw(st.booleans()) and isinstance(inner, dict):
            inner[data.draw(st.text(max_size=8))] = inner.pop(path[-1])
        else:
            inner[path[-1]] = data.draw(WRONG)
    try:
        review(register_of(Fields(register, "register")), TODAY)
    except PitbossError as error:
        assert str(error).startswith("register")


# ---------------------------------------------------------------------------- the command


def test_the_command_says_who_may_deal(tmp_path: Path) -> None:
    path = tmp_path / "register.toml"
    path.write_text(pitboss("training", "--new").stdout, encoding="utf-8")
    done = pitboss("training", str(path), "--date", "2026-11-17")
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.count("may deal on 2026-11-17") == 4
    done = pitboss("training", str(path), "--date", "2026-05-12", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 1 and not told["ok"]
    assert [(row["game"], row["may_deal"]) for row in told["dealers"]] == [
        *(("Three Card Poker", True), ("Raise It Up Stud Poker", False), ("Craps", True), ("Poker", False))
    ]


def test_the_command_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    for words in ([], ["nowhere.toml"], [str(tmp_path)]):
        done = pitboss("training", *words)
        assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
    path = tmp_path / "register.json"
    path.write_text('{"dealer": [{"name": "A", "gmae": []}]}', encoding="utf-8")
    with pytest.raises(BadRecord, match="did you mean game"):
        register_of(read_record(path))

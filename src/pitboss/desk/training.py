"""Who may deal what, on which day, and what lapses when: the register of a certificate holder held against chapter 527.

The readings: the three ways of § 527.1 are proven when the permit is applied for; a school's course and work elsewhere lapse
only for those who have not applied by then. A game learned later is measured on the day of its first deal. Hours "over a 6 week
period" are given in six weeks or more. Six months of work are one employment of six months, or several of 184 days
together, the most that six months have.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pitboss.desk.kinds import DICE
from pitboss.desk.register import PIT_BOSS, SCHOOL, SUBJECTS, TEACHES, Course, Dealer, Deals, Employment, Register
from pitboss.rulebook import chapter
from pitboss.spelling import plain

LONGEST_HALF = 184  # days that six months have at most
HERE = ("pennsylvania", "pa")
DAY = timedelta(days=1)
Gaps = list["Missing"]


@dataclass(frozen=True)
class Missing:
    """Something that the register does not show, with the paragraph that asks for it."""

    section: str
    what: str


@dataclass(frozen=True)
class Lapse:
    """Something that stops counting on a day."""

    section: str
    what: str
    on: date


@dataclass(frozen=True)
class Standing:
    """One dealer at one game: what is missing on a day, and what lapses after it."""

    dealer: str
    game: str
    chapter: str
    kind: str
    missing: tuple[Missing, ...]
    lapses: tuple[Lapse, ...]

    @property
    def may_deal(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing


@dataclass(frozen=True)
class Review:
    """A register on a day: what the holder owes, and how every dealer stands at every game."""

    day: date
    holder: tuple[Missing, ...]
    standings: tuple[Standing, ...]

    @property
    def ok(self) -> bool:
        """Whether everybody may deal what he is to deal, and the holder owes nothing."""
        return not self.holder and all(standing.may_deal for standing in self.standings)


def review(register: Register, day: date) -> Review:
    """A register on a day; what is dated later has not happened yet."""
    found = [_standing(register, dealer, deals, day) for dealer in register.dealers for deals in dealer.deals]
    unused = [Missing("527.5(a)", f"{d.name} is to deal no game: add [[dealer.game]]") for d in register.dealers if not d.deals]
    return Review(day, (*_holder(register, day), *unused), tuple(found))


def _standing(register: Register, dealer: Dealer, deals: Deals, day: date) -> Standing:
    missing = [
        *_application(register, dealer, day),
        *_training(register, dealer, deals, day),
        *_program(dealer, day),
        *_table_test(register, deals, day),
        *_file(dealer, deals, day),
    ]
    lapses = _lapses(register, dealer, deals, day)
    game = deals.game
    return Standing(dealer.name, game.name, game.chapter, game.kind.name, tuple(dict.fromkeys(missing)), tuple(lapses))


# ---------------------------------------------------------------------------- the certificate holder


def _holder(register: Register, day: date) -> Iterator[Missing]:
    """§ 527.3, § 527.4: the holder's program has its eight subjects, its curriculum the hours, and the Board has a summary."""
    for subject, cite in SUBJECTS.items():
        if subject not in register.subjects:
            yield Missing(cite, f"the holder's program does not teach {subject!r}")
    for course in register.curriculum:
        for gap in _contents(register, course):
            yield Missing(gap.section, f"the holder's curriculum: {gap.what}")
    if register.submitted is None or register.submitted > day:
        yield Missing("527.4", "no summary of curriculum and program has been submitted to the Board (program.submitted)")


# ---------------------------------------------------------------------------- § 527.1, § 527.2


def _application(register: Register, dealer: Dealer, day: date) -> Iterator[Missing]:
    """§ 527.1: with the application for an occupation permit one of the three ways is proven."""
    if dealer.applied is None or dealer.applied > day:
        yield Missing("527.1", "no application for an occupation permit is on record (applied)")
        return
    proven = any(not _course_gaps(register, course, (), dealer.applied) for course in dealer.courses)
    if not (proven or experienced(dealer.employments, dealer.applied)):
        yield Missing("527.1", f"on {dealer.applied}, when the permit was applied for, none of the three ways was proven")


def _training(register: Register, dealer: Dealer, deals: Deals, day: date) -> Gaps:
    """§ 527.1, § 527.2: a course in the kind of game, or work elsewhere; of several courses the one that lacks least tells what
    is missing. § 587.14(d): Raise It Up Stud Poker has training of its own."""
    own = []
    if deals.game.chapter == "587" and (deals.trained is None or deals.trained > day):
        own = [Missing("587.14(d)", "no training in Raise It Up Stud Poker is on record (trained)")]
    anchors = _anchors(dealer, deals, day)
    if any(experienced(dealer.employments, anchor) for anchor in (*anchors, day)):
        return own
    courses = [course for course in dealer.courses if course.kind == deals.game.kind]
    gaps = [_course_gaps(register, course, anchors, day) for course in courses]
    nothing = [Missing("527.1", f"neither a course in {deals.game.kind.name} nor six months of dealing elsewhere")]
    return own + min(gaps, key=len, default=nothing)


def _anchors(dealer: Dealer, deals: Deals, day: date) -> tuple[date, ...]:
    """The days on which training is measured: when the permit was applied for, and when the game was dealt first."""
    return tuple(each for each in (dealer.applied, deals.since) if each is not None and each <= day)


def _course_gaps(register: Register, course: Course, anchors: Sequence[date], day: date) -> Gaps:
    """What a course lacks on a day."""
    found = _contents(register, course)
    if not course.satisfactory:
        found.append(Missing(course.section, f"{_called(course)} was not completed satisfactorily (satisfactory)"))
    if course.at == SCHOOL and not course.approved_by:
        found.append(Missing("527.1(1)", f"{_called(course)}: it is not said who approved the school (approved_by)"))
    if course.completed is None or course.completed > day:
        found.append(Missing(course.section, f"{_called(course)} is not completed"))
    elif not any(_recent(course, anchor) for anchor in (*anchors, day)):
        found.append(Missing("527.1(1)", f"{_called(course)} was completed on {course.completed}, over five years before"))
    return found


def _contents(register: Register, course: Course) -> Gaps:
    """§ 527.2: hours, weeks, and what is taught about cards, dice and tiles."""
    kind, found = course.kind, Gaps()
    if course.hours < kind.hours:
        found.append(Missing("527.2(1)", f"{_called(course)} has {course.hours:g} of {kind.hours} hours"))
    if course.weeks < kind.weeks:
        found.append(Missing("527.2(1)", f"{_called(course)} ran over {course.weeks} of {kind.weeks} weeks"))
    for thing in kind.uses:
        if thing not in course.teaches and not (thing == DICE and kind in register.without_dice):
            found.append(Missing(TEACHES[thing], f"{_called(course)} does not teach the use of {thing}"))
    return found


def _called(course: Course) -> str:
    return f"the {course.kind.name} course at a {course.at}"


def _recent(course: Course, day: date) -> bool:
    """Whether a course was completed by a day; § 527.1(1): at a school, in the five years before it."""
    if course.completed is None or course.completed > day:
        return False
    return course.at != SCHOOL or day <= years_after(course.completed, chapter("527").limit("gaming_school_years"))


def experienced(employments: Sequence[Employment], day: date) -> bool:
    """§ 527.1(3): six months of work as a dealer in another jurisdiction, within the five years before a day."""
    book, total = chapter("527"), 0
    window = first_within(day, book.limit("experience_years"))
    for first, last in _spells(employments, day):
        first = max(first, window)
        if first > last:
            continue
        if _months_after(first, book.limit("experience_months")) <= last + DAY:
            return True
        total += (last - first).days + 1
    return total >= LONGEST_HALF


def _spells(employments: Sequence[Employment], day: date) -> list[tuple[date, date]]:
    """When somebody worked elsewhere until a day, first and last day of each time; those that touch are one."""
    found: list[tuple[date, date]] = []
    elsewhere = [each for each in employments if plain(each.jurisdiction) not in HERE and each.began <= day]
    for each in sorted(elsewhere, key=lambda each: each.began):
        last = min(each.ended or day, day)
        if found and each.began <= found[-1][1] + DAY:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((each.began, last))
    return found


def years_after(day: date, years: int) -> date:
    """The same day some years later; 28 February for a 29th that there is not.

    >>> print(years_after(date(2024, 2, 29), 5))
    2029-02-28
    """
    return _months_after(day, 12 * years)


def first_within(day: date, years: int) -> date:
    """The first day from which some years reach to a day.

    >>> print(first_within(date(2029, 2, 28), 5), first_within(date(2028, 2, 29), 5))
    2024-02-28 2023-03-01
    """
    try:
        return day.replace(year=day.year - years)
    except ValueError:  # a 29 February that there was not
        return date(day.year - years, 3, 1)


def _months_after(day: date, months: int) -> date:
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    for last in range(day.day, 0, -1):
        try:
            return date(year, month + 1, last)
        except ValueError:
            continue
    raise AssertionError("every month has a first day")


# ---------------------------------------------------------------------------- § 527.3, § 527.5


def _program(dealer: Dealer, day: date) -> Iterator[Missing]:
    """§ 527.3: the dealer has completed the holder's program, subject by subject."""
    if dealer.program is None or dealer.program > day:
        yield Missing("527.3", "the holder's training program is not completed (program.completed)")
    for subject, cite in SUBJECTS.items():
        if subject not in dealer.subjects:
            yield Missing(cite, f"not trained in {subject!r}")


def _table_test(register: Register, deals: Deals, day: date) -> Iterator[Missing]:
    """§ 527.5(a): a table test in the game, passed before it is dealt, before an employee who ranks pit boss or higher."""
    test, game = deals.test, deals.game.name
    if test is None or test.day > day:
        yield Missing("527.5(a)", f"no table test in {game} is on record")
        return
    if not test.passed:
        yield Missing("527.5(a)", f"the table test in {game} on {test.day} was not passed")
    if deals.since is not None and deals.since < test.day:
        yield Missing("527.5(a)", f"{game} was dealt from {deals.since} on, before the table test on {test.day}")
    if not test.by or test.position not in register.positions:
        known = ", ".join(register.positions)
        yield Missing("527.5(a)", f"the table test in {game} does not name who judged it (by) and his position, of {known}")
    elif register.positions.index(test.position) < register.positions.index(PIT_BOSS):
        yield Missing("527.5(a)", f"{test.by}, who judged the table test in {game}, is a {test.position}, below {PIT_BOSS}")
    if test.employer and plain(test.employer) != plain(register.holder):
        yield Missing("527.5(a)", f"{test.by}, who judged the table test in {game}, is an employee of {test.employer}")


def _file(dealer: Dealer, deals: Deals, day: date) -> Iterator[Missing]:
    """§ 527.5(b): the personnel file holds the proof of training or experience, of the program, and of the table test."""
    if dealer.training_filed is None or dealer.training_filed > day:
        yield Missing("527.5(b)(1)", "the personnel file lacks the proof of training or experience (file.training)")
    if dealer.program_filed is None or dealer.program_filed > day:
        yield Missing("527.5(b)(2)", "the personnel file lacks the proof of the holder's program (file.program)")
    filed = deals.test.filed if deals.test is not None else None
    if filed is None or filed > day:
        yield Missing("527.5(b)(3)", f"the personnel file lacks the proof of the table test in {deals.game.name} (test.filed)")


# ---------------------------------------------------------------------------- what lapses


def _lapses(register: Register, dealer: Dealer, deals: Deals, day: date) -> list[Lapse]:
    """What counts on a day and no longer counts later: only where no application and no first deal has fixed it."""
    anchors, found = _anchors(dealer, deals, day), list[Lapse]()
    for course in dealer.courses:
        whole = course.kind == deals.game.kind and not _course_gaps(register, course, (), day)
        if whole and course.at == SCHOOL and not any(_recent(course, anchor) for anchor in anchors):
            on = first_day_without(lambda when, course=course: _recent(course, when), day)  # type: ignore[misc]
            found += [Lapse("527.1(1)", f"{_called(course)} is over five years old", on)] if on else []
    if experienced(dealer.employments, day) and not any(experienced(dealer.employments, anchor) for anchor in anchors):
        on = first_day_without(lambda when: experienced(dealer.employments, when), day)
        found += [Lapse("527.1(3)", "less than six months of dealing elsewhere lie in the last five years", on)] if on else []
    return found


def first_day_without(holds: Callable[[date], bool], day: date) -> date | None:
    """The first day after one on which something does not hold any more; None where it still does six years later."""
    least, most = day, years_after(day, 6)
    if holds(most):
        return None
    while most - least > DAY:
        middle = least + (most - least) // 2
        least, most = (middle, most) if holds(middle) else (least, middle)
    return most

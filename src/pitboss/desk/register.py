"""The training register of chapter 527 as a file: what the holder's program teaches, and what each dealer has learned, where he
has worked, which table tests he has passed and what his personnel file holds. `pitboss training --new` writes one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from pitboss.desk.fields import BadRecord, Fields, read_record
from pitboss.desk.kinds import CARDS, DICE, TILES, Dealt, Kind, game_named, kind_named
from pitboss.spelling import hint

SUBJECTS = {  # of the holder's program, as a register names them
    "opening and closing tables": "527.3(1)",
    "distributing and removing chips": "527.3(2)",
    "accepting cash": "527.3(3)",
    "tips": "527.3(4)",
    "shift changes": "527.3(5)",
    "wagers and payouts": "527.3(6)",
    "problem gamblers": "527.3(7)",
    "CPR": "527.3(8)",
}
TEACHES = {CARDS: "527.2(2)", DICE: "527.2(3)", TILES: "527.2(4)"}
POSITIONS = ("dealer", "floorperson", "pit boss", "shift manager", "director of table games")  # the lowest first
PIT_BOSS = "pit boss"
TEST = ("date", "passed", "by", "position", "employer", "filed")  # the fields of a table test
SCHOOL, HOLDER = "gaming school", "certificate holder"


@dataclass(frozen=True)
class Course:
    """A course in one kind of game, at a gaming school (§ 527.1(1)) or with a certificate holder (§ 527.1(2))."""

    at: str
    approved_by: str  # who approved the school: the act, or another jurisdiction's authority
    kind: Kind
    hours: float
    weeks: int
    completed: date | None
    satisfactory: bool
    teaches: tuple[str, ...]

    @property
    def section(self) -> str:
        """The way of § 527.1 that the course is."""
        return "527.1(1)" if self.at == SCHOOL else "527.1(2)"


@dataclass(frozen=True)
class Employment:
    """Work as a dealer in another gaming jurisdiction (§ 527.1(3)); without an end it lasts."""

    jurisdiction: str
    began: date
    ended: date | None


@dataclass(frozen=True)
class TableTest:
    """A table test in one game (§ 527.5(a)), and when the personnel file got the proof of it (§ 527.5(b)(3))."""

    day: date
    passed: bool
    by: str
    position: str
    employer: str
    filed: date | None


@dataclass(frozen=True)
class Deals:
    """A game that a dealer is to deal: since when, and when he was trained in it where the game has training of its own."""

    game: Dealt
    since: date | None
    trained: date | None
    test: TableTest | None


@dataclass(frozen=True)
class Dealer:
    """One dealer with everything that the register knows of him."""

    name: str
    applied: date | None  # for the occupation permit
    courses: tuple[Course, ...]
    employments: tuple[Employment, ...]
    program: date | None  # when he completed the holder's program
    subjects: tuple[str, ...]
    training_filed: date | None
    program_filed: date | None
    deals: tuple[Deals, ...]


@dataclass(frozen=True)
class Register:
    """The register of one certificate holder."""

    holder: str
    positions: tuple[str, ...]
    subjects: tuple[str, ...]  # of the holder's program
    curriculum: tuple[Course, ...]  # what the holder teaches, kind by kind
    submitted: date | None
    without_dice: tuple[Kind, ...]  # kinds of game that this house plays without dice
    dealers: tuple[Dealer, ...]


def read_register(path: Path) -> Register:
    """A register out of a file."""
    return register_of(read_record(path))


def enter_tests(path: Path, tests: Path) -> None:
    """Adds the table tests of a file to the end of a register; raises BadRecord, and changes nothing, where both do not go
    together or a test is there already."""
    if path.suffix == ".json" or tests.suffix == ".json":
        raise BadRecord(f"{path}: table tests are added to registers in TOML")
    added = read_record(tests)
    added.check_known(("test",))
    for each in added.parts("test"):
        if any(each.data == other.data for other in read_record(path).parts("test")):
            raise BadRecord(f"{each.where}: {path} has this test already", "527.5(b)")
    try:
        before, more = path.read_text(encoding="utf-8"), tests.read_text(encoding="utf-8")
        whole = f"{before.rstrip()}\n\n{more.strip()}\n"
        beside = path.with_name(f"new-{path.name}")
        beside.write_text(whole, encoding="utf-8")
        try:
            read_register(beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise BadRecord(f"{path} cannot be changed: {error.strerror}") from None


def register_of(fields: Fields) -> Register:
    """A register out of the fields of a record."""
    fields.check_known(("holder", "positions", "program", "curriculum", "approved_games", "without_dice", "dealer", "test"))
    program = fields.part("program")
    program.check_known(("subjects", "submitted"))
    positions = tuple(each.lower() for each in fields.texts("positions")) or POSITIONS
    if PIT_BOSS not in positions:
        raise BadRecord(f"{fields.where}: positions, the lowest first, must name {PIT_BOSS!r}", "527.5(a)")
    named = fields.part("approved_games")
    approved = {name: kind_named(named.text(name), named.where) for name in named.data}
    return Register(
        fields.text("holder"),
        positions,
        _subjects(program),
        tuple(_course(each, HOLDER) for each in fields.parts("curriculum")),
        program.day("submitted"),
        tuple(game_named(each, f"{fields.where}: without_dice").kind for each in fields.texts("without_dice")),
        _with_tests([_dealer(each, approved) for each in fields.parts("dealer")], fields.parts("test"), approved),
    )


def _with_tests(dealers: list[Dealer], tests: Sequence[Fields], approved: dict[str, Kind]) -> tuple[Dealer, ...]:
    """The dealers with the table tests that stand by themselves, as the school writes them: of each game the latest counts."""
    for fields in tests:
        fields.check_known(("dealer", "game", *TEST))
        name, game = fields.text("dealer"), game_named(fields.text("game"), fields.where, approved)
        test = _test(fields)
        if test is None:
            raise BadRecord(f"{fields.where}: a table test has a date", "527.5(a)")
        at = next((n for n, dealer in enumerate(dealers) if dealer.name == name), None)
        if at is None:
            known = ", ".join(dealer.name for dealer in dealers)
            raise BadRecord(
                f"{fields.where}: there is no dealer {name!r}{hint(name, [d.name for d in dealers], known)}", "527.5(b)"
            )
        deals = dealers[at].deals
        if not any(each.game == game for each in deals):
            raise BadRecord(f"{fields.where}: {name} is not to deal {game.name}: add [[dealer.game]]", "527.5(a)")
        merged = tuple(
            replace(each, test=test) if each.game == game and (each.test is None or each.test.day <= test.day) else each
            for each in deals
        )
        dealers[at] = replace(dealers[at], deals=merged)
    return tuple(dealers)


def _subjects(fields: Fields) -> tuple[str, ...]:
    return _among(fields, "subjects", tuple(SUBJECTS), "527.3")


def _among(fields: Fields, name: str, known: tuple[str, ...], cite: str) -> tuple[str, ...]:
    """A list of which each must be one of some words."""
    spelled = {word.lower(): word for word in known}
    found = fields.texts(name)
    for word in found:
        if word.lower() not in spelled:
            raise BadRecord(f"{fields.where}: {name} has {word!r}{hint(word, known, 'known are ' + ', '.join(known))}", cite)
    return tuple(spelled[word.lower()] for word in found)


def _course(fields: Fields, at: str = "") -> Course:
    common, own = ("kind", "hours", "teaches"), ("at", "school", "approved_by", "began", "completed", "satisfactory")
    fields.check_known((*common, "weeks") if at else (*common, *own))
    said = at or fields.text("at").lower()
    if said not in (SCHOOL, HOLDER):
        raise BadRecord(f"{fields.where}: at = {said!r} must be {SCHOOL!r} or {HOLDER!r}", "527.1")
    return Course(
        said,
        fields.text("approved_by"),
        kind_named(fields.text("kind"), fields.where),
        fields.hours("hours"),
        fields.whole("weeks") if at else _weeks(fields.day("began"), fields.day("completed")),
        fields.day("completed"),
        bool(at) or fields.flag("satisfactory"),
        _among(fields, "teaches", tuple(TEACHES), "527.2"),
    )


def _weeks(began: date | None, completed: date | None) -> int:
    """The weeks that a course ran over, the last one begun counted whole; 0 where its days are not known."""
    if began is None or completed is None or completed < began:
        return 0
    return -(-((completed - began).days + 1) // 7)


def _dealer(fields: Fields, approved: dict[str, Kind]) -> Dealer:
    fields.check_known(("name", "applied", "course", "employment", "program", "file", "game"))
    if not (name := fields.text("name")):
        raise BadRecord(f"{fields.where}: a dealer has a name")
    program, kept = fields.part("program"), fields.part("file")
    program.check_known(("completed", "subjects"))
    kept.check_known(("training", "program"))
    return Dealer(
        name,
        fields.day("applied"),
        tuple(map(_course, fields.parts("course"))),
        tuple(map(_employment, fields.parts("employment"))),
        program.day("completed"),
        _subjects(program),
        kept.day("training"),
        kept.day("program"),
        tuple(_deals(each, approved) for each in fields.parts("game")),
    )


def _employment(fields: Fields) -> Employment:
    fields.check_known(("jurisdiction", "began", "ended"))
    began, ended = fields.day("began"), fields.day("ended")
    if began is None or not fields.text("jurisdiction"):
        raise BadRecord(f"{fields.where}: an employment has a jurisdiction and a date on which it began", "527.1(3)")
    if ended is not None and ended < began:
        raise BadRecord(f"{fields.where}: it ended on {ended}, before it began on {began}")
    return Employment(fields.text("jurisdiction"), began, ended)


def _deals(fields: Fields, approved: dict[str, Kind]) -> Deals:
    fields.check_known(("game", "since", "trained", "test"))
    test = fields.part("test")
    test.check_known(TEST)
    found = _test(test)
    if test.data and found is None:
        raise BadRecord(f"{test.where}: a table test has a date", "527.5(a)")
    game = game_named(fields.text("game"), fields.where, approved)
    return Deals(game, fields.day("since"), fields.day("trained"), found)


def _test(fields: Fields) -> TableTest | None:
    if (day := fields.day("date")) is None:
        return None
    words = (fields.text("by"), fields.text("position").lower(), fields.text("employer"))
    return TableTest(day, fields.flag("passed"), *words, fields.day("filed"))

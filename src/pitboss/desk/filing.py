"""What a certificate holder files where no chapter authorizes what it wants: a written request to offer a new table game, or a
new wager or feature (§ 521.4), and a petition to waive a rule (§ 521.5). It is checked for the contents that the text requires.
What chapter 493a asks of every petition is not in the texts that are here."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pitboss.desk.fields import BadRecord, Fields, read_record
from pitboss.errors import UnknownCitation
from pitboss.games import MODULES, game
from pitboss.rulebook import Chapter, chapter, games, paragraph
from pitboss.spelling import hint, plain, wager_key

NEW_GAME, NEW_FEATURE, WAIVER = "new game", "new feature", "waiver"
KINDS = (NEW_GAME, NEW_FEATURE, WAIVER)
FORMS = {"521.4": ("written request", "Executive Director"), "521.5": ("petition", "Board")}  # what is filed, and with whom
DETAILED = 20  # words, below which a description is hardly detailed
HERE = ("pennsylvania", "pa")


@dataclass(frozen=True)
class Finding:
    """Something about a filing: an error where the text requires it, a warning where it is lawful and seldom meant."""

    level: str
    section: str
    field: str
    message: str


@dataclass(frozen=True)
class Jurisdiction:
    """Another jurisdiction that has the game, the feature or the modification."""

    name: str
    until: date | None


@dataclass(frozen=True)
class Filing:
    """A request or a petition."""

    kind: str
    form: str
    addressed_to: str
    holder: str
    day: date | None
    game: str
    chapter: str
    feature: str
    sections: tuple[str, ...]
    description: str
    rules_of_play: str
    rules_of_wagering: str
    reason: str
    jurisdictions: tuple[Jurisdiction, ...] | None  # None where there is no list, and not an empty one

    @property
    def section(self) -> str:
        """The section that the filing is made under."""
        return "521.5" if self.kind == WAIVER else "521.4"


FIELDS = (
    *("kind", "form", "addressed_to", "holder", "facility", "date", "game", "chapter", "feature", "sections"),
    *("description", "rules_of_play", "rules_of_wagering", "reason", "jurisdiction"),
)


def read_filing(path: Path) -> Filing:
    """A filing out of a file."""
    return filing_of(read_record(path))


def filing_of(fields: Fields) -> Filing:
    """A filing out of the fields of a record."""
    fields.check_known(FIELDS)
    kind = fields.text("kind").lower()
    if kind not in KINDS:
        raise BadRecord(f"{fields.where}: kind = {kind!r} must be {', '.join(map(repr, KINDS[:-1]))} or {WAIVER!r}")
    listed = tuple(map(_jurisdiction, fields.parts("jurisdiction"))) if "jurisdiction" in fields.data else None
    return Filing(
        kind,
        fields.text("form"),
        fields.text("addressed_to"),
        fields.text("holder"),
        fields.day("date"),
        fields.text("game"),
        fields.text("chapter"),
        fields.text("feature"),
        fields.texts("sections"),
        fields.text("description"),
        fields.text("rules_of_play"),
        fields.text("rules_of_wagering"),
        fields.text("reason"),
        listed,
    )


def _jurisdiction(fields: Fields) -> Jurisdiction:
    fields.check_known(("name", "since", "until"))
    fields.day("since")
    return Jurisdiction(fields.text("name"), fields.day("until"))


def check(filing: Filing) -> list[Finding]:
    """Everything that a filing lacks, section by section."""
    return [*_form(filing), *_subject(filing), *_description(filing), *_reason(filing), *_jurisdictions(filing)]


def _error(section: str, field: str, message: str) -> Finding:
    return Finding("error", section, field, message)


def _warning(section: str, field: str, message: str) -> Finding:
    return Finding("warning", section, field, message)


def _form(filing: Filing) -> Iterator[Finding]:
    """§ 521.4: a certificate holder files a written request with the Executive Director; § 521.5: a petition with the Board."""
    form, office = FORMS[filing.section]
    if not filing.holder:
        yield _error(filing.section, "holder", "it does not say which certificate holder files it")
    if plain(filing.form) != form:
        yield _error(filing.section, "form", f"a {filing.kind} takes a {form}, not {filing.form or 'nothing'!r}")
    if plain(office) not in plain(filing.addressed_to):
        yield _error(
            filing.section, "addressed_to", f"a {form} goes to the {office}, not to {filing.addressed_to or 'nobody'!r}"
        )


def _subject(filing: Filing) -> Iterator[Finding]:
    """What the filing is about: a game that no chapter has, a feature that its chapter lacks, or rules to be waived."""
    if filing.kind == NEW_GAME:
        if not filing.game:
            yield _error("521.4(1)", "game", "it does not name the new table game")
        if (known := next((book for book in games() if plain(book.game) == plain(filing.game)), None)) is not None:
            words = f"{known.game} is in chapter {known.chapter}; what is new in it is a new feature or a waiver"
            yield _error("521.4", "game", words)
        return
    book = _book(filing)
    if book is None:
        meant = hint(filing.chapter, [each.slug for each in games()], "`pitboss games` lists them")
        yield _error(filing.section, "chapter", f"{filing.chapter!r} is no chapter of a table game{meant}")
    elif filing.kind == NEW_FEATURE:
        yield from _feature(filing, book)
    else:
        yield from _waived(filing, book)


def _book(filing: Filing) -> Chapter | None:
    try:
        book = chapter(filing.chapter)
    except UnknownCitation:
        return None
    return book if book.chapter in MODULES else None


def _feature(filing: Filing, book: Chapter) -> Iterator[Finding]:
    if not filing.feature:
        yield _error("521.4(1)", "feature", "it does not name the new wager or feature")
    known = {wager_key(wager.name): wager for wager in game(book.chapter).wagers}
    if (wager := known.get(wager_key(filing.feature))) is not None:
        words = f"chapter {book.chapter} has a {wager.name} Wager already (§ {wager.cite}); a change of it is a waiver"
        yield _error("521.4", "feature", words)


def _waived(filing: Filing, book: Chapter) -> Iterator[Finding]:
    """§ 521.5: the rules that the game would be inconsistent with, each of which there is."""
    if not filing.sections:
        yield _error("521.5(1)", "sections", "it does not say which rules the modification is inconsistent with")
    for cite in filing.sections:
        try:
            found = paragraph(cite).cite
        except UnknownCitation as error:
            yield _error("521.5(1)", "sections", error.message)
            continue
        if found.split(".")[0] != book.chapter:
            yield _warning("521.5(1)", "sections", f"{found} is not of chapter {book.chapter}, which the petition is about")


def _description(filing: Filing) -> Iterator[Finding]:
    """§ 521.4(1), § 521.5(1): a detailed description, for a new game or feature with the rules of play and of wagering."""
    cite = f"{filing.section}(1)"
    needed = {"description": filing.description}
    if filing.kind != WAIVER:
        needed |= {"rules_of_play": filing.rules_of_play, "rules_of_wagering": filing.rules_of_wagering}
    for field, words in needed.items():
        if not words:
            yield _error(cite, field, f"it has no {field.replace('_', ' ')}")
        elif len(words.split()) < DETAILED:
            told = f"{len(words.split())} words are hardly a detailed {field.replace('_', ' ')}"
            yield _warning(cite, field, told)


def _reason(filing: Filing) -> Iterator[Finding]:
    """§ 521.4(2), § 521.5(2): why it is wanted."""
    if not filing.reason:
        yield _error(f"{filing.section}(2)", "reason", "it does not say why it is wanted")


def _jurisdictions(filing: Filing) -> Iterator[Finding]:
    """§ 521.4(3), § 521.5(3): the other jurisdictions that have it today."""
    cite = f"{filing.section}(3)"
    if filing.jurisdictions is None:
        yield _error(cite, "jurisdiction", "it does not list the other jurisdictions that have it; none is `jurisdiction = []`")
        return
    if not filing.jurisdictions:
        yield _warning(cite, "jurisdiction", "it says that no other jurisdiction has it")
    for each in filing.jurisdictions:
        if not each.name:
            yield _error(cite, "jurisdiction", "a jurisdiction has no name")
        elif plain(each.name) in HERE:
            yield _error(cite, "jurisdiction", f"{each.name} is not another jurisdiction")
        elif each.until is not None and filing.day is not None and each.until < filing.day:
            yield _error(cite, "jurisdiction", f"{each.name} has not had it since {each.until}; the list is of today's")

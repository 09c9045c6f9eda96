"""Reads chapters from their data files: `chapters/<chapter>.toml` holds the numbers, `paragraphs/<chapter>.toml` the duties.

Each file there is a chapter. Other folders can add games, each with a `chapter.toml`, a `paragraphs.toml` and a `game.py`:
those that PITBOSS_GAMES names, and those that a program adds (`add`).
"""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pitboss.errors import NotAuthorized, NotStated, UnknownCitation
from pitboss.money import Odds
from pitboss.rulebook import inheritance
from pitboss.rulebook.limits import Limit
from pitboss.rulebook.typed import Bounds
from pitboss.spelling import hint, option_of

T = TypeVar("T")
HERE = Path(__file__).parent
ADDED = "PITBOSS_GAMES"  # folders of added games, listed as in PATH
_DATE = re.compile(r"(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}")
_BEFORE = re.compile(r"^(?:(?:(\d+)\s+)?Pa\.?\s*Code,?\s*)?(?:§§?|(?:section|chapter)s?\b\.?)?\s*", re.IGNORECASE)
TITLE = "58"  # the default title of the Code; chapters of other titles are written with theirs, such as 40-3
LONGEST_NAME = 100  # characters; longer names get no suggestions
VIGORISH = "Vigorish"  # the row that states what is deducted from a payout
POKER = "637a"  # the default chapter of Poker
# Tables that the packages above read (docs/new-game.md).
PARTS = ("felt", "sign", "words", "dealer_qualifies", "mathematics", "payout_limit", "fixed")


class Listed(dict[Any, Any]):
    """The entries of a chapter's file by name. A missing name raises NotStated, which names the file, instead of KeyError."""

    def __init__(self, chapter: str, what: str, entries: Mapping[Any, Any]) -> None:
        super().__init__(entries)
        self.chapter, self.what = chapter, what

    def __missing__(self, key: Any) -> Any:
        name = " ".join(filter(None, key)) if isinstance(key, tuple) else key
        raise NotStated(f"{sources()[self.chapter].data} has no [[{self.what}]] {name}")


@dataclass(frozen=True)
class Option:
    """A choice that the certificate holder states in its Rules Submission."""

    option: str
    section: str
    kind: str
    default: Any
    allowed: Any
    unit: str
    why: str
    also: tuple[str, ...] = ()  # aliases
    required: bool = False  # the text requires the submission to state it
    required_with: Mapping[str, Any] = field(
        default_factory=dict
    )  # required only with these choices: a list of values, or true

    def must_be_stated(self, values: Mapping[str, Any]) -> bool:
        """True if a submission with these choices must state this one.

        >>> rate = next(option for option in chapter("655a").options if option.option == "progressive_rate")
        >>> rate.must_be_stated({"progressive_payout": True}), rate.must_be_stated({"progressive_payout": False})
        (True, False)
        """
        return self.required and all(
            values.get(option) in wanted if isinstance(wanted, list) else bool(values.get(option))
            for option, wanted in self.required_with.items()
        )


@dataclass(frozen=True)
class Paytable:
    """One pay table: hands and payouts in the printed words and order. A payout that the text states in a sentence is a table
    of the kind "stated"."""

    chapter: str
    section: str
    wager: str
    table: str
    kind: str
    condition: str
    rows: tuple[tuple[str, str], ...]

    def odds(self, hand: str) -> Odds | None:
        """The payout of a hand, None if it is not on the table."""
        return self._odds.get(hand.lower())

    @cached_property
    def broken(self) -> list[tuple[str, str, Fraction]]:
        """The hands that pay a fraction of the wager, each with its payout as printed and as a number.

        >>> chapter("677a").paytable("Odds").broken
        [('Flush', '3 to 2', Fraction(3, 2))]
        """
        rows = [(hand, payout, Odds.choices(payout)[0]) for hand, payout in self.rows if hand != VIGORISH]
        return [(hand, payout, o.value) for hand, payout, o in rows if o.kind in ("to", "for") and o.value.denominator > 1]

    @cached_property
    def _odds(self) -> dict[str, Odds]:
        return {hand.lower(): Odds.parse(payout) for hand, payout in self.rows}


@dataclass(frozen=True)
class Paragraph:
    """What one paragraph requires, in our own words.

    For a proposed rule, `says` is the text as it would read, and `deletes` and `adds` are its changes. `declined` is the reason
    why nothing checks the paragraph, if nothing can.
    """

    cite: str
    kind: str
    says: str
    same_as: str = ""
    added: bool = False
    declined: str = ""
    deletes: str = ""
    adds: str = ""


@dataclass(frozen=True)
class Chapter(Bounds):
    """One chapter of the Code, in one edition."""

    chapter: str
    game: str
    slug: str
    kind: str
    edition: str
    effective: str
    replaces: str
    replaced_by: str
    source: str
    sections: dict[str, str]
    limits: tuple[Limit, ...]
    options: tuple[Option, ...]
    paytables: tuple[Paytable, ...]  # payouts printed as tables
    stated: tuple[Paytable, ...]  # payouts stated in a sentence
    parts: dict[str, Any] = field(default_factory=dict)  # the tables named in PARTS, as the file has them

    @property
    def dated(self) -> str:
        """The date of the text: when it took effect, else the latest date that its source names, else "".

        >>> [chapter(number).dated for number in ("565", "635a", "677a")]
        ['2010-03-06', '2012-02-29', '']
        """
        named = [datetime.strptime(words, "%B %d, %Y").date().isoformat() for words in _DATE.findall(self.source)]
        return self.effective or max(named, default="")

    @cached_property
    def option_names(self) -> frozenset[str]:
        """The names of the options."""
        return frozenset(option.option for option in self.options)

    def options_about(self, wager: str) -> tuple[str, ...]:
        """The options that decide what a wager pays or whether it is offered: those whose name is the wager's or begins it.

        >>> chapter("633a").options_about("Royal Match 21"), chapter("633a").options_about("Lucky Ladies Twenty Point Bonus")
        (('royal_match_21',), ('lucky_ladies',))
        """
        names = self._options_about.get(wager)
        if names is None:
            name = f"{option_of(wager)}_"
            names = tuple(option.option for option in self.options if name.startswith(f"{option.option}_"))
            self._options_about[wager] = names
        return names

    @cached_property
    def _options_about(self) -> dict[str, tuple[str, ...]]:
        return {}

    def limit_named(self, name: str) -> int:
        """The value of a numeric limit, for names that are computed at run time."""
        value = self._limits[name]
        assert isinstance(value, int)
        return value

    def paytable(self, wager: str, table: str = "", condition: str = "") -> Paytable:
        """A printed pay table of a wager, by its letter.

        >>> chapter("677a").paytable("Trips Plus", "Q")
        Traceback (most recent call last):
        pitboss.errors.NotAuthorized: there is no pay table 'Q' for Trips Plus; allowed are A, B, C, D (§ 677a.12(e))
        """
        tables = [p for p in self.paytables if p.wager == wager and condition in ("", p.condition)]
        for paytable in tables:
            if paytable.table == table:
                return paytable
        if not tables:
            raise NotAuthorized(f"chapter {self.chapter} prints no pay table for {wager}")
        allowed = ", ".join(p.table or "the only one" for p in tables)
        raise NotAuthorized(f"there is no pay table {table!r} for {wager}; allowed are {allowed}", tables[0].section)

    def pays(self, cite: str, wager: str, hand: str = "") -> Odds:
        """The payout of a wager that a paragraph states in a sentence; by hand, if it names several.

        >>> str(chapter("565").pays("565.12(b)", "Play")), str(chapter("633a").pays("633a.13(a)", "Blackjack", "Blackjack"))
        ('1 to 1', '3 to 2')
        """
        odds: Odds = self._pays[cite, wager, hand]
        return odds

    def vigorish(self, cite: str) -> Fraction:
        """The vigorish that a paragraph states, as a fraction of the amount won.

        >>> chapter("561").vigorish("561.13(m)")
        Fraction(1, 20)
        """
        part: Fraction = self._vigorish[cite]
        return part

    def procedure(self, name: str, record: type[T], **extra: Any) -> T:
        """The chapter's data for a shared procedure, with `extra` fields, converted to a record. Raises NotStated."""
        data: Any = self.procedures
        try:
            for part in name.split("."):
                data = data[part]
            return msgspec.convert(data | extra, record)
        except KeyError:
            raise NotStated(f"{sources()[self.chapter].data} has no [procedures.{name}]") from None
        except msgspec.ValidationError as error:
            raise NotStated(f"{sources()[self.chapter].data}, [procedures.{name}]: {error}") from None

    def part(self, name: str, record: type[T], complete: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict) -> T:
        """One part of the game's file, converted on first use to a record of the package that needs it. `complete` fills in
        what the file's table omits; the record's defaults apply after that. Raises NotAuthorized."""
        key = (name, record)
        if key not in self._records:
            try:
                self._records[key] = msgspec.convert(complete(self.parts.get(name, {})), record)
            except msgspec.ValidationError as error:
                raise NotAuthorized(f"{sources()[self.chapter].data}, [{name}]: {error}") from None
        converted: T = self._records[key]
        return converted

    @cached_property
    def _records(self) -> dict[tuple[str, type[Any]], Any]:
        return {}

    @cached_property
    def procedures(self) -> dict[str, Any]:
        """The paragraph of each step of shuffle, cut and dealing, including what the chapter inherits from other files."""
        return inheritance.procedures(_book(self.chapter), _book)

    def roles(self) -> list[inheritance.Role]:
        """Every role in the chapter's procedures, with the line that states it. Places are relative to the chapter."""
        return inheritance.roles(_book(self.chapter), _book)

    @cached_property
    def _limits(self) -> dict[str, int | str]:
        return Listed(self.chapter, "limit", super()._limits)

    @cached_property
    def _pays(self) -> dict[tuple[str, str, str], Odds]:
        entries: dict[tuple[str, str, str], Odds] = {}
        for sentence in self.stated:
            payouts = {hand: Odds.parse(payout) for hand, payout in sentence.rows if hand != VIGORISH}
            if len(payouts) == 1:
                payouts[""] = next(iter(payouts.values()))
            entries |= {(sentence.section, sentence.wager, hand): odds for hand, odds in payouts.items()}
        return Listed(self.chapter, "stated", entries)

    @cached_property
    def _vigorish(self) -> dict[str, Fraction]:
        rows = [(sentence.section, payout) for sentence in self.stated for hand, payout in sentence.rows if hand == VIGORISH]
        return Listed(self.chapter, "stated", {section: Fraction(payout.partition("%")[0]) / 100 for section, payout in rows})

    @property
    def code(self) -> str:
        """The full citation of the chapter.

        >>> chapter("565").code, chapter("40-5").code
        ('58 Pa. Code Chapter 565', '40 Pa. Code Chapter 5')
        """
        title, _, number = self.chapter.rpartition("-")
        return f"{title or TITLE} Pa. Code Chapter {number}"

    @property
    def payouts(self) -> list[Paytable]:
        """All payouts of the chapter, printed tables and sentences, in the order of its paragraphs."""
        order = list(self.paragraphs)
        return sorted((*self.paytables, *self.stated), key=lambda p: order.index(p.section))

    @property
    def paragraphs(self) -> dict[str, Paragraph]:
        """Every paragraph of the chapter by citation, in order."""
        return _paragraphs(self.chapter)


@dataclass(frozen=True)
class Source:
    """The files of a chapter, and the head of its data file. `module` is the Python module of its game: a name within
    `pitboss.games`, or a file."""

    chapter: str
    slug: str
    kind: str
    data: Path
    paragraphs: Path
    module: str | Path
    extends: str = ""

    @staticmethod
    def read(data: Path, paragraphs: Path, module: Path | None = None) -> "Source":
        """Read the head of a chapter's file, the part before its first table."""
        head = tomllib.loads(data.read_text(encoding="utf-8").split("\n[", 1)[0])
        slug, extends = str(head["slug"]), str(head.get("extends", ""))
        return Source(head["chapter"], slug, head["kind"], data, paragraphs, module or slug.replace("-", "_"), extends)


@cache
def sources() -> dict[str, Source]:
    """The sources of all chapters, in the order of the Code."""
    listed = [Source.read(path, HERE / "paragraphs" / path.name) for path in (HERE / "chapters").glob("*.toml")]
    for folder in filter(None, os.environ.get(ADDED, "").split(os.pathsep)):
        listed.append(_added(Path(folder)))
    listed.sort(key=lambda source: _place(source.chapter))
    numbers, slugs = [source.chapter for source in listed], [source.slug for source in listed]
    for source in listed:
        if numbers.count(source.chapter) > 1 or slugs.count(source.slug) > 1:
            raise NotAuthorized(f"two games have the chapter {source.chapter} or the name {source.slug}: see {ADDED}")
    return {source.chapter: source for source in listed}


def _added(folder: Path) -> Source:
    try:
        return Source.read(folder / "chapter.toml", folder / "paragraphs.toml", folder / "game.py")
    except (OSError, ValueError, KeyError) as error:
        raise NotAuthorized(f"{folder} has no game: its chapter.toml cannot be read ({error})") from None


def _place(number: str) -> tuple[int, int, str]:
    """A sort key: chapters of title 58 by number and letter, then those of other titles, then those without a number."""
    title, _, within = number.rpartition("-")
    digits = within.rstrip("abcdefghijklmnopqrstuvwxyz")
    if not digits.isdecimal() or not (title or TITLE).isdecimal():
        return 10**9, 0, number
    return int(title or 0), int(digits), number


def add(folder: Path) -> Source:
    """Add the game in a folder, for this process and those that it starts."""
    folders = os.environ.get(ADDED, "").split(os.pathsep)
    if str(folder) not in folders:
        os.environ[ADDED] = os.pathsep.join(filter(None, [*folders, str(folder)]))
    _clear_caches()
    return next(source for source in sources().values() if source.data == folder / "chapter.toml")


def remove(folder: Path) -> None:
    """Remove the game in a folder that `add` added."""
    folders = [added for added in os.environ.get(ADDED, "").split(os.pathsep) if added not in ("", str(folder))]
    if folders:
        os.environ[ADDED] = os.pathsep.join(folders)
    else:
        os.environ.pop(ADDED, None)
    _clear_caches()


def _clear_caches() -> None:
    for cached in (sources, _slugs, chapter, _paragraphs, inheritance.read):
        cached.cache_clear()


def tidied(cite: str) -> str:
    """A citation reduced to its number.

    >>> [tidied(words) for words in ("58 Pa. Code § 565.8(b)", "§ 565.8", "Pa. Code Chapter 565", "565.8(b)")]
    ['565.8(b)', '565.8', '565', '565.8(b)']
    >>> [tidied(words) for words in ("40 Pa. Code § 3.141(b)", "40-3.141(b)", "58-147.701")]
    ['40-3.141(b)', '40-3.141(b)', '147.701']
    """
    prefix = _BEFORE.match(cite.strip())
    assert prefix is not None  # the pattern also matches an empty prefix
    title = f"{prefix[1]}-" if prefix[1] else ""
    return f"{title}{cite.strip()[prefix.end() :].strip()}".removeprefix(f"{TITLE}-")


@cache
def _slugs() -> dict[str, str]:
    return {source.slug: number for number, source in sources().items()}


@cache
def chapter(name: str | int) -> Chapter:
    """A chapter by its number ("565" or 565, "633a") or its game's slug ("blackjack")."""
    if not isinstance(name, str):
        if not isinstance(name, int) or isinstance(name, bool):
            raise UnknownCitation(
                f"a chapter is said by its number or its game's slug, such as 565 or 'blackjack', not {name!r}"
            )
        return chapter(str(name))
    number = tidied(name).lower()
    if number not in sources():
        number = _slugs().get(number, "")
    if not number:
        if not name.isprintable():
            raise UnknownCitation("there is no chapter of that name; 565 is one")
        names = [*_slugs(), *sources()] if len(name) < LONGEST_NAME else []
        raise UnknownCitation(
            f"there is no chapter {name!r}{hint(name, names, '`pitboss games` lists the chapters and their slugs')}"
        )
    if number != name:
        return chapter(number)
    file = sources()[number].data
    try:
        return _written(number, dict(inheritance.read(file)))
    except (KeyError, TypeError, ValueError) as error:
        problem = f"it does not state {error}" if isinstance(error, KeyError) else error
        raise NotAuthorized(f"{file} is not a chapter: {problem}; `pitboss games --check {file.parent}` tells more") from None


def _written(number: str, data: dict[str, Any]) -> Chapter:
    """The chapter that a file's data describe."""
    data = inheritance.inherit(data, number)
    data.pop("procedures", None)
    tables = tuple(
        Paytable(number, p["section"], p["wager"], p["table"], p["kind"], p["condition"], tuple(map(tuple, p["rows"])))
        for p in data.pop("paytable", [])
    )
    stated = tuple(
        Paytable(number, p["section"], p["wager"], "", "stated", p["condition"], tuple(map(tuple, p["rows"])))
        for p in data.pop("stated", [])
    )
    options = tuple(Option(**o | {"also": tuple(o.get("also", ()))}) for o in data.pop("option", []))
    limits = tuple(Limit(**x) for x in data.pop("limit", []))
    parts = {name: data.pop(name) for name in PARTS if name in data}
    return Chapter(**data, limits=limits, options=options, paytables=tables, stated=stated, parts=parts)


@cache
def _paragraphs(number: str) -> dict[str, Paragraph]:
    source = sources()[number]
    own = tomllib.loads(source.paragraphs.read_text(encoding="utf-8"))
    data = inheritance.paragraphs(source.extends, own, number)
    return {cite: Paragraph(cite, **entry) for cite, entry in data.items()}


def _book(name: str) -> inheritance.Book:
    """The file of a chapter, by its number, or a shared file, by its name."""
    if (book := inheritance.shared(name)) is not None:
        return book
    if name not in sources():
        raise ValueError(f"there is no file {name!r} to extend")
    return inheritance.Book(sources()[name].data, name, _paragraphs(name).keys())


def chapters() -> list[Chapter]:
    """Every chapter, in the order of the Code."""
    return [chapter(number) for number in sources()]


def games() -> list[Chapter]:
    """The chapters that describe a game."""
    return [chapter(number) for number, source in sources().items() if source.kind in ("banked", "nonbanked")]


def chapter_of(cite: str) -> Chapter:
    """The chapter that a citation belongs to."""
    number = tidied(cite).split(".")[0].lower()
    if number not in sources():
        raise UnknownCitation(f"{cite!r} is not a paragraph of the chapters; try, for example, 565.8(b)")
    return chapter(number)


def paragraph(cite: str) -> Paragraph:
    """One paragraph by its citation, with or without the section sign.

    >>> paragraph("§ 565.8(b)").kind
    'procedure'
    """
    tidy = tidied(cite).replace(" ", "")
    paragraphs = chapter_of(tidy).paragraphs
    if tidy not in paragraphs:
        parent = tidy
        while "(" in parent and parent not in paragraphs:
            parent = parent[: parent.rindex("(")]
        hint = f"; the nearest is {parent}" if parent in paragraphs else ""
        raise UnknownCitation(f"the rulebook has no paragraph {tidy}{hint}")
    return paragraphs[tidy]

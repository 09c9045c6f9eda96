"""House ways: how the certificate holder requires the dealer's hands to be set (§ 561.13(d), § 645a.11(c)), from `ways/*.toml`.

A way is an ordered list of rules. A rule fits seven cards if it describes them and a lawful setting meets its requirements. The
first rule that fits sets the hands. The keys of a rule:

- `hand`: the holding of the seven cards, with the joker as an ace; one of `HANDS` or a list of them;
- `straight_or_flush`: whether five of the seven make a straight, flush, straight flush or royal flush;
- `pair`, `higher_pair`, `lower_pair`, `three`, `four`, `highest_single`: its rank, "K" or "7 to 10";
- `singles`: ranks that must be among the cards that are in no pair or better, "A K";
- `high`: the high hand is at least this; `low = "pair"`: the low hand is a pair;
- `then`: which of the remaining lawful settings to choose, the one with the "highest low hand" (the default) or the "highest
  high hand", and then the one with the best other hand;
- `says`: the rule as the dealer explains it to a player who asks for help (§ 561.13(b)).

`pitboss.games.pai_gow.proof` proves that a way sets every hand.

>>> from pitboss.cards import parse, text
>>> way = house_way("traditional")
>>> seven = parse("As Kd Qh Jc 9s 7d 2c")
>>> text(way.set(seven)), way.rule_for(seven).says
('Kd Qh', 'Nothing at all: the highest card high, the next two low.')
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from pitboss.cards import JOKER, RANKS, Card, text
from pitboss.errors import BadHouseWay
from pitboss.files import not_text, parse_toml, read_text
from pitboss.games.pai_gow.setting import HANDS, Holding, Split, holding, splits
from pitboss.hands.pai_gow import PAI_GOW_HIGH, PAIR
from pitboss.words import toml

WAYS = Path(__file__).parent / "ways"
CITE = "561.13(d)"
_reads_files = ContextVar("whether a house way may be a file", default=True)
HIGH_HANDS = tuple(category.replace("-", " ") for category in PAI_GOW_HIGH.categories)
HIGHEST_LOW, HIGHEST_HIGH = ORDERS = ("highest low hand", "highest high hand")
RANK_WORDS = tuple(rank.replace("T", "10") for rank in RANKS)
# For each key about a rank: the size of the group, and the least and greatest number of such groups in the hand.
GROUPS = {"pair": (2, 1, 1), "higher_pair": (2, 2, 3), "lower_pair": (2, 2, 3), "three": (3, 1, 1), "four": (4, 1, 1)}
WORDS = ("says", "hand", "straight_or_flush", *GROUPS, "highest_single", "singles", "high", "low", "then")


@dataclass(frozen=True)
class Rule:
    """One rule of a house way: when it fits, and its requirements. None means no requirement."""

    number: int
    says: str
    hands: tuple[str, ...]
    straight_or_flush: bool | None
    ranks: tuple[tuple[str, frozenset[int]], ...]  # for each key of `GROUPS` and `highest_single` that the rule has
    singles: frozenset[int]
    high: int  # the lowest category the high hand may have
    low_pair: bool
    then: str
    written: dict[str, Any] = field(repr=False, compare=False)  # the rule as written in the file

    def describes(self, held: Holding) -> bool:
        """True if the rule describes the holding of seven cards."""
        return (
            held.hand in self.hands
            and self.straight_or_flush in (None, held.straight_or_flush)
            and all(_rank(held, word) in ranks for word, ranks in self.ranks)
            and self.singles <= set(held.singles)
        )

    def choose(self, lawful: Sequence[Split]) -> Split | None:
        """The setting that the rule chooses from the lawful ones, None if none meets its requirements."""
        wanted = [
            split
            for split in lawful
            if split.high_value.category >= self.high and (split.low_value.category == PAIR or not self.low_pair)
        ]
        return max(wanted, key=self._preference, default=None)

    def _preference(self, split: Split) -> tuple[Any, ...]:
        best = (split.low_value, split.high_value) if self.then == HIGHEST_LOW else (split.high_value, split.low_value)
        # Equal settings differ in suits, or in an ace for the joker: the joker stays in the high hand, ties are broken by card.
        return (*best, JOKER not in split.low, split.low)


def _rank(held: Holding, word: str) -> int | None:
    if word == "highest_single":
        return held.singles[0] if held.singles else None
    ranks = {2: held.pairs, 3: held.threes, 4: held.fours}[GROUPS[word][0]]
    return ranks[-1 if word == "lower_pair" else 0]


@dataclass(frozen=True)
class HouseWay:
    """One house way: its name, its kind, and its rules in order."""

    name: str
    says: str
    rules: tuple[Rule, ...]

    def setting(self, seven: Sequence[Card]) -> tuple[Rule, Split]:
        """The first rule that fits seven cards, and the resulting hands."""
        lawful = splits(seven)
        held = holding(seven, lawful)
        for rule in self.rules:
            if rule.describes(held) and (chosen := rule.choose(lawful)) is not None:
                return rule, chosen
        raise self.no_rule(seven)

    def no_rule(self, seven: Sequence[Card]) -> BadHouseWay:
        """The error for seven cards that no rule fits."""
        return BadHouseWay(f"the house way {toml(self.name)} has no rule for {text(sorted(seven, reverse=True))}", CITE)

    def set(self, seven: Sequence[Card]) -> tuple[Card, Card]:
        """The low hand of seven cards, its higher card first. The other five are the high hand.

        >>> from pitboss.cards import parse, text
        >>> text(house_way("traditional").set(parse("3c 9d Jk 3h 9s 9h 2c")))
        '3h 3c'
        """
        first, second = self.setting(seven)[1].low
        return first, second

    def rule_for(self, seven: Sequence[Card]) -> Rule:
        """The rule that sets seven cards."""
        return self.setting(seven)[0]


def house_ways() -> list[HouseWay]:
    """The house ways that come with pitboss, by name."""
    return [house_way(path.stem) for path in sorted(WAYS.glob("*.toml"))]


def house_way(name_or_path: str | Path) -> HouseWay:
    """A house way by its name, or from a TOML file, read again if it has changed.

    >>> house_way("lucky")
    Traceback (most recent call last):
    pitboss.errors.BadHouseWay: there is no house way "lucky"; allowed are split-pairs, traditional, or a file (§ 561.13(d))
    """
    known = _shipped()
    path = known.get(str(name_or_path)) or Path(name_or_path)
    if not _reads_files.get() and str(name_or_path) not in known:
        raise BadHouseWay(f"there is no house way {toml(str(name_or_path))}; allowed are {', '.join(known)}", CITE)
    if path.suffix != ".toml" and not _there(path):
        raise BadHouseWay(f"there is no house way {toml(str(name_or_path))}; allowed are {', '.join(known)}, or a file", CITE)
    try:
        return _parsed(read_text(path), path)
    except OSError as error:
        raise BadHouseWay(f"{path} cannot be read: {(error.strerror or str(error)).lower()}", CITE) from None
    except UnicodeDecodeError as error:
        raise BadHouseWay(f"{path} is not TOML: {not_text(error)}", CITE) from None


@contextmanager
def no_files() -> Iterator[None]:
    """A context in which house ways are read by name only, since a submission from the network must not name files of this
    machine."""
    token = _reads_files.set(False)
    try:
        yield
    finally:
        _reads_files.reset(token)


@cache
def _shipped() -> dict[str, Path]:
    return {path.stem: path for path in sorted(WAYS.glob("*.toml"))}


@lru_cache(maxsize=64)
def _parsed(words: str, path: Path) -> HouseWay:
    """The house way in a file with this text. The text is part of the cache key, so an edited file is parsed again."""
    try:
        data = parse_toml(words)
    except ValueError as error:
        raise BadHouseWay(f"{path} is not TOML: {error}", CITE) from None
    return _read(data, path.name)


def _there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # the name cannot be that of a file, such as a way described in words
        return False


def _read(data: dict[str, Any], file: str) -> HouseWay:
    _known(data, ("name", "says", "rule"), file)
    for word in ("name", "says"):
        if not isinstance(data.get(word), str) or not data[word]:
            raise BadHouseWay(f"{file} needs a {toml(word)} in words", CITE)
    rules = data.get("rule")
    if not isinstance(rules, list) or not rules or not all(isinstance(rule, dict) for rule in rules):
        raise BadHouseWay(f"{file} needs rules, each under its own [[rule]]", CITE)
    return HouseWay(data["name"], data["says"], tuple(_rule(rule, n, f"{file}, rule {n}") for n, rule in enumerate(rules, 1)))


def _known(data: dict[str, Any], words: Sequence[str], where: str) -> None:
    for word in data:
        if word not in words:
            raise BadHouseWay(f"{where}: there is no word {toml(word)}; allowed are {', '.join(words)}", CITE)


def _one_of(value: Any, allowed: Sequence[str], word: str, where: str) -> str:
    tidy = value.replace("-", " ").strip().lower() if isinstance(value, str) else ""
    if tidy not in allowed:
        raise BadHouseWay(f"{where}: {word} cannot be {toml(value)}; allowed are {', '.join(allowed)}", CITE)
    return tidy


def _rule(data: dict[str, Any], number: int, where: str) -> Rule:
    _known(data, WORDS, where)
    says, flag = data.get("says"), data.get("straight_or_flush")
    if not isinstance(says, str) or not says.strip():
        raise BadHouseWay(f"{where}: `says` must tell the rule in a sentence", CITE)
    if flag is not None and not isinstance(flag, bool):
        raise BadHouseWay(f"{where}: straight_or_flush cannot be {toml(flag)}; allowed are true and false", CITE)
    listed = data.get("hand", list(HANDS))
    listed = listed if isinstance(listed, list) and listed else [listed]
    hands = tuple(_one_of(hand, tuple(HANDS), "hand", where) for hand in listed)
    for word in GROUPS:
        if word in data:
            _check_group(word, hands, where)
    return Rule(
        number,
        says.strip(),
        hands,
        flag,
        tuple((word, _ranks(data[word], word, where)) for word in (*GROUPS, "highest_single") if word in data),
        frozenset(_one_rank(word, "singles", where) for word in str(data.get("singles", "")).split()),
        HIGH_HANDS.index(_one_of(data.get("high", HIGH_HANDS[0]), HIGH_HANDS, "high", where)),
        "low" in data and _one_of(data["low"], ("pair",), "low", where) == "pair",
        _one_of(data.get("then", HIGHEST_LOW), ORDERS, "then", where),
        data,
    )


def _check_group(word: str, hands: tuple[str, ...], where: str) -> None:
    """Refuse a rule about the rank of a group that a hand does not have, or has twice."""
    size, least, most = GROUPS[word]
    allowed = [hand for hand, numbers in HANDS.items() if least <= numbers.count(size) <= most]
    for hand in hands:
        if hand not in allowed:
            raise BadHouseWay(
                f"{where}: {word} cannot be asked of {toml(hand)}; allowed with it are {', '.join(allowed)}", CITE
            )


def _one_rank(word: str, key: str, where: str) -> int:
    if word.upper() not in RANK_WORDS:
        raise BadHouseWay(f"{where}: {key} has {toml(word)} for a rank; allowed are {', '.join(RANK_WORDS)}", CITE)
    return RANK_WORDS.index(word.upper())


def _ranks(value: Any, key: str, where: str) -> frozenset[int]:
    ends = [_one_rank(word.strip(), key, where) for word in str(value).split(" to ")]
    if len(ends) > 2 or ends[0] > ends[-1]:
        raise BadHouseWay(f"{where}: {key} cannot be {toml(value)}; write one rank, or the lower first as in 7 to 10", CITE)
    return frozenset(range(ends[0], ends[-1] + 1))

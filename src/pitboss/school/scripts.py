"""Scripts: the acts of a dealer in a file, one a line; and the script of a dealer who deals a round perfectly."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pitboss.cards import text
from pitboss.errors import BadCase, NotAuthorized
from pitboss.files import not_text, read_text
from pitboss.games import NONBANKED
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.school.acts import CARDS, FORMS, MONEY, POKER, TABLE, WORDS, Act, BadAct, head, read_act
from pitboss.school.due import KINDS, is_hand
from pitboss.school.lessons import Lesson, bets_again, lesson_at, lesson_of_seed, table_of_bots
from pitboss.table.drivers import bots
from pitboss.table.game import Game
from pitboss.table.steps import Step

USUAL = ("prepare",)  # what is automated unless asked otherwise: a lesson begins with the cards in their place
NONE = "none"
ROUNDS = 6  # of each way to deal, until the stub has been counted


@dataclass(frozen=True)
class Line:
    """An act of a perfect dealer, or what happens at the table ("" for the act)."""

    act: str
    section: str
    kind: str
    about: str

    def __str__(self) -> str:
        comment = f"# § {self.section}{', ' + self.about if self.about else ''}"
        return f"{self.act:<40} {comment}" if self.act else comment


def read_script(path: Path) -> list[Act]:
    """The acts in a file; behind `#` stands a comment. Raises BadAct with the line."""
    try:
        lines = read_text(path).splitlines()
    except OSError as error:
        raise BadAct(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadAct(f"{path} is no script: {not_text(error)}") from None
    found = []
    for number, line in enumerate(lines, 1):
        if words := line.partition("#")[0].strip():
            try:
                found.append(read_act(words))
            except BadAct as error:
                raise BadAct(f"{path}, line {number}: {error.message}") from None
    return found


def automated(kinds: list[str] | None) -> frozenset[str]:
    """The kinds of acts that the learner need not perform; raises NotAuthorized for a kind that is none."""
    if not kinds:
        return frozenset(USUAL)
    for kind in kinds:
        if kind not in (*KINDS, NONE):
            raise NotAuthorized(f"there is no kind of act {kind!r}; the kinds are {', '.join((*KINDS, NONE))}")
    return frozenset(kinds) - {NONE}


def perfect(lesson: Lesson, skipped: frozenset[str]) -> Iterator[Line]:
    """The script of a round, with what the players do in between."""
    waiting = iter(lesson.due(skipped))
    due = next(waiting, None)
    troubles = {trouble.start: trouble for trouble in lesson.troubles}
    own = {id(step) for step in lesson.round.steps}
    for n, step in enumerate(lesson.round.steps):
        if trouble := troubles.get(n):
            yield Line("", trouble.cite, "", f"what goes wrong: {trouble.incident.kind}")
        while due is not None and id(due.step) not in own:  # what the engine has no step for: announcements, the floor
            if due.demanded:
                yield Line(due.words, due.section, due.kind, "")
            due = next(waiting, None)
        if due is not None and due.step is step:
            if due.demanded:
                yield Line(due.words, due.section, due.kind, _cards(step))
            due = next(waiting, None)
        elif step.act in ("wager", "decide"):
            yield Line("", step.cite, "", " ".join(filter(None, (step.who, step.act, step.note, step.wager, _cents(step)))))


def _cards(step: Step) -> str:
    return text(step.cards) if step.act in ("deal", "draw", "reveal") else ""


def _cents(step: Step) -> str:
    return str(step.cents) if step.cents else ""


def acts_of(game: Game) -> list[dict[str, str]]:
    """Every act that a script may name: the words that all chapters share, and what a dealer says in rounds of this one."""
    of_poker = game.chapter in NONBANKED
    chips: dict[str, str] = POKER | TABLE if of_poker else MONEY
    wager = "Pot" if of_poker else game.wager_names[0]
    forms = {act: f"{act} seat_1" for act in CARDS} | {act: f"{act} seat_1 {wager} 1000" for act in chips} | FORMS
    forms |= {"award": "push seat_1 Pot 1600", "gather": "gather", "rake": "rake 400", "contribute": "contribute 100"}
    forms |= {"draw": "draw discard rack", "discard": "discard seat_1"}
    rows = [{"act": forms[act], "kind": "", "means": means} for act, means in (CARDS | chips | WORDS).items()]
    said: dict[str, dict[str, str]] = {}
    ways = next((option.allowed for option in chapter(game.chapter).options if option.option == "dealing"), [""])
    for way in ways:
        table = table_of_bots(game, House.of(game.chapter, {"dealing": way} if way else {}), 1, 1)
        for _ in range(ROUNDS):
            for due in lesson_at(table, bots).due():
                if due.step.act == "say" and due.demanded:
                    said.setdefault(due.words, {"act": due.words, "kind": due.kind, "means": f"§ {due.section}"})
            bets_again(table)
    return rows + list(said.values())


@dataclass(frozen=True)
class Usual:
    """What a dealer does in rounds of a table: the kinds of acts, and what is said in the same words in every round."""

    acts: frozenset[str]
    sayings: tuple[str, ...]


def usual_of(game: Game, house: House, skipped: frozenset[str] = frozenset()) -> Usual:
    """What a dealer does in rounds of a table, and when something goes wrong there, but for the kinds of acts that are
    automated. Names of hands and totals are not among what is said."""
    acts: set[str] = set()
    said = dict[str, None]()
    for lesson in _usual_lessons(game, house):
        for due in lesson.due(skipped):
            note = due.step.note
            if not due.demanded:
                continue
            acts.add(due.step.act)
            if due.step.act == "say" and not due.is_call and not is_hand(note) and not re.search(r"\d", head(note)):
                said[re.sub("[“”]", "", head(note))] = None
    return Usual(frozenset(acts), tuple(said))


def _usual_lessons(game: Game, house: House) -> Iterator[Lesson]:
    for seed in range(ROUNDS):
        yield lesson_of_seed(game, house, seed)
    for seed in range(ROUNDS):
        with suppress(BadCase):
            yield lesson_of_seed(game, house, seed, troubled=True)


def sayings_of(game: Game, house: House, skipped: frozenset[str] = frozenset()) -> list[str]:
    """What a dealer says at a table in the same words in every round."""
    return list(usual_of(game, house, skipped).sayings)

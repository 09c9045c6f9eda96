"""Handouts for the dealers of one table: its procedure in order with what is said aloud, payouts to practise with their
answers, irregularities as a decision table.

Everything is taken from rounds that the engine deals at this table, and from the paragraphs that its steps carry.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from random import Random
from statistics import fmean
from typing import Any, TypeVar

from pitboss.errors import BadCase
from pitboss.house import House
from pitboss.school.acts import head
from pitboss.school.drills import questions
from pitboss.school.drills.irregularities import remedy
from pitboss.school.drills.questions import Question
from pitboss.school.drills.rounds import rounds
from pitboss.school.due import Due, Trouble, is_aloud, is_hand
from pitboss.school.incidents import kinds_of
from pitboss.school.lessons import Lesson, bets_again, lesson_at, lesson_of_seed, table_of_bots
from pitboss.school.narration import says
from pitboss.table.drivers import bots
from pitboss.table.game import Game
from pitboss.table.notes import are_points
from pitboss.table.steps import BURN_CARDS, COMMUNITY, DEALER, DISCARDS, RACK, STUB, Step, seat_of

TABLES, ROUNDS = 8, 6  # whose rounds show the procedure: a stub is counted in one of five, every wager wins and loses
CASES = 6  # rounds in which each irregularity happens
PRACTICE = 16  # payouts to practise
IN_COMPANY = 24  # rounds
VERBS = {  # what a dealer does with the wagers that an act is about
    "collect": "collects the losing {}",
    "lose": "collects the losing {} to the center",
    "pay": "pays the winning {}",
    "win": "pays the winning {} from the center",
    "return": "gives back the {}",
    "restore": "gives back the {}",
    "bonus": "pays the bonus on the {}",
    "jackpot": "pays the {} off the meter",
    "vigorish": "takes the vigorish on the {}",
    "cover": "puts the {} to the center",
    "surplus": "gives the bank the surplus of the {}",
    "award": "pushes the {} to its winners",
    "refund": "gives back what nobody called ({})",
}
ALONE = {
    "shuffle": "shuffles the cards",
    "gather": "moves the bets into the pot",
    "rake": "takes the rake",
    "contribute": "takes the jackpot's part of the pot",
    "button": "moves the button",
    "void": "declares all hands void",
}
ASKS, BET = "asks each player in turn: {}", "(players bet {})"
NAMES_HAND = "the name of each hand"
NAMES_TOTAL = "the total of each hand"
SAYS_RESULT = "of each hand whether it wins, loses or ties"
EACH = "each player"
CONDITION = {"choice": "the choice is “{}”", "to": "it is {}'s"}
AS_THE_RULE = "as the rule decides"
_SEAT = re.compile(r"\bseat[ _]\d+(?: (?:hand|split) \d+)*('s)?")
_HAND = re.compile(r" (?:hand|split) \d+")
_NUMBER = re.compile(r"(?<![\w-])\d[\d,.]*")
_RESULT = re.compile(r"seat \d+.*: (?:win|lose|tie)")
_WITH_CENTS = re.compile(r" \$?\d[\d,.]*$")


@dataclass
class Instruction:
    """What one paragraph has the dealer do and say; `opening` belongs to what comes before the first wagers."""

    section: str
    opening: bool
    does: dict[str, dict[str, None]] = field(default_factory=dict)  # by the beginning of an act its places or wagers
    aloud: dict[str, None] = field(default_factory=dict)

    @property
    def do(self) -> str:
        """What the dealer does, in one line."""
        parts = [form.format(_listed(list(named), "or" if form == ASKS else "and")) for form, named in self.does.items()]
        return _capital("; ".join(parts))

    @property
    def say(self) -> str:
        """What the dealer says aloud."""
        return "; ".join(self.aloud)

    @property
    def rule(self) -> str:
        """What the paragraph demands, in our words."""
        return says(self.section)

    @property
    def is_players(self) -> bool:
        """True if only players do something there."""
        return not self.aloud and {*self.does} == {BET}


@dataclass(frozen=True)
class Remedy:
    """What follows an irregularity: `when` says under which condition, "" for always."""

    kind: str
    when: str
    then: str
    section: str

    @property
    def rule(self) -> str:
        """What the paragraph demands, in our words."""
        return says(self.section)


@dataclass(frozen=True)
class Handout:
    """What a dealer of one table takes home."""

    game: Game
    house: House
    procedure: tuple[Instruction, ...]
    practice: tuple[Question, ...]
    remedies: tuple[Remedy, ...]

    @property
    def opening(self) -> list[Instruction]:
        """What is done before the wagers of a round close."""
        return [each for each in self.procedure if each.opening]

    @property
    def round(self) -> list[Instruction]:
        """What is done in every round."""
        return [each for each in self.procedure if not each.opening]

    def rows(self) -> dict[str, Any]:
        """The handout as one document."""
        return {
            "chapter": self.game.chapter,
            "game": self.house.chapter.game,
            "procedure": [
                {"section": each.section, "opening": each.opening, "do": each.do, "say": each.say, "rule": each.rule}
                for each in self.procedure
            ],
            "practice": [question.row() for question in self.practice],
            "irregularities": [
                {"kind": each.kind, "when": each.when, "then": each.then, "section": each.section, "rule": each.rule}
                for each in self.remedies
            ],
        }


def handout(game: Game, house: House, seed: int = 1, practice: int = PRACTICE) -> Handout:
    """The handout of a table; another seed has other payouts to practise. Raises NotAuthorized for a chapter that is not
    taught."""
    asked = islice(questions("payouts", game, house, seed), practice)
    return Handout(game, house, tuple(procedure(game, house)), tuple(asked), tuple(remedies(game, house)))


# ---------------------------------------------------------------------------- the procedure


def procedure(game: Game, house: House) -> list[Instruction]:
    """What the dealer does in a round, an instruction for each paragraph, in the order in which rounds come to them. Rounds
    with one player say that order best: where hands are settled one after the other, others go back to earlier acts."""
    found: dict[Key, Instruction] = {}
    alone, others = (
        [_instruct(lesson, found) for lesson in lessons] for lessons in (_alone(game, house), _in_company(game, house))
    )
    return [found[key] for key in in_order(alone, others)]


Key = tuple[bool, str]  # whether it belongs to the opening, and the paragraph
K = TypeVar("K", bound=Hashable)


def _instruct(lesson: Lesson, found: dict[Key, Instruction]) -> list[Key]:
    """Adds what a round has the dealer do; in which order."""
    keys: dict[Key, None] = {}
    for opening, section, form, named, aloud in _acts(lesson):
        key = opening, section
        keys[key] = None
        instruction = found.setdefault(key, Instruction(section, opening))
        if aloud:
            instruction.aloud.setdefault(aloud)
        if form:
            names = instruction.does.setdefault(form, {})
            names |= {named: None} if named else {}
    return [*keys]


def in_order(first: Sequence[Sequence[K]], others: Sequence[Sequence[K]] = ()) -> list[K]:
    """What occurs in some sequences, in an order in which whatever more often comes before another thing does so. `others`
    count for what the first do not say.

    >>> in_order(["deal collect clear".split(), "deal pay clear".split()], ["clear deal collect pay".split()])
    ['deal', 'collect', 'pay', 'clear']
    """
    before, weaker = (Counter(pair for each in sequences for pair in combinations(each, 2)) for sequences in (first, others))
    for one, other in weaker:
        if not before[one, other] and not before[other, one]:
            before[one, other], before[other, one] = weaker[one, other], weaker[other, one]
    places: dict[K, list[float]] = {}
    for sequence in (*first, *others):
        for place, key in enumerate(sequence):
            places.setdefault(key, []).append(place / len(sequence))
    waiting = sorted(places, key=lambda key: fmean(places[key]))
    found: list[K] = []
    while waiting:
        ready = (key for key in waiting if all(before[other, key] <= before[key, other] for other in waiting))
        following = next(ready, waiting[0])
        waiting.remove(following)
        found.append(following)
    return found


def _alone(game: Game, house: House) -> Iterator[Lesson]:
    """Rounds at some tables with as few players as can be, several at each."""
    for seed in range(1, TABLES + 1):
        table = table_of_bots(game, house, seed, 1)
        for _ in range(ROUNDS):
            yield lesson_at(table, bots)
            bets_again(table)


def _in_company(game: Game, house: House) -> Iterator[Lesson]:
    """Rounds with several players, in which good hands are frequent."""
    for dealt in islice(rounds(game, house, Random(1)), IN_COMPANY):
        yield Lesson(game, dealt.round)


Told = tuple[bool, str, str, str, str]  # whether it belongs to the opening, its paragraph, the act, its place, what is said


def _acts(lesson: Lesson) -> Iterator[Told]:
    """The acts of a round in their order, and what the players do between them."""
    due = lesson.due()
    steps = {id(step) for step in lesson.round.steps}
    waiting: dict[int, list[Due]] = {}
    pending: list[Due] = []
    for each in due:
        pending.append(each)
        if id(each.step) in steps:
            waiting[id(each.step)] = pending
            pending = []
    started = False
    for step in lesson.round.steps:
        mine = waiting.get(id(step), [])
        for each in mine:
            started = started or (each.kind != "prepare" and each.demanded)
            if each.demanded:
                yield from _told(each, not started)
        if step.act == "wager" and not started:
            yield False, step.cite, BET, step.wager, ""
        elif step.act == "decide":
            yield False, step.cite, ASKS, _answer(step), ""


def _told(due: Due, opening: bool) -> Iterator[Told]:
    """An act of the dealer."""
    step = due.step
    if step.act == "say":
        if is_hand(step.note) or (is_aloud(step.note) and not step.note.startswith("takes ")):
            yield opening, due.section, "", "", _spoken(step)
        else:
            yield opening, due.section, _in_general(head(step.note)), "", ""
    elif step.act in ALONE:
        yield opening, due.section, ALONE[step.act], "", ""
    elif step.act in VERBS:
        yield opening, due.section, VERBS[step.act], _HAND.sub("", step.wager), ""
    else:
        yield opening, due.section, *_with_cards(due), ""


def _with_cards(due: Due) -> tuple[str, str]:
    """An act with cards: how it begins, and its place."""
    step = due.step
    place = _place(step.who)
    match step.act:
        case "deal":
            return f"deals {f'face {step.face} ' if step.face else ''}to {{}}", place
        case "draw":
            return ("burns a card" if step.who in (RACK, BURN_CARDS) else f"puts a card aside ({step.who})"), ""
        case "reveal":
            which = f" {due.which}" if due.which[:1].isdigit() and step.who == COMMUNITY else ""
            return (
                ("turns up the cards of {}", place) if step.who != COMMUNITY else (f"turns up the community cards{which}", "")
            )
        case "discard" if step.who == STUB:
            return f"puts the {STUB} into the {RACK}", ""
        case "discard":
            return ("collects the cards of {}" if place == EACH or step.who == DEALER else "collects {}"), place
        case "move":
            return "moves cards to a hand of their own", ""
    return f"{step.act}s {{}}", place


def _place(who: str) -> str:
    """A place as every round has it."""
    if who == COMMUNITY:
        return "the community cards"
    return EACH if seat_of(who) else f"the {who}" if who in (DEALER, BURN_CARDS, DISCARDS) else who


def _answer(step: Step) -> str:
    """What a player may answer, without amounts and cards: who may refuse something may also have it."""
    words = step.note.split()
    answer = words[0] if words and words[0] in ("set", "discard") else _WITH_CENTS.sub("", step.note)
    return f"{answer.removeprefix('no ')} or {answer}" if answer.startswith("no ") else answer


def _spoken(step: Step) -> str:
    """What is said aloud, without what is different in every round."""
    note = re.sub("[“”]", "", step.note)
    if are_points(note):
        return NAMES_TOTAL
    if _RESULT.fullmatch(note):
        return SAYS_RESULT
    if is_hand(step.note):
        return NAMES_HAND
    quoted = f"“{_in_general(head(note))}”"
    return quoted if step.who == DEALER or not seat_of(step.who) else f"{quoted} of each player"


def _in_general(words: str) -> str:
    """Words of a step without the seats and numbers of its round.

    >>> _in_general("counts the cards of seat 3: 7"), _in_general("seat_2: win")
    ('counts the cards of the seat: …', 'the seat: win')
    """
    general = _NUMBER.sub("…", _SEAT.sub(lambda found: f"the seat{found[1] or ''}", words))
    return re.sub("…(?:[ ,]+…)+", "…", general)


# ---------------------------------------------------------------------------- irregularities


def remedies(game: Game, house: House) -> Iterator[Remedy]:
    """What follows each irregularity that can happen at a table, with the condition on which it depends."""
    for kind in kinds_of(game):
        yield from _of_kind(game, house, kind)


def _of_kind(game: Game, house: House, kind: str) -> Iterator[Remedy]:
    """What follows one kind of irregularity in some rounds."""
    seen: list[tuple[dict[str, str], str]] = []
    section = game.incidents[kind]
    for seed in range(1, CASES + 1):
        try:
            lesson = lesson_of_seed(game, house, seed, troubled=True, kind=kind)
        except BadCase:
            break
        trouble = lesson.troubles[0]
        seen.append((_conditions(lesson, trouble), remedy(lesson, trouble)))
    answers = list(dict.fromkeys(then for _, then in seen))
    if len(answers) < 2:
        yield from (Remedy(kind, "", then, section) for then in answers)
        return
    deciding = _deciding(seen)
    if not deciding:
        yield from (Remedy(kind, AS_THE_RULE, then, section) for then in answers)
        return
    for then in answers:
        values = dict.fromkeys(conditions[deciding] for conditions, answer in seen if answer == then)
        yield Remedy(kind, ", or ".join(values), then, section)


def _deciding(seen: Sequence[tuple[dict[str, str], str]]) -> str:
    """The first condition that decides alone what follows, "" where none does."""
    for name in seen[0][0]:
        by_value: dict[str, set[str]] = {}
        for conditions, then in seen:
            by_value.setdefault(conditions.get(name, ""), set()).add(then)
        if len(by_value) > 1 and all(len(answers) == 1 for answers in by_value.values()):
            return name
    return ""


def _conditions(lesson: Lesson, trouble: Trouble) -> dict[str, str]:
    """On what the remedy of an irregularity may depend: what was said of it, and when it happened."""
    found: dict[str, str] = {}
    for word, value in trouble.incident.detail.items():
        name = word.replace("_", " ")
        if isinstance(value, bool):
            found[word] = name if value else f"not {name}"
        elif word in ("to", "choice", "why", "device"):
            found[word] = CONDITION.get(word, "{}").format(_place(str(value)))
    before = lesson.round.steps[: trouble.start]
    decided, dealt = any(step.act == "decide" for step in before), any(step.act == "deal" for step in before)
    found["when"] = "after a player has decided" if decided else "after cards were dealt" if dealt else "before the first card"
    return found


def _listed(names: list[str], word: str = "and") -> str:
    """Names in a row.

    >>> _listed(["Ante"]), _listed(["Ante", "Play", "Pair Plus"])
    ('Ante', 'Ante, Play and Pair Plus')
    """
    *others, last = names or [""]
    return f"{', '.join(others)} {word} {last}" if others else last


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

"""Every irregularity of a chapter at every moment of a round, at a full table, by every way of dealing: what the dealer does
about it, what each seat gets, and what it leaves to the next two rounds.

One table a chapter, as text. Equal remedies are listed once, with the ways and moments that have them, so that a floorperson
can read it beside the chapter's section on irregularities. Cards are left out: the remedy must not depend on them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from pitboss.errors import NotAuthorized, PitbossError
from pitboss.games import NONBANKED, game
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.shoe import Chance
from pitboss.table.game import Game
from pitboss.table.log.stores import MemoryStore
from pitboss.table.money.meter import is_offered
from pitboss.table.steps import Ask, Cut, Incident, Moment, Request, Step, seat_of
from pitboss.table.table import Table

SEED = 7
CHIPS = 1_000_000
ROUNDS_AFTER = 2
OPENED = 3  # cards dealt, when what a round begins with is over
TOLD = ("say", "void", "shuffle", "take")  # acts that do not depend on the cards, unless a seat says something
UNTOLD = ("placed", "begin", "wager", "meter", "feed")  # what every round begins with
ONE_DECK: dict[str, dict[str, Any]] = {
    "manual shoe": {},
    "hand": {"dealing": "hand"},
    "automated shoe": {"dealing": "automated shoe", "counting_shuffler": True, "second_deck": True, "community_first": True},
}
TWENTY_ONE: dict[str, dict[str, Any]] = {
    "shoe": {"decks": 2},
    "automated shuffler": {"decks": 2, "shuffler": "automated"},
    "continuous shuffler": {"shuffler": "continuous"},
    "double shoe": {"decks": 2, "double_shoe": True},
    "from the hand": {"from_the_hand": True, "decks": 1},
    "card reader": {"card_reader": True, "decks": 2},
}
POKER: dict[str, dict[str, Any]] = {
    "hold'em": {"variant": "hold'em"},
    "stud": {"variant": "seven-card stud", "shuffler": True, "counting_shuffler": True},
    "draw": {"variant": "five-card draw"},
}
SPANISH_21 = {way: {option: value for option, value in house.items() if option != "decks"} for way, house in TWENTY_ONE.items()}
WAYS = {"633a": TWENTY_ONE, "635a": SPANISH_21} | dict.fromkeys(("553", "637a"), POKER)
WORDS: dict[str, tuple[Any, ...]] = {
    "device": ("shuffler", "automated shoe", "card reader"),
    "to": ("dealer", "community"),
    "choice": ("play", "void", "card", "dead"),
    "exposed": (True,),
    "misdealt": (True,),
    "value_can_be_seen": (True,),
    "stub": (9,),
}


@dataclass(frozen=True)
class Played:
    """What follows an incident: the steps up to the next request or the refusal, what else is said or voided in the round, who
    wins how much in it, and what the next rounds begin with."""

    answer: tuple[str, ...]
    rest: tuple[str, ...]
    end: str
    openings: tuple[tuple[str, ...], ...]


def incident_table(number: str) -> str:
    """Everything that may go wrong in a chapter, as text."""
    blocks: dict[tuple[str, tuple[str, ...]], dict[tuple[str, str], list[str]]] = {}
    for way, house in ways_of(number).items():
        usual, moments = moments_of(number, house)
        reports = zip(*(reported(number, house, at, usual) for at in moments), strict=True)
        for incident, plays in zip(incidents_of(number, house), reports, strict=True):
            for moment, found in zip(moments.values(), plays, strict=True):
                for times, played in found:
                    key = described(incident, times), (*played.answer, *differences(usual, played))
                    end = "as without it" if played.end == usual.end else played.end
                    blocks.setdefault(key, {}).setdefault((way, end), []).append(moment)
    return "\n".join(block(incident, where, lines) for (incident, lines), where in blocks.items())


def reported(number: str, house: dict[str, Any], at: int, usual: Played) -> list[list[tuple[int, Played]]]:
    """What follows each incident before one request of the first round, and where it can happen twice, what follows the second
    time if that is something else. A table at which a report is refused goes on as if nothing had been said, so all that is
    refused is reported at one table, and what follows is played once."""
    plays: list[list[tuple[int, Played]]] = []
    table = table_at(number, house, at)
    for incident in incidents_of(number, house):
        answer = report(table, incident)
        if refused(answer):
            plays.append([(1, replace(usual, answer=answer))])
            continue
        again = report(table, incident) if number not in NONBANKED and name_of(table.request) else ()
        played = play_on(table, again)
        table = table_at(number, house, at)
        if again and not refused(again):
            twice, once = played, play_on(table, report(table, incident))
            table = table_at(number, house, at)
        else:
            twice, once = played, replace(played, answer=answer)
        plays.append([(1, once), (2, twice)] if again and twice != once else [(1, once)])
    assert play_on(table, ()) == usual, "a refused report has changed what follows"
    return plays


def refused(answer: tuple[str, ...]) -> bool:
    """Whether a report was refused."""
    return " refused: " in answer[0]


def block(incident: str, where: dict[tuple[str, str], list[str]], lines: tuple[str, ...]) -> str:
    """A remedy, below the ways of dealing and the moments that have it."""
    heads = [f"# {way}: {', '.join(moments)}: {end}" for (way, end), moments in where.items()]
    return "\n".join([f"== {incident}", *heads, *lines, ""])


def ways_of(number: str) -> dict[str, dict[str, Any]]:
    """The ways of dealing that the chapter knows, each at a house that offers every wager."""
    known = {option.option for option in chapter(number).options}
    offers = {} if number in NONBANKED else everything(number)[0]
    ways: dict[str, dict[str, Any]] = {}
    for way, house in WAYS.get(number, ONE_DECK).items():
        chosen = {option: value for option, value in house.items() if option in known}
        if chosen or not ways:
            for option, value in offers.items():
                chosen = {**chosen, option: value} if lawful(number, {**chosen, option: value}) else chosen
            ways |= {way: chosen} if lawful(number, chosen) else {}
    return ways


def everything(number: str) -> tuple[dict[str, Any], dict[str, int]]:
    """A house that offers every optional wager, and bets on all of them."""
    played, book = game(number), chapter(number)
    house: dict[str, Any] = {}
    for wager in played.wagers:
        option = next((o for o in book.options if o.option == wager.option), None)
        if option is not None and not option.default:
            allowed = option.allowed if isinstance(option.allowed, list) else ["floor"]
            house[option.option] = next(a for a in allowed if a)
    chosen = House.of(number, house)
    if is_offered(chosen) and not chosen["progressive_rate"]:
        house["progressive_rate"] = 20
    return house, every_wager(played, House.of(number, house))


def every_wager(played: Game, house: House) -> dict[str, int]:
    """The wagers that a table suggests, and the least amount of every other one that it offers."""
    wagers = dict(played.suggest(house))
    for wager in played.offered(house):
        wagers.setdefault(wager.name, played.limits(house, wager)[0])
    return wagers


def lawful(number: str, house: dict[str, Any]) -> bool:
    """Whether a table can be opened with these choices."""
    try:
        Table(game(number), House.of(number, house))
    except NotAuthorized:
        return False
    return True


def incidents_of(number: str, house: dict[str, Any]) -> Iterator[Incident]:
    """Each kind of incident in plain words, and once with each word of its detail that matters."""
    played = game(number)
    last = played.seats(House.of(number, house))[0]
    for kind in sorted(played.incidents):
        words = played.details[kind]
        seat = {"seat": last} if "seat" in words and "to" not in words else {}
        yield Incident(kind, seat)
        for word in words:
            yield from (Incident(kind, {**seat, word: value}) for value in WORDS.get(word, ()))
        if "to" in words:
            yield Incident(kind, {"to": f"seat_{last}"})


def described(incident: Incident, times: int) -> str:
    """An incident in a line."""
    again = ["the second time"] if times > 1 else []
    return ", ".join([incident.kind, *(f"{word} {value}" for word, value in incident.detail.items()), *again])


def moments_of(number: str, house: dict[str, Any]) -> tuple[Played, dict[int, str]]:
    """The round without any incident, and its moments: the first of each name, and the first and last decision."""
    names: list[str] = []
    table = full_table(number, house)
    begin(table)
    usual = play_on(table, (), names.append)
    found = {names.index(name): name for name in dict.fromkeys(names) if name}
    decisions = [at for at, name in enumerate(names) if name == "decision"]
    if len(decisions) > 1:
        found[decisions[-1]] = "last decision"
    return usual, dict(sorted(found.items()))


def table_at(number: str, house: dict[str, Any], at: int) -> Table:
    """A full table in its first round, after so many requests."""
    table = full_table(number, house)
    request = begin(table)
    for _ in range(at):
        assert request is not None
        request = table.reply(reply_to(table, request))
    return table


def play_on(table: Table, answer: tuple[str, ...], hear: Callable[[str], None] = lambda name: None) -> Played:
    """Plays the round to its end, and the two rounds after it."""
    while table.request is not None:
        hear(name_of(table.request))
        table.reply(reply_to(table, table.request))
    rest = tuple(line_of(step) for step in steps_after(table, 0) if step.act in TOLD and not seat_of(step.who))
    end = end_of(table)
    openings = tuple(next_opening(table, last=number == ROUNDS_AFTER) for number in range(1, ROUNDS_AFTER + 1))
    return Played(answer, rest, end, openings)


def next_opening(table: Table, last: bool) -> tuple[str, ...]:
    """Plays another round: what is done in it up to the third card that is dealt, behind which the last one is left."""
    before = table.version
    try:
        begin(table)
    except PitbossError as error:
        return (f"{error.cite} refuses to begin: {error.message}",)
    while table.request is not None and not (last and is_opened(table)):
        table.reply(reply_to(table, table.request))
    return tuple(opening(steps_after(table, before)))


def is_opened(table: Table) -> bool:
    """Whether three cards are dealt in the round."""
    return table.round is not None and sum(step.act == "deal" for step in table.round.steps) >= OPENED


def full_table(number: str, house: dict[str, Any]) -> Table:
    """A table at which every seat is taken."""
    played = game(number)
    table = Table(played, House.of(number, house), Chance(SEED), MemoryStore())
    for seat in range(1, played.seats(table.house)[0] + 1):
        table.sit(seat, f"player {seat}", CHIPS)
    return table


def begin(table: Table) -> Request | None:
    """Every seat makes every wager that is offered, as low as it may be, and the round begins."""
    if table.game.dealt_in is None:
        wagers = every_wager(table.game, table.house)
        for seat in table.seats:
            table.bet(seat, wagers)
    return table.begin()


def name_of(request: Request | None) -> str:
    """What a moment is called in the table; "" where nothing can be reported."""
    return request.name if isinstance(request, Moment) else "decision" if isinstance(request, Ask) else ""


def reply_to(table: Table, request: Request) -> Any:
    """What is said without any incident: bots decide, and nobody cuts."""
    if isinstance(request, Ask):
        assert table.round is not None
        return table.verify(request, table.game.bot(table.round, request))
    return None if isinstance(request, Cut) else getattr(request, "waits_for", None)


def report(table: Table, incident: Incident) -> tuple[str, ...]:
    """Reports an incident: the steps that answer it, or the refusal."""
    before = table.version
    try:
        table.reply(incident)
    except PitbossError as error:
        return (f"{error.cite or '§'} refused: {error.message}",)
    return tuple(lines_of(steps_after(table, before))) or ("nothing happens yet",)


def steps_after(table: Table, version: int) -> list[Step]:
    """The steps that have been put on record since a version."""
    assert isinstance(table.store, MemoryStore)
    return [step for record in table.store.records if record.version > version for step in record.steps]


def lines_of(steps: list[Step]) -> Iterator[str]:
    """Steps as lines; what is done alike to several seats one after the other is one line."""
    for (cite, act), run in groupby(steps, key=lambda step: (step.cite, step.act)):
        alike: dict[str, list[str]] = {}
        for seat, at_seat in groupby(run, key=lambda step: step.who):
            alike.setdefault(", ".join(map(about, at_seat)), []).append(seat)
        yield from (" ".join(filter(None, (cite, act, " ".join(seats), done))) for done, seats in alike.items())


def about(step: Step) -> str:
    """What a step says besides its paragraph, its act and its place."""
    return line_of(step).removeprefix(" ".join(filter(None, (step.cite, step.act, step.who)))).strip()


def line_of(step: Step) -> str:
    """A step without its cards."""
    cards = f"{len(step.cards)} {'card' if len(step.cards) == 1 else 'cards'} {step.face}".strip() if step.cards else ""
    note = step.note.split("; commitment")[0]
    money = " ".join(filter(None, (step.wager, str(step.cents or ""))))
    return " ".join(filter(None, (step.cite, step.act, step.who, cards, money, note)))


def end_of(table: Table) -> str:
    """How a round ended for everybody."""
    assert table.last is not None and table.last.ledger is not None
    ledger = table.last.ledger
    players = ", ".join(f"{seat[5:]}:{cents:+}" for seat, cents in ledger.players.items() if cents)
    return f"{'void ' if table.last.void else ''}{players or 'nobody wins or loses'}"


def opening(steps: list[Step]) -> Iterator[str]:
    """What is done in a round up to the third card that is dealt."""
    dealt = 0
    for step in steps:
        dealt += step.act == "deal"
        if dealt == OPENED:
            return
        if step.act not in UNTOLD and "the meter shows" not in step.note:
            yield line_of(step)


def differences(usual: Played, played: Played) -> Iterator[str]:
    """What is done or left out after an incident, in its round and in the two that follow."""
    new = Counter(played.rest) - Counter(usual.rest) - Counter(played.answer)
    yield from (f"+ then: {line}" for line in new)
    for number, (before, after) in enumerate(zip(usual.openings, played.openings, strict=True), 2):
        yield from difference(f"round {number}", before, after)


def difference(when: str, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """The lines that only one of two rounds has."""
    for line in dict.fromkeys(Counter(before) - Counter(after)):
        yield f"- {when}: {line}"
    for line in dict.fromkeys(Counter(after) - Counter(before)):
        yield f"+ {when}: {line}"

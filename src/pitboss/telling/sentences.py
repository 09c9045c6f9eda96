"""Puts steps into plain sentences, each with its paragraph. Consecutive steps of one action become one line."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from pitboss.games import NONBANKED
from pitboss.money import dollars
from pitboss.table import notes
from pitboss.table.steps import (
    BURN_CARDS,
    BUTTON,
    COMMUNITY,
    DEALER,
    DISCARDS,
    DRAWN,
    RACK,
    STUB,
    Step,
    is_split,
    seat_name,
    seat_of,
    suffix_of,
)
from pitboss.table.view import faults
from pitboss.table.view.viewers import BACK
from pitboss.telling.pieces import Atom, Piece, card_row, words
from pitboss.telling.qualifying import falls_short
from pitboss.words import many

Amount: TypeAlias = Callable[[int], str]  # formats cents
Names: TypeAlias = Mapping[int, str]  # the players' names, by seat
MANY = 12  # more cards than this are counted, not named
TOGETHER = ("deal", "wager", "discard")  # share a line for all places, if the paragraph is the same
TO_ONE_SEAT = ("pay", "collect", "return", "restore", "bonus")  # share a line for all wagers of a seat
SEPARATOR = " ·"
# Steps that only update the picture, since another step puts them into words: players dealt in, the button, folds, All-in.
SILENT = frozenset({"begin", "end", "players", "button", "gather", "fold", "all_in", "meter"})
PLACES = {DEALER: "the dealer", COMMUNITY: "the community", BURN_CARDS: "the burn pile", DISCARDS: "the discard pile"}
# How a player's two hands of Pai Gow Poker compare with the dealer's or the bank's, by paragraph.
COMPARED = {
    **dict.fromkeys(("561.13(g)(1)", "645a.11(f)(1)(i)"), "both hands lose"),
    **dict.fromkeys(("561.13(g)(2)", "645a.11(f)(1)(ii)"), "neither hand wins, and a copy is {whose}: lose"),
    **dict.fromkeys(("561.13(g)(3)", "645a.11(f)(1)(iii)"), "the low hand ranks above the high hand: lose"),
    **dict.fromkeys(("561.13(i)(1)", "645a.11(f)(2)(i)"), "the high hand wins, the low hand does not: push"),
    **dict.fromkeys(("561.13(i)(2)", "645a.11(f)(2)(ii)"), "the low hand wins, the high hand does not: push"),
    **dict.fromkeys(("561.13(k)", "645a.11(f)(3)"), "both hands win"),
}
# Answers that are verbs ("Ann folds"); all others follow a colon.
VERBS = (
    *(
        "fold",
        "call",
        "raise",
        "check",
        "bet",
        "play",
        "stand",
        "hit",
        "double",
        "split",
        "surrender",
        "pull",
        "show",
        "concede",
    ),
    *("draw", "switch", "cut", "set", "discard", "let", "keep"),
)
POSTED = dict(zip(notes.POSTED, ("Antes", "Blind Bets", "Straddle Bet", "Forced Bet"), strict=True))


class Line(NamedTuple):
    """One line of the round: the paragraph, and the sentence in atoms."""

    cite: str
    atoms: list[Atom]


def tell(
    steps: Sequence[Step], own: frozenset[int] = frozenset(), amount: Amount = dollars, names: Names | None = None
) -> Iterator[Line]:
    """The lines for a sequence of steps, for a reader who plays the seats in `own`. Hidden cards are shown as backs, and
    `amount` formats cents. With `names`, players are called by name and the reader "you".

    >>> steps = [Step("677a.7(d)(1)", "wager", "seat_1", wager=w, cents=500) for w in ("Ante", "Odds")]
    >>> [(line.cite, sentence(line)) for line in tell(steps)]
    [('677a.7(d)(1)', 'Wagers: seat 1 $5 Ante, $5 Odds')]
    >>> steps = [Step("565.11(b)", "decide", f"seat_{seat}", note=word) for seat, word in ((1, "fold"), (2, "play"))]
    >>> [sentence(line) for line in tell(steps, frozenset({1}), names={1: "Ann", 2: "Bo"})]
    ['you fold', 'Bo plays']
    """
    teller = _Teller(own, amount, names or {})
    for group in _groups([step for step in steps if step.act not in SILENT]):
        try:
            lines = [Line(group[0].cite, teller.tell(group))]
        except Exception as error:  # a defect here or in a game: fall back to generic sentences
            faults.report("told", group[0], error)
            lines = [Line(step.cite, words(plainly(step, amount))) for step in group]
        yield from lines


def sentence(line: Line) -> str:
    """The sentence of a line as plain text."""
    return " ".join("".join(text for text, _ in atom) for atom in line.atoms)


def plainly(step: Step, amount: Amount = dollars) -> str:
    """A generic sentence for a step that has no other: its act, place, wager, cents, number of cards and note.

    >>> plainly(Step("565.12(d)", "pay", "seat_1", wager="Pair Plus", cents=2500, note="5 to 1"))
    'Pay: seat 1, Pair Plus, $25, 5 to 1'
    """
    about = [place_name(step.who), step.wager, amount(step.cents) if step.cents else ""]
    about += [many(len(step.cards), "card") if step.cards else "", step.note]
    listed = ", ".join(filter(None, about))
    act = step.act[:1].upper() + step.act[1:].replace("_", " ")
    return f"{act}: {listed}" if listed else act


def place_name(place: str) -> str:
    """The readable name of a place.

    >>> place_name("seat_1"), place_name("seat_2 split 1"), place_name("dealer")
    ('seat 1', 'seat 2 split 1', 'dealer')
    """
    return f"seat {seat}{suffix_of(place)}" if (seat := seat_of(place)) else place


def to_you(verb: str) -> str:
    """A verb in the third person as it stands after "you".

    >>> [to_you(verb) for verb in ("folds", "is", "has", "passes", "goes")]
    ['fold', 'are', 'have', 'pass', 'go']
    """
    if verb in ("is", "has"):
        return {"is": "are", "has": "have"}[verb]
    return verb.removesuffix("es" if verb.endswith(("sses", "oes")) else "s")


def _groups(steps: Sequence[Step]) -> Iterator[list[Step]]:
    group: list[Step] = []
    for step in steps:
        if group and not _belongs(group, step):
            yield group
            group = []
        group.append(step)
    if group:
        yield group


def _belongs(group: list[Step], step: Step) -> bool:
    last = group[-1]
    if last.act == "decide" and last.who == step.who and step.act == "wager" and last.cents == step.cents:
        return True  # a decision and the wager that it makes, which has its own paragraph in some games
    if last.cite != step.cite and not (last.act == "decide" and step.cite.startswith(f"{last.cite}(")):
        return False  # other viewers see only the lettered paragraph of a decision, which contains the step's
    if last.act == "decide":  # a decision with the chips that it puts in, or the cards that it gives up or shows
        same = last.who == step.who
        given_up = step.act == "discard" and (same if last.note in ("fold", "concede") else step.who == DRAWN)
        return given_up or (same and (step.act == "bet" or (step.act == "reveal" and last.note == "show")))
    if last.act != step.act or group[0].act == "decide":
        return False
    if step.act == "bet":
        return last.note == step.note and step.note in POSTED
    if step.act == "deal":
        return last.face == step.face and not last.note and not step.note
    return step.act in TOGETHER or (step.act in TO_ONE_SEAT and last.who == step.who)


class _Teller:
    def __init__(self, own: frozenset[int], amount: Amount, names: Names) -> None:
        self.own, self.amount, self.names = own, amount, names

    def tell(self, group: list[Step]) -> list[Atom]:
        step = group[0]
        how = getattr(self, f"_{step.act}", None)
        sentence: list[Atom] = how(group) if how is not None else words(plainly(step, self.amount))
        return sentence

    # ------------------------------------------------------------------ pieces of sentences

    def _name(self, place: str) -> Piece:
        seat = seat_of(place)
        style = "own" if seat in self.own else ""
        if seat not in self.names:
            return place_name(place), style
        part = f" ({suffix_of(place).strip()})" if suffix_of(place) else ""
        return ("you" if style else self.names[seat]) + part, style

    def _does(self, place: str, verb: str) -> list[Atom]:
        """A subject with its verb, which is given in the third person."""
        return [[self._name(place)], [(to_you(verb) if self._is_you(place) else verb, "")]]

    def _is_you(self, place: str) -> bool:
        seat = seat_of(place)
        return seat in self.own and seat in self.names

    def _cards(self, step: Step) -> Atom:
        if len(step.cards) > MANY:
            return [(f"{len(step.cards)} cards", "")]
        return card_row([None if card == BACK else card for card in step.cards])

    @staticmethod
    def _noted(atoms: list[Atom], note: str) -> list[Atom]:
        if note:
            atoms[-1] = [*atoms[-1], (":", "")]
            atoms += words(note)
        return atoms

    @staticmethod
    def _listed(entries: list[Atom], mark: str = SEPARATOR) -> list[Atom]:
        return [[*entry, (mark, "")] for entry in entries[:-1]] + entries[-1:]

    # ------------------------------------------------------------------ words and cards

    def _say(self, group: list[Step]) -> list[Atom]:
        step = group[0]
        if step.who == DEALER:
            return self._announce(step)
        name: Atom = [self._name(step.who)]
        verb = step.note.split(" ")[0]
        if verb.isalpha() and verb.islower() and verb.endswith("s"):  # "is offered the cut": the seat does it
            return [*self._does(step.who, verb), *words(step.note.removeprefix(verb))]
        return self._noted([name], step.note)

    def _announce(self, step: Step) -> list[Atom]:
        """An announcement of the dealer that is not about another place."""
        note = step.note
        if (why := notes.read_first_card(note)) is not None:  # the count after shaking the dice ends at the dealer
            there = why.replace("here", "at the dealer") + ": the first card goes there"
            return words(there[:1].upper() + there[1:])
        if (compared := notes.read_compared(note)) is not None and step.cite in COMPARED:
            return self._compare(compared, COMPARED[step.cite])
        if note[:1].isdigit() or note.startswith(notes.SOFT) or notes.read_two_hands(note):
            return [[("Dealer:", "")], *words(note)]
        return words(note[:1].upper() + note[1:])

    def _compare(self, compared: notes.Compared, how: str) -> list[Atom]:
        """How the hands of a seat compare with the dealer's, or with those of the player who banks."""
        name: list[Atom] = [[self._name(seat_name(compared.seat))]]
        if compared.bank:
            name = [[*name[0], (",", "")], *words("against the bank")]
        return self._noted(name, how.format(whose="the bank's" if compared.bank else "the dealer's"))

    def _shuffle(self, group: list[Step]) -> list[Atom]:
        return self._noted(words("Shuffle"), group[0].note)

    def _deal(self, group: list[Step]) -> list[Atom]:
        hands: dict[str, Atom] = {}
        for step in group:
            hands.setdefault(step.who, [self._name(step.who)]).append((" ", ""))
            hands[step.who] += self._cards(step)
        return self._noted([[("Deals:", "")], *self._listed(list(hands.values()))], group[0].note)

    def _draw(self, group: list[Step]) -> list[Atom]:
        step = group[0]
        if step.who == BURN_CARDS:
            return words("Burns a card", "quiet")
        if step.who == BUTTON:
            return [self._cards(step), *words(f"{step.note}, to find who gets the button")]
        what: Atom = [(many(len(step.cards), "card"), "")] if BACK in step.cards else self._cards(step)
        return self._noted([what, *words(f"to the {step.who}, face {step.face}")], step.note)

    def _reveal(self, group: list[Step]) -> list[Atom]:
        step = group[0]
        if step.who == COMMUNITY:
            return [*words((step.note[:1].upper() + step.note[1:] or "Community cards") + ":"), self._cards(step)]
        who: list[Atom] = [[("Dealer", "own")], [("shows", "")]] if step.who == DEALER else self._does(step.who, "shows")
        short = falls_short(step.cite.split(".")[0], step.note, step.cards) if step.who == DEALER else ""
        return self._noted([*who, self._cards(step)], ", ".join(filter(None, (step.note, short))))

    def _discard(self, group: list[Step]) -> list[Atom]:
        if group[0].who == DRAWN:
            return words(group[0].note)
        stub = [f"the stub, {many(len(step.cards), 'card')}," for step in group if step.who == STUB]
        places = [PLACES.get(step.who) or self._name(step.who)[0] for step in group if step.who != STUB]
        last = f" and {places.pop()}" if len(places) > 1 else ""
        what = " and ".join([*stub, *([f"the cards of {', '.join(places)}{last}"] if places else [])])
        goes = "go to the discard rack" if places else "goes to the discard rack"
        if group[0].cite.split(".")[0] in NONBANKED:  # a Poker table has piles instead
            goes = "are collected"
        return self._noted(words(f"{what[:1].upper()}{what[1:]} {goes}", "quiet"), group[-1].note)

    def _take(self, group: list[Step]) -> list[Atom]:
        step = group[0]
        if step.who == BUTTON:
            return words(step.note[:1].upper() + step.note[1:])
        source = f"the {step.who}" if step.who in (RACK, BURN_CARDS, DISCARDS) else step.who
        return self._noted(words(f"Takes {many(len(step.cards), 'card')} from {source}"), step.note)

    def _move(self, group: list[Step]) -> list[Atom]:
        step = group[0]
        if not is_split(step.who):  # Blackjack Switch
            return [*self._does(step.note, "gives"), self._cards(step), *words("to"), [self._name(step.who)]]
        name, splits = self._does(step.note, "splits")
        becomes = "a hand of its own" if seat_of(step.who) in self.names else place_name(step.who)
        return [name, [*splits, (":", "")], self._cards(step), *words(f"becomes {becomes}")]

    def _void(self, group: list[Step]) -> list[Atom]:
        return [[("Void:", "alarm")], *words(group[0].note, "alarm")]

    def _decide(self, group: list[Step]) -> list[Atom]:
        step = group[0]
        if len(group) > 1 and group[1].act == "reveal":
            return self._reveal(group[1:])
        about = f", {step.wager}" if step.wager else ""
        answer = self._total(step, group[1].cents) if len(group) > 1 and group[1].act == "bet" else step.note
        if seat_of(step.who) in self.names and answer.split(" ")[0] in VERBS:
            verb, *rest = answer.split(" ")
            atoms = self._does(step.who, f"{verb}s")
            atoms[-1] = [(atoms[-1][0][0], "title")]
            atoms += words(" ".join(rest), "title") + (words(f"({step.wager})") if step.wager else [])
        else:
            atoms = [[self._name(step.who), (f"{about}:", "")], *words(answer, "title")]
        if step.cards:
            atoms.append(self._cards(step))
        if len(group) > 1 and group[1].act == "bet":
            return atoms
        if len(group) > 1 and group[1].act == "wager":
            atoms += words(f"({self.amount(step.cents)} on {group[1].wager})")
        elif step.cents:
            atoms += words(self.amount(step.cents))
        return atoms

    # ------------------------------------------------------------------ money

    def _wager(self, group: list[Step]) -> list[Atom]:
        seats: dict[str, list[str]] = {}
        for step in group:
            seats.setdefault(step.who, []).append(f"{self.amount(step.cents)} {step.wager}")
        entries: list[Atom] = [[self._name(who), (" " + ", ".join(placed), "")] for who, placed in seats.items()]
        return [[("Wagers:", "")], *self._listed(entries)]

    def _money(self, group: list[Step], verb: str, link: str, style: str) -> list[Atom]:
        entries: list[Atom] = []
        for step in group:
            entry: Atom = [(f"{self.amount(step.cents)} {step.wager}".rstrip(), style)]
            if step.note:
                entry.append((f" ({step.note})", ""))
            entries.append(entry)
        return [*words(f"{verb} {link}".strip()), [self._name(group[0].who), (":", "")], *self._listed(entries, ",")]

    def _pay(self, group: list[Step]) -> list[Atom]:
        return self._money(group, "Pays", "", "win")

    def _bonus(self, group: list[Step]) -> list[Atom]:
        return self._money(group, "Pays", "", "win")

    def _collect(self, group: list[Step]) -> list[Atom]:
        return self._money(group, "Collects", "from", "loss")

    def _return(self, group: list[Step]) -> list[Atom]:
        return self._money(group, "Returns", "to", "")

    def _restore(self, group: list[Step]) -> list[Atom]:
        return self._money(group, "Restores", "to", "")

    def _vigorish(self, group: list[Step]) -> list[Atom]:
        return [*words(f"Vigorish of {self.amount(group[0].cents)} from"), [self._name(group[0].who)]]

    # ------------------------------------------------------------------ where players play against each other

    def _bet(self, group: list[Step]) -> list[Atom]:
        step = group[0]
        if step.note in POSTED:
            entries: list[Atom] = [[self._name(s.who), (f" {self.amount(s.cents)}", "")] for s in group]
            return [*words(f"{POSTED[step.note]}:"), *self._listed(entries)]
        said = re.sub(r"\d+$", lambda cents: self.amount(int(cents[0])), step.note)
        return [*self._does(step.who, "puts"), *words(f"{self.amount(step.cents)} into the pot ({said})")]

    def _total(self, step: Step, cents: int) -> str:
        """A decision that puts chips into the pot. The amount of a bet or raise is the player's total in the betting round."""
        if step.note == "call":
            return f"call {self.amount(cents)}"
        more = f" ({self.amount(cents)} more)" if cents != step.cents else ""
        return f"{step.note}{' to' * (step.note == 'raise')} {self.amount(step.cents)}{more}"

    def _refund(self, group: list[Step]) -> list[Atom]:
        return [
            *words(f"Gives {self.amount(group[0].cents)} back to"),
            [self._name(group[0].who)],
            *words(f"({group[0].note})"),
        ]

    def _award(self, group: list[Step]) -> list[Atom]:
        step, amount = group[0], (self.amount(group[0].cents), "win")
        why, pot = notes.read_pot(step.note)
        if pot:
            return [*words(f"Pushes {pot} to"), [self._name(step.who), (":", "")], [amount], *words(f"({why})")]
        return [*words("Pushes"), [amount], *words("to"), [self._name(step.who)], *words(f"({why})")]

    def _rake(self, group: list[Step]) -> list[Atom]:
        return words(f"Takes a rake of {self.amount(group[0].cents)}")

    def _unrake(self, group: list[Step]) -> list[Atom]:
        return self._noted(words(f"Puts {self.amount(group[0].cents)} of the rake back into the pot"), group[0].note)

    def _contribute(self, group: list[Step]) -> list[Atom]:
        return words(f"{self.amount(group[0].cents)} of the pot goes to the {group[0].note} fund")

    def _charge(self, group: list[Step]) -> list[Atom]:
        return [*self._does(group[0].who, "pays"), *words(f"{self.amount(group[0].cents)} for time ({group[0].note})")]

    # ------------------------------------------------------------------ the cage, and a round that is undone

    def _sit(self, group: list[Step]) -> list[Atom]:
        step, with_chips = group[0], f"with {self.amount(group[0].cents)}"
        if seat_of(step.who) in self.names:
            return [*self._does(step.who, "takes"), *words(f"{place_name(step.who)} {with_chips}")]
        return [[self._name(step.who)], *words(f"is taken by {step.note} {with_chips}")]

    def _placed(self, group: list[Step]) -> list[Atom]:
        step = group[0]
        if not step.wager:
            return [*self._does(step.who, "takes"), *words("back the wagers")]
        return [*self._does(step.who, "puts"), *words(f"{self.amount(step.cents)} on {step.wager}")]

    def _buy(self, group: list[Step]) -> list[Atom]:
        return [*self._does(group[0].who, "buys"), *words(f"{self.amount(group[0].cents)} in chips")]

    def _leave(self, group: list[Step]) -> list[Atom]:
        return [*self._does(group[0].who, "leaves"), *words(f"with {self.amount(group[0].cents)}")]

    def _reverse(self, group: list[Step]) -> list[Atom]:
        step = group[0]
        undone, why = notes.read_undone(step.note) or ("", step.note)
        whose: list[Atom] = [*words("of"), [self._name(step.who)]] if step.who else []
        return self._noted([*words(f"Undoes {undone} {self.amount(step.cents)} {step.wager}"), *whose], why)

    # ------------------------------------------------------------------ where a player banks

    def _lose(self, group: list[Step]) -> list[Atom]:
        return [*self._money(group, "Collects", "from", "loss"), *words("to the center of the table")]

    def _win(self, group: list[Step]) -> list[Atom]:
        return [*self._money(group, "Pays", "", "win"), *words("from the center of the table")]

    def _cover(self, group: list[Step]) -> list[Atom]:
        return [*self._does(group[0].who, "adds"), *words(f"{self.amount(group[0].cents)} to the center of the table")]

    def _surplus(self, group: list[Step]) -> list[Atom]:
        return [*words(f"The surplus of {self.amount(group[0].cents)} goes to"), [self._name(group[0].who)]]

    # ------------------------------------------------------------------ the progressive meter

    def _jackpot(self, group: list[Step]) -> list[Atom]:
        return self._money(group, "The meter pays", "", "win")

    def _feed(self, group: list[Step]) -> list[Atom]:
        return words(f"The meter grows by {self.amount(sum(step.cents for step in group))}")

    def _unfeed(self, group: list[Step]) -> list[Atom]:
        return self._noted(words(f"{self.amount(sum(step.cents for step in group))} comes off the meter"), group[0].note)

    def _reset(self, group: list[Step]) -> list[Atom]:
        return self._noted(words(f"{self.amount(group[0].cents)} is put on the meter"), group[0].note)

"""Double-entry bookkeeping of a round: every act that moves money moves it between two accounts, as `MOVES` says.

A seat has four accounts for each of its wagers: its chips, the layout, what has come back to its chips, and what the dealer has
collected into the inventory. The table has one account of each other kind. What leaves one account arrives at another, so all
accounts of a round sum to zero. A round that leaves a wager unsettled, or takes more than an account holds, is refused. The
totals of a whole sitting are in `pitboss.table.money.accounts`.

>>> from pitboss.table.steps import Step
>>> ledger = balance([Step("565.7(a)(1)", "wager", "seat_1", wager="Ante", cents=1000),
...                   Step("565.12(b)", "pay", "seat_1", wager="Ante", cents=1000)])
>>> ledger.players, ledger.inventory, ledger.back
({'seat_1': 1000}, -1000, {'seat_1': {'Ante': 2000}})
>>> balance([Step("565.7(a)(1)", "wager", "seat_1", wager="Ante", cents=1000)])
Traceback (most recent call last):
pitboss.errors.Unbalanced: the round ended with $10 of seat_1's Ante on the layout
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from pitboss.drawing import html_table
from pitboss.errors import Unbalanced, UnknownAccount
from pitboss.money import dollars
from pitboss.table import notes
from pitboss.table.steps import DEALER, Act, Step

Account: TypeAlias = Literal[
    # of a seat, for each of its wagers; the dealer has them too where a player banks, with the inventory as chips
    "player",  # the chips before the player, out of which wagers are placed
    "layout",  # the wager there
    "back",  # what has come back to the chips, out of which a vigorish is taken
    "collected",  # what the dealer has collected into the inventory, out of which a wager is restored
    # of the table
    "inventory",
    "cage",  # where players buy chips and cash them in
    "meter",  # of a progressive wager; tables may share one
    "pot",
    "box",  # of the jackpots of a Poker room
    "center",  # of the table, where a player banks
]
OWN: tuple[Account, ...] = ("player", "layout", "back", "collected")
OF_TABLE: tuple[Account, ...] = ("inventory", "cage", "meter", "pot", "box", "center")
MAY_OWE: tuple[Account, ...] = ("player", "inventory", "cage", "meter")  # a round does not know their balance before it


class Move(NamedTuple):
    """A transfer between two accounts: the cents of the step, or with `whole` all that the source holds."""

    source: Account
    target: Account
    whole: bool = False


MOVES: dict[Act, tuple[Move, ...]] = {
    "wager": (Move("player", "layout"),),
    "collect": (Move("layout", "collected"),),
    "return": (Move("layout", "back"),),
    "pay": (Move("layout", "back", whole=True), Move("inventory", "back")),
    "bonus": (Move("inventory", "back"),),
    "restore": (Move("collected", "back"),),
    "vigorish": (Move("back", "inventory"),),
    # where a player banks
    "lose": (Move("layout", "center"),),
    "win": (Move("layout", "back", whole=True), Move("center", "back")),
    "cover": (Move("player", "center"),),
    "surplus": (Move("center", "back"),),
    # where players play against each other
    "bet": (Move("player", "pot"),),
    "refund": (Move("pot", "back"),),
    "award": (Move("pot", "back"),),
    "rake": (Move("pot", "inventory"),),
    "unrake": (Move("inventory", "pot"),),
    "contribute": (Move("pot", "box"),),
    "charge": (Move("player", "inventory"),),
    # behind a progressive wager
    "feed": (Move("inventory", "meter"),),
    "reset": (Move("inventory", "meter"),),
    "unfeed": (Move("meter", "inventory"),),
    "jackpot": (Move("meter", "back"),),
    # between rounds; such a step names no wager
    "sit": (Move("cage", "player"),),
    "buy": (Move("cage", "player"),),
    "leave": (Move("player", "cage"),),
}
MONEY = frozenset({*MOVES, "reverse"})
# The effect of a `reverse` step, by the act at the start of its note. A wager returned with its winnings stays returned.
REVERSE: dict[Act, tuple[Move, ...]] = {
    "pay": (Move("back", "inventory"),),
    "bonus": (Move("back", "inventory"),),
    "vigorish": (Move("inventory", "back"),),
    "charge": (Move("inventory", "back"),),
    "lose": (Move("center", "back"),),
    "win": (Move("back", "center"),),
    "award": (Move("back", "pot"),),
    "contribute": (Move("box", "pot"),),
    "jackpot": (Move("back", "meter"),),
}
# The acts by which money goes to the meter (1) and comes off it (-1) without a player.
METER = {
    act: 1 if move.target == "meter" else -1
    for act, (move, *_) in MOVES.items()
    if {move.source, move.target} == {"meter", "inventory"}
}


class Ledger(Struct, frozen=True):
    """Gains and losses, with what was placed on each wager and what came back; `ledger["seat 1"]` is the gain of one seat.

    >>> ledger = Ledger({"seat_1": 4500}, -4500, 0)
    >>> ledger["seat 1"], ledger["seat_1"], ledger["inventory"]
    (4500, 4500, -4500)
    >>> ledger["seat 2"]
    Traceback (most recent call last):
    pitboss.errors.UnknownAccount: this ledger has no 'seat 2'; it has seat 1, inventory, meter, jackpot boxes and cage
    """

    players: dict[str, int]
    inventory: int
    meter: int
    box: int = 0
    cage: int = 0  # chips cashed in less chips bought
    wagers: "Seats" = {}

    def __str__(self) -> str:
        """Gains and losses in one line.

        >>> print(Ledger({"seat_1": 4500, "seat_2": -1000}, -3500, 0))
        seat_1 +$45, seat_2 -$10, inventory -$35
        """
        gained = self.players | {name: cents for name, cents in self._table.items() if cents or name == "inventory"}
        return ", ".join(f"{who} {'+' * (cents > 0)}{dollars(cents)}" for who, cents in gained.items())

    def __repr__(self) -> str:
        return f"<Ledger {self}>"

    def _repr_html_(self) -> str:
        """The wagers placed, what came back, and all gains and losses, for a notebook."""
        placed, back = self.placed, self.back
        rows = [
            (who.replace("_", " "), wager, dollars(cents), dollars(back[who].get(wager, 0)), "")
            for who, wagers in placed.items()
            for wager, cents in wagers.items()
        ]
        gained = {who.replace("_", " "): cents for who, cents in self.players.items()} | self._table
        rows += [(who, "in all", "", "", dollars(cents)) for who, cents in gained.items()]
        return html_table(("", "wager", "placed", "came back", "gained"), rows)

    def __getitem__(self, who: str) -> int:
        accounts = {place.replace("_", " "): cents for place, cents in self.players.items()} | self._table
        if (name := str(who).replace("_", " ")) not in accounts:
            *names, last = accounts
            raise UnknownAccount(f"this ledger has no {who!r}; it has {', '.join(names)} and {last}")
        return accounts[name]

    @property
    def _table(self) -> dict[str, int]:
        return {"inventory": self.inventory, "meter": self.meter, "jackpot boxes": self.box, "cage": self.cage}

    @property
    def back(self) -> dict[str, dict[str, int]]:
        """The chips that came back for each wager of a player."""
        return self._of_wagers(BACK, 1)

    @property
    def placed(self) -> dict[str, dict[str, int]]:
        """The chips that were placed on each wager of a player."""
        return self._of_wagers(CHIPS, -1)

    def _of_wagers(self, slot: int, sign: int) -> dict[str, dict[str, int]]:
        return {
            who: {wager: sign * account[slot] for wager, account in self.wagers[who].items() if wager} for who in self.players
        }


def balance(steps: Iterable[Step]) -> Ledger:
    """Folds the money steps of a round; raises Unbalanced unless every wager is settled and all accounts sum to zero."""
    accounts, table = _post(steps)
    players: dict[str, int] = {}
    inventory, cage, meter, pot, box, center = table[len(OWN) :]
    for who, wagers in accounts.items():
        gained = 0
        for wager, (chips, layout, came_back, collected) in wagers.items():
            if layout:
                raise Unbalanced(f"the round ended with {dollars(layout)} of {who}'s {wager} on the layout")
            inventory += collected
            gained += chips + came_back
        if who == DEALER:  # the dealer's wager against a player who banks, and half of a co-bank
            inventory += gained
        elif who:
            players[who] = gained
    if center or pot:
        raise Unbalanced(f"the round ended with {dollars(center or pot)} in the {'center of the table' if center else 'pot'}")
    if total := sum(players.values()) + inventory + cage + meter + box:
        raise Unbalanced(f"the accounts of the round sum to {dollars(total)}, not zero")
    return Ledger(players, inventory, meter, box, cage, accounts)


def meter_moved(steps: Iterable[Step]) -> int:
    """The cents by which these steps moved the meter, whether they balance or not.

    >>> meter_moved([Step("", "feed", cents=70), Step("", "unfeed", cents=20), Step("", "pay", cents=500)])
    50
    >>> meter_moved([Step("", "feed", cents=70), Step("", "jackpot", cents=40)])
    30
    """
    signs = {**METER, "jackpot": -1}
    return sum(signs.get(step.act, 0) * step.cents for step in steps)


def holdings(steps: Iterable[Step]) -> dict[str, dict[Account, int]]:
    """The change of each account by the steps of a round that may still be open: of every seat, and of the table ("").

    >>> holdings([Step("565.7(a)(1)", "wager", "seat_1", wager="Ante", cents=1000)])["seat_1"]
    {'player': -1000, 'layout': 1000, 'back': 0, 'collected': 0}
    """
    accounts, table = _post(steps)
    found: dict[str, dict[Account, int]] = {"": dict(zip(OF_TABLE, table[len(OWN) :], strict=True))}
    for who, wagers in accounts.items():
        if who:
            sums = [sum(cents) for cents in zip(*wagers.values(), strict=True)]
            found[who] = dict(zip(OWN, sums, strict=True))
    return found


# ---------------------------------------------------------------------------- posting

SLOTS: dict[Account, int] = {account: slot for slot, account in enumerate((*OWN, *OF_TABLE))}
CHIPS, LAYOUT, BACK, OWN_SLOTS = SLOTS["player"], SLOTS["layout"], SLOTS["back"], len(OWN)
Posting: TypeAlias = tuple[int, int, bool, bool]
Seats: TypeAlias = dict[str, dict[str, list[int]]]  # by seat and wager, the accounts of OWN


def _posting(moves: tuple[Move, ...]) -> Posting:
    """The moves of an act as the loop reads them: the slots of both accounts, whether the source must hold what it gives, and
    whether the wager itself goes back first."""
    *before, move = moves
    assert before in ([], [Move("layout", "back", whole=True)]) and not move.whole
    return SLOTS[move.source], SLOTS[move.target], move.source not in MAY_OWE, bool(before)


POSTINGS = {act: _posting(moves) for act, moves in MOVES.items()}
REVERSALS = {act: _posting(moves) for act, moves in REVERSE.items()}


def _post(steps: Iterable[Step]) -> tuple[Seats, list[int]]:
    """Posts every move of these steps: the accounts of the seats, and those of the table. Raises Unbalanced if more is taken
    than an account holds."""
    accounts: Seats = {}
    table = [0] * len(SLOTS)
    posting_of = POSTINGS.get
    for step in steps:
        posting = posting_of(step.act)
        if posting is None:
            if step.act != "reverse":
                continue
            posting = _reversal(step.note, step.cite)
        source, target, must_hold, with_wager = posting
        mine, cents = accounts.get(step.who), step.cents
        if mine is None:
            mine = accounts[step.who] = {}
        account = mine.get(step.wager)
        if account is None:
            account = mine[step.wager] = [0, 0, 0, 0]
        if cents < 0:
            raise Unbalanced(f"{step.act} of {dollars(cents)} on {_whose(step)}", step.cite)
        if with_wager:
            if not account[LAYOUT]:
                raise Unbalanced(f"{step.who}'s {step.wager} was paid and is not on the layout", step.cite)
            account[BACK] += account[LAYOUT]
            account[LAYOUT] = 0
        holder = account if source < OWN_SLOTS else table
        holder[source] -= cents
        if must_hold and holder[source] < 0:
            raise Unbalanced(f"{step.act} took more than {_whose(step)} held", step.cite)
        if target < OWN_SLOTS:
            account[target] += cents
        else:
            table[target] += cents
    return accounts, table


def _whose(step: Step) -> str:
    return f"{step.who}'s {step.wager}" if step.who else f"the {step.wager}"


def _reversal(note: str, cite: str) -> Posting:
    reversal = notes.read_undone(note)
    undone = reversal.act if reversal is not None else note
    if undone not in REVERSALS:
        raise Unbalanced(f"a reverse begins its note with the act that it undoes, not with {undone!r}", cite)
    return REVERSALS[undone]


# ---------------------------------------------------------------------------- a round that failed

OPPOSITE: dict[Act, Act] = {
    "bet": "refund",
    "cover": "surplus",
    "rake": "unrake",
    "feed": "unfeed",
    "reset": "unfeed",
    "buy": "leave",
    "sit": "leave",
}
UNDONE: dict[Act, Act] = {OPPOSITE[act]: act for act in reversed(OPPOSITE)}  # the first act with this opposite
# The order in which a round is undone: wagers on the layout are returned, payments are taken back from players, and winnings go
# from there to those who lost them, so that no account is asked for more than it holds.
UNDOING: tuple[tuple[Act, str], ...] = (
    *(("return", ""), ("restore", ""), ("reverse", "vigorish"), ("reverse", "charge")),
    *(("reverse", "pay"), ("reverse", "bonus"), ("reverse", "jackpot"), ("reverse", "award"), ("reverse", "win")),
    *(("cover", ""), ("bet", ""), ("reverse", "contribute"), ("unrake", "")),
    *(("reverse", "lose"), ("surplus", ""), ("refund", ""), ("rake", ""), ("unfeed", ""), ("feed", "")),
    *(("buy", ""), ("leave", "")),
)


def reverse(steps: Iterable[Step], cite: str, note: str) -> list[Step]:
    """The steps that undo every move of money of a round that cannot continue: each account then stands as before it.

    >>> steps = [Step("565.7(a)(1)", "wager", "seat_1", wager="Ante", cents=1000),
    ...          Step("565.12(b)", "pay", "seat_1", wager="Ante", cents=1500)]
    >>> [(step.act, step.who, step.wager, step.cents, step.note) for step in reverse(steps, "565.12(b)", "the round is void")]
    [('reverse', 'seat_1', 'Ante', 1500, 'pay: the round is void')]
    """
    done = list(steps)
    accounts, _ = _post(done)
    owed: dict[tuple[Act, str, str, str], int] = {}
    for who, wagers in accounts.items():
        for wager, own in wagers.items():
            owed["return", "", who, wager] = own[LAYOUT]
            owed["restore", "", who, wager] = own[SLOTS["collected"]]
    for step in done:
        if (moved := _undone_by(step)) is not None:
            act, undone, sign = moved
            box = undone == "contribute" and step.act != "reverse"  # its note names the jackpot
            key = (act, undone, step.who, step.note if box else step.wager)
            owed[key] = owed.get(key, 0) + sign * step.cents
    found: dict[tuple[Act, str], list[Step]] = {kind: [] for kind in UNDOING}
    for (act, undone, who, wager), cents in owed.items():
        if cents < 0 and undone:
            raise Unbalanced(f"more was reversed than {who}'s {wager} had: {dollars(-cents)}", cite)
        if cents < 0:  # more was returned than placed: place it again
            act, cents = UNDONE[act], -cents
        if cents:
            words = notes.undone(undone, note) if undone else note
            found[act, undone].append(Step(cite, act, who, wager=wager, cents=cents, note=words))
    return [step for kind in UNDOING for step in found[kind]]


def _undone_by(step: Step) -> tuple[Act, str, int] | None:
    """The act that undoes a step, the act that its `reverse` names, and 1; or, for a step that itself undoes something, what it
    has undone, and -1."""
    act = step.act
    if act in OPPOSITE:
        return OPPOSITE[act], "", 1
    if act in OPPOSITE.values():
        return act, "", -1
    if act == "reverse":
        reversal = notes.read_undone(step.note)
        return act, reversal.act if reversal is not None else step.note, -1
    return ("reverse", act, 1) if act in REVERSE else None

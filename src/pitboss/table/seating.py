"""Seats, chips and wagers for the next round, and the acts that chapters define between two rounds.

Each command's method checks everything before it changes anything, and returns its steps.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from pitboss.errors import IllegalWager, NotAuthorized, OutOfTurn, Unbalanced
from pitboss.house import House
from pitboss.money import dollars
from pitboss.shoe import Source, Stack, Witness
from pitboss.table.commands import (
    Act,
    Begin,
    Bet,
    Buy,
    Close,
    Deed,
    Discard,
    Leave,
    Open,
    Permit,
    Pledge,
    PostLimits,
    Rest,
    Seed,
    Sit,
)
from pitboss.table.door import MOST_CENTS, is_name
from pitboss.table.felt import Felt, Seat
from pitboss.table.game import Game
from pitboss.table.in_force import LIMITS, house_of, house_with
from pitboss.table.money.ledger import Ledger, balance
from pitboss.table.money.linked_meter import LinkedMeter
from pitboss.table.money.meter import Meter
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Step, seat_of
from pitboss.table.working import check_works, refused

LAWFUL = 256  # sets of wagers cached as lawful


class Placed(NamedTuple):
    """Lawful wagers: their total, and each with the paragraph that authorizes it."""

    wagers: dict[str, int]
    total: int
    named: tuple[tuple[str, str, int], ...]


class Seating(Felt):
    """A table with its players, between rounds."""

    game: Game
    opening: Open

    def __init__(
        self,
        game: Game,
        house: House,
        chance: Source,
        stacks: dict[str, Stack] | None = None,
        meter: Meter | LinkedMeter | None = None,
    ) -> None:
        super().__init__(game, house, chance, stacks, meter)
        self.version = 0  # how many commands have been carried out
        self.bets: dict[int, dict[str, int]] = {}
        self.round: Round | None = None
        self.acted: Round | None = None  # the last act between two rounds
        self.closed = False
        self.posted: dict[str, int] = {}  # the limits changed since the table opened
        self._lawful: dict[tuple[tuple[str, int], ...], Placed] = {}  # wagers checked before: players repeat them

    # ------------------------------------------------------------------ seats and chips

    def check_sit(self, number: int, player: str, cents: int) -> None:
        """Checks that a player may take a betting position with this many cents; raises IllegalWager."""
        self.check_seat(number)
        if not is_name(player):
            raise IllegalWager(f"{player!r:.40} is not a name that can be put on record")
        if type(cents) is not int or not 0 <= cents <= MOST_CENTS:
            raise IllegalWager(f"nobody can sit down with {cents!r:.40} cents", self.game.chips)
        if number in self.seats:
            raise IllegalWager(f"seat {number} is taken by {self.seats[number].player}")
        mine = sorted([n for n, s in self.seats.items() if s.player == player] + [number])
        allowed, cite = self.game.positions(self.house)
        if len(mine) > allowed:
            raise IllegalWager(f"{player} may play {allowed} position{'s' * (allowed > 1)}, not {len(mine)}", cite)
        if mine[-1] - mine[0] != len(mine) - 1:
            raise IllegalWager(f"{player}'s positions must be adjacent", cite)

    def _sit(self, deed: Sit) -> list[Step]:
        self.check_sit(deed.seat, deed.player, deed.cents)
        self.seats[deed.seat] = Seat(deed.player, deed.cents, self.version + 1)
        self.brought += deed.cents
        return [Step(self.game.seats(self.house)[1], "sit", SEATS[deed.seat], cents=deed.cents, note=deed.player)]

    def _held(self, number: int) -> Seat:
        """The occupied seat of this number; raises IllegalWager."""
        if type(number) is not int or number not in self.seats:
            raise IllegalWager(f"nobody sits at seat {number}")
        return self.seats[number]

    def _buy(self, deed: Buy) -> list[Step]:
        seat = self._held(deed.seat)
        if type(deed.cents) is not int or not 0 < deed.cents <= MOST_CENTS:
            raise IllegalWager(f"chips are bought for whole cents, not for {deed.cents!r:.40}", self.game.chips)
        if "stakes added" in self.game.acts:
            return self._act(Act("stakes added", {"seat": deed.seat, "cents": deed.cents}))
        seat.cents += deed.cents
        self.brought += deed.cents
        return [Step(self.game.chips, "buy", SEATS[deed.seat], cents=deed.cents)]

    def _depart(self, number: int) -> list[Step]:
        """Frees a seat; its chips go with the player."""
        gone = self.seats.pop(number)
        self.bets.pop(number, None)
        self.permitted.discard(number)
        self.taken += gone.cents
        return [Step(self.game.chips, "leave", SEATS[number], cents=gone.cents, note=gone.player)]

    # ------------------------------------------------------------------ wagers

    def _bet(self, deed: Bet) -> list[Step]:
        number, wagers = deed.seat, deed.wagers
        if self.round is not None:
            raise IllegalWager("no wager may be made, increased or withdrawn after “no more bets”", self.game.no_more_bets)
        if number not in self.seats:
            raise IllegalWager(f"nobody sits at seat {number}; only seated players may wager")
        if not wagers:
            self.bets.pop(number, None)
            return [Step(self.game.no_more_bets, "placed", SEATS[number])]
        if self.game.may_bet is not None:
            self.game.may_bet(self, number)
        placed, chips = self._checked(wagers), self.seats[number].cents
        if placed.total > chips:
            raise IllegalWager(
                f"seat {number} has {dollars(chips)} in chips and cannot bet {dollars(placed.total)}", self.game.chips
            )
        who, before = SEATS[number], self.bets.get(number)
        self.bets[number] = placed.wagers
        steps = [Step(cite, "placed", who, wager=name, cents=cents) for cite, name, cents in placed.named]
        for name in before or ():
            if name not in placed.wagers:  # replaced by the others
                steps.append(Step(self.game.cite_of(name), "placed", who, wager=name))
        return steps

    def _checked(self, wagers: dict[str, int]) -> Placed:
        """Wagers after all checks; those made lately are not checked again."""
        for cents in wagers.values():
            if type(cents) is not int:  # 500.0 equals 500, and is not lawful
                self.game.check_wagers(self.house, wagers)
        key = tuple(wagers.items())
        placed = self._lawful.get(key)
        if placed is not None:
            return placed
        checked, cite_of = self.game.check_wagers(self.house, wagers), self.game.cite_of
        named = tuple([(cite_of(name), name, cents) for name, cents in checked.items()])
        placed = Placed(checked, sum(checked.values()), named)
        if len(self._lawful) >= LAWFUL:
            self._lawful.clear()
        self._lawful[key] = placed
        return placed

    # ------------------------------------------------------------------ between two rounds

    def _rest(self, deed: Rest) -> list[Step]:
        self.check_between_rounds()
        if self.bets:  # the next cards must be fixed before the wagers
            raise OutOfTurn("there are wagers on the layout: play the round or withdraw them first")
        self.idle = True
        return []

    def _permit(self, deed: Permit) -> list[Step]:
        self._held(deed.seat)
        self.permitted.add(deed.seat)
        return []

    def _check_takes(self, deed: Deed) -> None:
        """Checks that a table that has closed, or waits for pledged seeds, accepts a command; raises OutOfTurn."""
        if self.closed and type(deed) is not Open:
            raise OutOfTurn("the table has closed: it must be opened again before anything else")
        if self.called and not isinstance(deed, Seed | Begin | Leave | Discard):
            raise OutOfTurn(
                "no more bets: the pledged seeds are revealed now, and nothing else is accepted before the cards are dealt"
            )

    def _open(self, deed: Open) -> list[Step]:
        # True equals 1, but not on record.
        if deed != self.opening or msgspec.json.encode(deed) != msgspec.json.encode(self.opening):
            raise OutOfTurn("a table reopens exactly as it was first opened")
        if self.version and not self.closed:
            raise OutOfTurn("the table is open already")
        if self.posted:
            self._take_limits({})
        return []

    def _close(self, deed: Close) -> list[Step]:
        self.check_between_rounds()
        if self.bets:  # else the next round would be dealt by a promise made after its wagers
            raise OutOfTurn("there are wagers on the layout: play or withdraw them before the table closes", self.game.clear)
        if self.fair is None or not any(stack.cards for stack in self.stacks.values()):
            return []
        self.clear_away()  # which reveals the secrets of these cards
        return [Step(self.game.clear, "say", DEALER, note="the cards are taken from the table; it will open with others")]

    # ------------------------------------------------------------------ seeds

    @property
    def called(self) -> bool:
        """True between “no more bets” and the reveal of the pledged seeds."""
        return self.round is None and self.fair is not None and self.fair.telling

    def _call_for_seeds(self, fair: Witness) -> list[Step]:
        if fair.telling:
            raise OutOfTurn(f"the round waits until seat {fair.untold[0]} tells the seed that it pledged")
        fair.no_more_seeds()
        seats = ", ".join(map(str, fair.untold))
        return [
            Step(self.game.no_more_bets, "say", DEALER, note=f"no more bets; the seeds pledged by seats {seats} are revealed")
        ]

    def _call_off(self) -> list[Step]:
        """Calls off a round that waited for seeds after a player left: it is not dealt, and all wagers are free again.
        Otherwise players who know the secret could choose, by leaving, between the cards with and without their seed or
        seat."""
        steps = [Step(self.game.no_more_bets, "placed", SEATS[number]) for number in self.bets]
        self.bets = {}
        return [*steps, Step(self.game.no_more_bets, "say", DEALER, note="the round is not dealt; wagers are made anew")]

    def _seed(self, deed: Seed) -> list[Step]:
        self._takes_seeds(deed.seat).add_seed(deed.seat, deed.seed)
        return []

    def _pledge(self, deed: Pledge) -> list[Step]:
        self._takes_seeds(deed.seat).pledge(deed.seat, deed.digest)
        return []

    def _takes_seeds(self, seat: int) -> Witness:
        """Fair chance, if an occupied seat may add a seed now, between two rounds; raises OutOfTurn or NotAuthorized."""
        if self.fair is None:
            raise NotAuthorized("this table takes no seeds: the house has promised nothing here")
        self._held(seat)
        if self.round is not None:
            raise OutOfTurn("a seed must come before the round begins, or when the cut is offered")
        return self.fair

    def _post(self, deed: PostLimits) -> list[Step]:
        """Posts other limits. Wagers that they do not allow go back to their players."""
        self.check_between_rounds()
        self._check_limits(deed.limits)
        self._take_limits({**self.posted, **deed.limits})
        cite, withdrawn = self.house.section("table_minimum"), []
        for number, wagers in list(self.bets.items()):
            if refused(self.game, self.house, wagers) is not None:
                del self.bets[number]
                withdrawn.append(Step(self.game.no_more_bets, "placed", SEATS[number]))
        return [Step(cite, "say", DEALER, note=_limits_in_words(self.house)), *withdrawn]

    def _check_limits(self, limits: Mapping[str, int]) -> None:
        """Checks that these limits can be changed while the table is open; raises NotAuthorized."""
        if self.game.dealt_in is not None:
            raise NotAuthorized("the bets of a Poker table are its stakes: close it, and open one with others")
        changeable = [option for option in LIMITS if option in self.house.values]
        if not limits or not changeable or any(option not in changeable for option in limits):
            raise NotAuthorized(f"the limits that can be changed here are {', '.join(changeable)}")
        if all(self.house.values[option] == cents for option, cents in limits.items()):
            raise NotAuthorized("these limits are posted already")
        check_works(self.game, house_with(self.opening, {**self.posted, **limits}))

    def _take_limits(self, limits: dict[str, int]) -> None:
        """Puts limits in force that were checked before."""
        self.house = house_with(self.opening, limits) if limits else house_of(self.opening)
        self.posted = limits
        self._lawful.clear()

    def _act(self, deed: Act) -> list[Step]:
        kind, detail = deed.kind, dict(deed.detail)
        self.check_between_rounds(self.game.acts[kind][0] if kind in self.game.acts else "")
        if kind not in self.game.acts:
            kinds = ", ".join(sorted(self.game.acts)) or "nothing of the kind"
            raise NotAuthorized(f"chapter {self.game.chapter} has no act {kind!r} between rounds; it has {kinds}")
        self._recordable(kind, detail)
        round_ = self.acted = Round(self, {}, self.game.irregularity)
        cite, perform = self.game.acts[kind]
        try:
            perform(round_, detail)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise NotAuthorized(f"{kind!r} cannot be read with {detail}", cite) from None
        round_.balanced = balance(round_.steps)
        self._credit(round_.ledger)
        return round_.steps

    def check_between_rounds(self, cite: str = "") -> None:
        """Checks that no round is in progress; raises OutOfTurn."""
        if self.round is not None:
            raise OutOfTurn("the round of play is not over", cite)

    def _credit(self, ledger: Ledger) -> None:
        """Credits every player and the house with their gains."""
        self.inventory += ledger.inventory
        self.metered += ledger.meter
        self.boxed += ledger.box
        self.brought += max(0, -ledger.cage)
        self.taken += max(0, ledger.cage)
        for who, cents in ledger.players.items():
            seat = self.seats.get(seat_of(who))
            if seat is not None:
                seat.cents += cents
            elif cents > 0:  # a player who left can lose what was at stake, but not gain
                raise Unbalanced(f"{who} gained {dollars(cents)} and nobody sits there")

    def _recordable(self, kind: str, detail: dict[str, Any]) -> None:
        try:
            json.dumps(detail, ensure_ascii=False, allow_nan=False).encode()
        except (TypeError, ValueError, RecursionError):
            raise NotAuthorized(f"the detail of {kind!r} cannot be put on record") from None


def _limits_in_words(house: House) -> str:
    """The posted limits, as the dealer announces them."""
    least, most = house.get("optional_wager_minimum", 0), house.get("optional_wager_maximum", 0)
    announcement = f"the limits are now {dollars(house['table_minimum'])} to {dollars(house['table_maximum'])}"
    bounds = [f"at least {dollars(least)}"] * bool(least) + [f"at most {dollars(most)}"] * bool(most)
    return f"{announcement}; for optional wagers {' and '.join(bounds)}" if bounds else announcement

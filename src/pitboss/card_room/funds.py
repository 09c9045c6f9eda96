"""The funds of Bad Beat payouts (§ 553.20, § 637a.15) and High Hand Jackpots (§ 637a.16): boxes, counts, display, payouts.

Money goes from pots into a locked box at each table, is counted and brought to the finance department, and is paid to Poker
players. A fund accounts for every cent and refuses any other use.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.errors import NotAuthorized, OutOfTurn, Unbalanced
from pitboss.games.nonbanked.jackpot_hands import FULL_HOUSE, named_hands
from pitboss.games.nonbanked.payouts import payout_of
from pitboss.games.nonbanked.schedules import percent
from pitboss.hands import FIVE_CARD
from pitboss.hands.ranking import Value
from pitboss.house import House
from pitboss.money import dollars
from pitboss.rulebook import chapter

KINDS = ("bad beat", "high hand")


def section_of(number: str, kind: str) -> str:
    """The section of a chapter on a kind of fund, "" if the chapter has no such fund.

    >>> section_of("poker-2010", "bad beat"), section_of("poker", "high hand"), section_of("poker-2010", "high hand")
    ('553.20', '637a.16', '')
    """
    contribution = f"{kind.replace(' ', '_')}_contribution"
    cites = (option.section for option in chapter(number).options if option.option == contribution)
    return next(cites, "").partition("(")[0]


CLOSED_TABLE = "closed Poker table"


@dataclass(frozen=True)
class Count:
    """A count of a fund's boxes, on its way to the finance department."""

    place: str
    boxes: dict[str, int]
    signed: tuple[str, ...]  # at a closed table: the dealer who counted, and the floorperson who watched
    transport: str  # the security employee who carries it
    cents: int | None  # None until the cage has counted
    day: int | None  # the gaming day


@dataclass(frozen=True)
class Slip:
    """An entry of the High Hand Tracking Slip: the player, the place, the hand, and who dealt and verified it (§ 637a.16(f)(1),
    § 637a.16(f)(2), § 637a.16(f)(3), § 637a.16(f)(4), § 637a.16(f)(5))."""

    player: str
    phone: str
    seat: int
    table: str
    hand: Value
    dealer: str
    dealer_credential: str
    floorperson: str
    floorperson_credential: str
    made: float  # the time of the hand, in minutes
    at: float  # the time of its verification, in minutes


@dataclass(frozen=True)
class Award:
    """A payout that has been awarded and not yet collected."""

    player: str
    cents: int
    at: float  # minutes


@dataclass
class Fund:
    """One Bad Beat payout or High Hand Jackpot: a separate fund of contributions at the tables that offer it (§ 553.20(a),
    § 637a.15(a), § 637a.16(a))."""

    kind: str  # "bad beat" or "high hand"
    chapter: str
    given: dict[str, Any]  # the house's choices
    boxes: dict[str, int] = field(default_factory=dict)  # by table, not counted yet
    counting: list[Count] = field(default_factory=list)
    held: int = 0  # counted and verified: the finance department's official record
    displayed: int = 0
    pending: bool = False  # a notice says that the display is to be adjusted
    collecting: bool = True
    awards: list[Award] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    started: float | None = None  # the start of the qualifying period, in minutes
    collected_until: float | None = None  # the end of the last collection period, in minutes
    counted_on: int | None = None  # the gaming day of the last count
    record: dict[str, int] = field(default_factory=dict)  # the finance department's record of contributions by gaming day
    contributed: int = 0
    paid: int = 0

    @property
    def house(self) -> House:
        """The house's terms for the fund."""
        return House.of(self.chapter, self.given)

    @property
    def section(self) -> str:
        """The section on this kind of fund."""
        return section_of(self.chapter, self.kind)

    @property
    def shows(self) -> int:
        """The amount players see: the displayed amount, or in a qualifying period the running total of contributions, until the
        count replaces it (§ 637a.16(b), § 637a.16(g))."""
        if self.started is None:
            return self.displayed
        return self.held + sum(self.boxes.values()) + sum(sum(count.boxes.values()) for count in self.counting)

    def balance(self) -> None:
        """Checks that every contributed cent is in a box, on its way, held, awarded or paid; raises Unbalanced."""
        in_transit = sum(sum(count.boxes.values()) for count in self.counting)
        accounted = sum(self.boxes.values()) + in_transit + self.held + sum(award.cents for award in self.awards) + self.paid
        if accounted != self.contributed or self.held < 0:
            raise Unbalanced(
                f"{dollars(self.contributed)} came into the fund and {dollars(accounted)} are accounted for", self.section
            )

    # ------------------------------------------------------------------ contributions and counts

    def contribute(self, table: str, cents: int) -> None:
        """Puts a pot's contribution into the box at its table (§ 553.20(c), § 637a.15(c), § 637a.16(c)). A pot in play when
        contributions end still contributes."""
        self.boxes[table] += cents
        self.contributed += cents

    def count(
        self, place: str, dealer: str, floorperson: str, security: str, compliance: bool = True, day: int | None = None
    ) -> Count:
        """Counts the boxes: at a closed table by a dealer in the presence of a floorperson, both of whom sign, or in a cage,
        for which a floorperson accounts for every box. Security takes contents or boxes there (§ 553.20(d), § 553.20(d)(1),
        § 553.20(d)(2), § 637a.15(d), § 637a.15(d)(1), § 637a.15(d)(2), § 637a.16(d), § 637a.16(d)(1), § 637a.16(d)(2))."""
        cite = f"{self.section}(d)"
        if place != (here := self._chosen("count_place")):
            raise NotAuthorized(f"this house counts the boxes at the {here}, not at {place!r}", cite)
        if self.kind == "bad beat" and not compliance:
            raise NotAuthorized("a casino compliance representative must be told before the boxes are counted", cite)
        at_table = place == CLOSED_TABLE
        needed = {"dealer": dealer, "floorperson": floorperson, "security employee": security}
        if not at_table:
            del needed["dealer"]
        for who, name in needed.items():
            if not name.strip():
                raise NotAuthorized(f"the {who} must be named", f"{cite}({1 if at_table else 2})")
        if at_table and dealer == floorperson:
            raise NotAuthorized("the dealer counts and another, a floorperson, watches and signs", f"{cite}(1)")
        contents = {table: cents for table, cents in self.boxes.items() if cents}
        signed = (dealer, floorperson) if at_table else (floorperson,)
        found = Count(place, contents, signed, security, sum(contents.values()) if at_table else None, day)
        self.boxes = dict.fromkeys(self.boxes, 0)
        self.counting.append(found)
        if day is not None:
            self.counted_on = day
        return found

    def verify(self, cashier: str, cents: int) -> int:
        """A cashier counts the boxes, or verifies the count that came with the locked container; the finance department enters
        it in its official record (§ 553.20(e), § 637a.15(e), § 637a.16(e))."""
        cite = f"{self.section}(e)"
        if not self.counting:
            raise OutOfTurn("no box or container is at the cage", cite)
        if not cashier.strip():
            raise NotAuthorized("the cashier must be named", cite)
        first = self.counting[0]
        there = sum(first.boxes.values())
        if cents != there:
            counted = "documented" if first.cents is not None else "taken from the pots"
            raise NotAuthorized(f"the cashier finds {dollars(cents)}, and {dollars(there)} were {counted}", cite)
        del self.counting[0]
        self.held += cents
        day = "" if first.day is None else str(first.day)
        self.record[day] = self.record.get(day, 0) + cents
        return cents

    def overdue(self, day: int) -> bool:
        """True if a gaming day has passed without a count (§ 553.20(d), § 637a.15(d))."""
        return self.kind == "bad beat" and self.counted_on is not None and day > self.counted_on + 1

    # ------------------------------------------------------------------ the display

    def adjust(self, finance: str, floorperson: str) -> int:
        """A finance employee, before a floorperson, sets the displayed amount to what the department holds and verifies that
        they agree (§ 553.20(h)(1), § 553.20(h)(2), § 637a.15(h), § 637a.15(h)(1), § 637a.15(h)(2), § 637a.16(g))."""
        cite = f"{self.section}({'h' if self.kind == 'bad beat' else 'g'})"
        if not finance.strip() or not floorperson.strip() or finance == floorperson:
            raise NotAuthorized("a finance employee adjusts the display in the presence of a floorperson", cite)
        self.displayed, self.pending = self.held, False
        return self.displayed

    # ------------------------------------------------------------------ Bad Beat

    def pay_bad_beat(
        self, supervisor: str, hand: Value, losers: list[str], winners: list[str], others: list[str], at: float
    ) -> list[Award]:
        """The Poker shift supervisor verifies each hand, puts up the notice and has the payout brought (§ 553.20(f)(1),
        § 553.20(f)(2), § 637a.15(f)(1), § 637a.15(f)(2)): the payout of the highest losing hand, to the losing hands, the
        winning hands and the other players dealt in (§ 553.20(b)(3), § 637a.15(b)(3)). A round of play has one payout."""
        cite = f"{self.section}(f)"
        if self.kind != "bad beat":
            raise NotAuthorized("a High Hand Jackpot pays no Bad Beat", cite)
        if not supervisor.strip():
            raise NotAuthorized("the Poker shift supervisor verifies each Bad Beat hand", cite)
        if self.pending:
            raise OutOfTurn("the display is pending adjustment after another Bad Beat", f"{self.section}(h)")
        if not self.held:
            raise OutOfTurn("nothing has been counted for this fund yet: the boxes come first", f"{self.section}(d)")
        if self.displayed != self.held:
            raise NotAuthorized(
                f"{dollars(self.displayed)} are displayed and {dollars(self.held)} held", f"{self.section}(h)(2)"
            )
        paid = self._shares(hand, {"losing hand": losers, "winning hand": winners, "players": others}, at)
        self.pending = True
        self.held -= sum(award.cents for award in paid)
        self.awards += paid
        return paid

    def _shares(self, hand: Value, groups: dict[str, list[str]], at: float) -> list[Award]:
        """The payout of a hand, divided. Shares of empty groups and indivisible cents go to the losing hands, which share
        equally, with odd cents to the highest. A fund that holds less than the stated amounts pays all it holds, in
        proportion."""
        losers, awards = groups["losing hand"], []
        rows = payout_of(self.house, hand)
        due = [Fraction(row["cents"]) if "cents" in row else self.held * percent(row["percent"]) / 100 for row in rows]
        part = min(Fraction(1), self.held / sum(due))
        remaining = int(sum(due) * part)
        for row, cents in zip(rows, due, strict=True):
            players = groups[row["to"]]
            if row["to"] != "losing hand" and players:
                share = int(cents * part) // len(players)
                awards += [Award(player, share, at) for player in players]
                remaining -= share * len(players)
        share, odd = divmod(remaining, len(losers))
        awards = [Award(loser, share + odd * (loser == losers[0]), at) for loser in losers] + awards
        return [award for award in awards if award.cents]

    # ------------------------------------------------------------------ High Hand Jackpot

    def start(self, at: float) -> None:
        """A qualifying period begins, and dealers begin to track hands (§ 637a.16(f)); with it begins the collection period
        (§ 637a.16(b)(1), § 637a.16(c))."""
        if self.kind != "high hand":
            raise NotAuthorized("a Bad Beat payout has no qualifying period", self.section)
        if self.started is not None:
            raise OutOfTurn("a qualifying period is running", f"{self.section}(f)")
        self.started, self.slips = at, []
        self.collected_until = at + self.house["high_hand_collection_period"]

    def qualifies(self, made: float) -> bool:
        """True if a hand just made falls within the qualifying period (§ 637a.16(a), § 637a.16(b)(1))."""
        return self.started is not None and made <= self.started + self.house["high_hand_qualifying_period"]

    def track(self, slip: Slip, players: int, identification: bool) -> bool:
        """Puts a verified full house or better on the tracking slip if nothing higher is on it (§ 637a.16(f), § 637a.16(f)(3)).
        The hand must be made in the qualifying period, whenever it is verified. Enough players must have been dealt in, and the
        player shows identification (§ 637a.16(b)(4), § 637a.16(b)(7))."""
        cite = f"{self.section}(f)"
        if self.started is None:
            raise OutOfTurn("no qualifying period is running", cite)
        if not self.qualifies(slip.made):
            minutes = self.house["high_hand_qualifying_period"]
            raise OutOfTurn(f"the hand was made after the {minutes} minutes of the qualifying period", f"{self.section}(b)(1)")
        if slip.hand.category < FULL_HOUSE:
            raise NotAuthorized(f"a {FIVE_CARD.categories[slip.hand.category]} is lower than a full house", cite)
        if players < (least := self.house["high_hand_minimum_players"]):
            raise NotAuthorized(
                f"{players} players were dealt in; a hand qualifies with {least} or more", f"{self.section}(b)(4)"
            )
        if not identification:
            raise NotAuthorized("a player shows valid identification for the hand to qualify", f"{self.section}(b)(7)")
        fields = (
            ("name, phone number", slip.player and slip.phone, 1),
            ("table number", slip.table, 2),
            ("dealer's name and credential number", slip.dealer and slip.dealer_credential, 4),
            ("floorperson's signature and credential number", slip.floorperson and slip.floorperson_credential, 5),
        )
        for what, given, number in fields:
            if not given:
                raise NotAuthorized(f"the High Hand Tracking Slip must have the {what}", f"{cite}({number})")
        if self.slips and slip.hand < self.best:
            return False
        self.slips.append(slip)
        return True

    @property
    def best(self) -> Value:
        """The highest hand on the tracking slip."""
        return max(slip.hand for slip in self.slips)

    def finish(self, at: float) -> list[Award]:
        """Ends the qualifying period, after all boxes are counted and verified: the pool is divided equally among the players
        with the highest hand, odd cents to the earliest. Without a full house it stays for the next period (§ 637a.16(g),
        § 637a.16(h))."""
        cite = f"{self.section}(g)"
        if self.started is None:
            raise OutOfTurn("no qualifying period is running", cite)
        if at < self.started + (minutes := self.house["high_hand_qualifying_period"]):
            raise OutOfTurn(f"the qualifying period lasts {minutes} minutes", f"{self.section}(b)(1)")
        if self.counting or any(self.boxes.values()):
            raise OutOfTurn("contributions of the period have not been counted and verified", cite)
        winners = list(dict.fromkeys(slip.player for slip in self.slips if slip.hand == self.best))
        won: list[Award] = []
        self.displayed = self.held  # the pool of all tables is displayed
        if winners and self.held:
            each, odd = divmod(self.held, len(winners))
            won = [Award(player, each + (n < odd), at) for n, player in enumerate(winners)]
            self.held = 0
        self.awards += won
        self.started, self.slips = None, []
        return won

    # ------------------------------------------------------------------ paying out, and the end

    def collect(self, player: str, at: float, place: str, identification: bool = True) -> int:
        """A player collects an award, at the table or the cage as the house decides (§ 553.20(g), § 637a.15(g), § 637a.16(h)),
        in time (§ 637a.16(b)(6)). The player need not have waited for the end of the period."""
        cite = f"{self.section}({'g' if self.kind == 'bad beat' else 'h'})"
        if place != (here := self._chosen("paid_at")):
            raise NotAuthorized(f"this house pays at the {here}, not at {place!r}", cite)
        if self.kind == "high hand" and not identification:
            raise NotAuthorized(f"{player} shows valid identification first", f"{self.section}(b)(7)")
        mine = [award for award in self.awards if award.player == player and not self._late(award, at)]
        if not mine and any(award.player == player for award in self.awards):
            raise NotAuthorized(f"the time to collect has passed for {player}", f"{self.section}(b)(6)")
        if not mine:
            raise NotAuthorized(f"nothing is waiting for {player}", cite)
        cents = sum(award.cents for award in mine)
        self.awards = [award for award in self.awards if award not in mine]
        self.paid += cents
        return cents

    def _late(self, award: Award, at: float) -> bool:
        days = self.house.get("high_hand_claim_limit", 0) if self.kind == "high hand" else 0
        return bool(days) and at > award.at + days * 24 * 60

    def expire(self, at: float) -> int:
        """Returns payouts not collected in time to the fund, for the next qualifying period (§ 637a.16(i))."""
        late = [award for award in self.awards if self._late(award, at)]
        self.awards = [award for award in self.awards if award not in late]
        cents = sum(award.cents for award in late)
        self.held += cents
        return cents

    def end(self, into: "Fund | None" = None) -> int:
        """Ends contributions. The fund's money stays for its players, or goes to another fund for theirs; boxes and counts in
        progress are counted first (§ 553.20(i), § 637a.15(i))."""
        cite = f"{self.section}({'i' if self.kind == 'bad beat' else 'h'})"
        if into is None:
            self.collecting = False
            return 0
        if into is self or into.kind != self.kind or not into.collecting:
            raise NotAuthorized("a fund goes into another of its kind that is still offered", cite)
        if self.counting or any(self.boxes.values()):
            raise OutOfTurn("the boxes of the fund have not been counted and verified", cite)
        self.collecting = False
        moved, self.held, self.displayed = self.held, 0, 0
        self.contributed -= moved
        into.contributed += moved
        into.held += moved
        return moved

    def _chosen(self, name: str) -> str:
        """The house's choice of an option for this kind of fund."""
        return str(self.house.values[f"{self.kind.replace(' ', '_')}_{name}"])


def offered(kind: str, house: House) -> Fund:
    """A fund as a house offers it; raises NotAuthorized if a term is missing that the chapter requires in advance."""
    fund = Fund(kind, house.chapter.chapter, house.given)
    prefix = kind.replace(" ", "_")
    if not house.values.get(f"{prefix}_contribution"):
        raise NotAuthorized(f"{prefix}_contribution must say what a pot contributes", f"{fund.section}(b)")
    if kind == "bad beat":
        if not named_hands(house):
            raise NotAuthorized("bad_beat_hands must say which hands are a Bad Beat", f"{fund.section}(b)(3)")
        if not house["bad_beat_discontinuance"]:
            raise NotAuthorized("bad_beat_discontinuance must say how the payout would be ended", f"{fund.section}(i)")
    return fund


def check_shared(fund: Fund, house: House) -> None:
    """Checks that a table has the same rules as its fund; raises NotAuthorized."""
    if differences := different_rules(fund, house):
        raise NotAuthorized(f"the tables of a fund share its rules: {'; '.join(sorted(differences))}", fund.section)


def different_rules(fund: Fund, house: House) -> set[str]:
    """The fund's options that a house sets differently, each with both values."""
    shared, prefix = fund.house.values, fund.kind.replace(" ", "_")
    return {
        f"{option} is {shared[option]!r} and {value!r}"
        for option, value in house.values.items()
        if option.startswith(prefix) and value != shared[option]
    }

"""Progressive wagers: the rate of progression, the lock-out at "no more bets", payments from the meter, Envy Bonus.

The rate of progression feeds the meter from accepted wagers. Payments in percent come out of the meter, and when it is emptied
it starts again from the reset amount.
"""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.money import Odds, dollars
from pitboss.table import notes
from pitboss.table.money.meter import Meter, is_offered
from pitboss.table.round import Round
from pitboss.table.steps import Step, seat_name


def rate_problems(house: House, _: object = None) -> Iterator[Problem]:
    """A table whose progressive wager has no rate of progression in the Rules Submission does not open (§ 655a.12(c)(3),
    § 657a.12(d)(3), § 678a.12(d)(3), § 645a.13); §§ 555.13(e) and 587.12(e)(3) print a least rate, which is their default."""
    if is_offered(house) and not house["progressive_rate"]:
        yield house.problem(
            "a progressive wager needs a rate of progression in the submission: state progressive_rate, up to 100 percent",
            "progressive_rate",
            "rate-stated",
            allowed="a positive number up to 100",
        )


def lock_out(t: Round, cite: str) -> None:
    """Locks out further progressive wagers; those accepted are collected, counted against the system and put into the
    inventory.

    The $1 bonus of § 559.8 goes the same way through its wagering devices, without a meter behind them.
    """
    meter, name = t.table.meter, t.table.game.progressive
    made = [seat for seat in t.seats if t.holds(seat, name)]
    if meter is None and not made:
        return
    system = "progressive system takes" if meter is not None else "wagering devices take"
    t.say(cite, f"the {system} no more wagers; {len(made)} accepted")
    for seat in made:
        cents = t.holds(seat, name)
        t.progressive[seat] = cents
        t.forfeit(cite, seat, name, note="accepted")
        if meter is not None:
            _feed(t, cite, seat, meter, cents)
    if meter is not None:
        t.steps.append(Step(cite, "meter", "", (), "", name, 0, notes.number(meter.cents)))
    if made:
        shown = f"; the meter shows {dollars(meter.cents)}" if meter is not None else ""
        t.say(cite, f"counts the chips against the wagers accepted: {len(made)}{shown}")


def _feed(t: Round, cite: str, seat: int, meter: Meter, cents: int) -> None:
    before = meter.carried
    fed = meter.feed(cents)
    t.carried += meter.carried - before
    if fed:
        t.steps.append(Step(cite, "feed", seat_name(seat), (), "", t.table.game.progressive, fed, "rate of progression"))


def _unfeed(t: Round, cite: str, who: str, meter: Meter, cents: int, note: str) -> None:
    """Takes returned wagers off the meter, with the fraction of a cent that they added."""
    before, added = meter.carried, cents * meter.rate if not meter.stands else Fraction(0)
    off = meter.take_off(added)
    t.carried += meter.carried - before
    if off:
        t.steps.append(Step(cite, "unfeed", who, (), "", t.table.game.progressive, off, note))


def pay_progressive(
    t: Round, cite: str, seat: int, odds: Odds, share: int = 1, off_meter: bool = False, most: int | None = None
) -> int:
    """Pays a winning progressive wager: its fixed amount from the inventory, or its part of the meter as it is now.

    With `share` the meter is divided equally among that many winners, who are paid one after the other. With `off_meter` fixed
    amounts come off the meter too, and the house adds what it does not hold. `most` is a payout limit in cents.
    """
    meter, name = t.table.meter, t.table.game.progressive
    assert meter is not None
    wager = t.progressive[seat]
    if odds.kind != "meter":
        cents = odds.winnings(wager, cite=cite) + wager
        cents = cents if most is None else min(cents, most)
        if off_meter:
            _pay_off_meter(t, cite, seat, cents, f"progressive payout {odds}")
            return cents
        t.bonus(cite, seat, name, cents, f"progressive payout {odds}")
        return cents
    cents = int(odds.value * meter.cents) // share
    cents = cents if most is None else min(cents, most)
    meter.cents -= cents
    note = f"{odds}, not from the table inventory" + (f", shared by {share}" if share > 1 else "")
    t.steps.append(Step(cite, "jackpot", seat_name(seat), wager=name, cents=cents, note=note))
    if odds.value == 1 and share == 1 and meter.cents < meter.reset:  # a payout limit leaves the rest on the meter
        reset_meter(t, cite)
    return cents


def _pay_off_meter(t: Round, cite: str, seat: int, cents: int, note: str) -> None:
    meter, name = t.table.meter, t.table.game.progressive
    assert meter is not None
    held = min(cents, meter.cents)
    if held:
        meter.cents -= held
        t.steps.append(Step(cite, "jackpot", seat_name(seat), (), "", name, held, f"{note}, off the meter"))
    if held < cents:
        t.bonus(cite, seat, name, cents - held, f"{note}, beyond what the meter holds")
    if not meter.cents:
        reset_meter(t, cite)


def return_progressive(t: Round, cite: str, seat: int) -> None:
    """Returns one hand's progressive wager during the round, and takes its part off the meter."""
    meter, name = t.table.meter, t.table.game.progressive
    cents = t.progressive.pop(seat, 0)
    if not cents:
        return
    del t.collected[seat, name]
    t.steps.append(Step(cite, "restore", seat_name(seat), wager=name, cents=cents))
    if meter is not None:
        _unfeed(t, cite, seat_name(seat), meter, cents, "the wager that goes back leaves the meter")


def pay_envy(t: Round, holder: int, hand: str, table: str = "") -> None:
    """Pays the printed Envy Bonus for a hand to every other player whose progressive wager was accepted and who has not left.

    Players who folded keep theirs (§ 587.11(g), § 655a.11(h), § 657a.11(b)(2)). Nothing is paid for a hand not on the schedule.
    """
    name = t.table.game.progressive
    accepted = {seat: cents for (seat, wager), cents in t.collected.items() if wager == name}
    for seat in t.counterclockwise(accepted):
        schedule = t.house.paytable("Envy Bonus", table, f"{dollars(accepted[seat])} {name} Wager")
        amount = schedule.odds(hand)
        if amount is not None and seat != holder and seat not in t.left:
            t.bonus(schedule.section, seat, "Envy Bonus", int(amount.value), f"for the {hand} of seat {holder}")


def reset_meter(t: Round, cite: str) -> None:
    """Restarts a meter that was paid out in full from its reset amount."""
    meter = t.table.meter
    assert meter is not None
    added = meter.reset - meter.cents
    meter.cents = meter.reset
    t.steps.append(Step(cite, "reset", "", (), "", t.table.game.progressive, added, "the meter starts from its reset amount"))


def keep_settled(t: Round) -> None:
    """Settles progressive wagers although the hands are void: they are not returned, and the meter keeps its part."""
    name = t.table.game.progressive
    for seat in t.seats:
        t.collected.pop((seat, name), None)


def take_back(t: Round, cite: str) -> None:
    """Takes off the meter what the wagers of a void round had added."""
    meter = t.table.meter
    if meter is None:
        return
    back = sum(cents for (_, wager), cents in t.collected.items() if wager == t.table.game.progressive)
    if back:
        _unfeed(t, cite, "", meter, back, "the void round's wagers leave the meter")


def leave_meter(t: Round, cite: str, moved: int) -> list[Step]:
    """The steps by which a failed round leaves the meter, after its reversed steps moved it by `moved` cents. What remains are
    fractions of a cent, which may make up a whole cent with the fractions that other tables have added meanwhile."""
    if not (moved or t.carried) or (meter := t.table.meter) is None:
        return []
    cents = meter.take_off(moved + t.carried) - moved
    name, note = t.table.game.progressive, "with the fractions of a cent that the void round had added"
    if cents > 0:
        return [Step(cite, "unfeed", "", (), "", name, cents, note)]
    return [Step(cite, "feed", "", (), "", name, -cents, note)] if cents else []

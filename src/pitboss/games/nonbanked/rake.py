"""Deductions from the pots: rake, and contributions to jackpots."""

from fractions import Fraction

from pitboss.games.nonbanked.betting import POT
from pitboss.games.nonbanked.between import collects
from pitboss.games.nonbanked.pots import Side, sides_of
from pitboss.games.nonbanked.rules import play_of
from pitboss.games.nonbanked.schedules import Row, percent, row_in_force
from pitboss.table.round import Round
from pitboss.table.steps import Step


def rake_in_play(t: Round) -> None:
    """After a betting round, move the rake due so far into the rake area. A percentage may wait until the end."""
    if not raked_at_all(t):
        return
    if in_play(t):
        for cite, cents in due(t, called(t, sides_of(t))).items():
            move(t, cite, sum(cents))
    elif "incremental" in t.house["rake"]:
        levels = play_of(t).rules.levels
        move(t, levels, sum(due(t, called(t, sides_of(t))).get(levels, ())))


def take_rake(t: Round, pots: list[Side]) -> int:
    """Take the rake of the whole round before any pot is pushed (§ 553.7(e)(6)(iii), § 637a.7(e)(6)(iii)): the rest is added to
    the rake area, any excess there is returned to the pot, and the total goes into the drop box. Once the pots are pushed, no
    more is taken (§ 553.15(e), § 637a.17(e))."""
    rules = play_of(t).rules
    taken = 0
    if not raked_at_all(t):
        return taken
    for cite, parts in due(t, called(t, pots)).items():
        move(t, cite, sum(parts))
        taken += sum(parts)
        if cite == rules.levels:
            out_of(pots, sum(parts))
        else:
            for pot, cents in zip(pots, parts, strict=True):
                pot.cents -= cents
    for cite, drops in ((rules.rake_in_play, rules.rake_in_play), (rules.levels, rules.levels_drop)):
        if play_of(t).raked.get(cite):
            t.say(drops, "the rake goes from the rake area into the drop box")
    return taken


def called(t: Round, pots: list[Side]) -> list[int]:
    """The pots as they are raked, without a final uncalled bet (§ 553.15(d), § 637a.17(d))."""
    found = [pot.cents for pot in pots]
    if play_of(t).uncalled:
        found[-1] = max(0, found[-1] - play_of(t).uncalled)
    return found


def raked_at_all(t: Round) -> bool:
    """True if pots at this table are raked. Rake is the house's only revenue at a Poker table; the submission states types,
    method and maximum (§ 553.15(a), § 553.15(a)(1), § 553.15(a)(2), § 637a.17(a)). Several types may be used together
    (§ 553.15(b), § 637a.17(b)): a percentage, increments, or both, in addition to a charge for time."""
    house = t.house.values
    percentage = house["rake_percent"] or house["rake_schedule"]
    return bool(percentage and "percentage" in house["rake"]) or "incremental" in house["rake"]


def in_play(t: Round) -> bool:
    """True if a percentage is taken as play progresses."""
    return "percentage" in t.house["rake"] and t.house["rake_collected"] == "as play progresses"


def due(t: Round, pots: list[int]) -> dict[str, list[int]]:
    """The rake due, by paragraph: a percentage of the main pot and of each side pot (§ 553.15(b)(1), § 637a.17(b)(1)), and the
    amounts of the levels that all pots together have reached (§ 553.15(b)(2), § 637a.17(b)(2)), in total at most the maximum
    for the round. A row of the house's schedule may state other figures for certain numbers of players and betting rounds
    (§ 553.15(a)(2), § 637a.17(a)(2)); rake taken before it applied is then recomputed."""
    play, house, gross = play_of(t), t.house, sum(pots)
    rules, row = play.rules, scheduled(t)
    left = min(row.get("maximum", house["rake_maximum"] or gross), gross)
    found: dict[str, list[int]] = {}
    if "percentage" in house["rake"]:
        rate = percent(row["percent"]) if "percent" in row else Fraction(house["rake_percent"])
        parts = found[rules.rake_in_play if in_play(t) else rules.rake_at_end] = []
        step = house["rake_rounding"] or 1
        for cents in pots:
            parts.append(min(int(rate / 100 * cents) // step * step, left))
            left -= parts[-1]
    if "incremental" in house["rake"]:
        found[rules.levels] = [min(taken_at(row.get("levels", house["rake_levels"]), gross), left)]
    return found


def taken_at(levels: list[Row], pot: int) -> int:
    """The total that is taken, in cents, from a pot that has reached a level."""
    return sum(level["take"] for level in levels if pot >= level["pot"])


def scheduled(t: Round) -> Row:
    """The row of the house's schedule that applies to the current state of the round, {} if none does."""
    play = play_of(t)
    return row_in_force(t.house["rake_schedule"], len(play.players), play.betting_rounds, t.house["small_bet"])


def move(t: Round, cite: str, owed: int) -> None:
    """Adjust what a paragraph has taken so far to what is owed: move chips from the pot to the rake area, or back."""
    raked = play_of(t).raked
    more = owed - raked.get(cite, 0)
    raked[cite] = owed
    if more > 0:
        t.steps.append(Step(cite, "rake", "", wager=POT, cents=more, note="the rake"))
    elif more < 0:
        t.steps.append(Step(cite, "unrake", "", wager=POT, cents=-more, note="too much rake for the pot as it is now"))


def give_back_rake(t: Round) -> None:
    """Return the rake area's chips to the pot. The rake is recomputed when the round ends."""
    for cite in list(play_of(t).raked):
        move(t, cite, 0)


def take_jackpots(t: Round, pots: list[Side], gross: int) -> int:
    """Take the contributions of the pots to the Bad Beat payout and the High Hand Jackpot. Returns the cents."""
    rules = play_of(t).rules
    return contribute(t, pots, gross, "bad_beat", rules.bad_beat) + contribute(t, pots, gross, "high_hand", rules.high_hand)


def contribute(t: Round, pots: list[Side], gross: int, payout: str, cite: str) -> int:
    """Take the pots' contribution to a payout, after the rake (§ 553.7(e)(6)(iv), § 637a.7(e)(6)(iv)). Returns the cents."""
    chosen, kind = t.house.values, payout.replace("_", " ")
    owed = chosen.get(f"{payout}_contribution") or 0
    if levels := chosen.get(f"{payout}_levels"):
        owed = min(owed, taken_at(levels, gross))
    enough = gross >= (chosen.get(f"{payout}_minimum_pot") or 0)
    if not (owed and enough and collects(t.table, kind)):
        return 0
    cents = out_of(pots, owed)
    play_of(t).outcome.contributions[kind] = cents
    t.steps.append(Step(cite, "contribute", "", wager=POT, cents=cents, note=kind))
    return cents


def out_of(pots: list[Side], owed: int) -> int:
    """Take an amount out of the pots, main pot first. Returns how much there was."""
    taken = 0
    for pot in pots:
        part = min(owed - taken, pot.cents)
        pot.cents -= part
        taken += part
    return taken

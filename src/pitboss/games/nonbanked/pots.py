"""Pots, side pots, rake, jackpot contributions and who wins what."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from pitboss.cards import ACE, Card, rank, suit
from pitboss.games.nonbanked.betting import POT
from pitboss.games.nonbanked.rules import clockwise_from, play_of
from pitboss.games.nonbanked.variants import OMAHA
from pitboss.hands import FIVE_CARD, LOW
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, Step


@dataclass
class Side:
    """A pot and those who may win it."""

    cents: int
    seats: list[int]


def return_uncalled(t: Round) -> None:
    """What nobody called goes back to the player who bet it, also if he has no hand any more, and is part of no pot."""
    play = play_of(t)
    ranked = sorted(play.put, key=lambda s: play.put[s], reverse=True)
    if not ranked:
        return
    top = ranked[0]
    extra = play.put[top] - (play.put[ranked[1]] if len(ranked) > 1 else 0)
    if extra:
        play.put[top] -= extra
        t.staked[top] -= extra
        t.steps.append(Step(play.rules.uncalled, "refund", SEATS[top], wager=POT, cents=extra, note="nobody called it"))


def pots_of(t: Round) -> list[Side]:
    """The main pot and the side pots, in the order in which they were formed."""
    play = play_of(t)
    found: list[Side] = []
    below = 0
    if play.dead:
        found.append(Side(sum(play.dead.values()), play.contenders))
    for level in sorted({play.put[s] for s in play.contenders if play.put.get(s)}):
        cents = sum(min(put, level) - min(put, below) for put in play.put.values())
        seats = [s for s in play.contenders if play.put.get(s, 0) >= level]
        if play.dead and found[-1].seats == seats:
            found[-1].cents += cents
        else:
            found.append(Side(cents, seats))
        below = level
    over = sum([put - below for put in play.put.values() if put > below])
    if over:  # folded players have put in more than anyone still in
        left = [s for s in play.contenders if s not in play.all_in]
        if not left:  # an All-in player wins no more than his part: the rest belongs to the last who had one in it
            left = [s for s in play.folded if play.put.get(s, 0) > below][-1:]
        if found and found[-1].seats == left:
            found[-1].cents += over
        else:
            found.append(Side(over, left))
    return found


# ---------------------------------------------------------------------------- rake and jackpots


def take_rake(t: Round, pots: list[Side]) -> int:
    """The rake, before any pot is pushed: a percentage of the main pot and of each side pot, or the amounts of the levels that
    all pots together have reached; never more than the maximum for the round."""
    play, house = play_of(t), t.house
    gross = sum(pot.cents for pot in pots)
    most = house["rake_maximum"] or gross
    if house["rake"] == "percentage":
        taken = 0
        for pot in pots:
            part = min(int(Fraction(house["rake_percent"], 100) * pot.cents), most - taken)
            taken += take(t, [pot], part, play.rules.percentage, "rake", "the rake")
        return taken
    if house["rake"] == "incremental":
        levels = [level for level in house["rake_levels"] if gross >= level["pot"]]
        due, cite = sum(level["take"] for level in levels), play.rules.incremental
    else:
        return 0
    return take(t, pots, min(due, most), cite, "rake", "the rake")


def take_jackpots(t: Round, pots: list[Side], gross: int) -> int:
    """What the pot contributes to a Bad Beat or High Hand Jackpot, after the rake."""
    house, rules, taken = t.house, play_of(t).rules, 0
    for name, cite in (("bad_beat", rules.jackpot), ("high_hand", rules.high_hand_jackpot)):
        due = house.get(f"{name}_contribution") or 0
        if cite and due and gross >= (house.get(f"{name}_minimum_pot") or 0):
            taken += take(t, pots, due, cite, "contribute", name.replace("_", " "))
    return taken


def take(t: Round, pots: list[Side], due: int, cite: str, act: str, note: str) -> int:
    """Takes an amount out of the pots, main pot first."""
    taken = 0
    for pot in pots:
        part = min(due - taken, pot.cents)
        pot.cents -= part
        taken += part
    if taken:
        t.steps.append(Step(cite, act, "", wager=POT, cents=taken, note=note))
    return taken


# ---------------------------------------------------------------------------- the winners


def award(t: Round, pot: Side) -> None:
    """Divides a pot among the best hands of those who may win it."""
    play = play_of(t)
    section, variant, board = play.section, play.variant, t.hands.get(COMMUNITY, [])
    if len(pot.seats) == 1:
        give(t, play.rules.pot, pot.seats[0], pot.cents, "the last player left")
        return
    high = best(t, pot.seats, variant.high, board)
    low = best(t, pot.seats, variant.low, board)
    if high and low:
        half = pot.cents // 2 // t.house["smallest_chip"] * t.house["smallest_chip"]
        divide(t, section.odd_high, high, pot.cents - half, "high", suited=True)
        divide(t, section.odd_low, low, half, "low", suited=True)
    elif high:
        divide(t, section.high, high, pot.cents, "high", suited=variant.split)
    else:
        divide(t, section.low, low, pot.cents, "low", suited=False)


def best(t: Round, seats: list[int], worth: Callable[..., Any] | None, board: list[Card]) -> list[int]:
    """The seats with the best hand, none where the variant does not play for it or nobody qualifies."""
    if worth is None:
        return []
    values = {seat: worth(t.hands[SEATS[seat]], board) for seat in seats}
    qualified = {seat: value for seat, value in values.items() if value is not None}
    if not qualified:
        return []
    top = max(qualified.values())
    return [seat for seat, value in qualified.items() if value == top]


def divide(t: Round, cite: str, winners: list[int], cents: int, which: str, suited: bool) -> None:
    """Equal shares in chips; the odd amount goes to one of the winners."""
    play, unit = play_of(t), t.house["smallest_chip"]
    share = cents // len(winners) // unit * unit
    odd = cents - share * len(winners)
    lucky = odd_chip(t, winners, which, suited) if odd else winners[0]
    for seat in clockwise_from(winners, play.button + 1 if play.button else 1):
        give(t, cite, seat, share + (odd if seat == lucky else 0), f"the best {which} hand" + ", shared" * (len(winners) > 1))


def odd_chip(t: Round, winners: list[int], which: str, suited: bool) -> int:
    """Who gets an odd amount: in split games the highest high card, or the lowest low card, by suit; else the first left of
    the button."""
    named = play_of(t).rules.house_names_odd_chip and t.house["odd_chip"] == "left of button"
    if suited and not named:
        if which == "high":
            return max(winners, key=lambda seat: max(suits_of(t, seat, which)))
        return min(winners, key=lambda seat: min(suits_of(t, seat, which)))
    button = play_of(t).button
    return clockwise_from(winners, button + 1 if button else 1)[0]


def suits_of(t: Round, seat: int, which: str) -> list[tuple[int, ...]]:
    """The suits of every five cards that make a seat's best hand, from the card that is compared first: of the highest rank
    for a high hand, of the worst for a low one."""
    play, board, hole = play_of(t), t.hands.get(COMMUNITY, []), t.hands[SEATS[seat]]
    ranking, order = (FIVE_CARD, rank) if which == "high" else (LOW, lambda card: (card >> 2) + 1 if card >> 2 < ACE else 0)
    if play.variant.family == OMAHA:
        fives = [[*two, *three] for two in combinations(hole, 2) for three in combinations(board, 3)]
    else:
        fives = [list(five) for five in combinations([*hole, *board], 5)]
    top = max(ranking.value(five) for five in fives)
    best = [five for five in fives if ranking.value(five) == top]
    return [tuple(suit(card) for card in sorted(five, key=lambda c: (order(c), suit(c)), reverse=True)) for five in best]


def give(t: Round, cite: str, seat: int, cents: int, note: str) -> None:
    """Pushes a pot, or a share of it, to a player."""
    if cents:
        t.facts.setdefault("won", {})[seat] = t.facts.get("won", {}).get(seat, 0) + cents
        t.steps.append(Step(cite, "award", SEATS[seat], wager=POT, cents=cents, note=note))

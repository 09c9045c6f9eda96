"""Pots, side pots, and their winners."""

from dataclasses import dataclass, field
from itertools import combinations

from pitboss.cards import ACE, rank, suit
from pitboss.games.nonbanked.betting import POT
from pitboss.games.nonbanked.rules import clockwise_from, play_of
from pitboss.games.nonbanked.variants import OMAHA, STUD
from pitboss.hands import FIVE_CARD, LOW
from pitboss.hands.ranking import Value
from pitboss.table.money.side_pots import divide_pots
from pitboss.table.notes import BEST, of_pot
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, Step

MOST_ODD = 100  # cents, § 637a.11(k) and the corresponding paragraphs


@dataclass
class Side:
    """A pot, and the players who may win it."""

    cents: int
    seats: list[int]
    high: list[int] = field(default_factory=list)  # the players with the best high hand, or the last player left
    low: list[int] = field(default_factory=list)
    at: int | None = None  # the number of the pot if there are several; the main pot is 0


def return_uncalled(t: Round) -> None:
    """Return an uncalled bet to its player, even one without a hand; it is part of no pot. When a hand is given up, only a
    Blind Bet, a Forced Bet, or a bet announced before the cards were thrown away stays in the pot (§ 553.16(j)(2),
    § 637a.18(l)(2)), unless no player is left who could win it."""
    play = play_of(t)
    ranked = sorted(play.put, key=lambda s: play.put[s], reverse=True)
    if not ranked:
        return
    top = ranked[0]
    called = play.put[ranked[1]] if len(ranked) > 1 else 0
    owed = 0
    if top in play.folded and not play.all_in.issuperset(play.contenders):
        owed = play.put[top] if top in play.owes else play.obliged.get(top, 0)
    play.uncalled = max(0, owed - called)
    back = play.put[top] - max(called, owed)
    if back:
        play.put[top] -= back
        t.staked[top] -= back
        t.steps.append(Step(play.rules.uncalled, "refund", SEATS[top], wager=POT, cents=back, note="nobody called it"))


def pots_of(t: Round) -> list[Side]:
    """The main pot and the side pots in the order in which they were formed, with their winners. A player who conceded wins
    nothing, even if the better hand is lost afterwards, unless all remaining players have conceded."""
    pots = sides_of(t)
    for pot in pots:
        held = [seat for seat in pot.seats if t.hands.get(SEATS[seat])] or pot.seats[-1:]
        pot.high = pot.seats if len(pot.seats) == 1 else best(t, held, 0)
        pot.low = [] if len(pot.seats) == 1 else best(t, held, 1)
    return pots


def sides_of(t: Round) -> list[Side]:
    """The main pot and the side pots, in the order in which they were formed."""
    play = play_of(t)
    found = divide_pots(play.put, play.contenders, play.folded, play.all_in, play.dead)
    several = len(found) > 1
    return [Side(cents, seats, at=at if several else None) for at, (cents, seats) in enumerate(found)]


# ---------------------------------------------------------------------------- the winners


def worth(t: Round, seat: int) -> tuple[Value | None, Value | None]:
    """The high and the low hand of a player, None if a hand does not qualify or the variant does not play for it: each game is
    played for the high hand, the low hand or both (§ 553.9(a)(1), § 553.9(a)(2), § 553.9(a)(3), § 553.9(a)(4),
    § 553.9(a)(5), § 637a.9(a)(1), § 637a.9(a)(2), § 637a.9(a)(3), § 637a.9(a)(4), § 637a.9(a)(5)). Five cards may serve as
    both, and an ace may be high in one and low in the other (§ 553.10(k), § 553.10(k)(1), § 553.10(k)(2), § 553.10(l),
    § 553.12(l)(1), § 553.12(l)(2), § 553.12(l)(3), § 637a.10(k), § 637a.10(k)(1), § 637a.10(k)(2), § 637a.10(l),
    § 637a.12(m))."""
    play = play_of(t)
    found = play.worth.get(seat)
    if found is None:
        hole, board, variant = t.hands[SEATS[seat]], t.hands.get(COMMUNITY, []), play.variant
        high = None if variant.high is None else variant.high(hole, board)
        found = play.worth[seat] = high, None if variant.low is None else variant.low(hole, board)
    return found


def best(t: Round, seats: list[int], which: int) -> list[int]:
    """The seats with the best high hand (0) or low hand (1), [] if there is none."""
    values = {seat: value for seat in seats if (value := worth(t, seat)[which]) is not None}
    top = max(values.values(), default=None)
    return [seat for seat, value in values.items() if value == top]


def beaten(t: Round, seat: int, shown: list[int], pots: list[Side]) -> bool:
    """True if a player has lost every pot, high and low, to the shown hands."""
    high, low = worth(t, seat)
    for pot in pots:
        if seat in pot.seats:
            rivals = [worth(t, other) for other in shown if other in pot.seats]
            if not loses(high, [r[0] for r in rivals]) or not loses(low, [r[1] for r in rivals]):
                return False
    return True


def loses(own: Value | None, others: list[Value | None]) -> bool:
    """True if there is no hand, or one of the others is better."""
    return own is None or any(other is not None and other > own for other in others)


def award(t: Round, pot: Side) -> None:
    """Divide a pot among the best hands of the players who may win it: high and low hand take half each (§ 553.10(i)(2),
    § 553.12(j)(2), § 637a.10(i)(3), § 637a.12(k)(2))."""
    play = play_of(t)
    section, variant = play.section, play.variant
    if len(pot.seats) == 1:
        give(t, play.rules.pot, pot, pot.seats[0], pot.cents, "the last player left")
    elif pot.high and pot.low:
        half = pot.cents // 2 // t.house["smallest_chip"] * t.house["smallest_chip"]
        divide(t, section.halves if len(pot.high) == 1 else section.tied_high, pot, pot.cents - half, "high")
        divide(t, section.halves if len(pot.low) == 1 else section.tied_low, pot, half, "low")
    elif pot.high:
        divide(t, section.no_low if variant.split else section.high, pot, pot.cents, "high")
    else:
        divide(t, section.low, pot, pot.cents, "low")


def divide(t: Round, cite: str, pot: Side, cents: int, which: str) -> None:
    """Divide an amount into equal shares in chips. The excess goes to the winners in order, each taking at most $1, or one chip
    if chips are larger."""
    play, unit = play_of(t), t.house["smallest_chip"]
    winners = pot.high if which == "high" else pot.low
    share = cents // len(winners) // unit * unit
    odd = cents - share * len(winners)
    more = dict.fromkeys(winners, 0)
    for seat in () if not odd else winners if len(winners) == 1 else odd_chips(t, winners, which):
        more[seat] = min(odd, max(unit, MOST_ODD))
        odd -= more[seat]
    for seat in clockwise_from(winners, play.button + 1 if play.button else 1):
        give(t, cite, pot, seat, share + more[seat], BEST[which] + ", shared" * (len(winners) > 1))


def odd_chips(t: Round, winners: list[int], which: str) -> list[int]:
    """The winners in the order in which they get odd chips: in split games by the suit of the highest high card, or of the
    lowest low card (§ 553.10(i)(2)(iv), § 553.12(j)(2)(iv), § 637a.10(i)(3)(iv), § 637a.12(k)(2)(iv)); else from the left of
    the button. If the chapter allows it, the house may name other players."""
    play = play_of(t)
    suited = play.variant.split
    if play.rules.house_names_odd_chip and not (play.variant.family == STUD and suited) and t.house["odd_chip"] != "as printed":
        suited = t.house["odd_chip"] == "by suit"
    if suited and not play.customs.odd_chips_by_seat:
        if which == "high":
            return sorted(winners, key=lambda seat: max(suits_of(t, seat, which)), reverse=True)
        return sorted(winners, key=lambda seat: min(suits_of(t, seat, which)))
    return clockwise_from(winners, play.button + 1 if play.button else 1)


def suits_of(t: Round, seat: int, which: str) -> list[tuple[int, ...]]:
    """The suits of every five cards that make a seat's best hand, in order of comparison: from the highest rank for a high
    hand, from the worst for a low one."""
    play, board, hole = play_of(t), t.hands.get(COMMUNITY, []), t.hands[SEATS[seat]]
    ranking, order = (FIVE_CARD, rank) if which == "high" else (LOW, lambda card: (card >> 2) + 1 if card >> 2 < ACE else 0)
    if play.variant.family == OMAHA:
        fives = [[*two, *three] for two in combinations(hole, 2) for three in combinations(board, 3)]
    else:
        fives = [list(five) for five in combinations([*hole, *board], 5)]
    top = max(ranking.value(five) for five in fives)
    best = [five for five in fives if ranking.value(five) == top]
    return [tuple(suit(card) for card in sorted(five, key=lambda c: (order(c), suit(c)), reverse=True)) for five in best]


def give(t: Round, cite: str, pot: Side, seat: int, cents: int, why: str) -> None:
    """Push a pot, or a share of it, to a player. If there are several pots, the dealer says which."""
    if cents:
        won = play_of(t).outcome.won
        won[seat] = won.get(seat, 0) + cents
        note = why if pot.at is None else of_pot(why, pot.at)
        t.steps.append(Step(cite, "award", SEATS[seat], wager=POT, cents=cents, note=note))

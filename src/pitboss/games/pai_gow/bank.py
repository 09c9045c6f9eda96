"""A player banks the round, alone or together with the house (§ 645a.12)."""

import math

from pitboss.cards import text
from pitboss.games.pai_gow.play import (
    SURRENDER_OR_NOT,
    compare,
    describe,
    exact_step,
    finish_seat,
    in_words,
    may_surrender,
    outcome,
    surrender,
    way_of,
)
from pitboss.games.pai_gow.rules import WAGER, memory_of, play_of
from pitboss.games.pai_gow.vigorish import vigorish
from pitboss.games.pai_gow.worth import worth
from pitboss.table import notes
from pitboss.table.felt import Felt
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Choice, Procedure, Step, seat_of

BANK = "Bank"

# § 645a.12(a)–(g) ---------------------------------------------------------- who banks


def offer_bank(t: Round) -> Procedure:
    """§ 645a.12(b), (c): offer the bank, except in the first round after the table opens, to each player counterclockwise from
    the dealer's right, or from the right of the previous round's bank."""
    memory = memory_of(t.table)
    if not memory.bank_open:
        t.say("645a.12(b)", "nobody banks the first round of play")
        return
    order, before = t.counterclockwise(), memory.bank_at
    if before:  # starting at the right of the last bank, even if other players sit there now
        order = [s for s in order if s < before] + [s for s in order if s >= before]
    for seat in order:
        if not may_bank(t, seat):
            continue
        choices = [Choice("bank"), *([Choice("co-bank")] if t.house["co_banking"] else []), Choice("pass")]
        answer = yield from t.ask(seat, tuple(choices), "645a.12(c)")
        if answer.word != "pass":
            play = play_of(t)
            play.bank, play.co_bank = seat, answer.word == "co-bank"
            t.bets[seat].pop(WAGER, None)
            t.say("645a.12(c)", "the marker of the bank is placed here", SEATS[seat])
            return


def remember_bank(t: Round) -> None:
    """Record what the next offer of the bank depends on: the player who banked (§ 645a.12(c)), or the players who wagered
    against the dealer in a round without a bank (§ 645a.12(d)(1)). Only a completed round of play counts."""
    seats, memory, bank = t.table.seats, memory_of(t.table), play_of(t).bank
    memory.bank_at, memory.last_bank = bank, seats[bank].player if bank else None
    if not bank:
        memory.bank_open = True
        memory.wagered = {seats[n].player: bets[WAGER] for n, bets in t.bets.items() if WAGER in bets}


def may_bank(t: Round, seat: int) -> bool:
    """§ 645a.12(d): true if the player wagered against the dealer in the last round without a bank (§ 645a.12(d)(1)), did not
    bank the previous round (§ 645a.12(c)), plays one betting area (§ 645a.12(f)) and can cover all other Pai Gow Poker
    Wagers."""
    player = t.table.seats[seat].player
    mine = [n for n in t.bets if t.table.seats[n].player == player]
    memory = memory_of(t.table)
    if player not in memory.wagered or memory.last_bank == player or len(mine) > 1:
        return False
    return chips_to_cover(t, seat) >= 0


def chips_to_cover(t: Round, seat: int) -> int:
    """The cents that a bank has left after its optional wagers and covering all other Pai Gow Poker Wagers
    (§ 645a.12(d)(2))."""
    optional = sum(cents for wager, cents in t.bets[seat].items() if wager != WAGER)
    others = sum(bets[WAGER] for n, bets in t.bets.items() if n != seat)
    return t.table.seats[seat].cents - optional - others


def dealers_wager(t: Round) -> Procedure:
    """§ 645a.12(e), (g): unless the house co-banks, the dealer wagers what the bank last wagered against the dealer, or what
    the Rules Submission says; the bank may direct less, or nothing."""
    play = play_of(t)
    if not play.bank:
        return
    if play.co_bank:
        t.say("645a.12(e)", "the house carries half of the round and wagers nothing", SEATS[play.bank])
        return
    usual = t.house["dealer_bank_wager"] or memory_of(t.table).wagered[t.table.seats[play.bank].player]
    unit = math.lcm(t.house["smallest_chip"], exact_step(t.house, play.rules.pays))
    most = min(usual, chips_to_cover(t, play.bank) // unit * unit)
    if most < unit:
        return
    choices = (Choice("dealer wager", unit, most, unit, bare=most), Choice("no dealer wager"))
    answer = yield from t.ask(play.bank, choices, "645a.12(g)")
    if answer.cents:
        t.dealers[WAGER] = answer.cents
        t.steps.append(Step("645a.12(g)", "wager", DEALER, wager=WAGER, cents=answer.cents))


def let_bank(table: Felt, seat: int, dealer_wager: int) -> None:
    """Open the bank to a seat, as if it had wagered an amount against the dealer in the previous round."""
    memory = memory_of(table)
    memory.bank_open, memory.last_bank, memory.bank_at = True, None, seat + 1
    memory.wagered = {table.seats[seat].player: dealer_wager}


# § 645a.12(i)–(n) ---------------------------------------------------------- the settlement


def settle_bank(t: Round) -> Procedure:
    """§ 645a.12(i)–(m): settle the dealer's wager, then the players' from the dealer's right. Losses go to the center, winners
    are paid from it; the bank adds what is missing and keeps what is left, less the vigorish."""
    play = play_of(t)
    dealer_sets_first(t)
    bank_sets(t)
    t.stage = "revealed"
    yield from t.moment("settle")
    t.stage = "settling"
    play.settled = bool(t.dealers.get(WAGER))
    winners = dealer_against_bank(t)
    banks = worth(t.hands[SEATS[play.bank]], play.bank_low)
    for seat in t.counterclockwise():
        cite = "645a.12(l)" if play.co_bank else "645a.12(j)"
        if seat in t.left and t.holds(seat, WAGER):
            to_center(t, cite, SEATS[seat], t.holds(seat, WAGER))  # the player left the table: the wager is lost
        if seat == play.bank or seat in play.voided or seat in t.left:
            continue
        if may_surrender(t, seat):
            answer = yield from t.ask(seat, SURRENDER_OR_NOT, play.rules.surrender)
            if answer.word == "surrender":
                surrender(t, seat)
        if seat in play.voided or seat in t.left:
            continue
        if seat in play.surrendered:
            to_center(t, cite, SEATS[seat], t.holds(seat, WAGER))
            continue
        mine = worth(t.hands[SEATS[seat]], play.low[seat])
        t.reveal(cite, SEATS[seat], None, in_words(mine, play.low[seat]))
        result, reason = outcome(play.rules, mine, banks)
        t.say(reason, notes.compared(seat, result, bank=True))
        if result == "lose":
            to_center(t, cite, SEATS[seat], t.holds(seat, WAGER))
        elif result == "tie":
            play.settled = True
            t.give_back(cite, seat, WAGER)
        else:
            winners.append((SEATS[seat], t.holds(seat, WAGER)))
    pay_from_center(t, winners)
    for seat in t.counterclockwise():
        if seat not in play.voided and seat not in t.left:
            finish_seat(t, seat, "645a.11(g)")


def dealer_sets_first(t: Round) -> None:
    """§ 645a.12(i): a dealer with a wager against the bank turns up the dealer's hands before the bank's are exposed."""
    if t.dealers.get(WAGER):
        play, hand = play_of(t), t.hands[DEALER]
        play.dealer_low = way_of(t.house).set(hand)
        t.reveal("645a.12(i)", DEALER, hand, describe(hand, play.dealer_low))


def bank_sets(t: Round) -> None:
    """§ 645a.11(c), § 645a.12(e), (i), § 645a.14(i): the bank's cards are turned over. The dealer sets them if they are not set
    in the house way, or when co-banking."""
    play = play_of(t)
    hand = t.hands[SEATS[play.bank]]
    play.bank_low = way_of(t.house).set(hand)
    t.reveal("645a.11(c)", SEATS[play.bank], hand)
    if play.co_bank:
        t.say("645a.12(e)", "the dealer sets the hands of the bank by the house way")
    elif set(play.low[play.bank]) != set(play.bank_low):
        t.say("645a.14(i)", f"{text(play.low[play.bank])} low is not the house way: the hands are set again")
    t.say("645a.12(i)", describe(hand, play.bank_low), SEATS[play.bank])


def dealer_against_bank(t: Round) -> list[tuple[str, int]]:
    """§ 645a.12(i): settle the dealer's own wager. If it wins, it is paid with the players' wagers."""
    play = play_of(t)
    cents = t.dealers.pop(WAGER, 0)
    if not cents:
        return []
    high, low = compare(t.hands[DEALER], play.dealer_low, t.hands[SEATS[play.bank]], play.bank_low)
    if high > 0 and low > 0:
        t.say("645a.12(i)", "the dealer wins; his cards and wager are put to the right")
        return [(DEALER, cents)]
    if high <= 0 and low <= 0:
        to_center(t, "645a.12(i)", DEALER, cents)
    else:
        t.steps.append(Step("645a.12(i)", "return", DEALER, wager=WAGER, cents=cents))
    return []


def to_center(t: Round, cite: str, who: str, cents: int) -> None:
    """Move a losing wager to the center of the table."""
    play = play_of(t)
    play.center += cents
    play.settled = True
    if who != DEALER:
        del t.wagers[seat_of(who)][WAGER]
    t.steps.append(Step(cite, "lose", who, wager=WAGER, cents=cents))


def pay_from_center(t: Round, winners: list[tuple[str, int]]) -> None:
    """§ 645a.12(j)–(m): pay the winners from the center. When it is exhausted, the bank adds what is missing (a co-banking
    house half of it); a surplus goes to the bank (half to a co-banking house) and is charged the vigorish."""
    play = play_of(t)
    cite = "645a.12(l)" if play.co_bank else "645a.12(j)"
    owed = sum(cents for _, cents in winners)
    for who, cents in winners:
        if cents > play.center:
            cover(t, cite, owed - play.center)
        play.center -= cents
        owed -= cents
        t.steps.append(Step(cite, "win", who, wager=WAGER, cents=cents))
        if who == DEALER:
            t.say("645a.12(k)", "the dealer's wager and what it won go back to the table inventory container")
        else:
            seat = seat_of(who)
            del t.wagers[seat][WAGER]
            t.vigorish("645a.12(m)", seat, WAGER, vigorish(t.house, cents, "645a.12(m)"))
    if play.center:
        mine = play.center // 2 if play.co_bank else play.center
        if play.co_bank:
            t.steps.append(Step(cite, "surplus", DEALER, wager=BANK, cents=play.center - mine))
        t.steps.append(Step(cite, "surplus", SEATS[play.bank], wager=BANK, cents=mine))
        # The vigorish on half a surplus may include half a cent, which is rounded up.
        whole = mine % exact_step(t.house, cite) == 0
        part = vigorish(t.house, mine, cite) if whole else math.ceil(t.house.chapter.vigorish(cite) * mine)
        t.vigorish(cite, play.bank, BANK, part)
        play.center = 0


def cover(t: Round, cite: str, missing: int) -> None:
    """Add what the center lacks: from the bank, with a co-bank half of it from the table inventory."""
    play = play_of(t)
    mine = missing // 2 if play.co_bank else missing
    t.steps.append(Step(cite, "cover", SEATS[play.bank], wager=BANK, cents=mine))
    if play.co_bank:
        t.steps.append(Step(cite, "cover", DEALER, wager=BANK, cents=missing - mine))
    play.center += missing

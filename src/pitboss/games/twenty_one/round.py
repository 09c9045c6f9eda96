"""One round of 21, from the first card to the last chip, and which players may enter it."""

from collections.abc import Callable

from pitboss.errors import IllegalWager
from pitboss.games.twenty_one.completion import dealer_draws, late_cards, settle
from pitboss.games.twenty_one.play import card_reader, deal_two, offer_insurance, play_box
from pitboss.games.twenty_one.points import POINTS, ten_or_ace
from pitboss.games.twenty_one.rules import Play, Rules, play_of
from pitboss.table.felt import Felt
from pitboss.table.procedures.multideck import await_reader, from_the_hand, memory_of, prepare_shoe, shuffler_of
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, Procedure


def prepare(rules: Rules) -> Callable[[Round], Procedure]:
    """Prepare the table before the first card, by a chapter's rules."""

    def prepare_round(t: Round) -> Procedure:
        shoe, switch = rules.preparation(t.table), bool(t.house.get("blackjack_switch"))
        t.play = Play(rules, shoe, switch=switch, from_hand=from_the_hand(t.table))
        return prepare_shoe(t, shoe)

    return prepare_round


def round_of_play(t: Round) -> Procedure:
    """Play a round: deal, optional wagers, Insurance and card reader, the players' hands, the dealer's hand, settlement."""
    note_entries(t)
    yield from deal_two(t)
    rules = play_of(t).rules
    rules.optional(t, "dealt", 0)
    yield from t.take_deferred()
    yield from t.moment("dealt")
    blackjack = False
    up = t.hands[DEALER][0]
    if ten_or_ace(up):
        if POINTS[up] == 1:
            yield from offer_insurance(t)
        yield from await_reader(t)
        blackjack = card_reader(t)
    if not blackjack:
        rules.optional(t, "no Blackjack", 0)
        for seat in t.clockwise():
            yield from play_box(t, seat)
        yield from late_cards(t)
    t.stage = "decided"
    yield from t.moment("reveal")
    yield from dealer_draws(t, blackjack)
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t, blackjack)


# ---------------------------------------------------------------------------- who may bet


def note_entries(t: Round) -> None:
    """Record the seats of players who have bet on every round since the shuffle."""
    table, memory = t.table, memory_of(t.table)
    everybody = memory.in_shoe is None
    memory.in_shoe = {n for n in t.seats if everybody or n in table.permitted or has_bet(table, n)}
    table.permitted.clear()


def has_bet(table: Felt, seat: int) -> bool:
    """True if the player at a seat has bet on every round since the shuffle, at any seat. The text is about patrons, so a
    newcomer has not made the wagers of the player who had the seat before."""
    inside, before = memory_of(table).in_shoe or set(), table.seated_before
    if not before:  # restored from a snapshot without this information
        return seat in inside
    return table.seats[seat].player in [before[n].player for n in inside if n in before]


def may_bet(rules: Rules) -> Callable[[Felt, int], None]:
    """The check whether a player may bet. If the house forbids mid-shoe entry, a player who missed a round must wait until the
    house permits it (§ 633a.6(b)(1), § 635a.6(b)(1)) or the cards are reshuffled (§ 633a.6(b)(2), § 635a.6(b)(2))."""

    def check(table: Felt, seat: int) -> None:
        everybody = memory_of(table).in_shoe is None
        fresh = memory_of(table).reshuffle or shuffler_of(table) == "continuous"
        if table.house["mid_shoe_entry"] or everybody or fresh or seat in table.permitted or has_bet(table, seat):
            return
        message = f"the player at seat {seat} did not bet on the last round and may enter after the next shuffle"
        raise IllegalWager(message, rules.entry)

    return check

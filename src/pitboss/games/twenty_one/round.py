"""One round of 21 from the first card to the last chip, and who may bet on it."""

from collections.abc import Callable

from pitboss.errors import IllegalWager
from pitboss.games.twenty_one.completion import dealer_draws, late_cards, settle
from pitboss.games.twenty_one.play import card_reader, deal_two, offer_insurance, play_box
from pitboss.games.twenty_one.points import POINTS, ten_or_ace
from pitboss.games.twenty_one.rules import Play, Rules, play_of
from pitboss.table.felt import Felt
from pitboss.table.multideck import await_reader, from_the_hand, memory_of, prepare_shoe, shuffler_of
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, Procedure


def prepare(rules: Rules) -> Callable[[Round], Procedure]:
    """The table before the first card, by a chapter's rules."""

    def prepare_round(t: Round) -> Procedure:
        shoe, switch = rules.preparation(t.table), bool(t.house.get("blackjack_switch"))
        t.play = Play(rules, shoe, switch=switch, from_hand=from_the_hand(t.table))
        memory = memory_of(t.table)
        memory.first_player = memory.first_player or next(iter(t.table.seats))  # seats are kept in the order of arrival
        return prepare_shoe(t, shoe)

    return prepare_round


def round_of_play(t: Round) -> Procedure:
    """Deal, optional wagers, Insurance and card reader, the players' hands, the dealer's, settlement."""
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
    """Remembers who has bet on every round since the shuffle."""
    memory = memory_of(t.table)
    inside = memory.in_shoe
    memory.in_shoe = set(t.seats) if inside is None else (inside | t.table.permitted) & set(t.seats)
    t.table.permitted.clear()


def may_bet(rules: Rules) -> Callable[[Felt, int], None]:
    """Where the house forbids it, nobody enters who missed a round, until the house lets him (§ 633a.6(b)(1), § 635a.6(b)(1))
    or the cards are reshuffled (§ 633a.6(b)(2), § 635a.6(b)(2))."""

    def check(table: Felt, seat: int) -> None:
        inside = memory_of(table).in_shoe
        fresh = memory_of(table).reshuffle or shuffler_of(table) == "continuous"
        if table.house["mid_shoe_entry"] or inside is None or fresh or seat in table.permitted:
            return
        if seat not in inside:
            raise IllegalWager(f"seat {seat} did not bet on the last round and may enter after the next shuffle", rules.entry)

    return check

"""Chapter 633a, Blackjack: Blackjack Wager, Insurance, surrender, Double Down, splitting pairs, in the chapter's order.

`table` is the table before the first card, `play` the players' part of a round, `completion` the dealer's, `irregularities`
what goes wrong; the shoe is the building block `pitboss.table.multideck`. The optional wagers of § 633a.6(e) will be settled
where § 633a.7(g) has them, in `round_of_play`; they and the variations of § 633a.12 are not offered yet.
"""

from pitboss.games.blackjack.completion import dealer_draws, late_cards, settle
from pitboss.games.blackjack.irregularities import INCIDENTS, irregularity
from pitboss.games.blackjack.play import Play, card_reader, deal_two, offer_insurance, play_box, play_of
from pitboss.games.blackjack.points import POINTS, ten_or_ace, total
from pitboss.games.blackjack.table import BLACKJACK, PREPARATION, WAGERS, check, check_house, deck, may_bet, positions
from pitboss.table.game import Game
from pitboss.table.house import House
from pitboss.table.multideck import prepare_shoe
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, Ask, Procedure


def prepare(t: Round) -> Procedure:
    """§§ 633a.3–.5."""
    t.memory["play"] = Play()
    t.table.memory.setdefault("first player", next(iter(t.table.seats)))  # seats are kept in the order of arrival
    return prepare_shoe(t, PREPARATION)


def round_of_play(t: Round) -> Procedure:
    """§§ 633a.7–.11, one round."""
    note_entries(t)
    yield from deal_two(t)
    up = t.hands[DEALER][0]
    # § 633a.7(g): the optional wagers of § 633a.6(e) are settled here, before the card reader is used.
    blackjack = False
    if ten_or_ace(up):
        if POINTS[up] == 1:
            yield from offer_insurance(t)
        blackjack = card_reader(t)
    if not blackjack:
        for seat in t.clockwise():
            yield from play_box(t, seat)
        yield from late_cards(t)
    t.stage = "decided"
    yield from t.moment("reveal")
    yield from dealer_draws(t, blackjack)
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t, blackjack)


def note_entries(t: Round) -> None:
    """Remembers who has bet on every round since the shuffle (§ 633a.6(b))."""
    inside = t.table.memory.get("in_shoe")
    t.table.memory["in_shoe"] = set(t.seats) if inside is None else (inside | t.table.permitted) & set(t.seats)
    t.table.permitted.clear()


# ---------------------------------------------------------------------------- bots


def bot(t: Round, ask: Ask) -> str:
    """Plays by a short form of basic strategy: a heuristic, not the exact best play."""
    words = [c.word for c in ask.choices]
    if "no insurance" in words:
        return "no insurance"
    if "accept" in words:
        return "accept"
    if "card" in words:
        return "card"
    boxes = play_of(t).hands[ask.seat]
    number = int(ask.about.removeprefix("hand ")) - 1 if ask.about else 0
    held = t.hands[boxes[number].place]
    up = POINTS[t.hands[DEALER][0]]
    points, soft = total(held)
    if "split" in words and POINTS[held[0]] in (1, 8) and up not in (1,):
        return "split"
    if "split" in words and POINTS[held[0]] in (2, 3, 6, 7, 9) and 2 <= up <= 6:
        return "split"
    if "surrender" in words and not soft and ((points == 16 and up in (1, 9, 10)) or (points == 15 and up == 10)):
        return "surrender"
    if "double" in words and not soft and (points == 11 or (points == 10 and 2 <= up <= 9) or (points == 9 and 3 <= up <= 6)):
        return "double"
    if soft:
        return "stand" if points >= 19 or (points == 18 and 2 <= up <= 8) else "hit"
    if points >= 17 or (points >= 13 and 2 <= up <= 6) or (points == 12 and 4 <= up <= 6):
        return "stand"
    return "hit"


def suggest(house: House) -> dict[str, int]:
    """What a bot bets: the table minimum."""
    return {BLACKJACK: house["table_minimum"]}


GAME = Game(
    chapter="633a",
    wagers=WAGERS,
    deck=deck,
    check=check,
    check_house=check_house,
    positions=positions,
    may_bet=may_bet,
    prepare=prepare,
    round_of_play=round_of_play,
    irregularity=irregularity,
    incidents=INCIDENTS,
    bot=bot,
    suggest=suggest,
    rankings={},
    chips="633a.6(a)",
    clear="633a.7(s)",
    no_more_bets="633a.6(c)",
    players_look=False,
)

"""The opening of a hand of Poker: Antes, Blind Bets, a Straddle Bet, a Forced Bet (§ 553.10–.14, § 637a.10–.14)."""

from collections.abc import Generator

from pitboss.cards import Card
from pitboss.errors import NotAuthorized
from pitboss.games.nonbanked.betting import Betting, put_in
from pitboss.games.nonbanked.pots import return_uncalled
from pitboss.games.nonbanked.rules import clockwise_from, play_of
from pitboss.house import House
from pitboss.table.notes import ANTE, BLIND_BET, FORCED_BET, STRADDLE_BET
from pitboss.table.round import Round
from pitboss.table.steps import DEAD, Choice, Reply, Request, Step

EVERY_PLAYER, BUTTON_PLAYER = "every player", "button"  # the choices of who puts up the Ante


def gather_bets(t: Round, note: str = "") -> None:
    """Move the bets before the seats into the pot (§ 553.7(c), § 637a.7(c))."""
    if any(play_of(t).bets.values()):
        t.steps.append(Step(play_of(t).rules.ante, "gather", note=note))


def antes(t: Round) -> None:
    """Collect the Antes, by the house's rules unless the table's customs differ. An Ante that one player puts up for all does
    not count towards a bet."""
    play = play_of(t)
    given, cite = play.customs.antes, play.rules.ante
    due = antes_due(t) if given is None else given
    for seat in play.players:
        if due.get(seat):
            put_in(t, cite, seat, due[seat], ANTE)
    if play.customs.dead_antes or (given is None and t.house["ante_from"] != EVERY_PLAYER):
        play.dead, play.put = play.put, {}
    elif given is not None:
        return_uncalled(t)
    gather_bets(t, DEAD if play.dead else "")
    play.bets = {}


def antes_due(t: Round) -> dict[int, int]:
    """The Antes by seat, by the rules of the house (§ 553.11(b), § 553.12(b), § 553.13(b), § 637a.11(b), § 637a.12(b),
    § 637a.13(b)): from all players, or, for all of them, from the player with the last Blind Bet or the button."""
    play, house = play_of(t), t.house
    if house["ante_from"] == EVERY_PLAYER:
        return dict.fromkeys(play.players, house["ante"])
    order = clockwise_from(play.players, play.button + 1)
    last = order[-1] if house["ante_from"] == BUTTON_PLAYER else order[(len(blinds_due(house)) - 1) % len(order)]
    return {last: house["ante"]}


def blinds_due(house: House) -> list[int]:
    """The Blind Bets of a house in order, in cents."""
    return [cents for cents in (house["small_blind"], house["big_blind"], *house["additional_blinds"]) if cents]


def blinds(t: Round, betting: Betting) -> Generator[Request, Reply, int]:
    """Collect Blind Bets from the left of the button, and a Straddle Bet if the house offers it. Returns the seat that acts
    first. Players who made these bets may still raise when the others have only called (§ 637a.11(g), § 637a.12(g))."""
    play = play_of(t)
    if play.customs.blinds is not None:
        return posted_blinds(t, betting, play.customs.blinds)
    amounts = blinds_due(t.house)
    if not amounts:
        raise NotAuthorized("a hand of this game begins with Blind Bets, and none is more than nothing", play.section.opening)
    order = clockwise_from(play.players, play.button + 1)
    for at, cents in enumerate(amounts):
        put_in(t, play.section.opening, order[at % len(order)], cents, BLIND_BET)
    play.obliged = dict(play.put)
    betting.current = max(*amounts, *play.bets.values())  # with fewer players than Blind Bets, one player has made two
    betting.step = betting.size = max(betting.size, 0) if t.house["structure"] == "limit" else max(amounts)
    first = order[len(amounts) % len(order)]
    if play.section.straddle and t.house.get("straddle") and len(order) > len(amounts):
        unit, least = t.house["smallest_chip"], t.house["straddle_amount"]
        most = max(least, t.house["straddle_maximum"])
        options = (Choice("straddle", least, most, unit), Choice("no straddle"))
        answer = yield from t.ask(first, options, play.section.straddle)
        if answer.word == "straddle":
            put_in(t, play.section.straddle, first, answer.cents, STRADDLE_BET)
            play.voluntary.add(first)
            betting.current = answer.cents
            betting.step = betting.size if t.house["structure"] == "limit" else answer.cents
            first = clockwise_from(play.players, first + 1)[0]
    return first


def posted_blinds(t: Round, betting: Betting, posted: dict[int, int]) -> int:
    """Collect Blind Bets by the table's customs. Returns the seat that acts first, the one after the highest Blind Bet."""
    play = play_of(t)
    order = clockwise_from(play.players, play.button + 1)
    for seat in order:
        if posted.get(seat) and seat not in play.all_in:
            put_in(t, play.section.opening, seat, abs(posted[seat]), BLIND_BET)
    play.obliged = dict(play.put)
    nominal = max([abs(cents) for cents in posted.values()], default=0)
    betting.current = max(play.bets.values(), default=0) if play.customs.posted_counts else nominal
    if not play.customs.short_bets_add and t.house["structure"] != "limit":
        betting.step = betting.size = max(betting.size, nominal)
    last = max(order, key=lambda seat: (posted.get(seat, 0), order.index(seat)))
    return order[(order.index(last) + 1) % len(order)]


def forced_bet(t: Round, betting: Betting) -> Generator[Request, Reply, int]:
    """Collect the Forced Bet from the lowest or highest up card, by suit among equals, or a full bet instead, if the house lets
    the player choose. Returns the seat that acts first."""
    play = play_of(t)

    def key(seat: int) -> tuple[int, int]:
        card = up_cards(t, seat)[0]
        rank = card >> 2
        if play.variant.ace == "low":
            rank = (rank + 1) % 13
        return rank, card & 3

    choose = min if play.variant.forced == "low" else max
    seat = choose((s for s in play.players if up_cards(t, s)), key=key)
    if play.customs.forced_passes_on and seat in play.all_in:
        seat = next((s for s in clockwise_from(play.players, seat) if s not in play.all_in), seat)
    cite = play.section.forced.get(play.variant.name, play.section.opening)
    if (yield from opens_in_full(t, cite, seat, betting.size)):
        play.obliged = play.put | {seat: play.put.get(seat, 0) + t.house["forced_bet"]}
        put_in(t, cite, seat, betting.size, "opens with a full bet")
        play.voluntary.add(seat)
        betting.current = betting.step = betting.size
    else:
        put_in(t, cite, seat, t.house["forced_bet"], FORCED_BET)
        posted, play.obliged = play.bets[seat], dict(play.put)
        betting.current = posted if play.customs.posted_counts else t.house["forced_bet"]
        if play.customs.forced_in_full:
            betting.step = posted
        else:
            betting.forced = betting.current
    play.last_bettor = seat
    betting.done = {seat}
    return clockwise_from(play.players, seat + 1)[0]


def opens_in_full(t: Round, cite: str, seat: int, size: int) -> Generator[Request, Reply, bool]:
    """True if the player who owes the Forced Bet makes a full bet instead. The player is asked if the house offers it and the
    player has enough chips."""
    if not t.house["forced_bet_full"] or not t.house["forced_bet"] < size <= t.table.chips(seat):
        return False
    answer = yield from t.ask(seat, (Choice("full bet", size, size, 1, size), Choice("no full bet")), cite)
    return answer.word == "full bet"


def up_cards(t: Round, seat: int) -> list[Card]:
    """The up cards of a player."""
    return play_of(t).upward.get(seat, [])

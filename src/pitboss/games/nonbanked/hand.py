"""A hand of Poker from the antes to the last pot (§ 553.7–.14, § 637a.7–.14)."""

from collections.abc import Callable, Generator

from pitboss.cards import Card, parse
from pitboss.games.nonbanked.betting import POT, Betting, betting_round, put_in
from pitboss.games.nonbanked.pots import award, pots_of, return_uncalled, take_jackpots, take_rake
from pitboss.games.nonbanked.rules import Customs, Play, Rules, clockwise_from, play_of
from pitboss.games.nonbanked.variants import DRAW, STUD, VARIANTS, Street
from pitboss.hands import LOW_SHOWING, SHOWING
from pitboss.table.preparation import Preparation
from pitboss.table.preparation import prepare as prepare_deck
from pitboss.table.round import SEATS, Round, new
from pitboss.table.steps import COMMUNITY, DOWN, UP, Choice, Procedure, Reply, Request, Step


def prepare(rules: Rules, preparation: Preparation) -> Callable[[Round], Procedure]:
    """The table before a hand: the other deck comes into play, shuffled and cut; the button moves on."""

    def prepare_hand(t: Round) -> Procedure:
        variant = VARIANTS[t.house["variant"]]
        button = next_button(t) if variant.blinds else 0
        first = button + 1 if variant.blinds else 1
        t.memory["play"] = Play(rules, variant, clockwise_from(t.seats, first), button, customs=customs_of(t))
        return prepare_deck(t, preparation)

    return prepare_hand


def next_button(t: Round) -> int:
    """The button goes clockwise from round to round; at first it lies at the dealer's right, the last seat."""
    before = t.table.memory.get("button")
    button = max(t.seats) if before is None else clockwise_from(t.seats, before + 1)[0]
    if "button here" in t.table.memory:
        button = t.table.memory.pop("button here")
    t.table.memory["button"] = button
    return int(button)


def round_of_play(t: Round) -> Procedure:
    """One hand."""
    play = play_of(t)
    rules, section = play.rules, play.section
    t.say(rules.holds_cards, "takes the deck in one hand and keeps to it")
    antes(t)
    betting = Betting(t.house["small_bet"])
    first = 0
    if play.variant.blinds and play.variant.family != DRAW:
        first = yield from blinds(t, betting)
    yield from t.moment("deal")
    deal_street(t, play.variant.streets[0], section.first_deal)
    t.stage = "dealt"
    yield from t.take_deferred()
    if play.variant.family == DRAW:
        first = yield from blinds(t, betting)
    elif play.variant.forced:
        first = forced_bet(t, betting)
    yield from betting_round(t, section.first_round, first, betting)
    return_uncalled(t)
    for street, cite in zip(play.variant.streets[1:], section.streets, strict=True):
        if len(play.contenders) < 2:
            break
        play.bets = {}
        if street.draw:
            yield from draw(t, cite)
        else:
            deal_street(t, street, cite)
        betting = Betting(t.house["big_bet"] if street.big and t.house["structure"] == "limit" else t.house["small_bet"])
        yield from betting_round(t, section.later_rounds, opener(t), betting)
        return_uncalled(t)
    t.stage = "decided"
    yield from t.moment("reveal")
    yield from t.moment("settle")
    settle(t)


# ---------------------------------------------------------------------------- the opening bets


def customs_of(t: Round) -> Customs:
    """The customs of a table that does not keep to the chapter; else the chapter's."""
    found: Customs = t.table.memory.get("customs", Customs())
    return found


def antes(t: Round) -> None:
    """Antes, the same from everybody unless the table's customs say otherwise."""
    play = play_of(t)
    given, cite = play.customs.antes, play.rules.ante
    for seat in play.players:
        cents = t.house["ante"] if given is None else given.get(seat, 0)
        if cents:
            put_in(t, cite, seat, cents, "ante")
    if play.customs.dead_antes:
        play.dead, play.put = play.put, {}
    elif given is not None:
        return_uncalled(t)
    play.bets = {}


def blinds(t: Round, betting: Betting) -> Generator[Request, Reply, int]:
    """Blind Bets from the left of the button, and a Straddle Bet where the house offers it; returns who acts first."""
    play = play_of(t)
    if play.customs.blinds is not None:
        return posted_blinds(t, betting, play.customs.blinds)
    amounts = [t.house["small_blind"], t.house["big_blind"], *t.house["additional_blinds"]]
    amounts = [cents for cents in amounts if cents]
    order = clockwise_from(play.players, play.button + 1)
    for at, cents in enumerate(amounts):
        put_in(t, play.section.opening, order[at % len(order)], cents, "Blind Bet")
    betting.current = max(amounts)
    betting.step = betting.size = max(betting.size, 0) if t.house["structure"] == "limit" else max(amounts)
    first = order[len(amounts) % len(order)]
    if play.section.straddle and t.house.get("straddle") and len(order) > len(amounts):
        unit, least = t.house["smallest_chip"], t.house["straddle_amount"]
        options = (Choice("straddle", least, least, unit), Choice("no straddle"))
        answer = yield from t.ask(first, options, play.section.straddle)
        if answer.word == "straddle":
            put_in(t, play.section.straddle, first, answer.cents, "Straddle Bet")
            betting.current = answer.cents
            betting.step = betting.size if t.house["structure"] == "limit" else answer.cents
            first = clockwise_from(play.players, first + 1)[0]
    return first


def posted_blinds(t: Round, betting: Betting, posted: dict[int, int]) -> int:
    """Blind Bets as the table's customs place them; returns who acts first, the one after the highest of them."""
    play = play_of(t)
    order = clockwise_from(play.players, play.button + 1)
    for seat in order:
        if posted.get(seat) and seat not in play.all_in:
            put_in(t, play.section.opening, seat, abs(posted[seat]), "Blind Bet")
    nominal = max([abs(cents) for cents in posted.values()], default=0)
    betting.current = max(play.bets.values(), default=0) if play.customs.posted_counts else nominal
    if not play.customs.short_bets_add and t.house["structure"] != "limit":
        betting.step = betting.size = max(betting.size, nominal)
    last = max(order, key=lambda seat: (posted.get(seat, 0), order.index(seat)))
    return order[(order.index(last) + 1) % len(order)]


def forced_bet(t: Round, betting: Betting) -> int:
    """The Forced Bet by the lowest or highest up card, by suit among equals; returns who acts first."""
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
    posted = put_in(t, play.section.opening, seat, t.house["forced_bet"], "Forced Bet")
    betting.current = posted if play.customs.posted_counts else t.house["forced_bet"]
    if play.customs.forced_in_full:
        betting.step = posted
    else:
        betting.forced = betting.current
    play.last_bettor = seat
    betting.done = {seat}
    return clockwise_from(play.players, seat + 1)[0]


def up_cards(t: Round, seat: int) -> list[Card]:
    """The cards of a player that lie face up."""
    return play_of(t).upward.get(seat, [])


def opener(t: Round) -> int:
    """Who opens a later betting round: the first left of the button, or the best hand showing."""
    play = play_of(t)
    if play.variant.blinds:
        return clockwise_from(play.contenders, play.button + 1)[0]
    ranking = LOW_SHOWING if play.variant.opens_low else SHOWING
    showing = {seat: ranking.value(up_cards(t, seat)) for seat in sorted(play.contenders) if up_cards(t, seat)}
    top = max(showing.values())
    return next(seat for seat, value in showing.items() if value == top)


# ---------------------------------------------------------------------------- dealing and drawing


def deal_street(t: Round, street: Street, cite: str) -> None:
    """The cards of one street: a burn card before every round but the first, then to the players or the board."""
    play = play_of(t)
    first = street is play.variant.streets[0]
    if street.board:
        burn(t, cite)
        t.deal(cite, COMMUNITY, street.board, UP)
        return
    order = [s for s in play.players if s in play.contenders]
    if not first and len(t.stack) < len(order) + 1:
        common_card(t, cite)
        return
    if not first:
        burn(t, cite)
    for turn, kind in enumerate(street.cards):
        for seat in order:
            deal_one(t, cite, seat, kind, street.cards[:turn])
    for seat in order if first else ():
        void_if_both_up(t, seat)
        if seat in play.throws and seat in play.contenders:
            play.folded.append(seat)
            t.left.add(seat)
            t.say(play.rules.conduct.still_owed, "throws the cards away and owes what is obligatory", SEATS[seat])


def deal_one(t: Round, cite: str, seat: int, kind: str, before: str) -> None:
    """One card; in Stud a hole card that came face up makes the next up card come down instead."""
    play, place = play_of(t), SEATS[seat]
    card = t.stack.draw(place)
    up = kind == "u"
    turned = play.turned_up.get(seat, ())
    if not turned:
        pass
    elif not up and card in turned:
        up = True
        conduct = play.rules.conduct
        cite = conduct.stud_hole_card if play.variant.family == STUD else conduct.five_card_stud
    elif up and before and len([c for c in turned if c in t.hands.get(place, ())]) == 1:
        up = False
    t.hands.setdefault(place, []).append(card)
    t.steps.append(new(Step, (cite, "deal", place, (card,), UP if up else DOWN, "", 0, "")))
    if up:
        play.upward.setdefault(seat, []).append(card)


def void_if_both_up(t: Round, seat: int) -> None:
    """Both hole cards of Seven-card Stud turned up in the deal: the hand is void and the ante goes back."""
    play = play_of(t)
    turned = [c for c in play.turned_up.get(seat, ()) if c in t.hands.get(SEATS[seat], ())]
    if play.variant.family == STUD and len(turned) > 1:
        cite = play.rules.conduct.stud_hole_card
        cents = play.put.pop(seat, 0) + play.dead.pop(seat, 0)
        if cents:
            t.staked[seat] -= cents
            t.steps.append(Step(cite, "refund", SEATS[seat], wager=POT, cents=cents, note="the ante of a void hand"))
        play.folded.append(seat)
        t.left.add(seat)
        play.upward.pop(seat, None)
        t.discard(cite, SEATS[seat], "both hole cards were turned up: the hand is void")


def burn(t: Round, cite: str) -> None:
    """The top card goes aside, unseen; burn cards are kept apart from the discards."""
    card = t.stack.draw("burn")
    t.hands.setdefault("burn cards", []).append(card)
    t.steps.append(Step(cite, "draw", "burn cards", (card,), DOWN, note="burned"))


def common_card(t: Round, cite: str) -> None:
    """Too few cards for everybody: one common card for all, from the burn cards if the deck is all but used up."""
    if len(t.stack) <= 1:
        cards = [*t.stack.empty(), *t.hands.pop("burn cards", [])]
        t.steps.append(Step(cite, "take", "burn cards", tuple(cards), DOWN, note="the burn cards are shuffled"))
        shuffle = t.table.shuffle(cards)
        t.steps.append(Step(cite, "shuffle", note=f"the burn cards; commitment {shuffle.digest}"))
        t.stack.load(shuffle.order)
    burn(t, cite)
    t.deal(cite, COMMUNITY, 1, UP)


def draw(t: Round, cite: str) -> Procedure:
    """Each player exchanges cards in turn, from the left of the button."""
    play = play_of(t)
    burn(t, play.section.burn_draw)
    for seat in clockwise_from(play.contenders, play.button + 1):
        hand = t.hands[SEATS[seat]]
        options = (Choice("discard", of=tuple(hand), number=(1, len(hand))), Choice("keep"))
        answer = yield from t.ask(seat, options, cite)
        if not answer.word.startswith("discard "):
            continue
        gone = parse(answer.word.removeprefix("discard "))
        for card in gone:
            hand.remove(card)
        t.hands.setdefault("discards", []).extend(gone)
        t.steps.append(Step(cite, "discard", "drawn", tuple(gone), DOWN, note=f"seat {seat} draws {len(gone)}"))
        for _ in gone:
            if not len(t.stack):
                reshuffle_discards(t)
            t.deal(cite, SEATS[seat], 1, DOWN)


def reshuffle_discards(t: Round) -> None:
    """The deck is used up: the discard pile is shuffled and drawn from."""
    play = play_of(t)
    cards = t.hands.pop("discards", [])
    cite = play.section.short_deck
    t.steps.append(Step(cite, "take", "discards", tuple(cards), DOWN, note="the discards are shuffled"))
    shuffle = t.table.shuffle(cards)
    t.steps.append(Step(cite, "shuffle", note=f"the discards; commitment {shuffle.digest}"))
    t.stack.load(shuffle.order)


# ---------------------------------------------------------------------------- the end


def settle(t: Round) -> None:
    """Showdown, rake, contributions, side pots and main pot."""
    play = play_of(t)
    rules = play.rules
    pots = pots_of(t)
    gross = sum(pot.cents for pot in pots)
    t.facts["pots"] = [pot.cents for pot in pots]
    if len(play.contenders) > 1:
        for seat in showdown_order(t):
            t.reveal(rules.show, SEATS[seat], t.hands[SEATS[seat]])
    t.facts["rake"] = take_rake(t, pots)
    t.facts["jackpot"] = take_jackpots(t, pots, gross)
    for pot in reversed(pots):
        award(t, pot)


def showdown_order(t: Round) -> list[int]:
    """Who made the last bet shows first, then clockwise; without one the first left of the button."""
    play = play_of(t)
    first = play.last_bettor if play.last_bettor in play.contenders else play.button + 1
    return clockwise_from(play.contenders, first)

"""A hand of Poker from the antes to the last pot (§ 553.7–.14, § 637a.7–.14)."""

from collections.abc import Callable

from pitboss.cards import Card
from pitboss.games.nonbanked.betting import POT, Betting, betting_round, fold
from pitboss.games.nonbanked.between import agreed_minimum
from pitboss.games.nonbanked.jackpot_hands import bad_beat, note_jackpot_hands, show_for_jackpot
from pitboss.games.nonbanked.kill import kill_goes_on, kill_limits
from pitboss.games.nonbanked.opening import antes, blinds, forced_bet, gather_bets, up_cards
from pitboss.games.nonbanked.pots import Side, award, beaten, pots_of, return_uncalled, sides_of
from pitboss.games.nonbanked.rake import rake_in_play, take_jackpots, take_rake
from pitboss.games.nonbanked.rules import Play, Rules, clockwise_from, memory_of, play_of
from pitboss.games.nonbanked.seating import short_of_funds
from pitboss.games.nonbanked.variants import DRAW, HOLD_EM, OMAHA, STUD, VARIANTS, Street
from pitboss.hands import LOW_SHOWING, SHOWING
from pitboss.money import dollars
from pitboss.table import notes
from pitboss.table.procedures.preparation import Preparation, cut, device_in_use, shuffle_cards
from pitboss.table.procedures.preparation import prepare as prepare_deck
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import (
    BURN_CARDS,
    BUTTON,
    COMMUNITY,
    DISCARDS,
    DOWN,
    DRAWN,
    UP,
    Choice,
    Procedure,
    Step,
)

CONCEDED = "conceded, unseen"
SHOW_OR_CONCEDE = (Choice("show"), Choice("concede"))


def prepare(rules: Rules, by_device: Preparation, by_hand: Preparation | None = None) -> Callable[[Round], Procedure]:
    """Prepare the table before a hand. After a round of play, the other deck comes into play, shuffled and cut, and the button
    moves on. After a misdeal, the cards are shuffled again (§ 553.16(e), § 637a.18(g)), and an incomplete deck is replaced. A
    chapter may have other paragraphs for a table without a shuffling device."""

    def prepare_hand(t: Round) -> Procedure:
        memory = memory_of(t.table)
        preparation = by_device if device_in_use(t) or by_hand is None else by_hand
        misdeal, memory.misdeal = memory.misdeal, ""
        if misdeal:  # no round of play was completed, so neither deck nor button moves on
            replaced = t.table.opened_at is None
            t.say(misdeal, "the deck in its place is used" if replaced else "the cards come back and are shuffled again")
        yield from prepare_deck(t, preparation, same_deck=bool(misdeal))
        if memory.charged_until is None:
            memory.charged_until = t.table.opened_at  # the time charge starts here
        variant = VARIANTS[t.house["variant"]]
        play = t.play = Play(rules, variant, t.seats, customs=memory.customs)
        t.steps.append(Step(rules.between.seated, "players", note=notes.seats_dealt_in(t.seats)))
        for seat in short_of_funds(t.table):
            t.say(rules.funds, "has too little on the table for this round and is not dealt in", SEATS[seat])
        if variant.blinds:
            play.button = next_button(t, preparation, stays=bool(misdeal))
            play.players = clockwise_from(t.seats, play.button + 1)

    return prepare_hand


def next_button(t: Round, preparation: Preparation, *, stays: bool) -> int:
    """Move the button clockwise after each completed round of play. It starts at the dealer's right, or where the highest card
    falls (§ 553.11(c)(1), § 553.11(c)(2), § 553.12(c)(1), § 553.12(c)(2), § 553.13(c)(1), § 553.13(c)(2), § 637a.11(c),
    § 637a.12(c), § 637a.12(c)(1), § 637a.13(c), § 637a.13(c)(1)). After a misdeal it stays."""
    memory, section = memory_of(t.table), play_of(t).section
    before, cite = memory.button, section.button
    if memory.button_here is not None:
        button, memory.button_here = memory.button_here, None
    elif before is not None and stays:
        button = clockwise_from(t.seats, before)[0]
        t.say(section.button, f"the round of play was not completed: the button stays at seat {button}")
    elif before is not None:
        button = clockwise_from(t.seats, before + 1)[0]
        t.say(section.button, f"the button moves on to seat {button}")
    elif t.house["button_start"] == "one card dealt":
        cite, button = section.button_by_card, highest_card(t, preparation)
    else:
        cite, button = section.button_right, max(t.seats)
        t.say(cite, f"the button lies at the dealer's right, seat {button}")
    memory.button = button
    t.steps.append(Step(cite, "button", SEATS[button]))
    return button


def highest_card(t: Round, preparation: Preparation) -> int:
    """Deal one card to each seat. Returns the seat with the highest, by suit among equals, which gets the button. The cards are
    then returned and shuffled again."""
    cite = play_of(t).section.button_by_card
    cards = {seat: t.stack.draw(BUTTON) for seat in t.seats}
    for seat, card in cards.items():
        t.steps.append(Step(cite, "draw", BUTTON, (card,), UP, note=f"for seat {seat}"))
    button = max(cards, key=lambda seat: cards[seat])
    t.say(cite, f"seat {button} has the highest card and gets the button")
    together = [*t.stack.empty(), *cards.values()]
    t.steps.append(Step(cite, "take", BUTTON, tuple(together), DOWN, note="the cards go back"))
    if shuffle_cards(t, preparation, together, first=False):
        cut(t, preparation)
    return button


def round_of_play(t: Round) -> Procedure:
    """Play one hand."""
    play = play_of(t)
    rules, section = play.rules, play.section
    t.say(rules.holds_cards, "takes the deck in one hand and keeps it there")
    antes(t)
    small, big = bet_sizes(t)
    betting = Betting(small, big)
    first = 0
    if play.variant.blinds and play.variant.family != DRAW:
        first = yield from blinds(t, betting)
    yield from t.moment("deal")
    deal_street(t, play.variant.streets[0], section.first_deal)
    t.stage = "dealt"
    yield from t.take_deferred()
    if play.variant.family == DRAW:
        first = yield from blinds(t, betting)
    elif play.upward:
        first = yield from forced_bet(t, betting)
    yield from betting_round(t, section.first_round, first, betting)
    betting_round_over(t)
    for street, cite in zip(play.variant.streets[1:], section.streets, strict=True):
        if len(play.contenders) < 2:
            break
        play.bets = {}
        if street.draw:
            yield from draw(t, cite)
        else:
            deal_street(t, street, cite)
        play.all_dealt = street is play.variant.streets[-1]
        betting = Betting(big if street.big and t.house["structure"] == "limit" else small, big)
        yield from betting_round(t, section.later_rounds, opener(t), betting)
        betting_round_over(t)
    t.stage = "decided"
    yield from t.moment("reveal")
    yield from t.moment("settle")
    yield from settle(t)
    count_cards(t)


def betting_round_over(t: Round) -> None:
    """Return an uncalled bet, and take the rake if the house takes it as play progresses."""
    return_uncalled(t)
    gather_bets(t)
    rake_in_play(t)


def bet_sizes(t: Round) -> tuple[int, int]:
    """The smaller and the larger bet of this hand: as posted, higher under a Kill or Half-kill option, and at least the minimum
    that all players have agreed to (§ 553.18, § 637a.8(k))."""
    house = t.house
    small, big = house["small_bet"], house["big_bet"]
    if memory_of(t.table).kill:
        small, big = kill_limits(house)
        t.say(play_of(t).section.kill, f"{house['kill']}: the limits are {dollars(small)} and {dollars(big)}")
    agreed = agreed_minimum(t.table)
    return max(small, agreed), max(big, agreed)


def opener(t: Round) -> int:
    """The player who opens a later betting round: the first left of the button, or the best hand showing, among equals the one
    nearest to the dealer's left (§ 553.10(f)(2), § 637a.10(f)(3), § 637a.14(f)(2))."""
    play = play_of(t)
    if play.variant.blinds:
        return clockwise_from(play.contenders, play.button + 1)[0]
    ranking = LOW_SHOWING if play.variant.opens_low else SHOWING
    showing = {seat: ranking.value(up_cards(t, seat)) for seat in sorted(play.contenders) if up_cards(t, seat)}
    top = max(showing.values())
    first = next(seat for seat, value in showing.items() if value == top)
    cite = play.section.opens_low if play.variant.opens_low else play.section.opens
    if list(showing.values()).count(top) > 1:
        cite = play.section.opens_tied
    t.say(cite, f"seat {first} shows the best hand and opens")
    return first


# ---------------------------------------------------------------------------- dealing and drawing


def deal_street(t: Round, street: Street, cite: str) -> None:
    """Deal the cards of one street to the players or the board, with a burn card before every round except the first."""
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
    mistaken = dict(play.ineligible) if first else {}
    for turn, kind in enumerate(street.cards):
        for seat in clockwise_from([*order, *mistaken], play.button + 1):
            if seat in order:
                deal_one(t, cite, seat, kind, street.cards[:turn])
            elif turn < mistaken[seat]:
                deal_by_mistake(t, seat, 1, kind)
        if first and play.turned_up:
            order = [seat for seat in order if not void_if_both_up(t, seat)]
    for seat in mistaken:
        discard_mistaken(t, seat)
    for seat in order if first else ():
        if seat in play.throws:
            fold(t, play.rules.conduct.still_owed, seat, "throws the cards away and still owes the mandatory bets")


def deal_by_mistake(t: Round, seat: int, number: int, kind: str = "d") -> None:
    """Deal cards by mistake to a seat that is not in the round."""
    for _ in range(number):
        card = t.stack.draw(SEATS[seat])
        t.hands.setdefault(SEATS[seat], []).append(card)
        face = UP if kind == "u" else DOWN
        t.steps.append(Step(play_of(t).rules.conduct.ineligible, "draw", SEATS[seat], (card,), face, note="dealt by mistake"))


def discard_mistaken(t: Round, seat: int) -> None:
    """Discard the cards dealt to an ineligible player; the round continues (§ 553.16(f), § 637a.18(h))."""
    cards = t.hands.pop(SEATS[seat], [])
    t.hands.setdefault(DISCARDS, []).extend(cards)
    note = "dealt to an ineligible player; play goes on"
    t.steps.append(Step(play_of(t).rules.conduct.ineligible, "discard", SEATS[seat], tuple(cards), DOWN, note=note))


def deal_one(t: Round, cite: str, seat: int, kind: str, before: str) -> None:
    """Deal one card. In Stud, after a hole card came face up, the next up card is dealt down instead."""
    play, place = play_of(t), SEATS[seat]
    card = t.stack.draw(place)
    up = kind == "u"
    if not up and play.turns_up.get(seat):
        play.turns_up[seat] -= 1
        play.turned_up.setdefault(seat, []).append(card)
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
    t.steps.append(Step(cite, "deal", place, (card,), UP if up else DOWN))
    if up:
        play.upward.setdefault(seat, []).append(card)


def void_if_both_up(t: Round, seat: int) -> bool:
    """If both hole cards of Seven-card Stud were turned up in the deal, void the hand: its cards are collected, the ante is
    returned, and it gets no third card (§ 553.16(k), § 637a.18(m)). Returns True if so."""
    play = play_of(t)
    turned = [c for c in play.turned_up.get(seat, ()) if c in t.hands.get(SEATS[seat], ())]
    if play.variant.family != STUD or len(turned) < 2:
        return False
    cite = play.rules.conduct.stud_hole_card
    cents = play.put.pop(seat, 0) + play.dead.pop(seat, 0)
    if cents:
        t.staked[seat] -= cents
        t.steps.append(Step(cite, "refund", SEATS[seat], wager=POT, cents=cents, note="the ante of a void hand"))
    play.folded.append(seat)
    t.left.add(seat)
    play.upward.pop(seat, None)
    t.discard(cite, SEATS[seat], "both hole cards were turned up: the hand is void")
    t.steps.append(Step(cite, "fold", SEATS[seat]))
    return True


def burn(t: Round, cite: str) -> None:
    """Burn the top card, unseen. Burn cards are kept apart from the discards (§ 553.7(e)(3), § 637a.7(e)(3))."""
    card = t.stack.draw("burn")
    t.hands.setdefault(BURN_CARDS, []).append(card)
    t.steps.append(Step(cite, "draw", BURN_CARDS, (card,), DOWN, note="burned"))


def common_card(t: Round, cite: str) -> None:
    """If there are too few cards for all players, deal one common card, from the burn cards if the deck is nearly used up."""
    if len(t.stack) <= 1:
        reshuffle(t, cite, BURN_CARDS, [*t.stack.empty(), *t.hands.pop(BURN_CARDS, [])], "the burn cards")
    burn(t, cite)
    t.deal(cite, COMMUNITY, 1, UP)


def draw(t: Round, cite: str) -> Procedure:
    """The draw: each player exchanges cards in turn, from the left of the button."""
    play = play_of(t)
    burn(t, play.section.burn_draw)
    for seat in clockwise_from(play.contenders, play.button + 1):
        if seat not in play.contenders or len(play.contenders) < 2:  # a hand may have been lost while another player drew
            continue
        hand = t.hands[SEATS[seat]]
        options = (Choice("discard", of=tuple(hand), number=(1, len(hand))), Choice("keep"))
        answer = yield from t.ask(seat, options, cite)
        gone = answer.cards
        if not gone:
            continue
        for card in gone:
            hand.remove(card)
        t.hands.setdefault(DISCARDS, []).extend(gone)
        t.steps.append(Step(cite, "discard", DRAWN, gone, DOWN, note=f"seat {seat} draws {len(gone)}"))
        for _ in gone:
            if not len(t.stack):
                reshuffle(t, play.section.short_deck, DISCARDS, t.hands.pop(DISCARDS, []), "the discards")
            t.deal(cite, SEATS[seat], 1, DOWN)


def reshuffle(t: Round, cite: str, place: str, cards: list[Card], pile: str) -> None:
    """When the deck is used up, shuffle the cards of a pile and deal from them."""
    t.steps.append(Step(cite, "take", place, tuple(cards), DOWN, note=f"{pile} are shuffled"))
    shuffle = t.table.shuffle(cards)
    t.stack.load(shuffle.order, root=shuffle.digest)
    t.steps.append(Step(cite, "shuffle", note=notes.shuffled(pile, shuffle.digest)))


# ---------------------------------------------------------------------------- the end


def settle(t: Round) -> Procedure:
    """Showdown, losing hands, rake, contributions, side pots and at last the main pot (§ 553.7(e)(6), § 553.7(e)(6)(ii),
    § 637a.7(e)(6), § 637a.7(e)(6)(ii))."""
    play = play_of(t)
    if len(play.contenders) > 1:
        yield from showdown(t)
    if len(play.contenders) == 1:
        yield from show_for_jackpot(t)
    pots = pots_of(t)
    outcome = play.outcome
    outcome.pots = [pot.cents for pot in pots]
    note_jackpot_hands(t, pots)
    collect_losing_hands(t, pots)
    gross = sum(pot.cents for pot in pots)
    outcome.rake = take_rake(t, pots)
    outcome.jackpot = take_jackpots(t, pots, gross)
    if play.section.kill and t.house["kill"]:
        memory = memory_of(t.table)
        memory.kill = kill_goes_on(t, pots, gross, memory.kill)
    for pot in reversed(pots):
        award(t, pot)


def showdown(t: Round) -> Procedure:
    """If two or more players are left after the last betting round (§ 553.10(i), § 553.11(j), § 553.12(j), § 553.13(i),
    § 553.14(h), § 637a.10(i), § 637a.11(k), § 637a.12(k), § 637a.13(i), § 637a.14(i)), they show their hands.

    The player who made the last bet shows first, the others clockwise. A losing player may concede and discard the hand unseen,
    unless the house requires all hands to be shown. That is the player's own responsibility (§ 553.16(a), § 637a.18(f)): a
    discarded hand wins nothing."""
    play, rules, pots = play_of(t), play_of(t).rules, sides_of(t)
    for seat in showdown_order(t):
        if seat not in play.contenders or len(play.contenders) < 2:
            continue
        if play.shown and not t.house["show_discarded_hands"] and beaten(t, seat, play.shown, pots) and not bad_beat(t, seat):
            answer = yield from t.ask(seat, SHOW_OR_CONCEDE, rules.show)
            if answer.word != "show":
                if answer.word == "concede":
                    t.discard(rules.show, SEATS[seat], CONCEDED)
                continue
        play.shown.append(seat)
        t.reveal(rules.show, SEATS[seat], t.hands[SEATS[seat]])


def showdown_order(t: Round) -> list[int]:
    """The order of the showdown: clockwise from the player who made the last bet, else from the first left of the button."""
    play = play_of(t)
    first = play.last_bettor if play.last_bettor in play.contenders else play.button + 1
    return clockwise_from(play.contenders, first)


def collect_losing_hands(t: Round, pots: list[Side]) -> None:
    """Collect and count the losing hands before a pot is pushed."""
    play = play_of(t)
    winners = {seat for pot in pots for seat in (*pot.high, *pot.low)}
    for seat in play.shown:
        if seat not in winners and seat in play.contenders:
            number = len(t.hands.get(SEATS[seat], ()))
            t.discard(play.rules.losing_hands, SEATS[seat], f"lost; {number} cards counted")


def count_cards(t: Round) -> None:
    """Every few rounds the dealer counts the deck, or at Hold'em and Omaha the stub, unless the shuffling device does it.
    A wrong count is an incident: the deck is removed (§ 553.7(e)(5), § 637a.7(e)(5))."""
    play, house, table = play_of(t), t.house, t.table
    if house["counting_shuffler"]:
        return
    table.since_count += 1
    if table.since_count < play.rules.book.limit("deck_count_rounds"):
        return
    table.since_count = 0
    if house["count_method"] == "stub" and play.variant.family in (HOLD_EM, OMAHA):
        t.say(play.rules.count, f"counts the stub: {len(t.stack)} cards")
    else:
        cards = len(t.stack) + len(t.rack) + sum(map(len, t.hands.values()))
        t.say(play.rules.count, f"counts the deck: {cards} cards")

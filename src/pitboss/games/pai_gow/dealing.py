"""The deck, the starting position and the deal of Pai Gow Poker. Every position gets seven cards, with or without a wager."""

from pitboss.errors import Unbalanced
from pitboss.games.pai_gow.rules import PaiGowMethod, Rules, memory_of, play_of
from pitboss.table import notes
from pitboss.table.money.progressive import lock_out
from pitboss.table.procedures.dealing import begin_deal, check_miscount, make_ready, method_in_use, one_at_a_time
from pitboss.table.procedures.preparation import gather, shuffle_cards
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Cut, Procedure

# ---------------------------------------------------------------------------- shuffle and cut


def prepare_deck(t: Round, rules: Rules) -> Procedure:
    """Prepare the deck before "no more bets": change of decks, opening, shuffle, and the cut that is offered to the players."""
    memory = memory_of(t.table)
    memory.first_player = memory.first_player or next(iter(t.table.seats))
    if shuffle_cards(t, rules.preparation, *gather(t, rules.preparation)):
        yield from cut_cards(t, rules)


def cut_cards(t: Round, rules: Rules, *, again: bool = False) -> Procedure:
    """Offer the cut in the chapter's order; if all players refuse, the dealer cuts. `again` is a recut, by the player who has
    just cut the cards or the next in that order (§ 561.5(f), § 645a.5(f))."""
    play, depth = play_of(t), rules.preparation.cut_depth
    if t.table.rounds == 0:
        cite, order = rules.cut_first, [memory_of(t.table).first_player]
    elif play.bank:
        cite, order = rules.cut_bank, counterclockwise_from(t, play.bank)
    else:
        cite, order = rules.cut_right, t.counterclockwise()
    if again:
        order = play.cutters
    t.say(rules.offer_cut, "puts the stack on a cover card and offers it to be cut" if order else "the dealer cuts again")
    t.cut_made, play.cutters = True, []
    for at, seat in enumerate(order):
        t.say(cite, "is offered the cut", SEATS[seat])
        chosen = yield Cut(seat, depth, len(t.stack) - depth, cite)
        if type(chosen) is int:
            play.cutters = order[at:]
            t.stack.cut(chosen)
            t.say(rules.cut, f"puts the second cover card in after {chosen} cards", SEATS[seat])
            break
    else:
        if order:
            t.say(rules.offer_cut, "nobody takes the cut: the dealer cuts")
        t.stack.cut(t.table.number(depth, len(t.stack) - depth))
    spare = "four cards from the bottom" if t.house["bottom_cover_card"] else "in the discard rack"
    t.say(rules.cut, f"the cards above the cover card go to the bottom; a spare cover card lies {spare}")


def counterclockwise_from(t: Round, seat: int) -> list[int]:
    """The seats of the round counterclockwise, starting with one of them."""
    order = t.counterclockwise()
    at = order.index(seat)
    return order[at:] + order[:at]


# ---------------------------------------------------------------------------- the starting position


def starting_position(t: Round, rules: Rules) -> None:
    """Determine the position that gets the first card, by dice, random number or button (§ 561.8(a), § 645a.2(c))."""
    by = play_of(t).started_by = t.house["starting_position"]
    t.say(method_in_use(t, rules.methods).start, f"finds the starting position by {by}")
    if by == "shaker":
        roll(t, rules)
    elif by == "button":
        found(t, rules, memory_of(t.table).button, rules.button, "the button lies here")
    else:
        number = t.table.number(rules.book.limit("random_number_lowest"), rules.book.limit("random_number_highest"))
        counted(t, rules, number, rules.random_number, f"the random number is {number}")


def pass_button(t: Round) -> None:
    """Move the button clockwise after each completed round of play (§ 561.12(d), § 645a.5(i)(3))."""
    memory = memory_of(t.table)
    order = clockwise_from(t, memory.button)
    memory.button = order[1 % len(order)]


def roll(t: Round, rules: Rules) -> None:
    """Shake the three dice and count their total around the table. Dice in use for 24 hours are replaced first
    (§ 561.8(a)(1)(iii), § 645a.2(c)(1)(i))."""
    play, memory = play_of(t), memory_of(t.table)
    hours = t.table.hours()
    if memory.dice_since is None:
        memory.dice_since = hours
    if hours - memory.dice_since >= rules.book.limit("dice_hours"):
        memory.dice_since = hours
        t.say(rules.dice, "the dice have been on the table long enough and are changed")
    t.say(rules.shake, "shakes the dice at least three times", SEATS[play.bank] if play.bank else DEALER)
    dice = [t.table.number(1, 6) for _ in range(rules.book.limit("dice"))]
    t.say(rules.total, f"takes the lid off and announces {', '.join(map(str, dice))}: {sum(dice)}")
    counted(t, rules, sum(dice), rules.count, f"the count to {sum(dice)} ends here")


def counted(t: Round, rules: Rules, number: int, cite: str, note: str) -> None:
    """Count counterclockwise, with the dealer (or the player who banks) as number one."""
    play = play_of(t)
    order = [DEALER, *SEATS[play.positions : 0 : -1]]
    first = order.index(SEATS[play.bank] if play.bank else DEALER)
    found(t, rules, order[(first + number - 1) % len(order)], cite, note)


def found(t: Round, rules: Rules, place: str, cite: str, note: str) -> None:
    """Announce the starting position, and mark it if the house does so."""
    play_of(t).start = place
    t.say(cite, notes.first_card(note), place)
    if t.house["mark_starting_position"]:
        t.say(rules.mark, "the starting position is marked", place)


def clockwise_from(t: Round, place: str) -> list[str]:
    """All positions and the dealer, clockwise, starting with one of them."""
    order = [DEALER, *SEATS[1 : play_of(t).positions + 1]]
    at = order.index(place)
    return order[at:] + order[:at]


# ---------------------------------------------------------------------------- the deal


def deal(t: Round, rules: Rules) -> Procedure:
    """Deal a round: from "no more bets" until the stub and the cards of empty positions are in the discard rack."""
    method = method_in_use(t, rules.methods)
    make_ready(t, method)
    t.say(method.no_more_bets, "“no more bets”")
    if method.lammer:
        for seat in play_of(t).lammers:
            t.say(method.lammer, "gets an Envy lammer beside the Qualifying Wager", SEATS[seat])
    lock_out(t, method.lock_out or method.no_more_bets)
    starting_position(t, rules)
    yield from begin_deal(t)
    method = method_in_use(t, rules.methods)
    places, seven = clockwise_from(t, play_of(t).start), rules.book.limit("cards_per_hand")
    if method.in_stacks:
        for place in places:
            t.deal(method.deal, place, seven)
    else:
        t.say(*method.take)
        if method.alternating:
            for turn in range(seven):
                one_at_a_time(t, method.deal, places[::-1] if turn % 2 else places)
        else:
            one_at_a_time(t, method.deal, places, seven)
    t.stage = "hands dealt"
    count_stub(t, method)
    t.stub(method.stub)
    if play_of(t).started_by == "shaker":
        t.say(rules.cover, "covers the shaker, shakes it once and puts it to the right")
    wagered = {DEALER, *(SEATS[seat] for seat in t.seats)}
    for place in places:
        if place not in wagered:
            t.discard(method.empty, place, "no wager at this position")
    t.stage = "dealt"
    yield from t.take_deferred()
    yield from t.moment("dealt")


def count_stub(t: Round, method: PaiGowMethod) -> None:
    """Count the remaining cards after the deal. A wrong count voids the round."""
    check_miscount(t, method)
    aside = f", and {t.face_up} found face up" if t.face_up else ""
    t.say(method.count, f"spreads the cards left face down: {len(t.stack)}{aside}")
    whole = len(t.stack) + len(t.rack) + sum(map(len, t.hands.values()))
    if whole != len(t.table.game.deck(t.house)):
        raise Unbalanced(f"the deck has {whole} cards", method.count)
    t.say(method.right, "none may be exposed; they go to the discard rack")

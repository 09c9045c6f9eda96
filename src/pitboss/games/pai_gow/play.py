"""The players' and the dealer's hands: setting, surrender, comparison, payment."""

from collections.abc import Callable, Sequence
from functools import cache

from pitboss.cards import Card, text
from pitboss.errors import NotAuthorized
from pitboss.games.pai_gow.quick_way import QuickWay, quick_way
from pitboss.games.pai_gow.rules import WAGER, Rules, play_of
from pitboss.games.pai_gow.vigorish import pay_winner
from pitboss.games.pai_gow.worth import CATEGORY, worth
from pitboss.hands import PAI_GOW_HIGH, PAI_GOW_LOW
from pitboss.hands.deciding import NamedHand, best_hand
from pitboss.hands.naming import RANK_WORDS, full_name
from pitboss.house import House
from pitboss.table import notes
from pitboss.table.money.chips import dues
from pitboss.table.round import NOTHING, SEATS, Round
from pitboss.table.steps import DEALER, Answer, Ask, Choice, Procedure

LOW_CARDS = (2, 2)
SEVEN = 7  # cards, from which both hands are set
ONLY_WAGER = {WAGER}
SURRENDER = Choice("surrender")
SURRENDER_OR_NOT = (SURRENDER, Choice("no surrender"))

# ---------------------------------------------------------------------------- setting the hands


def players_set(t: Round) -> Procedure:
    """Each player arranges a high and a low hand in the dealer's view, and lays them face down (§ 645a.11(a), § 645a.11(a)(2)).
    A player who banks does so last."""
    play = play_of(t)
    rules = play.rules
    t.say(rules.help, "each player sets his own hands; the dealer explains the house way to anyone who asks")
    order = setting_order(t)
    yield from t.ask_together(lambda: settings(t, [seat for seat in order if seat != play.bank]), lay_down(t))
    if play.bank:
        yield from t.ask_together(lambda: settings(t, [play.bank]), lay_down(t))
    t.say(rules.done, "the hands lie face down and are not touched again")


def lay_down(t: Round) -> Callable[[Ask, Answer], None]:
    """Process the answers of the players: hands that they have set, or a surrender."""

    def take(ask: Ask, answer: Answer) -> None:
        if answer.word == "surrender":
            surrender(t, ask.seat)
        else:
            play_of(t).low[ask.seat] = answer.cards

    return take


def settings(t: Round, order: list[int]) -> list[Ask]:
    """The questions to players who must set hands: how to set them, or, where the chapter says so, whether to surrender. Only
    an answer with two low cards is a setting (§ 561.13(g)(4), § 645a.11(f)(1)(iv))."""
    play = play_of(t)
    rules, also = play.rules, (SURRENDER,) if play.rules.surrenders_early else ()
    ordered = rules.adjacent if t.house["two_positions"] else ""
    out = play.voided | play.surrendered | t.left | ({play.bank} if play.co_bank else set())
    return [
        Ask(seat, (Choice("set", of=tuple(t.hands[SEATS[seat]]), number=LOW_CARDS), *also), rules.set, one_by_one=ordered)
        for seat in order
        if seat not in out
    ]


def setting_order(t: Round) -> list[int]:
    """The order of setting: clockwise. A player with two areas sets the larger wager first, of equal ones the first
    counterclockwise."""
    play, order = play_of(t), t.clockwise()
    if t.house["two_positions"]:
        areas: dict[str, list[int]] = {}
        for seat in order:
            areas.setdefault(t.table.seats[seat].player, []).append(seat)
        for mine in areas.values():
            if len(mine) > 1:
                t.say(play.rules.adjacent, "the larger wager's hands are set first", SEATS[mine[0]])
                mine.sort(key=lambda n: (-t.holds(n, WAGER), -n))
        order = [seat for mine in areas.values() for seat in mine]
    return order


def way_of(house: House) -> QuickWay:
    """The house way by which the dealer's hands are set."""
    return quick_way(house["house_way"])


def dealer_sets(t: Round) -> None:
    """Turn over the dealer's cards and set them by the house way. If they are set wrongly by mistake, they are set again."""
    play, hand = play_of(t), t.hands[DEALER]
    rules = play.rules
    t.reveal(rules.dealer_sets, DEALER, hand)
    play.dealer_low = way_of(t.house).set(hand)
    if play.set_wrong and set(play.wrong_low) < set(hand) and set(play.wrong_low) != set(play.dealer_low):
        set_low = f"set {text(play.wrong_low)} low" if play.wrong_low else "set the hands"
        t.say(rules.reset, f"{set_low}, against the house way: the hands are set again")
    play.dealer_worth = worth(hand, play.dealer_low)
    t.say(rules.dealer_sets, in_words(play.dealer_worth, play.dealer_low))
    t.facts.dealer_hand = PAI_GOW_HIGH.categories[play.dealer_worth[0] >> CATEGORY]


def describe(seven: list[Card], low: tuple[Card, ...]) -> str:
    """The high and the low hand of seven cards in words.

    >>> from pitboss.cards import parse
    >>> describe(parse("Ah Kd Qc Jh 9s 7d 2c"), tuple(parse("Kd Qc")))
    'high hand ace high; low hand king and queen'
    >>> describe(parse("Ah Kd Kc Jh Js 7d 2c"), tuple(parse("Jh Js")))
    'high hand pair of kings; low hand pair of jacks'
    """
    return in_words(worth(seven, low), low)


def in_words(worths: tuple[int, int], low: tuple[Card, ...]) -> str:
    """The high and the low hand in words, given their values."""
    first, second = worths[0] >> CATEGORY - 4 & 15, worths[0] >> CATEGORY - 8 & 15  # the ranks that decide
    high = full_name(PAI_GOW_HIGH.categories[worths[0] >> CATEGORY], (first, second))
    return notes.two_hands(high, low_in_words(*low))


@cache  # at most 2,756 entries, one for each choice of two cards
def low_in_words(first: Card, second: Card) -> str:
    """Two cards as a low hand, in which the joker is an ace.

    >>> from pitboss.cards import parse
    >>> low_in_words(*parse("9c Kd")), low_in_words(*parse("9c 9d")), low_in_words(*parse("Jk 7d"))
    ('king and nine', 'pair of nines', 'ace and seven')
    """
    value = PAI_GOW_LOW.value((first, second))
    if value.category:
        return PAI_GOW_LOW.in_full(value)
    return " and ".join(RANK_WORDS[rank] for rank in value.ranks)


def name_hand(house: House, own: Sequence[Card], board: Sequence[Card], low: Sequence[Card] | None) -> NamedHand | None:
    """The names and cards of both hands, None before a player has set them. If `low` is None, they are set by the house way.

    >>> from pitboss.cards import parse
    >>> named = name_hand(House.of("645a"), parse("Ah Kd Kc Jh Js 7d 2c"), (), None)
    >>> named.name, text(named.cards), text(named.low)
    ('high hand pair of kings; low hand pair of jacks', 'Kd Kc Js Jh', 'Js Jh')
    """
    if len(own) != SEVEN or low == ():
        return None
    two = tuple(way_of(house).set(list(own)) if low is None else low)
    high = best_hand(PAI_GOW_HIGH, [card for card in own if card not in two])
    deciding = (*high.cards, *best_hand(PAI_GOW_LOW, two).cards)
    return NamedHand(in_words(worth(list(own), two), two), deciding, two)


# ---------------------------------------------------------------------------- surrender


def may_surrender(t: Round, seat: int) -> bool:
    """True if a player may surrender before the hands are exposed, which some optional wagers exclude."""
    return seat not in t.progressive and t.wagers.get(seat, NOTHING).keys() <= ONLY_WAGER


def surrender(t: Round, seat: int) -> None:
    """Surrender: the wager is lost, and the cards are counted unseen. They stay as long as Envy Bonuses may depend on them."""
    play = play_of(t)
    rules = play.rules
    play.surrendered.add(seat)
    t.say(rules.surrender, "surrenders", SEATS[seat])
    if not play.bank:
        t.forfeit(rules.surrender, seat, WAGER, note="surrendered")
    t.say(rules.surrender, f"counts the seven cards of seat {seat} face down")
    if not play.lammers:
        t.discard(rules.surrender, SEATS[seat])


# ---------------------------------------------------------------------------- comparison


def compare(seven: list[Card], low: tuple[Card, ...], against: list[Card], against_low: tuple[Card, ...]) -> tuple[int, int]:
    """How a player's high and low hand compare with the other side's: 1 higher, 0 a copy, -1 lower."""
    (mine, my_low), (his, his_low) = worth(seven, low), worth(against, against_low)
    return (mine > his) - (mine < his), (my_low > his_low) - (my_low < his_low)


def outcome(rules: Rules, mine: tuple[int, int], against: tuple[int, int]) -> tuple[str, str]:
    """Whether a player's wager wins, loses or ties, with the paragraph. Two copies lose, and so does a fouled hand."""
    (high, low), (his_high, his_low) = mine, against
    if high < low:
        return "lose", rules.foul
    if high > his_high:
        return ("win", rules.win) if low > his_low else ("tie", rules.tie_by_high)
    if low > his_low:
        return "tie", rules.tie_by_low
    return "lose", rules.both_lower if high < his_high and low < his_low else rules.copy


def settle(t: Round) -> Procedure:
    """Settle counterclockwise from the dealer's right: hands are exposed and compared, losing wagers collected, ties returned,
    and winning wagers paid less the vigorish, at once or after all hands are exposed."""
    play = play_of(t)
    rules = play.rules
    winners: list[int] = []
    t.stage = "settling"
    for seat in t.counterclockwise():
        if seat in play.voided or seat in t.left:
            continue
        if seat not in play.surrendered and may_surrender(t, seat):
            answer = yield from t.ask(seat, SURRENDER_OR_NOT, rules.surrender)
            if answer.word == "surrender":
                surrender(t, seat)
        collected = rules.surrender
        if seat not in play.surrendered and seat not in t.left and seat not in play.voided:
            place, low = SEATS[seat], play.low[seat]
            mine = worth(t.hands[place], low)
            t.reveal(rules.reveal, place, None, in_words(mine, low))
            result, cite = outcome(rules, mine, play.dealer_worth)
            t.say(cite, notes.compared(seat, result))
            if result == "win" and rules.pays_at_the_end:
                winners.append(seat)
                continue
            play.settled = True
            if result == "lose":
                collected = rules.collect
                t.collect(collected, seat, WAGER)
            elif result == "tie":
                collected = rules.tie
                t.give_back(collected, seat, WAGER)
            else:
                collected = rules.pays
                pay_winner(t, seat)
        finish_seat(t, seat, collected)
    for seat in winners:
        t.say(rules.pays_at_the_end, "is paid now that all hands are exposed", SEATS[seat])
        pay_winner(t, seat)
        finish_seat(t, seat, rules.pays)


def finish_seat(t: Round, seat: int, collected: str) -> None:
    """Settle the optional wagers of a seat and rack its cards; in an edition without such wagers, by the given paragraph."""
    rules = play_of(t).rules
    if rules.settle_optional is not None:
        rules.settle_optional(t, seat)
    else:
        t.discard(collected, SEATS[seat])


# ---------------------------------------------------------------------------- wagers, bots


def exact_step(house: House, cite: str) -> int:
    """The step of wagers in cents whose vigorish is a whole number of cents."""
    return 1 if house["vigorish_rounding"] else house.chapter.vigorish(cite).denominator


def least_wager(house: House, cite: str) -> int:
    """The smallest wager whose vigorish can be paid in chips and change. The table's limits must allow it."""
    (due, *_), chip, most = dues(house, (WAGER,), {}), house["smallest_chip"], house.largest_wager()
    least = house.least_wager()
    last = least + 1 / due.part * chip  # within this many chips, some wager has an exact vigorish
    found = next((c for c in range(least, int(last) + 1, chip) if (most is None or c <= most) and due.pays(house, c)), None)
    if found is None:
        raise NotAuthorized(f"no wager within the table's limits is payable: {due.sentence(house, least)}", cite)
    return found


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: set hands by the house way, never bank, never surrender."""
    return advice(t, ask)[0]


def explain(t: Round, seat: int) -> tuple[str, str]:
    """The dealer explains the house way to a player who asks (§ 561.13(b), § 645a.11(a)(1))."""
    rule, low = way_of(t.house).setting(t.hands[SEATS[seat]])
    return f"set {text(low)}", rule.says.rstrip(".")


def advice(t: Round, ask: Ask) -> tuple[str, str]:
    """The answer of a cautious player, and the reason: hands are set by the house way."""
    words = {c.word for c in ask.choices}
    if "set" in words:
        return explain(t, ask.seat)
    if "no surrender" in words:
        return "no surrender", "a surrendered wager is lost whole"
    if "void" in words:
        return "play", "an exposed card costs nothing: the dealer sets as he must"
    return ("pass", "the bank needs a covering stake") if "pass" in words else ("no dealer wager", "the less at stake")

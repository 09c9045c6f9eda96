"""Chapter 587, Raise It Up Stud Poker, in the chapter's order.

Opening, shuffle and cut (§§ 587.3–.5), the three dealing methods (§§ 587.8–.10), the progressive meter and the common
irregularities are the shared building blocks of `pitboss.table` with this chapter's citations; rankings are in
`pitboss.hands`. There is no dealer's hand: a player wins with a pair of 10s or better.
"""

from collections.abc import Iterator
from functools import lru_cache

from pitboss import cards
from pitboss.errors import IllegalWager
from pitboss.hands import FIVE_CARD, THREE_CARD_587, Value, mini_royal
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.money import dollars
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.incidents import DETAILS
from pitboss.table.money.chips import Stake
from pitboss.table.money.progressive import pay_progressive
from pitboss.table.offer import by_ranking
from pitboss.table.procedures.dealing import Method, community_cards, deal_round, hands, methods_of
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import irregularities_of, remedy
from pitboss.table.procedures.occasions import occasions
from pitboss.table.procedures.preparation import preparation_of, prepare
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, FLOORPERSON, Ask, Choice, Incident, Procedure, offer

BOOK = chapter("587")
ANTE, BLIND, PLAY, PAIR_PLUS = "Ante", "Blind", "Play", "Pair Plus"
PROGRESSIVE, ENVY_BONUS, SIX_CARD_BONUS = "Progressive Payout", "Envy Bonus", "Six Card Bonus"
PAIR = FIVE_CARD.categories.index("pair")
WINNING_PAIR = BOOK.limit("winning_pair") - 2  # ranks are counted from the two

# § 587.3–.5 ---------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 587.6 ------------------------------------------------------------------- rankings


def wins(value: Value) -> bool:
    """True if a five-card hand is a pair of 10s or better (§ 587.7(d)(1))."""
    return value >= Value(PAIR, (WINNING_PAIR,))


def five_card_row(value: Value) -> str:
    """The row of a five-card hand (§ 587.6(b)) in a pay table. Of the pairs, only 10s or better have one.

    >>> [five_card_row(FIVE_CARD.value(cards.parse(h))) for h in ("Tc Td 9h 5s 3c 2d", "9c 9d Ah Ks Qc 2d")]
    ['pair of 10s or better', 'pair']
    """
    name = FIVE_CARD.categories[value.category]
    return "pair of 10s or better" if name == "pair" and wins(value) else name


def three_card_row(hand: list[cards.Card]) -> str:
    """The row of a player's three cards in the tables of § 587.12(e). Suited ace, king and queen have rows of their own.

    >>> three_card_row(cards.parse("Qs As Ks")), three_card_row(cards.parse("As 2s 3s"))
    ('ace, king and queen of spades', 'straight flush')
    """
    if mini_royal(hand):
        spades = cards.suit(hand[0]) == cards.SPADES
        return f"ace, king and queen of {'spades' if spades else 'hearts, diamonds or clubs'}"
    return THREE_CARD_587.category(hand)


# § 587.7 ------------------------------------------------------------------- wagers

WAGERS = (
    Wager(ANTE, "587.7(d)(1)", required=True),
    Wager(BLIND, "587.7(d)(1)", required=True),
    Wager(PAIR_PLUS, "587.7(d)(3)"),
    Wager(
        *(PROGRESSIVE, "587.7(d)(4)", "progressive_payout"),
        amounts=(100, 500),  # as § 587.12(e)(5) prints them
        amount="progressive_wager",
        which="progressive_wagers",
    ),
    Wager(SIX_CARD_BONUS, "587.7(d)(5)", option="six_card_bonus"),
    Wager(PLAY, "587.7(d)(2)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 587.7(d)(1): the Blind Wager equals the Ante."""
    ante, blind = wagers[ANTE], wagers[BLIND]
    if blind != BOOK.limit("blind_multiple") * ante:
        raise IllegalWager(f"the Blind Wager must equal the Ante of {dollars(ante)}, not {dollars(blind)}", "587.7(d)(1)")


def problems(house: House) -> Iterator[Problem]:
    """§ 587.12(e)(3): a meter that starts at $1,000 or more, and is only ever won in full, never shows less."""
    least = BOOK.limit("progressive_reset_minimum")
    if house["progressive_payout"] and house["progressive_meter"] < least:
        shows = dollars(house["progressive_meter"])
        message = f"progressive_meter = {shows} must be at least {dollars(least)}"
        also = ("progressive_payout",)
        yield house.problem(
            message, "progressive_meter", "meter-least", cite="587.12(e)(3)", allowed={"min": least}, needs=also
        )


def positions(house: House) -> tuple[int, str]:
    """§ 587.7(e): one position a player."""
    return BOOK.limit("positions_per_player"), "587.7(e)"


# § 587.8–.10 --------------------------------------------------------------- the three dealing methods

METHODS = methods_of(BOOK)


def give(t: Round, method: Method) -> Procedure:
    """§ 587.8(d), § 587.9(b), § 587.10(b): three cards to each player, then three community cards; none to the dealer."""
    hands(t, method, t.with_wager(ANTE), BOOK.limit("cards_per_hand"), dealer=0)
    yield from community_cards(t, method, BOOK.limit("community_cards"))


# § 587.11 ------------------------------------------------------------------ completion of each round of play


def round_of_play(t: Round) -> Procedure:
    """One round of play: three occasions for one Play Wager (§ 587.7(d)(2)), each before a community card is turned up."""
    yield from deal_round(t, METHODS, give)
    accepted = dict(t.progressive)  # folding forfeits the wager, but not the eligibility for an Envy Bonus
    t.say("587.11(a)", "each player examines his cards")
    t.say("587.11(a)(1)", "nobody but the dealer and the player touches them")
    t.say("587.11(a)(2)", "cards stay in full view of the dealer")
    yield from offer_play(t, "587.11(b)", BOOK.limit("play_3rd_street_minimum"), BOOK.limit("play_3rd_street_maximum"))
    t.reveal("587.11(c)", COMMUNITY, t.hands[COMMUNITY][:1], "4th Street")
    yield from offer_play(t, "587.11(d)", BOOK.limit("play_4th_street_minimum"), BOOK.limit("play_4th_street_maximum"))
    t.reveal("587.11(e)", COMMUNITY, t.hands[COMMUNITY][1:2], "5th Street")
    yield from play_or_fold(t, accepted)
    t.stage = "decided"
    yield from t.moment("reveal")
    t.reveal("587.11(h)", COMMUNITY, t.hands[COMMUNITY][2:], "6th Street")
    t.stage = "revealed"
    yield from t.moment("settle")
    settle(t, {seat: cents for seat, cents in accepted.items() if seat not in t.left})


def undecided(t: Round) -> list[int]:
    """The players, clockwise, with an Ante and no Play Wager, of which each may make one in a round."""
    return [s for s in t.seats if ANTE in t.wagers[s] and PLAY not in t.wagers[s]]


@lru_cache(maxsize=1024)
def check_or_play(ante: int, least: int, most: int) -> tuple[Choice, ...]:
    """The choices before the last one. A Play Wager is a whole multiple of the Ante."""
    return Choice("check"), Choice("play", least * ante, most * ante, ante, least * ante)


def offer_play(t: Round, cite: str, least: int, most: int) -> Procedure:
    """§ 587.11(b), (d): each player without a Play Wager checks or places one, a multiple of the Ante."""
    for seat in undecided(t):
        if seat in t.left:
            continue
        ante = t.wagers[seat][ANTE]
        answer = yield from t.ask(seat, check_or_play(ante, least, most), cite, base=ante)
        if answer.word == "play":
            t.place(cite, seat, PLAY, answer.cents)


def play_or_fold(t: Round, accepted: dict[int, int]) -> Procedure:
    """§ 587.11(f), (g): a Play Wager of once the Ante, or fold. Cards with an unresolved wager stay on the table."""
    for seat in undecided(t):
        if seat in t.left:
            continue
        ante = t.wagers[seat][ANTE]
        play = BOOK.limit("play_5th_street") * ante
        answer = yield from t.ask(seat, (offer("play", play, play), offer("fold")), "587.11(f)", base=ante)
        if answer.word == "play":
            t.place("587.11(f)", seat, PLAY, play)
        elif answer.word == "fold":
            t.forfeit("587.11(f)", seat, ANTE)
            t.forfeit("587.11(f)", seat, BLIND)
            if t.progressive.pop(seat, 0):
                t.say("587.11(g)", "forfeits the Progressive Payout Wager, not the Envy Bonus", SEATS[seat])
            if t.wagers[seat] or seat in accepted:
                t.say("587.11(f)", "leaves the cards on the table until all wagers are resolved", SEATS[seat])
            else:
                t.discard("587.11(f)", SEATS[seat])


def settle(t: Round, envious: dict[int, int]) -> None:
    """§ 587.11(i): counterclockwise, every hand on the table, including folded ones that were left there, is turned up and its
    wagers are settled in the printed order."""
    for seat in t.counterclockwise():
        place = SEATS[seat]
        hand = t.hands.get(place)
        if not hand:
            continue
        value = FIVE_CARD.value(hand + t.hands[COMMUNITY])
        t.reveal("587.11(i)", place, note=THREE_CARD_587.in_full(THREE_CARD_587.value(hand)))
        settle_pair_plus(t, seat, hand)
        settle_hand(t, seat, value)
        settle_progressive(t, seat, hand, envious)
        settle_six_card_bonus(t, seat, value)


def settle_pair_plus(t: Round, seat: int, hand: list[cards.Card]) -> None:
    """§ 587.11(i)(1): a pair or better in the player's own three cards, folded or not."""
    if t.holds(seat, PAIR_PLUS):
        if odds := t.house.paytable(PAIR_PLUS).odds(THREE_CARD_587.category(hand)):
            t.say("587.11(i)(1)", THREE_CARD_587.in_full(THREE_CARD_587.value(hand)), SEATS[seat])
            t.pay("587.12(a)", seat, PAIR_PLUS, odds)
        else:
            t.collect("587.11(i)(1)", seat, PAIR_PLUS)


def settle_hand(t: Round, seat: int, value: Value) -> None:
    """§ 587.11(i)(2): Ante, Play and Blind by the best five of the player's three and the community cards."""
    if not t.holds(seat, PLAY):
        return
    row = five_card_row(value)
    play, blind = t.house.paytable(PLAY).odds(row), t.house.paytable(BLIND).odds(row)
    t.say("587.11(i)(2)", f"the highest five-card hand: {FIVE_CARD.in_full(value)}", SEATS[seat])
    if play is None or blind is None:
        for wager in (ANTE, BLIND, PLAY):
            t.collect("587.11(i)(2)(i)", seat, wager)
        return
    t.say("587.11(i)(2)(ii)", "wins", SEATS[seat])
    t.pay("587.12(b)", seat, ANTE)
    t.pay("587.12(c)", seat, PLAY, play)
    if blind.kind == "push":
        t.give_back("587.12(d)", seat, BLIND, note=f"push on {row}")
    else:
        t.pay("587.12(d)", seat, BLIND, blind)


def settle_progressive(t: Round, seat: int, hand: list[cards.Card], envious: dict[int, int]) -> None:
    """§ 587.11(i)(3)(i): a straight or better in the three cards is paid, the highest hand only (§ 587.12(e)(2)), from the
    meter as it stands now (§ 587.12(e)(4)); then every other player with the wager is paid an Envy Bonus (§ 587.1)."""
    place, row = SEATS[seat], three_card_row(hand)
    odds = t.house.paytable(PROGRESSIVE).odds(row)
    if odds and seat in t.progressive:
        t.say("587.11(i)(3)(i)(A)", f"the hand wins: {row}", place)
        t.say("587.11(i)(3)(i)(B)", "the light on the progressive table game system is on")
        t.say("587.11(i)(3)(i)(C)", "validates the progressive payout", FLOORPERSON)
        pay_progressive(t, "587.12(e)(1)", seat, odds)
        if odds.kind == "meter":
            note = "not paid from the table inventory: the cards stay until the documentation is complete"
            t.say("587.11(i)(3)(i)(D)", note, place)
    if mini_royal(hand):
        for other in t.counterclockwise(s for s in envious if s != seat):
            table = t.house.paytable(ENVY_BONUS, "", f"{dollars(envious[other])} Progressive Payout Wager")
            fixed = table.odds(row)
            assert fixed is not None
            t.say("587.11(i)(3)(i)(E)", f"{place} holds an Envy Bonus Qualifying Hand", SEATS[other])
            t.bonus("587.12(e)(5)", other, ENVY_BONUS, int(fixed.value), row)


def settle_six_card_bonus(t: Round, seat: int, value: Value) -> None:
    """§ 587.11(i)(3)(ii): three-of-a-kind or better in the player's and the community cards, folded or not."""
    if t.holds(seat, SIX_CARD_BONUS):
        name = FIVE_CARD.categories[value.category]
        if odds := t.house.paytable(SIX_CARD_BONUS).odds(name):
            t.say("587.11(i)(3)(ii)", FIVE_CARD.in_full(value), SEATS[seat])
            t.pay("587.12(f)", seat, SIX_CARD_BONUS, odds)
        else:
            t.collect("587.11(i)(3)(ii)", seat, SIX_CARD_BONUS)


# § 587.13 ------------------------------------------------------------------ irregularities

IRREGULARITIES = irregularities_of(BOOK, COMMUNITY)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 587.13, and the forfeiture of § 587.11(a)(3)."""
    remedy(t, incident, IRREGULARITIES, PREPARATION, METHODS)
    yield from ()


# ---------------------------------------------------------------------------- bots

ENOUGH_CARDS = 8  # folding loses two Antes; with so many winning cards among 47, a Play Wager loses less on average


def bot(t: Round, ask: Ask) -> str:
    """A simple strategy: the maximum with a pair, one suit or high cards only; at last, once if enough unseen cards win."""
    board = [c for s in t.steps if s.act == "reveal" and s.who == COMMUNITY for c in s.cards]
    mine = t.hands[SEATS[ask.seat]] + board
    if ask.choices[0].word == "check":
        ranks = set(map(cards.rank, mine))
        good = len(ranks) < len(mine) or min(ranks) >= WINNING_PAIR or len(set(map(cards.suit, mine))) == 1
        return f"play {ask.choices[1].most}" if good else "check"
    winning = sum(wins(FIVE_CARD.value([*mine, card])) for card in cards.deck() if card not in mine)
    return "play" if winning >= ENOUGH_CARDS else "fold"


def suggest(house: House) -> dict[str, int]:
    """The wagers of a bot: the table minimum on Ante and Blind."""
    least: int = house["table_minimum"]
    return {ANTE: least, BLIND: least}


GAME = Game(
    chapter="587",
    wagers=WAGERS,
    deck=lambda house: cards.deck(),
    check=check,
    paid_on={PLAY: Stake(ANTE, name=PLAY)},  # or a multiple of it
    problems=problems,
    positions=positions,
    prepare=lambda t: prepare(t, PREPARATION),
    round_of_play=round_of_play,
    irregularity=irregularity,
    occasion=occasions(IRREGULARITIES),
    incidents=IRREGULARITIES.kinds(),
    acts=device_acts(IRREGULARITIES.out_of_order),
    details=DETAILS,
    bot=bot,
    suggest=suggest,
    rankings={"587.6": FIVE_CARD, "587.6(c)": THREE_CARD_587},
    name_hand=by_ranking(FIVE_CARD, community=True),
    chips="587.7(a)",
    clear="587.11(j)",
    no_more_bets="587.7(c)",
    progressive=PROGRESSIVE,
    payments=(ENVY_BONUS,),
)

"""Chapter 635a, Spanish 21: decks without tens, player's 21 wins, bonus 21s, rescue.

The round itself is shared with Blackjack (`pitboss.games.twenty_one`). The chapter's file extends Blackjack's and maps its
paragraphs to those of this chapter.
"""

from fractions import Fraction

from pitboss import cards
from pitboss.cards import SEVEN, SPADES, Card, rank, suit
from pitboss.games.twenty_one.completion import compare
from pitboss.games.twenty_one.devices import acts, may_deal
from pitboss.games.twenty_one.irregularities import DETAILS, incidents, irregularity
from pitboss.games.twenty_one.occasions import occasion
from pitboss.games.twenty_one.play import is_natural
from pitboss.games.twenty_one.points import total
from pitboss.games.twenty_one.round import may_bet, prepare, round_of_play
from pitboss.games.twenty_one.rules import DOUBLE_DOWN, INSURANCE, Hand, Rules, Verdict, no_question, play_of
from pitboss.games.twenty_one.side_wagers import matches
from pitboss.games.twenty_one.strategy import advice, bot
from pitboss.house import House, fits_decks
from pitboss.money import Odds, dollars
from pitboss.rulebook import Paytable, chapter
from pitboss.table.game import Game, Wager
from pitboss.table.procedures.multideck import ShoeMemory, shoe_preparation_of
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER

BOOK = chapter("635a")
SPANISH_21, MATCH, FIXED = "Spanish 21", "Match-the-Dealer", "Additional fixed payout"

# § 635a.3–.5 --------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = shoe_preparation_of(BOOK)


def deck(house: House) -> list[Card]:
    """§ 635a.3(a): six or eight decks of 48 cards, without the tens."""
    return cards.spanish_deck() * int(house["decks"])


# § 635a.6 ------------------------------------------------------------------ wagers

WAGERS = (
    Wager(SPANISH_21, "635a.6(d)", required=True, also=("Blackjack",)),
    Wager(MATCH, "635a.6(e)", option="match_the_dealer"),
    Wager(INSURANCE, "635a.8(a)", before_deal=False),
    Wager(DOUBLE_DOWN, "635a.10(a)", before_deal=False),
)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 635a.6(d) and (e): one wager is required, and Match-the-Dealer goes with it; there is nothing more to check."""


def positions(house: House) -> tuple[int, str]:
    """§ 635a.6(f): the number of adjacent boxes that the Rules Submission allows."""
    return house["boxes"], "635a.6(f)"


# § 635a.7(f) --------------------------------------------------------------- Match-the-Dealer


def pay_table(house: House) -> Paytable:
    """§ 635a.12(e)(1) for six decks, § 635a.12(e)(2) for eight."""
    return next(p for p in BOOK.paytables if fits_decks(p.condition, house["decks"]))


def settle_match(t: Round, when: str, seat: int = 0) -> None:
    """§ 635a.7(f): before the card reader is used, counterclockwise from the dealer's right."""
    if when != "dealt":
        return
    table, up = pay_table(t.house), t.hands[DEALER][0]
    for each in t.counterclockwise():
        if not t.holds(each, MATCH):
            continue
        two = play_of(t).dealt[each]
        if odds := matches((two[0], two[1]), up, table):
            both = rank(two[0]) == rank(two[1])
            t.say("635a.7(f)(2)" if both else "635a.7(f)(1)", "matches the dealer's up card", SEATS[each])
            t.pay(table.section, each, MATCH, odds)
        else:
            t.collect("635a.7(f)", each, MATCH)


# § 635a.7(n), (o) ---------------------------------------------------------- who wins


def verdict(t: Round, hand: Hand, blackjack: bool) -> Verdict:
    """§ 635a.7(n), (o): a Blackjack always wins; 21 drawn on both sides wins for the player; else the totals are compared. A
    dealer's Blackjack beats any other 21 (§ 635a.7(o)), which the settlement sees to."""
    held, dealers = t.hands[hand.place], t.hands[DEALER]
    if is_natural(t, hand):
        drawn = total(dealers)[0] == 21
        return Verdict("win", "635a.7(n)(3)" if drawn else "635a.7(h)(1)(ii)", NATURAL)
    pays, odds = payout(hand, held)
    if total(held)[0] == total(dealers)[0] == 21 and len(held) > 2 and len(dealers) > 2:
        return Verdict("win", "635a.7(n)(4)", odds, pays)
    return compare(t, hand, "635a.7(n)(1)", "635a.7(n)(2)", "635a.7(o)")._replace(odds=odds, pays=pays)


# § 635a.12 ----------------------------------------------------------------- payouts

NATURAL = BOOK.pays("635a.12(a)", SPANISH_21, "Blackjack")
USUAL = BOOK.pays("635a.12(a)", SPANISH_21, "All other winning hands")
DOUBLED = BOOK.pays("635a.12(b)", SPANISH_21)  # a bonus hand after a Double Down Wager


def payout(hand: Hand, held: list[Card]) -> tuple[str, Odds]:
    """The paragraph that raises the payout of a winning hand, "" for none, and the payout. A hand that was doubled
    (§ 635a.10(c)) or split (§ 635a.11(e)) is not raised."""
    if hand.doubled:
        return "", DOUBLED
    return ("", USUAL) if hand.split else bonus_21(held)


def bonus_21(hand: list[Card]) -> tuple[str, Odds]:
    """§ 635a.12(b): the paragraph that raises the payout of a hand, and the odds; ("", 1 to 1) for all others.

    >>> [bonus_21(cards.parse(hand)) for hand in ("6h 7h 8h", "7s 7s 7s", "2h 3d 4c 5s 7h", "9h 9d 3c")]
    [('635a.12(b)(2)', Odds(kind='to', value=Fraction(2, 1))), ('635a.12(b)(4)', Odds(kind='to', value=Fraction(3, 1))),\
 ('635a.12(b)(5)', Odds(kind='to', value=Fraction(3, 2))), ('', Odds(kind='to', value=Fraction(1, 1)))]
    """
    if total(hand)[0] != 21 or len(hand) in (2, 4):
        return "", USUAL
    if len(hand) >= 5:
        cite = {5: "635a.12(b)(5)", 6: "635a.12(b)(6)"}.get(len(hand), "635a.12(b)(7)")
        return cite, BOOK.pays(cite, SPANISH_21)
    ranks, suits = sorted(map(rank, hand)), {suit(c) for c in hand}
    if ranks == [SEVEN - 1, SEVEN, SEVEN + 1]:
        three, mixed, same = "6, 7 and 8", "635a.12(b)(1)", "635a.12(b)(2)"
    elif ranks == [SEVEN] * 3:
        three, mixed, same = "Three 7s", "635a.12(b)(3)", "635a.12(b)(4)"
    else:
        return "", USUAL
    if len(suits) > 1:
        return mixed, BOOK.pays(mixed, SPANISH_21)
    return same, BOOK.pays(same, SPANISH_21, f"{three} of {'spades' if suits == {SPADES} else 'the same suit'}")


def fixed_payout(wager: int) -> tuple[str, Odds] | None:
    """§ 635a.12(c)(1), (2): the additional fixed payout by the size of the original wager, None on less than $5.

    >>> [payout and str(payout[1]) for payout in map(fixed_payout, (499, 500, 2500))]
    [None, '$1,000', '$5,000']
    """
    if wager < BOOK.limit("fixed_payout_low_wager"):
        return None
    cite = "635a.12(c)(2)" if wager >= BOOK.limit("fixed_payout_high_wager") else "635a.12(c)(1)"
    return cite, BOOK.pays(cite, FIXED)


def fixed_payouts(t: Round, hand: Hand) -> None:
    """§ 635a.12(c): three suited sevens against a dealer's seven win a fixed payout by the size of the original wager, and
    every other player in the round $50; not on a doubled or split hand (§ 635a.12(c)(4))."""
    held = t.hands[hand.place]
    cite, _ = bonus_21(held)
    if hand.doubled or hand.split or cite != "635a.12(b)(4)" or rank(t.hands[DEALER][0]) != SEVEN:
        return
    wager = next(s.cents for s in t.steps if s.act == "wager" and s.who == SEATS[hand.seat] and s.wager == SPANISH_21)
    if (found := fixed_payout(wager)) is None:
        return
    cite, amount = found
    t.bonus(cite, hand.seat, FIXED, int(amount.value), f"three suited sevens under a seven, wager {dollars(wager)}")
    seats = t.table.seats
    paid = {seats[hand.seat].player}
    for other in t.counterclockwise():
        if seats[other].player not in paid:  # once to each other player, who may have several boxes
            paid.add(seats[other].player)
            note = f"for the three sevens of seat {hand.seat}"
            t.bonus("635a.12(c)(3)", other, FIXED, int(BOOK.pays("635a.12(c)(3)", FIXED).value), note)


RULES = BOOK.procedure(
    "round",
    Rules,
    wager=SPANISH_21,
    preparation=lambda table: PREPARATION,
    verdict=verdict,
    natural=NATURAL,
    usual=USUAL,
    stands_on=BOOK.limit("dealer_stands"),
    insurance_odds=BOOK.pays("635a.12(d)", INSURANCE),
    surrender_share=Fraction(BOOK.limit("surrender_share")),
    optional=settle_match,
    before_play=no_question,
    besides=fixed_payouts,
)

GAME = Game(
    chapter="635a",
    wagers=WAGERS,
    deck=deck,
    points=True,
    check=check,
    positions=positions,
    may_bet=may_bet(RULES),
    prepare=prepare(RULES),
    round_of_play=round_of_play,
    irregularity=irregularity,
    occasion=occasion,
    incidents=incidents(RULES),
    details=DETAILS,
    bot=bot,
    advice=advice,
    silent={RULES.no_cards: "card", RULES.not_dealt: "card"},  # the player wagered, or asked for the card, and so takes it
    suggest=lambda house: {SPANISH_21: house["table_minimum"]},
    rankings={},
    chips="635a.6(a)",
    clear="635a.7(q)",
    no_more_bets="635a.6(c)",
    may_deal=may_deal(RULES),
    acts=acts(RULES),
    players_look=False,
    payments=(FIXED,),
    memory=ShoeMemory,
)

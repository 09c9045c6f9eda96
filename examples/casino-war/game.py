"""Casino War: one card against the dealer's; on a tie, war or surrender."""

from fractions import Fraction

from pitboss import cards
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.procedures.multideck import ShoeMemory, burn_next, next_card, prepare_shoe, shoe_preparation_of
from pitboss.table.procedures.shoe_dealing import DETAILS, ShoeIrregularities, deal_from_shoe, remedy_at_shoe, shoe_method_of
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, UP, Choice, Procedure, offer

BOOK = chapter("998")
ANTE, TIE, WAR, GO_TO_WAR, SURRENDER = "Ante", "Tie", "War", "go to war", "surrender"
SHARE = Fraction(BOOK.limit("surrender_share"))
PREPARATION, METHOD = shoe_preparation_of(BOOK), shoe_method_of(BOOK)
IRREGULARITIES = ShoeIrregularities(face_up="998.8(a)", leaves="998.5(d)", recut="998.4", reshuffle="998.6(c)")


def ahead(t: Round, seat: int) -> int:
    """By how much the last card of a seat is higher than the dealer's."""
    return cards.rank(t.hands[SEATS[seat]][-1]) - cards.rank(t.hands[DEALER][-1])


def round_of_play(t: Round) -> Procedure:
    """§ 998.6, § 998.7(a), (b), (g), (h): one card each, and war for those who tie."""
    places = [*(SEATS[seat] for seat in t.clockwise()), DEALER]
    yield from deal_from_shoe(t, PREPARATION, METHOD, [(place, UP) for place in places])
    yield from t.moment("settle")
    for seat in t.counterclockwise(t.with_wager(ANTE)):
        lead = ahead(t, seat)
        if t.holds(seat, TIE):
            (t.collect if lead else t.pay)("998.7(g)", seat, TIE)
        if lead > 0:
            t.pay("998.7(a)", seat, ANTE)
        elif lead < 0:
            t.collect("998.7(b)", seat, ANTE)
    yield from war(t)
    for place in [place for place in places if place in t.hands and place != DEALER]:
        t.discard("998.7(h)", place)


def war(t: Round) -> Procedure:
    """§ 998.7(c)–(f): who ties goes to war or surrenders; then one more card each."""
    for seat in t.with_wager(ANTE):
        ante = t.holds(seat, ANTE)
        answer = yield from t.ask(seat, (offer(GO_TO_WAR, ante, ante), Choice(SURRENDER)), "998.7(c)", base=ante)
        if answer.word == GO_TO_WAR:
            t.place("998.7(c)(1)", seat, WAR, ante)
        elif answer.word == SURRENDER:
            t.forfeit("998.7(c)(2)", seat, ANTE, int(ante * SHARE))
            t.give_back("998.7(c)(2)", seat, ANTE, note="the other half")
    at_war = t.with_wager(WAR)
    for place in [*(SEATS[seat] for seat in at_war), DEALER] if at_war else ():
        for _ in range(BOOK.limit_named("burned_for_war") if place in (SEATS[at_war[0]], DEALER) else 0):
            yield from burn_next(t, PREPARATION, "998.7(d)", note="before a war")
        yield from next_card(t, PREPARATION, "998.7(d)", place, UP)
    for seat in t.counterclockwise(at_war):
        if ahead(t, seat) >= 0:
            t.pay("998.7(e)", seat, WAR)
            t.give_back("998.7(e)", seat, ANTE)
        else:
            t.collect("998.7(f)", seat, WAR)
            t.collect("998.7(f)", seat, ANTE)


GAME = Game(
    chapter="998",
    wagers=(
        Wager(ANTE, "998.5(a)", required=True),
        Wager(TIE, "998.5(b)", option="tie_wager"),
        Wager(WAR, "998.7(c)(1)", before_deal=False),
    ),
    deck=lambda house: cards.decks(house["decks"]),
    check=lambda house, wagers: None,
    positions=lambda house: (1, "998.2"),
    prepare=lambda t: prepare_shoe(t, PREPARATION),
    round_of_play=round_of_play,
    irregularity=lambda t, incident: remedy_at_shoe(t, incident, IRREGULARITIES, PREPARATION),
    incidents=IRREGULARITIES.kinds(),
    details=DETAILS,
    bot=lambda t, ask: GO_TO_WAR,
    suggest=lambda house: {ANTE: house.least_wager()},
    rankings={},
    chips="998.5(c)",
    clear="998.7(h)",
    no_more_bets="998.5(e)",
    memory=ShoeMemory,
)

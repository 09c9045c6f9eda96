"""Chapter 637a, Poker in its final form: ten variants, straddle, Bad Beat and High Hand Jackpot.

The hand itself is shared with the edition of 2010 (`pitboss.games.nonbanked`), by the paragraphs in RULES.
"""

from pitboss import cards
from pitboss.games.nonbanked.hand import prepare, round_of_play
from pitboss.games.nonbanked.irregularities import incidents, irregularity, refund_all
from pitboss.games.nonbanked.play import advice, bot, dealt_in
from pitboss.games.nonbanked.rules import Conduct, Rules, Section
from pitboss.games.nonbanked.variants import DRAW, FIVE_CARD_STUD, HOLD_EM, OMAHA, STUD
from pitboss.hands import FIVE_CARD
from pitboss.rulebook import chapter
from pitboss.table.game import Game
from pitboss.table.house import House
from pitboss.table.preparation import Preparation

BOOK = chapter("637a")

PREPARATION = Preparation(
    change_by_hand="637a.3(c)",
    change_from_shoe="637a.3(c)",
    hours_by_hand=BOOK.limit("card_change_hours"),
    hours_from_shoe=BOOK.limit("card_change_hours"),
    waits="637a.3(b)",
    alternate="637a.3(a)",
    one_in_rack="637a.3(a)",
    inspect="637a.4(a)",
    spread="637a.4(b)",
    wash="637a.4(c)",
    each_deck="637a.4(d)",
    preinspected="637a.4(e)",
    shuffle="637a.5(a)",
    count="637a.7(e)(4)(ii)",
    automated="637a.5(b)(1)",
    by_hand="637a.5(b)(2)",
    cut=(("637a.5(b)(2)", "puts the cover card ten cards in or deeper and all above it on the bottom"),),
    cut_depth=BOOK.limit("cut_depth"),
    recut="637a.5(c)",
    idle="637a.5(d)",
)

SECTIONS = {
    STUD: Section(
        seats="637a.10(b)",
        first_deal="637a.10(c)",
        opening="637a.10(d)",
        first_round="637a.10(e)",
        streets=("637a.10(f)", "637a.10(h)", "637a.10(h)", "637a.10(h)"),
        later_rounds="637a.10(g)",
        showdown="637a.10(i)",
        high="637a.10(i)(1)",
        low="637a.10(i)(2)",
        halves="637a.10(i)(3)(i)",
        odd_high="637a.10(i)(3)(ii)",
        odd_low="637a.10(i)(3)(iii)",
        short_deck="637a.10(h)",
    ),
    HOLD_EM: Section(
        seats="637a.11(b)",
        button="637a.11(c)(2)",
        opening="637a.11(d)",
        straddle="637a.11(e)",
        first_deal="637a.11(f)",
        first_round="637a.11(g)",
        streets=("637a.11(h)", "637a.11(i)", "637a.11(j)"),
        later_rounds="637a.11(h)",
        showdown="637a.11(k)",
        high="637a.11(k)",
    ),
    OMAHA: Section(
        seats="637a.12(b)",
        button="637a.12(c)(2)",
        opening="637a.12(d)",
        straddle="637a.12(e)",
        first_deal="637a.12(f)",
        first_round="637a.12(g)",
        streets=("637a.12(h)", "637a.12(i)", "637a.12(j)"),
        later_rounds="637a.12(h)",
        showdown="637a.12(k)",
        high="637a.12(k)(1)",
        halves="637a.12(k)(2)(i)",
        odd_high="637a.12(k)(2)(ii)",
        odd_low="637a.12(k)(2)(iii)",
    ),
    DRAW: Section(
        seats="637a.13(b)",
        button="637a.13(c)(2)",
        first_deal="637a.13(d)",
        opening="637a.13(e)",
        first_round="637a.13(f)",
        streets=("637a.13(g)",),
        burn_draw="637a.13(g)(1)",
        short_deck="637a.13(g)(2)",
        later_rounds="637a.13(h)",
        showdown="637a.13(i)",
        high="637a.13(i)(1)",
        low="637a.13(i)(2)",
    ),
    FIVE_CARD_STUD: Section(
        seats="637a.14(b)",
        first_deal="637a.14(c)",
        opening="637a.14(d)",
        first_round="637a.14(e)",
        streets=("637a.14(f)", "637a.14(h)", "637a.14(h)"),
        later_rounds="637a.14(g)",
        showdown="637a.14(i)",
        high="637a.14(i)",
    ),
}

RULES = Rules(
    book=BOOK,
    sections=SECTIONS,
    ante="637a.7(c)",
    holds_cards="637a.7(e)(1)",
    funds="637a.8(b)(4)",
    all_in="637a.8(b)(5)",
    pot="637a.7(d)",
    losing_hands="637a.7(e)(6)(i)",
    side_pots="637a.7(e)(6)(ii)",
    rake="637a.7(e)(6)(iii)",
    percentage="637a.17(b)(1)",
    incremental="637a.17(b)(2)",
    uncalled="637a.17(d)",
    jackpot="637a.15(c)",
    high_hand_jackpot="637a.16(c)",
    tie="637a.6(e)",
    show="637a.18(e)",
    house_names_odd_chip=True,
    conduct=Conduct(
        not_shuffled="637a.18(g)(1)",
        wrong_start="637a.18(g)(2)",
        two_face_up="637a.18(g)(3)",
        not_dealt_in="637a.18(g)(4)",
        ineligible="637a.18(h)",
        wrong_deck="637a.18(i)",
        face_up="637a.18(j)",
        unprotected="637a.18(k)",
        stud_protected="637a.18(k)(1)",
        reconstruct="637a.18(k)(2)",
        refund="637a.18(k)(3)",
        walks_away="637a.18(k)(4)",
        binding="637a.18(l)",
        thrown_away="637a.18(l)(1)",
        still_owed="637a.18(l)(2)",
        stud_hole_card="637a.18(m)",
        ends="637a.18(m)(1)",
        continues="637a.18(m)(2)",
        five_card_stud="637a.18(n)",
        off_table="637a.18(o)",
        exchange="637a.18(p)",
        shuffler_jam="637a.18(q)",
        out_of_order="637a.18(r)",
        cards_speak="637a.6(f)",
        announced="637a.8(d)",
        larger_chip="637a.8(i)",
        string_bet="637a.8(f)",
        communicates="637a.18(c)",
        recut="637a.5(c)",
    ),
)


def no_wagers(house: House, wagers: dict[str, int]) -> None:
    """Nonbanked: there are no wagers against the house."""


GAME = Game(
    chapter="637a",
    wagers=(),
    deck=lambda house: cards.deck(),
    check=no_wagers,
    positions=lambda house: (1, "637a.8(a)"),
    prepare=prepare(RULES, PREPARATION),
    round_of_play=round_of_play,
    irregularity=irregularity(RULES.conduct),
    incidents=incidents(RULES.conduct),
    refund=refund_all,
    bot=bot,
    advice=advice,
    suggest=lambda house: {},
    rankings={"637a.6": FIVE_CARD},
    chips="637a.8(b)(1)",
    clear="637a.7(e)(6)(i)",
    no_more_bets="637a.8(a)",
    dealt_in=dealt_in,
)

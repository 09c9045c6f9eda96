"""Chapter 553, Poker as adopted in 2010: nine variants and the Bad Beat payout.

The hand itself is shared with the final form (`pitboss.games.nonbanked`), by the paragraphs in RULES.
"""

from dataclasses import replace

from pitboss import cards
from pitboss.games.nonbanked.between import PLAYERS_ACTS, acts
from pitboss.games.nonbanked.bots import advice, bot
from pitboss.games.nonbanked.hand import prepare, round_of_play
from pitboss.games.nonbanked.irregularities import DETAILS, incidents, irregularity, refund_all
from pitboss.games.nonbanked.rules import Between, Conduct, PokerMemory, Rules, Section
from pitboss.games.nonbanked.seating import dealt_in, house_problems, most_seats
from pitboss.games.nonbanked.variants import DRAW, FIVE_CARD_STUD, HOLD_EM, OMAHA, STUD
from pitboss.hands import FIVE_CARD
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.table.failures import REMOVED, device_acts
from pitboss.table.game import Game
from pitboss.table.preparation import Preparation

BOOK = chapter("553")

PREPARATION = Preparation(
    change_by_hand="553.3(b)",
    change_from_shoe="553.3(b)",
    hours_by_hand=BOOK.limit("card_change_hours"),
    hours_from_shoe=BOOK.limit("card_change_hours"),
    waits="553.3(d)(1)",
    alternate="553.3(d)(2)",
    one_in_rack="",
    stored="553.3(a)",
    inspect="553.5(a)",
    spread="553.5(b)",
    viewers="the first two players",
    arrivals="the first two players to arrive",
    wash="553.5(c)",
    each_deck="553.5(d)",
    in_device="553.5(e)",
    preinspected="",
    shuffle="553.6(a)",
    count="553.7(e)(4)(ii)",
    automated="",  # the cut follows every shuffle
    by_hand="553.6(b)",
    cut=(
        ("553.6(b)(1)", "puts the cover card on the table in front of the deck"),
        ("553.6(b)(2)", "takes at least ten cards off the top and puts them on the cover card"),
        ("553.6(b)(3)", "puts the rest of the deck on top of them"),
    ),
    cut_depth=BOOK.limit("cut_depth"),
    recut="553.6(c)",
    idle="553.6(d)",
)

SECTIONS = {
    STUD: Section(
        seats="553.10(b)",
        first_deal="553.10(c)",
        opening="553.10(d)",
        first_round="553.10(e)",
        streets=("553.10(f)", "553.10(h)", "553.10(h)", "553.10(h)"),
        later_rounds="553.10(g)",
        forced={
            "seven-card stud": "553.10(d)(1)",
            "seven-card stud high-low": "553.10(d)(2)",
            "seven-card stud high-low eight or better": "553.10(d)(3)",
        },
        opens="553.10(f)(1)",
        opens_tied="553.10(f)(2)",
        high="553.10(i)(1)",
        halves="553.10(i)(2)(i)",
        tied_high="553.10(i)(2)(ii)",
        tied_low="553.10(i)(2)(iii)",
        no_low="553.10(j)",
        short_deck="553.10(h)",
    ),
    HOLD_EM: Section(
        seats="553.11(b)",
        button="553.11(c)(3)",
        button_right="553.11(c)(2)(i)",
        button_by_card="553.11(c)(2)(ii)",
        opening="553.11(d)",
        first_deal="553.11(e)",
        first_round="553.11(f)",
        streets=("553.11(g)", "553.11(h)", "553.11(i)"),
        later_rounds="553.11(g)",
        high="553.11(j)",
    ),
    OMAHA: Section(
        seats="553.12(b)",
        button="553.12(c)(3)",
        button_right="553.12(c)(2)(i)",
        button_by_card="553.12(c)(2)(ii)",
        opening="553.12(d)",
        first_deal="553.12(e)",
        first_round="553.12(f)",
        streets=("553.12(g)", "553.12(h)", "553.12(i)"),
        later_rounds="553.12(g)",
        high="553.12(j)(1)",
        halves="553.12(j)(2)(i)",
        tied_high="553.12(j)(2)(ii)",
        tied_low="553.12(j)(2)(iii)",
        no_low="553.12(k)",
        kill="553.12(m)",
    ),
    DRAW: Section(
        seats="553.13(b)",
        button="553.13(c)(3)",
        button_right="553.13(c)(2)(i)",
        button_by_card="553.13(c)(2)(ii)",
        first_deal="553.13(d)",
        opening="553.13(e)",
        first_round="553.13(f)",
        streets=("553.13(g)",),
        burn_draw="553.13(g)(1)",
        short_deck="553.13(g)(2)",
        later_rounds="553.13(h)",
        high="553.13(i)(1)",
        low="553.13(i)(2)",
    ),
    FIVE_CARD_STUD: Section(
        seats="553.14(b)",
        first_deal="553.14(c)",
        opening="553.14(d)",
        first_round="553.14(e)",
        streets=("553.14(f)", "553.14(g)", "553.14(g)"),
        later_rounds="553.14(f)",
        opens="553.14(f)",
        opens_tied="553.14(f)",
        high="553.14(h)",
    ),
}

RULES = Rules(
    book=BOOK,
    sections=SECTIONS,
    ante="553.7(c)",
    funds="553.8(b)(3)",
    holds_cards="553.7(e)(1)",
    all_in="553.8(b)(4)",
    pot="553.7(d)",
    count="553.7(e)(4)(i)",
    losing_hands="553.7(e)(6)(i)",
    rake_in_play="553.15(b)(1)(i)",
    rake_at_end="553.15(b)(1)(ii)",
    levels="553.15(b)(2)(i)",
    levels_drop="553.15(b)(2)(ii)",
    uncalled="553.15(d)",
    bad_beat="553.20(c)",
    bad_beat_hand="553.20(f)",
    high_hand="",
    high_hand_made="",
    show="553.16(d)",
    conduct=Conduct(
        not_shuffled="553.16(e)(1)",
        wrong_start="553.16(e)(2)",
        two_face_up="553.16(e)(3)",
        not_dealt_in="553.16(e)(4)",
        ineligible="553.16(f)",
        wrong_deck="553.16(g)",
        wrong_count="553.7(e)(5)",
        face_up="553.16(h)",
        unprotected="553.16(i)",
        stud_protected="553.16(i)(1)",
        reconstruct="553.16(i)(2)",
        refund="553.16(i)(3)",
        walks_away="553.16(i)(4)",
        binding="553.16(j)",
        thrown_away="553.16(j)(1)",
        still_owed="553.16(j)(2)",
        stud_hole_card="553.16(k)",
        ends="553.16(k)(1)",
        continues="553.16(k)(2)",
        five_card_stud="553.16(l)",
        off_table="553.16(m)",
        exchange="553.16(n)",
        shuffler_jam="553.16(o)",
        out_of_order="553.16(p)",
        put_out_of_use=REMOVED,
        cards_speak="553.4(f)",
        announced="553.8(d)",
        larger_chip="553.8(i)",
        string_bet="553.8(f)",
        communicates="553.17(b)",
        recut="553.6(c)",
        dispute="553.16(b)",
        in_view="553.16(c)",
        pot_untouched="553.8(h)",
        steps_away="553.8(b)(5)",
    ),
    between=Between(
        seated="553.8(a)",
        add="553.8(b)(1)",
        currency="553.8(b)(2)",
        away="553.8(b)(5)",
        counted="553.8(b)(5)(i)",
        covered="553.8(b)(5)(ii)",
        minimum="553.18",
        leaves="553.17(b)",
        charge="553.15(b)(3)(i)",
        hourly="553.15(b)(3)(ii)",
        fraction="553.15(b)(3)(iii)",
        rake_area="553.15(b)(3)(iv)",
        drop="553.15(b)(3)(v)",
        contributions="553.20(c)",
        collection="553.20(c)",
    ),
)


def no_wagers(house: House, wagers: dict[str, int]) -> None:
    """Nonbanked: there are no wagers against the house."""


GAME = Game(
    chapter="553",
    wagers=(),
    deck=lambda house: cards.deck(),
    check=no_wagers,
    positions=lambda house: (1, "553.8(a)"),
    prepare=prepare(RULES, PREPARATION, replace(PREPARATION, alternate="553.3(b)")),
    round_of_play=round_of_play,
    irregularity=irregularity(RULES.conduct, PREPARATION),
    incidents=incidents(RULES.conduct),
    details=DETAILS,
    acts={**acts(RULES.between), **device_acts(RULES.conduct.out_of_order)},
    players_acts=PLAYERS_ACTS,
    problems=house_problems(RULES),
    most_seats=most_seats(RULES),
    refund=refund_all,
    bot=bot,
    advice=advice,
    silent={RULES.conduct.stud_hole_card: "end"},  # who bets no more keeps his part of the pot
    suggest=lambda house: {},
    rankings={"553.4": FIVE_CARD},
    chips="553.8(b)(1)",
    clear="553.7(e)(6)(i)",
    no_more_bets="553.8(a)",
    dealt_in=dealt_in,
    memory=PokerMemory,
)

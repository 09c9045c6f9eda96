"""Chapter 561, Pai Gow Poker as adopted in 2010: the dealer is the only bank.

The round itself is shared with the later edition (`pitboss.games.pai_gow`), by the paragraphs in RULES.
"""

from collections.abc import Iterator

from pitboss import cards
from pitboss.errors import NotAuthorized
from pitboss.games.pai_gow.irregularities import DETAILS, incidents, remedy_of
from pitboss.games.pai_gow.play import advice, bot, least_wager
from pitboss.games.pai_gow.problems import button_problems, house_way_problems, vigorish_problems
from pitboss.games.pai_gow.round import prepare, round_of_play
from pitboss.games.pai_gow.rules import WAGER, PaiGowMemory, PaiGowMethod, Rules
from pitboss.hands import PAI_GOW_HIGH
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.table.failures import REMOVED, device_acts
from pitboss.table.game import Game, Wager
from pitboss.table.irregularities import Irregularities, hand_sizes
from pitboss.table.preparation import Preparation
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, Incident, Procedure

BOOK = chapter("561")

# § 561.3–.5 ---------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = Preparation(
    change_by_hand="561.3(c)(1)",
    change_from_shoe="561.3(c)(2)",
    hours_by_hand=BOOK.limit("card_change_hours_hand"),
    hours_from_shoe=BOOK.limit("card_change_hours_shoe"),
    waits="561.3(b)(3)",
    alternate="561.3(b)(4)",
    one_in_rack="561.3(b)(5)",
    inspect="561.4(a)",
    spread="561.4(b)",
    wash="561.4(c)",
    each_deck="561.4(d)",
    preinspected="",
    shuffle="561.5(a)",
    count="",
    automated="561.5(b)(1)",
    by_hand="561.5(b)(2)",
    cut=(),
    cut_depth=BOOK.limit("cut_depth"),
    recut="561.5(f)",
    idle="561.5(g)",
)

# § 561.9–.11 --------------------------------------------------------------- the three dealing methods

METHODS = {
    "manual shoe": PaiGowMethod(
        ready=(("561.9(a)", "the stacked deck goes into the dealing shoe"),),
        no_more_bets="561.9(a)",
        start="561.9(b)",
        take=("561.9(c)", "takes each card with the left hand and places it with the right"),
        deal="561.9(c)",
        count="561.9(d)",
        right="561.9(e)",
        stub="561.9(e)",
        wrong="561.9(f)",
        empty="561.9(g)",
    ),
    "hand": PaiGowMethod(
        ready=(
            ("561.10(a)(1)", "the device shuffled the cards"),
            ("561.10(a)(2)", "takes the deck in one hand"),
            ("561.10(a)(2)(i)", "keeps to that hand for the round"),
            ("561.10(a)(2)(ii)", "holds the cards in front, over the table inventory container"),
        ),
        no_more_bets="561.10(a)(3)",
        start="561.10(b)",
        take=("561.10(c)", "deals seven stacks, alternately from left to right and from right to left"),
        deal="561.10(c)",
        count="561.10(d)",
        right="561.10(e)",
        stub="561.10(e)",
        wrong="561.10(f)",
        empty="561.10(g)",
        alternating=True,
    ),
    "automated shoe": PaiGowMethod(
        ready=(("561.11(a)(1)", "the cards go into the automated dealing shoe"),),
        no_more_bets="561.11(a)(2)",
        start="561.11(b)",
        take=("", ""),
        deal="561.11(c)",
        count="561.11(d)",
        right="561.11(e)",
        stub="561.11(e)",
        wrong="561.11(f)",
        empty="561.11(g)",
        in_stacks=True,
    ),
}

RULES = Rules(
    book=BOOK,
    preparation=PREPARATION,
    methods=METHODS,
    offer_cut="561.5(c)",
    cut_first="561.5(d)(1)",
    cut_bank="",
    cut_right="561.5(d)(2)",
    cut="561.5(e)",
    dice="561.8(a)(1)(iii)",
    shake="561.12(b)",
    total="561.8(a)(1)",
    count="561.12(b)",
    cover="561.8(a)(1)(i)",
    random_number="561.12(c)",
    button="561.12(d)",
    mark="561.12(e)",
    set="561.13(a)",
    adjacent="561.7(e)",
    help="561.13(b)",
    done="561.13(b)",
    dealer_sets="561.13(c)",
    surrender="561.13(e)",
    surrenders_early=True,
    reveal="561.13(f)",
    both_lower="561.13(g)(1)",
    copy="561.13(g)(2)",
    foul="561.13(g)(3)",
    collect="561.13(h)",
    tie_by_high="561.13(i)(1)",
    tie_by_low="561.13(i)(2)",
    tie="561.13(j)",
    win="561.13(k)",
    pays_at_the_end="561.13(l)",
    pays="561.13(m)",
    not_flat="561.14(a)",
    fallen="561.14(b)",
    wrong_position="561.14(c)",
    player_exposed="561.14(d)",
    dealer_exposed="561.14(e)",
    reset="561.14(i)",
    exposed_by_hand="561.14(j)",
    stacks_wrong="561.14(k)",
)

IRREGULARITIES = Irregularities(
    face_up="561.14(f)",
    drawn_in_error="561.14(g)",
    wrong_number="561.14(h)",
    dealer_exposed="561.14(e)",
    shuffler_jam="561.14(l)",
    shoe_jam="561.14(m)",
    out_of_order="561.14(n)",
    put_out_of_use=REMOVED,
    face_up_until_settled=True,
    leaves="561.7(b)",
    recut="561.5(f)",
    hands=hand_sizes(BOOK, DEALER),
    stub_count="561.9(f)",
)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 561.14."""
    yield from remedy_of(t, incident, IRREGULARITIES)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 561.7(a): there is one wager; there is nothing more to check."""


def problems(house: House) -> Iterator[NotAuthorized]:
    """What the chapter does not let a house combine."""
    yield from button_problems(house, "561.12(d)")
    yield from house_way_problems(house, "561.13(d)")
    yield from vigorish_problems(house, "561.13(m)")


def positions(house: House) -> tuple[int, str]:
    """§ 561.7(d): two adjacent betting areas, where the Rules Submission says so."""
    return (BOOK.limit("positions_per_player") if house["two_positions"] else 1), "561.7(d)"


GAME = Game(
    chapter="561",
    wagers=(Wager(WAGER, "561.7(a)", required=True),),
    deck=lambda house: cards.joker_deck(),
    check=check,
    problems=problems,
    positions=positions,
    prepare=prepare(RULES),
    round_of_play=round_of_play,
    irregularity=irregularity,
    incidents=incidents(RULES, IRREGULARITIES),
    acts=device_acts(IRREGULARITIES.out_of_order),
    details=DETAILS,
    bot=bot,
    advice=advice,
    silent={RULES.player_exposed: "play"},  # to void the hand is the player's option
    suggest=lambda house: {WAGER: least_wager(house, "561.13(m)")},
    rankings={"561.6": PAI_GOW_HIGH},
    chips="561.7(a)",
    clear="561.13(n)",
    no_more_bets="561.7(c)",
    memory=PaiGowMemory,
)

"""Chapter 645a, Pai Gow Poker: bonus wagers, Envy Bonus, progressive, player bank and co-bank.

The round itself is shared with the edition of 2010 (`pitboss.games.pai_gow`), by the paragraphs in RULES.
"""

from collections.abc import Iterator

from pitboss import cards
from pitboss.errors import NotAuthorized
from pitboss.games.pai_gow.bank import BANK
from pitboss.games.pai_gow.bonus_wagers import (
    ENVY,
    FORTUNE,
    INSURANCE,
    PROGRESSIVE,
    TREASURE,
    note_lammers,
    pay_envy_bonuses,
    settle_bonus_wagers,
)
from pitboss.games.pai_gow.irregularities import DETAILS, incidents, remedy_of
from pitboss.games.pai_gow.play import advice, bot, least_wager
from pitboss.games.pai_gow.problems import button_problems, house_way_problems, vigorish_problems
from pitboss.games.pai_gow.round import prepare
from pitboss.games.pai_gow.round import round_of_play as play_round
from pitboss.games.pai_gow.rules import WAGER, PaiGowMemory, PaiGowMethod, Rules
from pitboss.hands import PAI_GOW_HIGH
from pitboss.house import House
from pitboss.money import Odds, dollars
from pitboss.rulebook import chapter
from pitboss.table.failures import device_acts
from pitboss.table.game import Game, Wager
from pitboss.table.irregularities import Irregularities, hand_sizes
from pitboss.table.preparation import Preparation
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, Incident, Procedure

BOOK = chapter("645a")

# § 645a.3–.5 --------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = Preparation(
    change_by_hand="645a.3(c)(1)",
    change_from_shoe="645a.3(c)(2)",
    hours_by_hand=BOOK.limit("card_change_hours_hand"),
    hours_from_shoe=BOOK.limit("card_change_hours_shoe"),
    waits="645a.3(b)(2)",
    alternate="645a.3(b)(3)",
    one_in_rack="645a.3(b)(4)",
    inspect="645a.4(a)",
    spread="645a.4(b)",
    wash="645a.4(c)",
    each_deck="645a.4(d)",
    preinspected="645a.4(e)",
    shuffle="645a.5(a)",
    count="",
    automated="645a.5(b)(1)",
    by_hand="645a.5(b)(2)",
    cut=(),
    cut_depth=BOOK.limit("cut_depth"),
    recut="645a.5(f)",
    idle="645a.5(g)",
    idle_by_hand="645a.5(g)(1)",
    idle_by_device="645a.5(g)(2)",
    reshuffling_device="645a.5(h)",
)

# § 645a.8–.10 -------------------------------------------------------------- the three dealing methods

METHODS = {
    "manual shoe": PaiGowMethod(
        ready=(("645a.8(a)", "the stacked deck goes into the dealing shoe"),),
        no_more_bets="645a.8(b)",
        lammer="645a.8(b)(1)",
        lock_out="645a.8(b)(2)",
        start="645a.8(c)",
        take=("645a.8(d)", "takes each card with the hand next to the shoe and places it with the other"),
        deal="645a.8(d)",
        count="645a.8(e)",
        right="645a.8(e)",
        stub="645a.8(e)",
        wrong="645a.8(f)",
        empty="645a.8(g)",
    ),
    "hand": PaiGowMethod(
        ready=(
            ("645a.9(a)(1)", "the device shuffled the cards"),
            ("645a.9(a)(2)", "takes the deck in one hand and keeps it there, over the table inventory container"),
        ),
        no_more_bets="645a.9(a)(3)",
        lammer="645a.9(a)(3)(i)",
        lock_out="645a.9(a)(3)(ii)",
        start="645a.9(b)",
        take=("645a.9(b)", "takes each top card with the other hand and places it face down"),
        deal="645a.9(c)",
        count="645a.9(d)",
        right="645a.9(d)",
        stub="645a.9(d)",
        wrong="645a.9(e)",
        empty="645a.9(f)",
    ),
    "automated shoe": PaiGowMethod(
        ready=(("645a.10(a)(1)", "the cards go into the automated dealing shoe"),),
        no_more_bets="645a.10(a)(2)",
        lammer="645a.10(a)(2)(i)",
        lock_out="645a.10(a)(2)(ii)",
        start="645a.10(b)",
        take=("", ""),
        deal="645a.10(c)",
        count="645a.10(d)",
        right="645a.10(d)",
        stub="645a.10(d)",
        wrong="645a.10(e)",
        empty="645a.10(f)",
        in_stacks=True,
    ),
}

RULES = Rules(
    book=BOOK,
    preparation=PREPARATION,
    methods=METHODS,
    offer_cut="645a.5(c)",
    cut_first="645a.5(d)(1)",
    cut_bank="645a.5(d)(2)",
    cut_right="645a.5(d)(3)",
    cut="645a.5(e)",
    dice="645a.2(c)(1)(i)",
    shake="645a.5(i)(1)(i)",
    total="645a.5(i)(1)(ii)",
    count="645a.5(i)(1)(iii)",
    cover="645a.5(i)(1)(iv)",
    random_number="645a.5(i)(2)",
    button="645a.5(i)(3)",
    mark="645a.5(j)",
    set="645a.11(b)",
    adjacent="645a.7(f)",
    help="645a.11(a)(1)",
    done="645a.11(a)(3)",
    dealer_sets="645a.11(c)",
    surrender="645a.11(d)",
    reveal="645a.11(e)",
    both_lower="645a.11(f)(1)(i)",
    copy="645a.11(f)(1)(ii)",
    foul="645a.11(f)(1)(iii)",
    collect="645a.11(f)(1)",
    tie_by_high="645a.11(f)(2)(i)",
    tie_by_low="645a.11(f)(2)(ii)",
    tie="645a.11(f)(2)",
    win="645a.11(f)(3)",
    pays="645a.13(a)",
    not_flat="645a.14(a)",
    fallen="645a.14(b)",
    wrong_position="645a.14(c)",
    player_exposed="645a.14(d)",
    dealer_exposed="645a.14(e)",
    reset="645a.14(i)",
    exposed_by_hand="645a.14(j)",
    lid="645a.5(i)(1)(ii)",
    settle_optional=settle_bonus_wagers,
    after_all=pay_envy_bonuses,
)

IRREGULARITIES = Irregularities(
    face_up="645a.14(f)",
    drawn_in_error="645a.14(g)",
    wrong_number="645a.14(h)",
    dealer_exposed="645a.14(e)",
    shuffler_jam="645a.14(l)",
    shoe_jam="645a.14(m)",
    out_of_order="645a.14(n)",
    leaves="645a.7(b)",
    recut="645a.5(f)",
    hands=hand_sizes(BOOK, DEALER),
    stub_count="645a.8(f)",
)

# § 645a.7 ------------------------------------------------------------------ wagers

WAGERS = (
    Wager(WAGER, "645a.7(d)", required=True),
    Wager(FORTUNE, "645a.7(e)(1)", option="fortune_bonus"),
    Wager(TREASURE, "645a.7(e)(2)", option="emperors_treasure"),
    Wager(INSURANCE, "645a.7(e)(3)", option="pai_gow_insurance"),
    Wager(PROGRESSIVE, "645a.7(e)(4)", option="progressive_payout", amount="progressive_wager"),
    Wager(BANK, "645a.12(a)", before_deal=False),
)


def round_of_play(t: Round) -> Procedure:
    """§§ 645a.8–.12, one round, with the optional wagers of § 645a.7(e). Where a player banks, all else is done as usual
    (§ 645a.12(h)) and the dealer, not the bank, settles the optional wagers (§ 645a.12(n))."""
    note_lammers(t)
    yield from play_round(t)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 645a.14. A wrong number of cards at any position voids all hands (§ 645a.14(h), § 645a.14(k))."""
    yield from remedy_of(t, incident, IRREGULARITIES)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 645a.7(d) and (e): one wager is required, and no optional wager depends on another; there is nothing more to check."""


def problems(house: House) -> Iterator[NotAuthorized]:
    """What the chapter does not let a house combine."""
    yield from button_problems(house, "645a.5(i)(3)")
    bank = ("player_bank",)
    if house["co_banking"] and not house["player_bank"]:
        message = "co_banking needs player_bank"
        yield house.problem(message, "co_banking", "co-banking-needs-bank", cite="645a.12(e)", allowed=[False], needs=bank)
    if house["dealer_bank_wager"] and not house["player_bank"]:
        message = "dealer_bank_wager needs player_bank"
        yield house.problem(message, "dealer_bank_wager", "dealer-wager-needs-bank", cite="645a.12(g)", allowed=[0], needs=bank)
    if house["dealer_bank_wager"] % house["smallest_chip"]:
        yield house.problem(
            "dealer_bank_wager must be made in chips of the table",
            "dealer_bank_wager",
            "dealer-wager-in-chips",
            cite="645a.12(g)",
            allowed=f"a multiple of {house['smallest_chip']}",
            needs=("smallest_chip",),
        )
    yield from house_way_problems(house, "645a.11(c)")
    yield from vigorish_problems(house, "645a.13(a)")
    yield from payout_limit_problems(house)


def payout_limit_problems(house: House) -> Iterator[NotAuthorized]:
    """§ 645a.13(f): at least what one player could win in a round with the smallest wagers."""
    limit = house["payout_limit"]
    if not limit:
        return
    most = {
        wager.name: max(
            Odds.parse(payout).winnings(GAME.limits(house, wager)[0]) for _, payout in house.paytable(wager.name).rows
        )
        for wager in WAGERS
        if wager.option and house.values[wager.option] and wager.name != PROGRESSIVE
    }
    # One hand wins both bonus wagers, or the insurance, which needs a hand without a pair.
    best = max(most.get(FORTUNE, 0) + most.get(TREASURE, 0), most.get(INSURANCE, 0))
    if limit < best:
        won = (FORTUNE, TREASURE) if best > most.get(INSURANCE, 0) else (INSURANCE,)
        sums = " and ".join(f"{dollars(most[wager])} on the {wager}" for wager in won if wager in most)
        yield house.problem(
            f"payout_limit = {dollars(limit)} must be at least {dollars(best)}, what the minimum wager can win: {sums}",
            "payout_limit",
            "payout-limit-least",
            cite="645a.13(f)",
            allowed={"min": best},
            needs=("table_minimum",),
        )


def positions(house: House) -> tuple[int, str]:
    """§ 645a.7(f): two adjacent betting areas, where the Rules Submission says so."""
    return (BOOK.limit("positions_per_player") if house["two_positions"] else 1), "645a.7(f)"


GAME = Game(
    chapter="645a",
    wagers=WAGERS,
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
    # To void the hand is the player's option; the dealer shall wager against the bank unless the bank directs otherwise.
    silent={RULES.player_exposed: "play", "645a.12(g)": "dealer wager"},
    suggest=lambda house: {WAGER: least_wager(house, "645a.13(a)")},
    rankings={"645a.6": PAI_GOW_HIGH},
    chips="645a.7(a)",
    clear="645a.11(j)",
    no_more_bets="645a.7(c)",
    progressive=PROGRESSIVE,
    payments=(ENVY,),
    memory=PaiGowMemory,
)

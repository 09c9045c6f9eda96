"""Chapter 645a, Pai Gow Poker: bonus wagers, Envy Bonus, progressive, player bank and co-bank.

The round itself is shared with the edition of 2010 (`pitboss.games.pai_gow`), by the paragraphs that the chapter's file lists.
"""

from collections.abc import Iterator

from pitboss import cards
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
from pitboss.games.pai_gow.occasions import pai_gow_occasions
from pitboss.games.pai_gow.play import advice, bot, least_wager, name_hand
from pitboss.games.pai_gow.problems import button_problems, house_way_problems, vigorish_problems
from pitboss.games.pai_gow.round import prepare
from pitboss.games.pai_gow.round import round_of_play as play_round
from pitboss.games.pai_gow.rules import WAGER, PaiGowMemory, PaiGowMethod, Rules
from pitboss.hands import PAI_GOW_HIGH
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.money import Odds, dollars
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.procedures.dealing import methods_as
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import irregularities_of
from pitboss.table.procedures.preparation import preparation_of
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, Incident, Procedure

BOOK = chapter("645a")

# § 645a.3–.5 --------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 645a.8–.10 -------------------------------------------------------------- the three dealing methods

METHODS = methods_as(BOOK, PaiGowMethod)

RULES = BOOK.procedure(
    "round",
    Rules,
    book=BOOK,
    preparation=PREPARATION,
    methods=METHODS,
    settle_optional=settle_bonus_wagers,
    after_all=pay_envy_bonuses,
)

IRREGULARITIES = irregularities_of(BOOK, DEALER)

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
    """§§ 645a.8–.12, one round, with the optional wagers of § 645a.7(e). If a player banks, everything else is done as usual
    (§ 645a.12(h)), and the dealer, not the bank, settles the optional wagers (§ 645a.12(n))."""
    note_lammers(t)
    yield from play_round(t)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 645a.14. A wrong number of cards at any position voids all hands (§ 645a.14(h), § 645a.14(k))."""
    yield from remedy_of(t, incident, IRREGULARITIES)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 645a.7(d) and (e): one wager is required, and no optional wager depends on another; there is nothing more to check."""


def problems(house: House) -> Iterator[Problem]:
    """The chapter's rules about combinations of a house's choices."""
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


def payout_limit_problems(house: House) -> Iterator[Problem]:
    """§ 645a.13(f): a payout limit is at least what one player could win in a round with the smallest wagers."""
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
    # A hand may win both bonus wagers, or else the insurance, which needs a hand without a pair.
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
    """§ 645a.7(f): two adjacent betting areas if the Rules Submission says so."""
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
    occasion=pai_gow_occasions(IRREGULARITIES),
    incidents=incidents(RULES, IRREGULARITIES),
    acts=device_acts(IRREGULARITIES.out_of_order),
    details=DETAILS,
    bot=bot,
    advice=advice,
    # Voiding the hand is the player's option. The dealer shall wager against the bank unless the bank directs otherwise.
    silent={RULES.player_exposed: "play", "645a.12(g)": "dealer wager"},
    suggest=lambda house: {WAGER: least_wager(house, "645a.13(a)")},
    rankings={"645a.6": PAI_GOW_HIGH},
    name_hand=name_hand,
    chips="645a.7(a)",
    clear="645a.11(j)",
    no_more_bets="645a.7(c)",
    progressive=PROGRESSIVE,
    payments=(ENVY,),
    rules=RULES,
    memory=PaiGowMemory,
)

"""Chapter 561, Pai Gow Poker as adopted in 2010: the dealer is the only bank.

The round itself is shared with the later edition (`pitboss.games.pai_gow`). The chapter's file extends that of the later
edition and states where this one has its paragraphs.
"""

from collections.abc import Iterator

from pitboss import cards
from pitboss.games.pai_gow.irregularities import DETAILS, incidents, remedy_of
from pitboss.games.pai_gow.occasions import pai_gow_occasions
from pitboss.games.pai_gow.play import advice, bot, least_wager, name_hand
from pitboss.games.pai_gow.problems import button_problems, house_way_problems, vigorish_problems
from pitboss.games.pai_gow.round import prepare, round_of_play
from pitboss.games.pai_gow.rules import WAGER, PaiGowMemory, PaiGowMethod, Rules
from pitboss.hands import PAI_GOW_HIGH
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.rulebook import chapter
from pitboss.table.game import Game, Wager
from pitboss.table.procedures.dealing import methods_as
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.irregularities import irregularities_of
from pitboss.table.procedures.preparation import preparation_of
from pitboss.table.round import Round
from pitboss.table.steps import DEALER, Incident, Procedure

BOOK = chapter("561")

# § 561.3–.5 ---------------------------------------------------------------- cards, opening, shuffle and cut

PREPARATION = preparation_of(BOOK)

# § 561.9–.11 --------------------------------------------------------------- the three dealing methods

METHODS = methods_as(BOOK, PaiGowMethod)

RULES = BOOK.procedure("round", Rules, book=BOOK, preparation=PREPARATION, methods=METHODS)

IRREGULARITIES = irregularities_of(BOOK, DEALER)


def irregularity(t: Round, incident: Incident) -> Procedure:
    """§ 561.14."""
    yield from remedy_of(t, incident, IRREGULARITIES)


def check(house: House, wagers: dict[str, int]) -> None:
    """§ 561.7(a): there is one wager; there is nothing more to check."""


def problems(house: House) -> Iterator[Problem]:
    """The chapter's rules about combinations of a house's choices."""
    yield from button_problems(house, "561.12(d)")
    yield from house_way_problems(house, "561.13(d)")
    yield from vigorish_problems(house, "561.13(m)")


def positions(house: House) -> tuple[int, str]:
    """§ 561.7(d): two adjacent betting areas if the Rules Submission says so."""
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
    occasion=pai_gow_occasions(IRREGULARITIES),
    incidents=incidents(RULES, IRREGULARITIES),
    acts=device_acts(IRREGULARITIES.out_of_order),
    details=DETAILS,
    bot=bot,
    advice=advice,
    silent={RULES.player_exposed: "play"},  # voiding the hand is the player's option
    suggest=lambda house: {WAGER: least_wager(house, "561.13(m)")},
    rankings={"561.6": PAI_GOW_HIGH},
    name_hand=name_hand,
    chips="561.7(a)",
    clear="561.13(n)",
    no_more_bets="561.7(c)",
    rules=RULES,
    memory=PaiGowMemory,
)

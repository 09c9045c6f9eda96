"""The mathematics of chapter 645a, Pai Gow Poker."""

from pitboss.odds.game_odds import ENGINE, SIMULATED, SIMULATION, GameOdds, Method, Part, counted, lazy

WAGER = Part(("Pai Gow Poker",), lazy("pai_gow.wager_rows"))
ON_SEVEN_CARDS = ("Fortune Bonus", "Emperor's Treasure", "Pai Gow Insurance", "Progressive Payout")
METHOD = Method(
    "odds/pai_gow",
    "all settings in one table; two hands by inclusion–exclusion over shared cards, with counts of dominated pairs",
    f"hands compared one by one on small decks; {ENGINE}; {SIMULATED}",
    (
        "odds/test_pai_gow_odds.py::test_inclusion_and_exclusion_is_comparing_one_by_one",
        "odds/test_pai_gow_odds.py::test_every_deal_of_a_small_deck_through_the_engine",
        SIMULATION,
    ),
)
ODDS = GameOdds(
    (WAGER, Part(("Bank",), lazy("pai_gow.bank_rows")), *map(counted("pai_gow.bonus"), ON_SEVEN_CARDS)),
    solved=lazy("pai_gow.games.PaiGow"),
    player=lazy("players.pai_gow.HouseWayPlayer"),
    method=METHOD,
    slow=(Part(("Pai Gow Poker", "best setting"), lazy("pai_gow.best_rows")),),
)

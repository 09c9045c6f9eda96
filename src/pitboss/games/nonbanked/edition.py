"""Creates an edition of nonbanked Poker from the `[procedures]` in its chapter's file."""

from collections.abc import Mapping
from dataclasses import replace

from pitboss import cards
from pitboss.games.nonbanked.between import PLAYERS_ACTS, acts
from pitboss.games.nonbanked.bots import advice, bot
from pitboss.games.nonbanked.hand import prepare, round_of_play
from pitboss.games.nonbanked.irregularities import DETAILS, incidents, irregularity, refund_all
from pitboss.games.nonbanked.occasions import occasion
from pitboss.games.nonbanked.rules import PokerMemory, Rules
from pitboss.games.nonbanked.seating import dealt_in, house_problems, most_seats
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.hands import Ranking
from pitboss.house import House
from pitboss.rulebook import chapter
from pitboss.table.game import Game
from pitboss.table.procedures.failures import device_acts
from pitboss.table.procedures.preparation import preparation_of


def no_wagers(house: House, wagers: dict[str, int]) -> None:
    """There are no wagers against the house in nonbanked Poker."""


def edition(number: str, rankings: Mapping[str, Ranking]) -> Game:
    """The game of a chapter, with its rankings by section."""
    book = chapter(number)
    rules, preparation = book.procedure("hand", Rules, book=book), preparation_of(book)
    by_hand = replace(preparation, alternate=rules.alternate_by_hand) if rules.alternate_by_hand else None
    return Game(
        chapter=number,
        wagers=(),
        deck=lambda house: cards.deck(),
        check=no_wagers,
        positions=lambda house: (1, rules.between.seated),
        prepare=prepare(rules, preparation, by_hand),
        round_of_play=round_of_play,
        irregularity=irregularity(rules.conduct, preparation),
        occasion=occasion,
        incidents=incidents(rules.conduct),
        details=DETAILS,
        acts={**acts(rules.between), **device_acts(rules.conduct.out_of_order)},
        players_acts=PLAYERS_ACTS,
        problems=house_problems(rules),
        most_seats=most_seats(rules),
        refund=refund_all,
        bot=bot,
        advice=advice,
        silent={rules.conduct.stud_hole_card: "end"},  # a player who bets no more still contends for part of the pot
        suggest=lambda house: {},
        rankings=rankings,
        name_hand=lambda house, own, board, low: VARIANTS[house["variant"]].named(own, board),
        chips=rules.chips,
        clear=rules.losing_hands,
        no_more_bets=rules.between.seated,
        dealt_in=dealt_in,
        memory=PokerMemory,
        rules=rules,
    )

"""Five community cards, one dealer: § 563.11 (Texas Hold 'Em Bonus) and § 677a.11 (Heads-Up Hold 'Em)."""

from pitboss.games.heads_up_hold_em import BOOK
from pitboss.odds.boards import heads_up, texas_bonus
from pitboss.odds.boards.games import HeadsUp, TexasBonus
from pitboss.odds.boards.holdings import counts_of
from pitboss.odds.players.player import Player, bet
from pitboss.odds.players.turning import class_of, set_number, turn_card
from pitboss.odds.suits import WHOLE, classes
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, Answer, Ask


def seen_as(board: list[int], own: list[int]) -> tuple[int, int]:
    """The class of some community cards, and the player's pair with suits turned as the class has them."""
    number, suits = class_of(classes(len(board)), board)
    return number, set_number([turn_card(card, suits) for card in own])


class TexasBonusPlayer(Player):
    """Makes the Flop Wager or folds; makes the Turn and River Wagers or checks."""

    def __init__(self, solved: TexasBonus) -> None:
        super().__init__(solved)
        self.best = solved.solution
        self.terms = texas_bonus.Terms.of(solved.house)

    def answer(self, t: Round, ask: Ask) -> Answer:
        own = t.hands[SEATS[ask.seat]]
        if ask.cite == "563.11(a)":
            return bet(ask, "bet") if self.best.before[set_number(own)] else Answer("fold")
        bets = self.best.flop if ask.cite == "563.11(c)" else self.best.turn[0]  # with a Turn Wager or without
        return bet(ask, "bet") if bets[seen_as(t.hands[COMMUNITY], own)] else Answer("check")


class HeadsUpPlayer(Player):
    """Raises before the flop, on it or at the end, or folds. The last decision is an exact count for the board."""

    def __init__(self, solved: HeadsUp) -> None:
        super().__init__(solved)
        self.best = solved.solution
        self.terms = heads_up.Terms.of(solved.house)
        self.times = {"677a.11(b)": BOOK.limit("raise_before_flop"), "677a.11(d)": BOOK.limit("raise_after_flop")}
        self.flop: int = BOOK.limit("flop_cards")

    def answer(self, t: Round, ask: Ask) -> Answer:
        own, community = t.hands[SEATS[ask.seat]], t.hands[COMMUNITY]
        if ask.cite == "677a.11(f)":
            return bet(ask, "raise") if self.plays(own, community) else Answer("fold")
        if ask.cite == "677a.11(b)":
            raises = self.best.before[set_number(own)]
        else:
            raises = self.best.flop[seen_as(community[: self.flop], own)]
        return bet(ask, "raise", self.times[ask.cite]) if raises else Answer("check")

    def plays(self, own: list[int], board: list[int]) -> bool:
        """Whether a Raise of once the Ante brings more than the Ante and Odds that a fold gives up (§ 677a.11(f))."""
        category, counts = counts_of(board, WHOLE, set_number(own))
        fixed, unit, total = heads_up.brings(counts, self.terms.amount[category])
        return fixed + self.terms.raises[heads_up.AT_END] * unit > self.terms.fold * total

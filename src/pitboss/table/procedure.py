"""The frame of every round: preparation, placing of wagers, the chapter's round of play, and the refunds of a void round."""

from pitboss.table.game import Game
from pitboss.table.money.ledger import balance
from pitboss.table.money.progressive import take_back
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import DEALER, Procedure, Step, Void


def play(t: Round, game: Game) -> Procedure:
    """A round from the shuffle to its ledger."""
    try:
        yield from game.prepare(t)
        for seat, placed in sorted(t.bets.items()):
            for wager, cents in placed.items():
                t.place(game.cite_of(wager), seat, wager, cents)
        yield from game.round_of_play(t)
    except Void as void:
        make_void(t, game, void)
    for place in list(t.hands):
        t.discard(game.clear, place)
    t.balanced = balance(t.steps)


def make_void(t: Round, game: Game, void: Void) -> None:
    """Voids all hands: wagers on the layout are returned, and so is what a fold or a surrender gave up.

    Wagers of a player who left were abandoned, whatever becomes of the hands, and stay with the house.
    """
    t.void = void.cite
    take_back(t, void.cite)
    if game.refund is not None:
        game.refund(t, void.cite)
    t.steps.append(Step(void.cite, "void", note=void.note or "all hands are void"))
    for (seat, wager), cents in sorted(t.collected.items()):
        t.steps.append(Step(void.cite, "restore", SEATS[seat], wager=wager, cents=cents))
    for seat in t.seats:
        for wager in list(t.wagers.get(seat, ())):
            if seat in t.left:
                t.collect(void.cite, seat, wager, note="abandoned")
            else:
                t.give_back(void.cite, seat, wager)
    for wager, cents in t.dealers.items():
        t.steps.append(Step(void.cite, "return", DEALER, wager=wager, cents=cents))

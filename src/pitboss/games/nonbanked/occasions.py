"""When an irregularity can be declared at a Poker table, and for which seats (§§ 553.16, 553.17, § 637a.18)."""

from pitboss.games.nonbanked.irregularities import ALIKE, AT_THE_SHOWDOWN, AT_THE_TABLE, ENOUGH, dealing_is_over, in_turn
from pitboss.games.nonbanked.rules import play_of
from pitboss.games.nonbanked.seating import eligible
from pitboss.games.nonbanked.variants import DRAW, STUD
from pitboss.table.procedures.preparation import counts_the_cards, device_in_use
from pitboss.table.round import SEATS, Round

WITH_CARDS = (
    *("unprotected hand collected", "unprotected hand fouled", "protected hand collected", "protected hand fouled"),
    *("player leaves the table", "hand called wrongly", "announced amount differs", "bet increased afterwards"),
    "cards out of view",
)
IN_TURN = ("verbal statement", "single larger chip")
SEVEN_CARDS = 7


def occasion(t: Round, kind: str) -> list[int] | None:
    """The seats that a kind of irregularity can be about now, [] if it is about no seat, None if it cannot happen."""
    play, same = play_of(t), ALIKE.get(kind, kind)
    if kind in AT_THE_SHOWDOWN and t.stage != "decided":
        return None
    if kind == "up cards turned face down" and play.variant.blinds:
        return None
    holding = [seat for seat in play.contenders if t.hands.get(SEATS[seat])]
    match same:
        case "cards not shuffled and cut" | "dispute" | "additional card found" | "missing card found" | "stub count wrong":
            return [*t.table.seats] if same == "dispute" else []
        case "cards thrown away":
            return [*play.contenders] or None
        case "eligible player not dealt in":
            passed_over = [seat for seat in eligible(t.table) if seat not in play.players]
            return passed_over or None if len(play.voluntary) < ENOUGH else None
        case "cards dealt to an ineligible player":
            return not_entitled(t) or None
        case "hole card face up":
            return hole_card_due(t) or None
        case "statement out of turn":
            return [seat for seat in holding if not in_turn(t, seat)] or None
        case _ if same in IN_TURN:
            return [seat for seat in holding if in_turn(t, seat)] or None
        case _ if same in WITH_CARDS:
            return holding or None
        case _ if same in AT_THE_TABLE:
            return [*t.table.seats]
        case _:
            return [] if can_happen(t, same) else None


def can_happen(t: Round, kind: str) -> bool:
    """True if an irregularity about no seat can happen now."""
    match kind:
        case "wrong starting position":
            return len(play_of(t).voluntary) < ENOUGH
        case "card face up" | "card off the table":
            return not dealing_is_over(t)
        case "shuffler count wrong":
            return counts_the_cards(t) and not t.stage and not t.hands
        case "shuffler jam":
            return device_in_use(t)
        case "cut performed improperly":
            return t.cut_made and not t.stage and not t.hands
        case _:
            return True


def not_entitled(t: Round) -> list[int]:
    """The seats that may get cards by mistake, including free ones."""
    play, (most, _) = play_of(t), t.table.game.seats(t.table.house)
    entitled = {*play.players, *eligible(t.table), *play.ineligible}
    return [seat for seat in range(1, most + 1) if seat not in entitled] if len(t.stack) else []


def hole_card_due(t: Round) -> list[int]:
    """The players who are being, or have just been, dealt a hole card: in the first deal, and the last card of Seven-card
    Stud."""
    play = play_of(t)
    if play.variant.family == DRAW:
        return []
    if t.stage == "":
        return play.contenders
    if play.variant.family != STUD:
        return []
    return [seat for seat in play.contenders if len(t.hands.get(SEATS[seat], ())) == SEVEN_CARDS and not play.bets.get(seat)]

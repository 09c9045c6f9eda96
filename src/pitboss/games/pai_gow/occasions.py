"""When an irregularity can be declared at a table of Pai Gow Poker, and for which seats (§ 561.14, § 645a.14)."""

from pitboss.games.pai_gow.irregularities import dealt_by_hand, voids_until_settled
from pitboss.games.pai_gow.rules import Play, play_of
from pitboss.table.procedures.failures import BROKEN, REPAIRED
from pitboss.table.procedures.irregularities import Irregularities
from pitboss.table.procedures.occasions import Occasion, in_round, occasions
from pitboss.table.round import Round

WHILE_SETTLING = (BROKEN, REPAIRED, "shuffler jam")


def pai_gow_occasions(i: Irregularities) -> Occasion:
    """For a chapter with these paragraphs: the seats that a kind of irregularity can be about now, [] if it is about no seat,
    None if it cannot happen."""
    shared = occasions(i)

    def occasion(t: Round, kind: str) -> list[int] | None:
        play = play_of(t)
        if not play.begun:
            return None
        if t.stage == "settling" and kind not in WHILE_SETTLING and not voids_until_settled(play, kind, i):
            return None
        match kind:
            case "wrong number of cards":  # a position without a wager gets seven cards too
                return list(range(1, play.positions + 1))
            case "player card exposed":
                return hands_not_set(t, play) or None
            case "player leaves":
                return [seat for seat in in_round(t) if seat != play.bank] or None
            case "no roll":
                return [] if play.started_by == "shaker" and not t.stage else None
            case "bank removes the lid":
                return [] if play.bank and play.started_by == "shaker" and not t.stage else None
            case "wrong starting position":
                return [] if play.started_by == "shaker" and t.stage != "revealed" else None
            case "stacks dealt wrong":
                return [] if dealt_by_hand(t) and t.stage != "revealed" else None
            case "dealer sets hands wrong":
                return [] if t.stage != "revealed" else None
            case _:
                return shared(t, kind)

    return occasion


def hands_not_set(t: Round, play: Play) -> list[int]:
    """The seats whose cards may still be exposed too early."""
    if t.stage not in ("", "dealt"):
        return []
    return [seat for seat in in_round(t) if seat not in play.low and seat not in play.voided and seat not in play.surrendered]

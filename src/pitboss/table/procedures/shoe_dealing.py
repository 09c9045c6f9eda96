"""Dealing from a shoe of several decks, one card at a time, and its irregularities: for games that need no more than that.

A chapter lists its paragraphs in `[procedures.dealing.shoe]` and `[procedures.irregularities]`; `multideck` fills the shoe. The
games of 21 deal by sections of their own (`pitboss.games.twenty_one`).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.errors import NotAuthorized
from pitboss.rulebook import Chapter
from pitboss.table.money.progressive import lock_out
from pitboss.table.procedures.irregularities import player_leaves, undealt
from pitboss.table.procedures.multideck import ShoePreparation, cut, jam, memory_of, next_card, shuffler_of
from pitboss.table.round import Round
from pitboss.table.steps import SHOE, UP, Incident, Procedure


@dataclass(frozen=True)
class ShoeMethod:
    """The paragraphs on dealing from a shoe."""

    no_more_bets: str
    take: tuple[str, str]  # the dealer's way of taking each card
    deal: str


def shoe_method_of(book: Chapter) -> ShoeMethod:
    """A chapter's way of dealing from a shoe, as its file lists it."""
    return book.procedure("dealing.shoe", ShoeMethod)


def deal_from_shoe(t: Round, p: ShoePreparation, method: ShoeMethod, order: Iterable[tuple[str, str]]) -> Procedure:
    """From "no more bets" until the deal is complete: one card at a time, to each place of `order` with the face it states."""
    t.say(method.no_more_bets, "“no more bets”")
    lock_out(t, method.no_more_bets)
    yield from t.moment("deal")
    t.say(*method.take)
    for place, face in order:
        yield from next_card(t, p, method.deal, place, face)
    t.stage = "dealt"
    yield from t.take_deferred()
    yield from t.moment("dealt")


# The words of each incident's detail.
DETAILS = {
    "card face up": ("card", "cards"),
    "player leaves": ("seat",),
    "cut performed improperly": (),
    "floorperson orders a reshuffle": (),
    "shuffler jam": (),
}


@dataclass(frozen=True)
class ShoeIrregularities:
    """A chapter's paragraphs for the remedies below, "" where it has none."""

    face_up: str
    leaves: str
    recut: str = ""
    reshuffle: str = ""
    shuffler_jam: str = ""

    def kinds(self) -> dict[str, str]:
        """The incidents in the words of the rule cases, each with the paragraph of its remedy."""
        paragraphs = {
            "card face up": self.face_up,
            "player leaves": self.leaves,
            "cut performed improperly": self.recut,
            "floorperson orders a reshuffle": self.reshuffle,
            "shuffler jam": self.shuffler_jam,
        }
        return {kind: cite for kind, cite in paragraphs.items() if cite}


def shoe_irregularities_of(book: Chapter) -> ShoeIrregularities:
    """A chapter's paragraphs on irregularities at a shoe, as its file lists them."""
    return book.procedure("irregularities", ShoeIrregularities)


def remedy_at_shoe(t: Round, incident: Incident, i: ShoeIrregularities, p: ShoePreparation) -> Procedure:
    """The remedies that do not depend on the chapter's wagers."""
    match incident.kind:
        case "card face up":
            for card in undealt(t, i.face_up, incident) or [None]:
                if len(t.stack):
                    t.burn(i.face_up, card=card, face=UP, note="found face up: it may not be used in this round")
                else:
                    t.say(i.face_up, "found face up: it may not be used in this round", SHOE)
        case "player leaves":
            player_leaves(t, i.leaves, incident)
        case "cut performed improperly":
            if t.stage or t.hands or not t.cut_made:
                raise NotAuthorized("cards are recut only after a cut and before any card has been dealt", i.recut)
            t.say(i.recut, "the floorperson requires a recut")
            yield from cut(t, p, again=True)
        case "floorperson orders a reshuffle":
            memory_of(t.table).reshuffle.update(t.table.stacks)
            t.say(i.reshuffle, "the cards are reshuffled after this round")
        case "shuffler jam":
            if shuffler_of(t.table) == "manual":
                raise NotAuthorized("no automated card shuffling device is in use at this table", i.shuffler_jam)
            yield from jam(t, p, i.shuffler_jam)
        case _:
            raise NotAuthorized(f"the regulation states no remedy for {incident.kind!r}")

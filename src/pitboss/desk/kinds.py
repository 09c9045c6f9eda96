"""The kinds of table game that chapter 527 counts hours by (§ 527.2(1)), and which of them a game belongs to."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.desk.fields import BadRecord
from pitboss.errors import UnknownCitation
from pitboss.rulebook import chapter, games
from pitboss.spelling import hint, plain

CARDS, DICE, TILES = "cards", "dice", "tiles"


@dataclass(frozen=True)
class Kind:
    """A line of the table in § 527.2(1), and what a game of the kind is played with (§ 527.2(2) to (4))."""

    name: str
    uses: tuple[str, ...]

    @property
    def hours(self) -> int:
        """The least hours of instruction."""
        return chapter("527").limit_named(f"hours_{_key(self.name)}")

    @property
    def weeks(self) -> int:
        """The weeks over which they are given."""
        return chapter("527").limit_named(f"weeks_{_key(self.name)}")


BANKED = Kind("Blackjack and other banked card games", (CARDS,))
POKER = Kind("Poker", (CARDS,))
PAI_GOW_POKER = Kind("Pai Gow Poker", (CARDS, DICE))  # the shaker of § 561.2(e) and § 645a.2(c)(1)
CRAPS = Kind("Craps", (DICE,))
BACCARAT = Kind("Baccarat and Mini-Baccarat", (CARDS,))
ROULETTE = Kind("Roulette", ())
PAI_GOW_TILES = Kind("Pai Gow Tiles", (DICE, TILES))
KINDS = {plain(kind.name): kind for kind in (BANKED, POKER, PAI_GOW_POKER, CRAPS, BACCARAT, ROULETTE, PAI_GOW_TILES)}
OTHERS = {  # games that have hours and no chapter here
    "Craps": CRAPS,
    "Mini-Craps": CRAPS,
    "Baccarat": BACCARAT,
    "Mini-Baccarat": BACCARAT,
    "Midibaccarat": BACCARAT,
    "Roulette": ROULETTE,
    "Pai Gow Tiles": PAI_GOW_TILES,
    "Pai Gow": PAI_GOW_TILES,
}


@dataclass(frozen=True)
class Dealt:
    """A game that somebody deals: its name, its chapter where it has one here, and its kind."""

    name: str
    chapter: str
    kind: Kind


def _key(name: str) -> str:
    return plain(name).replace(" ", "_")


def kind_named(words: str, where: str) -> Kind:
    """A kind of game by its name in § 527.2(1); `where` is what a complaint begins with."""
    if (found := KINDS.get(plain(words))) is None:
        meant = hint(words, [kind.name for kind in KINDS.values()], f"those of § 527.2(1) are {', '.join(map(str, KINDS))}")
        raise BadRecord(f"{where}: {words!r} is no kind of table game{meant}", "527.2(1)")
    return found


def game_named(words: str, where: str, approved: Mapping[str, Kind] | None = None) -> Dealt:
    """A game by its chapter, its name, or a name that the register gives to a game approved under § 521.4.

    >>> game_named("565", "").kind.name, game_named("Mini-Craps", "").kind.hours, game_named("637a", "").kind.weeks
    ('Blackjack and other banked card games', 160, 4)
    """
    for name, kind in {**OTHERS, **(approved or {})}.items():
        if plain(name) == plain(words):
            return Dealt(name, "", kind)
    try:
        book = chapter(next((book.chapter for book in games() if plain(book.game) == plain(words)), words))
    except UnknownCitation:
        known = [*(book.game for book in games()), *OTHERS, *(approved or {})]
        raise BadRecord(f"{where}: no game is called {words!r}{hint(words, known, '`pitboss games` lists them')}") from None
    if book.kind == "nonbanked":
        return Dealt(book.game, book.chapter, POKER)
    if book.kind != "banked":
        raise BadRecord(f"{where}: chapter {book.chapter} is no game")
    return Dealt(book.game, book.chapter, PAI_GOW_POKER if book.slug.startswith("pai-gow-poker") else BANKED)

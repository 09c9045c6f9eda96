"""The contents of the felt by section .2 of each chapter: betting areas, places for cards, inscriptions, with paragraphs.

A chapter's file states them in `[felt]`, which is read as a `Design`. Its `rows` arrange the areas of a position as the player
sees them, the row nearest the dealer first. Wagers that the house does not offer are left out. The rows follow the text where
it says how two areas lie ("behind the Ante", "above and to the right of the Flop"). An area that section .2 does not list
(Insurance and doubling at Blackjack, Pair Plus in 587) cites the paragraph of its wager. A game whose file states no rows gets
a plain felt. `design_of` and `inscriptions_of` apply the house's choices.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.house import House
from pitboss.house.payout_limits import short_notice
from pitboss.money import dollars
from pitboss.rulebook import chapter
from pitboss.table.game import Game
from pitboss.table.offer import Wager

CIRCLE, DIAMOND, RECT, SPOT = "circle", "diamond", "rect", "spot"  # a spot takes chips but has no printed area
RULE, NOTE, LIMIT, LOGO = "rule", "note", "limit", "logo"  # the roles of inscriptions
GAP = "="  # the sign between Ante and Super Bonus (§ 657a.2(b)(2))
FLOP_TURN_RIVER = ("Flop", "Flop", "Flop", "Turn", "River")

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class AreaStyle:
    """The printed area of a wager: its label ("|" breaks the line), the paragraph that requires it, and its shape."""

    label: str
    cite: str
    shape: str = CIRCLE


@dataclass(frozen=True)
class Inscription:
    """Words on the felt, and the paragraph that requires them. In a chapter's file, an option in braces is replaced by the
    house's choice, and the words appear only if the option named by `when` is chosen."""

    text: str
    cite: str
    role: str = RULE
    when: str = ""


@dataclass(frozen=True)
class Rearranged:
    """How an option changes a felt: other rows, anchors and areas."""

    rows: Rows
    anchors: tuple[str, ...] = ()
    areas: dict[str, AreaStyle] = field(default_factory=dict)


@dataclass(frozen=True)
class Design:
    """The felt of one chapter. `cards` counts a player's cards; `community` names each community card, "" for no name."""

    rows: Rows = ()
    areas: dict[str, AreaStyle] = field(default_factory=dict)
    cards: int = 2
    cards_cite: str = ""
    dealer: int = 0
    community: tuple[str, ...] = ()
    community_cite: str = ""
    dealer_cite: str = ""
    hands: tuple[str, ...] = ()  # the names of the two hands at Pai Gow Poker
    hands_cite: str = ""
    splits: bool = False  # True if a player can have several hands
    anchors: tuple[str, ...] = ()  # wagers that are centred in their row, whatever is beside them
    numbered: bool = False  # True if each betting area shows the number of its position
    logo: str = ""
    words: tuple[Inscription, ...] = ()
    sign: str = ""  # the option that moves the words to a sign
    limit: str = ""  # the paragraph that requires the payout limit on the felt
    limit_sign: str = ""  # another option, besides payout_limit_notice, that moves the limit to a sign
    options: dict[str, Rearranged] = field(default_factory=dict)


def design(number: str) -> Design:
    """The felt of a chapter as its file describes it.

    >>> design("three-card-poker").rows
    (('Play',), ('Ante',), ('Pair Plus',))
    """
    return chapter(number).part("felt", Design, lambda table: with_defaults(game(number), table))


def with_defaults(kind: Game, table: Mapping[str, Any]) -> dict[str, Any]:
    """The felt that a file describes, with defaults filled in: plain rows if it states none, and a plain area for each wager
    that it does not describe."""
    if kind.dealt_in is not None:
        return dict(table)
    filled = {**(plain(kind) if "rows" not in table else {}), **table}
    printed = {name for row in filled["rows"] for name in row}
    areas = {
        wager.name: AreaStyle(wager.name.replace(" ", "|", 1), wager.cite, RECT if wager.option else CIRCLE)
        for wager in kind.wagers
        if wager.name in printed
    }
    return filled | {"areas": areas | filled.get("areas", {})}


def plain(kind: Game) -> dict[str, Any]:
    """A plain felt for any game: rows, number of cards and logo. Optional wagers lie nearest the dealer, then wagers made by
    decisions, then the first wagers."""
    first = [wager.name for wager in kind.wagers if wager.before_deal and not wager.option]
    optional = [wager.name for wager in kind.wagers if wager.option]
    later = [wager.name for wager in kind.wagers if not wager.before_deal and not wager.option]
    rows = [row[at : at + 3] for row in (optional, later, first) for at in range(0, len(row), 3)]
    limits = chapter(kind.chapter).limits
    cards = next((int(limit.value) for limit in limits if limit.name == "cards_per_hand"), 2)
    cite = next((limit.section for limit in limits if limit.name == "seats"), "")
    return {"rows": rows, "cards": cards, "dealer": cards, "logo": cite}


def made_here(house: House) -> list[Wager]:
    """Every wager that can be made at this house, before the deal or by a decision.

    >>> [wager.name for wager in made_here(House.of("three-card-poker"))]
    ['Ante', 'Pair Plus', 'Play']
    """
    offered = game(house.chapter.chapter)
    made = [w for w in offered.wagers if not w.option or house.values.get(w.option)]
    return [w for w in made if w.name != "Bank" or house.get("player_bank")]


def rows_of(house: House) -> Rows:
    """The areas of a position in rows as the player sees them, the row nearest the dealer first."""
    made = {wager.name for wager in made_here(house)}
    rows = [tuple(w for w in row if w in made or w == GAP) for row in design_of(house).rows]
    return tuple(row for row in rows if row)


def design_of(house: House) -> Design:
    """The chapter's felt with the changes that the house's options make. At Poker, the variant determines the players' cards
    and the board."""
    layout = design(house.chapter.chapter)
    for option, changed in layout.options.items():
        if house.values.get(option):
            layout = replace(layout, rows=changed.rows, anchors=changed.anchors, areas=layout.areas | changed.areas)
    if house.chapter.chapter not in NONBANKED:
        return layout
    streets = VARIANTS[house["variant"]].streets
    board = sum(street.board for street in streets)
    return replace(layout, cards=sum(len(s.cards) for s in streets), community=FLOP_TURN_RIVER if board else ())


def cite_of(house: House, wager: str) -> str:
    """The paragraph that requires an area. At Blackjack Switch, one paragraph requires both Blackjack areas.

    >>> cite_of(House.of("blackjack"), "Blackjack"), cite_of(House.of("blackjack", {"blackjack_switch": True}), "Blackjack")
    ('633a.2(b)(2)', '633a.2(b)(10)(i)')
    """
    return design_of(house).areas[wager].cite


def label_of(house: House, wager: Wager) -> str:
    """The words printed in an area, including the amount of a wager that has only one or two.

    >>> house = House.of("caribbean-stud-poker")
    >>> [label_of(house, wager) for wager in made_here(house)]
    ['Ante', 'Prog.|$1', 'Bet']
    """
    label = design(house.chapter.chapter).areas[wager.name].label
    only = wager.only(house)
    return f"{label}|{' or '.join(map(dollars, only))}" if only and "|" not in label else label


def inscriptions_of(house: House, holder: str = "") -> list[Inscription]:
    """The inscriptions on the felt of this house, the most important first, without those that it has on a sign.

    >>> [(line.text, line.cite) for line in inscriptions_of(House.of("three-card-poker"))]
    [('Dealer Plays with Queen High or Better', '565.2(b)(5)')]
    >>> inscriptions_of(House.of("heads-up-hold-em", {"notices_shown": "sign"}))
    []
    """
    printed = design(house.chapter.chapter)
    on_sign = house.values.get(printed.sign) == "sign"
    lines = [] if on_sign else notices_of(house)
    lines += _limit(house)
    return [*lines, Inscription(holder, printed.logo, LOGO)] if holder else lines


def notices_of(house: House) -> list[Inscription]:
    """The notices that patrons must be able to read besides the payouts, on the layout or on a sign.

    >>> [line.text for line in notices_of(House.of("heads-up-hold-em", {"notices_shown": "sign"}))]
    ['Ante returned if dealer has less than a pair']
    """
    words = design(house.chapter.chapter).words
    return [
        replace(line, text=line.text.format_map(house.values), when="")
        for line in words
        if not line.when or house.values.get(line.when)
    ]


def _limit(house: House) -> list[Inscription]:
    """The notice of the payout limit; [] if there is none, or it is on a sign."""
    printed = design(house.chapter.chapter)
    if not printed.limit or not house.get("payout_limit"):
        return []
    notice = house["payout_limit_notice"]
    if notice == "sign" or house.values.get(printed.limit_sign) == "sign":
        return []
    words = "Posted payout limit applies" if notice == "generic" else short_notice(house)
    return [Inscription(words, printed.limit, LIMIT)]

"""What section .2 of each chapter has on the felt: betting areas, places for cards, inscriptions, each with its paragraph.

A chapter's file says it in `[felt]`, which is a `Design`. Its `rows` say how the areas of a position lie, the row nearest the
dealer first, as the player sees them; a wager that the house does not offer is left out. Where the text says how two areas lie
to each other ("behind the Ante", "above and to the right of the Flop"), the rows follow it. An area that section .2 does not
list (Insurance and doubling at Blackjack, Pair Plus in 587) has the paragraph of its wager. A game whose file
states no rows has a plain felt. What a house chooses changes the felt: `design_of`, `inscriptions_of`.
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

CIRCLE, DIAMOND, RECT, SPOT = "circle", "diamond", "rect", "spot"  # a spot takes chips, but nothing is printed there
RULE, NOTE, LIMIT, LOGO = "rule", "note", "limit", "logo"  # what an inscription is for
GAP = "="  # the sign between Ante and Super Bonus (§ 657a.2(b)(2))
FLOP_TURN_RIVER = ("Flop", "Flop", "Flop", "Turn", "River")

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class AreaStyle:
    """How the area of one wager is printed: its label ("|" between two lines), its shape, the paragraph that requires it."""

    label: str
    cite: str
    shape: str = CIRCLE


@dataclass(frozen=True)
class Inscription:
    """Words on the felt, and the paragraph that requires them. In a chapter's file an option in braces stands for the house's
    choice, and `when` names an option without which the words are not there."""

    text: str
    cite: str
    role: str = RULE
    when: str = ""


@dataclass(frozen=True)
class Rearranged:
    """What an option changes of a felt: the rows and the areas in the middle of them, and the style of some areas."""

    rows: Rows
    anchors: tuple[str, ...] = ()
    areas: dict[str, AreaStyle] = field(default_factory=dict)


@dataclass(frozen=True)
class Design:
    """The felt of one chapter. `cards` are those of a player; `community` names each card area, "" for one without a name."""

    rows: Rows = ()
    areas: dict[str, AreaStyle] = field(default_factory=dict)
    cards: int = 2
    cards_cite: str = ""
    dealer: int = 0
    community: tuple[str, ...] = ()
    community_cite: str = ""
    dealer_cite: str = ""
    hands: tuple[str, ...] = ()  # two hands that are set apart, as at Pai Gow Poker
    hands_cite: str = ""
    splits: bool = False  # whether a player can have several hands
    anchors: tuple[str, ...] = ()  # wagers that lie in the middle of their row, whatever is beside them
    numbered: bool = False  # whether each betting area has the number of its position
    logo: str = ""
    words: tuple[Inscription, ...] = ()
    sign: str = ""  # the option by which a sign has the words instead
    limit: str = ""  # the paragraph that has the payout limit on the felt
    limit_sign: str = ""  # the option by which a sign has the limit instead, beside payout_limit_notice
    options: dict[str, Rearranged] = field(default_factory=dict)


def design(number: str) -> Design:
    """The felt of a chapter as its file describes it.

    >>> design("three-card-poker").rows
    (('Play',), ('Ante',), ('Pair Plus',))
    """
    return chapter(number).part("felt", Design, lambda table: completed(game(number), table))


def completed(kind: Game, table: Mapping[str, Any]) -> dict[str, Any]:
    """A felt as a file describes it, with a plain area for each wager in its rows that it does not describe; where it states
    no rows, what decisions make lies in a row before the first wagers, and optional wagers nearest the dealer."""
    if kind.dealt_in is not None:
        return dict(table)
    found = {**(plain(kind) if "rows" not in table else {}), **table}
    printed = {name for row in found["rows"] for name in row}
    areas = {
        wager.name: AreaStyle(wager.name.replace(" ", "|", 1), wager.cite, RECT if wager.option else CIRCLE)
        for wager in kind.wagers
        if wager.name in printed
    }
    return found | {"areas": areas | found.get("areas", {})}


def plain(kind: Game) -> dict[str, Any]:
    """The rows of a felt for any game, its places for cards and its logo."""
    first = [wager.name for wager in kind.wagers if wager.before_deal and not wager.option]
    optional = [wager.name for wager in kind.wagers if wager.option]
    later = [wager.name for wager in kind.wagers if not wager.before_deal and not wager.option]
    rows = [row[at : at + 3] for row in (optional, later, first) for at in range(0, len(row), 3)]
    limits = chapter(kind.chapter).limits
    cards = next((int(limit.value) for limit in limits if limit.name == "cards_per_hand"), 2)
    cite = next((limit.section for limit in limits if limit.name == "seats"), "")
    return {"rows": rows, "cards": cards, "dealer": cards, "logo": cite}


def made_here(house: House) -> list[Wager]:
    """Every wager that can lie on this felt: those offered before the deal, and those that decisions make.

    >>> [wager.name for wager in made_here(House.of("three-card-poker"))]
    ['Ante', 'Pair Plus', 'Play']
    """
    offered = game(house.chapter.chapter)
    made = [w for w in offered.wagers if not w.option or house.values.get(w.option)]
    return [w for w in made if w.name != "Bank" or house.get("player_bank")]


def rows_of(house: House) -> Rows:
    """The areas of a position in rows, that nearest the dealer first, as the player sees them."""
    made = {wager.name for wager in made_here(house)}
    rows = [tuple(w for w in row if w in made or w == GAP) for row in design_of(house).rows]
    return tuple(row for row in rows if row)


def design_of(house: House) -> Design:
    """The felt of a house, as its options rearrange it; a player's cards and the board of Poker are those of the variant."""
    found = design(house.chapter.chapter)
    for option, changed in found.options.items():
        if house.values.get(option):
            found = replace(found, rows=changed.rows, anchors=changed.anchors, areas=found.areas | changed.areas)
    if house.chapter.chapter not in NONBANKED:
        return found
    streets = VARIANTS[house["variant"]].streets
    board = sum(street.board for street in streets)
    return replace(found, cards=sum(len(s.cards) for s in streets), community=FLOP_TURN_RIVER if board else ())


def cite_of(house: House, wager: str) -> str:
    """The paragraph that requires an area; at Blackjack Switch one paragraph has both Blackjack areas.

    >>> cite_of(House.of("blackjack"), "Blackjack"), cite_of(House.of("blackjack", {"blackjack_switch": True}), "Blackjack")
    ('633a.2(b)(2)', '633a.2(b)(10)(i)')
    """
    return design_of(house).areas[wager].cite


def label_of(house: House, wager: Wager) -> str:
    """What is printed in an area; a wager of one amount, or of two, has the amount.

    >>> house = House.of("caribbean-stud-poker")
    >>> [label_of(house, wager) for wager in made_here(house)]
    ['Ante', 'Prog.|$1', 'Bet']
    """
    label = design(house.chapter.chapter).areas[wager.name].label
    only = wager.only(house)
    return f"{label}|{' or '.join(map(dollars, only))}" if only and "|" not in label else label


def inscriptions_of(house: House, holder: str = "") -> list[Inscription]:
    """What is written on the felt at this house, the most important first. What the house has on a sign is left out.

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
    """What patrons must be able to read beside the payouts, on the layout or on a sign.

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
    """The notice of the payout limit, where there is one and no sign has it."""
    printed = design(house.chapter.chapter)
    if not printed.limit or not house.get("payout_limit"):
        return []
    notice = house["payout_limit_notice"]
    if notice == "sign" or house.values.get(printed.limit_sign) == "sign":
        return []
    words = "Posted payout limit applies" if notice == "generic" else short_notice(house)
    return [Inscription(words, printed.limit, LIMIT)]

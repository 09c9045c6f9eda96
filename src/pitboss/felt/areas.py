"""What section .2 of each chapter has on the felt: betting areas, places for cards, inscriptions, each with its paragraph.

`DESIGNS` has one entry for each chapter. Its `rows` say how the areas of a position lie, the row nearest the dealer first, as
the player sees them; a wager that the house does not offer is left out. Where the text says how two areas lie to each other
("behind the Ante", "above and to the right of the Flop"), the rows follow it. An area that section .2 does not list (Insurance
and doubling at Blackjack, Pair Plus in 587) has the paragraph of its wager. What a house chooses changes the words:
`inscriptions_of`.
"""

from dataclasses import dataclass, field, replace

from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.house import House
from pitboss.money import dollars
from pitboss.payout_limits import short_notice
from pitboss.rulebook import chapter
from pitboss.table.game import Game
from pitboss.table.offer import Wager

CIRCLE, DIAMOND, RECT, SPOT = "circle", "diamond", "rect", "spot"  # a spot takes chips, but nothing is printed there
RULE, NOTE, LIMIT, LOGO = "rule", "note", "limit", "logo"  # what an inscription is for
GAP = "="  # the sign between Ante and Super Bonus (§ 657a.2(b)(2))

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Sort:
    """How the area of one wager is printed: its label ("|" between two lines), its shape, the paragraph that requires it."""

    label: str
    shape: str
    cite: str


@dataclass(frozen=True)
class Inscription:
    """Words on the felt, and the paragraph that requires them."""

    text: str
    cite: str
    role: str = RULE


@dataclass(frozen=True)
class Design:
    """The felt of one chapter. `cards` are those of a player; `community` names each card area, "" for one without a name."""

    rows: Rows
    sorts: dict[str, Sort] = field(default_factory=dict)
    cards: int = 2
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


def _circle(label: str, cite: str) -> Sort:
    return Sort(label, CIRCLE, cite)


def _rect(label: str, cite: str) -> Sort:
    return Sort(label, RECT, cite)


def _diamond(label: str, cite: str) -> Sort:
    return Sort(label, DIAMOND, cite)


FLOP_TURN_RIVER = ("Flop", "Flop", "Flop", "Turn", "River")
PAYS_3_TO_2, INSURANCE_PAYS = "Blackjack pays 3 to 2", "Insurance pays 2 to 1"


class _Designs(dict[str, Design]):
    """Designs by chapter; a chapter that has none here gets a plain one."""

    def __missing__(self, chapter: str) -> Design:
        return plain(game(chapter))


def plain(kind: Game) -> Design:
    """A felt for any game: what decisions make in a row before the first wagers, optional wagers nearest the dealer."""
    first = [wager for wager in kind.wagers if wager.before_deal and not wager.option]
    optional = [wager for wager in kind.wagers if wager.option]
    later = [wager for wager in kind.wagers if not wager.before_deal and not wager.option]
    rows = [row[at : at + 3] for row in (optional, later, first) for at in range(0, len(row), 3)]
    sorts = {
        wager.name: Sort(wager.name.replace(" ", "|", 1), RECT if wager.option else CIRCLE, wager.cite) for wager in kind.wagers
    }
    book = chapter(kind.chapter)
    cards = next((int(limit.value) for limit in book.limits if limit.name == "cards_per_hand"), 2)
    cite = next((limit.section for limit in book.limits if limit.name == "seats"), "")
    return Design(tuple(tuple(w.name for w in row) for row in rows), sorts, cards=cards, dealer=cards, logo=cite)


DESIGNS: dict[str, Design] = _Designs()
DESIGNS |= {
    "555": Design(
        (("Progressive Payout", "Ante"), ("Bet",)),
        {
            "Ante": _circle("Ante", "555.2(b)(2)"),
            "Bet": _circle("Bet", "555.2(b)(3)"),
            "Progressive Payout": _rect("Prog.", "555.2(f)(1)"),
        },
        cards=5,
        dealer=5,
        anchors=("Ante", "Bet"),
        logo="555.2(b)(1)",
        words=(Inscription("Bet Wager void unless dealer has Ace/King or better", "555.2(b)(4)"),),
    ),
    "557": Design(
        (("Aces Up", "Ante", "Play"),),
        {
            "Ante": _circle("Ante", "557.2(b)(2)"),
            "Play": _circle("Play", "557.2(b)(3)"),
            "Aces Up": _diamond("Aces|Up", "557.2(b)(4)"),
        },
        cards=5,
        dealer=6,
        logo="557.2(b)(1)",
    ),
    "559": Design(
        (("Let It Ride Bonus", "Three Card Bonus"), ("Bet 1", "Bet 2", "Bet 3")),
        {
            "Bet 1": _circle("1", "559.2(b)(2)"),
            "Bet 2": _circle("2", "559.2(b)(2)"),
            "Bet 3": _circle("3", "559.2(b)(2)"),
            "Let It Ride Bonus": _rect("Bonus", "559.2(f)(1)"),
            "Three Card Bonus": _rect("3 Card|Bonus", "559.2(b)(7)"),
        },
        cards=3,
        community=("", ""),
        community_cite="559.2(b)(4)",
        logo="559.2(b)(1)",
    ),
    "561": Design(
        (("Pai Gow Poker",),),
        {"Pai Gow Poker": _circle("Pai|Gow", "561.2(b)(1)")},
        cards=7,
        dealer=7,
        hands=("High", "Low"),
        hands_cite="561.2(b)(2)",
        dealer_cite="561.2(b)(3)",
        numbered=True,  # 561.2(b)(1); 645a.2(b)(2) no longer asks for it
        logo="561.2(b)(4)",
    ),
    "563": Design(
        (("Bonus",), ("Flop", "Turn", "River"), ("Ante",)),
        {
            "Ante": _circle("Ante", "563.2(b)(2)"),
            "Flop": _circle("Flop", "563.2(b)(3)"),
            "Turn": _circle("Turn", "563.2(b)(3)"),
            "River": _circle("River", "563.2(b)(3)"),
            "Bonus": _rect("Bonus", "563.2(b)(4)"),
        },
        dealer=2,
        dealer_cite="563.2(b)(6)",
        community=FLOP_TURN_RIVER,
        community_cite="563.2(b)(5)",
        logo="563.2(b)(1)",
    ),
    "565": Design(
        (("Play",), ("Ante",), ("Pair Plus",)),
        {
            "Ante": _circle("Ante", "565.2(b)(2)"),
            "Play": _circle("Play", "565.2(b)(3)"),
            "Pair Plus": _circle("Pair|Plus", "565.2(b)(4)"),
        },
        cards=3,
        dealer=3,
        logo="565.2(b)(1)",
        words=(Inscription("Dealer plays with Queen high or better", "565.2(b)(5)"),),
    ),
    "587": Design(
        (("Progressive Payout", "Pair Plus", "Six Card Bonus"), ("Ante", "Blind", "Play")),
        {
            "Ante": _circle("Ante", "587.2(b)(2)"),
            "Blind": _circle("Blind", "587.2(b)(2)"),
            "Play": _circle("Play", "587.2(b)(2)"),
            "Pair Plus": _rect("Pair|Plus", "587.7(d)(3)"),
            "Progressive Payout": _rect("Prog.", "587.2(b)(4)"),
            "Six Card Bonus": _rect("6 Card|Bonus", "587.2(b)(5)"),
        },
        cards=3,
        community=("4th Street", "5th Street", "6th Street"),
        community_cite="587.2(b)(3)",
        logo="587.2(b)(1)",
    ),
    "633a": Design(
        (
            ("Insurance",),
            ("Lucky Ladies Twenty Point Bonus", "Match-the-Dealer", "In Between"),
            ("Royal Match 21", "Bet the Set 21", "King's Bounty"),
            ("Super Match", "Blackjack", "Blackjack hand 2", "Double Down"),
        ),
        {
            "Blackjack": _circle("Black|jack", "633a.2(b)(2)"),
            "Blackjack hand 2": _circle("Hand|2", "633a.2(b)(10)(i)"),
            "Lucky Ladies Twenty Point Bonus": _rect("Lucky|Ladies", "633a.2(b)(4)"),
            "Match-the-Dealer": _rect("Match|Dealer", "633a.2(b)(5)"),
            "In Between": _rect("In Be-|tween", "633a.2(b)(6)"),
            "Royal Match 21": _rect("Royal|Match", "633a.2(b)(7)"),
            "Bet the Set 21": _rect("Bet|the Set", "633a.2(b)(8)"),
            "King's Bounty": _rect("King's|Bounty", "633a.2(b)(9)"),
            "Super Match": _rect("Super|Match", "633a.2(b)(10)(ii)"),
            "Insurance": _rect("Insurance", "633a.8(a)"),
            "Double Down": Sort("", SPOT, "633a.10(a)"),
        },
        dealer=2,
        splits=True,
        anchors=("Blackjack",),
        logo="633a.2(b)(1)",
        words=(
            Inscription(PAYS_3_TO_2, "633a.2(b)(3)(i)"),
            Inscription(INSURANCE_PAYS, "633a.2(b)(3)(ii)"),
        ),
    ),
    "635a": Design(
        (("Insurance",), ("Match-the-Dealer", "Spanish 21", "Double Down")),
        {
            "Spanish 21": _circle("Spanish|21", "635a.2(b)(2)"),
            "Match-the-Dealer": _rect("Match|Dealer", "635a.2(b)(5)"),
            "Insurance": _rect("Insurance", "635a.8(a)"),
            "Double Down": Sort("", SPOT, "635a.10(a)"),
        },
        dealer=2,
        splits=True,
        anchors=("Spanish 21",),
        logo="635a.2(b)(1)",
        words=(
            Inscription(PAYS_3_TO_2, "635a.2(b)(3)(i)"),
            Inscription(INSURANCE_PAYS, "635a.2(b)(3)(ii)"),
        ),
    ),
    "645a": Design(
        (("Fortune Bonus", "Emperor's Treasure", "Bank"), ("Pai Gow Insurance", "Pai Gow Poker", "Progressive Payout")),
        {
            "Pai Gow Poker": _circle("Pai|Gow", "645a.2(b)(2)"),
            "Fortune Bonus": _rect("Fortune|Bonus", "645a.2(b)(5)"),
            "Emperor's Treasure": _rect("Emperor's|Treasure", "645a.2(b)(6)"),
            "Pai Gow Insurance": _rect("Insur-|ance", "645a.2(b)(7)"),
            "Progressive Payout": _rect("Prog.", "645a.2(b)(8)"),
            "Bank": Sort("", SPOT, "645a.12(a)"),
        },
        cards=7,
        dealer=7,
        hands=("High", "Low"),
        hands_cite="645a.2(b)(3)",
        dealer_cite="645a.2(b)(4)",
        anchors=("Pai Gow Poker",),
        logo="645a.2(b)(1)",
    ),
    "655a": Design(
        (("Progressive Payout", "Three Card Bonus"), ("3rd Street", "4th Street", "5th Street"), ("Ante",)),
        {
            "Ante": _circle("Ante", "655a.2(b)(2)"),
            "3rd Street": _circle("3rd|Street", "655a.2(b)(2)"),
            "4th Street": _circle("4th|Street", "655a.2(b)(2)"),
            "5th Street": _circle("5th|Street", "655a.2(b)(2)"),
            "Progressive Payout": _rect("Prog.", "655a.2(b)(4)"),
            "Three Card Bonus": _rect("3 Card|Bonus", "655a.2(b)(5)"),
        },
        community=("3rd Street", "4th Street", "5th Street"),
        community_cite="655a.2(b)(3)",
        logo="655a.2(b)(1)",
    ),
    "657a": Design(
        (("Queens Up", "Play", "Progressive Payout"), ("Ante", GAP, "Super Bonus")),
        {
            "Ante": _circle("Ante", "657a.2(b)(2)"),
            "Play": _circle("Play", "657a.2(b)(2)"),
            "Super Bonus": _circle("Super|Bonus", "657a.2(b)(2)"),
            "Queens Up": _diamond("Queens|Up", "657a.2(b)(2)"),
            "Progressive Payout": _rect("Prog.", "657a.2(b)(3)"),
        },
        cards=5,
        dealer=5,
        logo="657a.2(b)(1)",
        words=(
            Inscription("Dealer qualifies with King or better", "657a.2(b)(5)(ii)"),
            Inscription("Play may be up to 3 times the Ante with a pair of Aces or better", "657a.2(b)(5)(iii)", NOTE),
            Inscription("Super Bonus returned if a hand below a straight beats or ties the dealer", "657a.2(b)(5)(iv)", NOTE),
            Inscription("Best four cards play", "657a.2(b)(5)(i)", NOTE),
        ),
    ),
    "677a": Design(
        (("Trips Plus", "Pocket Bonus"), ("Ante", "Odds", "Raise")),
        {
            "Ante": _circle("Ante", "677a.2(b)(2)"),
            "Odds": _circle("Odds", "677a.2(b)(2)"),
            "Raise": _circle("Raise", "677a.2(b)(2)"),
            "Pocket Bonus": _diamond("Pocket|Bonus", "677a.2(b)(5)"),
            "Trips Plus": _diamond("Trips|Plus", "677a.2(b)(6)"),
        },
        dealer=2,
        dealer_cite="677a.2(b)(4)",
        community=FLOP_TURN_RIVER,
        community_cite="677a.2(b)(3)",
        logo="677a.2(b)(1)",
        words=(Inscription("Ante returned if dealer has less than a pair", "677a.2(b)(8)(i)"),),
    ),
    "678a": Design(
        (("Flush Bonus", "Progressive Jackpot", "Straight Flush Bonus"), ("Ante", "Raise")),
        {
            "Ante": _circle("Ante", "678a.2(b)(2)"),
            "Raise": _circle("Raise", "678a.2(b)(2)"),
            "Flush Bonus": _rect("Flush|Bonus", "678a.2(b)(4)"),
            "Straight Flush Bonus": _rect("Straight|Flush", "678a.2(b)(5)"),
            "Progressive Jackpot": _rect("Prog.", "678a.2(b)(6)"),
        },
        cards=7,
        dealer=7,
        dealer_cite="678a.2(b)(3)",
        logo="678a.2(b)(1)",
        words=(
            Inscription("Dealer qualifies with a three card flush, nine high or better", "678a.2(b)(7)(ii)"),
            Inscription("If not, the Ante is paid and the Raise returned", "678a.2(b)(7)(ii)", NOTE),
            Inscription("Raise 1 × Ante with a 2, 3 or 4 card flush", "678a.2(b)(7)(iii)(A)", NOTE),
            Inscription("up to 2 × Ante with a 5 card flush", "678a.2(b)(7)(iii)(B)", NOTE),
            Inscription("up to 3 × Ante with a 6 or 7 card flush", "678a.2(b)(7)(iii)(C)", NOTE),
        ),
    ),
    "553": Design((), logo="553.2(b)(1)"),
    "637a": Design((), logo="637a.2(b)(1)"),
}

# why: § 633a.2(b)(10)(ii) has an area for the Super Match at every Switch table, but § 633a.6(e)(7) lets the house leave the
# wager out, and with other than six or eight decks it has no odds. An area is printed where the wager can be made.
SWITCH: Rows = (  # two Blackjack areas at each position (§ 633a.2(b)(10)(i))
    ("Insurance", "Double Down"),
    ("Lucky Ladies Twenty Point Bonus", "Match-the-Dealer", "In Between"),
    ("Royal Match 21", "Bet the Set 21", "King's Bounty"),
    ("Blackjack", "Super Match", "Blackjack hand 2"),
)
NOTICES = {  # where a sign may have the words instead
    "587": "payouts_shown",
    "655a": "payouts_shown",
    "657a": "notices_shown",
    "677a": "notices_shown",
    "678a": "payouts_shown",
}
LIMITS = {"559": "559.2(b)(6)", "633a": "633a.2(b)(12)", "645a": "645a.2(b)(10)", "677a": "677a.2(b)(8)(ii)"}
LIMIT_NOTICE = {"645a": "notices_shown", "677a": "notices_shown"}


def made_here(house: House) -> list[Wager]:
    """Every wager that can lie on this felt: those offered before the deal, and those that decisions make.

    >>> [wager.name for wager in made_here(House.of("565"))]
    ['Ante', 'Pair Plus', 'Play']
    """
    offered = game(house.chapter.chapter)
    made = [w for w in offered.wagers if not w.option or house.values.get(w.option)]
    return [w for w in made if w.name != "Bank" or house.get("player_bank")]


def rows_of(house: House) -> Rows:
    """The areas of a position in rows, that nearest the dealer first, as the player sees them."""
    made = {wager.name for wager in made_here(house)}
    printed = SWITCH if house.get("blackjack_switch") else DESIGNS[house.chapter.chapter].rows
    rows = [tuple(w for w in row if w in made or w == GAP) for row in printed]
    return tuple(row for row in rows if row)


def design_of(house: House) -> Design:
    """The felt of a chapter; a player's cards and the board of Poker are those of the variant."""
    design = DESIGNS[house.chapter.chapter]
    if house.chapter.chapter not in NONBANKED:
        return design
    streets = VARIANTS[house["variant"]].streets
    board = sum(street.board for street in streets)
    return replace(design, cards=sum(len(s.cards) for s in streets), community=FLOP_TURN_RIVER if board else ())


def cite_of(house: House, wager: str) -> str:
    """The paragraph that requires an area; at Blackjack Switch one paragraph has both Blackjack areas.

    >>> cite_of(House.of("633a"), "Blackjack"), cite_of(House.of("633a", {"blackjack_switch": True}), "Blackjack")
    ('633a.2(b)(2)', '633a.2(b)(10)(i)')
    """
    same = "Blackjack hand 2" if wager == "Blackjack" and house.get("blackjack_switch") else wager
    return DESIGNS[house.chapter.chapter].sorts[same].cite


def label_of(house: House, wager: Wager) -> str:
    """What is printed in an area; a wager of one amount, or of two, has the amount.

    >>> house = House.of("555")
    >>> [label_of(house, wager) for wager in made_here(house)]
    ['Ante', 'Prog.|$1', 'Bet']
    """
    label = DESIGNS[house.chapter.chapter].sorts[wager.name].label
    only = wager.only(house)
    return f"{label}|{' or '.join(map(dollars, only))}" if only and "|" not in label else label


def inscriptions_of(house: House, holder: str = "") -> list[Inscription]:
    """What is written on the felt at this house, the most important first. What the house has on a sign is left out.

    >>> [(line.text, line.cite) for line in inscriptions_of(House.of("565"))]
    [('Dealer plays with Queen high or better', '565.2(b)(5)')]
    >>> inscriptions_of(House.of("677a", {"notices_shown": "sign"}))
    []
    """
    number = house.chapter.chapter
    on_sign = house.values.get(NOTICES.get(number, "")) == "sign"
    lines = [] if on_sign else notices_of(house)
    lines += _limit(house)
    return [*lines, Inscription(holder, DESIGNS[number].logo, LOGO)] if holder else lines


def notices_of(house: House) -> list[Inscription]:
    """What patrons must be able to read beside the payouts, on the layout or on a sign.

    >>> [line.text for line in notices_of(House.of("677a", {"notices_shown": "sign"}))]
    ['Ante returned if dealer has less than a pair']
    """
    return [*DESIGNS[house.chapter.chapter].words, *_chosen(house)]


def _chosen(house: House) -> list[Inscription]:
    """Words that follow from an option, or from the multiples of the Ante that a chapter has shown."""
    number = house.chapter.chapter
    if number == "563":
        return [Inscription(f"Ante pays on a {house['qualifying_rank']} or better", "563.2(b)(7)")]
    if number in ("633a", "635a"):
        drawing = Inscription(house["dealer_inscription"], f"{number}.2(b)(3)(iii)", NOTE)
        return [drawing, Inscription("Blackjack Switch", "633a.2(b)(10)", NOTE)] if house.get("blackjack_switch") else [drawing]
    if number == "587":
        return [
            Inscription("Play 1 to 3 times the Ante, after 4th Street 1 or 2 times, after 5th Street 1", "587.2(b)(6)", NOTE)
        ]
    if number == "655a":
        return [Inscription("Each Street 1, 2 or 3 times the Ante", "655a.2(b)(6)", NOTE)]
    return []


def _limit(house: House) -> list[Inscription]:
    """The notice of the payout limit, where there is one and no sign has it."""
    number = house.chapter.chapter
    if number not in LIMITS or not house.get("payout_limit"):
        return []
    notice = house["payout_limit_notice"]
    if notice == "sign" or house.values.get(LIMIT_NOTICE.get(number, "")) == "sign":
        return []
    words = "Posted payout limit applies" if notice == "generic" else short_notice(house)
    return [Inscription(words, LIMITS[number], LIMIT)]

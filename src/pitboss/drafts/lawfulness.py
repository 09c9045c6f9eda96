"""Whether a wager on dealt cards is one that a chapter prints, and whether the chapter lets a holder pay it so.

A draft is a printed wager where the same deals win, and what is paid depends only on the printed hand: that is proven by
looking at every deal, or it is not claimed. Such a wager is lawful on payouts that its chapter prints or lets a holder post.
Nothing is said of any other wager.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.drafts.counting import Paid, nets_of, results_of, rows_of
from pitboss.drafts.printed import TWENTY_ONE, PrintedWager, draft_of, on_groups, printed_wagers
from pitboss.drafts.reading import Draft, wager_in
from pitboss.drafts.records import Bet, Wager
from pitboss.drafts.sampling import sample
from pitboss.errors import PitbossError
from pitboss.house import House, fits_decks, house_of
from pitboss.money import Odds
from pitboss.rulebook import Option, Paytable, chapter
from pitboss.spelling import option_of, wager_key

MOST_SECONDS = 3.0  # to compare a draft with one printed table, deal by deal
SAMPLE = 2000  # deals that show most differences at once
ONE_DOLLAR = 100  # for which fixed payouts of a bonus are printed
METER = 123_456_700  # cents, at which no part of a meter is a fixed payout by accident
Pattern = tuple[Paid, Paid]  # the rows that a deal is paid by in the draft, and in the printed wager


class Verdict(NamedTuple):
    """Whether a draft is lawful in Pennsylvania, None where that is not known; why, and the section that decides."""

    lawful: bool | None
    remark: str
    section: str


NOT_COMPARED = Verdict(
    None, "no printed wager wins on the same deals; for a new wager a holder asks the Board's Executive Director", "521.4"
)


def judge(wager: Wager, seen: "Seen | None" = None) -> Verdict:
    """The verdict on a wager on dealt cards: by the printed wager of its name where it is that one, otherwise by any. Wagers
    that differ only by what their rows pay share what has been `seen`."""
    seen = {} if seen is None else seen
    [bet, *others] = wager.bets
    if wager.draws or wager.discard or wager.choices or wager.given or others or bet.bonus or bet.size != 1:
        return NOT_COMPARED
    printed = [one for one in printed_wagers() if on_groups(one, wager.deal)]
    namesakes = [one for one in printed if wager_key(one.name) == wager_key(wager.name)]
    for some in (namesakes, printed):
        found = _first_lawful(_compared(wager, one, table, seen) for one in some for table in one.tables)
        if found is not None:
            return found
    return NOT_COMPARED


def _first_lawful(verdicts: Iterable[Verdict | None]) -> Verdict | None:
    """The first verdict that a wager is lawful, otherwise the first that says why it is not."""
    refusal = None
    for found in verdicts:
        if found is not None and found.lawful:
            return found
        refusal = refusal or found
    return refusal


def judge_payouts(house: House, table: Paytable, choices: Mapping[str, Any], pays: Mapping[str, str]) -> Verdict:
    """The verdict on a pay table of a printed wager, of which `pays` are the payouts that a draft changes."""
    book, option = house.chapter, _option(house, table.wager)
    printed = [one for one in book.paytables if wager_key(one.wager) == wager_key(table.wager)]
    for one in printed:
        if _same_payouts(one, table) and _may_post(house, one, choices):
            return _as_printed(one)
    if option is None or option.kind == "flag":
        return Verdict(
            False, f"the {table.wager} pays as printed and no other way{_differs(printed, table)}", printed[0].section
        )
    try:
        house_of(book.chapter, {**choices, option.option: dict(pays)})
    except PitbossError as error:
        more = _differs(printed, table) if option.kind == "choice" else ""
        return Verdict(False, error.message + more, error.cite)
    return Verdict(True, f"chapter {book.chapter} lets a holder post these payouts for {table.wager}", option.section)


def _as_printed(table: Paytable) -> Verdict:
    letter = f" in table {table.table}" if table.table else ""
    return Verdict(True, f"chapter {table.chapter} prints these payouts for {table.wager}{letter}", table.section)


def _option(house: House, wager: str) -> Option | None:
    return next((known for known in house.chapter.options if known.option == option_of(wager)), None)


def _may_post(house: House, table: Paytable, choices: Mapping[str, Any]) -> bool:
    """Whether a holder with these choices may post a printed table."""
    option = _option(house, table.wager)
    chosen = {} if option is None or option.kind == "table" else {option.option: table.table or True}
    try:
        at = house_of(house.chapter.chapter, {**choices, **chosen})
    except PitbossError:
        return False
    return fits_decks(table.condition, at.get("decks") or 1)


def _same_payouts(one: Paytable, other: Paytable) -> bool:
    hands = {hand.lower() for table in (one, other) for hand, _ in table.rows}
    return all(_worth(one.odds(hand)) == _worth(other.odds(hand)) for hand in hands)


def _worth(odds: Odds | None) -> tuple[str, Fraction]:
    """A payout in a form in which equal ones are equal."""
    if odds is None or odds.kind == "none":
        return "none", Fraction(0)
    return ("net", odds.net()) if odds.kind in ("to", "for", "push") else (odds.kind, odds.value)


def _differs(printed: list[Paytable], table: Paytable) -> str:
    """How a table differs from the printed one that is most like it."""
    unlike = [
        [(hand, pays) for hand, pays in one.rows if _worth(one.odds(hand)) != _worth(table.odds(hand))] for one in printed
    ]
    place = min(range(len(printed)), key=lambda at: len(unlike[at]))
    if not unlike[place]:
        return ""
    letter = f" in table {printed[place].table}" if printed[place].table else ""
    return f"; {', '.join(f'{hand} pays {pays}' for hand, pays in unlike[place][:3])}{letter}"


# ---------------------------------------------------------------------------- wagers on dealt cards


def _compared(wager: Wager, printed: PrintedWager, table: Paytable, seen: "Seen") -> Verdict | None:
    """The verdict by one printed table; None where the draft is not proven to be that wager."""
    choices = _choices(wager, printed, table)
    try:
        house = house_of(table.chapter, choices)
    except PitbossError:
        return None
    if not fits_decks(table.condition, house.get("decks") or 1):
        return None
    if _in_dollars(table) and wager.amount != choices.get("progressive_wager", ONE_DOLLAR):
        return None
    for number, one in enumerate(on_groups(printed, wager.deal)):
        other = wager_in(Draft.of_data(draft_of(one, table, wager.deck.decks)))
        if other.deck == wager.deck and _hand_cards(other) == _hand_cards(wager):
            joint = replace(wager, bets=(wager.bets[0], replace(other.bets[0], name="as printed")), meter=METER)
            if (patterns := seen.setdefault((table, number), Patterns(joint)).agreeing(joint)) is not None:
                return _verdict(house, table, choices, joint, patterns)
    return None


def _choices(wager: Wager, printed: PrintedWager, table: Paytable) -> dict[str, Any]:
    """The choices of a house that offers a printed wager on the draft's deck and with its bet."""
    choices: dict[str, Any] = {"decks": wager.deck.decks} if table.chapter in TWENTY_ONE else {}
    if printed.name == "Super Match":
        choices["blackjack_switch"] = True
    if _in_dollars(table) and any(o.option == "progressive_wager" for o in chapter(table.chapter).options):
        choices["progressive_wager"] = wager.amount
    return choices


def _in_dollars(table: Paytable) -> bool:
    """Whether a table pays fixed amounts or parts of a meter, so that the size of the bet matters."""
    return any(Odds.choices(payout)[0].kind in ("meter", "amount") for _, payout in table.rows)


def _hand_cards(wager: Wager) -> int:
    return min(wager.hand_cards, sum(wager.deal.values()))


class Patterns:
    """What deals pay in a draft together with what they pay in a printed wager: the deals are looked at as far as it takes."""

    def __init__(self, joint: Wager) -> None:
        self.found: set[Pattern] = set()
        self.whole = True  # whether every deal can be looked at
        self._more = self._look(joint)

    def _look(self, joint: Wager) -> Iterator[set[Pattern]]:
        own, other = joint.bets
        if (own.every_row, _conditions(own)) == (other.every_row, _conditions(other)) and not own.every_row:
            self.found |= {(paid, paid) for paid in ((), *(((row, 1),) for row in range(len(own.rows))))}
            yield self.found
            return
        self.found |= {(paid[0], paid[1]) for paid in results_of(joint, sample(joint, np.random.default_rng(1), SAMPLE), ())[1]}
        yield self.found
        plan = rows_of(joint)
        self.whole = plan.seconds <= MOST_SECONDS
        for batch, _, _ in plan.listing.batches() if self.whole else ():
            self.found.update((paid[0], paid[1]) for paid in results_of(joint, batch, ())[1])
            yield self.found

    def agreeing(self, joint: Wager) -> set[Pattern] | None:
        """All patterns; None where different deals win, where the printed hand does not decide what the draft pays, or where it
        would take too long to look at every deal."""
        while _agree(joint, self.found):
            if next(self._more, None) is None:
                return self.found if self.whole else None
        return None


Seen = dict[tuple[Paytable, int], Patterns]  # by printed table, and the way in which its groups are those of the draft


def _conditions(bet: Bet) -> list[object]:
    return [(row.when, row.each) for row in bet.rows]


def _agree(joint: Wager, patterns: set[Pattern]) -> bool:
    """Whether the same deals win in the draft and in the printed wager, whose hand decides what the draft pays."""
    paid: dict[Paid, Fraction] = {}
    for pattern in patterns:
        net = nets_of(joint, (), pattern)[0]
        if (net > -1) != bool(pattern[1]) or paid.setdefault(pattern[1], net) != net:
            return False
    return True


def _verdict(house: House, table: Paytable, choices: Mapping[str, Any], joint: Wager, patterns: set[Pattern]) -> Verdict:
    """The verdict on a draft that is proven to be a printed wager."""
    if all(len(set(nets_of(joint, (), pattern))) == 1 for pattern in patterns) and _may_post(house, table, choices):
        return _as_printed(table)
    own, other = joint.bets
    single = [pattern for pattern in patterns if pattern[1]]
    if any(len(paid) != 1 or paid[0][1] != 1 for pattern in single for paid in pattern):
        return Verdict(False, f"the {table.wager} pays as printed and no other way", table.section)
    pays = {other.rows[printed[0][0]].hand: str(own.rows[drafted[0][0]].pays) for drafted, printed in single}
    posted = replace(table, rows=tuple((hand, pays.get(hand, payout)) for hand, payout in table.rows))
    return judge_payouts(house, posted, choices, pays)

"""What conditions ask and no deal can answer: of groups that are not there, of cards that the player who chooses does not see,
of hands of the wrong number of cards."""

import re
from typing import Any, Protocol

from pitboss.drafts.conditions import (
    And,
    BadDraft,
    Category,
    Compare,
    Condition,
    Not,
    Number,
    Or,
    Over,
    Value,
    tests_in,
)
from pitboss.drafts.measures import ORDERS, RANKINGS
from pitboss.drafts.records import Wager
from pitboss.spelling import near
from pitboss.submissions.places import Path, Places


class Source(Protocol):
    """The draft of a wager, which says where each part of it stands."""

    data: dict[str, Any]
    places: Places

    def error(self, path: Path, message: str, value: str = "", column: int = 0) -> BadDraft:
        """An error at a field; `column` counts within its value."""


def check_wager(draft: Source, wager: Wager) -> None:
    """Refuse what no deal can answer; raises BadDraft."""
    sizes = dict(wager.deal)
    groups = (*sizes, *(draw.group for draw in wager.draws))
    if sum(sizes.values()) > sum(wager.deck.counts):
        raise draft.error(("deal",), f"the deck has {sum(wager.deck.counts)} cards, fewer than are dealt")
    for condition in wager.conditions:
        for test in tests_in(condition):
            _check_test(draft, wager, test, groups)
        _check_poker_values(draft, wager, condition)
    seen: list[set[str]] = []  # by each choice for certain, with what was seen by those before it
    for place, choice in enumerate(wager.choices):
        seen.append(set(choice.sees))
        for before, known in zip(wager.choices, seen[:-1], strict=False):
            always = before.when is None and not before.after
            if always or any(option.name in choice.after for option in before.options):
                seen[-1] |= known
        for test in [test for condition in choice.conditions for test in tests_in(condition)]:
            looked_at = (*(test.over or groups), *(test.other if isinstance(test, Number) else ()))
            if hidden := [name for name in looked_at if name not in seen[-1]]:
                without = "" if test.over else f"; {test.name} looks at all cards where no group is named with in"
                message = f"the player does not see {hidden[0]}, so that no choice can depend on it{without}"
                raise draft.error(("choice", place), message)


def _check_test(draft: Source, wager: Wager, test: Any, groups: tuple[str, ...]) -> None:
    for name in (*test.over, *(test.other if isinstance(test, Number) else ())):
        if name not in groups:
            guess = near(name, groups)
            meant = f"; did you mean {' or '.join(guess)}?" if guess else f"; there is {', '.join(groups)}"
            raise _at(draft, name, f"{name!r} is not a group of cards{meant}")
    over: Over = test.over or groups
    hand = test.name if isinstance(test, Category) or test.name == "poker value" else ""
    if not hand:
        return
    if drawn := [name for name in over if name not in wager.deal]:
        raise _at(draft, hand, f"{hand} cannot look at {drawn[0]}, which is not always dealt")
    number = sum(wager.deal[name] for name in set(over))
    if hand == "poker value":
        ranking = RANKINGS.get(min(number, wager.hand_cards))
        if ranking is None or number not in ranking.cards or wager.deck.decks > 1 or wager.deck.jokers or wager.deck.wild:
            raise _at(
                draft,
                hand,
                f"poker value compares hands of 2 to 7 cards of one deck without jokers or wild cards, not of {number}",
            )
    elif number < 2 or hand not in ORDERS[min(number, wager.hand_cards)]:
        raise _at(draft, hand, f"{number} {'cards' if number > 1 else 'card'} cannot be a {hand}")


def _check_poker_values(draft: Source, wager: Wager, condition: Condition | Value) -> None:
    """Refuse a poker value that is not compared with that of another hand of as many cards."""
    if isinstance(condition, And | Or | Not):
        for term in (condition.term,) if isinstance(condition, Not) else condition.terms:
            _check_poker_values(draft, wager, term)
        return
    if not any(test.name == "poker value" for test in tests_in(condition)):
        return
    sides = (condition.left, condition.right) if isinstance(condition, Compare) else ()
    values = [side for side in sides if isinstance(side, Number) and side.name == "poker value"]
    if len(values) < 2:
        raise _at(draft, "poker value", "a poker value is compared with another poker value, not with a number or a sum")
    sizes = [min(sum(wager.deal[name] for name in set(side.over or wager.deal)), wager.hand_cards) for side in values]
    if sizes[0] != sizes[1]:
        raise _at(draft, "poker value", f"poker values of {sizes[0]} and of {sizes[1]} cards cannot be compared")


def _at(draft: Source, words: str, message: str) -> BadDraft:
    """An error where words stand first in a condition."""
    for path, line in draft.places.lines.items():
        if path and path[-1] in ("when", "until", "each", "given"):
            value: Any = draft.data
            for part in path:
                value = value[part]
            if isinstance(value, str) and (found := re.search(rf"\b{re.escape(words)}\b", value, re.IGNORECASE)):
                return draft.error(path, message, value, found.start() + 1) if line else BadDraft(message)
    return BadDraft(message)

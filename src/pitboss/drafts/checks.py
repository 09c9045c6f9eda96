"""What conditions ask and no deal can answer: of groups that are not there, of cards that the player who chooses does not see,
of hands of the wrong number of cards."""

import re
from typing import Any, Protocol

from pitboss.cards import JOKER
from pitboss.drafts.conditions import (
    HAND_VALUES,
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
        _check_hand_values(draft, wager, condition)
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
    hand = test.name if isinstance(test, Category) or test.name in HAND_VALUES else ""
    if not hand:
        return
    if drawn := [name for name in over if name not in wager.deal]:
        raise _at(draft, hand, f"{hand} cannot look at {drawn[0]}, which is not always dealt")
    number = sum(wager.deal[name] for name in set(over))
    if hand in HAND_VALUES and wager.deck.decks > 1:
        raise _at(draft, hand, f"{hand} compares hands of one deck, not of {wager.deck.decks}")
    if hand == "poker value":
        ranking = RANKINGS.get(min(number, wager.hand_cards))
        if ranking is None or number not in ranking.cards:
            raise _at(draft, hand, f"poker value compares hands of 2 to 7 cards, not of {number}")
        if wager.deck.jokers and JOKER not in wager.deck.wild:
            raise _at(draft, hand, "poker value has no place for a joker that is neither wild nor a bug")
    elif hand == "flush value":
        if wager.deck.wild:
            raise _at(draft, hand, "flush value has no place for wild cards")
    elif number < 2 or hand not in ORDERS[min(number, wager.hand_cards)]:
        raise _at(draft, hand, f"{number} {'cards' if number > 1 else 'card'} cannot be a {hand}")


def _check_hand_values(draft: Source, wager: Wager, condition: Condition | Value) -> None:
    """Refuse the value of a hand that is not compared with that of another hand; a poker value with one of as many cards."""
    if isinstance(condition, And | Or | Not):
        for term in (condition.term,) if isinstance(condition, Not) else condition.terms:
            _check_hand_values(draft, wager, term)
        return
    for name in HAND_VALUES:
        if not any(test.name == name for test in tests_in(condition)):
            continue
        sides = (condition.left, condition.right) if isinstance(condition, Compare) else ()
        values = [side for side in sides if isinstance(side, Number) and side.name == name]
        if len(values) < 2:
            raise _at(draft, name, f"a {name} is compared with another {name}, not with a number or a sum")
        sizes = [min(sum(wager.deal[group] for group in set(side.over or wager.deal)), wager.hand_cards) for side in values]
        if sizes[0] != sizes[1] and name == "poker value":
            raise _at(draft, name, f"poker values of {sizes[0]} and of {sizes[1]} cards cannot be compared")


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

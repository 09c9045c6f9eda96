"""The three ways to deal a one-deck game (sections .8 to .10) and the count of the stub, with each chapter's citations."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TypeAlias

from pitboss.errors import Unbalanced
from pitboss.table.preparation import remove_deck
from pitboss.table.progressive import lock_out
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, DEALER, DOWN, UP, Procedure, Reply, Request, Void

COUNT_EVERY = 5  # rounds, in every chapter that counts the stub


@dataclass(frozen=True)
class Method:
    """One dealing section: its paragraphs in their order."""

    ready: tuple[tuple[str, str], ...]  # what happens to the stacked deck first
    no_more_bets: str
    take: tuple[str, str]  # how each card is taken
    deal: str
    stub: str
    count: str
    right: str
    wrong: str
    in_stacks: bool = False
    community: str = ""
    community_first: str = ""
    cover_card: str = ""  # the dealer's stack lies under a cover card
    passes: tuple[str, ...] = ()  # where each pass has its own paragraph: to the players, the dealer, the players, ...


def method_in_use(t: Round, methods: dict[str, Method]) -> Method:
    """The dealing method of the house, or the manual shoe while the device it needs is out of order."""
    dealing = t.house["dealing"]
    needs = {"automated shoe": "automated shoe", "hand": "shuffler"}.get(dealing)
    return methods["manual shoe" if needs in t.table.out_of_order else dealing]


Give: TypeAlias = Callable[[Round, Method], Procedure]


def deal_round(t: Round, methods: dict[str, Method], give: Give) -> Procedure:
    """From "no more bets" until the stub is in the discard rack. `give` deals the chapter's cards by the method in use."""
    method = yield from open_deal(t, methods)
    yield from give(t, method)
    yield from close_deal(t, method)


def open_deal(t: Round, methods: dict[str, Method]) -> Generator[Request, Reply, Method]:
    """The stacked deck is made ready, no more bets are taken, and progressive wagers are locked out and counted."""
    method = method_in_use(t, methods)
    for cite, note in method.ready:
        t.say(cite, note)
    t.say(method.no_more_bets, "“no more bets”")
    lock_out(t, method.no_more_bets)
    yield from t.moment("deal")
    if not method.in_stacks:
        t.say(*method.take)
    return method


def close_deal(t: Round, method: Method) -> Procedure:
    """The stub is counted where that is due and put into the discard rack."""
    count_stub(t, method)
    t.stub(method.stub)
    t.stage = "dealt"
    yield from t.take_deferred()
    yield from t.moment("dealt")


def hands(t: Round, method: Method, seats: list[int], number: int, dealer: int | None = None, first_up: bool = False) -> None:
    """Deals `number` cards to each seat and as many (or `dealer`) to the dealer: one at a time clockwise, or in stacks.

    With `first_up` the dealer's first card of those dealt one at a time lies face up.
    """
    to_dealer = number if dealer is None else dealer
    if method.in_stacks:
        for seat in seats:
            t.deal(method.deal, SEATS[seat], number)
        if to_dealer:
            t.deal(method.deal, DEALER, to_dealer)
    else:
        passes = method.passes or (method.deal,) * (2 * number)
        for turn in range(number):
            for seat in seats:
                t.deal(passes[2 * turn], SEATS[seat])
            if turn < to_dealer:
                t.deal(passes[2 * turn + 1], DEALER, face=UP if first_up and not turn else DOWN)
    t.stage = "hands dealt"


def community_cards(t: Round, method: Method, number: int) -> Procedure:
    """Deals the community cards face down after the hands."""
    yield from t.moment("community")
    t.deal(method.community, COMMUNITY, number)


def count_stub(t: Round, method: Method) -> None:
    """The stub is counted at least every five rounds unless a counting shuffler does it; a wrong count voids the round."""
    table = t.table
    table.since_count += 1
    by_device = t.house["counting_shuffler"] and "shuffler" not in table.out_of_order
    if t.miscount is None and (by_device or table.since_count < COUNT_EVERY):
        return
    table.since_count = 0
    if t.miscount is not None:
        wrong_count(t, method)
    t.say(method.count, f"counts the stub face down: {len(t.stack)} cards")
    whole = len(t.stack) + len(t.rack) + sum(map(len, t.hands.values()))
    if whole != len(table.game.deck(t.house)):
        raise Unbalanced(f"the deck has {whole} cards", method.count)
    t.say(method.right, "the deck is whole")


def wrong_count(t: Round, method: Method) -> None:
    """A wrong stub: hands void, wagers back; the deck stays only if the cards were misdealt and it is whole."""
    stub, misdealt = t.miscount or (0, False)
    expected = len(t.stack) or sum(s.act == "discard" and len(s.cards) for s in t.steps if s.who == "stub")
    t.say(method.count, f"counts the stub face down: {stub} cards, where {expected} belong")
    # One misdealt card moves the count by one; a larger difference means that the deck is not whole either.
    if misdealt and abs(stub - expected) <= 1:
        raise Void(method.wrong, "the cards were misdealt, the deck is whole: all hands are void")
    remove_deck(t, method.wrong)
    raise Void(method.wrong, "the deck is not whole: all hands are void and the deck is removed")

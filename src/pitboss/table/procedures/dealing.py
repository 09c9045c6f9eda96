"""The three ways to deal a one-deck game (sections .8 to .10) and the count of the stub, with each chapter's citations."""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from pitboss.errors import NotAuthorized, Unbalanced
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.rulebook import Chapter
from pitboss.table.money.progressive import lock_out
from pitboss.table.procedures.preparation import counts_the_cards, remove_deck
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, DEALER, DOWN, STUB, UP, Procedure, Reply, Request, Step, Void


@dataclass(frozen=True)
class Method:
    """One dealing section: its paragraphs in their order."""

    ready: tuple[tuple[str, str], ...]  # the first acts with the stacked deck
    no_more_bets: str
    take: tuple[str, str]  # the dealer's way of taking each card
    deal: str
    stub: str
    count: str
    right: str
    wrong: str
    in_stacks: bool = False
    community: str = ""
    community_first: str = ""
    misdealt_if_whole: bool = True  # a misdealt deck stays at the table only if it is complete
    cover_card: str = ""  # the dealer's stack lies under a cover card
    passes: tuple[str, ...] = ()  # the paragraph of each pass, if they differ: players, dealer, players, ...


def community_first_problems(house: House, cite: str) -> Iterator[Problem]:
    """§ 655a.10(g), § 677a.10(g): community cards are dealt first only from an automated shoe that reshuffles."""
    if house["community_first"] and house["dealing"] != "automated shoe":
        message = "community_first needs dealing from the automated shoe"
        also = ("dealing",)
        yield house.problem(message, "community_first", "community-first-shoe", cite=cite, allowed=[False], needs=also)
    if house["community_first"] and not house["reshuffling_device"]:
        message = "community_first needs an automated shoe that reshuffles the cards: reshuffling_device must be true"
        also = ("reshuffling_device",)
        yield house.problem(message, "community_first", "community-first-reshuffles", cite=cite, allowed=[False], needs=also)


def methods_of(book: Chapter) -> dict[str, Method]:
    """A chapter's ways to deal, as its file lists them."""
    return methods_as(book, Method)


M = TypeVar("M", bound=Method)


def methods_as(book: Chapter, kind: type[M]) -> dict[str, M]:
    """The ways to deal among which a house may choose, each as a record of class `kind`."""
    ways = next(option.allowed for option in book.options if option.option == "dealing")
    return {way: book.procedure(f"dealing.{way}", kind) for way in ways}


def method_in_use(t: Round, methods: Mapping[str, M]) -> M:
    """The method by which the cards of the round are dealt; before the first card, the one in force."""
    return methods[t.dealt_by or t.house["dealing"]]


def make_ready(t: Round, method: Method) -> None:
    """The dealer's first acts with the stacked deck, by the method."""
    for cite, note in method.ready:
        t.say(cite, note)


def begin_deal(t: Round) -> Procedure:
    """The moment before the first card: a device that fails now still changes the method of dealing, a later failure does
    not."""
    yield from t.moment("deal")
    t.dealt_by = t.house["dealing"]


Give: TypeAlias = Callable[[Round, Method], Procedure]


def deal_round(t: Round, methods: dict[str, Method], give: Give) -> Generator[Request, Reply, Method]:
    """From "no more bets" until the stub is in the discard rack. `give` deals the chapter's cards by the method in use, which
    is returned."""
    method = yield from open_deal(t, methods)
    yield from give(t, method)
    yield from close_deal(t, method)
    return method


def open_deal(t: Round, methods: dict[str, Method]) -> Generator[Request, Reply, Method]:
    """The stacked deck is made ready, no more bets are taken, and progressive wagers are locked out and counted."""
    method = method_in_use(t, methods)
    make_ready(t, method)
    t.say(method.no_more_bets, "“no more bets”")
    lock_out(t, method.no_more_bets)
    yield from begin_deal(t)
    method = method_in_use(t, methods)
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


def one_at_a_time(t: Round, cite: str, places: list[str], turns: int = 1) -> None:
    """Deals `turns` times around, one card face down to each place, as `Round.deal` does; half of a round's steps are of this
    kind."""
    order, hands = places * turns, t.hands
    cards = t.stack.deal(order)
    t.steps += [Step(cite, "deal", place, (card,), DOWN) for place, card in zip(order, cards, strict=True)]
    for at, place in enumerate(places):
        mine = cards[at :: len(places)]
        if place in hands:
            hands[place] += mine
        else:
            hands[place] = mine


def hands(t: Round, method: Method, seats: list[int], number: int, dealer: int | None = None, first_up: bool = False) -> None:
    """Deals `number` cards to each seat and as many (or `dealer`) to the dealer: one at a time clockwise, or in stacks.

    With `first_up` the dealer's first card of those dealt one at a time lies face up.
    """
    to_dealer = number if dealer is None else dealer
    places = [SEATS[seat] for seat in seats]
    if method.in_stacks:
        for place in places:
            t.deal(method.deal, place, number)
        if to_dealer:
            t.deal(method.deal, DEALER, to_dealer)
    elif to_dealer in (0, number) and not first_up and not method.passes:
        one_at_a_time(t, method.deal, [*places, DEALER] if to_dealer else places, number)
    else:
        passes = method.passes or (method.deal,) * (2 * number)
        for turn in range(number):
            one_at_a_time(t, passes[2 * turn], places)
            if turn < to_dealer:
                t.deal(passes[2 * turn + 1], DEALER, face=UP if first_up and not turn else DOWN)
    t.stage = "hands dealt"


def community_cards(t: Round, method: Method, number: int) -> Procedure:
    """Deals the community cards face down after the hands."""
    yield from t.moment("community")
    t.deal(method.community, COMMUNITY, number)


def count_stub(t: Round, method: Method) -> None:
    """Counts the stub at least every five rounds, unless a counting shuffler does it; a wrong count voids the round. A round
    that became void before has no stub to count and is not one of the five (errata register, `all-void-rounds-and-counts`)."""
    table = t.table
    table.since_count += 1
    every = t.house.chapter.limit_named("stub_count_rounds_" + t.dealt_by.replace(" ", "_"))
    if t.miscount is None and (counts_the_cards(t) or table.since_count < every):
        return
    table.since_count = 0
    check_miscount(t, method)
    t.say(method.count, f"counts the stub face down: {len(t.stack)} cards")
    whole = len(t.stack) + len(t.rack) + sum(map(len, t.hands.values()))
    if whole != len(table.game.deck(t.house)):
        raise Unbalanced(f"the deck has {whole} cards", method.count)
    t.say(method.right, "the deck is complete")


def check_miscount(t: Round, method: Method) -> None:
    """Resolves a wrong count reported during the deal, now that the stub can be counted."""
    if t.miscount is not None:
        try:
            wrong_count(t, method)
        except NotAuthorized as error:
            t.dismiss(error)


def wrong_count(t: Round, method: Method) -> None:
    """Resolves a wrong stub count: hands are void and wagers returned. The deck stays only if the cards were misdealt and,
    where the chapter says so, it is complete."""
    stub, misdealt = t.miscount or (0, False)
    expected = len(t.stack) or sum(s.act == "discard" and len(s.cards) for s in t.steps if s.who == STUB)
    if stub == expected:
        t.miscount = None
        raise NotAuthorized(f"{stub} cards are the right number for the stub", method.wrong)
    t.say(method.count, f"counts the stub face down: {stub} cards, where there should be {expected}")
    # One misdealt card moves the count by one; a larger difference means that the deck is not whole either.
    whole = abs(stub - expected) <= 1
    if misdealt and (whole or not method.misdealt_if_whole):
        kept = "is complete" if whole else "stays"
        raise Void(method.wrong, f"the cards were misdealt and the deck {kept}: all hands are void")
    remove_deck(t, method.wrong)
    raise Void(method.wrong, "the deck is not complete: all hands are void and the deck is removed")

"""The three ways to deal a one-deck game (sections .8 to .10) and the count of the stub, with each chapter's citations."""

from dataclasses import dataclass

from pitboss.errors import Unbalanced
from pitboss.table.preparation import remove_deck
from pitboss.table.round import SEATS, Round
from pitboss.table.steps import COMMUNITY, DEALER, Procedure, Void

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


def method_in_use(t: Round, methods: dict[str, Method]) -> Method:
    """The dealing method of the house, or the manual shoe while the device it needs is out of order."""
    dealing = t.house["dealing"]
    needs = {"automated shoe": "automated shoe", "hand": "shuffler"}.get(dealing)
    return methods["manual shoe" if needs in t.table.out_of_order else dealing]


def deal_round(t: Round, methods: dict[str, Method], seats: list[int], number: int, community: int = 0) -> Procedure:
    """From "no more bets" until the stub is in the discard rack: `number` cards each, then the community cards."""
    method = method_in_use(t, methods)
    for cite, note in method.ready:
        t.say(cite, note)
    t.say(method.no_more_bets, "“no more bets”")
    yield from t.moment("deal")
    early = bool(community and method.community_first and t.house.get("community_first"))
    if early:
        t.deal(method.community_first, COMMUNITY, community)
    places = [SEATS[s] for s in seats]
    places.append(DEALER)
    if method.in_stacks:
        for place in places:
            t.deal(method.deal, place, number)
        if method.cover_card:
            t.say(method.cover_card, "the dealer's stack lies under the cover card")
    else:
        t.say(*method.take)
        for _ in range(number):
            for place in places:
                t.deal(method.deal, place)
    t.stage = "hands dealt"
    if community and not early:
        yield from t.moment("community")
        t.deal(method.community, COMMUNITY, community)
    count_stub(t, method)
    t.stub(method.stub)
    t.stage = "dealt"
    yield from t.take_deferred()
    yield from t.moment("dealt")


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

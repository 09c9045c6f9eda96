"""What the rules do not allow is refused in one sentence and changes nothing; the round can then be finished."""

import random
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized, OutOfTurn, PitbossError, Unbalanced
from pitboss.games import game
from pitboss.shoe import Chance
from pitboss.table.drivers import bots, drive
from pitboss.table.steps import Answer, Ask, Choice, Cut, Incident, Moment
from pitboss.table.table import Table
from tests.strategies import CHAPTERS, Outside, Situation, examples, play_round, situations, state

Attempt = tuple[str, Callable[[], object]]


def illegal_wagers(rng: random.Random, table: Table) -> Iterator[Attempt]:
    """Wagers that no table takes: name, amount, unit, combination, seat."""
    at, house = table.game, table.house
    number = rng.choice(sorted(table.seats))
    good = at.suggest(house)
    chip = house["smallest_chip"]
    for wager in at.offered(house):
        least, most = at.limits(house, wager)
        assert most is not None
        bad = [-1, -least, least - 1, most + 1, most + chip, 10**30]
        bad += [least + 1] if (least + 1) % chip else []
        for cents in bad:
            if cents:
                proposed = good | {wager.name: cents}
                yield f"{wager.name} {cents}", lambda p=proposed: table.bet(number, p)  # type: ignore[misc]
        if wager.required:
            fewer = {name: cents for name, cents in good.items() if name != wager.name} or {wager.name: 0}
            if at.complete is not None and wager.name in at.complete(house, dict(fewer)):
                continue  # it goes without saying
            yield f"no {wager.name}", lambda p=fewer: table.bet(number, p)  # type: ignore[misc]
    for name in ("Zz", "", "wager", "ante wagger", "🂡"):
        yield f"wager {name!r}", lambda n=name: table.bet(number, good | {n: chip * 10})  # type: ignore[misc]
    for wager in at.wagers:
        if wager not in at.offered(house):
            yield f"{wager.name} not offered", lambda w=wager: table.bet(number, good | {w.name: chip * 10})  # type: ignore[misc]
    yield "nothing at all", lambda: table.bet(number, dict.fromkeys(good, 0))
    for nobody in {0, -1, 99, max(table.seats) + 1} - set(table.seats):
        yield f"seat {nobody}", lambda n=nobody: table.bet(n, good)  # type: ignore[misc]


def illegal_seats(table: Table) -> Iterator[Attempt]:
    taken, most = next(iter(table.seats)), table.house.get("seats") or table.house.chapter.limit("seats")
    yield "a taken seat", lambda: table.sit(taken, "somebody else")
    for number in (0, -1, most + 1, 99):
        yield f"seat {number}", lambda n=number: table.sit(n, "somebody else")  # type: ignore[misc]
    allowed, _ = table.game.positions(table.house)
    free = [n for n in range(1, most + 1) if n not in table.seats]
    if allowed == 1 and free:
        yield "a second position", lambda: table.sit(free[0], table.seats[taken].player)


def illegal_replies(rng: random.Random, table: Table) -> Iterator[Attempt]:
    """Answers out of turn or out of range, cuts too deep, incidents no chapter knows."""
    request = table.request
    good = table.game.suggest(table.house)
    number = rng.choice(sorted(table.seats))
    yield "an unknown incident", lambda: table.reply(Incident("meteorite"))
    if table.round is None:
        for reply in (None, Answer("stand"), 20, Incident(next(iter(table.game.incidents)))):
            yield f"{reply} between rounds", lambda r=reply: table.reply(r)  # type: ignore[misc]
        return
    yield "a wager after no more bets", lambda: table.bet(number, good)
    yield "a withdrawal after no more bets", lambda: table.bet(number, {})
    yield "a second beginning", table.begin
    yield "a rest in the round", table.rest
    if isinstance(request, Ask):
        yield "silence", lambda: table.reply(None)
        yield "a cut", lambda: table.reply(20)
        for words in ("zz", "", " ", "raise -5", "hit me", "fold 7", "play play", "check 1x", "raise 9999999x", "²", "£5"):
            if words not in {c.word for c in request.choices}:
                yield words, lambda w=words: table.verify(request, w)  # type: ignore[misc]
        for choice in request.choices:
            for cents in ("²", "9" * 5000, "1.5", "1e3", "0x10", "-1", str(choice.most + choice.unit)):
                yield f"{choice.word} {cents[:9]}", lambda c=choice, x=cents: table.verify(request, f"{c.word} {x}")  # type: ignore[misc]
    elif isinstance(request, Cut):
        for depth in (request.least - 1, request.most + 1, -1, 10**9):
            yield f"a cut of {depth}", lambda d=depth: table.reply(d)  # type: ignore[misc]
        yield "a decision at the cut", lambda: table.reply(Answer("stand"))
        yield "an incident at the cut", lambda: table.reply(Incident(next(iter(table.game.incidents))))
    elif isinstance(request, Moment):
        yield "a decision nobody asked for", lambda: table.reply(Answer("stand"))
        yield "a cut nobody offered", lambda: table.reply(20)


def refused(table: Table, attempts: Iterator[Attempt]) -> None:
    """Every attempt raises a PitbossError with a message, and the table is as it was."""
    for what, attempt in attempts:
        before = state(table)
        try:
            attempt()
        except PitbossError as error:
            assert not isinstance(error, Unbalanced), f"{what}: {error}"
            assert error.message, what
        else:
            pytest.fail(f"{what} was taken")
        assert state(table) == before, what


@pytest.mark.parametrize("chapter", CHAPTERS)
@examples(40)
@given(data=st.data())
def test_illegal_input_changes_nothing(chapter: str, data: st.DataObject) -> None:
    situation = data.draw(situations(chapter, rounds=3))
    table, outside = situation.table(), Outside(situation)
    rng = random.Random(situation.seed)
    for _ in range(situation.rounds):
        outside.arrive(table)
        refused(table, illegal_wagers(rng, table))
        refused(table, illegal_seats(table))
        refused(table, illegal_replies(rng, table))
        if not outside.bet(table):
            return
        refused(table, illegal_wagers(rng, table))
        play_round(table, outside, lambda t: refused(t, illegal_replies(rng, t)))


PRICED = [c for c in CHAPTERS if c not in ("559", "561", "645a")]  # there bets are only withdrawn, or hands only set


def at_a_decision(chapter: str, cents: int = 10**6) -> tuple[Table, Ask]:
    """A table at which a decision is wanted that has a price."""
    for seed in range(200):
        table = Situation(chapter, {}, ()).table(chance=Chance(seed))
        table.sit(1, "player", cents)
        table.bet(1, table.game.suggest(table.house))
        table.begin()
        while table.request is not None:
            if isinstance(table.request, Ask) and any(c.most for c in table.request.choices):
                return table, table.request
            table.reply(bots(table, table.request))
    raise AssertionError("no such decision in 200 rounds")


@pytest.mark.parametrize("chapter", PRICED)
def test_an_answer_that_was_never_verified_is_refused(chapter: str) -> None:
    """`reply` is the door to the table: what does not come from `verify` must not get in."""
    table, ask = at_a_decision(chapter)
    dear = max(ask.choices, key=lambda c: c.most)
    refused(
        table,
        iter(
            [
                ("an unknown word", lambda: table.reply(Answer("banana"))),
                ("too much", lambda: table.reply(Answer(dear.word, dear.most + 1))),
                ("less than nothing", lambda: table.reply(Answer(dear.word, -dear.most))),
            ]
        ),
    )
    drive(table, bots)


@pytest.mark.parametrize("chapter", PRICED)
def test_nobody_decides_with_chips_he_has_not(chapter: str) -> None:
    at = game(chapter)
    few = sum(at.suggest(Situation(chapter, {}, ()).table().house).values())
    table, ask = at_a_decision(chapter, few)
    dear = max(ask.choices, key=lambda c: c.most)
    with pytest.raises(IllegalDecision, match="has"):
        table.verify(ask, f"{dear.word} {dear.most}")
    with pytest.raises(IllegalDecision):
        table.reply(Answer(dear.word, dear.most))


@pytest.mark.parametrize("chapter", CHAPTERS)
@pytest.mark.parametrize("cents", [1000.0, 500.5, True, "1000", float("nan"), [1000], {}])
def test_wagers_are_whole_cents(chapter: str, cents: object) -> None:
    """Integer cents, whatever a form or a JSON document says."""
    table = Situation(chapter, {"table_minimum": 1, "smallest_chip": 1}, ()).table()
    table.sit(1, "player")
    mine = cast(dict[str, int], dict.fromkeys(table.game.suggest(table.house), cents))
    before = state(table)
    with pytest.raises(IllegalWager):
        table.bet(1, mine)
    assert state(table) == before


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_wager_is_not_named_twice(chapter: str) -> None:
    """ "Ante" and "ante wager" are one wager: two amounts for it are a mistake, not a choice."""
    table = Situation(chapter, {}, ()).table()
    table.sit(1, "player")
    good = table.game.suggest(table.house)
    name = next(iter(good))
    with pytest.raises(IllegalWager):
        table.bet(1, good | {f"{name} wager": 2 * good[name]})


@pytest.mark.parametrize("cents", [-1, -(10**9)])
def test_nobody_sits_down_with_less_than_nothing(cents: int) -> None:
    table = Situation("565", {}, ()).table()
    with pytest.raises(PitbossError):
        table.sit(1, "debtor", cents)


def test_seats_of_one_player_are_adjacent() -> None:
    table = Situation("633a", {"boxes": 2}, ()).table()
    table.sit(3, "player")
    with pytest.raises(IllegalWager, match="adjacent"):
        table.sit(5, "player")
    table.sit(4, "player")
    with pytest.raises(IllegalWager, match="may play 2 positions"):
        table.sit(5, "player")


def test_a_round_needs_a_wager() -> None:
    table = Situation("565", {}, ()).table()
    table.sit(1, "player")
    with pytest.raises(IllegalWager):
        table.begin()
    table.bet(1, {"Ante": 500})
    table.bet(1, {})
    with pytest.raises(IllegalWager):
        table.begin()


def test_a_house_that_the_game_cannot_deal_is_refused() -> None:
    for given_ in ({"double_shoe": True, "decks": 3}, {"double_shoe": True, "shuffler": "automated"}):
        with pytest.raises(NotAuthorized):
            Situation("633a", given_, ()).table()


NASTY = st.text(st.sampled_from("raisefoldchekpy 0123456789x$-.²٣\t\n"), max_size=24)


@examples(300)
@given(
    words=NASTY | st.text(max_size=12) | st.sampled_from(["raise", "check"]).flatmap(lambda w: NASTY.map(f"{w} {{}}".format))
)
def test_any_words_are_an_answer_or_an_illegal_decision(words: str) -> None:
    ask = Ask(1, (Choice("check"), Choice("raise", 100, 3000, 100), Choice("split", 700, 700)), "677a.11(b)", base=1000)
    try:
        answer = ask.verify(words)
    except IllegalDecision as error:
        assert error.cite == "677a.11(b)"
        return
    choice = next(c for c in ask.choices if c.word == answer.word)
    assert choice.least <= answer.cents <= choice.most
    assert answer.cents % choice.unit == 0 or answer.cents == choice.most
    assert ask.verify(str(answer)) == answer


def test_only_answers_answer_questions() -> None:
    table, _ = at_a_decision("565")
    for reply in (None, 3):
        with pytest.raises(OutOfTurn):
            table.reply(cast(Any, reply))
    drive(table, bots)

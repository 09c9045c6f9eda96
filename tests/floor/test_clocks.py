"""What the house does by the clock: it begins rounds, answers for the silent as their question says, and gives up the seats of
those whose lines are lost."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cards import Card
from pitboss.evidence.fair import FairChance
from pitboss.evidence.shuffles import pledge_of
from pitboss.floor.people.roles import ForbiddenError
from pitboss.floor.play.dealer import Clocks
from pitboss.floor.play.live_table import LiveTable
from pitboss.floor.play.protocol import Hello
from pitboss.games.nonbanked.between import away_from
from pitboss.table.commands import FLOORPERSON, HOUSE, Act, Begin, Decide, Leave, Pledge, Proceed, Report, Seed
from pitboss.table.log.records import Record
from pitboss.table.steps import Moment
from pitboss.table.view.viewers import SPECTATOR
from tests.floor.overheard import StandingClock
from tests.floor.visitors import CHIPS, Visitor, a_floor, visitors

SOON = 0.05


def clocks(**changes: float | None) -> Clocks:
    """No clock but those that are given."""
    given: dict[str, float | None] = {"betting": None, "decision": None, "dropped": None, "away": None, "called": None}
    return Clocks(**{**given, "between": SOON, **changes})  # type: ignore[arg-type]


def last(live: LiveTable, kind: type) -> Record:
    """The last record of a kind of deed."""
    return next(record for record in reversed(live.recent) if isinstance(record.deed, kind))


def hands_of(live: LiveTable) -> dict[str, list[Card]]:
    """What lies before everybody in the round in progress."""
    return live.table.round.hands if live.table.round is not None else {}


async def seated(here: object, table: str, number: int) -> list[Visitor]:
    people = await visitors(here, table, number)  # type: ignore[arg-type]
    for seat, one in enumerate(people, 1):
        await one.sit(seat)
    return people


def test_a_round_begins_without_who_places_no_wager(tmp_path: Path) -> None:
    """The first wager starts the clock; who has not placed his when it is over sits out."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=clocks(betting=SOON)) as here:
            ann, bo = await seated(here, "three-card-poker", 2)
            await asyncio.sleep(3 * SOON)
            assert not ann.playing  # nobody has placed anything: no clock runs
            ann.bet()
            await ann.until(lambda: ann.playing)
            current = ann.live.table.round
            assert current is not None and list(current.seats) == [1]
            assert bo.version == ann.version

    asyncio.run(evening())


def test_who_says_that_he_places_no_more_is_not_waited_for(tmp_path: Path) -> None:
    """A round begins at once when everybody has placed his wagers or says that he places none."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            ann, bo = await seated(here, "three-card-poker", 2)
            ann.bet()
            await asyncio.sleep(SOON)
            assert not ann.playing
            here.floor.presence.is_ready(bo.live, bo.player, True)
            await ann.until(lambda: ann.playing)

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("table", "word"),
    [("three-card-poker", "fold"), ("blackjack", "stand"), ("let-it-ride-poker", "let it ride"), ("pai-gow-poker", "set")],
)
def test_the_house_answers_for_the_silent_as_the_question_says(table: str, word: str, tmp_path: Path) -> None:
    """What everybody was told would be answered is answered, by the house, and by nobody before the clock."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=clocks(decision=SOON)) as here:
            (ann,) = await seated(here, table, 1)
            for _ in range(3):
                before = ann.rounds
                ann.bet()
                await ann.until(lambda before=before: ann.rounds > before)  # type: ignore[misc]
            told = [each for message in ann.messages for each in message.get("asked", []) if each.get("choices")]
            said = [(record.author, record.deed) for record in ann.live.recent if isinstance(record.deed, Decide)]
            assert said and all(author == HOUSE for author, _ in said)
            assert any(deed.word.startswith(word) for _, deed in said)
            answers = {str(each["silent"]) for each in told}
            for _, deed in said:
                assert f"{deed.word} {deed.cents}".removesuffix(" 0") in answers

    asyncio.run(evening())


def test_a_round_waits_for_pledged_seeds_and_no_longer(tmp_path: Path) -> None:
    """It begins as soon as the last seed is revealed. A player who does not reveal one loses the seat and gets the chips back;
    the wagers of the others are free again, and there is another promise."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=clocks(reveal=2 * SOON)) as here:
            ann, bo = await seated(here, "three-card-poker", 2)
            fair = ann.live.table.fair
            assert isinstance(fair, FairChance)
            for one, seat in ((ann, 1), (bo, 2)):
                await one.ask(Pledge(seat, pledge_of(seat, f"seed of {seat}")))
            ann.bet()
            bo.bet()
            await ann.until(lambda: ann.live.table.called)
            assert ann.live.picture(SPECTATOR)["unrevealed"] == [1, 2]
            await ann.ask(Seed(1, "seed of 1"))
            assert not ann.playing
            await bo.ask(Seed(2, "seed of 2"))
            await ann.until(lambda: ann.playing)
            while ann.playing:
                ann.decide()
                bo.decide()
                await asyncio.sleep(0)
            promise, chips = fair.standing[-1].number, ann.live.table.seats[1].cents
            for one, seat in ((ann, 1), (bo, 2)):
                await one.ask(Pledge(seat, pledge_of(seat, f"another of {seat}")))
            ann.bet()
            bo.bet()
            await ann.until(lambda: ann.live.table.called)
            await ann.ask(Seed(1, "another of 1"))
            await ann.until(lambda: 2 not in ann.live.names)
            assert fair.standing[-1].number == promise + 1 and not ann.live.table.called and not ann.playing
            assert ann.live.table.seats[1].cents == chips and not ann.live.table.bets
            ann.bet()
            await ann.until(lambda: ann.playing)

    asyncio.run(evening())


def test_players_are_told_of_an_irregularity_and_its_remedy(tmp_path: Path) -> None:
    """In the sentences of the short log: what was declared, and what is done about it, with its paragraph."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            (ann,) = await seated(here, "three-card-poker", 1)
            ann.go()
            ann.come(Hello(words=True))
            ann.bet()
            await ann.until(lambda: bool(ann.asked))
            here.floor.submit_for_house(
                ann.live, [(Report("device out of order", {"device": "shuffling device"}), FLOORPERSON)]
            )
            await ann.until(lambda: any("Irregularity" in json.dumps(message) for message in ann.messages))
            told = [line for message in ann.messages for frame in message.get("frames", ()) for line in frame.get("words", ())]
            (line,) = [line for line in told if "Irregularity" in line[1]]
            assert line[0] == "565.13(g)" and line[1].startswith("Irregularity, device out of order: The ")

    asyncio.run(evening())


def test_who_has_lost_his_line_is_waited_for_less_long_and_gives_up_his_seat(tmp_path: Path) -> None:
    """A dropped player's decisions are made for him, the round ends by the rules, and later his chips go to the cage."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=clocks(dropped=SOON, away=4 * SOON)) as here:
            ann, bo = await seated(here, "three-card-poker", 2)
            ann.bet()
            bo.bet()
            await bo.until(lambda: bo.playing and bool(ann.asked))
            ann.go()
            await bo.until(lambda: bool(bo.asked))
            assert last(bo.live, Decide).author == HOUSE
            bo.decide()
            await bo.until(lambda: bo.rounds == 1)
            bo.bet()  # nobody waits for Ann
            await bo.until(lambda: bo.playing)
            while bo.rounds < 2:
                bo.decide()
                await asyncio.sleep(SOON / 2)
            await bo.until(lambda: 1 not in bo.live.names)
            await bo.until(lambda: bo.live.at_rest)
            assert await here.floor.buy_ins.cage_balance(ann.account.id) == CHIPS - 500
            assert 2 in bo.live.names

    asyncio.run(evening())


def test_who_comes_back_in_time_keeps_his_seat(tmp_path: Path) -> None:
    """A line that is opened again stops the clock of the other."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=clocks(away=4 * SOON)) as here:
            (ann,) = await seated(here, "three-card-poker", 1)
            ann.go()
            await asyncio.sleep(SOON)
            again = Visitor(here, ann.live, ann.account)
            again.come()
            await asyncio.sleep(6 * SOON)
            assert ann.live.names == {1: ann.player}

    asyncio.run(evening())


def test_who_looks_later_is_told_how_much_is_left(tmp_path: Path) -> None:
    """By the clock that acts in the end, and no other."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=clocks(decision=60)) as here:
            standing = here.floor.loop = StandingClock(asyncio.get_running_loop())  # type: ignore[assignment]
            ann, bo = await seated(here, "three-card-poker", 2)
            ann.bet()
            bo.bet()
            await ann.until(lambda: bool(ann.asked))
            for seconds, left in ((0, 60), (20, 40), (39, 1)):
                standing.go_on(seconds)
                assert json.loads(ann.live.whole(SPECTATOR))["clock"] == left

    asyncio.run(evening())


def test_who_comes_back_has_the_time_that_he_had(tmp_path: Path) -> None:
    """A page that is loaded again costs its player nothing of his clock."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=clocks(decision=60, dropped=20)) as here:
            ann, bo = await seated(here, "three-card-poker", 2)
            ann.bet()
            bo.bet()
            await ann.until(lambda: bool(ann.asked))
            waits, now = ann.live.waits, here.floor.loop.time
            assert waits.until is not None and 50 < waits.until - now() < 61
            ann.go()
            await asyncio.sleep(SOON)
            assert 10 < waits.until - now() < 21
            Visitor(here, ann.live, ann.account).come()
            assert 50 < waits.until - now() < 61

    asyncio.run(evening())


def test_a_time_bank_is_drawn_on_and_fills_again(tmp_path: Path) -> None:
    """At Poker a player who is asked has a bank beside the time for an answer; what is used of it comes back hand by hand."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=clocks(decision=45, dropped=15, between=4)) as here:
            standing = here.floor.loop = StandingClock(asyncio.get_running_loop())  # type: ignore[assignment]
            ann, bo = await seated(here, "poker/holdem-no-limit", 2)
            live = ann.live

            def told() -> tuple[int, int]:
                message = json.loads(live.whole(SPECTATOR))
                return message["clock"], message["bank"]

            while not (ann.asked or bo.asked):
                standing.go_on(1)
                await asyncio.sleep(0.001)
            slow, other = (ann, bo) if ann.asked else (bo, ann)
            assert told() == (90, 45)
            standing.go_on(60)
            assert told() == (30, 30)
            slow.go()
            await asyncio.sleep(0)
            assert "bank" not in json.loads(live.whole(SPECTATOR))  # nobody is there to draw on it
            slow.come()
            await asyncio.sleep(0)
            assert told() == (30, 30)
            (asked,) = slow.asked
            call = next(each for each in asked["choices"] if each["word"] == "call")
            await slow.ask(Decide(asked["seat"], "call", call["least"]))
            await other.until(lambda: bool(other.asked))
            assert told() == (90, 45), "each player has a bank"
            assert live.waits.banks == {slow.player: 30}
            while live.table.round is not None:
                ann.decide()
                bo.decide()
                await asyncio.sleep(0)
            await slow.until(lambda: slow.rounds == 1 and live.at_rest)
            assert live.waits.banks == {slow.player: 35}

    asyncio.run(evening())


def test_at_poker_who_has_lost_his_line_steps_away_and_returns(tmp_path: Path) -> None:
    """He is dealt no hands while he is away, and is dealt in again when he is back."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=clocks(dropped=SOON)) as here:
            people = await seated(here, "poker/holdem-no-limit", 3)
            live, cy = people[0].live, people[2]
            playing = [asyncio.create_task(one.play(3)) for one in people[:2]]
            await cy.until(lambda: cy.playing)
            cy.go()
            await asyncio.gather(*playing)
            assert 3 in away_from(live.table)
            again = Visitor(here, live, cy.account)
            for _ in range(100):
                if live.table.round is None:
                    break
                for one in people[:2]:
                    one.decide()
                await asyncio.sleep(0.01)
            again.come()
            assert 3 not in away_from(live.table)

    asyncio.run(evening())


def test_at_poker_who_comes_back_in_the_middle_of_a_hand_is_dealt_the_next(tmp_path: Path) -> None:
    """The hand that goes on without him ends first. Who has stepped away by himself stays away, whatever his line does."""

    async def evening() -> None:
        async with a_floor(tmp_path, clocks=clocks(dropped=SOON)) as here:
            people = await seated(here, "poker/holdem-no-limit", 4)
            live, cy, di = people[0].live, people[2], people[3]
            await cy.until(lambda: cy.playing)
            cy.go()

            async def until(true: Callable[[], bool]) -> None:
                async with asyncio.timeout(20):
                    while not true():
                        for one in (*people[:2], di):
                            one.decide()
                        await asyncio.sleep(0.01)

            await until(lambda: live.table.round is None)
            await di.ask(Act("player steps away", {"seat": 4}))
            await until(lambda: {3, 4} <= set(away_from(live.table)) and live.table.round is not None)
            di.go()
            for one in (cy, di):
                Visitor(here, live, one.account).come()
            assert {3, 4} <= set(away_from(live.table))
            await until(lambda: 3 not in away_from(live.table))
            assert 4 in away_from(live.table)

    asyncio.run(evening())


def test_at_poker_a_hand_begins_after_a_restart_when_players_come_back(tmp_path: Path) -> None:
    """Whom the house had step away is back with his line, though another process had him step away."""

    async def evening() -> None:
        quick = clocks(dropped=SOON, between=SOON)
        async with a_floor(tmp_path, clocks=quick) as here:
            people = await seated(here, "poker/holdem-no-limit", 2)
            await people[0].until(lambda: people[0].playing)
            for one in people:
                one.go()
            async with asyncio.timeout(20):
                while set(away_from(people[0].live.table)) != {1, 2}:
                    await asyncio.sleep(0.01)
        async with a_floor(tmp_path, clocks=quick) as here:
            live = here.floor.tables["poker/holdem-no-limit"]
            assert set(away_from(live.table)) == {1, 2}
            back = [Visitor(here, live, one.account) for one in people]
            for one in back:
                one.come()
            await back[0].until(lambda: back[0].playing)
            assert not away_from(live.table)

    asyncio.run(evening())


def test_an_employee_deals_himself_and_declares_what_went_wrong(tmp_path: Path) -> None:
    """While somebody holds the table it waits at each moment for him; what he declares is remedied by the chapter, under his
    name; a patron declares nothing."""

    async def evening() -> None:
        async with a_floor(tmp_path) as here:
            ann, bo = await seated(here, "three-card-poker", 2)
            dealer = (await here.people.guest("staff", "dealer")).account
            staff = Visitor(here, ann.live, dealer)
            staff.come()
            here.floor.presence.hold(ann.live, dealer.name)
            ann.bet()
            await ann.until(lambda: bool(ann.live.table.bets) and ann.live.at_rest)
            assert not ann.playing  # nobody begins but he
            with pytest.raises(ForbiddenError, match="patron"):
                await ann.ask(Report("dealer's hand count", {"cards": 4}))
            await bo.ask(Leave(2))  # where nobody else sits, she may on a practice floor (test_declaring.py)
            await staff.ask(Begin())
            assert isinstance(ann.live.table.request, Moment)
            while not hands_of(ann.live):
                await staff.ask(Proceed())
            exposed = hands_of(ann.live)["dealer"][0]
            await staff.ask(Report("dealer card exposed", {}))
            told = last(ann.live, Report)
            assert (exposed,) in [step.cards for step in told.steps if step.act == "reveal"]
            assert told.author == ("dealer", dealer.name) and told.steps[0].cite.startswith("565.13(d)")
            assert ann.live.table.rounds == 1  # all hands are void
            here.floor.presence.hold(ann.live, "")
            await ann.until(lambda: ann.rounds == 1)
            ann.bet()
            await ann.until(lambda: bool(ann.asked))
            ann.decide()
            await ann.until(lambda: ann.rounds == 2)
            said = [record for record in ann.live.recent if isinstance(record.deed, Begin | Proceed)]
            assert {record.author.name for record in said[:2]} == {dealer.name} and said[-1].author.name == ""

    asyncio.run(evening())

"""What may be declared, in words; and who declares it himself: a player who practises, alone with bots, and nobody else."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.card_room.commands import TakeSeat
from pitboss.errors import NotAuthorized, PitbossError
from pitboss.floor.books.audit import sentences
from pitboss.floor.books.pit import offers
from pitboss.floor.people import office
from pitboss.floor.people.rate_limits import Rate, RateLimitError
from pitboss.floor.people.roles import ForbiddenError
from pitboss.floor.play import bots
from pitboss.floor.play.declarations import FIELDS, declarable, declarable_at
from pitboss.floor.running import Running
from pitboss.floor.storage.database_view import View
from pitboss.games import MODULES, game
from pitboss.table.commands import Act, Author, Begin, Bet, CutCards, Decide, Permit, Proceed, Report, VoidRound
from pitboss.table.incidents import check_detail
from pitboss.table.log.records import Record
from pitboss.table.log.stores import TABLE
from pitboss.table.steps import Ask, Incident
from tests.floor.floor_evening import Evening
from tests.floor.test_audit import audited
from tests.floor.test_pit_figures import WAITS
from tests.floor.test_recall import run

REQUIRED = {"stub count wrong": ["stub"], "announced amount differs": ["announced"]}
EXAMPLE: dict[str, Any] = {"seat": 1, "place": "seat 1", "number": 4, "cents": 500, "text": "x", "flag": True}


@pytest.mark.parametrize("number", MODULES)
def test_every_incident_is_told_with_fields_that_its_chapter_knows(number: str) -> None:
    played = game(number)
    incidents, told = declarable(number)
    assert incidents == dict(played.incidents) and {each["kind"] for each in told} == set(incidents)
    for each in told:
        assert each["cite"] == incidents[each["kind"]] and len(each["says"]) > 20
        detail = {field["word"]: field.get("choices", [EXAMPLE.get(field["takes"])])[0] for field in each["fields"]}
        assert None not in detail.values() and set(detail) <= set(FIELDS)
        required = [field["word"] for field in each["fields"] if field.get("required")]
        assert required == REQUIRED.get(each["kind"], [])
        check_detail(Incident(each["kind"], detail), played.details[each["kind"]], each["cite"])


OTHERS = {
    **dict.fromkeys(("555", "557", "561", "563", "565", "645a", "657a", "678a"), ("dealer",)),
    **dict.fromkeys(("559", "587", "655a"), ("community",)),
    "677a": ("dealer", "community"),
}


@pytest.mark.parametrize(("number", "others"), OTHERS.items())
def test_a_wrong_number_of_cards_is_offered_only_where_cards_are_dealt(number: str, others: tuple[str, ...]) -> None:
    _, told = declarable(number)
    [wrong] = [each for each in told if each["kind"] == "wrong number of cards"]
    assert wrong["fields"][0]["choices"] == [*others]


@pytest.mark.parametrize("number", MODULES)
def test_a_device_is_declared_as_failed_and_as_repaired_between_rounds(number: str) -> None:
    """633a and 635a have a card reader device too (§ 633a.14(k), § 635a.13(k))."""
    _, told = declarable(number)
    offered = {each["kind"]: each for each in told if each["kind"] in ("device out of order", "device repaired or replaced")}
    for each in offered.values():
        [field] = [field for field in each["fields"] if field["word"] == "device"]
        assert ("card reader device" in field["choices"]) == (number in ("633a", "635a"))
    assert len(offered) == 2 and [kind for kind, each in offered.items() if each["between"]] == ["device repaired or replaced"]


def test_a_card_reader_that_failed_is_repaired_between_rounds(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "blackjack", "633a", {})
        boss = await here.people.hire("Pat Boss", "correct horse battery", "pit boss")
        live.table.out_of_order.add("card reader device")
        await evening.say(live, boss, Act("device repaired or replaced", {"device": "card reader device"}))
        assert not live.table.out_of_order

    run(tmp_path, test)


@pytest.mark.parametrize("number", ["555", "587", "559"])
def test_a_device_that_the_table_does_not_have_does_not_fail(tmp_path: Path, number: str) -> None:
    """At the defaults the dealer shuffles and deals from a manual shoe."""

    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "one", number, {})
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        await evening.say(live, ann, Bet(1, live.table.game.suggest(live.table.house)))
        kinds = {each["kind"] for each in declarable_at(live.table)}
        assert not kinds & {"device out of order", "device repaired or replaced", "shuffler jam", "automated shoe jam"}
        version = live.table.version
        for detail, named in ({}, "card shuffling device"), ({"device": "shoe"}, "dealing shoe"):
            with pytest.raises(NotAuthorized, match=f"no automated {named} is in use at this table"):
                await evening.say(live, ann, Report("device out of order", detail))
        assert live.table.version == version and not live.table.out_of_order

    run(tmp_path, test, clocks=WAITS)


def test_a_form_lists_the_devices_in_use_and_what_is_done_between_rounds(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "one", "555", {"shuffler": True, "dealing": "automated shoe"})
        ann = await evening.guest()
        await evening.sit(live, ann, 1)
        await evening.say(live, ann, Bet(1, {"Ante": 1000}))

        def devices() -> dict[str, list[str]]:
            fields = {each["kind"]: each["fields"] for each in declarable_at(live.table)}
            return {kind: named[0]["choices"] for kind, named in fields.items() if named and named[0]["word"] == "device"}

        shuffler, shoe = "automated card shuffling device", "automated dealing shoe"
        assert devices() == {"device out of order": [shuffler, shoe]}
        await evening.say(live, ann, Report("device out of order", {"device": shoe}))
        assert devices() == {"device out of order": [shuffler], "device repaired or replaced": [shoe]}
        assert "automated shoe jam" not in {each["kind"] for each in declarable_at(live.table)}
        await evening.say(live, ann, Decide(1, "fold"))
        assert live.table.round is None and devices() == {"device repaired or replaced": [shoe]}
        assert len(declarable_at(live.table)) == 1

    run(tmp_path, test, clocks=WAITS)


def test_a_form_lists_what_can_happen_now_and_to_whom(tmp_path: Path) -> None:
    """A recut before the first card only; a player who has left is not offered again."""

    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "one", "565", {})
        boss = await here.people.hire("Pat Boss", "correct horse battery", "pit boss")
        people = {seat: await evening.guest() for seat in (2, 5)}
        for seat, who in people.items():
            await evening.sit(live, who, seat)
        live.held_by, live.holder = boss.name, boss.id
        for seat, who in people.items():
            await evening.say(live, who, Bet(seat, {"Ante": 1000}))
        await evening.say(live, boss, Begin())

        def seats(kind: str) -> list[int] | None:
            fields = {each["kind"]: each["fields"] for each in declarable_at(live.table)}
            return next((field["seats"] for field in fields[kind] if "seats" in field), None) if kind in fields else None

        kinds = {each["kind"] for each in declarable_at(live.table)}
        assert {"cut performed improperly", "card drawn in error"} <= kinds
        assert seats("player leaves") == seats("wrong number of cards") == [2, 5]
        while not isinstance(live.table.request, Ask):
            await evening.say(live, boss, Proceed())
        kinds -= {each["kind"] for each in declarable_at(live.table)}
        assert kinds == {"cut performed improperly", "card drawn in error", "card face up"}
        await evening.say(live, people[2], Decide(2, "fold"))
        await evening.say(live, boss, Report("player leaves", {"seat": 5}))
        assert seats("player leaves") == [2]

    run(tmp_path, test)


def test_the_pit_offers_what_would_not_be_refused(tmp_path: Path) -> None:
    """No round begins without wagers or while the card reader device is out of order (§ 633a.14(k)); nothing is declared during
    the cut; a table with a person is not closed unless it has failed."""

    async def test(here: Running, evening: Evening) -> None:
        live = await here.lifecycle.open_table(None, "blackjack", "633a", {})
        boss = await here.people.hire("Pat Boss", "correct horse battery", "pit boss")
        ann = await evening.guest()
        live.held_by, live.holder = boss.name, boss.id
        assert offers(live) == ["limits", "close"]
        await evening.sit(live, ann, 1)
        assert offers(live) == ["limits"]
        await evening.say(live, ann, Bet(1, {"Blackjack Wager": 1000}))
        assert offers(live) == ["begin", "limits"]
        live.table.out_of_order.add("card reader device")
        assert offers(live) == ["declare", "limits"]
        live.table.out_of_order.clear()
        await evening.say(live, boss, Begin())
        assert offers(live) == [] and declarable_at(live.table) == []
        await evening.say(live, ann, CutCards(1))
        assert offers(live) == ["proceed", "declare"]
        live.failed = "TypeError"
        assert offers(live) == ["proceed", "declare", "void", "close"]

    run(tmp_path, test)


def test_a_hand_of_poker_is_not_offered_to_one_player(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        room = await here.lifecycle.open_room(None, "poker", "637a")
        live = await here.lifecycle.open_room_table(None, room, "1", {})
        assert offers(live) == ["close"]
        ann = await evening.guest()
        await evening.say(room, ann, TakeSeat(ann.name, "1", 1, 100_000))
        assert offers(live) == ["declare"]

    run(tmp_path, test)


async def _in_a_round(here: Running, evening: Evening, others: int = 1) -> tuple[Any, Any]:
    live = await here.lifecycle.open_table(None, "three", "565", {})
    ann = await evening.guest()
    await evening.sit(live, ann, 1)
    if others:
        await bots.seat(here.floor, live, others)
    await evening.say(live, ann, Bet(1, {"Ante": 1000}))
    assert live.table.round is not None
    return live, ann


WRONG = Report("wrong number of cards", {"to": "dealer", "cards": 4})


def test_who_practises_alone_with_bots_declares_himself(tmp_path: Path) -> None:
    """The record says so: as the dealer, under his name; and the remedy is that of the chapter."""

    async def test(here: Running, evening: Evening) -> None:
        live, ann = await _in_a_round(here, evening)
        version = await evening.say(live, ann, WRONG)
        await evening.until(lambda: live.at_rest)
        lines = here.floor.database.view(lambda connection: list(View(connection).records(live.log, version, version)))
        record = TABLE.decode(lines[0][1].body)
        assert isinstance(record, Record)
        assert record.author == Author("dealer", ann.name) and record.deed == WRONG
        assert live.table.round is None and live.table.last is not None
        assert any(step.act == "void" and step.cite == live.table.game.incidents[WRONG.kind] for step in record.steps)
        assert live.table.seats[1].cents == 10_000, "every wager went back"

    run(tmp_path, test, clocks=WAITS)


@pytest.mark.parametrize("practice", [True, False])
def test_nobody_else_does(tmp_path: Path, practice: bool) -> None:
    """Not on another floor, not where another person sits, not who only looks; and he neither deals nor rules."""

    async def test(here: Running, evening: Evening) -> None:
        live, ann = await _in_a_round(here, evening)
        for deed in (Begin(), Proceed(), VoidRound("why"), Permit(1)):
            with pytest.raises(ForbiddenError):
                await evening.say(live, ann, deed)
        ben = await evening.guest()
        with pytest.raises(ForbiddenError, match="a patron may not"):
            await evening.say(live, ben, WRONG)
        if practice:
            await evening.sit(live, ben, 5)
        for who in (ann, ben):
            with pytest.raises(ForbiddenError, match="a patron may not"):
                await evening.say(live, who, WRONG)
        assert live.table.round is not None

    run(tmp_path, test, clocks=WAITS, practice=practice)


def test_a_dealer_who_sits_there_with_others_declares_nothing(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        live, _ = await _in_a_round(here, evening, 0)
        dot = await evening.guest("dealer")
        await evening.sit(live, dot, 2)
        with pytest.raises(ForbiddenError, match="where he sits"):
            await evening.say(live, dot, WRONG)

    run(tmp_path, test, clocks=WAITS)


CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]


@pytest.mark.parametrize("role", ["patron", "dealer", "floorperson", "pit boss"])
def test_nobody_learns_anything_by_naming_cards(tmp_path: Path, role: Any) -> None:
    """Whether a card can be where its author says would tell what lies hidden: every card is refused in the same words."""

    async def test(here: Running, evening: Evening) -> None:
        live, ann = await _in_a_round(here, evening)
        here.floor.refused_reports._own.rate = Rate(10_000, 0.0)
        who, refused = ann if role == "patron" else await evening.guest(role), set()
        version = live.table.version
        for card in CARDS:
            for kind, word in (("card face up", "card"), ("dealer card exposed", "cards")):
                for named in (card, " ".join([card] * 9)):
                    with pytest.raises(NotAuthorized) as error:
                        await evening.say(live, who, Report(kind, {word: named}))
                    refused.add((word, str(error.value)))
        assert len(refused) == 2 and live.table.round is not None and live.table.version == version
        with pytest.raises(PitbossError):
            await evening.say(live, who, Report("dealer sets hands wrong", {"low": "Kh 2c"}))
        await evening.say(live, who, Report("card face up", {}))
        if live.table.round is not None:
            await evening.say(live, ann, Decide(1, "fold"))

    run(tmp_path, test, clocks=WAITS)


# ---------------------------------------------------------------------------- refused reports on record


def reports_refused(here: Running) -> list[office.ReportRefused]:
    """What the office has of refused reports."""
    lines = [office.decode(line.body) for line in here.floor.database.lines(office.STREAM)]
    return [event for event in lines if isinstance(event, office.ReportRefused)]


def test_a_refused_report_is_on_record_before_its_author_hears_of_it(tmp_path: Path) -> None:
    """With author, words and reason, by whatever it was refused; the table has no record of it, and the audit passes."""

    async def test(here: Running, evening: Evening) -> None:
        live, ann = await _in_a_round(here, evening, 0)
        dot, ben, version = await evening.guest("dealer"), await evening.guest(), live.table.version
        said = [
            (dot, Report("card face up", {"card": "4c"}), "names no card"),
            (dot, Report("player leaves", {"seat": 5}), "seat 5 is not in the round"),
            (dot, Report("rain", {"x": "y" * 1000}), "has no incident"),
            (ben, Report("shuffler jam", {}), "a patron may not"),
            (ben, Report("shuffler jam", {"half": "\ud800"}), "a patron may not"),  # no text that can be written down
            (ben, Report("\ud800", {}), "a patron may not"),
        ]
        for number, (who, deed, why) in enumerate(said, 1):
            for _ in range(3):
                with pytest.raises(PitbossError, match=why):
                    await evening.say(live, who, deed)
                assert len(reports_refused(here)) == number, "the same words again are on record once"
        for event, (who, deed, why) in zip(reports_refused(here), said, strict=True):
            kind = deed.kind.encode(errors="backslashreplace").decode()
            assert (event.by, event.table, event.kind) == (who.by, live.name, kind) and why in event.why
            assert event.detail == json.dumps(deed.detail, separators=(",", ":"))[:500]
        assert live.table.version == version
        await evening.say(live, ann, Decide(1, "fold"))

    run(tmp_path, test, clocks=WAITS)
    assert audited(tmp_path).rounds == 1


def test_refused_reports_do_not_flood_the_record(tmp_path: Path) -> None:
    """An account has twenty refusals at once, and then one in ten seconds; until then it hears nothing but that."""

    async def test(here: Running, evening: Evening) -> None:
        live, ann = await _in_a_round(here, evening, 0)
        dot = await evening.guest("dealer")
        for card in CARDS[:20]:
            with pytest.raises(NotAuthorized):
                await evening.say(live, dot, Report("card face up", {"card": card}))
        for card in CARDS[20:]:
            with pytest.raises(RateLimitError, match=r"try again in 1?[0-9] second"):
                await evening.say(live, dot, Report("card face up", {"card": card}))
        assert len(reports_refused(here)) == 20
        with pytest.raises(PitbossError, match="a patron may not"):
            await evening.say(live, await evening.guest(), Report("shuffler jam", {}))
        assert len(reports_refused(here)) == 21, "what one account says costs no other anything"
        await evening.say(live, ann, Decide(1, "fold"))

    run(tmp_path, test, clocks=WAITS)


def test_an_answer_that_cannot_be_given_keeps_nothing_else_back(tmp_path: Path) -> None:
    """What is durable is shown all the same, and the table goes on."""

    async def test(here: Running, evening: Evening) -> None:
        live, ann = await _in_a_round(here, evening, 0)

        def fails(answer: object) -> None:
            raise ValueError("nobody reads this")

        here.floor.submit(live, ann, Decide(1, "fold"), live.table.version, "fails", fails)
        async with asyncio.timeout(10):
            while live.durable < live.table.version or here.floor._changed:  # what is durable, and shown to nobody
                await asyncio.sleep(0.01)

    run(tmp_path, test)


def test_the_audit_counts_lines_that_nothing_signed_stands_behind(tmp_path: Path) -> None:
    """While a floor is open there are some for whom marks cannot be checked; its last checkpoint covers all of them."""

    async def test(here: Running, evening: Evening) -> None:
        live, _ = await _in_a_round(here, evening, 0)
        found = audited(tmp_path, key=False)
        assert not audited(tmp_path).unvouched
        assert found.unvouched[f"table/{live.name}"] > 0
        assert any("neither a round's signature nor a checkpoint" in line for line in sentences(found))

    run(tmp_path, test)
    found = audited(tmp_path, key=False)
    assert found.unvouched == {}
    assert not any("neither a round's signature" in line for line in sentences(found))

"""The submissions desk over HTTP: a Rules Submission is read, checked, compared and printed, and opens a table if it passes."""

import json
import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from pitboss.floor.desk.tasks import MOST_PREVIEWED, document_of, refusal
from pitboss.floor.people.roles import ROLES
from pitboss.floor.running import Running
from pitboss.floor.web import shapes
from pitboss.floor.web.chapters import anchor
from pitboss.games import BANKED, MODULES
from pitboss.rulebook import chapter
from pitboss.submissions.checking import check_document
from pitboss.submissions.holds import known
from tests.floor.floor_evening import Evening
from tests.floor.test_audit import audited
from tests.floor.test_recall import Web, run

pytestmark = pytest.mark.usefixtures("forked_desk")
LAWFUL = 'chapter = "677a"\nholder = "Elm Street Casino"\ntables = ["HU 7"]\ntrips_plus = "A"\n'


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('chapter = "677a"\ntrips_plus = "A"\n', {"chapter": "677a", "house": {"trips_plus": "A"}}),
        ('{"chapter": "565", "house": {"table_minimum": 1500}}', {"chapter": "565", "house": {"table_minimum": 1500}}),
        ('chapter = "677a"\ntrips_plus = "Q"', "677a.12(e)"),
        ('chapter = "677a"\ntrips_plus = ', "the submission, at its end: not TOML"),
        ("{", "the submission.json, line 1: not JSON"),
        ("table_minimum = 500", "does not say which chapter it is about"),
        ('chapter = "521"', "is not a game"),
    ],
)
def test_a_submission_is_read_as_it_was_written(tmp_path: Path, text: str, answer: Any) -> None:
    async def test(here: Running, evening: Evening) -> None:
        web = Web(here)
        boss, _ = await web.as_("pit boss")
        found = await boss.post("/api/submissions", json={"text": text})
        if isinstance(answer, dict):
            assert found.status_code == 200 and found.json() == answer
            assert not here.floor.tables, "nothing is opened by reading"
        else:
            assert found.status_code == 422 and answer in json.dumps(found.json())
        floorperson, _ = await web.as_("floorperson")
        assert (await floorperson.post("/api/submissions", json={"text": text})).status_code == 403

    run(tmp_path, test)


def test_a_refusal_cites_a_paragraph_or_nothing() -> None:
    def cite_of(text: str) -> str:
        return refusal(check_document(document_of(text))).cite

    assert cite_of('chapter = "565"\ntables = [1, 1]\n') == ""  # which no paragraph of the chapter asks
    assert cite_of('chapter = "677a"\ntrips_plus = "Q"\n') == "677a.12(e)"


def test_everything_that_is_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        text = 'chapter = "677a"\ntrips_plus = "Q"\nseets = 7\n'
        found = await boss.post("/api/submissions/check", json={"text": text})
        told = shapes.Checked.model_validate_json(found.content)
        wrong = {(each.field, each.section, each.line) for each in told.findings if each.level == "error"}
        assert not told.ok and wrong == {("trips_plus", "677a.12(e)", 2), ("seets", "677a", 3)}
        told = shapes.Checked.model_validate_json((await boss.post("/api/submissions/check", json={"text": LAWFUL})).content)
        assert told.ok and told.chapter == "677a" and {each.level for each in told.findings} <= {"warning"}
        assert (await boss.post("/api/submissions/check", json={"text": "x ="})).status_code == 422

    run(tmp_path, test)


def test_a_submission_names_no_file_of_the_server(tmp_path: Path) -> None:
    """A house way is taken by its name; every other text gets the same answer, whether or not such a file is there."""

    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        there, broken, away = tmp_path / "there.toml", tmp_path / "broken.toml", tmp_path / "away.toml"
        there.write_text("secret = 1\n")
        broken.write_text("secret\n")
        answers = set()
        for path in (there, broken, away, tmp_path):
            body = {"text": f'chapter = "645a"\nhouse_way = "{path}"\n'}
            checked = (await boss.post("/api/submissions/check", json=body)).text
            opened = await boss.post("/api/tables", json={"name": "x", "chapter": "645a", "house": {"house_way": str(path)}})
            answers.add((opened.status_code, *(words.replace(str(path), "PATH") for words in (checked, opened.text))))
        assert len(answers) == 1 and "there is no house way" in str(answers)
        good = await boss.post("/api/tables", json={"name": "x", "chapter": "645a", "house": {"house_way": "traditional"}})
        assert good.status_code == 201

    run(tmp_path, test)


def test_a_blank_one_of_every_chapter_passes(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        for number in MODULES:
            blank = (await boss.get(f"/api/submissions/{number}")).json()
            assert f'chapter = "{number}"' in " ".join(blank["text"].split())
            assert (await boss.post("/api/submissions/check", json={"text": blank["text"]})).json()["ok"], number
        for unknown in ("999", "521", "three-cards"):
            assert (await boss.get(f"/api/submissions/{unknown}")).status_code == 404
        by_slug = (await boss.get("/api/submissions/three-card-poker")).json()
        assert by_slug == (await boss.get("/api/submissions/565")).json()

    run(tmp_path, test)


def test_what_differs_is_told_with_what_wagers_hold(tmp_path: Path) -> None:
    held = {each.table: each.edge for each in known() if each.wager == "Trips Plus"}

    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        other = LAWFUL.replace('"A"', '"C"')
        found = await boss.post("/api/submissions/compare", json={"text": LAWFUL, "other": other})
        told = shapes.ComparedWith.model_validate_json(found.content)
        assert any("trips plus" in line and "C \u2192 A" in line for line in told.lines)
        assert [(w.wager, w.before, w.after) for w in told.wagers] == [("Trips Plus", held["C"], held["A"])]
        alone = (await boss.post("/api/submissions/compare", json={"text": LAWFUL})).json()
        assert alone["against"] == "the defaults of chapter 677a"
        assert alone["wagers"] == [{"wager": "Trips Plus", "before": None, "after": held["A"]}]
        foreign = await boss.post("/api/submissions/compare", json={"text": LAWFUL, "other": 'chapter = "565"'})
        assert foreign.status_code == 422 and "not editions of one game" in foreign.json()["error"]

    run(tmp_path, test)


@pytest.mark.parametrize("what", ["sign", "layout", "form", "guide"])
def test_a_submission_that_passes_is_printed(tmp_path: Path, what: str) -> None:
    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        found = await boss.post("/api/submissions/print", json={"text": LAWFUL, "what": what})
        assert found.status_code == 200 and found.headers["content-type"] == "application/pdf"
        assert found.headers["content-disposition"] == f'attachment; filename="heads-up-hold-em-{what}.pdf"'
        words = " ".join(page.extract_text() for page in PdfReader(BytesIO(found.content)).pages)
        assert "Elm Street Casino" in " ".join(words.split())
        wrong = await boss.post("/api/submissions/print", json={"text": LAWFUL.replace('"A"', '"Q"'), "what": what})
        assert wrong.status_code == 422 and wrong.json()["cite"] == "677a.12(e)"

    run(tmp_path, test)


def test_a_table_opens_only_from_a_submission_that_passes(tmp_path: Path) -> None:
    """Also a table of a Poker room, and what only a desk would notice: here a limit below what one patron could win."""

    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        low = {"payout_limit": 100_000}
        told = (await boss.post("/api/submissions/check", json={"text": 'chapter = "677a"\npayout_limit = 100000'})).json()
        refused = await boss.post("/api/tables", json={"name": "low", "chapter": "677a", "house": low})
        assert not told["ok"] and refused.status_code == 422
        assert refused.json()["error"].startswith(next(f["message"] for f in told["findings"] if f["level"] == "error"))
        assert not here.floor.tables
        await here.lifecycle.open_room(None, "poker", "637a")
        command = {"do": "open table", "table": "odd", "house": {"small_bet": 1}}
        said = {"id": "1", "version": 1, "command": command}
        assert (await boss.post("/api/rooms/poker/commands", json=said)).status_code == 422
        waiver = {"section": "637a.17(b)(1)", "granted": "2999-01-01"}
        later = {"do": "open table", "table": "later", "house": {"rake_percent": 50, "waivers": [waiver]}}
        refused = await boss.post("/api/rooms/poker/commands", json={**said, "id": "2", "command": later})
        assert refused.status_code == 422 and refused.json()["cite"] == "521.5", refused.text
        assert not here.floor.tables

    run(tmp_path, test)


def test_the_desk_is_for_those_who_open_tables_and_for_those_who_review(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        web = Web(here)
        closed = await web.client().get("/desk")
        assert closed.status_code == 200 and "It is open to a pit boss and an auditor." in " ".join(closed.text.split())
        for role in ROLES:
            client, _ = await web.as_(role)
            may = role in ("pit boss", "auditor")
            shown = (await client.get("/desk")).text
            assert ('id="desk-text"' in shown) == ('id="desk-other-file"' in shown) == may
            assert ('id="desk-open"' in shown) == (role == "pit boss")
            opened = await client.post("/api/tables", json={"name": f"by-{ROLES.index(role)}", "chapter": "565", "house": {}})
            assert (opened.status_code == 403) == (role != "pit boss")
            printing = {"what": "sign"}
            for path, body in {
                "check": {},
                "compare": {},
                "form": {},
                "hold": {},
                "print": printing,
                "preview": printing,
            }.items():
                found = await client.post(f"/api/submissions/{path}", json={"text": LAWFUL, **body})
                assert found.status_code == (200 if may else 403)

    run(tmp_path, test)


def test_a_form_changes_the_file_and_keeps_its_comments(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")

        async def form(text: str, edits: dict[str, Any] | None = None, other: str = "") -> shapes.FormAnswer:
            said = [{"field": field, "value": value} for field, value in (edits or {}).items()]
            found = await boss.post("/api/submissions/form", json={"text": text, "edits": said, "other": other})
            assert found.status_code == 200, found.text
            return shapes.FormAnswer.model_validate_json(found.content)

        text = 'chapter = "677a"\nseats = 6  # as built\n'
        after = await form(text, {"seats": 5, "trips_plus": "A", "holder": "Elm"}, other='chapter = "677a"\ntrips_plus = "C"\n')
        assert after.text == 'chapter = "677a"\nholder = "Elm"\nseats = 5  # as built\ntrips_plus = "A"\n'
        assert after.state is not None and after.state.ok and after.state.values["trips_plus"] == "A"
        assert {each.wager: each.table for each in after.state.holds} == {"Ante": "", "Trips Plus": "A"}
        assert after.other is not None and {(c.name, c.before, c.after) for c in after.other.changes} == {
            ("Trips plus", "C", "A"),
            ("Seats", "6", "5"),
        }
        wrong = await form(after.text, {"payout_limit": 100})
        assert wrong.state is not None and not wrong.state.ok
        assert [(f.field, f.values) for f in wrong.state.findings if f.level == "error"] == [("payout_limit", [5000000, 0])]
        unreadable = await form('chapter = "677a"\nseats = = 6\n')
        assert unreadable.state is None and unreadable.mistake is not None
        assert (unreadable.mistake.line, unreadable.mistake.column) == (2, 9)
        foreign = await form(text, other='chapter = "565"\n')
        assert foreign.other is not None and "not editions of one game" in foreign.other.error
        unnamed = await form("seats = 6\n")
        assert unnamed.state is not None and unnamed.state.findings[0].field == "chapter" and unnamed.other is None
        for number in ("677a", "heads-up-hold-em"):
            shown = shapes.SubmissionForm.model_validate_json((await boss.get(f"/api/submissions/{number}/form")).content)
            assert shown.chapter == "677a" and shown.banked
        assert (await boss.get("/api/submissions/999/form")).status_code == 404

    run(tmp_path, test)


def test_what_wagers_hold_comes_line_by_line(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")

        async def lines(text: str) -> list[shapes.HoldLine]:
            found = await boss.post("/api/submissions/hold", json={"text": text})
            assert found.headers["content-type"] == "application/x-ndjson"
            return [shapes.HoldLine.model_validate_json(line) for line in found.text.splitlines()]

        *before, last = await lines('chapter = "565"\npair_plus = { "Flush" = "4 to 1" }\n')
        assert all(0 <= line.part <= 1 and line.what for line in before)
        assert [(each.wager, each.exact) for each in last.holds or ()] == [
            ("Ante", "686689/20358520"),
            ("Pair Plus", "433/5525"),
        ]
        [refused] = await lines("seats = 6")
        assert "does not say which chapter" in refused.error and not refused.retry

    run(tmp_path, test)


def test_pages_are_drawn_as_they_are_printed(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        for what in ("sign", "guide"):
            body = {"text": LAWFUL, "what": what}
            pages = len(PdfReader(BytesIO((await boss.post("/api/submissions/print", json=body)).content)).pages)
            shown = shapes.Preview.model_validate_json((await boss.post("/api/submissions/preview", json=body)).content)
            assert shown.of == pages and len(shown.pages) == min(pages, MOST_PREVIEWED)
            assert all(b64decode(page).startswith(b"\x89PNG") for page in shown.pages)

    run(tmp_path, test)


def test_every_chapter_can_be_read_and_its_odds_seen(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        client, browser = Web(here).client(), {"accept": "text/html"}
        for number in ("521", "527", *MODULES):
            shown = await client.get(f"/rules/{number}", headers=browser)
            assert shown.status_code == 200 and all(f'id="{anchor(cite)}"' in shown.text for cite in chapter(number).paragraphs)
        led = await client.get("/rules/565.11(d)", headers=browser)
        assert led.status_code == 303 and led.headers["location"] == "/rules/565#p565-11-d"
        for path in ("/rules/999", "/rules/565.99", "/odds/999", "/odds/637a"):
            assert (await client.get(path, headers=browser)).status_code == 404
        odds = (await client.get("/odds/677a", headers=browser)).text
        assert not re.search(r"\d %", odds) and re.search(r"\d\.\d{4}%<", odds)
        assert all(each.exact in odds for each in known() if each.chapter == "677a" and each.exact)
        for number in BANKED:  # no column is empty
            odds = (await client.get(f"/odds/{number}", headers=browser)).text
            conditions = any(each.condition for each in known() if each.chapter == number)
            assert ("Where</th>" in odds) == (conditions or "as the chapter has it" in odds), number

    run(tmp_path, test)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'chapter = "678a"\neffective = 2012-01-01\nseats = 9\n'
            'waivers = [{ section = "678a.2(a)", granted = 2011-01-01 }]\n',
            "not printed, compared or played",
        ),
        ('{"chapter": "565", "holder": "\\ud800"}', "half a letter"),
        ("chapter = '565'\n" + "".join(f"x{n} = 1\n" for n in range(3000)), "more than 500 things"),
        (f"chapter = '565'\ntables = {list(range(8000))}\n", "at most 250"),
    ],
)
def test_what_a_desk_cannot_carry_is_refused_in_a_sentence(tmp_path: Path, text: str, says: str) -> None:
    """A choice that was waived may be more than a table can do; odd letters and endless lists stop nobody else."""

    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        for path, body in {"": {}, "/print": {"what": "sign"}, "/compare": {}}.items():
            found = await boss.post(f"/api/submissions{path}", json={"text": text, **body})
            assert found.status_code == 422 and says in found.json()["error"], path

    run(tmp_path, test)


@pytest.mark.cites("521.5")
def test_a_table_opens_with_what_the_board_has_waived(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        waiver = '[[waivers]]\nsection = "565.2(a)"\ngranted = 2011-01-05\n'
        text = f'chapter = "565"\neffective = 2011-02-01\nseats = 8\n{waiver}'
        asked = text.replace("granted = 2011-01-05", "petition = 7")
        assert "has not been granted" in (await boss.post("/api/submissions", json={"text": asked})).json()["error"]
        read = (await boss.post("/api/submissions", json={"text": text})).json()
        parts = {"text": 'chapter = "565"\nseats = 8\n', "holder": f'holder = "Ann"\neffective = 2011-02-01\n{waiver}'}
        assert (await boss.post("/api/submissions", json=parts)).json() == read
        assert (await boss.post("/api/submissions/check", json=parts)).json()["ok"]
        lines = (await boss.post("/api/submissions/compare", json=parts)).json()["lines"]
        assert "seats (§ 565.2(a)): 7 → 8" in str(lines)
        form = await boss.post("/api/submissions/print", json={**parts, "what": "form"})
        assert "Ann" in PdfReader(BytesIO(form.content)).pages[0].extract_text()
        opened = await boss.post("/api/tables", json={"name": "three-8", **read})
        assert opened.status_code == 201, opened.text
        table = here.floor.tables["three-8"].table
        assert table.game.seats(table.house)[0] == 8 and table.house.waivers[0].granted == "2011-01-05"
        ended = {"section": " § 565.2(a) ", "granted": "2011-01-05", "until": "2011-02-05"}
        for late in ({**ended, "until": "", "granted": "2999-01-01"}, ended, {**ended, "granted": "no"}):
            other = {"name": "three-9", "chapter": "565", "house": {"seats": 8, "waivers": [late]}}
            refused = await boss.post("/api/tables", json=other)
            assert refused.status_code == 422 and refused.json()["cite"] == "521.5", refused.text
        spaced = {"name": "three-9", "chapter": "565", "house": {"seats": 8, "waivers": [{**ended, "until": ""}]}}
        assert (await boss.post("/api/tables", json=spaced)).status_code == 201
        assert here.floor.tables["three-9"].table.house.given["waivers"] == [{"section": "565.2(a)", "granted": "2011-01-05"}]
        printed = await boss.post("/api/submissions/print", json={"text": text, "what": "sign"})
        assert "granted 2011-01-05" in " ".join(PdfReader(BytesIO(printed.content)).pages[0].extract_text().split())

    run(tmp_path, test)
    assert audited(tmp_path).tables > 0  # it raises where something differs

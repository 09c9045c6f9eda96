"""Records under other agencies' rules over HTTP: their pages, forms, calendars and print; nothing of them is stored."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from pitboss.floor.desk.tasks import LONGEST
from pitboss.floor.people.roles import ROLES
from pitboss.floor.running import Running
from pitboss.floor.web import shapes
from pitboss.records.blank import blank
from pitboss.records.kinds import kind_named, kinds
from tests.floor.floor_evening import Evening
from tests.floor.test_recall import Web, run

pytestmark = pytest.mark.usefixtures("forked_desk")
CONTRACT = blank(kind_named("management-contract"))
HOSTILE = {
    "too long": ("#" * (LONGEST + 1), "at most 50,000 characters"),
    "a megabyte": ("#" * 1_000_000, "at most 65536 bytes"),
    "nested": (f'record = "manager"\nx = {"[" * 20_000}', "nested too deeply"),
    "a long key": (f'record = "manager"\n{".".join("a" * 40)} = 1', "more than 32 parts"),
    "wrong kind": ('record = "tasting"\n', 'this is a record "tasting", and the page is for "manager"'),
    "unknown kind": ('record = "managr"\n', "did you mean manager?"),
    "no kind": ("record = [1]\n", "is no kind of record"),
    "a submission": ('chapter = "565"\n', "a Rules Submission for chapter 565"),
    "half a letter": ('{"record": "manager", "manager": "\\ud800"}', "half a letter"),
}


def test_a_form_changes_a_record_and_says_what_comes_of_it(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")

        async def form(text: str, **edits: Any) -> shapes.RecordAnswer:
            said = [{"field": field, "value": value} for field, value in edits.items()]
            found = await boss.post("/api/records/form", json={"text": text, "kind": "management-contract", "edits": said})
            assert found.status_code == 200, found.text
            return shapes.RecordAnswer.model_validate_json(found.content)

        after = await form(CONTRACT, in_writing=False, notice_filed=None)
        shorter = CONTRACT.replace("notice_filed = 2010-04-20", "# notice_filed =")
        assert after.text == shorter.replace("\nin_writing = true", "\nin_writing = false")
        assert after.state is not None and not after.state.ok
        wrong = [(each.field, each.section, each.fix) for each in after.state.findings]
        assert ("in_writing", "40-3.141(c)", "allowed: yes") in wrong
        assert [(each.day, each.done) for each in after.state.deadlines] == [("2010-05-01", False)]
        script = await form(CONTRACT, company="<script>alert(1)</script>")
        assert script.state is not None and script.state.values["company"] == "<script>alert(1)</script>"
        too_long = {"text": CONTRACT, "edits": [{"field": "company", "value": "x" * LONGEST}]}
        refused = await boss.post("/api/records/form", json=too_long)
        assert refused.status_code == 422 and "more than 50,000 letters" in refused.json()["error"]
        for name in kinds():
            shown = shapes.RecordForm.model_validate_json((await boss.get(f"/api/records/{name}")).content)
            assert shown.example == blank(kind_named(name)) and shown.fields[0].option == "on"
        assert (await boss.get("/api/records/managr")).status_code == 404

    run(tmp_path, test)


def test_hostile_input_is_refused_in_a_sentence_or_found_wrong(tmp_path: Path) -> None:
    """Also names with brackets, tables in the place of values, and entries by the thousand."""

    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        for name, (text, says) in HOSTILE.items():
            found = (await boss.post("/api/records/form", json={"text": text, "kind": "manager"})).json()
            sentence = found.get("error") or found["mistake"]["message"]
            assert says in sentence and "\n" not in sentence and not found.get("state"), name
        deep = "[" * 150 + "]" * 150
        for odd in (
            '"a[b]" = 1',
            '"temporary[0].from" = 1',
            "temporary = { a = { b = 1 } }",
            f"manager = {deep}",
            "[[in_charge]]\n" * 3000,
        ):
            text = f'record = "manager"\n{odd}\n'
            for path, body in {"records/form": {}, "submissions/preview": {"what": "form"}, "records/calendar": {}}.items():
                if path.endswith("preview") and len(odd) > 5000:
                    continue  # a thousand pages
                found = await boss.post(f"/api/{path}", json={"text": text, **body})
                assert found.status_code == 200, (odd[:40], path, found.text[:200])

    run(tmp_path, test)


def test_deadlines_are_a_calendar_and_a_record_is_printed(tmp_path: Path) -> None:
    icalendar = pytest.importorskip("icalendar")

    async def test(here: Running, evening: Evening) -> None:
        boss, _ = await Web(here).as_("pit boss")
        text = CONTRACT.replace("notice_filed = 2010-04-20", "")
        made = await boss.post("/api/records/calendar", json={"text": text})
        assert made.headers["content-type"].startswith("text/calendar")
        assert made.headers["content-disposition"] == 'attachment; filename="management-contract.ics"'
        (event,) = icalendar.Calendar.from_ical(made.content).walk("VEVENT")
        assert event.decoded("dtstart").isoformat() == "2010-05-01"
        assert "Example Hotel, Inc., Example Management, LLC" in str(event["description"])
        other = await boss.post("/api/records/calendar", json={"text": text.replace("Example Management", "Other")})
        (second,) = icalendar.Calendar.from_ical(other.content).walk("VEVENT")
        assert second["uid"] != event["uid"], "another record's deadline does not move this one"
        printed = await boss.post("/api/submissions/print", json={"text": text, "what": "form"})
        assert printed.headers["content-disposition"] == 'attachment; filename="management-contract-form.pdf"'
        assert "Ann Example" in " ".join(page.extract_text() for page in PdfReader(BytesIO(printed.content)).pages)
        sign = await boss.post("/api/submissions/print", json={"text": text, "what": "sign"})
        assert sign.status_code == 422 and "a record is printed as a form" in sign.json()["error"]

    run(tmp_path, test)


def test_the_pages_of_records_are_for_those_of_the_desk(tmp_path: Path) -> None:
    async def test(here: Running, evening: Evening) -> None:
        web = Web(here)
        for role in ROLES:
            client, _ = await web.as_(role)
            may = role in ("pit boss", "auditor")
            listed, page = (await client.get("/desk/records")).text, (await client.get("/desk/records/manager")).text
            assert all((f'href="/desk/records/{name}"' in listed) == may for name in kinds())
            assert ('data-kind="manager"' in page) == may
            for path in ("form", "calendar"):
                found = await client.post(f"/api/records/{path}", json={"text": CONTRACT})
                assert found.status_code == (200 if may else 403)
            assert (await client.get("/api/records/manager")).status_code == (200 if may else 403)
        missing = await web.client().get("/desk/records/managr", headers={"accept": "text/html"})
        assert missing.status_code == 404 and "did you mean manager" in missing.text
        boss, _ = await web.as_("pit boss")
        submission = (await boss.post("/api/submissions/form", json={"text": CONTRACT})).json()
        assert submission["record"] == "management-contract" and submission["state"] is None

    run(tmp_path, test)
    assert "Ann Example" not in json.dumps(
        [path.read_bytes().decode(errors="ignore") for path in tmp_path.rglob("*") if path.is_file()]
    )

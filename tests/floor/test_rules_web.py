"""The rulebook over HTTP."""

from typing import Any

import pytest
from markupsafe import escape

from pitboss.rulebook import chapter, chapters
from tests.floor.overheard import Client, Stage, on_stage


def ask(*paths: str) -> list[tuple[int, Any]]:
    """What anybody is answered."""

    async def run(stage: Stage) -> list[tuple[int, Any]]:
        return [await Client(stage.app).ask("GET", path) for path in paths]

    return on_stage(run)


def test_a_paragraph_comes_with_its_words_code_and_test() -> None:
    (status, rule), (_, again) = ask("/api/rules/565.12(d)", "/api/rules/§ 565.12(d), (e)")
    assert status == 200 and again == rule
    assert rule["cite"] == "565.12(d)" and rule["heading"] == "Payout odds" and rule["status"] == "played"
    assert rule["parents"] == [["565.12", "What the wagers and the Ante bonus pay."]]
    assert rule["code"][0]["file"] == "games/three_card_poker.py" and '"565.12(d)"' in rule["code"][0]["text"]
    assert rule["test"]["name"] == rule["tests"][0] and rule["tests"][0].startswith("cases/565/")
    assert 'chapter = "565"' in rule["test"]["text"]


def test_a_paragraph_that_is_declined_comes_with_the_reason() -> None:
    cite, reason = next((p.cite, p.declined) for p in chapter("40-17").paragraphs.values() if p.declined)
    ((_, rule),) = ask(f"/api/rules/{cite}")
    assert (rule["status"], rule["why"]) == ("declined", reason)


@pytest.mark.parametrize("unknown", ["999.1", "565", "hello", "%2e%2e", "565.99(z)"])
def test_a_paragraph_that_is_not_there_is_refused_in_a_sentence(unknown: str) -> None:
    ((status, found),) = ask(f"/api/rules/{unknown}")
    assert status == 404 and "no such paragraph" in found["error"]


def test_what_is_too_long_is_not_looked_for() -> None:
    ((status, found),) = ask("/api/rules/" + "5" * 101)
    assert status == 422 and found["error"]


def test_rules_are_found_by_asking() -> None:
    asked = "q=four+card+poker:+the+delaer+shows+a+card"
    paths = (f"/api/rules?{asked}", "/api/rules?q=the+shuffler+jams&chapter=three-card-poker", "/api/rules?q=")
    (status, answer), (_, narrowed), (_, nothing) = ask(*paths)
    assert status == 200 and answer["found"][0]["cite"] == "557.13(d)" and answer["read_as"] == {"delaer": "dealer"}
    assert {each["chapter"] for each in narrowed["found"]} == {"565"} and nothing["found"] == []


@pytest.mark.parametrize(("asked", "status"), [("q=ante&chapter=999", 404), ("q=" + "a" * 301, 422), ("", 422)])
def test_a_question_that_cannot_be_asked_is_refused_in_a_sentence(asked: str, status: int) -> None:
    ((found, answer),) = ask(f"/api/rules?{asked}")
    assert found == status and answer["error"]


def test_the_page_of_questions_shows_what_is_found_without_a_script() -> None:
    (status, content), (_, empty) = ask("/rules?q=four+card+poker:+the+delaer+shows+a+card", "/rules?chapter=565")
    page = content.decode()
    assert status == 200 and "Read delaer as dealer." in page and 'href="/rules/557.13(d)">§ 557.13(d)</a>' in page
    assert '<option value="565" selected>' in empty.decode() and "<li>" not in empty.decode()


def test_chapters_without_a_game_are_listed_and_found_too() -> None:
    (_, listed), (_, found), (_, page), (_, proposal) = ask(
        "/rules", "/api/rules?q=who+cleans+the+beer+lines", "/rules/40-5", "/rules/147"
    )
    assert all(f'<option value="{each.chapter}">' in listed.decode() for each in chapters())
    assert found["found"][0]["chapter"] == "40-5" and "40 Pa. Code Chapter 5, final text of 2010-03-06" in page.decode()
    assert "<del>The carcass tag stays on until a permanent tag" in proposal.decode() and "<ins>" in proposal.decode()


def test_a_question_with_markup_is_no_markup() -> None:
    ((_, content),) = ask("/rules?q=%3Cscript%3Ealert(1)%3C/script%3E")
    assert b"<script>alert" not in content


def test_the_code_on_a_sign_leads_to_the_rules_of_its_game() -> None:
    (status, content), (_, by_name), (missing, _) = ask("/rules/565", "/rules/three-card-poker", "/rules/999")
    assert (status, missing) == (200, 404) and by_name == content
    page = content.decode()
    assert "<h1>Three Card Poker</h1>" in page and "How it is played" in page
    for paragraph in chapter("565").paragraphs.values():
        assert f">{paragraph.cite}</a> {escape(paragraph.says)}</p>" in page or "(" not in paragraph.cite, paragraph.cite

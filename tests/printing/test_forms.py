"""The form of a Rules Submission tells chosen from derived, and says in words what a file says in fields."""

import re
from datetime import date

import pytest

from pitboss.games import MODULES
from pitboss.house import House
from pitboss.printing import Filed, filed, form, layout, printed
from pitboss.rulebook import chapter
from tests.printing.reading import close, plain, reader, text_of
from tests.printing.test_signs import keystone

SCHEDULES = {
    "rake_schedule": [{"players": 4, "percent": 5, "maximum": 300}],
    "raise_schedule": [{"players": 2, "raises": 0}, {"betting_rounds": 3, "raises": 3}],
    "rake_percent": 10,
    "bad_beat": True,
    "bad_beat_hands": "aces full or better",
    "bad_beat_contribution": 100,
    "bad_beat_payouts": [{"to": "losing hand", "percent": 50}, {"to": "players", "cents": 100_000}],
    "bad_beat_levels": [{"pot": 2000, "take": 50}],
}


def rows(house: House) -> dict[str, dict[str, object]]:
    found: list[dict[str, object]] = form(Filed(house, house.chapter.chapter)).data["rows"]
    return {str(row["name"]): row for row in found}


def test_what_follows_from_another_choice_is_not_counted_as_chosen() -> None:
    matter = form(Filed(House.of("637a", {"small_bet": 400}), "637a"))
    told = f"{len(chapter('637a').options)} choices, of which 1 differs from the default and 2 follow from those."
    assert matter.data["note"].startswith(told)
    found = rows(House.of("637a", {"small_bet": 400}))
    assert found["Small bet"]["differs"] and not found["Small bet"]["follows"]
    for name in ("Table minimum", "Big bet"):
        assert found[name]["follows"] and not found[name]["differs"]
    assert "follows from other choices; the default is $10" in plain(reader(printed(matter, "pdf")[0]).pages[1].extract_text())


def test_no_restriction_is_not_none_at_all() -> None:
    found = rows(House.of("637a"))
    assert found["Maximum raises"]["chosen"] == "no restriction"
    assert found["High hand claim limit"]["chosen"] == "no limit"


def test_schedules_are_told_in_words() -> None:
    found = {name: row["chosen"] for name, row in rows(House.of("637a", SCHEDULES)).items()}
    assert found["Rake schedule"] == "With at most 4 players: 5%, at most $3"
    assert found["Raise schedule"] == "With at most 2 players: no restriction; In the first 3 betting rounds: 3 raises"
    assert found["Bad beat payouts"] == "50% of the fund to the losing hand; $1,000 to the players"
    assert found["Bad beat levels"] == "$0.50 from a pot of $20"
    assert not [chosen for chosen in found.values() if re.search(r"[{}_]|else as printed", str(chosen))]


@pytest.mark.parametrize("number", ["637a", "645a"])
def test_no_row_is_cut_between_two_pages(number: str) -> None:
    """The name of a choice, its explanation and what is allowed stand on one page."""
    each = next(one for one in keystone() if one.book.chapter == number)
    matter = form(each)
    pages = [re.sub(r"\s+", "", plain(page.extract_text())) for page in reader(printed(matter, "pdf")[0]).pages]
    assert len(pages) > 1
    for row in matter.data["rows"]:
        words = [re.sub(r"\s+", "", plain(str(row[key]))) for key in ("name", "why", "chosen", "allowed")]
        assert any(all(each in page for each in words) for page in pages), row["name"]


@pytest.mark.parametrize("number", MODULES)
def test_the_signature_of_a_form_never_stands_alone_on_a_page(number: str) -> None:
    matter = form(Filed(House.of(number, {"payouts_shown": "sign"} if number == "565" else {}), number))
    last = close(plain(reader(printed(matter, "pdf")[0]).pages[-1].extract_text()).lower())
    assert "signature" in last and close(str(matter.data["rows"][-1]["name"]).lower()) in last


def test_a_form_has_a_cover_with_the_day_on_which_it_is_filed() -> None:
    each = next(one for one in keystone() if one.book.chapter == "565")
    for day, said in ((date(2026, 11, 19), "November 19, 2026 FILED ON"), (None, "FILED ON")):
        cover = plain(reader(printed(form(each, day), "pdf")[0]).pages[0].extract_text())
        wanted = (said, "RULES SUBMISSION", each.holder, each.since, "RECEIVED FOR THE BOARD")
        assert [words for words in wanted if words not in cover] == []
        assert ("2026" in cover) == (day is not None)


@pytest.mark.cites("565.2(b)(5)", "555.2(b)(4)")
@pytest.mark.parametrize(
    ("number", "words"),
    [("565", "Dealer Plays with Queen High or Better"), ("555", "Bet Wager Void Unless Dealer has Ace/King or Better")],
)
def test_an_inscription_has_the_capitals_of_the_text_and_is_found_by_a_search(number: str, words: str) -> None:
    assert words in text_of(printed(layout(filed(number)), "pdf")[0])

"""A record under another agency's rules at the desk: form, file, verdict, deadlines, print, and the address that holds it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pitboss.records.blank import blank
from pitboss.records.kinds import kind_named
from tests.browser.browsing import PHONE, Visit, scrolls_sideways
from tests.browser.hosting import Hosted
from tests.floor.mortal import Births

Visiting = Callable[..., Visit]
LINES = blank(kind_named("beer-lines"))


@pytest.fixture(scope="module")
def house(births: Births) -> Iterator[Hosted]:
    """A floor with one table."""
    found = Hosted(births, {"three": "565"})
    yield found
    found.close()


@pytest.fixture
def boss(visit: Visiting, house: Hosted) -> Visit:
    """A pit boss, whose desk has a new record of beer lines."""
    found = visit(house)
    found.come("pit boss")
    found.go("/desk/records").get_by_role("link", name="Cleaning of a malt").click()
    expect(found.page.locator("#desk-status")).to_have_text("4 to fix")
    return found


def field(page: Page, name: str) -> Locator:
    """A field with its findings."""
    return page.locator(f'[data-field="{name}"]')


def test_a_record_is_filled_in_until_it_is_lawful(boss: Visit) -> None:
    page = boss.page
    file = page.locator("#desk-text")
    page.get_by_role("textbox", name="Licensee", exact=True).fill("Elm Street Hotel")
    expect(file).to_have_value(re.compile(r'\nlicensee = "Elm Street Hotel"\n'))
    page.get_by_label("In use since").fill("2010-05-03")
    page.get_by_label("Day of the verdict").fill("2010-05-12")
    field(page, "paid_by").get_by_text("Licensee", exact=True).click()
    field(page, "on_file").get_by_text("No", exact=True).click()
    page.locator("#section-cleaning").click()
    page.get_by_role("button", name="Add cleaning 1").click()
    cleaning = page.get_by_role("group", name="Cleaning 1")
    expect(cleaning.get_by_label("Date")).to_be_focused()
    cleaning.get_by_label("Date").fill("2010-05-09")
    cleaning.get_by_label("Everything").check()
    cleaning.get_by_text("Another licensee", exact=True).click()
    cleaning.get_by_label("Method").fill("chemical solution")
    finding = field(page, "cleaning[1].by").locator(".findings .error")
    expect(finding).to_contain_text("Not allowed.")
    expect(page.locator("#desk-overview").get_by_role("button", name="Cleaning 1: by")).to_be_visible()
    finding.locator(".cite").first.click()
    expect(page.locator("dialog#rule")).to_contain_text("40-5.51(a)")
    expect(page.locator("dialog#rule")).to_contain_text("Checked in the record that states it.")
    page.keyboard.press("Escape")
    cleaning.get_by_text("Licensee", exact=True).click()
    expect(field(page, "on_file").locator(".findings .error")).to_contain_text("Not always on file")
    expect(field(page, "on_file").locator(".findings .error")).to_contain_text("Allowed: yes.")
    field(page, "on_file").get_by_text("Yes", exact=True).click()
    expect(page.locator("#desk-status")).to_contain_text("Nothing to fix")
    expect(page.locator("#record-verdict")).to_contain_text("Lawful on 2010-05-12")
    expect(page.locator("#record-deadlines li").first).to_contain_text("2010-05-16")
    assert 'by = "licensee"' in file.input_value() and "# § 40-5.52: the day." in file.input_value()
    page.get_by_label("Day of the verdict").fill("2010-05-17")
    overdue = field(page, "cleaning").locator(".findings .error").first
    expect(overdue).to_contain_text("Clean them now.")
    expect(overdue.get_by_role("button", name="Leave it out")).to_have_count(0)
    page.get_by_role("button", name="Remove cleaning 1").click()
    expect(page.locator("[data-entry]")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(cleaning.get_by_label("Method")).to_have_value("chemical solution")


def test_file_and_form_keep_in_step_and_an_address_holds_it_all(visit: Visiting, boss: Visit, house: Hosted) -> None:
    page = boss.page
    page.get_by_role("tab", name="File").click()
    file = page.locator("#desk-text")
    file.fill(LINES.replace("Example Hotel, Inc.", "<script>alert(1)</script>"))
    expect(page.get_by_role("textbox", name="Licensee", exact=True)).to_have_value("<script>alert(1)</script>")
    file.fill('record = "beer-lines"\nlicensee = = 4\n')
    expect(page.locator("#desk-mistake")).to_contain_text("Line 2, column 12")
    expect(page.locator("#desk-fields:disabled")).to_have_count(1)
    page.get_by_role("button", name="Go back to the last file").click()
    expect(page.locator("#desk-status")).to_have_text("Nothing to fix")
    page.get_by_role("button", name="Copy address").click()
    expect(page.locator("#desk-address-said")).to_contain_text("holds the whole record")
    other = visit(house)
    other.come("auditor")
    there = other.go(page.url)
    expect(there.get_by_role("textbox", name="Licensee", exact=True)).to_have_value("<script>alert(1)</script>")
    assert there.locator("#desk-text").input_value() == file.input_value()
    there.get_by_role("textbox", name="Licensee", exact=True).fill("Elm")
    expect(there.locator("#desk-text")).to_have_value(re.compile('licensee = "Elm"'))
    assert "#" not in there.url, "the address is no longer that of what is shown"
    broken = visit(house)
    broken.come("auditor")
    said = broken.go(page.url[:-9]).locator("#desk-address-said")
    expect(said).to_have_text("The address does not hold a whole record; ask for it again.")


def test_calendar_print_and_file_are_saved(boss: Visit) -> None:
    page = boss.page
    page.get_by_role("button", name="New or open…").click()
    page.get_by_role("button", name="Begin with an example").click()
    expect(page.locator("#desk-status")).to_have_text("Nothing to fix")
    with page.expect_download() as found:
        page.get_by_role("button", name="Save as calendar").click()
    assert found.value.suggested_filename == "beer-lines.ics"
    assert Path(found.value.path()).read_bytes().count(b"BEGIN:VEVENT") == 2
    page.get_by_role("tab", name="Print").click()
    expect(page.get_by_role("img", name="Page 1 of the form")).to_be_visible()
    with page.expect_download() as found:
        page.get_by_role("button", name="Save as PDF").click()
    assert found.value.suggested_filename == "beer-lines-form.pdf"
    with page.expect_download() as found:
        page.get_by_role("button", name="Save", exact=True).click()
    assert found.value.suggested_filename == "beer-lines.toml" and Path(found.value.path()).read_text("utf-8") == LINES


def test_a_file_goes_to_the_page_of_its_kind_and_nowhere_else(boss: Visit, tmp_path: Path) -> None:
    """Also from the desk of submissions. What is no record, or too long, is refused in a sentence, and nothing is changed."""
    page = boss.page
    before = page.locator("#desk-text").input_value()
    file = tmp_path / "file.toml"

    def bring(words: str) -> None:
        file.write_text(words, "utf-8")
        page.get_by_role("button", name="New or open…").click()
        page.locator("#again-file").set_input_files(file)

    status = page.locator("#desk-status")
    for words, says in {
        "#" * 1_000_000: "A file has at most 50,000 letters",
        'record = "managr"': "Not taken: there is no record 'managr'; did you mean manager?",
        "record = " + "[" * 5000: "nested too deeply",
        'chapter = "565"\n': "it is a Rules Submission for chapter 565",
    }.items():
        bring(words)
        expect(status).to_contain_text(says)
        if page.locator("dialog").count():
            page.get_by_role("button", name="Cancel").click()
        assert page.locator("#desk-text").input_value() == before
    page.get_by_role("tab", name="File").click()
    page.locator("#desk-text").fill("#" * 1_000_000)
    expect(status).to_contain_text("A file has at most 50,000 letters")
    assert page.locator("#desk-text").input_value() == before
    bring(blank(kind_named("transfer")))
    page.wait_for_url("**/desk/records/transfer")
    expect(page.get_by_role("textbox", name="Seller", exact=True)).to_have_value("Ann Example")
    boss.go("/desk")
    file.write_text(blank(kind_named("tasting")), "utf-8")
    page.locator("#desk-file").set_input_files(file)
    page.wait_for_url("**/desk/records/tasting")
    expect(field(page, "sponsor").get_by_role("textbox")).to_have_value("Example Vineyards")


def test_a_phone_shows_one_view_of_a_record_at_a_time(visit: Visiting, house: Hosted) -> None:
    boss = visit(house, size=PHONE)
    boss.come("pit boss")
    page = boss.go("/desk/records/management-contract")
    tabs = page.get_by_role("tablist", name="Views of the record").get_by_role("tab")
    expect(tabs).to_have_text(["Form", "Verdict", "File", "Print"])
    for at, shown in enumerate(("#desk-form", "#desk-verdict", "#desk-file-panel", "#desk-print")):
        expect(tabs.nth(at)).to_have_attribute("aria-selected", "true")
        expect(page.locator(shown)).to_be_visible()
        assert not scrolls_sideways(page), shown
        tabs.nth(at).press("ArrowRight")
    page.get_by_role("tab", name="Verdict").click()
    page.locator(".overview").get_by_role("button", name="Company", exact=True).click()
    expect(page.get_by_role("textbox", name="Company", exact=True)).to_be_focused()

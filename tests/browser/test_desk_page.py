"""The submissions desk in a browser: a file is brought, what is wrong is shown and mended, then printed and played."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.at_table import sit
from tests.browser.browsing import Visit
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]


def test_from_a_file_to_an_open_table(visit: Visiting, floor: Opening, tmp_path: Path) -> None:
    house = floor({"three": "565"})
    boss = visit(house)
    boss.come("pit boss")
    page = boss.go("/desk")
    page.locator("#desk-chapter").select_option("565")
    page.get_by_role("button", name="Write it").click()
    text = page.locator("#desk-text")
    expect(text).to_have_value(re.compile("pair_plus"))
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#desk-said")).to_contain_text("passes")
    file = tmp_path / "three.toml"
    file.write_text('chapter = "565"\n# a comment\npair_plus = { "Flush" = "2 to 1" }\n')
    page.locator("#desk-file").set_input_files(file)
    expect(page.locator("#desk-said")).to_contain_text("1 choice is not allowed")
    finding = page.locator(".findings li.error")
    expect(finding).to_contain_text("at least 3 to 1")
    finding.get_by_role("button", name="line 3").click()
    assert page.evaluate("() => getSelection().toString()").startswith("pair_plus")
    finding.locator(".cite").click()
    expect(page.locator("dialog#rule")).to_contain_text("565.12(d)")
    page.keyboard.press("Escape")
    boss.announce(r"422.*/api/submissions/(print|check)")  # a submission that does not pass, and a holder's file with a mistake
    page.get_by_role("button", name="Print the sign").click()
    expect(page.locator("#desk-said")).to_contain_text("Flush must pay at least 3 to 1")
    expect(finding).to_be_visible()  # it is what must be mended
    holder = tmp_path / "holder.toml"
    holder.write_text('effective = 2011-01-01\n[[waivers]]\nsection = "565.12(d)"\ngranted = 2010-12-01\n')
    page.locator("#desk-holder-file").set_input_files(holder)
    expect(page.locator("#desk-said")).to_contain_text("passes")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('effective = 2011-01-01\n[[waivers]]\nsection = "565.12(d)"\ngrantd = 2010-12-01\n')
    page.locator("#desk-holder-file").set_input_files(wrong)
    expect(page.locator("#desk-said")).to_contain_text("the holder's file, line 2")
    page.locator("#desk-holder-file").set_input_files(holder)
    text.fill('chapter = "565"\npair_plus = { "Flush" = "4 to 1" }\ntable_minimum = 1000\n')
    page.get_by_text("Compare it").click()
    page.get_by_role("button", name="Compare", exact=True).click()
    row = page.locator("#desk-found tbody tr").first
    expect(row.locator("td")).to_have_count(3)
    expect(page.locator("#desk-found thead")).to_contain_text("Change")
    before, after, change = (float(words.strip(" %").replace("\u2212", "-")) for words in row.locator("td").all_inner_texts())
    assert after < before and abs(after - before - change) < 0.0002
    amended = tmp_path / "amended.toml"
    amended.write_text('chapter = "565"\npair_plus = { "Flush" = "5 to 1" }\n')
    page.locator("#desk-other-file").set_input_files(amended)
    expect(page.locator("#desk-said")).to_contain_text("the other submission")
    expect(row.locator("td").last).to_contain_text("+")
    with page.expect_download() as found:
        page.get_by_role("button", name="Print the sign").click()
    assert found.value.suggested_filename == "three-card-poker-sign.pdf"
    assert Path(found.value.path()).read_bytes().startswith(b"%PDF")
    page.reload()
    expect(page.locator("#desk-text")).to_have_value(
        'chapter = "565"\npair_plus = { "Flush" = "4 to 1" }\ntable_minimum = 1000\n'
    )
    page.get_by_text("Open a table with it").click()
    page.get_by_label("Name").fill("generous")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("link", name="Go to generous")).to_be_visible()
    ann = visit(house)
    sit(ann, "generous")
    expect(ann.page.locator("#panel-payouts")).to_contain_text("generous")

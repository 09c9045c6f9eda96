"""Somebody changes the password in the pages, and is signed out everywhere else."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.browsing import Visit
from tests.browser.hosting import Hosted
from tests.browser.test_every_page import DIALOG, THEMES, violations

OLD, NEW = "correct horse battery", "a rainy Tuesday in June"


def sign_in(page: Page, password: str, pressing: str = "Sign in") -> None:
    page.locator("#account").get_by_role("button", name="Sign in").click()
    page.get_by_label("Name").fill("Penelope")
    page.get_by_label("Password").fill(password)
    page.locator("#sign-in").get_by_role("button", name=pressing).click()
    expect(page.locator("#account")).to_contain_text("Penelope")


def change(page: Page, password: str, new: str) -> None:
    page.get_by_label("Password now").fill(password)
    page.get_by_label("New password").fill(new)
    page.locator("#password").get_by_role("button", name="Change password").click()


def all_violations(page: Page) -> list[str]:
    """What axe says of the dialog that is open, in both themes."""
    found = []
    for theme, rules in THEMES.items():
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        found += violations(page, rules, DIALOG)
    return found


def test_a_password_is_changed_under_settings(visit: Callable[..., Visit], usual_floor: Hosted) -> None:
    person = visit(usual_floor)
    person.announce("4(01|22).*/api/me/password")
    page, other = person.go("/"), visit(usual_floor).go("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("button", name="Change password…")).to_have_count(0)  # nobody has signed in
    page.get_by_role("button", name="Done").click()
    sign_in(page, OLD, "Make an account")
    sign_in(other, OLD)
    page.get_by_role("button", name="Settings").click()
    assert all_violations(page) == []
    page.get_by_role("button", name="Change password…").click()
    assert all_violations(page) == []
    change(page, "something else", NEW)
    expect(page.locator("#password [role=status]")).to_contain_text("that is not your password")
    change(page, OLD, "password")
    expect(page.locator("#password [role=status]")).to_contain_text("easy to guess")
    change(page, OLD, NEW)
    expect(page.locator("#password")).to_have_count(0)
    expect(page.locator("#account")).to_contain_text("Penelope")
    other.reload()
    expect(other.locator("#account")).to_have_text("Sign in")
    sign_in(other, NEW)

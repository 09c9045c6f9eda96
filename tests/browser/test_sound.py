"""Sound at a table: silent and not even loaded until it is switched on, and no cards are heard where nothing moves."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import button, deal, sit
from tests.browser.browsing import Visit
from tests.browser.hosting import Hosted

Visiting = Callable[..., Visit]
Opening = Callable[..., Hosted]
CARDS = {"three": "As Qc Ah 7d Kd 5h"}  # with which a player alone at Three Card Poker wins
# What a page starts: hisses are cards and chips, bells the player's turn (one) and a win (three).
LISTEN = """window.heard = { hiss: 0, bell: 0 };
for (const [kind, name] of [["hiss", "AudioBufferSourceNode"], ["bell", "OscillatorNode"]]) {
  const { prototype } = window[name], { start } = prototype;
  prototype.start = function (...given) { window.heard[kind] += 1; return start.apply(this, given); };
}"""


@pytest.mark.parametrize("motion", [True, False], ids=["moving", "still"])
def test_a_round_is_heard_where_sound_is_switched_on(visit: Visiting, floor: Opening, motion: bool) -> None:
    player = visit(floor({"three": "565"}, cards=CARDS), motion=motion)
    player.context.add_init_script(LISTEN)
    loaded: list[str] = []
    player.page.on("request", lambda request: loaded.append(request.url))
    sit(player, "three")
    page = player.page
    deal(page)
    expect(button(page, "Play")).to_be_visible()
    assert page.evaluate("() => window.heard") == {"hiss": 0, "bell": 0}
    assert not any("sound." in url for url in loaded), "off by default"
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sound").select_option("quiet")
    page.get_by_role("button", name="Done").click()
    button(page, "Play").click()
    expect(page.locator("#status")).to_contain_text("You win")
    page.wait_for_function("() => window.heard.bell === 3")
    assert (page.evaluate("() => window.heard.hiss") > 0) == motion
    deal(page)
    expect(button(page, "Play")).to_be_visible()
    page.wait_for_function("() => window.heard.bell === 4")

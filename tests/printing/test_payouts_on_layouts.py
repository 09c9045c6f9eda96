"""Where a house has its payouts on the layout, every pay table is drawn there, legible and clear of everything else."""

from itertools import combinations, pairwise

import pytest
import typst

from pitboss.felt import felt_of
from pitboss.felt.pay import SIZES, entries_of, words_wide
from pitboss.felt.places import Felt, apart
from pitboss.games import NONBANKED
from pitboss.house import House
from pitboss.printing import Filed, layout, printed
from pitboss.printing.layout import HALF_MOON, pays_of
from pitboss.printing.wagers import blocks, rows_of
from tests.felt.houses import HOUSES
from tests.felt.test_felt_measures import all_cards, areas, clear, covered, inside, names
from tests.printing.reading import close, text_of

SHOWN = ("payouts_shown", "payout_notice")
ON_LAYOUT = {
    name: House.of(house.chapter.chapter, house.values | {option: "layout"})
    for name, house in HOUSES.items()
    for option in SHOWN
    if option in house.values
}
# Houses with so many pay tables that a layout has no room for all of them and for the holder's name (§ 645a.2(b)(1)).
TOO_FULL = {name: ON_LAYOUT.pop(name) for name in ("645a with everything", "645a player banks")}
CHAPTERS = ["555", "557", "559", "565", "587", "633a", "635a", "645a", "655a", "657a", "677a", "678a"]


def drawn(house: House) -> Felt:
    return felt_of(house, pays=pays_of(house))


def test_twelve_chapters_let_payouts_stand_on_the_layout() -> None:
    assert sorted({house.chapter.chapter for house in ON_LAYOUT.values()}) == CHAPTERS


@pytest.mark.parametrize("name", ON_LAYOUT)
def test_every_payout_is_on_the_layout(name: str) -> None:
    house = ON_LAYOUT[name]
    content = printed(layout(Filed(house, house.chapter.chapter)), "pdf")[0]
    said = close(text_of(content))
    for block in blocks(house):
        assert close(block.wager) in said
        for condition, rows in block.parts:
            assert close(condition) in said
            for hand, payout in rows:
                assert close(f"{hand}{payout}") in said, (block.wager, hand)
    assert sum(len(rows) for panel in drawn(house).pays for _, rows in panel.pay.parts) >= len(set(rows_of(house))) - 1
    option = next(option for option in SHOWN if option in house.values)
    assert close(f"payouts § {house.section(option)}") in said


@pytest.mark.parametrize("name", TOO_FULL)
def test_the_holders_name_stays_where_pay_tables_have_no_room(name: str) -> None:
    house = TOO_FULL[name]
    felt = drawn(house)
    assert not felt.pays
    assert any(line.role == "logo" for line in felt.lines)
    said = close(text_of(printed(layout(Filed(house, house.chapter.chapter)), "pdf")[0]))
    assert close("payouts, for which this layout has no room") in said


@pytest.mark.parametrize("name", ON_LAYOUT)
def test_pay_tables_cover_nothing_and_stay_on_the_felt(name: str) -> None:
    felt = drawn(ON_LAYOUT[name])
    panels = [panel.box for panel in felt.pays]
    assert panels
    assert all(apart(one, other) for one, other in combinations(panels, 2))
    assert clear(panels, [*areas(felt), *all_cards(felt), *names(felt), *felt.pots, *(thing.box for thing in felt.things)])
    for line in felt.lines:
        assert clear(panels, covered(line)), line.text
    for one, other in pairwise(felt.lines):
        assert clear(covered(one), covered(other))
    assert all(inside(felt.outline, corner) for box in panels for corner in box.corners)


@pytest.mark.parametrize("name", ON_LAYOUT)
def test_every_inscription_stays_and_so_do_the_positions(name: str) -> None:
    house = ON_LAYOUT[name]
    plain, felt = felt_of(house), drawn(house)
    assert (felt.seats, felt.things, felt.view, felt.dealer) == (plain.seats, plain.things, plain.view, plain.dealer)
    required = {line.text for line in plain.lines if line.role not in ("game", "logo")}
    assert required <= {line.text for line in felt.lines}
    assert all(line.size >= 11 for line in felt.lines)


@pytest.mark.parametrize("name", ON_LAYOUT)
def test_letters_are_no_smaller_than_those_of_a_sign(name: str) -> None:
    """24 points at full size, on a table of the usual width."""
    felt = drawn(ON_LAYOUT[name])
    across = max(x for x, _ in felt.rail) - min(x for x, _ in felt.rail)
    assert all(panel.size / across * HALF_MOON * 72 >= 24 for panel in felt.pays)


def test_the_least_size_is_needed_for_a_sign() -> None:
    assert SIZES[-1] == min(SIZES) and SIZES[-1] * HALF_MOON * 72 / 1184 == pytest.approx(24.3, abs=0.1)


def test_words_are_never_wider_than_they_are_measured() -> None:
    """What typst sets is no wider than what placed it."""
    entries = {entry for house in ON_LAYOUT.values() for pay in pays_of(house) for entry in entries_of(pay, 26)}
    lines = {(entry.kind, entry.words) for entry in entries} | {("payout", entry.payout) for entry in entries}
    looks = {"title": "weight: 700", "payout": "weight: 700", "condition": 'style: "italic"', "hand": "weight: 400"}
    rows = [
        f'(measure(text(font: "Libertinus Serif", size: 100pt, {looks[kind]}, {_quoted(words)})).width / 100pt, '
        f"{words_wide(words, kind in ('title', 'payout'))}, {_quoted(words)})"
        for kind, words in sorted(lines)
    ]
    checked = f"#context {{ for (wide, said, words) in ({', '.join(rows)}) {{ assert(wide <= said, message: words) }} }}"
    typst.compile(checked.encode())
    assert len(rows) > 100


def _quoted(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def test_a_house_with_its_payouts_on_a_sign_has_none_on_its_layout() -> None:
    house = House.of("565", {"payouts_shown": "sign"})
    assert drawn(house) == felt_of(house)
    assert "35to1" not in close(text_of(printed(layout(Filed(house, "565")), "pdf")[0]))
    assert all(not pays_of(House.of(number)) for number in NONBANKED)

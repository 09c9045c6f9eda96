"""Layouts, guides, forms, slips and comparisons have what they must have."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.errors import PitbossError
from pitboss.felt import felt_of
from pitboss.felt.areas import SPOT, inscriptions_of
from pitboss.felt.places import all_boxes, apart
from pitboss.games import MODULES, NONBANKED, game
from pitboss.house import House
from pitboss.printing import Filed, filed, form, guide, layout, printed, slips
from pitboss.printing.comparison import comparison
from pitboss.printing.dimensions import with_margin
from pitboss.printing.form import allowed, said
from pitboss.printing.guide import words
from pitboss.printing.layout import HALF_MOON, areas, pays_of, picture
from pitboss.rulebook import chapter
from pitboss.submissions.diff import changes
from pitboss.submissions.reading import Submission
from tests.felt.houses import HOUSES
from tests.printing.reading import close, reader, text_of
from tests.printing.test_signs import keystone


@pytest.mark.parametrize("number", MODULES)
def test_a_layout_has_every_seat_area_and_inscription(number: str) -> None:
    each = next(one for one in keystone() if one.book.chapter == number)
    felt = felt_of(each.house, holder=each.holder, pays=pays_of(each.house))
    content = printed(layout(each), "pdf")[0]
    said_there = close(text_of(content))
    assert len(felt.seats) == game(number).seats(each.house)[0]
    svg = picture(felt, HALF_MOON)
    for seat in felt.seats:
        drawn = [area for area in seat.areas if area.shape != SPOT]
        assert svg.count(f'class="area" data-seat="{seat.number}"') == len(drawn)
        assert all(apart(a, b) for a, b in combinations(all_boxes(drawn), 2))
    for one, other in combinations(felt.seats, 2):
        assert apart(one.box, other.box)
    for name, cite in areas(felt):
        assert close(f"{name} § {cite}") in said_there
    if number not in NONBANKED:
        written = close(" ".join(line.text for line in felt.lines)).lower()
        assert all(close(line.text).lower() in written for line in inscriptions_of(each.house))
    for line in felt.lines:
        assert close(f"“{line.text}” § {line.cite}") in said_there, line.text
    assert close(each.holder.upper()) in said_there


@pytest.mark.parametrize(
    ("scale", "paper", "inches"), [(6, "us-tabloid", (17, 11)), (1, "us-tabloid", None), (10, "us-letter", (11, 8.5))]
)
def test_a_layout_is_drawn_to_scale(scale: int, paper: str, inches: tuple[float, float] | None) -> None:
    matter = layout(Filed(House.of("565"), "565"), paper, scale, width=72)
    felt = with_margin(felt_of(House.of("565")))
    across = max(x for x, _ in felt.rail) - min(x for x, _ in felt.rail)
    assert matter.data["drawn"] == pytest.approx(72 / scale * felt.view[2] / across)
    assert [bar["length"] for bar in matter.data["bars"]] == [
        pytest.approx(24 / scale, abs=1e-3),
        pytest.approx(19.685 / scale, abs=1e-3),
    ]
    page = reader(printed(matter, "pdf")[0]).pages[0].mediabox
    if inches:
        assert (float(page.width) / 72, float(page.height) / 72) == pytest.approx(inches)
    else:
        assert float(page.width) > 72 * 72


def test_a_scale_and_a_width_make_sense() -> None:
    three = Filed(House.of("565"), "565")
    for wrong in ({"scale": 0}, {"width": -1.0}, {"paper": "napkin"}):
        with pytest.raises(PitbossError):
            layout(three, **wrong)


def test_a_guide_to_one_game_has_no_contents_and_no_empty_page() -> None:
    pages = [page.extract_text() for page in reader(printed(guide([Filed(House.of("565"), "565")]), "pdf")[0]).pages]
    assert "The games" not in "".join(pages) and "How it is played" in pages[1]
    assert all(page.strip() for page in pages)


def test_every_game_and_every_wager_is_told_in_the_guide() -> None:
    told = words()
    assert set(told) == set(MODULES)
    for number in MODULES:
        about = told[told[number].get("same", number)]
        assert about["idea"] and len(about["steps"]) >= 4
        assert set(about.get("wagers", {})) == set(game(number).wager_names)


def test_the_steps_of_a_house_are_filled_in() -> None:
    for name, house in HOUSES.items():
        (about,) = guide([Filed(house, name)]).data["games"]
        assert about["steps"] and not any(re.search(r"[{}]", step) for step in about["steps"]), name
        assert all(wager["words"] and "{" not in wager["words"] for wager in about["wagers"]), name


def test_every_variant_of_poker_is_told() -> None:
    for number in NONBANKED:
        option = next(each for each in chapter(number).options if each.option == "variant")
        for variant in option.allowed:
            (about,) = guide([Filed(House.of(number, {"variant": variant}), number)]).data["games"]
            assert len(about["steps"]) == 5, variant


def test_the_guide_has_all_games_with_what_they_pay() -> None:
    matter = guide(keystone())
    content = printed(matter, "pdf")[0]
    told = close(text_of(content))
    assert [each.get("/Title") for each in reader(content).outline if not isinstance(each, list)]
    for each in keystone():
        assert close(each.book.game) in told
    for about in matter.data["games"]:
        for block in about["blocks"]:
            for part in block["parts"]:
                assert all(close(hand + payout) in told for hand, payout in part["rows"]), block["title"]
        assert all(close(step) in told for step in (*about["steps"], *about["choices"]))


def test_edges_are_told_where_the_house_wants_them() -> None:
    three = [Filed(House.of("565", {"table_minimum": 1000}), "565")]
    assert "costs" not in text_of(printed(guide(three), "pdf")[0])
    told = text_of(printed(guide(three, edges=True), "pdf")[0])
    assert "Ante 3.37% $3.37" in told and "Pair Plus 12.80% $12.80" in told


def test_a_guide_is_of_one_holder() -> None:
    with pytest.raises(PitbossError, match="several holders: Elm, Oak"):
        guide([Filed(House.of("565"), "a", "Oak"), Filed(House.of("561"), "b", "Elm")])


@pytest.mark.parametrize("number", MODULES)
def test_a_form_has_every_option_with_its_section(number: str) -> None:
    each = next(one for one in keystone() if one.book.chapter == number)
    content = printed(form(each), "pdf")[0]
    told = close(text_of(content))
    for option in each.book.options:
        name = option.option.replace("_", " ").capitalize()
        assert close(f"§ {option.section}") in told and close(name) in told, option.option
        assert close(said(option, each.house.values[option.option])) in told and close(allowed(option)) in told, option.option
    other = [option for option in each.book.options if each.house.values[option.option] != option.default]
    chosen = [option for option in other if {option.option, *option.also} & set(each.house.given)]
    assert told.count(close("differs from the default")) == len(chosen)
    assert told.count(close("follows from other choices")) == len(other) - len(chosen)
    assert chosen


def test_the_form_of_a_chapter_differs_nowhere() -> None:
    told = text_of(printed(form(filed("565")), "pdf")[0])
    assert "17 choices, of which none differ from the default" in told


@pytest.mark.cites("637a.16(f)(1)", "637a.16(f)(2)", "637a.16(f)(3)", "637a.16(f)(4)", "637a.16(f)(5)")
def test_the_tracking_slip_asks_for_what_the_text_lists() -> None:
    told = text_of(printed(slips(filed("637a"), "high-hand"), "pdf")[0])
    for field in ("Player's name", "Phone number", "Seat", "Table", "Hand", "Dealer's name", "credential", "signature"):
        assert field in told, field


@pytest.mark.cites("553.20(d)(1)", "637a.15(d)(1)", "637a.16(d)(1)")
@pytest.mark.parametrize(
    ("number", "kind"), [("553", "bad-beat-count"), ("637a", "bad-beat-count"), ("637a", "high-hand-count")]
)
def test_a_count_slip_is_signed_by_dealer_and_floorperson(number: str, kind: str) -> None:
    told = text_of(printed(slips(filed(number), kind), "pdf")[0])
    for field in ("Dealer who counted, signature", "Floorperson or above who witnessed, signature", "Total", "Table number"):
        assert field in told, field


@pytest.mark.cites("637a.16(b)(5)", "637a.16(i)")
def test_the_tracking_slip_has_the_words_of_the_house() -> None:
    words = {"high_hand": True, "high_hand_division": "the earliest takes all", "high_hand_uncollected": "to the next period"}
    (slip,) = slips(Filed(House.of("637a", words), "a house"), "high-hand").data["slips"]
    assert "the earliest takes all (§ 637a.16(b)(5))" in slip["note"] and "to the next period (§ 637a.16(i))" in slip["note"]


def test_slips_are_those_of_the_jackpots_that_the_house_offers() -> None:
    bad_beat = {"bad_beat": True, "bad_beat_contribution": 100, "bad_beat_hands": "four 2s"}
    kinds = [each["kind"] for each in slips(Filed(House.of("637a", bad_beat), "a house")).data["slips"]]
    assert kinds == ["bad-beat-count"]
    for number, kind, why in (
        ("637a", "", "offers no jackpot"),
        ("565", "", "no slips"),
        ("553", "high-hand", "no slip 'high-hand'"),
    ):
        with pytest.raises(PitbossError, match=why):
            slips(Filed(House.of(number), "a house"), kind)


def test_a_comparison_names_what_changed() -> None:
    one, other = (
        Submission(name, House.of("677a", chosen)) for name, chosen in (("a.toml", {}), ("b.toml", {"trips_plus": "C"}))
    )
    told = text_of(printed(comparison(one, other, changes(one, other), []), "pdf")[0])
    assert (
        "From a.toml to b.toml." in told and "trips plus § 677a.12(e) none → C" in told and "No wager's hold changes." in told
    )
    same = text_of(printed(comparison(one, one, [], []), "pdf")[0])
    assert "They say the same." in same


def test_a_submission_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for text, why in (
        ('effective = "soon"', "must be a date"),
        ("tables = 3", "must be a list"),
        ("holder = 3", "must be a text"),
    ):
        path = tmp_path / "a.toml"
        path.write_text(f'chapter = "565"\n{text}\n')
        with pytest.raises(PitbossError, match=why):
            filed(str(path))


def test_what_a_file_does_not_say_its_folder_may(tmp_path: Path) -> None:
    (tmp_path / "holder.toml").write_text('holder = "Elm"\nfacility = "Elm Street"\neffective = 2012-01-02\n')
    (tmp_path / "a.json").write_text('{"chapter": "565", "tables": [7], "effective": "2013-09-01"}')
    (tmp_path / "b.toml").write_text('chapter = "561"\nholder = "Oak"\n')
    one, other = filed(str(tmp_path / "a.json")), filed(str(tmp_path / "b.toml"))
    assert (one.holder, one.facility, one.since, one.tables) == ("Elm", "Elm Street", "September 1, 2013", ("7",))
    assert (other.holder, other.since, other.tables) == ("Oak", "January 2, 2012", ())

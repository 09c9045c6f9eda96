"""A sign says what its house pays and what must be posted; nothing else decides what stands on it."""

import re
from datetime import date
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from pitboss.errors import PitbossError
from pitboss.felt.areas import notices_of
from pitboss.games import MODULES, NONBANKED
from pitboss.house import House
from pitboss.house.payout_limits import full_notice
from pitboss.house.posted_payouts import in_force, stated_in_force
from pitboss.printing import Filed, folder, guide, printed, sign
from pitboss.printing.notices import sign_of
from pitboss.printing.wagers import SAID
from tests.commands import ROOT
from tests.felt.houses import HOUSES
from tests.printing.reading import close, outside, reader, sizes, text_of

KEYSTONE = ROOT / "examples" / "keystone"
LEAST = 23.5  # points: capitals of more than 5 mm, which are read from two metres


@cache
def keystone() -> list[Filed]:
    """The submissions of the made-up casino."""
    return folder(KEYSTONE)


def pdf_of(house: House, **about: Any) -> bytes:
    """The sign of a house."""
    return printed(sign([Filed(house, "a house", **about)]), "pdf")[0]


def rows(house: House) -> list[tuple[str, str]]:
    """What a house pays, hand by hand, from the pay tables in force."""
    tables = [*stated_in_force(house), *in_force(house)]
    return [(hand, payout) for table in tables for hand, payout in table.rows if payout != "N/A"]


def test_the_casino_has_all_sixteen_games() -> None:
    assert {each.book.chapter for each in keystone()} == set(MODULES)
    assert all(each.holder and each.facility and each.effective and each.tables for each in keystone())


@pytest.mark.cites("555.2(c)", "557.2(c)", "559.2(c)", "563.2(c)", "565.2(c)", "587.2(b)(6)", "633a.2(b)(11)", "635a.2(b)(6)")
@pytest.mark.cites("645a.2(b)(9)", "655a.2(b)(6)", "657a.2(b)(4)", "677a.2(b)(7)", "678a.2(b)(8)")
@pytest.mark.parametrize("number", [number for number in MODULES if number not in NONBANKED])
def test_every_payout_is_on_the_sign(number: str) -> None:
    filed = next(each for each in keystone() if each.book.chapter == number)
    for house in (filed.house, House.of(number)):
        said = close(text_of(pdf_of(house)))
        expected = rows(house)
        assert expected
        for hand, payout in expected:
            assert close(SAID.get(hand, hand) + payout) in said, (hand, payout)
        if number != "635a":  # of whose many paragraphs the first and the last are named
            assert all(close(table.section) in said for table in (*stated_in_force(house), *in_force(house)))


@pytest.mark.cites("635a.2(b)(4)", "657a.2(b)(6)", "677a.2(b)(9)", "678a.2(b)(8)")
@pytest.mark.cites("559.2(b)(6)", "633a.2(b)(12)", "645a.2(b)(10)")
@pytest.mark.parametrize("number", MODULES)
def test_every_notice_and_the_limits_are_on_the_sign(number: str) -> None:
    filed = next(each for each in keystone() if each.book.chapter == number)
    said = text_of(printed(sign([filed], "http://127.0.0.1:8000"), "pdf")[0])
    for notice in notices_of(filed.house):
        assert close(notice.text) in close(said), notice.text
    if number == "635a":
        assert "Doubled hands are not eligible for the additional payouts" in said
    if filed.house.get("payout_limit"):
        assert close(full_notice(filed.house)) in close(said)
    for words in (filed.holder, filed.facility, f"In force from {filed.since}", f"58 Pa. Code Chapter {number}"):
        assert words in said, words
    assert all(f"Table {table}" in said for table in filed.tables)
    assert number == "561" or f"posted under § {sign_of(number).posted}" in said
    assert f"http://127.0.0.1:8000/rules/{number}" in said


@pytest.mark.cites("553.15(c)", "553.18", "637a.8(k)", "637a.17(c)", "637a.15(b)", "637a.16(b)")
def test_a_poker_sign_says_what_is_bet_raked_and_put_by() -> None:
    given: dict[str, Any] = {"rake_percent": 5, "rake_maximum": 400, "maximum_raises": 3, "ante": 100}
    given |= {"straddle": True, "check_raise": False}
    given |= {"bad_beat": True, "bad_beat_contribution": 100, "bad_beat_minimum_pot": 2000, "bad_beat_hands": "four kings"}
    given |= {"high_hand": True, "high_hand_contribution": 50, "high_hand_minimum_players": 6}
    said = text_of(pdf_of(House.of("637a", given)))
    for words in ("Share of each pot 5%", "At most in a round $4", "Straddle Bet $10", "Raises in a betting round at most 3"):
        assert words in said, words
    for words in ("Ante $1", "Blind Bets $2 and $5", "not permitted", "Losing hand four kings", "From pots of $20 or more"):
        assert words in said, words
    assert "Players dealt in, at least 6" in said and "$0.50" in said
    levels = [{"pot": 1000, "take": 50}, {"pot": 4000, "take": 200}]
    stud = {"variant": "seven-card stud", "rake": "incremental and time", "rake_levels": levels, "time_charge": 1200}
    said = text_of(pdf_of(House.of("553", stud)))
    assert "Forced Bet $2" in said and "Blind" not in said
    assert "Pot of $10 $0.50" in said and "Pot of $40 $2" in said and "$12 an hour for each player" in said


@pytest.mark.cites("553.11(d)", "553.12(d)", "553.13(d)", "637a.11(d)", "637a.12(d)", "637a.13(d)")
@pytest.mark.parametrize("variant", ["hold'em", "omaha", "five-card draw"])
@pytest.mark.parametrize("number", NONBANKED)
def test_a_poker_sign_posts_the_number_and_the_amount_of_all_blind_bets(number: str, variant: str) -> None:
    def posted(**blinds: Any) -> list[str]:
        (one,) = sign([Filed(House.of(number, {"variant": variant, **blinds}), "a house")]).data["signs"]
        return [how for block in one["blocks"] for part in block["parts"] for what, how in part["rows"] if what == "Blind Bets"]

    assert posted(small_blind=200, big_blind=500) == ["$2 and $5"]
    assert posted(small_blind=200, big_blind=500, additional_blinds=[1000, 2000]) == ["$2 and $5 and $10 and $20"]
    assert posted(small_blind=500, big_blind=500, additional_blinds=[500]) == ["$5 and $5 and $5"]


def posted_facts(number: str, **choices: Any) -> dict[str, str]:
    """What a Poker sign posts, by its words."""
    (one,) = sign([Filed(House.of(number, choices), "a house")]).data["signs"]
    return {what: how for block in one["blocks"] for part in block["parts"] for what, how in part["rows"]}


@pytest.mark.cites("637a.17(c)", "553.15(c)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("maximum", [0, 500])
def test_a_poker_sign_posts_every_row_of_a_rake_schedule(number: str, maximum: int) -> None:
    rows = [{"players": 4, "percent": 5, "maximum": 200}, {"small_bet": 2000, "percent": 2, "maximum": 400}]
    only_most = {"betting_rounds": 1, "maximum": 100}
    found = posted_facts(number, rake="percentage", rake_percent=10, rake_maximum=maximum, rake_schedule=[*rows, only_most])
    assert found["With at most 4 players"] == "5%, at most $2"
    assert found["Bets from $20"] == "2%, at most $4"
    assert found["Pots won before the second betting round"] == "at most $1"


@pytest.mark.cites("637a.17(c)", "553.15(c)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_poker_sign_posts_the_levels_and_the_most_of_a_row_of_the_schedule(number: str) -> None:
    levels = [{"pot": 2000, "take": 100}, {"pot": 4000, "take": 100}]
    found = posted_facts(
        number, rake="incremental", rake_levels=levels, rake_schedule=[{"players": 3, "levels": levels[:1], "maximum": 100}]
    )
    assert found["With at most 3 players"] == "$1 from $20, at most $1"


@pytest.mark.cites("637a.8(k)", "637a.11(b)")
@pytest.mark.parametrize("number", NONBANKED)
def test_a_poker_sign_posts_restrictions_of_raises_and_who_puts_up_the_ante(number: str) -> None:
    rows = [{"players": 2, "raises": 0}, {"betting_rounds": 3, "raises": 2}, {"small_bet": 2000, "raises": 4}]
    found = posted_facts(number, maximum_raises=3, raise_schedule=rows, ante=100, ante_from="button")
    assert found["Raises in a betting round"] == "at most 3"
    assert found["Raises with at most 2 players"] == "no restriction"
    assert found["Raises in the first 3 betting rounds"] == "at most 2"
    assert found["Raises with bets of $20 or more"] == "at most 4"
    assert found["Ante"] == "$1, for all by the player with the button"
    assert posted_facts(number, ante=100)["Ante"] == "$1"


@pytest.mark.cites("553.20(b)", "553.20(b)(1)", "553.20(b)(2)", "553.20(b)(3)", "637a.15(b)", "637a.15(b)(1)", "637a.15(b)(2)")
@pytest.mark.cites("637a.15(b)(3)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize(("pot", "from_pots"), [(0, "any amount"), (2000, "$20 or more")])
def test_a_poker_sign_posts_what_every_bad_beat_hand_pays_and_where_it_comes_from(
    number: str, pot: int, from_pots: str
) -> None:
    payouts = [
        {"to": "losing hand", "cents": 50_000},
        {"hand": "four 8s or better", "to": "losing hand", "percent": 62.5},
        {"hand": "four 8s or better", "to": "players", "percent": 10},
    ]
    stated = {"bad_beat_contribution": 100, "bad_beat_minimum_pot": pot, "bad_beat_hands": "aces full of jacks or better"}
    found = posted_facts(number, bad_beat_discontinuance="it is paid", bad_beat_payouts=payouts, **stated)
    assert found["To the losing hand, aces full of jacks or better"] == "$500"
    assert found["To the losing hand, four 8s or better"] == "62.5% of the fund"
    assert found["To the players, four 8s or better"] == "10% of the fund"
    assert (found["From each pot, at most"], found["From pots of"]) == ("$1", from_pots)


@pytest.mark.cites("637a.16(b)(1)", "637a.16(b)(2)", "637a.16(b)(3)", "637a.16(b)(4)", "637a.16(b)(6)")
def test_a_poker_sign_posts_the_rules_of_a_high_hand_jackpot() -> None:
    stated = {"high_hand_qualifying_period": 90, "high_hand_collection_period": 60, "high_hand_contribution": 100}
    for pot, from_pots, days, within in ((0, "any amount", 0, "no limit"), (2000, "$20 or more", 7, "7 days")):
        more = {"high_hand_minimum_pot": pot, "high_hand_claim_limit": days, "high_hand_minimum_players": 4}
        found = posted_facts("637a", high_hand=True, **stated, **more)
        assert (found["Qualifying period"], found["Collection period"]) == ("90 minutes", "60 minutes")
        assert (found["From each pot, at most"], found["From pots of"]) == ("$1", from_pots)
        assert (found["Players dealt in, at least"], found["To be collected within"]) == ("4", within)


@pytest.mark.cites("553.15(b)(3)", "553.15(b)(3)(i)", "553.15(c)", "637a.17(b)(3)", "637a.17(b)(3)(i)", "637a.17(c)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("basis", ["player", "table"])
def test_a_poker_sign_posts_on_whom_a_charge_for_time_falls(number: str, basis: str) -> None:
    found = posted_facts(number, rake="time", time_charge=1200, time_charge_minutes=30, time_charge_basis=basis)
    assert found["Time charge, every 30 minutes"] == f"$12 an hour for each {basis}"


@pytest.mark.cites("637a.11(e)")
def test_a_poker_sign_posts_how_large_a_straddle_may_be() -> None:
    assert posted_facts("637a", straddle=True, straddle_amount=1000)["Straddle Bet"] == "$10"
    chosen = posted_facts("637a", straddle=True, straddle_amount=1000, straddle_maximum=2000)
    assert chosen["Straddle Bet"] == "$10 to $20"


@pytest.mark.parametrize("number", ["565", "633a", "645a", "587"])
def test_payouts_can_be_read_from_two_metres(number: str) -> None:
    filed = next(each for each in keystone() if each.book.chapter == number)
    content = printed(sign([filed]), "pdf")[0]
    found = [size for _, payout in rows(filed.house) for size in sizes(content, payout)]
    assert len(found) >= len(rows(filed.house)) - 4  # but for those that take two lines
    assert min(found) >= LEAST


def test_what_is_too_much_for_one_sheet_goes_on_on_a_second() -> None:
    pai_gow = next(each for each in keystone() if each.book.chapter == "645a")
    content = printed(sign([pai_gow]), "pdf")[0]
    assert len(reader(content).pages) == 2 * len(pai_gow.tables)
    said = text_of(content)
    assert said.count("part 1 of 2") == said.count("part 2 of 2") == len(pai_gow.tables)
    assert len(reader(pdf_of(House.of("561"))).pages) == 1


@pytest.mark.parametrize("paper", ["us-letter", "a4", "a3", "us-legal"])
def test_smaller_paper_takes_more_sheets_and_nothing_is_lost(paper: str) -> None:
    house = House.of("587", {"progressive_payout": True})
    content = printed(sign([Filed(house, "a house")], paper=paper), "pdf")[0]
    said = close(text_of(content))
    assert all(close(hand + payout) in said for hand, payout in rows(house))
    assert min(size for _, payout in rows(house) for size in sizes(content, payout)) >= LEAST


@pytest.mark.parametrize("name", [name for name in HOUSES if "with everything" in name or "switch" in name or "banks" in name])
def test_nothing_lies_outside_the_sheet_and_no_sheet_is_empty(name: str) -> None:
    content = pdf_of(HOUSES[name], holder="Keystone Star Gaming", tables=("T 1",))
    pages = reader(content).pages
    parts = re.findall(r"part \d of (\d)", text_of(content)) or ["1"]
    assert [len(pages)] * len(parts) == [int(of) for of in parts] and len(parts) == len(pages)
    assert outside(content) == []


@pytest.mark.cites("587.12(e)(5)", "655a.12(c)(5)", "657a.12(d)(5)(i)", "645a.13(b)")
@pytest.mark.parametrize(
    ("number", "given", "amounts"),
    [
        ("587", {}, []),
        ("587", {"progressive_payout": True}, ["$100", "$25", "$500", "$125"]),
        ("587", {"progressive_payout": True, "progressive_wagers": "one"}, ["$100", "$25"]),
        ("587", {"progressive_payout": True, "progressive_wager": 500}, ["$500", "$125"]),
        ("655a", {}, []),
        ("655a", {"progressive_payout": True, "progressive_rate": 20}, ["$1,000", "$300", "$5,000", "$1,500"]),
        ("657a", {"progressive_payout": "B", "progressive_rate": 20, "progressive_wager": 100}, ["$100", "$25"]),
        ("645a", {}, []),
        ("645a", {"fortune_bonus": "C"}, ["$2,500", "$500", "$250", "$150", "$55", "$25", "$6"]),
    ],
)
def test_an_envy_bonus_is_posted_with_its_wager(number: str, given: dict[str, Any], amounts: list[str]) -> None:
    envied = [table for table in in_force(House.of(number, given)) if table.kind == "envy"]
    assert [payout for table in envied for _, payout in table.rows] == amounts


@pytest.mark.cites("555.13(d)")
@pytest.mark.parametrize(("chosen", "paid"), [("10%", "10% of the progressive jackpot"), ("$5,000", "$5,000")])
def test_the_designated_payout_stands_alone(chosen: str, paid: str) -> None:
    said = text_of(pdf_of(House.of("555", {"progressive_straight_flush": chosen})))
    assert close(f"Straight Flush {paid} Four-of-a-kind") in close(said) and "designated" not in said


def test_the_code_leads_where_it_is_told() -> None:
    filed = Filed(House.of("565"), "a house")
    said = [text_of(printed(sign([filed], floor), "pdf")[0]) for floor in ("https://play.example/", "")]
    assert "https://play.example/rules/565" in said[0] and "rules" not in said[1]


def test_each_table_has_a_sign() -> None:
    content = pdf_of(House.of("561"), tables=("PG 1", "PG 2", "PG 3"))
    pages = [page.extract_text() for page in reader(content).pages]
    assert [f"PG {number}" in page for number, page in enumerate(pages, 1)] == [True] * 3


def test_a_code_leads_to_a_floor_or_is_not_there() -> None:
    assert "/rules/" not in text_of(printed(sign(keystone()[:1]), "pdf")[0])
    for address in ("javascript:alert(1)", "http://" + "h" * 5000):
        with pytest.raises(PitbossError, match="begins with http"):
            sign(keystone()[:1], address)


def test_a_poker_sign_tells_who_gets_what_of_pots_and_funds() -> None:
    given = {
        "rake_schedule": [{"betting_rounds": 1, "percent": 0}, {"players": 4, "maximum": 300}],
        "rake_rounding": 100,
        "bad_beat": True,
        "bad_beat_contribution": 100,
        "bad_beat_hands": "aces full of jacks or better",
        "bad_beat_discontinuance": "the fund is paid to the next Bad Beat",
        "bad_beat_payouts": [
            {"to": "losing hand", "cents": 50_000},
            {"hand": "four 8s or better", "to": "winning hand", "percent": 62.5},
        ],
    }
    said = text_of(printed(sign([Filed(House.of("637a", given), "637a")]), "pdf")[0])
    for words in (
        *("Pots won before the second betting round", "0%", "With at most 4 players", "at most $3", "Rounded down to", "$1"),
        *(
            "To the losing hand, aces full of jacks or better",
            "$500",
            "To the winning hand, four 8s or better",
            "62.5% of the fund",
        ),
    ):
        assert close(words) in close(said), words


def test_signs_and_a_guide_of_several_submissions_bear_the_newest_date() -> None:
    """In whatever order they come: the newest submission is the last to change what is printed."""
    days = (date(2011, 3, 1), date(2013, 9, 1), date(2012, 6, 30))
    filed = [Filed(House.of(number), number, effective=day) for number, day in zip(("555", "565", "559"), days, strict=True)]
    for some in permutations(filed):
        assert sign(some).dated == guide(some).dated == date(2013, 9, 1)
        assert guide(some).data["since"] == "September 1, 2013"
        assert [each["since"] for each in sign(some).data["signs"]] == [each.since for each in some]
    undated = Filed(House.of("677a"), "677a")
    assert sign([undated]).dated is None and sign([undated, *filed]).dated == date(2013, 9, 1)

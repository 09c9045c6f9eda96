"""Experiments are read from addresses and written back; what cannot be read gets one sentence with what is allowed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.drafts.blackjack import DOUBLES, FIELDS, HOLE_CARDS, SURRENDERS
from pitboss.errors import PitbossError
from pitboss.laboratory.experiment import LONGEST_QUERY, Experiment, read, written
from pitboss.laboratory.fields import OPTIONS, RULES, Bench, Field, benches, chapters
from pitboss.money import Odds

pytestmark = pytest.mark.quick
BENCHES = [bench for number in chapters() for bench in benches(number)]


@pytest.mark.parametrize("number", chapters())
def test_without_a_query_a_chapter_is_as_printed(number: str) -> None:
    found = read(number, "")
    assert found.is_printed and found.is_main and found.query == "" and found == found.printed


@pytest.mark.parametrize("bench", BENCHES, ids=lambda bench: f"{bench.chapter} {bench.wager}")
def test_every_wager_and_pay_table_has_an_address(bench: Bench) -> None:
    for letter in bench.letters(Experiment(bench.chapter, bench.wager).house):
        found = read(bench.chapter, f"wager={bench.wager.replace(' ', '+')}&table={letter.replace(' ', '+')}")
        assert (found.wager, found.table) == (bench.wager, letter)
        assert read(bench.chapter, found.query) == found


def values(field: Field) -> st.SearchStrategy[object]:
    if field.kind == "flag":
        return st.booleans()
    if field.kind == "choice":
        return st.sampled_from(field.values)
    if field.kind == "payout":
        return st.sampled_from(["6 to 5", "1 to 1", "2 to 1", "7 for 2"])
    return st.integers(field.least, min(field.most, field.least + 5))


@given(st.data())
def test_an_address_says_what_was_read_from_it(data: st.DataObject) -> None:
    bench = data.draw(st.sampled_from(BENCHES))
    fields = data.draw(st.lists(st.sampled_from(bench.fields), unique=True)) if bench.fields else []
    parts = [f"{field.name}={written(field, data.draw(values(field)))}" for field in fields]
    try:
        found = read(bench.chapter, "&".join([f"wager={bench.wager}", *parts]).replace(" ", "+"))
    except PitbossError:  # lawful one by one and not together
        return
    table = data.draw(st.sampled_from(found.tables)) if found.tables else None
    if table is not None:
        rows = data.draw(st.lists(st.sampled_from(table.rows), unique=True, max_size=3))
        pays = "&".join(f"{table.wager}:{hand}=77 to 3" for hand, _ in rows).replace(" ", "+")
        found = read(bench.chapter, "&".join(filter(None, [found.query, pays])))
        assert dict(found.pays) == {hand: "77 to 3" for hand, _ in rows}
    assert read(bench.chapter, found.query) == found
    assert all(name in OPTIONS.get((bench.chapter, bench.wager), ()) for name in found.given)


def test_what_is_as_printed_is_not_in_the_address() -> None:
    same = "&".join(f"{field.name}={written(field, field.default)}" for field in read("633a", "").bench.fields)
    assert read("633a", same.replace(" ", "+")).query == ""
    assert read("565", "wager=Pair+Plus&Pair+Plus:Flush=6+for+2").query == "wager=Pair+Plus&Pair+Plus:Flush=6+for+2"
    assert read("565", "wager=ante&Ante+Bonus:straight=1+to+1").query == ""
    assert Odds.parse("3 to 1") == Odds.parse("6 to 2")
    assert read("565", "wager=pair+plus&pair-plus:FLUSH=6+to+2").query == "wager=Pair+Plus"


@pytest.mark.parametrize(
    ("number", "query", "sentence"),
    [
        ("633a", "decks=99", r"decks cannot be '99'; it is a whole number from 1 to 16 \(§ 633a\.3\(a\)\)"),
        ("633a", "decks=six", "a whole number from 1 to 16"),
        ("633a", "decks=6.5", "a whole number"),
        ("633a", "soft_17=maybe", r"it is one of stand, hit \(§ 633a\.7\(n\)\)"),
        ("633a", "push_22=1", "yes or no"),
        ("633a", "blackjack_pays=push", r"a payout such as 6 to 5 \(§ 633a\.13\(a\)\)"),
        ("633a", "blackjack_pays=2000000+to+1", "more than 1,000,000 to 1"),
        ("633a", "blackjack_switch=yes&soft_17=hit", r"leave soft_17 out \(§ 633a\.12\(a\)\)"),
        ("633a", "charlie=5&hole_card=none,+original+lost", r"need another hole_card .* \(§ 633a\.7\(h\)\)"),
        ("635a", "decks=7", r"a whole number|one of 6, 8"),
        ("645a", "house_way=/etc/passwd", r"one of split-pairs, traditional \(§ 645a\.11\(c\)\)"),
        ("565", "deks=6", r"changes no 'deks' of the Ante"),
        ("565", "wager=Trips", "chapter 565 has no such wager as 'Trips'"),
        ("565", "table=Q", "no pay table 'Q' here; it has the basic one, A, B, C"),
        ("565", "wager=Pair+Plus&Pair+Plus:Four=4+to+1", r'has no "Four"; it can pay .* \(§ 565\.12\(d\)\)'),
        ("565", "wager=Pair+Plus&Pair+Plus:Flush=lots", "is not a payout; write 3 to 2"),
        ("565", "wager=Pair+Plus&Trips:Flush=4+to+1", "has no pay table 'Trips' to change; it has Pair Plus"),
        ("565", "wager=Pair+Plus&wager=Ante", "'wager' is there twice"),
        ("677a", "Odds:Flush=2+to+1&Bad+Beat+Bonus:Flush=4+to+1", "one at a time"),
        ("637a", "variant=razz&table=10+players", "no pay table '10 players' here; it has 8 players"),
        ("563", "Ante:Flush=1+to+1", "stated in sentences"),
        ("565", "x=" + "9" * LONGEST_QUERY, "at most 4,000 characters"),
        ("565", "&".join(f"x{n}=1" for n in range(100)), "at most 60 parts"),
        ("565", "wager=%ff", "each a name and a value"),
    ],
)
def test_what_cannot_be_read(number: str, query: str, sentence: str) -> None:
    with pytest.raises(PitbossError, match=sentence) as found:
        read(number, query)
    assert "\n" not in str(found.value) and len(str(found.value)) < 600


@given(st.text(max_size=200))
def test_any_address_is_read_or_refused(query: str) -> None:
    try:
        found = read("633a", query)
    except PitbossError:
        return
    assert read("633a", found.query) == found


def test_rules_of_other_places_name_paragraphs_of_the_chapter_and_words_of_drafts() -> None:
    paragraphs = read("633a", "").house.chapter.paragraphs
    assert all(field.section in paragraphs for field in RULES)
    words = {field.name: field.values for field in RULES if field.kind == "choice"}
    assert set(words["surrender"]) == set(SURRENDERS) and set(words["double"]) == set(DOUBLES)
    assert set(words["hole_card"]) == set(HOLE_CARDS)
    assert {field.name for field in RULES} <= set(FIELDS)

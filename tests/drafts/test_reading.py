"""Drafts that are wrong or hostile: one sentence with the place, and nothing else happens."""

import time
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.drafts.conditions import BadDraft
from pitboss.drafts.pricing import price_wager
from pitboss.drafts.quote import price_draft
from pitboss.drafts.reading import Draft, load, read_draft

pytestmark = pytest.mark.quick
ROW = '[[row]]\nwhen = "pair"\npays = "1 to 1"\n'
DEAL = "[deal]\nplayer = 3\n"


def when(condition: str) -> str:
    return f'{DEAL}[[row]]\nwhen = "{condition}"\npays = "1 to 1"\n'


TWO_HANDS = '[deal]\nplayer = 2\ndealer = 2\n[[row]]\nwhen = "{0} value in player > {0} value in dealer"\npays = "1 to 1"\n'
WRONG = {
    when("pair in plyer"): "line 4, column 17: 'plyer' is not a group of cards; did you mean player?",
    when("four of a kind"): "line 4, column 9: 3 cards cannot be a four of a kind",
    when("pair and"): "line 4, column 17: a test is missing at the end",
    when("pair pair"): "line 4, column 14: 'pair' is not expected here: join tests with and, or",
    when("total > "): "line 4, column 16: a test is missing at the end",
    when("total"): "line 4, column 14: total is a number: compare it by =, !=, <, <=, >, >=",
    when("total = 1234567"): "line 4, column 24: a number has at most six digits",
    when("count(zebra) = 1"): "line 4, column 15: 'zebra' names no card: write ace, 10, hearts, red, face, ten-value, Qh",
    when("full house of aces"): "line 4, column 9: full house takes no rank",
    when("pair of zebras"): "line 4, column 17: 'zebras' is not a rank",
    when("(pair"): "line 4, column 14: ')' is missing",
    when("__import__('os').system('ls')"): "line 4, column 9: \"__import__('os').sys\" is not part of the language",
    when("total > hard total + pair"): "line 4, column 34: pair is not a number",
    when("(" * 30 + "pair"): "line 4, column 30: it is nested more than 20 levels deep",
    when("pair or " * 400 + "pair"): "line 4: when must be a text of at most 2000 characters",
    DEAL + "[[row]]\npays = 'lose'\n": "line 3: when is missing",
    DEAL + '[[row]]\nwhen = "pair"\npays = "two to one"\n': 'line 5: "two to one" is not a payout; write 3 to 2, 500 for 1, '
    "100% of meter, $50, Push or N/A, lose or lose 1/2",
    DEAL: "a draft needs rows, [[row]], each with when and pays",
    ROW: "[deal] is missing: it says how many cards each group is dealt, such as player = 3",
    "[deal]\nplayer = 0\n" + ROW: "line 2: player must be a whole number from 1 to 20",
    "[deal]\nplayer = 15\ndealer = 15\n" + ROW: "line 1: more than 20 cards cannot be dealt",
    "[deal]\nplayer = true\n" + ROW: "line 2: player must be a whole number from 1 to 20",
    "[deck]\ndecks = 17\n" + DEAL + ROW: "line 2: decks must be a whole number from 1 to 16",
    '[deck]\nwithout = "2 to ace"\n' + DEAL + ROW: "line 2: no card is left in the deck",
    '[deck]\nwithout = "2 to king, 2c to 3"\n'
    + DEAL
    + ROW: "line 2, column 26: 'to' is not expected here: join tests with and, or",
    '[deck]\nwithout = "2 to king"\n[deal]\nplayer = 5\n' + ROW: "line 3: the deck has 4 cards, fewer than are dealt",
    "[dealt]\n" + DEAL + ROW: "line 1: a draft has no 'dealt'; did you mean deal?",
    DEAL + "[wager]\namount = 5\n" + ROW: 'line 4: amount must be an amount such as "$5"',
    DEAL + "[wager]\npays = 'all'\n" + ROW: 'line 4: pays must be "first row" or "every row"',
    DEAL
    + "[define]\n\"a b\" = 'pair'\n"
    + ROW: "line 4: 'a b' is not a name: write letters, digits and hyphens, no word of conditions",
    "[deal]\npair = 3\n" + ROW: "line 2: 'pair' is a word of conditions: give this group of cards another name",
    DEAL + "[define]\nbetter = 'suited'\n" + ROW: "line 4: 'better' is not a name: write letters, digits and hyphens, "
    "no word of conditions",
    DEAL + '[[draw]]\ngroup = "player"\n' + ROW: "line 4: 'player' is not a new name of letters, digits and hyphens",
    DEAL
    + '[[draw]]\ngroup = "third"\n'
    + ROW.replace("pair", "pair in player + third"): "line 6, column 9: pair cannot look at third, which is not always dealt",
    DEAL + '[[choice]]\nsees = "dealer"\n' + ROW: "line 4: 'dealer' is not a group of cards; there is player",
    DEAL + '[[choice]]\nsees = "player"\n' + ROW: "line 3: a choice needs its options, [[choice.option]]",
    DEAL
    + '[[choice]]\nsees = "player"\n[[choice.option]]\nname = "more"\nwhen = "pair"\n'
    + ROW: "line 3: a choice needs one option without when, which is open to all",
    "[deal]\nplayer = 2\ndealer = 2\n"
    + '[[choice]]\nsees = "player"\nwhen = "two pair"\n[[choice.option]]\nname = "more"\n'
    + ROW: "line 4: the player does not see dealer, so that no choice can depend on it; two pair looks at all cards where no "
    "group is named with in",
    "[deal]\nplayer = 2\ndealer = 2\n"
    + '[[choice]]\nsees = "player"\nwhen = "pair in dealer"\n[[choice.option]]\nname = "more"\n'
    + ROW: "line 4: the player does not see dealer, so that no choice can depend on it",
    DEAL + '[[choice]]\nafter = "raise"\n' + ROW: "line 4: 'raise' is not an option of an earlier choice; there is none",
    DEAL + ROW + 'bet = "ante"\n': "line 6: 'ante' is not a bet; there is the wager",
    "[deal]\nplayer = 9\n"
    + when("poker value > 3").removeprefix(DEAL): "line 4, column 9: poker value compares hands of 2 to 7 cards, not of 9",
    when(
        "poker value > 500"
    ): "line 4, column 9: a poker value is compared with another poker value, not with a number or a sum",
    DEAL + '[[row]]\neach = "poker value"\npays = "1 to 1"\n': "line 4, column 9: a poker value is compared with another poker "
    "value, not with a number or a sum",
    when("total > \u0663"): "line 4, column 16: '\u0663' is not part of the language",
    "[deck]\njokers = 1\n" + TWO_HANDS.format("poker"): "line 7, column 9: poker value has no place for a joker that is "
    "neither wild nor a bug",
    "[deck]\nwild = '2'\n" + TWO_HANDS.format("flush"): "line 7, column 9: flush value has no place for wild cards",
    "[deck]\ndecks = 2\n" + TWO_HANDS.format("poker"): "line 7, column 9: poker value compares hands of one deck, not of 2",
    when("flush value > 500"): "line 4, column 9: a flush value is compared with another flush value, not with a number or a "
    "sum",
    "[deal]\nplayer = 3\ndealer = 5\n"
    + when("pair or not poker value in player > poker value in dealer").removeprefix(
        DEAL
    ): "line 5, column 21: poker values of 3 and of 5 cards cannot be compared",
    "[deal]\nplayer = 7\ndealer = 7\n" + when("rank of it > 3").removeprefix(DEAL): "line 5, column 9: 'rank' is not a word of "
    "conditions; did you mean ranks or same rank or most of a rank?",
    DEAL + '[row]\nwhen = "pair"\npays = "1 to 1"\n': "line 3: [row] is written with two brackets, as there may be several: "
    "[[row]]",
    "player = 3": "a draft has no 'player'; did you mean pays?",
}


@pytest.mark.parametrize("words", WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_said_in_one_sentence_with_its_place(words: str) -> None:
    with pytest.raises(BadDraft) as refused:
        read_draft(words)
    assert str(refused.value).removeprefix("line 1: ") == WRONG[words].removeprefix("line 1: ")


UNTIL = ("cards in more = 60", "count(hearts) in more > 13", "ranks in more = 13", "longest suited run in more >= 13")
DRAWS = (
    '[deal]\nplayer = 1\n[[draw]]\ngroup = "more"\nuntil = "{}"\n'
    + '[[row]]\nwhen = "longest suited run in more = 4"\npays = "1 to 1"'
)
HOSTILE = {
    "a million rows": DEAL + ROW * 30_000,
    "deep nesting": "a = " + "[" * 5_000,
    "a key of many parts": "a." * 10_000 + "b = 1",
    "a huge number": "[deal]\nplayer = " + "9" * 5_000,
    "a huge payout": DEAL + '[[row]]\nwhen = "pair"\npays = "' + "9" * 300 + ' to 1"',
    "definitions that double": DEAL
    + "[define]\na0 = 'pair or pair'\n"
    + "".join(f"a{n + 1} = 'a{n} or a{n}'\n" for n in range(40))
    + ROW,
    "too many deals": "[deck]\ndecks = 16\n[deal]\nplayer = 10\ndealer = 10\n"
    + '[[row]]\nwhen = "longest suited run in player = 4 and longest suited run in dealer = 4"\npays = "1 to 1"',
    "draws without an end": '[deal]\nplayer = 1\n[[draw]]\ngroup = "more"\nuntil = "never"\n'
    + '[[row]]\nwhen = "suits in more = 4"\npays = "1 to 1"',
    **{f"draws until {until}": DRAWS.format(until) for until in UNTIL},
    "not a table": "deal = 3\n" + ROW,
    "a list of lists": "deal = [[1]]\nrow = [[1]]",
    "an option without bets": DEAL + '[[choice]]\nsees = "player"\n[[choice.option]]\nname = "x"\nbets = 3\n' + ROW,
    "JSON": '{"deal": {"player": 3}}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_drafts_are_refused_in_a_sentence(name: str) -> None:
    begin = time.process_time()
    with pytest.raises(BadDraft) as refused:
        price_wager(read_draft(HOSTILE[name]))
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300
    assert "draws" not in name or (time.process_time() - begin < 1 and "drawing more" in str(refused.value))


def test_a_part_of_a_meter_needs_the_meter() -> None:
    words = DEAL + '[[row]]\nwhen = "pair"\npays = "95% of meter"\n'
    with pytest.raises(BadDraft, match="a part of the meter is paid, which is missing"):
        price_draft(Draft.of(words))
    assert price_draft(Draft.of('[wager]\nmeter = "$10"\n' + words)).edge < 0
    with pytest.raises(BadDraft, match="a part of the meter is paid"):
        price_draft(Draft.of(DEAL + ROW + '[[pays]]\nname = "B"\n"pair" = "10% of meter"\n'))


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadDraft, match="cannot be read: No such file"):
        load(tmp_path / "nowhere.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\x89PNG\xff")
    with pytest.raises(BadDraft, match="it is not text"):
        load(tmp_path / "bytes.toml")


def test_json_is_read_as_toml_is(tmp_path: Path) -> None:
    file = tmp_path / "draft.json"
    file.write_text('{"deal": {"player": 2},\n "row": [{"when": "pair", "pays": "16 to 1"}]}', encoding="utf-8")
    assert price_wager(read_draft(file.read_text(encoding="utf-8"), file)).distribution.edge == 0


LATER = (
    '[deal]\nplayer = 1\nmore = 1\n[[choice]]\nsees = "player"\n[[choice.option]]\nname = "wait"\n'
    '[[choice]]\nsees = "more"\nwhen = "same rank in player + more"\n[[choice.option]]\nname = "bet"\nbets = { b = 1 }\n'
    '[[bet]]\nname = "a"\n[[bet]]\nname = "b"\nsize = 0\n[[row]]\nbet = "b"\nwhen = "same rank"\npays = "1 to 1"\n'
    '[[row]]\nbet = "a"\nwhen = "always"\npays = "push"\n'
)
SOMETIMES = LATER.replace('sees = "player"', 'sees = "player"\nwhen = "count(red) in player = 1"')


def test_a_later_choice_may_look_at_what_earlier_ones_saw() -> None:
    assert price_wager(read_draft(LATER)).distribution.edge == -Fraction(3, 51)
    capitals = LATER.replace('sees = "player"', 'sees = "Player"').replace('"wait"', '"Wait"')
    assert price_wager(read_draft(capitals.replace('sees = "more"', 'sees = "MORE"\nafter = "Wait"'))).distribution.edge < 0
    after = SOMETIMES.replace('sees = "more"', 'sees = "more"\nafter = "wait"')
    assert price_wager(read_draft(after)).distribution.edge == -Fraction(3, 51) / 2
    with pytest.raises(BadDraft, match="the player does not see player"):  # who was offered nothing with a black card
        read_draft(SOMETIMES)

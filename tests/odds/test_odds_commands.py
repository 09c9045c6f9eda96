"""`pitboss odds` and `pitboss strategy`: fields, filters, the store, and that advice agrees with the solvers."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cards import parse, text
from pitboss.errors import BadCard, NotAuthorized
from pitboss.games.odds.let_it_ride_poker import GAME as LET_IT_RIDE
from pitboss.games.odds.mississippi_stud import GAME as MISSISSIPPI
from pitboss.games.odds.raise_it_up_stud_poker import GAME as RAISE_IT_UP
from pitboss.games.pai_gow.house_way import house_way
from pitboss.house import House
from pitboss.odds import catalogue, store
from pitboss.odds.claims import CLAIMS, compared
from pitboss.odds.distribution import Distribution
from pitboss.odds.pai_gow.one_hand import best_setting
from pitboss.odds.row import Row
from pitboss.odds.strategy import decide, rules
from pitboss.odds.streets.solver import solve
from pitboss.odds.suits import BINOMIAL, classes
from tests.commands import pitboss

ROOT = Path(__file__).parents[2]
FIELDS = ["chapter", "wager", "table", "condition", "of", "house_edge", "house_edge_exact", "element_of_risk", "hit_rate"]
FIELDS += ["standard_deviation", "method", "deals", "seconds", "note"]


@pytest.fixture
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    return tmp_path


def test_odds_of_a_chapter_in_the_fields_of_the_contract(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_ANSWERS", "off")  # what comes with the package is not stored again
    done = pitboss("odds", "565", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    rows = json.loads(done.stdout)
    assert [list(row)[: len(FIELDS)] for row in rows] == [FIELDS] * len(rows)
    ante = rows[0]
    assert (ante["wager"], ante["house_edge_exact"], ante["method"]) == ("Ante", "686689/20358520", "exact")
    assert Fraction(ante["house_edge_exact"]) == pytest.approx(ante["house_edge"])
    assert ante["deals"] == 22100 * 18424
    [pair_plus] = json.loads(pitboss("odds", "three-card-poker", "--wager", "pair plus", "--json").stdout)
    assert pair_plus["of"] == "Pair Plus"
    assert any(own_store.iterdir())


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("odds",), "name a chapter"),
        (("odds", "565", "--wager", "Pears"), "no such wager"),
        (("odds", "565", "--set", "pear=1"), 'has no option "pear"'),
        (("odds", "633a", "--set", "decks=501"), "pitboss handles at most 500"),
        (("odds", "633a", "--set", "royal_match_21=A"), "decks"),
        (("strategy", "553"), "no simple rules"),
        (("strategy", "559", "--hand", "Ac Kd Jk"), "has no joker"),
        (("strategy", "635a", "--hand", "9h 6d", "--dealer", "10c"), "has no 10 of clubs"),
        (("strategy", "633a", "--hand", "10h 10h", "--dealer", "9c", "--set", "decks=1"), "only one 10 of hearts"),
        (("strategy", "633a", "--hand", "Ah Kd", "--dealer", "9c"), "nothing to decide"),
        (("strategy", "565", "--hand", "Ac Kd 8h", "--dealer", " "), "--dealer takes one card"),
        (("strategy", "559", "--hand", "Ac Kd 8h", "--dealer", "9c"), "leave --dealer out"),
        (("odds", "565", "--set", "seats=" + 5000 * "9"), "a number has more than 18 digits"),
        (("odds", "553", "--errata"), "no erratum of chapter 553 changes an edge"),
        (("diff", 400 * "x", "565"), "no file and no chapter"),
        (("simulate", "565", "--rounds", "0"), "at least one round"),
        (("simulate", "637a"), "nobody plays against the house"),
        (("plot", "565", "--out", "picture.pdf"), ".svg"),
        (("plot", "565", "--kind", "pie"), "there are payouts, edges, strategy"),
        (("plot", "565", "--kind", "strategy"), "pitboss strategy 565"),
        (("strategy", "559", "--hand", "As As Kd"), "only one ace of spades"),
        (("strategy", "559", "--hand", "As"), "3 or 4 cards"),
    ],
)
def test_bad_questions_get_one_line(args: tuple[str, ...], words: str) -> None:
    done = pitboss(*args)
    assert done.returncode == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_stored_result_is_read_and_a_broken_one_computed_again(own_store: Path) -> None:
    calls = []
    house = House.of("565")
    row = Row(
        "565", "Ante", "", "", "Ante", Distribution({Fraction(1): 1, Fraction(-1): 2}, Fraction(3)), Fraction(1, 3), note="n"
    )

    def compute(seen: House) -> list[Row]:
        calls.append(seen["table_minimum"])
        return [row]

    assert store.kept("odds", house, compute) == [row] == store.kept("odds", house, compute)
    assert len(calls) == 1
    [file] = own_store.iterdir()
    file.write_text(file.read_text()[:20])
    assert store.kept("odds", house, compute) == [row]
    assert store.kept("odds", house, compute, fresh=True) == [row]
    assert store.kept("odds", House.of("565", {"table_minimum": 1000}), compute) == [row]
    assert len(calls) == 4


def test_every_solved_chapter_has_rows_for_every_printed_table(own_store: Path) -> None:
    for number in ("555", "557", "559", "565", "655a", "657a", "678a"):
        found = {(row.wager, row.table) for row in catalogue.rows(number)}
        for printed in House.of(number).chapter.paytables:
            if printed.wager in {wager for wager, _ in found} and printed.kind != "envy":
                assert (printed.wager, printed.table) in found


def test_claims_are_set_beside_exact_values(own_store: Path) -> None:
    few = [claim for claim in CLAIMS if claim.chapter in ("655a", "657a")]
    assert few
    told = {(c["chapter"], c["wager"]): c for c in compared(lambda number, wager: catalogue.rows(number, wager=wager))}
    assert told["678a", "Flush Bonus"]["agrees"]
    assert not told["655a", "Ante"]["agrees"]
    assert told["657a", "Queens Up"]["exact"] == "3.06% to 6.78%"


# ---------------------------------------------------------------------------- strategy


def place(hand: list[int]) -> int:
    cards = sorted(hand)
    return int(classes(len(cards)).place[sum(int(BINOMIAL[card, at + 1]) for at, card in enumerate(cards))])


def test_rules_and_hands_of_games_against_the_dealer() -> None:
    [rule] = rules("565", House.of("565"))
    assert (rule.rule, rule.cost) == ("play with queen-6-4 or better; else fold", 0)
    assert [action for action, _ in decide("565", House.of("565"), parse("Qs 6d 4c"))] == ["play", "fold"]


@pytest.mark.parametrize("hand", ["Ts Js Qs", "2c 7d 9h", "Tc Td 4h", "3c 4c 5c", "9s Ts Js"])
def test_bet_1_rides_where_the_solver_lets_it(hand: str) -> None:
    house = House.of("559")
    best = decide("559", house, parse(hand))[0][0]
    assert (best == "let it ride") == bool(solve(LET_IT_RIDE, house).choices[3][1][place(parse(hand))])


@pytest.mark.parametrize("hand", ["Ts Jd 2c", "6c 6d 9h", "2c 7d Kh", "5c 6c 7c"])
def test_4th_street_is_bet_as_the_solver_bets(hand: str) -> None:
    house, cards = House.of("655a"), parse(hand)
    solved = solve(MISSISSIPPI, house)
    best = decide("655a", house, cards)[0][0]
    number = place(cards[:2])
    own = solved.endings.hands[number].tolist()
    turned = next(t for t in _turns() if sorted(c & ~3 | t[c & 3] for c in cards[:2]) == sorted(own))
    third = cards[2] & ~3 | turned[cards[2] & 3]
    others = [card for card in range(52) if card not in own]
    bet = int(solved.choices[3][2][number][others.index(third)])
    assert best == ("fold" if not bet else f"bet {bet}x")


def _turns() -> tuple[tuple[int, ...], ...]:
    from pitboss.odds.suits import PERMUTATIONS

    return PERMUTATIONS


def test_5th_street_of_raise_it_up_stud_and_the_end_of_heads_up_hold_em() -> None:
    play, fold = decide("587", House.of("587"), parse("Ts Td 2c 5d 9h"))
    assert (play[0], fold) == ("play 1x", ("fold", Fraction(-2)))
    assert solve(RAISE_IT_UP, House.of("587")).distribution.edge > 0
    actions = dict(decide("677a", House.of("677a"), parse("As Ah Ac Ad 2c 7h 9s")))
    assert actions["raise 1x"] > 5
    with pytest.raises(BadCard, match="2 or 5 or 7 cards"):
        decide("677a", House.of("677a"), parse("As Ah Ac"))
    with pytest.raises(NotAuthorized, match="nobody plays"):
        decide("553", House.of("553"), parse("As Ah"))


def test_general_chapters_have_no_wagers() -> None:
    assert json.loads(pitboss("odds", "521", "--json").stdout) == []
    assert "no wagers" in pitboss("odds", "527").stdout


def test_poker_has_jackpot_rows_for_every_table_size_and_notes_that_they_share_once(own_store: Path) -> None:
    rows = json.loads(pitboss("odds", "637a", "--json").stdout)
    shown = pitboss("odds", "637a").stdout
    assert shown.count("aces full of 10s") == 1 and shown.count("Bad Beat payout 2 players") == 2
    assert {row["method"] for row in rows} == {"exact"} and {row["house_edge_exact"] for row in rows} == {"0/1"}
    sizes = [row["table"] for row in rows if row["condition"].startswith("aces full")]
    assert sizes == [f"{players} players" for players in range(2, 11)]


def test_simulate_in_the_fields_of_the_contract() -> None:
    found = json.loads(pitboss("simulate", "565", "--rounds", "300", "--seed", "1", "--json").stdout)
    assert found["rounds"] == 300 and found["seconds"] > 0
    assert [set(row) >= {"wager", "mean", "standard_error", "exact"} for row in found["wagers"]] == [True, True]
    assert "exact" in pitboss("simulate", "565", "--rounds", "30").stdout


def test_plot_writes_a_picture_and_says_where(own_store: Path) -> None:
    out = own_store / "edges.png"
    done = pitboss("plot", "565", "--out", str(out))
    assert (done.returncode, done.stdout.strip()) == (0, str(out))
    assert out.read_bytes().startswith(b"\x89PNG")


def test_rules_are_kept_and_read_again(own_store: Path) -> None:
    first = rules("565", House.of("565"))
    assert [path.name.split("-")[0] for path in own_store.iterdir()] == ["rules"]
    assert rules("565", House.of("565")) == first


def test_a_stored_result_that_is_not_ours_is_computed_again(own_store: Path) -> None:
    rows = catalogue.rows("587")
    for path in own_store.iterdir():
        path.write_text('[{"row": 3}]', encoding="utf-8")
    assert [row.edge for row in catalogue.rows("587")] == [row.edge for row in rows]


def test_the_settings_of_a_pai_gow_hand_are_those_that_are_judged() -> None:
    hand = parse("As Kd Jk 7c 7d 3s 2h")
    house = House.of("645a")
    actions = decide("645a", house, hand)
    best = best_setting(hand, house_way("traditional"))
    assert actions[0] == (f"set {text(best.split.low)}", best.mean())
    assert len(actions) == len({word for word, _ in actions}) > 10
    with pytest.raises(BadCard, match="7 cards"):
        decide("645a", house, hand[:6])


def test_the_rule_of_pai_gow_poker_costs_what_the_best_setting_saves(own_store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        Row("561", "Pai Gow Poker", "", condition, "Pai Gow Poker", None, edge)
        for condition, edge in (("set by the house way", Fraction(3, 100)), ("best setting", Fraction(1, 100)))
    ]
    monkeypatch.setattr("pitboss.odds.pai_gow.games.rows", lambda *arguments, **options: rows)
    [advice] = rules("561", House.of("561"))
    assert advice.edge == pytest.approx(0.03) and advice.cost == pytest.approx(0.02)
    assert "'traditional'" in advice.rule


def test_a_version_of_three_card_poker_by_its_table_alone(own_store: Path) -> None:
    rows = catalogue.rows("565", {"ante_bonus": "B"})
    assert [row.table for row in rows if row.wager == "Ante"] == ["", "B"]


def test_a_payout_limit_that_could_cut_a_win_is_remarked(own_store: Path) -> None:
    [plain], [cut] = (
        [row for row in catalogue.rows("655a", given) if row.wager == "Ante"] for given in ({}, {"payout_limit": 100_000})
    )
    assert "payout limit" not in plain.note and "not cut at the payout limit of $1,000" in cut.note


def test_wagers_are_found_however_they_are_written() -> None:
    rows = [Row("565", "Pair Plus", "A", "", "Pair Plus", None, Fraction(0))]
    assert all(catalogue.picked(rows, "565", words, "a") == rows for words in ("pair_plus", "PAIR-PLUS", "Pair Plus Wager"))


def test_payouts_go_with_the_odds(own_store: Path) -> None:
    [row] = json.loads(pitboss("odds", "565", "--wager", "Pair Plus", "--payouts", "--json").stdout)
    assert sum(line["deals"] for line in row["payouts"]) == row["deals"] == 22100
    assert sum(Fraction(line["net"]) * line["deals"] for line in row["payouts"]) == -Fraction(row["house_edge_exact"]) * 22100
    assert "16440" in pitboss("odds", "565", "--wager", "Pair Plus", "--payouts").stdout

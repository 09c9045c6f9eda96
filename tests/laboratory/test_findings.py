"""What comes of experiments: the figures are those of the odds, and every other number is found in a second way."""

from fractions import Fraction

import pytest

import pitboss
from pitboss.cards import parse
from pitboss.drafts.conditions import BadDraft
from pitboss.laboratory import sensitivity
from pitboss.laboratory.best_play import best_play, game_of
from pitboss.laboratory.experiment import read
from pitboss.laboratory.fields import benches, chapters
from pitboss.laboratory.findings import draft_findings, findings, whole
from pitboss.laboratory.mistakes import EXAMPLES, mistakes
from pitboss.laboratory.parts import Changes, DraftLine, Law
from pitboss.laboratory.pricing import MOST_OUTCOMES, first_numbers, outcomes, price
from pitboss.laboratory.sensitivity import changes
from pitboss.odds import strategy
from pitboss.submissions.holds import known


def quiet(doing: str, done: float) -> None:
    assert doing and 0 <= done <= 1


def test_a_printed_wager_is_as_the_odds_have_it() -> None:
    found, law, distribution = price(read("677a", "wager=Trips+Plus&table=C"))
    row = pitboss.odds_of("677a", "Trips Plus", "C")
    assert (found.exact, found.deviation) == (row.exact, row.distribution and row.distribution.standard_deviation)
    assert law == Law(True, "the chapter has it so", "677a.12(e)")
    assert distribution == row.distribution and sum(each.chance for each in found.outcomes) == pytest.approx(1)


@pytest.mark.parametrize(
    ("number", "query", "lawful", "section"),
    [
        ("565", "wager=Pair+Plus&Pair+Plus:Flush=4+to+1", True, "565.12(d)"),
        ("565", "wager=Pair+Plus&Pair+Plus:Flush=2+to+1", False, "565.12(d)"),
        ("677a", "wager=Trips+Plus&Trips+Plus:Flush=9+to+1", False, "677a.12(e)"),
        ("565", "wager=Pair+Plus", True, "565.12(d)"),
        ("633a", "", True, "633a.6(d)"),
        ("633a", "soft_17=hit", False, "633a.7(n)"),
        ("633a", "blackjack_pays=6+to+5&decks=8", False, "633a.13(a)"),
    ],
)
def test_whether_it_is_lawful(number: str, query: str, lawful: bool, section: str) -> None:
    _, law, _ = price(read(number, query))
    assert (law.lawful, law.section.startswith(section.split("(")[0])) == (lawful, True)


def test_changed_payouts_are_priced_as_the_library_prices_them() -> None:
    found, _, _ = price(read("565", "table=B&Ante+Bonus:Straight+flush=9+to+1"))
    assert found.exact == pitboss.price("565", "Ante Bonus", {"Straight flush": "9 to 1"}, table="B").exact


def test_other_rules_at_their_defaults_are_the_chapters_game() -> None:
    printed = read("633a", "decks=8&resplits=2")
    as_draft = read("633a", "decks=8&resplits=2&charlie=7")  # seven cards not over 21 are rare
    assert game_of(read("633a", "decks=8&resplits=2&soft_17=hit")).most_hands == game_of(printed).most_hands == 4
    assert 0 < price(printed)[0].edge - price(as_draft)[0].edge < 2e-4


def test_a_payout_matters_as_often_as_it_is_paid() -> None:
    """One unit more changes the edge by the chance of the row, which the file of holds has from counts of its own."""
    compared = 0
    for number in chapters():
        for bench in benches(number):
            hold = next((each for each in known() if (each.chapter, each.wager) == (number, bench.wager) and each.hands), None)
            if hold is None or number in ("633a", "635a") or len(bench.tables) == 0:
                continue
            experiment = read(number, f"wager={bench.wager}&table={hold.table}".replace(" ", "+"))
            found = changes(experiment, price(experiment)[0].edge, quiet)
            rows = experiment.tables[0].rows
            for row in found.rows:
                at = [hand for hand, _ in rows].index(row.what)
                paid_alike = [row.what] + [hand for hand, payout in rows[at - 1 : at] if payout == "N/A"]  # a mini-royal
                chance = sum(Fraction(hold.hands[hand]) for hand in paid_alike)
                assert -row.edge == pytest.approx(float(chance), rel=1e-6), (number, bench.wager, row)
                compared += 1
    assert compared > 60


def test_a_payout_of_the_ante_matters_as_the_whole_game_says() -> None:
    experiment = read("657a", "")
    found = changes(experiment, price(experiment)[0].edge, quiet)
    again = price(read("657a", "Super+Bonus:Flush=5+to+2"))[0].edge - price(experiment)[0].edge
    assert {row.what: row.edge for row in found.rows}["Flush"] == pytest.approx(again, abs=1e-12)
    assert found.rows == sorted(found.rows, key=lambda row: -abs(row.edge))


def test_which_rule_matters_at_blackjack(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = read("633a", "decks=1")
    few = {field.name: () for field in experiment.bench.fields} | {"soft_17": ("stand", "hit"), "decks": (1, 8)}
    monkeypatch.setattr(sensitivity, "ALTERNATIVES", few | {"blackjack_pays": ("3 to 2", "6 to 5", "2 to 1")})
    found = {(row.what, row.to): row.edge for row in changes(experiment, price(experiment)[0].edge, quiet).rows}
    six_to_five = price(read("633a", "decks=1&blackjack_pays=6+to+5"))[0].edge - price(experiment)[0].edge
    assert found["Blackjack pays", "6 to 5"] == pytest.approx(six_to_five, abs=1e-9)
    assert found["Dealer on a soft 17", "hit"] > 0 and found["Blackjack pays", "2 to 1"] < 0
    assert ("Decks", "1") not in found and ("Decks", "8") in found


def test_the_edge_of_other_rules_comes_before_its_fraction() -> None:
    """In double precision, with all that goes with it; games that are priced at once have no such part."""
    experiment = read("633a", "decks=1&blackjack_pays=6+to+5")
    parts = findings(experiment, quiet)
    name, first = next(parts)
    exact, law, distribution = price(experiment)
    assert (name, first.exact) == ("first", None) and exact.exact is not None
    assert first.edge == pytest.approx(exact.edge, abs=1e-12) and first.outcomes == exact.outcomes
    assert next(parts) == ("law", law) and next(parts)[0] == "sessions"
    known = first_numbers(experiment, quiet)
    assert known is not None and known[1] == distribution
    assert next(findings(read("565", "wager=Pair+Plus"), quiet))[0] == "numbers"


def test_where_no_payout_is_printed_none_matters() -> None:
    assert changes(read("563", ""), 0.02, quiet) == Changes()


def test_never_folding_three_cards() -> None:
    """Published figures: who plays every hand of Three Card Poker gives the house 7.65% of the Ante."""
    experiment = read("565", "")
    [never] = mistakes(experiment)
    assert never.words == "Never fold" and never.chance == pytest.approx(0.3258, abs=5e-5)
    assert price(experiment)[0].edge + never.each * (never.chance or 0) == pytest.approx(0.0765, abs=5e-5)


def test_a_mistake_at_blackjack_costs_what_best_play_says_of_each_hand() -> None:
    experiment = read("633a", "")
    found = {mistake.words: mistake for mistake in mistakes(experiment)}
    mistake, cost, chance = found["Stand on 16 against 10"], 0.0, 0.0
    cards, tens = 312, 96
    for hand, ways in (("Th 6d", 2 * (tens - 1) * 24), ("9h 7d", 2 * 24 * 24)):
        here = tens / cards * ways / ((cards - 1) * (cards - 2))
        values = pitboss.best_play("633a", hand, "Ts").actions
        no_blackjack = 1 - 24 / (cards - 3)
        cost += here * no_blackjack * float(max(values.values()) - values["stand"])
        chance += here
    assert [mistake.chance, mistake.each] == pytest.approx([chance, cost / chance], rel=1e-6)
    insured = found["Take insurance"]
    assert [insured.chance, insured.each] == pytest.approx([1 / 13, float(Fraction(23, 311)) / 2])


def test_no_habit_that_is_best_play_is_a_mistake() -> None:
    words = {mistake.words for mistake in mistakes(read("633a", "surrender=none&double=none"))}
    assert "Never surrender" not in words and "Never double" not in words and "Never split a pair" in words


@pytest.mark.parametrize("number", EXAMPLES)
def test_examples_are_hands_that_may_be_played_so(number: str) -> None:
    """Two of the chapters solve the whole game for the first two cards, which is left to them."""
    for words, cards, action in EXAMPLES[number]:
        assert words and len(set(parse(cards))) == len(cards.split())
        if number not in ("563", "677a"):
            values = dict(strategy.decide(number, read(number, "").house, parse(cards)))
            assert action in values and values[action] < max(values.values())


def test_a_grid_says_what_changed() -> None:
    play = best_play(read("633a", "soft_17=hit"))
    changed = {(grid.title, row.name): (row.letters, row.was) for grid in play.grids for row in grid.rows if row.was}
    assert changed["Hard totals", "11"] == ("D" * 10, "D" * 9 + "H")
    assert {letter for grid in play.grids for row in grid.rows for letter in row.letters} == set(play.meanings)
    printed = best_play(read("633a", ""))
    assert not any(row.was for grid in printed.grids for row in grid.rows)


def test_best_play_where_nothing_is_decided() -> None:
    for number, query in (("565", "wager=Pair+Plus"), ("645a", ""), ("553", "")):
        play = best_play(read(number, query))
        assert play.why and not play.grids and not play.rules


def test_the_rarest_results_are_joined() -> None:
    counts = {Fraction(net): net for net in range(1, MOST_OUTCOMES + 50)}
    found = outcomes(counts, sum(counts.values()))
    assert len(found) == MOST_OUTCOMES + 1  # the first stands, though it is rare
    assert sum(each.chance for each in found) == pytest.approx(1)


def test_everything_of_an_experiment() -> None:
    found = whole(read("633a", "wager=Bet+the+Set+21&table=D"))
    assert found.numbers is not None and found.numbers.exact == pitboss.odds_of("633a", "Bet the Set 21", "D").exact
    assert found.sessions and found.printed == found.numbers and found.mistakes == [] and found.changes and found.changes.rows


def test_a_draft_is_priced_row_by_row() -> None:
    parts = dict(draft_findings('[deal]\nplayer = 2\n[[row]]\nwhen = "pair"\npays = "11 to 1"\n', quiet))
    assert parts["numbers"].exact == "5/17"
    assert not parts["law"].lawful and parts["law"].section == "633a.13(g)"  # Bet the Set 21 wins on the same deals
    [pair, others] = parts["lines"]
    assert isinstance(pair, DraftLine) and (pair.hand, pair.pays, others.pays) == ("pair", "11 to 1", "lose")
    assert [pair.chance, pair.adds] == pytest.approx([1 / 17, 11 / 17])
    with pytest.raises(BadDraft, match="not TOML"):
        dict(draft_findings("[deal", quiet))

"""Mississippi Stud: what a rule case cannot tell, refused wagers and houses, the cards between rounds, the order of acts."""

from collections.abc import Iterable
from typing import Any

import pytest

from pitboss.cards import parse
from pitboss.cases.rigging import RiggedStack, Rigging
from pitboss.errors import IllegalDecision, IllegalWager, NotAuthorized
from pitboss.games.mississippi_stud import GAME, MAIN
from pitboss.house import House
from pitboss.shoe import Chance, Shuffle
from pitboss.table.drivers import bots, drive
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask, Incident, Moment, Reply, Request
from pitboss.table.table import Table

ENVY, THREE_CARD_BONUS = "Envy Bonus", "Three Card Bonus"
MONEY = ("collect", "return", "pay", "bonus", "jackpot")


class Clock(Chance):
    """Chance whose clock goes on by some hours from round to round."""

    def __init__(self, step: float) -> None:
        super().__init__(1)
        self.now, self.step = 0.0, step

    def shuffle(self, cards: Iterable[int]) -> Shuffle:
        self.now += self.step
        return super().shuffle(cards)

    def hours(self) -> float:
        return self.now


def open_table(
    seats: int = 2, chance: Chance | None = None, places: dict[str, str] | None = None, cents: int = 10**9, **house: Any
) -> Table:
    rigged = {place: parse(words) for place, words in (places or {}).items()}
    stacks = {"": RiggedStack(Rigging(rigged, [], [], 0))} if places else None
    table = Table(
        GAME, House.of("655a", {"progressive_rate": 1} | house), chance or Chance(1), stacks=dict(stacks) if stacks else None
    )
    for seat in range(1, seats + 1):
        table.sit(seat, f"player {seat}", cents)
    return table


def play(
    table: Table, incident: Incident | None = None, at: str = "deal", say: str = "", wagers: dict[str, int] | None = None
) -> Round:
    """One round in which every seat makes these wagers and says this, or what a bot says; something may go wrong."""
    for seat in table.seats:
        table.bet(seat, wagers or GAME.suggest(table.house))
    pending = [incident] if incident else []

    def outside(table: Table, request: Request) -> Reply:
        if pending and request == Moment(at):
            return pending.pop()
        return table.verify(request, say) if say and isinstance(request, Ask) else bots(table, request)

    return drive(table, outside)


def cites(finished: Round) -> list[str]:
    return [step.cite for step in finished.steps]


# ---------------------------------------------------------------------- § 655a.3–.5


@pytest.mark.cites("655a.3(b)(2)", "655a.3(b)(3)", "655a.3(b)(4)", "655a.4(d)")
def test_two_decks_take_turns() -> None:
    table = open_table(second_deck=True)
    first = play(table)
    assert "655a.4(d)" in cites(first)
    for _ in range(3):
        used, other = list(table.racks[""]), list(table.waiting)
        assert {"655a.3(b)(2)", "655a.3(b)(3)", "655a.3(b)(4)"} <= set(cites(play(table)))
        assert table.waiting == used
        assert sorted(table.racks[""]) == sorted(other) == list(range(52))


@pytest.mark.cites("655a.3(c)(1)", "655a.3(c)(2)")
@pytest.mark.parametrize(("dealing", "hours", "cite"), [("hand", 4, "655a.3(c)(1)"), ("manual shoe", 8, "655a.3(c)(2)")])
def test_decks_are_changed_in_time(dealing: str, hours: int, cite: str) -> None:
    table = open_table(chance=Clock(hours / 2), dealing=dealing)
    changed = [cite in cites(play(table)) for _ in range(5)]
    assert changed == [False, False, True, False, True]


@pytest.mark.cites("655a.4(a)", "655a.4(b)", "655a.4(c)", "655a.4(e)", "655a.5(a)", "655a.5(c)(2)", "655a.5(d)")
def test_a_fresh_deck_is_inspected_spread_washed_shuffled_and_cut() -> None:
    opening = ["655a.4(a)", "655a.4(b)", "655a.4(c)"]
    table = open_table()
    assert cites(play(table))[:6] == [*opening, "655a.5(a)", "655a.5(c)(2)", "655a.5(d)"]
    assert cites(play(table))[:3] == ["655a.5(a)", "655a.5(c)(2)", "655a.5(d)"]
    came = cites(play(open_table(preshuffled=True)))
    assert came[:4] == ["655a.4(e)", "655a.5(a)", "655a.5(c)(2)", "655a.5(d)"]
    assert not set(opening) & set(came)


@pytest.mark.cites("655a.5(b)", "655a.5(c)(1)", "655a.5(g)")
def test_cards_shuffled_by_a_device_are_counted_and_not_cut() -> None:
    shuffled = cites(play(open_table(counting_shuffler=True)))
    assert {"655a.5(b)", "655a.5(c)(1)"} <= set(shuffled)
    device = cites(play(open_table(shuffler=True, reshuffling_device=True)))
    assert "655a.5(g)" in device
    assert "655a.5(d)" not in shuffled + device


@pytest.mark.cites("655a.5(e)", "655a.5(f)")
def test_a_recut_before_the_deal_and_an_idle_table() -> None:
    table = open_table()
    cut = cites(play(table, Incident("cut performed improperly")))
    assert cut.count("655a.5(d)") == 2
    assert cut[cut.index("655a.5(e)") + 1] == "655a.5(d)"
    table.rest()
    assert cites(play(table))[0] == "655a.5(f)"


# ---------------------------------------------------------------------- § 655a.7


@pytest.mark.cites("655a.7(a)", "655a.7(d)(1)", "655a.7(d)(2)", "655a.7(d)(3)", "655a.7(d)(4)")
@pytest.mark.parametrize(
    ("wagers", "cite"),
    [
        ({"Ante": 20_000}, "655a.7(a)"),  # more than the player has
        ({"Ante": 1025}, "655a.7(a)"),  # not in chips
        ({"Ante": 400}, "655a.7(d)(1)"),
        ({"Ante": 50_050}, "655a.7(d)(1)"),
        ({"Three Card Bonus": 500}, "655a.7(d)(1)"),
        ({"Progressive Payout": 100}, "655a.7(d)(1)"),
        ({"Ante": 1000, "3rd Street": 1000}, "655a.7(d)(2)"),
        ({"Ante": 1000, "5th Street": 1000}, "655a.7(d)(2)"),
        ({"Ante": 1000, "Progressive Payout": 200}, "655a.7(d)(3)"),
        ({"Ante": 1000, "Three Card Bonus": 400}, "655a.7(d)(4)"),
    ],
)
def test_refused_wagers(wagers: dict[str, int], cite: str) -> None:
    table = open_table(cents=15_000, progressive_payout=True, three_card_bonus="A")
    with pytest.raises(IllegalWager) as refused:
        table.bet(1, wagers)
    assert refused.value.cite == cite
    assert table.bets == {}


@pytest.mark.cites("655a.7(d)(3)", "655a.7(d)(4)")
def test_optional_wagers_only_where_the_house_offers_them() -> None:
    for wager, cite in (("Progressive Payout", "655a.7(d)(3)"), (THREE_CARD_BONUS, "655a.7(d)(4)")):
        with pytest.raises(IllegalWager, match="does not offer") as refused:
            open_table().bet(1, {"Ante": 1000, wager: 500})
        assert refused.value.cite == cite
    both = {"Ante": 1000, "Progressive Payout": 500, THREE_CARD_BONUS: 500}
    table = open_table(progressive_payout=True, three_card_bonus="D")
    table.bet(1, both)
    assert table.bets[1] == both


@pytest.mark.cites("655a.12(c)(5)")
def test_the_progressive_chip_that_the_rules_submission_names() -> None:
    table = open_table(progressive_payout=True, progressive_wager=500)
    table.bet(1, {"Ante": 1000, "Progressive Payout": 500})
    with pytest.raises(IllegalWager) as refused:
        table.bet(2, {"Ante": 1000, "Progressive Payout": 100})
    assert refused.value.cite == "655a.12(c)(5)"


@pytest.mark.cites("655a.7(c)", "655a.7(e)")
def test_nothing_after_no_more_bets_and_no_second_position() -> None:
    table = open_table()
    with pytest.raises(IllegalWager, match="may play 1 position, not 2") as refused:
        table.sit(3, "player 2")
    assert refused.value.cite == "655a.7(e)"
    table.bet(1, {"Ante": 1000})
    table.begin()
    for wagers in ({}, {"Ante": 2000}):
        with pytest.raises(IllegalWager) as refused:
            table.bet(1, wagers)
        assert refused.value.cite == "655a.7(c)"


# ---------------------------------------------------------------------- § 655a.8–.10


@pytest.mark.cites("655a.8(a)", "655a.8(b)", "655a.8(c)", "655a.8(d)", "655a.8(d)(1)", "655a.8(d)(2)", "655a.8(e)")
def test_the_deal_from_a_manual_shoe() -> None:
    steps = play(open_table(3)).steps
    assert [(s.cite, s.who, len(s.cards)) for s in steps if s.act == "deal"] == [
        *(("655a.8(d)(1)", f"seat_{seat}", 2) for seat in (1, 2, 3)),
        ("655a.8(d)(2)", "community", 3),
    ]
    assert {s.face for s in steps if s.act == "deal"} == {"down"}
    order = [s.cite for s in steps if s.cite.startswith("655a.8")]
    assert list(dict.fromkeys(order)) == [f"655a.8{x}" for x in ("(a)", "(b)", "(c)", "(d)(1)", "(d)(2)", "(e)")]


@pytest.mark.cites("655a.9(a)(1)", "655a.9(a)(2)", "655a.9(a)(3)", "655a.9(b)", "655a.9(b)(1)", "655a.9(b)(2)", "655a.9(c)")
def test_the_deal_from_the_hand() -> None:
    steps = play(open_table(2, dealing="hand")).steps
    assert [(s.cite, s.who, len(s.cards)) for s in steps if s.act == "deal"] == [
        *(("655a.9(b)(1)", f"seat_{seat}", 2) for seat in (1, 2)),
        ("655a.9(b)(2)", "community", 3),
    ]
    order = [s.cite for s in steps if s.cite.startswith("655a.9")]
    paragraphs = ("(a)(1)", "(a)(2)", "(a)(3)", "(b)", "(b)(1)", "(b)(2)", "(c)")
    assert list(dict.fromkeys(order)) == [f"655a.9{x}" for x in paragraphs]
    with pytest.raises(NotAuthorized) as refused:
        House.of("655a", {"dealing": "hand", "shuffler": False})
    assert refused.value.cite == "655a.9(a)(1)"


@pytest.mark.cites("655a.10(a)(1)", "655a.10(a)(2)", "655a.10(b)", "655a.10(c)", "655a.10(g)")
def test_the_deal_from_an_automated_shoe() -> None:
    deals = [("655a.10(b)", f"seat_{seat}", 2) for seat in (1, 2, 3)]
    steps = play(open_table(3, dealing="automated shoe")).steps
    assert [(s.cite, s.who, len(s.cards)) for s in steps if s.act == "deal"] == [*deals, ("655a.10(c)", "community", 3)]
    order = list(dict.fromkeys(s.cite for s in steps if s.cite.startswith("655a.10")))
    assert order == ["655a.10(a)(1)", "655a.10(a)(2)", "655a.10(b)", "655a.10(c)"]
    first = play(open_table(3, dealing="automated shoe", community_first=True)).steps
    assert [(s.cite, s.who, len(s.cards)) for s in first if s.act == "deal"] == [("655a.10(g)", "community", 3), *deals]
    with pytest.raises(NotAuthorized) as refused:
        open_table(community_first=True)
    assert refused.value.cite == "655a.10(g)"


@pytest.mark.cites("655a.8(f)", "655a.8(g)", "655a.9(d)", "655a.9(e)", "655a.10(d)", "655a.10(e)")
@pytest.mark.parametrize(
    ("dealing", "count", "right"),
    [
        ("manual shoe", "655a.8(f)", "655a.8(g)"),
        ("hand", "655a.9(d)", "655a.9(e)"),
        ("automated shoe", "655a.10(d)", "655a.10(e)"),
    ],
)
def test_the_stub_is_counted_every_five_rounds_unless_the_shuffler_counts(dealing: str, count: str, right: str) -> None:
    table = open_table(dealing=dealing)
    rounds = [cites(play(table)) for _ in range(10)]
    assert [n for n, found in enumerate(rounds, 1) if count in found] == [5, 10]
    assert rounds[4][rounds[4].index(count) + 1] == right
    counted = open_table(dealing=dealing, counting_shuffler=True)
    assert not any(count in cites(play(counted)) for _ in range(6))


@pytest.mark.cites("655a.8(h)", "655a.9(f)", "655a.10(f)")
@pytest.mark.parametrize(
    ("dealing", "cite"), [("manual shoe", "655a.8(h)"), ("hand", "655a.9(f)"), ("automated shoe", "655a.10(f)")]
)
def test_a_wrong_stub_takes_the_deck_away_unless_it_was_only_misdealt(dealing: str, cite: str) -> None:
    for misdealt, stub, removed in ((True, 44, False), (False, 44, True), (True, 43, True)):
        table = open_table(dealing=dealing)
        assert play(table, Incident("stub count wrong", {"stub": stub, "misdealt": misdealt})).void == cite
        assert ("655a.4(a)" in cites(play(table))) == removed


# ---------------------------------------------------------------------- § 655a.11


@pytest.mark.cites("655a.1", "655a.11(b)", "655a.11(d)", "655a.11(f)")
def test_every_bet_wager_is_one_two_or_three_times_the_ante() -> None:
    table = open_table(1)
    table.bet(1, {"Ante": 1000})
    request = table.begin()
    asked = []
    while request is not None:
        if isinstance(request, Ask):
            asked.append(request.cite)
            for words in ("bet 500", "bet 1500", "bet 4x", "bet 0", "check", "raise 1x"):
                with pytest.raises(IllegalDecision) as refused:
                    table.verify(request, words)
                assert refused.value.cite == request.cite
            assert [table.verify(request, f"bet {n}x").cents for n in (1, 2, 3)] == [1000, 2000, 3000]
            assert table.verify(request, "bet").cents == 1000  # the word alone is once the Ante
            request = table.reply(Answer("bet", 2000))
        else:
            request = table.reply(None)
    assert asked == ["655a.11(b)", "655a.11(d)", "655a.11(f)"]
    assert table.last is not None
    wagers = [(s.cite, s.wager, s.cents) for s in table.last.steps if s.act == "wager"]
    assert wagers[1:] == [(cite, wager, 2000) for cite, wager in zip(asked, MAIN[1:], strict=True)]


@pytest.mark.cites("655a.11(a)", "655a.11(a)(1)", "655a.11(a)(2)", "655a.11(c)", "655a.11(e)", "655a.11(g)")
def test_players_are_asked_clockwise_and_one_community_card_follows_each_street() -> None:
    finished = play(open_table(3), say="bet 1x")
    told = [(s.cite, s.who) for s in finished.steps if s.act == "decide" or (s.act == "reveal" and s.who == "community")]
    streets = (("655a.11(b)", "655a.11(c)"), ("655a.11(d)", "655a.11(e)"), ("655a.11(f)", "655a.11(g)"))
    assert told == [
        step for offer, reveal in streets for step in (*((offer, f"seat_{seat}") for seat in (1, 2, 3)), (reveal, "community"))
    ]
    shown = [s.cards for s in finished.steps if s.act == "reveal" and s.who == "community"]
    dealt = next(s.cards for s in finished.steps if s.act == "deal" and s.who == "community")
    assert shown == [(card,) for card in dealt]
    examined = ["655a.11(a)", "655a.11(a)(1)", "655a.11(a)(2)"]
    assert [c for c in cites(finished) if c in examined] == examined


@pytest.mark.cites("655a.11(b)", "655a.11(h)", "655a.11(j)")
@pytest.mark.parametrize(
    ("wager", "racked"), [("", "655a.11(b)"), (THREE_CARD_BONUS, "655a.11(j)"), ("Progressive Payout", "655a.11(j)")]
)
def test_a_folded_hand_stays_on_the_table_for_an_optional_wager(wager: str, racked: str) -> None:
    table = open_table(1, progressive_payout=True, three_card_bonus="A")
    finished = play(table, say="fold", wagers={"Ante": 1000} | ({wager: 500} if wager else {}))
    assert [s.cite for s in finished.steps if s.act == "discard" and s.who == "seat_1"] == [racked]
    collected = next(n for n, s in enumerate(finished.steps) if s.act == "collect" and s.wager == "Ante")
    assert collected < next(n for n, s in enumerate(finished.steps) if s.act == "reveal")
    assert ("655a.11(h)" in cites(finished)) == (wager == "Progressive Payout")


@pytest.mark.cites("655a.7(b)", "655a.11(a)(3)")
@pytest.mark.parametrize("kind", ["player leaves", "player communicates"])
@pytest.mark.parametrize("asked", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("gone", [1, 2])
def test_who_has_left_or_talked_is_asked_nothing_more(kind: str, asked: int, gone: int) -> None:
    table = open_table(places={"community": "Kc Kd Kh"}, three_card_bonus="A")
    for seat in (1, 2):
        table.bet(seat, {"Ante": 1000, THREE_CARD_BONUS: 1000})
    request, count = table.begin(), 0
    while request is not None:
        if isinstance(request, Ask):
            count += 1
            if count == asked:
                request = table.reply(Incident(kind, {"seat": gone}))
                continue
            assert table.round is not None
            assert request.seat not in table.round.left
            request = table.reply(Answer("bet", 1000))
        else:
            request = table.reply(None)
    assert table.last is not None
    assert table.last.ledger is not None
    assert set(table.last.ledger.back[f"seat_{gone}"].values()) == {0}
    assert table.last.ledger.back[f"seat_{3 - gone}"][THREE_CARD_BONUS] == 31_000


ROYAL = {"seat_1": "9h 8h", "seat_2": "2c 2d", "seat_3": "Ah Kh", "community": "Qh Jh Th"}
OPTIONAL = {"Progressive Payout": 100, THREE_CARD_BONUS: 1000}


@pytest.mark.cites("655a.11(i)", "655a.11(i)(1)", "655a.11(i)(4)", "655a.11(i)(4)(ii)", "655a.12(c)(4)")
def test_wagers_are_settled_one_player_at_a_time_from_the_right() -> None:
    table = open_table(3, places=ROYAL, progressive_payout=True, three_card_bonus="A", progressive_meter=4_000_000)
    finished = play(table, say="bet 1x", wagers={"Ante": 500} | OPTIONAL)
    start = cites(finished).index("655a.11(i)")
    money = [(s.who, s.wager) for s in finished.steps[start:] if s.act in MONEY]
    won = [*MAIN, "Progressive Payout"]
    assert money == [
        *(("seat_3", wager) for wager in won),
        *(("seat_2", ENVY), ("seat_1", ENVY), ("seat_3", THREE_CARD_BONUS)),
        *(("seat_2", wager) for wager in (*MAIN, THREE_CARD_BONUS)),
        *(("seat_1", wager) for wager in won),
        *(("seat_3", ENVY), ("seat_2", ENVY), ("seat_1", THREE_CARD_BONUS)),
    ]


@pytest.mark.cites(
    "655a.11(i)(4)(i)(A)",
    "655a.11(i)(4)(i)(B)",
    "655a.11(i)(4)(i)(C)",
    "655a.11(i)(4)(i)(D)",
    "655a.11(i)(4)(i)(E)",
    "655a.11(i)(4)(iii)",
    "655a.11(i)(4)(iv)",
    "655a.11(i)(4)(v)",
    "655a.11(j)",
)
def test_a_progressive_payout_is_verified_validated_and_paid_before_envy() -> None:
    table = open_table(3, places=ROYAL, progressive_payout=True)
    finished = play(table, say="bet 1x", wagers={"Ante": 500, "Progressive Payout": 100})
    steps = [f"655a.11(i)(4)(i)({letter})" for letter in "ABCDE"]
    told = cites(finished)
    places = [told.index(cite) for cite in steps]
    assert places == sorted(places)
    jackpot = next(n for n, s in enumerate(finished.steps) if s.act == "jackpot")
    assert places[3] < jackpot < places[4]
    assert "not from the table inventory" in finished.steps[jackpot].note
    racked = next(n for n, s in enumerate(finished.steps) if s.act == "discard" and s.who == "seat_3")
    assert told[racked] == "655a.11(j)"
    assert not any(s.act in MONEY for s in finished.steps[racked:])


# ---------------------------------------------------------------------- § 655a.12


@pytest.mark.cites("655a.12(b)")
def test_a_payout_limit_has_a_ceiling() -> None:
    for limit, minimum in ((5_000_001, 500), (7_500_001, 1500)):
        with pytest.raises(NotAuthorized, match="may not exceed") as refused:
            open_table(payout_limit=limit, table_minimum=minimum)
        assert refused.value.cite == "655a.12(b)"
    open_table(payout_limit=7_500_000, table_minimum=1500)


@pytest.mark.cites("655a.12(b)")
def test_a_hand_that_reaches_the_limit_is_said_to() -> None:
    places = {"seat_1": "Ah Kh", "community": "Qh Jh Th"}
    for ante, reached in ((1000, False), (1050, True)):
        finished = play(open_table(1, places=places), say="bet 3x", wagers={"Ante": ante})
        assert ("655a.12(b)" in cites(finished)) == reached


@pytest.mark.cites("655a.12(c)(3)")
def test_the_meter_starts_at_its_initial_amount_and_grows_by_its_rate() -> None:
    for option in ("progressive_initial", "progressive_reset"):
        with pytest.raises(NotAuthorized) as refused:
            House.of("655a", {option: 999_900})
        assert refused.value.cite == "655a.12(c)(3)"
    table = open_table(progressive_payout=True, progressive_rate=20, progressive_initial=1_200_000)
    assert table.meter is not None
    assert table.meter.cents == 1_200_000
    play(table, say="fold", wagers={"Ante": 500, "Progressive Payout": 500})
    assert table.meter.cents == 1_200_200
    void = play(table, Incident("community card exposed"), wagers={"Ante": 500, "Progressive Payout": 500})
    assert void.void == "655a.13(d)"
    assert table.meter.cents == 1_200_200


# ---------------------------------------------------------------------- § 655a.13


@pytest.mark.cites("655a.13(d)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
@pytest.mark.parametrize(
    ("at", "void"), [("deal", True), ("community", True), ("dealt", True), ("reveal", True), ("settle", False)]
)
def test_a_community_card_exposed_before_its_turn_voids_the_round(dealing: str, at: str, void: bool) -> None:
    table = open_table(dealing=dealing)
    finished = play(table, Incident("community card exposed"), at, say="bet 1x")
    assert finished.void == ("655a.13(d)" if void else "")
    if void:
        assert finished.ledger is not None
        assert finished.ledger.placed == finished.ledger.back
    assert not play(table).void


@pytest.mark.cites("655a.8(d)", "655a.13(e)")
@pytest.mark.parametrize("dealing", ["manual shoe", "hand", "automated shoe"])
def test_a_jam_of_the_shuffler_between_the_hands_and_the_community_cards_moves_no_card_of_the_deal(dealing: str) -> None:
    finished = play(open_table(dealing=dealing, shuffler=True), Incident("shuffler jam"), "community")
    assert not finished.void
    assert [step.act for step in finished.steps if step.cite == "655a.13(e)"] == ["say"]


@pytest.mark.cites("655a.13(g)")
def test_a_broken_device_is_replaced_by_the_manual_shoe() -> None:
    table = open_table(dealing="automated shoe")
    broken = play(table, Incident("device out of order", {"device": "automated dealing shoe"}), "settle")
    assert "655a.13(g)" in cites(broken)
    assert "655a.8(b)" in cites(play(table))


def test_the_plain_player_stays_with_what_the_cards_are_worth() -> None:
    for hand, board, said in (
        ("2c 2d", "", "bet 3x"),
        ("Ac 2d", "", "bet 1x"),
        ("9c 2d", "", "fold"),
        ("9c 2d", "9h", "bet 3x"),
        ("Ac 2d", "3h", "fold"),
        ("Ac 2c", "3c", "bet 1x"),
        ("Ac 2c", "3c 9c", "bet 3x"),
        ("Ac 7d", "2h 2s", "bet 1x"),
        ("2c 2d", "2h 9s", "bet 3x"),
        ("Ac 7d", "2h 3s", "fold"),
    ):
        t = Round(open_table(1), {1: {"Ante": 500}}, GAME.irregularity)
        t.hands = {"seat_1": parse(hand), "community": parse(board)}
        t.wagers = {1: dict.fromkeys(MAIN[: 1 + len(board.split())], 500)}
        assert GAME.bot(t, Ask(1, (), "")) == said, (hand, board)

"""What is answered for a player who does not answer, question by question as the chapters have it."""

import random
from typing import Any

import pytest

from pitboss.errors import IllegalDecision, PitbossError
from pitboss.table.commands import DEALER, FLOORPERSON, HOUSE, Command, CutCards, Decide, Report
from pitboss.table.drivers import bots
from pitboss.table.steps import Answer, Ask, Cut, Moment
from tests.sittings import CHAPTERS
from tests.strategies import decision, incident, wagers
from tests.table.asking import PAI_GOW, POKER, TWENTY_ONE, bet_all, player, seated, silence_to_the_end, to_a_question, words

# What the text gives a player who does not answer, by the paragraph that asks him. Where the paragraph asks more than one
# thing the answer is the first of these that is among his choices.
FOLD, CHECK = ("fold",), ("check", "fold")
BY_THE_TEXT: dict[str, dict[str, tuple[str, ...]]] = {
    "555": {"555.11(a)": FOLD},
    "557": {"557.11(c)": FOLD},
    "559": {"559.13(b)": ("let it ride",), "559.13(d)": ("let it ride",)},
    "561": {"561.13(a)": ("set",), "561.13(e)": ("no surrender",), "561.14(d)": ("play",)},
    "563": {"563.11(a)": FOLD, "563.11(c)": ("check",), "563.11(e)": ("check",)},
    "565": {"565.11(b)": FOLD},
    "587": {"587.11(b)": ("check",), "587.11(d)": ("check",), "587.11(f)": FOLD},
    "633a": {
        "633a.7(j)(2)": ("stand",),
        "633a.8(b)": ("no insurance",),
        "633a.11(c)": ("stand",),
        "633a.12(a)(4)": ("no switch",),
        "633a.12(b)(6)": ("stand",),
        "633a.14(c)": ("accept",),  # he has asked for a card, and this is the next
        "633a.14(g)": ("card",),
        "633a.14(i)": ("card",),  # he has asked for it
    },
    "635a": {
        "635a.7(h)(2)": ("stand",),
        "635a.8(b)": ("no insurance",),
        "635a.10(d)": ("no rescue",),
        "635a.11(c)": ("stand",),
        "635a.13(d)": ("accept",),
        "635a.13(h)": ("card",),
        "635a.13(i)": ("card",),
    },
    "645a": {
        "645a.11(b)": ("set",),
        "645a.11(d)": ("no surrender",),
        "645a.12(c)": ("pass",),
        "645a.12(g)": ("dealer wager",),
        "645a.14(d)": ("play",),
    },
    "655a": {"655a.11(b)": FOLD, "655a.11(d)": FOLD, "655a.11(f)": FOLD},
    "657a": {"657a.11(b)": FOLD},
    "677a": {"677a.11(b)": ("check",), "677a.11(d)": ("check",), "677a.11(f)": FOLD},
    "678a": {"678a.11(b)": FOLD},
    "553": dict.fromkeys(("553.10", "553.11", "553.12", "553.14"), CHECK)
    | {"553.13": ("keep", *CHECK), "553.16(d)": ("show",), "553.16(k)": ("end",)},
    "637a": dict.fromkeys(("637a.10", "637a.14"), ("no full bet", *CHECK))
    | {
        "637a.11": ("no straddle", *CHECK),
        "637a.12": ("no straddle", *CHECK),
        "637a.13": ("keep", *CHECK),
        "637a.16(f)": ("show",),
        "637a.18(e)": ("show",),
        "637a.18(m)": ("end",),
    },
}
HOUSES: dict[str, list[dict[str, Any]]] = {
    "633a": [{}, {"blackjack_switch": True}, {"from_the_hand": True, "decks": 2, "shuffler": "automated"}],
    "635a": [{}, {"even_money": True}],
    "645a": [{}, {"player_bank": True}, {"player_bank": True, "co_banking": True}],
    "553": [{"variant": v} for v in ("hold'em", "omaha", "seven-card stud", "five-card draw", "five-card stud")],
    "637a": [{"variant": v} for v in ("hold'em", "omaha", "razz", "five-card draw", "five-card stud")]
    + [{"straddle": True}, {"variant": "razz", "forced_bet_full": True}],
}


def due(chapter: str, ask: Ask) -> str:
    """What the text gives a silent player. Where he has bound himself by what he said there is one answer only."""
    if len(ask.choices) == 1:
        return ask.choices[0].word
    found = [answers for cite, answers in BY_THE_TEXT[chapter].items() if ask.cite.startswith(cite)]
    assert found, f"{ask.cite} asks {words(ask)} and nobody has read it"
    given = next((answer for answer in found[-1] if answer in words(ask)), "")
    assert given, f"{ask.cite} asks {words(ask)} and nobody has read it"
    return given


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_answer_for_a_silent_player_is_that_of_the_text(chapter: str) -> None:
    """Rounds in which people do what they like and things go wrong: every question carries the answer of the text."""
    wrong: dict[str, tuple[str, str]] = {}
    for house in HOUSES.get(chapter, [{}]):
        for seed in range(25):
            rng = random.Random(seed)
            table = seated(chapter, house, seed)
            for _ in range(3):
                for seat in list(table.seats) if table.game.dealt_in is None else []:
                    table.bet(seat, wagers(rng, table.game, table.house, table.chips(seat)))
                table.begin()
                while table.request is not None:
                    request = table.request
                    if not isinstance(request, Cut) and rng.random() < 0.1:
                        try:
                            table.reply(incident(rng, table))
                            continue
                        except PitbossError:
                            pass
                    if not isinstance(request, Ask):
                        table.reply(bots(table, request))
                        continue
                    try:
                        said = table.silent(request)
                    except IllegalDecision as error:
                        said = Answer(str(error))
                    wanted = due(chapter, request)
                    if not f"{said.word} ".startswith(f"{wanted} "):  # "set" names its cards
                        wrong[request.cite] = (wanted, said.word)
                    found = decision(rng, table, request)
                    table.do(Command(Decide(request.seat, found.word, found.cents), player(table, request.seat), 0))
    assert wrong == {}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_silence_costs_nobody_a_chip_that_does_not_lie_on_the_layout(chapter: str) -> None:
    """Whoever is silent in a whole round loses at most what he had wagered, or had to post, before he was asked."""
    for seed in range(20):
        table = seated(chapter, None, seed)
        bet_all(table)
        table.begin()
        if to_a_question(table) is None:
            continue
        had = {seat: table.chips(seat) for seat in table.seats}
        silence_to_the_end(table)
        for seat, cents in had.items():
            assert table.chips(seat) >= cents, f"seed {seed}"


@pytest.mark.cites("561.13(a)", "561.13(g)(3)", "561.13(g)(4)", "645a.11(b)", "645a.11(f)(1)(iii)")
@pytest.mark.parametrize("chapter", PAI_GOW)
def test_the_hands_set_for_a_silent_player_are_set_correctly(chapter: str) -> None:
    for seed in range(40):
        table = seated(chapter, None, seed)
        bet_all(table)
        table.begin()
        silence_to_the_end(table)
        assert table.last is not None
        cites = {step.cite for step in table.last.steps}
        assert not cites & {"561.13(g)(3)", "561.13(g)(4)", "645a.11(f)(1)(iii)", "645a.11(f)(1)(iv)"}


@pytest.mark.cites("561.14(d)", "645a.14(d)")
@pytest.mark.parametrize("chapter", PAI_GOW)
def test_a_silent_player_whose_card_was_exposed_plays_the_hand_out(chapter: str) -> None:
    """To void the hand is his option: without a word from him it is played."""
    table = seated(chapter)
    bet_all(table)
    table.begin()
    to_a_question(table, lambda ask: "set" in words(ask))
    table.do(Command(Report("player card exposed", {"seat": 1}), FLOORPERSON, 0))
    ask = to_a_question(table, lambda ask: "void" in words(ask))
    assert ask is not None and ask.seat == 1
    assert table.silent(ask).word == "play"


@pytest.mark.cites("645a.12(g)")
@pytest.mark.parametrize(("house", "cents"), [({}, 1000), ({"dealer_bank_wager": 700}, 700)])
def test_the_dealer_bets_against_a_silent_bank(house: dict[str, Any], cents: int) -> None:
    """The dealer *shall* take the banker's last wager, or the submitted amount; the bank *may direct* less or none."""
    table = seated("645a", {"player_bank": True} | house)
    for _ in range(2):
        bet_all(table, {"Pai Gow Poker": 1000})
        table.begin()
        if to_a_question(table, lambda ask: "bank" in words(ask)) is not None:
            table.reply(Answer("bank"))
    ask = to_a_question(table, lambda ask: "dealer wager" in words(ask))
    assert ask is not None
    assert table.silent(ask) == Answer("dealer wager", cents)


@pytest.mark.cites("553.16(k)(1)", "637a.18(m)(1)")
@pytest.mark.parametrize("chapter", POKER)
def test_a_silent_player_keeps_his_claim_when_his_last_hole_card_was_turned_up(chapter: str) -> None:
    """He may end his obligation to bet and contend for the pot as it is. Silence bets no more: with the other answer he would
    be folded at the next bet and lose what the text leaves him."""
    table = seated(chapter, {"variant": "seven-card stud"})
    table.begin()
    for _ in range(200):
        request = table.request
        assert request is not None
        current = table.round
        if isinstance(request, Moment) and current is not None and len(current.hands.get("seat_1", ())) >= 6:
            break
        stays = {"check", "call"}
        choice = next((c for c in request.choices if c.word in stays), None) if isinstance(request, Ask) else None
        table.reply(Answer(choice.word, choice.least) if choice is not None else bots(table, request))
    table.do(Command(Report("hole card face up", {"seat": 1}), FLOORPERSON, 0))
    ask = to_a_question(table, lambda ask: "end" in words(ask))
    assert ask is not None and ask.seat == 1
    assert table.silent(ask).word == "end"


@pytest.mark.parametrize("chapter", POKER)
def test_a_silent_player_who_has_said_raise_raises_by_the_least(chapter: str) -> None:
    """What a player in turn says aloud binds, and leaves one word with many amounts; a bot in that seat keeps to it too."""
    table = seated(chapter, {"structure": "no limit"})
    table.begin()
    ask = to_a_question(table, lambda ask: "raise" in words(ask))
    assert ask is not None
    table.do(Command(Report("verbal statement", {"seat": ask.seat, "says": "raise"}), DEALER, 0))
    bound = table.request
    assert isinstance(bound, Ask) and words(bound) == ["raise"] and bound.choices[0].least < bound.choices[0].most
    assert table.silent(bound) == Answer("raise", bound.choices[0].least)
    assert isinstance(bots(table, bound), Answer)


@pytest.mark.cites("633a.14(g)", "635a.13(h)")
@pytest.mark.parametrize("chapter", TWENTY_ONE)
def test_the_second_card_that_was_not_dealt_is_the_players_option(chapter: str) -> None:
    """The one who reports it does not choose for him: where no choice is reported the player is asked."""
    table = seated(chapter)
    bet_all(table)
    table.begin()
    while table.request != Moment("deal"):
        table.reply(bots(table, table.request))  # type: ignore[arg-type]
    table.do(Command(Report("one card dealt", {"seat": 1}), DEALER, 0))
    paragraph = {"633a": "633a.14(g)", "635a": "635a.13(h)"}[chapter]
    ask = to_a_question(table, lambda ask: ask.cite == paragraph)
    assert ask is not None and ask.seat == 1


@pytest.mark.cites("633a.14(i)", "635a.13(i)")
@pytest.mark.parametrize("chapter", TWENTY_ONE)
def test_a_card_that_was_asked_for_and_forgotten_is_the_players_option(chapter: str) -> None:
    for seed in range(3, 40):
        table = seated(chapter, None, seed)
        bet_all(table)
        table.begin()
        first = to_a_question(table, lambda ask: ask.seat == 1 and "hit" in words(ask))
        if first is not None:
            break
    table.do(Command(Report("requested card not dealt", {"seat": 1}), DEALER, 0))
    table.do(Command(Decide(1, "hit"), player(table, 1), 0))
    ask = to_a_question(table, lambda ask: "dead" in words(ask))
    assert ask is not None and ask.seat == 1
    assert table.silent(ask).word == "card"


@pytest.mark.cites("561.5(c)", "645a.5(c)", "633a.5(b)", "635a.5(b)")
@pytest.mark.parametrize("chapter", [*PAI_GOW, *TWENTY_ONE])
def test_the_dealer_cuts_where_everybody_is_silent(chapter: str) -> None:
    """A silent player has not accepted the cut: it goes round the table, and then the dealer cuts."""
    table = seated(chapter)
    bet_all(table)
    table.begin()
    offered = []
    while isinstance(table.request, Cut):
        offered.append(table.request.seat)
        table.do(Command(CutCards(table.request.seat), HOUSE, 0))
    assert offered and len(offered) == len(set(offered))
    steps = [step for record in table.store.records for step in record.steps]  # type: ignore[union-attr]
    assert any("cut" in step.note and step.who == "dealer" for step in steps)

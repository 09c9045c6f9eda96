"""Poker at the edge of a rule: too few cards, words that come too late, a player who never left. Both editions."""

import pytest

from pitboss.cards import parse
from pitboss.errors import BadCard, NotAuthorized
from pitboss.games import NONBANKED
from pitboss.games.nonbanked.rules import play_of
from pitboss.hands import FIVE_CARD, LOW
from pitboss.hands.ranking import Ranking
from pitboss.table.steps import Ask, Incident
from tests.games.test_poker_by_the_text import staying, table_of


@pytest.mark.cites("553.4(b)", "553.4(d)")
@pytest.mark.parametrize(("ranking", "cite"), [(FIVE_CARD, "553.4(b)"), (LOW, "553.4(d)")])
@pytest.mark.parametrize("cards", ["Ac Kc Qc Jc", "Ac Kc Qc Jc Tc 9c 8c 7c"])
def test_a_hand_is_ranked_by_five_to_seven_cards(ranking: Ranking, cite: str, cards: str) -> None:
    with pytest.raises(BadCard) as refused:
        ranking.value(parse(cards))
    assert refused.value.cite == cite


@pytest.mark.cites("553.7(e)(2)", "553.8(c)", "553.16(j)(2)", "637a.7(e)(2)", "637a.8(c)", "637a.18(l)(2)")
@pytest.mark.parametrize("number", NONBANKED)
@pytest.mark.parametrize("said", ["call", "raise"])
def test_a_bet_said_when_no_betting_round_is_on_binds_nobody(number: str, said: str) -> None:
    table = table_of(number, variant="five-card draw")
    request = table.begin()
    while request is not None and not (isinstance(request, Ask) and request.choices[0].word == "discard"):
        request = table.reply(staying(table, request))
    assert isinstance(request, Ask) and table.round is not None
    play, seat = play_of(table.round), request.seat
    before = dict(play.put)
    table.reply(Incident("cards thrown away", {"seat": seat, "said": said}))
    assert seat in play.folded
    assert play.put == before


@pytest.mark.cites("553.8(b)(5)", "637a.8(b)(6)")
@pytest.mark.parametrize("number", NONBANKED)
def test_who_was_not_away_does_not_come_back(number: str) -> None:
    table = table_of(number)
    with pytest.raises(NotAuthorized, match="the player of seat 1 was not away"):
        table.act("player returns", {"seat": 1})

"""Who may say what at a table: nobody for a neighbour, and a player reports nothing."""

import pytest

from pitboss.errors import NotYours, PitbossError
from pitboss.table.commands import DEALER, FLOORPERSON, Author, Bet, Buy, Command, Leave, Report
from pitboss.table.steps import Incident
from tests.sittings import CHAPTERS
from tests.table.asking import at_a_question, player, seated


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_nobody_else_sits_bets_buys_or_leaves_for_a_player(chapter: str) -> None:
    """A neighbour and the dealer: neither touches a player's chips. The floor may see a player off, not bet for him."""
    table = seated(chapter)
    mine = table.game.suggest(table.house) if table.game.dealt_in is None else {"Ante": 500}
    for author in (Author("player", "Bo"), DEALER):
        for deed in (Bet(1, mine), Buy(1, 500), Leave(1)):
            with pytest.raises(PitbossError):
                table.do(Command(deed, author, 0))
    with pytest.raises((NotYours, PitbossError)):
        table.do(Command(Bet(1, mine), FLOORPERSON, 0))
    assert table.bets == {} and table.chips(1) == 10**6


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_player_reports_nothing_and_no_report_comes_true_by_his_word(chapter: str) -> None:
    table = at_a_question(chapter)
    steps = len(table.round.steps) if table.round is not None else 0
    for kind in table.game.incidents:
        with pytest.raises(NotYours):
            table.do(Command(Report(kind, {}), player(table, 1), 0))
    assert table.round is not None and len(table.round.steps) == steps


def test_an_incident_is_a_word_of_the_rule_cases() -> None:
    table = at_a_question("565")
    with pytest.raises(PitbossError):
        table.reply(Incident("player falls asleep", {"seat": 1}))

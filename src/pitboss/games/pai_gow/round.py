"""One round of Pai Gow Poker: the bank, the deck, the deal, the hands, the settlement."""

from collections.abc import Callable

from pitboss.games.pai_gow.bank import dealers_wager, offer_bank, remember_bank, settle_bank
from pitboss.games.pai_gow.dealing import deal, pass_button, prepare_deck
from pitboss.games.pai_gow.play import dealer_sets, players_set, settle
from pitboss.games.pai_gow.rules import Play, Rules, play_of
from pitboss.table.round import Round
from pitboss.table.steps import Procedure


def prepare(rules: Rules) -> Callable[[Round], Procedure]:
    """Prepare the table before the deal, by a chapter's rules: the bank, the shuffle, the cut."""

    def prepare_round(t: Round) -> Procedure:
        positions = t.house.get("seats") or rules.book.limit("seats")
        t.play = Play(rules, positions)
        if t.house.get("player_bank"):
            yield from offer_bank(t)
        yield from prepare_deck(t, rules)
        yield from dealers_wager(t)

    return prepare_round


def round_of_play(t: Round) -> Procedure:
    """Play a round: deal, set the players' hands, then the dealer's or the bank's, and compare from the dealer's right."""
    play = play_of(t)
    play.begun = True
    rules = play.rules
    yield from deal(t, rules)
    yield from players_set(t)
    t.stage = "decided"
    yield from t.moment("reveal")
    if play.bank:
        yield from settle_bank(t)
    else:
        dealer_sets(t)
        t.stage = "revealed"
        yield from t.moment("settle")
        yield from settle(t)
    if rules.after_all is not None:
        rules.after_all(t)
    complete_round(t)


def complete_round(t: Round) -> None:
    """Complete a round of play: bank and button move on. A void round does not reach this point and leaves both where they
    were, and so does a round that began without the button because a device was out of order."""
    if t.house.get("player_bank"):
        remember_bank(t)
    if play_of(t).started_by == "button":
        pass_button(t)

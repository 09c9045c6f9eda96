"""What a chapter's module gives the engine: its offer (`Offer`), procedure, irregularities and bot."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.table.felt import Felt
from pitboss.table.offer import Offer, Wager
from pitboss.table.round import Round
from pitboss.table.steps import Ask, Incident, Procedure

__all__ = ["Game", "Wager"]

Act = Callable[[Round, dict[str, Any]], None]


@dataclass(frozen=True, kw_only=True)
class Game(Offer):
    """A chapter that can be played."""

    prepare: Callable[[Round], Procedure]
    round_of_play: Callable[[Round], Procedure]
    irregularity: Callable[[Round, Incident], Procedure]
    bot: Callable[[Round, Ask], str]
    may_bet: Callable[[Felt, int], None] | None = None
    may_deal: Callable[[Felt], None] | None = None  # whether a round may begin
    advice: Callable[[Round, Ask], tuple[str, str]] | None = None  # what the bot would answer, and why
    acts: Mapping[str, tuple[str, Act]] = field(default_factory=dict)  # between rounds, each with its paragraph
    players_acts: frozenset[str] = frozenset()  # those that players may do themselves
    refund: Callable[[Round, str], None] | None = None  # returns what a void round gives back besides the wagers on the layout
    silent: Mapping[str, str] = field(default_factory=dict)  # a silent player's answer, by paragraph
    occasion: Callable[[Round, str], list[int] | None] | None = None  # see `pitboss.table.procedures.occasions`
    rules: object = None  # the chapter's paragraphs, where a package has them that chapters share: see its `rules_of`
    dealt_in: Callable[[Felt], dict[int, dict[str, int]]] | None = None  # nonbanked: who is dealt in, without a wager

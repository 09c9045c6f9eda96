"""Setting the hands of Pai Gow Poker at the terminal, with a warning before a hand is fouled."""

from pitboss.cards import Card, parse, text
from pitboss.games import game
from pitboss.games.pai_gow.play import describe, way_of
from pitboss.games.pai_gow.rules import rules_of
from pitboss.games.pai_gow.setting import is_lawful
from pitboss.house import House
from pitboss.table.drivers import HOUSE_WAY
from pitboss.table.steps import DEALER, Answer, Ask
from pitboss.table.view.layout import Layout
from pitboss.table.view.viewers import HIDDEN

FOUL_IT = "Set it all the same? [no] ›"
WHICH = ", your low hand"  # tells the player at the prompt that the named cards become the low hand


def sets_low(ask: Ask) -> bool:
    """True if a question asks how to set seven cards."""
    return any(choice.word == "set" and choice.of for choice in ask.choices)


def set_by_house(line: str, ask: Ask, house: House) -> str:
    """The setting by the house way, if the player asks for it, as the dealer may explain it (§ 561.13(b), § 645a.11(a)(1)); ""
    if the line is about something else."""
    words = " ".join(line.lower().replace("’", "'").split()).removeprefix("set ")
    if not sets_low(ask) or words not in ("h", *HOUSE_WAY):
        return ""
    seven = next(choice.of for choice in ask.choices if choice.word == "set")
    return f"set {text(way_of(house).setting(list(seven))[1])}"


def set_in_words(ask: Ask, answer: Answer) -> tuple[str, str]:
    """The two hands that a setting makes, with the paragraph; or a warning that it is fouled, with the one by which it loses.

    >>> from pitboss.table.steps import Choice
    >>> seven = tuple(parse("9c 9d Ah Kd 5s 4c 2h"))
    >>> ask = Ask(1, (Choice("set", of=seven, number=(2, 2)),), "645a.11(a)")
    >>> set_in_words(ask, ask.verify("set Ah Kd"))
    ('High hand pair of nines; low hand ace and king.', '645a.11(b)')
    >>> set_in_words(ask, ask.verify("set 9c 9d"))[0]
    'Fouled: high hand ace high; low hand pair of nines. The low hand ranks above the high hand, and the wager would lose.'
    """
    seven: tuple[Card, ...] = next(choice.of for choice in ask.choices if choice.word == "set")
    rules = rules_of(game(ask.cite.split(".")[0]))
    assert rules is not None
    hands = describe(list(seven), answer.cards)
    if is_lawful([card for card in seven if card not in answer.cards], answer.cards):
        return f"{hands[:1].upper()}{hands[1:]}.", rules.set
    return f"Fouled: {hands}. The low hand ranks above the high hand, and the wager would lose.", rules.foul


def with_dealers_low(layout: Layout, house: House) -> Layout:
    """The layout with the dealer's low hand separated, once all seven of the dealer's cards are open. The dealer sets them in
    the house way."""
    hand, sets = layout.hands.get(DEALER), rules_of(game(house.chapter.chapter)) is not None
    if not sets or hand is None or len(hand.cards) != 7 or HIDDEN in hand.cards or hand.low:
        return layout
    low = way_of(house).set(parse(" ".join(hand.cards)))
    hand.low = [name for name, card in zip(hand.cards, parse(" ".join(hand.cards)), strict=True) if card in low]
    return layout

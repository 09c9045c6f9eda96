"""The answer given for a silent player, so that a clock outside the table can act in their place.

Some paragraphs say what happens unless the player speaks (`Game.silent`), what becomes of a player who makes no wager (a fold),
or what the dealer does in their place (the house way at Pai Gow). Everywhere else the house decides: `SILENCE` is its usual
order of words.
"""

from pitboss.errors import IllegalDecision
from pitboss.table.game import Game
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask

# The first of these that is lawful is the answer. It wagers nothing new, and gives up nothing that could be kept for free.
SILENCE = ("check", "stand", "let it ride", "keep", "show", "accept", "no switch", "fold")


def silent_answer(game: Game, round_: Round, ask: Ask, order: tuple[str, ...] = SILENCE) -> Answer:
    """The answer for a player who does not answer."""
    if (only := ask.only) is not None:
        return only
    choices = ask.choices
    if (by_text := game.silent.get(ask.cite)) is not None:
        for choice in choices:
            if choice.word == by_text:
                return Answer(by_text, choice.most)
    if any(choice.of for choice in choices) and all(choice.word not in order for choice in choices):
        return ask.verify(game.bot(round_, ask))
    words = {choice.word for choice in choices if not choice.most and not choice.of}
    declines = [word for word in words if word.startswith("no ") or word == "pass"]
    for word in (*declines, *order):
        if word in words:
            return Answer(word)
    try:
        return ask.verify(game.bot(round_, ask))
    except IllegalDecision:  # what the player said aloud leaves only answers that no bot gives
        return cheapest(ask)


def cheapest(ask: Ask) -> Answer:
    """The answer that costs the least: the last one that is free, otherwise the smallest amount.

    >>> from pitboss.table.steps import Choice
    >>> cheapest(Ask(1, (Choice("raise", 700, 1500, 100),), "637a.10(e)"))
    Answer(word='raise', cents=700)
    """
    for choice in ask.choices[::-1]:
        if not choice.most and not choice.of:
            return Answer(choice.word)
    least = min([choice for choice in ask.choices if not choice.of], key=lambda choice: choice.least)
    return Answer(least.word, least.least)

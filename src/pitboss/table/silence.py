"""What is answered for a player who does not answer, so that a clock outside the table can act for him.

Where a paragraph says what happens unless the player speaks (`Game.silent`), what becomes of one who makes no wager (he folds)
or what the dealer does for him (the house's way at Pai Gow), that is his answer. Everywhere else the house decides: `SILENCE`
is its usual order of words.
"""

from pitboss.errors import IllegalDecision
from pitboss.table.game import Game
from pitboss.table.round import Round
from pitboss.table.steps import Answer, Ask

# The first of these that may be said: nothing new is wagered, and nothing is given up that costs no more to keep.
SILENCE = ("check", "stand", "let it ride", "keep", "show", "accept", "no switch", "fold")


def silent_answer(game: Game, round_: Round, ask: Ask, order: tuple[str, ...] = SILENCE) -> Answer:
    """The answer of a silent player."""
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
    except IllegalDecision:  # what the player has said aloud leaves only that, and no bot would say it
        return cheapest(ask)


def cheapest(ask: Ask) -> Answer:
    """The answer that costs the least: the last one that is free, or else the smallest amount.

    >>> from pitboss.table.steps import Choice
    >>> cheapest(Ask(1, (Choice("raise", 700, 1500, 100),), "637a.10(e)"))
    Answer(word='raise', cents=700)
    """
    for choice in ask.choices[::-1]:
        if not choice.most and not choice.of:
            return Answer(choice.word)
    least = min([choice for choice in ask.choices if not choice.of], key=lambda choice: choice.least)
    return Answer(least.word, least.least)

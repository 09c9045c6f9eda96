"""What the words of choices mean: the words that games share, and those that a chapter's file adds in `[words]`.

A choice has one word at the table, in rule cases and on the wire. This module says, for every package, how sentences express
it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.rulebook import chapter, sources


@dataclass(frozen=True)
class Word:
    """How sentences express a choice: after "seat 1 may", in a question, in a question with its amount ("{}"), and on its
    button. "" stands for the word itself; a button without a meaning shows none."""

    verb: str = ""
    question: str = ""
    amount: str = ""
    means: str = ""
    in_cases: bool = True  # whether a seat of a rule case against the house may choose it


WORDS: Mapping[str, Word] = {
    "play": Word(amount="play for {}"),
    "bet": Word(),
    "raise": Word(),
    "check": Word(means="wager nothing now"),
    "call": Word(),
    "fold": Word(means="give up the hand"),
    "let it ride": Word(means="leave the bet"),
    "pull": Word(question="pull it back", means="take the bet back"),
    "hit": Word(means="one more card"),
    "stand": Word(means="no more cards"),
    "double": Word(amount="double for {}", means="one card, then stand"),
    "split": Word(amount="split for {}", means="two hands of the pair"),
    "surrender": Word(),
    "no surrender": Word(verb="play on", question="play on", means="play on"),
    "insurance": Word(verb="take insurance", amount="take insurance for {}", means="against a Blackjack of the dealer"),
    "no insurance": Word(verb="decline insurance", question="take none", means="play without it"),
    "even money": Word(verb="take even money"),
    "rescue": Word(
        question="rescue (take the Double Down Wager back and give up the first wager)", means="take back the double"
    ),
    "no rescue": Word(verb="let the wager stand", question="let it stand", means="play on"),
    "switch": Word(),
    "no switch": Word(verb="leave the cards as they are", question="leave the cards as they are"),
    "refuse": Word(question="leave the cut to the dealer", means="the dealer cuts"),
    "accept": Word(),
    "card": Word(verb="take a card"),
    "dead": Word(),
    "set": Word(),
    "bank": Word(question="be the bank"),
    "co-bank": Word(verb="bank together with the house", question="be the bank together with the house"),
    "pass": Word(),
    "dealer wager": Word(verb="have the dealer wager", amount="have the dealer wager {} against you"),
    "no dealer wager": Word(verb="have the dealer wager nothing", question="have it wager nothing"),
    "void": Word(verb="have the hand declared void", in_cases=False),
    "cut": Word(means="the cards are cut there", in_cases=False),
    "show": Word(question="show your hand", means="turn your hand up", in_cases=False),
    "no show": Word(verb="take the pot without showing", in_cases=False),
    "concede": Word(means="give up without showing", in_cases=False),
    "keep": Word(question="keep them all", in_cases=False),
}


def words_of(number: str) -> Mapping[str, Word]:
    """Every word of a chapter: the shared words and its own.

    >>> words_of("blackjack")["hit"].means
    'one more card'
    """
    own: Mapping[str, Word] = chapter(number).part("words", dict[str, Word]) if number in sources() else {}
    return {**WORDS, **own} if own else WORDS


def word_of(cite: str, word: str) -> Word:
    """A word's expressions, by the chapter of the paragraph that asks."""
    return words_of(cite.partition(".")[0]).get(word) or Word()


def surrendered(number: str) -> str:
    """What a surrender gives up: the share that the chapter prints (§ 633a.9(a), § 635a.9(a)), or the whole wager if it prints
    none (§ 561.13(e), § 645a.11(d)).

    >>> surrendered("blackjack"), surrendered("pai-gow-poker")
    ('half the wager', 'the wager')
    """
    share = next((str(limit.value) for limit in chapter(number).limits if limit.name == "surrender_share"), "")
    return {"": "the wager", "1/2": "half the wager"}.get(share, f"{share} of the wager")


def meanings(number: str) -> dict[str, str]:
    """What each choice of a chapter means, in a few words for its button.

    >>> meanings("blackjack")["surrender"]
    'give up half the wager'
    """
    means = {choice: word.means for choice, word in words_of(number).items() if word.means}
    return means | {"surrender": means.get("surrender") or f"give up {surrendered(number)}"}

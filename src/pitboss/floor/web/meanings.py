"""What a choice means for whoever makes it, in a few words for its button. The words of the choices are those of the table."""

from pitboss.rulebook import Chapter

MEANS = {
    "hit": "one more card",
    "stand": "no more cards",
    "double": "one card, then stand",
    "split": "two hands of the pair",
    "fold": "give up the hand",
    "check": "wager nothing now",
    "let it ride": "leave the bet",
    "pull": "take the bet back",
    "no insurance": "play without it",
    "insurance": "against a Blackjack of the dealer",
    "show": "turn your hand up",
    "concede": "give up without showing",
    "cut": "the cards are cut there",
    "refuse": "the dealer cuts",
    "rescue": "take back the double",
    "no rescue": "play on",
    "no surrender": "play on",
}


def meanings(book: Chapter) -> dict[str, str]:
    """What each choice means at a chapter. A surrender costs the share that the chapter prints (§ 633a.9(a), § 635a.9(a)), and
    all of the wager where it prints none (§ 561.13(e), § 645a.11(d)).

    >>> from pitboss.rulebook import chapter
    >>> meanings(chapter("633a"))["surrender"], meanings(chapter("645a"))["surrender"]
    ('give up half the wager', 'give up the wager')
    """
    share = next((limit.value for limit in book.limits if limit.name == "surrender_share"), "")
    given_up = {"": "the wager", "1/2": "half the wager"}.get(str(share), f"{share} of the wager")
    return MEANS | {"surrender": f"give up {given_up}"}

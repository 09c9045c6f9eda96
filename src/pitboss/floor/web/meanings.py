"""What choices mean, in a few words for their buttons."""

from pitboss.rulebook import Chapter
from pitboss.table.vocabulary import surrendered, words_of


def meanings(book: Chapter) -> dict[str, str]:
    """The meaning of each choice in a chapter.

    >>> from pitboss.rulebook import chapter
    >>> meanings(chapter("blackjack"))["surrender"]
    'give up half the wager'
    """
    means = {choice: word.means for choice, word in words_of(book.chapter).items() if word.means}
    return means | {"surrender": means.get("surrender") or f"give up {surrendered(book.chapter)}"}

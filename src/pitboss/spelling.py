"""Names of wagers, options and games as people type them: when two spellings are the same name, and which known names resemble
an unknown one, for every message that refuses a name.
"""

import difflib
from collections.abc import Iterable
from functools import lru_cache

MOST = 3
_SAME = str.maketrans({"_": " ", "-": " ", "'": None, "’": None})


def near(word: str, names: Iterable[str]) -> list[str]:
    """The names that most resemble a word, best first: similar spellings, then names that contain the word.

    >>> near("trip plus", ["Ante", "Trips Plus", "Pocket Bonus"]), near("bonus", ["Ante", "Pocket Bonus"]), near("x", ["Ante"])
    (['Trips Plus'], ['Pocket Bonus'], [])
    >>> near("holdem", ["Blackjack", "Heads-Up Hold 'Em"])
    ["Heads-Up Hold 'Em"]
    """
    names_by_key = {plain(name): name for name in names}
    key = plain(word)
    if not key:
        return []
    spelled = difflib.get_close_matches(key, names_by_key, MOST)
    joined = key.replace(" ", "")
    containing = [name for name in names_by_key if len(key) > 2 and joined in name.replace(" ", "")]
    return [names_by_key[name] for name in dict.fromkeys((*spelled, *containing))][:MOST]


def hint(word: str, names: Iterable[str], otherwise: str = "") -> str:
    """The end of a message that refuses a name: "; did you mean …?", or `otherwise` if no name is similar.

    >>> hint("deks", ["decks", "dealing"]), hint("pear", ["decks"], "`pitboss options 633a` lists them")
    ('; did you mean decks?', '; `pitboss options 633a` lists them')
    """
    if suggestions := near(word, names):
        return f"; did you mean {' or '.join(suggestions)}?"
    return f"; {otherwise}" if otherwise else ""


def plain(name: str) -> str:
    """A name in lower case, without differences in spelling such as hyphens and underscores.

    >>> plain("Emperor's Treasure"), plain(" Pair-Plus"), plain("trips_plus")
    ('emperors treasure', 'pair plus', 'trips plus')
    """
    return " ".join(name.lower().translate(_SAME).split())


def option_of(wager: str) -> str:
    """The name of the option for a wager's pay table.

    >>> option_of("Emperor's Treasure")
    'emperors_treasure'
    """
    return plain(wager).replace(" ", "_")


@lru_cache(maxsize=4096)  # bounded, because users type the names
def wager_key(name: str) -> str:
    """A key that is the same for all names of one wager.

    >>> wager_key("the Ante Wager"), wager_key("Bet Number 1"), wager_key("Pair-Plus bet")
    ('ante', 'bet 1', 'pair plus')
    """
    words = [word for word in plain(name).split() if word not in ("wager", "the", "number")]
    # "Bet" means no more than "Wager", except before a number: § 559.7(d) has Bets 1, 2 and 3.
    without_bet = [w for w, following in zip(words, [*words[1:], ""], strict=False) if w != "bet" or following.isdigit()]
    return " ".join(without_bet or words)

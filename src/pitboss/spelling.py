"""Names of wagers, options and games as people type them: when two are the same name, and which are most like one that nobody
knows, for every message that refuses a name."""

import difflib
from collections.abc import Iterable
from functools import lru_cache

MOST = 3
_SAME = str.maketrans({"_": " ", "-": " ", "'": None, "’": None})


def near(word: str, names: Iterable[str]) -> list[str]:
    """The names most like a word, the likest first: those that are spelled nearly so, or that begin with it or contain it.

    >>> near("trip plus", ["Ante", "Trips Plus", "Pocket Bonus"]), near("bonus", ["Ante", "Pocket Bonus"]), near("x", ["Ante"])
    (['Trips Plus'], ['Pocket Bonus'], [])
    >>> near("holdem", ["Blackjack", "Heads-Up Hold 'Em"])
    ["Heads-Up Hold 'Em"]
    """
    known = {plain(name): name for name in names}
    wanted = plain(word)
    if not wanted:
        return []
    spelled = difflib.get_close_matches(wanted, known, MOST)
    joined = wanted.replace(" ", "")
    within = [name for name in known if len(wanted) > 2 and joined in name.replace(" ", "")]
    return [known[name] for name in dict.fromkeys((*spelled, *within))][:MOST]


def hint(word: str, names: Iterable[str], otherwise: str = "") -> str:
    """What is added to a message that refuses a name: "; did you mean …?", or something else where no name is near.

    >>> hint("deks", ["decks", "dealing"]), hint("pear", ["decks"], "`pitboss options 633a` lists them")
    ('; did you mean decks?', '; `pitboss options 633a` lists them')
    """
    if found := near(word, names):
        return f"; did you mean {' or '.join(found)}?"
    return f"; {otherwise}" if otherwise else ""


def plain(name: str) -> str:
    """A name in small letters and without what is written now one way, now another.

    >>> plain("Emperor's Treasure"), plain(" Pair-Plus"), plain("trips_plus")
    ('emperors treasure', 'pair plus', 'trips plus')
    """
    return " ".join(name.lower().translate(_SAME).split())


def option_of(wager: str) -> str:
    """What the option of a wager's pay table is called.

    >>> option_of("Emperor's Treasure")
    'emperors_treasure'
    """
    return plain(wager).replace(" ", "_")


@lru_cache(maxsize=4096)  # of what users type
def wager_key(name: str) -> str:
    """What the names of one wager have in common.

    >>> wager_key("the Ante Wager"), wager_key("Bet Number 1"), wager_key("Pair-Plus bet")
    ('ante', 'bet 1', 'pair plus')
    """
    kept = [word for word in plain(name).split() if word not in ("wager", "the", "number")]
    # "Bet" says no more than "Wager", except where only a number follows: § 559.7(d) has Bets 1, 2 and 3.
    said = [w for w, following in zip(kept, [*kept[1:], ""], strict=False) if w != "bet" or following.isdigit()]
    return " ".join(said or kept)

"""The names that are spelled most like one that nobody knows, for every message that refuses a name."""

import difflib
from collections.abc import Iterable

MOST = 3


def near(word: str, names: Iterable[str]) -> list[str]:
    """The names most like a word, the likest first: those that are spelled nearly so, or that begin with it or contain it.

    >>> near("trip plus", ["Ante", "Trips Plus", "Pocket Bonus"]), near("bonus", ["Ante", "Pocket Bonus"]), near("x", ["Ante"])
    (['Trips Plus'], ['Pocket Bonus'], [])
    """
    plain = {_plain(name): name for name in names}
    wanted = _plain(word)
    if not wanted:
        return []
    spelled = difflib.get_close_matches(wanted, plain, MOST)
    within = [name for name in plain if len(wanted) > 2 and wanted in name]
    return [plain[name] for name in dict.fromkeys((*spelled, *within))][:MOST]


def hint(word: str, names: Iterable[str], otherwise: str = "") -> str:
    """What is added to a message that refuses a name: "; did you mean …?", or something else where no name is near.

    >>> hint("deks", ["decks", "dealing"]), hint("pear", ["decks"], "`pitboss options 633a` lists them")
    ('; did you mean decks?', '; `pitboss options 633a` lists them')
    """
    if found := near(word, names):
        return f"; did you mean {' or '.join(found)}?"
    return f"; {otherwise}" if otherwise else ""


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("_", " ").replace("-", " ").split())

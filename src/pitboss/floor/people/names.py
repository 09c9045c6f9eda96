"""Names that are readable and cannot be mistaken for another account's or for a word of the house.

A name is stored in Unicode's NFKC form. Its key has to be unique: case-folded, with Cyrillic and Greek letters that look Latin
replaced. Phonetic letters that look like others are refused.
"""

import re
import unicodedata

from pitboss.errors import PitbossError
from pitboss.table.door import is_name

LONGEST_NAME = 40
LOOK_ALIKES = str.maketrans(  # by their capitals, if the small letter looks different
    "авеёкмнорстухіїјѕһԁԛԝӏьѵαβγεζηικμνορτυχωϲ",
    "abeekmhopctyxiijshdqwlbvabyezhikmnoptyxwc",
)
ONE_OF_THESE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU", "OLD", "DESERET"})
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f")  # printable by Unicode, but blank
VARIANTS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
PHONETIC = frozenset("ɑɡɩǀ")  # look like a, g, i and l; small capitals are known by their Unicode names
MOST_MARKS = 3
# fmt: off
HOUSE_WORDS = frozenset((
    "admin", "administrator", "anonymous", "auditor", "bank", "banker", "board", "bot", "box", "cage", "casino",
    "certificateholder", "chair", "commission", "croupier", "dealer", "everybody", "floor", "floorperson", "fund", "guest",
    "host", "house", "inspector", "inventory", "issued", "manager", "meter", "moderator", "nobody", "null", "office",
    "operator", "patron", "pit", "pitboss", "player", "pot", "regulator", "root", "room", "seat", "security", "server", "shoe",
    "staff", "supervisor", "surveillance", "system", "table", "thedealer", "thehouse", "undefined", "you",
))
# fmt: on


class BadNameError(PitbossError, kind="BadName"):
    """A name that no account may have."""


def read_name(written: str) -> str:
    """A name as it is stored; raises BadNameError.

    >>> read_name("Ａnn"), read_name("Zoë O'Neil-2")
    ('Ann', "Zoë O'Neil-2")
    >>> read_name("Dealer 2")
    Traceback (most recent call last):
    pitboss.floor.people.names.BadNameError: that name looks like a word of the house; choose another
    """
    if not isinstance(written, str) or len(written) > 4 * LONGEST_NAME:
        raise BadNameError(f"a name has 1 to {LONGEST_NAME} characters")
    if not written.isprintable():  # before NFKC, which turns some into plain spaces
        raise BadNameError("a name has printable characters only")
    name = unicodedata.normalize("NFKC", written)
    if not 1 <= len(name) <= LONGEST_NAME or not is_name(name):
        raise BadNameError(f"a name has 1 to {LONGEST_NAME} characters, all of them printable")
    _check_spelling(name)
    _check_letters(name)
    if re.sub(r"[\W\d_]", "", key_of(name)) in HOUSE_WORDS:
        raise BadNameError("that name looks like a word of the house; choose another")
    return name


def key_of(name: str) -> str:
    """The key of a name, which has to be unique.

    >>> key_of("ANN") == key_of("ann") == key_of("Ａnn"), key_of("Анна") == key_of("Anna"), key_of("ТОМ") == key_of("tom")
    (True, False, True)
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.translate(LOOK_ALIKES)


def _check_spelling(name: str) -> None:
    if name != name.strip() or "  " in name:
        raise BadNameError("a name neither begins nor ends with a space, and has no two in a row")
    if "/" in name or "\\" in name:
        raise BadNameError("a name has no slashes")
    if not any(unicodedata.category(each)[0] in "LN" for each in name):
        raise BadNameError("a name has a letter or a digit")
    if VARIANTS.search(name) or BLANK.intersection(name):
        raise BadNameError("a name has no invisible characters")


def _check_letters(name: str) -> None:
    directions = {unicodedata.bidirectional(each) for each in name}
    if "L" in directions and directions & {"R", "AL"}:
        raise BadNameError("a name is written from left to right or from right to left, not both")
    scripts = {unicodedata.name(each, "?").split()[0] for each in name if each.isalpha()}
    if len(scripts & ONE_OF_THESE) > 1:
        raise BadNameError("a name does not mix letters of scripts that look alike")
    small_capitals = any("LETTER SMALL CAPITAL" in unicodedata.name(each, "") for each in name)
    if small_capitals or PHONETIC.intersection(name.casefold()):
        raise BadNameError("a name has no phonetic letters that look like others")
    marks = "".join("m" if unicodedata.category(each)[0] == "M" else " " for each in name)
    if marks.startswith("m") or "m" * (MOST_MARKS + 1) in marks:
        raise BadNameError("a name does not pile up accents, and does not begin with one")

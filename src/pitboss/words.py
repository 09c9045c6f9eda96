"""Counts in words with the right plural, and values as a file writes them."""

import json
import unicodedata
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pitboss.money import decimal


def many(number: int, noun: str) -> str:
    """A count with its noun, in the right number.

    >>> many(1, "round"), many(2500, "round"), many(0, "entry"), many(3, "box"), many(2, "day")
    ('1 round', '2,500 rounds', '0 entries', '3 boxes', '2 days')
    """
    if noun.endswith("y") and noun[-2] not in "aeiou":
        plural = f"{noun[:-1]}ies"
    else:
        plural = f"{noun}es" if noun.endswith("x") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def with_article(noun: str) -> str:
    """A noun with its article.

    >>> with_article("automated dealing shoe"), with_article("manual dealing shoe")
    ('an automated dealing shoe', 'a manual dealing shoe')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def either(words: Iterable[str]) -> str:
    """A list of alternatives: "4, 6 or 8".

    >>> either(["6"]), either(["6", "8"]), either(["4", "6", "8"])
    ('6', '6 or 8', '4, 6 or 8')
    """
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def plain(words: str) -> str:
    """Text from users with control characters, invisible characters and text direction marks escaped.

    >>> print(plain("red\\x1b[31m, turned\\u202e, caf\u00e9"))
    red\\u001b[31m, turned\\u202e, café
    """
    if words.isprintable():
        return words
    return "".join(map(_spelled, words))


def _spelled(sign: str) -> str:
    if sign == "\n" or not unicodedata.category(sign).startswith("C"):
        return sign
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"  # as in TOML


def toml(value: Any) -> str:
    """A value as TOML or JSON writes it, not as Python does.

    >>> print(toml(True), toml("hold'em"), toml([]), toml({"Flush": "4 to 1"}), toml(7), toml(Fraction(15, 2)))
    true "hold'em" [] { "Flush" = "4 to 1" } 7 7.5
    """
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml(str(k))} = {toml(v)}" for k, v in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, bool | str):
        return plain(json.dumps(value, ensure_ascii=False))
    if isinstance(value, Fraction):
        return decimal(value)
    return "nothing" if value is None else str(value)

"""Checks the values that a house states, one option at a time."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from pitboss.house.own_pay_tables import own_table
from pitboss.house.problems import Problem
from pitboss.house.waivers import WORD
from pitboss.money import decimal, dollars
from pitboss.rulebook import Chapter, Option
from pitboss.spelling import hint, near
from pitboss.words import toml

ABOUT = ("holder", "facility", "tables", "effective", WORD)  # keys of a file besides the choices of the house
KIND = "kind-of-value"  # the rule that a value must be of its option's kind
PERCENT_PLACES = 4  # decimal places of a percentage: few enough that a float cannot blur them


def unknown_option(book: Chapter, name: str, value: Any) -> Problem:
    """The problem of an option that a chapter does not have, with suggestions. If the chapter fixes the matter, it says so."""
    names = [*(option.option for option in book.options), *ABOUT]
    fixed = next(
        (says for words, says in book.parts.get("fixed", {}).items() if all(word in name for word in words.split())), ""
    )
    meant = f"; {fixed}" if fixed else hint(name, names, f"`pitboss options {book.chapter}` lists them")
    allowed = [] if fixed else near(name, names)
    message = f"chapter {book.chapter} has no option {toml(name)}{meant}"
    return Problem(message, "", name, value, allowed, "unknown-option")


def _refused(option: Option, given: Any, message: str, rule: str = "") -> Problem:
    """The problem of a value that an option does not allow. By default, the rule has the option's name."""
    allowed = option.allowed or ("a text" if option.kind == "text" else "a list")
    return Problem(message, option.section, option.option, given, allowed, rule or option.option)


def accept(option: Option, given: Any) -> Any:
    """The normalised value of an option, or the Problem with it."""
    allowed = option.allowed
    if option.kind == "flag":
        if not isinstance(given, bool):
            return _refused(option, given, f"{option.option} = {toml(given)} must be true or false", KIND)
        if isinstance(allowed, list) and given not in allowed:
            return _refused(option, given, f"{option.option} must be {str(allowed[0]).lower()}")
        return given
    if option.kind in ("number", "amount"):
        if type(given) is type(option.default) and given == option.default:
            return given
        if option.unit == "percent":
            given = percent(option, given)
            if isinstance(given, Problem):
                return given
        elif type(given) is not int:
            of = " of cents: 1000 is $10" if option.unit == "cents" else ""
            return _refused(option, given, f"{option.option} = {toml(given)} must be a whole number{of}", KIND)
        if isinstance(allowed, dict):
            least, most = allowed.get("min", 0), allowed.get("max")
            if given < least or (most is not None and given > most):
                show = dollars if option.unit == "cents" else decimal
                upper = f" and at most {show(most)}" if most is not None else ""
                stated = f"{given}, which is {show(given)}," if option.unit == "cents" else show(given)
                return _refused(option, given, f"{option.option} = {stated} must be at least {show(least)}{upper}")
            return given
    if option.kind == "table":
        return _check_table(option, given)
    if option.kind == "text" and not isinstance(given, str):
        return _refused(option, given, f"{option.option} = {toml(given)} must be a text", KIND)
    if isinstance(allowed, list) and allowed:
        if given is True and (words := [a for a in allowed if a not in ("", False)]):
            given = words[0]
        if given is False and "" in allowed:
            given = ""
        if given not in allowed:
            listed = ", ".join(map(toml, allowed))
            meant = hint(given, map(str, allowed)) if isinstance(given, str) else ""
            if isinstance(given, dict):
                meant = ": the chapter lets a house choose among its printed tables, and post none of its own"
            rule = "" if type(given) in map(type, allowed) else KIND
            return _refused(option, given, f"{option.option} = {toml(given)} is not allowed; allowed are {listed}{meant}", rule)
    return given


def percent(option: Option, given: Any) -> int | Fraction | Problem:
    """A percentage as an exact number, or the Problem with it. Chapters that bound a percentage do not require whole numbers. A
    float such as 7.5 is read as the shortest decimal that represents it, which is what the file says."""
    written = Decimal(repr(given) if type(given) is float else given) if type(given) in (int, float, Decimal) else None
    if written is None or not written.is_finite() or written.adjusted() > 9:
        return _refused(option, given, f"{option.option} = {toml(given)} must be a number, such as 7 or 7.5", KIND)
    if written and min(written.adjusted(), int(written.normalize().as_tuple().exponent)) < -PERCENT_PLACES:
        return _refused(option, given, f"{option.option} = {given} must have at most {PERCENT_PLACES} decimal places", KIND)
    value = Fraction(written)
    return value.numerator if value.denominator == 1 else value


def _check_table(option: Option, given: Any) -> Any:
    """Check the value of a table option: the name of a printed pay table, the house's own rows, or another list of values."""
    names = list(option.allowed if isinstance(option.allowed, list) else option.allowed.values())
    if not all(isinstance(name, str) for name in names):
        if not isinstance(given, list):
            return _refused(option, given, f"{option.option} = {toml(given)} must be a list", KIND)
        return given
    if given is True or given == {}:
        given = next(name for name in names if name)
    if given is False and "" in names:
        given = ""
    if not isinstance(given, dict) and given not in names:
        listed = ", ".join(f'"{name}"' for name in names)
        return _refused(
            option,
            given,
            f"{option.option} = {toml(given)} must be {listed} or a table of hands and odds, for example {own_table(option)}",
        )
    return given

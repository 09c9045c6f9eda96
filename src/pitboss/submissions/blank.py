"""A Rules Submission to fill in: a commented TOML file with every option of a chapter at its default."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from pitboss.house.own_pay_tables import own_table
from pitboss.house.rules import allowed_in_words
from pitboss.money import dollars
from pitboss.rulebook import Chapter, Option
from pitboss.words import either, toml

WIDTH = 100  # columns of a comment


def blank(book: Chapter) -> str:
    """The file, which passes the check as it is."""
    dated = f", text of {book.dated}" if book.dated else ""
    lines = [
        *_comment(f"Rules Submission for {book.game}, chapter {book.chapter} ({book.edition}{dated})."),
        *_comment("Every option stands at its default. Amounts are cents: 1000 is $10."),
        *_comment(f"`pitboss check FILE` says what is wrong with it, `pitboss schema {book.chapter}` helps an editor."),
        "",
        f'chapter = "{book.chapter}"',
        *('# holder = "the certificate holder"', '# facility = "the licensed facility"'),
        f'# tables = ["{initials(book.game)} 1", "{initials(book.game)} 2"]  # names or numbers of the tables that it is for',
        f"# effective = {_day(book)}",
        f'# waivers = [{{ section = "{_waivable(book)}", granted = {_day(book)} }}]  # by the Board (§ 521.5)',
        "",
        "[house]",
    ]
    for option in book.options:
        lines += ["", *_about(option), f"{option.option} = {toml(option.default)}"]
    return "\n".join(lines) + "\n"


def _day(book: Chapter) -> str:
    """A day on which the text of a chapter was there."""
    return str(book.effective or book.dated or "2026-01-01")


def _waivable(book: Chapter) -> str:
    """A paragraph from which a house might ask to depart: that of the seats, or of its first choice."""
    return next((option.section for option in book.options if option.option == "seats"), book.options[0].section)


def _about(option: Option) -> list[str]:
    """What an option means, with its section and what is allowed."""
    words = option.why.rstrip(".")
    lines = _comment(f"§ {option.section}: {words[0].upper()}{words[1:]}.")
    if option.required:
        lines += _comment(f"Shall be specified{_beside(option.required_with)}.")
    allowed = allowed_here(option)
    if option.kind == "table" and allowed:
        allowed += f", for example {own_table(option)}"
    money = option.unit.startswith("cents") and type(option.default) is int and option.default
    worth = f" ({dollars(option.default)})" if money else ""
    if allowed:
        lines += _comment(f"Allowed: {allowed}. Default {toml(option.default)}{worth}.")
    return lines


def _beside(wanted: Mapping[str, Any]) -> str:
    """Beside which choices an option shall be specified: any of another option, or some.

    >>> _beside({"high_hand": True, "high_hand_claim_limit": True}), _beside({"variant": ["razz", "omaha"]})
    (' where high_hand and high_hand_claim_limit are chosen', ' where variant is "razz" or "omaha"')
    """
    chosen = [name for name, values in wanted.items() if not isinstance(values, list)]
    parts = [f"{name} is {either(map(toml, values))}" for name, values in wanted.items() if name not in chosen]
    if chosen:
        parts.append(f"{' and '.join(chosen)} {'is' if len(chosen) == 1 else 'are'} chosen")
    return f" where {' and '.join(parts)}" if parts else ""


def allowed_here(option: Option) -> str:
    """What may be written for an option, with its unit; "" where any words will do.

    >>> from pitboss.rulebook import chapter
    >>> options = {each.option: each for each in chapter("poker").options}
    >>> [allowed_here(options[each]) for each in ("time_charge", "time_charge_minutes", "kill", "table_minimum")]
    ['0 or more cents per hour', '20, 30 or 60 minutes', '"" (none), "kill" or "half-kill"', 'any amount, in cents']
    >>> options = {each.option: each for each in chapter("heads-up-hold-em").options}
    >>> [allowed_here(options[each]) for each in ("payout_limit", "seats", "optional_wager_minimum")]
    ['0, or at least 5000000 ($50,000)', '1 to 6 players', '0 or any amount, in cents']
    """
    if option.kind == "flag":
        return "true or false"
    if option.kind in ("number", "amount") and isinstance(option.allowed, dict):
        return _range(option)
    said = allowed_in_words(option)
    if isinstance(option.allowed, list) and option.allowed and all(type(each) is int for each in option.allowed):
        return either(map(_cents, option.allowed)) if option.unit == "cents" else f"{said} {option.unit}"
    return said if option.kind == "table" else said.replace('""', '"" (none)')


def _range(option: Option) -> str:
    """Between which numbers an option may be. A default below them stands for none of it."""
    least, most = option.allowed.get("min", 0), option.allowed.get("max")
    nothing = option.default if isinstance(option.default, int) and option.default < least else None
    if option.unit == "cents" and least <= 1 and most is None:
        return "any amount, in cents" if nothing is None else f"{nothing} or any amount, in cents"
    show = _cents if option.unit == "cents" else str
    unit = "" if option.unit == "cents" else f" {option.unit}"
    if most is not None:
        words = f"{show(least)} to {show(most)}{unit}"
    elif unit == " to 1":
        words = f"{least} to 1 or more"
    else:
        words = f"at least {show(least)}" if option.unit == "cents" else f"{least} or more{unit}"
    return words if nothing is None else f"{nothing}, or {words}"


def _cents(amount: int) -> str:
    return f"{amount} ({dollars(amount)})" if amount else "0"


def initials(game: str) -> str:
    """The first letters of a game, with which its tables may be named.

    >>> initials("Three Card Poker"), initials("Blackjack"), initials("Spanish 21")
    ('TCP', 'B', 'S21')
    """
    words = game.replace("-", " ").split()
    return "".join(word if word.isdigit() else word.lstrip("'")[0].upper() for word in words)


def _comment(words: str) -> list[str]:
    return [f"# {line}" for line in wrap(words, WIDTH, break_on_hyphens=False)]

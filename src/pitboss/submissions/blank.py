"""A Rules Submission to fill in: a commented TOML file with every option of a chapter at its default."""

from textwrap import wrap

from pitboss.money import dollars
from pitboss.own_tables import own_table
from pitboss.rulebook import Chapter, Option
from pitboss.submissions.rules import allowed_in_words
from pitboss.words import toml

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
        *('# holder = "the certificate holder"', '# facility = "the licensed facility"', "# tables = [1, 2]"),
        f"# effective = {book.effective or book.dated or '2026-01-01'}",
        *(f'# waivers = [{{ section = "{next(iter(book.sections))}", granted = 2026-01-05 }}]  # by the Board (§ 521.5)',),
        "",
        "[house]",
    ]
    for option in book.options:
        lines += ["", *_about(option), f"{option.option} = {toml(option.default)}"]
    return "\n".join(lines) + "\n"


def _about(option: Option) -> list[str]:
    """What an option means, with its section and what is allowed."""
    words = option.why.rstrip(".")
    lines = _comment(f"§ {option.section}: {words[0].upper()}{words[1:]}.")
    if option.required:
        beside = f" where {' and '.join(option.required_with)} is chosen" if option.required_with else ""
        lines += _comment(f"Shall be specified{beside}.")
    allowed = "true or false" if option.kind == "flag" else allowed_in_words(option)
    if option.kind == "table" and allowed:
        allowed += f", for example {own_table(option)}"
    worth = f" ({dollars(option.default)})" if option.unit == "cents" and type(option.default) is int and option.default else ""
    if allowed:
        lines += _comment(f"Allowed: {allowed}. Default {toml(option.default)}{worth}.")
    return lines


def _comment(words: str) -> list[str]:
    return [f"# {line}" for line in wrap(words, WIDTH, break_on_hyphens=False)]

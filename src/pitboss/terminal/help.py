"""Help at every prompt: what can be answered there, with the paragraph behind it in our own words; rules and pay tables."""

import re
from collections.abc import Sequence

from pitboss import rulebook
from pitboss.errors import PitbossError, UnknownCitation
from pitboss.money import dollars
from pitboss.rulebook import Paytable
from pitboss.table.game import Game
from pitboss.table.house import House, fits_decks
from pitboss.table.steps import Ask, Choice, Cut
from pitboss.table.table import Table
from pitboss.terminal.pieces import Atom, words, wrap
from pitboss.terminal.reading import shortest
from pitboss.terminal.screen import Screen

# ---------------------------------------------------------------------- the welcome and the menu


def welcome(screen: Screen, game: Game, house: House) -> None:
    """The game, its chapter and edition, the limits, the wagers with their sections, and how to get help."""
    book = house.chapter
    dated = f", effective {book.effective}" if book.effective else ""
    screen.heading(f"{book.game} · chapter {book.chapter} · {book.edition} edition{dated}")
    least, most = dollars(house["table_minimum"]), dollars(house["table_maximum"])
    cite, chip = house.section("table_minimum"), dollars(house["smallest_chip"])
    screen.say(f"Table limits {least} to {most} (§ {cite}), chips from {chip}.")
    offered = game.offered(house)
    screen.say("Wagers: " + ", ".join(f"{w.name} (§ {w.cite})" for w in offered) + ".")
    if later := [w for w in game.wagers if not w.before_deal]:
        screen.say("Later in the round: " + ", ".join(f"{w.name} (§ {w.cite})" for w in later) + ".")
    screen.say("Amounts are dollars. Type ? for help at any prompt, quit to leave.", "quiet")


def menu(screen: Screen) -> None:
    """The sixteen games: those that can be played numbered, the others grey."""
    from rich.table import Table as Grid

    from pitboss.terminal.opening import playable

    books = playable()
    table = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("", "game", "chapter", "edition", "slug"):
        table.add_column(column, justify="right" if not column else "left", no_wrap=True)
    for number, book in enumerate(books, 1):
        table.add_row(str(number), book.game, book.chapter, book.edition, book.slug, style="bold")
    for book in rulebook.games():
        if book not in books:
            table.add_row("", book.game, book.chapter, book.edition, "not playable yet", style="dim")
    screen.heading("pitboss · Pennsylvania’s table games by the book")
    screen.show(table)


def menu_help(screen: Screen) -> None:
    """What can be answered at the menu."""
    _listed(
        screen,
        [
            ("1, 2, …", "the number of a game"),
            ("565", "its chapter"),
            ("three-card-poker", "its slug, or how it begins"),
            ("rule 565.12(d)", "what a paragraph says, in our own words"),
            ("quit", "leaves"),
        ],
    )


# ---------------------------------------------------------------------- at the prompts


def everywhere(cite: str) -> list[tuple[str, str]]:
    """What can be answered at every prompt of a table."""
    return [
        ("hint, hints", "what a rule of thumb would do; hints shows it at every decision"),
        (f"rule {cite}", "what a paragraph says, in our own words"),
        ("paytable", "the pay tables in force at this table"),
        ("table", "draws the table again"),
        ("quit", "leaves the table"),
    ]


def betting_help(screen: Screen, game: Game, house: House, usual: str) -> None:
    """What can be answered when wagers are asked for."""
    offered = game.offered(house)
    first = next((w for w in offered if w.required), offered[0])
    named = [(w.name, 5) for w in offered if w is not first and not w.required]
    named = [(first.name, 10), *(named or [(w.name, 10) for w in offered if w is not first])]
    equal = [w.name for w in offered if w.required and w is not first]
    implied = f", and as much on {' and '.join(equal)}" if equal else ""
    entries = [("10", f"$10 on {first.name}{implied}; amounts are dollars: 10, $7.50, 1,000")]
    if len(named) > 1:
        entries.append((" ".join(f"{name.lower()} {amount}" for name, amount in named), "wagers by name"))
        entries.append((", ".join(f"{name}={amount}" for name, amount in named), "the same"))
    entries += [("Enter", usual), ("- or pass", "sits out this round"), ("bots 2", "two bots take free seats")]
    _listed(screen, [*entries, *everywhere(first.cite)])
    for cite in dict.fromkeys(w.cite for w in offered):
        for wager in (w for w in offered if w.cite == cite):
            least, most = game.limits(house, wager)
            need = ", required" if wager.required else ""
            screen.row([(wager.name, "title"), (f" {dollars(least)} to {dollars(most)}{need}", "")])
        says(screen, cite)


def decision_help(screen: Screen, game: Game, house: House, ask: Ask) -> None:
    """What can be answered to a decision, with the paragraph that asks and those on each choice."""
    entries = [(f"{c.word[: shortest(c, ask)]}, {c.word}", _amounts(c, ask)) for c in ask.choices]
    _listed(screen, [*entries, *everywhere(ask.cite)])
    says(screen, ask.cite)
    shown = {ask.cite}
    for choice in ask.choices:
        for cite in _about(choice, game, house):
            if cite not in shown:
                shown.add(cite)
                screen.row([(choice.word, "title")])
                says(screen, cite)


def hint(screen: Screen, table: Table, ask: Ask | None, brief: bool = False) -> None:
    """What the rule of thumb behind the bots would answer, and what it does not know."""
    if ask is None or table.round is None:
        screen.say("There is nothing to decide now; a hint comes with a decision.")
        return
    advice = table.game.advice
    answer, why = advice(table.round, ask) if advice else (table.game.bot(table.round, ask), "")
    screen.say(f"Rule of thumb: {answer}{f' ({why})' if why else ''}.")
    if not brief:
        screen.say("A rule of thumb knows a few things about the hand only; it is not the best play at this table.", "quiet")


def _amounts(choice: Choice, ask: Ask) -> str:
    if choice.of:
        return f"names {choice.number[0]} of your cards: {choice.word} As Kd; “house” sets them as the house would"
    if not choice.most:
        return "no wager goes with it"
    if choice.least == choice.most:
        return f"puts {dollars(choice.most)} on the layout"
    times = f", or {choice.word} {choice.most // ask.base}x" if ask.base and choice.most >= ask.base else ""
    alone = f"; the word alone means {dollars(choice.bare)}" if choice.bare else ""
    return (
        f"{dollars(choice.least)} to {dollars(choice.most)}, in dollars: {choice.word} {dollars(choice.most)[1:]}{times}{alone}"
    )


def _about(choice: Choice, game: Game, house: House) -> list[str]:
    """The paragraphs on a choice: the wager it makes, or the section that is named after it."""
    word = choice.word.removeprefix("no ")
    wagers = [w.cite for w in game.wagers if not w.before_deal and w.name.lower().startswith(word)]
    titles = [c for c, title in house.chapter.sections.items() if title.lower().startswith(word)]
    return [*titles, *wagers]


def cut_help(screen: Screen, cut: Cut) -> None:
    """What can be answered when the cut is offered."""
    depths = f"how many cards lie above the cover card: {cut.least} to {cut.most}"
    _listed(screen, [(str((cut.least + cut.most) // 2), depths), ("Enter, no", "refuses the cut"), *everywhere(cut.cite)])
    says(screen, cut.cite)


def choices(ask: Ask) -> list[Atom]:
    """The choices of a decision, the letters that are enough in brackets."""
    atoms: list[Atom] = []
    for choice in ask.choices:
        letters = shortest(choice, ask)
        rest = str(choice)[letters:].replace("(", "").replace(")", "")
        atoms.append([(f"[{choice.word[:letters]}]", "key"), (f"{rest}  ", "")])
    return [*atoms, [("[?] help", "quiet")]]


def _listed(screen: Screen, entries: Sequence[tuple[str, str]]) -> None:
    """What may be typed, and beside it what it means."""
    left = min(max(len(typed) for typed, _ in entries) + 3, 30)
    for typed, meaning in entries:
        for at, row in enumerate(wrap(words(meaning), screen.width - left - 2)):
            screen.row([("  ", ""), (("" if at else typed).ljust(left), "key"), *row])


# ---------------------------------------------------------------------- rules and pay tables


def says(screen: Screen, cite: str) -> None:
    """A paragraph in our own words; nothing where the rulebook does not have it."""
    try:
        found = rulebook.paragraph(cite)
    except UnknownCitation:
        return
    screen.row([(f"§ {found.cite}", "cite")])
    screen.indent(found.says, 2)


def rule(screen: Screen, citation: str, game: Game | None = None) -> None:
    """A paragraph and those below it; "12(d)" alone is of the chapter that is played."""
    given = citation.strip().removeprefix("§").replace(" ", "")
    if not given:
        screen.say("Which paragraph? Write for example: rule 565.12(d)")
        return
    try:
        found = _found(given, game)
    except PitbossError as error:
        screen.refuse(error)
        return
    book = rulebook.chapter_of(found)
    if title := book.sections.get(found, ""):
        screen.row([(title, "title")])
    for cite in book.paragraphs:
        if cite == found or cite.startswith(found + "("):
            says(screen, cite)


def _found(given: str, game: Game | None) -> str:
    """The citation as the rulebook spells it: 677a.11(h)(2)(iii)(B) is found without its capital too."""
    if game is not None and re.fullmatch(r"\.?\d{1,2}(\(.*)?", given):
        given = f"{game.chapter}.{given.removeprefix('.')}"
    known = rulebook.chapter_of(given).paragraphs
    if given not in known:
        given = next((cite for cite in known if cite.lower() == given.lower()), given)
    return rulebook.paragraph(given).cite


def in_force(house: House) -> list[Paytable]:
    """The pay tables of the wagers that the house offers, in the printed order."""
    found = []
    for table in house.chapter.paytables:
        key = table.wager.lower().replace("'", "").replace("’", "").replace(" ", "_").replace("-", "_")
        options = [house[o] for o in house.values if o == key or key.startswith(o + "_")]
        letters = {o for o in options if isinstance(o, str)}
        same = [t for t in house.chapter.paytables if t.wager == table.wager and _holds(t.condition, house)]
        chosen = [t for t in same if t.table in letters] or [t for t in same if not t.table]
        if table in chosen and (not options or any(options)):
            found.append(table)
    return found


def _holds(condition: str, house: House) -> bool:
    """Whether a pay table's condition holds at this table; one that is not known is printed with the table."""
    if condition in ("basic game", "565.7(f) version"):
        return bool(house.get("version")) == (condition != "basic game")
    return fits_decks(condition, house.get("decks", 1))


def paytables(screen: Screen, house: House) -> None:
    """Prints the pay tables in force, and the odds that the chapter fixes outside of them."""
    from rich.table import Table as Grid

    for limit in house.chapter.limits:
        if limit.unit == "odds" and (house.get("blackjack_switch") or not limit.name.startswith("switch")):
            screen.row([(str(limit.value).ljust(10), "title"), (f"§ {limit.section}", "cite")])
            screen.indent(limit.says, 10)
    for printed in in_force(house):
        letter = f", table {printed.table}" if printed.table else ""
        condition = f" ({printed.condition})" if printed.condition else ""
        table = Grid(box=None, show_header=False, padding=(0, 2), title_justify="left")
        for hand, payout in printed.rows:
            table.add_row(hand, payout)
        screen.row([(f"{printed.wager}{letter}{condition}", "title"), (f"  § {printed.section}", "cite")])
        screen.show(table)

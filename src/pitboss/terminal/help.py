"""Help at every prompt: possible answers with the paragraphs behind them in our own words, rules, and pay tables."""

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from pitboss import rulebook
from pitboss.errors import PitbossError, UnknownCitation
from pitboss.games import NONBANKED
from pitboss.games.nonbanked.betting import posted_limits
from pitboss.games.nonbanked.opening import EVERY_PLAYER
from pitboss.games.nonbanked.schedules import Row
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.games.pai_gow.rules import WAGER
from pitboss.house import House
from pitboss.house.posted_payouts import in_force, stated_in_force
from pitboss.money import dollars
from pitboss.table.game import Game
from pitboss.table.steps import Ask, Choice, Cut
from pitboss.table.table import Table
from pitboss.table.vocabulary import surrendered
from pitboss.telling.pieces import Atom, words
from pitboss.terminal.opening import buy_in
from pitboss.terminal.pieces import wrap
from pitboss.terminal.reading import shortest
from pitboss.terminal.screen import Screen

NEEDED: tuple[dict[str, object], ...] = ({}, {"progressive_rate": 20}, {"blackjack_switch": True})  # that a wager may require
LOW_HAND = "set two of your cards as the low hand"


class Offered(Protocol):
    """The part of a table that help needs, in this process or on a floor. `fair` is None if chance takes no seeds."""

    @property
    def game(self) -> Game: ...
    @property
    def house(self) -> House: ...
    @property
    def fair(self) -> object: ...


# ---------------------------------------------------------------------- the welcome and the menu


def welcome(screen: Screen, game: Game, house: House) -> None:
    """Print the game, its chapter and edition, the limits, the wagers with their sections, and how to get help."""
    book = house.chapter
    dated = f", effective {book.effective}" if book.effective else ""
    screen.heading(f"{book.game} · chapter {book.chapter} · {book.edition} edition{dated}")
    if game.dealt_in is not None:
        stakes(screen, game, house)
        return
    least, most = dollars(house["table_minimum"]), dollars(house["table_maximum"])
    cite, chip = house.section("table_minimum"), dollars(house["smallest_chip"])
    screen.say(f"Table limits {least} to {most} (§ {cite}); the smallest chip is {chip}.")
    offered = game.offered(house)
    screen.say("Wagers: " + ", ".join(f"{w.name} (§ {w.cite})" for w in offered) + ".")
    if later := [w for w in game.wagers if not w.before_deal]:
        screen.say("Later in the round: " + ", ".join(f"{w.name} (§ {w.cite})" for w in later) + ".")
    if others := not_offered(game, house):
        screen.say("Not offered by this house, unless you start with: " + ", ".join(others) + ".", "quiet")
    screen.say("Amounts are dollars. Type ? for help at any prompt, quit to leave.", "quiet")


def not_offered(game: Game, house: House) -> list[str]:
    """Wagers of the chapter that this house does not offer, each with the options of `pitboss play` that would offer it.

    >>> from pitboss.games import game
    >>> not_offered(game("heads-up-hold-em"), House.of("heads-up-hold-em", {"trips_plus": "B"}))
    ['--set pocket_bonus=A (Pocket Bonus)']
    """
    missing = [wager for wager in game.wagers if wager.option and not house.values.get(wager.option)]
    offers = [(wager.name, offering(game, house, wager.option)) for wager in missing]
    return [f"{' '.join(f'--set {choice}' for choice in choices)} ({name})" for name, choices in offers if choices]


def offering(game: Game, house: House, name: str) -> list[str]:
    """The first lawful choices that would make the house offer a wager: a pay table that fits its decks, and any other options
    that the wager requires.

    >>> from pitboss.games import game
    >>> royal = offering(game("blackjack"), House.of("blackjack"), "royal_match_21")
    >>> royal, offering(game("pai-gow-poker"), House.of("pai-gow-poker"), "progressive_payout")
    (['royal_match_21=C'], ['progressive_payout=true', 'progressive_rate=20'])
    """
    options = {option.option: option for option in house.chapter.options}
    allowed = options[name].allowed
    values = [value for value in allowed if value] if isinstance(allowed, list | tuple) else [True]
    for required in NEEDED:
        for value in values if required.keys() <= options.keys() else ():
            chosen = {name: value} | required
            try:
                Table(game, House.of(game.chapter, house.given | chosen))
            except PitbossError:
                continue
            return [f"{option}={str(choice).lower() if choice is True else choice}" for option, choice in chosen.items()]
    return []


def stakes(screen: Screen, game: Game, house: House) -> None:
    """Print the variant, the betting limits, what opens a hand, and the usual buy-in."""
    variant, structure = VARIANTS[house["variant"]], house["structure"]
    small, most = posted_limits(house)
    limits = f"bets of {dollars(small)} to {dollars(most)}" if most else f"bets from {dollars(small)}"
    if structure == "limit":
        limits = f"bets of {dollars(small)}, later {dollars(house['big_bet'])}"
    screen.say(
        f"{variant.name.capitalize()} (§ {house.section('variant')}), {structure}: {limits} (§ {house.section('structure')})."
    )
    if number := house["maximum_raises"]:
        screen.say(f"{raises_said({'raises': number})} in a betting round (§ {house.section('maximum_raises')}).")
    for row in house["raise_schedule"]:
        screen.say(f"{raises_said(row)} (§ {house.section('raise_schedule')}).")
    if not house["check_raise"]:
        screen.say(f"A player who has checked may not raise in that betting round (§ {house.section('check_raise')}).")
    if variant.blinds:
        blinds = [house["small_blind"], house["big_blind"], *house["additional_blinds"]]
        opening = (
            f"Blind Bets of {' and '.join(dollars(cents) for cents in blinds if cents)} (§ {house.section('small_blind')})"
        )
    else:
        opening = f"a Forced Bet of {dollars(house['forced_bet'])} (§ {house.section('forced_bet')})"
    one = "" if house["ante_from"] == EVERY_PLAYER else f" for all by the player with the {house['ante_from']}"
    ante = f"an Ante of {dollars(house['ante'])}{one} and " if house["ante"] else ""
    screen.say(f"A hand opens with {ante}{opening}. The usual buy-in is {dollars(buy_in(game, house))}.")
    screen.say("Amounts are dollars. Type ? for help at any prompt, quit to leave.", "quiet")


def raises_said(row: Row) -> str:
    """A rule about the number of raises, in words.

    >>> raises_said({"players": 2, "raises": 0}), raises_said({"small_bet": 2000, "raises": 1})
    ('Any number of raises with 2 players or fewer', 'No more than one raise where the least bet is $20 or more')
    """
    many = {0: "Any number of raises", 1: "No more than one raise"}.get(row["raises"], f"No more than {row['raises']} raises")
    players = f"with {row['players']} players or fewer" if "players" in row else ""
    rounds = f"in betting rounds 1 to {row['betting_rounds']}" if "betting_rounds" in row else ""
    bets = f"where the least bet is {dollars(row['small_bet'])} or more" if "small_bet" in row else ""
    return " ".join(filter(None, (many, players, rounds, bets)))


def variants(screen: Screen, house: House) -> list[str]:
    """Print the variants of Poker that the chapter allows, numbered. Returns their names."""
    option = next(o for o in house.chapter.options if o.option == "variant")
    names = [str(name) for name in option.allowed]
    screen.heading(f"{house.chapter.game} · chapter {house.chapter.chapter} · which variant?")
    for number, name in enumerate(names, 1):
        screen.row([(f"{number:4}  ", "key"), (name.capitalize(), "")])
    return names


def variants_help(screen: Screen) -> None:
    """Print what can be answered when a variant is asked for."""
    entries = [
        ("1, 2, …", "the number of a variant"),
        ("razz", "its name, or the start of it"),
        ("Enter", "the one in brackets"),
    ]
    _listed(screen, [*entries, ("rule 637a.9(a)", "what a paragraph says, in our own words"), ("quit", "leaves")])


def menu(screen: Screen) -> None:
    """Print the games, numbered."""
    from rich.table import Table as Grid

    table = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("", "game", "chapter", "edition", "slug"):
        table.add_column(column, justify="right" if not column else "left", no_wrap=True)
    for number, book in enumerate(rulebook.games(), 1):
        table.add_row(str(number), book.game, book.chapter, book.edition, book.slug, style="bold")
    screen.heading("pitboss · Pennsylvania’s table games by the book")
    screen.show(table)


def menu_help(screen: Screen) -> None:
    """Print what can be answered at the menu."""
    _listed(
        screen,
        [
            ("1, 2, …", "the number of a game"),
            ("565", "its chapter"),
            ("three-card-poker", "its slug, or the start of it"),
            ("rule 565.12(d)", "what a paragraph says, in our own words"),
            ("quit", "leaves"),
        ],
    )


# ---------------------------------------------------------------------- at the prompts


def everywhere(cite: str) -> list[tuple[str, str]]:
    """The answers that are possible at every prompt of a table. At Poker there are no pay tables."""
    entries = [
        ("hint, hints", "what each choice brings; hints shows it at every decision"),
        ("cost", "what your last choice cost"),
        ("brief, full", "how much the dealer says"),
        (f"rule {cite}", "what a paragraph says, in our own words"),
        ("paytable", "the pay tables in force at this table"),
        ("table", "draws the table again"),
        ("quit", "leaves the table"),
    ]
    return [entry for entry in entries if entry[0] != "paytable" or cite.split(".")[0] not in NONBANKED]


def promise(screen: Screen, table: Table) -> None:
    """Print the house's latest promise, if chance is fair."""
    if table.fair is not None and table.fair.promised:
        last = table.fair.outline().standing[-1].promised
        promised(screen, last.number, last.promise)


def promised(screen: Screen, number: int, promise: str) -> None:
    """Print a promise of the house."""
    screen.say(f"Promise {number}: {promise}", "quiet")


def seeds(table: Offered, what: str) -> list[tuple[str, str]]:
    """The answer that adds a seed, if chance takes one."""
    return [] if table.fair is None else [("seed any words", what)]


def betting_help(screen: Screen, table: Offered, usual: str) -> None:
    """Print what can be answered when wagers are asked for."""
    game, house = table.game, table.house
    offered = game.offered(house)
    first = next((w for w in offered if w.required), offered[0])
    examples = [(w.name, 5) for w in offered if w is not first and not w.required]
    examples = [(first.name, 10), *(examples or [(w.name, 10) for w in offered if w is not first])]
    equal = [w.name for w in offered if w.required and w is not first]
    implied = f", and as much on {' and '.join(equal)}" if equal else ""
    entries = [("10", f"$10 on {first.name}{implied}; amounts are dollars: 10, $7.50, 1,000")]
    if len(examples) > 1:
        entries.append((" ".join(f"{name.lower()} {amount}" for name, amount in examples), "wagers by name"))
        entries.append((", ".join(f"{name}={amount}" for name, amount in examples), "the same"))
    entries += [("Enter", usual), ("- or pass", "sits out this round"), ("bots 2", "two bots take free seats")]
    entries += seeds(table, "adds a seed of yours to what the house has promised, so that it cannot have chosen the cards")
    _listed(screen, [*entries, *everywhere(first.cite)])
    for cite in dict.fromkeys(w.cite for w in offered):
        for wager in (w for w in offered if w.cite == cite):
            least, most = game.amounts(house, wager)
            need = ", required" if wager.required else ""
            screen.row([(wager.name, "title"), (f" {dollars(least)} {f'to {dollars(most)}' if most else 'or more'}{need}", "")])
        says(screen, cite)


def hand_help(screen: Screen, table: Offered) -> None:
    """Print what can be answered between two hands of Poker."""
    usual = dollars(buy_in(table.game, table.house))[1:]
    _listed(
        screen,
        [
            ("Enter", "deals the next hand"),
            ("sit out", "the next hand is dealt without you; where several play here: sit out 2"),
            (f"add {usual}", "adds dollars to your table stakes; where several play here: add 100 to 2"),
            ("bots 2", "two bots take free seats"),
            *seeds(table, "adds a seed of yours to what the house has promised, so that it cannot have chosen the cards"),
            *everywhere(table.house.section("variant")),
        ],
    )
    says(screen, table.house.section("structure"))


def decision_help(screen: Screen, game: Game, house: House, ask: Ask) -> None:
    """Print what can be answered to a decision, with the paragraph that asks and those about each choice."""
    totals = game.dealt_in is not None
    explain = _totals if totals else _amounts
    entries = [(", ".join(dict.fromkeys((c.word[: shortest(c, ask)], c.word))), explain(c, ask)) for c in ask.choices]
    if totals and any(c.word in ("bet", "raise") for c in ask.choices):
        entries += [
            ("20", "an amount alone is the total that you bet"),
            ("raise by 20", "$20 on top of the bet that stands"),
            ("all in", "everything you have, where the limit allows it"),
        ]
        if house["structure"] == "pot limit":
            entries.append(("pot", "as much as lies in the pot"))
    _listed(screen, [*entries, *everywhere(ask.cite)])
    says(screen, ask.cite)
    shown = {ask.cite}
    for choice in ask.choices:
        for cite in _about(choice, game, house):
            if cite not in shown:
                shown.add(cite)
                screen.row([(choice.word, "title")])
                says(screen, cite)


def spoken(answer: str, totals: bool) -> str:
    """An answer of the engine in everyday words.

    >>> spoken("raise 1500", totals=True), spoken("raise 3x", totals=False), spoken("bet 500", totals=True)
    ('raise to $15', 'raise 3x', 'bet $5')
    """
    word, _, last = answer.rpartition(" ")
    if not word or not last.isdecimal():
        return answer
    return f"{word} {'to ' * (totals and word == 'raise')}{dollars(int(last))}"


def _totals(choice: Choice, ask: Ask) -> str:
    """The meaning of a choice at Poker, where amounts are totals of the betting round."""
    if choice.of:
        return f"names the cards you exchange: {choice.word} 9c 4d, or 9c 4d alone"
    if not choice.most:
        return {
            "keep": "exchanges no card",
            "fold": "gives up the hand",
            "concede": "gives up the hand unseen",
            "no show": "takes the pot unseen",
        }.get(choice.word, "puts nothing into the pot")
    already = f", of which {dollars(ask.already)} is in already" if ask.already else ""
    if choice.least == choice.most:
        return f"{dollars(choice.most)} in this betting round{already}"
    least, most = dollars(choice.least), dollars(choice.most)
    return f"to a total of {least} to {most} in this betting round{already}: {choice.word} {least[1:]}"


def _amounts(choice: Choice, ask: Ask) -> str:
    if choice.of:
        return f"names the two cards of your low hand: {choice.word} As Kd or A♠ K♦; “house” sets them as the house would"
    if not choice.most:
        return SURRENDER if _loses_all(choice, ask) else "needs no wager"
    if choice.least == choice.most:
        return f"puts {dollars(choice.most)} on the layout"
    times = f", or {choice.word} {choice.most // ask.base}x" if ask.base and choice.most >= ask.base else ""
    alone = f"; the word alone means {dollars(choice.bare)}" if choice.bare else ""
    return (
        f"{dollars(choice.least)} to {dollars(choice.most)}, in dollars: {choice.word} {dollars(choice.most)[1:]}{times}{alone}"
    )


def _about(choice: Choice, game: Game, house: House) -> list[str]:
    """The paragraphs about a choice: that of the wager it makes, and the section named after it."""
    word = choice.word.removeprefix("no ")
    wagers = [w.cite for w in game.wagers if not w.before_deal and w.name.lower().startswith(word)]
    titles = [c for c, title in house.chapter.sections.items() if title.lower().startswith(word)]
    return [*titles, *wagers]


def cut_help(screen: Screen, cut: Cut, table: Offered) -> None:
    """Print what can be answered when the cut is offered."""
    depths = f"how many cards lie above the cover card: {cut.least} to {cut.most}"
    seed = seeds(table, "adds a seed of yours, by which the cards are rearranged before they are cut")
    cuts = [(str((cut.least + cut.most) // 2), depths), ("Enter, no", "refuses the cut"), *seed]
    _listed(screen, [*cuts, *everywhere(cut.cite)])
    says(screen, cut.cite)


SURRENDER = "gives up the whole wager"


def _loses_all(choice: Choice, ask: Ask) -> bool:
    """True if a choice is a surrender that loses the whole wager (§ 561.13(e), § 645a.11(d))."""
    return choice.word == "surrender" and surrendered(ask.cite.split(".")[0]) == "the wager"


def choices(ask: Ask, totals: bool = False, placed: Mapping[str, int] | None = None) -> list[Atom]:
    """The choices of a decision, each with its shortest abbreviation in brackets. `totals` shows amounts as totals, as at
    Poker; `placed` has the seat's amount on each wager."""
    atoms: list[Atom] = []
    for choice in ask.choices:
        letters = shortest(choice, ask)
        rest = (
            LOW_HAND
            if choice.word == "set" and choice.of
            else _total(choice, ask)
            if totals
            else str(choice).replace("(", "").replace(")", "")
        )
        if _loses_all(choice, ask) and placed and (lost := placed.get(WAGER)):
            rest += f" (loses {dollars(lost)})"
        atoms.append([(f"[{choice.word[:letters]}]", "key"), (f"{rest[letters:]}  ", "")])
        if choice.word == "set" and choice.of:
            atoms.append([("[h]", "key"), ("ouse way  ", "")])
    return [*atoms, [("[?] help", "quiet")]]


def _total(choice: Choice, ask: Ask) -> str:
    """A choice at Poker: "call $3 more", "raise to $10 … $400"."""
    if choice.of:
        return f"{choice.word} cards"
    if not choice.most:
        return choice.word
    if choice.word == "call":
        return f"call {dollars(choice.most - ask.already)}{' more' * bool(ask.already)}"
    to = " to" * (choice.word == "raise")
    upward = f" … {dollars(choice.most)}" if choice.least < choice.most else ""
    return f"{choice.word}{to} {dollars(choice.least)}{upward}"


def _listed(screen: Screen, entries: Sequence[tuple[str, str]]) -> None:
    """Print possible answers with their meanings beside them."""
    left = min(max(len(typed) for typed, _ in entries) + 3, 30)
    for typed, meaning in entries:
        for at, row in enumerate(wrap(words(meaning), screen.width - left - 2)):
            screen.row([("  ", ""), (("" if at else typed).ljust(left), "key"), *row])


# ---------------------------------------------------------------------- rules and pay tables


def says(screen: Screen, cite: str) -> None:
    """Print a paragraph in our own words, or nothing if the rulebook does not have it."""
    try:
        paragraph = rulebook.paragraph(cite)
    except UnknownCitation:
        return
    screen.row([(f"§ {paragraph.cite}", "cite")])
    screen.indent(paragraph.says, 2)


def rule(screen: Screen, citation: str, game: Game | None = None) -> None:
    """Print a paragraph and those within it. "12(d)" alone means the chapter that is played."""
    given = citation.strip().removeprefix("§").replace(" ", "")
    if not given:
        screen.say("Which paragraph? Type, for example: rule 565.12(d)")
        return
    try:
        asked_for = _citation(given, game)
    except PitbossError as error:
        screen.refuse(error)
        return
    book = rulebook.chapter_of(asked_for)
    if title := book.sections.get(asked_for, ""):
        screen.row([(title, "title")])
    for cite in book.paragraphs:
        if cite == asked_for or cite.startswith(asked_for + "("):
            says(screen, cite)


def _citation(given: str, game: Game | None) -> str:
    """A citation in the rulebook's spelling, so that 677a.11(h)(2)(iii)(B) may be typed in lower case."""
    if game is not None and re.fullmatch(r"\.?\d{1,2}(\(.*)?", given):
        given = f"{game.chapter}.{given.removeprefix('.')}"
    paragraphs = rulebook.chapter_of(given).paragraphs
    if given not in paragraphs:
        given = next((cite for cite in paragraphs if cite.lower() == given.lower()), given)
    return rulebook.paragraph(given).cite


def paytables(screen: Screen, house: House) -> None:
    """Print the payouts that the chapter states in a sentence, then the pay tables in force."""
    from rich.table import Table as Grid

    for printed in (*stated_in_force(house), *in_force(house)):
        letter = f", table {printed.table}" if printed.table else ""
        condition = f" ({printed.condition})" if printed.condition else ""
        table = Grid(box=None, show_header=False, padding=(0, 2), title_justify="left")
        for hand, payout in printed.rows:
            table.add_row(hand, payout)
        screen.row([(f"{printed.wager}{letter}{condition}", "title"), (f"  § {printed.section}", "cite")])
        screen.show(table)
    if not house.chapter.payouts:
        screen.say("This game has no pay tables: players win from each other.")

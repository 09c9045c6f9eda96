"""What each choice brings, for every game against the house: exact, in cents, for the wagers that the player has made.

The odds know what an action brings in units of the first wager (`pitboss.odds`). Here that is told for the choices of the
engine's own question, in cents; with a raise that may be of any amount, for the least and the most: what it brings between them
lies on a straight line.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from pitboss.advice.mathematics import mathematics_of
from pitboss.advice.pai_gow import setting
from pitboss.advice.sight import Advice, Reckoned, Sight, Values, Worth, word_of
from pitboss.advice.twenty_one import playing
from pitboss.errors import BadCard
from pitboss.games import NONBANKED, game
from pitboss.games.mississippi_stud import MAIN
from pitboss.games.odds.let_it_ride_poker import GAME as LET_IT_RIDE
from pitboss.games.odds.mississippi_stud import GAME as MISSISSIPPI
from pitboss.games.odds.raise_it_up_stud_poker import GAME as RAISE_IT_UP
from pitboss.house import House
from pitboss.money import dollars
from pitboss.odds.advice import Actions
from pitboss.odds.boards import play as boards
from pitboss.odds.catalogue import solved
from pitboss.odds.enumeration import Enumerated
from pitboss.odds.every_round import TooManyRoundsError, key_of, main_wagers
from pitboss.odds.streets import play as streets
from pitboss.table.steps import Choice

OTHERS = "the cards of other players are not known and not counted"
AGAINST = f"Exact over every hand that the dealer may hold; {OTHERS}."
TO_COME = f"Exact over every card that may come, with best play after it; {OTHERS}."
BOTH = f"Exact over every board and every hand that the dealer may hold, with best play after it; {OTHERS}."
NOT_THIS = "There is no exact figure for this question."


def advise(sight: Sight) -> Advice:
    """What each choice brings; or in one sentence why that cannot be told."""
    return reckon(sight).told()


def reckon(sight: Sight) -> Reckoned:
    """What each choice brings, exactly; or in one sentence why that is not known."""
    number = sight.chapter
    house = House.of(number, sight.given)
    if number in NONBANKED:
        return Reckoned(why="Nobody plays against the house here, so no choice has an exact value.")
    if any(hand.hidden for hand in sight.hands):
        return Reckoned(why="One of your own cards lies face down, and what the choices bring depends on it.")
    try:
        found = ADVISE[mathematics_of(number).advice](sight, house)
    except BadCard as error:  # cards as only an irregularity leaves them
        return Reckoned(why=f"{NOT_THIS[:-1]}: {error.message}.")
    return _with_notes(found, sight, house) if found.values or found.best else found


def worths(sight: Sight) -> tuple[tuple[Worth, ...], str]:
    """What each answer brings, exactly, in the order of the choices, and in what sense; nothing where that is not known, or
    where it leaves out a wager that depends on the answer too."""
    found = reckon(sight)
    if found.uncounted:
        return (), found.basis
    words = [choice.word for choice in sight.ask.choices]
    order = sorted(found.values, key=lambda answer: (words.index(word_of(answer[0])), answer[1]))
    return tuple([Worth(word, cents, str(found.values[word, cents])) for word, cents in order]), found.basis


def _with_notes(found: Reckoned, sight: Sight, house: House) -> Reckoned:
    """Adds to the basis what these figures leave out."""
    notes = [found.basis]
    gives_up = mathematics_of(sight.chapter).given_up(house)
    words = {choice.word for choice in sight.ask.choices}
    held = tuple([wager for wager in gives_up if wager in sight.wagers]) if "fold" in words else ()
    if held:
        notes.append(f"A fold gives up the {' and the '.join(held)} Wager too, which is not counted.")
    if limit := house.get("payout_limit"):
        notes.append(f"The payout limit of {dollars(limit)} is not taken into account.")
    return replace(found, basis=" ".join(notes), uncounted=held)


# ---------------------------------------------------------------------------- from actions to choices


def in_cents(sight: Sight, actions: Actions, unit: int) -> Values:
    """What actions such as "play 3x" or "fold" bring, for the choices that there are, in cents of a first wager."""
    found: Values = {}
    for action, brings in actions:
        word, times = word_and_times(action)
        choice = next((c for c in sight.ask.choices if c.word == word), None)
        if choice is None:
            continue
        cents = times * unit if times else choice.bare or choice.most
        if not choice.most or choice.least <= cents <= choice.most:
            found[word, cents] = brings * unit
    return found


def word_and_times(action: str) -> tuple[str, int]:
    """The word of an action and how many times the first wager it is, 0 where that is not said.

    >>> word_and_times("raise 3x"), word_and_times("let it ride")
    (('raise', 3), ('let it ride', 0))
    """
    word, _, times = action.rpartition(" ")
    return (word, int(times[:-1])) if times.endswith("x") and times[:-1].isdigit() else (action, 0)


def with_least(values: Values, choice: Choice) -> Values:
    """Adds the least amount of a choice, which lies on the line through two others."""
    known = sorted((cents, brings) for (word, cents), brings in values.items() if word == choice.word)
    if len(known) > 1 and choice.least < known[0][0]:
        (low, at_low), (high, at_high) = known[0], known[-1]
        values[choice.word, choice.least] = at_low - (at_high - at_low) * Fraction(low - choice.least, high - low)
    return values


# ---------------------------------------------------------------------------- the games


def against_the_dealer(sight: Sight, house: House) -> Reckoned:
    """§§ 555.11, 557.11, 565.11, 657a.11, 678a.11: a hand against the dealer's."""
    up = sight.dealer[0] if len(sight.dealer) == 1 else None
    if len(sight.dealer) > 1:
        raise BadCard("more of the dealer's cards are face up than the odds allow for")
    actions = solved(sight.chapter, house).decide(sight.cards, up)
    values = in_cents(sight, actions, sight.ask.base)
    return Reckoned(with_least(values, sight.ask.choices[0]), AGAINST)


def let_it_ride(sight: Sight, house: House) -> Reckoned:
    """§ 559.13: the Bet that may be withdrawn, by itself."""
    first = sight.ask.about == "Bet 1"
    cards = (*sight.cards, *sight.community[: 0 if first else 1])
    values = in_cents(sight, streets.actions(LET_IT_RIDE, house, cards), sight.wagers[sight.ask.about])
    return Reckoned(values, f"What {sight.ask.about} brings by itself. {TO_COME}")


def mississippi(sight: Sight, house: House) -> Reckoned:
    """§ 655a.11: a bet on the next street."""
    made = [sight.wagers[wager] for wager in MAIN if wager in sight.wagers]
    cards = (*sight.cards, *sight.community[: len(made) - 1])
    actions = streets.actions(MISSISSIPPI, house, cards, sum(made) // sight.ask.base)
    return Reckoned(in_cents(sight, actions, sight.ask.base), TO_COME)


def raise_it_up(sight: Sight, house: House) -> Reckoned:
    """§ 587.11: the Play Wager."""
    seen = ("587.11(b)", "587.11(d)", "587.11(f)").index(sight.ask.cite)
    actions = streets.actions(RAISE_IT_UP, house, (*sight.cards, *sight.community[:seen]))
    return Reckoned(in_cents(sight, actions, sight.ask.base), TO_COME)


def texas_bonus(sight: Sight, house: House) -> Reckoned:
    """§ 563.11: Flop, Turn and River Wager."""
    actions = dict(boards.texas_hold_em_bonus(house, (*sight.cards, *sight.community)))
    if "Turn" in sight.wagers and "check" in actions:  # it wins and loses as the River Wager would
        ahead = actions["bet"] - actions["check"]
        actions = {action: brings + ahead for action, brings in actions.items()}
    return Reckoned(in_cents(sight, list(actions.items()), sight.ask.base), BOTH)


def heads_up(sight: Sight, house: House) -> Reckoned:
    """§ 677a.11: a raise before the flop, on it or at the end."""
    cards, ante, exact = (*sight.cards, *sight.community), sight.ask.base, True
    if sight.community:
        fixed, unit, otherwise = boards.with_the_board(house, cards)
    else:
        least = Fraction(house.least_wager(), ante)
        fixed, unit, otherwise, exact = boards.with_two_cards(house, cards, least)
    values = {}
    for choice in sight.ask.choices:
        if not choice.most:
            values[choice.word, 0] = otherwise * ante
        for cents in {choice.least, choice.most} if choice.most else ():
            values[choice.word, cents] = fixed * ante + unit * cents
    return Reckoned(values, BOTH if exact else f"{BOTH} To check brings at least this: raises on the flop may be smaller.")


def enumerated(sight: Sight, house: House) -> Reckoned:
    """A game in a folder: by the mathematics that it declares, or where every round of it can be played."""
    known = solved(sight.chapter, house)
    if not isinstance(known, Enumerated):
        actions = known.decide(sight.cards, sight.dealer[0] if known.sees_the_dealer else None)
        return Reckoned(in_cents(sight, actions, sight.ask.base), TO_COME)
    main = main_wagers(game(sight.chapter), house)
    own = {hand.place: hand.cards for hand in sight.hands}
    wagers = {name: cents for name, cents in sight.wagers.items() if name in main}
    try:
        best = known.best
    except TooManyRoundsError as error:
        return Reckoned(why=f"{NOT_THIS[:-1]}: {error.message}.")
    brings = best.brings.get(key_of(sight.ask, own, (sight.dealer, sight.community), wagers))
    if brings is None:
        return Reckoned(why=NOT_THIS)
    base = sight.ask.base
    values = {(word, int(times * base)): value * base / best.unit for (word, times), value in brings.items()}
    return Reckoned(values, TO_COME)


ADVISE: dict[str, Callable[[Sight, House], Reckoned]] = {  # by the solver that a chapter's file names
    "": enumerated,
    "21": playing,
    "against the dealer": against_the_dealer,
    "heads up": heads_up,
    "let it ride": let_it_ride,
    "mississippi": mississippi,
    "pai gow": setting,
    "raise it up": raise_it_up,
    "texas bonus": texas_bonus,
}

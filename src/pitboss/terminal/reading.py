"""Parses what a person types: amounts in dollars, wagers by name, decisions by any unique prefix.

This module knows no limits or rules; the engine checks everything that it returns.
"""

import difflib
import re
from collections.abc import Mapping
from typing import NoReturn

from pitboss.cards import in_letters
from pitboss.errors import IllegalDecision, IllegalWager
from pitboss.house import House
from pitboss.money import dollars
from pitboss.spelling import plain
from pitboss.table.game import Game
from pitboss.table.steps import Ask, Choice, Cut

AMOUNT = re.compile(r"\$?((?:[0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})(?:\.[0-9]{1,2})?|\.[0-9]{1,2})(?![\w.])")
TIMES = re.compile(r"[0-9]+x")
ABBREVIATED = re.compile(r"[a-z][a-z0-9 ]*?(?=\s*(?:[=:,;+&]|\$?\.?[0-9]|$))")
FILLING = re.compile(
    r"[\s,;+&=:]+|(?:and|on|the|wagers?|bets?)\b"
)  # matched one at a time, because “Bet 2” is a wager but “bet” is not
NAMED = re.compile(r"(?:(?:[2-9tjqka]|10)[cdhs]|jk)(?: (?:(?:[2-9tjqka]|10)[cdhs]|jk))*", re.IGNORECASE)
SITS_OUT = ("-", "pass", "sit out")
WHOLE = ("concede",)  # cannot be abbreviated: before the showdown, “c” meant check or call
REFUSES_CUT = ("", "-", "no", "n", "pass", "refuse", "dealer")


def cents_of(words: str) -> int | None:
    """An amount in dollars as cents, None if the words are not an amount.

    >>> cents_of("10"), cents_of("$7.50"), cents_of("1,000"), cents_of(".5"), cents_of("7.505"), cents_of("-5")
    (1000, 750, 100000, 50, None, None)
    """
    amount = AMOUNT.fullmatch(words.strip())
    if amount is None:
        return None
    whole, _, part = amount[1].replace(",", "").partition(".")
    return int(whole or 0) * 100 + int(part.ljust(2, "0") or 0)


def bankroll_of(words: str | None) -> int | None:
    """The cents of `--bankroll`, None if it is not given. Raises IllegalWager if it is not an amount in dollars."""
    cents = None if words is None else cents_of(words)
    if words is not None and not cents:
        raise IllegalWager(f"--bankroll is an amount in dollars, such as 500 or 2,000, not {words!r}")
    return cents


def wagers_of(line: str, game: Game, house: House) -> dict[str, int]:
    """The wagers in a line, in cents.

    An amount without a name is for the first required wager (or the first offered). Required wagers that are not named equal
    it: an Ante implies the equal Odds of § 677a.7(d)(1). Raises IllegalWager if the line cannot be read.
    """
    tokens = _tokens(line, game, house)
    first = next((w.name for w in game.offered(house) if w.required), game.offered(house)[0].name)
    if len(tokens) % 2 == 0 and isinstance(tokens[0], int):  # "$10 ante, $5 pair plus"
        tokens = [t for pair in zip(tokens[1::2], tokens[0::2], strict=True) for t in pair]
    elif isinstance(tokens[0], int):
        tokens = [first, *tokens]
    wagers: dict[str, int] = {}
    for name, cents in zip(tokens[0::2], [*tokens[1::2], ""], strict=False):
        if not isinstance(name, str):
            raise IllegalWager(f"{line.strip()!r} has two amounts for one wager; {_example(game, house)}")
        if not isinstance(cents, int):
            raise IllegalWager(f"how much on {name}? {_example(game, house)}")
        if name in wagers:
            raise IllegalWager(f"{name} is named twice")
        wagers[name] = cents
    return _with_required(wagers, game, house, first)


def _with_required(wagers: dict[str, int], game: Game, house: House, first: str) -> dict[str, int]:
    if wagers.get(first):
        for wager in game.offered(house):
            if wager.required:
                wagers.setdefault(wager.name, wagers[first])
    return wagers


def _tokens(line: str, game: Game, house: House) -> list[str | int]:
    """The names of wagers and the amounts in cents, in the order written."""
    text = re.sub(r"(?<=\w)-(?=\w)", " ", " ".join(line.lower().replace("'", "").replace("’", "").split()))
    text = re.sub(r"\$\s+", "$", text)
    names = {plain(name): w.name for w in game.wagers for name in (w.name, *w.also)}
    tokens: list[str | int] = []
    at = 0
    while at < len(text):
        name = next((n for n in sorted(names, key=len, reverse=True) if re.match(rf"{n}\b", text[at:])), "")
        if name:
            tokens.append(names[name])
            at += len(name)
        elif filling := FILLING.match(text, at):
            at = filling.end()
        elif amount := AMOUNT.match(text, at):
            tokens.append(cents_of(amount[0]) or 0)
            at = amount.end()
        elif short := ABBREVIATED.match(text, at):
            tokens.append(_named(short[0].strip(), names, game, house))
            at = short.end()
        else:
            raise IllegalWager(f"{line.strip()!r} cannot be read as a wager in dollars; {_example(game, house)}")
    if not tokens:
        raise IllegalWager(f"{line.strip()!r} names no wager; {_example(game, house)}")
    return tokens


def _named(short: str, names: Mapping[str, str], game: Game, house: House) -> str:
    """The wager that a prefix ("pair") or initials ("pp") mean. Raises IllegalWager if there is none or it is ambiguous."""
    offered = [w.name for w in game.offered(house)]
    for among in (offered, list(names.values())):
        keys = {key: name for key, name in names.items() if name in among}
        matches = {n for k, n in keys.items() if k.startswith(short) or "".join(w[0] for w in k.split()) == short}
        if len(matches) == 1:
            return matches.pop()
        if matches:
            raise IllegalWager(f"{short!r} may mean {' or '.join(sorted(matches))}")
    near = close(short, {key: name for key, name in names.items() if name in offered})
    raise IllegalWager(f"there is no {short!r} wager here; {near or f'the wagers are {_and(offered)}'}")


def _example(game: Game, house: House) -> str:
    """An example of what could be typed instead."""
    names = [w.name.lower() for w in game.offered(house)]
    return f"type, for example, “{names[0]} 10”" + (f" or “{names[0]} 10 {names[-1]} 5”" if len(names) > 1 else "")


def reply_of(line: str, ask: Ask) -> str:
    """A decision in the engine's words, with cents. Raises IllegalDecision if no choice can be meant.

    >>> ask = Ask(1, (Choice("check"), Choice("raise", 50, 3000, 50)), "677a.11(b)", base=1000)
    >>> reply_of("r 7.50", ask), reply_of("Raise 3x", ask), reply_of("c", ask)
    ('raise 750', 'raise 3x', 'check')
    """
    for choice in (c for c in ask.choices if c.of):  # "set As Kd", "s as kd", "A♠ K♦" or "ace of spades and king of diamonds"
        typed = " ".join(in_letters(line).split())
        word, _, cards = typed.partition(" ")
        if word and choice.word.startswith(word.lower()) and cards:
            return f"{choice.word} {cards}"
        if NAMED.fullmatch(typed):
            return f"{choice.word} {typed}"
    text = re.sub(r"([0-9]) x$", r"\1x", re.sub(r"\$ ", "$", " ".join(line.lower().split())))
    word, _, last = text.rpartition(" ")
    cents = cents_of(last) if word else None
    if cents is None and not (word and TIMES.fullmatch(last)):
        return _choice(text, line, ask).word
    choice = _choice(word, line, ask)
    if not choice.most:
        _refuse(line, ask)
    return f"{choice.word} {last if cents is None else cents}"


def _choice(word: str, line: str, ask: Ask) -> Choice:
    exact = [c for c in ask.choices if c.word == word]
    matches = exact or [c for c in ask.choices if word and c.word.startswith(word) and c.word not in WHOLE]
    if len(matches) > 1:
        raise IllegalDecision(f"{word!r} may mean {' or '.join(c.word for c in matches)}", ask.cite)
    if not matches and any(word and c.word in WHOLE and c.word.startswith(word) for c in ask.choices):
        raise IllegalDecision(
            f"{word!r} checks or calls while there is betting; to give up your hand unseen type concede", ask.cite
        )
    if not matches:
        _refuse(line, ask)
    return matches[0]


def _refuse(line: str, ask: Ask) -> NoReturn:
    instead = f", not {line.strip()!r}" if line.strip() else ""
    near = close(line.strip().lower().rpartition(" ")[0] or line.strip().lower(), {c.word: c.word for c in ask.choices})
    raise IllegalDecision(f"seat {ask.seat} may {ask.may}{instead}{f'; {near}' if near else ''}", ask.cite)


def close(word: str, names: Mapping[str, str]) -> str:
    """A suggestion of the name whose key is spelled most like a word, "" if none is similar.

    >>> close("rase", {"raise": "raise", "fold": "fold"}), close("x", {"raise": "raise"})
    ('did you mean raise?', '')
    """
    matches = difflib.get_close_matches(word, names, n=1, cutoff=0.65)
    return f"did you mean {names[matches[0]]}?" if matches else ""


def _and(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


ALL_IN = ("all in", "allin", "all-in")
BY = re.compile(r"(?:(?:bet|b|raise|r) )?by (.*)")
TO = re.compile(r"(bet|b|raise|r) (?:to )?(.+)")


def poker_reply(line: str, ask: Ask, chips: int, structure: str) -> str:
    """A decision at Poker in the engine's words. Amounts are the player's total in the betting round.

    >>> ask = Ask(1, (Choice("fold"), Choice("call", 500, 500), Choice("raise", 1000, 9000, 100)), "637a.11(g)", already=200)
    >>> [poker_reply(said, ask, 8800, "no limit") for said in ("r 20", "raise by 20", "bet to $15", "all in", "c", "f")]
    ['raise 2000', 'raise 2500', 'raise 1500', 'raise 9000', 'call', 'fold']
    >>> [poker_reply(said, ask, 8800, "no limit") for said in ("20", "$5")]  # an amount alone binds: § 637a.8(c)
    ['raise 2000', 'call']
    """
    text = re.sub(r"\$ ", "$", " ".join(line.lower().split()))
    words = {c.word: c for c in ask.choices}
    bet, call = words.get("raise") or words.get("bet"), words.get("call")
    if text in (*ALL_IN, "pot") and (bet or call):
        return _everything(text, ask, bet, call, ask.already + chips, structure)
    alone = cents_of(text)
    if call is not None and alone == call.most:
        return "call"
    if bet is None:
        return reply_of(line, ask)
    if alone is not None:
        return _total(alone, bet, ask)
    if by := BY.fullmatch(text):
        cents = cents_of(by[1])
        if cents is None:
            raise IllegalDecision(
                f"how much more? {by[1]!r} is not an amount in dollars; type, for example: raise by 20", ask.cite
            )
        return _total(cents + (call.most if call else ask.already), bet, ask)
    if to := TO.fullmatch(text):
        cents = cents_of(to[2])
        return _total(cents, bet, ask) if cents is not None else reply_of(line, ask)
    return reply_of(bet.word if text in ("bet", "b", "raise", "r") else line, ask)


def _total(cents: int, bet: Choice, ask: Ask) -> str:
    """A bet or raise to a total. Raises IllegalDecision if that amount is not allowed."""
    if bet.least <= cents <= bet.most:
        return f"{bet.word} {cents}"
    to = dollars(bet.least) + (f" to {dollars(bet.most)}" if bet.least < bet.most else "")
    raise IllegalDecision(f"seat {ask.seat} may {bet.word} to a total of {to}, not {dollars(cents)}", ask.cite)


def _everything(words: str, ask: Ask, bet: Choice | None, call: Choice | None, everything: int, structure: str) -> str:
    """A bet of all chips, or of the size of the pot. Raises IllegalDecision if that is not allowed."""
    if words == "pot":
        if structure != "pot limit":
            raise IllegalDecision(f"“pot” can be said only where the limit is the pot; this table is {structure}", ask.cite)
        if bet is not None:
            return f"{bet.word} {bet.most}"
    elif bet is not None and bet.most == everything:
        return f"{bet.word} {everything}"
    elif call is not None and call.most == everything:
        return "call"
    raise IllegalDecision(f"seat {ask.seat} may {ask.may}, not {words!r}", ask.cite)


def stakes_of(words: str, own: list[int]) -> tuple[int, int]:
    """The seat and the amount of added table stakes: "100", or "100 to 2" if several seats play here. Raises IllegalWager.

    >>> stakes_of("100", [1]), stakes_of("$50 to seat 2", [1, 2])
    ((1, 10000), (2, 5000))
    """
    amount, _, seat = words.replace("seat", "").partition(" to ")
    cents, number = cents_of(amount), seat.strip() or (str(own[0]) if len(own) == 1 else "")
    if cents is None or number not in map(str, own):
        to = "" if len(own) == 1 else f" to {own[0]}"
        raise IllegalWager(f"how many dollars are added to the table stakes? Type, for example: add 100{to}")
    return int(number), cents


def resting_of(words: str, own: list[int]) -> list[int]:
    """The seats that sit out the next hand: none (Enter), all, or those named. Raises IllegalDecision.

    >>> resting_of("", [1, 2]), resting_of("sit out", [1, 2]), resting_of("sit out 2", [1, 2])
    ([], [1, 2], [2])
    """
    named = next((words.removeprefix(word).strip() for word in SITS_OUT if words.startswith(word)), None)
    if words in ("", "deal"):
        return []
    seats = (named or "").replace("seat", "").replace(",", " ").split()
    if named is None or any(seat not in map(str, own) for seat in seats):
        raise IllegalDecision(f"Enter deals the next hand; {words!r} is not understood here; type ? for help")
    return [int(seat) for seat in seats] or own


def shortest(choice: Choice, ask: Ask) -> int:
    """The length of the shortest unambiguous abbreviation of a choice.

    >>> ask = Ask(1, (Choice("stand"), Choice("split"), Choice("hit")), "633a.7(j)(2)")
    >>> [shortest(c, ask) for c in ask.choices]
    [2, 2, 1]
    """
    if choice.word in WHOLE:
        return len(choice.word)
    others = [c.word for c in ask.choices if c is not choice]
    for letters in range(1, len(choice.word)):
        if not any(word.startswith(choice.word[:letters]) for word in others):
            return letters
    return len(choice.word)


def is_cut(line: str) -> bool:
    """True if a line is an answer to the offer of the cut: a depth, a refusal, or a seed."""
    word = line.strip().lower()
    return word in REFUSES_CUT or word.removeprefix("cut").strip().isdecimal() or seed_in(line) is not None


def seed_in(line: str) -> str | None:
    """The seed in a line ("seed a rainy Tuesday"), as written; None if the line is about something else.

    >>> seed_in(" Seed a rainy  Tuesday "), seed_in("seed"), seed_in("seeds of doubt")
    ('a rainy  Tuesday', '', None)
    """
    word, _, seed = line.strip().partition(" ")
    return seed.strip() if word.lower() == "seed" else None


def depth_of(line: str, cut: Cut) -> int | None:
    """The depth of a cut, None if it is refused. Raises IllegalDecision for anything else."""
    word = line.strip().lower()
    if word in REFUSES_CUT:
        return None
    digits = word.removeprefix("cut").strip()
    if not re.fullmatch(r"[0-9]{1,6}", digits) or not cut.least <= int(digits) <= cut.most:
        raise IllegalDecision(
            f"the cut must be {cut.least} to {cut.most} cards deep, or refused with Enter, not {line.strip()!r}", cut.cite
        )
    return int(digits)

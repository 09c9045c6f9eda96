"""What a person types, read into what the engine takes: amounts in dollars, wagers by name, decisions by any unique beginning.

The engine checks everything that is read here; nothing in this module knows a limit or a rule.
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
FILLING = re.compile(r"[\s,;+&=:]+|(?:and|on|the|wagers?|bets?)\b")  # one at a time: “Bet 2” is a wager, “bet” is none
NAMED = re.compile(r"(?:(?:[2-9tjqka]|10)[cdhs]|jk)(?: (?:(?:[2-9tjqka]|10)[cdhs]|jk))*", re.IGNORECASE)
SITS_OUT = ("-", "pass", "sit out")
WHOLE = ("concede",)  # at a showdown, where “c” has been check and call until now: no letter of it is enough
REFUSES_CUT = ("", "-", "no", "n", "pass", "refuse", "dealer")


def cents_of(words: str) -> int | None:
    """An amount in dollars as cents, None where it is not one.

    >>> cents_of("10"), cents_of("$7.50"), cents_of("1,000"), cents_of(".5"), cents_of("7.505"), cents_of("-5")
    (1000, 750, 100000, 50, None, None)
    """
    found = AMOUNT.fullmatch(words.strip())
    if found is None:
        return None
    whole, _, part = found[1].replace(",", "").partition(".")
    return int(whole or 0) * 100 + int(part.ljust(2, "0") or 0)


def bankroll_of(words: str | None) -> int | None:
    """The cents of `--bankroll`, None where it is not given; raises IllegalWager where it is no amount in dollars."""
    cents = None if words is None else cents_of(words)
    if words is not None and not cents:
        raise IllegalWager(f"--bankroll is an amount in dollars, such as 500 or 2,000, not {words!r}")
    return cents


def wagers_of(line: str, game: Game, house: House) -> dict[str, int]:
    """The wagers of a line, in cents.

    An amount alone is the first required wager (or the first offered), and required wagers that are not named equal it: an
    Ante implies the equal Odds of § 677a.7(d)(1). Raises IllegalWager where the line cannot be read.
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
    """Names of wagers and cents, in the order written."""
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
    """The wager that a beginning ("pair") or its initials ("pp") can only mean."""
    offered = [w.name for w in game.offered(house)]
    for among in (offered, list(names.values())):
        keys = {key: name for key, name in names.items() if name in among}
        found = {n for k, n in keys.items() if k.startswith(short) or "".join(w[0] for w in k.split()) == short}
        if len(found) == 1:
            return found.pop()
        if found:
            raise IllegalWager(f"{short!r} may mean {' or '.join(sorted(found))}")
    near = close(short, {key: name for key, name in names.items() if name in offered})
    raise IllegalWager(f"there is no {short!r} wager here; {near or f'the wagers are {_and(offered)}'}")


def _example(game: Game, house: House) -> str:
    """What could be written instead."""
    names = [w.name.lower() for w in game.offered(house)]
    return f"type, for example, “{names[0]} 10”" + (f" or “{names[0]} 10 {names[-1]} 5”" if len(names) > 1 else "")


def reply_of(line: str, ask: Ask) -> str:
    """A decision in the words of the engine, with cents; raises IllegalDecision where no choice can be meant.

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
    found = exact or [c for c in ask.choices if word and c.word.startswith(word) and c.word not in WHOLE]
    if len(found) > 1:
        raise IllegalDecision(f"{word!r} may mean {' or '.join(c.word for c in found)}", ask.cite)
    if not found and any(word and c.word in WHOLE and c.word.startswith(word) for c in ask.choices):
        raise IllegalDecision(
            f"{word!r} checks or calls while there is betting; to give up your hand unseen type concede", ask.cite
        )
    if not found:
        _refuse(line, ask)
    return found[0]


def _refuse(line: str, ask: Ask) -> NoReturn:
    instead = f", not {line.strip()!r}" if line.strip() else ""
    near = close(line.strip().lower().rpartition(" ")[0] or line.strip().lower(), {c.word: c.word for c in ask.choices})
    raise IllegalDecision(f"seat {ask.seat} may {ask.may}{instead}{f'; {near}' if near else ''}", ask.cite)


def close(word: str, names: Mapping[str, str]) -> str:
    """A question whether that name was meant of which the key is spelled most like a word, "" where none is.

    >>> close("rase", {"raise": "raise", "fold": "fold"}), close("x", {"raise": "raise"})
    ('did you mean raise?', '')
    """
    found = difflib.get_close_matches(word, names, n=1, cutoff=0.65)
    return f"did you mean {names[found[0]]}?" if found else ""


def _and(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


ALL_IN = ("all in", "allin", "all-in")
BY = re.compile(r"(?:(?:bet|b|raise|r) )?by (.*)")
TO = re.compile(r"(bet|b|raise|r) (?:to )?(.+)")


def poker_reply(line: str, ask: Ask, chips: int, structure: str) -> str:
    """A decision at Poker, where an amount is the total of a betting round, in the words of the engine.

    >>> ask = Ask(1, (Choice("fold"), Choice("call", 500, 500), Choice("raise", 1000, 9000, 100)), "637a.11(g)", already=200)
    >>> [poker_reply(said, ask, 8800, "no limit") for said in ("r 20", "raise by 20", "bet to $15", "all in", "c", "f")]
    ['raise 2000', 'raise 2500', 'raise 1500', 'raise 9000', 'call', 'fold']
    >>> [poker_reply(said, ask, 8800, "no limit") for said in ("20", "$5")]  # an amount alone binds: § 637a.8(c)
    ['raise 2000', 'call']
    """
    text = re.sub(r"\$ ", "$", " ".join(line.lower().split()))
    words = {c.word: c for c in ask.choices}
    more, call = words.get("raise") or words.get("bet"), words.get("call")
    if text in (*ALL_IN, "pot") and (more or call):
        return _everything(text, ask, more, call, ask.already + chips, structure)
    alone = cents_of(text)
    if call is not None and alone == call.most:
        return "call"
    if more is None:
        return reply_of(line, ask)
    if alone is not None:
        return _total(alone, more, ask)
    if by := BY.fullmatch(text):
        cents = cents_of(by[1])
        if cents is None:
            raise IllegalDecision(
                f"how much more? {by[1]!r} is not an amount in dollars; type, for example: raise by 20", ask.cite
            )
        return _total(cents + (call.most if call else ask.already), more, ask)
    if to := TO.fullmatch(text):
        cents = cents_of(to[2])
        return _total(cents, more, ask) if cents is not None else reply_of(line, ask)
    return reply_of(more.word if text in ("bet", "b", "raise", "r") else line, ask)


def _total(cents: int, more: Choice, ask: Ask) -> str:
    """A bet or raise to a total; raises IllegalDecision where it may not be so much."""
    if more.least <= cents <= more.most:
        return f"{more.word} {cents}"
    to = dollars(more.least) + (f" to {dollars(more.most)}" if more.least < more.most else "")
    raise IllegalDecision(f"seat {ask.seat} may {more.word} to a total of {to}, not {dollars(cents)}", ask.cite)


def _everything(said: str, ask: Ask, more: Choice | None, call: Choice | None, everything: int, structure: str) -> str:
    """All the chips, or a bet of the size of the pot, if that may be bet."""
    if said == "pot":
        if structure != "pot limit":
            raise IllegalDecision(f"“pot” can be said only where the limit is the pot; this table is {structure}", ask.cite)
        if more is not None:
            return f"{more.word} {more.most}"
    elif more is not None and more.most == everything:
        return f"{more.word} {everything}"
    elif call is not None and call.most == everything:
        return "call"
    raise IllegalDecision(f"seat {ask.seat} may {ask.may}, not {said!r}", ask.cite)


def stakes_of(words: str, own: list[int]) -> tuple[int, int]:
    """Who adds how much to his table stakes: "100", or "100 to 2" where several play here; raises IllegalWager.

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
    """Which seats here sit the next hand out: none where Enter deals it, all, or those named; raises IllegalDecision.

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
    """How many letters of a choice are enough.

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
    """Whether a line answers the offer of the cut at all: a depth, a refusal, or a seed before it."""
    word = line.strip().lower()
    return word in REFUSES_CUT or word.removeprefix("cut").strip().isdecimal() or seed_in(line) is not None


def seed_in(line: str) -> str | None:
    """The seed that somebody adds ("seed a rainy Tuesday"), as it is written; None where the line is about something else.

    >>> seed_in(" Seed a rainy  Tuesday "), seed_in("seed"), seed_in("seeds of doubt")
    ('a rainy  Tuesday', '', None)
    """
    word, _, seed = line.strip().partition(" ")
    return seed.strip() if word.lower() == "seed" else None


def depth_of(line: str, cut: Cut) -> int | None:
    """The depth of a cut, None where it is refused; raises IllegalDecision for anything else."""
    word = line.strip().lower()
    if word in REFUSES_CUT:
        return None
    digits = word.removeprefix("cut").strip()
    if not re.fullmatch(r"[0-9]{1,6}", digits) or not cut.least <= int(digits) <= cut.most:
        raise IllegalDecision(
            f"the cut must be {cut.least} to {cut.most} cards deep, or refused with Enter, not {line.strip()!r}", cut.cite
        )
    return int(digits)

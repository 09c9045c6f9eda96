"""The gaming guide of a house, for patrons: how each game is played, what can be bet, what it pays, what this house chose, and
what it costs to play where the house wants that told."""

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.games import NONBANKED
from pitboss.house import House
from pitboss.money import decimal, dollars
from pitboss.printing.costs import costs
from pitboss.printing.filing import Filed, one_holder
from pitboss.printing.notices import limits, payout_limit, poker, waivers
from pitboss.printing.press import Matter
from pitboss.printing.wagers import blocks, in_order, own_limits

if TYPE_CHECKING:
    from pitboss.odds.parts import Told

WORDS = Path(__file__).with_name("guide.toml")
ABOUT = "How the games of this house are played, what can be bet, and what it pays. The full rules are kept for inspection."
EDGES = "What the house keeps on average of the wager made first, from a player who decides as well as can be."


@cache
def words() -> dict[str, Any]:
    """How the games are played, by chapter."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


def guide(all_filed: Sequence[Filed], edges: bool = False, progress: "Told" = None) -> Matter:
    """One gaming guide for all games of a house; with what the wagers cost where the house wants that told. Where `progress` is
    told of the work, also what takes minutes is worked out."""
    games = sorted(all_filed, key=lambda each: (each.book.game, each.book.chapter))
    dates = [each.dated for each in all_filed if each.dated]
    newest = max(all_filed, key=lambda each: each.effective.toordinal() if each.effective else 0)
    facility = next((each.facility for each in all_filed if each.facility), "")
    twice = {name for name in (each.book.game for each in games) if [each.book.game for each in games].count(name) > 1}
    data = {
        "name": "Gaming guide",
        "holder": one_holder(all_filed),
        "facility": facility,
        "since": newest.since,
        "about": ABOUT,
        "games": [_game(each, each.book.game in twice, edges, progress) for each in games],
    }
    return Matter("guide", "Gaming guide", data, max(dates, default=None))


def _game(filed: Filed, twice: bool, edges: bool, progress: "Told") -> dict[str, Any]:
    house, book = filed.house, filed.book
    of_poker = book.chapter in NONBANKED
    idea, steps = how(house)
    kept = costs(house, progress) if edges and not of_poker else {}
    at = f"Tables {', '.join(filed.tables)}" if len(filed.tables) > 1 else "".join(f"Table {each}" for each in filed.tables)
    return {
        "game": f"{book.game} (chapter {book.chapter})" if twice else book.game,
        "kicker": " · ".join(filter(None, (limits(house), at))),
        "idea": idea,
        "steps": steps,
        "wagers": [] if of_poker else _wagers(house),
        "poker": of_poker,
        "blocks": poker(house) if of_poker else [block.data() for block in blocks(house)],
        "choices": choices(house),
        "edges": [[wager, f"{edge:.2%}", dollars(round(edge * 10_000))] for wager, edge in kept.items()],
        "edge_note": EDGES,
    }


def _words_of(house: House) -> dict[str, Any]:
    """The words on a game; an edition may share those of another. A game of somebody's own has none."""
    found: dict[str, Any] = words().get(house.chapter.chapter, {})
    return words()[found["same"]] if "same" in found else found


def how(house: House) -> tuple[str, list[str]]:
    """How a game is played at a house: the idea of it, and its steps.

    >>> how(House.of("high-card-flush"))[0]
    'Seven cards each; the longest flush wins, and of equal lengths the highest.'
    """
    told = _words_of(house)
    return told.get("idea", ""), [_filled(each, house) for each in told.get("steps", []) if _told(each, house)]


def most_decisions(house: House) -> int | None:
    """The most decisions of a player in a round, None where the cards alone set the limit.

    >>> most_decisions(House.of("let-it-ride-poker")), most_decisions(House.of("blackjack"))
    (2, None)
    """
    return _words_of(house).get("decisions")


def _told(step: str | dict[str, Any], house: House) -> bool:
    """Whether a step belongs to this house."""
    if isinstance(step, str):
        return True
    if "unless" in step:
        return not house.get(step["unless"])
    chosen = house.get(step["when"])
    return bool(chosen == step["is"] if "is" in step else chosen)


def _filled(step: str | dict[str, Any], house: House) -> str:
    text = step if isinstance(step, str) else step["says"]
    return str(text.format_map(house.values)) if "{" in text else str(text)


def _wagers(house: House) -> list[dict[str, str]]:
    """The wagers that can be made here: what each is for, and its limits where it has some of its own."""
    told = _words_of(house).get("wagers", {})
    return [
        {"name": wager.name, "limits": own_limits(house, wager.name), "words": _filled(told.get(wager.name, ""), house)}
        for wager in in_order(house)
    ]


# ---------------------------------------------------------------- what this house chose


def choices(house: House) -> list[str]:
    """What a patron would ask about this house, a sentence each.

    >>> choices(House.of("blackjack", {"decks": 8, "boxes": 2}))[:2]
    ['8 decks are in play.', 'You may bet on up to 2 boxes side by side.']
    """
    found = [say(house.values[name], house) for name, say in SAYINGS.items() if name in house.values]
    found += [f"{notice.text}." for notice in (*payout_limit(house), *waivers(house))]
    return [each for each in found if each]


def _decks(decks: Any, house: House) -> str:
    return "One deck is in play." if decks == 1 else f"{decks} decks are in play."


def _resplits(times: Any, house: House) -> str:
    if not times:
        return "A split hand may not be split again."
    often = "once more" if times == 1 else f"{times} more times"
    aces = "" if house.get("resplit_aces", True) else ", but aces only once"
    return f"After a split you may split {often}{aces}."


def _meter(offered: Any, house: House) -> str:
    if not offered or not house.get("progressive_rate"):
        return ""
    rate, reset = decimal(house["progressive_rate"]), dollars(house["progressive_reset"])
    return f"{rate}% of each progressive wager goes to the meter, which starts again from {reset}."


def _bank(offered: Any, house: House) -> str:
    if not offered:
        return ""
    return (
        "Players are offered the bank, and may share it with the house."
        if house["co_banking"]
        else "Players are offered the bank."
    )


def _rounded(step: Any, house: House) -> str:
    return f"The vigorish is rounded up to the next {step} cents." if step else "The vigorish is taken to the cent."


def _check_raise(allowed: Any, house: House) -> str:
    return "You may check and raise later in the same round." if allowed else "Who has checked may not raise in that round."


SAYINGS: dict[str, Callable[[Any, House], str]] = {
    "decks": _decks,
    "boxes": lambda boxes, _: f"You may bet on up to {boxes} boxes side by side." if boxes > 1 else "",
    "two_positions": lambda allowed, _: "You may bet on two positions side by side." if allowed else "",
    "mid_shoe_entry": lambda allowed, _: "" if allowed else "Who sat out a round bets again only after the shuffle.",
    "resplits": _resplits,
    "even_money": lambda offered, _: "With Blackjack against an ace you may take even money." if offered else "",
    "player_bank": _bank,
    "vigorish_rounding": _rounded,
    "check_raise": _check_raise,
    "show_discarded_hands": lambda shown, _: "Losing hands must be shown at the showdown." if shown else "",
    "progressive_payout": _meter,
    "progressive_jackpot": _meter,
    "abandoned_wagers_lose": lambda lost, _: "If you leave during a round, your wagers are lost." if lost else "",
    "dealing": lambda how, _: "The cards are dealt from the dealer's hand." if how == "hand" else "",
}

"""Who is dealt in, and what a plain player does."""

from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.table.round import Round
from pitboss.table.steps import Ask
from pitboss.table.table import Table


def dealt_in(table: Table) -> dict[int, dict[str, int]]:
    """Every seated player with chips enough for the opening bets and one bet more (§ 553.8(b)(3), § 637a.8(b)(4))."""
    house = table.house
    variant = VARIANTS[house["variant"]]
    blinds = (house["small_blind"], house["big_blind"], *house["additional_blinds"])
    opening = house["ante"] + (max(blinds) if variant.blinds else house["forced_bet"])
    needed = opening + house["small_bet"]
    passed_over = table.memory.pop("passed over", set())
    any_stack = table.memory.get("any stack")
    seated = [n for n, seat in table.seats.items() if seat.cents >= needed or (any_stack and seat.cents)]
    return {n: {} for n in seated if n not in passed_over} if len(seated) > 1 else {}


def bot(t: Round, ask: Ask) -> str:
    """Checks, calls small bets and folds to large ones."""
    return advice(t, ask)[0]


def advice(t: Round, ask: Ask) -> tuple[str, str]:
    """A plain player: never bets, calls what costs little."""
    words = {c.word: c for c in ask.choices}
    for word in ("check", "keep", "no straddle"):
        if word in words:
            return word, "it costs nothing"
    call = words.get("call")
    if call is not None and (call.most - ask.already) * 4 <= t.table.chips(ask.seat):
        return "call", "it costs less than a quarter of the stack"
    return "fold", "it costs too much of the stack"

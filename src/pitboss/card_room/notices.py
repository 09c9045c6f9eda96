"""What is posted about a Bad Beat payout or a High Hand Jackpot."""

from collections.abc import Iterable

from pitboss.card_room.funds import Fund
from pitboss.games.nonbanked.payouts import payout_words, payouts
from pitboss.money import dollars

IDENTIFICATION = "valid identification"


def notice(fund: Fund) -> Iterable[tuple[str, str]]:
    """What is posted about a fund, each line with its paragraph (§ 553.20(b), § 637a.15(b), § 637a.16(b))."""
    s, house = fund.section, fund.house
    prefix = fund.kind.replace(" ", "_")
    most, least = house.values[f"{prefix}_contribution"], house.values[f"{prefix}_minimum_pot"]
    if fund.kind == "bad beat":
        yield f"{s}(b)(1)", f"{dollars(most)} of each pot at most: {house['bad_beat_method']}{_levels(fund)}"
        yield f"{s}(b)(2)", f"from pots of {dollars(least)} or more" if least else "from every pot"
        for hand, rows in payouts(house).items():
            yield f"{s}(b)(3)", f"a losing hand of {hand}; {', '.join(map(payout_words, rows))}"
        yield f"{s}(g)", f"paid in {house['bad_beat_paid_in']} at the {house['bad_beat_paid_at']}"
        return
    period, limit = house["high_hand_qualifying_period"], house["high_hand_claim_limit"]
    yield f"{s}(b)(1)", f"collected for {house['high_hand_collection_period']} minutes; hands qualify for {period} minutes"
    yield f"{s}(b)(2)", f"{dollars(most)} of each pot at most{_levels(fund)}"
    yield f"{s}(b)(3)", f"from pots of {dollars(least)} or more" if least else "from every pot"
    yield f"{s}(b)(4)", f"{house['high_hand_minimum_players']} players or more dealt in"
    yield f"{s}(b)(5)", f"the same highest hand: {house['high_hand_division']}"
    when = f"within {limit} days" if limit else "without a time limit"
    yield f"{s}(b)(6)", f"to be collected {when}; players need not be present at the end of the period"
    more = house["high_hand_restrictions"]
    yield f"{s}(b)(7)", IDENTIFICATION if IDENTIFICATION in more else f"{IDENTIFICATION}; {more}"


def _levels(fund: Fund) -> str:
    """At which pots a contribution is taken, where it grows with the pot; "" where all of it is taken at once."""
    levels = fund.house.values[f"{fund.kind.replace(' ', '_')}_levels"]
    return "".join(f"; {dollars(level['take'])} as the pot reaches {dollars(level['pot'])}" for level in levels)

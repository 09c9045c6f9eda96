"""The payouts of a Bad Beat: the rows of the submission for each losing hand that it names (§ 553.20(b)(3),
§ 637a.15(b)(3))."""

from collections.abc import Iterator
from typing import Any

from pitboss.errors import NotAuthorized
from pitboss.games.nonbanked.jackpot_hands import least_hand, named_hands
from pitboss.games.nonbanked.schedules import Row, percent
from pitboss.hands.ranking import Value
from pitboss.house import House
from pitboss.house.problems import Problem
from pitboss.money import decimal, dollars

GROUPS = ("losing hand", "winning hand", "players")
SHARES: tuple[Row, ...] = (
    {"to": "losing hand", "percent": 50},
    {"to": "winning hand", "percent": 25},
    {"to": "players", "percent": 25},
)  # the default rows


def is_payout(row: Any) -> bool:
    """True if a row states a recipient and a share of the fund or an amount, for one losing hand or for all."""
    if not isinstance(row, dict) or row.get("to") not in GROUPS or not isinstance(row.get("hand", ""), str):
        return False
    paid = set(row) - {"hand", "to"}
    if paid == {"percent"}:
        return 0 < percent(row["percent"]) <= 100
    return paid == {"cents"} and type(row["cents"]) is int and row["cents"] > 0


def payouts(house: House) -> dict[str, list[Row]]:
    """The rows of each hand that makes a Bad Beat when it loses, the lowest hand first. Rows that name no hand belong to
    `bad_beat_hands`, and a hand without rows has the default shares."""
    found: dict[str, list[Row]] = {words: [] for words in named_hands(house)}
    for row in house["bad_beat_payouts"]:
        found.setdefault(row.get("hand") or house["bad_beat_hands"], []).append(row)
    return {words: rows or list(SHARES) for words, rows in found.items()}


def payout_of(house: House, hand: Value) -> list[Row]:
    """The rows by which a losing hand is paid: those of the highest named hand that it reaches."""
    rows = payouts(house)
    return next((rows[words] for words, least in reversed(named_hands(house).items()) if hand >= least), list(SHARES))


def payout_problems(house: House) -> Iterator[Problem]:
    """Every named hand must exist, the shares of a hand must not exceed the fund (§ 553.20(a), § 637a.15(a)), and rows that
    name no hand need one in `bad_beat_hands`."""
    option = "bad_beat_payouts"
    said = {house["bad_beat_hands"]: "bad_beat_hands"} | {
        row["hand"]: option for row in house["bad_beat_payouts"] if row.get("hand")
    }
    for words, stated in said.items():
        try:
            least_hand(words or "straight flush", house.section(stated))
        except NotAuthorized as error:
            yield house.problem(error.message, stated, "bad-beat-hand-named", allowed='hands such as "four 8s or better"')
            return
    found = payouts(house)
    if "" in found and len(found) > 1:
        message = "bad_beat_payouts without a hand are those of bad_beat_hands, which names none"
        yield house.problem(message, option, "bad-beat-rows-named", needs=("bad_beat_hands",))
    for words, rows in found.items():
        if (shared := sum(percent(row["percent"]) for row in rows if "percent" in row)) > 100:
            of = f" for {words}" if words else ""
            message = f"bad_beat_payouts share out {decimal(shared)}% of the fund{of}, more than the fund"
            fund = house.section(option).replace("(b)(3)", "(a)")
            fix = "share out 100% or less"
            yield house.problem(message, option, "shares-within-fund", cite=fund, allowed={"max": 100}, fix=fix)


def payout_words(row: Row) -> str:
    """A row in the words of the posted notice.

    >>> payout_words({"to": "losing hand", "percent": 12.5}), payout_words({"to": "players", "cents": 100_000})
    ('12.5% to the losing hand', '$1,000 to the players')
    """
    much = dollars(row["cents"]) if "cents" in row else f"{decimal(percent(row['percent']))}%"
    return f"{much} to the {row['to']}"

"""Slips that people at a Poker table fill in by hand: the High Hand Tracking Slip (§ 637a.16(f)), and the documentation of a
count of Bad Beat or High Hand Jackpot payout boxes (§ 553.20(d)(1), § 637a.15(d)(1), § 637a.16(d)(1))."""

from typing import Any

from pitboss.errors import PitbossError
from pitboss.games import NONBANKED
from pitboss.printing.filing import Filed
from pitboss.printing.notices import sign_of
from pitboss.printing.press import Matter

TRACKING, BAD_BEAT, HIGH_HAND = "high-hand", "bad-beat-count", "high-hand-count"
VALUES = ("$100 chips", "$25 chips", "$5 chips", "$1 chips", "50¢ chips", "Currency")
CREDENTIAL = "Board-issued credential number"
TRACKING_NOTE = "A full house or better is verified by a floorperson or above; after that each higher hand of the period."
TRACKED = (  # § 637a.16(f)(1) to (5)
    "No.",
    "Time",
    "Player's name",
    "Phone number",
    "Seat",
    "Table",
    "Hand",
    "Dealer's name",
    "Dealer's credential no.",
    "Verified by, signature",
    "Credential no.",
)


def slips(filed: Filed, kind: str = "") -> Matter:
    """The slips of a Poker table: one kind, or those of the jackpots that the house offers. A chapter as printed has all."""
    number = filed.book.chapter
    if number not in NONBANKED:
        raise PitbossError(f"chapter {number} has no slips; Poker has: 553 and 637a")
    known = sign_of(number).slips
    if kind and kind not in known:
        raise PitbossError(f"chapter {number} has no slip {kind!r}; it has {', '.join(known)}")
    wanted = [kind] if kind else _offered(filed)
    if not wanted:
        raise PitbossError(f"{filed.source} offers no jackpot and needs no slip; --kind {next(iter(known))} prints one")
    made = [_slip(filed, each, known[each]) for each in wanted]
    return Matter("slips", made[0]["title"] if len(made) == 1 else f"{filed.book.game}: slips", {"slips": made}, filed.dated)


def _offered(filed: Filed) -> list[str]:
    house = filed.house
    known = sign_of(filed.book.chapter).slips
    if filed.edition and not house.given:
        return list(known)
    bad_beat = house.get("bad_beat") or house.get("bad_beat_contribution")
    return [each for each in known if (bad_beat if each == BAD_BEAT else house.get("high_hand"))]


def _in_words(filed: Filed) -> str:
    """What § 637a.16(b)(5) and § 637a.16(i) leave to the words of the house."""
    division, uncollected = filed.house["high_hand_division"], filed.house["high_hand_uncollected"]
    found = f" Equal hands of the period, as this house has it: {division} (§ 637a.16(b)(5))."
    return found + (f" Not collected in time: {uncollected} (§ 637a.16(i))." if uncollected else "")


def _slip(filed: Filed, kind: str, cite: str) -> dict[str, Any]:
    shared = {"kind": kind, "cite": f"§ {cite}", "holder": filed.holder, "facility": filed.facility}
    if kind == TRACKING:
        return shared | {
            "title": "High Hand Tracking Slip",
            "blanks": ["Date", "Qualifying period from", "to", "Slip number"],
            "columns": TRACKED,
            "lines": 9,
            "note": TRACKING_NOTE + _in_words(filed),
        }
    fund = "Bad Beat" if kind == BAD_BEAT else "High Hand"
    return shared | {
        "title": f"{fund} count slip",
        "blanks": ["Table number", "Payout box number", "Date", "Time"],
        "counted": VALUES,
        "note": "Counted at a closed Poker table and recorded by surveillance; the slip goes with the contents, in a locked "
        "container, to the cage.",
        "signed": [
            ("Dealer who counted, signature", CREDENTIAL),
            ("Floorperson or above who witnessed, signature", CREDENTIAL),
            ("Security employee who transported, signature", CREDENTIAL),
            ("Cashier who counted or verified, signature", "Amount verified"),
        ],
    }

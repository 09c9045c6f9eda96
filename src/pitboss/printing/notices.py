"""What a sign at the table must say beside the payouts: the notices of section .2, the payout limit, and at Poker what is bet,
raked and put by (§ 553.15(c), § 553.18, § 637a.8(k), § 637a.17(c) and the sections of the games)."""

from dataclasses import dataclass, field
from typing import Any

from pitboss.felt.areas import notices_of
from pitboss.games import NONBANKED, game
from pitboss.games.nonbanked.betting import posted_limits
from pitboss.games.nonbanked.payouts import payouts
from pitboss.games.nonbanked.schedules import Row, percent
from pitboss.games.nonbanked.variants import VARIANTS
from pitboss.house import House
from pitboss.house.payout_limits import full_notice
from pitboss.money import decimal, dollars
from pitboss.printing.wagers import cited
from pitboss.rulebook import chapter
from pitboss.submissions.waived import notice, waived

NTH = {1: "second", 2: "third", 3: "fourth", 4: "fifth"}  # betting round, by how many have begun before it


@dataclass(frozen=True)
class Notice:
    """A sentence on a sign, and the paragraph that asks for it."""

    text: str
    cite: str

    def data(self) -> dict[str, str]:
        """As the template takes it."""
        return {"text": self.text, "cite": f"§ {self.cite}"}


@dataclass(frozen=True)
class Sign:
    """What a chapter's file says in `[sign]`: the paragraph that has a sign at the table, words that only the sign has, and
    at Poker the slips that go with it, each with its paragraph."""

    posted: str = ""
    words: tuple[Notice, ...] = ()
    slips: dict[str, str] = field(default_factory=dict)


def sign_of(number: str) -> Sign:
    """The sign that a chapter asks for.

    >>> sign_of("three-card-poker").posted, sign_of("pai-gow-poker-2010").posted
    ('565.2(c)', '')
    """
    return chapter(number).part("sign", Sign)


def notices(house: House) -> list[Notice]:
    """What patrons must be able to read, whether or not the layout has it too (§ 657a.2(b)(6), § 677a.2(b)(9))."""
    on_the_felt = [Notice(line.text, line.cite) for line in notices_of(house)]
    return [*on_the_felt, *sign_of(house.chapter.chapter).words, *payout_limit(house), *waivers(house)]


def waivers(house: House) -> list[Notice]:
    """What is done here otherwise than the chapter has it, by leave of the Board (§ 521.5)."""
    return [Notice(notice(problem), problem.section) for problem in waived(house)]


def payout_limit(house: House) -> list[Notice]:
    """The payout limit, where the house has one: on a sign always its amount, what it holds for and which wagers count
    (§ 559.2(b)(6), § 633a.2(b)(12), § 645a.2(b)(10)).

    >>> [notice.text for notice in payout_limit(House.of("texas-hold-em-bonus-poker"))]
    ['Payout limit $50,000 per hand for Ante, Flop, Turn, River and Bonus Wagers together']
    """
    if not house.get("payout_limit"):
        return []
    return [Notice(full_notice(house), house.section("payout_limit"))]


def limits(house: House) -> str:
    """The least and the largest wager, in the words of a sign.

    >>> limits(House.of("three-card-poker")), limits(House.of("poker")), limits(House.of("poker", {"structure": "no limit"}))
    ('$5 – $500', '$5 – $10', '$5 minimum')
    """
    if house.chapter.chapter in NONBANKED:
        least, most = posted_limits(house)
    else:
        offer = game(house.chapter.chapter)
        least, most = offer.amounts(house, offer.wagers[0])
    return f"{dollars(least)} – {dollars(most)}" if most else f"{dollars(least)} minimum"


Fact = tuple[str, str, str]  # what, how much, and the paragraph


def poker(house: House) -> list[dict[str, Any]]:
    """The blocks of a Poker sign: what is bet, what the house takes, what jackpots there are."""
    found = [("Betting", _betting(house)), ("Rake", _rake(house)), ("Bad Beat payout", _bad_beat(house))]
    found.append(("High Hand Jackpot", _high_hand(house)))
    return [_facts(title, rows) for title, rows in found if rows]


def _facts(title: str, rows: list[Fact]) -> dict[str, Any]:
    cites = list(dict.fromkeys(cite for *_, cite in rows))
    shown = [[what, how] for what, how, _ in rows]
    return {
        "title": title,
        "cite": cited(cites),
        "limits": "",
        "parts": [{"condition": "", "rows": shown}],
    }


def _betting(house: House) -> list[Fact]:
    """What is posted at a Poker table: limits and raises, Ante, blinds or Forced Bet, Straddle, Kill."""
    cite = house.section
    variant = VARIANTS[house["variant"]]
    raises = house["maximum_raises"]
    found: list[Fact] = []
    if house["structure"] == "limit":
        found.append(("Bets and raises, early rounds", dollars(house["small_bet"]), cite("small_bet")))
        found.append(("Bets and raises, later rounds", dollars(house["big_bet"]), cite("big_bet")))
    found.append(("Raises in a betting round", _raises(raises), cite("maximum_raises")))
    found += [(_raising(row), _raises(row["raises"]), cite("raise_schedule")) for row in house["raise_schedule"]]
    if not house["check_raise"]:
        found.append(("Raising after a check", "not permitted", cite("check_raise")))
    ante = dollars(house["ante"]) if house["ante"] else "none"
    if house["ante"] and house["ante_from"] != "every player":
        ante += f", for all by the player with the {house['ante_from']}"
    found.append(("Ante", ante, cite("ante")))
    if variant.blinds:
        blinds = [house["small_blind"], house["big_blind"], *house["additional_blinds"]]
        found.append(("Blind Bets", " and ".join(dollars(each) for each in blinds if each), cite("small_blind")))
    else:
        found.append(("Forced Bet", dollars(house["forced_bet"]), cite("forced_bet")))
    if house.get("straddle"):
        most = f" to {dollars(house['straddle_maximum'])}" if house["straddle_maximum"] else ""
        found.append(("Straddle Bet", dollars(house["straddle_amount"]) + most, cite("straddle")))
    if house["kill"]:
        pots = f"{dollars(house['qualifying_pot'])} or more"
        found.append((f"{house['kill'].capitalize()} option, pots of", pots, cite("kill")))
    if house["minimum_bet_increase"]:
        more = f"at most {dollars(house['minimum_bet_increase'])}"
        found.append(("The minimum, raised by agreement", more, cite("minimum_bet_increase")))
    return found


def _raises(most: int) -> str:
    return f"at most {most}" if most else "no restriction"


def _raising(row: Row) -> str:
    """When another restriction of raises holds.

    >>> _raising({"players": 2, "raises": 0}), _raising({"betting_rounds": 3, "small_bet": 2000, "raises": 4})
    ('Raises with at most 2 players', 'Raises in the first 3 betting rounds, with bets of $20 or more')
    """
    words = []
    if "players" in row:
        words.append(f"with at most {row['players']} players")
    if "betting_rounds" in row:
        words.append(f"in the first {row['betting_rounds']} betting rounds")
    if "small_bet" in row:
        words.append(f"with bets of {dollars(row['small_bet'])} or more")
    return "Raises " + (", ".join(words) or "otherwise")


def _rake(house: House) -> list[Fact]:
    """The type and the amount of the rake (§ 553.15(c), § 637a.17(c))."""
    kind, cite = house["rake"], house.section
    found: list[Fact] = []
    if "percentage" in kind:
        share = f"{decimal(house['rake_percent'])}%" if house["rake_percent"] else "none"
        found.append(("Share of each pot", share, cite("rake_percent")))
    if "incremental" in kind:
        for level in house["rake_levels"]:
            found.append((f"Pot of {dollars(level['pot'])}", dollars(level["take"]), cite("rake_levels")))
    if house["rake_maximum"]:
        found.append(("At most in a round", dollars(house["rake_maximum"]), cite("rake_maximum")))
    for row in house["rake_schedule"]:
        found.append((when(row), taken(row), cite("rake_schedule")))
    if house["rake_rounding"] and "percentage" in kind:
        found.append(("Rounded down to", dollars(house["rake_rounding"]), cite("rake_rounding")))
    if "time" in kind:
        charge = f"{dollars(house['time_charge'])} an hour for each {house['time_charge_basis']}"
        found.append((f"Time charge, every {house['time_charge_minutes']} minutes", charge, cite("time_charge")))
    return found


def when(row: Row) -> str:
    """When a row of a rake that is not always the same holds.

    >>> when({"players": 4, "betting_rounds": 1})
    'With at most 4 players, pots won before the second betting round'
    """
    rounds = row.get("betting_rounds")
    parts = [f"with at most {row['players']} players"] if "players" in row else []
    if rounds is not None:
        parts.append(f"pots won before the {NTH[rounds]} betting round" if rounds in NTH else f"up to betting round {rounds}")
    if "small_bet" in row:
        parts.append(f"bets from {dollars(row['small_bet'])}")
    words = ", ".join(parts) or "always"
    return words[0].upper() + words[1:]


def taken(row: Row) -> str:
    """What such a row takes."""
    share = f"{decimal(percent(row['percent']))}%" if "percent" in row else ""
    most = f"at most {dollars(row['maximum'])}" if "maximum" in row else ""
    levels = [f"{dollars(each['take'])} from {dollars(each['pot'])}" for each in row.get("levels", ())]
    return ", ".join(filter(None, (share, *levels, most)))


def _share(row: Row) -> str:
    return dollars(row["cents"]) if "cents" in row else f"{decimal(percent(row['percent']))}% of the fund"


def _at_least(cents: int) -> str:
    """The pots from which a contribution is taken.

    >>> _at_least(2000), _at_least(0)
    ('$20 or more', 'any amount')
    """
    return f"{dollars(cents)} or more" if cents else "any amount"


def shared(row: Row) -> str:
    """What an entry of the Bad Beat payouts gives to whom, in one line.

    >>> shared({"to": "losing hand", "percent": 50}), shared({"hand": "four 8s or better", "to": "players", "cents": 100_000})
    ('50% of the fund to the losing hand', '$1,000 to the players with four 8s or better')
    """
    return f"{_share(row)} to the {row['to']}{f' with {hand}' if (hand := row.get('hand')) else ''}"


def _bad_beat(house: House) -> list[Fact]:
    """Eligibility for the Bad Beat payout (§ 553.20(b), § 637a.15(b))."""
    if not (house.get("bad_beat") or house.get("bad_beat_contribution")):
        return []
    cite = house.section
    found: list[Fact] = []
    if isinstance(house["bad_beat_hands"], str) and house["bad_beat_hands"]:
        found.append(("Losing hand", house["bad_beat_hands"], cite("bad_beat_hands")))
    for hand, rows in payouts(house).items():
        for row in rows:
            paid = _share(row)
            of = f", {hand}" if len(payouts(house)) > 1 else ""
            found.append((f"To the {row['to']}{of}", paid, cite("bad_beat_payouts")))
    found.append(("From each pot, at most", dollars(house["bad_beat_contribution"]), cite("bad_beat_contribution")))
    found.append(("From pots of", _at_least(house["bad_beat_minimum_pot"]), cite("bad_beat_minimum_pot")))
    return found


def _high_hand(house: House) -> list[Fact]:
    """The rules of the High Hand Jackpot that are posted (§ 637a.16(b))."""
    if not house.get("high_hand"):
        return []
    cite = house.section
    days = house["high_hand_claim_limit"]
    return [
        ("Qualifying period", f"{house['high_hand_qualifying_period']} minutes", cite("high_hand_qualifying_period")),
        ("Collection period", f"{house['high_hand_collection_period']} minutes", cite("high_hand_collection_period")),
        ("From each pot, at most", dollars(house["high_hand_contribution"]), cite("high_hand_contribution")),
        ("From pots of", _at_least(house["high_hand_minimum_pot"]), cite("high_hand_minimum_pot")),
        ("Players dealt in, at least", str(house["high_hand_minimum_players"]), cite("high_hand_minimum_players")),
        ("Equal hands", str(house["high_hand_division"]), cite("high_hand_division")),
        ("To be collected within", f"{days} days" if days else "no limit", cite("high_hand_claim_limit")),
        ("A winner need not be present but shows", str(house["high_hand_restrictions"]), cite("high_hand_restrictions")),
    ]

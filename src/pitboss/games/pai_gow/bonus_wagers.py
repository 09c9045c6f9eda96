"""The optional wagers on a player's seven cards, and the Envy Bonus (§ 645a.11(h), (i), § 645a.13(b)–(f))."""

from pitboss.cards import ACE, JOKER, Card
from pitboss.games.pai_gow.rules import EnvyHand, play_of
from pitboss.hands import PAI_GOW_HIGH, emperors_treasure, fortune_bonus, pai_gow_progressive
from pitboss.rulebook import Paytable, chapter
from pitboss.table.money.progressive import pay_progressive
from pitboss.table.round import SEATS, Round

BOOK = chapter("645a")
FORTUNE, TREASURE, INSURANCE, PROGRESSIVE = "Fortune Bonus", "Emperor's Treasure", "Pai Gow Insurance", "Progressive Payout"
ENVY = "Envy Bonus"
OPTIONS = {FORTUNE: "fortune_bonus", TREASURE: "emperors_treasure"}
QUALIFYING: int = BOOK.limit("qualifying_wager")

# Names of hands in § 645a.13, by their names in the rankings.
ROWS = {
    "seven-card straight flush with no joker": "7 card Straight Flush",
    "seven-card straight flush": "7 card Straight Flush",
    "royal flush plus royal match": "Royal Flush and Royal Match",
    "royal flush plus ace and king suited": "Royal Flush and Ace King suited",
    "seven-card straight flush with joker": "7 card Straight Flush with Joker",
    "five aces": "5 Aces",
}
HIGH_CARDS = {7: "Nine-High", 8: "Ten-High", 9: "Jack-High", 10: "Queen-High", 11: "King-High", 12: "Ace-High"}
RANKED = {FORTUNE: fortune_bonus, TREASURE: emperors_treasure}


def row_of(wager: str, seven: list[Card]) -> str:
    """The printed row of a wager for seven cards, "" for none."""
    if wager == INSURANCE:
        if PAI_GOW_HIGH.category(seven) != "high card":
            return ""
        return HIGH_CARDS[max(ACE if card == JOKER else card >> 2 for card in seven)]
    hand = pai_gow_progressive(seven) if wager == PROGRESSIVE else RANKED[wager](seven)
    return ROWS.get(hand, hand)


def note_lammers(t: Round) -> None:
    """§ 645a.1: a player with a Qualifying Wager gets an Envy lammer (§ 645a.8(b)(1), § 645a.9(a)(3)(i),
    § 645a.10(a)(2)(i))."""
    play = play_of(t)
    play.qualifying = {w: with_qualifying_wager(t, w) if t.house.values[OPTIONS[w]] else [] for w in RANKED}
    play.lammers = sorted({seat for seats in play.qualifying.values() for seat in seats})


def with_qualifying_wager(t: Round, wager: str) -> list[int]:
    """The seats with a Qualifying Wager."""
    return [seat for seat in t.seats if t.holds(seat, wager) >= QUALIFYING]


def settle_bonus_wagers(t: Round, seat: int) -> None:
    """§ 645a.11(h): rearrange the seven cards to the highest hand, and settle every optional wager of the seat before they are
    collected (§ 645a.11(i)). A hand stays on the table if Envy Bonuses depend on it, or if its progressive payout must be
    documented (§ 645a.11(h)(4)(ii)(D))."""
    play, place = play_of(t), SEATS[seat]
    seven, mine = t.hands.get(place, ()), t.wagers.get(seat)
    if len(seven) != 7:
        return
    if not mine and not play.lammers and seat not in t.progressive:
        t.discard("645a.11(g)", place)
        return
    made = [wager for wager in LOSES if wager in mine] if mine else []
    t.reveal("645a.11(h)", SEATS[seat], seven, PAI_GOW_HIGH.in_full(PAI_GOW_HIGH.value(seven)))
    collected = "645a.11(g)"
    for wager in made:
        collected = settle_one(t, seat, wager, row_of(wager, seven))
    if seat in t.progressive:
        collected = settle_progressive(t, seat, row_of(PROGRESSIVE, seven))
    if not acknowledge_envy(t, seat, seven, made) and seat not in play.documented:
        if collected != "645a.11(g)" and sum(bool(w.option and t.house.values[w.option]) for w in t.table.game.wagers) > 1:
            collected = "645a.11(i)"  # several such wagers are offered
        t.discard(collected, SEATS[seat])


LOSES = {FORTUNE: "645a.11(h)(1)(i)(A)", TREASURE: "645a.11(h)(2)(i)(A)", INSURANCE: "645a.11(h)(3)(i)"}
ENVIED = {FORTUNE: "645a.11(h)(1)(i)(C)", TREASURE: "645a.11(h)(2)(i)(C)"}  # without the wager
WINS = {FORTUNE: "645a.11(h)(1)(i)(B)", TREASURE: "645a.11(h)(2)(i)(B)", INSURANCE: "645a.11(h)(3)(ii)"}


def settle_one(t: Round, seat: int, wager: str, row: str) -> str:
    """Settle a wager with a pay table (§ 645a.13(b), § 645a.13(c), § 645a.13(d)): paid by its row within the payout limit, or
    collected. Returns the paragraph."""
    table = t.house.paytable(wager)
    odds = table.odds(row) if row else None
    if odds is None:
        t.collect(LOSES[wager], seat, wager)
        return LOSES[wager]
    t.say(WINS[wager], row, SEATS[seat])
    most = payout_left(t, seat)
    spend(t, seat, t.pay(table.section, seat, wager, odds, most))
    return WINS[wager]


def settle_progressive(t: Round, seat: int, row: str) -> str:
    """§ 645a.11(h)(4): pay from the meter as it stands at this player's turn (§ 645a.13(e)(3)), or a fixed payment. Returns the
    paragraph. Payouts that do not come from the table inventory need documentation."""
    odds = t.house.paytable(PROGRESSIVE).odds(row)
    if odds is None:
        t.say("645a.11(h)(4)(i)", "the Progressive Payout Wager has lost", SEATS[seat])
        return "645a.11(h)(4)(i)"
    t.say("645a.11(h)(4)(ii)(A)", f"verifies the hand: {row}", SEATS[seat])
    t.say("645a.11(h)(4)(ii)(B)", "the light of the progressive system is on", SEATS[seat])
    t.say("645a.11(h)(4)(ii)(C)", "a floorperson validates the payout", SEATS[seat])
    t.say("645a.11(h)(4)(ii)(D)", f"pays {odds}", SEATS[seat])
    spend(t, seat, pay_progressive(t, "645a.13(e)(1)", seat, odds, most=payout_left(t, seat)))
    if odds.kind == "meter":
        play_of(t).documented.append(seat)
    return "645a.11(h)(4)(ii)(D)"


def payout_left(t: Round, seat: int) -> int | None:
    """§ 645a.13(f): the cents that the payout limit still allows for this hand."""
    limit: int = t.house["payout_limit"]
    return play_of(t).payout_left.setdefault(seat, limit) if limit else None


def spend(t: Round, seat: int, cents: int) -> None:
    """Count winnings against the payout limit."""
    if t.house["payout_limit"]:
        play_of(t).payout_left[seat] -= cents


# § 645a.11(h)(1)(ii), (2)(ii) ----------------------------------------------- Envy Bonus


def envy_row(t: Round, wager: str, seven: list[Card]) -> str:
    """The row of a wager's Envy Bonus for seven cards, "" if the wager is not offered or the hand has none."""
    if not t.house.values[OPTIONS[wager]]:
        return ""
    row = row_of(wager, seven)
    return row if envy_table(t, wager).odds(row) else ""


def envy_table(t: Round, wager: str) -> Paytable:
    """The Envy Bonus column of the table in force for a wager."""
    return t.house.paytable(ENVY, t.house.values[OPTIONS[wager]], wager)


def acknowledge_envy(t: Round, seat: int, seven: list[Card], made: list[str]) -> bool:
    """True if the cards stay face up as an Envy Bonus Qualifying Hand: if another player has placed a Qualifying Wager; for a
    player who made the wager, if any player has (§ 645a.11(h)(1)(i)(B), (C), § 645a.11(h)(2)(i)(B), (C))."""
    play, stays = play_of(t), False
    for wager in RANKED if play.lammers else ():
        # A player without the wager has made no Qualifying Wager either, so any Qualifying Wager is another player's.
        if play.qualifying[wager] and envy_row(t, wager, seven):
            t.say(WINS[wager] if wager in made else ENVIED[wager], "an Envy Bonus Qualifying Hand", SEATS[seat])
            play.envy_hands.append(EnvyHand(wager, seat, envy_row(t, wager, seven)))
            stays = True
    return stays


def pay_envy_bonuses(t: Round) -> None:
    """Pay each player with an Envy lammer for every other player's qualifying hand (§ 645a.11(h)(1)(ii), § 645a.11(h)(2)(ii)),
    those of the Fortune Bonus first, but not for the player's own hand or the dealer's. Then the remaining cards are
    collected."""
    seats, play = t.table.seats, play_of(t)
    for wager, holder, row in sorted(play.envy_hands, key=lambda hand: hand.wager != FORTUNE):
        table = envy_table(t, wager)
        amount = table.odds(row)
        assert amount is not None
        for seat in t.counterclockwise(play.qualifying[wager]):
            if seats[seat].player != seats[holder].player and seat not in t.left and seat not in play.voided:
                t.bonus(table.section, seat, ENVY, int(amount.value), f"for the {row} of seat {holder}")
    for wager, holder, _ in play.envy_hands:
        if holder not in play.documented:
            t.discard("645a.11(h)(1)(iii)" if wager == FORTUNE else "645a.11(h)(2)(iii)", SEATS[holder])
    for seat in play.documented:
        t.discard("645a.11(h)(4)(ii)(D)", SEATS[seat], "the documentation of the progressive payout is complete")

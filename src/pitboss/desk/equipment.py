"""The checklist of a table: the physical things of sections .2 and .3 and of a few others, and the people at it, each with its
paragraph and with what this house's choices make of it. What a choice does away with is not on the list of its table."""

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.desk.things import things_of
from pitboss.felt.areas import cite_of, design_of, inscriptions_of, made_here
from pitboss.felt.position import seats_of
from pitboss.house import House
from pitboss.money import dollars
from pitboss.rulebook import Chapter, Limit
from pitboss.words import many, with_article

TABLE, SIGNS, DEVICES, CARDS, PEOPLE = "Table", "Signs and notices", "Devices", "Cards", "People"
GROUPS = (TABLE, SIGNS, DEVICES, CARDS, PEOPLE)
Here = Callable[[House, str], str | None]  # what a paragraph asks of this house's table; None where it does not concern it


@dataclass(frozen=True)
class Item:
    """One line of a checklist: the paragraph, what it requires of every table, and what that is here."""

    section: str
    group: str
    thing: str
    requires: str
    here: str


def checklist(house: House) -> list[Item]:
    """Everything that the table of a house must have, group by group."""
    book = house.chapter
    found = [item for thing, cites in things_of(book).items() for item in _items(house, thing, cites)]
    found += _machines(house)
    return sorted(found, key=lambda item: GROUPS.index(item.group))


def _items(house: House, thing: str, cites: list[str]) -> list[Item]:
    group, here_of = THINGS[thing]
    found = []
    for cite in cites:
        if (here := here_of(house, cite)) is not None:
            found.append(Item(cite, group, thing, house.chapter.paragraphs[cite].says, here))
    return found


def limit_of(book: Chapter, name: str) -> Limit | None:
    """A limit of a chapter with its paragraph, None where it has none of that name."""
    return next((limit for limit in book.limits if limit.name == name), None)


def _number(house: House, name: str, otherwise: int = 1) -> int:
    limit = limit_of(house.chapter, name)
    return int(limit.value) if limit is not None else otherwise


# ---------------------------------------------------------------------------- table and layout


def _everything(house: House, cite: str) -> str:
    return "as listed here"


def _seats(house: House, cite: str) -> str:
    most = _number(house, "seats")
    if seats_of(house) > most:
        return f"{seats_of(house)} seats, by leave of the Board (§ 521.5); the chapter has {most}"
    return f"{seats_of(house)} seats" + ("" if seats_of(house) == most else f", of {most} that there may be")


def _layout(house: House, cite: str) -> str:
    return f"a layout as `pitboss felt {house.chapter.chapter}` draws it, once it is approved"


def _logo(house: House, cite: str) -> str:
    return "the certificate holder's name or logo"


def _areas(house: House, cite: str) -> str | None:
    """The areas of the wagers that the paragraph is about and the house offers, one at each seat."""
    found = [wager.name for wager in made_here(house) if _cite_of(house, wager.name) == cite]
    return f"{' and '.join(found)}: {many(len(found) * seats_of(house), 'area')}" if found else None


def _cite_of(house: House, wager: str) -> str:
    return cite_of(house, wager) if wager in design_of(house).areas else ""


def _player_cards(house: House, cite: str) -> str:
    return f"{many(seats_of(house), 'area')} for {design_of(house).cards} cards each"


def _community(house: House, cite: str) -> str:
    cards = design_of(house).community
    names = ", ".join(dict.fromkeys(name for name in cards if name))
    return f"an area for {len(cards)} community cards" + (f": {names}" if names else "")


def _dealer_cards(house: House, cite: str) -> str:
    if hands := design_of(house).hands:
        return " and ".join(f"one area for the {hand} hand" for hand in hands)
    return f"an area for {many(design_of(house).dealer, 'card')} of the dealer"


def _hands(house: House, cite: str) -> str:
    return f"{len(design_of(house).hands)} areas at each of {seats_of(house)} seats: {', '.join(design_of(house).hands)}"


def _switch(house: House, cite: str) -> str | None:
    return 'marked "Blackjack Switch"' if house["blackjack_switch"] else None


def _rake_area(house: House, cite: str) -> str:
    return f"an area for the rake: {house.get('rake_area') or 'right of the dealer'}"


def _deck_storage(house: House, cite: str) -> str:
    return f"a place for {many(_number(house, 'decks_at_table'), 'deck')}: {house['deck_storage']}"


def _boxes(house: House, cite: str) -> str:
    place = str(house.get("tip_box") or "opposite")
    return "drop box and tip box, " + ("one on either side of the dealer" if "opposite" in place else f"tip box: {place}")


def _rack(house: House, cite: str) -> str:
    words = {"exact": "a discard rack of exact height", "marked": "a discard rack with a mark on its side"}
    return words.get(str(house.get("discard_rack")), "a discard rack")


def _exact_rack(house: House, cite: str) -> str | None:
    return f"exactly as high as {many(_in_rack(house), 'deck')}" if house["discard_rack"] == "exact" else None


def _marked_rack(house: House, cite: str) -> str | None:
    return f"higher, with a mark at {many(_in_rack(house), 'deck')}" if house["discard_rack"] == "marked" else None


def _double_rack(house: House, cite: str) -> str | None:
    return f"for the {many(_in_rack(house), 'deck')} of one side" if house["double_shoe"] else None


def _in_rack(house: House) -> int:
    """The decks that a discard rack takes: those of the shoe, of a double shoe those of one side (§ 633a.2(f))."""
    return int(house["decks"]) // 2 if house.get("double_shoe") else int(house["decks"])


def _jackpot_box(house: House, cite: str) -> str | None:
    offered = [name for option, name in (("bad_beat", "Bad Beat"), ("high_hand", "High Hand Jackpot")) if _paid(house, option)]
    return f"a locked, transparent box: {' and '.join(offered)}" if offered else None


def _paid(house: House, option: str) -> bool:
    """Whether a Poker room has a jackpot; where no option says so, it has one that pots contribute to."""
    return bool(house.values.get(option) if option in house.values else house.values.get(f"{option}_contribution"))


# ---------------------------------------------------------------------------- signs and notices


def _words(house: House, cite: str) -> str:
    lines = [line.text for line in inscriptions_of(house) if line.cite.startswith(cite)]
    return "; ".join(f'"{line}"' for line in lines) if lines else "on a sign at the table"


def _odds(house: House, cite: str) -> str:
    return f"odds of every wager on {'a sign at the table' if _on_sign(house) else 'the layout'}"


def _on_sign(house: House) -> bool:
    return "sign" in (house.get("payouts_shown"), house.get("payout_notice"))


def _odds_and_words(house: House, cite: str) -> str:
    return f"{_words(house, cite)}; {_odds(house, cite)}"


def _odds_sign(house: House, cite: str) -> str | None:
    """A sign with the odds, where the layout may and does leave them out; § 563.2(c) has no layout that states them."""
    if "payouts_shown" in house.values and not _on_sign(house):
        return None
    return "a sign with the odds of every wager: `pitboss sign`"


def _notice_sign(house: House, cite: str) -> str | None:
    return "a sign with the notices" if house.values[design_of(house).sign] == "sign" else None


def _payout_limit(house: House, cite: str) -> str | None:
    if not house.get("payout_limit"):
        return None
    on_sign = "sign" in (house["payout_limit_notice"], house.values.get(design_of(house).limit_sign))
    where = "on a sign at the table" if on_sign else "on the layout"
    if house["payout_limit_notice"] == "generic":
        return f"notice that a posted limit applies, {where}"
    return f"limit of {dollars(house['payout_limit'])}, {where}"


def _printed_odds(house: House, cite: str) -> str:
    return 'odds are printed "to 1"'


def _doubled_hands(house: House, cite: str) -> str:
    return "a sign: a doubled hand earns no extra payout"


def _rake_sign(house: House, cite: str) -> str:
    return f"a sign with the rake: {house['rake']}"


def _jackpot_notice(option: str) -> Here:
    def here(house: House, cite: str) -> str | None:
        return "a notice of who is eligible, the amount, and the rules in plain view" if _paid(house, option) else None

    return here


# ---------------------------------------------------------------------------- devices


def _reader(house: House, cite: str) -> str:
    return "one card reader; the floorperson checks it at the start of every gaming day"


def _progressive(house: House, cite: str) -> str | None:
    """A system for a wager that a meter or a device takes; one device at each seat."""
    names = ("progressive_payout", "progressive_jackpot", "let_it_ride_bonus")
    option = next(name for name in names if name in house.values)
    if not house.values[option]:
        return None
    linked = ", shared with other tables" if house.get("linked_progressive") else ""
    return f"{many(seats_of(house), 'device')}, one at each seat, and a lock-out{linked}"


def _starting(position: str, words: str) -> Here:
    def here(house: House, cite: str) -> str | None:
        return words if house["starting_position"] == position else None

    return here


def _counting(house: House, cite: str) -> str | None:
    return "an approved shuffler that counts the cards" if house["counting_shuffler"] else None


def _by_hand(house: House) -> bool:
    return bool(house.get("from_the_hand")) or house.get("dealing") == "hand"


def _shuffler_by_hand(house: House, cite: str) -> str | None:
    return "an automated card shuffling device" if _by_hand(house) else None


def _storing(house: House, cite: str) -> str | None:
    return "a shuffler that keeps the shuffled cards securely" if house["shuffler_stores_securely"] else None


def _cameras(house: House, cite: str) -> str:
    return f"{many(_number(house, 'cameras'), 'fixed camera')} for this table alone"


def _machines(house: House) -> list[Item]:
    """What the cards are shuffled with and dealt from, as the house chose it; no paragraph of equipment names it."""
    found = []
    if "dealing" in house.values and house["dealing"] != "hand":
        found.append(_chosen(house, "dealing", with_article(house["dealing"].replace("shoe", "dealing shoe"))))
    if house.get("double_shoe"):
        found.append(_chosen(house, "double_shoe", "a double shoe"))
    if house["shuffler"] not in (False, "manual"):
        kind = "continuous" if house["shuffler"] == "continuous" else "automated"
        found.append(_chosen(house, "shuffler", f"one {kind} card shuffling device"))
    return found


def _chosen(house: House, option: str, here: str) -> Item:
    section = house.section(option)
    return Item(section, DEVICES, option.replace("_", " "), house.chapter.paragraphs[section].says, here)


# ---------------------------------------------------------------------------- cards


def _decks(house: House, cite: str) -> str:
    """Decks, cards and cover cards; the cards of a deck are those that the chapter counts."""
    number = int(house.get("decks") or _number(house, "decks"))
    twice = house.get("second_deck") or (house.chapter.chapter == "633a" and house["shuffler"] == "automated")
    at_table = _number(house, "decks_at_table", 2 * number if twice else number)
    covers = limit_of(house.chapter, "cover_cards") or limit_of(house.chapter, "minimum_cover_cards")
    kept = f", {at_table} at the table" if at_table != number else ""
    size = _number(house, "deck_size", 52 + _number(house, "jokers", 0))
    return f"{many(number, 'deck')} of {size} cards{kept}; {many(int(covers.value) if covers else 1, 'cover card')}"


def _second_deck(house: House, cite: str) -> str | None:
    return "two decks with backs of different colors" if house["second_deck"] else None


def _batches(house: House, cite: str) -> str | None:
    if house["shuffler"] != "automated":
        return None
    return f"two batches of {many(int(house['decks']), 'deck')}, with backs of different colors"


def _double_shoe(house: House, cite: str) -> str | None:
    if not house["double_shoe"]:
        return None
    return f"{many(int(house['decks']) // 2, 'deck')} and a cover card in each side, with backs of different colors"


def _decks_by_hand(house: House, cite: str) -> str | None:
    return many(int(house["decks"]), "deck") if house["from_the_hand"] else None


# ---------------------------------------------------------------------------- people


def _dealers(house: House, cite: str) -> str:
    return f"{many(_number(house, 'dealers'), 'dealer')} at least"


def _supervision(house: House, cite: str) -> str:
    return f"a floorperson who watches {many(_number(house, 'tables_per_floorperson'), 'table')} at most (--supervises)"


def _opening(house: House, cite: str) -> str:
    return "at the opening the dealer inspects the cards, and a floorperson verifies it"


THINGS: dict[str, tuple[str, Here]] = {
    "table": (TABLE, _everything),
    "seats": (TABLE, _seats),
    "layout": (TABLE, _layout),
    "logo": (TABLE, _logo),
    "areas": (TABLE, _areas),
    "player cards": (TABLE, _player_cards),
    "community": (TABLE, _community),
    "dealer cards": (TABLE, _dealer_cards),
    "hands": (TABLE, _hands),
    "switch": (TABLE, _switch),
    "rake area": (TABLE, _rake_area),
    "deck storage": (TABLE, _deck_storage),
    "boxes": (TABLE, _boxes),
    "rack": (TABLE, _rack),
    "exact rack": (TABLE, _exact_rack),
    "marked rack": (TABLE, _marked_rack),
    "double rack": (TABLE, _double_rack),
    "jackpot box": (TABLE, _jackpot_box),
    "words": (SIGNS, _words),
    "odds": (SIGNS, _odds),
    "odds and words": (SIGNS, _odds_and_words),
    "odds sign": (SIGNS, _odds_sign),
    "notice sign": (SIGNS, _notice_sign),
    "payout limit": (SIGNS, _payout_limit),
    "printed odds": (SIGNS, _printed_odds),
    "doubled hands sign": (SIGNS, _doubled_hands),
    "rake sign": (SIGNS, _rake_sign),
    "bad beat notice": (SIGNS, _jackpot_notice("bad_beat")),
    "high hand notice": (SIGNS, _jackpot_notice("high_hand")),
    "reader": (DEVICES, _reader),
    "progressive": (DEVICES, _progressive),
    "shaker": (DEVICES, _starting("shaker", "a shaker with three dice")),
    "generator": (DEVICES, _starting("random number generator", "an approved random number generator")),
    "button": (DEVICES, _starting("button", "a flat button")),
    "counting shuffler": (DEVICES, _counting),
    "shuffler by hand": (DEVICES, _shuffler_by_hand),
    "storing shuffler": (DEVICES, _storing),
    "cameras": (DEVICES, _cameras),
    "decks": (CARDS, _decks),
    "second deck": (CARDS, _second_deck),
    "batches": (CARDS, _batches),
    "double shoe": (CARDS, _double_shoe),
    "decks by hand": (CARDS, _decks_by_hand),
    "dealers": (PEOPLE, _dealers),
    "supervision": (PEOPLE, _supervision),
    "opening": (PEOPLE, _opening),
}

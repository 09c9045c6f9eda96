"""Writes the last hand of a table as PHH, and replays it to be sure that the format can express what happened."""

import json
from fractions import Fraction
from typing import Any

from pitboss.cards import NAMES, Card
from pitboss.errors import BadHand
from pitboss.games.nonbanked.hand import CONCEDED
from pitboss.games.nonbanked.opening import antes_due, blinds_due
from pitboss.games.nonbanked.rules import play_of
from pitboss.money import decimal
from pitboss.phh.hand import CODES, HOUSE, as_seated
from pitboss.phh.reading import read_text
from pitboss.phh.replaying import play_hand
from pitboss.table.notes import FORCED_BET
from pitboss.table.round import Round
from pitboss.table.steps import COMMUNITY, Step, seat_name

ALWAYS = ("smallest_chip", "odd_chip")  # written even if they are the chapter's defaults


def write_hand(finished: Round) -> str:
    """The last hand of a table as PHH; raises BadHand if the format cannot express what happened."""
    words = "".join(f"{key} = {toml(value)}\n" for key, value in fields_of(finished).items())
    replayed = play_hand(read_text(words))
    if replayed.difference:
        raise BadHand(f"PHH cannot tell what happened in this round: {replayed.difference}")
    return words


def fields_of(finished: Round) -> dict[str, Any]:
    """The fields of a file, in order."""
    house, ledger = finished.house, finished.balanced
    code = next((code for code, kind in CODES.items() if kind == (house["variant"], house["structure"])), "")
    if not code:
        raise BadHand(f"PHH has no code for {house['structure']} {house['variant']}")
    if finished.void or ledger is None:
        raise BadHand("PHH cannot tell of a round that is void or not over", finished.void)
    if finished.number != finished.table.rounds:
        raise BadHand("only the last hand of a table is written: the stacks have moved on")
    play = play_of(finished)
    ends = {seat: finished.table.seats[seat].cents for seat in play.players}
    fields: dict[str, Any] = {"variant": code, "ante_trimming_status": not play.dead}
    fields["antes"] = as_seated(antes_of(finished))
    if play.variant.blinds:
        fields["blinds_or_straddles"] = as_seated(blinds_of(finished))
    else:
        fields["bring_in"] = house["forced_bet"]
    if house["structure"] == "limit":
        fields |= {"small_bet": house["small_bet"], "big_bet": house["big_bet"]}
    else:
        fields["min_bet"] = house["small_bet"]
    fields["starting_stacks"] = [end - ledger.players.get(seat_name(seat), 0) for seat, end in ends.items()]
    fields["actions"] = actions_of(finished)
    fields["seats"] = play.players
    fields["finishing_stacks"] = list(ends.values())
    if not play.customs.short_bets_add:
        fields["_chapter"] = finished.table.game.chapter
    defaults = {o.option: o.default for o in house.chapter.options if o.option in HOUSE}
    fields["_house"] = {
        key: house.values[key] for key in HOUSE if key in defaults and (key in ALWAYS or house.values[key] != defaults[key])
    }
    return fields


def antes_of(finished: Round) -> list[int]:
    """The antes, by player."""
    play = play_of(finished)
    due = antes_due(finished) if play.customs.antes is None else play.customs.antes
    return [due.get(seat, 0) for seat in play.players]


def blinds_of(finished: Round) -> list[int]:
    """The Blind Bets and Straddle Bets, by player, in full even if a stack was short."""
    play, house = play_of(finished), finished.house
    if play.customs.blinds is not None:
        return [play.customs.blinds.get(seat, 0) for seat in play.players]
    row = dict.fromkeys(map(seat_name, play.players), 0)
    places = list(row)
    for at, cents in enumerate(blinds_due(house)):
        row[places[at % len(places)]] = cents
    for step in finished.steps:
        if step.act == "decide" and step.note == "straddle":
            row[step.who] = step.cents
    return list(row.values())


def actions_of(finished: Round) -> list[str]:
    """The steps of a hand as actions: deals, decisions, and the hands shown after the last decision."""
    play = play_of(finished)
    names = {seat_name(seat): f"p{player}" for player, seat in enumerate(play.players, 1)}
    actions: list[str] = []
    dealt: dict[str, list[Card]] = {}  # cards dealt since the last other step
    for step in finished.steps:
        if step.act == "deal":
            dealt.setdefault(step.who, []).extend(step.cards)
            continue
        for place, cards in dealt.items():
            to = "db" if place == COMMUNITY else f"dh {names[place]}"
            actions.append(f"d {to} {''.join(NAMES[card] for card in cards)}")
        dealt.clear()
        if word := action_word(step):
            actions.append(f"{names[step.who]} {word}")
    discarded = {step.who: step.note for step in finished.steps if step.act == "discard"}
    if len(play.contenders) > 1:
        players = [names[seat_name(seat)] for seat in play.contenders]
        actions = with_showdown(actions, players, {names[who] for who, note in discarded.items() if note == CONCEDED})
    return [*actions, *(f"{names[who]} sm" for who, note in discarded.items() if note == "the cards are thrown away")]


def action_word(step: Step) -> str:
    """The format's word for a player's act in a step; "" if it has none."""
    if step.act == "bet" and step.note == FORCED_BET:
        return "pb"
    words = {"fold": "f", "check": "cc", "call": "cc"} | dict.fromkeys(("bet", "raise", "full bet"), f"cbr {step.cents}")
    return words.get(step.note, "") if step.act == "decide" else ""


def with_showdown(actions: list[str], players: list[str], conceded: set[str]) -> list[str]:
    """Adds to the actions what the players show: after the last decision, or before the board if there was none. All-in players
    who are dealt cards after that show all their cards at the end. Players who concede show nothing."""
    decisions = [at for at, action in enumerate(actions, 1) if not action.startswith("d ")]
    boards = [at for at, action in enumerate(actions) if action.startswith("d db")]
    at = (decisions[-1:] or boards or [len(actions)])[0]
    early = {player: held(player, actions[:at]) for player in players}
    late = {player: held(player, actions) for player in players}
    before = [f"{player} sm {cards}" for player, cards in early.items() if player not in conceded]
    after = [f"{player} sm {cards}" for player, cards in late.items() if player not in conceded and cards != early[player]]
    return [*actions[:at], *before, *actions[at:], *after, *(f"{player} sm" for player in players if player in conceded)]


def held(player: str, actions: list[str]) -> str:
    """The cards that these actions deal to a player."""
    dealt = f"d dh {player} "
    return "".join(action.removeprefix(dealt) for action in actions if action.startswith(dealt))


def toml(value: Any) -> str:
    """A value in a PHH file: a text (literal, or in double quotes if it cannot be), a number, a list or an inline table.

    >>> print(toml(["Ann", "O'Brien"]))
    ['Ann', "O'Brien"]
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, int | Fraction):
        return decimal(value)
    text = str(value)
    if text.isprintable() and "'" not in text:
        return f"'{text}'"
    return json.dumps(text)

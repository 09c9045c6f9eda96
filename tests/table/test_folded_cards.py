"""A player who has everything that is given to players after a round learns no card that was folded unseen or never dealt."""

import hashlib
from typing import Any

import pytest

from pitboss.cards import Card
from pitboss.evidence.fair import FairChance
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.records import Numbered, Promised, Revealed, Shuffled, published, to_data
from pitboss.evidence.shuffles import scope_of, stream
from pitboss.games import game
from pitboss.shoe import arrange, factorial
from pitboss.table.log.stores import MemoryStore
from pitboss.table.steps import Ask
from pitboss.table.table import Table
from pitboss.table.view.proofs import CardProof, proofs
from pitboss.table.view.viewers import Viewer
from tests.strategies import records

KEY = HouseKey(b"\1" * 32, b"\2" * 32)
NAME, DIGEST, SALT, WIDTH = "table/three", 32, 16, 8


def first_round(scheme: int) -> tuple[Table, list[Any], list[CardProof], set[Card]]:
    """A round in which seat 2 folds: the table, what everybody is told, Ann's own proofs, and the cards that she saw."""
    table = Table(game("565"), {}, FairChance(NAME, KEY, scheme=scheme), MemoryStore(), name=NAME)
    for seat, player in ((1, "Ann"), (2, "Bob")):
        table.sit(seat, player)
        table.bet(seat, {"Ante": 1000})
    table.begin()
    while table.round is not None:
        if isinstance(request := table.request, Ask):
            mine = proofs(table, Viewer("Ann", frozenset({1})))
            table.reply(table.verify(request, "fold"))
        else:
            table.reply(None)
    told = [each for record in records(table) for each in published(record.evidence)]
    return table, told, mine, {each.opening.card for each in mine}


def cards_by_salts(told: list[Any], mine: list[CardProof]) -> set[Card]:
    """Tries every card under every digest beside one's own, with the salts that follow from any value that was published."""
    shuffle = next(each for each in told if isinstance(each, Shuffled))
    size = (factorial(shuffle.cards).bit_length() + 7) // 8 + 16
    found = set()
    for value in values_in(told):
        for version in (b"1", b"2"):
            purpose = b"pitboss shuffle " + version + b"\0" + scope_of(NAME, 1) + (1).to_bytes(4, "big")
            salts = stream(value, purpose, size + SALT * shuffle.cards)[size:]
            for proof in mine:
                found |= beside(proof, salts)
    return found


def values_in(told: list[Any]) -> list[bytes]:
    """Every 32 bytes that were published."""
    words = [word for each in told for word in to_data(each).values() if isinstance(word, str) and len(word) == 64]
    return [bytes.fromhex(word) for word in words]


def beside(proof: CardProof, salts: bytes) -> set[Card]:
    """The cards that these salts show beside an opened one."""
    opening, start = proof.opening, proof.opening.index // WIDTH * WIDTH
    siblings, found = bytes.fromhex(opening.path[0]), set()
    others = [index for index in range(start, start + WIDTH) if index != opening.index]
    for at, index in enumerate(others[: len(siblings) // DIGEST]):
        leaf = siblings[at * DIGEST : (at + 1) * DIGEST]
        salt = salts[SALT * index : SALT * (index + 1)]
        for card in range(52):
            if hashlib.sha256(b"\0" + index.to_bytes(2, "big") + bytes([card]) + salt).digest() == leaf:
                found.add(card)
    return found


def order_by_deck(told: list[Any], deck: list[Card]) -> list[list[Card]]:
    """The orders that follow from any published value if the cards were gathered as a new deck lies, after the cut."""
    cut = next((each.value for each in told if isinstance(each, Numbered)), 0)
    size, found = (factorial(len(deck)).bit_length() + 7) // 8 + 16, []
    for value in values_in(told):
        for version in (b"1", b"2"):
            purpose = b"pitboss shuffle " + version + b"\0" + scope_of(NAME, 1) + (1).to_bytes(4, "big")
            pick = int.from_bytes(stream(value, purpose, size), "big") % factorial(len(deck))
            order = arrange(deck, pick)
            found.append([*order[cut:], *order[:cut]])
    return found


def dealt(table: Table) -> list[Card]:
    """The cards of the round in the order in which they came off the stack."""
    assert table.last is not None
    return [card for step in table.last.steps if step.act == "deal" for card in step.cards]


@pytest.mark.parametrize("scheme", [1, 2])
def test_digests_beside_ones_own_card_with_the_published_secret(scheme: int) -> None:
    """In logs of the first scheme they gave the salts, and the salts other cards."""
    table, told, mine, seen = first_round(scheme)
    assert any(isinstance(each, Revealed) for each in told) and len(mine) == 3
    found = cards_by_salts(told, mine)
    assert bool(found - seen) == (scheme == 1)
    assert not found or set(dealt(table)) & (found - seen), "and cards that somebody else folded"


@pytest.mark.parametrize("scheme", [1, 2])
def test_a_new_deck_with_the_published_secret(scheme: int) -> None:
    """Everybody knows how a new deck lies, and the rules say how cards are gathered: no order may follow from what is told."""
    table, told, _, _ = first_round(scheme)
    orders = order_by_deck(told, table.game.deck(table.house))
    assert any(order[: len(dealt(table))] == dealt(table) for order in orders) == (scheme == 1)


def test_nothing_that_cards_follow_from_is_published() -> None:
    table, told, _, _ = first_round(2)
    log = [each for record in records(table) for each in record.evidence]
    revealed, told_of = next(e for e in log if isinstance(e, Revealed)), next(e for e in told if isinstance(e, Revealed))
    assert revealed.hidden and not told_of.hidden and told_of.digest == revealed.digest
    assert revealed.hidden not in str(told) and all(not e.sealed and not e.secret for e in told if isinstance(e, Promised))

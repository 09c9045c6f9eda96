"""Known answers for other implementations: `python -m tests.evidence.vectors` writes them again to vectors.json."""

import json
from pathlib import Path
from typing import Any

import msgspec

from pitboss.cards import decks
from pitboss.evidence.keys import HouseKey
from pitboss.evidence.shuffles import Secret, places, pledge_of, stream
from pitboss.evidence.signatures import head, sign_head

FILE = Path(__file__).with_name("vectors.json")
SHUFFLES: list[tuple[int, str, int, int, list[int], dict[int, str]]] = [
    (0, "table 1", 1, 1, [7], {}),
    (1, "table 1", 2, 1, list(range(9)), {2: "lucky"}),
    (2, "Blackjack, pit 4", 3, 1, decks(1), {}),
    (2, "Blackjack, pit 4", 3, 2, decks(1)[::-1], {1: "0123456789abcdef", 3: "sœur ♥", 12: "x"}),
    (3, "♠", 70000, 5, decks(8), {5: "five", 4: "four"}),
]
SINCE = [
    (2, "Blackjack, pit 4", 3, 2, decks(1)[::-1], {1: "0123456789abcdef", 3: "sœur ♥", 12: "x"}),
    (4, "t", 1, 1, [7, 9], {}),
]
NUMBERS: list[tuple[int, str, int, int, int, int, dict[int, str]]] = [
    (0, "table 1", 1, 1, 1, 6, {}),
    (0, "table 1", 1, 2, 1, 6, {}),
    (2, "Blackjack, pit 4", 3, 1, 10, 42, {1: "0123456789abcdef", 3: "sœur ♥"}),
    (2, "Blackjack, pit 4", 3, 2, -(2**62), 2**62, {}),
    (2, "Blackjack, pit 4", 3, 5, -(2**62), 2**62, {}),
]


def value(number: int) -> bytes:
    """A secret that looks like none."""
    return bytes((37 * at + 11 * number) % 256 for at in range(32))


def vectors() -> dict[str, Any]:
    """Everything that a verifier recomputes, from small inputs."""
    house = HouseKey(value(8), value(9), "Hollywood")
    return {
        "streams": [
            {"key": value(1).hex(), "purpose": b"pitboss".hex(), "bytes": stream(value(1), b"pitboss", 70).hex()},
        ],
        "pledges": [{"seat": 3, "seed": "sœur ♥", "pledge": pledge_of(3, "sœur ♥")}],
        "shuffles": [*[shuffle_vector(1, *row) for row in SHUFFLES], *[shuffle_vector(2, *row) for row in SINCE]],
        "numbers": [number_vector(*row) for row in NUMBERS],
        "heads": [
            {
                "table": "table 1",
                "version": 17,
                "seal": value(5).hex(),
                "closed": closed,
                "head": head("table 1", 17, value(5).hex(), closed).hex(),
                "key": house.public.key,
                "signature": sign_head(house, "table 1", 17, value(5).hex(), closed).signature,
            }
            for closed in (False, True)
        ],
    }


def shuffle_vector(
    scheme: int, secret: int, table: str, promise: int, number: int, gathered: list[int], seeds: dict[int, str]
) -> dict[str, Any]:
    one = Secret(value(secret), table, promise, scheme)
    made = one.shuffle(number, gathered, seeds)
    positions = sorted({0, len(gathered) // 2, len(gathered) - 1})
    since = {"scheme": scheme, "hidden": one.value.hex(), "digest": one.digest} if scheme > 1 else {}
    return {
        **since,
        "secret": one.told.hex(),
        "table": table,
        "number": promise,
        "promise": one.promise,
        "shuffle": number,
        "gathered": gathered,
        "committed": list(made.committed),
        "root": made.root,
        "seeds": {str(seat): seed for seat, seed in seeds.items()},
        "places": list(places(made.root, len(gathered), seeds)),
        "order": list(made.order),
        "openings": [msgspec.to_builtins(made.open_card(at)) for at in positions],
    }


def number_vector(
    secret: int, table: str, promise: int, number: int, least: int, most: int, seeds: dict[int, str]
) -> dict[str, Any]:
    one = Secret(value(secret), table, promise, scheme=1)
    return {
        "secret": one.told.hex(),
        "table": table,
        "number": promise,
        "count": number,
        "least": str(least),  # as text, for languages whose numbers end at 2^53
        "most": str(most),
        "seeds": {str(seat): seed for seat, seed in seeds.items()},
        "value": str(one.draw(number, least, most, seeds)),
    }


def written() -> str:
    """The content of the file: a line for each thing, lists of numbers kept short."""
    lines = []
    for kind, rows in vectors().items():
        told = ",\n".join("  " + json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
        lines.append(f' "{kind}": [\n{told}\n ]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written())

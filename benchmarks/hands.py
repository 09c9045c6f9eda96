"""Seven-card evaluations per second on one core, beside eval7, phevaluator and PokerKit in the same run.

    python benchmarks/hands.py [--json] [--hands N]

The kernel is given an array of hands; the peers are called as their users call them, from a Python loop over hands
prepared beforehand. Every evaluator is also checked to put its sample of the hands in the same order.
"""

import argparse
import json
import platform
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import NAMES
from pitboss.hands import FIVE_CARD
from pitboss.hands.kernels import codes

SEED = 677
Hands = NDArray[np.uint8]
# From hands, something to time and its results, which ascend with the strength of the hands.
Evaluator = Callable[[Hands], Callable[[], list[Any]]]


class Row(NamedTuple):
    """One line of the table; `per_second` is None where the peer is missing."""

    evaluator: str
    hands: int
    per_second: float | None
    same_order: bool | None


def deal(number: int) -> Hands:
    """Seven different cards each, always the same ones."""
    random = np.random.default_rng(SEED)
    dealt = [
        random.random((min(100_000, number - done), 52), dtype=np.float32).argpartition(7, axis=1)[:, :7]
        for done in range(0, number, 100_000)
    ]
    return np.concatenate(dealt).astype(np.uint8)


def kernel(hands: Hands) -> Callable[[], list[Any]]:
    return lambda: codes(FIVE_CARD, hands)  # type: ignore[return-value]


def readable(hands: Hands) -> Callable[[], list[Any]]:
    prepared, value = hands.tolist(), FIVE_CARD.value
    return lambda: [value(hand) for hand in prepared]


def eval7(hands: Hands) -> Callable[[], list[Any]]:
    from eval7 import Card, evaluate

    deck = [Card(name) for name in NAMES[:52]]
    prepared = [[deck[card] for card in hand] for hand in hands.tolist()]
    return lambda: [evaluate(hand) for hand in prepared]


def phevaluator(hands: Hands) -> Callable[[], list[Any]]:
    from phevaluator import evaluate_cards

    prepared = hands.tolist()  # its cards are numbered as ours
    return lambda: [-evaluate_cards(*hand) for hand in prepared]


def pokerkit(hands: Hands) -> Callable[[], list[Any]]:
    from pokerkit import Card, StandardHighHand

    deck = [next(iter(Card.parse(name))) for name in NAMES[:52]]
    prepared = [[deck[card] for card in hand] for hand in hands.tolist()]
    return lambda: [StandardHighHand.from_game(hand) for hand in prepared]


def measure(name: str, evaluator: Evaluator, hands: Hands, repeats: int) -> Row:
    """The best of some repeats."""
    try:
        run = evaluator(hands)
    except ImportError:
        return Row(name, 0, None, None)
    results = run()
    best = float("inf")
    for _ in range(repeats):
        begin = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - begin)
    return Row(name, len(hands), len(hands) / best, _same_order(hands[:20_000], list(results[:20_000])))


def _same_order(hands: Hands, results: list[Any]) -> bool:
    ours = codes(FIVE_CARD, hands)
    upward = np.argsort(ours, kind="stable").tolist()
    return all(results[a] == results[b] if ours[a] == ours[b] else results[a] < results[b] for a, b in pairwise(upward))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--hands", type=int, default=2_000_000, help="hands for the kernel (default %(default)s)")
    arguments = parser.parse_args()
    hands = deal(max(arguments.hands, 100))
    rows = [
        measure("pitboss kernel", kernel, hands, 7),
        measure("pitboss readable", readable, hands[:100_000], 3),
        measure("eval7", eval7, hands[:200_000], 5),
        measure("phevaluator", phevaluator, hands[:50_000], 3),
        measure("PokerKit", pokerkit, hands[:1_000], 3),
    ]
    fastest = rows[0].per_second or 0.0
    if arguments.json:
        ratios = [fastest / row.per_second if row.per_second else None for row in rows]
        told = [{**row._asdict(), "kernel_is_times": ratio} for row, ratio in zip(rows, ratios, strict=True)]
        print(json.dumps({"seed": SEED, "machine": platform.machine(), "evaluators": told}, indent=2))
        return
    print(f"{'seven cards, one core':<22}{'hands':>10}{'per second':>16}{'kernel is':>18}  same order")
    for row in rows:
        if row.per_second is None:
            print(f"{row.evaluator:<22}{'missing':>10}")
        else:
            times = f"{fastest / row.per_second:,.1f} times"
            order = "yes" if row.same_order else "NO"
            print(f"{row.evaluator:<22}{row.hands:>10,}{row.per_second:>16,.0f}{times:>18}  {order}")


if __name__ == "__main__":
    main()

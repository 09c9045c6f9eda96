"""How the chips in the middle of a Poker table divide into a main pot and side pots."""

from collections.abc import Collection, Mapping, Sequence


def divide_pots(
    put: Mapping[int, int],
    contenders: Sequence[int],
    folded: Sequence[int] = (),
    all_in: Collection[int] = (),
    dead: Mapping[int, int] | None = None,
) -> list[tuple[int, list[int]]]:
    """The main pot and the side pots in the order in which they were formed, each with who may win it.

    `put` is what each seat has put in and `dead` what counts towards nobody's bet. An All-in player wins no more than the part
    of the pot to which he contributed.

    >>> divide_pots({1: 1000, 2: 5000, 3: 5000, 4: 700}, [1, 2, 3], folded=[4], all_in=[1])
    [(3700, [1, 2, 3]), (8000, [2, 3])]
    >>> divide_pots({}, [1, 2]), divide_pots({1: 200}, [], folded=[2, 1], dead={2: 100})
    ([], [(300, [1])])
    """
    found: list[tuple[int, list[int]]] = []
    below = 0
    if dead:
        found.append((sum(dead.values()), list(contenders) or list(folded)[-1:]))  # of the last, where he lost his cards too
    for level in sorted({put[s] for s in contenders if put.get(s)}):
        cents = sum([min(given, level) - min(given, below) for given in put.values()])
        _add(found, cents, [s for s in contenders if put.get(s, 0) >= level], merge=bool(dead))
        below = level
    over = sum([given - below for given in put.values() if given > below])
    if over:  # folded players have put in more than anyone still in
        left = [s for s in contenders if s not in all_in]
        if not left:  # what no All-in player has a part in belongs to the last who had one in it
            left = [s for s in folded if put.get(s, 0) > below][-1:]
        _add(found, over, left, merge=True)
    return found


def _add(found: list[tuple[int, list[int]]], cents: int, seats: list[int], merge: bool) -> None:
    """Adds a pot, or its chips to the pot before it where the same players may win both."""
    if merge and found and found[-1][1] == seats:
        found[-1] = found[-1][0] + cents, seats
    else:
        found.append((cents, seats))

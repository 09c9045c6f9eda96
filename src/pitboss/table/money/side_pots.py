"""Dividing the chips in the middle of a Poker table into a main pot and side pots."""

from collections.abc import Collection, Mapping, Sequence


def divide_pots(
    put: Mapping[int, int],
    contenders: Sequence[int],
    folded: Sequence[int] = (),
    all_in: Collection[int] = (),
    dead: Mapping[int, int] | None = None,
) -> list[tuple[int, list[int]]]:
    """The main pot and the side pots in the order in which they formed, each with the seats that may win it.

    `put` is what each seat has put in, and `dead` the part that does not count towards a bet. All-in players win at most the
    part of the pot to which they contributed.

    >>> divide_pots({1: 1000, 2: 5000, 3: 5000, 4: 700}, [1, 2, 3], folded=[4], all_in=[1])
    [(3700, [1, 2, 3]), (8000, [2, 3])]
    >>> divide_pots({}, [1, 2]), divide_pots({1: 200}, [], folded=[2, 1], dead={2: 100})
    ([], [(300, [1])])
    """
    pots: list[tuple[int, list[int]]] = []
    below = 0
    if dead:
        pots.append((sum(dead.values()), list(contenders) or list(folded)[-1:]))  # to the last to fold if no one is left
    for level in sorted({put[s] for s in contenders if put.get(s)}):
        cents = sum([min(stake, level) - min(stake, below) for stake in put.values()])
        _add(pots, cents, [s for s in contenders if put.get(s, 0) >= level], merge=bool(dead))
        below = level
    over = sum([stake - below for stake in put.values() if stake > below])
    if over:  # folded players put in more than anyone who remains
        winners = [s for s in contenders if s not in all_in]
        if not winners:  # chips beyond every All-in player go to the last to fold among those who put them in
            winners = [s for s in folded if put.get(s, 0) > below][-1:]
        _add(pots, over, winners, merge=True)
    return pots


def _add(pots: list[tuple[int, list[int]]], cents: int, seats: list[int], merge: bool) -> None:
    """Adds a pot, or merges its chips into the previous pot if the same players may win both."""
    if merge and pots and pots[-1][1] == seats:
        pots[-1] = pots[-1][0] + cents, seats
    else:
        pots.append((cents, seats))

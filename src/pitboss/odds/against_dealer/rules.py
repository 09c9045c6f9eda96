"""Readable rules found from best play, and what following them costs: thresholds by the player's hand, and by the card seen."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import ACE, JACK, KING, QUEEN, RANK_NAMES
from pitboss.compiling import compiled
from pitboss.hands import FIVE_CARD, Ranking, Value
from pitboss.hands.kernels import values
from pitboss.odds.against_dealer.kernels import Numbers, Showdowns
from pitboss.odds.against_dealer.play import FOLD, Choices, Contest, Points, SimpleRule, split


@compiled
def _sums(
    points: Points,
    dealt: Showdowns,
    group: NDArray[np.uint8],
    results: Numbers,
    as_allowed: Numbers,
    sums: Numbers,
) -> None:
    """What every action brings in all, by group of cards seen and by value of the hand."""
    row, kind, hands = points
    _, _, value, below, up_to, unopened, deals, _ = dealt
    outcome = np.zeros(4, np.int64)
    for point in range(len(row)):
        at, paid_as = row[point], kind[point]
        for cell in range(below.shape[1]):
            split(below[at, cell], up_to[at, cell], unopened[at, cell], deals, outcome)
            for action in range(results.shape[1]):
                bring = 0
                for i in range(4):
                    bring += outcome[i] * results[paid_as, as_allowed[paid_as, action], i]
                sums[group[at, cell], value[at], action] += hands[point] * bring


def _as_allowed(contest: Contest) -> Numbers:
    """For every kind and action the greatest action up to it that is allowed."""
    _, allowed = contest.terms.scaled
    numbered = np.where(allowed, np.arange(allowed.shape[1]), 0)
    greatest: Numbers = np.maximum.accumulate(numbered, axis=1)
    return greatest


def _ranks_seen(contest: Contest) -> NDArray[np.uint8]:
    return (contest.dealt.up_cards >> 2).astype(np.uint8)


def _cuts(sums: Numbers, levels: Sequence[int]) -> list[int]:
    """The values from which each level but the first is best, when actions may only rise with the hand."""
    totals = [0] * len(levels)  # the best so far that ends in each level
    starts: list[list[int]] = [[0] * level for level in range(len(levels))]
    for value in range(len(sums)):
        for level in range(1, len(levels)):
            if totals[level - 1] > totals[level]:
                totals[level], starts[level] = totals[level - 1], [*starts[level - 1], value]
        for level, action in enumerate(levels):
            totals[level] += int(sums[value, action])
    best = max(range(len(levels)), key=lambda level: totals[level])
    return starts[best] + [len(sums)] * (len(levels) - 1 - best)


def _choices(contest: Contest, group: NDArray[np.uint8], cuts: Sequence[Sequence[int]], levels: Sequence[int]) -> Choices:
    """The choices of a rule: by the group of the card seen, which level the hand's value reaches."""
    row, kind, _ = contest.points
    value, group = contest.dealt.value[row].astype(np.int16)[:, None], group[row]
    as_allowed = _as_allowed(contest).astype(np.int8)[kind]
    chosen = np.broadcast_to(as_allowed[:, :1], group.shape)
    for level, action in enumerate(levels[1:]):
        least = np.array([each[level] for each in cuts], np.int16)[group]
        chosen = np.where(value >= least, as_allowed[:, action, None], chosen)
    return chosen


def _rule(contest: Contest, words: str, choice: Choices) -> SimpleRule:
    edge = contest.following(choice).edge
    return SimpleRule(words, edge, edge - contest.result.edge)


def words_for(ranking: Ranking, cut: int, occurring: Sequence[int]) -> str:
    """The least hand of a rule in words: as many of its ranks as tell it from lower ones that occur."""
    known = list(values(ranking).values())
    least = next((known[place] for place in occurring if place >= cut), None)
    if least is None:
        return "nothing"
    lower = [known[place] for place in occurring if place < cut]
    needed = 0
    while any(v.category == least.category and v.ranks[:needed] == least.ranks[:needed] for v in lower):
        needed += 1
    return _name(ranking, least, needed)


def _name(ranking: Ranking, value: Value, needed: int) -> str:
    category = ranking.categories[value.category]
    ranks = [RANK_NAMES[r] for r in value.ranks[:needed]]
    if not ranks:
        return f"any {category}"
    if category == "high card":
        return "-".join(ranks)
    if category == "pair":
        return f"a pair of {ranks[0]}s" + (f" with {'-'.join(ranks[1:])}" if ranks[1:] else "")
    return f"{category} {'-'.join(ranks)}"


def by_hand(contest: Contest, verb: str = "") -> SimpleRule:
    """The best rule that looks only at the value of the player's hand; with a verb it has no action but a fold and the last."""
    return _threshold_rule(contest, np.zeros(contest.dealt.below.shape, np.uint8), 1, verb)


def by_card_seen(contest: Contest) -> SimpleRule:
    """The best rule that looks at the value of the player's hand and the rank of the card that the dealer shows."""
    return _threshold_rule(contest, _ranks_seen(contest), 13, "")


def _threshold_rule(contest: Contest, group: NDArray[np.uint8], groups: int, verb: str) -> SimpleRule:
    actions = contest.terms.actions
    levels = (FOLD, len(actions) - 1) if verb else range(len(actions))
    verbs = (verb,) if verb else actions[1:]
    results, _ = contest.terms.scaled
    sums = np.zeros((groups, len(values(contest.ranking)), results.shape[1]), np.int64)
    _sums(contest.points, contest.dealt, group, results, _as_allowed(contest), sums)
    cuts = [_cuts(each, levels) for each in sums]
    occurring = np.unique(contest.dealt.value).tolist()
    parts = []
    for rank in range(groups - 1, -1, -1):
        least = [words_for(contest.ranking, cut, occurring) for cut in cuts[rank]]
        told = ", ".join(f"{verb} with {hand} or better" for verb, hand in zip(verbs, least, strict=True))
        parts.append(f"against {RANK_NAMES[rank]}: {told}" if groups > 1 else told)
    return _rule(contest, "; ".join(parts) + "; else fold", _choices(contest, group, cuts, levels))


def with_ace_king(contest: Contest) -> SimpleRule:
    """A rule for Caribbean Stud Poker that looks at the card seen only where the player has ace and king without a pair."""
    d = contest.dealt
    places = list(values(FIVE_CARD).values())
    category = np.array([value.category for value in places])[d.value]
    ranks = np.sort(d.hands >> 2, axis=1)[:, ::-1]
    choice = np.broadcast_to((category > 0)[:, None], d.below.shape).astype(np.int8)
    close = np.flatnonzero((category == 0) & (ranks[:, 0] == ACE) & (ranks[:, 1] == KING))
    mine, seen = ranks[close][:, None, :], _ranks_seen(contest)[close]
    matched = (mine == seen[:, :, None]).any(axis=2)
    queen = (mine[:, :, 2] == QUEEN) & np.ones_like(matched)
    queen_or_jack = (mine[:, :, 2] >= JACK) & np.ones_like(matched)
    high = seen >= KING
    choice[close] = (matched & ~high) | (high & queen_or_jack) | (~matched & queen & (seen < mine[:, :, 3]))
    words = (
        "bet with a pair or better; with ace-king if the dealer shows 2 to queen and it matches one of yours, "
        "or shows an ace or king and you hold a queen or jack, "
        "or shows no rank of yours and lower than your fourth highest card and you hold a queen; else fold"
    )
    return _rule(contest, words, choice)

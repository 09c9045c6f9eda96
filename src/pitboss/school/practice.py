"""What a learner practises: which kinds of acts the program performs, and whether it counts the chips."""

from dataclasses import dataclass

from pitboss.errors import NotAuthorized
from pitboss.school.due import KINDS
from pitboss.school.scripts import automated


@dataclass(frozen=True)
class Practice:
    """The kinds of acts that need not be performed; `counts` says that the program counts the chips, `troubled` that something
    goes wrong in every round."""

    skipped: frozenset[str]
    counts: bool = False
    troubled: bool = False


PRACTICES = {
    "payouts": Practice(frozenset(KINDS) - {"pay"}),
    "order": Practice(frozenset({"prepare"}), counts=True),
    "hands": Practice(frozenset(KINDS) - {"announce", "collect", "pay"}, counts=True),
    "irregularities": Practice(frozenset(KINDS) - {"remedy"}, troubled=True),
}


def practice_of(name: str | None, kinds: list[str] | None, troubled: bool) -> Practice:
    """What is practised, by its name or by the kinds of acts that are automated; raises NotAuthorized.

    >>> practice_of("payouts", None, False).skipped == frozenset(KINDS) - {"pay"}
    True
    >>> practice_of("chips", None, False)
    Traceback (most recent call last):
    pitboss.errors.NotAuthorized: there is no practice 'chips'; practise payouts, order, hands or irregularities
    """
    if name is None:
        return Practice(automated(kinds), troubled=troubled)
    if kinds:
        raise NotAuthorized("--practice says itself which acts are automated: leave --automate out")
    if name not in PRACTICES:
        *others, last = PRACTICES
        raise NotAuthorized(f"there is no practice {name!r}; practise {', '.join(others)} or {last}")
    found = PRACTICES[name]
    return Practice(found.skipped, found.counts, found.troubled or troubled)

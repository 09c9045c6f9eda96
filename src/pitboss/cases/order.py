"""The order of a round that a case may ask for: its steps, and to whom the first cards off the shoe went.

`steps` lists steps that occur one after the other, with others between: a citation (of the step's paragraph or one that
contains it), the act, who and the wager, as far as the case says; `*` stands for any word. `drawn` lists who got the first
cards off the shoe, a name for each card.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.errors import BadCase
from pitboss.rulebook import paragraph
from pitboss.table.ledger import MONEY
from pitboss.table.steps import Step, suffix_of

ACTS = MONEY | {"deal", "draw", "discard", "take", "reveal", "say", "decide", "shuffle", "meter", "void"}
ORDER = ("steps", "drawn")
ANY = "*"
SHOWN = 6  # steps that are told instead of one that is missing


def check_order(expect: dict[str, Any]) -> None:
    """Whether what a case says of the order can be read; raises BadCase."""
    for key in ORDER:
        value = expect.get(key, [])
        if not isinstance(value, list) or not all(isinstance(line, str) and line.strip() for line in value):
            raise BadCase(f"expect.{key} must be a list of texts, not {value!r}")
    for line in expect.get("steps", []):
        cite, act = [*line.split(), ""][:2]
        if cite != ANY:
            paragraph(cite)
        if act not in ACTS | {ANY, ""}:
            raise BadCase(f"{line!r} is no step: {act!r} is not an act; known are {', '.join(sorted(ACTS))}")


def order_differences(expect: dict[str, Any], steps: Sequence[Step]) -> list[str]:
    """Where the order of the steps, or of the cards off the shoe, is not what a case expects."""
    found = []
    rest = iter(steps)
    for line in expect.get("steps", []):
        if not any(is_step(line, step) for step in rest):  # an iterator: what was passed over does not come again
            before = any(is_step(line, step) for step in steps)
            found.append(
                f"steps: {line!r} {'does not come in this order' if before else f'does not occur{instead(line, steps)}'}"
            )
            break
    wanted = [" ".join(who.split()).lower() for who in expect.get("drawn", [])]
    got = drawn(steps)[: len(wanted)]
    if wanted != got:
        found.append(f"drawn: expected {', '.join(wanted)}, got {', '.join(got)}")
    return found


def instead(line: str, steps: Sequence[Step]) -> str:
    """What occurs under the paragraph of a step that does not, for whoever looks for its words."""
    near = dict.fromkeys(as_line(step) for step in steps if is_step(line.split()[0], step))
    return f"; under that paragraph: {', '.join([*near][:SHOWN])}" if near else ""


def as_line(step: Step) -> str:
    """A step as a case asks for it.

    >>> as_line(Step("565.11(d)(2)", "collect", "seat_2", wager="Pair Plus", cents=500))
    '565.11(d)(2) collect seat_2 Pair Plus'
    """
    return " ".join(filter(None, (step.cite, step.act, step.who, step.wager)))


def is_step(line: str, step: Step) -> bool:
    """Whether a line of a case describes a step.

    >>> step = Step("565.11(d)(2)", "collect", "seat_2", wager="Pair Plus", cents=500)
    >>> is_step("565.11(d)(2) collect seat_2 Pair Plus", step), is_step("565.11(d) collect * Pair Plus", step)
    (True, True)
    >>> is_step("565.11(d)(2) collect seat_2 Ante", step), is_step("565.11(d)(1) collect seat_2", step)
    (False, False)
    >>> is_step("657a.11(c)(3)(ii)(A) collect", Step("657a.11(c)(3)(ii)(A)", "collect", "seat_2", wager="Ante", cents=500))
    True
    """
    cite, *words = line.split()
    said = f"{step.act} {step.who} {step.wager}".lower().split()
    inside = cite in (ANY, step.cite) or step.cite.startswith(f"{cite}(")
    return inside and len(words) <= len(said) and all(w.lower() in (ANY, s) for w, s in zip(words, said, strict=False))


def drawn(steps: Iterable[Step]) -> list[str]:
    """To whom each card off the shoe went, in order; to which of a player's hands is not told.

    >>> drawn([Step("633a.7(h)", "deal", "seat_1 split 1", (3, 4)), Step("633a.5(c)", "draw", "discard rack", (5,))])
    ['seat_1', 'seat_1', 'discard rack']
    """
    dealt = [step for step in steps if step.act in ("deal", "draw")]
    return [step.who.removesuffix(suffix_of(step.who)) for step in dealt for _ in step.cards]

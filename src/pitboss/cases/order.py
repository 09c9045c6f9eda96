"""Checks the order of events that a case may expect: steps, recipients of the first cards, and decisions.

`steps` lists steps that must occur in this order, possibly with others between. Each has a citation (of the step's paragraph or
one that contains it), then optionally the act, the place, and the wager or the face of a card; `*` stands for any word. `drawn`
lists who received the first cards off the shoe, a name for each card. `asked` lists the seats that decided something, a name
for each question of the round.
"""

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from pitboss.errors import BadCase
from pitboss.rulebook import paragraph
from pitboss.table.round import Round
from pitboss.table.steps import Act, Step, suffix_of

ACTS = frozenset(get_args(Act))
ORDER = ("steps", "drawn", "asked")
ANY = "*"
SHOWN = 6  # steps that a message lists as alternatives to a missing one


def check_order(expect: dict[str, Any]) -> None:
    """Raise BadCase if what a case expects of the order cannot be read."""
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
    """The differences between the order that a case expects and that of the steps, the drawn cards and the questions."""
    different = []
    rest = iter(steps)
    for line in expect.get("steps", []):
        if not any(is_step(line, step) for step in rest):  # `rest` is an iterator, so earlier steps are not looked at again
            before = any(is_step(line, step) for step in steps)
            different.append(
                f"steps: {line!r} {'does not come in this order' if before else f'does not occur{instead(line, steps)}'}"
            )
            break
    wanted = names(expect.get("drawn", []))
    got = drawn(steps)[: len(wanted)]
    if wanted != got:
        different.append(f"drawn: expected {', '.join(wanted)}, got {', '.join(got)}")
    if "asked" in expect and names(expect["asked"]) != (asked := [step.who for step in steps if step.act == "decide"]):
        different.append(f"asked: expected {', '.join(names(expect['asked'])) or 'nobody'}, got {', '.join(asked) or 'nobody'}")
    return different


def names(words: Iterable[str]) -> list[str]:
    """The names of places as the steps spell them."""
    return [" ".join(who.split()).lower() for who in words]


def void_differences(finished: Round) -> list[str]:
    """A difference if the steps of a void round do not state its paragraph exactly once, or those of another round state
    one."""
    cites = [step.cite for step in finished.steps if step.act == "void"]
    if cites == [finished.void] * bool(finished.void):
        return []
    return [f"void: the round is void by § {finished.void}, and its steps say {cites or 'nothing of it'}"]


def instead(line: str, steps: Sequence[Step]) -> str:
    """The steps that occur under the paragraph of a missing step, as part of a message."""
    near = dict.fromkeys(as_line(step) for step in steps if is_step(line.split()[0], step))
    return f"; under that paragraph: {', '.join([*near][:SHOWN])}" if near else ""


def as_line(step: Step) -> str:
    """A step written as a case expects it.

    >>> as_line(Step("565.11(d)(2)", "collect", "seat_2", wager="Pair Plus", cents=500))
    '565.11(d)(2) collect seat_2 Pair Plus'
    >>> as_line(Step("637a.10(c)", "deal", "seat_2", (7,), "up"))
    '637a.10(c) deal seat_2 up'
    """
    return " ".join(filter(None, (step.cite, step.act, step.who, step.wager or face_of(step))))


def face_of(step: Step) -> str:
    """The face of a card drawn off the shoe, up or down; "" for any other step."""
    return step.face if step.act in ("deal", "draw") else ""


def is_step(line: str, step: Step) -> bool:
    """True if a line of a case describes a step.

    >>> step = Step("565.11(d)(2)", "collect", "seat_2", wager="Pair Plus", cents=500)
    >>> is_step("565.11(d)(2) collect seat_2 Pair Plus", step), is_step("565.11(d) collect * Pair Plus", step)
    (True, True)
    >>> is_step("565.11(d)(2) collect seat_2 Ante", step), is_step("565.11(d)(1) collect seat_2", step)
    (False, False)
    >>> is_step("657a.11(c)(3)(ii)(A) collect", Step("657a.11(c)(3)(ii)(A)", "collect", "seat_2", wager="Ante", cents=500))
    True
    """
    cite, *words = line.split()
    step_words = f"{step.act} {step.who} {step.wager or face_of(step)}".lower().split()
    inside = cite in (ANY, step.cite) or step.cite.startswith(f"{cite}(")
    return (
        inside and len(words) <= len(step_words) and all(w.lower() in (ANY, s) for w, s in zip(words, step_words, strict=False))
    )


def drawn(steps: Iterable[Step]) -> list[str]:
    """The recipient of each card off the shoe, in order. Several hands of one player are not distinguished.

    >>> drawn([Step("633a.7(h)", "deal", "seat_1 split 1", (3, 4)), Step("633a.5(c)", "draw", "discard rack", (5,))])
    ['seat_1', 'seat_1', 'discard rack']
    """
    dealt = [step for step in steps if step.act in ("deal", "draw")]
    return [step.who.removesuffix(suffix_of(step.who)) for step in dealt for _ in step.cards]

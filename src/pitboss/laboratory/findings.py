"""What comes of an experiment, part by part, the most important first: each is handed on as soon as it is there."""

from collections.abc import Iterator
from typing import Any

from pitboss.drafts.quote import price_draft
from pitboss.drafts.reading import Draft
from pitboss.errors import PitbossError
from pitboss.laboratory.best_play import Play, best_play
from pitboss.laboratory.experiment import Experiment
from pitboss.laboratory.mistakes import mistakes
from pitboss.laboratory.parts import DraftLine, Findings, Law
from pitboss.laboratory.pricing import Tell, first_numbers, law_of, numbers_of, price
from pitboss.laboratory.sensitivity import changes
from pitboss.laboratory.sessions import sessions

MOST_LINES = 200


def findings(experiment: Experiment, tell: Tell) -> Iterator[tuple[str, Any]]:
    """The parts of the `Findings` with their names; raises PitbossError where the experiment cannot be priced. Where figures in
    double precision come first, the exact ones are the last but one."""
    if (first := first_numbers(experiment, tell)) is None:
        numbers, law, found = price(experiment, tell)
        yield "numbers", numbers
    else:
        (numbers, found), law = first, law_of(experiment)
        yield "first", numbers
    yield "law", law
    yield "sessions", sessions(found) if found is not None else []
    yield "printed", numbers if experiment.is_printed else price(experiment.printed, tell)[0]
    try:
        yield "play", best_play(experiment, tell)
        yield "mistakes", mistakes(experiment, tell)
    except PitbossError as error:
        yield "play", Play(why=f"No best play is shown for these rules: {error.message}.")
        yield "mistakes", []
    if first is not None:
        yield "numbers", price(experiment, tell)[0]
    yield "changes", changes(experiment, numbers.edge, tell)


def draft_findings(text: str, tell: Tell) -> Iterator[tuple[str, Any]]:
    """The same of a draft (docs/drafts.md); raises BadDraft."""
    quote = price_draft(Draft.of(text), tell)
    yield "numbers", numbers_of(quote)
    yield "law", Law(quote.lawful, quote.remark, quote.section)
    yield "sessions", sessions(quote.distribution) if quote.distribution is not None else []
    lines = quote.lines[:MOST_LINES]
    yield "lines", [DraftLine(x.bet, x.hand, x.pays, float(x.probability), float(x.contribution)) for x in lines]


def whole(experiment: Experiment) -> Findings:
    """All parts together.

    >>> found = whole(Experiment("565", "Pair Plus"))
    >>> found.numbers.exact, [row.what for row in found.changes.rows][:2]
    ('707/5525', ['Pair', 'Flush'])
    """
    return Findings(**dict(findings(experiment, lambda doing, done: None)))

"""The drafts in `examples/drafts` have the figures that are published, or those of a formula, and each names its source."""

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from pitboss.drafts.quote import price
from pitboss.drafts.reading import load

EXAMPLES = Path(__file__).parents[2] / "examples" / "drafts"
FILES = sorted(EXAMPLES.glob("*.toml"))
# By the sources that the drafts name. Games on five common cards, such as Casino Hold'em (2.16 %), are in test_boards.py.
PUBLISHED = {"casino-war": ("2.88", "2.68"), "double-exposure": ("0.96", ""), "free-bet-blackjack": ("1.0", "")}


@pytest.mark.parametrize("name", PUBLISHED)
def test_an_example_has_the_published_edge(name: str) -> None:
    edge, risk = PUBLISHED[name]
    quote = price(EXAMPLES / f"{name}.toml")
    assert f"{100 * float(quote.edge):.{len(edge.partition('.')[2])}f}" == edge
    assert quote.distribution is not None
    assert not risk or f"{100 * float(quote.distribution.element_of_risk):.2f}" == risk


def test_three_card_prime_has_the_chances_of_colours() -> None:
    three, six = (Fraction(2 * comb(26, cards), comb(52, cards)) for cards in (3, 6))
    assert price(EXAMPLES / "three-card-prime.toml").edge == 1 - 5 * six - 4 * (three - six)


@pytest.mark.quick
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_an_example_names_its_source(file: Path) -> None:
    assert load(file).data["source"]
    assert len(FILES) == 7

"""`pitboss risk` prints the same figures as the library, and refuses in one sentence."""

import json

import pytest

from pitboss.odds.asking import odds_of
from pitboss.risk import Steps
from tests.commands import pitboss


def test_the_command_prints_exact_figures() -> None:
    done = pitboss("risk", "565", "--wager", "Pair Plus", "--rounds", "40", "--bankroll", "$100", "--drop", "$5,000", "--json")
    record = json.loads(done.stdout)
    results = odds_of("565", "Pair Plus").distribution
    assert results is not None
    steps = Steps.of(results)
    assert record["edge_exact"] == str(results.edge) and record["n0"] == pytest.approx(float(steps.variance / steps.mean**2))
    session = record["session"]
    assert sum(session[name] for name in ("ruin", "goal", "ahead", "even", "behind")) == pytest.approx(1)
    assert record["shift"]["hold"] == pytest.approx(record["shift"]["win_cents"] / 500_000)
    assert "ruined" in pitboss("risk", "565", "--wager", "Pair Plus", "--rounds", "40").stdout


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (("565", "--bet", "ten"), "--bet is an amount"),
        (("565", "--rounds", "0"), "--rounds is from 1"),
        (("565", "--risk", "1.5"), "--risk is a part such as 5%"),
        (("565", "--bankroll", "$5"), "the bankroll must cover a round"),
        ((), "name a chapter"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(said: tuple[str, ...], words: str) -> None:
    done = pitboss("risk", *said)
    assert done.returncode == 2 and words in done.stderr and done.stdout == ""

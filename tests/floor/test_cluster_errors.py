"""Errors on their way between processes: what one refuses, the other refuses in the same words, with the same status."""

from collections import Counter
from importlib import import_module
from pkgutil import walk_packages

import pytest

import pitboss
from pitboss.errors import BadCommand, DatabaseFailed, IllegalWager, NotAuthorized, NotYours, PitbossError
from pitboss.evidence.errors import IllegalSeed
from pitboss.floor.people.rate_limits import RateLimitError
from pitboss.floor.people.roles import ForbiddenError
from pitboss.floor.play.banks import RetryLaterError
from pitboss.floor.play.rpc import Call, read_error, write_error
from pitboss.floor.web.errors import answer_to

REFUSALS = (
    ForbiddenError("a patron may not do that"),
    RateLimitError(10),
    IllegalSeed("a seed has 1 to 256 bytes of printable text"),
    NotAuthorized("the house offers no such thing", "565.2(a)"),
    NotYours("seat 1 is Ann's"),
    IllegalWager("there is $1 in your account at the cage, not $2"),
    BadCommand("nobody says that"),
    RetryLaterError("say it again"),
    DatabaseFailed("postgresql://user:password@host does not answer"),
)


@pytest.mark.parametrize("error", REFUSALS, ids=lambda error: type(error).__name__)
def test_an_error_arrives_as_it_left(error: PitbossError) -> None:
    answer = Call(1, "process")
    write_error(answer, error)
    here, there = answer_to(error), answer_to(read_error(answer))
    assert (there.status_code, there.body, there.raw_headers) == (here.status_code, here.body, here.raw_headers)


def test_no_two_errors_have_the_same_kind() -> None:
    """An error is known by its kind in JSON and between processes."""
    for module in walk_packages(pitboss.__path__, "pitboss."):
        if module.name.rpartition(".")[2] != "__main__" and "migrations" not in module.name:
            import_module(module.name)
    errors: list[type[PitbossError]] = [PitbossError]
    for error in errors:
        errors += [each for each in error.__subclasses__() if each.__module__.startswith("pitboss.")]
    assert [kind for kind, count in Counter(error.kind for error in errors).items() if count > 1] == []


def test_an_error_that_this_process_does_not_have_is_final() -> None:
    """An unknown refusal must not be said again and again."""
    assert type(read_error(Call(1, "process", error="Unheard", why="no"))) is PitbossError

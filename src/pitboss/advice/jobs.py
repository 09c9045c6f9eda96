"""What a server has reckoned by another process, and what comes back: lines of JSON."""

from typing import Any

import msgspec

from pitboss.advice.handle import Expected
from pitboss.advice.sight import Advice, Sight


class House(msgspec.Struct, frozen=True):
    """A house, and what its progressive meter shows."""

    chapter: str
    given: dict[str, Any]
    meter: int | None = None


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a job: one of these."""

    id: int
    advice: Advice | None = None
    expected: dict[str, Expected] | None = None
    error: str = ""


class Job(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to be reckoned: advice from a sight, or the expectation of a house."""

    id: int
    sight: Sight | None = None
    house: House | None = None

    def done(self) -> Done:
        """Reckons."""
        from pitboss.advice.choices import advise  # not before it is needed: it loads every solver
        from pitboss.advice.expectation import expectation
        from pitboss.house import House as Chosen

        if self.sight is not None:
            return Done(self.id, advice=advise(self.sight))
        assert self.house is not None
        return Done(self.id, expected=expectation(Chosen.of(self.house.chapter, self.house.given), self.house.meter))

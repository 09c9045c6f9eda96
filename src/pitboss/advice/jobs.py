"""What a server has reckoned by another process, and what comes back: lines of JSON."""

from typing import Any

import msgspec

from pitboss.advice.handle import Expected
from pitboss.advice.sight import Advice, Sight, Verdict, Worth


class House(msgspec.Struct, frozen=True):
    """A house, and what its progressive meter shows."""

    chapter: str
    given: dict[str, Any]
    meter: int | None = None


class Said(msgspec.Struct, frozen=True):
    """What a player answered."""

    word: str
    cents: int = 0


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a job: one of these; none where an answer cannot be compared."""

    id: int
    advice: Advice | None = None
    expected: dict[str, Expected] | None = None
    verdict: Verdict | None = None
    worths: tuple[Worth, ...] | None = None
    basis: str = ""
    error: str = ""


class Job(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to be reckoned: advice from a sight, how what was `said` compares with the best answer, what every answer
    brings `exactly`, or the expectation of a house."""

    id: int
    sight: Sight | None = None
    said: Said | None = None
    house: House | None = None
    exactly: bool = False

    def done(self) -> Done:
        """Reckons."""
        from pitboss.advice.choices import advise, worths  # not before it is needed: it loads every solver
        from pitboss.advice.expectation import expectation
        from pitboss.advice.verdict import verdict
        from pitboss.house import House as Chosen

        if self.sight is not None and self.said is not None:
            return Done(self.id, verdict=verdict(self.sight, self.said.word, self.said.cents))
        if self.sight is not None and self.exactly:
            brings, basis = worths(self.sight)
            return Done(self.id, worths=brings, basis=basis)
        if self.sight is not None:
            return Done(self.id, advice=advise(self.sight))
        assert self.house is not None
        return Done(self.id, expected=expectation(Chosen.of(self.house.chapter, self.house.given), self.house.meter))

"""How long things take, counted in classes, for `/metrics`."""

from bisect import bisect_left
from dataclasses import dataclass, field

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


@dataclass
class Timings:
    """How many times something took up to each bound, or longer, and all seconds together.

    >>> timings = Timings()
    >>> timings.add(0.03); timings.add(20.0); timings.cumulated()[3], timings.cumulated()[-1], timings.seconds
    (('0.05', 1), ('+Inf', 2), 20.03)
    """

    seconds: float = 0.0
    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))

    def add(self, seconds: float) -> None:
        """Something took so many seconds."""
        self.seconds += seconds
        self.counts[bisect_left(BOUNDS, seconds)] += 1

    def cumulated(self) -> list[tuple[str, int]]:
        """Each bound, and how many times it took no longer."""
        bounds = [*map(str, BOUNDS), "+Inf"]
        return [(bound, sum(self.counts[: at + 1])) for at, bound in enumerate(bounds)]

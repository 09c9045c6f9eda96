"""Every option of every chapter, alone and with others, played on a floor with the sentences and drawings of its pages: nothing
fails, and every table can be closed.

The suite plays a sample. `PITBOSS_LONGER=10 python -m pytest tests/floor/test_every_option.py -s` plays every value of every
option, and 500 random combinations.
"""

import asyncio
import random
from pathlib import Path

import pytest

from pitboss.games import MODULES
from tests.floor.every_option import Count, Evening, House, alone, choices_of, combination, draws_felt
from tests.floor.nights import LONGER
from tests.floor.visitors import a_floor

ALL = LONGER >= 10
SAMPLE = 2  # values of each chapter, and as many combinations, in the suite
COMBINATIONS = 500 // len(MODULES) + 1
ROUNDS = 3 if ALL else 2


def play(folder: Path, number: str, houses: list[House], seed: int) -> Count:
    """Plays at a table of each house, one after the other, on one floor."""

    async def run() -> Count:
        count = Count()
        async with a_floor(folder, plan=None) as here:
            evening = Evening(here, count)
            await evening.begin()
            for at, house in enumerate(houses):
                try:
                    count.drawings += draws_felt(number, house)
                    await evening.play(number, house, seed + at, ROUNDS)
                except Exception as error:
                    raise AssertionError(f"chapter {number} with {house}, seed {seed + at}: {error!r}") from error
        return count

    return asyncio.run(run())


@pytest.mark.parametrize("number", MODULES)
def test_every_option_by_itself(tmp_path: Path, number: str) -> None:
    chosen = choices_of(number) if ALL else random.Random(31).sample(choices_of(number), SAMPLE)
    choices = [(option, value, alone(number, option, value)) for option, value in chosen]
    houses = [house for *_, house in choices if house is not None]
    count = play(tmp_path, number, houses, seed=1)
    unknown = [f"{option} = {value!r}" for option, value, house in choices if house is None]
    print(f"\n{number}: {len(choices)} values, {len(unknown)} of them in no lawful house here ({'; '.join(unknown)}): {count}")
    assert count.tables == len(houses) and count.rounds >= len(houses)


@pytest.mark.parametrize("number", MODULES)
def test_options_together(tmp_path: Path, number: str) -> None:
    rng = random.Random(f"together {number}")
    houses = [combination(number, rng) for _ in range(COMBINATIONS if ALL else SAMPLE)]
    count = play(tmp_path, number, houses, seed=1000)
    print(f"\n{number}: {len(houses)} combinations: {count}")
    assert count.tables == len(houses)

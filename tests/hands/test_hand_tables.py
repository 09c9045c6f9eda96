"""The tables behind the kernels: no collisions, the promised size, the same bytes everywhere; and what loads when."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from pitboss.hands import FIVE_CARD, FLUSH_LENGTH, PAI_GOW_HIGH, STRAIGHT_FLUSH_LENGTH, Ranking
from pitboss.hands.tables import CATEGORY_SHIFT, COMPILED, WITH_JOKER, key_sums, rank_counts, table, values


@pytest.mark.parametrize("joker", [False, True])
@pytest.mark.parametrize("number", range(2, 8))
def test_no_two_hands_have_the_same_key(number: int, joker: bool) -> None:
    sums = key_sums(rank_counts(number, joker))
    assert len(np.unique(sums)) == len(sums)


@pytest.mark.parametrize("ranking", COMPILED, ids=lambda ranking: ranking.cite)
def test_codes_ascend_with_values(ranking: Ranking) -> None:
    codes = values(ranking)
    assert all(a < b for a, b in pairwise(codes))
    assert all(a < b for a, b in pairwise(codes.values()))
    assert all(code >> CATEGORY_SHIFT == value.category for code, value in codes.items())
    assert max(codes) < 1 << 16


def test_seven_cards_fit_in_the_second_level_cache() -> None:
    poker = table(FIVE_CARD, 7)
    assert (len(poker.codes), len(poker.displacement)) == (1 << 16, 1 << 13)
    assert sum(array.nbytes for array in poker[1:]) < 200_000


def test_tables_are_hashed_at_eight_slots_to_a_row() -> None:
    for ranking in COMPILED:
        for number in ranking.cards:
            if number >= 3 and ranking not in (FLUSH_LENGTH, STRAIGHT_FLUSH_LENGTH):
                assert len(table(ranking, number).codes) == 8 * len(table(ranking, number).displacement)


CHECKSUMS = {
    "677a.12(d) 2": 0x54024230,
    "565.6 3": 0xE80D6EFF,
    "565.12(d) 3": 0xBA670288,
    "559.6(c) 3": 0xBA670288,
    "587.6(c) 3": 0xE80D6EFF,
    "655a.6(c) 3": 0xBA670288,
    "557.6 4": 0x75786967,
    "557.6 5": 0xAE3D6D14,
    "557.6 6": 0xB26706FF,
    "553.4(b) 5": 0x739A4FB0,
    "553.4(b) 6": 0x5D77D3F0,
    "553.4(b) 7": 0x6D749972,
    "553.4(d) 5": 0x16150DD0,
    "553.4(d) 6": 0xED730D75,
    "553.4(d) 7": 0x3426306F,
    "633a.13(i) 4": 0xA37B71BA,
    "561.6(b) 5": 0xF644495D,
    "561.6(b) 6": 0x3666FEAD,
    "561.6(b) 7": 0x928EFC5D,
    "561.6(b)(10) 2": 0x59A44E2C,
    "678a.6(b) 7": 0x4852B47F,
    "678a.6(d) 7": 0xBD68C03D,
}


def test_checksums() -> None:
    found = {}
    for ranking in COMPILED:
        for number in ranking.cards:
            sum_of_all = 0
            for array in table(ranking, number)[1:]:
                sum_of_all = crc32(array.astype(array.dtype.newbyteorder("<")).tobytes(), sum_of_all)
            found[f"{ranking.cite} {number}"] = sum_of_all
    assert found == CHECKSUMS


def test_the_joker_is_known_to_pai_gow_only() -> None:
    assert PAI_GOW_HIGH in WITH_JOKER
    assert not table(FIVE_CARD, 7).flush[1 << 13 :].any()


def python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_importing_the_rankings_loads_no_compiler() -> None:
    loaded = "import sys, pitboss.hands; print({'numpy', 'numba'} & set(sys.modules))"
    assert python(loaded) == "set()"


def test_the_compiler_is_loaded_when_a_kernel_is_called() -> None:
    table = "import sys; from pitboss.hands import FIVE_CARD, kernels; import pitboss.odds.asking; kernels.table(FIVE_CARD, 5)"
    call = "print('numba' in sys.modules, kernels.codes(FIVE_CARD, [[0, 1, 2, 3, 51]])[0] >> 12, 'numba' in sys.modules)"
    assert python(f"{table}; {call}") == "False 7 True"


def test_compiled_code_is_kept_on_disk(tmp_path: Path) -> None:
    run = (
        "from pitboss.hands import THREE_CARD; from pitboss.hands import kernels;"
        "print(kernels.codes(THREE_CARD, [[0, 1, 2]]), sum(kernels._codes.stats.cache_hits.values()))"
    )
    assert python(run, NUMBA_CACHE_DIR=str(tmp_path)) == "[16384] 0"
    assert python(run, NUMBA_CACHE_DIR=str(tmp_path)) == "[16384] 1"

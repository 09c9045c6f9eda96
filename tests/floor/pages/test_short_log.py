"""What the short log of a page leaves out: at every game all procedure, and nothing of cards, choices, results and money."""

import json
import os
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from pitboss.table.log.records import Record
from pitboss.table.steps import BURN_CARDS, Step
from pitboss.telling.plain import say
from pitboss.telling.sentences import SILENT
from tests.sittings import CHAPTERS, sitting

NODE = shutil.which("node")
SCRIPT = Path(__file__).with_name("procedure.mjs")
pytestmark = pytest.mark.skipif(
    NODE is None and os.environ.get("PITBOSS_REQUIRE_BROWSER") != "1", reason="there is no JavaScript here"
)
ROUNDS = ("deal", "decide", "reveal", "wager", "pay", "collect", "return", "restore", "bonus", "vigorish", "jackpot", "void")
POKER = ("bet", "refund", "award", "rake", "unrake", "charge", "lose", "win", "cover", "surplus")
TOLD = frozenset({*ROUNDS, *POKER, "sit", "buy", "leave"})
HANDLING = frozenset({"shuffle", "take", "discard"})
WASHED = ("Inspects the cards", "Turns the cards face down, washes", "Puts the cover card", "The cut is complete")


def procedure(lines: list[tuple[str, str]]) -> list[bool]:
    """What the page says of some lines."""
    assert NODE is not None
    done = subprocess.run([NODE, str(SCRIPT)], input=json.dumps(lines), capture_output=True, text=True, check=True)
    found: list[bool] = json.loads(done.stdout)
    return found


def is_handling(step: Step) -> bool:
    """Whether a step only handles cards."""
    return step.act in HANDLING or step.who == BURN_CARDS


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_short_log_has_what_matters(chapter: str) -> None:
    records: list[Record] = []
    sitting(chapter, 5, 3, watch=lambda _, record: records.append(record))
    steps = [step for record in records for step in record.steps if step.act not in SILENT]
    kept = [line for step in steps if step.act in TOLD and not is_handling(step) for line in say([step])]
    left_out = [line for step in steps if is_handling(step) for line in say([step])]
    left_out += [line for step in steps if step.act == "placed" for line in say([step])]  # told when the round begins
    left_out += [line for step in steps if step.act == "say" for line in say([step]) if line[1].startswith(WASHED)]
    assert kept and left_out
    told = [line for _, line in say(steps)]
    for act, again in pairwise(told):  # each wager and each show of cards is told once
        once = re.fullmatch(r"(Seat \d+): (?:double|raise|show)\b.*", act)
        assert once is None or not again.lower().startswith((f"wagers: {once[1].lower()} ", f"{once[1].lower()} shows ")), act
    said = procedure(kept + left_out)
    assert [line for line, left in zip(kept, said, strict=False) if left] == []
    assert [line for line, left in zip(left_out, said[len(kept) :], strict=True) if not left] == []

"""Poker hands in the open hand history format PHH, played through the engine of chapter 637a, and written.

A PHH file is TOML: the variant's code, the stakes, everybody's stack and what was done in turn. `pN` is the Nth player
clockwise from the left of the button, or of the dealer where there is no button; pitboss seats him at seat N.

`hand` is what a file tells, `fields`, `actions` and `reading` read it, `table` sets it up as the tables of the format do,
`replaying` plays it, `writing` tells of a round that was played here.

The commands call it. Start reading at `replaying.py`.
"""

from pitboss.phh.hand import CODES
from pitboss.phh.reading import read_hand, read_text
from pitboss.phh.replaying import MUCKS, play_hand
from pitboss.phh.writing import toml, write_hand

__all__ = ["CODES", "MUCKS", "play_hand", "read_hand", "read_text", "toml", "write_hand"]

"""Poker hands in the open hand history format PHH: played through the engine of chapter 637a, and written.

A PHH file is TOML: the variant's code, the stakes, the stacks, and the actions in turn. `pN` is the Nth player clockwise from
the left of the button, or of the dealer where there is no button; pitboss seats this player at seat N.

`hand` holds a hand as read; `fields`, `actions` and `reading` read it; `table` sets it up as the format's tables do;
`replaying` plays it; `writing` writes a round that was played here.

The commands call it. Start reading at `replaying.py`.
"""

from pitboss.phh.hand import CODES
from pitboss.phh.reading import read_hand, read_text
from pitboss.phh.replaying import MUCKS, play_hand
from pitboss.phh.writing import toml, write_hand

__all__ = ["CODES", "MUCKS", "play_hand", "read_hand", "read_text", "toml", "write_hand"]

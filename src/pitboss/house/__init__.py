"""A casino's choices for a table, within what the chapter allows: options, own pay tables, waivers, payout limits.

`House` is a checked set of choices (`house.py`). Everything that plays, prices, checks or prints a table takes one. The package
imports the rulebook only. Start reading at `house.py`, with `House.of`.
"""

from pitboss.house.house import DEVICES, House, examine, fits_decks, house_of
from pitboss.house.values import ABOUT, KIND, PERCENT_PLACES

__all__ = ["ABOUT", "DEVICES", "KIND", "PERCENT_PLACES", "House", "examine", "fits_decks", "house_of"]

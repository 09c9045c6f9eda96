"""The felt of a table as data and as SVG, computed from a house: `felt_of`, `draw`, `draw_table`, `hand_svg`, `small`.

`areas` has what a chapter requires on a layout, `forms` chooses a shape, `drawing` writes SVG. Pages, printing and notebooks
use it. Start reading at `forms.py`.

>>> from pitboss.house import House
>>> felt = felt_of(House.of("three-card-poker"))
>>> felt.places()["seats"]["1"]["areas"]["Play"]["cite"]
'565.2(b)(3)'
"""

from pitboss.felt.cards import cards_svg, hand_svg
from pitboss.felt.chips import chips_svg, stack
from pitboss.felt.drawing import draw, small
from pitboss.felt.forms import FORMS, felt_of
from pitboss.felt.places import Felt
from pitboss.felt.tables import draw_table

__all__ = ["FORMS", "Felt", "cards_svg", "chips_svg", "draw", "draw_table", "felt_of", "hand_svg", "small", "stack"]

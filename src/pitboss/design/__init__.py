"""Designing pay tables: given what a wager should hold, how often it should win and how far it may swing, which payouts do it.

The commands and the library call it. Start reading at `search.py`; `targets.py` reads a design, `program.py` is the integer
program.
"""

from pitboss.design.frontier import Point, frontier
from pitboss.design.search import PayTable, TargetConflict, design_tables
from pitboss.design.targets import Design, Target, load_design, read_design

__all__ = [
    "Design",
    "PayTable",
    "Point",
    "Target",
    "TargetConflict",
    "design_tables",
    "frontier",
    "load_design",
    "read_design",
]

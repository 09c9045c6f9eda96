"""The command line: parses, calls, prints. A module for each kind of command; help lists them in this order.

Nothing imports it. Start reading at `app.py`.
"""

# isort: off
from pitboss.cli import first_steps
from pitboss.cli import tables
from pitboss.cli import school
from pitboss.cli import floor
from pitboss.cli import backups
from pitboss.cli import archives
from pitboss.cli import keys
from pitboss.cli import rulebook
from pitboss.cli import rules
from pitboss.cli.pricing import odds
from pitboss.cli.pricing import design
from pitboss.cli.pricing import risk
from pitboss.cli import felt
from pitboss.cli import desk
from pitboss.cli import printing
from pitboss.cli.pricing import house_ways
from pitboss.cli import records
from pitboss.cli import shell
from pitboss.cli.app import app, main

__all__ = [
    "app",
    "archives",
    "backups",
    "design",
    "desk",
    "felt",
    "first_steps",
    "floor",
    "house_ways",
    "keys",
    "main",
    "odds",
    "printing",
    "records",
    "risk",
    "rulebook",
    "rules",
    "school",
    "shell",
    "tables",
]

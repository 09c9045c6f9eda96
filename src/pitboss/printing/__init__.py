"""Printed matter by typst, all in one design: table sign, layout, gaming guide, Rules Submission form, slips and papers.

`press` runs typst; each other module is one printed thing. The commands and the floor's desk call it. Start reading at
`sign.py`.

>>> from pitboss.printing import filed, sign
>>> printed(sign([filed("three-card-poker")]), "pdf")[0][:5]
b'%PDF-'
"""

from pitboss.printing.filing import Filed, filed, filed_in, folder
from pitboss.printing.form import form
from pitboss.printing.guide import guide
from pitboss.printing.layout import layout
from pitboss.printing.paper import Heading, Paper, Table, paper
from pitboss.printing.press import Matter, printed, write
from pitboss.printing.sign import sign
from pitboss.printing.slips import slips

__all__ = [
    "Filed",
    "Heading",
    "Matter",
    "Paper",
    "Table",
    "filed",
    "filed_in",
    "folder",
    "form",
    "guide",
    "layout",
    "paper",
    "printed",
    "sign",
    "slips",
    "write",
]

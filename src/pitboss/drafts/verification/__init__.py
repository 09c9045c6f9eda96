"""The price of a draft by a second method, and a statement that says so for somebody who has to trust it.

`statement` compares the two methods, `every_draw` is the second one for draw games.

`pitboss odds --draft FILE --verify` calls it. Start reading at `statement.py`.
"""

from pitboss.drafts.verification.statement import Statement, verify

__all__ = ["Statement", "verify"]

"""The books: audit, ledger, the pit's figures and recalled rounds, read from the records.

Nothing here changes a table. `audit` verifies the database through `journal` and `ledger`; `pit` and `figures` count; `recall`
shows finished rounds to those who may see them; `calculations` works in another process. `web` and the command line call it.
Start reading at `audit.py` or `pit.py`.
"""

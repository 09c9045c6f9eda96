"""Money at a table: double-entry bookkeeping of steps (`ledger`), the accounts of a sitting, meters, side pots, and the chips
that can pay a wager.

The engine and the games call it; every act balances to the cent. Start reading at `ledger.py`.
"""

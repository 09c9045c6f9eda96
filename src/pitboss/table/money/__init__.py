"""Money at a table: double entry by steps (`ledger`), the accounts of a sitting, meters, side pots, chips that can pay a wager.

The engine and the games call it; every act balances to the cent. Start reading at `ledger.py`.
"""

"""The database of a floor: sealed lines in streams, group commits, SQLite or PostgreSQL.

A unit (`transactions`) is committed as a whole; the `writer` commits units in one thread, over `commits`; `database` opens,
migrates and reads; `leases`, `custody` and `witness` say which process may continue what. All other packages call it; it
imports nothing of the floor. Start reading at `transactions.py`, then `writer.py`.
"""

"""People: accounts, sessions, passwords, roles, names and rate limits.

`registry` is the service: register, sign in, change role, get chips. `roles` says who may do what and as whom a person acts at
a table; `office` has the events on record. `play`, `books` and `web` call it. Start reading at `registry.py`.
"""

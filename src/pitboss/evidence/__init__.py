"""Evidence by which anyone can check a table without trusting the house: fair shuffles promised before the wagers, secrets
sealed in the log, and signatures of the house. The formats are in docs/evidence.md, byte by byte.

`keys` holds the key of the house, `sealing` encrypts with it, `signatures` signs the head of a log. `merkle` and `shuffles` are
what a verifier recomputes. `fair` is chance as a table uses it, live and replayed, and `records` its entries in the log.

Tables, logs and the floor call it; it imports only cards and files. Start reading at `fair.py`.
"""

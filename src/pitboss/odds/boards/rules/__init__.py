"""Best play in words against a dealer on a shared board: § 563.11, Texas Hold 'Em Bonus, and § 677a.11, Heads-Up Hold 'Em.

The rules are found from best play and followed over every deal, so what they cost is exact.

`games` calls it. Start reading at `situations.py`.
"""

"""Nonbanked Poker (chapters 553 and 637a): players against each other, ten variants as data over one engine.

A hand consists of `opening`, `betting` and `pots`, with `seating`, `rake`, `kill` and `between` around it. `edition` creates
`poker` and `poker_2010` from the paragraphs that their chapters list. The Poker room uses it. Start reading at `hand.py`.
"""

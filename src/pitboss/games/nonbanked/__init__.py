"""Nonbanked Poker (chapters 553 and 637a): players against each other, ten variants as data over one engine.

A hand is `opening`, `betting` and `pots`; `seating`, `rake`, `kill` and `between` stand around it; `edition` makes `poker` and
`poker_2010` of the paragraphs that their chapters list. The Poker room calls it. Start reading at `hand.py`.
"""

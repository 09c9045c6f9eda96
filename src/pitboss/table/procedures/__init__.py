"""Dealing procedures that many chapters print alike: opening, shuffle, cut, the ways to deal, and irregularities meanwhile.

Only games call it, each with its own citations. Start reading at `preparation.py` for one deck, `multideck.py` for a shoe.
"""

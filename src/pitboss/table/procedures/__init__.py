"""Dealing procedures that chapters print alike: opening, shuffle, cut, the ways to deal, and what goes wrong meanwhile.

Only games call it, each with its own citations. Start reading at `preparation.py` for one deck, `multideck.py` for a shoe.
"""

"""Pai Gow Poker: chapters 561 and 645a.

A round is `dealing`, `setting`, `play` and `vigorish`; `house_way` and its relatives set hands; `pai_gow_poker` and
`pai_gow_poker_2010` pass their paragraphs. Start reading at `round.py`.
"""

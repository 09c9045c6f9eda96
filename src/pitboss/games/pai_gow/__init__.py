"""Pai Gow Poker: chapters 561 and 645a.

A round consists of `dealing`, `setting`, `play` and `vigorish`. `house_way` and the other `…_way` modules set hands by the
house way. `pai_gow_poker` and `pai_gow_poker_2010` pass their paragraphs. Start reading at `round.py`.
"""

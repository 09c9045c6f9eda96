"""The engine: seats and wagers, steps with their citations, procedures and their drivers.

A `Table` carries out one command after the other (`table.py`, `playing.py`); a game hands it a procedure (`game.py`), written
in the verbs of `Round` (`round.py`). `money`, `log`, `view` and `procedures` are its parts. Games, floor and odds call it; it
imports no game. Start reading at `table.py`.
"""

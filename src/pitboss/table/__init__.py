"""The engine: seats and wagers, steps with their citations, procedures and their drivers.

A `Table` carries out commands one at a time (`table.py`, `playing.py`). A game supplies a procedure (`game.py`), written in the
verbs of `Round` (`round.py`). `money`, `log`, `view` and `procedures` are its parts. Games, floor and odds call the engine; it
imports no game. Start reading at `table.py`.
"""

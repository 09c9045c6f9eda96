"""The log of a table: what each command puts on record, sealed line by line, stored, replayed and proven.

`records` defines what is written, `sealed` the lines and `stores` the places. `snapshots` shorten reading, `replay` carries out
a log again, `proving` checks seals, chance and signatures. The engine writes the log; the floor, the Poker room and the
commands read it. Start reading at `records.py`.
"""

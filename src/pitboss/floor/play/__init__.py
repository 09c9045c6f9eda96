"""Tables in play: commands are carried out, committed and shown, and the house acts by itself.

A `bank` is leased and rebuilt as one; a `live_table` is one table with its viewers; `tables` carries out commands and
`delivery` shows what is durable; `floor` wires presence, buy-ins, waiting lists and the cluster, and offers `Floor.submit`;
`table_lifecycle` opens and closes. `web` calls it. Start reading at `floor.py`, then `tables.py`.
"""

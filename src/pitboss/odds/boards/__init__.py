"""Games with five community cards against a dealer: Texas Hold 'Em Bonus (563) and Heads-Up Hold 'Em (677a).

`holdings` counts what two cards win on a board, `heads_up` and `texas_bonus` find best play from that, `play` says what each
action brings with a hand, `rules` finds what a player can remember.

`catalogue` calls it. Start reading at `heads_up.py`.
"""

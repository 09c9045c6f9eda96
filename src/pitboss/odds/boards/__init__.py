"""Games with five community cards against a dealer: Texas Hold 'Em Bonus (563) and Heads-Up Hold 'Em (677a).

`holdings` counts what two cards win on a board. `game` has the terms of any such game as data, `backward` finds best play,
`forward` counts what it brings, `solver` does both. `heads_up` and `texas_bonus` are the terms of the two chapters, `play` says
what each action brings with a hand, `rules` finds what a player can remember.

`catalogue` calls it, and so do drafts. Start reading at `game.py`.
"""

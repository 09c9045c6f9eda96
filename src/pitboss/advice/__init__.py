"""Advice at a table: what each choice brings, from what the player who is asked may know and from nothing else.

`sight` is what a player knows when he is asked; `choices` prices his choices exactly, with `twenty_one` and `pai_gow` for
those games; `verdict` compares what he answered with the best of them; `expectation` has the edge and the spread of every
wager of a house, `edges` those of the main wagers as a file, and `handle` what follows for what was wagered.
`python -m pitboss.advice` does that work in a process of its own, for a server that must not wait for it.

The floor, the terminal and the commands call it; it calls `odds`. Start reading at `choices.py`.
"""

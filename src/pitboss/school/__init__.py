"""The dealer school: you deal, bots play, and the engine judges each of your acts.

`lessons` plays the round, `due` derives from its steps what the dealer has to do, `orders` says in which order, `acts` reads
what a dealer does, and `judge` compares the two. Start reading at `due.py`.
"""

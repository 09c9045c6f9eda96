"""Players who answer the engine's questions by best play, one for each kind of game.

What is best was worked out by the solvers; a player looks it up for the cards on the table. Questions with only one answer are
not put to a player. A game without a solver has the player of `enumerated`.

The games declare them, and simulations call them. Start reading at `player.py`.
"""

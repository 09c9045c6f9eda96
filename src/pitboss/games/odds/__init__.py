"""The mathematics of each chapter, declared by the game: one module for each, with the name of the game's module and an `ODDS`.

`pitboss.games.part` imports it when odds are first requested; nothing else does. It belongs to the layer of `pitboss.odds`,
above the games: it names the wagers and their solvers, the bot, and the method in words. Start reading at
`three_card_poker.py`.
"""

"""The mathematics of each chapter, declared by the game: a module for each, named as the game's own, with an `ODDS`.

`pitboss.games.part` finds it when odds are first asked for; nothing else imports it. Of all rooms it belongs to `pitboss.odds`,
above the games: it names the wagers and their solvers, the bot, and the method in words. Start reading at
`three_card_poker.py`.
"""

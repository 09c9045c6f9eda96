"""The code that Blackjack (chapter 633a) and Spanish 21 (chapter 635a) share. Each passes its own paragraphs (`rules`).

`points` counts a hand, `play` is the players' part of a round, `completion` the dealer's, `irregularities` has remedies for
errors, `strategy` a rule of thumb for bots and hints. The shoe is the building block `pitboss.table.procedures.multideck`.

Only the two chapters use it. Start reading at `round.py`.
"""

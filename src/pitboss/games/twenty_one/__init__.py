"""What Blackjack (chapter 633a) and Spanish 21 (chapter 635a) have in common; each passes its own paragraphs (`rules`).

`points` counts a hand, `play` is the players' part of a round, `completion` the dealer's, `irregularities` what goes wrong,
`strategy` a rule of thumb for bots and hints. The shoe is the building block `pitboss.table.procedures.multideck`.

Only the two chapters call it. Start reading at `round.py`.
"""

"""Experiments with the mathematics of a game: change a payout, a rule or a side wager, and see what follows.

`fields` says what of each wager may be changed, `experiment` reads such a change from an address and writes it back, `findings`
is what comes of one, worked out part by part: `sessions` how an evening goes, `best_play` the grids and rules, `mistakes` what
bad habits cost, `sensitivity` which payout matters. All numbers come from `pitboss.odds` and `pitboss.drafts`.
`python -m pitboss.laboratory` does the work in a process of its own, for a server.

The floor calls it. Start reading at `experiment.py`.
"""

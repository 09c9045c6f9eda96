"""The dealer school in the terminal: lessons, drills, the cards of a day, hands for players, and physical cards.

`dealing` deals a lesson act by act, `drilling` asks questions, `reviewing` the cards of a day, `best_play` hands; `real_table`
leads through rounds at a real table. Start reading at `dealing.py`.
"""

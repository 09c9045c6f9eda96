"""The commands about the price of wagers: odds, strategy, simulations, drafts, designs, and ways to set Pai Gow hands.

Only the command line imports it. Start reading at `odds.py`.
"""

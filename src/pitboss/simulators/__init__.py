"""Rounds by the billion: compiled simulators of the banked games, with the same integers on any machine.

A game is a kernel that plays round n of a seed, and records that it reads: best play as the odds have solved it, and what the
house gains in every case. A simulation is a job, cut into chunks of rounds that any backend may play; sums are integers. Games
without a simulator are played through the engine, in the same chunks.

Start reading at `jobs.py`, then `philox.py` and `showdown.py`.
"""

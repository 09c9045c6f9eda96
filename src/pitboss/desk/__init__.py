"""What a table games department keeps on record beside its Rules Submissions: the training of its dealers (chapter 527),
requests and petitions to the Board (521.4, 521.5), and the equipment and staff of each table (sections .2 to .5).

The commands call it. Start reading at `kinds.py`, then `training.py`.
"""

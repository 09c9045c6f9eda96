"""What each person may see of a table: `viewers` hides cards, `layout` folds steps into a picture, `views` combines both.

`proofs` open the cards that a player has seen. Pages, terminal and felts call it. Start reading at `viewers.py`.
"""

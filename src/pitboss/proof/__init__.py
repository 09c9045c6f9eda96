"""What implements and proves each paragraph: `coverage` reads citations from the source, `proving_tests` from the tests.

`explanation` puts one paragraph into words with its code and its test; `new_game` says whether the folder of a game is whole.
The commands and the floor's pages call it; it imports games and cases, never the floor. Start reading at `coverage.py`.
"""

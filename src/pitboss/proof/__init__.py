"""The code and the tests behind each paragraph: `coverage` reads citations from the source, `proving_tests` from the tests.

`explanation` presents one paragraph with its code and its test; `new_game` checks that the folder of a game is complete. The
commands and the floor's pages use it; it imports games and cases, never the floor. Start reading at `coverage.py`.
"""

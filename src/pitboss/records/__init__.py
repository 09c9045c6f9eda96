"""Records that other agencies' rules ask for, and verdicts on them: the Liquor Control Board's (40 Pa. Code) and the Game
Commission's (58 Pa. Code 147.701). A kind of record is a file in `kinds`, which says what it states, the rules about it in
`house/rules_of_records.toml`, and a module of its name with the functions that examine it. The judge is that of Rules
Submissions.

Start reading at `kinds.py`, then `manager.py`.
"""

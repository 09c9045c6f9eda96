"""Rules Submissions: what a certificate holder chose, read from a file and compared with another.

`reading` parses, `checking` finds what is unlawful, `remedies` says what would be allowed, `diff` compares. The commands and
the floor's desk call it. Start reading at `checking.py`.
"""

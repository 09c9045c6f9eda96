"""The submissions desk's work, in processes of its own: `tasks` does it, `jobs` runs and limits it. `records` are its pages for
records of other kinds.

`web.desk` and `records` call it. Start reading at `jobs.py`.
"""

"""The submissions desk's work, in processes of its own: `tasks` does it, `jobs` runs and limits it.

Only `web.desk` calls it. Start reading at `jobs.py`.
"""

"""The floor over HTTP: JSON under /api, WebSockets, and the pages, with the same rules for pages and bots.

`app` assembles the application; each module serves one subject and calls `play`, `people` and `books`. `transport` moves bytes.
Only `pitboss.floor.server` calls it. Start reading at `app.py`.
"""

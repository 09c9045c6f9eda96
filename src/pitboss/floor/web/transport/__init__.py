"""Transport: `guard` checks every request, `doors` limits connections, `wire` is uvicorn's WebSocket with a fast path, `post`
and `carrier` send for a busy floor from another process.

`pitboss.floor.server` wires it; `web.sockets` writes to it. Start reading at `guard.py`.
"""

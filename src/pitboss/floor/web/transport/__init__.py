"""Transport: `guard` checks every request, `doors` limits connections, `wire` is uvicorn's WebSocket with a fast path,
`static_files` joins, compresses and names the files of the pages.

`pitboss.floor.server` wires it; `web.sockets` writes to it. Start reading at `guard.py`.
"""

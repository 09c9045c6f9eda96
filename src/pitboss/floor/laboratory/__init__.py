"""The laboratory of a floor: experiments that browsers ask for, worked out by a process that yields to the tables.

`queue` keeps what waits, what runs and what is known; `process` is the process that does the work, `web` has the addresses.

The web application calls it. Start reading at `queue.py`.
"""

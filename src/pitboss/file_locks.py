"""Locks on open files, so that only one process at a time writes a log or serves a database.

Windows has no such locks. Tables in memory work there; anything that needs a lock is refused with one sentence.
"""

from pitboss.errors import PitbossError


def lock_file(file: int) -> None:
    """Make this process the only one with a lock on an open file. Raises OSError if another has it, PitbossError if the system
    has no locks."""
    try:
        import fcntl
    except ImportError:
        raise PitbossError(
            "this system has no locks of files, so nothing here is written to disk: a table without a log can be played"
        ) from None
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

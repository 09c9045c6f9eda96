"""Locks of open files, by which one process at a time writes a log or serves a database.

Windows has no such locks: tables in memory are played there, and what would need a lock is refused in one sentence.
"""

from pitboss.errors import PitbossError


def lock_file(file: int) -> None:
    """Make this process the only one with a lock of an open file. Raises OSError if another has it, PitbossError where there
    are no locks."""
    try:
        import fcntl
    except ImportError:
        raise PitbossError(
            "this system has no locks of files, so nothing here is written to disk: a table without a log can be played"
        ) from None
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

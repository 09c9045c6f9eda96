"""Files of others: only regular ones are read, and no more of them than is reasonable.

A pipe in the place of a file would be waited for, and a device such as /dev/zero never ends.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

LONGEST_TEXT = 1 << 20  # bytes of a file that is read whole: a submission, a rule case, a hand


def open_file(path: Path) -> BinaryIO:
    """A regular file to be read; raises OSError where it is something else."""
    # Without O_NONBLOCK opening a pipe would wait for its writer.
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file")
    return open(handle, "rb")


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """The text of a regular file of at most a mebibyte; raises OSError where it is something else, or longer."""
    with open_file(path) as file:
        content = file.read(LONGEST_TEXT + 1)
    if len(content) > LONGEST_TEXT:
        raise OSError(errno.EFBIG, f"it is longer than {LONGEST_TEXT:,} bytes")
    return content.decode(encoding)

"""The process that reckons for a server: a job on each line of its input, a result on each line of its output, until the input
ends. It gives way to everything else on the machine."""

import os
import sys

import msgspec

from pitboss.advice.jobs import Done, Job
from pitboss.errors import PitbossError


def work(line: bytes) -> Done:
    """Does the job on a line."""
    job = msgspec.json.decode(line, type=Job)
    try:
        return job.done()
    except PitbossError as error:
        return Done(job.id, error=error.message)
    except Exception as error:  # a defect is told, and the next job is done all the same
        return Done(job.id, error=f"this cannot be worked out ({type(error).__name__})")


def main() -> None:
    """Reckons until the input ends."""
    os.nice(10)
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever else is printed is no result
    for line in sys.stdin.buffer:
        out.write(msgspec.json.encode(work(line)) + b"\n")


if __name__ == "__main__":
    main()

"""What the server and the process of the laboratory send each other: the process loads every solver, the server none."""

import msgspec

PROGRESS = "progress"  # the name of a result that is no part of the findings


class Task(msgspec.Struct, frozen=True):
    """An experiment by its chapter and query, or a draft by its text."""

    chapter: str = ""
    query: str = ""
    draft: str = ""


class Progress(msgspec.Struct, frozen=True):
    """What is being worked out, and how much of it is done, from 0 to 1."""

    doing: str
    done: float

"""Parameters that are read at once. Typer has pydantic read every parameter, and to import it takes longer than most commands
do: words as they are typed, and what is left out, need no reading."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, get_args

import typer


def read_plainly(command: Any) -> None:
    """Lets the parameters of a command, and of the commands below it, take what needs no reading as it is."""
    for param in command.get_params(typer.Context(command)):  # among them --help
        param.get_runtime_param = partial(Plain, param.type_descriptor.annotation, param.get_runtime_param)
    for below in getattr(command, "commands", {}).values():
        read_plainly(below)


class Plain(NamedTuple):
    """How a parameter of a kind is read, and how typer would read it."""

    kind: Any
    otherwise: Callable[[], Any]

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter: what is of its kind already is taken as it is."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        if several and isinstance(value, tuple) and all(type(each) is get_args(self.kind)[0] for each in value):
            return list(value)
        if not several and type(value) is self.kind:
            return value
        return self.otherwise().coerce(value, param=param, ctx=ctx)

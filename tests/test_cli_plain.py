"""Commands read plain words without pydantic, and exactly as typer reads them with it."""

import json
import os
import subprocess
import sys
from typing import Annotated, Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cli.plain import Plain, read_plainly
from tests.commands import ROOT

QUICK = (
    ["games"],
    ["rule", "565.7(a)"],
    ["check", "examples/keystone"],
    ["options", "565"],
    ["odds", "565"],
    ["key", "--help"],
)
WORDS = st.text(st.characters(categories=["L", "N", "P", "S", "Z", "C"]))  # those that are no Unicode too


def command(word: str, words: list[str], name: Annotated[str, typer.Option()] = "", often: int = 3) -> None:
    """Takes what parameters there are."""


def parser() -> Any:
    app = typer.Typer()
    app.command()(command)
    return typer.main.get_command(app)


def read(parser: Any, name: str, value: Any) -> Any:
    """What a parameter makes of a value, or its complaint."""
    [param] = [each for each in parser.params if each.name == name]
    try:
        return param.get_runtime_param().coerce(value, param=param, ctx=None)
    except typer.BadParameter as error:
        return f"refused: {error.message}"


TYPERS, OURS = parser(), parser()
read_plainly(OURS)


@given(st.sampled_from(["word", "name", "often"]), WORDS | st.none() | st.integers(0, 99) | st.integers(0, 99).map(str))
def test_one_value_is_read_as_typer_reads_it(name: str, value: Any) -> None:
    assert read(OURS, name, value) == read(TYPERS, name, value)


@given(st.lists(WORDS).map(tuple) | st.none())
def test_several_values_are_read_as_typer_reads_them(values: Any) -> None:
    assert read(OURS, "words", values) == read(TYPERS, "words", values)


def test_every_parameter_of_every_command_is_read_so() -> None:
    from pitboss.cli.app import parser

    def params(command: Any) -> list[Any]:
        below = [param for each in getattr(command, "commands", {}).values() for param in params(each)]
        return [*command.get_params(typer.Context(command)), *below]

    found = [param.get_runtime_param() for param in params(parser())]
    assert len(found) > 150 and all(isinstance(each, Plain) for each in found)


@pytest.mark.parametrize("words", QUICK, ids=" ".join)
def test_a_command_of_plain_words_does_not_wait_for_pydantic(words: list[str]) -> None:
    code = (
        "import json, sys\nfrom pitboss.cli.app import run\nimport pitboss.cli\n"
        f"status = run({words!r})\nprint(json.dumps([status, 'pydantic' in sys.modules]))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == [0, False]

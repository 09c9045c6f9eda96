"""Completions and the manual page come from the parser: every command and every option is in them."""

import re
import shutil
import subprocess

import pytest

from pitboss.cli.app import _commands
from pitboss.cli.shell import commands
from tests.commands import pitboss


def test_every_command_is_known() -> None:
    assert {each.name for each in commands()} == _commands()
    assert all(["--help"] in [names for names, _ in each.options] for each in commands())


@pytest.mark.parametrize(
    ("typed", "word", "expected"),
    [
        (["pitboss"], "rep", {"replay", "report"}),
        (["pitboss", "replay", "a.log"], "--s", {"--seat"}),
        (["pitboss", "no"], "-", set()),
    ],
)
def test_bash_completes_commands_and_options(typed: list[str], word: str, expected: set[str]) -> None:
    line = f"COMP_WORDS=({' '.join([*typed, word])}); COMP_CWORD={len(typed)}; _pitboss; echo ${{COMPREPLY[@]}}"
    script = pitboss("completion", "bash").stdout
    done = subprocess.run(["bash", "-c", f"{script}\n{line}"], capture_output=True, text=True, check=False)
    assert (set(done.stdout.split()), done.stderr) == (expected, "")


def test_zsh_takes_those_of_bash() -> None:
    first, *rest = pitboss("completion", "zsh").stdout.splitlines()
    assert "bashcompinit" in first and "\n".join(rest) == pitboss("completion", "bash").stdout.rstrip("\n")


def test_fish_has_a_line_for_each_command_and_option() -> None:
    lines = pitboss("completion", "fish").stdout.splitlines()
    assert len(lines) == sum(1 + len(each.options) for each in commands())
    assert "complete -c pitboss -n '__fish_seen_subcommand_from replay' -l round -d 'Explain this round only'" in lines
    assert any("-l out -s o " in line for line in lines)


def test_the_manual_page_has_every_command_and_option() -> None:
    page = pitboss("man").stdout
    for each in commands():
        assert f".SS {each.usage}".replace("-", "\\-") in page
    assert page.startswith(".TH PITBOSS 1 ") and page.count(".TP") == sum(len(each.options) for each in commands())
    if (groff := shutil.which("groff")) is not None:
        done = subprocess.run([groff, "-man", "-Tascii"], input=page, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and "pitboss replay" in re.sub(".\x08", "", done.stdout)

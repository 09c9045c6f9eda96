"""What a shell and `man` know of pitboss: completions for bash, zsh and fish, and a manual page, all made from the parser."""

from collections.abc import Iterator
from enum import StrEnum, auto
from typing import Annotated, Any, NamedTuple

import typer

from pitboss.cli.app import app, first_sentence, parser
from pitboss.version import __version__


class Shell(StrEnum):
    """The shells that are known."""

    bash = auto()
    zsh = auto()
    fish = auto()


class Command(NamedTuple):
    """A command with its options, as the parser has them: each option with its names and what it is for."""

    name: str
    says: str
    usage: str
    options: list[tuple[list[str], str]]


def commands() -> list[Command]:
    """Every command, in the order in which help lists them."""
    return [_command(name, made) for name, made in parser().commands.items()]


def _command(name: str, made: Any) -> Command:
    context = typer.Context(made, info_name=f"pitboss {name}")
    options = [
        ([*param.opts, *param.secondary_opts], " ".join((getattr(param, "help", "") or "").split()))
        for param in made.get_params(context)
        if param.param_type_name == "option"
    ]
    return Command(name, " ".join((made.help or "").split()), made.get_usage(context).partition(" ")[2], options)


@app.command()
def completion(shell: Annotated[Shell, typer.Argument(help="bash, zsh or fish.")]) -> None:
    """Prints what lets a shell complete commands and options: `pitboss completion bash > ~/.bash_completion`. zsh reads it by
    `source`, fish from ~/.config/fish/completions/pitboss.fish."""
    print("\n".join({Shell.bash: _bash, Shell.zsh: _zsh, Shell.fish: _fish}[shell](commands())))


def _bash(found: list[Command]) -> Iterator[str]:
    yield "_pitboss() {"
    yield '  local word="${COMP_WORDS[COMP_CWORD]}" words=""'
    yield f'  if [ "$COMP_CWORD" -eq 1 ]; then words="{" ".join(each.name for each in found)}"'
    yield '  elif [ "${word#-}" != "$word" ]; then case "${COMP_WORDS[1]}" in'
    yield from (f'    {each.name}) words="{" ".join(_names(each))}" ;;' for each in found)
    yield "  esac; fi"
    yield '  COMPREPLY=($(compgen -W "$words" -- "$word"))'
    yield "}"
    yield "complete -o default -F _pitboss pitboss"


def _zsh(found: list[Command]) -> Iterator[str]:
    """zsh reads the completions of bash."""
    yield "autoload -U +X bashcompinit && bashcompinit"
    yield from _bash(found)


def _fish(found: list[Command]) -> Iterator[str]:
    for each in found:
        yield f"complete -c pitboss -n __fish_use_subcommand -a {each.name} -d {_quoted(first_sentence(each.says))}"
        for names, says in each.options:
            flags = " ".join(f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in names)
            yield f"complete -c pitboss -n '__fish_seen_subcommand_from {each.name}' {flags} -d {_quoted(first_sentence(says))}"


def _names(command: Command) -> list[str]:
    return [name for names, _ in command.options for name in names]


def _quoted(words: str) -> str:
    """
    >>> _quoted("the player's card")
    "'the player\\\\'s card'"
    """
    return "'" + words.replace("\\", "\\\\").replace("'", "\\'") + "'"


@app.command()
def man() -> None:
    """Prints the manual page: `pitboss man > pitboss.1`, then `man ./pitboss.1`."""
    print("\n".join(_page(commands())))


def _page(found: list[Command]) -> Iterator[str]:
    yield f'.TH PITBOSS 1 "" "pitboss {__version__}"'
    yield from (".SH NAME", "pitboss \\- Pennsylvania's table game regulations as running software")
    yield from (".SH SYNOPSIS", ".B pitboss", "COMMAND [OPTIONS] [ARGUMENTS]", ".SH COMMANDS")
    for each in found:
        yield from (f".SS {_roff(each.usage)}", _roff(each.says))
        for names, says in each.options:
            yield from (".TP", f".B {_roff(', '.join(names))}", _roff(says) or "\\&")
    yield from (
        ".SH EXIT STATUS",
        "0 fine; 1 the answer is no; 2 bad usage or bad input, one line on standard error; 130 Ctrl\\-C.",
    )


def _roff(words: str) -> str:
    r"""Words as roff reads them.

    >>> print(_roff("--json is .toml"), _roff(".pdf"))
    \-\-json is .toml \&.pdf
    """
    plain = words.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain

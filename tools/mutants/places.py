"""Locates code in the package's sources: files as syntax trees, the statement at a line, the function around a statement."""

import ast
import copy
import hashlib
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "pitboss"
TESTS = ROOT / "tests"
Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef | ast.Module
T = TypeVar("T", bound=ast.AST)


@dataclass(frozen=True)
class Source:
    """A file of the package as a tree, with every node's number (in the order of `ast.walk`) and parent."""

    file: str
    text: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    parents: dict[int, ast.AST]
    numbers: dict[int, int]

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node that directly contains a node."""
        return self.parents.get(id(node))

    def above(self, node: ast.AST) -> list[ast.AST]:
        """The nodes that contain a node, innermost first, up to the module."""
        ancestors: list[ast.AST] = []
        while (up := self.parent(node)) is not None:
            ancestors.append(up)
            node = up
        return ancestors

    def number(self, node: ast.AST) -> int:
        """The number that identifies a node in the same text."""
        return self.numbers[id(node)]


def source_of(file: str) -> Source:
    """A file of the package, read once."""
    return parse(file, (SRC / file).read_text(encoding="utf-8"))


@cache
def parse(file: str, text: str) -> Source:
    """The text of a file as a tree."""
    tree = ast.parse(text)
    nodes = tuple(ast.walk(tree))
    parents = {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}
    return Source(file, text, tree, nodes, parents, {id(node): number for number, node in enumerate(nodes)})


def statement_at(source: Source, line: int) -> ast.stmt | None:
    """The innermost statement that a line belongs to."""
    around = [n for n in source.nodes if isinstance(n, ast.stmt) and n.lineno <= line <= (n.end_lineno or n.lineno)]
    return min(around, key=lambda n: (n.end_lineno or n.lineno) - n.lineno, default=None)


def function_of(source: Source, node: ast.AST) -> Function | None:
    """The outermost function that contains a node; None for code that runs when the module is imported."""
    return next((up for up in reversed([node, *source.above(node)]) if isinstance(up, Function)), None)


def qualname(source: Source, function: Function | None) -> str:
    """The qualified name of a function, "" for the module itself."""
    if function is None:
        return ""
    classes = [up.name for up in source.above(function) if isinstance(up, ast.ClassDef)]
    return ".".join([*reversed(classes), function.name])


def digest(text: str) -> str:
    """A short digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _dumped(node: ast.AST) -> str:
    """A node as text, without docstrings. Later versions of Python must write it as 3.11 does, or every stored digest would
    differ there."""
    options: dict[str, bool] = {"show_empty": True} if sys.version_info >= (3, 13) else {}
    return ast.dump(without_docstrings(node), **options).replace(", type_params=[]", "")


def without_docstrings(node: T) -> T:
    """A copy of a node, with no docstring in it.

    >>> ast.unparse(without_docstrings(ast.parse("def f():\\n    'Text.'\\n    return 1")))
    'def f():\\n    return 1'
    """
    bare = copy.deepcopy(node)
    for inner in ast.walk(bare):
        if isinstance(inner, Documented) and ast.get_docstring(inner, clean=False) is not None:
            del inner.body[0]
    return bare


@cache
def digest_of_function(file: str, name: str, text: str) -> str:
    """The digest of a function's code, or of the whole module for "". Comments, docstrings, line numbers and layout do not
    count. Returns "" if the function is gone."""
    source = parse(file, text)
    if not name:
        return digest(_dumped(source.tree))
    functions = [node for node in source.nodes if isinstance(node, Function)]
    return next((digest(_dumped(node)) for node in functions if qualname(source, node) == name), "")

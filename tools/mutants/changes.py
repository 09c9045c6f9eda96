"""Single changes to code: a statement dropped or swapped with the next, a condition negated, or another number, bound, order of
seats or word. A change names a node of the syntax tree by its number, and is applied to a fresh copy of the tree."""

import ast
import builtins
import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tools.mutants.places import Function, Source, digest_of_function, function_of, parse, qualname

# Words and what to replace them with: the opposite order, face or result.
OTHER = {
    "clockwise": "counterclockwise",
    "counterclockwise": "clockwise",
    "UP": "DOWN",
    "DOWN": "UP",
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "pay": "give_back",
    "win": "give_back",
    "give_back": "collect",
    "collect": "give_back",
    "forfeit": "give_back",
    "add": "discard",
    "COMMUNITY": "DEALER",
    "DEALER": "RACK",
}
BOUNDS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}
CITING = (
    "Step",
    "say",
    "deal",
    "burn",
    "reveal",
    "discard",
    "stub",
    "place",
    "collect",
    "forfeit",
    "give_back",
    "pay",
    "bonus",
)
LONGEST = 70  # characters of code that are shown


@dataclass(frozen=True)
class Change:
    """One change of code: `number` finds its node, `how` says what to do with it, `text` describes it."""

    file: str
    line: int
    function: str
    number: int
    how: str
    text: str
    digest: str


def short(node: ast.AST) -> str:
    """A piece of code on one line."""
    words = " ".join(ast.unparse(node).split())
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


def changes_at(source: Source, statement: ast.stmt, cite: str = "") -> Iterator[Change]:
    """The changes of a statement that carries a citation, and of the conditions and loops around it, most telling first."""
    function = function_of(source, statement)
    name = qualname(source, function)
    seal = digest_of_function(source.file, name, source.text)

    def change(node: ast.AST, how: str, text: str) -> Change:
        line = getattr(node, "lineno", statement.lineno)
        return Change(source.file, line, name, source.number(node), how, text, seal)

    around = [up for up in source.above(statement) if not isinstance(up, ast.Module | ast.ClassDef)]
    inside = [up for up in around if not isinstance(up, Function)]
    if can_drop(statement):
        cited = first_argument(statement)
        if cite and cited is not None and not isinstance(cited, ast.Constant | ast.Starred):
            yield change(statement, f"unless {cite}", f"left out for § {cite}: {short(statement)}")
        else:
            yield change(statement, "drop", f"left out: {short(statement)}")
    for up in inside:
        yield from (change(*each) for each in of_header(source, up))
    following = next_statement(source, statement)
    if following is not None and has_effect(statement) and has_effect(following):
        yield change(statement, "swap", f"after the next: {short(statement)}")
    simple = [statement] if not isinstance(statement, ast.If | ast.For | ast.While | ast.Match | ast.With | ast.Try) else []
    for node in simple:
        yield from (change(*each) for each in within(source, node))
    if isinstance(statement, ast.If | ast.While | ast.For | ast.Match):
        yield from (change(*each) for each in of_header(source, statement))


Changes = Iterator[tuple[ast.AST, str, str]]  # node, how, text


def of_header(source: Source, node: ast.AST) -> Changes:
    """Changes of the condition or loop that a statement stands in."""
    if isinstance(node, ast.If | ast.While):
        yield node.test, "negate", f"negated: {short(node.test)}"
        yield from in_expression(source, node.test)
    elif isinstance(node, ast.For):
        yield node.iter, "reverse", f"the other way round: {short(node.iter)}"
        yield node.iter, "first", f"only the first of {short(node.iter)}"
        yield from in_expression(source, node.iter)
    elif isinstance(node, ast.match_case) and node.guard is not None:
        yield node.guard, "negate", f"negated: {short(node.guard)}"


def in_expression(source: Source, node: ast.expr) -> Changes:
    """Changes within a condition or the range of a loop."""
    for part in ast.walk(node):
        if isinstance(part, ast.Compare) and type(part.ops[0]) in BOUNDS:
            yield part, "bound", f"another bound: {short(part)}"
        elif isinstance(part, ast.BoolOp):
            yield part, "either", f"and for or: {short(part)}"
        elif isinstance(part, ast.Constant) and type(part.value) is int:
            yield part, "number", f"{part.value} + 1 in {short(node)}"
        elif other := other_word(source, part):
            yield part, "other", f"{other} for {named(part)} in {short(node)}"


def within(source: Source, statement: ast.stmt) -> Changes:
    """Changes within a simple statement."""
    for part in acting(statement):
        if isinstance(part, ast.Constant):
            if type(part.value) is bool:
                yield part, "flip", f"{not part.value} for {part.value} in {short(statement)}"
            elif type(part.value) is int:
                yield part, "number", f"{part.value} + 1 in {short(statement)}"
        elif isinstance(part, ast.Compare) and type(part.ops[0]) in BOUNDS:
            yield part, "bound", f"another bound: {short(part)}"
        elif isinstance(part, ast.BoolOp):
            yield part, "either", f"and for or: {short(part)}"
        elif isinstance(part, ast.IfExp):
            yield part.test, "negate", f"negated: {short(part.test)} in {short(statement)}"
        elif isinstance(part, ast.comprehension):
            if not isinstance(source.parent(part), ast.DictComp | ast.SetComp):
                yield part.iter, "reverse", f"the other way round: {short(part.iter)}"
            for test in part.ifs:
                yield test, "negate", f"negated: {short(test)}"
        elif isinstance(part, ast.BinOp) and type(part.op) in ARITHMETIC:
            yield part, "arithmetic", f"another sign: {short(part)}"
        elif isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
            yield part, "positive", f"without not: {short(part)}"
        elif isinstance(part, ast.Call):
            yield from of_call(source, part)
        elif isinstance(part, ast.Tuple | ast.List) and can_exchange(source, part):
            yield part, "exchange", f"first two exchanged: {short(part)}"
        elif (
            isinstance(part, ast.Name) and not isinstance(source.parent(part), ast.Call) and (other := other_word(source, part))
        ):
            yield part, "other", f"{other} for {part.id} in {short(statement)}"
    if isinstance(statement, ast.Return) and statement.value is not None:
        yield statement.value, "nothing", f"None for {short(statement.value)}"


def acting(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement that have an effect, leaving out the text of notes and messages."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg in ("note", "strict")):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from acting(child)


def can_exchange(source: Source, items: ast.Tuple | ast.List) -> bool:
    """True if the order of items matters, which it does not for choices on offer or values that are searched."""
    around = source.parent(items)
    return (
        len(items.elts) > 1
        and ast.dump(items.elts[0]) != ast.dump(items.elts[1])
        and isinstance(items.ctx, ast.Load)
        and not isinstance(around, ast.Call | ast.Compare | ast.Subscript)
    )


def of_call(source: Source, call: ast.Call) -> Changes:
    """Another verb, and another wager or place among the arguments."""
    if other := other_word(source, call.func):
        yield call.func, "other", f"{other} for {named(call.func)}: {short(call)}"
    for argument in call.args:
        if isinstance(argument, ast.Name) and (other := other_word(source, argument)):
            yield argument, "other", f"{other} for {argument.id}: {short(call)}"
        elif isinstance(argument, ast.Name) and argument.id.isupper():
            names = wagers_of(source)
            if argument.id in names and len(names) > 1:
                other = names[(names.index(argument.id) + 1) % len(names)]
                yield argument, f"name {other}", f"{other} for {argument.id}: {short(call)}"


def wagers_of(source: Source) -> list[str]:
    """The wager constants of a file: string constants that are assigned together as a tuple."""
    for node in source.tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
            names = [target.id for target in node.targets[0].elts if isinstance(target, ast.Name)]
            if len(names) > 1 and all(isinstance(v, ast.Constant) and type(v.value) is str for v in node.value.elts):
                return names
    return []


def other_word(source: Source, node: ast.AST) -> str:
    """The word that may replace a name; "" if there is none or the file does not use it."""
    other = OTHER.get(named(node), "")
    is_defined = isinstance(node, ast.Attribute) or hasattr(builtins, other) or re.search(rf"\b{other}\b", source.text)
    return other if other and is_defined else ""


def named(node: ast.AST) -> str:
    """The identifier that an expression ends in."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def can_drop(statement: ast.stmt) -> bool:
    """True if the code still runs without a statement."""
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant) and ast.unparse(statement) != "yield from ()"
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Attribute | ast.Subscript)
    return isinstance(statement, ast.Raise | ast.AugAssign | ast.Delete)


def has_effect(statement: ast.stmt) -> bool:
    """True if a statement is run for its effect, so that its order among others matters."""
    return can_drop(statement) and isinstance(statement, ast.Expr)


def first_argument(statement: ast.stmt) -> ast.expr | None:
    """The citation in a statement that makes a step: the first argument of `Step`, or of a verb of `Round`."""
    value = statement.value if isinstance(statement, ast.Expr) else None
    for part in ast.walk(value) if value is not None else ():
        if isinstance(part, ast.Call) and part.args and named(part.func) in CITING:
            return part.args[0]
    return None


def next_statement(source: Source, statement: ast.stmt) -> ast.stmt | None:
    """The statement after another in the same block."""
    block = block_of(source.parent(statement), statement)
    at = block.index(statement) + 1 if block else 0
    return block[at] if block and at < len(block) else None


def block_of(parent: ast.AST | None, statement: ast.stmt) -> list[ast.stmt]:
    """The list of statements that a statement stands in."""
    lists = (getattr(parent, name, None) for name in ("body", "orelse", "finalbody"))
    return next((block for block in lists if isinstance(block, list) and statement in block), [])


# ---------------------------------------------------------------------------- making a change


def changed(text: str, change: Change) -> ast.Module:
    """The tree of a file after the change."""
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    node = nodes[change.number]
    read = parse(change.file, text)
    above = read.parents[id(read.nodes[change.number])]
    parent = nodes[read.numbers[id(above)]]
    how, _, word = change.how.partition(" ")
    if how in ("drop", "unless", "swap"):
        assert isinstance(node, ast.stmt)
        block = block_of(parent, node)
        at = block.index(node)
        if how == "swap":
            block[at], block[at + 1] = block[at + 1], block[at]
        else:
            block[at] = _without(node, word)
    elif how in IN_PLACE:
        IN_PLACE[how](node, word)
    else:
        assert isinstance(node, ast.expr)
        _replace(parent, node, INSTEAD[how](node))
    ast.fix_missing_locations(parent)
    return tree


def _without(node: ast.stmt, cite: str) -> ast.stmt:
    """`pass` in place of a statement; or, given a citation, the statement for all other citations."""
    if cite:
        cited = first_argument(node)
        assert cited is not None
        test = ast.Compare(copy.deepcopy(cited), [ast.NotEq()], [ast.Constant(cite)])
        return ast.copy_location(ast.If(test, [node], []), node)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):  # the function must remain a generator
        empty = ast.YieldFrom(ast.Tuple([], ast.Load()))
        return ast.copy_location(ast.Expr(empty), node)
    return ast.copy_location(ast.Pass(), node)


def _replace(parent: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for name, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, name, new)
        elif isinstance(value, list) and old in value:
            value[value.index(old)] = new


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _of_compare(node: ast.AST, word: str) -> None:
    assert isinstance(node, ast.Compare)
    node.ops[0] = BOUNDS[type(node.ops[0])]()


def _of_either(node: ast.AST, word: str) -> None:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def _of_constant(node: ast.AST, word: str) -> None:
    assert isinstance(node, ast.Constant)
    node.value = not node.value if type(node.value) is bool else node.value + 1  # type: ignore[operator]


def _of_name(node: ast.AST, word: str) -> None:
    if isinstance(node, ast.Name):
        node.id = word or OTHER[node.id]
    else:
        assert isinstance(node, ast.Attribute)
        node.attr = OTHER[node.attr]


def _of_sign(node: ast.AST, word: str) -> None:
    assert isinstance(node, ast.BinOp)
    node.op = ARITHMETIC[type(node.op)]()


def _of_items(node: ast.AST, word: str) -> None:
    assert isinstance(node, ast.Tuple | ast.List)
    node.elts[0], node.elts[1] = node.elts[1], node.elts[0]


def _positive(node: ast.expr) -> ast.expr:
    assert isinstance(node, ast.UnaryOp)
    return node.operand


IN_PLACE: dict[str, Callable[[ast.AST, str], None]] = {
    "bound": _of_compare,
    "either": _of_either,
    "number": _of_constant,
    "flip": _of_constant,
    "other": _of_name,
    "name": _of_name,
    "arithmetic": _of_sign,
    "exchange": _of_items,
}
INSTEAD: dict[str, Callable[[ast.expr], ast.expr]] = {
    "negate": lambda node: ast.UnaryOp(ast.Not(), node),
    "reverse": lambda node: _call("reversed", _call("list", node)),
    "first": lambda node: ast.Subscript(_call("list", node), ast.Slice(None, ast.Constant(1)), ast.Load()),
    "positive": _positive,
    "nothing": lambda node: ast.Constant(None),
}

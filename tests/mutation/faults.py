"""Small faults: what can be planted at a node of the syntax tree, one change at a time.

`faults(tree)` lists every fault of a module in a fixed order; `planted` makes the tree with one of
them. What only a person reads (messages, annotations, docstrings) is left alone.
"""

from __future__ import annotations

import ast
import copy
import functools
import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Change = Callable[[ast.AST], ast.AST | None]
COMPARED = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.Pow: ast.Mult,
}
ORDERED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift)
INSTRUCTIONS = {
    "add": "sub",
    "sub": "add",
    "mul": "add",
    "fadd": "fsub",
    "fsub": "fadd",
    "fmul": "fadd",
    "slt": "sle",
    "sle": "slt",
    "ult": "ule",
    "ule": "ult",
    "sgt": "sge",
    "sge": "sgt",
    "eq": "ne",
    "ne": "eq",
    "shl": "lshr",
    "lshr": "shl",
    "and": "or",
    "or": "and",
    "i64 0": "i64 1",
    "i64 1": "i64 2",
    "i32 0": "i32 1",
    "sext": "zext",
    "acquire": "monotonic",
    "release": "monotonic",
}
IR = re.compile(r"(?<![\w%.])(" + "|".join(INSTRUCTIONS) + r")(?= |$|,)")
IS_IR = re.compile(r"%\w|\bi64\b|\bptr\b|\b[sf]?add |icmp |label ")
UNSEEN = {"strict", "doc", "stacklevel"}  # keywords without effect on right arguments
NAMES_ONLY = {"__all__", "__slots__", "__doc__", "__module__", "__name__", "__qualname__"}
FOR_READERS = {"warn", "doc", "TypeVar", "namedtuple"}


@dataclass(frozen=True)
class Fault:
    """One change: of which kind, at which node of the module, in which block of a function."""

    kind: str
    place: int  # the node's number in `ast.walk` order
    variant: int  # which of the changes of that kind at that node
    line: int
    block: int | None
    scope: str


def faults(tree: ast.Module) -> list[Fault]:
    """All faults of a tree that `blocks.parse` made."""
    numbers = {id(node): number for number, node in enumerate(ast.walk(tree))}
    found = []
    line = 0
    for node, scope, block in _sites(tree):
        line = getattr(node, "lineno", line)
        seen: dict[str, int] = {}
        for kind, _ in changes(node):
            variant = seen[kind] = seen.get(kind, -1) + 1
            if kind == "argument returned":
                where = node.body[-1]
                found.append(
                    Fault(kind, numbers[id(node)], variant, where.lineno, where.block, scope)
                )
                continue
            found.append(Fault(kind, numbers[id(node)], variant, line, block, scope))
    return found


def planted(tree: ast.Module, fault: Fault) -> tuple[ast.Module, str, str]:
    """A copy of the tree with the fault, and the statement before and after."""
    result = copy.deepcopy(tree)
    node = list(ast.walk(result))[fault.place]
    parents = {
        id(child): parent for parent in ast.walk(result) for child in ast.iter_child_nodes(parent)
    }
    statement = node
    while not isinstance(statement, (ast.stmt, ast.match_case, ast.ExceptHandler)):
        statement = parents[id(statement)]
    before = _shown(statement)
    if fault.kind == "argument returned":
        before = ast.unparse(node.body[-1])
    change = [change for kind, change in changes(node) if kind == fault.kind][fault.variant]
    new = change(node)
    if new is not node:
        _replace(parents[id(node)], node, new)
    ast.fix_missing_locations(result)
    if fault.kind == "argument returned":
        after = ast.unparse(statement.body[-1])
    else:
        after = "(dropped)" if statement is node and new is not node else _shown(statement)
    return result, before, after


def statements(tree: ast.Module) -> Callable[[Fault], str]:
    """A function that shows the statement which a fault of the tree changes."""
    nodes = list(ast.walk(tree))
    around: dict[int, ast.AST] = {}
    for node in nodes:  # parents come before their children
        own = isinstance(node, (ast.stmt, ast.match_case, ast.ExceptHandler))
        for child in ast.iter_child_nodes(node):
            around[id(child)] = node if own else around.get(id(node), node)

    @functools.cache
    def shown(place: int, returned: bool) -> str:
        node = nodes[place]
        if returned:
            return ast.unparse(node.body[-1])
        own = isinstance(node, (ast.stmt, ast.match_case, ast.ExceptHandler))
        return _shown(node if own else around[id(node)])

    return lambda fault: shown(fault.place, fault.kind == "argument returned")


def digest(file: str, scope: str, before: str, after: str) -> str:
    """What a fault is known by in the list of those that change nothing."""
    return hashlib.sha256("\n".join((file, scope, before, after)).encode()).hexdigest()[:12]


def _shown(statement: ast.AST) -> str:
    """A statement's text; of a compound one, its head."""
    text = ast.unparse(statement)
    if isinstance(statement, ast.stmt) and hasattr(statement, "body"):
        body = statement.body[0]
        if not isinstance(statement, ast.If) or not isinstance(
            body, (ast.Return, ast.Raise, ast.Continue, ast.Break)
        ):
            return text.split(":\n")[0] + ":"
        return text.split("\nel")[0]
    return text


def _replace(parent: ast.AST, node: ast.AST, new: ast.AST | None) -> None:
    for field, value in ast.iter_fields(parent):
        if value is node:
            setattr(parent, field, new)
        elif isinstance(value, list) and any(item is node for item in value):
            place = [item is node for item in value].index(True)
            value[place : place + 1] = [
                new if new is not None else ast.copy_location(ast.Pass(), node)
            ]


def _sites(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Nodes where something can be planted, with the name of what they lie in and their block."""
    pending: list[tuple[ast.AST, str, int | None]] = [(tree, "", None)]
    while pending:
        node, scope, block = pending.pop()
        block = getattr(node, "block", block)
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            scope = f"{scope}.{node.name}" if scope else node.name
        if not isinstance(node, ast.Module):
            yield node, scope, block
        pending += [(child, scope, block) for child in reversed(list(_children(node)))]


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that say what is computed."""
    if isinstance(node, (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom)) or _is_overload(node):
        return
    if isinstance(node, ast.Call) and _name(node.func) in FOR_READERS:
        return
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_for_readers(node):
        return
    if isinstance(node, ast.keyword) and _is_unseen(node):
        return
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    skipped = {
        "annotation",
        "returns",
        "decorator_list",
        "keywords" if isinstance(node, ast.ClassDef) else "",
        "bases",
        "type_comment",
    }
    for field, value in ast.iter_fields(node):
        if field not in skipped:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not _is_text(child):
                    yield child


def _is_overload(node: ast.AST) -> bool:
    """Whether this says how a function may be called: only type checkers read it."""
    decorators = getattr(node, "decorator_list", ())
    return any(_name(decorator) == "overload" for decorator in decorators)


def _is_unseen(node: ast.keyword) -> bool:
    """Whether a keyword changes nothing but speed for right arguments."""
    value = getattr(node.value, "value", None)
    return (
        node.arg in UNSEEN
        or str(node.arg).startswith("overwrite_")
        or (node.arg in ("copy", "check_finite") and value is False)
    )


def _is_for_readers(node: ast.Assign | ast.AnnAssign) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = {_name(target) for target in targets}
    return bool(names & NAMES_ONLY)


def _is_text(node: ast.AST) -> bool:
    """Whether this is a docstring, or text without instructions in it."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and not (IS_IR.search(node.value) and IR.search(node.value))
    )


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """The faults that can be planted at one node: kind and how (returning the new node)."""
    for types, found in TABLE:
        if isinstance(node, types):
            yield from found(node)


def _compare(node: ast.Compare):
    for place, operator in enumerate(node.ops):
        new = COMPARED[type(operator)]

        def change(node, place=place, new=new):
            node.ops[place] = new()
            return node

        yield "comparison", change


def _binary(node: ast.BinOp):
    new = COMPUTED.get(type(node.op))
    if _is_string(node.left) or _is_string(node.right):
        return
    if new is not None:
        yield "arithmetic", lambda node: _with(node, op=new())
    if isinstance(node.op, ORDERED):
        yield "swapped operands", lambda node: _with(node, left=node.right, right=node.left)


def _is_string(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.JoinedStr)
        or isinstance(node, ast.Constant)
        and isinstance(node.value, str)
    )


def _bool(node: ast.BoolOp):
    other = ast.Or if isinstance(node.op, ast.And) else ast.And
    yield "and, or", lambda node: _with(node, op=other())
    for place in range(len(node.values)):

        def change(node, place=place):
            rest = node.values[:place] + node.values[place + 1 :]
            return rest[0] if len(rest) == 1 else _with(node, values=rest)

        yield "condition left out", change


def _unary(node: ast.UnaryOp):
    if isinstance(node.op, (ast.Not, ast.USub, ast.Invert)):
        yield "negation left out", lambda node: node.operand


def _test(node: ast.If | ast.While | ast.IfExp):
    if not (isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not)):
        yield "condition negated", lambda node: _with(node, test=ast.UnaryOp(ast.Not(), node.test))


def _guard(node: ast.If):
    if (
        not node.orelse
        and len(node.body) == 1
        and isinstance(node.body[0], (ast.Return, ast.Raise, ast.Continue, ast.Break))
    ):
        yield "guard left out", lambda node: None


def _constant(node: ast.Constant):
    value = node.value
    if isinstance(value, bool):
        yield "constant", lambda node: _with(node, value=not value)
    elif isinstance(value, int):
        yield "constant", lambda node: _with(node, value=value + 1)
        if value > 0:
            yield "constant", lambda node: _with(node, value=value - 1)
    elif isinstance(value, float):
        yield "constant", lambda node: _with(node, value=value * (1 + 1e-3) if value else 1.0)
    elif isinstance(value, str):
        for found in IR.finditer(value):

            def change(node, found=found):
                new = value[: found.start()] + INSTRUCTIONS[found[0]] + value[found.end() :]
                return _with(node, value=new)

            yield "instruction", change


def _statement(node: ast.stmt):
    drops = (ast.AugAssign, ast.Continue, ast.Break)
    stored = (
        isinstance(node, ast.Assign)
        and not isinstance(node.targets[0], (ast.Name, ast.Tuple, ast.List))
        and not _is_for_readers(node)
    )
    # That a name is deleted only says that it is not read again.
    deleted = isinstance(node, ast.Delete) and not all(
        isinstance(target, ast.Name) for target in node.targets
    )
    called = (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and _name(node.value.func) not in FOR_READERS
    )
    if isinstance(node, drops) or deleted or stored or called:
        yield "statement left out", lambda node: None


def _function(node: ast.FunctionDef):
    """A returned expression becomes the argument (the first but for self)."""
    names = [
        arg.arg
        for arg in (*node.args.posonlyargs, *node.args.args)
        if arg.arg not in ("self", "cls")
    ]
    last = node.body[-1]
    if (
        names
        and isinstance(last, ast.Return)
        and last.value is not None
        and not isinstance(last.value, (ast.Name, ast.Constant))
    ):

        def change(node):
            last = node.body[-1]
            last.value = ast.copy_location(ast.Name(names[0], ast.Load()), last.value)
            return node

        yield "argument returned", change


def _tuple(node: ast.Tuple):
    if isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        for place in (0, len(node.elts) - 1):

            def change(node, place=place):
                return _with(node, elts=node.elts[:place] + node.elts[place + 1 :])

            yield "element left out", change


def _call(node: ast.Call):
    if _name(node.func) in FOR_READERS:
        return
    plain = [not isinstance(arg, ast.Starred) for arg in node.args]
    if (
        len(plain) >= 2
        and all(plain[:2])
        and ast.dump(node.args[0]) != ast.dump(node.args[1])
        and _name(node.func) not in ("isinstance", "issubclass", "getattr")
    ):
        yield (
            "swapped arguments",
            lambda node: _with(node, args=[node.args[1], node.args[0], *node.args[2:]]),
        )
    if (
        1 <= len(plain) <= 2
        and plain[0]
        and _name(node.func) not in ("isinstance", "issubclass", "len", "type")
    ):
        yield "call left out", lambda node: node.args[0]
    for place, keyword in enumerate(node.keywords):
        if keyword.arg is not None and not _is_unseen(keyword):

            def change(node, place=place):
                return _with(node, keywords=node.keywords[:place] + node.keywords[place + 1 :])

            yield "keyword left out", change


def _filters(node: ast.comprehension):
    if node.ifs:
        yield "filter left out", lambda node: _with(node, ifs=node.ifs[1:])


def _with(node: ast.AST, **fields) -> ast.AST:
    for name, value in fields.items():
        setattr(node, name, value)
    return node


TABLE = (
    (ast.Compare, _compare),
    (ast.BinOp, _binary),
    (ast.BoolOp, _bool),
    (ast.UnaryOp, _unary),
    ((ast.If, ast.While, ast.IfExp), _test),
    (ast.If, _guard),
    (ast.Constant, _constant),
    (ast.stmt, _statement),
    (ast.FunctionDef, _function),
    (ast.Tuple, _tuple),
    (ast.Call, _call),
    (ast.comprehension, _filters),
)

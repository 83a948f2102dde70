"""Process-wide mutable state lives only in the places that are listed."""

import ast

from tests.architecture.exceptions import STATE
from tests.architecture.source import check, modules, walk

CONTAINERS = {
    "dict",
    "list",
    "set",
    "bytearray",
    "defaultdict",
    "OrderedDict",
    "Counter",
    "deque",
    "WeakKeyDictionary",
    "WeakValueDictionary",
    "WeakSet",
    "local",
    "ContextVar",
    "count",
}
CHANGES = {
    "append",
    "add",
    "update",
    "setdefault",
    "pop",
    "popitem",
    "clear",
    "remove",
    "discard",
    "extend",
    "insert",
    "appendleft",
    "popleft",
    "set",
    "move_to_end",
}


def _is_container(value):
    """Whether an expression makes a mutable container."""
    if isinstance(value, ast.Call):
        return ast.unparse(value.func).split(".")[-1] in CONTAINERS
    return isinstance(value, (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp))


def _module_names(module):
    """(all names assigned at module level, those that hold a mutable container)."""
    assigned, containers = set(), set()
    for node in module.top:
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else ([node.target] if isinstance(node, ast.AnnAssign) and node.value else [])
        )
        for target in targets:
            if isinstance(target, ast.Name):
                assigned.add(target.id)
                if _is_container(node.value):
                    containers.add(target.id)
    return assigned, containers


def _changed_names(nodes):
    """Module-level names that a function of these nodes rebinds or changes in place."""
    changed = set()
    for node in nodes:
        if isinstance(node, ast.Global):
            changed.update(node.names)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in CHANGES and isinstance(node.func.value, ast.Name):
                changed.add(node.func.value.id)
        elif isinstance(node, (ast.Subscript, ast.Attribute)):
            if isinstance(node.ctx, (ast.Store, ast.Del)) and isinstance(node.value, ast.Name):
                changed.add(node.value.id)
    return changed


def _local_names(function, nodes):
    """Names that a function of these nodes binds itself."""
    arguments = function.args
    names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    names |= {each.arg for each in (arguments.vararg, arguments.kwarg) if each is not None}
    names |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return names - _declared(nodes)


def _declared(nodes):
    """Names that `global` statements name."""
    return {name for node in nodes if isinstance(node, ast.Global) for name in node.names}


def _state(module):
    """The module-level names whose value changes while the process runs."""
    assigned, containers = _module_names(module)
    found = set()
    if not containers and "global " not in module.text:
        return found
    for function in module.functions:
        nodes = walk(function)
        changed = _changed_names(nodes) - _local_names(function, nodes)
        found |= (changed & containers) | (_declared(nodes) & assigned)
    return found


def test_mutable_state_is_listed():
    check(
        f"{module.where}: process-wide mutable state not listed: {name}"
        for module in modules()
        for name in sorted(_state(module) - set(STATE.get(module.name, ())))
    )


def test_listed_state_exists():
    assigned = {module.name: _module_names(module)[0] for module in modules()}
    check(
        f"{module} no longer has {name}"
        for module, names in STATE.items()
        for name in names
        if name not in assigned.get(module, ())
    )


def test_locks_are_held_during_a_fork():
    """So they come from `fjax.locks`; Python's cached_property has one of its own up to 3.11."""
    allowed = {
        "locks",
        "core.job",
        "playground.engine",
    }  # MPI's processes and a server's don't fork
    check(
        f"{line}: a child of a fork waits for this lock for ever; see fjax.locks and core.memo"
        for module in modules()
        if module.name not in allowed
        for line in module.lines(r"functools.*cached_property|threading\.R?Lock\(")
    )

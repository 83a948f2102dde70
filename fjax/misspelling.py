"""What a misspelt name or keyword was perhaps meant to be; asked only once something has failed."""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import itertools
import linecache
import os
import re
import sys
import traceback
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fjax.foreign_names import KEYWORD_ADVICE, KEYWORDS, NAMES, ONNX_MODEL

# `re` compiles these when there is an error to read.
SEVERAL = (
    r"([\w.<>]+)\(\) (?:takes (?:from \d+ to )?\d+ positional arguments? but|missing \d+ required)"
)
_NOTES = (
    "In fjax:",
    "Did you mean",
    "It is called as",
    "What stands first",
    "lax.",
    "In this call,",
)
# How functions that lax takes are called.
CALLED = {
    "fori_loop": "body_fun(i, carry)",
    "while_loop": "cond_fun(carry) and body_fun(carry), and carry is one pytree",
    "scan": "f(carry, x), and both are pytrees",
    "map": "f(x), and x is a row of the one pytree xs",
    "cond": "true_fun(*operands) and false_fun(*operands), and operands are what follows them",
    "switch": "a branch(*operands), and operands are what follows the branches",
    "associative_scan": "fn(a, b), and both are like elems",
    "reduce": "computation(a, b)",
    "reduce_window": "computation(a, b)",
    "custom_linear_solve": "solve(matvec, b)",
}
CALLED_ELSEWHERE = {  # by the file and the function whose frame calls what it was given
    "custom_derivatives.backward": "custom_vjp calls bwd(residuals, cotangent)",
    "custom_derivatives._apply_rule": "custom_jvp calls jvp(primals, tangents), two tuples",
    "grids.fromfunction": "numpy.fromfunction calls function(i, j, …), one for each axis",
    "callbacks.pure_callback": "pure_callback calls callback(*args): all that follows the types",
    "functional.vectorized": "numpy.vectorize calls the function with all that it is given",
    "agreement.named": "an optimizer's update is called as update(gradients, state, params)",
    "bfgs.minimize": "minimize calls fun(x, *args)",
}
_HERE = os.path.dirname(__file__)
MOST_LISTED = 32  # names of a place that are shown where none is near
KEYWORD = r"([\w.<>]+)\(\) got an unexpected keyword argument '(\w+)'"
NOT_CALLABLE = r"'([\w.]+)' object is not (callable|an iterator)"
NAMESPACES = (
    *("numpy", "lax", "random", "nn", "optim", "numpy.linalg", "numpy.fft", "scipy.special"),
    *("nn.losses", "nn.metrics", "data", "train", "models", "ops", "image", "export"),
    *("checkpoints", "data.images", "nn.initializers", "sharding"),
    *("scipy.linalg", "scipy.signal", "scipy.optimize", "scipy.integrate", "scipy.interpolate"),
    *("scipy.stats", "scipy.ndimage", "scipy.fft"),
)
LIKE_OTHERS = {
    "numpy": "NumPy",
    "scipy": "SciPy",
}  # modules below fjax that have another library's names


def held(module: types.ModuleType) -> dict[str, Any]:
    """What a module holds now, without the names that load when they are named.

    >>> "float32" in held(sys.modules["fjax.numpy"])
    True
    """
    names: dict[str, Any] = vars(types.ModuleType)["__dict__"].__get__(module)
    return names


def nearest(name: str, known: Iterable[str]) -> str:
    """`. Did you mean 'sin'?`, or nothing if no known name is near.

    >>> nearest("sinn", ["sin", "cos"]), nearest("quartz", ["sin", "cos"])
    (". Did you mean 'sin'?", '')
    """
    offered = [k for k in known if not k.startswith("_") and not k.endswith("_p")]
    longer = [k for k in offered if k.startswith(f"{name}_")]
    alike = [k for k in offered if _folded(k) == _folded(name)]
    found = alike[:1] or difflib.get_close_matches(name, offered, 1, 0.7) or longer[:2]
    found = [] if len(found) > 1 else found
    return f". Did you mean {found[0]!r}?" if found else ""


def meant_dtype(name: str, known: Iterable[str]) -> str:
    """What a text that is no dtype's name may stand for: bf16, fp32, i64, u8, or a near name.

    >>> meant_dtype("fp16", ["float16"]), meant_dtype("flaot32", ["float32"])
    ("; here it is 'float16'", ". Did you mean 'float32'?")
    """
    match = re.fullmatch(r"(bf|fp?|i|u)(\d+)", name)
    long = {"bf": "bfloat", "f": "float", "fp": "float", "i": "int", "u": "uint"}
    offered = [each for each in known if each != "float0"]  # no array has it
    if match is not None and f"{long[match[1]]}{match[2]}" in offered:
        return f"; here it is '{long[match[1]]}{match[2]}'"
    return nearest(name, offered)


def _folded(name: str) -> str:
    """A name without what libraries spell differently: RMSProp, rmsprop; leakyrelu, leaky_relu."""
    return name.lower().replace("_", "")


def here(place: str, name: str, known: Iterable[str]) -> str:
    """What one writes here for a name that a place lacks, or the nearest name there.

    place: the name of a module, or one of `foreign_names.NAMES`.

    >>> here("fjax.nn", "Dense", []), here("fjax.nn", "Linar", ["Linear"])
    ('. In fjax: `fjax.nn.Linear`', ". Did you mean 'Linear'?")
    """
    table = NAMES.get(place.removeprefix("fjax").removeprefix("."), {})
    found = table.get(name) or _beside(place, name) or _original(place, name)
    near = nearest(name, known) if found is None else ""
    if found is None and not near:
        found = next((table[other] for other in table if _folded(other) == _folded(name)), None)
    return near if found is None else f". In fjax: {found}"


def _beside(place: str, name: str) -> str | None:
    """The public function of that name in another module that is loaded, if there is one."""
    if not place.startswith("fjax") or name.startswith("_"):
        return None
    for beside in ("fjax", *(f"fjax.{namespace}" for namespace in NAMESPACES)):
        module = sys.modules.get(beside)
        names = {} if module is None else held(module)
        is_later = names.get("_LATER", {}).get(name)
        found = getattr(module, name) if is_later else names.get(name)
        if callable(found) and str(getattr(found, "__module__", "")).startswith("fjax"):
            return f"`{beside}.{name}`"
    return None


def _original(place: str, name: str) -> str | None:
    """NumPy's or SciPy's own function of that name, in a module that fjax has one like.

    >>> _original("fjax.scipy.signal", "butter")
    "nothing; SciPy's `scipy.signal.butter` computes outside of jit, without derivatives"
    """
    library = place.removeprefix("fjax.")
    root = library.split(".")[0]
    if place == library or root not in LIKE_OTHERS or name.startswith("_"):
        return None
    if not callable(held(importlib.import_module(library)).get(name)):
        return None
    own = f"{LIKE_OTHERS[root]}'s `{library}.{name}`"
    return f"nothing; {own} computes outside of jit, without derivatives"


class Absent:
    """An attribute that a class lacks, under another library's name: reading it says what to write.

    It is found where the class's own attributes are, so those that exist cost nothing more.
    """

    def __init__(self, place: str, name: str):
        self.place, self.name = place, name

    def __get__(self, instance: Any, owner: type) -> Any:
        raise lacking(owner.__name__, self.place, self.name)


class Frozen(Absent):
    """The same of a class whose instances never change: nor can it be set.

    A library's subclass, whose instances have a `__dict__`, may use the name for its own.
    """

    def __get__(self, instance: Any, owner: type) -> Any:
        own = getattr(instance, "__dict__", {})
        return own[self.name] if self.name in own else super().__get__(instance, owner)

    def __set__(self, instance: Any, value: Any) -> None:
        if not hasattr(instance, "__dict__"):
            raise lacking(type(instance).__name__, self.place, self.name)
        instance.__dict__[self.name] = value

    def __delete__(self, instance: Any) -> None:
        self.__get__(instance, type(instance))
        del instance.__dict__[self.name]


def lacking(
    what: str,
    place: str,
    name: str,
    known: Iterable[str] = (),
    instance: Any = None,
    listed: Sequence[str] = (),
) -> AttributeError:
    """The error for a name that an object lacks, where others are known.

    instance: of what is shown without a remedy, Python looks for near names itself. listed: names
    that are shown if there is no remedy, and they are few.
    """
    found = "" if name.startswith("_") else here(place, name, known)
    if not found and name[0] != "_" and 0 < len(listed) <= MOST_LISTED:
        found = f"; it has {', '.join(listed)}"
    obj = None if found else instance
    return AttributeError(f"{what} has no attribute {name!r}{found}", name=name, obj=obj)


def answer_for(cls: type, place: str, kind: type[Absent] = Absent) -> None:
    """Let a class answer for the names of `foreign_names.NAMES[place]`, and others, that it lacks.

    An array answers for those of the table alone: many ask an array what it has not.
    """
    table = NAMES.get(place, {})
    for name in table:
        setattr(cls, name, kind(place, name))
    if kind is Absent:
        setattr(cls, "__getattr__", lambda self, name: _unknown(self, place, name))  # noqa: B010


def _unknown(instance: Any, place: str, name: str) -> Any:
    """Raise what Python does for a name that a class lacks, with the remedy or those it has."""
    if name.startswith("_"):
        raise AttributeError(f"{type(instance).__name__!r} object has no attribute {name!r}")
    known = [n for n in dir(type(instance)) if not isinstance(_found(instance, n), Absent)]
    fields = getattr(instance, "__dict__", {})
    own = [n for n in (*fields, *(n for n in known if n not in fields)) if n[0] != "_"]
    raise lacking(type(instance).__name__, place, name, own, listed=own)


def _found(instance: Any, name: str) -> Any:
    """What a class has of a name, as it stands there."""
    return inspect.getattr_static(type(instance), name)


def note_keyword(error: BaseException) -> None:
    """Add a note with the nearest keyword to Python's error about one that a function lacks.

    The note of an error about the number of arguments is the function's signature. From Python
    3.13 on, its message has one already. A model of ONNX, whose class is not ours, is noted, too.
    """
    text = str(error)
    if type(getattr(error, "obj", None)).__name__ == "ModelProto":
        remedy = ONNX_MODEL.get(getattr(error, "name", ""))
        if remedy is not None and not hasattr(error, "__notes__"):
            error.add_note(f"In fjax: {remedy}")
    match = re.search(KEYWORD, text) or re.search(SEVERAL, text)
    noted = any(note.startswith(_NOTES) for note in getattr(error, "__notes__", ()))
    if match is None or "Did you mean" in text or noted:
        return
    function = _public(match[1], text)
    if function is None:
        if match.re.pattern == SEVERAL and (suggestion := _of_call(error.__traceback__)):
            error.add_note(suggestion)
        return
    if match.re.pattern == SEVERAL:
        suggestion = _call_as(match[1], function)
    else:
        owner = match[1].removesuffix(".__init__").removesuffix(".__call__")
        suggestion = _meant(owner, match[2], function) or _call_as(owner, function)
    if suggestion:
        error.add_note(suggestion.removeprefix(". "))


def note_call(error: TypeError, name: str, function: Callable[..., Any]) -> None:
    """Add a note with how `name` is called, if Python's error is about that call's arguments."""
    match = re.match(SEVERAL, str(error))
    if match is not None and match[1] == name:
        error.add_note(_call_as(name, function))


def _meant(function: str, keyword: str, found: Callable[..., Any]) -> str:
    """What to write for a keyword that a function lacks: another name, other code, a near name."""
    known = inspect.signature(found).parameters
    if keyword in known and known[keyword].kind is inspect.Parameter.VAR_POSITIONAL:
        return f"What stands first has no name: {function}(*{keyword})"
    advice = KEYWORD_ADVICE.get(f"{function}.{keyword}")
    if advice is None and KEYWORDS.get(keyword) in known:
        advice = KEYWORDS[keyword]
    advice = advice or KEYWORD_ADVICE.get(f"*.{keyword}")
    return nearest(keyword, known) if advice is None else f"In fjax: {advice}"


def _of_call(trace: types.TracebackType | None) -> str:
    """How the function that raised calls what it is given; empty if none is known to."""
    for frame, _ in reversed(list(traceback.walk_tb(trace))):
        if not frame.f_code.co_filename.startswith(_HERE):
            return ""
        if frame.f_code.co_name in CALLED:
            return f"lax.{frame.f_code.co_name} calls {CALLED[frame.f_code.co_name]}"
        file = os.path.basename(frame.f_code.co_filename).removesuffix("py")
        if file + frame.f_code.co_name in CALLED_ELSEWHERE:
            return f"In this call, {CALLED_ELSEWHERE[file + frame.f_code.co_name]}"
    return ""


def _call_as(name: str, function: Callable[..., Any]) -> str:
    """How a function is called: its parameters as a caller sees them, without self and types."""
    called = name.removesuffix(".__init__").removesuffix(".__call__")
    parameters = inspect.signature(function).parameters.values()
    plain = [p.replace(annotation=p.empty) for p in parameters if p.name not in ("self", "cls")]
    return f"It is called as {called}{inspect.Signature(plain)}"


def note_last(error: BaseException, trace: types.TracebackType | None) -> None:
    """The same for an error that nobody caught, if the line that failed has to do with fjax."""
    if isinstance(error, AttributeError):
        note_keyword(error)
    if not isinstance(error, TypeError) or trace is None:
        return
    while trace.tb_next is not None:
        trace = trace.tb_next
    frame = trace.tb_frame
    if match := re.fullmatch(NOT_CALLABLE, str(error)):
        if suggestion := _instead_of_a_call(match[1], match[2], _call_in(trace), frame):
            error.add_note(f"In fjax: {suggestion}")
        return
    known = {**frame.f_globals, **frame.f_locals}
    named = [known[name] for name in frame.f_code.co_names if name in known]
    if any(_of_this_library(value) for value in (*named, *frame.f_locals.values())):
        note_keyword(error)


def _call_in(trace: types.TracebackType) -> ast.expr | None:
    """What the call that failed calls, as it stands in the source; None if that is not there."""
    code = trace.tb_frame.f_code
    line, last, start, end = next(itertools.islice(code.co_positions(), trace.tb_lasti // 2, None))
    if line is None or line != last:
        return None
    text = linecache.getline(code.co_filename, line).encode()[start:end].decode()
    try:
        found = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return None
    return found.func if isinstance(found, ast.Call) else None


def _instead_of_a_call(
    kind: str, what: str, called: ast.expr | None, frame: types.FrameType
) -> str | None:
    """What one writes in place of a call of an object of that kind, or of `next(object)`."""
    written = "" if called is None else ast.unparse(called)
    value = _value_of(called, frame)
    if inspect.ismodule(value) and _of_this_library(value):
        listed = getattr(value, "__all__", None) or [
            name
            for name, member in held(value).items()
            if getattr(member, "__module__", None) == value.__name__ and name[0] != "_"
        ]
        inside = [name for name in listed if inspect.isfunction(getattr(value, name))]
        near = [name for name in inside if name.startswith(written.rpartition(".")[2])] or inside
        return f"`{written}` is a module; in it are {', '.join(near[:6])}"
    if what == "an iterator":
        own = _public_class(kind)
        return None if own is None else "`next(iter(x))`, or `for batch in x`"
    if isinstance(called, ast.Attribute) and not inspect.ismodule(_value_of(called.value, frame)):
        member = getattr(_public_class("Array"), called.attr, None)
        begin: Any = called.value
        while isinstance(begin, ast.Attribute | ast.Call | ast.Subscript):
            begin = begin.func if isinstance(begin, ast.Call) else begin.value
        mine = _of_this_library(_value_of(begin, frame))
        if member is not None and not callable(member) and mine:
            return f"`{written}`, without parentheses: it is a value"
    if hasattr(_public_class(kind), "call"):
        return f"`{written}.call(…)`"
    return None


def _value_of(written: ast.expr | None, frame: types.FrameType) -> Any:
    """What a name, or a name in a module, stands for in a frame; None for anything else."""
    if isinstance(written, ast.Name):
        return {**frame.f_globals, **frame.f_locals}.get(written.id)
    if isinstance(written, ast.Attribute):
        module = _value_of(written.value, frame)
        return held(module).get(written.attr) if inspect.ismodule(module) else None
    return None


def _public_class(name: str) -> type | None:
    """A public class of fjax by its name."""
    for namespace in ("fjax", *(f"fjax.{place}" for place in NAMESPACES)):
        found = held(sys.modules[namespace]).get(name) if namespace in sys.modules else None
        if inspect.isclass(found):
            return found
    return None


def _of_this_library(value: Any) -> bool:
    where = value.__name__ if inspect.ismodule(value) else type(value).__module__
    own = getattr(value, "__module__", None)
    return any(str(name).split(".")[0] == __package__ for name in (where, own))


def watch_uncaught() -> None:
    """Have errors that end a program, or a cell of a notebook, say what a keyword was meant to be.

    Python raises them before any function of fjax runs: a call that is right costs nothing.
    """
    global _hook
    if sys.excepthook is not _with_note:
        _hook, sys.excepthook = sys.excepthook, _with_note
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None and not shell.custom_exceptions:
        shell.set_custom_exc((TypeError, AttributeError), _in_notebook)


_hook = sys.excepthook


def _with_note(
    kind: type[BaseException], error: BaseException, trace: types.TracebackType | None
) -> None:
    note_last(error, trace)
    _hook(kind, error, trace)


def _in_notebook(
    shell: Any, kind: Any, error: BaseException, trace: Any, tb_offset: Any = None
) -> None:
    note_last(error, trace)
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


def _public(name: str, text: str) -> Callable[..., Any] | None:
    """The public function of a name in Python's message `text`; a class for its `__init__`."""
    owner, _, method = name.rpartition(".")
    if method in ("__init__", "__call__"):
        name = owner
    for namespace in ("fjax", *(f"fjax.{name}" for name in NAMESPACES)):
        found = getattr(sys.modules.get(namespace), name, None) if name.isidentifier() else None
        if inspect.isclass(found) and method in ("__init__", "__call__"):
            return getattr(found, method)
        kind = getattr(sys.modules.get(namespace), owner, None) if owner.isidentifier() else None
        if inspect.isclass(kind) and inspect.isroutine(getattr(kind, method, None)):
            return getattr(kind, method)
        if callable(found) and not inspect.isclass(found) and not owner and _fits(found, text):
            return found
    return None


def _fits(function: Callable[..., Any], text: str) -> bool:
    """Whether Python's message may be about a function: it has what is missing, not what is not.

    >>> _fits(lambda a: a, "f() missing 1 required positional argument: 'b'")
    False
    """
    try:
        known = inspect.signature(function).parameters
    except ValueError:
        return False
    named = re.findall(r"'(\w+)'", text)
    return all((name in known) == ("missing" in text) for name in named)

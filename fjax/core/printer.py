"""The IR as text, in JAX's look, which `parser` reads back.

    { lambda ; a:f32[3] b:~f64[]. let
        c:f32[3] = mul a 2.0:f32[]
      in (c,) }

Parameters follow the primitive's name in brackets, `name=value`; host callables print as <host
NAME>.
"""

from __future__ import annotations

import dataclasses
import enum
import itertools
from typing import Any

import numpy as np

from fjax.core import dtypes, ir
from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, DropVar, Equation, Jaxpr, Literal, Var


class HostNames:
    """Names for the host callables of one program; the parser takes the table back."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.table: dict[str, Any] = {}

    def name(self, value: Any) -> str:
        if id(value) not in self.names:
            base = _own_name(value).replace(">", "").replace("<", "")
            name = base if base not in self.table else f"{base}.{len(self.table)}"
            self.names[id(value)] = name
            self.table[name] = value
        return self.names[id(value)]


def _own_name(value: Any) -> str:
    """What a callable calls itself; a user's primitive has a name only."""
    return getattr(value, "__name__", None) or str(getattr(value, "name", type(value).__name__))


def variable_names() -> Any:
    """a, b, …, z, ba, bb, …: never a word of the grammar."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    reserved = {"in", "let", "lambda", "inf", "nan"}
    for length in itertools.count(1):
        for parts in itertools.product(letters, repeat=length):
            name = "".join(parts)
            if name not in reserved and (length == 1 or parts[0] != "a"):
                yield name


def print_jaxpr(
    jaxpr: Jaxpr, n_consts: int = 0, hosts: HostNames | None = None, indent: str = ""
) -> str:
    """The text of a jaxpr; `n_consts` leading inputs are printed as constants (before the ';')."""
    hosts = hosts or HostNames()
    names: dict[Var, str] = {}
    fresh = variable_names()

    def bind(v: Var) -> str:
        if isinstance(v, DropVar):
            return f"_:{v.aval.notation()}"
        names[v] = next(fresh)
        return f"{names[v]}:{v.aval.notation()}"

    inputs = [bind(v) for v in jaxpr.invars]
    head = (
        " ".join(inputs[:n_consts]) + (" " if n_consts else "") + "; " + " ".join(inputs[n_consts:])
    )
    lines = [f"{{ lambda {head}. let" if head.strip() != ";" else "{ lambda ; . let"]
    for eqn in jaxpr.eqns:
        text = _equation(eqn, names, bind, hosts, indent + "    ")
        lines.append(f"{indent}    {text}")
    outputs = ", ".join(_atom(x, names) for x in jaxpr.outvars)
    comma = "," if len(jaxpr.outvars) == 1 else ""
    lines.append(f"{indent}  in ({outputs}{comma}) }}")
    return "\n".join(lines)


def _equation(
    eqn: Equation, names: dict[Any, Any], bind: Any, hosts: HostNames, indent: str
) -> str:
    operands = " ".join(_atom(x, names) for x in eqn.invars)
    params = _params(eqn.op, hosts, indent)
    outs = " ".join(bind(v) for v in eqn.outvars)
    left = f"{outs} = " if outs else "= "
    host = eqn.op.host
    name = eqn.op.name if host is None else hosts.name(host)
    return f"{left}{name}{params}{' ' if operands else ''}{operands}"


def _params(primitive: Any, hosts: HostNames, indent: str) -> str:
    items = primitive.params.items()
    if not items:
        return ""
    parts = [f"{k}={value_text(v, hosts, indent + '  ')}" for k, v in items]
    if any("\n" in p for p in parts):
        inner = "\n".join(f"{indent}  {p}" for p in parts)
        return f"[\n{inner}\n{indent}]"
    return f"[{' '.join(parts)}]"


def _atom(x: Atom, names: dict[Var, str]) -> str:
    return literal_text(x) if isinstance(x, Literal) else names[x]


def literal_text(x: Literal) -> str:
    """value:aval, where the value reads back to the same bits."""
    if x.left_open is not None:
        return f"{x.left_open}:{x.aval.notation()}"
    value = x.value
    if np.iscomplexobj(value):
        return f"({number_text(value.real)},{number_text(value.imag)}):{x.aval.notation()}"
    return f"{number_text(value)}:{x.aval.notation()}"


def number_text(value: Any) -> str:
    """The shortest text of a NumPy scalar; a NaN with unusual bits shows them."""
    if value != value:
        plain = np.asarray(np.nan).astype(value.dtype)
        if value.tobytes() == plain.tobytes():
            return "nan"
        return f"nan({np.asarray(value).view(f'u{value.dtype.itemsize}')[()]:x})"
    return str(value)


def value_text(value: Any, hosts: HostNames, indent: str = "") -> str:
    """The text of a parameter."""
    if isinstance(value, Jaxpr):
        return print_jaxpr(value, 0, hosts, indent)
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, (bool, int, float, str, type(None))):
        return repr(value)
    if isinstance(value, np.dtype) or dtypes.is_key(value):
        return dtypes.short_name(value)
    if isinstance(value, ShapedArray):
        return value.notation()
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        inside = [value_text(v, hosts, indent) for v in value]
        return f"({', '.join(inside)}{',' if len(inside) == 1 else ''})"
    fields = getattr(value, "_fields", None)
    if dataclasses.is_dataclass(value):
        fields = [f.name for f in dataclasses.fields(value)]
    if fields is not None and not isinstance(value, type):
        inside = [f"{k}={value_text(getattr(value, k), hosts, indent)}" for k in fields]
        return f"{type(value).__name__}({', '.join(inside)})"
    if isinstance(value, np.generic):
        return f"{value.dtype.name}({value!s})"
    return f"<host {hosts.name(value)}>"


def host_table(jaxpr: Jaxpr) -> dict[str, Any]:
    """The host callables that the text of the jaxpr names, for the parser."""
    hosts = HostNames()
    print_jaxpr(jaxpr, 0, hosts)
    return hosts.table


ir.set_printer(print_jaxpr)

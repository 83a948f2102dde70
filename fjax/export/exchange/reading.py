"""Models in ONNX as functions that can be differentiated: `from_onnx`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import fjax.export.exchange.layers  # noqa: F401  its operators
from fjax import lax, tree
from fjax import numpy as jnp
from fjax.core import dtypes, lazy
from fjax.core.evaluate import ensure_compile_time_eval
from fjax.core.regular_files import open_regular
from fjax.errors import FjaxTypeError, FjaxValueError, api_boundary
from fjax.export.exchange.models import check_installed
from fjax.export.exchange.operators import OPERATORS, Use, dtype_of
from fjax.nn.module import Module

_onnx = lazy.module("onnx")
_helper = lazy.module("onnx.helper")
_numpy_helper = lazy.module("onnx.numpy_helper")
# Operands by operator that are no weights, although they may be floats: numbers, statistics.
_NUMBERS = {"BatchNormalization": (3, 4), "Resize": (1, 2, 3), "Upsample": (1,), "Range": (0, 1, 2)}
_CONTROL = ("If", "Loop", "Scan")


class OnnxModel(Module):
    """A model that was read: a module with its weights, called with its inputs in order.

    weights: the initialisers of floats by name, which are trained and differentiated. Integers,
    running statistics and other constants belong to the program. A model of one output gives
    it, of several a tuple.

    >>> file = fjax.export.onnx(lambda x: (x + 1, -x), jnp.ones(2, jnp.float32))
    >>> isinstance(fjax.export.from_onnx(file), fjax.export.OnnxModel)
    True
    """

    weights: dict[str, Any]
    program: Any = tree.static()

    def __call__(self, *inputs: Any) -> Any:
        outs = self.program.run(self.weights, inputs)
        return outs[0] if len(outs) == 1 else outs


@api_boundary
def from_onnx(source: Any) -> OnnxModel:
    """The model of a file, or an `onnx.ModelProto`, as a module of fjax.

    It works within `jit`, `grad` and `vmap`, and `train.fit` trains it. Layers compute as they do
    at inference: nothing is dropped, and running statistics stay. Raises FjaxValueError for
    operators that fjax does not have (it names all of them), for operators of other domains, and
    for shapes that are computed from values. Needs the package onnx: `pip install onnx`.

    >>> layer = fjax.nn.Linear(3, 2, key=fjax.random.key(0))
    >>> model = fjax.export.from_onnx(fjax.export.onnx(layer, jnp.ones((4, 3), jnp.float32)))
    >>> {name: w.shape for name, w in model.weights.items()}
    {'weight': (2, 3), 'bias': (2,)}
    >>> bool(jnp.allclose(model(jnp.ones((4, 3), jnp.float32)), layer(jnp.ones(3, jnp.float32))))
    True
    """
    check_installed()
    model = source if hasattr(source, "graph") else _loaded(source)
    version = {i.domain: i.version for i in model.opset_import}.get("", 1)
    unknown = sorted(_unknown(model.graph))
    if unknown:
        raise FjaxValueError(
            f"from_onnx: the model has operators that fjax does not read: {', '.join(unknown)}. "
            "Export it without them, or compute that part by other operators"
        )
    values = {t.name: _numpy_helper.to_array(t) for t in model.graph.initializer}
    numbers = _numbers(model.graph)
    weights = {
        name: jnp.asarray(x)
        for name, x in values.items()
        if x.dtype.kind in "fV" and name not in numbers
    }
    constants = {name: x for name, x in values.items() if name not in weights}
    return OnnxModel(weights, _Program(model.graph, constants, values.keys(), version))


def _loaded(source: Any) -> Any:
    if not isinstance(source, (str, os.PathLike)):
        raise FjaxTypeError(
            f"from_onnx takes the path of an .onnx file or an onnx.ModelProto, got {source!r:.80}"
        )
    open_regular(source, "from_onnx").close()
    try:
        model = _onnx.load(os.fspath(source))
        if not model.graph.output:
            raise ValueError("it is empty or cut: its graph has no outputs")
        return model
    except Exception as error:
        raise FjaxValueError(f"from_onnx: {source} is no ONNX model: {error}") from error


def _graphs(node: Any) -> list[Any]:
    return [a.g for a in node.attribute if a.type == _onnx.AttributeProto.GRAPH]


def _unknown(graph: Any) -> set[str]:
    found = set()
    for node in graph.node:
        if node.domain not in ("", "ai.onnx"):
            found.add(f"{node.domain}.{node.op_type}")
        elif node.op_type not in OPERATORS and node.op_type not in _CONTROL:
            found.add(node.op_type)
        for inner in _graphs(node):
            found |= _unknown(inner)
    return found


def _numbers(graph: Any) -> set[str]:
    found = set()
    for node in graph.node:
        for k in _NUMBERS.get(node.op_type, ()):
            found.update(node.input[k : k + 1])
        for inner in _graphs(node):
            found |= _numbers(inner)
    return found


class _Program:
    """The nodes of a graph, run one after another on a table of values by name."""

    def __init__(self, graph: Any, constants: Mapping[str, Any], held: Any, version: int):
        self.graph, self.constants, self.version = graph, dict(constants), version
        self.inputs = [i.name for i in graph.input if i.name not in held]
        kinds = {i.name: i.type.tensor_type.elem_type for i in graph.input}
        self.kinds = [dtype_of(kinds[name]) if kinds[name] else None for name in self.inputs]
        self.outputs = [o.name for o in graph.output]
        for t in graph.initializer:
            if t.name not in held:
                self.constants[t.name] = _numpy_helper.to_array(t)
        self.nodes = [(n, _attributes(n, version)) for n in graph.node]

    def run(self, weights: Mapping[str, Any], inputs: Sequence[Any]) -> tuple[Any, ...]:
        """The outputs; FjaxTypeError for another number of inputs, or integers for floats."""
        if len(inputs) != len(self.inputs):
            raise FjaxTypeError(
                f"the model takes {len(self.inputs)} inputs, {', '.join(self.inputs)}; got "
                f"{len(inputs)}"
            )
        arrays = [x if isinstance(x, np.ndarray) and not x.ndim else jnp.asarray(x) for x in inputs]
        for name, kind, x in zip(self.inputs, self.kinds, arrays, strict=True):
            if kind is not None and dtypes.is_inexact(x.dtype) != dtypes.is_inexact(kind):
                raise FjaxTypeError(
                    f"the model takes {name} of {kind}, got {x.dtype}: convert with "
                    f"x.astype({kind.name!r})"
                )
        return self.within({**weights}, arrays)

    def within(self, outer: Mapping[str, Any], inputs: Sequence[Any]) -> tuple[Any, ...]:
        """The outputs, where nodes also see the values of the graph around."""
        table = {**outer, **self.constants, **dict(zip(self.inputs, inputs, strict=True)), "": None}
        for node, attributes in self.nodes:
            operands = [table[name] for name in node.input]
            if node.op_type in _CONTROL:
                outs = _control(node.op_type, attributes, operands, table)
            else:
                outs = _computed(node, attributes, operands, self.version)
            outs = outs if isinstance(outs, tuple) else (outs,)
            table.update(zip(node.output, outs, strict=False))
        return tuple([table[name] for name in self.outputs])


def _attributes(node: Any, version: int) -> dict[str, Any]:
    found = {}
    for a in node.attribute:
        value = _helper.get_attribute_value(a)
        if a.type == _onnx.AttributeProto.TENSOR:
            value = _numpy_helper.to_array(value)
        elif a.type == _onnx.AttributeProto.GRAPH:
            value = _Program(value, {}, (), version)
        found[a.name] = value
    return found


def _computed(node: Any, attributes: Any, operands: Sequence[Any], version: int) -> Any:
    known = all(x is None or isinstance(x, np.ndarray) for x in operands)
    library = np if known and all(x is None or x.dtype.kind != "V" for x in operands) else jnp
    use = Use(node.op_type, attributes, version, library, len(node.output))
    run = OPERATORS[node.op_type]
    if not known:
        return run(use, *operands)
    with ensure_compile_time_eval(), np.errstate(all="ignore"):
        outs = run(use, *operands)
    if isinstance(outs, tuple):
        return tuple([None if x is None else np.asarray(x) for x in outs])
    return np.asarray(outs)


# ---- control flow


def _control(kind: str, attributes: Any, operands: Sequence[Any], table: Any) -> Any:
    if kind == "If":
        return _if(attributes, operands[0], table)
    if kind == "Scan":
        return _scan(attributes, operands, table)
    return _loop(attributes["body"], operands, table)


def _if(attributes: Any, condition: Any, table: Any) -> Any:
    yes, no = attributes["then_branch"], attributes["else_branch"]
    if isinstance(condition, np.ndarray):
        return (yes if condition.all() else no).within(table, ())
    branches = [lambda p=p: tuple(map(jnp.asarray, p.within(table, ()))) for p in (yes, no)]
    return lax.cond(condition.reshape(()), *branches)


def _turns(given: Any, count: int) -> list[int]:
    return list(given) if given else [0] * count


def _scan(attributes: Any, operands: Sequence[Any], table: Any) -> Any:
    body, n = attributes["body"], attributes["num_scan_inputs"]
    states, xs = list(operands[:-n]), list(operands[-n:])
    axes, ways = (
        _turns(attributes.get(f"scan_input_{what}"), n) for what in ("axes", "directions")
    )
    xs = [jnp.moveaxis(x, a, 0) for x, a in zip(xs, axes, strict=True)]
    xs = [jnp.flip(x, 0) if back else x for x, back in zip(xs, ways, strict=True)]

    def step(carry: Any, now: Any) -> Any:
        outs = body.within(table, [*carry, *now])
        return tuple(map(jnp.asarray, outs[: len(states)])), tuple(outs[len(states) :])

    last, ys = lax.scan(step, tuple(map(jnp.asarray, states)), tuple(xs))
    axes, ways = (
        _turns(attributes.get(f"scan_output_{what}"), len(ys)) for what in ("axes", "directions")
    )
    ys = [jnp.flip(y, 0) if back else y for y, back in zip(ys, ways, strict=True)]
    return (*last, *[jnp.moveaxis(y, 0, a) for y, a in zip(ys, axes, strict=True)])


def _loop(body: Any, operands: Sequence[Any], table: Any) -> Any:
    count, going, *states = operands
    carried = len(states)
    start = tuple(map(jnp.asarray, states))
    stacked = len(body.outputs) - 1 - carried
    if isinstance(count, np.ndarray) and (stacked or going is None or _goes_on(body)):
        steps = np.arange(int(count.reshape(())))

        def step(carry: Any, k: Any) -> Any:
            outs = body.within(table, [k, np.asarray(True), *carry])
            return tuple(map(jnp.asarray, outs[1 : 1 + carried])), tuple(outs[1 + carried :])

        if stacked and not _goes_on(body):
            raise FjaxValueError("from_onnx: a Loop that may end early and stacks its outputs")
        last, ys = lax.scan(step, start, steps)
        return (*last, *ys)
    if stacked:
        raise FjaxValueError("from_onnx: a Loop of unknown length that stacks its outputs")

    def more(state: Any) -> Any:
        k, on, _ = state
        return on if count is None else on & (k < jnp.asarray(count).reshape(()))

    def advance(state: Any) -> Any:
        k, on, carry = state
        outs = body.within(table, [k, on, *carry])
        on = jnp.asarray(outs[0]).reshape(())
        return k + 1, on, tuple(map(jnp.asarray, outs[1:]))

    first = jnp.asarray(True if going is None else going).reshape(())
    return lax.while_loop(more, advance, (jnp.asarray(0, jnp.int64), first, start))[2]


def _goes_on(body: Any) -> bool:
    """Whether a loop's body gives its condition back as it is."""
    name, made = body.outputs[0], {n.output[0]: n for n, _ in body.nodes}
    while name in made and made[name].op_type == "Identity":
        name = made[name].input[0]
    return name == body.inputs[1] or bool(np.all(body.constants.get(name, False)))

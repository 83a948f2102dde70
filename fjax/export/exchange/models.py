"""Functions as ONNX models: files that other libraries run."""

from __future__ import annotations

import inspect
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.api.jit import jit
from fjax.core import lazy
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.dimensions import for_many_sizes
from fjax.core.ir import Jaxpr
from fjax.core.regular_files import check_place
from fjax.errors import api_boundary
from fjax.export.agreement import agree as _agree
from fjax.export.exchange.converting import convert
from fjax.export.exchange.graph import Graph, Node, element_type, stored
from fjax.export.exchange.names import Names, held_by, names_of_inputs, names_of_outputs
from fjax.export.exchange.sizes import add_formulas, formulas
from fjax.export.formulas import Sizes
from fjax.export.programs import NO_SIZES
from fjax.export.requests import Request
from fjax.version import __version__

_onnx = lazy.module("onnx")
_helper = lazy.module("onnx.helper")
_numpy_helper = lazy.module("onnx.numpy_helper")
_IR_VERSION = 8  # what goes with it
_LARGEST = 1 << 30  # bytes of weights in the file itself; protobuf ends at 2 GB


@api_boundary
def onnx(
    f: Any,
    /,
    *specs: Any,
    path: Any = None,
    input_names: Sequence[str] | None = None,
    output_names: Sequence[str] | None = None,
) -> Any:
    """The function as an ONNX model (`onnx.ModelProto`, opset 18), which other libraries run.

    specs: the arguments, pytrees of arrays or `ShapeDtypeStruct`s; a module is called with them.
    Lengths may be symbolic (`symbolic_shape`): they are dynamic axes of the model. Arrays that the
    function holds become initialisers with the paths of the module, such as `layers.0.weight`.
    path: where to write it; weights of more than 1 GB go into a file beside it, `path + ".data"`.
    input_names, output_names: of the leaves of arguments and results, in order.

    `scan`, `while_loop` and `cond` become `Scan`, `Loop` and `If`. Raises MissingRuleError, with
    the operation and the line, for what ONNX has no operations for: complex numbers, callbacks,
    decompositions of matrices. Where NaNs go in a sort, and a float beyond the integers when it is
    converted, the runtime decides. Needs the package onnx: `pip install onnx`.

    >>> model = fjax.nn.Linear(3, 2, key=fjax.random.key(0))
    >>> shape = fjax.export.symbolic_shape("batch, 3")
    >>> file = fjax.export.onnx(model, fjax.ShapeDtypeStruct(shape, jnp.float32))
    >>> [d.dim_param or d.dim_value for d in file.graph.input[0].type.tensor_type.shape.dim]
    ['batch', 3]
    """
    check_installed()
    _check_arguments(f, specs)
    request = Request.of(f if hasattr(f, "trace") else jit(_plain(f)), specs, {})
    names = Names(names_of_inputs(f, specs, input_names), held_by(f))
    stage = request.first()
    avals = request.in_avals(stage.argument_avals)
    graph, out_shapes = _graph(request, names, avals)
    outputs = names_of_outputs(stage, output_names)
    model = _model(graph, avals, outputs, out_shapes, request.function)
    _written(model, graph, path)
    return model


def check_installed() -> None:
    """Raise ImportError, with what to install, where the package onnx is absent."""
    try:
        _onnx.__version__  # noqa: B018
    except ImportError as error:
        raise ImportError(
            "export.onnx and export.from_onnx need the package onnx: pip install onnx"
        ) from error


def _check_arguments(f: Any, specs: tuple[Any, ...]) -> None:
    """Raise FjaxTypeError for what is not a function, or not all of its arguments."""
    if not callable(f):
        raise errors.FjaxTypeError(
            f"export.onnx takes a function or a module, then its arguments; got {f!r:.80}"
        )
    if any(isinstance(spec, str) for spec in specs):
        raise errors.FjaxTypeError(
            "export.onnx: what stands after the function are its arguments; where to write the "
            "model is path='model.onnx'"
        )
    missing = _without_argument(f)[len(specs) :]
    if not specs and missing:
        raise errors.FjaxTypeError(
            "export.onnx takes arguments, too, or their shapes: "
            "fjax.ShapeDtypeStruct((1, 3), jnp.float32) for each"
        )
    if missing == ["state"]:
        raise errors.FjaxTypeError(
            "export.onnx: this model takes a state, too. Give a function that holds it and returns "
            "the output only: export.onnx(lambda x: model(x, state)[0], spec)"
        )


def _without_argument(f: Any) -> list[str]:
    """The names of a function's positional parameters that have no default."""
    try:
        parameters = inspect.signature(f).parameters.values()
    except ValueError:  # of a builtin
        return []
    needed = [p for p in parameters if p.default is p.empty and p.kind <= p.POSITIONAL_OR_KEYWORD]
    return [p.name for p in needed]


def _plain(f: Any) -> Any:
    def call(*args: Any) -> Any:
        return f(*args)

    call.__name__ = getattr(f, "__name__", type(f).__name__)
    return call


def _graph(request: Request, names: Names, avals: Sequence[ShapedArray]) -> tuple[Graph, list[Any]]:
    """(the graph, the shapes of its outputs); for all sizes if there are symbolic ones."""
    if not request.names:
        graph = _graph_at(request, NO_SIZES, names)
        return graph, [t.shape for t in graph.outputs]
    variant, shapes = request.variant()
    samples = request.sampler.fitted()
    if variant.special:
        _check_ones(request, variant)
    if variant.general.rounds:
        samples = [*samples, *request.sampler.consecutive()]
    graphs = [_graph_at(request, sizes, names) for sizes in samples]
    try:
        found = formulas(graphs, samples)
    except errors.FjaxValueError as error:
        raise errors.FjaxValueError(
            f"export.onnx cannot give one model for all sizes of {', '.join(request.names)}: "
            f"{error.message}. Export it for the sizes that are needed"
        ) from error
    add_formulas(graphs[0], found, graphs[0].inputs, avals)
    return graphs[0], shapes


def _graph_at(request: Request, sizes: Sizes, names: Names) -> Graph:
    with for_many_sizes(bool(sizes)):
        traced = request.trace(sizes)
    program, graph = traced.jaxpr, Graph()
    held = len(traced.constants)
    inputs = [
        graph.input(name, v.aval.shape, v.aval.dtype)
        for name, v in zip(names.inputs, program.invars[held:], strict=True)
    ]
    weights = [
        graph.weight(x, v.aval.shape, v.aval.dtype, names.held.get(id(x), ""))
        for x, v in zip(traced.constants, program.invars[:held], strict=True)
    ]
    graph.outputs = convert(graph, program, [*weights, *inputs])
    return graph


def _check_ones(request: Request, variant: Any) -> None:
    """Raise if a size of 1 computes something else: the file has one program."""
    for ones, template in variant.special:
        sizes = {name: 1 if name in ones else 37 for name in request.names}
        own = _checked_program(template, sizes)
        general = _checked_program(variant.general, sizes)
        if own is None or general is None or not _agree(own, general, variant.constants):
            raise errors.FjaxValueError(
                f"export.onnx: the function computes something else where {', '.join(sorted(ones))}"
                " is 1. Say that it is not, as in symbolic_shape('b', constraints=['b >= 2'])"
            )


def _checked_program(template: Any, sizes: Sizes) -> Jaxpr | None:
    try:
        return template.program(sizes)
    except (errors.FjaxError, ValueError):
        return None


# ---- the file's messages


def _model(
    graph: Graph,
    avals: Sequence[ShapedArray],
    outputs: Sequence[str],
    out_shapes: Sequence[Any],
    function: Any,
) -> Any:
    merged = _merged_constants(graph)
    read = graph.live()
    held = {name: _numpy_helper.from_array(x, name) for name, x in merged.items() if name in read}
    # Floats among the initialisers are weights to whoever trains the model further.
    numbers = [name for name in held if merged[name].dtype.kind not in "iub"]
    constants = [_helper.make_node("Constant", [], [name], value=held[name]) for name in numbers]
    initializers = [tensor for name, tensor in held.items() if name not in numbers]
    initializers += [
        _numpy_helper.from_array(_host(x), name)
        for name, x in graph.shared.weights.items()
        if name in read
    ]
    inputs = [
        _value(t.name, t.dtype, aval.shape) for t, aval in zip(graph.inputs, avals, strict=True)
    ]
    ends = [
        Node("Identity", (t.name,), (name,), {})
        for t, name in zip(graph.outputs, outputs, strict=True)
    ]
    results = [
        _value(name, t.dtype, shape)
        for name, t, shape in zip(outputs, graph.outputs, out_shapes, strict=True)
    ]
    nodes = [*constants, *(_node(n) for n in [*graph.nodes, *ends])]
    name = getattr(function, "__name__", "function")
    made = _helper.make_graph(nodes, name, inputs, results, initializer=initializers)
    return _helper.make_model(
        made,
        opset_imports=[_helper.make_opsetid("", graph.shared.opset)],
        ir_version=_IR_VERSION,
        producer_name="fjax",
        producer_version=__version__,
    )


def _merged_constants(graph: Graph) -> dict[str, np.ndarray]:
    """The constants that nodes read, equal ones once; nodes are changed to read that one."""
    names: dict[Any, str] = {}
    renamed: dict[str, str] = {}
    kept: dict[str, np.ndarray] = {}
    for name, value in graph.shared.constants.items():
        key = (value.dtype.str, value.dtype.name, value.shape, value.tobytes())
        renamed[name] = names.setdefault(key, name)
        if renamed[name] == name:
            kept[name] = value
    graph.rename(renamed)
    return kept


def _host(x: Any) -> np.ndarray:
    array = x.host() if isinstance(x, Array) else np.asarray(x)
    return np.ascontiguousarray(array).astype(stored(array.dtype), copy=False)


def _value(name: str, dtype: np.dtype, shape: Any) -> Any:
    sizes = None if shape is None else [n if isinstance(n, int) else str(n) for n in shape]
    return _helper.make_tensor_value_info(name, element_type(dtype), sizes)


def _node(node: Node) -> Any:
    attributes = {
        key: _body(value) if isinstance(value, Graph) else value
        for key, value in node.attributes.items()
    }
    return _helper.make_node(node.kind, list(node.inputs), list(node.outputs), **attributes)


def _body(graph: Graph) -> Any:
    """A loop's step or a branch. Its lengths stay open: they may follow from sizes."""
    inputs = [
        _value(t.name, t.dtype, [f"{t.name}_{k}" for k in range(t.ndim)]) for t in graph.inputs
    ]
    outputs = [
        _value(t.name, t.dtype, [f"{t.name}_{k}" for k in range(t.ndim)]) for t in graph.outputs
    ]
    return _helper.make_graph([_node(n) for n in graph.nodes], "body", inputs, outputs)


def _written(model: Any, graph: Graph, path: Any) -> None:
    """Check the model, and write it if there is a path."""
    size = sum(x.nbytes for x in graph.shared.weights.values())
    if size > _LARGEST and path is None:
        raise errors.FjaxValueError(
            f"export.onnx: {size / 1e9:.1f} GB of weights are too many for one message; give "
            "path=, and they go into a file beside it"
        )
    if path is None:
        _onnx.checker.check_model(model)
        return
    check_place("export.onnx", path)
    name = os.fspath(path)
    beside = size > _LARGEST
    options = {"save_as_external_data": True, "location": f"{os.path.basename(name)}.data"}
    _onnx.save_model(model, name, **(options if beside else {}))
    _onnx.checker.check_model(name)

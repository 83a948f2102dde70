"""What notebooks show of arrays, jaxprs, inspected programs and models."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax.api.sharding_pictures import ShardingPicture
from fjax.core import dtypes, lazy
from fjax.core.array import Array
from fjax.core.ir import ClosedJaxpr, Jaxpr
from fjax.core.mesh import Mesh
from fjax.core.sharding import NamedSharding, Sharding
from fjax.explanation.equations import Equations
from fjax.explanation.markup import counted, cut, size, tag, text
from fjax.explanation.places import Places
from fjax.lowering.inspect import InspectedKernel, Inspection
from fjax.lowering.run.plan import Plan
from fjax.random import key_data
from fjax.tree_util import tree_leaves

drawing: Any = lazy.module("fjax.train.drawing")

SMALL = 1000  # elements up to which an array's text shows all of them
TABLES = 8  # of a mesh that are shown
KEYS = 8  # random keys whose numbers are shown
COUNTED = 1 << 21  # elements up to which all are in the statistics
SAMPLED = 1 << 18  # elements of a larger array that are, each from a page of memory of its own
BINS = 40
WIDEST = 96  # rows and columns of an image
STYLE = (
    "<style>.fjax{font:12.5px/1.5 ui-monospace,Menlo,Consolas,monospace}"
    ".fjax i{opacity:.65;font-style:normal}"
    ".fjax b{font-weight:600;color:light-dark(#1f5fbf,#86b4ff)}"
    ".fjax .eq,.fjax .in,.fjax .out{padding-left:28px;text-indent:-16px;white-space:pre-wrap}"
    ".fjax details{padding-left:16px}.fjax summary{cursor:pointer;margin-left:-16px}"
    ".fjax pre{overflow:auto;max-height:30em;line-height:1.4}"
    ".fjax img{image-rendering:pixelated;max-width:320px;display:block;margin:4px 0}"
    ".fjax table{border-collapse:collapse;margin:4px 0}"
    ".fjax td{border:1px solid light-dark(#c8ccd2,#4a4f57);padding:2px 8px;text-align:left}"
    ".fjax svg{display:block}.fjax rect{fill:light-dark(#1f5fbf,#86b4ff)}</style>"
)


def _framed(content: str) -> str:
    return STYLE + tag("div", content, class_="fjax")


# ---- arrays


def of_array(x: Array) -> str | None:
    """Type, place and values of a small array, statistics and a picture of a large one.

    None where its values are not known here. A matrix is shown as an image, anything else as a
    histogram. Of very many elements some at equal distances stand for all, which is said.

    >>> "[0. 1. 2.]" in of_array(jnp.arange(3.0))
    True
    >>> "2,000 NaN" in of_array(jnp.full((2000,), jnp.nan))
    True
    """
    if not x.known_here or x.aval.dtype == dtypes.float0:
        return None
    if dtypes.is_key(x.aval.dtype):
        return _of_keys(x)
    head = f"<b>{text(x.aval)}</b> on {text(x.device)}, {size(x.nbytes)}"
    if x.size <= SMALL:
        return _framed(tag("div", head) + tag("pre", text(x)))
    values = np.asarray(x)
    every = _spacing(x)
    taken = values.ravel(order="K")[::every]
    shown = np.abs(taken) if taken.dtype.kind == "c" else taken
    shown = shown.astype(np.float64)
    finite = shown[np.isfinite(shown)]
    of_what = "magnitudes: " if taken.dtype.kind == "c" else ""
    lines = [head, of_what + _statistics(shown, finite, every)]
    matrix = values.ndim == 2 and min(values.shape) > 1 and values.dtype.kind != "c"
    if matrix:
        lines.append(_image(values))
    elif finite.size:
        lines.append(_histogram(finite))
    return _framed("".join(tag("div", line) for line in lines))


def _spacing(x: Array) -> int:
    """One element in how many is in the statistics: rows are met at different columns."""
    if x.size <= COUNTED:
        return 1
    every = -(-x.size // SAMPLED)
    while math.gcd(every, x.shape[-1]) > 1:
        every += 1
    return every


def _of_keys(x: Array) -> str:
    """Random keys by their numbers, the first ones of many."""
    head = f"<b>{text(x.aval)}</b> on {text(x.device)}, {counted(x.size, 'random key')}"
    words = np.asarray(key_data(x))
    rows = words.reshape(x.size, words.shape[-1])
    shown = [tag("div", text(" ".join(f"{word:08x}" for word in row))) for row in rows[:KEYS]]
    more = [tag("i", f"and {x.size - KEYS:,} more")] * (x.size > KEYS)
    return _framed("".join([tag("div", head), *shown, *more]))


def _statistics(shown: np.ndarray, finite: np.ndarray, every: int) -> str:
    """Mean, spread and extremes; how many are no numbers, or infinite."""
    parts = []
    if finite.size:
        with np.errstate(over="ignore", invalid="ignore"):
            found = {"mean": finite.mean(), "std": finite.std()}
        found |= {"min": finite.min(), "max": finite.max()}
        parts += [f"{name} {value:.4g}" for name, value in found.items()]
    nans = int(np.isnan(shown).sum())
    infinite = shown.size - finite.size - nans
    parts += [f"<b>{nans:,} NaN</b>"] * (nans > 0)
    parts += [f"<b>{infinite:,} infinite</b>"] * (infinite > 0)
    sampled = f" <i>(of one element in {every})</i>" if every > 1 else ""
    return ", ".join(parts) + sampled


def _image(values: np.ndarray) -> str:
    """A matrix from its darkest to its lightest element, some rows and columns of a large one."""
    steps = [max(1, -(-n // WIDEST)) for n in values.shape]
    some = values[:: steps[0], :: steps[1]].astype(np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        address = drawing.picture_of(np.clip(some, -1e300, 1e300)[None])
    rows = ", ".join(f"each {k}th" if k > 1 else "all" for k in steps)
    return f'<img width="320" src="{address}" alt="the matrix" title="rows, columns: {rows}">'


def _histogram(finite: np.ndarray) -> str:
    """How many elements have which values, from the least to the greatest."""
    low, high = float(finite.min()), float(finite.max())
    scale = max(abs(low), abs(high), 1e-300)  # the difference of huge values would be infinite
    counts, _ = np.histogram(finite / scale, BINS)
    heights = 40 * counts / counts.max()
    bars = "".join(
        f'<rect x="{8 * k}" y="{40 - h:.1f}" width="7" height="{h:.1f}"></rect>'
        for k, h in enumerate(heights)
    )
    title = f"from {low:.4g} to {high:.4g}"
    frame = f'viewBox="0 0 {8 * BINS} 40" width="{8 * BINS}" height="40"'
    return f'<svg {frame} role="img" aria-label="{title}">{bars}</svg><i>{title}</i>'


# ---- programs


def of_jaxpr(program: Jaxpr | ClosedJaxpr) -> str:
    """A jaxpr, its equations in colours, what they carry folded.

    >>> "<b>sin</b>" in of_jaxpr(fjax.make_jaxpr(jnp.sin)(1.0))
    True
    """
    jaxpr = program.jaxpr
    head = f"<i>{counted(len(jaxpr.eqns), 'equation')}</i>"
    return _framed(head + Equations(Places()).program(jaxpr, {}))


def of_shown(x: Inspection | InspectedKernel) -> str:
    """An inspection, or a kernel of one."""
    return of_inspection(x) if isinstance(x, Inspection) else of_kernel(x)


def of_inspection(inspection: Inspection) -> str:
    """The stages of a program, folded; `fjax.explain` links them."""
    equations = Equations(Places())
    parts = [
        (f"traced, {counted(len(inspection.traced.eqns), 'equation')}", inspection.traced),
        (f"optimised, {counted(len(inspection.optimized.eqns), 'equation')}", inspection.optimized),
    ]
    shown = [(title, equations.program(jaxpr, {})) for title, jaxpr in parts]
    shown.append((counted(inspection.n_kernels, "kernel"), tag("pre", text(inspection.fused))))
    for kernel in inspection.kernels:
        shown.append((f"kernel {kernel.number}: {kernel.reason}", tag("pre", text(kernel.form))))
    shown.append(("plan", tag("pre", text(inspection.plan))))
    folded = (f"<summary>{text(title)}</summary>{content}" for title, content in shown)
    return _framed("".join(tag("details", content) for content in folded))


def of_plan(plan: Plan) -> str:
    """The steps of a plan, with the slots of memory that they use.

    >>> "launch" in of_plan(fjax.inspect(lambda x: x + 1)(1.0).plan)
    True
    """
    return _framed(tag("div", text(repr(plan))) + tag("pre", text(plan)))


def of_kernel(kernel: InspectedKernel) -> str:
    """A kernel with its form, its schedule and its code, folded.

    >>> "schedule" in of_kernel(fjax.inspect(lambda x: x + 1)(1.0).kernels[0])
    True
    """
    shown = {"form": kernel.form, "schedule": kernel.schedule, "source": kernel.source}
    folded = [
        tag("details", tag("summary", name) + tag("pre", text(said)))
        for name, said in shown.items()
    ]
    head = tag("div", f"<b>{text(repr(kernel))}</b>")
    return _framed(head + tag("div", f"ends here because {text(kernel.reason)}") + "".join(folded))


def of_sharding(sharding: Sharding) -> str:
    """Where the parts of an array lie: for a mesh, which device has which part.

    >>> "CPU 0" in of_sharding(jnp.ones(3).sharding)
    True
    """
    head = tag("div", f"<b>{text(type(sharding).__name__)}</b> {text(sharding)}")
    if not isinstance(sharding, NamedSharding):
        devices = ", ".join(f"{d.platform.upper()} {d.id}" for d in sharding.device_set)
        return _framed(head + tag("div", f"whole on {text(devices)}"))
    mesh, spec = sharding.mesh, sharding.spec
    if getattr(mesh, "devices", None) is None or not 1 <= len(spec) <= 2:
        return _framed(head)
    shape = [math.prod(mesh.shape[name] for name in _axes(part)) for part in spec]
    said = f"an array of {'two axes' if len(spec) == 2 else 'one axis'}:"
    return _framed(head + tag("div", said) + ShardingPicture(shape, sharding)._repr_html_())


def of_mesh(mesh: Mesh) -> str:
    """The axes of a mesh, and its devices in tables over the last two of them.

    >>> "CPU 0" in of_mesh(fjax.make_mesh((1,), ("batch",)))
    True
    """
    sizes = ", ".join(f"{name}: {n}" for name, n in mesh.shape.items())
    head = tag("div", f"<b>Mesh</b> {text(sizes)}, {counted(mesh.size, 'device')}")
    if mesh.empty:
        return _framed(head)
    devices = mesh.devices
    tables = devices.reshape(-1, *devices.shape[-2:]) if devices.ndim > 1 else devices[None, None]
    parts = [head]
    for k, table in enumerate(tables[:TABLES]):
        outer = np.unravel_index(k, devices.shape[:-2])
        at = ", ".join(f"{n} {i}" for n, i in zip(mesh.axis_names, outer, strict=False))
        rows = (
            tag(
                "tr", "".join(tag("td", text(f"{d.platform.upper()} {d.id}")) for d in row[:WIDEST])
            )
            for row in table[:WIDEST]
        )
        parts += [tag("div", text(at))] * bool(at) + [tag("table", "".join(rows))]
    parts += [tag("i", f"and {len(tables) - TABLES:,} more")] * (len(tables) > TABLES)
    down = f"down: {mesh.axis_names[-2]}, " if devices.ndim > 1 else ""
    parts.append(tag("i", text(f"{down}across: {mesh.axis_names[-1]}")))
    return _framed("".join(parts))


def _axes(part: Any) -> tuple[Any, ...]:
    """The axes of the mesh along which an axis of an array is split."""
    if part is None:
        return ()
    return part if isinstance(part, tuple) else (part,)


# ---- models


def of_model(model: Any) -> str:
    """A model's layers, folded, with their arrays' types, and how many numbers they hold.

    >>> "float32[3,2]" in of_model(fjax.nn.Linear(2, 3, key=fjax.random.key(0)))
    True
    """
    return _framed(_node("", model))


def _node(name: str, value: Any) -> str:
    """A field with what is in it; arrays and everything without fields on a line."""
    called = f"{text(name)}: " if name else ""
    inner = _inside(value)
    if inner is None:
        is_array = hasattr(value, "shape") and hasattr(value, "dtype")
        sizes = ",".join(map(str, value.shape)) if is_array else ""
        shown = text(f"{value.dtype}[{sizes}]") if is_array else cut(_name(value), 80)
        return tag("div", f"{called}<i>{shown}</i>")
    arrays = [x for x in tree_leaves(value) if hasattr(x, "size") and hasattr(x, "dtype")]
    held = f"{sum(x.size for x in arrays):,} numbers, {size(sum(x.nbytes for x in arrays))}"
    head = f"<summary>{called}<b>{text(type(value).__name__)}</b> <i>{held}</i></summary>"
    content = "".join(_node(key, each) for key, each in inner)
    opened = "" if name and len(inner) > 8 else " open"
    return f"<details{opened}>{head}{content}</details>"


def _name(value: Any) -> str:
    return getattr(value, "__name__", None) or repr(value)


def _inside(value: Any) -> list[tuple[str, Any]] | None:
    """The fields, entries or items of a value; None if it has none."""
    if isinstance(value, dict):
        return [(str(key), each) for key, each in value.items()]
    if isinstance(value, (list, tuple)):
        return [(str(k), each) for k, each in enumerate(value)]
    fields = getattr(type(value), "__dataclass_fields__", None)
    if fields is None:
        return None
    return [(name, getattr(value, name)) for name in fields]

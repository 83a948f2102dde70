"""What is exported: for each platform the program, as text, for any sizes that it was exported for.

The IR knows no symbolic sizes. A function with symbolic shapes is traced for several sizes; what
differs among the programs must be numbers with a formula, and the formulas must hold for further
sizes, small and large. Sizes of 1 get a program of their own where theirs is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core.array import Array
from fjax.core.dimensions import Dimension, for_many_sizes
from fjax.core.ir import Jaxpr
from fjax.core.printer import host_table
from fjax.core.rewrite import rewrite, without_layouts
from fjax.dataclass import dataclass
from fjax.errors import FjaxValueError
from fjax.export.agreement import agree
from fjax.export.formulas import Sizes, size_formula
from fjax.export.samples import Sampler
from fjax.export.templates import Template, fitted
from fjax.passes.cleanup import inline

NO_SIZES: Sizes = {}


def plain(jaxpr: Jaxpr) -> Jaxpr:
    """The program without calls and custom derivative rules, in bodies of loops as well.

    Types say nothing of how values are split along explicit axes of a mesh.

    >>> import fjax
    >>> text = str(plain(fjax.make_jaxpr(fjax.jit(fjax.nn.relu))(2.0).jaxpr))
    >>> "jit" in text, "custom_jvp" in text
    (False, False)
    """

    def visit(eqn):
        changed = {
            name: plain(value) if isinstance(value, Jaxpr) else tuple(map(plain, value))
            for name, value in eqn.op.params.items()
            if isinstance(value, Jaxpr)
            or (isinstance(value, tuple) and value and all(isinstance(x, Jaxpr) for x in value))
        }
        return eqn.replace(op=eqn.op.replace(**changed)) if changed else None

    return rewrite(inline(without_layouts(jaxpr)), visit)


@dataclass(frozen=True)
class TracedForSizes:
    """A function traced for some sizes.

    >>> import fjax
    >>> TracedForSizes(fjax.make_jaxpr(lambda x: x + 1)(2.0).jaxpr, []).rules
    []
    """

    jaxpr: Jaxpr
    constants: list[Any]

    @property
    def hosts(self) -> list[str]:
        """The names of functions of this process that the plain program calls."""
        return sorted(host_table(plain(self.jaxpr)))

    @property
    def rules(self) -> list[str]:
        """The names of host functions that are no part of the plain program: derivative rules."""
        return sorted(set(host_table(self.jaxpr)) - set(host_table(plain(self.jaxpr))))


@dataclass(frozen=True)
class Variant:
    """The program for some platforms.

    general: the text. special: texts for the sizes where these variables are 1. hosts: names of
    functions of this process that it calls. rules_dropped: whether functions with derivative rules
    of their own are in it without these.
    """

    general: Template
    special: tuple[tuple[frozenset[str], Template], ...]
    constants: tuple[Any, ...]
    hosts: tuple[str, ...]
    rules_dropped: bool

    def template(self, sizes: Sizes) -> Template:
        """The text that is for these sizes."""
        ones = frozenset(name for name, n in sizes.items() if n == 1)
        return next((t for s, t in self.special if s == ones), self.general)

    def at(self, sizes: Sizes) -> Jaxpr:
        """The program for these sizes."""
        return self.template(sizes).program(sizes)


Trace = Callable[[Sizes], TracedForSizes]


def fixed_variant(trace: Trace) -> Variant:
    """The program of a function without symbolic sizes."""
    traced = trace(NO_SIZES)
    return _variant(traced, Template((str(plain(traced.jaxpr)),)), ())


def _variant(traced: TracedForSizes, general: Template, special: Any) -> Variant:
    constants, hosts = tuple(traced.constants), tuple(traced.hosts)
    return Variant(general, special, constants, hosts, bool(traced.rules))


def general_variant(
    name: str, trace_for: Trace, sampler: Sampler
) -> tuple[Variant, list[tuple[Any, ...]]]:
    """(the program of a function with symbolic sizes, the shapes of its results).

    Raises FjaxValueError where the programs for several sizes differ in more than numbers that are
    formulas of the sizes.
    """

    def trace(sizes: Sizes) -> TracedForSizes:
        with for_many_sizes(True):
            return trace_for(sizes)

    samples = sampler.fitted()
    traced = [trace(sizes) for sizes in samples]
    _check_constants(name, samples, traced)
    texts = [str(plain(t.jaxpr)) for t in traced]
    try:
        general = _template(texts, samples, trace, sampler)
        for sizes in sampler.checked():
            _check(general, sizes, trace(sizes), samples[0])
        special = []
        for ones, pinned in sampler.pinned():
            if str(plain(trace(pinned[0]).jaxpr)) != general.text(pinned[0]):
                own = [str(plain(trace(sizes).jaxpr)) for sizes in pinned]
                special.append((ones, _template(own, pinned, trace, sampler, ones)))
    except FjaxValueError as error:
        raise FjaxValueError(
            f"{name} cannot be exported for all sizes of {', '.join(sampler.names)}: "
            f"{error.message}. Export it for the sizes that are needed, or say in constraints= "
            "which sizes there are"
        ) from error
    return _variant(traced[0], general, tuple(special)), _out_shapes(traced, samples)


def _template(
    texts: list[str],
    samples: Sequence[Sizes],
    trace: Trace,
    sampler: Sampler,
    ones: frozenset[str] = frozenset(),
) -> Template:
    """The template of these programs, and of further ones where something is rounded."""
    template = fitted(texts, samples)
    if not template.rounds:
        return template
    more = list(sampler.consecutive(ones))
    own = [str(plain(trace(sizes).jaxpr)) for sizes in more]
    return fitted([*texts, *own], [*samples, *more])


def _check(general: Template, sizes: Sizes, traced: TracedForSizes, usual: Sizes) -> None:
    """Raise unless the program for some sizes is the general one, or computes the same."""
    own = plain(traced.jaxpr)
    text, fitted_text = str(own), general.text(sizes)
    if text == fitted_text:
        return
    if not traced.hosts and agree(own, general.program(sizes), traced.constants):
        return  # a short axis may be spared some operation
    raise FjaxValueError(
        f"for {sizes} it has {_first_difference(text, fitted_text)}, which differs from what it "
        f"has for {dict(usual)}, and gives something else"
    )


def _check_constants(name: str, samples: Sequence[Sizes], traced: Sequence[TracedForSizes]) -> None:
    """Raise unless all programs hold the same arrays."""
    first = traced[0].constants
    for sizes, other in zip(samples[1:], traced[1:], strict=True):
        same = len(first) == len(other.constants) and all(
            _equal(x, y) for x, y in zip(first, other.constants, strict=True)
        )
        if not same:
            raise FjaxValueError(
                f"{name} cannot be exported for all sizes: an array that it holds, and which is no "
                f"argument, is another one for {dict(samples[0])} than for {dict(sizes)}. Make it "
                "with fjax.numpy within the function, not with numpy"
            )


def _equal(x: Any, y: Any) -> bool:
    if x is y:
        return True
    left, right = (a.host() if isinstance(a, Array) else np.asarray(a) for a in (x, y))
    return (left.shape, left.dtype) == (
        right.shape,
        right.dtype,
    ) and left.tobytes() == right.tobytes()


def _out_shapes(
    traced: Sequence[TracedForSizes], samples: Sequence[Sizes]
) -> list[tuple[Any, ...]]:
    shapes = []
    for avals in zip(*[t.jaxpr.out_avals for t in traced], strict=True):
        lengths = zip(*[a.shape for a in avals], strict=True)
        shapes.append(tuple(_size(size_formula(column, samples), column) for column in lengths))
    return shapes


def _size(size: Any, column: Sequence[int]) -> Dimension | int:
    if size is None:
        raise FjaxValueError(
            f"a result has the lengths {', '.join(map(str, column))}, which no formula was found "
            "for"
        )
    return size


def _first_difference(one: str, two: str) -> str:
    """The first line of one text that is not in the other."""
    pairs = zip(one.splitlines(), two.splitlines(), strict=False)
    return next((repr(a.strip()) for a, b in pairs if a != b), "another number of operations")

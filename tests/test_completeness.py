"""Every primitive has a row in tests/samples, a docstring, and its rules.

The primitives that only lowering makes, kernels, have tests of their own in tests/lowering.
"""

import importlib
import inspect
import itertools
import pkgutil

from fjax import higher_order, primitives
from fjax.core.parser import primitive_classes
from fjax.core.primitive import Primitive, Role
from fjax.interpreters.linearize import TapeEntry, linearize_flat
from tests.samples import SAMPLES, flat, staged


def every_primitive():
    """All concrete primitive classes of the package."""
    for package in (primitives, higher_order):
        for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            importlib.import_module(info.name)
    homes = (primitives.__name__, higher_order.__name__)
    return sorted(
        (c for c in primitive_classes().values() if c.__module__.startswith(homes)),
        key=lambda c: c.name,
    )


def primitives_in(jaxpr):
    """The primitive classes of a program and of the programs inside it."""
    for eqn in jaxpr.eqns:
        yield type(eqn.op)
        for inner in eqn.op.jaxprs:
            yield from primitives_in(inner)


def on_tapes(sample):
    """The primitive classes of the row's derivative, some of which no program shows."""
    args = sample.make()
    tape = linearize_flat(
        lambda *xs: flat(sample.function(*xs)),
        args,
        [i in sample.differentiable() for i in range(len(args))],
    ).tape
    for entry in tape.entries:
        if not isinstance(entry, TapeEntry):  # a sum of products: no primitive of its own
            continue
        yield type(entry.primitive)
        for inner in entry.primitive.jaxprs:
            yield from primitives_in(inner)


def covered():
    """The primitive classes that some row uses."""
    programs = (primitives_in(staged(s, s.make())[0]) for s in SAMPLES)
    derivatives = (
        on_tapes(s) for s in SAMPLES if s.family == "higher_order" and s.differentiable()
    )
    return set(itertools.chain.from_iterable(itertools.chain(programs, derivatives)))


PRIMITIVES = every_primitive()
REQUIRED = {Role.ELEMENTWISE: "scalar", Role.INDEX: "element", Role.REDUCTION: "identity"}


def test_every_primitive_has_a_sample():
    lacking = sorted(c.__name__ for c in set(PRIMITIVES) - covered())
    assert not lacking, f"add rows to tests/samples: {lacking}"


def test_every_primitive_says_what_it_does():
    own = {c.__name__: c.__dict__.get("__doc__") or "" for c in PRIMITIVES}
    silent = [name for name, text in own.items() if not text.strip() or text.startswith(f"{name}(")]
    assert not silent, f"no docstring: {silent}"


def lacking(cls):
    """The rules that a primitive neither has nor declares absent."""
    rules = ["result_type", "jvp", "transpose", "batch"]
    rules += ["evaluate"] if cls.run is Primitive.run else []
    rules += [REQUIRED[cls.role]] if cls.role in REQUIRED else []
    return [
        r
        for r in rules
        if r not in cls.absent
        and inspect.getattr_static(cls, r, None) is inspect.getattr_static(Primitive, r, None)
    ]


def test_every_primitive_has_its_rules_or_declares_them_absent():
    found = {cls.__name__: rules for cls in PRIMITIVES if (rules := lacking(cls))}
    assert not found, f"write these rules, or name them in `absent`: {found}"

"""The programs that transformations make of known ones. Values do not show what is superfluous.

A line for each transformation: how many equations of each kind there are, those in loops, branches
and calls in braces, and a digest of the whole text, which also says how they are wired. A change
that is meant is recorded by `pytest --update-golden`, and to be read.
"""

import hashlib
import re
from collections import Counter

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.passes.distribute import Leaving, distribute
from fjax.passes.optimize import optimize
from tests.interpreters.programs import PROGRAMS
from tests.samples import SAMPLES, flat

pytestmark = pytest.mark.needs(
    "x64", "dtype promotion", reason="the texts name float64, and what samples promote"
)
OF_SAMPLES = ("traced", "vmap of one, last", "vmap of all", "jvp", "gradient, optimized")
FAMILIES = sorted({sample.family for sample in SAMPLES})


def shown(jaxpr):
    """The equations in short."""
    counts = Counter(
        eqn.op.name + "".join(f"{{{shown(inner)}}}" for inner in eqn.op.jaxprs)
        for eqn in jaxpr.eqns
    )
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in counts.items())


def wiring(jaxpr):
    """A digest of the text, in which computed numbers are rounded and there are no addresses."""
    text = re.sub(r"0x[0-9a-f]+", "", str(jaxpr))
    text = re.sub(r"\d+\.\d+(e[+-]\d+)?", lambda found: f"{float(found[0]):.6g}", text)
    return hashlib.sha256(text.encode()).hexdigest()[:6]


def line(name, make):
    """What a transformation makes, or that it refuses."""
    try:
        jaxpr = make()
    except (TypeError, ValueError, NotImplementedError) as error:
        return f"  {name}: {type(error).__name__}"
    return f"  {name} {wiring(jaxpr)}: {shown(jaxpr)}"


def traced(function, *args):
    return fjax.make_jaxpr(function)(*args).jaxpr


def total(function):
    """The sum of the real parts of a function's inexact outputs."""

    def apply(*args):
        outs = [
            o
            for o in map(jnp.asarray, fjax.tree.leaves(function(*args)))
            if jnp.issubdtype(o.dtype, jnp.inexact)
        ]
        return sum(jnp.sum(o.real) for o in outs)

    return apply


def batched(function, n):
    """The function of a batch in the first argument's last axis, and in all arguments' first."""
    return [fjax.vmap(function, in_axes=(k, *[None] * (n - 1)), out_axes=k) for k in (0, -1)] + [
        fjax.vmap(function)
    ]


def transformed(function, args, moved):
    """(name, how to make the program) of all transformations."""
    if not args:
        return {"traced": lambda: traced(function)}
    args = [jnp.asarray(a) for a in args]
    stacked = [jnp.stack([a, a], -1) for a in args]
    fronted = [jnp.stack([a, a]) for a in args]
    first, last, whole = batched(function, len(args))
    found = {
        "traced": lambda: traced(function, *args),
        "optimized": lambda: optimize(traced(function, *args)),
        "vmap of one": lambda: traced(first, fronted[0], *args[1:]),
        "vmap of one, last": lambda: traced(last, stacked[0], *args[1:]),
        "vmap of all": lambda: traced(whole, *fronted),
    }
    if not moved:
        return found
    one, every, places = moved[:1], tuple(moved), tuple(range(len(moved)))

    def tangents(argnums):
        return tuple(
            jnp.ones_like(a)
            if i in argnums
            else (
                jnp.zeros_like(a)
                if jnp.issubdtype(a.dtype, jnp.inexact)
                else np.zeros(a.shape, fjax.dtypes.float0)
            )
            for i, a in enumerate(args)
        )

    def of(argnums):
        def apply(*values):
            given = list(args)
            for i, v in zip(argnums, values, strict=True):
                given[i] = v
            return function(*given)

        return apply

    chosen = [args[i] for i in every]
    gradient = fjax.grad(total(function), every)
    found |= {
        "jvp of one": lambda: traced(lambda *xs: fjax.jvp(function, xs, tangents(one)), *args),
        "jvp": lambda: traced(lambda *xs: fjax.jvp(of(every), xs, xs), *chosen),
        "tangents": lambda: traced(lambda *xs: fjax.jvp(of(every), xs, xs)[1], *chosen),
        "linear part": lambda: traced(fjax.linearize(of(every), *chosen)[1], *chosen),
        "linear part of one": lambda: traced(fjax.linearize(of(one), chosen[0])[1], chosen[0]),
        "gradient of one": lambda: traced(fjax.grad(total(function), one[0]), *args),
        "gradient, optimized": lambda: optimize(traced(gradient, *args)),
        "gradient by jit": lambda: optimize(
            traced(fjax.grad(total(fjax.jit(function)), every), *args)
        ),
        "gradient by checkpoint": lambda: optimize(
            traced(fjax.grad(total(fjax.checkpoint(function)), every), *args)
        ),
        "gradients of a batch": lambda: optimize(traced(fjax.vmap(gradient), *fronted)),
        "derivative of the gradient": lambda: optimize(
            traced(
                lambda *xs: fjax.jvp(lambda *v: fjax.grad(total(of(every)), places)(*v), xs, xs)[1],
                *chosen,
            )
        ),
    }
    return found


def text_of(function, args, moved, chosen=()):
    """The lines of one program."""
    return [
        line(name, make)
        for name, make in transformed(function, args, moved).items()
        if not chosen or name in chosen
    ]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("family", FAMILIES)
def test_the_samples_are_transformed_as_recorded(family, golden):
    found = []
    for sample in SAMPLES:
        if sample.family == family:
            found.append(sample.label)
            found += text_of(
                lambda *xs, s=sample: flat(s.function(*xs)),
                sample.make(),
                sample.differentiable(),
                () if family == "higher_order" else OF_SAMPLES,
            )
    golden(f"programs/samples-{family}.txt", "\n".join(found))


@pytest.mark.parametrize("name", PROGRAMS)
def test_known_programs_are_transformed_as_recorded(name, golden):
    function, args, moved = PROGRAMS[name]
    lines = text_of(function, args, moved)
    programs = {
        "distributed": lambda: distribute(
            optimize(traced(function, *args)), lambda eqn: Leaving(True)
        )
    }
    if moved:
        programs["gradient, distributed"] = lambda: distribute(
            optimize(traced(fjax.grad(total(function), moved), *args)), lambda eqn: Leaving(True)
        )
    lines += [line(name, make) for name, make in programs.items()]
    golden(f"programs/{name.replace(' ', '-').replace(',', '')}.txt", "\n".join(lines))

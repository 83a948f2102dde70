"""What is asked of a program: each check runs it in several ways that must agree."""

from __future__ import annotations

import dataclasses
import math
import random
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import errors
from fjax.core import dtypes
from tests.fuzz import compare
from tests.fuzz.case import Case, Problem, Refused
from tests.fuzz.moved import move, moving

# What only a compiled program may refuse, since it has no values to look at.
REFUSALS = (
    errors.ConcretizationTypeError,
    errors.TracerIntegerConversionError,
    errors.TracerArrayConversionError,
    errors.NonConcreteBooleanIndexError,
    errors.NotDifferentiableError,
    errors.MissingRuleError,
)


# Of complex numbers: a quotient of length 1 lies on either side of a cut, as it is rounded.
CUT = re.compile(r"arctan2|atan2")
# Of factors among which is a zero, those of another part of the product may overflow.
_EITHER = r"np.float64\((0.0|-?inf|nan)\)"
ZERO_TIMES_OVERFLOW = re.compile(f"expected {_EITHER}, found {_EITHER}")

JAX_SHARE = 0.0  # of the programs, where JAX is installed: compiling there takes longest
DIFFERENCES_SHARE = 0.3  # of the programs: nothing is compiled

# Indices that may be out of bounds: reading clamps them, the transpose drops them, as in JAX.
BEYOND = re.compile(r"\[-9\]|jnp\.array\(\[\d|[\[ ]v\d+[\],]|take\(")
# Their derivatives are not their slopes, by convention.
NOT_SLOPES = ("stop_gradient", "sparse_plus", "sparse_sigmoid", "reduce_precision", "sign(")
NOT_SLOPES += ("bitcast", "scaled_dot", "nn.hard_", "relu6")  # kinks at round numbers


def leaves(tree: Any) -> list[np.ndarray]:
    """The results as NumPy arrays."""
    return [
        np.asarray(x if not dtypes.is_key(x.dtype) else fjax.random.key_data(x))
        for x in fjax.tree.leaves(tree)
        if x.dtype != fjax.float0
    ]


Form = Callable[[Callable, Case], tuple[Callable, tuple[Any, ...]]]


def reference(case: Case, form: Form) -> list[np.ndarray]:
    """The results step by step, without compilation."""
    if form is value and case.known is not None:
        return leaves([case.known[name] for name in results_of(case.source)])
    with fjax.disable_jit():
        function, args = form(case.function(), case)
        return leaves(function(*args))


def results_of(source: str) -> list[str]:
    """The names that the program returns."""
    last = source.rstrip().rsplit("\n", 1)[1].strip()
    return [name for name in re.split(r"[\s,]+", last.removeprefix("return ")) if name]


def samples(case: Case, form: Form) -> Iterator[list[np.ndarray]]:
    """The reference again, each time moved."""
    for k in range(compare.SAMPLES):
        with fjax.disable_jit():
            function, args = form(case.function(), case)
            if k % 2:
                args = tuple(jnp.asarray(move(np.asarray(a), k)) for a in args)
            with moving(k):
                found = leaves(function(*args))
        yield found


def check(
    case: Case, name: str, form: Form, variants: dict[str, Callable[[], Any]]
) -> list[Problem]:
    """Compare the variants' results with the form's reference."""
    try:
        expected = reference(case, form)
    except Exception as error:
        return _both_refuse(name, error, variants)
    problems = []
    for label, run in variants.items():
        case.runs += 1
        try:
            found = leaves(run())
        except REFUSALS:
            continue
        except Exception as error:
            if "reverse-mode rule only" not in str(error):  # of a tangent that a branch may have
                problems.append(Problem("error", f"{name}.{label}", _described(error)))
            continue
        verdict = compare.agree(expected, found, lambda: samples(case, form), _coarsest(case))
        case.unjudged = max(case.unjudged, verdict.unjudged)
        if "prod" in case.source and ZERO_TIMES_OVERFLOW.search(verdict.message):
            continue
        if CUT.search(case.source) and any(a.dtype.kind == "c" for a in case.args):
            continue
        if verdict.message:
            problems.append(Problem("wrong", f"{name}.{label}", verdict.message))
    return problems


def _both_refuse(
    name: str, error: Exception, variants: dict[str, Callable[[], Any]]
) -> list[Problem]:
    """The reference failed: it must have been with an error for users, and so must the others."""
    if not isinstance(error, (errors.FjaxError, TypeError, ValueError)):
        return [Problem("error", f"{name}.reference", _described(error))]
    for label, run in variants.items():
        try:
            run()
        except (errors.FjaxError, TypeError, ValueError):
            continue
        except Exception as other:
            return [Problem("error", f"{name}.{label}", _described(other))]
        if "reverse-mode rule only" in str(error):  # of a result that nobody needs
            continue
        return [
            Problem(
                "error",
                f"{name}.{label}",
                f"computes what is refused step by step: {_described(error)}",
            )
        ]
    raise Refused(_described(error))


def _described(error: BaseException) -> str:
    """Class, first lines and the innermost frame."""
    trace, last = error.__traceback__, None
    while trace is not None:
        last, trace = trace, trace.tb_next
    where = f"{last.tb_frame.f_code.co_filename}:{last.tb_lineno}" if last else ""
    return f"{type(error).__name__}: {str(error)[:400]} [{where.split('/fjax/', 1)[-1]}]"


def _coarsest(case: Case) -> float:
    """The largest epsilon of the dtypes that the program names or gets."""
    named = [
        n
        for n in ("float16", "bfloat16", "float32", "complex64", "float8")
        if n in case.source or any(n in str(a.dtype) for a in case.args)
    ]
    known = {
        "float16": 2.0**-10,
        "bfloat16": 2.0**-7,
        "float8": 2.0**-2,
        "reduce_precision": 2.0**-10,
    }
    return max([known.get(n, 2.0**-23) for n in named if n not in ("float8",)], default=0.0)


# ---- forms: what is computed from the program


def value(f: Callable, case: Case) -> tuple[Callable, tuple]:
    """The program itself."""
    return f, case.arrays()


def weighted(f: Callable, case: Case) -> Callable:
    """A real number from all the program's inexact results, as a function of those arguments."""
    at, args = case.inexact(), case.arrays()

    def loss(*given: Any) -> Any:
        full = list(args)
        for i, x in zip(at, given):
            full[i] = x
        total = jnp.zeros((), jnp.float32)
        for k, r in enumerate(f(*full)):
            if jnp.issubdtype(r.dtype, jnp.inexact) and r.dtype.itemsize > 1:
                wide = jnp.real(r) + (jnp.imag(r) * 0.5 if jnp.iscomplexobj(r) else 0)
                total = total + jnp.sum(wide * weights(r.shape, k).astype(wide.dtype))
        return total

    return loss


def weights(shape: tuple[int, ...], k: int) -> np.ndarray:
    """What each element of result k counts for."""
    return np.cos(np.arange(math.prod(shape)) + 1.0 * k).reshape(shape)


def _differentiated(case: Case) -> tuple[Any, ...]:
    args = case.arrays()
    return tuple(args[i] for i in case.inexact())


def directions(case: Case, k: int = 0) -> tuple[Any, ...]:
    """Tangents of the differentiated arguments."""
    return tuple(
        jnp.sin(jnp.arange(a.size) * (1.7 + k) + i).reshape(a.shape).astype(a.dtype)
        for i, a in enumerate(_differentiated(case))
    )


def gradient(f: Callable, case: Case) -> tuple[Callable, tuple]:
    """The gradient of the weighted results."""

    def run(*given: Any) -> Any:
        out, pull = fjax.vjp(weighted(f, case), *given)
        return out, pull(jnp.ones_like(out))

    return run, _differentiated(case)


def forward(f: Callable, case: Case) -> tuple[Callable, tuple]:
    """Values and tangents."""
    tangents = directions(case)
    return lambda *given: fjax.jvp(weighted(f, case), given, tangents), _differentiated(case)


def forward_over_reverse(f: Callable, case: Case) -> tuple[Callable, tuple]:
    """A directional derivative of the gradient."""
    inner, args = gradient(f, case)
    return lambda *given: fjax.jvp(inner, given, directions(case))[1], args


def reverse_over_reverse(f: Callable, case: Case) -> tuple[Callable, tuple]:
    """The gradient of the gradient in a direction."""
    inner, args = gradient(f, case)
    return _again(inner, directions(case), args), args


def third(f: Callable, case: Case) -> tuple[Callable, tuple]:
    """The gradient of a second directional derivative."""
    inner, args = forward_over_reverse(f, case)
    return _again(lambda *a: (0.0, inner(*a)[1]), directions(case, 1), args), args


def third_forward(f: Callable, case: Case) -> tuple[Callable, tuple]:
    """Three directional derivatives."""
    args = _differentiated(case)
    step = weighted(f, case)
    for k in range(3):
        step = _along(step, directions(case, k))
    return step, args


def _along(function: Callable, tangents: tuple) -> Callable:
    return lambda *given: fjax.jvp(function, given, tangents)[1]


def _again(inner: Callable, along: tuple, args: tuple) -> Callable:
    def projected(*given: Any) -> Any:
        return sum(
            jnp.sum(jnp.real(g * t)).astype(jnp.float32 if g.dtype.itemsize < 8 else float)
            for g, t in zip(inner(*given)[1], along)
        )

    def run(*given: Any) -> Any:
        out, pull = fjax.vjp(projected, *given)
        return pull(jnp.ones_like(out))

    return run


def batch(case: Case) -> list[np.ndarray]:
    """Three variations of each argument, stacked."""
    found = []
    for a in case.args:
        rows = [a, np.roll(a, 1), a[::-1] if a.ndim else a]
        found.append(np.stack(rows))
    return found


def looped(f: Callable, case: Case) -> tuple[Callable, tuple]:
    """The program on each row of a batch, one by one."""
    rows = batch(case)

    def run(*stacked: Any) -> Any:
        each = [leaves_of(f(*[a[i] for a in stacked])) for i in range(3)]
        return [jnp.stack(r) for r in zip(*each)]

    return run, tuple(map(jnp.asarray, rows))


def looped_gradient(f: Callable, case: Case) -> tuple[Callable, tuple]:
    """The gradient at each row of a batch, one by one."""
    inner, args = gradient(f, case)
    rows = tuple(jnp.stack([a, jnp.roll(a, 1), a * 0.5]) for a in args)

    def run(*stacked: Any) -> Any:
        each = [leaves_of(inner(*[a[i] for a in stacked])) for i in range(3)]
        return [jnp.stack(r) for r in zip(*each)]

    return run, rows


def leaves_of(tree: Any) -> list[Any]:
    """The arrays of a tree."""
    return [x for x in fjax.tree.leaves(tree) if x.dtype != fjax.float0]


# ---- the checks


def _jitted(form: Form, case: Case, transform: Callable = lambda f: f) -> Callable[[], Any]:
    def run() -> Any:
        function, args = form(transform(case.function()), case)
        return fjax.jit(function)(*args)

    return run


def _plain(form: Form, case: Case, transform: Callable = lambda f: f) -> Callable[[], Any]:
    def run() -> Any:
        function, args = form(transform(case.function()), case)
        return function(*args)

    return run


def _of(form: Form, *more: str) -> Callable[[Case], list[Problem]]:
    def run(case: Case) -> list[Problem]:
        if not case.inexact():
            raise Refused("nothing to differentiate")
        whole, case = case, finite(case)
        variants = {"jit": _jitted(form, case)}
        if "eager" in more:
            variants["eager"] = _plain(form, case)
        if "checkpoint" in more:
            variants["checkpoint"] = _jitted(form, case, fjax.checkpoint)
        if "inner" in more:
            variants["inner"] = _plain(form, case, fjax.jit)
        problems = check(case, form.__name__, form, variants)
        whole.runs, whole.unjudged = case.runs, max(case.unjudged, whole.unjudged)
        return problems

    return run


def check_value(case: Case) -> list[Problem]:
    """Compiled as step by step; the same again; nothing that was given or returned is written."""
    kept = [a.tobytes() for a in case.args]
    compiled = fjax.jit(case.function())
    first: list[Any] = []

    def run() -> Any:
        first.append(compiled(*case.args))
        return first[0]

    problems = check(case, "value", value, {"jit": run})
    if problems or not first:
        return problems
    before = [x.tobytes() for x in leaves(first[0])]
    held = leaves(first[0])
    others = tuple(np.array(np.roll(a, 1)) for a in case.args)
    try:
        compiled(*others)
    except Exception as error:
        return [Problem("error", "value.others", _described(error))]
    case.runs += 1
    if [x.tobytes() for x in held] != before:
        problems.append(Problem("written", "value.results", "a later call wrote earlier results"))
    if [a.tobytes() for a in case.args] != kept:
        problems.append(Problem("written", "value.inputs", "a call wrote its arguments"))
    return problems + _same_bits(case, compiled, before)


def _same_bits(case: Case, compiled: Callable, before: list[bytes]) -> list[Problem]:
    if "callback" in case.source:
        return []
    for count in (1, 2, 7):
        case.runs += 1
        with fjax.threads(count):
            if [x.tobytes() for x in leaves(compiled(*case.args))] != before:
                return [Problem("bits", "value.threads", f"{count} threads give other bits")]
    return []


def check_batched(case: Case) -> list[Problem]:
    """vmap against a loop, compiled and not."""
    if "ordered=True" in case.source:
        raise Refused("examples of a batch have no order")
    return check(
        case,
        "vmap",
        looped,
        {
            "jit": lambda: fjax.jit(fjax.vmap(case.function()))(*batch(case)),
            "eager": lambda: fjax.vmap(case.function())(*map(jnp.asarray, batch(case))),
        },
    )


def check_batched_gradient(case: Case) -> list[Problem]:
    """vmap of the gradient against a loop."""
    if not case.inexact() or "ordered=True" in case.source:
        raise Refused("nothing to differentiate")

    def run() -> Any:
        inner, _ = gradient(case.function(), case)
        return fjax.jit(fjax.vmap(inner))(*looped_gradient(case.function(), case)[1])

    case = finite(case)
    return check(case, "vmap_gradient", looped_gradient, {"jit": run})


def check_donated(case: Case) -> list[Problem]:
    """Arguments whose memory the program may take."""

    def run() -> Any:
        every = tuple(range(len(case.args)))
        donated = [jnp.array(np.array(a)) for a in case.args]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return fjax.jit(case.function(), donate_argnums=every)(*donated)

    return check(case, "donated", value, {"jit": run})


def check_differences(case: Case) -> list[Problem]:
    """The tangent against differences of the weighted results, and against the gradient."""
    at = case.inexact()
    sharp = all(a.dtype in (np.float64, np.complex128) for a in _differentiated(case))
    if not at or any(word in case.source for word in NOT_SLOPES):
        raise Refused("nothing to differentiate")
    given, case = case, generic(case)
    loss, args, along = weighted(case.function(), case), _differentiated(case), directions(case)
    with fjax.disable_jit():
        try:
            out, tangent = fjax.jvp(loss, args, along)
            out, pull = fjax.vjp(loss, *args)
            pulled = pull(jnp.ones_like(out))
        except Exception as error:
            if isinstance(error, (errors.FjaxError, TypeError, ValueError)):
                raise Refused(str(error)) from error
            return [Problem("error", "differences.reference", _described(error))]
    given.runs += 1
    inner = sum(float(jnp.sum(jnp.real(g * t))) for g, t in zip(pulled, along))
    scale = sum(float(jnp.sum(jnp.abs(g * t))) for g, t in zip(pulled, along))
    coarse = max(_coarsest(case), 2.0**-52, *[compare.epsilon(case.args[i].dtype) for i in at])
    bounded = not BEYOND.search(case.source)
    apart = abs(inner - float(tangent))
    if bounded and np.isfinite(inner) and apart > 1e4 * coarse * (scale + 1e-3):
        moved = [s[1] for s in samples(case, forward)]
        if max(abs(float(m) - float(tangent)) for m in moved) < 1e-3 * apart:
            return [
                Problem(
                    "wrong",
                    "differences.transposed",
                    f"jvp {float(tangent)!r}, vjp {inner!r}, scale {scale:.3g}",
                )
            ]
    if sharp and not _coarsest(case) and np.isfinite(float(tangent)):
        return _differences(loss, args, along, float(tangent), scale)
    return []


def finite(case: Case) -> Case:
    """The same program at a point without infinities, NaN and numbers beyond 10.

    There zero times a derivative is NaN or zero, depending on which product is formed.
    """
    args = list(case.args)
    for i in case.inexact():
        with np.errstate(all="ignore"):
            args[i] = np.where(abs(args[i]) < 10, args[i], np.ones((), args[i].dtype))
    return dataclasses.replace(case, args=tuple(args), known=None)


def generic(case: Case) -> Case:
    """The same program at a finite point without ties."""
    case = finite(case)
    args = list(case.args)
    for i in case.inexact():
        with np.errstate(all="ignore"):
            plain = args[i]
            shift = 0.013 * np.sin(3.7 * np.arange(plain.size).reshape(plain.shape) + i)
            args[i] = (plain + shift).astype(args[i].dtype)
    return dataclasses.replace(case, args=tuple(args), known=None)


def _differences(
    loss: Callable, args: tuple, along: tuple, tangent: float, scale: float
) -> list[Problem]:
    """Central differences at two steps; where they do not converge, nothing is said."""

    def slope(h: float) -> float:
        with fjax.disable_jit():
            up = loss(*[a + h * t for a, t in zip(args, along)])
            down = loss(*[a - h * t for a, t in zip(args, along)])
        return (float(up) - float(down)) / (2 * h)

    with fjax.disable_jit():
        lost = 1e3 * 2.0**-52 * abs(float(loss(*args))) / 5e-5  # a large value has no differences
    steps = [slope(h) for h in (4e-4, 2e-4, 1e-4, 5e-5)]
    best = (4 * steps[3] - steps[2]) / 3
    other = (4 * steps[2] - steps[1]) / 3
    spread = max(abs(best - other), abs(steps[3] - best), abs(steps[0] - best) / 16)
    size = abs(best) + scale + 1e-2
    if not np.isfinite(best) or spread + lost > 1e-4 * size:
        return []
    if abs(best - tangent) > 30 * spread + 1e-5 * size:
        return [
            Problem(
                "wrong",
                "differences.jvp",
                f"jvp {tangent!r}, differences {best!r} (spread {spread:.3g})",
            )
        ]
    return []


CHECKS: dict[str, tuple[float, Callable[[Case], list[Problem]]]] = {
    "differences": (0.0, check_differences),  # by its own share
    "value": (5.0, check_value),
    "gradient": (1.6, _of(gradient)),
    "checkpoint": (0.6, _of(gradient, "checkpoint")),
    "inner": (0.25, _of(gradient, "inner", "eager")),
    "forward": (0.8, _of(forward)),
    "batched": (1.4, check_batched),
    "batched_gradient": (0.25, check_batched_gradient),
    "donated": (0.6, check_donated),
    "forward_over_reverse": (0.25, _of(forward_over_reverse)),
    "reverse_over_reverse": (0.15, _of(reverse_over_reverse)),
    "third": (0.05, _of(third)),
    "third_forward": (0.07, _of(third_forward)),
}


def chosen(seed: int) -> tuple[str, ...]:
    """The checks of a program: one that compiles it, NumPy's, and now and then the others."""
    rng = random.Random(seed * 7919 + 1)
    compiled = rng.choices(list(CHECKS), [w for w, _ in CHECKS.values()])
    others = ["differences"] * (rng.random() < DIFFERENCES_SHARE)
    others += ["jax"] * (rng.random() < JAX_SHARE)
    return ("numpy", *compiled, *others)


def run_checks(case: Case, names: Sequence[str]) -> tuple[list[Problem], list[str]]:
    """The problems found, and the names of the checks that had something to compare."""
    problems, done = [], []
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for name in names:
            try:
                problems += CHECKS[name][1](case)
                done.append(name)
            except Refused:
                continue
    return problems, done

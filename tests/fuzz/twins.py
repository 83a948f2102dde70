"""Oracles outside fjax: NumPy, for statements that are NumPy's too, and JAX, where installed."""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.util
import re
import warnings
from typing import Any

import ml_dtypes
import numpy as np
import scipy.cluster.vq
import scipy.fft
import scipy.integrate
import scipy.interpolate
import scipy.linalg
import scipy.ndimage
import scipy.signal
import scipy.sparse.linalg
import scipy.special
import scipy.stats

import fjax
from fjax.core import dtypes
from tests.fuzz import checks, compare, rules
from tests.fuzz.case import Case, Problem, Refused
from tests.fuzz.generate import namespace
from tests.fuzz.values import values

OWN = re.compile(
    r"fjax|lax|\.at\[|rules|p\d+\(|body\d+|astype|size=|fill_value|descending|inplace|"
    r"total_repeat|assume_unique|precision|preferred|out_sharding|jnp\.b?float16"
)
# What is rounded to steps, or told apart by the last bit: only the dtype's own arithmetic decides.
STEPPED = re.compile(
    r"mod\(|divmod|remainder|floor_divide|fmod|nextafter|spacing|//|%|"
    r"matrix_rank|isclose|unwrap|frexp"
)
# What takes other arguments than SciPy's, or is an iteration that ends elsewhere.
NOT_SCIPYS = re.compile(
    r"map_coordinates|rel_entr|kl_div|optimize|"
    r"sparse\.|minimize|schur|hessenberg|gaussian_kde|lu_|cho_|vq"
)
# What JAX defines otherwise: documented in docs/coming-from-jax.md or in JAX.
OTHERWISE = re.compile(
    r"nan_to_num|sinc|digitize|resize|power|packbits|_shift|gcd|lcm|hfft|"
    r"linalg\.norm|polymul|bitwise_count|argpartition|partition|median|polydiv|quantile|"
    r"percentile|ldexp|floor_divide|remainder|sign\(|argsort|//|%|mod"
)

# Which parts of a spectrum of infinities are NaN depends on the algorithm; log_softmax is JAX's;
# betaln and i1 have the limit, SciPy NaN.
INFINITE_OTHERWISE = re.compile(r"fft|log_softmax|betaln|special\.i1\(")
# BLAS leaves out what a zero would multiply, also where that is infinite or NaN.
PRODUCT = re.compile(r"inner|dot\(|matmul|@|einsum|vecdot|matvec|vecmat")
# fjax saturates what does not fit an integer, NumPy leaves it to the processor.
SATURATED = re.compile(r"jnp\.full(_like)?\(.*-\d.*uint|jnp\.full_like\(.*-\d")


def check_numpy(case: Case) -> list[Problem]:
    """Each statement that reads the same in NumPy, on the values at hand."""
    function = ast.parse(case.source).body[0]
    assert isinstance(function, ast.FunctionDef)
    space: Any = case.known
    if space is None:
        space = namespace()
        space.update(zip([a.arg for a in function.args.args], case.arrays()))
    found = []
    with fjax.disable_jit():
        for node in function.body[:-1]:
            if case.known is None:
                try:
                    exec(compile(ast.Module([node], []), "<program>", "exec"), space)
                except (fjax.errors.FjaxError, TypeError, ValueError) as error:
                    raise Refused(str(error)) from error
            if isinstance(node, ast.Assign):
                message = _against_numpy(node, space)
                case.runs += 1
                if message:
                    found.append(Problem("wrong", "numpy.statement", message))
    return found


def _against_numpy(node: ast.Assign, space: dict[str, Any]) -> str:
    """What differs between a statement's results and NumPy's; '' also where none can be had."""
    text = ast.unparse(node.value).replace("fjax.scipy.", "scipy.")
    names = {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)} - {"jnp"}
    if OWN.search(text) or OTHERWISE.search(text) or not names <= set(space):
        return ""
    if "scipy." in text and NOT_SCIPYS.search(text):
        return ""
    given = {n: np.asarray(space[n]) for n in names if isinstance(space[n], fjax.Array)}
    if any(dtypes.is_key(space[n].dtype) or a.dtype == dtypes.float0 for n, a in given.items()):
        return ""
    if re.search(r"greater|less|[<>]", text) and any(a.dtype.kind == "c" for a in given.values()):
        return ""  # an order of complex numbers that NaN and rounded ties have no place in
    if re.search(r"scipy\.(?!special)", text) and not all(map(_finite, given.values())):
        return ""  # whole transforms and parameters of distributions have no value there
    eps = max([compare.epsilon(a.dtype) for a in given.values()], default=0.0)
    if STEPPED.search(text) and eps > 1e-15:
        return ""
    wide = {
        n: compare.wide(a)
        if compare.epsilon(a.dtype)
        else a.astype(np.int8)
        if a.dtype.name in ("int4", "uint4")
        else a
        for n, a in given.items()
    }
    if SATURATED.search(text) or (
        INFINITE_OTHERWISE.search(text) and not all(map(_finite, wide.values()))
    ):
        return ""
    if (
        PRODUCT.search(text)
        and not all(map(_finite, wide.values()))
        and any((a == 0).any() for a in wide.values())
    ):
        return ""
    if "digamma" in text and any((a == 0).any() for a in given.values()):
        return ""  # its pole is NaN, as JAX's
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            expected = eval(text.replace("jnp.", "np."), {"np": np, "scipy": scipy, **wide})
    except Exception:  # what NumPy does not take is no oracle
        return ""
    target = node.targets[0]
    several = isinstance(target, ast.Tuple)
    results = [space[e.id] for e in target.elts] if several else [space[target.id]]
    expected = list(expected) if several else [expected]
    if len(results) != len(expected):
        return f"{text}: {len(results)} results, NumPy has {len(expected)}"
    size = max(
        [float(np.nanmax(np.where(np.isfinite(a), abs(a), 0), initial=0.0)) for a in wide.values()],
        default=0.0,
    )
    if re.search(r"[+-] [\d(]", text):  # what is added rounds the argument
        size = max(size, 1.0)
    count = max([a.size for a in wide.values()], default=1)
    for result, other in zip(results, expected):
        message = _differs(np.asarray(result), np.asarray(other), eps, size, count)
        if message:
            shapes = ", ".join(f"{n}: {a.dtype}{list(a.shape)}" for n, a in given.items())
            return f"{text} ({shapes}): {message}"
    return ""


def _finite(x: np.ndarray) -> bool:
    return not compare.epsilon(x.dtype) or bool(np.isfinite(compare.wide(x)).all())


def _differs(found: np.ndarray, expected: np.ndarray, eps: float, size: float, count: int) -> str:
    if found.size == expected.size == 0:
        return ""
    if found.shape != expected.shape:
        return f"shape {found.shape}, NumPy has {expected.shape}"
    own = compare.epsilon(found.dtype)
    if not own:
        if expected.dtype.kind not in "biu" or found.dtype.kind not in "biu":
            return ""
        with np.errstate(all="ignore"):
            same = found == expected.astype(found.dtype)
    else:
        if expected.dtype.kind not in "fcbiu" or (expected.dtype.kind == "c") != (
            found.dtype.kind == "c"
        ):
            return ""
        if compare.epsilon(expected.dtype) > own:
            return ""
        found, expected, eps = compare.wide(found), compare.wide(expected), max(eps, own)
        largest = float(ml_dtypes.finfo(np.float32).max) if own > 1e-15 else np.inf
        if own > 1e-4:
            largest = 1e3
        if size > (6e4 if own > 1e-4 else 1e15) and eps > 1e-15:  # float64 holds more
            return ""
        with np.errstate(all="ignore"):
            scale = float(np.max(abs(expected), initial=0.0, where=np.isfinite(expected)))
            exponent = np.log(np.maximum(abs(expected), 1.0))  # which is rounded before exp
            allowed = 64 * eps * (abs(expected) * (1 + exponent) + scale + size * count) + 1e-30
            same = (
                (abs(found - expected) <= allowed)
                | (found == expected)
                | (np.isnan(found) & np.isnan(expected))
                | (abs(expected) > largest)
                | ((eps > 1e-4) & ~np.isfinite(found))  # what is between may overflow
                | ((eps > 1e-15) & (found == -np.inf) & (expected < -80))  # log of what underflows
                | ((found.dtype.kind == "c") & ~np.isfinite(found) & ~np.isfinite(expected))
            )
    if same.all():
        return ""
    at = tuple(int(i) for i in np.argwhere(~same)[0])
    return f"at {list(at)} {found[at]!r}, NumPy has {expected[at]!r}"


@functools.cache
def installed() -> bool:
    """Whether JAX can be imported."""
    return importlib.util.find_spec("jax") is not None


def check_jax(case: Case) -> list[Problem]:
    """The same text with JAX: results, and the gradient of their weighted sum."""
    if not installed() or any(
        w in case.source for w in ("callback", "spence(", "float8", "int4", "ldexp", "tri(")
    ):
        raise Refused("no JAX, or not in JAX")
    if any(_denormal(a) for a in case.args):
        raise Refused("JAX takes denormal numbers for zeros")
    jax = __import__("jax")
    jax.config.update("jax_enable_x64", fjax.config.enable_x64)
    jax.config.update("jax_platforms", "cpu")
    space = {
        "jet": importlib.import_module("jax.experimental.jet"),
        "ode": importlib.import_module("jax.experimental.ode"),
        "fjax": jax,
        "jnp": jax.numpy,
        "lax": jax.lax,
        "np": np,
        "rules": rules,
        "values": values,
    }
    exec(compile(case.source, "<program>", "exec"), space)
    function, args = space["program"], [jax.numpy.asarray(np.array(a)) for a in case.args]

    def results() -> Any:
        return _plain(jax, jax.jit(function)(*args))

    def derivatives() -> Any:
        run, given = _gradient(jax, function, args, case.inexact())
        return _plain(jax, jax.jit(run)(*given))

    found = _against(case, "jax", checks.value, results)
    if not found and case.inexact():
        found = _against(case, "jax_gradient", checks.gradient, derivatives)
    return found


def _denormal(x: np.ndarray) -> bool:
    if not compare.epsilon(x.dtype):
        return False
    size = abs(compare.wide(x))
    return bool(((size > 0) & (size < 1e-30)).any())


def _against(case: Case, name: str, form: checks.Form, run: Any) -> list[Problem]:
    try:
        expected = checks.reference(case, form)
        found = run()
    except Exception:  # what one of them refuses is no case for comparison
        return []
    case.runs += 1
    verdict = compare.agree(
        expected, found, lambda: checks.samples(case, form), max(checks._coarsest(case), 2.0**-52)
    )
    case.unjudged = max(case.unjudged, verdict.unjudged)
    return (
        [Problem("wrong", f"{name}.results", verdict.message + " (found: JAX's)")]
        if verdict.message
        else []
    )


def _plain(jax: Any, tree: Any) -> list[np.ndarray]:
    return [np.asarray(x) for x in jax.tree.leaves(tree) if x.dtype != jax.dtypes.float0]


def _gradient(jax: Any, function: Any, args: list, at: tuple[int, ...]) -> tuple[Any, list]:
    """`checks.gradient` in JAX."""
    jnp = jax.numpy

    def loss(*given: Any) -> Any:
        full = list(args)
        for i, x in zip(at, given):
            full[i] = x
        total = jnp.zeros((), jnp.float32)
        for k, r in enumerate(function(*full)):
            if jnp.issubdtype(r.dtype, jnp.inexact) and r.dtype.itemsize > 1:
                wide = jnp.real(r) + (jnp.imag(r) * 0.5 if jnp.iscomplexobj(r) else 0)
                total = total + jnp.sum(wide * checks.weights(r.shape, k).astype(wide.dtype))
        return total

    def run(*given: Any) -> Any:
        out, pull = jax.vjp(loss, *given)
        return out, pull(jnp.ones_like(out))

    return run, [args[i] for i in at]

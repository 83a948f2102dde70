"""Rows of the primitives that carry programs."""

import io

import numpy as np

import fjax
from fjax import lax
from fjax.higher_order.attention import AttentionForm
from fjax.higher_order.breakpoints import breakpoint as stop_here
from fjax.higher_order.callbacks import debug_callback, debug_print, io_callback, pure_callback
from fjax.higher_order.checkpoint import checkpoint, checkpoint_name
from fjax.higher_order.checks import assert_that
from fjax.higher_order.custom_derivatives import custom_jvp, custom_vjp, linear_call
from fjax.higher_order.custom_vmap import custom_vmap
from fjax.higher_order.inspected import InspectSharding
from fjax.higher_order.linear_solve import custom_linear_solve
from fjax.nn.attention import Computed
from fjax.nn.fused_attention import fused
from tests.samples import Sample, normal, positive


@custom_jvp
def tripled(x):
    """x ** 3 with a rule of its own."""
    return lax.integer_pow(x, 3)


@tripled.defjvp
def _tripled_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    return tripled(x), 3 * x * x * t


@custom_vjp
def squared(x):
    """x ** 2 with a rule of its own."""
    return x * x


squared.defvjp(lambda x: (squared(x), x), lambda x, c: (2 * x * c,))


@custom_vjp
def cubed(x):
    """x ** 3 with a rule of its own, whose outputs the function gives where it can."""
    return x * x * x


cubed.defvjp(lambda x: (x * x * x, x), lambda x, c: (3 * x * x * c,), optimize_remat=True)


def attending(*operands):
    """Attention as one operation, as it is made for a GPU: values and logsumexp of logits."""
    given = *operands, None, None, None, None
    return fused(AttentionForm(0.5, is_causal=True), Computed(0.5, True, None), given)


def attended(q, k, v):
    """The same with NumPy."""
    logits = 0.5 * np.einsum("btnh,bsnh->bnts", q, k)
    logits = np.where(np.tri(*logits.shape[2:], dtype=bool), logits, -np.inf)
    sums = np.log(np.exp(logits).sum(-1))
    return np.einsum("bnts,bsnh->btnh", np.exp(logits - sums[..., None]), v), sums


@custom_vmap
def doubled(x):
    """2 x with a batching rule of its own."""
    return x + x


@doubled.def_vmap
def _doubled_rule(size, batched, x):
    return x * 2, batched[0]


def branch(index, x):
    """Three branches."""
    return lax.switch(index, [lax.sin, lambda v: v * v, lambda v: -v], x)


def looped(x):
    """x doubled while it is small: the trip count depends on the value."""
    return lax.while_loop(lambda v: lax.lt(v, 100.0), lambda v: v * 2.0, x)


def scanned(carry, xs):
    """A recurrence that gives its states too."""
    return lax.scan(lambda c, x: (lax.sin(c) + x, c * x), carry, xs)


def solved(diagonal, b):
    """A linear system with a diagonal matrix."""
    return custom_linear_solve(
        lambda x: diagonal * x, b, lambda _, v: v / diagonal, lambda _, v: v / diagonal
    )


class Continuing(io.StringIO):
    """Someone who types `continue` at each stop."""

    def readline(self, *_):
        return "continue\n"


def stopped(x):
    """Twice x, after a stop."""
    stop_here(stdin=Continuing(), stdout=io.StringIO())
    return lax.mul(x, 2.0)


def watched(x):
    """x, after what is there for debugging."""
    debug_callback(lambda value: None, x)
    debug_print("", skip_format_check=True)
    InspectSharding(lambda sharding: None)(x)
    return lax.mul(x, 2.0)


def checked(x):
    """x doubled, after a check that only `checkify` would run."""
    assert_that("check", True, lax.reduce_or(lax.gt(x, 0.0), (0,)), "{}", (x,), {})
    return lax.mul(x, 2.0)


def sunk(x):
    """x doubled, beside what only sinks read."""
    lax.dce_sink(lax.sin(x))
    lax.dce_sink(lax.cos(x), prevent_mlir_dce=True)
    return lax.mul(x, 2.0)


def waiting(x):
    """A token, and x doubled."""
    return lax.after_all(lax.create_token(), lax.create_token()), lax.mul(x, 2.0)


SAMPLES = [
    Sample(
        fjax.jit(lambda x, y: lax.sin(x) * y),
        [normal(3), normal(3)],
        lambda x, y: np.sin(x) * y,
        name="call",
    ),
    Sample(branch, [np.int32(1), normal(3)], lambda i, x: x * x, name="cond"),
    Sample(branch, [np.int32(9), normal(3)], lambda i, x: -x, name="cond-clamped"),
    Sample(
        lambda x: lax.cond(x.sum() > 0, lax.sin, lax.cos, x),
        [positive(3)],
        np.sin,
        name="cond-bool",
    ),
    Sample(looped, [np.array(3.5)], lambda x: x * 32, name="while", reverse_only=True),
    Sample(
        lambda x: fjax.grad(lambda v: lax.sin(looped(v)))(x),
        [np.array(3.5)],
        lambda x: 32 * np.cos(32 * x),
        name="while-gradient",
        reverse_only=True,
        rtol=1024,
    ),
    Sample(
        lambda x: fjax.grad(fjax.grad(lambda v: lax.sin(looped(v))))(x),
        [np.array(3.5)],
        lambda x: -1024 * np.sin(32 * x),
        name="while-second",
        order=0,
        rtol=4096,
    ),
    Sample(
        lambda x: fjax.linearize(lambda v: lax.sin(looped(v)), x)[1](1.0),
        [np.array(3.5)],
        lambda x: 32 * np.cos(32 * x),
        name="while-linearized",
        order=0,
        rtol=1024,
    ),
    Sample(
        fjax.vmap(looped),
        [np.array([3.5, 20.0])],
        lambda x: x * [32, 8],
        name="while-masked",
        reverse_only=True,
    ),
    Sample(
        lambda x: lax.fori_loop(0, 3, lambda i, v: v * v, x),
        [positive()],
        lambda x: x**8,
        name="fori",
        rtol=64,
    ),
    Sample(scanned, [normal(3), normal(4, 3)], name="scan", rtol=64),
    Sample(
        lambda c, xs: lax.scan(lambda c, x: (c * x, c), c, xs, reverse=True),
        [normal(), normal(4)],
        name="scan-reverse",
        rtol=64,
    ),
    Sample(tripled, [normal(3)], lambda x: x**3, name="custom_jvp"),
    Sample(squared, [normal(3)], lambda x: x**2, name="custom_vjp", reverse_only=True),
    Sample(doubled, [normal(3)], lambda x: 2 * x, name="custom_vmap"),
    Sample(
        lambda x: fjax.vjp(fjax.jit(cubed), x)[0],
        [normal(3)],
        lambda x: x**3,
        name="custom_vjp_forward",
    ),
    Sample(
        checkpoint(lambda x: lax.sin(lax.sin(x))),
        [normal(3)],
        lambda x: np.sin(np.sin(x)),
        name="checkpoint",
    ),
    Sample(lambda x: checkpoint_name(x, "here") * 2, [normal(3)], lambda x: 2 * x, name="name"),
    Sample(solved, [positive(3), normal(3)], lambda d, b: b / d, name="linear_solve"),
    Sample(
        lambda r, x: linear_call(lambda r, v: v * r, lambda r, c: c * r, r, x),
        [normal(3), normal(3)],
        np.multiply,
        name="linear_call",
        differentiate=(1,),
    ),
    Sample(
        lambda x: pure_callback(
            np.sin, fjax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="expand_dims"
        ),
        [normal(3)],
        np.sin,
        name="pure_callback",
        order=0,
    ),
    Sample(
        lambda x: io_callback(np.cos, fjax.ShapeDtypeStruct(x.shape, x.dtype), x),
        [normal(3)],
        np.cos,
        name="io_callback",
        order=0,
    ),
    Sample(watched, [normal(3)], lambda x: x * 2, name="debug_callback"),
    Sample(stopped, [normal(3)], lambda x: x * 2, name="breakpoint"),
    Sample(checked, [normal(3)], lambda x: x * 2, name="check"),
    Sample(sunk, [normal(3)], lambda x: x * 2, name="dce_sink"),
    Sample(waiting, [normal(3)], lambda x: (np.zeros(0, bool), x * 2), name="tokens"),
    Sample(
        lambda x: lax.composite(lambda x, *, scale, table: scale * lax.sin(x), "scaled.sine", 2)(
            x, scale=3, table=np.eye(2)
        ),
        [normal(3)],
        lambda x: 3 * np.sin(x),
        name="composite",
        order=0,
    ),
    Sample(
        attending,
        [normal(2, 3, 2, 4), normal(2, 4, 2, 4), normal(2, 4, 2, 4)],
        attended,
        name="attention",
    ),
    Sample(
        lambda *xs: fjax.jvp(lambda *xs: attending(*xs)[0], xs, xs)[1],
        [normal(2, 3, 2, 4), normal(2, 4, 2, 4), normal(2, 4, 2, 4)],
        name="attention_tangents",
        order=1,
    ),
    Sample(
        fjax.grad(lambda *xs: (attending(*xs)[0] ** 2).sum(), (0, 1, 2)),
        [normal(2, 3, 2, 4), normal(2, 4, 2, 4), normal(2, 4, 2, 4)],
        name="attention_gradients",
        order=1,
    ),
]

"""Arrays on the device "meta": types as on any other device, and no data."""

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import dtypes, tracing
from fjax.core.array import NO_DATA, Array, without_data
from fjax.core.evaluate import evaluate_jaxpr
from fjax.errors import DeviceError, NoDataError, NonConcreteBooleanIndexError, ShapeError
from tests.samples import SAMPLES, flat, staged

META = fjax.devices("meta")[0]
CPU = fjax.devices("cpu")[0]
HUGE = (10**8, 10**7)
rows = pytest.mark.needs("x64", reason="the rows are in float64")


def over(samples):
    """Parametrize a test by rows."""
    return pytest.mark.parametrize("sample", samples, ids=lambda s: s.label)


def on_meta(args):
    """The arguments as arrays without data."""
    return [without_data(tracing.aval_of(x)) for x in args]


def moved(xs, numbers, ys):
    """The arguments with those at some places replaced."""
    return [ys[numbers.index(i)] if i in numbers else x for i, x in enumerate(xs)]


def assert_on_meta(outs, expected):
    """The outputs are on meta, of the types of the expected values."""
    assert len(outs) == len(expected)
    for out, value in zip(outs, expected, strict=True):
        if value.dtype == dtypes.float0:
            assert out.shape == value.shape
            continue
        assert type(out) is Array
        assert out.buffer is NO_DATA
        assert out.device is META
        assert out.aval == value.aval


# ---- every row of the samples


@pytest.mark.one_in(8)
@rows
@over(SAMPLES)
def test_types_on_meta_are_those_of_the_values(sample):
    args = sample.make()
    with fjax.default_device("meta"):
        outs = flat(sample.function(*args))
    assert_on_meta(outs, flat(sample.function(*args)))
    outs = flat(sample.function(*on_meta(args)))
    assert [o.aval for o in outs] == [v.aval for v in flat(sample.function(*args))]


@pytest.mark.one_in(4)
@rows
@over(SAMPLES)
def test_a_program_on_meta_gives_what_eval_shape_says_and_compiles_nothing(sample):
    args = sample.make()
    jaxpr, constants = staged(sample, args)
    given = on_meta(args)
    with fjax.default_device("meta"):
        outs = fjax.jit(sample.function)(*given)
    assert_on_meta(flat(outs), [without_data(aval) for aval in jaxpr.out_avals])
    outs = evaluate_jaxpr(jaxpr, [*map(without_data, map(tracing.aval_of, constants)), *given])
    if given:
        assert [o.aval for o in outs] == jaxpr.out_avals


@pytest.mark.one_in(16)
@rows
@over([s for s in SAMPLES if s.differentiable()])
def test_gradients_on_meta_have_the_types_of_the_gradients(sample):
    args = [jnp.asarray(a) for a in sample.make()]
    numbers = sample.differentiable()

    def pulled(*xs):
        outs, pull = fjax.vjp(
            lambda *ys: flat(sample.function(*moved(xs, numbers, ys))), *[xs[i] for i in numbers]
        )
        cotangents = [
            np.zeros(o.shape, dtypes.float0) if not dtypes.is_inexact(o.dtype) else jnp.ones_like(o)
            for o in outs
        ]
        return list(pull(cotangents))

    assert_on_meta(pulled(*on_meta(args)), pulled(*args))
    assert_on_meta(fjax.jit(pulled)(*on_meta(args)), pulled(*args))


@pytest.mark.one_in(32)
@rows
@over([s for s in SAMPLES if s.differentiable() and not s.reverse_only])
def test_tangents_on_meta_have_the_types_of_the_tangents(sample):
    args = [jnp.asarray(a) for a in sample.make()]
    numbers = sample.differentiable()

    def pushed(*xs):
        def f(*ys):
            return flat(sample.function(*moved(xs, numbers, ys)))

        chosen = [xs[i] for i in numbers]
        outs, tangents = fjax.jvp(f, chosen, [jnp.ones_like(x) for x in chosen])
        return [*outs, *tangents]

    expected = pushed(*args)
    with fjax.default_device("meta"):
        assert_on_meta(pushed(*on_meta(args)), expected)


@pytest.mark.one_in(4)
@rows
@over([s for s in SAMPLES if s.args and s.batch != ()])
def test_batches_on_meta_have_the_types_of_the_batches(sample):
    args = sample.make()
    which = range(len(args)) if sample.batch is None else sample.batch
    axes = [0 if i in which else None for i in range(len(args))]
    batch = [np.stack([a] * 3) if ax == 0 else a for a, ax in zip(args, axes, strict=True)]

    def batched(*xs):
        return flat(fjax.vmap(sample.function, axes)(*xs))

    expected = batched(*batch)
    with fjax.default_device("meta"):
        assert_on_meta(batched(*on_meta(batch)), expected)


# ---- what arrays without data are


def huge():
    """10¹⁵ elements."""
    return jnp.zeros(HUGE, device=META)


def test_arrays_of_any_size_go_through_programs():
    x = huge()
    assert x.nbytes == 8 * 10**15
    assert x.on_device_size_in_bytes() == 0

    def loss(w):
        return jnp.sum(jnp.tanh(w @ w.T) ** 2)

    for f in (loss, fjax.jit(loss)):
        assert (f(x).shape, f(x).device) == ((), META)
    assert fjax.grad(loss)(x).aval == x.aval
    assert fjax.jit(fjax.grad(loss))(x).aval == x.aval
    assert fjax.vmap(lambda row: row / row.sum())(x).aval == x.aval
    assert jnp.sort(x, 0)[3, ::2].shape == (HUGE[1] // 2,)
    for made in (jnp.full(HUGE, 2.0, device=META), jnp.ones_like(x), lax.full_like(x, 1)):
        assert made.shape == HUGE
        assert made.device is META


def test_creation_follows_the_default_device():
    with fjax.default_device("meta"):
        key = fjax.random.key(0)
        made = [
            jnp.zeros(HUGE),
            jnp.arange(10**15),
            jnp.arange(0.0, 1e15, 0.5),
            jnp.linspace(0, 1, 10**15),
            jnp.eye(10**8),
            jnp.tri(10**8),
            jnp.array([1.0, 2.0]),
            fjax.random.normal(key, HUGE),
            jnp.sin(1.0),
            fjax.jit(lambda: jnp.ones(HUGE))(),
            fjax.jit(lambda x: x + 1)(2.0),
            fjax.device_put(np.ones(3)),
        ]
    assert all(x.device is META and not x.committed for x in made)
    assert [x.shape for x in made[1:4]] == [(10**15,), (2 * 10**15,), (10**15,)]


def test_a_program_compiles_nothing_on_meta():
    program = fjax.jit(lambda x: jnp.sin(x) + 1)
    program(huge())
    (traced,) = program._traces.values()
    assert traced.executable is None


def test_the_variable_sets_the_default_device():
    code = "import fjax.numpy as jnp; print(repr(jnp.ones((10**9, 10**6)) + 1))"
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "FJAX_DEFAULT_DEVICE": "meta"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout == "Array(shape=(1000000000, 1000000), dtype=float64, device=meta)\n"


@pytest.mark.parametrize(
    "ask",
    [
        float,
        int,
        complex,
        bool,
        np.asarray,
        fjax.device_get,
        lambda x: x.item(),
        lambda x: x.tolist(),
        lambda x: x.tobytes(),
        lambda x: f"{x:.2f}",
        lambda x: x.unsafe_buffer_pointer(),
        lambda x: fjax.device_put(x, CPU),
        lambda x: np.add(x, 1),
    ],
)
def test_asking_for_a_value_says_what_to_do(ask):
    with pytest.raises(NoDataError, match="device meta.*(Run the program on|make the array on)"):
        ask(jnp.zeros((), device=META))


def test_memory_of_arrays_without_data_cannot_be_exchanged():
    with pytest.raises(BufferError, match="no memory to exchange"):
        np.from_dlpack(huge())


def test_what_needs_no_value_works():
    x = jnp.asarray(1.5, device=META)
    assert (
        repr(x) == str(x) == f"{x}" == "Array(shape=(), dtype=float64, weak_type=True, device=meta)"
    )
    assert fjax.block_until_ready(x) is x
    assert x.is_ready()
    for same in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x)), jnp.copy(x)):
        assert same.aval == x.aval
        assert same.device is META
    x.delete()
    with pytest.raises(RuntimeError, match="deleted"):
        x + 1


def test_shapes_are_checked_as_on_a_real_device():
    x = jnp.ones((3, 4), device=META)
    for wrong in (lambda x: x + jnp.ones(3), lambda x: x @ x, lambda x: x.reshape(5)):
        with pytest.raises(ShapeError) as there:
            wrong(x)
        with pytest.raises(ShapeError) as here:
            wrong(jnp.ones((3, 4)))
        assert there.value.message == here.value.message


def test_a_committed_array_with_data_does_not_mix_with_meta():
    x, y = jnp.ones(3, device=META), jnp.ones(3, device=CPU)
    for f in (jnp.add, fjax.jit(jnp.add), lambda a, b: lax.cond(True, jnp.add, jnp.add, a, b)):
        with pytest.raises(DeviceError, match="on the device meta.*committed to cpu:0"):
            f(x, y)
        assert f(x, jnp.ones(3)).device is META
        assert f(x, np.ones(3)).device is META


def test_a_program_that_closes_over_meta_runs_there():
    w = jnp.ones((4, 10**9), device=META)
    out = fjax.jit(lambda x: x @ w)(jnp.ones((3, 4)))
    assert (out.shape, out.device) == ((3, 10**9), META)


def test_loops_and_branches_need_no_value():
    x = jnp.ones(3, device=META)
    assert lax.while_loop(lambda c: c.sum() < 10, lambda c: c * 2, x).aval == x.aval
    assert lax.fori_loop(0, x.sum().astype(int), lambda i, c: c + i, x).aval == x.aval
    assert lax.switch(x.argmax(), [jnp.sin, jnp.cos], x).aval == x.aval
    carry, rows = lax.scan(lambda c, r: (c + r, c), x, jnp.ones((10**9, 3), device=META))
    assert rows.shape == (10**9, 3)
    assert carry.aval == x.aval


def test_derivatives_of_what_does_not_move_are_on_meta():
    x = huge()
    assert fjax.grad(lambda x: jnp.sum(jnp.floor(x)))(x).device is META
    out, tangent = fjax.jvp(jnp.floor, (x,), (jnp.ones_like(x),))
    assert (out.device, tangent.device) == (META, META)
    assert fjax.linearize(jnp.floor, x)[1](x).device is META


def test_callbacks_are_not_called():
    def refuse(*_args):
        raise AssertionError("there is no value to call with")

    def f(x):
        fjax.debug.callback(refuse, x)
        return fjax.pure_callback(refuse, fjax.ShapeDtypeStruct((2,), "float32"), x)

    x = jnp.ones(3, device=META)
    for g in (f, fjax.jit(f)):
        assert (g(x).shape, g(x).device) == ((2,), META)


def test_references_hold_arrays_without_data():
    x = huge()
    ref = fjax.new_ref(x)
    ref[0] = x[1]

    @fjax.jit
    def move(r):
        r[2:4] = r[:2]

    move(ref)
    assert (ref[...].shape, ref[...].device) == (HUGE, META)


def test_donated_arrays_are_gone():
    x = huge()
    fjax.jit(lambda x: x + 1, donate_argnums=0)(x)
    assert x.is_deleted()


def test_a_compiled_program_takes_arrays_without_data():
    compiled = fjax.jit(jnp.sin).lower(jnp.ones(3)).compile()
    assert compiled(jnp.ones(3, device=META)).device is META


def test_an_index_that_decides_a_shape_is_refused():
    x = jnp.ones(3, device=META)
    with pytest.raises(NonConcreteBooleanIndexError, match="on the device meta"):
        x[x > 0]
    with pytest.raises(NoDataError):
        jnp.nonzero(x)


LARGE = {
    "inverse": lambda x: jnp.linalg.inv(x),
    "gradient of an inverse": fjax.grad(lambda x: jnp.linalg.inv(x).sum()),
    "solutions": lambda x: jnp.linalg.lstsq(x, x[:, 0])[0],
    "hessian": lambda x: fjax.hessian(lambda r: (r**3).sum())(x[0]),
    "jacobian": lambda x: fjax.jacfwd(jnp.sin)(x[0]),
    "a batch of triangles": lambda x: fjax.vmap(jnp.tril)(x[None]),
    "triangles": lambda x: (jnp.tril(x), jnp.triu(x, 1)),
    "powers": lambda x: jnp.vander(x[0]),
    "places": lambda x: jnp.nonzero(x, size=5),
    "counts": lambda x: jnp.histogram(x, bins=10)[0],
    "parts": lambda x: (jnp.imag(x), jnp.isfinite(x.astype(int))),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_functions_make_beside_their_arguments_has_no_data_either(name):
    small, large = (jnp.zeros((n, n), device=META) for n in (3, 10**7))
    outs = fjax.tree.leaves(LARGE[name](large))
    assert all(x.device is META for x in outs)
    shapes = [
        tuple(10**7 if n == 3 else n for n in x.shape) for x in fjax.tree.leaves(LARGE[name](small))
    ]
    assert [x.shape for x in outs] == shapes

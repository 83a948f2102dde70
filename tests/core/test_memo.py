"""Memos keep nothing for ever: what programs leave behind, by counts of objects."""

import gc
import threading
import weakref

import pytest

import fjax
import fjax.numpy as jnp
from fjax import export, lax
from fjax.core.array import Array
from fjax.core.ir import Equation, Jaxpr
from fjax.core.memo import WeakTable, cached_property, weak_memo
from tests.children import in_child, needs_fork

X = jnp.arange(6.0)


class Holder:
    def __init__(self):
        self.memos = None


@pytest.mark.parametrize("value", [lambda x: x, lambda x: [x], lambda x: lambda: x])
def test_what_is_remembered_of_an_object_may_refer_to_it(value):
    remembered = weak_memo(value)
    holder = Holder()
    first = remembered(holder)
    assert remembered(holder) is first
    reference = weakref.ref(holder)
    del holder, first
    gc.collect()
    assert reference() is None


def test_an_object_that_is_its_own_result_goes_at_once():
    remembered = weak_memo(lambda x: x)
    gc.disable()
    try:
        holder = Holder()
        remembered(holder)
        reference = weakref.ref(holder)
        del holder
        assert reference() is None
    finally:
        gc.enable()


def test_nothing_is_a_result_as_well():
    calls = []
    remembered = weak_memo(lambda x: calls.append(x))
    holder = Holder()
    assert remembered(holder) is None and remembered(holder) is None and len(calls) == 1


def test_clear_caches_empties_what_objects_hold():
    remembered = weak_memo(lambda x: object())
    holder = Holder()
    first = remembered(holder)
    fjax.clear_caches()
    assert remembered(holder) is not first


def test_a_weak_table_is_bounded_though_its_values_hold_their_keys():
    table = WeakTable(5)
    references = []
    for _ in range(20):
        key = Holder()
        table.of(key)["key"] = key
        references.append(weakref.ref(key))
    del key
    gc.collect()
    assert sum(r() is not None for r in references) == 5


def custom_jvp(k):
    @fjax.custom_jvp
    def g(x):
        return jnp.sin(x) * k

    g.defjvp(lambda p, t: (g(*p), jnp.cos(p[0]) * t[0] * k))
    return fjax.jit(g)(X), fjax.jit(fjax.grad(lambda x: g(x).sum()))(X)


def custom_vjp(k):
    @fjax.custom_vjp
    def g(x):
        return jnp.sin(x) * k

    g.defvjp(lambda x: (g(x), x), lambda r, ct: (ct * jnp.cos(r) * k,))
    return fjax.jit(g)(X), fjax.grad(lambda x: g(x).sum())(X)


def exported(k):
    shape = fjax.ShapeDtypeStruct((6,), X.dtype)
    return export.deserialize(export.export(fjax.jit(lambda x: x * k))(shape).serialize()).call(X)


def unchanged(k):  # no pass has anything to do
    return fjax.jit(lambda x: x + (jnp.arange(6.0) + k))(X)


KINDS = {
    "jit": lambda k: fjax.jit(lambda x: jnp.sin(x) * k)(X),
    "nothing to optimise": unchanged,
    "shapes": lambda k: fjax.jit(jnp.sin)(jnp.zeros(k + 1)),
    "lowered": lambda k: fjax.jit(lambda x: x * k).lower(X).compile()(X),
    "grad": lambda k: fjax.grad(lambda x: (jnp.sin(x) * k).sum())(X),
    "jit of grad": lambda k: fjax.jit(fjax.grad(lambda x: (jnp.sin(x) * k).sum()))(X),
    "vmap": lambda k: fjax.vmap(lambda v: jnp.sin(v) * k)(X),
    "jacobians": lambda k: fjax.jit(fjax.hessian(lambda x: (x**3).sum() * k))(X),
    "linearize": lambda k: fjax.linearize(lambda x: jnp.sin(x) * k, X)[1](X),
    "scan": lambda k: lax.scan(lambda c, v: (c * k + v, c), 0.0, X),
    "grad of scan": lambda k: fjax.grad(
        lambda x: lax.scan(lambda c, v: (jnp.sin(c) * k + v, c), 0.0, x)[0]
    )(X),
    "while": lambda k: lax.while_loop(lambda c: c < 10 + k, lambda c: c * 2 + 1, 1.0),
    "cond": lambda k: fjax.jit(
        lambda x: lax.cond(x.sum() > k, lambda x: x * k, lambda x: x - k, x)
    )(X),
    "checkpoint": lambda k: fjax.grad(fjax.checkpoint(lambda x: (jnp.sin(x) * k).sum()))(X),
    "library": lambda k: (jnp.linalg.norm(X * k), jnp.sort(X * k), fjax.nn.softmax(X * k)),
    "custom_jvp": custom_jvp,
    "custom_vjp": custom_vjp,
    "export": exported,
}
KEPT = (Jaxpr, Equation, Array)


def left():
    gc.collect()
    return [sum(type(x) is kind for x in gc.get_objects()) for kind in KEPT]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", KINDS)
def test_programs_of_every_kind_are_gone_once_caches_are_empty(name):
    make = KINDS[name]
    make(1)
    fjax.clear_caches()
    before = left()
    for k in range(2, 14):
        make(k)
    fjax.clear_caches()
    more = [b - a for a, b in zip(before, left(), strict=True)]
    assert max(more) < 6, dict(zip(KEPT, more, strict=True))


@pytest.mark.extended
def test_of_two_thousand_programs_a_bounded_number_is_left():
    """The tables that keep whole programs hold 1,024."""
    gc.unfreeze()
    for k in range(1100):
        fjax.jit(lambda x: x * k + jnp.arange(6.0))(X)
    before = left()
    for k in range(1100, 2000):
        fjax.jit(lambda x: x * k + jnp.arange(6.0))(X)
    more = [b - a for a, b in zip(before, left(), strict=True)]
    assert max(more) < 60, dict(zip(KEPT, more, strict=True))


class Slow:
    """A property during whose computation the process may be forked."""

    def __init__(self):
        self.entered, self.leave = threading.Event(), threading.Event()

    @cached_property
    def value(self):
        """Found slowly."""
        self.entered.set()
        assert self.leave.wait(60)
        return object()


def test_a_property_is_computed_once_and_has_its_text():
    slow = Slow()
    slow.leave.set()
    assert slow.value is slow.value
    assert Slow.value.__doc__ == "Found slowly."


@needs_fork
def test_a_child_computes_a_property_that_a_thread_is_computing():
    slow, other = Slow(), Slow()
    other.leave.set()
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    try:
        assert slow.entered.wait(60)
        in_child(lambda: other.value, seconds=10)
    finally:
        slow.leave.set()
        thread.join()

"""What an optimiser is: init(params) gives a state, update(gradients, state, params) what to add.

The protocol is Optax's, so that transformations of either library compose with the other's. An
update may take keywords besides (`value=`, `value_fn=`, `grad_fn=`); whoever wraps transformations
hands them on to those that take them.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

import numpy as np

from fjax import lax, misspelling, tree
from fjax import numpy as jnp
from fjax.api.jit import eval_shape
from fjax.api.staged import ShapeDtypeStruct
from fjax.core import dtypes, tracing
from fjax.core.annotations import T
from fjax.core.array import Array
from fjax.core.plain_arguments import check_callable, check_number
from fjax.core.source import at_one_place
from fjax.errors import ConcretizationTypeError, FjaxTypeError, FjaxValueError, ShapeError
from fjax.optim.agreement import MISMATCHES, difference, naming
from fjax.pytrees.registry import is_tree_node
from fjax.tree_util import keystr

Params = Any  # a pytree of arrays
State = Any  # a pytree of arrays
Schedule = Callable[[Any], Any]  # from the number of steps done to a value
UPDATES = "updates are what optimizer.update(gradients, state, params) gives for these params"
Mask = Any  # a pytree of booleans, a prefix of the parameters, or a function that gives one of them


class _Functions(NamedTuple):
    init: Callable[[Params], State]
    update: Callable[..., tuple[Params, State]]


class Transformation(_Functions):
    """A pair of pure functions: init(params) and update(gradients, state, params=None, **extra).

    update returns (updates, state), where updates is what `apply_updates` adds to the parameters. A
    state or gradients of another model raise ShapeError, which names the leaf.

    >>> halve = Transformation(lambda params: (), lambda g, state, params=None: (g / 2, state))
    >>> print(halve.update(jnp.array([4.0]), halve.init(None))[0])
    [2.]
    """

    __slots__ = ()

    def __new__(
        cls, init: Callable[[Params], State], update: Callable[..., tuple[Params, State]]
    ) -> Transformation:
        for name, function in (("init", init), ("update", update)):
            check_callable(f"optim.Transformation: {name}", function)
        return super().__new__(cls, init, naming(init, update))


misspelling.answer_for(Transformation, "optim.Transformation")


def apply_updates(params: T, updates: Params) -> T:
    """The sum of parameters and updates, in the parameters' dtypes.

    Updates of integers are cut to integers first.

    params: a pytree of arrays.
    Returns a pytree like `params`.

    >>> print(apply_updates({"w": jnp.array([1.0])}, {"w": jnp.array([-0.5])})["w"])
    [0.5]
    """

    def moved(p: Any, u: Any) -> Any:
        p, u = jnp.asarray(p), jnp.asarray(u)
        if u.shape not in ((), p.shape) or dtypes.is_complex(u.dtype) > dtypes.is_complex(p.dtype):
            raise ShapeError(f"an update of another type than {p.aval}")
        wide = dtypes.widened(p.dtype)
        return (p.astype(wide) + u.astype(wide)).astype(p.dtype)

    try:
        with _one_place():
            return tree.map(moved, params, updates)
    except MISMATCHES:
        check_parameters(params)
        found = difference("the update", updates, "the parameters", params)
        if found is None:
            raise
    raise ShapeError(f"optim.apply_updates: {found}; {UPDATES}")


def chain(*transformations: Transformation) -> Transformation:
    """One transformation after the other; the state is the tuple of theirs.

    transformations: by name; of `chain` one after the other.
    Returns a `Transformation`.

    >>> t = chain(scale(2.0), scale(-0.1))
    >>> print(t.update(jnp.array([1.0]), t.init(None))[0])
    [-0.2]
    """
    for each in transformations:
        if not hasattr(each, "update"):
            raise FjaxTypeError(
                "optim.chain: each argument is a transformation, such as "
                f"fjax.optim.clip_by_global_norm(1.0), got {each!r:.60}"
            )
    updates = [extended(each) for each in transformations]

    def init(params: Params) -> State:
        return tuple(each.init(params) for each in transformations)

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        if len(state) != len(updates):
            raise FjaxTypeError(
                f"optim.chain: a state of {len(state)} parts for {len(updates)} transformations; "
                "give the state that init or the last update of this transformation returned"
            )
        after = []
        for each, part in zip(updates, state, strict=True):
            g, new = each(g, part, params, **extra)
            after.append(new)
        return g, tuple(after)

    return Transformation(init, update)


def check_decays(name: str, **decays: Any) -> None:
    """Raise FjaxValueError for a number outside of [0, 1): with 1, averages stay zeros.

    >>> check_decays("adam", b1=0.9)
    """
    for argument, value in decays.items():
        check_number(f"optim.{name}: {argument}", value, 0, 1)
        if isinstance(value, int | float) and value == 1:
            raise FjaxValueError(
                f"optim.{name}: {argument} is below 1, got {value!r}: averages would stay zeros"
            )


def check_sizes(name: str, **sizes: Any) -> None:
    """Raise FjaxValueError for a number below 0.

    >>> check_sizes("adam", eps=1e-8)
    """
    for argument, value in sizes.items():
        check_number(f"optim.{name}: {argument}", value, 0)


def extended(transformation: Transformation) -> Callable[..., tuple[Params, State]]:
    """A transformation's update, which drops the keywords that it does not take.

    >>> t = Transformation(lambda params: (), lambda g, state, params=None: (g, state))
    >>> extended(t)(1.0, (), None, value=2.0)
    (1.0, ())
    """
    if not hasattr(transformation, "init") or not hasattr(transformation, "update"):
        raise FjaxTypeError(
            "optim: a transformation is what a function of fjax.optim gives, such as "
            f"fjax.optim.adam(1e-3), got {transformation!r:.60}"
        )
    parameters = inspect.signature(transformation.update).parameters.values()
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        return transformation.update
    taken = {p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)}

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        known = {name: value for name, value in extra.items() if name in taken}
        return transformation.update(g, state, params, **known)

    return update


def stateless(function: Callable[[Params, Params], Params]) -> Transformation:
    """A transformation without a state from function(gradients, params).

    >>> print(stateless(lambda g, params: -g).update(jnp.array([1.0]), ())[0])
    [-1.]
    """
    return Transformation(
        lambda params: (), lambda g, state, params=None, **extra: (function(g, params), state)
    )


def identity() -> Transformation:
    """Gradients as they are.

    >>> print(identity().update(jnp.array([1.0]), ())[0])
    [1.]
    """
    return stateless(lambda g, params: g)


def set_to_zero() -> Transformation:
    """Zeros, for parameters that should not change, as a group of `partition`.

    >>> print(set_to_zero().update(jnp.array([1.0]), ())[0])
    [0.]
    """
    return stateless(lambda g, params: tree.map(jnp.zeros_like, g))


def scale(factor: float) -> Transformation:
    """Gradients times a number.

    >>> print(scale(0.5).update(jnp.array([1.0]), ())[0])
    [0.5]
    """
    return stateless(lambda g, params: tree.map(lambda x: times(x, factor), g))


class ByStep(NamedTuple):
    """The state of what counts its steps: how many were done, as int32 of shape ().

    >>> scale_by_schedule(lambda step: 0.1).init(None)
    ByStep(count=Array(0, dtype=int32))
    """

    count: Any


def scale_by_schedule(schedule: Schedule) -> Transformation:
    """Gradients times schedule(number of steps done).

    >>> t = scale_by_schedule(lambda step: 0.5**step)
    >>> print(t.update(jnp.array([1.0]), ByStep(jnp.int32(2)))[0])
    [0.25]
    """
    _check_schedule(schedule)
    return _times_schedule(schedule)


def _times_schedule(schedule: Schedule) -> Transformation:

    def update(g: Params, state: State, params: Params = None, **extra: Any) -> tuple[Any, ...]:
        factor = schedule(state.count)
        return tree.map(lambda x: times(x, factor), g), ByStep(next_count(state.count))

    return Transformation(lambda params: ByStep(jnp.zeros((), jnp.int32)), update)


def scale_by_learning_rate(learning_rate: Any, flip_sign: bool = True) -> Transformation:
    """Gradients times -learning_rate, which is a number or a schedule: what descends.

    >>> print(scale_by_learning_rate(0.5).update(jnp.array([1.0]), ())[0])
    [-0.5]
    """
    sign = -1.0 if flip_sign else 1.0
    if isinstance(learning_rate, (bool, str, list, tuple, dict, complex)):
        raise FjaxTypeError(
            "optim: learning_rate is a number or a schedule, a function of the step such as "
            f"fjax.optim.cosine_decay_schedule(1e-3, 1000); got {learning_rate!r:.80}"
        )
    if learning_rate is None:
        raise FjaxTypeError("optim: learning_rate is a number or a schedule, got None")
    if callable(learning_rate):
        _check_schedule(learning_rate)
        return _times_schedule(lambda n: sign * _one_rate(learning_rate(n), flip_sign))
    return scale(sign * _one_rate(learning_rate, flip_sign))


def _one_rate(rate: Any, descends: bool = False) -> Any:
    """A learning rate as it is; FjaxValueError for several, for one that ascends, for NaN."""
    if rate is None or isinstance(rate, str):
        raise FjaxTypeError(f"optim: a schedule gives a number for each step, got {rate!r:.60}")
    if jnp.shape(rate) != ():
        raise FjaxValueError(
            f"optim: learning_rate is one number, got an array of shape {jnp.shape(rate)}; "
            "fjax.optim.partition has another rate for each group of parameters"
        )
    if descends and isinstance(rate, int | float | np.generic) and not 0 <= float(rate) < math.inf:
        raise FjaxValueError(
            f"optim: learning_rate is at least 0, got {rate}: the update is its negative times the "
            "gradient, which descends; fjax.optim.scale(rate) ascends"
        )
    return rate


def _check_schedule(schedule: Callable[..., Any]) -> None:
    """Raise FjaxTypeError for what makes a schedule, and needs more than a step."""
    if not callable(schedule):
        raise FjaxTypeError(
            "optim: a schedule is a function of the step, such as "
            f"fjax.optim.constant_schedule(0.1), got {schedule!r:.60}"
        )
    try:
        inspect.signature(schedule).bind(0)
    except ValueError:
        return  # a builtin function without a signature
    except TypeError as error:
        raise FjaxTypeError(
            f"optim: a schedule is a function of the step alone, and {_name_of(schedule)} is "
            "called with more: call it first, as in fjax.optim.cosine_decay_schedule(1e-3, 1000) "
            f"({error})"
        ) from error
    try:
        rate = eval_shape(schedule, ShapeDtypeStruct((), jnp.int32))
    except (TypeError, ValueError) as error:
        if isinstance(error, ConcretizationTypeError):
            return  # one for loops of Python
        raise FjaxTypeError(
            f"optim: a schedule is a function from the number of a step to a learning rate, and "
            f"{_name_of(schedule)} fails for one: {str(error).splitlines()[0]}"
        ) from error
    _one_rate(rate)


def _name_of(schedule: Any) -> str:
    return getattr(schedule, "__name__", type(schedule).__name__)


def _one_place() -> AbstractContextManager[None]:
    """What rules trace belongs to the line that called for an update."""
    trace = tracing.current()
    return nullcontext() if trace is None or not trace.lines else at_one_place()


def each_leaf(
    count: int, function: Callable[..., tuple[Any, ...]], first: Params, *rest: Params
) -> tuple:
    """`count` trees, of what function(leaf of first, leaf of each other) returns as a tuple.

    >>> each_leaf(2, lambda x, y: (x + y, x * y), {"a": 2}, {"a": 5})
    ({'a': 7}, {'a': 10})
    """
    leaves, structure = tree.flatten(first)
    others = [structure.flatten_up_to(other) for other in rest]
    with _one_place():
        rows = [function(*row) for row in zip(leaves, *others, strict=True)]
    return tuple(structure.unflatten([row[k] for row in rows]) for k in range(count))


def each_update(
    count: int, function: Callable[..., tuple[Any, ...]], first: Params, *rest: Params
) -> tuple:
    """As each_leaf, of leaves of first in float32 at least; the first result gets their dtype.

    Those of integers give floats.

    >>> t = each_update(1, lambda x: (x / 3,), jnp.ones(2, jnp.float16))[0]
    >>> print(t, t.dtype)
    [0.3333 0.3333] float16
    """

    def wide(x: Any, *others: Any) -> tuple[Any, ...]:
        x = jnp.asarray(x)
        out, *after = function(widened(x), *others)
        return (narrowed(out, x), *after)

    return each_leaf(count, wide, first, *rest)


def check_parameters(params: Params) -> None:
    """Raise FjaxTypeError for a leaf that is a text or a function.

    >>> check_parameters({"w": jnp.ones(2)})
    """
    for path, leaf in tree.leaves_with_path(params):
        if isinstance(leaf, str) or callable(leaf):
            raise FjaxTypeError(
                f"optim: parameters are arrays, got {leaf!r:.60} at {keystr(path) or 'the root'}; "
                "init takes a model or its trained part, fjax.nn.partition(model)[0]"
            )


def zeros(params: Params) -> Params:
    """Where averages over steps begin: zeros like the parameters, at least in float32.

    >>> print(zeros(jnp.ones(2, jnp.float16)).dtype)
    float32
    """
    check_parameters(params)
    return tree.map(lambda x: widened(jnp.zeros_like(x)), params)


def times(x: Any, factor: Any) -> Any:
    """x times a number, rounded once to the dtype of x if that is one of floats.

    >>> print(times(jnp.ones(2, jnp.float16), 2.0).dtype)
    float16
    """
    wide = widened(jnp.asarray(x))
    factor = factor if isinstance(factor, (int, float)) else jnp.asarray(factor).astype(wide.dtype)
    return narrowed(wide * factor, x)


def next_count(count: Any) -> Any:
    """count + 1, which stays at the largest int32.

    >>> print(next_count(jnp.int32(2**31 - 1)))
    2147483647
    """
    return jnp.where(count < 2**31 - 1, count + 1, count)


def squared(x: Any) -> Any:
    """x * x, of complex numbers the squares of their magnitudes.

    >>> print(squared(jnp.array([3 + 4j])))
    [25.]
    """
    return lax.real(x * jnp.conj(x)) if dtypes.is_complex(x.dtype) else x * x


def widened(x: Any) -> Any:
    """x, at least in float32: squares of float16 overflow.

    >>> widened(jnp.ones(2, jnp.float16)).dtype
    dtype('float32')
    """
    x = jnp.asarray(x)
    return x.astype(dtypes.join(x.dtype, dtypes.float32))


def narrowed(out: Any, x: Any) -> Any:
    """A result in the dtype of what was widened for it; as it is where that was of integers.

    >>> narrowed(jnp.ones(2), jnp.ones(2, jnp.float16)).dtype
    dtype('float16')
    """
    kind = jnp.asarray(x).dtype
    return out.astype(kind) if dtypes.is_inexact(kind) else out


def global_norm(updates: Params) -> Array:
    """The Euclidean norm of all leaves together, of shape (), at least in float32.

    It is inf where the squares are beyond the dtype: elements above 1e19 in float32.

    >>> print(global_norm({"a": jnp.array([3.0]), "b": jnp.array([4.0])}))
    5.0
    """
    squares = [jnp.sum(squared(widened(x))) for x in tree.leaves(updates)]
    return jnp.sqrt(sum(squares[1:], squares[0])) if squares else jnp.zeros(())


def debias(decay: Any, count: Any, like: Any) -> Any:
    """1 - decay**count, the total weight of a moving average of count values, without cancellation.

    decay is in [0, 1), a Python number or an array, traced perhaps; the result has the dtype of
    `like`, at least float32.

    >>> print(debias(0.9, jnp.int32(2), jnp.zeros(2)).round(6))
    0.19
    """
    wide = dtypes.join(like.dtype, dtypes.float32)
    steps = jnp.asarray(count).astype(wide)
    if not isinstance(decay, (int, float)):
        return -jnp.expm1(steps * jnp.log(jnp.asarray(decay).astype(wide)))
    return jnp.ones_like(steps) if decay == 0 else -jnp.expm1(steps * math.log(decay))


class Weight:
    """The total weight of a moving average, as of `debias`, in a leaf's dtype; once for each dtype.

    >>> weight = Weight(0.9, jnp.int32(2))
    >>> print(weight(jnp.zeros(2)).round(6), weight(jnp.ones(3)) is weight(jnp.zeros(2)))
    0.19 True
    """

    def __init__(self, decay: float, count: Any):
        self.decay, self.count = decay, count
        self.found: dict[Any, Any] = {}

    def __call__(self, like: Any) -> Any:
        if like.dtype not in self.found:
            self.found[like.dtype] = debias(self.decay, self.count, like).astype(like.dtype)
        return self.found[like.dtype]


def need_params(name: str, params: Params) -> Params:
    """The parameters; TypeError if an update that reads them was called without.

    >>> need_params("lamb", 1.0)
    1.0
    """
    if params is None:
        raise FjaxTypeError(
            f"optim.{name} reads the parameters: call update(gradients, state, params)"
        )
    return params


def resolve_mask(mask: Mask, params: Params) -> Params:
    """A mask for all leaves of params, from a prefix of booleans or a function that gives one.

    >>> resolve_mask({"a": True, "b": False}, {"a": (1.0, 2.0), "b": 3.0})
    {'a': (True, True), 'b': False}
    """
    found = broadcast("optim: a mask", of_params(mask, params), params)
    for leaf in tree.leaves(found):
        if isinstance(leaf, str) or jnp.result_type(leaf) != dtypes.bool_:
            raise FjaxTypeError(
                f"optim: a mask has True or False for each part, got {leaf!r:.60}; "
                "fjax.nn.mask(model, 'bias') makes one of a path"
            )
    return found


def broadcast(name: str, prefix: Any, params: Params) -> Params:
    """A tree with a leaf for each of the parameters, from one that is a prefix of theirs.

    >>> broadcast("a mask", {"c": True}, {"a": 1.0})
    Traceback (most recent call last):
    ...
    fjax.errors.FjaxValueError: a mask is a tree that begins as the parameters do (such as ...
    """
    try:
        return tree.broadcast(prefix, params)
    except ValueError as error:
        raise FjaxValueError(
            f"{name} is a tree that begins as the parameters do (such as fjax.nn.mask(model, "
            f"'layers[0]')), or a function from them to one, got {prefix!r:.60}"
        ) from error


def of_params(given: Any, params: Params) -> Any:
    """A tree that was given, or what a function that was given makes of the parameters.

    A tree may be callable, too: a model is.

    >>> of_params(len, [1, 2]), of_params([True, False], [1, 2])
    (2, [True, False])
    """
    return given(params) if callable(given) and not is_tree_node(type(given)) else given

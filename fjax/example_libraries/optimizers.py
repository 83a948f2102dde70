"""First-order optimizers as triples of functions: `init`, `update`, `get_params`.

>>> import fjax.numpy as jnp
>>> init, update, get_params = momentum(0.1, mass=0.9)
>>> state = init({"w": jnp.array([3.0, -2.0])})
>>> for step in range(100):
...     state = update(step, {"w": 2 * get_params(state)["w"]}, state)    # of w @ w
>>> bool(jnp.all(jnp.abs(get_params(state)["w"]) < 0.05))
True

A step size is a number or a schedule: a function of the step's number. States are pytrees and go
through `jit`, `scan` and `grad`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import fjax.numpy as jnp
from fjax import tree
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.numpy.shaping import array_shape
from fjax.pytrees.registration import register_pytree_node

Schedule = Callable[[Any], Any]
StepSize = Any  # a number or a schedule
Params = Any  # a pytree of arrays
State = Any  # a pytree of arrays for one array of parameters


class OptimizerState(NamedTuple):
    """The states of all parameters: their leaves, the parameters' structure, each state's own.

    >>> type(sgd(0.1).init_fn(jnp.array([5.0]))).__name__
    'OptimizerState'
    """

    packed_state: Any
    tree_def: Any
    subtree_defs: Any


register_pytree_node(
    OptimizerState,
    lambda s: ((s.packed_state,), (s.tree_def, s.subtree_defs)),
    lambda structure, leaves: OptimizerState(leaves[0], *structure),
)


class Optimizer(NamedTuple):
    """What an optimizer's constructor returns.

    init_fn(params) is the first state, update_fn(step, gradients, state) the next one, and
    params_fn(state) the parameters in a state.

    >>> sgd(0.1).params_fn(sgd(0.1).init_fn(jnp.array([5.0])))
    Array([5.], dtype=float64)
    """

    init_fn: Callable[[Params], OptimizerState]
    update_fn: Callable[[Any, Params, OptimizerState], OptimizerState]
    params_fn: Callable[[OptimizerState], Params]


def optimizer(
    opt_maker: Callable[..., tuple[Callable, Callable, Callable]],
) -> Callable[..., Optimizer]:
    """Make an optimizer of one array into one of pytrees of arrays.

    Args:
      opt_maker: a function that returns (init, update, get_params) for one array: init(x) is a
        pytree, update(step, gradient, state) one of the same structure, get_params(state) an array.

    Raises:
      TypeError: at an update, if the gradients have another structure than the parameters, or the
        new state another one than the old.

    >>> @optimizer
    ... def signs(step_size):
    ...     return lambda x: x, lambda i, g, x: x - step_size * jnp.sign(g), lambda x: x
    >>> init, update, get_params = signs(0.5)
    >>> print(get_params(update(0, [jnp.array([3.0, -4.0])], init([jnp.zeros(2)])))[0])
    [-0.5  0.5]
    """

    @functools.wraps(opt_maker)
    def make(*args: Any, **kwargs: Any) -> Optimizer:
        init, update, get_params = opt_maker(*args, **kwargs)

        def init_all(params: Params) -> OptimizerState:
            leaves, structure = tree.flatten(params)
            return _pack([init(x) for x in leaves], structure)

        def update_all(i: Any, gradients: Params, state: OptimizerState) -> OptimizerState:
            leaves, structure = tree.flatten(gradients)
            if structure != state.tree_def:
                raise FjaxTypeError(
                    f"{opt_maker.__name__}: the gradients have structure {structure}, "
                    f"the parameters {state.tree_def}"
                )
            new = _pack(
                [update(i, g, s) for g, s in zip(leaves, _states(state), strict=True)], structure
            )
            for before, after in zip(state.subtree_defs, new.subtree_defs, strict=True):
                if before != after:
                    raise FjaxTypeError(
                        f"{opt_maker.__name__}: update made a state of structure "
                        f"{after} from one of structure {before}"
                    )
            return new

        def all_params(state: OptimizerState) -> Params:
            return tree.unflatten(state.tree_def, [get_params(s) for s in _states(state)])

        return Optimizer(init_all, update_all, all_params)

    return make


def _pack(states: Sequence[State], structure: Any) -> OptimizerState:
    """The states of the parameters' leaves as one."""
    flat = [tree.flatten(s) for s in states]
    return OptimizerState(
        tuple(leaves for leaves, _ in flat), structure, tuple(inner for _, inner in flat)
    )


def _states(state: OptimizerState) -> Iterator[State]:
    """The states of the parameters' leaves."""
    return (
        tree.unflatten(inner, leaves)
        for inner, leaves in zip(state.subtree_defs, state.packed_state, strict=True)
    )


def _with_slots(count: int, update: Callable[..., tuple]) -> tuple[Callable, Callable, Callable]:
    """init, update and get_params where a state is the array and `count` arrays, zero at first."""

    def init(x: Any) -> tuple:
        return (x, *(jnp.zeros_like(x) for _ in range(count)))

    return init, lambda i, g, state: update(i, g, *state), lambda state: state[0]


@optimizer
def sgd(step_size: StepSize):
    """Gradient descent: x - step_size * g.

    Args:
      step_size: a positive number, or a schedule.

    >>> init, update, get_params = sgd(0.5)
    >>> print(get_params(update(0, jnp.array([1.0, 2.0]), init(jnp.zeros(2)))))
    [-0.5 -1. ]
    """
    size = make_schedule(step_size)
    return _with_slots(0, lambda i, g, x: (x - size(i) * g,))


@optimizer
def momentum(step_size: StepSize, mass: float):
    """Gradient descent along a sum of gradients that fades by `mass` with each step.

    Args:
      step_size: a positive number, or a schedule. mass: from 0 to 1.

    >>> init, update, get = momentum(0.1, 0.9)
    >>> get(update(0, jnp.array([1.0]), init(jnp.array([5.0])))).round(4)
    Array([4.9], dtype=float64)
    """
    size = make_schedule(step_size)

    def update(i, g, x, velocity):
        velocity = mass * velocity + g
        return x - size(i) * velocity, velocity

    return _with_slots(1, update)


@optimizer
def nesterov(step_size: StepSize, mass: float):
    """Momentum that looks one step ahead (Y. Nesterov, 1983).

    Args:
      step_size: a positive number, or a schedule. mass: from 0 to 1.

    >>> init, update, get = nesterov(0.1, 0.9)
    >>> get(update(0, jnp.array([1.0]), init(jnp.array([5.0])))).round(4)
    Array([4.81], dtype=float64)
    """
    size = make_schedule(step_size)

    def update(i, g, x, velocity):
        velocity = mass * velocity + g
        return x - size(i) * (mass * velocity + g), velocity

    return _with_slots(1, update)


@optimizer
def adagrad(step_size: StepSize, momentum: float = 0.9):
    """Steps divided by the root of the sum of squared gradients (J. Duchi et al., 2011).

    Args:
      step_size: a positive number, or a schedule. momentum: how much of the last step remains.

    >>> init, update, get = adagrad(0.1)
    >>> get(update(0, jnp.array([1.0]), init(jnp.array([5.0])))).round(4)
    Array([4.99], dtype=float64)
    """
    size = make_schedule(step_size)

    def update(i, g, x, squares, m):
        squares = squares + jnp.square(g)
        m = (1 - momentum) * g * _inverse_root(squares) + momentum * m
        return x - size(i) * m, squares, m

    return _with_slots(2, update)


def _inverse_root(x: Any) -> Any:
    """1/sqrt(x), and 0 where x is 0."""
    return jnp.where(x > 0, 1 / jnp.sqrt(x), 0)


@optimizer
def rmsprop(step_size: StepSize, gamma: float = 0.9, eps: float = 1e-8):
    """Steps divided by the root of a fading mean of squared gradients (G. Hinton, 2012).

    Args:
      step_size: a positive number, or a schedule. gamma: how much of the mean remains in a step.
      eps: added to the mean.

    >>> init, update, get = rmsprop(0.1)
    >>> get(update(0, jnp.array([1.0]), init(jnp.array([5.0])))).round(4)
    Array([4.6838], dtype=float64)
    """
    size = make_schedule(step_size)

    def update(i, g, x, mean):
        mean = gamma * mean + (1 - gamma) * jnp.square(g)
        return x - size(i) * g / jnp.sqrt(mean + eps), mean

    return _with_slots(1, update)


@optimizer
def rmsprop_momentum(
    step_size: StepSize, gamma: float = 0.9, eps: float = 1e-8, momentum: float = 0.9
):
    """`rmsprop` with momentum of the steps.

    Args:
      step_size: a positive number, or a schedule. gamma: how much of the mean remains in a step.
      eps: added to the mean. momentum: how much of the last step remains.

    >>> init, update, get = rmsprop_momentum(0.1)
    >>> get(update(0, jnp.array([1.0]), init(jnp.array([5.0])))).round(4)
    Array([4.6838], dtype=float64)
    """
    size = make_schedule(step_size)

    def update(i, g, x, mean, step):
        mean = gamma * mean + (1 - gamma) * jnp.square(g)
        step = momentum * step + size(i) * g / jnp.sqrt(mean + eps)
        return x - step, mean, step

    return _with_slots(2, update)


@optimizer
def adam(step_size: StepSize, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8):
    """Adam: fading means of gradients and of their squares, without bias (D. Kingma, J. Ba, 2014).

    Args:
      step_size: a positive number, or a schedule. b1, b2: how much of the means remains in a step.
      eps: added to the root of the second mean.

    >>> init, update, get_params = adam(0.1)
    >>> print(get_params(update(0, jnp.array([50.0, -5.0]), init(jnp.zeros(2)))))
    [-0.1  0.1]
    """
    size = make_schedule(step_size)

    def update(i, g, x, m, v):
        m = (1 - b1) * g + b1 * m
        v = (1 - b2) * jnp.square(g) + b2 * v
        unbiased = m / _bias(b1, i, m), v / _bias(b2, i, v)
        return x - size(i) * unbiased[0] / (jnp.sqrt(unbiased[1]) + eps), m, v

    return _with_slots(2, update)


@optimizer
def adamax(step_size: StepSize, b1: float = 0.9, b2: float = 0.999, eps: float = 1e-8):
    """Adam with a fading maximum of the gradients' sizes (D. Kingma, J. Ba, 2014, section 7.1).

    Args:
      step_size: a positive number, or a schedule. b1, b2: how much of the mean and of the maximum
      remains in a step. eps: added to the maximum.

    >>> init, update, get = adamax(0.1)
    >>> get(update(0, jnp.array([1.0]), init(jnp.array([5.0])))).round(4)
    Array([4.9], dtype=float64)
    """
    size = make_schedule(step_size)

    def update(i, g, x, m, largest):
        m = (1 - b1) * g + b1 * m
        largest = jnp.maximum(b2 * largest, jnp.abs(g))
        return x - size(i) / _bias(b1, i, m) * m / (largest + eps), m, largest

    return _with_slots(2, update)


def _bias(factor: float, i: Any, like: Any) -> Any:
    """What a fading mean of ones has reached in step i, which counts from 0."""
    return 1 - jnp.asarray(factor, like.dtype) ** (i + 1)


@optimizer
def sm3(step_size: StepSize, momentum: float = 0.9):
    """Adagrad whose sums are kept for each row, column, … only (R. Anil et al., 2019).

    Args:
      step_size: a positive number, or a schedule. momentum: how much of the last step remains.

    >>> init, update, get = sm3(0.1)
    >>> get(update(0, jnp.array([1.0]), init(jnp.array([5.0])))).round(4)
    Array([4.99], dtype=float64)
    """
    size = make_schedule(step_size)

    def init(x):
        return x, jnp.zeros_like(x), [jnp.zeros(n, x.dtype) for n in jnp.atleast_1d(x).shape]

    def update(i, g, state):
        x, m, sums = state
        axes = range(len(sums))
        others = [tuple(a for a in axes if a != k) for k in axes]
        known = [jnp.expand_dims(s, o) for s, o in zip(sums, others, strict=True)]
        squares = functools.reduce(jnp.minimum, known) + jnp.square(g)
        scaled = g * jnp.reshape(_inverse_root(squares), g.shape)
        m = (1 - momentum) * scaled + momentum * m
        return x - size(i) * m, m, [jnp.max(squares, axis=o) for o in others]

    return init, update, lambda state: state[0]


def constant(step_size: Any) -> Schedule:
    """The same step size in each step.

    >>> constant(0.1)(7)
    0.1
    """
    return lambda i: step_size


def exponential_decay(step_size: Any, decay_steps: Any, decay_rate: Any) -> Schedule:
    """step_size * decay_rate ** (i / decay_steps).

    >>> exponential_decay(1.0, 10, 0.5)(20)
    0.25
    """
    return lambda i: step_size * decay_rate ** (i / decay_steps)


def inverse_time_decay(
    step_size: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False
) -> Schedule:
    """step_size / (1 + decay_rate * i / decay_steps); a `staircase` rounds the quotient down.

    >>> inverse_time_decay(1.0, 10, 1.0)(30)
    0.25
    """
    if staircase:
        return lambda i: step_size / (1 + decay_rate * jnp.floor(i / decay_steps))
    return lambda i: step_size / (1 + decay_rate * i / decay_steps)


def polynomial_decay(
    step_size: Any, decay_steps: Any, final_step_size: Any, power: float = 1.0
) -> Schedule:
    """From step_size to final_step_size within decay_steps, as (1 - i / decay_steps) ** power.

    >>> float(polynomial_decay(1.0, 10, 0.5)(5))
    0.75
    """

    def schedule(i):
        rest = (1 - jnp.minimum(i, decay_steps) / decay_steps) ** power
        return rest * (step_size - final_step_size) + final_step_size

    return schedule


def piecewise_constant(boundaries: Sequence[float], values: Sequence[float]) -> Schedule:
    """values[k] where k boundaries lie before step i.

    Raises:
      ValueError: not one value more than boundaries, or not one axis.

    >>> float(piecewise_constant([10, 20], [1.0, 0.5, 0.1])(15))
    0.5
    """
    limits, sizes = jnp.array(boundaries), jnp.array(values)
    if limits.ndim != 1 or sizes.ndim != 1:
        raise FjaxValueError(
            "piecewise_constant: boundaries and values must be sequences of numbers, "
            f"got shapes {limits.shape} and {sizes.shape}"
        )
    if len(limits) != len(sizes) - 1:
        raise FjaxValueError(
            f"piecewise_constant: {len(sizes)} values need {len(sizes) - 1} "
            f"boundaries, got {len(limits)}"
        )
    return lambda i: sizes[jnp.sum(i > limits)]


def make_schedule(scalar_or_schedule: StepSize) -> Schedule:
    """A schedule as it is, a number as the schedule that is always that number.

    Raises:
      TypeError: neither of both.

    >>> make_schedule(0.1)(3), make_schedule(lambda i: 1 / (i + 1))(3)
    (0.1, 0.25)
    """
    if callable(scalar_or_schedule):
        return scalar_or_schedule
    if not array_shape("make_schedule", scalar_or_schedule):
        return constant(scalar_or_schedule)
    raise FjaxTypeError(
        "a step size is a number or a function of the step, got shape "
        f"{jnp.shape(scalar_or_schedule)}"
    )


def l2_norm(tree_of_arrays: Any) -> Any:
    """The root of the sum of squares of all elements of a pytree.

    >>> float(l2_norm([jnp.array([3.0]), jnp.array(4.0)]))
    5.0
    """
    return jnp.sqrt(sum(jnp.vdot(x, x) for x in tree.leaves(tree_of_arrays)))


def clip_grads(grad_tree: Any, max_norm: Any) -> Any:
    """Gradients scaled so that their `l2_norm` is `max_norm` at most.

    >>> print(clip_grads({"w": jnp.array([3.0, 4.0])}, 1.0)["w"])
    [0.6 0.8]
    """
    norm = l2_norm(grad_tree)
    return tree.map(lambda g: jnp.where(norm < max_norm, g, g * (max_norm / norm)), grad_tree)


class JoinPoint:
    """Where the tree of parameters ends and the tree of a parameter's state begins.

    >>> unpack_optimizer_state(sgd(0.1)[0]([jnp.array([5.0])]))[0].subtree
    (Array([5.], dtype=float64),)
    """

    def __init__(self, subtree: State):
        self.subtree = subtree

    def __iter__(self) -> Iterator[State]:
        yield self.subtree


def unpack_optimizer_state(opt_state: OptimizerState) -> Any:
    """The parameters' pytree with a `JoinPoint` for each leaf that holds its state; to be saved.

    >>> init, _, _ = momentum(0.1, 0.9)
    >>> x, velocity = unpack_optimizer_state(init({"w": jnp.ones(2)}))["w"].subtree
    >>> print(x, velocity)
    [1. 1.] [0. 0.]
    """
    return tree.unflatten(opt_state.tree_def, [JoinPoint(s) for s in _states(opt_state)])


def pack_optimizer_state(marked_pytree: Any) -> OptimizerState:
    """The inverse of `unpack_optimizer_state`.

    Raises:
      TypeError: a leaf is no `JoinPoint`.

    >>> init, update, get = sgd(0.1)
    >>> state = init({"x": jnp.array([5.0])})
    >>> get(pack_optimizer_state(unpack_optimizer_state(state)))
    {'x': Array([5.], dtype=float64)}
    """
    points, structure = tree.flatten(marked_pytree)
    if not all(isinstance(p, JoinPoint) for p in points):
        raise FjaxTypeError(
            "pack_optimizer_state takes what unpack_optimizer_state returned: a "
            "pytree whose leaves are JoinPoints"
        )
    return _pack([p.subtree for p in points], structure)

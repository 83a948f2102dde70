"""What training would drop silently: the mode of a layer, what one remembers, a step downhill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fjax import numpy as jnp
from fjax import tree
from fjax.api.staged import ShapeDtypeStruct, make_jaxpr
from fjax.core.ir import Literal, Var
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from fjax.interpreters.staging import StagingTrace, StagingTracer
from fjax.nn.containers import Sequential
from fjax.nn.module import Module, walk
from fjax.nn.observing import LEFT_OUT, Observer, Visit
from fjax.nn.state import Stateful, Taken, keywords_of
from fjax.optim.transformation import Transformation, extended


class Oversights(Observer):
    """Follows a model in training, and names the layers that were not told, or not heard.

    A layer that has a mode of its own must be told it: `train=`, where False says that the layer is
    frozen. What a layer remembers must come back in the state.

    >>> class Net(fjax.nn.Module):
    ...     drop: fjax.nn.Dropout
    ...     def __call__(self, x):
    ...         return self.drop(x)
    >>> net = Net(fjax.nn.Dropout(0.5))
    >>> with Oversights(net) as noted:
    ...     y = net(jnp.ones(3))
    >>> noted.check({}, {})
    Traceback (most recent call last):
        ...
    fjax.errors.FjaxValueError: train: drop, a Dropout, was called without train= ...
    """

    def __init__(self, model: Any):
        super().__init__(model)
        self._found: list[str] = []
        self._updated: dict[str, str] = {}  # paths of those that remember, by name

    def left(self, visit: Visit, result: Any) -> Any:
        """Note a call."""
        module = visit.module
        if _untold(visit):
            if _has_a_mode(module):
                self._found.append(_untold_text(visit))
        elif isinstance(module, Stateful) and visit.argument("train") is True:
            self._updated.setdefault(module.name, visit.path)
        return result

    def check(self, before: Any, after: Any) -> None:
        """Raise FjaxValueError with what was found, where the model made this of its state."""
        given = before if isinstance(before, Mapping) else {}
        if given and not isinstance(after, Mapping):
            raise FjaxTypeError(
                "train: forward returns (predictions, targets, state), where the state is a dict, "
                f"got {type(after).__name__} as state"
            )
        found = list(dict.fromkeys(self._found))
        for name in given:
            if name not in after:
                found.append(f"the state that came back has nothing of {name}; return all of it")
            elif name in self._updated and _same(before[name], after[name]):
                found.append(
                    f"{self._updated[name]} changed what it remembers, and the state that came "
                    "back is the one before: hand on what it returns, `y, state = layer(x, state, "
                    "train=train)`, and return that state"
                )
        if found:
            raise FjaxValueError("train: " + "\n".join(found))


def check_reached(gradients: Any) -> None:
    """Raise FjaxValueError if a loss depends on no parameter by which it can be differentiated.

    gradients: as they were just traced. Where there is none, zeros were made of nothing.

    >>> check_reached({"w": jnp.zeros(2)})
    """
    leaves = tree.leaves(gradients)
    if leaves and all(isinstance(x, StagingTracer) and _of_nothing(x) for x in leaves):
        raise FjaxValueError(
            "train: the loss has no derivative by any trained parameter: it goes through argmax, a "
            "comparison, round or stop_gradient, or never through the model. Train on what is "
            "smooth, such as fjax.nn.losses.cross_entropy, and watch the other as a metric"
        )


def check_descent(optimizer: Transformation, params: Any) -> None:
    """Raise FjaxValueError for what only changes gradients, whose step goes up the loss.

    It is asked about parameters of one element each, before a step is compiled. One that needs the
    loss as a function, or more of the parameters, is not asked.

    >>> check_descent(fjax.optim.clip(1.0), {"w": jnp.zeros(2)})
    Traceback (most recent call last):
        ...
    fjax.errors.FjaxValueError: train.fit: the optimizer goes up the loss: ...
    """
    ones = tree.map(lambda x: jnp.ones((1,) * x.ndim, x.dtype), params)
    try:
        memory, update = optimizer.init(ones), extended(optimizer)

        def moved(slope: int) -> float:
            gradients = tree.map(lambda x: slope * x, ones)
            updates, _ = update(gradients, memory, ones, value=jnp.ones(()))
            return sum(float(jnp.sum(jnp.real(x))) for x in tree.leaves(updates))

        # The difference leaves out noise, and the decay of weights.
        rises = moved(1) > 0 and moved(1) > moved(-1)
    except Exception:
        return  # which the step says better
    if rises:
        raise FjaxValueError(
            "train.fit: the optimizer goes up the loss: it gives gradients that were changed, such "
            "as clipped, and no step against them. Put an optimizer after it, "
            "fjax.optim.chain(clip, fjax.optim.sgd(1e-2)); to make a number large, train on its "
            "negative"
        )


def _of_nothing(x: StagingTracer) -> bool:
    """Whether a traced value was made of literals alone."""
    trace = x.owner
    equations = reversed(trace.eqns) if isinstance(trace, StagingTrace) else ()
    made = next((e for e in equations if x.variable in e.outvars), None)
    return made is not None and not any(isinstance(atom, Var) for atom in made.invars)


def taken_by(module: Module) -> Taken:
    """Which of state, key and train a call of a module takes.

    >>> taken_by(fjax.nn.Dropout(0.5)).train
    True
    """
    return keywords_of(type(module))


def _same(before: Any, after: Any) -> bool:
    old, new = tree.leaves(before), tree.leaves(after)
    return bool(old) and len(old) == len(new) and all(a is b for a, b in zip(old, new, strict=True))


def _untold(visit: Visit) -> bool:
    """Whether a module that takes `train` was not told, itself or those that it is in."""
    if not taken_by(visit.module).train:
        return False
    given = visit.argument("train")
    if given is LEFT_OUT:
        return True
    return given is False and visit.within is not None and _untold(visit.within)


def _has_a_mode(module: Module) -> bool:
    """Whether a module itself is another in training, and not only those in it."""
    if isinstance(module, Stateful):
        return True
    alone = sum(1 for _ in walk(module)) == 1 and not isinstance(module, Sequential)
    return alone and getattr(module, "rate", None) != 0


def _untold_text(visit: Visit) -> str:
    takes = taken_by(visit.module)
    given = "train=train, key=key" if takes.key else "train=train"
    text = f"{visit.path or 'the model'}, a {type(visit.module).__name__}, was called without "
    text += f"train= while it is trained: hand on `{given}`"
    outer = visit.within
    if outer is not None and not taken_by(outer.module).train:
        names = ", ".join(["key=None"] * takes.key + ["train=False"])
        text += f", which {type(outer.module).__name__}.__call__ takes as `*, {names}`"
    return text + ", or train=False if the layer is frozen"


_VIEWS = ("reshape", "broadcast_in_dim", "convert_element_type", "squeeze", "expand_dims")


def check_pairs(function: Any, predictions: Any, targets: Any) -> None:
    """Raise ShapeError for a loss that compares each prediction with the targets of all rows.

    So NumPy's broadcasting has it: of (n, 1) and (n,) it makes (n, n).

    >>> check_pairs(lambda p, t: ((p - t) ** 2).mean(), jnp.ones((4, 1)), jnp.ones(4))
    Traceback (most recent call last):
        ...
    fjax.errors.ShapeError: train: <lambda> compares predictions (4, 1) with targets (4,) as ...
    """
    shapes = [getattr(x, "shape", ()) for x in (predictions, targets)]
    count = max(shapes, key=len)[:1]
    if not count or count[0] < 2 or sorted(shapes) != [count, (*count, 1)]:
        return
    types = [ShapeDtypeStruct(x.shape, x.dtype) for x in (predictions, targets)]
    jaxpr = make_jaxpr(function)(*types).jaxpr
    if not _spreads(jaxpr, dict(zip(jaxpr.invars, "pt", strict=True)), count * 2):
        return
    raise ShapeError(
        f"train: {getattr(function, '__name__', 'the loss')} compares predictions {shapes[0]} with "
        f"targets {shapes[1]} as {count * 2}, each with those of all rows: give both one shape, "
        "such as targets[:, None]"
    )


def _spreads(jaxpr: Any, views: dict[Any, str], square: tuple[int, ...]) -> bool:
    """Whether an equation takes both a view of predictions and one of targets, of this shape."""
    for equation in jaxpr.eqns:
        given = [None if isinstance(v, Literal) else views.get(v) for v in equation.invars]
        wide = {v for v, x in zip(given, equation.invars) if v and x.aval.shape == square}
        if wide == {"p", "t"}:
            return True
        if equation.primitive.name in _VIEWS and given[0]:
            views[equation.outvars[0]] = given[0]
        for inner in equation.op.jaxprs:
            passed = {x: v for x, v in zip(inner.invars, given) if v}
            if len(inner.invars) == len(given) and _spreads(inner, passed, square):
                return True
    return False

"""What can be differentiated: the checks of grad and its kin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.api.flatten import FlatFunction, check_argument
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.tracing import aval_of
from fjax.interpreters.linearize import Linearized
from fjax.pytrees.registry import LEAF
from fjax.tree_util import keystr, tree_flatten, tree_leaves_with_path


def argument_numbers(argnums: Any) -> tuple[int, ...]:
    """argnums as a tuple of distinct ints."""
    single = isinstance(argnums, (int, np.integer)) or not isinstance(argnums, Iterable)
    values = (argnums,) if single else tuple(argnums)
    for n in values:
        if not isinstance(n, (int, np.integer)):
            raise errors.FjaxTypeError(
                f"argnums must be an int or a sequence of ints, got {argnums!r}"
            )
    if len(set(values)) != len(values):
        raise errors.FjaxValueError(f"argnums names an argument twice: {argnums!r}")
    return tuple(int(n) for n in values)


def choose(name: str, args: Sequence[Any], argnums: tuple[int, ...]) -> tuple[list[Any], Any]:
    """The chosen arguments, and a function that puts others in their place."""
    for n in argnums:
        if not -len(args) <= n < len(args):
            raise errors.FjaxTypeError(
                f"{name}: differentiating with respect to argnums={argnums} requires at least "
                f"{max(n + 1 if n >= 0 else -n for n in argnums)} positional arguments, got "
                f"{len(args)}"
            )
    numbers = [n % len(args) for n in argnums]

    def rest(values: Sequence[Any]) -> list[Any]:
        result = list(args)
        for n, v in zip(numbers, values, strict=True):
            result[n] = v
        return result

    return [args[n] for n in numbers], rest


def check_differentiable(
    name: str, leaf: Any, tree: Any, holomorphic: bool, allow_int: bool
) -> None:
    """Raise unless `name` can differentiate in this input leaf of `tree`."""
    if type(leaf) is Array and leaf.aval.dtype.kind == "f" and not holomorphic:
        return
    check_argument(leaf, name, tree)
    aval = aval_of(leaf)
    where = (
        next((keystr(p) for p, x in tree_leaves_with_path(tree) if x is leaf), "")
        if not dtypes.is_inexact(aval.dtype) or holomorphic or dtypes.is_complex(aval.dtype)
        else ""
    )
    if holomorphic:
        if not dtypes.is_complex(aval.dtype):
            raise errors.NotDifferentiableError(
                f"{name} with holomorphic=True requires inputs with complex dtype, but got "
                f"{aval.dtype.name} ({aval} at argument{where}); convert it"
            )
    elif dtypes.is_complex(aval.dtype) and name == "jacfwd":
        raise errors.NotDifferentiableError(
            "jacfwd requires real-valued inputs (input dtype that is a sub-dtype of np.floating), "
            f"but got {aval.dtype.name} ({aval} at argument{where}); for a holomorphic "
            "function pass holomorphic=True, else differentiate in real and imaginary part"
        )
    if not dtypes.is_inexact(aval.dtype) and not allow_int:
        raise errors.NotDifferentiableError(
            f"{name} requires real- or complex-valued inputs (input dtype that is a sub-dtype of "
            f"np.inexact), but got {aval.dtype.name} ({aval} at argument{where}); convert it "
            "with astype(float), or pass "
            "allow_int=True for a gradient of dtype float0"
        )


def check_scalar(flat: FlatFunction, lin: Linearized, holomorphic: bool) -> None:
    """Raise unless the function of a gradient returned one real scalar."""
    name = flat.__name__
    if len(lin.outputs) != 1 or flat.out_tree.structure is not LEAF:
        raise errors.NotScalarError(
            f"Gradient only defined for scalar-output functions. {name} returned a tree "
            f"{flat.out_tree}; return one scalar, and other values with has_aux=True"
        )
    aval = aval_of(lin.outputs[0])
    if aval.shape != ():
        raise errors.NotScalarError(
            f"Gradient only defined for scalar-output functions. {name} had output {aval}; reduce "
            "it, for example with .sum(), or use fjax.jacrev or fjax.vjp"
        )
    check_output_dtype("grad", aval, holomorphic)


def check_outputs(name: str, value: Any, holomorphic: bool) -> None:
    """Raise unless every output of `name`'s function can be differentiated."""
    for leaf in tree_flatten(value)[0]:
        check_output_dtype(name, aval_of(leaf), holomorphic)


def check_output_dtype(name: str, aval: ShapedArray, holomorphic: bool) -> None:
    """Raise unless an output has a dtype that `name` can differentiate."""
    if holomorphic:
        if not dtypes.is_complex(aval.dtype):
            raise errors.NotDifferentiableError(
                f"{name} with holomorphic=True requires outputs with complex dtype, but got "
                f"{aval.dtype.name} ({aval})"
            )
    elif dtypes.is_complex(aval.dtype):
        raise errors.NotDifferentiableError(
            f"{name} requires real-valued outputs (output dtype that is a sub-dtype of "
            "np.floating), "
            f"but got {aval.dtype.name} ({aval}); for a holomorphic function pass "
            "holomorphic=True, else use fjax.vjp"
        )
    elif not dtypes.is_float(aval.dtype):
        raise errors.NotDifferentiableError(
            f"{name} requires real-valued outputs (output dtype that is a sub-dtype of "
            "np.floating), "
            f"but got {aval.dtype.name} ({aval}); convert the output to a float"
        )
